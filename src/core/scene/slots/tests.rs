use proptest::prelude::*;

use super::*;

/// Rivals as `name outbound inbound`, separated by commas.
fn rivals(text: &str) -> Vec<(SkillId, f64, f64)> {
    text.split(", ")
        .filter(|part| !part.is_empty())
        .map(|part| {
            let mut words = part.split(' ');
            let mut next = || words.next().unwrap();
            (next().into(), next().parse().unwrap(), next().parse().unwrap())
        })
        .collect()
}

fn claims(rivals: &[(SkillId, f64, f64)]) -> Vec<Claim<'_>> {
    let claim =
        |(id, outbound, inbound)| Claim { id, outbound: Some(outbound), inbound: Some(inbound) };
    rivals.iter().map(|(id, outbound, inbound)| claim((id, *outbound, *inbound))).collect()
}

struct Picture {
    slots: Slots,
    revision: u64,
    rows: usize,
}

impl Picture {
    fn new(rows: usize) -> Self {
        Self { slots: Slots::default(), revision: 0, rows }
    }

    fn update(&mut self, text: &str) -> String {
        self.revision += 1;
        self.again(text)
    }

    /// Without a new revision. Sides are separated by `|`, empty rows are dots.
    fn again(&mut self, text: &str) -> String {
        let rivals = rivals(text);
        self.slots.update(self.revision, &"focus".into(), &claims(&rivals), self.rows);
        let side = |side: Side| {
            let mut rows = vec![".".to_owned(); self.rows];
            for placed in self.slots.placed().into_iter().filter(|placed| placed.side == side) {
                let mark = match placed.state {
                    State::Kept => "",
                    State::New => "+",
                    State::Gone => "-",
                };
                rows[placed.row] = format!("{}{mark}", placed.id);
            }
            rows.join(" ")
        };
        format!("{} | {}", side(Side::Left), side(Side::Right))
    }
}

#[test]
fn each_rival_once_on_the_side_of_its_stronger_direction() {
    let mut picture = Picture::new(3);
    assert_eq!(picture.update("a .9 .1, b .2 .8, c .5 .5, d .1 .3"), "a c . | b d .");
    // More than there is room for: the strongest.
    assert_eq!(Picture::new(1).update("a .3 0, b .9 0, c .5 .6"), "b | c");
}

#[test]
fn who_comes_takes_the_free_row_nearest_to_its_rank() {
    let mut picture = Picture::new(3);
    assert_eq!(picture.update("a .9 0, b .8 0, c .7 0"), "a b c | . . .");
    assert_eq!(picture.update("a .9 0, c .7 0"), "a b- c | . . .");
    // Who is gone leaves its row a revision later, or at once when it is needed.
    assert_eq!(picture.update("a .9 0, c .7 0"), "a . c | . . .");
    assert_eq!(picture.update("a .9 0, c .7 0, d .99 0"), "a d+ c | . . .");
    assert_eq!(picture.update("d .99 0, c .7 0, e .1 0"), "e+ d c | . . .");
}

#[test]
fn nothing_moves_within_a_revision() {
    let mut picture = Picture::new(3);
    picture.update("a .9 0, b .8 0");
    let shown = picture.update("a .9 0, c .1 .2");
    assert_eq!(shown, "a b- . | . c+ .");
    assert_eq!(picture.again("a .9 0, c .1 .2"), shown);
    // Less room is no reason to call anyone gone, more none to call anyone new.
    picture.update("a .9 0, b .8 0, c .7 0");
    picture.rows = 1;
    assert_eq!(picture.again("a .9 0, b .8 0, c .7 0"), "a | .");
    picture.rows = 3;
    assert_eq!(picture.again("a .9 0, b .8 0, c .7 0"), "a b c | . . .");
}

#[test]
fn one_rival_changes_sides_at_a_time() {
    let mut picture = Picture::new(2);
    picture.update("a .9 0, b .8 0");
    // A hair's breadth is no reason to move.
    assert_eq!(picture.update("a .9 .93, b .8 0"), "a b | . .");
    assert_eq!(picture.update("a .1 .93, b .1 .3"), ". b | a .");
    assert_eq!(picture.update("a .1 .93, b .1 .3"), ". . | a b");
}

