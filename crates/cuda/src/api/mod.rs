//! The functions that programs call, by subject.
//!
//! Every function is safe for any arguments: pointers of the program are only accessed through [`HostPtr`](crate::host::HostPtr),
//! and handles are looked up.

pub mod call;
pub mod device;
pub mod driver;
pub mod graph;
pub mod launch;
pub mod library;
pub mod memory;
pub mod pool;
pub mod registration;
pub mod stream;
pub mod texture;
