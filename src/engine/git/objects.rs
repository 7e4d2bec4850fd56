//! What `ls-tree -z` and `cat-file --batch` print, read.
//!
//! Must not know processes.

use std::{io, path::PathBuf};

use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncReadExt};

use super::{MAX_BYTES, program::path_of};

/// The most that is read of a file.
pub(super) const MAX_FILE: u64 = MAX_BYTES as u64;

/// What lies at a path of a commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    mode: String,
    pub id: ObjectId,
    pub path: PathBuf,
}

impl Entry {
    pub fn is_link(&self) -> bool {
        self.mode == "120000"
    }

    pub fn is_program(&self) -> bool {
        self.mode == "100755"
    }

    /// Another repository's, which is not kept here.
    pub fn is_commit(&self) -> bool {
        self.mode == "160000"
    }

    /// A plain file named `SKILL.md`, in any case. Of a link the content is a path.
    pub fn is_skill_file(&self) -> bool {
        let name = self.path.file_name().unwrap_or_default();
        self.mode.starts_with("100") && name.eq_ignore_ascii_case("SKILL.md")
    }
}

/// Hex id of a blob.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ObjectId(String);

impl ObjectId {
    /// The question for `cat-file --batch`.
    pub fn line(&self) -> String {
        format!("{}\n", self.0)
    }
}

/// The entries from `<mode> <type> <id>\t<path>\0` records.
pub(super) fn parse_tree(out: &[u8]) -> Vec<Entry> {
    out.split(|byte| *byte == 0).filter_map(parse_entry).collect()
}

fn parse_entry(record: &[u8]) -> Option<Entry> {
    let tab = record.iter().position(|byte| *byte == b'\t')?;
    let (head, path) = (std::str::from_utf8(&record[..tab]).ok()?, &record[tab + 1..]);
    let mut fields = head.split(' ');
    let (mode, _kind, id) = (fields.next()?, fields.next()?, fields.next()?);
    Some(Entry { mode: mode.to_owned(), id: ObjectId(id.to_owned()), path: path_of(path) })
}

/// Reads `count` answers, `<id> blob <size>\n<bytes>\n` or `<id> missing\n`, and hands on each blob
/// with its size and its first bytes.
pub(super) async fn each_blob(
    mut from: impl AsyncBufRead + Unpin,
    count: usize,
    mut take: impl FnMut(ObjectId, u64, Vec<u8>),
) -> io::Result<()> {
    let mut header = String::new();
    for _ in 0..count {
        header.clear();
        if from.read_line(&mut header).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let mut fields = header.trim_end().split(' ');
        let (id, size) = (fields.next().unwrap_or_default(), fields.nth(1));
        let Some(size) = size else { continue };
        let size: u64 = size.parse().map_err(|_| io::ErrorKind::InvalidData)?;
        let mut bytes = Vec::new();
        let kept = (&mut from).take(size.min(MAX_BYTES as u64)).read_to_end(&mut bytes).await?;
        // The rest and the line end that closes an answer.
        let rest = size - kept as u64 + 1;
        let skipped = tokio::io::copy(&mut (&mut from).take(rest), &mut tokio::io::sink()).await?;
        if skipped != rest {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        take(ObjectId(id.to_owned()), size, bytes);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn only_plain_skill_files_are_taken_from_a_tree() {
        let out = b"100644 blob aa\tskills/a b/SKILL.md\x00100755 blob bb\tskill.md\x00\
            120000 blob cc\tlink/SKILL.md\x00160000 commit dd\tSKILL.md\x00100644 blob ee\tREADME.md\x00\
            garbage\x00";
        let found = parse_tree(out);
        assert!(found[2].is_link() && found[3].is_commit() && found[1].is_program());
        let found = found.iter().filter(|entry| entry.is_skill_file());
        let found: Vec<_> = found.map(|entry| (entry.path.as_path(), &*entry.id.0)).collect();
        assert_eq!(
            found,
            [(Path::new("skills/a b/SKILL.md"), "aa"), (Path::new("skill.md"), "bb")]
        );
    }

    #[tokio::test]
    async fn blobs_may_hold_anything_and_may_be_missing() {
        let out = b"aa blob 5\na\n\0b\n\nbb missing\ncc blob 0\n\n";
        let mut blobs = Vec::new();
        each_blob(&out[..], 3, |id, size, bytes| blobs.push((id.0, size, bytes))).await.unwrap();
        let expected = [("aa", 5, b"a\n\0b\n".to_vec()), ("cc", 0, Vec::new())];
        assert_eq!(blobs, expected.map(|(id, size, bytes)| (id.to_owned(), size, bytes)));
    }

    #[tokio::test]
    async fn an_answer_that_breaks_off_is_an_error() {
        for out in ["", "aa blob 5\nab", "aa blob 2\nab", "aa blob x\n"] {
            assert!(each_blob(out.as_bytes(), 1, |_, _, _| {}).await.is_err(), "{out:?}");
        }
    }
}
