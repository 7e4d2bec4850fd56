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
