//! The profiles that ship with the program, and a person's own over them, as data.

use std::{collections::BTreeSet, path::Path};

use toml::{Table, Value};

use crate::{
    core::{
        diagnostic::{Diagnostic, Severity},
        listing::Profile,
    },
    engine::{
        config::{Places, text_of},
        loader::LoadError,
    },
};

/// A person's own profiles, below the configuration folder: a file a harness, named as it is.
const OWN_FOLDER: &str = "harnesses";

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
fn profiles() -> Result<Vec<Profile>, LoadError> {
    let read = |&(id, text): &(&'static str, &str)| {
        toml::from_str(text).map_err(|e| LoadError::Profile { id, message: e.to_string() })
    };
    SHIPPED.iter().map(read).collect()
}

/// The person's own profiles, sorted by name, and what is wrong with the others. Each is laid over
/// the shipped one of its name, or over the one that it `extends`; what it says counts.
pub fn own(places: Option<&Places>) -> (Vec<Profile>, Vec<Diagnostic>) {
    places.map(|places| in_folder(&places.config.join(OWN_FOLDER))).unwrap_or_default()
}

fn in_folder(folder: &Path) -> (Vec<Profile>, Vec<Diagnostic>) {
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect();
    files.sort();
    let (mut profiles, mut problems) = (Vec::new(), Vec::new());
    for path in files {
        match read(&path) {
            Ok(profile) => profiles.push(profile),
            Err(message) => problems.push(Diagnostic::new(
                Severity::Error,
                "harness-unusable",
                path.display().to_string(),
                format!("This harness cannot be used: {}.", message.trim().trim_end_matches('.')),
                "Mend the file; until then what ships holds.",
            )),
        }
    }
    (profiles, problems)
}

fn read(path: &Path) -> Result<Profile, String> {
    let id = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let text = text_of(path).map_err(|e| e.to_string())?.unwrap_or_default();
    let mut own: Table = toml::from_str(&text).map_err(|e| e.to_string())?;
    let extends = match own.remove("extends") {
        Some(Value::String(base)) => Some(base),
        Some(_) => return Err("`extends` is the name of a harness".to_owned()),
        None => None,
    };
    let base = extends.as_deref().unwrap_or(&id);
    let shipped = SHIPPED.iter().find(|(shipped, _)| *shipped == base);
    let mut table = match (shipped, &extends) {
        (Some((_, text)), _) => toml::from_str(text).map_err(|e| e.to_string())?,
        (None, Some(base)) => return Err(format!("no harness `{base}` ships")),
        (None, None) => Table::new(),
    };
    if extends.is_some() {
        // It was seen of the other.
        table.remove("verified");
    }
    lay_over(&mut table, own);
    table.insert("id".to_owned(), Value::String(id));
    table.try_into().map_err(|e: toml::de::Error| e.message().to_owned())
}

/// Tables key by key; everything else as a whole.
fn lay_over(base: &mut Table, own: Table) {
    for (key, value) in own {
        match (base.get_mut(&key), value) {
            (Some(Value::Table(base)), Value::Table(own)) => lay_over(base, own),
            (_, value) => _ = base.insert(key, value),
        }
    }
}

/// The shipped profiles in their order, each replaced by the person's own of that name; then the
/// person's others.
///
/// # Errors
/// A shipped profile is not well formed; a test rules that out.
pub fn with_own(own: &[Profile]) -> Result<Vec<Profile>, LoadError> {
    let mut all = profiles()?;
    for profile in own {
        match all.iter_mut().find(|known| known.id == profile.id) {
            Some(known) => known.clone_from(profile),
            None => all.push(profile.clone()),
        }
    }
    Ok(all)
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
    fn a_persons_own_lie_over_what_ships() {
        let folder = tempfile::tempdir().unwrap();
        let write =
            |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
        write("claude-code.toml", "[listing]\ncut = 80\n");
        write(
            "mine.toml",
            "extends = \"codex\"\ntitle = \"Mine\"\n[listing.budget]\nshare = 0.5\n",
        );
        write("wrong.toml", "[listing]\ncutt = 80\n");
        write("gone.toml", "extends = \"cdoex\"\n");
        write("note.txt", "not ours");
        let (own, problems) = in_folder(folder.path());
        let all = with_own(&own).unwrap();
        let find = |id: &str| all.iter().find(|profile| profile.id == id).unwrap();
        assert_eq!(all.len(), SHIPPED.len() + 1);
        let claude = find("claude-code");
        assert_eq!((claude.listing.cut, claude.verified.as_deref()), (Some(80), Some("2.1.332")));
        assert_eq!(claude.listing.when_to_use.as_deref(), Some(" - "), "the rest holds");
        let mine = find("mine");
        assert_eq!((mine.title.as_str(), &mine.verified), ("Mine", &None));
        assert_eq!(mine.listing.budget.as_ref().unwrap().share, Some(0.5));
        assert_eq!(mine.project_dirs, find("codex").project_dirs);
        let told: Vec<String> = problems.iter().map(ToString::to_string).collect();
        assert!(told.len() == 2 && told[0].contains("`cdoex`"), "{told:?}");
        assert!(told[1].contains("wrong.toml") && told[1].contains("cutt"), "{told:?}");
    }

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
        assert_eq!(limit("copilot", 0), Some(14_999));
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
