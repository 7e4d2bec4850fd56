//! What of a harness is here, without a model and without asking anybody: its program with its version,
//! and a key or a login.

use std::sync::Arc;

use crate::{
    core::{listing::Profile, stream::Format},
    engine::{
        agent::{
            harness::{
                Billing, Harness, Home, Options, credential::Credential, find::needs, kind::Kind,
                version,
            },
            wiring::Problem,
        },
        process::Environment,
        secret::Scrubber,
    },
};

/// What was found, and the first thing that is missing.
#[derive(Clone, Debug, Default)]
pub struct Here {
    pub version: Option<String>,
    /// Where its key is, or its login; of several services, all for which there is a key.
    pub account: String,
    pub lacks: Option<Problem>,
}

impl Harness {
    /// Looks; runs the program once, for its version.
    pub async fn here(
        format: Format,
        profile: Arc<Profile>,
        options: Options,
        environment: Environment,
    ) -> Here {
        let kind = Kind::of(format);
        let agent = profile.title.clone();
        let account = account(kind, &agent, &options, &environment);
        let mut here = Here::default();
        let program = match needs(kind, &agent, &options, &environment).await {
            Ok(program) => program,
            Err((_, problem)) => {
                let account = account.unwrap_or_default();
                return Here { account, lacks: Some(problem), ..here };
            }
        };
        let credential = Credential { secret: None, into: kind.own_key, billing: Billing::Local };
        let harness = Self {
            kind,
            profile,
            program,
            version: String::new(),
            model: String::new(),
            scrubber: Scrubber::of(&credential.secret),
            credential,
            options,
            environment,
        };
        match version::of(&harness).await {
            Ok(version) => here.version = Some(version),
            Err(problem) => here.lacks = Some(problem),
        }
        match account {
            Ok(account) => here.account = account,
            Err(problem) => here.lacks = here.lacks.or(Some(problem)),
        }
        here
    }
}

/// Whose account it would be, by the names of variables.
fn account(
    kind: &Kind,
    agent: &str,
    options: &Options,
    environment: &Environment,
) -> Result<String, Problem> {
    if let Some(key) = &options.key {
        return Ok(format!("key in {}", key.variable()));
    }
    if let Some(url) = &options.base_url {
        return match url.is_local() {
            true => Ok("no key: the service is on this machine".to_owned()),
            false => Err(Problem::NoCredential { agent: agent.to_owned(), variables: Vec::new() }),
        };
    }
    if options.home == Home::Real {
        return Ok("the login of your own home".to_owned());
    }
    let set = kind.credentials.iter().filter(|source| environment.get(source.variable).is_some());
    let told = |source: &super::credential::Source| match source.models {
        "" => source.variable.to_owned(),
        models => format!("{} for {models}…", source.variable),
    };
    let set: Vec<String> = set.map(told).collect();
    match set.first() {
        None => {
            let variables = kind.credentials.iter().map(|source| source.variable.to_owned());
            Err(Problem::NoCredential { agent: agent.to_owned(), variables: variables.collect() })
        }
        // One without a service of its own is taken before the others.
        Some(first) if !first.contains(' ') => Ok(format!("key in {first}")),
        Some(_) => Ok(format!("keys in {}", set.join(", "))),
    }
}
