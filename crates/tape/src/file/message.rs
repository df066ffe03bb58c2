//! A batch's columns as one of Arrow's messages, and back.

use super::columns::{Axis, BufferKind, Columns, LAYOUT, Sizes};
use arrow_ipc::{
    Block, BodyCompressionBuilder, BodyCompressionMethod, Buffer, CompressionType, FieldNode, Message,
    MessageBuilder, MessageHeader, MetadataVersion, RecordBatchBuilder, root_as_message,
};
use flatbuffers::FlatBufferBuilder;
use std::io;
use zstd::bulk::{Compressor, Decompressor};

/// How hard zstd tries. Over the suite, 9 makes files a fourteenth smaller in more than twice the time.
const LEVEL: i32 = 3;
/// What a batch may hold before compression: no file can make its reader take much more. A CTA that needs more cannot be
/// written; in memory it would take about twice as much.
pub(super) const MAX_BYTES: u64 = 1 << 30;
/// zstd cannot do better than a block of 128 KiB in four bytes: who claims so lies.
const MAX_RATIO: u64 = 1 << 15;

/// What precedes each message: that one follows, in the present form.
const CONTINUATION: [u8; 4] = [0xff; 4];
/// Messages and buffers start at multiples of this.
const ALIGNMENT: usize = 8;
/// A buffer's first bytes say how long it is uncompressed; or this, if it is not compressed.
const UNCOMPRESSED: i64 = -1;

fn pad(bytes: &mut Vec<u8>) {
    bytes.resize(bytes.len().next_multiple_of(ALIGNMENT), 0);
}

/// A message without its body, as it is in the file.
pub(super) fn framed(message: &[u8]) -> Vec<u8> {
    let padded = message.len().next_multiple_of(ALIGNMENT);
    let mut bytes = Vec::with_capacity(padded + 8);
    bytes.extend_from_slice(&CONTINUATION);
    bytes.extend_from_slice(&(padded as u32).to_le_bytes());
    bytes.extend_from_slice(message);
    pad(&mut bytes);
    bytes
}

/// Makes messages.
pub(super) struct Packer {
    zstd: Compressor<'static>,
    body: Vec<u8>,
    compressed: Vec<u8>,
}

impl Packer {
    pub fn new() -> io::Result<Packer> {
        Ok(Packer { zstd: Compressor::new(LEVEL)?, body: Vec::new(), compressed: Vec::new() })
    }

    /// The message that holds the columns: its head and its body.
    pub fn pack(&mut self, columns: &Columns) -> io::Result<(Vec<u8>, &[u8])> {
        let sizes = columns.sizes();
        let (mut nodes, mut buffers) = (Vec::new(), Vec::new());
        self.body.clear();
        for (array, bytes) in LAYOUT.into_iter().zip(columns.bytes()) {
            nodes.push(FieldNode::new(sizes.length(array) as i64, 0));
            // All values are there, so the buffer that would say which is empty.
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

/// Reads messages.
pub(super) struct Unpacker {
    zstd: Decompressor<'static>,
}

impl Unpacker {
    pub fn new() -> io::Result<Unpacker> {
        Ok(Unpacker { zstd: Decompressor::new()? })
    }

    /// Fills `columns` from the bytes of a block. Nothing in them is believed; what does not fit is said.
    pub fn unpack(&mut self, block: &Block, bytes: &[u8], columns: &mut Columns) -> Result<(), String> {
        let head = usize::try_from(block.metaDataLength()).unwrap_or(usize::MAX);
        let (head, body) = bytes.split_at_checked(head).ok_or("its head is longer than itself")?;
        let head = match head.split_at_checked(8) {
            Some((frame, message)) if frame.starts_with(&CONTINUATION) => message,
            _ => return Err("no message is where one should be".to_owned()),
        };
        let message = root_as_message(head).map_err(|error| format!("its head: {error}"))?;
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
                        return Err("a buffer is shorter than it says".to_owned());
                    }
                }
            }
        }
        Ok(())
    }
}

