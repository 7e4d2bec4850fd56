//! Tool calls and their results, brought together: whichever comes first, said once or twice, in
//! whatever order.
//!
//! What a call was after is told when its result has come, in the order in which the model made
//! the calls. Must not know tools.

use std::{
    collections::VecDeque,
    hash::{DefaultHasher, Hash, Hasher},
};

use crate::core::{
    stream::aims::{Aim, shortened},
    trajectory::EventKind,
};

/// Calls and ids that are kept in mind; a harness runs a few at once.
const MOST: usize = 1024;

/// What came of a call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Reply {
    pub ok: bool,
    /// It was let run, as far as the harness says so, and failed after that.
    pub ran: bool,
    pub text: String,
}

#[derive(Debug)]
struct Call {
    id: Option<String>,
    tool: String,
    /// The model response that made it.
    step: u32,
    aims: Vec<Aim>,
    reply: Option<Reply>,
}

/// Calls without a result, and results without a call.
#[derive(Debug, Default)]
pub(super) struct Calls {
    open: Vec<Call>,
    /// Ids of calls, and what was called with them.
    seen: VecDeque<(String, u64)>,
    early: VecDeque<(String, Reply)>,
}

/// A result that was brought together with its call.
#[derive(Debug)]
pub(super) struct Settled {
    pub tool: String,
    pub step: u32,
    pub text: String,
}

impl Calls {
    /// A call. `None` if it was said before; else the result, if that has come already.
    pub fn call(
        &mut self,
        id: Option<&str>,
        (tool, input): (&str, &str),
        step: u32,
        aims: Vec<Aim>,
    ) -> Option<Option<Settled>> {
        let mut early = None;
        if let Some(id) = id {
            let mut hasher = DefaultHasher::new();
            (tool, input).hash(&mut hasher);
            let said = (id.to_owned(), hasher.finish());
            if self.seen.contains(&said) {
                return None;
            }
            keep(&mut self.seen, said);
            let at = self.early.iter().position(|(early, _)| early == id);
            early = at.and_then(|at| self.early.remove(at)).map(|(_, reply)| reply);
        }
        if self.open.len() == MOST {
            self.open.remove(0);
        }
        let (id, tool) = (id.map(str::to_owned), tool.to_owned());
        let settled = early.as_ref().map(|reply| Settled {
            tool: tool.clone(),
            step,
            text: reply.text.clone(),
        });
        self.open.push(Call { id, tool, step, aims, reply: early });
        Some(settled)
    }

    /// A call under this id has no result yet.
    pub fn waits_for(&self, id: &str) -> bool {
        self.open.iter().any(|call| call.reply.is_none() && call.id.as_deref() == Some(id))
    }

    /// A result. `None` if its call has not come, or had its result.
    pub fn result(&mut self, id: Option<&str>, reply: Reply) -> Option<Settled> {
        let waits = |call: &&mut Call| call.reply.is_none() && call.id.as_deref() == id;
        if let Some(call) = self.open.iter_mut().find(waits) {
            let settled =
                Settled { tool: call.tool.clone(), step: call.step, text: reply.text.clone() };
            call.reply = Some(reply);
            return Some(settled);
        }
        if let Some(id) = id
            && !self.seen.iter().any(|(seen, _)| seen == id)
        {
            keep(&mut self.early, (id.to_owned(), reply));
        }
        None
    }

    /// What has become certain, by model response. A call that waits for its result holds back
    /// what the calls behind it were after, unless `all`: then those behind it go ahead.
    pub fn tell(&mut self, all: bool) -> Vec<(u32, EventKind)> {
        let (mut told, mut held) = (Vec::new(), false);
        self.open.retain_mut(|call| {
            let Some(reply) = &call.reply else {
                held |= !all && !call.aims.is_empty();
                return true;
            };
            if !held {
                let aims = std::mem::take(&mut call.aims);
                told.extend(
                    aims.into_iter().filter_map(|aim| Some((call.step, outcome(aim, reply)?))),
                );
            }
            held
        });
        told
    }

    /// The stream has ended: as [`Calls::tell`], and what waits will not come.
    pub fn finish(&mut self) -> Vec<(u32, EventKind)> {
        let mut told = self.tell(true);
        let none = Reply { text: "no result came".to_owned(), ..Reply::default() };
        for call in self.open.drain(..) {
            let outcomes = call.aims.into_iter().filter_map(|aim| outcome(aim, &none));
            told.extend(outcomes.map(|kind| (call.step, kind)));
        }
        told
    }
}

fn keep<T>(queue: &mut VecDeque<T>, one: T) {
    if queue.len() == MOST {
        queue.pop_front();
    }
    queue.push_back(one);
}

