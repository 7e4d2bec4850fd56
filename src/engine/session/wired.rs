//! Whether the agent of a setup can be asked at all, before a plan of it is paid for.
//!
//! Must not know how it is told.

use std::{collections::BTreeMap, path::PathBuf, sync::Arc};

use tokio_util::sync::CancellationToken;

use super::{Setup, SetupError, runtime};
use crate::{
    core::workbench::{Board, State},
    engine::agent::{
        Agent, Ground, NotReady, Ready,
        wiring::{Hears, Wiring},
    },
};

/// What stands between the agent and its first probe on the skills of the setup's board. `ask`: by
/// one probe too, which costs what a probe costs.
///
/// # Errors
/// Nothing to look at, or the agent is one that asks nobody.
pub fn wiring(setup: &Setup, board: &Board, ask: bool) -> Result<Wiring, SetupError> {
    let look = Look {
        name: setup.agent.clone(),
        agent: setup.agent(setup.speed),
        state: Arc::clone(&board.now),
        files: Arc::clone(&board.files),
    };
    look.wiring(ask, Hears::default(), &CancellationToken::new())
}

/// What it takes to look, apart from the session.
#[derive(Debug)]
pub(super) struct Look {
    pub name: String,
    pub agent: Agent,
    pub state: Arc<State>,
    pub files: Arc<BTreeMap<String, PathBuf>>,
}

impl Look {
    /// Looks, on a thread that may wait.
    ///
    /// # Errors
    /// As [`wiring`].
    pub fn wiring(
        self,
        ask: bool,
        hears: Hears,
        cancel: &CancellationToken,
    ) -> Result<Wiring, SetupError> {
        let listing = self.state.listing.as_deref();
        let ground = Ground { snapshot: &self.state.snapshot, listing, files: &self.files };
        let ready = match self.agent.preflight(&ground) {
            Ok(Ready::Live(ready)) => ready,
            Ok(Ready::Play { .. }) => return Err(SetupError::UnknownAgent(self.name)),
            Err(NotReady::Wiring { what, problem }) => {
                let mut wiring = Wiring::begin(self.name, None, hears);
                wiring.fail(what, *problem);
                return Ok(wiring);
            }
            Err(error) => return Err(error.into()),
        };
        Ok(runtime()?.block_on(ready.wiring(ask, hears, cancel)))
    }
}
