//! Launch files: which kernels of a PTX module to launch, on which buffers, and which results to show, check and save.
//!
//! [`Input`] reads a module and its launch file, [`Input::plan`] checks one against the other and initialises device memory,
//! and [`compare`] judges the results.

mod buffer;
mod check;
mod element;
mod error;
mod file;
mod input;
pub mod npy;
mod plan;
mod texture;

pub use buffer::{DEVICE_BYTES, Elements, save};
pub use check::{Comparison, Mismatch, REPORTED_MISMATCHES, Tolerance, compare};
pub use element::{ELEMENT_TYPES, ElementType, Number, NumberError};
pub use error::{KernelMismatch, LaunchFileError, LaunchFileErrorKind};
pub use file::{
    Arg, Buffer, Check, Equals, Iota, KeyPath, LaunchEntry, LaunchFile, NanRule, OneOrMany, Random, Save,
    Show, SyntaxError, parse,
};
pub use input::{Error, Input};
pub use plan::{DeviceBuffer, Expected, Plan};
pub use texture::{
    AddressModeName, AddressModes, ArrayEntry, FilterName, GeometryName, ReadModeName, SurfaceEntry,
    TextureEntry,
};
