//! The files that a row's prompt speaks of: a fresh copy for each probe.

use std::{
    io,
    path::{Path, PathBuf},
};

use thiserror::Error;

use crate::{
    core::{id::SkillId, query::Query},
    engine::agent::copy::{self, Bounds},
};

const BOUNDS: Bounds = Bounds { files: 20_000, file_bytes: 64 << 20, bytes: 512 << 20, depth: 32 };

/// Of any harness: what lies there would count as skills or settings of the project, and is not
/// what the row is about.
const SETTINGS: &[&str] = &[
    ".claude",
    ".codex",
    ".agents",
    ".gemini",
    ".opencode",
    ".pi",
    ".qwen",
    ".mcp.json",
    "opencode.json",
    "opencode.jsonc",
];

/// Below a project's `.github`.
const COPILOT: &str = ".github/skills";

#[derive(Debug, Error)]
pub(in crate::engine::agent) enum WorkspaceError {
    #[error("its workspace {0} is not there; name a folder relative to the query file")]
    Missing(String),
    #[error("its workspace {0} leads out of the folder of the query file; move it there")]
    Leads(String),
    #[error("its workspace cannot be copied: {0}")]
    Copy(#[from] io::Error),
}

/// Copies the row's workspace, if it has one, into an empty project.
pub(in crate::engine::agent) fn lay(
    query: &Query<SkillId>,
    roots: &[PathBuf],
    project: &Path,
) -> Result<(), WorkspaceError> {
    let Some(workspace) = query.workspace.as_deref() else { return Ok(()) };
    let folder = find(&query.source.path, workspace, roots)?;
    let wanted = |path: &Path| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let parent = path.parent().unwrap_or(path);
        !(SETTINGS.contains(&name) && parent == folder) && path != folder.join(COPILOT)
    };
    copy::folder(&folder, project, BOUNDS, &wanted)?;
    Ok(())
}

/// The folder, with links resolved. It lies below the root that the query file is relative to, or
/// beside the file: a row of somebody else's must not have a home read out.
fn find(file: &str, workspace: &str, roots: &[PathBuf]) -> Result<PathBuf, WorkspaceError> {
    let leads = || WorkspaceError::Leads(workspace.to_owned());
    if Path::new(workspace).is_absolute() {
        return Err(leads());
    }
    let beside =
        |root: &PathBuf| root.join(file).parent().map(|folder| (root.clone(), folder.to_owned()));
    let all = roots.iter().filter_map(beside);
    for (root, folder) in all {
        let Ok(found) = folder.join(workspace).canonicalize() else { continue };
        if !found.is_dir() {
            continue;
        }
        let inside = |of: &Path| of.canonicalize().is_ok_and(|of| found.starts_with(of));
        return if inside(&folder) || inside(&root) { Ok(found) } else { Err(leads()) };
    }
    Err(WorkspaceError::Missing(workspace.to_owned()))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::core::query::Label;

    fn laid(workspace: &str) -> Result<Vec<String>, String> {
        let (root, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let evals = root.path().join("evals");
        fs::create_dir_all(evals.join("shop/.claude/skills")).unwrap();
        fs::create_dir_all(evals.join("shop/inner/.claude")).unwrap();
        fs::create_dir_all(root.path().join("beside")).unwrap();
        fs::write(evals.join("shop/menu.txt"), "tea").unwrap();
        fs::write(evals.join("shop/.mcp.json"), "{}").unwrap();
        fs::write(root.path().join("beside/b"), "x").unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink(outside.path(), evals.join("away")).unwrap();
        let label = Label::Complete { expected: vec![], alternatives: vec![] };
        let mut query = Query::new("q", "Sort this.", label);
        query.workspace = Some(workspace.to_owned());
        "evals/q.jsonl".clone_into(&mut query.source.path);
        let project = tempfile::tempdir().unwrap();
        let roots = ["/no/such/root".into(), root.path().to_owned()];
        lay(&query, &roots, project.path()).map_err(|error| error.to_string())?;
        let mut names: Vec<String> = fs::read_dir(project.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        Ok(names)
    }

    #[test]
    fn a_workspace_is_copied_without_what_a_harness_would_obey() {
        assert_eq!(laid("shop").unwrap(), ["inner", "menu.txt"]);
        assert_eq!(laid("../beside").unwrap(), ["b"]);
    }

    #[test]
    fn no_workspace_leads_away() {
        assert!(laid("gone").unwrap_err().contains("not there"));
        for out in ["/etc", "away", "../../.."] {
            let said = laid(out).unwrap_err();
            assert!(said.contains("leads out"), "{out}: {said}");
        }
    }
}
