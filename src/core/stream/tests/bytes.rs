//! Any bytes, cut anywhere.

use proptest::{prelude::*, sample::Index};

use super::*;
use crate::fuzz;

/// A stream in each format with something of everything.
fn streams() -> Vec<(Format, String)> {
    let steps = [
        vec![Act::Say("On it, é 日本."), Act::Skill("skill-a"), Act::Denied("skill-b")],
        vec![Act::Shell("cat .kit/skills/*/SKILL.md".into()), Act::Read(file("skill-b"))],
        vec![Act::Say("Done.")],
    ];
    let stream =
        |format: &Format| (*format, write::lines(*format, &steps, Ending::Whole).join("\n"));
    Format::VARIANTS.iter().map(stream).collect()
}

fn chunked(format: Format, bytes: &[u8], cuts: &[Index]) -> Told {
    let mut places: Vec<usize> = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).collect();
    places.extend([0, bytes.len()]);
    places.sort_unstable();
    let mut parser = Parser::new(format, bound(), Clock::Stream);
    let mut events = Vec::new();
    for pair in places.windows(2) {
        events.extend(parser.feed(&bytes[pair[0]..pair[1]], 0));
    }
    let (last, end, _) = parser.finish(0);
    events.extend(last);
    Told { events, end }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: fuzz::config().cases / 20, ..fuzz::config() })]

    #[test]
    fn chunks_are_no_matter(cuts in prop::collection::vec(any::<Index>(), 0..12)) {
        for (format, text) in streams() {
            let whole = Told::of(format, bound(), text.as_bytes());
            prop_assert_eq!(&chunked(format, text.as_bytes(), &cuts), &whole, "{}", format);
        }
    }

    #[test]
    fn a_line_said_twice_in_a_row_engages_nothing_twice(at in any::<Index>()) {
        for (format, text) in streams() {
            let whole = Told::of(format, bound(), text.as_bytes());
            let mut lines: Vec<&str> = text.lines().collect();
            let at = at.index(lines.len());
            lines.insert(at, lines[at]);
            let twice = Told::of(format, bound(), lines.join("\n").as_bytes());
            let skills = |told: &Told| {
                let skills = told.skills().into_iter();
                skills.map(|s| s.split_once(' ').map(|(_, skill)| skill.to_owned())).collect::<Vec<_>>()
            };
            prop_assert_eq!(skills(&twice), skills(&whole), "{} {}", format, lines[at]);
        }
    }

    #[test]
    fn any_bytes_are_read(
        noise in fuzz::bytes(&[
            r#"{"type":"assistant","message":{"id":"m","content":[{"type":"tool_use","id":"t","name":"Skill","input":{"skill":"skill-a"}}]}}"#,
            r#"{"type":"item.completed","item":{"id":"i","type":"command_execution","command":"cat x","exit_code":0,"status":"completed"}}"#,
            r#"{"type":"tool.execution_start","data":{"toolCallId":"c","toolName":"view","arguments":{"path":"x"},"turnId":"0"}}"#,
            r#"{"type":"tool_use","part":{"tool":"skill","callID":"c","state":{"status":"completed","input":{"name":"skill-a"},"time":{"start":5}}}}"#,
        ]),
        cut in any::<Index>(), at in any::<Index>(),
    ) {
        for (format, text) in streams() {
            let mut bytes = text.into_bytes();
            let at = at.index(bytes.len());
            bytes.splice(at..at, noise.iter().copied());
            let told = fuzz::steady(|| Told::of(format, bound(), &bytes))?;
            prop_assert_eq!(&chunked(format, &bytes, &[cut]), &told);
            let steps: Vec<u64> = told.events.iter().map(|event| event.at_ms).collect();
            prop_assert!(steps.is_sorted());
            prop_assert!(told.events.iter().all(|event| event.step > 0));
        }
    }
}

#[test]
fn long_lines_are_read_and_longer_ones_make_an_error_of_the_stream() {
    for (format, text) in streams() {
        let whole = Told::of(format, bound(), text.as_bytes());
        let padded =
            |megabytes: usize| format!("{{\"pad\":\"{}\"}}\n{text}", "x".repeat(megabytes << 20));
        let told = Told::of(format, bound(), padded(10).as_bytes());
        assert_eq!(told.skills(), whole.skills(), "{format}");
        assert_eq!(told.end, End::Answer);

        let mut parser = Parser::new(format, bound(), Clock::Caller);
        parser.feed(padded(17).as_bytes(), 0);
        let (_, end, faults) = parser.finish(0);
        assert_eq!(faults.dropped, 1);
        let cause = "a line of the stream was too long to be read".to_owned();
        assert_eq!(end, End::Errored { cause }, "{format}");
    }
}

#[test]
fn bytes_that_are_no_text_and_lines_that_are_no_json_are_passed_over() {
    for (format, text) in streams() {
        let whole = Told::of(format, bound(), text.as_bytes());
        let mut bytes = b"Warning: \xff\xfe\n[1,2]\n{\"type\":\n".to_vec();
        bytes.extend(text.as_bytes());
        bytes.extend(b"\n\r\n");
        assert_eq!(Told::of(format, bound(), &bytes), whole, "{format}");
        let mut parser = Parser::new(format, bound(), Clock::Stream);
        parser.feed(&bytes, 0);
        assert_eq!(parser.finish(0).2, Faults { dropped: 0, unreadable: 3 });
    }
}
