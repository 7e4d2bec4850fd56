//! What the kernel counts of a running process. Linux alone tells it in this way.

use std::{fs, time::Duration};

/// Processor time is counted in hundredths of a second on every Linux of today.
const TICK: Duration = Duration::from_millis(10);

/// User and system time that a process and its dead threads took.
pub fn processor_time(pid: u32) -> Duration {
    times(&format!("/proc/{pid}/stat"), 11)
}

/// User and system time of this process's children that have ended.
pub fn children_time() -> Duration {
    times("/proc/self/stat", 13)
}

fn times(path: &str, field: usize) -> Duration {
    let stat = fs::read_to_string(path).expect("the process runs");
    // After the name, which may hold blanks, come the state and then the numbers.
    let (_, numbers) = stat.rsplit_once(')').expect("the name is in brackets");
    let ticks = numbers.split_whitespace().skip(field).take(2);
    TICK * ticks.map(|ticks| ticks.parse::<u32>().expect("a count")).sum::<u32>()
}

/// How often the living threads of a process were given a core.
pub fn wake_ups(pid: u32) -> u64 {
    let tasks = fs::read_dir(format!("/proc/{pid}/task")).expect("the process runs");
    let switches = |task: std::io::Result<fs::DirEntry>| {
        // A thread that has ended meanwhile counts no more.
        let status = fs::read_to_string(task.ok()?.path().join("status")).ok()?;
        Some(["voluntary_ctxt_switches:", "nonvoluntary_ctxt_switches:"].map(|name| {
            status.lines().find_map(|line| line.strip_prefix(name)?.trim().parse::<u64>().ok())
        }))
    };
    tasks.filter_map(switches).flatten().flatten().sum::<u64>()
}

/// Memory in use now, and the most that was in use, in MB.
pub fn memory(pid: u32) -> (f64, f64) {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).expect("the process runs");
    let of = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name));
        let kilobytes =
            line.and_then(|rest| rest.trim().trim_end_matches(" kB").parse::<f64>().ok());
        kilobytes.expect("Linux tells it") / 1e3
    };
    (of("VmRSS:"), of("VmHWM:"))
}
