//! The scheduler's one task: begins probes, hears of their ends, obeys.

use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use tokio::{
    sync::mpsc,
    task::{Id, JoinError, JoinSet},
    time::{Instant, sleep_until, timeout},
};

use crate::{
    core::plan::Over,
    engine::{
        agent::Aside,
        process::HURRY,
        scheduler::{
            Cancel, Job, ProbeId, Report,
            budget::Budget,
            probe::{Left, Stops, panicked, run},
            queue::Queue,
            throttle::Throttle,
        },
    },
};

/// What the director is told.
#[derive(Debug)]
pub(super) enum Command {
    Start(Job),
    Pause(bool),
    /// Begin none of those that wait.
    Finish,
    Cancel(Cancel),
}

/// By which probe, what concerns others.
type Told = (ProbeId, Aside);

/// A probe under way.
struct Running {
    probe: ProbeId,
    /// US dollars, as far as it was told.
    cost_usd: f64,
    /// What it says of a service is not play.
    asks_service: bool,
    stops: Stops,
}

pub(super) struct Director {
    throttle: Throttle,
    /// Told last of how it is slowed.
    slowed: Option<(usize, usize)>,
    /// Probes tell here what concerns others.
    asides: (mpsc::UnboundedSender<Told>, mpsc::UnboundedReceiver<Told>),
    reports: mpsc::Sender<Report>,
    queue: Queue,
    running: JoinSet<Left>,
    probes: HashMap<Id, Running>,
    /// Newest generation that any job was started on.
    newest: Arc<AtomicU64>,
    /// Plans whose end is still to be told, with their money, in the order of their first jobs.
    plans: Vec<(u64, Budget)>,
    paused: bool,
}

impl Director {
    pub(super) fn new(concurrency: usize, reports: mpsc::Sender<Report>) -> Self {
        Self {
            throttle: Throttle::of(concurrency),
            slowed: None,
            asides: mpsc::unbounded_channel(),
            reports,
            queue: Queue::default(),
            running: JoinSet::new(),
            probes: HashMap::new(),
            newest: Arc::default(),
            plans: Vec::new(),
            paused: false,
        }
    }

    pub(super) async fn run(mut self, mut inbox: mpsc::UnboundedReceiver<Command>) {
        loop {
            self.begin();
            self.tell_done().await;
            self.tell_slowed().await;
            let rest = self.throttle.rests_until(Instant::now());
            let waits = rest.filter(|_| !self.paused && !self.queue.is_empty());
            tokio::select! {
                // Commands first: a cancelled probe shall not be followed by one more.
                biased;
                command = inbox.recv() => match command {
                    Some(command) => self.obey(command),
                    None => break,
                },
                Some((probe, aside)) = self.asides.1.recv() => self.hear(probe, aside),
                () = async { sleep_until(waits.unwrap_or_else(Instant::now)).await },
                    if waits.is_some() => {}
                Some(ended) = self.running.join_next_with_id() => self.ended(ended).await,
            }
        }
        self.stop(&Cancel::All);
        // Somebody waits for the terminal back: who does not leave soon is dropped, and its
        // children are killed.
        let leaving = async { while self.running.join_next().await.is_some() {} };
        if timeout(HURRY, leaving).await.is_err() {
            self.running.shutdown().await;
        }
    }

    fn begin(&mut self) {
        if self.throttle.rests_until(Instant::now()).is_some() {
            return;
        }
        while !self.paused && self.running.len() < self.throttle.allows() {
            let Some(next) = self.queue.pop() else { break };
            if !self.affords(next.probe.plan) {
                continue;
            }
            let (probe, asks_service, stops) = (next.probe, next.asks_service, Stops::default());
            let newest = Arc::clone(&self.newest);
            let (reports, asides) = (self.reports.clone(), self.asides.0.clone());
            let task = self.running.spawn(run(next, stops.clone(), newest, reports, asides));
            let running = Running { probe, cost_usd: 0.0, asks_service, stops };
            self.probes.insert(task.id(), running);
        }
    }

    /// The plan may begin one more probe. If not, those that wait are forgotten.
    fn affords(&mut self, of: u64) -> bool {
        let Some((_, budget)) = self.plans.iter_mut().find(|(plan, _)| *plan == of) else {
            return true;
        };
        match budget.leaves_none(costs(&self.probes, of)) {
            Some(cap) => {
                budget.gave_up(cap);
                self.queue.forget(&Cancel::Plan(of));
                false
            }
            None => {
                budget.begins();
                true
            }
        }
    }

