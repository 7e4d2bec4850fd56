//! A program that writes a stream, heard to its end or to where enough was seen.
//!
//! Must not know which program it is, nor how it was started.

use std::ops::ControlFlow;

use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::{
    core::{
        stream::Parser,
        trajectory::{End, Event, EventKind},
    },
    engine::{
        agent::EventSink,
        process::{GRACE, Process},
        secret::{Flow, Scrubber},
    },
};

/// Characters of standard error that a cause tells.
const TOLD: usize = 300;

/// The reading side of one start.
pub(super) struct Hearing {
    parser: Parser,
    flow: Flow,
    scrubber: Scrubber,
    began: Instant,
    /// The model has said or done something.
    spoke: bool,
}

/// What came of it.
pub(super) struct Heard {
    pub end: End,
    /// Cancelled or seen enough of: nobody reads how it ended.
    pub stopped: bool,
    /// The model said or did something.
    pub spoke: bool,
}

impl Hearing {
    pub fn new(parser: Parser, scrubber: &Scrubber, began: Instant) -> Self {
        let (flow, scrubber) = (scrubber.flow(), scrubber.clone());
        Self { parser, flow, scrubber, began, spoke: false }
    }

    /// Tells `sink` what the program writes, and ends it. `look` sees every piece first, its secrets
    /// covered; it may have something to tell ahead of that, or have had enough.
    pub async fn listen(
        mut self,
        mut process: Process,
        sink: &mut EventSink,
        cancel: &CancellationToken,
        mut look: impl FnMut(&[u8]) -> ControlFlow<(), Vec<EventKind>>,
    ) -> Heard {
        let stopped = loop {
            let chunk = tokio::select! {
                biased;
                () = cancel.cancelled() => break true,
                chunk = process.next() => chunk,
            };
            let Some(chunk) = chunk else { break false };
            let chunk = self.flow.push(chunk);
            sink.wrote(&chunk).await;
            let ControlFlow::Continue(ahead) = look(&chunk) else { break true };
            if self.hear(ahead, &chunk, sink).await.is_break() {
                break true;
            }
        };
        let ended = process.end(GRACE).await;
        if stopped {
            return Heard { end: End::Answer, stopped, spoke: self.spoke };
        }
        let stderr = self.scrubber.text(&ended.stderr).into_owned();
        let (end, spoke) = self.end(sink).await;
        let end = match end {
            End::Errored { cause } => End::Errored { cause: with_stderr(&cause, &stderr) },
            end => end,
        };
        Heard { end, stopped, spoke }
    }

    async fn hear(
        &mut self,
        ahead: Vec<EventKind>,
        chunk: &[u8],
        sink: &mut EventSink,
    ) -> ControlFlow<()> {
        let at_ms = ms(self.began);
        for kind in ahead {
            sink.emit(Event { step: 1, at_ms, kind }).await?;
        }
        tell(self.parser.feed(chunk, at_ms), &mut self.spoke, sink).await
    }

    /// Reads what was held back, and says how it ended and whether the model said anything.
    async fn end(mut self, sink: &mut EventSink) -> (End, bool) {
        let at_ms = ms(self.began);
        let rest = self.flow.finish();
        sink.wrote(&rest).await;
        let events = self.parser.feed(&rest, at_ms);
        let (last, end, _) = self.parser.finish(at_ms);
        // Whether it is to stop no longer matters.
        let _ = tell(events.into_iter().chain(last), &mut self.spoke, sink).await;
        sink.passed(at_ms);
        (end, self.spoke)
    }
}

async fn tell(
    events: impl IntoIterator<Item = Event>,
    spoke: &mut bool,
    sink: &mut EventSink,
) -> ControlFlow<()> {
    for mut event in events {
        if let EventKind::Usage { cost_usd, .. } = &mut event.kind {
            // A program that does not know a price calls it 0.
            *cost_usd = cost_usd.filter(|cost| *cost > 0.0);
        }
        *spoke |= !matches!(event.kind, EventKind::Retry { .. } | EventKind::End);
        sink.emit(event).await?;
    }
    ControlFlow::Continue(())
}

/// Milliseconds since a moment.
pub(super) fn ms(began: Instant) -> u64 {
    u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX)
}

/// The cause, with the end of what went to standard error where that says more.
fn with_stderr(cause: &str, stderr: &str) -> String {
    let lines: Vec<&str> = stderr.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let said = lines.join(" / ");
    if said.is_empty() || cause.contains(&said) {
        return cause.to_owned();
    }
    let skip = said.chars().count().saturating_sub(TOLD);
    let told: String = said.chars().skip(skip).collect();
    let mark = if skip > 0 { "…" } else { "" };
    format!("{cause}; it wrote: {mark}{told}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cause_tells_what_was_written_beside_within_bounds() {
        assert_eq!(with_stderr("it broke", " \n"), "it broke");
        assert_eq!(with_stderr("it broke: no key", "no key\n"), "it broke: no key");
        assert_eq!(with_stderr("it broke", "a\n\n b\n"), "it broke; it wrote: a / b");
        let long = with_stderr("it broke", &"é".repeat(1000));
        assert!(long.chars().count() < 340 && long.contains("…é"), "{long}");
    }
}
