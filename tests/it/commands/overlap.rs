//! `skillscope overlap`: its contract, its tables, and what it refuses.

use std::process::Stdio;

use serde_json::Value;

use super::{
    Person, SKILLS,
    contract::{head, ids, keys, list},
    run,
};

fn json(arguments: &[&str]) -> Value {
    let all = [&["overlap", SKILLS, "--format", "json"], arguments].concat();
    serde_json::from_str(&run(&all).fine()).expect("JSON")
}

#[test]
fn the_document_has_the_agreed_keys_and_no_other() {
    let document = json(&[]);
    assert_eq!(keys(&document), ["schema", "catalog", "diagnostics", "skills"]);
    head(&document, "skillscope.overlap/1");
    assert_eq!(
        (&document["catalog"]["skills"], &document["catalog"]["problems"]),
        (&15.into(), &1.into())
    );
    let ids = ids(&document);
    assert_eq!(ids.len(), 14, "the hidden one does not compete");
    let known = |id: &Value| ids.contains(id.as_str().expect("an id"));
    let (mut shared, mut claimed) = (0, 0);
    for skill in list(&document, "skills") {
        let expected = [
            "id",
            "name",
            "path",
            "self_score",
            "ratio",
            "outranked_by",
            "nearest",
            "rivals",
            "shared_phrases",
            "claims",
        ];
        assert_eq!(keys(skill), expected);
        assert_eq!(keys(&skill["nearest"]), ["id", "score"]);
        let rivals = list(skill, "rivals");
        assert_eq!(
            (&rivals[0]["id"], &rivals[0]["score"], &rivals[0]["ratio"]),
            (&skill["nearest"]["id"], &skill["nearest"]["score"], &skill["ratio"])
        );
        for rival in rivals {
            assert_eq!(keys(rival), ["id", "score", "ratio"]);
            let part = rival["score"].as_f64().unwrap() / skill["self_score"].as_f64().unwrap();
            assert!(known(&rival["id"]) && (part - rival["ratio"].as_f64().unwrap()).abs() < 1e-12);
        }
        for phrase in list(skill, "shared_phrases") {
            assert_eq!(keys(phrase), ["phrase", "with"]);
            assert!(!list(phrase, "with").is_empty() && list(phrase, "with").iter().all(known));
            shared += 1;
        }
        for claim in list(skill, "claims") {
            assert_eq!(keys(claim), ["id", "of", "share"]);
            assert!(known(&claim["id"]) && claim["id"] != skill["id"]);
            claimed += 1;
        }
    }
    assert!(shared > 10 && claimed > 5, "{shared} shared, {claimed} claimed");
}

#[test]
fn a_skill_without_a_rival_has_nothing_where_nothing_is_known() {
    let person = Person::new();
    person.skill("bread", "Bakes bread.");
    let skills = person.home().join("skills").display().to_string();
    let told = person.run(&["overlap", &skills, "--format", "json"]).fine();
    let document: Value = serde_json::from_str(&told).expect("JSON");
    let [skill] = list(&document, "skills") else { panic!("{told}") };
    assert!(skill["nearest"].is_null() && list(skill, "rivals").is_empty(), "{skill}");
    assert_eq!((&skill["ratio"], &skill["outranked_by"]), (&0.0.into(), &0.into()));
    assert!(person.run(&["overlap", &skills]).fine().contains('—'));

    person.write("skills/mute/SKILL.md", "---\nname: \"!\"\ndescription: \"?\"\n---\n");
    let told = person.run(&["overlap", &skills, "--skill", "mute", "--format", "json"]).fine();
    let document: Value = serde_json::from_str(&told).expect("JSON");
    assert!(document["skills"][0]["ratio"].is_null(), "no words, no overlap: {told}");
}

#[test]
fn tables_name_what_they_are_worth() {
    let table = run(&["overlap", SKILLS]).fine();
    assert!(table.contains("no evidence of how an agent routes"), "{table}");
    assert!(table.contains("claims 8 of 8 trigger terms of repair-log"), "{table}");
    let short = run(&["overlap", SKILLS, "--top", "2"]).fine();
    assert!(short.contains("(12 more; --top 0 shows all)"), "{short}");
    let csv = run(&["overlap", SKILLS, "--format", "csv"]).fine();
    assert!(csv.starts_with("id,name,path,self_score,ratio,outranked_by,nearest,nearest_score,"));
    assert_eq!(csv.lines().count(), 15);
}

#[test]
fn one_skill_is_shown_with_its_rivals_and_an_unknown_one_refused() {
    let text = run(&["overlap", SKILLS, "--skill", "refunds"]).fine();
    assert!(text.starts_with("refunds (refunds/SKILL.md): self score") && text.contains("deposit"));
    let document = json(&["--skill", "refunds"]);
    assert_eq!(ids(&document), ["refunds"].into());
    let told = run(&["overlap", SKILLS, "--skill", "refund"]).refused();
    assert!(told.contains("no skill is called `refund`"), "{told}");
    assert!(told.contains("did you mean `refunds`?"), "{told}");
    let hidden = run(&["overlap", SKILLS, "--skill", "season-close"]).refused();
    assert!(hidden.contains("--include-hidden"), "{hidden}");
}

#[test]
fn a_prompt_is_ranked_with_what_each_word_adds() {
    let document = json(&["--prompt", "refund deposit"]);
    assert_eq!(keys(&document), ["schema", "catalog", "diagnostics", "prompt", "ranking"]);
    head(&document, "skillscope.prompt/1");
    let first = &list(&document, "ranking")[0];
    assert_eq!(keys(first), ["id", "name", "path", "score", "terms"]);
    assert_eq!(first["id"], "refunds");
    let sum: f64 = list(first, "terms").iter().filter_map(|term| term["score"].as_f64()).sum();
    assert!((sum - first["score"].as_f64().unwrap()).abs() < 1e-9, "{first}");
    assert!(run(&["overlap", SKILLS, "--prompt", "zzz"]).fine().contains("No skill shares a word"));
    let csv = run(&["overlap", SKILLS, "--prompt", "refund", "--format", "csv"]).fine();
    assert!(csv.starts_with("rank,id,name,path,score\n1,refunds,"), "{csv}");
}

#[test]
fn what_is_not_there_is_an_error_and_never_nothing_found() {
    let told = run(&["overlap", "fixtures/nowhere"]).refused();
    assert!(told.contains("fixtures/nowhere") && told.contains("check the spelling"), "{told}");
    let person = Person::new();
    let empty = person.home().display().to_string();
    let told = person.run(&["overlap", &empty, "--format", "json"]).refused();
    assert!(told.contains("no SKILL.md") && told.contains("Name a folder that holds"), "{told}");
}

#[test]
fn a_reader_who_has_seen_enough_is_no_failure() {
    let mut command = Person::new().command(&["overlap", SKILLS, "--format", "json"]);
    let mut child =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_a_failure() {
    let full = std::fs::File::options().write(true).open("/dev/full").expect("Linux has one");
    let mut command = Person::new().command(&["overlap", SKILLS]);
    let output = command.stdout(full).output().expect("it ends");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(3), "{told}");
    assert!(told.contains("the output cannot be written"), "{told}");
}
