use proptest::prelude::*;

use super::*;
use crate::core::lint::Level;

fn read(text: &str, source: Source) -> (Config, Vec<Diagnostic>) {
    let mut config = Config::default();
    let problems = config.read_onto(text, "c.toml", source, &names());
    (config, problems)
}

fn names() -> Names {
    Names {
        themes: vec!["dark", "high-contrast"],
        harnesses: vec!["codex"],
        agents: vec!["keyword", "fake"],
    }
}

fn places(home: &Path) -> Places {
    let at = |name| home.join(name);
    Places { config: at("config"), state: at("state"), cache: at("cache") }
}

const ALL: &str = r#"
trusted = true
[look]
theme = "high-contrast"
ascii = true
mouse = false
[catalog]
as = "codex"
[listing]
model = "some-model"
context = 32_000
budget = 4_000
[lexical]
fields = ["name", "description"]
k1 = 1.2
b = 0
include_hidden = true
[probe]
agent = "fake"
base_url = "http://127.0.0.1:8080/v1"
api_key_env = "A_KEY"
choice = true
tools = "minimal"
home = "real"
mapping = "/home/me/goose.toml"
timeout = 60
temperature = 0.5
attempts = 3
max_turns = 4
max_steps = 1_000
early_exit = false
[run]
concurrency = 8
rerun = "affected"
max_probes = 1_000
max_cost = 0.5
max_minutes = 10
[measure]
confidence = 0.9
[lint]
max_description_length = 1_500
max_name_length = 40
min_description_length = 30
catalog_budget = 8_000
near_duplicate = 0.9
[lint.rules]
overlap-outranked = "ignore"
[check]
baseline = "evals/base.jsonl"
margin = 0.03
"#;

#[test]
fn every_setting_is_read() {
    let (config, problems) = read(ALL, Source::User);
    assert_eq!(problems, []);
    let expected = Config {
        theme: Some("high-contrast".into()),
        ascii: Some(true),
        mouse: Some(false),
        harness: Some("codex".into()),
        model: Some("some-model".into()),
        context: Some(32_000),
        budget: Some(4_000),
        fields: Some(Fields { name: true, description: true, when_to_use: false }),
        k1: Some(1.2),
        b: Some(0.0),
        include_hidden: Some(true),
        agent: Some("fake".into()),
        base_url: Some("http://127.0.0.1:8080/v1".into()),
        api_key_env: Some("A_KEY".into()),
        choice: Some(true),
        tools: Some(Tools::Minimal),
        home: Some(Home::Real),
        mapping: Some("/home/me/goose.toml".into()),
        timeout: Some(60),
        temperature: Some(0.5),
        attempts: Some(3),
        max_turns: Some(4),
        max_steps: Some(1_000),
        early_exit: Some(false),
        concurrency: Some(8),
        rerun: Some(crate::core::plan::Rerun::Affected),
        max_probes: Some(1_000),
        max_cost: Some(0.5),
        max_minutes: Some(10.0),
        confidence: Some(0.9),
        baseline: Some("evals/base.jsonl".into()),
        margin: Some(0.03),
        bars: Vec::new(),
        levels: config.levels.clone(),
        prices: Prices::default(),
        max_description_length: Some(1_500),
        max_name_length: Some(40),
        min_description_length: Some(30),
        catalog_budget: Some(8_000),
        near_duplicate: Some(0.9),
        trusted: Some(true),
    };
    assert_eq!(config, expected);
    assert_eq!(config.levels.chosen("overlap-outranked"), Some(Level::Ignore));
    let said = |key: &Key| key.of(&config).map(|value| value.to_string());
    assert!(KEYS.iter().all(|key| said(key).is_some()));
    let of = |name: &str| KEYS.iter().find(|key| key.name == name).and_then(said);
    assert_eq!(of("lexical.fields").as_deref(), Some("[\"name\", \"description\"]"));
    assert_eq!(of("look.theme").as_deref(), Some("\"high-contrast\""));
    assert_eq!(of("probe.max_steps").as_deref(), Some("1000"));
    for key in KEYS {
        assert!(ALL.contains(key.name.rsplit('.').next().unwrap()), "{} is tested", key.name);
    }
}

#[test]
fn the_usual_values_are_those_that_hold() {
    use crate::core::{lexical::Params, lint, measure::Confidence, plan::Limits};
    let said = KEYS.iter().filter(|key| !key.usual.is_empty() && key.name != "look.theme");
    let text: String = said.map(|key| format!("{} = {}\n", key.name, key.usual)).collect();
    let (config, problems) = read(&text, Source::User);
    assert_eq!(problems, []);
    let (params, limits) = (Params::default(), Limits::default());
    assert_eq!((config.k1, config.b), (Some(params.k1), Some(params.b)));
    assert_eq!(config.fields, Some(Fields::default()));
    assert_eq!(config.max_turns, Some(limits.max_turns));
    assert_eq!((config.max_steps, config.early_exit), (Some(limits.max_steps), Some(true)));
    assert_eq!(config.confidence, Some(Confidence::default().level()));
    let lint = lint::Limits::default();
    let lengths = [
        (config.max_description_length, Some(lint.max_description_length)),
        (config.max_name_length, Some(lint.max_name_length)),
        (config.min_description_length, Some(lint.min_description_length)),
        (config.catalog_budget, lint.catalog_budget),
    ];
    for (said, holds) in lengths {
        assert_eq!(said.map(|said| said as usize), holds);
    }
    assert_eq!(config.near_duplicate, Some(lint.near_duplicate));
}

