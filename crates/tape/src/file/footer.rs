//! What surrounds the batches: the schema before them and the footer after them.

use super::VERSION;
use super::message::framed;
use arrow_ipc::convert::{IpcSchemaEncoder, try_fb_to_schema};
use arrow_ipc::writer::DictionaryTracker;
use arrow_ipc::{Block, FooterBuilder, MessageBuilder, MessageHeader, MetadataVersion, root_as_footer};
use arrow_schema::{DataType, Field, Fields, Metadata, Schema};
use flatbuffers::{FlatBufferBuilder, WIPOffset};

/// The first and the last bytes of Arrow's files.
pub(super) const MAGIC: &[u8; 6] = b"ARROW1";
/// What follows the last batch: a message of no length.
pub(super) const END: [u8; 8] = [0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0];

/// Keys of the schema's metadata.
pub(super) mod key {
    pub const TAPE: &str = "warploom.tape";
    pub const PROGRAMS: &str = "warploom.programs";
    pub const LAUNCHES: &str = "warploom.launches";
    pub const INDEX: &str = "warploom.index";
}

/// The columns' names and types.
fn fields() -> Fields {
    let field = |name: &str, kind: DataType| Field::new(name, kind, false);
    let list = |kind: DataType| DataType::List(field("item", kind).into());
    let structure = |fields: Vec<Field>| DataType::Struct(fields.into());
    let run = vec![
        field("first", DataType::UInt32),
        field("count", DataType::UInt32),
        field("lanes", DataType::UInt64),
    ];
    let access = vec![field("base", DataType::Int64), field("stride", DataType::Int32)];
    Fields::from(vec![
        field("launch", DataType::UInt32),
        field("cta", DataType::UInt64),
        field("warp", DataType::UInt32),
        field("like", DataType::UInt32),
        field("runs", list(structure(run))),
        field("accesses", list(structure(access))),
        field("offsets", list(DataType::Int16)),
        field("wide", list(DataType::Int64)),
    ])
}

fn schema<'a>(builder: &mut FlatBufferBuilder<'a>, metadata: Metadata) -> WIPOffset<arrow_ipc::Schema<'a>> {
    let schema = Schema::new_with_metadata(fields(), metadata);
    let mut tracker = DictionaryTracker::new(true);
    IpcSchemaEncoder::new().with_dictionary_tracker(&mut tracker).schema_to_fb_offset(builder, &schema)
}

/// The beginning of a file. Only the version is known: all else is in the footer's schema.
pub(super) fn head() -> Vec<u8> {
    let mut builder = FlatBufferBuilder::new();
    let version = format!(r#"{{"version":{VERSION}}}"#);
    let schema = schema(&mut builder, [(key::TAPE, version)].into());
    let mut message = MessageBuilder::new(&mut builder);
    message.add_version(MetadataVersion::V5);
    message.add_header_type(MessageHeader::Schema);
    message.add_header(schema.as_union_value());
    let message = message.finish();
    builder.finish(message, None);
    let mut bytes = MAGIC.to_vec();
    bytes.resize(8, 0);
    bytes.extend(framed(builder.finished_data()));
    bytes
}

/// The end of a file, after [`END`]. `None` if it is longer than Arrow allows.
pub(super) fn tail(blocks: &[Block], metadata: Metadata) -> Option<Vec<u8>> {
    // A flatbuffer cannot be longer than 2 GiB; building a longer one is a panic.
    let text: usize = metadata.iter().map(|(_, text)| text.len()).sum();
    if text.saturating_add(size_of_val(blocks)) > (i32::MAX / 2) as usize {
        return None;
    }
    let mut builder = FlatBufferBuilder::new();
    let blocks = builder.create_vector(blocks);
    let schema = schema(&mut builder, metadata);
    let mut footer = FooterBuilder::new(&mut builder);
    footer.add_version(MetadataVersion::V5);
    footer.add_schema(schema);
    footer.add_recordBatches(blocks);
    let footer = footer.finish();
    builder.finish(footer, None);
    let mut bytes = builder.finished_data().to_vec();
    bytes.extend((bytes.len() as i32).to_le_bytes());
    bytes.extend(MAGIC);
    Some(bytes)
}

/// A footer that was read.
pub(super) struct Footer {
    pub blocks: Vec<Block>,
    /// Whether the columns are a tape's.
    pub columns_fit: bool,
    metadata: Metadata,
}

impl Footer {
    pub fn text(&self, key: &str) -> Option<&str> {
        self.metadata.get(key).map(String::as_str)
    }
}

/// Reads a footer. `Err` says what is wrong.
pub(super) fn parse(footer: &[u8]) -> Result<Footer, String> {
    let footer = root_as_footer(footer).map_err(|error| format!("its footer: {error}"))?;
    let schema = footer.schema().ok_or("its footer has no schema")?;
    let schema = try_fb_to_schema(schema).map_err(|error| error.to_string())?;
    let blocks = footer.recordBatches().unwrap_or_default().iter().copied().collect();
    Ok(Footer { blocks, columns_fit: schema.fields == fields(), metadata: schema.metadata })
}
