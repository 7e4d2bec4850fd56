//! What a service's refusal means: the cause in words, and whether and when to try again.
//!
//! Must not know how requests are sent.

use std::time::{Duration, SystemTime};

use reqwest::{StatusCode, header::HeaderMap};
use serde_json::Value;

use crate::engine::{agent::api::endpoint::Endpoint, secret::Secret};

/// The longest word of a service that is passed on, in characters.
const LONGEST: usize = 600;

/// Why there was no response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Trouble {
    pub cause: String,
    pub again: Again,
}

/// Whether the same request may do better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Again {
    Never,
    /// After a while; the service may say after how long.
    Later(Option<Duration>),
}

impl Trouble {
    /// A status that is no success, with what came along.
    pub fn of_status(
        status: StatusCode,
        headers: &HeaderMap,
        body: &str,
        (key, endpoint, model): (Option<&Secret>, &Endpoint, &str),
    ) -> Self {
        let value: Value = serde_json::from_str(body).unwrap_or_default();
        // Gemini wraps its errors into a list now and then.
        let value = value.get(0).unwrap_or(&value);
        let code = status.as_u16();
        let said = said(value, body);
        let head = if said.is_empty() { code.to_string() } else { format!("{code} {said}") };
        let Endpoint { base, .. } = endpoint;
        let remedy = match code {
            401 | 403 => Some(match key {
                Some(key) => format!("{base} refuses the key of {}: check it", key.variable()),
                None => format!(
                    "{base} wants a key: name the variable that holds it with --api-key-env"
                ),
            }),
            404 => Some(format!(
                "{base} knows no model `{model}`, or is no address of such a service: check --model and --base-url"
            )),
            300..=399 => Some(format!(
                "{base} sends elsewhere, which is not followed: state the address itself"
            )),
            _ => None,
        };
        let cause = match remedy {
            Some(remedy) => format!("{head} ({remedy})"),
            None => head,
        };
        let again = match code {
            408 | 409 | 425 | 429 | 500..=599 if !is_final(value) => {
                Again::Later(asked(headers, SystemTime::now()).or_else(|| delay(value)))
            }
            _ => Again::Never,
        };
        Self { cause, again }
    }

    /// The request did not come to an answer.
    pub fn of_sending(error: &reqwest::Error, endpoint: &Endpoint) -> Self {
        let base = &endpoint.base;
        if error.is_connect() && !error.is_timeout() {
            let cause = if base.is_local() {
                format!(
                    "nobody answers at {base}: start the server there, or state another --base-url"
                )
            } else {
                format!("cannot connect to {base}: {}", root(error))
            };
            let again = if base.is_local() { Again::Never } else { Again::Later(None) };
            return Self { cause, again };
        }
        let what = if error.is_timeout() { "no answer in time" } else { "the connection broke" };
        Self { cause: format!("{what} from {base}: {}", root(error)), again: Again::Later(None) }
    }

    /// The service gives up in the middle of a response, in these words.
    pub fn of_words(said: &str) -> Self {
        const PASSING: [&str; 10] = [
            "429",
            "500",
            "502",
            "503",
            "529",
            "overload",
            "rate_limit",
            "server_error",
            "unavailable",
            "exhausted",
        ];
        let lower = said.to_lowercase();
        // Its own names of errors stand ahead of what it says.
        let head = lower.split(':').next().unwrap_or_default();
        let passes = PASSING.iter().any(|word| head.contains(word));
        let again = if passes { Again::Later(None) } else { Again::Never };
        Self { cause: said.to_owned(), again }
    }
}

/// The last reason of a chain, which is the one that says what happened.
pub(super) fn root(error: &reqwest::Error) -> String {
    let mut error: &dyn std::error::Error = error;
    while let Some(source) = error.source() {
        error = source;
    }
    error.to_string()
}

/// Money that is used up does not come back by waiting.
fn is_final(body: &Value) -> bool {
    let named = ["/error/code", "/error/type"].map(|at| body.pointer(at).and_then(Value::as_str));
    named.contains(&Some("insufficient_quota"))
}

/// `kind: message` of an error's body; the body itself where it is no such thing.
fn said(body: &Value, raw: &str) -> String {
    let error = body.get("error").unwrap_or(body);
    let text = |key: &str| error.get(key).and_then(Value::as_str).unwrap_or_default();
    let kind = [text("type"), text("status")].into_iter().find(|kind| !kind.is_empty());
    let message = error.as_str().unwrap_or_else(|| text("message"));
    let whole = match (kind, message) {
        (Some(kind), "") => kind.to_owned(),
        (Some(kind), message) => format!("{kind}: {message}"),
        (None, "") if body.is_null() => raw.to_owned(),
        (None, message) => message.to_owned(),
    };
    let line: Vec<&str> = whole.split_whitespace().collect();
    let line = line.join(" ");
    match line.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line,
    }
}

/// How long a service asks to wait, by its headers.
fn asked(headers: &HeaderMap, now: SystemTime) -> Option<Duration> {
    let text = |name: &str| headers.get(name)?.to_str().ok().map(str::trim);
    let seconds = |text: &str| Duration::try_from_secs_f64(text.parse().ok()?).ok();
    let milliseconds = || seconds(text("retry-after-ms")?).map(|wait| wait / 1000);
    let date = |text: &str| {
        Some(httpdate::parse_http_date(text).ok()?.duration_since(now).unwrap_or_default())
    };
    let after = || text("retry-after").and_then(|text| seconds(text).or_else(|| date(text)));
    let reset = || {
        let of = |what: &str| {
            let left = text(&format!("x-ratelimit-remaining-{what}"));
            let reset = text(&format!("x-ratelimit-reset-{what}"))?;
            left.is_none_or(|left| left == "0").then(|| span(reset))?
        };
        of("requests").max(of("tokens"))
    };
    milliseconds().or_else(after).or_else(reset)
}

