//! Against the real git program, in repositories made for the test.

use std::{fs, process::Command};

use super::{testing::git, *};

const PATIENCE: Duration = Duration::from_secs(20);

fn write(path: PathBuf, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn commit_all(dir: &Path) {
    git(dir, &["add", "--all"]);
    git(dir, &["commit", "-qm", "all"]);
}

async fn at_head(dirs: &[PathBuf]) -> Result<Vec<(PathBuf, String)>, NoHead> {
    let found = skill_files_at_head(&dirs.iter().cloned().collect(), PATIENCE).await?;
    assert!(found.commits.values().all(|id| id.len() >= 40), "{:?}", found.commits);
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Ok(found.files.into_iter().map(|file| (file.path, text(file.bytes))).collect())
}

#[tokio::test]
async fn what_was_committed_is_read_whatever_became_of_it() {
    let home = tempfile::tempdir().unwrap();
    let (top, skills) = (home.path(), home.path().join("my skills*"));
    git(top, &["init", "-q"]);
    write(skills.join("a/SKILL.md"), "old a");
    write(skills.join("b\nc/SKILL.md"), "old b");
    write(skills.join("gone/skill.md"), "old gone");
    write(skills.join("a/notes.md"), "no skill");
    write(top.join("my skills too/SKILL.md"), "not below the folder");
    commit_all(top);
    write(skills.join("a/SKILL.md"), "new a");
    write(skills.join("new/SKILL.md"), "new");
    fs::remove_dir_all(skills.join("gone")).unwrap();

    let expected = [
        (skills.join("a/SKILL.md"), "old a".to_owned()),
        (skills.join("b\nc/SKILL.md"), "old b".to_owned()),
        (skills.join("gone/skill.md"), "old gone".to_owned()),
    ];
    assert_eq!(at_head(std::slice::from_ref(&skills)).await.unwrap(), expected);
    // Directories below another one add nothing; a root that is gone is still known at HEAD.
    assert_eq!(at_head(&[skills.clone(), skills.join("a")]).await.unwrap(), expected);
    assert_eq!(at_head(&[skills.join("gone")]).await.unwrap(), expected[2..]);
    fs::remove_dir_all(&skills).unwrap();
    assert_eq!(at_head(&[skills]).await.unwrap(), expected);
}

#[cfg(unix)]
#[tokio::test]
async fn a_linked_folder_is_read_where_it_leads_under_its_own_name() {
    let home = tempfile::tempdir().unwrap();
    let top = home.path();
    git(top, &["init", "-q"]);
    write(top.join("skills/a/SKILL.md"), "a");
    fs::create_dir(top.join("linked")).unwrap();
    std::os::unix::fs::symlink("../skills/a", top.join("linked/a")).unwrap();
    commit_all(top);
    let dirs = [top.join("linked"), top.join("linked/a")];
    assert_eq!(at_head(&dirs).await.unwrap(), [(top.join("linked/a/SKILL.md"), "a".to_owned())]);
}

#[tokio::test]
async fn two_repositories_are_two_commits() {
    let home = tempfile::tempdir().unwrap();
    let dirs = ["one", "two"].map(|name| home.path().join(name));
    for dir in &dirs {
        write(dir.join("SKILL.md"), "same text");
        git(dir, &["init", "-q"]);
        commit_all(dir);
    }
    let found = skill_files_at_head(&dirs.clone().into(), PATIENCE).await.unwrap();
    assert_eq!((found.commits.len(), found.files.len()), (2, 2));
    assert_eq!(found.files[1].path, dirs[1].join("SKILL.md"));
}

#[tokio::test]
async fn each_reason_for_no_head_has_its_name() {
    let home = tempfile::tempdir().unwrap();
    let real = home.path().canonicalize().unwrap();
    let dir = [home.path().to_path_buf()];
    assert_eq!(at_head(&dir).await, Err(NoHead::NoRepository(real.clone())));
    git(&real, &["init", "-q"]);
    assert_eq!(at_head(&dir).await, Err(NoHead::NoCommit(real.clone())));
    write(real.join("README.md"), "no skill");
    commit_all(&real);
    write(real.join("SKILL.md"), "not committed");
    assert_eq!(at_head(&dir).await, Err(NoHead::NothingTracked));
    assert_eq!(at_head(&[real.join(".git")]).await, Err(NoHead::NoRepository(real.join(".git"))));
    let now = Duration::ZERO;
    assert_eq!(skill_files_at_head(&dir.into(), now).await, Err(NoHead::TooSlow(now)));
}

/// Prints how long a thousand files take; run with `--nocapture` to see it.
#[tokio::test]
async fn a_large_catalog_is_read_by_one_process() {
    let Ok(corpora) = std::env::var("SKILLSCOPE_CORPORA") else {
        println!("skipped: SKILLSCOPE_CORPORA is not set");
        return;
    };
    let home = tempfile::tempdir().unwrap();
    let large = Path::new(&corpora).join("large/catalog");
    let copied = Command::new("cp").arg("-r").arg(large).arg(home.path()).status().unwrap();
    assert!(copied.success());
    git(home.path(), &["init", "-q"]);
    commit_all(home.path());
    let start = std::time::Instant::now();
    let found = at_head(&[home.path().to_path_buf()]).await.unwrap();
    println!("{} files in {:?}", found.len(), start.elapsed());
    assert_eq!(found.len(), 1158);
    assert!(found.iter().all(|(path, text)| fs::read_to_string(path).unwrap() == *text));
}

#[tokio::test]
async fn branches_tags_and_commits_that_touched_the_skills_are_listed() {
    let home = tempfile::tempdir().unwrap();
    let (top, skills) = (home.path(), home.path().join("skills"));
    let listed = async |dirs: &[&PathBuf]| -> Result<Vec<(Kind, String, String)>, NoHead> {
        let dirs = dirs.iter().copied().cloned().collect();
        let found = revisions(&dirs, PATIENCE).await?;
        assert!(found.iter().all(|one| one.day.len() == 10), "{found:?}");
        Ok(found.into_iter().map(|one| (one.kind, one.name, one.subject)).collect())
    };
    assert!(matches!(listed(&[&skills]).await, Err(NoHead::NoRepository(_))));
    git(top, &["init", "-q", "-b", "main"]);
    write(skills.join("a/SKILL.md"), "a");
    commit_all(top);
    git(top, &["tag", "-m", "the first\n\nat length", "v1"]);
    git(top, &["branch", "--quiet", "odd/name"]);
    write(top.join("README.md"), "no skill");
    git(top, &["add", "--all"]);
    git(top, &["commit", "-qm", "words"]);

    let found = listed(&[&skills]).await.unwrap();
    let of = |kind| found.iter().filter(move |one| one.0 == kind);
    let branches: BTreeSet<&str> = of(Kind::Branch).map(|one| one.1.as_str()).collect();
    assert_eq!(branches, BTreeSet::from(["main", "odd/name"]));
    let tags: Vec<_> = of(Kind::Tag).collect();
    assert_eq!((tags.len(), &*tags[0].1, &*tags[0].2), (1, "v1", "the first"));
    let commits: Vec<_> = of(Kind::Commit).map(|one| one.2.as_str()).collect();
    assert_eq!(commits, ["all"], "the other commit touched no skill");
    // Everything that is listed can be read.
    for (_, name, _) in &found {
        let dirs = BTreeSet::from([skills.clone()]);
        assert_eq!(skill_files_at(name, &dirs, PATIENCE).await.unwrap().files.len(), 1, "{name}");
    }
    let all = listed(&[&top.to_path_buf()]).await.unwrap();
    assert_eq!(all.iter().filter(|one| one.0 == Kind::Commit).count(), 2);

    // Of two work trees, what both have.
    let other = tempfile::tempdir().unwrap();
    git(other.path(), &["init", "-q", "-b", "main"]);
    write(other.path().join("b/SKILL.md"), "b");
    commit_all(other.path());
    let both = listed(&[&skills, &other.path().to_path_buf()]).await.unwrap();
    assert_eq!(both.iter().map(|one| one.1.as_str()).collect::<Vec<_>>(), ["main"]);
}

#[cfg(unix)]
#[tokio::test]
async fn folders_are_written_out_as_they_were_committed() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let home = tempfile::tempdir().unwrap();
    let (top, skills) = (home.path(), home.path().join("skills"));
    git(top, &["init", "-q"]);
    write(skills.join("a/SKILL.md"), "old a");
    write(skills.join("a/run/tool.sh"), "old tool");
    fs::set_permissions(skills.join("a/run/tool.sh"), fs::Permissions::from_mode(0o755)).unwrap();
    symlink("run/tool.sh", skills.join("a/link")).unwrap();
    write(skills.join("b/SKILL.md"), "old b");
    write(skills.join("a/large.bin"), &"x".repeat(MAX_BYTES + 1));
    write(top.join("elsewhere.md"), "not asked for");
    commit_all(top);
    fs::remove_dir_all(&skills).unwrap();

    let roots = BTreeSet::from([skills.clone()]);
    let at = skill_files_at_head(&roots, PATIENCE).await.unwrap();
    let to = tempfile::tempdir().unwrap();
    let folders = BTreeSet::from([skills.join("a")]);
    let written = write_folders(&at.commits, &roots, &folders, to.path(), PATIENCE).await.unwrap();
    let file = |name: &str| written.locate(&skills.join(name));
    assert_eq!(fs::read_to_string(file("a/SKILL.md").unwrap()).unwrap(), "old a");
    assert_eq!(fs::read_to_string(file("a/link").unwrap()).unwrap(), "old tool");
    let mode = file("a/run/tool.sh").unwrap().metadata().unwrap().permissions().mode();
    assert_eq!(mode & 0o100, 0o100);
    assert_eq!((file("b/SKILL.md"), file("a/large.bin")), (None, None));
    assert_eq!(written.missing, [(skills.join("a/large.bin"), Gone::TooLarge)]);
}
