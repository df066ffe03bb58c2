//! Launch parameters and their checks.

use super::checks::Checks;
use super::memory::{Memory, MemoryError};
use crate::names::short_name;

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
    pub args: Vec<Arg>,
    /// Number of threads that execute together.
    pub mode: Mode,
    pub limits: Limits,
    /// Treatment of errors that a GPU lets pass. Machine code is always checked strictly.
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
        size: [u32; 3],
        limit: &'static str,
    },
    /// Threads per CTA that violate `.reqntid` or `.maxntid`.
    #[error(
        "kernel `{kernel}` was compiled for {relation} {compiled} threads per CTA, but the launch has {asked}"
    )]
    Threads {
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
    Count { kernel: String, takes: usize, given: usize },
    /// An argument of the wrong size.
    #[error(
        "argument {index} of kernel `{kernel}` (`{name}`) has {takes} byte{}, but the launch gives {given}",
        if *takes == 1 { "" } else { "s" }
    )]
    Size {
        kernel: String,
        /// The argument's number, from 0.
        index: usize,
        name: String,
        takes: u32,
        given: usize,
    },
    /// A cooperative launch with more CTAs than the machine holds.
    #[error(
        "a cooperative launch needs all its {ctas} CTAs at once, but the machine holds {resident} of this kernel"
    )]
    Cooperative { ctas: u64, resident: u64 },
    /// A kernel that launches another one.
    #[error(
        "kernel `{}` launches kernel `{}`, and launches by the device are not modelled; other kernels of the module can run",
        short_name(kernel),
        short_name(launched)
    )]
    DeviceLaunch { kernel: String, launched: String },
    /// No memory for what the launch needs.
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// Shared memory above the limit per CTA.
    #[error("{bytes} bytes of shared memory exceed the limit of {limit} bytes per CTA")]
    Shared {
        bytes: u64,
        /// Bytes that a CTA can have.
        limit: u32,
    },
    /// Stack frame of the kernel above the limit.
    #[error("kernel `{kernel}` needs {needs} bytes of stack per thread, but the limit is {limit}")]
    Stack {
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

    /// Checks grid and block against the limits of every kernel and of this one.
    pub(crate) fn check_limits(&self, kernel: &KernelLimits<'_>) -> Result<(), LaunchError> {
        let shape = |what, size, limit| Err(LaunchError::Shape { what, size, limit });
        let asked = volume(self.block);
        if self.block.contains(&0) || asked > 1024 {
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
        let name = || kernel.name.to_owned();
        if let Some((compiled, exact)) = kernel.threads
            && (asked > compiled || exact && asked != compiled)
        {
            let relation = if exact { "exactly" } else { "at most" };
            return Err(LaunchError::Threads { kernel: name(), relation, compiled, asked });
        }
        if kernel.cooperates && self.cooperative && self.ctas() > self.resident {
            return Err(LaunchError::Cooperative { ctas: self.ctas(), resident: self.resident });
        }
        let (bytes, limit) = kernel.shared;
        if bytes > u64::from(limit) {
            return Err(LaunchError::Shared { bytes, limit });
        }
        let (needs, limit) = (kernel.stack, self.limits.stack);
        if u64::from(needs) > limit {
            return Err(LaunchError::Stack { kernel: name(), needs, limit });
        }
        Ok(())
    }

    /// Checks the arguments against the parameters of a kernel, given by name and size.
    pub(crate) fn check_arguments<'a>(
        &self,
        kernel: &str,
        parameters: impl Iterator<Item = (&'a str, u32)> + Clone,
    ) -> Result<(), LaunchError> {
        let (takes, given) = (parameters.clone().count(), self.args.len());
        if takes != given {
            return Err(LaunchError::Count { kernel: kernel.to_owned(), takes, given });
        }
        for (index, ((name, takes), Arg(bytes))) in parameters.zip(&self.args).enumerate() {
            if bytes.len() != takes as usize {
                let (kernel, name, given) = (kernel.to_owned(), name.to_owned(), bytes.len());
                return Err(LaunchError::Size { kernel, index, name, takes, given });
            }
        }
        Ok(())
    }
}

/// Limits that a kernel sets to its launches.
pub(crate) struct KernelLimits<'a> {
    pub name: &'a str,
    /// Threads per CTA, and whether that is their exact number.
    pub threads: Option<(u64, bool)>,
    /// Bytes of shared memory of a CTA of the launch, and the bytes that a CTA can have.
    pub shared: (u64, u32),
    /// Bytes of stack per thread.
    pub stack: u32,
    /// Whether the CTAs of a cooperative launch have to be resident at once.
    pub cooperates: bool,
}

/// Address of the zeroed memory with which the CTAs of a cooperative launch synchronise; 0 for other launches.
///
/// The driver passes it in `%envreg1` and `%envreg2`. Cooperative groups keep the grid barrier in its second word.
pub(crate) fn grid_workspace(launch: &Launch, memory: &mut Memory) -> Result<u64, LaunchError> {
    if !launch.cooperative {
        return Ok(0);
    }
    Ok(memory.allocate("grid workspace", 32)?)
}

/// Coordinates of a CTA in a grid, or of a thread in a CTA, by its number.
pub(crate) fn coordinates(number: u64, [x, y, _]: [u32; 3]) -> [u32; 3] {
    let (x, y) = (u64::from(x), u64::from(y));
    [number % x, number / x % y, number / x / y].map(|c| c as u32)
}

fn volume(size: [u32; 3]) -> u64 {
    size.iter().fold(1u64, |n, &d| n.saturating_mul(u64::from(d)))
}
