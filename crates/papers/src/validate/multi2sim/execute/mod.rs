//! Execution of recorded runs: AMD's code in its listings, started from the launch file and the bytes of host copies.
//!
//! An [`Execution`] delivers the tapes that the importer makes of a trace of the run, also for runs without a trace: addresses of
//! global memory are physical, and instructions without memory access have all lanes of their wavefront. A tape has no accesses of
//! inactive lanes to the LDS; the machine repeats them. Physical pages come from the launch file: Multi2Sim numbers pages in the
//! order of their first access, which depends on timing.

mod compare;
mod data;
mod device;
mod error;
mod launch_file;
mod recorder;
#[cfg(test)]
mod tests;

pub use compare::ExecutionComparison;
pub(super) use compare::compare;
pub use error::{ExecutionError, ExecutionReason};

use data::{copied, listing, substitute};
use launch_file::LaunchState;
use recorder::{LaunchPlace, TapeRecorder, physical_copies};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use warploom_kernel::code::Code;
use warploom_kernel::execute::Memory;
use warploom_kernel::gcn::{self, LANES, Module};
use warploom_kernel::tape::{Cta, GenericWindows, Launch, Source};
use warploom_tape::multi2sim::{RecordedLaunch, RecordedRun};

/// Names of the runs that have a launch file, in alphabetical order.
pub(super) fn runs(folder: &Path) -> Result<Vec<String>, ExecutionError> {
    let directory = folder.join("launch");
    if !directory.is_dir() {
        return Ok(Vec::new());
    }
    let io = |error| ExecutionReason::Io(error).at(&directory, 0);
    let mut names = Vec::new();
    for entry in std::fs::read_dir(&directory).map_err(io)? {
        let name = entry.map_err(io)?.file_name().to_string_lossy().into_owned();
        names.extend(name.split_once(".txt").map(|(run, _)| run.to_owned()));
    }
    names.sort();
    names.dedup();
    Ok(names)
}

/// Path of a run's trace, which may not exist.
pub(super) fn trace(folder: &Path, run: &str) -> PathBuf {
    folder.join("trace").join(format!("{run}.trace.gz"))
}

/// A kernel's code, to execute and for tapes.
struct Kernel {
    module: Module,
    code: Arc<Code>,
}

/// A recorded run that is executed while its tapes are taken.
pub(super) struct Execution {
    folder: PathBuf,
    run: String,
    recorded: RecordedRun,
    states: Vec<LaunchState>,
    kernels: BTreeMap<String, Kernel>,
    memory: Memory,
    /// Launch that is executed next.
    next: usize,
    /// Work-groups of the current launch that were not taken.
    ctas: std::vec::IntoIter<Cta>,
    substituted: u64,
}

impl Execution {
    /// Reads the launch file and the listings of a run.
    pub(super) fn open(folder: &Path, run: &str) -> Result<Execution, ExecutionError> {
        let recorded = RecordedRun::open(trace(folder, run))?;
        let states = launch_file::read(recorded.launch_file())?;
        let mut kernels = BTreeMap::new();
        for RecordedLaunch { kernel, .. } in recorded.launches() {
            if !kernels.contains_key(kernel) {
                kernels.insert(kernel.clone(), read_kernel(folder, kernel)?);
            }
        }
        let memory = device::memory(&states);
        let memory = memory.map_err(|(reason, line)| reason.at(recorded.launch_file(), line))?;
        Ok(Execution {
            folder: folder.to_owned(),
            run: run.to_owned(),
            recorded,
            states,
            kernels,
            memory,
            next: 0,
            ctas: Vec::new().into_iter(),
            substituted: 0,
        })
    }

    /// Host copies whose bytes the folder does not have. Small integers replace them.
    pub(super) fn substituted(&self) -> u64 {
        self.substituted
    }

    /// Copies the bytes of the host that precede a launch.
    fn copy(&mut self, state: &LaunchState) -> Result<(), ExecutionError> {
        for copy in &state.copies {
            let recorded = copied(&self.folder, &self.run, copy)?;
            self.substituted += u64::from(recorded.is_none());
            let bytes = recorded.unwrap_or_else(|| substitute(copy.bytes));
            let written = device::write(&mut self.memory, copy.address, &bytes);
            written.map_err(|reason| reason.at(self.recorded.launch_file(), copy.line))?;
        }
        Ok(())
    }

    /// Executes launch `number`, and keeps its work-groups.
    fn execute(&mut self, number: usize, state: &LaunchState) -> Result<Launch, ExecutionError> {
        self.copy(state)?;
        let file = self.recorded.launch_file();
        let recorded = &self.recorded.launches()[number];
        let Kernel { module, code } = &self.kernels[&recorded.kernel];
        let prepared = device::prepare(state, recorded, &mut self.memory);
        let (launch, initial) = prepared.map_err(|(reason, line)| reason.at(file, line))?;
        let at_launch = |reason: ExecutionReason| reason.at(file, state.line);
        let globals =
            self.memory.load_variables(&module.variables).map_err(|error| at_launch(error.into()))?;
        let place = LaunchPlace { number, recorded, pages: self.recorded.pages() };
        let mut recorder = TapeRecorder::new(place, code);
        // `read_kernel` refuses a listing without a kernel.
        let program = &module.programs[0];
        let executed = gcn::run_from(program, &globals, &launch, &initial, &mut self.memory, &mut recorder);
        if let Err(error) = executed {
            let kernel = recorded.kernel.clone();
            return Err(at_launch(ExecutionReason::Run { launch: number, kernel, error: Box::new(error) }));
        }
        self.ctas = recorder.finish().map_err(at_launch)?.into_iter();
        Ok(Launch {
            kernel: recorded.kernel.clone(),
            code: code.clone(),
            grid: recorded.grid,
            block: recorded.block,
            shared: recorded.counted_lds(),
            registers: recorded.vgprs,
            // 0 would mean that the code is not GCN.
            scalar_registers: recorded.sgprs.max(1),
            width: LANES as u32,
            windows: GenericWindows::default(),
            copies: recorded.copies.iter().flat_map(|&copy| physical_copies(place.pages, copy)).collect(),
            number: None,
        })
    }
}

fn read_kernel(folder: &Path, kernel: &str) -> Result<Kernel, ExecutionError> {
    let path = listing(folder, kernel)?;
    let text = std::fs::read_to_string(&path).map_err(|error| ExecutionReason::Io(error).at(&path, 0))?;
    let module = Module::listing(kernel, &text).map_err(|error| {
        let line = error.line.into();
        ExecutionReason::Listing(error).at(&path, line)
    })?;
    let Some(program) = module.programs.first() else {
        return Err(ExecutionReason::NoListing { kernel: kernel.to_owned() }.at(&path, 0));
    };
    let code = Arc::new(gcn::code(program));
    Ok(Kernel { module, code })
}

impl Source for Execution {
    type Error = ExecutionError;

    fn launch(&mut self) -> Result<Option<Arc<Launch>>, ExecutionError> {
        let number = self.next;
        let state = self.states.get_mut(number).map(std::mem::take);
        // The importer and this module read the same lines, so there are as many of both.
        let Some(state) = state.filter(|_| number < self.recorded.launches().len()) else {
            return Ok(None);
        };
        self.next += 1;
        self.execute(number, &state).map(|launch| Some(Arc::new(launch)))
    }

    fn cta(&mut self) -> Result<Option<Cta>, ExecutionError> {
        Ok(self.ctas.next())
    }
}
