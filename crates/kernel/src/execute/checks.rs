//! Strictness of the memory checks, and warnings about errors that a GPU lets pass.

use super::fault::{Fault, FaultKind, FaultLocation};
use super::memory::Memory;
use super::memory::access::MemorySpaces;
use crate::program::Pc;
use std::fmt;
use std::mem::{Discriminant, discriminant, take};

/// Treatment of errors that a GPU lets pass.
///
/// Programs that work on a GPU contain such errors. They are:
///
/// * a read of shared memory that no thread has written ([`FaultKind::Uninitialised`]): it returns the bytes that are there;
/// * an access to bytes that an asynchronous copy in flight still writes or reads ([`FaultKind::BeforeWait`]): it takes effect;
/// * a warp-level instruction in a lane that its own member mask does not name ([`FaultKind::OutsideMask`]): it gets the result of the
///   lanes that are named;
/// * an access to global or constant memory outside every allocation ([`FaultKind::OutOfBounds`], [`FaultKind::UseAfterFree`]), if
///   each 2 MiB page that it touches holds a byte of a live allocation, because a GPU maps whole pages. Bytes of allocations are
///   read and written; the others read as 0, and what is written to them is lost.
///
/// All other errors are faults for every value. GCN code is always checked strictly.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Checks {
    /// Every error is a fault, which ends the launch.
    #[default]
    Strict,
    /// An error that a GPU lets pass is a [`Warning`], and the launch goes on.
    Warn,
    /// As [`Checks::Warn`], without the warnings.
    Off,
}

/// An error that a GPU lets pass, and the number of times that it happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    /// The first occurrence.
    pub fault: Fault,
    /// Accesses of threads with an error of this kind at this line of the kernel, the first included.
    pub count: u64,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.fault)?;
        match self.count - 1 {
            0 => Ok(()),
            1 => write!(f, "\n  and 1 more access of this line"),
            more => write!(f, "\n  and {more} more accesses of this line"),
        }
    }
}

/// Warnings of one or more launches.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Warnings {
    /// One for each kernel, source line and kind of error, in order of their first occurrence; at most [`Warnings::MOST`]. Code
    /// without source lines has one for each of its own lines.
    pub distinct: Vec<Warning>,
    /// Accesses with an error of another line or kind, after the list was full.
    pub omitted: u64,
}

impl Warnings {
    /// Maximum number of distinct warnings.
    pub const MOST: usize = 64;

    /// Whether there is no warning.
    pub fn is_empty(&self) -> bool {
        self.distinct.is_empty()
    }

    /// Accesses with an error.
    pub fn accesses(&self) -> u64 {
        self.distinct.iter().map(|warning| warning.count).sum::<u64>() + self.omitted
    }
}

/// Warnings since the last [`Memory::take_warnings`].
#[derive(Clone, Debug, Default)]
pub(crate) struct WarningLog {
    /// Errors of the instruction in execution, whose location is not known yet.
    pending: Vec<PendingWarning>,
    /// Instruction and kind of errors, and the index of their warning in `warnings.distinct`; its location has the kernel.
    /// Several instructions can be of one line.
    keys: Vec<(Pc, Discriminant<FaultKind>, usize)>,
    warnings: Warnings,
}

/// An error of the instruction in execution.
#[derive(Clone, Debug)]
pub(crate) struct PendingWarning {
    /// The first lane with this error.
    pub lane: usize,
    pub kind: Box<FaultKind>,
    pub count: u64,
}

impl WarningLog {
    fn add(&mut self, lane: usize, kind: Box<FaultKind>) {
        match self.pending.iter_mut().find(|p| discriminant(&*p.kind) == discriminant(&*kind)) {
            Some(same) => same.count += 1,
            None => self.pending.push(PendingWarning { lane, kind, count: 1 }),
        }
    }

    /// Counts the errors of the instruction for `lanes` more lanes.
    pub fn repeat(&mut self, lanes: u32) {
        self.pending.iter_mut().for_each(|p| p.count += u64::from(lanes));
    }

    /// Takes the errors of the instruction.
    pub fn take_pending(&mut self) -> Vec<PendingWarning> {
        take(&mut self.pending)
    }

    /// Records an error of the instruction at `pc`.
    pub fn record(
        &mut self,
        (kernel, pc): (&str, Pc),
        PendingWarning { kind, count, .. }: PendingWarning,
        location: impl FnOnce() -> FaultLocation,
    ) {
        let error = discriminant(&*kind);
        let list = &mut self.warnings.distinct;
        let known = self
            .keys
            .iter()
            .find(|&&(at, of, index)| (at, of) == (pc, error) && list[index].fault.location.kernel == kernel);
        if let Some(&(.., index)) = known {
            list[index].count += count;
            return;
        }
        let location = location();
        let same = |warning: &Warning| {
            discriminant(&warning.fault.kind) == error && warning.fault.location.is_same_line(&location)
        };
        let index = match list.iter().position(same) {
            Some(index) => {
                list[index].count += count;
                index
            }
            None if list.len() < Warnings::MOST => {
                list.push(Warning { fault: Fault { kind: *kind, location: Box::new(location) }, count });
                list.len() - 1
            }
            None => {
                self.warnings.omitted += count;
                return;
            }
        };
        self.keys.push((pc, error, index));
    }

    pub fn take(&mut self) -> Warnings {
        self.keys.clear();
        take(&mut self.warnings)
    }
}

impl MemorySpaces<'_> {
    /// Decides about an error of a lane that a GPU lets pass: `Ok` if the access goes on.
    #[cold]
    pub fn tolerate(
        &mut self,
        lane: usize,
        kind: impl FnOnce(&Memory) -> Box<FaultKind>,
    ) -> Result<(), Box<FaultKind>> {
        match self.checks {
            Checks::Strict => return Err(kind(self.memory)),
            Checks::Warn => {
                let kind = kind(self.memory);
                self.memory.warnings.add(lane, kind);
            }
            Checks::Off => {}
        }
        self.tolerated = true;
        Ok(())
    }

    /// Decides about an access of a lane to global memory that no allocation contains: `Ok` if it goes on.
    #[cold]
    pub fn tolerate_outside(
        &mut self,
        lane: usize,
        (address, bytes): (u64, u32),
        instruction: &dyn Fn() -> String,
    ) -> Result<(), Box<FaultKind>> {
        let fault = |memory: &Memory| memory.access_fault(instruction(), address, bytes);
        match self.memory.is_mapped(address, bytes) {
            true => self.tolerate(lane, fault),
            false => Err(fault(self.memory)),
        }
    }
}
