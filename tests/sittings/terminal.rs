//! The terminal is given back as it was, on every way out.

use std::time::Duration;

use rustix::process::Signal;

use crate::{
    hosted,
    seat::{Seat, Sitting},
};

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
fn a_signal_in_the_middle_of_a_run_leaves_nothing_behind() {
    for signal in [Signal::TERM, Signal::HUP, Signal::INT] {
        let seat = Seat::at(120, 40);
        let temporary = seat.home().join("tmp");
        std::fs::create_dir(&temporary).unwrap();
        let mut sitting = seat.env("TMPDIR", temporary.to_string_lossy()).start(&["demo"]);
        sitting.wait_for("generation 1").wait_for("probes").signal(signal);
        let number = u32::try_from(signal.as_raw()).unwrap();
        assert_eq!(sitting.exit().exit_code(), 128 + number, "{signal:?}");
        sitting.assert_left_clean();
        let left: Vec<_> = std::fs::read_dir(&temporary).unwrap().collect();
        assert!(left.is_empty(), "{signal:?} leaves {left:?}");
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
        .wait_for("Skills  Picture  Detail")
        .resize(12, 3)
        .wait_until("one line", |screen| screen.contents().trim() == "Neighborhood");
    sitting.resize(120, 40).wait_for("─ Detail ─").press("q").exit();
    sitting.assert_left_clean();
}

#[test]
fn a_resize_to_and_fro_among_keys_is_painted_anew() {
    let mut sitting = hosted::start(Seat::at(120, 40), "nothing");
    sitting.wait_for("─ Detail ─");
    for _ in 0..8 {
        // The narrow terminal forgets what stood right of it.
        sitting.send(b"j").resize(60, 18).send(b"k").resize(120, 40).send(b"j");
        sitting.wait_for("─ Detail ─");
    }
    sitting.press("q").exit();
}

#[test]
fn keys_that_come_by_the_thousand_are_read_to_the_last() {
    let mut sitting = hosted::start(Seat::at(80, 24), "nothing");
    sitting.wait_for("Neighborhood");
    let mut keys = vec![b'j'; 3_000];
    keys.push(b'q');
    sitting.send(&keys).exit();
}

#[test]
fn ctrl_z_gives_the_shell_its_terminal_and_fg_paints_everything_again() {
    let mut sitting = Seat::at(100, 30).shell();
    let shells = sitting.modes();
    let program = format!("{} demo\r", env!("CARGO_BIN_EXE_skillscope"));
    sitting.send(program.as_bytes()).wait_for("Confusion");
    for _ in 0..2 {
        sitting.press("3 <c-z>").wait_for("Stopped");
        sitting.wait_for_modes(&shells);
        sitting.send(b"echo my $((40 + 2))\r").wait_for("my 42");
        sitting.send(b"fg\r").wait_for("Matrix").wait_gone("my 42");
        sitting.press("1").wait_for("Skills");
    }
    sitting.press("q").wait_for("my 42");
    sitting.wait_until("the main screen", |screen| !screen.alternate_screen());
    sitting.send(b"exit\r").exit();
    sitting.assert_left_clean();
}

#[test]
fn a_stop_from_outside_is_mended_when_it_goes_on() {
    let mut sitting = Seat::at(100, 30).shell();
    let program = format!("{} demo\r", env!("CARGO_BIN_EXE_skillscope"));
    sitting.send(program.as_bytes()).wait_for("Confusion");
    sitting
        .signal_child(Signal::STOP)
        .wait_until("the shell", |screen| screen.contents().contains("Stopped"));
    sitting.send(b"stty sane; clear\r").send(b"fg\r");
    sitting.wait_until("the screen", |screen| screen.alternate_screen());
    // Without raw mode a key would wait for Enter.
    sitting.wait_for("Neighborhood").press("3").wait_for("Matrix").press("1").wait_for("Skills");
    sitting.press("q").wait_until("the main screen", |screen| !screen.alternate_screen());
}

#[test]
fn the_editor_gets_every_key_and_the_screen_comes_back() {
    let seat = Seat::at(100, 30);
    let editor =
        seat.program("editor", "read line; echo \"$1 $(basename \"$2\") $line\" > typed.txt");
    let mut sitting = seat.env("EDITOR", editor).start(&["demo"]);
    sitting.wait_for("generation 1");
    sitting.press("E").wait_until("the main screen", |screen| !screen.alternate_screen());
    for key in b"qqq333" {
        sitting.send(&[*key]);
        std::thread::sleep(Duration::from_millis(20));
    }
    sitting.send(b"\r").wait_until("the screen", |screen| screen.alternate_screen());
    sitting.wait_for("Neighborhood").press("3").wait_for("Matrix").press("q").exit();
    sitting.assert_left_clean();
    let typed = std::fs::read_to_string(sitting.home().join("typed.txt")).unwrap();
    assert_eq!(typed, "+3 SKILL.md qqq333\n");
}

#[test]
fn without_colour_no_colour_is_sent() {
    let mut sitting = Seat::at(120, 40).env("NO_COLOR", "1").start(&["demo"]);
    sitting.wait_for("generation 1");
    for view in ["2", "3", "4", "1", "? <esc>"] {
        sitting.press(view);
    }
    sitting.press("<c-c>").exit();
    let bytes = String::from_utf8_lossy(&sitting.bytes()).into_owned();
    let sequences = bytes.split("\x1b[").skip(1);
    let styles: Vec<&str> = sequences
        .filter_map(|rest| rest.split_once('m'))
        .map(|(codes, _)| codes)
        .filter(|codes| codes.chars().all(|c| c.is_ascii_digit() || c == ';'))
        .collect();
    let colours = |codes: &&&str| {
        codes.split(';').any(|code| matches!(code.parse(), Ok(30u8..=49 | 58..=59 | 90..=107)))
    };
    assert_eq!(styles.iter().find(colours), None);
    assert!(styles.contains(&"1"), "something is bold");
    assert!(!styles.contains(&""), "an empty sequence would cancel it");
}

#[test]
fn the_terminals_answer_is_no_key_and_sets_the_theme() {
    let mut sitting = hosted::start(Seat::at(100, 30), "ask");
    sitting.wait_for("Neighborhood").press("3").wait_for("Matrix");
    let asked = b"\x1b]11;?\x1b\\";
    assert!(sitting.bytes().windows(asked.len()).any(|bytes| bytes == asked));
    let colour = |sitting: &Sitting| sitting.cell(0, 9).fgcolor();
    let dark = colour(&sitting);
    sitting.send(b"\x1b]11;rgb:fdfd/f6f6/e3e3\x1b\\");
    sitting.wait_until("light colours", |screen| {
        screen.cell(9, 0).is_some_and(|cell| cell.fgcolor() != dark)
    });
    // Of the answer's letters, 1 would have shown another view.
    assert!(sitting.screen().contains("Matrix"));
    sitting.press("q").exit();
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
