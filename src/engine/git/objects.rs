//! What `ls-tree -z` and `cat-file --batch` print, read.
//!
//! Must not know processes.

use std::{collections::BTreeMap, io, path::PathBuf};

use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncReadExt};

use super::{MAX_BYTES, program::path_of};

/// Hex id of a blob.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ObjectId(String);

impl ObjectId {
    /// The question for `cat-file --batch`.
    pub fn line(&self) -> String {
        format!("{}\n", self.0)
    }
}

/// Plain files named `SKILL.md`, in any case, from `<mode> <type> <id>\t<path>\0` records.
pub(super) fn parse_tree(out: &[u8]) -> Vec<(PathBuf, ObjectId)> {
    out.split(|byte| *byte == 0).filter_map(parse_entry).collect()
}

fn parse_entry(record: &[u8]) -> Option<(PathBuf, ObjectId)> {
    let tab = record.iter().position(|byte| *byte == b'\t')?;
    let (head, path) = (std::str::from_utf8(&record[..tab]).ok()?, &record[tab + 1..]);
    let name = path.rsplit(|byte| *byte == b'/').next()?;
    let mut fields = head.split(' ');
    let (mode, kind, id) = (fields.next()?, fields.next()?, fields.next()?);
    // 120000 is a link, whose content is a path.
    let plain = kind == "blob" && mode.starts_with("100");
    (plain && name.eq_ignore_ascii_case(b"SKILL.md"))
        .then(|| (path_of(path), ObjectId(id.to_owned())))
}

/// Reads `count` answers, `<id> blob <size>\n<bytes>\n` or `<id> missing\n`.
pub(super) async fn read_blobs(
    mut from: impl AsyncBufRead + Unpin,
    count: usize,
) -> io::Result<BTreeMap<ObjectId, Vec<u8>>> {
    let mut out = BTreeMap::new();
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
        out.insert(ObjectId(id.to_owned()), bytes);
    }
    Ok(out)
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
        let found: Vec<_> = found.iter().map(|(path, id)| (path.as_path(), &*id.0)).collect();
        assert_eq!(
            found,
            [(Path::new("skills/a b/SKILL.md"), "aa"), (Path::new("skill.md"), "bb")]
        );
    }

    #[tokio::test]
    async fn blobs_may_hold_anything_and_may_be_missing() {
        let out = b"aa blob 5\na\n\0b\n\nbb missing\ncc blob 0\n\n";
        let blobs = read_blobs(&out[..], 3).await.unwrap();
        let expected = [("aa", b"a\n\0b\n".to_vec()), ("cc", Vec::new())];
        assert_eq!(blobs, expected.map(|(id, b)| (ObjectId(id.into()), b)).into());
    }

    #[tokio::test]
    async fn an_answer_that_breaks_off_is_an_error() {
        for out in ["", "aa blob 5\nab", "aa blob 2\nab", "aa blob x\n"] {
            assert!(read_blobs(out.as_bytes(), 1).await.is_err(), "{out:?}");
        }
    }
}
