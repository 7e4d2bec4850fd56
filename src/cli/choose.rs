//! From what was said on the command line to what a session is asked.

use super::arguments::Target;
use crate::{
    core::{
        lexical::{Options, Params},
        plan::Limits,
    },
    engine::{
        loader::CatalogRequest,
        session::{Setup, SetupError},
    },
};

/// The setup that the arguments ask for.
pub(super) fn setup(target: &Target) -> Result<Setup, SetupError> {
    let request = CatalogRequest::here(target.paths.clone(), target.harness.clone())
        .map_err(SetupError::Runtime)?;
    let mut setup = Setup::of(request);
    setup.queries.clone_from(&target.queries);
    setup.agent.clone_from(&target.agent);
    setup.script = target.script.as_deref().map(Setup::read_script).transpose()?;
    setup.attempts = target.attempts.unwrap_or(1);
    setup.limits = Limits {
        max_turns: target.max_turns,
        max_steps: target.max_steps,
        early_exit: !target.no_early_exit,
    };
    setup.lexical = Options {
        params: Params { k1: target.k1, b: target.b },
        include_hidden: target.include_hidden,
        ..Options::default()
    };
    Ok(setup)
}
