//! What fixes make of a file, as a patch.

use similar::TextDiff;

use crate::core::{lint::Mend, visible::line};

/// Unchanged lines that are shown around a change.
const AROUND: usize = 2;

/// A unified diff of a file that is called `file`. What nobody could see in it is marked, so that of
/// such files it is to be read and not to be applied.
pub fn diff(file: &str, mend: &Mend) -> String {
    let diff = TextDiff::from_lines(&mend.before, &mend.after);
    let mut out = String::new();
    let patch = diff.unified_diff().context_radius(AROUND).header(file, file).to_string();
    for told in patch.split_inclusive('\n') {
        let (told, end) = told.strip_suffix('\n').map_or((told, ""), |told| (told, "\n"));
        let told = told.strip_suffix('\r').unwrap_or(told);
        out.push_str(&line(told));
        out.push_str(end);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_patch_has_the_changed_line_and_its_neighbours() {
        let before = "---\nname: a\ndescription: Use for: all\u{1b}[2J\nlicense: MIT\n---\n";
        let after = before.replace("Use for: all\u{1b}[2J", "\"Use for: all\"");
        let mend =
            Mend { path: "a".into(), before: before.into(), after, says: vec!["quotes it".into()] };
        let expected = "--- a/SKILL.md\n+++ a/SKILL.md\n@@ -1,5 +1,5 @@\n ---\n name: a\n\
            -description: Use for: all␛[2J\n+description: \"Use for: all\"\n license: MIT\n ---\n";
        assert_eq!(diff("a/SKILL.md", &mend), expected);
    }
}
