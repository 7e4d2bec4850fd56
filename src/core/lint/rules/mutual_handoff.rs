//! Skills that compete and do not send to each other.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use crate::core::{
    diagnostic::first_of,
    lexical::{Doc, Lexicon, function_words::is_function_word},
    lint::{
        Finding, Level, Rule, Subject,
        pairs::Close,
        routes::{Name, Routes},
        rules::claims,
    },
};

pub(super) const RULE: Rule = Rule {
    id: "missing-mutual-handoff",
    also: &[],
    level: Level::Warn,
    why: "Of two skills for nearly the same, one does not say when the other is meant.",
    remedy: "Add for what the other is meant, as in \"Not for ...: use `x` instead\".",
    source: "computed from the descriptions",
    explain: "Two descriptions compete by their words, and one sends to the other without being \
              sent back, or speaks of the other's name as of its own work. Where neither sends to \
              the other and at least three words are theirs alone, it is worth knowing. Words that \
              a family shares do not count, nor do routers and hubs that many send to, nor near \
              duplicates.",
    run,
};

/// Directed overlap from which on two skills compete.
const COMPETE: f64 = 0.35;

/// Words that two skills alone share, from which on they speak of one thing.
const THEIRS_ALONE: usize = 3;

/// Ways in or out from which on a skill is a hub.
const HUB: usize = 3;

/// What is missing of a hand-off; in the order of their gravity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Lack {
    /// The other sends here.
    WayBack,
    /// The other's name is spoken of as one's own work.
    Name,
    /// Neither sends to the other.
    Both,
}

fn run(rule: &Rule, subject: &Subject<'_>, found: &mut Vec<Finding>) {
    let lexicon = subject.lexicon;
    let routed = claims::told(lexicon);
    let crowded = |pair: &&Close| {
        let told = routed.contains(&(pair.a, pair.b)) || routed.contains(&(pair.b, pair.a));
        pair.ratio >= COMPETE && pair.similarity < subject.limits.near_duplicate && !told
    };
    let pairs: Vec<Close> = subject.pairs().iter().filter(crowded).copied().collect();
    let texts = Texts::of(lexicon, &pairs);
    let mut lacks: BTreeMap<(usize, Lack), Vec<(usize, f64)>> = BTreeMap::new();
    for pair in &pairs {
        for (at, lack, other) in texts.lacks(pair) {
            lacks.entry((at, lack)).or_default().push((other, pair.ratio));
        }
    }
    for ((at, lack), mut others) in lacks {
        let Some(skill) = subject.snapshot.catalog.get(lexicon.id(at)) else { continue };
        others.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let named = first_of(others.iter().map(|(at, _)| format!("`{}`", lexicon.id(*at))), 4);
        let id = &skill.id;
        let message = match lack {
            Lack::WayBack => {
                format!("`{id}` does not say when {named} is meant, which sends here.")
            }
            Lack::Name => {
                format!("`{id}` speaks of the work of {named} as its own and does not send there.")
            }
            Lack::Both => {
                let words = others.first().map(|(other, _)| texts.theirs_alone(at, *other));
                let words = words.unwrap_or_default();
                let words = first_of(words.iter().map(|word| format!("\"{word}\"")), 4);
                format!("`{id}` and {named} both speak of {words}, and neither sends to the other.")
            }
        };
        let weight = others.iter().map(|(_, ratio)| ratio).sum();
        let with = others.iter().map(|(at, _)| lexicon.id(*at).clone()).collect();
        let finding = Finding::about(rule, skill, message).with(with).weighing(weight);
        let level = if lack == Lack::Both { Level::Info } else { finding.level };
        found.push(Finding { level, ..finding });
    }
}

/// What every description says of others, and in which words it speaks of itself.
struct Texts {
    names: Vec<Name>,
    routes: Vec<Routes>,
    /// Whom each sends to, of those that it competes with or refers to.
    leads: HashSet<(usize, usize)>,
    ways_out: Vec<usize>,
    ways_in: Vec<usize>,
    /// Words of names that a family shares.
    family: BTreeSet<String>,
    /// For each word who claims it, up to three.
    claimed_by: HashMap<String, Vec<usize>>,
}

