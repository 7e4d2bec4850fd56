//! One key with its modifiers: how it is written, and what a terminal sends for it.

use std::{fmt, str::FromStr};

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use thiserror::Error;

/// A key press in one normal form, so that what a file says and what a terminal sends compare equal.
///
/// Characters carry Shift in themselves (`G`, not `Shift-g`); a letter after Ctrl is lower case;
/// Shift-Tab is `BackTab` without a modifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd)]
pub struct Chord {
    code: KeyCode,
    modifiers: KeyModifiers,
}

/// Why a text names no key.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ChordError {
    #[error("the key is empty")]
    Empty,
    #[error("`{0}` is not a key")]
    Unknown(String),
    #[error("terminals cannot send `{0}`: it arrives as {1}")]
    Indistinct(String, &'static str),
}

const NAMED: &[(&str, KeyCode)] = &[
    ("Enter", KeyCode::Enter),
    ("Esc", KeyCode::Esc),
    ("Tab", KeyCode::Tab),
    ("Space", KeyCode::Char(' ')),
    ("Backspace", KeyCode::Backspace),
    ("Delete", KeyCode::Delete),
    ("Insert", KeyCode::Insert),
    ("Home", KeyCode::Home),
    ("End", KeyCode::End),
    ("PageUp", KeyCode::PageUp),
    ("PageDown", KeyCode::PageDown),
    ("Up", KeyCode::Up),
    ("Down", KeyCode::Down),
    ("Left", KeyCode::Left),
    ("Right", KeyCode::Right),
];

/// Spellings that are read and never written.
const ALIASES: &[(&str, KeyCode)] = &[
    ("Return", KeyCode::Enter),
    ("Escape", KeyCode::Esc),
    ("BackTab", KeyCode::BackTab),
    ("Del", KeyCode::Delete),
    ("Ins", KeyCode::Insert),
    ("PgUp", KeyCode::PageUp),
    ("PgDn", KeyCode::PageDown),
    ("lt", KeyCode::Char('<')),
];

const MODIFIERS: &[(&str, KeyModifiers)] = &[
    ("Ctrl", KeyModifiers::CONTROL),
    ("Alt", KeyModifiers::ALT),
    ("Shift", KeyModifiers::SHIFT),
    ("C", KeyModifiers::CONTROL),
    ("A", KeyModifiers::ALT),
    ("M", KeyModifiers::ALT),
    ("S", KeyModifiers::SHIFT),
];

impl Chord {
    pub fn new(code: KeyCode, modifiers: KeyModifiers) -> Self {
        let known = KeyModifiers::CONTROL | KeyModifiers::ALT | KeyModifiers::SHIFT;
        let mut modifiers = modifiers & known;
        let mut code = code;
        match code {
            KeyCode::Tab if modifiers.contains(KeyModifiers::SHIFT) => code = KeyCode::BackTab,
            KeyCode::Char(c) if modifiers.contains(KeyModifiers::CONTROL) => {
                code = KeyCode::Char(only(c.to_lowercase()).unwrap_or(c));
            }
            KeyCode::Char(c) if modifiers.contains(KeyModifiers::SHIFT) && c.is_lowercase() => {
                code = KeyCode::Char(only(c.to_uppercase()).unwrap_or(c));
            }
            _ => {}
        }
        // A space looks the same with Shift; every other character says it by itself.
        if matches!(code, KeyCode::Char(_) | KeyCode::BackTab) {
            modifiers -= KeyModifiers::SHIFT;
        }
        Self { code, modifiers }
    }

    /// The chord of a press or a repeat; `None` for a release, which some terminals report too.
    pub fn of(key: KeyEvent) -> Option<Self> {
        (key.kind != KeyEventKind::Release).then(|| Self::new(key.code, key.modifiers))
    }

    /// The event that a terminal would send.
    pub fn event(self) -> KeyEvent {
        KeyEvent::new(self.code, self.modifiers)
    }

    pub fn code(self) -> KeyCode {
        self.code
    }

    pub fn modifiers(self) -> KeyModifiers {
        self.modifiers
    }
}

impl FromStr for Chord {
    type Err = ChordError;

    /// Reads `j`, `G`, `é`, `Space`, `F5`, `Ctrl-d`, `Alt-Shift-Up`, `C-d`; names in any case.
    fn from_str(text: &str) -> Result<Self, ChordError> {
        let mut rest = text;
        let mut modifiers = KeyModifiers::NONE;
        while let Some((modifier, after)) = modifier(rest) {
            modifiers |= modifier;
            rest = after;
        }
        let code = code(rest).ok_or_else(|| match rest {
            "" => ChordError::Empty,
            _ => ChordError::Unknown(text.to_owned()),
        })?;
        let chord = Self::new(code, modifiers);
        let sent_as = match (chord.code, chord.modifiers) {
            (KeyCode::Char('i'), KeyModifiers::CONTROL) => Some("Tab"),
            (KeyCode::Char('m'), KeyModifiers::CONTROL) => Some("Enter"),
            (KeyCode::Char('['), KeyModifiers::CONTROL) => Some("Esc"),
            _ => None,
        };
        match sent_as {
            Some(name) => Err(ChordError::Indistinct(text.to_owned(), name)),
            None => Ok(chord),
        }
    }
}

/// The one character of a case mapping; a few letters have none (`ß` becomes two).
fn only(mut mapped: impl Iterator<Item = char>) -> Option<char> {
    let first = mapped.next()?;
    mapped.next().is_none().then_some(first)
}

