//! One measured generation: a catalog, its neighbourhood, its probes and its figures.
//!
//! Now, the generation before, and the baseline are three of these.

use std::{collections::HashMap, sync::Arc};

use crate::core::{
    id::SkillId,
    lexical::Lexicon,
    listing::{Disclosed, Listing},
    measure::{Figures, Tally},
    plan::{Caps, Evidence, Offered},
    query::{BoundSet, Query},
    snapshot::Snapshot,
    standin::StandIn,
    trajectory::{EndedBy, Outcome, Play},
    workbench::{
        board::AgentInfo,
        linting::Linting,
        offers::Offers,
        probes::{ProbeRow, ProbeState, ProbeTable},
        settings::Settings,
    },
};

/// Up to this many skills, everything is computed before a board is shown. Of more, trigger phrases
/// and order wait for whoever calls [`Lexicon::warm`], and results are compared after the rest.
pub(super) const AT_ONCE: usize = 200;

/// Everything that was measured on one snapshot.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// `now`, `git HEAD 1a2b3c4`, `the state at start`, `pinned at generation 4`.
    pub name: String,
    pub snapshot: Snapshot,
    pub lexicon: Arc<Lexicon>,
    /// What the harness shows its model of them; `None` where no harness looks.
    pub listing: Option<Arc<Listing>>,
    /// What becomes of each skill in the listing, also of a run that was kept; empty where no
    /// harness looked.
    pub disclosed: Arc<Disclosed>,
    pub queries: Arc<BoundSet>,
    /// Who chose, within which limits.
    pub agent: AgentInfo,
    /// Who chose, where that needs no model; `None` before anybody did.
    pub stand_in: Option<StandIn>,
    pub probes: Arc<ProbeTable>,
    pub figures: Arc<Figures>,
    /// Skills that were on the screen: of a huge catalog they are compared first.
    pub seen: Arc<[SkillId]>,
    /// What the rules of the lint find, once somebody has looked.
    pub linting: Linting,
}

impl State {
    pub fn generation(&self) -> u64 {
        self.snapshot.catalog.generation
    }

    /// A model was asked, and no scored prompt that expects a skill engaged any.
    pub fn nothing_engaged(&self) -> bool {
        let rows = &self.probes.rows;
        let scored = rows.iter().filter(|row| row.outcome().is_some() && !row.errored());
        let mut expects = scored.filter(|row| !row.query.label.wanted().is_empty()).peekable();
        self.agent.evidence == Evidence::Model
            && expects.peek().is_some()
            && expects.all(|row| row.engaged().is_empty())
    }

    /// Ids that a model could pick, in catalog order.
    pub fn residents(&self) -> Vec<SkillId> {
        self.snapshot.resident_ids()
    }

    /// Everything that is done, with every probe as its plan.
    pub fn tally(&self) -> Tally {
        tally(&self.probes, &self.queries, &self.snapshot, self.agent.attempts)
    }

    /// As [`State::of_recorded`] with nothing recorded.
    pub fn at_once(
        name: String,
        snapshot: Snapshot,
        queries: Arc<BoundSet>,
        settings: &Settings,
        before: &Self,
    ) -> Self {
        Self::of_recorded(name, snapshot, queries, settings, before, None)
    }

    /// The same measurement, for states that others are held against: without what only the next
    /// one is made from.
    #[must_use]
    pub fn settled(&self) -> Self {
        Self { stand_in: None, ..self.clone() }
    }

