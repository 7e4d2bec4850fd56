//! What the program does while nobody does anything.

use std::{thread, time::Duration};

use crate::{catalog::Catalog, process, seat::Seat, sheet::Sheet, start};

const FOR: Duration = Duration::from_secs(20);

pub fn measure(catalog: &Catalog, sheet: &mut Sheet) {
    let seat = Seat::start((120, 40), catalog.folder(), &catalog.arguments());
    start::whole(&seat);
    // Notices fade within this time, and the index is built.
    thread::sleep(Duration::from_secs(8));
    seat.settle(Duration::from_secs(1));
    let counts =
        || (seat.sent(), process::processor_time(seat.pid()), process::wake_ups(seat.pid()));
    let before = counts();
    thread::sleep(FOR);
    let after = counts();
    let ticks = (after.1 - before.1).as_millis() / 10;
    sheet.line("idle 20 s: bytes", 0.0, (after.0 - before.0) as f64, "B", "");
    sheet.line("idle 20 s: ticks of 10 ms", 0.0, ticks as f64, "", "");
    sheet.line("idle 20 s: wake-ups", 0.0, (after.2 - before.2) as f64, "", "of all threads");
}
