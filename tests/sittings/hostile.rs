//! Files that nobody would write on purpose, from the disk to the screen and to the documents.

use std::{
    fs,
    io::Read,
    os::unix::fs::symlink,
    path::Path,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use serde_json::Value;

use crate::{
    bakery::{Save, save, skill},
    seat::Seat,
};

/// Sets the title of a terminal, clears it, and rings.
const ESCAPES: &str = "\x1b]0;owned\x07\x1b[2J\x1b[5n";
/// Turns the direction of what follows, joins nothing to nothing, and takes no room.
const INVISIBLE: &str = "\u{202e}evil\u{2066}\u{200b}\u{feff}";

/// One file, and what is to be told of it.
struct Case {
    folder: &'static str,
    bytes: Vec<u8>,
    /// The code of a diagnosis of this file; `None` for one that is as good as any.
    told: Option<&'static str>,
    /// The diagnosis has line and column.
    placed: bool,
}

fn case(folder: &'static str, bytes: impl Into<Vec<u8>>, told: &'static str) -> Case {
    Case { folder, bytes: bytes.into(), told: Some(told), placed: true }
}

fn good(folder: &'static str, bytes: impl Into<Vec<u8>>) -> Case {
    Case { folder, bytes: bytes.into(), told: None, placed: false }
}

fn cases() -> Vec<Case> {
    let bomb: String = (1..30).fold("a0: &a0 [x, x]\n".into(), |text, level| {
        let below = level - 1;
        format!("{text}a{level}: &a{level} [*a{below}, *a{below}, *a{below}, *a{below}]\n")
    });
    let large = skill("large", "Sells very long books.") + &"All of it is text.\n".repeat(330_000);
    let named = |name: &str| skill(&format!("\"{name}\""), "Sells things of a name.");
    vec![
        good("mark", format!("\u{feff}{}", skill("mark", "Has a mark."))),
        good("crlf", skill("crlf", "Has line ends of two.").replace('\n', "\r\n")),
        good("mixed", skill("mixed", "Has mixed ends.").replacen('\n', "\r\n", 2)),
        case("unopened", "name: x\ndescription: y\n---\n", "front-matter-unopened"),
        case("unclosed", "---\nname: x\ndescription: y\n", "front-matter-unclosed"),
        case("fenced", "```\n---\nname: x\ndescription: y\n---\n```\n", "front-matter-in-code"),
        case("none", "# Only a title\n", "front-matter-missing"),
        Case { placed: false, ..case("empty", "", "empty-file") },
        case("binary", b"---\nname: \xff\xfe\n---\n", "not-utf8"),
        case("nul", "---\nname: nul\ndescription: Bakes \0 bread.\n---\n", "control-character"),
        case("escapes", skill("escapes", &format!("Bakes {ESCAPES} bread.")), "control-character"),
        Case { placed: false, ..case("large", large, "large-file") },
        case("bomb", format!("---\nname: x\n{bomb}description: y\n---\n"), "yaml-limits"),
        case("deep", format!("---\nname: x\nk: {}\n---\n", "[".repeat(20_000)), "yaml-limits"),
        case("colon", skill("colon", "Use it: now."), "yaml-colon"),
        good("spaces", named("two words and more")),
        good("cjk", named("検索する")),
        good("colons", named("kit:a:b")),
        good("rtl", named("מסמך")),
        good("invisible", named(INVISIBLE)),
        good("long", named(&"n".repeat(4_000))),
    ]
}

/// Everything of the cases and what is no file at all, below a root; gives back the folders with
/// the codes that are told.
fn fill(root: &Path) -> Vec<(String, Option<&'static str>, bool)> {
    save(root, "bread", "Bakes bread and rolls.");
    let mut told = Vec::new();
    for Case { folder, bytes, told: code, placed } in cases() {
        fs::create_dir_all(root.join(folder)).unwrap();
        fs::write(root.join(folder).join("SKILL.md"), bytes).unwrap();
        told.push((format!("{folder}/SKILL.md"), code, placed));
    }
    let mut odd = |name: &str, code: Option<&'static str>, make: &dyn Fn(&Path)| {
        let file = root.join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        make(&file);
        told.push((name.to_owned(), code, false));
    };
    let text = |file: &Path| {
        // Each its own, or they would be copies of one skill.
        let name = file.parent().and_then(Path::file_name).unwrap().to_string_lossy();
        fs::write(file, skill(&name, &format!("Of another spelling, {name}."))).unwrap();
    };
    odd("pipe/SKILL.md", Some("not-a-file"), &|file| pipe(file));
    odd("device/SKILL.md", Some("not-a-file"), &|file| symlink("/dev/zero", file).unwrap());
    odd("folder/SKILL.md", Some("not-a-file"), &|file| fs::create_dir(file).unwrap());
    odd("dangling/SKILL.md", Some("dangling-link"), &|file| symlink("nowhere", file).unwrap());
    odd("selfish/SKILL.md", Some("unreadable"), &|file| symlink("SKILL.md", file).unwrap());
    odd("lower/skill.md", Some("file-name"), &text);
    odd("upper/SKILL.MD", Some("file-name"), &text);
    odd("loop/SKILL.md", None, &|file| {
        text(file);
        symlink(root, file.with_file_name("around")).unwrap();
    });
    let locked = root.join("locked/SKILL.md");
    odd("locked/SKILL.md", Some("unreadable"), &|file| {
        use std::os::unix::fs::PermissionsExt;
        text(file);
        fs::set_permissions(file, fs::Permissions::from_mode(0o000)).unwrap();
    });
    if fs::read(locked).is_ok() {
        println!("skipped: this user reads every file (root)");
        told.pop();
    }
    // A name that no terminal must ever be sent, however it is to be shown.
    fs::create_dir_all(root.join(format!("name{ESCAPES}"))).unwrap();
    fs::write(root.join(format!("name{ESCAPES}/SKILL.md")), "no front matter").unwrap();
    told
}

