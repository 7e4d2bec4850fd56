//! What two probes must share for one result to serve both.
//!
//! Must not know hash functions: the material is hashed where results are stored.

use std::fmt::Write;

use crate::core::{plan::Limits, trajectory::StopRule};

/// Everything that a probe's result may depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProbeKey<'a> {
    /// Digest of the text that the model is shown about the skills.
    pub listing: &'a str,
    /// Digest of the bodies of the resident skills.
    pub bodies: &'a str,
    pub prompt: &'a str,
    /// As written in the row; part of what the agent finds.
    pub workspace: Option<&'a str>,
    pub agent: &'a str,
    pub agent_version: &'a str,
    /// Settings of the agent in a canonical spelling.
    pub options: &'a str,
    pub model: Option<&'a str>,
    pub limits: &'a Limits,
    /// As applied: [`StopRule::Never`] with early exit off.
    pub stop: &'a StopRule,
    /// 1-based.
    pub attempt: u32,
}

impl ProbeKey<'_> {
    /// One text for one key: each field with its length in front, so that no two keys give the
    /// same text.
    pub fn material(&self) -> String {
        let mut out = String::from("skillscope.probe/1\n");
        for text in [self.listing, self.bodies, self.prompt] {
            field(&mut out, Some(text));
        }
        field(&mut out, self.workspace);
        for text in [self.agent, self.agent_version, self.options] {
            field(&mut out, Some(text));
        }
        field(&mut out, self.model);
        let Limits { max_turns, max_steps, early_exit, engages } = self.limits;
        field(&mut out, Some(&format!("{max_turns} {max_steps} {early_exit} {}", self.attempt)));
        let (rule, skills) = match self.stop {
            StopRule::Never => ("never", [].as_slice()),
            StopRule::All(skills) => ("all", skills.as_slice()),
            StopRule::Any(skills) => ("any", skills.as_slice()),
        };
        field(&mut out, Some(rule));
        skills.iter().for_each(|skill| field(&mut out, Some(skill.as_str())));
        if !engages.is_usual() {
            field(&mut out, Some(&engages.to_string()));
        }
        out
    }
}

fn field(out: &mut String, text: Option<&str>) {
    // Writing to a string cannot fail.
    let _ = match text {
        Some(text) => writeln!(out, "{}:{text}", text.len()),
        None => writeln!(out, "-"),
    };
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::core::plan::Engages;

    #[test]
    fn every_field_counts() {
        let (limits, stop) = (Limits::default(), StopRule::All(vec!["a".into(), "b".into()]));
        let key = ProbeKey {
            listing: "l",
            bodies: "b",
            prompt: "p",
            workspace: None,
            agent: "fake",
            agent_version: "1",
            options: "",
            model: None,
            limits: &limits,
            stop: &stop,
            attempt: 1,
        };
        let late = Limits { early_exit: false, ..limits.clone() };
        let loose = Limits { engages: Engages::AnyFile, ..limits.clone() };
        let any = StopRule::Any(vec!["a".into(), "b".into()]);
        let joined = StopRule::All(vec!["a\n1:b".into()]);
        let keys = [
            key,
            ProbeKey { listing: "lb", bodies: "", ..key },
            ProbeKey { listing: "l\n1:b", bodies: "", ..key },
            ProbeKey { prompt: "p ", ..key },
            ProbeKey { workspace: Some(""), ..key },
            ProbeKey { agent: "fake1", agent_version: "", ..key },
            ProbeKey { options: "speed", ..key },
            ProbeKey { model: Some("-"), ..key },
            ProbeKey { limits: &late, ..key },
            ProbeKey { limits: &loose, ..key },
            ProbeKey { stop: &any, ..key },
            ProbeKey { stop: &joined, ..key },
            ProbeKey { stop: &StopRule::Never, ..key },
            ProbeKey { attempt: 2, ..key },
        ];
        let distinct: BTreeSet<String> = keys.iter().map(ProbeKey::material).collect();
        assert_eq!(distinct.len(), keys.len());
    }
}
