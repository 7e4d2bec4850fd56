//! What a board can be shown without, computed beside the session.
//!
//! Must not know what becomes of it.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed},
    },
    thread,
};

use tokio::sync::{oneshot, watch};

use crate::core::{lexical::Lexicon, workbench::State};

/// How often of a whole it is told how far a lexicon is.
const TOLD: usize = 16;

/// Completes lexicons, one at a time.
#[derive(Debug, Default)]
pub(super) struct Warming {
    /// The last one that was begun; one that failed is not tried for ever.
    tried: Arc<Lexicon>,
    work: Option<Work>,
}

/// What is under way, on a thread of its own, so that a session can end without waiting for it.
#[derive(Debug)]
struct Work {
    done: oneshot::Receiver<Option<Arc<Lexicon>>>,
    compared: watch::Receiver<usize>,
    stop: Arc<AtomicBool>,
}

/// What comes of it.
#[derive(Debug)]
pub(super) enum News {
    /// So many skills have been compared.
    Compared(usize),
    /// It has ended; with the exact lexicon of one that was rough.
    Ended(Option<Arc<Lexicon>>),
}

impl Warming {
    /// Starts to complete a state's lexicon and to look for findings, unless that is done or
    /// another one is under way.
    pub fn begin(&mut self, state: &Arc<State>) {
        let lexicon = &state.lexicon;
        let linted = state.linting.known().is_some();
        let done = lexicon.is_warm() && !lexicon.is_rough() && linted;
        if self.under_way() || done || Arc::ptr_eq(&self.tried, lexicon) {
            return;
        }
        self.tried = Arc::clone(lexicon);
        let (end, done) = oneshot::channel();
        let (tell, compared) = watch::channel(0);
        let stop = Arc::new(AtomicBool::new(false));
        let (state, stopped) = (Arc::clone(state), Arc::clone(&stop));
        // Nobody waits any more if the session has ended.
        let work = move || {
            stand_back();
            _ = end.send(complete(&state, &stopped, &tell));
        };
        match thread::Builder::new().name("skillscope-words".to_owned()).spawn(work) {
            Ok(_) => self.work = Some(Work { done, compared, stop }),
            // Without a thread somebody has to wait.
            Err(_) => lexicon.warm(),
        }
    }

    /// What is under way need not be finished, since other words may come; it ends soon, and may
    /// be begun again if none do.
    pub fn give_up(&mut self) {
        if let Some(work) = &self.work {
            work.stop.store(true, Relaxed);
            self.tried = Arc::default();
        }
    }

    pub fn under_way(&self) -> bool {
        self.work.is_some()
    }

    /// Waits for what comes of the work under way. May be given up and asked again.
    pub async fn news(&mut self) -> News {
        let Some(Work { done, compared, stop }) = &mut self.work else {
            return std::future::pending().await;
        };
        let goes_on = !stop.load(Relaxed);
        let ended = tokio::select! {
            biased;
            // An error is a thread that panicked; the hook has told so.
            ended = done => ended.unwrap_or_default(),
            Ok(()) = compared.changed(), if goes_on => {
                return News::Compared(*compared.borrow_and_update());
            }
        };
        self.work = None;
        News::Ended(ended)
    }
}

/// Lets this thread, and those that it starts, run where nobody else wants to: it would take a core
/// from a save or a key. Elsewhere than on Linux the whole process would stand back.
fn stand_back() {
    #[cfg(target_os = "linux")]
    // Where it is refused nothing but time is lost.
    let _ = rustix::process::nice(10);
}

/// Completes a lexicon in place, and looks for findings by it; of a rough one, makes an exact one, unless it is stopped.
fn complete(state: &State, stop: &AtomicBool, tell: &watch::Sender<usize>) -> Option<Arc<Lexicon>> {
    let cold = &state.lexicon;
    if !cold.is_rough() {
        cold.warm();
        if !stop.load(Relaxed) {
            state.lint();
        }
        return None;
    }
    let (begun, step) = (AtomicUsize::new(0), cold.len() / TOLD + 1);
    let exact = cold.refined(|| {
        let before = begun.fetch_add(1, Relaxed);
        if before > 0 && before.is_multiple_of(step) {
            tell.send_replace(before);
        }
        !stop.load(Relaxed)
    });
    exact.map(Arc::new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_lexicon_that_was_given_up_can_be_begun_again() {
        let state = Arc::new(State::default());
        let mut warming = Warming::default();
        warming.begin(&state);
        warming.give_up();
        assert!(matches!(warming.news().await, News::Ended(_)));
        assert!(!warming.under_way() && !Arc::ptr_eq(&warming.tried, &state.lexicon));
    }

    #[tokio::test]
    async fn a_lexicon_is_completed_once() {
        let state = Arc::new(State::default());
        let mut warming = Warming::default();
        warming.begin(&state);
        assert!(warming.under_way());
        let news = warming.news().await;
        assert!(matches!(news, News::Ended(None)), "it was completed in place: {news:?}");
        assert!(state.lexicon.is_warm() && state.linting.known().is_some());
        assert!(!warming.under_way());
        warming.begin(&state);
        assert!(!warming.under_way());
    }
}
