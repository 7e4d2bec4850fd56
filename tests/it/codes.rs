//! Every diagnosis of a file or a catalog can be looked up: its code is a rule of the lint.

use std::{collections::BTreeSet, fs, path::Path};

use skillscope::core::lint::rule;

/// Where skills are read and catalogs are built.
const READERS: [&str; 3] = ["src/core/skill", "src/core/catalog", "src/engine/loader"];

/// Keys of front matters and other names that are written as codes are.
const NO_CODES: [&str; 3] = ["disable-model-invocation", "allowed-tools", "when-to-use"];

/// Files of those folders that read no skills.
const NO_READERS: [&str; 4] = ["tests.rs", "testing.rs", "tests", "profiles.rs"];

fn sources(folder: &Path, out: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("a source folder") {
        let path = entry.expect("a directory entry").path();
        if NO_READERS.iter().any(|name| path.ends_with(name)) {
            continue;
        }
        if path.is_dir() {
            sources(&path, out);
        } else {
            let text = fs::read_to_string(&path).expect("a source file");
            out.push(text.split("#[cfg(test)]\nmod ").next().unwrap_or_default().to_owned());
        }
    }
}

/// String literals of small letters and digits joined by hyphens.
fn literals(source: &str) -> impl Iterator<Item = &str> {
    let lines = source.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.flat_map(|line| line.split('"').skip(1).step_by(2)).filter(|text| {
        let part = |part: &str| {
            !part.is_empty() && part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
        };
        text.contains('-') && text.split('-').all(part)
    })
}

#[test]
fn every_code_of_a_reader_is_a_rule() {
    let mut found = Vec::new();
    for folder in READERS {
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut found);
    }
    let mut codes: BTreeSet<&str> = found.iter().flat_map(|source| literals(source)).collect();
    codes.retain(|code| !NO_CODES.contains(code));
    codes.extend(["vanished", "unreadable"]);
    assert!(codes.len() > 35, "codes are not found any more: {codes:?}");
    let without: Vec<&&str> =
        codes.iter().filter(|code| rule(code).is_none_or(|rule| rule.id != **code)).collect();
    assert!(without.is_empty(), "no rule explains {without:?}");
}
