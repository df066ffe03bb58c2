//! A policy of one's own: the crate that `new-policy` makes, and the book's page about it.

mod common;
/// The policy of the crate, compiled as it is there, with its tests.
#[path = "../src/new_policy/template/policy.rs"]
mod policy;

use common::warploom;
use std::fs;
use std::path::Path;
use tempfile::tempdir;

const PAGE: &str = include_str!("../../../docs/new-policy.md");

#[test]
fn the_crate_has_all_it_needs() {
    let directory = tempdir().unwrap();
    // The sources are given: without that, what is printed depends on how this program was built.
    let sources = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let made = warploom(directory.path(), &["new-policy", "least-done", "--warploom", sources]);
    assert_eq!(made.code, 0, "{made}");
    let read = |file: &str| fs::read_to_string(directory.path().join("least-done").join(file)).unwrap();
    insta::assert_snapshot!(made.stdout);
    insta::assert_snapshot!(read("src/policy.rs"));
    let manifest: toml::Table = read("Cargo.toml").parse().unwrap();
    let sources = manifest["dependencies"]["warploom"]["path"].as_str().unwrap();
    assert!(Path::new(sources).join("src/lib.rs").is_file(), "{sources}");
    assert!(read("src/main.rs").contains("command_line(&[policy::DECLARATION])"));
    assert!(read("README.md").contains("lrr,gto,phase,pro,least-done"));
    assert!(read("Cargo.lock").contains("warploom-gpu"));
}

#[test]
fn what_is_wrong_is_said_with_its_remedy() {
    let directory = tempdir().unwrap();
    fs::create_dir(directory.path().join("there")).unwrap();
    let mut all = String::new();
    for args in [
        &["new-policy", "Mine"][..],
        &["new-policy", "-"],
        &["new-policy", "a--b"],
        &["new-policy", "gto"],
        &["new-policy", "warploom"],
        &["new-policy", "loop"],
        &["new-policy", "there"],
        &["new-policy", "mine", "--warploom", "there"],
    ] {
        let ended = warploom(directory.path(), args);
        assert_eq!(ended.code, 2, "{ended}");
        all += &format!("$ warploom {}\n{}\n", args.join(" "), ended.stderr);
    }
    insta::assert_snapshot!(all);
    assert!(!directory.path().join("mine").exists(), "nothing is left behind");
}

#[test]
fn a_repository_can_be_depended_on() {
    let directory = tempdir().unwrap();
    let git = ["new-policy", "mine", "--git", "https://example.org/warploom.git", "--rev", "1234abc"];
    assert_eq!(warploom(directory.path(), &git).code, 0);
    let manifest = fs::read_to_string(directory.path().join("mine/Cargo.toml")).unwrap();
    assert!(manifest.contains("git = \"https://example.org/warploom.git\", rev = \"1234abc\""), "{manifest}");
}

/// The book shows what is compiled here.
#[test]
fn the_page_shows_the_policy_that_is_compiled() {
    let source = include_str!("../src/new_policy/template/policy.rs");
    let code = source.split("#[cfg(test)]").next().unwrap();
    let code: Vec<&str> = code.lines().filter(|line| !line.starts_with("//!")).collect();
    let code = code.join("\n");
    assert!(PAGE.contains(code.trim()), "docs/new-policy.md does not have\n{code}");
    let own = code.lines().filter(|line| !line.is_empty() && !line.starts_with("use ")).count();
    assert_eq!(own, 12, "the page promises twelve lines");
    let main = include_str!("../src/new_policy/template/main.rs");
    assert!(PAGE.contains("warploom::command_line(&[policy::DECLARATION])") && main.contains("command_line"));
}

/// A policy of one's own is one of the policies.
#[test]
fn it_is_declared_as_others_are() {
    assert_eq!(policy::DECLARATION.name, "mine");
}
