//! `skillscope compare`: its contract, its forms, its exit codes.

use serde_json::Value;

use super::{
    Person, Told,
    contract::{keys, list},
    git::git,
};

/// A repository with two skills, an edit of one of them, and prompts that the edit decides.
fn bakery() -> Person {
    let person = super::bakery::bakery(&[(8, "rye loaves", "bread"), (4, "icing please", "cake")]);
    git(&person, &["init", "-q", "-b", "main"]);
    git(&person, &["add", "skills"]);
    git(&person, &["commit", "-qm", "first"]);
    person
}

fn compare(person: &Person, arguments: &[&str]) -> Told {
    let all = [&["compare"], arguments, &["--queries", "q.jsonl"]].concat();
    person.run_at_home(&all)
}

fn json(person: &Person, arguments: &[&str]) -> Value {
    let told = compare(person, &[arguments, &["--format", "json"]].concat()).fine();
    serde_json::from_str(&told).expect("JSON")
}

#[test]
fn the_document_has_the_agreed_keys_and_no_other() {
    let person = bakery();
    person.skill("bread", "Kneads dough.");
    let document = json(&person, &["main..", "skills"]);
    let expected = [
        "schema",
        "before",
        "after",
        "headline",
        "skills",
        "flips",
        "expected_flips",
        "differs",
        "order",
        "obstacle",
        "lost",
    ];
    assert_eq!(keys(&document), expected);
    assert_eq!(document["schema"], "skillscope.compare/1");
    let headline = &document["headline"];
    let expected = [
        "metric",
        "units",
        "differing",
        "looks",
        "delta",
        "low",
        "high",
        "p",
        "verdict",
        "needed_queries",
        "needed_attempts",
        "needed_probes",
    ];
    assert_eq!(keys(headline), expected);
    assert_eq!((&headline["units"], &headline["differing"]), (&12.into(), &8.into()));
    assert_eq!((&headline["verdict"], &headline["looks"]), (&"worse".into(), &1.into()));
    let bread = &list(&document, "skills")[0];
    let expected = [
        "id",
        "measure",
        "family",
        "units",
        "differing",
        "delta",
        "low",
        "high",
        "p",
        "p_adjusted",
        "verdict",
    ];
    assert_eq!(keys(bread), expected);
    assert_eq!((&bread["id"], &bread["family"]), (&"bread".into(), &"edited".into()));
    assert_eq!(bread["delta"], -1.0);
    let flip = &list(&document, "flips")[0];
    assert_eq!(keys(flip), ["query", "from", "to"]);
    assert_eq!((&flip["from"], &flip["to"]), (&"bread".into(), &"(no skill)".into()));
    assert_eq!(document["differs"], serde_json::json!(["descriptions"]));
    assert!(document["obstacle"].is_null());
    assert_eq!(document["order"], "at-once");
}

#[test]
fn other_results_against_the_same_are_further_looks() {
    let person = bakery();
    let looks = |arguments: &[&str]| {
        let document = json(&person, &[&["main..", "skills"], arguments].concat());
        document["headline"]["looks"].as_u64().expect("a number")
    };
    person.skill("bread", "Kneads dough.");
    assert_eq!((looks(&[]), looks(&[])), (1, 1));
    person.skill("cake", "Whips cream.");
    assert_eq!((looks(&["--look", "5"]), looks(&[])), (5, 2));
    assert_eq!(looks(&["--metric", "trajectory"]), 1, "of another metric");
}

#[test]
fn the_same_skills_tell_nothing() {
    let person = bakery();
    for arguments in [&["main..", "skills"][..], &["skills", "skills"], &["main..main", "skills"]] {
        let document = json(&person, arguments);
        let skills = list(&document, "skills").iter();
        for one in skills.chain([&document["headline"]]) {
            assert_eq!(one["verdict"], "cannot-tell", "{one}");
        }
        assert_eq!((list(&document, "flips").len(), list(&document, "differs").len()), (0, 0));
    }
    assert_eq!(compare(&person, &["main..", "skills", "--fail-on", "worse"]).code, Some(0));
}

#[test]
fn worse_fails_where_it_was_asked_to() {
    let person = bakery();
    person.skill("bread", "Kneads dough.");
    let told = compare(&person, &["main..", "skills"]).fine();
    assert!(told.contains("worse: -66.7 points") && told.contains("8 flips"), "{told}");
    assert!(told.contains("none expected from noise"), "{told}");
    assert!(told.contains("lexical stand-in") && told.contains("not usefulness"), "{told}");
    let failed = compare(&person, &["main..", "skills", "--fail-on", "worse"]);
    assert_eq!((failed.code, failed.out), (Some(1), told));
    // At the twentieth look so many differing prompts are no longer enough.
    let late = compare(&person, &["main..", "skills", "--fail-on", "worse", "--look", "20"]);
    assert_eq!(late.code, Some(0), "{}", late.out);
    assert!(late.out.contains("look 20 at this baseline: p .008 x 210"), "{}", late.out);
}

