//! What both machine formats promise, checked on a document as a whole.

use std::collections::BTreeSet;

use serde_json::Value;

/// The object's keys, in order.
pub fn keys(value: &Value) -> Vec<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

/// The items of a list.
#[track_caller]
pub fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().unwrap_or_else(|| panic!("{key} is no list: {value}"))
}

/// Ids that the document lists, each with a name and a relative path beside it.
#[track_caller]
pub fn ids(document: &Value) -> BTreeSet<&str> {
    let skills = list(document, "skills").iter().map(|skill| {
        let path = skill["path"].as_str().expect("a path");
        assert!(path.ends_with("SKILL.md") && !path.starts_with('/'), "{path}");
        assert!(!skill["name"].as_str().expect("a name").is_empty());
        skill["id"].as_str().expect("an id")
    });
    skills.collect()
}

/// What stands at the top of every document.
#[track_caller]
pub fn head(document: &Value, schema: &str) {
    assert_eq!(document["schema"], schema);
    let catalog = &document["catalog"];
    assert_eq!(keys(catalog), ["skills", "problems", "skipped", "digest"]);
    assert_eq!(catalog["digest"].as_str().map(str::len), Some(32));
    for told in list(document, "diagnostics") {
        assert_eq!(keys(told), ["path", "line", "column", "code", "severity", "message", "remedy"]);
        assert!(!told["path"].as_str().expect("a path").starts_with('/'), "{told}");
    }
}

/// Rates are whole objects, undefined as a whole, and not rounded.
#[track_caller]
pub fn rate(rate: &Value) {
    let expected = ["hits", "n", "rate", "low", "high", "method", "confidence"];
    assert_eq!(keys(rate), expected, "{rate}");
    let number = |key: &str| rate[key].as_f64();
    let (hits, n) = (number("hits").expect("a count"), number("n").expect("a count"));
    match number("rate") {
        Some(value) => {
            assert!((value - hits / n).abs() < 1e-12, "{rate}");
            let (low, high) = (number("low").expect("a bound"), number("high").expect("a bound"));
            assert!(0.0 <= low && low <= value && value <= high && high <= 1.0, "{rate}");
            assert!(rate["method"].is_string() && number("confidence").is_some(), "{rate}");
        }
        None => {
            assert_eq!(n, 0.0, "{rate}");
            for key in &expected[2..] {
                assert!(rate[key].is_null(), "{key} of {rate}");
            }
        }
    }
}
