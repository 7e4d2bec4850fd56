//! How an agent behind which a model is shall be asked: what a person said of it, and nothing secret.
//!
//! Must not know who launches it. Values that may cost money or run something are checked here for
//! their form; whether they count is a matter of who wrote them down.

use serde::{Deserialize, Serialize};

use crate::core::plan::BaseUrl;

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

#[cfg(test)]
mod tests {
    use super::*;

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
}
