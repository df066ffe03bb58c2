//! A core of a GPU: an SM or a CU, as the engine sees them.

use super::{BlockedWarp, CoreBase, CtaQueue, LaunchConfig};
use crate::counters::Counters;
use crate::cu::{Cu, IllegalWave};
use crate::machine::Machine;
use crate::memory::message::{Reply, Request};
use crate::memory::pressure::Pressure;
use crate::probe::Probe;
use crate::sm::{IllegalPick, Sm};
use std::sync::Arc;
use warploom_kernel::tape::Launch;

/// A core: an SM or a CU.
pub(crate) enum Core {
    Sm(Box<Sm>),
    Cu(Box<Cu>),
}

/// Pick of a policy that the hardware could not issue.
pub(crate) enum Illegal {
    Warp(IllegalPick),
    Wave(IllegalWave),
}

/// Calls the method of the SM or CU.
macro_rules! each {
    ($core:expr, $name:ident => $call:expr) => {
        match $core {
            Core::Sm($name) => $call,
            Core::Cu($name) => $call,
        }
    };
}

impl Core {
    #[inline]
    pub fn base(&self) -> &CoreBase {
        each!(self, core => &core.base)
    }

    #[inline]
    pub fn base_mut(&mut self) -> &mut CoreBase {
        each!(self, core => &mut core.base)
    }

    pub fn into_probe(self) -> Option<Box<dyn Probe>> {
        each!(self, core => core.base.probe)
    }

    pub fn configure(&mut self, machine: &Machine, launch: LaunchConfig) {
        each!(self, core => core.configure(machine, launch));
    }

    pub fn launch_begins(&mut self, launch: &Arc<Launch>, start: u64, latency_end: u64) {
        each!(self, core => core.launch_begins(launch, start, latency_end));
    }

    pub fn deliver(&mut self, reply: Reply) {
        each!(self, core => core.deliver(reply));
    }

    pub fn return_credits(&mut self, now: u64, packets: u32) {
        each!(self, core => core.return_credits(now, packets));
    }

    pub fn drain_requests(&mut self) -> std::vec::Drain<'_, Request> {
        each!(self, core => core.drain_requests())
    }

    /// Simulates up to cycle `until`, exclusive.
    #[inline]
    pub fn advance(&mut self, until: u64, queue: &mut CtaQueue) -> Result<(), Illegal> {
        match self {
            Core::Sm(sm) => sm.advance(until, queue).map_err(Illegal::Warp),
            Core::Cu(cu) => cu.advance(until, queue).map_err(Illegal::Wave),
        }
    }

    /// Tells an SM what limited memory in the last window. CUs do not distinguish it.
    pub fn set_pressure(&mut self, pressure: Pressure) {
        if let Core::Sm(sm) = self {
            sm.pressure = pressure;
        }
    }

    pub fn set_ctas_undispatched(&mut self, undispatched: bool) {
        match self {
            Core::Sm(sm) => sm.set_ctas_undispatched(undispatched),
            Core::Cu(cu) => cu.base.state.ctas_undispatched = undispatched,
        }
    }

    pub fn is_idle(&self) -> bool {
        each!(self, core => core.is_idle())
    }

    /// Picks per cycle: the schedulers of an SM, the units of a CU.
    pub fn schedulers(&self) -> u64 {
        each!(self, core => core.base.state.scheduler_slots.len() as u64)
    }

    pub fn next_time(&self, queue: &CtaQueue) -> u64 {
        each!(self, core => core.next_time(queue))
    }

    pub fn rewind(&mut self, end: u64) {
        each!(self, core => core.rewind(end));
    }

    pub fn take_counters(&mut self) -> Counters {
        each!(self, core => core.take_counters())
    }

    pub fn blocked_warps(&self) -> Vec<BlockedWarp> {
        each!(self, core => core.blocked_warps())
    }
}
