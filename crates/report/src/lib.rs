//! Results to look at: [tables](Table), [figures](figure), pages for a browser, timelines, and the [phases] of kernels.
//!
//! Nothing in this crate prints or writes files: the command line and the Python package do.
//!
//! The feature `export`, on by default, adds PNG images and timelines (module `timeline`).

pub mod catalogue;
pub mod compare;
pub mod figure;
pub mod html;
pub mod phases;
pub mod profile;
pub mod suite;
mod table;
#[cfg(feature = "export")]
pub mod timeline;
pub mod units;

pub use table::{Table, short};
