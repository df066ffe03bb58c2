//! Conversion between columns and Arrow record batch messages.

use super::columns::{Axis, BufferKind, Columns, LAYOUT, Sizes};
use arrow_ipc::{
    Block, BodyCompressionBuilder, BodyCompressionMethod, Buffer, CompressionType, FieldNode, Message,
    MessageBuilder, MessageHeader, MetadataVersion, RecordBatchBuilder, root_as_message,
};
use flatbuffers::FlatBufferBuilder;
use std::io;
use zstd::bulk::{Compressor, Decompressor};

/// zstd compression level. Level 9 makes files of the suite 7 % smaller in more than twice the time.
const LEVEL: i32 = 3;
/// Maximum uncompressed bytes of a batch, which bounds the memory of a reader. A CTA that needs more cannot be written.
pub(super) const MAX_BYTES: u64 = 1 << 30;
/// Maximum compression ratio of zstd: a block of 128 KiB in four bytes. Higher claims are rejected.
const MAX_RATIO: u64 = 1 << 15;

/// Continuation marker before each message.
const CONTINUATION: [u8; 4] = [0xff; 4];
/// Alignment of messages and buffers.
const ALIGNMENT: usize = 8;
/// Length prefix of an uncompressed buffer. Compressed buffers have their uncompressed length there.
const UNCOMPRESSED: i64 = -1;

fn pad(bytes: &mut Vec<u8>) {
    bytes.resize(bytes.len().next_multiple_of(ALIGNMENT), 0);
}

/// A message header with marker, length and padding.
pub(super) fn framed(message: &[u8]) -> Vec<u8> {
    let padded = message.len().next_multiple_of(ALIGNMENT);
    let mut bytes = Vec::with_capacity(padded + 8);
    bytes.extend_from_slice(&CONTINUATION);
    bytes.extend_from_slice(&(padded as u32).to_le_bytes());
    bytes.extend_from_slice(message);
    pad(&mut bytes);
    bytes
}

/// Encoder of messages.
pub(super) struct Packer {
    zstd: Compressor<'static>,
    body: Vec<u8>,
    compressed: Vec<u8>,
}

impl Packer {
    pub fn new() -> io::Result<Packer> {
        Ok(Packer { zstd: Compressor::new(LEVEL)?, body: Vec::new(), compressed: Vec::new() })
    }

    /// Encodes columns as message header and body.
    pub fn pack(&mut self, columns: &Columns) -> io::Result<(Vec<u8>, &[u8])> {
        let sizes = columns.sizes();
        let (mut nodes, mut buffers) = (Vec::new(), Vec::new());
        self.body.clear();
        for (array, bytes) in LAYOUT.into_iter().zip(columns.bytes()) {
            nodes.push(FieldNode::new(sizes.length(array) as i64, 0));
            // The validity buffer is empty: there are no nulls.
            buffers.push(Buffer::new(self.body.len() as i64, 0));
            if !matches!(array.1, BufferKind::Structures) {
                let start = self.body.len();
                self.buffer(bytes)?;
                buffers.push(Buffer::new(start as i64, (self.body.len() - start) as i64));
                pad(&mut self.body);
            }
        }
        let mut builder = FlatBufferBuilder::new();
        let (nodes, buffers) = (builder.create_vector(&nodes), builder.create_vector(&buffers));
        let mut compression = BodyCompressionBuilder::new(&mut builder);
        compression.add_codec(CompressionType::ZSTD);
        compression.add_method(BodyCompressionMethod::BUFFER);
        let compression = compression.finish();
        let mut batch = RecordBatchBuilder::new(&mut builder);
        batch.add_length(columns.cta.len() as i64);
        batch.add_nodes(nodes);
        batch.add_buffers(buffers);
        batch.add_compression(compression);
        let batch = batch.finish();
        let mut message = MessageBuilder::new(&mut builder);
        message.add_version(MetadataVersion::V5);
        message.add_header_type(MessageHeader::RecordBatch);
        message.add_bodyLength(self.body.len() as i64);
        message.add_header(batch.as_union_value());
        let message = message.finish();
        builder.finish(message, None);
        Ok((framed(builder.finished_data()), &self.body))
    }

    fn buffer(&mut self, bytes: &[u8]) -> io::Result<()> {
        if bytes.is_empty() {
            return Ok(());
        }
        self.compressed.clear();
        self.compressed.reserve(zstd::zstd_safe::compress_bound(bytes.len()));
        self.zstd.compress_to_buffer(bytes, &mut self.compressed)?;
        let (length, stored) = match self.compressed.len() < bytes.len() {
            true => (bytes.len() as i64, self.compressed.as_slice()),
            false => (UNCOMPRESSED, bytes),
        };
        self.body.extend_from_slice(&length.to_le_bytes());
        self.body.extend_from_slice(stored);
        Ok(())
    }
}

