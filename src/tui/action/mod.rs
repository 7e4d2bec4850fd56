//! The registry of everything a person can do: one entry an action, and nothing listed twice.
//!
//! Dispatch, help, palette, footer, the key table of the README and the validation of `keymap.toml`
//! are all derived from this enum. It knows neither keys (they are data, in `keymap.toml`) nor what
//! carries an action out.

mod context;
mod facts;
mod group;

pub use context::Context;
pub use facts::Facts;
pub use group::Group;
use strum::{EnumIter, EnumMessage, EnumString, IntoEnumIterator, IntoStaticStr};

/// One thing a person can do. The order is the order of the help page.
///
/// The doc comment of a variant is its line in the help page, the palette and the README; `message`
/// is the word for it in the footer; the kebab-case name is its id in `keymap.toml`.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    EnumIter,
    EnumMessage,
    EnumString,
    IntoStaticStr,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Action {
    /// Go down one row
    #[strum(message = "down")]
    Down,
    /// Go up one row
    #[strum(message = "up")]
    Up,
    /// Go left, or scroll left
    #[strum(message = "left")]
    Left,
    /// Go right, or scroll right
    #[strum(message = "right")]
    Right,
    /// Go down half a page
    #[strum(message = "page down")]
    PageDown,
    /// Go up half a page
    #[strum(message = "page up")]
    PageUp,
    /// Go to the first row
    #[strum(message = "first")]
    Top,
    /// Go to the last row, and follow new ones
    #[strum(message = "last")]
    Bottom,
    /// Go to the next row in trouble
    #[strum(message = "next problem")]
    NextProblem,
    /// Go to the previous row in trouble
    #[strum(message = "previous problem")]
    PreviousProblem,

    /// Neighborhood: which skills crowd which
    #[strum(message = "neighborhood")]
    ViewNeighborhood,
    /// Probes: what the agent does, live
    #[strum(message = "probes")]
    ViewProbes,
    /// Confusion: who takes whose prompts
    #[strum(message = "confusion")]
    ViewConfusion,
    /// Intervals: how sure each figure is
    #[strum(message = "intervals")]
    ViewIntervals,
    /// Listing: what the model is shown
    #[strum(message = "listing")]
    ViewListing,
    /// Compare: what an edit did, and how sure
    #[strum(message = "compare")]
    ViewCompare,
    /// Focus the next pane
    #[strum(message = "next pane")]
    NextPane,
    /// Focus the previous pane
    #[strum(message = "previous pane")]
    PreviousPane,
    /// Give the pane all the screen, and back
    #[strum(message = "zoom")]
    Zoom,

    /// Open what is selected
    #[strum(message = "open")]
    Drill,
    /// Go back to where you came from
    #[strum(message = "back")]
    Back,
    /// Show only the rows that match
    #[strum(message = "filter")]
    Filter,
    /// Sort by the next column
    #[strum(message = "sort")]
    Sort,
    /// Fan, pairs, matrix; agents in view 6
    #[strum(message = "picture")]
    CycleMode,
    /// First turn, trajectory, or any turn
    #[strum(message = "turns")]
    CycleLevel,
    /// Counts, or shares of each row
    #[strum(message = "shares")]
    ToggleShares,
    /// All rows, or only those with errors
    #[strum(message = "all rows")]
    ToggleAllRows,
    /// Clustered intervals, or naive ones
    #[strum(message = "naive")]
    ToggleNaive,
    /// Figures by kind, leak, skill and more
    #[strum(message = "breakdowns")]
    Breakdowns,
    /// With out-of-scope rows, or without them
    #[strum(message = "scope")]
    ToggleScope,
    /// A 2x2 table a skill, or the matrix
    #[strum(message = "tables")]
    SkillTables,
    /// Events as recorded, as printed, or told
    #[strum(message = "raw events")]
    RawEvents,
    /// Lay the picture out afresh
    #[strum(message = "tidy")]
    Tidy,
    /// List as the next harness or model
    #[strum(message = "next harness")]
    NextHarness,
    /// List as the previous harness or model
    #[strum(message = "previous harness")]
    PreviousHarness,
    /// Search names, descriptions and bodies
    #[strum(message = "search")]
    Search,

    /// Type a prompt: which skill takes it?
    #[strum(message = "ask")]
    Ask,
    /// Keep the asked prompt as a labelled row
    #[strum(message = "keep row")]
    AddRow,
    /// Mute the skill: who takes its prompts?
    #[strum(message = "mute")]
    Mute,
    /// Edit the skill in your editor
    #[strum(message = "edit")]
    Editor,
    /// Run drafts made from trigger phrases
    #[strum(message = "drafts")]
    Drafts,

    /// Choose the agent that answers
    #[strum(message = "agent")]
    ChooseAgent,
    /// Run the rows that the last edit affects
    #[strum(message = "run affected")]
    RunAffected,
    /// Run all rows
    #[strum(message = "run all")]
    RunAll,
    /// Pause the run, or resume it
    #[strum(message = "pause")]
    Pause,
    /// Cancel the run and keep what it has
    #[strum(message = "cancel run")]
    CancelRun,
    /// Play the recorded run from its start
    #[strum(message = "play")]
    Play,
    /// Play on to the next model response
    #[strum(message = "next response")]
    PlayStep,
    /// Play the recorded run faster
    #[strum(message = "faster")]
    PlayFaster,
    /// Play the recorded run slower
    #[strum(message = "slower")]
    PlaySlower,
    /// Probe the selected row once more
    #[strum(message = "probe again")]
    ProbeAgain,
    /// Probe the errored rows again
    #[strum(message = "retry errored")]
    RetryErrored,

    /// Pin the present state as the baseline
    #[strum(message = "pin baseline")]
    PinBaseline,
    /// Choose what to compare with
    #[strum(message = "baseline")]
    ChooseBaseline,
    /// Runs of several agents, side by side
    #[strum(message = "agents")]
    SideBySide,
    /// Probe both arms afresh, to be sure
    #[strum(message = "confirm")]
    ConfirmBoth,
    /// Compare although several things differ
    #[strum(message = "compare anyway")]
    Vary,
    /// Write what this view shows to a file
    #[strum(message = "export")]
    Export,
    /// Copy what is selected
    #[strum(message = "copy")]
    Copy,
    /// Make the next prepared edit of the demo
    #[strum(message = "next edit")]
    DemoEdit,
    /// Put the demo back to its start
    #[strum(message = "reset demo")]
    DemoReset,

    /// Show all keys
    #[strum(message = "help")]
    Help,
    /// Find an action by its name
    #[strum(message = "commands")]
    Palette,
    /// Show messages, findings and problems
    #[strum(message = "log")]
    Log,
    /// Change the theme
    #[strum(message = "theme")]
    CycleTheme,
    /// Leave the mouse to the terminal, or not
    #[strum(message = "mouse")]
    ToggleMouse,
    /// Draw the whole screen again
    #[strum(message = "redraw")]
    Redraw,
    /// Suspend, as a shell expects
    #[strum(message = "suspend")]
    Suspend,
    /// Take what is typed or offered
    #[strum(message = "accept")]
    Accept,
    /// Agree for now, and be asked again later
    #[strum(message = "agree once")]
    AgreeOnce,
    /// Close the top layer; never quits
    #[strum(message = "close")]
    Escape,
    /// Close the top layer, or quit
    #[strum(message = "quit")]
    Quit,
    /// Quit at once, whatever is open
    #[strum(message = "quit now")]
    Interrupt,
}

