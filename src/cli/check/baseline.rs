//! The stored run that the skills must not fall behind, and when another takes its place.

use std::{
    env, fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use clap::Args;

use crate::{
    cli::{
        Failure, check::subject::Subject, kept, looks, output, surroundings::Surroundings, values,
    },
    core::{
        measure::{Confidence, paired::Verdict},
        plan::Order,
        run::{Artifact, missing},
        workbench::{
            Board,
            differs::Difference,
            stored::{Held, Terms},
        },
    },
    engine::{
        config,
        session::{self, Setup},
        store::{self, Kept},
    },
    report::check::Ratcheted,
};

/// Which run that is, and whether this one takes its place.
#[derive(Debug, Default, Args)]
pub struct Standard {
    /// Fail when the skills are worse than in this exported run; comes over the configuration's.
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Pass only where a loss of more than this is ruled out, such as 0.03.
    #[arg(long, value_name = "D", value_parser = values::margin)]
    pub margin: Option<f64>,
    /// Which look at the baseline it is [default: as counted in this project].
    #[arg(long, value_name = "N", value_parser = values::count())]
    pub look: Option<u32>,
    /// Write this run to the baseline's file, whatever it says. Bars hold all the same.
    #[arg(long)]
    pub move_baseline: bool,
    /// Write this run to the baseline's file if it is better, and better once more when both are
    /// probed afresh.
    #[arg(long, conflicts_with = "move_baseline")]
    pub move_on_better: bool,
}

/// A baseline that was found, or the place for one that is begun.
pub(super) struct Baseline<'a> {
    wanted: &'a Standard,
    place: Place,
    margin: Option<f64>,
    kept: Option<Kept>,
}

/// Where it lies.
struct Place {
    path: PathBuf,
    /// As the person wrote it.
    shown: String,
    /// The folder that it must not leave, where a project's file named it.
    within: Option<PathBuf>,
}

impl Standard {
    /// What is to become of the baseline's file; with one of these there must be one.
    fn moves(&self) -> bool {
        self.move_baseline || self.move_on_better
    }

    /// The loss that must be ruled out, if any.
    pub(super) fn margin(&self, here: &Surroundings) -> Option<f64> {
        self.margin.or(here.config.margin)
    }

    /// The baseline that was named here or in the configuration; `None` where none was.
    ///
    /// # Errors
    /// Its file is not there, and it is not to be begun; or it holds no run.
    pub(super) fn find(&self, here: &Surroundings) -> Result<Option<Baseline<'_>>, Failure> {
        let Some(place) = self.place(here)? else {
            return match (self.moves(), self.margin) {
                (false, None) => Ok(None),
                _ => Err(Failure::Usage(
                    "there is no baseline to speak of: name one with --baseline FILE, or as \
                     check.baseline in skillscope.toml"
                        .to_owned(),
                )),
            };
        };
        let kept = match place.path.exists() {
            true => Some(kept::read(&place.path, here)?),
            false if self.move_baseline => None,
            false => {
                let shown = &place.shown;
                return Err(Failure::Usage(format!(
                    "there is no baseline {shown}: --move-baseline writes this run there"
                )));
            }
        };
        Ok(Some(Baseline { wanted: self, place, margin: self.margin(here), kept }))
    }

    fn place(&self, here: &Surroundings) -> Result<Option<Place>, Failure> {
        if let Some(path) = &self.baseline {
            let shown = path.display().to_string();
            return Ok(Some(Place { path: path.clone(), shown, within: None }));
        }
        let Some(shown) = here.config.baseline.clone() else { return Ok(None) };
        let cwd = env::current_dir().map_err(Failure::Here)?;
        let project = config::project(&cwd).to_owned();
        Ok(Some(Place { path: project.join(&shown), shown, within: Some(project) }))
    }
}

