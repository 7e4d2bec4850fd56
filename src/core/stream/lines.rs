//! Lines out of chunks: a stream as it arrives, whole lines as they end, in bounded memory.
//!
//! Must not know what a line says.

/// The longest line that is kept, in bytes. Harnesses put whole files and pictures into one line.
pub(super) const LONGEST: usize = 16 << 20;

/// A buffer that was larger than this is given back once its line has ended.
const ROOMY: usize = 1 << 20;

/// The part of a line that has arrived, and how many lines were longer than [`LONGEST`].
#[derive(Debug, Default)]
pub(super) struct Lines {
    held: Vec<u8>,
    /// The line that is arriving is too long already; the rest of it is not kept either.
    over: bool,
    pub dropped: u32,
}

impl Lines {
    /// Takes the next bytes in; calls `line` with each line that they end, without its end.
    pub fn feed(&mut self, chunk: &[u8], mut line: impl FnMut(&[u8])) {
        let mut pieces = chunk.split(|byte| *byte == b'\n').peekable();
        while let Some(piece) = pieces.next() {
            self.hold(piece);
            if pieces.peek().is_some() {
                self.close(&mut line);
            }
        }
    }

    /// The stream has ended: what has no line end is a line as well.
    pub fn finish(&mut self, mut line: impl FnMut(&[u8])) {
        self.close(&mut line);
    }

    fn hold(&mut self, piece: &[u8]) {
        if self.over || self.held.len() + piece.len() > LONGEST {
            self.over = true;
            self.held = Vec::new();
        } else {
            self.held.extend_from_slice(piece);
        }
    }

    fn close(&mut self, line: &mut impl FnMut(&[u8])) {
        if std::mem::take(&mut self.over) {
            self.dropped = self.dropped.saturating_add(1);
        } else if !self.held.trim_ascii().is_empty() {
            line(&self.held);
        }
        self.held.clear();
        self.held.shrink_to(ROOMY);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(chunks: &[&[u8]]) -> (Vec<String>, Lines) {
        let (mut out, mut lines) = (Vec::new(), Lines::default());
        let mut take = |line: &[u8]| out.push(String::from_utf8_lossy(line).into_owned());
        for chunk in chunks {
            lines.feed(chunk, &mut take);
        }
        lines.finish(&mut take);
        (out, lines)
    }

    #[test]
    fn lines_end_where_they_end_and_not_where_chunks_do() {
        let (out, _) = lines(&[b"a", b"b\ncd", b"", b"\n\n \r\ne\nlast"]);
        assert_eq!(out, ["ab", "cd", "e", "last"]);
    }

    #[test]
    fn ten_megabytes_are_a_line_and_twenty_are_dropped_and_counted() {
        let long = vec![b'x'; 10 << 20];
        let (out, mut rest) = lines(&[&long, b"\nshort\n"]);
        assert_eq!((out[0].len(), out[1].as_str(), rest.dropped), (10 << 20, "short", 0));
        assert!(rest.held.capacity() <= ROOMY, "the room of a long line is given back");

        let (out, _) = lines(&[&long, &long, b"tail\nshort"]);
        assert_eq!(out, ["short"]);
        rest.feed(&long, |_| ());
        rest.feed(&long, |_| ());
        assert!(rest.held.is_empty(), "what is too long is not held");
        rest.finish(|line| panic!("{}", line.len()));
        assert_eq!(rest.dropped, 1);
    }
}
