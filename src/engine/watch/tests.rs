//! The watcher against a real file system.

mod work_tree;

use std::{
    fs,
    path::{Path, PathBuf},
};

use tokio::time::timeout;

use super::*;

/// Far more than anything here takes; reached only by a failure.
const PATIENCE: Duration = Duration::from_secs(20);
/// Long enough for any batch that is on its way to arrive.
const CALM: Duration = Duration::from_millis(600);

/// Times so long that a busy machine cannot tear one save into two batches.
fn unhurried() -> Options {
    Options { quiet: Duration::from_millis(150), cap: PATIENCE, ..Options::default() }
}

/// A watched tree of skills in a folder that is removed at the end.
struct Tree {
    root: PathBuf,
    watcher: Watcher,
    batches: mpsc::Receiver<FileBatch>,
    _home: tempfile::TempDir,
}

impl Tree {
    /// `skills/pdf/SKILL.md` and `skills/csv/SKILL.md`, watched, the first rescan taken.
    async fn watched(options: Options) -> Self {
        let home = tempfile::tempdir().unwrap();
        let root = home.path().join("skills");
        for name in ["pdf", "csv"] {
            fs::create_dir_all(root.join(name)).unwrap();
            fs::write(root.join(name).join("SKILL.md"), "old").unwrap();
        }
        let (watcher, batches) = Watcher::start(dirs_below(&root), options);
        let mut tree = Self { root, watcher, batches, _home: home };
        assert!(tree.next().await.rescan, "nobody saw what happened before the watch");
        tree
    }

    fn skill(&self, name: &str) -> PathBuf {
        self.root.join(name).join("SKILL.md")
    }

    async fn next(&mut self) -> FileBatch {
        timeout(PATIENCE, self.batches.recv()).await.expect("a batch in time").unwrap()
    }

    async fn no_more(&mut self) {
        if let Ok(batch) = timeout(CALM, self.batches.recv()).await {
            panic!("an unexpected batch: {batch:?}");
        }
    }

    /// Takes whatever is still on its way.
    async fn calm_down(&mut self) {
        while let Ok(Some(_)) = timeout(CALM, self.batches.recv()).await {}
    }

    /// What a session does after a rescan; takes the batch that answers for new directories.
    async fn walk_again(&mut self) {
        self.watcher.set_dirs(dirs_below(&self.root));
        assert!(self.next().await.rescan);
    }
}

/// All directories at and below `root`; `root` even when it is not there.
fn dirs_below(root: &Path) -> BTreeSet<PathBuf> {
    let mut dirs = BTreeSet::from([root.to_path_buf()]);
    for entry in fs::read_dir(root).into_iter().flatten().flatten() {
        if entry.path().is_dir() {
            dirs.extend(dirs_below(&entry.path()));
        }
    }
    dirs
}

#[tokio::test]
async fn a_save_in_place_is_one_batch() {
    let mut tree = Tree::watched(unhurried()).await;
    let file = tree.skill("pdf");
    fs::write(&file, "new").unwrap();
    assert_eq!(tree.next().await, FileBatch { changed: [file].into(), ..FileBatch::default() });
    tree.no_more().await;
}

#[tokio::test]
async fn a_save_by_rename_is_seen_time_after_time() {
    let mut tree = Tree::watched(unhurried()).await;
    let file = tree.skill("pdf");
    for round in 0..3 {
        let temp = file.with_file_name(".SKILL.md.tmp");
        fs::write(&temp, format!("round {round}")).unwrap();
        fs::rename(&temp, &file).unwrap();
        let batch = tree.next().await;
        assert_eq!((batch.changed, batch.rescan), ([temp, file.clone()].into(), false));
    }
}

