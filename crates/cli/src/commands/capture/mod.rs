//! `warploom capture`: a CUDA program, run without a GPU, and its launches kept as tapes.

mod folder;
mod inspect;
mod library;
mod watch;

use crate::ui::command::{self, Command, Context, Failure, Outcome};
use crate::ui::output;
use clap::builder::PossibleValuesParser;
use clap::{ArgMatches, Args as _};
use std::ffi::OsString;
use std::io::{self, IsTerminal as _};
use std::os::unix::process::ExitStatusExt as _;
use std::path::PathBuf;
use std::process::{self, ExitStatus};
use warploom_kernel::execute::Limits;
use warploom_kernel::ptx::lower::TARGETS;
use warploom_lab::machine_choice;
use warploom_tape::capture::{SETTINGS, Selection, Settings};

/// The command.
pub const COMMAND: Command = Command { name: "capture", declare, run };
/// The command that prints the compiler's flags.
pub const NVCC_FLAGS: Command = Command { name: "nvcc-flags", declare: declare_flags, run: print_flags };

/// Declarations that CUDA 13 removed and old sources use.
const HEADER: &str = include_str!("compatibility.h");
/// What nvcc needs to be told: PTX inside, the runtime as a library, and the source line of each instruction.
const FLAGS: &str = "-arch=compute_75 -cudart shared -lineinfo";

const EXAMPLES: &str = "Examples:
  nvcc $(warploom nvcc-flags) bfs.cu -o bfs           compile: PTX inside, the runtime as a library
  warploom capture -- ./bfs graph64K.txt              run it: leaves the folder bfs.capture
  warploom compare bfs.capture --policies lrr,gto     simulate its launches
  warploom capture --first 2 --kernel 'srad*' -o srad -- ./srad 100 0.5 502 458
  warploom capture --race --no-record -- ./bfs graph64K.txt   report data races of its kernels
  warploom capture --race --error-exitcode 9 -- ./test        let a test fail because of them
  nvcc -arch=sm_90 -cudart shared k.cu -o k; warploom capture --machine h100 -- ./k   machine code: no PTX is needed
  warploom capture --header > warploom.h              old sources: nvcc -include warploom.h …

The folder has a tape for each recorded launch, capture.toml with all launches, and the PTX. The program's own output is left as it
is; messages of Warploom go to standard error. Launches that are finished stay if the program ends early.

Exit code: that of the program (128 + the number of the signal that ended it), or 2 if it cannot be captured. With
--error-exitcode N, N if a kernel ended with an error, made a bad access or had a data race.";

/// Run a CUDA program without a GPU and keep its kernel launches as tapes
///
/// The program must be compiled with PTX inside, or with machine code of sm_70 to sm_90, and linked to the CUDA runtime as a library:
/// `warploom nvcc-flags` prints the flags.
/// It loads Warploom's library in place of libcudart.so.13 and libcuda.so.1; every access of its kernels is checked.
#[derive(Debug, clap::Args)]
struct Args {
    /// Folder to write; an earlier capture there is replaced [default: PROGRAM.capture]
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Record only kernels of this name; * stands for any characters, ? for one
    #[arg(long, value_name = "GLOB")]
    kernel: Option<String>,
    /// Record only launches A to B-1 of all launches, from 0; A.. and ..B are allowed
    #[arg(long, value_name = "A..B", value_parser = range)]
    launches: Option<(Option<u64>, Option<u64>)>,
    /// Record only the first N launches of each kernel
    #[arg(long, value_name = "N")]
    first: Option<u64>,
    /// Record nothing: execute, check and list the launches
    #[arg(long)]
    no_record: bool,
    /// Bad accesses that a GPU lets pass, such as a read of shared memory that was never written: end the kernel, warn, or nothing
    #[arg(long, value_name = "HOW", value_parser = ["strict", "warn", "off"], default_value = "warn")]
    checks: String,
    /// Find data races of every executed launch, also of those that are not recorded. Lanes of a warp execute in step: a race between
    /// two of them is found only within one instruction
    #[arg(long)]
    race: bool,
    /// Execute PTX, or sass: NVIDIA's machine code [default: machine code that fits --machine, if the program has it, or else PTX]
    #[arg(long, value_name = "CODE", value_parser = ["ptx", "sass"], hide_possible_values = true)]
    code: Option<String>,
    /// Lower PTX for this GPU: gt200, fermi, maxwell or turing; ptx for none [default: what suits the machine, or fermi]
    #[arg(long, value_name = "GPU", value_parser = PossibleValuesParser::new(TARGETS.iter().map(|(name, _)| *name).chain(["ptx"])),
        hide_possible_values = true)]
    target: Option<String>,
    /// GPU that the program sees, with times between its events simulated; without it, properties of a v100 and times of this host
    #[arg(long, value_name = "NAME|FILE")]
    machine: Option<PathBuf>,
    /// Instructions a warp may execute before it counts as an infinite loop
    #[arg(long, value_name = "N", default_value_t = Limits::default().instructions, value_parser = clap::value_parser!(u64).range(1..))]
    budget: u64,
    /// Exit with this code if a kernel ended with an error, made a bad access or had a data race [default: the program's code]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    error_exitcode: Option<u8>,
    /// Print the compatibility header for old sources, and nothing else
    #[arg(long, exclusive = true)]
    header: bool,
    /// Print errors only
    #[arg(long)]
    quiet: bool,
    /// The program and its arguments
    #[arg(trailing_var_arg = true, value_name = "PROGRAM", required_unless_present = "header")]
    program: Vec<OsString>,
}

