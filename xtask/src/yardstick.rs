//! `cargo xtask yardstick`: our lowering beside the vendor's.
//!
//! Lowering turns PTX into what a machine would run; how well, only another compiler can tell. ptxas compiles
//! the same PTX, and its SASS is read and measured in the same way.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use warploom_kernel::code::Code;
use warploom_kernel::latency::gpgpusim;
use warploom_kernel::phase::{Phases, Rules};
use warploom_kernel::ptx::Module;
use warploom_kernel::ptx::lower::{self, lower};
use warploom_kernel::sass::{self, SassKernel};
use warploom_suite::{APPLICATIONS, Application};

use crate::Result;
use crate::compile::{on_all_processors, workspace};
use crate::toolchain::{Compiler, Toolchain};

const HELP: &str = "\
Compares the suite's kernels as lowered by Warploom with what ptxas makes of the same PTX.

usage: cargo xtask yardstick [--arch N] [--out FILE] [--sass DIR] [NAME…]

  --arch N     the architecture ptxas compiles for (default: 50, the nearest to a Fermi; 50 to 72 need a
               download of 150 MB)
  --out FILE   write it into a page, between its marks `<!-- ptxas -->` (default: print it)
  --sass DIR   write the SASS to DIR/APPLICATION.sass too
  NAME…        only these applications (default: all)
";

/// Marks around the table in the page that has it.
const MARKS: (&str, &str) = ("<!-- ptxas -->\n", "<!-- end of ptxas -->\n");

/// How far registers and phases may be from the vendor's to count as like them.
const REGISTERS_WITHIN: f64 = 0.25;
const PHASES_WITHIN: f64 = 0.30;

/// What is measured of a kernel, whoever compiled it.
struct Measures {
    registers: Option<u32>,
    instructions: usize,
    phases: usize,
    /// Phases if blocks start none.
    without_blocks: usize,
    /// The median of the phases' lengths, in cycles.
    length: f64,
}

impl Measures {
    fn of(code: &Code, registers: Option<u32>) -> Measures {
        let phases = Phases::new(code, Rules { blocks: true, ..Rules::default() });
        let mut lengths = phases.timing(code, gpgpusim).lengths().to_vec();
        lengths.sort_unstable();
        Measures {
            registers,
            instructions: code.instructions.len(),
            phases: phases.list().len(),
            without_blocks: Phases::new(code, Rules { blocks: false, ..Rules::default() }).list().len(),
            length: median(&lengths),
        }
    }
}

fn median(sorted: &[u32]) -> f64 {
    let at = |index: usize| sorted.get(index).map_or(0.0, |&value| f64::from(value));
    let half = sorted.len() / 2;
    if sorted.len() % 2 == 1 { at(half) } else { (at(half.saturating_sub(1)) + at(half)) / 2.0 }
}

/// A kernel of the suite.
struct Row {
    name: String,
    ours: Measures,
    sass: Measures,
    /// The PTX as it is.
    ptx: Measures,
    /// Bytes that ptxas could not keep in registers.
    spilled: u32,
    /// SASS instructions in routines behind the kernel.
    routines: usize,
}

/// An application, and its rows once they are known.
struct Job {
    application: &'static Application,
    rows: OnceLock<Vec<Row>>,
}

pub(crate) fn run(mut arguments: impl Iterator<Item = String>) -> Result<()> {
    let (mut arch, mut out, mut keep) = (50, None, None);
    let mut names = Vec::new();
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} wants a value"));
        match argument.as_str() {
            "--help" | "-h" => {
                print!("{HELP}");
                return Ok(());
            }
            "--arch" => {
                let text = value()?;
                let number = text.trim_start_matches("sm_").parse();
                arch = number
                    .map_err(|_| format!("`{text}` is no architecture: it should be a number, as 75"))?;
            }
            "--out" => out = Some(PathBuf::from(value()?)),
            "--sass" => keep = Some(PathBuf::from(value()?)),
            option if option.starts_with('-') => {
                return Err(format!("there is no option `{option}`\n\n{HELP}"));
            }
            name => names.push(name.to_owned()),
        }
    }
    if let Some(name) = names.iter().find(|name| warploom_suite::application(name).is_none()) {
        return Err(format!("there is no application `{name}`"));
    }
    let workspace = workspace()?;
    let chain = Toolchain::install(&workspace, &[Compiler::Nvrtc12])?;
    chain.install_disassembler(arch)?;
    let place = workspace.join("target/yardstick");
    for place in [Some(&place), keep.as_ref()].into_iter().flatten() {
        fs::create_dir_all(place).map_err(|e| format!("{}: {e}", place.display()))?;
    }

    let wanted = APPLICATIONS.iter().filter(|a| names.is_empty() || names.iter().any(|name| name == a.name));
    let jobs: Vec<Job> = wanted.map(|&application| Job { application, rows: OnceLock::new() }).collect();
    let trouble = on_all_processors(&jobs, |job| {
        let wrong = |e| format!("{}: {e}", job.application.name);
        let rows = rows(&chain, job.application, arch, &place, keep.as_deref()).map_err(wrong)?;
        job.rows.get_or_init(|| rows);
        Ok(())
    });
    if !trouble.is_empty() {
        return Err(trouble.join("\n"));
    }
    let rows: Vec<Row> = jobs.into_iter().filter_map(|job| job.rows.into_inner()).flatten().collect();
    let table = table(&rows, arch);
    let Some(file) = out else {
        print!("{table}");
        return Ok(());
    };
    let wrong = |e: std::io::Error| format!("{}: {e}", file.display());
    let page = fs::read_to_string(&file).map_err(wrong)?;
    let parts =
        page.split_once(MARKS.0).and_then(|(before, rest)| Some((before, rest.split_once(MARKS.1)?.1)));
    let (before, after) = parts.ok_or_else(|| format!("{} has no marks `<!-- ptxas -->`", file.display()))?;
    fs::write(&file, format!("{before}{}{table}{}{after}", MARKS.0, MARKS.1)).map_err(wrong)
}

