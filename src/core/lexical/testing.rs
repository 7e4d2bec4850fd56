//! Helpers of this module's tests: the small catalog whose figures are known, and closeness.

use crate::core::{
    id::SkillId,
    lexical::lexicon::{Doc, Lexicon, Options},
};

/// Asserts equality to 1e-6.
#[track_caller]
pub fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-6, "{found} is not {expected}");
}

/// Six skills with every figure computed independently.
pub const SIX: [(&str, &str); 6] = [
    ("csv-export", "Export a table to CSV files with chosen column order."),
    ("csv-import", "Import CSV files into a table and infer column types."),
    ("git-bisect", "Find the commit that introduced a bug with binary search."),
    ("git-blame", "Find the author and commit of a line."),
    ("image-resize", "Resize images and keep the aspect ratio."),
    ("json-import", "Import JSON files into a table and flatten nested keys."),
];

/// A lexicon of (name, description) pairs, the name being the id.
pub fn lexicon(skills: &[(&str, &str)]) -> Lexicon {
    let docs = skills.iter().map(|(name, description)| doc(name, description)).collect();
    Lexicon::new(docs, Options::default())
}

pub fn doc(name: &str, description: &str) -> Doc {
    Doc {
        id: SkillId::from(name),
        name: name.to_owned(),
        plugin: None,
        description: description.to_owned(),
        when_to_use: None,
    }
}
