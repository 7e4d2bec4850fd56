//! The command line: one file a subcommand, and the exit codes.

mod arguments;
mod choose;
mod exit;
mod watch;

use std::process::ExitCode;

use clap::Parser as _;

use self::{
    arguments::{Arguments, Command},
    exit::Exit,
};
use crate::engine::session::{Setup, SetupError};

/// Runs the program and says how it ended.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(arguments) {
        Ok(exit) => exit.into(),
        Err(error) => {
            eprintln!("skillscope: {error}");
            Exit::Usage.into()
        }
    }
}

fn run(arguments: Arguments) -> Result<Exit, SetupError> {
    match arguments.command {
        None => watch::run(choose::setup(&arguments.target)?, &arguments.look),
        Some(Command::Demo { look, .. }) => {
            let mut setup = Setup::demo()?;
            setup.stream = true;
            watch::run(setup, &look)
        }
        Some(_) => Ok(Exit::Usage),
    }
}
