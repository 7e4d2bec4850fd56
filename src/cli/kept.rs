//! Runs, where folders of skills can be named too.

use std::path::Path;

use super::{Failure, output, runs, surroundings::Surroundings};
use crate::engine::store::{self, Kept, Store};

/// The name means a run: an exported file, a run's folder, or nothing that lies there.
pub(super) fn is_run(name: &Path) -> bool {
    let skill =
        |name: &Path| name.file_name().is_some_and(|file| file.eq_ignore_ascii_case("SKILL.md"));
    (name.is_file() && !skill(name)) || store::is_run(name) || !name.exists()
}

/// The run of that name, as it stands; what is wrong with it is told.
///
/// # Errors
/// There is none, or it cannot be read.
pub(super) fn read(name: &Path, here: &Surroundings) -> Result<Kept, Failure> {
    of(&runs::store(None, here.places.as_ref())?, &name.to_string_lossy())
}

/// As [`read`], of a store that is known.
pub(super) fn of(store: &Store, run: &str) -> Result<Kept, Failure> {
    let kept = store.read(run)?;
    for damage in &kept.damage {
        output::tell(damage);
    }
    Ok(kept)
}
