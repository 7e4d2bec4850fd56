//! What is said about an asked prompt: who would take it, why, and what speaks for the expected one.
//!
//! Must not know how the prompt is typed.

use ratatui::text::{Line, Span};

use crate::{
    core::{
        id::SkillId,
        lexical::{
            Lean,
            keyword::{Pick, Reason},
        },
    },
    tui::{
        action::{Action, Context},
        app::Scene,
        theme::Role,
        widget::text::plain,
    },
};

/// Words named on each side.
const NAMED: usize = 5;

/// A prompt and its answer.
#[derive(Clone, Copy, Debug)]
pub struct Answered<'a> {
    pub scene: &'a Scene<'a>,
    pub prompt: &'a str,
    /// Whom the keyword rules pick.
    pub picked: Option<(&'a SkillId, Pick)>,
    /// The row of the ranking under the cursor.
    pub looked_at: Option<&'a SkillId>,
    /// The ranking, best first.
    pub ranked: &'a [SkillId],
}

impl Answered<'_> {
    fn name(&self, id: &SkillId) -> String {
        plain(self.scene.names.called(id)).to_string()
    }

    /// The skill that the person has selected: whose prompt this should be.
    fn expected(&self) -> Option<&SkillId> {
        self.scene.selection.skill.as_ref()
    }
}

/// Who takes the prompt, whether that is the selected skill, and which keys go on from here.
pub fn head(answered: &Answered<'_>, typing: bool) -> Vec<Line<'static>> {
    let (theme, dim) = (answered.scene.theme, answered.scene.theme.style(Role::Dim));
    let symbols = theme.symbols();
    let expected = answered.expected();
    let picked = answered.picked.map(|(id, _)| id);
    let (mark, role) = match (picked, expected) {
        (None, _) => (symbols.abstained, Role::Undecided),
        (picked, expected) if picked == expected => (symbols.expected, Role::Expected),
        _ => (symbols.wrong, Role::Wrong),
    };
    let mut verdict = Line::from(Span::styled(format!("{mark} "), theme.style(role)));
    match answered.picked {
        Some((id, pick)) => {
            verdict.push_span(Span::styled(answered.name(id), theme.strong(Role::Accent)));
            let why = match pick.reason {
                Reason::Phrase => " would take it: the prompt names it".to_owned(),
                Reason::Score(score) => {
                    format!(" would take it: its description shares most, {score:.3}")
                }
            };
            verdict.push_span(Span::raw(why));
        }
        None => verdict.push_span(Span::raw(
            "nobody would take it: no skill is named and no description shares a word",
        )),
    }
    verdict.push_span(Span::styled(
        format!(" {} keyword, a stand-in", symbols.separator),
        theme.style(Role::Caveat),
    ));
    let key = |stack: &[Context], action| answered.scene.keymap.key_in(stack, action);
    let mut lines = vec![verdict];
    let mut keyed = |key: Option<String>, what: String| {
        let Some(key) = key else { return };
        let what = Span::styled(format!(" {what}"), dim);
        lines.push(Line::from(vec![Span::styled(key, theme.style(Role::Key)), what]));
    };
    if typing {
        keyed(key(&[Context::Input], Action::Accept), "pins the prompt".to_owned());
    } else {
        if let Some(expected) = expected {
            let name = answered.name(expected);
            keyed(
                key(&[Context::Neighborhood, Context::Ask], Action::AddRow),
                format!("keeps it as a row that expects {name}"),
            );
        }
        keyed(key(&[Context::Global], Action::Ask), "types on".to_owned());
    }
    lines
}

/// On which words the expected skill and its strongest competitor differ.
pub fn words(answered: &Answered<'_>) -> Vec<Line<'static>> {
    let theme = answered.scene.theme;
    let lexicon = &answered.scene.board.now.lexicon;
    let Some(expected) = answered.expected() else { return Vec::new() };
    let Some(target) = lexicon.position(expected) else { return Vec::new() };
    // The one looked at, else the one picked, else the best of the others.
    let picked = answered.picked.map(|(id, _)| id);
    let others = [answered.looked_at, picked].into_iter().flatten().chain(answered.ranked);
    let other = others.into_iter().find(|id| *id != expected);
    let Some((other, rival)) = other.and_then(|id| Some((id, lexicon.position(id)?))) else {
        return Vec::new();
    };
    let found = lexicon.attribution(answered.prompt, target, Some(rival));
    let leans = |leans: &[Lean]| {
        let words = leans.iter().take(NAMED);
        let words: Vec<String> =
            words.map(|lean| format!("{} {:+.2}", plain(&lean.term), lean.delta().abs())).collect();
        if words.is_empty() { "no word".to_owned() } else { words.join(", ") }
    };
    let mut lines = vec![Line::default()];
    let sides = [(other, &found.drivers, Role::Wrong), (expected, &found.anchors, Role::Expected)];
    for (id, words, role) in sides {
        lines.push(Line::from(vec![
            Span::styled(theme.symbols().to, theme.style(role)),
            Span::styled(format!(" {}: ", answered.name(id)), theme.style(role)),
            Span::raw(leans(words)),
        ]));
    }
    let unscored: Vec<String> = found.unscored.iter().map(|word| plain(word).to_string()).collect();
    if !unscored.is_empty() {
        let text = format!("counts for neither: {}", unscored.join(", "));
        lines.push(Line::styled(text, theme.style(Role::Dim)));
    }
    lines
}
