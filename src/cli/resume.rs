//! A run that goes on: what was asked when it was begun is asked again.

use std::path::PathBuf;

use super::{
    Failure, asking::Questions, choose, output, runs, surroundings::Surroundings, target::Target,
};
use crate::{
    core::{
        measure::Confidence,
        plan::{Asking, Evidence},
        run::missing,
    },
    engine::{
        session::{Keep, Setup},
        store::LATEST,
    },
};

/// The setup of the run that `name` means. Paths that are named now stand for those of then, since
/// a checkout may lie elsewhere today; everything else is as it was.
pub(super) fn setup(name: &str, target: Target, here: &Surroundings) -> Result<Setup, Failure> {
    let beside = target.paths.first().map(std::path::PathBuf::as_path);
    let store = runs::store(beside, here.places.as_ref())?;
    let run = match name {
        LATEST => store.resume(&store.unfinished()?.id)?,
        name => store.resume(name)?,
    };
    let plan = &run.plan;
    let left = missing(plan, &run.records).len();
    let torn = match run.torn {
        0 => String::new(),
        bytes => format!(", a last line of {bytes} bytes was cut off"),
    };
    let (id, planned) = (&plan.run, plan.probes());
    output::tell(&format!("run {id} goes on: {left} of {planned} probes are missing{torn}"));
    let or = |now: Vec<_>, then: &[String]| match now.is_empty() {
        true => then.iter().map(Into::into).collect(),
        false => now,
    };
    let asked = &plan.asked;
    let replayed = plan.evidence == Evidence::Recorded;
    let played = asked.script.as_ref().map(PathBuf::from);
    let live = plan.evidence == Evidence::Model;
    let target = Target {
        paths: or(target.paths, &asked.paths),
        queries: or(target.queries, &asked.queries),
        harness: asked.harness.clone(),
        agent: live.then(|| plan.agent.clone()),
        model: asked.listing.model.clone().filter(|_| live),
        attempts: Some(plan.attempts),
        questions: again(target.questions, asked.asking.as_ref()),
        script: target.script.or_else(|| played.clone().filter(|_| !replayed)),
        streams: target.streams.or_else(|| played.filter(|_| replayed)),
        ..target
    };
    let mut setup = choose::setup(target, here)?;
    setup.lenses = choose::lenses(&setup, &asked.listing, live)?;
    setup.listing.clone_from(&asked.listing);
    setup.whole.clone_from(&asked.whole);
    // A script may call its agent as it likes.
    let scripted = asked.script.is_some() && !replayed;
    setup.agent = if scripted { "fake".into() } else { plan.agent.clone() };
    setup.limits = plan.limits.clone();
    setup.attempts = plan.attempts;
    setup.seed = plan.seed;
    setup.shard = plan.shard;
    setup.offered = plan.offered;
    setup.pair.clone_from(&asked.pair);
    setup.lexical = plan.lexical;
    setup.confidence = Confidence::new(plan.confidence).unwrap_or_default();
    setup.keep = Keep::Resumed(Box::new(run));
    Ok(setup)
}

/// What was said of an agent that asks a model is said again; what is said now comes over it.
fn again(now: Questions, then: Option<&Asking>) -> Questions {
    let Some(then) = then.cloned() else { return now };
    Questions {
        base_url: now.base_url.or(then.base_url.map(String::from)),
        api_key_env: now.api_key_env.or(then.api_key_env),
        choice: now.choice || then.choice,
        tools: now.tools.or(Some(then.tools)),
        home: now.home.or(Some(then.home)),
        mapping: now.mapping.or(then.mapping.map(PathBuf::from)),
        timeout: now.timeout.or(then.timeout_s),
        temperature: now.temperature.or(then.temperature),
        ..now
    }
}
