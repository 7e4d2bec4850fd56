//! The streams that the demo plays: Claude Code over the bundled skills, against a scripted model.
//!
//! `SKILLSCOPE_RECORD=1` writes them anew to fixtures/demo/recorded; without it one of them is made
//! once more and held against its file.

use std::{fs, path::Path};

use serde_json::Value;

use super::{
    catalog::Skills,
    install::{Installed, installed},
    launch::Place,
    loopback::Loopback,
    program,
    scenario::{Scenario, Step},
};

use Step::{Read, Say, Skill, Think};

/// An answer's steps.
type Answer = &'static [Step];

/// The queries of the demo, by their ids, and what the model does when it is asked them.
const SCENES: &[(&str, &[Answer])] = &[
    (
        "booking-01",
        &[
            &[Think("A booking moves. The desk names that first."), Skill("bike-desk")],
            &[Think("Its table sends changes on."), Skill("booking-changes")],
            &[Say("Moved to Sunday, same two touring bikes.")],
        ],
    ),
    ("booking-02", &[&[Skill("booking-changes")], &[Say("Extended until Tuesday.")]]),
    (
        "booking-03",
        &[
            &[Think("Cancel. The desk will know who does that."), Skill("bike-desk")],
            &[Say("Cancelled. Ask the office what he still pays.")],
        ],
    ),
    (
        "refund-03",
        &[&[Think("Charged twice: money back."), Skill("refunds")], &[Say("Sent back.")]],
    ),
    (
        "repair-03",
        &[
            &[Think("Is there one for the workshop?"), Skill("workshop")],
            &[Skill("repair-log")],
            &[Say("Written down for Ines, before noon.")],
        ],
    ),
    ("price-03", &[&[Read("price-quotes")], &[Say("A week is cheaper from the fifth day on.")]]),
    ("route-03", &[&[Say("Many guests like the harbour loop.")]]),
    ("pickup-01", &[&[Skill("pickup-handover")], &[Say("Deposit, helmet, photographs.")]]),
    ("pickup-03", &[&[Skill("return-handover")], &[Say("Both sides, always.")]]),
    (
        "return-03",
        &[
            &[Skill("bike-desk")],
            &[Think("Late fees belong to the return."), Skill("return-handover")],
            &[Say("Half a day, after thirty minutes.")],
        ],
    ),
    (
        "review-01",
        &[
            &[Think("Words to a guest: the house has a voice."), Skill("house-voice")],
            &[Say("We are sorry about the saddle.")],
        ],
    ),
    ("voice-03", &[&[Skill("house-voice")], &[Say("We never say it.")]]),
    (
        "desk-03",
        &[
            &[Think("Who does what: that is the overview."), Skill("bike-desk")],
            &[Say("See the table.")],
        ],
    ),
    ("none-01", &[&[Say("Ulaanbaatar.")]]),
    ("none-03", &[&[Skill("house-voice")], &[Say("Leaves let go of us.")]]),
];

fn bundled(below: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/demo").join(below)
}

fn skills() -> Skills {
    let entries = fs::read_dir(bundled("skills")).expect("the bundled skills");
    let read = |entry: fs::DirEntry| {
        let text = fs::read_to_string(entry.path().join("SKILL.md")).expect("a skill");
        (entry.file_name().to_string_lossy().into_owned(), text)
    };
    entries.map(|entry| read(entry.expect("an entry"))).collect()
}

fn prompt(id: &str) -> String {
    let rows = fs::read_to_string(bundled("queries.jsonl")).expect("the bundled queries");
    let rows = rows.lines().map(|row| serde_json::from_str::<Value>(row).expect("a row"));
    let mut rows = rows.filter(|row| row["id"] == id);
    rows.next().expect("a query of the demo")["prompt"].as_str().expect("a prompt").to_owned()
}

/// What Claude Code writes when it is asked this, without what is the machine's.
fn record(from: &Installed, id: &str, answers: &[Answer]) -> String {
    let place = Place::new(from);
    place.fill(&program::CLAUDE_CODE, &skills());
    let model = Loopback::start(Scenario::of(answers));
    let ended = place.run(&program::CLAUDE_CODE, from, &prompt(id), &model.base());
    assert!(ended.status.success(), "{id}: {} {}", ended.out, ended.err);
    let project = place.project().display().to_string();
    let told = |line: &str| {
        let mut line: Value = serde_json::from_str(line).expect("JSON");
        scrub(&mut line);
        line.to_string().replace(&project, "/demo")
    };
    ended.out.lines().map(|line| told(line) + "\n").collect()
}

/// Leaves what a reader of streams needs: who it is, who says what, which calls, what came of them.
fn scrub(line: &mut Value) {
    let Some(fields) = line.as_object_mut() else { return };
    let kept = ["type", "subtype", "message", "cwd", "skills", "model", "claude_code_version"];
    let result = ["is_error", "result", "num_turns"];
    fields.retain(|key, _| kept.contains(&key.as_str()) || result.contains(&key.as_str()));
    // Prices, tokens and times would be those of the loopback.
    if let Some(message) = line.get_mut("message").and_then(Value::as_object_mut) {
        message.remove("usage");
    }
    if let Some(model) = line.get_mut("model") {
        *model = "scripted".into();
    }
    if let Some(content) = line.pointer_mut("/message/content").and_then(Value::as_array_mut) {
        for block in content {
            // The body of a skill is the skill's.
            for at in ["/text", "/content"] {
                if let Some(Value::String(text)) = block.pointer_mut(at)
                    && let Some((end, _)) = text.char_indices().nth(200)
                {
                    text.truncate(end);
                }
            }
        }
    }
}

/// The calls of a stream and how each answer to them went.
fn calls(stream: &str) -> Vec<String> {
    let lines = stream.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let blocks = lines.flat_map(|line| {
        line.pointer("/message/content").and_then(Value::as_array).cloned().unwrap_or_default()
    });
    let told = blocks.filter_map(|block| match block["type"].as_str()? {
        "tool_use" => Some(format!("{} {}", block["name"], block["input"]["skill"])),
        "tool_result" => Some(format!("failed: {}", block["is_error"] == true)),
        "thinking" => Some("thought".to_owned()),
        _ => None,
    });
    told.collect()
}

#[test]
fn the_demo_plays_what_claude_code_says() {
    let Some(from) = installed("claude-code") else { return };
    let folder = bundled("recorded");
    if std::env::var_os("SKILLSCOPE_RECORD").is_some() {
        fs::create_dir_all(&folder).expect("made");
        for (id, answers) in SCENES {
            let stream = record(&from, id, answers);
            fs::write(folder.join(format!("{id}.jsonl")), stream).expect("written");
        }
    }
    let (id, answers) = SCENES[0];
    let kept = fs::read_to_string(folder.join(format!("{id}.jsonl"))).expect("a kept stream");
    let told = calls(&kept);
    assert!(told.len() > 4, "{told:?}");
    assert_eq!(calls(&record(&from, id, answers)), told);
}
