//! Whom a description sends its reader to: skills that it refers to by name, and the sentences in
//! which it hands work over.
//!
//! Reads one text at a time; must not know which skills there are.

mod references;

pub use references::{Reference, find as references};

use crate::core::lexical::{
    Tokenizer,
    phrase::{Reading, sentences},
};

/// A text as far as it speaks of other skills.
#[derive(Clone, Debug, Default)]
pub struct Routes {
    pub references: Vec<Reference>,
    /// What follows a word that sends somewhere, in lower case, up to the end of its sentence.
    sent_to: Vec<String>,
    /// Sentences that hand something over or deny it.
    handed: Vec<Sentence>,
    /// The other sentences.
    claimed: Vec<Sentence>,
}

/// A sentence in words.
#[derive(Clone, Debug)]
struct Sentence {
    text: String,
    words: Vec<String>,
}

/// What a skill may be called in somebody else's text.
#[derive(Clone, Debug)]
pub struct Name {
    /// In lower case.
    written: String,
    words: Vec<String>,
}

/// Endings of names that texts leave away.
const ENDINGS: [&str; 5] = ["basics", "guide", "helper", "skill", "skills"];

impl Name {
    pub fn of(name: &str) -> Self {
        Self { written: name.to_lowercase(), words: Tokenizer::PLAIN.tokens(name) }
    }

    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// The words by which a sentence can mean it: several, or they could mean anything.
    fn telling(&self) -> impl Iterator<Item = &[String]> {
        let whole = (self.words.len() >= 2).then_some(self.words.as_slice());
        let short = self.words.split_last().and_then(|(last, rest)| {
            (rest.len() >= 2 && ENDINGS.contains(&last.as_str())).then_some(rest)
        });
        whole.into_iter().chain(short)
    }
}

impl Routes {
    pub fn of(text: &str) -> Self {
        let denied = Reading::of(text).denied;
        let mut routes = Self {
            references: references::find(text),
            sent_to: references::sent_to(text),
            ..Self::default()
        };
        for range in sentences(text) {
            // A range of the text, on the boundaries of its sentences.
            let sentence = Sentence::of(&text[range.clone()]);
            let denies = denied.iter().any(|d| d.start < range.end && range.start < d.end);
            let refers = routes.references.iter().any(|one| range.contains(&one.range.start));
            match denies || refers || sentence.redirects() {
                true => routes.handed.push(sentence),
                false => routes.claimed.push(sentence),
            }
        }
        routes
    }

    /// Whether the text tells when the skill of this name is the one to take.
    pub fn lead_to(&self, name: &Name) -> bool {
        let pointed = |sentence: &Sentence| sentence.points_to(&name.written);
        self.references.iter().any(|reference| reference.means(&name.written))
            || self.sent_to.iter().any(|rest| references::names(rest, &name.written))
            || self.claimed.iter().chain(&self.handed).any(pointed)
            || self.handed.iter().any(|one| name.telling().any(|words| one.says(words)))
    }

    /// Whether the text speaks of these words, in this order, as of its own work.
    pub fn claim(&self, words: &[String]) -> bool {
        self.claimed.iter().any(|sentence| sentence.says(words))
    }

    /// The words of the sentences that hand nothing over.
    pub fn claimed(&self) -> impl Iterator<Item = &str> {
        self.claimed.iter().flat_map(|sentence| &sentence.words).map(String::as_str)
    }
}

impl Sentence {
    fn of(text: &str) -> Self {
        Self { text: text.to_lowercase(), words: Tokenizer::PLAIN.tokens(text) }
    }

    /// Whether the name stands there between ticks, or as a command.
    fn points_to(&self, name: &str) -> bool {
        self.text.match_indices(name).any(|(at, _)| {
            let (before, behind) = (&self.text[..at], &self.text[at + name.len()..]);
            let ends = !behind.starts_with(|c: char| c.is_alphanumeric() || c == '-');
            // A slash within a path is no command.
            let in_path =
                |before: &str| before.ends_with(|c: char| c.is_alphanumeric() || c == '.');
            let command = before.strip_suffix('/').is_some_and(|before| !in_path(before));
            (command && ends) || (before.ends_with(['`', '/']) && behind.starts_with('`'))
        })
    }

    fn says(&self, words: &[String]) -> bool {
        !words.is_empty() && self.words.windows(words.len()).any(|run| run == words)
    }

    /// Ways to send away that are no denial.
    fn redirects(&self) -> bool {
        const WAYS: [&[&str]; 4] =
            [&["instead"], &["rather", "than"], &["switch", "to"], &["avoid", "using"]];
        WAYS.iter().any(|way| self.words.windows(way.len()).any(|run| run == *way))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leads(text: &str, name: &str) -> bool {
        Routes::of(text).lead_to(&Name::of(name))
    }

    #[test]
    fn hand_offs_are_told_from_mentions() {
        assert!(leads("Builds agents. Do not use for the generic OpenAI API.", "openai-api"));
        assert!(leads("Writes code (use tdd).", "tdd"));
        assert!(leads("For posts, see `social` instead.", "social"));
        assert!(!leads("Plans. Not for cluster basics.", "k8s-cluster-basics-guide"));
        assert!(leads("Plans. Not for k8s cluster work.", "k8s-cluster-guide"));
        assert!(leads("Deploys; never use it for the `infra` part.", "infra"));
        for name in ["social", "handoff", "implement", "research"] {
            let text = "Implement features after research; write social posts and a handoff note.";
            assert!(!leads(text, name), "{name}");
        }
        assert!(!leads("Works with the OpenAI API.", "openai-api"));
        assert!(leads("Plans copy. `tone-of-voice` owns the register.", "tone-of-voice"));
        assert!(leads("An outline that /source-map then fills.", "source-map"));
        assert!(!leads("Reads docs/source-map and more.", "source-map"));
    }

    #[test]
    fn what_is_handed_over_is_not_claimed() {
        let routes = Routes::of("Tunes the cost optimizer. Use log-reader for a trace viewer.");
        let words = |text: &str| Tokenizer::PLAIN.tokens(text);
        assert!(routes.claim(&words("cost-optimizer")));
        let routes = Routes::of("Tunes it. Do not use for the trace viewer.");
        assert!(!routes.claim(&words("trace-viewer")) && routes.claim(&words("tunes it")));
    }
}
