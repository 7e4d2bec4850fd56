//! The catalogs that are measured.

use std::{path::PathBuf, sync::Arc};

use skillscope::{
    core::{catalog::Catalog, skill::Skill},
    engine::{
        loader::{CatalogRequest, UserFolders},
        session::Setup,
    },
};

/// A catalog of the corpora with its prompts; the demo where they are absent.
pub fn setup(name: &str) -> Setup {
    let corpora = std::env::var_os("SKILLSCOPE_CORPORA").map(PathBuf::from);
    let Some(folder) = corpora.map(|corpora| corpora.join(name)).filter(|dir| dir.is_dir()) else {
        println!("SKILLSCOPE_CORPORA holds no {name}: the demo stands in for it");
        let mut demo = Setup::demo().expect("the demo unpacks");
        "keyword".clone_into(&mut demo.agent);
        return demo;
    };
    let mut setup = Setup::of(CatalogRequest {
        paths: vec![folder.join("catalog")],
        harness: None,
        cwd: folder.clone(),
        user: UserFolders::default(),
    });
    setup.queries = vec![folder.join("queries.jsonl")];
    setup
}

/// The catalog after the description of one skill in its middle has changed.
pub fn edited(catalog: &Catalog) -> Arc<Catalog> {
    let mut edited = Catalog { generation: catalog.generation + 1, ..catalog.clone() };
    let middle = edited.skills.len() / 2;
    let skill = &mut edited.skills[middle];
    let mut doc = (*skill.doc).clone();
    doc.description.insert_str(0, "Zebras first. ");
    *skill = Arc::new(Skill { doc: Arc::new(doc), ..(**skill).clone() });
    Arc::new(edited)
}
