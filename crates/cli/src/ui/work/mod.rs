//! WORK on the command line: its options, its progress bars and its errors.

mod options;

pub use options::{Options, TraceOptions};
pub use warploom_lab::work::{WORK_FORMS, Watched, WorkKind, kinds, tape};

use crate::ui::command::Failure;
use crate::ui::diagnose::Report;
use crate::ui::progress::{Progress, StageProgress};
use crate::ui::seeds::SeedOptions;
use std::io::Write;
use std::path::Path;
use warploom_gpu::interrupt::Interrupt;
use warploom_gpu::machine::Machine;
use warploom_lab::compare::ComparedTape;
use warploom_lab::work::{self, Work, WorkOptions};
use warploom_lab::work_tape::WorkTape;
use warploom_policy::{Choice, CtaKind};
use warploom_tape::accelsim;
use warploom_tape::capture::Capture;
use warploom_tape::file::Writer;

/// Opens work. The flag ends long preparations.
pub fn open(work: &Path, options: &Options, quiet: bool, interrupt: Interrupt) -> Result<Work, Failure> {
    Ok(work::open(work, &options.resolve(), &StageProgress::new(quiet, interrupt))?)
}

/// Opens work for a run under a CTA policy.
pub fn open_for(
    work: &Path,
    options: &Options,
    run: (&Machine, &Choice<CtaKind>),
    quiet: bool,
    interrupt: Interrupt,
) -> Result<Work, Failure> {
    warn_of_target(work, run.0, quiet);
    Ok(work::open_for(work, &options.resolve_for(run.0), run, &StageProgress::new(quiet, interrupt))?)
}

/// Warns of a captured program whose code was lowered for another kind of machine. Its tapes cannot be lowered again: they hold what
/// was executed.
pub fn warn_of_target(work: &Path, machine: &Machine, quiet: bool) {
    let captured =
        matches!(WorkKind::of(work), Ok(WorkKind::Capture)).then(|| Capture::read(work).ok()).flatten();
    let Some(target) = captured.map(|capture| capture.program.target) else { return };
    let own = machine.code_target();
    if let Some(architecture) = target.strip_prefix("sm_").and_then(|number| number.parse::<u32>().ok()) {
        let capability = machine.compute_capability();
        if !quiet && architecture / 10 != capability / 10 {
            let (work, machine) = (work.display(), &machine.name);
            let message = format!(
                "the code of `{work}` is machine code for {target}, and a GPU such as {machine} executes that for sm_{capability}: \
                 registers, occupancy and cycles differ"
            );
            Report::warning(message).print();
        }
        return;
    }
    if !quiet && target != own && target != "ptx" {
        let (work, machine) = (work.display(), &machine.name);
        let message = format!(
            "the code of `{work}` was lowered for {target}, and {machine} runs code for {own}: registers, occupancy and cycles differ"
        );
        let help = format!("capture the program for this machine: warploom capture --machine {machine} -- …");
        Report::warning(message).with_help(Some(help)).print();
    }
}

/// Imports a trace to a tape.
pub fn import<W: Write>(
    trace: &Path,
    options: &TraceOptions,
    writer: &mut Writer<W>,
    quiet: bool,
    interrupt: Interrupt,
) -> Result<accelsim::ImportProgress, Failure> {
    Ok(work::import(trace, &options.resolve(), writer, &StageProgress::new(quiet, interrupt))?)
}

/// Works as tape files for several machines, one after the other, each with all seeds. Machines share the tape of a work unless they
/// execute other code, or the work adapts to the machine.
pub fn tapes_for<'a>(
    works: Vec<(&'a Path, WorkKind)>,
    options: &'a Options,
    machines: &'a [Machine],
    seeds: SeedOptions,
    progress: &'a Progress,
    interrupt: Interrupt,
) -> impl Iterator<Item = Result<ComparedTape, Failure>> + use<'a> {
    works.into_iter().flat_map(move |(work, kind)| {
        groups(kind, machines).into_iter().flat_map(move |group| {
            let options = options.resolve_for(&machines[group[0]]);
            seeds.seeds().into_iter().map(move |seed| {
                let tape = tape_of((work, kind), &options, seed, progress, interrupt)?;
                Ok(ComparedTape { tape, machines: group.clone() })
            })
        })
    })
}

/// The tape of a work, perturbed if there is a seed. The bar counts runs, so making a tape shows as its message only.
pub fn tape_of(
    (work, kind): (&Path, WorkKind),
    options: &WorkOptions,
    seed: Option<u64>,
    progress: &Progress,
    interrupt: Interrupt,
) -> Result<WorkTape, Failure> {
    let name = work.display().to_string();
    progress.begin(&format!("{name}: writing its tape"));
    let taped = match seed {
        None => work::spool(work, kind, options, &Some(interrupt))?,
        Some(seed) => work::spool_perturbed(work, kind, options, seed, &Some(interrupt))?,
    };
    progress.begin(&name);
    Ok(taped)
}

/// Machines that run the same tape of a work, by their indices. No group is empty.
fn groups(kind: WorkKind, machines: &[Machine]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let same = |a: usize, b: usize| match kind {
        WorkKind::Tape | WorkKind::Trace | WorkKind::Multi2Sim | WorkKind::Capture => true,
        WorkKind::Suite => machines[a].code_target() == machines[b].code_target(),
        // CTAs that wait for each other run as many at a time as the machine holds.
        WorkKind::Ptx | WorkKind::Gcn | WorkKind::Sass => false,
    };
    for machine in 0..machines.len() {
        match groups.iter_mut().find(|group| same(group[0], machine)) {
            Some(group) => group.push(machine),
            None => groups.push(vec![machine]),
        }
    }
    groups
}

/// Works as tape files, one after the other, each with all seeds.
pub fn tapes_of<'a>(
    works: Vec<(&'a Path, WorkKind)>,
    options: WorkOptions,
    seeds: SeedOptions,
    progress: &'a Progress,
    interrupt: Interrupt,
) -> impl Iterator<Item = Result<WorkTape, Failure>> + use<'a> {
    let each = move |work| seeds.seeds().into_iter().map(move |seed| (work, seed));
    works
        .into_iter()
        .flat_map(each)
        .map(move |(work, seed)| tape_of(work, &options, seed, progress, interrupt))
}
