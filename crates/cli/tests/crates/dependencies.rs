//! Licences, origins and versions of what the default features depend on, by the rules of `deny.toml`. `.ci/nightly` asks `cargo deny` about
//! all features, licence texts and advisories; compiling it takes minutes.

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use toml::Table;

/// Whether a licence expression can be met with the licences of a list: `A OR B`, `A AND (B OR C)`, and `A/B` as it was once written.
fn is_met(expression: &str, allowed: &[&str]) -> bool {
    let spaced =
        expression.replace('/', " OR ").replace(" or ", " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut at = 0;
    any_of(&words, &mut at, allowed) && at == words.len()
}

fn any_of(words: &[&str], at: &mut usize, allowed: &[&str]) -> bool {
    let mut met = all_of(words, at, allowed);
    while words.get(*at) == Some(&"OR") {
        *at += 1;
        met |= all_of(words, at, allowed);
    }
    met
}

fn all_of(words: &[&str], at: &mut usize, allowed: &[&str]) -> bool {
    let mut met = one(words, at, allowed);
    while words.get(*at) == Some(&"AND") {
        *at += 1;
        met &= one(words, at, allowed);
    }
    met
}

fn one(words: &[&str], at: &mut usize, allowed: &[&str]) -> bool {
    let Some(&word) = words.get(*at) else { return false };
    *at += 1;
    if word == "(" {
        let met = any_of(words, at, allowed);
        *at += 1;
        return met;
    }
    if words.get(*at) == Some(&"WITH") {
        let with = format!("{word} WITH {}", words.get(*at + 1).unwrap_or(&""));
        *at += 2;
        return allowed.contains(&with.as_str());
    }
    allowed.contains(&word)
}

#[test]
fn licence_expressions() {
    let allowed = ["MIT", "ISC", "Apache-2.0 WITH LLVM-exception"];
    for met in
        ["MIT", "GPL-3.0 OR MIT", "GPL-3.0/MIT", "Apache-2.0 WITH LLVM-exception", "(A OR MIT) AND ISC"]
    {
        assert!(is_met(met, &allowed), "{met}");
    }
    for not in ["", "Apache-2.0", "MIT AND GPL-3.0", "(A OR MIT) AND B", "MIT WITH something", "MIT MIT"] {
        assert!(!is_met(not, &allowed), "{not}");
    }
}

#[test]
fn dependencies_have_licences_origins_and_versions_that_deny_toml_allows() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let rules: Table = std::fs::read_to_string(root.join("deny.toml")).unwrap().parse().unwrap();
    let texts = |value: &toml::Value| -> Vec<String> {
        let items = value.as_array().expect("a list").iter();
        items
            .map(|item| item.as_str().or_else(|| item["crate"].as_str()).expect("a text").to_owned())
            .collect()
    };
    let (allowed, skipped) = (texts(&rules["licenses"]["allow"]), texts(&rules["bans"]["skip"]));
    let allowed: Vec<&str> = allowed.iter().map(String::as_str).collect();
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(&root).args(["metadata", "--locked", "--format-version", "1"]);
    let output = cargo.args(["--filter-platform", "x86_64-unknown-linux-gnu"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let mut versions: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut wrong = Vec::new();
    for package in metadata["packages"].as_array().expect("packages") {
        let (name, version) = (package["name"].as_str().unwrap(), package["version"].as_str().unwrap());
        let licence = package["license"].as_str().unwrap_or_default();
        if !is_met(licence, &allowed) {
            wrong.push(format!("{name} {version} has the licence `{licence}`"));
        }
        if let Some(source) = package["source"].as_str()
            && source != "registry+https://github.com/rust-lang/crates.io-index"
        {
            wrong.push(format!("{name} {version} is from {source}"));
        }
        if !skipped.contains(&format!("{name}@{version}")) {
            versions.entry(name).or_default().push(version);
        }
    }
    assert!(versions.len() > 100, "the dependencies were found");
    let twice = versions.iter().filter(|(_, versions)| versions.len() > 1);
    wrong.extend(twice.map(|(name, versions)| format!("{name} is there as {}", versions.join(" and "))));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
