//! Schema message before the batches, and footer after them.

use super::VERSION;
use super::message::framed;
use arrow_ipc::convert::{IpcSchemaEncoder, try_fb_to_schema};
use arrow_ipc::writer::DictionaryTracker;
use arrow_ipc::{Block, FooterBuilder, MessageBuilder, MessageHeader, MetadataVersion, root_as_footer};
use arrow_schema::{DataType, Field, Fields, Metadata, Schema};
use flatbuffers::{FlatBufferBuilder, WIPOffset};

/// Magic bytes at the start and end of Arrow files.
pub(super) const MAGIC: &[u8; 6] = b"ARROW1";
/// End-of-stream marker after the last batch: a message of length 0.
pub(super) const END: [u8; 8] = [0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0];

/// Keys of the schema metadata.
pub(super) mod key {
    pub const TAPE: &str = "warploom.tape";
    pub const PROGRAMS: &str = "warploom.programs";
    pub const LAUNCHES: &str = "warploom.launches";
    pub const INDEX: &str = "warploom.index";
}

/// Names and types of the columns.
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

/// Start of a file. Its schema has only the version; the footer has all metadata.
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

/// End of a file, after [`END`]. `None` if it exceeds the size limit of Arrow.
pub(super) fn tail(blocks: &[Block], metadata: Metadata) -> Option<Vec<u8>> {
    // A flatbuffer has at most 2 GiB. The builder panics beyond that.
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

/// A parsed footer.
pub(super) struct Footer {
    pub blocks: Vec<Block>,
    /// Whether the columns are those of a tape.
    pub columns_fit: bool,
    metadata: Metadata,
}

impl Footer {
    pub fn text(&self, key: &str) -> Option<&str> {
        self.metadata.get(key).map(String::as_str)
    }
}

/// Parses a footer.
pub(super) fn parse(footer: &[u8]) -> Result<Footer, String> {
    let footer = root_as_footer(footer).map_err(|error| format!("footer: {error}"))?;
    let schema = footer.schema().ok_or("the footer has no schema")?;
    let schema = try_fb_to_schema(schema).map_err(|error| error.to_string())?;
    let blocks = footer.recordBatches().unwrap_or_default().iter().copied().collect();
    Ok(Footer { blocks, columns_fit: schema.fields == fields(), metadata: schema.metadata })
}
