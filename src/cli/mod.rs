//! The command line: one file a subcommand, and the exit codes.

mod agents;
mod arguments;
mod asking;
mod breakdown;
mod check;
mod choose;
mod compare;
mod completions;
mod config;
mod consent;
mod doctor;
mod environment;
mod eval;
mod exit;
mod kept;
mod keymap;
mod keys;
mod lint;
mod listing;
mod look;
mod looks;
mod merge;
mod open;
mod output;
mod overlap;
mod progress;
mod queries;
mod recorded;
mod replay;
mod replayed;
mod report;
mod resolve;
mod resume;
mod runs;
mod screen;
mod shard;
mod spending;
mod surroundings;
mod target;
mod values;
mod watch;

use std::{
    io::{self, IsTerminal as _},
    path::PathBuf,
    process::ExitCode,
};

use clap::Parser as _;
use thiserror::Error;

use self::{
    arguments::{Arguments, Command},
    config::ConfigCommand,
    exit::{Exit, INTERRUPT},
    runs::Errand,
    surroundings::Surroundings,
    watch::Sitting,
};
use crate::engine::{
    agent::Speed,
    session::{Setup, SetupError},
    store::StoreError,
};

/// Why a command did not do its work; each is a sentence with what to do.
#[derive(Debug, Error)]
enum Failure {
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("{0}")]
    Usage(String),
    #[error("interrupted; nothing was printed")]
    Interrupted,
    #[error("the working directory cannot be used: {0}")]
    Here(#[source] io::Error),
    #[error("the output cannot be written: {0}")]
    Output(#[source] io::Error),
    #[error("{} cannot be written: {source}; check the folder and its rights", path.display())]
    File { path: PathBuf, source: io::Error },
    #[error("the result cannot be written as JSON: {0}")]
    Json(#[source] serde_json::Error),
    #[error("the result cannot be written as JUnit: {0}")]
    Junit(#[source] quick_junit::SerializeError),
    #[error("the terminal cannot be used: {0}")]
    Terminal(#[source] io::Error),
}

impl Failure {
    /// The person asked for what cannot be; all else should have worked.
    fn is_usage(&self) -> bool {
        match self {
            Self::Usage(_) | Self::File { .. } => true,
            Self::Setup(SetupError::Runtime(_) | SetupError::BrokeOff | SetupError::Demo(_)) => {
                false
            }
            Self::Setup(_) | Self::Here(_) => true,
            Self::Store(error) => !error.is_of_the_system(),
            Self::Interrupted
            | Self::Output(_)
            | Self::Json(_)
            | Self::Junit(_)
            | Self::Terminal(_) => false,
        }
    }
}

/// Runs the program and says how it ended.
pub fn main() -> ExitCode {
    breakdown::install();
    match run(Arguments::parse()) {
        Ok(exit) => exit.into(),
        Err(Failure::Setup(error @ SetupError::Interrupted(signal))) => {
            output::tell(&error.to_string());
            Exit::Signal(signal).into()
        }
        Err(failure) if failure.is_usage() => {
            output::tell(&failure.to_string());
            Exit::Usage.into()
        }
        Err(failure @ Failure::Interrupted) => {
            output::tell(&failure.to_string());
            Exit::Signal(INTERRUPT).into()
        }
        Err(Failure::Store(error)) => {
            output::tell(&error.to_string());
            Exit::Incomplete.into()
        }
        Err(failure) => {
            breakdown::tell(failure);
            Exit::Broken.into()
        }
    }
}

fn run(arguments: Arguments) -> Result<Exit, Failure> {
    let Some(command) = arguments.command else {
        let here = Surroundings::find();
        let Arguments { target, spending, rerun, sitting, .. } = arguments;
        if !io::stdout().is_terminal() {
            return show(choose::agreed_within(&spending, target, &here, 1)?, &sitting, here);
        }
        let mut setup = choose::on_screen(&spending, target, &here)?;
        // Whoever sits before it asks for what may cost money.
        setup.rerun = rerun.or(here.config.rerun).unwrap_or_default();
        return show(setup, &sitting, here);
    };
    match command {
        Command::Demo { recorded, pace, step, sitting } => {
            let mut setup = if recorded { Setup::demo_recorded()? } else { Setup::demo()? };
            setup.stream = io::stdout().is_terminal();
            if step && setup.stream {
                return watch::step(setup, &sitting, Surroundings::find());
            }
            setup.speed = pace.and_then(Speed::times).unwrap_or(setup.speed);
            show(setup, &sitting, Surroundings::find())
        }
        Command::Overlap { target, wanted } => {
            overlap::run(&choose::words(target, &heard())?, &wanted)
        }
        Command::Listing { target, wanted } => {
            listing::run(&choose::words(target, &heard())?, &wanted)
        }
        Command::Lint { target, wanted } => lint::run(target, &Surroundings::find(), &wanted),
        Command::Eval { target, wanted } => eval::run(target, &heard(), &wanted),
        Command::Doctor { target, wanted } => doctor::run(target, &heard(), &wanted),
        Command::Runs { beside, errand } => {
            runs::run(errand.unwrap_or(Errand::List), beside.as_deref(), &heard())
        }
        Command::Merge { wanted } => merge::run(&heard(), &wanted),
        Command::Open { wanted } => open::run(&wanted, Surroundings::find()),
        Command::Check { target, wanted } => check::run(target, &Surroundings::find(), &wanted),
        Command::Compare { target, wanted } => compare::run(target, &heard(), &wanted),
        Command::Agents { wanted } => agents::run(&heard(), &wanted),
        Command::Report { target, wanted } => report::run(target, &heard(), &wanted),
        Command::Replay { wanted, target } => replay::run(target, &heard(), &wanted),
        Command::Queries { what } => queries::run(what),
        Command::Screen { wanted } => screen::run(wanted),
        Command::Config { what: ConfigCommand::Show { origin } } => {
            config::run(ConfigCommand::Show { origin }, &heard())
        }
        Command::Config { what } => config::run(what, &Surroundings::find()),
        Command::Completions { shell } => completions::run(shell),
        Command::Keys { keymap } => keys::run(keymap.as_deref()),
    }
}

/// The surroundings, with their faults told at once.
fn heard() -> Surroundings {
    let here = Surroundings::find();
    here.tell_problems();
    here
}

/// The screen; where nobody can see one, the scorecard.
fn show(setup: Setup, sitting: &Sitting, here: Surroundings) -> Result<Exit, Failure> {
    if io::stdout().is_terminal() {
        return watch::run(setup, sitting, here);
    }
    here.tell_problems();
    eval::scorecard(setup)
}
