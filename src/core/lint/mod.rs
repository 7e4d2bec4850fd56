//! What is wrong with a catalog, as findings: a table of rules, one file a rule.
//!
//! Findings name skills by their ids and say one sentence each. Must not know output formats, and
//! must not read files: what no catalog knows (lock files and the hashes in them) no rule is about.

mod finding;
mod levels;
mod limits;
mod mend;
mod pairs;
pub(in crate::core) mod routes;
mod rule;
mod rules;
mod subject;

#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;

pub use self::{
    finding::{Finding, Fix},
    levels::{Levels, UnknownRule},
    limits::Limits,
    mend::{Mend, Unmended},
    rule::{Level, Rule},
    rules::{rule, rules},
    subject::Subject,
};

/// Everything that the rules find, worst first: by level, then in the order of the table, then by
/// weight, then by place. Depends on nothing but the arguments.
pub fn lint(subject: &Subject<'_>, levels: &Levels) -> Vec<Finding> {
    let mut found = Vec::new();
    for (order, rule) in rules().iter().enumerate() {
        let chosen = levels.chosen(rule.id);
        if chosen == Some(Level::Ignore) {
            continue;
        }
        let mut of_rule = Vec::new();
        rule.run(subject, &mut of_rule);
        for mut finding in of_rule {
            finding.level = chosen.unwrap_or(finding.level);
            found.push((order, finding));
        }
    }
    found.retain(|(_, finding)| finding.level != Level::Ignore);
    found.sort_by(|(a_order, a), (b_order, b)| {
        (a.level, a_order)
            .cmp(&(b.level, b_order))
            .then_with(|| b.weight.total_cmp(&a.weight))
            .then_with(|| (&a.path, a.line, a.column).cmp(&(&b.path, b.line, b.column)))
            .then_with(|| (&a.harness, &a.message).cmp(&(&b.harness, &b.message)))
    });
    found.into_iter().map(|(_, finding)| finding).collect()
}
