//! Search as a session uses it.

use std::{fs, path::Path};

use super::*;
use crate::core::skill::{SkillDoc, testing::with_doc};

fn skill(dir: &Path, id: &str, description: &str, body: &str) -> SearchDoc {
    let head = format!("---\nname: {id}\ndescription: {description}\n---\n");
    let file = dir.join(format!("{id}.md"));
    fs::write(&file, format!("{head}{body}")).unwrap();
    let doc = SkillDoc {
        name: Some(id.to_owned()),
        description: description.to_owned(),
        body_start: head.len(),
        ..SkillDoc::default()
    };
    SearchDoc { skill: Arc::new(with_doc(id, doc)), file }
}

fn some(dir: &Path) -> Vec<SearchDoc> {
    vec![
        skill(dir, "pdf-tools", "Merge and split PDF files.", "Use the merge command.\n"),
        skill(dir, "charts", "Draw charts from tables.", "A chart may end as a pdf report.\n"),
        skill(dir, "defects", "软件缺陷分析与测试。", "Nothing more.\n"),
        skill(dir, "reports", "Write weekly reports.", "Merge the weekly numbers into a report.\n"),
    ]
}

async fn ids(search: &SearchHandle, text: &str) -> Vec<String> {
    let results = search.query(text, 10).await.unwrap();
    assert_eq!(results.total, results.hits.len());
    results.hits.into_iter().map(|hit| hit.id.to_string()).collect()
}

#[tokio::test]
async fn each_kind_of_query_finds_what_it_should() {
    let home = tempfile::tempdir().unwrap();
    let search = SearchHandle::start().unwrap();
    search.update(some(home.path()));
    let found = [
        ("merge ", &["pdf-tools", "reports"] as &[_]),
        // More of the words first, however rare the one word of the others.
        ("merge report ", &["reports", "pdf-tools", "charts"]),
        ("\"weekly numbers\"", &["reports"]),
        ("\"numbers weekly\"", &[]),
        ("\"weekly numbers\" merge pdf", &["reports"]),
        ("chart", &["charts"]),
        ("chart ", &["charts"]),
        ("repor* ", &["reports", "charts"]),
        ("mergge ", &[]),
        ("mergge~ ", &["pdf-tools", "reports"]),
        ("name:pdf", &["pdf-tools"]),
        ("body:pdf", &["charts"]),
        ("缺陷", &["defects"]),
        ("\"缺陷分析\"", &["defects"]),
        ("分析缺陷\"", &["defects"]),
        ("\"分析缺陷\"", &[]),
        ("nowhere ", &[]),
        ("", &[]),
    ];
    for (text, expected) in found {
        assert_eq!(ids(&search, text).await, expected, "{text}");
    }
}

#[tokio::test]
async fn hits_show_where_and_on_which_words() {
    let home = tempfile::tempdir().unwrap();
    let search = SearchHandle::start().unwrap();
    search.update(some(home.path()));
    let results = search.query("weekly numbers", 10).await.unwrap();
    let hit = &results.hits[0];
    assert_eq!((hit.id.as_str(), hit.field), ("reports", Field::Body));
    assert_eq!(hit.snippet, "Merge the weekly numbers into a report.");
    let marked: Vec<_> = hit.ranges.iter().map(|range| &hit.snippet[range.clone()]).collect();
    assert_eq!(marked, ["weekly", "numbers"]);

    fs::remove_file(home.path().join("reports.md")).unwrap();
    let results = search.query("weekly numbers", 10).await.unwrap();
    assert_eq!((results.hits[0].snippet.as_str(), results.total), ("", 1));
    assert_eq!(search.query("merge ", 1).await.unwrap().total, 2);
}

#[tokio::test]
async fn the_index_follows_edits_and_removals() {
    let home = tempfile::tempdir().unwrap();
    let search = SearchHandle::start().unwrap();
    let mut revision = search.revision();
    search.update(some(home.path()));
    revision.wait_for(|revision| *revision == 1).await.unwrap();
    search.update(vec![skill(home.path(), "charts", "Draw diagrams.", "No more paper.\n")]);
    assert_eq!(ids(&search, "charts ").await, ["charts"], "by its name");
    assert_eq!(ids(&search, "tables ").await, [""; 0]);
    assert_eq!(ids(&search, "paper ").await, ["charts"]);
    search.remove(vec!["charts".into(), "never-there".into()]);
    assert_eq!(ids(&search, "charts ").await, [""; 0]);
    revision.wait_for(|revision| *revision == 3).await.unwrap();
}

