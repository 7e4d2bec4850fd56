//! What a colour stands for.

use strum::{EnumCount, EnumIter, EnumString, IntoStaticStr};

/// The roles of styles. A role with a meaning has a symbol or a weight beside its colour, since
/// colour alone says nothing to many eyes and terminals.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    EnumCount,
    EnumIter,
    EnumString,
    IntoStaticStr,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Role {
    /// Running text, and the background of the whole screen.
    Text,
    /// What supports the text: units, rules, counts.
    Dim,
    /// What can be acted on, and the name of the thing in focus.
    Accent,
    /// Titles of panes and columns.
    Heading,
    /// The top line and the foot line.
    Bar,
    /// A key in a hint.
    Key,
    Border,
    BorderFocus,
    /// The selected row of the pane in focus.
    Selection,
    /// The selected row of another pane.
    SelectionIdle,
    /// Characters that a filter or a search matched.
    Match,
    /// A short mark beside a name: listing state, lint.
    Badge,
    /// The mark of figures that are not evidence: drafts, stand-ins, interim.
    Caveat,

    /// The expected skill engaged; a hit.
    Expected,
    /// A neutral helper engaged.
    Neutral,
    /// A skill that should not have engaged; a miss.
    Wrong,
    Warn,
    Error,
    Pass,
    Fail,
    Undecided,

    /// A change for the better; its direction is the symbol's matter.
    Better,
    Worse,
    /// A change that is neither.
    Changed,
    New,
    Gone,

    /// The filled part of a bar.
    Filled,
    /// The empty part of a bar, and scales.
    Track,
    /// An interval and its point.
    Interval,
    /// The same of the baseline.
    Baseline,
    /// A bar that a gate sets.
    Threshold,

    /// One hue from faint to full, as foreground: weights of lines.
    Ramp0,
    Ramp1,
    Ramp2,
    Ramp3,
    Ramp4,
    /// The same hue as background with a readable foreground: cells of a matrix.
    Heat0,
    Heat1,
    Heat2,
    Heat3,
    Heat4,

    /// Slots for the rivals of a skill, told apart by colour, weight and number.
    Rival1,
    Rival2,
    Rival3,
    Rival4,
    Rival5,
    Rival6,
}

impl Role {
    /// Rivals beyond the last slot share it.
    pub const RIVALS: usize = 6;

    const RAMP: [Self; 5] = [Self::Ramp0, Self::Ramp1, Self::Ramp2, Self::Ramp3, Self::Ramp4];
    const HEAT: [Self; 5] = [Self::Heat0, Self::Heat1, Self::Heat2, Self::Heat3, Self::Heat4];

    pub fn id(self) -> &'static str {
        self.into()
    }

    /// The step of the foreground ramp for a share: five equal classes of 0..=1, clamped.
    pub fn ramp(share: f64) -> Self {
        Self::RAMP[step(share)]
    }

    /// The step of the background ramp for a share: five equal classes of 0..=1, clamped.
    pub fn heat(share: f64) -> Self {
        Self::HEAT[step(share)]
    }

    /// The slot of the rival at a 0-based place.
    pub fn rival(place: usize) -> Self {
        match place {
            0 => Self::Rival1,
            1 => Self::Rival2,
            2 => Self::Rival3,
            3 => Self::Rival4,
            4 => Self::Rival5,
            _ => Self::Rival6,
        }
    }
}

/// A class from 0 to 4, so that both ramps may be indexed with it; NaN is the faintest.
fn step(share: f64) -> usize {
    match share {
        s if s >= 0.8 => 4,
        s if s >= 0.6 => 3,
        s if s >= 0.4 => 2,
        s if s >= 0.2 => 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ramp_has_five_equal_classes_and_no_holes() {
        let steps = [0.0, 0.19, 0.2, 0.59, 0.6, 0.8, 1.0, -3.0, 7.0, f64::NAN].map(step);
        assert_eq!(steps, [0, 0, 1, 2, 3, 4, 4, 0, 4, 0]);
        assert_eq!(Role::ramp(1.0), Role::Ramp4);
        assert_eq!(Role::heat(0.0), Role::Heat0);
        assert_eq!(Role::rival(99), Role::Rival6);
    }
}
