//! Phases: code regions in which no instruction reads a long-latency result of the same region.
//!
//! This is the compile-time half of phase-aware warp scheduling (sections III-A and IV-B1 of the paper).
//! The analysis walks the code from top to bottom and collects the registers that long-latency instructions write.
//! The first instruction that reads one of these registers starts a phase and clears the set.
//! An instruction's *distance* is the sum of the latencies from it to the end of its phase.
//! A phase's *length* is the distance of its first instruction.
//!
//! A wait for asynchronous copies starts a phase, as does a test of an mbarrier with copies in the phase so far.
//! GCN code waits explicitly: an `s_waitcnt` that waits for a long-latency result starts the phase, before the read.
//!
//! The paper leaves some rules open, or contradicts itself. This module decides them as follows; [`Reading`] selects the alternatives:
//!
//! * A basic block does not start a phase. The text says that it does, but KM, DWT and FWT have loops and two phases in Table II.
//! * Global, local and texture loads and atomics have long latency. Shared-memory accesses are short.
//! * A barrier does not start a phase.
//! * Latencies are those of GPGPU-Sim's configuration ([`latency::gpgpusim`](crate::latency::gpgpusim)): Table II has odd lengths.
//! * A short-latency instruction that overwrites a register removes it from the set.
//!
//! ```
//! use warploom_kernel::code::Code;
//! use warploom_kernel::latency::gpgpusim;
//! use warploom_kernel::phase::{Phases, Rules};
//! use warploom_kernel::ptx::Module;
//!
//! let module = Module::parse(".version 8.0 .target sm_75 .address_size 64
//!     .visible .entry k(.param .u64 x) { .reg .b32 %r<3>; .reg .b64 %d<1>;
//!         ld.param.u64 %d0, [x];
//!         ld.global.u32 %r0, [%d0];
//!         add.u32 %r1, %r0, 1;
//!         st.global.u32 [%d0], %r1;
//!         ret; }")?;
//! let code = Code::of(&module.programs[0]);
//! let phases = Phases::new(&code, Rules::default());
//! assert_eq!(phases.list().len(), 2);
//! assert_eq!(phases.timing(&code, gpgpusim).length(phases.of(2)), 6); // 4 for the sum, 1 each for the others
//! # Ok::<(), warploom_kernel::ptx::Error>(())
//! ```

use crate::class::Class;
use crate::code::{AccessKind, Code, Effect, Instruction, Register};
use std::collections::BTreeMap;
use std::ops::Range;

/// The rules that the paper leaves open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Rules {
    /// Whether every basic block starts a phase. The paper's text says so, its Table II does not.
    pub blocks: bool,
    /// Whether shared-memory loads and atomics have long latency.
    pub shared_long: bool,
    /// Whether the instruction after a barrier starts a phase.
    pub barrier_phase: bool,
}

/// Latencies that are summed up to lengths and distances.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PhaseLatencies {
    /// The latencies of GPGPU-Sim's configuration, [`latency::gpgpusim`](crate::latency::gpgpusim), on every machine.
    #[default]
    Gpgpusim,
    /// Cycles for which the instruction occupies its unit on the machine.
    Interval,
    /// Cycles until the machine has the instruction's result.
    Result,
}

/// A reading of the paper: its rules of phases, and the latencies that it sums up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Reading {
    /// Rules of phases.
    pub rules: Rules,
    /// Latencies that are summed up.
    pub latencies: PhaseLatencies,
}

/// Number of a phase, in code order from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PhaseId(pub u32);

/// Reason why an instruction starts a phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PhaseStart {
    /// The first instruction of the code or of a function.
    Entry,
    /// The first instruction of a basic block.
    Block,
    /// The instruction reads a register that a long-latency instruction of the previous phase wrote.
    LongLatencyUse {
        register: Register,
        /// Index of the instruction that wrote it.
        producer: usize,
    },
    /// The instruction waits for asynchronous copies of the previous phase, or tests the mbarrier that shows their end.
    Copies {
        /// Index of the first of them.
        producer: usize,
    },
    /// The previous instruction is a barrier.
    Barrier,
}

/// A phase of the code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Phase {
    /// Indices of its instructions.
    pub code: Range<usize>,
    /// Reason why the phase starts.
    pub start: PhaseStart,
}

