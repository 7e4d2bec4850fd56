//! Two states of a catalog, measured alike in one go: the arms of a comparison.
//!
//! Must not know what is compared, nor how.

use std::{collections::BTreeSet, path::PathBuf, sync::Arc, time::Duration};

use super::{
    Setup, SetupError,
    disk::Disk,
    earlier::{Behind, Earlier},
    interleaved,
    probing::Files,
    runtime,
};
use crate::{
    core::{
        catalog::Catalog,
        plan::Order,
        query::QuerySet,
        snapshot::Snapshot,
        workbench::{Board, Workbench},
    },
    engine::{agent::NotReady, git, loader::CatalogRequest},
};

/// How long git may take over a revision.
const PATIENCE: Duration = Duration::from_secs(30);

/// Which state of the skills.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arm {
    /// Those that the setup names, as they are on disk.
    Now,
    /// A folder of its own instead of the setup's.
    Folder(PathBuf),
    /// The setup's as they were at a git revision.
    Revision(String),
}

/// A measured arm.
#[derive(Clone, Debug)]
pub struct Measured {
    /// For people: a folder, or a revision with its commit.
    pub name: String,
    pub board: Arc<Board>,
    /// What was asked about and is not as it was, a sentence each.
    pub notes: Vec<String>,
    /// How its probes stood to those of the other arm.
    pub order: Order,
}

/// Two states as they were read, and the rows that both are asked.
pub(super) struct Sides {
    pub names: [String; 2],
    pub catalogs: [Arc<Catalog>; 2],
    pub sets: Vec<QuerySet>,
    /// Where the files of each lie now, as far as they do.
    files: [Arc<Files>; 2],
}

/// Measures both arms with the query set of `after`, or with the one that the setup names.
///
/// # Errors
/// As [`super::once`]; a revision that git does not know; no git.
pub fn arms(setup: &Setup, before: &Arm, after: &Arm) -> Result<[Measured; 2], SetupError> {
    Sides::read(setup, before, after)?.measured(setup)
}

/// Measures the skills of `before`, called `name`, once more, and beside them those of now.
///
/// # Errors
/// As [`super::once`].
pub fn confirmed(
    setup: &Setup,
    name: &str,
    before: Arc<Catalog>,
) -> Result<[Measured; 2], SetupError> {
    let mut disk = disk(setup, &Arm::Now)?;
    let now = disk.load()?;
    let (after, now) = state(setup, &Arm::Now, &disk, now)?;
    let names = [name.to_owned(), after];
    let files = [disk.files(), disk.files()];
    Sides { names, catalogs: [before, now], sets: disk.queries(), files }.measured(setup)
}

impl Sides {
    pub fn read(setup: &Setup, before: &Arm, after: &Arm) -> Result<Self, SetupError> {
        let mut disk = disk(setup, after)?;
        let now = disk.load()?;
        let (sets, files) = (disk.queries(), disk.files());
        let after = state(setup, after, &disk, now)?;
        let (before, files) = match before {
            Arm::Folder(_) => {
                let mut disk = self::disk(setup, before)?;
                let now = disk.load()?;
                (state(setup, before, &disk, now)?, [disk.files(), files])
            }
            arm => (state(setup, arm, &disk, disk.catalog())?, [Arc::clone(&files), files]),
        };
        let ((before, was), (after, is)) = (before, after);
        Ok(Self { names: [before, after], catalogs: [was, is], sets, files })
    }

    /// Both arms without a single probe.
    pub fn unasked(self, setup: &Setup) -> [Measured; 2] {
        let boards = self.catalogs.clone().map(|catalog| {
            let mut bench = Workbench::new(setup.settings());
            bench.words_only(catalog);
            bench.board()
        });
        self.with(boards, Order::AtOnce, Default::default())
    }

    pub fn measured(self, setup: &Setup) -> Result<[Measured; 2], SetupError> {
        // What is laid out again lives until the last probe has ended.
        let mut earlier = Earlier::default();
        let [before, after] = [0, 1].map(|at| self.behind(at, setup, &mut earlier));
        let [before, after] = [before?, after?];
        let files = [&before.files, &after.files];
        let (boards, order) = interleaved::boards(setup, self.catalogs.clone(), files, &self.sets)?;
        Ok(self.with(boards, order, [before.notes, after.notes]))
    }

    /// What lies behind one side, for somebody who reads it.
    fn behind(
        &self,
        at: usize,
        setup: &Setup,
        earlier: &mut Earlier,
    ) -> Result<Behind, SetupError> {
        let (catalog, files) = (&self.catalogs[at], &self.files[at]);
        if !setup.asks() {
            return Ok(Behind { files: Files::clone(files), notes: Vec::new() });
        }
        earlier.keep(catalog, files);
        let behind = earlier.behind(&Snapshot::of(Arc::clone(catalog)), files);
        behind.map_err(|error| NotReady::Skills(error.to_string()).into())
    }

    fn with(
        self,
        [was, mut is]: [Arc<Board>; 2],
        order: Order,
        [of_then, of_now]: [Vec<String>; 2],
    ) -> [Measured; 2] {
        let ([_, files], [before, after]) = (self.files, self.names);
        Arc::make_mut(&mut is).files = files;
        let measured = |name, board, notes| Measured { name, board, notes, order };
        [measured(before, was, of_then), measured(after, is, of_now)]
    }
}

