//! A recorded run played on the bench: its rows fill again as they once did.
//!
//! Nothing of it is a new result: at the end the recorded run lies there as it was opened. Must not
//! know who keeps the time.

use std::sync::Arc;

use super::{Workbench, running::spoke};
use crate::core::{
    measure::looks::Interim,
    plan::Plan,
    workbench::{
        board::RunStatus,
        playback::{Cue, Pace, Playback, Score, What},
        probes::{ProbeRow, ProbeState, ProbeTable},
        state::{self, State},
    },
};

/// What is played, and how far.
#[derive(Debug)]
pub(super) struct Played {
    /// The recorded run as it was opened.
    whole: Arc<State>,
    run: RunStatus,
    interim: Interim,
    score: Score,
    /// Cues that are played.
    next: usize,
}

impl Workbench {
    /// Begins to play the run from its start; a playback under way begins anew. One that is `stepped`
    /// waits, and plays one probe at a time, as somebody reads.
    pub fn play(&mut self, pace: Pace, stepped: bool) {
        self.all_played();
        let Some(opened) = self.board.opened.as_ref() else { return };
        let whole = Arc::clone(&self.board.now);
        let order = whole.probes.plan(opened.seed);
        let at_once = if stepped { Some(1) } else { self.board.agent.concurrency };
        let score = Score::of(&whole.probes, &order, at_once.unwrap_or(1) as usize);
        if score.cues().is_empty() {
            self.note("nothing of this run was recorded that could be played".to_owned());
            return;
        }
        self.note(told(&score, at_once));
        self.plan += 1;
        self.plan_began_ms = 0;
        self.at_ms = 0;
        self.tally = state::planned(&whole.queries, &whole.snapshot, self.settings.attempts);
        self.order = order;
        self.lengths = score.lengths().to_vec();
        let waits = |row: &Arc<ProbeRow>| {
            let row = ProbeRow::planned(Arc::clone(&row.query), row.attempt, row.generation);
            Arc::new(row)
        };
        let rows = whole.probes.rows.iter().map(waits).collect();
        let (run, interim) = (self.board.run, self.board.interim);
        self.board.now =
            Arc::new(State { probes: Arc::new(ProbeTable { rows }), ..State::clone(&whole) });
        self.board.interim = Interim::default();
        self.board.run = RunStatus { paused: stepped, ..RunStatus::default() };
        self.board.playback = Some(Playback { at_ms: 0, lasts_ms: score.lasts_ms(), pace });
        self.played = Some(Played { whole, run, interim, score, next: 0 });
        self.advance();
        self.sum_up();
        self.count();
        self.settle_baseline();
    }

    /// When the next thing happens, in the run's own time; `None` while nothing is to happen by itself.
    pub fn next_cue_ms(&self) -> Option<u64> {
        let played = self.played.as_ref().filter(|_| !self.board.run.paused)?;
        played.score.cues().get(played.next).map(|cue| cue.at_ms)
    }

    /// Where the playback is, and how fast it goes; `None` while nothing is played.
    pub fn playback(&self) -> Option<Playback> {
        self.board.playback
    }

    /// Plays everything that has happened by this time of the run.
    pub(super) fn played_to(&mut self, ms: u64) {
        let Some(played) = self.played.as_ref().filter(|_| !self.board.run.paused) else { return };
        let due = played.score.cues().partition_point(|cue| cue.at_ms <= ms);
        self.play_until(due, ms);
    }

    /// Plays one model response, and waits then.
    pub(super) fn step(&mut self) {
        let Some(played) = self.played.as_ref() else { return };
        let until = played.score.response(played.next);
        let last = until.checked_sub(1).and_then(|at| played.score.cues().get(at));
        let ms = last.map_or(self.at_ms, |cue| cue.at_ms).max(self.at_ms);
        // Its time counts, though the next one waits.
        self.board.run.paused = false;
        self.play_until(until, ms);
        self.board.run.paused = self.played.is_some();
    }

