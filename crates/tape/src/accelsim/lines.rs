//! Streaming line reader for plain and compressed files.
//!
//! The first bytes of a file determine its compression, not the file name. Memory in use is bounded: a line has at most
//! [`MAX_LINE`] bytes, and decompressors have memory limits that suit the usual settings.

use super::error::{Error, Reason};
use std::fmt;
use std::fs::File;
use std::io::{self, Cursor, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Maximum bytes of a line. The longest line of a tracer has 32 addresses of 18 characters.
pub const MAX_LINE: usize = 64 << 10;

/// Bytes of the buffer.
const BUFFER: usize = 4 * MAX_LINE;

/// Memory limit of the xz decoder: four times the need of `xz -9`.
#[cfg(feature = "compressed-traces")]
const XZ_MEMORY: u64 = 256 << 20;

/// Maximum window of a zstd stream, as a power of two: the default limit of the `zstd` program.
const ZSTD_WINDOW: u32 = 27;

/// Compression of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compression {
    /// Uncompressed.
    None,
    Gzip,
    Xz,
    Zstd,
}

impl Compression {
    /// Detects the compression from the first bytes of a file.
    pub fn of(start: &[u8]) -> Compression {
        match start {
            [0x1f, 0x8b, ..] => Compression::Gzip,
            [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Compression::Xz,
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Compression::Zstd,
            // A skippable frame, which some tools write first.
            [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Compression::Zstd,
            _ => Compression::None,
        }
    }
}

/// The error of a build without gzip and xz.
#[cfg(not(feature = "compressed-traces"))]
pub(super) fn unsupported() -> io::Error {
    let text =
        "this build reads and writes no gzip and xz; enable the feature `compressed-traces`, or use zstd";
    io::Error::new(io::ErrorKind::Unsupported, text)
}

impl fmt::Display for Compression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Compression::None => "plain",
            Compression::Gzip => "gzip",
            Compression::Xz => "xz",
            Compression::Zstd => "zstd",
        })
    }
}

/// Finds a file at `path`, or at `path` with `.xz`, `.gz` or `.zst` appended.
pub fn find_compressed(path: &Path) -> Option<PathBuf> {
    let with = |extension: &str| {
        let mut name = path.as_os_str().to_owned();
        name.push(extension);
        PathBuf::from(name)
    };
    ["", ".xz", ".gz", ".zst"].into_iter().map(with).find(|candidate| candidate.is_file())
}

/// Reader that counts bytes.
struct Counted<R> {
    input: R,
    count: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        self.count.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

/// Reader of the lines of a plain or compressed file.
///
/// ```
/// use warploom_tape::accelsim::LineReader;
/// let mut lines = LineReader::new("x", &b"one\ntwo"[..])?;
/// assert_eq!(lines.next()?, Some(&b"one"[..]));
/// assert_eq!(lines.next()?, Some(&b"two"[..]));
/// assert_eq!(lines.next()?, None);
/// assert_eq!(lines.line(), 2);
/// # Ok::<(), warploom_tape::accelsim::Error>(())
/// ```
pub struct LineReader<'a> {
    file: PathBuf,
    compression: Compression,
    input: Box<dyn Read + Send + 'a>,
    buffer: Vec<u8>,
    /// Unread range of the buffer, and the position up to which it has no line end.
    start: usize,
    end: usize,
    searched: usize,
    line: u64,
    taken: Arc<AtomicU64>,
    text: u64,
}

impl fmt::Debug for LineReader<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LineReader")
            .field("file", &self.file)
            .field("line", &self.line)
            .finish_non_exhaustive()
    }
}

impl LineReader<'static> {
    /// Opens the file at `path`. The extension of the compression may be missing.
    pub fn open(path: impl AsRef<Path>) -> Result<LineReader<'static>, Error> {
        let path = path.as_ref();
        let found = find_compressed(path).ok_or_else(|| Reason::NoFile.at(path, 0))?;
        let file = File::open(&found).map_err(|error| Reason::Io(error).at(&found, 0))?;
        LineReader::new(found, file)
    }
}

