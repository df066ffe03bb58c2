//! `cargo xtask vendor`: the scripts inside the pages, from npm into the repository.

use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::Result;
use crate::browser::install;
use crate::compile::workspace;

const HELP: &str = "\
Fetches the scripts of the pages and their licences into crates/report/assets.

usage: cargo xtask vendor [--pin]

  --pin   accept new hashes, and write them to crates/report/assets/pins.toml

Versions are pinned in xtask/pages/package.json, and the packages' checksums in package-lock.json, which npm compares.
The SHA-256 of every script is then compared with crates/report/assets/pins.toml. A new version: edit package.json, run
`npm install --package-lock-only --omit-lockfile-registry-resolved` in xtask/pages, then `cargo xtask vendor --pin`.
The tests of warploom-report then name the hashes to set in crates/report/src/html/assets.rs.
";

/// The scripts: package, and the path of its browser bundle. They are loaded in this order.
const SCRIPTS: [(&str, &str); 3] = [
    ("vega", "build/vega.min.js"),
    ("vega-lite", "build/vega-lite.min.js"),
    ("vega-embed", "build/vega-embed.min.js"),
];

/// Packages that npm installs for the commands and types of the others. The bundles do not contain them.
const NOT_BUNDLED: &[&str] = &[
    "ansi-regex",
    "ansi-styles",
    "cliui",
    "commander",
    "emoji-regex",
    "escalade",
    "get-caller-file",
    "get-east-asian-width",
    "iconv-lite",
    "playwright-core",
    "rw",
    "safer-buffer",
    "string-width",
    "strip-ansi",
    "vega-typings",
    "wrap-ansi",
    "y18n",
    "yargs",
    "yargs-parser",
];

pub(crate) fn run(mut arguments: impl Iterator<Item = String>) -> Result<()> {
    let pin = match arguments.next().as_deref() {
        None => false,
        Some("--pin") => true,
        Some("--help" | "-h") => {
            print!("{HELP}");
            return Ok(());
        }
        Some(other) => return Err(format!("unknown option `{other}`\n\n{HELP}")),
    };
    let modules = install(&["--omit=dev"])?;
    let assets = workspace()?.join("crates/report/assets");
    let pins = assets.join("pins.toml");
    let pinned: toml::Table =
        if pin { toml::Table::new() } else { read(&pins)?.parse().map_err(|e| format!("pins.toml: {e}"))? };
    let mut found = String::from("# SHA-256 of the files that `cargo xtask vendor` wrote.\n");
    let mut files: Vec<(String, String)> = Vec::new();
    for (package, path) in SCRIPTS {
        files.push((format!("{package}.min.js"), read(&modules.join(package).join(path))?));
    }
    files.push(("licences.txt".to_owned(), licences(&modules)?));
    for (name, text) in &files {
        let digest = hex(&Sha256::digest(text.as_bytes()));
        let expected = pinned.get(name).and_then(toml::Value::as_str);
        if !pin && expected != Some(&digest) {
            return Err(format!(
                "{name} has the SHA-256 {digest}, not {}; `--pin` accepts it",
                expected.unwrap_or("pinned")
            ));
        }
        let _ = writeln!(found, "\"{name}\" = \"{digest}\"");
    }
    for (name, text) in &files {
        write(&assets.join(name), text)?;
    }
    if pin { write(&pins, &found) } else { Ok(()) }
}

/// The licences of everything in the bundles: each text once, below the packages that have it.
fn licences(modules: &Path) -> Result<String> {
    let mut by_text: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut names: Vec<PathBuf> = entries(modules)?;
    names.sort();
    for package in names {
        let name = package.file_name().and_then(|n| n.to_str()).unwrap_or_default().to_owned();
        if name.starts_with(['.', '@']) || NOT_BUNDLED.contains(&name.as_str()) {
            continue;
        }
        let is_licence = |path: &PathBuf| {
            let name = path.file_name().and_then(|n| n.to_str()).unwrap_or_default();
            name.to_ascii_lowercase().starts_with("licen")
        };
        let Some(file) = entries(&package)?.into_iter().find(is_licence) else {
            return Err(format!("{name} has no licence"));
        };
        let manifest: serde_json::Value = serde_json::from_str(&read(&package.join("package.json"))?)
            .map_err(|e| format!("{name}: {e}"))?;
        let version = manifest["version"].as_str().unwrap_or_default();
        let text = read(&file)?.replace("\r\n", "\n").trim().to_owned();
        by_text.entry(text).or_default().push(format!("{name} {version}"));
    }
    let mut groups: Vec<(String, Vec<String>)> = by_text.into_iter().collect();
    groups.sort_by(|(_, a), (_, b)| a.cmp(b));
    Ok(groups.iter().map(|(text, names)| format!("{}\n\n{text}\n\n\n", names.join(", "))).collect())
}

fn entries(directory: &Path) -> Result<Vec<PathBuf>> {
    let read = || fs::read_dir(directory)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>();
    read().map_err(|e| format!("{}: {e}", directory.display()))
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))
}

fn write(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
