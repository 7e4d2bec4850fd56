//! Descriptions that do not say when.

use crate::core::{
    lexical::{Tokenizer, phrase::Reading},
    lint::{Finding, Level, Rule, Subject},
};

pub(super) const RULE: Rule = Rule {
    id: "description-without-when",
    also: &[],
    level: Level::Info,
    why: "A model is told what the skill does, and has to guess when to take it.",
    remedy: "Add a sentence that begins with \"Use when\", with words that people ask in.",
    source: "the Agent Skills specification: what it does, and when to use it",
    explain: "Neither the description nor `when_to_use` has a trigger phrase or any word that \
              ties it to an occasion (when, if, for, before, after, asks, mentions ...). Only texts \
              in English are looked at.",
    run,
};

const OCCASIONS: [&str; 36] = [
    "activate",
    "after",
    "ask",
    "asked",
    "asking",
    "asks",
    "before",
    "during",
    "encountering",
    "if",
    "invoke",
    "invoked",
    "mention",
    "mentioned",
    "mentioning",
    "mentions",
    "need",
    "needed",
    "needing",
    "needs",
    "on",
    "once",
    "request",
    "requested",
    "requests",
    "says",
    "trigger",
    "triggered",
    "triggers",
    "use",
    "wanting",
    "wants",
    "when",
    "whenever",
    "where",
    "while",
];

fn run(rule: &Rule, subject: &Subject<'_>, found: &mut Vec<Finding>) {
    for resident in subject.snapshot.residents() {
        let when = resident.when_to_use();
        if when.is_none() && !says_when(resident.description) {
            let id = resident.id();
            let message = format!("The description of `{id}` does not say when to use it.");
            found.push(Finding::about(rule, resident.skill, message));
        }
    }
}

fn says_when(text: &str) -> bool {
    let foreign = text.chars().filter(|c| c.is_alphabetic() && !c.is_ascii()).count();
    // Of another language nothing is known.
    if foreign > 3 || !Reading::of(text).phrases.is_empty() {
        return true;
    }
    let tokens = Tokenizer::PLAIN.tokens(text);
    tokens.iter().any(|token| OCCASIONS.contains(&token.as_str()))
}

#[cfg(test)]
mod tests {
    use super::{OCCASIONS, says_when};

    #[test]
    fn occasions_are_told_from_mere_contents() {
        assert!(OCCASIONS.is_sorted());
        assert!(!says_when("Guidelines for the layout of pages."));
        for text in [
            "Guidelines for pages. Use when laying out a page.",
            "Resets branches whenever the user says so.",
            "Tools. Triggers: \"reset branch\".",
            "用于导出表格的工具",
        ] {
            assert!(says_when(text), "{text}");
        }
    }
}
