//! The lines of real boards, wide and narrow.

use std::sync::Arc;

use proptest::prelude::*;
use ratatui::text::Line;

use super::{Parts, headline, status, top};
use crate::{
    core::{measure::completion::Completion, query::BoundSet, workbench::Board},
    tui::{
        app::{
            Scene, Selection, ViewId,
            testing::{board, board_after_an_edit},
        },
        keys::Keymap,
        pane::names::Names,
        theme::Theme,
        widget::text::line_width,
    },
};

fn shown(cells: usize) -> String {
    let mut parts = Parts::default();
    parts.push(9, Line::raw("as Claude Code"));
    parts.push(1, Line::raw("generation 3"));
    parts.push(5, Line::raw("12 queries"));
    parts.line(&Theme::default(), cells).to_string()
}

fn headline_of(board: &Board, cells: usize) -> String {
    headline_on(ViewId::Neighborhood, board, cells).to_string()
}

fn headline_on(view: ViewId, board: &Board, cells: usize) -> Line<'static> {
    let scene = Scene {
        board,
        names: &Arc::new(Names::of(&board.now.snapshot.catalog)),
        selection: &Selection::default(),
        theme: &Theme::default(),
        keymap: &Keymap::standard(),
        alone: false,
        focused: true,
        at_ms: 0,
    };
    headline(&scene, view, cells)
}

#[test]
fn what_matters_least_goes_first_and_the_order_stays() {
    assert_eq!(shown(80), "as Claude Code · generation 3 · 12 queries");
    assert_eq!(shown(42), "as Claude Code · generation 3 · 12 queries");
    assert_eq!(shown(41), "as Claude Code · 12 queries");
    assert_eq!(shown(20), "as Claude Code");
    assert_eq!(shown(10), "as Claude…");
}

#[test]
fn the_top_line_says_whose_view_of_what_this_is() {
    let line = |cells| top(&Theme::default(), &board(), cells).to_string();
    assert_eq!(
        line(200),
        "as Claude Code: 2 resident · 2 copies in .agents/skills folded · 1 not loaded · 1 unusable \
         · 3 queries · 1 set aside · keyword (stand-in) · generation 1 · watching"
    );
    assert_eq!(line(60), "as Claude Code: 2 resident · 3 queries · keyword (stand-in)");
    assert_eq!(top(&Theme::default(), &Board::default(), 80).to_string(), "reading skills");
}

#[test]
fn the_headline_answers_the_three_questions() {
    let before = headline_of(&board(), 200);
    assert!(
        before
            .starts_with("can it be seen? 2/4 · who collides? no two closely · how good? 1.000 ["),
        "{before}"
    );
    assert!(before.contains("3/3 stand-in · next: 4 intervals"), "{before}");
    let after = headline_of(&board_after_an_edit(), 200);
    assert!(
        after.contains("who collides? bread takes 1 from cakes · how good? 0.667 ["),
        "{after}"
    );
    assert!(after.ends_with("next: 3 confusion"), "{after}");
    let narrow = headline_of(&board_after_an_edit(), 80);
    assert_eq!(
        narrow,
        "seen 2/4 · collide: bread takes 1 from cakes · good .67 [.21 .94] stand-in"
    );
}

#[test]
fn a_rate_of_which_too_much_is_missing_stands_beside_what_it_could_be() {
    let mut lacking = Board::clone(&board());
    let now = Arc::make_mut(&mut lacking.now);
    let headline = &mut Arc::make_mut(&mut now.figures).headline;
    let with = |scored| Completion { planned: 100, scored, ..Completion::default() };
    headline.completion = with(92);
    (headline.top1.hits, headline.top1.n) = (80.0, 92.0);
    let line = headline_of(&lacking, 200);
    assert!(line.contains("80/92 ! .80 to .88, only 92.0 % scored stand-in"), "{line}");
    let narrow = headline_of(&lacking, 80);
    assert!(narrow.contains("] ! .80-.88 stand-in"), "{narrow}");
    let now = Arc::make_mut(&mut lacking.now);
    Arc::make_mut(&mut now.figures).headline.completion = with(95);
    assert!(!headline_of(&lacking, 200).contains("scored"), "the floor itself is enough");
}

