//! The catalog that is measured: a copy in a temporary folder, so that its skills may be saved.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::Instant,
};

use tempfile::TempDir;

use crate::text::{self, Dice};

/// Skills and labelled prompts of the catalog that stands in for the large one.
const LARGE: (usize, usize) = (1_158, 1_395);

/// A folder with `skills` and `queries.jsonl`.
pub struct Catalog {
    folder: TempDir,
    files: Vec<PathBuf>,
    origin: String,
}

impl Catalog {
    /// A copy of the catalog `large` below `SKILLSCOPE_CORPORA`, else a made-up one of its size.
    pub fn large() -> Self {
        match corpus("large") {
            Some(corpus) => Self::copy_of(&corpus),
            None => Self::made_up(LARGE.0, LARGE.1),
        }
    }

    /// A made-up catalog.
    pub fn made_up(skills: usize, prompts: usize) -> Self {
        let origin = format!("{skills} made-up skills, {prompts} prompts");
        let mut catalog = Self { folder: folder(), files: Vec::new(), origin };
        let mut rows = String::new();
        for at in 0..skills {
            let mut dice = Dice::new(at as u64 + 1);
            let name = format!("{}-{at}", dice.words(2).replace(' ', "-"));
            let text = text::skill(&name, &mut dice);
            catalog.add(&name, &text);
            if at < prompts {
                rows.push_str(&row(at, &name, &text));
            }
        }
        // More prompts than skills: the first skills are asked for again, in other words.
        for at in skills..prompts {
            let file = &catalog.files[at % skills];
            let text = fs::read_to_string(file).expect("it was written");
            let name = file.parent().and_then(Path::file_name).expect("a folder").to_string_lossy();
            rows.push_str(&row(at, &name, &text));
        }
        fs::write(catalog.folder().join("queries.jsonl"), rows).expect("the folder is writable");
        catalog
    }

    fn copy_of(corpus: &Path) -> Self {
        let mut catalog = Self { folder: folder(), files: Vec::new(), origin: String::new() };
        let entries = fs::read_dir(corpus.join("catalog")).expect("a corpus has a catalog");
        let mut names: Vec<_> = entries.map(|entry| entry.expect("an entry").file_name()).collect();
        names.sort();
        for name in names {
            let file = corpus.join("catalog").join(&name).join("SKILL.md");
            if let Ok(text) = fs::read_to_string(file) {
                catalog.add(&name.to_string_lossy(), &text);
            }
        }
        let rows = fs::read_to_string(corpus.join("queries.jsonl")).expect("a corpus has queries");
        catalog.origin =
            format!("{} skills, {} prompts", catalog.files.len(), rows.lines().count());
        fs::write(catalog.folder().join("queries.jsonl"), rows).expect("the folder is writable");
        catalog
    }

    fn add(&mut self, name: &str, text: &str) {
        let folder = self.folder().join("skills").join(name);
        fs::create_dir_all(&folder).expect("the folder is writable");
        let file = folder.join("SKILL.md");
        fs::write(&file, text).expect("the folder is writable");
        self.files.push(file);
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// What it is, for people.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// What to start the program with.
    pub fn arguments(&self) -> [&str; 3] {
        ["skills", "--queries", "queries.jsonl"]
    }

    /// Puts a word before a description and saves as vim and helix do: another file, then a rename
    /// over the old one. Gives the moment of the rename.
    pub fn save(&self, round: usize) -> Instant {
        // A step that shares no factor with the number of skills goes all over the catalog.
        let file = &self.files[round * 389 % self.files.len()];
        let text = fs::read_to_string(file).expect("the skill is there");
        let at = text::description_at(&text).expect("it has a description");
        let word = Dice::new(round as u64 + 7).word();
        let beside = file.with_file_name(".SKILL.md.new");
        let saved = format!("{}{word} {}", &text[..at], &text[at..]);
        fs::write(&beside, saved).expect("the folder is writable");
        let at = Instant::now();
        fs::rename(&beside, file).expect("the folder is writable");
        at
    }

    /// Commits everything; `false` without git.
    pub fn commit(&self) -> bool {
        let who = ["-c", "user.name=bench", "-c", "user.email=bench@localhost"];
        [&["init", "-q"][..], &["add", "-A"], &["commit", "-q", "--no-gpg-sign", "-m", "as it is"]]
            .into_iter()
            .all(|arguments| {
                let mut git = Command::new("git");
                git.arg("-C").arg(self.folder()).args(who).args(arguments);
                git.status().is_ok_and(|status| status.success())
            })
    }
}

/// A folder of the corpora, if they are here.
pub fn corpus(name: &str) -> Option<PathBuf> {
    let folder = PathBuf::from(std::env::var_os("SKILLSCOPE_CORPORA")?).join(name);
    folder.is_dir().then_some(folder)
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

/// A prompt in words of the skill that it expects.
fn row(at: usize, name: &str, text: &str) -> String {
    let mut dice = Dice::new(at as u64 + 3);
    let words: Vec<&str> = text.split_whitespace().filter(|word| word.len() == 6).collect();
    let word = |dice: &mut Dice| words[dice.below(words.len() as u64) as usize];
    let prompt: Vec<&str> = (0..6).map(|_| word(&mut dice)).collect();
    let prompt = prompt.join(" ");
    format!("{{\"id\":\"q{at}\",\"prompt\":\"{prompt}\",\"expected_skills\":[\"{name}\"]}}\n")
}
