//! `warploom phases`: the phases of kernels.

mod text;

use crate::ui::command::{self, Command, Context, Failure, Outcome};
use crate::ui::output;
use clap::builder::PossibleValuesParser;
use clap::{ArgMatches, Args as _};
use serde_json::Value;
use std::path::PathBuf;
use warploom_kernel::image::Isa;
use warploom_kernel::phase::{PhaseLatencies, Reading, Rules};
use warploom_kernel::ptx::lower::{Options, PASSES, TARGETS};
use warploom_report::phases::{self, Lowering};
use warploom_tape::atomic_file;

/// The command.
pub const COMMAND: Command = Command { name: "phases", declare, run };

const EXAMPLES: &str =
    "A phase is a sequence of instructions in which none reads a long-latency result of the same sequence.
Its length is the sum of its instructions' latencies; an instruction's distance is the sum from there to the phase's end.
Instructions are numbered from 0, like branch targets; phases from 1. `*` marks instructions with a long-latency result.

Examples:
  warploom phases lud/internal                  a kernel of the suite, instruction by instruction
  warploom phases lud --summary                 all its kernels in one table
  warploom phases kernel.ptx --kernel saxpy     your own PTX
  warploom phases k.cubin                       machine code: what a GPU runs; also as nvdisasm prints it
  warploom phases lud --isa sass --summary      the suite's machine code for sm_80
  warploom phases lud/internal --no-lower       PTX without lowering: many short phases
  warploom phases lud/internal --explain 40     why the phase of instruction 40 starts there
  warploom phases lud/internal --explain lud.cu:106
  warploom phases lud/internal --svg lud.svg    a figure: bars are instructions, arcs are waits
  warploom phases lud --json | jq '.[] | {name, lengths: [.phases[].length]}'

Exit code: 0 success, 2 the kernels cannot be read.";

/// Show the phases of kernels: where warps wait for memory, and how far each instruction is from there
///
/// PTX is lowered first: scheduled, and allocated to registers. In PTX as the compiler writes it, every load
/// immediately precedes its use, and phases would be fragments.
#[derive(Debug, clap::Args)]
#[command(group(clap::ArgGroup::new("output").args(["summary", "json", "dump_after", "explain"])))]
struct Args {
    /// A kernel or application of the suite (`lud/internal`, `lud`), or a file: PTX, a cubin, SASS as nvdisasm or cuobjdump
    /// prints it, or GCN assembly
    #[arg(value_name = "WORK|KERNEL.ptx|KERNEL.cubin|sass.txt|KERNEL.s")]
    work: PathBuf,
    /// Only this kernel
    #[arg(long, value_name = "NAME")]
    kernel: Option<String>,
    /// Print only the table, one row per kernel
    #[arg(long)]
    summary: bool,
    /// Print JSON: an array with an object per kernel
    #[arg(long)]
    json: bool,
    /// Explain why the phase of an instruction starts where it does; by number, or by line of source or PTX
    #[arg(long, value_name = "N|FILE:LINE")]
    explain: Option<String>,
    /// Write a figure of the phases, and print only the table
    #[arg(long, value_name = "FILE", conflicts_with_all = ["dump_after", "explain"])]
    svg: Option<PathBuf>,
    /// Instruction set of the suite's code: ptx, lowered; sass, NVIDIA's machine code of sm_80; or gcn
    #[arg(long, value_name = "ISA", value_parser = ["ptx", "gcn", "sass"], default_value = "ptx", hide_possible_values = true)]
    isa: String,
    /// Do not lower the PTX
    #[arg(long, conflicts_with_all = ["registers", "target", "dump_after"])]
    no_lower: bool,
    /// Print the code after this lowering pass
    #[arg(long, value_name = "PASS")]
    dump_after: Option<String>,
    /// Target of the lowering
    #[arg(long, value_name = "GPU", value_parser = PossibleValuesParser::new(TARGETS.iter().map(|(name, _)| *name)),
        default_value = phases::DEFAULT_TARGET)]
    target: String,
    /// Maximum registers per thread (default: 124 for gt200, 63 for fermi, 255 for the others)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(16..=255))]
    registers: Option<u32>,
    /// Treat shared-memory loads as long-latency
    #[arg(long)]
    shared_long: bool,
    /// Start a phase after each barrier
    #[arg(long)]
    barrier_phase: bool,
    /// Start a phase at each basic block
    #[arg(long)]
    blocks: bool,
    /// Latencies whose sum is a phase's length: GPGPU-Sim's, cycles in the unit of an m2090, or cycles until its result; GCN
    /// code has its own
    #[arg(long, value_name = "TABLE", value_parser = ["gpgpusim", "interval", "result"], default_value = "gpgpusim")]
    latencies: String,
}

