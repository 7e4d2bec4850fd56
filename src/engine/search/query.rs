//! What a line of search text asks for.
//!
//! Pure; must not know the index.

use super::Field;
use crate::core::lexical::token::Tokenizer;

/// One thing that is looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Clause {
    /// Looked for in this field, or in all.
    pub field: Option<Field>,
    pub want: Want,
    /// Skills without it are not found.
    pub required: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Want {
    Word(String),
    /// Words that begin so, the word itself included.
    Prefix(String),
    /// Words spelled nearly so.
    Fuzzy(String),
    /// Two words or more, one after the other.
    Phrase(Vec<String>),
}

/// No more clauses than this are looked for; nobody types so many, but a paste may hold them.
const MAX_CLAUSES: usize = 32;

/// Reads a search line. Any text is one: an open quote closes at the end, signs without words ask
/// for nothing. Function words count only where there is nothing else, or in a phrase.
pub(super) fn parse(text: &str) -> Vec<Clause> {
    let content = clauses(text, Tokenizer { drop_function_words: true, ..Tokenizer::default() });
    if content.is_empty() { clauses(text, Tokenizer::default()) } else { content }
}

fn clauses(text: &str, words: Tokenizer) -> Vec<Clause> {
    let mut out = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() && out.len() < MAX_CLAUSES {
        let (field, after) = field(rest);
        rest = after;
        if let Some(quoted) = rest.strip_prefix(['"', '“', '”']) {
            let (inside, after) = quoted.split_once(['"', '“', '”']).unwrap_or((quoted, ""));
            out.extend(phrase(field, Tokenizer::default().tokens(inside), true));
            rest = after.trim_start();
        } else {
            let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
            let unfinished = end == rest.len();
            bare(field, &rest[..end], unfinished, words, &mut out);
            rest = rest[end..].trim_start();
        }
    }
    out.truncate(MAX_CLAUSES);
    out
}

/// A field's name with its colon, taken off the front.
fn field(text: &str) -> (Option<Field>, &str) {
    let names = Field::ALL.map(|field| (field, field.name()));
    let more = [(Field::Description, "desc"), (Field::WhenToUse, "when_to_use")];
    names
        .into_iter()
        .chain(more)
        .find_map(|(field, name)| Some((Some(field), text.strip_prefix(name)?.strip_prefix(':')?)))
        .unwrap_or((None, text))
}

/// Text without blanks. Several tokens (`pdf-tools`, a run of Chinese) are looked for one by one,
/// and as a phrase too, which brings skills that have them side by side to the front.
fn bare(
    field: Option<Field>,
    text: &str,
    unfinished: bool,
    tokenizer: Tokenizer,
    out: &mut Vec<Clause>,
) {
    let tokens = tokenizer.tokens(text);
    let Some((last, before)) = tokens.split_last() else { return };
    let want = match text.chars().next_back() {
        Some('~') => Want::Fuzzy(last.clone()),
        Some('*') => Want::Prefix(last.clone()),
        _ if unfinished => Want::Prefix(last.clone()),
        _ => Want::Word(last.clone()),
    };
    let wants = before.iter().cloned().map(Want::Word).chain([want]);
    out.extend(wants.map(|want| Clause { field, want, required: false }));
    if !before.is_empty() {
        out.extend(phrase(field, tokens, false));
    }
}

fn phrase(field: Option<Field>, mut tokens: Vec<String>, required: bool) -> Option<Clause> {
    let want = match tokens.len() {
        0 => return None,
        1 => Want::Word(tokens.remove(0)),
        _ => Want::Phrase(tokens),
    };
    Some(Clause { field, want, required })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn word(text: &str) -> Clause {
        Clause { field: None, want: Want::Word(text.into()), required: false }
    }

    fn prefix(text: &str) -> Clause {
        Clause { want: Want::Prefix(text.into()), ..word("") }
    }

    fn exact(words: &[&str]) -> Clause {
        let want = Want::Phrase(words.iter().map(|w| (*w).to_owned()).collect());
        Clause { field: None, want, required: true }
    }

    #[test]
    fn bare_words_the_last_of_which_may_be_unfinished() {
        assert_eq!(parse("Merge PDF"), [word("merge"), prefix("pdf")]);
        assert_eq!(parse("merge pdf "), [word("merge"), word("pdf")]);
    }

    #[test]
    fn phrases_are_required_and_may_be_left_open() {
        assert_eq!(parse("\"merge the files\""), [exact(&["merge", "the", "files"])]);
        assert_eq!(parse("“merge files” x "), [exact(&["merge", "files"]), word("x")]);
        assert_eq!(parse("\"merge fi"), [exact(&["merge", "fi"])]);
        assert_eq!(parse("\"pdf\""), [Clause { required: true, ..word("pdf") }]);
    }

    #[test]
    fn signs_and_fields() {
        let fuzzy = Clause { want: Want::Fuzzy("mergee".into()), ..word("") };
        assert_eq!(parse("mergee~ pd* "), [fuzzy, prefix("pd")]);
        let named = Clause { field: Some(Field::Name), ..prefix("pdf") };
        assert_eq!(parse("name:pdf"), [named]);
        let body = Clause { field: Some(Field::Body), ..exact(&["a", "b"]) };
        assert_eq!(parse("body:\"a b\""), [body]);
        assert_eq!(
            parse("https://x "),
            parse("https x \"https x\" ")
                .into_iter()
                .map(|clause| { Clause { required: false, ..clause } })
                .collect::<Vec<_>>()
        );
    }

    #[test]
    fn several_tokens_in_one_word_are_a_phrase_too() {
        let both = Clause { required: false, ..exact(&["pdf", "tools"]) };
        assert_eq!(parse("pdf-tools "), [word("pdf"), word("tools"), both]);
    }

    #[test]
    fn function_words_count_only_alone() {
        assert_eq!(parse("the pdf "), [word("pdf")]);
        assert_eq!(parse("the "), [word("the")]);
        assert_eq!(parse(" ~ * \" \" : "), []);
    }

    proptest! {
        #[test]
        fn any_text_is_a_query(text in any::<String>()) {
            prop_assert!(parse(&text).len() <= MAX_CLAUSES);
        }
    }
}
