//! Values of flags: what each takes, and what is said of one that it does not take.

use std::{fmt::Display, str::FromStr, sync::OnceLock};

use clap::{
    ValueEnum,
    builder::{PossibleValuesParser, RangedI64ValueParser, TypedValueParser},
};
use strum::{IntoEnumIterator, VariantNames as _};

use crate::{
    core::{
        diagnostic::Severity,
        measure::Confidence,
        nearest::nearest,
        plan::{Engages, Rerun},
    },
    engine::{
        agent::LIVE,
        config::{Names, Places},
        loader,
        session::AGENTS,
    },
    tui::offscreen::ThemeName,
};

/// The theme that follows the terminal's background.
pub(super) const AUTO: &str = "auto";

/// Largest side of a picture; a screen twice as large as any.
const LARGEST: u16 = 1_000;

/// The least finding that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Findings {
    Error,
    Warning,
    /// None fails it.
    Never,
}

impl Findings {
    /// The least severity that fails; `None`: none does.
    pub fn severity(self) -> Option<Severity> {
        match self {
            Self::Error => Some(Severity::Error),
            Self::Warning => Some(Severity::Warning),
            Self::Never => None,
        }
    }
}

/// What engages a skill.
pub(super) fn engages() -> impl TypedValueParser<Value = Engages> {
    // Only its names are let through.
    PossibleValuesParser::new(Engages::VARIANTS).map(|name| name.parse().unwrap_or_default())
}

/// What an edit has an agent asked again for.
pub(super) fn rerun() -> impl TypedValueParser<Value = Rerun> {
    // Only its names are let through.
    PossibleValuesParser::new(Rerun::VARIANTS).map(|name| name.parse().unwrap_or_default())
}

/// Every name that a flag or a setting may use.
pub(super) fn names() -> Names {
    Names {
        themes: [AUTO].into_iter().chain(ThemeName::iter().map(ThemeName::id)).collect(),
        harnesses: loader::harnesses().chain(own_harnesses().iter().copied()).collect(),
        agents: AGENTS.into_iter().chain(LIVE).collect(),
    }
}

/// Harnesses that the person describes and that do not ship. Read once a process, since the command
/// line keeps its names for good.
fn own_harnesses() -> &'static [&'static str] {
    static OWN: OnceLock<Vec<&'static str>> = OnceLock::new();
    OWN.get_or_init(|| {
        let (own, _) = loader::own(Places::find().as_ref());
        let ids = own.into_iter().map(|profile| profile.id);
        let new = ids.filter(|id| loader::harnesses().all(|shipped| shipped != id));
        new.map(|id| &*id.leak()).collect()
    })
}

pub(super) fn themes() -> PossibleValuesParser {
    names().themes.into()
}

pub(super) fn harnesses() -> PossibleValuesParser {
    names().harnesses.into()
}

pub(super) fn agents() -> PossibleValuesParser {
    names().agents.into()
}

/// One of a few values, by its own name; all of them are listed.
pub(super) fn named<T>() -> impl TypedValueParser<Value = T>
where
    T: IntoEnumIterator + Into<&'static str> + FromStr + Clone + Send + Sync + 'static,
    T::Err: std::error::Error + Send + Sync + 'static,
{
    let names = T::iter().map(Into::<&str>::into);
    PossibleValuesParser::from(names).try_map(|name| name.parse::<T>())
}

/// One of a few values, by the name that it is shown with.
pub(super) fn one_of<T: FromStr + Display + IntoEnumIterator>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| {
        let names: Vec<String> = T::iter().map(|value| value.to_string()).collect();
        let near = nearest(text, names.iter().map(String::as_str));
        let near = near.map_or_else(String::new, |near| format!("did you mean `{near}`? "));
        format!("{near}known are {}", names.join(", "))
    })
}

/// A whole number from 1 on.
pub(super) fn count() -> RangedI64ValueParser<u32> {
    RangedI64ValueParser::new().range(1..)
}

pub(super) fn k1(text: &str) -> Result<f64, String> {
    number(text, |k1| k1 >= 0.0).ok_or_else(|| "expected a finite number from 0 on".to_owned())
}

