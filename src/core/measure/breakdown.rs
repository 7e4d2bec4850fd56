//! Figures of parts of a run, by what is known of each row before it is probed.
//!
//! Exploratory: parts are chosen after the fact and many at once, so that nothing here is a verdict
//! and no gate reads it. Must not know how the traits of a row are found.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::core::{
    id::SkillId,
    measure::{
        class::Class,
        completion::Completion,
        ledger,
        partial::PartialHeadline,
        rate::Rate,
        row::{Group, Row},
        sequence::Sequence,
        tally::{Kind, Tally},
        wilson::Confidence,
    },
    query::{Label, Query, traits::Traits},
};

/// What the rows are told apart by; in the order in which breakdowns are shown.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    strum::Display,
    strum::EnumIter,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Facet {
    /// As the query set spells it.
    Kind,
    /// Where the easiest right skill stands in the exact ranking of the prompt's words.
    Difficulty,
    /// How far the prompt hands its skill over.
    Leak,
    /// What the model is shown of the skill: a miss of what is listed nowhere is the budget's fault.
    Disclosure,
    /// Complete labels by each skill that they expect; partial ones speak of single skills anyway.
    Skill,
}

/// The parts of a run by one facet. A row may belong to several (it expects several skills), or to
/// none (what the facet asks cannot be told of it).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Breakdown {
    pub by: Facet,
    /// In the facet's own order, rows that expect no skill last.
    pub parts: Vec<Part>,
}

/// The figures of one part, over rows that are neither disputed nor of several user turns.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Part {
    pub part: String,
    /// Complete labels.
    pub all: Hits,
    /// Those of them that expect a skill.
    pub in_scope: Hits,
    /// Partial labels, where there are any.
    pub partial: Option<PartialHeadline>,
}

/// Hit rates of rows with a complete label.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Hits {
    pub completion: Completion,
    pub top1: Rate,
    pub trajectory: Rate,
}

/// A part within its facet: its place, then its name.
type Place = (u32, String);

/// After every other part.
const LAST: u32 = u32::MAX;

/// Which rows of a part are summed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Slice {
    OutOfScope,
    InScope,
    Partial,
}

impl Slice {
    fn of(query: &Query<SkillId>) -> Self {
        match &query.label {
            Label::Partial { .. } => Self::Partial,
            Label::Complete { expected, .. } if expected.is_empty() => Self::OutOfScope,
            Label::Complete { .. } => Self::InScope,
        }
    }
}

impl Facet {
    /// The parts that a row belongs to.
    fn places(self, query: &Query<SkillId>, traits: &Traits) -> Vec<Place> {
        let nobody = || (LAST, Class::NONE.to_owned());
        let slice = Slice::of(query);
        let ranked = |place: Option<Place>| match slice {
            Slice::OutOfScope => Some(nobody()),
            _ => place,
        };
        match self {
            Self::Kind => vec![match &traits.kind {
                Some(kind) => (0, kind.clone()),
                None => (LAST, "(no kind)".to_owned()),
            }],
            Self::Difficulty => {
                let place = traits.difficulty.map(|band| (band as u32, band.to_string()));
                ranked(place).into_iter().collect()
            }
            Self::Leak => {
                let place = traits.given.map(|given| (given as u32, given.to_string()));
                ranked(place).into_iter().collect()
            }
            Self::Disclosure => {
                let place = traits.shown.map(|shown| (shown as u32, shown.words().to_owned()));
                ranked(place).into_iter().collect()
            }
            Self::Skill => match (slice, &query.label) {
                (Slice::OutOfScope, _) => vec![nobody()],
                (Slice::InScope, label) => {
                    let mut skills: Vec<Place> =
                        label.wanted().iter().map(|id| (0, id.to_string())).collect();
                    skills.sort_unstable();
                    skills.dedup();
                    skills
                }
                (Slice::Partial, _) => Vec::new(),
            },
        }
    }
}

