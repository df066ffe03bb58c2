//! What happens on a timeline's tracks.

use std::sync::Arc;
use warploom_gpu::counters::Cause;
use warploom_gpu::{CtaSlot, SchedulerId, Slot, SmId};
use warploom_kernel::code::Code;
use warploom_kernel::tape::Launch;

/// A track of an SM, in the order in which they are shown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Track {
    /// Which kernel runs.
    Kernel,
    /// A number that changes.
    Counter(Counter),
    /// What a scheduler's cycles go to.
    Scheduler(SchedulerId),
    /// The CTAs in a place.
    Place(CtaSlot),
    /// What the warp in a slot does.
    Warp(Slot),
    /// Its accesses to memory under way: on a row, one at a time.
    Flight(Slot, u16),
}

/// What is counted.
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

/// What a warp waits for that does not issue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wait {
    /// Data of memory, of which it is not known when they come.
    Memory,
    /// A result that a unit computes, or data that are about to come.
    Result,
    /// Room in the unit it needs.
    Unit,
    /// The other warps of its CTA.
    Barrier,
    /// Its next instruction.
    Fetch,
    /// Its turn: it could have issued.
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

/// What a slice shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Label {
    /// An instruction, by its number in the codes of the run, one after the other.
    Instruction {
        number: u32,
        /// How many lanes execute it.
        lanes: u8,
    },
    Wait(Wait),
    Cause(Cause),
    /// A CTA, by its number in the grid.
    Cta(u64),
    /// A launch, by its number in the run.
    Kernel(u32),
}

/// What happens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Action {
    /// What began last on the track ends.
    End,
    /// A slice begins.
    Begin(Label),
    /// A counter changes by so much.
    Change(i32),
}

/// Something happens on a track.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Event {
    /// When.
    pub at: u64,
    pub track: Track,
    pub what: Action,
}

impl Event {
    /// By time; in a cycle, what ends does so before anything begins.
    pub fn order(&self) -> (u64, u8) {
        (self.at, u8::from(self.what != Action::End))
    }
}

/// What was seen of an SM.
#[derive(Default, Debug)]
pub(super) struct SmEvents {
    pub sm: SmId,
    /// In the order of [`Event::order`], or about to be.
    pub events: Vec<Event>,
    /// The first cycle that is not shown any more.
    pub end: u64,
    /// Whether that is so for want of room.
    pub full: bool,
    /// The first cycle that was not simulated.
    pub clock: u64,
    /// Code that was run, and the number of its first instruction.
    pub codes: Vec<(Arc<Code>, u32)>,
    pub launches: Vec<Arc<Launch>>,
}
