//! The messages of a Perfetto trace, as far as a timeline needs them: field numbers are those of Perfetto's public
//! `protos/perfetto/trace`. All fields there are optional, and what is not set takes no room.

use prost::{DecodeError, Message};

/// A file: packet after packet.
#[derive(Clone, PartialEq, Message)]
pub struct Trace {
    /// The packets.
    #[prost(message, repeated, tag = "1")]
    pub packet: Vec<TracePacket>,
}

impl Trace {
    /// What a file holds.
    ///
    /// # Errors
    /// If the bytes are no trace.
    pub fn read(bytes: &[u8]) -> Result<Trace, DecodeError> {
        Trace::decode(bytes)
    }
}

/// The packets after this one can use what was interned since.
pub const INCREMENTAL_STATE_CLEARED: u32 = 1;
/// This packet uses what was interned before it.
pub const NEEDS_INCREMENTAL_STATE: u32 = 2;

/// A piece of a trace: an event, or the description of a track.
#[derive(Clone, PartialEq, Message)]
pub struct TracePacket {
    /// When it happened, in nanoseconds.
    #[prost(uint64, optional, tag = "8")]
    pub timestamp: Option<u64>,
    /// Who wrote it: names are interned for each writer.
    #[prost(uint32, optional, tag = "10")]
    pub trusted_packet_sequence_id: Option<u32>,
    /// An event.
    #[prost(message, optional, tag = "11")]
    pub track_event: Option<TrackEvent>,
    /// Texts that are named by number from here on.
    #[prost(message, optional, tag = "12")]
    pub interned_data: Option<InternedData>,
    /// [`INCREMENTAL_STATE_CLEARED`], [`NEEDS_INCREMENTAL_STATE`].
    #[prost(uint32, optional, tag = "13")]
    pub sequence_flags: Option<u32>,
    /// A track.
    #[prost(message, optional, tag = "60")]
    pub track_descriptor: Option<TrackDescriptor>,
}

/// Children are shown in the order of their ranks.
pub const EXPLICIT_ORDER: i32 = 3;

/// A track.
#[derive(Clone, PartialEq, Message)]
pub struct TrackDescriptor {
    /// Its number, by which events name it.
    #[prost(uint64, optional, tag = "1")]
    pub uuid: Option<u64>,
    /// Its name.
    #[prost(string, optional, tag = "2")]
    pub name: Option<String>,
    /// It is a process: a group of tracks.
    #[prost(message, optional, tag = "3")]
    pub process: Option<ProcessDescriptor>,
    /// The track it is under.
    #[prost(uint64, optional, tag = "5")]
    pub parent_uuid: Option<u64>,
    /// It is a counter.
    #[prost(message, optional, tag = "8")]
    pub counter: Option<CounterDescriptor>,
    /// How the tracks under it are ordered.
    #[prost(int32, optional, tag = "11")]
    pub child_ordering: Option<i32>,
    /// Its rank among those under the same track.
    #[prost(int32, optional, tag = "12")]
    pub sibling_order_rank: Option<i32>,
}

/// A process.
#[derive(Clone, PartialEq, Message)]
pub struct ProcessDescriptor {
    /// Its number.
    #[prost(int32, optional, tag = "1")]
    pub pid: Option<i32>,
    /// Its name.
    #[prost(string, optional, tag = "6")]
    pub process_name: Option<String>,
}

/// A counter, of which nothing is to be said but that it is one.
#[derive(Clone, PartialEq, Message)]
pub struct CounterDescriptor {}

/// A slice begins.
pub const SLICE_BEGIN: i32 = 1;
/// The slice that began last on the track ends.
pub const SLICE_END: i32 = 2;
/// A counter has a new value.
pub const COUNTER: i32 = 4;

/// Something happens on a track.
#[derive(Clone, PartialEq, Message)]
pub struct TrackEvent {
    /// What kind of thing, interned.
    #[prost(uint64, repeated, packed = "false", tag = "3")]
    pub category_iids: Vec<u64>,
    /// What is to be said of it.
    #[prost(message, repeated, tag = "4")]
    pub debug_annotations: Vec<DebugAnnotation>,
    /// [`SLICE_BEGIN`], [`SLICE_END`] or [`COUNTER`].
    #[prost(int32, optional, tag = "9")]
    pub r#type: Option<i32>,
    /// Its name, interned.
    #[prost(uint64, optional, tag = "10")]
    pub name_iid: Option<u64>,
    /// The track.
    #[prost(uint64, optional, tag = "11")]
    pub track_uuid: Option<u64>,
    /// Its name, if no other has it.
    #[prost(string, optional, tag = "23")]
    pub name: Option<String>,
    /// The counter's value.
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

/// Texts and their numbers, by what they are used for.
#[derive(Clone, PartialEq, Message)]
pub struct InternedData {
    /// Kinds of events.
    #[prost(message, repeated, tag = "1")]
    pub event_categories: Vec<Interned>,
    /// Names of events.
    #[prost(message, repeated, tag = "2")]
    pub event_names: Vec<Interned>,
    /// Keys.
    #[prost(message, repeated, tag = "3")]
    pub debug_annotation_names: Vec<Interned>,
    /// Values of keys.
    #[prost(message, repeated, tag = "29")]
    pub debug_annotation_string_values: Vec<Interned>,
}

/// A text and its number. (Perfetto has a message for each use; on paper they look the same.)
#[derive(Clone, PartialEq, Message)]
pub struct Interned {
    /// The number, from 1.
    #[prost(uint64, optional, tag = "1")]
    pub iid: Option<u64>,
    /// The text.
    #[prost(string, optional, tag = "2")]
    pub name: Option<String>,
}
