//! Keys as text, for tests and for `screen --keys`: `2 / pdf <enter> <c-d>`.

use crossterm::event::KeyEvent;
use thiserror::Error;

use super::{Chord, ChordError};

/// Why a script is no sequence of keys. Positions are 1-based, in characters.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ScriptError {
    #[error("`<` at character {0} is never closed; write <lt> for the key itself")]
    Unclosed(usize),
    #[error("character {at}: {error}")]
    Key { at: usize, error: ChordError },
}

/// Reads a script: blanks separate and mean nothing, `<name>` is one key (`<space>`, `<lt>`,
/// `<c-d>`, `<f1>`), every other character is its own key.
///
/// # Errors
/// At the first `<` without `>` and at the first name that is no key.
pub fn script(text: &str) -> Result<Vec<KeyEvent>, ScriptError> {
    let mut keys = Vec::new();
    let mut chars = text.chars().enumerate();
    while let Some((at, c)) = chars.next() {
        let name: String = match c {
            _ if c.is_whitespace() => continue,
            '<' => {
                let mut closed = false;
                let name = chars
                    .by_ref()
                    .map(|(_, c)| c)
                    .take_while(|c| {
                        closed = *c == '>';
                        !closed
                    })
                    .collect();
                if !closed {
                    return Err(ScriptError::Unclosed(at + 1));
                }
                name
            }
            _ => c.to_string(),
        };
        let chord: Chord = name.parse().map_err(|error| ScriptError::Key { at: at + 1, error })?;
        keys.push(chord.event());
    }
    Ok(keys)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn written(text: &str) -> String {
        let keys = script(text).unwrap();
        let names = keys.into_iter().filter_map(Chord::of).map(|chord| chord.to_string());
        names.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_script_is_a_sequence_of_keys() {
        assert_eq!(written("2 / pdf <enter> <c-d>"), "2 / p d f Enter Ctrl-d");
        assert_eq!(written("<lt><space>G<s-tab>日"), "< Space G Shift-Tab 日");
        assert_eq!(written(""), "");
    }

    #[test]
    fn an_error_says_where() {
        assert_eq!(script("ab <ent"), Err(ScriptError::Unclosed(4)));
        let error = ChordError::Unknown("nter".into());
        assert_eq!(script("é<nter>"), Err(ScriptError::Key { at: 2, error }));
        assert_eq!(script("<>"), Err(ScriptError::Key { at: 1, error: ChordError::Empty }));
    }

    proptest! {
        #![proptest_config(crate::fuzz::config())]

        #[test]
        fn broken_scripts_are_survived(
            text in crate::fuzz::text(&["2 / pdf <enter> <c-d>", "<lt> <space> G <s-tab> <f1> é"]),
        ) {
            if let Err(error) = crate::fuzz::steady(|| script(&text))? {
                let (ScriptError::Unclosed(at) | ScriptError::Key { at, .. }) = error;
                prop_assert!((1..=text.chars().count()).contains(&at));
            }
        }
    }

    proptest! {
        #[test]
        fn any_text_is_keys_or_an_error(text in any::<String>()) {
            let _ = script(&text);
        }
    }
}
