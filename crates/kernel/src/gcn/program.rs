//! GCN programs: kernels as the assembler sees them, with operands resolved.

use super::table::{Form, FormOperand, Format, Role, Target, Type};
use crate::program::{SourceLine, Variable, VariableId};
use std::collections::BTreeMap;

/// An assembly file: its kernels and variables.
///
/// ```
/// use warploom_kernel::gcn::Module;
/// let module = Module::listing("k", "v_mov_b32 v0, 1.0\n s_endpgm")?;
/// assert_eq!(module.kernel("k").unwrap().code.len(), 2);
/// # Ok::<(), warploom_kernel::gcn::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Module {
    /// Architecture of the code.
    pub target: Target,
    /// The kernels, in the order written.
    pub programs: Vec<Program>,
    /// Variables in global and constant memory.
    pub variables: Vec<Variable>,
}

impl Module {
    /// Reads assembly as clang writes it: kernels with `.amdhsa_kernel` descriptors and metadata.
    pub fn parse(source: &str) -> Result<Module, super::Error> {
        super::read::module(source)
    }

    /// Reads a bare listing of one kernel for Southern Islands, as disassemblers write it.
    ///
    /// The listing has no descriptor: the kernel has no arguments, and all registers that it names.
    pub fn listing(name: &str, source: &str) -> Result<Module, super::Error> {
        super::read::listing(name, source)
    }

    /// The kernel called `name`.
    pub fn kernel(&self, name: &str) -> Option<&Program> {
        self.programs.iter().find(|p| p.name == name)
    }
}

/// A kernel.
#[derive(Debug, Clone)]
pub struct Program {
    pub name: String,
    /// Architecture of the code.
    pub target: Target,
    pub code: Vec<Instr>,
    /// What its descriptor declares.
    pub descriptor: Descriptor,
    /// Its arguments, hidden ones included, in the order of their offsets.
    pub arguments: Vec<Argument>,
    /// Source files by their number in `.loc` directives.
    pub files: BTreeMap<u64, String>,
}

impl Program {
    /// The arguments that the host passes.
    pub fn explicit_arguments(&self) -> impl Iterator<Item = &Argument> + Clone {
        self.arguments.iter().filter(|a| a.kind == ArgumentKind::Explicit)
    }
}

/// What a kernel descriptor declares: resources, and what is in registers at the start.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Descriptor {
    pub vgprs: u32,
    /// SGPRs of a wave, with VCC and what the trap handler reserves.
    pub sgprs: u32,
    /// Bytes of static local data share.
    pub local: u32,
    /// Bytes of scratch of a work-item.
    pub scratch: u32,
    /// Bytes of the kernel arguments.
    pub arguments: u32,
    /// User SGPRs at the start, in order.
    pub user: Vec<UserRegister>,
    /// Number of user SGPRs.
    pub user_count: u32,
    /// Whether an SGPR has the work-group's number in x, y and z.
    pub group_ids: [bool; 3],
    /// Whether an SGPR has the work-group's information.
    pub group_info: bool,
    /// Whether an SGPR has the offset of the wave's scratch.
    pub scratch_offset: bool,
    /// Highest dimension of the work-item's number in v0 to v2.
    pub item_ids: u32,
    /// Whether denormals of single precision are flushed.
    pub flush: bool,
    /// Work-items of a work-group at most.
    pub most_items: u32,
}

/// A value in user SGPRs at the start of a kernel, in the order of the registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum UserRegister {
    /// Buffer resource of the scratch: 4 SGPRs.
    ScratchBuffer,
    /// Address of the dispatch packet: 2 SGPRs.
    DispatchPacket,
    /// Address of the queue: 2 SGPRs.
    Queue,
    /// Address of the kernel arguments: 2 SGPRs.
    Arguments,
    /// Number of the dispatch: 2 SGPRs.
    DispatchId,
    /// Flat scratch: 2 SGPRs.
    FlatScratch,
    /// Bytes of scratch of a work-item: 1 SGPR.
    ScratchSize,
}

impl UserRegister {
    /// Number of SGPRs.
    pub const fn registers(self) -> u32 {
        match self {
            UserRegister::ScratchBuffer => 4,
            UserRegister::ScratchSize => 1,
            _ => 2,
        }
    }
}

/// An argument of a kernel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Argument {
    /// Its name, or its number if the metadata has no name.
    pub name: String,
    /// Byte offset in the kernel arguments.
    pub offset: u32,
    /// Bytes.
    pub size: u32,
    /// Who gives its value.
    pub kind: ArgumentKind,
}