impl Baseline<'_> {
    /// Holds a run against it; `None` where there is nothing yet to hold it against.
    ///
    /// # Errors
    /// The two cannot be held against each other, and the baseline is not to be begun anew.
    pub fn hold(&self, board: &Board, here: &Surroundings) -> Result<Option<Ratcheted>, Failure> {
        let Some(kept) = &self.kept else { return Ok(None) };
        let before = kept.board();
        if let Some(shard) = kept.plan.shard {
            return Err(Failure::Usage(format!(
                "{} is shard {shard} of a run; `skillscope merge` makes a whole of all",
                self.place.shown
            )));
        }
        let held = |look: u32| self.held(&before, board, kept.redacted, look);
        let said = self.wanted.look;
        match held(said.unwrap_or(1)) {
            Ok(first) => {
                let states = [&before.now, &board.now].map(|state| &**state);
                match looks::number(said, &first.held.comparison, states, here)? {
                    1 => Ok(Some(first)),
                    // Once more costs little beside the measuring.
                    look => Ok(held(look).ok()),
                }
            }
            Err(why) if self.wanted.move_baseline => {
                output::tell(&format!("not held against the baseline before: {why}"));
                Ok(None)
            }
            Err(why) => Err(Failure::Usage(format!(
                "this run cannot be held against {}: {why}; measure as it was measured, or begin \
                 anew with --move-baseline",
                self.place.shown
            ))),
        }
    }

    fn held(
        &self,
        before: &Board,
        now: &Board,
        redacted: bool,
        look: u32,
    ) -> Result<Ratcheted, String> {
        if before.drafts() {
            return Err("its prompts were drafted, not labelled".to_owned());
        }
        let confidence = Confidence::new(now.now.figures.confidence).unwrap_or_default();
        let terms = Terms { confidence, margin: self.margin, look, redacted };
        let held = Held::against(&before.now, &now.now, terms).map_err(|differences| {
            let told: Vec<String> = differences.iter().map(Difference::to_string).collect();
            told.join("; ")
        })?;
        let flips = &held.comparison.flips;
        if flips.compared == 0 && held.relabelled == 0 && flips.only_before > 0 {
            let files = before.query_files.iter().map(|(file, _)| file.as_str());
            let files: Vec<&str> = files.collect();
            return Err(format!("no query is in both, it was of {}", files.join(", ")));
        }
        let against = self.place.shown.clone();
        let order = Order::Apart;
        Ok(Ratcheted { against, held, margin: self.margin, order, moved: false })
    }

    /// Writes this run, or a fresh one, to the baseline's file where that was asked for. True if
    /// the file is another now.
    ///
    /// # Errors
    /// It cannot be written, or lies elsewhere than a project may say.
    pub fn settle(
        &self,
        subject: &Subject,
        ratcheted: Option<&Ratcheted>,
    ) -> Result<bool, Failure> {
        let better =
            ratcheted.is_some_and(|one| one.held.comparison.headline.verdict == Verdict::Better);
        let artifact = match (&self.kept, subject.setup()) {
            _ if self.wanted.move_baseline => Some(subject.artifact()),
            (Some(kept), Some(setup)) if self.wanted.move_on_better && better => {
                self.confirmed(setup, kept)?
            }
            _ => None,
        };
        let Some(artifact) = artifact else { return Ok(false) };
        let (shown, missing) = (&self.place.shown, missing(&artifact.plan, &artifact.records));
        if !missing.is_empty() {
            let (missing, planned) = (missing.len(), artifact.plan.probes());
            output::tell(&format!("{shown} stays: {missing} of {planned} probes have no score"));
            return Ok(false);
        }
        self.place.stays_inside()?;
        store::export(&artifact, &self.place.path)?;
        output::tell(&format!("{shown} is this run now"));
        Ok(true)
    }

    /// The run of now from a run of both arms afresh, if that says better too.
    fn confirmed(&self, setup: &Setup, kept: &Kept) -> Result<Option<Artifact>, Failure> {
        let shown = &self.place.shown;
        if kept.redacted {
            output::tell(&format!(
                "{shown} stays: its texts were left out, so it cannot be probed afresh"
            ));
            return Ok(None);
        }
        let before = Arc::clone(&kept.board().now.snapshot.catalog);
        let [before, after] = session::confirmed(setup, shown, before)?;
        for note in &before.notes {
            output::tell(&format!("{shown}: {note}"));
        }
        // Both are fresh, so that it is the first look at them.
        let once_more = self.held(&before.board, &after.board, false, 1);
        let told = match once_more {
            Ok(one) if one.held.comparison.headline.verdict == Verdict::Better => {
                return Ok(Some(session::sealed(setup, &after.board)));
            }
            Ok(one) => one.held.comparison.headline.to_string(),
            Err(why) => why,
        };
        output::tell(&format!("{shown} stays: probed afresh, {told}"));
        Ok(None)
    }
}

impl Place {
    /// A project may name a file of its own and no other, links followed.
    fn stays_inside(&self) -> Result<(), Failure> {
        let Some(project) = &self.within else { return Ok(()) };
        let real = |path: &Path| fs::canonicalize(path);
        let folder = self.path.parent().map_or_else(|| real(project), real);
        match (folder, real(project)) {
            (Ok(folder), Ok(project)) if !folder.starts_with(&project) => {
                Err(Failure::Usage(format!("{} leads out of the project", self.shown)))
            }
            // A folder that is not there is told when the file is written.
            _ => Ok(()),
        }
    }
}
