//! The order of the crates, read from their manifests.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use toml::Table;

/// Every crate with its level; a crate may depend only on lower levels. A new crate is added here.
const HEIGHTS: &[(&str, u32)] = &[
    ("warploom-kernel", 0),
    ("warploom-fatbin", 0),
    ("warploom-gpu", 1),
    ("warploom-tape", 1),
    ("warploom-suite", 1),
    ("warploom-policy", 2),
    ("warploom-cuda", 3),
    ("warploom-lab", 3),
    ("warploom-report", 4),
    ("warploom-papers", 5),
    ("warploom", 6),
    ("warploom-python", 7),
];

/// The crate at the C boundary, which contains `unsafe`.
const UNSAFE: &str = "warploom-cuda";

fn manifests() -> BTreeMap<String, Table> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let entries = fs::read_dir(&crates).expect("the crates' directory can be read");
    let paths = entries.map(|e| e.expect("an entry can be read").path().join("Cargo.toml"));
    paths
        .filter(|path| path.exists())
        .map(|path| {
            let text = fs::read_to_string(&path).expect("a manifest can be read");
            let manifest: Table = text.parse().unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            let name = manifest["package"]["name"].as_str().expect("a crate has a name").to_owned();
            (name, manifest)
        })
        .collect()
}

/// Dependencies on the same or a higher level, as text.
fn wrong_edges(manifests: &BTreeMap<String, Table>) -> Vec<String> {
    let height = |name: &str| HEIGHTS.iter().find(|(n, _)| *n == name).map(|&(_, h)| h);
    let mut wrong = Vec::new();
    for (name, manifest) in manifests {
        let Some(own) = height(name) else {
            wrong.push(format!("{name} has no place in the order"));
            continue;
        };
        for section in ["dependencies", "build-dependencies", "dev-dependencies"] {
            let used = manifest.get(section).and_then(|d| d.as_table());
            for other in used.into_iter().flat_map(Table::keys).filter(|k| k.starts_with("warploom")) {
                if height(other).is_none_or(|h| h >= own) {
                    wrong.push(format!("{name} uses {other} ({section})"));
                }
            }
        }
    }
    wrong
}

#[test]
fn no_crate_uses_one_above_it() {
    let manifests = manifests();
    assert!(manifests.len() >= 2, "the manifests were found: {:?}", manifests.keys());
    assert_eq!(wrong_edges(&manifests), Vec::<String>::new());
}

#[test]
fn an_upward_edge_would_be_seen() {
    let mut manifests = manifests();
    let kernel = manifests.get_mut("warploom-kernel").expect("the kernel crate exists");
    let edge: Table = "warploom = { path = \"../cli\" }".parse().expect("this is TOML");
    kernel.insert("dependencies".to_owned(), edge.into());
    assert_eq!(wrong_edges(&manifests), ["warploom-kernel uses warploom (dependencies)"]);
}

#[test]
fn every_crate_takes_the_workspace_lints() {
    for (name, manifest) in manifests() {
        let shared = manifest.get("lints").and_then(|l| l.get("workspace")).and_then(|w| w.as_bool());
        assert!(shared == Some(true) || name == UNSAFE, "{name} has lints of its own");
    }
}
