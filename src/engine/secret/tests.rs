use base64::{Engine as _, engine::general_purpose::STANDARD};
use proptest::prelude::*;

use super::*;

const KEY: &str = "sk-live/9+Qa\"b\\c<7>&zz=";

fn secret(value: &str) -> Secret {
    Secret::new("A_KEY", value).expect("a key")
}

#[test]
fn a_secret_is_shown_nowhere_but_where_it_is_asked_for() {
    let secret = secret("sk-0123456789");
    let scrubber = Scrubber::of([&secret]);
    let shown = format!("{secret:?} {secret} {scrubber:?} {:?}", scrubber.flow());
    assert!(!shown.contains("0123"), "{shown}");
    assert!(shown.contains("Secret(A_KEY) present, from A_KEY"), "{shown}");
    assert_eq!(secret.reveal(), "sk-0123456789");
}

#[test]
fn what_looks_like_no_key_is_refused_without_being_told() {
    let refused = |variable: &str, value: &str| Secret::new(variable, value).map(|_| ()).err();
    let named = || "A_KEY".to_owned();
    assert_eq!(refused("A_KEY", " \n"), Some(SecretError::Missing(named())));
    assert_eq!(refused("A_KEY", "ollama"), Some(SecretError::TooShort(named())));
    assert_eq!(refused("A_KEY", "two words of it"), Some(SecretError::NoKey(named())));
    assert_eq!(refused("A_KEY", &"k".repeat(9000)), Some(SecretError::TooLong(named())));
    assert_eq!(secret("  sk-0123456789\r\n").reveal(), "sk-0123456789");
    let pasted = refused("sk-0123456789", "whatever it is").expect("that is no name");
    assert!(!pasted.to_string().contains("0123"), "{pasted}");
    assert!(Secret::from_environment("SKILLSCOPE_TEST_NEVER_SET").is_err());
}

#[test]
fn every_spelling_of_a_key_is_found() {
    let scrubber = Scrubber::of([&secret(KEY)]);
    let json = serde_json::to_string(KEY).expect("a string");
    let spelled = [
        KEY.to_owned(),
        json.trim_matches('"').to_owned(),
        "sk-live\\/9+Qa\\\"b\\\\c\\u003c7\\u003e\\u0026zz=".to_owned(),
        "sk-live%2F9%2BQa%22b%5Cc%3C7%3E%26zz%3D".to_owned(),
        "sk-live%2f9%2bQa%22b%5cc%3c7%3e%26zz%3d".to_owned(),
        "sk-live/9+Qa&quot;b\\c&lt;7&gt;&amp;zz=".to_owned(),
    ];
    for spelling in spelled {
        let text = format!("é{spelling}é");
        assert_eq!(scrubber.text(&text), format!("é{MARK}é"), "{spelling}");
    }
    for before in ["", "u", "us", "user:"] {
        let encoded = STANDARD.encode(format!("{before}{KEY}"));
        let clean = scrubber.text(&encoded).into_owned();
        assert!(clean.contains(MARK), "{encoded} {clean}");
        let left = clean.replace(MARK, "");
        // What both ends share with their neighbours says no more than a byte or two.
        assert!(left.len() <= STANDARD.encode(before).len() + 6, "{encoded} {clean}");
    }
}

#[test]
fn secrets_that_overlap_are_both_covered() {
    let scrubber = Scrubber::of([&secret("aaaaXXXX"), &secret("XXXXbbbbbbbb")]);
    assert_eq!(scrubber.text("-aaaaXXXXbbbbbbbb-"), format!("-{MARK}-"));
    let again = Scrubber::of([&secret("abcabcab")]);
    assert_eq!(again.text("abcabcabcabcab."), format!("{MARK}."));
}

#[test]
fn one_without_secrets_changes_nothing() {
    let none = Scrubber::default();
    assert_eq!(none.text("sk-0123456789"), "sk-0123456789");
    let mut flow = none.flow();
    assert_eq!(flow.push(b"sk-0123456789"), b"sk-0123456789");
    assert!(flow.finish().is_empty());
}

#[test]
fn a_line_passes_at_once_unless_a_secret_may_begin_at_its_end() {
    let mut flow = Scrubber::of([&secret("sk-0123456789")]).flow();
    assert_eq!(flow.push(b"a line\n"), b"a line\n");
    assert_eq!(flow.push(b"a key sk-0123"), b"a key ");
    assert_eq!(flow.push(b"45"), b"");
    assert_eq!(flow.push(b"6789 and more"), format!("{MARK} and more").into_bytes());
    assert_eq!(flow.push(b"sk-01"), b"");
    assert_eq!(flow.finish(), b"sk-01");
}

proptest! {
    #[test]
    fn cuts_change_nothing(
        pieces in prop::collection::vec("[abc]{0,3}|abcabcabca|cabbac-abcabcabca", 0..12),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..8),
    ) {
        let scrubber = Scrubber::of([&secret("abcabcabca"), &secret("cabbac-abc"), &secret("aaaaaaaa")]);
        let whole = pieces.concat().into_bytes();
        let mut at: Vec<_> = cuts.iter().map(|cut| cut.index(whole.len() + 1)).collect();
        at.extend([0, whole.len()]);
        at.sort_unstable();
        let mut flow = scrubber.flow();
        let mut out = Vec::new();
        for pair in at.windows(2) {
            out.extend(flow.push(&whole[pair[0]..pair[1]]));
        }
        out.extend(flow.finish());
        let at_once = scrubber.bytes(&whole).into_owned();
        prop_assert_eq!(String::from_utf8_lossy(&out), String::from_utf8_lossy(&at_once));
    }

    #[test]
    fn nothing_of_a_key_gets_through(before in ".{0,20}", after in ".{0,20}") {
        let scrubber = Scrubber::of([&secret("sk-0123456789")]);
        let clean = scrubber.text(&format!("{before}sk-0123456789{after}")).into_owned();
        prop_assert!(!clean.contains("sk-0123456789") && clean.contains(MARK), "{}", clean);
    }
}
