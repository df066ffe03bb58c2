//! What descriptions of machines lack: facts on the GPU that a description names.

use super::Machine;

const MIB: u64 = 1 << 20;

/// GPUs by the start of their machines' names: compute capability (major and minor together), and bytes of memory. The sizes are those
/// of NVIDIA's data sheets.
const GPUS: &[(&str, u32, u64)] = &[
    ("gtx480", 20, 1536 * MIB),
    ("m2090", 20, 6144 * MIB),
    ("titanx", 61, 12_288 * MIB),
    ("v100", 70, 32_768 * MIB),
    ("rtx2060", 75, 6144 * MIB),
    ("a100", 80, 40_960 * MIB),
    ("rtx3070", 86, 8192 * MIB),
    ("h100", 90, 81_920 * MIB),
];

/// Compute capability and bytes of memory of any other machine.
const OTHER: (u32, u64) = (75, 16_384 * MIB);

/// Bytes of shared memory of an SM that the system takes per CTA, from compute capability 8.0 on.
pub const RESERVED_SHARED: u32 = 1 << 10;
/// Bytes of shared memory that a CTA can have without asking for more.
const SHARED_PER_CTA: u32 = 48 << 10;

/// Whether a GPU has exactly this much memory. What a host has left is hardly ever such a number.
pub fn is_size_of_a_gpu(bytes: u64) -> bool {
    bytes == OTHER.1 || GPUS.iter().any(|&(_, _, size)| size == bytes)
}

impl Machine {
    fn product(&self) -> (u32, u64) {
        let own = GPUS.iter().find(|(name, ..)| self.name.starts_with(name));
        own.map_or(OTHER, |&(_, capability, bytes)| (capability, bytes))
    }

    /// Compute capability of the GPU, major and minor together: 80 for an A100.
    ///
    /// ```
    /// use warploom_gpu::machine::named;
    /// assert_eq!(named("a100").unwrap().machine().compute_capability(), 80);
    /// ```
    pub fn compute_capability(&self) -> u32 {
        self.product().0
    }

    /// Bytes of the GPU's memory.
    pub fn memory_bytes(&self) -> u64 {
        self.product().1
    }

    /// Bytes of shared memory that a CTA can have without asking for more.
    pub fn shared_per_cta(&self) -> u32 {
        self.shared().min(SHARED_PER_CTA)
    }

    /// Most bytes of shared memory that a CTA can have.
    pub fn most_shared_per_cta(&self) -> u32 {
        match self.compute_capability() {
            ..70 => self.shared_per_cta(),
            70..80 => self.shared(),
            80.. => self.shared().saturating_sub(RESERVED_SHARED).max(self.shared_per_cta()),
        }
    }

    fn shared(&self) -> u32 {
        self.sm.as_ref().map_or(SHARED_PER_CTA, |sm| sm.shared)
    }
}
