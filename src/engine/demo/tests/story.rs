//! The story that the demo tells, in figures: who claims, who steals, and what two edits change.

use std::{collections::BTreeSet, sync::Arc};

use super::{queries, script, snapshot};
use crate::core::{
    id::SkillId,
    lexical::{Lexicon, Options},
    measure::{Class, Figures, Observation},
    plan::Limits,
    snapshot::Snapshot,
    standin::{StandIn, keyword::Keyword},
};

const ROUTER: &str = "bike-desk";
const THIEF: &str = "house-voice";
const VICTIM: &str = "review-replies";
const TWINS: [&str; 2] = ["pickup-handover", "return-handover"];
const SPECIALISTS: [&str; 5] =
    ["booking-changes", "price-quotes", "refunds", "repair-log", "route-planner"];

struct Run {
    figures: Figures,
    /// Prompts whose first engagement was right.
    hits: BTreeSet<String>,
}

fn run(snapshot: &Snapshot, stand_in: &StandIn) -> Run {
    let queries = queries::bound().queries;
    let outcomes = stand_in.route(&queries, &Limits::default());
    let observations: Vec<Observation> = queries
        .into_iter()
        .zip(outcomes)
        .map(|(query, outcome)| Observation { query, attempt: 1, outcome: Arc::new(outcome) })
        .collect();
    let residents: Vec<SkillId> = snapshot.residents().map(|r| r.id().clone()).collect();
    let figures = Figures::of(&observations, observations.len(), &residents);
    let hit = |one: &Observation| {
        let alone = Figures::of(std::slice::from_ref(one), 1, &residents);
        alone.headline.top1.rate == Some(1.0)
    };
    let hits = observations.iter().filter(|one| hit(one)).map(|one| one.query.id.clone()).collect();
    Run { figures, hits }
}

fn scripted(edits: &[&str]) -> Run {
    let (script, snapshot) = (script::script(), snapshot(edits));
    run(&snapshot, &StandIn::Script(script.on(&snapshot)))
}

impl Run {
    /// Recall by first engagement, and of the whole trajectory.
    fn recall(&self, skill: &str) -> (f64, f64) {
        let figures = self.figures.skill(&skill.into()).expect("a resident skill");
        let defined = |rate: Option<f64>| rate.expect("the skill has prompts");
        (defined(figures.turn1.recall.rate), defined(figures.turn1.trajectory_recall.rate))
    }

    fn taken(&self, from: &str, by: &str) -> u32 {
        let expected = Class::from(Some(&SkillId::from(from)));
        let steals = self.figures.steals.iter();
        steals
            .filter(|steal| steal.expected == expected && steal.engaged == by.into())
            .map(|steal| steal.count)
            .sum()
    }

    fn fp(&self, skill: &str) -> u32 {
        let attractors = self.figures.attractors.iter();
        attractors.filter(|one| one.id == skill.into()).map(|one| one.fp).sum()
    }

    fn lost_since(&self, before: &Self) -> Vec<String> {
        before.hits.difference(&self.hits).cloned().collect()
    }
}

#[test]
fn the_router_takes_its_specialists_first_turns_and_the_thief_its_victims() {
    let run = scripted(&[]);
    for skill in SPECIALISTS {
        let (first, whole) = run.recall(skill);
        assert!(first < 0.7 && whole > first + 0.15, "{skill}: {first} {whole}");
        let worst =
            run.figures.steals.iter().find(|s| s.expected == Class::from(Some(&skill.into())));
        assert_eq!(worst.map(|steal| steal.engaged.as_str()), Some(ROUTER), "{skill}");
    }
    let attractors: Vec<&str> =
        run.figures.attractors.iter().map(|one| one.id.as_str()).take(2).collect();
    assert_eq!(attractors, [ROUTER, THIEF]);
    assert!(run.taken(VICTIM, THIEF) >= 5);
    assert_eq!(TWINS.map(|twin| run.recall(twin).0), [1.0, 1.0]);
    let completion = run.figures.run;
    assert_eq!((completion.planned - completion.scored, completion.errored), (1, 1));
}

