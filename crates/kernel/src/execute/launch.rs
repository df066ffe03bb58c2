//! Launch parameters and their checks.

use super::checks::Checks;
use super::memory::MemoryError;
use crate::program::Program;

/// A kernel argument as little-endian bytes of the parameter block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arg(pub Vec<u8>);

macro_rules! scalar_args {
    ($($name:ident)*) => {
        impl Arg {
            $(
                /// An argument of this type.
                pub fn $name(value: $name) -> Arg {
                    Arg(value.to_le_bytes().to_vec())
                }
            )*
        }

        $(
            impl From<$name> for Arg {
                fn from(value: $name) -> Arg {
                    Arg::$name(value)
                }
            }
        )*
    };
}

scalar_args!(u8 u16 u32 u64 i8 i16 i32 i64 f32 f64);

/// Number of threads that execute together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mode {
    /// Warps of 32 lanes, as on NVIDIA GPUs.
    #[default]
    Warps32,
    /// Wavefronts of 64 lanes, as on a GCN compute unit.
    Warps64,
    /// One thread at a time: a slow reference for the SIMT modes.
    Threads,
}

/// Resource limits of a kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Maximum instructions per warp.
    pub instructions: u64,
    /// Maximum call depth.
    pub depth: usize,
    /// Maximum stack bytes per thread: frames, and registers saved by callers.
    pub stack: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { instructions: 100_000_000, depth: 1024, stack: 512 << 10 }
    }
}

/// Grid, block and arguments of a kernel launch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Launch {
    /// CTAs in x, y, z.
    pub grid: [u32; 3],
    /// Threads per CTA in x, y, z.
    pub block: [u32; 3],
    /// Bytes of dynamic shared memory.
    pub shared: u32,
    /// Arguments.
    pub args: Vec<Arg>,
    /// Number of threads that execute together.
    pub mode: Mode,
    /// Resource limits.
    pub limits: Limits,
    /// Treatment of errors that a GPU lets pass. GCN code is always checked strictly.
    pub checks: Checks,
    /// Whether the CTAs may synchronise with each other (`cudaLaunchCooperativeKernel`): all must be resident at once.
    pub cooperative: bool,
    /// Maximum number of CTAs that run at a time: what the machine holds. CTAs that wait for each other run in turns.
    pub resident: u64,
}

/// CTAs that are resident at a time unless a launch says so: what an H100 holds at most, 32 on each of 132 SMs.
const RESIDENT: u64 = 4224;

/// Launch parameters that a kernel does not accept.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LaunchError {
    /// Grid or block dimensions outside the limits.
    #[error("invalid {what} {size:?}: {limit}")]
    Shape {
        /// "grid" or "block".
        what: &'static str,
        /// Dimensions of the launch.
        size: [u32; 3],
        /// The limit that the dimensions violate.
        limit: &'static str,
    },
    /// Threads per CTA that violate `.reqntid` or `.maxntid`.
    #[error(
        "kernel `{kernel}` was compiled for {relation} {compiled} threads per CTA, but the launch has {asked}"
    )]
    Threads {
        /// The kernel.
        kernel: String,
        /// "exactly" or "at most".
        relation: &'static str,
        /// Threads per CTA in the directive.
        compiled: u64,
        /// Threads per CTA of the launch.
        asked: u64,
    },
    /// Wrong number of arguments.
    #[error("kernel `{kernel}` takes {takes} argument{}, but the launch gives {given}", if *takes == 1 { "" } else { "s" })]
    Count {
        /// The kernel.
        kernel: String,
        /// Number of parameters.
        takes: usize,
        /// Number of arguments.
        given: usize,
    },
    /// An argument of the wrong size.
    #[error(
        "argument {index} of kernel `{kernel}` (`{name}`) has {takes} byte{}, but the launch gives {given}",
        if *takes == 1 { "" } else { "s" }
    )]
    Size {
        /// The kernel.
        kernel: String,
        /// The argument's number, from 0.
        index: usize,
        /// Name of the parameter.
        name: String,
        /// Bytes of the parameter.
        takes: u32,
        /// Bytes of the argument.
        given: usize,
    },
    /// A cooperative launch with more CTAs than the machine holds.
    #[error(
        "a cooperative launch needs all its {ctas} CTAs at once, but the machine holds {resident} of this kernel"
    )]
    Cooperative {
        /// CTAs of the launch.
        ctas: u64,
        /// CTAs that are resident at a time.
        resident: u64,
    },
    /// No memory for what the launch needs.
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// Shared memory above the limit per CTA.
    #[error("{bytes} bytes of shared memory exceed the limit of {limit} bytes per CTA")]
    Shared {
        /// Bytes of the launch.
        bytes: u64,
        /// Bytes that a CTA can have.
        limit: u32,
    },
    /// Stack frame of the kernel above the limit.
    #[error("kernel `{kernel}` needs {needs} bytes of stack per thread, but the limit is {limit}")]
    Stack {
        /// The kernel.
        kernel: String,
        /// Bytes of the kernel's own frame.
        needs: u32,
        /// Limit in bytes.
        limit: u64,
    },
}

