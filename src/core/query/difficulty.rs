//! How hard a prompt is for its words alone: where the expected skill stands among the residents.
//!
//! Says nothing about routing; a figure broken down by it shows what words do not explain.

use std::num::NonZeroUsize;

use serde::Serialize;

use crate::core::{id::SkillId, lexical::Lexicon, query::Query};

/// The place of the expected skill by BM25.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Difficulty {
    /// 1 is the easiest; residents that score as high as the skill stand before it.
    pub rank: NonZeroUsize,
    /// Residents in all.
    pub field: usize,
    /// It shares no word with the prompt, so that no ranking by words holds it.
    pub silent: bool,
}

/// Ranks in bands, the easiest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, strum::Display)]
#[serde(rename_all = "kebab-case")]
pub enum Band {
    #[strum(to_string = "1")]
    First,
    #[strum(to_string = "2-3")]
    Close,
    #[strum(to_string = "4-10")]
    Far,
    #[strum(to_string = "11+")]
    Beyond,
    /// No word of the prompt leads to it.
    #[strum(to_string = "unranked")]
    Unranked,
}

impl Difficulty {
    pub fn band(self) -> Band {
        match self.rank.get() {
            _ if self.silent => Band::Unranked,
            1 => Band::First,
            2..=3 => Band::Close,
            4..=10 => Band::Far,
            _ => Band::Beyond,
        }
    }
}

/// The rank of the skill at `target` for a prompt: the number of residents whose score is at least
/// its own. One that shares no word with the prompt stands last. `None` where there is no such
/// skill.
pub fn rank(prompt: &str, lexicon: &Lexicon, target: usize) -> Option<Difficulty> {
    rank_among(&lexicon.index().answers(prompt), target)
}

/// The difficulty of a row: that of the easiest skill that would be right. `None` for a row that
/// expects no skill, or only skills that are not in the lexicon.
pub fn of(row: &Query<SkillId>, lexicon: &Lexicon) -> Option<Difficulty> {
    let targets: Vec<usize> = row.label.right().filter_map(|id| lexicon.position(id)).collect();
    if targets.is_empty() {
        return None;
    }
    let scores = lexicon.index().answers(&row.prompt);
    targets.into_iter().filter_map(|target| rank_among(&scores, target)).min()
}

fn rank_among(scores: &[f64], target: usize) -> Option<Difficulty> {
    let own = *scores.get(target)?;
    let rank = scores.iter().filter(|score| **score >= own).count();
    Some(Difficulty { rank: NonZeroUsize::new(rank)?, field: scores.len(), silent: own <= 0.0 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{lexical::testing::lexicon, query::Label};

    const TRIO: [(&str, &str); 3] = [
        ("bucket-lifecycle", "Tier cold objects between storage classes."),
        ("cluster-upgrade", "Roll nodes onto a newer control plane."),
        ("billing-export", "Send invoices into a warehouse dataset."),
    ];

    fn ranks(prompt: &str, target: usize) -> (usize, usize) {
        let found = rank(prompt, &lexicon(&TRIO), target).unwrap();
        (found.rank.get(), found.field)
    }

    #[test]
    fn ties_and_silence_count_against_the_skill() {
        assert_eq!(ranks("Tier my cold objects into cheaper storage classes.", 0), (1, 3));
        assert_eq!(ranks("Roll my nodes onto a newer control plane.", 0), (3, 3));
        assert_eq!(ranks("Roll my nodes onto a newer control plane.", 1), (1, 3));
        assert_eq!(ranks("rien en commun", 0), (3, 3));
        assert_eq!(ranks("a a a", 1), (2, 3));
        assert_eq!(rank("a", &lexicon(&TRIO), 3), None);
    }

    #[test]
    fn a_row_is_as_hard_as_its_easiest_right_skill() {
        let lexicon = lexicon(&TRIO);
        let row = |label| Query::new("q", "roll the nodes", label);
        let complete = |expected: &[&str], alternatives: &[&str]| Label::Complete {
            expected: expected.iter().map(|id| SkillId::from(*id)).collect(),
            alternatives: alternatives.iter().map(|id| SkillId::from(*id)).collect(),
        };
        let band = |label| of(&row(label), &lexicon).map(Difficulty::band);
        assert_eq!(band(complete(&["billing-export"], &["cluster-upgrade"])), Some(Band::First));
        assert_eq!(
            band(complete(&["billing-export"], &[])),
            Some(Band::Unranked),
            "no shared word"
        );
        assert_eq!(band(complete(&[], &[])), None);
        assert_eq!(band(complete(&["gone"], &[])), None);
        assert_eq!((Band::Close.to_string(), Band::First < Band::Beyond), ("2-3".to_owned(), true));
    }
}