impl<'a> LineReader<'a> {
    /// Reads lines from `input`, compressed or not. Error messages use the name `file`.
    pub fn new(file: impl Into<PathBuf>, input: impl Read + Send + 'a) -> Result<LineReader<'a>, Error> {
        let (file, taken) = (file.into(), Arc::new(AtomicU64::new(0)));
        let mut input = Counted { input, count: Arc::clone(&taken) };
        let mut start = Vec::new();
        let read = input.by_ref().take(6).read_to_end(&mut start);
        read.map_err(|error| Reason::Io(error).at(&file, 0))?;
        let compression = Compression::of(&start);
        let input = Cursor::new(start).chain(input);
        let broken = |error| Reason::Broken { compression, error }.at(&file, 0);
        let input: Box<dyn Read + Send + 'a> = match compression {
            Compression::None => Box::new(input),
            #[cfg(feature = "compressed-traces")]
            Compression::Gzip => Box::new(flate2::read::MultiGzDecoder::new(input)),
            #[cfg(feature = "compressed-traces")]
            Compression::Xz => {
                use liblzma::stream::{CONCATENATED, Stream};
                let stream = Stream::new_stream_decoder(XZ_MEMORY, CONCATENATED);
                let stream = stream.map_err(|error| broken(error.into()))?;
                Box::new(liblzma::read::XzDecoder::new_stream(input, stream))
            }
            Compression::Zstd => {
                let mut decoder = zstd::stream::read::Decoder::new(input).map_err(broken)?;
                decoder.window_log_max(ZSTD_WINDOW).map_err(broken)?;
                Box::new(decoder)
            }
            #[cfg(not(feature = "compressed-traces"))]
            Compression::Gzip | Compression::Xz => return Err(broken(unsupported())),
        };
        Ok(LineReader {
            file,
            compression,
            input,
            buffer: vec![0; BUFFER],
            start: 0,
            end: 0,
            searched: 0,
            line: 0,
            taken,
            text: 0,
        })
    }

    /// Path of the file, with its extension.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Number of the last line, from 1.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// Compressed bytes read so far.
    pub fn bytes(&self) -> u64 {
        self.taken.load(Ordering::Relaxed)
    }

    /// Bytes of the lines returned so far, including line ends.
    pub fn text_bytes(&self) -> u64 {
        self.text
    }

    /// Creates an error at the last line.
    pub(super) fn error(&self, reason: Reason) -> Error {
        reason.at(&self.file, self.line)
    }

    /// Returns the next line without its line end; `None` after the last.
    #[expect(clippy::should_implement_trait, reason = "the line borrows from the reader")]
    #[inline]
    pub fn next(&mut self) -> Result<Option<&[u8]>, Error> {
        Ok(self.advance()?.map(|line| &self.buffer[line]))
    }

    /// Returns the next line that is not blank.
    #[inline]
    pub fn next_filled(&mut self) -> Result<Option<&[u8]>, Error> {
        while let Some(line) = self.advance()? {
            if !self.buffer[line.clone()].trim_ascii_start().is_empty() {
                return Ok(Some(&self.buffer[line]));
            }
        }
        Ok(None)
    }

    /// Range of the next line in the buffer.
    #[inline]
    fn advance(&mut self) -> Result<Option<Range<usize>>, Error> {
        let (line, next) = loop {
            if let Some(at) = memchr::memchr(b'\n', &self.buffer[self.searched..self.end]) {
                let end = self.searched + at;
                break (self.start..end, end + 1);
            }
            self.searched = self.end;
            if !self.fill()? {
                if self.start == self.end {
                    return Ok(None);
                }
                break (self.start..self.end, self.end);
            }
        };
        (self.start, self.searched) = (next, next);
        self.line += 1;
        self.text += (next - line.start) as u64;
        if line.len() > MAX_LINE {
            return Err(self.error(Reason::LongLine { most: MAX_LINE }));
        }
        Ok(Some(line))
    }