/// The phases of one kernel's code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Phases {
    list: Vec<Phase>,
    of: Vec<PhaseId>,
}

impl Phases {
    /// Divides the code into phases.
    pub fn new(code: &Code, rules: Rules) -> Phases {
        let mut phases = Phases { list: Vec::new(), of: Vec::with_capacity(code.instructions.len()) };
        // Registers with a long-latency result outstanding, and the instruction that writes each.
        let mut outstanding: BTreeMap<Register, usize> = BTreeMap::new();
        // Vector memory accesses that have not been waited for, oldest first: GCN code waits for them by their number.
        let mut pending: Vec<usize> = Vec::new();
        // Asynchronous copies that have not been waited for.
        let mut copies: Vec<usize> = Vec::new();
        for (at, item) in code.instructions.iter().enumerate() {
            let used = item.reads.iter().find_map(|r| outstanding.get(r).map(|&producer| (*r, producer)));
            let used = match item.effect {
                Effect::Wait { vector: Some(left), .. } => {
                    let done: Vec<usize> =
                        pending.drain(..pending.len().saturating_sub(left.into())).collect();
                    outstanding.iter().find(|(_, producer)| done.contains(producer)).map(|(r, p)| (*r, *p))
                }
                _ => used,
            };
            // A wait for asynchronous copies is a use of what they bring: their bytes have no register.
            let copied = match item.effect {
                Effect::AwaitCopies { .. } => copies.first().copied(),
                Effect::Memory { kind: AccessKind::TestMbarrier, .. } => copies.first().copied(),
                _ => None,
            };
            let after_barrier =
                rules.barrier_phase && at > 0 && code.instructions[at - 1].class == Class::Barrier;
            let start = match used {
                _ if at == 0 || code.functions.binary_search(&at).is_ok() => Some(PhaseStart::Entry),
                _ if item.leader && rules.blocks => Some(PhaseStart::Block),
                Some((register, producer)) => Some(PhaseStart::LongLatencyUse { register, producer }),
                None if copied.is_some() => copied.map(|producer| PhaseStart::Copies { producer }),
                None => after_barrier.then_some(PhaseStart::Barrier),
            };
            if let Some(start) = start {
                outstanding.clear();
                pending.clear();
                copies.clear();
                phases.list.push(Phase { code: at..at, start });
            }
            let current = phases.list.len() - 1;
            phases.list[current].code.end = at + 1;
            phases.of.push(PhaseId(current as u32));
            if item.class.is_memory() {
                pending.push(at);
            }
            if matches!(item.effect, Effect::Memory { kind, .. } if kind.is_copy()) {
                copies.push(at);
            }
            let long = item.class.is_memory() || rules.shared_long && item.class == Class::Shared;
            for &register in &item.writes {
                if long {
                    outstanding.insert(register, at);
                } else if !item.guarded {
                    outstanding.remove(&register);
                }
            }
        }
        phases
    }

    /// All phases, in code order.
    pub fn list(&self) -> &[Phase] {
        &self.list
    }

    /// The phase of an instruction.
    pub fn of(&self, instruction: usize) -> PhaseId {
        self.of[instruction]
    }

    /// Distances and lengths in cycles, with the given latency of each instruction.
    pub fn timing(&self, code: &Code, latency: impl Fn(&Instruction) -> u32) -> PhaseTiming {
        let mut timed = PhaseTiming { distance: vec![0; code.instructions.len()], length: Vec::new() };
        for phase in &self.list {
            let mut sum = 0;
            for at in phase.code.clone().rev() {
                sum += latency(&code.instructions[at]);
                timed.distance[at] = sum;
            }
            timed.length.push(sum);
        }
        timed
    }
}

/// Distances of instructions and lengths of phases, in cycles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PhaseTiming {
    distance: Vec<u32>,
    length: Vec<u32>,
}

impl PhaseTiming {
    /// Cycles from an instruction to the end of its phase, including the instruction.
    pub fn distance(&self, instruction: usize) -> u32 {
        self.distance[instruction]
    }

    /// Length of a phase in cycles.
    pub fn length(&self, phase: PhaseId) -> u32 {
        self.length[phase.0 as usize]
    }

    /// Lengths of all phases in cycles, in code order.
    pub fn lengths(&self) -> &[u32] {
        &self.length
    }
}
