//! Whether a service can be asked at all.

use std::net::TcpListener;

use skillscope::engine::agent::wiring::{Hears, Problem, What, Wiring};
use tokio_util::sync::CancellationToken;

use super::desk::{Desk, WIRES, Wire};
use crate::harness::{
    loopback::Loopback,
    scenario::{
        Fault, Scenario,
        Step::{Say, Skill},
    },
};

fn wiring(wire: Wire, base: &str, ask: bool) -> Wiring {
    let set = Desk::new().set(wire, base);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("a runtime").block_on(set.wiring(
        ask,
        Hears::default(),
        &CancellationToken::new(),
    ))
}

/// The problems of each interface against a model of its own.
fn problems(scenario: &Scenario, look: impl Fn(&Wiring, &Loopback)) {
    for wire in WIRES {
        let model = Loopback::start(scenario.clone());
        look(&wiring(wire, &format!("{}{}", model.base(), wire.1), true), &model);
    }
}

#[test]
fn a_model_that_does_as_it_is_told_is_wired() {
    problems(&Scenario::of(&[&[Skill("shelf-labels")]]), |wiring, _| {
        assert!(wiring.holds(), "{wiring:?}");
        let looked: Vec<What> = wiring.checks.iter().map(|check| check.what).collect();
        let all = [What::Credential, What::Service, What::Residents, What::Engages];
        assert_eq!(looked, all, "{wiring:?}");
    });
}

#[test]
fn one_that_does_something_else_is_not() {
    problems(&Scenario::of(&[&[Say("Good morning.")]]), |wiring, _| {
        let problems: Vec<&Problem> = wiring.problems().collect();
        let [Problem::NotEngaged { instead, .. }] = problems[..] else { panic!("{problems:?}") };
        assert_eq!(instead, "answered");
    });
}

#[test]
fn a_key_that_is_refused_is_told_from_a_service_that_is_away() {
    let fault = Fault { status: 401, times: 9, retry_after: None };
    problems(&Scenario::none().behind(fault), |wiring, _| {
        let problems: Vec<&Problem> = wiring.problems().collect();
        assert!(matches!(problems[..], [Problem::KeyRefused { .. }]), "{problems:?}");
    });
    let port = TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("it").port();
    for wire in WIRES {
        let wiring = wiring(wire, &format!("http://127.0.0.1:{port}{}", wire.1), true);
        let problems: Vec<&Problem> = wiring.problems().collect();
        assert!(matches!(problems[..], [Problem::Unreachable { .. }]), "{problems:?}");
    }
}

#[test]
fn nothing_is_asked_that_may_cost_something_unless_somebody_wants_it() {
    for wire in WIRES {
        let model = Loopback::start(Scenario::none());
        let wiring = wiring(wire, &format!("{}{}", model.base(), wire.1), false);
        assert!(wiring.holds(), "{wiring:?}");
        let asked = model.requests();
        assert!(asked.iter().all(|request| request.body.is_null()), "{asked:?}");
    }
}
