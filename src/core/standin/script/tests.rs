use std::sync::Arc;

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::core::{
    catalog::Catalog,
    diagnostic::Diagnostic,
    id::SkillId,
    query::{Label, Query},
    skill::{Skill, SkillDoc, testing::with_doc},
    snapshot::Snapshot,
    standin::script::Script,
    trajectory::{End, EventKind, Play},
};

fn skill(id: &str, description: &str, hidden: bool) -> Arc<Skill> {
    let description = description.to_owned();
    let doc = SkillDoc { description, hidden, ..SkillDoc::default() };
    Arc::new(Skill { name: format!("The {id}"), ..with_doc(id, doc) })
}

fn shop() -> Snapshot {
    let skills = vec![
        skill("booking", "Moves bookings.", false),
        skill("desk", "Can move a\n  booking, too.", false),
        skill("till", "Counts money.", true),
    ];
    Snapshot::of(Arc::new(Catalog { skills, ..Catalog::default() }))
}

fn read(mut value: Value) -> Result<Script, Vec<Diagnostic>> {
    value["schema"] = json!("skillscope.script/1");
    Script::read("script.json", &value.to_string())
}

fn query(id: &str) -> Query<SkillId> {
    let label = Label::Complete { expected: vec![], alternatives: vec![] };
    Query::new(id, "Move it to Friday", label)
}

/// Step, time and skill of each engagement.
fn engaged(play: &Play) -> Vec<(u32, u64, &str)> {
    play.events
        .iter()
        .filter_map(|event| match &event.kind {
            EventKind::Engagement { skill, .. } => Some((event.step, event.at_ms, skill.as_str())),
            _ => None,
        })
        .collect()
}

#[test]
fn cues_carry_time_and_step_forward() {
    let script = read(json!({"pace_ms": 50, "queries": {"q": [
        "desk",
        {"kind": "text", "text": "hm"},
        {"kind": "tool_call", "name": "Read", "after_ms": 7, "step": 3},
        "The booking",
        {"kind": "end", "at_ms": 400}
    ]}}))
    .unwrap();
    let snapshot = shop();
    let play = script.on(&snapshot).play(&query("q"), 1, false);
    assert_eq!(engaged(&play), [(1, 50, "desk"), (4, 157, "booking")]);
    let times: Vec<(u32, u64)> =
        play.events.iter().map(|event| (event.step, event.at_ms)).collect();
    assert_eq!(times, [(1, 50), (1, 100), (3, 107), (4, 157), (4, 400)]);
    assert_eq!((&play.events[4].kind, play.end), (&EventKind::End, End::Answer));
    assert_eq!(play.lasts_ms, 400);
}

#[test]
fn an_empty_part_is_an_abstention_and_an_error_has_no_end() {
    let script = read(json!({"queries": {
        "silent": [],
        "late": [{"kind": "end", "at_ms": 5}],
        "broken": ["desk", {"kind": "error", "cause": "rate limited", "at_ms": 900}]
    }}))
    .unwrap();
    let snapshot = shop();
    let stage = script.on(&snapshot);
    let silent = stage.play(&query("silent"), 1, false);
    assert_eq!((silent.events.len(), silent.end), (1, End::Answer));
    assert_eq!(silent.lasts_ms, 300);
    assert_eq!(stage.play(&query("late"), 1, false).lasts_ms, 5);
    let broken = stage.play(&query("broken"), 1, false);
    assert_eq!(broken.end, End::Errored { cause: "rate limited".to_owned() });
    assert_eq!((broken.events.len(), broken.lasts_ms), (1, 900));
}

#[test]
fn attempts_go_round_and_a_retry_has_its_own_part() {
    let script = read(json!({"queries": {
        "q": {"attempts": [["desk"], ["booking"]], "retried": ["desk", "booking"]}
    }}))
    .unwrap();
    let snapshot = shop();
    let stage = script.on(&snapshot);
    let first = |attempt, again| engaged(&stage.play(&query("q"), attempt, again))[0].2.to_owned();
    assert_eq!([1, 2, 3].map(|attempt| first(attempt, false)), ["desk", "booking", "desk"]);
    assert_eq!(engaged(&stage.play(&query("q"), 2, true)).len(), 2);
}

