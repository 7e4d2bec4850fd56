//! Plans and records for tests.

use std::{ops::Range, sync::Arc};

use proptest::prelude::*;

use crate::core::{
    id::SkillId,
    lexical::Options,
    plan::{Evidence, Limits, Offered},
    query::{Label, Query},
    run::{Asked, Digests, Disclosure, Kind, Listed, ListedSkill, Plan, Probe, Record},
    trajectory::{EndedBy, Engagement, Event, EventKind, Outcome, Trajectory, Via},
};

/// Two skills and a hidden one; two rows, two attempts.
pub fn plan() -> Plan {
    let label = |expected: &[&str]| Label::Complete {
        expected: expected.iter().map(|id| SkillId::from(*id)).collect(),
        alternatives: vec![],
    };
    with_queries(vec![
        Query::new("q0", "bake bread", label(&["a"])),
        Query::new("q1", "what is for lunch", label(&[])),
    ])
}

fn with_queries(queries: Vec<Query<SkillId>>) -> Plan {
    let skill = |id: &str, disclosure| ListedSkill {
        state: None,
        id: id.into(),
        name: id.to_owned(),
        folder: id.to_owned(),
        plugin: None,
        path: format!("{id}/SKILL.md"),
        disclosure,
        description_digest: hash(id),
        description: format!("Does {id}."),
        when_to_use: None,
        lenient: false,
        copies: vec![],
        diagnostics: vec![],
    };
    Plan {
        schema: Plan::SCHEMA.to_owned(),
        run: "r1".to_owned(),
        made_ms: 1,
        skillscope: "0.1.0".to_owned(),
        agent: "fake".to_owned(),
        evidence: Evidence::Scripted,
        model: None,
        harness_version: None,
        options: String::new(),
        listed_by: None,
        environment: vec!["HOME".to_owned()],
        digests: Digests::default(),
        limits: Limits::default(),
        attempts: 2,
        offered: Offered::All,
        concurrency: Some(4),
        seed: 0,
        confidence: 0.95,
        lexical: Options::default(),
        asked: Asked::default(),
        catalog: Listed {
            generation: 1,
            skills: vec![
                skill("a", Disclosure::Listed),
                skill("b", Disclosure::Listed),
                skill("c", Disclosure::Hidden),
            ],
            ..Listed::default()
        },
        drafts: false,
        queries: queries.into_iter().map(Arc::new).collect(),
        shard: None,
        merged_of: vec![],
        conventions: vec![],
        thresholds: vec![],
        refused: 0,
        set_aside: vec![],
        diagnostics: vec![],
        query_files: vec![("q.jsonl".to_owned(), 2)],
    }
}

/// A digest that is good enough to notice a change.
pub fn hash(text: &str) -> String {
    let sum = text.bytes().fold(7_u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    format!("{sum:016x}")
}

fn of(seq: u64, row: usize, attempt: u32, kind: Kind) -> Record {
    let probe = Some(Probe { row, attempt });
    Record { seq, kind, probe, key: Some("k".to_owned()), generation: 1, at_ms: seq }
}

pub fn started(seq: u64, row: usize, attempt: u32) -> Record {
    of(seq, row, attempt, Kind::ProbeStarted)
}

pub fn event(seq: u64, row: usize, attempt: u32, text: &str) -> Record {
    let kind = EventKind::Text { text: text.to_owned() };
    of(seq, row, attempt, Kind::Event { event: Event { step: 1, at_ms: 2, kind } })
}

pub fn errored(seq: u64, row: usize, attempt: u32) -> Record {
    let outcome = Outcome::Errored { cause: "rate limit".to_owned() };
    of(seq, row, attempt, Kind::ended(&outcome, None, None))
}

pub fn scored(seq: u64, row: usize, attempt: u32, engaged: &[&str]) -> Record {
    of(seq, row, attempt, Kind::ended(&Outcome::Scored(trajectory(engaged)), Some(3), None))
}

fn trajectory(engaged: &[&str]) -> Trajectory {
    let engagement =
        |(skill, turn): (&&str, u32)| Engagement { skill: (*skill).into(), turn, step: turn };
    let engagements = engaged.iter().zip(1..).map(engagement).collect();
    Trajectory { engagements, steps: 2, ended_by: EndedBy::Answer }
}

/// Free text, some of it awkward.
pub fn text() -> impl Strategy<Value = String> {
    prop_oneof!["[a-z ]{0,12}", any::<String>(), Just("\u{2028}\n\r\u{1b}[2J\"\\".to_owned())]
}

fn cost() -> impl Strategy<Value = Option<f64>> {
    // Whole cents: short numbers are read as they were written.
    prop::option::of((0..1_000_u32).prop_map(|cents| f64::from(cents) / 100.0))
}

fn kind() -> impl Strategy<Value = Kind> {
    let skill = || prop::sample::select(vec!["a", "b", "c", "somewhere/else"]);
    let engaged = prop::collection::vec(skill(), 0..4);
    let event = prop_oneof![
        text().prop_map(|text| EventKind::Text { text }),
        (text(), text()).prop_map(|(name, detail)| EventKind::ToolCall { name, detail }),
        skill().prop_map(|id| EventKind::Engagement { skill: id.into(), via: Via::Tool }),
        (any::<u64>(), cost()).prop_map(|(input, cost_usd)| EventKind::Usage {
            input,
            output: 1,
            cost_usd
        }),
        Just(EventKind::End),
    ];
    prop_oneof![
        2 => Just(Kind::ProbeStarted),
        3 => (1..4_u32, any::<u32>(), event).prop_map(|(step, at_ms, kind)| Kind::Event {
            event: Event { step, at_ms: at_ms.into(), kind }
        }),
        3 => (engaged, cost()).prop_map(|(engaged, cost)| {
            Kind::ended(&Outcome::Scored(trajectory(&engaged)), Some(4), cost)
        }),
        2 => (text(), cost()).prop_map(|(cause, cost)| {
            Kind::ended(&Outcome::Errored { cause }, None, cost)
        }),
        1 => text().prop_map(|text| Kind::Note { text }),
        1 => Just(Kind::Sealed),
    ]
}

prop_compose! {
    /// A record of one of the first `rows` rows, or of none.
    pub fn record(rows: usize)(
        kind in kind(), seq in any::<u64>(), row in 0..rows, attempt in 0..4_u32,
        bare in prop::bool::weighted(0.1), at_ms in any::<u64>()
    ) -> Record {
        let probe = (!bare).then_some(Probe { row, attempt });
        Record { seq, kind, probe, key: probe.map(|_| "k".to_owned()), generation: 1, at_ms }
    }
}

prop_compose! {
    /// A plan with free texts and labels of all forms.
    pub fn plan_of(rows: Range<usize>)(
        rows in prop::collection::vec(
            (text(), text(), prop::option::of(text()), any::<[bool; 4]>()), rows
        ),
        percent in 1..100_u32
    ) -> Plan {
        let queries = rows.into_iter().map(|(id, prompt, group, [partial, x, y, z])| {
            let skills = |on: bool| if on { vec!["a".into()] } else { Vec::new() };
            let label = match partial {
                true => Label::Partial { should: skills(x), must_not: skills(y) },
                false => Label::Complete { expected: skills(x), alternatives: skills(y) },
            };
            Query {
                group: group.clone(),
                workspace: group,
                neutral: skills(y),
                forbidden: skills(z),
                disputed: z,
                ..Query::new(id, prompt, label)
            }
        });
        let confidence = f64::from(percent) / 100.0;
        Plan { confidence, ..with_queries(queries.collect()) }
    }
}
