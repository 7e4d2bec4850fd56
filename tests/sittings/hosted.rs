//! A program for what the real one never does: it panics, and prints where it should not.
//!
//! It is this test binary once more, on a terminal of its own.

use std::{sync::Arc, thread, time::Duration};

use skillscope::{
    core::workbench::Board,
    tui::run::{self, Depth, Env, Exit, Feed, Options, Settings, Setup, Theme},
};
use tokio::sync::{mpsc, watch};

use crate::seat::{Seat, Sitting};

const WHAT: &str = "SKILLSCOPE_TEST_HOSTED";

/// Starts the program; `what` says what it does besides showing an empty board.
pub fn start(seat: Seat, what: &str) -> Sitting {
    let this = std::env::current_exe().unwrap();
    let arguments = ["--exact", "hosted::program", "--ignored", "--nocapture", "--test-threads=1"];
    seat.env(WHAT, what).run(&this.display().to_string(), &arguments)
}

/// As many colours as the environment allows.
fn theme() -> Theme {
    let no_color = std::env::var("NO_COLOR").ok();
    let env = Env { no_color: no_color.as_deref(), colorterm: Some("truecolor"), ..Env::default() };
    Theme::new(Settings { depth: Depth::detect(&env), ..Settings::default() })
}

#[test]
#[ignore = "a program that other tests start on a terminal of its own"]
fn program() {
    let what = std::env::var(WHAT).expect("started by another test");
    let (_session, boards) = watch::channel(Arc::new(Board::default()));
    let (requests, _inbox) = mpsc::unbounded_channel();
    let log = std::fs::File::create("log.txt").unwrap();
    run::restore_before_panics();
    let ask_background = what == "ask";
    thread::spawn(move || {
        thread::sleep(Duration::from_millis(300));
        match what.as_str() {
            "panic" => panic!("the worker fell over"),
            "noise" => eprintln!("a library says hello"),
            _ => {}
        }
    });
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let options = Options { log: Some(log), ask_background, ..Options::default() };
    let exit = runtime.block_on(run::run(
        Setup { mouse: true, theme: theme(), ..Setup::default() },
        Feed { boards, requests },
        options,
    ));
    match exit.unwrap() {
        Exit::Quit => {}
        other => {
            eprintln!("ended by {other:?}");
            std::process::exit(70);
        }
    }
}
