//! The view as a person meets it: keys and boards go in, pictures come out.

mod raw;

use std::sync::Arc;

use proptest::prelude::*;
use ratatui::{buffer::Buffer, layout::Rect};

use super::{
    Probes, TABLE, TRAJECTORY,
    testing::{board, done, errored, flipped, planned, running},
};
use crate::{
    core::{
        catalog::Catalog,
        plan::{Caps, Estimate, Evidence, Over, Why},
        snapshot::Snapshot,
        trajectory::{Event, EventKind},
        workbench::{
            Board, Request,
            board::{AgentInfo, Due, RunStatus},
            probes::ProbeRow,
        },
    },
    tui::{
        action::Action,
        app::{App, Effect, Msg, Scene, Selection, Setup, View, ViewId},
        input::Input,
        keys::{Keymap, script},
        testing::snapshot,
        theme::{Settings, Theme},
    },
};

/// A run in the middle, with one of everything.
fn middle() -> Board {
    let rows = vec![
        done("monday", &["bread"]),
        done("tuesday", &["cakes", "bread"]),
        done("wednesday", &[]),
        errored("thursday", "rate limit: try later"),
        running("friday", "cakes"),
        planned("saturday"),
    ];
    let before = vec![done("tuesday", &["bread"])];
    flipped(board(rows), before, &[("tuesday", false)])
}

fn drawn(view: &mut Probes, board: &Board, pane: usize, area: Rect, theme: &Theme) -> Buffer {
    let mut buffer = Buffer::empty(area);
    let (selection, keymap) = (Selection::default(), Keymap::standard());
    let scene = Scene {
        board,
        names: &Arc::default(),
        selection: &selection,
        theme,
        keymap: &keymap,
        alone: false,
        focused: true,
        at_ms: 0,
    };
    view.draw(pane, &scene, area, &mut buffer);
    buffer
}

/// The inside of a pane at a size, as a snapshot with its styles.
fn picture(board: &Board, pane: usize, (width, height): (u16, u16)) -> String {
    let mut view = Probes::default();
    view.list.follow(board, &Arc::default());
    let theme = Theme::default();
    let area = Rect::new(0, 0, width, height);
    drawn(&mut view, board, pane, area, &theme);
    snapshot(&drawn(&mut view, board, pane, area, &theme))
}

/// The whole screen of a board at the two sizes that everybody has.
fn screens(board: &Board) -> String {
    let app = || App::new(Setup { view: ViewId::Probes, ..Setup::default() });
    let picture = |(width, height)| {
        let mut app = app();
        app.update(Msg::Board(Arc::new(board.clone())), 0);
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
        app.draw(&mut buffer, 0);
        crate::report::screen::text(&crate::tui::frame::cells_of(&buffer))
    };
    [(80, 24), (120, 40)].map(picture).join("\n")
}

/// The whole screen after some keys, and what they asked for.
struct Sitting(App);

impl Sitting {
    fn new(board: Board) -> Self {
        let app = App::new(Setup { view: ViewId::Probes, ..Setup::default() });
        let mut sitting = Self(app);
        sitting.see(board);
        sitting
    }

    fn see(&mut self, board: Board) {
        self.0.update(Msg::Board(Arc::new(board)), 0);
        self.screen();
    }

    fn press(&mut self, keys: &str) -> Vec<Effect> {
        let mut effects = Vec::new();
        for key in script(keys).unwrap() {
            effects.extend(self.0.update(Msg::Input(Input::Key(key)), 0));
            self.screen();
        }
        effects
    }

    fn screen(&mut self) -> String {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 120, 24));
        self.0.draw(&mut buffer, 0);
        snapshot(&buffer).lines().take(24).collect::<Vec<_>>().join("\n")
    }

    fn shows(&mut self, text: &str) -> bool {
        self.screen().contains(text)
    }
}

#[test]
fn before_anything_is_read() {
    insta::assert_snapshot!(screens(&Board::default()));
}

#[test]
fn without_queries() {
    insta::assert_snapshot!(screens(&board(Vec::new())));
}

#[test]
fn while_probes_run() {
    insta::assert_snapshot!(screens(&middle()));
}

#[test]
fn when_all_is_done() {
    let rows = vec![
        done("monday", &["bread"]),
        done("tuesday", &["cakes", "bread"]),
        done("wednesday", &[]),
        errored("thursday", "rate limit: try later"),
    ];
    let before = vec![done("tuesday", &["bread"])];
    insta::assert_snapshot!(screens(&flipped(board(rows), before, &[("tuesday", false)])));
}

/// As `board`, of an agent that is asked for real.
fn asked(mut board: Board) -> Board {
    board.agent = AgentInfo {
        name: "claude-code".into(),
        model: Some("claude-sonnet-4-5".into()),
        evidence: Evidence::Model,
        ..AgentInfo::default()
    };
    board.caps = Caps::PAID;
    board
}

