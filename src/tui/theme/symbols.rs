//! The marks that say what colours say, in Unicode and in ASCII.

use ratatui::symbols::border;

/// One set of marks. Every mark is one cell wide unless its doc says otherwise.
#[derive(Debug, PartialEq, Eq)]
pub struct Symbols {
    pub expected: &'static str,
    pub neutral: &'static str,
    pub wrong: &'static str,
    /// An activation that was refused or names no skill.
    pub refused: &'static str,
    /// Nothing engaged.
    pub abstained: &'static str,
    pub errored: &'static str,
    pub running: &'static str,
    pub planned: &'static str,
    /// A result that earlier texts gave.
    pub carried: &'static str,
    pub pass: &'static str,
    pub fail: &'static str,
    pub undecided: &'static str,
    pub warn: &'static str,
    pub up: &'static str,
    pub down: &'static str,
    pub new: &'static str,
    pub gone: &'static str,
    pub edited: &'static str,
    pub muted: &'static str,
    pub hidden: &'static str,
    /// Claims the triggers of others.
    pub claims: &'static str,
    pub pinned: &'static str,
    /// Stands at the left of the selected row.
    pub cursor: &'static str,
    pub ascending: &'static str,
    pub descending: &'static str,
    pub ellipsis: &'static str,
    /// A figure that is not defined.
    pub undefined: &'static str,
    pub separator: &'static str,
    pub to: &'static str,
    pub from: &'static str,
    /// Both ways.
    pub between: &'static str,
    pub rule: &'static str,
    pub divider: &'static str,
    /// Where a name at the left turns down to its column.
    pub turn: &'static str,
    pub more_above: &'static str,
    pub more_below: &'static str,
    pub thumb: &'static str,
    pub filled: &'static str,
    pub track: &'static str,
    /// Parts of a filled cell from one eighth to seven eighths; in ASCII halves round up.
    pub eighths: [&'static str; 7],
    /// Heights from one eighth to the full cell.
    pub heights: [&'static str; 8],
    pub now: IntervalMarks,
    /// The interval of the baseline beneath, thinner.
    pub baseline: IntervalMarks,
    pub threshold: &'static str,
    /// Numbers of the rival slots; two cells in ASCII.
    pub rivals: [&'static str; 6],
}

/// What an interval is drawn with.
#[derive(Debug, PartialEq, Eq)]
pub struct IntervalMarks {
    pub point: &'static str,
    pub whole: &'static str,
    /// The right half of a cell, where an interval begins in its middle.
    pub begin: &'static str,
    /// The left half.
    pub end: &'static str,
    /// Where a bar that must be reached runs through it.
    pub crossed: &'static str,
}

pub(super) const UNICODE: Symbols = Symbols {
    expected: "✓",
    neutral: "○",
    wrong: "✗",
    refused: "⊘",
    abstained: "∅",
    errored: "!",
    running: "▸",
    planned: "·",
    carried: "«",
    pass: "✓",
    fail: "✗",
    undecided: "?",
    warn: "!",
    up: "▲",
    down: "▼",
    new: "+",
    gone: "-",
    edited: "±",
    muted: "×",
    hidden: "◌",
    claims: "⊃",
    pinned: "◆",
    cursor: "▌",
    ascending: "↑",
    descending: "↓",
    ellipsis: "…",
    undefined: "—",
    separator: "·",
    to: "→",
    from: "←",
    between: "↔",
    rule: "─",
    divider: "│",
    turn: "┐",
    more_above: "↑",
    more_below: "↓",
    thumb: "█",
    filled: "█",
    track: "─",
    eighths: ["▏", "▎", "▍", "▌", "▋", "▊", "▉"],
    heights: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"],
    now: IntervalMarks { point: "●", whole: "━", begin: "╺", end: "╸", crossed: "┿" },
    baseline: IntervalMarks {
        point: "○", whole: "─", begin: "╶", end: "╴", crossed: "┼"
    },
    threshold: "┊",
    rivals: ["¹", "²", "³", "⁴", "⁵", "⁶"],
};

pub(super) const ASCII: Symbols = Symbols {
    expected: "+",
    neutral: "o",
    wrong: "x",
    refused: "/",
    abstained: "0",
    errored: "!",
    running: ">",
    planned: ".",
    carried: "<",
    pass: "+",
    fail: "x",
    undecided: "?",
    warn: "!",
    up: "^",
    down: "v",
    new: "+",
    gone: "-",
    edited: "M",
    muted: "%",
    hidden: ".",
    claims: ")",
    pinned: "*",
    cursor: ">",
    ascending: "^",
    descending: "v",
    ellipsis: "~",
    undefined: "-",
    separator: "|",
    to: ">",
    from: "<",
    between: "/",
    rule: "-",
    divider: "|",
    turn: "+",
    more_above: "^",
    more_below: "v",
    thumb: "#",
    filled: "#",
    track: ".",
    eighths: [" ", " ", " ", "#", "#", "#", "#"],
    heights: ["_", "_", ".", "-", "-", "=", "=", "#"],
    now: IntervalMarks { point: "o", whole: "=", begin: "[", end: "]", crossed: "+" },
    baseline: IntervalMarks { point: "o", whole: "-", begin: "<", end: ">", crossed: "+" },
    threshold: ":",
    rivals: ["^1", "^2", "^3", "^4", "^5", "^6"],
};

pub(super) const ASCII_BORDER: border::Set<'static> = border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

pub(super) const ASCII_BORDER_FOCUS: border::Set<'static> = border::Set {
    top_left: "#",
    top_right: "#",
    bottom_left: "#",
    bottom_right: "#",
    vertical_left: "#",
    vertical_right: "#",
    horizontal_top: "=",
    horizontal_bottom: "=",
};

impl Symbols {
    /// The number of the rival at a 0-based place; rivals beyond the last slot share it.
    pub fn rival(&self, place: usize) -> &'static str {
        let [.., last] = self.rivals;
        self.rivals.get(place).copied().unwrap_or(last)
    }

    /// The mark of a change, none for no change.
    pub fn change(&self, delta: f64) -> Option<&'static str> {
        match delta {
            d if d > 0.0 => Some(self.up),
            d if d < 0.0 => Some(self.down),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use unicode_width::UnicodeWidthStr;

    use super::*;

    fn marks(set: &Symbols) -> Vec<String> {
        // The fields are all strings; their debug form is the one list that cannot forget any.
        let text = format!("{set:?}");
        let marks: Vec<_> = text.split('"').skip(1).step_by(2).map(str::to_owned).collect();
        assert!(marks.len() > 60);
        marks
    }

    #[test]
    fn marks_are_one_cell_wide() {
        for mark in marks(&UNICODE) {
            assert_eq!(mark.width(), 1, "{mark:?}");
        }
        for mark in marks(&ASCII) {
            assert!(mark.is_ascii(), "{mark:?}");
            assert!(mark.width() == 1 || ASCII.rivals.contains(&mark.as_str()), "{mark:?}");
        }
    }

    #[test]
    fn the_marks_of_one_question_differ() {
        for set in [&UNICODE, &ASCII] {
            let outcomes = [
                set.expected,
                set.neutral,
                set.wrong,
                set.refused,
                set.abstained,
                set.errored,
                set.running,
                set.planned,
            ];
            let distinct: std::collections::BTreeSet<_> = outcomes.into_iter().collect();
            assert_eq!(distinct.len(), outcomes.len());
            assert_ne!(set.change(0.1), set.change(-0.1));
            assert_eq!(set.change(0.0), None);
            assert_eq!(set.change(f64::NAN), None);
        }
    }
}
