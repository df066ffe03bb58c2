//! Folders of captured programs: a tape per recorded launch, and `capture.toml`, which lists all launches.
//!
//! The library that a captured program loads writes the folder; the settings reach it in a file, which the environment variable
//! [`SETTINGS`] names. The list grows with every launch, so that a program that ends by a signal leaves all that it finished.
//!
//! ```
//! use warploom_tape::capture::{Capture, Folder, LaunchEntry, ProgramEntry};
//!
//! let directory = tempfile::tempdir()?;
//! let program = ProgramEntry { program: vec!["./bfs".to_owned(), "graph.txt".to_owned()], ..ProgramEntry::default() };
//! let folder = Folder::create(directory.path(), &program)?;
//! folder.append(&LaunchEntry { number: 0, kernel: "bfs".to_owned(), ..LaunchEntry::default() })?;
//!
//! let capture = Capture::read(directory.path())?;
//! assert_eq!(capture.program.program[0], "./bfs");
//! assert_eq!(capture.launches[0].kernel, "bfs");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use serde::{Deserialize, Serialize};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// Environment variable with the path of the settings.
pub const SETTINGS: &str = "WARPLOOM_CAPTURE";
/// Name of the list of launches in a folder.
pub const LIST: &str = "capture.toml";
/// Version of the list's format.
const VERSION: u32 = 1;
/// Processes of one program that can have a folder each.
const MOST_PROCESSES: usize = 10_000;

/// How to capture a program.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// The folder to write; none to execute without recording anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub folder: Option<PathBuf>,
    /// The machine that the program sees, as TOML. Elapsed times are then simulated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub machine: Option<String>,
    /// Target of PTX: one of `warploom_kernel::ptx::lower::TARGETS`, or `ptx` for code as written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// Code to execute: `ptx` or `sass`; by default the machine code that fits the machine, or else PTX.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// What becomes of bad accesses: `strict`, `warn` or `off`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checks: Option<String>,
    /// Instructions that a warp may execute before it counts as endless.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub budget: Option<u64>,
    /// Whether the library says from time to time how far a long launch is.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub progress: bool,
    /// Whether to find data races.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub race: bool,
    /// Which launches to record.
    pub select: Selection,
}

/// Which launches to record: those that all conditions allow.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Selection {
    /// Kernels whose name matches, with `*` for any characters and `?` for one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kernel: Option<String>,
    /// Launches from this number on, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<u64>,
    /// Launches before this number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<u64>,
    /// The first launches of each kernel, this many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<u64>,
    /// Nothing is recorded; launches are executed and listed.
    pub none: bool,
}

impl Selection {
    /// Whether to record launch `number`, of a kernel that has one of `names` and was launched `earlier` times before.
    ///
    /// ```
    /// use warploom_tape::capture::Selection;
    /// let select = Selection { kernel: Some("bfs*".to_owned()), first: Some(2), ..Selection::default() };
    /// assert!(select.takes(7, &["_Z4bfs1Pi", "bfs1"], 1));
    /// assert!(!select.takes(7, &["bfs1"], 2) && !select.takes(7, &["sort"], 0));
    /// ```
    pub fn takes(&self, number: u64, names: &[&str], earlier: u64) -> bool {
        !self.none
            && self.kernel.as_deref().is_none_or(|glob| names.iter().any(|name| matches_pattern(glob, name)))
            && self.from.is_none_or(|from| number >= from)
            && self.until.is_none_or(|until| number < until)
            && self.first.is_none_or(|first| earlier < first)
    }
}

/// Whether a whole name matches a pattern: `*` stands for any characters, `?` for one.
pub fn matches_pattern(glob: &str, name: &str) -> bool {
    let mut rest = name.chars();
    let mut glob = glob.chars();
    while let Some(c) = glob.next() {
        match c {
            '*' => {
                let glob = glob.as_str();
                return loop {
                    if matches_pattern(glob, rest.as_str()) {
                        break true;
                    }
                    if rest.next().is_none() {
                        break false;
                    }
                };
            }
            '?' if rest.next().is_some() => {}
            c if rest.next() == Some(c) => {}
            _ => return false,
        }
    }
    rest.as_str().is_empty()
}

impl Settings {
    /// The settings of this process: those that [`SETTINGS`] names, or else the defaults.
    ///
    /// # Errors
    /// If the file cannot be read, or is not one of settings.
    pub fn of_environment() -> io::Result<Settings> {
        match std::env::var_os(SETTINGS) {
            None => Ok(Settings::default()),
            Some(path) => {
                let text = fs::read_to_string(&path)?;
                toml::from_str(&text).map_err(|e| io::Error::new(io::ErrorKind::InvalidData, e.to_string()))
            }
        }
    }

