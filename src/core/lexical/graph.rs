//! The catalog as a weighted graph: which pairs of skills compete at all, and how much.
//!
//! Owns the bound on size; what is read off the graph (communities, order) lives beside it.

use crate::core::lexical::overlap::{Field, Neighbourhood, similarity};

/// Up to this many skills every pair is looked at; beyond, each skill's strongest rivals only, so
/// that the graph grows with the catalog and not with its square.
pub const EVERY_PAIR: usize = 200;

/// A pair of skills that share a scoring word.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    /// The lower position.
    pub a: usize,
    pub b: usize,
    /// Mean of the raw scores both ways; above 0.
    pub weight: f64,
    /// Normalised, in 0..=1; see [`similarity`].
    pub similarity: f64,
}

/// Skills by position, and their edges.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Graph {
    pub len: usize,
    /// By `a`, then `b`.
    pub edges: Vec<Edge>,
    /// False where weaker pairs were left out.
    pub complete: bool,
}

impl Graph {
    pub fn of(field: Field<'_>, neighbourhood: &Neighbourhood) -> Self {
        let len = field.index.len();
        let complete = len <= EVERY_PAIR;
        // For each skill its rivals with their scores, by position.
        let mut directed: Vec<Vec<(usize, f64)>> = Vec::with_capacity(len);
        let mut scores = Vec::new();
        for (subject, row) in neighbourhood.rows.iter().enumerate() {
            directed.push(if complete {
                field.index.scores(field.index.document(subject), &mut scores);
                let all = scores.iter().copied().enumerate();
                all.filter(|&(rival, score)| score > 0.0 && field.competes(subject, rival))
                    .collect()
            } else {
                let mut kept: Vec<_> = row.rivals.iter().map(|r| (r.index, r.score)).collect();
                kept.sort_unstable_by_key(|&(rival, _)| rival);
                kept
            });
        }
        let own = |at: usize| neighbourhood.rows.get(at).map_or(0.0, |row| row.self_score);
        let score = |of: usize, by: usize| {
            let row = directed.get(of).map_or(&[][..], |row| row);
            row.binary_search_by_key(&by, |&(rival, _)| rival)
                .map(|at| row[at].1)
                .unwrap_or_else(|_| field.index.score(field.index.document(of), by))
        };
        let ordered = |(a, row): (usize, &Vec<(usize, f64)>)| {
            row.iter().map(move |&(b, _)| (a.min(b), a.max(b))).collect::<Vec<_>>()
        };
        let mut pairs: Vec<_> = directed.iter().enumerate().flat_map(ordered).collect();
        pairs.sort_unstable();
        pairs.dedup();
        let edges = pairs
            .into_iter()
            .map(|(a, b)| {
                let (ab, ba) = (score(a, b), score(b, a));
                Edge {
                    a,
                    b,
                    weight: 0.5 * (ab + ba),
                    similarity: similarity(ab, ba, own(a), own(b)),
                }
            })
            .collect();
        Self { len, edges, complete }
    }
}

#[cfg(test)]
mod tests {
    use crate::core::lexical::{
        graph::Graph,
        testing::{SIX, lexicon, near},
    };

    #[test]
    fn edges_hold_the_mean_of_both_directions() {
        let six = lexicon(&SIX);
        let graph = Graph::of(six.field(), six.neighbourhood());
        assert!(graph.complete && graph.edges.is_sorted_by_key(|edge| (edge.a, edge.b)));
        let edge = |a, b| graph.edges.iter().find(|edge| (edge.a, edge.b) == (a, b));
        near(edge(1, 5).unwrap().weight, 2.348432);
        near(edge(2, 3).unwrap().weight, (1.688659 + 1.556980) / 2.0);
        near(edge(2, 3).unwrap().similarity, 0.326683);
        assert_eq!(edge(0, 4), None);
    }

    #[test]
    fn a_large_graph_keeps_the_strongest_pairs_exactly() {
        let skills: Vec<(String, String)> = (0..240)
            .map(|at| (format!("s{at:03}"), format!("w{} w{} common", at % 40, at % 7)))
            .collect();
        let pairs: Vec<_> = skills.iter().map(|(n, d)| (n.as_str(), d.as_str())).collect();
        let all = lexicon(&pairs);
        let graph = Graph::of(all.field(), all.neighbourhood());
        assert!(!graph.complete && graph.edges.len() < 240 * 33);
        for edge in graph.edges.iter().step_by(97) {
            near(edge.similarity, all.field().pair(edge.a, edge.b).similarity);
        }
    }
}
