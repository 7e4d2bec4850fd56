//! An order in which neighbours are alike, for matrices and lists.
//!
//! Must not know what is drawn in that order.

use crate::core::lexical::{
    community::Communities,
    graph::{Edge, Graph},
};

/// Up to this many skills the order is that of a dendrogram's leaves; it needs all pairs at once.
const DENDROGRAM: usize = 400;

/// Positions in seriated order: a permutation of all skills, the same for the same graph.
///
/// Small catalogs: average linkage over 1 - similarity, each merge turned so that the alikest ends
/// meet. Large ones: community by community, in each a walk to the alikest skill not yet visited.
pub fn order(graph: &Graph, communities: &Communities, ties: &[u32]) -> Vec<usize> {
    if graph.len <= DENDROGRAM { dendrogram(graph, ties) } else { walk(graph, communities) }
}

/// Similarities between groups, as a full matrix of at most [`DENDROGRAM`] rows.
struct Likeness {
    len: usize,
    cells: Vec<f64>,
}

impl Likeness {
    fn of(graph: &Graph) -> Self {
        let mut all = Self { len: graph.len, cells: vec![0.0; graph.len * graph.len] };
        for &Edge { a, b, similarity, .. } in &graph.edges {
            all.set(a, b, similarity);
        }
        all
    }

    /// `a` and `b` are positions below `len`, here and in `set`.
    fn get(&self, a: usize, b: usize) -> f64 {
        self.cells[a * self.len + b]
    }

    fn set(&mut self, a: usize, b: usize, similarity: f64) {
        self.cells[a * self.len + b] = similarity;
        self.cells[b * self.len + a] = similarity;
    }
}

fn dendrogram(graph: &Graph, ties: &[u32]) -> Vec<usize> {
    let between = Likeness::of(graph);
    let mut groups = Likeness::of(graph);
    // Each group goes by one member; `None` once it is part of another.
    let mut leaves: Vec<Option<Vec<usize>>> = (0..graph.len).map(|at| Some(vec![at])).collect();
    let mut alive: Vec<usize> = (0..graph.len).collect();
    alive.sort_by_key(|&at| ties.get(at));
    let mut chain: Vec<usize> = Vec::new();
    // Nearest-neighbour chain: follow the alikest group until two point at each other.
    while alive.len() > 1 {
        let top = match chain.last() {
            Some(&top) => top,
            None => {
                chain.push(alive[0]);
                alive[0]
            }
        };
        let before = chain.len().checked_sub(2).map(|at| chain[at]);
        let mut best: Option<(usize, f64)> = before.map(|group| (group, groups.get(top, group)));
        for &group in alive.iter().filter(|&&group| group != top) {
            let likeness = groups.get(top, group);
            if best.is_none_or(|(_, most)| likeness > most) {
                best = Some((group, likeness));
            }
        }
        // There are two or more groups, so one other than `top` was found.
        let Some((other, _)) = best else { break };
        if before != Some(other) {
            chain.push(other);
            continue;
        }
        chain.truncate(chain.len() - 2);
        let (Some(a), Some(b)) = (leaves[other].take(), leaves[top].take()) else { break };
        let (size_a, size_b) = (a.len() as f64, b.len() as f64);
        for &group in alive.iter().filter(|&&group| group != top && group != other) {
            let sum = size_a * groups.get(other, group) + size_b * groups.get(top, group);
            groups.set(other, group, sum / (size_a + size_b));
        }
        leaves[other] = Some(joined(a, b, &between));
        alive.retain(|&group| group != top);
    }
    leaves.into_iter().flatten().flatten().collect()
}

