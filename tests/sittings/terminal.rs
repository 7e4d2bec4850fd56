//! The terminal is given back as it was, on every way out.

use std::time::Duration;

use rustix::process::Signal;

use crate::{hosted, seat::Seat};

#[test]
fn the_first_frame_waits_for_no_answer_and_quitting_leaves_no_trace() {
    let mut sitting = hosted::start(Seat::at(120, 40), "nothing");
    sitting.wait_for("Neighborhood").press("3").wait_for("Matrix");
    assert_ne!(sitting.modes(), "", "raw mode is on");
    sitting.press("q");
    assert_eq!(sitting.exit().exit_code(), 0);
    sitting.assert_left_clean();
}

#[test]
fn a_signal_ends_it_cleanly() {
    for signal in [Signal::TERM, Signal::HUP, Signal::INT] {
        let mut sitting = hosted::start(Seat::at(80, 24), "nothing");
        sitting.wait_for("Neighborhood").signal(signal);
        assert_eq!(sitting.exit().exit_code(), 70, "{signal:?}");
        sitting.assert_left_clean();
        assert!(sitting.screen().contains(&format!("Signal({})", signal.as_raw())));
    }
}

#[test]
fn a_panic_in_a_thread_is_told_on_a_clean_screen() {
    let mut sitting = hosted::start(Seat::at(100, 30), "panic");
    assert_eq!(sitting.exit().exit_code(), 70);
    sitting.assert_left_clean();
    let screen = sitting.screen();
    assert!(screen.contains("the worker fell over") && screen.contains("Panicked"), "{screen}");
}

#[test]
fn what_is_printed_to_standard_error_meanwhile_goes_to_the_log() {
    let mut sitting = hosted::start(Seat::at(100, 30), "noise");
    let log = sitting.home().join("log.txt");
    sitting.wait_for("Neighborhood");
    let told = || std::fs::read_to_string(&log).unwrap_or_default().contains("says hello");
    for _ in 0..500 {
        if told() {
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(told());
    assert!(!sitting.screen().contains("says hello"), "{}", sitting.screen());
    sitting.press("q").exit();
    sitting.assert_left_clean();
    assert!(!sitting.screen().contains("says hello"));
}

#[test]
fn a_resize_is_followed() {
    let mut sitting = hosted::start(Seat::at(120, 40), "nothing");
    sitting.wait_for("Detail").resize(60, 18);
    sitting
        .wait_for("Skills  Fan  Detail")
        .resize(12, 3)
        .wait_until("one line", |screen| screen.contents().trim() == "Neighborhood");
    sitting.resize(120, 40).wait_for("─ Detail ─").press("q").exit();
    sitting.assert_left_clean();
}

#[test]
fn an_idle_screen_costs_nothing() {
    let mut sitting = hosted::start(Seat::at(120, 40), "nothing");
    sitting.wait_for("Neighborhood");
    let bytes = sitting.settle(Duration::from_millis(500));
    let ticks = sitting.ticks();
    std::thread::sleep(Duration::from_secs(3));
    assert_eq!(sitting.bytes().len(), bytes);
    assert!(sitting.ticks() - ticks <= 1, "{} ticks", sitting.ticks() - ticks);
}
