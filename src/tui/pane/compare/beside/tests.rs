//! Whole screens of agents side by side, at the two usual sizes.

use std::sync::Arc;

use crate::{
    core::{
        id::SkillId,
        measure::{Confidence, Rate, clustered::Units},
        plan::Evidence,
        query::{Label, Query},
        trajectory::{Engagement, Event, EventKind, Outcome, Trajectory, Via},
        workbench::{
            Board,
            probes::{ProbeRow, ProbeState},
            side_by_side::{Agent, Answer, Ground, Row, RunOffer, SideBySide, Skill},
        },
    },
    report::screen,
    tui::{
        app::testing::board,
        offscreen::{Offscreen, Setup},
        pane::testing::{USUAL, WIDE, listed, shown},
    },
};

fn rate(hits: u32, n: u32) -> Rate {
    Units::of((0..n).map(|at| (1, u32::from(at < hits))).collect()).rate(Confidence::default())
}

/// An agent of a run; every third is a stand-in, and the second one has not ended.
fn agent(number: usize, name: &str) -> Agent {
    let evidence = match number % 3 {
        0 => Evidence::StandIn,
        1 => Evidence::Model,
        _ => Evidence::Scripted,
    };
    Agent {
        run: format!("20260102-03040500{number}-a1b2c3d4"),
        agent: name.to_owned(),
        model: (evidence == Evidence::Model).then(|| "sonnet".to_owned()),
        harness_version: None,
        evidence,
        planned: 12,
        scored: if number == 2 { 9 } else { 12 },
        errored: 0,
        top1: rate(8 + u32::try_from(number % 4).unwrap(), 12),
        trajectory: rate(11, 12),
    }
}

/// What an agent did that engaged this skill first; nothing where it has none.
fn answer(query: &Arc<Query<SkillId>>, skill: Option<&str>, right: bool) -> Answer {
    let Some(skill) = skill else { return Answer::default() };
    let event = |at_ms, kind| Event { step: 1, at_ms, kind };
    let engagement = Engagement { skill: skill.into(), turn: 1, step: 1 };
    let trajectory =
        Trajectory { engagements: vec![engagement], steps: 1, ..Trajectory::default() };
    let attempt = ProbeRow {
        state: ProbeState::Done(Arc::new(Outcome::Scored(trajectory))),
        events: vec![
            event(200, EventKind::Thinking { text: "Which\u{1b}[2J one?".to_owned() }),
            event(400, EventKind::Engagement { skill: skill.into(), via: Via::Tool }),
        ],
        ..ProbeRow::planned(Arc::clone(query), 1, 1)
    };
    Answer {
        first: [skill.to_owned()].into(),
        scored: 1,
        hits: usize::from(right),
        attempts: vec![Arc::new(attempt)],
    }
}

fn query(id: &str, prompt: &str) -> Arc<Query<SkillId>> {
    let label = Label::Complete { expected: vec!["bread".into()], alternatives: Vec::new() };
    Arc::new(Query::new(id, prompt, label))
}

/// So many agents, two skills, and two rows on which they part; on the second one never answered.
fn all(names: &[&str]) -> SideBySide {
    let rows = [query("q1", "rolls for breakfast"), query("q2", "something \u{202e} sweet")];
    let row = |(at, query): (usize, &Arc<Query<SkillId>>)| {
        let one = |agent: usize| match (at, agent) {
            (1, 1) => answer(query, None, false),
            (_, n) if n % 2 == 0 => answer(query, Some("bread"), true),
            _ => answer(query, Some("cakes"), false),
        };
        Row { query: Arc::clone(query), answers: (0..names.len()).map(one).collect() }
    };
    let figures = |hits: u32| (0..names.len()).map(|at| rate(hits + at as u32 % 3, 6)).collect();
    let mut bread = Skill { id: "bread".into(), recall: figures(3), precision: figures(4) };
    // It engaged nothing, so that there is no precision.
    bread.precision[1] = Rate::default();
    let cakes = Skill { id: "cakes".into(), recall: figures(2), precision: figures(1) };
    SideBySide {
        agents: names.iter().zip(1..).map(|(name, number)| agent(number, name)).collect(),
        differs: vec!["agent", "model"],
        skills: vec![bread, cakes],
        agreed: 10,
        rows: rows.iter().enumerate().map(row).collect(),
    }
}

fn beside(all: SideBySide) -> Arc<Board> {
    Arc::new(Board { side_by_side: Some(Arc::new(all)), ..Board::clone(&board()) })
}

