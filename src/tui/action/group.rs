//! The headings under which actions are listed.

use strum::{EnumIter, IntoEnumIterator, IntoStaticStr};

use super::Action;

/// Headings of the help page, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, EnumIter, IntoStaticStr)]
pub enum Group {
    Move,
    Views,
    Look,
    Skills,
    Runs,
    Results,
    Program,
}

impl Group {
    pub fn title(self) -> &'static str {
        self.into()
    }

    pub fn all() -> impl Iterator<Item = Self> {
        Self::iter()
    }
}

/// The heading of an action.
pub(super) fn of(action: Action) -> Group {
    use Action as A;
    match action {
        A::Down
        | A::Up
        | A::Left
        | A::Right
        | A::PageDown
        | A::PageUp
        | A::Top
        | A::Bottom
        | A::NextProblem
        | A::PreviousProblem => Group::Move,
        A::ViewNeighborhood
        | A::ViewProbes
        | A::ViewConfusion
        | A::ViewIntervals
        | A::ViewListing
        | A::ViewCompare
        | A::NextPane
        | A::PreviousPane
        | A::Zoom => Group::Views,
        A::Drill
        | A::Back
        | A::Filter
        | A::Sort
        | A::CycleMode
        | A::CycleLevel
        | A::ToggleShares
        | A::ToggleAllRows
        | A::ToggleNaive
        | A::Breakdowns
        | A::ToggleScope
        | A::SkillTables
        | A::RawEvents
        | A::Tidy
        | A::NextHarness
        | A::PreviousHarness
        | A::Search => Group::Look,
        A::Ask | A::AddRow | A::Mute | A::Editor | A::Drafts => Group::Skills,
        A::ChooseAgent
        | A::RunAffected
        | A::RunAll
        | A::Pause
        | A::CancelRun
        | A::Play
        | A::PlayStep
        | A::PlayFaster
        | A::PlaySlower
        | A::ProbeAgain
        | A::RetryErrored => Group::Runs,
        A::PinBaseline
        | A::ChooseBaseline
        | A::SideBySide
        | A::ConfirmBoth
        | A::Vary
        | A::Export
        | A::Copy
        | A::DemoEdit
        | A::DemoReset => Group::Results,
        A::Help
        | A::Palette
        | A::Log
        | A::CycleTheme
        | A::ToggleMouse
        | A::Redraw
        | A::Suspend
        | A::Accept
        | A::AgreeOnce
        | A::Escape
        | A::Quit
        | A::Interrupt => Group::Program,
    }
}
