//! Calls of the git program, one question a method.
//!
//! Must not know what the answers are for.

use std::{
    collections::{BTreeMap, BTreeSet},
    ffi::OsStr,
    io,
    path::{Path, PathBuf},
    process::Stdio,
};

use tokio::{
    io::{AsyncWriteExt, BufReader},
    process::Command,
};

use super::{
    HEAD, NoHead,
    objects::{Entry, ObjectId, each_blob, parse_tree},
    revisions::{COMMITS, REFS},
};

/// Git in one directory.
pub(super) struct Git<'a> {
    dir: &'a Path,
}

impl<'a> Git<'a> {
    pub fn at(dir: &'a Path) -> Self {
        Self { dir }
    }

    /// The top folder of the work tree that the directory lies in, links resolved.
    pub async fn top(&self) -> Result<PathBuf, NoHead> {
        let no_repository = || NoHead::NoRepository(self.dir.to_path_buf());
        let out = match self.answer(["rev-parse", "--show-toplevel"]).await {
            Err(NoHead::Failed(cause)) if cause.contains("not a git repository") => {
                return Err(no_repository());
            }
            // Inside `.git`, or a bare repository.
            Err(NoHead::Failed(cause)) if cause.contains("must be run in a work tree") => {
                return Err(no_repository());
            }
            answer => answer?,
        };
        let line = out.strip_suffix(b"\n").unwrap_or(&out);
        path_of(line).canonicalize().map_err(|_| no_repository())
    }

    /// Hex id of the commit that a revision names.
    pub async fn commit(&self, revision: &str) -> Result<String, NoHead> {
        let missing = || match revision {
            HEAD => NoHead::NoCommit(self.dir.to_path_buf()),
            _ => {
                let (top, revision) = (self.dir.to_path_buf(), revision.to_owned());
                NoHead::NoRevision { top, revision }
            }
        };
        // Nothing that a person names may be taken for an option.
        if revision.starts_with('-') {
            return Err(missing());
        }
        let wanted = format!("{revision}^{{commit}}");
        match self.answer(["rev-parse", "--verify", "--quiet", &wanted]).await {
            Ok(out) => Ok(String::from_utf8_lossy(&out).trim().to_owned()),
            Err(NoHead::Failed(_)) => Err(match missing() {
                NoHead::NoRevision { top, revision } if self.is_shallow().await => {
                    NoHead::Shallow { top, revision }
                }
                missing => missing,
            }),
            Err(error) => Err(error),
        }
    }

    /// The history was cut off when it was fetched.
    async fn is_shallow(&self) -> bool {
        let answer = self.answer(["rev-parse", "--is-shallow-repository"]).await;
        answer.is_ok_and(|out| out.starts_with(b"true"))
    }

    /// Branches and tags, those made last first; see [`super::revisions`] for the form.
    pub async fn refs(&self) -> Result<Vec<u8>, NoHead> {
        let count = format!("--count={REFS}");
        let form = "--format=%(refname)%00%(refname:short)%00%(creatordate:short)%00%(subject)";
        let kinds = ["refs/heads", "refs/tags", "refs/remotes"];
        let args = ["for-each-ref", "--sort=-creatordate", &count, form];
        self.answer(args.into_iter().chain(kinds)).await
    }

    /// The latest commits that touched some folders, as [`Git::refs`]. Not by `git log`, which has
    /// signatures checked by a program that the repository names.
    pub async fn commits(&self, inside: &[&Path]) -> Result<Vec<u8>, NoHead> {
        let count = format!("--max-count={COMMITS}");
        let args = ["rev-list", &count, "--format=%h%x00%cs%x00%s", HEAD, "--"].map(OsStr::new);
        // The top folder is everything, which is asked for by naming none.
        let all = inside.iter().any(|path| path.as_os_str().is_empty());
        let inside = inside.iter().filter(|_| !all).map(|path| path.as_os_str());
        self.answer(args.into_iter().chain(inside)).await
    }

    /// What lies at or below `inside` in a commit, relative to the top folder; no folders.
    pub async fn tree(&self, commit: &str, inside: &Path) -> Result<Vec<Entry>, NoHead> {
        let mut args: Vec<&OsStr> =
            ["ls-tree", "-r", "-z", "--full-tree", commit].map(OsStr::new).to_vec();
        if inside != Path::new("") {
            args.extend([OsStr::new("--"), inside.as_os_str()]);
        }
        Ok(parse_tree(&self.answer(args).await?))
    }

    /// The contents of blobs; one that is missing here (a partial clone) is left out.
    pub async fn read(
        &self,
        ids: BTreeSet<ObjectId>,
    ) -> Result<BTreeMap<ObjectId, Vec<u8>>, NoHead> {
        let mut out = BTreeMap::new();
        self.each(ids, |id, _, bytes| {
            out.insert(id, bytes);
        })
        .await?;
        Ok(out)
    }

    /// As [`Git::read`], one after the other, each with its size in the repository.
    pub async fn each(
        &self,
        ids: BTreeSet<ObjectId>,
        take: impl FnMut(ObjectId, u64, Vec<u8>),
    ) -> Result<(), NoHead> {
        let mut child = self
            .command(["cat-file", "--batch", "--buffer"])
            .stdin(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(failed)?;
        let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(NoHead::Failed("its pipes could not be opened".into()));
        };
        let count = ids.len();
        let ask = async move {
            for id in ids {
                stdin.write_all(id.line().as_bytes()).await?;
            }
            // Dropping the pipe tells git that this was all.
            stdin.shutdown().await
        };
        // Both at once: each side would block on a full pipe if the other did not read.
        let (asked, read) = tokio::join!(ask, each_blob(BufReader::new(stdout), count, take));
        asked.and(read).map_err(failed)
    }

    async fn answer(
        &self,
        args: impl IntoIterator<Item = impl AsRef<OsStr>>,
    ) -> Result<Vec<u8>, NoHead> {
        let output = self.command(args).output().await.map_err(failed)?;
        if output.status.success() {
            return Ok(output.stdout);
        }
        let text = String::from_utf8_lossy(&output.stderr);
        let cause = text.lines().next().unwrap_or_default();
        let cause = cause.strip_prefix("fatal: ").unwrap_or(cause);
        Err(NoHead::Failed(if cause.is_empty() { output.status.to_string() } else { cause.into() }))
    }

    fn command(&self, args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Command {
        let mut command = Command::new("git");
        command
            .arg("-C")
            .arg(self.dir)
            // The one setting by which a repository could have a program run for such calls.
            .args(["-c", "core.fsmonitor=false", "--literal-pathspecs"])
            .args(args)
            .env("GIT_OPTIONAL_LOCKS", "0")
            .env("GIT_NO_LAZY_FETCH", "1")
            .env("GIT_TERMINAL_PROMPT", "0")
            // Causes are told apart by their English words.
            .env("LC_ALL", "C")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        // Set when we run from a git hook; they would speak of another repository.
        for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR"] {
            command.env_remove(name);
        }
        command
    }
}

fn failed(error: io::Error) -> NoHead {
    match error.kind() {
        io::ErrorKind::NotFound => NoHead::NoGit,
        _ => NoHead::Failed(error.to_string()),
    }
}

/// A path as git prints it with `-z`: raw bytes on Unix, UTF-8 elsewhere.
pub(super) fn path_of(bytes: &[u8]) -> PathBuf {
    #[cfg(unix)]
    return PathBuf::from(<OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(bytes));
    #[cfg(not(unix))]
    return PathBuf::from(String::from_utf8_lossy(bytes).into_owned());
}
