//! The closest pairs of the catalog, each held against what was measured.
//!
//! Must not know how the pair is explained.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
};

use crate::{
    core::{
        id::SkillId,
        lexical::{KEPT, Lexicon},
        measure::Figures,
        workbench::Board,
    },
    tui::{
        action::Action,
        app::Scene,
        pane::{
            names::Names,
            neighborhood::taken::{Taken, Takings, measured},
        },
        theme::{Role, Theme},
        widget::{
            rate::short,
            scroll::Cursor,
            table::{Column, Sorted, Table, Window},
            text::{Cut, fit, plain, put},
        },
    },
};

/// From this share of the text's own score two skills count as alike.
const ALIKE: f64 = 0.4;

/// Two skills, the more crowded one first.
type Key = (SkillId, SkillId);

/// A pair with both halves of its numbers.
#[derive(Clone, Debug, PartialEq)]
struct Row {
    key: Key,
    names: (String, String),
    /// The second's score on the first's text, and the other way round.
    ratio: Option<f64>,
    back: Option<f64>,
    /// What the second took of the first's prompts, and the other way round.
    taken: [Taken; 2],
    /// Place among the closest pairs, from 0; `None` beyond them.
    rank: Option<usize>,
}

/// What overlap and measurement say together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Collides,
    CollidesUnlike,
    Clean,
    Quiet,
    Unmeasured,
}

impl Row {
    fn collides(&self) -> bool {
        self.taken.iter().any(|taken| taken.count > 0)
    }

    fn kind(&self) -> Kind {
        let alike = self.ratio.is_some_and(|ratio| ratio >= ALIKE);
        match (self.collides(), alike) {
            (true, true) => Kind::Collides,
            (true, false) => Kind::CollidesUnlike,
            (false, _) if self.taken.iter().all(|taken| taken.of == 0) => Kind::Unmeasured,
            (false, true) => Kind::Clean,
            (false, false) => Kind::Quiet,
        }
    }
}

