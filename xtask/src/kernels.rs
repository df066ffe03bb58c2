//! `cargo xtask kernels`: the suite's CUDA kernels as PTX, with `--gcn` as AMD's GCN assembly, and with `--sass` as cubins.
//!
//! All are committed, so that Warploom is built and used without a compiler; `--check` tells whether they
//! still are what the compilers make of the sources, and whether an assembler accepts them: ptxas, which stands
//! before every real GPU, or clang's for AMD.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::Result;
use crate::compile::{Job, compile, files, on_all_processors, workspace, write_or_compare};
use crate::toolchain::{Compiler, Flags, GCN_ARCHITECTURES, Toolchain};

const HELP: &str = "\
Compiles crates/suite/kernels/*.cu to PTX, to GCN assembly for AMD's GPUs, or the PTX to cubins for NVIDIA's.

usage: cargo xtask kernels [--compiler nvcc13|nvrtc12|clang19] [--out DIR] [--check] [NAME…]
       cargo xtask kernels --gcn [--arch gfx600|gfx803] [--out DIR] [--check] [NAME…]

       cargo xtask kernels --sass [--out DIR] [--check] [NAME…]

  --compiler C   default: nvrtc12, for compute_50; others for their oldest target
  --gcn          compile as HIP with clang19, with kernels/gcn.h included first
  --arch A       default: gfx600
  --sass         have ptxas 12.9 compile the committed PTX for sm_70, sm_80 and sm_90; debugging sections but line tables are left out
  --out DIR      write DIR/NAME.ptx, DIR/NAME.s or DIR/sm_80/NAME.cubin (default: crates/suite/kernels, which is committed)
  --check        write nothing; fail, naming the files, if they differ from those in DIR
  NAME…          only these applications (default: all)

Then every PTX file is given to ptxas for sm_50 (if it can be) and sm_75, every assembly file to clang's
assembler. To run the suite on what another compiler makes: `warploom suite check --ptx DIR`.
";

/// What ptxas must accept the PTX for: the oldest architecture it knows, and the oldest still supported.
const ASSEMBLED_FOR: [u32; 2] = [50, 75];

/// Architectures with committed cubins.
const CUBINS: [u32; 3] = [70, 80, 90];

/// Applications without GCN assembly, and why.
const NOT_GCN: [(&str, &str); 1] = [("micro", "measures NVIDIA's machines with inline PTX")];

/// What to do with which files.
struct Request {
    sources: PathBuf,
    out: PathBuf,
    check: bool,
    /// Empty for all applications.
    names: BTreeSet<String>,
}

