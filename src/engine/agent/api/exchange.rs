//! One request and what comes back: a response, or the trouble instead of one.
//!
//! Must not know what is said.

use reqwest::{
    RequestBuilder, Response as Answer,
    header::{ACCEPT, CONTENT_TYPE, HeaderValue},
};
use serde_json::Value;

use crate::engine::agent::api::{
    Api, Service,
    trouble::{Again, Trouble},
};

/// The most bytes of an answer that is an error.
const MOST_OF_ERROR: usize = 64 << 10;

impl Api {
    /// Sends a request. Gives the answer where it is a stream of events.
    pub(super) async fn send(&self, body: &Value) -> Result<Answer, Trouble> {
        let never = |cause: String| Trouble { cause, again: Again::Never };
        let client = self.http.client().map_err(never)?;
        let request = client
            .post(self.endpoint.url.clone())
            .header(CONTENT_TYPE, "application/json")
            .header(ACCEPT, "text/event-stream")
            .body(body.to_string());
        let sent = self.signed(request).send().await;
        let mut answer = sent.map_err(|error| Trouble::of_sending(&error, &self.endpoint))?;
        let (status, headers) = (answer.status(), answer.headers().clone());
        if !status.is_success() {
            let body = self.beginning(&mut answer).await;
            let asked = (self.key.as_ref(), &self.endpoint, self.model.as_str());
            return Err(Trouble::of_status(status, &headers, &body, asked));
        }
        let kind =
            headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        if kind.contains("json") || kind.contains("html") {
            let body = self.beginning(&mut answer).await;
            let begins: String = body.split_whitespace().collect::<Vec<_>>().join(" ");
            let begins: String = begins.chars().take(200).collect();
            let base = &self.endpoint.base;
            return Err(never(format!("{base} does not stream: it answers with {kind}: {begins}")));
        }
        Ok(answer)
    }

    /// With the key, where the service looks for it.
    pub(super) fn signed(&self, request: RequestBuilder) -> RequestBuilder {
        let request = match self.service {
            Service::Anthropic => request.header("anthropic-version", "2023-06-01"),
            Service::OpenAi | Service::Gemini => request,
        };
        let Some(key) = &self.key else { return request };
        let (name, value) = match self.service {
            Service::OpenAi => ("authorization", format!("Bearer {}", key.reveal())),
            Service::Anthropic => ("x-api-key", key.reveal().to_owned()),
            Service::Gemini => ("x-goog-api-key", key.reveal().to_owned()),
        };
        // A secret is visible ASCII, which every header takes.
        let Ok(mut value) = HeaderValue::from_str(&value) else { return request };
        value.set_sensitive(true);
        request.header(name, value)
    }

    /// The first bytes of an answer, with secrets replaced.
    async fn beginning(&self, answer: &mut Answer) -> String {
        let mut bytes = Vec::new();
        while bytes.len() < MOST_OF_ERROR
            && let Ok(Some(chunk)) = answer.chunk().await
        {
            bytes.extend_from_slice(&chunk);
        }
        bytes.truncate(MOST_OF_ERROR);
        let text = String::from_utf8_lossy(&bytes);
        self.scrubber.text(&text).into_owned()
    }
}
