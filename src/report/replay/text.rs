//! A stream told line by line, as it goes, for people.

use crate::{
    core::{
        query::unit::one_blank,
        stream::Faults,
        trajectory::{Engagement, Event, EventKind, Outcome},
        visible::line,
        workbench::Board,
    },
    report::replay::Seen,
};

/// Characters of a text that are told; the document has all of them.
const LONGEST: usize = 140;

/// Which stream it is, on which skills, and what of it could not be read. `stream` is the file's name,
/// `harness` the title of who wrote it.
pub fn head(board: &Board, stream: &str, harness: &str, faults: Faults) -> String {
    let scope = board.now.snapshot.catalog.scope_line();
    let mut out = format!("{}\n{}, a stream of {}\n", line(&scope), line(stream), line(harness));
    for (count, what) in
        [(faults.dropped, "too long to be kept"), (faults.unreadable, "no JSON and passed over")]
    {
        if count > 0 {
            let lines = if count == 1 { "line is" } else { "lines are" };
            out.push_str(&format!("{count} {lines} {what}\n"));
        }
    }
    out
}

/// Tells the events of one probe, one after the other.
#[derive(Debug)]
pub struct Teller {
    /// They bear times.
    timed: bool,
    step: u32,
}

impl Teller {
    pub fn new(timed: bool) -> Self {
        Self { timed, step: 0 }
    }

    /// The event is the first of a model response.
    pub fn begins(&self, event: &Event) -> bool {
        event.step > self.step
    }

    /// The event in a line, under the line of its model response.
    pub fn tell(&mut self, event: &Event) -> String {
        let mut out = String::new();
        if self.begins(event) {
            self.step = event.step;
            let at = if self.timed { seconds(event.at_ms) } else { String::new() };
            out.push_str(&format!("\nstep {}{at}\n", event.step));
        }
        let (word, text) = match &event.kind {
            EventKind::Text { text } => ("says", short(text)),
            EventKind::Thinking { text } => ("thinks", short(text)),
            EventKind::ToolCall { name, detail } => ("calls", short(&format!("{name}  {detail}"))),
            EventKind::ToolResult { detail, .. } if detail.is_empty() => return out,
            EventKind::ToolResult { detail, .. } => ("gets", short(detail)),
            EventKind::Engagement { skill, via } => {
                ("ENGAGES", format!("{}{}", line(skill.as_str()), via.words()))
            }
            EventKind::Touch { skill, detail } => {
                ("touches", format!("{} of {}", short(detail), line(skill.as_str())))
            }
            EventKind::Refused { name, reason } => {
                ("refused", format!("{}: {}", short(name), short(reason)))
            }
            EventKind::Foreign { name, loaded: true } => {
                ("LOADS", format!("{}, which is no skill of this catalog", short(name)))
            }
            EventKind::Foreign { name, .. } => {
                ("sees", format!("{} too, which is no skill of this catalog", short(name)))
            }
            EventKind::Retry { reason } => ("retries", short(reason)),
            EventKind::Usage { input, output, cost_usd } => {
                ("took", tokens(*input, *output, *cost_usd))
            }
            EventKind::End => return out,
        };
        out.push_str(&format!("  {word:<8} {text}\n"));
        out
    }
}

/// What it came to.
pub fn foot(seen: &Seen) -> String {
    let outcome = match &seen.outcome {
        Some(Outcome::Scored(trajectory)) => {
            let engaged = |e: &Engagement| format!("{} in step {}", line(e.skill.as_str()), e.step);
            let skills: Vec<String> = trajectory.engagements.iter().map(engaged).collect();
            let skills = if skills.is_empty() { "no skill".to_owned() } else { skills.join(", ") };
            format!("engaged: {skills}\nended by {}", trajectory.ended_by)
        }
        Some(Outcome::Errored { cause }) => {
            format!("errored, so it counts as nothing: {}", short(cause))
        }
        None => return String::new(),
    };
    let steps = seen.steps();
    let plural = if steps == 1 { "" } else { "s" };
    let took =
        seen.tokens().map(|(input, output)| format!(", {}", tokens(input, output, seen.cost_usd)));
    format!("\n{outcome}\n{steps} model response{plural}{}\n", took.unwrap_or_default())
}

fn seconds(ms: u64) -> String {
    format!(", {:.1} s", ms as f64 / 1000.0)
}

fn tokens(input: u64, output: u64, cost_usd: Option<f64>) -> String {
    let cost = cost_usd.map(|usd| format!("${usd:.3}"));
    let counts = (input + output > 0).then(|| format!("{input} tokens in, {output} out"));
    counts.into_iter().chain(cost).collect::<Vec<_>>().join(", ")
}

/// The beginning of a text in one line.
fn short(text: &str) -> String {
    let text = one_blank(text);
    let mut chars = text.chars();
    let kept: String = chars.by_ref().take(LONGEST).collect();
    let more = if chars.next().is_some() { "…" } else { "" };
    format!("{}{more}", line(&kept))
}
