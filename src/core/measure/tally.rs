//! Observations taken one by one: each is scored as it comes, figures are summed on demand.
//!
//! The same observations give the same figures in whatever order they came.

use std::{
    collections::{BTreeMap, HashMap},
    hash::{Hash, Hasher},
    sync::Arc,
};

use crate::core::{
    id::SkillId,
    measure::{
        Observation,
        completion::Completion,
        row::{Group, Number, Row},
        sequence::{Score, stripped},
        truth::Truth,
    },
    query::{Origin, Query, unit::Unit},
    trajectory::{Outcome, Trajectory},
};

/// The scored probes of one run.
#[derive(Debug, Default)]
pub struct Tally {
    /// Skills by number: residents first.
    pub(super) ids: Vec<SkillId>,
    pub(super) residents: usize,
    numbers: HashMap<SkillId, Number>,
    queries: Vec<Entry>,
    query_numbers: HashMap<Identity, u32>,
    units: HashMap<(bool, String), u32>,
    probes: Vec<Probe>,
    probe_numbers: HashMap<(u32, u32), usize>,
    planned: usize,
    clashes: usize,
}

#[derive(Debug)]
struct Entry {
    unit: u32,
    kind: Kind,
    /// Skills that a complete label expects.
    expected: Vec<Number>,
    drafted: bool,
    /// Attempts that the plan wants.
    planned: u32,
    /// Attempts seen.
    seen: u32,
}

/// Which headline a query enters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kind {
    pub group: Group,
    pub partial: bool,
}

#[derive(Debug)]
struct Probe {
    query: u32,
    state: State,
}

#[derive(Debug)]
enum State {
    Scored(Row),
    Errored(String),
}

/// A query by file and id, since an id is unique in its set only.
#[derive(Debug)]
struct Identity(Arc<Query<SkillId>>);

impl Identity {
    fn key(&self) -> (&str, &str) {
        (&self.0.id, &self.0.source.path)
    }
}

impl PartialEq for Identity {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Identity {}

impl Hash for Identity {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl Tally {
    /// An empty tally over the skills that a model could pick.
    pub fn new(residents: &[SkillId]) -> Self {
        let mut tally = Self::default();
        for id in residents {
            tally.number(id);
        }
        tally.residents = tally.ids.len();
        tally
    }

    /// States that the run wants `attempts` of a query, so that its completion is known by skill.
    pub fn plan(&mut self, query: &Arc<Query<SkillId>>, attempts: u32) {
        let number = self.query(query);
        if let Some(entry) = self.queries.get_mut(number as usize) {
            entry.planned = attempts;
        }
    }

    /// States how many probes the run wants in all; more than [`Tally::plan`] knows of are taken
    /// for rows of the headline.
    pub fn plan_in_all(&mut self, probes: usize) {
        self.planned = probes;
    }

    /// Takes one observation.
    ///
    /// An attempt that errored may be seen again: the later record replaces the error. Of two
    /// scored records of one attempt the first counts and the clash is counted; an error after a
    /// score changes nothing.
    pub fn add(&mut self, observation: &Observation) {
        let query = self.query(&observation.query);
        let known = self.probe_numbers.get(&(query, observation.attempt)).copied();
        let scored = known.and_then(|at| self.probes.get(at)).is_some_and(Probe::is_scored);
        let state = match &*observation.outcome {
            Outcome::Scored(_) if scored => {
                self.clashes += 1;
                return;
            }
            Outcome::Errored { .. } if scored => return,
            Outcome::Scored(trajectory) => {
                State::Scored(self.row(query, &observation.query, trajectory))
            }
            Outcome::Errored { cause } => State::Errored(cause.clone()),
        };
        match known.and_then(|at| self.probes.get_mut(at)) {
            Some(probe) => probe.state = state,
            None => {
                self.probe_numbers.insert((query, observation.attempt), self.probes.len());
                self.probes.push(Probe { query, state });
                if let Some(entry) = self.queries.get_mut(query as usize) {
                    entry.seen += 1;
                }
            }
        }
    }

    /// Scored records beyond the first of an attempt.
    pub fn clashes(&self) -> usize {
        self.clashes
    }

    /// Scored probes of one group.
    pub(super) fn rows(&self, group: Group) -> Vec<&Row> {
        self.probes.iter().filter_map(Probe::row).filter(|row| row.group == group).collect()
    }

    /// Scored probes of the main group whose prompts were drafted.
    pub(super) fn drafted(&self) -> usize {
        self.rows(Group::Main)
            .iter()
            .filter(|row| self.queries.get(row.query as usize).is_some_and(|entry| entry.drafted))
            .count()
    }

    /// Completion of the whole run.
    pub(super) fn run(&self) -> Completion {
        let mut run = self.completion(|_| true);
        run.planned = run.planned.max(self.planned);
        run
    }

    /// Completion of the queries of one kind; `surplus` is planned beside what is known of them.
    pub(super) fn completion_of(&self, kind: Kind, surplus: usize) -> Completion {
        let mut done = self.completion(|entry| entry.kind == kind);
        done.planned += surplus;
        done
    }

