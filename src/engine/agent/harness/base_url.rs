//! Addresses of services: what may be one, and the form that each harness wants.

/// Why it cannot be used; `None` where it can.
pub(super) fn fault(url: &str) -> Option<&'static str> {
    let Some(rest) = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://")) else {
        return Some("it begins with neither http:// nor https://");
    };
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    if host.is_empty() {
        return Some("it names no host");
    }
    if authority(url).is_none() && !host.contains('@') {
        return Some("its port is no number");
    }
    if host.contains('@') {
        return Some("it holds a name or a password, which would be shown");
    }
    if url.contains(|c: char| c.is_whitespace() || c.is_control() || "\"'\\?#$`".contains(c)) {
        return Some("it holds characters that no such address has");
    }
    None
}

/// Its host and port.
pub(super) fn authority(url: &str) -> Option<(&str, u16)> {
    let (scheme, rest) = url.split_once("://")?;
    let authority = rest.split('/').next()?;
    let (host, port) = match authority.strip_prefix('[') {
        Some(rest) => rest.split_once(']')?,
        None => authority.split_at(authority.find(':').unwrap_or(authority.len())),
    };
    let usual = if scheme == "https" { 443 } else { 80 };
    let port = port.strip_prefix(':').map_or(Some(usual), |port| port.parse().ok())?;
    Some((host, port)).filter(|_| !host.is_empty())
}

/// True if nothing leaves this machine.
pub(super) fn is_loopback(url: &str) -> bool {
    let Some((host, _)) = authority(url) else { return false };
    host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

/// With the version behind it where it is a bare address.
pub(super) fn with_version(url: &str) -> String {
    let url = url.trim_end_matches('/');
    let bare = url.split_once("://").is_some_and(|(_, rest)| !rest.contains('/'));
    if bare { format!("{url}/v1") } else { url.to_owned() }
}

/// Without a version behind it.
pub(super) fn without_version(url: &str) -> &str {
    let url = url.trim_end_matches('/');
    url.strip_suffix("/v1").unwrap_or(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_plain() {
        for url in ["http://127.0.0.1:8080", "https://models.example/v1/"] {
            assert_eq!(fault(url), None, "{url}");
        }
        for url in ["", "ftp://a", "http://", "http://a:b@c", "http://a\"b", "http://a?key=1"] {
            assert!(fault(url).is_some(), "{url}");
        }
    }

    #[test]
    fn this_machine_is_known_by_its_address() {
        for url in
            ["http://127.0.0.1:1/v1", "http://localhost", "http://[::1]:9", "http://127.9.9.9"]
        {
            assert!(is_loopback(url), "{url}");
        }
        for url in ["http://127.0.0.1.example", "http://10.0.0.1", "https://localhost.example:1"] {
            assert!(!is_loopback(url), "{url}");
        }
    }

    #[test]
    fn a_host_and_a_port_are_read() {
        assert_eq!(authority("http://a/v1"), Some(("a", 80)));
        assert_eq!(authority("https://a"), Some(("a", 443)));
        assert_eq!(authority("http://[::1]:9/x"), Some(("::1", 9)));
        assert_eq!(
            (authority("http://a:b"), authority("http://:1"), authority("a")),
            (None, None, None)
        );
    }

    #[test]
    fn each_form_can_be_had() {
        assert_eq!(with_version("http://a:1/"), "http://a:1/v1");
        assert_eq!(with_version("http://a:1/v1"), "http://a:1/v1");
        assert_eq!(with_version("http://a/models/"), "http://a/models");
        assert_eq!(without_version("http://a:1/v1/"), "http://a:1");
    }
}
