//! Properties of the device: those of a machine, where the machine has them.

use warploom_gpu::machine::{Machine, RESERVED_SHARED};

/// Bytes of CUDA 13's `cudaDeviceProp`.
const PROPERTY_BYTES: usize = 1008;
/// Alignment of textures in bytes: programs bind memory of `cudaMalloc`, which has this alignment.
const TEXTURE_ALIGNMENT: u32 = 256;
/// Alignment of rows in bytes, as `cudaMallocPitch` returns it.
pub const PITCH: u64 = 512;

/// Numbers of CUDA's `cudaDeviceAttr`.
pub type Attribute = i32;

/// The device that the program sees.
#[derive(Clone, Debug)]
pub struct Device {
    /// Its description.
    pub machine: Machine,
}

/// What programs ask for, as numbers.
struct Numbers {
    shared_per_cta: u32,
    shared_optional: u32,
    l2_bytes: u32,
    bus_bits: u32,
    /// kHz.
    clock: u32,
    memory_clock: u32,
}

impl Device {
    /// A device with the properties of a machine.
    pub fn new(machine: Machine) -> Device {
        Device { machine }
    }

    /// Bytes of memory, for allocations of all kinds together.
    pub fn memory_bytes(&self) -> u64 {
        self.machine.memory_bytes()
    }

    /// Compute capability: the machine's, but at least that of the program's newest PTX, which Warploom executes in any case.
    pub fn capability(&self, newest: Option<u32>) -> (u32, u32) {
        let capability = self.machine.compute_capability().max(newest.unwrap_or(0));
        (capability / 10, capability % 10)
    }

    pub fn name(&self) -> String {
        format!("Warploom {}", self.machine.name)
    }

    fn numbers(&self) -> Numbers {
        let machine = &self.machine;
        let slices = u64::from(machine.l2.partitions) * u64::from(machine.l2.slices);
        Numbers {
            shared_per_cta: machine.shared_per_cta(),
            shared_optional: machine.most_shared_per_cta(),
            l2_bytes: (slices * u64::from(machine.l2.cache.bytes())).min(i32::MAX as u64) as u32,
            bus_bits: machine.l2.partitions * 64,
            clock: (machine.clock.sm * 1e3) as u32,
            memory_clock: (machine.clock.dram * 1e3) as u32,
        }
    }

    /// Bytes of shared memory that a CTA can have without asking for more.
    pub fn shared_per_cta(&self) -> u32 {
        self.numbers().shared_per_cta
    }

    /// Most bytes of shared memory that a CTA can have.
    pub fn most_shared(&self) -> u32 {
        self.numbers().shared_optional
    }

    /// The bytes of a `cudaDeviceProp`.
    pub fn properties(&self, newest: Option<u32>) -> Vec<u8> {
        let mut bytes = vec![0; PROPERTY_BYTES];
        let name = self.name();
        let name = &name.as_bytes()[..name.len().min(255)];
        bytes[..name.len()].copy_from_slice(name);
        bytes[256..272].copy_from_slice(b"warploom-device0");
        let n = self.numbers();
        let (major, minor) = self.capability(newest);
        let sm = self.machine.sm.as_ref();
        let of_sm = |get: fn(&warploom_gpu::machine::SmDescription) -> u32| sm.map_or(0, get);
        let mut long = |at: usize, value: u64| bytes[at..at + 8].copy_from_slice(&value.to_le_bytes());
        // Offsets as in CUDA 13's driver_types.h.
        long(288, self.memory_bytes()); // totalGlobalMem
        long(296, n.shared_per_cta.into()); // sharedMemPerBlock
        long(312, i32::MAX as u64); // memPitch
        long(352, 64 << 10); // totalConstMem
        long(368, TEXTURE_ALIGNMENT.into());
        long(376, 32); // texturePitchAlignment
        long(552, 512); // surfaceAlignment
        long(624, of_sm(|sm| sm.shared).into()); // sharedMemPerMultiprocessor
        long(672, n.shared_optional.into()); // sharedMemPerBlockOptin
        long(696, RESERVED_SHARED.into()); // reservedSharedMemPerBlock
        let mut ints = |at: usize, values: &[u32]| {
            for (i, value) in values.iter().enumerate() {
                bytes[at + 4 * i..at + 4 * i + 4].copy_from_slice(&value.to_le_bytes());
            }
        };
        ints(304, &[of_sm(|sm| sm.registers), 32]); // regsPerBlock, warpSize
        ints(320, &[1024, 1024, 1024, 64, i32::MAX as u32, 65535, 65535]); // maxThreadsPerBlock, maxThreadsDim, maxGridSize
        ints(360, &[major, minor]);
        ints(384, &[self.machine.cores(), 0, 1]); // multiProcessorCount, integrated, canMapHostMemory
        ints(396, &[131_072, 32768, 131_072, 65536, 32768, 32768, 131_072, 65000, 2_097_120]); // textures of 1 and 2 dimensions
        ints(432, &[32768, 32768, 16384, 16384, 16384, 8192, 8192, 32768, 32768]); // gathered and of 3 dimensions; cubes
        ints(468, &[32768, 2048, 32768, 32768, 2048, 32768, 2046]); // layers
        ints(
            496,
            &[
                32768, 131_072, 65536, 16384, 16384, 16384, 32768, 2048, 32768, 32768, 2048, 32768, 32768,
                2046,
            ],
        ); // surfaces
        ints(560, &[1, 0, 1, 0, 0, 0, 2, 1]); // concurrentKernels, ECC, PCI, TCC, asyncEngineCount, unifiedAddressing
        ints(592, &[n.bus_bits, n.l2_bytes, 0, of_sm(|sm| sm.threads), 1, 1, 1]); // bus, L2, threads per SM, priorities, L1
        ints(632, &[of_sm(|sm| sm.registers), 1]); // regsPerMultiprocessor, managedMemory
        ints(660, &[1, 1, 1]); // computePreemptionSupported, canUseHostPointerForRegisteredMem, cooperativeLaunch
        ints(688, &[of_sm(|sm| sm.ctas)]); // maxBlocksPerMultiProcessor
        ints(704, &[1]); // hostRegisterSupported
        ints(720, &[1]); // memoryPoolsSupported
        bytes
    }

