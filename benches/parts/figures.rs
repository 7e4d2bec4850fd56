//! All figures of a run from its observations: a catalog of one vendor, and one of scale.

use std::{hint::black_box, sync::Arc};

use criterion::Criterion;
use skillscope::core::{
    id::SkillId,
    measure::{Figures, Observation},
    query::{Label, Query},
    trajectory::{EndedBy, Engagement, Outcome, Trajectory},
};

/// A run in which two of three prompts are answered rightly and one in twenty expects nothing.
fn run(rows: usize, skills: usize) -> (Vec<Observation>, Vec<SkillId>) {
    let ids: Vec<SkillId> = (0..skills).map(|n| format!("skill-{n:04}").as_str().into()).collect();
    let observe = |row: usize| {
        let skill = row * 7 % skills;
        let engaged = if row.is_multiple_of(3) { (skill + row) % skills } else { skill };
        let expected = if row.is_multiple_of(20) { Vec::new() } else { vec![ids[skill].clone()] };
        let prompt = format!("prompt number {row} {}", "asks for something ".repeat(8));
        let label = Label::Complete { expected, alternatives: Vec::new() };
        let engagements = vec![Engagement { skill: ids[engaged].clone(), turn: 1, step: 1 }];
        let trajectory = Trajectory { engagements, steps: 1, ended_by: EndedBy::Answer };
        Observation {
            query: Arc::new(Query::new(format!("row-{row}"), prompt, label)),
            attempt: 1,
            outcome: Arc::new(Outcome::Scored(trajectory)),
        }
    };
    ((0..rows).map(observe).collect(), ids)
}

pub fn measure(criterion: &mut Criterion) {
    for (rows, skills) in [(1381, 26), (1395, 1158)] {
        let (observations, ids) = run(rows, skills);
        criterion.bench_function(&format!("figures {rows} rows x {skills} skills"), |bench| {
            bench.iter(|| Figures::of(black_box(&observations), rows, &ids));
        });
    }
}
