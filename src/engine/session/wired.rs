//! Whether the agent of a setup can be asked at all, before a plan of it is paid for.
//!
//! Must not know how it is told.

use tokio_util::sync::CancellationToken;

use super::{Setup, SetupError, once, runtime};
use crate::engine::{
    agent::{Ground, NotReady, Ready, wiring::Wiring},
    store::digest,
};

/// What stands between the agent and its first probe on the setup's skills. `ask`: by one probe too,
/// which costs what a probe costs.
///
/// # Errors
/// Nothing to look at, or the agent is one that asks nobody.
pub fn wiring(setup: &Setup, ask: bool) -> Result<Wiring, SetupError> {
    let board = once(setup)?;
    let snapshot = &board.now.snapshot;
    let listing = board.now.listing.as_deref();
    let ground = Ground { snapshot, listing, files: &board.files };
    let ready = match setup.agent(setup.speed).preflight(&ground) {
        Ok(Ready::Live(ready)) => ready,
        Ok(Ready::Play { .. }) => return Err(SetupError::UnknownAgent(setup.agent.clone())),
        Err(NotReady::Wiring { what, problem }) => {
            return Ok(Wiring::stopped(&setup.agent, what, *problem));
        }
        Err(error) => return Err(error.into()),
    };
    let cancel = CancellationToken::new();
    Ok(runtime()?.block_on(ready.wiring(ask, &cancel)))
}

/// Changes with everything that a check of the wiring depends on.
///
/// # Errors
/// Nothing to look at.
pub fn wired(setup: &Setup) -> Result<String, SetupError> {
    let board = once(setup)?;
    let live = setup.live.as_ref().map(|live| (live.capabilities(), live.about()));
    let skills = &board.now.snapshot.catalog.digest;
    Ok(digest(&format!("{skills} {live:?} {:?}", setup.catalog.harness)))
}
