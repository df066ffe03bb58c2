//! What several tasks ask of cargo.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Result;
use crate::command::{complete, printed};

/// Where the workspace is compiled to.
pub(crate) fn target(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from)
}

/// A program from crates.io, in the version that a task was written for.
pub(crate) struct Tool {
    pub(crate) name: &'static str,
    pub(crate) version: &'static str,
    /// How it is compiled: `--debug` where that takes longer than all that the tool does.
    pub(crate) how: &'static [&'static str],
}

impl Tool {
    /// Installs it below a directory, unless it is there in this version. Returns its file.
    pub(crate) fn install(&self, tools: &Path) -> Result<PathBuf> {
        let Tool { name, version, how } = self;
        let installed = printed(Command::new("cargo").args(["install", "--list", "--root"]).arg(tools))?;
        if !installed.lines().any(|line| line == format!("{name} v{version}:")) {
            let mut install = Command::new("cargo");
            install.args(["install", "--locked", "--root"]).arg(tools).args(*how);
            complete(install.arg(format!("{name}@{version}")))?;
        }
        Ok(tools.join("bin").join(name))
    }
}
