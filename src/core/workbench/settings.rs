//! How a workbench measures: who chooses, within which limits, with which words.

use std::sync::Arc;

use crate::core::{
    id::SkillId,
    lexical::lexicon,
    listing::{self, Lenses, Listing},
    measure::Confidence,
    plan::{Caps, Evidence, Limits, Offered, Rerun, Shard},
    snapshot::Snapshot,
    standin::{StandIn, keyword::Keyword, script::Script},
    stream::Recordings,
    workbench::{board::AgentInfo, linting::Strictness, playback::Pace},
};

/// Chosen at the start; the agent can be changed while running.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    pub agent: Agent,
    pub limits: Limits,
    /// Probes a query.
    pub attempts: u32,
    pub lexical: lexicon::Options,
    /// How strict the rules of the lint are.
    pub lint: Arc<Strictness>,
    /// The harnesses that the skills can be listed by.
    pub lenses: Lenses,
    pub confidence: Confidence,
    /// Play scripts and streams in their own time, as events from outside, rather than at once.
    pub stream: bool,
    /// How fast that time passes.
    pub pace: Pace,
    /// Of the order in which a plan asks its queries.
    pub seed: u64,
    /// The part of the rows that is probed; all without one.
    pub shard: Option<Shard>,
    /// Only the rows that say how these two are told apart.
    pub pair: Option<[SkillId; 2]>,
    /// What each row's probe is offered.
    pub offered: Offered,
    pub caps: Caps,
    /// What an edit makes run again by itself.
    pub rerun: Rerun,
    /// Probes of an agent that is asked for real wait until somebody agrees before the screen.
    pub gated: bool,
    /// Tells the time in milliseconds from whenever; without it, what waits for nobody is not held
    /// against the cap of time.
    pub clock: Option<fn() -> u64>,
    /// Probes that run at a time, where they take time.
    pub concurrency: u32,
}

/// Who chooses.
#[derive(Clone, Debug, Default)]
pub enum Agent {
    #[default]
    Keyword,
    Script(Arc<Script>),
    Recorded(Arc<Recordings>),
    /// A model, asked outside.
    Live(Arc<LiveAgent>),
}

/// What is known of an agent behind which a model is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LiveAgent {
    pub name: String,
    /// Of the program or the service, as far as it tells.
    pub version: String,
    pub model: Option<String>,
    /// Settings of its own that results depend on, in a canonical spelling.
    pub options: String,
}

impl Agent {
    pub fn name(&self) -> &str {
        match self {
            Self::Keyword => "keyword",
            Self::Script(script) => &script.agent,
            Self::Recorded(_) => "replay",
            Self::Live(live) => &live.name,
        }
    }

    pub fn evidence(&self) -> Evidence {
        match self {
            Self::Keyword => Evidence::StandIn,
            Self::Script(_) => Evidence::Scripted,
            Self::Recorded(_) => Evidence::Recorded,
            Self::Live(_) => Evidence::Model,
        }
    }

    /// Asked again, it may answer otherwise: it is no rule.
    pub fn may_vary(&self) -> bool {
        self.evidence() != Evidence::StandIn
    }

    /// The agent set on a snapshot; of one that was set on another `before`, what still holds is
    /// taken over. `None` of one that has to be asked.
    pub fn on(&self, snapshot: &Snapshot, before: Option<&StandIn>) -> Option<StandIn> {
        Some(match (self, before) {
            (Self::Keyword, Some(StandIn::Keyword(before))) => {
                StandIn::Keyword(before.after(snapshot))
            }
            (Self::Keyword, _) => StandIn::Keyword(Keyword::of(snapshot)),
            (Self::Script(script), _) => StandIn::Script(script.on(snapshot)),
            (Self::Recorded(recordings), _) => StandIn::Recorded(recordings.on(snapshot, false)),
            (Self::Live(_), _) => return None,
        })
    }
}

impl Settings {
    /// What the harness of the view shows its model of a snapshot; `None` where there is none.
    pub fn list(&self, snapshot: &Snapshot) -> Option<Arc<Listing>> {
        let lens = self.lenses.for_catalog(&snapshot.catalog)?;
        Some(Arc::new(listing::list(snapshot, &lens)))
    }

    /// The agent set on what it is shown of a snapshot: the listing, else the files as they are. A
    /// script goes by neither: it tells what was done.
    pub fn stand_in(
        &self,
        snapshot: &Snapshot,
        listing: Option<&Listing>,
        before: Option<&StandIn>,
    ) -> Option<StandIn> {
        match (&self.agent, listing) {
            (Agent::Keyword, Some(listing)) => self.agent.on(&listing.seen(snapshot), before),
            _ => self.agent.on(snapshot, before),
        }
    }

    /// The agent set on a snapshot by itself, listed as its harness would list it.
    pub fn set_on(&self, snapshot: &Snapshot) -> Option<StandIn> {
        self.stand_in(snapshot, self.list(snapshot).as_deref(), None)
    }

    /// Probes take time that is waited for outside.
    pub fn streams(&self) -> bool {
        match self.agent {
            Agent::Keyword => false,
            Agent::Script(_) | Agent::Recorded(_) => self.stream,
            Agent::Live(_) => true,
        }
    }

    /// Somebody real is asked, who may be paid for it.
    pub fn asks(&self) -> bool {
        matches!(self.agent, Agent::Live(_))
    }

    /// Tells whether a plan that begins now has had all its time.
    pub(super) fn time_is_up(&self) -> impl Fn() -> bool {
        let until = self.clock.zip(self.caps.duration_ms).map(|(clock, cap)| {
            let until = clock().saturating_add(cap);
            move || clock() >= until
        });
        move || until.as_ref().is_some_and(|up| up())
    }

    /// Who chooses, as screens and reports name it.
    pub fn agent_info(&self) -> AgentInfo {
        let live = match &self.agent {
            Agent::Live(live) => Some(live),
            _ => None,
        };
        AgentInfo {
            name: self.agent.name().to_owned(),
            evidence: self.agent.evidence(),
            model: match &self.agent {
                Agent::Recorded(recordings) => recordings.model().map(str::to_owned),
                _ => live.and_then(|live| live.model.clone()),
            },
            options: live.map(|live| live.options.clone()).unwrap_or_default(),
            harness_version: live.map(|live| live.version.clone()),
            listed_by: None,
            limits: self.limits.clone(),
            attempts: self.attempts.max(1),
            offered: self.offered,
            concurrency: self.streams().then_some(self.concurrency),
        }
    }
}