    /// Another pace from now on.
    pub(super) fn set_pace(&mut self, change: fn(Pace) -> Pace) {
        if let Some(playback) = &mut self.board.playback {
            playback.pace = change(playback.pace);
        }
    }

    /// Ends a playback: the recorded run lies there as it was opened.
    pub(super) fn all_played(&mut self) {
        let Some(Played { whole, run, interim, .. }) = self.played.take() else { return };
        self.plan += 1;
        self.order = Plan::default();
        self.lengths = Vec::new();
        self.stale = false;
        self.board.playback = None;
        self.board.now = whole;
        self.board.run = run;
        self.board.interim = interim;
        self.settle_baseline();
    }

    fn play_until(&mut self, until: usize, ms: u64) {
        let Some(played) = self.played.as_mut() else { return };
        let from = played.next;
        played.next = until.max(from);
        let whole = Arc::clone(&played.whole);
        let due = played.score.cues().get(from..until).unwrap_or_default().to_vec();
        let over = played.next == played.score.cues().len();
        self.at_ms = ms;
        if let Some(playback) = &mut self.board.playback {
            playback.at_ms = ms;
        }
        if over {
            return self.all_played();
        }
        for cue in &due {
            self.show_cue(*cue, &whole);
        }
        if due.iter().any(|cue| cue.what == What::Ended) {
            self.advance();
            self.stale = true;
        }
        self.count();
    }

    fn show_cue(&mut self, cue: Cue, whole: &State) {
        let Some(recorded) = whole.probes.rows.get(cue.row) else { return };
        let table: &mut ProbeTable = Arc::make_mut(&mut Arc::make_mut(&mut self.board.now).probes);
        match (cue.what, table.row_mut(cue.row)) {
            (What::Began, Some(row)) => row.state = ProbeState::Running,
            (What::Spoke(number), Some(row)) => {
                if let Some(event) = recorded.events.get(number) {
                    spoke(row, event.clone());
                }
            }
            (What::Ended, Some(row)) => {
                *row = ProbeRow::clone(recorded);
                if let Some(usd) = recorded.cost_usd {
                    *self.board.run.spent_usd.get_or_insert(0.0) += usd;
                }
            }
            (_, None) => {}
        }
    }
}

