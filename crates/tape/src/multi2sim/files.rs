//! The files of a recorded run, found from the path of its trace.

use crate::accelsim::{LineReader, find_compressed};
use std::path::{Path, PathBuf};

/// Whether the file at `path` is a trace of Multi2Sim: it has a launch file, or starts with a wavefront.
///
/// Raw traces of Accel-Sim have the same extension.
pub fn is_trace(path: &Path) -> bool {
    name(path).is_some_and(|name| name.ends_with(".trace"))
        && (find_compressed(&launch_file(path)).is_some() || starts_with_wavefront(path))
}

fn starts_with_wavefront(path: &Path) -> bool {
    let Ok(mut lines) = LineReader::open(path) else { return false };
    while let Ok(Some(line)) = lines.next_filled() {
        if !line.starts_with(b"#") {
            return line.starts_with(b"wf ");
        }
    }
    false
}

/// Path of the launch file of a trace.
pub(super) fn launch_file(trace: &Path) -> PathBuf {
    let name = name(trace).unwrap_or_default();
    let run = name.strip_suffix(".trace").unwrap_or(&name);
    folder(trace).join("launch").join(format!("{run}.txt"))
}

/// Path of the directory with the listings of a trace's kernels.
pub(super) fn listings(trace: &Path) -> PathBuf {
    folder(trace).join("isa")
}

/// The folder of the run: the parent of the trace's directory.
fn folder(trace: &Path) -> PathBuf {
    let directory = trace.parent().unwrap_or(Path::new(""));
    match directory.file_name() {
        Some(_) => directory.parent().unwrap_or(Path::new("")).to_owned(),
        // `.` and `..` have no parent that can be named without them.
        None => directory.join(".."),
    }
}

/// Name of the file without the extension of its compression.
fn name(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_string_lossy().into_owned();
    let plain = [".xz", ".gz", ".zst"].iter().find_map(|end| name.strip_suffix(end)).map(str::to_owned);
    Some(plain.unwrap_or(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn launch_file_and_listings_are_beside_the_directory_of_the_trace() {
        let launch = |trace: &str| launch_file(Path::new(trace)).display().to_string();
        assert_eq!(launch("m/trace/FW-8.trace.gz"), "m/launch/FW-8.txt");
        assert_eq!(launch("trace/FW-8.trace"), "launch/FW-8.txt");
        assert_eq!(launch("/FW-8.trace"), "/../launch/FW-8.txt");
        assert_eq!(launch("FW-8.trace.zst"), "../launch/FW-8.txt");
        assert_eq!(launch("../a.b.trace"), "../../launch/a.b.txt");
        assert_eq!(listings(Path::new("m/trace/x.trace")), Path::new("m/isa"));
    }

    #[test]
    fn traces_are_known_by_their_launch_file_or_their_first_wavefront() {
        let directory = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &str| {
            let path = directory.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, text).unwrap();
            path
        };
        assert!(is_trace(&file("trace/a.trace", "# comment\n\nwf 0 0 0\n")));
        assert!(!is_trace(&file("trace/a.txt", "wf 0 0 0\n")));
        assert!(!is_trace(&file("trace/b.trace", "-kernel name = k\n")));
        file("launch/b.txt", "");
        assert!(is_trace(&directory.path().join("trace/b.trace")));
        assert!(!is_trace(&directory.path().join("trace/c.trace")));
    }
}
