//! How a child is started: every word of it given, nothing inherited.

use std::{
    collections::BTreeMap,
    ffi::OsString,
    fmt,
    io::{self, ErrorKind},
    path::PathBuf,
    process::Stdio,
};

use process_wrap::tokio::{CommandWrap, KillOnDrop};
use tokio::io::AsyncWriteExt;

use crate::engine::process::{CHUNK, Process, ProcessError, Tail, group, strays};

/// A command line, a folder and an environment. Never through a shell.
#[derive(Clone, Default)]
pub struct Launch {
    pub program: PathBuf,
    pub arguments: Vec<OsString>,
    /// Where it runs.
    pub folder: PathBuf,
    /// All of its environment.
    pub environment: BTreeMap<String, OsString>,
    /// What it reads from standard input, which is closed behind it; closed at once without any.
    pub input: Option<Vec<u8>>,
}

/// Names of variables without their values, which may be secrets.
impl fmt::Debug for Launch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Launch")
            .field("program", &self.program)
            .field("arguments", &self.arguments)
            .field("folder", &self.folder)
            .field("environment", &self.environment.keys().collect::<Vec<_>>())
            .finish_non_exhaustive()
    }
}

impl Launch {
    /// Starts it; inside a runtime only.
    ///
    /// # Errors
    /// The program is not there or may not be run, or the system is out of processes.
    pub fn start(self) -> Result<Process, ProcessError> {
        let mark = strays::mark();
        let stdin = if self.input.is_some() { Stdio::piped() } else { Stdio::null() };
        let mut command = CommandWrap::with_new(&self.program, |command| {
            command
                .args(&self.arguments)
                .current_dir(&self.folder)
                .env_clear()
                .envs(&self.environment)
                .env(strays::VARIABLE, &mark)
                .stdin(stdin)
                .stdout(Stdio::piped())
                .stderr(Stdio::piped());
        });
        group::begin(&mut command);
        command.wrap(KillOnDrop);
        let mut child = command.spawn().map_err(|error| self.failed(error))?;
        let group = group::Group::of(&*child);
        let feeding = child.stdin().take().zip(self.input).map(|(mut stdin, input)| {
            tokio::spawn(async move {
                // A child that reads no further has its reasons.
                let _ = stdin.write_all(&input).await;
            })
        });
        Ok(Process {
            stdout: child.stdout().take(),
            stderr: child.stderr().take(),
            child,
            group,
            mark,
            chunk: vec![0; CHUNK].into(),
            errors: vec![0; CHUNK].into(),
            tail: Tail::default(),
            feeding,
            status: None,
            over: None,
            ended: false,
        })
    }

    fn failed(&self, source: io::Error) -> ProcessError {
        let program = self.program.clone();
        match source.kind() {
            // A missing folder is told in the same way.
            ErrorKind::NotFound if self.folder.is_dir() => ProcessError::Missing(program),
            ErrorKind::PermissionDenied => ProcessError::Forbidden(program),
            _ => ProcessError::Start { program, folder: self.folder.clone(), source },
        }
    }
}
