//! One row of the skill list in cells: its marks, its name, its overlap, its recall.
//!
//! Must not know where the row stands.

use ratatui::{
    style::Style,
    text::{Line, Span},
};

use super::rows::Entry;
use crate::{
    core::{
        measure::Rate,
        workbench::{
            Board,
            trouble::{RowKey, Trouble, TroubleKind},
        },
    },
    tui::{
        pane::{
            disclosure,
            names::Names,
            neighborhood::{detail::in_role, since},
            standing,
        },
        theme::{Role, Theme},
        widget::{
            bar::{Ground, bar},
            rate::{Good, change, short, short_interval},
            table::Column,
            text::{Mark, marked},
        },
    },
};

/// From this width on there is room for intervals.
const WIDE: u16 = 60;

/// The columns of the list in `cells` cells; figures of probes, and changes of them, only if there
/// are any. `skill` is the title over the names.
pub fn columns(skill: &str, cells: u16, probed: bool, changed: bool) -> Vec<Column<'_>> {
    let wide = cells >= WIDE;
    let figure = |wide_cells, narrow| if wide { wide_cells } else { narrow };
    let mut columns = vec![
        Column::mark("", 3, 9),
        Column::name(skill, figure(18, 12)),
        Column::mark("overlap", figure(13, 7), 8),
        Column { keep: 3, ..Column::name("nearest", 12) },
    ];
    if probed {
        columns.push(Column::figure("recall", figure(15, 7), 7));
    }
    if probed && changed {
        columns.push(Column::figure("change", 9, 2));
    }
    columns
}

/// Cells of a pane of rows that names do not get at its narrowest: the frame and the cell for the
/// cursor, then marks, overlap and recall with the gap before each.
pub fn beside_names(probed: bool) -> u16 {
    3 + (3 + 1) + (1 + 7) + if probed { 1 + 7 } else { 0 }
}

/// What a row is drawn from.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    pub board: &'a Board,
    pub theme: &'a Theme,
    pub names: &'a Names,
    pub entry: &'a Entry,
    /// Cells of the whole list.
    pub cells: u16,
}

