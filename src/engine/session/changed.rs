//! What changed since a git revision, measured on both sides with the rows that it may have moved.
//!
//! Must not know what is made of the results.

use super::{
    Setup, SetupError,
    arms::{Arm, Measured, Sides},
};
use crate::core::{snapshot::Snapshot, workbench::touched::Touched};

/// Both sides, and which rows they answered.
#[derive(Clone, Debug)]
pub struct Changed {
    pub touched: Touched,
    /// At the revision, and now.
    pub arms: [Measured; 2],
}

/// Measures the skills of now and of `since` with the rows that their difference may have moved.
///
/// # Errors
/// As [`super::arms`]; [`SetupError::Git`] with the remedy where the clone does not reach back.
pub fn changed(setup: &Setup, since: &str) -> Result<Changed, SetupError> {
    let mut sides = Sides::read(setup, &Arm::Revision(since.to_owned()), &Arm::Now)?;
    let [before, now] = sides.catalogs.clone().map(Snapshot::of);
    let touched = Touched::between(&before, &now, &sides.sets, &setup.settings());
    sides.sets = touched.only(sides.sets);
    let arms = match touched.rows() {
        // Without rows a workbench drafts some, which nobody asked for.
        0 => sides.unasked(setup),
        _ => sides.measured(setup)?,
    };
    Ok(Changed { touched, arms })
}