/// Compiles an application in both ways and measures its kernels.
fn rows(
    chain: &Toolchain,
    application: &Application,
    arch: u32,
    place: &Path,
    keep: Option<&Path>,
) -> Result<Vec<Row>> {
    let file = |extension: &str| place.join(format!("{}-sm_{arch}.{extension}", application.name));
    let (ptx, cubin) = (file("ptx"), file("cubin"));
    fs::write(&ptx, application.ptx).map_err(|e| format!("{}: {e}", ptx.display()))?;
    let options = if arch < 75 { lower::Options::maxwell() } else { lower::Options::turing() };
    let said = chain.cubin(&ptx, arch, &cubin)?;
    let text = chain.disassemble(&cubin, arch)?;
    if let Some(keep) = keep {
        let file = keep.join(format!("{}.sass", application.name));
        fs::write(&file, &text).map_err(|e| format!("{}: {e}", file.display()))?;
    }
    let kernels = sass::parse(&text).map_err(|e| e.to_string())?;
    let module = Module::parse(application.ptx).map_err(|e| e.to_string())?;
    let row = |kernel: &warploom_suite::Kernel| {
        let entry = application.entry(kernel.name);
        let missing = || format!("there is no `{entry}`");
        let program = module.programs.iter().find(|p| p.name == entry).ok_or_else(missing)?;
        let theirs = kernels.iter().find(|k| k.name == entry).ok_or_else(missing)?;
        if !theirs.unknown.is_empty() {
            eprintln!("{entry}: unknown opcodes {}", theirs.unknown.join(", "));
        }
        let (registers, spilled) = resources(&said, &entry).ok_or("ptxas does not say how many registers")?;
        let lowered = lower(program, &options);
        Ok(Row {
            name: format!("{}/{}", application.name, kernel.name),
            ours: Measures::of(&Code::of(&lowered), lowered.registers),
            sass: Measures::of(&body(theirs), Some(registers)),
            ptx: Measures::of(&Code::of(program), None),
            spilled,
            routines: theirs.lines.len() - theirs.body,
        })
    };
    application.kernels.iter().map(row).collect()
}

/// The code of a kernel without the routines behind it.
fn body(kernel: &SassKernel) -> Code {
    Code { instructions: kernel.code.instructions[..kernel.body].to_vec(), ..Code::default() }
}

/// Registers and spilled bytes of a kernel, from what ptxas says.
fn resources(said: &str, entry: &str) -> Option<(u32, u32)> {
    let start = said.find(&format!("entry function '{entry}'"))?;
    let said = &said[start..];
    let said = &said[..said[1..].find("entry function").map_or(said.len(), |next| next + 1)];
    let before =
        |what: &str| -> Option<u32> { said[..said.find(what)?].split_whitespace().next_back()?.parse().ok() };
    let spilled = before(" bytes spill stores").unwrap_or(0) + before(" bytes spill loads").unwrap_or(0);
    Some((before(" registers")?, spilled))
}

