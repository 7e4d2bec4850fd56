//! Loading from real folders: everything that can lie where a SKILL.md is expected.

mod changes;
mod corpora;
mod views;

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use super::*;

/// A temporary folder to write skills into.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, below: &str) -> PathBuf {
        self.0.path().join(below)
    }

    fn write(&self, path: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let file = self.path(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, text).unwrap();
        file
    }

    /// A skill called like its folder.
    fn skill(&self, folder: &str, description: &str) -> PathBuf {
        let name = folder.rsplit('/').next().unwrap();
        let text = format!("---\nname: {name}\ndescription: {description}\n---\nBody.\n");
        self.write(&format!("{folder}/SKILL.md"), text)
    }

    fn request(&self, paths: &[&str], harness: Option<&str>) -> CatalogRequest {
        CatalogRequest {
            paths: paths.iter().map(PathBuf::from).collect(),
            harness: harness.map(str::to_owned),
            cwd: self.0.path().to_owned(),
            user: UserFolders::default(),
        }
    }

    fn loader(&self, paths: &[&str]) -> Loader {
        Loader::new(self.request(paths, None)).unwrap()
    }

    fn load(&self, paths: &[&str]) -> Arc<Catalog> {
        self.loader(paths).load_all().unwrap()
    }
}

fn ids(catalog: &Catalog) -> Vec<&str> {
    catalog.skills.iter().map(|skill| skill.id.as_str()).collect()
}

/// `path: code` of every unusable file.
fn unusable(catalog: &Catalog) -> Vec<String> {
    catalog.unusable.iter().map(|u| format!("{}: {}", u.path, u.diagnostics[0].code)).collect()
}

fn findings(catalog: &Catalog) -> Vec<String> {
    catalog.findings.iter().map(|f| format!("{}: {}", f.path, f.code)).collect()
}

#[cfg(unix)]
fn link(target: &Path, link: &Path) {
    fs::create_dir_all(link.parent().unwrap()).unwrap();
    std::os::unix::fs::symlink(target, link).unwrap();
}

#[test]
fn a_folder_of_skills_one_skill_and_one_file_are_all_paths() {
    let place = Place::new();
    let file = place.skill("kit/pdf", "Reads PDF.");
    place.skill("kit/deep/er/csv", "Reads CSV.");
    assert_eq!(ids(&place.load(&["kit"])), ["csv", "pdf"]);
    assert_eq!(ids(&place.load(&["kit/pdf"])), ["pdf"]);
    let one = place.load(&[file.to_str().unwrap()]);
    assert_eq!((ids(&one), one.skills[0].path.as_str()), (vec!["pdf"], "SKILL.md"));
    let both = place.load(&["./kit"]);
    assert_eq!(both.skills[0].path, "deep/er/csv/SKILL.md");
    assert_eq!(both.scope.roots, ["./kit"]);
    assert_eq!(both.generation, 1);
    assert_eq!(both.digest.len(), 32);
}

#[test]
fn several_paths_are_one_catalog_with_paths_that_differ() {
    let place = Place::new();
    place.skill("a/kit/pdf", "One.");
    place.skill("b/kit/pdf", "Two.");
    let catalog = place.load(&["a/kit", "b/kit"]);
    assert_eq!(ids(&catalog), ["a/kit/pdf", "b/kit/pdf"]);
    assert_eq!(findings(&catalog), ["b/kit/pdf/SKILL.md: copies-drift"]);
    // A folder named twice, or once more from above, counts once.
    assert_eq!(ids(&place.load(&["a", "a/kit", "a"])), ["pdf"]);
}

#[test]
fn hidden_folders_of_harnesses_are_looked_into_and_others_are_not() {
    let place = Place::new();
    place.skill(".claude/skills/seen", "a");
    place.skill(".cache/skills/unseen", "b");
    place.skill("node_modules/pkg/unseen", "c");
    assert_eq!(ids(&place.load(&["."])), ["seen"]);
}

#[test]
fn ignore_rules_are_obeyed_unless_they_leave_nothing() {
    let place = Place::new();
    place.skill("kept", "a");
    place.skill("built/dropped", "b");
    place.write(".gitignore", "built/\n");
    assert_eq!(ids(&place.load(&["."])), ["kept"]);
    assert_eq!(ids(&place.load(&["built"])), ["dropped"]);
    place.write(".gitignore", "*\n");
    assert_eq!(ids(&place.load(&["."])), ["dropped", "kept"]);
}

