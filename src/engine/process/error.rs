//! Why a child cannot be started.

use std::{io, path::PathBuf};

use thiserror::Error;

#[derive(Debug, Error)]
pub enum ProcessError {
    #[error("cannot start {}: there is no such program; install it, or name where it lies", .0.display())]
    Missing(PathBuf),
    #[error("cannot start {}: it may not be run; make it executable", .0.display())]
    Forbidden(PathBuf),
    #[error("cannot start {} in {}: {source}", program.display(), folder.display())]
    Start { program: PathBuf, folder: PathBuf, source: io::Error },
}
