//! What asking an agent means, in lines for whoever has to agree.
//!
//! Must not know how it is asked for.

use std::{path::PathBuf, sync::Arc};

use super::shown;
use crate::{
    core::plan::{Caps, Estimate, Over},
    engine::{
        agent::{About, Billing, Live},
        session::Setup,
    },
    report::figure::counted,
};

/// Columns of a line's name.
const NAMES: usize = 9;

/// The lines.
pub(super) struct Told {
    lines: Vec<String>,
}

impl Told {
    pub fn of(
        setup: &Setup,
        live: &Arc<Live>,
        about: &About,
        catalog: &[PathBuf],
        (estimate, over): (&Estimate, &[Over]),
    ) -> Self {
        let agent = shown(&setup.agent);
        let places: Vec<_> = catalog.iter().map(|path| shown(&path.to_string_lossy())).collect();
        let mut lines =
            vec![format!("{agent} would be asked for real about {}.", places.join(", "))];
        let mut tell = |name: &str, text: &str| {
            lines.push(format!("{name:NAMES$} {}", shown(text)));
        };
        let version = about.version.as_ref().map_or_else(String::new, |of| format!("  ({of})"));
        tell("runs", &format!("{}{version}", about.runs.join(" ")));
        if let Some(model) = live.capabilities().model {
            tell("model", &model);
        }
        about.place.iter().for_each(|line| tell("where", line));
        about.tools.iter().for_each(|line| tell("tools", line));
        if !about.environment.is_empty() {
            tell("given", &about.environment.join(", "));
        }
        tell("billed", &about.billing.to_string());
        tell("probes", &format!("{}; {}", probes(estimate.probes), ends(&setup.caps)));
        tell("estimate", &expected(estimate, &about.billing));
        over.iter().for_each(|over| tell("over", &beyond(*over, &setup.caps)));
        Self { lines }
    }

    pub fn lines(&self) -> &[String] {
        &self.lines
    }
}

fn probes(count: usize) -> String {
    counted(count, "probe", "probes")
}

/// Where the plan ends at the latest.
fn ends(caps: &Caps) -> String {
    let ends = [
        caps.probes.map(probes),
        caps.cost_usd.map(|usd| format!("${usd}")),
        caps.minutes().map(|minutes| format!("{minutes} minutes")),
    ];
    let ends: Vec<_> = ends.into_iter().flatten().collect();
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
        Billing::Token(_) | Billing::Subscription => {
            Some(counted(estimate.probes, "session", "sessions"))
        }
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
    let cap = match over {
        Over::Probes => caps.probes.map(probes),
        Over::Cost => caps.cost_usd.map(|usd| format!("${usd}")),
        Over::Duration => caps.minutes().map(|minutes| format!("{minutes} minutes")),
    };
    // A cap that is gone over is there.
    format!("more than the cap of {}: the run would end there", cap.unwrap_or_default())
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
    fn caps_are_said_before_and_when_they_would_be_gone_over() {
        assert_eq!(ends(&Caps::PAID), "at most 200 probes, $2, 20 minutes");
        assert_eq!(ends(&Caps::default()), "without an end");
        let told = beyond(Over::Cost, &Caps::PAID);
        assert_eq!(told, "more than the cap of $2: the run would end there");
    }
}
