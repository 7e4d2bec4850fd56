//! Where requests go: the address that follows from a service, a model and a base URL.
//!
//! Must not know keys or requests.

use std::net::IpAddr;

use reqwest::Url;

use crate::{
    core::stream::api::Wire,
    engine::agent::api::{ApiError, Service},
};

/// The address of one model's responses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Endpoint {
    pub url: Url,
    pub wire: Wire,
    /// What the address was made of, for people; without a query, which may hold anything.
    pub base: String,
    /// It is on this machine.
    pub local: bool,
    /// It is the service's own.
    pub usual: bool,
}

impl Endpoint {
    /// `base` may leave out the version, or be the whole address: `.../responses` asks OpenAI's
    /// other interface.
    pub fn of(service: Service, model: &str, base: Option<&str>) -> Result<Self, ApiError> {
        let shown = base.unwrap_or(service.base()).trim();
        let bad = |why: &str| ApiError::BaseUrl { url: plain(shown), why: why.to_owned() };
        let mut url = Url::parse(shown).map_err(|error| bad(&format!("it is none: {error}")))?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(bad("it begins neither with https:// nor with http://"));
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(bad("it holds a password; a key belongs into a variable"));
        }
        let parts: Vec<String> =
            url.path().split('/').filter(|part| !part.is_empty()).map(str::to_owned).collect();
        let (wire, behind) = service.path(&parts, model);
        {
            let mut path = url.path_segments_mut().map_err(|()| bad("it has no path"))?;
            path.pop_if_empty().extend(behind);
        }
        if wire == Wire::Gemini && !url.query_pairs().any(|(key, _)| key == "alt") {
            url.query_pairs_mut().append_pair("alt", "sse");
        }
        let local = is_local(&url);
        let base = shown.split(['?', '#']).next().unwrap_or_default().to_owned();
        Ok(Self { url, wire, base, local, usual: shown == service.base() })
    }

    /// The address of the list of models beside it.
    pub fn models(&self) -> Url {
        let mut url = self.url.clone();
        url.set_query(None);
        if let Ok(mut path) = url.path_segments_mut() {
            match self.wire {
                // The model itself stands at the end, behind the list.
                Wire::Gemini => {
                    path.pop();
                }
                Wire::OpenAiChat => {
                    path.pop().pop().push("models");
                }
                Wire::OpenAiResponses | Wire::Anthropic => {
                    path.pop().push("models");
                }
            }
        }
        url
    }

    /// A key would be readable on its way.
    pub fn is_in_the_clear(&self) -> bool {
        self.url.scheme() == "http" && !self.local && !is_private(&self.url)
    }
}

/// A URL as far as it may be told: without what stands before the host.
fn plain(url: &str) -> String {
    match url.split_once("://").and_then(|(scheme, rest)| Some((scheme, rest.rsplit_once('@')?.1)))
    {
        Some((scheme, rest)) => format!("{scheme}://{rest}"),
        None => url.to_owned(),
    }
}

fn address(url: &Url) -> Option<IpAddr> {
    url.host_str()?.trim_matches(['[', ']']).parse().ok()
}

fn is_local(url: &Url) -> bool {
    url.host_str() == Some("localhost") || address(url).is_some_and(|ip| ip.is_loopback())
}

fn is_private(url: &Url) -> bool {
    address(url).is_some_and(|ip| match ip {
        IpAddr::V4(ip) => ip.is_private() || ip.is_link_local(),
        IpAddr::V6(ip) => ip.is_unique_local() || ip.is_unicast_link_local(),
    })
}

impl Service {
    fn base(self) -> &'static str {
        match self {
            Self::OpenAi => "https://api.openai.com/v1",
            Self::Anthropic => "https://api.anthropic.com/v1",
            Self::Gemini => "https://generativelanguage.googleapis.com/v1beta",
        }
    }

    /// What is put behind the parts of a path, and what is spoken there.
    fn path(self, parts: &[String], model: &str) -> (Wire, Vec<String>) {
        let owned =
            |parts: &[&str]| -> Vec<String> { parts.iter().map(ToString::to_string).collect() };
        let last = parts.last().map_or("", String::as_str);
        let version =
            |name: &str, wanted: bool| if wanted { vec![name.to_owned()] } else { vec![] };
        match self {
            Self::OpenAi if last == "responses" => (Wire::OpenAiResponses, Vec::new()),
            Self::OpenAi if parts.ends_with(&owned(&["chat", "completions"])) => {
                (Wire::OpenAiChat, Vec::new())
            }
            Self::OpenAi => {
                let behind = version("v1", parts.is_empty());
                (Wire::OpenAiChat, [behind, owned(&["chat", "completions"])].concat())
            }
            Self::Anthropic if last == "messages" => (Wire::Anthropic, Vec::new()),
            Self::Anthropic => {
                let behind = version("v1", !is_version(last));
                (Wire::Anthropic, [behind, owned(&["messages"])].concat())
            }
            Self::Gemini => {
                let mut behind = version("v1beta", !parts.iter().any(|part| is_version(part)));
                if !model.contains('/') {
                    behind.push("models".to_owned());
                }
                behind.extend(model.split('/').map(str::to_owned));
                if let Some(last) = behind.last_mut() {
                    last.push_str(":streamGenerateContent");
                }
                (Wire::Gemini, behind)
            }
        }
    }
}