/// The first modifier of `text` and what follows its `-` or `+`, which is never empty.
fn modifier(text: &str) -> Option<(KeyModifiers, &str)> {
    let end = text.find(['-', '+'])?;
    let after = text.get(end + 1..).filter(|after| !after.is_empty())?;
    let (_, modifier) =
        MODIFIERS.iter().find(|(name, _)| name.eq_ignore_ascii_case(&text[..end]))?;
    Some((*modifier, after))
}

fn code(name: &str) -> Option<KeyCode> {
    let mut chars = name.chars();
    if let (Some(only), None) = (chars.next(), chars.next()) {
        return (!only.is_control()).then_some(KeyCode::Char(only));
    }
    let named = NAMED.iter().chain(ALIASES).find(|(known, _)| known.eq_ignore_ascii_case(name));
    if let Some((_, code)) = named {
        return Some(*code);
    }
    let number = name.strip_prefix(['F', 'f'])?.parse().ok()?;
    (1..=24).contains(&number).then_some(KeyCode::F(number))
}

impl fmt::Display for Chord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, modifier) in &MODIFIERS[..3] {
            if self.modifiers.contains(*modifier) {
                write!(f, "{name}-")?;
            }
        }
        match (self.code, NAMED.iter().find(|(_, code)| *code == self.code)) {
            (KeyCode::BackTab, _) => f.write_str("Shift-Tab"),
            (_, Some((name, _))) => f.write_str(name),
            (KeyCode::Char(c), None) => write!(f, "{c}"),
            (KeyCode::F(number), None) => write!(f, "F{number}"),
            (other, None) => write!(f, "{other:?}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn chord(text: &str) -> Chord {
        text.parse().unwrap()
    }

    #[test]
    fn spellings_of_one_key_are_one_chord() {
        assert_eq!(chord("Ctrl-d"), chord("c-D"));
        assert_eq!(chord("Shift-g"), chord("G"));
        assert_eq!(chord("Shift-Tab"), Chord::new(KeyCode::BackTab, KeyModifiers::SHIFT));
        assert_eq!(chord("enter"), chord("Return"));
        assert_eq!(chord("Ctrl--"), Chord::new(KeyCode::Char('-'), KeyModifiers::CONTROL));
        assert_eq!(chord("Ctrl++"), Chord::new(KeyCode::Char('+'), KeyModifiers::CONTROL));
        assert_eq!(chord("-"), Chord::new(KeyCode::Char('-'), KeyModifiers::NONE));
        assert_eq!(chord("Alt-Shift-Up").to_string(), "Alt-Shift-Up");
        assert_eq!(chord("Shift-ß"), chord("ß"));
        assert_eq!(chord("ж"), Chord::new(KeyCode::Char('ж'), KeyModifiers::NONE));
    }

    #[test]
    fn what_a_terminal_sends_for_a_capital_is_the_capital() {
        let sent = KeyEvent::new(KeyCode::Char('G'), KeyModifiers::SHIFT);
        assert_eq!(Chord::of(sent), Some(chord("G")));
        let question = KeyEvent::new(KeyCode::Char('?'), KeyModifiers::SHIFT);
        assert_eq!(Chord::of(question), Some(chord("?")));
    }

    #[test]
    fn a_release_is_no_press() {
        let mut event = chord("j").event();
        event.kind = KeyEventKind::Repeat;
        assert_eq!(Chord::of(event), Some(chord("j")));
        event.kind = KeyEventKind::Release;
        assert_eq!(Chord::of(event), None);
    }

    #[test]
    fn keys_that_do_not_exist_are_refused() {
        assert_eq!("".parse::<Chord>(), Err(ChordError::Empty));
        assert_eq!("Hyper-x".parse::<Chord>(), Err(ChordError::Unknown("Hyper-x".into())));
        assert_eq!("F25".parse::<Chord>(), Err(ChordError::Unknown("F25".into())));
        assert_eq!("F0".parse::<Chord>(), Err(ChordError::Unknown("F0".into())));
        assert_eq!("\u{1b}".parse::<Chord>(), Err(ChordError::Unknown("\u{1b}".into())));
        assert_eq!("Ctrl-i".parse::<Chord>(), Err(ChordError::Indistinct("Ctrl-i".into(), "Tab")));
    }

    proptest! {
        #![proptest_config(crate::fuzz::config())]

        #[test]
        fn broken_names_are_survived(
            text in crate::fuzz::text(&["Ctrl-Alt-Delete", "Shift-Tab", "<c-d>", "F12", "Ctrl-x", "é"]),
        ) {
            if let Ok(chord) = crate::fuzz::steady(|| text.parse::<Chord>())? {
                prop_assert_eq!(chord.to_string().parse(), Ok(chord));
            }
        }
    }

    proptest! {
        #[test]
        fn any_text_is_a_chord_or_an_error(text in any::<String>()) {
            let _ = text.parse::<Chord>();
        }

        #[test]
        fn what_is_written_reads_back(c in "\\PC", ctrl: bool, alt: bool, number in 1..=24u8) {
            let c = c.chars().next().unwrap();
            let mut modifiers = KeyModifiers::NONE;
            modifiers.set(KeyModifiers::CONTROL, ctrl);
            modifiers.set(KeyModifiers::ALT, alt);
            for code in [KeyCode::Char(c), KeyCode::F(number), KeyCode::Enter, KeyCode::Tab] {
                let chord = Chord::new(code, modifiers);
                match chord.to_string().parse() {
                    Err(ChordError::Indistinct(..)) => prop_assert!("imIM[".contains(c) && ctrl),
                    read => prop_assert_eq!(read, Ok(chord)),
                }
            }
        }
    }
}
