//! Quoted phrases, in every quote style that descriptions are written with.

use std::ops::Range;

use crate::core::lexical::cjk::script;

/// Opening and closing marks. Backticks are left out: they set off code and names of other skills.
const PAIRS: [(char, char); 9] = [
    ('"', '"'),
    ('“', '”'),
    ('„', '“'),
    ('«', '»'),
    ('‹', '›'),
    ('「', '」'),
    ('『', '』'),
    ('‘', '’'),
    ('\'', '\''),
];

/// A phrase someone would say; what is longer is a quoted passage, or a mark that never closes.
const LONGEST: usize = 100;

/// Byte ranges inside the quotes, in order; a quote that holds alternatives (`a / b`) gives each.
pub fn find(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let (mut at, mut before) = (0, None);
    while let Some(c) = text[at..].chars().next() {
        let inside = at + c.len_utf8();
        let closing = PAIRS.iter().find(|&&(open, _)| open == c).map(|&(_, close)| close);
        let end = closing.and_then(|close| close_at(text, inside, close, before));
        if let Some((end, close)) = end {
            alternatives(text, inside..end, &mut found);
            at = end + close.len_utf8();
            before = Some(close);
        } else {
            at = inside;
            before = Some(c);
        }
    }
    found
}

/// Where the quote that opens before `inside` closes; `None` where it is no quote.
fn close_at(text: &str, inside: usize, close: char, before: Option<char>) -> Option<(usize, char)> {
    let word = |c: char| c.is_alphanumeric();
    let straight = matches!(close, '"' | '\'' | '’');
    // An apostrophe or an inch sign stands behind a word or a digit.
    if straight && before.is_some_and(|c| word(c) && script(c).is_none()) {
        return None;
    }
    if text[inside..].starts_with(char::is_whitespace) {
        return None;
    }
    let mut last = None;
    for (count, (at, c)) in text[inside..].char_indices().enumerate() {
        if count > LONGEST {
            return None;
        }
        let after = text[inside + at + c.len_utf8()..].chars().next();
        // Inside single quotes, `don't` goes on.
        let ends = c == close
            && !(matches!(close, '\'' | '’')
                && after.is_some_and(|c| word(c) && script(c).is_none()));
        if ends {
            let some = at > 0 && last.is_some_and(|c: char| !c.is_whitespace());
            return some.then_some((inside + at, c));
        }
        last = Some(c);
    }
    None
}

/// Splits `复检 / 收敛` and `复检/收敛`, but neither `uploads/images` nor a path.
fn alternatives(text: &str, range: Range<usize>, found: &mut Vec<Range<usize>>) {
    let mut start = range.start;
    let loose = |c: Option<char>| c.is_some_and(|c| c.is_whitespace() || script(c).is_some());
    for (at, c) in text[range.clone()].char_indices() {
        let at = range.start + at;
        let (left, right) = (&text[range.start..at], &text[at + c.len_utf8()..range.end]);
        let parts = matches!(c, '/' | '／' | '|')
            && (loose(left.chars().next_back()) || loose(right.chars().next()));
        if parts {
            found.extend(super::trim(text, start..at));
            start = at + c.len_utf8();
        }
    }
    found.extend(super::trim(text, start..range.end));
}

#[cfg(test)]
mod tests {
    fn quotes(text: &str) -> Vec<&str> {
        super::find(text).into_iter().map(|range| &text[range]).collect()
    }

    #[test]
    fn every_style() {
        assert_eq!(
            quotes("\"a b\" “c” „d“ «e» 「f」 『g』 ‘h i’ 'j' and `code`"),
            ["a b", "c", "d", "e", "f", "g", "h i", "j"]
        );
    }

    #[test]
    fn apostrophes_and_inches_are_no_quotes() {
        assert_eq!(quotes("don't use the users' 5\" disk isn't 'it's fine' here"), ["it's fine"]);
        assert_eq!(quotes("an open \"quote and then nothing"), [""; 0]);
        assert_eq!(quotes("\" blank\" '' \"\""), [""; 0]);
    }

    #[test]
    fn alternatives_are_told_apart() {
        assert_eq!(quotes("「复检/收敛/DRL」"), ["复检", "收敛", "DRL"]);
        assert_eq!(quotes("\"deep review / DRL\""), ["deep review", "DRL"]);
        assert_eq!(quotes("\"store uploads/images/files\""), ["store uploads/images/files"]);
    }

    #[test]
    fn quotes_stand_in_text_without_blanks() {
        assert_eq!(quotes("当用户说\"重写成技能\"时，必须"), ["重写成技能"]);
    }
}
