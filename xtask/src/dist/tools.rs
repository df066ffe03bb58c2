//! The tools of a release, in pinned versions: they are part of what makes two builds the same.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Options, Place, host};
use crate::Result;
use crate::cargo::Tool;
use crate::command::{complete, printed};
use crate::venv::environment;

/// From PyPI: the linker with the symbols of every glibc, what lets cargo use it, and what makes wheels.
const PYTHON: &[&str] = &["ziglang==0.17.0", "cargo-zigbuild==0.24.0", "maturin==1.16.0", "wheel==0.48.0"];

/// From crates.io.
const DEB: Tool = Tool { name: "cargo-deb", version: "3.8.0", how: &[] };
const ABOUT: Tool = Tool { name: "cargo-about", version: "0.9.3", how: &["--features", "cli"] };
const CYCLONEDX: Tool = Tool { name: "cargo-cyclonedx", version: "0.5.9", how: &["--debug"] };

/// The tools that are not found by their names alone.
pub(crate) struct Tools {
    /// The interpreter of the environment with zig, cargo-zigbuild, maturin and wheel.
    pub(crate) python: PathBuf,
    /// The directory of llvm-objcopy.
    pub(crate) llvm: PathBuf,
}

pub(crate) fn install(place: &Place, options: &Options) -> Result<Tools> {
    let tools = place.root.join("target/tools");
    let wanted: &[Tool] = if options.quick { &[DEB] } else { &[DEB, ABOUT, CYCLONEDX] };
    for tool in wanted {
        tool.install(&tools)?;
    }
    let python = match options.quick {
        true => PathBuf::new(),
        false => environment(&tools.join("dist"), PYTHON)?,
    };
    Ok(Tools { python, llvm: llvm()? })
}

fn llvm() -> Result<PathBuf> {
    let sysroot = printed(Command::new("rustc").args(["--print", "sysroot"]))?;
    let place = Path::new(&sysroot).join("lib/rustlib").join(host()?).join("bin");
    if !place.join("llvm-objcopy").exists() {
        complete(Command::new("rustup").args(["component", "add", "llvm-tools"]))?;
    }
    Ok(place)
}
