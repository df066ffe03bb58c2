//! Functional execution of a launch, CTA by CTA in grid order.
//!
//! [`run`] executes every instruction of every warp and checks every memory access. A [`Listener`] observes the executed
//! instructions; [`crate::tape::record`] is one. Errors of the kernel are a [`Fault`] with kernel, line, CTA and thread.
//!
//! ```
//! use warploom_kernel::execute::{Arg, Launch, Memory, run};
//! use warploom_kernel::program::Module;
//!
//! let module = Module::parse(r"
//!     .version 8.0 .target sm_75 .address_size 64
//!     .visible .entry twice(.param .u64 x) {
//!         .reg .b32 %r<3>; .reg .b64 %d<4>;
//!         ld.param.u64 %d0, [x];
//!         mov.u32 %r0, %tid.x;
//!         mul.wide.u32 %d1, %r0, 4;
//!         add.u64 %d2, %d0, %d1;
//!         ld.global.u32 %r1, [%d2];
//!         add.u32 %r2, %r1, %r1;
//!         st.global.u32 [%d2], %r2;
//!         ret;
//!     }")?;
//! let mut memory = Memory::new();
//! let globals = memory.load(&module)?;
//! let x = memory.allocate("x", 8)?;
//! memory.write(x, &[1, 0, 0, 0, 2, 0, 0, 0])?;
//! let launch = Launch::new([1, 1, 1], [2, 1, 1]).arg(Arg::u64(x));
//! let counts = run(module.kernel("twice").unwrap(), &globals, &launch, &mut memory, &mut ())?;
//! assert_eq!(memory.read(x, 8)?, [2, 0, 0, 0, 4, 0, 0, 0]);
//! assert_eq!(counts.warp_instructions, 8);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub(crate) mod access;
pub mod alu;
mod asynchronous;
mod barrier;
mod calls;
mod checks;
mod collective;
mod copies;
mod decode;
mod fault;
mod launch;
mod listener;
mod mbarrier;
mod memory;
mod perform;
mod printf;
pub mod race;
mod runtime;
mod scalar;
mod simt;
mod tensor;
pub mod texture;
mod turns;
mod warp;

pub use checks::{Checks, Warning, Warnings};
pub use fault::{Fault, FaultKind, FaultLocation, NearestAllocation};
pub use launch::{Arg, Launch, LaunchError, Limits, Mode};
pub use listener::{
    Access, BarrierId, CLUSTER_BARRIER, CopyRange, CtaId, ExecutedInstruction, LaneMask, Listener,
    StartedCopy, SyncEvent, WarpId,
};
pub use mbarrier::MbarrierProblem;
pub use memory::{GLOBAL_BASE, Globals, HostCopy, Memory, MemoryError};
pub(crate) use memory::{LOCAL_WINDOW, PARAM_WINDOW, SHARED_WINDOW, WINDOW, window_of};
pub use texture::{
    AddressMode, Array, ArrayRegion, ArrayShape, ChannelKind, Filter, ReadMode, Surface, SurfaceHandle,
    TexelFormat, Texture, TextureError, TextureHandle, TextureSource,
};

use crate::program::{ConstBankOperand, FunctionId, Pc, Program, Src};
use decode::DecodedProgram;
use simt::CtaRunner;
use warp::{CtaContext, RESERVED_SHARED};

/// Instruction counts of an execution.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// CTAs executed.
    pub ctas: u64,
    /// Warp instructions. Zero in [`Mode::Threads`].
    pub warp_instructions: u64,
    /// Thread instructions: each warp instruction counts once per active lane whose guard is true.
    pub thread_instructions: u64,
    /// Executed branches at which the warp diverged.
    pub divergent_branches: u64,
}

impl Counts {
    fn branches(&mut self, taken: u64, all: u64) {
        self.divergent_branches += u64::from(taken != 0 && taken != all);
    }

    fn add(&mut self, other: Counts) {
        self.ctas += other.ctas;
        self.warp_instructions += other.warp_instructions;
        self.thread_instructions += other.thread_instructions;
        self.divergent_branches += other.divergent_branches;
    }
}

