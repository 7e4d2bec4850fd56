//! `skillscope lint`: its contract, its forms, its levels, its exit codes, and what it writes.

use std::fs;

use serde_json::Value;

use super::{
    Person, SKILLS, Told,
    contract::{head, keys, list},
    run,
};

/// A skill of each kind that is told: one that is dropped, one that is fine, one without a name.
fn kitchen() -> Person {
    let person = Person::new();
    person.skill("bread", "Bakes: loaves of rye and wheat. Use when someone asks for bread.");
    person.skill("cake", "Decorates birthday cakes with icing. Use for parties.");
    person.write(
        "skills/50%, or: so/SKILL.md",
        "---\ndescription: Peels half of the apples. Use when half is enough.\n---\n",
    );
    person
}

fn lint(person: &Person, arguments: &[&str]) -> Told {
    person.run_at_home(&[&["lint", "skills"], arguments].concat())
}

fn json(told: &Told) -> Value {
    serde_json::from_str(&told.out).unwrap_or_else(|error| panic!("{error}: {}", told.err))
}

/// Ids of the rules that found something.
fn rules(document: &Value) -> Vec<&str> {
    list(document, "rules").iter().map(|rule| rule["id"].as_str().expect("an id")).collect()
}

#[test]
fn the_document_has_the_agreed_keys_and_no_other() {
    let told = lint(&kitchen(), &["--format", "json"]);
    assert_eq!((told.code, told.err.as_str()), (Some(1), ""));
    let document = json(&told);
    let expected = [
        "schema",
        "catalog",
        "diagnostics",
        "verdict",
        "judges",
        "errors",
        "warnings",
        "notes",
        "left_out",
        "rules",
        "findings",
    ];
    assert_eq!(keys(&document), expected);
    head(&document, "skillscope.lint/1");
    assert_eq!(document["verdict"], "fail");
    let findings = list(&document, "findings");
    let expected = [
        "rule", "level", "skill", "name", "path", "line", "column", "message", "remedy", "with",
        "harness", "fix", "weight",
    ];
    for finding in findings {
        assert_eq!(keys(finding), expected, "{finding}");
    }
    let first = &findings[0];
    assert_eq!((&first["rule"], &first["skill"]), (&"yaml-colon".into(), &"bread".into()));
    assert_eq!((&first["line"], &first["path"]), (&3.into(), &"bread/SKILL.md".into()));
    let of = |level: &str| findings.iter().filter(|one| one["level"] == level).count();
    for (level, key) in [("error", "errors"), ("warn", "warnings"), ("info", "notes")] {
        assert_eq!(document[key], of(level), "{key}");
    }
    let counted = list(&document, "rules").iter().map(|rule| rule["count"].as_u64());
    assert_eq!(counted.flatten().sum::<u64>(), findings.len() as u64);
}

#[test]
fn every_harness_whose_rules_were_seen_judges_unless_one_is_named() {
    let person = kitchen();
    let judges = |arguments: &[&str]| {
        let document = json(&lint(&person, &[arguments, &["--format", "json"]].concat()));
        let judges = list(&document, "judges").iter();
        judges.map(|one| one["harness"].as_str().expect("an id").to_owned()).collect::<Vec<_>>()
    };
    assert!(judges(&[]).len() > 4 && !judges(&[]).contains(&"cursor".to_owned()));
    assert_eq!(judges(&["--as", "pi"]), ["pi"]);
    assert_eq!(judges(&["--for", "codex,cursor"]), ["codex", "cursor"]);
}

#[test]
fn levels_come_from_the_project_and_flags_come_over_them() {
    let person = kitchen();
    assert_eq!(lint(&person, &[]).code, Some(1));
    lint(&person, &["--warn", "yaml-colon"]).fine();
    assert_eq!(lint(&person, &["--warn", "yaml-colon", "--strict"]).code, Some(1));
    assert_eq!(lint(&person, &["--warn", "yaml-colon", "--error", "yaml-colon"]).code, Some(1));
    person.write("skillscope.toml", "[lint.rules]\nyaml-colon = \"ignore\"\n");
    let told = lint(&person, &["--format", "json"]);
    assert!(told.code == Some(0) && !rules(&json(&told)).contains(&"yaml-colon"), "{}", told.out);
    assert_eq!(lint(&person, &["--error", "yaml-colon"]).code, Some(1));
    let show = person.run_at_home(&["config", "show", "--origin"]).fine();
    let said = show.lines().find(|line| line.starts_with("lint.rules.yaml-colon = \"ignore\""));
    assert!(said.is_some_and(|line| line.ends_with("skillscope.toml")), "{show}");
    person.write("skillscope.toml", "[lint.rules]\nyaml-colum = \"info\"\n");
    let told = lint(&person, &[]).refused();
    assert!(told.contains("skillscope.toml:2:1") && told.contains("`yaml-colon`?"), "{told}");
}

