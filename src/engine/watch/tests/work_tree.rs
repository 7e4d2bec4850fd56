//! Skills in a work tree of git: a switch, a commit, a repository that comes later.

use super::*;
use crate::engine::git::testing::git;

fn commit(dir: &Path, message: &str) {
    git(dir, &["add", "."]);
    git(dir, &["commit", "-qm", message]);
}

/// A batch that says only that HEAD may have moved.
fn head_moved() -> FileBatch {
    FileBatch { head: true, ..FileBatch::default() }
}

impl Tree {
    /// As [`Tree::watched`], in a work tree in which everything is committed.
    async fn committed(options: Options) -> Self {
        let mut tree = Self::watched(options).await;
        git(&tree.home(), &["init", "-q", "-b", "main"]);
        commit(&tree.home(), "first");
        tree.watcher.set_dirs(dirs_below(&tree.root));
        tree.calm_down().await;
        tree
    }

    fn home(&self) -> PathBuf {
        self._home.path().to_path_buf()
    }
}

#[tokio::test]
async fn git_may_pause_while_it_moves_head() {
    let mut tree = Tree::committed(unhurried()).await;
    let (lock, log) = (tree.home().join(".git/HEAD.lock"), tree.home().join(".git/logs/HEAD"));
    fs::write(&lock, "").unwrap();
    tree.no_more().await;
    fs::write(&log, fs::read(&log).unwrap()).unwrap();
    tree.no_more().await;
    fs::remove_file(&lock).unwrap();
    assert_eq!(tree.next().await, head_moved());
    tree.no_more().await;
}

#[tokio::test]
async fn git_may_pause_between_the_work_tree_and_head() {
    let mut tree = Tree::committed(Options::default()).await;
    let git_dir = tree.home().join(".git");
    let (index, head) = (git_dir.join("index.lock"), git_dir.join("HEAD.lock"));
    fs::write(&index, "").unwrap();
    fs::write(tree.skill("pdf"), "of the other branch").unwrap();
    tree.no_more().await;
    fs::remove_file(&index).unwrap();
    tokio::time::sleep(Duration::from_millis(60)).await;
    fs::write(&head, "").unwrap();
    fs::remove_file(&head).unwrap();
    let batch = tree.next().await;
    assert!(batch.head && batch.changed.contains(&tree.skill("pdf")), "{batch:?}");
    tree.no_more().await;
}

#[tokio::test]
async fn a_head_that_moves_is_told_and_nothing_else_that_git_does() {
    let mut tree = Tree::committed(unhurried()).await;
    let home = tree.home();
    let moves: [&[&str]; 5] = [
        &["commit", "-q", "--allow-empty", "-m", "second"],
        &["reset", "-q", "--soft", "HEAD~1"],
        &["checkout", "-q", "-b", "other"],
        &["update-ref", "refs/heads/other", "main@{1}"],
        &["pack-refs", "--all"],
    ];
    for args in &moves[..4] {
        git(&home, args);
        assert_eq!(tree.next().await, head_moved(), "{args:?}");
        tree.no_more().await;
    }
    git(&home, moves[4]);
    git(&home, &["status"]);
    git(&home, &["branch", "elsewhere"]);
    fs::write(home.join("skills/notes"), "x").unwrap();
    assert!(!tree.next().await.head);
    git(&home, &["add", "."]);
    tree.no_more().await;
}

#[tokio::test]
async fn in_a_linked_work_tree_only_its_own_head_counts() {
    let main = Tree::committed(unhurried()).await;
    let linked = main.home().join("linked");
    git(&main.home(), &["worktree", "add", "-q", "linked"]);
    let root = linked.join("skills");
    let (watcher, batches) = Watcher::start(dirs_below(&root), unhurried());
    let mut tree = Tree { root, watcher, batches, _home: tempfile::tempdir().unwrap() };
    assert!(tree.next().await.rescan);
    git(&main.home(), &["commit", "-q", "--allow-empty", "-m", "on main"]);
    tree.no_more().await;
    git(&linked, &["commit", "-q", "--allow-empty", "-m", "here"]);
    assert_eq!(tree.next().await, head_moved());
}

