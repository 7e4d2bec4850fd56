//! The layer table: what each layer may import, of ours and of others.

use std::{
    fs,
    path::{Path, PathBuf},
};

struct Layer {
    name: &'static str,
    /// Our layers that it may name, as path prefixes below `crate::`.
    ours: &'static [&'static str],
    /// External crates of its own (the layers below lend theirs).
    crates: &'static [&'static str],
    /// Paths that it must not name at all.
    never: &'static [&'static str],
}

const CORE_CRATES: &[&str] = &[
    "serde",
    "serde_yaml",
    "serde_json",
    "csv",
    "statrs",
    "unicode_properties",
    "unicode_segmentation",
    "unicode_width",
    "similar",
    "indexmap",
    "strum",
    "thiserror",
    "url",
];

const LAYERS: &[Layer] = &[
    Layer {
        name: "core",
        ours: &["core"],
        crates: CORE_CRATES,
        never: &["std::fs", "std::env", "std::net", "std::process", "Instant", "SystemTime"],
    },
    Layer {
        name: "report",
        ours: &["core", "report"],
        crates: &["quick_junit", "comfy_table"],
        never: &["std::net", "std::process"],
    },
    Layer {
        name: "engine",
        ours: &["core", "engine"],
        crates: &[
            "tokio",
            "tokio_util",
            "notify",
            "ignore",
            "tantivy",
            "reqwest",
            "rustls",
            "httpdate",
            "process_wrap",
            "directories",
            "toml",
            "tempfile",
            "blake3",
            "aho_corasick",
            "base64",
            "rustix",
        ],
        never: &[],
    },
    Layer {
        name: "tui",
        ours: &["core", "report", "engine::session", "tui"],
        crates: &[
            "ratatui",
            "crossterm",
            "tui_input",
            "nucleo_matcher",
            "tokio",
            "tokio_util",
            "futures_util",
            "toml",
            "rustix",
        ],
        never: &[],
    },
    Layer {
        name: "cli",
        ours: &["core", "report", "engine", "tui::run", "tui::offscreen", "tui::action", "cli"],
        crates: &[
            "clap",
            "clap_complete",
            "color_eyre",
            "indicatif",
            "tokio",
            "tokio_util",
            "directories",
        ],
        never: &[],
    },
];

/// Modules of the crate's root that are compiled for tests alone; the tests of every layer use them.
const FOR_TESTS: &[&str] = &["fuzz"];

/// Every crate that any layer may name; a path root outside this list is a module or a type.
fn all_crates() -> Vec<&'static str> {
    LAYERS.iter().flat_map(|layer| layer.crates.iter().copied()).collect()
}

fn rust_files(dir: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).expect("the source tree is readable") {
        let path = entry.expect("a directory entry").path();
        if path.is_dir() {
            rust_files(&path, out);
        } else if path.extension().is_some_and(|e| e == "rs") {
            out.push(path);
        }
    }
}

/// The code of a file without comments, strings kept; test modules are cut off.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("a source file is UTF-8");
    let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    text.lines()
        .map(|line| if line.trim_start().starts_with("//") { "" } else { line })
        .collect::<Vec<_>>()
        .join("\n")
}

/// Every `crate::` path of the code, with the groups of `use` unfolded: `crate::{a::{b, c}}`
/// gives `a::b` and `a::c`.
fn own_paths(code: &str) -> Vec<String> {
    code.match_indices("crate::")
        .filter(|(at, _)| !code[..*at].ends_with(['$', ':']))
        .flat_map(|(at, start)| unfold(&code[at + start.len()..], "").0)
        .collect()
}

fn unfold(rest: &str, prefix: &str) -> (Vec<String>, usize) {
    let end = rest
        .find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':' || c == '*'))
        .unwrap_or(rest.len());
    let path = format!("{prefix}{}", &rest[..end]);
    if !((path.is_empty() || path.ends_with("::")) && rest[end..].starts_with('{')) {
        return (vec![path], end);
    }
    let (mut out, mut at) = (Vec::new(), end + 1);
    loop {
        at += rest[at..].len() - rest[at..].trim_start_matches([' ', '\n', ',']).len();
        match rest[at..].chars().next() {
            None | Some('}') => return (out, at + 1),
            Some(_) => {
                let (paths, used) = unfold(&rest[at..], &path);
                out.extend(paths);
                at += used;
                let as_name = rest[at..].find([',', '}']).unwrap_or(rest[at..].len());
                at += as_name;
            }
        }
    }
}

#[test]
fn no_layer_looks_up() {
    let mut wrong = Vec::new();
    for layer in LAYERS {
        let mut files = Vec::new();
        rust_files(&Path::new("src").join(layer.name), &mut files);
        let lent: Vec<&str> = LAYERS
            .iter()
            .take_while(|below| below.name != layer.name)
            .flat_map(|below| below.crates.iter().copied())
            .collect();
        for file in files {
            let code = code(&file);
            for path in own_paths(&code) {
                let inside = |ours: &&str| path == **ours || path.starts_with(&format!("{ours}::"));
                if !layer.ours.iter().chain(FOR_TESTS).any(inside) {
                    wrong.push(format!("{}: crate::{path}", file.display()));
                }
            }
            for foreign in all_crates() {
                let named = code.match_indices(&format!("{foreign}::")).any(|(at, _)| {
                    !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':')
                });
                if named && !layer.crates.contains(&foreign) && !lent.contains(&foreign) {
                    wrong.push(format!("{}: crate {foreign}", file.display()));
                }
            }
            for never in layer.never {
                let (module, item) = never.rsplit_once("::").unwrap_or(("", never));
                let grouped = !module.is_empty()
                    && code.split(&format!("{module}::{{")).skip(1).any(|group| {
                        let group = group.split(';').next().unwrap_or_default();
                        group.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|w| w == item)
                    });
                if code.contains(never) || grouped {
                    wrong.push(format!("{}: {never}", file.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "imports against the layer table:\n{}", wrong.join("\n"));
}

#[test]
fn no_path_escapes_upwards_by_super() {
    let mut wrong = Vec::new();
    let mut files = Vec::new();
    rust_files(Path::new("src"), &mut files);
    for file in files {
        if code(&file).contains("super::super") {
            wrong.push(file.display().to_string());
        }
    }
    assert!(wrong.is_empty(), "super::super hides what a file imports:\n{}", wrong.join("\n"));
}

#[test]
fn groups_of_use_are_unfolded() {
    let code =
        "use crate::{core::{id::SkillId, plan}, engine::session};\nlet x = crate::tui::run();";
    assert_eq!(own_paths(code), ["core::id::SkillId", "core::plan", "engine::session", "tui::run"]);
}
