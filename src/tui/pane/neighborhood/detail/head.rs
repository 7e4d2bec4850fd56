//! The top of a page: what the skill is called, where it lies, whether a model can see it.

use ratatui::text::{Line, Span};

use super::{
    Subject,
    file::finding,
    findings,
    page::{Page, in_role},
};
use crate::{
    core::{id::SkillId, listing::State, skill::Skill, workbench::Board},
    tui::{
        pane::{
            disclosure,
            neighborhood::{since, since_name},
        },
        theme::Role,
        widget::text::plain,
    },
};

/// Copies that are named before the rest is counted.
const COPIES: usize = 4;

pub fn write(page: &mut Page<'_>, subject: &Subject<'_>, skill: &Skill) {
    let theme = page.theme;
    let name = plain(subject.names.called(&skill.id)).to_string();
    page.text(Line::styled(name, theme.strong(Role::Accent)));
    state(page, subject, skill);
    page.path(0, &skill.path);
    if !skill.copies.is_empty() {
        let count = skill.copies.len();
        let copies = if count == 1 { "a copy" } else { "copies" };
        let text = format!("{copies} folded: {}", page.listed(&skill.copies, COPIES));
        page.say(Role::Dim, &text);
    }
    let catalog = &subject.board.now.snapshot.catalog;
    let here = |path: &str| path == skill.path || skill.copies.iter().any(|copy| copy == path);
    let shared = catalog.findings.iter().filter(|found| here(&found.path));
    match subject.board.now.linting.known() {
        Some(_) => findings::write(page, subject),
        // Until the rules are through there is what reading has told.
        None => {
            let mut found = skill.doc.diagnostics.iter().chain(shared).peekable();
            if found.peek().is_some() {
                page.heading("Findings");
                found.for_each(|found| finding(page, found));
            }
        }
    }
}

/// Whether the model is shown the skill, and what happened to it since the baseline.
fn state(page: &mut Page<'_>, subject: &Subject<'_>, skill: &Skill) {
    let (theme, symbols) = (page.theme, page.theme.symbols());
    let (mark, text, role) = if subject.board.now.snapshot.muted.contains(subject.id) {
        (symbols.muted, "muted: left out until you bring it back", Role::Warn)
    } else if skill.doc.lenient {
        (symbols.warn, "read leniently: some harnesses drop it", Role::Error)
    } else if skill.hidden() {
        (symbols.hidden, "hidden from the model by its own wish", Role::Dim)
    } else {
        listed(page, subject).unwrap_or((symbols.pass, "resident", Role::Pass))
    };
    let mut line = Line::from(Span::styled(format!("{mark} {text}"), theme.style(role)));
    if let Some(since) = since(subject.board) {
        let diff = &since.catalog;
        let edited = diff.changed.iter().find(|(id, _)| id == subject.id);
        let happened = if diff.added.contains(subject.id) {
            Some((symbols.new, "new", Role::New))
        } else {
            edited.map(|_| (symbols.edited, "edited", Role::Changed))
        };
        if let Some((mark, what, role)) = happened {
            let gap = format!(" {} ", symbols.separator);
            line.push_span(Span::styled(gap, theme.style(Role::Dim)));
            line.push_span(Span::styled(format!("{mark} {what} "), theme.style(role)));
            let since = format!("since {}", since_name(subject.board));
            line.spans.extend(in_role(theme, Role::Dim, &since).spans);
        }
    }
    page.text(line);
}

/// What the harness does to a resident that it does not list whole.
fn listed(page: &Page<'_>, subject: &Subject<'_>) -> Option<(&'static str, &'static str, Role)> {
    let state = subject.board.now.listing.as_ref()?.state(subject.id)?;
    let text = match state {
        State::Cut => "cut: the model reads a part of it",
        State::NameOnly => "name only: no room in the listing",
        State::Omitted => "omitted: no room in the listing",
        State::Withheld => "withheld: others are nearer to the prompt",
        _ => return None,
    };
    let (mark, role) = disclosure::mark(page.theme, state);
    Some((mark, text, role))
}

/// A skill that a save took away.
pub fn write_gone(page: &mut Page<'_>, board: &Board, id: &SkillId) {
    let theme = page.theme;
    page.say(Role::Accent, id.as_str());
    let mark = theme.symbols().gone;
    let text = format!("{mark} gone in generation {}", board.now.generation());
    page.text(Line::styled(text, theme.style(Role::Gone)));
    let before = board.previous.as_ref().and_then(|p| p.state.snapshot.catalog.get(id));
    if let Some(before) = before {
        page.path(0, &before.path);
        page.heading("What it said");
        page.say(Role::Text, before.doc.description.trim_end());
    }
}
