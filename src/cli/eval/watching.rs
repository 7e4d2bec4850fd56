//! `eval --watch`: a line a generation, for as long as somebody listens.

use std::sync::Arc;

use super::ReportFormat;
use crate::{
    cli::{
        Failure,
        exit::{Exit, INTERRUPT},
        output,
    },
    core::workbench::Board,
    engine::{
        agent::Speed,
        session::{self, Live, Session, Setup, SetupError},
    },
    report::eval::{Generation, watch_line},
};

/// Measures again whatever is saved, and tells what that did, until the person interrupts or
/// nobody reads any more.
pub(super) fn run(mut setup: Setup, format: ReportFormat) -> Result<Exit, Failure> {
    let tell: fn(&Generation<'_>) -> Result<String, Failure> = match format {
        ReportFormat::Text => |generation| Ok(watch_line(generation)),
        ReportFormat::Jsonl => |generation| {
            serde_json::to_string(generation).map(|line| line + "\n").map_err(Failure::Json)
        },
        ReportFormat::Json | ReportFormat::Csv => {
            let told = "--watch tells a line a generation: use --format text or jsonl with it";
            return Err(Failure::Usage(told.to_owned()));
        }
    };
    setup.stream = true;
    setup.speed = Speed::INSTANT;
    let mut session = Session::start(setup, Live { watch: true, head: false, search: false })?;
    session::runtime()?.block_on(async {
        tokio::select! {
            ended = listen(&mut session, tell) => ended,
            Ok(()) = tokio::signal::ctrl_c() => Ok(Exit::Signal(INTERRUPT)),
        }
    })
}

async fn listen(
    session: &mut Session,
    tell: fn(&Generation<'_>) -> Result<String, Failure>,
) -> Result<Exit, Failure> {
    let (mut last, mut trouble): (Option<Arc<Board>>, Option<String>) = (None, None);
    loop {
        match session.finished(|_| {}).await {
            Ok(board) => {
                trouble = None;
                if last.as_ref().is_none_or(|last| is_new(last, &board)) {
                    let line = tell(&Generation::of(last.as_deref(), &board))?;
                    if !output::heard(&line)? {
                        return Ok(Exit::Fine);
                    }
                    last = Some(board);
                }
            }
            // Such as a folder that is being replaced; it may be there again in a moment.
            Err(SetupError::Halted(reason)) if last.is_some() => {
                if trouble.as_ref() != Some(&reason) {
                    output::tell(&reason);
                    trouble = Some(reason);
                }
            }
            Err(error) => return Err(error.into()),
        }
        let gone = session.boards.changed().await;
        gone.map_err(|_| SetupError::BrokeOff)?;
    }
}

/// Other skills, or other queries.
fn is_new(last: &Board, board: &Board) -> bool {
    last.now.generation() != board.now.generation() || last.query_digest != board.query_digest
}
