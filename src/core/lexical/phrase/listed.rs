//! Items behind `Triggers:`, `Keywords:`, `触发词：`.

use std::ops::Range;

use crate::core::lexical::token::Word;

fn is_head(word: &str) -> bool {
    matches!(word, "trigger" | "triggers" | "keyword" | "keywords" | "триггеры" | "disparadores")
}

/// Words that may stand between the head and the list.
fn is_between(word: &str) -> bool {
    matches!(
        word,
        "keywords"
            | "keyword"
            | "phrases"
            | "phrase"
            | "words"
            | "terms"
            | "include"
            | "includes"
            | "including"
            | "are"
            | "on"
            | "with"
            | "like"
            | "examples"
    )
}

const RUNNING: [&str; 8] =
    ["触发词", "触发短语", "触发关键词", "关键词", "觸發詞", "關鍵字", "トリガー", "트리거"];

/// The items of a sentence that is a trigger list, or whose end is one; `None` for any other.
pub fn items(text: &str, sentence: &Range<usize>, words: &[Word<'_>]) -> Option<Vec<Range<usize>>> {
    let start = worded(text, words).or_else(|| running(text, sentence))?;
    let mut items = Vec::new();
    let mut from = start;
    for (at, c) in text[start..sentence.end].char_indices() {
        let at = start + at;
        if matches!(c, ',' | '、' | '，' | '|' | '\n') || c == '/' && spaced(text, at) {
            // A line end inside an item is a blank, unless a bullet follows.
            if c == '\n' && !text[at..].trim_start().starts_with(['-', '*', '•']) {
                continue;
            }
            items.extend(super::item(text, from..at));
            from = at + c.len_utf8();
        }
    }
    items.extend(super::item(text, from..sentence.end));
    Some(items)
}

fn spaced(text: &str, at: usize) -> bool {
    text[..at].ends_with(' ') && text[at + 1..].starts_with(' ')
}

/// Where the list starts behind `Trigger phrases include`; a colon or dash must follow a bare
/// head, since `trigger` is also a common noun and verb.
fn worded(text: &str, words: &[Word<'_>]) -> Option<usize> {
    words.iter().enumerate().filter(|(_, word)| is_head(word.text)).find_map(|(at, head)| {
        let between = words[at + 1..].iter().take_while(|word| is_between(word.text));
        let last = between.last().unwrap_or(head);
        let marked = text[last.range.end..].trim_start().starts_with([':', '—', '–', '-', '：']);
        let verb = ["include", "includes", "on", "are", "including", "with"].contains(&last.text);
        (marked || verb).then_some(last.range.end)
    })
}

fn running(text: &str, sentence: &Range<usize>) -> Option<usize> {
    if text[sentence.clone()].is_ascii() {
        return None;
    }
    RUNNING.iter().find_map(|head| {
        let end = sentence.start + text[sentence.clone()].find(head)? + head.len();
        text[end..].trim_start().starts_with([':', '：', '—', '-']).then_some(end)
    })
}
