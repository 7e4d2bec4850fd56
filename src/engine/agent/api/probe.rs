//! One probe: the conversation from the person's prompt to the end.
//!
//! Must not know interfaces: requests are made and responses read elsewhere.

use tokio::time::{Instant, sleep};

use crate::{
    core::{
        stream::api::{Broken, Call, Response, Talk},
        trajectory::{End, Event},
    },
    engine::agent::{
        EventSink, ProbeSpec,
        api::{
            backoff::Backoff,
            request::{self, Ask, Outcome, Said},
            set::Set,
            trouble::{Again, Trouble},
        },
    },
};

/// The most bytes of one streamed answer, comments and all.
const MOST: usize = 64 << 20;

/// The sink has seen enough, or nobody listens any more.
struct Stopped;

/// Runs until the model has answered, a limit is reached, or `sink` has seen enough.
pub(super) async fn run(set: &Set, spec: &ProbeSpec, sink: &mut EventSink) -> End {
    let talk = Talk::new(set.api.endpoint.wire, set.bound.clone(), set.api.price);
    let probe = Probe { set, sink, talk, start: Instant::now(), backoff: Backoff::default() };
    let prompt = &spec.query.prompt;
    let opening = match set.choices {
        Some(_) => format!("{}The person asks:\n\n{prompt}", set.before),
        None => format!("{}{prompt}", set.before),
    };
    probe.converse(opening, spec.limits.max_steps.max(1)).await.unwrap_or(End::Answer)
}

struct Probe<'a> {
    set: &'a Set,
    sink: &'a mut EventSink,
    talk: Talk,
    start: Instant,
    backoff: Backoff,
}

impl Probe<'_> {
    async fn converse(mut self, opening: String, max_steps: u32) -> Result<End, Stopped> {
        let mut said = vec![Said::User(opening)];
        for _ in 0..max_steps {
            let response = match self.response(&said).await? {
                Ok(response) => response,
                Err(cause) => return self.finish(End::Errored { cause }).await,
            };
            if self.set.choices.is_some() {
                let end = self.choose(&response).await?;
                return self.finish(end).await;
            }
            if response.calls.is_empty() {
                return self.finish(End::Answer).await;
            }
            let results = self.results(response.calls).await?;
            said.extend([Said::Model(response.echo), Said::Results(results)]);
        }
        self.finish(End::StepBudget).await
    }

    /// The calls of a response, each with its result.
    async fn results(&mut self, calls: Vec<Call>) -> Result<Vec<Outcome>, Stopped> {
        let mut results = Vec::with_capacity(calls.len());
        for (at, call) in calls.into_iter().enumerate() {
            let (ok, text) = self.set.give(self.talk.asked(&call));
            let now = self.now();
            let events = self.talk.answered(at, ok, &text, now);
            self.tell(events).await?;
            let Call { id, known, name: tool, .. } = call;
            results.push(Outcome { id, known, tool, ok, text });
        }
        Ok(results)
    }

    /// What the model named, where it was asked to name one.
    async fn choose(&mut self, response: &Response) -> Result<End, Stopped> {
        let Some(choices) = &self.set.choices else { return Ok(End::Answer) };
        match choices.read(&response.text) {
            Ok(None) => {}
            Ok(Some(name)) => {
                let now = self.now();
                let events = self.talk.picked(&name, now);
                self.tell(events).await?;
            }
            Err(why) => return Ok(End::Errored { cause: why.to_string() }),
        }
        Ok(End::Answer)
    }

    /// One response, asked for again where that may help; or why there is none.
    async fn response(&mut self, said: &[Said]) -> Result<Result<Response, String>, Stopped> {
        let api = &self.set.api;
        let shape = self.set.choices.as_ref().map(|choices| choices.shape());
        let ask = Ask {
            model: &api.model,
            system: &self.set.system,
            said,
            tools: shape.is_none(),
            shape: shape.as_ref(),
            temperature: api.temperature,
            max_tokens: api.max_tokens,
        };
        let body = request::body(api.endpoint.wire, &ask);
        loop {
            let Trouble { cause, again } = match self.once(&body).await? {
                Ok(response) => {
                    self.backoff.succeeded();
                    return Ok(Ok(response));
                }
                Err(trouble) => trouble,
            };
            let Again::Later(asked) = again else { return Ok(Err(cause)) };
            match self.backoff.next(asked) {
                Err(give_up) => return Ok(Err(format!("{cause} ({give_up})"))),
                Ok(wait) => {
                    let reason = format!("{cause}; again in {:.1} s", wait.as_secs_f64());
                    let now = self.now();
                    let events = self.talk.retried(&reason, now);
                    self.tell(events).await?;
                    sleep(wait).await;
                }
            }
        }
    }

    /// One request.
    async fn once(
        &mut self,
        body: &serde_json::Value,
    ) -> Result<Result<Response, Trouble>, Stopped> {
        let api = &self.set.api;
        let mut answer = match api.send(body).await {
            Ok(answer) => answer,
            Err(trouble) => return Ok(Err(trouble)),
        };
        let mut flow = api.scrubber.flow();
        let (mut length, mut failure) = (0, None);
        loop {
            let chunk = match answer.chunk().await {
                Ok(Some(chunk)) => chunk,
                Ok(None) => break,
                Err(error) => {
                    failure = Some(Trouble::of_sending(&error, &api.endpoint));
                    break;
                }
            };
            length += chunk.len();
            if length > MOST {
                failure = Some(never(format!("the answer is longer than {} MiB", MOST >> 20)));
                break;
            }
            self.hear(&flow.push(&chunk)).await?;
        }
        self.hear(&flow.finish()).await?;
        // Nothing is asked for twice of which the model has said something.
        let unheard = self.talk.has_heard_nothing();
        let now = self.now();
        let (events, response) = self.talk.ended(now);
        self.tell(events).await?;
        let response = match (failure, response) {
            (Some(failure), _) => Err(failure),
            (None, Ok(response)) => Ok(response),
            (None, Err(Broken::Service { said })) if unheard => Err(Trouble::of_words(&said)),
            (None, Err(broken @ Broken::BrokeOff)) if unheard => {
                Err(Trouble { cause: broken.to_string(), again: Again::Later(None) })
            }
            (None, Err(broken)) => Err(never(broken.to_string())),
        };
        Ok(response.map_err(|trouble| if unheard { trouble } else { never(trouble.cause) }))
    }

    async fn hear(&mut self, bytes: &[u8]) -> Result<(), Stopped> {
        let now = self.now();
        let events = self.talk.feed(bytes, now);
        self.tell(events).await
    }

    async fn finish(self, end: End) -> Result<End, Stopped> {
        let now = self.now();
        let (events, end) = self.talk.finish(end, now);
        tell(self.sink, events).await?;
        self.sink.passed(now);
        Ok(end)
    }

    async fn tell(&mut self, events: Vec<Event>) -> Result<(), Stopped> {
        tell(self.sink, events).await
    }

    fn now(&self) -> u64 {
        u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}

async fn tell(sink: &mut EventSink, events: Vec<Event>) -> Result<(), Stopped> {
    for event in events {
        if sink.emit(event).await.is_break() {
            return Err(Stopped);
        }
    }
    Ok(())
}

fn never(cause: String) -> Trouble {
    Trouble { cause, again: Again::Never }
}
