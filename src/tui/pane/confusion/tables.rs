//! A 2x2 table a skill: engaged at any turn against expected.
//!
//! Must not know the matrix.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
};

use crate::{
    core::{
        id::SkillId,
        measure::{Estimate, Rate, SkillFigures, twobytwo::TwoByTwo},
        scene::names::shorten,
        workbench::Board,
    },
    tui::{
        action::Action,
        app::Scene,
        pane::{
            list::{Keyed, List},
            standing,
        },
        theme::Role,
        widget::{
            rate::{counted, full, short},
            scene::ink,
            table::Column,
            text::{Cut, fit, put},
        },
    },
};

/// The table of one skill.
#[derive(Clone, Debug)]
pub struct Row {
    id: SkillId,
    table: TwoByTwo,
}

impl Keyed for Row {
    type Key = SkillId;
    fn key(&self) -> SkillId {
        self.id.clone()
    }
}

#[derive(Debug, Default)]
pub struct Tables {
    list: List<Row>,
    revision: Option<u64>,
}

impl Tables {
    /// Skills that prompts speak of or that engaged, most false fires first.
    pub fn make(&mut self, board: &Board) {
        if self.revision == Some(board.revision) {
            return;
        }
        self.revision = Some(board.revision);
        let spoken = |skill: &&SkillFigures| {
            skill.any.tp + skill.any.fp + skill.any.fn_ + skill.any.alternative_fires > 0
        };
        let skills = board.now.figures.skills.iter().filter(spoken);
        let mut rows: Vec<Row> =
            skills.map(|skill| Row { id: skill.id.clone(), table: skill.any.clone() }).collect();
        rows.sort_by_key(|row| std::cmp::Reverse((row.table.fp, row.table.fn_)));
        self.list.follow(rows);
    }

    pub fn chosen(&self) -> Option<&SkillId> {
        self.list.selected().map(|row| &row.id)
    }

    pub fn select(&mut self, id: &SkillId) {
        self.list.select(id);
    }

    pub fn act(&mut self, action: Action) -> bool {
        self.list.act(action)
    }

    pub fn wheel(&mut self, rows: i16) {
        self.list.wheel(rows);
    }

    pub fn click(&mut self, row: u16) -> bool {
        self.list.click_line(row)
    }

    pub fn draw(&mut self, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) {
        let theme = scene.theme;
        let cut = scene.board.agent.limits.early_exit;
        let lines = self.list.selected().map(|row| square(scene, row)).unwrap_or_default();
        let lead = match area.height {
            0..4 => 0,
            4..14 => 1,
            _ => lines.len() as u16 + 1, // Ten at most.
        };
        let inner =
            Rect { x: area.x.saturating_add(1), width: area.width.saturating_sub(1), ..area };
        for (at, line) in lines.into_iter().enumerate().take(lead.into()) {
            let line = fit(line, inner.width.into(), Cut::End, theme.symbols().ellipsis);
            put(buffer, inner, at, &line);
        }
        let rest = Rect { y: area.y + lead, height: area.height - lead, ..area };
        let precision = match (cut, theme.is_ascii()) {
            (false, _) => "prec",
            (true, false) => "≤prec",
            (true, true) => "<prec",
        };
        let columns = [
            Column::name("skill", 10),
            Column::figure("TP", 4, 9),
            Column::figure("FP", 4, 9),
            Column::figure("FN", 4, 9),
            Column::figure("TN", 5, 3),
            Column::figure("recall", 6, 7),
            Column::figure(precision, 5, 7),
            Column::figure("F1", 4, 5),
            Column::figure("fires", 5, 6),
        ];
        self.list.draw(&columns, scene, rest, lead, buffer, |Row { id, table }| {
            let name = shorten(scene.names.short(id), u16::MAX, ink(theme));
            let count = |n: u32| Line::raw(n.to_string());
            let share = |share: Option<f64>| Line::raw(short(theme, share));
            vec![
                Line::raw(name),
                count(table.tp),
                count(table.fp),
                count(table.fn_),
                count(table.tn),
                share(table.recall.rate),
                share(table.precision.rate),
                share(table.f1.value),
                share(table.false_fires.rate),
            ]
        });
    }
}

/// The square of one skill and its figures with their intervals.
fn square(scene: &Scene<'_>, row: &Row) -> Vec<Line<'static>> {
    let (theme, board) = (scene.theme, scene.board);
    let cut = board.agent.limits.early_exit;
    let (dim, table) = (theme.style(Role::Dim), &row.table);
    let counted = |rate| counted(theme, &standing::sure(board, rate));
    let f1 =
        Estimate { interval: table.f1.interval.filter(|_| !standing::mixed(board)), ..table.f1 };
    let name = shorten(scene.names.called(&row.id), 40, ink(theme));
    let mut title = Line::styled(name, theme.strong(Role::Accent));
    title.push_span(Span::styled("  engaged at any turn", dim));
    title.spans.extend(standing::brief_spans(theme, board));
    // What is undefined has no bound.
    let bound = |rate: &Rate, sign: &str| match cut && rate.rate.is_some() {
        true => format!("{sign} "),
        false => String::new(),
    };
    let most = bound(&table.precision, theme.at_most());
    let least = bound(&table.false_fires, theme.at_least());
    let named = |name: &str, bound: &str, line: Line<'static>| {
        let mut all = Line::styled(format!("{name:<12}{bound}"), dim);
        all.spans.extend(line.spans.into_iter().map(|span| span.patch_style(line.style)));
        all
    };
    let counts = |name: &str, engaged: u32, not: u32| {
        let mut line = Line::styled(format!("{name:<13}"), dim);
        line.push_span(Span::raw(format!("{engaged:>8}{not:>8}")));
        line
    };
    let mut lines = vec![
        title,
        Line::styled(format!("{:<13}{:>8}{:>8}", "", "engaged", "not"), dim),
        counts("expected", table.tp, table.fn_),
        counts("not expected", table.fp, table.tn),
        named("recall", "", counted(&table.recall)),
        named("precision", &most, counted(&table.precision)),
        named("F1", "", full(theme, &f1)),
        named("false fires", &least, counted(&table.false_fires)),
    ];
    if cut {
        let text = "cut by early exit: true false fires are at least this";
        lines.push(Line::styled(text, theme.style(Role::Caveat)));
    }
    lines
}
