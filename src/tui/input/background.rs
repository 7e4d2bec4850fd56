//! The terminal's answer about its background, found among the keys.
//!
//! Nobody waits for it: it is asked for after the first frame, comes when it comes, or never.
//! crossterm does not know the answer and hands it on as keys, which must not be taken for a
//! person's: `rgb` alone would run, pin and go to the top.

use std::collections::VecDeque;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::Input;

/// What asks (OSC 11).
pub const QUESTION: &[u8] = b"\x1b]11;?\x1b\\";

/// How every answer begins, after the escape and the bracket.
const START: &str = "11;rgb:";
/// No answer is longer: three groups of four digits.
const LONGEST: usize = START.len() + 3 * 4 + 2;

/// Holds keys back while they look like an answer.
#[derive(Debug, Default)]
pub struct Answer {
    expected: bool,
    held: Vec<KeyEvent>,
    text: String,
}

impl Answer {
    /// The question was sent; from now on an answer may come.
    pub fn expect(&mut self) {
        self.expected = true;
    }

    /// Takes an input and hands on what it turns out to be. Keys that are no answer after all come
    /// out in their order.
    pub fn take(&mut self, input: Input, out: &mut VecDeque<Input>) {
        let Input::Key(key) = input else {
            self.give_up(out);
            out.push_back(input);
            return;
        };
        let begins = self.expected && is_alt(key, ']');
        if self.held.is_empty() && !begins {
            out.push_back(input);
            return;
        }
        self.held.push(key);
        if self.held.len() == 1 {
            return;
        }
        let ends = is_alt(key, '\\') || is_bell(key);
        match (key.code, light(&self.text)) {
            (_, Some(light)) if ends => {
                *self = Self::default();
                out.push_back(Input::Background { light });
            }
            (KeyCode::Char(c), _) if !ends && self.continues(c) => self.text.push(c),
            _ => self.give_up(out),
        }
    }

    fn continues(&self, c: char) -> bool {
        match START[self.text.len().min(START.len())..].chars().next() {
            Some(expected) => c == expected,
            None => self.text.len() < LONGEST && (c.is_ascii_hexdigit() || c == '/'),
        }
    }

    fn give_up(&mut self, out: &mut VecDeque<Input>) {
        out.extend(self.held.drain(..).map(Input::Key));
        self.text.clear();
    }
}

fn is_alt(key: KeyEvent, c: char) -> bool {
    key.code == KeyCode::Char(c) && key.modifiers == KeyModifiers::ALT
}

/// Some terminals end their answers with a bell, which is read as Ctrl-g.
fn is_bell(key: KeyEvent) -> bool {
    key.code == KeyCode::Char('g') && key.modifiers == KeyModifiers::CONTROL
}

/// Whether a whole answer names a light colour: `11;rgb:ffff/ffff/ee`, one to four digits each.
fn light(text: &str) -> Option<bool> {
    let mut shares = text.strip_prefix(START)?.split('/').map(|digits| {
        let most = 16_u32.checked_pow(u32::try_from(digits.len()).ok()?)?.checked_sub(1)?;
        let value = u32::from_str_radix(digits, 16).ok()?;
        (most > 0).then(|| f64::from(value) / f64::from(most))
    });
    let (red, green, blue) = (shares.next()??, shares.next()??, shares.next()??);
    if shares.next().is_some() {
        return None;
    }
    // The weights of brightness in ITU-R BT.709.
    Some(0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.5)
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
    use proptest::prelude::*;

    use super::{Answer, Input};

    /// Text as crossterm reads it: `^` stands before a key with Alt, `~` is a bell.
    fn keys(text: &str) -> Vec<Input> {
        let mut modifiers = KeyModifiers::NONE;
        let mut keys = Vec::new();
        for c in text.chars() {
            match c {
                '^' => modifiers = KeyModifiers::ALT,
                '~' => {
                    keys.push(KeyEvent::new(KeyCode::Char('g'), KeyModifiers::CONTROL));
                }
                c => {
                    keys.push(KeyEvent::new(KeyCode::Char(c), modifiers));
                    modifiers = KeyModifiers::NONE;
                }
            }
        }
        keys.into_iter().map(Input::Key).collect()
    }

    fn read(answer: &mut Answer, text: &str) -> Vec<Input> {
        let mut out = VecDeque::new();
        for input in keys(text) {
            answer.take(input, &mut out);
        }
        out.into()
    }

    fn expecting() -> Answer {
        let mut answer = Answer::default();
        answer.expect();
        answer
    }

    #[test]
    fn an_answer_becomes_light_or_dark() {
        let light = |text| read(&mut expecting(), text);
        assert_eq!(light("^]11;rgb:ffff/ffff/ffff^\\"), [Input::Background { light: true }]);
        assert_eq!(light("^]11;rgb:1e1e/1e1e/2e2e~"), [Input::Background { light: false }]);
        assert_eq!(light("^]11;rgb:fd/f6/e3^\\"), [Input::Background { light: true }]);
        assert_eq!(light("^]11;rgb:0/0/F~"), [Input::Background { light: false }]);
    }

    #[test]
    fn keys_around_an_answer_stay_keys() {
        let seen = read(&mut expecting(), "j^]11;rgb:00/00/00^\\k");
        let mut expected = keys("j");
        expected.push(Input::Background { light: false });
        expected.extend(keys("k"));
        assert_eq!(seen, expected);
    }

    #[test]
    fn one_answer_is_heard_and_none_that_was_not_asked_for() {
        let mut answer = expecting();
        read(&mut answer, "^]11;rgb:00/00/00^\\");
        let again = "^]11;rgb:ff/ff/ff^\\";
        assert_eq!(read(&mut answer, again), keys(again));
        assert_eq!(read(&mut Answer::default(), again), keys(again));
    }

    #[test]
    fn what_is_no_answer_comes_out_as_it_went_in() {
        for text in ["^]x", "^]11;rgb:zz", "^]11;rgb:1/2^\\", "^]11;rgb:1//2^\\", "^]^]q"] {
            assert_eq!(read(&mut expecting(), text), keys(text), "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_key_is_lost(text in "[\\^\\]\\\\~1;rgb:0f/]{0,40}q") {
            let seen = read(&mut expecting(), &text);
            if !seen.contains(&Input::Background { light: true })
                && !seen.contains(&Input::Background { light: false })
            {
                prop_assert_eq!(seen, keys(&text));
            }
        }
    }
}
