//! Which entries of a listing fit, and how much of each: numbers and nothing else.
//!
//! Must not know what an entry says.

use crate::core::listing::{Beyond, Unit};

/// An entry as far as its size matters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item<'a> {
    text: &'a str,
    /// Length of the line without its text, in what the unit is made of.
    frame: usize,
    /// What the line costs with all of its text.
    pub whole: usize,
    /// What the line costs that has the name alone; `None` where there is no such line.
    pub bare: Option<usize>,
}

/// What an entry costs in units, whole and by name alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cost {
    pub whole: usize,
    pub bare: usize,
}

/// How an entry fared when it was served.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    pub fits: bool,
    /// Units that its text needed.
    needs: usize,
    /// Units that were to be had.
    left: usize,
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

impl<'a> Item<'a> {
    /// An entry of a text, of the line without it and of the line that has the name alone.
    pub fn of(text: &'a str, frame: &str, bare: Option<&str>, unit: Unit) -> Self {
        let frame = unit.length(frame);
        let whole = unit.cost(frame + unit.length(text));
        Self { text, frame, whole, bare: bare.map(|bare| unit.cost(unit.length(bare))) }
    }

    /// What it costs with at most so many characters of its text; with none, what the name does.
    fn with(self, characters: usize, unit: Unit) -> usize {
        match first(self.text, characters) {
            "" if !self.text.is_empty() => self.bare.unwrap_or(self.whole),
            all if all.len() == self.text.len() => self.whole,
            part => unit.cost(self.frame + unit.length(part)),
        }
    }

    pub fn cost(self) -> Cost {
        Cost { whole: self.whole, bare: self.bare.unwrap_or(0) }
    }

    /// What a share of it costs; of names in a list of their own, nothing.
    pub fn costs(self, share: Share, beyond: Option<Beyond>, unit: Unit) -> usize {
        match share {
            Share::Whole => self.whole,
            Share::Characters(characters) => self.with(characters, unit),
            Share::Name { .. } if beyond == Some(Beyond::NameList) => 0,
            Share::Name { .. } => self.cost().bare,
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
    let asked: usize = items.iter().map(|item| item.whole).sum();
    if asked <= limit {
        return vec![Share::Whole; items.len()];
    }
    if beyond == Beyond::Even {
        return even(items, limit, unit);
    }
    let share = |(item, turn): (&Item<'_>, Turn)| match turn {
        Turn { fits: true, .. } => Share::Whole,
        _ if beyond == Beyond::Names && item.bare.is_none() => Share::Nothing,
        Turn { needs, left, .. } => Share::Name { needs, left },
    };
    let turns = in_turn(items.iter().map(|item| item.cost()), beyond, limit);
    items.iter().zip(turns).map(share).collect()
}

/// Serves entries whole, in their order, from `limit` units. Where every name has its line, all
/// names are served first, and a text that does not fit is passed over; where names stand in a
/// list of their own, the first entry that does not fit ends it. Not for texts that are cut alike.
pub(super) fn in_turn(
    costs: impl Iterator<Item = Cost> + Clone,
    beyond: Beyond,
    limit: usize,
) -> impl Iterator<Item = Turn> {
    let ahead = move |cost: Cost| if beyond == Beyond::Names { cost.bare } else { 0 };
    let mut left = limit.saturating_sub(costs.clone().map(ahead).sum());
    let mut full = false;
    costs.map(move |cost| {
        let needs = cost.whole.saturating_sub(ahead(cost));
        let turn = Turn { fits: !full && needs <= left, needs, left };
        if turn.fits {
            left -= needs;
        } else {
            full = beyond == Beyond::NameList;
        }
        turn
    })
}

fn even(items: &[Item<'_>], limit: usize, unit: Unit) -> Vec<Share> {
    if let Some(common) = longest_common(items, limit, unit) {
        let kept = rest_in_turn(items, common, limit, unit);
        let share = |(item, kept): (&Item<'_>, usize)| match first(item.text, kept).len() {
            all if all == item.text.len() => Share::Whole,
            0 => Share::Name { needs: item.whole, left: 0 },
            _ => Share::Characters(kept),
        };
        return items.iter().zip(kept).map(share).collect();
    }
    let mut left = limit;
    let share = |item: &Item<'_>| {
        let Some(cost) = item.bare.filter(|cost| *cost <= left) else { return Share::Nothing };
        let before = left;
        left -= cost;
        Share::Name { needs: item.whole, left: before }
    };
    items.iter().map(share).collect()
}

/// Characters of each text once all have `common`, and then a character more in turn as long as
/// anybody's fits. A unit of several characters makes room for some that do not cost any.
fn rest_in_turn(items: &[Item<'_>], common: usize, limit: usize, unit: Unit) -> Vec<usize> {
    let mut kept = vec![common; items.len()];
    let mut left = limit;
    for item in items {
        left = left.saturating_sub(item.with(common, unit));
    }
    loop {
        let mut grown = false;
        for (item, kept) in items.iter().zip(&mut kept) {
            if first(item.text, *kept).len() == item.text.len() {
                continue;
            }
            let more = item.with(*kept + 1, unit).saturating_sub(item.with(*kept, unit));
            if more <= left {
                left -= more;
                *kept += 1;
                grown = true;
            }
        }
        if !grown {
            return kept;
        }
    }
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