    fn hear(&mut self, probe: ProbeId, aside: Aside) {
        // What one has cost in all, and how it ended, comes with its end.
        let Some(one) = self.probes.values_mut().find(|one| one.probe == probe) else { return };
        match aside {
            Aside::Limited if one.asks_service => {
                self.throttle.limited(self.running.len(), Instant::now());
            }
            Aside::Limited => {}
            Aside::Cost(usd) => {
                one.cost_usd += usd;
                self.hold(probe.plan);
            }
        }
    }

    /// Stops a plan whose probes have cost more than they may.
    fn hold(&mut self, of: u64) {
        let Some((_, budget)) = self.plans.iter_mut().find(|(plan, _)| *plan == of) else { return };
        if budget.is_overdrawn(costs(&self.probes, of)) {
            budget.gave_up(Over::Cost);
            self.queue.forget(&Cancel::Plan(of));
            self.probes.values().filter(|one| one.probe.plan == of).for_each(|one| {
                one.stops.over.cancel();
            });
        }
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Start(job) => {
                self.newest.fetch_max(job.generation, Ordering::Relaxed);
                if !self.plans.iter().any(|(plan, _)| *plan == job.plan) {
                    self.plans.push((job.plan, Budget::of(job.probes, job.cost_usd)));
                }
                self.queue.push(job);
            }
            Command::Pause(paused) => self.paused = paused,
            Command::Finish => self.queue.forget(&Cancel::All),
            Command::Cancel(which) => self.stop(&which),
        }
    }

    fn stop(&mut self, which: &Cancel) {
        self.queue.forget(which);
        for one in self.probes.values() {
            if which.covers(&one.probe) {
                one.stops.cancel.cancel();
            }
        }
    }

    async fn ended(&mut self, ended: Result<(Id, Left), JoinError>) {
        let (id, left, failed) = match ended {
            Ok((id, left)) => (id, left, false),
            Err(error) => (error.id(), Left::default(), true),
        };
        if left.limited {
            self.throttle.limited(self.running.len() + 1, Instant::now());
        } else if left.ended {
            self.throttle.fine(Instant::now());
        }
        let Some(Running { probe, .. }) = self.probes.remove(&id) else { return };
        self.pay(probe.plan, left.cost_usd);
        if failed {
            let late = probe.generation < self.newest.load(Ordering::Relaxed);
            let (ending, duration_ms, cost_usd) = (panicked(), 0, None);
            let report = Report::Ended { probe, ending, duration_ms, cost_usd, late };
            // Without a listener there is nobody to tell.
            let _ = self.reports.send(report).await;
        }
    }

    /// Counts what a probe cost.
    fn pay(&mut self, of: u64, cost_usd: Option<f64>) {
        if let Some((_, budget)) = self.plans.iter_mut().find(|(plan, _)| *plan == of) {
            budget.ended(cost_usd);
        }
    }

    async fn tell_slowed(&mut self) {
        let slowed = self.throttle.slowed();
        if std::mem::replace(&mut self.slowed, slowed) != slowed {
            let _ = self.reports.send(Report::Slowed(slowed)).await;
        }
    }

    /// Tells of plans of which nothing runs or waits.
    async fn tell_done(&mut self) {
        let runs = |plan| self.probes.values().any(|one| one.probe.plan == plan);
        let (open, done): (Vec<_>, Vec<_>) =
            self.plans.iter().partition(|(plan, _)| self.queue.has(*plan) || runs(*plan));
        self.plans = open;
        for (plan, budget) in done {
            let cap = budget.reached();
            let _ = self.reports.send(Report::Done { plan, cap }).await;
        }
    }
}

/// What the running probes of a plan have cost, as far as each has told.
fn costs(probes: &HashMap<Id, Running>, of: u64) -> impl Iterator<Item = f64> {
    probes.values().filter(move |one| one.probe.plan == of).map(|one| one.cost_usd)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{core::trajectory::Outcome, engine::scheduler::Ending};

    #[tokio::test]
    async fn a_panic_of_a_probe_is_its_error_and_nobody_elses() {
        let (reports, mut told) = mpsc::channel(4);
        let mut director = Director::new(1, reports);
        let task = director.running.spawn(async { panic!("as a test") });
        let probe = ProbeId { plan: 1, at: 2, attempt: 3, generation: 4 };
        let (cost_usd, asks_service, stops) = (0.0, false, Stops::default());
        let running = Running { probe, cost_usd, asks_service, stops };
        director.probes.insert(task.id(), running);
        let ended = director.running.join_next_with_id().await.unwrap();
        director.ended(ended).await;
        let Some(Report::Ended { probe: told, ending, .. }) = told.recv().await else {
            panic!("no end was told")
        };
        assert_eq!(told, probe);
        assert!(matches!(ending, Ending::Outcome(Outcome::Errored { .. })));
        assert!(director.probes.is_empty());
    }
}