/// Error that ended the execution of a launch.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RunError {
    /// The launch parameters do not match the kernel.
    #[error(transparent)]
    Launch(#[from] LaunchError),
    /// The kernel made an error.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// Executes all CTAs of a launch in grid order. The [module](self) has an example.
///
/// Pass `&mut ()` as listener to observe nothing.
pub fn run<L: Listener>(
    program: &Program,
    globals: &Globals,
    launch: &Launch,
    memory: &mut Memory,
    listener: &mut L,
) -> Result<Counts, RunError> {
    run_ctas(program, globals, launch, memory, listener, 0..launch.ctas())
}

/// Executes a range of the CTAs of a launch in order. Memory contents carry over from earlier CTAs.
pub fn run_ctas<L: Listener>(
    program: &Program,
    globals: &Globals,
    launch: &Launch,
    memory: &mut Memory,
    listener: &mut L,
    ctas: std::ops::Range<u64>,
) -> Result<Counts, RunError> {
    match launch.mode {
        Mode::Warps32 => warps::<L, 32>(program, globals, launch, memory, listener, ctas),
        Mode::Warps64 => warps::<L, 64>(program, globals, launch, memory, listener, ctas),
        Mode::Threads => {
            let params = launch.parameters(program)?;
            let decoded = DecodedProgram::<1>::new(program, globals, &|operand| {
                bank(&params, globals, memory, operand)
            });
            let workspace = grid_workspace(launch, memory)?;
            let context = |cta| cta_context(program, launch, cta, workspace);
            let mut runner = scalar::ThreadRunner {
                program,
                decoded: &decoded,
                params: &params,
                limits: launch.limits,
                checks: launch.checks,
                context: &context,
            };
            let done = turns::run(&mut runner, ctas, launch.resident, memory, &mut ());
            free_workspace(workspace, memory);
            Ok(done?)
        }
    }
}

fn warps<L: Listener, const W: usize>(
    program: &Program,
    globals: &Globals,
    launch: &Launch,
    memory: &mut Memory,
    listener: &mut L,
    ctas: std::ops::Range<u64>,
) -> Result<Counts, RunError> {
    let params = launch.parameters(program)?;
    let decoded =
        DecodedProgram::<W>::new(program, globals, &|operand| bank(&params, globals, memory, operand));
    let workspace = grid_workspace(launch, memory)?;
    let context = |cta| cta_context(program, launch, cta, workspace);
    let mut runner = CtaRunner::new(program, &decoded, &params, (launch.limits, launch.checks), &context);
    let done = turns::run(&mut runner, ctas, launch.resident, memory, listener);
    free_workspace(workspace, memory);
    Ok(done?)
}

/// Address of the zeroed memory with which the CTAs of a cooperative launch synchronise; 0 for other launches.
///
/// The driver passes it in `%envreg1` and `%envreg2`. Cooperative groups keep the grid barrier in its second word.
fn grid_workspace(launch: &Launch, memory: &mut Memory) -> Result<u64, RunError> {
    if !launch.cooperative {
        return Ok(0);
    }
    Ok(memory.allocate("grid workspace", 32).map_err(LaunchError::Memory)?)
}

fn free_workspace(workspace: u64, memory: &mut Memory) {
    if workspace != 0 && memory.free(workspace).is_err() {
        panic!("the grid workspace was freed by another");
    }
}

/// Value of a constant-bank operand.
fn bank(params: &[u8], globals: &Globals, memory: &Memory, operand: ConstBankOperand) -> u64 {
    let ConstBankOperand { variable, offset, bytes } = operand;
    let found = match variable {
        None => params.get(offset as usize..(offset + bytes) as usize),
        Some(id) => memory.read(globals.address(id) + u64::from(offset), bytes.into()).ok(),
    };
    // The lowering pass checked the bounds when it made the operand.
    let found = found.unwrap_or_else(|| panic!("the constant bank has no {bytes} bytes at {offset}"));
    found.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte))
}

fn cta_context(program: &Program, launch: &Launch, cta: CtaId, grid_workspace: u64) -> CtaContext {
    let [x, y, _] = launch.grid.map(u64::from);
    let CtaId(cta) = cta;
    let cta = [cta % x, cta / x % y, cta / x / y].map(|c| c as u32);
    CtaContext {
        grid: launch.grid,
        block: launch.block,
        cta,
        dynamic_shared: launch.shared,
        total_shared: launch.shared_bytes(program) as u32,
        reserved_shared: reserved_shared(program),
        width: 32,
        grid_workspace,
    }
}

/// Bytes of shared memory that the system reserves for a kernel that asks for their address.
fn reserved_shared(program: &Program) -> u32 {
    let asks = |src: &Src| matches!(src, Src::Special(special) if special.is_reserved_shared());
    if program.code.iter().any(|instr| instr.src.iter().any(asks)) { RESERVED_SHARED } else { 0 }
}

/// Location of a fault in the launch.
fn fault_location(program: &Program, pc: Pc, cta: [u32; 3], thread: [u32; 3]) -> FaultLocation {
    let instr = &program.code[pc.index()];
    let index = program.functions.partition_point(|f| f.entry <= pc).saturating_sub(1);
    let function = (FunctionId(index as u32) != FunctionId(0)).then(|| program.functions[index].name.clone());
    let source = instr.source.map(|s| {
        let file = program.files.get(&s.file).cloned().unwrap_or_else(|| format!("file {}", s.file));
        (file, s.line)
    });
    FaultLocation {
        kernel: program.name.clone(),
        function,
        language: "PTX",
        line: instr.line,
        source,
        cta,
        thread,
        wave: None,
    }
}
