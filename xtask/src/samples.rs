//! `cargo xtask samples`: the kernel crate's CUDA samples as PTX of real compilers.
//!
//! The PTX is committed, so that tests need no compiler; `--check` tells whether
//! it still is what the compilers make of the sources.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::Result;
use crate::compile::{Job, compile, files, on_all_processors, shown, workspace};
use crate::toolchain::{Compiler, Flags, Toolchain};

const HELP: &str = "\
Compiles crates/kernel/tests/samples/*.cu to PTX with real compilers.

usage: cargo xtask samples [--compiler nvcc13|nvrtc12|clang19|all] [--out DIR] [--sass DIR] [--check] [NAME…]

  --compiler C   only this compiler (default: all). Targets:
                 nvcc13   compute_75 _80 _90 _100   nvcc 13, from PyPI
                 nvrtc12  compute_50 _90            NVRTC 12, from PyPI
                 clang19  sm_50 _70 _90             clang 19, from Debian, CUDA 12 headers
                 The 90 of NVRTC and clang is for samples that need more than the older ones.
  --out DIR      write DIR/COMPILER-TARGET/NAME.ptx
                 (default: crates/kernel/tests/samples/ptx, which is committed)
  --sass DIR     also have nvcc 13's ptxas make cubins of nvcc's PTX: DIR/sm_80-compute_75/NAME.cubin
  --check        write nothing; fail, naming the files, if the PTX differs from that in DIR
  NAME…          only these samples (default: all)

Compilers are installed into target/tools, in versions pinned in xtask/src/toolchain.rs.

The first comment lines of a sample may say how to compile it:
  // arch: 70             the oldest architecture; older targets are left out
  // skip: clang19 …      compilers that cannot compile it
  // flags: lineinfo …    any of lineinfo, debug, fast-math, no-fma, jump-tables
";

/// The sample whose PTX for compute_80 has a form that ptxas takes only for sm_90.
const ONLY_90: &str = "mbarrier_asm";

/// Architectures of `--sass`, which nvcc 13 knows and Warploom executes.
const ASSEMBLED_FOR: [u32; 3] = [75, 80, 90];

struct Options {
    compilers: Vec<Compiler>,
    out: Option<PathBuf>,
    sass: Option<PathBuf>,
    check: bool,
    names: BTreeSet<String>,
}

fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Option<Options>> {
    let mut options = Options {
        compilers: Compiler::ALL.to_vec(),
        out: None,
        sass: None,
        check: false,
        names: BTreeSet::new(),
    };
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} wants a value"));
        match argument.as_str() {
            "--help" | "-h" => return Ok(None),
            "--check" => options.check = true,
            "--out" => options.out = Some(PathBuf::from(value()?)),
            "--sass" => options.sass = Some(PathBuf::from(value()?)),
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

    let mut jobs = Vec::new();
    for &compiler in &options.compilers {
        for &target in compiler.targets() {
            let place = out.join(format!("{}-{}", compiler.name(), target.name));
            for sample in &samples {
                let skipped = sample.skip.iter().any(|name| name == compiler.name());
                if (target.oldest..=target.arch).contains(&sample.arch) && !skipped {
                    let output = place.join(format!("{}.ptx", sample.name));
                    jobs.push(Job { compiler, target, name: &sample.name, flags: sample.flags, output });
                }
            }
        }
    }
    let mut trouble = compile(&chain, &sources, &jobs, options.check)?;
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
    if let Some(place) = &options.sass {
        let of_nvcc = jobs.iter().filter(|job| job.compiler == Compiler::Nvcc13);
        let cubins: Vec<(&Job<'_>, u32)> = of_nvcc
            .flat_map(|job| ASSEMBLED_FOR.map(|arch| (job, arch)))
            .filter(|(job, arch)| job.target.arch <= *arch && (job.target.arch >= 90 || job.name != ONLY_90))
            .collect();
        trouble.extend(on_all_processors(&cubins, |(job, arch)| {
            let place = place.join(format!("sm_{arch}-{}", job.target.name));
            fs::create_dir_all(&place).map_err(|e| format!("{}: {e}", place.display()))?;
            let output = place.join(format!("{}.cubin", job.name));
            chain.assemble(Compiler::Nvcc13, &job.output, *arch, &output)
        }));
    }
    if !trouble.is_empty() {
        return Err(format!("{}\n{} of {} failed", trouble.join("\n"), trouble.len(), jobs.len()));
    }
    let done = if options.check { "unchanged" } else { "written" };
    eprintln!("{} PTX files of {} samples {done}", jobs.len(), samples.len());
    Ok(())
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
