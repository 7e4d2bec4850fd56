//! From what was said on the command line and in the configuration to what a session is asked.

use std::{path::PathBuf, sync::Arc};

use super::{
    Failure, consent, output, spending::Spending, surroundings::Surroundings, target::Target,
};
use crate::{
    core::{
        lexical::{Options, Params, Tokenizer},
        lint,
        listing::{Lenses, Wanted},
        measure::Confidence,
        plan::{Asking, Limits},
        workbench::{agents::Wish, linting::Strictness},
    },
    engine::{
        agent::{COMMAND, LIVE, NotReady},
        config::Config,
        loader::{self, CatalogRequest},
        session::{self, Choices, Setup, SetupError},
    },
};

/// As [`setup`], for a command that asks no agent: whoever would be asked is not even looked for.
pub(super) fn words(mut target: Target, here: &Surroundings) -> Result<Setup, Failure> {
    let agent = target.agent.as_ref().or(here.config.agent.as_ref());
    if agent.is_some_and(|agent| LIVE.contains(&agent.as_str())) {
        target.agent = Some("keyword".to_owned());
    }
    begun(target, here, Asking::default())
}

/// The setup that the flags ask for; where they are silent, the configuration; where that is too,
/// the defaults. An agent that asks a model is found and not asked: see [`super::consent`].
pub(super) fn setup(target: Target, here: &Surroundings) -> Result<Setup, Failure> {
    let asking = asking(&target, here)?;
    let mut setup = begun(target, here, asking)?;
    if let Some(wish) = setup.wish.take() {
        let chosen = session::runtime()?.block_on(setup.find(wish))?;
        if let Some(note) = &chosen.note {
            output::tell(note);
        }
        setup.turn_to(chosen)?;
    }
    Ok(setup)
}

/// As [`setup`], for somebody before a screen, which waits for nothing: an agent that asks a model is
/// looked for once it is there, and agreed to there before it is asked.
///
/// # Errors
/// As [`setup`], and nobody says which model is asked.
pub(super) fn on_screen(
    spending: &Spending,
    target: Target,
    here: &Surroundings,
) -> Result<Setup, Failure> {
    let asking = asking(&target, here)?;
    let mut setup = begun(target, here, asking)?;
    if let Some(wish) = &setup.wish
        && wish.model.is_none()
        && wish.name != COMMAND
    {
        return Err(SetupError::NotReady(NotReady::NoModel(wish.name.clone())).into());
    }
    setup.gated = true;
    spending.limit(&mut setup, &here.config);
    Ok(setup)
}

/// How agents that ask a model are asked.
fn asking(target: &Target, here: &Surroundings) -> Result<Asking, Failure> {
    let model = target.model.clone().or_else(|| here.config.model.clone());
    target.questions.settle(model, &here.config)
}

/// The setup without the agent that would be asked for real, which is wished for.
fn begun(target: Target, here: &Surroundings, asking: Asking) -> Result<Setup, Failure> {
    let config = &here.config;
    // A folder that is named is that folder, whatever harness the configuration prefers.
    let preferred = config.harness.clone().filter(|_| target.paths.is_empty());
    let agent = target.agent.clone().or_else(|| config.agent.clone());
    let live = agent.as_deref().filter(|agent| LIVE.contains(agent));
    let others = target.harness.clone().or_else(|| preferred.clone());
    let harness = seen_by(target.harness, live)?.or(preferred);
    let request = CatalogRequest::here(target.paths, harness).map_err(SetupError::Runtime)?;
    let mut setup = Setup::of(request);
    setup.places.clone_from(&here.places);
    setup.queries = target.queries;
    setup.wish = live.map(|live| Wish {
        name: live.to_owned(),
        model: asking.model.clone(),
        mapping: asking.mapping.clone(),
    });
    if let (Some(agent), None) = (&agent, live) {
        setup.agent.clone_from(agent);
    }
    setup.script = target.script.as_deref().map(Setup::read_script).transpose()?;
    setup.script_file = target.script.or_else(|| target.streams.clone());
    setup.attempts = target.attempts.or(config.attempts).unwrap_or(setup.attempts);
    let usual = Limits::default();
    setup.limits = Limits {
        max_turns: target.max_turns.or(config.max_turns).unwrap_or(usual.max_turns),
        max_steps: target.max_steps.or(config.max_steps).unwrap_or(usual.max_steps),
        early_exit: !target.no_early_exit && config.early_exit.unwrap_or(usual.early_exit),
        engages: target.engagement.unwrap_or(usual.engages),
    };
    let usual = Params::default();
    setup.lexical = Options {
        fields: target.fields.or(config.fields).unwrap_or_default(),
        params: Params {
            k1: target.k1.or(config.k1).unwrap_or(usual.k1),
            b: target.b.or(config.b).unwrap_or(usual.b),
        },
        tokenizer: if target.plain_tokens { Tokenizer::PLAIN } else { Tokenizer::default() },
        include_hidden: target.include_hidden || config.include_hidden.unwrap_or(false),
    };
    let wanted = Wanted {
        model: target.model.or_else(|| config.model.clone()),
        context: target.context.or(config.context),
        // Of a u32, so that a file says the same on every machine.
        budget: target.budget.or(config.budget).map(|budget| budget as usize),
    };
    setup.lenses = lenses(&setup, &wanted, live.is_some())?;
    setup.choices = Choices {
        asking,
        attempts: target.attempts.or(config.attempts),
        harness: others,
        listing: wanted.clone(),
        prices: config.prices.clone(),
        yes: target.questions.yes,
        trusted: config.trusted == Some(true),
        unagreed: here.unagreed(),
        ..setup.choices
    };
    setup.listing = wanted;
    let harness = setup.catalog.harness.as_deref();
    let read = |folder: PathBuf| Setup::read_streams(&folder, harness, &setup.lenses);
    setup.recordings = target.streams.map(read).transpose()?;
    let configured = || config.confidence.and_then(Confidence::new);
    Spending::default().limit(&mut setup, config);
    let levels = config.levels.clone();
    setup.lint = Arc::new(Strictness { levels, limits: limits(config) });
    setup.confidence = target.confidence.or_else(configured).unwrap_or_default();
    Ok(setup)
}

