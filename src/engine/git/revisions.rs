//! The revisions that somebody may want to compare with: branches, tags, and the latest commits that
//! touched the skills.
//!
//! Must not know what is read at them.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    time::Duration,
};

use super::{NoHead, Place, program::Git, trees};

/// Branches and tags that are listed, the newest first.
pub(super) const REFS: usize = 30;
/// Commits that are listed.
pub(super) const COMMITS: usize = 20;

/// One revision, in the order in which they are listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Revision {
    pub kind: Kind,
    /// As git is asked for it.
    pub name: String,
    /// `2026-11-30`
    pub day: String,
    /// First line of what was said when it was made.
    pub subject: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display)]
#[strum(serialize_all = "lowercase")]
pub enum Kind {
    Branch,
    Tag,
    Commit,
}

/// The revisions that every work tree of `dirs` has.
///
/// # Errors
/// As [`super::skill_files_at_head`], but for folders without skill files.
pub async fn revisions(
    dirs: &BTreeSet<PathBuf>,
    patience: Duration,
) -> Result<Vec<Revision>, NoHead> {
    let found = tokio::time::timeout(patience, all(dirs)).await;
    found.unwrap_or(Err(NoHead::TooSlow(patience)))
}

async fn all(dirs: &BTreeSet<PathBuf>) -> Result<Vec<Revision>, NoHead> {
    let mut common: Option<Vec<Revision>> = None;
    for (top, places) in trees(dirs).await? {
        let found = of_tree(&top, &places).await?;
        common = Some(match common {
            None => found,
            Some(mut common) => {
                let names: BTreeMap<&str, Kind> =
                    found.iter().map(|one| (one.name.as_str(), one.kind)).collect();
                common.retain(|one| names.get(one.name.as_str()) == Some(&one.kind));
                common
            }
        });
    }
    Ok(common.unwrap_or_default())
}

async fn of_tree(top: &Path, places: &[Place]) -> Result<Vec<Revision>, NoHead> {
    let git = Git::at(top);
    let inside: Vec<&Path> =
        places.iter().filter_map(|place| place.real.strip_prefix(top).ok()).collect();
    let mut found = parse_refs(&git.refs().await?);
    found.extend(parse_commits(&git.commits(&inside).await?));
    Ok(found)
}

/// Lines of `<ref> NUL <short name> NUL <day> NUL <subject>`.
fn parse_refs(out: &[u8]) -> Vec<Revision> {
    let text = String::from_utf8_lossy(out);
    let read = |line: &str| {
        let mut parts = line.split('\0').map(str::to_owned);
        let (full, name) = (parts.next()?, parts.next()?);
        let kind = if full.starts_with("refs/tags/") { Kind::Tag } else { Kind::Branch };
        // Where a remote's HEAD points to is listed by its own name.
        (!full.ends_with("/HEAD")).then_some(())?;
        Some(Revision { kind, name, day: parts.next()?, subject: parts.next()? })
    };
    text.lines().filter_map(read).collect()
}

/// Lines of `<id> NUL <day> NUL <subject>`, each after a line that names the commit in full.
fn parse_commits(out: &[u8]) -> Vec<Revision> {
    let text = String::from_utf8_lossy(out);
    let read = |line: &str| {
        let mut parts = line.split('\0').map(str::to_owned);
        let (name, day, subject) = (parts.next()?, parts.next()?, parts.next()?);
        Some(Revision { kind: Kind::Commit, name, day, subject })
    };
    text.lines().filter_map(read).collect()
}
