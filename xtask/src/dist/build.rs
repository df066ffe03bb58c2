//! The program, the library of `warploom capture` and the Python package, compiled.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::tools::Tools;
use super::{Built, Options, Place};
use crate::Result;
use crate::command::complete;
use crate::compile::shown;
use crate::steps::Steps;

/// What is compiled for: the triple, and the oldest glibc.
pub(crate) const TARGET: (&str, &str) = ("x86_64-unknown-linux-gnu", "2.17");

/// The debug build of this host, as it is.
pub(crate) fn debug(place: &Place) -> Result<Built> {
    let built = place.root.join("target/debug");
    let mut cargo = Command::new("cargo");
    // With tests and examples, whose features of dependencies are others: what .ci/run has compiled is then not compiled again.
    let all = ["build", "--workspace", "--bins", "--tests", "--examples", "--locked"];
    cargo.current_dir(&place.root).args(all);
    complete(cargo.env("CARGO_TARGET_DIR", place.root.join("target")))?;
    Ok(Built {
        program: built.join("warploom"),
        // Not beside the program: in that build, the library is a dependency of tests.
        library: built.join("deps/libwarploom_cuda.so"),
        wheel: None,
        symbols: false,
    })
}

/// The release's build.
pub(crate) fn optimised(place: &Place, tools: &Tools, options: &Options, steps: &mut Steps) -> Result<Built> {
    let build = Build { place, tools, lto: options.lto, linker: linker(place, tools)? };
    let program = steps.time("program", || build.program())?;
    let library = steps.time("capture library", || build.library())?;
    let wheel = match options.no_wheel {
        true => None,
        false => Some(steps.time("Python module", || build.wheel())?),
    };
    Ok(Built { program, library, wheel, symbols: true })
}

struct Build<'a> {
    place: &'a Place,
    tools: &'a Tools,
    lto: bool,
    /// One for all, since cargo compiles everything again for another.
    linker: PathBuf,
}

impl Build<'_> {
    /// A command of cargo with the flags of the release.
    fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        let own = self.tools.python.parent().map(Path::to_path_buf);
        let path = std::env::var_os("PATH").unwrap_or_default();
        let path = std::env::join_paths(own.into_iter().chain(std::env::split_paths(&path)));
        // The interpreter's name has no separator in it, so that the list can be joined.
        command.current_dir(&self.place.root).env("PATH", path.unwrap_or_default());
        command.env("CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_LINKER", &self.linker);
        command
            .env("CARGO_TARGET_DIR", self.place.dist.join("build"))
            .env("SOURCE_DATE_EPOCH", &self.place.epoch);
        if self.lto {
            command.env("CARGO_PROFILE_DIST_LTO", "fat");
        }
        // Directories of this machine must not be in what is released.
        let renamed = [(self.place.root.clone(), "/warploom"), (cargo_home(), "/cargo")];
        let flags: Vec<String> =
            renamed.iter().map(|(from, to)| format!("--remap-path-prefix={}={to}", from.display())).collect();
        command.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"));
        let c = renamed.iter().map(|(from, to)| format!("-ffile-prefix-map={}={to}", from.display()));
        command.env("CFLAGS", c.collect::<Vec<_>>().join(" "));
        command
    }

    /// Compiles a package with zig as its linker. Returns its file.
    fn zigbuild(&self, package: &str, what: &[&str], file: &str) -> Result<PathBuf> {
        let mut command = self.command(&self.tools.python.with_file_name("cargo-zigbuild"));
        let (triple, glibc) = TARGET;
        command.args(["zigbuild", "--locked", "--profile", "dist", "--target", &format!("{triple}.{glibc}")]);
        complete(command.args(["--package", package]).args(what))?;
        Ok(self.place.dist.join("build").join(triple).join("dist").join(file))
    }

    fn program(&self) -> Result<PathBuf> {
        self.zigbuild("warploom", &["--bin", "warploom"], "warploom")
    }

    fn library(&self) -> Result<PathBuf> {
        self.zigbuild("warploom-cuda", &["--lib"], "libwarploom_cuda.so")
    }

    fn wheel(&self) -> Result<PathBuf> {
        let out = self.place.dist.join("wheel");
        let _ = fs::remove_dir_all(&out);
        let mut maturin = self.command(&self.tools.python);
        maturin.args(["-m", "maturin", "build", "--locked", "--profile", "dist", "--zig", "--strip"]);
        maturin.args(["--target", TARGET.0, "--compatibility", "manylinux_2_17", "--interpreter", "python3"]);
        maturin.arg("--manifest-path").arg(self.place.root.join("crates/python/Cargo.toml"));
        complete(maturin.arg("--out").arg(&out))?;
        let mut made = fs::read_dir(&out).map_err(|e| format!("{}: {e}", shown(&out)))?;
        let made = made.find_map(|entry| Some(entry.ok()?.path()));
        made.ok_or_else(|| "maturin left no wheel".to_owned())
    }
}

/// A script that links by `relink`.
fn linker(place: &Place, tools: &Tools) -> Result<PathBuf> {
    // Its name tells the compiler that it takes the arguments of a C compiler.
    let linker = place.dist.join("relink-cc.sh");
    let program = std::env::current_exe().map_err(|e| format!("this program's name: {e}"))?;
    let text =
        format!("#!/bin/sh\nexec '{}' relink '{}' \"$@\"\n", program.display(), tools.python.display());
    fs::write(&linker, text)
        .and_then(|()| fs::set_permissions(&linker, fs::Permissions::from_mode(0o755)))
        .map_err(|e| format!("{}: {e}", shown(&linker)))?;
    Ok(linker)
}

/// Where cargo keeps the sources of dependencies.
fn cargo_home() -> PathBuf {
    let home = || std::env::var_os("HOME").map(|home| Path::new(&home).join(".cargo"));
    std::env::var_os("CARGO_HOME").map(PathBuf::from).or_else(home).unwrap_or_default()
}
