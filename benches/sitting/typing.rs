//! From a key to its frame, and the bytes that the frame takes.

use std::time::Duration;

use crate::{catalog::Catalog, process, sample::Sample, seat::Seat, sheet::Sheet, start};

/// What is pressed in each view, again and again: moves, a filter, what the middle can show.
const KEYS: [(&str, &str); 4] = [
    ("1", "jjjjjjjjjjkkkkkkkkkkGg\x04\x15jjjj\t\t\tmmmm"),
    ("2", "jjjjjjjjjjkkkkkGgjj\tjjjj\t"),
    ("3", "jjjjjjjjjjkkkkkGgMMM\tjj\t"),
    ("4", "jjjjjjjjjjkkkkkGgttt"),
];

/// A key that changes nothing on the screen has no frame.
const NO_FRAME: Duration = Duration::from_millis(250);

pub fn measure(catalog: &Catalog, sheet: &mut Sheet) {
    for size in [(120, 40), (200, 60), (80, 24)] {
        let mut seat = Seat::start(size, catalog.folder(), &catalog.arguments());
        start::whole(&seat);
        seat.settle(Duration::from_secs(1));
        let before = process::processor_time(seat.pid());
        let (mut times, mut bytes) = (Vec::new(), Vec::new());
        let mut slowest = (Duration::ZERO, String::new());
        for _ in 0..2 {
            for (view, keys) in KEYS {
                for key in std::iter::once(view).chain(keys.split("").filter(|key| !key.is_empty()))
                {
                    let count = seat.frames().len();
                    let sent = seat.sent();
                    let pressed = seat.press(key);
                    let Some(frame) = seat.frame_after(count, NO_FRAME) else { continue };
                    times.push(frame.at - pressed);
                    bytes.push(frame.sent - sent);
                    if frame.at - pressed > slowest.0 {
                        slowest = (frame.at - pressed, format!("{key:?} in view {view}"));
                    }
                }
            }
        }
        let busy = process::processor_time(seat.pid()) - before;
        let each = busy.as_secs_f64() * 1e3 / times.len() as f64;
        let times = Sample::of(times);
        let (columns, rows) = size;
        sheet.line(
            &format!("key to frame at {columns}x{rows}"),
            16.0,
            times.quantile(0.95),
            "ms",
            &format!(
                "{}; most {:.0} by {}; {each:.1} ms of processor each",
                times.spread(),
                times.quantile(1.0),
                slowest.1
            ),
        );
        bytes.sort_unstable();
        let [middle, most] = [bytes.len() / 2, bytes.len() - 1].map(|at| bytes[at] as f64 / 1e3);
        let what = format!("bytes a key at {columns}x{rows}");
        let beside = format!("median; most {most:.1} KB");
        match size {
            (120, 40) => sheet.line(&what, 4.0, middle, "KB", &beside),
            _ => sheet.note(&what, middle, "KB", &beside),
        }
    }
}
