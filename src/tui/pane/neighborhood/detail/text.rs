//! What the skill says of itself: its description with the contested words marked, and the edit
//! since the baseline.

use ratatui::{
    style::{Modifier, Style},
    text::{Line, Span},
};

use super::{
    Subject,
    page::{Page, in_role},
    rivals::Rivals,
};
use crate::{
    core::skill::{Piece, PieceKind, Skill, words},
    tui::{
        pane::neighborhood::{since, since_name},
        theme::{Role, Theme},
        widget::{
            rate::short,
            text::{Mark, marked_block, plain},
        },
    },
};

/// Bytes of a description that are shown; nobody reads more, and no harness lists it.
const LONGEST: usize = 16 * 1024;

pub fn write(page: &mut Page<'_>, subject: &Subject<'_>, rivals: &Rivals, skill: &Skill) {
    edit(page, subject, skill);
    page.heading("Description");
    let text = head(skill.doc.description.trim_end());
    if text.is_empty() {
        page.say(Role::Error, "There is none: a model has nothing to go by.");
        return;
    }
    let (text, marks) = contested(page.theme, text, rivals);
    for line in marked_block(&text, Style::new(), &marks) {
        page.text(line);
    }
    legend(page, rivals);
}

/// The text with its contested words marked. Behind the last word of each stretch that competes
/// with one rival stands that rival's number: a number at every word could not be read.
fn contested(theme: &Theme, text: &str, rivals: &Rivals) -> (String, Vec<Mark>) {
    let (mut out, mut marks) = (String::new(), Vec::new());
    let mut from = 0;
    let mut told = rivals
        .marks
        .iter()
        .filter_map(|mark| Some((rivals.slot(mark.rival)?, &mark.range)))
        .peekable();
    while let Some((slot, range)) = told.next() {
        // A text that was cut short ends before its last marks.
        let (Some(before), Some(word)) = (text.get(from..range.start), text.get(range.clone()))
        else {
            break;
        };
        out.push_str(before);
        let start = out.len();
        out.push_str(word);
        if told.peek().is_none_or(|(next, _)| *next != slot) {
            out.push_str(theme.symbols().rival(slot));
        }
        let style = theme.style(Role::rival(slot)).add_modifier(Modifier::UNDERLINED);
        marks.push(Mark { range: start..out.len(), style });
        from = range.end;
    }
    out.push_str(text.get(from..).unwrap_or_default());
    (out, marks)
}

/// Whose number is whose.
fn legend(page: &mut Page<'_>, rivals: &Rivals) {
    let theme = page.theme;
    let mut line = Line::default();
    for (slot, words) in rivals.legend() {
        if !line.spans.is_empty() {
            line.push_span(Span::raw("  "));
        }
        line.push_span(rivals.name(theme, slot));
        let ratio = short(theme, rivals.ratio(slot));
        let count = if words == 1 { "1 word".to_owned() } else { format!("{words} words") };
        line.push_span(Span::styled(format!(" {ratio}, {count}"), theme.style(Role::Dim)));
    }
    if !line.spans.is_empty() {
        page.gap();
        page.text(line);
    }
}

/// The words that were taken out and put in since the baseline.
fn edit(page: &mut Page<'_>, subject: &Subject<'_>, skill: &Skill) {
    let theme = page.theme;
    let Some(since) = since(subject.board) else { return };
    let Some(before) = since.state.snapshot.catalog.get(subject.id) else { return };
    let parts = [
        ("Description", before.doc.description.as_str(), skill.doc.description.as_str()),
        (
            "When to use",
            before.doc.when_to_use.as_deref().unwrap_or_default(),
            skill.doc.when_to_use.as_deref().unwrap_or_default(),
        ),
    ];
    for (part, old, new) in parts.into_iter().filter(|(_, old, new)| old != new) {
        page.heading(&format!("{part}, edited since {}", plain(since_name(subject.board))));
        let pieces = words(head(old).trim_end(), head(new).trim_end());
        let mut line = Line::default();
        for piece in pieces {
            line.spans.extend(shown(theme, &piece).spans);
        }
        page.text(line);
    }
}

/// A piece of an edit, in brackets that say without colour what happened to it.
fn shown(theme: &Theme, piece: &Piece) -> Line<'static> {
    let (text, role) = match piece.kind {
        PieceKind::Kept => (piece.text.clone(), Role::Text),
        PieceKind::Removed => (format!("[-{}-]", piece.text), Role::Gone),
        PieceKind::Added => (format!("{{+{}+}}", piece.text), Role::New),
    };
    in_role(theme, role, &text.replace('\n', " "))
}

/// The fields beside the description.
pub fn write_rest(page: &mut Page<'_>, skill: &Skill) {
    if let Some(when) = &skill.doc.when_to_use {
        page.heading("When to use");
        page.say(Role::Text, head(when).trim_end());
    }
    if !skill.doc.allowed_tools.is_empty() {
        page.heading("Allowed tools");
        page.say(Role::Text, &skill.doc.allowed_tools.join(", "));
    }
}

/// As much of a text as is shown.
fn head(text: &str) -> &str {
    let end = (0..=LONGEST.min(text.len())).rev().find(|at| text.is_char_boundary(*at));
    &text[..end.unwrap_or(0)]
}