/// `6m0s`, `1.5s`, `20ms`; a plain number is seconds.
fn span(text: &str) -> Option<Duration> {
    let (mut total, mut rest) = (0.0, text);
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(rest.len());
        let amount: f64 = rest[..digits].parse().ok()?;
        let behind = &rest[digits..];
        let letters = behind.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(behind.len());
        let seconds = match &behind[..letters] {
            "h" => 3600.0,
            "m" => 60.0,
            "s" | "" => 1.0,
            "ms" => 1e-3,
            _ => return None,
        };
        total += amount * seconds;
        rest = &behind[letters..];
    }
    Duration::try_from_secs_f64(total).ok()
}

/// How long Gemini asks to wait, by the details of its error.
fn delay(body: &Value) -> Option<Duration> {
    let details = body.pointer("/error/details")?.as_array()?;
    let delay = details.iter().find_map(|detail| detail.get("retryDelay")?.as_str())?;
    span(delay)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::agent::api::Service;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        pairs
            .iter()
            .map(|(name, value)| ((*name).parse().unwrap(), value.parse().unwrap()))
            .collect()
    }

    fn trouble(code: u16, pairs: &[(&'static str, &str)], body: &str) -> Trouble {
        let endpoint = Endpoint::of(Service::OpenAi, "m", None).unwrap();
        let status = StatusCode::from_u16(code).unwrap();
        let key = Secret::new("OPENAI_API_KEY", "key-of-many-letters").ok();
        Trouble::of_status(status, &headers(pairs), body, (key.as_ref(), &endpoint, "gpt-x"))
    }

    #[test]
    fn causes_say_what_to_do() {
        let body = r#"{"error":{"type":"invalid_request_error","message":"no\nkey"}}"#;
        let cause = trouble(401, &[], body).cause;
        assert!(cause.starts_with("401 invalid_request_error: no key ("), "{cause}");
        assert!(cause.contains("OPENAI_API_KEY"), "{cause}");
        let cause = trouble(404, &[], "Not here").cause;
        assert!(
            cause.contains("404 Not here")
                && cause.contains("`gpt-x`")
                && cause.contains("--base-url")
        );
        let list = r#"[{"error":{"code":503,"status":"UNAVAILABLE","message":"busy"}}]"#;
        assert_eq!(trouble(503, &[], list).cause, "503 UNAVAILABLE: busy");
        assert_eq!(trouble(502, &[], "").cause, "502");
        assert!(trouble(500, &[], &"x".repeat(1 << 20)).cause.len() < 1000);
    }

    #[test]
    fn only_what_may_pass_is_tried_again() {
        for code in [400, 401, 403, 404, 302, 413, 422] {
            assert_eq!(trouble(code, &[], "").again, Again::Never, "{code}");
        }
        for code in [408, 409, 429, 500, 502, 503, 504, 529] {
            assert_eq!(trouble(code, &[], "").again, Again::Later(None), "{code}");
        }
        let used_up = r#"{"error":{"code":"insufficient_quota","message":"pay"}}"#;
        assert_eq!(trouble(429, &[], used_up).again, Again::Never);
        for (words, again) in [
            ("overloaded_error: busy", true),
            ("503 UNAVAILABLE: busy", true),
            ("invalid_request_error: see the rate_limit guide", false),
        ] {
            assert_eq!(Trouble::of_words(words).again != Again::Never, again, "{words}");
        }
    }

    #[test]
    fn a_service_says_how_long_to_wait_in_many_ways() {
        let later = |pairs: &[(&'static str, &str)], body| match trouble(429, pairs, body).again {
            Again::Later(Some(wait)) => wait.as_secs_f64(),
            other => panic!("{other:?}"),
        };
        assert_eq!(later(&[("retry-after", "2")], ""), 2.0);
        assert_eq!(later(&[("retry-after", "7"), ("retry-after-ms", "1500")], ""), 1.5);
        assert_eq!(
            later(
                &[("x-ratelimit-reset-requests", "1s"), ("x-ratelimit-reset-tokens", "6m0.5s")],
                ""
            ),
            360.5
        );
        let left = [
            ("x-ratelimit-remaining-requests", "0"),
            ("x-ratelimit-reset-requests", "20ms"),
            ("x-ratelimit-remaining-tokens", "99"),
            ("x-ratelimit-reset-tokens", "1h"),
        ];
        assert_eq!(later(&left, ""), 0.02);
        let details = r#"{"error":{"details":[{"@type":"x"},{"retryDelay":"30s"}]}}"#;
        assert_eq!(later(&[], details), 30.0);
        for nonsense in ["", "soon", "-1", "1e999", "NaN", "9x"] {
            let again = trouble(
                429,
                &[("retry-after", nonsense), ("x-ratelimit-reset-tokens", nonsense)],
                "",
            )
            .again;
            assert!(
                matches!(again, Again::Later(None | Some(Duration::ZERO))),
                "{nonsense} {again:?}"
            );
        }
    }

    #[test]
    fn a_date_to_wait_for_counts_from_now() {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(784_111_777 - 30);
        let of = |date: &str| asked(&headers(&[("retry-after", date)]), now);
        assert_eq!(of("Sun, 06 Nov 1994 08:49:37 GMT"), Some(Duration::from_secs(30)));
        assert_eq!(of("Sun, 06 Nov 1994 08:49:00 GMT"), Some(Duration::ZERO), "it is past");
    }
}
