//! What cannot work is said before the program starts.

use super::FLAGS;
use crate::ui::command::Failure;
use crate::ui::diagnose::Report;
use std::ffi::OsStr;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use warploom_fatbin::program::{InspectError, Program, Runtime};

/// The runtime that Warploom's library stands in for.
const RUNTIME: &str = "libcudart.so.13";

/// Checks that a program can be captured. Where its file does not tell, it is run: a script may start one that can.
pub fn check(program: &OsStr, needs_ptx: bool, quiet: bool) -> Result<(), Failure> {
    let name = program.to_string_lossy();
    let Some(path) = find(program) else {
        let help = if program.as_encoded_bytes().contains(&b'/') {
            None
        } else {
            Some(format!("a program here is written `./{name}`"))
        };
        return Err(Failure::mistake(format!("there is no program `{name}`"), help));
    };
    let found = match Program::inspect(&path) {
        Ok(found) => found,
        Err(InspectError::NotElf { .. }) => return Ok(()),
        Err(error @ InspectError::Read { .. }) => return Err(Failure::mistake(error.to_string(), None)),
    };
    match &found.runtime {
        Runtime::Shared(library) if library == RUNTIME => {}
        Runtime::Shared(library) => {
            let message = format!("`{name}` needs {library}, and Warploom has {RUNTIME} only");
            return Err(Failure::mistake(message, Some(format!("compile it with CUDA 13: nvcc {FLAGS} …"))));
        }
        Runtime::Static => {
            let message = format!("the CUDA runtime is linked into `{name}`, so that it cannot be replaced");
            let help = format!(
                "link it as a library: nvcc -cudart shared …; `warploom nvcc-flags` prints all flags: {FLAGS}"
            );
            return Err(Failure::mistake(message, Some(help)));
        }
        Runtime::None => {
            if !found.driver && !quiet {
                let text = format!("`{name}` itself does not use CUDA; what it loads or starts may");
                Report::warning(text).print();
            }
            return Ok(());
        }
    }
    let has_code = found.has_ptx() || !needs_ptx && found.has_machine_code();
    if !found.images.is_empty() && !has_code {
        let mut architectures: Vec<String> =
            found.images.iter().map(|(_, number)| format!("sm_{number}")).collect();
        architectures.sort();
        architectures.dedup();
        let message = format!("`{name}` has no PTX, only machine code for {}", architectures.join(", "));
        return Err(Failure::mistake(message, Some(format!("compile it with PTX inside: nvcc {FLAGS} …"))));
    }
    Ok(())
}

/// The file of a program, as the shell finds it.
fn find(program: &OsStr) -> Option<PathBuf> {
    if program.as_encoded_bytes().contains(&b'/') {
        return Some(PathBuf::from(program)).filter(|path| path.is_file());
    }
    let runs =
        |path: &Path| path.metadata().is_ok_and(|m| m.is_file() && m.permissions().mode() & 0o111 != 0);
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|directory| directory.join(program)).find(|path| runs(path))
}
