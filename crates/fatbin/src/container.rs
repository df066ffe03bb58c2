//! Fat binaries: the containers of device code in a CUDA program.
//!
//! A container is a header and entries that follow each other. The format is not documented; the layout here is what nvcc 13
//! writes. All numbers are little-endian.
//!
//! ```
//! use warploom_fatbin::container::{self, Kind};
//!
//! let ptx = b".version 8.0 .target sm_75 .address_size 64\n";
//! let fat = container::write(&[(Kind::Ptx, 75, ptx)]);
//! let entries = container::read(&fat)?;
//! assert_eq!((entries[0].kind, entries[0].architecture), (Kind::Ptx, 75));
//! assert_eq!(entries[0].ptx()?.as_bytes(), ptx);
//! # Ok::<(), container::Error>(())
//! ```

use std::io::Read as _;

/// First word of a container.
pub const MAGIC: u32 = 0xBA55_ED50;
/// Bytes of a container's header.
pub const HEADER: usize = 16;
/// Bytes of an entry's header that are read here. Entries state the size of theirs.
const ENTRY: usize = 64;
/// Most bytes of an entry, decompressed: a bound on what a damaged size can make the reader allocate.
const MOST_BYTES: u64 = 1 << 30;

/// Flag of an entry compressed as an LZ4 block.
const LZ4: u64 = 0x2000;
/// Flag of an entry compressed by zstd.
const ZSTD: u64 = 0x8000;

/// What an entry holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Ptx,
    /// Machine code of one architecture, in an ELF file.
    Cubin,
    /// Anything else, by its number.
    Other(u16),
}

impl Kind {
    const fn of(number: u16) -> Kind {
        match number {
            1 => Kind::Ptx,
            2 => Kind::Cubin,
            other => Kind::Other(other),
        }
    }

    const fn number(self) -> u16 {
        match self {
            Kind::Ptx => 1,
            Kind::Cubin => 2,
            Kind::Other(number) => number,
        }
    }
}

/// Why a container cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    #[error("it is no fat binary: it starts with {0:#010x}, not with {MAGIC:#010x}")]
    Magic(u32),
    #[error("it ends within {what} at byte {at}")]
    Truncated { what: &'static str, at: usize },
    #[error("the entry at byte {at} states a {what} of {size} bytes")]
    Size { what: &'static str, size: u64, at: usize },
    #[error("its {method} data cannot be decompressed: {error}")]
    Compression { method: &'static str, error: String },
    #[error("its PTX is not UTF-8")]
    Text,
    #[error("the entry is not PTX")]
    NotPtx,
}

/// An entry of a container.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry<'a> {
    /// What it holds.
    pub kind: Kind,
    /// Architecture: 75 for compute_75 and sm_75.
    pub architecture: u32,
    /// Flags, as written.
    pub flags: u64,
    /// The bytes as stored, compressed or not.
    pub stored: &'a [u8],
    /// Bytes after decompression; 0 if it is not compressed.
    pub uncompressed: u64,
}

impl Entry<'_> {
    /// The bytes, decompressed.
    ///
    /// # Errors
    /// [`Error::Compression`], [`Error::Size`].
    pub fn bytes(&self) -> Result<Vec<u8>, Error> {
        if self.uncompressed > MOST_BYTES {
            return Err(Error::Size { what: "content", size: self.uncompressed, at: 0 });
        }
        let failed = |method, error: String| Error::Compression { method, error };
        if self.flags & ZSTD != 0 {
            let mut bytes = Vec::new();
            let decoder = ruzstd::decoding::StreamingDecoder::new(self.stored);
            let decoder = decoder.map_err(|e| failed("zstd", e.to_string()))?;
            // One more than stated: a frame that goes on is damaged, and need not be read to its end.
            let read = decoder.take(self.uncompressed.saturating_add(1)).read_to_end(&mut bytes);
            read.map_err(|e| failed("zstd", e.to_string()))?;
            if bytes.len() as u64 != self.uncompressed {
                return Err(failed("zstd", format!("it has not the {} bytes stated", self.uncompressed)));
            }
            return Ok(bytes);
        }
        if self.flags & LZ4 != 0 {
            let mut bytes = vec![0; self.uncompressed as usize];
            let length = lz4_flex::block::decompress_into(self.stored, &mut bytes);
            let length = length.map_err(|e| failed("LZ4", e.to_string()))?;
            bytes.truncate(length);
            return Ok(bytes);
        }
        Ok(self.stored.to_vec())
    }

    /// The PTX, without the zeros that pad it.
    ///
    /// # Errors
    /// [`Error::NotPtx`], [`Error::Text`] and those of [`Entry::bytes`].
    pub fn ptx(&self) -> Result<String, Error> {
        if self.kind != Kind::Ptx {
            return Err(Error::NotPtx);
        }
        let mut bytes = self.bytes()?;
        let end = bytes.iter().position(|&b| b == 0).unwrap_or(bytes.len());
        bytes.truncate(end);
        String::from_utf8(bytes).map_err(|_| Error::Text)
    }
}

