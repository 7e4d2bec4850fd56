//! A model that is asked by the binary, start to end: what it costs is held within its cap, and a
//! run in which nothing engaged decides nothing.

use serde_json::Value;

use super::{Person, Told, bakery::bakery, git::git};
use crate::harness::{
    loopback::Loopback,
    scenario::{Scenario, Step},
};

/// Per request the model tells 1,000 tokens of input and 20 of output: two cents.
const PRICES: &str = "[prices]\n\"scripted\" = { input = 20.0, output = 0.0 }\n";

/// Nobody has told a price.
fn free() -> Person {
    bakery(&[(12, "rye loaves", "bread"), (8, "icing please", "cake")])
}

fn person() -> Person {
    let person = free();
    person.configure("config.toml", PRICES);
    person
}

fn ask(person: &Person, model: &Loopback, arguments: &[&str]) -> Told {
    let base = model.base();
    let asked = ["--agent", "openai", "--model", "scripted", "--base-url", &base, "--yes"];
    let rows = ["--queries", "q.jsonl", "--attempts", "1"];
    let all = [arguments, &rows, &asked].concat();
    Told::of(person.keeping(&all).current_dir(person.home()))
}

fn json(told: &Told) -> Value {
    serde_json::from_str(&told.out).unwrap_or_else(|error| panic!("{error}: {}", told.err))
}

#[test]
fn what_a_model_costs_stays_within_its_cap_and_the_rest_can_be_asked_later() {
    let (person, model) = (person(), Loopback::start(Scenario::of(&[&[Step::Skill("bread")]])));
    let arguments = ["eval", "skills", "--no-preflight", "--concurrency", "1"];
    let capped = [&arguments[..], &["--max-cost", "0.11", "--format", "json"]].concat();
    let told = ask(&person, &model, &capped);
    assert_eq!(told.code, Some(4), "{}", told.err);
    assert!(told.err.contains("ended at the cap of $0.11"), "{}", told.err);
    let document = json(&told);
    let scored = document["headline"]["scored"].as_u64().expect("a count");
    // A probe that would ask for more is stopped by the answer that goes over the cap; one more
    // request may have been on its way.
    let asked = model.requests().len();
    assert!((5..=7).contains(&asked) && scored < 6, "{asked} requests for {scored} probes");
    assert_eq!(document["headline"]["planned"], 20);

    let rest = Told::of(
        person
            .keeping(&["eval", "--resume", "--yes", "--max-cost", "5"])
            .current_dir(person.home()),
    );
    assert_eq!(rest.code, Some(0), "{}", rest.err);
    let shown =
        Told::of(person.keeping(&["runs", "show", "--format", "json"]).current_dir(person.home()));
    assert_eq!(json(&shown)["headline"]["scored"], 20);
}

#[test]
fn a_run_in_which_nothing_engaged_passes_no_gate_and_is_held_against_nothing() {
    let (person, model) = (person(), Loopback::start(Scenario::none()));
    let told = ask(
        &person,
        &model,
        &["check", "skills", "--no-preflight", "--bar", "bread:precision>=0.1"],
    );
    assert_eq!(told.code, Some(4), "{} {}", told.out, told.err);
    assert!(told.out.contains("no skill engaged at all"), "{}", told.out);

    git(&person, &["init", "-q", "-b", "main"]);
    git(&person, &["add", "skills"]);
    git(&person, &["commit", "-qm", "first"]);
    person.skill("bread", "Kneads dough.");
    let compare = ["compare", "main..", "skills", "--no-preflight", "--format", "json"];
    let told = ask(&person, &model, &compare);
    let document = json(&told);
    assert_eq!((told.code, told.err.contains("cap")), (Some(0), false), "{}", told.err);
    assert_eq!(document["obstacle"], "nothing-engaged");
    assert_eq!(document["headline"]["verdict"], "not-comparable");
}

#[test]
fn both_arms_of_a_comparison_stay_within_one_cap_and_say_which() {
    let (person, model) = (person(), Loopback::start(Scenario::none()));
    let caps = "run.max_cost = 0.12\n";
    person.configure("config.toml", &format!("{caps}{PRICES}"));
    git(&person, &["init", "-q", "-b", "main"]);
    git(&person, &["add", "skills"]);
    git(&person, &["commit", "-qm", "first"]);
    person.skill("bread", "Kneads dough.");
    let told = ask(&person, &model, &["compare", "main..", "skills", "--no-preflight"]);
    assert_eq!(told.code, Some(4), "{}", told.err);
    assert!(told.err.contains("skills now: ended at the cap of $0.12, "), "{}", told.err);
    // Four at a time begin before any of them has told its price.
    assert!(model.requests().len() <= 6 + 4, "{}", model.requests().len());
}

#[test]
fn two_folders_are_compared_wherever_one_stands() {
    let (person, model) = (free(), Loopback::start(Scenario::of(&[&[Step::Skill("bread")]])));
    let words = "---\nname: bread\ndescription: Kneads dough.\n---\n";
    person.write("other/bread/SKILL.md", words);
    let cake = "---\nname: cake\ndescription: Decorates birthday cakes with icing.\n---\n";
    person.write("other/cake/SKILL.md", cake);
    std::fs::create_dir(person.home().join("empty")).expect("made");
    let asked = ["--agent", "openai", "--model", "scripted", "--base-url", &model.base()]
        .map(str::to_owned);
    let fixed = ["compare", "../skills", "../other", "--queries", "../q.jsonl", "--attempts", "1"];
    let fixed = fixed.into_iter().chain(["--yes", "--no-preflight", "--format", "json"]);
    let all: Vec<&str> = fixed.chain(asked.iter().map(String::as_str)).collect();
    let told = Told::of(person.keeping(&all).current_dir(person.home().join("empty")));
    assert_eq!(told.code, Some(0), "{}", told.err);
    assert_eq!(json(&told)["headline"]["units"], 20);
}
