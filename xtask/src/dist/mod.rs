//! `cargo xtask dist`: everything that is released, from one commit, with nothing in it that depends on the day or the directory.
//!
//! The binary, the library of `warploom capture` and the Python package are linked for glibc 2.17 by zig, so that they run on
//! any Linux since 2014.

mod build;
mod package;
pub(crate) mod relink;
mod tools;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Result;
use crate::command::printed;
use crate::compile::{shown, workspace};
use crate::steps::Steps;

const HELP: &str = "\
Builds what is released into target/dist/release: an archive, a Debian package, a wheel, debug information, a bill of materials, and
SHA256SUMS of them all. Dates are the commit's, and directories of this machine are renamed.

usage: cargo xtask dist [--lto] [--quick] [--no-wheel] [--container]

  --lto         with link-time optimisation of all crates, which is not released (docs/explanation/speed.md)
  --quick       a Debian package of this host's debug build, to try the packaging, and nothing else
  --no-wheel    without the Python package
  --container   also build the image of the Containerfile, with podman, buildah or docker

It needs python3 with venv, and installs all else below target/tools, from PyPI and crates.io, and rustup's component llvm-tools.
";

/// What is asked for.
#[derive(Default)]
pub(crate) struct Options {
    lto: bool,
    quick: bool,
    no_wheel: bool,
    container: bool,
}

pub(crate) fn run(arguments: impl Iterator<Item = String>) -> Result<()> {
    let mut options = Options::default();
    for argument in arguments {
        match argument.as_str() {
            "--lto" => options.lto = true,
            "--quick" => options.quick = true,
            "--no-wheel" => options.no_wheel = true,
            "--container" => options.container = true,
            "--help" | "-h" => {
                print!("{HELP}");
                return Ok(());
            }
            other => return Err(format!("there is no option `{other}`\n\n{HELP}")),
        }
    }
    let place = Place::new()?;
    let mut steps = Steps::default();
    let tools = steps.time("tools", || tools::install(&place, &options))?;
    let built = if options.quick {
        steps.time("build", || build::debug(&place))?
    } else {
        build::optimised(&place, &tools, &options, &mut steps)?
    };
    // Only now, so that a build that fails leaves the last release.
    place.clear()?;
    steps.time("stage", || package::stage(&place, &tools, &built))?;
    steps.time("Debian package", || package::debian(&place, options.quick))?;
    if options.quick {
        return package::hashes(&place);
    }
    steps.time("archives", || package::archives(&place))?;
    if let Some(wheel) = &built.wheel {
        steps.time("wheel", || package::wheel(&place, &tools, wheel))?;
    }
    steps.time("bill of materials", || package::bill_of_materials(&place))?;
    if options.container {
        steps.time("container", || package::container(&place))?;
    }
    package::hashes(&place)?;
    steps.print();
    Ok(())
}

/// Where everything is.
pub(crate) struct Place {
    root: PathBuf,
    /// Intermediate files.
    dist: PathBuf,
    /// What is released.
    release: PathBuf,
    version: String,
    /// The time of the commit, for everything that has a date.
    epoch: String,
}

impl Place {
    fn new() -> Result<Place> {
        let root = workspace()?;
        let dist = root.join("target/dist");
        let release = dist.join("release");
        fs::create_dir_all(&dist).map_err(|e| format!("{}: {e}", shown(&dist)))?;
        let manifest = read(&root.join("Cargo.toml"))?;
        let manifest: toml::Table = manifest.parse().map_err(|e| format!("Cargo.toml: {e}"))?;
        let version = manifest["workspace"]["package"]["version"].as_str().unwrap_or_default().to_owned();
        let epoch = printed(Command::new("git").current_dir(&root).args(["log", "-1", "--format=%ct"]))?;
        Ok(Place { root, dist, release, version, epoch })
    }

    /// Makes the directory of the release anew.
    fn clear(&self) -> Result<()> {
        let release = &self.release;
        if release.exists() {
            fs::remove_dir_all(release).map_err(|e| format!("{}: {e}", shown(release)))?;
        }
        fs::create_dir_all(release).map_err(|e| format!("{}: {e}", shown(release)))
    }

    /// A tool that `cargo install` put into target/tools, in the repository, with the date of the commit.
    fn tool(&self, name: &str) -> Command {
        let mut command = Command::new(self.root.join("target/tools/bin").join(name));
        command.current_dir(&self.root).env("SOURCE_DATE_EPOCH", &self.epoch);
        command
    }
}

/// What was compiled.
pub(crate) struct Built {
    program: PathBuf,
    library: PathBuf,
    wheel: Option<PathBuf>,
    /// Whether the files have debug information to split off.
    symbols: bool,
}

/// The triple of this host.
fn host() -> Result<String> {
    let version = printed(Command::new("rustc").arg("-vV"))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| "rustc -vV names no host".to_owned())
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).map_err(|e| format!("{}: {e}", shown(path)))
}
