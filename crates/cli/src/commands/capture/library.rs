//! The library that a captured program loads in place of CUDA's.

use crate::ui::command::Failure;
use std::env;
use std::ffi::OsString;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use warploom_tape::capture::Settings;

/// The library's file.
const FILE: &str = "libwarploom_cuda.so";
/// Where to find it, if it is elsewhere.
const VARIABLE: &str = "WARPLOOM_CUDA_LIBRARY";
/// The names under which programs look for it.
const NAMES: [&str; 2] = ["libcudart.so.13", "libcuda.so.1"];

/// The library.
pub struct Library(PathBuf);

/// What a program needs to load the library: a directory with it under CUDA's names, and the settings. Deleted with the value.
pub struct Loading {
    directory: tempfile::TempDir,
}

impl Library {
    /// Finds the library: where the environment says, beside this program, or where packages put it. `program` is the file that
    /// starts this program: a script of the Python package, where the executable file is an interpreter somewhere else.
    pub fn find(program: Option<&Path>) -> Result<Library, Failure> {
        if let Some(path) = env::var_os(VARIABLE) {
            let path = PathBuf::from(path);
            return match path.is_file() {
                true => Ok(Library(path)),
                false => Err(Failure::mistake(
                    format!("{VARIABLE} names `{}`, which is no file", path.display()),
                    None,
                )),
            };
        }
        let executable = env::current_exe().ok().and_then(|exe| exe.canonicalize().ok());
        let here = [executable.as_deref(), program].into_iter().flatten().filter_map(Path::parent);
        // Cargo puts a dependency into `deps`; a copy outside of it may be an older one.
        let places: Vec<PathBuf> = here
            .flat_map(|here| ["deps", "", "../lib/warploom"].map(|folder| here.join(folder).join(FILE)))
            .collect();
        match places.iter().find(|path| path.is_file()) {
            Some(path) => Ok(Library(path.clone())),
            None => {
                let message = format!("{FILE}, which captured programs load, is not beside this program");
                let help = format!(
                    "the archive, the Debian package and the Python package have it; in a checkout, build it with \
                     `cargo build --release -p warploom-cuda`; or set {VARIABLE} to its path"
                );
                Err(Failure::mistake(message, Some(help)))
            }
        }
    }

    /// Prepares what a program needs.
    pub fn prepare(&self, settings: &Settings) -> Result<Loading, Failure> {
        let failed = |error: std::io::Error| {
            Failure::mistake(format!("a temporary directory cannot be written: {error}"), None)
        };
        let directory = tempfile::Builder::new().prefix("warploom-").tempdir().map_err(failed)?;
        let library = self.0.canonicalize().map_err(failed)?;
        for name in NAMES {
            symlink(&library, directory.path().join(name)).map_err(failed)?;
        }
        let loading = Loading { directory };
        std::fs::write(loading.settings(), settings.to_text().map_err(failed)?).map_err(failed)?;
        Ok(loading)
    }
}

impl Loading {
    /// The file of settings.
    pub fn settings(&self) -> PathBuf {
        self.directory.path().join("settings.toml")
    }

    /// Variables of the environment. A path in the program's file may come before the search path, and a library that is loaded
    /// first comes before that.
    pub fn environment(&self) -> [(&'static str, OsString); 2] {
        let library = self.directory.path().join(NAMES[0]).into_os_string();
        [
            (
                "LD_LIBRARY_PATH",
                joined(self.directory.path().as_os_str().to_owned(), env::var_os("LD_LIBRARY_PATH")),
            ),
            ("LD_PRELOAD", joined(library, env::var_os("LD_PRELOAD"))),
        ]
    }
}

/// A list with `first` before what is there.
fn joined(first: OsString, rest: Option<OsString>) -> OsString {
    let mut all = first;
    if let Some(rest) = rest.filter(|rest| !rest.is_empty()) {
        all.push(":");
        all.push(rest);
    }
    all
}
