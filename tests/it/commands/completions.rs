//! `skillscope completions`: scripts that shells can read.

use std::process::Command;

use super::{Person, run};

#[test]
fn bash_completes_what_the_program_takes() {
    let person = Person::new();
    person.write("completions.bash", &run(&["completions", "bash"]).fine());
    let complete = |words: &str, at: usize| {
        let script = format!(
            "source completions.bash; COMP_WORDS=({words}); COMP_CWORD={at}; \
             _skillscope skillscope \"${{COMP_WORDS[{at}]}}\" \"${{COMP_WORDS[{at}-1]}}\"; \
             echo \"${{COMPREPLY[@]}}\""
        );
        let output = Command::new("bash")
            .args(["--norc", "-c", &script])
            .current_dir(person.home())
            .output()
            .expect("bash runs");
        String::from_utf8(output.stdout).expect("UTF-8").trim().to_owned()
    };
    assert_eq!(complete("skillscope comp", 1), "compare completions");
    assert_eq!(complete("skillscope check --basel", 2), "--baseline");
    assert_eq!(complete("skillscope check --decide ''", 3), "bound point");
}

#[test]
fn every_shell_has_a_script_with_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = run(&["completions", shell]).fine();
        for command in ["overlap", "eval", "check", "compare", "queries", "completions"] {
            assert!(script.contains(command), "{command} is not in that of {shell}");
        }
    }
    let told = run(&["completions", "tcsh"]).refused();
    assert!(told.contains("bash, elvish, fish"), "{told}");
}
