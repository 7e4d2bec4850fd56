//! Many tests at once: which of them can say anything, and what their p-values are worth together.
//!
//! A sign flip over x differing units cannot go below 2^(1 - x). Tests that could never reach the
//! level must not tax those that can (Tarone, 1990; Gilbert, 2005); among these the false discovery
//! rate is held (Benjamini and Hochberg, 1995). Must not know what is tested: who belongs to a
//! family is settled before any result is seen.

/// One test of a family.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Member {
    /// Two-sided, of one look.
    pub p: f64,
    /// Units that differ.
    pub differing: usize,
}

impl Member {
    /// The lowest p that so many differing units allow, at most 1.
    fn floor(&self) -> f64 {
        // Beyond 2^-1074 it is 0, and below any level.
        2f64.powi(1 - self.differing.min(2_000) as i32).min(1.0)
    }
}

/// The p-values of a family, taken together.
#[derive(Clone, Debug, PartialEq)]
pub struct Family {
    /// One a member, in their order; `None` for one that no outcome could have decided.
    pub adjusted: Vec<Option<f64>>,
    /// The correction that the members share: a floor above `level / k` decides nothing.
    pub k: usize,
    /// Differing units from which on a member can be decided.
    pub least_differing: usize,
}

impl Family {
    /// `level`: the false discovery rate, for example .05. `penalty`: what looking repeatedly
    /// multiplies every p with, 1 at the first look ([`crate::core::measure::looks::penalty`]).
    ///
    /// `k` is the smallest K with no more than K members whose floor reaches `level / K`; these
    /// are corrected among themselves. Adjusted values are at most 1.
    pub fn of(members: &[Member], level: f64, penalty: f64) -> Self {
        let reaches = |floor: f64, k: usize| floor * penalty <= level / k as f64;
        let reaching = |k| members.iter().filter(|member| reaches(member.floor(), k)).count();
        // All members are no more than there are: the search ends.
        let k = (1..).find(|&k| reaching(k) <= k).unwrap_or(1);
        let able: Vec<usize> =
            (0..members.len()).filter(|&at| reaches(members[at].floor(), k)).collect();
        let mut adjusted = vec![None; members.len()];
        for (at, p) in able.iter().zip(step_up(able.iter().map(|&at| members[at].p * penalty))) {
            adjusted[*at] = Some(p); // An index of `members`.
        }
        let floor = |differing| Member { p: 1.0, differing }.floor();
        let least_differing = (1..).find(|&x| reaches(floor(x), k)).unwrap_or(usize::MAX);
        Self { adjusted, k, least_differing }
    }
}

/// Benjamini-Hochberg adjusted p-values, in the order given, each at most 1.
fn step_up(p: impl Iterator<Item = f64>) -> Vec<f64> {
    let p: Vec<f64> = p.collect();
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&x, &y| p[x].total_cmp(&p[y]));
    let mut out = vec![1.0; p.len()];
    let mut least = 1.0f64;
    for (rank, &at) in order.iter().enumerate().rev() {
        // The factor first: it is at least 1, so that rounding lowers no p.
        least = least.min(p[at] * (p.len() as f64 / (rank + 1) as f64));
        out[at] = least;
    }
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn members(list: &[(f64, usize)]) -> Vec<Member> {
        list.iter().map(|&(p, differing)| Member { p, differing }).collect()
    }

    fn near(got: f64, want: f64) -> bool {
        (got - want).abs() < 1e-6
    }

    const EIGHT: [(f64, usize); 8] = [
        (0.0004882812, 12),
        (0.001953125, 10),
        (0.03125, 6),
        (0.0625, 5),
        (0.25, 3),
        (1.0, 0),
        (1.0, 2),
        (0.0390625, 9),
    ];

    #[test]
    fn only_those_that_can_say_something_are_corrected() {
        let family = Family::of(&members(&EIGHT), 0.05, 1.0);
        assert_eq!((family.k, family.least_differing), (3, 7));
        let known = [Some(0.001465), Some(0.002930), None, None, None, None, None, Some(0.039062)];
        for (got, want) in family.adjusted.iter().zip(known) {
            assert_eq!(got.is_some(), want.is_some());
            assert!(near(got.unwrap_or(0.0), want.unwrap_or(0.0)), "{got:?} is not {want:?}");
        }
    }

    #[test]
    fn plain_step_up() {
        let known = [0.003906, 0.007812, 0.078125, 0.100000, 0.333333, 1.0, 1.0, 0.078125];
        for (got, want) in step_up(EIGHT.iter().map(|(p, _)| *p)).into_iter().zip(known) {
            assert!(near(got, want), "{got} is not {want}");
        }
    }

    #[test]
    fn one_skill_among_many_quiet_ones_is_found() {
        let quiet = [(2, 100), (6, 3), (0, 25)];
        let quiet = quiet.iter().flat_map(|&(x, times)| std::iter::repeat_n((1.0, x), times));
        let all: Vec<_> = [(0.00390625, 9)].into_iter().chain(quiet).collect();
        let family = Family::of(&members(&all), 0.05, 1.0);
        assert_eq!(family.k, 2);
        assert_eq!(family.adjusted.iter().flatten().count(), 1);
        assert!(near(family.adjusted[0].unwrap(), 0.003906));
        assert!(near(step_up(all.iter().map(|(p, _)| *p))[0], 0.503906));
    }

    #[test]
    fn looks_raise_every_p_and_every_floor() {
        let family = Family::of(&members(&EIGHT), 0.05, 10.0);
        assert_eq!((family.k, family.least_differing), (2, 10));
        assert!(near(family.adjusted[0].unwrap(), 0.009766));
        assert_eq!(family.adjusted[7], None);
        assert_eq!(Family::of(&[], 0.05, 1.0).adjusted, []);
    }

    fn any_members() -> impl Strategy<Value = Vec<Member>> {
        let member = (0usize..20).prop_flat_map(|differing| {
            let floor = 2f64.powi(1 - differing as i32).min(1.0);
            (floor..=1.0).prop_map(move |p| Member { p, differing })
        });
        prop::collection::vec(member, 0..40)
    }

    proptest! {
        #[test]
        fn no_p_falls_and_their_order_stays(members in any_members()) {
            let family = Family::of(&members, 0.05, 1.0);
            let able = members.iter().zip(&family.adjusted);
            let able: Vec<(f64, f64)> =
                able.filter_map(|(member, adjusted)| Some((member.p, (*adjusted)?))).collect();
            prop_assert!(able.len() <= family.k);
            for (p, adjusted) in &able {
                prop_assert!(adjusted >= p && *adjusted <= 1.0);
                prop_assert!(able.iter().all(|(q, other)| q < p || other >= adjusted));
            }
        }

        #[test]
        fn a_member_that_cannot_be_decided_changes_nothing(members in any_members()) {
            let family = Family::of(&members, 0.05, 1.0);
            let mut more = members;
            more.push(Member { p: 1.0, differing: 3 });
            let with = Family::of(&more, 0.05, 1.0);
            prop_assert_eq!(&with.adjusted[..family.adjusted.len()], &family.adjusted[..]);
            prop_assert_eq!(with.k, family.k);
        }

        #[test]
        fn who_is_able_is_known_by_the_units_that_differ(members in any_members()) {
            let family = Family::of(&members, 0.05, 1.0);
            for (member, adjusted) in members.iter().zip(&family.adjusted) {
                prop_assert_eq!(adjusted.is_some(), member.differing >= family.least_differing);
            }
        }
    }
}