/// Who gives the value of an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArgumentKind {
    /// The host.
    Explicit,
    /// The runtime: number of work-groups in a dimension.
    GroupCount(usize),
    /// The runtime: work-items of a work-group in a dimension.
    GroupSize(usize),
    /// The runtime: dimensions of the grid.
    Dimensions,
    /// The runtime: upper half of flat addresses of local memory.
    LocalBase,
    /// The runtime: upper half of flat addresses of scratch.
    ScratchBase,
    /// The runtime: bytes of dynamic local data share.
    DynamicLocal,
    /// The runtime: something that is 0 here.
    Zero,
}

/// An SGPR, or a special register with a number of its own among the scalar operands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Sgpr(pub u8);

impl Sgpr {
    /// Lower half of flat scratch on Volcanic Islands.
    pub const FLAT_SCRATCH: Sgpr = Sgpr(102);
    /// Lower half of VCC.
    pub const VCC: Sgpr = Sgpr(106);
    /// M0.
    pub const M0: Sgpr = Sgpr(124);
    /// Lower half of EXEC.
    pub const EXEC: Sgpr = Sgpr(126);
    /// SCC as a source.
    pub const SCC: Sgpr = Sgpr(253);
}

/// An operand of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand {
    /// Scalar registers from this one on, as many as the type has.
    Scalar(Sgpr),
    /// VGPRs from this one on.
    Vector(u16),
    /// A constant, as bits of the operand's type.
    Constant(u64),
    /// Part of the distance from the instruction to a variable.
    Relative {
        variable: VariableId,
        /// Bytes added.
        addend: i64,
        /// The upper half of the distance.
        high: bool,
    },
    /// A branch target: index of the instruction.
    Target(u32),
    /// Counters of `s_waitcnt`.
    Counts(Counts),
    Hardware(HardwareField),
    /// No operand: `off`, or an optional one that is not written.
    Absent,
}

/// Counters that `s_waitcnt` waits for: at most so many accesses may be outstanding.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    pub vector: Option<u8>,
    /// Local data share, scalar memory and messages.
    pub local: Option<u8>,
    /// Exports, and stores that still read their registers.
    pub export: Option<u8>,
}

/// A field of a hardware register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HardwareField {
    /// Number of the register; 1 is MODE.
    pub register: u8,
    /// First bit.
    pub offset: u8,
    pub bits: u8,
}

/// Modifiers of a source.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SourceModifiers {
    /// The sign is inverted, after `abs`.
    pub neg: bool,
    /// The sign is cleared.
    pub abs: bool,
    /// The part selected by SDWA is sign-extended.
    pub sext: bool,
    /// The part that SDWA selects.
    pub part: Part,
}

/// Part of a register that SDWA selects.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Part {
    #[default]
    Dword,
    Byte(u8),
    Word(u8),
}

/// What SDWA does with the rest of the destination.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Unused {
    /// It becomes 0.
    Pad,
    /// It becomes the sign.
    Sext,
    /// It stays.
    #[default]
    Preserve,
}

/// Output modifiers and memory modifiers of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Modifiers {
    /// Byte offset, or the first of two element offsets.
    pub offset: u32,
    /// The second element offset.
    pub offset1: u32,
    /// `offen`: a VGPR holds a byte offset.
    pub offen: bool,
    /// `idxen`: a VGPR holds an index.
    pub idxen: bool,
    /// `addr64`: two VGPRs hold an address.
    pub addr64: bool,
    /// `glc`: the old value of an atomic is returned.
    pub glc: bool,
    /// The result is kept in [0, 1].
    pub clamp: bool,
    /// The result is multiplied by 2 to this power.
    pub omod: i8,
    /// Part of the destination that SDWA writes.
    pub part: Part,
    /// What SDWA does with the rest.
    pub unused: Unused,
}

/// Encoding of a vector instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Encoding {
    /// The format's own.
    #[default]
    Native,
    /// VOP3, of an instruction that has a shorter encoding.
    Wide,
    Sdwa,
}

/// An instruction.
#[derive(Clone, PartialEq, Debug)]
pub struct Instr {
    /// Its row of the table.
    pub form: &'static Form,
    /// Its operands, one for each of the form.
    pub operands: Box<[Operand]>,
    pub sources: Box<[SourceModifiers]>,
    pub modifiers: Modifiers,
    /// How it is encoded.
    pub encoding: Encoding,
    /// Byte address in the kernel.
    pub address: u64,
    /// Bytes.
    pub size: u32,
    /// The instruction as written.
    pub text: Box<str>,
    pub line: u32,
    /// Source line from `.loc`, if present.
    pub source: Option<SourceLine>,
}

