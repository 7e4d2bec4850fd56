//! The numbers of a skill: how much it overlaps, whether prompts reach it, what it takes and loses.

use ratatui::text::{Line, Span};

use super::{
    Subject,
    page::{Page, in_role},
    rivals::Rivals,
};
use crate::{
    core::{
        measure::{Class, Rate, changes::Amount, confusion::Level},
        workbench::changes::Against,
    },
    tui::{
        action::{Action, Context},
        keys::Keymap,
        pane::{neighborhood::since, standing},
        theme::{Role, Theme},
        widget::{
            rate::{Good, change, counted, full, short, short_interval, three},
            text::plain,
        },
    },
};

/// Skills that are named in a field before the rest is counted.
const NAMED: usize = 3;
/// Below this ratio nobody is crowded.
const CROWDED: f64 = 0.1;
/// Cells of a rate with its interval in full, its count, and how it moved.
const LONG: usize = 34;

pub fn write(page: &mut Page<'_>, subject: &Subject<'_>, rivals: &Rivals, keymap: &Keymap) {
    page.gap();
    overlap(page, subject, rivals);
    crowds(page, subject);
    claims(page, subject);
    rates(page, subject, keymap);
}

fn overlap(page: &mut Page<'_>, subject: &Subject<'_>, rivals: &Rivals) {
    let (theme, dim) = (page.theme, page.theme.style(Role::Dim));
    let Some(row) = &rivals.row else {
        page.field("overlap", Line::styled("takes no part", dim));
        return;
    };
    let mut line = Line::raw(three(theme, row.ratio()));
    if row.nearest().is_some() {
        line.push_span(Span::styled(" by ", dim));
        line.push_span(rivals.name(theme, 0));
    }
    let moved = since(subject.board).and_then(|since| since.overlap.get(subject.id));
    if let Some(moved) = moved.and_then(|&(before, now)| moved_by(theme, before?, now?, Good::Down))
    {
        line.push_span(Span::raw(" "));
        line.push_span(moved);
    }
    page.field("overlap", line);
    if row.outranked_by > 0 {
        let text = format!("by {} on its own words", row.outranked_by);
        page.field("outranked", Line::styled(text, theme.style(Role::Warn)));
    }
}

/// What the ratios are made of.
pub fn write_scores(page: &mut Page<'_>, rivals: &Rivals) {
    let Some(row) = &rivals.row else { return };
    page.heading("Words");
    let rivals = if row.scoring == 1 { "rival scores" } else { "rivals score" };
    let text = format!("{:.3} self score, {} {rivals}", row.self_score, row.scoring);
    page.say(Role::Dim, &text);
}

/// Those whose words it answers to.
fn crowds(page: &mut Page<'_>, subject: &Subject<'_>) {
    let lexicon = &subject.board.now.lexicon;
    let inbound = subject.at.and_then(|at| lexicon.neighbourhood().inbound.get(at));
    let crowded: Vec<String> = inbound
        .into_iter()
        .flatten()
        .filter(|one| one.ratio >= CROWDED)
        .map(|one| {
            let name = subject.names.called(lexicon.id(one.index));
            format!("{name} {}", short(page.theme, Some(one.ratio)))
        })
        .collect();
    if !crowded.is_empty() {
        let text = page.listed(&crowded, NAMED);
        page.field("crowds", plain(&text));
    }
}

/// Those whose triggers it claims: what a router does to its specialists.
fn claims(page: &mut Page<'_>, subject: &Subject<'_>) {
    let lexicon = &subject.board.now.lexicon;
    if !lexicon.is_warm() {
        return;
    }
    let mine = lexicon.claims().iter().filter(|claim| Some(claim.by) == subject.at);
    let claimed: Vec<String> = mine
        .map(|claim| {
            let name = subject.names.called(lexicon.id(claim.of));
            format!("{name} {}/{}", claim.terms.len(), claim.total)
        })
        .collect();
    if !claimed.is_empty() {
        let text = format!("triggers of {}", page.listed(&claimed, NAMED));
        page.field("claims", in_role(page.theme, Role::Warn, &text));
    }
}

