//! `warploom import`: a trace of Accel-Sim or Multi2Sim as a tape.

use crate::commands::tape::summary;
use crate::ui::command::{self, Command, Context, Failure, Outcome};
use crate::ui::work::{self, TraceOptions};
use crate::ui::{interrupt, output};
use clap::{ArgMatches, Args as _};
use std::path::{Path, PathBuf};
use std::time::Instant;
use warploom_report::units;
use warploom_tape::accelsim::ImportProgress;

/// The command.
pub const COMMAND: Command = Command { name: "import", declare: Args::augment_args, run };

const EXAMPLES: &str = "Examples:
  warploom import traces/bfs                        writes bfs.tape
  warploom import traces/bfs/kernelslist.g -o b.tape
  warploom import kernel-1.traceg.xz                one launch: writes kernel-1.tape
  warploom import traces/bfs --architecture turing --registers 18     if the header is wrong
  warploom import traces/new --opcodes mine.toml    an architecture that Warploom does not know
  warploom import multi2sim/trace/FW-8.trace.gz     GCN kernels of Multi2Sim: writes FW-8.tape

Supported are tracer versions 3, 4, 5 and the text format of 6, uncompressed or compressed (.xz, .gz, .zst), for Kepler to
Hopper. A trace of Multi2Sim, DIR/trace/RUN.trace, needs DIR/launch/RUN.txt and the listings DIR/isa/*.KERNEL.s. An existing
tape is replaced when the new one is complete. docs/reference/tapes.md explains opcode maps and Multi2Sim's files.

Exit code: 0 success, 2 the trace is invalid or the tape cannot be written, 130 interrupted.";

/// Convert an Accel-Sim or Multi2Sim trace to a tape
///
/// The trace is streamed, CTA by CTA, and may be much larger than memory.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
struct Args {
    /// A directory with a kernelslist.g, a kernelslist.g, a kernel's .traceg, or a .trace of Multi2Sim
    #[arg(value_name = "DIR|kernelslist.g|FILE.traceg|RUN.trace")]
    trace: PathBuf,
    /// File to write [default: named after the trace, in the current directory]
    #[arg(short, long, value_name = "FILE.tape")]
    output: Option<PathBuf>,
    /// Print errors only
    #[arg(long)]
    quiet: bool,
    #[command(flatten)]
    options: TraceOptions,
}

fn run(matches: &ArgMatches, _: &Context) -> Result<Outcome, Failure> {
    let args: Args = command::args(matches)?;
    let output = match &args.output {
        Some(output) => output.clone(),
        None => named_after(&args.trace).ok_or_else(|| {
            let message = format!("cannot name the tape after `{}`", args.trace.display());
            Failure::mistake(message, Some("name the tape with -o".to_owned()))
        })?,
    };
    output::not_an_input(&output, &[&args.trace])?;
    let list =
        args.trace.parent().filter(|directory| args.trace.is_file() && !directory.as_os_str().is_empty());
    output::not_an_input(&output, &list.into_iter().collect::<Vec<_>>())?;
    let started = Instant::now();
    let mut writer = work::tape::create(&output)?;
    let interrupt = interrupt::on_signal()?;
    let imported = work::import(&args.trace, &args.options, &mut writer, args.quiet, interrupt)?;
    let totals = writer.finish()?;
    if !args.quiet {
        let time = started.elapsed();
        let (text, files) = (units::bytes(imported.text_bytes), units::bytes(imported.bytes));
        let rate = units::bytes_per_second(imported.text_bytes, time);
        output::print(&format!(
            "{}: {}\n{}{text} of text ({files} compressed) in {:.2} s: {rate}\n{}",
            output.display(),
            args.trace.display(),
            summary(&totals),
            time.as_secs_f64(),
            losses(&imported),
        ))?;
    }
    Ok(Outcome::Fine)
}

/// Information that the trace lacks and that changes cycles: empty if there is none.
fn losses(imported: &ImportProgress) -> String {
    let ctas = units::counted(imported.missing_ctas, "CTA", "CTAs");
    let instructions = units::counted(imported.unaddressed, "instruction", "instructions");
    let rows = [
        (imported.missing_ctas, format!("{ctas} of the grids, which do not run")),
        (
            imported.unaddressed,
            format!("addresses of {instructions} for textures and surfaces, which take a fixed time"),
        ),
    ];
    let missing = rows.iter().filter(|(count, _)| *count > 0);
    missing.map(|(_, what)| format!("missing in the trace, which changes cycles: {what}\n")).collect()
}

/// A tape in the current directory, named after the trace's directory or the kernel's file.
fn named_after(trace: &Path) -> Option<PathBuf> {
    let is = |path: &Path, extensions: &[&str]| {
        path.extension().is_some_and(|e| extensions.iter().any(|x| e == *x))
    };
    let name = Path::new(trace.file_name().unwrap_or_default());
    let plain = if is(name, &["xz", "gz", "zst"]) { name.with_extension("") } else { name.to_owned() };
    if is(&plain, &["traceg", "trace"]) {
        return Some(plain.with_extension("tape"));
    }
    let is_list = plain.file_stem().is_some_and(|stem| stem == "kernelslist");
    let directory = if is_list { trace.parent()? } else { trace };
    let here = Path::new(".");
    let directory = if directory.as_os_str().is_empty() { here } else { directory };
    // `.` and `..` have a name only as absolute paths.
    let mut named = match directory.file_name() {
        Some(name) => name.to_owned(),
        None => directory.canonicalize().ok()?.file_name()?.to_owned(),
    };
    named.push(".tape");
    Some(named.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tapes_are_named_after_traces() {
        let name = |trace: &str| named_after(Path::new(trace)).map(|p| p.display().to_string());
        let named = |n: &str| Some(n.to_owned());
        assert_eq!(name("traces/bfs"), named("bfs.tape"));
        assert_eq!(name("traces/bfs/"), named("bfs.tape"));
        assert_eq!(name("traces/bfs/kernelslist.g"), named("bfs.tape"));
        assert_eq!(name("traces/kernel-1.traceg.xz"), named("kernel-1.tape"));
        assert_eq!(name("k.traceg"), named("k.tape"));
        assert_eq!(name("m/trace/FW-8.trace.gz"), named("FW-8.tape"));
        let here = std::env::current_dir().unwrap();
        let here = format!("{}.tape", here.file_name().unwrap().display());
        assert_eq!((name("."), name("kernelslist.g")), (Some(here.clone()), Some(here)));
        assert_eq!(name("/"), None);
    }
}