impl Instr {
    /// The operand of a role, with its type; the `nth` of several, from 0.
    pub fn operand(&self, role: Role, nth: usize) -> Option<(Operand, Type)> {
        let mut all = self.form.operands.iter().zip(&*self.operands).filter(|(form, _)| form.role == role);
        all.nth(nth).map(|(form, operand)| (*operand, form.ty))
    }

    /// Mnemonic without encoding suffix.
    pub fn mnemonic(&self) -> &'static str {
        &self.form.mnemonic
    }

    /// The access to memory that it makes, if it makes one.
    pub fn access(&self) -> Option<AccessShape> {
        AccessShape::of(self)
    }

    /// Whether the next instruction is never executed after it without a jump.
    pub fn never_falls_through(&self) -> bool {
        matches!(self.mnemonic(), "s_endpgm" | "s_branch" | "s_setpc_b64" | "s_swappc_b64")
    }
}

/// What an instruction that accesses memory does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AccessShape {
    pub kind: crate::code::AccessKind,
    /// Bytes of each element.
    pub width: u32,
    /// Elements per lane.
    pub count: u32,
    /// Bytes between the elements' addresses, if they are not adjacent (`ds_read2`).
    pub pair: Option<(u32, u32)>,
    /// Whether a narrow value is sign-extended.
    pub signed: bool,
}

impl AccessShape {
    /// Bytes of all elements of a lane.
    pub const fn bytes(self) -> u32 {
        self.width * self.count
    }

    fn of(instr: &Instr) -> Option<AccessShape> {
        use crate::code::AccessKind::{Atomic, Load, Reduce, Store};
        let form = instr.form;
        let name = form.mnemonic.as_str();
        let plain = |kind, width, count, signed| Some(AccessShape { kind, width, count, pair: None, signed });
        let data = form.operands.first().map_or(1, |o| o.ty.registers());
        match form.format {
            Format::Smem if name == "s_dcache_inv" => None,
            Format::Smem => plain(Load, 4, data, false),
            Format::Mubuf if name.starts_with("buffer_wbinvl1") => None,
            Format::Ds if name == "ds_swizzle_b32" || name.ends_with("permute_b32") => None,
            Format::Mubuf | Format::Mtbuf | Format::Flat => {
                let is_data = |o: &&FormOperand| matches!(o.role, Role::VectorDst | Role::VectorOnly);
                let data = form.operands.iter().rfind(is_data).map_or(1, |o| o.ty.registers());
                let stored = |kind| plain(kind, 4, data, false);
                if name.contains("_atomic_") {
                    let kind = if instr.modifiers.glc { Atomic } else { Reduce };
                    return plain(kind, if name.ends_with("_x2") { 8 } else { 4 }, 1, false);
                }
                match name.rsplit('_').next()? {
                    "ubyte" => plain(Load, 1, 1, false),
                    "sbyte" => plain(Load, 1, 1, true),
                    "ushort" => plain(Load, 2, 1, false),
                    "sshort" => plain(Load, 2, 1, true),
                    "byte" => plain(Store, 1, 1, false),
                    "short" => plain(Store, 2, 1, false),
                    _ if name.contains("_store_") => stored(Store),
                    _ => {
                        let loaded = form.operands.first().map_or(1, |o| o.ty.registers());
                        plain(Load, 4, loaded, false)
                    }
                }
            }
            Format::Ds => {
                let ty = name.rsplit('_').next()?;
                let (width, count) = match ty {
                    "i8" | "u8" | "b8" => (1, 1),
                    "i16" | "u16" | "b16" => (2, 1),
                    "b64" | "u64" | "i64" => (8, 1),
                    "b96" => (4, 3),
                    "b128" => (4, 4),
                    _ => (4, 1),
                };
                let signed = matches!(ty, "i8" | "i16");
                let kind = match name.split('_').nth(1)? {
                    "read" | "read2" | "read2st64" => Load,
                    "write" | "write2" | "write2st64" => Store,
                    _ if name.contains("_rtn_") => Atomic,
                    _ => Reduce,
                };
                let m = instr.modifiers;
                let pair = if name.contains("2st64") {
                    Some((m.offset * width * 64, m.offset1 * width * 64))
                } else if name.contains("read2") || name.contains("write2") {
                    Some((m.offset * width, m.offset1 * width))
                } else {
                    None
                };
                let count = if pair.is_some() { 2 } else { count };
                Some(AccessShape { kind, width, count, pair, signed })
            }
            _ => None,
        }
    }
}
