//! `skillscope replay RUN`: the probes of a recorded run told once more, one after the other.
//!
//! Nothing is read of skills and nobody is asked. Must not know streams.

use std::{io, thread, time::Duration};

use super::{
    Failure,
    exit::Exit,
    output,
    replay::{Form, Wanted},
};
use crate::{
    core::{visible::line, workbench::probes::ProbeRow},
    engine::store::Kept,
    report::{
        conditions::{ENDING, conditions},
        replay::{Seen, Teller, foot},
    },
};

pub(super) fn run(kept: &Kept, wanted: &Wanted) -> Result<Exit, Failure> {
    let run = &kept.plan.run;
    if wanted.format == Form::Json {
        return Err(Failure::Usage(format!(
            "a run is told as text; `skillscope runs show {run} --format json` has its figures, and \
             `skillscope runs export {run}` its events"
        )));
    }
    let board = kept.board();
    output::print(&format!("recorded run {run}: {}\n", line(&conditions(&board))))?;
    let mut told = 0;
    for row in board.now.probes.rows.iter().filter(|row| row.outcome().is_some()) {
        told += 1;
        if !probe(row, wanted)? {
            return Ok(Exit::Fine);
        }
    }
    let planned = board.run.counts.planned;
    output::print(&format!("\n{told} of {planned} probes, as recorded. {ENDING}\n"))?;
    Ok(Exit::Fine)
}

/// Tells one probe at the wanted pace; `false` when nobody listens any more.
fn probe(row: &ProbeRow, wanted: &Wanted) -> Result<bool, Failure> {
    let mut teller = Teller::new(true);
    let (id, prompt) = (line(&row.query.id), line(&row.query.prompt));
    let attempt =
        if row.attempt > 1 { format!(", attempt {}", row.attempt) } else { String::new() };
    let mut heard = output::heard(&format!("\n{id}{attempt}: {prompt}\n"))?;
    let mut at_ms = 0;
    for event in &row.events {
        wait(event.at_ms.saturating_sub(at_ms), wanted.pace);
        at_ms = at_ms.max(event.at_ms);
        if wanted.step && teller.begins(event) {
            // Whoever ends the input wants the rest at once.
            io::stdin().read_line(&mut String::new()).map_err(Failure::Output)?;
        }
        heard = heard && output::heard(&teller.tell(event))?;
        if !heard {
            return Ok(false);
        }
    }
    let outcome = row.outcome().map(|outcome| (**outcome).clone());
    let seen = Seen { events: row.events.clone(), outcome, cost_usd: row.cost_usd };
    output::heard(&foot(&seen))
}

/// Waits so many milliseconds of the recording, at so many times its pace; at once without one.
fn wait(ms: u64, pace: Option<f64>) {
    let seconds = pace.map(|pace| ms as f64 / 1_000.0 / pace);
    if let Some(time) = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()) {
        thread::sleep(time);
    }
}