impl Args {
    /// Whether nothing but PTX will do.
    fn needs_ptx(&self) -> bool {
        self.target.is_some() || self.code.as_deref() == Some("ptx")
    }
}

fn range(text: &str) -> Result<(Option<u64>, Option<u64>), String> {
    let (from, until) = text.split_once("..").ok_or("expected A..B, as in 0..10")?;
    let number = |text: &str| match text.trim() {
        "" => Ok(None),
        digits => digits.parse().map(Some).map_err(|_| format!("`{digits}` is not a number")),
    };
    let (from, until) = (number(from)?, number(until)?);
    match (from, until) {
        (Some(from), Some(until)) if from >= until => Err("the range is empty".to_owned()),
        range => Ok(range),
    }
}

fn declare(command: clap::Command) -> clap::Command {
    Args::augment_args(command).after_help(EXAMPLES)
}

fn declare_flags(command: clap::Command) -> clap::Command {
    command.about("Print the flags with which nvcc compiles a program for `warploom capture`").after_help(
        "Example:\n  nvcc $(warploom nvcc-flags) program.cu -o program\n\n\
         -arch=compute_75 puts PTX into the program; a newer architecture does, too.\n\
         -cudart shared links libcudart.so.13, in whose place the program loads Warploom's library.\n\
         -lineinfo lets profiles, faults and races name lines of the source.",
    )
}

fn print_flags(_: &ArgMatches, _: &Context) -> Result<Outcome, Failure> {
    output::print(&format!("{FLAGS}\n"))?;
    Ok(Outcome::Fine)
}

fn run(matches: &ArgMatches, context: &Context) -> Result<Outcome, Failure> {
    let args: Args = command::args(matches)?;
    if args.header {
        output::print(HEADER)?;
        return Ok(Outcome::Fine);
    }
    let Some((program, arguments)) = args.program.split_first() else {
        return Err(Failure::mistake(
            "no program to run".to_owned(),
            Some("warploom capture -- ./program".to_owned()),
        ));
    };
    if args.code.as_deref() == Some("sass") && args.target.is_some() {
        let message = "`--target` is for PTX, and `--code sass` executes machine code".to_owned();
        return Err(Failure::mistake(message, Some("remove one of them".to_owned())));
    }
    inspect::check(program, args.needs_ptx(), args.quiet)?;
    let library = library::Library::find(context.program.as_deref())?;
    let folder = folder::prepare(args.output.clone().unwrap_or_else(|| folder::default(program)))?;
    let machine = args.machine.as_deref().map(machine).transpose()?;
    let (from, until) = args.launches.unwrap_or_default();
    let settings = Settings {
        folder: Some(folder.path.clone()),
        machine,
        target: args.target.clone(),
        code: args.code.clone(),
        checks: Some(args.checks.clone()),
        budget: Some(args.budget),
        progress: !args.quiet && io::stderr().is_terminal(),
        race: args.race,
        select: Selection {
            kernel: args.kernel.clone(),
            from,
            until,
            first: args.first,
            none: args.no_record,
        },
    };
    let loading = library.prepare(&settings)?;
    // Host addresses are the same in every run, so that tapes are: without this, a library may lie where device memory should.
    // Where that is forbidden, as in some containers, the library finds another place.
    let _ = nix::sys::personality::get().and_then(|persona| {
        nix::sys::personality::set(persona | nix::sys::personality::Persona::ADDR_NO_RANDOMIZE)
    });
    let mut child = process::Command::new(program);
    child.args(arguments).envs(loading.environment()).env(SETTINGS, loading.settings());
    // Ctrl-C reaches the program too, and it decides: this command waits for it.
    let _signals = watch::ignore_interrupts()?;
    let mut child = child.spawn().map_err(|error| {
        let name = program.to_string_lossy();
        Failure::mistake(format!("`{name}` cannot be run: {error}"), None)
    })?;
    let status = watch::wait(&mut child, &folder.path, args.quiet)?;
    if !args.quiet {
        watch::summary(&folder.path, status, args.no_record);
    }
    let code = args.error_exitcode.filter(|_| watch::has_errors(&folder.path));
    Ok(Outcome::Exit(code.unwrap_or_else(|| exit_code(status))))
}

/// The exit code that a shell would give.
fn exit_code(status: ExitStatus) -> u8 {
    let code = status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or(0));
    // Codes have 8 bits.
    (code & 0xff) as u8
}

/// The description of a machine, as TOML.
fn machine(name: &std::path::Path) -> Result<String, Failure> {
    let machine = machine_choice::machine(name, &[])?;
    command::require_sms(&machine, "capture")?;
    Ok(machine.to_toml())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_launches() {
        assert_eq!(range("2..5"), Ok((Some(2), Some(5))));
        assert_eq!(range("2.."), Ok((Some(2), None)));
        assert_eq!(range("..5"), Ok((None, Some(5))));
        assert_eq!(range("5..5"), Err("the range is empty".to_owned()));
        assert_eq!(range("3"), Err("expected A..B, as in 0..10".to_owned()));
        assert_eq!(range("a..b"), Err("`a` is not a number".to_owned()));
    }

    #[test]
    fn exit_codes_are_the_shells() {
        assert_eq!(exit_code(ExitStatus::from_raw(3 << 8)), 3);
        assert_eq!(exit_code(ExitStatus::from_raw(6)), 134);
    }
}
