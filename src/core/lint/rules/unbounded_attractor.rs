//! Descriptions that claim everything.

use crate::core::{
    lexical::Tokenizer,
    lint::{Finding, Level, Rule, Subject},
};

pub(super) const RULE: Rule = Rule {
    id: "unbounded-attractor",
    also: &[],
    level: Level::Warn,
    why: "A description that claims everything takes prompts from every other skill.",
    remedy: "Name the inputs, tools or results that the skill alone is about.",
    source: "common words of catch-all descriptions",
    explain: "The description promises help with any task, or with everything, and names nothing \
              that bounds it: no product, no file type, no number, no code. English only.",
    run,
};

/// A description of at most so many characters is bounded by nothing but its words.
const SHORT: usize = 85;

fn run(rule: &Rule, subject: &Subject<'_>, found: &mut Vec<Finding>) {
    for resident in subject.snapshot.residents() {
        let Some(term) = term(resident.description) else { continue };
        let id = resident.id();
        let message =
            format!("`{id}` claims everything (\"{term}\") and names nothing that bounds it.");
        let short = resident.description.chars().count() as f64;
        found.push(Finding::about(rule, resident.skill, message).weighing(1.0 / (1.0 + short)));
    }
}

/// The words by which a description claims everything.
fn term(description: &str) -> Option<&'static str> {
    if is_anchored(description) {
        return None;
    }
    let words = Tokenizer::PLAIN.tokens(description);
    let says = |phrase: &[&str]| words.windows(phrase.len()).any(|run| run == phrase);
    let tasks =
        ["task", "tasks", "problem", "problems", "request", "requests", "feature", "bugfix"];
    let any_task = words.iter().enumerate().any(|(at, word)| {
        // With a word between them, as in `any coding task`.
        word == "any" && words[at + 1..].iter().take(2).any(|word| tasks.contains(&word.as_str()))
    });
    if any_task {
        return Some("any");
    }
    const STRONG: [(&[&str], &str); 8] = [
        (&["general", "purpose"], "general-purpose"),
        (&["all", "in", "one"], "all-in-one"),
        (&["universal", "assistant"], "universal assistant"),
        (&["universal", "helper"], "universal helper"),
        (&["universal", "tool"], "universal tool"),
        (&["universal", "skill"], "universal skill"),
        (&["everything"], "everything"),
        (&["manage", "files", "and", "run", "commands"], "manage files and run commands"),
    ];
    if let Some((_, term)) = STRONG.iter().find(|(phrase, _)| says(phrase)) {
        return Some(term);
    }
    let weak = ["any", "every", "anything", "universal", "assistant", "helper"];
    let short = description.trim().chars().count() < SHORT;
    weak.into_iter().find(|weak| short && says(&[weak]))
}

/// Whether something in the text bounds it: code, a file type, a path, a number, or a name.
fn is_anchored(text: &str) -> bool {
    if text.contains('`') {
        return true;
    }
    let mut begins = true;
    text.split_whitespace().any(|written| {
        let word = written.trim_matches(|c: char| !c.is_alphanumeric() && c != '.');
        // A sentence begins with a capital; a name has one elsewhere.
        let rest = word.get(word.chars().next().map_or(0, char::len_utf8)..).unwrap_or_default();
        let named = (if begins { rest } else { word }).contains(char::is_uppercase);
        let number = !word.is_empty() && word.chars().all(|c| c.is_ascii_digit());
        begins = written.ends_with(['.', '!', '?', ':']);
        named || number || is_extension(word) || word.contains('/')
    })
}

/// `.xyz`, two to four small letters.
fn is_extension(word: &str) -> bool {
    let Some(letters) = word.trim_end_matches('.').strip_prefix('.') else { return false };
    (2..=4).contains(&letters.len()) && letters.bytes().all(|b| b.is_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::term;

    #[test]
    fn unbounded_promises_and_what_bounds_them() {
        for (text, expected) in [
            ("Assist with any task. For specialized tasks, defer to target-two.", Some("any")),
            ("Helps with any coding problem that comes up in a day of work.", Some("any")),
            (
                "A general-purpose companion for your whole working day and all that is in it.",
                Some("general-purpose"),
            ),
            ("Your assistant.", Some("assistant")),
            ("Use when handling every workflow.", Some("every")),
            ("Helps with any Rust task.", None),
            ("Helps with any task on .csv files.", None),
            ("Runs `make` for any task.", None),
            ("Reads a table and draws a chart.", None),
        ] {
            assert_eq!(term(text), expected, "{text}");
        }
    }
}
