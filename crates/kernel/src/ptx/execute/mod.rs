//! Functional execution of a launch, CTA by CTA in grid order.
//!
//! [`run`] executes every instruction of every warp and checks every memory access. A [`Listener`] observes the executed
//! instructions; [`crate::tape::record`] is one. Errors of the kernel are a [`Fault`] with kernel, line, CTA and thread.
//!
//! ```
//! use warploom_kernel::execute::{Arg, Launch, Memory};
//! use warploom_kernel::ptx::{Module, run};
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

mod access;
pub mod alu;
mod asynchronous;
mod calls;
mod collective;
mod cta;
mod decode;
mod launch;
mod perform;
mod race;
mod runtime;
mod scalar;
mod simt;
pub(crate) mod tensor;
mod texture;
mod warp;

use crate::execute::convergence::ReconvergenceStack;
use crate::execute::launch::{coordinates, grid_workspace};
use crate::execute::memory::access::MemorySpaces;
use crate::execute::memory::shared::SharedMemory;
use crate::execute::{
    Checks, Counts, CtaId, Executable, Fault, FaultKind, FaultLocation, Globals, Launch, Limits, Listener,
    Memory, Mode, RunError, turns,
};
use crate::program::{FunctionId, Pc};
use crate::ptx::program::{ConstBankOperand, Program, Src};
use cta::{Control, CtaRunner};
use decode::DecodedProgram;
use perform::Env;
use scalar::ThreadControl;
use warp::{CtaContext, RESERVED_SHARED};

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
    match launch.mode {
        Mode::Warps32 => run_mode::<ReconvergenceStack, 32>(program, globals, launch, memory, listener),
        Mode::Warps64 => run_mode::<ReconvergenceStack, 64>(program, globals, launch, memory, listener),
        Mode::Threads => run_mode::<ThreadControl, 1>(program, globals, launch, memory, &mut ()),
    }
}

/// A checked launch of a decoded program.
struct Prepared<'a, const W: usize> {
    program: &'a Program,
    decoded: &'a DecodedProgram<W>,
    params: &'a [u8],
    limits: Limits,
    checks: Checks,
    /// Launch dimensions and special registers of a CTA.
    context: &'a dyn Fn(CtaId) -> CtaContext,
}

impl<'a, const W: usize> Prepared<'a, W> {
    fn env<'b>(&'b self, memory: &'b mut Memory, shared: &'b mut SharedMemory) -> Env<'b, W> {
        let spaces =
            MemorySpaces { memory, shared, params: self.params, checks: self.checks, tolerated: false };
        Env::new(self.program, self.decoded, spaces)
    }

    #[cold]
    fn fault(&self, kind: FaultKind, pc: Pc, cta: [u32; 3], thread: [u32; 3]) -> Fault {
        Fault { kind, location: Box::new(fault_location(self.program, pc, cta, thread)) }
    }
}

/// Checks a launch, decodes the program and executes CTAs with `W` lanes per warp.
fn run_mode<C: Control<W>, const W: usize>(
    program: &Program,
    globals: &Globals,
    launch: &Launch,
    memory: &mut Memory,
    listener: &mut impl Listener,
) -> Result<Counts, RunError> {
    let params = program.parameters(launch)?;
    let decoded =
        DecodedProgram::<W>::new(program, globals, &|operand| bank(&params, globals, memory, operand));
    let workspace = grid_workspace(launch, memory)?;
    let context = |cta| cta_context(program, launch, cta, workspace);
    let (limits, checks) = (launch.limits, launch.checks);
    let prepared =
        Prepared { program, decoded: &decoded, params: &params, limits, checks, context: &context };
    let done =
        turns::run(&mut CtaRunner::<C, W>::new(&prepared), launch.ctas(), launch.resident, memory, listener);
    if workspace != 0 && memory.free(workspace).is_err() {
        panic!("the grid workspace was freed by another");
    }
    Ok(done?)
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
    CtaContext {
        grid: launch.grid,
        block: launch.block,
        cta: coordinates(cta.0, launch.grid),
        dynamic_shared: launch.shared,
        total_shared: program.shared_bytes(launch) as u32,
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
        address: None,
        line: instr.line,
        source,
        cta,
        thread,
        wave: None,
    }
}
