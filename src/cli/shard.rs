//! Which shard of a plan a process is: said by hand, or by the environment of its job.

use std::str::FromStr;

use super::Failure;
use crate::core::plan::{NoShard, Shard};

/// What `--shard` takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    Given(Shard),
    /// As the environment of the job says.
    Auto,
}

impl FromStr for Asked {
    type Err = NoShard;

    fn from_str(text: &str) -> Result<Self, NoShard> {
        if text == AUTO { Ok(Self::Auto) } else { text.parse().map(Self::Given) }
    }
}

const AUTO: &str = "auto";

/// The number of shards, where a kind of job does not tell it.
const COUNT: &str = "SKILLSCOPE_SHARDS";

/// How one kind of job numbers its parallel processes.
struct Job {
    name: &'static str,
    index: &'static str,
    /// The index of the first process.
    first: First,
    count: &'static str,
}

/// The lowest index, and how far apart they are.
enum First {
    Is(u32),
    /// In variables.
    Told {
        first: &'static str,
        step: &'static str,
    },
}

/// The kinds of jobs that are known. Those that can run inside another stand before it.
const JOBS: [Job; 6] = [
    Job { name: "GitLab CI", index: "CI_NODE_INDEX", first: First::Is(1), count: "CI_NODE_TOTAL" },
    Job {
        name: "Buildkite",
        index: "BUILDKITE_PARALLEL_JOB",
        first: First::Is(0),
        count: "BUILDKITE_PARALLEL_JOB_COUNT",
    },
    Job {
        name: "Slurm array",
        index: "SLURM_ARRAY_TASK_ID",
        first: First::Told { first: "SLURM_ARRAY_TASK_MIN", step: "SLURM_ARRAY_TASK_STEP" },
        count: "SLURM_ARRAY_TASK_COUNT",
    },
    Job {
        name: "AWS Batch array",
        index: "AWS_BATCH_JOB_ARRAY_INDEX",
        first: First::Is(0),
        count: "AWS_BATCH_JOB_ARRAY_SIZE",
    },
    Job {
        name: "Cloud Run",
        index: "CLOUD_RUN_TASK_INDEX",
        first: First::Is(0),
        count: "CLOUD_RUN_TASK_COUNT",
    },
    // It does not tell its processes how many they are.
    Job {
        name: "Kubernetes indexed",
        index: "JOB_COMPLETION_INDEX",
        first: First::Is(0),
        count: COUNT,
    },
];

impl Asked {
    /// The shard; `variable` looks a variable of the environment up.
    ///
    /// # Errors
    /// No known job is around, or it does not say enough.
    pub fn settle(self, variable: impl Fn(&str) -> Option<String>) -> Result<Shard, Failure> {
        match self {
            Self::Given(shard) => Ok(shard),
            Self::Auto => auto(&|name| variable(name).filter(|text| !text.trim().is_empty())),
        }
    }
}

