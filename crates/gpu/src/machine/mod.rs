//! Machine descriptions: the parameters of a GPU.
//!
//! A machine is a TOML file in which every value names its source. The structs of this module define the keys: each field's
//! documentation is the key's description, and its initialiser says which values the key takes (see [`keys`]). An unknown key
//! or an invalid value is an error that names the key.
//!
//! ```
//! use warploom_gpu::machine::{Machine, named};
//!
//! let v100 = named("v100").unwrap().machine();
//! assert_eq!((v100.sm().count, v100.sm().schedulers), (80, 4));
//!
//! // A file is read from its text; keys can be overridden.
//! let half = Machine::read_with(&v100.to_toml(), &[("sm.count", "40")])?;
//! assert_eq!(half.sm().count, 40);
//! # Ok::<(), warploom_gpu::machine::MachineError>(())
//! ```

mod built_in;
mod check;
mod cu;
mod error;
pub mod gpgpusim;
pub mod keys;
mod machine_code;
mod memory;
mod product;
mod read;
mod sm;
mod units;
mod write;

pub use built_in::{BUILT_IN, BuiltIn, named};
pub use cu::{CuDescription, CuL1, GroupWaves, Lds, PoolResources, Waits};
pub use error::MachineError;
pub use machine_code::{
    BarrierTiming, Dependences, InstructionCaches, MachineCode, MemoryQueue, OperandConstants, Pipes,
    RegisterPorts,
};
pub use memory::{Copies, Dram, L2, Network};
pub use product::{RESERVED_SHARED, is_size_of_a_gpu};
pub use read::span_of_key;
pub use sm::{Fetch, L1, LoadStore, Operands, SmDescription, TextureCache, TextureUnit};
pub(crate) use units::is_load_store;
pub use units::{Arithmetic, ClassName, Tensor, Timing, Unit};

use crate::described::Kind::{Number, Text, Whole};
use crate::described::{described, optional, optional_table, table, value};
use serde::{Deserialize, Serialize};
use warploom_kernel::image::Isa;

described! {
    /// The description of a GPU.
    #[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
    #[serde(deny_unknown_fields)]
    #[non_exhaustive]
    pub struct Machine {
        /// Name of the machine.
        pub name: String = value(Text),
        /// One-line description of the machine.
        pub about: String = value(Text),
        /// Cycles from the start of a launch to the dispatch of its first CTA.
        pub launch_latency: u32 = value(Whole(0, 1 << 20)),
        /// Cycles between the starts of two CTAs on the whole GPU, in thousandths at the finest. Without it, every SM starts one
        /// CTA per cycle.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub cta_interval: Option<f64> = optional(Number(0.001, 1e5)),
        /// Clock frequencies.
        pub clock: Clocks = table(Clocks::FIELDS),
        /// The SMs. A machine has either SMs or CUs.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub sm: Option<SmDescription> = optional_table(SmDescription::FIELDS),
        /// The CUs.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub cu: Option<CuDescription> = optional_table(CuDescription::FIELDS),
        /// The network between SMs and L2 slices.
        pub network: Network = table(Network::FIELDS),
        /// The L2 slices.
        pub l2: L2 = table(L2::FIELDS),
        /// The DRAM.
        pub dram: Dram = table(Dram::FIELDS),
    }

    /// Clock frequencies in MHz.
    #[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
    #[serde(deny_unknown_fields)]
    #[non_exhaustive]
    pub struct Clocks {
        /// MHz of SMs or CUs, network and L2; cycles are counted in this clock.
        pub sm: f64 = value(Number(1.0, 1e5)),
        /// MHz of the L1s, the LDS, the network and the L2 of a machine of CUs, if it differs. Latencies of these are then given in
        /// cycles of this clock.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub memory: Option<f64> = optional(Number(1.0, 1e5)),
        /// MHz of the DRAM command clock.
        pub dram: f64 = value(Number(1.0, 1e5)),
    }
}

