//! A run without what its owner may not give away: prompts, texts of skills and of agents, paths.
//!
//! The figures stay as they are, and so do ids, names of skills, labels, counts and times. Must not
//! know this machine: which folders are private is told by the caller.

use std::{collections::BTreeMap, sync::Arc};

use crate::core::{
    catalog::Scope,
    diagnostic::Diagnostic,
    id::SkillId,
    query::{Query, unit::Unit},
    run::{Artifact, Asked, Kind, ListedSkill, Plan, Record},
};

/// The run with its texts left out. `homes`: folders whose way is nobody's business, for example
/// the user's home.
///
/// Texts become numbers, equal texts equal ones, so that rows with the same prompt are one unit as
/// before and errors of one cause are counted together.
#[must_use]
pub fn redacted(artifact: Artifact, homes: &[String]) -> Artifact {
    let mut veil = Veil { homes, units: BTreeMap::new(), causes: BTreeMap::new() };
    let plan = veil.plan(artifact.plan);
    let records = artifact.records.into_iter().map(|record| veil.record(record)).collect();
    Artifact { plan, records, redacted: true }
}

struct Veil<'a> {
    homes: &'a [String],
    /// Numbers of units, groups apart from prompts.
    units: BTreeMap<(bool, String), usize>,
    causes: BTreeMap<String, usize>,
}

impl Veil<'_> {
    fn plan(&mut self, plan: Plan) -> Plan {
        let mut catalog = plan.catalog;
        catalog.skills = catalog.skills.into_iter().map(|skill| self.skill(skill)).collect();
        for file in &mut catalog.unusable {
            file.path = self.way(&file.path);
            file.folder = self.way(&file.folder);
            file.diagnostics.iter_mut().for_each(|told| self.diagnostic(told));
        }
        for file in &mut catalog.not_loaded {
            file.path = self.way(&file.path);
            file.reason.clear();
        }
        catalog.findings.iter_mut().for_each(|told| self.diagnostic(told));
        let Scope { harness, title, roots, folded } = catalog.scope;
        catalog.scope = Scope {
            harness,
            title,
            roots: roots.iter().map(|root| self.way(root)).collect(),
            folded: folded.into_iter().map(|(folder, n)| (self.way(&folder), n)).collect(),
        };
        let mut diagnostics = plan.diagnostics;
        diagnostics.iter_mut().for_each(|told| self.diagnostic(told));
        let mut thresholds = plan.thresholds;
        for bar in &mut thresholds {
            bar.source.path = self.way(&bar.source.path);
        }
        let mut set_aside = plan.set_aside;
        for row in &mut set_aside {
            row.reason.clear();
            row.source.path = self.way(&row.source.path);
        }
        Plan {
            asked: Asked {
                pair: plan.asked.pair,
                listing: plan.asked.listing,
                whole: plan.asked.whole,
                ..Asked::default()
            },
            catalog,
            queries: plan.queries.iter().map(|query| Arc::new(self.query(query))).collect(),
            conventions: Vec::new(),
            thresholds,
            set_aside,
            diagnostics,
            query_files: plan.query_files.into_iter().map(|(p, n)| (self.way(&p), n)).collect(),
            ..plan
        }
    }

    fn skill(&self, skill: ListedSkill) -> ListedSkill {
        let mut diagnostics = skill.diagnostics;
        diagnostics.iter_mut().for_each(|told| self.diagnostic(told));
        ListedSkill {
            description: String::new(),
            when_to_use: None,
            // A short text could be guessed from its digest.
            description_digest: String::new(),
            path: self.way(&skill.path),
            copies: skill.copies.iter().map(|copy| self.way(copy)).collect(),
            diagnostics,
            ..skill
        }
    }

    /// A diagnosis quotes the file it speaks of; its code says enough.
    fn diagnostic(&self, told: &mut Diagnostic) {
        told.path = self.way(&told.path);
        told.message = format!("({})", told.code);
        told.remedy.clear();
    }

    fn query(&mut self, query: &Query<SkillId>) -> Query<SkillId> {
        let key = match query.unit() {
            Unit::Group(group) => (true, group.to_owned()),
            Unit::Prompt(prompt) => (false, prompt.into_owned()),
        };
        let unit = numbered(&mut self.units, key);
        let mut source = query.source.clone();
        source.path = self.way(&source.path);
        Query {
            prompt: format!("(prompt {unit})"),
            group: query.group.as_ref().map(|_| format!("(group {unit})")),
            workspace: query.workspace.as_ref().map(|_| "(workspace)".to_owned()),
            source,
            ..query.clone()
        }
    }

    fn record(&mut self, mut record: Record) -> Record {
        // It is made of the prompt, which could be guessed from it.
        record.key = None;
        match &mut record.kind {
            Kind::Event { event } => {
                event.kind.texts_mut().into_iter().for_each(String::clear);
            }
            Kind::Errored { cause, .. } => {
                let number = numbered(&mut self.causes, std::mem::take(cause));
                *cause = format!("(cause {number})");
            }
            Kind::Note { text } => text.clear(),
            _ => {}
        }
        record
    }

    /// A path without the way to it: of an absolute one its last part, of another what lies below.
    fn way(&self, path: &str) -> String {
        let private =
            self.homes.iter().any(|home| !home.is_empty() && path.contains(home.as_str()));
        let drive = path.as_bytes().get(1) == Some(&b':');
        if !(private || drive || path.starts_with(['/', '\\', '~']) || path.starts_with("..")) {
            return path.to_owned();
        }
        let last = path.rsplit(['/', '\\']).find(|part| !part.is_empty()).unwrap_or_default();
        match self.homes.iter().any(|home| home.rsplit(['/', '\\']).next() == Some(last)) {
            true => "~".to_owned(),
            false => format!("…/{last}"),
        }
    }
}

