//! The folder of a captured program.

use crate::ui::command::Failure;
use std::ffi::OsStr;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::{fs, io};
use warploom_tape::atomic_file;
use warploom_tape::capture::LIST;

/// The folder if none is named: that of the program's name, in the current directory.
pub fn default(program: &OsStr) -> PathBuf {
    let name = Path::new(program).file_stem().unwrap_or(program);
    let mut name = name.to_owned();
    name.push(".capture");
    PathBuf::from(name)
}

/// A folder that no other capture writes, as long as this value lives.
pub struct Folder {
    pub path: PathBuf,
    _locked: File,
}

/// Makes an empty folder. An earlier capture in it is removed, finished or not. Other files are an error, and so is a capture that is
/// still being written; then nothing is touched.
pub fn prepare(path: PathBuf) -> Result<Folder, Failure> {
    let failed =
        |error: io::Error| Failure::mistake(format!("`{}` cannot be written: {error}", path.display()), None);
    fs::create_dir_all(&path).map_err(failed)?;
    let locked = File::open(&path).map_err(failed)?;
    if let Err(TryLockError::WouldBlock) = locked.try_lock() {
        let message = format!("another `warploom capture` is writing `{}`", path.display());
        return Err(Failure::mistake(
            message,
            Some("wait for it, or choose another folder with -o DIR".to_owned()),
        ));
    }
    let entries = fs::read_dir(&path).map_err(failed)?.map(|entry| Ok(entry?.path()));
    let entries = entries.collect::<io::Result<Vec<PathBuf>>>().map_err(failed)?;
    // A capture leaves its list, or parts if it was killed: files of such names alone may be anybody's.
    let earlier = entries.iter().any(|entry| entry.ends_with(LIST) || atomic_file::is_temporary(entry));
    if let Some(other) = entries.iter().find(|entry| !earlier || !ours(entry)) {
        let message = format!("`{}` has other files, such as `{}`", path.display(), other.display());
        let help = "choose an empty or new folder with -o DIR".to_owned();
        return Err(Failure::mistake(message, Some(help)));
    }
    for entry in entries {
        let removed = if entry.is_dir() { fs::remove_dir_all(&entry) } else { fs::remove_file(&entry) };
        removed.map_err(failed)?;
    }
    // The program may change its directory.
    let path = path.canonicalize().map_err(failed)?;
    Ok(Folder { path, _locked: locked })
}

/// Whether a file is one that a capture leaves, or was writing when it was interrupted.
fn ours(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    // A part is called `.NAME.PROCESS-NUMBER.part`.
    let part = atomic_file::is_temporary(path).then(|| name.rsplitn(3, '.').nth(2)).flatten();
    let name = part.map_or(&*name, |part| part.trim_start_matches('.'));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    name == LIST
        || name
            .strip_suffix(".tape")
            .is_some_and(|name| name.split_once('-').is_some_and(|(number, _)| digits(number)))
        || name.starts_with("module-") && name.ends_with(".ptx")
        || name.strip_prefix("process-").is_some_and(digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_earlier_capture_is_replaced_and_nothing_else_is_touched() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a/b");
        let made = prepare(path.clone()).ok().unwrap();
        for name in [LIST, "0001-k.tape", "module-0.ptx"] {
            fs::write(made.path.join(name), "").unwrap();
        }
        fs::create_dir(made.path.join("process-2")).unwrap();
        assert!(prepare(path.clone()).is_err(), "it is being written");
        assert!(path.join(LIST).exists(), "a refusal removes nothing");
        drop(made);
        assert!(prepare(path.clone()).is_ok());
        assert_eq!(fs::read_dir(&path).unwrap().count(), 0);
        fs::write(path.join("thesis.tex"), "").unwrap();
        assert!(prepare(path.clone()).is_err());
        fs::write(path.join(LIST), "").unwrap();
        assert!(prepare(path.clone()).is_err());
        assert!(path.join("thesis.tex").exists() && path.join(LIST).exists(), "a refusal removes nothing");
        fs::remove_file(path.join("thesis.tex")).unwrap();
        fs::remove_file(path.join(LIST)).unwrap();
        fs::write(path.join("0001-k.tape"), "").unwrap();
        assert!(prepare(path.clone()).is_err(), "a tape alone may be anybody's");
        fs::write(path.join(".0002-k.tape.71-0.part"), "").unwrap();
        fs::write(path.join("module-0.ptx"), "").unwrap();
        assert!(prepare(path.clone()).is_ok(), "what a killed capture left");
        assert_eq!(fs::read_dir(&path).unwrap().count(), 0);
    }

    #[test]
    fn folders_are_named_after_programs() {
        assert_eq!(default(OsStr::new("./bin/bfs")), Path::new("bfs.capture"));
    }
}
