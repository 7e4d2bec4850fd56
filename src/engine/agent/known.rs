//! Which agents that ask a model are here, and what each of them lacks. Nobody is asked anything.
//!
//! Must not know who wants to know.

use std::sync::Arc;

use crate::{
    core::{
        listing::Profile,
        plan::Asking,
        workbench::agents::{Kind, Known, Lack},
    },
    engine::{
        agent::{
            Around, LIVE, NotReady,
            api::Service,
            command::{self, Command, Declared, shipped},
            find::key,
            harness::{Harness, Here, Options},
            wiring::Problem,
        },
        secret::Secret,
    },
};

/// All that can be named, in the order of their list, asked as somebody wishes.
pub async fn known(
    asking: &Asking,
    around: &Around,
    profiles: impl Fn(&str) -> Option<Arc<Profile>>,
) -> Vec<Known> {
    let mut all = Vec::new();
    let named = key(asking, &around.environment);
    for name in LIVE {
        if let Ok(service) = name.parse::<Service>() {
            all.push(of_service(service, asking, &named, around));
        } else if name == command::NAME {
            all.extend(of_commands(asking, around));
        } else {
            all.push(of_harness(name, asking, &named, around, profiles(name)).await);
        }
    }
    all
}

type Key = Result<Option<Secret>, NotReady>;

async fn of_harness(
    name: &str,
    asking: &Asking,
    key: &Key,
    around: &Around,
    profile: Option<Arc<Profile>>,
) -> Known {
    let known =
        Known { name: name.to_owned(), kind: Kind::Harness, needs_model: true, ..Known::default() };
    let (Ok(format), Some(profile)) = (name.parse(), profile) else {
        return Known { lacks: Some(lack(&NotReady::NotHere(name.to_owned()))), ..known };
    };
    let options = Options {
        base_url: asking.base_url.clone(),
        key: key.as_ref().ok().cloned().flatten(),
        tools: asking.tools,
        home: asking.home,
        ..Options::default()
    };
    let Here { version, account, lacks } =
        Harness::here(format, profile, options, around.environment.clone()).await;
    let meaningless = |flag| NotReady::Meaningless { agent: name.to_owned(), flag };
    let said = [(asking.choice, "choice"), (asking.temperature.is_some(), "temperature")];
    let said = said.into_iter().find(|(said, _)| *said).map(|(_, flag)| lack(&meaningless(flag)));
    let lacks = lacks.as_ref().map(of_problem).or_else(|| key.as_ref().err().map(lack)).or(said);
    Known { version, about: account, lacks, ..known }
}

fn of_service(service: Service, asking: &Asking, key: &Key, around: &Around) -> Known {
    let known =
        Known { name: service.to_string(), kind: Kind::Api, needs_model: true, ..Known::default() };
    let variable = service.variable();
    let base = asking.base_url.as_ref();
    match (key, base) {
        (Err(error), _) => Known { lacks: Some(lack(error)), ..known },
        (Ok(Some(key)), _) => Known { about: format!("key in {}", key.variable()), ..known },
        (Ok(None), Some(base)) => Known { about: format!("no key, at {base}"), ..known },
        (Ok(None), None) if around.environment.get(variable).is_some() => {
            Known { about: format!("key in {variable}"), ..known }
        }
        (Ok(None), None) => Known {
            lacks: Some(Lack {
                problem: format!("{variable} is not set"),
                remedy: format!(
                    "Set {variable}, or state the address of a server with --base-url."
                ),
            }),
            ..known
        },
    }
}

/// The file that was named; without one, those that come along.
fn of_commands(asking: &Asking, around: &Around) -> Vec<Known> {
    let named = asking.mapping.as_deref();
    let files: Vec<&str> = named.map_or_else(|| shipped().collect(), |named| vec![named]);
    let of = |mapping: &str| {
        let known = Known {
            name: command::NAME.to_owned(),
            mapping: Some(mapping.to_owned()),
            kind: Kind::Command,
            ..Known::default()
        };
        // Whether it asks for a model is its own matter, so that any is good enough to look.
        let any = Some("any".to_owned());
        let found = Declared::read(mapping).map_err(NotReady::from).and_then(|declared| {
            let (about, needs_model) =
                (declared.account(&around.environment), declared.asks_model());
            Command::find(declared, any, around.environment.clone(), Vec::new())?;
            Ok((about, needs_model))
        });
        match found {
            Ok((about, needs_model)) => Known { about, needs_model, ..known },
            Err(error) => Known { lacks: Some(lack(&error)), ..known },
        }
    };
    files.into_iter().map(of).collect()
}

fn of_problem(problem: &Problem) -> Lack {
    Lack { problem: problem.to_string(), remedy: problem.remedy() }
}

/// The sentences of an error: what is wrong, then what to do.
fn lack(error: &NotReady) -> Lack {
    if let NotReady::Wiring { problem, .. } = error {
        return of_problem(problem);
    }
    let told = error.to_string();
    match told.split_once([':', ';']) {
        Some((problem, remedy)) => {
            Lack { problem: problem.to_owned(), remedy: remedy.trim().to_owned() }
        }
        None => Lack { problem: told, remedy: String::new() },
    }
}
