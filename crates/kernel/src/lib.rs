//! What runs on the simulated GPU: PTX, read, printed and executed.
pub mod execute;
pub mod ptx;