/// Decoder of messages.
pub(super) struct Unpacker {
    zstd: Decompressor<'static>,
}

impl Unpacker {
    pub fn new() -> io::Result<Unpacker> {
        Ok(Unpacker { zstd: Decompressor::new()? })
    }

    /// Decodes a block into `columns` and checks all input.
    pub fn unpack(&mut self, block: &Block, bytes: &[u8], columns: &mut Columns) -> Result<(), String> {
        let head = usize::try_from(block.metaDataLength()).unwrap_or(usize::MAX);
        let (head, body) =
            bytes.split_at_checked(head).ok_or("the message header is longer than the message")?;
        let head = match head.split_at_checked(8) {
            Some((frame, message)) if frame.starts_with(&CONTINUATION) => message,
            _ => return Err("missing message".to_owned()),
        };
        let message = root_as_message(head).map_err(|error| format!("message header: {error}"))?;
        let (sizes, stored) = stored(&message, body)?;
        columns.resize(sizes);
        for ((array, stored), values) in LAYOUT.into_iter().zip(stored).zip(columns.bytes_mut()) {
            if matches!(array.1, BufferKind::Structures) {
                continue;
            }
            match stored {
                Stored::Plain(bytes) => values.copy_from_slice(bytes),
                Stored::Compressed(bytes) => {
                    let length = self.zstd.decompress_to_buffer(bytes, values);
                    if length.map_err(|error| format!("a buffer: {error}"))? != values.len() {
                        return Err("a buffer is shorter than its stated length".to_owned());
                    }
                }
            }
        }
        Ok(())
    }
}

/// Stored content of a buffer.
#[derive(Clone, Copy)]
enum Stored<'a> {
    /// Uncompressed.
    Plain(&'a [u8]),
    Compressed(&'a [u8]),
}

/// Checked sizes and stored buffers of a message.
fn stored<'a>(message: &Message<'_>, body: &'a [u8]) -> Result<(Sizes, [Stored<'a>; LAYOUT.len()]), String> {
    let batch = message.header_as_record_batch().ok_or("the message is not a record batch")?;
    let zstd = |codec: arrow_ipc::BodyCompression<'_>| {
        codec.codec() == CompressionType::ZSTD && codec.method() == BodyCompressionMethod::BUFFER
    };
    if !batch.compression().is_some_and(zstd) {
        return Err("the batch is not compressed with zstd".to_owned());
    }
    let (nodes, buffers) = (batch.nodes().unwrap_or_default(), batch.buffers().unwrap_or_default());
    let mut sizes = [None; 5];
    if nodes.len() != LAYOUT.len() {
        return Err(format!("the batch has {} arrays instead of {}", nodes.len(), LAYOUT.len()));
    }
    for ((axis, _), node) in LAYOUT.into_iter().zip(nodes) {
        let length = usize::try_from(node.length()).map_err(|_| "an array has a negative length")?;
        if node.null_count() != 0 || *sizes[axis as usize].get_or_insert(length) != length {
            return Err("inconsistent array lengths".to_owned());
        }
    }
    let sizes = Sizes(sizes.map(Option::unwrap_or_default));
    if sizes.length((Axis::Row, BufferKind::Ends)) as i64 != batch.length() {
        return Err("the array lengths do not match the batch".to_owned());
    }
    if sizes.total() > MAX_BYTES {
        return Err(format!("the batch claims {} bytes, which exceeds the limit", sizes.total()));
    }
    let mut buffers = buffers.into_iter();
    let mut next = || -> Result<&'a [u8], String> {
        let buffer = buffers.next().ok_or("too few buffers")?;
        let range = usize::try_from(buffer.offset()).ok().zip(usize::try_from(buffer.length()).ok());
        let found = range.and_then(|(offset, length)| body.get(offset..)?.get(..length));
        found.ok_or_else(|| "a buffer is outside the message".to_owned())
    };
    let mut all = [Stored::Plain(&[]); LAYOUT.len()];
    for (array, stored) in LAYOUT.into_iter().zip(&mut all) {
        if !next()?.is_empty() {
            return Err("columns must not have nulls".to_owned());
        }
        if !matches!(array.1, BufferKind::Structures) {
            *stored = contents(next()?, sizes.bytes(array))?;
        }
    }
    Ok((sizes, all))
}

