//! Execution of launches.

use super::Runtime;
use super::findings::{self, fault_text};
use super::kernels::{KernelHandle, ReadyKernel};
use super::operation::KernelLaunch;
use crate::error::{Code, Error};
use std::sync::Arc;
use warploom_gpu::occupancy::occupancy_of;
use warploom_kernel::execute::{self, Arg, Fault, FaultKind, LaunchError, RunError};
use warploom_kernel::tape::Launch as TapeLaunch;

impl Runtime {
    /// Executes a launch. A fault of the kernel is not an error of the launch: as on a GPU, calls after it return the code.
    pub fn launch(&mut self, launch: &KernelLaunch) -> Result<(), Error> {
        let kernel = self.ready(launch.kernel)?;
        let (asked, most) = (launch.shape.shared, self.dynamic_shared(launch.kernel)?);
        let shared = u32::try_from(asked).ok().filter(|&asked| asked <= most).ok_or_else(|| {
            let why = format!(
                "the launch has {asked} bytes of dynamic shared memory, and its kernel may have {most}; \
                 cudaFuncAttributeMaxDynamicSharedMemorySize allows more, up to {} bytes per CTA",
                self.device.most_shared()
            );
            Error::new(Code::InvalidValue, why)
        })?;
        let mut shape = execute::Launch {
            shared,
            limits: self.limits,
            cooperative: launch.cooperative,
            checks: self.checks,
            args: launch.arguments.iter().cloned().map(Arg).collect(),
            ..execute::Launch::new(launch.shape.grid, launch.shape.block)
        };
        if launch.cooperative {
            shape.resident = self.resident(&kernel, &shape).max(1);
        }
        kernel.program.entry().check(&shape).map_err(|error| refused(&error))?;
        self.memory.copy_in()?;
        let done = self.execute(&kernel, &shape);
        self.memory.copy_out()?;
        print(&self.memory.kernel.take_output());
        match done {
            Ok(()) => Ok(()),
            Err(RunError::Launch(error)) => Err(refused(&error)),
            Err(RunError::Fault(fault)) => {
                self.failed = Some(code(&fault));
                eprintln!("warploom: error: {}", fault_text(&fault, &self.memory.allocations));
                Ok(())
            }
        }
    }

    /// Most bytes of dynamic shared memory per CTA of a kernel: what the program chose, or what the device allows without that.
    pub fn dynamic_shared(&mut self, kernel: KernelHandle) -> Result<u32, Error> {
        let fixed = self.ready(kernel)?.program.shared();
        let chosen = self.modules.kernel(kernel)?.dynamic_shared;
        Ok(chosen.unwrap_or(self.device.shared_per_cta().saturating_sub(fixed)))
    }

    /// CTAs of a launch that the device holds at a time.
    fn resident(&mut self, kernel: &ReadyKernel, launch: &execute::Launch) -> u64 {
        u64::from(self.ctas_per_sm(kernel, launch)) * u64::from(self.device.machine.cores())
    }

    /// CTAs of a launch that an SM holds at a time.
    pub fn ctas_per_sm(&mut self, kernel: &ReadyKernel, launch: &execute::Launch) -> u32 {
        // A tape's launch takes the list of copies; occupancy needs none of them.
        let mut scratch = execute::Memory::with_limit(0);
        let taped = TapeLaunch::new(kernel.program.entry(), Arc::clone(&kernel.code), launch, &mut scratch);
        occupancy_of(&self.device.machine, &taped).ctas
    }

    fn execute(&mut self, kernel: &Arc<ReadyKernel>, launch: &execute::Launch) -> Result<(), RunError> {
        let copied = std::mem::take(&mut self.memory.copied);
        let timed = self.machine.as_ref().filter(|_| self.streams.timed);
        let recorded = self.recorder.launch(kernel, launch, &mut self.memory.kernel, copied, timed);
        // What a launch that failed did before may be the reason.
        findings::print(&recorded.findings, &self.memory.allocations);
        if let (Some(machine), Some(cycles)) = (&self.machine, recorded.cycles) {
            self.simulated += cycles as f64 * 1e3 / machine.clock.sm;
        }
        recorded.done
    }
}

/// The error of a launch that does not fit the kernel or the device.
fn refused(error: &LaunchError) -> Error {
    let code = match error {
        LaunchError::Shape { .. } | LaunchError::Threads { .. } => Code::InvalidConfiguration,
        LaunchError::Cooperative { .. } => Code::CooperativeLaunchTooLarge,
        LaunchError::Memory(_) => Code::MemoryAllocation,
        LaunchError::Stack { .. } => Code::LaunchOutOfResources,
        LaunchError::DeviceLaunch { .. } => Code::NotSupported,
        _ => Code::InvalidValue,
    };
    Error::new(code, error.to_string())
}

/// CUDA's code for a fault.
fn code(fault: &Fault) -> Code {
    match fault.kind {
        FaultKind::Assertion(_) => Code::Assert,
        FaultKind::OutOfBounds { .. } | FaultKind::UseAfterFree { .. } | FaultKind::ReadOnly { .. } => {
            Code::IllegalAddress
        }
        FaultKind::Misaligned { .. } => Code::MisalignedAddress,
        FaultKind::Budget { .. } => Code::LaunchTimeout,
        _ => Code::LaunchFailure,
    }
}

/// Writes what kernels printed to the program's standard output.
fn print(text: &[u8]) {
    unsafe extern "C" {
        static stdout: *mut libc::FILE;
    }
    if !text.is_empty() {
        // SAFETY: `stdout` is C's stream, which lives as long as the process and has a lock of its own. The program's own output
        // goes through it too, so that both stay in order.
        unsafe { libc::fwrite(text.as_ptr().cast(), 1, text.len(), stdout) };
    }
}
