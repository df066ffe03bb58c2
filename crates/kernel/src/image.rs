//! Code of any instruction set behind one interface: what executes launches and records tapes does not know which it has.
//!
//! A further instruction set is a folder beside `ptx`, `gcn` and `sass`. It provides:
//!
//! | what | as | today |
//! |---|---|---|
//! | a file of code | `Module` with `programs`, `variables` ([`Variable`]) and `kernel(name)` | [`ptx::Module`], [`gcn::Module`], [`sass::Module`] |
//! | a kernel | `Program` with an `impl` of [`Executable`] | [`ptx::Program`], [`gcn::Program`], [`sass::Program`] |
//! | its instructions | a [`Code`] of the same program counters, from [`Executable::code`] | `ptx::code`, `gcn::code`, `sass::code` |
//! | its executor | `run(program, globals, launch, memory, listener)`, from [`Executable::run`] | [`ptx::run`], [`gcn::run`], [`sass::run`] |
//! | its parameters | an arm of [`Entry::parameters`]; without types if the code has only sizes | |
//! | races, if it finds them | an `impl` of [`OrderedProgram`] | [`ptx::Program`], [`sass::Program`] |
//!
//! and here one variant each of [`Isa`] (with its name), [`Image`] and [`Entry`] (with `From`). The arms of [`Image`] and [`Entry`]
//! are in the macro `each!`.
//!
//! An executor uses from [`execute`](crate::execute): `Launch::check_limits` and `check_arguments`; `MemorySpaces`, `common_allocation`
//! and `checked_slice` for every access; `SharedMemory` with `copies` and `mbarrier`; `Barriers`; `turns::run`, which runs the CTAs and
//! calls the listener for them; `lanes` for arithmetic, `products` for matrices, `texture` for samples, `runtime` for `printf`, `malloc`
//! and `free`. It calls [`Listener::instruction_executed`] once per warp instruction, after it and with the addresses of its access.

use crate::code::Code;
use crate::execute::race::{OrderedProgram, RaceDetector};
use crate::execute::{
    Counts, Executable, Globals, Launch, LaunchError, Listener, Memory, MemoryError, RunError, WarpShape,
};
use crate::program::{Pc, Variable, VariableId};
use crate::ptx::isa::Mod;
use crate::ptx::program::Param;
use crate::{gcn, ptx, sass};
use std::fmt;

/// Instruction set of code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Isa {
    /// NVIDIA's PTX, lowered to machine-like code.
    #[default]
    Ptx,
    /// AMD's GCN machine code.
    Gcn,
    /// NVIDIA's machine code of sm_70 to sm_90.
    Sass,
}

impl Isa {
    /// All instruction sets.
    pub const ALL: [Isa; 3] = [Isa::Ptx, Isa::Gcn, Isa::Sass];

    /// Name as on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Isa::Ptx => "ptx",
            Isa::Gcn => "gcn",
            Isa::Sass => "sass",
        }
    }
}

impl fmt::Display for Isa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A file of code.
#[derive(Debug, Clone)]
pub enum Image {
    Ptx(ptx::Module),
    /// GCN assembly.
    Gcn(gcn::Module),
    /// A cubin.
    Sass(sass::Module),
}

