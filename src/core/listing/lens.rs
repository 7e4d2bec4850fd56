//! Through whose eyes a catalog is listed: a harness, its model, and how much it may show.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::core::listing::{Beyond, Budget, Profile, Unit};

/// A model as far as a listing depends on it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Model {
    /// As the service calls it, or what it is called where that does not matter.
    pub id: String,
    /// Tokens of its context window.
    pub context: u32,
    /// Characters that the harness takes a token of it for.
    #[serde(default = "usual_characters")]
    pub characters: f64,
}

fn usual_characters() -> f64 {
    4.0
}

/// A harness with a model.
#[derive(Clone, Debug, PartialEq)]
pub struct Lens {
    pub profile: Arc<Profile>,
    pub model: Model,
    /// Instead of what follows from the model, in the unit of the harness's budget.
    pub budget: Option<usize>,
}

/// What a listing may take; `limit` is `None` where the harness sets none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Limits {
    pub limit: Option<usize>,
    pub unit: Unit,
}

impl Model {
    /// A window without a name.
    pub fn of_context(context: u32) -> Self {
        Self { id: tokens(context), context, characters: usual_characters() }
    }

    /// The one of `known` that `id` names: itself, else the longest whose name is part of it, as in
    /// `vendor/claude-haiku-4-5-20251001`. Case does not count, and a dot is a hyphen.
    pub fn find<'a>(known: impl IntoIterator<Item = &'a Self>, id: &str) -> Option<&'a Self> {
        let plain = |id: &str| id.to_lowercase().replace('.', "-");
        let wanted = plain(id);
        let within = known.into_iter().filter(|model| wanted.contains(&plain(&model.id)));
        // The whole name is the longest part of itself.
        within.max_by_key(|model| model.id.len())
    }
}

impl Lens {
    /// A harness with its usual model.
    pub fn of(profile: Arc<Profile>) -> Self {
        let model = profile.models.first().cloned();
        Self { model: model.unwrap_or_else(|| Model::of_context(DEFAULT)), profile, budget: None }
    }

    /// What the listing may take. A budget that somebody chose counts only where the harness has one.
    pub fn limits(&self) -> Limits {
        let Some(budget) = &self.profile.listing.budget else {
            return Limits { limit: None, unit: Unit::Characters };
        };
        let usual = || budget.fixed.unwrap_or_else(|| budget.of(&self.model));
        Limits { limit: Some(self.budget.unwrap_or_else(usual)), unit: budget.unit }
    }

    /// For example `Claude Code, 200k`; the budget where somebody chose it.
    pub fn title(&self) -> String {
        let title = &self.profile.title;
        match (self.budget, &self.profile.listing.budget) {
            (Some(budget), _) => format!("{title}, budget {budget}"),
            (None, Some(Budget { share: Some(_), .. })) => {
                format!("{title}, {}", tokens(self.model.context))
            }
            (None, _) => title.clone(),
        }
    }
}

/// Of a harness whose profile names no model.
const DEFAULT: u32 = 200_000;

impl Budget {
    /// What the share of a model's window comes to, rounded down.
    fn of(&self, model: &Model) -> usize {
        let tokens = f64::from(model.context) * self.share.unwrap_or(1.0);
        let units = match self.unit {
            Unit::Tokens => tokens,
            Unit::Characters | Unit::Columns => tokens * model.characters,
        };
        // A share such as 0.01 is not exact in binary; a millionth is no unit. Not negative.
        (units + 1e-6) as usize
    }

    /// Over budget, everybody loses the same.
    pub(super) fn cuts_alike(&self) -> bool {
        self.beyond == Beyond::Even
    }

    /// The smallest share of a model's window that has room for `asked` units, in thousandths
    /// rounded up; `None` beyond the whole window.
    pub fn share_for(&self, model: &Model, asked: usize) -> Option<f64> {
        let whole = Self { share: Some(1.0), ..self.clone() }.of(model);
        // At most a thousand and one steps of an integer division: exact.
        let thousandths = (asked * 1_000).div_ceil(whole.max(1));
        (thousandths <= 1_000).then(|| thousandths as f64 / 1_000.0)
    }
}

/// `200k`, `1M`, `8192`.
pub fn tokens(count: u32) -> String {
    match count {
        0 => "0".to_owned(),
        count if count.is_multiple_of(1_000_000) => format!("{}M", count / 1_000_000),
        count if count.is_multiple_of(1_000) => format!("{}k", count / 1_000),
        count => count.to_string(),
    }
}
