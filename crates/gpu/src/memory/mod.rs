//! Memory behind the SMs: caches, the network, DRAM.

pub mod cache;
pub mod dram;
pub(crate) mod message;
pub(crate) mod partition;
mod slice;
