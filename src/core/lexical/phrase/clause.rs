//! `Use when ...`, `Use for ...`, `Use to ...`, and `当…时`.

use std::ops::Range;

use crate::core::lexical::{function_words::is_function_word, token::Word};

fn is_verb(word: &str) -> bool {
    matches!(
        word,
        "use"
            | "used"
            | "using"
            | "invoke"
            | "invoked"
            | "activate"
            | "activates"
            | "activated"
            | "apply"
            | "applies"
            | "trigger"
            | "triggers"
            | "load"
            | "run"
            | "используй"
    )
}

/// Words that may stand between the verb and the head.
fn is_between(word: &str) -> bool {
    matches!(
        word,
        "this"
            | "skill"
            | "it"
            | "proactively"
            | "only"
            | "also"
            | "always"
            | "automatically"
            | "right"
            | "immediately"
            | "ideally"
            | "primarily"
            | "just"
            | "specifically"
            | "me"
            | "agent"
            | "mid"
            | "task"
            | "should"
    )
}

fn is_head(word: &str) -> bool {
    matches!(
        word,
        "when"
            | "whenever"
            | "if"
            | "for"
            | "to"
            | "on"
            | "after"
            | "before"
            | "while"
            | "where"
            | "anytime"
            | "когда"
            | "для"
    )
}

/// Who does what, before the thing itself: `the user wants to`, `someone asks about`.
const WHO: [&str; 12] = [
    "user",
    "users",
    "someone",
    "anyone",
    "you",
    "developer",
    "developers",
    "customer",
    "asked",
    "people",
    "they",
    "пользователь",
];

const DOES: [&str; 22] = [
    "wants",
    "want",
    "asks",
    "ask",
    "asking",
    "needs",
    "need",
    "mentions",
    "mention",
    "says",
    "say",
    "requests",
    "request",
    "describes",
    "is",
    "are",
    "has",
    "have",
    "must",
    "wanting",
    "хочет",
    "просит",
];

const TO: [&str; 4] = ["to", "for", "about", "that"];

/// The main clause ends before these.
const CUTS: [&str; 12] = [
    " — ",
    " – ",
    " -- ",
    " (",
    ": ",
    ", including",
    " including ",
    ", especially",
    " especially ",
    ", even if",
    ", even when",
    "（",
];

/// The longer ones first.
const SEPARATORS: [&str; 6] = [", and ", ", or ", " or ", ", ", "，", "、"];

/// The things that a sentence says the skill is used for: each one if (nearly) all are of several
/// words, else the clause as a whole: `sign, verify or hash payloads` is one thing.
pub fn items(text: &str, sentence: &Range<usize>, words: &[Word<'_>]) -> Vec<Range<usize>> {
    match worded(words) {
        Some(start) => main(text, start..sentence.end, words),
        None if text[sentence.clone()].is_ascii() => Vec::new(),
        None => running(text, sentence),
    }
}

/// The end of the head behind a verb, such as of `when` in `Use this skill when`.
fn worded(words: &[Word<'_>]) -> Option<usize> {
    words.iter().enumerate().filter(|(_, word)| is_verb(word.text)).find_map(|(at, _)| {
        let rest = &words[at + 1..];
        let between = rest.iter().take_while(|word| is_between(word.text)).count();
        let mut heads = rest[between..].iter().take_while(|word| is_head(word.text));
        heads.next().map(|first| heads.last().unwrap_or(first).range.end)
    })
}

fn main(text: &str, range: Range<usize>, words: &[Word<'_>]) -> Vec<Range<usize>> {
    let start = skip_who(words, range.start);
    let content = |item: &Range<usize>| {
        super::within(words, item).iter().filter(|word| !is_function_word(word.text)).count()
    };
    // A cut that leaves a word or none is no end: `Use when: ...`, `Use for X (Y) set-up`.
    let end = marks(&text[start..range.end], &CUTS)
        .map(|(at, _)| start + at)
        .find(|&cut| content(&(start..cut)) > 1)
        .unwrap_or(range.end);
    let mut items = Vec::new();
    let mut from = start;
    for (at, separator) in marks(&text[start..end], &SEPARATORS) {
        if start + at < from {
            continue;
        }
        items.extend(super::item(text, from..start + at));
        from = start + at + separator;
    }
    items.extend(super::item(text, from..end));
    let rich = items.iter().filter(|item| content(item) > 1).count();
    if items.len() > 1 && (rich == items.len() || items.len() > 3 && 3 * rich >= 2 * items.len()) {
        items
    } else {
        super::item(text, start..end).into_iter().collect()
    }
}

/// Where the marks stand and how long they are; of several at one place the first of the list.
fn marks<'a>(text: &'a str, marks: &'a [&str]) -> impl Iterator<Item = (usize, usize)> + 'a {
    text.char_indices()
        .filter(|&(_, c)| matches!(c, ' ' | ',' | ':' | '（' | '，' | '、'))
        .filter_map(|(at, _)| {
            marks.iter().find(|mark| text[at..].starts_with(**mark)).map(|mark| (at, mark.len()))
        })
}

/// Behind `the user wants to`, if the clause begins so.
fn skip_who(words: &[Word<'_>], start: usize) -> usize {
    let rest = &words[words.partition_point(|word| word.range.start < start)..];
    let mut at = 0;
    let mut take = |list: &[&str], most: usize| {
        let taken =
            rest[at..].iter().take(most).take_while(|word| list.contains(&word.text)).count();
        at += taken;
        taken
    };
    take(&["the", "a", "an"], 1);
    if take(&WHO, 1) == 0 {
        return start;
    }
    take(&DOES, 2);
    take(&TO, 1);
    at.checked_sub(1).and_then(|last| rest.get(last)).map_or(start, |word| word.range.end)
}

/// `当用户需要…时`, `…时使用`, `用于…`.
fn running(text: &str, sentence: &Range<usize>) -> Vec<Range<usize>> {
    let part = &text[sentence.clone()];
    let between = |open: &str, close: &str| {
        let start = part.find(open)? + open.len();
        let end = start + part[start..].find(close)?;
        Some(start..end)
    };
    let up_to = |close: &str| part.find(close).map(|end| 0..end);
    let found = ["当用户需要", "当用户要求", "当用户", "當用戶", "当"]
        .iter()
        .find_map(|open| between(open, "时").or_else(|| between(open, "時")))
        .or_else(|| part.find("用于").map(|at| at + "用于".len()..part.len()))
        .or_else(|| {
            ["时使用", "时触发", "时调用", "ときに使", "場合に使", "때 사용"]
                .iter()
                .find_map(|c| up_to(c))
        });
    let Some(range) = found else { return Vec::new() };
    let range = sentence.start + range.start..sentence.start + range.end;
    let mut items = Vec::new();
    let mut from = range.start;
    for (at, c) in text[range.clone()].char_indices() {
        if matches!(c, '、' | '，' | ',') {
            items.extend(super::item(text, from..range.start + at));
            from = range.start + at + c.len_utf8();
        }
    }
    items.extend(super::item(text, from..range.end));
    items
}
