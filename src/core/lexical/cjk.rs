//! Which characters belong to scripts that are written without blanks between words.
//!
//! Owns the ranges; must not know how tokens are made of them.

/// A script whose runs are cut into pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Script {
    Han,
    Hiragana,
    Katakana,
    Hangul,
}

/// The script of a letter or number; `None` for all that is written with blanks.
///
/// Ranges follow the Unicode blocks, not the script property: the few unassigned or punctuation
/// code points inside are no letters, so they never get here.
pub fn script(c: char) -> Option<Script> {
    match c {
        '\0'..='\u{10ff}' => None,
        '\u{2e80}'..='\u{2fdf}'
        | '\u{3005}'..='\u{3007}'
        | '\u{3021}'..='\u{3029}'
        | '\u{3038}'..='\u{303b}'
        | '\u{3105}'..='\u{312f}'
        | '\u{31a0}'..='\u{31bf}'
        | '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{3fffd}' => Some(Script::Han),
        '\u{3041}'..='\u{309f}' | '\u{1b001}'..='\u{1b11f}' => Some(Script::Hiragana),
        // The prolonged sound mark lies here; it lengthens katakana far more often than hiragana.
        '\u{30a1}'..='\u{30ff}'
        | '\u{31f0}'..='\u{31ff}'
        | '\u{ff66}'..='\u{ff9f}'
        | '\u{1b000}' => Some(Script::Katakana),
        '\u{1100}'..='\u{11ff}'
        | '\u{3131}'..='\u{318e}'
        | '\u{a960}'..='\u{a97f}'
        | '\u{ac00}'..='\u{d7ff}'
        | '\u{ffa0}'..='\u{ffdc}' => Some(Script::Hangul),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Script, script};

    #[test]
    fn each_script_is_told_from_the_others() {
        for (c, expected) in [
            ('測', Some(Script::Han)),
            ('々', Some(Script::Han)),
            ('を', Some(Script::Hiragana)),
            ('ー', Some(Script::Katakana)),
            ('ﾃ', Some(Script::Katakana)),
            ('목', Some(Script::Hangul)),
            ('𠮷', Some(Script::Han)),
            ('a', None),
            ('я', None),
            ('é', None),
            ('７', None),
        ] {
            assert_eq!(script(c), expected, "{c}");
        }
    }
}
