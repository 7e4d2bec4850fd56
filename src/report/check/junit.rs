//! The check as JUnit: a case a bar, and a case a finding.

use quick_junit::{SerializeError, TestCaseStatus};

use super::{Checked, text::sentence};
use crate::{
    core::measure::gate::{Ruling, Verdict},
    report::junit::{Suite, failed, passed, skipped, write},
};

/// The whole check. A bar that is not decided is skipped, or failed where that counts as failed.
///
/// # Errors
/// The writer's own; no text can cause one.
pub fn junit(checked: &Checked<'_>) -> Result<String, SerializeError> {
    let mut bars = Suite::new("bars");
    for judged in checked.report.iter().flat_map(|report| &report.assertions) {
        let told = sentence(judged);
        let status = match judged.verdict {
            Ruling::Pass => passed(),
            Ruling::Undecided if !checked.undecided_passes => failed("undecided", &told),
            Ruling::Fail => failed("fail", &told),
            Ruling::Undecided | Ruling::NotEvaluated => {
                skipped(&format!("{}: {told}", judged.verdict))
            }
        };
        bars.add(&judged.assertion.to_string(), status);
    }
    if let Some(told) = checked.unmeasured() {
        bars.add("routing", skipped(checked.part.unwrap_or(told)));
    }
    let mut ratchet = Suite::new("ratchet");
    if let Some(ratcheted) = checked.ratchet {
        let told = ratcheted.sentence();
        let status = match ratcheted.verdict() {
            Verdict::Pass => passed(),
            Verdict::Fail => failed("worse", &told),
            Verdict::Undecided if !checked.undecided_passes => failed("undecided", &told),
            Verdict::Undecided => skipped(&format!("undecided: {told}")),
        };
        ratchet.add(&format!("against {}", ratcheted.against), status);
    }
    let mut findings = Suite::new("findings");
    for finding in &checked.findings {
        let told = finding.to_string();
        let status: TestCaseStatus = match checked.fails(finding) {
            true => failed(&finding.code, &told),
            false => skipped(&told),
        };
        findings.add(&format!("{} {}", checked.place(&finding.path), finding.code), status);
    }
    write("skillscope check", [bars, ratchet, findings])
}
