//! GCN code: faults, reading errors, damaged assembly, and divergent programs. One binary, because each is linked anew.

#[path = "gcn/divergence.rs"]
mod divergence;
#[path = "gcn/errors.rs"]
mod errors;
#[path = "gcn/faults.rs"]
mod faults;
#[path = "gcn/mutations.rs"]
mod mutations;
