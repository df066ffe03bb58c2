//! Instruction table: every GCN instruction that Warploom supports, in the notation of AMD's ISA documents.
//!
//! The reader accepts exactly these instructions, the book prints them, and the conformance test covers every one.
//! The notation of a row:
//!
//! | written | means |
//! |---|---|
//! | `(x\|y)` in a mnemonic | one of these |
//! | `sdst`, `ssrc0`, `ssrc1` | scalar destination and sources: an SGPR, a special register or a constant |
//! | `vdst`, `src0`, `src1`, `src2` | destination VGPR and sources: a VGPR, an SGPR or a constant |
//! | `vsrc1` | a VGPR; in the 64-bit encoding any source |
//! | `cdst`, `csrc` | a lane mask: VCC, or any SGPR pair in the 64-bit encoding |
//! | `addr`, `data`, `data0`, `data1`, `vdata` | VGPRs of a memory access |
//! | `sbase`, `srsrc`, `offset`, `soffset`, `vaddr` | scalar base, buffer resource and offsets of a memory access |
//! | `imm`, `k` | a 16-bit and a 32-bit immediate |
//! | `label`, `counts`, `hwreg` | branch target, counters of `s_waitcnt`, hardware register |
//! | `:type` | type of the operand, if not the last type of the mnemonic |
//! | `+` before an operand | a destination that is also read |
//! | `?` after an operand | only with `glc` |
//! | `<x`, `>x` | reads or writes `x` without naming it |
//! | `[SI]`, `[VI]` | only Southern Islands (gfx600), only Volcanic Islands (gfx803) |

mod rows;

pub use rows::ROWS;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::LazyLock;

/// Architecture of the code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Target {
    /// Southern Islands: `gfx600` (Tahiti).
    SouthernIslands,
    /// Volcanic Islands: `gfx803` (Fiji, Polaris).
    VolcanicIslands,
}

impl Target {
    /// The compiler's name of the architecture.
    pub const fn name(self) -> &'static str {
        match self {
            Target::SouthernIslands => "gfx600",
            Target::VolcanicIslands => "gfx803",
        }
    }

    /// Bytes of local data share that a work-group can have.
    pub const fn local_limit(self) -> u32 {
        match self {
            Target::SouthernIslands => 32 << 10,
            Target::VolcanicIslands => 64 << 10,
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Instruction format: how the instruction is encoded, and which unit executes it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Format {
    Sop2,
    Sopk,
    Sop1,
    Sopc,
    Sopp,
    Smem,
    Vop2,
    Vop1,
    Vopc,
    Vop3,
    Ds,
    Mubuf,
    Mtbuf,
    Flat,
}

impl Format {
    /// Heading of the format in the book.
    pub const fn title(self) -> &'static str {
        match self {
            Format::Sop2 => "Scalar ALU, two sources (SOP2)",
            Format::Sopk => "Scalar ALU, 16-bit immediate (SOPK)",
            Format::Sop1 => "Scalar ALU, one source (SOP1)",
            Format::Sopc => "Scalar comparisons (SOPC)",
            Format::Sopp => "Program control (SOPP)",
            Format::Smem => "Scalar memory (SMRD, SMEM)",
            Format::Vop2 => "Vector ALU, two sources (VOP2)",
            Format::Vop1 => "Vector ALU, one source (VOP1)",
            Format::Vopc => "Vector comparisons (VOPC)",
            Format::Vop3 => "Vector ALU, three sources or 64 bits (VOP3)",
            Format::Ds => "Local data share (DS)",
            Format::Mubuf => "Vector memory, untyped buffers (MUBUF)",
            Format::Mtbuf => "Vector memory, typed buffers (MTBUF)",
            Format::Flat => "Vector memory, flat addresses (FLAT)",
        }
    }

    /// Whether it is a vector ALU format.
    pub const fn is_vector_alu(self) -> bool {
        matches!(self, Format::Vop1 | Format::Vop2 | Format::Vopc | Format::Vop3)
    }

    /// Whether it is a scalar ALU format.
    pub const fn is_scalar_alu(self) -> bool {
        matches!(self, Format::Sop1 | Format::Sop2 | Format::Sopk | Format::Sopc)
    }

    /// Whether it accesses memory through vector registers and the vector cache.
    pub const fn is_vector_memory(self) -> bool {
        matches!(self, Format::Mubuf | Format::Mtbuf | Format::Flat)
    }
}

/// Type of an operand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Type {
    B8,
    B16,
    B32,
    B64,
    B96,
    B128,
    B256,
    B512,
    U8,
    I8,
    U16,
    I16,
    U24,
    I24,
    U32,
    I32,
    U64,
    I64,
    F16,
    F32,
    F64,
}