impl Action {
    /// Every action, in the order of the help page.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::iter()
    }

    /// The name of the action in `keymap.toml`, kebab-case.
    pub fn id(self) -> &'static str {
        self.into()
    }

    /// What it does, one sentence without a full stop.
    pub fn doc(self) -> &'static str {
        self.get_documentation().unwrap_or_default()
    }

    /// A word or two for the footer.
    pub fn short(self) -> &'static str {
        self.get_message().unwrap_or_default()
    }

    /// The heading under which the help page lists it.
    pub fn group(self) -> Group {
        group::of(self)
    }

    /// Where the action means something; `Global` is everywhere that takes no text.
    pub fn contexts(self) -> &'static [Context] {
        match self {
            Self::CycleMode => &[Context::Neighborhood, Context::Compare],
            Self::Tidy => &[Context::Neighborhood],
            Self::AddRow => &[Context::Neighborhood, Context::Ask],
            Self::CycleLevel => &[Context::Confusion, Context::Intervals],
            Self::ToggleShares | Self::ToggleAllRows | Self::SkillTables => &[Context::Confusion],
            Self::ToggleNaive | Self::Breakdowns | Self::ToggleScope => &[Context::Intervals],
            Self::RawEvents => &[Context::Probes],
            Self::Vary => &[Context::Compare],
            Self::PlayStep | Self::PlayFaster | Self::PlaySlower => &[Context::Playback],
            Self::ProbeAgain => &[Context::Probes, Context::Confusion],
            Self::Accept => &[Context::Input, Context::Confirm, Context::Consent],
            Self::AgreeOnce => &[Context::Consent],
            Self::Up | Self::Down | Self::PageUp | Self::PageDown => {
                &[Context::Global, Context::Input, Context::Consent]
            }
            Self::Top | Self::Bottom => &[Context::Global, Context::Consent],
            Self::Escape => &[Context::Global, Context::Input, Context::Confirm, Context::Consent],
            _ => &[Context::Global],
        }
    }

    /// Whether the action can reach its target from this stack of contexts.
    pub fn is_in(self, stack: &[Context]) -> bool {
        Context::reachable(stack).any(|context| self.contexts().contains(&context))
    }

    /// Why the action can do nothing now, or `None` when it can.
    pub fn disabled(self, facts: &Facts) -> Option<&'static str> {
        facts::disabled(self, facts)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_action_explains_itself_in_one_line() {
        for action in Action::all() {
            let (doc, short) = (action.doc(), action.short());
            assert!(!doc.is_empty() && !doc.ends_with('.'), "{action:?}: {doc:?}");
            assert!(doc.lines().count() == 1 && doc.len() <= 39, "{action:?}: {doc:?}");
            assert!(!short.is_empty() && short.len() <= 16, "{action:?}: {short:?}");
            assert!(!action.contexts().is_empty(), "{action:?} is nowhere");
        }
    }

    #[test]
    fn ids_are_distinct_and_read_back() {
        let ids: BTreeSet<_> = Action::all().map(Action::id).collect();
        assert_eq!(ids.len(), Action::all().count());
        assert!(Action::all().all(|action| action.id().parse() == Ok(action)));
        assert_eq!(Action::ViewNeighborhood.id(), "view-neighborhood");
    }

    #[test]
    fn short_names_are_distinct_so_that_a_footer_is_unambiguous() {
        let shorts: BTreeSet<_> = Action::all().map(Action::short).collect();
        assert_eq!(shorts.len(), Action::all().count());
    }

    #[test]
    fn a_view_action_is_not_offered_in_another_view() {
        assert!(Action::CycleMode.is_in(&[Context::Global, Context::Neighborhood]));
        assert!(!Action::CycleMode.is_in(&[Context::Global, Context::Confusion]));
        assert!(!Action::Quit.is_in(&[Context::Global, Context::Input]));
    }
}
