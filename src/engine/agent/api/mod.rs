//! Models asked over their services' own interfaces: skillscope plays a small harness, with the
//! listing of the view, one tool that loads a skill and one that reads a skill's files.
//!
//! Must not know labels, metrics or the order of probes.

mod about;
mod backoff;
mod endpoint;
mod exchange;
mod http;
mod prices;
mod probe;
mod request;
mod set;
mod shelf;
mod trouble;
mod wired;

use std::sync::Arc;

use thiserror::Error;

use crate::{
    core::plan::{BaseUrl, Evidence, NoBaseUrl, Price, Prices},
    engine::{
        agent::{Capabilities, Ground, NotReady},
        secret::{Scrubber, Secret},
    },
};

pub use set::Set;

use crate::core::stream::api::Wire;
use endpoint::Endpoint;
use http::Http;

/// Whose interface is spoken; many servers speak that of OpenAI.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, strum::EnumString, strum::Display, strum::VariantArray,
)]
#[strum(serialize_all = "lowercase")]
pub enum Service {
    OpenAi,
    Anthropic,
    Gemini,
}

impl Service {
    /// The variable that its key is usually in.
    pub fn variable(self) -> &'static str {
        match self {
            Self::OpenAi => "OPENAI_API_KEY",
            Self::Anthropic => "ANTHROPIC_API_KEY",
            Self::Gemini => "GEMINI_API_KEY",
        }
    }
}

/// What somebody wants to ask.
#[derive(Clone, Debug)]
pub struct ApiOptions {
    pub service: Service,
    /// As the service calls it; there is no usual one.
    pub model: Option<String>,
    /// The service's own where nobody says.
    pub base_url: Option<BaseUrl>,
    pub key: Option<Secret>,
    /// The model is asked to name a skill, and offered no tools.
    pub choice: bool,
    pub temperature: Option<f64>,
    pub max_tokens: Option<u32>,
    /// Somebody's own prices, which go before those that come along.
    pub prices: Prices,
}

impl ApiOptions {
    pub fn new(service: Service, model: &str) -> Self {
        Self {
            service,
            model: Some(model.to_owned()),
            base_url: None,
            key: None,
            choice: false,
            temperature: None,
            max_tokens: None,
            prices: Prices::default(),
        }
    }
}

/// Why a service cannot be asked so.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ApiError {
    #[error("no model is stated for {0}: state one with --model")]
    NoModel(Service),
    #[error("the address of the service: {0}")]
    BaseUrl(#[from] NoBaseUrl),
    #[error(
        "there is no key for {service}: set {}, or state another --base-url", service.variable()
    )]
    NoKey { service: Service },
    #[error(
        "the key would be readable on its way to {base}: use an address that begins with https://"
    )]
    InTheClear { base: String },
    #[error("a temperature of {0} is none: state one from 0 to 2")]
    Temperature(String),
}

/// A model behind a service.
#[derive(Debug)]
pub struct Api {
    service: Service,
    model: String,
    key: Option<Secret>,
    choice: bool,
    temperature: Option<f64>,
    max_tokens: Option<u32>,
    price: Option<Price>,
    endpoint: Endpoint,
    http: Http,
    scrubber: Scrubber,
}

impl Api {
    /// # Errors
    /// What was asked for cannot be asked so; nothing has been sent.
    pub fn new(options: ApiOptions) -> Result<Self, ApiError> {
        let ApiOptions { service, model, base_url, key, choice, temperature, max_tokens, prices } =
            options;
        let model = model.map(|model| model.trim().to_owned()).filter(|model| !model.is_empty());
        let model = model.ok_or(ApiError::NoModel(service))?;
        if let Some(wrong) = temperature.filter(|wanted| !(0.0..=2.0).contains(wanted)) {
            return Err(ApiError::Temperature(wrong.to_string()));
        }
        let endpoint = Endpoint::of(service, &model, base_url)?;
        if key.is_none() && endpoint.usual {
            return Err(ApiError::NoKey { service });
        }
        if key.is_some() && endpoint.base.is_in_the_clear() {
            return Err(ApiError::InTheClear { base: endpoint.base.to_string() });
        }
        // Who runs a model of his own pays nobody by the token.
        let bundled = if endpoint.base.is_local() { Prices::default() } else { prices::bundled() };
        let price = bundled.with(prices).find(&model);
        let http = Http::new(endpoint.url.scheme() == "http");
        let scrubber = Scrubber::of(&key);
        Ok(Self {
            service,
            model,
            key,
            choice,
            temperature,
            max_tokens,
            price,
            endpoint,
            http,
            scrubber,
        })
    }

