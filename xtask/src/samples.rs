//! `cargo xtask samples`: the kernel crate's CUDA samples as PTX of real compilers.
//!
//! The PTX is committed, so that tests need no compiler; `--check` tells whether
//! it still is what the compilers make of the sources.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::Result;
use crate::toolchain::{Compiler, Flags, Target, Toolchain, WORKPLACE};

const HELP: &str = "\
Compiles crates/kernel/tests/samples/*.cu to PTX with real compilers.

usage: cargo xtask samples [--compiler nvcc13|nvrtc12|clang19|all] [--out DIR] [--check] [NAME…]

  --compiler C   only this compiler (default: all). Targets:
                 nvcc13   compute_75 compute_90 compute_100   nvcc 13, from PyPI
                 nvrtc12  compute_50                          NVRTC 12, from PyPI
                 clang19  sm_50 sm_70                         clang 19, from Debian, CUDA 12 headers
  --out DIR      write DIR/COMPILER-TARGET/NAME.ptx
                 (default: crates/kernel/tests/samples/ptx, which is committed)
  --check        write nothing; fail, naming the files, if the PTX differs from that in DIR
  NAME…          only these samples (default: all)

Compilers are installed into target/tools, in versions pinned in xtask/src/toolchain.rs.

The first comment lines of a sample may say how to compile it:
  // arch: 70             the oldest architecture; older targets are left out
  // skip: clang19 …      compilers that cannot compile it
  // flags: lineinfo …    any of lineinfo, debug, fast-math, no-fma, jump-tables
";

struct Options {
    compilers: Vec<Compiler>,
    out: Option<PathBuf>,
    check: bool,
    names: BTreeSet<String>,
}

fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Option<Options>> {
    let mut options =
        Options { compilers: Compiler::ALL.to_vec(), out: None, check: false, names: BTreeSet::new() };
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} wants a value"));
        match argument.as_str() {
            "--help" | "-h" => return Ok(None),
            "--check" => options.check = true,
            "--out" => options.out = Some(PathBuf::from(value()?)),
            "--compiler" => {
                let name = value()?;
                options.compilers.retain(|c| name == "all" || c.name() == name);
                if options.compilers.is_empty() {
                    return Err(format!("there is no compiler `{name}`\n\n{HELP}"));
                }
            }
            option if option.starts_with('-') => {
                return Err(format!("there is no option `{option}`\n\n{HELP}"));
            }
            name => {
                options.names.insert(name.trim_end_matches(".cu").to_owned());
            }
        }
    }
    Ok(Some(options))
}

/// A source and what its first lines say.
struct Sample {
    name: String,
    arch: u32,
    skip: Vec<String>,
    flags: Flags,
}

impl Sample {
    fn read(path: &Path) -> Result<Sample> {
        let text = fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let mut sample = Sample { name, arch: 0, skip: Vec::new(), flags: Flags::default() };
        for line in text.lines().map_while(|line| line.strip_prefix("//")) {
            let Some((key, value)) = line.trim().split_once(": ") else {
                continue;
            };
            match key {
                "arch" => {
                    let wrong = |e| format!("{}: arch: {e}", path.display());
                    sample.arch = value.trim().parse().map_err(wrong)?;
                }
                "skip" => sample.skip = value.split_whitespace().map(str::to_owned).collect(),
                "flags" => {
                    for flag in value.split_whitespace() {
                        match flag {
                            "lineinfo" => sample.flags.lineinfo = true,
                            "debug" => sample.flags.debug = true,
                            "fast-math" => sample.flags.fast_math = true,
                            "no-fma" => sample.flags.no_fma = true,
                            "jump-tables" => sample.flags.jump_tables = true,
                            _ => return Err(format!("{}: no flag `{flag}`", path.display())),
                        }
                    }
                }
                _ => {}
            }
        }
        Ok(sample)
    }
}

/// One compilation.
struct Job<'a> {
    compiler: Compiler,
    target: Target,
    sample: &'a Sample,
    output: PathBuf,
}