impl Kind {
    fn words(self) -> &'static str {
        match self {
            Self::Collides => "alike and collides",
            Self::CollidesUnlike => "unlike, collides",
            Self::Clean => "alike, routes cleanly",
            Self::Quiet => "quiet",
            Self::Unmeasured => "not measured",
        }
    }

    fn role(self) -> Role {
        match self {
            Self::Collides | Self::CollidesUnlike => Role::Wrong,
            Self::Clean => Role::Expected,
            Self::Quiet | Self::Unmeasured => Role::Dim,
        }
    }

    fn mark(self, theme: &Theme) -> &'static str {
        let symbols = theme.symbols();
        match self {
            Self::Collides | Self::CollidesUnlike => symbols.wrong,
            Self::Clean => symbols.expected,
            Self::Quiet => symbols.neutral,
            Self::Unmeasured => symbols.planned,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Order {
    #[default]
    Overlap,
    Taken,
    Kind,
}

/// The table of pairs.
#[derive(Clone, Debug, Default)]
pub struct PairsPane {
    lexicon: Arc<Lexicon>,
    figures: Arc<Figures>,
    closest: Vec<Key>,
    rows: Vec<Row>,
    keys: Vec<Key>,
    order: Order,
    cursor: Cursor<Key>,
    hit: Option<(Rect, Window)>,
}

fn columns() -> [Column<'static>; 6] {
    [
        Column::name("crowded", 9),
        Column::name("by", 9),
        Column::figure("overlap", 8, 5),
        Column::figure("stolen", 7, 4),
        Column::figure("back", 6, 1),
        Column::mark("", 23, 3),
    ]
}

impl PairsPane {
    fn follow(&mut self, names: &Names, board: &Board, takings: &Takings) {
        let (lexicon, figures) = (&board.now.lexicon, &board.now.figures);
        let same = Arc::ptr_eq(&self.lexicon, lexicon);
        if same && Arc::ptr_eq(&self.figures, figures) {
            return;
        }
        if !same {
            self.lexicon = Arc::clone(lexicon);
            let closest = lexicon.neighbourhood().closest(lexicon.field(), KEPT);
            self.closest = closest.iter().map(|pair| oriented(lexicon, (pair.a, pair.b))).collect();
        }
        self.figures = Arc::clone(figures);
        self.rows = self.fresh(names, takings);
        // Rows stay where they are under the eye; those that come are last until sorted by hand.
        let keys = std::mem::take(&mut self.keys);
        let places: BTreeMap<&Key, usize> =
            keys.iter().enumerate().map(|(at, key)| (key, at)).collect();
        self.sort();
        if same {
            self.rows.sort_by_key(|row| places.get(&row.key).copied().unwrap_or(usize::MAX));
        }
        self.keys = self.rows.iter().map(|row| row.key.clone()).collect();
    }

    /// The closest pairs, then those that collide without being among them.
    fn fresh(&self, names: &Names, takings: &Takings) -> Vec<Row> {
        let lexicon = &*self.lexicon;
        let mut known: BTreeSet<Key> = self.closest.iter().cloned().collect();
        let far = takings.pairs().filter_map(|(owner, thief)| {
            let at = (lexicon.position(owner)?, lexicon.position(thief)?);
            Some(oriented(lexicon, at))
        });
        let far: Vec<Key> = far.filter(|key| known.insert(key.clone())).collect();
        let ranked = self.closest.iter().enumerate().map(|(rank, key)| (Some(rank), key));
        let rows = ranked.chain(far.iter().map(|key| (None, key)));
        rows.filter_map(|(rank, key)| {
            let (a, b) = (lexicon.position(&key.0)?, lexicon.position(&key.1)?);
            let pair = lexicon.field().pair(a, b);
            Some(Row {
                names: [&key.0, &key.1].map(|id| names.short(id).to_owned()).into(),
                ratio: pair.a_by_b,
                back: pair.b_by_a,
                taken: [takings.of(&key.0, &key.1), takings.of(&key.1, &key.0)],
                rank,
                key: key.clone(),
            })
        })
        .collect()
    }

    fn sort(&mut self) {
        let ratio = |row: &Row| row.ratio.unwrap_or(-1.0);
        let most = |row: &Row| row.taken.iter().map(|taken| taken.count).max();
        let order = self.order;
        self.rows.sort_by(|x, y| {
            let first = match order {
                Order::Overlap => std::cmp::Ordering::Equal,
                Order::Taken => most(y).cmp(&most(x)),
                Order::Kind => x.kind().cmp(&y.kind()),
            };
            first.then(ratio(y).total_cmp(&ratio(x))).then_with(|| x.key.cmp(&y.key))
        });
    }

    /// Sorts by the next column.
    pub fn next_order(&mut self) {
        self.order = match self.order {
            Order::Overlap => Order::Taken,
            Order::Taken => Order::Kind,
            Order::Kind => Order::Overlap,
        };
        self.sort();
        self.keys = self.rows.iter().map(|row| row.key.clone()).collect();
    }

    /// How many of the measured collisions the static scan had among its closest pairs.
    fn headline(&self, theme: &Theme) -> Line<'static> {
        let dim = theme.style(Role::Dim);
        if !measured(&self.figures) {
            return Line::styled("Nothing is measured yet: overlap alone says where to look.", dim);
        }
        let all = self.rows.iter().filter(|row| row.collides()).count();
        let seen = self.rows.iter().filter(|row| row.collides() && row.rank.is_some()).count();
        let among = match self.closest.len() {
            1 => "in the closest pair".to_owned(),
            closest => format!("among the {closest} closest pairs"),
        };
        let text = format!(" measured collisions {among}");
        Line::from(vec![
            Span::styled(format!("{seen} of {all}"), theme.strong(Role::Accent)),
            Span::styled(text, dim),
        ])
    }

    /// Draws the table; `false` where no two skills share a word.
    pub fn draw(
        &mut self,
        scene: &Scene<'_>,
        chosen: Option<&Key>,
        takings: &Takings,
        area: Rect,
        buffer: &mut Buffer,
    ) -> bool {
        self.follow(scene.names, scene.board, takings);
        if self.rows.is_empty() || area.is_empty() {
            return false;
        }
        let theme = scene.theme;
        let line = self.headline(theme);
        let line = fit(line, area.width.into(), Cut::End, theme.symbols().ellipsis);
        put(buffer, area, 0, &line);
        let area = Rect { y: area.y + 1, height: area.height - 1, ..area };
        let columns = columns();
        let table = self.table(&columns, scene.focused);
        let at = chosen.and_then(|chosen| self.position(chosen));
        if let Some(key) = at.and_then(|at| self.keys.get(at)) {
            self.cursor.select(key.clone());
        }
        self.cursor.settle(&self.keys, table.height(area, self.rows.len()));
        let selected = Some(self.cursor.index());
        let window = Window { len: self.rows.len(), offset: self.cursor.offset(), selected };
        table.draw(buffer, area, theme, window, |at| {
            let Some(row) = self.rows.get(at) else { return Vec::new() };
            let kind = row.kind();
            let [taken, back] = row.taken.map(|taken| {
                let role = if taken.count > 0 { Role::Wrong } else { Role::Dim };
                let text = taken.text().unwrap_or_else(|| theme.symbols().undefined.to_owned());
                Line::styled(text, theme.style(role))
            });
            let ratio = row.ratio.unwrap_or(0.0);
            vec![
                plain(&row.names.0),
                plain(&row.names.1),
                Line::styled(short(theme, row.ratio), theme.style(Role::ramp(ratio))),
                taken,
                back,
                Line::styled(
                    format!("{} {}", kind.mark(theme), kind.words()),
                    theme.style(kind.role()),
                ),
            ]
        });
        self.hit = Some((area, window));
        true
    }

    fn table<'a>(&self, columns: &'a [Column<'a>], focused: bool) -> Table<'a> {
        let column = match self.order {
            Order::Overlap => 2,
            Order::Taken => 3,
            Order::Kind => 5,
        };
        let sorted = Some(Sorted { column, descending: self.order != Order::Kind });
        Table { columns, sorted, focused }
    }

    /// The row of a pair, whichever of the two comes first.
    fn position(&self, (a, b): &Key) -> Option<usize> {
        self.keys.iter().position(|(x, y)| (x, y) == (a, b) || (x, y) == (b, a))
    }

    /// The pair under the cursor.
    pub fn selected(&self) -> Option<&Key> {
        self.cursor.selected()
    }

    /// Moves by an action; `false` when it is no movement.
    pub fn step(&mut self, action: Action) -> bool {
        self.cursor.act(&self.keys, action)
    }

    /// Selects the row at a cell of the pane; `false` where there is none.
    pub fn click(&mut self, column: u16, row: u16) -> bool {
        let Some((area, window)) = self.hit else { return false };
        let columns = columns();
        let table = self.table(&columns, false);
        // The table begins a line below the pane.
        let at = table.row_at(area, window, area.x + column, (area.y + row).saturating_sub(1));
        at.inspect(|at| self.cursor.go(&self.keys, *at)).is_some()
    }

    pub fn wheel(&mut self, rows: i16) {
        self.cursor.scroll(self.keys.len(), rows.into());
    }
}

/// A pair with the skill first that the other one crowds more.
fn oriented(lexicon: &Lexicon, (a, b): (usize, usize)) -> Key {
    let pair = lexicon.field().pair(a, b);
    let (first, second) = match pair.a_by_b.unwrap_or(-1.0) >= pair.b_by_a.unwrap_or(-1.0) {
        true => (a, b),
        false => (b, a),
    };
    (lexicon.id(first).clone(), lexicon.id(second).clone())
}
