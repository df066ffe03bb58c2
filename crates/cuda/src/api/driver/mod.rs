//! The driver's functions, by subject. Driver and runtime share one device, so that programs can mix them.

pub mod address;
pub mod context;
pub mod device;
pub mod launch;
pub mod memory;
pub mod module;
pub mod stream;
