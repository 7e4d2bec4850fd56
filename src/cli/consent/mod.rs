//! Before an agent is asked for real: what that means is said, and somebody has to agree.
//!
//! Must not know how any agent is launched.

mod told;

use std::{
    io::{self, BufRead as _, IsTerminal as _, Read as _},
    path::PathBuf,
    sync::Arc,
};

use self::told::Told;
use super::{Failure, asking::Questions, doctor, output, surroundings::Surroundings};
use crate::{
    core::{
        plan::{Estimate, Over},
        visible,
    },
    engine::{
        agent::{About, Live},
        consent::{Book, Entry},
        session::{self, Setup},
        store::Store,
    },
};

/// An answer is no longer.
const LONGEST_ANSWER: u64 = 256;

/// What somebody agrees to or not.
pub(super) struct Consent {
    told: Told,
    over: Vec<Over>,
    entry: Entry,
    book: Option<Book>,
    trusted: bool,
    yes: bool,
}

/// Asks for what has to be agreed to before the setup's probes begin; `arms` times as many of them
/// as its rows.
///
/// # Errors
/// Nobody agreed.
pub(super) fn obtain(
    setup: &Setup,
    questions: &Questions,
    here: &Surroundings,
    arms: usize,
) -> Result<(), Failure> {
    if setup.live.is_none() {
        return Ok(());
    }
    let probes = session::planned(setup)? * arms;
    let Some(consent) = Consent::needed(setup, questions, here, probes)? else { return Ok(()) };
    consent.settle()?;
    match setup.asking.as_ref().is_some_and(|asking| asking.unchecked) {
        true => Ok(()),
        false => checked(setup, here),
    }
}

/// As [`obtain`], for one probe.
///
/// # Errors
/// Nobody agreed.
pub(super) fn to_one_probe(
    setup: &Setup,
    questions: &Questions,
    here: &Surroundings,
) -> Result<(), Failure> {
    match Consent::needed(setup, questions, here, 1)? {
        Some(consent) => consent.settle(),
        None => Ok(()),
    }
}

/// Before an agent is asked about these skills for the first time, it is asked to use one of them:
/// one that cannot is told so, and not measured as if its skills were bad.
fn checked(setup: &Setup, here: &Surroundings) -> Result<(), Failure> {
    let entry = Entry::of_wiring(&setup.agent, &catalog(setup), &session::wired(setup)?);
    let book = here.places.as_ref().map(Book::of);
    if book.as_ref().is_some_and(|book| book.holds(&entry)) {
        return Ok(());
    }
    output::tell(&format!("looking whether {} can be asked at all", setup.agent));
    let wiring = session::wiring(setup, true)?;
    if !wiring.holds() {
        return Err(Failure::Usage(format!(
            "nothing was measured, since the agent cannot be asked:\n{}--no-preflight leaves this out",
            doctor::text(&wiring)
        )));
    }
    if let Some(book) = book
        && let Err(error) = book.remember(entry)
    {
        output::tell(&format!("the check is not remembered: {error}"));
    }
    Ok(())
}

impl Consent {
    /// `None` for an agent that neither costs nor runs anything.
    ///
    /// # Errors
    /// Nothing to look at.
    pub fn needed(
        setup: &Setup,
        questions: &Questions,
        here: &Surroundings,
        probes: usize,
    ) -> Result<Option<Self>, Failure> {
        let Some(live) = &setup.live else { return Ok(None) };
        let about = live.about();
        let estimate = estimate(setup, live, probes);
        let over = estimate.over(&setup.caps);
        let catalog = catalog(setup);
        let entry = Entry::of_agent(&setup.agent, &catalog, &everything(live, &about, setup));
        let book = here.places.as_ref().map(Book::of);
        let told = Told::of(setup, live, &about, &catalog, (&estimate, &over));
        let (trusted, yes) = (here.config.trusted == Some(true), questions.yes);
        Ok(Some(Self { told, over, entry, book, trusted, yes }))
    }

    /// Nobody needs to be asked.
    pub fn is_given(&self) -> bool {
        let known = || self.book.as_ref().is_some_and(|book| book.holds(&self.entry));
        self.yes || (self.over.is_empty() && (self.trusted || known()))
    }

    /// Remembers that somebody agreed.
    pub fn remember(&self) {
        let Some(book) = &self.book else { return };
        if let Err(error) = book.remember(self.entry.clone()) {
            output::tell(&format!("agreed for now, but not remembered: {error}"));
        }
    }

    fn settle(&self) -> Result<(), Failure> {
        if self.is_given() {
            return Ok(());
        }
        let text = self.told.lines().join("\n  ");
        if !is_somebody_there() {
            let remedy = match self.over.is_empty() {
                true => "agree with --yes, or with `trusted = true` in your own config.toml",
                false => "raise the caps, or agree with --yes to end at them",
            };
            return Err(Failure::Usage(format!("{text}\nnobody is there to be asked: {remedy}")));
        }
        match given(&text)? {
            true => {
                self.remember();
                Ok(())
            }
            false => Err(Failure::Usage("nothing was asked, and nothing was run".to_owned())),
        }
    }
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

/// The places that the skills are from, as the person named them.
fn catalog(setup: &Setup) -> Vec<PathBuf> {
    let request = &setup.catalog;
    match request.paths.is_empty() {
        true => vec![request.cwd.clone()],
        false => request.paths.iter().map(|path| request.cwd.join(path)).collect(),
    }
}

/// Everything that a person agrees to, as one text. The version of a program is told and not part of
/// it: they change by the day.
fn everything(live: &Arc<Live>, about: &About, setup: &Setup) -> String {
    let capabilities = live.capabilities();
    let about = About { version: None, ..about.clone() };
    format!("{:?}\n{:?}\n{:?}", about, capabilities.model, setup.catalog.harness)
}

/// What the probes are expected to take, as far as runs that are kept here tell.
fn estimate(setup: &Setup, live: &Arc<Live>, probes: usize) -> Estimate {
    let root = catalog(setup).swap_remove(0);
    let store = Store::of(&root, setup.places.as_ref());
    let capabilities = live.capabilities();
    let each = store.each_probe(&capabilities.name, capabilities.model.as_deref());
    Estimate::of(probes, each, setup.concurrency as usize)
}

/// A value of somebody else's in a line.
fn shown(text: &str) -> String {
    visible::line(text).into_owned()
}
