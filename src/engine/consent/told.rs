//! What asking an agent means, in lines for whoever has to agree: the same before a prompt and on a
//! screen.
//!
//! Pure. Must not know how it is shown, nor who agrees.

use std::path::PathBuf;

use crate::{
    core::{
        plan::{Caps, Estimate, Over},
        workbench::consent::{Line, Told},
    },
    engine::agent::{About, Billing},
};

/// What there is to tell of a plan.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    /// As `--agent` names it.
    pub agent: &'a str,
    pub model: Option<&'a str>,
    pub about: &'a About,
    /// The places that the skills are from.
    pub catalog: &'a [PathBuf],
    pub estimate: &'a Estimate,
    pub caps: &'a Caps,
    /// What the project's own file says of agents and nobody has agreed to, a sentence each.
    pub unagreed: &'a [String],
}

impl Facts<'_> {
    /// The lines.
    pub fn told(&self) -> Told {
        let Self { agent, about, estimate, caps, .. } = *self;
        let places: Vec<_> = self.catalog.iter().map(|path| path.to_string_lossy()).collect();
        let mut lines = Vec::new();
        let mut tell = |name: &'static str, text: String| lines.push(Line { name, text });
        let version = about.version.as_ref().map_or_else(String::new, |of| format!("  ({of})"));
        tell("runs", format!("{}{version}", about.runs.join(" ")));
        if let Some(model) = self.model {
            tell("model", model.to_owned());
        }
        about.place.iter().for_each(|line| tell("where", line.clone()));
        about.tools.iter().for_each(|line| tell("tools", line.clone()));
        if !about.environment.is_empty() {
            tell("given", about.environment.join(", "));
        }
        tell("billed", about.billing.to_string());
        tell("probes", format!("{}; {}", counted(estimate.probes, "probe"), ends(caps)));
        tell("estimate", expected(estimate, &about.billing));
        let over = estimate.over(caps);
        over.iter().for_each(|over| tell("over", beyond(*over, caps)));
        self.unagreed.iter().for_each(|line| tell("project", line.clone()));
        let head = format!("{agent} would be asked for real about {}.", places.join(", "));
        Told { head, lines, over: !over.is_empty() }
    }
}

fn counted(count: usize, one: &str) -> String {
    format!("{count} {one}{}", if count == 1 { "" } else { "s" })
}

/// Where the plan ends at the latest.
fn ends(caps: &Caps) -> String {
    let all = [Over::Probes, Over::Cost, Over::Duration];
    let ends: Vec<_> = all.into_iter().filter_map(|cap| caps.told(cap)).collect();
    if ends.is_empty() {
        "without an end".to_owned()
    } else {
        format!("at most {}", ends.join(", "))
    }
}

/// Sessions have no price, and what nobody knows is not nought.
fn expected(estimate: &Estimate, billing: &Billing) -> String {
    let minutes = estimate.duration_ms.map(|ms| match ms.div_ceil(60_000) {
        0 | 1 => "a minute".to_owned(),
        minutes => format!("{minutes} minutes"),
    });
    let cost = match billing {
        Billing::Local => Some("no price that is known".to_owned()),
        Billing::Token(_) | Billing::Subscription => Some(counted(estimate.probes, "session")),
        Billing::ApiKey(_) | Billing::Unknown => estimate.cost_usd.map(|usd| format!("${usd:.2}")),
    };
    let earlier = "as earlier probes of this agent with this model took";
    match (minutes, cost) {
        (Some(minutes), Some(cost)) => format!("about {minutes} and {cost}, {earlier}"),
        (Some(minutes), None) => format!("about {minutes}, {earlier}; the price is not known"),
        (None, Some(cost)) => format!("{cost}; the time is not known: none was asked here before"),
        (None, None) => {
            "not known: this agent was not asked here before with this model".to_owned()
        }
    }
}

fn beyond(over: Over, caps: &Caps) -> String {
    // A cap that is gone over is there.
    let cap = caps.told(over).unwrap_or_default();
    format!("more than the cap of {cap}: the run would end there")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_has_no_price_and_the_unknown_is_not_nought() {
        let estimate = Estimate { probes: 40, duration_ms: Some(90_000), cost_usd: Some(0.4) };
        let key = Billing::ApiKey("K".into());
        assert!(expected(&estimate, &key).starts_with("about 2 minutes and $0.40"));
        let plan = expected(&estimate, &Billing::Subscription);
        assert!(
            plan.starts_with("about 2 minutes and 40 sessions") && !plan.contains('$'),
            "{plan}"
        );
        let unknown = Estimate { probes: 40, ..Estimate::default() };
        for billing in [key, Billing::Unknown, Billing::Subscription, Billing::Local] {
            let told = expected(&unknown, &billing);
            assert!(told.contains("not known") && !told.contains('$'), "{told}");
        }
    }

    #[test]
    fn everything_that_somebody_agrees_to_is_told_and_an_over_is_marked() {
        let about = About {
            runs: vec!["claude".into(), "-p".into()],
            version: Some("2.1".into()),
            place: vec!["in an empty home".into()],
            tools: vec!["refused when called".into()],
            environment: vec!["A_KEY".into()],
            billing: Billing::Subscription,
        };
        let facts = |estimate: &Estimate, unagreed: &[String]| {
            let (agent, model, caps) = ("claude-code", Some("m-1"), &Caps::PAID);
            let catalog = &["/a".into(), "/b".into()];
            Facts { agent, model, about: &about, catalog, estimate, caps, unagreed }.told()
        };
        let few = Estimate { probes: 3, ..Estimate::default() };
        let unagreed = ["skillscope.toml says more".to_owned()];
        let told = facts(&few, &unagreed);
        let names: Vec<_> = told.lines.iter().map(|line| line.name).collect();
        assert_eq!(
            names,
            ["runs", "model", "where", "tools", "given", "billed", "probes", "estimate", "project"]
        );
        assert_eq!(told.head, "claude-code would be asked for real about /a, /b.");
        assert!(!told.over && !told.lines[7].text.contains('$'), "sessions have no price");
        let many = Estimate { probes: 201, ..Estimate::default() };
        assert!(facts(&many, &[]).over);
    }

    #[test]
    fn caps_are_said_before_and_when_they_would_be_gone_over() {
        assert_eq!(ends(&Caps::PAID), "at most 200 probes, $2, 20 minutes");
        assert_eq!(ends(&Caps::default()), "without an end");
        let told = beyond(Over::Cost, &Caps::PAID);
        assert_eq!(told, "more than the cap of $2: the run would end there");
    }
}