#[test]
fn the_first_edit_frees_the_specialists_and_loses_one_prompt() {
    let (before, after) = (scripted(&[]), scripted(&["1-router-hands-off"]));
    for skill in SPECIALISTS {
        assert!(after.recall(skill).0 >= before.recall(skill).0 + 0.2, "{skill}");
    }
    assert_eq!(after.fp(ROUTER), 0);
    assert_eq!(after.lost_since(&before), ["desk-01"]);
    assert_eq!(after.fp(THIEF), before.fp(THIEF), "the thief is untouched");
}

#[test]
fn the_second_edit_narrows_the_thief_and_loses_one_prompt() {
    let first = ["1-router-hands-off"];
    let (before, after) = (scripted(&first), scripted(&[first[0], "2-thief-narrowed"]));
    assert!(after.recall(VICTIM).0 >= before.recall(VICTIM).0 + 0.3);
    assert!(after.fp(THIEF) * 4 <= before.fp(THIEF), "{}", after.fp(THIEF));
    assert_eq!(after.lost_since(&before), ["voice-06"]);
    let (none, alone) = (scripted(&[]), scripted(&["2-thief-narrowed"]));
    assert_eq!(alone.lost_since(&none), ["voice-06"], "and the same without the first");
    assert_eq!(alone.fp(ROUTER), none.fp(ROUTER));
}

#[test]
fn words_show_the_router_and_the_twins_but_not_the_thief() {
    let lexicon = Lexicon::of(&snapshot(&[]), Options::default());
    let rows = &lexicon.neighbourhood().rows;
    let nearest = |skill: &str| {
        let row = &rows[lexicon.position(&skill.into()).expect("a resident skill")];
        row.nearest().map(|rival| (lexicon.id(rival.index).as_str(), rival.ratio))
    };
    for skill in SPECIALISTS {
        assert!(matches!(nearest(skill), Some((ROUTER, ratio)) if ratio > 0.25), "{skill}");
    }
    for (twin, other) in [(TWINS[0], TWINS[1]), (TWINS[1], TWINS[0])] {
        assert!(matches!(nearest(twin), Some((rival, ratio)) if rival == other && ratio > 0.5));
    }
    assert!(nearest(VICTIM).is_some_and(|(_, ratio)| ratio < 0.15));
    assert!(nearest(THIEF).is_some_and(|(_, ratio)| ratio < 0.15));
}

#[test]
fn the_router_repeats_its_specialists_phrases_until_the_first_edit() {
    let claimed = |edits: &[&str]| -> Vec<(String, usize)> {
        let lexicon = Lexicon::of(&snapshot(edits), Options::default());
        let router = lexicon.position(&ROUTER.into()).expect("a resident skill");
        let claims = lexicon.claims().iter().filter(|claim| claim.by == router);
        let mut of: Vec<(String, usize)> =
            claims.map(|c| (lexicon.id(c.of).to_string(), c.phrases.len())).collect();
        of.sort();
        of
    };
    let named = claimed(&[]);
    assert_eq!(named.iter().map(|(of, _)| of.as_str()).collect::<Vec<_>>(), SPECIALISTS);
    for (of, phrases) in &named {
        assert!(*phrases >= 3, "{phrases} phrases of {of}");
    }
    assert_eq!(claimed(&["1-router-hands-off"]), []);
}

/// The stand-in that runs at once is no better than words are, and shows the same two things: the
/// twins route cleanly, and the first edit helps.
#[test]
fn keywords_tell_the_same_story_more_faintly() {
    let keyword = |edits: &[&str]| {
        let snapshot = snapshot(edits);
        run(&snapshot, &StandIn::Keyword(Keyword::of(&snapshot)))
    };
    let (before, after) = (keyword(&[]), keyword(&["1-router-hands-off"]));
    assert_eq!(TWINS.map(|twin| before.recall(twin).0), [1.0, 1.0]);
    assert!(after.hits.len() > before.hits.len());
    assert!(after.fp(ROUTER) < before.fp(ROUTER));
    assert_eq!(before.taken(VICTIM, THIEF), 1, "words alone hardly see the thief");
}
