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
#[allow(missing_docs, reason = "the title says it")]
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
#[allow(missing_docs, reason = "the name says it: bits, unsigned, signed or float, and the width")]
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
    /// Scalar destination.
    ScalarDst,
    /// Scalar source.
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
    /// Hardware register.
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
    /// What it is.
    pub role: Role,
    /// Its type.
    pub ty: Type,
    /// Whether a destination is also read.
    pub also_read: bool,
    /// Whether it is written only if the old value is asked for (`glc`).
    pub optional: bool,
}

/// A register that an instruction reads or writes without naming it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs, reason = "the manual's names")]
pub enum Implicit {
    Scc,
    Vcc,
    Exec,
    M0,
}

/// An instruction of the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Form {
    /// Its format.
    pub format: Format,
    /// Its mnemonic, without an encoding suffix.
    pub mnemonic: String,
    /// The row of the table.
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

/// The table.
#[rustfmt::skip]
pub const ROWS: &[(Format, &str)] = {
    use Format::*;
    &[
        (Sop2, "s_(add|sub)_(u32|i32) sdst, ssrc0, ssrc1 >scc"),
        (Sop2, "s_(addc|subb)_u32 sdst, ssrc0, ssrc1 <scc >scc"),
        (Sop2, "s_(min|max)_(u32|i32) sdst, ssrc0, ssrc1 >scc"),
        (Sop2, "s_cselect_(b32|b64) sdst, ssrc0, ssrc1 <scc"),
        (Sop2, "s_(and|or|xor|andn2|orn2|nand|nor|xnor)_(b32|b64) sdst, ssrc0, ssrc1 >scc"),
        (Sop2, "s_(lshl|lshr)_(b32|b64) sdst, ssrc0, ssrc1:u32 >scc"),
        (Sop2, "s_ashr_(i32|i64) sdst, ssrc0, ssrc1:u32 >scc"),
        (Sop2, "s_bfm_(b32|b64) sdst, ssrc0:u32, ssrc1:u32"),
        (Sop2, "s_mul_i32 sdst, ssrc0, ssrc1"),
        (Sop2, "s_bfe_(u32|i32|u64|i64) sdst, ssrc0, ssrc1:u32 >scc"),
        (Sop2, "s_absdiff_i32 sdst, ssrc0, ssrc1 >scc"),

        (Sopk, "s_movk_i32 sdst, imm"),
        (Sopk, "s_cmovk_i32 +sdst, imm <scc"),
        (Sopk, "s_cmpk_(eq|lg|gt|ge|lt|le)_(i32|u32) ssrc0, imm >scc"),
        (Sopk, "s_addk_i32 +sdst, imm >scc"),
        (Sopk, "s_mulk_i32 +sdst, imm"),
        (Sopk, "s_getreg_b32 sdst, hwreg"),
        (Sopk, "s_setreg_b32 hwreg, ssrc0"),
        (Sopk, "s_setreg_imm32_b32 hwreg, k"),

        (Sop1, "s_mov_(b32|b64) sdst, ssrc0"),
        (Sop1, "s_cmov_(b32|b64) +sdst, ssrc0 <scc"),
        (Sop1, "s_(not|wqm)_(b32|b64) sdst, ssrc0 >scc"),
        (Sop1, "s_brev_(b32|b64) sdst, ssrc0"),
        (Sop1, "s_(bcnt0|bcnt1)_i32_(b32|b64) sdst:i32, ssrc0 >scc"),
        (Sop1, "s_(ff0|ff1|flbit)_i32_(b32|b64) sdst:i32, ssrc0"),
        (Sop1, "s_flbit_i32 sdst, ssrc0"),
        (Sop1, "s_flbit_i32_i64 sdst:i32, ssrc0"),
        (Sop1, "s_sext_i32_(i8|i16) sdst:i32, ssrc0"),
        (Sop1, "s_(bitset0|bitset1)_(b32|b64) +sdst, ssrc0:u32"),
        (Sop1, "s_quadmask_(b32|b64) sdst, ssrc0 >scc"),
        (Sop1, "s_abs_i32 sdst, ssrc0 >scc"),
        (Sop1, "s_(and|or|xor|andn2|orn2|nand|nor|xnor)_saveexec_b64 sdst, ssrc0 <exec >exec >scc"),
        (Sop1, "s_getpc_b64 sdst"),
        (Sop1, "s_setpc_b64 ssrc0"),
        (Sop1, "s_swappc_b64 sdst, ssrc0"),

        (Sopc, "s_cmp_(eq|lg|gt|ge|lt|le)_(i32|u32) ssrc0, ssrc1 >scc"),
        (Sopc, "[VI] s_cmp_(eq|lg)_u64 ssrc0, ssrc1 >scc"),
        (Sopc, "s_(bitcmp0|bitcmp1)_(b32|b64) ssrc0, ssrc1:u32 >scc"),

        (Sopp, "s_(nop|sleep|setprio) imm"),
        (Sopp, "s_(endpgm|barrier|icache_inv)"),
        (Sopp, "s_trap imm"),
        (Sopp, "s_branch label"),
        (Sopp, "s_cbranch_(scc0|scc1) label <scc"),
        (Sopp, "s_cbranch_(vccz|vccnz) label <vcc"),
        (Sopp, "s_cbranch_(execz|execnz) label <exec"),
        (Sopp, "s_waitcnt counts"),

        (Smem, "s_load_dword sdst, sbase:b64, offset"),
        (Smem, "s_load_dwordx2 sdst:b64, sbase:b64, offset"),
        (Smem, "s_load_dwordx4 sdst:b128, sbase:b64, offset"),
        (Smem, "s_load_dwordx8 sdst:b256, sbase:b64, offset"),
        (Smem, "s_load_dwordx16 sdst:b512, sbase:b64, offset"),
        (Smem, "s_buffer_load_dword sdst, srsrc, offset"),
        (Smem, "s_buffer_load_dwordx2 sdst:b64, srsrc, offset"),
        (Smem, "s_buffer_load_dwordx4 sdst:b128, srsrc, offset"),
        (Smem, "s_buffer_load_dwordx8 sdst:b256, srsrc, offset"),
        (Smem, "s_buffer_load_dwordx16 sdst:b512, srsrc, offset"),
        (Smem, "s_dcache_inv"),

        (Vop2, "v_cndmask_b32 vdst, src0, vsrc1, csrc"),
        (Vop2, "v_(add|sub|subrev|mul|min|max|mul_legacy)_f32 vdst, src0, vsrc1"),
        (Vop2, "[SI] v_(min|max)_legacy_f32 vdst, src0, vsrc1"),
        (Vop2, "v_mac_f32 +vdst, src0, vsrc1"),
        (Vop2, "[SI] v_mac_legacy_f32 +vdst, src0, vsrc1"),
        (Vop2, "v_madmk_f32 vdst, src0, k, vsrc1"),
        (Vop2, "v_madak_f32 vdst, src0, vsrc1, k"),
        (Vop2, "v_(mul_i32|mul_hi_i32)_i24 vdst:i32, src0, vsrc1"),
        (Vop2, "v_(mul_u32|mul_hi_u32)_u24 vdst:u32, src0, vsrc1"),
        (Vop2, "v_(min|max)_(i32|u32) vdst, src0, vsrc1"),
        (Vop2, "v_(lshlrev|lshrrev)_b32 vdst, src0:u32, vsrc1"),
        (Vop2, "v_ashrrev_i32 vdst, src0:u32, vsrc1"),
        (Vop2, "[SI] v_(lshl|lshr)_b32 vdst, src0, vsrc1:u32"),
        (Vop2, "[SI] v_ashr_i32 vdst, src0, vsrc1:u32"),
        (Vop2, "v_(and|or|xor)_b32 vdst, src0, vsrc1"),
        (Vop2, "[SI] v_(add|sub|subrev)_i32 vdst, cdst, src0, vsrc1"),
        (Vop2, "[VI] v_(add|sub|subrev)_u32 vdst, cdst, src0, vsrc1"),
        (Vop2, "v_(addc|subb|subbrev)_u32 vdst, cdst, src0, vsrc1, csrc"),
        (Vop2, "v_bfm_b32 vdst, src0:u32, vsrc1:u32"),
        (Vop2, "v_bcnt_u32_b32 vdst:u32, src0, vsrc1:u32"),
        (Vop2, "v_(mbcnt_lo|mbcnt_hi)_u32_b32 vdst:u32, src0, vsrc1:u32"),
        (Vop2, "v_ldexp_f32 vdst, src0, vsrc1:i32"),
        (Vop2, "v_cvt_pkrtz_f16_f32 vdst:b32, src0, vsrc1"),
        (Vop2, "v_readlane_b32 sdst, vdata, ssrc0"),
        (Vop2, "v_writelane_b32 +vdst, ssrc0, ssrc1"),
        (Vop2, "[VI] v_(add|sub|subrev|mul|min|max)_f16 vdst, src0, vsrc1"),
        (Vop2, "[VI] v_mac_f16 +vdst, src0, vsrc1"),
        (Vop2, "[VI] v_(add|sub|subrev|mul_lo|min|max)_u16 vdst, src0, vsrc1"),
        (Vop2, "[VI] v_(min|max)_i16 vdst, src0, vsrc1"),
        (Vop2, "[VI] v_(lshlrev|lshrrev)_b16 vdst, src0:u16, vsrc1"),
        (Vop2, "[VI] v_ashrrev_i16 vdst, src0:u16, vsrc1"),

        (Vop1, "v_nop"),
        (Vop1, "v_(mov|not|bfrev)_b32 vdst, src0"),
        (Vop1, "v_readfirstlane_b32 sdst, src0"),
        (Vop1, "v_cvt_i32_f64 vdst:i32, src0"),
        (Vop1, "v_cvt_f64_i32 vdst:f64, src0"),
        (Vop1, "v_cvt_f32_i32 vdst:f32, src0"),
        (Vop1, "v_cvt_f32_u32 vdst:f32, src0"),
        (Vop1, "v_cvt_u32_f32 vdst:u32, src0"),
        (Vop1, "v_cvt_(i32|rpi_i32|flr_i32)_f32 vdst:i32, src0"),
        (Vop1, "v_cvt_f16_f32 vdst:f16, src0"),
        (Vop1, "v_cvt_f32_f16 vdst:f32, src0"),
        (Vop1, "v_cvt_f32_f64 vdst:f32, src0"),
        (Vop1, "v_cvt_f64_f32 vdst:f64, src0"),
        (Vop1, "v_cvt_f32_(ubyte0|ubyte1|ubyte2|ubyte3) vdst:f32, src0:b32"),
        (Vop1, "v_cvt_u32_f64 vdst:u32, src0"),
        (Vop1, "v_cvt_f64_u32 vdst:f64, src0"),
        (Vop1, "v_(fract|trunc|ceil|rndne|floor)_f32 vdst, src0"),
        (Vop1, "v_(exp|log|rcp|rcp_iflag|rsq|sqrt|sin|cos)_f32 vdst, src0"),
        (Vop1, "[SI] v_(log_clamp|rcp_clamp|rsq_clamp)_f32 vdst, src0"),
        (Vop1, "v_(rcp|rsq|sqrt|fract)_f64 vdst, src0"),
        (Vop1, "[VI] v_(trunc|ceil|rndne|floor)_f64 vdst, src0"),
        (Vop1, "v_(ffbh_u32|ffbl_b32|ffbh_i32) vdst, src0"),
        (Vop1, "v_frexp_exp_i32_(f32|f64) vdst:i32, src0"),
        (Vop1, "v_frexp_mant_(f32|f64) vdst, src0"),

        (Vopc, "v_cmp_(f|lt|eq|le|gt|lg|ge|o|u|nge|nlg|ngt|nle|neq|nlt|tru)_(f32|f64) cdst, src0, vsrc1"),
        (Vopc, "v_cmpx_(f|lt|eq|le|gt|lg|ge|o|u|nge|nlg|ngt|nle|neq|nlt|tru)_(f32|f64) cdst, src0, vsrc1 >exec"),
        (Vopc, "v_cmp_(f|lt|eq|le|gt|ne|ge|t)_(i32|u32|i64|u64) cdst, src0, vsrc1"),
        (Vopc, "v_cmpx_(f|lt|eq|le|gt|ne|ge|t)_(i32|u32|i64|u64) cdst, src0, vsrc1 >exec"),
        (Vopc, "[VI] v_cmp_(f|lt|eq|le|gt|ne|ge|t)_(i16|u16) cdst, src0, vsrc1"),
        (Vopc, "v_cmp_class_(f32|f64) cdst, src0, vsrc1:b32"),

        (Vop3, "v_(mad|mad_legacy|fma|min3|max3|med3)_f32 vdst, src0, src1, src2"),
        (Vop3, "v_mad_i32_i24 vdst:i32, src0, src1, src2:i32"),
        (Vop3, "v_mad_u32_u24 vdst:u32, src0, src1, src2:u32"),
        (Vop3, "v_(bfe_u32|bfe_i32) vdst, src0, src1:u32, src2:u32"),
        (Vop3, "v_bfi_b32 vdst, src0, src1, src2"),
        (Vop3, "v_(alignbit|alignbyte)_b32 vdst, src0, src1, src2:u32"),
        (Vop3, "v_(min3|max3|med3)_(i32|u32) vdst, src0, src1, src2"),
        (Vop3, "v_sad_u32 vdst, src0, src1, src2"),
        (Vop3, "v_sad_u16 vdst:u32, src0:b32, src1:b32, src2:u32"),
        (Vop3, "v_sad_u8 vdst:u32, src0:b32, src1:b32, src2:u32"),
        (Vop3, "v_div_fixup_(f32|f64) vdst, src0, src1, src2"),
        (Vop3, "v_div_fmas_(f32|f64) vdst, src0, src1, src2 <vcc"),
        (Vop3, "v_div_scale_(f32|f64) vdst, cdst, src0, src1, src2"),
        (Vop3, "[SI] v_(lshl|lshr)_b64 vdst, src0, src1:u32"),
        (Vop3, "[SI] v_ashr_i64 vdst, src0, src1:u32"),
        (Vop3, "[VI] v_(lshlrev|lshrrev)_b64 vdst, src0:u32, src1"),
        (Vop3, "[VI] v_ashrrev_i64 vdst, src0:u32, src1"),
        (Vop3, "v_(add|mul|min|max)_f64 vdst, src0, src1"),
        (Vop3, "v_fma_f64 vdst, src0, src1, src2"),
        (Vop3, "v_ldexp_f64 vdst, src0, src1:i32"),
        (Vop3, "v_(mul_lo|mul_hi)_u32 vdst, src0, src1"),
        (Vop3, "[SI] v_mul_lo_i32 vdst, src0, src1"),
        (Vop3, "v_mul_hi_i32 vdst, src0, src1"),
        (Vop3, "[VI] v_mad_u64_u32 vdst:u64, cdst, src0, src1, src2:u64"),
        (Vop3, "[VI] v_mad_i64_i32 vdst:i64, cdst, src0, src1, src2:i64"),
        (Vop3, "[VI] v_perm_b32 vdst, src0, src1, src2"),
        (Vop3, "[VI] v_(mad_u16|mad_i16) vdst, src0, src1, src2"),

        (Ds, "ds_read_(b32|b64) vdst, addr:b32 <m0"),
        (Ds, "[VI] ds_read_(b96|b128) vdst, addr:b32 <m0"),
        (Ds, "ds_read2_b32 vdst:b64, addr:b32 <m0"),
        (Ds, "ds_read2st64_b32 vdst:b64, addr:b32 <m0"),
        (Ds, "ds_read2_b64 vdst:b128, addr:b32 <m0"),
        (Ds, "ds_read2st64_b64 vdst:b128, addr:b32 <m0"),
        (Ds, "ds_read_(i8|u8|i16|u16) vdst, addr:b32 <m0"),
        (Ds, "ds_write_(b8|b16|b32|b64) addr:b32, data <m0"),
        (Ds, "[VI] ds_write_(b96|b128) addr:b32, data <m0"),
        (Ds, "ds_(write2|write2st64)_(b32|b64) addr:b32, data0, data1 <m0"),
        (Ds, "ds_(add|sub|rsub|inc|dec)_(u32|u64) addr:b32, data <m0"),
        (Ds, "ds_(min|max)_(i32|u32|i64|u64) addr:b32, data <m0"),
        (Ds, "ds_(and|or|xor)_(b32|b64) addr:b32, data <m0"),
        (Ds, "ds_(add|sub|rsub|inc|dec)_rtn_(u32|u64) vdst, addr:b32, data <m0"),
        (Ds, "ds_(min|max)_rtn_(i32|u32|i64|u64) vdst, addr:b32, data <m0"),
        (Ds, "ds_(and|or|xor|wrxchg)_rtn_(b32|b64) vdst, addr:b32, data <m0"),
        (Ds, "ds_cmpst_(b32|b64) addr:b32, data0, data1 <m0"),
        (Ds, "ds_cmpst_rtn_(b32|b64) vdst, addr:b32, data0, data1 <m0"),
        (Ds, "[VI] ds_add_f32 addr:b32, data <m0"),
        (Ds, "[VI] ds_add_rtn_f32 vdst, addr:b32, data <m0"),
        (Ds, "ds_swizzle_b32 vdst, addr"),
        (Ds, "[VI] ds_(permute|bpermute)_b32 vdst, addr, data"),

        (Mubuf, "buffer_load_(ubyte|sbyte|ushort|sshort|dword) vdst:b32, vaddr, srsrc, soffset"),
        (Mubuf, "buffer_load_dwordx2 vdst:b64, vaddr, srsrc, soffset"),
        (Mubuf, "[VI] buffer_load_dwordx3 vdst:b96, vaddr, srsrc, soffset"),
        (Mubuf, "buffer_load_dwordx4 vdst:b128, vaddr, srsrc, soffset"),
        (Mubuf, "buffer_store_(byte|short|dword) vdata:b32, vaddr, srsrc, soffset"),
        (Mubuf, "buffer_store_dwordx2 vdata:b64, vaddr, srsrc, soffset"),
        (Mubuf, "[VI] buffer_store_dwordx3 vdata:b96, vaddr, srsrc, soffset"),
        (Mubuf, "buffer_store_dwordx4 vdata:b128, vaddr, srsrc, soffset"),
        (Mubuf, "buffer_atomic_(swap|add|sub|smin|umin|smax|umax|and|or|xor|inc|dec) vdata:b32, vaddr, srsrc, soffset"),
        (Mubuf, "buffer_atomic_(swap|add|sub|smin|umin|smax|umax|and|or|xor|inc|dec)_x2 vdata:b64, vaddr, srsrc, soffset"),
        (Mubuf, "buffer_atomic_cmpswap vdata:b64, vaddr, srsrc, soffset"),
        (Mubuf, "buffer_atomic_cmpswap_x2 vdata:b128, vaddr, srsrc, soffset"),
        (Mubuf, "buffer_wbinvl1"),
        (Mubuf, "[VI] buffer_wbinvl1_vol"),

        (Mtbuf, "tbuffer_load_format_x vdst:b32, vaddr, srsrc, soffset"),
        (Mtbuf, "tbuffer_load_format_xy vdst:b64, vaddr, srsrc, soffset"),
        (Mtbuf, "tbuffer_load_format_xyz vdst:b96, vaddr, srsrc, soffset"),
        (Mtbuf, "tbuffer_load_format_xyzw vdst:b128, vaddr, srsrc, soffset"),
        (Mtbuf, "tbuffer_store_format_x vdata:b32, vaddr, srsrc, soffset"),
        (Mtbuf, "tbuffer_store_format_xy vdata:b64, vaddr, srsrc, soffset"),
        (Mtbuf, "tbuffer_store_format_xyz vdata:b96, vaddr, srsrc, soffset"),
        (Mtbuf, "tbuffer_store_format_xyzw vdata:b128, vaddr, srsrc, soffset"),

        (Flat, "[VI] flat_load_(ubyte|sbyte|ushort|sshort|dword) vdst:b32, addr:b64"),
        (Flat, "[VI] flat_load_dwordx2 vdst:b64, addr:b64"),
        (Flat, "[VI] flat_load_dwordx3 vdst:b96, addr:b64"),
        (Flat, "[VI] flat_load_dwordx4 vdst:b128, addr:b64"),
        (Flat, "[VI] flat_store_(byte|short|dword) addr:b64, data:b32"),
        (Flat, "[VI] flat_store_dwordx2 addr:b64, data:b64"),
        (Flat, "[VI] flat_store_dwordx3 addr:b64, data:b96"),
        (Flat, "[VI] flat_store_dwordx4 addr:b64, data:b128"),
        (Flat, "[VI] flat_atomic_(swap|add|sub|smin|umin|smax|umax|and|or|xor|inc|dec) vdst?:b32, addr:b64, data:b32"),
        (Flat, "[VI] flat_atomic_(swap|add|sub|smin|umin|smax|umax|and|or|xor|inc|dec)_x2 vdst?:b64, addr:b64, data:b64"),
        (Flat, "[VI] flat_atomic_cmpswap vdst?:b32, addr:b64, data:b64"),
        (Flat, "[VI] flat_atomic_cmpswap_x2 vdst?:b64, addr:b64, data:b128"),
    ]
};
