//! One harness's view: its folders, its precedence, what it leaves out and why.

use super::*;

impl Place {
    fn load_as(&self, harness: &str) -> Arc<Catalog> {
        Loader::new(self.request(&[], Some(harness))).unwrap().load_all().unwrap()
    }
}

/// `path: reason` of what is not loaded.
fn not_loaded(catalog: &Catalog) -> Vec<String> {
    catalog.not_loaded.iter().map(|n| format!("{}: {}", n.path, n.reason)).collect()
}

#[test]
fn a_harness_loads_its_own_folders_and_says_what_it_leaves() {
    let place = Place::new();
    fs::create_dir(place.path(".git")).unwrap();
    place.skill(".claude/skills/pdf", "same");
    place.skill(".claude/skills/group/deep", "x");
    place.skill(".agents/skills/pdf", "same");
    place.skill(".agents/skills/csv", "y");
    place.skill("packages/tool", "z");
    let claude = place.load_as("claude-code");
    assert_eq!(ids(&claude), ["pdf"]);
    assert_eq!(claude.skills[0].path, ".claude/skills/pdf/SKILL.md");
    assert_eq!(claude.skills[0].copies, [".agents/skills/pdf/SKILL.md"]);
    assert_eq!(
        not_loaded(&claude),
        [
            ".agents/skills/csv/SKILL.md: Claude Code does not look in .agents/skills",
            ".claude/skills/group/deep/SKILL.md: Claude Code looks for skills one folder deep",
            "packages/tool/SKILL.md: Claude Code does not look in packages",
        ]
    );
    assert_eq!(
        claude.scope_line(),
        "as Claude Code: 1 resident · 1 copy in .agents/skills folded · 1 under .agents/skills not \
         loaded · 1 under .claude/skills not loaded · 1 under packages not loaded"
    );
    assert_eq!(ids(&place.load_as("gemini-cli")), ["csv", "pdf"]);
    assert_eq!(ids(&place.load_as("opencode")), ["csv", "deep", "pdf"]);
}

#[test]
fn the_first_harness_with_skills_is_taken_from_the_nearest_folder_up_to_the_git_root() {
    let place = Place::new();
    place.skill("repo/.qwen/skills/a", "x");
    fs::create_dir(place.path("repo/.git")).unwrap();
    fs::create_dir_all(place.path("repo/src/deep")).unwrap();
    place.skill(".claude/skills/above", "not of this repository");
    let mut request = place.request(&[], None);
    request.cwd = place.path("repo/src/deep");
    let catalog = Loader::new(request).unwrap().load_all().unwrap();
    assert_eq!((ids(&catalog), catalog.scope.harness.as_deref()), (vec!["a"], Some("qwen")));
    assert_eq!(catalog.scope.roots, ["../.."]);
    // Without a harness's folder, this folder stands for itself.
    let bare = Place::new();
    bare.skill("skills/a", "x");
    let catalog = bare.load(&[]);
    assert_eq!((ids(&catalog), &catalog.scope.harness), (vec!["a"], &None));
}

#[test]
fn precedence_follows_the_profile() {
    let place = Place::new();
    place.skill(".agents/skills/pdf", "agents");
    place.skill(".gemini/skills/pdf", "gemini");
    place.skill(".codex/skills/pdf", "codex");
    let gemini = place.load_as("gemini-cli");
    assert_eq!((ids(&gemini), gemini.skills[0].doc.description.as_str()), (vec!["pdf"], "agents"));
    assert_eq!(
        not_loaded(&gemini)[1],
        ".gemini/skills/pdf/SKILL.md: Gemini CLI takes .agents/skills/pdf/SKILL.md instead"
    );
    // Codex lists the same name twice.
    assert_eq!(ids(&place.load_as("codex")), [".agents/skills/pdf", ".codex/skills/pdf"]);
}

#[test]
fn a_persons_own_skills_belong_to_the_view_and_variables_move_them() {
    let place = Place::new();
    place.skill("project/.claude/skills/pdf", "project");
    place.skill("home/.claude/skills/pdf", "mine");
    place.skill("home/.claude/skills/own", "mine too");
    place.skill("config/skills/moved", "moved");
    let mut request = place.request(&[], Some("claude-code"));
    request.cwd = place.path("project");
    request.user.home = Some(place.path("home"));
    let load = |request: &CatalogRequest| Loader::new(request.clone()).unwrap().load_all().unwrap();
    let catalog = load(&request);
    assert_eq!(ids(&catalog), ["own", "pdf"]);
    // Claude Code prefers a person's own skill.
    assert_eq!(catalog.skills[1].path, "~/.claude/skills/pdf/SKILL.md");
    request.user.variables.insert("CLAUDE_CONFIG_DIR".to_owned(), place.path("config"));
    let moved = load(&request);
    assert_eq!(ids(&moved), ["moved", "pdf"]);
    assert_eq!(moved.skills[0].path, "$CLAUDE_CONFIG_DIR/skills/moved/SKILL.md");
    // A path stands for itself: no own skills.
    request.paths = vec![PathBuf::from(".")];
    assert_eq!(ids(&load(&request)), ["pdf"]);
}

#[test]
fn a_home_folder_is_not_searched_as_a_project() {
    let place = Place::new();
    place.skill(".claude/skills/pdf", "a");
    place.skill("Documents/stuff", "b");
    place.skill(".agents/skills/csv", "c");
    let catalog = place.load_as("claude-code");
    assert_eq!(
        not_loaded(&catalog),
        [".agents/skills/csv/SKILL.md: Claude Code does not look in .agents/skills"]
    );
}

#[test]
fn a_named_folder_is_read_by_the_rules_of_a_named_harness() {
    let place = Place::new();
    place.skill("kit/a", "one");
    place.write("kit/b/SKILL.md", "---\nname: a\ndescription: two\n---\n");
    let load = |harness: &str| {
        Loader::new(place.request(&["kit"], Some(harness))).unwrap().load_all().unwrap()
    };
    assert_eq!(ids(&load("claude-code")), ["a", "b"]);
    assert_eq!(ids(&load("gemini-cli")), ["a"]);
}
