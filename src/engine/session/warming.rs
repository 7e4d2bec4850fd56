//! What a board can be shown without, computed beside the session.
//!
//! Must not know what becomes of it.

use std::{sync::Arc, thread};

use tokio::sync::oneshot;

use crate::core::lexical::Lexicon;

/// Completes lexicons, one at a time.
#[derive(Debug, Default)]
pub(super) struct Warming {
    /// The last one that was begun; one that failed is not tried for ever.
    tried: Arc<Lexicon>,
    waits: Option<oneshot::Receiver<Option<Arc<Lexicon>>>>,
}

impl Warming {
    /// Starts to complete a lexicon, unless that is done or another one is under way.
    ///
    /// The thread is on its own, so that a session can end without waiting for it.
    pub fn begin(&mut self, lexicon: &Arc<Lexicon>) {
        let done = lexicon.is_warm() && !lexicon.is_rough();
        if self.under_way() || done || Arc::ptr_eq(&self.tried, lexicon) {
            return;
        }
        self.tried = Arc::clone(lexicon);
        let (done, waits) = oneshot::channel();
        let cold = Arc::clone(lexicon);
        // Nobody waits any more if the session has ended.
        let work = move || _ = done.send(complete(&cold));
        match thread::Builder::new().name("skillscope-words".to_owned()).spawn(work) {
            Ok(_) => self.waits = Some(waits),
            // Without a thread somebody has to wait.
            Err(_) => lexicon.warm(),
        }
    }

    pub fn under_way(&self) -> bool {
        self.waits.is_some()
    }

    /// Waits for what is under way; gives the exact lexicon of one that was rough. May be given up
    /// and asked again.
    pub async fn end(&mut self) -> Option<Arc<Lexicon>> {
        let waits = self.waits.as_mut()?;
        // An error is a thread that panicked; the hook has told so.
        let exact = waits.await.unwrap_or_default();
        self.waits = None;
        exact
    }
}

/// Completes a lexicon in place; of a rough one, makes an exact one.
fn complete(cold: &Lexicon) -> Option<Arc<Lexicon>> {
    if cold.is_rough() {
        return Some(Arc::new(cold.refined()));
    }
    cold.warm();
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_lexicon_is_completed_once() {
        let lexicon = Arc::new(Lexicon::default());
        let mut warming = Warming::default();
        warming.begin(&lexicon);
        assert!(warming.under_way());
        assert!(warming.end().await.is_none(), "it was completed in place");
        assert!(lexicon.is_warm() && !warming.under_way());
        warming.begin(&lexicon);
        assert!(!warming.under_way());
    }
}
