//! Whether a failure says that somebody asks too often.
//!
//! Read from words, since half of the harnesses tell the status in prose only. It decides how fast
//! the next probes begin and nothing else: no figure rests on it.

/// Statuses by which services say so.
const STATUSES: [&str; 2] = ["429", "529"];

/// Words by which they say so, in lower case with single blanks.
const WORDS: [&str; 5] =
    ["rate limit", "ratelimit", "too many requests", "overloaded", "resource exhausted"];

/// True of the reason of a new try, or the cause of an error, that says so.
pub fn asks_too_often(reason: &str) -> bool {
    let plain: String = reason
        .chars()
        .map(|c| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { ' ' })
        .collect();
    let mut words = plain.split_whitespace();
    let told = words.clone().collect::<Vec<_>>().join(" ");
    words.any(|word| STATUSES.contains(&word)) || WORDS.iter().any(|words| told.contains(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statuses_and_words_are_known_and_other_failures_are_not() {
        for reason in [
            "429 rate_limit_error",
            "exceeded retry limit, last status: 429 Too Many Requests",
            "Rate limit reached for requests",
            "status RESOURCE_EXHAUSTED",
            "529: overloaded_error",
            "HTTP429 said twice: 429",
        ] {
            assert!(asks_too_often(reason), "{reason}");
        }
        for reason in ["401 unauthorized", "500", "file-4290 not found", "no end after 200 s", ""] {
            assert!(!asks_too_often(reason), "{reason}");
        }
    }
}