    /// Measures a snapshot at once, waiting for nobody. What did not change since
    /// `before`, an earlier state, is taken over from there; what is `recorded` of the same plan
    /// holds.
    ///
    /// The neighbourhood and the probes need nothing of each other and run side by side.
    pub fn of_recorded(
        name: String,
        snapshot: Snapshot,
        queries: Arc<BoundSet>,
        settings: &Settings,
        before: &Self,
        recorded: Option<&ProbeTable>,
    ) -> Self {
        let listing = settings.list(&snapshot);
        let listed_by = listing.as_ref().map(|listing| listing.lens.title());
        let (lexicon, stand_in, probes, figures) = std::thread::scope(|scope| {
            let words = scope.spawn(|| {
                let lexicon = match *before.lexicon.options() == settings.lexical {
                    true => before.lexicon.after_for(&snapshot, &before.seen),
                    false => Lexicon::of(&snapshot, settings.lexical),
                };
                match lexicon.len() {
                    0..=AT_ONCE => lexicon.warm(),
                    _ => _ = lexicon.neighbourhood(),
                }
                lexicon
            });
            let earlier = before.stand_in.as_ref();
            let stand_in = settings.stand_in(&snapshot, listing.as_deref(), earlier);
            let Caps { probes, duration_ms, .. } = settings.caps;
            let table = match (&stand_in, recorded, probes, duration_ms, settings.offered) {
                (Some(stand_in), None, None, None, Offered::All) => {
                    play_all(stand_in, &queries, &snapshot, settings)
                }
                (Some(stand_in), ..) => {
                    play_some(stand_in, &queries, &snapshot, settings, recorded)
                }
                (None, ..) => {
                    let nothing = ProbeTable::default();
                    resumed(&snapshot, &queries, settings, recorded.unwrap_or(&nothing))
                }
            };
            let attempts = settings.attempts;
            let figures = tally(&table, &queries, &snapshot, attempts).figures(settings.confidence);
            // A panic there is a panic here; nothing is left to do with half a measurement.
            let lexicon = words.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            (lexicon, stand_in, table, figures)
        });
        Self {
            name,
            snapshot,
            lexicon: Arc::new(lexicon),
            disclosed: listing
                .as_ref()
                .map(|listing| listing.disclosed().into())
                .unwrap_or_default(),
            listing,
            queries,
            agent: AgentInfo { listed_by, ..settings.agent_info() },
            stand_in,
            probes: Arc::new(probes),
            figures: Arc::new(figures),
            seen: Arc::clone(&before.seen),
            linting: Linting::by(&settings.lint),
        }
    }
}

/// Every probe of the plan, played to its end.
fn play_all(
    stand_in: &StandIn,
    queries: &BoundSet,
    snapshot: &Snapshot,
    settings: &Settings,
) -> ProbeTable {
    let generation = snapshot.catalog.generation;
    let mut rows = Vec::with_capacity(queries.queries.len() * settings.attempts.max(1) as usize);
    for query in &queries.queries {
        for attempt in 1..=settings.attempts.max(1) {
            let play = stand_in.play(query, attempt, false);
            rows.push(Arc::new(settled(query, attempt, generation, play, settings)));
        }
    }
    ProbeTable { rows }
}

/// The probes of the plan that are not `recorded`, in its seeded order, until a cap is reached;
/// each on what it is offered.
fn play_some(
    stand_in: &StandIn,
    queries: &BoundSet,
    snapshot: &Snapshot,
    settings: &Settings,
    recorded: Option<&ProbeTable>,
) -> ProbeTable {
    let nothing = ProbeTable::default();
    let mut table = resumed(snapshot, queries, settings, recorded.unwrap_or(&nothing));
    let order = table.plan(settings.seed).probes;
    let waits = |at: &usize| table.rows.get(*at).is_some_and(|row| row.outcome().is_none());
    let waiting = order.into_iter().map(|probe| table.place(probe)).filter(waits);
    let first: Vec<usize> = waiting.take(settings.caps.probes.unwrap_or(usize::MAX)).collect();
    let mut offers = Offers::of(settings.offered, snapshot, settings.lexical);
    let time_is_up = settings.time_is_up();
    for at in first {
        if time_is_up() {
            break;
        }
        if let Some(row) = table.row_mut(at) {
            let set = |part: &Snapshot| settings.set_on(part);
            let narrow = offers.as_mut().and_then(|offers| offers.to(&row.query, set));
            let play = narrow.as_ref().unwrap_or(stand_in).play(&row.query, row.attempt, row.again);
            *row = settled(&row.query, row.attempt, row.generation, play, settings);
        }
    }
    table
}

