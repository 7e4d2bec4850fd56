//! What goes wrong on the way, and what is said of it: an error is never a miss.

use std::{net::TcpListener, time::Duration};

use super::desk::{Desk, WIRES, everywhere};
use crate::harness::{
    http::Break,
    loopback::Loopback,
    scenario::{
        Fault, Scenario,
        Step::{Say, Skill},
    },
};

fn tea() -> Scenario {
    Scenario::of(&[&[Skill("tea-order")], &[Say("Ordered.")]])
}

fn fault(status: u16, times: usize, retry_after: Option<u32>) -> Fault {
    Fault { status, times, retry_after }
}

#[test]
fn what_cannot_pass_is_asked_once() {
    for (status, words) in [(401, "wants a key"), (404, "--model"), (400, "scripted 400")] {
        let scenario = tea().behind(fault(status, 9, None));
        everywhere(&Desk::new(), &scenario, |wire, told, model| {
            let cause = told.cause();
            assert!(cause.starts_with(&status.to_string()), "{wire:?} {cause}");
            assert!(cause.contains(words), "{wire:?} {cause}");
            assert_eq!((model.requests().len(), told.retries().len()), (1, 0), "{wire:?}");
        });
    }
}

#[test]
fn a_rate_limit_is_waited_for_and_told() {
    let scenario = tea().behind(fault(429, 1, Some(1)));
    everywhere(&Desk::new(), &scenario, |wire, told, model| {
        assert_eq!(told.skills(), ["1 tea-order tool"], "{wire:?}");
        let [reason] = told.retries()[..] else { panic!("{wire:?} {:?}", told.retries()) };
        assert!(reason.starts_with("429 ") && reason.ends_with("again in 1.0 s"), "{reason}");
        assert!(told.took >= Duration::from_secs(1), "{wire:?} {:?}", told.took);
        assert_eq!((model.requests().len(), told.scored().steps), (3, 2), "{wire:?}");
    });
}

#[test]
fn a_service_that_fails_now_and_then_is_asked_again() {
    let scenario = tea().behind(fault(500, 2, None));
    everywhere(&Desk::new(), &scenario, |wire, told, model| {
        assert_eq!(told.skills(), ["1 tea-order tool"], "{wire:?}");
        assert_eq!((told.retries().len(), model.requests().len()), (2, 4), "{wire:?}");
    });
}

#[test]
fn a_wait_that_is_too_long_is_an_error_at_once() {
    let scenario = tea().behind(fault(429, 1, Some(3_600)));
    everywhere(&Desk::new(), &scenario, |wire, told, _| {
        let cause = told.cause();
        assert!(cause.contains("3600 s") && cause.starts_with("429"), "{wire:?} {cause}");
        assert!(told.took < Duration::from_secs(20), "{wire:?} {:?}", told.took);
    });
}

#[test]
fn an_answer_that_breaks_off_is_no_answer() {
    // Something of the answer has been heard, so that it is not asked for again.
    // Gemini's comes in one part, of which nothing is heard before it ends.
    for (wire, parts) in WIRES.into_iter().zip([3, 3, 4]) {
        let model = Loopback::start(tea().broken(Break::Cut(parts)));
        let told = Desk::new().ask(wire, &model);
        assert!(told.cause().contains("broke"), "{wire:?} {}", told.cause());
        assert_eq!((model.requests().len(), told.retries().len()), (1, 0), "{wire:?}");
        assert!(!told.skills().iter().any(|skill| skill.contains("tool")), "{:?}", told.skills());
    }
}

#[test]
fn garbage_is_no_answer() {
    let scenario = Scenario::garbage("data: {\"choices\": [{]}\n\n");
    everywhere(&Desk::new(), &scenario, |wire, told, model| {
        assert!(told.cause().contains("no stream of events"), "{wire:?} {}", told.cause());
        assert_eq!(model.requests().len(), 1, "{wire:?}");
    });
}

#[test]
fn where_nobody_listens_it_is_said_what_to_start() {
    let port =
        TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("its own").port();
    for wire in WIRES {
        let base = format!("http://127.0.0.1:{port}{}", wire.1);
        let told = Desk::new().ask_at(wire, &base, || false);
        let cause = told.cause();
        assert!(cause.contains(&base) && cause.contains("start the server"), "{wire:?} {cause}");
    }
}

#[test]
fn a_probe_that_is_cancelled_leaves_the_service_alone() {
    for wire in WIRES {
        let model = Loopback::start(tea().broken(Break::Hang(1)));
        let base = format!("{}{}", model.base(), wire.1);
        let told = Desk::new().ask_at(wire, &base, || !model.requests().is_empty());
        assert!(told.outcome.is_none(), "{wire:?} {:?}", told.outcome);
        assert!(told.took < Duration::from_secs(10), "{wire:?} {:?}", told.took);
        let patience = std::time::Instant::now();
        while model.left() == 0 && patience.elapsed() < Duration::from_secs(10) {
            std::thread::yield_now();
        }
        assert_eq!((model.left(), model.requests().len()), (1, 1), "{wire:?}");
    }
}
