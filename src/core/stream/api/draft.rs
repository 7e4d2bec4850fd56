//! A response as far as it has come: texts, calls with their arguments in pieces, tokens, the stop.
//!
//! Must not know which service tells it.

use serde_json::{Map, Value};

use crate::core::{
    plan::Tokens,
    stream::{
        aims::shortened,
        api::response::{Broken, Call, Delta, Response, Stop},
        json::cause,
    },
};

/// The most that is kept of a response, in MiB.
const MOST: usize = 16;

/// The most tool calls of a response.
const MOST_CALLS: usize = 128;

#[derive(Debug, Default)]
pub(super) struct Draft {
    text: String,
    calls: Vec<Open>,
    tokens: Option<Tokens>,
    stop: Option<Stop>,
    failure: Option<Broken>,
    /// Bytes that are kept.
    kept: usize,
    deltas: Vec<Delta>,
}

/// A call whose arguments may still grow.
#[derive(Debug)]
struct Open {
    /// Which one it is to the service.
    key: u64,
    id: Option<String>,
    name: String,
    arguments: String,
    whole: Option<Call>,
}

impl Draft {
    pub fn text(&mut self, piece: &str) {
        if !piece.is_empty() && self.keep(piece.len()) {
            self.text.push_str(piece);
            self.deltas.push(Delta::Text(piece.to_owned()));
        }
    }

    pub fn thinking(&mut self, piece: &str) {
        if !piece.is_empty() {
            self.deltas.push(Delta::Thinking(piece.to_owned()));
        }
    }

    /// A call begins under a key of the service. Said again it is the same one, unless it has
    /// another id: some services number all their calls alike.
    pub fn begin(&mut self, key: u64, id: Option<&str>, name: &str) {
        let id = id.filter(|id| !id.is_empty());
        let last = self.calls.iter_mut().rev().find(|call| call.key == key);
        if let Some(call) = last.filter(|call| {
            call.whole.is_none() && (id.is_none() || call.id.is_none() || call.id.as_deref() == id)
        }) {
            call.id = call.id.take().or_else(|| id.map(str::to_owned));
            if call.name.is_empty() {
                name.clone_into(&mut call.name);
            }
            return;
        }
        if self.calls.len() == MOST_CALLS || !self.keep(name.len()) {
            self.fail(Broken::TooLong { most: MOST });
            return;
        }
        self.deltas.push(Delta::CallBegun { at: self.calls.len(), name: name.to_owned() });
        let (id, name) = (id.map(str::to_owned), name.to_owned());
        self.calls.push(Open { key, id, name, arguments: String::new(), whole: None });
    }

    /// More of the arguments of the call that was begun last under a key.
    pub fn arguments(&mut self, key: u64, piece: &str) {
        if piece.is_empty() || !self.keep(piece.len()) {
            return;
        }
        let calls = self.calls.iter_mut().enumerate().rev();
        if let Some((at, call)) = calls.into_iter().find(|(_, call)| call.key == key)
            && call.whole.is_none()
        {
            call.arguments.push_str(piece);
            self.deltas.push(Delta::Arguments { at, piece: piece.to_owned() });
        }
    }

    /// The arguments of a call are told at once, whatever came of them before.
    pub fn arguments_are(&mut self, key: u64, whole: &str) {
        let open = |call: &&mut Open| call.key == key && call.whole.is_none();
        if self.keep(whole.len())
            && let Some(call) = self.calls.iter_mut().rev().find(open)
        {
            whole.clone_into(&mut call.arguments);
        }
    }

    /// The call that was begun last under a key is whole.
    pub fn close(&mut self, key: u64) {
        if let Some(at) = self.calls.iter().rposition(|call| call.key == key) {
            self.close_at(at);
        }
    }

    fn close_at(&mut self, at: usize) {
        let Some(call) = self.calls.get_mut(at).filter(|call| call.whole.is_none()) else { return };
        let arguments = match call.arguments.trim() {
            "" => Ok(Value::Object(Map::new())),
            text => serde_json::from_str(text).map_err(|_| call.arguments.clone()),
        };
        let id = call.id.clone().unwrap_or_else(|| format!("call_{at}"));
        let known = call.id.is_some();
        let whole = Call { id, known, name: call.name.clone(), arguments };
        call.whole = Some(whole.clone());
        self.deltas.push(Delta::Call(whole));
    }

    /// What has been used, all told; services tell it again as it grows.
    pub fn used(&mut self, tokens: Tokens) {
        if tokens != Tokens::default() && self.tokens != Some(tokens) {
            self.tokens = Some(tokens);
            self.deltas.push(Delta::Usage(tokens));
        }
    }

    pub fn tokens(&self) -> Tokens {
        self.tokens.unwrap_or_default()
    }

    /// The response stops; the first reason counts.
    pub fn stop(&mut self, stop: Stop) {
        if self.stop.is_none() {
            self.stop = Some(stop.clone());
            self.deltas.push(Delta::Stopped(stop));
        }
    }

    pub fn stops_for(&mut self, reason: &str, usual: &[&str]) {
        self.stop(if usual.contains(&reason) { Stop::Whole } else { Stop::Cut(shortened(reason)) });
    }

    pub fn gives_up(&mut self, status: Option<&Value>, kind: &str, message: &str) {
        let (kind, message) = (shortened(kind), shortened(message));
        self.fail(Broken::Service { said: cause(status, &kind, &message) });
        self.deltas.push(Delta::Error { kind, message });
    }

    pub fn garbled(&mut self, data: &str) {
        self.fail(Broken::Garbled { begins: shortened(data.get(..200).unwrap_or(data)) });
    }

    pub fn too_long(&mut self) {
        self.fail(Broken::TooLong { most: MOST });
    }

    /// Nothing that comes now changes what it comes to.
    pub fn has_failed(&self) -> bool {
        self.failure.is_some()
    }

    /// What came since the last time.
    pub fn take(&mut self) -> Vec<Delta> {
        std::mem::take(&mut self.deltas)
    }

    /// Calls so far, for the form in which the service wants to read them.
    pub fn calls(&self) -> impl Iterator<Item = &Call> {
        self.calls.iter().filter_map(|call| call.whole.as_ref())
    }

    pub fn said(&self) -> &str {
        &self.text
    }

    /// The stream has ended: what is open is whole if the response is.
    pub fn settle(&mut self) {
        if self.failure.is_none() && self.stop == Some(Stop::Whole) {
            (0..self.calls.len()).for_each(|at| self.close_at(at));
        }
    }

    /// The response, or why there is none; `echo` is what the service wants to read of it.
    pub fn finish(self, echo: Value) -> Result<Response, Broken> {
        match (self.failure, self.stop) {
            (Some(failure), _) => Err(failure),
            (None, None) => Err(Broken::BrokeOff),
            (None, Some(Stop::Cut(reason))) => Err(Broken::Cut { reason }),
            (None, Some(Stop::Whole)) => {
                let calls = self.calls.into_iter().filter_map(|call| call.whole).collect();
                Ok(Response { text: self.text, calls, echo })
            }
        }
    }

    /// Room for so many bytes more, if there is any.
    pub fn keep(&mut self, bytes: usize) -> bool {
        self.kept = self.kept.saturating_add(bytes);
        let fits = self.kept <= MOST << 20;
        if !fits {
            self.too_long();
        }
        fits
    }

    /// The first failure counts.
    fn fail(&mut self, why: Broken) {
        self.failure.get_or_insert(why);
    }
}
