//! Catalogs for tests.

use std::sync::Arc;

use crate::core::{catalog::Catalog, skill::testing::skill};

/// Skills of (id, description), which are to be sorted by id.
pub(crate) fn catalog(skills: &[(&str, &str)]) -> Catalog {
    let skills = skills.iter().map(|(id, description)| Arc::new(skill(id, description)));
    Catalog { skills: skills.collect(), ..Catalog::default() }
}