/// Stored content of a buffer with `length` uncompressed bytes.
fn contents(buffer: &[u8], length: u64) -> Result<Stored<'_>, String> {
    if length == 0 && buffer.is_empty() {
        return Ok(Stored::Plain(&[]));
    }
    let (says, stored) = buffer.split_first_chunk().ok_or("a buffer is truncated")?;
    let says = i64::from_le_bytes(*says);
    let fits = match says {
        UNCOMPRESSED => stored.len() as u64 == length,
        _ => says as u64 == length && length / MAX_RATIO <= stored.len() as u64,
    };
    match (fits, says) {
        (false, _) => Err(format!("a buffer of {} bytes cannot hold {length} bytes", buffer.len())),
        (true, UNCOMPRESSED) => Ok(Stored::Plain(stored)),
        (true, _) => Ok(Stored::Compressed(stored)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some() -> Columns {
        let mut columns = Columns::default();
        columns.resize(Sizes([3, 500, 2000, 70_000, 5]));
        let mut next = 1_u8;
        for bytes in columns.bytes_mut() {
            for byte in bytes {
                next = next.wrapping_mul(73).wrapping_add(11);
                *byte = next >> 6;
            }
        }
        columns
    }

    fn pack(columns: &Columns) -> (Block, Vec<u8>) {
        let mut packer = Packer::new().unwrap();
        let (head, body) = packer.pack(columns).unwrap();
        (Block::new(0, head.len() as i32, body.len() as i64), [&head, body].concat())
    }

    fn unpack(block: &Block, bytes: &[u8]) -> Result<Columns, String> {
        let mut columns = Columns::default();
        Unpacker::new().unwrap().unpack(block, bytes, &mut columns).map(|()| columns)
    }

    #[test]
    fn columns_come_back() {
        let columns = some();
        let (block, bytes) = pack(&columns);
        let back = unpack(&block, &bytes).unwrap();
        assert_eq!((back.sizes(), back.digest()), (columns.sizes(), columns.digest()));
        assert!(bytes.len() < columns.sizes().total() as usize / 3);
        let (block, bytes) = pack(&Columns::default());
        assert_eq!(unpack(&block, &bytes).unwrap().sizes(), Sizes([0; 5]));
    }

    /// The message with some bytes replaced.
    fn with(bytes: &[u8], old: &[u8], new: &[u8]) -> Vec<u8> {
        let places = bytes.windows(old.len()).enumerate().filter(|(_, there)| *there == old);
        let mut altered = bytes.to_vec();
        for (at, _) in places {
            altered[at..at + new.len()].copy_from_slice(new);
        }
        assert_ne!(altered, bytes);
        altered
    }

    #[test]
    fn no_size_is_believed() {
        let (block, bytes) = pack(&some());
        // More offsets than the limit of a batch.
        let node = |n: i64| [n.to_le_bytes(), 0_i64.to_le_bytes()].concat();
        let error = unpack(&block, &with(&bytes, &node(70_000), &node(1_000_000_000_000))).unwrap_err();
        assert!(error.contains("exceeds the limit"), "{error}");
        let error = unpack(&block, &with(&bytes, &node(70_000), &node(-1))).unwrap_err();
        assert!(error.contains("negative length"), "{error}");
        // Within the limit, but too many for the stored bytes: nothing is allocated.
        let error = unpack(&block, &with(&bytes, &node(70_000), &node(1 << 28))).unwrap_err();
        assert!(error.contains("cannot hold"), "{error}");
        let claims = |n: i64| n.to_le_bytes();
        let both =
            with(&with(&bytes, &node(70_000), &node(500_000_000)), &claims(140_000), &claims(1_000_000_000));
        let error = unpack(&block, &both).unwrap_err();
        assert!(error.contains("cannot hold 1000000000 bytes"), "{error}");
        let error = unpack(&block, &with(&bytes, &claims(140_000), &claims(139_998))).unwrap_err();
        assert!(error.contains("cannot hold"), "{error}");
        // Nulls are not allowed.
        let nulls = with(&bytes, &node(70_000), &[70_000_i64.to_le_bytes(), 1_i64.to_le_bytes()].concat());
        assert!(unpack(&block, &nulls).unwrap_err().contains("inconsistent array lengths"));
    }

    /// A decompression bomb: more zeros than stated.
    #[test]
    fn what_is_compressed_is_no_longer_than_it_says() {
        let mut columns = some();
        columns.offset.fill(0);
        let (block, bytes) = pack(&columns);
        let plain = zstd::bulk::compress(&[0; 140_000], LEVEL).unwrap();
        let longer = zstd::bulk::compress(&[0; 150_000], LEVEL).unwrap();
        assert_eq!(plain.len(), longer.len());
        let error = unpack(&block, &with(&bytes, &plain, &longer)).unwrap_err();
        assert!(error.contains("a buffer"), "{error}");
        let shorter = zstd::bulk::compress(&[0; 139_000], LEVEL).unwrap();
        let error = unpack(&block, &with(&bytes, &plain, &shorter)).unwrap_err();
        assert!(error.contains("shorter than its stated length"), "{error}");
    }
}
