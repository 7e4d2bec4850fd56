//! The client of HTTP: made when it is first needed, and for one address.
//!
//! Must not know what is asked.

use std::{
    sync::{Once, OnceLock},
    time::Duration,
};

use reqwest::{Client, redirect::Policy};

use crate::engine::agent::api::trouble::root;

const CONNECT: Duration = Duration::from_secs(15);

/// Between two pieces of an answer: models think for minutes before they say a word.
const SILENCE: Duration = Duration::from_secs(150);

/// Makes its client once.
#[derive(Debug)]
pub(super) struct Http {
    /// Without certificates and proxies: a server nearby needs none, and where there are no
    /// certificates of authorities at all, no other client could be made.
    plain: bool,
    client: OnceLock<Result<Client, String>>,
}

impl Http {
    pub fn new(plain: bool) -> Self {
        Self { plain, client: OnceLock::new() }
    }

    /// # Errors
    /// In words: it cannot be made here.
    pub fn client(&self) -> Result<&Client, String> {
        self.client.get_or_init(|| make(self.plain)).as_ref().map_err(Clone::clone)
    }
}

fn make(plain: bool) -> Result<Client, String> {
    static PROVIDER: Once = Once::new();
    PROVIDER.call_once(|| {
        // Fails where somebody has installed another one before, which serves as well.
        let _ = rustls::crypto::ring::default_provider().install_default();
    });
    let builder = Client::builder()
        .user_agent(concat!("skillscope/", env!("CARGO_PKG_VERSION")))
        .redirect(Policy::none())
        .referer(false)
        // Tries are counted and told by whoever asks.
        .retry(reqwest::retry::never())
        .connect_timeout(CONNECT)
        .read_timeout(SILENCE);
    let builder = if plain { builder.no_proxy().tls_certs_only([]) } else { builder };
    builder.build().map_err(|error| {
        let why = root(&error);
        format!(
            "no connection can be made safe here: {why}; install the certificates of the \
             authorities, or name them with SSL_CERT_FILE"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_without_certificates_can_always_be_made() {
        assert!(Http::new(true).client().is_ok());
    }
}
