//! Which look at a baseline a comparison is: as somebody says, else as the project counts them.

use super::{Failure, output, runs, surroundings::Surroundings};
use crate::core::{measure::comparison::Comparison, workbench::state::State};

/// The number of this look, from 1. `first` is the comparison of the two as if it were the first
/// one: where that says nothing, nothing was looked at. What nobody said is counted from now on.
///
/// # Errors
/// There is no working directory, whose project would count.
pub(super) fn number(
    said: Option<u32>,
    first: &Comparison,
    [before, now]: [&State; 2],
    here: &Surroundings,
) -> Result<u32, Failure> {
    if let Some(said) = said {
        return Ok(said);
    }
    if first.obstacle.is_some() || first.headline.units == 0 {
        return Ok(1);
    }
    let store = runs::store(None, here.places.as_ref())?;
    let counted = store.look(&before.probes, first.headline.metric, &now.probes);
    Ok(counted.unwrap_or_else(|error| {
        let remedy = "say with --look N which it is";
        output::tell(&format!("this look at the baseline is not counted: {error}; {remedy}"));
        1
    }))
}
