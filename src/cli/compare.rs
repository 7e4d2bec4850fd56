//! `skillscope compare`: two states of the skills held against each other.

use std::path::Path;

use clap::{Args, ValueEnum};

use super::{
    Failure, choose,
    exit::Exit,
    kept, looks, output,
    recorded::{self, Recorded},
    resolve, spending,
    surroundings::Surroundings,
    target::Target,
    values,
};
use crate::{
    core::{
        catalog,
        measure::{
            Confidence,
            comparison::{Aspect, Comparison, Metric},
            paired::Verdict,
        },
        plan::Order,
        workbench::{
            Board,
            compared::{Arms, Compared},
            differs::aspects,
        },
    },
    engine::session::{self, Arm, Measured},
    report::compare::{self, Document, Sides},
};

/// What to compare by, and what to make of it.
#[derive(Debug, Args)]
pub struct Wanted {
    /// Figure of the headline [default: top-1, or trigger-recall of partial labels].
    #[arg(long, value_name = "NAME", value_parser = values::one_of::<Metric>)]
    pub metric: Option<Metric>,
    /// Which look at this baseline it is: each further one costs certainty [default: as counted in
    /// this project].
    #[arg(long, value_name = "N", value_parser = values::count())]
    pub look: Option<u32>,
    /// Kinds of things that may differ at once; more than one needs to be named.
    #[arg(long, value_name = "KIND", value_delimiter = ',', value_parser = values::one_of::<Aspect>)]
    pub vary: Vec<Aspect>,
    /// Exit with 1 on this.
    #[arg(long, value_enum, value_name = "VERDICT")]
    pub fail_on: Option<FailOn>,
    #[arg(long, value_enum, default_value_t = CompareFormat::Text)]
    pub format: CompareFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CompareFormat {
    Text,
    Json,
    Csv,
    Markdown,
}

/// What ends a comparison with exit code 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FailOn {
    Worse,
}

pub(super) fn run(target: Target, here: &Surroundings, wanted: &Wanted) -> Result<Exit, Failure> {
    let Recorded { arms, lost } = match &target.paths[..] {
        [before, after] if kept::is_run(before) && kept::is_run(after) => {
            recorded::arms([before, after], here)?
        }
        _ => {
            let ([before, after], target) = sides(target)?;
            let setup = choose::agreed(target, here, 2)?;
            let arms = session::arms(&setup, &before, &after)?;
            for arm in &arms {
                if let Some(told) = spending::told(&arm.board, &setup.caps) {
                    output::tell(&format!("{}: {told}", arm.name));
                }
            }
            Recorded { arms, lost: &[] }
        }
    };
    for arm in &arms {
        resolve::not_empty(&arm.board)?;
    }
    let [before, after] = &arms;
    if after.board.drafts() {
        let told = "there are no labelled prompts to compare by: name some with --queries FILE";
        return Err(Failure::Usage(told.to_owned()));
    }
    let Compared { comparison, differs, .. } = compared(before, after, wanted, here)?;
    let sides = Sides {
        names: [&before.name, &after.name],
        boards: [&before.board, &after.board],
        differs: &aspects(&differs),
        order: after.order,
        lost,
        laid: [&before.notes, &after.notes],
        comparison: &comparison,
    };
    output::print(&match wanted.format {
        CompareFormat::Text => compare::text(&sides),
        CompareFormat::Json => output::json(&Document::of(&sides))?,
        CompareFormat::Csv => compare::csv(&Document::of(&sides)),
        CompareFormat::Markdown => compare::markdown(&sides),
    })?;
    Ok(exit(&comparison, &arms, wanted.fail_on))
}

/// The arms that the first arguments name, and the target without them: two folders, or one range
/// of revisions and then the usual paths.
fn sides(mut target: Target) -> Result<([Arm; 2], Target), Failure> {
    let usage = |told: &str| Failure::Usage(told.to_owned());
    let mut paths = std::mem::take(&mut target.paths).into_iter();
    let first = paths.next().ok_or_else(|| {
        usage("name two folders, or a range of git revisions such as main.. or v1..v2")
    })?;
    if let Some((from, to)) = range(&first) {
        target.paths = paths.collect();
        return Ok(([from, to], target));
    }
    match (paths.next(), paths.next()) {
        (Some(second), None) => {
            // What somebody agrees to is asking about these, not about what lies here.
            target.paths = vec![second.clone()];
            Ok(([first, second].map(Arm::Folder), target))
        }
        (None, _) => Err(usage(&format!(
            "{0} is to be compared with what? Name a second folder, or a range of git revisions \
             such as main.. before it",
            first.display()
        ))),
        (_, Some(_)) => Err(usage("two folders can be compared, not more")),
    }
}

