//! Skills that a harness had beside the catalog's, or loaded: whoever reads figures has to know that
//! there was more to choose from.
//!
//! An engagement of one is none of the catalog's and enters no figure. Must not know which harness.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::core::{trajectory::EventKind, workbench::probes::ProbeTable};

/// Names that are told; the others are counted.
const NAMED: usize = 5;

/// What showed in the probes of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Foreign {
    /// Names of those that were there.
    pub seen: BTreeSet<String>,
    /// In how many probes each was loaded.
    pub loaded: BTreeMap<String, usize>,
}

impl Foreign {
    pub fn of(probes: &ProbeTable) -> Self {
        let mut all = Self::default();
        for row in &probes.rows {
            let mut loaded = BTreeSet::new();
            for event in &row.events {
                match &event.kind {
                    EventKind::Foreign { name, loaded: true } => _ = loaded.insert(name),
                    EventKind::Foreign { name, .. } => _ = all.seen.insert(name.clone()),
                    _ => {}
                }
            }
            for name in loaded {
                *all.loaded.entry(name.clone()).or_default() += 1;
            }
        }
        all
    }

    pub fn is_empty(&self) -> bool {
        self.seen.is_empty() && self.loaded.is_empty()
    }

    /// A sentence without a full stop; `None` where there was nothing.
    pub fn told(&self) -> Option<String> {
        let seen = (!self.seen.is_empty()).then(|| {
            let names = some(self.seen.iter().cloned());
            format!("{} beside the catalog's to choose from: {names}", self.seen.len())
        });
        let loaded = (!self.loaded.is_empty()).then(|| {
            let times = self.loaded.iter().map(|(name, probes)| format!("{name} x {probes}"));
            format!("loaded though none of the catalog's: {}", some(times))
        });
        let parts: Vec<String> = [seen, loaded].into_iter().flatten().collect();
        (!parts.is_empty()).then(|| format!("foreign skills: {}", parts.join("; ")))
    }
}

fn some(names: impl Iterator<Item = String>) -> String {
    let mut all: Vec<String> = names.collect();
    if all.len() > NAMED {
        let rest = all.len() - NAMED;
        all.truncate(NAMED);
        all.push(format!("{rest} more"));
    }
    all.join(", ")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::core::{
        query::{Label, Query},
        trajectory::Event,
        workbench::probes::ProbeRow,
    };

    #[test]
    fn a_probe_counts_once_however_often_it_loads_one() {
        let row = |events: &[(&str, bool)]| {
            let label = Label::Complete { expected: Vec::new(), alternatives: Vec::new() };
            let mut row = ProbeRow::planned(Arc::new(Query::new("q", "Bake.", label)), 1, 1);
            row.events = events
                .iter()
                .map(|(name, loaded)| {
                    let (name, loaded) = ((*name).to_owned(), *loaded);
                    Event { step: 1, at_ms: 0, kind: EventKind::Foreign { name, loaded } }
                })
                .collect();
            Arc::new(row)
        };
        let rows =
            vec![row(&[("oven", false), ("oven", true), ("oven", true)]), row(&[("oven", true)])];
        let foreign = Foreign::of(&ProbeTable { rows });
        let told = "foreign skills: 1 beside the catalog's to choose from: oven; loaded though none \
                    of the catalog's: oven x 2";
        assert_eq!(foreign.told().as_deref(), Some(told));
        assert_eq!(Foreign::default().told(), None);
        let many = Foreign { seen: (0..9).map(|n| n.to_string()).collect(), ..foreign };
        assert!(many.told().is_some_and(|told| told.contains("4, 4 more")));
    }
}