/// A kernel of any instruction set.
#[derive(Debug, Clone, Copy)]
pub enum Entry<'a> {
    /// PTX, lowered or not.
    Ptx(&'a ptx::Program),
    /// GCN machine code.
    Gcn(&'a gcn::Program),
    /// NVIDIA's machine code.
    Sass(&'a sass::Program),
}

impl From<ptx::Module> for Image {
    fn from(module: ptx::Module) -> Image {
        Image::Ptx(module)
    }
}

impl From<gcn::Module> for Image {
    fn from(module: gcn::Module) -> Image {
        Image::Gcn(module)
    }
}

impl From<sass::Module> for Image {
    fn from(module: sass::Module) -> Image {
        Image::Sass(module)
    }
}

impl<'a> From<&'a ptx::Program> for Entry<'a> {
    fn from(program: &'a ptx::Program) -> Entry<'a> {
        Entry::Ptx(program)
    }
}

impl<'a> From<&'a gcn::Program> for Entry<'a> {
    fn from(program: &'a gcn::Program) -> Entry<'a> {
        Entry::Gcn(program)
    }
}

impl<'a> From<&'a sass::Program> for Entry<'a> {
    fn from(program: &'a sass::Program) -> Entry<'a> {
        Entry::Sass(program)
    }
}

/// The same expression for the module or program of every instruction set.
macro_rules! each {
    ($of:ident($value:expr), $it:ident => $body:expr) => {
        match $value {
            $of::Ptx($it) => $body,
            $of::Gcn($it) => $body,
            $of::Sass($it) => $body,
        }
    };
}

impl Image {
    /// Its instruction set.
    pub fn isa(&self) -> Isa {
        match self {
            Image::Ptx(_) => Isa::Ptx,
            Image::Gcn(_) => Isa::Gcn,
            Image::Sass(_) => Isa::Sass,
        }
    }

    /// The kernel called `name`.
    pub fn kernel(&self, name: &str) -> Option<Entry<'_>> {
        each!(Image(self), module => module.kernel(name).map(Entry::from))
    }

    /// Names of the kernels, in the order written.
    pub fn kernels(&self) -> Vec<&str> {
        each!(Image(self), module => module.programs.iter().map(|p| p.name.as_str()).collect())
    }

    /// Variables in global and constant memory.
    pub fn variables(&self) -> &[Variable] {
        each!(Image(self), module => &module.variables)
    }

    /// The variable called `name`.
    pub fn variable(&self, name: &str) -> Option<VariableId> {
        let found = self.variables().iter().position(|v| v.name == name)?;
        Some(VariableId(found as u32))
    }

    /// Allocates and initialises the variables.
    pub fn load(&self, memory: &mut Memory) -> Result<Globals, MemoryError> {
        memory.load_variables(self.variables())
    }
}

impl<'a> Entry<'a> {
    /// Its name.
    pub fn name(self) -> &'a str {
        each!(Entry(self), program => Executable::name(program))
    }

    /// Its program, if it is PTX.
    pub fn ptx(self) -> Option<&'a ptx::Program> {
        match self {
            Entry::Ptx(program) => Some(program),
            Entry::Gcn(_) | Entry::Sass(_) => None,
        }
    }

    /// Its instructions as analyses see them.
    pub fn code(self) -> Code {
        each!(Entry(self), program => Executable::code(program))
    }

    /// The parameters that the host passes. Machine code has only their sizes.
    pub fn parameters(self) -> Vec<Param> {
        let untyped = |size| match size {
            2 => Mod::B16,
            4 => Mod::B32,
            8 => Mod::B64,
            _ => Mod::B8,
        };
        match self {
            Entry::Ptx(program) => program.params.clone(),
            Entry::Gcn(program) => program
                .explicit_arguments()
                .map(|a| Param { name: a.name.clone(), ty: untyped(a.size), offset: a.offset, size: a.size })
                .collect(),
            Entry::Sass(program) => program
                .parameters
                .iter()
                .map(|p| Param { name: String::new(), ty: untyped(p.size), offset: p.offset, size: p.size })
                .collect(),
        }
    }

    /// 32-bit registers per thread: VGPRs of GCN code; 0 for PTX that is not lowered.
    pub fn registers(self) -> u32 {
        each!(Entry(self), program => Executable::registers(program))
    }

    /// Registers and width of its warps on a tape.
    pub(crate) fn warp_shape(self, launch: &Launch) -> WarpShape {
        each!(Entry(self), program => program.warp_shape(launch))
    }

    /// Bytes of shared memory of a CTA.
    pub fn shared_bytes(self, launch: &Launch) -> u64 {
        each!(Entry(self), program => program.shared_bytes(launch))
    }

    /// Checks the launch against the limits of the kernel.
    pub fn check(self, launch: &Launch) -> Result<(), LaunchError> {
        each!(Entry(self), program => program.check(launch))
    }

    /// Whether the access of an instruction has generic addresses.
    #[inline]
    pub(crate) fn is_generic_access(self, pc: Pc) -> bool {
        each!(Entry(self), program => program.is_generic_access(pc))
    }

    /// Executes all CTAs of a launch in grid order, without a listener.
    pub fn execute(
        self,
        globals: &Globals,
        launch: &Launch,
        memory: &mut Memory,
    ) -> Result<Counts, RunError> {
        self.run(globals, launch, memory, &mut ())
    }

    /// Its program as the race detector takes it; `None` if races are not found in it: in GCN, and in kernels with mbarriers compiled for
    /// sm_80, which are words in memory as any others.
    pub fn ordered(self) -> Option<&'a dyn OrderedProgram> {
        match self {
            Entry::Ptx(program) => Some(program),
            Entry::Sass(program) => program.is_ordered().then_some(program),
            Entry::Gcn(_) => None,
        }
    }

    /// As [`Entry::execute`], and finds data races.
    pub fn execute_finding_races(
        self,
        globals: &Globals,
        launch: &Launch,
        memory: &mut Memory,
        detector: &mut RaceDetector<'_>,
    ) -> Result<Counts, RunError> {
        self.run(globals, launch, memory, detector)
    }

    /// Executes all CTAs of a launch in grid order. GCN code has waves of 64 lanes, whatever the launch's mode.
    ///
    /// The executors are compiled for each type of listener, in the crate that calls this. What other crates need of ours is compiled
    /// here once: [`Entry::execute`], [`Entry::execute_finding_races`], [`tape::record`](crate::tape::record).
    pub fn run<L: Listener>(
        self,
        globals: &Globals,
        launch: &Launch,
        memory: &mut Memory,
        listener: &mut L,
    ) -> Result<Counts, RunError> {
        each!(Entry(self), program => program.run(globals, launch, memory, listener))
    }
}
