//! How much a run may take: probes, money, time, and how many probes at once.

use clap::Args;

use super::values;
use crate::{
    core::{plan::Caps, workbench::Board},
    engine::{config::Config, session::Setup},
};

/// Caps of one plan. Stand-ins have none of their own; agents that ask a model end at 200
/// probes, 2 dollars or 20 minutes.
#[derive(Clone, Debug, Default, Args)]
pub struct Spending {
    /// End after so many probes; --resume goes on.
    #[arg(long, value_name = "N", value_parser = values::count())]
    pub max_probes: Option<u32>,
    /// End before the probes cost more, in US dollars.
    #[arg(long, value_name = "USD", value_parser = values::positive)]
    pub max_cost: Option<f64>,
    /// Begin no more probes after so many minutes.
    #[arg(long, value_name = "M", value_parser = values::positive)]
    pub max_minutes: Option<f64>,
    /// Probes at a time, of an agent that takes time [default: 4].
    #[arg(long, value_name = "N", value_parser = values::count())]
    pub concurrency: Option<u32>,
}

impl Spending {
    /// Puts into the setup what is said here, else what the configuration says, else the usual.
    pub fn limit(&self, setup: &mut Setup, config: &Config) {
        let probes = self.max_probes.or(config.max_probes);
        let minutes = self.max_minutes.or(config.max_minutes);
        setup.choices.caps = Caps {
            probes: probes.map(|probes| probes as usize),
            cost_usd: self.max_cost.or(config.max_cost),
            // Minutes beyond any life are no cap.
            duration_ms: minutes.map(|m| (m * 60_000.0) as u64),
        };
        setup.caps = setup.choices.caps(setup.asks());
        let concurrency = self.concurrency.or(config.concurrency);
        setup.concurrency = concurrency.unwrap_or(setup.concurrency);
    }
}

/// Which cap ended the run of a board and what is missing for it, in words; `None` where none did.
pub(super) fn told(board: &Board, caps: &Caps) -> Option<String> {
    let (left, planned) = (board.run.left(), board.run.counts.planned);
    // A plan that was ended by a cap has it.
    let cap = caps.told(board.run.cap?).unwrap_or_default();
    Some(format!("ended at the cap of {cap}, {left} of {planned} probes are missing"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        core::plan::Over,
        engine::loader::{CatalogRequest, UserFolders},
    };

    #[test]
    fn what_is_said_comes_over_the_usual() {
        let catalog = CatalogRequest {
            paths: vec![],
            harness: None,
            cwd: "/".into(),
            user: UserFolders::default(),
        };
        let mut setup = Setup::of(catalog);
        Spending::default().limit(&mut setup, &Config::default());
        assert_eq!((setup.caps, setup.concurrency), (Caps::default(), 4));
        let spending = Spending {
            max_minutes: Some(1.5),
            max_cost: Some(0.5),
            concurrency: Some(9),
            ..Spending::default()
        };
        let config = Config {
            max_minutes: Some(7.0),
            max_probes: Some(30),
            concurrency: Some(2),
            ..Config::default()
        };
        spending.limit(&mut setup, &config);
        let caps = Caps { probes: Some(30), cost_usd: Some(0.5), duration_ms: Some(90_000) };
        assert_eq!((setup.caps, setup.concurrency), (caps, 9));
        Spending::default().limit(&mut setup, &config);
        let caps = Caps { probes: Some(30), cost_usd: None, duration_ms: Some(420_000) };
        assert_eq!((setup.caps, setup.concurrency), (caps, 2));
    }

    #[test]
    fn a_run_that_a_cap_ended_says_which_and_what_is_missing() {
        let caps = Caps { probes: Some(1), duration_ms: Some(90_000), ..Caps::default() };
        let mut board = Board::default();
        board.run.counts.planned = 4;
        assert_eq!(told(&board, &caps), None);
        for (cap, words) in [(Over::Duration, "1.5 minutes"), (Over::Probes, "1 probe")] {
            board.run.cap = Some(cap);
            let expected = format!("ended at the cap of {words}, 4 of 4 probes are missing");
            assert_eq!(told(&board, &caps), Some(expected));
        }
    }
}
