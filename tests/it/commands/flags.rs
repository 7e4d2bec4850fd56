//! No flag is read and ignored, and none takes what it cannot use.

use serde_json::Value;

use super::{Person, SKILLS, run};

/// The self score and the ratio of the first skill of the table.
fn figures(arguments: &[&str]) -> (f64, f64) {
    let all =
        [&["overlap", SKILLS, "--skill", "bike-desk", "--format", "json"], arguments].concat();
    let document: Value = serde_json::from_str(&run(&all).fine()).expect("JSON");
    let skill = &document["skills"][0];
    (skill["self_score"].as_f64().expect("a score"), skill["ratio"].as_f64().expect("a ratio"))
}

#[test]
fn every_lexical_flag_moves_a_figure() {
    let usual = figures(&[]);
    for arguments in [
        &["--k1", "0.5"][..],
        &["--b", "0"],
        &["--fields", "description"],
        &["--include-hidden"],
        &["--plain-tokens"],
    ] {
        assert_ne!(figures(arguments), usual, "{arguments:?}");
    }
    assert_eq!(figures(&["--k1", "1.5", "--b", "0.75"]), usual);
    assert_eq!(figures(&["--fields", "when-to-use,name,description"]), usual);
}

#[test]
fn what_a_flag_cannot_use_is_refused_with_what_it_can() {
    for (arguments, parts) in [
        (&["overlap", SKILLS, "--k1", "-1"][..], &["--k1", "from 0 on"][..]),
        (&["overlap", SKILLS, "--k1", "inf"], &["finite number"]),
        (&["overlap", SKILLS, "--b", "1.5"], &["--b", "from 0 to 1"]),
        (&["eval", SKILLS, "--confidence", "95"], &["between 0 and 1, such as 0.95"]),
        (&["eval", SKILLS, "--attempts", "0"], &["--attempts", "1.."]),
        (&["overlap", SKILLS, "--fields", "name,body"], &["`body` is no field", "when_to_use"]),
        (&["listing", SKILLS], &["--as", "claude-code, codex"]),
        (&["listing", SKILLS, "--as", "codex", "--model", "gtp"], &["`gtp`", "--context"]),
        (&["listing", SKILLS, "--as", "codex", "--context", "0"], &["--context", "1.."]),
        (&["lint", SKILLS, "--for", "claude-code,cladue"], &["--for", "claude-code"]),
        (&["lint", SKILLS, "--error", "yaml-colum"], &["`yaml-colum`", "`yaml-colon`?"]),
        (&["lint", SKILLS, "--ignore", "q"], &["`q`", "lint --explain"]),
        (&["lint", "--explain", "yaml-colum"], &["`yaml-colon`?"]),
        (&["lint", "--explain", "yaml-colon", "--strict"], &["--explain"]),
        (&["lint", SKILLS, "--dry-run"], &["--fix"]),
        (&["lint", SKILLS, "--skill", "bike-dsek"], &["`bike-desk`?"]),
        (&["overlap", SKILLS, "--as", "claude"], &["claude-code", "opencode"]),
        (&["overlap", SKILLS, "--as", "cladue-code"], &["similar", "claude-code"]),
        (&["eval", SKILLS, "--agent", "keywrod"], &["similar", "keyword"]),
        (&["eval", SKILLS, "--agent", "fake"], &["--script FILE"]),
        (&["eval", SKILLS, "--queries", "gone.jsonl"], &["no query file gone.jsonl"]),
        (&["eval", SKILLS, "--agent", "fake", "--script", "gone.json"], &["script gone.json"]),
        (&["screen", "probes", "--demo", "--theme", "drak"], &["similar", "'dark'"]),
        (&["screen", "probes", "--demo", "--size", "0x9"], &["such as 120x40"]),
        (&["screen", "probes", "--demo", "--keys", "<nokey>"], &["nokey"]),
        (&["screen", "probs", "--demo"], &["similar", "'probes'"]),
        (&["overlap", SKILLS, "--format", "xml"], &["text, json, csv"]),
    ] {
        let told = run(arguments).refused();
        for part in parts {
            assert!(told.contains(part), "{arguments:?}: {part} is not in {told}");
        }
    }
}

#[test]
fn a_script_that_is_none_is_named_with_its_fault() {
    let person = Person::new();
    let script = person.write("s.json", "{\"schema\": 1}").display().to_string();
    let told = person.run(&["eval", SKILLS, "--agent", "fake", "--script", &script]).refused();
    assert!(told.contains("s.json:"), "{told}");
}

/// The names of the commands that a help lists.
fn commands(of: &[&str]) -> Vec<String> {
    let help = run(&[of, &["--help"]].concat()).fine();
    let listed = help.split("Commands:\n").nth(1).unwrap_or_default();
    let names = listed.lines().take_while(|line| !line.is_empty());
    let names = names.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = names.filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

#[test]
fn every_help_has_two_examples_of_its_command() {
    let top = commands(&[]);
    assert!(top.len() > 10, "{top:?}");
    for name in &top {
        let parts = commands(&[name]);
        let deeper = parts.iter().map(|part| vec![name.as_str(), part.as_str()]);
        for command in std::iter::once(vec![name.as_str()]).chain(deeper) {
            let help = run(&[&command[..], &["--help"]].concat()).fine();
            let example = format!("skillscope {}", command.join(" "));
            let examples = help.split("Examples:\n").nth(1).unwrap_or_default();
            let found = examples.lines().filter(|line| line.trim_start().starts_with(&example));
            assert!(found.count() >= 2, "{command:?}: {help}");
        }
    }
}
