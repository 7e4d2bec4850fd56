//! Paths as text: joined and tidied without a disk. `~` stands for a person's home.
//!
//! Must not know what lies at a path.

/// `path` as seen from the folder `dir`, without `.`, `..` and doubled `/`. What is absolute or
/// below `~` stands for itself; a relative one may still begin with `..`.
pub(super) fn join(dir: &str, path: &str) -> String {
    let own = path.starts_with('/') || path == "~" || path.starts_with("~/");
    let whole = if own { path.to_owned() } else { format!("{dir}/{path}") };
    let absolute = whole.starts_with('/') && (own || !dir.is_empty());
    let mut parts: Vec<&str> = Vec::new();
    for part in whole.split('/') {
        match part {
            "" | "." => {}
            ".." => match parts.last() {
                Some(last) if *last != ".." && *last != "~" => {
                    parts.pop();
                }
                _ if absolute => {}
                _ => parts.push(".."),
            },
            part => parts.push(part),
        }
    }
    let root = if absolute { "/" } else { "" };
    [root, &parts.join("/")].concat()
}

/// The folder that a path lies in; `None` at the top.
pub(super) fn parent(path: &str) -> Option<&str> {
    path.rsplit_once('/').map(|(folder, _)| folder).filter(|folder| !folder.is_empty())
}

/// The path below a folder, if it lies there.
pub(super) fn below<'a>(path: &'a str, folder: &str) -> Option<&'a str> {
    path.strip_prefix(folder)?.strip_prefix('/')
}

/// Stands in a pattern for any folders below one another, or none: what a search goes through. No
/// shell is given a script that holds it.
pub(super) const DEEP: &str = "\0";

/// True if `path` is one that a shell would make of `pattern`: `*` and `?` stand for characters
/// within a name, and for no dot that begins one.
pub(super) fn matches(pattern: &str, path: &str) -> bool {
    if let Some((above, name)) = pattern.split_once(&format!("{DEEP}/")) {
        // What is relative leads to no home.
        let own = !above.is_empty() || !path.starts_with(['/', '~']);
        let below = path.strip_prefix(above).filter(|_| own);
        let last = below.and_then(|below| below.rsplit('/').next());
        // Ahead of it stands a folder as it is, with its `/`.
        return last.is_some_and(|last| name_matches(name, last));
    }
    let (patterns, names) = (pattern.split('/'), path.split('/'));
    patterns.clone().count() == names.clone().count()
        && patterns.zip(names).all(|(pattern, name)| {
            let hidden = name.starts_with('.') && pattern.starts_with(['*', '?']);
            !hidden && name_matches(pattern, name)
        })
}

/// Linear but for the last `*`, to which it falls back.
fn name_matches(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) =
        (pattern.chars().collect(), name.chars().collect());
    let (mut p, mut n, mut star) = (0, 0, None);
    while let Some(c) = name.get(n) {
        match pattern.get(p) {
            Some('*') => {
                star = Some((p, n));
                p += 1;
            }
            Some(wanted) if *wanted == '?' || wanted == c => {
                p += 1;
                n += 1;
            }
            _ => match star {
                Some((at, from)) => {
                    star = Some((at, from + 1));
                    p = at + 1;
                    n = from + 1;
                }
                None => return false,
            },
        }
    }
    pattern.iter().skip(p).all(|c| *c == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_joined_and_tidied() {
        assert_eq!(join("", "./a//b/../c"), "a/c");
        assert_eq!(join("a", "b"), "a/b");
        assert_eq!(join("/r/a", "../../../b"), "/b");
        assert_eq!(join("a", "../../b"), "../b");
        assert_eq!(join("a", "/b/"), "/b");
        assert_eq!(join("~", "../b"), "~/../b");
        assert_eq!(join("a", "~/b"), "~/b");
        assert_eq!(join("a", "~b"), "a/~b");
        assert_eq!((join("", ""), join("/", "")), (String::new(), "/".to_owned()));
    }

    #[test]
    fn folders_hold_what_lies_below_them_alone() {
        assert_eq!(below("a/b/c", "a/b"), Some("c"));
        assert_eq!(below("a/bc", "a/b"), None);
        assert_eq!((parent("a/b/c"), parent("a"), parent("/a")), (Some("a/b"), None, None));
    }

    #[test]
    fn a_search_goes_through_all_folders_below() {
        let deep = |above: &str| format!("{above}{DEEP}/SKILL.md");
        for path in ["a/SKILL.md", "a/.b/c/SKILL.md"] {
            assert!(matches(&deep("a/"), path) && matches(&deep(""), path), "{path}");
        }
        for path in ["ab/SKILL.md", "b/a/SKILL.md", "a/SKILL.md.x", "a/x"] {
            assert!(!matches(&deep("a/"), path), "{path}");
        }
        assert!(!matches(&deep(""), "~/a/SKILL.md") && !matches(&deep(""), "/a/SKILL.md"));
        assert!(matches(&deep("/r/"), "/r/a/SKILL.md"));
    }

    #[test]
    fn patterns_match_as_in_a_shell() {
        for (pattern, path) in
            [("a/*/c", "a/b/c"), ("*", "ab"), ("a?c*", "abc"), ("*b*b", "abab"), (".*/x", ".a/x")]
        {
            assert!(matches(pattern, path), "{pattern} {path}");
        }
        for (pattern, path) in [("*", "a/b"), ("*", ".a"), ("a?", "a"), ("*b", "abc"), ("?a", ".a")]
        {
            assert!(!matches(pattern, path), "{pattern} {path}");
        }
        let slow = "*a".repeat(200);
        assert!(!matches(&slow, &"a".repeat(150)));
    }
}