/// What an aim came to.
fn outcome(aim: Aim, reply: &Reply) -> Option<EventKind> {
    if reply.ok || aim.certain && reply.ran {
        return Some(aim.accepted);
    }
    Some(EventKind::Refused { name: aim.attempt?, reason: shortened(&reply.text) })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::core::trajectory::Via;

    fn aim(skill: &str) -> Vec<Aim> {
        let accepted = EventKind::Engagement { skill: skill.into(), via: Via::Tool };
        vec![Aim { accepted, attempt: Some(skill.to_owned()), certain: false }]
    }

    fn ok() -> Reply {
        Reply { ok: true, ..Reply::default() }
    }

    fn told(calls: Vec<(u32, EventKind)>) -> Vec<String> {
        let name = |kind: &EventKind| match kind {
            EventKind::Engagement { skill, .. } => skill.to_string(),
            EventKind::Refused { name, reason } => format!("{name}: {reason}"),
            other => format!("{other:?}"),
        };
        calls.iter().map(|(step, kind)| format!("{step} {}", name(kind))).collect()
    }

    #[test]
    fn nothing_is_told_before_its_result() {
        let mut calls = Calls::default();
        assert!(calls.call(Some("1"), ("skill", "a"), 1, aim("a")).is_some());
        assert!(calls.tell(false).is_empty());
        assert_eq!(calls.result(Some("1"), ok()).map(|s| s.tool).as_deref(), Some("skill"));
        assert_eq!(told(calls.tell(false)), ["1 a"]);
        assert!(calls.tell(true).is_empty() && calls.finish().is_empty());
    }

    #[test]
    fn results_before_their_calls_wait_for_them() {
        let mut calls = Calls::default();
        let reply = Reply { text: "no".to_owned(), ..Reply::default() };
        assert!(calls.result(Some("1"), reply).is_none());
        let settled = calls.call(Some("1"), ("skill", "a"), 2, aim("a")).flatten();
        assert_eq!(settled.map(|settled| settled.text).as_deref(), Some("no"));
        assert_eq!(told(calls.tell(false)), ["2 a: no"]);
    }

    #[test]
    fn the_same_call_said_twice_is_one_and_another_under_its_id_is_another() {
        let mut calls = Calls::default();
        assert!(calls.call(Some("1"), ("skill", "a"), 1, aim("a")).is_some());
        assert!(calls.call(Some("1"), ("skill", "a"), 1, aim("a")).is_none());
        assert!(calls.result(Some("1"), ok()).is_some());
        assert!(calls.result(Some("1"), ok()).is_none(), "its result said twice is one");
        assert!(calls.call(Some("1"), ("skill", "b"), 2, aim("b")).is_some());
        assert_eq!(told(calls.finish()), ["1 a", "2 b: no result came"]);
        // Calls without an id are answered in turn.
        for skill in ["a", "a"] {
            assert!(calls.call(None, ("skill", skill), 1, aim(skill)).is_some());
        }
        assert!(calls.result(None, ok()).is_some() && calls.result(None, ok()).is_some());
        assert_eq!(told(calls.finish()), ["1 a", "1 a"]);
    }

    #[test]
    fn a_later_response_does_not_wait_for_a_lost_result() {
        let mut calls = Calls::default();
        for (id, skill) in [("1", "a"), ("2", "b")] {
            calls.call(Some(id), ("skill", skill), 1, aim(skill));
        }
        calls.result(Some("2"), ok());
        assert!(calls.tell(false).is_empty(), "the first one may still be refused or not");
        assert_eq!(told(calls.tell(true)), ["1 b"]);
        calls.result(Some("1"), ok());
        assert_eq!(told(calls.tell(false)), ["1 a"]);
    }

    proptest! {
        #[test]
        fn the_order_of_results_is_no_matter(
            order in Just((0..6).collect::<Vec<usize>>()).prop_shuffle(), early in 0_usize..6
        ) {
            let mut calls = Calls::default();
            let ids: Vec<String> = (0..6).map(|n| n.to_string()).collect();
            let (before, after) = order.split_at(early);
            for n in before {
                calls.result(Some(&ids[*n]), ok());
            }
            let mut seen = Vec::new();
            for id in &ids {
                calls.call(Some(id), ("skill", id), 1, aim(id));
                seen.extend(calls.tell(false));
            }
            for n in after {
                calls.result(Some(&ids[*n]), ok());
                seen.extend(calls.tell(false));
            }
            prop_assert_eq!(told(seen), ["1 0", "1 1", "1 2", "1 3", "1 4", "1 5"]);
        }
    }
}
