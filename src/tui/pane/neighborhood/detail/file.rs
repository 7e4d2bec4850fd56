//! A file that is no usable skill, or that the harness does not load; and findings in general.

use ratatui::text::{Line, Span};

use super::page::{Page, in_role};
use crate::{
    core::{
        diagnostic::{Diagnostic, Severity},
        workbench::Board,
    },
    tui::{theme::Role, widget::text::plain},
};

pub fn write(page: &mut Page<'_>, board: &Board, path: &str) {
    let (theme, symbols) = (page.theme, page.theme.symbols());
    let catalog = &board.now.snapshot.catalog;
    let title = |page: &mut Page<'_>, name: &str| {
        page.text(Line::styled(plain(name).to_string(), theme.strong(Role::Accent)));
    };
    if let Some(file) = catalog.unusable.iter().find(|file| file.path == path) {
        title(page, &file.folder);
        let text = format!("{} cannot be used: few harnesses offer it", symbols.fail);
        page.text(Line::styled(text, theme.style(Role::Error)));
        page.path(0, &file.path);
        page.heading("Why");
        file.diagnostics.iter().for_each(|found| finding(page, found));
    } else if let Some(file) = catalog.not_loaded.iter().find(|file| file.path == path) {
        title(page, &file.name);
        page.text(Line::styled(
            format!("{} not loaded", symbols.abstained),
            theme.style(Role::Warn),
        ));
        page.path(0, &file.path);
        page.heading("Why");
        page.say(Role::Text, &file.reason);
    } else {
        page.say(Role::Accent, path);
        let text = format!("{} gone", symbols.gone);
        page.text(Line::styled(text, theme.style(Role::Gone)));
    }
}

/// What was found, where, and what to do about it.
pub fn finding(page: &mut Page<'_>, found: &Diagnostic) {
    let (theme, symbols) = (page.theme, page.theme.symbols());
    let (mark, role) = match found.severity {
        Severity::Error => (symbols.fail, Role::Error),
        Severity::Warning => (symbols.warn, Role::Warn),
        Severity::Note => (symbols.separator, Role::Dim),
    };
    let mark = Span::styled(mark, theme.style(role));
    page.hanging(mark, in_role(theme, Role::Text, &found.message));
    let mut place = found.path.clone();
    for number in [found.line, found.column].into_iter().flatten() {
        place.push_str(&format!(":{number}"));
    }
    let place = format!("{place} [{}]", found.code);
    page.path(2, &place);
    if !found.remedy.is_empty() {
        let arrow = Span::styled(symbols.to, theme.style(Role::Accent));
        let mark = Span::from(format!("  {}", arrow.content)).style(arrow.style);
        page.hanging(mark, in_role(theme, Role::Text, &found.remedy));
    }
}
