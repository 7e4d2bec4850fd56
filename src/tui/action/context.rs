//! Where keys are pressed: the whole program, a view, a line of text, a question.

use strum::{EnumIter, EnumString, IntoEnumIterator, IntoStaticStr};

/// A place that may give keys a meaning of its own.
///
/// The app hands over a stack of them, outermost first; the innermost that knows a key wins.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, EnumIter, EnumString, IntoStaticStr,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Context {
    /// Everywhere, unless a modal context lies above.
    Global,
    Neighborhood,
    /// The answer to an asked prompt (while it is being typed: [`Context::Input`]).
    Ask,
    Probes,
    Confusion,
    Intervals,
    Listing,
    Compare,
    /// A recorded run is being played, whatever is looked at.
    Playback,
    /// A page over the views: help, log.
    Overlay,
    /// A line of text is being typed; keys without a binding here are text.
    Input,
    /// A question waits for yes or no.
    Confirm,
    /// An agent waits for somebody to agree that it is asked.
    Consent,
}

impl Context {
    pub fn all() -> impl Iterator<Item = Self> {
        Self::iter()
    }

    /// The name of its section in `keymap.toml`.
    pub fn id(self) -> &'static str {
        self.into()
    }

    /// Heading of its keys on the help page.
    pub fn title(self) -> &'static str {
        match self {
            Self::Global => "Everywhere",
            Self::Neighborhood => "Neighborhood",
            Self::Ask => "Asking",
            Self::Probes => "Probes",
            Self::Confusion => "Confusion",
            Self::Intervals => "Intervals",
            Self::Listing => "Listing",
            Self::Compare => "Compare",
            Self::Playback => "Playing a run",
            Self::Overlay => "Pages",
            Self::Input => "Typing",
            Self::Confirm => "Questions",
            Self::Consent => "Agreeing",
        }
    }

    /// Whether keys that this context does not know stop here instead of falling through.
    pub fn is_modal(self) -> bool {
        matches!(self, Self::Input | Self::Confirm | Self::Consent)
    }

    /// The contexts of a stack that keys reach, innermost first: down to the first modal one.
    pub fn reachable(stack: &[Self]) -> impl Iterator<Item = Self> {
        let modal = stack.iter().rposition(|context| context.is_modal()).unwrap_or(0);
        stack[modal..].iter().rev().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_modal_context_hides_what_lies_below() {
        let reached = |stack: &[Context]| Context::reachable(stack).collect::<Vec<_>>();
        assert_eq!(reached(&[]), []);
        assert_eq!(
            reached(&[Context::Global, Context::Probes]),
            [Context::Probes, Context::Global]
        );
        assert_eq!(reached(&[Context::Global, Context::Ask, Context::Input]), [Context::Input]);
    }
}
