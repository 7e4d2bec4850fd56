//! Server-sent events out of chunks, in bounded memory: a line may end in CR, LF or both, an event
//! may have several lines of data, and a stream may begin with a byte order mark.
//!
//! Must not know what an event says.

/// The most bytes of one event that are kept.
const LONGEST: usize = 16 << 20;

/// A buffer that was larger than this is given back once its event has ended.
const ROOMY: usize = 1 << 20;

const MARK: &[u8] = b"\xef\xbb\xbf";

/// The event that is arriving, and how many were longer than [`LONGEST`].
#[derive(Debug, Default)]
pub(super) struct Events {
    line: Vec<u8>,
    /// A line has ended in CR, so that an LF right behind it ends none.
    after_cr: bool,
    /// A line has come, so that a mark is text from now on.
    begun: bool,
    data: Option<Vec<u8>>,
    over: bool,
    pub dropped: u32,
}

impl Events {
    /// Takes the next bytes in; calls `event` with the data of each event that they end.
    pub fn feed(&mut self, chunk: &[u8], mut event: impl FnMut(&str)) {
        let mut rest = chunk;
        if !chunk.is_empty() && std::mem::take(&mut self.after_cr) {
            rest = chunk.strip_prefix(b"\n").unwrap_or(chunk);
        }
        while let Some(at) = rest.iter().position(|byte| matches!(byte, b'\r' | b'\n')) {
            let (line, behind) = rest.split_at(at);
            self.hold(line);
            self.line_ends(&mut event);
            rest = behind.strip_prefix(b"\r\n").unwrap_or(&behind[1..]);
            self.after_cr = behind == b"\r";
        }
        self.hold(rest);
    }

    /// The stream has ended. An event without the blank line behind it is one all the same: some
    /// services leave the last one out.
    pub fn finish(&mut self, mut event: impl FnMut(&str)) {
        self.line_ends(&mut event);
        self.event_ends(&mut event);
    }

    fn hold(&mut self, piece: &[u8]) {
        let held = self.line.len() + self.data.as_ref().map_or(0, Vec::len);
        if self.over || held + piece.len() > LONGEST {
            self.over = true;
            (self.line, self.data) = (Vec::new(), None);
            // Only that the line is not blank is of interest, for that would end the event.
            self.line.extend(piece.first().map(|_| b':'));
        } else {
            self.line.extend_from_slice(piece);
        }
    }

    fn line_ends(&mut self, event: &mut impl FnMut(&str)) {
        let held = std::mem::take(&mut self.line);
        let line = if self.begun { &*held } else { held.strip_prefix(MARK).unwrap_or(&held) };
        self.begun = true;
        if line.is_empty() {
            self.event_ends(event);
        } else if let Some(value) = field(line, b"data").filter(|_| !self.over) {
            match &mut self.data {
                Some(data) => {
                    data.push(b'\n');
                    data.extend_from_slice(value);
                }
                None => self.data = Some(value.to_vec()),
            }
        }
        self.line = held;
        self.line.clear();
        self.line.shrink_to(ROOMY);
    }

    fn event_ends(&mut self, event: &mut impl FnMut(&str)) {
        if std::mem::take(&mut self.over) {
            self.dropped = self.dropped.saturating_add(1);
        } else if let Some(data) = self.data.take() {
            event(&String::from_utf8_lossy(&data));
        }
    }
}

/// The value of a line that has this name: all behind the colon and one blank.
fn field<'a>(line: &'a [u8], name: &[u8]) -> Option<&'a [u8]> {
    match line.strip_prefix(name)? {
        [] => Some(&[]),
        [b':', b' ', value @ ..] | [b':', value @ ..] => Some(value),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::{prelude::*, sample::Index};

    use super::*;
    use crate::fuzz;

    fn events(chunks: &[&[u8]]) -> (Vec<String>, Events) {
        let (mut out, mut events) = (Vec::new(), Events::default());
        let mut take = |data: &str| out.push(data.to_owned());
        for chunk in chunks {
            events.feed(chunk, &mut take);
        }
        events.finish(&mut take);
        (out, events)
    }

    #[test]
    fn all_that_may_stand_in_a_stream_is_told_apart() {
        let text = "\u{feff}data: first\n\n: a comment\nevent: x\nid: 7\ndata:one\ndata:  two\n\
            data\ndatabase: no\nretry: 3\n\n\n\ndata: last";
        let expected = ["first", "one\n two\n", "last"];
        for end in ["\n", "\r\n", "\r"] {
            let text = text.replace('\n', end);
            assert_eq!(events(&[text.as_bytes()]).0, expected, "{end:?}");
        }
        assert_eq!(events(&[b"data: a\r", b"\ndata: b\r\n\r", b"\ndata: c"]).0, ["a\nb", "c"]);
        assert_eq!(events(&[b"data: a\r", b"", b"\ndata: b"]).0, ["a\nb"]);
    }

    #[test]
    fn bytes_that_are_no_text_are_marked_as_such() {
        assert_eq!(events(&[b"data: a\xff\xc3", b"\xa9\n\n"]).0, ["a\u{fffd}é"]);
    }

    #[test]
    fn ten_megabytes_are_an_event_and_twenty_are_dropped_and_counted() {
        let mut long = b"data: ".to_vec();
        long.resize(10 << 20, b'x');
        let (out, rest) = events(&[&long, b"\n\ndata: short\n\n"]);
        assert_eq!((out[0].len(), out[1].as_str()), ((10 << 20) - 6, "short"));
        assert!(rest.line.capacity() <= ROOMY && rest.dropped == 0);

        let (out, mut rest) = events(&[&long, b"\n", &long, b"\n\ndata: short"]);
        assert_eq!((out, rest.dropped), (vec!["short".to_owned()], 1));
        (0..3).for_each(|_| rest.feed(&long, |_| ()));
        assert!(rest.line.len() + rest.data.as_ref().map_or(0, Vec::len) < 10 << 20);
    }

    proptest! {
        #![proptest_config(fuzz::config())]

        #[test]
        fn chunks_are_no_matter(
            bytes in fuzz::bytes(&["data: a\n\n", "\r\n", "\r", "data:", ": c\n", "\u{feff}", "event: e\n"]),
            cuts in prop::collection::vec(any::<Index>(), 0..8),
        ) {
            let mut places: Vec<usize> = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).collect();
            places.extend([0, bytes.len()]);
            places.sort_unstable();
            let chunks: Vec<&[u8]> = places.windows(2).map(|pair| &bytes[pair[0]..pair[1]]).collect();
            prop_assert_eq!(events(&chunks).0, events(&[&bytes]).0);
        }
    }
}
