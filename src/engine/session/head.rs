//! What git says of HEAD, asked one question at a time.
//!
//! Must not know what is made of the answer.

use std::{collections::BTreeSet, path::PathBuf, time::Duration};

use tokio::task::JoinHandle;

use crate::engine::git::{self, AtHead, Commits, NoHead};

/// How long git may take over the whole of HEAD.
const PATIENCE: Duration = Duration::from_secs(10);

/// The question under way and the last answer.
#[derive(Debug, Default)]
pub(super) struct Head {
    asked: Option<JoinHandle<Result<Option<AtHead>, NoHead>>>,
    /// Asked once more while the question was under way, which may have looked too early.
    again: Option<BTreeSet<PathBuf>>,
    told: Option<Result<Commits, NoHead>>,
}

impl Head {
    /// Asks for the skills at HEAD below some folders.
    pub fn ask(&mut self, roots: BTreeSet<PathBuf>) {
        if self.asked.is_some() {
            self.again = Some(roots);
            return;
        }
        let known = self.told.clone().and_then(Result::ok);
        self.asked = Some(tokio::spawn(at_head(roots, known)));
    }

    /// Waits for an answer that is not the last one once more, for ever if none comes. May be
    /// dropped and called again.
    pub async fn news(&mut self) -> Result<AtHead, NoHead> {
        loop {
            let Some(asked) = &mut self.asked else { return std::future::pending().await };
            let answer = asked.await;
            self.asked = None;
            // An error is a panic in there, which the hook has told.
            let news = answer.ok().and_then(|answer| self.take(answer));
            if let Some(roots) = self.again.take() {
                self.ask(roots);
            }
            if let Some(news) = news {
                return news;
            }
        }
    }

    fn take(&mut self, answer: Result<Option<AtHead>, NoHead>) -> Option<Result<AtHead, NoHead>> {
        let answer = answer.transpose()?;
        let told = answer.as_ref().map(|head| head.commits.clone()).map_err(NoHead::clone);
        (self.told.replace(told.clone()) != Some(told)).then_some(answer)
    }
}

/// `None` while HEAD is where it is `known` to be.
async fn at_head(
    roots: BTreeSet<PathBuf>,
    known: Option<Commits>,
) -> Result<Option<AtHead>, NoHead> {
    if let Some(known) = known
        && git::commits_at_head(&roots, PATIENCE).await? == known
    {
        return Ok(None);
    }
    git::skill_files_at_head(&roots, PATIENCE).await.map(Some)
}