    pub fn service(&self) -> Service {
        self.service
    }

    /// Where it is asked, for people.
    pub fn base_url(&self) -> &BaseUrl {
        &self.endpoint.base
    }

    /// The server is on this machine; whom it passes requests on to is not known.
    pub fn is_local(&self) -> bool {
        self.endpoint.base.is_local()
    }

    /// The key that it is asked with.
    pub fn key(&self) -> Option<&Secret> {
        self.key.as_ref()
    }

    /// What its tokens cost, as far as that is known.
    pub fn price(&self) -> Option<Price> {
        self.price
    }

    pub fn capabilities(&self) -> Capabilities {
        Capabilities {
            name: self.service.to_string(),
            // The instructions and the tools are of our own.
            version: env!("CARGO_PKG_VERSION").to_owned(),
            model: Some(self.model.clone()),
            options: self.options(),
            evidence: Evidence::Model,
            deterministic: false,
            plays_turns: false,
        }
    }

    /// Everything that its answers depend on besides the model: those of one mode or place are not
    /// those of another.
    fn options(&self) -> String {
        let mode = if self.choice { "choice" } else { "tools" };
        let mut options = vec![format!("mode={mode}")];
        if self.endpoint.wire == Wire::OpenAiResponses {
            options.push("wire=responses".to_owned());
        }
        if !self.endpoint.usual {
            options.push(format!("base={}", self.endpoint.base));
        }
        options.extend(self.temperature.map(|wanted| format!("temperature={wanted}")));
        options.extend(self.max_tokens.map(|most| format!("max-tokens={most}")));
        options.join(" ")
    }

    /// Sets the agent on what lies before it.
    ///
    /// # Errors
    /// The skills cannot be read, or none of them is listed.
    pub fn set_on(self: &Arc<Self>, ground: &Ground<'_>) -> Result<Set, NotReady> {
        Set::of(Arc::clone(self), ground)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(model: &str, base: Option<&str>, key: Option<&str>) -> ApiOptions {
        ApiOptions {
            base_url: base.map(|base| BaseUrl::new(base).unwrap()),
            key: key.map(|key| Secret::new("OPENAI_API_KEY", key).unwrap()),
            ..ApiOptions::new(Service::OpenAi, model)
        }
    }

    const LOCAL: Option<&str> = Some("http://127.0.0.1:1/v1");

    #[test]
    fn nothing_is_asked_without_a_model_or_where_a_key_is_missing_or_would_be_read() {
        let refused = |options| Api::new(options).unwrap_err();
        let key = Some("key-of-many-letters");
        assert_eq!(refused(options(" ", LOCAL, None)), ApiError::NoModel(Service::OpenAi));
        assert_eq!(refused(options("m", None, None)), ApiError::NoKey { service: Service::OpenAi });
        let clear = refused(options("m", Some("http://example.com"), key));
        assert!(matches!(clear, ApiError::InTheClear { .. }));
        assert!(Api::new(options("m", Some("http://example.com"), None)).is_ok());
        let hot = ApiOptions { temperature: Some(f64::NAN), ..options("m", LOCAL, None) };
        assert!(matches!(refused(hot), ApiError::Temperature(_)));
    }

    #[test]
    fn results_of_another_mode_or_place_are_others() {
        let of = |options: ApiOptions| Api::new(options).unwrap().capabilities();
        let plain = of(options("gpt-5", None, Some("key-of-many-letters")));
        assert_eq!(plain.options, "mode=tools");
        let local = ApiOptions {
            choice: true,
            temperature: Some(0.0),
            ..options("gpt-5", Some("http://127.0.0.1:1/v1/responses"), None)
        };
        let local = of(local);
        let expected =
            "mode=choice wire=responses base=http://127.0.0.1:1/v1/responses temperature=0";
        assert_eq!(local.options, expected);
    }

    #[test]
    fn a_model_on_this_machine_has_no_price_unless_somebody_says_so() {
        let price = |options| Api::new(options).unwrap().price();
        assert!(price(options("gpt-5", None, Some("key-of-many-letters"))).is_some());
        assert_eq!(price(options("gpt-5", LOCAL, None)), None);
        let prices = toml::from_str("gpt-5 = { input = 1.0, output = 2.0 }").unwrap();
        assert!(price(ApiOptions { prices, ..options("gpt-5", LOCAL, None) }).is_some());
    }

    #[test]
    fn the_key_is_not_shown() {
        let api = Api::new(options("m", LOCAL, Some("key-of-many-letters"))).unwrap();
        assert!(!format!("{api:?}").contains("key-of-many"));
    }
}
