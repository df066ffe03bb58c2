//! Code of either kind: PTX or GCN, behind one interface.
//!
//! What executes launches and records tapes does not need to know which kind it has.

use crate::code::Code;
use crate::execute::{self, Counts, Globals, Launch, LaunchError, Listener, Memory, MemoryError, RunError};
use crate::gcn;
use crate::program::{Module, Param, Program, Variable, VariableId};
use crate::ptx::isa::Mod;
use std::fmt;

/// Instruction set of code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Isa {
    /// NVIDIA's PTX, lowered to machine-like code.
    #[default]
    Ptx,
    /// AMD's GCN machine code.
    Gcn,
}

impl Isa {
    /// All instruction sets.
    pub const ALL: [Isa; 2] = [Isa::Ptx, Isa::Gcn];

    /// Name as on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Isa::Ptx => "ptx",
            Isa::Gcn => "gcn",
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
    /// PTX.
    Ptx(Module),
    /// GCN assembly.
    Gcn(gcn::Module),
}

impl From<Module> for Image {
    fn from(module: Module) -> Image {
        Image::Ptx(module)
    }
}

impl From<gcn::Module> for Image {
    fn from(module: gcn::Module) -> Image {
        Image::Gcn(module)
    }
}

impl Image {
    /// Its instruction set.
    pub fn isa(&self) -> Isa {
        match self {
            Image::Ptx(_) => Isa::Ptx,
            Image::Gcn(_) => Isa::Gcn,
        }
    }

    /// The kernel called `name`.
    pub fn kernel(&self, name: &str) -> Option<Entry<'_>> {
        match self {
            Image::Ptx(module) => module.kernel(name).map(Entry::Ptx),
            Image::Gcn(module) => module.kernel(name).map(Entry::Gcn),
        }
    }

    /// Names of the kernels, in the order written.
    pub fn kernels(&self) -> Vec<&str> {
        match self {
            Image::Ptx(module) => module.programs.iter().map(|p| p.name.as_str()).collect(),
            Image::Gcn(module) => module.programs.iter().map(|p| p.name.as_str()).collect(),
        }
    }

    /// Variables in global and constant memory.
    pub fn variables(&self) -> &[Variable] {
        match self {
            Image::Ptx(module) => &module.variables,
            Image::Gcn(module) => &module.variables,
        }
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

/// A kernel of either kind.
#[derive(Debug, Clone, Copy)]
pub enum Entry<'a> {
    /// PTX, lowered or not.
    Ptx(&'a Program),
    /// GCN machine code.
    Gcn(&'a gcn::Program),
}

impl<'a> From<&'a Program> for Entry<'a> {
    fn from(program: &'a Program) -> Entry<'a> {
        Entry::Ptx(program)
    }
}

impl<'a> From<&'a gcn::Program> for Entry<'a> {
    fn from(program: &'a gcn::Program) -> Entry<'a> {
        Entry::Gcn(program)
    }
}

impl<'a> Entry<'a> {
    /// Its name.
    pub fn name(self) -> &'a str {
        match self {
            Entry::Ptx(program) => &program.name,
            Entry::Gcn(program) => &program.name,
        }
    }

    /// Its program, if it is PTX.
    pub fn ptx(self) -> Option<&'a Program> {
        match self {
            Entry::Ptx(program) => Some(program),
            Entry::Gcn(_) => None,
        }
    }

    /// Its instructions as analyses see them.
    pub fn code(self) -> Code {
        match self {
            Entry::Ptx(program) => Code::of(program),
            Entry::Gcn(program) => gcn::code(program),
        }
    }

    /// The parameters that the host passes. GCN code has only their sizes.
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
        }
    }

    /// 32-bit registers per thread: VGPRs of GCN code; 0 for PTX that is not lowered.
    pub fn registers(self) -> u32 {
        match self {
            Entry::Ptx(program) => program.registers.unwrap_or(0),
            Entry::Gcn(program) => program.descriptor.vgprs,
        }
    }

    /// Bytes of shared memory of a CTA.
    pub fn shared_bytes(self, launch: &Launch) -> u64 {
        match self {
            Entry::Ptx(program) => launch.shared_bytes(program),
            Entry::Gcn(program) => program.local_bytes(launch).into(),
        }
    }

    /// Checks the launch against the limits of the kernel.
    pub fn check(self, launch: &Launch) -> Result<(), LaunchError> {
        match self {
            Entry::Ptx(program) => launch.check(program),
            Entry::Gcn(program) => program.check(launch),
        }
    }

    /// Executes all CTAs of a launch in grid order. GCN code has waves of 64 lanes, whatever the launch's mode.
    pub fn run<L: Listener>(
        self,
        globals: &Globals,
        launch: &Launch,
        memory: &mut Memory,
        listener: &mut L,
    ) -> Result<Counts, RunError> {
        match self {
            Entry::Ptx(program) => execute::run(program, globals, launch, memory, listener),
            Entry::Gcn(program) => gcn::run(program, globals, launch, memory, listener),
        }
    }
}
