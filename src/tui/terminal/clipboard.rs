//! Copying by way of the terminal (OSC 52), which works over ssh too. Whether the terminal obeys
//! cannot be known.

use std::io;

use crossterm::{clipboard::CopyToClipboard, queue};

/// The bytes that ask a terminal to put `text` on the clipboard.
///
/// Inside tmux they are wrapped so that tmux hands them on.
///
/// # Errors
/// Never in practice: the bytes are written to memory.
pub fn copying(text: &str, inside_tmux: bool) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    queue!(bytes, CopyToClipboard::to_clipboard_from(text))?;
    if !inside_tmux {
        return Ok(bytes);
    }
    let mut wrapped = b"\x1bPtmux;".to_vec();
    for byte in bytes {
        if byte == 0x1b {
            wrapped.push(0x1b);
        }
        wrapped.push(byte);
    }
    wrapped.extend(b"\x1b\\");
    Ok(wrapped)
}

#[cfg(test)]
mod tests {
    #[test]
    fn text_goes_as_base64_and_tmux_hands_it_on() {
        let plain = String::from_utf8(super::copying("pdf", false).unwrap()).unwrap();
        assert!(plain.starts_with("\x1b]52;c;cGRm"), "{plain:?}");
        let wrapped = String::from_utf8(super::copying("pdf", true).unwrap()).unwrap();
        assert!(wrapped.starts_with("\x1bPtmux;\x1b\x1b]52;c;cGRm"), "{wrapped:?}");
        assert!(wrapped.ends_with("\x1b\\"), "{wrapped:?}");
    }
}