#[cfg(unix)]
#[test]
fn links_are_followed_once_and_loops_end() {
    let place = Place::new();
    place.skill("real/pdf", "a");
    let outside = Place::new();
    outside.skill("far", "b");
    link(&outside.path(""), &place.path("link"));
    link(&place.path("real/pdf"), &place.path("alias"));
    link(&place.path("."), &place.path("real/loop"));
    link(&outside.path("far"), &outside.path("far/self"));
    let catalog = place.load(&["."]);
    let paths: Vec<_> = catalog.skills.iter().map(|skill| skill.path.as_str()).collect();
    assert_eq!(paths, ["link/far/SKILL.md", "real/pdf/SKILL.md"]);
    assert_eq!(findings(&catalog), [] as [String; 0]);
    // A link that is itself the root, or that is the file, is as good as the real thing.
    assert_eq!(ids(&place.load(&["alias"])), ["pdf"]);
    link(&outside.path("far/SKILL.md"), &place.path("linked/SKILL.md"));
    assert_eq!(ids(&place.load(&["linked"])), ["linked"]);
}

#[cfg(unix)]
#[test]
fn what_is_no_readable_file_is_a_row_with_a_reason() {
    let place = Place::new();
    place.skill("good", "a");
    fs::create_dir_all(place.path("folder/SKILL.md")).unwrap();
    link(&place.path("nowhere"), &place.path("dangling/SKILL.md"));
    link(Path::new("SKILL.md"), &place.path("selfish/SKILL.md"));
    link(Path::new("/dev/null"), &place.path("device/SKILL.md"));
    fs::create_dir_all(place.path("socket")).unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(place.path("socket/SKILL.md")).unwrap();
    fs::create_dir_all(place.path("pipe")).unwrap();
    let made = std::process::Command::new("mkfifo").arg(place.path("pipe/SKILL.md")).status();
    assert!(made.is_ok_and(|status| status.success()));
    place.write("empty/SKILL.md", "");
    place.write("binary/SKILL.md", b"\x7fELF\0\0\xff\xfe");
    let catalog = place.load(&["."]);
    assert_eq!(ids(&catalog), ["good"]);
    assert_eq!(
        unusable(&catalog),
        [
            "binary/SKILL.md: not-utf8",
            "dangling/SKILL.md: dangling-link",
            "device/SKILL.md: not-a-file",
            "empty/SKILL.md: empty-file",
            "folder/SKILL.md: not-a-file",
            "pipe/SKILL.md: not-a-file",
            "selfish/SKILL.md: unreadable",
            "socket/SKILL.md: not-a-file",
        ]
    );
    for row in &catalog.unusable {
        let first = &row.diagnostics[0];
        assert!(!first.message.is_empty() && !first.remedy.is_empty() && first.path == row.path);
    }
}

#[test]
fn a_file_that_vanishes_before_it_is_read_is_a_row() {
    let (_, outcome) = file::read(Path::new("/nowhere/SKILL.md"), "x/SKILL.md");
    let diagnostics = outcome.unwrap_err();
    assert_eq!((&*diagnostics[0].code, &*diagnostics[0].path), ("vanished", "x/SKILL.md"));
}

#[cfg(unix)]
#[test]
fn permissions_are_reported_where_they_forbid() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    place.skill("good", "a");
    let file = place.skill("locked", "b");
    let folder = place.path("closed");
    place.skill("closed/inner", "c");
    for path in [&file, &folder] {
        fs::set_permissions(path, fs::Permissions::from_mode(0o000)).unwrap();
    }
    let allowed = fs::read(&file).is_ok();
    let catalog = place.load(&["."]);
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
    if allowed {
        println!("skipped: this user reads every file (root)");
        return;
    }
    assert_eq!(unusable(&catalog), ["locked/SKILL.md: unreadable"]);
    assert_eq!(findings(&catalog), ["closed: folder-unreadable"]);
}

