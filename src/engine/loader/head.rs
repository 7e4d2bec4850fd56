//! The catalog as it was at another time: the same view over file contents from elsewhere.
//!
//! Must not know where those contents come from.

use std::{collections::BTreeMap, path::Path, sync::Arc};

use super::{Loader, file::fingerprint, pool, read_document, view::join};
use crate::core::catalog::{self, Catalog, Found, Then};

impl Loader {
    /// The catalog that this view would show if the skill files were `files`, each a path below
    /// the watched folders with its content. A file that is on disk and not part of the present
    /// view (ignored, too deep) is left out; one that is gone from disk counts where it lay.
    pub fn catalog_of(&self, files: &[(&Path, &[u8])]) -> Catalog {
        let known: BTreeMap<&Path, _> =
            self.walked.files.iter().map(|one| (one.file.as_path(), one)).collect();
        let found = files.iter().filter_map(|(path, bytes)| {
            let (shown, folder, plugin, place) = match known.get(path) {
                Some(one) => {
                    (one.shown.clone(), one.folder.clone(), one.plugin.clone(), one.place.clone())
                }
                None if path.exists() => return None,
                None => {
                    let stages = self.view.stages.iter();
                    let stage = stages
                        .filter(|stage| path.starts_with(&stage.dir))
                        .max_by_key(|stage| stage.dir.components().count())?;
                    let within = path.strip_prefix(&stage.dir).ok()?;
                    let names: Vec<_> = within.iter().map(|name| name.to_string_lossy()).collect();
                    let shown = join(&stage.shown, &names.join("/"));
                    let above = names.len().checked_sub(2).and_then(|at| names.get(at));
                    let folder = above.map_or_else(|| stage.name.clone(), |name| name.to_string());
                    let place = stage.reach.place(&shown, names.len() - 1);
                    (shown, folder, None, place)
                }
            };
            Some((Found { path: shown, folder, plugin, place, doc: Err(Vec::new()) }, path, bytes))
        });
        let places: Vec<_> = found.collect();
        let docs = pool::map(&places, |(found, path, bytes)| {
            // Most files are as they were, and need no second reading.
            let known = self.read.get(**path).and_then(|read| read.outcome.as_ref().ok());
            let content = fingerprint(bytes, bytes.len() as u64);
            match known.filter(|doc| doc.content == Some(content) && doc.diagnostics.is_empty()) {
                Some(doc) => Ok(Arc::clone(doc)),
                None => read_document(&found.path, bytes, bytes.len() as u64).map(Arc::new),
            }
        });
        let files = places.iter().map(|(found, path, _)| (found.path.clone(), path.to_path_buf()));
        let then = Then { files: files.collect(), ..Then::default() };
        let found = places.into_iter().zip(docs).map(|((found, ..), doc)| Found { doc, ..found });
        let scope = self.view.scope.clone();
        let mut catalog =
            catalog::build(found.collect(), &self.view.rules, scope, Some(&self.catalog));
        catalog.digest = super::digest(&catalog);
        catalog.then = Some(Arc::new(then));
        catalog
    }
}
