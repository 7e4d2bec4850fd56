//! The panes of views 3, 4 and 6 in every state they can be in, at the two usual sizes.

use std::sync::Arc;

use crate::{
    core::{
        measure::looks::Interim,
        workbench::{
            Board, Input, Request, Settings, Workbench,
            board::{Opened, RunStatus},
            playback::Pace,
            probes::ProbeCounts,
        },
    },
    tui::{
        app::testing::{board, board_after_an_edit},
        pane::testing::{USUAL, WIDE, halted, panes_shown, shown},
    },
};

/// One by one where they share a place, and side by side where they do not.
fn panes(board: &Arc<Board>, keys: &[&str]) -> String {
    let one = |keys: &&str| {
        panes_shown(board, USUAL, keys)
            + "\n"
            + &panes_shown(board, USUAL, &format!("{keys} <tab>"))
    };
    let both = |keys: &&str| panes_shown(board, WIDE, keys);
    keys.iter().map(one).chain(keys.iter().map(both)).collect::<Vec<_>>().join("\n")
}

const BOTH: [&str; 2] = ["3", "4"];

const COMPARE: [&str; 1] = ["6"];

/// The skills of the bakery, and nobody to ask for them.
fn without_queries() -> Arc<Board> {
    let mut bench = Workbench::new(Settings::default());
    let mut catalog = board().now.snapshot.catalog.as_ref().clone();
    // Nothing that a prompt could be drafted from.
    catalog.skills.clear();
    bench.reduce(Input::Catalog(Arc::new(catalog)), 0);
    bench.board()
}

fn running(counts: ProbeCounts) -> Arc<Board> {
    let run = RunStatus { counts, ..RunStatus::default() };
    let complete = counts.settled();
    let interim = Interim { probes: 3, queries: 3, planned: counts.planned, complete };
    Arc::new(Board { run, interim, ..Board::clone(&board_after_an_edit()) })
}

#[test]
fn loading() {
    insta::assert_snapshot!(panes(&Arc::default(), &BOTH));
}

#[test]
fn nothing_to_ask() {
    insta::assert_snapshot!(panes(&without_queries(), &BOTH));
}

#[test]
fn in_error() {
    insta::assert_snapshot!(panes(&halted(), &BOTH));
    let counts = ProbeCounts { planned: 3, errored: 3, ..ProbeCounts::default() };
    insta::assert_snapshot!(panes(&running(counts), &BOTH));
}

#[test]
fn begun_and_half_done() {
    let begun = ProbeCounts { planned: 9, running: 4, ..ProbeCounts::default() };
    insta::assert_snapshot!(panes(&running(begun), &BOTH));
    let half = ProbeCounts { scored: 3, ..begun };
    insta::assert_snapshot!(panes(&running(half), &BOTH));
}

#[test]
fn on_several_descriptions() {
    let mixed = ProbeCounts { planned: 3, scored: 3, carried: 2, ..ProbeCounts::default() };
    let text = panes(&running(mixed), &["3", "3 T", "3 <enter>", "4"]);
    assert!(!text.contains("pass") && !text.contains(" ["), "no interval and no verdict: {text}");
    insta::assert_snapshot!(text);
}

#[test]
fn nobody_took_anything() {
    insta::assert_snapshot!(panes(&board(), &BOTH));
}

#[test]
fn after_an_edit() {
    insta::assert_snapshot!(panes(
        &board_after_an_edit(),
        &["3", "3 T", "3 <enter>", "4", "4 M M G"]
    ));
}

#[test]
fn compared() {
    insta::assert_snapshot!("compare_loading", panes(&Arc::default(), &COMPARE));
    insta::assert_snapshot!("compare_nothing_to_ask", panes(&without_queries(), &COMPARE));
    insta::assert_snapshot!("compare_in_error", panes(&halted(), &COMPARE));
    insta::assert_snapshot!("compare_with_itself", panes(&board(), &COMPARE));
    let keys = ["6", "6 <tab> <tab>", "6 <tab> <enter>"];
    insta::assert_snapshot!("compare_after_an_edit", panes(&board_after_an_edit(), &keys));
}

/// A recorded run of the bakery.
fn opened(redacted: bool) -> Workbench {
    let mut live = Board::clone(&board());
    // A file knows no folders and no watcher.
    (live.files, live.watcher) = Default::default();
    Arc::make_mut(&mut live.now).listing = None;
    let opened = Opened { id: "20260102-030405-a1b2".to_owned(), redacted, ..Opened::default() };
    Workbench::opened(live, opened)
}

/// Whole screens with what stands around the panes.
fn screens(board: &Arc<Board>, views: &[&str]) -> String {
    let screens = |size| {
        let screen =
            move |view: &&str| format!("view {view}\n{}", shown(Arc::clone(board), size, view));
        views.iter().map(screen).collect::<String>()
    };
    screens(USUAL) + &screens(WIDE)
}

#[test]
fn a_recorded_run() {
    insta::assert_snapshot!(
        "recorded",
        screens(&opened(false).board(), &["2", "3", "4", "5", "6"])
    );
    insta::assert_snapshot!("recorded_without_texts", screens(&opened(true).board(), &["1"]));
}

#[test]
fn a_recorded_run_that_is_played() {
    let mut bench = opened(false);
    bench.play(Pace::times(4.0), false);
    let all = bench.playback().expect("it plays").lasts_ms;
    bench.reduce(Input::Played, all / 2);
    let middle = bench.board();
    insta::assert_snapshot!("played", screens(&middle, &["2", "3", "6"]));
    bench.reduce(Input::Request(Request::Pause), all / 2);
    insta::assert_snapshot!("played_and_paused", screens(&bench.board(), &["2", "3"]));
}
