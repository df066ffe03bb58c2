//! `cargo xtask kernels`: the suite's CUDA kernels as PTX.
//!
//! The PTX is committed, so that Warploom is built and used without a compiler; `--check` tells whether it
//! still is what the compiler makes of the sources, and whether ptxas, which stands before every real GPU,
//! accepts it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::Result;
use crate::compile::{Job, compile, files, on_all_processors, workspace};
use crate::toolchain::{Compiler, Flags, Toolchain};

const HELP: &str = "\
Compiles crates/suite/kernels/*.cu to PTX.

usage: cargo xtask kernels [--compiler nvcc13|nvrtc12|clang19] [--out DIR] [--check] [NAME…]

  --compiler C   default: nvrtc12, for compute_50; others for their oldest target
  --out DIR      write DIR/NAME.ptx (default: crates/suite/kernels, which is committed)
  --check        write nothing; fail, naming the files, if the PTX differs from that in DIR
  NAME…          only these applications (default: all)

Then every PTX file is given to ptxas for sm_50 (if it can be) and sm_75. To run the suite on what
another compiler makes: `warploom suite check --ptx DIR`.
";

/// What ptxas must accept the PTX for: the oldest architecture it knows, and the oldest still supported.
const ASSEMBLED_FOR: [u32; 2] = [50, 75];

pub(crate) fn run(mut arguments: impl Iterator<Item = String>) -> Result<()> {
    let (mut compiler, mut out, mut check) = (Compiler::Nvrtc12, None, false);
    let mut names = BTreeSet::new();
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} wants a value"));
        match argument.as_str() {
            "--help" | "-h" => {
                print!("{HELP}");
                return Ok(());
            }
            "--check" => check = true,
            "--out" => out = Some(PathBuf::from(value()?)),
            "--compiler" => {
                let name = value()?;
                let found = Compiler::ALL.into_iter().find(|c| c.name() == name);
                compiler = found.ok_or(format!("there is no compiler `{name}`\n\n{HELP}"))?;
            }
            option if option.starts_with('-') => {
                return Err(format!("there is no option `{option}`\n\n{HELP}"));
            }
            name => {
                names.insert(name.trim_end_matches(".cu").to_owned());
            }
        }
    }
    let workspace = workspace()?;
    let sources = workspace.join("crates/suite/kernels");
    let out = out.unwrap_or_else(|| sources.clone());
    let all = files(&sources, "cu")?;
    let all: Vec<_> = all.iter().filter_map(|p| p.file_stem()?.to_str()).collect();
    if let Some(name) = names.iter().find(|name| !all.contains(&name.as_str())) {
        return Err(format!("there is no application `{name}`"));
    }
    let chain = Toolchain::install(&workspace, &[compiler])?;

    let target = compiler.targets()[0];
    let flags = Flags { lineinfo: true, ..Flags::default() };
    let wanted = all.iter().filter(|name| names.is_empty() || names.contains(**name));
    let jobs: Vec<Job<'_>> = wanted
        .map(|name| Job { compiler, target, name, flags, output: out.join(format!("{name}.ptx")) })
        .collect();
    let mut trouble = compile(&chain, &sources, &jobs, check)?;
    if trouble.is_empty() {
        trouble = on_all_processors(&jobs, |job| {
            let architectures = ASSEMBLED_FOR.into_iter().filter(|&arch| arch >= target.arch);
            architectures.into_iter().try_for_each(|arch| chain.assemble(compiler, &job.output, arch))
        });
    }
    if !trouble.is_empty() {
        return Err(format!("{}\n{} of {} failed", trouble.join("\n"), trouble.len(), jobs.len()));
    }
    let done = if check { "unchanged" } else { "written" };
    let place = out.strip_prefix(&workspace).unwrap_or(Path::new(&out));
    eprintln!("{} PTX files in {} {done}, accepted by ptxas", jobs.len(), place.display());
    Ok(())
}