fn rates(page: &mut Page<'_>, subject: &Subject<'_>, keymap: &Keymap) {
    let (theme, board) = (page.theme, subject.board);
    if board.run.counts.scored == 0 {
        let key = keymap.key_in(&[Context::Global], Action::Ask).unwrap_or_default();
        let text = if board.queries.queries.is_empty() {
            format!("{} no queries: {key} asks one", theme.symbols().undefined)
        } else {
            format!("{} no probe has ended yet", theme.symbols().undefined)
        };
        page.field("recall", Line::styled(text, theme.style(Role::Dim)));
        return;
    }
    let Some(skill) = board.now.figures.skill(subject.id) else { return };
    let moved = since(board).and_then(|since| since.figures.skill(subject.id));
    let class = &skill.turn1;
    let missing = match (skill.completion.planned, board.run.active()) {
        (0, false) => ["no prompt expects it", "it never engaged first"],
        (0, true) => ["no prompt expects it", "it has not engaged first yet"],
        (_, false) => ["none of its probes was scored", "it never engaged first"],
        (_, true) => ["none of its probes has ended yet", "it has not engaged first yet"],
    };
    let recall = (&class.recall, moved.map(|moved| moved.recall), missing[0]);
    let precision = (&class.precision, moved.map(|moved| moved.precision), missing[1]);
    for (label, (rate, moved, missing)) in [("recall", recall), ("precision", precision)] {
        let line = self::rate(page, rate, moved, missing, standing::mixed(board));
        page.field(label, line);
    }
    taken(page, subject);
    last_save(page, subject);
    if let Some(caveat) = standing::caveat(board) {
        page.field("", Line::styled(caveat, theme.style(Role::Caveat)));
    }
}

/// A rate with its interval and how it moved since the baseline.
fn rate(
    page: &Page<'_>,
    rate: &Rate,
    moved: Option<Amount>,
    missing: &str,
    mixed: bool,
) -> Line<'static> {
    let theme = page.theme;
    if rate.rate.is_none() {
        let text = format!("{} {missing}", theme.symbols().undefined);
        return Line::styled(text, theme.style(Role::Dim));
    }
    let mut line = match page.room() {
        _ if mixed => full(theme, &Rate { interval: None, ..*rate }),
        // What is rounded fits on one line, and so is read at a glance.
        0..LONG => {
            let mut line = short_interval(theme, rate);
            let count = format!(" {:.0}/{:.0}", rate.hits, rate.n);
            line.push_span(Span::styled(count, theme.style(Role::Dim)));
            line
        }
        _ => counted(theme, rate),
    };
    let moved = moved.and_then(|moved| moved_by(theme, moved.before?, moved.after?, Good::Up));
    if let Some(moved) = moved {
        line.push_span(Span::raw(" "));
        line.push_span(moved);
    }
    line
}

/// How much a figure moved, in one piece that no line end parts.
fn moved_by(theme: &Theme, before: f64, now: f64, good: Good) -> Option<Span<'static>> {
    let span = change(theme, before, now, good)?;
    Some(Span::styled(span.content.replace(' ', "\u{a0}"), span.style))
}

/// How much of the difference the last save made, where more than that is told above.
fn last_save(page: &mut Page<'_>, subject: &Subject<'_>) {
    let (theme, board) = (page.theme, subject.board);
    let (Some(baseline), Some(previous)) = (&board.baseline, &board.previous) else { return };
    // After the first save both say the same.
    let of = |against: &Against| {
        let figures = against.figures.skill(subject.id).cloned();
        (against.overlap.get(subject.id).copied(), figures)
    };
    if of(baseline) == of(previous) {
        return;
    }
    let overlap = previous.overlap.get(subject.id).copied();
    let moved = previous.figures.skill(subject.id);
    let amount = |of: Option<Amount>| of.map(|amount| (amount.before, amount.after));
    let parts = [
        ("overlap", overlap, Good::Down),
        ("recall", amount(moved.map(|moved| moved.recall)), Good::Up),
        ("precision", amount(moved.map(|moved| moved.precision)), Good::Up),
    ];
    let mut line = Line::default();
    for (what, amounts, good) in parts {
        let Some((Some(before), Some(after))) = amounts else { continue };
        let Some(moved) = moved_by(theme, before, after, good) else { continue };
        let gap = if line.spans.is_empty() { "" } else { ", " };
        line.push_span(Span::raw(format!("{gap}{what} ")));
        line.push_span(moved);
    }
    if !line.spans.is_empty() {
        page.field("last save", line);
    }
}

/// Whose prompts it took, and who took its.
fn taken(page: &mut Page<'_>, subject: &Subject<'_>) {
    let board = subject.board;
    let own = Class::Skill(subject.id.clone());
    let confusion = board.now.figures.confusion(Level::Turn1);
    let name = |class: &Class| subject.names.class(class).to_owned();
    let mut lost = Vec::new();
    let mut won = Vec::new();
    for cell in confusion.errors() {
        if cell.expected == own {
            lost.push((cell.count, name(&cell.engaged)));
        } else if cell.engaged == own {
            won.push((cell.count, name(&cell.expected)));
        }
    }
    for (label, mut list) in [("loses", lost), ("takes", won)] {
        list.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        let things: Vec<String> =
            list.iter().map(|(count, name)| format!("{name} {count}")).collect();
        if !things.is_empty() {
            let text = page.listed(&things, NAMED);
            page.field(label, in_role(page.theme, Role::Wrong, &text));
        }
    }
}
