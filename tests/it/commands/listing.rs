//! `skillscope listing`: its contract, its forms, and what its flags move.

use serde_json::Value;

use super::{
    Person, SKILLS,
    contract::{head, keys, list},
    run,
};

fn json(arguments: &[&str]) -> Value {
    let all = [&["listing", SKILLS, "--format", "json"], arguments].concat();
    serde_json::from_str(&run(&all).fine()).expect("JSON")
}

fn described(document: &Value) -> usize {
    let is = |skill: &&Value| ["whole", "cut"].map(Value::from).contains(&skill["state"]);
    list(document, "skills").iter().filter(is).count()
}

#[test]
fn the_document_has_the_agreed_keys_and_no_other() {
    let document = json(&["--as", "claude-code", "--budget", "1500"]);
    let expected = [
        "schema",
        "catalog",
        "diagnostics",
        "harness",
        "verified",
        "assumed",
        "model",
        "budget",
        "skills",
        "text",
    ];
    assert_eq!(keys(&document), expected);
    head(&document, "skillscope.listing/1");
    let budget = &document["budget"];
    assert_eq!(keys(budget), ["limit", "asked", "used", "unit", "roughly", "remedy"]);
    assert_eq!((&budget["limit"], &budget["unit"]), (&1500.into(), &"columns".into()));
    assert_eq!(keys(&budget["remedy"]), ["excess", "cap", "setting", "share"]);
    let text = document["text"].as_str().expect("a text");
    for skill in list(&document, "skills") {
        let expected = ["id", "name", "path", "state", "shown", "cause", "length", "asked", "used"];
        assert_eq!(keys(skill), expected);
        assert_eq!(skill["cause"].is_null(), skill["state"] == "whole", "{skill}");
        assert!(text.contains(skill["shown"].as_str().expect("a text")), "{skill}");
    }
    let state = |id: &str| {
        let skill = list(&document, "skills").iter().find(|skill| skill["id"] == id);
        skill.map(|skill| skill["state"].clone())
    };
    assert_eq!(state("season-close"), Some("hidden".into()));
    assert!(text.chars().count() <= 1500 + 1 && (1..14).contains(&described(&document)), "{text}");
}

#[test]
fn harness_model_and_budget_decide_what_is_shown() {
    let limit = |arguments: &[&str]| json(arguments)["budget"]["limit"].clone();
    assert_eq!(limit(&["--as", "claude-code"]), 8_000);
    assert_eq!(limit(&["--as", "claude-code", "--model", "claude-opus-5"]), 30_000);
    assert_eq!(limit(&["--as", "claude-code", "--context", "1000000"]), 40_000);
    assert_eq!(limit(&["--as", "codex", "--context", "100000"]), 2_000);
    assert!(limit(&["--as", "gemini-cli", "--budget", "5"]).is_null(), "it has none to change");
    let crowded = json(&["--as", "codex", "--budget", "400"]);
    let cut = list(&crowded, "skills").iter().filter(|skill| skill["state"] == "cut");
    assert!(
        cut.count() > 5 && crowded["text"].as_str().unwrap().starts_with("- `r0` = "),
        "{crowded}"
    );
}

#[test]
fn settings_stand_below_flags() {
    let person = Person::new();
    person.skill("bread", "Bakes bread.");
    person.configure("config.toml", "[listing]\ncontext = 50_000\n");
    let limit = |more: &[&str]| {
        let all = ["listing", "skills", "--as", "claude-code", "--format", "json"];
        let told = person.run_at_home(&[&all, more].concat()).fine();
        let document: Value = serde_json::from_str(&told).expect("JSON");
        document["budget"]["limit"].clone()
    };
    assert_eq!((limit(&[]), limit(&["--context", "25000"])), (2_000.into(), 1_000.into()));
}

#[test]
fn a_harness_of_ones_own_is_a_file_of_data() {
    let person = Person::new();
    person.skill("bread", "Bakes bread and rolls for breakfast.");
    let own = "extends = \"claude-code\"\ntitle = \"Mine\"\n[listing]\ncut = 12\n";
    person.configure("harnesses/mine.toml", own);
    let all = ["listing", "skills", "--as", "mine"];
    let verbatim = person.run_at_home(&[&all[..], &["--verbatim"]].concat()).fine();
    assert_eq!(verbatim, "- bread: Bakes bread…\n");
    person.configure("harnesses/mine.toml", "extends = 1\n");
    let told = person.run_at_home(&all);
    assert_eq!(told.code, Some(2), "{}", told.out);
    let wrong = person.run_at_home(&["listing", "skills", "--as", "pi"]);
    assert!(wrong.code == Some(0) && wrong.err.contains("harnesses/mine.toml"), "{}", wrong.err);
}

#[test]
fn a_project_is_listed_by_the_harness_whose_folder_it_has() {
    let person = Person::new();
    let skill = |at: &str, text: &str| {
        person
            .write(&format!("{at}/SKILL.md"), &format!("---\nname: x\ndescription: {text}\n---\n"));
    };
    skill("shop/.claude/skills/bread", "Bakes bread.");
    skill("shop/.claude/skills/cakes", "\"Bakes\" cakes.");
    skill("shop/.agents/skills/rolls", "Bakes rolls.");
    skill(".claude/skills/bread", "Bakes other bread.");
    person.write("shop/.git/HEAD", "");
    let mut command = person.command(&["listing", "--format", "json"]);
    let told = super::Told::of(command.current_dir(person.home().join("shop")));
    let document: Value = serde_json::from_str(&told.out).expect("JSON");
    assert_eq!(document["harness"], "claude-code");
    let states: Vec<(&str, &str)> = list(&document, "skills")
        .iter()
        .map(|skill| (skill["path"].as_str().unwrap(), skill["state"].as_str().unwrap()))
        .collect();
    let expected = [
        ("~/.claude/skills/bread/SKILL.md", "whole"),
        (".agents/skills/rolls/SKILL.md", "not_loaded"),
        (".claude/skills/bread/SKILL.md", "shadowed"),
        (".claude/skills/cakes/SKILL.md", "rejected"),
    ];
    assert_eq!(states, expected);
    let rejected = &list(&document, "skills")[3]["cause"];
    assert!(rejected.as_str().unwrap().starts_with("3:"), "with line and column: {rejected}");
    assert_eq!(document["text"], "- bread (x): Bakes other bread.\n");
}

#[test]
fn tables_say_what_is_lost_and_what_would_mend_it() {
    let text = run(&["listing", SKILLS, "--as", "claude-code", "--budget", "1500"]).fine();
    for part in
        ["as seen in version", "name only", "budget 1500 columns", "would fit with: ", "not seen: "]
    {
        assert!(text.contains(part), "{part} is not in {text}");
    }
    let csv = run(&["listing", SKILLS, "--as", "pi", "--format", "csv"]).fine();
    assert!(csv.starts_with("id,name,path,state,length,asked,used,shown,cause\n"), "{csv}");
    let verbatim = run(&["listing", SKILLS, "--as", "pi", "--verbatim"]).fine();
    assert!(verbatim.starts_with("<available_skills>\n  <skill>\n    <name>"), "{verbatim}");
    let told = run(&["listing", SKILLS, "--as", "cursor"]).fine();
    assert!(told.contains("from documents, not seen") && told.contains("no budget"), "{told}");
}