#[test]
fn each_file_is_a_layer_of_its_own() {
    let home = tempfile::tempdir().unwrap();
    let places = places(home.path());
    fs::create_dir_all(&places.config).unwrap();
    fs::write(places.config.join(USER_FILE), "probe.attempts = 2\n").unwrap();
    fs::write(home.path().join(PROJECT_FILE), "probe.attempts = 5\nbars.top1 = 0.5\n").unwrap();
    let layers = Layer::all(Some(&places), home.path(), &names());
    let said: Vec<_> =
        layers.iter().map(|layer| (layer.config.attempts, layer.config.bars.len())).collect();
    assert_eq!(said, [(Some(2), 0), (Some(5), 1)]);
    assert!(layers[1].path.ends_with(PROJECT_FILE));
}

#[test]
fn a_project_cannot_trust_itself_nor_change_the_screen() {
    let (config, problems) = read(ALL, Source::Project);
    assert_eq!((config.trusted, config.theme, config.mouse), (None, None, None));
    assert_eq!(config.agent.as_deref(), Some("fake"));
    let sent = (config.base_url, config.api_key_env, config.home, config.mapping);
    assert_eq!(sent, (None, None, None, None));
    // More probes than is usual where money is spent; the other caps are lower.
    assert_eq!((config.max_probes, config.max_cost), (None, Some(0.5)));
    assert_eq!((config.rerun, problems.len()), (None, 10));
    let coded = |code: &str| problems.iter().filter(|problem| problem.code == code).count();
    assert_eq!((coded("config-agree"), coded("config-scope")), (4, 6), "{problems:?}");
}

#[test]
fn what_a_user_caps_no_project_raises() {
    let read = |user: Option<f64>, text: &str| {
        let mut config = Config { max_minutes: user, ..Config::default() };
        let problems = config.read_onto(text, "c", Source::Project, &names());
        let places: Vec<_> =
            problems.iter().map(|problem| (problem.line, problem.column)).collect();
        (config.max_minutes, places)
    };
    let text = "run.max_minutes = 30";
    let at = vec![(Some(1), Some(19))];
    assert_eq!(read(None, text), (None, at.clone()));
    assert_eq!(read(Some(5.0), text), (Some(5.0), at));
    assert_eq!(read(Some(60.0), text), (Some(30.0), vec![]));
    assert_eq!(read(None, "run.max_minutes = 20"), (Some(20.0), vec![]));
}

#[test]
fn what_cannot_be_used_is_named_with_its_place_and_the_rest_holds() {
    let text = "[lexical]\nk1 = -1\nb = \"x\"\n  k2 = 1\nfields = [\"body\"]\n[probe]\nattempts = 0\n\
        max_turns = 2.5\nagent = \"\"\n[loook]\n[measure]\nconfidence = 0.8\n";
    let (config, problems) = read(text, Source::User);
    let found: Vec<_> =
        problems.iter().map(|p| (&*p.code, p.line.unwrap(), p.column.unwrap())).collect();
    let expected = [
        ("config-value", 2, 6),
        ("config-value", 3, 5),
        ("config-unknown", 4, 3),
        ("config-value", 5, 10),
        ("config-value", 7, 12),
        ("config-value", 8, 13),
        ("config-value", 9, 9),
        ("config-unknown", 10, 2),
    ];
    assert_eq!(found, expected);
    assert_eq!(config, Config { confidence: Some(0.8), ..Config::default() });
    let (config, problems) = read("look.theme = 'drak'", Source::User);
    assert_eq!((config.theme, &*problems[0].remedy), (None, "Write one of dark, high-contrast."));
    let (_, problems) = read("theme = 'dark'", Source::User);
    assert!(problems[0].remedy.contains("look.theme"), "{}", problems[0].remedy);
}

#[test]
fn a_bad_value_leaves_the_better_one_known_before() {
    let mut config = Config { k1: Some(1.2), ..Config::default() };
    let mut read = |text| {
        let problems = config.read_onto(text, "c", Source::Project, &names());
        (config.k1, problems.len())
    };
    assert_eq!(read("lexical.k1 = nan"), (Some(1.2), 1));
    assert_eq!(read("lexical.k1 = 2"), (Some(2.0), 0));
}

#[test]
fn broken_toml_is_named_and_read_as_far_as_it_goes() {
    let (config, problems) = read("probe.attempts = 2\nlook = = 3\n", Source::User);
    assert_eq!(config.attempts, Some(2));
    assert!(
        problems.iter().any(|p| p.code == "config-syntax" && p.line == Some(2)),
        "{problems:?}"
    );
}

