//! What is true of the program now, as far as it decides which actions make sense.

use super::Action;

/// The facts that enable actions. All false is the state before anything is loaded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// A skill is selected.
    pub skill: bool,
    /// A probe or a query is selected.
    pub query: bool,
    /// The query set has at least one usable row.
    pub queries: bool,
    /// At least one row of the list in focus is in trouble.
    pub problems: bool,
    /// The agent is one that would only say the same again.
    pub stand_in: bool,
    /// A recorded run is shown, and only shown.
    pub read_only: bool,
    /// That run is being played.
    pub playing: bool,
    /// A run is on, paused or not.
    pub running: bool,
    /// The run waits for a person to resume it.
    pub paused: bool,
    /// Rows without a result that nothing is about to run.
    pub undone: usize,
    /// Probes that ended in an error.
    pub errored: usize,
    /// There is another result than the baseline's.
    pub compared: bool,
    /// More than one kind of thing differs from the baseline.
    pub several: bool,
    /// A prompt was asked.
    pub asked: bool,
    /// What the key that accepts does now, in a few words.
    pub accept: Option<&'static str>,
    /// There is a place to go back to.
    pub can_go_back: bool,
    /// The skills are the bundled ones.
    pub demo: bool,
    /// Prepared edits of the demo that are not made yet.
    pub demo_edits: usize,
}

/// Why `action` can do nothing now.
pub(super) fn disabled(action: Action, facts: &Facts) -> Option<&'static str> {
    let (possible, reason) = match action {
        // What works on the skills, their prompts or their files.
        Action::Mute
        | Action::Editor
        | Action::AddRow
        | Action::Drafts
        | Action::Search
        | Action::ChooseAgent
        | Action::RunAll
        | Action::RunAffected
        | Action::ProbeAgain
        | Action::RetryErrored
        | Action::PinBaseline
        | Action::ConfirmBoth
        | Action::NextHarness
        | Action::PreviousHarness
            if facts.read_only =>
        {
            (false, "a recorded run is read-only")
        }
        Action::Mute | Action::Editor => (facts.skill, "no skill is selected"),
        Action::ProbeAgain if facts.stand_in => (false, "a stand-in would only say the same again"),
        Action::ProbeAgain => (facts.query, "no row is selected"),
        Action::ConfirmBoth if facts.stand_in => {
            (false, "a stand-in would only say the same again")
        }
        Action::ConfirmBoth => (facts.compared, "there is nothing to compare yet"),
        Action::Vary => (facts.several, "no two kinds of things differ"),
        Action::RunAll => (facts.queries, "there are no queries"),
        Action::RunAffected if !facts.queries => (false, "there are no queries"),
        Action::RunAffected => (facts.undone > 0, "every row is up to date"),
        Action::NextProblem | Action::PreviousProblem => (facts.problems, "no row is in trouble"),
        Action::Pause | Action::CancelRun => (facts.running, "nothing is running"),
        Action::Play => (facts.read_only, "no recorded run is open"),
        Action::PlayStep | Action::PlayFaster | Action::PlaySlower => {
            (facts.playing, "no recorded run is being played")
        }
        Action::RetryErrored => (facts.errored > 0, "no probe errored"),
        Action::AddRow => (facts.asked, "no prompt was asked"),
        Action::Back => (facts.can_go_back, "there is nothing to go back to"),
        Action::DemoReset => (facts.demo, "these skills are not the demo's"),
        Action::DemoEdit if !facts.demo => (false, "these skills are not the demo's"),
        Action::DemoEdit => (facts.demo_edits > 0, "all prepared edits are made"),
        _ => (true, ""),
    };
    (!possible).then_some(reason)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_done_says_why() {
        let nothing = Facts::default();
        assert_eq!(Action::Quit.disabled(&nothing), None);
        assert_eq!(Action::Pause.disabled(&nothing), Some("nothing is running"));
        assert_eq!(Action::RunAffected.disabled(&nothing), Some("there are no queries"));
        let current = Facts { queries: true, ..nothing };
        assert_eq!(Action::RunAffected.disabled(&current), Some("every row is up to date"));
        assert_eq!(Action::RunAffected.disabled(&Facts { undone: 3, ..current }), None);
        let recorded = Facts { read_only: true, skill: true, queries: true, ..nothing };
        for action in [Action::RunAll, Action::Editor, Action::Mute, Action::Search] {
            assert_eq!(action.disabled(&recorded), Some("a recorded run is read-only"));
        }
        assert_eq!(Action::Breakdowns.disabled(&recorded), None);
        let demo = Facts { demo: true, ..nothing };
        assert_eq!(Action::DemoReset.disabled(&demo), None);
        assert_eq!(Action::DemoEdit.disabled(&demo), Some("all prepared edits are made"));
    }

    #[test]
    fn every_reason_reads_as_the_end_of_a_sentence() {
        for action in Action::all() {
            if let Some(reason) = action.disabled(&Facts::default()) {
                assert!(!reason.is_empty() && !reason.ends_with('.'), "{action:?}: {reason:?}");
            }
        }
    }
}
