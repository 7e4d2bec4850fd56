//! Which entries of a listing fit, and how much of each: numbers and nothing else.
//!
//! Must not know what an entry says.

use crate::core::listing::{Beyond, Unit};

/// An entry as far as its size matters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item<'a> {
    pub text: &'a str,
    /// Length of the line without its text, in what the unit is made of.
    pub frame: usize,
    /// Length of the line that has the name alone; `None` where there is no such line.
    pub bare: Option<usize>,
}

/// How much of an entry is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Share {
    Whole,
    /// The first characters of the text.
    Characters(usize),
    /// The name alone; `left` units were to be had when its turn came, and it needed `needs`.
    Name {
        needs: usize,
        left: usize,
    },
    Nothing,
}

impl Item<'_> {
    /// What the line costs with all of its text.
    pub fn whole(self, unit: Unit) -> usize {
        unit.cost(self.frame + unit.length(self.text))
    }

    /// What it costs with at most so many characters of its text.
    fn with(self, characters: usize, unit: Unit) -> usize {
        unit.cost(self.frame + unit.length(first(self.text, characters)))
    }

    /// What the name alone costs.
    fn name(self, unit: Unit) -> usize {
        self.bare.map_or(0, |length| unit.cost(length))
    }

    /// What a share of it costs; of names in a list of their own, nothing.
    pub fn costs(self, share: Share, beyond: Option<Beyond>, unit: Unit) -> usize {
        match share {
            Share::Whole => self.whole(unit),
            Share::Characters(characters) => self.with(characters, unit),
            Share::Name { .. } if beyond == Some(Beyond::NameList) => 0,
            Share::Name { .. } => self.name(unit),
            Share::Nothing => 0,
        }
    }
}

/// The first characters of a text.
pub(super) fn first(text: &str, characters: usize) -> &str {
    if characters >= text.len() {
        return text;
    }
    match text.char_indices().nth(characters) {
        // A byte offset of a character.
        Some((end, _)) => text.get(..end).unwrap_or(text),
        None => text,
    }
}

/// Shares out `limit` units among the entries, in their order.
pub(super) fn fit(items: &[Item<'_>], beyond: Beyond, limit: usize, unit: Unit) -> Vec<Share> {
    let limit = limit + unit.surplus();
    let asked: usize = items.iter().map(|item| item.whole(unit)).sum();
    if asked <= limit {
        return vec![Share::Whole; items.len()];
    }
    match beyond {
        Beyond::Names => names(items, limit, unit),
        Beyond::Even => even(items, limit, unit),
        Beyond::NameList => until_full(items, limit, unit),
    }
}

fn names(items: &[Item<'_>], limit: usize, unit: Unit) -> Vec<Share> {
    let bare: usize = items.iter().map(|item| item.name(unit)).sum();
    let mut left = limit.saturating_sub(bare);
    let share = |item: &Item<'_>| {
        let needs = item.whole(unit).saturating_sub(item.name(unit));
        if needs <= left {
            left -= needs;
            return Share::Whole;
        }
        match item.bare {
            Some(_) => Share::Name { needs, left },
            None => Share::Nothing,
        }
    };
    items.iter().map(share).collect()
}

fn even(items: &[Item<'_>], limit: usize, unit: Unit) -> Vec<Share> {
    if let Some(characters @ 1..) = longest_common(items, limit, unit) {
        let share = |item: &Item<'_>| match first(item.text, characters).len() == item.text.len() {
            true => Share::Whole,
            false => Share::Characters(characters),
        };
        return items.iter().map(share).collect();
    }
    let mut left = limit;
    let share = |item: &Item<'_>| {
        let cost = item.name(unit);
        if item.bare.is_none() || cost > left {
            return Share::Nothing;
        }
        let before = left;
        left -= cost;
        Share::Name { needs: item.whole(unit), left: before }
    };
    items.iter().map(share).collect()
}

fn until_full(items: &[Item<'_>], limit: usize, unit: Unit) -> Vec<Share> {
    let (mut left, mut full) = (limit, false);
    let share = |item: &Item<'_>| {
        let needs = item.whole(unit);
        full |= needs > left;
        if full {
            return Share::Name { needs, left };
        }
        left -= needs;
        Share::Whole
    };
    items.iter().map(share).collect()
}

/// The greatest length in characters to which all texts can be cut so that everything fits below
/// `limit`; `None` if it does not fit without any text.
fn longest_common(items: &[Item<'_>], limit: usize, unit: Unit) -> Option<usize> {
    let fits = |characters: usize| {
        items.iter().map(|item| item.with(characters, unit)).sum::<usize>() <= limit
    };
    if !fits(0) {
        return None;
    }
    // No text has more characters than bytes.
    let (mut fitting, mut beyond) =
        (0, items.iter().map(|item| item.text.len()).max().unwrap_or(0) + 1);
    while beyond - fitting > 1 {
        let middle = fitting + (beyond - fitting) / 2;
        if fits(middle) {
            fitting = middle;
        } else {
            beyond = middle;
        }
    }
    Some(fitting)
}

/// As it is asked by somebody who would shorten the texts: the greatest length with which all of
/// them fit into `limit` units, if there is any.
pub(super) fn cap(items: &[Item<'_>], limit: usize, unit: Unit) -> Option<usize> {
    longest_common(items, limit + unit.surplus(), unit).filter(|characters| *characters > 0)
}
