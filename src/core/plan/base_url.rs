//! The address of a service of one's own: a scheme, a host and a path, without anything secret in it.
//!
//! Whether it is on this machine decides what may be sent there, so that this is asked here alone.
//! Must not know what is put behind the path.

use ::core::net::IpAddr;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use url::{Host, ParseError, Url};

/// Programs that an address is handed to read these as more than a letter of it.
const SPECIAL: &[char] = &['"', '\'', '\\', '$', '`', '{', '}', '<', '>', '|', '^'];

/// An address that requests go to, read as browsers and the programs that it is handed to read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct BaseUrl(Url);

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
    #[error("a base URL has none of these: \" ' \\ $ ` {{ }} < > | ^")]
    Special,
    #[error("it is no base URL: {0}")]
    Unreadable(#[source] ParseError),
}

impl BaseUrl {
    /// # Errors
    /// It is none, or something secret may stand in it.
    pub fn new(text: &str) -> Result<Self, NoBaseUrl> {
        if text.chars().any(|c| c.is_whitespace() || c.is_control()) {
            return Err(NoBaseUrl::Space);
        }
        let (scheme, rest) = text.split_once("://").ok_or(NoBaseUrl::NoHost)?;
        let web = ["http", "https"].iter().any(|web| scheme.eq_ignore_ascii_case(web));
        // A third slash would be skipped, and the first part of the path be taken for the host.
        if !web || rest.is_empty() || rest.starts_with('/') {
            return Err(NoBaseUrl::NoHost);
        }
        if rest.contains(['?', '#']) {
            return Err(NoBaseUrl::Query);
        }
        if rest.contains('@') {
            return Err(NoBaseUrl::Secret);
        }
        if rest.contains(SPECIAL) {
            return Err(NoBaseUrl::Special);
        }
        Ok(Self(Url::parse(text.trim_end_matches('/')).map_err(NoBaseUrl::Unreadable)?))
    }

    /// Without a slash at its end.
    pub fn as_str(&self) -> &str {
        self.0.as_str().trim_end_matches('/')
    }

    pub fn url(&self) -> &Url {
        &self.0
    }

    /// The parts of its path that say something.
    pub fn parts(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.0.path().split('/').filter(|part| !part.is_empty())
    }

    /// What is sent there stays on this machine. A name below `localhost` may be looked up elsewhere
    /// and is none of them.
    pub fn is_local(&self) -> bool {
        match self.0.host() {
            Some(Host::Domain(name)) => name == "localhost",
            _ => self.ip().is_some_and(|ip| ip.is_loopback()),
        }
    }

    /// What is sent there can be read on its way by more than the network that one is in.
    pub fn is_in_the_clear(&self) -> bool {
        let near = self.ip().is_some_and(|ip| match ip {
            IpAddr::V4(ip) => ip.is_private() || ip.is_link_local(),
            IpAddr::V6(ip) => ip.is_unique_local() || ip.is_unicast_link_local(),
        });
        self.0.scheme() == "http" && !self.is_local() && !near
    }

    fn ip(&self) -> Option<IpAddr> {
        match self.0.host()? {
            Host::Domain(_) => None,
            Host::Ipv4(ip) => Some(ip.into()),
            // An address of version 4 written as one of version 6 leads where the former does.
            Host::Ipv6(ip) => Some(ip.to_canonical()),
        }
    }
}

impl TryFrom<String> for BaseUrl {
    type Error = NoBaseUrl;

    fn try_from(text: String) -> Result<Self, NoBaseUrl> {
        Self::new(&text)
    }
}

impl From<BaseUrl> for String {
    fn from(url: BaseUrl) -> Self {
        url.as_str().to_owned()
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
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(text: &str) -> BaseUrl {
        BaseUrl::new(text).expect("an address")
    }

    #[test]
    fn an_address_is_a_place_and_holds_no_key() {
        let url = |text: &str| BaseUrl::new(text).map(String::from);
        assert_eq!(url("http://127.0.0.1:8080/v1/"), Ok("http://127.0.0.1:8080/v1".into()));
        assert_eq!(url("HTTPS://Models.example"), Ok("https://models.example".into()));
        assert_eq!(url("https://me:sk-123@models.example"), Err(NoBaseUrl::Secret));
        assert_eq!(url("https://models.example/?key=sk-123"), Err(NoBaseUrl::Query));
        for none in ["models.example", "ftp://models.example", "https://", "https:///v1", ""] {
            assert_eq!(url(none), Err(NoBaseUrl::NoHost), "{none}");
        }
        assert_eq!(url("https://a b"), Err(NoBaseUrl::Space));
        for more in
            ["http://a\"b", "http://a/$HOME", "http://a/{file:x}", "http://a\\b", "http://a/`b`"]
        {
            assert_eq!(url(more), Err(NoBaseUrl::Special), "{more}");
        }
        assert_eq!(url("http://a:port"), Err(NoBaseUrl::Unreadable(ParseError::InvalidPort)));
    }

    #[test]
    fn what_stays_on_the_machine_is_known() {
        let locals = [
            "http://localhost:1",
            "http://127.9.0.1/v1",
            "http://[::1]:80/v1",
            "http://[::ffff:127.0.0.1]",
            "http://2130706433",
        ];
        for local in locals {
            assert!(of(local).is_local() && !of(local).is_in_the_clear(), "{local}");
        }
        for far in ["http://127.0.0.1.example", "http://a.localhost", "http://localhost.example"] {
            assert!(!of(far).is_local() && of(far).is_in_the_clear(), "{far}");
        }
        for near in ["http://10.0.0.1", "http://192.168.0.9:1", "http://[fd00::1]"] {
            assert!(!of(near).is_local() && !of(near).is_in_the_clear(), "{near}");
        }
        assert!(!of("https://models.example").is_in_the_clear());
    }

    proptest! {
        #[test]
        fn any_text_is_an_address_or_refused(text in "(https?://)?[a-z0-9.:@/\\[\\]?#$ ]{0,24}") {
            if let Ok(url) = BaseUrl::new(&text) {
                prop_assert!(url.url().has_host() && !url.as_str().contains(['@', '?', ' ', '$']));
                prop_assert_eq!(BaseUrl::new(url.as_str()), Ok(url));
            }
        }
    }
}
