//! `warploom tape info`.

use super::{mix, summary};
use crate::ui::command::{Failure, Outcome};
use crate::ui::{output, work};
use serde_json::{Value, json};
use std::path::PathBuf;
use warploom_kernel::class::Class;
use warploom_kernel::image::Isa;
use warploom_kernel::tape::Launch;
use warploom_lab::work::symbol::{KernelNames, full_name};
use warploom_report::Table;
use warploom_report::catalogue::mix_json;
use warploom_report::units;
use warploom_suite::InstructionMix;
use warploom_tape::file::{LaunchCounts, TapeFile, VERSION};

const EXAMPLES: &str = "Examples:
  warploom tape info lud.tape
  warploom tape info lud.tape --mix
  warploom tape info lud.tape --json | jq '.launches[] | {kernel, warp_instructions}'";

/// Show the contents of a tape: launches, CTAs, instructions, bytes
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The tape
    #[arg(value_name = "FILE.tape")]
    file: PathBuf,
    /// Decode the tape and show its instruction mix, in percent of warp instructions
    #[arg(long)]
    mix: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Do not show progress
    #[arg(long)]
    quiet: bool,
}

pub fn run(args: &Args) -> Result<Outcome, Failure> {
    let file = work::tape::open_file(&args.file)?;
    let mixes = args.mix.then(|| mix::mixes(&file, args.quiet)).transpose()?;
    if args.json {
        output::print_json(&to_json(args, &file, mixes.as_deref()))?;
    } else {
        let mixes =
            mixes.map_or(String::new(), |mixes| format!("\n{}", output::table(&mix_table(&file, &mixes))));
        output::print(&format!("{}\n{}{mixes}", output::table(&table(&file)), summary(&file.totals())))?;
    }
    Ok(Outcome::Fine)
}

fn launches(file: &TapeFile) -> impl Iterator<Item = (&Launch, LaunchCounts)> {
    file.launches().iter().enumerate().map(|(at, launch)| (&**launch, file.counts(at)))
}

fn table(file: &TapeFile) -> Table {
    let gcn = file.launches().iter().any(|launch| launch.isa() == Isa::Gcn);
    let registers: &[&str] = if gcn { &[">VGPRs", ">SGPRs"] } else { &[">registers"] };
    let names = kernel_names(file);
    // Numbers of launches that are not their positions.
    let numbered = file.launches().iter().any(|launch| launch.number.is_some());
    let mut titles = vec!["kernel"];
    titles.extend(numbered.then_some(">launch"));
    titles.extend([">grid", ">block", ">CTAs", ">warps per CTA"]);
    titles.extend(registers);
    titles.extend([">shared bytes", ">warp instructions", ">thread instructions"]);
    let mut table = Table::new(&titles);
    for (at, (launch, counts)) in launches(file).enumerate() {
        let mut row = vec![names.of(&launch.kernel).to_owned()];
        row.extend(numbered.then(|| number(at, launch).to_string()));
        row.extend([
            units::extents(launch.grid),
            units::extents(launch.block),
            ctas(launch, counts),
            launch.warps().to_string(),
            launch.registers.to_string(),
        ]);
        row.extend(gcn.then(|| launch.scalar_registers.to_string()));
        row.extend([
            launch.shared.to_string(),
            counts.warp_instructions.to_string(),
            counts.thread_instructions.to_string(),
        ]);
        table.row(row);
    }
    table
}

fn kernel_names(file: &TapeFile) -> KernelNames {
    KernelNames::new(file.launches().iter().map(|launch| launch.kernel.as_str()))
}

/// The launch's number in its work.
fn number(at: usize, launch: &Launch) -> u64 {
    launch.number.unwrap_or(at as u64)
}

/// The number of CTAs; a trace may lack some.
fn ctas(launch: &Launch, counts: LaunchCounts) -> String {
    match (counts.ctas, launch.ctas()) {
        (found, all) if found == all => all.to_string(),
        (found, all) => format!("{found} of {all}"),
    }
}

/// One row per kernel: launches of the same kernel have similar mixes.
fn mix_table(file: &TapeFile, mixes: &[InstructionMix]) -> Table {
    let total: InstructionMix = mixes.iter().copied().sum();
    // Columns of zeros would hide the others.
    let classes: Vec<Class> = Class::ALL.into_iter().filter(|&class| total.of(class) > 0).collect();
    let mut titles = vec!["kernel".to_owned(), ">warp instructions".to_owned()];
    titles.extend(classes.iter().map(|class| format!(">{class}")));
    let mut table = Table::new(&titles.iter().map(String::as_str).collect::<Vec<_>>());
    let mut row = |name: &str, mix: &InstructionMix| {
        let mut cells = vec![name.to_owned(), mix.total().to_string()];
        cells.extend(classes.iter().map(|&class| units::decimal(100.0 * mix.share(class))));
        table.row(cells);
    };
    let mut kernels: Vec<(&str, InstructionMix)> = Vec::new();
    for (launch, &mix) in file.launches().iter().zip(mixes) {
        match kernels.iter_mut().find(|(name, _)| *name == launch.kernel) {
            Some((_, sum)) => *sum = [*sum, mix].into_iter().sum(),
            None => kernels.push((&launch.kernel, mix)),
        }
    }
    let names = kernel_names(file);
    kernels.iter().for_each(|(name, mix)| row(names.of(name), mix));
    if kernels.len() > 1 {
        row("all", &total);
    }
    table
}

fn to_json(args: &Args, file: &TapeFile, mixes: Option<&[InstructionMix]>) -> Value {
    let totals = file.totals();
    let launch = |(at, (launch, counts)): (usize, (&Launch, LaunchCounts))| {
        json!({
            "launch": number(at, launch),
            "kernel": launch.kernel,
            "kernel_name": full_name(&launch.kernel),
            "grid": launch.grid,
            "block": launch.block,
            "ctas": counts.ctas,
            "warps_per_cta": launch.warps(),
            "lanes": launch.width,
            "isa": launch.isa().name(),
            "registers": launch.registers,
            "scalar_registers": launch.scalar_registers,
            "shared_bytes": launch.shared,
            "instructions": launch.code.instructions.len(),
            "warp_instructions": counts.warp_instructions,
            "thread_instructions": counts.thread_instructions,
            "bytes": counts.bytes,
            "mix": mixes.map(|mixes| mix_json(&mixes[at])),
        })
    };
    json!({
        "file": args.file.display().to_string(),
        "version": VERSION,
        "launches": launches(file).enumerate().map(launch).collect::<Vec<_>>(),
        "ctas": totals.ctas,
        "warp_instructions": totals.warp_instructions,
        "thread_instructions": totals.thread_instructions,
        "mix": mixes.map(|mixes| mix_json(&mixes.iter().copied().sum())),
        "bytes": totals.bytes,
        "bytes_per_instruction": units::ratio(totals.bytes, totals.warp_instructions),
        "digest": format!("{:032x}", totals.digest),
    })
}