    /// Planned probes of which nothing else is known.
    pub(super) fn surplus(&self) -> usize {
        self.planned.saturating_sub(self.completion(|_| true).planned)
    }

    /// Completion of the main rows that expect each skill, by number.
    pub(super) fn completion_by_skill(&self) -> Vec<Completion> {
        let main = Kind { group: Group::Main, partial: false };
        let expected = |entry: &Entry| match entry.kind == main {
            true => entry.expected.clone(),
            false => Vec::new(),
        };
        let of: Vec<Vec<Number>> = self.queries.iter().map(expected).collect();
        let mut by_skill = self.completions(&of);
        (0..count(self.ids.len()))
            .map(|skill| by_skill.remove(&skill).unwrap_or_default())
            .collect()
    }

    fn completion(&self, counted: impl Fn(&Entry) -> bool) -> Completion {
        let of: Vec<Vec<()>> = self
            .queries
            .iter()
            .map(|entry| counted(entry).then_some(()).into_iter().collect())
            .collect();
        self.completions(&of).remove(&()).unwrap_or_default()
    }

    /// The queries with what they enter, by number.
    pub(super) fn queries(&self) -> Vec<(&Query<SkillId>, Kind)> {
        let mut by_number: Vec<(u32, &Query<SkillId>)> =
            self.query_numbers.iter().map(|(identity, &number)| (number, &*identity.0)).collect();
        by_number.sort_unstable_by_key(|(number, _)| *number);
        by_number
            .into_iter()
            .zip(&self.queries)
            .map(|((_, query), entry)| (query, entry.kind))
            .collect()
    }

    /// Completion of each part of the queries; `of`: the parts that a query, by number, belongs to.
    pub(super) fn completions<P: Ord + Clone>(&self, of: &[Vec<P>]) -> BTreeMap<P, Completion> {
        let mut all: BTreeMap<P, Completion> = BTreeMap::new();
        for (parts, entry) in of.iter().zip(&self.queries) {
            for part in parts {
                all.entry(part.clone()).or_default().planned +=
                    entry.planned.max(entry.seen) as usize;
            }
        }
        let mut causes: BTreeMap<(&P, &str), usize> = BTreeMap::new();
        for probe in &self.probes {
            for part in of.get(probe.query as usize).into_iter().flatten() {
                let Some(done) = all.get_mut(part) else { continue };
                match &probe.state {
                    State::Scored(_) => done.scored += 1,
                    State::Errored(cause) => {
                        done.errored += 1;
                        *causes.entry((part, cause)).or_default() += 1;
                    }
                }
            }
        }
        for ((part, cause), count) in causes {
            if let Some(done) = all.get_mut(part) {
                done.causes.push((cause.to_owned(), count));
            }
        }
        all.values_mut().for_each(Completion::sort_causes);
        all
    }

    fn row(&mut self, number: u32, query: &Query<SkillId>, trajectory: &Trajectory) -> Row {
        let truth = Truth::of(&query.label);
        let engaged = stripped(query, trajectory);
        let score = Score::against(&truth, &engaged, trajectory);
        Row {
            query: number,
            unit: self.queries.get(number as usize).map_or(0, |entry| entry.unit),
            group: Group::of(query),
            truth: truth.map(|id| self.number(id)),
            neutral: query.neutral.iter().map(|id| self.number(id)).collect(),
            engaged: engaged.into_iter().map(|id| self.number(id)).collect(),
            raw_first: trajectory.engagements.first().map(|first| self.number(&first.skill)),
            ended_by: trajectory.ended_by,
            sequence: score.complete().copied(),
        }
    }

    fn query(&mut self, query: &Arc<Query<SkillId>>) -> u32 {
        let identity = Identity(Arc::clone(query));
        if let Some(&number) = self.query_numbers.get(&identity) {
            return number;
        }
        let unit = match query.unit() {
            Unit::Group(group) => (true, group.to_owned()),
            Unit::Prompt(prompt) => (false, prompt.into_owned()),
        };
        let next = count(self.units.len());
        let unit = *self.units.entry(unit).or_insert(next);
        let truth = Truth::of(&query.label).map(|id| self.number(id));
        let partial = matches!(truth, Truth::Partial { .. });
        let number = count(self.queries.len());
        self.queries.push(Entry {
            unit,
            kind: Kind { group: Group::of(query), partial },
            expected: truth.expected().to_vec(),
            drafted: query.origin == Origin::Drafted,
            planned: 0,
            seen: 0,
        });
        self.query_numbers.insert(identity, number);
        number
    }

    fn number(&mut self, id: &SkillId) -> Number {
        if let Some(&number) = self.numbers.get(id) {
            return number;
        }
        let number = count(self.ids.len());
        self.ids.push(id.clone());
        self.numbers.insert(id.clone(), number);
        number
    }
}

impl Probe {
    fn row(&self) -> Option<&Row> {
        match &self.state {
            State::Scored(row) => Some(row),
            State::Errored(_) => None,
        }
    }

    fn is_scored(&self) -> bool {
        self.row().is_some()
    }
}

/// More than four thousand million skills, queries or units do not fit in memory.
fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