/// `main..` or `v1..v2`; a path that is there is a path, dots or not.
fn range(text: &Path) -> Option<(Arm, Arm)> {
    let (from, to) = text.to_str()?.split_once("..")?;
    if from.is_empty() || from.ends_with('/') || to.starts_with(['.', '/']) || text.exists() {
        return None;
    }
    let to = if to.is_empty() { Arm::Now } else { Arm::Revision(to.to_owned()) };
    Some((Arm::Revision(from.to_owned()), to))
}

fn compared(
    before: &Measured,
    after: &Measured,
    wanted: &Wanted,
    here: &Surroundings,
) -> Result<Compared, Failure> {
    let at_look = |look: u32| at_look(look, [&before.board, &after.board], wanted);
    let first = at_look(wanted.look.unwrap_or(1));
    // Arms that were drawn afresh by turns are a baseline of their own.
    if after.order == Order::Interleaved {
        return Ok(first);
    }
    let states = [&before.board.now, &after.board.now].map(|state| &**state);
    Ok(match looks::number(wanted.look, &first.comparison, states, here)? {
        1 => first,
        look => at_look(look),
    })
}

fn at_look(look: u32, [before, after]: [&Board; 2], wanted: &Wanted) -> Compared {
    let settled = [before, after].iter().all(|board| board.run.counts.settled());
    let arms = Arms {
        catalog: &catalog::diff(&before.now.snapshot.catalog, &after.now.snapshot.catalog),
        metric: wanted.metric,
        complete: settled,
        mixed: false,
        look,
        confidence: Confidence::new(after.now.figures.confidence).unwrap_or_default(),
        vary: &wanted.vary,
    };
    let observed = after.now.probes.observations();
    Compared::of(&before.now, &after.now, &observed, &arms)
}

fn exit(comparison: &Comparison, arms: &[Measured; 2], fail_on: Option<FailOn>) -> Exit {
    let verdicts = comparison.skills.iter().map(|row| row.verdict);
    let worse = verdicts.chain([comparison.headline.verdict]).any(|one| one == Verdict::Worse);
    let missing = |arm: &Measured| arm.board.run.counts.scored < arm.board.run.counts.planned;
    match fail_on {
        Some(FailOn::Worse) if worse => Exit::Failed,
        _ if arms.iter().any(missing) => Exit::Incomplete,
        // A gate that could not look must not let anything through.
        Some(FailOn::Worse) if comparison.headline.verdict == Verdict::NotComparable => Exit::Usage,
        _ => Exit::Fine,
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    fn named(paths: &[&str]) -> Result<([Arm; 2], Vec<PathBuf>), String> {
        let paths = paths.iter().map(PathBuf::from).collect();
        sides(Target { paths, ..Target::default() })
            .map(|(arms, target)| (arms, target.paths))
            .map_err(|failure| failure.to_string())
    }

    #[test]
    fn a_range_names_revisions_and_two_paths_name_folders() {
        let revision = |name: &str| Arm::Revision(name.to_owned());
        assert_eq!(named(&["main.."]), Ok(([revision("main"), Arm::Now], vec![])));
        assert_eq!(
            named(&["v1.0..v1.1", "skills"]),
            Ok(([revision("v1.0"), revision("v1.1")], vec!["skills".into()]))
        );
        let folders = ["../a", ".."].map(|path| Arm::Folder(path.into()));
        assert_eq!(named(&["../a", ".."]), Ok((folders, vec!["..".into()])));
        for (paths, told) in
            [(&[][..], "main.."), (&["a"], "a second folder"), (&["a", "b", "c"], "not more")]
        {
            let failure = named(paths).unwrap_err();
            assert!(failure.contains(told), "{failure}");
        }
    }
}