impl Type {
    const ALL: [(&'static str, Type); 21] = {
        use Type::*;
        [
            ("b8", B8),
            ("b16", B16),
            ("b32", B32),
            ("b64", B64),
            ("b96", B96),
            ("b128", B128),
            ("b256", B256),
            ("b512", B512),
            ("u8", U8),
            ("i8", I8),
            ("u16", U16),
            ("i16", I16),
            ("u24", U24),
            ("i24", I24),
            ("u32", U32),
            ("i32", I32),
            ("u64", U64),
            ("i64", I64),
            ("f16", F16),
            ("f32", F32),
            ("f64", F64),
        ]
    };

    fn named(name: &str) -> Option<Type> {
        Type::ALL.into_iter().find(|(n, _)| *n == name).map(|(_, ty)| ty)
    }

    /// Number of 32-bit registers of an operand of this type.
    pub const fn registers(self) -> u32 {
        match self {
            Type::B64 | Type::U64 | Type::I64 | Type::F64 => 2,
            Type::B96 => 3,
            Type::B128 => 4,
            Type::B256 => 8,
            Type::B512 => 16,
            _ => 1,
        }
    }

    /// Whether it is a floating-point type.
    pub const fn is_float(self) -> bool {
        matches!(self, Type::F16 | Type::F32 | Type::F64)
    }
}

/// What an operand of a form is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    ScalarDst,
    ScalarSrc,
    /// Destination VGPRs.
    VectorDst,
    /// Source of any kind.
    VectorSrc,
    /// Source that must be a VGPR in the 32-bit encoding.
    VectorSrc1,
    /// VGPRs, and nothing else.
    VectorOnly,
    /// Address VGPRs of a buffer access, as many as its modifiers ask for; or `off`.
    BufferAddress,
    /// Destination lane mask.
    MaskDst,
    /// Source lane mask.
    MaskSrc,
    /// Scalar memory offset: an immediate or an SGPR.
    ScalarOffset,
    /// 16-bit immediate.
    Imm,
    /// 32-bit literal.
    Literal,
    /// Branch target.
    Label,
    /// Counters of `s_waitcnt`.
    Counts,
    HardwareRegister,
}

impl Role {
    /// Whether it is written.
    pub const fn is_destination(self) -> bool {
        matches!(self, Role::ScalarDst | Role::VectorDst | Role::MaskDst)
    }
}

/// An operand of a form.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FormOperand {
    pub role: Role,
    pub ty: Type,
    /// Whether a destination is also read.
    pub also_read: bool,
    /// Whether it is written only if the old value is asked for (`glc`).
    pub optional: bool,
}

/// A register that an instruction reads or writes without naming it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Implicit {
    Scc,
    Vcc,
    Exec,
    M0,
}

/// An instruction of the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Form {
    pub format: Format,
    /// Its mnemonic, without an encoding suffix.
    pub mnemonic: String,
    pub row: &'static str,
    /// The only architecture that has it, if only one has.
    pub only: Option<Target>,
    /// Its operands, in the order of the assembly.
    pub operands: Vec<FormOperand>,
    /// Registers that it reads without naming them.
    pub reads: Vec<Implicit>,
    /// Registers that it writes without naming them.
    pub writes: Vec<Implicit>,
}

impl Form {
    /// Whether an architecture has the instruction.
    pub fn is_on(&self, target: Target) -> bool {
        self.only.is_none_or(|only| only == target)
    }
}

