//! What the model does, and what becomes of it.

use skillscope::core::{
    plan::Limits,
    trajectory::{EndedBy, EventKind},
};

use super::desk::{Desk, everywhere};
use crate::harness::{
    http::Request,
    scenario::{
        Scenario,
        Step::{Read, Say, Skill},
    },
};

fn says(request: &Request, words: &str) -> bool {
    request.body.to_string().contains(words)
}

#[test]
fn a_skill_is_listed_loaded_and_read() {
    let scenario = Scenario::of(&[&[Skill("tea-order")], &[Say("Ordered.")]]);
    everywhere(&Desk::new(), &scenario, |wire, told, model| {
        assert_eq!(told.skills(), ["1 tea-order tool"], "{wire:?}");
        let trajectory = told.scored();
        assert_eq!((trajectory.steps, trajectory.ended_by), (2, EndedBy::Answer), "{wire:?}");
        let requests = model.requests();
        let [first, second] = &requests[..] else { panic!("{wire:?} {}", requests.len()) };
        assert!(says(first, "- tea-order: Order tea for the office"), "{wire:?}");
        assert!(says(first, "We are nearly out of tea.") && !says(first, "Body of"), "{wire:?}");
        assert!(says(second, "Body of tea-order.") && !says(second, "Body of shelf"), "{wire:?}");
        let usages: Vec<&EventKind> = told
            .events
            .iter()
            .map(|event| &event.kind)
            .filter(|kind| matches!(kind, EventKind::Usage { .. }))
            .collect();
        let usage = EventKind::Usage { input: 1_000, output: 20, cost_usd: None };
        assert_eq!(usages, [&usage, &usage], "{wire:?}: without a price there is no cost");
        assert_eq!(told.events.last().map(|event| &event.kind), Some(&EventKind::End));
    });
}

#[test]
fn the_router_first_and_then_the_target() {
    let scenario =
        Scenario::of(&[&[Skill("which-helper")], &[Skill("tea-order")], &[Say("Ordered.")]]);
    everywhere(&Desk::new(), &scenario, |wire, told, model| {
        assert_eq!(told.skills(), ["1 which-helper tool", "2 tea-order tool"], "{wire:?}");
        assert_eq!(told.scored().steps, 3, "{wire:?}");
        assert!(says(&model.requests()[2], "Body of which-helper."), "{wire:?}");
    });
}

#[test]
fn no_skill_is_an_answer() {
    everywhere(&Desk::new(), &Scenario::none(), |wire, told, model| {
        assert!(told.skills().is_empty() && told.scored().engagements.is_empty(), "{wire:?}");
        let text = EventKind::Text { text: "Good morning to you too.".to_owned() };
        assert!(told.events.iter().any(|event| event.kind == text), "{wire:?}");
        assert_eq!(model.requests().len(), 1, "{wire:?}");
    });
}

#[test]
fn a_name_that_is_none_is_refused_and_the_model_is_told_so() {
    let scenario = Scenario::of(&[&[Skill("ghost")], &[Say("Then not.")]]);
    everywhere(&Desk::new(), &scenario, |wire, told, model| {
        assert_eq!(told.skills(), ["1 (ghost)"], "{wire:?}");
        assert!(told.scored().engagements.is_empty(), "{wire:?}");
        assert!(says(&model.requests()[1], "There is no skill `ghost`."), "{wire:?}");
    });
}

#[test]
fn calls_side_by_side_are_one_step_and_each_has_its_result() {
    let both: &[_] = &[Skill("tea-order"), Skill("ghost"), Skill("shelf-labels")];
    let scenario = Scenario::of(&[both, &[Say("Done.")]]);
    everywhere(&Desk::new(), &scenario, |wire, told, model| {
        let expected = ["1 tea-order tool", "1 (ghost)", "1 shelf-labels tool"];
        assert_eq!(told.skills(), expected, "{wire:?}");
        let second = &model.requests()[1];
        for words in ["Body of tea-order.", "There is no skill `ghost`.", "Body of shelf-labels."] {
            assert!(says(second, words), "{wire:?} {words}");
        }
    });
}

#[test]
fn reading_the_file_of_a_skill_engages_it() {
    let scenario = Scenario::of(&[&[Read(".claude/skills/tea-order")], &[Say("Read.")]]);
    everywhere(&Desk::new(), &scenario, |wire, told, model| {
        assert_eq!(told.skills(), ["1 tea-order file_read"], "{wire:?}");
        assert!(says(&model.requests()[1], "Body of tea-order."), "{wire:?}");
    });
}

#[test]
fn a_probe_that_has_shown_enough_asks_no_more() {
    let mut desk = Desk::new();
    desk.limits = Limits::default();
    let scenario = Scenario::of(&[&[Skill("tea-order")], &[Skill("shelf-labels")]]);
    everywhere(&desk, &scenario, |wire, told, model| {
        assert_eq!(told.skills(), ["1 tea-order tool"], "{wire:?}");
        assert_eq!(told.scored().ended_by, EndedBy::EarlyExit, "{wire:?}");
        assert_eq!(model.requests().len(), 1, "{wire:?}");
    });
}

#[test]
fn a_model_that_goes_on_for_ever_is_stopped_at_the_limit() {
    let mut desk = Desk::new();
    desk.limits.max_steps = 4;
    let scenario = Scenario::of(&[&[Skill("tea-order")]]);
    everywhere(&desk, &scenario, |wire, told, model| {
        let trajectory = told.scored();
        assert_eq!((trajectory.steps, trajectory.ended_by), (4, EndedBy::StepBudget), "{wire:?}");
        assert_eq!(trajectory.engagements.len(), 1, "{wire:?}: again and again is once");
        assert_eq!(model.requests().len(), 4, "{wire:?}");
    });
}
