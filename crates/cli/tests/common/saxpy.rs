//! The documented example.

use std::fs;
use tempfile::TempDir;

const EXAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/saxpy");

/// A temporary directory with the example's kernel and launch file.
pub fn saxpy() -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    for name in ["saxpy.ptx", "launch.toml"] {
        fs::copy(format!("{EXAMPLE}/{name}"), directory.path().join(name)).unwrap();
    }
    directory
}
