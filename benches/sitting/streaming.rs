//! Frames and processor time while probes stream in.

use std::{thread, time::Duration};

use crate::{catalog::Catalog, process, seat::Seat, sheet::Sheet};

const FOR: Duration = Duration::from_secs(8);

pub fn measure(_: &Catalog, sheet: &mut Sheet) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut seat = Seat::start((120, 40), folder.path(), &["demo"]);
    seat.shows("generation 1");
    seat.press("2");
    thread::sleep(Duration::from_millis(500));
    let counts = || (seat.frames().len(), seat.sent(), process::processor_time(seat.pid()));
    let before = counts();
    thread::sleep(FOR);
    let after = counts();
    let seconds = FOR.as_secs_f64();
    let frames = (after.0 - before.0) as f64 / seconds;
    let bytes = (after.1 - before.1) as f64 / seconds / 1e3;
    let share = (after.2 - before.2).as_secs_f64() / seconds * 100.0;
    sheet.line("streaming: frames a second", 30.0, frames, "", &format!("{bytes:.0} KB a second"));
    sheet.line("streaming: share of one core", 5.0, share, "%", "the demo, four probes at a time");
}