#[test]
fn skills_that_cannot_be_picked_are_refused() {
    let script = read(json!({"queries": {"q": ["till", "gone", "booking"]}})).unwrap();
    let mut snapshot = shop();
    snapshot.muted.insert("booking".into());
    let play = script.on(&snapshot).play(&query("q"), 1, false);
    let refused: Vec<(&str, &str)> = play
        .events
        .iter()
        .filter_map(|event| match &event.kind {
            EventKind::Refused { name, reason } => Some((name.as_str(), reason.as_str())),
            _ => None,
        })
        .collect();
    assert_eq!(
        refused,
        [
            ("till", "the skill is hidden"),
            ("gone", "no such skill"),
            ("booking", "the skill is muted")
        ]
    );
    assert_eq!(engaged(&play), []);
}

#[test]
fn queries_without_a_part_fail_unless_a_default_is_written() {
    let snapshot = shop();
    let end = |script: Script| script.on(&snapshot).play(&query("other"), 1, false).end;
    let none = end(read(json!({})).unwrap());
    assert!(matches!(none, End::Errored { cause } if cause.contains("no part")));
    assert!(matches!(end(read(json!({"default": "fail"})).unwrap()), End::Errored { .. }));
    assert_eq!(end(read(json!({"default": "abstain"})).unwrap()), End::Answer);
    let script = read(json!({"default": ["desk"]})).unwrap();
    assert_eq!(engaged(&script.on(&snapshot).play(&query("other"), 1, false)).len(), 1);
    // The prompt serves as well as the id, and the id goes first.
    let script =
        read(json!({"queries": {"Move it to Friday": ["desk"], "q": ["booking"]}})).unwrap();
    let stage = script.on(&snapshot);
    assert_eq!(engaged(&stage.play(&query("q"), 1, false))[0].2, "booking");
    assert_eq!(engaged(&stage.play(&query("other"), 1, false))[0].2, "desk");
}

#[test]
fn variants_follow_the_descriptions() {
    let script = read(json!({
        "queries": {"q": ["desk", "booking"], "r": ["desk"]},
        "variants": [
            {
                "name": "hands off",
                "when": {"skill": "desk", "description_lacks": "move a booking"},
                "queries": {"q": ["booking"]}
            },
            {
                "name": "both",
                "when": [
                    {"skill": "The desk", "description_lacks": "move a booking"},
                    {"skill": "booking", "description_contains": "any booking"}
                ],
                "queries": {"q": []}
            },
            {"name": "alone", "when": {"skill": "desk", "resident": false}, "default": "abstain"}
        ]
    }))
    .unwrap();
    assert_eq!(script.queries().collect::<Vec<_>>(), ["q", "r"]);
    assert_eq!(script.variants().collect::<Vec<_>>(), ["hands off", "both", "alone"]);
    let skills = |snapshot: &Snapshot, id: &str| {
        engaged(&script.on(snapshot).play(&query(id), 1, false)).len()
    };
    let mut snapshot = shop();
    // The description breaks its line within the words.
    assert_eq!(skills(&snapshot, "q"), 2);
    snapshot.drafts.insert("desk".into(), "Sends people on.".to_owned());
    assert_eq!((skills(&snapshot, "q"), skills(&snapshot, "r")), (1, 1));
    snapshot.drafts.insert("booking".into(), "Moves any  booking.".to_owned());
    assert_eq!(skills(&snapshot, "q"), 0);
    snapshot.muted.insert("desk".into());
    assert_eq!(skills(&snapshot, "q"), 1);
    assert_eq!(script.on(&snapshot).play(&query("x"), 1, false).end, End::Answer);
}

