//! What commands share: their declaration, options, progress, output and errors.

pub mod batch;
pub mod checkpoint;
pub mod command;
pub mod diagnose;
pub mod estimate;
pub mod interrupt;
pub mod machine;
#[cfg(not(feature = "report"))]
pub mod missing;
pub mod output;
pub mod page;
pub mod progress;
pub mod seeds;
pub mod simulation;
pub mod work;
