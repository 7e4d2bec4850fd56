//! A whole stream that was kept, as what its agent does when nobody stops it.
//!
//! Must not know clocks: a play has times in it, and somebody else waits.

use std::sync::Arc;

use crate::core::{
    stream::{Bound, Clock, Faults, Format, Parser},
    trajectory::Play,
};

/// Milliseconds from event to event where a stream bears no times, for whoever watches it.
const PACE_MS: u64 = 300;

/// A recorded stream, read on one catalog.
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    /// At the times that the stream tells; all at 0 where it tells none.
    pub play: Play,
    /// The stream tells times.
    pub timed: bool,
    pub faults: Faults,
}

impl Recording {
    pub fn read(format: Format, bound: Arc<Bound>, bytes: &[u8]) -> Self {
        let mut parser = Parser::new(format, bound, Clock::Stream);
        let mut events = parser.feed(bytes, 0);
        let (last, end, faults) = parser.finish(0);
        events.extend(last);
        let lasts_ms = events.last().map_or(0, |event| event.at_ms);
        Self { play: Play { events, end, lasts_ms }, timed: lasts_ms > 0, faults }
    }

    /// The play to be watched: evenly paced where its own times are not known.
    pub fn paced(&self) -> Play {
        let mut play = self.play.clone();
        if !self.timed {
            for (event, at) in play.events.iter_mut().zip(0_u64..) {
                event.at_ms = at * PACE_MS;
                play.lasts_ms = event.at_ms;
            }
        }
        play
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::trajectory::End;

    fn read(format: Format, text: &str) -> Recording {
        Recording::read(format, Arc::default(), text.as_bytes())
    }

    #[test]
    fn a_stream_keeps_its_own_pace_and_one_without_is_given_one() {
        let timed = read(
            Format::GeminiCli,
            r#"{"type":"message","role":"assistant","content":"a","timestamp":"2026-01-01T00:00:00Z"}
               {"type":"result","status":"success","timestamp":"2026-01-01T00:00:02Z"}"#,
        );
        assert_eq!((timed.timed, timed.play.lasts_ms, &timed.play.end), (true, 2000, &End::Answer));
        assert_eq!(timed.paced(), timed.play);

        let item = |text: &str| {
            format!(
                r#"{{"type":"item.completed","item":{{"type":"agent_message","text":"{text}"}}}}"#
            )
        };
        let untimed = read(Format::Codex, &format!("{}\n{}", item("a"), item("b")));
        assert_eq!((untimed.timed, untimed.play.lasts_ms), (false, 0));
        let paced = untimed.paced();
        let times: Vec<u64> = paced.events.iter().map(|event| event.at_ms).collect();
        assert_eq!((times.as_slice(), paced.lasts_ms), ([0, PACE_MS].as_slice(), PACE_MS));
    }
}
