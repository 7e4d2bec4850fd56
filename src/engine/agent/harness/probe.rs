//! One probe: a place, a start, a stream read to its end or to where enough was seen, and nothing
//! left behind.

use std::{io, ops::ControlFlow, sync::Arc, time::Duration};

use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;

use crate::{
    core::{
        stream::{Clock, Parser, Roll},
        trajectory::{End, Event, EventKind},
    },
    engine::{
        agent::{
            EventSink, ProbeSpec,
            harness::{Set, asked::Asked, place::Place, workspace},
            wiring::Problem,
        },
        process::{GRACE, Launch, Process},
        secret::Flow,
    },
};

/// Starts of a probe that failed before its model said anything; behind the last it is errored.
const STARTS: u32 = 2;
/// How long is waited between them.
const PAUSE: Duration = Duration::from_secs(2);
/// Characters of standard error that a cause tells.
const TOLD: usize = 300;

/// How one start ended.
enum Ran {
    Ended(End),
    /// It failed before its model said anything, in a way that may pass.
    Unsaid(String),
}

impl Set {
    /// One probe; see [`crate::engine::agent::Ready::probe`].
    pub(in crate::engine::agent) async fn probe(
        &self,
        spec: &ProbeSpec,
        sink: &mut EventSink,
        cancel: &CancellationToken,
    ) -> End {
        let began = Instant::now();
        for start in 1.. {
            let cause = match self.run(spec, sink, cancel, began).await {
                Ok(Ran::Ended(end)) => return end,
                Ok(Ran::Unsaid(cause)) if start < STARTS => cause,
                Ok(Ran::Unsaid(cause)) => return End::Errored { cause },
                Err(error) => return End::Errored { cause: error.to_string() },
            };
            let kind = EventKind::Retry { reason: cause };
            let event = Event { step: 1, at_ms: ms(began), kind };
            if sink.emit(event).await.is_break() {
                break;
            }
            tokio::select! {
                () = cancel.cancelled() => break,
                () = sleep(PAUSE) => {}
            }
        }
        // Cancelled or seen enough of: nobody reads this.
        End::Answer
    }

    async fn run(
        &self,
        spec: &ProbeSpec,
        sink: &mut EventSink,
        cancel: &CancellationToken,
        began: Instant,
    ) -> io::Result<Ran> {
        let place = self.place(spec).await?;
        if cancel.is_cancelled() {
            place.leave().await;
            return Ok(Ran::Ended(End::Answer));
        }
        let ran = match self.launch(&place, spec)?.start() {
            Ok(process) => self.listen(process, &place, sink, cancel, began).await,
            Err(error) => Ran::Ended(End::Errored { cause: error.to_string() }),
        };
        place.leave().await;
        Ok(ran)
    }

    /// A place with the row's workspace and the skills in it.
    async fn place(&self, spec: &ProbeSpec) -> io::Result<Place> {
        let (set, query) = (self.clone(), Arc::clone(&spec.query));
        let made = tokio::task::spawn_blocking(move || {
            let place = Place::empty(&set.harness)?;
            workspace::lay(&query, &set.harness.options.query_roots, &place.project())
                .map_err(io::Error::other)?;
            set.lay(&place)?;
            Ok(place)
        });
        made.await.map_err(io::Error::other)?
    }

    fn launch(&self, place: &Place, spec: &ProbeSpec) -> io::Result<Launch> {
        let skills = self.called();
        let harness = &*self.harness;
        let asked = Asked { harness, place: Some(place), skills: &skills, limits: &spec.limits };
        let start = (asked.kind().start)(&asked);
        for (below, text) in &start.files {
            place.configure(below, text)?;
        }
        let mut environment = place.environment(harness);
        environment.extend(start.environment);
        Ok(Launch {
            program: harness.program.clone(),
            arguments: start.arguments,
            folder: place.project(),
            environment,
            input: Some(spec.query.prompt.clone().into_bytes()),
        })
    }