fn disk(setup: &Setup, arm: &Arm) -> Result<Disk, SetupError> {
    match arm {
        Arm::Now | Arm::Revision(_) => Disk::new(setup),
        Arm::Folder(folder) => {
            let paths = vec![folder.clone()];
            Disk::at(CatalogRequest { paths, ..setup.catalog.clone() }, setup)
        }
    }
}

/// The arm's name and catalog; `now` is what lies on disk there.
fn state(
    setup: &Setup,
    arm: &Arm,
    disk: &Disk,
    now: Arc<Catalog>,
) -> Result<(String, Arc<Catalog>), SetupError> {
    let revision = match arm {
        Arm::Folder(folder) => return Ok((folder.to_string_lossy().replace('\\', "/"), now)),
        Arm::Now => {
            let paths = setup.catalog.paths.iter().map(|path| path.to_string_lossy());
            let paths = paths.collect::<Vec<_>>().join(" ");
            let here = if paths.is_empty() { "the files".to_owned() } else { paths };
            return Ok((format!("{here} now"), now));
        }
        Arm::Revision(revision) => revision,
    };
    let files = files_at(revision, &disk.roots())?;
    // A catalog of no generation is one that nobody has read yet.
    let catalog = Catalog { generation: 1, ..disk.at_commit(&files) };
    Ok((format!("{revision} ({})", files.short()), Arc::new(catalog)))
}

fn files_at(revision: &str, roots: &BTreeSet<PathBuf>) -> Result<git::AtHead, SetupError> {
    Ok(runtime()?.block_on(git::skill_files_at(revision, roots, PATIENCE))?)
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use super::*;
    use crate::engine::{git::testing::git, loader::UserFolders};

    fn skill(dir: &Path, name: &str, description: &str) {
        let folder = dir.join("skills").join(name);
        fs::create_dir_all(&folder).expect("made");
        let text = format!("---\nname: {name}\ndescription: {description}\n---\n");
        fs::write(folder.join("SKILL.md"), text).expect("written");
    }

    fn setup(dir: &Path, paths: &[&str]) -> Setup {
        let paths = paths.iter().map(PathBuf::from).collect();
        let (harness, user) = (None, UserFolders::default());
        Setup::of(CatalogRequest { paths, harness, cwd: dir.to_owned(), user })
    }

    fn descriptions(arm: &Measured) -> Vec<&str> {
        let skills = &arm.board.now.snapshot.catalog.skills;
        skills.iter().map(|skill| skill.doc.description.as_str()).collect()
    }

    #[test]
    fn a_revision_is_measured_with_the_queries_of_now() {
        let home = tempfile::tempdir().expect("a folder");
        let dir = home.path().canonicalize().expect("a path");
        skill(&dir, "bread", "Bakes rye bread.");
        git(&dir, &["init", "-q", "-b", "main"]);
        git(&dir, &["add", "."]);
        git(&dir, &["commit", "-qm", "first"]);
        skill(&dir, "bread", "Bakes wheat bread.");
        skill(&dir, "cake", "Bakes cake.");
        let rows =
            "{\"id\": \"q\", \"prompt\": \"wheat bread\", \"expected_skills\": [\"bread\"]}\n";
        fs::write(dir.join("q.jsonl"), rows).expect("written");
        let mut setup = setup(&dir, &["skills"]);
        setup.queries = vec![dir.join("q.jsonl")];

        let [before, after] =
            arms(&setup, &Arm::Revision("main".into()), &Arm::Now).expect("measured");
        assert_eq!(descriptions(&before), ["Bakes rye bread."]);
        assert_eq!(descriptions(&after), ["Bakes wheat bread.", "Bakes cake."]);
        assert!(before.name.starts_with("main (") && after.name == "skills now", "{before:?}");
        for arm in [&before, &after] {
            assert_eq!((arm.board.run.counts.scored, arm.board.drafts()), (1, false));
        }

        for revision in ["gone", "--all"] {
            let error = arms(&setup, &Arm::Revision(revision.into()), &Arm::Now).unwrap_err();
            assert!(error.to_string().contains(&format!("no commit `{revision}`")), "{error}");
        }
    }

    #[test]
    fn two_folders_are_measured_with_one_query_set() {
        let home = tempfile::tempdir().expect("a folder");
        let [old, new] = ["old", "new"].map(|name| home.path().join(name));
        skill(&old, "bread", "Bakes rye bread.");
        skill(&new, "bread", "Bakes wheat bread.");
        let rows = "{\"id\": \"q\", \"prompt\": \"wheat\", \"expected_skills\": [\"bread\"]}\n";
        fs::write(new.join("q.jsonl"), rows).expect("written");
        let mut setup = setup(home.path(), &[]);
        setup.queries = vec![new.join("q.jsonl")];
        let measured = arms(&setup, &Arm::Folder("old".into()), &Arm::Folder("new".into()));
        let [before, after] = measured.expect("measured");
        assert_eq!(descriptions(&before), ["Bakes rye bread."]);
        assert_eq!(descriptions(&after), ["Bakes wheat bread."]);
        assert_eq!((before.name.as_str(), after.name.as_str()), ("old", "new"));
        assert_eq!(before.board.query_digest, after.board.query_digest);
    }
}
