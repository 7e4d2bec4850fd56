//! `skillscope doctor`: whether an agent can be asked at all, and what to mend where it cannot.

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::{
    Failure, choose, consent, exit::Exit, output, surroundings::Surroundings, target::Target,
};
use crate::{
    core::{
        visible::line,
        workbench::agents::{Kind, Known},
    },
    engine::{
        agent::{
            NotReady,
            wiring::{Found, Wiring},
        },
        session::{self, Setup, SetupError},
    },
};

/// How far it goes, and how it is told.
#[derive(Debug, Args)]
pub struct Wanted {
    /// Leave out the probe that asks the model to use a skill: then nothing costs anything.
    #[arg(long)]
    pub no_ask: bool,
    #[arg(long, value_enum, default_value_t = DoctorFormat::Text)]
    pub format: DoctorFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DoctorFormat {
    Text,
    Json,
}

/// The document.
#[derive(Serialize)]
struct Document<'a> {
    schema: &'static str,
    holds: bool,
    #[serde(flatten)]
    wiring: &'a Wiring,
}

pub(super) fn run(target: Target, here: &Surroundings, wanted: &Wanted) -> Result<Exit, Failure> {
    let named = target.agent.clone().or_else(|| here.config.agent.clone());
    if named.is_none() && wanted.format == DoctorFormat::Text {
        return overview(target, here);
    }
    let named = named.unwrap_or_default();
    let wiring = match choose::setup(target, here) {
        Ok(setup) if setup.live.is_none() => {
            return Err(Failure::Usage(
                "this agent asks nobody, so that nothing can be wrong: name one that asks a model \
                 with --agent"
                    .to_owned(),
            ));
        }
        Ok(setup) => looked(&setup, wanted)?,
        Err(Failure::Setup(SetupError::NotReady(NotReady::Wiring { what, problem }))) => {
            Wiring::stopped(&named, what, *problem)
        }
        Err(failure) => return Err(failure),
    };
    let holds = wiring.holds();
    output::print(&match wanted.format {
        DoctorFormat::Text => text(&wiring),
        DoctorFormat::Json => {
            output::json(&Document { schema: "skillscope.doctor/1", holds, wiring: &wiring })?
        }
    })?;
    Ok(if holds { Exit::Fine } else { Exit::Failed })
}

/// Which agents that ask a model are here. Programs are run for their versions; nobody is asked.
fn overview(target: Target, here: &Surroundings) -> Result<Exit, Failure> {
    let setup = choose::setup(target, here)?;
    let known = session::runtime()?.block_on(session::known(&setup));
    let live = known.iter().filter(|known| known.kind != Kind::StandIn);
    output::print(&live.map(told).collect::<String>())?;
    output::tell("`doctor --agent NAME --model NAME` looks whether one of them can be asked");
    Ok(Exit::Fine)
}

/// A line an agent, with what to do below one that lacks something.
fn told(known: &Known) -> String {
    let name = known.mapping.as_deref().unwrap_or(&known.name);
    let version = known.version.as_deref().unwrap_or_default();
    let about = [version, &known.about].map(line).into_iter().filter(|part| !part.is_empty());
    match &known.lacks {
        None => format!("  here {name:12} {}\n", about.collect::<Vec<_>>().join(", ")),
        Some(lack) => {
            format!("  -    {name:12} {}\n{:20}{}\n", line(&lack.problem), "", line(&lack.remedy))
        }
    }
}

fn looked(setup: &Setup, wanted: &Wanted) -> Result<Wiring, Failure> {
    let ask = !wanted.no_ask;
    if ask {
        consent::to_one_probe(setup)?;
    }
    Ok(session::wiring(setup, &*session::once(setup)?, ask)?)
}

/// A line a check, with what to do below those that failed.
pub(super) fn text(wiring: &Wiring) -> String {
    let version = wiring.version.as_ref().map_or_else(String::new, |version| format!(" {version}"));
    let mut out = format!("{}{}\n", line(&wiring.agent), line(&version));
    for check in &wiring.checks {
        let (word, said) = match &check.found {
            Found::Pass { said } => ("pass", said.clone()),
            Found::Fail { problem } => ("FAIL", problem.to_string()),
            Found::Skipped { why } => ("-", why.clone()),
        };
        out.push_str(&format!("  {word:4} {:11} {}\n", check.what, line(&said)));
        if let Found::Fail { problem } = &check.found {
            out.push_str(&format!("       {:11} {}\n", "", line(&problem.remedy())));
        }
    }
    out
}
