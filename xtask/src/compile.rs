//! Sources to PTX, many at once, written or compared with what is committed.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::Result;
use crate::toolchain::{Compiler, Flags, Target, Toolchain, WORKPLACE};

/// One compilation.
pub(crate) struct Job<'a> {
    pub(crate) compiler: Compiler,
    pub(crate) target: Target,
    /// The source's, without `.cu`.
    pub(crate) name: &'a str,
    pub(crate) flags: Flags,
    pub(crate) output: PathBuf,
}

impl Job<'_> {
    fn run(&self, chain: &Toolchain, check: bool) -> Result<()> {
        let ptx = chain.compile(self.compiler, self.target, self.name, self.flags)?;
        write_or_compare(&self.output, ptx.as_bytes(), check)
    }
}

/// Writes what a compiler made. With `check`, writes nothing: a file that differs from it is an error.
pub(crate) fn write_or_compare(output: &Path, compiled: &[u8], check: bool) -> Result<()> {
    if check {
        return match fs::read(output) {
            Ok(committed) if committed == compiled => Ok(()),
            Ok(_) => Err(format!("{}: differs from what is compiled", shown(output))),
            Err(e) => Err(format!("{}: {e}", shown(output))),
        };
    }
    let place = output.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(place)
        .and_then(|()| fs::write(output, compiled))
        .map_err(|e| format!("{}: {e}", shown(output)))
}

/// Compiles sources of a directory; what went wrong, in the order of the jobs. With `check`, nothing is
/// written, and an output that differs from what is there is wrong.
pub(crate) fn compile(
    chain: &Toolchain,
    sources: &Path,
    jobs: &[Job<'_>],
    check: bool,
) -> Result<Vec<String>> {
    fs::create_dir_all(WORKPLACE).map_err(|e| format!("{WORKPLACE}: {e}"))?;
    for job in jobs {
        let file = format!("{}.cu", job.name);
        fs::copy(sources.join(&file), Path::new(WORKPLACE).join(&file))
            .map_err(|e| format!("{file}: {e}"))?;
    }
    Ok(on_all_processors(jobs, |job| job.run(chain, check)))
}

/// Does something with each of a list; what went wrong, in the order of the list.
pub(crate) fn on_all_processors<T: Sync>(list: &[T], act: impl Fn(&T) -> Result<()> + Sync) -> Vec<String> {
    let next = AtomicUsize::new(0);
    let trouble = Mutex::new(Vec::new());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = list.get(index) else { break };
                    if let Err(message) = act(item) {
                        trouble.lock().expect("no thread panics").push((index, message));
                    }
                }
            });
        }
    });
    let mut trouble = trouble.into_inner().expect("no thread panics");
    trouble.sort();
    trouble.into_iter().map(|(_, message)| message).collect()
}

/// A file and its directory: enough to find it.
pub(crate) fn shown(path: &Path) -> String {
    let place = path.parent().and_then(Path::file_name).unwrap_or_default();
    Path::new(place).join(path.file_name().unwrap_or_default()).display().to_string()
}

/// The files in a directory with this extension, sorted.
pub(crate) fn files(place: &Path, extension: &str) -> Result<Vec<PathBuf>> {
    let wrong = |e: std::io::Error| format!("{}: {e}", place.display());
    let mut list = Vec::new();
    for entry in fs::read_dir(place).map_err(wrong)? {
        let path = entry.map_err(wrong)?.path();
        if path.extension().is_some_and(|e| e == extension) {
            list.push(path);
        }
    }
    list.sort();
    Ok(list)
}

/// The workspace's root, wherever the task was started from.
pub(crate) fn workspace() -> Result<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("xtask is not in a workspace")?;
    Ok(root.to_path_buf())
}
