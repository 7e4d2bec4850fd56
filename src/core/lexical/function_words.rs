//! The words that carry no subject: dropped where a prompt is explained or routed by rule.
//!
//! Must not be used by the overlap scores, where every word counts with its (small) idf.

/// Sorted, for binary search: the usual English search-engine stop list and the pronouns. `i` and
/// `us` are left out, since both are also technical names (a variable, a region).
const FUNCTION_WORDS: [&str; 59] = [
    "a",
    "an",
    "and",
    "are",
    "as",
    "at",
    "be",
    "but",
    "by",
    "for",
    "he",
    "her",
    "hers",
    "herself",
    "him",
    "himself",
    "his",
    "if",
    "in",
    "into",
    "is",
    "it",
    "its",
    "itself",
    "me",
    "mine",
    "my",
    "myself",
    "no",
    "not",
    "of",
    "on",
    "or",
    "our",
    "ours",
    "ourselves",
    "she",
    "such",
    "that",
    "the",
    "their",
    "theirs",
    "them",
    "themselves",
    "then",
    "there",
    "these",
    "they",
    "this",
    "to",
    "was",
    "we",
    "will",
    "with",
    "you",
    "your",
    "yours",
    "yourself",
    "yourselves",
];

/// Bytes of the longest of them.
const LONGEST: usize = 10;

/// True for one of the 59 function words; expects a lower-case token.
pub fn is_function_word(token: &str) -> bool {
    token.len() <= LONGEST && FUNCTION_WORDS.binary_search(&token).is_ok()
}

#[cfg(test)]
mod tests {
    use super::{FUNCTION_WORDS, is_function_word};

    #[test]
    fn the_list_is_sorted_so_that_every_word_is_found() {
        assert!(FUNCTION_WORDS.is_sorted());
        assert!(FUNCTION_WORDS.iter().all(|word| is_function_word(word)));
    }

    #[test]
    fn names_that_look_like_words_are_kept() {
        assert!(!is_function_word("i") && !is_function_word("us") && !is_function_word("csv"));
    }
}
