//! The profiles that ship with the program, as data.

use std::collections::BTreeSet;

use crate::{core::listing::Profile, engine::loader::LoadError};

/// In the order in which they are tried where nobody chose one.
const SHIPPED: &[(&str, &str)] = &[
    ("claude-code", include_str!("../../../assets/profiles/claude-code.toml")),
    ("codex", include_str!("../../../assets/profiles/codex.toml")),
    ("gemini-cli", include_str!("../../../assets/profiles/gemini-cli.toml")),
    ("opencode", include_str!("../../../assets/profiles/opencode.toml")),
    ("pi", include_str!("../../../assets/profiles/pi.toml")),
    ("copilot", include_str!("../../../assets/profiles/copilot.toml")),
    ("qwen", include_str!("../../../assets/profiles/qwen.toml")),
    ("cursor", include_str!("../../../assets/profiles/cursor.toml")),
    ("goose", include_str!("../../../assets/profiles/goose.toml")),
    ("antigravity", include_str!("../../../assets/profiles/antigravity.toml")),
];

/// All shipped profiles.
///
/// # Errors
/// A shipped profile is not well formed; a test rules that out.
pub fn profiles() -> Result<Vec<Profile>, LoadError> {
    let read = |&(id, text): &(&'static str, &str)| {
        toml::from_str(text).map_err(|e| LoadError::Profile { id, message: e.to_string() })
    };
    SHIPPED.iter().map(read).collect()
}

/// Ids of all shipped profiles, in their order.
pub fn harnesses() -> impl Iterator<Item = &'static str> {
    SHIPPED.iter().map(|(id, _)| *id)
}

/// The hidden folders that hold skills for some harness: `.claude`, `.agents`, ...
pub(super) fn hidden_folders(profiles: &[Profile]) -> BTreeSet<String> {
    let dirs = profiles.iter().flat_map(|profile| &profile.project_dirs);
    dirs.filter_map(|dir| dir.split('/').next()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::core::listing::{Beyond, Lens, Slot};

    #[test]
    fn shipped_listings_hang_together() {
        for profile in profiles().unwrap() {
            let (id, form) = (profile.id.clone(), profile.listing.clone());
            assert!(form.entry.has(Slot::Name) && form.entry.has(Slot::Text), "{id}");
            assert!(form.bare.is_none_or(|bare| !bare.has(Slot::Text)), "{id}");
            let Some(budget) = form.budget else {
                assert!(profile.models.is_empty(), "{id}: no figure depends on the model");
                continue;
            };
            assert_ne!(budget.share.is_some(), budget.fixed.is_some(), "{id}");
            assert_eq!(budget.share.is_none(), profile.models.is_empty(), "{id}");
            assert!(budget.share.is_none_or(|share| share > 0.0 && share <= 1.0), "{id}");
            let named_apart = budget.beyond == Beyond::NameList;
            assert_eq!(profile.listing.bare.is_none(), named_apart, "{id}");
            assert!(profile.models.iter().all(|m| m.context > 0 && m.characters > 0.0), "{id}");
        }
    }

    #[test]
    fn budgets_are_those_that_were_seen() {
        let profiles = profiles().unwrap();
        let limit = |id: &str, model: usize| {
            let profile = profiles.iter().find(|profile| profile.id == id).unwrap();
            let mut lens = Lens::of(profile.clone().into());
            if let Some(model) = profile.models.get(model) {
                lens.model = model.clone();
            }
            lens.limits().limit
        };
        assert_eq!(
            limit("claude-code", 0),
            Some(8_000),
            "1 % of 200,000 tokens of four characters"
        );
        assert_eq!(limit("claude-code", 2), Some(30_000), "of a million tokens of three");
        assert_eq!(limit("codex", 0), Some(5_440), "tokens: 2 % of 272,000");
        assert_eq!(limit("copilot", 0), Some(15_000));
        for id in ["gemini-cli", "opencode", "pi", "qwen"] {
            assert_eq!(limit(id, 0), None, "{id}");
        }
    }

    #[test]
    fn shipped_profiles_are_well_formed() {
        let profiles = profiles().unwrap();
        assert_eq!(profiles.len(), SHIPPED.len());
        for (profile, (id, _)) in profiles.iter().zip(SHIPPED) {
            assert_eq!(profile.id, *id);
            assert!(!profile.project_dirs.is_empty(), "{id}");
            for dir in &profile.project_dirs {
                assert!(dir.starts_with('.') && !dir.ends_with('/'), "{id}: {dir}");
            }
            for dir in &profile.user_dirs {
                assert_eq!(dir.env.is_some(), dir.below.is_some(), "{id}: {}", dir.home);
            }
        }
        assert!(hidden_folders(&profiles).contains(".claude"));
    }
}
