//! Text files, read whole.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// Longest text read; the PTX of whole libraries is shorter.
const LONGEST: u64 = 256 << 20;

/// A file's first bytes; fewer if it has no more.
pub fn beginning(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A file's text. What is no text is an error of kind [`ErrorKind::InvalidData`].
pub fn read(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    File::open(path)?.take(LONGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST {
        let text = format!("it is longer than {} MiB", LONGEST >> 20);
        return Err(io::Error::new(ErrorKind::FileTooLarge, text));
    }
    String::from_utf8(bytes).map_err(|e| {
        let at = e.utf8_error().valid_up_to();
        io::Error::new(ErrorKind::InvalidData, format!("it is no text (byte {at} is not UTF-8)"))
    })
}