#[test]
fn only_what_concerns_a_skill_is_told_where_it_is_named() {
    let person = kitchen();
    lint(&person, &["--skill", "cake"]).fine();
    let told = lint(&person, &["--skill", "bread", "--format", "json"]);
    assert_eq!(told.code, Some(1));
    let document = json(&told);
    for finding in list(&document, "findings") {
        let with = list(finding, "with").iter().any(|other| other["id"] == "bread");
        assert!(with || finding["skill"] == "bread", "{finding}");
    }
    assert!(document["left_out"].as_u64().is_some_and(|more| more > 0), "{document}");
}

#[test]
fn machines_are_told_in_their_own_forms() {
    let person = kitchen();
    let github = lint(&person, &["--format", "github"]).out;
    assert!(github.lines().all(|line| line.starts_with("::")), "{github}");
    let first = "::error file=skills/bread/SKILL.md,line=3,col=";
    assert!(github.starts_with(first) && github.contains(",title=yaml-colon::"), "{github}");
    let odd = "::warning file=skills/50%25%2C or%3A so/SKILL.md,line=2,col=1,title=name-missing::";
    assert!(github.contains(odd), "{github}");
    let concise = lint(&person, &["--format", "concise"]).out;
    assert!(concise.starts_with("skills/bread/SKILL.md:3:"), "{concise}");
    assert!(concise.lines().any(|line| line.contains(": warn name-missing ")), "{concise}");
}