    /// The text of a file of settings.
    ///
    /// # Errors
    /// If the folder's path is not UTF-8.
    pub fn to_text(&self) -> io::Result<String> {
        toml::to_string(self).map_err(|e| io::Error::new(io::ErrorKind::InvalidInput, e.to_string()))
    }
}

/// The head of the list: what was captured, and how.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ProgramEntry {
    /// Version of the format.
    pub version: u32,
    /// The program and its arguments.
    pub program: Vec<String>,
    /// Target of the code: of PTX's lowering, or the architecture of machine code, such as `sm_80`.
    pub target: String,
    /// Name of the machine, if one was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub machine: Option<String>,
}

/// A fault, a bad access that a GPU lets pass, or a data race, at its line.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Finding {
    /// `fault`, `warning` or `race`.
    pub kind: String,
    /// Source file and line, if the PTX has them: of a race, those of its first access.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    pub text: String,
}

/// A launch of the list.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct LaunchEntry {
    /// Its number, from 0.
    pub number: u64,
    /// The kernel's C++ name without scope, template arguments and parameters.
    pub kernel: String,
    /// The kernel's C++ name.
    pub name: String,
    pub symbol: String,
    /// File of its PTX or cubin in the folder.
    pub ptx: String,
    /// CTAs in x, y, z.
    pub grid: [u32; 3],
    /// Threads per CTA in x, y, z.
    pub block: [u32; 3],
    /// Bytes of dynamic shared memory per CTA.
    pub dynamic_shared: u32,
    /// Registers per thread.
    pub registers: u32,
    /// Bytes that the host copied to the device since the launch before.
    pub bytes_to_device: u64,
    /// Bytes that the host copied from the device since the launch before.
    pub bytes_to_host: u64,
    /// Warp instructions executed.
    pub warp_instructions: u64,
    /// Thread instructions executed.
    pub thread_instructions: u64,
    /// Cycles on the machine, if they were simulated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cycles: Option<u64>,
    /// File of its tape in the folder, if it was recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tape: Option<String>,
    /// Accesses that are errors, but that a GPU lets pass.
    #[serde(skip_serializing_if = "is_zero")]
    pub bad_accesses: u64,
    /// Pairs of source lines with a data race that no earlier launch of the kernel had, if races were looked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub races: Option<u64>,
    /// Why it did not end, if it did not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// What it did wrong that no earlier launch of the kernel did, and its fault.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<Finding>,
}

/// Whether a number is 0, which an entry leaves out.
fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl LaunchEntry {
    /// Whether the launch ended with a fault, made a bad access, or had a data race that no earlier launch of the kernel had.
    pub fn has_errors(&self) -> bool {
        self.fault.is_some() || self.bad_accesses > 0 || self.races > Some(0)
    }
}

/// A folder that is being written.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    list: File,
}

impl Folder {
    /// Starts a list in an existing directory, where no other is.
    ///
    /// # Errors
    /// [`io::ErrorKind::AlreadyExists`] if a list is there; others if it cannot be written.
    pub fn create(directory: &Path, program: &ProgramEntry) -> io::Result<Folder> {
        let program = ProgramEntry { version: VERSION, ..program.clone() };
        let path = directory.join(LIST);
        let mut list = OpenOptions::new().append(true).create_new(true).open(path)?;
        list.write_all(text(&program)?.as_bytes())?;
        Ok(Folder { path: directory.to_owned(), list })
    }

    /// Starts the list of a process of a program: in the directory, or in a folder in it if another process has that.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn claim(directory: &Path, program: &ProgramEntry) -> io::Result<Folder> {
        for process in 1..MOST_PROCESSES {
            let path = match process {
                1 => directory.to_owned(),
                n => directory.join(format!("process-{n}")),
            };
            fs::create_dir_all(&path)?;
            match Folder::create(&path, program) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                done => return done,
            }
        }
        Err(io::Error::other("too many processes have written to it"))
    }

    /// The directory.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Appends a launch to the list.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append(&self, launch: &LaunchEntry) -> io::Result<()> {
        #[derive(Serialize)]
        struct Launches<'a> {
            launch: [&'a LaunchEntry; 1],
        }
        let text = format!("\n{}", text(&Launches { launch: [launch] })?);
        // One call: a process that is killed leaves a whole entry or none.
        (&self.list).write_all(text.as_bytes())
    }
}

