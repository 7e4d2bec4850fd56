//! Two workbenches that are asked the same rows in the same order, by turns.
//!
//! What drifts while they answer, such as the service behind a model, then drifts for both. Must not
//! know what the two are, nor what is made of the results.

use std::{future::pending, pin::pin, sync::Arc, time::Duration};

use tokio::{sync::mpsc, time::sleep};

use super::{
    Setup, SetupError,
    disk::Disk,
    driver::REPORTS,
    probing::{self, Files},
    runtime,
};
use crate::{
    core::{
        catalog::Catalog,
        plan::{Order, Rerun},
        query::QuerySet,
        workbench::{Board, Effect, Input, Settings, Workbench},
    },
    engine::{
        agent::Speed,
        process::interrupted,
        scheduler::{Job, ProbeId, Report, Scheduler},
    },
};

/// Measures both catalogs with the same rows, and says how their probes stood to each other.
///
/// # Errors
/// There is no runtime to be had; somebody wants it to end.
pub(super) fn boards(
    setup: &Setup,
    catalogs: [Arc<Catalog>; 2],
    files: [&Files; 2],
    sets: &[QuerySet],
) -> Result<([Arc<Board>; 2], Order), SetupError> {
    let settings = Settings { stream: true, rerun: Rerun::All, ..setup.settings() };
    let order = if settings.streams() { Order::Interleaved } else { Order::AtOnce };
    let mut behind = files.into_iter();
    let mut arms = catalogs.map(|catalog| {
        // There are as many of the one as of the other.
        let none = Files::new();
        Arm::begin(setup, &settings, catalog, behind.next().unwrap_or(&none), sets)
    });
    // Whoever pays has said what both may take.
    let caps = if setup.live.is_some() { setup.caps.shared(2) } else { setup.caps };
    for job in arms.iter_mut().filter_map(|arm| arm.job.as_mut()) {
        (job.probes, job.cost_usd) = (caps.probes, caps.cost_usd);
    }
    let time = caps.duration_ms.map(Duration::from_millis);
    let asks = setup.asks();
    let stop = async { if asks { interrupted().await } else { pending().await } };
    let stopped = runtime()?.block_on(run(&mut arms, setup.concurrency, time, stop, |_| {}));
    if let Some(signal) = stopped {
        return Err(SetupError::Interrupted(signal));
    }
    Ok((arms.map(|mut arm| arm.bench.board()), order))
}

/// One side.
struct Arm {
    bench: Workbench,
    /// The bench's own number of the plan that it waits for.
    plan: u64,
    job: Option<Job>,
}

impl Arm {
    fn begin(
        setup: &Setup,
        settings: &Settings,
        catalog: Arc<Catalog>,
        files: &Files,
        sets: &[QuerySet],
    ) -> Self {
        let mut arm = Self { bench: Workbench::new(settings.clone()), plan: 0, job: None };
        for input in Disk::told(sets.to_vec()) {
            arm.bench.reduce(input, 0);
        }
        for effect in arm.bench.reduce(Input::Catalog(catalog), 0) {
            let Effect::Probe { plan } = effect else { continue };
            arm.plan = plan;
            // An arm with nothing to pick stays unasked, and so has no result.
            let now = Arc::clone(arm.bench.now());
            arm.job = probing::job(setup, settings, &now, files, plan, Speed::INSTANT).ok();
        }
        arm
    }
}

