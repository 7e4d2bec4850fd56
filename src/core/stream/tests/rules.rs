//! Each rule of reading, of every format.

use super::*;
use crate::core::stream::tests::write::has_skill_tool;
use Act::{Denied, Fails, Other, Read, Say, Shell, Skill};

fn done() -> Vec<Act> {
    vec![Say("Done.")]
}

/// How an activation shows in a format.
fn by_name(format: Format, step: u32, skill: &str) -> String {
    let via = match format {
        Format::Codex => "shell_read",
        Format::Pi => "file_read",
        _ => "tool",
    };
    format!("{step} {skill} {via}")
}

#[test]
fn an_engagement_is_told_with_its_step() {
    for (format, told) in all(&[vec![Say("On it."), Skill("skill-a")], done()], Ending::Whole) {
        assert_eq!(told.skills(), [by_name(format, 1, "skill-a")], "{format}");
        assert_eq!((told.steps(), &told.end), (2, &End::Answer), "{format}");
        assert_eq!(told.events.last().map(|event| &event.kind), Some(&EventKind::End), "{format}");
    }
}

#[test]
fn a_router_and_then_its_target() {
    for (format, told) in
        all(&[vec![Skill("skill-a")], vec![Skill("skill-b")], done()], Ending::Whole)
    {
        let both = [by_name(format, 1, "skill-a"), by_name(format, 2, "skill-b")];
        assert_eq!((told.skills().as_slice(), told.steps()), (both.as_slice(), 3), "{format}");
    }
}

#[test]
fn two_in_one_step_are_in_the_order_of_their_calls() {
    for (format, told) in all(&[vec![Skill("skill-b"), Skill("skill-a")], done()], Ending::Whole) {
        let both = [by_name(format, 1, "skill-b"), by_name(format, 1, "skill-a")];
        assert_eq!((told.skills().as_slice(), told.steps()), (both.as_slice(), 2), "{format}");
    }
}

#[test]
fn every_call_counts_and_not_the_first_alone() {
    let tools = ["grep", "glob", "list", "web", "write", "task", "plan", "fetch", "think", "mcp"];
    let mut steps: Vec<Vec<Act>> = tools.iter().map(|tool| vec![Other(tool)]).collect();
    steps.extend([vec![Skill("skill-a")], done()]);
    for (format, told) in all(&steps, Ending::Whole) {
        assert_eq!(told.skills(), [by_name(format, 11, "skill-a")], "{format}");
        let calls = |event: &&Event| matches!(event.kind, EventKind::ToolCall { .. });
        assert_eq!(told.events.iter().filter(calls).count(), 11, "{format}");
    }
}

#[test]
fn a_name_in_words_alone_is_nothing() {
    let says = "I would use skill-a, /skill-a, $skill-a or .kit/skills/skill-a/SKILL.md.";
    let steps = [vec![Say(says), Shell(format!("echo \"cat {}\"", file("skill-a")))], done()];
    for (format, told) in all(&steps, Ending::Whole) {
        assert_eq!(told.skills(), [""; 0], "{format}");
        assert!(
            matches!(told.outcome(), Outcome::Scored(t) if t.engagements.is_empty()),
            "{format}"
        );
    }
}

#[test]
fn a_list_of_skill_files_that_is_handed_on_is_read() {
    for script in [
        "ls .kit/skills/skill-a/SKILL.md | xargs cat; true",
        "find .kit/skills/skill-a -name SKILL.md | xargs cat; true",
        "find .kit/skills/skill-a -type f -name SKILL.md -exec cat {} \\; ; true",
    ] {
        for (format, told) in all(&[vec![Shell(script.into())], done()], Ending::Whole) {
            assert_eq!(told.skills(), ["1 skill-a shell_read"], "{format}: {script}");
        }
    }
}