fn text(value: &impl Serialize) -> io::Result<String> {
    toml::to_string(value).map_err(|e| io::Error::new(io::ErrorKind::InvalidInput, e.to_string()))
}

/// A folder that was written.
#[derive(Clone, PartialEq, Debug)]
pub struct Capture {
    /// The directory.
    pub path: PathBuf,
    /// What was captured.
    pub program: ProgramEntry,
    /// All launches, in order.
    pub launches: Vec<LaunchEntry>,
}

/// Why a folder cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum CaptureError {
    #[error("`{}` cannot be read: {error}", path.display())]
    Read { path: PathBuf, error: io::Error },
    #[error("`{}` is not a list of captured launches: {error}", path.display())]
    List { path: PathBuf, error: String },
}

impl Capture {
    /// Whether `path` is a folder of a captured program, or its list.
    pub fn is_one(path: &Path) -> bool {
        path.join(LIST).is_file() || path.file_name().is_some_and(|name| name == LIST)
    }

    /// Reads a folder's list; `path` is the folder or the list.
    ///
    /// # Errors
    /// [`CaptureError`].
    pub fn read(path: &Path) -> Result<Capture, CaptureError> {
        #[derive(Deserialize)]
        struct List {
            #[serde(flatten)]
            program: ProgramEntry,
            #[serde(default)]
            launch: Vec<LaunchEntry>,
        }
        let (folder, list) = match path.is_dir() {
            true => (path.to_owned(), path.join(LIST)),
            false => (path.parent().unwrap_or(Path::new("")).to_owned(), path.to_owned()),
        };
        let text =
            fs::read_to_string(&list).map_err(|error| CaptureError::Read { path: list.clone(), error })?;
        let wrong = |error: String| CaptureError::List { path: list.clone(), error };
        let List { program, launch } = toml::from_str(&text).map_err(|e| wrong(e.message().to_owned()))?;
        if program.version != VERSION {
            return Err(wrong(format!(
                "its version is {}, and this is for version {VERSION}",
                program.version
            )));
        }
        Ok(Capture { path: folder, program, launches: launch })
    }

    /// The tapes of the recorded launches, in order.
    pub fn tapes(&self) -> impl Iterator<Item = PathBuf> {
        self.launches.iter().filter_map(|launch| Some(self.path.join(launch.tape.as_ref()?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_whole_names() {
        for (glob, name) in
            [("*", ""), ("a*c", "abc"), ("a*c", "ac"), ("?b*", "abcd"), ("*b*b*", "abab"), ("a", "a")]
        {
            assert!(matches_pattern(glob, name), "{glob} {name}");
        }
        for (glob, name) in [("", "a"), ("a", ""), ("a*c", "abcd"), ("?", ""), ("b", "abc"), ("*x", "abc")] {
            assert!(!matches_pattern(glob, name), "{glob} {name}");
        }
    }

    #[test]
    fn ranges_and_counts_select_together() {
        let select = Selection { from: Some(2), until: Some(4), ..Selection::default() };
        let taken: Vec<u64> = (0..6).filter(|&n| select.takes(n, &["k"], n)).collect();
        assert_eq!(taken, [2, 3]);
        assert!(!Selection { none: true, ..select }.takes(2, &["k"], 0));
    }

    #[test]
    fn a_list_is_written_once_and_grows() {
        let directory = tempfile::tempdir().unwrap();
        let program = ProgramEntry { program: vec!["./a b".to_owned()], ..ProgramEntry::default() };
        let folder = Folder::create(directory.path(), &program).unwrap();
        let again = Folder::create(directory.path(), &program).unwrap_err();
        assert_eq!(again.kind(), io::ErrorKind::AlreadyExists);
        let launch = |number, tape: Option<&str>| LaunchEntry {
            number,
            tape: tape.map(str::to_owned),
            grid: [1, 2, 3],
            ..LaunchEntry::default()
        };
        let launches = [launch(0, None), launch(1, Some("1.tape"))];
        launches.iter().for_each(|launch| folder.append(launch).unwrap());
        let capture = Capture::read(directory.path()).unwrap();
        assert_eq!(capture.launches, launches);
        assert_eq!(capture.tapes().collect::<Vec<_>>(), [directory.path().join("1.tape")]);
        assert_eq!(Capture::read(&directory.path().join(LIST)).unwrap(), capture);
    }
}
