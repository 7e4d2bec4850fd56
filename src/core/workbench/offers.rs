//! What each row's probe is offered where that is not the whole catalog.
//!
//! Must not know who is asked.

use std::collections::{BTreeMap, BTreeSet};

use crate::core::{
    id::SkillId,
    lexical::{Lexicon, Options},
    plan::Offered,
    query::Query,
    snapshot::Snapshot,
};

/// A snapshot from which each row is offered a part, and what was made of the parts so far.
#[derive(Debug)]
pub struct Offers<'a, T> {
    snapshot: &'a Snapshot,
    residents: BTreeSet<SkillId>,
    rivals: Rivals,
    /// By the skills that are offered.
    made: BTreeMap<BTreeSet<SkillId>, T>,
}

/// The nearest rivals of each skill, found when they are asked for.
#[derive(Debug)]
struct Rivals {
    /// How many of each.
    most: usize,
    /// `None` where none are wanted.
    lexicon: Option<Lexicon>,
    known: BTreeMap<SkillId, Vec<SkillId>>,
}

impl<'a, T: Clone> Offers<'a, T> {
    /// `None` where every row is offered everything.
    pub fn of(offered: Offered, snapshot: &'a Snapshot, options: Options) -> Option<Self> {
        let most = match offered {
            Offered::All => return None,
            Offered::Solo => 0,
            Offered::Near(most) => most as usize,
        };
        let lexicon = (most > 0).then(|| Lexicon::of(snapshot, options));
        Some(Self {
            snapshot,
            residents: snapshot.resident_ids().into_iter().collect(),
            rivals: Rivals { most, lexicon, known: BTreeMap::new() },
            made: BTreeMap::new(),
        })
    }

    /// What `make` makes of the part that a row is offered; of equal parts, once.
    pub fn to(&mut self, query: &Query<SkillId>, make: impl FnOnce(&Snapshot) -> T) -> T {
        let mut part: BTreeSet<SkillId> = query.label.wanted().iter().cloned().collect();
        for id in query.label.wanted() {
            part.extend(self.rivals.of(id).iter().cloned());
        }
        if let Some(made) = self.made.get(&part) {
            return made.clone();
        }
        let mut only = self.snapshot.clone();
        only.muted.extend(self.residents.difference(&part).cloned());
        let made = make(&only);
        self.made.insert(part, made.clone());
        made
    }
}

impl Rivals {
    fn of(&mut self, id: &SkillId) -> &[SkillId] {
        let Some(lexicon) = &self.lexicon else { return &[] };
        let most = self.most;
        self.known.entry(id.clone()).or_insert_with(|| {
            let row = lexicon.position(id).map(|at| lexicon.field().row(at));
            let rivals = row.into_iter().flat_map(|row| row.rivals).take(most);
            rivals.map(|rival| lexicon.id(rival.index).clone()).collect()
        })
    }
}

/// True for a row that can be probed on a part of the catalog: it expects a skill.
pub fn expects(query: &Query<SkillId>) -> bool {
    !query.label.wanted().is_empty()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::core::{catalog::testing::catalog, query::Label};

    fn snapshot() -> Snapshot {
        let skills = [
            ("bread", "Bakes rye bread with sourdough"),
            ("cake", "Decorates sponge"),
            ("rolls", "Bakes rye rolls with sourdough"),
            ("soup", "Boils bread soup"),
        ];
        Snapshot::of(Arc::new(catalog(&skills)))
    }

    fn row(expected: &[&str]) -> Query<SkillId> {
        let expected = expected.iter().map(|id| SkillId::from(*id)).collect();
        Query::new("q", "p", Label::Complete { expected, alternatives: vec![] })
    }

    #[test]
    fn a_row_is_offered_what_it_expects_and_the_nearest_of_that() {
        let snapshot = snapshot();
        let offered = |offered, expected: &[&str]| {
            let mut offers = Offers::of(offered, &snapshot, Options::default()).unwrap();
            let ids = offers.to(&row(expected), Snapshot::resident_ids);
            ids.iter().map(SkillId::to_string).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(offered(Offered::Solo, &["bread"]), "bread");
        assert_eq!(offered(Offered::Solo, &["bread", "cake"]), "bread cake");
        assert_eq!(offered(Offered::Near(1), &["bread"]), "bread rolls");
        assert_eq!(offered(Offered::Near(9), &["bread"]), "bread rolls soup");
        assert_eq!(offered(Offered::Near(1), &["cake"]), "cake");
        assert!(Offers::<()>::of(Offered::All, &snapshot, Options::default()).is_none());
        assert!(expects(&row(&["bread"])) && !expects(&row(&[])));
    }

    #[test]
    fn equal_parts_are_made_once() {
        let snapshot = snapshot();
        let mut offers = Offers::of(Offered::Solo, &snapshot, Options::default()).unwrap();
        let mut made = 0;
        for expected in [&["bread"][..], &["cake"], &["bread"]] {
            offers.to(&row(expected), |_| made += 1);
        }
        assert_eq!(made, 2);
    }
}
