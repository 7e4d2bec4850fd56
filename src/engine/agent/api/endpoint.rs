//! Where requests go: the address that follows from a service, a model and a base URL.
//!
//! Must not know keys or requests.

use reqwest::Url;

use crate::{
    core::{
        plan::{BaseUrl, NoBaseUrl},
        stream::api::Wire,
    },
    engine::agent::api::Service,
};

/// The address of one model's responses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Endpoint {
    pub url: Url,
    pub wire: Wire,
    /// What the address was made of.
    pub base: BaseUrl,
    /// It is the service's own.
    pub usual: bool,
}

impl Endpoint {
    /// `base` may leave out the version, or be the whole address: `.../responses` asks OpenAI's
    /// other interface.
    ///
    /// # Errors
    /// Never: the services' own addresses are some.
    pub fn of(service: Service, model: &str, base: Option<BaseUrl>) -> Result<Self, NoBaseUrl> {
        let own = BaseUrl::new(service.base())?;
        let base = base.unwrap_or_else(|| own.clone());
        let mut url = base.url().clone();
        let parts: Vec<String> = base.parts().map(str::to_owned).collect();
        let (wire, behind) = service.path(&parts, model);
        // Every address of http has a path.
        if let Ok(mut path) = url.path_segments_mut() {
            path.pop_if_empty().extend(behind);
        }
        if wire == Wire::Gemini {
            url.set_query(Some("alt=sse"));
        }
        Ok(Self { url, wire, usual: base == own, base })
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
        of(service, "m", Some(base)).url.to_string()
    }

    fn of(service: Service, model: &str, base: Option<&str>) -> Endpoint {
        Endpoint::of(service, model, base.map(|base| BaseUrl::new(base).unwrap())).unwrap()
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
    }

    #[test]
    fn the_list_of_models_lies_beside_what_is_asked() {
        let of = |service: Service, base: &str| of(service, "m", Some(base)).models().to_string();
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
        let wire = |base| of(Service::OpenAi, "m", base).wire;
        assert_eq!(wire(None), Wire::OpenAiChat);
        assert_eq!(wire(Some("https://api.openai.com/v1/responses")), Wire::OpenAiResponses);
    }

    #[test]
    fn the_name_of_a_model_leads_nowhere_else() {
        let of = |model: &str| of(Service::Gemini, model, None).url.to_string();
        let begin = "https://generativelanguage.googleapis.com/v1beta/";
        let end = ":streamGenerateContent?alt=sse";
        assert_eq!(of("tunedModels/x"), format!("{begin}tunedModels/x{end}"));
        assert_eq!(of("a?b#c d"), format!("{begin}models/a%3Fb%23c%20d{end}"));
    }
}
