//! Those who left the group of a child: found by a mark in their environment, which children hand
//! on, where the system shows environments. Some programs start each command in a session of its
//! own, and would leave it behind when they are killed.

use std::sync::atomic::{AtomicU64, Ordering};

/// The variable that holds the mark.
pub(super) const VARIABLE: &str = "SKILLSCOPE_CHILD";

/// A mark that no other child has, of this process or another.
pub(super) fn mark() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    format!("{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

/// Kills whoever bears the mark; true if anybody did.
#[cfg(target_os = "linux")]
pub(super) fn kill(mark: &str) -> bool {
    use rustix::process::{Pid, Signal, kill_process};

    let wanted = format!("{VARIABLE}={mark}");
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let mut any = false;
    for process in processes {
        let number = process.file_name().to_str().and_then(|name| name.parse::<i32>().ok());
        let Some(pid) = number.and_then(Pid::from_raw) else { continue };
        // Those of others cannot be read, and those that only wait to be reaped have none.
        let Ok(environment) = std::fs::read(process.path().join("environ")) else { continue };
        if environment.split(|byte| *byte == 0).any(|variable| variable == wanted.as_bytes()) {
            any = true;
            // Gone meanwhile, which is what is wanted.
            let _ = kill_process(pid, Signal::KILL);
        }
    }
    any
}

/// Nobody can be found here.
#[cfg(not(target_os = "linux"))]
pub(super) fn kill(_: &str) -> bool {
    false
}