/// Runs the jobs of both arms to their end. The scheduler lets jobs take turns, probe by probe, and
/// both have the same seeded order. After `time` none is begun any more; once `stop` comes, all end at
/// once, and what it came with is given back. `began` hears of every probe as it is begun.
async fn run(
    arms: &mut [Arm; 2],
    concurrency: u32,
    time: Option<Duration>,
    stop: impl Future<Output = i32>,
    mut began: impl FnMut(ProbeId),
) -> Option<i32> {
    let (to_us, mut reports) = mpsc::channel(REPORTS);
    let (scheduler, director) = Scheduler::spawn(concurrency as usize, to_us);
    // Neither begins before the other is there.
    scheduler.pause();
    let mut left = 0;
    for (arm, at) in arms.iter_mut().zip(0..) {
        if let Some(job) = arm.job.take() {
            left += 1;
            scheduler.start(Job { plan: at, ..job });
        }
    }
    scheduler.resume();
    let mut time_is_up = pin!(sleep(time.unwrap_or_default()));
    let mut waits = time.is_some();
    let mut stop = pin!(stop);
    while left > 0 {
        let mut report = tokio::select! {
            // Time first: reports may keep coming.
            biased;
            () = &mut time_is_up, if waits => {
                waits = false;
                scheduler.finish();
                arms.iter_mut().for_each(|arm| _ = arm.bench.reduce(Input::TimeIsUp, 0));
                continue;
            }
            signal = &mut stop => {
                // Whoever is asked for real is to leave nothing behind.
                drop((reports, scheduler));
                // A panic there has been told by the hook.
                let _ = director.await;
                return Some(signal);
            }
            report = reports.recv() => report?,
        };
        let plan = match &mut report {
            Report::Began { probe } => {
                began(*probe);
                &mut probe.plan
            }
            Report::Spoke { probe, .. }
            | Report::Wrote { probe, .. }
            | Report::Ended { probe, .. } => &mut probe.plan,
            Report::Done { plan, .. } => {
                left -= 1;
                plan
            }
            Report::Slowed(_) => continue,
        };
        let [before, after] = &mut *arms;
        let arm = if *plan == 0 { before } else { after };
        *plan = arm.plan;
        if let Some(input) = probing::input(report) {
            arm.bench.reduce(input, 0);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::plan::Over;

    #[tokio::test]
    async fn the_arms_take_turns_in_the_same_order() {
        let setup = Setup { attempts: 2, ..Setup::demo().expect("unpacked") };
        let mut disk = Disk::new(&setup).expect("a disk");
        let catalog = disk.load().expect("a catalog");
        let (sets, settings) = (disk.queries(), Settings { stream: true, ..setup.settings() });
        let begin = || Arm::begin(&setup, &settings, Arc::clone(&catalog), &Files::new(), &sets);
        let (mut arms, mut begun) = ([begin(), begin()], Vec::new());
        run(&mut arms, 4, None, pending(), |probe| begun.push(probe)).await;
        assert!(begun.len() > 100);
        for turn in begun.chunks(2) {
            let [one, other] = turn else { panic!("an arm was asked alone") };
            assert_eq!((one.plan, other.plan), (0, 1));
            assert_eq!((one.at, one.attempt), (other.at, other.attempt));
        }
        let in_file_order = begun.windows(4).all(|w| w[0].at < w[2].at);
        assert!(!in_file_order, "the order is shuffled");
        let [before, after] = arms.map(|mut arm| arm.bench.board());
        assert!(before.run.counts.settled() && before.now.figures == after.now.figures);
    }

    #[tokio::test]
    async fn no_arm_begins_more_when_their_time_is_up() {
        let setup = Setup::demo().expect("unpacked");
        let mut disk = Disk::new(&setup).expect("a disk");
        let catalog = disk.load().expect("a catalog");
        let (sets, settings) = (disk.queries(), Settings { stream: true, ..setup.settings() });
        let begin = || Arm::begin(&setup, &settings, Arc::clone(&catalog), &Files::new(), &sets);
        let mut arms = [begin(), begin()];
        run(&mut arms, 4, Some(Duration::ZERO), pending(), |_| {}).await;
        for board in arms.map(|mut arm| arm.bench.board()) {
            assert_eq!(board.run.cap, Some(Over::Duration));
            assert!(board.run.left() > 0 && !board.run.active(), "{:?}", board.run);
        }
    }
}
