//! The pair of skills that collides most, in words that give way where there is little room.
//!
//! Must not know what stands beside it.

use ratatui::text::Line;

use crate::{
    core::{id::SkillId, measure::Class, visible, workbench::trouble::TroubleKind},
    tui::{
        app::Scene,
        theme::Theme,
        widget::text::{Cut, cut, width},
    },
};

/// Overlap of a skill with its nearest rival from which the two are said to collide, as a share of
/// the skill's own score.
const COLLIDES: f64 = 0.8;

/// The fewest cells of a name that was cut: nobody knows a skill by its ellipsis.
const NAME: usize = 4;

/// Two skills with what is between them and behind them, or a sentence about none.
#[derive(Debug)]
pub(super) enum Collision {
    Pair([String; 4]),
    None(&'static str),
}

impl Collision {
    /// As measured, if it was measured, else by the words.
    pub(super) fn of(scene: &Scene<'_>) -> Self {
        let (board, symbols) = (scene.board, scene.theme.symbols());
        let name = |id: &SkillId| visible::line(scene.names.called(id)).into_owned();
        let steals = &board.now.figures.steals;
        let stolen = steals.iter().find_map(|steal| match &steal.expected {
            Class::Skill(victim) => Some((steal, victim)),
            Class::None => None,
        });
        if let Some((steal, victim)) = stolen {
            let thief = name(&steal.engaged);
            let between = format!(" takes {} from ", steal.count);
            return Self::Pair([thief, between, name(victim), String::new()]);
        }
        let residents = board
            .trouble
            .iter()
            .filter(|row| matches!(row.kind, TroubleKind::Resident | TroubleKind::Dropped));
        let closest = residents
            .filter_map(|row| Some((row.ratio?, row.key.skill()?, row.nearest.as_ref()?)))
            .max_by(|a, b| a.0.total_cmp(&b.0));
        match closest {
            Some((ratio, skill, rival)) if ratio >= COLLIDES => {
                let between = format!(" {} ", symbols.between);
                let (skill, rival) = (name(skill), name(rival));
                Self::Pair([skill, between, rival, format!(" {ratio:.2}")])
            }
            Some(_) => Self::None("no two closely"),
            None => Self::None(symbols.undefined),
        }
    }

    fn text(&self) -> String {
        match self {
            Self::Pair(words) => words.concat(),
            Self::None(sentence) => (*sentence).to_owned(),
        }
    }

    /// Cells of the whole.
    pub(super) fn width(&self) -> usize {
        width(&self.text())
    }

    pub(super) fn line(&self) -> Line<'static> {
        Line::raw(self.text())
    }

    /// The line in `cells` cells, its names cut in the middle; the whole where that would leave too
    /// little of them.
    pub(super) fn within(&self, theme: &Theme, cells: usize) -> Line<'static> {
        let too_wide = self.width().saturating_sub(cells);
        let Self::Pair([first, between, second, rest]) = self else { return self.line() };
        let (left, right) = (width(first), width(second));
        let names = (left + right).saturating_sub(too_wide);
        if too_wide == 0 || names < 2 * NAME {
            return self.line();
        }
        // A name that is short as it is leaves the other what it does not need.
        let left = left.min(names.saturating_sub(right.min(names / 2)));
        let short = |name, cells| cut(name, cells, Cut::Middle, theme.symbols().ellipsis);
        let (first, second) = (short(first, left), short(second, names - left));
        Line::raw(format!("{first}{between}{second}{rest}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_give_way_and_the_shorter_one_last() {
        let words =
            ["bread".into(), " takes 1 from ".into(), "wedding-cakes".into(), String::new()];
        let shown = |cells| Collision::Pair(words.clone()).within(&Theme::default(), cells);
        assert_eq!(shown(40).to_string(), "bread takes 1 from wedding-cakes");
        assert_eq!(shown(27).to_string(), "bread takes 1 from wedd…kes");
        assert_eq!(shown(24).to_string(), "bread takes 1 from we…es");
        assert_eq!(shown(22).to_string(), "br…d takes 1 from we…s");
        assert_eq!(shown(21).to_string(), "bread takes 1 from wedding-cakes", "too little is left");
    }
}