/// Deleted documents stay in tantivy's counts until a merge; ours must not see them.
#[tokio::test]
async fn scores_do_not_depend_on_the_edits_before() {
    let (home, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (fresh, edited) = (SearchHandle::start().unwrap(), SearchHandle::start().unwrap());
    fresh.update(some(other.path()));
    for round in 0..12 {
        for id in ["charts", "reports"] {
            let noise = skill(home.path(), id, "merge pdf merge pdf", &"pdf report ".repeat(round));
            edited.update(vec![noise]);
            assert_eq!(edited.query("merge", 9).await.unwrap().pending, 0);
        }
    }
    let mut docs = some(home.path());
    docs.reverse();
    edited.update(docs);
    for text in ["merge pdf report", "\"weekly numbers\"", "rep", "mergge~ charrts~ "] {
        let (a, b) = (fresh.query(text, 9).await.unwrap(), edited.query(text, 9).await.unwrap());
        assert!(a.total > 0, "{text}");
        assert_eq!(a.hits, b.hits, "{text}");
    }
}

#[tokio::test]
async fn equal_scores_are_in_order_of_id() {
    let home = tempfile::tempdir().unwrap();
    let search = SearchHandle::start().unwrap();
    let same = |id: &str| skill(home.path(), id, "Same words.", "Same body.\n");
    search.update(["c", "a", "d", "b"].map(same).into());
    assert_eq!(ids(&search, "same ").await, ["a", "b", "c", "d"]);
}

#[tokio::test]
async fn a_query_gives_way_to_a_later_one() {
    let home = tempfile::tempdir().unwrap();
    let (commands, inbox) = mpsc::channel();
    commands.send(Command::Update(some(home.path()))).unwrap();
    let answers = ["m", "me", "mer", "merge"].map(|text| {
        let (answer, answered) = oneshot::channel();
        commands.send(Command::Query { text: text.into(), limit: 1, answer }).unwrap();
        answered
    });
    // All of them were waiting when the thread came to look.
    let worker = Worker::new(Index::new().unwrap(), watch::channel(0).0);
    let thread = std::thread::spawn(move || worker.run(&inbox));
    let [a, b, c, last] = answers;
    assert_eq!(last.await.unwrap().unwrap().total, 2);
    assert!(a.await.is_err() && b.await.is_err() && c.await.is_err());
    drop(commands);
    thread.join().unwrap();
}

#[cfg(unix)]
#[tokio::test]
async fn a_file_that_became_a_pipe_does_not_hang_the_thread() {
    let home = tempfile::tempdir().unwrap();
    let search = SearchHandle::start().unwrap();
    let doc = skill(home.path(), "pipe", "A pipe.", "body\n");
    fs::remove_file(&doc.file).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(&doc.file).status().unwrap().success());
    search.update(vec![doc]);
    assert_eq!(ids(&search, "pipe ").await, ["pipe"]);
}

/// The memory of this process as the kernel tells it; nothing where there is no such file.
fn resident() -> String {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    status.lines().find(|line| line.starts_with("VmRSS")).unwrap_or_default().to_owned()
}

/// Prints what a large catalog costs; run with `--nocapture` to see it.
#[tokio::test]
async fn a_large_catalog_is_indexed_with_its_bodies() {
    let Ok(corpora) = std::env::var("SKILLSCOPE_CORPORA") else {
        println!("skipped: SKILLSCOPE_CORPORA is not set");
        return;
    };
    let mut docs = Vec::new();
    for entry in ignore::WalkBuilder::new(Path::new(&corpora).join("large/catalog")).build() {
        let file = entry.unwrap().into_path();
        if file.ends_with("SKILL.md") {
            let Ok(doc) = crate::core::skill::read(&fs::read(&file).unwrap()) else { continue };
            let path = file.to_string_lossy().into_owned();
            let name = doc.name.clone().unwrap_or_default();
            let skill = Skill {
                id: SkillId::new(path.as_str()),
                folder: name.clone(),
                name,
                plugin: None,
                path,
                copies: Vec::new(),
                doc: Arc::new(doc),
            };
            docs.push(SearchDoc { skill: Arc::new(skill), file });
        }
    }
    let (count, one) = (docs.len(), docs[0].clone());
    println!("read: {}", resident());
    let search = SearchHandle::start().unwrap();
    let start = std::time::Instant::now();
    search.update(docs);
    search.revision().wait_for(|revision| *revision == 1).await.unwrap();
    println!("{count} skills indexed in {:?}, {}", start.elapsed(), resident());
    let start = std::time::Instant::now();
    search.update(vec![one]);
    search.revision().wait_for(|revision| *revision == 2).await.unwrap();
    println!("one changed in {:?}", start.elapsed());
    for text in ["merge pdf files", "\"pull request\"", "t", "kuberntes~ deploy "] {
        let results = search.query(text, 50).await.unwrap();
        println!("{text}: {} in {:?}", results.total, results.took);
        assert!(results.total > 0 && results.hits.iter().all(|hit| !hit.snippet.is_empty()));
    }
}
