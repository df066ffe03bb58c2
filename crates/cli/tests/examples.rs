//! The examples of this crate print what their comments show, and the index of all examples is complete.

use crate::example;

use std::fs;
use std::path::Path;

fn prints_what_it_shows(name: &str) {
    example::prints_what_it_shows(env!("CARGO_MANIFEST_DIR"), name);
}

#[test]
fn policy_keeps_the_laws_and_lies_between_lrr_and_gto() {
    prints_what_it_shows("policy");
}

#[test]
fn cta_policy_uses_the_first_sms() {
    prints_what_it_shows("cta_policy");
}

#[test]
fn probe_prints_a_histogram_of_gaps() {
    prints_what_it_shows("probe");
}

#[test]
fn machine_prints_the_worth_of_a_larger_l1() {
    prints_what_it_shows("machine");
}

#[test]
fn the_index_lists_every_example() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let index = fs::read_to_string(root.join("examples/README.md")).unwrap();
    let mut missing = Vec::new();
    for folder in ["examples", "examples/policies", "crates/cli/examples", "crates/kernel/examples"] {
        for entry in fs::read_dir(root.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            let is_example = path.is_dir() || path.extension().is_some_and(|end| end == "rs");
            if is_example
                && !["policies", "target"].contains(&name.as_str())
                && !index.contains(&format!("[`{name}`]("))
            {
                missing.push(path.display().to_string());
            }
        }
    }
    assert!(missing.is_empty(), "examples/README.md lacks {missing:?}");
}
