//! One record a skill.

use super::{Conditions, document::SkillRow};
use crate::{
    core::{measure::Rate, workbench::Board},
    report::csv::{figure, record},
};

/// The skills' figures with a header.
pub fn csv(board: &Board) -> String {
    let conditions = Conditions::of(board);
    let mut out = String::new();
    let header = [
        "id",
        "name",
        "path",
        "support",
        "predicted",
        "tp",
        "fp",
        "fn",
        "precision",
        "precision_low",
        "precision_high",
        "recall",
        "recall_low",
        "recall_high",
        "f1",
        "trajectory_recall",
        "agent",
        "evidence",
    ];
    record(&mut out, header);
    for skill in &board.now.figures.skills {
        let skill = SkillRow::of(board, skill);
        let counts = [skill.support, skill.predicted, skill.tp, skill.fp, skill.fn_];
        let mut fields: Vec<String> =
            [skill.id.as_str(), skill.name, skill.path].map(str::to_owned).into();
        fields.extend(counts.map(|count| count.to_string()));
        fields.extend(three(&skill.precision));
        fields.extend(three(&skill.recall));
        fields.extend([skill.f1, skill.trajectory_recall.rate].map(figure));
        fields.push(conditions.agent.to_owned());
        fields.push(conditions.evidence.to_string());
        record(&mut out, fields);
    }
    out
}

fn three(rate: &Rate) -> [String; 3] {
    let interval = rate.interval.as_ref();
    [rate.rate, interval.map(|i| i.low), interval.map(|i| i.high)].map(figure)
}
