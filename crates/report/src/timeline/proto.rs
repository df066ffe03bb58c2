//! The messages of a Perfetto trace that a timeline needs. Field numbers are those of Perfetto's public
//! `protos/perfetto/trace`. All fields are optional there; an unset field takes no space.

use prost::{DecodeError, Message};

/// A trace: a list of packets.
#[derive(Clone, PartialEq, Message)]
pub struct Trace {
    #[prost(message, repeated, tag = "1")]
    pub packet: Vec<TracePacket>,
}

impl Trace {
    /// Decodes a trace.
    ///
    /// # Errors
    /// If the bytes are not a trace.
    pub fn read(bytes: &[u8]) -> Result<Trace, DecodeError> {
        Trace::decode(bytes)
    }
}

/// The flag of a packet after which interned data is valid.
pub const INCREMENTAL_STATE_CLEARED: u32 = 1;
/// The flag of a packet that uses interned data.
pub const NEEDS_INCREMENTAL_STATE: u32 = 2;

/// A packet: an event, or the description of a track.
#[derive(Clone, PartialEq, Message)]
pub struct TracePacket {
    /// The time in nanoseconds.
    #[prost(uint64, optional, tag = "8")]
    pub timestamp: Option<u64>,
    /// The writer. Names are interned per writer.
    #[prost(uint32, optional, tag = "10")]
    pub trusted_packet_sequence_id: Option<u32>,
    #[prost(message, optional, tag = "11")]
    pub track_event: Option<TrackEvent>,
    /// Newly interned texts.
    #[prost(message, optional, tag = "12")]
    pub interned_data: Option<InternedData>,
    /// [`INCREMENTAL_STATE_CLEARED`], [`NEEDS_INCREMENTAL_STATE`].
    #[prost(uint32, optional, tag = "13")]
    pub sequence_flags: Option<u32>,
    #[prost(message, optional, tag = "60")]
    pub track_descriptor: Option<TrackDescriptor>,
}

/// Child tracks are ordered by rank.
pub const EXPLICIT_ORDER: i32 = 3;

/// A track.
#[derive(Clone, PartialEq, Message)]
pub struct TrackDescriptor {
    /// The number that events refer to.
    #[prost(uint64, optional, tag = "1")]
    pub uuid: Option<u64>,
    #[prost(string, optional, tag = "2")]
    pub name: Option<String>,
    /// A process: a group of tracks.
    #[prost(message, optional, tag = "3")]
    pub process: Option<ProcessDescriptor>,
    /// The parent track.
    #[prost(uint64, optional, tag = "5")]
    pub parent_uuid: Option<u64>,
    #[prost(message, optional, tag = "8")]
    pub counter: Option<CounterDescriptor>,
    /// The order of child tracks.
    #[prost(int32, optional, tag = "11")]
    pub child_ordering: Option<i32>,
    /// The rank among siblings.
    #[prost(int32, optional, tag = "12")]
    pub sibling_order_rank: Option<i32>,
}

/// A process.
#[derive(Clone, PartialEq, Message)]
pub struct ProcessDescriptor {
    /// The number.
    #[prost(int32, optional, tag = "1")]
    pub pid: Option<i32>,
    #[prost(string, optional, tag = "6")]
    pub process_name: Option<String>,
}

/// A counter without further properties.
#[derive(Clone, PartialEq, Message)]
pub struct CounterDescriptor {}

/// The type of an event that begins a slice.
pub const SLICE_BEGIN: i32 = 1;
/// The type of an event that ends the last slice of a track.
pub const SLICE_END: i32 = 2;
/// The type of an event that sets a counter.
pub const COUNTER: i32 = 4;

/// An event on a track.
#[derive(Clone, PartialEq, Message)]
pub struct TrackEvent {
    /// The category, interned.
    #[prost(uint64, repeated, packed = "false", tag = "3")]
    pub category_iids: Vec<u64>,
    /// Arguments.
    #[prost(message, repeated, tag = "4")]
    pub debug_annotations: Vec<DebugAnnotation>,
    /// [`SLICE_BEGIN`], [`SLICE_END`] or [`COUNTER`].
    #[prost(int32, optional, tag = "9")]
    pub r#type: Option<i32>,
    /// The name, interned.
    #[prost(uint64, optional, tag = "10")]
    pub name_iid: Option<u64>,
    #[prost(uint64, optional, tag = "11")]
    pub track_uuid: Option<u64>,
    /// The name, if it is not interned.
    #[prost(string, optional, tag = "23")]
    pub name: Option<String>,
    #[prost(int64, optional, tag = "30")]
    pub counter_value: Option<i64>,
}

/// A key and its value.
#[derive(Clone, PartialEq, Message)]
pub struct DebugAnnotation {
    /// The key, interned.
    #[prost(uint64, optional, tag = "1")]
    pub name_iid: Option<u64>,
    /// A number.
    #[prost(uint64, optional, tag = "3")]
    pub uint_value: Option<u64>,
    /// A text, interned.
    #[prost(uint64, optional, tag = "17")]
    pub string_value_iid: Option<u64>,
}

/// Newly interned texts, by use.
#[derive(Clone, PartialEq, Message)]
pub struct InternedData {
    #[prost(message, repeated, tag = "1")]
    pub event_categories: Vec<Interned>,
    #[prost(message, repeated, tag = "2")]
    pub event_names: Vec<Interned>,
    /// Keys of arguments.
    #[prost(message, repeated, tag = "3")]
    pub debug_annotation_names: Vec<Interned>,
    /// Values of arguments.
    #[prost(message, repeated, tag = "29")]
    pub debug_annotation_string_values: Vec<Interned>,
}

/// A text and its number. Perfetto has one message per use, with the same encoding.
#[derive(Clone, PartialEq, Message)]
pub struct Interned {
    /// The number, from 1.
    #[prost(uint64, optional, tag = "1")]
    pub iid: Option<u64>,
    /// The text.
    #[prost(string, optional, tag = "2")]
    pub name: Option<String>,
}
