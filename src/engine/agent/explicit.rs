//! One skill asked for by its name: whoever does not use it then never will.
//!
//! Must not know who is asked.

use tokio::sync::mpsc;

use crate::{
    core::{
        id::SkillId,
        plan::Limits,
        query::{Label, Query},
        trajectory::{End, EventKind, Outcome, Tracker},
    },
    engine::{
        agent::{EventSink, ProbeSpec, wiring::Problem},
        scheduler::{ProbeId, Report},
        secret::Scrubber,
    },
};

/// Asks `agent` for the skill that it knows as `called`, by a probe of its own that nobody counts.
/// Gives what to say where it does as it is told, with everything secret covered.
///
/// # Errors
/// It does something else, or the probe errors.
pub(super) async fn engages(
    agent: &str,
    (skill, called): (&SkillId, &str),
    scrubber: &Scrubber,
    probe: impl AsyncFnOnce(&ProbeSpec, &mut EventSink) -> End,
) -> Result<String, Problem> {
    let prompt = format!("Use the skill {called} now, before you say anything.");
    let label = Label::Complete { expected: vec![skill.clone()], alternatives: vec![] };
    let query = Query::<SkillId>::new("wiring", prompt, label);
    let limits = Limits { max_turns: 1, max_steps: 3, ..Limits::default() };
    let (sender, mut reports) = mpsc::channel(16);
    let nobody = ProbeId { plan: 0, at: 0, attempt: 1, generation: 0 };
    let mut sink = EventSink::new(nobody, Tracker::new(&query, &limits), sender);
    sink.covers(scrubber);
    let spec = ProbeSpec { query: query.into(), attempt: 1, again: false, limits };
    let mut instead = "did nothing".to_owned();
    let asking = async {
        let end = probe(&spec, &mut sink).await;
        sink.settle().await;
        sink.into_parts().0.close(end)
    };
    let hearing = async {
        while let Some(report) = reports.recv().await {
            let Report::Spoke { event, .. } = report else { continue };
            match event.kind {
                EventKind::ToolCall { name, .. } => instead = format!("called {name}"),
                EventKind::Refused { reason, .. } => instead = format!("was refused: {reason}"),
                EventKind::Engagement { skill, .. } => instead = format!("used {skill}"),
                EventKind::Text { .. } if instead == "did nothing" => {
                    "answered".clone_into(&mut instead);
                }
                _ => {}
            }
        }
    };
    match tokio::join!(asking, hearing).0 {
        Outcome::Scored(trajectory)
            if trajectory.engagements.iter().any(|it| it.skill == *skill) =>
        {
            Ok(format!("told to use {called}, it does"))
        }
        Outcome::Scored(_) => {
            let (agent, skill) = (agent.to_owned(), skill.clone());
            Err(Problem::NotEngaged { agent, skill, instead })
        }
        Outcome::Errored { cause } => Err(diagnosed(scrubber.text(&cause).into_owned())),
    }
}

/// What a failure is, by the status at the head of its cause; words are not read.
fn diagnosed(cause: String) -> Problem {
    match cause.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default() {
        "401" | "403" => Problem::KeyRefused { cause },
        "404" => Problem::NoSuchModel { cause },
        "429" | "529" => Problem::Busy { cause },
        _ => Problem::Failed { cause },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_are_told_apart_by_their_status() {
        let remedy = |cause: &str| diagnosed(cause.to_owned()).remedy();
        assert!(remedy("401 authentication_error: no").contains("key"));
        assert!(remedy("404 not_found_error: no such model").contains("--model"));
        assert!(remedy("429: slow down").contains("Wait"));
        assert!(remedy("it broke at 401").contains("by hand"));
    }
}
