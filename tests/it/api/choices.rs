//! Models without tools, which are asked to name a skill.

use skillscope::core::trajectory::EndedBy;

use super::desk::{Desk, everywhere};
use crate::harness::scenario::{
    Scenario,
    Step::{Say, Skill},
};

fn desk() -> Desk {
    let mut desk = Desk::new();
    desk.choice = true;
    desk
}

#[test]
fn a_name_engages_and_is_all_that_is_asked_for() {
    let scenario = Scenario::of(&[&[Skill("tea-order")]]);
    everywhere(&desk(), &scenario, |wire, told, model| {
        assert_eq!(told.skills(), ["1 tea-order choice"], "{wire:?}");
        let trajectory = told.scored();
        assert_eq!((trajectory.steps, trajectory.ended_by), (1, EndedBy::Answer), "{wire:?}");
        let requests = model.requests();
        assert_eq!(requests.len(), 1, "{wire:?}");
        let body = requests[0].body.to_string();
        assert!(body.contains("Order tea for the office") && !body.contains("\"tools\""), "{body}");
    });
}

#[test]
fn none_is_an_abstention_and_an_unknown_name_an_attempt() {
    everywhere(&desk(), &Scenario::of(&[&[Say("")]]), |wire, told, _| {
        assert!(told.skills().is_empty() && told.scored().engagements.is_empty(), "{wire:?}");
    });
    everywhere(&desk(), &Scenario::of(&[&[Skill("ghost")]]), |wire, told, _| {
        assert_eq!(told.skills(), ["1 (ghost)"], "{wire:?}");
        assert!(told.scored().engagements.is_empty(), "{wire:?}");
    });
}

#[test]
fn an_answer_in_prose_is_an_error_and_no_guess_is_made() {
    let scenario = Scenario::of(&[&[Say("I would take tea-order.")]]);
    everywhere(&desk(), &scenario, |wire, told, _| {
        assert!(told.cause().contains("no JSON object"), "{wire:?} {}", told.cause());
        assert!(told.skills().is_empty(), "{wire:?}");
    });
}