#[test]
fn other_spellings_of_the_file_name_are_found_and_diagnosed() {
    let place = Place::new();
    place.skill("both", "exact");
    place.write("both/skill.md", "---\ndescription: other\n---\n");
    place.write("lower/skill.md", "---\nname: lower\ndescription: a\n---\n");
    place.write("upper/SKILL.MD", "---\nname: upper\ndescription: b\n---\n");
    let catalog = place.load(&["."]);
    assert_eq!(ids(&catalog), ["both", "lower", "upper"]);
    assert_eq!(catalog.skills[0].doc.description, "exact");
    assert_eq!(findings(&catalog), ["both/skill.md: file-name"]);
    for skill in &catalog.skills[1..] {
        let codes: Vec<_> = skill.doc.diagnostics.iter().map(|d| &*d.code).collect();
        assert_eq!(codes, ["file-name"], "{}", skill.path);
    }
}

#[test]
fn a_very_large_file_is_read_as_far_as_needed() {
    let place = Place::new();
    let head = "---\nname: big\ndescription: Large.\n---\n";
    place.write("big/SKILL.md", head.to_owned() + &"日本語\n".repeat(600_000));
    place.write("endless/SKILL.md", "---\nname: x\n".to_owned() + &"a: b\n".repeat(1_200_000));
    place.write("line/SKILL.md", "x".repeat(6_000_000));
    let catalog = place.load(&["."]);
    assert_eq!(ids(&catalog), ["big"]);
    assert_eq!(catalog.skills[0].doc.diagnostics[0].code, "large-file");
    let whole = fs::read(place.path("big/SKILL.md")).unwrap();
    let at_once = read_document("x", &whole, whole.len() as u64).unwrap();
    assert_eq!(at_once.content, catalog.skills[0].doc.content);
    assert_eq!(
        unusable(&catalog),
        ["endless/SKILL.md: front-matter-too-large", "line/SKILL.md: front-matter-missing"]
    );
}

#[test]
fn names_of_every_kind_are_shown_and_never_merged() {
    let place = Place::new();
    for (folder, name) in [("a", "My Skill"), ("b", "kit:pdf"), ("c", "検索"), ("d", "kit:pdf")] {
        let text = format!("---\nname: {name:?}\ndescription: {folder}\n---\n");
        place.write(&format!("{folder}/SKILL.md"), text);
    }
    place.write("日本 語/SKILL.md", "---\ndescription: x\n---\n");
    let catalog = place.load(&["."]);
    assert_eq!(ids(&catalog), ["a", "b", "c", "d", "日本 語"]);
    let names: Vec<_> = catalog.skills.iter().map(|skill| skill.name.as_str()).collect();
    assert_eq!(names, ["My Skill", "kit:pdf", "検索", "kit:pdf", "日本 語"]);
    assert_eq!(findings(&catalog), ["d/SKILL.md: repeated-name"]);
}

#[test]
fn a_plugin_gives_its_skills_a_namespace() {
    let place = Place::new();
    place.skill("market/kit/skills/pdf", "a");
    place.write("market/kit/.claude-plugin/plugin.json", r#"{"name": "docs"}"#);
    place.skill("market/broken/skills/csv", "b");
    place.write("market/broken/.claude-plugin/plugin.json", "{");
    for root in ["market", "market/kit", "market/kit/skills"] {
        let catalog = place.load(&[root]);
        let pdf = catalog.get(&"pdf".into()).unwrap();
        assert_eq!(pdf.plugin.as_deref(), Some("docs"), "{root}");
    }
    assert_eq!(place.load(&["market"]).get(&"csv".into()).unwrap().plugin, None);
}

#[test]
fn what_cannot_be_looked_at_is_an_error_and_never_zero() {
    let place = Place::new();
    place.write("notes.txt", "x");
    place.write("hollow/readme.md", "x");
    let error = |paths: &[&str], harness| {
        let loaded = Loader::new(place.request(paths, harness)).and_then(|mut l| l.load_all());
        loaded.unwrap_err()
    };
    assert!(
        matches!(error(&["gone"], None), LoadError::MissingPath(path) if path == Path::new("gone"))
    );
    assert!(matches!(error(&["notes.txt"], None), LoadError::NotAFolder(_)));
    assert!(matches!(error(&[], None), LoadError::NothingHere(_)));
    assert!(matches!(error(&[], Some("claude-code")), LoadError::NothingLoaded { .. }));
    let unknown = error(&["hollow"], Some("nonesuch")).to_string();
    assert!(unknown.contains("nonesuch") && unknown.contains("gemini-cli"), "{unknown}");
    // A named folder that is there and holds none is a scan with a result.
    let catalog = place.load(&["hollow"]);
    assert_eq!(findings(&catalog), [".: no-skills"]);
}
