//! One agent chosen among all: what was said at the start counts for it as if it had been named there.
//!
//! Must not know who chose it, nor who agrees to what it costs.

use std::{collections::BTreeMap, path::PathBuf, sync::Arc};

use super::{Setup, SetupError};
use crate::{
    core::{
        listing::{Lenses, Profile, Wanted},
        plan::{Asking, Caps, Prices},
        workbench::agents::Wish,
    },
    engine::{
        agent::{Around, LIVE, Live},
        loader,
        process::Environment,
    },
};

/// Attempts of an agent that may answer otherwise the next time, where nobody says how many.
const LIVE_ATTEMPTS: u32 = 3;

/// What was said of agents at the start: by flags, else by the configuration.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    /// How one is asked that asks a model.
    pub asking: Asking,
    pub attempts: Option<u32>,
    /// Those that were said; for the others the usual ones of the agent count.
    pub caps: Caps,
    /// Whose eyes the skills are seen with, unless the agent has its own.
    pub harness: Option<String>,
    /// What was said of the model that the skills are listed for.
    pub listing: Wanted,
    /// The person's own prices of models.
    pub prices: Prices,
    /// Somebody agreed to everything beforehand.
    pub yes: bool,
    /// The person's own configuration agrees to every agent.
    pub trusted: bool,
    /// What the project's own file says of agents and nobody has agreed to.
    pub unagreed: Vec<String>,
    /// Models that agents were asked last, by the agents' names.
    pub models: BTreeMap<String, String>,
}

/// An agent that was found, with all that goes with it.
#[derive(Clone, Debug)]
pub struct Chosen {
    pub agent: String,
    /// `None` of one that asks nobody.
    pub live: Option<Arc<Live>>,
    pub asking: Option<Asking>,
    pub listing: Wanted,
    pub lenses: Lenses,
    /// Something that the person should know of it.
    pub note: Option<String>,
}

/// Everything that it takes to find an agent, apart from the session.
#[derive(Clone, Debug)]
pub(super) struct Search {
    choices: Choices,
    user: loader::UserFolders,
    query_roots: Vec<PathBuf>,
    pub plays: Plays,
}

/// What there is to be played.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plays {
    pub script: bool,
    pub streams: bool,
}

impl Choices {
    /// Where a plan ends, of an agent that is asked for real or of another.
    pub fn caps(&self, asks: bool) -> Caps {
        let usual = Caps::usual(asks);
        Caps {
            probes: self.caps.probes.or(usual.probes),
            cost_usd: self.caps.cost_usd.or(usual.cost_usd),
            duration_ms: self.caps.duration_ms.or(usual.duration_ms),
        }
    }

    /// How an agent is asked with a wish.
    pub(super) fn asking(&self, wish: &Wish) -> Asking {
        Asking {
            model: wish.model.clone(),
            mapping: wish.mapping.clone().or_else(|| self.asking.mapping.clone()),
            ..self.asking.clone()
        }
    }
}

impl Search {
    pub fn of(setup: &Setup) -> Self {
        let cwd = &setup.catalog.cwd;
        let beside = setup.catalog.paths.iter().map(|path| cwd.join(path));
        Self {
            choices: setup.choices.clone(),
            user: setup.catalog.user.clone(),
            query_roots: std::iter::once(cwd.clone()).chain(beside).collect(),
            plays: Plays { script: setup.script.is_some(), streams: setup.recordings.is_some() },
        }
    }

    pub fn choices(&self) -> &Choices {
        &self.choices
    }

    /// What there is to find an agent of that name by.
    pub fn around(&self, profile: Option<Arc<Profile>>) -> Around {
        Around {
            environment: Environment::of_process(),
            profile,
            query_roots: self.query_roots.clone(),
            prices: self.choices.prices.clone(),
        }
    }