impl Tally {
    /// What has been observed so far by each facet that tells rows apart at all, summed up.
    ///
    /// `traits`: those of a row. A facet by which every row that it can tell of is alike, out of
    /// scope or not, is left out: the headline says as much.
    pub fn breakdowns(
        &self,
        mut traits: impl FnMut(&Query<SkillId>) -> Traits,
        confidence: Confidence,
    ) -> Vec<Breakdown> {
        use strum::IntoEnumIterator as _;
        let queries: Vec<_> =
            self.queries().into_iter().map(|(query, kind)| (query, kind, traits(query))).collect();
        let rows = self.rows(Group::Main);
        let by = |facet: Facet| {
            let places: Vec<Vec<(Place, Slice)>> = queries
                .iter()
                .map(|(query, kind, traits)| match kind {
                    Kind { group: Group::Main, .. } => {
                        let slice = Slice::of(query);
                        let places = facet.places(query, traits).into_iter();
                        places.map(|place| (place, slice)).collect()
                    }
                    _ => Vec::new(),
                })
                .collect();
            Breakdown { by: facet, parts: self.parts(&places, &rows, confidence) }
        };
        let tells = |breakdown: &Breakdown| {
            let named = |part: &&Part| part.part != Class::NONE;
            breakdown.parts.iter().filter(named).count() > 1
        };
        Facet::iter().map(by).filter(tells).collect()
    }

    fn parts(
        &self,
        places: &[Vec<(Place, Slice)>],
        rows: &[&Row],
        confidence: Confidence,
    ) -> Vec<Part> {
        let mut completions: BTreeMap<Place, BTreeMap<Slice, Completion>> = BTreeMap::new();
        for ((place, slice), completion) in self.completions(places) {
            completions.entry(place).or_default().insert(slice, completion);
        }
        let mut by_place: BTreeMap<&Place, Vec<&Row>> = BTreeMap::new();
        for row in rows {
            for (place, _) in places.get(row.query as usize).into_iter().flatten() {
                by_place.entry(place).or_default().push(row);
            }
        }
        completions
            .iter()
            .map(|(place, of)| {
                let rows = by_place.get(place).map_or(&[][..], Vec::as_slice);
                let done = |slice| of.get(&slice).cloned().unwrap_or_default();
                let [inside, outside] = [Slice::InScope, Slice::OutOfScope].map(done);
                let partial = of.get(&Slice::Partial);
                Part {
                    part: place.1.clone(),
                    all: Hits::of(rows, inside.clone().and(outside), |_| true, confidence),
                    in_scope: Hits::of(rows, inside, |sequence| sequence.in_scope, confidence),
                    partial: partial
                        .map(|done| PartialHeadline::of(rows, done.clone(), confidence)),
                }
            })
            .collect()
    }
}

impl Hits {
    fn of(
        rows: &[&Row],
        completion: Completion,
        counted: impl Fn(&Sequence) -> bool,
        confidence: Confidence,
    ) -> Self {
        let rate = |hit: fn(&Sequence) -> bool| {
            let scored = rows.iter().filter_map(|row| Some((row.unit, row.sequence.as_ref()?)));
            let hits = scored.filter(|(_, sequence)| counted(sequence));
            ledger::units(hits.map(|(unit, sequence)| (unit, hit(sequence)))).rate(confidence)
        };
        Self { completion, top1: rate(|s| s.entrypoint), trajectory: rate(|s| s.trajectory) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{
        listing::State,
        measure::{Figures, Observation, testing::row},
        query::{difficulty::Band, traits::Given},
    };

    fn traits(query: &Query<SkillId>) -> Traits {
        let wants = !query.label.wanted().is_empty();
        let named = query.id.starts_with("easy");
        let band = if named { Band::First } else { Band::Unranked };
        let given = if named { Given::Name } else { Given::Nothing };
        Traits {
            kind: query.kind.clone(),
            difficulty: wants.then_some(band),
            given: wants.then_some(given),
            shown: wants.then_some(match query.id.contains('2') {
                true => State::NameOnly,
                false => State::Whole,
            }),
        }
    }

    fn breakdowns(observations: &[Observation]) -> Vec<Breakdown> {
        let mut tally = Tally::default();
        for observation in observations {
            tally.add(observation);
        }
        tally.breakdowns(traits, Confidence::default())
    }

    fn kind(kind: &str) -> impl FnOnce(&mut Query<SkillId>) {
        |query| query.kind = Some(kind.to_owned())
    }

    fn run() -> Vec<Observation> {
        [
            row("easy 1").expects("a").with(kind("plain")).ran(&["a", "a"]),
            row("easy 2").expects("b").with(kind("plain")).ran(&["b", "!"]),
            row("hard 1").expects("b").with(kind("near-miss")).ran(&["a b", ""]),
            row("hard 2").expects("a b").ran(&["b a", "c"]),
            row("none 1").with(kind("near-miss")).ran(&["", "a"]),
            row("none 2").with(kind("near-miss")).ran(&["", ""]),
            row("apart").expects("a").with(|query| query.disputed = true).ran(&["b", "b"]),
        ]
        .concat()
    }

    /// Name, top-1 with and without what is out of scope, errored.
    type Told<'a> = (&'a str, [(f64, f64); 2], usize);

    fn told(breakdown: &Breakdown) -> Vec<Told<'_>> {
        let counts = |rate: &Rate| (rate.hits, rate.n);
        let part = |part: &'_ Part| [counts(&part.all.top1), counts(&part.in_scope.top1)];
        let parts = breakdown.parts.iter();
        parts.map(|p| (p.part.as_str(), part(p), p.all.completion.errored)).collect()
    }

