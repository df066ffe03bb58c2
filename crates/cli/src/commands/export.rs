//! `warploom export`: work as an Accel-Sim trace.

use crate::ui::command::{self, Command, Context, Failure, Outcome};
use crate::ui::diagnose::Report;
use crate::ui::progress::Progress;
use crate::ui::work::{self, Options, WORK_FORMS, Watched, WorkKind};
use crate::ui::{interrupt, output};
use clap::{ArgMatches, Args as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use warploom_kernel::code::Code;
use warploom_lab::work::symbol::short_name;
use warploom_report::units;
use warploom_tape::accelsim::Compression;
use warploom_tape::accelsim::export::{ExportFailure, ExportedLaunch, TraceLosses, export};

/// The command.
pub const COMMAND: Command = Command { name: "export", declare, run };

const EXAMPLES: &str = "Examples:
  warploom export lud --size tiny -o traces/lud               an application of the suite
  warploom export lud.tape -o traces/lud --compress none      a tape
  accel-sim.out -trace traces/lud/kernelslist.g -config gpgpusim.config -config trace.config

The command writes kernelslist.g and a kernel-N.traceg for each launch, with tracer version 5 and binary version 70
(Volta). Accel-Sim itself reads uncompressed traces and .xz. Existing files of these names are replaced.

Exit code: 0 success, 1 a kernel faulted, 2 the workload cannot be opened or the trace cannot be written, 130 interrupted.";

/// Write a workload as an Accel-Sim trace
///
/// A trace cannot hold everything: PTX opcodes become Volta opcodes of the same class, and source lines and guards are lost.
/// docs/reference/tapes.md has the list.
#[derive(Debug, clap::Args)]
struct Args {
    /// Suite workload, tape, Accel-Sim trace, or PTX with --launch: see below
    #[arg(value_name = "WORK")]
    work: PathBuf,
    /// Directory to write to; created if it does not exist
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// Compression of the traces
    #[arg(long, value_name = "HOW", value_enum, default_value_t = Compress::Xz)]
    compress: Compress,
    /// Print errors only
    #[arg(long)]
    quiet: bool,
    #[command(flatten)]
    options: Options,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Compress {
    None,
    Gz,
    Xz,
    Zst,
}

impl From<Compress> for Compression {
    fn from(compress: Compress) -> Compression {
        match compress {
            Compress::None => Compression::None,
            Compress::Gz => Compression::Gzip,
            Compress::Xz => Compression::Xz,
            Compress::Zst => Compression::Zstd,
        }
    }
}

fn declare(command: clap::Command) -> clap::Command {
    Args::augment_args(command).after_help(format!("{WORK_FORMS}\n\n{EXAMPLES}"))
}

fn run(matches: &ArgMatches, _: &Context) -> Result<Outcome, Failure> {
    let args: Args = command::args(matches)?;
    if WorkKind::of(&args.work)? == WorkKind::Trace && in_place(&args.work, &args.output) {
        let message = format!("`{}` would overwrite itself", args.work.display());
        return Err(Failure::mistake(message, Some("export to another directory".to_owned())));
    }
    let interrupt = interrupt::on_signal()?;
    let work = work::open(&args.work, &args.options, args.quiet, interrupt)?;
    let progress = Progress::new(work.ctas, "CTAs", args.quiet).interrupted_by(interrupt);
    let exported = export(&mut Watched::new(work.tapes, &progress), &args.output, args.compress.into());
    let exported = exported.map_err(|failed| match failed {
        ExportFailure::Source(error) => error.into(),
        ExportFailure::Export(error) => Failure::mistake(error.to_string(), None),
    })?;
    progress.finish();
    for (at, launch) in exported.iter().enumerate().filter(|(_, launch)| launch.missing() > 0) {
        let (missing, all) = (launch.missing(), launch.launch.ctas());
        let message = format!(
            "launch {} ({}): the tape lacks {missing} of {all} CTAs; Accel-Sim stops at the first missing one",
            launch.launch.number.unwrap_or(at as u64),
            short_name(&launch.launch.kernel),
        );
        Report::warning(message).print();
    }
    if !args.quiet {
        let (summary, losses) = (summary(&exported), losses(&exported));
        output::print(&format!("{}: {}\n{summary}{losses}", args.output.display(), work.name))?;
    }
    Ok(Outcome::Fine)
}

/// A summary of the trace, in two lines.
fn summary(exported: &[ExportedLaunch]) -> String {
    let sum = |of: fn(&ExportedLaunch) -> u64| exported.iter().map(of).sum::<u64>();
    let warp_instructions = sum(|e| e.written.warp_instructions);
    let stored: u64 = exported.iter().filter_map(|e| e.path.metadata().ok()).map(|file| file.len()).sum();
    format!(
        "{}, {}, {}, {}\n{}, {:.3} per warp instruction\n",
        units::counted(exported.len() as u64, "launch", "launches"),
        units::counted(sum(|e| e.written.ctas), "CTA", "CTAs"),
        units::counted(warp_instructions, "warp instruction", "warp instructions"),
        units::counted(sum(|e| e.written.thread_instructions), "thread instruction", "thread instructions"),
        units::counted(stored, "byte", "bytes"),
        units::ratio(stored, warp_instructions),
    )
}

/// Information that the trace lost and that changes Accel-Sim's cycles: empty if there is none.
fn losses(exported: &[ExportedLaunch]) -> String {
    let mut kernels: Vec<&Arc<Code>> = Vec::new();
    let mut lost = TraceLosses::default();
    for ExportedLaunch { launch, .. } in exported {
        if !kernels.contains(&&launch.code) {
            lost.add(&TraceLosses::of(&launch.code));
            kernels.push(&launch.code);
        }
    }
    let rows = [
        (lost.predicates, "do not wait for the predicates that they read"),
        (lost.registers, "do not wait for some of their registers"),
        (lost.barriers, "are barriers that wait for all threads of the CTA"),
    ];
    let mut text = String::new();
    for (count, what) in rows.into_iter().filter(|(count, _)| *count > 0) {
        if text.is_empty() {
            let all = units::counted(lost.instructions, "instruction", "instructions");
            text.push_str(&format!("lost in the trace, which changes cycles, of {all} in the code:\n"));
        }
        text.push_str(&format!("  {count} {what}\n"));
    }
    text
}

/// True if the trace would be written to the directory that it is read from.
fn in_place(work: &Path, output: &Path) -> bool {
    let Ok(output) = output.canonicalize() else { return false };
    let Ok(work) = work.canonicalize() else { return false };
    work == output || work.parent() == Some(&output)
}
