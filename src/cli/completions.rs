//! `skillscope completions`: what a shell needs to know to complete the command line.

use clap::CommandFactory as _;
use clap_complete::Shell;

use super::{Failure, arguments::Arguments, exit::Exit, output};

pub(super) fn run(shell: Shell) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "skillscope", &mut script);
    // Generators write names and help texts of ours, which are UTF-8.
    output::print(&String::from_utf8_lossy(&script))
}