/// A harness that is asked sees the skills with its own eyes.
fn seen_by(named: Option<String>, live: Option<&str>) -> Result<Option<String>, Failure> {
    let own = live.filter(|agent| loader::harnesses().any(|harness| harness == *agent));
    match (own, named) {
        (Some(own), Some(named)) if own != named => Err(Failure::Usage(format!(
            "the agent {own} sees the skills as {own} does, not as {named}: leave --as out"
        ))),
        (own, named) => Ok(named.or_else(|| own.map(str::to_owned))),
    }
}

/// The harnesses to look through. A model that is asked may be one of which nobody knows the window;
/// that is said when the agent is found.
pub(super) fn lenses(setup: &Setup, wanted: &Wanted, live: bool) -> Result<Lenses, SetupError> {
    let user = &setup.catalog.user;
    match live {
        true => Ok(Setup::lenses_of_any(user, wanted)?.0),
        false => Setup::lenses(user, wanted),
    }
}

/// As [`setup`], agreed to by whoever has to; `arms` times as many probes as rows.
pub(super) fn agreed(target: Target, here: &Surroundings, arms: usize) -> Result<Setup, Failure> {
    agreed_within(&Spending::default(), target, here, arms)
}

/// As [`agreed`], within what is said of the spending.
pub(super) fn agreed_within(
    spending: &Spending,
    target: Target,
    here: &Surroundings,
    arms: usize,
) -> Result<Setup, Failure> {
    let mut setup = setup(target, here)?;
    spending.limit(&mut setup, &here.config);
    consent::obtain(&setup, arms)?;
    Ok(setup)
}

/// The bars that a lint holds texts to, as the configuration has them.
pub(super) fn limits(config: &Config) -> lint::Limits {
    let usual = lint::Limits::default();
    // Of a u32, so that a file says the same on every machine.
    let or = |said: Option<u32>, usual: usize| said.map_or(usual, |said| said as usize);
    lint::Limits {
        max_description_length: or(config.max_description_length, usual.max_description_length),
        max_name_length: or(config.max_name_length, usual.max_name_length),
        min_description_length: or(config.min_description_length, usual.min_description_length),
        catalog_budget: config.catalog_budget.map(|most| most as usize).or(usual.catalog_budget),
        near_duplicate: config.near_duplicate.unwrap_or(usual.near_duplicate),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::lexical::Fields;

    #[test]
    fn flags_come_over_the_configuration_and_that_over_the_defaults() {
        let config = Config {
            k1: Some(1.2),
            b: Some(0.5),
            attempts: Some(5),
            early_exit: Some(false),
            harness: Some("codex".into()),
            confidence: Some(0.8),
            ..Config::default()
        };
        let here = Surroundings { config, ..Surroundings::default() };
        let target = Target {
            k1: Some(2.0),
            fields: "name".parse().ok(),
            plain_tokens: true,
            ..Target::default()
        };
        let chosen = setup(target, &here).expect("nothing is read");
        assert_eq!(chosen.lexical.params, Params { k1: 2.0, b: 0.5 });
        let name = Fields { name: true, description: false, when_to_use: false };
        assert_eq!((chosen.lexical.fields, chosen.lexical.tokenizer), (name, Tokenizer::PLAIN));
        assert_eq!((chosen.attempts, chosen.limits.early_exit), (5, false));
        assert_eq!((chosen.limits.max_turns, chosen.confidence.level()), (3, 0.8));
        assert_eq!(chosen.catalog.harness.as_deref(), Some("codex"));

        let target = Target { paths: vec!["skills".into()], ..Target::default() };
        let named = setup(target, &here).expect("nothing is read");
        assert_eq!((named.catalog.harness, named.agent.as_str()), (None, "keyword"));
        let usual = setup(Target::default(), &Surroundings::default()).expect("nothing is read");
        assert_eq!(usual.lexical, Options::default());
    }
}
