//! Streams that real harnesses wrote, where they are at hand: each file is named after what
//! happened in it.

use std::{fs, path::PathBuf, sync::Arc};

use crate::core::{
    plan::Limits,
    stream::{Bound, Format, Recording, Seen},
    trajectory::{End, EventKind, Outcome, StopRule, Tracker},
};

const SKILLS: [&str; 3] = ["csv-report", "git-tidy", "route-work"];
const PROJECT: &str = "/work/proj";

/// What a stream came to.
struct Told(Recording);

impl Told {
    /// Engagements as `step skill via`, attempts as `step (name)`.
    fn skills(&self) -> Vec<String> {
        let events = self.0.play.events.iter();
        let skills = events.filter_map(|event| match &event.kind {
            EventKind::Engagement { skill, via } => Some(format!("{} {skill} {via}", event.step)),
            EventKind::Refused { name, .. } => Some(format!("{} ({name})", event.step)),
            _ => None,
        });
        skills.collect()
    }

    fn steps(&self) -> u32 {
        self.0.play.events.iter().map(|event| event.step).max().unwrap_or(0)
    }

    /// What a live probe without early exit would record.
    fn outcome(&self) -> Outcome {
        let mut tracker = Tracker::with(StopRule::Never, &Limits::default());
        self.0.play.events.iter().find(|event| tracker.observe(event).is_some());
        tracker.close(self.0.play.end.clone())
    }

    fn has(&self, kind: fn(&EventKind) -> bool) -> bool {
        self.0.play.events.iter().any(|event| kind(&event.kind))
    }
}

fn catalog(folder: &str) -> Arc<Bound> {
    let seen = |skill: &str| Seen {
        skill: skill.into(),
        names: vec![skill.to_owned()],
        files: vec![format!("{folder}/{skill}/SKILL.md")],
    };
    Arc::new(Bound::new(SKILLS.map(seen).to_vec(), Some(PROJECT), None))
}

/// What the name of a file says of the skills in it.
fn said(name: &str, format: Format) -> Vec<String> {
    let by = match format {
        Format::Codex => "shell_read",
        Format::Pi => "file_read",
        _ => "tool",
    };
    let report = |step: u32, by: &str| format!("{step} csv-report {by}");
    let router = format!("1 route-work {by}");
    match name {
        "skill_turn1" | "skill_turn1_partial_messages" | "tool_allowlist" => vec![report(1, by)],
        "router_then_target" => vec![router, report(2, by)],
        // Its two calls look the same as two responses.
        "two_skills_one_turn" if format == Format::Codex => vec![router, report(2, by)],
        "two_skills_one_turn" => vec![router, report(1, by)],
        "file_read_tool" => vec![report(1, "file_read")],
        "file_read_shell" => vec![report(1, "shell_read")],
        "unknown_skill" => vec!["1 (no-such-skill)".to_owned()],
        _ => Vec::new(),
    }
}

#[test]
fn recordings_are_read_as_they_are_named() {
    let Some(folder) = std::env::var_os("SKILLSCOPE_TRANSCRIPTS").map(PathBuf::from) else {
        println!("skipped: SKILLSCOPE_TRANSCRIPTS is not set");
        return;
    };
    let places = [
        (Format::ClaudeCode, "claude", ".claude/skills"),
        (Format::Codex, "codex", ".agents/skills"),
        (Format::GeminiCli, "gemini", ".gemini/skills"),
        (Format::OpenCode, "opencode", ".opencode/skills"),
        (Format::Pi, "pi", ".pi/skills"),
        (Format::Copilot, "copilot", ".github/skills"),
        (Format::Qwen, "qwen", ".qwen/skills"),
    ];
    let mut read = 0;
    for (format, sub, skills) in places {
        for entry in fs::read_dir(folder.join(sub)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|extension| extension != "jsonl") {
                continue;
            }
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            // A placeholder that a shell would take for redirections.
            let text = fs::read_to_string(&path).unwrap().replace("<PROJECT>", PROJECT);
            let told = Told(Recording::read(format, catalog(skills), text.as_bytes()));
            check(&format!("{sub}/{name}"), &name, format, &told);
            read += 1;
        }
    }
    assert!(read > 80, "{read} files");
}

fn check(at: &str, name: &str, format: Format, told: &Told) {
    match name {
        "max_turns" => return looped(at, format, told),
        "api_401" | "api_429" | "api_500" => {
            let Outcome::Errored { cause } = told.outcome() else { panic!("{at}") };
            let status = name.strip_prefix("api_").unwrap();
            // Some say it in words, and some were stopped while they waited in silence.
            let waits = matches!(at, "opencode/api_500" | "qwen/api_429" | "qwen/api_500");
            let words = ["high demand"];
            let told_why = cause.contains(status) || words.iter().any(|word| cause.contains(word));
            assert!(told_why || waits, "{at}: {cause}");
        }
        "api_500_then_ok" => {
            assert!(matches!(told.outcome(), Outcome::Scored(t) if t.steps == 1), "{at}");
            let silent = matches!(format, Format::Codex | Format::GeminiCli | Format::OpenCode);
            let retried = told.has(|kind| matches!(kind, EventKind::Retry { .. }));
            assert_eq!(retried, !silent, "{at}");
        }
        _ => {
            assert_eq!(told.0.play.end, End::Answer, "{at}");
            let steps = match name {
                "no_skill" => 1,
                "router_then_target" => 3,
                "two_skills_one_turn" if format == Format::Codex => 3,
                _ => 2,
            };
            assert_eq!(told.steps(), steps, "{at}");
        }
    }
    assert_eq!(told.skills(), said(name, format), "{at}");
    if format != Format::Copilot && told.0.play.end == End::Answer {
        assert!(
            told.has(|kind| matches!(kind, EventKind::Usage { input: 1.., output: 1.., .. })),
            "{at}"
        );
    }
}

/// A router and a specialist that call each other until something stops them.
fn looped(at: &str, format: Format, told: &Told) {
    let engaged = told.skills();
    assert!(engaged.len() >= 2 && engaged[0].contains("route-work"), "{at}: {engaged:?}");
    assert!(engaged[1].contains("csv-report"), "{at}: {engaged:?}");
    match format {
        Format::ClaudeCode | Format::GeminiCli => {
            assert_eq!((&told.0.play.end, engaged.len()), (&End::StepBudget, 2), "{at}");
        }
        // Killed, or ended without a result.
        _ => assert!(matches!(told.0.play.end, End::Errored { .. }), "{at}"),
    }
}