#[test]
fn names_and_paths_are_matched_whole() {
    let steps = [
        vec![
            Read(format!("{PROJECT}/report.pdf")),
            Read("/elsewhere/.kit/skills/pdf/SKILL.md".into()),
        ],
        vec![Read(format!("{PROJECT}/.kit/skills/skill-a2/SKILL.md"))],
        vec![Shell("cat docs/skill-a/SKILL.md".into())],
        vec![Shell("ls docs/*/SKILL.md | xargs cat; cat list | xargs head".into())],
        vec![Shell("find docs -name SKILL.md -exec cat {} +".into())],
        done(),
    ];
    for (format, told) in all(&steps, Ending::Whole) {
        assert_eq!(told.skills(), [""; 0], "{format}");
    }
    let names = ["pdf", "report.pdf", "other:pdf", "kit:pdf", "kit:skill-a"];
    for (format, told) in all(&names.map(|name| vec![Skill(name)]), Ending::Broken) {
        if has_skill_tool(format) {
            let expected =
                ["1 [pdf]", "2 [report.pdf]", "3 [other:pdf]", "4 pdf tool", "5 [kit:skill-a]"];
            assert_eq!(told.skills(), expected, "{format}");
        }
    }
}

#[test]
fn what_was_refused_is_an_attempt() {
    for (format, told) in
        all(&[vec![Denied("skill-a")], vec![Denied("ghost")], done()], Ending::Whole)
    {
        let expected: &[&str] = match format {
            // A file that is no skill's is no attempt.
            Format::Codex | Format::Pi => &["1 (/work/proj/.kit/skills/skill-a/SKILL.md)"],
            _ => &["1 (skill-a)", "2 (ghost)"],
        };
        assert_eq!(told.skills(), expected, "{format}");
        assert!(
            matches!(told.outcome(), Outcome::Scored(t) if t.engagements.is_empty()),
            "{format}"
        );
    }
}

#[test]
fn reading_the_file_is_an_engagement_and_another_file_a_touch() {
    let folder = format!("{PROJECT}/.kit/skills/skill-b");
    let steps = [
        vec![Read(file("skill-a"))],
        vec![Read(format!("{folder}/forms.md"))],
        vec![Shell("cd .kit && sed -n 1,80p skills/skill-b/SKILL.md | head".into())],
        vec![Shell(format!("python3 {folder}/run.py; grep -n x {}", file("skill-a")))],
        vec![Shell("cat .kit/skills/skill-?/SKILL.md".into())],
        done(),
    ];
    for (format, told) in all(&steps, Ending::Whole) {
        let (by, file) =
            if format == Format::Codex { ("shell_read", "shell") } else { ("file_read", "file") };
        let first = format!("1 skill-a {by}");
        let expected = [
            first.as_str(),
            "2 skill-b/forms.md",
            "3 skill-b shell_read",
            "4 skill-b/run.py",
            "4 skill-a/SKILL.md",
            "5 skill-a shell_read",
            "5 skill-b shell_read",
        ];
        assert_eq!(told.skills(), expected, "{format} by {file}");
    }
}

#[test]
fn a_script_that_failed_after_the_reading_has_read() {
    let read = file("skill-a");
    let steps = [
        vec![Fails(format!("cat {read} && false"), 1)],
        vec![Fails(format!("false && cat {read}"), 1)],
        vec![Fails(format!("cat {read}"), 1)],
        done(),
    ];
    for (format, told) in all(&steps, Ending::Whole) {
        let attempt = |step: u32| format!("{step} ({read})");
        // It does not say whether a command that failed was run at all.
        let first = if format == Format::Qwen { attempt(1) } else { "1 skill-a shell_read".into() };
        assert_eq!(told.skills(), [first, attempt(2), attempt(3)], "{format}");
    }
}

