//! Which skills a harness says that it sees, at the beginning of its stream; some tell, others do
//! not.
//!
//! Must not know which skills it is to see.

use serde_json::Value;

use crate::core::stream::{
    Format,
    json::{is_true, list, text},
    lines::Lines,
};

/// Lines after which no list comes any more.
const LAST: u32 = 200;

/// Reads a stream up to its list.
#[derive(Debug)]
pub struct Roll {
    format: Format,
    lines: Lines,
    heard: u32,
    over: bool,
}

impl Roll {
    /// `None` where streams of the format hold no list.
    pub fn of(format: Format) -> Option<Self> {
        let tells = matches!(format, Format::ClaudeCode | Format::Copilot | Format::Pi);
        tells.then(|| Self { format, lines: Lines::default(), heard: 0, over: false })
    }

    /// Takes the next bytes in, cut anywhere. Gives the list once, when it is there, as the harness
    /// calls the skills.
    pub fn feed(&mut self, chunk: &[u8]) -> Option<Vec<String>> {
        if self.over {
            return None;
        }
        let (format, mut names) = (self.format, None);
        self.lines.feed(chunk, |line| {
            self.heard += 1;
            if names.is_none() {
                names = serde_json::from_slice(line).ok().and_then(|line| called(format, &line));
            }
        });
        self.over = names.is_some() || self.heard >= LAST;
        if self.over {
            self.lines = Lines::default();
        }
        names
    }
}

fn called(format: Format, line: &Value) -> Option<Vec<String>> {
    let owned = |name: &str| name.to_owned();
    match format {
        Format::ClaudeCode
            if (text(line, "/type"), text(line, "/subtype")) == ("system", "init") =>
        {
            line.get("skills")?;
            Some(list(line, "/skills").iter().filter_map(Value::as_str).map(owned).collect())
        }
        Format::Copilot if text(line, "/type") == "session.skills_loaded" => {
            let on = list(line, "/data/skills").iter().filter(|skill| is_true(skill, "/enabled"));
            Some(on.map(|skill| owned(text(skill, "/name"))).collect())
        }
        Format::Pi if text(line, "/message/role") == "system" => {
            let section = line.pointer("/message/sections")?;
            // Without any skill there is no such section.
            Some(tagged(text(section, "/skills")))
        }
        _ => None,
    }
}

/// What stands in the tags of names.
fn tagged(listing: &str) -> Vec<String> {
    let inside = |part: &str| part.split_once("</name>").map(|(name, _)| plain(name.trim()));
    listing.split("<name>").skip(1).filter_map(inside).collect()
}

fn plain(text: &str) -> String {
    let marks = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&#39;", "'")];
    let text = marks.into_iter().fold(text.to_owned(), |text, (mark, c)| text.replace(mark, c));
    text.replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(format: Format, stream: &str, piece: usize) -> Option<Vec<String>> {
        let mut roll = Roll::of(format)?;
        let told: Vec<_> = stream.as_bytes().chunks(piece).filter_map(|it| roll.feed(it)).collect();
        assert!(told.len() <= 1, "it is told once");
        told.into_iter().next()
    }

    #[test]
    fn each_format_that_tells_is_read_wherever_it_is_cut() {
        for (format, line) in [
            (Format::ClaudeCode, r#"{"type":"system","subtype":"init","skills":["a&b","c"]}"#),
            (
                Format::Copilot,
                r#"{"type":"session.skills_loaded","data":{"skills":[{"name":"a&b","enabled":true},{"name":"off","enabled":false},{"name":"c","enabled":true}]}}"#,
            ),
            (
                Format::Pi,
                r#"{"type":"message_start","message":{"role":"system","sections":{"skills":"<skill><name>a&amp;b</name></skill><skill>\n<name>c</name>"}}}"#,
            ),
        ] {
            let stream = format!("warning\n{{}}\n{line}\n{line}\n");
            for piece in [1, 7, 1000] {
                let names = told(format, &stream, piece).unwrap();
                assert_eq!(names, ["a&b", "c"], "{format}, {piece} at a time");
            }
        }
    }

    #[test]
    fn no_list_is_not_an_empty_one() {
        assert_eq!(
            told(Format::ClaudeCode, "{\"type\":\"system\",\"subtype\":\"init\"}\n", 9),
            None
        );
        assert_eq!(told(Format::Pi, "{\"message\":{\"role\":\"user\"}}\n", 9), None);
        assert!(Roll::of(Format::Codex).is_none() && Roll::of(Format::Qwen).is_none());
        let none = r#"{"message":{"role":"system","sections":{"rules":"x"}}}"#;
        assert_eq!(told(Format::Pi, &format!("{none}\n"), 9), Some(vec![]));
        let late = format!("{}{}\n", "{}\n".repeat(300), none);
        assert_eq!(told(Format::Pi, &late, 50), None, "what the model writes is no list");
    }
}
