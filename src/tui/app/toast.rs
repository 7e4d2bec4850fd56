//! Sentences that are shown for a few seconds and then go.

/// How long one is shown, in milliseconds.
const SHOWN_MS: u64 = 4_000;

/// The sentence on show; a newer one takes its place, and the log keeps them all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Toast {
    shown: Option<(String, u64)>,
    /// It answers a key, and not something that happened by itself.
    answer: bool,
}

impl Toast {
    /// Answers what somebody did.
    pub fn say(&mut self, text: String, at_ms: u64) {
        self.shown = Some((text, at_ms.saturating_add(SHOWN_MS)));
        self.answer = true;
    }

    /// Mentions what happened by itself.
    pub fn mention(&mut self, text: String, at_ms: u64) {
        self.say(text, at_ms);
        self.answer = false;
    }

    pub fn is_answer(&self) -> bool {
        self.answer
    }

    /// What to show at a time.
    pub fn text(&self, at_ms: u64) -> Option<&str> {
        self.shown.as_ref().filter(|(_, until)| at_ms < *until).map(|(text, _)| text.as_str())
    }

    /// When the picture changes by itself.
    pub fn ends_at(&self, at_ms: u64) -> Option<u64> {
        self.shown.as_ref().map(|(_, until)| *until).filter(|until| at_ms < *until)
    }
}

#[cfg(test)]
mod tests {
    use super::{SHOWN_MS, Toast};

    #[test]
    fn a_toast_goes_by_itself_and_then_asks_for_nothing() {
        let mut toast = Toast::default();
        assert_eq!(toast.ends_at(0), None);
        toast.say("copied".into(), 1_000);
        assert_eq!(toast.text(1_000), Some("copied"));
        let end = toast.ends_at(1_000).unwrap();
        assert_eq!(end, 1_000 + SHOWN_MS);
        assert_eq!(toast.text(end), None);
        assert_eq!(toast.ends_at(end), None);
    }
}
