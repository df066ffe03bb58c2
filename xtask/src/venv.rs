//! Tools from PyPI, each set in a virtual environment of its own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Result;
use crate::command::complete;

/// A virtual environment with these packages, installed again if the list has changed. Returns its interpreter.
pub(crate) fn environment(place: &Path, packages: &[&str]) -> Result<PathBuf> {
    let python = place.join("bin/python");
    let stamp = place.join("installed.txt");
    let pins = packages.join("\n");
    if fs::read_to_string(&stamp).is_ok_and(|found| found == pins) {
        return Ok(python);
    }
    eprintln!("installing {} from PyPI", packages.join(", "));
    if place.exists() {
        fs::remove_dir_all(place).map_err(|e| format!("{}: {e}", place.display()))?;
    }
    complete(Command::new("python3").args(["-m", "venv"]).arg(place))?;
    let mut pip = Command::new(&python);
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(packages);
    complete(&mut pip)?;
    fs::write(&stamp, pins).map_err(|e| format!("{}: {e}", stamp.display()))?;
    Ok(python)
}
