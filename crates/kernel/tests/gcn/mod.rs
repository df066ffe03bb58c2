//! GCN code: faults, reading errors, damaged assembly, and divergent programs. One binary, because each is linked anew.

mod divergence;
mod errors;
mod faults;
mod mutate;
mod mutations;
