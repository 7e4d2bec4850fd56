//! Keys go in, pictures come out; boards are measured by the real workbench.

use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::{
    core::workbench::{differs::Difference, probes::ProbeCounts},
    report::screen,
    tui::{
        app::testing,
        offscreen::{Effect, Offscreen, Setup},
        pane::testing::shown,
    },
};

#[test]
fn the_start_is_held_against_nothing() {
    let text = shown(testing::board(), (120, 40), "6");
    assert!(text.contains("Now is the baseline, the state at start"), "{text}");
    assert!(text.contains("B choose what to compare with"), "{text}");
}

#[test]
fn one_flip_decides_nothing_and_says_what_would() {
    let text = shown(testing::board_after_an_edit(), (120, 40), "6");
    for part in [
        "Now against the state at start",
        "? cannot tell",
        "1.000 → 0.667 over 3 common queries, 1 differs",
        "the description of bread",
        "1 flip; none expected from noise",
        "generation 1 to 2",
        "lexical stand-in",
        "{+, icing, icing for cakes+}",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn a_flip_opens_with_both_trajectories_and_leads_to_its_probe() {
    let board = testing::board_after_an_edit();
    let text = shown(Arc::clone(&board), (80, 24), "6 <tab> <enter>");
    for part in ["▼ lost", "icing for a wedding cake please", "wants cakes", "✓ cakes", "✗ bread"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    let text = shown(board, (120, 40), "6 <tab> <enter> <enter>");
    assert!(text.contains("Trajectory") && text.contains("icing for a wedding"), "{text}");
}

#[test]
fn a_skill_of_few_queries_is_told_so_with_its_edit() {
    let text = shown(testing::board_after_an_edit(), (80, 24), "6 <tab> <tab> <enter>");
    assert!(text.contains("cannot tell: ") && text.contains("a verdict takes"), "{text}");
    assert!(text.contains("description") && text.contains("{+"), "{text}");
}

#[test]
fn half_a_plan_has_no_verdict_word() {
    let mut board = Board::clone(&testing::board_after_an_edit());
    let mut compared = Compared::clone(board.compared.as_ref().unwrap());
    compared.comparison.obstacle = Some(crate::core::measure::comparison::Obstacle::Unfinished);
    compared.comparison.headline.verdict = crate::core::measure::paired::Verdict::NotComparable;
    board.compared = Some(Arc::new(compared));
    board.interim.complete = false;
    let text = shown(Arc::new(board), (120, 40), "6");
    assert!(text.contains("interim, 3 of 3 queries: no verdict yet"), "{text}");
    let head: Vec<&str> = text.lines().take(8).collect();
    assert!(!head.join("\n").contains("cannot tell"), "{text}");
}

#[test]
fn flips_are_counted_only_where_there_are_figures() {
    let mut board = Board::clone(&testing::board_after_an_edit());
    assert!(shown(Arc::new(board.clone()), (120, 40), "6").contains("flip; "));
    board.run.counts = ProbeCounts { planned: 9, running: 4, ..ProbeCounts::default() };
    let text = shown(Arc::new(board), (120, 40), "6");
    assert!(text.contains("No probe has ended yet") && !text.contains("flip"), "{text}");
}

#[test]
fn how_many_queries_differ_is_not_cut() {
    let mut board = Board::clone(&testing::board_after_an_edit());
    let mut compared = Compared::clone(board.compared.as_ref().unwrap());
    let row = compared.comparison.skills.iter_mut().find(|row| row.differing > 0).unwrap();
    (row.differing, row.units) = (6, 12);
    board.compared = Some(Arc::new(compared));
    let text = shown(Arc::new(board), (120, 40), "6");
    assert!(text.contains("cannot tell: 6/12 differ"), "{text}");
}

#[test]
fn several_kinds_of_differences_are_compared_when_asked_by_name() {
    let mut board = Board::clone(&testing::board_after_an_edit());
    let mut compared = Compared::clone(board.compared.as_ref().unwrap());
    compared.differs.push(Difference::Relabelled(2));
    compared.comparison.obstacle = Some(Obstacle::SeveralAspects);
    board.compared = Some(Arc::new(compared.clone()));
    let mut screen = Offscreen::new(Setup::default(), (120, 40));
    screen.show(Arc::new(board.clone()));
    screen.press("6").unwrap();
    let text = screen::text(&screen.picture());
    assert!(text.contains("V compares all the same, by name: descriptions, labels"), "{text}");
    assert_eq!(screen.press("V").unwrap(), []);
    let text = screen::text(&screen.picture());
    assert!(text.contains("Compare although descriptions and labels differ?"), "{text}");
    assert!(text.contains("the labels of 2 queries"), "{text}");
    let both = vec![Aspect::Descriptions, Aspect::Labels];
    assert_eq!(screen.press("y").unwrap(), [Effect::Request(Request::Vary(both))]);

    compared.comparison.obstacle = None;
    board.compared = Some(Arc::new(compared));
    screen.show(Arc::new(board));
    let text = screen::text(&screen.picture());
    assert!(text.contains("V takes back: descriptions and labels differ at once"), "{text}");
    assert_eq!(screen.press("V").unwrap(), [Effect::Request(Request::Vary(Vec::new()))]);
}

#[test]
fn what_was_lost_stays_first_until_somebody_moves() {
    use crate::core::measure::flips::Direction;
    let whole = Board::clone(&testing::board_after_an_edit());
    let with = |directions: &[(&str, Direction)]| {
        let mut board = whole.clone();
        let mut compared = Compared::clone(board.compared.as_ref().unwrap());
        let flips = &mut compared.comparison.flips.flips;
        let one = flips[0].clone();
        *flips = directions
            .iter()
            .map(|(id, direction)| {
                let mut flip = one.clone();
                let query = Arc::make_mut(&mut flip.query);
                (query.id, query.prompt) = ((*id).to_owned(), (*id).to_owned());
                flip.direction = *direction;
                flip
            })
            .collect();
        board.compared = Some(Arc::new(compared));
        Arc::new(board)
    };
    let mut screen = Offscreen::new(Setup::default(), (120, 40));
    screen.show(with(&[("won first", Direction::Won)]));
    screen.press("6 <tab>").unwrap();
    screen.picture();
    screen.show(with(&[("lost later", Direction::Lost), ("won first", Direction::Won)]));
    let marked = |screen: &mut Offscreen| {
        let text = screen::text(&screen.picture());
        let row = text.lines().find(|line| line.contains("▌")).map(str::to_owned);
        row.unwrap_or_else(|| panic!("{text}"))
    };
    assert!(marked(&mut screen).contains("lost later"));
    screen.press("j").unwrap();
    screen.show(with(&[("lost too", Direction::Lost), ("won first", Direction::Won)]));
    assert!(marked(&mut screen).contains("won first"));
}

#[test]
fn one_kind_of_difference_needs_no_asking() {
    let text = shown(testing::board_after_an_edit(), (120, 40), "6 V");
    assert!(text.contains("no two kinds of things differ"), "{text}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn no_size_and_no_keys_break_the_view(
        width in 1u16..160, height in 1u16..50, keys in "[jkgGtnN]{0,8}", tabs in 0usize..4
    ) {
        let tabs = " <tab>".repeat(tabs);
        let script: String = keys.chars().flat_map(|key| [' ', key]).collect();
        shown(testing::board_after_an_edit(), (width, height), &format!("6{tabs}{script} <enter>"));
    }
}
