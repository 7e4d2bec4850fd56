//! What a view is to the app: panes that draw boards and answer actions.
//!
//! Must not know any particular view.

use crossterm::event::KeyEvent;
use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect},
};
use strum::{EnumIter, EnumString, IntoEnumIterator, IntoStaticStr};

use super::desk::{Desk, Scene};
use crate::{
    core::workbench::Board,
    tui::action::{Action, Context, Facts},
};

/// The views, in the order of their number keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, EnumIter, EnumString, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum ViewId {
    #[default]
    Neighborhood,
    Probes,
    Confusion,
    Intervals,
    Listing,
    Compare,
}

impl ViewId {
    pub fn all() -> impl Iterator<Item = Self> {
        Self::iter()
    }

    pub fn title(self) -> &'static str {
        self.context().title()
    }

    /// Its number in the row of views.
    pub fn number(self) -> &'static str {
        match self {
            Self::Neighborhood => "1",
            Self::Probes => "2",
            Self::Confusion => "3",
            Self::Intervals => "4",
            Self::Listing => "5",
            Self::Compare => "6",
        }
    }

    /// The key context that belongs to the view.
    pub fn context(self) -> Context {
        match self {
            Self::Neighborhood => Context::Neighborhood,
            Self::Probes => Context::Probes,
            Self::Confusion => Context::Confusion,
            Self::Intervals => Context::Intervals,
            Self::Listing => Context::Listing,
            Self::Compare => Context::Compare,
        }
    }

    /// The view that an action shows, if it shows one.
    pub fn shown_by(action: Action) -> Option<Self> {
        Some(match action {
            Action::ViewNeighborhood => Self::Neighborhood,
            Action::ViewProbes => Self::Probes,
            Action::ViewConfusion => Self::Confusion,
            Action::ViewIntervals => Self::Intervals,
            Action::ViewListing => Self::Listing,
            Action::ViewCompare => Self::Compare,
            _ => return None,
        })
    }
}

/// A pane of a view, as far as the layout must know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PaneSpec {
    /// Its name in the row of tabs, one word or two.
    pub name: &'static str,
    /// Its share of the width where panes stand side by side; 0 hides it there.
    pub weight: u16,
}

/// Whether a view took what it was offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Handled {
    Yes,
    /// It means nothing here; the app may know what to do with it.
    No,
}

/// What an overlay that a view opened was answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It was closed, or the question answered with no.
    None,
    Yes,
    /// Index of the choice.
    Picked(usize),
    Typed(String),
}

/// What the mouse did in a pane, in cells from the pane's top left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pointer {
    pub column: u16,
    pub row: u16,
    pub kind: PointerKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointerKind {
    Click,
    /// Rows, downwards positive.
    Wheel(i16),
}

/// One of the numbered views: a few panes over the one shared selection.
///
/// `pane` is always an index into [`View::panes`]. A view keeps by identity what it remembers of a
/// board, never by row, so that a reload moves nothing under the cursor.
pub trait View {
    /// At least one, and always the same number.
    fn panes(&self) -> &'static [PaneSpec];

    /// Where the panes stand when all of them are seen, one place a pane; `None` for side by side
    /// by their weights.
    fn arrange(&self, body: Rect) -> Option<Vec<Rect>> {
        let _ = body;
        None
    }

    /// The title over a pane, with the mode it is in.
    fn title(&self, pane: usize, scene: &Scene<'_>) -> String {
        let _ = scene;
        self.panes().get(pane).map_or_else(String::new, |pane| pane.name.to_string())
    }

    /// A count or a state at the right of a pane's title.
    fn note(&self, pane: usize, scene: &Scene<'_>) -> String {
        let _ = (pane, scene);
        String::new()
    }

    /// The view tells itself how far the run is, so that the status line need not.
    fn tells_run(&self) -> bool {
        false
    }

    /// Contexts above the view's own, innermost last: [`Context::Input`] while a line is
    /// typed in the pane.
    fn contexts(&self, pane: usize) -> Vec<Context> {
        let _ = pane;
        Vec::new()
    }

    /// Adds what is true in a pane to the facts that enable actions.
    fn facts(&self, pane: usize, board: &Board, facts: &mut Facts) {
        let _ = (pane, board, facts);
    }

    /// A new board is there; called for hidden views too, so it must be cheap.
    fn board_changed(&mut self, desk: &mut Desk<'_>) {
        let _ = desk;
    }

    fn act(&mut self, pane: usize, action: Action, desk: &mut Desk<'_>) -> Handled;

    /// A key that is bound to nothing while [`Context::Input`] is on top.
    fn typed(&mut self, pane: usize, key: KeyEvent, desk: &mut Desk<'_>) -> Handled {
        let _ = (pane, key, desk);
        Handled::No
    }

    /// Pasted text; it may hold line ends and anything else.
    fn pasted(&mut self, pane: usize, text: &str, desk: &mut Desk<'_>) -> Handled {
        let _ = (pane, text, desk);
        Handled::No
    }

    /// An overlay that this view opened as `question` was answered.
    fn answered(
        &mut self,
        pane: usize,
        question: &'static str,
        answer: Answer,
        desk: &mut Desk<'_>,
    ) -> Handled {
        let _ = (pane, question, answer, desk);
        Handled::No
    }

    fn pointed(&mut self, pane: usize, pointer: Pointer, desk: &mut Desk<'_>) -> Handled {
        let _ = (pane, pointer, desk);
        Handled::No
    }

    /// Draws a pane's inside, at any size; returns where the cursor stands while text is typed.
    ///
    /// `&mut` because a pane remembers its scroll window from one frame to the next.
    fn draw(
        &mut self,
        pane: usize,
        scene: &Scene<'_>,
        area: Rect,
        buffer: &mut Buffer,
    ) -> Option<Position>;
}
