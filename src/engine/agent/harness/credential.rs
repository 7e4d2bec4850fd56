//! Whose account a harness uses: a key in a variable, or the login of the real home.
//!
//! Files with credentials are never read, copied or linked.

use crate::{
    core::plan::BaseUrl,
    engine::{
        agent::{
            harness::{Home, Options, kind::Kind},
            wiring::Problem,
        },
        process::Environment,
        secret::Secret,
    },
};

/// How probes are paid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::Display)]
#[strum(serialize_all = "kebab-case")]
pub enum Billing {
    /// By use: dollars.
    ApiKey,
    /// By a token of an account: sessions count, not dollars.
    Token,
    /// By the person's own login: sessions count, not dollars.
    Subscription,
    /// Nobody: the service is on this machine.
    Local,
}

/// A variable that a harness looks for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source {
    pub variable: &'static str,
    /// What the harness itself wants it to be called.
    pub into: &'static str,
    pub billing: Billing,
    /// What the model's name begins with where the key is for such only.
    pub models: &'static str,
}

/// What stands for a key where nobody looks at it.
pub(super) const NO_KEY: &str = "no-key-needed";

#[derive(Clone, Debug)]
pub(super) struct Credential {
    pub secret: Option<Secret>,
    /// The variable of the child that it goes into.
    pub into: &'static str,
    pub billing: Billing,
}

impl Credential {
    /// The key that was named, else the first that is set; none for a service on this machine,
    /// which shall not be shown the key of another.
    pub fn of(
        kind: &Kind,
        agent: &str,
        model: &str,
        options: &Options,
        environment: &Environment,
    ) -> Result<Self, Problem> {
        let local = options.base_url.as_ref().is_some_and(BaseUrl::is_local);
        let fits =
            |source: &&Source| options.base_url.is_some() || model.starts_with(source.models);
        let sources: Vec<&Source> = kind.credentials.iter().filter(fits).collect();
        let into = sources.first().map_or(kind.own_key, |source| source.into);
        if let Some(secret) = &options.key {
            let billing = if local { Billing::Local } else { Billing::ApiKey };
            return Ok(Self { secret: Some(secret.clone()), into, billing });
        }
        if local {
            return Ok(Self { secret: None, into, billing: Billing::Local });
        }
        if options.home == Home::Real {
            return Ok(Self { secret: None, into, billing: Billing::Subscription });
        }
        // Nor shall any other service, unless somebody says so by name.
        let sources = if options.base_url.is_some() { Vec::new() } else { sources };
        for source in &sources {
            let Some(value) = environment.get(source.variable) else { continue };
            let bad = |cause: String| Problem::BadCredential {
                variable: source.variable.to_owned(),
                cause,
            };
            let value = value.to_str().ok_or_else(|| bad("it is not text".to_owned()))?;
            let secret =
                Secret::new(source.variable, value).map_err(|error| bad(error.to_string()))?;
            let (into, billing) = (source.into, source.billing);
            return Ok(Self { secret: Some(secret), into, billing });
        }
        let variables = sources.iter().map(|source| source.variable.to_owned()).collect();
        Err(Problem::NoCredential { agent: agent.to_owned(), variables })
    }

    /// What the child is given as its key.
    pub fn value(&self) -> &str {
        self.secret.as_ref().map_or(NO_KEY, Secret::reveal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::stream::Format;

    #[test]
    fn the_usual_key_goes_to_the_usual_service_alone() {
        let environment = [("OPENAI_API_KEY", "key-of-many-letters")].into_iter().collect();
        let of = |base_url: Option<&str>| {
            let base_url = base_url.map(|url| BaseUrl::new(url).unwrap());
            let options = Options { base_url, ..Options::default() };
            Credential::of(Kind::of(Format::Codex), "Codex", "m-1", &options, &environment)
        };
        let usual = of(None).unwrap();
        assert_eq!((usual.into, usual.billing), ("CODEX_API_KEY", Billing::ApiKey));
        let local = of(Some("http://127.0.0.1:1")).unwrap();
        assert_eq!((local.value(), local.billing), (NO_KEY, Billing::Local));
        let other = of(Some("https://models.example/v1")).unwrap_err();
        assert!(other.remedy().contains("--api-key-env"), "{other}");
    }
}