impl Launch {
    /// A launch without arguments.
    pub fn new(grid: [u32; 3], block: [u32; 3]) -> Launch {
        let (shared, args, mode, limits) = (0, Vec::new(), Mode::default(), Limits::default());
        let (checks, cooperative, resident) = (Checks::default(), false, RESIDENT);
        Launch { grid, block, shared, args, mode, limits, checks, cooperative, resident }
    }

    /// Appends an argument.
    pub fn arg(mut self, arg: Arg) -> Launch {
        self.args.push(arg);
        self
    }

    /// Number of CTAs in the grid.
    pub fn ctas(&self) -> u64 {
        volume(self.grid)
    }

    /// Bytes of shared memory per CTA.
    ///
    /// Dynamic shared memory starts at an aligned offset. Without dynamic shared memory, that padding is not allocated.
    pub fn shared_bytes(&self, program: &Program) -> u64 {
        match self.shared {
            0 => u64::from(program.shared),
            dynamic => u64::from(program.dynamic_shared) + u64::from(dynamic),
        }
    }

    /// Checks the launch against the limits of `program`.
    pub fn check(&self, program: &Program) -> Result<(), LaunchError> {
        self.parameters(program).map(|_| ())
    }

    /// Checks grid and block against the limits of every kernel.
    pub(crate) fn check_shape(&self) -> Result<(), LaunchError> {
        let shape = |what, size, limit| Err(LaunchError::Shape { what, size, limit });
        if self.block.contains(&0) || volume(self.block) > 1024 {
            return shape("block", self.block, "a CTA has 1 to 1024 threads");
        }
        if self.block[2] > 64 {
            return shape("block", self.block, "a CTA has at most 64 threads in z");
        }
        if self.grid.contains(&0)
            || self.grid[0] > i32::MAX as u32
            || self.grid[1..].iter().any(|&d| d > 65535)
        {
            return shape("grid", self.grid, "a grid has 1 to 2147483647 CTAs in x, 1 to 65535 in y and z");
        }
        Ok(())
    }

    /// Checks the launch against the kernel and returns the parameter block.
    pub(super) fn parameters(&self, program: &Program) -> Result<Vec<u8>, LaunchError> {
        self.check_shape()?;
        let asked = volume(self.block);
        if let Some((compiled, exact)) = program.threads
            && (asked > compiled || exact && asked != compiled)
        {
            let relation = if exact { "exactly" } else { "at most" };
            return Err(LaunchError::Threads { kernel: program.name.clone(), relation, compiled, asked });
        }
        if self.cooperative && self.ctas() > self.resident {
            return Err(LaunchError::Cooperative { ctas: self.ctas(), resident: self.resident });
        }
        let shared = self.shared_bytes(program);
        let limit = 256 << 10;
        if shared > u64::from(limit) {
            return Err(LaunchError::Shared { bytes: shared, limit });
        }
        let needs = program.functions[0].frame;
        if u64::from(needs) > self.limits.stack {
            let (kernel, limit) = (program.name.clone(), self.limits.stack);
            return Err(LaunchError::Stack { kernel, needs, limit });
        }
        if self.args.len() != program.params.len() {
            let (takes, given) = (program.params.len(), self.args.len());
            return Err(LaunchError::Count { kernel: program.name.clone(), takes, given });
        }
        let mut block = Vec::new();
        for (index, (param, Arg(bytes))) in program.params.iter().zip(&self.args).enumerate() {
            if bytes.len() != param.size as usize {
                let (kernel, name) = (program.name.clone(), param.name.clone());
                let (takes, given) = (param.size, bytes.len());
                return Err(LaunchError::Size { kernel, index, name, takes, given });
            }
            block.resize(param.offset as usize, 0);
            block.extend_from_slice(bytes);
        }
        Ok(block)
    }
}

fn volume(size: [u32; 3]) -> u64 {
    size.iter().fold(1u64, |n, &d| n.saturating_mul(u64::from(d)))
}
