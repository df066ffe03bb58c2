//! Files, compressed or not.

use crate::accelsim::Compression;
use flate2::write::GzEncoder;
use liblzma::write::XzEncoder;
use std::fs::File;
use std::io::{self, BufWriter, Write};

/// What a compression adds to a file's name.
pub(super) const fn extension(compression: Compression) -> &'static str {
    match compression {
        Compression::None => "",
        Compression::Xz => ".xz",
        Compression::Gzip => ".gz",
        Compression::Zstd => ".zst",
    }
}

/// The levels of the commands `xz` and `gzip`, and zstd's own, if not told otherwise.
const LEVEL: u32 = 6;
const ZSTD_LEVEL: i32 = 3;

/// A file being written.
pub(super) enum Output {
    None(BufWriter<File>),
    Xz(XzEncoder<BufWriter<File>>),
    Gzip(GzEncoder<BufWriter<File>>),
    Zstd(zstd::Encoder<'static, BufWriter<File>>),
}

impl Output {
    pub(super) fn new(file: BufWriter<File>, compression: Compression) -> io::Result<Output> {
        Ok(match compression {
            Compression::None => Output::None(file),
            Compression::Xz => Output::Xz(XzEncoder::new(file, LEVEL)),
            Compression::Gzip => Output::Gzip(GzEncoder::new(file, flate2::Compression::new(LEVEL))),
            Compression::Zstd => Output::Zstd(zstd::Encoder::new(file, ZSTD_LEVEL)?),
        })
    }

    /// Ends the compressed stream. Whoever only drops it does not learn what went wrong.
    pub(super) fn finish(self) -> io::Result<()> {
        let mut file = match self {
            Output::None(file) => file,
            Output::Xz(encoder) => encoder.finish()?,
            Output::Gzip(encoder) => encoder.finish()?,
            Output::Zstd(encoder) => encoder.finish()?,
        };
        file.flush()
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Output::None(file) => file.write(bytes),
            Output::Xz(encoder) => encoder.write(bytes),
            Output::Gzip(encoder) => encoder.write(bytes),
            Output::Zstd(encoder) => encoder.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        // Of a compressed stream that would cut a block short: it is done in the end.
        match self {
            Output::None(file) => file.flush(),
            _ => Ok(()),
        }
    }
}
