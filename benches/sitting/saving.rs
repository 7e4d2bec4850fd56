//! From a save by rename to the frame that shows what it did.

use std::{thread, time::Duration};

use crate::{catalog::Catalog, process, sample::Sample, seat::Seat, sheet::Sheet, start};

const SAVES: usize = 30;

pub fn measure(catalog: &Catalog, sheet: &mut Sheet) {
    let seat = Seat::start((120, 40), catalog.folder(), &catalog.arguments());
    start::whole(&seat);
    seat.shows("watching");
    seat.settle(Duration::from_millis(700));
    let before = process::processor_time(seat.pid());
    let times = Sample::of(saves(&seat, catalog, SAVES));
    let busy = process::processor_time(seat.pid()) - before;
    let each = busy.as_secs_f64() * 1e3 / SAVES as f64;
    let beside = format!("{}; {each:.0} ms of processor each", times.spread());
    sheet.line("save to the frame of its generation", 150.0, times.quantile(0.95), "ms", &beside);
    seat.settle(Duration::from_secs(1));
    let (now, most) = process::memory(seat.pid());
    sheet.line(
        "memory with the full-text index",
        110.0,
        now,
        "MB",
        &format!("at most {most:.0} MB"),
    );
}

/// Saves one skill after the other, each when the one before has been shown.
pub fn saves(seat: &Seat, catalog: &Catalog, count: usize) -> Vec<Duration> {
    let save = |round: usize| {
        let saved = catalog.save(round);
        let shown = seat.shows(&format!("generation {}", round + 2));
        // What is left to do in the background is done before the next one.
        thread::sleep(Duration::from_millis(250));
        shown - saved
    };
    (0..count).map(save).collect()
}
