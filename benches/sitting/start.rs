//! From the command to the first frame, to complete panes, and to the comparison with git.

use std::time::{Duration, Instant};

use crate::{catalog::Catalog, process, sample::Sample, seat::Seat, sheet::Sheet};

const TIMES: usize = 12;
const SIZE: (u16, u16) = (120, 40);

pub fn measure(catalog: &Catalog, sheet: &mut Sheet) {
    let (mut first, mut complete, mut quit) = (Vec::new(), Vec::new(), Vec::new());
    let mut busy = Duration::ZERO;
    for _ in 0..TIMES {
        let seat = Seat::start(SIZE, catalog.folder(), &catalog.arguments());
        let begun = seat.frame_after(0, Duration::from_secs(10)).expect("a first frame");
        first.push(begun.at - seat.started);
        complete.push(whole(&seat) - seat.started);
        busy += process::processor_time(seat.pid());
        seat.settle(Duration::from_millis(500));
        quit.push(seat.quit());
    }
    let cpu = busy.as_secs_f64() * 1e3 / TIMES as f64;
    let first = Sample::of(first);
    sheet.line("cold start to the first frame", 100.0, first.quantile(0.95), "ms", &first.spread());
    let complete = Sample::of(complete);
    let beside = format!("{}; {cpu:.0} ms of processor", complete.spread());
    sheet.line("cold start to complete panes", 500.0, complete.quantile(0.95), "ms", &beside);
    let quit = Sample::of(quit);
    sheet.line("quit", 150.0, quit.quantile(0.95), "ms", &quit.spread());

    if !Catalog::commit(catalog) {
        return println!("skipped: the comparison with git HEAD, as git does not work here");
    }
    let compared = (0..5).map(|_| {
        let seat = Seat::start(SIZE, catalog.folder(), &catalog.arguments());
        let complete = whole(&seat);
        seat.shows("git HEAD").saturating_duration_since(complete)
    });
    let compared = Sample::of(compared);
    let beside = format!("with the notice that stands there first; {}", compared.spread());
    sheet.note("then until the status line names HEAD", compared.quantile(0.5), "ms", &beside);
}

/// Waits until every free pane of the first view is complete.
pub fn whole(seat: &Seat) -> Instant {
    seat.shows("generation 1");
    seat.lost("reading")
}
