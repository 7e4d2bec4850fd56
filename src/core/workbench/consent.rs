//! What stands before the first probe of an agent that is asked for real: somebody's yes, and a look
//! whether it can be asked at all.
//!
//! Must not know who composes the text, nor how a check is made.

use std::sync::Arc;

use crate::core::visible;

/// Columns of a line's name where it is told as plain text.
const NAMES: usize = 9;

/// How far it has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Consent {
    /// Somebody has to agree to this.
    Asks(Arc<Told>),
    /// Somebody agreed, and now it is looked at; what was found so far.
    Checks(Vec<Step>),
    /// It cannot be asked, for what is found here.
    Failed(Vec<Step>),
    /// One that was wished for is not to be had.
    Absent(Absent),
}

/// An agent that is not to be had, and which is asked instead of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Absent {
    pub agent: String,
    pub why: String,
    pub instead: String,
}

/// What asking an agent means, for whoever has to agree. Texts are as they came: whoever shows them
/// makes them visible.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// A sentence.
    pub head: String,
    pub lines: Vec<Line>,
    /// A cap would be gone over, so that an earlier yes does not do.
    pub over: bool,
}

/// One thing that is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// A word.
    pub name: &'static str,
    pub text: String,
}

/// One finding of a look whether an agent can be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What was looked at, a word.
    pub what: String,
    pub found: Found,
    pub said: String,
    /// What to do, of one that failed.
    pub remedy: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    Pass,
    Fail,
    Skipped,
}

/// What somebody says who is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// For this and, while nothing of it changes, the next time.
    Yes,
    /// For this sitting alone.
    Once,
    /// Of a check: it is to stop.
    No,
}

/// What becomes known on the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// Nobody has agreed to this yet.
    Needed(Arc<Told>),
    /// It is being looked at.
    Checks,
    Found(Step),
    /// Nothing stands before the probes any more.
    Open,
    /// It cannot be asked.
    Shut,
    /// One that was wished for is not to be had.
    Absent(Absent),
}

impl Told {
    /// As plain lines, everything in them made visible.
    pub fn plain(&self) -> Vec<String> {
        let line = |line: &Line| format!("{:NAMES$} {}", line.name, visible::line(&line.text));
        let head = visible::line(&self.head).into_owned();
        [head].into_iter().chain(self.lines.iter().map(line)).collect()
    }
}

impl Consent {
    /// The first of what failed, with what to do.
    pub fn failure(&self) -> Option<String> {
        let Self::Failed(steps) = self else { return None };
        let failed = steps.iter().find(|step| step.found == Found::Fail)?;
        let remedy = failed.remedy.as_deref().unwrap_or_default();
        Some(format!("{}. {remedy}", failed.said).trim_end().to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_controls_no_terminal() {
        let line = Line { name: "runs", text: "a\u{1b}[31m\u{202e}b".to_owned() };
        let told = Told { head: "x\ny".to_owned(), lines: vec![line], over: false };
        let plain = told.plain();
        assert!(plain.iter().all(|line| !line.contains(['\u{1b}', '\u{202e}', '\n'])), "{plain:?}");
        assert!(plain[1].starts_with("runs      a"), "{plain:?}");
    }

    #[test]
    fn a_failure_is_told_with_its_remedy() {
        let step = |found, said: &str| Step {
            what: "program".to_owned(),
            found,
            said: said.to_owned(),
            remedy: (found == Found::Fail).then(|| "Install it.".to_owned()),
        };
        let steps = vec![step(Found::Pass, "here"), step(Found::Fail, "pi is not on the PATH")];
        let failed = Consent::Failed(steps.clone());
        assert_eq!(failed.failure().as_deref(), Some("pi is not on the PATH. Install it."));
        assert_eq!(Consent::Checks(steps).failure(), None);
    }
}
