//! JUnit's form, with untrusted text made visible first.
//!
//! Must not know what is tested.

use quick_junit::{
    NonSuccessKind, Report, SerializeError, TestCase, TestCaseStatus, TestSuite, XmlString,
};

use crate::core::visible::line;

/// A suite under way.
pub(super) struct Suite(TestSuite);

impl Suite {
    pub fn new(name: &str) -> Self {
        Self(TestSuite::new(safe(name)))
    }

    pub fn add(&mut self, name: &str, status: TestCaseStatus) {
        let class = self.0.name.clone();
        let mut case = TestCase::new(safe(name), status);
        case.set_classname(class);
        self.0.add_test_case(case);
    }
}

pub(super) fn passed() -> TestCaseStatus {
    TestCaseStatus::success()
}

pub(super) fn failed(kind: &str, message: &str) -> TestCaseStatus {
    told(NonSuccessKind::Failure, kind, message)
}

/// It could not be tested.
pub(super) fn errored(message: &str) -> TestCaseStatus {
    told(NonSuccessKind::Error, "errored", message)
}

pub(super) fn skipped(message: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::skipped();
    status.set_message(safe(message));
    status
}

fn told(kind: NonSuccessKind, name: &str, message: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(kind);
    status.set_type(safe(name)).set_message(safe(message));
    status
}

/// The report of all suites that have a case; no time and no name of a machine in it.
///
/// # Errors
/// The writer's own; no text can cause one.
pub(super) fn write(
    name: &str,
    suites: impl IntoIterator<Item = Suite>,
) -> Result<String, SerializeError> {
    let mut report = Report::new(safe(name));
    for Suite(suite) in suites.into_iter().filter(|suite| suite.0.tests > 0) {
        report.add_test_suite(suite);
    }
    report.to_string()
}

fn safe(text: &str) -> XmlString {
    XmlString::new(line(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_text_stays_text_and_empty_suites_stay_out() {
        let mut suite = Suite::new("s");
        suite.add("<a> & \"b\"\u{1b}[2J", failed("f", "x</failure>"));
        suite.add("ok", passed());
        suite.add("broken", errored("e"));
        suite.add("away", skipped("why"));
        let xml = write("r", [suite, Suite::new("empty")]).expect("written");
        assert!(xml.contains("tests=\"4\"") && !xml.contains("empty"), "{xml}");
        assert!(xml.contains("&lt;a&gt; &amp; &quot;b&quot;␛[2J"), "{xml}");
        assert!(!xml.contains('\u{1b}') && !xml.contains("x</failure>"), "{xml}");
    }
}