#[tokio::test]
async fn a_repository_may_come_go_and_come_again() {
    let mut tree = Tree::watched(unhurried()).await;
    let root = tree.root.clone();
    for round in 0..3 {
        git(&root, &["init", "-q"]);
        assert!(tree.next().await.head, "{round}");
        tree.calm_down().await;
        git(&root, &["commit", "-q", "--allow-empty", "-m", "first"]);
        assert_eq!(tree.next().await, head_moved(), "{round}");
        tree.calm_down().await;
        fs::remove_dir_all(root.join(".git")).unwrap();
        assert!(tree.next().await.head, "{round}");
        tree.calm_down().await;
    }
}

#[tokio::test]
async fn a_commit_is_seen_by_polling_too() {
    let options =
        Options { mode: Mode::Poll, poll_every: Duration::from_millis(50), ..unhurried() };
    let mut tree = Tree::committed(options).await;
    git(&tree.home(), &["commit", "-q", "--allow-empty", "-m", "second"]);
    assert_eq!(tree.next().await, head_moved());
    tree.no_more().await;
}

/// Two branches: 400 skills with other texts, 100 that only one of the two has.
#[tokio::test]
async fn a_branch_switch_is_one_batch() {
    let home = tempfile::tempdir().unwrap();
    let root = home.path().join("skills");
    let file = |i: usize| root.join(format!("skill-{i:03}/SKILL.md"));
    let write = |numbers: std::ops::Range<usize>, text: &str| {
        for i in numbers {
            fs::create_dir_all(file(i).parent().unwrap()).unwrap();
            fs::write(file(i), text).unwrap();
        }
    };
    let dir = home.path().to_path_buf();
    write(0..500, "one");
    git(&dir, &["init", "-q", "-b", "one"]);
    git(&dir, &["add", "."]);
    git(&dir, &["commit", "-qm", "one"]);
    git(&dir, &["checkout", "-qb", "two"]);
    write(0..400, "two");
    (400..500).for_each(|i| fs::remove_dir_all(file(i).parent().unwrap()).unwrap());
    write(500..600, "two");
    git(&dir, &["add", "."]);
    git(&dir, &["commit", "-qam", "two"]);

    let (watcher, batches) = Watcher::start(dirs_below(&root), Options::default());
    let mut tree = Tree { root: root.clone(), watcher, batches, _home: home };
    assert!(tree.next().await.rescan);
    for branch in ["one", "two", "one"] {
        git(&dir, &["checkout", "-q", branch]);
        let batch = tree.next().await;
        assert!(batch.rescan, "folders came and went");
        assert!(batch.head, "HEAD is at another branch");
        assert_eq!((0..400).filter(|i| !batch.changed.contains(&file(*i))).count(), 0);
        assert_eq!(fs::read_to_string(file(399)).unwrap(), branch);
        tree.no_more().await;
        tree.walk_again().await;
    }
}

#[tokio::test]
async fn a_batch_waits_for_the_lock_of_git() {
    let mut tree = Tree::watched(unhurried()).await;
    let git_dir = tree.root.with_file_name(".git");
    fs::create_dir(&git_dir).unwrap();
    tree.watcher.set_dirs(dirs_below(&tree.root));
    fs::write(git_dir.join("index.lock"), "").unwrap();
    fs::write(tree.skill("pdf"), "first").unwrap();
    tree.no_more().await;
    fs::write(tree.skill("csv"), "last").unwrap();
    fs::remove_file(git_dir.join("index.lock")).unwrap();
    assert_eq!(tree.next().await.changed, [tree.skill("pdf"), tree.skill("csv")].into());
}
