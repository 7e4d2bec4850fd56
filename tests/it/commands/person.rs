//! A person's own files: configuration and keys, whole and faulty.

use serde_json::Value;
use skillscope::engine::config::KEYS;

use super::{Person, SKILLS, run};

fn self_score(text: &str) -> f64 {
    let document: Value = serde_json::from_str(text).expect("JSON");
    document["skills"][0]["self_score"].as_f64().expect("a score")
}

const OVERLAP: [&str; 4] = ["overlap", SKILLS, "--format", "json"];

#[test]
fn the_configuration_holds_where_no_flag_speaks() {
    let usual = self_score(&run(&OVERLAP).fine());
    let person = Person::new();
    person.configure("config.toml", "[lexical]\nk1 = 0.5\n");
    let told = self_score(&person.run(&OVERLAP).fine());
    assert_ne!(told, usual);
    let flagged = [&OVERLAP[..], &["--k1", "1.5"]].concat();
    assert_eq!(self_score(&person.run(&flagged).fine()), usual);
}

#[test]
fn a_fault_in_the_configuration_is_said_and_stops_nothing() {
    let person = Person::new();
    person.configure("config.toml", "[look]\ntheme = \"drak\"\n[lexical]\nk1 = -1\n");
    let told = person.run(&OVERLAP);
    assert_eq!(told.code, Some(0));
    assert_eq!(self_score(&told.out), self_score(&run(&OVERLAP).fine()));
    for part in ["config.toml:2:9:", "Write one of auto, dark", "config.toml:4:6:"] {
        assert!(told.err.contains(part), "{part} is not in {}", told.err);
    }
}

#[test]
fn each_setting_is_shown_with_its_origin() {
    let person = Person::new();
    person.configure("config.toml", "[look]\ntheme = \"light\"\n[probe]\nattempts = 2\n");
    person.write("skillscope.toml", "[probe]\nattempts = 4\n[bars.skills.\"*\"]\nrecall = 0.7\n");
    let show = |arguments: &[&str]| {
        let all = [&["config", "show"], arguments].concat();
        person.run_at_home(&all)
    };
    let told = show(&["--origin"]).fine();
    let from = |start: &str| {
        let line = told.lines().find(|line| line.starts_with(start));
        line.and_then(|line| line.rsplit(['/', '#']).next()).map(str::trim)
    };
    assert_eq!(from("look.theme = \"light\""), Some("config.toml"), "{told}");
    assert_eq!(from("probe.attempts = 4"), Some("skillscope.toml"), "{told}");
    assert_eq!(from("lexical.k1 = 1.5"), Some("built in"), "{told}");
    assert_eq!(from("# run.max_cost is not set"), Some("built in"), "{told}");
    assert_eq!(from("# bar *:recall>=0.7"), Some("skillscope.toml"), "{told}");
    assert!(!show(&[]).fine().contains("config.toml"));
    person.write("skillscope.toml", "[prob]\nattempts = 4\n");
    let wrong = show(&[]);
    assert_eq!(wrong.code, Some(2));
    assert!(
        wrong.err.contains("`prob`") && wrong.err.contains("skillscope.toml:1:2"),
        "{}",
        wrong.err
    );
}

#[test]
fn a_project_lowers_what_a_run_may_take_and_never_raises_it() {
    let person = Person::new();
    person.write("skillscope.toml", "[run]\nmax_cost = 50\nmax_probes = 9\nconcurrency = 2\n");
    let show = || person.run_at_home(&["config", "show", "--origin"]);
    let told = show();
    assert_eq!(told.code, Some(0));
    for part in ["skillscope.toml:2:12", "`run.max_cost`", "never raised over 2"] {
        assert!(told.err.contains(part), "{part} is not in {}", told.err);
    }
    let line = |start: &str| {
        let out = show().out;
        out.lines().find(|line| line.starts_with(start)).map(str::to_owned)
    };
    assert!(line("# run.max_cost is not set").is_some_and(|line| line.ends_with("built in")));
    assert!(line("run.max_probes = 9").is_some_and(|line| line.ends_with("skillscope.toml")));
    person.configure("config.toml", "[run]\nmax_cost = 80\nmax_probes = 4\n");
    assert!(line("run.max_cost = 50").is_some_and(|line| line.ends_with("skillscope.toml")));
    assert!(line("run.max_probes = 4").is_some_and(|line| line.ends_with("config.toml")));
}

#[test]
fn the_schema_of_the_configuration_is_the_one_that_ships() {
    let now = run(&["config", "schema"]).fine();
    let shipped = std::fs::read_to_string("assets/schemas/config.schema.json").expect("a schema");
    assert_eq!(now, shipped, "put the output of `cargo run -- config schema` there");
}

#[test]
fn the_readme_has_the_key_table_as_it_is() {
    let readme = std::fs::read_to_string("README.md").expect("a README");
    let from = readme.find("<!-- keys").expect("the table's beginning");
    let to = readme.find("<!-- end of keys -->").expect("the table's end");
    let table = readme[from..to].split_once("-->").expect("a comment").1;
    let now = run(&["keys"]).fine();
    assert_eq!(table.trim(), now.trim(), "put the output of `cargo run -- keys` there");
}

#[test]
fn own_keys_hold_and_their_faults_are_said() {
    let person = Person::new();
    let keys =
        "global = [\n  { on = [\"Q\"], run = \"quit\" },\n  { on = [\"Q\"], run = \"zoom\" },\n]\n";
    let file = person.configure("keymap.toml", keys).display().to_string();
    let told = person.run(&["keys"]);
    assert_eq!(told.code, Some(0));
    assert!(told.out.contains("`Q`") && told.err.contains("keymap.toml:3:11:"), "{}", told.err);
    // Whoever names a file means all of it.
    let named = person.run(&["keys", "--keymap", &file]).refused();
    assert!(named.contains("keymap.toml:3:11:") && named.contains("bound"), "{named}");
    let gone = run(&["keys", "--keymap", "gone.toml"]).refused();
    assert!(gone.contains("no keymap gone.toml"), "{gone}");
}

#[test]
fn the_readme_has_every_setting_with_what_it_takes() {
    let readme = std::fs::read_to_string("README.md").expect("a README");
    for key in KEYS {
        let row = format!("| `{}` | {} | {} |\n", key.name, key.takes, key.scope.in_words());
        assert!(readme.contains(&row), "the README lacks {row}");
    }
}
