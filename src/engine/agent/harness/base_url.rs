//! The form of an address that each harness wants.

use crate::core::plan::BaseUrl;

/// With the version behind it where it is a bare address.
pub(super) fn with_version(url: &BaseUrl) -> String {
    if url.parts().next().is_some() { url.to_string() } else { format!("{url}/v1") }
}

/// Without a version behind it.
pub(super) fn without_version(url: &BaseUrl) -> &str {
    url.as_str().strip_suffix("/v1").unwrap_or(url.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_form_can_be_had() {
        let of = |text: &str| BaseUrl::new(text).unwrap();
        assert_eq!(with_version(&of("http://a:1/")), "http://a:1/v1");
        assert_eq!(with_version(&of("http://a:1/v1")), "http://a:1/v1");
        assert_eq!(with_version(&of("http://a/models/")), "http://a/models");
        assert_eq!(without_version(&of("http://a:1/v1/")), "http://a:1");
    }
}
