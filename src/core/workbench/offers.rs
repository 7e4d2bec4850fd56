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
    choice: Choice,
    /// By the skills that are offered.
    made: BTreeMap<BTreeSet<SkillId>, T>,
}

/// How a row's part is chosen.
#[derive(Debug)]
enum Choice {
    Labelled(Box<Rivals>),
    /// So many that are nearest to the prompt.
    Retrieved(Box<Lexicon>, usize),
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
        let lexicon = || Lexicon::of(snapshot, options);
        let rivals = |most: usize| {
            let lexicon = (most > 0).then(lexicon);
            Choice::Labelled(Box::new(Rivals { most, lexicon, known: BTreeMap::new() }))
        };
        let choice = match offered {
            Offered::All => return None,
            Offered::Solo => rivals(0),
            Offered::Near(most) => rivals(most as usize),
            Offered::Retrieved(most) => Choice::Retrieved(Box::new(lexicon()), most as usize),
        };
        let residents = snapshot.resident_ids().into_iter().collect();
        Some(Self { snapshot, residents, choice, made: BTreeMap::new() })
    }

    /// What `make` makes of the part that a row is offered; of equal parts, once.
    pub fn to(&mut self, query: &Query<SkillId>, make: impl FnOnce(&Snapshot) -> T) -> T {
        let part = self.part(query);
        if let Some(made) = self.made.get(&part) {
            return made.clone();
        }
        let mut only = self.snapshot.clone();
        only.muted.extend(self.residents.difference(&part).cloned());
        let made = make(&only);
        self.made.insert(part, made.clone());
        made
    }

    /// The skills that a row is offered.
    pub fn part(&mut self, query: &Query<SkillId>) -> BTreeSet<SkillId> {
        match &mut self.choice {
            Choice::Labelled(rivals) => {
                let mut part: BTreeSet<SkillId> = query.label.wanted().iter().cloned().collect();
                for id in query.label.wanted() {
                    part.extend(rivals.of(id).iter().cloned());
                }
                part
            }
            // Where nothing is shared, the first by name are as near as any.
            Choice::Retrieved(lexicon, most) => {
                let ranking = lexicon.ranking(&query.prompt).into_iter();
                let ids = ranking.map(|(at, _)| lexicon.id(at).clone());
                ids.filter(|id| self.residents.contains(id)).take(*most).collect()
            }
        }
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

/// True for a row that can be probed on such a part of the catalog: it has one.
pub fn has_part(query: &Query<SkillId>, offered: Offered) -> bool {
    !offered.goes_by_label() || !query.label.wanted().is_empty()
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
        assert!(has_part(&row(&["bread"]), Offered::Solo) && !has_part(&row(&[]), Offered::Solo));
    }

    #[test]
    fn what_is_retrieved_goes_by_the_prompt_alone() {
        let snapshot = snapshot();
        let offered = |most, prompt: &str| {
            let query = Query { prompt: prompt.to_owned(), ..row(&["cake"]) };
            let mut offers =
                Offers::of(Offered::Retrieved(most), &snapshot, Options::default()).unwrap();
            let ids = offers.to(&query, Snapshot::resident_ids);
            ids.iter().map(SkillId::to_string).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(offered(1, "boil some soup"), "soup", "though it expects another");
        assert_eq!(offered(2, "bread with soup"), "bread soup");
        assert_eq!(offered(2, "miles to kilometres"), "bread cake", "some are always shown");
        assert_eq!(offered(9, "soup"), "bread cake rolls soup");
        assert!(has_part(&row(&[]), Offered::Retrieved(1)));
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
