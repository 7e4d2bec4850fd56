//! One skill and everyone it competes with, with every number that a picture of them may show.
//!
//! Computed once a lexicon and focus. Must not know cells or colours.

use crate::{
    core::{
        id::SkillId,
        lexical::Lexicon,
        scene::{edge::Side, fan::Rival, slots::Claim},
        workbench::Board,
    },
    tui::{
        pane::neighborhood::taken::{Taken, Takings},
        theme::Theme,
        widget::rate::short,
    },
};

/// A competitor of the focus.
#[derive(Clone, Debug, PartialEq)]
pub struct Competitor {
    pub id: SkillId,
    pub name: String,
    /// The rival's score on the focus's text, as a share of the focus's own.
    pub outbound: Option<f64>,
    /// The focus's score on the rival's text, as a share of the rival's own.
    pub inbound: Option<f64>,
    /// The stronger of the two at the baseline, in the direction that is stronger now.
    pub before: Option<f64>,
    /// The rival is not in the baseline.
    pub new: bool,
}

impl Competitor {
    pub fn claim(&self) -> Claim<'_> {
        Claim { id: &self.id, outbound: self.outbound, inbound: self.inbound }
    }

    /// The ratio of the stronger direction, and that of the other one.
    pub fn ratios(&self) -> (Option<f64>, Option<f64>) {
        match self.claim().side() {
            Side::Left => (self.outbound, self.inbound),
            Side::Right => (self.inbound, self.outbound),
        }
    }

    /// How much the stronger direction grew since the baseline; `None` for less than can be read.
    pub fn moved(&self) -> Option<f64> {
        let by = self.ratios().0? - self.before?;
        (by.abs() >= 0.005).then_some(by)
    }

    /// Owner and thief in the stronger direction.
    pub fn direction<'a>(&'a self, focus: &'a SkillId) -> (&'a SkillId, &'a SkillId) {
        match self.claim().side() {
            Side::Left => (focus, &self.id),
            Side::Right => (&self.id, focus),
        }
    }

    /// What was taken in the stronger direction.
    pub fn taken(&self, focus: &SkillId, takings: &Takings) -> Taken {
        let (owner, thief) = self.direction(focus);
        takings.of(owner, thief)
    }

    /// What happened to prompts in the stronger direction: the rival stole the focus's, or the
    /// focus took the rival's.
    pub fn word(&self) -> &'static str {
        match self.claim().side() {
            Side::Left => "stolen",
            Side::Right => "taken",
        }
    }

    /// `▲ +.07`, or `new`; empty where nothing changed.
    pub fn change(&self, theme: &Theme) -> String {
        match self.moved() {
            _ if self.new => "new".to_owned(),
            Some(by) => {
                let mark = theme.symbols().change(by).unwrap_or_default();
                let sign = if by < 0.0 { '-' } else { '+' };
                format!("{mark} {sign}{}", short(theme, Some(by.abs())))
            }
            None => String::new(),
        }
    }

    /// The rival as the fan lays it out, with as much of the detail as `cells` have room for.
    pub fn rival(&self, focus: &SkillId, takings: &Takings, theme: &Theme, cells: u16) -> Rival {
        let (strong, weak) = self.ratios();
        let undefined = theme.symbols().undefined;
        let taken = self.taken(focus, takings).text();
        let taken = taken.unwrap_or_else(|| undefined.to_owned());
        let word = self.word();
        let (dot, back, change) =
            (theme.symbols().separator, short(theme, weak), self.change(theme));
        let said = |change: &str| if change.is_empty() { "" } else { " " };
        let gap = said(&change);
        // From the whole to the one number that nothing else says.
        let ways = [
            format!("{change}{gap}back {back} {dot} {taken} {word}"),
            format!("{change}{gap}{taken} {word}"),
            format!("{taken} {word}"),
            taken.clone(),
        ];
        let fits = |way: &&String| crate::core::scene::names::width(way) <= cells;
        let detail = ways.iter().find(fits).cloned().unwrap_or(taken);
        Rival {
            id: self.id.clone(),
            name: self.name.clone(),
            figure: short(theme, strong),
            detail,
            outbound: self.outbound,
            inbound: self.inbound,
        }
    }
}

/// Everyone who competes with `focus`, strongest first; `None` if it does not compete at all.
pub fn competitors(board: &Board, focus: &SkillId) -> Option<Vec<Competitor>> {
    let lexicon = &*board.now.lexicon;
    let at = lexicon.position(focus)?;
    let near = lexicon.neighbourhood();
    let out = near.rows.get(at).into_iter().flat_map(|row| &row.rivals).map(|rival| rival.index);
    let back = near.inbound.get(at).into_iter().flatten().map(|inbound| inbound.index);
    let mut others: Vec<usize> = out.chain(back).filter(|&other| other != at).collect();
    others.sort_unstable();
    others.dedup();
    let before = board.baseline.as_ref().map(|against| &*against.state.lexicon);
    let mut found: Vec<Competitor> =
        others.into_iter().map(|other| competitor(lexicon, before, at, other)).collect();
    found.sort_by(|a, b| {
        let strength = b.claim().strength().total_cmp(&a.claim().strength());
        strength.then_with(|| a.id.cmp(&b.id))
    });
    Some(found)
}

fn competitor(lexicon: &Lexicon, before: Option<&Lexicon>, at: usize, other: usize) -> Competitor {
    let pair = lexicon.field().pair(at, other);
    let mut competitor = Competitor {
        id: lexicon.id(other).clone(),
        name: lexicon.name(other).to_owned(),
        outbound: pair.a_by_b,
        inbound: pair.b_by_a,
        before: None,
        new: false,
    };
    if let Some(before) = before {
        let old = before.position(lexicon.id(at)).zip(before.position(&competitor.id));
        competitor.new = before.position(&competitor.id).is_none();
        let old = old.map(|(at, other)| before.field().pair(at, other));
        competitor.before = old.and_then(|old| match competitor.claim().side() {
            Side::Left => old.a_by_b,
            Side::Right => old.b_by_a,
        });
    }
    competitor
}
