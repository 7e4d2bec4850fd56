use std::sync::Arc;

use super::*;
use crate::core::{
    id::SkillId,
    lexical::testing::lexicon,
    query::{
        Label, Origin, Query, Source,
        threshold::{Metric, Threshold},
    },
};

const SHOP: [(&str, &str); 3] = [
    (
        "table-booking",
        "Reserve or move a table at a restaurant. Use when someone asks for seats tonight.",
    ),
    ("desk", "Greets guests and takes their coats."),
    ("menu", "Prints the card of the day."),
];

fn ids(names: &[&str]) -> Vec<SkillId> {
    names.iter().map(|name| SkillId::from(*name)).collect()
}

fn complete(expected: &[&str]) -> Label<SkillId> {
    Label::Complete { expected: ids(expected), alternatives: vec![] }
}

fn partial(should: &[&str], must_not: &[&str]) -> Label<SkillId> {
    Label::Partial { should: ids(should), must_not: ids(must_not) }
}

fn bound(rows: Vec<Query<SkillId>>) -> BoundSet {
    let place = |(at, row): (usize, Query<SkillId>)| {
        let source = Source { path: "q.jsonl".into(), line: at as u32 + 1 };
        Arc::new(Query { id: format!("q{}", at + 1), source, ..row })
    };
    BoundSet { queries: rows.into_iter().enumerate().map(place).collect(), ..BoundSet::default() }
}

/// Codes and lines of the findings, those about support left out.
fn told(rows: Vec<Query<SkillId>>) -> Vec<(String, Option<u32>)> {
    let found = lint(&bound(rows), &lexicon(&SHOP), &Rules::default());
    assert!(found.iter().all(|told| !told.remedy.is_empty() && told.path == "q.jsonl"));
    let rows =
        found.iter().filter(|told| !told.code.starts_with("too-few") && told.code != "no-prompts");
    rows.map(|told| (told.code.to_string(), told.line)).collect()
}

fn row(prompt: &str, label: Label<SkillId>) -> Query<SkillId> {
    Query::new("", prompt, label)
}

#[test]
fn prompts_that_give_the_skill_away() {
    let explicit = Query {
        kind: Some("explicit".into()),
        ..row("use table-booking now", complete(&["table-booking"]))
    };
    let rows = vec![
        row("Do a table booking for two", complete(&["table-booking"])),
        row("Please reserve or move a table at a restaurant", complete(&["table-booking"])),
        row("Table for two, booking needed", complete(&["table-booking"])),
        row("Do the table booking", complete(&["desk"])),
        explicit,
        row("Is the menu out?", partial(&["menu"], &[])),
    ];
    assert_eq!(
        told(rows),
        [
            ("leaks-name".to_owned(), Some(1)),
            ("leaks-description".to_owned(), Some(2)),
            ("leaks-name".to_owned(), Some(6)),
        ]
    );
}

#[test]
fn a_quote_is_a_run_of_words_with_something_in_them() {
    let lexicon = lexicon(&SHOP);
    let quote = |prompt: &str| Leaks::new(&lexicon).of(prompt, 0);
    assert_eq!(
        quote("can you reserve, or move, a table at a restaurant"),
        [Leak::Quote("reserve or move a table at a restaurant".into())]
    );
    // Long enough, and nothing but small words in it; then too short.
    assert_eq!(quote("reserve or move a table at the bar"), []);
    assert_eq!(quote("reserve or move a chair"), []);
    assert_eq!(Leaks::new(&lexicon).of("anything", 9), []);
}

#[test]
fn one_prompt_twice() {
    let rows = vec![
        row("Seats  tonight?", complete(&["desk"])),
        row("Seats tonight?", complete(&["desk"])),
        row("Seats tonight?", complete(&["menu"])),
        row("Coats off", complete(&["menu"])),
        row("Coats off", partial(&[], &["desk"])),
        row("Coats off", partial(&[], &["menu"])),
        row("Coats off", partial(&["table-booking"], &[])),
    ];
    // Line 3 is told when rows are bound; line 5 says what line 4 says, and less.
    assert_eq!(
        told(rows),
        [
            ("repeated-prompt".to_owned(), Some(2)),
            ("contradiction".to_owned(), Some(6)),
            ("contradiction".to_owned(), Some(7)),
        ]
    );
}

#[test]
fn prompts_that_speak_of_files() {
    for (prompt, words) in [
        ("Review this repo, please", Some("this repo")),
        ("Fix my python script", Some("my python script")),
        ("Where in the codebase is it?", Some("the codebase")),
        ("Our branch-heavy pass is slow in this local repo", Some("this local repo")),
        ("Delete it from my IXP project", None),
        ("Write a script", None),
        ("This is about files", None),
        ("Explain the code of conduct", None),
    ] {
        assert_eq!(speaks_of_files(prompt).as_deref(), words, "{prompt}");
    }
    let there = Query { workspace: Some("ws".into()), ..row("Fix this repo", complete(&["desk"])) };
    let rows = vec![row("Fix this repo!", complete(&["desk"])), there];
    assert_eq!(told(rows), [("needs-workspace".to_owned(), Some(1))]);
}

#[test]
fn skills_with_too_few_prompts() {
    let many = |count: usize, skill: &'static str| {
        (0..count).map(move |n| row(&format!("{skill} {n} x"), complete(&[skill])))
    };
    let mut rows: Vec<_> = many(5, "desk").chain(many(8, "menu")).collect();
    // A repeated prompt is no further unit.
    rows.push(row("desk 0  x", complete(&["desk"])));
    let found = |rules: &Rules| -> Vec<_> {
        let found = lint(&bound(rows.clone()), &lexicon(&SHOP), rules);
        let of =
            |told: &&Diagnostic| !told.code.starts_with("leaks") && told.code != "repeated-prompt";
        found.iter().filter(of).map(|told| (told.code.to_string(), told.line)).collect()
    };
    let wanted =
        [("too-few-to-differ", Some(1)), ("too-few-to-pass", Some(6)), ("no-prompts", None)]
            .map(|(code, line)| (code.to_owned(), line));
    assert_eq!(found(&Rules::default()), wanted);
    let mut asked = bound(rows.clone());
    asked.thresholds.push(Threshold {
        skill: "menu".into(),
        metric: Metric::Recall,
        least: 0.6,
        source: Source::default(),
    });
    let codes: Vec<_> = lint(&asked, &lexicon(&SHOP), &Rules::default())
        .into_iter()
        .filter(|told| told.code == "too-few-to-pass")
        .collect();
    assert_eq!(codes, [], "the file's own bar is lower");
    let low = Rules { threshold: 0.6, probes: Some(27), attempts: 2, ..Rules::default() };
    assert_eq!(
        found(&low).into_iter().map(|(code, _)| code).collect::<Vec<_>>(),
        ["too-few-to-differ", "no-prompts", "more-than-the-cap"]
    );
}

#[test]
fn drafts_are_not_told_that_they_quote() {
    let draft =
        |prompt: &str| Query { origin: Origin::Drafted, ..row(prompt, complete(&["menu"])) };
    let set = BoundSet { drafts: true, ..bound(vec![draft("menu"), draft("menu")]) };
    let codes: Vec<_> =
        lint(&set, &lexicon(&SHOP), &Rules::default()).into_iter().map(|told| told.code).collect();
    assert_eq!(codes, ["too-few-to-differ", "no-prompts"]);
}