/// All forms of the table, by mnemonic. A mnemonic that means different things on the two architectures has two.
pub fn forms() -> &'static BTreeMap<String, Vec<Form>> {
    static FORMS: LazyLock<BTreeMap<String, Vec<Form>>> = LazyLock::new(|| {
        let mut all: BTreeMap<String, Vec<Form>> = BTreeMap::new();
        for &(format, row) in ROWS {
            for form in expand(format, row) {
                all.entry(form.mnemonic.clone()).or_default().push(form);
            }
        }
        all
    });
    &FORMS
}

/// The form of a mnemonic on an architecture.
pub fn form(mnemonic: &str, target: Target) -> Option<&'static Form> {
    forms().get(mnemonic)?.iter().find(|form| form.is_on(target))
}

/// The instructions of a row.
fn expand(format: Format, row: &'static str) -> Vec<Form> {
    let (only, rest) = match row.split_once("] ") {
        Some(("[SI", rest)) => (Some(Target::SouthernIslands), rest),
        Some(("[VI", rest)) => (Some(Target::VolcanicIslands), rest),
        _ => (None, row),
    };
    let (pattern, operands) = rest.split_once(' ').unwrap_or((rest, ""));
    let mut forms = Vec::new();
    for mnemonic in alternatives(pattern) {
        let last = mnemonic.rsplit('_').find_map(Type::named).unwrap_or(Type::B32);
        let mut form =
            Form { format, mnemonic, row, only, operands: Vec::new(), reads: Vec::new(), writes: Vec::new() };
        for word in operands.split([',', ' ']).filter(|w| !w.is_empty()) {
            if let Some(name) = word.strip_prefix('<') {
                form.reads.push(implicit(name));
            } else if let Some(name) = word.strip_prefix('>') {
                form.writes.push(implicit(name));
            } else {
                form.operands.push(operand(word, last));
            }
        }
        forms.push(form);
    }
    forms
}

/// The mnemonics of a pattern with alternatives in brackets.
fn alternatives(pattern: &str) -> Vec<String> {
    let Some((before, rest)) = pattern.split_once('(') else { return vec![pattern.to_owned()] };
    let Some((inside, after)) = rest.split_once(')') else { panic!("`{pattern}` lacks a bracket") };
    let ends = alternatives(after);
    let one = |word: &str| ends.iter().map(|end| format!("{before}{word}{end}")).collect::<Vec<_>>();
    inside.split('|').flat_map(one).collect()
}

fn operand(word: &str, last: Type) -> FormOperand {
    let also_read = word.starts_with('+');
    let (name, ty) = match word.trim_start_matches('+').split_once(':') {
        Some((name, ty)) => (name, Type::named(ty).unwrap_or_else(|| panic!("no type `{ty}`"))),
        None => (word.trim_start_matches('+'), last),
    };
    let optional = name.ends_with('?');
    let name = name.trim_end_matches('?');
    let role = match name {
        "sdst" => Role::ScalarDst,
        "ssrc0" | "ssrc1" | "sbase" | "srsrc" | "soffset" => Role::ScalarSrc,
        "vdst" => Role::VectorDst,
        "src0" | "src1" | "src2" => Role::VectorSrc,
        "vsrc1" => Role::VectorSrc1,
        "addr" | "data" | "data0" | "data1" | "vdata" => Role::VectorOnly,
        "vaddr" => Role::BufferAddress,
        "cdst" => Role::MaskDst,
        "csrc" => Role::MaskSrc,
        "offset" => Role::ScalarOffset,
        "imm" => Role::Imm,
        "k" => Role::Literal,
        "label" => Role::Label,
        "counts" => Role::Counts,
        "hwreg" => Role::HardwareRegister,
        _ => panic!("no operand `{name}`"),
    };
    let ty = match name {
        "cdst" | "csrc" => Type::B64,
        "soffset" | "offset" | "imm" | "k" | "label" | "counts" | "hwreg" => Type::B32,
        "srsrc" => Type::B128,
        _ => ty,
    };
    FormOperand { role, ty, also_read, optional }
}

fn implicit(name: &str) -> Implicit {
    match name {
        "scc" => Implicit::Scc,
        "vcc" => Implicit::Vcc,
        "exec" => Implicit::Exec,
        "m0" => Implicit::M0,
        _ => panic!("no register `{name}`"),
    }
}
