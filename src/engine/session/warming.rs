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
    waits: Option<oneshot::Receiver<()>>,
}

impl Warming {
    /// Starts to complete a lexicon, unless that is done or another one is under way.
    ///
    /// The thread is on its own, so that a session can end without waiting for it.
    pub fn begin(&mut self, lexicon: &Arc<Lexicon>) {
        if self.under_way() || lexicon.is_warm() || Arc::ptr_eq(&self.tried, lexicon) {
            return;
        }
        self.tried = Arc::clone(lexicon);
        let (done, waits) = oneshot::channel();
        let cold = Arc::clone(lexicon);
        let work = move || {
            cold.warm();
            // Nobody waits any more if the session has ended.
            let _ = done.send(());
        };
        match thread::Builder::new().name("skillscope-words".to_owned()).spawn(work) {
            Ok(_) => self.waits = Some(waits),
            // Without a thread somebody has to wait.
            Err(_) => lexicon.warm(),
        }
    }

    pub fn under_way(&self) -> bool {
        self.waits.is_some()
    }

    /// Waits for what is under way. May be given up and asked again.
    pub async fn end(&mut self) {
        if let Some(waits) = &mut self.waits {
            // An error is a thread that panicked; the hook has told so.
            let _ = waits.await;
            self.waits = None;
        }
    }
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
        warming.end().await;
        assert!(lexicon.is_warm() && !warming.under_way());
        warming.begin(&lexicon);
        assert!(!warming.under_way());
    }
}
