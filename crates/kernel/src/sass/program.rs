//! SASS programs: the kernels of a cubin, with their code, resources and constants.

use super::machine::{Instruction, Value};
use crate::execute::runtime::RuntimeFunction;
use crate::program::{Pc, SourceLine, Variable, VariableId};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Address of the first function that is not a kernel, in all programs of a module. A kernel begins at 0.
pub(super) const FUNCTION_BASE: u64 = 1 << 32;
/// Addresses of the functions of CUDA's device runtime, 16 bytes each.
pub(super) const RUNTIME_BASE: u64 = 2 << 32;

/// A cubin: its kernels and variables.
#[derive(Debug, Clone)]
pub struct Module {
    /// Architecture of the code: 80 of `sm_80`.
    pub architecture: u32,
    /// The kernels, in the order of their sections.
    pub programs: Vec<Program>,
    /// Variables in global and constant memory.
    pub variables: Vec<Variable>,
}

impl Module {
    /// Reads a cubin: an ELF file with the machine code of one architecture.
    ///
    /// # Errors
    /// If it is not a cubin of sm_70 to sm_90, or an instruction is unknown.
    pub fn parse(cubin: &[u8]) -> Result<Module, super::CubinError> {
        super::cubin::read(cubin)
    }

    /// The architecture of a cubin, from its header.
    ///
    /// # Errors
    /// If it is not a cubin.
    pub fn architecture_of(cubin: &[u8]) -> Result<u32, super::CubinError> {
        super::cubin::architecture(cubin)
    }

    /// The code as text, in the notation of `cuobjdump -sass`, for messages: a cubin has no lines of its own.
    pub fn listing(&self) -> String {
        let mut text = String::new();
        for program in &self.programs {
            let _ = writeln!(text, "Function : {}", program.name);
            for Instr { address, machine, .. } in &program.code {
                let _ = writeln!(text, "/*{address:04x}*/  {machine} ;");
            }
        }
        text
    }

    /// The kernel called `name`.
    pub fn kernel(&self, name: &str) -> Option<&Program> {
        self.programs.iter().find(|p| p.name == name)
    }
}

/// A kernel with the functions that it may call.
#[derive(Debug, Clone)]
pub struct Program {
    pub name: String,
    /// Architecture of the code: 80 of `sm_80`.
    pub architecture: u32,
    /// Instructions: those of the kernel, then those of functions with sections of their own.
    pub code: Vec<Instr>,
    /// Functions in the order of their entries; the kernel is the first.
    pub functions: Vec<Function>,
    /// Sections of the code in the order of their addresses.
    pub sections: Vec<Section>,
    /// 32-bit registers per thread.
    pub registers: u32,
    /// Bytes of static shared memory.
    pub shared: u32,
    /// Bytes of local memory of a thread that the kernel and its calls are known to need.
    pub stack: u32,
    /// Parameters in the order of the declaration.
    pub parameters: Vec<Parameter>,
    /// Offset of the parameters in bank 0, and their bytes.
    pub parameter_space: (u32, u32),
    /// Threads of a CTA, if the kernel is compiled for a number, and whether it is exact.
    pub threads: Option<(u64, bool)>,
    /// Bank 2: what the compiler put there.
    pub literals: Vec<u8>,
    /// Bank 3: the module's constant variables with their offsets and bytes.
    pub constants: Vec<(u32, u64, VariableId)>,
    /// Bank 4: addresses.
    pub addresses: Vec<(u32, AddressOf)>,
    /// Words of bank 0 that have the lower halves of the handles in texture and surface references.
    pub handles: Vec<(u32, VariableId)>,
    /// Immediates of instructions that are addresses of variables.
    pub relocations: BTreeMap<Pc, Relocation>,
    /// Source files by their number.
    pub files: BTreeMap<u64, String>,
}

impl Program {
    /// The instruction at an address.
    pub fn pc(&self, address: u64) -> Option<Pc> {
        let at = self.sections.partition_point(|s| s.address <= address).checked_sub(1)?;
        let section = self.sections[at];
        let offset = address - section.address;
        let end = self.sections.get(at + 1).map_or(self.code.len(), |next| next.first.index());
        let index = section.first.index() + (offset / super::machine::BYTES) as usize;
        (offset.is_multiple_of(super::machine::BYTES) && index < end).then_some(Pc(index as u32))
    }

    /// Number of instructions before the first subroutine: compilers place those behind the kernel.
    pub fn body(&self) -> usize {
        let called = self.code.iter().filter(|instr| instr.machine.stem == "CALL").filter_map(|instr| {
            let target = instr.machine.operands.iter().find_map(|operand| match operand.value {
                Value::Target(target) => Some(target),
                _ => None,
            })?;
            let base = instr.address & !u64::from(u32::MAX);
            self.pc(base.wrapping_add_signed(target)).map(Pc::index).filter(|&at| at > 0)
        });
        called
            .min()
            .unwrap_or(self.code.len())
            .min(self.sections.get(1).map_or(usize::MAX, |s| s.first.index()))
    }

    /// The function that has an instruction.
    pub fn function(&self, pc: Pc) -> &Function {
        let after = self.functions.partition_point(|f| f.entry <= pc);
        &self.functions[after.saturating_sub(1)]
    }
}

/// An instruction with its place.
#[derive(Debug, Clone)]
pub struct Instr {
    /// Byte address: the kernel begins at 0.
    pub address: u64,
    /// Its line in the module's [listing](Module::listing), from 1.
    pub line: u32,
    pub machine: Instruction,
    pub source: Option<SourceLine>,
}

/// A function of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Function {
    pub name: String,
    pub entry: Pc,
}

/// Code that lies together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Section {
    /// Address of its first instruction.
    pub address: u64,
    pub first: Pc,
}

/// A parameter of a kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parameter {
    /// Byte offset among the parameters.
    pub offset: u32,
    /// Bytes.
    pub size: u32,
}

/// What an address in the code is the address of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddressOf {
    Variable {
        variable: VariableId,
        /// Bytes added.
        offset: i64,
    },
    /// Code: a function, or a place to return to.
    Code(u64),
    Runtime(RuntimeFunction),
}

/// A half of an address as the immediate of an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Relocation {
    pub of: AddressOf,
    /// The upper half.
    pub high: bool,
}

/// Address at which the code calls a function of the runtime.
pub(super) fn runtime_address(function: RuntimeFunction) -> u64 {
    RUNTIME_BASE + 16 * function as u64
}

/// The function of the runtime that is called at an address.
pub(super) fn runtime_function(address: u64) -> Option<RuntimeFunction> {
    use RuntimeFunction::*;
    [AssertFail, Printf, Malloc, Free].into_iter().find(|&function| runtime_address(function) == address)
}