/// As vim does it: a probe file, the original moved to a backup, a new file, the backup removed.
#[tokio::test]
async fn a_save_with_a_backup_is_one_batch() {
    let mut tree = Tree::watched(unhurried()).await;
    let file = tree.skill("pdf");
    let (probe, backup) = (file.with_file_name("4913"), file.with_file_name("SKILL.md~"));
    fs::write(&probe, "").unwrap();
    fs::remove_file(&probe).unwrap();
    fs::rename(&file, &backup).unwrap();
    fs::write(&file, "new").unwrap();
    fs::remove_file(&backup).unwrap();
    let batch = tree.next().await;
    assert_eq!((batch.changed, batch.rescan), ([probe, file, backup].into(), false));
    tree.no_more().await;
}

#[tokio::test]
async fn a_file_cut_and_filled_later_is_not_told_while_empty() {
    use std::io::Write as _;
    let mut tree = Tree::watched(unhurried()).await;
    let path = tree.skill("pdf");
    let mut file = fs::File::create(&path).unwrap();
    // Longer than the quiet time, shorter than the second chance.
    tokio::time::sleep(unhurried().quiet * 2).await;
    file.write_all(b"filled").unwrap();
    drop(file);
    assert!(tree.next().await.changed.contains(&path));
    assert_eq!(fs::read(&path).unwrap(), b"filled");
    tree.no_more().await;
}

#[tokio::test]
async fn a_file_that_stays_empty_is_told() {
    let mut tree = Tree::watched(unhurried()).await;
    let path = tree.skill("pdf");
    fs::write(&path, "").unwrap();
    assert!(tree.next().await.changed.contains(&path));
    tree.no_more().await;
}

#[tokio::test]
async fn a_folder_made_and_filled_at_once_is_not_missed() {
    let mut tree = Tree::watched(unhurried()).await;
    fs::create_dir_all(tree.root.join("new/deep")).unwrap();
    fs::write(tree.root.join("new/deep/SKILL.md"), "x").unwrap();
    let batch = tree.next().await;
    assert!(batch.rescan && batch.changed.contains(&tree.root.join("new")));
    tree.walk_again().await;
    let file = tree.root.join("new/deep/SKILL.md");
    fs::write(&file, "y").unwrap();
    assert_eq!(tree.next().await, FileBatch { changed: [file].into(), ..FileBatch::default() });
}

#[tokio::test]
async fn a_folder_moved_is_watched_under_its_new_name() {
    let mut tree = Tree::watched(unhurried()).await;
    fs::rename(tree.root.join("pdf"), tree.root.join("docs")).unwrap();
    assert!(tree.next().await.rescan);
    tree.walk_again().await;
    let file = tree.skill("docs");
    fs::write(&file, "y").unwrap();
    assert_eq!(tree.next().await, FileBatch { changed: [file].into(), ..FileBatch::default() });
}

#[tokio::test]
async fn a_folder_deleted_and_made_again_is_watched_again() {
    let mut tree = Tree::watched(unhurried()).await;
    let file = tree.skill("pdf");
    for round in 0..6 {
        fs::remove_dir_all(tree.root.join("pdf")).unwrap();
        fs::create_dir(tree.root.join("pdf")).unwrap();
        let batch = tree.next().await;
        assert!(batch.rescan, "{batch:?}");
        // Told by itself, or by a rescan: on a busy machine the first batch may have been of the
        // removal alone, and then the directory has no watch before it is seen to be there again.
        fs::write(&file, "at once").unwrap();
        let told = |batch: &FileBatch| batch.rescan || batch.changed.contains(&file);
        while !told(&tree.next().await) {}
        tree.calm_down().await;
        // The directory was wanted and is, so nobody sets the watch anew but the watcher; now only
        // a live watch can tell.
        fs::write(&file, format!("{round}")).unwrap();
        while !tree.next().await.changed.contains(&file) {}
    }
}

