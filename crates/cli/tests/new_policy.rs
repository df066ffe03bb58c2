//! The crates that `new-policy` makes, and the book's page about them.

use crate::common;
/// The example crates' policies, compiled with their tests.
#[path = "../../../examples/policies/cta-limit/src/policy.rs"]
mod cta_limit;
/// The CTA policy of a new crate, compiled with its tests.
#[path = "../src/commands/new_policy/template/cta/policy.rs"]
mod cta_policy;
#[path = "../../../examples/policies/pc-miss/src/policy.rs"]
mod pc_miss;
/// The warp policy of a new crate, compiled with its tests.
#[path = "../src/commands/new_policy/template/warp/policy.rs"]
mod warp_policy;

use common::warploom;
use std::fs;
use std::path::Path;
use tempfile::tempdir;
use warploom_policy::{CtaKind, Registry, WarpKind};

const PAGE: &str = include_str!("../../../docs/tutorials/new-policy.md");

#[test]
fn a_new_crate_is_complete() {
    let directory = tempdir().unwrap();
    // Without --warploom the output depends on the build of this program.
    let sources = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let made = warploom(directory.path(), &["new-policy", "least-done", "--warploom", sources]);
    assert_eq!(made.code, 0, "{made}");
    let read = |file: &str| fs::read_to_string(directory.path().join("least-done").join(file)).unwrap();
    insta::assert_snapshot!(made.stdout);
    insta::assert_snapshot!(read("src/policy.rs"));
    let manifest: toml::Table = read("Cargo.toml").parse().unwrap();
    let sources = manifest["dependencies"]["warploom"]["path"].as_str().unwrap();
    assert!(Path::new(sources).join("src/lib.rs").is_file(), "{sources}");
    assert!(read("src/main.rs").contains("warp_policies(&[policy::DECLARATION])"));
    assert!(read("README.md").contains("lrr,gto,phase,pro,least-done"));
    assert!(read("Cargo.lock").contains("warploom-gpu"));
}

/// A policy's crate shares what Warploom's build has compiled only if both have the same profile.
#[test]
fn the_profile_is_the_same_everywhere() {
    let profile = include_str!("../src/commands/new_policy/template/profile.toml");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for file in
        ["Cargo.toml", "examples/policies/pc-miss/Cargo.toml", "examples/policies/cta-limit/Cargo.toml"]
    {
        let text = fs::read_to_string(root.join(file)).unwrap();
        assert!(text.contains(profile), "{file} has another profile");
    }
}

#[test]
fn every_mistake_has_a_message_with_its_remedy() {
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
    assert!(!directory.path().join("mine").exists(), "no crate is made");
}

/// An installed program: the tested one under another path, with the sources of a package or without.
#[test]
fn an_installed_program_uses_its_package_or_says_what_is_missing() {
    let directory = tempdir().unwrap();
    let root = directory.path().canonicalize().unwrap();
    let (program, sources) = (root.join("bin/warploom"), root.join("share/warploom"));
    fs::create_dir(root.join("bin")).unwrap();
    let tested = assert_cmd::cargo::cargo_bin!("warploom");
    fs::hard_link(tested, &program).or_else(|_| fs::copy(tested, &program).map(drop)).unwrap();
    let run = || {
        let mut command = std::process::Command::new(&program);
        command.current_dir(&root).args(["new-policy", "mine"]).output().unwrap()
    };
    let without = run();
    assert_eq!(without.status.code(), Some(2));
    insta::assert_snapshot!(String::from_utf8(without.stderr).unwrap());
    assert!(!root.join("mine").exists(), "no crate is made");
    fs::create_dir_all(sources.join("crates/cli")).unwrap();
    fs::write(sources.join("crates/cli/Cargo.toml"), "").unwrap();
    assert_eq!(run().status.code(), Some(0));
    let manifest: toml::Table = fs::read_to_string(root.join("mine/Cargo.toml")).unwrap().parse().unwrap();
    let path = manifest["dependencies"]["warploom"]["path"].as_str();
    assert_eq!(path, sources.join("crates/cli").to_str());
}

#[test]
fn a_crate_can_depend_on_a_git_repository() {
    let directory = tempdir().unwrap();
    let git = ["new-policy", "mine", "--git", "https://example.org/warploom.git", "--rev", "1234abc"];
    assert_eq!(warploom(directory.path(), &git).code, 0);
    let manifest = fs::read_to_string(directory.path().join("mine/Cargo.toml")).unwrap();
    assert!(manifest.contains("git = \"https://example.org/warploom.git\", rev = \"1234abc\""), "{manifest}");
}

#[test]
fn a_new_crate_can_have_a_cta_policy() {
    let directory = tempdir().unwrap();
    let sources = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let made = warploom(directory.path(), &["new-policy", "spread", "--cta", "--warploom", sources]);
    assert_eq!(made.code, 0, "{made}");
    let read = |file: &str| fs::read_to_string(directory.path().join("spread").join(file)).unwrap();
    insta::assert_snapshot!(made.stdout);
    insta::assert_snapshot!(read("src/policy.rs"));
    assert!(read("src/main.rs").contains("cta_policies(&[policy::DECLARATION])"));
    assert!(read("README.md").contains("--cta-policy spread"));
}

/// The code of a template that the page shows.
fn code(source: &str) -> String {
    let code = source.split("#[cfg(test)]").next().unwrap();
    let code: Vec<&str> = code.lines().filter(|line| !line.starts_with("//!")).collect();
    code.join("\n").trim().to_owned()
}

#[test]
fn the_page_shows_the_compiled_policies() {
    let warp = code(include_str!("../src/commands/new_policy/template/warp/policy.rs"));
    assert!(PAGE.contains(&warp), "docs/tutorials/new-policy.md does not have\n{warp}");
    let own = warp.lines().filter(|line| !line.is_empty() && !line.starts_with("use ")).count();
    assert_eq!(own, 12, "the page promises twelve lines");
    let cta = code(include_str!("../src/commands/new_policy/template/cta/policy.rs"));
    assert!(PAGE.contains(&cta), "docs/tutorials/new-policy.md does not have\n{cta}");
    let main = include_str!("../src/commands/new_policy/template/main.rs");
    let call = "warploom::CommandLine::new().warp_policies(&[policy::DECLARATION]).run()";
    assert!(PAGE.contains(call) && main.contains(call));
}

/// The page shows excerpts of the example crates, which `.ci/nightly` builds and runs.
#[test]
fn the_page_shows_the_example_crates() {
    let examples = [
        include_str!("../../../examples/policies/pc-miss/src/policy.rs"),
        include_str!("../../../examples/policies/cta-limit/src/policy.rs"),
    ];
    let blocks = PAGE.split("```rust,ignore\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    for example in examples {
        let shown = blocks.clone().filter(|block| example.contains(block.trim_end())).count();
        assert!(shown > 0, "docs/tutorials/new-policy.md has no excerpt of\n{example}");
    }
}

#[test]
fn templates_and_examples_have_sound_declarations() {
    assert_eq!((warp_policy::DECLARATION.name, cta_policy::DECLARATION.name), ("mine", "mine"));
    let warp = Registry::<WarpKind>::new(&[warp_policy::DECLARATION, pc_miss::DECLARATION]);
    let cta = Registry::<CtaKind>::new(&[cta_policy::DECLARATION, cta_limit::DECLARATION]);
    assert_eq!((warp.err(), cta.err()), (None, None));
}
