//! Files that are written whole or not at all: a temporary file is renamed when it is complete.
//!
//! Warploom writes its output files by this module, except the `.traceg` files of an export: their list is written last. A new file
//! has the permissions of the user's umask; a file that is replaced keeps its own.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// The ending of files that are not committed.
const TEMPORARY: &str = ".part";

/// Writes a file whole or not at all.
///
/// ```
/// # let dir = tempfile::tempdir()?;
/// # let path = dir.path().join("x.svg");
/// warploom_tape::atomic_file::write(&path, b"<svg/>")?;
/// assert_eq!(std::fs::read(&path)?, b"<svg/>");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// If the file cannot be written. An existing file is then unchanged.
pub fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    let file = AtomicFile::create(path)?;
    file.file()?.write_all(content)?;
    file.commit()
}

/// A file that replaces its target when it is [committed](AtomicFile::commit), and is removed if it is dropped before.
///
/// A target that is a pipe or a device is written directly. A target that is a link stays one: the file it names is replaced.
#[derive(Debug)]
pub struct AtomicFile {
    file: File,
    /// The temporary file and its target; none if the target is written directly or the file is committed.
    rename: Option<(PathBuf, PathBuf)>,
}

impl AtomicFile {
    /// Creates the temporary file in the directory of its target.
    ///
    /// # Errors
    /// If the target is a directory or cannot be written.
    pub fn create(path: &Path) -> io::Result<AtomicFile> {
        let Ok(existing) = fs::metadata(path) else {
            let (file, temporary) = temporary(path)?;
            return Ok(AtomicFile { file, rename: Some((temporary, path.to_owned())) });
        };
        if existing.is_dir() {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a directory"));
        }
        // A rename would replace even a file that is protected against writing.
        let direct = OpenOptions::new().write(true).open(path)?;
        if !existing.is_file() {
            return Ok(AtomicFile { file: direct, rename: None });
        }
        let target = path.canonicalize()?;
        let (file, temporary) = temporary(&target)?;
        let created = AtomicFile { file, rename: Some((temporary, target)) };
        created.file.set_permissions(existing.permissions())?;
        Ok(created)
    }

    /// The file to write to.
    ///
    /// # Errors
    /// If the system has no file handle left.
    pub fn file(&self) -> io::Result<File> {
        self.file.try_clone()
    }

    /// Renames the complete file to its target.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn commit(mut self) -> io::Result<()> {
        if let Some((temporary, target)) = &self.rename {
            // Without the sync, a crash after the rename could leave an incomplete file.
            self.file.sync_all()?;
            fs::rename(temporary, target)?;
            self.rename = None;
        }
        Ok(())
    }

    /// Gives the complete file its target's name unless there is a file of that name. Returns whether it did: of several writers,
    /// one does.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn commit_new(self) -> io::Result<bool> {
        if let Some((temporary, target)) = &self.rename {
            self.file.sync_all()?;
            // Unlike a rename, a link does not replace a file.
            match fs::hard_link(temporary, target) {
                Ok(()) => {}
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Ok(false),
                // A file system without links: the last of several writers remains.
                Err(_) => self.commit()?,
            }
        }
        Ok(true)
    }
}

/// Whether a path is that of a file that is not committed, as its name says.
pub fn is_temporary(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().as_encoded_bytes();
    name.starts_with(b".") && name.ends_with(TEMPORARY.as_bytes())
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        if let Some((temporary, _)) = &self.rename {
            // A leftover temporary file is harmless.
            let _ = fs::remove_file(temporary);
        }
    }
}

/// A new file next to `target`.
fn temporary(target: &Path) -> io::Result<(File, PathBuf)> {
    let no_name = || io::Error::new(io::ErrorKind::InvalidInput, "the path has no file name");
    let name = target.file_name().ok_or_else(no_name)?;
    let mut number = 0_u64;
    loop {
        let mut temporary = OsString::from(".");
        temporary.push(name);
        temporary.push(format!(".{}-{number}{TEMPORARY}", std::process::id()));
        let path = target.with_file_name(temporary);
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(file) => return Ok((file, path)),
            // In use by another thread, or left over from a terminated process with the same id.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(directory: &Path) -> Vec<String> {
        let entries = fs::read_dir(directory).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_appears_when_it_is_committed() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("x");
        let dropped = AtomicFile::create(&path).unwrap();
        let second = AtomicFile::create(&path).unwrap();
        assert_eq!(names(directory.path()).len(), 2, "two temporary files of the same target");
        drop(dropped);
        second.file().unwrap().write_all(b"new").unwrap();
        assert!(!path.exists());
        second.commit().unwrap();
        assert_eq!(
            (names(directory.path()), fs::read(&path).unwrap()),
            (vec!["x".to_owned()], b"new".to_vec())
        );
    }

    #[test]
    fn a_directory_or_a_path_without_a_name_is_an_error() {
        let directory = tempfile::tempdir().unwrap();
        assert_eq!(write(directory.path(), b"").unwrap_err().kind(), io::ErrorKind::IsADirectory);
        assert!(write(&directory.path().join("none/x"), b"").is_err());
        assert!(write(Path::new(""), b"").is_err());
        assert!(names(directory.path()).is_empty());
    }

    #[cfg(unix)]
    #[test]
    fn an_existing_file_keeps_its_permissions_and_links() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let directory = tempfile::tempdir().unwrap();
        let (path, link) = (directory.path().join("x"), directory.path().join("link"));
        fs::write(&path, b"old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        symlink("x", &link).unwrap();
        write(&link, b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        assert_eq!(names(directory.path()), ["link", "x"]);
        write(Path::new("/dev/null"), b"nothing").unwrap();
    }
}
