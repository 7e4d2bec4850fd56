//! What a lint looks at: the skills with their words, the labels, and where the files lie.

use std::{path::PathBuf, sync::Arc};

use super::{Setup, SetupError, disk::Disk};
use crate::core::{
    query::QuerySet,
    workbench::{Board, Input, Workbench},
};

/// Skills compared with one another, and nothing probed.
#[derive(Debug)]
pub struct Examined {
    pub board: Arc<Board>,
    /// The query sets as written.
    pub queries: Vec<QuerySet>,
    /// The folders that were asked for.
    pub roots: Vec<PathBuf>,
}

/// Reads skills and query files, waiting for nobody.
///
/// # Errors
/// As [`super::once`].
pub fn examined(setup: &Setup) -> Result<Examined, SetupError> {
    let mut disk = Disk::new(setup)?;
    let mut bench = Workbench::new(setup.settings());
    bench.words_compared_only(disk.load()?);
    bench.reduce(Input::Files(disk.files()), 0);
    let (queries, roots) = (disk.queries(), disk.roots().into_iter().collect());
    Ok(Examined { board: bench.board(), queries, roots })
}
