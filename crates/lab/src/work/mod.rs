//! Work: anything that tapes can be made of.
//!
//! WORK names an application or kernel of the suite, a captured program, a tape file, an Accel-Sim or Multi2Sim trace, or PTX, a cubin
//! or GCN assembly with a launch file. [`open`] returns its tapes; a consumer cannot tell which kind they come from.
//!
//! ```
//! use std::path::Path;
//! use warploom_kernel::tape::Source as _;
//! use warploom_lab::work::{self, WorkOptions};
//!
//! let options = WorkOptions { size: Some("tiny".to_owned()), ..WorkOptions::default() };
//! let mut work = work::open(Path::new("lud/internal"), &options, &())?;
//! assert_eq!(work.name, "lud/internal at tiny, seed 1");
//!
//! let mut ctas = 0;
//! while work.tapes.launch()?.is_some() {
//!     while work.tapes.cta()?.is_some() {
//!         ctas += 1;
//!     }
//! }
//! assert_eq!(ctas, work.ctas);
//!
//! let wrong = work::open(Path::new("lut"), &options, &()).err().unwrap();
//! assert_eq!(wrong.to_string(), "the suite has no application `lut`");
//! assert_eq!(wrong.help().as_deref(), Some("did you mean `lud`?"));
//! # Ok::<(), work::WorkError>(())
//! ```

mod capture;
mod code_form;
mod error;
mod kernel_file;
mod kind;
pub mod launch;
mod multi2sim;
mod options;
mod progress;
mod select;
pub mod suite;
pub mod symbol;
pub mod tape;
pub mod text;
mod trace;

pub use code_form::{CodeForm, PtxCommand, check_compiled, is_cubin_file, is_gcn, is_sass};
pub use error::WorkError;
pub use kind::{WORK_FORMS, WorkKind};
pub use options::{CodeTarget, TraceOptions, WorkOptions};
pub use progress::{Progress, Stage, Watched};
pub use select::{LaunchRange, LaunchSelection};
pub use trace::import;

use crate::perturb::{MovedSource, distance};
use crate::run::WorkLabel;
use crate::work_tape::WorkTape;
use select::{LaunchOutline, SelectedSource};
use std::num::NonZero;
use std::path::Path;
use warploom_gpu::machine::Machine;
use warploom_kernel::tape::Source;
use warploom_policy::{Choice, CtaKind};

/// CTAs that are executed ahead of the consumer: enough that neither side waits for the other at every CTA.
const AHEAD: usize = 64;

/// Tapes of any kind of work.
pub type Tapes = Box<dyn Source<Error = WorkError> + Send>;

/// Work that is open.
pub struct Work {
    /// Its name for people: `backprop at tiny, seed 1`.
    pub name: String,
    /// Its name, size and seed for records.
    pub label: WorkLabel,
    /// CTAs of all its launches.
    pub ctas: u64,
    pub tapes: Tapes,
    launches: Vec<LaunchOutline>,
}

impl Work {
    /// Work that is named by its file and has no size or seed.
    fn of_file(path: &Path, launches: Vec<LaunchOutline>, tapes: Tapes) -> Work {
        let name = path.display().to_string();
        Work::new(name.clone(), WorkLabel { work: name, ..WorkLabel::default() }, launches, tapes)
    }

    fn new(name: String, label: WorkLabel, launches: Vec<LaunchOutline>, tapes: Tapes) -> Work {
        let ctas = launches.iter().fold(0, |sum: u64, launch| sum.saturating_add(launch.ctas));
        Work { name, label, ctas, tapes, launches }
    }

    /// The selected launches of the work.
    fn select(self, selection: &LaunchSelection) -> Result<Work, WorkError> {
        if selection.is_all() {
            return Ok(self);
        }
        let Work { name, label, tapes, launches, .. } = self;
        let selected = selection.resolve(&label.work, &launches)?;
        let tapes = Box::new(SelectedSource::new(tapes, selected.iter().map(|launch| launch.number)));
        let selected = selected.into_iter().cloned().collect();
        Ok(Work::new(format!("{name}, {selection}"), label, selected, tapes))
    }
}

/// Opens work. Errors that are quick to find are found here, the others while its tapes are read. An Accel-Sim trace is
/// imported first, since its instructions are known only at its end.
///
/// # Errors
/// See [`WorkError`].
pub fn open(work: &Path, options: &WorkOptions, progress: &dyn Progress) -> Result<Work, WorkError> {
    let kind = WorkKind::of(work)?;
    options.check(&[(work, kind)])?;
    open_as(work, kind, options, progress)
}

