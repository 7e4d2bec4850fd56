//! What we build on: licences on the list, and no crate twice without a reason.

use std::{collections::BTreeMap, process::Command};

/// Licences a dependency may have; an `OR` needs one of them, an `AND` all.
const LICENCES: &[&str] = &[
    "MIT",
    "MIT-0",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "0BSD",
    "ISC",
    "Zlib",
    "CC0-1.0",
    "Unicode-3.0",
    "Unlicense",
    "BSL-1.0",
    "MPL-2.0",
    "Apache-2.0 WITH LLVM-exception",
];

/// MPL-2.0 is taken unmodified, and only here: the matcher, and a helper below `directories`.
const MPL: &[&str] = &["nucleo-matcher", "option-ext"];

/// Crates that the build holds in two versions, each with the reason.
const TWICE: &[(&str, &str)] = &[
    ("base64", "tantivy is a version behind"),
    ("getrandom", "ahash and uuid below tantivy are a version behind tempfile"),
    ("syn", "some derive macros still build on version 2"),
];

#[test]
fn licences_are_on_the_list() {
    let tree =
        cargo(&["tree", "--locked", "-e", "normal,build", "--prefix", "none", "-f", "{p};{l}"]);
    let mut wrong = Vec::new();
    for line in tree.lines() {
        let (package, licence) = line.split_once(';').unwrap_or((line, ""));
        let name = package.split(' ').next().unwrap_or_default();
        let licence = licence.trim_end_matches(" (*)").replace('/', " OR ");
        let copyleft = licence.contains("MPL") && !licence.contains(" OR ");
        if !allowed(&licence) || (copyleft && !MPL.contains(&name)) {
            wrong.push(format!("{name}: {licence:?}"));
        }
    }
    assert!(wrong.is_empty(), "licences off the list:\n{}", wrong.join("\n"));
}

fn allowed(expression: &str) -> bool {
    let known = |one: &str| LICENCES.contains(&one.trim().trim_matches(['(', ')']));
    !expression.is_empty() && expression.split(" AND ").all(|all| all.split(" OR ").any(known))
}

#[test]
fn no_dependency_is_built_twice_without_a_reason() {
    let tree =
        cargo(&["tree", "--locked", "-d", "-e", "normal", "--depth", "0", "--prefix", "none"]);
    let mut versions: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for line in tree.lines() {
        if let Some((name, version)) = line.split_once(' ') {
            let seen = versions.entry(name).or_default();
            if !seen.contains(&version) {
                seen.push(version);
            }
        }
    }
    let unlisted: Vec<_> = versions
        .iter()
        .filter(|(name, seen)| seen.len() > 1 && !TWICE.iter().any(|(known, _)| known == *name))
        .collect();
    assert!(unlisted.is_empty(), "built twice, with no reason given: {unlisted:#?}");
    let stale: Vec<_> =
        TWICE.iter().filter(|(name, _)| versions.get(name).is_none_or(|v| v.len() < 2)).collect();
    assert!(stale.is_empty(), "listed, but built once by now: {stale:?}");
}

fn cargo(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO")).args(arguments).output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("cargo speaks UTF-8")
}