impl Args {
    fn options(&self) -> Options {
        let options = phases::target(&self.target).unwrap_or_default();
        Options { registers: self.registers.unwrap_or(options.registers), ..options }
    }

    fn reading(&self) -> Reading {
        let latencies = match self.latencies.as_str() {
            "interval" => PhaseLatencies::Interval,
            "result" => PhaseLatencies::Result,
            _ => PhaseLatencies::Gpgpusim,
        };
        let Args { blocks, shared_long, barrier_phase, .. } = *self;
        Reading { rules: Rules { blocks, shared_long, barrier_phase }, latencies }
    }
}

/// Arguments and help, with the list of passes.
fn declare(command: clap::Command) -> clap::Command {
    let width = PASSES.iter().map(|pass| pass.name.len()).max().unwrap_or(0);
    let passes: String = PASSES.iter().map(|p| format!("\n  {:<width$}  {}", p.name, p.what)).collect();
    let passes = if passes.is_empty() { passes } else { format!("Lowering passes, in order:{passes}\n\n") };
    Args::augment_args(command).after_long_help(format!("{passes}{EXAMPLES}"))
}

fn run(matches: &ArgMatches, _: &Context) -> Result<Outcome, Failure> {
    let args: Args = command::args(matches)?;
    let options = args.options();
    let lowering = match &args.dump_after {
        _ if args.no_lower => Lowering::None,
        Some(pass) => Lowering::Until(options, phases::pass(pass)?),
        None => Lowering::Full(options),
    };
    let isa = Isa::ALL.into_iter().find(|isa| isa.name() == args.isa).unwrap_or_default();
    if isa != Isa::Ptx && args.dump_after.is_some() {
        let what = if isa == Isa::Gcn { "GCN" } else { "machine" };
        let help = Some(format!("remove --dump-after: {what} code is not lowered"));
        return Err(Failure::mistake(format!("the passes do not apply to {what} code"), help));
    }
    let listings = phases::listings(&args.work, args.kernel.as_deref(), isa, lowering)?;
    if args.dump_after.is_some() {
        output::print(&listings.iter().map(text::dump).collect::<String>())?;
        return Ok(Outcome::Fine);
    }
    let all = phases::analyses(listings, args.reading());
    if let Some(file) = &args.svg {
        let one = phases::only(&all, "a figure shows one kernel")?;
        atomic_file::write(file, phases::svg(one).as_bytes())
            .map_err(|e| Failure::mistake(format!("`{}` cannot be written: {e}", file.display()), None))?;
    }
    if let Some(what) = &args.explain {
        output::print(&phases::explain(&all, what)?)?;
    } else if args.json {
        output::print_json(&Value::Array(all.iter().map(phases::to_json).collect()))?;
    } else if args.summary || args.svg.is_some() {
        output::print(&output::table(&phases::table(&all)))?;
    } else {
        let painter = text::Painter::for_stdout();
        let each = |one| {
            format!("{}\n{}", output::table(&phases::table(std::slice::from_ref(one))), painter.listing(one))
        };
        output::print(&all.iter().map(each).collect::<Vec<_>>().join("\n"))?;
    }
    Ok(Outcome::Fine)
}