    async fn listen(
        &self,
        mut process: Process,
        place: &Place,
        sink: &mut EventSink,
        cancel: &CancellationToken,
        began: Instant,
    ) -> Ran {
        let bound = Arc::new(self.bound(&place.project(), place.home()));
        let parser = Parser::new(self.harness.kind.format, bound, Clock::Caller);
        let roll = Roll::of(self.harness.kind.format);
        let mut hearing = Hearing {
            set: self,
            parser,
            flow: self.harness.scrubber.flow(),
            roll,
            problem: None,
            spoke: false,
            began,
        };
        let stopped = loop {
            let chunk = tokio::select! {
                biased;
                () = cancel.cancelled() => break true,
                chunk = process.next() => chunk,
            };
            match chunk {
                Some(chunk) if hearing.hear(chunk, sink).await.is_break() => break true,
                Some(_) => {}
                None => break false,
            }
        };
        let ended = process.end(GRACE).await;
        if let Some(problem) = hearing.problem {
            return Ran::Ended(End::Errored { cause: problem.to_string() });
        }
        if stopped {
            return Ran::Ended(End::Answer);
        }
        let (end, spoke) = hearing.end(sink).await;
        let End::Errored { cause } = end else { return Ran::Ended(end) };
        let cause = with_stderr(&cause, &self.harness.scrubber.text(&ended.stderr));
        if !spoke && may_pass(&cause) {
            Ran::Unsaid(cause)
        } else {
            Ran::Ended(End::Errored { cause })
        }
    }
}

/// The reading side of one start.
struct Hearing<'a> {
    set: &'a Set,
    parser: Parser,
    flow: Flow,
    /// Where the harness says which skills it sees.
    roll: Option<Roll>,
    /// Why what it says is worth nothing.
    problem: Option<Problem>,
    /// The model has said or done something.
    spoke: bool,
    began: Instant,
}

impl Hearing<'_> {
    async fn hear(&mut self, chunk: &[u8], sink: &mut EventSink) -> ControlFlow<()> {
        let chunk = self.flow.push(chunk);
        if let Some(seen) = self.roll.as_mut().and_then(|roll| roll.feed(&chunk)) {
            let residents = self.set.against(seen);
            self.set.note(&residents.foreign);
            if !residents.missing.is_empty() {
                let (agent, skills) = (self.set.harness.title().to_owned(), residents.missing);
                self.problem = Some(Problem::Missing { agent, skills });
                return ControlFlow::Break(());
            }
        }
        let events = self.parser.feed(&chunk, ms(self.began));
        tell(events, &mut self.spoke, sink).await
    }

    /// Reads what was held back, and says how it ended and whether the model said anything.
    async fn end(mut self, sink: &mut EventSink) -> (End, bool) {
        let at_ms = ms(self.began);
        let events = self.parser.feed(&self.flow.finish(), at_ms);
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
            // A harness that does not know a price calls it 0.
            *cost_usd = cost_usd.filter(|cost| *cost > 0.0);
        }
        *spoke |= !matches!(event.kind, EventKind::Retry { .. } | EventKind::End);
        sink.emit(event).await?;
    }
    ControlFlow::Continue(())
}

fn ms(began: Instant) -> u64 {
    u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX)
}

/// A service that is busy or broken, by the status at the head of a cause; a refusal stays one.
fn may_pass(cause: &str) -> bool {
    let status = cause.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
    matches!(status, "408" | "409" | "425" | "429" | "500" | "502" | "503" | "504" | "529")
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
    fn only_what_may_pass_is_tried_again() {
        for cause in ["429 rate_limit: slow down", "503", "529 overloaded: later"] {
            assert!(may_pass(cause), "{cause}");
        }
        for cause in ["401 authentication: no", "the stream broke off", "", "4290: x", "x 429"] {
            assert!(!may_pass(cause), "{cause}");
        }
    }

    #[test]
    fn a_cause_tells_what_was_written_beside_within_bounds() {
        assert_eq!(with_stderr("it broke", " \n"), "it broke");
        assert_eq!(with_stderr("it broke: no key", "no key\n"), "it broke: no key");
        assert_eq!(with_stderr("it broke", "a\n\n b\n"), "it broke; it wrote: a / b");
        let long = with_stderr("it broke", &"é".repeat(1000));
        assert!(long.chars().count() < 340 && long.contains("…é"), "{long}");
    }
}
