//! Black-box checks of the machine model: small kernels whose timing and counters are known.

mod account;
mod cached;
mod common;
mod copies;
mod cu;
mod deadlocks;
mod extension;
mod headlines;
mod latency;
mod laws;
mod limits;
mod machine_code;
mod misses;
mod occupation;
mod placement;
mod rates;
mod tensor;
mod texture;
mod threads;