#[tokio::test]
async fn a_root_may_go_and_return() {
    let mut tree = Tree::watched(unhurried()).await;
    let (away, file) = (tree.root.with_file_name("away"), tree.skill("pdf"));
    for round in 0..3 {
        fs::rename(&tree.root, &away).unwrap();
        assert!(tree.next().await.rescan);
        fs::rename(&away, &tree.root).unwrap();
        assert!(tree.next().await.rescan);
        fs::write(&file, format!("{round}")).unwrap();
        assert_eq!(
            tree.next().await,
            FileBatch { changed: [file.clone()].into(), ..FileBatch::default() }
        );
    }
}

#[tokio::test]
async fn a_root_may_come_later_and_deep() {
    let home = tempfile::tempdir().unwrap();
    let root = home.path().join("a/b/skills");
    let (watcher, batches) = Watcher::start([root.clone()].into(), unhurried());
    let mut tree = Tree { root, watcher, batches, _home: home };
    let mut state = tree.watcher.state();
    state.wait_for(|state| *state == WatchState::Watching { dirs: 0 }).await.unwrap();
    fs::create_dir_all(tree.root.join("pdf")).unwrap();
    fs::write(tree.skill("pdf"), "x").unwrap();
    assert!(tree.next().await.rescan);
    tree.walk_again().await;
    fs::write(tree.skill("pdf"), "y").unwrap();
    while !tree.next().await.changed.contains(&tree.skill("pdf")) {}
}

#[cfg(unix)]
#[tokio::test]
async fn a_link_that_turns_to_another_folder_is_followed() {
    let mut tree = Tree::watched(unhurried()).await;
    let (link, target) = (tree.root.join("link"), tree.root.with_file_name("target"));
    fs::create_dir(&target).unwrap();
    std::os::unix::fs::symlink(tree.root.join("pdf"), &link).unwrap();
    assert!(tree.next().await.rescan);
    tree.walk_again().await;
    fs::write(tree.skill("pdf"), "both names").unwrap();
    assert_eq!(tree.next().await.changed, [tree.skill("pdf"), tree.skill("link")].into());

    let turned = tree.root.join("turned");
    std::os::unix::fs::symlink(&target, &turned).unwrap();
    fs::rename(&turned, &link).unwrap();
    assert!(tree.next().await.rescan);
    fs::write(target.join("SKILL.md"), "through the link").unwrap();
    while tree.next().await.changed != [tree.skill("link")].into() {}
}

/// Prints what a large tree costs; run with `--nocapture` to see it.
#[tokio::test]
async fn a_large_tree_is_watched_whole() {
    let home = tempfile::tempdir().unwrap();
    let root = home.path().join("skills");
    (0..1_200).for_each(|i| fs::create_dir_all(root.join(i.to_string())).unwrap());
    let dirs = dirs_below(&root);
    let start = std::time::Instant::now();
    let (watcher, batches) = Watcher::start(dirs, Options::default());
    let mut tree = Tree { root, watcher, batches, _home: home };
    assert!(tree.next().await.rescan);
    println!("1201 directories watched in {:?}", start.elapsed());
    assert_eq!(*tree.watcher.state().borrow(), WatchState::Watching { dirs: 1_201 });
    let (temp, file) = (tree.root.join("temp"), tree.skill("600"));
    fs::write(&temp, "x").unwrap();
    tree.next().await;
    let start = std::time::Instant::now();
    fs::rename(&temp, &file).unwrap();
    assert!(tree.next().await.changed.contains(&file));
    println!("a save told after {:?}, 25 ms of them quiet time", start.elapsed());
}

#[tokio::test]
async fn without_enough_watches_it_polls_and_says_why() {
    let options =
        Options { max_watches: Some(2), poll_every: Duration::from_millis(50), ..unhurried() };
    let mut tree = Tree::watched(options).await;
    let state = tree.watcher.state().borrow().clone();
    let WatchState::Polling { reason } = state else { panic!("{state:?}") };
    assert!(reason.contains("limit of file watches"), "{reason}");

    let file = tree.skill("pdf");
    fs::write(&file, "longer than before").unwrap();
    assert_eq!(tree.next().await, FileBatch { changed: [file].into(), ..FileBatch::default() });
    fs::create_dir(tree.root.join("new")).unwrap();
    assert!(tree.next().await.rescan);
    let away = tree.root.with_file_name("away");
    fs::rename(&tree.root, &away).unwrap();
    assert!(tree.next().await.rescan);
    fs::rename(&away, &tree.root).unwrap();
    assert!(tree.next().await.rescan);
}

