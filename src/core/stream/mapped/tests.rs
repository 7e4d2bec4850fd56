use proptest::prelude::*;

use super::*;
use crate::core::{
    stream::{Bound, Clock, Parser, Seen},
    trajectory::EventKind,
};

fn mapping() -> Arc<Mapping> {
    let mapping: Mapping = serde_json::from_value(json!({
        "skill_tools": {"load": "which"},
        "read_tools": {"open": "file"},
        "events": [
            {"is": "text", "when": {"/kind": "said"}, "text": "/words", "response": "/turn"},
            {"is": "call", "when": {"/kind": "did"}, "each": "/calls", "response": "/turn",
             "id": "/id", "tool": "/tool", "arguments": "/with"},
            {"is": "result", "when": {"/kind": "got"}, "id": "/id", "text": "/out",
             "ok": {"/state": ["fine", "good"]}},
            {"is": "usage", "when": {"/kind": "done"}, "input": ["/in"], "output": ["/out"],
             "cost": "/usd"},
            {"is": "error", "when": {"/kind": "failed"}, "text": "/why"},
            {"is": "end", "when": {"/kind": "done"}}
        ]
    }))
    .expect("a mapping");
    mapping.check().expect("sound");
    Arc::new(mapping)
}

fn read(lines: &[Value]) -> (Vec<String>, End) {
    let seen = ["pdf", "tea"].map(|name| Seen {
        skill: name.into(),
        names: vec![name.to_owned()],
        files: vec![format!(".kit/{name}/SKILL.md")],
    });
    let bound = Arc::new(Bound::new(seen.into(), Some("/work"), None));
    let mut parser = Parser::mapped(mapping(), bound, Clock::Caller);
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let mut events = parser.feed(text.as_bytes(), 1);
    let (last, end, _) = parser.finish(2);
    events.extend(last);
    let told = |kind: &EventKind| match kind {
        EventKind::Text { text } => Some(format!("said {text}")),
        EventKind::ToolCall { name, .. } => Some(format!("called {name}")),
        EventKind::Engagement { skill, .. } => Some(format!("engaged {skill}")),
        EventKind::Refused { name, .. } => Some(format!("refused {name}")),
        EventKind::Foreign { name, .. } => Some(format!("loaded {name} of others")),
        EventKind::Usage { input, output, cost_usd } => {
            Some(format!("took {input} {output} {cost_usd:?}"))
        }
        _ => None,
    };
    let line = |step: u32, told: String| format!("{step} {told}");
    (events.iter().filter_map(|e| Some(line(e.step, told(&e.kind)?))).collect(), end)
}

fn call(turn: &str, id: u32, tool: &str, with: &Value) -> Value {
    json!({"kind": "did", "turn": turn, "calls": [{"id": id, "tool": tool, "with": with}]})
}

fn got(id: u32, state: &str) -> Value {
    json!({"kind": "got", "id": id, "state": state, "out": "text"})
}

#[test]
fn a_declared_stream_is_told_as_any_other() {
    let (told, end) = read(&[
        json!({"kind": "said", "turn": "a", "words": "I look."}),
        call("a", 1, "load", &json!({"which": "pdf"})),
        got(1, "good"),
        call("b", 2, "open", &json!({"file": ".kit/tea/SKILL.md"})),
        got(2, "fine"),
        json!({"kind": "done", "in": 10, "out": 2, "usd": 0.5}),
    ]);
    let expected = [
        "1 said I look.",
        "1 called load",
        "1 engaged pdf",
        "2 called open",
        "2 engaged tea",
        "2 took 10 2 Some(0.5)",
    ];
    assert_eq!((told, end), (expected.map(str::to_owned).into(), End::Answer));
}

#[test]
fn only_whole_names_in_their_fields_count() {
    let (told, end) = read(&[
        json!({"kind": "said", "turn": "a", "words": "load pdf, and open .kit/tea/SKILL.md"}),
        call("a", 1, "load", &json!({"which": "report.pdf"})),
        got(1, "good"),
        call("a", 2, "loader", &json!({"which": "pdf"})),
        got(2, "good"),
        call("a", 3, "load", &json!({"which": "tea"})),
        got(3, "bad"),
        json!({"kind": "done"}),
    ]);
    assert!(!told.iter().any(|line| line.contains("engaged")), "{told:?}");
    assert!(told.contains(&"1 loaded report.pdf of others".to_owned()), "{told:?}");
    assert!(told.contains(&"1 refused tea".to_owned()), "{told:?}");
    assert_eq!(end, End::Answer);
}

#[test]
fn without_a_last_event_a_stream_broke_off() {
    let said = json!({"kind": "said", "turn": "a", "words": "Hm."});
    assert!(matches!(read(std::slice::from_ref(&said)).1, End::Errored { .. }));
    let failed = json!({"kind": "failed", "why": "no key"});
    assert_eq!(read(&[said, failed]).1, End::Errored { cause: "no key".into() });
}

#[test]
fn rules_that_cannot_work_are_refused() {
    let check = |events: Value| {
        let mapping: Mapping = serde_json::from_value(json!({ "events": events })).expect("rules");
        mapping.check().map_err(|error| error.to_string())
    };
    let end = json!({"is": "end"});
    assert!(check(json!([])).unwrap_err().contains("[[events]]"));
    assert!(check(json!([{"is": "text", "text": "/t"}])).unwrap_err().contains("is the end"));
    let told = check(json!([end, {"is": "call"}])).unwrap_err();
    assert_eq!(told, "rule 2 is call and does not say where its `tool` is");
    assert!(check(json!([{"is": "end", "and": {"/a": 1}}])).unwrap_err().contains("`each`"));
    assert_eq!(check(json!([end])), Ok(()));
    let bare = serde_json::from_value::<Mapping>(json!({"events": [{"is": "text", "text": "t"}]}));
    assert!(bare.unwrap_err().to_string().contains("write /t"));
}

proptest! {
    #![proptest_config(crate::fuzz::config())]

    #[test]
    fn broken_streams_are_survived(text in crate::fuzz::text(&[
        r#"{"kind":"did","turn":"a","calls":[{"id":1,"tool":"load","with":{"which":"pdf"}}]}"#,
        r#"{"kind":"got","id":1,"state":"fine","out":[{"text":"x"}]}"#,
        r#"{"kind":"done","in":-1,"out":1e99,"usd":"x"}"#,
    ])) {
        crate::fuzz::steady(|| {
            let mut parser =
                Parser::mapped(mapping(), Arc::new(Bound::default()), Clock::Caller);
            let events = parser.feed(text.as_bytes(), 1);
            (events, parser.finish(2))
        })?;
    }
}
