//! Plain and compressed output files.

use crate::accelsim::Compression;
use std::fs::File;
use std::io::{self, BufWriter, Write};
#[cfg(feature = "compressed-traces")]
use {flate2::write::GzEncoder, liblzma::write::XzEncoder};

/// File extension of a compression.
pub(super) const fn extension(compression: Compression) -> &'static str {
    match compression {
        Compression::None => "",
        Compression::Xz => ".xz",
        Compression::Gzip => ".gz",
        Compression::Zstd => ".zst",
    }
}

/// Default compression levels of `xz`, `gzip` and zstd.
#[cfg(feature = "compressed-traces")]
const LEVEL: u32 = 6;
const ZSTD_LEVEL: i32 = 3;

/// An output file.
pub(super) enum Output {
    None(BufWriter<File>),
    #[cfg(feature = "compressed-traces")]
    Xz(XzEncoder<BufWriter<File>>),
    #[cfg(feature = "compressed-traces")]
    Gzip(GzEncoder<BufWriter<File>>),
    Zstd(zstd::Encoder<'static, BufWriter<File>>),
}

impl Output {
    pub(super) fn new(file: BufWriter<File>, compression: Compression) -> io::Result<Output> {
        Ok(match compression {
            Compression::None => Output::None(file),
            #[cfg(feature = "compressed-traces")]
            Compression::Xz => Output::Xz(XzEncoder::new(file, LEVEL)),
            #[cfg(feature = "compressed-traces")]
            Compression::Gzip => Output::Gzip(GzEncoder::new(file, flate2::Compression::new(LEVEL))),
            Compression::Zstd => Output::Zstd(zstd::Encoder::new(file, ZSTD_LEVEL)?),
            #[cfg(not(feature = "compressed-traces"))]
            Compression::Xz | Compression::Gzip => return Err(crate::accelsim::lines::unsupported()),
        })
    }

    /// Ends the compressed stream. Dropping the output instead would lose errors.
    pub(super) fn finish(self) -> io::Result<()> {
        let mut file = match self {
            Output::None(file) => file,
            #[cfg(feature = "compressed-traces")]
            Output::Xz(encoder) => encoder.finish()?,
            #[cfg(feature = "compressed-traces")]
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
            #[cfg(feature = "compressed-traces")]
            Output::Xz(encoder) => encoder.write(bytes),
            #[cfg(feature = "compressed-traces")]
            Output::Gzip(encoder) => encoder.write(bytes),
            Output::Zstd(encoder) => encoder.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        // Flushing a compressed stream would end a block early. `finish` flushes it.
        match self {
            Output::None(file) => file.flush(),
            _ => Ok(()),
        }
    }
}