#[test]
fn what_comes_next_is_another_view() {
    let ends = |view, board: &Board| {
        let line = headline_on(view, board, 200).to_string();
        line.rsplit_once("next: ").map(|(_, next)| next.to_owned())
    };
    let after = board_after_an_edit();
    assert_eq!(ends(ViewId::Probes, &after).as_deref(), Some("3 confusion"));
    assert_eq!(ends(ViewId::Confusion, &after).as_deref(), Some("4 intervals"));
    assert_eq!(ends(ViewId::Intervals, &board()).as_deref(), Some("6 compare"));
}

#[test]
fn without_any_query_nothing_is_called_a_draft() {
    let mut empty = Board::clone(&board());
    empty.queries = Arc::new(BoundSet { drafts: true, ..BoundSet::default() });
    let top = top(&Theme::default(), &empty, 200).to_string();
    assert!(top.contains("no queries") && !top.contains("draft"), "{top}");
    let line = headline_of(&empty, 200);
    assert!(line.ends_with("how good? — (no queries) · next: a ask"), "{line}");
    assert_eq!(empty.provenance().next(), Some("lexical stand-in"));
}

#[test]
fn names_give_way_before_a_question_goes_unanswered() {
    let shown = |cells| headline_of(&board_after_an_edit(), cells);
    let good = "good .67 [.21 .94] stand-in";
    assert_eq!(shown(72), format!("seen 2/4 · bread takes 1 from cakes · {good}"));
    assert_eq!(shown(64), format!("seen 2/4 · bread takes 1 from ca…s · {good}"));
    assert_eq!(shown(60), format!("seen 2/4 · {good}"));
}

#[test]
fn a_view_that_tells_of_the_run_leaves_the_line_to_the_baseline() {
    let mut running = Board::clone(&board());
    running.run.counts.scored -= 1;
    let line = |board: &Board, told| {
        status(&Theme::default(), board, &Keymap::standard(), told, 120).to_string()
    };
    assert!(line(&running, false).contains("2/3 probes"), "{}", line(&running, false));
    assert_eq!(line(&running, true), "as the state at start");
    running.baseline = None;
    assert_eq!(line(&running, true), "nothing to compare with before a first run is done");
}

#[test]
fn without_skills_there_is_no_answer_and_a_halt_is_said() {
    assert_eq!(headline_of(&Board::default(), 80), "");
    let halted = Board { halted: Some("skills\u{1b}[2J is gone".into()), ..Board::default() };
    assert_eq!(headline_of(&halted, 80), "skills␛[2J is gone");
}

#[test]
fn the_status_line_holds_now_against_the_baseline() {
    let line = |board: &Board| {
        status(&Theme::default(), board, &Keymap::standard(), false, 120).to_string()
    };
    assert_eq!(line(&board()), "as the state at start");
    let after = line(&board_after_an_edit());
    assert!(after.starts_with("against the state at start · 1 edited · "), "{after}");
    assert!(after.ends_with("▼ 1 lost"), "{after}");
}

proptest! {
    #[test]
    fn every_line_fits(cells in 0usize..220) {
        let theme = Theme::default();
        for board in [board(), board_after_an_edit(), Default::default()] {
            prop_assert!(line_width(&top(&theme, &board, cells)) <= cells);
            prop_assert!(line_width(&headline_on(ViewId::Probes, &board, cells)) <= cells);
            prop_assert!(line_width(&status(&theme, &board, &Keymap::standard(), false, cells)) <= cells);
        }
    }
}

#[test]
fn what_waits_is_asked_for_before_anything_else() {
    use crate::core::workbench::board::Due;
    let due = Due { unasked: 12, ..Due::default() };
    let waiting = Board { due: Some(due), ..Board::clone(&board()) };
    let line = headline_of(&waiting, 160);
    assert!(line.ends_with("next: r asks them"), "{line}");
    assert!(!headline_of(&board(), 160).contains("asks them"));
}
