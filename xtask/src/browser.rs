//! Chromium and the scripts that drive it, installed where they are missing.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::Result;
use crate::command::complete;
use crate::compile::workspace;

/// Installs the packages of xtask/pages below target, with npm's own check of their contents. Returns their directory.
pub(crate) fn install(options: &[&str]) -> Result<PathBuf> {
    let root = workspace()?;
    let place = root.join("target/tools/pages");
    fs::create_dir_all(&place).map_err(|e| format!("{}: {e}", place.display()))?;
    for file in ["package.json", "package-lock.json"] {
        let (from, to) = (root.join("xtask/pages").join(file), place.join(file));
        fs::copy(&from, &to).map_err(|e| format!("{}: {e}", from.display()))?;
    }
    if Command::new("npm").arg("--version").output().is_err() {
        apt(&["nodejs", "npm"])?;
    }
    // npm takes ten seconds even if nothing is to do.
    let (lock, stamp) = (place.join("package-lock.json"), place.join("installed.txt"));
    let lock = fs::read_to_string(&lock).map_err(|e| format!("{}: {e}", lock.display()))?;
    let wanted = format!("{options:?}\n{lock}");
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(place.join("node_modules"));
    }
    let mut npm = Command::new("npm");
    npm.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]).args(options);
    complete(npm.current_dir(&place))?;
    fs::write(&stamp, &wanted).map_err(|e| format!("{}: {e}", stamp.display()))?;
    Ok(place.join("node_modules"))
}

/// A script of xtask/pages, with its packages installed.
pub(crate) fn script(name: &str) -> Result<Command> {
    let modules = install(&[])?;
    // Node searches packages from the script's place.
    let script = modules.with_file_name(name);
    let source = workspace()?.join("xtask/pages").join(name);
    fs::copy(source, &script).map_err(|e| format!("{}: {e}", script.display()))?;
    let mut node = Command::new("node");
    node.arg(script);
    Ok(node)
}

/// The distribution's Chromium, installed if it is missing.
pub(crate) fn chromium() -> Result<PathBuf> {
    let place = PathBuf::from("/usr/bin/chromium");
    if !place.exists() {
        apt(&["chromium", "fonts-dejavu-core"])?;
    }
    Ok(place)
}

/// Installs packages of the distribution, which needs root.
pub(crate) fn apt(packages: &[&str]) -> Result<()> {
    eprintln!("installing {} from the distribution (needs root)", packages.join(", "));
    complete(Command::new("apt-get").args(["update", "-qq"]))?;
    let mut install = Command::new("apt-get");
    install.args(["install", "-y", "-qq", "--no-install-recommends"]).args(packages);
    complete(install.env("DEBIAN_FRONTEND", "noninteractive"))
}
