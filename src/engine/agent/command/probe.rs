//! One probe of a declared program: a place, a start, a stream read to its end, and nothing left.

use std::{
    fs, io,
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::Arc,
};

use tempfile::TempDir;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::{
    core::{
        stream::{Bound, Clock, Parser, Seen},
        trajectory::End,
    },
    engine::{
        agent::{EventSink, ProbeSpec, command::Set, harness::workspace, heard::Hearing},
        process::{Launch, Process},
    },
};

/// A project and a home, gone with it.
struct Place {
    folder: TempDir,
    /// With links resolved, as a program sees it that asks where it is.
    path: PathBuf,
}

impl Place {
    fn project(&self) -> PathBuf {
        self.path.join("project")
    }

    fn home(&self) -> PathBuf {
        self.path.join("home")
    }

    /// What cannot be removed now goes with the system's temporary files.
    async fn leave(self) {
        let _ = tokio::task::spawn_blocking(move || self.folder.close()).await;
    }
}

impl Set {
    pub(in crate::engine::agent) async fn probe(
        &self,
        spec: &ProbeSpec,
        sink: &mut EventSink,
        cancel: &CancellationToken,
    ) -> End {
        let began = Instant::now();
        let place = match self.place(spec).await {
            Ok(place) => place,
            Err(error) => return End::Errored { cause: error.to_string() },
        };
        let end = match self.launch(&place, spec).start() {
            Ok(process) => self.listen(process, &place, sink, cancel, began).await,
            Err(error) => End::Errored { cause: error.to_string() },
        };
        place.leave().await;
        end
    }

    async fn place(&self, spec: &ProbeSpec) -> io::Result<Place> {
        let (set, query) = (self.clone(), Arc::clone(&spec.query));
        let made = tokio::task::spawn_blocking(move || {
            let folder = tempfile::Builder::new().prefix("skillscope-").tempdir()?;
            let path = folder.path().canonicalize()?;
            let place = Place { folder, path };
            fs::create_dir(place.project())?;
            fs::create_dir(place.home())?;
            let command = &set.command;
            workspace::lay(&query, &command.query_roots, &place.project())
                .map_err(io::Error::other)?;
            let skills = place.project().join(&command.declared.skills);
            // Left out files are no failure: a skill's text is always there.
            set.kit
                .lay(&skills, None, command.declared.identity.into())
                .map_err(io::Error::other)?;
            Ok(place)
        });
        made.await.map_err(io::Error::other)?
    }

    fn launch(&self, place: &Place, spec: &ProbeSpec) -> Launch {
        let command = &self.command;
        let declared = &command.declared;
        let (project, home) = (place.project(), place.home());
        let workspace = project.to_string_lossy();
        let (prompt, model) = (&*spec.query.prompt, command.model.as_deref());
        let filled = declared.arguments.iter().map(|word| word.filled(prompt, &workspace, model));
        let arguments = filled.map(Into::into).collect();
        let mut environment = command.environment.usual();
        let names: Vec<&str> = declared.environment.iter().map(String::as_str).collect();
        environment.extend(command.environment.only(&names));
        let keys = command.secrets.iter();
        environment.extend(keys.map(|key| (key.variable().to_owned(), key.for_child().to_owned())));
        for name in ["HOME", "USERPROFILE"] {
            environment.insert(name.to_owned(), home.clone().into());
        }
        let input = declared.reads_input().then(|| prompt.as_bytes().to_vec());
        Launch { program: command.program.clone(), arguments, folder: project, environment, input }
    }

    async fn listen(
        &self,
        process: Process,
        place: &Place,
        sink: &mut EventSink,
        cancel: &CancellationToken,
        began: Instant,
    ) -> End {
        let bound = Arc::new(self.bound(&place.project(), &place.home()));
        let mapping = Arc::clone(&self.command.declared.stream);
        let parser = Parser::mapped(mapping, bound, Clock::Caller);
        let hearing = Hearing::new(parser, &self.command.scrubber, began);
        let go_on = |_: &[u8]| ControlFlow::Continue(Vec::new());
        hearing.listen(process, sink, cancel, go_on).await.end
    }

    /// The skills as the program sees them in a place.
    fn bound(&self, project: &Path, home: &Path) -> Bound {
        let folder = self.command.declared.skills.to_string_lossy().replace('\\', "/");
        let seen = self.laid.iter().map(|laid| Seen {
            skill: laid.skill.clone(),
            names: vec![laid.called.clone()],
            files: vec![format!("{folder}/{}/SKILL.md", laid.folder)],
        });
        let text = |path: &Path| path.to_string_lossy().into_owned();
        Bound::new(seen.collect(), Some(&text(project)), Some(&text(home)))
    }
}