fn pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

/// What the program prints without a terminal, within a minute.
fn print(dir: &Path, arguments: &[&str]) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_skillscope"))
        .args(arguments)
        .current_dir(dir)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut output = child.stdout.take().unwrap();
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        output.read_to_string(&mut text).unwrap();
        text
    });
    let deadline = Instant::now() + Duration::from_secs(60);
    while child.try_wait().unwrap().is_none() {
        if Instant::now() > deadline {
            child.kill().unwrap();
            panic!("{arguments:?} does not come to an end");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(child.wait().unwrap().success(), "{arguments:?}");
    let text = reader.join().unwrap();
    let raw = text.chars().find(|c| c.is_control() && *c != '\n');
    assert_eq!(raw, None, "{arguments:?} prints a control character");
    text
}

/// The diagnoses of a document, each with a cause and a remedy.
fn diagnoses(document: &str) -> Vec<Value> {
    let document: Value = serde_json::from_str(document).unwrap();
    let diagnoses = document["diagnostics"].as_array().unwrap().clone();
    for told in &diagnoses {
        for key in ["path", "code", "severity", "message", "remedy"] {
            assert!(told[key].as_str().is_some_and(|text| !text.is_empty()), "{key} of {told}");
        }
        assert_eq!(told["line"].is_null(), told["column"].is_null(), "{told}");
    }
    diagnoses
}

#[test]
fn every_hostile_file_is_a_row_with_place_cause_and_remedy() {
    let home = tempfile::tempdir().unwrap();
    let told = fill(&home.path().join("skills"));
    let document = print(home.path(), &["overlap", "skills", "--format", "json"]);
    let diagnoses = diagnoses(&document);
    for (path, code, placed) in &told {
        let of_path = diagnoses.iter().filter(|told| told["path"] == path.as_str());
        let of_path: Vec<&Value> = of_path.collect();
        match code {
            None => {
                let errors = of_path.iter().filter(|told| told["severity"] == "error");
                assert_eq!(errors.count(), 0, "{path}: {of_path:?}");
                assert!(document.contains(&format!("\"path\": \"{path}\"")), "{path} is a skill");
            }
            Some(code) => {
                let found = of_path.iter().find(|told| told["code"] == *code);
                let found = found.unwrap_or_else(|| panic!("{code} of {path}: {of_path:?}"));
                assert!(!placed || found["line"].as_u64() >= Some(1), "{found}");
            }
        }
    }
    for format in ["text", "csv"] {
        print(home.path(), &["overlap", "skills", "--format", format]);
    }
    print(home.path(), &["skills"]);
}

#[test]
fn no_byte_of_a_hostile_file_reaches_the_terminal_as_it_is() {
    let seat = Seat::at(200, 50);
    let skills = seat.home().join("skills");
    fill(&skills);
    let mut sitting = seat.start(&["skills"]);
    sitting.wait_for("generation 1").wait_for("unusable");
    // Past every row, with all that is told of it beside.
    sitting.press(&"j ".repeat(40));
    for view in ["2", "3", "4", "1"] {
        sitting.press(view);
    }
    sitting.press("!").wait_for("[not-utf8]").press("<esc>");

    // What is good turns bad while it is looked at, and good again.
    let bread = skills.join("bread/SKILL.md");
    fs::remove_file(&bread).unwrap();
    pipe(&bread);
    sitting.wait_for("generation 2");
    Save::RemoveFirst.over(&bread, &skill(ESCAPES, &format!("Bakes {ESCAPES}{INVISIBLE}.")));
    sitting.wait_for("generation 3");
    sitting.press("g q").exit();
    sitting.assert_left_clean();

    let bytes = sitting.bytes();
    for raw in ["\x1b]0;", "\x07", "\x1b[5n", "\0", "\u{202e}", "\u{2066}", "\u{200b}", "\u{feff}"]
    {
        let found = bytes.windows(raw.len()).any(|window| window == raw.as_bytes());
        assert!(!found, "{raw:?} was sent to the terminal");
    }
}

#[test]
fn real_files_that_trip_loaders_each_have_a_remedy() {
    let Some(corpora) = std::env::var_os("SKILLSCOPE_CORPORA") else {
        println!("skipped: SKILLSCOPE_CORPORA is not set");
        return;
    };
    let catalog = Path::new(&corpora).join("odd/catalog");
    let document = print(&catalog, &["overlap", ".", "--format", "json"]);
    assert!(diagnoses(&document).len() >= 5, "some of them are odd");
    let document: Value = serde_json::from_str(&document).unwrap();
    let (skills, problems) = (&document["catalog"]["skills"], &document["catalog"]["problems"]);
    assert!(skills.as_u64() >= Some(20), "{skills} skills, {problems} problems");
}
