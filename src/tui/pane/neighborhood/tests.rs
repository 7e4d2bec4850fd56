//! The pictures from boards of the workbench, at any size and through every key.

use std::sync::Arc;

use proptest::prelude::*;
use ratatui::{buffer::Buffer, layout::Rect};

use super::middle::Middle;
use crate::{
    core::workbench::{Board, trouble::RowKey},
    tui::{
        action::Action,
        app::{
            Handled, Pointer, PointerKind, Scene, Selection,
            testing::{at_desk, board, board_after_an_edit},
        },
        keys::Keymap,
        pane::names::Names,
        testing::snapshot,
        theme::{Settings, Theme},
    },
};

/// A middle with everything that it is drawn with.
struct Stand {
    middle: Middle,
    board: Arc<Board>,
    selection: Selection,
    theme: Theme,
}

impl Stand {
    fn new(board: Arc<Board>, skill: Option<&str>) -> Self {
        let selection = Selection { skill: skill.map(Into::into), ..Selection::default() };
        Self { middle: Middle::default(), board, selection, theme: Theme::default() }
    }

    fn draw(&mut self, width: u16, height: u16) -> String {
        let keymap = Keymap::default();
        let scene = Scene {
            board: &self.board,
            names: &Arc::new(Names::of(&self.board.now.snapshot.catalog)),
            selection: &self.selection,
            theme: &self.theme,
            keymap: &keymap,
            alone: false,
            focused: true,
            at_ms: 0,
        };
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
        let area = buffer.area;
        let row = self.selection.skill.clone().map(RowKey::Skill);
        self.middle.draw(row.as_ref(), &scene, area, &mut buffer);
        snapshot(&buffer)
    }

    /// The rows as text only.
    fn text(&mut self, width: u16, height: u16) -> String {
        let shown = self.draw(width, height);
        shown.lines().take(height.into()).collect::<Vec<_>>().join("\n")
    }

    fn act(&mut self, action: Action) -> Handled {
        at_desk(&self.board, &mut self.selection, |desk| self.middle.act(action, desk))
    }

    fn pair(&self) -> Option<(&str, &str)> {
        self.selection.pair.as_ref().map(|(a, b)| (a.as_str(), b.as_str()))
    }
}

#[test]
fn a_fan_says_both_ratios_and_what_was_measured() {
    let mut stand = Stand::new(board_after_an_edit(), Some("cakes"));
    let text = stand.text(80, 20);
    assert!(text.contains("cakes") && text.contains("bread"), "{text}");
    assert!(text.contains("1/1 stolen"), "{text}");
    assert!(text.contains("where to look, not evidence"), "{text}");
}

#[test]
fn a_narrow_pane_lists_the_rivals_in_the_same_words() {
    let text = Stand::new(board_after_an_edit(), Some("cakes")).text(45, 20);
    let row = text.lines().find(|line| line.contains("bread")).unwrap_or_default();
    assert!(text.contains("measured") && row.contains("1/1 stolen"), "{text}");
}

#[test]
fn what_was_never_asked_has_no_figure() {
    let mut board = Board::clone(&board());
    let mut now = crate::core::workbench::State::clone(&board.now);
    now.figures = Arc::default();
    board.now = Arc::new(now);
    let text = Stand::new(Arc::new(board), Some("cakes")).text(80, 20);
    assert!(text.contains("— stolen") || text.contains("— taken"), "{text}");
}

#[test]
fn empty_states_say_what_is_missing() {
    let text = |board, skill| Stand::new(board, skill).text(60, 10);
    assert!(text(Arc::default(), None).contains("Reading the skills."));
    assert!(text(board(), None).contains("No skill is selected."));
    assert!(text(board(), Some("till")).contains("No model is offered till"));
    let halted = Board { halted: Some("There is no folder.".into()), ..Board::default() };
    assert!(text(Arc::new(halted), None).contains("There is no folder."));
}

#[test]
fn enter_opens_the_words_then_goes_to_the_rival_and_back() {
    let mut stand = Stand::new(board_after_an_edit(), Some("cakes"));
    stand.draw(80, 24);
    let _ = stand.act(Action::Drill);
    assert_eq!(stand.pair(), Some(("cakes", "bread")));
    let _ = stand.act(Action::Drill);
    let text = stand.text(80, 24);
    assert!(text.contains("contested word") && text.contains("icing"), "{text}");
    let _ = stand.act(Action::Drill);
    assert_eq!(stand.selection.skill.as_ref().map(|id| id.as_str()), Some("bread"));
    assert_eq!(stand.act(Action::Back), Handled::Yes);
    assert_eq!(stand.selection.skill.as_ref().map(|id| id.as_str()), Some("cakes"));
    assert_eq!(stand.act(Action::Back), Handled::No);
}

#[test]
fn pairs_hold_overlap_against_what_was_measured() {
    let mut stand = Stand::new(board_after_an_edit(), Some("cakes"));
    let _ = stand.act(Action::CycleMode);
    let text = stand.text(90, 20);
    assert!(text.contains("1 of 1 measured collisions in the closest pair"), "{text}");
    assert!(text.contains("alike and collides"), "{text}");
    let _ = stand.act(Action::Down);
    assert!(matches!(stand.pair(), Some(("cakes", "bread") | ("bread", "cakes"))));
}

#[test]
fn the_matrix_moves_over_pairs() {
    let mut stand = Stand::new(board(), Some("bread"));
    let _ = (stand.act(Action::CycleMode), stand.act(Action::CycleMode));
    let text = stand.text(60, 20);
    assert!(text.contains("bread") && text.contains("cakes"), "{text}");
    let _ = (stand.act(Action::Left), stand.act(Action::Left));
    let first = stand.pair().map(|(a, b)| (a.to_owned(), b.to_owned()));
    stand.draw(60, 20);
    let _ = stand.act(Action::Right);
    assert_ne!(stand.pair().map(|(a, b)| (a.to_owned(), b.to_owned())), first);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn nothing_panics_at_any_size(
        width in 1..130_u16, height in 1..45_u16, ascii: bool,
        keys in prop::collection::vec(0..12_usize, 0..12),
        column in 0..130_u16, row in 0..45_u16,
    ) {
        let actions = [
            Action::CycleMode, Action::Down, Action::Up, Action::Left, Action::Right,
            Action::Drill, Action::Back, Action::Sort, Action::Tidy, Action::PageDown,
            Action::Top, Action::Bottom,
        ];
        let mut stand = Stand::new(board_after_an_edit(), Some("bread"));
        stand.theme = Theme::new(Settings { ascii, ..Settings::default() });
        for key in keys {
            stand.draw(width, height);
            let _ = stand.act(actions[key]);
            for kind in [PointerKind::Click, PointerKind::Wheel(3)] {
                let pointer = Pointer { column, row, kind };
                let Stand { middle, board, selection, .. } = &mut stand;
                let _ = at_desk(board, selection, |desk| middle.pointed(pointer, desk));
            }
        }
        stand.draw(width, height);
    }
}
