//! The thin binary: everything lives in the library.

fn main() -> std::process::ExitCode {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    keep_memory_small();
    skillscope::cli::main()
}

/// Every save makes and drops a catalog's worth of small strings on several threads. glibc would
/// keep a heap for each thread and hold on to what is freed, so that memory doubled in thirty saves.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn keep_memory_small() {
    const HEAPS: i32 = 2;
    /// Free bytes at the end of a heap beyond which they go back to the system.
    const KEPT: i32 = 128 * 1024;
    // SAFETY: both calls take numbers only, and no other thread runs yet. One that is refused
    // leaves the default, which is correct too.
    unsafe {
        libc::mallopt(libc::M_ARENA_MAX, HEAPS);
        libc::mallopt(libc::M_TRIM_THRESHOLD, KEPT);
    }
}
