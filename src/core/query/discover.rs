//! Which files hold queries, told by their names alone.
//!
//! Must not know the disk; reading decides whether such a file really holds rows.

/// True for the path of a file that is taken for a query file without being named, relative to a
/// skill's folder, or to the root that was given; with `/`.
///
/// * `evals/*.json`, `.jsonl`, `.csv`, `.yaml`, `.yml`: the test files of a skill or a catalog;
/// * `*.jsonl` in the folder itself;
/// * `.skillscope/queries.jsonl`: the rows kept by this program.
///
/// Names are compared without regard to case, since some disks do the same.
pub fn is_query_file(path: &str) -> bool {
    let path = path.to_ascii_lowercase();
    if path == ".skillscope/queries.jsonl" {
        return true;
    }
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", &path));
    let Some((stem, extension)) = name.rsplit_once('.') else { return false };
    if stem.is_empty() || stem.starts_with('.') {
        return false;
    }
    match folder {
        "" => extension == "jsonl",
        "evals" => matches!(extension, "json" | "jsonl" | "csv" | "yaml" | "yml"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::is_query_file;

    #[test]
    fn names_decide() {
        for path in [
            "evals/trigger-eval.json",
            "evals/Trigger_Eval.JSON",
            "evals/a.jsonl",
            "evals/eval.yaml",
            "evals/rows.csv",
            "queries.jsonl",
            "near_miss.jsonl",
            ".skillscope/queries.jsonl",
        ] {
            assert!(is_query_file(path), "{path}");
        }
        for path in [
            "package.json",
            "rows.csv",
            "pnpm-lock.yaml",
            "evals/readme.md",
            "evals/deep/a.json",
            "tests/a.jsonl",
            ".skillscope/runs.jsonl",
            "evals/.hidden.json",
            ".jsonl",
            "evals",
        ] {
            assert!(!is_query_file(path), "{path}");
        }
    }
}
