//! Instruction classes: the units of instruction mixes and of latency tables.

use std::fmt;

/// Class of an instruction: the kind of execution unit or memory it needs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Class {
    /// Integer arithmetic, logic, integer comparisons, selects and moves.
    Integer,
    /// Single- and half-precision arithmetic.
    Float,
    /// Double-precision arithmetic.
    Double,
    /// Matrix multiply-accumulate on tensor cores.
    Tensor,
    /// Division, square roots and transcendental functions: SFU operations, or sequences of several instructions on hardware.
    Special,
    Conversion,
    /// Global-memory loads, stores and prefetches.
    Global,
    /// Local-memory loads and stores (stack and spills of a thread).
    Local,
    /// Atomics and reductions in global memory.
    Atomic,
    /// Shared-memory loads, stores and atomics.
    Shared,
    /// Texture fetches, and loads, stores and reductions of surfaces.
    Texture,
    /// Loads from constant memory and kernel parameters.
    Constant,
    /// Warp-level communication: shuffles, votes, matches, reductions.
    Collective,
    /// CTA barriers and memory fences.
    Barrier,
    /// Branches, calls, returns and exits.
    Control,
    /// Scalar arithmetic of a GCN wave.
    Scalar,
    /// Waits for counted accesses (`s_waitcnt`).
    Wait,
}

impl Class {
    /// All classes.
    pub const ALL: [Class; 17] = {
        use Class::*;
        [
            Integer, Float, Double, Tensor, Special, Conversion, Global, Local, Atomic, Shared, Texture,
            Constant, Collective, Barrier, Control, Scalar, Wait,
        ]
    };

    /// The classes that an SM executes: all but those that only GCN has.
    pub const SM: [Class; 15] = {
        let mut classes = [Class::Integer; 15];
        let mut at = 0;
        while at < classes.len() {
            classes[at] = Class::ALL[at];
            at += 1;
        }
        classes
    };

    /// Name of the class, as in records and tables.
    pub const fn name(self) -> &'static str {
        match self {
            Class::Integer => "integer",
            Class::Float => "float",
            Class::Double => "double",
            Class::Tensor => "tensor",
            Class::Special => "special",
            Class::Conversion => "conversion",
            Class::Global => "global",
            Class::Local => "local",
            Class::Atomic => "atomic",
            Class::Shared => "shared",
            Class::Texture => "texture",
            Class::Constant => "constant",
            Class::Collective => "collective",
            Class::Barrier => "barrier",
            Class::Control => "control",
            Class::Scalar => "scalar",
            Class::Wait => "wait",
        }
    }

    /// Whether it accesses global, local or texture memory through the caches (vector memory in GCN terms).
    pub const fn is_memory(self) -> bool {
        matches!(self, Class::Global | Class::Local | Class::Atomic | Class::Texture)
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
