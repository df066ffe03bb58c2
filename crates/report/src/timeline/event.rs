//! The events of a timeline.

use std::sync::Arc;
use warploom_gpu::counters::Cause;
use warploom_gpu::{CtaSlot, SchedulerId, Slot, SmId};
use warploom_kernel::code::Code;
use warploom_kernel::tape::Launch;

/// A track of an SM, in display order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Track {
    /// The running kernel.
    Kernel,
    Counter(Counter),
    /// The causes of a scheduler's cycles.
    Scheduler(SchedulerId),
    CtaSlot(CtaSlot),
    /// The activity of the warp in a slot.
    Warp(Slot),
    /// The warp's memory accesses in flight: one at a time per row.
    Flight(Slot, u16),
}

/// The counters of an SM.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Counter {
    Resident,
    Alu,
    Memory,
}

impl Counter {
    pub const ALL: [Counter; 3] = [Counter::Resident, Counter::Alu, Counter::Memory];

    pub const fn name(self) -> &'static str {
        match self {
            Counter::Resident => "resident warps",
            Counter::Alu => "ALU instructions in flight",
            Counter::Memory => "memory instructions in flight",
        }
    }
}

/// The reason why a warp does not issue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wait {
    /// Data from memory whose arrival is not known yet.
    Memory,
    /// A result of an execution unit, or data whose arrival is known.
    Result,
    /// A free entry of its execution unit.
    Unit,
    /// The other warps of its CTA, at a barrier.
    Barrier,
    /// Its next instruction.
    Fetch,
    /// The scheduler picked another warp.
    NotPicked,
}

impl Wait {
    pub const fn name(self) -> &'static str {
        match self {
            Wait::Memory => "memory",
            Wait::Result => "result",
            Wait::Unit => "unit",
            Wait::Barrier => "barrier",
            Wait::Fetch => "fetch",
            Wait::NotPicked => "not picked",
        }
    }
}

/// The label of a slice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Label {
    /// An instruction, numbered consecutively over all codes of the run.
    Instruction {
        number: u32,
        /// Active lanes.
        lanes: u8,
    },
    Wait(Wait),
    Cause(Cause),
    /// A CTA, by its number in the grid.
    Cta(u64),
    /// A launch, by its number in the run.
    Kernel(u32),
}

/// The action of an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Action {
    /// Ends the last slice of the track.
    End,
    /// Begins a slice.
    Begin(Label),
    /// Changes a counter.
    Change(i32),
}

/// An event on a track.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Event {
    /// The cycle.
    pub at: u64,
    pub track: Track,
    pub what: Action,
}

impl Event {
    /// The order of events: by cycle, and ends before begins.
    pub fn order(&self) -> (u64, u8) {
        (self.at, u8::from(self.what != Action::End))
    }
}

/// The events of an SM.
#[derive(Default, Debug)]
pub(super) struct SmEvents {
    pub sm: SmId,
    /// Events, in the order of [`Event::order`] once they are sorted.
    pub events: Vec<Event>,
    /// The first cycle that is not recorded.
    pub end: u64,
    /// Whether recording stopped for lack of space.
    pub full: bool,
    /// The first cycle that was not simulated.
    pub clock: u64,
    /// Codes, each with the number of its first instruction.
    pub codes: Vec<(Arc<Code>, u32)>,
    pub launches: Vec<Arc<Launch>>,
}
