//! What somebody has to agree to before an agent of a setup is asked for real, and whether they did.
//!
//! Must not know how anybody is asked.

use std::{path::PathBuf, sync::Arc};

use super::Setup;
use crate::{
    core::{plan::Estimate, workbench::consent::Told},
    engine::{
        agent::{About, Live},
        consent::{Book, ConsentError, Entry, Facts},
        store::{Store, digest},
    },
};

/// For one plan.
#[derive(Debug)]
pub struct Agreement {
    pub told: Arc<Told>,
    entry: Entry,
    book: Option<Book>,
    yes: bool,
    trusted: bool,
}

impl Agreement {
    /// `None` for an agent that neither costs nor runs anything.
    pub fn of(setup: &Setup, probes: usize) -> Option<Self> {
        let live = setup.live_one()?;
        let (about, capabilities) = (live.about(), live.capabilities());
        let catalog = catalog(setup);
        let facts = Facts {
            agent: &setup.agent,
            model: capabilities.model.as_deref(),
            about: &about,
            catalog: &catalog,
            estimate: &estimate(setup, live, probes),
            caps: &setup.caps,
            unagreed: &setup.choices.unagreed,
        };
        let entry = Entry::of_agent(&setup.agent, &catalog, &everything(live, &about, setup));
        Some(Self {
            told: Arc::new(facts.told()),
            entry,
            book: setup.places.as_ref().map(Book::of),
            yes: setup.choices.yes,
            trusted: setup.choices.trusted,
        })
    }

    /// Nobody needs to be asked.
    pub fn is_given(&self) -> bool {
        let known = || self.book.as_ref().is_some_and(|book| book.holds(&self.entry));
        self.yes || (!self.told.over && (self.trusted || known()))
    }

    /// Remembers that somebody agreed.
    ///
    /// # Errors
    /// It cannot be written down.
    pub fn remember(&self) -> Result<(), ConsentError> {
        self.book.as_ref().map_or(Ok(()), |book| book.remember(self.entry.clone()))
    }
}

/// That an agent was seen to work with the skills of a setup.
#[derive(Debug)]
pub struct SeenToWork {
    entry: Entry,
    book: Option<Book>,
}

impl SeenToWork {
    /// With skills of this digest.
    pub fn of(setup: &Setup, skills: &str) -> Self {
        let live = setup.live_one().map(|live| (live.capabilities(), live.about()));
        let all = digest(&format!("{skills} {live:?} {:?}", setup.catalog.harness));
        let entry = Entry::of_wiring(&setup.agent, &catalog(setup), &all);
        Self { entry, book: setup.places.as_ref().map(Book::of) }
    }

    /// It was, with just these.
    pub fn before(&self) -> bool {
        self.book.as_ref().is_some_and(|book| book.holds(&self.entry))
    }

    /// Remembers it.
    ///
    /// # Errors
    /// It cannot be written down.
    pub fn remember(self) -> Result<(), ConsentError> {
        self.book.map_or(Ok(()), |book| book.remember(self.entry))
    }
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
