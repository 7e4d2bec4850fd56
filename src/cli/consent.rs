//! Before an agent is asked for real without a screen: what that means is said, and somebody has to
//! agree.
//!
//! Must not know how any agent is launched, nor what is told of it.

use std::io::{self, BufRead as _, IsTerminal as _, Read as _};

use super::{Failure, doctor, output};
use crate::{
    core::workbench::Board,
    engine::session::{self, Agreement, SeenToWork, Setup},
};

/// An answer is no longer.
const LONGEST_ANSWER: u64 = 256;

/// Asks for what has to be agreed to before the setup's probes begin; `arms` times as many of them
/// as its rows.
///
/// # Errors
/// Nobody agreed.
pub(super) fn obtain(setup: &Setup, arms: usize) -> Result<(), Failure> {
    if setup.live.is_none() {
        return Ok(());
    }
    let board = session::once(setup)?;
    let Some(agreement) = Agreement::of(setup, board.now.probes.rows.len() * arms) else {
        return Ok(());
    };
    settle(&agreement)?;
    match setup.asking.as_ref().is_some_and(|asking| asking.unchecked) {
        true => Ok(()),
        false => checked(setup, &board),
    }
}

/// As [`obtain`], for one probe.
///
/// # Errors
/// Nobody agreed.
pub(super) fn to_one_probe(setup: &Setup) -> Result<(), Failure> {
    Agreement::of(setup, 1).as_ref().map_or(Ok(()), settle)
}

/// Before an agent is asked about these skills for the first time, it is asked to use one of them:
/// one that cannot is told so, and not measured as if its skills were bad.
fn checked(setup: &Setup, board: &Board) -> Result<(), Failure> {
    let seen = SeenToWork::of(setup, &board.now.snapshot.catalog.digest);
    if seen.before() {
        return Ok(());
    }
    output::tell(&format!("looking whether {} can be asked at all", setup.agent));
    let wiring = session::wiring(setup, board, true)?;
    if !wiring.holds() {
        return Err(Failure::Usage(format!(
            "nothing was measured, since the agent cannot be asked:\n{}--no-preflight leaves this out",
            doctor::text(&wiring)
        )));
    }
    if let Err(error) = seen.remember() {
        output::tell(&format!("the check is not remembered: {error}"));
    }
    Ok(())
}

fn settle(agreement: &Agreement) -> Result<(), Failure> {
    if agreement.is_given() {
        return Ok(());
    }
    let text = agreement.told.plain().join("\n  ");
    if !is_somebody_there() {
        let remedy = match agreement.told.over {
            false => "agree with --yes, or with `trusted = true` in your own config.toml",
            true => "raise the caps, or agree with --yes to end at them",
        };
        return Err(Failure::Usage(format!("{text}\nnobody is there to be asked: {remedy}")));
    }
    if !given(&text)? {
        return Err(Failure::Usage("nothing was asked, and nothing was run".to_owned()));
    }
    if let Err(error) = agreement.remember() {
        output::tell(&format!("agreed for now, but not remembered: {error}"));
    }
    Ok(())
}

fn is_somebody_there() -> bool {
    io::stdin().is_terminal() && io::stderr().is_terminal()
}

/// Says something and asks for a yes; everything else is a no.
///
/// # Errors
/// Nobody is there to be asked.
pub(super) fn given(text: &str) -> Result<bool, Failure> {
    if !is_somebody_there() {
        let told = format!("{text}\nnobody is there to be asked: agree with --yes");
        return Err(Failure::Usage(told));
    }
    output::tell(&format!("{text}\nGo on? [y/N]"));
    let mut answer = String::new();
    io::stdin().lock().take(LONGEST_ANSWER).read_line(&mut answer).map_err(Failure::Terminal)?;
    Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes"))
}