impl Row<'_> {
    /// The cells of the row, one a column.
    pub fn cells(&self) -> Vec<Line<'static>> {
        let row = self.entry.trouble(self.board);
        vec![
            self.marks(row),
            self.name(row),
            row.map_or_else(Line::default, |row| self.overlap(row)),
            row.map_or_else(Line::default, |row| self.nearest(row)),
            self.recall(),
            self.change(),
        ]
    }

    /// The state, how many findings there are, and what happened since the baseline.
    fn marks(&self, row: Option<&Trouble>) -> Line<'static> {
        let (theme, symbols) = (self.theme, self.theme.symbols());
        let Some(row) = row else {
            return Line::styled(format!("  {}", symbols.gone), theme.style(Role::Gone));
        };
        let (errors, warnings) = row.findings;
        let (state, role) = match row.kind {
            TroubleKind::Unusable => (symbols.fail, Role::Error),
            TroubleKind::Rejected => (symbols.warn, Role::Error),
            TroubleKind::NotLoaded => (symbols.abstained, Role::Dim),
            TroubleKind::Hidden => (symbols.hidden, Role::Dim),
            TroubleKind::Muted => (symbols.muted, Role::Warn),
            TroubleKind::Dropped => self.listed(row).unwrap_or((symbols.neutral, Role::Warn)),
            TroubleKind::Resident => {
                let claims = (row.claims > 0).then_some((symbols.claims, Role::Warn));
                let cut = self.listed(row).filter(|(_, role)| *role != Role::Pass);
                cut.or(claims).unwrap_or((" ", Role::Text))
            }
        };
        let count = match errors + warnings {
            0 => " ".to_owned(),
            count @ 1..=9 => count.to_string(),
            _ => symbols.more_above.to_owned(),
        };
        let severity = if errors > 0 { Role::Error } else { Role::Warn };
        let (mark, happened) = self.happened();
        Line::from(vec![
            Span::styled(state, theme.style(role)),
            Span::styled(count, theme.style(severity)),
            Span::styled(mark, theme.style(happened)),
        ])
    }

    /// What becomes of it in the listing of the harness.
    fn listed(&self, row: &Trouble) -> Option<(&'static str, Role)> {
        let state = self.board.now.listing.as_ref()?.state(row.key.skill()?)?;
        Some(disclosure::mark(self.theme, state))
    }

    /// New or edited since the baseline.
    fn happened(&self) -> (&'static str, Role) {
        let symbols = self.theme.symbols();
        let (Some(id), Some(against)) = (self.entry.key.skill(), since(self.board)) else {
            return (" ", Role::Text);
        };
        let diff = &against.catalog;
        if diff.added.binary_search(id).is_ok() {
            (symbols.new, Role::New)
        } else if diff.changed.binary_search_by(|(changed, _)| changed.cmp(id)).is_ok() {
            (symbols.edited, Role::Changed)
        } else {
            (" ", Role::Text)
        }
    }

    fn name(&self, row: Option<&Trouble>) -> Line<'static> {
        let base = match row.map(|row| row.kind) {
            None => self.theme.style(Role::Gone),
            Some(TroubleKind::NotLoaded | TroubleKind::Hidden | TroubleKind::Muted) => {
                self.theme.style(Role::Dim)
            }
            Some(TroubleKind::Unusable | TroubleKind::Rejected) => self.theme.style(Role::Error),
            Some(TroubleKind::Resident | TroubleKind::Dropped) => Style::new(),
        };
        let style = self.theme.style(Role::Match);
        // What all names begin with stands in the title, and what was matched of it nowhere.
        let name = self.names.shorten(&self.entry.name);
        let left_out = self.entry.name.len() - name.len();
        let marks = self.entry.matched.iter().map(|range| Mark {
            range: range.start.saturating_sub(left_out)..range.end.saturating_sub(left_out),
            style,
        });
        let marks: Vec<Mark> = marks.filter(|mark| !mark.range.is_empty()).collect();
        marked(name, base, &marks)
    }

    /// The ratio as a bar and a number, and whether it grew.
    fn overlap(&self, row: &Trouble) -> Line<'static> {
        let theme = self.theme;
        let Some(ratio) = row.ratio else { return Line::default() };
        let room = if self.cells >= WIDE { 8 } else { 2 };
        let mut line = bar(theme, Some(ratio), room, Role::ramp(ratio), Ground::Blank);
        line.push_span(Span::raw(format!(" {}", short(theme, Some(ratio)))));
        let moved = self.entry.key.skill().and_then(|id| {
            let (before, now) = since(self.board)?.overlap.get(id)?;
            // What rounds to nothing is not worth a mark.
            let delta = (*now)? - (*before)?;
            (delta.abs() >= 0.005).then_some(delta)
        });
        let mark = moved.and_then(|delta| theme.symbols().change(delta));
        line.push_span(Span::styled(mark.unwrap_or(" "), theme.style(Role::Changed)));
        line
    }

    /// The nearest rival; of a file that is no resident, why.
    fn nearest(&self, row: &Trouble) -> Line<'static> {
        let catalog = &self.board.now.snapshot.catalog;
        let reason = match (&row.key, row.kind) {
            (RowKey::Skill(_), _) => {
                let nearest = row.nearest.as_ref().map(|id| self.names.short(id));
                return in_role(self.theme, Role::Dim, nearest.unwrap_or_default());
            }
            (RowKey::File(path), TroubleKind::NotLoaded) => {
                let file = catalog.not_loaded.iter().find(|file| file.path == *path);
                file.map(|file| file.reason.as_str())
            }
            (RowKey::File(path), _) => {
                let file = catalog.unusable.iter().find(|file| file.path == *path);
                file.and_then(|file| Some(file.diagnostics.first()?.message.as_str()))
            }
        };
        let mut line = in_role(self.theme, Role::Dim, reason.unwrap_or_default());
        // A sentence keeps its beginning, as a line of several parts does.
        line.push_span(Span::raw(" "));
        line
    }

    fn rate(&self) -> Option<&Rate> {
        let skill = self.board.now.figures.skill(self.entry.key.skill()?)?;
        Some(&skill.turn1.recall)
    }

    /// With its interval where there is room, else as a count of a count.
    fn recall(&self) -> Line<'static> {
        let Some(rate) = self.rate().filter(|_| self.entry.at.is_some()) else {
            return Line::default();
        };
        let undefined = self.theme.symbols().undefined;
        match rate.rate {
            None if self.cells >= WIDE => Line::styled(undefined, self.theme.style(Role::Dim)),
            // As far from the edge as the counts, which leave a cell for the mark of a change.
            None => Line::styled(format!("{undefined} "), self.theme.style(Role::Dim)),
            // Figures that rest on several descriptions have no interval.
            Some(_) if self.cells >= WIDE && !standing::mixed(self.board) => {
                short_interval(self.theme, rate)
            }
            Some(_) => {
                let count = Span::raw(format!("{:.0}/{:.0}", rate.hits, rate.n));
                // The column of changes is not there.
                let moved = self.moved().and_then(|span| {
                    span.content
                        .chars()
                        .next()
                        .map(|mark| Span::styled(mark.to_string(), span.style))
                });
                Line::from(vec![count, moved.unwrap_or_else(|| Span::raw(" "))])
            }
        }
    }

    /// By how much the recall moved since the baseline.
    fn moved(&self) -> Option<Span<'static>> {
        let id = self.entry.key.skill()?;
        let recall = since(self.board)?.figures.skill(id)?.recall;
        change(self.theme, recall.before?, recall.after?, Good::Up)
    }

    fn change(&self) -> Line<'static> {
        self.moved().map_or_else(Line::default, Line::from)
    }
}
