//! `cargo xtask python`: the Python package, built as a wheel, installed and tested as a user has it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::Result;
use crate::cargo::target;
use crate::command::complete;
use crate::compile::workspace;
use crate::steps::Steps;
use crate::venv::environment;

const HELP: &str = "\
Makes a wheel of the Python package, installs it in a clean virtual environment and tests it there: pytest, mypy --strict, and the
notebooks of docs/tutorials/notebooks. Without an option the wheel is packed from the workspace's debug build; maturin builds released ones.

usage: cargo xtask python [--release] [--zig] [--bench] [--only-wheel]

  --release      built by maturin and optimised, as it is released
  --zig          link for glibc 2.17 with zig, so that the wheel runs on any Linux since 2014; implies --release
  --bench        also run crates/python/benches: rows without a copy, and the cost of a pick in Python
  --only-wheel   build the wheel and stop

It needs python3 with venv. All else comes from PyPI in the versions pinned in xtask/src/python.rs.
The wheel is left in target/wheels.
";

/// Tools that build the wheel.
pub(crate) const BUILD: &[&str] = &["maturin==1.16.0"];

/// What packs a wheel of the debug build.
const PACK: &[&str] = &["wheel==0.48.0"];

/// The linker of wheels for old distributions.
const ZIG: &[&str] = &["ziglang==0.17.0"];

/// The package's own dependency: pinned here, so that a test's result does not depend on the day.
pub(crate) const PYARROW: &str = "pyarrow==26.0.1";

/// Packages that the tests use.
const TEST: &[&str] = &[
    PYARROW,
    "pytest==9.2.0",
    "mypy==2.4.1",
    "pyarrow-stubs==20.0.0.20260819",
    "polars==2.1.0",
    "altair==6.3.0",
    "duckdb==2.0.0",
    "pandas==3.1.1",
    "nbclient==0.11.0",
    "ipykernel==7.4.0",
    "numpy==2.4.6",
    "triton==3.5.1",
];

#[derive(Default)]
struct Options {
    release: bool,
    zig: bool,
    bench: bool,
    only_wheel: bool,
}

pub(crate) fn run(arguments: impl Iterator<Item = String>) -> Result<()> {
    let mut options = Options::default();
    for argument in arguments {
        match argument.as_str() {
            "--release" => options.release = true,
            "--zig" => (options.zig, options.release) = (true, true),
            "--bench" => options.bench = true,
            "--only-wheel" => options.only_wheel = true,
            "--help" | "-h" => {
                print!("{HELP}");
                return Ok(());
            }
            other => return Err(format!("there is no option `{other}`\n\n{HELP}")),
        }
    }
    let root = workspace()?;
    let tools = root.join("target/tools");
    let mut steps = Steps::default();
    let build = steps.time("tools", || match (options.zig, options.release) {
        (true, _) => environment(&tools.join("python-zig"), &[BUILD, ZIG].concat()),
        (false, true) => environment(&tools.join("python-build"), BUILD),
        (false, false) => environment(&tools.join("python-pack"), PACK),
    })?;
    let wheel = steps.time("wheel", || match options.release {
        true => built(&root, &build, &options),
        false => packed(&root, &build),
    })?;
    let bytes = fs::metadata(&wheel).map_err(|e| format!("{}: {e}", wheel.display()))?.len();
    println!("{}: {:.1} MB", wheel.file_name().unwrap_or_default().display(), bytes as f64 / 1e6);
    if options.only_wheel {
        return Ok(());
    }
    let python = steps.time("installation", || installed(&root, &tools.join("python-test"), &wheel))?;
    let package = root.join("crates/python");
    // Outside of the sources, so that the installed package is imported and not the directory.
    let elsewhere = root.join("target/python");
    fs::create_dir_all(&elsewhere).map_err(|e| format!("{}: {e}", elsewhere.display()))?;
    let module = |name: &str| {
        let mut command = Command::new(&python);
        command.current_dir(&elsewhere).env("PYTHONDONTWRITEBYTECODE", "1").args(["-m", name]);
        command
    };
    steps.time("pytest", || {
        let cache = format!("cache_dir={}", elsewhere.join("pytest").display());
        let mut pytest = module("pytest");
        pytest.args(["-o", &cache, "-c"]).arg(package.join("pyproject.toml")).arg(package.join("tests"));
        complete(&mut pytest)
    })?;
    steps.time("mypy", || {
        let mypy = || {
            let mut mypy = module("mypy");
            mypy.arg("--cache-dir").arg(elsewhere.join("mypy"));
            mypy.arg("--config-file").arg(package.join("pyproject.toml"));
            mypy
        };
        complete(mypy().args(["--package", "warploom"]))?;
        complete(mypy().arg(package.join("tests")).arg(package.join("benches")))
    })?;
    steps.time("notebooks", || {
        let mut execute = Command::new(&python);
        complete(execute.current_dir(&elsewhere).arg(root.join("xtask/notebook.py")).args(notebooks(&root)?))
    })?;
    if options.bench {
        for bench in ["rows.py", "picks.py"] {
            let mut run = Command::new(&python);
            steps.time(bench, || {
                complete(run.current_dir(&elsewhere).arg(package.join("benches").join(bench)))
            })?;
        }
    }
    steps.print();
    Ok(())
}

