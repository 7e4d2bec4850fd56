//! `skillscope queries split`: a query file in two parts that share no prompt.

use std::path::PathBuf;

use super::{
    arguments::{FileArguments, Writing},
    destination::{converted, free, put},
    source,
};
use crate::{
    cli::{Failure, exit::Exit, output},
    core::query::draw::{self, SplitError},
};

/// How a file is parted.
#[derive(Debug)]
pub(super) struct Parts {
    /// Between 0 and 1.
    pub share: f64,
    pub seed: u64,
    /// Where the part goes that is held out.
    pub held_out: PathBuf,
}

pub(super) fn run(file: &FileArguments, parts: &Parts, writing: &Writing) -> Result<Exit, Failure> {
    if writing.out.as_ref() == Some(&parts.held_out) {
        return Err(Failure::Usage("both parts cannot go to one file".to_owned()));
    }
    let outs: Vec<&PathBuf> = writing.out.iter().chain([&parts.held_out]).collect();
    free(&outs, writing.force)?;
    let sheet = source::read(file)?;
    let split = match draw::split(&source::rows(&sheet), parts.share, parts.seed) {
        Ok(split) => split,
        Err(error @ SplitError::Share(_)) => return Err(Failure::Usage(error.to_string())),
        Err(error @ SplitError::EmptyClass(_)) => {
            output::tell(&format!("nothing was written. {error}"));
            return Ok(Exit::Failed);
        }
    };
    let kept = converted(&sheet, &split.kept, file, writing);
    let held_out = converted(&sheet, &split.held_out, file, writing);
    put(&held_out, Some(&parts.held_out), writing.force)?;
    put(&kept, writing.out.as_deref(), writing.force)
}
