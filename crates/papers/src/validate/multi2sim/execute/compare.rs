//! Comparison of an execution with the trace of the same run.

use super::{Execution, ExecutionError, trace};
use std::path::Path;
use warploom_kernel::code::Code;
use warploom_kernel::tape::{Cta, Source as _, Step};
use warploom_tape::multi2sim::{Options, Reader};

/// An executed run beside its trace.
///
/// Two instructions are equal if their byte offsets and, for memory accesses, lanes and physical addresses are equal.
#[derive(Clone, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub struct ExecutionComparison {
    pub run: String,
    pub launches: u64,
    /// Wavefronts of all launches.
    pub waves: u64,
    /// Instructions of all wavefronts.
    pub instructions: u64,
    /// Addresses of scalar loads, and of active lanes.
    pub addresses: u64,
    /// Host copies whose bytes are not recorded.
    pub substituted_copies: u64,
    /// Wavefronts that differ from the trace.
    pub unequal_waves: u64,
    /// The first difference.
    pub difference: Option<String>,
    /// Cycles of all launches of the execution.
    pub cycles: u64,
    /// Cycles of the imported trace.
    pub trace_cycles: u64,
}

impl ExecutionComparison {
    /// Whether tapes and cycles are those of the trace.
    pub fn is_equal(&self) -> bool {
        self.difference.is_none() && self.unequal_waves == 0 && self.cycles == self.trace_cycles
    }

    fn differ(&mut self, text: impl FnOnce() -> String) {
        self.difference.get_or_insert_with(text);
    }

    /// Adds a work-group of a launch.
    fn add(&mut self, (launch, code): (u64, &Code), executed: &Cta, traced: &Cta) {
        let group = executed.id().0;
        if (executed.id(), executed.warps()) != (traced.id(), traced.warps()) {
            self.differ(|| format!("launch {launch}: work-group {group} is another one in the trace"));
            return;
        }
        for wave in 0..executed.warps() {
            self.waves += 1;
            let [mut ours, mut theirs] = [executed, traced].map(|cta| cta.warp(wave).steps(code));
            let mut equal = true;
            for number in 0_u64.. {
                let (our, their) = (ours.next(), theirs.next());
                if equal && our != their {
                    equal = false;
                    self.unequal_waves += 1;
                    self.differ(|| {
                        format!(
                            "launch {launch}, work-group {group}, wavefront {wave}, instruction {number}: executed {}, traced {}",
                            shown(our.as_ref(), code),
                            shown(their.as_ref(), code)
                        )
                    });
                }
                let Some(Step { lanes, access, .. }) = our else { break };
                self.instructions += 1;
                self.addresses += access.map_or(0, |_| u64::from(lanes.count()));
            }
        }
    }
}

/// Executes a run and compares its tapes with those of its trace. Cycles are 0.
pub(in super::super) fn compare(folder: &Path, run: &str) -> Result<ExecutionComparison, ExecutionError> {
    let mut execution = Execution::open(folder, run)?;
    let mut reader = Reader::open(trace(folder, run), &Options::default())?;
    let mut all = ExecutionComparison { run: run.to_owned(), ..ExecutionComparison::default() };
    loop {
        let (executed, traced) = (execution.launch()?, reader.launch()?);
        let number = all.launches;
        let (executed, traced) = match (executed, traced) {
            (Some(executed), Some(traced)) => (executed, traced),
            (None, None) => break,
            (executed, _) => {
                let missing = if executed.is_some() { "trace" } else { "execution" };
                all.differ(|| format!("the {missing} has no launch {number}"));
                break;
            }
        };
        all.launches += 1;
        if executed != traced {
            all.differ(|| format!("launch {number} has another shape, code or copies than in the trace"));
        }
        if executed.code != traced.code {
            // Tapes of different code have no common instructions.
            break;
        }
        loop {
            match (execution.cta()?, reader.cta()?) {
                (Some(executed_cta), Some(traced_cta)) => {
                    all.add((number, &executed.code), &executed_cta, &traced_cta);
                }
                (None, None) => break,
                (executed_cta, _) => {
                    let missing = if executed_cta.is_some() { "trace" } else { "execution" };
                    all.differ(|| format!("launch {number} has fewer work-groups in the {missing}"));
                    break;
                }
            }
        }
    }
    all.substituted_copies = execution.substituted();
    Ok(all)
}

/// An instruction for an error message: byte offset, lanes and first address.
fn shown(step: Option<&Step<'_>>, code: &Code) -> String {
    let Some(step) = step else { return "nothing".to_owned() };
    let Step { pc, lanes, access } = step;
    let offset = code.instructions.get(pc.index()).map_or(0, |instruction| instruction.address);
    let address = access.and_then(|access| access.of(*lanes).next());
    let address = address.map_or(String::new(), |address| format!(", first address {address:x}"));
    format!("offset {offset:x}, lanes {:x}{address}", lanes.0)
}
