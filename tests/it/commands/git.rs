//! git, as the person of a test has it.

use std::process::Command;

use super::Person;

/// Runs git in the person's home.
#[track_caller]
pub fn git(person: &Person, arguments: &[&str]) {
    let mut command = Command::new("git");
    command.current_dir(person.home()).env("HOME", person.home());
    command.args(["-c", "user.name=n", "-c", "user.email=e@example.org"]).args(arguments);
    assert!(command.output().expect("git runs").status.success(), "{arguments:?}");
}
