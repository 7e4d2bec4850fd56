//! All the harnesses that a catalog can be looked at through, with the model and the budget that
//! somebody chose for them.
//!
//! Must not know where profiles come from.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::core::{
    catalog::Catalog,
    listing::{Lens, Model, Profile},
};

/// What somebody said about the model, whichever the harness.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wanted {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// Tokens of its window.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context: Option<u32>,
    /// Units of the listing's budget.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget: Option<usize>,
}

/// A model of which nobody knows how large its window is.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "no window is known of the model `{id}`: give its tokens with --context; known are {known}"
)]
pub struct UnknownModel {
    pub id: String,
    pub known: String,
}

/// The harnesses and what was chosen for them. Without any, nothing is listed.
#[derive(Clone, Debug, Default)]
pub struct Lenses {
    profiles: Arc<[Arc<Profile>]>,
    model: Option<Model>,
    budget: Option<usize>,
    /// One of [`Lenses::all`], instead of the harness that the catalog was loaded by.
    chosen: Option<usize>,
}

impl Lenses {
    /// # Errors
    /// The model is not known and its window is not given.
    pub fn of(profiles: Vec<Profile>, wanted: &Wanted) -> Result<Self, UnknownModel> {
        let known = || profiles.iter().flat_map(|profile| &profile.models);
        let model = match (&wanted.model, wanted.context) {
            (None, None) => None,
            (None, Some(context)) => Some(Model::of_context(context)),
            (Some(id), context) => match (Model::find(known(), id), context) {
                (Some(model), context) => {
                    Some(Model { context: context.unwrap_or(model.context), ..model.clone() })
                }
                (None, Some(context)) => {
                    Some(Model { id: id.clone(), ..Model::of_context(context) })
                }
                (None, None) => {
                    let mut names: Vec<&str> = known().map(|model| model.id.as_str()).collect();
                    names.sort_unstable();
                    names.dedup();
                    return Err(UnknownModel { id: id.clone(), known: names.join(", ") });
                }
            },
        };
        let profiles = profiles.into_iter().map(Arc::new).collect();
        Ok(Self { profiles, model, budget: wanted.budget, chosen: None })
    }

    /// The lens that a catalog is listed through; `None` where its paths stand for themselves and
    /// nobody chose one.
    pub fn for_catalog(&self, catalog: &Catalog) -> Option<Lens> {
        match self.chosen {
            Some(at) => self.all().into_iter().nth(at),
            None => self.of_harness(catalog.scope.harness.as_deref()?),
        }
    }

    /// A harness with the model that was chosen, else with its usual one.
    pub fn of_harness(&self, id: &str) -> Option<Lens> {
        self.profiles.iter().find(|profile| profile.id == id).map(|profile| self.through(profile))
    }

    /// The lenses that a catalog is judged through: of these harnesses; without any, the one that it
    /// is listed through; without that, of every harness whose rules were seen, since anybody may
    /// load it.
    pub fn judging(&self, catalog: &Catalog, ids: &[String]) -> Vec<Lens> {
        if !ids.is_empty() {
            return ids.iter().filter_map(|id| self.of_harness(id)).collect();
        }
        match self.for_catalog(catalog) {
            Some(lens) => vec![lens],
            None => {
                let seen = self.profiles.iter().filter(|profile| profile.verified.is_some());
                seen.map(|profile| self.through(profile)).collect()
            }
        }
    }

    fn through(&self, profile: &Arc<Profile>) -> Lens {
        let lens = Lens::of(Arc::clone(profile));
        let model = self.model.clone().unwrap_or_else(|| lens.model.clone());
        Lens { model, budget: self.budget, ..lens }
    }

    /// Every harness, with each model that makes a difference unless one was chosen.
    pub fn all(&self) -> Vec<Lens> {
        let of_profile = |profile: &Arc<Profile>| {
            let mut lenses = vec![self.through(profile)];
            for model in profile.models.iter().filter(|_| self.model.is_none()) {
                let lens = Lens { model: model.clone(), ..self.through(profile) };
                if lenses.iter().all(|known| known.limits() != lens.limits()) {
                    lenses.push(lens);
                }
            }
            lenses
        };
        self.profiles.iter().flat_map(of_profile).collect()
    }

