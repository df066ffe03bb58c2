//! `cargo xtask install`: what `dist` made, installed in a clean Debian, used and removed.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use crate::Result;
use crate::browser::apt;
use crate::command::complete;
use crate::compile::{shown, workspace};
use crate::venv::environment;

const HELP: &str = "\
Installs what `cargo xtask dist` left in target/dist/release into a clean Debian without Rust, uses it there, and removes it: the
Debian package and, if there is one, the wheel. Needs root, for chroot.

usage: cargo xtask install [--short]

  --short   two short commands of each instead of the whole suite and a reproduction

The system is Debian's smallest (debootstrap --variant=minbase), made below target/tools once.
";

/// Debian's release, and what Python needs there.
const RELEASE: &str = "bookworm";
const PYTHON: &str = "python3-minimal,python3-venv,ca-certificates";

/// What is run as an installed program. The figure is drawn from its smallest runs: the 225 of the default size would take far longer, and
/// say nothing more about the installation.
const COMMANDS: [&str; 3] = [
    "suite check",
    "compare nn/layer1 --size tiny --machine m2090 --policies lrr,gto,phase,pro",
    "reproduce motrr --only fig8 --size tiny -o $(mktemp -d) --quiet",
];
const SHORT: [&str; 2] = ["suite check lud", "compare lud --size tiny --policies lrr,gto"];

/// A script that makes a policy's crate, and runs a command of the book in the directory of the files that it names: what is
/// installed below `prefix` has the sources and the files. Neither needs a compiler.
fn new_policy(prefix: &str) -> String {
    format!(
        "set -e; PATH={prefix}/bin:$PATH; cd $(mktemp -d); warploom new-policy mine; \
         grep -q 'path = \"{prefix}/share/warploom/crates/cli\"' mine/Cargo.toml; \
         cd {prefix}/share/warploom; warploom exec examples/saxpy/saxpy.ptx --launch examples/saxpy/launch.toml"
    )
}

pub(crate) fn run(arguments: impl Iterator<Item = String>) -> Result<()> {
    let mut short = false;
    for argument in arguments {
        match argument.as_str() {
            "--short" => short = true,
            "--help" | "-h" => {
                print!("{HELP}");
                return Ok(());
            }
            other => return Err(format!("there is no option `{other}`\n\n{HELP}")),
        }
    }
    let root = workspace()?;
    let release = root.join("target/dist/release");
    let commands: &[&str] = if short { &SHORT } else { &COMMANDS };
    let clean = Clean::new(&root)?;
    let deb =
        find(&release, "deb")?.ok_or("target/dist/release has no Debian package: `cargo xtask dist`")?;
    debian(&clean, &deb, commands)?;
    match find(&release, "whl")? {
        Some(file) => wheel(&clean, &root, &file, commands),
        None => Ok(()),
    }
}

/// Installs the Debian package, uses it and removes it.
fn debian(clean: &Clean, deb: &Path, commands: &[&str]) -> Result<()> {
    println!("the Debian package");
    let file = clean.bring(deb)?;
    clean.time("dpkg --install", &["dpkg", "--install", &file])?;
    for command in commands {
        clean.time(&format!("warploom {command}"), &["sh", "-c", &format!("warploom {command}")])?;
    }
    clean.time("a policy's crate", &["sh", "-c", &new_policy("/usr")])?;
    let parts = ["/usr/bin/warploom", "/usr/lib/warploom/libwarploom_cuda.so", "/usr/share/warploom"];
    // The smallest Debian leaves out manual pages and most of share/doc, which is its own setting.
    for part in parts.iter().chain(&["/usr/share/bash-completion/completions/warploom"]) {
        if !clean.root.join(&part[1..]).exists() {
            return Err(format!("the package does not install {part}"));
        }
    }
    clean.time("dpkg --purge", &["dpkg", "--purge", "warploom"])?;
    match parts.iter().find(|part| clean.root.join(&part[1..]).exists()) {
        Some(part) => Err(format!("{part} is still there after the package was removed")),
        None => Ok(()),
    }
}

