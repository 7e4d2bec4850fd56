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
    let mut place = String::new();
    for number in [found.line, found.column].into_iter().flatten() {
        place.push_str(&format!("{number}:"));
    }
    let rule = format!("{} [{}]", place.trim_end_matches(':'), found.rule);
    page.path(2, rule.trim_start());
    // What another skill is to do is told there.
    if found.skill.as_ref() == Some(subject.id) && !found.remedy.is_empty() {
        let arrow = Span::styled(symbols.to, theme.style(Role::Accent));
        let mark = Span::from(format!("  {}", arrow.content)).style(arrow.style);
        page.hanging(mark, in_role(theme, Role::Text, &found.remedy));
    }
}
