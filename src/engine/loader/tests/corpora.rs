//! Real catalogs, where they are at hand.

use super::*;

/// The folder of real catalogs that SKILLSCOPE_CORPORA names.
fn corpora() -> Option<PathBuf> {
    let folder = std::env::var_os("SKILLSCOPE_CORPORA").map(PathBuf::from);
    if folder.is_none() {
        println!("skipped: SKILLSCOPE_CORPORA is not set");
    }
    folder
}

fn load(folder: PathBuf) -> Arc<Catalog> {
    let request = CatalogRequest {
        paths: vec![folder.clone()],
        harness: None,
        cwd: folder,
        user: UserFolders::default(),
    };
    Loader::new(request).unwrap().load_all().unwrap()
}

#[test]
fn no_skill_of_a_real_catalog_is_lost() {
    let Some(corpora) = corpora() else { return };
    for (name, skills) in [
        ("agent-ready", 129),
        ("amd", 8),
        ("anthropics", 12),
        ("azure", 38),
        ("dotnet", 31),
        ("elevenlabs", 10),
        ("large", 1158),
        ("marketing", 48),
        ("mongodb", 7),
        ("neon", 8),
        ("nvidia", 343),
        ("polyglot", 18),
        ("superpowers", 14),
        ("uipath", 26),
    ] {
        let catalog = load(corpora.join(name).join("catalog"));
        assert_eq!(catalog.skills.len(), skills, "{name}");
        assert_eq!(catalog.unusable, [], "{name}");
        assert!(catalog.skills.iter().all(|skill| !skill.doc.lenient), "{name}");
    }
}

#[test]
fn oddities_are_each_diagnosed() {
    let Some(corpora) = corpora() else { return };
    let catalog = load(corpora.join("odd").join("catalog"));
    let lost = unusable(&catalog);
    for (folder, code) in [
        ("no-config", "front-matter-missing"),
        ("verification-loop", "front-matter-missing"),
        ("uipath-human-in-the-loop", "front-matter-missing"),
        ("browser-qa", "front-matter-missing"),
        ("minimal", "description-missing"),
    ] {
        let there = corpora.join("odd/catalog").join(folder).join("SKILL.md").exists();
        assert_eq!(lost.contains(&format!("{folder}/SKILL.md: {code}")), there, "{folder}");
    }
    for (folder, code) in [
        ("django-verification", Some("yaml-colon")),
        ("laravel-verification", Some("yaml-colon")),
        ("blueprint", Some("yaml-colon")),
        ("swiftui-patterns", Some("yaml-indicator")),
        ("all-pass", Some("front-matter-in-code")),
        ("example", Some("name-missing")),
        ("squad-templates", Some("file-name")),
        ("postgres-schema-design", Some("file-name")),
        ("azd-publish", None),
        ("geomaster", None),
        ("debugger", None),
        ("mermaid-diagram-specialist", None),
    ] {
        if !corpora.join("odd/catalog").join(folder).exists() {
            continue;
        }
        let skill = catalog.get(&folder.into()).unwrap();
        assert!(!skill.doc.description.is_empty(), "{folder}");
        assert_eq!(skill.doc.diagnostics.first().map(|d| &*d.code), code, "{folder}");
    }
}
