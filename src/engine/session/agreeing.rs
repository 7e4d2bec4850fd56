//! What is done beside the session until an agent may be asked: it is looked for, somebody agrees,
//! and it is seen to work.
//!
//! Must not know what the workbench makes of it.

use tokio::{
    sync::mpsc,
    task::{JoinSet, spawn_blocking},
};
use tokio_util::sync::{CancellationToken, DropGuard};

use super::{
    Chosen, SetupError,
    agreement::{Agreement, SeenToWork},
    choosing::Search,
    wired::Look,
};
use crate::{
    core::workbench::{
        agents::{Known, Wish},
        consent::{Found, Step},
    },
    engine::agent::wiring::{self, Check, Hears, What, Wiring},
};

/// What came of it.
#[derive(Debug)]
pub(super) enum News {
    /// The agents that there are.
    Known(Vec<Known>),
    /// The one that was wished for.
    Chosen(Box<Chosen>),
    /// It cannot be had, in a sentence.
    NotFound { agent: String, why: String },
    /// One more thing was looked at.
    Step(Step),
    /// All was looked at, and whether it holds.
    Looked(bool),
}

/// The work under way.
#[derive(Debug)]
pub(super) struct Agreeing {
    tell: mpsc::UnboundedSender<(u64, News)>,
    told: mpsc::UnboundedReceiver<(u64, News)>,
    /// What was begun last; news of what was begun before are of no interest any more.
    errand: u64,
    work: JoinSet<()>,
    /// Ends the check when it is dropped.
    check: Option<DropGuard>,
    /// What somebody has still to agree to.
    agreement: Option<Agreement>,
    /// What is remembered if the check holds.
    seen: Option<SeenToWork>,
}

impl Default for Agreeing {
    fn default() -> Self {
        let (tell, told) = mpsc::unbounded_channel();
        Self {
            tell,
            told,
            errand: 0,
            work: JoinSet::new(),
            check: None,
            agreement: None,
            seen: None,
        }
    }
}

impl Agreeing {
    /// Waits for news; for ever if nothing is under way. May be dropped and called again.
    pub async fn news(&mut self) -> News {
        loop {
            match self.told.recv().await {
                Some((errand, news)) if errand == self.errand || matches!(news, News::Known(_)) => {
                    return news;
                }
                Some(_) => {}
                None => std::future::pending().await,
            }
        }
    }

    /// Gives up whatever is under way.
    pub fn leave(&mut self) {
        self.errand += 1;
        self.work.abort_all();
        (self.check, self.agreement, self.seen) = (None, None, None);
    }

    /// Looks which agents there are.
    pub fn look_around(&mut self, search: Search) {
        let (tell, errand) = (self.tell.clone(), self.errand);
        tokio::spawn(async move {
            let known = search.known().await;
            // The session has ended meanwhile.
            let _ = tell.send((errand, News::Known(known)));
        });
    }

    /// Looks for one.
    pub fn find(&mut self, search: Search, wish: Wish) {
        self.leave();
        let (tell, errand) = (self.tell.clone(), self.errand);
        self.work.spawn(async move {
            let agent = wish.name.clone();
            let news = match search.find(wish).await {
                Ok(chosen) => News::Chosen(Box::new(chosen)),
                Err(error) => News::NotFound { agent, why: error.to_string() },
            };
            let _ = tell.send((errand, news));
        });
    }

    /// Waits for somebody to agree to this.
    pub fn asks(&mut self, agreement: Agreement) {
        self.agreement = Some(agreement);
    }

    /// Somebody agreed to what was waited for; why that cannot be remembered, if it is to be.
    pub fn agreed(&mut self, remember: bool) -> Option<String> {
        let error = self.agreement.take().filter(|_| remember)?.remember().err()?;
        Some(format!("agreed for now, but not remembered: {error}"))
    }

    /// Looks whether an agent can be asked, and has it remembered if it can.
    pub fn check(&mut self, look: Look, seen: SeenToWork) {
        self.leave();
        let (tell, errand) = (self.tell.clone(), self.errand);
        let cancel = CancellationToken::new();
        self.check = Some(cancel.clone().drop_guard());
        self.seen = Some(seen);
        let (hears, mut checks) = mpsc::unbounded_channel::<Check>();
        let steps = tell.clone();
        self.work.spawn(async move {
            // What was found is told by then; who holds it would be waited for to tell more.
            let look = move || look.wiring(true, Hears::from(hears), &cancel);
            let look = spawn_blocking(move || look().map(|wiring| Wiring::holds(&wiring)));
            while let Some(check) = checks.recv().await {
                let _ = steps.send((errand, News::Step(step(&check))));
            }
            let holds = match look.await {
                Ok(Ok(holds)) => holds,
                Ok(Err(error)) => {
                    let _ = steps.send((errand, News::Step(not_looked(&error))));
                    false
                }
                // A panic there has been told by the hook.
                Err(_) => false,
            };
            let _ = tell.send((errand, News::Looked(holds)));
        });
    }

    /// The check came to its end; why that cannot be remembered, if it is to be.
    pub fn checked(&mut self, holds: bool) -> Option<String> {
        self.check = None;
        let error = self.seen.take().filter(|_| holds)?.remember().err()?;
        Some(format!("the check is not remembered: {error}"))
    }
}

fn step(check: &Check) -> Step {
    let what = check.what.to_string();
    match &check.found {
        wiring::Found::Pass { said } => {
            Step { what, found: Found::Pass, said: said.clone(), remedy: None }
        }
        wiring::Found::Fail { problem } => Step {
            what,
            found: Found::Fail,
            said: problem.to_string(),
            remedy: Some(problem.remedy()),
        },
        wiring::Found::Skipped { why } => {
            Step { what, found: Found::Skipped, said: why.clone(), remedy: None }
        }
    }
}

fn not_looked(error: &SetupError) -> Step {
    let what = What::Residents.to_string();
    Step { what, found: Found::Fail, said: error.to_string(), remedy: None }
}