/// An empty directory for the wheel: one of another version or kind must not be mistaken for the one that is made now.
fn emptied(root: &Path) -> PathBuf {
    let out = root.join("target/wheels");
    let _ = fs::remove_dir_all(&out);
    out
}

/// A wheel of the workspace's debug build. maturin selects one package, for which cargo chooses other features of dependencies and compiles
/// nearly all of them again.
fn packed(root: &Path, python: &Path) -> Result<PathBuf> {
    // As .ci/run builds: tests have dependencies of their own, which turn on features of others.
    let all = ["build", "--workspace", "--lib", "--bins", "--tests", "--examples", "--locked"];
    complete(Command::new("cargo").current_dir(root).args(all))?;
    let out = emptied(root);
    let (tree, version) = (out.join("tree"), env!("CARGO_PKG_VERSION"));
    let (module, about) = (tree.join("warploom"), tree.join(format!("warploom-{version}.dist-info")));
    let failed = |e| format!("{}: {e}", tree.display());
    fs::create_dir_all(&module).and_then(|()| fs::create_dir_all(&about)).map_err(failed)?;
    let sources = root.join("crates/python/python/warploom");
    for folder in ["", "triton"] {
        let into = module.join(folder);
        fs::create_dir_all(&into).map_err(failed)?;
        for entry in fs::read_dir(sources.join(folder)).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            if entry.path().is_file() {
                fs::copy(entry.path(), into.join(entry.file_name())).map_err(failed)?;
            }
        }
    }
    let library = target(root).join("debug/lib_warploom.so");
    fs::copy(&library, module.join("_warploom.abi3.so"))
        .map_err(|e| format!("{}: {e}", library.display()))?;
    let files = [
        (
            "METADATA",
            format!(
                "Metadata-Version: 2.1\nName: warploom\nVersion: {version}\nRequires-Dist: pyarrow>=16\n\
                 Provides-Extra: triton\nRequires-Dist: triton>=3.3; extra == 'triton'\nRequires-Dist: numpy; extra == 'triton'\n"
            ),
        ),
        ("WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: false\nTag: cp310-abi3-linux_x86_64\n".to_owned()),
        (
            "entry_points.txt",
            "[console_scripts]\nwarploom = warploom.__main__:main\n\n[pytest11]\nwarploom = warploom._pytest\n"
                .to_owned(),
        ),
    ];
    files.into_iter().try_for_each(|(name, text)| fs::write(about.join(name), text)).map_err(failed)?;
    complete(Command::new(python).args(["-m", "wheel", "pack"]).arg(&tree).arg("--dest-dir").arg(&out))?;
    only_wheel(&out)
}

/// A wheel by maturin.
fn built(root: &Path, python: &Path, options: &Options) -> Result<PathBuf> {
    let out = emptied(root);
    let mut maturin = Command::new(python);
    maturin
        .current_dir(root.join("crates/python"))
        .args(["-m", "maturin", "build", "--release", "--locked", "--out"])
        .arg(&out);
    // The interpreter's path would otherwise be part of the build's key, and compile PyO3 again for each environment.
    maturin.args(["--interpreter", "python3"]);
    if options.zig {
        // maturin asks the first Python in PATH for zig.
        let own = python.parent().map(Path::to_path_buf);
        let path = std::env::var_os("PATH").unwrap_or_default();
        let path = std::env::join_paths(own.into_iter().chain(std::env::split_paths(&path)));
        maturin.env("PATH", path.map_err(|e| format!("PATH: {e}"))?).arg("--zig");
    }
    complete(&mut maturin)?;
    only_wheel(&out)
}

/// The wheel in a directory.
fn only_wheel(out: &Path) -> Result<PathBuf> {
    let entries = fs::read_dir(out).map_err(|e| format!("{}: {e}", out.display()))?;
    let mut wheels = entries.filter_map(|entry| Some(entry.ok()?.path()));
    wheels
        .find(|path| path.extension().is_some_and(|end| end == "whl"))
        .ok_or_else(|| format!("{} has no wheel", out.display()))
}

/// A virtual environment with the packages of the tests, and with nothing of an earlier wheel. Returns its interpreter.
fn installed(root: &Path, place: &Path, wheel: &Path) -> Result<PathBuf> {
    let python = environment(place, TEST)?;
    let pip = || {
        let mut pip = Command::new(&python);
        pip.current_dir(root.join("target")).args(["-m", "pip"]);
        pip
    };
    complete(pip().args(["uninstall", "--quiet", "--yes", "warploom"]).stderr(Stdio::null()))?;
    complete(pip().args(["install", "--quiet", "--disable-pip-version-check", "--no-index"]).arg(wheel))?;
    Ok(python)
}

/// The notebooks of the book.
fn notebooks(root: &Path) -> Result<Vec<PathBuf>> {
    let folder = root.join("docs/tutorials/notebooks");
    let entries = fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut found: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    found.retain(|path| path.extension().is_some_and(|end| end == "ipynb"));
    found.sort();
    if found.is_empty() { Err(format!("{} has no notebooks", folder.display())) } else { Ok(found) }
}
