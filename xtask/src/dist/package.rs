//! What was compiled, in the forms that users install.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use sha2::{Digest as _, Sha256};

use super::build::TARGET;
use super::tools::Tools;
use super::{Built, Place, read};
use crate::Result;
use crate::command::{complete, printed};
use crate::compile::shown;

/// Where shells look for completions, below the prefix of an installation.
const COMPLETIONS: [(&str, &str, &str); 3] = [
    ("bash", "warploom.bash", "share/bash-completion/completions/warploom"),
    ("fish", "warploom.fish", "share/fish/vendor_completions.d/warploom.fish"),
    ("zsh", "_warploom", "share/zsh/site-functions/_warploom"),
];

/// The place of Warploom's sources and of the files that the book names, below the prefix of an installation.
const SHARED: &str = "share/warploom";

/// The tree of an installation below its prefix. The program finds its library in `../lib/warploom` and its sources in
/// `../share/warploom`, so that the tree can be anywhere.
pub(crate) fn stage(place: &Place, tools: &Tools, built: &Built) -> Result<()> {
    let stage = staged(place);
    for old in [&stage, &debug(place)] {
        let _ = fs::remove_dir_all(old);
    }
    let (program, library) = (stage.join("bin/warploom"), stage.join("lib/warploom/libwarploom_cuda.so"));
    for (from, to) in [(&built.program, &program), (&built.library, &library)] {
        copy(from, to)?;
        split(place, tools, to, built.symbols)?;
    }
    let generate =
        |what: &str, to: &Path| complete(Command::new(&program).args(["generate", what, "-o"]).arg(to));
    generate("man", &stage.join("share/man/man1"))?;
    for (shell, file, to) in COMPLETIONS {
        let made = place.dist.join("completions");
        generate(shell, &made)?;
        copy(&made.join(file), &stage.join(to))?;
    }
    shared(place, &stage.join(SHARED))?;
    let papers = stage.join("share/doc/warploom");
    for file in ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE", "CITATION.cff"] {
        copy(&place.root.join(file), &papers.join(file))?;
    }
    match built.symbols {
        true => licences(place, &papers.join("THIRD-PARTY.txt")),
        false => Ok(()),
    }
}

/// The parts of the repository that an installed program needs, as a workspace of their own: what git knows of them, without the
/// tests of crates, which are half of it.
fn shared(place: &Place, to: &Path) -> Result<()> {
    let text = read(&place.root.join("Cargo.toml"))?;
    let mut manifest: toml::Table = text.parse().map_err(|e| format!("Cargo.toml: {e}"))?;
    let workspace = manifest.get_mut("workspace").and_then(toml::Value::as_table_mut);
    let workspace = workspace.ok_or("Cargo.toml has no workspace")?;
    // The other members are not there.
    workspace.insert("members".to_owned(), vec!["crates/*"].into());
    let files = workspace.get("metadata").and_then(|all| all.get("packages")?.get("files")?.as_array());
    let files = files.ok_or("Cargo.toml has no `workspace.metadata.packages.files`")?;
    let mut git = Command::new("git");
    git.current_dir(&place.root).args(["ls-files", "--"]).args(files.iter().filter_map(toml::Value::as_str));
    let listed = printed(git.arg(":(exclude,glob)crates/*/tests/**"))?;
    for file in listed.lines() {
        copy(&place.root.join(file), &to.join(file))?;
    }
    let manifest = format!("# Made of the repository's by `cargo xtask dist`.\n{manifest}");
    let file = to.join("Cargo.toml");
    fs::write(&file, manifest).map_err(|e| format!("{}: {e}", shown(&file)))
}

fn staged(place: &Place) -> PathBuf {
    place.dist.join("stage")
}

fn debug(place: &Place) -> PathBuf {
    place.dist.join("debug")
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    let folder = to.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", shown(folder)))?;
    fs::copy(from, to).map(|_| ()).map_err(|e| format!("{}: {e}", shown(from)))
}

