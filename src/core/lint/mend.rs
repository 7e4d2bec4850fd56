//! The fixes of one file, made on its text.
//!
//! Must not know where files lie or how they are written.

use crate::core::{lint::Fix, skill};

/// A file before and after its fixes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mend {
    /// As findings name it.
    pub path: String,
    pub before: String,
    pub after: String,
    /// What was done, in the order of the file.
    pub says: Vec<String>,
}

/// Why a file is left as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unmended {
    #[error("the file is not the one that was read; look at it again")]
    Stale,
    #[error("mended it would read as something else")]
    Lossy,
}

impl Mend {
    /// Makes all fixes that do not touch one another; of two that do, the one that begins first.
    ///
    /// # Errors
    /// A fix speaks of bytes that `text` does not have, or what comes of them does not read as the
    /// same skill with no less description than before.
    pub fn of(path: &str, text: String, fixes: &[&Fix]) -> Result<Self, Unmended> {
        let mut fixes = fixes.to_vec();
        fixes.sort_by_key(|fix| (fix.range.start, fix.range.end));
        let (mut after, mut says, mut done) = (String::with_capacity(text.len() + 16), vec![], 0);
        for fix in fixes {
            if fix.range.start < done {
                continue;
            }
            after.push_str(text.get(done..fix.range.start).ok_or(Unmended::Stale)?);
            text.get(fix.range.clone()).ok_or(Unmended::Stale)?;
            after.push_str(&fix.text);
            says.push(fix.says.clone());
            done = fix.range.end;
        }
        after.push_str(text.get(done..).ok_or(Unmended::Stale)?);
        if loses(&text, &after) {
            return Err(Unmended::Lossy);
        }
        Ok(Self { path: path.to_owned(), before: text, after, says })
    }
}

/// True unless the new text reads as the old one was recovered, or as more of it.
fn loses(before: &str, after: &str) -> bool {
    let (Ok(before), Ok(after)) = (skill::read(before.as_bytes()), skill::read(after.as_bytes()))
    else {
        return true;
    };
    // Less is recovered of a file that YAML refuses than is read of a sound one.
    let read_whole = !before.lenient;
    !after.description.starts_with(before.description.trim_end())
        || (&before.name, &before.when_to_use, before.hidden)
            != (&after.name, &after.when_to_use, after.hidden)
        || read_whole
            && (&before.allowed_tools, &before.metadata, before.lenient)
                != (&after.allowed_tools, &after.metadata, after.lenient)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "---\nname: a\ndescription: Use for: all # of it\n---\nBody\n";

    fn fix(of: &str, text: &str) -> Fix {
        let start = FILE.find(of).unwrap_or(FILE.len());
        let range = start..start + of.len();
        Fix { path: "a/SKILL.md".into(), range, text: text.into(), says: format!("mends {of}") }
    }

    #[test]
    fn a_fix_changes_its_bytes_and_no_other() {
        let quoted = fix("Use for: all # of it", "\"Use for: all # of it\"");
        let within = fix("all", "any");
        let mend = Mend::of("a/SKILL.md", FILE.into(), &[&within, &quoted]).unwrap();
        let expected = "---\nname: a\ndescription: \"Use for: all # of it\"\n---\nBody\n";
        assert_eq!((mend.after.as_str(), mend.before.as_str()), (expected, FILE));
        assert_eq!(mend.says, ["mends Use for: all # of it"], "the one within it is not made");
    }

    #[test]
    fn what_only_a_sound_file_gives_is_no_loss() {
        let text = FILE.replace("name: a", "metadata: {author: us}\nname: a");
        let start = text.find("Use for").unwrap();
        let end = text.find("\n---\nBody").unwrap();
        let quoted = Fix { range: start..end, ..fix("name", "\"Use for: all # of it\"") };
        let mend = Mend::of("a/SKILL.md", text, &[&quoted]).unwrap();
        assert_eq!(skill::read(mend.after.as_bytes()).unwrap().metadata.len(), 1);
    }

    #[test]
    fn what_is_lost_or_not_there_is_refused() {
        let other = fix("Use for: all # of it", "\"Use.\"");
        assert_eq!(Mend::of("", FILE.into(), &[&other]), Err(Unmended::Lossy));
        let renamed = fix("name: a", "name: b");
        assert_eq!(Mend::of("", FILE.into(), &[&renamed]), Err(Unmended::Lossy));
        let beyond = Fix { range: 500..501, ..other };
        assert_eq!(Mend::of("", FILE.into(), &[&beyond]), Err(Unmended::Stale));
    }
}