/// Pane by pane where they share a place, and all of them where they do not.
fn screens(board: &Arc<Board>, keys: &[&str]) -> String {
    let tabs = ["6", "6 <tab>", "6 <tab> <tab>", "6 <tab> <enter>"];
    let small = tabs.iter().map(|keys| (USUAL, *keys));
    let wide = std::iter::once("6").chain(keys.iter().copied()).map(|keys| (WIDE, keys));
    let screen = |(size, keys): ((u16, u16), &str)| {
        format!("keys: {keys}\n{}\n", shown(Arc::clone(board), size, keys))
    };
    small.chain(wide).map(screen).collect()
}

#[test]
fn two_agents_side_by_side() {
    let text = screens(&beside(all(&["keyword", "codex"])), &["6 <tab> <tab> j <enter>"]);
    for part in ["none is tested here", "scripted", "model", "ENGAGES", "wants bread"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    for word in ["better", "worse", "cannot tell", "pass", "fail"] {
        assert!(!text.contains(word), "{word} is a verdict: {text}");
    }
    insta::assert_snapshot!(text);
}

#[test]
fn five_agents_scroll_to_the_side() {
    let names = ["keyword", "codex", "pi", "qwen", "opencode"];
    let text = screens(&beside(all(&names)), &["6 l l l l l l", "6 l l l l h"]);
    assert!(text.contains("agents 1-2 of 5") && text.contains("of 5"), "{text}");
    insta::assert_snapshot!(text);
}

#[test]
fn long_names_are_cut_and_nothing_of_them_is_obeyed() {
    let long = "an-agent-of-a-name-that-nobody-wants-to-read-\u{1b}]0;x\u{7}-again-and-again";
    insta::assert_snapshot!(screens(&beside(all(&[long, long])), &[]));
}

#[test]
fn agents_that_agree_entirely_say_so() {
    let alike = SideBySide { rows: Vec::new(), ..all(&["keyword", "codex"]) };
    let text = screens(&beside(alike), &[]);
    assert!(text.contains("They part on no row: they answered all 10 alike."), "{text}");
    insta::assert_snapshot!(text);
}

#[test]
fn the_mode_is_left_and_entered_by_keys() {
    let board = beside(all(&["keyword", "codex"]));
    assert!(shown(Arc::clone(&board), WIDE, "6").contains("Agents side by side"));
    let left = shown(Arc::clone(&board), WIDE, "6 m");
    assert!(left.contains("Now is the baseline"), "{left}");
    assert!(shown(Arc::clone(&board), WIDE, "6 <esc> m").contains("Agents side by side"));
    let none = shown(listed(None), WIDE, "6 m");
    assert!(none.contains("no runs are chosen to stand side by side: S chooses them"), "{none}");
}

/// The list to choose from over these runs, after some keys.
fn list(runs: Option<Vec<RunOffer>>, keys: &str, size: (u16, u16)) -> (String, Vec<String>) {
    let mut screen = Offscreen::new(Setup::default(), size);
    let runs = runs.map(Arc::new);
    screen.show(Arc::new(Board { runs, ..Board::clone(&board()) }));
    let asked = screen.press(keys).expect("these are keys");
    (screen::text(&screen.picture()), asked.iter().map(|effect| format!("{effect:?}")).collect())
}

fn offer(id: &str, about: &str, ground: Result<Ground, String>) -> RunOffer {
    RunOffer { id: id.to_owned(), about: about.to_owned(), ground }
}

#[test]
fn runs_are_chosen_one_by_one_and_those_that_do_not_fit_say_why() {
    let same = || Ok(Ground::default());
    let board = Board { query_digest: "x".to_owned(), ..Board::default() };
    let other = Ground::of_board(&board);
    let runs = || {
        Some(vec![
            offer("20260102-a", "keyword (stand-in), 12 queries, complete", same()),
            offer("20260103-b", "codex (model), 12 queries, complete", same()),
            offer("20260104-c", "pi (model), 9 queries, complete", Ok(other.clone())),
            offer("20260105-d", "", Err("broken: no plan".to_owned())),
        ])
    };
    let (none, _) = list(Some(Vec::new()), "S", USUAL);
    assert!(none.contains("none is kept in this project"), "{none}");
    let (open, asked) = list(runs(), "S", WIDE);
    assert!(open.contains("choose 2 or more of the runs") && asked.join("").contains("FindRuns"));
    let (one, _) = list(runs(), "S <enter>", WIDE);
    assert!(one.contains("chosen 1") && one.contains("than the first"), "{one}");
    let (two, _) = list(runs(), "S <enter> <down> <enter>", WIDE);
    assert!(two.contains("chosen 1") && two.contains("2 chosen"), "{two}");
    let (after, asked) = list(runs(), "S <enter> <down> <enter> s h o w <enter>", WIDE);
    let wanted = r#"SideBySide(["20260102-a", "20260103-b"])"#;
    assert!(asked.last().is_some_and(|effect| effect.contains(wanted)), "{asked:?} {after}");
    insta::assert_snapshot!(format!("{none}\n{open}\n{one}\n{two}"));
}
