//! The recorded bytes of host copies.

use super::error::{ExecutionError, ExecutionReason as Reason};
use super::launch_file::DataCopy;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use warploom_tape::accelsim::{self, LineReader, find_compressed};

/// The bytes of a host copy. `None` if the folder does not have them, as of large copies.
pub(super) fn copied(folder: &Path, run: &str, copy: &DataCopy) -> Result<Option<Vec<u8>>, ExecutionError> {
    let DataCopy { address, sequence, .. } = copy;
    let path = folder.join("data").join(format!("{run}.w{sequence:03}.{address:x}.bin"));
    let Some(path) = find_compressed(&path) else { return Ok(None) };
    let bytes = read(&path, copy.bytes)?;
    if bytes.len() as u64 != copy.bytes {
        return Err(Reason::CopySize { expected: copy.bytes }.at(&path, 0));
    }
    let (found, expected) = (fnv(&bytes), copy.hash);
    if found != expected {
        return Err(Reason::CopyHash { found, expected }.at(&path, 0));
    }
    Ok(Some(bytes))
}

/// Bytes for a copy that was not recorded: small integers.
pub(super) fn substitute(bytes: u64) -> Vec<u8> {
    let words = (0..bytes.div_ceil(4)).map(|n| (n % 251) as u32);
    let mut all: Vec<u8> = words.flat_map(u32::to_le_bytes).collect();
    all.truncate(bytes as usize);
    all
}

/// Reads a file, compressed or not. Stops after more than `most` bytes.
///
/// Decompression is that of the reader of traces, which delivers lines: the bytes between line feeds.
fn read(path: &Path, most: u64) -> Result<Vec<u8>, ExecutionError> {
    let limit = most.saturating_add(1);
    let mut bytes = Vec::new();
    if path.extension().is_some_and(|extension| extension == "bin") {
        let read = File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes));
        return read.map(|_| bytes).map_err(|error| Reason::Io(error).at(path, 0));
    }
    let long = |error: accelsim::Error| match *error.reason {
        accelsim::Reason::LongLine { most } => Reason::LongLine { most }.at(path, 0),
        _ => error.into(),
    };
    let mut lines = LineReader::open(path)?;
    while (bytes.len() as u64) < limit
        && let Some(line) = lines.next().map_err(long)?
    {
        bytes.extend_from_slice(line);
        bytes.push(b'\n');
    }
    // The last line may have no line feed.
    bytes.truncate(lines.text_bytes() as usize);
    Ok(bytes)
}

/// FNV-1a of 32 bits, as the recording computes it.
pub(super) fn fnv(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// Path of the listing of a kernel: the only file that ends in `.KERNEL.s`, or is called `KERNEL.s`.
pub(super) fn listing(folder: &Path, kernel: &str) -> Result<PathBuf, ExecutionError> {
    let directory = folder.join("isa");
    let io = |error| Reason::Io(error).at(&directory, 0);
    let mut found = Vec::new();
    for entry in std::fs::read_dir(&directory).map_err(io)? {
        let name = entry.map_err(io)?.file_name().to_string_lossy().into_owned();
        let stem = name.strip_suffix(".s");
        if stem.is_some_and(|stem| stem == kernel || stem.ends_with(&format!(".{kernel}"))) {
            found.push(name);
        }
    }
    found.sort();
    let none = || Reason::NoListing { kernel: kernel.to_owned() }.at(&directory, 0);
    found.first().map(|name| directory.join(name)).ok_or_else(none)
}

#[cfg(test)]
mod tests {
    use super::*;

    const COPY: DataCopy = DataCopy { address: 0x80, bytes: 4, hash: 0, sequence: 7, line: 1 };

    #[test]
    fn bytes_are_checked_against_the_launch_file() {
        let folder = tempfile::tempdir().unwrap();
        let read = |copy: &DataCopy| copied(folder.path(), "r", copy);
        assert_eq!(read(&COPY).unwrap(), None);
        std::fs::create_dir(folder.path().join("data")).unwrap();
        std::fs::write(folder.path().join("data/r.w007.80.bin"), b"a\nb\n").unwrap();
        let copy = DataCopy { hash: fnv(b"a\nb\n"), ..COPY };
        assert_eq!(read(&copy).unwrap().unwrap(), b"a\nb\n");
        let error = read(&COPY).unwrap_err().to_string();
        assert!(
            error.contains("r.w007.80.bin: the bytes have the hash ") && error.ends_with("again"),
            "{error}"
        );
        let error = read(&DataCopy { bytes: 5, ..copy }).unwrap_err().to_string();
        assert!(error.contains("the file does not have 5 bytes, as its copy in the launch file"), "{error}");
    }

    #[test]
    fn hashes_are_those_of_the_recording() {
        // Published test vectors of FNV-1a.
        assert_eq!((fnv(b""), fnv(b"a"), fnv(b"foobar")), (0x811c_9dc5, 0xe40c_292c, 0xbf9c_f968));
        assert_eq!(substitute(6), [0, 0, 0, 0, 1, 0]);
    }

    /// `text` as gzip writes it without compression: a stored block.
    fn stored(text: &[u8]) -> Vec<u8> {
        let length = u16::try_from(text.len()).expect("a short text");
        let mut gzip = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255, 1];
        gzip.extend_from_slice(&length.to_le_bytes());
        gzip.extend_from_slice(&(!length).to_le_bytes());
        gzip.extend_from_slice(text);
        gzip.extend_from_slice(&crc(text).to_le_bytes());
        gzip.extend_from_slice(&u32::from(length).to_le_bytes());
        gzip
    }

    fn crc(bytes: &[u8]) -> u32 {
        let step = |crc: u32| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 };
        !bytes.iter().fold(u32::MAX, |crc, &byte| (0..8).fold(crc ^ u32::from(byte), |crc, _| step(crc)))
    }

    #[test]
    fn compressed_bytes_keep_their_line_feeds() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.bin.gz");
        for text in [&b""[..], b"\n", b"ab", b"a\nb", b"a\nb\n", b"\n\n\0\r\n", &[7; 60_000]] {
            std::fs::write(&path, stored(text)).unwrap();
            assert_eq!(read(&path, text.len() as u64).unwrap(), text);
        }
        std::fs::write(&path, &stored(b"abcdef")[..14]).unwrap();
        assert!(read(&path, 6).unwrap_err().to_string().contains("corrupt or truncated"));
    }
}