pub(crate) fn run(arguments: impl Iterator<Item = String>) -> Result<()> {
    let Some(options) = parse(arguments)? else {
        print!("{HELP}");
        return Ok(());
    };
    let workspace = workspace()?;
    let sources = workspace.join("crates/kernel/tests/samples");
    let out = options.out.unwrap_or_else(|| sources.join("ptx"));
    let samples = collect(&sources, &options.names)?;
    let chain = Toolchain::install(&workspace, &options.compilers)?;

    fs::create_dir_all(WORKPLACE).map_err(|e| format!("{WORKPLACE}: {e}"))?;
    for sample in &samples {
        let file = format!("{}.cu", sample.name);
        fs::copy(sources.join(&file), Path::new(WORKPLACE).join(&file))
            .map_err(|e| format!("{file}: {e}"))?;
    }
    let mut jobs = Vec::new();
    for &compiler in &options.compilers {
        for &target in compiler.targets() {
            let place = out.join(format!("{}-{}", compiler.name(), target.name));
            for sample in &samples {
                let skipped = sample.skip.iter().any(|name| name == compiler.name());
                if target.arch >= sample.arch && !skipped {
                    let output = place.join(format!("{}.ptx", sample.name));
                    jobs.push(Job { compiler, target, sample, output });
                }
            }
        }
    }
    let mut trouble = compile(&chain, &jobs, options.check);
    if options.names.is_empty() {
        let expected: BTreeSet<&Path> = jobs.iter().map(|job| job.output.as_path()).collect();
        for &compiler in &options.compilers {
            for target in compiler.targets() {
                let place = out.join(format!("{}-{}", compiler.name(), target.name));
                for file in files(&place, "ptx").unwrap_or_default() {
                    if !expected.contains(file.as_path()) {
                        trouble.push(format!("{}: no sample makes this file", shown(&file)));
                    }
                }
            }
        }
    }
    if !trouble.is_empty() {
        return Err(format!("{}\n{} of {} failed", trouble.join("\n"), trouble.len(), jobs.len()));
    }
    let done = if options.check { "unchanged" } else { "written" };
    eprintln!("{} PTX files of {} samples {done}", jobs.len(), samples.len());
    Ok(())
}

/// Does the jobs on all processors; what went wrong, in the order of the jobs.
fn compile(chain: &Toolchain, jobs: &[Job<'_>], check: bool) -> Vec<String> {
    let next = AtomicUsize::new(0);
    let trouble = Mutex::new(Vec::new());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(job) = jobs.get(index) else { break };
                    if let Err(message) = job.run(chain, check) {
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

impl Job<'_> {
    fn run(&self, chain: &Toolchain, check: bool) -> Result<()> {
        let Sample { name, flags, .. } = self.sample;
        let ptx = chain.compile(self.compiler, self.target, name, *flags)?;
        if check {
            return match fs::read_to_string(&self.output) {
                Ok(committed) if committed == ptx => Ok(()),
                Ok(_) => Err(format!("{}: differs from what is compiled", shown(&self.output))),
                Err(e) => Err(format!("{}: {e}", shown(&self.output))),
            };
        }
        let place = self.output.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(place)
            .and_then(|()| fs::write(&self.output, ptx))
            .map_err(|e| format!("{}: {e}", shown(&self.output)))
    }
}

/// Compiler and name: enough to find a PTX file.
fn shown(path: &Path) -> String {
    let place = path.parent().and_then(Path::file_name).unwrap_or_default();
    Path::new(place).join(path.file_name().unwrap_or_default()).display().to_string()
}

fn collect(sources: &Path, names: &BTreeSet<String>) -> Result<Vec<Sample>> {
    let mut samples = Vec::new();
    for path in files(sources, "cu")? {
        let sample = Sample::read(&path)?;
        if names.is_empty() || names.contains(&sample.name) {
            samples.push(sample);
        }
    }
    match names.iter().find(|name| !samples.iter().any(|s| s.name == **name)) {
        Some(name) => Err(format!("there is no sample `{name}`")),
        None => Ok(samples),
    }
}

/// The files in a directory with this extension, sorted.
fn files(place: &Path, extension: &str) -> Result<Vec<PathBuf>> {
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
fn workspace() -> Result<PathBuf> {
    let manifest = std::env::var_os("CARGO_MANIFEST_DIR").ok_or("run me as `cargo xtask`")?;
    let root = Path::new(&manifest).parent().ok_or("xtask is not in a workspace")?;
    Ok(root.to_path_buf())
}
