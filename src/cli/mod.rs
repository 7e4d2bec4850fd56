//! The command line: one file a subcommand, and the exit codes.

mod arguments;
mod choose;
mod eval;
mod exit;
mod keys;
mod output;
mod overlap;
mod resolve;
mod screen;
mod watch;

use std::{
    io::{self, IsTerminal as _},
    process::ExitCode,
};

use clap::Parser as _;
use thiserror::Error;

use self::{
    arguments::{Arguments, Command, Look},
    exit::Exit,
};
use crate::{
    engine::session::{Setup, SetupError},
    tui::offscreen::Keymap,
};

/// Why a command did not do its work; each is a sentence with what to do.
#[derive(Debug, Error)]
enum Failure {
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error("{0}")]
    Usage(String),
    #[error("the output cannot be written: {0}")]
    Output(#[source] io::Error),
    #[error("the result cannot be written as JSON: {0}")]
    Json(#[source] serde_json::Error),
}

/// Runs the program and says how it ended.
pub fn main() -> ExitCode {
    match run(Arguments::parse()) {
        Ok(exit) => exit.into(),
        Err(error) => {
            eprintln!("skillscope: {error}");
            Exit::Usage.into()
        }
    }
}

fn run(arguments: Arguments) -> Result<Exit, Failure> {
    match arguments.command {
        None => show(choose::setup(&arguments.target)?, &arguments.look),
        Some(Command::Demo { look }) => {
            let mut setup = Setup::demo()?;
            setup.stream = io::stdout().is_terminal();
            show(setup, &look)
        }
        Some(Command::Overlap { target, skill, prompt, top, format }) => {
            let wanted = overlap::Wanted { skill, prompt, top, format };
            overlap::run(&choose::setup(&target)?, &wanted)
        }
        Some(Command::Eval { target, format }) => eval::run(&choose::setup(&target)?, format),
        Some(Command::Screen { view, target, demo, size, keys, format, .. }) => {
            let setup = if demo { Setup::demo()? } else { choose::setup(&target)? };
            screen::run(&setup, &screen::Wanted { view, size, keys, format })
        }
        Some(Command::Keys) => keys::run(&Keymap::standard()),
    }
}

/// The screen; where nobody can see one, the scorecard.
fn show(setup: Setup, look: &Look) -> Result<Exit, Failure> {
    if io::stdout().is_terminal() { Ok(watch::run(setup, look)?) } else { eval::scorecard(&setup) }
}
