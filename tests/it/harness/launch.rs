//! One run of a harness: a folder of its own, an environment of its own, and an end.

use std::{
    fs::{self, File},
    os::unix::process::CommandExt,
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, kill_process_group};
use tempfile::TempDir;

use super::{catalog::Skills, install::Installed, program::Program};

/// Longer than any of them takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(90);

/// A project, a home and a folder for configuration, gone with the value.
pub struct Place {
    folder: TempDir,
    unpacked: PathBuf,
}

/// How a run ended.
pub struct Ended {
    pub status: ExitStatus,
    pub out: String,
    pub err: String,
}

impl Place {
    /// Also for a harness that unpacks itself beside where it was installed.
    pub fn new(installed: &Installed) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        for part in ["project", "home", "config", "temporary"] {
            fs::create_dir(folder.path().join(part)).expect("made");
        }
        Self { folder, unpacked: installed.folder.join("../../unpacked") }
    }

    pub fn project(&self) -> PathBuf {
        self.part("project")
    }

    pub fn home(&self) -> PathBuf {
        self.part("home")
    }

    pub fn config(&self, below: &str) -> String {
        self.part("config").join(below).display().to_string()
    }

    pub fn unpacked(&self) -> &Path {
        &self.unpacked
    }

    /// Writes a file below the folder.
    pub fn write(&self, name: &str, text: &str) {
        let path = self.part(name);
        fs::create_dir_all(path.parent().expect("a folder above")).expect("made");
        fs::write(path, text).expect("written");
    }

    /// Writes skills where a harness looks for them in the project.
    pub fn fill(&self, program: &Program, skills: &Skills) {
        for (folder, text) in skills {
            self.write(&format!("project/{}/{folder}/SKILL.md", program.skills), text);
        }
    }

    /// As programs see it that ask where they are.
    fn part(&self, name: &str) -> PathBuf {
        let folder = self.folder.path();
        folder.canonicalize().unwrap_or_else(|_| folder.to_owned()).join(name)
    }

    /// Runs a harness in the project to its end.
    ///
    /// # Panics
    /// It does not end.
    pub fn run(&self, program: &Program, from: &Installed, prompt: &str, base: &str) -> Ended {
        let start = (program.start)(self, prompt, base);
        let path = std::env::var("PATH").unwrap_or_default();
        let to = |name: &str| File::create(self.part(name)).expect("made");
        let mut command = Command::new(from.folder.join(program.command));
        command
            .args(start.arguments)
            .current_dir(self.project())
            .env_clear()
            .env("PATH", format!("{}:{path}", from.node.display()))
            .env("HOME", self.home())
            .env("TMPDIR", self.part("temporary"))
            .env("LANG", "C.UTF-8")
            // Whatever asks for the world meets a port where nobody is.
            .envs(["HTTPS_PROXY", "https_proxy"].map(|name| (name, "http://127.0.0.1:9")))
            .envs(["NO_PROXY", "no_proxy"].map(|name| (name, "127.0.0.1,localhost")))
            .envs(start.environment)
            .stdin(Stdio::null())
            .stdout(to("out"))
            .stderr(to("err"))
            .process_group(0);
        let status = end(command.spawn().expect("it starts"));
        let read = |name: &str| fs::read_to_string(self.part(name)).unwrap_or_default();
        let (out, err) = (read("out"), read("err"));
        let status = status.unwrap_or_else(|| panic!("{} did not end: {out} {err}", program.id));
        Ended { status, out, err }
    }
}

/// Waits for the end; `None` if it was killed for taking too long. None of its children stays.
fn end(mut child: Child) -> Option<ExitStatus> {
    let group = Pid::from_child(&child);
    let began = Instant::now();
    let status = loop {
        match child.try_wait().expect("it can be asked") {
            Some(status) => break Some(status),
            None if began.elapsed() > PATIENCE => break None,
            None => sleep(Duration::from_millis(20)),
        }
    };
    // Nobody is left of most groups.
    let _ = kill_process_group(group, Signal::KILL);
    if status.is_none() {
        child.wait().expect("it is gone");
    }
    status
}
