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
            heard::{Heard, Hearing, ms},
            wiring::Problem,
        },
        process::{Launch, Process},
    },
};

/// Starts of a probe that failed before its model said anything; behind the last it is errored.
const STARTS: u32 = 2;
/// How long is waited between them.
const PAUSE: Duration = Duration::from_secs(2);

/// Skills of others that one probe tells by name.
const FOREIGN: usize = 50;

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
        let (skills, plugins) = (self.called(), self.plugins());
        let (harness, limits) = (&*self.harness, &spec.limits);
        let asked =
            Asked { harness, place: Some(place), skills: &skills, plugins: &plugins, limits };
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
        process: Process,
        place: &Place,
        sink: &mut EventSink,
        cancel: &CancellationToken,
        began: Instant,
    ) -> Ran {
        let bound = Arc::new(self.bound(place));
        let parser = Parser::new(self.harness.kind.format, bound, Clock::Caller);
        let hearing = Hearing::new(parser, &self.harness.scrubber, began);
        // Where the harness says which skills it sees.
        let mut roll = Roll::of(self.harness.kind.format);
        let mut problem = None;
        let heard = hearing.listen(process, sink, cancel, |chunk| {
            let Some(seen) = roll.as_mut().and_then(|roll| roll.feed(chunk)) else {
                return ControlFlow::Continue(Vec::new());
            };
            let residents = self.against(seen);
            if residents.missing.is_empty() {
                let foreign = residents.foreign.into_iter();
                let told = foreign.map(|name| EventKind::Foreign { name, loaded: false });
                return ControlFlow::Continue(told.take(FOREIGN).collect());
            }
            let (agent, skills) = (self.harness.title().to_owned(), residents.missing);
            problem = Some(Problem::Missing { agent, skills });
            ControlFlow::Break(())
        });
        let Heard { end, stopped, spoke } = heard.await;
        if let Some(problem) = problem {
            return Ran::Ended(End::Errored { cause: problem.to_string() });
        }
        match end {
            End::Errored { cause } if !stopped && !spoke && may_pass(&cause) => Ran::Unsaid(cause),
            end => Ran::Ended(end),
        }
    }
}

/// A service that is busy or broken, by the status at the head of a cause; a refusal stays one.
fn may_pass(cause: &str) -> bool {
    let status = cause.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
    matches!(status, "408" | "409" | "425" | "429" | "500" | "502" | "503" | "504" | "529")
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
}