/// Removes symbols from a file, after a copy of its debug information that debuggers find by name.
fn split(place: &Place, tools: &Tools, file: &Path, keep: bool) -> Result<()> {
    let objcopy = || Command::new(tools.llvm.join("llvm-objcopy"));
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let kept = debug(place).join(format!("{name}.debug"));
    if keep {
        fs::create_dir_all(debug(place)).map_err(|e| format!("{}: {e}", shown(&kept)))?;
        complete(objcopy().arg("--only-keep-debug").arg(file).arg(&kept))?;
    }
    complete(objcopy().arg("--strip-unneeded").arg(file))?;
    match keep {
        true => complete(objcopy().arg(format!("--add-gnu-debuglink={}", kept.display())).arg(file)),
        false => Ok(()),
    }
}

/// The licences of all that is linked in.
fn licences(place: &Place, to: &Path) -> Result<()> {
    let mut about = place.tool("cargo-about");
    // Without the network: two builds must not depend on a server's answers.
    about.args(["about", "generate", "--frozen", "--config", "xtask/about.toml"]);
    about.args(["--manifest-path", "crates/python/Cargo.toml", "--output-file"]);
    complete(about.arg(to).arg("xtask/about.hbs"))
}

/// The archives of the installation and of the debug information.
pub(crate) fn archives(place: &Place) -> Result<()> {
    let name = format!("warploom-{}-{}", place.version, TARGET.0);
    archive(place, &staged(place), &name, &name)?;
    match debug(place).exists() {
        true => archive(place, &debug(place), &name, &format!("{name}-debug")),
        false => Ok(()),
    }
}

/// Packs a directory under another name, with the order, the dates and the owners of its files fixed.
fn archive(place: &Place, from: &Path, root: &str, name: &str) -> Result<()> {
    let path = place.release.join(format!("{name}.tar.xz"));
    let out = File::create(&path).map_err(|e| format!("{}: {e}", shown(&path)))?;
    let mut tar = Command::new("tar");
    tar.arg("--directory").arg(from).args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner"]);
    tar.args(["--mode=u=rwX,go=rX", "--format=gnu", &format!("--mtime=@{}", place.epoch)]);
    tar.args([&format!("--transform=s,^\\.,{root},"), "--create", "."]).stdout(Stdio::piped());
    let mut tar = tar.spawn().map_err(|e| format!("tar: {e}"))?;
    let Some(packed) = tar.stdout.take() else { return Err("tar has no output".to_owned()) };
    // One thread: xz divides a file into blocks by the number of threads.
    complete(Command::new("xz").args(["-9", "--threads=1", "--stdout"]).stdin(packed).stdout(out))?;
    let ended = tar.wait().map_err(|e| format!("tar: {e}"))?;
    if ended.success() { Ok(()) } else { Err(format!("tar failed: {ended}")) }
}

/// The Debian package: what `[package.metadata.deb]` of crates/cli says, from the staged tree.
pub(crate) fn debian(place: &Place, fast: bool) -> Result<()> {
    let mut deb = place.tool("cargo-deb");
    deb.args([
        "deb",
        "--no-build",
        "--no-strip",
        "--package",
        "warploom",
        "--compress-type",
        "xz",
        "--output",
    ]);
    deb.arg(&place.release);
    complete(if fast { deb.arg("--fast") } else { &mut deb })
}

/// Adds the library of `warploom capture` and the sources to the wheel, where the installed command finds them.
pub(crate) fn wheel(place: &Place, tools: &Tools, wheel: &Path) -> Result<()> {
    let unpacked = place.dist.join("unpacked");
    let _ = fs::remove_dir_all(&unpacked);
    let tool = || {
        let mut tool = Command::new(&tools.python);
        tool.args(["-m", "wheel"]).env("SOURCE_DATE_EPOCH", &place.epoch);
        tool
    };
    complete(tool().arg("unpack").arg("--dest").arg(&unpacked).arg(wheel))?;
    let tree = unpacked.join(format!("warploom-{}", place.version));
    let library = "lib/warploom/libwarploom_cuda.so";
    let data = tree.join(format!("warploom-{}.data/data", place.version));
    copy(&staged(place).join(library), &data.join(library))?;
    let share = data.join("share");
    fs::create_dir_all(&share).map_err(|e| format!("{}: {e}", shown(&share)))?;
    complete(Command::new("cp").arg("--recursive").arg(staged(place).join(SHARED)).arg(&share))?;
    complete(tool().arg("pack").arg("--dest-dir").arg(&place.release).arg(&tree))
}

