use tempfile::TempDir;

use super::*;

/// A folder with these files, each with `[]` in it.
fn folder(files: &[&str]) -> TempDir {
    let folder = TempDir::new().unwrap();
    for file in files {
        write(&folder.path().join(file), "[]");
    }
    folder
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn seen(files: &[QueryFile]) -> Vec<(&str, Option<&str>)> {
    files.iter().map(|file| (file.shown.as_str(), file.beside.as_deref())).collect()
}

#[test]
fn files_are_found_beside_the_skills_and_once() {
    let folder = folder(&[
        "shop/queries.jsonl",
        "shop/notes.json",
        "shop/evals/all.json",
        "shop/booking/evals/trigger-eval.json",
        "shop/booking/rows.jsonl",
        "shop/desk/evals/deep/no.json",
        "shop/desk/data/no.jsonl",
        ".skillscope/queries.jsonl",
    ]);
    let root = folder.path().join("shop");
    let (booking, desk) = (SkillId::from("booking"), SkillId::from("desk"));
    let files = [root.join("booking/SKILL.md"), root.join("desk/SKILL.md")];
    let skills = || [(&desk, files[1].as_path()), (&booking, files[0].as_path())];
    let roots = [root.clone()];
    let own = folder.path().join(".skillscope");
    let found = find(&roots, skills(), [own.as_path(), &folder.path().join("none")]);
    assert_eq!(
        seen(&found),
        [
            (".skillscope/queries.jsonl", None),
            ("queries.jsonl", None),
            ("evals/all.json", None),
            ("booking/rows.jsonl", Some("booking")),
            ("booking/evals/trigger-eval.json", Some("booking")),
        ]
    );
    // A skill's folder as the root, and the same folder twice.
    let roots = [root.join("booking"), root.join("booking")];
    let found = find(&roots, [(&booking, files[0].as_path())], []);
    assert_eq!(
        seen(&found),
        [
            ("booking/rows.jsonl", Some("booking")),
            ("booking/evals/trigger-eval.json", Some("booking")),
        ]
    );
    assert_eq!(find(&[root.join("gone")], [], []), []);
}

#[test]
fn a_file_elsewhere_is_shown_by_the_way_to_it() {
    let way = |path: &str| relative(Path::new(path), Path::new("/home/ann/work"));
    assert_eq!(way("/home/ann/work/evals/q.jsonl"), Path::new("evals/q.jsonl"));
    assert_eq!(way("/home/ann/q.jsonl"), Path::new("../q.jsonl"));
    assert_eq!(way("/tmp/q.jsonl"), Path::new("../../../tmp/q.jsonl"));
    assert_eq!(way("q.jsonl"), Path::new("q.jsonl"));
}

#[test]
fn a_named_file_speaks_about_the_skill_that_it_lies_beside() {
    let folder = TempDir::new().unwrap();
    let skill = folder.path().join("skills/booking");
    write(&skill.join("SKILL.md"), "---\nname: booking\n---\n");
    let beside =
        |path: &Path, said: Option<&str>| QueryFile::named(path, said.map(str::to_owned)).beside;
    for file in ["q.json", "evals/trigger-eval.json", ".skillscope/q.jsonl"] {
        assert_eq!(beside(&skill.join(file), None).as_deref(), Some("booking"), "{file}");
        assert_eq!(beside(&skill.join(file), Some("x")).as_deref(), Some("x"), "{file}");
    }
    for file in ["skills/q.json", "skills/booking/deep/evals/q.json", "evals/q.json"] {
        assert_eq!(beside(&folder.path().join(file), None), None, "{file}");
    }
}

#[test]
fn rows_are_added_and_nothing_else_changes() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join(".skillscope").join(OWN_FILE);
    add_row(&file, "Move \"it\"\nto Friday", &["booking".into()]).unwrap();
    add_row(&file, "Hello", &[]).unwrap();
    let set = QueryFile::named(&file, None).read().unwrap();
    assert_eq!(set.diagnostics, []);
    let prompts: Vec<&str> = set.queries.iter().map(|query| query.prompt.as_str()).collect();
    assert_eq!(prompts, ["Move \"it\"\nto Friday", "Hello"]);
    let open = "{\"prompt\": \"p\",  \"expected_skills\": [ ]}";
    write(&file, open);
    add_row(&file, "q", &[]).unwrap();
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.starts_with(&format!("{open}\n{{")), "{text}");
    assert!(text.ends_with("}\n"), "{text}");
}

#[test]
fn files_that_cannot_be_read_are_diagnosed() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("q.jsonl");
    let code = |path: &Path| {
        let set = QueryFile::named(path, None).load();
        assert_eq!((set.queries.len(), set.diagnostics.len()), (0, 1));
        (set.diagnostics[0].code.to_string(), set.diagnostics[0].line)
    };
    assert_eq!(code(&path), ("queries-missing".to_owned(), None));
    assert_eq!(code(folder.path()), ("queries-no-file".to_owned(), None));
    fs::write(&path, b"{}\n\xff").unwrap();
    assert_eq!(code(&path), ("queries-not-utf8".to_owned(), Some(2)));
    File::create(&path).unwrap().set_len(LARGEST + 1).unwrap();
    assert_eq!(code(&path), ("queries-too-large".to_owned(), None));
}

#[cfg(unix)]
#[test]
fn a_pipe_is_not_waited_for() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("q.jsonl");
    let made = std::process::Command::new("mkfifo").arg(&path).status().unwrap();
    assert!(made.success());
    assert!(matches!(QueryFile::named(&path, None).read(), Err(QueryFileError::NotAFile)));
}

/// Rows of each real set: labelled, then of `near_miss.jsonl`.
const CORPORA: [(&str, usize, usize); 11] = [
    ("uipath", 1381, 0),
    ("mongodb", 218, 31),
    ("nvidia", 1009, 234),
    ("agent-ready", 976, 940),
    ("azure", 383, 4),
    ("elevenlabs", 89, 89),
    ("amd", 68, 0),
    ("marketing", 297, 0),
    ("dotnet", 132, 3),
    ("polyglot", 127, 117),
    ("large", 1395, 0),
];

#[test]
fn real_sets_load_whole() {
    let Some(corpora) = std::env::var_os("SKILLSCOPE_CORPORA").map(PathBuf::from) else {
        println!("skipped: SKILLSCOPE_CORPORA is not set");
        return;
    };
    for (corpus, labelled, near_misses) in CORPORA {
        let rows: Vec<usize> = find(&[corpora.join(corpus)], [], [])
            .iter()
            .map(|file| {
                let set = file.read().unwrap();
                assert_eq!((set.refused, set.diagnostics), (0, vec![]), "{}", file.shown);
                set.queries.len()
            })
            .collect();
        let wanted: Vec<usize> = [near_misses, labelled].into_iter().filter(|n| *n > 0).collect();
        assert_eq!(rows, wanted, "{corpus}");
    }
}
