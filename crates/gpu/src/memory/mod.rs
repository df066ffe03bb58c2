//! The memory system behind the SMs: caches, network messages, L2 slices and DRAM channels.

pub mod cache;
pub(crate) mod clock;
pub mod dram;
pub(crate) mod message;
pub(crate) mod network;
pub(crate) mod partition;
pub(crate) mod port;
pub(crate) mod pressure;
mod slice;

/// Bytes of a page of memory.
pub(crate) const PAGE: u64 = 4096;