/// Two stretches of leaves, turned so that the ends that meet are as alike as can be.
fn joined(mut a: Vec<usize>, mut b: Vec<usize>, between: &Likeness) -> Vec<usize> {
    let ends = |list: &[usize]| list.first().copied().zip(list.last().copied());
    if let (Some((a0, a1)), Some((b0, b1))) = (ends(&a), ends(&b)) {
        // As it is; `b` turned; `a` turned; both turned. The first of equal ones stays.
        let ways = [(a1, b0), (a1, b1), (a0, b0), (a0, b1)];
        let mut best = 0;
        for (way, &(left, right)) in ways.iter().enumerate() {
            if between.get(left, right) > between.get(ways[best].0, ways[best].1) {
                best = way;
            }
        }
        if best >= 2 {
            a.reverse();
        }
        if best % 2 == 1 {
            b.reverse();
        }
    }
    a.extend(b);
    a
}

fn walk(graph: &Graph, communities: &Communities) -> Vec<usize> {
    let membership = communities.membership();
    let mut near: Vec<Vec<(usize, f64)>> = vec![Vec::new(); graph.len];
    for edge in graph.edges.iter().filter(|edge| membership[edge.a] == membership[edge.b]) {
        near[edge.a].push((edge.b, edge.similarity));
        near[edge.b].push((edge.a, edge.similarity));
    }
    let mut seen = vec![false; graph.len];
    let mut order = Vec::with_capacity(graph.len);
    for group in &communities.groups {
        // Where the walk ends, it goes on at the next member by name.
        for &start in &group.members {
            let mut at = Some(start).filter(|&start| !seen[start]);
            while let Some(skill) = at {
                seen[skill] = true;
                order.push(skill);
                let open = near[skill].iter().filter(|&&(other, _)| !seen[other]);
                at = open
                    .max_by(|a, b| a.1.total_cmp(&b.1).then_with(|| b.0.cmp(&a.0)))
                    .map(|&(other, _)| other);
            }
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{order, walk};
    use crate::core::lexical::{
        community::Communities,
        graph::{Edge, Graph},
        testing::{SIX, lexicon},
    };

    #[test]
    fn the_six_stand_beside_their_nearest() {
        let six = lexicon(&SIX);
        let names: Vec<_> = six.order().iter().map(|&at| six.name(at)).collect();
        let place = |name| names.iter().position(|&n| n == name).unwrap();
        assert_eq!(place("csv-import").abs_diff(place("json-import")), 1);
        assert_eq!(place("csv-import").abs_diff(place("csv-export")), 1);
        assert_eq!(place("git-bisect").abs_diff(place("git-blame")), 1);
        assert_eq!(place("git-blame").abs_diff(place("image-resize")), 1);
    }

    #[test]
    fn a_line_is_found_again() {
        // Skills on a line, each alike to the next: given shuffled, ordered along the line.
        let line = [3, 0, 4, 1, 2];
        let edges = line
            .windows(2)
            .map(|pair| (pair[0].min(pair[1]), pair[0].max(pair[1])))
            .map(|(a, b)| Edge { a, b, weight: 1.0, similarity: 0.9 })
            .collect();
        let graph = Graph { len: 5, edges, complete: true };
        let ties: Vec<u32> = (0..5).collect();
        let mut found = order(&graph, &Communities::of(&graph, &ties, 1.0), &ties);
        if found[0] != 3 {
            found.reverse();
        }
        assert_eq!(found, line);
    }

    proptest! {
        #[test]
        fn every_order_is_a_permutation(
            weights in prop::collection::btree_map((0_usize..12, 0_usize..12), 1_u8..9, 0..40),
        ) {
            let edges = weights
                .into_iter()
                .filter(|((a, b), _)| a < b)
                .map(|((a, b), w)| {
                    let share = f64::from(w) / 9.0;
                    Edge { a, b, weight: share, similarity: share }
                })
                .collect();
            let graph = Graph { len: 12, edges, complete: true };
            let ties: Vec<u32> = (0..12).rev().collect();
            let communities = Communities::of(&graph, &ties, 1.0);
            for mut found in [order(&graph, &communities, &ties), walk(&graph, &communities)] {
                found.sort_unstable();
                prop_assert_eq!(found, (0..12).collect::<Vec<_>>());
            }
        }
    }
}
