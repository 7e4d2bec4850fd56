//! The raw ways to the terminal: bytes to standard output, whole and unbuffered, and a word to the
//! kernel about bytes that lie unread.

use std::io::{self, Write};

/// Writes straight to the descriptor of standard output, past the lock and the line buffer of the
/// standard library: one frame is one `write`, and a panic hook cannot meet a held lock.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tty;

#[cfg(unix)]
impl Write for Tty {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        loop {
            match rustix::io::write(rustix::stdio::stdout(), bytes) {
                // Another program that shares this terminal may have made it non-blocking.
                Err(rustix::io::Errno::AGAIN) => {
                    std::thread::sleep(std::time::Duration::from_millis(1));
                }
                result => return result.map_err(io::Error::from),
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(not(unix))]
impl Write for Tty {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        io::stdout().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stdout().flush()
    }
}

/// Has the kernel tell once more that the terminal can be read, if it can.
///
/// The source of events waits for news of bytes, not for bytes: what it leaves unread, since a
/// signal came in the same moment or since it was more than it reads at once, would lie there until
/// the next key. Whoever sets a terminal's attributes, be it to what they are, wakes its readers.
#[cfg(unix)]
pub fn remind() {
    use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};
    // Where standard input is none, the terminal is read through its own device.
    let device = std::fs::File::open("/dev/tty");
    let Ok(device) = device else { return };
    if let Ok(modes) = tcgetattr(&device) {
        // It can fail only if the terminal has gone, and then its end is told by reading.
        let _ = tcsetattr(&device, OptionalActions::Now, &modes);
    }
}

#[cfg(not(unix))]
pub fn remind() {}