#[test]
fn before_anybody_asks() {
    let mut board = asked(board(vec![planned("monday"), planned("tuesday")]));
    let estimate = Estimate { probes: 1_381, cost_usd: Some(2.1), duration_ms: None };
    let (affected, over) = (Default::default(), vec![Over::Cost]);
    board.due = Some(Due { affected, unasked: 1_381, estimate, over });
    board.run.waits = true;
    insta::assert_snapshot!(screens(&board));
}

#[test]
fn after_an_edit_that_may_have_moved_some() {
    let rows = vec![
        done("monday", &["bread"]),
        done("tuesday", &["cakes", "bread"]),
        ProbeRow { generation: 3, ..done("wednesday", &["cakes"]) },
    ];
    let mut board = asked(board(rows));
    let catalog = Catalog { generation: 3, ..Catalog::default() };
    Arc::make_mut(&mut board.now).snapshot = Snapshot::of(Arc::new(catalog));
    board.run.counts = board.now.probes.counts(3);
    let estimate = Estimate { probes: 1, cost_usd: Some(0.03), duration_ms: None };
    let affected = [(0, Why::Near)].into();
    board.due = Some(Due { affected, unasked: 0, estimate, over: Vec::new() });
    board.run.waits = true;
    insta::assert_snapshot!(screens(&board));
    let mut sitting = Sitting::new(board);
    sitting.press("2 g");
    let text = sitting.screen();
    assert!(text.contains("« of generation 1, carried over"), "{text}");
    assert!(!text.contains('['), "no interval stands beside mixed results: {text}");
}

#[test]
fn while_somebody_is_billed() {
    let mut board = asked(middle());
    board.run = RunStatus { spent_usd: Some(0.41), elapsed_ms: 61_000, ..board.run };
    insta::assert_snapshot!(screens(&board));
}

#[test]
fn a_router_that_kept_a_prompt_is_told_from_one_that_passed_it_on() {
    let rows = vec![done("passed", &["desk", "bread"]), done("kept", &["desk"])];
    let mut sitting = Sitting::new(asked(board(rows)));
    assert!(sitting.shows("✗ 1 absorbed"), "{}", sitting.screen());
    sitting.press("/ a b s o r b <enter>");
    assert!(sitting.shows("1 of 2") && sitting.shows("kept this one"), "{}", sitting.screen());
    sitting.press("<tab> G");
    assert!(sitting.shows("answered after 1 file read"), "{}", sitting.screen());
}

#[test]
fn a_thought_that_came_in_pieces_is_one() {
    let mut row = done("a", &["bread"]);
    let piece = |text: &str| Event {
        step: 1,
        at_ms: 300,
        kind: EventKind::Thinking { text: text.to_owned() },
    };
    row.events.splice(1..1, [piece(" And"), piece(" butter.")]);
    let mut sitting = Sitting::new(board(vec![row]));
    assert!(sitting.shows("thinks 7 words  Dough first."), "{}", sitting.screen());
}

#[test]
fn when_the_run_was_cancelled() {
    let mut board = board(vec![done("monday", &["bread"]), planned("tuesday")]);
    board.run.cancelled = true;
    insta::assert_snapshot!(screens(&board));
}

#[test]
fn when_nothing_can_be_worked_on() {
    let halted = Some("The folder skills is gone: put it back.".into());
    insta::assert_snapshot!(screens(&Board { halted, ..middle() }));
}

#[test]
fn the_table_in_the_middle_of_a_run() {
    insta::assert_snapshot!(picture(&middle(), TABLE, (70, 14)));
}

#[test]
fn a_flipped_probe_tells_both_stories() {
    let rows = vec![done("tuesday", &["cakes", "bread"])];
    let board = flipped(board(rows), vec![done("tuesday", &["bread"])], &[("tuesday", false)]);
    insta::assert_snapshot!(picture(&board, TRAJECTORY, (46, 40)));
}

#[test]
fn an_error_is_told_as_no_miss() {
    let board = board(vec![errored("thursday", "rate limit:\u{1b}[2J try later")]);
    insta::assert_snapshot!(picture(&board, TRAJECTORY, (46, 16)));
    insta::assert_snapshot!(picture(&board, TABLE, (80, 14)));
}

#[test]
fn nothing_to_show_says_why() {
    insta::assert_snapshot!(picture(&Board::default(), TABLE, (60, 5)));
    insta::assert_snapshot!(picture(&board(Vec::new()), TABLE, (60, 5)));
    let halted = Board { halted: Some("The folder is gone: put it back.".into()), ..middle() };
    insta::assert_snapshot!(picture(&halted, TRAJECTORY, (60, 5)));
}

