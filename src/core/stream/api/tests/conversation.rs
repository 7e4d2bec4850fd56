//! What a conversation tells: the same rules as those of harnesses.

use std::sync::Arc;

use super::*;
use crate::core::{
    plan::Price,
    stream::{Bound, Seen},
    trajectory::{End, Event, EventKind},
};

fn bound() -> Arc<Bound> {
    let seen = |skill: &str, name: &str| Seen {
        skill: skill.into(),
        names: vec![name.to_owned()],
        files: vec![format!(".kit/skills/{skill}/SKILL.md")],
    };
    Arc::new(Bound::new(vec![seen("skill-a", "skill-a"), seen("pdf", "kit:pdf")], None, None))
}

/// Engagements as `step skill via`, touches as `step skill/file`, attempts as `step (name)`.
fn skills(events: &[Event]) -> Vec<String> {
    let skill = |event: &Event| {
        Some(match &event.kind {
            EventKind::Engagement { skill, via } => format!("{} {skill} {via}", event.step),
            EventKind::Touch { skill, detail } => format!("{} {skill}/{detail}", event.step),
            EventKind::Refused { name, .. } => format!("{} ({name})", event.step),
            _ => return None,
        })
    };
    events.iter().filter_map(skill).collect()
}

/// Plays responses and answers each call by what it asks for.
fn play(wire: Wire, responses: &[Says], end: End) -> (Vec<Event>, End) {
    let mut talk = Talk::new(wire, bound(), None);
    let mut events = Vec::new();
    for says in responses {
        events.extend(talk.feed(stream(wire, says).as_bytes(), 5));
        let (more, response) = talk.ended(6);
        events.extend(more);
        for (at, call) in response.unwrap().calls.iter().enumerate() {
            let (ok, text) = match talk.asked(call) {
                Asked::Skill(skill) => (true, format!("Body of {skill}.")),
                Asked::File(skill, file) => (true, format!("{file} of {skill}.")),
                Asked::Nothing(why) => (false, why),
            };
            events.extend(talk.answered(at, ok, &text, 7));
        }
    }
    let (last, end) = talk.finish(end, 8);
    events.extend(last);
    (events, end)
}

#[test]
fn every_call_counts_by_what_it_names_and_never_by_what_is_said() {
    let first = Says {
        text: "I could use kit:pdf here.",
        ..Says::calls(&[
            ("a", "skill", r#"{"name":"skill-a"}"#),
            ("b", "skill", r#"{"name":"pdf"}"#),
            ("c", "read_file", r#"{"path":".kit/skills/pdf/forms.md"}"#),
            ("d", "read_file", r#"{"path":"report.pdf"}"#),
            ("e", "shell", r#"{"name":"kit:pdf"}"#),
            ("f", "skill", r#"{"nom":"kit:pdf"}"#),
        ])
    };
    // The ids repeat, as those of some servers do.
    let second = Says::calls(&[
        ("a", "skill", r#"{"name":"kit:pdf"}"#),
        ("b", "read_file", r#"{"path":"./.kit/skills/skill-a/SKILL.md"}"#),
    ]);
    let third = Says::calls(&[("a", "skill", r#"{"name":"kit:pdf"}"#)]);
    for wire in Wire::VARIANTS {
        let responses = [first.clone(), second.clone(), third.clone(), Says::text("Done.")];
        let (events, end) = play(*wire, &responses, End::Answer);
        let expected = [
            "1 skill-a tool",
            "1 (pdf)",
            "1 pdf/forms.md",
            "2 pdf tool",
            "2 skill-a file_read",
            "3 pdf tool",
        ];
        assert_eq!(
            (skills(&events), &end),
            (expected.map(str::to_owned).to_vec(), &End::Answer),
            "{wire}"
        );
        assert_eq!(events.iter().map(|event| event.step).max(), Some(4), "{wire}");
        let usages = events.iter().filter(|event| matches!(event.kind, EventKind::Usage { .. }));
        assert_eq!(usages.count(), 4, "{wire}");
        assert_eq!(events.last().map(|event| &event.kind), Some(&EventKind::End));
    }
}

#[test]
fn nothing_is_concluded_from_a_response_that_broke() {
    for wire in Wire::VARIANTS {
        let mut talk = Talk::new(*wire, bound(), None);
        assert!(talk.has_heard_nothing());
        let says = Says::calls(&[("a", "skill", r#"{"name":"skill-a"}"#)]);
        let mut all = events(*wire, &says);
        all.truncate(all.len() - if *wire == Wire::OpenAiChat { 3 } else { 1 });
        let mut told = talk.feed(all.concat().as_bytes(), 1);
        assert!(!talk.has_heard_nothing(), "{wire}");
        let (more, response) = talk.ended(2);
        told.extend(more);
        assert_eq!(response, Err(Broken::BrokeOff), "{wire}");
        let cause = response.unwrap_err().to_string();
        let (last, end) = talk.finish(End::Errored { cause: cause.clone() }, 3);
        told.extend(last);
        assert!(
            !told.iter().any(|event| matches!(event.kind, EventKind::Engagement { .. })),
            "{wire}"
        );
        assert_eq!(end, End::Errored { cause });
    }
}

#[test]
fn an_empty_response_is_a_step_and_an_answer() {
    for wire in Wire::VARIANTS {
        let (events, end) = play(*wire, &[Says::text("")], End::Answer);
        assert_eq!((events.last().map(|event| event.step), end), (Some(1), End::Answer), "{wire}");
    }
}

#[test]
fn texts_are_told_by_lines_and_thoughts_apart() {
    let says = Says { thinks: "Hm.", text: "One.\nTwo.", ..Says::calls(&[]) };
    for wire in Wire::VARIANTS {
        let (events, _) = play(*wire, std::slice::from_ref(&says), End::Answer);
        let texts: Vec<&EventKind> = events
            .iter()
            .map(|event| &event.kind)
            .filter(|kind| matches!(kind, EventKind::Text { .. } | EventKind::Thinking { .. }))
            .collect();
        let text = |text: &str| EventKind::Text { text: text.to_owned() };
        let thinking = EventKind::Thinking { text: "Hm.".to_owned() };
        assert_eq!(texts, [&thinking, &text("One.\n"), &text("Two.")], "{wire}");
    }
}

#[test]
fn what_a_response_cost_is_told_where_there_is_a_price() {
    let price = Price { input: 1.0, cached: Some(0.0), written: None, output: 50.0, up_to: None };
    for wire in Wire::VARIANTS {
        let mut talk = Talk::new(*wire, bound(), Some(price));
        let mut events = talk.feed(stream(*wire, &Says::text("Done.")).as_bytes(), 1);
        events.extend(talk.ended(1).0);
        let cost = events.iter().find_map(|event| match event.kind {
            EventKind::Usage { cost_usd, input: 1000, output: 20 } => cost_usd,
            _ => None,
        });
        assert!((cost.unwrap() - 0.0014).abs() < 1e-12, "{wire} {cost:?}");
    }
}