    /// The harnesses as they list for the models that they are asked.
    pub fn lenses(&self, wanted: &Wanted) -> Result<Lenses, SetupError> {
        Setup::lenses(&self.user, wanted)
    }

    /// Finds an agent that asks a model. Nothing is asked yet.
    ///
    /// # Errors
    /// No model is stated, or something that it needs is not here.
    pub async fn find(self, wish: Wish) -> Result<Chosen, SetupError> {
        let asking = self.choices.asking(&wish);
        let listing = Wanted { model: asking.model.clone(), ..self.choices.listing.clone() };
        let (lenses, unknown) = Setup::lenses_of_any(&self.user, &listing)?;
        let note = unknown.map(|unknown| {
            format!(
                "no window is known of the model `{}`, so that the skills are listed as for the \
                 usual one: --context says its tokens",
                unknown.id
            )
        });
        let profile = lenses.of_harness(&wish.name).map(|lens| lens.profile);
        let live = Live::find(&wish.name, &asking, self.around(profile)).await;
        Ok(Chosen {
            live: Some(Arc::new(live.map_err(SetupError::NotReady)?)),
            agent: wish.name,
            asking: Some(asking),
            listing,
            lenses,
            note,
        })
    }
}

/// The harness whose eyes an agent sees the skills with, if it is one.
fn own_eyes(agent: &str) -> Option<String> {
    let known = LIVE.contains(&agent) && loader::harnesses().any(|harness| harness == agent);
    known.then(|| agent.to_owned())
}

impl Setup {
    /// Finds what a wish is for, as it was said at the start that agents are asked.
    ///
    /// # Errors
    /// As [`Search::find`].
    pub async fn find(&self, wish: Wish) -> Result<Chosen, SetupError> {
        Search::of(self).find(wish).await
    }

    /// One that asks nobody.
    pub(super) fn stand_in(&self, name: &str) -> Result<Chosen, SetupError> {
        let listing = self.choices.listing.clone();
        let lenses = Self::lenses(&self.catalog.user, &listing);
        Ok(Chosen {
            agent: name.to_owned(),
            live: None,
            asking: None,
            lenses: lenses.or_else(|_| Self::lenses(&self.catalog.user, &Wanted::default()))?,
            listing,
            note: None,
        })
    }

    /// Has an agent asked from now on. True where it sees the skills with other eyes, so that they
    /// have to be read anew.
    ///
    /// # Errors
    /// It cannot work here; then everything stays as it was.
    pub fn turn_to(&mut self, chosen: Chosen) -> Result<bool, SetupError> {
        let before = (self.agent.clone(), self.live.clone());
        (self.agent, self.live) = (chosen.agent, chosen.live);
        if let Err(error) = self.check() {
            (self.agent, self.live) = before;
            return Err(error);
        }
        let asks = self.asks();
        if let Some(model) = chosen.asking.as_ref().and_then(|asking| asking.model.clone()) {
            self.choices.models.insert(self.agent.clone(), model);
        }
        self.asking = chosen.asking;
        self.listing = chosen.listing;
        self.lenses = chosen.lenses;
        self.attempts = self.choices.attempts.unwrap_or(if asks { LIVE_ATTEMPTS } else { 1 });
        self.caps = self.choices.caps(asks);
        let eyes = own_eyes(&self.agent).or_else(|| self.choices.harness.clone());
        let others = eyes != self.catalog.harness;
        self.catalog.harness = eyes;
        Ok(others)
    }

    /// The agent that was chosen last, to be turned back to.
    pub(super) fn chosen(&self) -> Chosen {
        Chosen {
            agent: self.agent.clone(),
            live: self.live.clone(),
            asking: self.asking.clone(),
            listing: self.listing.clone(),
            lenses: self.lenses.clone(),
            note: None,
        }
    }

    /// The harness that the skills were seen by, put back where other eyes see nothing.
    pub(super) fn look_by(&mut self, harness: Option<String>) {
        self.catalog.harness = harness;
    }
}