    /// A `cudaDeviceAttr`; none for a number that is not one.
    pub fn attribute(&self, attribute: Attribute, newest: Option<u32>) -> Option<i32> {
        let n = self.numbers();
        let sm = self.machine.sm.as_ref();
        let of_sm = |get: fn(&warploom_gpu::machine::SmDescription) -> u32| sm.map_or(0, get);
        let value = match attribute {
            1..=3 => 1024, // MaxThreadsPerBlock, MaxBlockDimX, MaxBlockDimY
            4 => 64,       // MaxBlockDimZ
            5 => i32::MAX as u32,
            6 | 7 => 65535, // MaxGridDimY, MaxGridDimZ
            8 => n.shared_per_cta,
            9 => 64 << 10, // TotalConstantMemory
            10 => 32,      // WarpSize
            11 => i32::MAX as u32,
            12 => of_sm(|sm| sm.registers),
            13 => n.clock,
            14 => TEXTURE_ALIGNMENT,
            30 => 512, // SurfaceAlignment
            15 => 1,   // GpuOverlap
            16 => self.machine.cores(),
            19 | 31 => 1, // CanMapHostMemory, ConcurrentKernels
            21 => 131_072,
            22 => 131_072,
            23 => 65536,
            24..=26 => 16384,
            27 | 28 => 32768,
            29 => 2048,
            33 => 1, // PciBusId
            36 => n.memory_clock,
            37 => n.bus_bits,
            38 => n.l2_bytes,
            39 => of_sm(|sm| sm.threads),
            40 => 2, // AsyncEngineCount
            41 => 1, // UnifiedAddressing
            42 => 32768,
            43 => 2048,
            45 | 46 => 32768,
            47 | 48 => 8192,
            49 => 32768,
            51 => 32,
            52 | 53 | 55 | 66 | 67 => 32768,
            54 | 68 => 2046,
            56 => 131_072,
            57 => 65536,
            58..=60 => 16384,
            61 | 63 | 64 => 32768,
            62 | 65 => 2048,
            69 => 268_435_456,
            70 => 131_072,
            71 => 65000,
            72 => 2_097_120,
            73 | 74 | 77 => 32768,
            75 => self.capability(newest).0,
            76 => self.capability(newest).1,
            78..=80 => 1, // StreamPrioritiesSupported, GlobalL1CacheSupported, LocalL1CacheSupported
            81 => of_sm(|sm| sm.shared),
            82 => of_sm(|sm| sm.registers),
            83 => 1,           // ManagedMemory
            87 => 2,           // SingleToDoublePrecisionPerfRatio
            90 | 91 | 95 => 1, // ComputePreemption, CanUseHostPointerForRegisteredMem, CooperativeLaunch
            97 => n.shared_optional,
            99 => 1, // HostRegisterSupported
            106 => of_sm(|sm| sm.ctas),
            111 => RESERVED_SHARED,
            115 => 1, // MemoryPoolsSupported
            0 | ..0 | 158.. => return None,
            _ => 0,
        };
        Some(value as i32)
    }
}