#[test]
fn records_and_markdown_are_escaped() {
    let person = bakery();
    person.skill("cake", "Frosts.");
    let csv = compare(&person, &["main..", "skills", "--format", "csv"]).fine();
    assert!(csv.starts_with("id,measure,family,units,differing,delta,low,high,p,p_adjusted,"));
    let markdown = compare(&person, &["main..", "skills", "--format", "markdown"]).fine();
    assert!(markdown.starts_with("## main \\(") || markdown.starts_with("## main ("), "{markdown}");
    assert!(
        markdown.contains("| lost | q8 | cake | \\(no skill") || markdown.contains("(no skill)")
    );
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let person = bakery();
    for (arguments, part) in [
        (&["gone..", "skills"][..], "no commit `gone`"),
        (&["skills"], "a second folder"),
        (&["skills", "nowhere"], "nowhere"),
        (&["main..", "skills", "--metric", "recal"], "trigger-recall"),
        (&["main..", "skills", "--vary", "weather"], "descriptions"),
    ] {
        let told = compare(&person, arguments).refused();
        assert!(told.contains(part), "{arguments:?}: {told}");
    }
    let told = person.run_at_home(&["compare", "main..", "skills"]);
    std::fs::remove_file(person.home().join("q.jsonl")).expect("removed");
    let none = person.run_at_home(&["compare", "main..", "skills"]);
    assert!(none.refused().contains("--queries FILE"), "{:?}", told.code);
}

#[test]
fn runs_are_compared_as_they_were_kept() {
    let person = bakery();
    let eval = |more: &[&str]| {
        let all = [&["eval", "skills", "--queries", "q.jsonl"], more].concat();
        let told = Told::of(person.keeping(&all).current_dir(person.home()));
        assert_eq!(told.code, Some(0), "{}", told.err);
    };
    eval(&[]);
    let kept = person.home().join(".skillscope/runs");
    let only = std::fs::read_dir(&kept).expect("runs are kept").next().expect("a run");
    let first = only.expect("an entry").file_name().into_string().expect("a name");
    person.skill("bread", "Kneads dough.");
    eval(&["--max-turns", "2"]);
    let bare = |arguments: &[&str]| {
        let all = [&["compare"], arguments].concat();
        person.run_at_home(&all)
    };
    let told = bare(&[&first, "latest"]).fine();
    assert!(told.contains("differs: descriptions, budgets"), "{told}");
    assert!(told.contains("not comparable: -66.7 points"), "{told}");
    let told = bare(&[&first, "latest", "--vary", "budgets,descriptions"]).fine();
    assert!(told.contains("worse: -66.7 points"), "{told}");
    let told = bare(&[&first, &first]).fine();
    assert!(told.contains("12 same records, not a second measurement"), "{told}");
    let gone = bare(&["nowhere", "latest"]).refused();
    assert!(gone.contains("nowhere"), "{gone}");
    let page = person.run_at_home(&["report", "latest"]).fine();
    assert!(page.contains("Completion 12 of 12 scored"), "{page}");
}

#[test]
fn printed_documents_are_compared_as_far_as_they_go() {
    let person = bakery();
    let eval = |file: &str| {
        let told =
            person.run_at_home(&["eval", "skills", "--queries", "q.jsonl", "--format", "json"]);
        person.write(file, &told.out);
    };
    eval("before.json");
    let keep = ["eval", "skills", "--queries", "q.jsonl"];
    assert_eq!(Told::of(person.keeping(&keep).current_dir(person.home())).code, Some(0));
    person.skill("bread", "Kneads dough.");
    eval("after.json");
    let told = |arguments: &[&str]| {
        person.run_at_home(&[&["compare"], arguments, &["--format", "json"]].concat()).fine()
    };
    let read = |text: String| serde_json::from_str::<Value>(&text).expect("JSON");
    let documents = read(told(&["before.json", "after.json"]));
    // The same, from the skills themselves.
    let whole = json(&person, &["main..", "skills"]);
    for part in ["headline", "flips", "expected_flips", "differs"] {
        assert_eq!(documents[part], whole[part], "{part}");
    }
    assert_eq!((list(&documents, "lost").len(), list(&whole, "lost").len()), (3, 0));
    assert_eq!(list(&documents, "skills")[0]["family"], "other");
    // A run beside a document has no more to say than that.
    let mixed = read(told(&["latest", "after.json"]));
    assert_eq!(mixed["headline"], documents["headline"]);
    let text = person.run_at_home(&["compare", "before.json", "after.json"]).fine();
    assert!(
        text.contains("worse: -66.7 points") && text.contains("equal prompts count as"),
        "{text}"
    );
    let check = person.run_at_home(&["check", "skills", "--free", "--format", "json"]).out;
    person.write("check.json", &check);
    let refused = person.run_at_home(&["compare", "before.json", "check.json"]).refused();
    assert!(refused.contains("check.json cannot be compared: it is a `skillscope.check/1`"));
}