#[test]
fn the_cursor_goes_with_the_run_until_somebody_moves() {
    let mut sitting = Sitting::new(board(vec![planned("a"), planned("b"), planned("c")]));
    let begun = vec![planned("a"), planned("b"), running("c", "bread")];
    sitting.see(board(begun));
    assert!(sitting.shows("Bake rolls for c") && sitting.shows("following"));
    assert!(sitting.shows("turns 1/3"), "{}", sitting.screen());

    let both = vec![running("a", "cakes"), planned("b"), running("c", "bread")];
    sitting.see(board(both));
    assert!(sitting.shows("bread engaged, expected"), "the one under way is read to its end");
    let ended = vec![running("a", "cakes"), planned("b"), done("c", &["bread"])];
    sitting.see(board(ended.clone()));
    assert!(sitting.shows("cakes engaged, wrong"), "{}", sitting.screen());

    sitting.press("k");
    assert!(sitting.shows("bread engaged, expected"));
    let more = vec![ended[0].clone(), running("b", "till"), ended[2].clone()];
    sitting.see(board(more));
    assert!(sitting.shows("bread engaged, expected") && sitting.shows("1 new, G follows"));
    sitting.press("G");
    assert!(sitting.shows("till engaged, wrong") && sitting.shows("following"));
}

#[test]
fn problems_are_found_in_turn() {
    let mut sitting = Sitting::new(middle());
    sitting.press("g n");
    assert_eq!(sitting.0.selection().query.as_deref(), Some("tuesday"));
    sitting.press("n n");
    assert_eq!(sitting.0.selection().query.as_deref(), Some("thursday"));
    sitting.press("n");
    assert_eq!(sitting.0.selection().query.as_deref(), Some("tuesday"));
    sitting.press("N");
    assert_eq!(sitting.0.selection().query.as_deref(), Some("thursday"));
}

#[test]
fn a_filter_is_typed_kept_and_cleared() {
    let mut sitting = Sitting::new(middle());
    sitting.press("/ m i s s <enter>");
    assert!(sitting.shows("2 of 6") && !sitting.shows("Bake rolls for m"));
    sitting.press("<esc>");
    assert!(sitting.shows("Bake rolls for m"), "{}", sitting.screen());
    sitting.press("/ n o n e <enter>");
    assert!(sitting.shows("0 of 6"), "{}", sitting.screen());
}

#[test]
fn what_is_asked_of_the_run_names_the_row_of_the_table() {
    let mut board = middle();
    board.agent.evidence = crate::core::plan::Evidence::Scripted;
    let mut sitting = Sitting::new(board);
    // Sorted by outcome the errored row is first; in the table it is the fourth.
    sitting.press("t t g");
    assert_eq!(sitting.press("o"), [Effect::Request(Request::RunRow(3))]);
    assert_eq!(sitting.press("O"), [Effect::Request(Request::RetryErrored)]);
    assert_eq!(sitting.press("p"), [Effect::Request(Request::Pause)]);
    assert_eq!(sitting.press("c"), [Effect::Request(Request::Cancel)]);
    let copied = sitting.press("y");
    assert_eq!(copied, [Effect::Copy("Bake rolls for thursday, please".into())]);
}

#[test]
fn thinking_unfolds_in_the_trajectory() {
    let mut sitting = Sitting::new(board(vec![done("a", &["bread"])]));
    assert!(sitting.shows("Dough first.⏎Then"));
    sitting.press("<enter> <enter>");
    assert!(!sitting.shows("⏎") && sitting.shows("Then an oven."), "{}", sitting.screen());
}

#[test]
fn a_stream_is_followed_until_somebody_scrolls_up() {
    let long = |texts: usize| {
        let mut row = running("a", "bread");
        let event = row.events[0].clone();
        row.events.extend((0..texts).map(|at| crate::core::trajectory::Event {
            kind: crate::core::trajectory::EventKind::Text { text: format!("line {at}.") },
            ..event.clone()
        }));
        board(vec![row])
    };
    let mut sitting = Sitting::new(long(40));
    assert!(sitting.shows("line 39."));
    sitting.see(long(50));
    assert!(sitting.shows("line 49."));
    sitting.press("<tab> k");
    sitting.see(long(60));
    assert!(!sitting.shows("line 59.") && sitting.shows("more"));
    sitting.press("G");
    assert!(sitting.shows("line 59."));
}

#[test]
fn another_view_chooses_the_row() {
    let mut view = Probes::default();
    let board = middle();
    view.list.follow(&board, &Arc::default());
    let query = Some("wednesday".to_owned());
    view.list.adopt(&Selection { query, ..Selection::default() });
    let id = |view: &Probes| view.list.selected().map(|entry| entry.row.query.id.clone());
    assert_eq!(id(&view).as_deref(), Some("wednesday"));
    view.list.act(Action::Down);
    view.list.adopt(&Selection { query: Some("wednesday".into()), ..Selection::default() });
    assert_eq!(id(&view).as_deref(), Some("thursday"), "an old choice is not made again");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn any_size_draws(width in 0u16..130, height in 0u16..45, ascii: bool, pane in 0..2usize) {
        let theme = Theme::new(Settings { ascii, ..Settings::default() });
        let mut view = Probes::default();
        for board in [middle(), board(vec![planned("a")]), middle()] {
            view.list.follow(&board, &Arc::default());
            drawn(&mut view, &board, pane, Rect::new(0, 0, width, height), &theme);
        }
    }
}