fn number<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..at.checked_add(N)?)?.try_into().ok()
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    number(bytes, at).map(u16::from_le_bytes)
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    number(bytes, at).map(u32::from_le_bytes)
}

fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    number(bytes, at).map(u64::from_le_bytes)
}

/// Bytes of the container that starts with `header`, with the header.
///
/// # Errors
/// [`Error::Magic`], [`Error::Truncated`], [`Error::Size`].
pub fn length(header: &[u8]) -> Result<usize, Error> {
    let ended = Error::Truncated { what: "the header", at: 0 };
    let magic = u32_at(header, 0).ok_or(ended.clone())?;
    if magic != MAGIC {
        return Err(Error::Magic(magic));
    }
    let own = u16_at(header, 6).ok_or(ended.clone())?;
    let size = u64_at(header, 8).ok_or(ended)?;
    let own = usize::from(own).max(HEADER);
    match usize::try_from(size) {
        Ok(size) if size as u64 <= MOST_BYTES => Ok(own + size),
        _ => Err(Error::Size { what: "container", size, at: 0 }),
    }
}

/// The entries of a container. Bytes after its end are ignored.
///
/// # Errors
/// See [`Error`]. Entries are not decompressed here.
pub fn read(bytes: &[u8]) -> Result<Vec<Entry<'_>>, Error> {
    let end = length(bytes)?;
    let container = bytes.get(..end).ok_or(Error::Truncated { what: "the container", at: bytes.len() })?;
    let mut at = usize::from(u16_at(container, 6).unwrap_or(HEADER as u16)).max(HEADER);
    let mut entries = Vec::new();
    while at < container.len() {
        // Padding between entries and after the last.
        if container.len() - at < ENTRY {
            if container[at..].iter().all(|&b| b == 0) {
                break;
            }
            return Err(Error::Truncated { what: "an entry's header", at });
        }
        let entry = &container[at..];
        let (
            Some(kind),
            Some(header),
            Some(padded),
            Some(stored),
            Some(architecture),
            Some(flags),
            Some(full),
        ) = (
            u16_at(entry, 0),
            u32_at(entry, 4),
            u64_at(entry, 8),
            u32_at(entry, 16),
            u32_at(entry, 28),
            u64_at(entry, 40),
            u64_at(entry, 56),
        )
        else {
            return Err(Error::Truncated { what: "an entry's header", at });
        };
        if (header as usize) < ENTRY {
            return Err(Error::Size { what: "header", size: header.into(), at });
        }
        let truncated = Error::Truncated { what: "an entry", at };
        let size = usize::try_from(padded).ok().and_then(|padded| padded.checked_add(header as usize));
        let content = size.and_then(|size| entry.get(header as usize..size)).ok_or(truncated)?;
        let compressed = flags & (LZ4 | ZSTD) != 0;
        let content = match compressed {
            true => content.get(..stored as usize).ok_or(Error::Size {
                what: "compressed size",
                size: stored.into(),
                at,
            })?,
            false => content,
        };
        entries.push(Entry {
            kind: Kind::of(kind),
            architecture,
            flags,
            stored: content,
            uncompressed: if compressed { full } else { 0 },
        });
        at += header as usize + padded as usize;
    }
    Ok(entries)
}

/// The PTX of a container: that of the newest architecture; none if there is only machine code.
///
/// # Errors
/// See [`Error`].
pub fn newest_ptx(bytes: &[u8]) -> Result<Option<String>, Error> {
    let entries = read(bytes)?;
    let newest = entries.iter().filter(|e| e.kind == Kind::Ptx).max_by_key(|e| e.architecture);
    newest.map(Entry::ptx).transpose()
}

