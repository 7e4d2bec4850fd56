//! All agents that can be chosen: stand-ins first, then those that ask a model, with what each lacks.
//!
//! Must not know how they are shown.

use super::{AGENTS, Setup, choosing::Search};
use crate::{
    core::{
        listing::Wanted,
        workbench::agents::{Kind, Known, Lack},
    },
    engine::agent::{self, REPLAY},
};

/// What is known of every agent of a setup. Programs are run for their versions, and nobody is asked
/// anything.
pub async fn known(setup: &Setup) -> Vec<Known> {
    Search::of(setup).known().await
}

impl Search {
    pub async fn known(self) -> Vec<Known> {
        let mut all = self.stand_ins();
        let choices = self.choices();
        let plain = Wanted { model: None, ..choices.listing.clone() };
        let lenses = self.lenses(&plain).unwrap_or_default();
        let profile = |name: &str| lenses.of_harness(name).map(|lens| lens.profile);
        let live = agent::known(&choices.asking, &self.around(None), profile).await;
        all.extend(live.into_iter().map(|known| Known {
            model: choices.models.get(&known.name).or(choices.asking.model.as_ref()).cloned(),
            ..known
        }));
        all
    }

    /// Those that ask nobody.
    pub fn stand_ins(&self) -> Vec<Known> {
        AGENTS.iter().map(|name| self.stand_in(name)).collect()
    }

    fn stand_in(&self, name: &str) -> Known {
        let known = Known { name: name.to_owned(), kind: Kind::StandIn, ..Known::default() };
        let lacks = |problem: &str, remedy: &str| {
            Some(Lack { problem: problem.to_owned(), remedy: remedy.to_owned() })
        };
        match name {
            "fake" if !self.plays.script => Known {
                lacks: lacks("it plays a script, and none is named", "Name one with --script."),
                ..known
            },
            "fake" => Known { about: "plays the script".to_owned(), ..known },
            REPLAY if !self.plays.streams => Known {
                lacks: lacks(
                    "it plays kept streams, and none are",
                    "Name a folder with --streams.",
                ),
                ..known
            },
            REPLAY => Known { about: "plays kept streams".to_owned(), ..known },
            _ => Known { about: "by words alone, at once".to_owned(), ..known },
        }
    }
}
