//! The structure of the workspace: the order of its crates, and no circles among a crate's modules.

mod dependencies;
mod manifests;
mod modules;