/// Installs the wheel in a virtual environment, and uses it from Python and as a command.
fn wheel(clean: &Clean, root: &Path, wheel: &Path, commands: &[&str]) -> Result<()> {
    println!("the wheel");
    // What it depends on is brought along: the clean system needs no network.
    let packages = root.join("target/dist/packages");
    let python = environment(&root.join("target/tools/python-build"), crate::python::BUILD)?;
    let mut download = Command::new(python);
    download.args(["-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--only-binary=:all:"]);
    complete(download.arg("--dest").arg(&packages).arg(crate::python::PYARROW))?;
    for entry in fs::read_dir(&packages).map_err(|e| format!("{}: {e}", shown(&packages)))? {
        clean.bring(&entry.map_err(|e| format!("{}: {e}", shown(&packages)))?.path())?;
    }
    let file = clean.bring(wheel)?;
    clean.time("python3 -m venv", &["python3", "-m", "venv", "/venv"])?;
    let pip = ["/venv/bin/pip", "install", "--quiet", "--no-index", "--find-links", "/brought", &file];
    clean.time("pip install", &pip)?;
    for command in commands {
        clean
            .time(&format!("warploom {command}"), &["sh", "-c", &format!("/venv/bin/warploom {command}")])?;
    }
    clean.time("a policy's crate", &["sh", "-c", &new_policy("/venv")])?;
    let library = "test -f /venv/lib/warploom/libwarploom_cuda.so";
    clean.time("the capture library is there", &["sh", "-c", library])?;
    let program = "import warploom; print(warploom.compare('lud', size='tiny', policies=['lrr', 'gto']))";
    clean.time("python: warploom.compare", &["/venv/bin/python", "-c", program])
}

/// A clean system. Deleted with the value.
struct Clean {
    root: PathBuf,
}

impl Clean {
    fn new(workspace: &Path) -> Result<Clean> {
        let base = workspace.join("target/tools").join(format!("debian-{RELEASE}"));
        if !base.join("brought").exists() {
            if Command::new("debootstrap").arg("--version").output().is_err() {
                apt(&["debootstrap"])?;
            }
            let _ = fs::remove_dir_all(&base);
            let mut make = Command::new("debootstrap");
            make.args(["--variant=minbase", &format!("--include={PYTHON}"), RELEASE]).arg(&base);
            complete(make.stdout(std::process::Stdio::null()))?;
            // The last step, so that an interrupted one is made again.
            fs::create_dir(base.join("brought")).map_err(|e| format!("{}: {e}", shown(&base)))?;
        }
        let root = workspace.join("target/dist/clean");
        let _ = fs::remove_dir_all(&root);
        complete(Command::new("cp").args(["--archive", "--reflink=auto"]).arg(&base).arg(&root))?;
        // Programs ask the system for its processors and their time there.
        let devices = root.join("dev/fd");
        if !devices.exists() {
            symlink("/proc/self/fd", &devices).map_err(|e| format!("{}: {e}", shown(&devices)))?;
        }
        complete(Command::new("mount").args(["-t", "proc", "proc"]).arg(root.join("proc")))?;
        let clean = Clean { root };
        let rust = clean.command(&["sh", "-c", "command -v cargo rustc gcc"]).output();
        match rust.map_err(|e| format!("chroot: {e}"))?.status.success() {
            true => Err("the clean system has a compiler".to_owned()),
            false => Ok(clean),
        }
    }

    /// Copies a file into the system. Returns its name there.
    fn bring(&self, file: &Path) -> Result<String> {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        fs::copy(file, self.root.join("brought").join(&name)).map_err(|e| format!("{}: {e}", shown(file)))?;
        Ok(format!("/brought/{name}"))
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new("chroot");
        command.arg(&self.root).args(words);
        // Nothing of the host's own settings.
        let path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
        command.env_clear().env("PATH", path).env("HOME", "/root").env("LC_ALL", "C.UTF-8");
        command
    }

    /// Runs a command in the system, and prints its seconds and its last line.
    fn time(&self, what: &str, words: &[&str]) -> Result<()> {
        let begun = Instant::now();
        let output = self.command(words).output().map_err(|e| format!("chroot: {e}"))?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        if !output.status.success() {
            return Err(format!("{what} failed:\n{text}{}", String::from_utf8_lossy(&output.stderr)));
        }
        let last = text.trim_end().lines().last().unwrap_or_default();
        println!("{:>8.1} s  {what}\n{:>10}  {last}", begun.elapsed().as_secs_f64(), "");
        Ok(())
    }
}

impl Drop for Clean {
    fn drop(&mut self) {
        // If it cannot be unmounted, its files must not be deleted.
        let unmounted = Command::new("umount").arg(self.root.join("proc")).status();
        if unmounted.is_ok_and(|status| status.success()) {
            let _ = fs::remove_dir_all(&self.root);
        }
    }
}

/// The file with this ending, if there is one.
fn find(folder: &Path, ending: &str) -> Result<Option<PathBuf>> {
    let entries = fs::read_dir(folder).map_err(|e| format!("{}: {e}; `cargo xtask dist`", shown(folder)))?;
    let mut files = entries.filter_map(|entry| Some(entry.ok()?.path()));
    Ok(files.find(|path| path.extension().is_some_and(|end| end == ending)))
}