    /// Goes to another lens, round and round. Of a catalog that no harness loaded, the files as
    /// they are stand among them.
    pub fn step(&mut self, catalog: &Catalog, by: isize) {
        let all = self.all();
        let loaded = catalog.scope.harness.is_some();
        let current = self.for_catalog(catalog);
        let at = current.and_then(|lens| all.iter().position(|other| *other == lens));
        // Place 0 is that of the files as they are.
        let stops = all.len() + usize::from(!loaded);
        let place = at.map_or(0, |at| at + usize::from(!loaded));
        if stops > 0 {
            let next = (place + stops).saturating_add_signed(by) % stops;
            self.chosen = if loaded { Some(next) } else { next.checked_sub(1) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{catalog::Scope, listing::testing::profile};

    fn lenses(wanted: &Wanted) -> Result<Lenses, UnknownModel> {
        let model = |id: &str, context| Model { id: id.to_owned(), ..Model::of_context(context) };
        let models =
            vec![model("small", 200_000), model("as-small", 200_000), model("large", 1_000_000)];
        let seen = Some("1.0".to_owned());
        let one = Profile { models, verified: seen, ..profile("one", Some(0.01)) };
        Lenses::of(vec![one, profile("two", None)], wanted)
    }

    fn titles(lenses: &Lenses) -> Vec<String> {
        lenses.all().iter().map(Lens::title).collect()
    }

    fn of_harness(id: Option<&str>) -> Catalog {
        let scope = Scope { harness: id.map(str::to_owned), ..Scope::default() };
        Catalog { scope, ..Catalog::default() }
    }

    #[test]
    fn models_that_make_no_difference_are_not_offered() {
        let wanted = Wanted::default();
        assert_eq!(titles(&lenses(&wanted).unwrap()), ["one, 200k", "one, 1M", "two"]);
        let wanted = Wanted { model: Some("vendor/large".to_owned()), ..wanted };
        assert_eq!(titles(&lenses(&wanted).unwrap()), ["one, 1M", "two"]);
        let wanted = Wanted { context: Some(8_192), ..wanted };
        assert_eq!(titles(&lenses(&wanted).unwrap())[0], "one, 8192");
        let wanted = Wanted { model: Some("else".to_owned()), ..Wanted::default() };
        let error = lenses(&wanted).unwrap_err().to_string();
        assert!(error.contains("`else`") && error.contains("as-small, large, small"), "{error}");
        let wanted = Wanted { context: Some(1_000), ..wanted };
        assert_eq!(lenses(&wanted).unwrap().of_harness("one").unwrap().model.id, "else");
    }

    #[test]
    fn whoever_was_named_judges_else_who_lists_else_all_that_were_seen() {
        let lenses = lenses(&Wanted::default()).unwrap();
        let by = |harness: Option<&str>, ids: &[&str]| {
            let ids: Vec<String> = ids.iter().map(|id| (*id).to_owned()).collect();
            let judges = lenses.judging(&of_harness(harness), &ids);
            judges.iter().map(|lens| lens.profile.id.clone()).collect::<Vec<_>>()
        };
        assert_eq!(by(Some("two"), &["one"]), ["one"]);
        assert_eq!(by(Some("two"), &[]), ["two"]);
        assert_eq!(by(None, &[]), ["one"], "nobody has seen the rules of the other");
    }

    #[test]
    fn steps_go_round_and_pass_the_files_as_they_are() {
        let mut lenses = lenses(&Wanted::default()).unwrap();
        let seen = |lenses: &Lenses, catalog: &Catalog| {
            lenses.for_catalog(catalog).map_or("none".to_owned(), |lens| lens.title())
        };
        let plain = of_harness(None);
        let mut met = vec![seen(&lenses, &plain)];
        for _ in 0..4 {
            lenses.step(&plain, 1);
            met.push(seen(&lenses, &plain));
        }
        assert_eq!(met, ["none", "one, 200k", "one, 1M", "two", "none"]);
        lenses.step(&plain, -1);
        assert_eq!(seen(&lenses, &plain), "two");

        let mut lenses = Lenses { chosen: None, ..lenses };
        let loaded = of_harness(Some("two"));
        assert_eq!(seen(&lenses, &loaded), "two");
        lenses.step(&loaded, 1);
        assert_eq!(seen(&lenses, &loaded), "one, 200k");
    }
}