pub(super) fn b(text: &str) -> Result<f64, String> {
    number(text, |b| (0.0..=1.0).contains(&b)).ok_or_else(|| "expected a number from 0 to 1".into())
}

pub(super) fn confidence(text: &str) -> Result<Confidence, String> {
    number(text, |_| true)
        .and_then(Confidence::new)
        .ok_or_else(|| "expected a number between 0 and 1, such as 0.95".to_owned())
}

/// An amount above 0.
pub(super) fn positive(text: &str) -> Result<f64, String> {
    number(text, |amount| amount > 0.0).ok_or_else(|| "expected a number above 0".to_owned())
}

/// How much a model leaves to chance.
pub(super) fn temperature(text: &str) -> Result<f64, String> {
    number(text, |heat| (0.0..=2.0).contains(&heat))
        .ok_or_else(|| "expected a number from 0 to 2, such as 0.7".to_owned())
}

/// A part of a whole, neither none nor all of it.
pub(super) fn share(text: &str) -> Result<f64, String> {
    number(text, |share| share > 0.0 && share < 1.0)
        .ok_or_else(|| "expected a number between 0 and 1, such as 0.3".to_owned())
}

/// A loss, up to all of it.
pub(super) fn margin(text: &str) -> Result<f64, String> {
    number(text, |margin| (0.0..=1.0).contains(&margin))
        .ok_or_else(|| "expected a number from 0 to 1, such as 0.03 for three points".to_owned())
}

fn number(text: &str, fits: impl Fn(f64) -> bool) -> Option<f64> {
    text.trim().parse().ok().filter(|number: &f64| number.is_finite() && fits(*number))
}

/// `120x40` as columns and rows; both at least 1.
pub(super) fn size(text: &str) -> Result<(u16, u16), String> {
    let side = |part: &str| part.parse().ok().filter(|side| (1..=LARGEST).contains(side));
    text.split_once(['x', 'X'])
        .and_then(|(width, height)| Some((side(width)?, side(height)?)))
        .ok_or_else(|| format!("expected columns and rows up to {LARGEST}, such as 120x40"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(crate::fuzz::config())]

        #[test]
        fn broken_sizes_are_survived(text in crate::fuzz::text(&["120x40", "1X1", "1000x1000"])) {
            if let Ok((columns, rows)) = crate::fuzz::steady(|| size(&text))? {
                prop_assert!((1..=LARGEST).contains(&columns) && (1..=LARGEST).contains(&rows));
            }
        }
    }

    #[test]
    fn figures_out_of_range_are_refused() {
        assert_eq!((k1("0"), k1("1.2")), (Ok(0.0), Ok(1.2)));
        assert_eq!((b("1"), b("0")), (Ok(1.0), Ok(0.0)));
        assert_eq!(confidence("0.9").map(Confidence::level), Ok(0.9));
        for text in ["-0.1", "nan", "inf", "x", ""] {
            assert!(k1(text).is_err() && b(text).is_err() && confidence(text).is_err(), "{text}");
        }
        assert!(margin("-0.1").is_err() && margin("3").is_err() && margin("0.03") == Ok(0.03));
        assert!(positive("0").is_err() && positive("0.5") == Ok(0.5));
        assert!(share("0").is_err() && share("1").is_err() && share("0.3") == Ok(0.3));
        assert!(b("1.1").is_err() && confidence("0").is_err() && confidence("1").is_err());
    }

    #[test]
    fn a_size_is_two_sides() {
        assert_eq!((size("120x40"), size("1X1000")), (Ok((120, 40)), Ok((1, 1_000))));
        for text in ["0x4", "4x0", "120", "x", "120x40x1", "65536x1", "1001x1", "-1x4"] {
            assert!(size(text).is_err(), "{text}");
        }
    }

    #[test]
    fn every_list_of_names_has_its_default() {
        let names = names();
        assert!(names.themes.starts_with(&[AUTO]) && names.themes.len() > 4);
        assert!(names.harnesses.contains(&"claude-code"));
        assert!(names.agents.starts_with(&AGENTS) && names.agents.ends_with(&LIVE));
    }
}
