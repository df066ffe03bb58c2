//! Phases: stretches of code in which nothing waits for a long-latency result of the same stretch.
//!
//! This is the compile-time half of phase-aware warp scheduling (sections III-A and IV-B1 of the paper). The
//! code is walked from top to bottom with the set of registers that long-latency instructions have
//! written; the first instruction that reads one of them starts a phase and clears the set. Every basic block
//! starts a phase. Then, backwards, an instruction's *distance* is the sum of latencies to its phase's end, and
//! a phase's *length* the distance of its first instruction.
//!
//! What the paper leaves open, and how it is read here: long-latency results are those of global, local and
//! texture loads and of atomics; shared memory is short, and a barrier starts no phase by itself ([`Rules`]
//! shows the other readings). A register that is written anew by a short instruction is in the set no more.
//!
//! ```
//! use warploom_kernel::code::Code;
//! use warploom_kernel::latency::Latencies;
//! use warploom_kernel::phase::{Phases, Rules};
//! use warploom_kernel::program::Module;
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
//! assert_eq!(phases.timing(&code, &Latencies::paper()).length(phases.of(2)), 6);
//! # Ok::<(), warploom_kernel::ptx::Error>(())
//! ```

use crate::class::Class;
use crate::code::{Code, Register};
use crate::latency::Latencies;
use std::collections::BTreeMap;
use std::ops::Range;

/// The readings of the paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Whether every basic block starts a phase. Some of the paper's counts can only come from without.
    pub blocks: bool,
    /// Whether loads and atomics of shared memory have long latency.
    pub shared_long: bool,
    /// Whether what follows a barrier starts a phase.
    pub barrier_phase: bool,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules { blocks: true, shared_long: false, barrier_phase: false }
    }
}

/// A phase's number, in the order of the code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PhaseId(pub u32);

/// PhaseStart a phase starts where it does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PhaseStart {
    /// The code starts, or a function of it.
    Entry,
    /// A basic block starts.
    Block,
    /// The first instruction reads what a long-latency instruction wrote.
    LongLatencyUse {
        /// The register.
        register: Register,
        /// The instruction that wrote it.
        producer: usize,
    },
    /// The instruction before is a barrier.
    Barrier,
}

/// A phase.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Phase {
    /// Its instructions.
    pub code: Range<usize>,
    /// PhaseStart it starts.
    pub start: PhaseStart,
}

/// The phases of some code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Phases {
    list: Vec<Phase>,
    of: Vec<PhaseId>,
}

impl Phases {
    /// Finds the phases.
    pub fn new(code: &Code, rules: Rules) -> Phases {
        let mut phases = Phases { list: Vec::new(), of: Vec::with_capacity(code.instructions.len()) };
        // Registers that wait for a long-latency instruction, and which.
        let mut waiting: BTreeMap<Register, usize> = BTreeMap::new();
        for (at, item) in code.instructions.iter().enumerate() {
            let used = item.reads.iter().find_map(|r| waiting.get(r).map(|&producer| (*r, producer)));
            let after_barrier =
                rules.barrier_phase && at > 0 && code.instructions[at - 1].class == Class::Barrier;
            let start = match used {
                _ if at == 0 || code.functions.binary_search(&at).is_ok() => Some(PhaseStart::Entry),
                _ if item.leader && rules.blocks => Some(PhaseStart::Block),
                Some((register, producer)) => Some(PhaseStart::LongLatencyUse { register, producer }),
                None => after_barrier.then_some(PhaseStart::Barrier),
            };
            if let Some(start) = start {
                waiting.clear();
                phases.list.push(Phase { code: at..at, start });
            }
            let current = phases.list.len() - 1;
            phases.list[current].code.end = at + 1;
            phases.of.push(PhaseId(current as u32));
            let long = item.class.is_memory() || rules.shared_long && item.class == Class::Shared;
            for &register in &item.writes {
                if long {
                    waiting.insert(register, at);
                } else if !item.guarded {
                    waiting.remove(&register);
                }
            }
        }
        phases
    }

    /// All phases, in the order of the code.
    pub fn list(&self) -> &[Phase] {
        &self.list
    }

    /// The phase an instruction is in.
    pub fn of(&self, instruction: usize) -> PhaseId {
        self.of[instruction]
    }

    /// Distances and lengths under these latencies.
    pub fn timing(&self, code: &Code, latencies: &Latencies) -> PhaseTiming {
        let mut timed = PhaseTiming { distance: vec![0; code.instructions.len()], length: Vec::new() };
        for phase in &self.list {
            let mut sum = 0;
            for at in phase.code.clone().rev() {
                sum += latencies.of(code.instructions[at].class);
                timed.distance[at] = sum;
            }
            timed.length.push(sum);
        }
        timed
    }
}

/// Phases measured in cycles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PhaseTiming {
    distance: Vec<u32>,
    length: Vec<u32>,
}

impl PhaseTiming {
    /// Cycles from an instruction to its phase's end, itself included.
    pub fn distance(&self, instruction: usize) -> u32 {
        self.distance[instruction]
    }

    /// Cycles of a phase.
    pub fn length(&self, phase: PhaseId) -> u32 {
        self.length[phase.0 as usize]
    }

    /// Cycles of every phase.
    pub fn lengths(&self) -> &[u32] {
        &self.length
    }
}
