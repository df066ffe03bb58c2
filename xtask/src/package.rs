//! `cargo xtask package`: the crates as they are published, compiled without the repository around them.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::Result;
use crate::cargo::target;
use crate::command::complete;
use crate::compile::{shown, workspace};

const HELP: &str = "\
Packages every published crate, and compiles the packages as one workspace outside of the repository: a file that a package lacks is
an error, and so is a licence that is not the repository's. `cargo package --workspace` compiles each package alone, which takes ten
times as long; .ci/nightly does.

usage: cargo xtask package
";

/// The largest package, compressed.
const LIMIT: u64 = 2_000_000;

pub(crate) fn run(mut arguments: impl Iterator<Item = String>) -> Result<()> {
    match arguments.next().as_deref() {
        None => {}
        Some("--help" | "-h") => {
            print!("{HELP}");
            return Ok(());
        }
        Some(other) => return Err(format!("there is no option `{other}`\n\n{HELP}")),
    }
    let root = workspace()?;
    let target = target(&root);
    let packages = target.join("package");
    let _ = fs::remove_dir_all(&packages);
    let mut cargo = Command::new("cargo");
    cargo.current_dir(&root).args(["package", "--workspace", "--locked", "--no-verify", "--allow-dirty"]);
    // That tests are not in the packages is wanted, and each would be a warning.
    complete(cargo.args(["--exclude", "xtask", "--quiet"]))?;
    let alone = target.join("packages-alone");
    let _ = fs::remove_dir_all(&alone);
    fs::create_dir_all(&alone).map_err(|e| format!("{}: {e}", shown(&alone)))?;
    let names = unpack(&packages, &alone)?;
    compare_licences(&root, &alone, &names)?;
    fs::write(alone.join("Cargo.toml"), manifest(&root, &names)?)
        .and_then(|()| fs::copy(root.join("Cargo.lock"), alone.join("Cargo.lock")))
        .map_err(|e| format!("{}: {e}", shown(&alone)))?;
    let mut check = Command::new("cargo");
    check.current_dir(&alone).args(["check", "--workspace", "--lib", "--bins", "--offline"]);
    complete(check.env("CARGO_TARGET_DIR", &target))
}

/// Unpacks the packages and prints their sizes. Returns their directories' names.
fn unpack(packages: &Path, to: &Path) -> Result<Vec<String>> {
    let entries = fs::read_dir(packages).map_err(|e| format!("{}: {e}", shown(packages)))?;
    let mut files: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "crate"));
    files.sort();
    let mut names = Vec::new();
    for file in files {
        let bytes = fs::metadata(&file).map_err(|e| format!("{}: {e}", shown(&file)))?.len();
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        println!("{:>7.1} kB  {name}", bytes as f64 / 1e3);
        if bytes > LIMIT {
            return Err(format!("{name} has {bytes} bytes: exclude what only the repository's checks need"));
        }
        // The times in packages are the same for all versions, and cargo would compile no changed one again.
        let extract = ["--extract", "--touch", "--file"];
        complete(Command::new("tar").args(extract).arg(&file).arg("--directory").arg(to))?;
        names.push(name);
    }
    Ok(names)
}

/// Checks that each package has the licences of the repository, whole: a link or the path of a file would be packed as it is.
fn compare_licences(root: &Path, packages: &Path, names: &[String]) -> Result<()> {
    for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
        let read = |path: &Path| fs::read(path).map_err(|e| format!("{}: {e}", shown(path)));
        let text = read(&root.join(licence))?;
        for name in names {
            let packed = packages.join(name).join(licence);
            if read(&packed)? != text {
                return Err(format!(
                    "{} is not the text of {licence} in the repository: copy it",
                    shown(&packed)
                ));
            }
        }
    }
    Ok(())
}

/// A workspace of the packages, in which each uses the others. The repository's profiles, so that dependencies are not checked
/// again.
fn manifest(root: &Path, names: &[String]) -> Result<String> {
    let file = root.join("Cargo.toml");
    let text = fs::read_to_string(&file).map_err(|e| format!("{}: {e}", shown(&file)))?;
    let all: toml::Table = text.parse().map_err(|e| format!("{}: {e}", shown(&file)))?;
    let mut manifest = format!("[workspace]\nresolver = \"3\"\nmembers = {names:?}\n\n[patch.crates-io]\n");
    for name in names {
        let package = name.rsplit_once('-').map_or(name.as_str(), |(package, _)| package);
        manifest.push_str(&format!("{package} = {{ path = {name:?} }}\n"));
    }
    let mut profile = toml::Table::new();
    profile.extend(all.get("profile").map(|profile| ("profile".to_owned(), profile.clone())));
    Ok(manifest + "\n" + &profile.to_string())
}
