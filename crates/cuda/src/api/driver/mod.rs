//! The driver's own functions, by subject. Those that do the same as a function of the runtime are declared with it. Driver and
//! runtime share one device, so that programs can mix them.

pub mod address;
pub mod context;
pub mod device;
pub mod launch;
pub mod memory;
pub mod module;
pub mod stream;
