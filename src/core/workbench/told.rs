//! What a probe of a snapshot may depend on, as one text: equal texts, equal chances.
//!
//! Must not know hash functions, nor who asks.

use std::fmt::Write as _;

use crate::core::{
    material::field,
    plan::Limits,
    workbench::{board::AgentInfo, state::State},
};

/// What the agent is told of the skills: the listing of the harness, else id, name and routing text
/// of each resident, in order.
pub fn listing(state: &State) -> String {
    let mut out = String::new();
    if let Some(listing) = &state.listing {
        field(&mut out, &listing.text());
        return out;
    }
    for resident in state.snapshot.residents() {
        let when = resident.when_to_use();
        let marked = if when.is_some() { "w" } else { "" };
        let texts = [resident.id().as_str(), resident.name(), resident.description, marked];
        texts.into_iter().chain(when).for_each(|text| field(&mut out, text));
    }
    out
}

/// What it can read of them once they engage: the fingerprint of each resident's file.
pub fn bodies(state: &State) -> String {
    let mut out = String::new();
    for resident in state.snapshot.residents() {
        field(&mut out, resident.id().as_str());
        let mut hex = String::new();
        for byte in resident.skill.doc.content.unwrap_or_default() {
            // Writing to a string cannot fail.
            let _ = write!(hex, "{byte:02x}");
        }
        field(&mut out, &hex);
    }
    out
}

/// Who is asked, and within which limits; `script` is what it plays, if it plays something.
pub fn configuration(agent: &AgentInfo, script: Option<&str>) -> String {
    let Limits { max_turns, max_steps, early_exit, engages } = agent.limits;
    let mut out = String::new();
    field(&mut out, &agent.name);
    field(&mut out, &agent.evidence.to_string());
    field(&mut out, agent.model.as_deref().unwrap_or_default());
    field(&mut out, &format!("{max_turns} {max_steps} {early_exit} {}", agent.attempts));
    field(&mut out, &agent.offered.to_string());
    field(&mut out, script.unwrap_or_default());
    if !engages.is_usual() {
        field(&mut out, &engages.to_string());
    }
    if !agent.options.is_empty() {
        field(&mut out, &agent.options);
    }
    out
}
