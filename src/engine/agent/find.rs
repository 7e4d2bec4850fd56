//! From what a person said of an agent that asks a model to the one that is asked.
//!
//! Must not know who has agreed to it, nor what it will be asked.

use std::{path::PathBuf, sync::Arc};

use crate::{
    core::{
        listing::Profile,
        plan::{Asking, Prices},
        stream::Format,
    },
    engine::{
        agent::{
            Live, NotReady,
            api::{Api, ApiOptions, Service},
            command::{self, Command, Declared, FileError},
            harness::{self, Harness},
        },
        process::Environment,
        secret::Secret,
    },
};

/// What is there to find an agent by.
#[derive(Clone, Debug, Default)]
pub struct Around {
    pub environment: Environment,
    /// The person's own prices of models.
    pub prices: Prices,
    /// Of the harness that is asked, if one is.
    pub profile: Option<Arc<Profile>>,
    /// Folders that the paths of query files may be relative to, the first that fits.
    pub query_roots: Vec<PathBuf>,
}

impl Live {
    /// The one of that name, asked as somebody wishes. Nothing is asked yet.
    ///
    /// # Errors
    /// No model was stated, or what it needs is not here.
    pub async fn find(agent: &str, asking: &Asking, around: Around) -> Result<Self, NotReady> {
        if asking.model.is_none() && agent != command::NAME {
            return Err(NotReady::NoModel(agent.to_owned()));
        }
        let key = key(asking, &around.environment)?;
        let flag = |flag| NotReady::Meaningless { agent: agent.to_owned(), flag };
        if let Ok(service) = agent.parse::<Service>() {
            return Ok(Self::Api(Arc::new(api(service, asking, key, around)?)));
        }
        if agent == command::NAME {
            let declared = Declared::read(asking.mapping.as_deref().ok_or(FileError::Unnamed)?)?;
            let (model, roots) = (asking.model.clone(), around.query_roots);
            let found = Command::find(declared, model, around.environment, roots)?;
            return Ok(Self::Command(Arc::new(found)));
        }
        if asking.choice {
            return Err(flag("choice"));
        }
        if asking.temperature.is_some() {
            return Err(flag("temperature"));
        }
        let (Ok(format), Some(profile)) = (agent.parse::<Format>(), &around.profile) else {
            return Err(NotReady::NotHere(agent.to_owned()));
        };
        let options = harness::Options {
            program: None,
            model: asking.model.clone(),
            base_url: asking.base_url.clone(),
            key,
            tools: asking.tools,
            home: asking.home,
            query_roots: around.query_roots,
            cache: None,
        };
        let profile = Arc::clone(profile);
        let found = Harness::find(format, profile, options, around.environment).await?;
        Ok(Self::Harness(Arc::new(found)))
    }
}

/// The key that was named.
pub(super) fn key(asking: &Asking, environment: &Environment) -> Result<Option<Secret>, NotReady> {
    let read = |name: &String| Secret::in_variable(environment, name);
    Ok(asking.api_key_env.as_ref().map(read).transpose()?)
}

/// The usual key goes to the service's own address alone: another would be shown a key that is none
/// of its own.
fn api(
    service: Service,
    asking: &Asking,
    key: Option<Secret>,
    around: Around,
) -> Result<Api, NotReady> {
    let variable = service.variable();
    let usual = || match (&asking.base_url, around.environment.get(variable)) {
        (None, Some(_)) => Secret::in_variable(&around.environment, variable).map(Some),
        _ => Ok(None),
    };
    let key = match key {
        Some(key) => Some(key),
        None => usual()?,
    };
    let options = ApiOptions {
        service,
        model: asking.model.clone(),
        base_url: asking.base_url.clone(),
        key,
        choice: asking.choice,
        temperature: asking.temperature,
        max_tokens: None,
        prices: around.prices,
    };
    Ok(Api::new(options)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{core::plan::BaseUrl, engine::agent::Billing};

    const KEY: &str = "key-of-many-letters";

    async fn find(asking: Asking, variables: &[&str]) -> Result<Live, NotReady> {
        let environment = variables.iter().map(|name| (*name, KEY)).collect();
        Live::find("openai", &asking, Around { environment, ..Around::default() }).await
    }

    fn asking(base_url: Option<&str>) -> Asking {
        let base_url = base_url.map(|url| BaseUrl::new(url).expect("an address"));
        Asking { model: Some("m-1".into()), base_url, ..Asking::default() }
    }

    #[tokio::test]
    async fn the_usual_key_goes_to_the_usual_address_alone() {
        let usual = find(asking(None), &["OPENAI_API_KEY"]).await.expect("found").about();
        assert_eq!(usual.billing, Billing::ApiKey("OPENAI_API_KEY".into()));
        for url in ["http://127.0.0.1:1/v1", "https://models.example/v1"] {
            let other = find(asking(Some(url)), &["OPENAI_API_KEY"]).await.expect("found").about();
            assert_eq!(other.environment, Vec::<String>::new(), "{url}");
        }
        let named = Asking {
            api_key_env: Some("OTHER_KEY".into()),
            ..asking(Some("https://models.example/v1"))
        };
        let named = find(named, &["OPENAI_API_KEY", "OTHER_KEY"]).await.expect("found").about();
        assert_eq!(named.environment, ["OTHER_KEY"]);
        assert!(!format!("{named:?}").contains(KEY));
    }

    #[tokio::test]
    async fn what_is_missing_is_named() {
        let told = |found: Result<Live, NotReady>| found.map(|_| ()).unwrap_err().to_string();
        assert!(told(find(asking(None), &[]).await).contains("OPENAI_API_KEY"));
        assert!(told(find(Asking::default(), &[]).await).contains("--model"));
        let named = Asking { api_key_env: Some("OTHER_KEY".into()), ..asking(None) };
        assert!(told(find(named, &["OPENAI_API_KEY"]).await).contains("OTHER_KEY is not set"));
    }
}
