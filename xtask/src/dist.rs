//! `cargo xtask dist`: the binary as it is released, optimised for what it does.
//!
//! The compiler sees the whole program at once (profile `dist`), and knows from a training run which paths are hot
//! (profile-guided optimisation). Both cost minutes, so that `cargo build --release` does neither.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Result;
use crate::compile::{shown, workspace};

const HELP: &str = "\
Builds the binary that is released: all crates as one unit, optimised for the paths that a training run takes.

usage: cargo xtask dist [--plain]

  --plain   without the training run

The result is target/dist/warploom. It needs rustup's component llvm-tools, which it installs.
";

/// What the instrumented program runs: work with arithmetic, shared memory, divergence, streams and atomics, on machines with
/// and without operand collectors. None of it is among the points whose speed docs/speed.md reports.
const TRAINING: [(&str, &str); 8] = [
    ("aes", "gtx480"),
    ("btree", "gtx480"),
    ("backprop", "v100"),
    ("histogram", "v100"),
    ("stencil", "h100"),
    ("bitonic", "h100"),
    ("mvt", "m2090"),
    ("scalarprod", "m2090"),
];

/// Policies of the training runs.
const POLICIES: [&str; 3] = ["lrr", "gto", "two-level"];

pub(crate) fn run(arguments: impl Iterator<Item = String>) -> Result<()> {
    let mut plain = false;
    for argument in arguments {
        match argument.as_str() {
            "--plain" => plain = true,
            "--help" | "-h" => {
                print!("{HELP}");
                return Ok(());
            }
            other => return Err(format!("there is no option `{other}`\n\n{HELP}")),
        }
    }
    let workspace = workspace()?;
    let target = workspace.join("target/dist");
    let flags = if plain { String::new() } else { train(&workspace, &target)? };
    let built = build(&workspace, &target.join("build"), &flags)?;
    let binary = target.join("warploom");
    fs::copy(&built, &binary).map_err(|e| format!("{}: {e}", shown(&binary)))?;
    println!("{}", shown(&binary));
    Ok(())
}

/// Builds the program with profile `dist` and these flags of the compiler. Returns the binary.
fn build(workspace: &Path, target: &Path, flags: &str) -> Result<PathBuf> {
    // With `--target`, the flags do not apply to build scripts and procedural macros.
    let host = host()?;
    let mut cargo = Command::new("cargo");
    cargo.current_dir(workspace).args(["build", "--locked", "--package", "warploom", "--bin", "warploom"]);
    cargo.args(["--profile", "dist", "--target", &host, "--target-dir"]).arg(target).env("RUSTFLAGS", flags);
    succeed(&mut cargo)?;
    Ok(target.join(host).join("dist/warploom"))
}

/// Builds an instrumented program, runs it, and returns the flags that make use of what it recorded.
fn train(workspace: &Path, target: &Path) -> Result<String> {
    let (raw, profile) = (target.join("profile"), target.join("warploom.profdata"));
    let _ = fs::remove_dir_all(&raw);
    let instrumented =
        build(workspace, &target.join("instrumented"), &format!("-Cprofile-generate={}", raw.display()))?;
    for (work, machine) in TRAINING {
        for policy in POLICIES {
            let mut run = Command::new(&instrumented);
            run.args(["run", work, "--size", "tiny", "--machine", machine, "--policy", policy]);
            // Threads would take turns on the counters.
            succeed(run.args(["--threads", "1", "--quiet"]).stdout(std::process::Stdio::null()))?;
        }
    }
    succeed(Command::new(profdata()?).args(["merge", "-o"]).arg(&profile).arg(&raw))?;
    Ok(format!("-Cprofile-use={}", profile.display()))
}

/// The tool that merges recorded profiles, of the compiler's own version.
fn profdata() -> Result<PathBuf> {
    let place = || -> Result<PathBuf> {
        let sysroot = printed(Command::new("rustc").args(["--print", "sysroot"]))?;
        Ok(Path::new(&sysroot).join("lib/rustlib").join(host()?).join("bin/llvm-profdata"))
    };
    if !place()?.exists() {
        succeed(Command::new("rustup").args(["component", "add", "llvm-tools"]))?;
    }
    place()
}

/// The triple of this host.
fn host() -> Result<String> {
    let version = printed(Command::new("rustc").arg("-vV"))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| "rustc -vV names no host".to_owned())
}

/// Runs a command that must succeed.
fn succeed(command: &mut Command) -> Result<()> {
    let status = command.status().map_err(|e| format!("{command:?}: {e}"))?;
    if status.success() { Ok(()) } else { Err(format!("{command:?} failed: {status}")) }
}

/// Runs a command that must succeed and returns what it printed.
fn printed(command: &mut Command) -> Result<String> {
    let output = command.output().map_err(|e| format!("{command:?}: {e}"))?;
    if !output.status.success() {
        return Err(format!("{command:?} failed: {}", output.status));
    }
    let text = String::from_utf8(output.stdout).map_err(|e| format!("{command:?}: {e}"))?;
    Ok(text.trim_end().to_owned())
}
