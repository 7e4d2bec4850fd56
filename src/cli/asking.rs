//! How an agent behind which a model is is asked, as the command line says it.

use std::path::PathBuf;

use clap::Args;

use super::{Failure, values};
use crate::{
    core::plan::{Asking, BaseUrl, Home, Tools},
    engine::{config::Config, secret::Secret},
};

/// How an agent that asks a model is asked. What is not said here may be said in the configuration;
/// the model always has to be stated, with --model, and is the one that the skills are listed for.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Agents that ask a model")]
pub struct Questions {
    /// Where requests go instead of the service's own address, such as http://127.0.0.1:8080/v1.
    #[arg(long, value_name = "URL")]
    pub base_url: Option<String>,
    /// The environment variable that holds the key; a key itself is never written down.
    #[arg(long, value_name = "NAME")]
    pub api_key_env: Option<String>,
    /// Have the model answer with a skill's name instead of calling a tool.
    #[arg(long)]
    pub choice: bool,
    /// Tools of a harness: its usual ones, refused when called, or those for skills alone
    /// [default: usual].
    #[arg(long, value_name = "WHICH", value_parser = values::named::<Tools>())]
    pub tools: Option<Tools>,
    /// The home that a harness finds: an empty one, or yours, where you are logged in
    /// [default: isolated].
    #[arg(long, value_name = "WHOSE", value_parser = values::named::<Home>())]
    pub home: Option<Home>,
    /// How the agent `command` is run and read.
    #[arg(long, value_name = "FILE")]
    pub mapping: Option<PathBuf>,
    /// Seconds that one probe may take [default: 200].
    #[arg(long, value_name = "S", value_parser = values::count())]
    pub timeout: Option<u32>,
    /// The model's temperature, of the agents openai, anthropic and gemini [default: the service's].
    #[arg(long, value_name = "X", value_parser = values::temperature)]
    pub temperature: Option<f64>,
    /// Agree to what would run and what it may cost, without being asked.
    #[arg(long)]
    pub yes: bool,
    /// Leave out the check that the agent can be asked at all, which the run then says.
    #[arg(long)]
    pub no_preflight: bool,
}

impl Questions {
    /// What is said here, else what the configuration says.
    ///
    /// # Errors
    /// What is no address, no variable, or no path that can be written down. An address and a
    /// variable are not repeated: a key may stand there.
    pub fn settle(&self, model: Option<String>, config: &Config) -> Result<Asking, Failure> {
        let base_url = self.base_url.as_ref().or(config.base_url.as_ref());
        let wrong = |wrong| Failure::Usage(format!("--base-url: {wrong}"));
        let base_url = base_url.map(|url| BaseUrl::new(url)).transpose().map_err(wrong)?;
        let api_key_env = self.api_key_env.clone().or_else(|| config.api_key_env.clone());
        if api_key_env.as_ref().is_some_and(|name| !Secret::may_be_in(name)) {
            let told =
                "--api-key-env takes the name of a variable, not a key: letters, digits and _";
            return Err(Failure::Usage(told.to_owned()));
        }
        let mapping = match &self.mapping {
            Some(path) => Some(path.to_str().map(str::to_owned).ok_or_else(|| {
                Failure::Usage(format!("{} is no UTF-8 path: rename it", path.display()))
            })?),
            None => config.mapping.clone(),
        };
        Ok(Asking {
            model,
            base_url,
            api_key_env,
            choice: self.choice || config.choice.unwrap_or(false),
            tools: self.tools.or(config.tools).unwrap_or_default(),
            home: self.home.or(config.home).unwrap_or_default(),
            mapping,
            timeout_s: self.timeout.or(config.timeout),
            temperature: self.temperature.or(config.temperature),
            unchecked: self.no_preflight,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_come_over_the_configuration() {
        let config = Config {
            base_url: Some("http://127.0.0.1:1".into()),
            api_key_env: Some("A_KEY".into()),
            home: Some(Home::Real),
            timeout: Some(9),
            ..Config::default()
        };
        let said =
            Questions { tools: Some(Tools::Minimal), timeout: Some(5), ..Questions::default() };
        let asking = said.settle(Some("m-1".into()), &config).expect("sound");
        assert_eq!(
            (asking.tools, asking.home, asking.timeout_s),
            (Tools::Minimal, Home::Real, Some(5))
        );
        let key = Questions { api_key_env: Some("sk-0123".into()), ..Questions::default() };
        let told = key.settle(None, &config).expect_err("that is a key").to_string();
        assert!(told.contains("--api-key-env") && !told.contains("0123"), "{told}");
        assert_eq!(asking.base_url.as_ref().map(BaseUrl::as_str), Some("http://127.0.0.1:1"));
        assert_eq!(
            (asking.api_key_env.as_deref(), asking.model.as_deref()),
            (Some("A_KEY"), Some("m-1"))
        );
    }
}
