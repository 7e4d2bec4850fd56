//! A session over a recorded run: nothing is watched or probed, and only other runs are read.
//!
//! Must not know what is shown of it.

use std::{sync::Arc, thread};

use tokio::sync::{mpsc, watch};

use super::{
    Session, SetupError,
    baselines::{self, not_read},
};
use crate::{
    core::workbench::{
        BaselineChoice, Effect, Input, Workbench,
        baselines::{Fetched, Offer},
        board::Opened,
        trouble,
    },
    engine::store::{Kept, Store},
};

impl Session {
    /// Shows a run as it was recorded, read-only; the runs of `others` can be held against it.
    ///
    /// # Errors
    /// No thread can be started.
    pub fn of_run(kept: &Kept, others: Store) -> Result<Self, SetupError> {
        let run = Opened { id: kept.plan.run.clone(), redacted: kept.redacted };
        let mut board = kept.board();
        board.trouble = Arc::new(trouble::rows(&board.now));
        let others = Others { store: others, but: run.id.clone() };
        let mut bench = Workbench::opened(board, run);
        let (publish, boards) = watch::channel(bench.board());
        let (requests, mut inbox) = mpsc::unbounded_channel();
        let work = move || {
            while let Some(request) = inbox.blocking_recv() {
                for effect in bench.reduce(Input::Request(request), 0) {
                    if let Some(input) = others.answer(&effect) {
                        bench.reduce(input, 0);
                    }
                }
                publish.send_replace(bench.board());
            }
        };
        let thread = thread::Builder::new()
            .name("skillscope-session".into())
            .spawn(work)
            .map_err(SetupError::Runtime)?;
        Ok(Self { boards, requests, thread: Some(thread), quit: None })
    }
}

/// The runs that one may be held against.
struct Others {
    store: Store,
    /// The run that is looked at.
    but: String,
}

impl Others {
    /// `None` for what a recorded run does not want.
    fn answer(&self, effect: &Effect) -> Option<Input> {
        Some(match effect {
            Effect::FindBaselines => {
                let mut offers = baselines::runs(&self.store);
                let this = BaselineChoice::Run(self.but.clone());
                offers.retain(|offer: &Offer| offer.choice != this);
                Input::Offers(offers)
            }
            Effect::FetchBaseline(BaselineChoice::Run(id)) => {
                match baselines::run(&self.store, id) {
                    Ok(state) => Input::Baseline(Fetched::Run(state)),
                    Err(error) => not_read(&error),
                }
            }
            _ => return None,
        })
    }
}