/// The bill of materials of the command.
pub(crate) fn bill_of_materials(place: &Place) -> Result<()> {
    let name = format!("warploom-{}.cdx", place.version);
    let mut cyclonedx = place.tool("cargo-cyclonedx");
    cyclonedx.args(["cyclonedx", "--format", "json", "--spec-version", "1.5", "--target", TARGET.0]);
    cyclonedx.args(["--manifest-path", "crates/cli/Cargo.toml", "--override-filename", &name]);
    complete(&mut cyclonedx)?;
    // It writes one beside each manifest of the workspace.
    let crates = place.root.join("crates");
    for entry in fs::read_dir(&crates).map_err(|e| format!("{}: {e}", shown(&crates)))? {
        let file = entry.map_err(|e| format!("{}: {e}", shown(&crates)))?.path().join(format!("{name}.json"));
        if file.starts_with(crates.join("cli")) {
            let root = place.root.display().to_string();
            let text = read(&file)?.replace(&root, "/warploom");
            fs::write(place.release.join(format!("{name}.json")), text)
                .map_err(|e| format!("{}: {e}", shown(&file)))?;
        }
        let _ = fs::remove_file(&file);
    }
    let _ = fs::remove_file(place.root.join("xtask").join(format!("{name}.json")));
    Ok(())
}

/// The image, by whatever builds images here.
pub(crate) fn container(place: &Place) -> Result<()> {
    let there = |name: &&str| Command::new(name).arg("--version").output().is_ok();
    let Some(builder) = ["podman", "buildah", "docker"].into_iter().find(there) else {
        return Err("neither podman nor buildah nor docker is installed: no image is built".to_owned());
    };
    let tag = format!("warploom:{}", place.version);
    let mut build = Command::new(builder);
    build.current_dir(&place.root).args(["build", "--tag", &tag, "--file", "Containerfile", "."]);
    complete(&mut build)
}

/// SHA256SUMS, and the list with sizes.
pub(crate) fn hashes(place: &Place) -> Result<()> {
    let entries = fs::read_dir(&place.release).map_err(|e| format!("{}: {e}", shown(&place.release)))?;
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.sort();
    let mut sums = String::new();
    for path in &files {
        let mut file = File::open(path).map_err(|e| format!("{}: {e}", shown(path)))?;
        let mut digest = Sha256::new();
        let bytes =
            io::copy(&mut file, &mut Hashed(&mut digest)).map_err(|e| format!("{}: {e}", shown(path)))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let hex: String = digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        sums.push_str(&format!("{hex}  {name}\n"));
        println!("{:>9.2} MB  {hex}  {name}", bytes as f64 / 1e6);
    }
    let path = place.release.join("SHA256SUMS");
    fs::write(&path, sums).map_err(|e| format!("{}: {e}", shown(&path)))
}

/// A digest as a place to write to.
struct Hashed<'a>(&'a mut Sha256);

impl io::Write for Hashed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shared_parts_are_a_workspace_of_their_own() {
        let place = Place::new().unwrap();
        let to = std::env::temp_dir().join(format!("warploom-shared-{}", std::process::id()));
        shared(&place, &to).unwrap();
        let mut cargo = Command::new("cargo");
        cargo.current_dir(&to).args(["metadata", "--no-deps", "--offline", "--format-version", "1"]);
        let metadata: serde_json::Value = serde_json::from_str(&printed(&mut cargo).unwrap()).unwrap();
        let packages = metadata["packages"].as_array().unwrap();
        assert!(packages.iter().any(|package| package["name"] == "warploom"), "{metadata}");
        assert!(!packages.iter().any(|package| package["name"] == "xtask"));
        // Its size is part of every package.
        let mut du = Command::new("du");
        let bytes = printed(du.args(["--apparent-size", "--bytes", "--summarize"]).arg(&to)).unwrap();
        let bytes: u64 = bytes.split_whitespace().next().unwrap().parse().unwrap();
        assert!((5_000_000..20_000_000).contains(&bytes), "{bytes} bytes");
        fs::remove_dir_all(&to).unwrap();
    }
}