/// Writes a container of entries that are not compressed, for tests and tools.
pub fn write(entries: &[(Kind, u32, &[u8])]) -> Vec<u8> {
    let mut body = Vec::new();
    for (kind, architecture, content) in entries {
        write_entry(&mut body, (*kind, *architecture, 0), content, 0);
    }
    let mut fat = Vec::new();
    fat.extend(MAGIC.to_le_bytes());
    fat.extend(1_u16.to_le_bytes());
    fat.extend((HEADER as u16).to_le_bytes());
    fat.extend((body.len() as u64).to_le_bytes());
    fat.extend(body);
    fat
}

fn write_entry(
    body: &mut Vec<u8>,
    (kind, architecture, flags): (Kind, u32, u64),
    content: &[u8],
    uncompressed: u64,
) {
    let padded = content.len().next_multiple_of(8);
    let start = body.len();
    body.extend(kind.number().to_le_bytes());
    body.extend(0x0101_u16.to_le_bytes());
    body.extend((ENTRY as u32).to_le_bytes());
    body.extend((padded as u64).to_le_bytes());
    let stored = if flags & (LZ4 | ZSTD) == 0 { 0 } else { content.len() as u32 };
    body.extend(stored.to_le_bytes());
    body.extend([0; 8]);
    body.extend(architecture.to_le_bytes());
    body.extend([0; 8]);
    body.extend((flags | 0x11).to_le_bytes());
    body.extend([0; 8]);
    body.extend(uncompressed.to_le_bytes());
    body.extend(content);
    body.resize(start + ENTRY + padded, 0);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const PTX: &[u8] = b".version 8.0\n.target sm_75\n.address_size 64\n";

    fn one(flags: u64, content: &[u8], uncompressed: u64) -> Vec<u8> {
        let mut fat = write(&[]);
        write_entry(&mut fat, (Kind::Ptx, 75, flags), content, uncompressed);
        let size = (fat.len() - HEADER) as u64;
        fat[8..16].copy_from_slice(&size.to_le_bytes());
        fat
    }

    #[test]
    fn every_compression_is_read() {
        let text = String::from_utf8(PTX.repeat(50)).unwrap();
        let zstd = zstd::encode_all(text.as_bytes(), 3).unwrap();
        let lz4 = lz4_flex::block::compress(text.as_bytes());
        for (flags, stored) in [(0, text.as_bytes()), (ZSTD, &zstd), (LZ4, &lz4)] {
            let fat = one(flags, stored, text.len() as u64);
            assert_eq!(newest_ptx(&fat), Ok(Some(text.clone())), "{flags:#x}");
        }
    }

    #[test]
    fn the_newest_ptx_is_chosen_and_machine_code_is_none() {
        let both = write(&[(Kind::Ptx, 75, b"old"), (Kind::Cubin, 100, b"code"), (Kind::Ptx, 90, b"new")]);
        assert_eq!(newest_ptx(&both), Ok(Some("new".to_owned())));
        assert_eq!(newest_ptx(&write(&[(Kind::Cubin, 75, b"code")])), Ok(None));
        assert_eq!(newest_ptx(&write(&[])), Ok(None), "a size of 0 occurs");
    }

    #[test]
    fn damage_is_explained() {
        assert_eq!(read(b"\x7fELF").unwrap_err(), Error::Magic(0x464c_457f));
        let fat = write(&[(Kind::Ptx, 75, PTX)]);
        let text = |bytes: &[u8]| read(bytes).unwrap_err().to_string();
        assert_eq!(text(&fat[..10]), "it ends within the header at byte 0");
        assert_eq!(
            text(&fat[..fat.len() - 1]),
            format!("it ends within the container at byte {}", fat.len() - 1)
        );
        let mut long = fat.clone();
        long[HEADER + 8] = 0xff;
        assert_eq!(text(&long), "it ends within an entry at byte 16");
        let wrong = one(ZSTD, b"not zstd", 10);
        assert!(
            newest_ptx(&wrong).unwrap_err().to_string().starts_with("its zstd data cannot be decompressed")
        );
        let bomb = one(LZ4, b"\0", u64::MAX);
        assert!(matches!(newest_ptx(&bomb), Err(Error::Size { .. })));
    }

    proptest! {
        #[test]
        fn no_bytes_make_the_reader_panic(mut fat in Just(write(&[(Kind::Ptx, 75, PTX), (Kind::Cubin, 80, PTX)])),
            edits in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..12), cut in any::<prop::sample::Index>())
        {
            for (at, byte) in edits {
                let at = at.index(fat.len());
                fat[at] = byte;
            }
            fat.truncate(cut.index(fat.len() + 1));
            let _ = newest_ptx(&fat);
        }
    }
}
