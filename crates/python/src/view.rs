//! The state of an SM as a Python policy sees it.

use pyo3::exceptions::{PyIndexError, PyRuntimeError};
use pyo3::prelude::*;
use scoped_tls_hkt::scoped_thread_local;
use warploom_gpu::policy::SmView;
use warploom_gpu::{CtaSlot, SchedulerId, Slot, WarpSet};

/// Slots of an SM: numbers of warps and of CTAs are smaller.
const SLOTS: u8 = 64;

scoped_thread_local!(static CURRENT: for<'a> SmView<'a>);

/// Calls `f` with `view` as the state that every [`View`] of this thread reads.
pub fn showing<R>(view: SmView<'_>, f: impl FnOnce() -> R) -> R {
    CURRENT.set(view, f)
}

/// Read-only state of an SM. It reads the simulator's own state, without a copy, and so only during a call of the policy.
#[pyclass(frozen, module = "warploom")]
pub struct View;

fn read<R>(f: impl FnOnce(SmView<'_>) -> R) -> PyResult<R> {
    if !CURRENT.is_set() {
        return Err(PyRuntimeError::new_err("a view can be read only while Warploom calls the policy"));
    }
    Ok(CURRENT.with(f))
}

fn warp(number: i64) -> PyResult<Slot> {
    in_slots(number)
        .map(Slot)
        .ok_or_else(|| PyIndexError::new_err(format!("there is no warp {number}: warps are 0 to 63")))
}

fn in_slots(number: i64) -> Option<u8> {
    u8::try_from(number).ok().filter(|&number| number < SLOTS)
}

/// Reads the warps of a scheduler: a list in Python, since PyO3 makes `bytes` of a `Vec<u8>`.
fn warps(scheduler: i64, f: impl FnOnce(SmView<'_>, SchedulerId) -> WarpSet) -> PyResult<Vec<u32>> {
    with_scheduler(scheduler, |view, scheduler| {
        f(view, scheduler).iter().map(|slot| u32::from(slot.0)).collect()
    })
}

fn with_scheduler<R>(scheduler: i64, f: impl FnOnce(SmView<'_>, SchedulerId) -> R) -> PyResult<R> {
    read(|view| {
        match u8::try_from(scheduler).ok().filter(|&number| usize::from(number) < view.schedulers()) {
            Some(number) => Ok(f(view, SchedulerId(number))),
            None => Err(PyIndexError::new_err(format!(
                "there is no scheduler {scheduler}: the SM has {}",
                view.schedulers()
            ))),
        }
    })?
}

fn cta_slot(number: i64) -> PyResult<CtaSlot> {
    in_slots(number)
        .map(CtaSlot)
        .ok_or_else(|| PyIndexError::new_err(format!("there is no CTA slot {number}: CTA slots are 0 to 63")))
}

#[pymethods]
impl View {
    /// The current cycle.
    #[getter]
    fn cycle(&self) -> PyResult<u64> {
        read(|view| view.now().0)
    }

    /// The number of schedulers of the SM.
    #[getter]
    fn schedulers(&self) -> PyResult<usize> {
        read(|view| view.schedulers())
    }

    /// Whether CTAs of the launch had not begun, on any SM, when the window began.
    #[getter]
    fn ctas_undispatched(&self) -> PyResult<bool> {
        read(|view| view.ctas_undispatched())
    }

    /// Warps of a scheduler that can issue in this cycle, in the order of their numbers.
    fn issuable(&self, scheduler: i64) -> PyResult<Vec<u32>> {
        warps(scheduler, |view, scheduler| view.issuable(scheduler))
    }

    /// Warps of a scheduler with an instruction left to issue.
    fn resident(&self, scheduler: i64) -> PyResult<Vec<u32>> {
        warps(scheduler, |view, scheduler| view.resident(scheduler))
    }

    /// Warps of a scheduler that are blocked at a barrier.
    fn at_barrier(&self, scheduler: i64) -> PyResult<Vec<u32>> {
        warps(scheduler, |view, scheduler| view.at_barrier(scheduler))
    }

    /// Warps of a scheduler whose next instruction waits for a result of global or local memory.
    fn blocked_on_long(&self, scheduler: i64) -> PyResult<Vec<u32>> {
        warps(scheduler, |view, scheduler| view.blocked_on_long(scheduler))
    }

    /// The warp that a scheduler issued from last.
    fn last_issued(&self, scheduler: i64) -> PyResult<Option<u8>> {
        with_scheduler(scheduler, |view, scheduler| view.last_issued(scheduler).map(|slot| slot.0))
    }

    /// The number of a warp in the launch order of the SM. The oldest warp has the smallest.
    fn age(&self, number: i64) -> PyResult<u64> {
        let slot = warp(number)?;
        read(|view| view.age(slot))
    }

    /// The oldest of these warps.
    fn oldest(&self, numbers: Vec<i64>) -> PyResult<Option<u8>> {
        let set = numbers.into_iter().map(warp).collect::<PyResult<WarpSet>>()?;
        read(|view| view.oldest(set).map(|slot| slot.0))
    }

    /// The youngest of these warps.
    fn youngest(&self, numbers: Vec<i64>) -> PyResult<Option<u8>> {
        let set = numbers.into_iter().map(warp).collect::<PyResult<WarpSet>>()?;
        read(|view| view.youngest(set).map(|slot| slot.0))
    }

    /// Thread instructions that a warp has issued.
    fn progress(&self, number: i64) -> PyResult<u64> {
        let slot = warp(number)?;
        read(|view| view.progress(slot))
    }

    /// Loads and atomics of global or local memory that a warp has in flight.
    fn outstanding_loads(&self, number: i64) -> PyResult<u32> {
        let slot = warp(number)?;
        read(|view| view.outstanding_loads(slot))
    }

    /// The slot of a warp's CTA.
    fn cta(&self, number: i64) -> PyResult<u8> {
        let slot = warp(number)?;
        read(|view| view.cta(slot).0)
    }

    /// The number of a CTA in the grid, by its slot.
    fn cta_number(&self, slot: i64) -> PyResult<u64> {
        let slot = cta_slot(slot)?;
        read(|view| view.cta_number(slot))
    }

    /// Thread instructions that the warps of a CTA have issued, by its slot.
    fn cta_progress(&self, slot: i64) -> PyResult<u64> {
        let slot = cta_slot(slot)?;
        read(|view| view.cta_progress(slot))
    }

    /// The opcode of a warp's next instruction; none once its last instruction was issued.
    fn opcode(&self, number: i64) -> PyResult<Option<String>> {
        let slot = warp(number)?;
        read(|view| view.next(slot).map(|next| view.opcode(next.pc).to_owned()))
    }

    /// The next instruction of a warp; none once its last instruction was issued.
    fn next(&self, number: i64) -> PyResult<Option<NextInstruction>> {
        let slot = warp(number)?;
        let next = read(|view| view.next(slot))?;
        Ok(next.map(|next| NextInstruction {
            pc: next.pc.0,
            lanes: next.lanes.count(),
            class_name: next.class.name(),
            is_memory: next.is_memory,
            is_load: next.is_load,
            phase: next.phase,
            starts_phase: next.starts_phase,
            distance: next.distance,
            phase_length: next.phase_length,
        }))
    }
}

/// The next instruction of a warp.
#[pyclass(frozen, get_all, module = "warploom")]
pub struct NextInstruction {
    /// Number of the instruction in the code.
    pc: u32,
    /// Number of active lanes.
    lanes: u32,
    /// Class: `integer`, `float`, `global`, …
    class_name: &'static str,
    /// Whether it accesses memory.
    is_memory: bool,
    /// Whether it is a load or an atomic.
    is_load: bool,
    /// Number of its phase.
    phase: u32,
    /// Whether it is the first of its phase.
    starts_phase: bool,
    /// Sum of latencies from it to the end of its phase, in cycles.
    distance: u32,
    /// Sum of latencies of its phase, in cycles.
    phase_length: u32,
}
