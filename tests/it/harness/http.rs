//! As much of HTTP as harnesses speak to a model: requests with a body, answers of known length.

use std::io::{self, BufRead, Read, Write};

use serde_json::Value;

/// A request that was read whole.
#[derive(Clone, Debug)]
pub struct Request {
    /// Without the query.
    pub path: String,
    /// Its headers, a line each.
    pub head: String,
    /// Null where it is no JSON.
    pub body: Value,
}

/// What is sent back.
#[derive(Clone, Debug)]
pub struct Response {
    pub status: u16,
    pub kind: &'static str,
    pub retry_after: Option<u32>,
    /// Written one by one, so that a reader meets them in pieces.
    pub parts: Vec<String>,
    pub breaks: Option<Break>,
}

/// What goes wrong behind so many parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Break {
    /// The connection ends.
    Cut(usize),
    /// Nothing comes any more, for as long as the reader waits.
    Hang(usize),
}

impl Response {
    pub fn json(status: u16, body: &Value) -> Self {
        let parts = vec![body.to_string()];
        Self { status, kind: "application/json", retry_after: None, parts, breaks: None }
    }

    pub fn events(parts: Vec<String>) -> Self {
        let kind = "text/event-stream";
        Self { status: 200, kind, retry_after: None, parts, breaks: None }
    }

    pub fn write(&self, mut to: impl Write) -> io::Result<()> {
        let length: usize = self.parts.iter().map(String::len).sum();
        let retry = self
            .retry_after
            .map(|seconds| format!("retry-after: {seconds}\r\n"))
            .unwrap_or_default();
        let Self { status, kind, .. } = self;
        write!(
            to,
            "HTTP/1.1 {status} -\r\ncontent-type: {kind}\r\ncontent-length: {length}\r\n{retry}\r\n"
        )?;
        let whole = match self.breaks {
            Some(Break::Cut(parts) | Break::Hang(parts)) => parts,
            None => self.parts.len(),
        };
        for part in self.parts.iter().take(whole) {
            to.write_all(part.as_bytes())?;
            to.flush()?;
        }
        Ok(())
    }
}

/// The next request of a connection; `None` where it ended.
pub fn read(from: &mut impl BufRead) -> io::Result<Option<Request>> {
    let mut line = String::new();
    if from.read_line(&mut line)? == 0 {
        return Ok(None);
    }
    let target = line.split(' ').nth(1).unwrap_or_default();
    let path = target.split('?').next().unwrap_or_default().to_owned();
    let (mut length, mut chunked, mut head) = (0, false, String::new());
    loop {
        line.clear();
        from.read_line(&mut line)?;
        head.push_str(&line);
        let header = line.trim_end().to_ascii_lowercase();
        if header.is_empty() {
            break;
        }
        match header.split_once(':').map(|(name, value)| (name, value.trim())) {
            Some(("content-length", value)) => length = value.parse().unwrap_or(0),
            Some(("transfer-encoding", "chunked")) => chunked = true,
            _ => {}
        }
    }
    let mut body = Vec::new();
    if chunked {
        while let size @ 1.. = chunk_size(from)? {
            from.take(size).read_to_end(&mut body)?;
            from.read_line(&mut line)?;
        }
        from.read_line(&mut line)?;
    } else {
        from.take(length).read_to_end(&mut body)?;
    }
    Ok(Some(Request { path, head, body: serde_json::from_slice(&body).unwrap_or_default() }))
}

fn chunk_size(from: &mut impl BufRead) -> io::Result<u64> {
    let mut line = String::new();
    from.read_line(&mut line)?;
    let digits = line.trim().split(';').next().unwrap_or_default();
    u64::from_str_radix(digits, 16).map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_of_known_length_and_in_chunks_are_read() {
        let mut two = &b"POST /a?b HTTP/1.1\r\nContent-Length: 7\r\n\r\n{\"a\":1}\
            POST /c HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n{\"a\r\n4;x\r\n\":2}\r\n0\r\n\r\n"[..];
        let (first, second) = (read(&mut two).unwrap().unwrap(), read(&mut two).unwrap().unwrap());
        assert_eq!((first.path.as_str(), &first.body["a"]), ("/a", &1.into()));
        assert_eq!((second.path.as_str(), &second.body["a"]), ("/c", &2.into()));
        assert!(read(&mut two).unwrap().is_none());
    }
}
