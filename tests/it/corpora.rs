//! Real catalogs, where they are at hand.

use std::{
    fs,
    path::{Path, PathBuf},
};

use skillscope::core::{lexical::Doc, skill};

/// The folder of the corpora; `None`, and a word about it, where they are not at hand.
pub fn corpora() -> Option<PathBuf> {
    let corpora = std::env::var_os("SKILLSCOPE_CORPORA");
    if corpora.is_none() {
        println!("skipped: SKILLSCOPE_CORPORA is not set");
    }
    corpora.map(PathBuf::from)
}

/// The skills of a corpus, by folder.
pub fn docs(corpus: &Path) -> Vec<Doc> {
    let mut docs: Vec<Doc> = fs::read_dir(corpus.join("catalog"))
        .expect("a catalog")
        .filter_map(|entry| {
            let path = entry.expect("a directory entry").path();
            let folder = path.file_name()?.to_str()?.to_owned();
            let doc = skill::read(&fs::read(path.join("SKILL.md")).ok()?).ok()?;
            Some(Doc {
                id: folder.as_str().into(),
                name: doc.name.unwrap_or(folder),
                plugin: None,
                description: doc.description,
                when_to_use: doc.when_to_use,
            })
        })
        .collect();
    docs.sort_by(|a, b| a.id.cmp(&b.id));
    docs
}
