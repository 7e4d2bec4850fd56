//! Where a sentence ends, and from where on it denies.

use std::ops::Range;

use crate::core::lexical::token::Word;

/// How the beginnings of what a skill is not for go on after their first word.
fn denials(first: &str) -> &'static [&'static [&'static str]] {
    const VERBS: &[&[&str]] = &[
        &["not", "use"],
        &["not", "trigger"],
        &["not", "invoke"],
        &["not", "activate"],
        &["not", "apply"],
    ];
    match first {
        "not" => &[&["for"], &["when"], &["intended"], &["to", "be", "used"]],
        "do" => VERBS,
        "don" => &[&["t", "use"], &["t", "trigger"], &["t", "invoke"]],
        "does" => &[&["not", "cover"]],
        "must" => &[&["not", "be", "used"]],
        "never" => &[&["use"], &["trigger"]],
        "avoid" => &[&["using"]],
        "excludes" | "excluding" => &[&[]],
        "не" => &[&["для"], &["используй"]],
        "no" => &[&["usar"]],
        _ => &[],
    }
}

/// The same for words that send the reader to somebody else, wherever in a sentence they stand.
fn handoffs(first: &str) -> &'static [&'static [&'static str]] {
    match first {
        "instead" => &[&[]],
        "go" => &[&["to", "the"]],
        "goes" | "belong" | "belongs" | "defer" | "delegate" | "refer" => &[&["to"]],
        "owned" => &[&["by"]],
        "hand" => &[&["off", "to"]],
        _ => &[],
    }
}

/// The same in scripts without blanks, where words cannot be counted.
const DENIALS_RUNNING: [&str; 13] = [
    "不触发",
    "不要用",
    "不要使用",
    "不用于",
    "不适用",
    "不涉及",
    "请勿",
    "勿用",
    "不觸發",
    "不要使",
    "使わない",
    "使用しない",
    "사용하지",
];

/// No character of these denials comes before it; dashes and accents do.
const FIRST_RUNNING: char = '\u{3000}';

/// Sentences and half-sentences, in order and without gaps that hold words.
///
/// Ends: `。！？；`, a blank line, `;`, and `.!?` before white space unless a small letter follows
/// (`e.g. this`); never inside a quote.
pub fn split(text: &str, quotes: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut start = 0;
    for (at, c) in text.char_indices() {
        let end = at + c.len_utf8();
        let rest = &text[end..];
        let ends = match c {
            '。' | '！' | '？' | '；' | ';' => true,
            '.' | '!' | '?' => {
                let next = rest.trim_start().chars().next();
                rest.starts_with(char::is_whitespace) && !next.is_some_and(char::is_lowercase)
            }
            '\n' => rest.trim_start_matches([' ', '\t', '\r']).starts_with('\n'),
            _ => false,
        };
        if ends && !quotes.iter().any(|quote| quote.contains(&at)) {
            out.push(start..end);
            start = end;
        }
    }
    out.push(start..text.len());
    out.retain(|range| text[range.clone()].chars().any(char::is_alphanumeric));
    out
}

/// The byte from which a sentence is no claim: its start for a hand-over, else the first denial.
pub fn denial(text: &str, sentence: &Range<usize>, words: &[Word<'_>]) -> Option<usize> {
    let part = &text[sentence.clone()];
    if find(words, handoffs).is_some() || arrow_to_a_skill(part) {
        return Some(sentence.start);
    }
    let worded = find(words, denials);
    let runs = part.chars().any(|c| c >= FIRST_RUNNING);
    let marks: &[&str] = if runs { &DENIALS_RUNNING } else { &[] };
    let running = marks.iter().filter_map(|mark| part.find(mark)).map(|at| sentence.start + at);
    worded.into_iter().chain(running).min()
}

/// `→other-skill`: an arrow before a hyphenated name; `0→1` and `CSV → JSON` are none.
fn arrow_to_a_skill(text: &str) -> bool {
    if text.is_ascii() && !text.contains('>') {
        return false;
    }
    ["→", "->"].iter().flat_map(|arrow| text.split(arrow).skip(1)).any(|after| {
        let name = after.trim_start().trim_start_matches('`');
        let end = name.find(|c: char| !(c.is_alphanumeric() || c == '-')).unwrap_or(name.len());
        name[..end].trim_end_matches('-').contains('-')
    })
}

/// The first byte at which a word stands that goes on as one of its patterns does.
fn find(
    words: &[Word<'_>],
    patterns: fn(&str) -> &'static [&'static [&'static str]],
) -> Option<usize> {
    words.iter().enumerate().find_map(|(at, word)| {
        let goes_on = |pattern: &&[&str]| {
            words
                .get(at + 1..at + 1 + pattern.len())
                .is_some_and(|here| here.iter().zip(*pattern).all(|(w, wanted)| w.text == *wanted))
        };
        patterns(word.text).iter().any(goes_on).then_some(word.range.start)
    })
}

#[cfg(test)]
mod tests {
    use crate::core::lexical::{lowered::Lowered, token::Tokenizer};

    fn sentences(text: &str) -> Vec<&str> {
        let quotes = crate::core::lexical::phrase::quoted::find(text);
        super::split(text, &quotes).into_iter().map(|range| text[range].trim()).collect()
    }

    #[test]
    fn sentences_end_where_a_reader_ends_them() {
        assert_eq!(
            sentences("Reads node.js, e.g. this. \"What? Why?\" Next; half。完"),
            ["Reads node.js, e.g. this.", "\"What? Why?\" Next;", "half。", "完"]
        );
        assert_eq!(sentences("one\n\ntwo\nthree ..."), ["one", "two\nthree ..."]);
        assert_eq!(sentences(" .. "), [""; 0]);
    }

    #[test]
    fn denials_without_blanks_are_looked_for_wherever_they_can_stand() {
        let first = super::DENIALS_RUNNING.iter().flat_map(|mark| mark.chars()).min();
        assert!(first.is_some_and(|first| first >= super::FIRST_RUNNING));
    }

    #[test]
    fn denials_start_at_their_first_word() {
        let denial = |text: &'static str| {
            let lower = Lowered::of(text);
            let words = Tokenizer::PLAIN.words(&lower);
            super::denial(text, &(0..text.len()), &words).map(|at| &text[at..])
        };
        assert_eq!(denial("Use for a, NOT for b"), Some("NOT for b"));
        assert_eq!(denial("Plans. Don't use it for b"), Some("Don't use it for b"));
        assert_eq!(denial("用于甲，不触发：乙"), Some("不触发：乙"));
        assert_eq!(denial("New backends go to the parent"), Some("New backends go to the parent"));
        assert_eq!(denial("For .flow→other-skill"), Some("For .flow→other-skill"));
        assert_eq!(denial("From 0→1, and CSV -> JSON"), None);
        assert_eq!(denial("Use when it does not start"), None);
    }
}
