//! `skillscope screen`: pictures that are complete and the same wherever they are made.

use super::{Person, run};

fn screen(view: &str, arguments: &[&str]) -> String {
    run(&[&["screen", view, "--demo", "--size", "100x30"], arguments].concat()).fine()
}

#[test]
fn a_picture_depends_on_nothing_around_it() {
    let usual = screen("confusion", &["--format", "ansi"]);
    let person = Person::new();
    person.configure("config.toml", "look.theme = \"mono\"\nlook.ascii = true\n");
    person.configure("keymap.toml", "global = [{ on = [\"j\"], run = \"quit\" }]\n");
    let mut command =
        person.command(&["screen", "confusion", "--demo", "--size", "100x30", "--format", "ansi"]);
    let told = super::Told::of(command.env("NO_COLOR", "1").env("TERM", "dumb"));
    assert_eq!(told.out, usual);
}

#[test]
fn the_look_is_as_asked() {
    let ascii = screen("intervals", &["--ascii"]);
    assert_eq!(ascii.lines().count(), 30);
    let dark = screen("intervals", &["--format", "svg"]);
    let light = screen("intervals", &["--format", "svg", "--theme", "light"]);
    let ground = |svg: &str| svg.split("fill=\"").nth(1).map(|rest| rest[..7].to_owned());
    assert_ne!(ground(&dark), ground(&light));
    let mono = screen("intervals", &["--format", "ansi", "--theme", "mono"]);
    for colour in ["[38;", "[48;", ";38;", ";48;", "[31m", "[32m"] {
        assert!(!mono.contains(colour), "{colour}");
    }
}

#[test]
fn requests_are_answered_before_the_picture_is_drawn() {
    let found = screen("neighborhood", &["--keys", "F d e p o s i t"]);
    assert!(!found.contains("Searching"), "{found}");
    assert!(found.contains("refunds"), "{found}");
    let before = screen("probes", &[]);
    let edited = screen("probes", &["--keys", "9"]);
    assert!(edited.contains("generation 2") || edited != before, "{edited}");
    let muted = screen("neighborhood", &["--keys", "<space>"]);
    assert_ne!(muted, screen("neighborhood", &[]));
}

#[test]
fn own_keys_press_what_they_say() {
    let person = Person::new();
    let file = person.write("k.toml", "global = [{ on = [\"v\"], run = \"view-confusion\" }]\n");
    let file = file.display().to_string();
    let arguments = ["--demo", "--size", "100x30", "--keys", "v", "--keymap", &file];
    let told = person.run(&[&["screen", "probes"], &arguments[..]].concat()).fine();
    assert!(told.contains("Steals"), "{told}");
}
