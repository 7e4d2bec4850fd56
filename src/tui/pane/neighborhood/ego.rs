//! One skill and everyone it competes with, with every number that a picture of them may show.
//!
//! Computed once a lexicon and focus. Must not know cells or colours.

use crate::{
    core::{
        id::SkillId,
        scene::{edge::Side, fan::Rival, slots::Claim},
        workbench::Board,
    },
    tui::{
        pane::{
            names::Names,
            neighborhood::taken::{Taken, Takings},
        },
        theme::Theme,
        widget::{rate::short, scene::ink},
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
    fn moved(&self) -> Option<f64> {
        let by = self.ratios().0? - self.before?;
        (by.abs() >= 0.005).then_some(by)
    }

    /// What was taken either way, with the word for it: what the focus lost to the rival, and what
    /// it took of the rival's. The stronger direction comes first, unless only the other one took.
    fn takings(&self, focus: &SkillId, takings: &Takings) -> [(Taken, &'static str); 2] {
        let lost = (takings.of(focus, &self.id), "stolen");
        let won = (takings.of(&self.id, focus), "taken");
        let [first, second] = match self.claim().side() {
            Side::Left => [lost, won],
            Side::Right => [won, lost],
        };
        if first.0.count == 0 && second.0.count > 0 { [second, first] } else { [first, second] }
    }

    /// One of the two took a prompt of the other.
    pub fn collides(&self, focus: &SkillId, takings: &Takings) -> bool {
        self.takings(focus, takings).iter().any(|(taken, _)| taken.count > 0)
    }

    /// `3/25 stolen`, and what was taken the other way if anything was.
    pub fn measured(&self, focus: &SkillId, takings: &Takings, theme: &Theme) -> Vec<String> {
        let said = |(taken, word): (Taken, &str)| {
            let text = taken.text().unwrap_or_else(|| theme.symbols().undefined.to_owned());
            format!("{text} {word}")
        };
        let [first, second] = self.takings(focus, takings);
        let second = Some(second).filter(|(taken, _)| taken.count > 0);
        std::iter::once(first).chain(second).map(said).collect()
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

    /// The rival as the fan lays it out: `0.81↔0.40 · 3/25 stolen`.
    pub fn rival(&self, focus: &SkillId, takings: &Takings, theme: &Theme) -> Rival {
        let (strong, weak) = self.ratios();
        let symbols = theme.symbols();
        let (figure, back) = (short(theme, strong), short(theme, weak));
        let both = format!("{figure}{}{back}", symbols.between);
        let said = self.measured(focus, takings, theme);
        let separator = ink(theme).separator();
        let joined =
            |figure: &str, said: &[String]| format!("{figure}{separator}{}", said.join(separator));
        let first = said.get(..1).unwrap_or_default();
        let mut ways = vec![joined(&both, &said), joined(&both, first), joined(&figure, first)];
        if self.collides(focus, takings) {
            ways.extend_from_slice(first);
        }
        ways.extend([both, figure.clone()]);
        Rival {
            id: self.id.clone(),
            name: self.name.clone(),
            figure,
            news: self.change(theme),
            detail: ways,
            outbound: self.outbound,
            inbound: self.inbound,
        }
    }
}

/// Everyone who competes with `focus`, strongest first; `None` if it does not compete at all.
pub fn competitors(names: &Names, board: &Board, focus: &SkillId) -> Option<Vec<Competitor>> {
    let lexicon = &*board.now.lexicon;
    let at = lexicon.position(focus)?;
    let near = lexicon.neighbourhood();
    let out = near.rows.get(at).into_iter().flat_map(|row| &row.rivals).map(|rival| rival.index);
    let back = near.inbound.get(at).into_iter().flatten().map(|inbound| inbound.index);
    let mut others: Vec<usize> = out.chain(back).filter(|&other| other != at).collect();
    others.sort_unstable();
    others.dedup();
    let mut found: Vec<Competitor> =
        others.into_iter().map(|other| competitor(names, board, at, other)).collect();
    found.sort_by(|a, b| {
        let strength = b.claim().strength().total_cmp(&a.claim().strength());
        strength.then_with(|| a.id.cmp(&b.id))
    });
    Some(found)
}

fn competitor(names: &Names, board: &Board, at: usize, other: usize) -> Competitor {
    let lexicon = &*board.now.lexicon;
    let before = board.baseline.as_ref().map(|against| &*against.state.lexicon);
    let pair = lexicon.field().pair(at, other);
    let mut competitor = Competitor {
        id: lexicon.id(other).clone(),
        name: names.called(lexicon.id(other)).to_owned(),
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
