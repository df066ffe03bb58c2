//! `cargo xtask api`: the public interface of the crates that promise stability, compared with what is committed.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use public_api::Builder;
use serde_json::Value;

use crate::Result;
use crate::cargo::{Tool, target};
use crate::command::complete;
use crate::compile::{shown, workspace};

const HELP: &str = "\
Lists the public items of each crate that promises stability and compares them with the lists in api/. A difference is an error: whoever reviews
a change sees what it does to other people's crates.

Fails, too, where one of them has no comment; fields and variants need one only where their name does not say all.

usage: cargo xtask api [--write] [--semver]

  --write    write the lists
  --semver   instead: compare with the commit that api/baseline.txt names, by the rules of semantic versioning
             (installs cargo-semver-checks)

The lists come from rustdoc's JSON, whose form depends on the compiler: this works with Rust 1.95.
";

/// The crates that promise stability: see docs/reference/stability.md.
const CRATES: [&str; 4] = ["warploom", "warploom-gpu", "warploom-lab", "warploom-policy"];

/// What checks the rules of semantic versioning.
const SEMVER_CHECKS: Tool = Tool { name: "cargo-semver-checks", version: "0.51.0", how: &["--debug"] };

pub(crate) fn run(arguments: impl Iterator<Item = String>) -> Result<()> {
    let (mut write, mut semver) = (false, false);
    for argument in arguments {
        match argument.as_str() {
            "--write" => write = true,
            "--semver" => semver = true,
            "--help" | "-h" => {
                print!("{HELP}");
                return Ok(());
            }
            other => return Err(format!("there is no option `{other}`\n\n{HELP}")),
        }
    }
    let root = workspace()?;
    if semver {
        return semver_checks(&root);
    }
    let json = document(&root)?;
    let (mut changed, mut bare) = (Vec::new(), Vec::new());
    for name in CRATES {
        let json = json.join(format!("{}.json", name.replace('-', "_")));
        bare.extend(undocumented(&json)?);
        let items = items(&json)?;
        let file = root.join("api").join(format!("{name}.txt"));
        let kept = fs::read_to_string(&file).unwrap_or_default();
        if kept == items {
            continue;
        }
        if write {
            fs::create_dir_all(root.join("api")).map_err(|e| format!("api: {e}"))?;
            fs::write(&file, &items).map_err(|e| format!("{}: {e}", shown(&file)))?;
        } else {
            changed.push(format!("{name}:\n{}", difference(&kept, &items)));
        }
    }
    if !bare.is_empty() {
        return Err(format!("public items have no comment\n\n{}", bare.join("\n")));
    }
    if changed.is_empty() {
        println!("the public items of {} crates are those of api/", CRATES.len());
        return Ok(());
    }
    let remedy = "if that is what the change is for: `cargo xtask api --write`, and a line in the changelog";
    Err(format!("public items have changed\n\n{}\n{remedy}", changed.join("\n")))
}

/// Rustdoc's JSON of the crates. Returns its directory.
fn document(root: &Path) -> Result<PathBuf> {
    let target = target(root);
    // JSON is not stable, so rustdoc must be told that this is known. Were cargo told so, it would compile all dependencies again.
    let rustdoc = target.join("rustdoc-json.sh");
    fs::create_dir_all(&target)
        .and_then(|()| fs::write(&rustdoc, "#!/bin/sh\nRUSTC_BOOTSTRAP=1 exec rustdoc \"$@\"\n"))
        .and_then(|()| fs::set_permissions(&rustdoc, fs::Permissions::from_mode(0o755)))
        .map_err(|e| format!("{}: {e}", shown(&rustdoc)))?;
    let mut cargo = Command::new("cargo");
    cargo.current_dir(root).args(["doc", "--workspace", "--no-deps", "--lib", "--locked", "--quiet"]);
    cargo.env("RUSTDOC", &rustdoc).env("RUSTDOCFLAGS", "-Zunstable-options --output-format=json");
    complete(&mut cargo)?;
    Ok(target.join("doc"))
}

/// The public items of a crate, one in a line. What every type has is left out.
fn items(json: &Path) -> Result<String> {
    let api = Builder::from_rustdoc_json(json)
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .omit_auto_derived_impls(true)
        .build()
        .map_err(|e| format!("{}: {e}", shown(json)))?;
    Ok(api.items().map(|item| format!("{item}\n")).collect())
}

/// The places of public types, traits, functions, constants and modules without a comment.
fn undocumented(json: &Path) -> Result<Vec<String>> {
    const KINDS: [&str; 7] = ["struct", "enum", "trait", "function", "constant", "type_alias", "module"];
    let text = fs::read_to_string(json).map_err(|e| format!("{}: {e}", shown(json)))?;
    let document: Value = serde_json::from_str(&text).map_err(|e| format!("{}: {e}", shown(json)))?;
    let items = document["index"].as_object().into_iter().flat_map(|index| index.values());
    let bare = items.filter(|item| {
        let is_kind = KINDS.iter().any(|kind| !item["inner"][kind].is_null());
        is_kind && item["crate_id"] == 0 && item["visibility"] == "public" && item["docs"].is_null()
    });
    let place = |item: &Value| {
        let (file, line) = (&item["span"]["filename"], &item["span"]["begin"][0]);
        format!("{}:{line}: {}", file.as_str().unwrap_or("?"), item["name"].as_str().unwrap_or("?"))
    };
    Ok(bare.map(place).collect())
}

/// The lines that went and the lines that came.
fn difference(before: &str, after: &str) -> String {
    let only = |these: &str, those: &str, sign: char| -> String {
        these
            .lines()
            .filter(|line| !those.lines().any(|other| other == *line))
            .map(|line| format!("{sign} {line}\n"))
            .collect()
    };
    only(before, after, '-') + &only(after, before, '+')
}

fn semver_checks(root: &Path) -> Result<()> {
    let program = SEMVER_CHECKS.install(&root.join("target/tools"))?;
    let file = root.join("api/baseline.txt");
    let text = fs::read_to_string(&file).map_err(|e| format!("{}: {e}", shown(&file)))?;
    let revision = text.lines().find(|line| !line.starts_with('#')).unwrap_or_default().trim();
    let mut check = Command::new(&program);
    check.current_dir(root).args(["semver-checks", "--baseline-rev", revision]);
    for name in CRATES {
        check.args(["--package", name]);
    }
    complete(&mut check)
}

#[cfg(test)]
mod tests {
    use super::difference;

    #[test]
    fn a_difference_shows_what_went_and_what_came() {
        assert_eq!(difference("a\nb\n", "a\nc\n"), "- b\n+ c\n");
        assert_eq!(difference("a\n", "a\n"), "");
    }
}
