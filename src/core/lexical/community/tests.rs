use proptest::prelude::*;

use super::Communities;
use crate::core::lexical::{
    graph::{Edge, Graph},
    testing::{SIX, lexicon},
};

/// Groups by name with cohesion, and modularity, of the six.
#[track_caller]
fn divided(resolution: f64, modularity: f64, expected: &[(&str, Option<f64>)]) {
    let six = lexicon(&SIX);
    let found = Communities::of(six.graph(), six.field().ties, resolution);
    let close = |found: f64, expected: f64| (found - expected).abs() < 5e-5;
    assert!(close(found.modularity.unwrap(), modularity), "{:?}", found.modularity);
    assert_eq!(found.groups.len(), expected.len());
    for (group, &(names, cohesion)) in found.groups.iter().zip(expected) {
        let members: Vec<_> = group.members.iter().map(|&at| six.name(at)).collect();
        assert_eq!(members.join(" "), names);
        match (group.cohesion, cohesion) {
            (Some(found), Some(expected)) => assert!(close(found, expected), "{found}"),
            (found, expected) => assert_eq!(found, expected),
        }
    }
}

#[test]
fn the_six_fall_into_two_groups() {
    divided(
        1.0,
        0.2724,
        &[
            ("csv-export csv-import json-import", Some(1.7186)),
            ("git-bisect git-blame image-resize", Some(0.7986)),
        ],
    );
}

#[test]
fn resolution_moves_the_grain() {
    divided(
        2.0,
        -0.2337,
        &[
            ("git-bisect git-blame image-resize", Some(0.7986)),
            ("csv-import json-import", Some(2.3484)),
            ("csv-export", None),
        ],
    );
    divided(
        0.1,
        0.9,
        &[("csv-export csv-import git-bisect git-blame image-resize json-import", Some(0.6162))],
    );
}

#[test]
fn without_a_shared_word_everyone_is_alone() {
    let alone = lexicon(&[("a", "x"), ("b", "y"), ("c", "z")]);
    let found = Communities::of(alone.graph(), alone.field().ties, 1.0);
    assert_eq!(found.modularity, None);
    assert_eq!(found.membership(), [0, 1, 2]);
    let none = Communities::of(&Graph::default(), &[], 1.0);
    assert_eq!((none.groups.len(), none.modularity), (0, None));
}

#[test]
fn pairs_find_each_other() {
    let all = lexicon(&[
        ("cloud-run", "deploy containers on cloud"),
        ("mysql-db", "query tables in a database"),
        ("react-ui", "render components in a browser"),
        ("cloud-functions", "deploy functions on cloud"),
        ("vue-ui", "render templates in a browser"),
        ("postgres-db", "query schemas in a database"),
    ]);
    let found = Communities::of(all.graph(), all.field().ties, 1.0);
    let membership = found.membership();
    assert_eq!(found.groups.len(), 3);
    assert!(membership[0] == membership[3] && membership[1] == membership[5]);
    assert!(found.modularity.unwrap() > 0.0);
}

/// The same rule by scanning all pairs anew for every merge.
fn by_scan(graph: &Graph) -> (f64, Vec<usize>) {
    let mut degree = vec![0.0; graph.len];
    let mut pairs: Vec<(usize, usize, f64)> = Vec::new();
    for edge in &graph.edges {
        degree[edge.a] += edge.weight;
        degree[edge.b] += edge.weight;
        pairs.push((edge.a, edge.b, 2.0 * edge.weight));
    }
    let total: f64 = degree.iter().sum();
    let mut q = -degree.iter().map(|d| d * d).sum::<f64>() / (total * total);
    let mut group: Vec<usize> = (0..graph.len).collect();
    loop {
        let gain =
            |&(u, v, e): &(usize, usize, f64)| (e - 2.0 * degree[u] * degree[v] / total) / total;
        let mut best: Option<(f64, usize)> = None;
        for (at, pair) in pairs.iter().enumerate() {
            if best.is_none_or(|(most, _)| gain(pair) > most) {
                best = Some((gain(pair), at));
            }
        }
        let Some((most, at)) = best.filter(|&(most, _)| most > 0.0) else { break };
        q += most;
        let (u, v, _) = pairs.remove(at);
        degree[u] += degree[v];
        for member in group.iter_mut().filter(|member| **member == v) {
            *member = u;
        }
        let mut moved: Vec<_> = pairs.extract_if(.., |p| p.0 == v || p.1 == v).collect();
        moved.sort_by_key(|p| if p.0 == v { p.1 } else { p.0 });
        for (a, b, e) in moved {
            let c = if a == v { b } else { a };
            let key = (u.min(c), u.max(c));
            match pairs.iter_mut().find(|p| (p.0, p.1) == key) {
                Some(pair) => pair.2 += e,
                None => pairs.push((key.0, key.1, e)),
            }
        }
    }
    (q, group)
}

proptest! {
    #[test]
    fn the_heap_merges_as_the_scan_does(
        weights in prop::collection::btree_map((0_usize..9, 0_usize..9), 1_u8..9, 1..30),
    ) {
        let edges: Vec<Edge> = weights
            .into_iter()
            .filter(|((a, b), _)| a < b)
            .map(|((a, b), w)| Edge { a, b, weight: f64::from(w) / 4.0, similarity: 0.0 })
            .collect();
        prop_assume!(!edges.is_empty());
        let graph = Graph { len: 9, edges, complete: true };
        let ties: Vec<u32> = (0..9).collect();
        let found = Communities::of(&graph, &ties, 1.0);
        let (q, group) = by_scan(&graph);
        prop_assert!(found.modularity.is_some_and(|found| (found - q).abs() < 1e-12));
        let membership = found.membership();
        for (a, b) in (0..9).flat_map(|a| (0..9).map(move |b| (a, b))) {
            prop_assert_eq!(membership[a] == membership[b], group[a] == group[b]);
        }
    }
}
