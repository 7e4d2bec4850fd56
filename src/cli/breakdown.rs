//! When the program breaks: what people are told, and a report file for whoever mends it.

use std::{
    backtrace::Backtrace,
    env, fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
    process,
    time::{SystemTime, UNIX_EPOCH},
};

use color_eyre::{
    config::{HookBuilder, Theme},
    eyre::Report,
};

use super::Failure;
use crate::{core::visible, engine::config::Places};

/// Makes panics and unexpected failures print for people, and panics leave a report.
///
/// The screen puts a hook of its own in front, which gives the terminal back first.
pub(super) fn install() {
    // No colours: the text goes to a file too, and not every terminal has them.
    let hooks = HookBuilder::default().display_env_section(false).theme(Theme::new());
    let (panics, failures) = hooks.into_hooks();
    // Fails where a hook is installed already, which then serves.
    let _ = failures.install();
    std::panic::set_hook(Box::new(move |panic| {
        let told = visible::block(&panics.panic_report(panic).to_string()).into_owned();
        let folder = Places::find().map_or_else(env::temp_dir, |places| places.state);
        let place = match write(&folder, &told) {
            Ok(path) => format!("A report is in {}.", path.display()),
            Err(error) => format!("No report could be written to {}: {error}.", folder.display()),
        };
        // Nobody may be listening, and a hook must not panic.
        let _ = writeln!(
            io::stderr().lock(),
            "{told}\n\nskillscope broke down, which is a fault of its own. Your files are as they \
             were. {place}"
        );
    }));
}

/// Says what failed and why, down to the first cause.
pub(super) fn tell(failure: Failure) {
    let report = format!("{:?}", Report::new(failure));
    let _ = writeln!(io::stderr().lock(), "skillscope:{}", visible::block(&report));
}

/// Writes a new report into the folder, which is made if need be.
fn write(folder: &Path, told: &str) -> io::Result<PathBuf> {
    fs::create_dir_all(folder)?;
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let path = folder.join(format!("crash-{seconds}-{}.txt", process::id()));
    let (version, system) = (env!("CARGO_PKG_VERSION"), env::consts::OS);
    let trace = Backtrace::force_capture();
    // Two threads may panic at once: neither report is lost.
    let mut file = fs::File::options().append(true).create(true).open(&path)?;
    write!(file, "skillscope {version} on {system}\n{told}\n\n{trace}\n")?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_says_what_happened_and_where() {
        let home = tempfile::tempdir().expect("a folder");
        let path = write(&home.path().join("state"), "it fell over").expect("written");
        let text = fs::read_to_string(path).expect("readable");
        assert!(text.starts_with("skillscope ") && text.contains("it fell over"), "{text}");
        assert!(text.contains("breakdown"), "the trace names this module: {text}");
    }
}