/// A buffer's contents as they are stored.
#[derive(Clone, Copy)]
enum Stored<'a> {
    /// As they are.
    Plain(&'a [u8]),
    /// Compressed.
    Compressed(&'a [u8]),
}

/// The sizes of a message's columns and where they are stored, after making sure that the sizes can be true.
fn stored<'a>(message: &Message<'_>, body: &'a [u8]) -> Result<(Sizes, [Stored<'a>; LAYOUT.len()]), String> {
    let batch = message.header_as_record_batch().ok_or("it holds no columns")?;
    let zstd = |codec: arrow_ipc::BodyCompression<'_>| {
        codec.codec() == CompressionType::ZSTD && codec.method() == BodyCompressionMethod::BUFFER
    };
    if !batch.compression().is_some_and(zstd) {
        return Err("it is not compressed with zstd".to_owned());
    }
    let (nodes, buffers) = (batch.nodes().unwrap_or_default(), batch.buffers().unwrap_or_default());
    let mut sizes = [None; 5];
    if nodes.len() != LAYOUT.len() {
        return Err(format!("it has {} arrays instead of {}", nodes.len(), LAYOUT.len()));
    }
    for ((axis, _), node) in LAYOUT.into_iter().zip(nodes) {
        let length = usize::try_from(node.length()).map_err(|_| "an array is shorter than nothing")?;
        if node.null_count() != 0 || *sizes[axis as usize].get_or_insert(length) != length {
            return Err("its arrays do not fit together".to_owned());
        }
    }
    let sizes = Sizes(sizes.map(Option::unwrap_or_default));
    if sizes.length((Axis::Row, BufferKind::Ends)) as i64 != batch.length() {
        return Err("its arrays do not have its length".to_owned());
    }
    if sizes.total() > MAX_BYTES {
        return Err(format!("it says it holds {} bytes, more than any batch may", sizes.total()));
    }
    let mut buffers = buffers.into_iter();
    let mut next = || -> Result<&'a [u8], String> {
        let buffer = buffers.next().ok_or("it has too few buffers")?;
        let range = usize::try_from(buffer.offset()).ok().zip(usize::try_from(buffer.length()).ok());
        let found = range.and_then(|(offset, length)| body.get(offset..)?.get(..length));
        found.ok_or_else(|| "a buffer lies outside".to_owned())
    };
    let mut all = [Stored::Plain(&[]); LAYOUT.len()];
    for (array, stored) in LAYOUT.into_iter().zip(&mut all) {
        if !next()?.is_empty() {
            return Err("it says that values are missing".to_owned());
        }
        if !matches!(array.1, BufferKind::Structures) {
            *stored = contents(next()?, sizes.bytes(array))?;
        }
    }
    Ok((sizes, all))
}

/// What a buffer of `length` bytes has stored.
fn contents(buffer: &[u8], length: u64) -> Result<Stored<'_>, String> {
    if length == 0 && buffer.is_empty() {
        return Ok(Stored::Plain(&[]));
    }
    let (says, stored) = buffer.split_first_chunk().ok_or("a buffer is cut off")?;
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

    /// The same message with other bytes in one place.
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
        // More offsets than any batch may have.
        let node = |n: i64| [n.to_le_bytes(), 0_i64.to_le_bytes()].concat();
        let error = unpack(&block, &with(&bytes, &node(70_000), &node(1_000_000_000_000))).unwrap_err();
        assert!(error.contains("more than any batch may"), "{error}");
        let error = unpack(&block, &with(&bytes, &node(70_000), &node(-1))).unwrap_err();
        assert!(error.contains("shorter than nothing"), "{error}");
        // As many as may be, but not in so few bytes: nothing is allocated for them.
        let error = unpack(&block, &with(&bytes, &node(70_000), &node(1 << 28))).unwrap_err();
        assert!(error.contains("cannot hold"), "{error}");
        let claims = |n: i64| n.to_le_bytes();
        let both =
            with(&with(&bytes, &node(70_000), &node(500_000_000)), &claims(140_000), &claims(1_000_000_000));
        let error = unpack(&block, &both).unwrap_err();
        assert!(error.contains("cannot hold 1000000000 bytes"), "{error}");
        let error = unpack(&block, &with(&bytes, &claims(140_000), &claims(139_998))).unwrap_err();
        assert!(error.contains("cannot hold"), "{error}");
        // Missing values are nowhere meant.
        let nulls = with(&bytes, &node(70_000), &[70_000_i64.to_le_bytes(), 1_i64.to_le_bytes()].concat());
        assert!(unpack(&block, &nulls).unwrap_err().contains("do not fit together"));
    }

    /// Many zeros in few bytes, more than they say.
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
        assert!(error.contains("shorter than it says"), "{error}");
    }
}
