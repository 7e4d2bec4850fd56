//! Finding a harness: its program, what it needs, its version, its key.

use std::{
    fs::File,
    io::Read,
    path::{Path, PathBuf},
    sync::Arc,
};

use crate::{
    core::{listing::Profile, stream::Format},
    engine::{
        agent::{
            NotReady,
            harness::{Harness, Home, Options, credential::Credential, kind::Kind, version},
            wiring::{Problem, What},
        },
        process::Environment,
        secret::Scrubber,
    },
};

impl Harness {
    /// Finds what is wanted as the environment has it; runs the program once, for its version.
    ///
    /// # Errors
    /// Something that it needs is not here, or what is wanted cannot be had.
    pub async fn find(
        format: Format,
        profile: Arc<Profile>,
        options: Options,
        environment: Environment,
    ) -> Result<Self, NotReady> {
        let (what, problem) = match Self::look(format, profile, options, environment).await {
            Ok(harness) => return Ok(harness),
            Err(problem) => problem,
        };
        Err(NotReady::Wiring { what, problem: Box::new(problem) })
    }

    async fn look(
        format: Format,
        profile: Arc<Profile>,
        mut options: Options,
        environment: Environment,
    ) -> Result<Self, (What, Problem)> {
        let kind = Kind::of(format);
        let agent = profile.title.clone();
        let program = needs(kind, &agent, &options, &environment).await?;
        let stated = options.model.as_deref().map(str::trim).filter(|model| !model.is_empty());
        let Some(model) = stated.map(str::to_owned) else {
            return Err((What::Service, Problem::NoModel { agent }));
        };
        if options.home == Home::Real
            && let Err(why) = kind.real_home(&profile, &options, &environment)
        {
            return Err((What::Residents, Problem::RealHome { agent, why }));
        }
        let credential = Credential::of(kind, &agent, &model, &options, &environment)
            .map_err(|problem| (What::Credential, problem))?;
        options.cache = options.cache.or_else(|| cache(&environment));
        let mut harness = Self {
            kind,
            profile,
            program,
            version: String::new(),
            model,
            scrubber: Scrubber::of(&credential.secret),
            credential,
            options,
            environment,
        };
        harness.version = version::of(&harness).await.map_err(|it| (What::Program, it))?;
        Ok(harness)
    }
}

/// The program of a harness, where everything else is here that it needs to run.
pub(super) async fn needs(
    kind: &Kind,
    agent: &str,
    options: &Options,
    environment: &Environment,
) -> Result<PathBuf, (What, Problem)> {
    let wanted = options.program.clone().unwrap_or_else(|| PathBuf::from(kind.command));
    let program = environment.find(&wanted).ok_or_else(|| {
        (What::Program, Problem::NoProgram { command: wanted.display().to_string() })
    })?;
    if let Some(needed) = kind.node.filter(|_| is_script(&program)) {
        version::node(environment, agent, needed).await.map_err(|it| (What::Node, it))?;
    }
    if kind.ripgrep && environment.find(Path::new("rg")).is_none() {
        return Err((What::Helper, Problem::NoRipgrep { agent: agent.to_owned() }));
    }
    Ok(program)
}

/// A folder for what may be thrown away, below the person's own.
fn cache(environment: &Environment) -> Option<PathBuf> {
    let set =
        environment.get("XDG_CACHE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let usual = || environment.home().map(|home| home.join(".cache"));
    Some(set.or_else(usual)?.join("skillscope").join("harnesses"))
}

/// It runs by Node, as its first line says; others are programs of the machine.
fn is_script(program: &Path) -> bool {
    let mut head = [0; 64];
    let read = File::open(program).and_then(|mut file| file.read(&mut head));
    let length = read.unwrap_or(0);
    let first = head[..length].split(|byte| *byte == b'\n').next().unwrap_or_default();
    first.starts_with(b"#!") && String::from_utf8_lossy(first).contains("node")
}