/// The table, its explanation and its summary.
fn table(rows: &[Row], arch: u32) -> String {
    let family = if arch < 75 { "Maxwell" } else { "Turing" };
    let mut page = format!(
        "The table compares Warploom's lowering of the suite's kernels with ptxas 12.9 for sm_{arch}, from the same PTX.
`cargo xtask yardstick --arch {arch} --out docs/explanation/lowering.md` writes this part. It downloads ptxas and nvdisasm from PyPI.

* Our code is lowered for a {family} (`warploom phases --target`). *SASS* is the output of ptxas. *PTX* is the PTX as written.
* Registers are per thread. Instructions are static counts.
* Phases are those of the phase-aware paper: first with every basic block starting a phase, then without that rule. Lengths are in
  cycles, with GPGPU-Sim's latencies.
* ptxas places subroutines after a kernel (slow paths of divisions and roots). Their instructions appear after a `+` and are not
  part of the other numbers. The branches to them are.

| kernel | registers: ours / ptxas | instructions: ours / SASS | phases: ours / SASS / PTX | without blocks: ours / SASS / PTX | median length: ours / SASS |
|---|---:|---:|---:|---:|---:|
"
    );
    for Row { name, ours, sass, ptx, spilled, routines } in rows {
        let number = |registers: Option<u32>| registers.map_or("-".to_owned(), |r| r.to_string());
        let spilled = if *spilled > 0 { format!(" ({spilled} bytes spilled)") } else { String::new() };
        let routines = if *routines > 0 { format!(" + {routines}") } else { String::new() };
        writeln!(
            page,
            "| {name} | {} / {}{spilled} | {} / {}{routines} | {} / {} / {} | {} / {} / {} | {} / {} |",
            number(ours.registers),
            number(sass.registers),
            ours.instructions,
            sass.instructions,
            ours.phases,
            sass.phases,
            ptx.phases,
            ours.without_blocks,
            sass.without_blocks,
            ptx.without_blocks,
            ours.length,
            sass.length,
        )
        .expect("a string takes all");
    }
    page.push('\n');
    page.push_str(&summary(rows));
    page
}

fn summary(rows: &[Row]) -> String {
    let ratios = |of: fn(&Measures) -> Option<f64>| -> Vec<f64> {
        let ratio = |row: &Row| Some(of(&row.ours)? / of(&row.sass)?);
        rows.iter().filter_map(ratio).filter(|r| r.is_finite() && *r > 0.0).collect()
    };
    let registers = ratios(|m| m.registers.map(f64::from));
    let instructions = ratios(|m| Some(m.instructions as f64));
    let phases = ratios(|m| Some(m.phases as f64));
    let without = ratios(|m| Some(m.without_blocks as f64));
    let lengths = ratios(|m| Some(m.length));
    let within = |list: &[f64], part: f64| list.iter().filter(|r| (*r - 1.0).abs() <= part).count();
    format!(
        "Of {} kernels, {} have registers within ±{:.0} % of ptxas's. {} have phases within ±{:.0} %, or {} without the \
         block rule.\nGeometric means of ours / ptxas's: registers {}, instructions {}, phases {} (without the block rule {}), median \
         length {}.\n",
        rows.len(),
        if registers.is_empty() { "-".to_owned() } else { within(&registers, REGISTERS_WITHIN).to_string() },
        REGISTERS_WITHIN * 100.0,
        within(&phases, PHASES_WITHIN),
        PHASES_WITHIN * 100.0,
        within(&without, PHASES_WITHIN),
        mean(&registers),
        mean(&instructions),
        mean(&phases),
        mean(&without),
        mean(&lengths),
    )
}

/// The geometric mean, as printed.
fn mean(ratios: &[f64]) -> String {
    if ratios.is_empty() {
        return "-".to_owned();
    }
    let sum: f64 = ratios.iter().map(|r| r.ln()).sum();
    format!("{:.2}", (sum / ratios.len() as f64).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use warploom_kernel::ptx::lower::TARGETS;
    use warploom_suite::{BufferCheck, Size};

    /// The suite's own tests only run code for its default target.
    #[test]
    fn applications_compute_the_same_for_every_target() {
        for application in APPLICATIONS {
            for (target, options) in TARGETS {
                let module = Module::parse(application.ptx).expect("PTX of the suite").lower(options);
                let mut work =
                    application.prepare_code(module, Size::Tiny, 1).expect("the kernels of the suite");
                while let Some(ready) = work.next_launch().expect("a kernel of the suite") {
                    let entry = ready.program;
                    entry
                        .run(ready.globals, &ready.launch, ready.memory, &mut ())
                        .unwrap_or_else(|e| panic!("{} for {target}: {e}", application.name));
                }
                let verdicts = work.check().expect("results of the suite");
                // A ray that touches the edge of a sphere misses it where a quotient is off by two units in the last place.
                if (application.name, *target) == ("ray", "gt200") {
                    continue;
                }
                assert!(verdicts.iter().all(BufferCheck::passed), "{} for {target}", application.name);
            }
        }
    }

    #[test]
    fn resources_are_those_of_the_kernel() {
        let said = "ptxas info    : Compiling entry function 'a_b' for 'sm_75'
ptxas info    : Function properties for a_b
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 22 registers, used 1 barriers, 384 bytes cmem[0]
ptxas info    : Compiling entry function 'a_c' for 'sm_75'
    8 bytes stack frame, 4 bytes spill stores, 12 bytes spill loads
ptxas info    : Used 16 registers, used 0 barriers";
        assert_eq!(resources(said, "a_b"), Some((22, 0)));
        assert_eq!(resources(said, "a_c"), Some((16, 16)));
        assert_eq!(resources(said, "a_d"), None);
    }

    #[test]
    fn medians() {
        assert_eq!(median(&[]), 0.0);
        assert_eq!(median(&[3]), 3.0);
        assert_eq!(median(&[2, 4]), 3.0);
        assert_eq!(median(&[1, 2, 9]), 2.0);
    }
}
