//! Launches of PTX kernels: their checks and their parameters.

use crate::code::Code;
use crate::execute::launch::KernelLimits;
use crate::execute::{
    Arg, Counts, Executable, Globals, Launch, LaunchError, Listener, Memory, MemoryError, Mode, RunError,
    WarpShape,
};
use crate::program::{Pc, Space};
use crate::ptx::lower::{Options, lower};
use crate::ptx::program::{Detail, Module, Program};

/// Bytes of shared memory that a CTA can have.
const SHARED_LIMIT: u32 = 256 << 10;

impl Executable for Program {
    fn name(&self) -> &str {
        &self.name
    }

    fn code(&self) -> Code {
        Code::of(self)
    }

    fn registers(&self) -> u32 {
        self.registers.unwrap_or(0)
    }

    fn warp_shape(&self, launch: &Launch) -> WarpShape {
        let lanes = match launch.mode {
            Mode::Warps32 => 32,
            Mode::Warps64 => 64,
            Mode::Threads => panic!("threads executed alone leave no tape"),
        };
        // A GPU runs the lowered form of code that is not lowered, so that its occupancy counts.
        let lowered = || lower(self, &Options::default()).registers.unwrap_or(0);
        WarpShape { registers: self.registers.unwrap_or_else(lowered), scalar_registers: 0, lanes }
    }

    fn shared_bytes(&self, launch: &Launch) -> u64 {
        // Dynamic shared memory starts at an aligned offset. Without it, that padding is not allocated.
        match launch.shared {
            0 => u64::from(self.shared),
            dynamic => u64::from(self.dynamic_shared) + u64::from(dynamic),
        }
    }

    fn check(&self, launch: &Launch) -> Result<(), LaunchError> {
        self.parameters(launch).map(|_| ())
    }

    fn is_generic_access(&self, pc: Pc) -> bool {
        matches!(self.code[pc.index()].detail, Detail::Access(Space::Generic, _))
    }

    fn run<L: Listener>(
        &self,
        globals: &Globals,
        launch: &Launch,
        memory: &mut Memory,
        listener: &mut L,
    ) -> Result<Counts, RunError> {
        super::run(self, globals, launch, memory, listener)
    }
}

impl Program {
    /// Checks the launch and returns the parameter block.
    pub(super) fn parameters(&self, launch: &Launch) -> Result<Vec<u8>, LaunchError> {
        if let Some(launched) = self.launched_kernel.clone() {
            return Err(LaunchError::DeviceLaunch { kernel: self.name.clone(), launched });
        }
        launch.check_limits(&KernelLimits {
            name: &self.name,
            threads: self.threads,
            shared: (self.shared_bytes(launch), SHARED_LIMIT),
            stack: self.functions[0].frame,
            cooperates: true,
        })?;
        launch.check_arguments(&self.name, self.params.iter().map(|p| (p.name.as_str(), p.size)))?;
        let mut block = Vec::new();
        for (param, Arg(bytes)) in self.params.iter().zip(&launch.args) {
            block.resize(param.offset as usize, 0);
            block.extend_from_slice(bytes);
        }
        Ok(block)
    }
}

impl Memory {
    /// Allocates and initialises the variables of a PTX module and returns their addresses.
    pub fn load(&mut self, module: &Module) -> Result<Globals, MemoryError> {
        self.load_variables(&module.variables)
    }
}
