//! How a secret is spelled in what comes back: as it is, escaped, percent-encoded, in base64.
//!
//! Must not know where it is looked for.

use std::collections::BTreeSet;

use base64::{
    Engine as _,
    engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD},
};

use super::SHORTEST;

/// Every spelling of a secret that is looked for.
pub(super) fn of(value: &str) -> BTreeSet<Vec<u8>> {
    let mut forms = BTreeSet::from([value.as_bytes().to_vec()]);
    for escaped in [json(value, false), json(value, true), html(value)] {
        forms.insert(escaped.into_bytes());
    }
    for spelling in [percent(value, true), percent(value, false)] {
        forms.insert(spelling.into_bytes());
    }
    for before in 0..3 {
        forms.extend(base64(value, before));
    }
    forms
}

/// As a JSON string has it; some writers escape more than they have to.
fn json(value: &str, more: bool) -> String {
    let mut out = String::with_capacity(value.len());
    for c in value.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '/' if more => out.push_str("\\/"),
            '<' | '>' | '&' | '\'' if more => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            _ => out.push(c),
        }
    }
    out
}

fn html(value: &str) -> String {
    value
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
}

/// As a part of a URL.
fn percent(value: &str, upper: bool) -> String {
    let mut out = String::with_capacity(value.len());
    for byte in value.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            out.push(char::from(byte));
        } else if upper {
            out.push_str(&format!("%{byte:02X}"));
        } else {
            out.push_str(&format!("%{byte:02x}"));
        }
    }
    out
}

/// The characters that the secret alone decides where `before` other bytes stand in front of it in
/// a group of three: those at either end are shared with its neighbours.
fn base64(value: &str, before: usize) -> Vec<Vec<u8>> {
    let mut padded = vec![0; before];
    padded.extend_from_slice(value.as_bytes());
    let whole = padded.len() * 8 / 6;
    [STANDARD_NO_PAD.encode(&padded), URL_SAFE_NO_PAD.encode(&padded)]
        .iter()
        .filter_map(|text| text.get((before * 8).div_ceil(6)..whole))
        .filter(|text| text.len() >= SHORTEST)
        .map(|text| text.as_bytes().to_vec())
        .collect()
}
