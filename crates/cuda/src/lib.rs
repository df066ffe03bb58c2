//! A CUDA runtime without a GPU.
//!
//! A program that is linked to `libcudart.so.13` loads this library in its place. Kernels are taken from the program's fat binaries
//! as PTX, lowered, and executed by [`warploom_kernel`] on memory that no kernel can leave; each selected launch leaves a tape.
//! `warploom capture` sets all of this up.
//!
//! * [`host`]: the program's memory, behind pointers that may be wild.
//! * [`error`]: CUDA's error codes.
//! * [`runtime`]: the state of the one device: memory, modules, streams, events.
//! * [`api`]: the functions that programs call, by subject. Each checks its arguments and calls the runtime.
//!
//! Programs know the functions by CUDA's names; here they have the prefix `warploom_` (see `build.rs`). The lists `runtime.txt` and
//! `driver.txt` have all of CUDA's names, and say which Warploom does not have: these return `cudaErrorNotSupported`.

pub mod api;
mod entry;
pub mod error;
mod handles;
pub mod host;
pub mod runtime;
mod unsupported;
