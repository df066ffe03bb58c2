//! Parser of `kernelslist.g`: the host copies and launches of a trace.

use super::error::{Error, Reason, shown};
use super::lines::LineReader;
use std::path::{Path, PathBuf};
use warploom_kernel::execute::HostCopy;

/// A launch in `kernelslist.g`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListEntry {
    /// Path of the `.traceg` file. The extension of the compression may be missing.
    pub file: PathBuf,
    /// Host-to-device copies since the previous launch.
    pub copies: Vec<HostCopy>,
}

/// Maximum number of entries.
const MAX_ENTRIES: usize = 1 << 20;

/// Lists the launches of a trace: a directory with a `kernelslist.g`, the list itself, or the `.traceg` file of one kernel.
///
/// Device-to-host copies and copies after the last launch are ignored: they do not affect timing.
///
/// ```no_run
/// for launch in warploom_tape::accelsim::list("traces/vecadd")? {
///     println!("{} after {} copies", launch.file.display(), launch.copies.len());
/// }
/// # Ok::<(), warploom_tape::accelsim::Error>(())
/// ```
pub fn list(path: impl AsRef<Path>) -> Result<Vec<ListEntry>, Error> {
    let path = path.as_ref();
    let mut file = path.to_owned();
    if path.is_dir() {
        file.push("kernelslist.g");
        if !file.is_file() {
            return Err(Reason::NoList.at(path, 0));
        }
    }
    let mut lines = LineReader::open(&file)?;
    let (mut launches, mut copies) = (Vec::new(), Vec::new());
    let mut first = true;
    while let Some(line) = lines.next_filled()? {
        let line = line.trim_ascii();
        if first && line.starts_with(b"-") {
            return Ok(vec![ListEntry { file: lines.file().to_owned(), copies }]);
        }
        first = false;
        match entry(line) {
            Ok(Entry::Copy(copy)) => copies.push(copy),
            Ok(Entry::Back) => {}
            Ok(Entry::Kernel(name)) => {
                let file = file.parent().unwrap_or(Path::new("")).join(name);
                launches.push(ListEntry { file, copies: std::mem::take(&mut copies) });
            }
            Err(reason) => return Err(lines.error(reason)),
        }
        if launches.len() + copies.len() > MAX_ENTRIES {
            return Err(lines.error(Reason::LongList { most: MAX_ENTRIES }));
        }
    }
    if launches.is_empty() {
        return Err(Reason::NoKernels.at(lines.file(), 0));
    }
    Ok(launches)
}

enum Entry<'a> {
    Copy(HostCopy),
    Back,
    Kernel(&'a str),
}

fn entry(line: &[u8]) -> Result<Entry<'_>, Reason> {
    let other = || Reason::ListLine { found: shown(line) };
    let text = std::str::from_utf8(line).map_err(|_| other())?;
    if let Some(copy) = text.strip_prefix("MemcpyHtoD") {
        let wrong = || Reason::Copy { found: shown(line) };
        let (address, bytes) = copy.strip_prefix(',').and_then(|c| c.split_once(',')).ok_or_else(wrong)?;
        let digits = address.strip_prefix("0x").unwrap_or(address);
        let address = u64::from_str_radix(digits, 16).map_err(|_| wrong())?;
        return Ok(Entry::Copy(HostCopy { address, bytes: bytes.parse().map_err(|_| wrong())? }));
    }
    if text.starts_with("MemcpyDtoH") {
        return Ok(Entry::Back);
    }
    let plain = [".xz", ".gz", ".zst"].iter().find_map(|compressed| text.strip_suffix(compressed));
    match plain.unwrap_or(text) {
        name if name.ends_with(".traceg") => Ok(Entry::Kernel(text)),
        name if name.ends_with(".tracez") => Err(Reason::Tracez),
        name if name.ends_with(".trace") => Err(Reason::Raw),
        _ => Err(other()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_belong_to_the_launch_after() {
        let directory = tempfile::tempdir().unwrap();
        let text = "MemcpyHtoD,0x00007fc841500000,32768\nMemcpyHtoD,10,1\r\nkernel-1.traceg\n\nMemcpyDtoH,0x0,4\n\
                    kernel-2-ctx_0x5607b0e17740.traceg.xz\nMemcpyHtoD,0x0,1\n";
        std::fs::write(directory.path().join("kernelslist.g"), text).unwrap();
        let copy = |address, bytes| HostCopy { address, bytes };
        let expected = [
            ListEntry {
                file: directory.path().join("kernel-1.traceg"),
                copies: vec![copy(0x7fc8_4150_0000, 32768), copy(16, 1)],
            },
            ListEntry {
                file: directory.path().join("kernel-2-ctx_0x5607b0e17740.traceg.xz"),
                copies: vec![],
            },
        ];
        assert_eq!(list(directory.path()).unwrap(), expected);
        assert_eq!(list(directory.path().join("kernelslist.g")).unwrap(), expected);
    }

    #[test]
    fn one_kernels_trace_is_a_list_too() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("k.traceg");
        std::fs::write(&path, "\n-kernel name = k\n").unwrap();
        assert_eq!(list(&path).unwrap(), [ListEntry { file: path, copies: vec![] }]);
    }

    #[test]
    fn mistakes_are_explained() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("kernelslist.g");
        let shown = path.display().to_string();
        let none = list(directory.path()).unwrap_err().to_string();
        assert!(none.ends_with(
            ": the directory has no kernelslist.g; if it has a kernelslist, run Accel-Sim's post-traces-processing on it first"
        ));
        let error = |text: &str| {
            std::fs::write(&path, text).unwrap();
            list(&path).unwrap_err().to_string().replace(&shown, "LIST")
        };
        assert_eq!(error("\n"), "LIST: the list names no kernel");
        assert_eq!(
            error("kernel-1.traceg\nncclAllReduce\n"),
            "LIST, line 2: `ncclAllReduce` is neither a copy (MemcpyHtoD,ADDRESS,BYTES) nor the name of a kernel's .traceg"
        );
        assert_eq!(
            error("MemcpyHtoD,0x10\n"),
            "LIST, line 1: `MemcpyHtoD,0x10` should be MemcpyHtoD,ADDRESS,BYTES: a hexadecimal address and a number of bytes"
        );
        assert!(error("kernel-1.trace.xz\n").contains("line 1: this is a raw trace"));
        assert!(error("kernel-1.tracez\n").contains("line 1: this is a .tracez container"));
    }
}