/// Opens work for a run under a CTA policy. If the policy looks CTAs up by number, the work is written to a tape first.
///
/// # Errors
/// See [`WorkError`].
pub fn open_for(
    work: &Path,
    options: &WorkOptions,
    (machine, cta_policy): (&Machine, &Choice<CtaKind>),
    progress: &dyn Progress,
) -> Result<Work, WorkError> {
    if !cta_policy.declaration().properties.by_number {
        return open(work, options, progress);
    }
    let kind = WorkKind::of(work)?;
    options.check(&[(work, kind)])?;
    let (name, taped) = match kind {
        WorkKind::Tape | WorkKind::Trace if options.select.is_all() => {
            (work.display().to_string(), spool(work, kind, options, progress)?)
        }
        _ => {
            let Work { name, label, ctas, tapes, .. } = open_as(work, kind, options, progress)?;
            progress.stage(Stage::Spool, ctas);
            (name, WorkTape::spool(label, &mut Watched::new(tapes, progress))?)
        }
    };
    let taped = taped.cached_for(machine, cta_policy, NonZero::<usize>::MIN);
    let (label, launches) = (taped.label.clone(), tape::outlines(&taped.file));
    Ok(Work::new(name, label, launches, Box::new(taped.into_source().map_err(WorkError::from))))
}

fn open_as(
    work: &Path,
    kind: WorkKind,
    options: &WorkOptions,
    progress: &dyn Progress,
) -> Result<Work, WorkError> {
    let opened = match kind {
        WorkKind::Suite => suite::open(&work.to_string_lossy(), options),
        WorkKind::Tape => tape::open(work),
        WorkKind::Trace => trace::open(work, &options.trace, progress),
        WorkKind::Multi2Sim => multi2sim::open(work, &options.trace),
        WorkKind::Capture => capture::open(work),
        WorkKind::Ptx | WorkKind::Gcn | WorkKind::Sass => kernel_file::open(work, options),
    };
    opened?.select(&options.select)
}

/// The kinds of several works. Every option must apply to at least one of them.
///
/// # Errors
/// See [`WorkError`].
pub fn kinds<'a>(
    works: &'a [impl AsRef<Path>],
    options: &WorkOptions,
) -> Result<Vec<(&'a Path, WorkKind)>, WorkError> {
    let kinds = works.iter().map(|work| Ok((work.as_ref(), WorkKind::of(work.as_ref())?)));
    let kinds = kinds.collect::<Result<Vec<_>, WorkError>>()?;
    options.check(&kinds)?;
    Ok(kinds)
}

/// Opens work as a tape file that several runs can read. Suite work, PTX, cubins and GCN assembly are executed now, up to the last selected
/// launch; selected launches of a tape are copied to another. Options of other kinds of work are ignored.
///
/// # Errors
/// See [`WorkError`].
pub fn spool(
    work: &Path,
    kind: WorkKind,
    options: &WorkOptions,
    progress: &dyn Progress,
) -> Result<WorkTape, WorkError> {
    let label = WorkLabel { work: work.display().to_string(), ..WorkLabel::default() };
    match kind {
        WorkKind::Tape if options.select.is_all() => Ok(WorkTape::from_file(label, tape::open_file(work)?)),
        WorkKind::Trace if options.select.is_all() => {
            WorkTape::temporary(label, |writer| import(work, &options.trace, writer, progress).map(|_| ()))
        }
        _ => {
            let opened = open_as(work, kind, options, progress)?;
            WorkTape::spool(opened.label, &mut Watched::new(opened.tapes, progress))
        }
    }
}

/// Opens work as [`spool`] does, for a perturbed run. Suite work has the inputs and addresses of the seed. Other work is moved in
/// memory by a [`distance`] that depends on the seed; its label has the seed too.
///
/// # Errors
/// See [`WorkError`].
pub fn spool_perturbed(
    work: &Path,
    kind: WorkKind,
    options: &WorkOptions,
    seed: u64,
    progress: &dyn Progress,
) -> Result<WorkTape, WorkError> {
    if kind == WorkKind::Suite {
        return spool(work, kind, &WorkOptions { seed: Some(seed), ..options.clone() }, progress);
    }
    let mut taped = spool(work, kind, options, progress)?;
    taped.label.seed = Some(seed);
    let (label, distance) = (taped.label.clone(), distance(seed));
    if distance == 0 {
        return Ok(taped);
    }
    let moved = MovedSource::new(taped.into_source().map_err(WorkError::from), distance);
    WorkTape::spool(label, &mut Watched::new(Box::new(moved), progress))
}