impl Machine {
    /// The description of its SMs.
    ///
    /// # Panics
    /// If it is a machine of CUs. [`Machine::sm`] tells.
    pub fn sm(&self) -> &SmDescription {
        self.sm.as_ref().expect("the machine has SMs")
    }

    /// The description of its SMs, to be changed.
    ///
    /// # Panics
    /// If it is a machine of CUs.
    pub fn sm_mut(&mut self) -> &mut SmDescription {
        self.sm.as_mut().expect("the machine has SMs")
    }

    /// The description of its CUs.
    ///
    /// # Panics
    /// If it is a machine of SMs.
    pub fn cu(&self) -> &CuDescription {
        self.cu.as_ref().expect("the machine has CUs")
    }

    /// The description of its CUs, to be changed.
    ///
    /// # Panics
    /// If it is a machine of SMs.
    pub fn cu_mut(&mut self) -> &mut CuDescription {
        self.cu.as_mut().expect("the machine has CUs")
    }

    /// Number of its SMs or CUs.
    pub fn cores(&self) -> u32 {
        self.cu.as_ref().map_or_else(|| self.sm().count, |cu| cu.count)
    }

    /// Name of the code that it runs unless another is asked for: GCN's, or a target of the lowering,
    /// `warploom_kernel::ptx::lower::TARGETS`. Registers and instructions of `turing` are nearer to those of every GPU whose SMs
    /// have sub-cores than Fermi's.
    pub fn code_target(&self) -> &'static str {
        match &self.sm {
            None => "gcn",
            Some(sm) if sm.subcores => "turing",
            Some(_) => "fermi",
        }
    }

    /// The instruction set that it executes: GCN on CUs; PTX, SASS and traces of SASS on SMs.
    pub fn isa(&self) -> Isa {
        if self.cu.is_some() { Isa::Gcn } else { Isa::Ptx }
    }
}

fn one() -> u32 {
    1
}

fn is_zero(count: &u32) -> bool {
    *count == 0
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_fill_all_addresses_those_of_32_bits_or_none() {
        let filled = |copies: Copies, start, bytes| -> Vec<(u64, u64)> {
            copies.filled(start, bytes).into_iter().filter(|(start, end)| start < end).collect()
        };
        let high = 0x7_0000_1000;
        assert_eq!(filled(Copies::All, high, 0x80), [(high, high + 0x80)]);
        assert_eq!(filled(Copies::All, u64::MAX - 1, 8), [(u64::MAX - 1, u64::MAX)]);
        assert_eq!(filled(Copies::None, high, 0x80), []);
        assert_eq!(filled(Copies::Cut, high, 0x80), [(0x1000, 0x1080)]);
        assert_eq!(filled(Copies::Cut, 0x1000, 0x80), [(0x1000, 0x1080)]);
        assert_eq!(filled(Copies::Cut, 0x7_ffff_ff00, 0x180), [(0xffff_ff00, 1 << 32), (0, 0x80)]);
        assert_eq!(filled(Copies::Cut, 0x7_ffff_ff00, 0x100), [(0xffff_ff00, 1 << 32)], "up to the end");
        let whole = filled(Copies::Cut, high, 1 << 40);
        assert_eq!(whole, [(0x1000, 1 << 32), (0, 0x1000)], "each address at most once");
        assert_eq!(filled(Copies::Cut, high, 0), []);
    }

    #[test]
    fn kernels_have_code_of_their_own_unless_code_overlaps() {
        let mut fetch = named("gtx480").expect("it is built in").machine().sm().fetch.clone();
        assert_eq!(
            [0, 1, 2].map(|kernel| fetch.code_base(kernel)),
            [0xf000_0000, 0x1_f000_0000, 0x2_f000_0000]
        );
        fetch.overlap = true;
        assert_eq!([0, 1, 2].map(|kernel| fetch.code_base(kernel)), [0xf000_0000; 3]);
    }
}
