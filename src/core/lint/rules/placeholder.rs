//! Descriptions that are not finished.

use crate::core::{
    lexical::Tokenizer,
    lint::{Finding, Level, Rule, Subject},
};

pub(super) const RULE: Rule = Rule {
    id: "unresolved-placeholder",
    also: &[],
    level: Level::Warn,
    why: "A model reads the placeholder as part of what the skill does.",
    remedy: "Write what belongs there.",
    source: "common practice",
    explain: "The description holds TODO, FIXME or XXX, in capitals or at its start, or a blank to \
              fill in, such as [TODO] or <FILL_IN>. A skill about the TODO notes in code says \
              so in small letters or in quotes.",
    run,
};

fn run(rule: &Rule, subject: &Subject<'_>, found: &mut Vec<Finding>) {
    for resident in subject.snapshot.all() {
        let texts = [Some(resident.description), resident.when_to_use()];
        let Some(word) = texts.into_iter().flatten().find_map(placeholder) else { continue };
        let message = format!("The description of `{}` still holds {word}.", resident.id());
        found.push(Finding::about(rule, resident.skill, message));
    }
}

const BLANKS: [&str; 6] = ["<FILL_IN>", "<FILL IN>", "<TODO>", "[TODO]", "[FILL IN]", "{{TODO}}"];
const WORDS: [&str; 3] = ["TODO", "FIXME", "XXX"];

fn placeholder(text: &str) -> Option<&'static str> {
    let upper = text.to_uppercase();
    let blank = BLANKS.into_iter().find(|blank| upper.contains(blank));
    let spans = Tokenizer::PLAIN.spans(text);
    // `TODOs`, "TODO" and `TODO/FIXME comments` are things to write about.
    let word = spans.iter().enumerate().find_map(|(at, token)| {
        let written = &text[token.range.clone()];
        let word = WORDS.into_iter().find(|word| written == *word)?;
        let before = text[..token.range.start].chars().next_back();
        let behind = text[token.range.end..].chars().next();
        let set_off = |c: char| matches!(c, '"' | '\'' | '`' | '/' | '“' | '”');
        let alone = !before.is_some_and(set_off) && !behind.is_some_and(set_off);
        let marks = behind.is_some_and(|c| matches!(c, ':' | '.' | '!' | '-')) || spans.len() == 1;
        (alone && (marks || at == 0)).then_some(word)
    });
    blank.or(word)
}

#[cfg(test)]
mod tests {
    use super::placeholder;

    #[test]
    fn unfinished_texts_and_texts_about_them() {
        for text in [
            "TODO",
            "TODO: write this",
            "Does [todo] things",
            "For <FILL_IN>.",
            "Use it. FIXME: when?",
        ] {
            assert!(placeholder(text).is_some(), "{text}");
        }
        for text in [
            "Collects TODO comments in code.",
            "Finds \"TODO\" and FIXME/XXX notes.",
            "Keeps the todo list.",
        ] {
            assert_eq!(placeholder(text), None, "{text}");
        }
    }
}
