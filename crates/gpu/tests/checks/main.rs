//! What the machine does, seen from outside, at the edges: kernels so small that the answer is known.

mod cached;
mod common;
mod extension;
mod headlines;
mod latency;
mod laws;
mod limits;
mod misdeeds;
mod misses;
mod occupation;
mod placement;
mod rates;
