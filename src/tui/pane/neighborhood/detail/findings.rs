//! What the rules of the lint find of a skill, the worst first.

use ratatui::text::Span;

use super::{
    Subject,
    page::{Page, in_role},
};
use crate::{
    core::lint::{Finding, Level},
    tui::theme::Role,
};

/// Findings that are shown before the rest is counted.
const MOST: usize = 6;

pub fn write(page: &mut Page<'_>, subject: &Subject<'_>) {
    let all: Vec<&Finding> = subject.board.now.linting.about(subject.id).collect();
    if all.is_empty() {
        return;
    }
    page.heading("Findings");
    all.iter().take(MOST).for_each(|found| one(page, subject, found));
    if let Some(more) = all.len().checked_sub(MOST).filter(|more| *more > 0) {
        page.say(Role::Dim, &format!("and {more} more: skillscope lint tells them"));
    }
}

fn one(page: &mut Page<'_>, subject: &Subject<'_>, found: &Finding) {
    let (theme, symbols) = (page.theme, page.theme.symbols());
    let (mark, role) = match found.level {
        Level::Error => (symbols.fail, Role::Error),
        Level::Warn => (symbols.warn, Role::Warn),
        Level::Info | Level::Ignore => (symbols.separator, Role::Dim),
    };
    let mark = Span::styled(mark, theme.style(role));
    page.hanging(mark, in_role(theme, Role::Text, &found.message));
    let own = found.skill.as_ref() == Some(subject.id);
    let place: Vec<String> = match &found.skill {
        // In which file stands above.
        Some(_) if own => {
            [found.line, found.column].into_iter().flatten().map(|at| at.to_string()).collect()
        }
        other => other.iter().map(|id| id.to_string()).collect(),
    };
    page.path(2, format!("{} [{}]", place.join(":"), found.rule).trim_start());
    // What another skill is to do is told there.
    if own && !found.remedy.is_empty() {
        let arrow = Span::styled(symbols.to, theme.style(Role::Accent));
        let mark = Span::from(format!("  {}", arrow.content)).style(arrow.style);
        page.hanging(mark, in_role(theme, Role::Text, &found.remedy));
    }
}