/// The number of a key, counted from 1 in the order of asking.
fn numbered<K: Ord>(known: &mut BTreeMap<K, usize>, key: K) -> usize {
    let next = known.len() + 1;
    *known.entry(key).or_insert(next)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::core::{
        catalog::{NotLoaded, Unusable},
        diagnostic::Severity,
        measure::Figures,
        query::{SetAside, Source},
        run::{
            fold,
            testing::{errored, event, hash, plan, record, scored},
        },
        trajectory::{Event, EventKind},
    };

    const SECRET: &str = "S3CRET";
    const HOME: &str = "/home/S3CRET";

    fn secret(seq: u64, kind: EventKind) -> Record {
        let Record { probe, key, .. } = event(seq, 0, 1, "");
        let kind = Kind::Event { event: Event { step: 1, at_ms: 1, kind } };
        Record { seq, kind, probe, key, generation: 1, at_ms: 1 }
    }

    /// A plan whose every private text holds the secret.
    fn private() -> Plan {
        let told = |path: &str| {
            Diagnostic::new(Severity::Error, "yaml-colon", path, "near S3CRET", "drop S3CRET")
        };
        let mut plan = plan();
        let private = plan.queries.iter().map(|query| {
            let mut query = Query::clone(query);
            query.prompt = format!("{SECRET} {}", query.prompt);
            query.group = Some(SECRET.to_owned());
            query.workspace = Some(format!("{HOME}/work"));
            query.source = Source { path: format!("{HOME}/q.jsonl"), line: 1 };
            Arc::new(query)
        });
        plan.queries = private.collect();
        for skill in &mut plan.catalog.skills {
            skill.description = SECRET.to_owned();
            skill.description_digest = hash(SECRET);
            skill.when_to_use = Some(SECRET.to_owned());
            skill.copies = vec![format!("{HOME}/copy/SKILL.md")];
            skill.diagnostics = vec![told("a/SKILL.md")];
        }
        plan.catalog.unusable = vec![Unusable {
            path: "~/S3CRET/x/SKILL.md".to_owned(),
            folder: "x".to_owned(),
            diagnostics: vec![told(&format!("{HOME}/x/SKILL.md"))],
        }];
        plan.catalog.not_loaded = vec![NotLoaded {
            path: format!("../{SECRET}/y/SKILL.md"),
            name: "y".to_owned(),
            reason: format!("it lies in {HOME}"),
            shadowed: false,
        }];
        plan.catalog.findings = vec![told("C:\\S3CRET\\z")];
        plan.catalog.scope.roots = vec![HOME.to_owned()];
        plan.set_aside = vec![SetAside {
            id: "s".to_owned(),
            source: Source { path: format!("{HOME}/q.jsonl"), line: 2 },
            reason: SECRET.to_owned(),
        }];
        plan.diagnostics = vec![told(HOME)];
        plan.query_files = vec![(format!("{HOME}/q.jsonl"), 2)];
        plan.conventions = vec![SECRET.to_owned()];
        plan.asked.paths = vec![HOME.to_owned()];
        plan
    }

    #[test]
    fn nothing_private_is_left() {
        let says = || SECRET.to_owned();
        let mut cause = errored(9, 1, 1);
        cause.kind = Kind::Errored { cause: says(), duration_ms: None, cost_usd: None };
        let records = vec![
            event(1, 0, 1, SECRET),
            secret(2, EventKind::Thinking { text: says() }),
            secret(3, EventKind::ToolCall { name: "Read".into(), detail: says() }),
            secret(4, EventKind::ToolResult { name: "Read".into(), detail: says() }),
            secret(5, EventKind::Touch { skill: "a".into(), detail: says() }),
            secret(6, EventKind::Refused { name: says(), reason: says() }),
            secret(7, EventKind::Retry { reason: says() }),
            scored(8, 0, 1, &["a"]),
            cause,
        ];
        let artifact = Artifact::of(private(), &records);
        assert_eq!(artifact.records.len(), 9);
        let open = artifact.text(hash).unwrap();
        assert!(open.contains(SECRET) && open.contains("/home/"));
        let text = redacted(artifact, &[HOME.to_owned()]).text(hash).unwrap();
        assert!(!text.contains(SECRET) && !text.contains("/home/"), "{text}");
        assert!(!text.contains(&hash(SECRET)), "{text}");
        assert!(text.contains("\"redacted\":true") && text.contains("q0") && text.contains("Read"));
    }

    proptest! {
        /// The secret stands in every prompt, event and cause; whatever was recorded, it goes, and
        /// the figures stay.
        #[test]
        fn figures_stay(records in prop::collection::vec(record(3), 0..30)) {
            let mut records = records;
            for (record, seq) in records.iter_mut().zip(1..) {
                record.seq = seq;
                match &mut record.kind {
                    Kind::Event { event } => {
                        event.kind.texts_mut().into_iter().for_each(|text| text.push_str(SECRET));
                    }
                    Kind::Errored { cause, .. } => cause.push_str(SECRET),
                    _ => {}
                }
            }
            let open = Artifact::of(private(), &records);
            let veiled = redacted(open.clone(), &[HOME.to_owned()]);
            let figures = |artifact: &Artifact| {
                let Artifact { plan, records, .. } = artifact;
                Figures::of(&fold(plan, records), plan.probes(), &plan.residents())
            };
            let bare = |mut figures: Figures| {
                let causes = |causes: &mut Vec<(String, usize)>| {
                    causes.iter_mut().for_each(|(cause, _)| cause.clear());
                };
                causes(&mut figures.run.causes);
                causes(&mut figures.headline.completion.causes);
                figures.skills.iter_mut().for_each(|skill| causes(&mut skill.completion.causes));
                figures
            };
            prop_assert_eq!(bare(figures(&veiled)), bare(figures(&open)));
            let text = veiled.text(hash).unwrap();
            prop_assert!(!text.contains(SECRET), "{}", text);
            prop_assert_eq!(Artifact::read(&text, hash).unwrap(), veiled);
        }
    }
}