#[test]
fn faults_are_told_with_their_place() {
    let table = [
        (
            json!({"queries": {"q": [{"kind": "engagment", "skill": "a"}]}}),
            "query `q`: cue 1 cannot be read: unknown variant `engagment`",
        ),
        (
            json!({"queries": {"q": ["a", {"kind": "text", "text": "t", "at_ms": 2}]}}),
            "query `q`: cue 2 goes back",
        ),
        (json!({"queries": {"q": [{"kind": "end"}, "a"]}}), "query `q`: cue 2 comes after the end"),
        (json!({"queries": {"q": [" "]}}), "query `q`: cue 1 names no skill"),
        (json!({"queries": {"q": [{"kind": "end", "at_ms": 1, "after_ms": 1}]}}), "cue 1 has both"),
        (json!({"queries": {"q": {"attempts": []}}}), "at least one attempt"),
        (
            json!({"queries": {"q": {"attempts": [[]], "retry": []}}}),
            "the key `retry` is not known",
        ),
        (json!({"queries": {"q": [{"kind": "end", "at": 1}]}}), "cue 1 has the unknown key `at`"),
        (json!({"queries": {"q": 3}}), "a part is a list of cues"),
        (json!({"default": "maybe"}), "`maybe` is no default"),
        (
            json!({"variants": [{"name": "v", "when": {"skill": "a"}}]}),
            "variant `v`, the condition on `a`",
        ),
        (
            json!({"variants": [{"name": "v", "when": [], "queries": {"q": 1}}]}),
            "variant `v`, query `q`: ",
        ),
        (json!({"querries": {}}), "unknown field `querries`"),
    ];
    for (value, words) in table {
        let told = read(value).unwrap_err();
        assert_eq!(told.len(), 1);
        assert!(told[0].message.contains(words), "{}", told[0]);
    }
    let told = Script::read("s.json", "{\n \"schema\": \"skillscope.script/2\"}").unwrap_err();
    assert_eq!(told[0].code, "script-schema");
    let told = Script::read("s.json", "{\n nope}").unwrap_err();
    assert_eq!((&*told[0].code, told[0].line, told[0].column), ("script-syntax", Some(2), Some(2)));
}

proptest! {
    #[test]
    fn what_is_read_can_be_played_and_the_rest_is_told(
        cues in prop::collection::vec(
            (0_usize..5, prop::option::of(0_u64..50), prop::option::of(0_u32..4)), 0..6),
        attempt in 0_u32..4,
    ) {
        let cues: Vec<Value> = cues
            .into_iter()
            .map(|(kind, at_ms, step)| match kind {
                0 => json!("desk"),
                1 => json!({"kind": "text", "text": "t", "at_ms": at_ms, "step": step}),
                2 => json!({"kind": "engagement", "skill": "gone", "after_ms": at_ms, "step": step}),
                3 => json!({"kind": "error", "cause": "c", "at_ms": at_ms}),
                _ => json!({"kind": "end", "step": step}),
            })
            .collect();
        match read(json!({"queries": {"q": cues}})) {
            Err(told) => prop_assert_eq!(told.len(), 1),
            Ok(script) => {
                let play = script.on(&shop()).play(&query("q"), attempt, attempt == 3);
                let times: Vec<(u64, u32)> = play.events.iter().map(|e| (e.at_ms, e.step)).collect();
                prop_assert!(times.windows(2).all(|two| two[0].0 <= two[1].0 && two[0].1 <= two[1].1));
                prop_assert!(times.iter().all(|(at, step)| *at <= play.lasts_ms && *step > 0));
                let ends = play.events.iter().filter(|e| e.kind == EventKind::End).count();
                prop_assert_eq!(ends, usize::from(play.end == End::Answer));
            }
        }
    }

    #[test]
    fn no_text_panics(text in r#"(\{"(schema|queries|when)":|"skillscope.script/1"|"q":|\[|\]|\}|,|1|null){0,16}"#) {
        let _ = Script::read("script.json", &text);
    }
}

const VALID: [&str; 2] = [
    r#"{"schema": "skillscope.script/1", "agent": "fake", "queries": {
        "q": [{"at_ms": 9, "step": 1, "kind": "thinking", "text": "t"}, "desk",
              {"after_ms": 3, "step": 2, "kind": "engagement", "skill": "booking", "via": "tool"},
              {"at_ms": 40, "step": 3, "kind": "end"}]},
       "variants": [{"name": "v", "when": {"skill": "desk", "description_lacks": "x"},
                     "queries": {"q": [{"at_ms": 1, "kind": "error", "cause": "c"}]}}]}"#,
    r#"{"schema": "skillscope.script/1", "queries": {"q": ["booking", "desk"], "r": []}}"#,
];

proptest! {
    #![proptest_config(crate::fuzz::config())]

    #[test]
    fn broken_scripts_are_survived_and_those_that_are_read_can_be_played(
        text in crate::fuzz::text(&VALID),
    ) {
        match crate::fuzz::steady(|| Script::read("script.json", &text))? {
            Ok(script) => {
                let script = script.on(&shop());
                crate::fuzz::steady(|| script.play(&query("q"), 1, false))?;
            }
            Err(told) => prop_assert!(told.iter().all(|told| !told.remedy.is_empty())),
        }
    }
}
