//! A recorded run on the bench: everything of it can be looked at, and nothing done.
//!
//! Must not know where it was recorded.

use std::collections::BTreeSet;

use super::Workbench;
use crate::core::{
    measure::{Confidence, looks::Interim},
    workbench::{
        board::{Board, Opened},
        probes::ProbeTable,
        request::{BaselineChoice, Request},
        settings::Settings,
    },
};

/// What is said to whoever wants to change something.
const READ_ONLY: &str = "a recorded run is read-only";

impl Workbench {
    /// A bench on which the board of a recorded run lies.
    pub fn opened(board: Board, run: Opened) -> Self {
        let confidence = Confidence::new(board.now.figures.confidence).unwrap_or_default();
        let attempts = board.agent.attempts;
        let mut bench = Self::new(Settings { confidence, attempts, ..Settings::default() });
        let interim = interim(&board.now.probes, board.run.counts.settled());
        bench.board = Board { opened: Some(run), interim, ..board };
        bench
    }

    /// True for what leaves a recorded run as it is. All else is answered in the log.
    pub(super) fn allows(&mut self, request: &Request) -> bool {
        use BaselineChoice::Run;
        use Request as R;
        let allowed = self.board.opened.is_none()
            || matches!(request, R::Breakdowns(_) | R::Vary(_) | R::Printed(_))
            || matches!(request, R::FindRuns | R::SideBySide(_))
            || matches!(request, R::FindBaselines | R::ChooseBaseline(Run(_)) | R::Play)
            || (self.board.playback.is_some() && is_of_playback(request));
        if !allowed {
            self.note(READ_ONLY.to_owned());
        }
        allowed
    }
}

/// What is asked of a run while it is played.
fn is_of_playback(request: &Request) -> bool {
    use Request as R;
    matches!(request, R::Pause | R::Resume | R::Cancel | R::Step | R::Faster | R::Slower)
}

/// What the figures of a run rest on: all that is recorded, in whatever order it came.
fn interim(probes: &ProbeTable, complete: bool) -> Interim {
    let ids = |all: bool| -> usize {
        let rows = probes.rows.iter().filter(|row| all || row.outcome().is_some());
        rows.map(|row| row.query.key()).collect::<BTreeSet<_>>().len()
    };
    let done = probes.rows.iter().filter(|row| row.outcome().is_some()).count();
    Interim { probes: done, queries: ids(false), planned: ids(true), complete }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{
        run::{self, testing},
        workbench::{Input, baselines::Fetched},
    };

    fn bench(records: &[run::Record]) -> Workbench {
        let board = run::board(&testing::plan(), records);
        Workbench::opened(board, Opened { id: "r".into(), ..Opened::default() })
    }

    #[test]
    fn another_run_can_be_held_against_a_recorded_one() {
        let mut bench = bench(&[testing::scored(1, 0, 1, &["a"])]);
        for (choice, asks) in [
            (BaselineChoice::Run("s".into()), 1),
            (BaselineChoice::Head, 0),
            (BaselineChoice::Revision("main".into()), 0),
        ] {
            let effects = bench.reduce(Input::Request(Request::ChooseBaseline(choice)), 0);
            assert_eq!(effects.len(), asks);
        }
        let other = run::board(&testing::plan(), &[testing::scored(1, 0, 1, &["b"])]);
        bench.reduce(Input::Baseline(Fetched::Run(other.now)), 0);
        let board = bench.board();
        let comparison = &board.compared.as_ref().expect("two runs").comparison;
        assert_eq!((comparison.headline.units, comparison.headline.differing), (1, 1));
    }

    #[test]
    fn nothing_changes_a_recorded_run_and_it_can_be_broken_down() {
        let mut bench = bench(&[testing::scored(1, 0, 1, &["a"])]);
        let before = bench.board();
        assert_eq!((before.interim.queries, before.interim.complete), (1, false));
        for request in [Request::RunAll, Request::Drafts, Request::PinBaseline, Request::Reset] {
            assert!(bench.reduce(Input::Request(request), 0).is_empty());
        }
        let after = bench.board();
        assert_eq!(after.now.figures, before.now.figures);
        assert!(after.log.iter().all(|line| line.text == READ_ONLY) && after.log.len() == 4);
        bench.reduce(Input::Request(Request::Breakdowns(true)), 0);
        assert!(bench.board().breakdowns.is_some());
    }
}
