//! What an agent tells, with the secrets in it replaced: also one that is spelled out over several
//! events, or that was hidden by an escape until the stream was read.
//!
//! The second net: bytes pass a scrubber before they are read. Must not know agents.

use crate::{
    core::trajectory::{Event, EventKind},
    engine::secret::{Flow, Scrubber},
};

/// One probe's.
#[derive(Debug)]
pub(super) struct Clean {
    scrubber: Scrubber,
    text: Held,
    thinking: Held,
}

/// Words of one kind, of which the last few may be the beginning of a secret.
#[derive(Debug)]
struct Held {
    flow: Flow,
    kind: fn(String) -> EventKind,
    /// Step and time of the last piece.
    last: (u32, u64),
}

impl Held {
    fn of(scrubber: &Scrubber, kind: fn(String) -> EventKind) -> Self {
        Self { flow: scrubber.flow(), kind, last: (1, 0) }
    }

    fn event(&self, bytes: &[u8]) -> Option<Event> {
        // Secrets are ASCII, so that no character is cut.
        let text = String::from_utf8_lossy(bytes).into_owned();
        let (step, at_ms) = self.last;
        (!text.is_empty()).then(|| Event { step, at_ms, kind: (self.kind)(text) })
    }

    fn push(&mut self, event: &Event, text: &str) -> Option<Event> {
        self.last = (event.step, event.at_ms);
        let bytes = self.flow.push(text.as_bytes());
        self.event(&bytes)
    }

    /// Nothing of this kind comes next, so that what is held is whole.
    fn rest(&mut self, scrubber: &Scrubber) -> Option<Event> {
        let rest = std::mem::replace(&mut self.flow, scrubber.flow()).finish();
        self.event(&rest)
    }
}

impl Clean {
    pub fn of(scrubber: &Scrubber) -> Self {
        Self {
            text: Held::of(scrubber, |text| EventKind::Text { text }),
            thinking: Held::of(scrubber, |text| EventKind::Thinking { text }),
            scrubber: scrubber.clone(),
        }
    }

    /// What may be told of an event, and of those before it that were held back.
    pub fn event(&mut self, mut event: Event) -> Vec<Event> {
        let mut told = Vec::with_capacity(1);
        match &event.kind {
            EventKind::Text { text } => {
                told.extend(self.thinking.rest(&self.scrubber));
                told.extend(self.text.push(&event, text));
            }
            EventKind::Thinking { text } => {
                told.extend(self.text.rest(&self.scrubber));
                told.extend(self.thinking.push(&event, text));
            }
            _ => {
                told = self.rest();
                if let EventKind::ToolCall { name, .. } | EventKind::ToolResult { name, .. } =
                    &mut event.kind
                {
                    self.scrubber.scrub(name);
                }
                for text in event.kind.texts_mut() {
                    self.scrubber.scrub(text);
                }
                told.push(event);
            }
        }
        told
    }

    /// What was held back: nothing comes after it.
    pub fn rest(&mut self) -> Vec<Event> {
        let thinking = self.thinking.rest(&self.scrubber);
        thinking.into_iter().chain(self.text.rest(&self.scrubber)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::secret::{MARK, Secret};

    fn said(texts: &[&str]) -> String {
        let secret = Secret::new("A_KEY", "sk-0123456789").expect("a key");
        let mut clean = Clean::of(&Scrubber::of([&secret]));
        let event = |text: &&str| Event {
            step: 1,
            at_ms: 0,
            kind: EventKind::Text { text: (*text).to_owned() },
        };
        let mut told: Vec<_> = texts.iter().map(event).flat_map(|e| clean.event(e)).collect();
        told.extend(clean.rest());
        let text = |event: Event| match event.kind {
            EventKind::Text { text } => text,
            other => panic!("{other:?}"),
        };
        told.into_iter().map(text).collect()
    }

    #[test]
    fn a_secret_that_is_spelled_out_piece_by_piece_is_one() {
        assert_eq!(said(&["the key is sk-", "01234", "56789."]), format!("the key is {MARK}."));
        assert_eq!(said(&["sk-01", " is none, and ", "é"]), "sk-01 is none, and é");
    }

    #[test]
    fn what_was_called_with_it_does_not_tell_it() {
        let secret = Secret::new("A_KEY", "sk-0123456789").expect("a key");
        let mut clean = Clean::of(&Scrubber::of([&secret]));
        let with = || "with sk-0123456789".to_owned();
        for kind in [
            EventKind::ToolCall { name: with(), detail: with() },
            EventKind::ToolResult { name: with(), detail: with() },
            EventKind::Refused { name: with(), reason: with() },
            EventKind::Retry { reason: with() },
        ] {
            let told = format!("{:?}", clean.event(Event { step: 1, at_ms: 0, kind }));
            assert!(!told.contains("0123456789") && told.contains(MARK), "{told}");
        }
    }
}
