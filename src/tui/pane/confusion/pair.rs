//! Both sides of a confusion: their figures, and their descriptions with the contested words marked.
//!
//! Must not know prompts.

use ratatui::{
    style::Modifier,
    text::{Line, Span},
};

use super::steals::{before, moved};
use crate::{
    core::{
        id::SkillId,
        measure::{Class, confusion::Level},
        workbench::Board,
    },
    tui::{
        app::Scene,
        pane::standing,
        theme::{Role, Theme},
        widget::{
            rate::{counted, short},
            text::{Mark, marked_block, plain, styled},
        },
    },
};

/// Bytes of a description that are shown.
const LONGEST: usize = 8 * 1024;
/// Contested words that are listed.
const WORDS: usize = 8;

/// The lines about a pair, not yet wrapped.
pub fn lines(scene: &Scene<'_>, expected: &Class, engaged: &Class) -> Vec<Line<'static>> {
    let (board, theme) = (scene.board, scene.theme);
    let mut lines = Vec::new();
    stolen(scene, expected, engaged, &mut lines);
    if expected != engaged {
        stolen(scene, engaged, expected, &mut lines);
    }
    if let Some(caveat) = standing::caveat(board) {
        lines.push(Line::styled(caveat, theme.style(Role::Caveat)));
    }
    let sides = [("expected", expected, engaged), ("engaged", engaged, expected)];
    for (word, class, rival) in sides.into_iter().take(1 + usize::from(expected != engaged)) {
        lines.push(Line::default());
        match class.skill() {
            Some(id) => side(scene, word, id, rival.skill(), &mut lines),
            None => {
                let text = format!("{word}: no skill");
                lines.push(Line::styled(text, theme.strong(Role::Heading)));
            }
        }
    }
    if let (Some(expected), Some(engaged)) = (expected.skill(), engaged.skill()) {
        words(board, theme, expected, engaged, &mut lines);
    }
    lines
}

/// `a → b 5/12 = .42 [.19 .68] ▲ +3`
fn stolen(scene: &Scene<'_>, expected: &Class, engaged: &Class, lines: &mut Vec<Line<'static>>) {
    let (board, theme) = (scene.board, scene.theme);
    let [from, to] = [expected, engaged].map(|class| scene.names.class(class));
    let text = format!("{from} {} {to}  ", theme.symbols().to);
    let mut line = styled(&text, theme.strong(Role::Text));
    let figures = &board.now.figures;
    let count = figures.confusion(Level::Turn1).count(expected, engaged);
    let steal = figures
        .steals
        .iter()
        .find(|steal| steal.expected == *expected && engaged.skill() == Some(&steal.engaged));
    match steal {
        Some(steal) => {
            line.spans.extend(counted(theme, &standing::sure(board, &steal.share)).spans)
        }
        None => line.push_span(Span::raw(format!("{count} probes"))),
    }
    let before = before(board, Level::Turn1, expected, engaged);
    if let Some(moved) = moved(theme, before, count, expected != engaged) {
        line.spans.extend([Span::raw(" "), moved]);
    }
    lines.push(line);
}

fn side(
    scene: &Scene<'_>,
    word: &str,
    id: &SkillId,
    rival: Option<&SkillId>,
    lines: &mut Vec<Line<'static>>,
) {
    let (board, theme) = (scene.board, scene.theme);
    let dim = theme.style(Role::Dim);
    let mut title = Line::styled(format!("{word}: "), dim);
    title.spans.extend(styled(scene.names.called(id), theme.strong(Role::Accent)).spans);
    lines.push(title);
    if let Some(skill) = board.now.figures.skill(id) {
        for (name, rate) in
            [("recall ", &skill.turn1.recall), ("precision ", &skill.turn1.precision)]
        {
            let mut line = Line::styled(name, dim);
            line.spans.extend(counted(theme, &standing::sure(board, rate)).spans);
            lines.push(line);
        }
    }
    let lexicon = &board.now.lexicon;
    let Some(at) = lexicon.position(id) else { return };
    let Some(doc) = lexicon.docs().get(at) else { return };
    let rival = rival.and_then(|rival| lexicon.position(rival));
    let style = theme.style(Role::rival(0)).add_modifier(Modifier::UNDERLINED);
    let marks: Vec<Mark> = rival
        .map(|rival| lexicon.marks(at, &[rival]))
        .unwrap_or_default()
        .into_iter()
        .map(|mark| Mark { range: mark.range, style })
        .collect();
    let text = head(doc.description.trim_end());
    lines.extend(marked_block(text, theme.style(Role::Text), &marks));
}

fn head(text: &str) -> &str {
    let end = (0..=LONGEST.min(text.len())).rev().find(|end| text.is_char_boundary(*end));
    text.get(..end.unwrap_or(0)).unwrap_or_default()
}

/// Words of the expected skill that the other answers to, and how much of its pull each makes.
fn words(
    board: &Board,
    theme: &Theme,
    expected: &SkillId,
    engaged: &SkillId,
    lines: &mut Vec<Line<'static>>,
) {
    let lexicon = &board.now.lexicon;
    let (Some(subject), Some(rival)) = (lexicon.position(expected), lexicon.position(engaged))
    else {
        return;
    };
    if subject == rival {
        return;
    }
    let contested = lexicon.contested(subject, rival);
    let parts: Vec<String> = contested
        .iter()
        .filter(|word| !word.common)
        .take(WORDS)
        .map(|word| format!("{} {}", word.term, short(theme, Some(word.share))))
        .collect();
    lines.push(Line::default());
    let pair = lexicon.field().pair(subject, rival);
    let ratio = short(theme, pair.a_by_b);
    let title = format!("contested words, overlap {ratio} (lexical, no evidence of routing)");
    lines.push(Line::styled(title, theme.style(Role::Heading)));
    lines.push(match parts.is_empty() {
        true => Line::styled("none: their words do not explain it", theme.style(Role::Dim)),
        false => plain(&parts.join(", ")),
    });
}
