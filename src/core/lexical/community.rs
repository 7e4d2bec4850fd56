//! Groups of skills that compete more among themselves than with the rest: greedy modularity.
//!
//! Clauset, Newman and Moore's agglomeration over the competition graph. Must not know why two
//! skills compete.

use std::{
    cmp::{Ordering, Reverse},
    collections::{BTreeMap, BinaryHeap},
};

use crate::core::lexical::graph::Graph;

/// A group of skills.
#[derive(Clone, Debug, PartialEq)]
pub struct Community {
    /// Positions, by name, then id.
    pub members: Vec<usize>,
    /// Mean weight over all pairs of members, pairs that the graph left out counting 0; `None`
    /// for a lone skill. A raw score: not comparable between catalogs.
    pub cohesion: Option<f64>,
}

/// A division of the catalog.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Communities {
    /// Largest first, then by their first member.
    pub groups: Vec<Community>,
    /// Modularity Q of the division, at most 1; `None` where no pair competes. At a resolution
    /// of 1, below 0.3 the groups mean little.
    pub modularity: Option<f64>,
}

impl Communities {
    /// Index of each skill's group, by position.
    pub fn membership(&self) -> Vec<usize> {
        let mut of = vec![0; self.groups.iter().map(|group| group.members.len()).sum()];
        for (at, group) in self.groups.iter().enumerate() {
            for &member in &group.members {
                // Groups divide 0..len, which is what the sum above counts.
                of[member] = at;
            }
        }
        of
    }

    /// Merges, from lone skills on, the pair of groups with the largest gain of modularity, while
    /// there is a gain; of equal gains the pair that was formed first.
    ///
    /// `resolution` above 1 favours small groups, below 1 large ones. `ties` holds each skill's
    /// place by name. Each merge costs the links of the group that is taken in, not those of the
    /// one that takes it.
    pub fn of(graph: &Graph, ties: &[u32], resolution: f64) -> Self {
        let mut merging = Merging::new(graph, resolution);
        let modularity = (merging.total >= NOTHING).then(|| merging.run());
        let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for skill in 0..graph.len {
            groups.entry(merging.root(skill)).or_default().push(skill);
        }
        let mut inside = vec![0.0; graph.len];
        for edge in &graph.edges {
            let root = merging.root(edge.a);
            if root == merging.root(edge.b) {
                // Roots are positions, as are the indices of `inside`.
                inside[root] += edge.weight;
            }
        }
        let mut groups: Vec<Community> = groups
            .into_iter()
            .map(|(root, mut members)| {
                members.sort_by_key(|&member| ties.get(member));
                let pairs = members.len() * (members.len() - 1) / 2;
                let cohesion = (pairs > 0).then(|| inside[root] / pairs as f64);
                Community { members, cohesion }
            })
            .collect();
        groups.sort_by_key(|group| {
            let first = group.members.first().and_then(|&member| ties.get(member));
            (Reverse(group.members.len()), first)
        });
        Self { groups, modularity }
    }
}

/// A total weight below this is none.
const NOTHING: f64 = 1e-12;

/// What joins two groups.
#[derive(Clone, Copy, Debug)]
struct Link {
    /// Twice the summed weight between them.
    weight: f64,
    /// When the pair was formed.
    order: usize,
}

/// A possible merge as it stood when it was found.
#[derive(Clone, Copy, Debug)]
struct Gain {
    gain: f64,
    order: usize,
    pair: (usize, usize),
    /// Of the link then.
    weight: f64,
}

impl Ord for Gain {
    fn cmp(&self, other: &Self) -> Ordering {
        self.gain.total_cmp(&other.gain).then_with(|| other.order.cmp(&self.order))
    }
}

impl PartialOrd for Gain {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Gain {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Gain {}

/// The state of the agglomeration. All indices are positions of skills; a group goes by its
/// lowest member.
struct Merging {
    resolution: f64,
    /// Sum of all degrees.
    total: f64,
    degree: Vec<f64>,
    /// For each group, what joins it to the others.
    links: Vec<BTreeMap<usize, Link>>,
    parent: Vec<usize>,
    formed: usize,
    heap: BinaryHeap<Gain>,
}

impl Merging {
    fn new(graph: &Graph, resolution: f64) -> Self {
        let mut degree = vec![0.0; graph.len];
        let mut links = vec![BTreeMap::new(); graph.len];
        for (order, edge) in graph.edges.iter().enumerate() {
            degree[edge.a] += edge.weight;
            degree[edge.b] += edge.weight;
            let link = Link { weight: 2.0 * edge.weight, order };
            links[edge.a].insert(edge.b, link);
            links[edge.b].insert(edge.a, link);
        }
        Self {
            resolution,
            total: degree.iter().sum(),
            degree,
            links,
            parent: (0..graph.len).collect(),
            formed: graph.edges.len(),
            heap: BinaryHeap::new(),
        }
    }

    /// Merges to the end; the modularity reached.
    fn run(&mut self) -> f64 {
        let squares: f64 = self.degree.iter().map(|degree| degree * degree).sum();
        let mut modularity = -(self.resolution / (self.total * self.total)) * squares;
        for group in 0..self.links.len() {
            for other in
                self.links[group].range(group + 1..).map(|(&other, _)| other).collect::<Vec<_>>()
            {
                self.offer(group, other);
            }
        }
        while let Some(best) = self.heap.pop() {
            let (u, v) = best.pair;
            // Merged away, or offered anew since its weight grew.
            if self.links[u].get(&v).is_none_or(|link| link.weight != best.weight) {
                continue;
            }
            // Growing degrees only lower a gain, so an old figure is never too small: what is
            // still the largest when brought up to date is the largest of all.
            let gain = self.gain(u, v, best.weight);
            if gain != best.gain {
                self.heap.push(Gain { gain, ..best });
                continue;
            }
            if gain <= 0.0 {
                break;
            }
            modularity += gain;
            self.merge(u, v);
        }
        modularity
    }

    fn gain(&self, u: usize, v: usize, weight: f64) -> f64 {
        let expected = 2.0 * self.resolution * self.degree[u] * self.degree[v];
        (weight - expected / self.total) / self.total
    }

    /// Puts a possible merge on the heap.
    fn offer(&mut self, a: usize, b: usize) {
        let pair = (a.min(b), a.max(b));
        if let Some(&Link { weight, order }) = self.links[pair.0].get(&pair.1) {
            let gain = self.gain(pair.0, pair.1, weight);
            self.heap.push(Gain { gain, order, pair, weight });
        }
    }

    /// Takes `v` into `u`, which is lower.
    fn merge(&mut self, u: usize, v: usize) {
        self.parent[v] = u;
        self.degree[u] += self.degree[v];
        self.links[u].remove(&v);
        for (other, link) in std::mem::take(&mut self.links[v]) {
            self.links[other].remove(&v);
            if other == u {
                continue;
            }
            let order = self.formed;
            let joined = self.links[u].entry(other).or_insert(Link { weight: 0.0, order });
            self.formed += usize::from(joined.order == order);
            joined.weight += link.weight;
            let joined = *joined;
            self.links[other].insert(u, joined);
            self.offer(u, other);
        }
    }

    fn root(&self, mut skill: usize) -> usize {
        while self.parent[skill] != skill {
            skill = self.parent[skill];
        }
        skill
    }
}

#[cfg(test)]
mod tests;
