//! The commands as scripts meet them: the built binary, its output, its exit codes.

mod asking;
mod bakery;
mod changed;
mod check;
mod compare;
mod completions;
mod contract;
mod declared;
mod eval;
mod flags;
#[cfg(unix)]
mod foreign;
mod git;
mod job;
mod lint;
mod lint_corpora;
mod listing;
mod live;
mod overlap;
mod person;
mod queries;
mod ratchet;
mod replay;
mod report;
mod schema;
mod screen;
mod secrets;

use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use tempfile::TempDir;

pub use self::schema::{faults, faults_of};

const SKILLS: &str = "fixtures/demo/skills";
const QUERIES: &str = "fixtures/demo/queries.jsonl";
const SCRIPT: &str = "fixtures/demo/script.json";

/// A person with an empty home, and nothing of our environment but the path.
pub struct Person {
    home: TempDir,
}

/// What came of a command.
pub struct Told {
    /// `None` if a signal ended it.
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Person {
    pub fn new() -> Self {
        Self { home: tempfile::tempdir().expect("a folder") }
    }

    pub fn home(&self) -> &Path {
        self.home.path()
    }

    /// Writes a file of the configuration folder.
    fn configure(&self, name: &str, text: &str) -> PathBuf {
        self.write(&format!(".config/skillscope/{name}"), text)
    }

    /// Writes a file below the home.
    pub fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.home().join(name);
        std::fs::create_dir_all(path.parent().expect("a folder above")).expect("made");
        std::fs::write(&path, text).expect("written");
        path
    }

    /// Writes a skill below `skills` in the home.
    pub fn skill(&self, name: &str, description: &str) {
        let text = format!("---\nname: {name}\ndescription: {description}\n---\n");
        self.write(&format!("skills/{name}/SKILL.md"), &text);
    }

    /// The command in the folder of the package, so that paths of the fixtures hold.
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.keeping(arguments);
        // The fixtures are no place for runs.
        let keeps = arguments.first() == Some(&"eval");
        command.args(keeps.then_some("--no-save"));
        command
    }

    /// As [`Person::command`], but the runs of `eval` are kept.
    pub fn keeping(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_skillscope"));
        command
            .args(arguments)
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("HOME", self.home())
            .env("LANG", "C.UTF-8")
            .stdin(Stdio::null());
        command
    }

    fn run(&self, arguments: &[&str]) -> Told {
        Told::of(&mut self.command(arguments))
    }

    /// As [`Person::run`], in the person's home.
    fn run_at_home(&self, arguments: &[&str]) -> Told {
        Told::of(self.command(arguments).current_dir(self.home()))
    }
}

impl Told {
    pub fn of(command: &mut Command) -> Self {
        let output = command.output().expect("the binary runs");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
        Self { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }

    /// The output of a command that did its work and had nothing to complain of.
    #[track_caller]
    fn fine(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (Some(0), ""), "{}", self.out);
        self.out
    }

    /// What was complained of by a command that refused and printed nothing else.
    #[track_caller]
    fn refused(self) -> String {
        assert_eq!((self.code, self.out.as_str()), (Some(2), ""), "{}", self.err);
        self.err
    }
}

/// As [`Person::run`], of somebody who has configured nothing.
fn run(arguments: &[&str]) -> Told {
    Person::new().run(arguments)
}