#[test]
fn the_projects_file_lies_at_the_git_root_and_comes_over_the_users() {
    let home = tempfile::tempdir().unwrap();
    let places = places(home.path());
    let deep = home.path().join("repo/a/b");
    fs::create_dir_all(&deep).unwrap();
    fs::create_dir_all(&places.config).unwrap();
    let load = |cwd: &Path| Config::load(Some(&places), cwd, &names());
    assert_eq!(load(&deep), (Config::default(), vec![]));

    fs::write(places.config.join(USER_FILE), "trusted = true\nprobe.attempts = 2\n").unwrap();
    fs::write(home.path().join("repo/.git"), "gitdir: elsewhere\n").unwrap();
    fs::write(home.path().join("repo").join(PROJECT_FILE), "probe.attempts = 5\n").unwrap();
    let (config, problems) = load(&deep);
    assert_eq!((config.trusted, config.attempts, problems.len()), (Some(true), Some(5), 0));

    fs::write(places.config.join(USER_FILE), b"\xff").unwrap();
    let (config, problems) = load(&deep);
    assert_eq!((config.attempts, &*problems[0].code), (Some(5), "config-unreadable"));
}

#[test]
fn own_things_lie_at_the_git_root_else_beside_the_root() {
    let home = tempfile::tempdir().unwrap();
    let root = home.path().join("repo/.claude/skills");
    fs::create_dir_all(&root).unwrap();
    let own = OwnDir::of(&root, None);
    assert_eq!(own.existing().next(), None);
    assert_eq!(own.writable().unwrap(), home.path().join("repo/.claude/.skillscope"));
    fs::create_dir(home.path().join("repo/.git")).unwrap();
    let own = OwnDir::of(&root, None);
    assert_eq!(own.writable().unwrap(), home.path().join("repo/.skillscope"));
    let there = home.path().join("repo/.skillscope");
    assert_eq!(own.existing().collect::<Vec<_>>(), [&there]);
    assert!(own.holds(&there.join("queries.jsonl")) && !own.holds(&root));
}

#[test]
fn where_a_project_cannot_be_written_to_the_state_folder_stands_in() {
    let home = tempfile::tempdir().unwrap();
    let places = places(home.path());
    let root = home.path().join("repo/skills");
    fs::create_dir_all(&root).unwrap();
    // A file in the way stops everyone, even root.
    fs::write(home.path().join("repo/.skillscope"), "").unwrap();
    let own = OwnDir::of(&root, Some(&places));
    let dir = own.writable().unwrap();
    assert!(dir.starts_with(places.state.join("projects")), "{}", dir.display());
    assert_eq!(own.existing().collect::<Vec<_>>(), [dir]);
    assert!(OwnDir::of(&root, None).writable().is_err());
    let other = home.path().join("other");
    fs::create_dir_all(other.join("skills")).unwrap();
    fs::write(other.join(".skillscope"), "").unwrap();
    let other = OwnDir::of(&other.join("skills"), Some(&places));
    assert_ne!(other.writable().unwrap(), dir, "each project has its own");
}

proptest! {
    #[test]
    fn any_text_is_read_without_panic(text in "[a-z.=\\[\\]\"0-9 \n]{0,60}") {
        let (_, problems) = read(&text, Source::Project);
        prop_assert!(problems.iter().all(|problem| problem.line.is_some()));
    }
}

proptest! {
    #![proptest_config(crate::fuzz::config())]

    #[test]
    fn broken_files_are_survived(text in crate::fuzz::text(&[ALL])) {
        for source in [Source::User, Source::Project] {
            let (_, problems) = crate::fuzz::steady(|| read(&text, source))?;
            prop_assert!(problems.iter().all(|p| p.line.is_some() && !p.remedy.is_empty()));
        }
    }
}

#[test]
fn what_a_project_says_of_agents_counts_once_the_person_has_agreed_to_the_very_text() {
    let home = tempfile::tempdir().unwrap();
    let places = places(home.path());
    let file = home.path().join(PROJECT_FILE);
    let text = "probe.base_url = \"https://a.example\"\nprobe.home = \"real\"\ntrusted = true\n";
    fs::write(&file, text).unwrap();
    let load = || Config::load(Some(&places), home.path(), &names());
    let (config, problems) = load();
    assert_eq!(config, Config::default());
    let told: Vec<_> = problems.iter().map(ToString::to_string).collect();
    assert!(told[0].contains("probe.base_url = \"https://a.example\"` counts once"), "{told:?}");
    assert!(told[0].contains("config agree") && told[1].contains("probe.home"), "{told:?}");

    let book = Book::of(&places);
    book.remember(Entry::of_project(&file, text)).unwrap();
    let (config, problems) = load();
    assert_eq!(config.base_url.as_deref(), Some("https://a.example"));
    assert_eq!(config.home, Some(Home::Real));
    assert_eq!(config.trusted, None, "nobody can agree to that for a project");
    assert_eq!(problems.len(), 1);

    fs::write(&file, format!("{text}\n")).unwrap();
    assert_eq!(load().0, Config::default(), "another text is another matter");
    fs::write(&file, "probe.api_key_env = \"sk-0123\"").unwrap();
    let told = load().1[0].to_string();
    assert!(!told.contains("0123"), "a key is not repeated: {told}");
}
