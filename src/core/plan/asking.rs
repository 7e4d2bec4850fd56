//! How an agent behind which a model is shall be asked: what a person said of it, and nothing secret.
//!
//! Must not know who launches it. Values that may cost money or run something are checked here for
//! their form; whether they count is a matter of who wrote them down.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// What was said of an agent that is asked for real. Of a key, the name of its variable alone.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Asking {
    /// As the service calls it. Never defaulted: another model is another measurement.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// Where requests go instead of the service's own address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base_url: Option<BaseUrl>,
    /// The variable that holds the key, instead of the agent's usual ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub api_key_env: Option<String>,
    /// Have the model answer with a name instead of a call, for models without tools.
    pub choice: bool,
    pub tools: Tools,
    pub home: Home,
    /// The file that says how the agent `command` is run and read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mapping: Option<String>,
    /// Seconds that one probe may take.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout_s: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f64>,
    /// The check that it can be asked at all was left out.
    pub unchecked: bool,
}

/// Which tools a harness offers its model.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    strum::Display,
    strum::EnumString,
    strum::EnumIter,
    strum::IntoStaticStr,
    strum::VariantArray,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Tools {
    /// Its usual ones, refused when they are called: leaving them out would bias the choice.
    #[default]
    Usual,
    /// Those for skills and for reading alone.
    Minimal,
}

/// Whose home a harness finds.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    strum::Display,
    strum::EnumString,
    strum::EnumIter,
    strum::IntoStaticStr,
    strum::VariantArray,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Home {
    /// An empty one, made for each probe.
    #[default]
    Isolated,
    /// The person's own, where they are logged in; skills that lie there are shut out.
    Real,
}

/// An address that requests go to: a scheme, a host and a path, without anything secret in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct BaseUrl(String);

/// Why an address cannot be used. It is not repeated, since a key may stand in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NoBaseUrl {
    #[error("a base URL begins with http:// or https:// and names a host")]
    NoHost,
    #[error(
        "a base URL holds no user, password or key: name the key's variable with --api-key-env"
    )]
    Secret,
    #[error("a base URL has no `?` and no `#`: it is what paths are added to")]
    Query,
    #[error("a base URL has no spaces and no control characters")]
    Space,
}

impl BaseUrl {
    /// # Errors
    /// It is none, or something secret may stand in it.
    pub fn new(text: &str) -> Result<Self, NoBaseUrl> {
        if text.chars().any(|c| c.is_whitespace() || c.is_control()) {
            return Err(NoBaseUrl::Space);
        }
        let lower = text.to_ascii_lowercase();
        let scheme = ["http://", "https://"].into_iter().find(|scheme| lower.starts_with(scheme));
        let Some(scheme) = scheme else { return Err(NoBaseUrl::NoHost) };
        let rest = &text[scheme.len()..];
        if rest.contains(['?', '#']) {
            return Err(NoBaseUrl::Query);
        }
        if rest.contains('@') {
            return Err(NoBaseUrl::Secret);
        }
        let url = Self(format!("{scheme}{}", rest.trim_end_matches('/')));
        if url.host().is_empty() { Err(NoBaseUrl::NoHost) } else { Ok(url) }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Without the port; an address of version 6 in its brackets.
    pub fn host(&self) -> &str {
        let rest = self.0.split_once("://").map_or("", |(_, rest)| rest);
        let place = rest.split('/').next().unwrap_or_default();
        match place.strip_prefix('[').and_then(|inner| inner.split_once(']')) {
            // The bracket before and the one behind.
            Some((inner, _)) => &place[..inner.len() + 2],
            None => place.rsplit_once(':').map_or(place, |(host, _)| host),
        }
    }

    /// What is sent there stays on this machine.
    pub fn is_local(&self) -> bool {
        let host = self.host().to_ascii_lowercase();
        host == "localhost" || host.ends_with(".localhost") || host == "[::1]" || is_loop(&host)
    }

    /// What is sent there can be read on the way.
    pub fn is_open(&self) -> bool {
        self.0.starts_with("http://") && !self.is_local()
    }
}

/// An address of version 4 that leads back to the machine itself.
fn is_loop(host: &str) -> bool {
    let parts: Vec<Option<u8>> = host.split('.').map(|part| part.parse().ok()).collect();
    matches!(parts[..], [Some(127), Some(_), Some(_), Some(_)])
}

impl TryFrom<String> for BaseUrl {
    type Error = NoBaseUrl;

    fn try_from(text: String) -> Result<Self, NoBaseUrl> {
        Self::new(&text)
    }
}

impl From<BaseUrl> for String {
    fn from(url: BaseUrl) -> Self {
        url.0
    }
}

impl std::str::FromStr for BaseUrl {
    type Err = NoBaseUrl;

    fn from_str(text: &str) -> Result<Self, NoBaseUrl> {
        Self::new(text)
    }
}

impl std::fmt::Display for BaseUrl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn an_address_is_a_place_and_holds_no_key() {
        let url = |text: &str| BaseUrl::new(text).map(String::from);
        assert_eq!(url("http://127.0.0.1:8080/v1/"), Ok("http://127.0.0.1:8080/v1".into()));
        assert_eq!(url("HTTPS://models.example"), Ok("https://models.example".into()));
        assert_eq!(url("https://me:sk-123@models.example"), Err(NoBaseUrl::Secret));
        assert_eq!(url("https://models.example/?key=sk-123"), Err(NoBaseUrl::Query));
        for none in ["models.example", "ftp://models.example", "https://", "https:///v1", ""] {
            assert_eq!(url(none), Err(NoBaseUrl::NoHost), "{none}");
        }
        assert_eq!(url("https://a b"), Err(NoBaseUrl::Space));
    }

    #[test]
    fn what_stays_on_the_machine_is_known() {
        let of = |text: &str| BaseUrl::new(text).expect("an address");
        for local in ["http://localhost:1", "http://127.9.0.1/v1", "http://[::1]:80/v1"] {
            assert!(of(local).is_local() && !of(local).is_open(), "{local}");
        }
        for far in ["http://127.0.0.1.example", "http://localhost.example", "http://10.0.0.1"] {
            assert!(!of(far).is_local() && of(far).is_open(), "{far}");
        }
        assert!(!of("https://models.example").is_open());
        assert_eq!(of("https://models.example:8443/a").host(), "models.example");
    }

    #[test]
    fn what_was_said_comes_back_as_it_was_written_down() {
        let said = Asking {
            model: Some("m-1".into()),
            base_url: Some(BaseUrl::new("http://[::1]:80").expect("an address")),
            tools: Tools::Minimal,
            home: Home::Real,
            ..Asking::default()
        };
        let text = serde_json::to_string(&said).expect("plain data");
        assert_eq!(serde_json::from_str::<Asking>(&text).expect("the same"), said);
        let secret = r#"{"base_url": "https://u:p@h"}"#;
        assert!(serde_json::from_str::<Asking>(secret).is_err());
    }

    proptest! {
        #[test]
        fn any_text_is_an_address_or_refused(text in "(https?://)?[a-z.:@/\\[\\]?# ]{0,24}") {
            if let Ok(url) = BaseUrl::new(&text) {
                prop_assert!(!url.host().is_empty() && !url.as_str().contains(['@', '?', ' ']));
                prop_assert_eq!(BaseUrl::new(url.as_str()), Ok(url));
            }
        }
    }
}