/// What is played, and what is not known of how it was.
fn told(score: &Score, at_once: Option<u32>) -> String {
    let pace = if score.is_even() { "evenly (no times to go by)" } else { "at its own times" };
    let places = match at_once {
        Some(n) => format!("{n} at a time"),
        None => "one at a time (how many ran is not known)".to_owned(),
    };
    format!("recorded run, {pace}, {places}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{
        run::{self, testing},
        workbench::{Board, Input, Request, board::Opened},
    };

    /// Two queries, two attempts; one probe errored and one is missing.
    fn bench() -> Workbench {
        let records = [
            testing::started(1, 0, 1),
            testing::event(2, 0, 1, "so"),
            testing::scored(3, 0, 1, &["a"]),
            testing::started(4, 1, 1),
            testing::event(5, 1, 1, "then"),
            testing::scored(6, 1, 1, &["b"]),
            testing::errored(7, 1, 2),
        ];
        let run = Opened { id: "r".into(), ..Opened::default() };
        Workbench::opened(run::board(&testing::plan(), &records), run)
    }

    fn ask(bench: &mut Workbench, request: Request) -> Arc<Board> {
        let at_ms = bench.playback().map_or(0, |playback| playback.at_ms);
        bench.reduce(Input::Request(request), at_ms);
        bench.board()
    }

    /// Plays on to the end, and sees every board on the way.
    fn play_out(bench: &mut Workbench) -> Vec<Arc<Board>> {
        let mut boards = Vec::new();
        while let Some(ms) = bench.next_cue_ms() {
            bench.reduce(Input::Played, ms);
            boards.push(bench.board());
        }
        boards
    }

    #[test]
    fn rows_fill_and_the_end_is_the_run_as_it_was_opened() {
        let mut bench = bench();
        let opened = bench.board();
        let first = ask(&mut bench, Request::Play);
        let counts = first.run.counts;
        assert_eq!((counts.planned, counts.done(), counts.running), (4, 0, 0));
        assert!(first.run.active() && first.playback.is_some());
        assert_eq!(first.now.figures.run.scored, 0);
        let boards = play_out(&mut bench);
        let done: Vec<usize> = boards.iter().map(|board| board.run.counts.done()).collect();
        assert!(done.is_sorted() && boards.iter().any(|board| board.run.counts.running > 0));
        let last = boards.last().expect("something was played");
        assert!(last.playback.is_none() && !last.run.active());
        assert!(Arc::ptr_eq(&last.now, &opened.now));
        assert_eq!((last.run, last.interim), (opened.run, opened.interim));
    }

    #[test]
    fn what_is_summed_while_it_plays_comes_to_the_figures_of_the_run() {
        let records: Vec<_> = [(0, 1, "a"), (0, 2, "b"), (1, 1, "a"), (1, 2, "b")]
            .iter()
            .zip(1..)
            .map(|((row, attempt, skill), seq)| testing::scored(seq, *row, *attempt, &[skill]))
            .collect();
        let run = Opened { id: "r".into(), ..Opened::default() };
        let mut bench = Workbench::opened(run::board(&testing::plan(), &records), run);
        let opened = bench.board();
        bench.play(Pace::REAL, false);
        let played = bench.played.as_ref().expect("it plays");
        let (cues, whole) = (played.score.cues().to_vec(), Arc::clone(&played.whole));
        for cue in cues {
            bench.show_cue(cue, &whole);
        }
        bench.advance();
        bench.sum_up();
        assert_eq!(bench.board.now.figures, opened.now.figures);
        assert_eq!(bench.board.interim.probes, opened.interim.probes);
    }

    #[test]
    fn a_pause_holds_it_a_step_goes_on_and_a_cancel_shows_all_of_it() {
        let mut bench = bench();
        let opened = bench.board();
        ask(&mut bench, Request::Play);
        assert!(ask(&mut bench, Request::Pause).run.paused);
        assert_eq!(bench.next_cue_ms(), None);
        let stepped = ask(&mut bench, Request::Step);
        let said: usize = stepped.now.probes.rows.iter().map(|row| row.events.len()).sum();
        assert!(stepped.run.paused && said == 1, "{said} events");
        ask(&mut bench, Request::Resume);
        assert!(bench.next_cue_ms().is_some());
        let faster = ask(&mut bench, Request::Faster).playback.expect("it plays");
        assert_eq!(faster.pace, Pace::REAL.faster());
        let ended = ask(&mut bench, Request::Cancel);
        assert!(ended.playback.is_none() && Arc::ptr_eq(&ended.now, &opened.now));
        assert_eq!(ended.run, opened.run);
        // Now there is nothing that a cancel could end.
        assert!(
            ask(&mut bench, Request::Cancel)
                .log
                .last()
                .is_some_and(|line| { line.text.contains("read-only") })
        );
    }

    #[test]
    fn a_playback_that_begins_anew_plays_the_whole_run() {
        let mut bench = bench();
        ask(&mut bench, Request::Play);
        ask(&mut bench, Request::Step);
        let again = ask(&mut bench, Request::Play);
        assert_eq!(again.playback.map(|playback| playback.at_ms), Some(0));
        assert_eq!(again.run.counts.planned, 4);
        assert_eq!(play_out(&mut bench).last().map(|board| board.run.counts.done()), Some(3));
    }

    #[test]
    fn a_run_without_a_record_says_that_there_is_nothing_to_play() {
        let run = Opened { id: "r".into(), ..Opened::default() };
        let mut bench = Workbench::opened(run::board(&testing::plan(), &[]), run);
        let board = ask(&mut bench, Request::Play);
        assert!(board.playback.is_none());
        assert!(board.log.last().is_some_and(|line| line.text.starts_with("nothing of this run")));
    }
}