#[test]
fn sarif_has_the_structure_that_its_readers_need() {
    let told = lint(&kitchen(), &["--format", "sarif"]);
    assert_eq!((told.code, told.err.as_str()), (Some(1), ""));
    let log = json(&told);
    assert_eq!(
        (keys(&log), &log["version"]),
        (vec!["$schema", "version", "runs"], &"2.1.0".into())
    );
    let run = &list(&log, "runs")[0];
    assert_eq!(run["columnKind"], "unicodeCodePoints");
    let driver = &run["tool"]["driver"];
    assert_eq!(
        (&driver["name"], &driver["version"]),
        (&"skillscope".into(), &env!("CARGO_PKG_VERSION").into())
    );
    let rules = list(driver, "rules");
    let levels = ["none", "note", "warning", "error"].map(Value::from);
    for rule in rules {
        assert!(!rule["id"].as_str().expect("an id").is_empty());
        for key in ["shortDescription", "fullDescription", "help"] {
            assert!(!rule[key]["text"].as_str().expect("a text").is_empty(), "{rule}");
        }
        assert!(levels.contains(&rule["defaultConfiguration"]["level"]), "{rule}");
    }
    let results = list(run, "results");
    for result in results {
        assert!(levels.contains(&result["level"]), "{result}");
        let index =
            usize::try_from(result["ruleIndex"].as_u64().expect("an index")).expect("small");
        assert_eq!(rules[index]["id"], result["ruleId"]);
        assert!(!result["message"]["text"].as_str().expect("a text").is_empty());
        let place = &list(result, "locations")[0]["physicalLocation"];
        let uri = place["artifactLocation"]["uri"].as_str().expect("a URI");
        assert!(uri.starts_with("skills/") && !uri.contains([' ', ':', '\\']), "{uri}");
        assert_eq!(place["artifactLocation"]["uriBaseId"], "%SRCROOT%");
        for key in ["startLine", "startColumn"] {
            assert!(place["region"].get(key).is_none_or(|n| n.as_u64() > Some(0)), "{place}");
        }
    }
    let of_bread = results.iter().find(|result| result["ruleId"] == "yaml-colon").expect("found");
    assert_eq!(of_bread["level"], "error");
    let odd = "skills/50%25%2C%20or%3A%20so/SKILL.md";
    assert!(
        results
            .iter()
            .any(|one| one["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == odd)
    );
}

#[test]
fn nothing_in_a_text_reaches_the_terminal() {
    let person = kitchen();
    person.write("skills/\u{1b}[2J\u{202e}/SKILL.md", "---\nname: \"\u{7}bell\"\nx: : y\n---\n");
    for form in ["text", "concise", "github"] {
        let told = lint(&person, &["--format", form]).out;
        let hidden = |c: char| c != '\n' && (c.is_control() || c == '\u{202e}');
        assert!(!told.contains(hidden), "{form}: {told:?}");
    }
}

#[test]
fn fixes_are_shown_before_they_are_written_and_once_written_there_are_none() {
    let person = kitchen();
    let read = || fs::read_to_string(person.home().join("skills/bread/SKILL.md")).expect("a file");
    let before = read();
    let shown = lint(&person, &["--fix", "--dry-run"]);
    assert_eq!((shown.code, shown.err.as_str()), (Some(1), ""), "as without it");
    let patch = "--- skills/bread/SKILL.md\n+++ skills/bread/SKILL.md\n@@ -1,4 +1,4 @@\n ---\n \
        name: bread\n-description: Bakes: loaves of rye and wheat. Use when someone asks for bread.\n\
        +description: \"Bakes: loaves of rye and wheat. Use when someone asks for bread.\"\n ---\n";
    assert_eq!((shown.out.as_str(), read()), (patch, before.clone()));
    let report = lint(&person, &[]).out;
    assert!(report.contains("\n--fix mends 1 file"), "{report}");
    let written = lint(&person, &["--fix"]);
    assert_eq!(written.code, Some(0), "nothing is left that fails: {}", written.out);
    assert!(written.out.starts_with(patch) && !written.out.contains("yaml-colon"));
    assert_eq!(written.err, "skillscope: mended 1 file\n");
    let quoted = "\"Bakes: loaves of rye and wheat. Use when someone asks for bread.\"";
    let bare = quoted.trim_matches('"');
    assert_eq!(read(), before.replace(bare, quoted), "not a byte besides");
    assert_eq!(lint(&person, &["--fix", "--dry-run"]).fine(), "");
}

#[test]
fn copies_are_mended_alike() {
    let person = kitchen();
    let copy = "skills/more/bread/SKILL.md";
    let text = fs::read_to_string(person.home().join("skills/bread/SKILL.md")).expect("a file");
    person.write(copy, &text);
    let told = lint(&person, &["--fix"]);
    assert_eq!(told.err, "skillscope: mended 2 files\n");
    assert!(!told.out.contains("copies-drift"), "{}", told.out);
    let copied = fs::read_to_string(person.home().join(copy)).expect("a file");
    assert!(copied.contains("\"Bakes: "), "{copied}");
}

#[cfg(unix)]
#[test]
fn nothing_outside_the_named_folders_is_written() {
    let person = kitchen();
    let outside = "---\nname: pans\ndescription: Cleans: pans. Use after baking.\n---\n";
    let file = person.write("elsewhere/pans/SKILL.md", outside);
    let link = person.home().join("skills/pans");
    std::os::unix::fs::symlink(person.home().join("elsewhere/pans"), link).expect("a link");
    let told = lint(&person, &["--fix"]);
    assert!(told.out.contains("skills/pans/SKILL.md:3:"), "it is looked at: {}", told.out);
    assert!(told.err.contains("pans/SKILL.md is left as it is: it lies outside"), "{}", told.err);
    assert_eq!(fs::read_to_string(file).expect("a file"), outside);
    let alone = person.run_at_home(&["lint", "elsewhere", "--fix"]);
    assert!(alone.err.contains("mended 1 file"), "{}", alone.err);
}

#[test]
fn a_rule_is_explained_by_its_name_and_by_the_names_of_others() {
    let table = run(&["lint", "--explain"]).fine();
    assert!(table.starts_with("rule") && table.contains("\nyaml-colon "), "{table}");
    let one = run(&["lint", "--explain", "yaml-colon"]).fine();
    assert!(one.starts_with("yaml-colon (error)\n"), "{one}");
    for part in ["known elsewhere as invalid-yaml", "What to do: ", "How it is known: "] {
        assert!(one.contains(part), "{part} is not in {one}");
    }
    let all = run(&["lint", "--explain", "invalid-yaml"]).fine();
    assert!(all.contains("yaml-colon (error)") && all.contains("front-matter-missing (error)"));
}

#[test]
fn people_are_told_by_rule_and_what_to_do() {
    let told = run(&["lint", SKILLS]);
    assert_eq!(told.code, Some(1), "a skill of the demo has broken YAML");
    for part in ["judged as Claude Code, 200k · ", "\nerror yaml-colon (1): ", "\n  > ", "\nfail: "]
    {
        assert!(told.out.contains(part), "{part} is not in {}", told.out);
    }
}
