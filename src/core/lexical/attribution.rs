//! What the words of a prompt pull: a ranking with its reasons, and one skill against another.
//!
//! Must not know how agents route; these are words, not decisions.

use std::collections::BTreeSet;

use crate::core::lexical::{function_words::is_function_word, lexicon::Lexicon};

/// One word of a prompt and what it is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Pull {
    pub term: String,
    /// Above 0; repeats in the prompt are summed.
    pub score: f64,
}

/// A skill that a prompt's words find.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Position of the skill.
    pub index: usize,
    /// Above 0; the sum of `pulls` and `function_words`.
    pub score: f64,
    /// Largest first, then by word; function words are summed up apart.
    pub pulls: Vec<Pull>,
    pub function_words: f64,
}

/// A word on which two skills differ.
#[derive(Clone, Debug, PartialEq)]
pub struct Lean {
    pub term: String,
    pub target: f64,
    pub rival: f64,
}

impl Lean {
    /// Above 0 where the word pulls towards the rival.
    pub fn delta(&self) -> f64 {
        self.rival - self.target
    }
}

/// Why a prompt leans to a rival rather than to the target.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Attribution {
    /// Words that pull to the rival, strongest first, then by word. No function words.
    pub drivers: Vec<Lean>,
    /// Words that hold to the target, likewise.
    pub anchors: Vec<Lean>,
    /// Words that both answer to alike, in prompt order.
    pub even: Vec<Lean>,
    /// Words that count for neither, function words among them, in prompt order.
    pub unscored: Vec<String>,
    /// Sums over all words but function words.
    pub target_total: f64,
    pub rival_total: f64,
}

impl Attribution {
    /// Above 0 where the prompt's words lean to the rival.
    pub fn net_bias(&self) -> f64 {
        self.rival_total - self.target_total
    }

    /// The target answers to no word of the prompt.
    pub fn is_target_gap(&self) -> bool {
        self.target_total == 0.0
    }
}

impl Lexicon {
    /// The skills that a prompt's words find, at most `top`, by score, then name, then id.
    pub fn ask(&self, prompt: &str, top: usize) -> Vec<Answer> {
        let index = self.index();
        let query = index.query(prompt);
        self.found(prompt, top)
            .map(|(at, score)| {
                let mut answer =
                    Answer { index: at, score, pulls: Vec::new(), function_words: 0.0 };
                for part in index.contributions(&query, at) {
                    let term = index.word(part.term);
                    if is_function_word(term) {
                        answer.function_words += part.score;
                    } else if part.score > 0.0 {
                        answer.pulls.push(Pull { term: term.to_owned(), score: part.score });
                    }
                }
                answer
                    .pulls
                    .sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.term.cmp(&b.term)));
                answer
            })
            .collect()
    }

    /// The words of a prompt, weighed between `target` and `rival`; without a rival (an
    /// abstention) every word that counts is an anchor.
    pub fn attribution(&self, prompt: &str, target: usize, rival: Option<usize>) -> Attribution {
        let index = self.index();
        let tokens = index.tokenizer().tokens(prompt);
        let mut found = Attribution::default();
        let mut seen = BTreeSet::new();
        for token in tokens.iter().filter(|token| seen.insert(token.as_str())) {
            let times = tokens.iter().filter(|other| *other == token).count() as f64;
            let worth = |skill: usize| {
                index.term(token).map_or(0.0, |term| times * index.weight(term, skill))
            };
            let lean = Lean {
                term: token.clone(),
                target: worth(target),
                rival: rival.map_or(0.0, worth),
            };
            if is_function_word(token) || lean.target == 0.0 && lean.rival == 0.0 {
                found.unscored.push(lean.term);
                continue;
            }
            found.target_total += lean.target;
            found.rival_total += lean.rival;
            let list = match lean.delta() {
                delta if delta > 0.0 => &mut found.drivers,
                delta if delta < 0.0 => &mut found.anchors,
                _ => &mut found.even,
            };
            list.push(lean);
        }
        for list in [&mut found.drivers, &mut found.anchors] {
            list.sort_by(|a, b| {
                let strength = |lean: &Lean| lean.delta().abs();
                strength(b).total_cmp(&strength(a)).then_with(|| a.term.cmp(&b.term))
            });
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use crate::core::lexical::testing::{SIX, lexicon, near};

    const TRIO: [(&str, &str); 3] = [
        ("bucket-lifecycle", "Tier cold objects between storage classes."),
        ("cluster-upgrade", "Roll nodes onto a newer control plane."),
        ("billing-export", "Send invoices into a warehouse dataset."),
    ];

    #[test]
    fn a_prompt_between_two_skills() {
        let trio = lexicon(&TRIO);
        let found =
            trio.attribution("Roll my cold nodes onto the newer cold plane please", 0, Some(1));
        let drivers: Vec<_> = found.drivers.iter().map(|lean| lean.term.as_str()).collect();
        assert_eq!(drivers, ["newer", "nodes", "onto", "plane", "roll"]);
        for driver in &found.drivers {
            near(driver.delta(), 0.378699);
        }
        assert_eq!(found.anchors.len(), 1);
        near(found.anchors[0].delta(), -0.799046);
        near(found.target_total, 0.799046);
        near(found.rival_total, 1.893493);
        near(found.net_bias(), 1.094447);
        assert_eq!(found.unscored, ["my", "the", "please"]);
        assert!(!found.is_target_gap() && found.even.is_empty());
    }

    #[test]
    fn without_a_rival_everything_anchors() {
        let trio = lexicon(&TRIO);
        let found = trio.attribution("cold plane", 0, None);
        assert_eq!((found.drivers.len(), found.rival_total), (0, 0.0));
        assert_eq!(found.unscored, ["plane"]);
        assert!(trio.attribution("plane", 0, Some(1)).is_target_gap());
    }

    #[test]
    fn answers_add_up_to_the_ranking() {
        let six = lexicon(&SIX);
        let answers = six.ask("import a json file", 2);
        assert_eq!(
            answers.iter().map(|a| six.name(a.index)).collect::<Vec<_>>(),
            ["json-import", "csv-import"]
        );
        near(answers[0].score, 1.527536);
        assert_eq!(
            answers[0].pulls.iter().map(|p| p.term.as_str()).collect::<Vec<_>>(),
            ["json", "import"]
        );
        assert!(answers[0].function_words > 0.0);
        for answer in &answers {
            let pulls: f64 = answer.pulls.iter().map(|pull| pull.score).sum();
            near(pulls + answer.function_words, answer.score);
        }
        assert!(six.ask("quantum entanglement", 5).is_empty());
    }
}
