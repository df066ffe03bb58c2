//! `cargo xtask pages`: the lab's pages in a real browser.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Result;
use crate::browser::{chromium, script};
use crate::command::complete;
use crate::compile::workspace;

const HELP: &str = "\
Opens pages in a headless Chromium and checks them: no error, no request, charts drawn, tables sorted.

usage: cargo xtask pages [--warploom FILE] [--all] [PAGE.html…]

  --warploom FILE   the command that writes the pages (default: target/debug/warploom)
  --all             write and check a page of every command and paper
  PAGE.html…        pages to check; without any, those of a comparison and a profile, and all others in target/pages

Pages and screenshots (390 and 1400 px wide, light and dark) are written to target/pages. Chromium comes from the distribution
(apt), the browser's driver from npm, in the version of xtask/pages/package-lock.json.
";

pub(crate) fn run(mut arguments: impl Iterator<Item = String>) -> Result<()> {
    let root = workspace()?;
    let mut warploom = root.join("target/debug/warploom");
    let mut all = false;
    let mut pages: Vec<PathBuf> = Vec::new();
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--help" | "-h" => {
                print!("{HELP}");
                return Ok(());
            }
            "--all" => all = true,
            "--warploom" => warploom = arguments.next().ok_or("--warploom wants a file")?.into(),
            option if option.starts_with('-') => return Err(format!("unknown option `{option}`\n\n{HELP}")),
            page => pages.push(page.into()),
        }
    }
    let out = root.join("target/pages");
    fs::create_dir_all(&out).map_err(|e| format!("{}: {e}", out.display()))?;
    if pages.is_empty() {
        write(&warploom, &out, all)?;
        pages = html_files(&out)?;
    }
    let mut node = script("check.mjs")?;
    complete(node.arg(chromium()?).arg(&out).args(&pages))
}

/// Writes the pages of a comparison and of a profile, and with `all` those of reproductions.
fn write(warploom: &Path, out: &Path, all: bool) -> Result<()> {
    let compare = [
        "compare",
        "lud",
        "bfs",
        "kmeans",
        "--size",
        "tiny",
        "--policies",
        "lrr,gto,phase,two-level",
        "--quiet",
    ];
    complete(Command::new(warploom).args(compare).arg("--html").arg(out.join("compare.html")))?;
    let profile = ["profile", "srad", "--size", "tiny", "--machine", "v100,h100", "--quiet"];
    complete(Command::new(warploom).args(profile).arg("--html").arg(out.join("profile.html")))?;
    let papers: &[&str] = if all { &["phase-aware", "pro", "motrr", "gcn"] } else { &[] };
    for paper in papers {
        let mut reproduce = Command::new(warploom);
        reproduce.args(["reproduce", paper, "--size", "tiny", "--quiet", "-o"]).arg(out.join(paper));
        complete(reproduce.arg("--html").arg(out.join(format!("{paper}.html"))))?;
    }
    Ok(())
}

fn html_files(directory: &Path) -> Result<Vec<PathBuf>> {
    let read =
        || fs::read_dir(directory)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>();
    let mut files = read().map_err(|e| format!("{}: {e}", directory.display()))?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == "html"));
    files.sort();
    Ok(files)
}