#[test]
fn without_its_end_a_stream_is_an_error_whatever_it_showed() {
    for (format, told) in all(&[vec![Skill("skill-a")]], Ending::Broken) {
        assert_eq!(told.skills(), [by_name(format, 1, "skill-a")], "{format}");
        let Outcome::Errored { cause } = told.outcome() else { panic!("{format}") };
        assert_eq!(cause, "the stream broke off before its end", "{format}");
        let silent = Told::of(format, bound(), b"");
        assert_eq!(
            silent.outcome(),
            Outcome::Errored { cause: "the agent ended without a word".to_owned() },
        );
    }
}

#[test]
fn a_failure_is_an_error_with_its_cause_whatever_the_exit_code() {
    for (format, told) in all(&[vec![Other("grep")]], Ending::Refused) {
        let Outcome::Errored { cause } = told.outcome() else { panic!("{format}: {told:?}") };
        assert!(cause.contains("401") && cause.contains("no key"), "{format}: {cause}");
        let ends = |event: &Event| event.kind == EventKind::End;
        assert!(!told.events.iter().any(ends), "{format} tells of an end that was none");
    }
}

#[test]
fn a_later_response_undoes_an_end_and_a_failure() {
    let again = |format: Format, ending| {
        let first = write::lines(format, &[done()], ending);
        let second = write::lines(format, &[vec![Skill("skill-a")], done()], Ending::Whole);
        // Another id for what the second part says, as a harness would give.
        let second = second.iter().map(|line| line.replace("msg_", "other_"));
        let lines: Vec<String> = first.into_iter().chain(second).collect();
        Told::of(format, bound(), lines.join("\n").as_bytes())
    };
    for format in Format::VARIANTS {
        for ending in [Ending::Whole, Ending::Refused] {
            let told = again(*format, ending);
            // Formats without a sign of a new response go on in the one that failed.
            let goes_on = matches!(format, Format::Codex | Format::GeminiCli | Format::Copilot);
            if !goes_on {
                assert_eq!(told.end, End::Answer, "{format} {ending:?}");
            }
            let named = told.skills().iter().any(|skill| skill.contains("skill-a"));
            assert!(named, "{format} {ending:?}: {told:?}");
        }
    }
}

#[test]
fn tokens_are_told_once() {
    for (format, told) in all(&[vec![Other("grep")], done()], Ending::Whole) {
        let mut sums = (0, 0, None);
        for event in &told.events {
            if let EventKind::Usage { input, output, cost_usd } = event.kind {
                sums.0 += input;
                sums.1 += output;
                sums.2 = cost_usd.map(|cost| cost + sums.2.unwrap_or(0.0)).or(sums.2);
            }
        }
        let expected = match format {
            Format::ClaudeCode => (1000, 10, Some(0.5)),
            Format::Codex | Format::GeminiCli | Format::Qwen => (1000, 10, None),
            Format::OpenCode => (24, 2, Some(1.0)),
            Format::Pi => (20, 2, Some(1.0)),
            Format::Copilot => (0, 0, None),
        };
        assert_eq!(sums, expected, "{format}");
    }
}

#[test]
fn a_recording_bears_its_own_times() {
    let text = write::lines(Format::GeminiCli, &[done()], Ending::Whole).join("\n");
    let told = Told::of(Format::GeminiCli, bound(), text.as_bytes());
    assert_eq!(told.events.last().map(|event| event.at_ms), Some(2250));
    let mut parser = Parser::new(Format::GeminiCli, bound(), Clock::Caller);
    let events = parser.feed(text.as_bytes(), 70);
    assert!(!events.is_empty() && events.iter().all(|event| event.at_ms == 70));
}

#[test]
fn formats_are_named_as_their_harnesses() {
    let names: Vec<String> = Format::VARIANTS.iter().map(ToString::to_string).collect();
    assert_eq!(names, ["claude-code", "codex", "gemini-cli", "opencode", "pi", "copilot", "qwen"]);
    assert!(names.iter().zip(Format::VARIANTS).all(|(name, format)| name.parse() == Ok(*format)));
}
