//! The rows of the list: which order they stand in and what they show.

use std::cmp::Reverse;

use ratatui::text::Line;
use strum::{EnumIter, IntoEnumIterator};

use crate::{
    core::listing::{Listing, State},
    tui::{
        app::Scene,
        pane::{disclosure::mark, list::Keyed},
        theme::Role,
        widget::{
            table::Column,
            text::{plain, styled},
        },
    },
};

/// One entry of the listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Position in the entries.
    pub at: usize,
    path: String,
}

impl Keyed for Row {
    type Key = String;

    fn key(&self) -> String {
        self.path.clone()
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, EnumIter)]
pub enum Sort {
    /// As the model reads them.
    #[default]
    Order,
    /// What is not whole first.
    Lost,
    Longest,
}

impl Sort {
    pub fn next(self) -> Self {
        Self::iter().cycle().skip_while(|sort| *sort != self).nth(1).unwrap_or_default()
    }

    pub fn words(self) -> &'static str {
        match self {
            Self::Order => "in order",
            Self::Lost => "lost first",
            Self::Longest => "longest first",
        }
    }
}

pub fn rows(listing: &Listing, sort: Sort) -> Vec<Row> {
    let mut rows: Vec<(usize, &crate::core::listing::Entry)> =
        listing.entries.iter().enumerate().collect();
    match sort {
        Sort::Order => {}
        Sort::Lost => rows.sort_by_key(|(_, entry)| entry.state == State::Whole),
        Sort::Longest => rows.sort_by_key(|(_, entry)| Reverse(entry.asked)),
    }
    rows.into_iter().map(|(at, entry)| Row { at, path: entry.path.clone() }).collect()
}

/// From this width on the cause stands in the row.
const WIDE: u16 = 90;

pub fn columns(cells: u16, listing: &Listing) -> Vec<Column<'static>> {
    let mut columns = vec![
        Column::mark("", 1, 9),
        Column::name("skill", 14),
        Column::mark("shown", 10, 8),
        Column::figure("asks", 6, 6),
    ];
    if listing.limits.limit.is_some() {
        columns.push(Column::figure("takes", 6, 7));
    }
    if cells >= WIDE {
        columns.push(Column::text("why", 30, 3));
    }
    columns
}

/// The cells of an entry, one a column.
pub fn cells(scene: &Scene<'_>, listing: &Listing, at: usize, width: u16) -> Vec<Line<'static>> {
    let theme = scene.theme;
    let Some(entry) = listing.entries.get(at) else { return Vec::new() };
    let (symbol, role) = mark(theme, entry.state);
    let faded = !entry.state.is_named();
    let name = if faded { styled(&entry.name, theme.style(Role::Dim)) } else { plain(&entry.name) };
    let figure = |units: usize| match at < listing.meant {
        true => Line::raw(units.to_string()),
        false => Line::styled(theme.symbols().undefined, theme.style(Role::Dim)),
    };
    let mut cells = vec![
        Line::styled(symbol, theme.style(role)),
        name,
        Line::styled(entry.state.words(), theme.style(role)),
        figure(entry.asked),
    ];
    if listing.limits.limit.is_some() {
        cells.push(figure(entry.used));
    }
    if width >= WIDE {
        let why = entry.cause.as_ref().map_or_else(String::new, ToString::to_string);
        cells.push(styled(&why, theme.style(Role::Dim)));
    }
    cells
}