impl Texts {
    fn of(lexicon: &Lexicon, pairs: &[Close]) -> Self {
        let docs = lexicon.docs();
        let text = |doc: &Doc| match &doc.when_to_use {
            Some(when) => format!("{}\n\n{when}", doc.description),
            None => doc.description.clone(),
        };
        let names: Vec<Name> = docs.iter().map(|doc| Name::of(&doc.name)).collect();
        let routes: Vec<Routes> = docs.iter().map(|doc| Routes::of(&text(doc))).collect();
        let mut leads = HashSet::new();
        for pair in pairs {
            for (from, to) in [(pair.a, pair.b), (pair.b, pair.a)] {
                if routes[from].lead_to(&names[to]) {
                    leads.insert((from, to));
                }
            }
        }
        let by_name: HashMap<&str, usize> =
            docs.iter().enumerate().map(|(at, doc)| (doc.name.as_str(), at)).collect();
        for (from, routes) in routes.iter().enumerate() {
            let named = routes.references.iter().filter_map(|one| by_name.get(one.name.as_str()));
            leads.extend(named.filter(|to| **to != from).map(|to| (from, *to)));
        }
        let (mut ways_out, mut ways_in) = (vec![0; docs.len()], vec![0; docs.len()]);
        for (from, to) in &leads {
            ways_out[*from] += 1;
            ways_in[*to] += 1;
        }
        let mut claimed_by: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, routes) in routes.iter().enumerate() {
            for word in routes.claimed() {
                let by = claimed_by.entry(word.to_owned()).or_default();
                if by.len() < THEIRS_ALONE && by.last() != Some(&at) {
                    by.push(at);
                }
            }
        }
        let family = family(&names);
        Self { names, routes, leads, ways_out, ways_in, family, claimed_by }
    }

    /// Who lacks what of the hand-off between two skills that compete.
    fn lacks(&self, pair: &Close) -> Vec<(usize, Lack, usize)> {
        let ways = [(pair.a, pair.b), (pair.b, pair.a)];
        let leads = |(from, to): (usize, usize)| self.leads.contains(&(from, to));
        let mut lacks = Vec::new();
        for (from, to) in ways {
            // A hub would have to name everybody who sends to it, and so would a router.
            let hub = self.ways_in[to] >= HUB || self.ways_out[from] >= HUB;
            if leads((from, to)) && !leads((to, from)) && !hub {
                lacks.push((to, Lack::WayBack, from));
            } else if !leads((from, to)) && !leads((to, from)) && self.speaks_of(from, to) {
                lacks.push((from, Lack::Name, to));
            }
        }
        let neither = !ways.into_iter().any(leads);
        if lacks.is_empty() && neither && self.theirs_alone(pair.a, pair.b).len() >= THEIRS_ALONE {
            lacks.push((pair.a, Lack::Both, pair.b));
        }
        lacks
    }

    /// Whether a text speaks of the words of another's name as of its own work.
    fn speaks_of(&self, from: usize, to: usize) -> bool {
        let words = self.names[to].words();
        let own = self.names[from].words();
        let telling =
            words.iter().filter(|word| !self.family.contains(*word) && !own.contains(word));
        telling.count() >= 2 && self.routes[from].claim(words)
    }

    /// Words of meaning that these two alone claim, in the order of the first.
    fn theirs_alone(&self, a: usize, b: usize) -> Vec<&str> {
        let mut words: Vec<&str> = self.routes[a].claimed().collect();
        let mut seen = HashSet::new();
        words.retain(|word| {
            word.chars().count() >= 3
                && !is_function_word(word)
                && self
                    .claimed_by
                    .get(*word)
                    .is_some_and(|by| by.len() == 2 && by.contains(&a) && by.contains(&b))
                && seen.insert(*word)
        });
        words
    }
}

/// Words that so many names share that they tell nothing, in catalogs of ten and more.
fn family(names: &[Name]) -> BTreeSet<String> {
    if names.len() < 10 {
        return BTreeSet::new();
    }
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for name in names {
        for word in name.words().iter().collect::<BTreeSet<_>>() {
            *counts.entry(word).or_default() += 1;
        }
    }
    let many = (names.len() / 20).max(2);
    counts.into_iter().filter(|(_, n)| *n > many).map(|(word, _)| word.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use crate::core::lint::{Level, testing::Case};

    #[test]
    fn a_template_is_no_competition_and_a_workflow_of_two_is() {
        let client = |what: &str| {
            format!(
                "Client library for {what}. Use when calling the API from Python with keys, retries and paging."
            )
        };
        let (maps, mail, coins) = (client("maps"), client("mail"), client("payments"));
        let case = Case::of(&[
            (
                "changelog-write",
                "Write a changelog from merged pull requests of a release milestone.",
            ),
            ("mail-client", &mail),
            ("maps-client", &maps),
            ("notes-draft", "Draft notes from merged pull requests of a release milestone."),
            ("payments-client", &coins),
        ]);
        let found = case.found("missing-mutual-handoff");
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].skill, Some("changelog-write".into()));
        assert_eq!(found[0].with, ["notes-draft".into()]);
        assert_eq!(found[0].level, Level::Info);
    }

    #[test]
    fn who_is_sent_to_sends_back() {
        let telemetry = "Collect telemetry of clusters and show usage metrics. \
                         For spending questions, use cluster-cost instead.";
        let cost = "Collect costs of clusters and show usage metrics as spending.";
        let back = format!("{cost} Not for latency: use cluster-telemetry instead.");
        let case = |cost: &str| {
            Case::of(&[
                ("cluster-cost", cost),
                ("cluster-telemetry", telemetry),
                ("mail", "Sorts the inbox and answers letters to customers."),
                ("pictures", "Resize photographs and keep their ratio."),
            ])
        };
        let found = case(cost).found("missing-mutual-handoff");
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].skill, Some("cluster-cost".into()));
        assert_eq!(
            (found[0].level, &*found[0].with),
            (Level::Warn, &["cluster-telemetry".into()][..])
        );
        assert!(case(&back).found("missing-mutual-handoff").is_empty());
    }

    #[test]
    fn the_name_of_another_is_its_own() {
        let case = Case::of(&[
            ("cost-optimizer", "Optimizes what a cluster costs in a month of use."),
            ("mail", "Sorts the inbox and answers letters."),
            (
                "reports",
                "Runs the cost optimizer over what a cluster costs in a month, as a table.",
            ),
        ]);
        let said = case.says("missing-mutual-handoff");
        assert_eq!(
            said,
            [
                "reports: `reports` speaks of the work of `cost-optimizer` as its own and does not send there."
            ]
        );
    }
}
