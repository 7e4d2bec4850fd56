//! The raw way to the terminal: bytes to standard output, whole and unbuffered.

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