#[tokio::test]
async fn private_folders_and_reading_are_no_news() {
    let mut tree = Tree::watched(unhurried()).await;
    fs::create_dir(tree.root.join(".skillscope")).unwrap();
    fs::write(tree.root.with_file_name("notes.txt"), "beside the root").unwrap();
    fs::read(tree.skill("pdf")).unwrap();
    tree.no_more().await;
}

#[tokio::test]
async fn a_receiver_that_sleeps_gets_one_merged_batch() {
    let mut tree = Tree::watched(Options::default()).await;
    let (pdf, csv) = (tree.skill("pdf"), tree.skill("csv"));
    fs::write(&pdf, "1").unwrap();
    tokio::time::sleep(CALM).await;
    for _ in 0..3 {
        fs::write(&csv, "2").unwrap();
        tokio::time::sleep(Duration::from_millis(60)).await;
        fs::write(&pdf, "3").unwrap();
        tokio::time::sleep(Duration::from_millis(60)).await;
    }
    assert_eq!(tree.next().await.changed, [pdf.clone()].into());
    assert_eq!(tree.next().await.changed, [csv, pdf].into());
    tree.no_more().await;
}

#[tokio::test]
async fn switched_off_it_is_silent_and_says_so() {
    let root = tempfile::tempdir().unwrap();
    let options = Options { mode: Mode::Off, ..unhurried() };
    let (watcher, mut batches) = Watcher::start([root.path().to_path_buf()].into(), options);
    let mut state = watcher.state();
    state.wait_for(|state| matches!(state, WatchState::Off { .. })).await.unwrap();
    fs::write(root.path().join("SKILL.md"), "x").unwrap();
    assert!(timeout(CALM, batches.recv()).await.is_err());
}

/// Counts how often the watcher's own thread was woken, as the kernel counts it.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn an_idle_watcher_wakes_nothing() {
    fn wakes() -> u64 {
        let mut sum = 0;
        for task in fs::read_dir("/proc/self/task").unwrap().flatten() {
            let read = |name| fs::read_to_string(task.path().join(name)).unwrap_or_default();
            // The kernel cuts names at 15 bytes.
            if read("comm").trim() == "idle-watcher" {
                let status = read("status");
                let line = status.lines().find(|l| l.starts_with("voluntary")).unwrap_or_default();
                sum += line.split_whitespace().nth(1).map_or(0, |n| n.parse::<u64>().unwrap());
            }
        }
        sum
    }
    let home = tempfile::tempdir().unwrap();
    // A level deep, since other tests are busy in the parent of `home`, which is watched too.
    let root = home.path().join("skills");
    fs::create_dir(&root).unwrap();
    let (inputs, from_outside) = mpsc::unbounded_channel();
    let (sender, mut batches) = mpsc::channel(1);
    let (told, _state) = watch::channel(WatchState::Starting);
    let driver = Driver::new(Options::default(), inputs.clone(), told);
    let dirs = BTreeSet::from([root]);
    let thread = std::thread::Builder::new().name("idle-watcher".into()).spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(driver.run(dirs, from_outside, sender));
    });
    assert!(timeout(PATIENCE, batches.recv()).await.unwrap().unwrap().rescan);
    tokio::time::sleep(CALM).await;
    let before = wakes();
    assert!(before > 0, "the thread is found by its name");
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(wakes(), before);
    inputs.send(Input::Stop).unwrap();
    thread.unwrap().join().unwrap();
}