    /// Fills the buffer; `false` at the end of the file.
    #[cold]
    fn fill(&mut self) -> Result<bool, Error> {
        if self.end - self.start > MAX_LINE {
            self.line += 1;
            return Err(self.error(Reason::LongLine { most: MAX_LINE }));
        }
        self.buffer.copy_within(self.start..self.end, 0);
        (self.end, self.searched) = (self.end - self.start, self.searched - self.start);
        self.start = 0;
        loop {
            match self.input.read(&mut self.buffer[self.end..]) {
                Ok(read) => {
                    self.end += read;
                    return Ok(read > 0);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.line += 1;
                    return Err(self.error(match self.compression {
                        Compression::None => Reason::Io(error),
                        compression => Reason::Broken { compression, error },
                    }));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn compressed(text: &[u8], compression: Compression) -> Vec<u8> {
        let mut out = Vec::new();
        match compression {
            Compression::None => out.extend_from_slice(text),
            Compression::Gzip => {
                let mut encoder = flate2::write::GzEncoder::new(&mut out, flate2::Compression::default());
                encoder.write_all(text).unwrap();
                encoder.finish().unwrap();
            }
            Compression::Xz => {
                let mut encoder = liblzma::write::XzEncoder::new(&mut out, 6);
                encoder.write_all(text).unwrap();
                encoder.finish().unwrap();
            }
            Compression::Zstd => out = zstd::encode_all(text, 3).unwrap(),
        }
        out
    }

    /// All lines, or the error.
    fn all(bytes: &[u8]) -> Result<Vec<String>, Error> {
        let (mut lines, mut found) = (LineReader::new("x", bytes)?, Vec::new());
        while let Some(line) = lines.next()? {
            found.push(String::from_utf8_lossy(line).into_owned());
        }
        Ok(found)
    }

    const ALL: [Compression; 4] = [Compression::None, Compression::Gzip, Compression::Xz, Compression::Zstd];

    #[test]
    fn lines_come_as_they_are_however_compressed() {
        let lines: Vec<String> = (0..20_000).map(|i| "x".repeat(i % 97)).collect();
        let text = lines.join("\n") + "\n";
        for compression in ALL {
            assert_eq!(all(&compressed(text.as_bytes(), compression)).unwrap(), lines, "{compression}");
        }
        // Streams one after the other, as `cat a.xz b.xz` makes them.
        for compression in ALL {
            let mut twice = compressed(b"a\n", compression);
            twice.extend(compressed(b"b", compression));
            assert_eq!(all(&twice).unwrap(), ["a", "b"], "{compression}");
        }
        assert_eq!(all(b"").unwrap(), [""; 0]);
        assert_eq!(all(b"\n\nz").unwrap(), ["", "", "z"]);
    }

    #[test]
    fn what_is_cut_short_is_an_error_with_its_line() {
        let text: String =
            (0..20_000_u32).map(|i| format!("{:x}\n", i.wrapping_mul(2_654_435_761))).collect();
        for compression in ALL.into_iter().skip(1) {
            let whole = compressed(text.as_bytes(), compression);
            for cut in [whole.len() / 2, whole.len() - 1] {
                let error = all(&whole[..cut]).unwrap_err();
                let expected =
                    format!("x, line {}: the {compression} data is corrupt or truncated: ", error.line);
                assert!(error.to_string().starts_with(&expected), "{error}");
                assert!(error.line > 0);
            }
            let mut flipped = whole.clone();
            flipped[whole.len() / 2] ^= 0x10;
            let _ = all(&flipped);
        }
    }

    #[test]
    fn a_line_has_an_end() {
        let text = vec![b'x'; MAX_LINE];
        assert_eq!(all(&text).unwrap()[0].len(), MAX_LINE);
        for ending in [&b"x"[..], b"x\n"] {
            let long = [&b"first\n"[..], &text, ending].concat();
            let error = all(&long).unwrap_err();
            assert_eq!(
                error.to_string(),
                "x, line 2: the line is longer than 65536 bytes: this is not a trace"
            );
        }
        // A decompression bomb: the reader stops after the first buffer.
        let bomb = compressed(&vec![b'x'; 4 << 20], Compression::Zstd);
        assert!(bomb.len() < 1 << 10);
        assert!(matches!(*all(&bomb).unwrap_err().reason, Reason::LongLine { .. }));
    }

    #[test]
    fn decoders_may_not_take_much_memory() {
        let mut encoder = zstd::stream::write::Encoder::new(Vec::new(), 1).unwrap();
        encoder.window_log(30).unwrap();
        encoder.write_all(&vec![b'\n'; 1 << 10]).unwrap();
        let error = all(&encoder.finish().unwrap()).unwrap_err();
        assert!(error.to_string().contains("the zstd data is corrupt or truncated"), "{error}");
        let mut options = liblzma::stream::LzmaOptions::new_preset(0).unwrap();
        options.dict_size(1 << 30);
        let mut filters = liblzma::stream::Filters::new();
        filters.lzma2(&options);
        let check = liblzma::stream::Check::Crc32;
        let stream = liblzma::stream::Stream::new_stream_encoder(&filters, check).unwrap();
        let mut encoder = liblzma::write::XzEncoder::new_stream(Vec::new(), stream);
        encoder.write_all(b"a\n").unwrap();
        let error = all(&encoder.finish().unwrap()).unwrap_err();
        assert!(error.to_string().contains("the xz data is corrupt or truncated"), "{error}");
    }

    #[test]
    fn blank_lines_are_passed_over_and_counted() {
        let mut lines = LineReader::new("x", &b"a\n\n \r\nb \n\n"[..]).unwrap();
        assert_eq!(lines.next_filled().unwrap(), Some(&b"a"[..]));
        assert_eq!(lines.next_filled().unwrap(), Some(&b"b "[..]));
        assert_eq!((lines.line(), lines.text_bytes()), (4, 9));
        assert_eq!(lines.next_filled().unwrap(), None);
        assert_eq!((lines.line(), lines.bytes()), (5, 10));
    }

    #[test]
    fn a_file_is_found_with_its_compression_appended() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("kernel-1.traceg");
        assert!(
            LineReader::open(&path).unwrap_err().to_string().ends_with(
                "kernel-1.traceg: the file does not exist, not even with .xz, .gz or .zst appended"
            )
        );
        // The name says gzip, the content zstd: the content counts.
        std::fs::write(directory.path().join("kernel-1.traceg.gz"), compressed(b"z", Compression::Zstd))
            .unwrap();
        let mut lines = LineReader::open(&path).unwrap();
        assert_eq!(lines.next().unwrap(), Some(&b"z"[..]));
        assert!(lines.file().ends_with("kernel-1.traceg.gz"));
    }
}
