//! How a kernel is launched.

use crate::program::Program;

/// A kernel's argument: its bytes, as they stand in the block of parameters.
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

/// How lanes are grouped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mode {
    /// Warps of 32 lanes, as on NVIDIA's GPUs.
    #[default]
    Warps32,
    /// Groups of 64 lanes, as on a GCN compute unit.
    Warps64,
    /// Each thread alone: simple and slow, a check on the others.
    Threads,
}

/// What a kernel may use up before it is stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Instructions per warp.
    pub instructions: u64,
    /// Calls open at once.
    pub depth: usize,
    /// Bytes of stack per thread: frames, and the registers of functions that wait for a callee.
    pub stack: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { instructions: 100_000_000, depth: 1024, stack: 512 << 10 }
    }
}

/// A launch: how many threads, and what they are given.
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
    /// How lanes are grouped.
    pub mode: Mode,
    /// What the kernel may use up.
    pub limits: Limits,
}

/// A launch that cannot be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LaunchError {
    /// No threads or too many.
    #[error("a {what} of {size:?} is not possible: {limit}")]
    Shape {
        /// Grid or block.
        what: &'static str,
        /// What was asked for.
        size: [u32; 3],
        /// What is possible.
        limit: &'static str,
    },
    /// A block the kernel was not compiled for.
    #[error(
        "kernel `{kernel}` was compiled for {relation} {compiled} threads per CTA, and {asked} are asked for"
    )]
    Threads {
        /// The kernel.
        kernel: String,
        /// "exactly" or "at most".
        relation: &'static str,
        /// What it was compiled for.
        compiled: u64,
        /// What was asked for.
        asked: u64,
    },
    /// Too many or too few arguments.
    #[error("kernel `{kernel}` takes {takes} arguments, and {given} are given")]
    Count {
        /// The kernel.
        kernel: String,
        /// What it takes.
        takes: usize,
        /// What is given.
        given: usize,
    },
    /// An argument of the wrong size.
    #[error("argument {index} of kernel `{kernel}` (`{name}`) has {takes} bytes, and {given} are given")]
    Size {
        /// The kernel.
        kernel: String,
        /// The argument's number, from 0.
        index: usize,
        /// Its name.
        name: String,
        /// Its size.
        takes: u32,
        /// What is given.
        given: usize,
    },
    /// More shared memory than a CTA can have.
    #[error("{0} bytes of shared memory are more than the 262144 a CTA can have")]
    Shared(u64),
    /// More stack than a thread may use.
    #[error("kernel `{kernel}` needs {needs} bytes of stack per thread, and {limit} are allowed")]
    Stack {
        /// The kernel.
        kernel: String,
        /// What it needs before it calls anything.
        needs: u32,
        /// What is allowed.
        limit: u64,
    },
}

impl Launch {
    /// A launch without arguments.
    pub fn new(grid: [u32; 3], block: [u32; 3]) -> Launch {
        let (shared, args, mode, limits) = (0, Vec::new(), Mode::default(), Limits::default());
        Launch { grid, block, shared, args, mode, limits }
    }

    /// With one more argument.
    pub fn arg(mut self, arg: Arg) -> Launch {
        self.args.push(arg);
        self
    }

    /// How many CTAs.
    pub fn ctas(&self) -> u64 {
        volume(self.grid)
    }

    /// Bytes of shared memory a CTA has. Dynamic shared memory starts aligned; without it, the padding
    /// is not the kernel's to touch.
    pub fn shared_bytes(&self, program: &Program) -> u64 {
        match self.shared {
            0 => u64::from(program.shared),
            dynamic => u64::from(program.dynamic_shared) + u64::from(dynamic),
        }
    }

    /// Whether the kernel can be launched like this.
    pub fn check(&self, program: &Program) -> Result<(), LaunchError> {
        self.parameters(program).map(|_| ())
    }

    /// Checks the launch against the kernel; returns its block of parameters.
    pub(super) fn parameters(&self, program: &Program) -> Result<Vec<u8>, LaunchError> {
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
            return shape("grid", self.grid, "1 to 2147483647 CTAs in x, 1 to 65535 in y and z");
        }
        let asked = volume(self.block);
        if let Some((compiled, exact)) = program.threads
            && (asked > compiled || exact && asked != compiled)
        {
            let relation = if exact { "exactly" } else { "at most" };
            return Err(LaunchError::Threads { kernel: program.name.clone(), relation, compiled, asked });
        }
        let shared = self.shared_bytes(program);
        if shared > 256 << 10 {
            return Err(LaunchError::Shared(shared));
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