    #[test]
    fn every_part_is_shown_with_and_without_the_rows_that_expect_nothing() {
        let all = breakdowns(&run());
        let [kind, difficulty, leak, disclosure, skill] = &all[..] else { panic!("{all:?}") };
        assert_eq!(
            told(kind),
            [
                ("near-miss", [(3.0, 6.0), (0.0, 2.0)], 0),
                ("plain", [(3.0, 3.0), (3.0, 3.0)], 1),
                ("(no kind)", [(1.0, 2.0), (1.0, 2.0)], 0),
            ]
        );
        let nobody = ("(no skill)", [(3.0, 4.0), (0.0, 0.0)], 0);
        let whole = ("whole", [(2.0, 4.0), (2.0, 4.0)], 0);
        let name_only = ("name only", [(2.0, 3.0), (2.0, 3.0)], 1);
        assert_eq!(told(disclosure), [whole, name_only, nobody]);
        assert_eq!(
            told(difficulty),
            [("1", [(3.0, 3.0), (3.0, 3.0)], 1), ("unranked", [(1.0, 4.0), (1.0, 4.0)], 0), nobody,]
        );
        assert_eq!(leak.parts[0].part, "names the skill");
        assert_eq!(
            told(skill),
            [("a", [(3.0, 4.0), (3.0, 4.0)], 0), ("b", [(2.0, 5.0), (2.0, 5.0)], 1), nobody,]
        );
        assert_eq!(skill.parts[2].in_scope.top1.rate, None, "undefined, not nought");
    }

    #[test]
    fn parts_that_do_not_overlap_add_up_to_the_headline() {
        let figures = Figures::of(&run(), 0, &[]);
        for breakdown in breakdowns(&run()).iter().filter(|breakdown| breakdown.by != Facet::Skill)
        {
            let sum = |of: fn(&Part) -> &Rate| {
                let rates = breakdown.parts.iter().map(of);
                rates.fold((0.0, 0.0), |(hits, n), rate| (hits + rate.hits, n + rate.n))
            };
            let headline = &figures.headline;
            let whole = |rate: &Rate| (rate.hits, rate.n);
            assert_eq!(sum(|part| &part.all.top1), whole(&headline.top1));
            assert_eq!(sum(|part| &part.all.trajectory), whole(&headline.trajectory));
            assert_eq!(sum(|part| &part.in_scope.top1), whole(&headline.top1_in_scope));
        }
    }

    #[test]
    fn attempts_of_one_prompt_are_no_draws_of_their_own() {
        let all = breakdowns(&run());
        let plain = &all[0].parts[1].all.top1;
        assert_eq!((plain.n, plain.draws.units), (3.0, 2));
        assert!(plain.draws.effective.is_some_and(|draws| draws < 3.0), "{plain:?}");
    }

    #[test]
    fn partial_labels_have_figures_of_their_own() {
        let all = breakdowns(
            &[
                row("easy").should("a").with(kind("one")).ran(&["a"]),
                row("hard").must_not("a").with(kind("two")).ran(&["a"]),
            ]
            .concat(),
        );
        assert_eq!(all.len(), 1, "one skill, one rank: nothing to tell apart but kinds");
        let partial = |at: usize| all[0].parts[at].partial.as_ref().unwrap();
        assert_eq!(partial(0).trigger_recall.rate, Some(1.0));
        assert_eq!(partial(1).restraint.rate, Some(0.0));
        assert_eq!(partial(1).trigger_recall.rate, None);
        assert_eq!(all[0].parts[0].all, Hits::default());
    }
}