/// `v1`, `v1beta`
fn is_version(part: &str) -> bool {
    part.strip_prefix('v').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(service: Service, base: &str) -> String {
        Endpoint::of(service, "m", Some(base)).unwrap().url.to_string()
    }

    #[test]
    fn a_base_may_have_its_version_or_not() {
        for base in
            ["http://localhost:11434", "http://localhost:11434/", "http://localhost:11434/v1/"]
        {
            assert_eq!(url(Service::OpenAi, base), "http://localhost:11434/v1/chat/completions");
        }
        assert_eq!(
            url(Service::OpenAi, "https://host/api/v1"),
            "https://host/api/v1/chat/completions"
        );
        assert_eq!(
            url(Service::OpenAi, "https://host/v1beta/openai/"),
            "https://host/v1beta/openai/chat/completions"
        );
        assert_eq!(
            url(Service::OpenAi, "https://host/v1/chat/completions"),
            "https://host/v1/chat/completions"
        );
        for base in
            ["https://host/claude", "https://host/claude/v1", "https://host/claude/v1/messages"]
        {
            assert_eq!(url(Service::Anthropic, base), "https://host/claude/v1/messages");
        }
        for base in ["https://host", "https://host/v1beta"] {
            let expected = "https://host/v1beta/models/m:streamGenerateContent?alt=sse";
            assert_eq!(url(Service::Gemini, base), expected);
        }
        assert_eq!(
            url(Service::OpenAi, "https://host/v1?api-version=3"),
            "https://host/v1/chat/completions?api-version=3"
        );
    }

    #[test]
    fn the_list_of_models_lies_beside_what_is_asked() {
        let of = |service: Service, base: &str| {
            Endpoint::of(service, "m", Some(base)).unwrap().models().to_string()
        };
        assert_eq!(of(Service::OpenAi, "http://localhost:1"), "http://localhost:1/v1/models");
        assert_eq!(
            of(Service::OpenAi, "http://localhost:1/v1/responses"),
            "http://localhost:1/v1/models"
        );
        assert_eq!(of(Service::Anthropic, "https://host"), "https://host/v1/models");
        assert_eq!(of(Service::Gemini, "https://host"), "https://host/v1beta/models");
    }

    #[test]
    fn the_whole_address_says_which_interface_it_is() {
        let wire = |base| Endpoint::of(Service::OpenAi, "m", base).unwrap().wire;
        assert_eq!(wire(None), Wire::OpenAiChat);
        assert_eq!(wire(Some("https://api.openai.com/v1/responses")), Wire::OpenAiResponses);
    }

    #[test]
    fn the_name_of_a_model_leads_nowhere_else() {
        let of = |model: &str| Endpoint::of(Service::Gemini, model, None).unwrap().url.to_string();
        let begin = "https://generativelanguage.googleapis.com/v1beta/";
        let end = ":streamGenerateContent?alt=sse";
        assert_eq!(of("tunedModels/x"), format!("{begin}tunedModels/x{end}"));
        assert_eq!(of("a?b#c d"), format!("{begin}models/a%3Fb%23c%20d{end}"));
    }

    #[test]
    fn what_cannot_be_asked_is_refused_and_no_password_is_told() {
        for base in ["", "localhost:1", "ftp://host", "file:///etc", "https://ann:secret@host/v1"] {
            let error = Endpoint::of(Service::OpenAi, "m", Some(base)).unwrap_err().to_string();
            assert!(!error.contains("secret") && error.contains("base URL"), "{error}");
        }
    }

    #[test]
    fn this_machine_is_told_from_others() {
        let of = |base| Endpoint::of(Service::OpenAi, "m", Some(base)).unwrap();
        for base in ["http://localhost:1", "http://127.0.0.1:1", "http://[::1]:1"] {
            assert!(of(base).local && !of(base).is_in_the_clear(), "{base}");
        }
        assert!(!of("http://192.168.0.9:1").local && !of("http://192.168.0.9:1").is_in_the_clear());
        assert!(of("http://example.com").is_in_the_clear());
        assert!(!of("https://example.com").is_in_the_clear());
    }
}
