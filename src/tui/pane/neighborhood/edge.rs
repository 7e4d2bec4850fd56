//! The words that two skills contest, each with what it adds: why an edge is there.
//!
//! Must not know how the pair was chosen.

use std::sync::Arc;

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
};

use crate::{
    core::{
        id::SkillId,
        lexical::{Contested, Lexicon},
        workbench::Board,
    },
    tui::{
        app::Scene,
        pane::names::Names,
        theme::Role,
        widget::{
            bar::{Ground, bar},
            panel::Panel,
            rate::short,
            scroll::Cursor,
            table::{Column, Table, Window},
            text::{Cut, fit, plain, put},
        },
    },
};

/// The contested words of a pair, in the direction where the overlap is stronger.
#[derive(Clone, Debug, Default)]
pub struct Edge {
    lexicon: Arc<Lexicon>,
    pair: Option<(SkillId, SkillId)>,
    /// Whose text, who answers to it, and the ratio.
    subject: String,
    rival: String,
    ratio: Option<f64>,
    words: Vec<Contested>,
    cursor: Cursor<String>,
    keys: Vec<String>,
}

fn columns() -> [Column<'static>; 4] {
    [
        Column::mark("contested word", 18, u8::MAX),
        Column::figure("share", 5, 3),
        Column::mark("", 8, 1),
        Column::text("", 14, 2),
    ]
}

impl Edge {
    /// Reads the pair anew where the pair or the texts are others.
    pub fn follow(&mut self, names: &Names, board: &Board, pair: &(SkillId, SkillId)) {
        let lexicon = &board.now.lexicon;
        if self.pair.as_ref() == Some(pair) && Arc::ptr_eq(&self.lexicon, lexicon) {
            return;
        }
        let same = self.pair.as_ref() == Some(pair);
        let cursor = if same { std::mem::take(&mut self.cursor) } else { Cursor::default() };
        *self = Self {
            lexicon: Arc::clone(lexicon),
            pair: Some(pair.clone()),
            cursor,
            ..Self::default()
        };
        let Some((a, b)) = lexicon.position(&pair.0).zip(lexicon.position(&pair.1)) else { return };
        let both = lexicon.field().pair(a, b);
        let forward = both.a_by_b.unwrap_or(-1.0) >= both.b_by_a.unwrap_or(-1.0);
        let (subject, rival) = if forward { (a, b) } else { (b, a) };
        self.ratio = if forward { both.a_by_b } else { both.b_by_a };
        self.words = lexicon.contested(subject, rival);
        self.keys = self.words.iter().map(|word| word.term.clone()).collect();
        self.subject = names.called(lexicon.id(subject)).to_owned();
        self.rival = names.called(lexicon.id(rival)).to_owned();
    }

    pub fn scroll(&mut self, rows: isize) {
        self.cursor.scroll(self.keys.len(), rows);
    }

    /// Rows that it takes to show all words, its frame included.
    pub fn rows(&self) -> u16 {
        u16::try_from(self.words.len() + 4).unwrap_or(u16::MAX)
    }

    /// Draws the words of the pair that it follows.
    pub fn draw(&mut self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
        let theme = scene.theme;
        let panel = Panel { title: "Why", note: "lexical", focused: false };
        let inner = panel.draw(buffer, area, theme);
        if inner.is_empty() {
            return;
        }
        let dim = theme.style(Role::Dim);
        if self.words.is_empty() {
            let text = "These two share no scoring word.";
            put(buffer, inner, 0, &Line::styled(text, dim));
            return;
        }
        let headline = Line::from(vec![
            // The ratio first: names may be longer than the line.
            Span::raw(short(theme, self.ratio)),
            Span::styled(" of its own score: ", dim),
            Span::styled(plain(&self.rival).to_string(), theme.strong(Role::Accent)),
            Span::styled(" answers to the text of ", dim),
            Span::raw(plain(&self.subject).to_string()),
        ]);
        let fitted = fit(headline, inner.width.into(), Cut::End, theme.symbols().ellipsis);
        put(buffer, inner, 0, &fitted);
        let below = Rect { y: inner.y + 1, height: inner.height - 1, ..inner };
        let columns = columns();
        let table = Table { columns: &columns, sorted: None, focused: false };
        self.cursor.settle(&self.keys, table.height(below, self.words.len()));
        let window = Window { len: self.words.len(), offset: self.cursor.offset(), selected: None };
        table.draw(buffer, below, theme, window, |at| {
            let Some(word) = self.words.get(at) else { return Vec::new() };
            let role = if word.common { Role::Dim } else { Role::Text };
            let what = match word {
                Contested { common: true, .. } => "common word",
                Contested { in_description: true, .. } => "in description",
                _ => "in the name",
            };
            vec![
                Line::styled(plain(&word.term).to_string(), theme.style(role)),
                Line::styled(short(theme, Some(word.share)), theme.style(role)),
                bar(theme, Some(word.share), 8, Role::Filled, Ground::Blank),
                Line::styled(what, dim),
            ]
        });
    }
}
