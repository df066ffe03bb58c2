//! The structure of the workspace: the order of its crates, no circles among a crate's modules, and what it depends on.

mod dependencies;
mod manifests;
mod modules;