fn auto(variable: &dyn Fn(&str) -> Option<String>) -> Result<Shard, Failure> {
    let Some(job) = JOBS.iter().find(|job| variable(job.index).is_some()) else {
        let known: Vec<String> =
            JOBS.iter().map(|job| format!("{} ({})", job.name, job.index)).collect();
        return Err(Failure::Usage(format!(
            "no parallel job is around, so --shard {AUTO} cannot tell which shard this is; known \
             are {}. Say it as --shard 2/4",
            known.join(", ")
        )));
    };
    let number = |name: &str| -> Result<u32, Failure> {
        let text = variable(name).ok_or_else(|| {
            Failure::Usage(format!(
                "this is a {} job, and {name} does not say how many there are: set it, or say \
                 --shard 2/4",
                job.name
            ))
        })?;
        text.trim().parse().map_err(|_| {
            Failure::Usage(format!("{name} of this {} job is `{text}`, no whole number", job.name))
        })
    };
    let count = match variable(job.count) {
        Some(_) => number(job.count)?,
        None => number(COUNT)?,
    };
    let index = number(job.index)?;
    let (first, step) = match job.first {
        First::Is(first) => (first, 1),
        First::Told { first, step } => {
            let step = if variable(step).is_some() { number(step)? } else { 1 };
            (number(first)?, step.max(1))
        }
    };
    let shard = index.checked_sub(first).map(|at| (at / step).saturating_add(1));
    shard.and_then(|shard| Shard::new(shard, count).ok()).ok_or_else(|| {
        Failure::Usage(format!(
            "this {} job is number {index} of {count}, counted from {first}: there is no such shard",
            job.name
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(variables: &[(&str, &str)]) -> Result<String, String> {
        let variable = |name: &str| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        Asked::Auto.settle(variable).map(|s| s.to_string()).map_err(|failure| failure.to_string())
    }

    #[test]
    fn each_kind_of_job_counts_its_own_way() {
        for (variables, shard) in [
            (&[("JOB_COMPLETION_INDEX", "0"), ("SKILLSCOPE_SHARDS", "4")][..], "1 of 4"),
            (&[("CLOUD_RUN_TASK_INDEX", "3"), ("CLOUD_RUN_TASK_COUNT", "4")], "4 of 4"),
            (&[("AWS_BATCH_JOB_ARRAY_INDEX", "1"), ("AWS_BATCH_JOB_ARRAY_SIZE", "2")], "2 of 2"),
            (&[("AWS_BATCH_JOB_ARRAY_INDEX", "1"), ("SKILLSCOPE_SHARDS", "3")], "2 of 3"),
            (&[("CI_NODE_INDEX", "1"), ("CI_NODE_TOTAL", "2")], "1 of 2"),
            (&[("BUILDKITE_PARALLEL_JOB", "0"), ("BUILDKITE_PARALLEL_JOB_COUNT", "1")], "1 of 1"),
            (
                &[
                    ("SLURM_ARRAY_TASK_ID", "14"),
                    ("SLURM_ARRAY_TASK_MIN", "10"),
                    ("SLURM_ARRAY_TASK_STEP", "2"),
                    ("SLURM_ARRAY_TASK_COUNT", "5"),
                ],
                "3 of 5",
            ),
        ] {
            assert_eq!(told(variables), Ok(shard.to_owned()), "{variables:?}");
        }
    }

    #[test]
    fn what_the_environment_does_not_say_is_named() {
        let nothing = told(&[]).unwrap_err();
        assert!(JOBS.iter().all(|job| nothing.contains(job.index)), "{nothing}");
        assert!(nothing.contains("--shard 2/4"), "{nothing}");
        for (variables, part) in [
            (&[("JOB_COMPLETION_INDEX", "0")][..], "SKILLSCOPE_SHARDS"),
            (&[("CI_NODE_INDEX", "0"), ("CI_NODE_TOTAL", "2")], "number 0 of 2, counted from 1"),
            (&[("CI_NODE_INDEX", "3"), ("CI_NODE_TOTAL", "2")], "number 3 of 2"),
            (&[("CLOUD_RUN_TASK_INDEX", "x"), ("CLOUD_RUN_TASK_COUNT", "2")], "`x`"),
            (&[("CI_NODE_INDEX", " "), ("CI_NODE_TOTAL", "2")], "no parallel job"),
        ] {
            let told = told(variables).unwrap_err();
            assert!(told.contains(part), "{part} is not in {told}");
        }
    }

    #[test]
    fn the_readme_has_every_kind_of_job() {
        let readme = include_str!("../../README.md");
        for Job { name, index, count, .. } in JOBS {
            let row = format!("| {name} | `{index}` | `{count}`");
            assert!(readme.contains(&row), "{row}");
        }
    }

    #[test]
    fn a_shard_is_said_as_a_part() {
        assert_eq!("auto".parse(), Ok(Asked::Auto));
        assert_eq!("2/4".parse(), Ok(Asked::Given("2/4".parse().unwrap())));
        assert_eq!("4/2".parse::<Asked>(), Err(NoShard));
    }
}
