//! The command line: one file a subcommand, and the exit codes.

mod arguments;
mod exit;

pub use arguments::Arguments;

use clap::Parser as _;

/// Runs the program and says how it ended.
pub fn main() -> std::process::ExitCode {
    let _arguments = Arguments::parse();
    std::process::ExitCode::SUCCESS
}
