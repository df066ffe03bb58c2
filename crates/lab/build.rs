//! Computes the build id: a digest of every source file that can change a run's result.
//!
//! `reproduce` reuses a stored run only if it was made by a build with the same id. The digest covers names relative to the
//! repository and contents, in the order of names: it is the same for every place the repository is checked out to, and for every
//! workspace that depends on this crate by its path.
//!
//! A published package has no repository around it. There, the version stands for the other crates, on which this one depends by
//! exact versions; the digest covers it and this crate's own sources.

use std::fs;
use std::path::{Path, PathBuf};

/// The sources of results, relative to the repository. A path that does not exist fails the build, so that a directory that moves
/// is not forgotten here.
const SOURCES: &[&str] = &[
    "crates/kernel/Cargo.toml",
    "crates/kernel/src",
    "crates/gpu/Cargo.toml",
    "crates/gpu/src",
    "crates/policy/Cargo.toml",
    "crates/policy/src",
    "crates/suite/Cargo.toml",
    "crates/suite/src",
    "crates/suite/kernels",
    "crates/tape/Cargo.toml",
    "crates/tape/src",
    "crates/tape/opcodes",
    "crates/lab/Cargo.toml",
    "crates/lab/src",
    // The perturbations, variants and samples of the runs that `reproduce` stores.
    "crates/papers/src/reproduce/runs.rs",
    "crates/papers/src/reproduce/variant.rs",
    "crates/gpu/machines",
    // Versions of dependencies. A workspace of one's own has its own lock file: there only the versions that the manifests
    // require are covered.
    "Cargo.lock",
];

/// Parts of `lab` that read or draw results and do not make them. A change of a figure must not discard hours of runs.
const NOT_RESULTS: &[&str] = &[
    "crates/lab/src/diagnosis.rs",
    "crates/lab/src/oracle",
    "crates/lab/src/sample.rs",
    "crates/lab/src/store/bucket.rs",
    "crates/lab/src/store/directory.rs",
    "crates/lab/src/study/cost.rs",
    "crates/lab/src/study/error.rs",
    "crates/lab/src/study/local.rs",
    "crates/lab/src/study/plan.rs",
    "crates/lab/src/study/results.rs",
    "crates/lab/src/study/slurm.rs",
    "crates/lab/src/study/state.rs",
    "crates/lab/src/study/status.rs",
    "crates/lab/src/study/summary.rs",
];

fn main() {
    let manifest = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let repository = manifest.join("../..");
    let mut digest = Fnv::default();
    if repository.join("crates/lab/Cargo.toml").exists() {
        for path in NOT_RESULTS {
            assert!(
                repository.join(path).exists(),
                "NOT_RESULTS names `{path}`, which does not exist: see build.rs"
            );
        }
        digest.files(&repository, SOURCES);
    } else {
        digest.part(std::env::var("CARGO_PKG_VERSION").expect("cargo sets it").as_bytes());
        digest.files(&manifest, &["src"]);
    }
    println!("cargo::rustc-env=WARPLOOM_BUILD_ID={:032x}", digest.0);
}

/// Adds the files below a path that are sources of results: names relative to the root, with `/`.
fn list(root: &Path, path: &str, files: &mut Vec<String>) {
    if NOT_RESULTS.contains(&path) {
        return;
    }
    let place = root.join(path);
    if !place.is_dir() {
        files.push(path.to_owned());
        return;
    }
    let entries = fs::read_dir(&place).unwrap_or_else(|error| panic!("{}: {error}", place.display()));
    for entry in entries {
        let name = entry.unwrap_or_else(|error| panic!("{}: {error}", place.display())).file_name();
        list(root, &format!("{path}/{}", name.to_string_lossy()), files);
    }
}

fn read(path: &Path) -> Vec<u8> {
    fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// FNV-1a of 128 bits: a build script should need no dependency for a digest.
struct Fnv(u128);

impl Default for Fnv {
    fn default() -> Fnv {
        Fnv(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)
    }
}

impl Fnv {
    /// Adds the files at and below these paths, in the order of their names.
    fn files(&mut self, root: &Path, paths: &[&str]) {
        let mut files = Vec::new();
        for path in paths {
            assert!(root.join(path).exists(), "SOURCES names `{path}`, which does not exist: see build.rs");
            println!("cargo::rerun-if-changed={}", root.join(path).display());
            list(root, path, &mut files);
        }
        files.sort();
        for name in &files {
            self.part(name.as_bytes());
            self.part(&read(&root.join(name)));
        }
    }

    /// Adds bytes with their length, so that no two lists of parts have the same digest by their borders.
    fn part(&mut self, bytes: &[u8]) {
        for byte in (bytes.len() as u64).to_le_bytes().iter().chain(bytes) {
            self.0 = (self.0 ^ u128::from(*byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
        }
    }
}
