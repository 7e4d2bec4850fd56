//! Waiting probes of several jobs, handed out in turn.
//!
//! Pure; must not know what runs.

use std::{collections::VecDeque, time::Duration};

use crate::{
    core::plan::Limits,
    engine::scheduler::{Cancel, Job, ProbeId, Task},
};

/// A probe that may begin, with what it needs.
#[derive(Debug)]
pub(super) struct Next {
    pub(super) probe: ProbeId,
    pub(super) task: Task,
    pub(super) limits: Limits,
    pub(super) timeout: Duration,
    pub(super) asks_service: bool,
}

/// Jobs with waiting probes; the one whose turn it is in front.
#[derive(Debug, Default)]
pub(super) struct Queue {
    jobs: VecDeque<(Job, VecDeque<Task>)>,
}

impl Queue {
    pub(super) fn push(&mut self, mut job: Job) {
        let tasks = VecDeque::from(std::mem::take(&mut job.tasks));
        if !tasks.is_empty() {
            self.jobs.push_back((job, tasks));
        }
    }

    /// The next probe of the job whose turn it is; then it is the next job's turn. So a single row
    /// probed again need not wait for a long plan, and two arms run interleaved.
    pub(super) fn pop(&mut self) -> Option<Next> {
        let (job, mut tasks) = self.jobs.pop_front()?;
        let task = tasks.pop_front()?;
        let Job { limits, timeout, asks_service, .. } = &job;
        let (limits, timeout, asks_service) = (limits.clone(), *timeout, *asks_service);
        let next = Next { probe: id(&job, &task), task, limits, timeout, asks_service };
        if !tasks.is_empty() {
            self.jobs.push_back((job, tasks));
        }
        Some(next)
    }

    pub(super) fn forget(&mut self, which: &Cancel) {
        for (job, tasks) in &mut self.jobs {
            tasks.retain(|task| !which.covers(&id(job, task)));
        }
        self.jobs.retain(|(_, tasks)| !tasks.is_empty());
    }

    pub(super) fn is_empty(&self) -> bool {
        self.jobs.is_empty()
    }

    pub(super) fn has(&self, plan: u64) -> bool {
        self.jobs.iter().any(|(job, _)| job.plan == plan)
    }
}

fn id(job: &Job, task: &Task) -> ProbeId {
    let (plan, generation) = (job.plan, job.generation);
    ProbeId { plan, at: task.at, attempt: task.spec.attempt, generation }
}