pub(crate) fn run(mut arguments: impl Iterator<Item = String>) -> Result<()> {
    let (mut compiler, mut gcn, mut arch, mut sass) = (None, false, None, false);
    let (mut out, mut check, mut names) = (None, false, BTreeSet::new());
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} wants a value"));
        match argument.as_str() {
            "--help" | "-h" => {
                print!("{HELP}");
                return Ok(());
            }
            "--check" => check = true,
            "--gcn" => gcn = true,
            "--sass" => sass = true,
            "--out" => out = Some(PathBuf::from(value()?)),
            "--compiler" => {
                let name = value()?;
                let found = Compiler::ALL.into_iter().find(|c| c.name() == name);
                compiler = Some(found.ok_or(format!("there is no compiler `{name}`\n\n{HELP}"))?);
            }
            "--arch" => {
                let name = value()?;
                let found = GCN_ARCHITECTURES.into_iter().find(|arch| *arch == name);
                arch = Some(found.ok_or(format!("there is no architecture `{name}`\n\n{HELP}"))?);
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
    let request = Request { sources, out, check, names };
    if sass {
        return match (gcn, compiler, arch) {
            (false, None, None) => to_sass(&workspace, &request),
            _ => Err(format!("--sass has one compiler, and no other target\n\n{HELP}")),
        };
    }
    match (gcn, compiler, arch) {
        (true, None, arch) => to_gcn(&workspace, &request, arch.unwrap_or(GCN_ARCHITECTURES[0])),
        (false, compiler, None) => to_ptx(&workspace, &request, compiler.unwrap_or(Compiler::Nvrtc12)),
        (true, Some(_), _) => Err(format!("--gcn has one compiler, clang19: leave out --compiler\n\n{HELP}")),
        (false, _, Some(_)) => Err(format!("--arch is for --gcn\n\n{HELP}")),
    }
}

impl Request {
    /// The applications asked for, in alphabetical order.
    fn applications(&self) -> Result<Vec<String>> {
        let all = files(&self.sources, "cu")?;
        let all: Vec<_> = all.iter().filter_map(|p| p.file_stem()?.to_str()).collect();
        if let Some(name) = self.names.iter().find(|name| !all.contains(&name.as_str())) {
            return Err(format!("there is no application `{name}`"));
        }
        let wanted = all.into_iter().filter(|name| self.names.is_empty() || self.names.contains(*name));
        Ok(wanted.map(str::to_owned).collect())
    }

    /// The end of a run over so many files: success is reported, trouble returned.
    fn conclude(
        &self,
        workspace: &Path,
        trouble: &[String],
        count: usize,
        files: &str,
        by: &str,
    ) -> Result<()> {
        if !trouble.is_empty() {
            return Err(format!("{}\n{} of {count} failed", trouble.join("\n"), trouble.len()));
        }
        let done = if self.check { "unchanged" } else { "written" };
        let place = self.out.strip_prefix(workspace).unwrap_or(&self.out);
        eprintln!("{count} {files} files in {} {done}, accepted by {by}", place.display());
        Ok(())
    }
}

fn to_ptx(workspace: &Path, request: &Request, compiler: Compiler) -> Result<()> {
    let names = request.applications()?;
    let chain = Toolchain::install(workspace, &[compiler])?;

    let target = compiler.targets()[0];
    let flags = Flags { lineinfo: true, ..Flags::default() };
    let job = |name| Job { compiler, target, name, flags, output: request.out.join(format!("{name}.ptx")) };
    let jobs: Vec<Job<'_>> = names.iter().map(|name| job(name.as_str())).collect();
    let mut trouble = compile(&chain, &request.sources, &jobs, request.check)?;
    if trouble.is_empty() {
        trouble = on_all_processors(&jobs, |job| {
            let architectures = ASSEMBLED_FOR.into_iter().filter(|&arch| arch >= target.arch);
            architectures
                .into_iter()
                .try_for_each(|arch| chain.assemble(compiler, &job.output, arch, Path::new("/dev/null")))
        });
    }
    request.conclude(workspace, &trouble, jobs.len(), "PTX", "ptxas")
}

fn to_sass(workspace: &Path, request: &Request) -> Result<()> {
    let names = request.applications()?;
    let chain = Toolchain::install(workspace, &[Compiler::Nvrtc12])?;
    let place = workspace.join("target/cubins");
    fs::create_dir_all(&place).map_err(|e| format!("{}: {e}", place.display()))?;
    let jobs: Vec<(&String, u32)> = names.iter().flat_map(|name| CUBINS.map(|arch| (name, arch))).collect();
    let trouble = on_all_processors(&jobs, |&(name, arch)| {
        let whole = place.join(format!("{name}.sm_{arch}"));
        chain.cubin(&request.sources.join(format!("{name}.ptx")), arch, &whole)?;
        let cubin = fs::read(&whole).map_err(|e| format!("{}: {e}", whole.display()))?;
        let cubin = stripped(&cubin).ok_or(format!("{}: not a cubin", whole.display()))?;
        write_or_compare(&request.out.join(format!("sm_{arch}/{name}.cubin")), &cubin, request.check)
    });
    request.conclude(workspace, &trouble, jobs.len(), "cubin", "Warploom's reader of ELF files")
}

/// A cubin without the sections that only debuggers read: the PTX, and tables of registers. Line tables stay.
///
/// Sections keep their numbers, which symbols and relocations name: what is left out is empty.
pub(crate) fn stripped(cubin: &[u8]) -> Option<Vec<u8>> {
    const HEADER: usize = 64;
    let number = |at: usize, bytes: usize| -> Option<usize> {
        Some(cubin.get(at..at + bytes)?.iter().rev().fold(0, |value, &byte| value << 8 | usize::from(byte)))
    };
    let (table, count, names) = (number(0x28, 8)?, number(0x3c, 2)?, number(0x3e, 2)?);
    let names = number(table + HEADER * names + 0x18, 8)?;
    let mut result = cubin.get(..HEADER)?.to_vec();
    // Without segments, which only loading onto a GPU needs.
    result[0x20..0x28].fill(0);
    result[0x38..0x3a].fill(0);
    let mut headers = cubin.get(table..table + HEADER * count)?.to_vec();
    for header in headers.chunks_exact_mut(HEADER) {
        let field = |at: usize, bytes: usize| {
            header[at..at + bytes].iter().rev().fold(0, |v, &b| v << 8 | usize::from(b))
        };
        let (name, kind, offset, size, align) =
            (names + field(0, 4), field(4, 4), field(0x18, 8), field(0x20, 8), field(0x30, 8));
        let name = cubin.get(name..)?.split(|&byte| byte == 0).next()?;
        let is_kept = !name.windows(9).any(|part| part == b".nv_debug") && !name.ends_with(b".debug_frame");
        // Sections of zeros have no bytes.
        let has_bytes = kind != 0 && kind != 8;
        let size = if is_kept { size } else { 0 };
        result.resize(result.len().next_multiple_of(align.max(1)), 0);
        header[0x18..0x20].copy_from_slice(&(result.len() as u64).to_le_bytes());
        header[0x20..0x28].copy_from_slice(&(size as u64).to_le_bytes());
        if has_bytes {
            result.extend_from_slice(cubin.get(offset..offset + size)?);
        }
    }
    result.resize(result.len().next_multiple_of(8), 0);
    let table = result.len() as u64;
    result[0x28..0x30].copy_from_slice(&table.to_le_bytes());
    result.extend_from_slice(&headers);
    Some(result)
}

fn to_gcn(workspace: &Path, request: &Request, arch: &str) -> Result<()> {
    let mut names = request.applications()?;
    for (name, reason) in NOT_GCN {
        if request.names.contains(name) {
            return Err(format!("{name} is not compiled for AMD's GPUs: it {reason}"));
        }
        names.retain(|wanted| wanted != name);
    }
    let chain = Toolchain::install_gcn(workspace)?;

    let trouble = on_all_processors(&names, |name| {
        let output = request.out.join(format!("{name}.s"));
        let assembly = chain.compile_gcn(&request.sources, arch, name)?;
        write_or_compare(&output, assembly.as_bytes(), request.check)?;
        chain.assemble_gcn(&output, arch)
    });
    request.conclude(workspace, &trouble, names.len(), &format!("{arch} assembly"), "clang's assembler")
}