/// A probe whose play is over.
fn settled(
    query: &Arc<Query<SkillId>>,
    attempt: u32,
    generation: u64,
    play: Play,
    settings: &Settings,
) -> ProbeRow {
    let lasts_ms = play.lasts_ms;
    let (events, outcome) = play.settle(query, &settings.limits);
    // A probe that was stopped early lasted until the event that stopped it.
    let stopped = matches!(&outcome, Outcome::Scored(t) if t.ended_by != EndedBy::Answer);
    let until = events.last().filter(|_| stopped).map_or(lasts_ms, |event| event.at_ms);
    ProbeRow {
        state: ProbeState::Done(Arc::new(outcome)),
        duration_ms: Some(until),
        events,
        ..ProbeRow::planned(Arc::clone(query), attempt, generation)
    }
}

/// A table in which every probe waits, except those that the script plays as it did in `before`:
/// nothing about them has changed, so their records hold.
pub fn plan(
    snapshot: &Snapshot,
    queries: &BoundSet,
    settings: &Settings,
    before: &ProbeTable,
) -> ProbeTable {
    let generation = snapshot.catalog.generation;
    let Some(stand_in) = settings.agent.on(snapshot, None) else {
        return resumed(snapshot, queries, settings, before);
    };
    let known: HashMap<(&str, u32), &Arc<ProbeRow>> =
        before.rows.iter().map(|row| ((row.query.id.as_str(), row.attempt), row)).collect();
    let mut rows = Vec::new();
    for query in &queries.queries {
        for attempt in 1..=settings.attempts.max(1) {
            let kept = known.get(&(query.id.as_str(), attempt)).filter(|row| {
                let again = || {
                    let play = stand_in.play(query, attempt, false);
                    settled(query, attempt, generation, play, settings)
                };
                row.outcome().is_some() && row.query == *query && {
                    let anew = again();
                    anew.outcome() == row.outcome() && anew.events == row.events
                }
            });
            rows.push(match kept {
                Some(row) => Arc::new(ProbeRow { generation, ..ProbeRow::clone(row) }),
                None => Arc::new(ProbeRow::planned(Arc::clone(query), attempt, generation)),
            });
        }
    }
    ProbeTable { rows }
}

/// Milliseconds that each probe takes, which only a stand-in can say beforehand; else empty.
pub fn lengths(state: &State, settings: &Settings) -> Vec<u64> {
    let Some(stand_in) = &state.stand_in else { return Vec::new() };
    let length = |row: &Arc<ProbeRow>| {
        let play = stand_in.play(&row.query, row.attempt, row.again);
        let played = settled(&row.query, row.attempt, row.generation, play, settings);
        played.duration_ms.unwrap_or(0)
    };
    state.probes.rows.iter().map(length).collect()
}

/// A table that goes on where a recorded one of the same plan ended: scored probes hold, errored
/// ones are tried anew.
pub fn resumed(
    snapshot: &Snapshot,
    queries: &BoundSet,
    settings: &Settings,
    recorded: &ProbeTable,
) -> ProbeTable {
    let attempts = 1..=settings.attempts.max(1);
    let probes = queries
        .queries
        .iter()
        .flat_map(|query| attempts.clone().map(move |attempt| (query, attempt)));
    let row = |(at, (query, attempt)): (usize, (&Arc<Query<SkillId>>, u32))| {
        let generation = snapshot.catalog.generation;
        let planned = ProbeRow::planned(Arc::clone(query), attempt, generation);
        let same = |row: &&Arc<ProbeRow>| row.attempt == attempt && row.query == *query;
        match recorded.rows.get(at).filter(same) {
            Some(row) if row.errored() => ProbeRow { again: true, ..planned },
            Some(row) => ProbeRow { generation, ..ProbeRow::clone(row) },
            None => planned,
        }
    };
    ProbeTable { rows: probes.enumerate().map(row).map(Arc::new).collect() }
}

/// A tally of nothing yet, with every probe of a plan of so many attempts a query.
pub fn planned(queries: &BoundSet, snapshot: &Snapshot, attempts: u32) -> Tally {
    let mut tally = Tally::new(&snapshot.resident_ids());
    for query in &queries.queries {
        tally.plan(query, attempts.max(1));
    }
    tally
}

/// The tally of what is done in a table, with the whole table as its plan.
fn tally(table: &ProbeTable, queries: &BoundSet, snapshot: &Snapshot, attempts: u32) -> Tally {
    let mut tally = planned(queries, snapshot, attempts);
    for row in &table.rows {
        if let Some(observation) = row.observation() {
            tally.add(&observation);
        }
    }
    tally
}
