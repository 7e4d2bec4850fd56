//! Far more skills than anybody has.

use std::{thread, time::Duration};

use crate::{catalog::Catalog, process, sample::Sample, saving, seat::Seat, sheet::Sheet, start};

const SKILLS: usize = 20_000;
const PROMPTS: usize = 1_395;
const SAVES: usize = 8;

pub fn measure(_: &Catalog, sheet: &mut Sheet) {
    let catalog = Catalog::made_up(SKILLS, PROMPTS);
    let mut seat = Seat::start((120, 40), catalog.folder(), &catalog.arguments());
    let first = seat.frame_after(0, Duration::from_secs(10)).expect("a first frame");
    let first = (first.at - seat.started).as_secs_f64() * 1e3;
    sheet.line("20,000 skills: to the first frame", 100.0, first, "ms", catalog.origin());
    let whole = start::whole(&seat) - seat.started;
    let busy = process::processor_time(seat.pid()).as_secs_f64();
    let beside = format!("{busy:.1} s of processor");
    sheet.note("20,000 skills: to complete panes", whole.as_secs_f64(), "s", &beside);
    thread::sleep(Duration::from_secs(10));
    seat.settle(Duration::from_secs(3));
    let before = process::processor_time(seat.pid());
    let times = Sample::of(saving::saves(&seat, &catalog, SAVES));
    let busy = (process::processor_time(seat.pid()) - before).as_secs_f64() * 1e3 / SAVES as f64;
    let beside = format!("{}; {busy:.0} ms of processor each", times.spread());
    sheet.line("20,000 skills: save to frame", 250.0, times.quantile(0.95), "ms", &beside);
    let keys = (0..40).filter_map(|at| {
        let count = seat.frames().len();
        // Each moves: a key that does nothing would be held against somebody else's frame.
        let pressed = seat.press(match at {
            0..9 => "j",
            _ if at % 10 == 9 => "G",
            _ => "k",
        });
        Some(seat.frame_after(count, Duration::from_secs(5))?.at - pressed)
    });
    let keys = Sample::of(keys.collect::<Vec<_>>());
    sheet.line("20,000 skills: key to frame", 16.0, keys.quantile(0.95), "ms", &keys.spread());
    let (now, most) = process::memory(seat.pid());
    sheet.line("20,000 skills: memory", 700.0, now, "MB", &format!("at most {most:.0} MB"));
}