#[test]
fn two_swap_when_they_stand_far_the_wrong_way_round() {
    let mut picture = Picture::new(4);
    picture.update("a .9 0, b .8 0, c .7 0, d .6 0");
    assert_eq!(picture.update("a .65 0, b .8 0, c .7 0, d .6 0"), "a b c d | . . . .");
    assert_eq!(picture.update("a .5 0, b .8 0, c .7 0, d .9 0"), "d b c a | . . . .");
}

#[test]
fn another_focus_and_tidying_rank_afresh() {
    let mut picture = Picture::new(3);
    picture.update("a .9 0, b .8 0, c .7 0");
    let turned = rivals("a .1 0, b .8 0, c .9 0");
    picture.slots.update(9, &"other".into(), &claims(&turned), 3);
    let order = |slots: &Slots| -> Vec<String> {
        slots.placed().iter().map(|placed| placed.id.to_string()).collect()
    };
    assert_eq!(order(&picture.slots), ["c", "b", "a"]);
    picture.slots.tidy();
    assert_eq!(picture.update("b .1 0, a .9 0"), "a b . | . . .");
}

#[test]
fn a_direction_that_is_not_known_is_no_claim() {
    let id: SkillId = "a".into();
    let claim = Claim { id: &id, outbound: None, inbound: Some(0.1) };
    assert_eq!((claim.side(), claim.strength()), (Side::Right, 0.1));
    assert!(Claim { inbound: Some(f64::NAN), ..claim }.strength() < 0.0);
}

type Rivals = Vec<(SkillId, f64, f64)>;

fn any_rivals() -> impl Strategy<Value = Rivals> {
    let names = prop::sample::subsequence(('a'..='p').collect::<Vec<char>>(), 0..=16);
    names.prop_flat_map(|names| {
        let ratios = prop::collection::vec((0.0..1.5f64, 0.0..1.5f64), names.len());
        ratios.prop_map(move |ratios| {
            let ids = names.iter().map(|name| name.to_string().as_str().into());
            ids.zip(ratios).map(|(id, (outbound, inbound))| (id, outbound, inbound)).collect()
        })
    })
}

proptest! {
    #[test]
    fn who_stays_stays_in_place(
        updates in prop::collection::vec(any_rivals(), 1..6), rows in 0usize..8,
    ) {
        let mut slots = Slots::default();
        let mut before: Vec<Placed> = Vec::new();
        for (revision, rivals) in updates.iter().enumerate() {
            slots.update(revision as u64, &"focus".into(), &claims(rivals), rows);
            let after = slots.placed();

            let mut places: Vec<(Side, usize)> = after.iter().map(|p| (p.side, p.row)).collect();
            places.dedup();
            prop_assert_eq!(places.len(), after.len());
            prop_assert!(after.iter().all(|placed| placed.row < rows));
            let shown: Vec<&Placed> = after.iter().filter(|p| p.state != State::Gone).collect();
            let ids: BTreeSet<&SkillId> = shown.iter().map(|placed| &placed.id).collect();
            prop_assert_eq!(ids.len(), shown.len());
            prop_assert!(ids.iter().all(|id| rivals.iter().any(|(known, ..)| known == *id)));

            let moved: Vec<(&Placed, &Placed)> = shown
                .iter()
                .filter_map(|after| {
                    let before = before.iter().find(|before| {
                        before.id == after.id && before.state != State::Gone
                    })?;
                    let same = (before.side, before.row) == (after.side, after.row);
                    (!same).then_some((before, *after))
                })
                .collect();
            match moved[..] {
                [] => {}
                [(before, after)] => prop_assert!(before.side != after.side),
                [(a, a2), (b, b2)] => {
                    prop_assert_eq!((a.side, a.row), (b2.side, b2.row));
                    prop_assert_eq!((b.side, b.row), (a2.side, a2.row));
                }
                _ => prop_assert!(false, "{} moved", moved.len()),
            }

            let mut again = slots.clone();
            again.update(revision as u64, &"focus".into(), &claims(rivals), rows);
            prop_assert_eq!(&again, &slots);
            before = after;
        }
    }

    #[test]
    fn the_order_of_the_rivals_does_not_matter(rivals in any_rivals(), rows in 0usize..8) {
        let mut turned = rivals.clone();
        turned.reverse();
        let [mut one, mut other] = [Slots::default(), Slots::default()];
        one.update(1, &"focus".into(), &claims(&rivals), rows);
        other.update(1, &"focus".into(), &claims(&turned), rows);
        prop_assert_eq!(one, other);
    }
}
