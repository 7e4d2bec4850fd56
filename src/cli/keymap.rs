//! Which keymap holds: a file that was named, else the person's own, else the built-in one.

use std::path::Path;

use super::{Failure, output::listed};
use crate::{
    core::diagnostic::{Diagnostic, Severity},
    engine::config::{Places, text_of},
    tui::offscreen::Keymap,
};

/// The person's own bindings, in the configuration folder.
const FILE: &str = "keymap.toml";

/// The keymap, and what is wrong with the person's own file, which stops nothing.
///
/// # Errors
/// A file that was named is not there or has a fault: whoever names a file means all of it.
pub(super) fn keymap(
    named: Option<&Path>,
    places: Option<&Places>,
) -> Result<(Keymap, Vec<Diagnostic>), Failure> {
    if let Some(path) = named {
        return named_file(path);
    }
    let Some(path) = places.map(|places| places.config.join(FILE)) else {
        return Ok((Keymap::standard(), Vec::new()));
    };
    let shown = path.display().to_string();
    Ok(match text_of(&path) {
        Ok(Some(text)) => Keymap::with_user(&text, &shown),
        Ok(None) => (Keymap::standard(), Vec::new()),
        Err(error) => {
            let message = format!("The keys cannot be read: {error}.");
            let remedy = "Mend the file or its rights; until then the built-in keys hold.";
            let code = "keymap-unreadable";
            let told = Diagnostic::new(Severity::Error, code, shown, message, remedy);
            (Keymap::standard(), vec![told])
        }
    })
}

fn named_file(path: &Path) -> Result<(Keymap, Vec<Diagnostic>), Failure> {
    let shown = path.display();
    let text = match text_of(path) {
        Ok(Some(text)) => text,
        Ok(None) => {
            let told = format!("there is no keymap {shown}: check the spelling");
            return Err(Failure::Usage(told));
        }
        Err(error) => {
            let told = format!("cannot read the keymap {shown}: {error}; mend it or its rights");
            return Err(Failure::Usage(told));
        }
    };
    let (keymap, problems) = Keymap::with_user(&text, &shown.to_string());
    if problems.iter().any(|problem| problem.severity != Severity::Note) {
        let told = format!("the keymap {shown} cannot be used as it is:{}", listed(&problems));
        return Err(Failure::Usage(told));
    }
    Ok((keymap, problems))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const FAULTY: &str = "global = [{ on = [\"x\"], run = \"zooom\" }]\n";

    #[test]
    fn a_named_file_must_be_whole_and_the_persons_own_may_err() {
        let home = tempfile::tempdir().expect("a folder");
        let at = |name: &str| home.path().join(name);
        let places = Places { config: at(""), state: at("s"), cache: at("c") };
        let (none, problems) = keymap(None, Some(&places)).expect("no file, no fault");
        assert_eq!((none, problems), (Keymap::standard(), vec![]));

        fs::write(at(FILE), FAULTY).expect("written");
        let (kept, problems) = keymap(None, Some(&places)).expect("it stops nothing");
        assert_eq!((kept, problems[0].line), (Keymap::standard(), Some(1)));

        let fault = keymap(Some(&at(FILE)), None).expect_err("it was named").to_string();
        assert!(
            fault.contains("keymap.toml:1:") && fault.contains("Did you mean `zoom`"),
            "{fault}"
        );
        assert!(keymap(Some(&at("gone.toml")), None).is_err());

        fs::write(at("good.toml"), "global = [{ on = [\"x\"], run = \"zoom\" }]").expect("written");
        let (own, _) = keymap(Some(&at("good.toml")), None).expect("a whole file");
        assert_ne!(own, Keymap::standard());
    }
}
