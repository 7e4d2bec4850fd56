//! A label reduced to what scoring asks: nothing, one skill, a set, one of several, or a part.

use crate::core::query::Label;

/// What a row states, with skills named as `S`; repeats are dropped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Truth<S> {
    /// Complete: no skill should engage.
    Empty,
    /// Complete: exactly this skill should engage.
    Single(S),
    /// Complete: all of these (two or more) should engage.
    Set(Vec<S>),
    /// Complete: the expected skill or any of the others (one or more) alone is right.
    Either { expected: S, others: Vec<S> },
    /// Only this much is known.
    Partial { should: Vec<S>, must_not: Vec<S> },
}

impl<'a, S: PartialEq> Truth<&'a S> {
    /// Alternatives count beside a single expected skill only.
    pub fn of(label: &'a Label<S>) -> Self {
        match label {
            Label::Partial { should, must_not } => {
                Self::Partial { should: distinct(should), must_not: distinct(must_not) }
            }
            Label::Complete { expected, alternatives } => {
                let expected = distinct(expected);
                match *expected {
                    [] => Self::Empty,
                    [one] => {
                        let mut others = distinct(alternatives);
                        others.retain(|&other| other != one);
                        if others.is_empty() {
                            Self::Single(one)
                        } else {
                            Self::Either { expected: one, others }
                        }
                    }
                    _ => Self::Set(expected),
                }
            }
        }
    }
}

impl<S> Truth<S> {
    /// The skills that a complete label expects, alternatives left out; none for a partial one.
    pub fn expected(&self) -> &[S] {
        match self {
            Self::Single(one) | Self::Either { expected: one, .. } => std::slice::from_ref(one),
            Self::Set(all) => all,
            Self::Empty | Self::Partial { .. } => &[],
        }
    }

    /// The same statement with its skills named otherwise.
    pub fn map<T>(self, mut f: impl FnMut(S) -> T) -> Truth<T> {
        let mut all = |skills: Vec<S>| skills.into_iter().map(&mut f).collect();
        match self {
            Self::Empty => Truth::Empty,
            Self::Set(skills) => Truth::Set(all(skills)),
            Self::Partial { should, must_not } => {
                Truth::Partial { should: all(should), must_not: all(must_not) }
            }
            Self::Single(one) => Truth::Single(f(one)),
            Self::Either { expected, others } => {
                let others = all(others);
                Truth::Either { expected: f(expected), others }
            }
        }
    }
}

impl<S: PartialEq> Truth<S> {
    /// True when engaging `skill` is (part of) a right answer to a complete label.
    pub fn wants(&self, skill: &S) -> bool {
        let alternative = matches!(self, Self::Either { others, .. } if others.contains(skill));
        alternative || self.expected().contains(skill)
    }
}

fn distinct<S: PartialEq>(skills: &[S]) -> Vec<&S> {
    let mut out = Vec::with_capacity(skills.len());
    for skill in skills {
        if !out.contains(&skill) {
            out.push(skill);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complete(expected: &[char], alternatives: &[char]) -> Label<char> {
        Label::Complete { expected: expected.to_vec(), alternatives: alternatives.to_vec() }
    }

    #[test]
    fn repeats_do_not_make_a_set() {
        assert_eq!(Truth::of(&complete(&['a', 'a'], &['a'])), Truth::Single(&'a'));
        assert_eq!(Truth::of(&complete(&['a', 'b', 'a'], &[])), Truth::Set(vec![&'a', &'b']));
        assert_eq!(Truth::of(&complete(&[], &['a'])), Truth::Empty);
    }

    #[test]
    fn an_alternative_is_wanted_and_not_expected() {
        let label = complete(&['a'], &['b', 'a']);
        let truth = Truth::of(&label);
        assert_eq!(truth, Truth::Either { expected: &'a', others: vec![&'b'] });
        assert_eq!(truth.expected(), [&'a']);
        assert!(truth.wants(&&'b') && truth.wants(&&'a') && !truth.wants(&&'c'));
    }
}
