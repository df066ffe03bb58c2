//! Opcodes, their modifiers and their operands.
//!
//! A modifier is a name that is always there (`LUT`), a bit (`FTZ@80`; `U32!@73` is there if the bit is 0), or a field with the names of
//! its values (`@78+2:,RM,RP,RZ`): `@78+2` is two bits from 78 on, `@72+1|75+2` has parts, the lowest first. An empty name is not
//! printed; `?`, and what the list is too short for, is refused, so that `@59+1:` demands a 0 and `@74+1:?,COL` a 1. `$SIZE` stands for a
//! list that several rows have ([`NAMES`]). Fields may overlap.
//!
//! An operand is a letter and what it needs, with signs before it, and a condition and a suffix behind:
//!
//! | letter | operand |
//! |---|---|
//! | `d` | the register in bits 16 to 23 |
//! | `a`, `b`, `c` | the sources; of the last two, one may be a constant, an immediate or a uniform register, as the form says |
//! | `e` | the second source of an operation of two that counts it as third |
//! | `R24`, `G24` | a register at a bit; one of `G` is not in a slot that may be reused |
//! | `U16`, `U24~30` | a uniform register; inverted if bit 30 is set |
//! | `B16+4` | a convergence barrier |
//! | `p81`, `P81` | a predicate that is written; one that is uniform |
//! | `q87`, `x64` | a predicate that is read, and its negation in the bit above it; `x`: in ones' complement |
//! | `q87u`, `q68u67` | one that is uniform; one that is if bit 67 is set |
//! | `i72+8` | a field as a number |
//! | `n61+3:1D,2D` | a field as a name |
//! | `'PR` | a name that is always there |
//! | `L` | the truth table of three predicates |
//! | `y32` | a set of scoreboards |
//! | `t`, `j` | the target of a branch: relative to the next instruction, absolute |
//! | `T32+32` | a field as a target relative to the next instruction |
//! | `C`, `k` | a constant; one with an index |
//! | `m40+24` | an address of memory, whose offset is a field (`m0+0`: none) |
//!
//! An address has marks behind its offset: `u32` a uniform register is added if bit 91 is set, `w24` it is all that there is, `x78` what
//! the base is multiplied by, `s90` the base has 64 bits if the bit is set, which bit 72 must say too, and 32 if not (`s0`: always 64),
//! `d76` the uniform register is a descriptor instead if the bit is set, `r16` the base is at that bit instead of 24.
//!
//! Signs say what can be done to a source: `-`, `~`, `=` (which is `~` if bit 74 is set: the instruction extends another), `|` its
//! magnitude. Behind `a`, `b`, `c` and `e` is the kind of the source or of its immediate: `:u`, `:f`, `:d`; `:h` two halves with a
//! selection, `:k` two halves without one; integers with a sign otherwise. A condition: `?74` there if the bit is set, `?!74` if it is
//! not, `?80&!73` both; an empty one, as in `?` or `?78&`, leaves out `PT`, `RZ` and 0; `?=15` leaves out that number. A suffix is a
//! name (`.ROW`) or a field (`.@73+1:ROW,COL`).
//!
//! Operands that begin with `U:` are of the uniform datapath: registers and predicates, the guard too, are uniform unless their letters
//! say otherwise.

use super::Architecture::{self, Sm70, Sm75, Sm80, Sm86, Sm89, Sm90};
use super::fields::Word;
use std::ops::RangeInclusive;

/// A row of the table.
#[derive(Debug)]
pub struct Row {
    pub architectures: RangeInclusive<Architecture>,
    /// Bits 0 to 8.
    pub base: u16,
    /// The forms that the row is for, a bit for each: bits 9 to 11 of a word, and bit 91 above them.
    pub forms: u16,
    pub stem: &'static str,
    pub modifiers: &'static str,
    pub operands: &'static str,
}

pub(super) fn row(word: Word, sm: Architecture) -> Option<&'static Row> {
    // sm_70 has no uniform registers, and does not look at bit 91.
    let (base, form) = (word.bits(0, 9) as u16, if sm == Sm70 { word.form() & 7 } else { word.form() });
    ROWS.iter().find(|row| row.base == base && row.forms >> form & 1 == 1 && row.architectures.contains(&sm))
}

/// All rows.
pub fn rows() -> &'static [Row] {
    ROWS
}

#[cfg(test)]
impl Row {
    /// Architectures, opcode and forms, as the book writes them.
    pub fn place(&self) -> [String; 3] {
        let name = |architecture: &Architecture| format!("{architecture:?}").replace("Sm", "sm_");
        let [first, last] = [self.architectures.start(), self.architectures.end()].map(name);
        let architectures = if first == last { first } else { format!("{first} to {last}") };
        let forms: Vec<String> =
            (0..16).filter(|form| self.forms >> form & 1 == 1).map(|form| form.to_string()).collect();
        [architectures, format!("{:#05x}", self.base), forms.join(", ")]
    }
}

/// The list that `$` and a name stand for.
pub fn names(set: &str) -> &'static str {
    NAMES.iter().find(|(name, _)| *name == set).map(|(_, names)| *names).expect("a list of the table")
}

/// Forms: bits 9 to 11. The second source is a register.
const R: u16 = 1 << 1;
/// The third one is an immediate.
const CI: u16 = 1 << 2;
/// The third one is a constant.
const CC: u16 = 1 << 3;
/// The second one is an immediate.
const BI: u16 = 1 << 4;
/// The second one is a constant.
const BC: u16 = 1 << 5;
/// The second one is a uniform register: bit 91 says so too.
const BU: u16 = 1 << 14;
/// The third one is a uniform register.
const CU: u16 = 1 << 15;
/// Any second source.
const B: u16 = R | BI | BC | BU;
/// Any third one.
const C: u16 = CI | CC | CU;
/// Forms with bit 91: some other register is a uniform one.
const R91: u16 = R << 8;
const CI91: u16 = CI << 8;
const BI91: u16 = BI << 8;
const BC91: u16 = BC << 8;
/// Any second and any third source of the uniform datapath.
const UB: u16 = R91 | BI91;
const UBC: u16 = UB | CI91;

const ALL: RangeInclusive<Architecture> = Sm70..=Sm90;
const TO_75: RangeInclusive<Architecture> = Sm70..=Sm75;
const TO_89: RangeInclusive<Architecture> = Sm70..=Sm89;
const FROM_75: RangeInclusive<Architecture> = Sm75..=Sm90;
const FROM_80: RangeInclusive<Architecture> = Sm80..=Sm90;
const FROM_86: RangeInclusive<Architecture> = Sm86..=Sm90;
const FROM_89: RangeInclusive<Architecture> = Sm89..=Sm90;
const ONLY_70: RangeInclusive<Architecture> = Sm70..=Sm70;
const ONLY_75: RangeInclusive<Architecture> = Sm75..=Sm75;
const ONLY_80: RangeInclusive<Architecture> = Sm80..=Sm80;
const ONLY_90: RangeInclusive<Architecture> = Sm90..=Sm90;

const fn row_of(
    architectures: RangeInclusive<Architecture>,
    base: u16,
    forms: u16,
    stem: &'static str,
    modifiers: &'static str,
    operands: &'static str,
) -> Row {
    Row { architectures, base, forms, stem, modifiers, operands }
}

/// Lists of names that several rows have.
const NAMES: &[(&str, &str)] = &[
    ("HALF", ",F32,H0_H0,H1_H1"),
    ("HALF_90", ",?,H0_H0,H1_H1"),
    ("ROUND", ",RM,RP,RZ"),
    ("INTEGRAL", ",FLOOR,CEIL,TRUNC"),
    ("BOOL", "AND,OR,XOR"),
    ("COMPARE", "F,LT,EQ,LE,GT,NE,GE,T"),
    ("COMPARE_FLOAT", "F,LT,EQ,LE,GT,NE,GE,NUM,NAN,LTU,EQU,LEU,GTU,NEU,GEU,T"),
    ("SIZE", "U8,S8,U16,S16,,64,128"),
    ("SIZE_70", "U8,S8,U16,S16,,64,128,U.128"),
    ("EVICT", "EF,,EL,LU,EU,NA"),
    ("FETCH", ",LTC64B,LTC128B,LTC256B"),
    ("SCOPE", "CTA,SM,GPU,SYS"),
    (
        "LOAD",
        ",CONSTANT.PRIVATE,CONSTANT.CTA,CONSTANT.CTA.PRIVATE,CONSTANT,STRONG.SM,STRONG.GPU.PRIVATE,STRONG.GPU,MMIO.GPU,\
        CONSTANT.SM,STRONG.SYS,CONSTANT.SM.PRIVATE,MMIO.SYS,CONSTANT.VC,CONSTANT.VC.PRIVATE,CONSTANT.GPU",
    ),
    (
        "STORE",
        ",CONSTANT.PRIVATE,CONSTANT.CTA,CONSTANT.CTA.PRIVATE,STRONG.SM.PRIVATE,STRONG.SM,STRONG.GPU.PRIVATE,STRONG.GPU,MMIO.GPU,\
        CONSTANT.SM,STRONG.SYS,CONSTANT.SM.PRIVATE,MMIO.SYS,CONSTANT.VC,CONSTANT.VC.PRIVATE,CONSTANT.GPU",
    ),
    ("RED", "ADD,MIN,MAX,INC,DEC,AND,OR,XOR"),
    ("ATOM", "ADD,MIN,MAX,INC,DEC,AND,OR,XOR,EXCH"),
    ("ATOM_GLOBAL", "ADD,MIN,MAX,INC,DEC,AND,OR,XOR,EXCH,SAFEADD"),
    ("ATOM_TYPE", ",S32,64,F32.FTZ.RN,F16x2.RN,S64,F64.RN"),
    (
        "ATOM_FLOAT",
        "F16x2.RN,F16x4.RN,F16x8.RN,BF16x2.RN,BF16x4.RN,BF16x8.RN,?,?,?,F32.FTZ.RN,F32x2.FTZ.RN,F32x4.FTZ.RN,F32.RN,F32x2.RN,\
        F32x4.RN,F64.RN",
    ),
    (
        "F2I_64",
        "?,?,?,?,?,?,?,?,?,?,?,?,?,?,U64.F16,S64.F16,?,?,?,?,?,?,U64,S64,U8.F64,S8.F64,U16.F64,S16.F64,U32.F64,F64,U64.F64,\
        S64.F64",
    ),
    (
        "I2F_64",
        "?,?,?,F64.U8,?,?,?,F64.S8,?,?,?,F64.U16,?,?,?,F64.S16,?,?,?,F64.U32,?,?,?,F64,?,F16.U64,U64,F64.U64,?,F16.S64,S64,\
        F64.S64",
    ),
    ("IMMA_SHAPE", "8816,?,8832,?,16816,16832,16864,?,?,?,8832,8864,?,16832,16864,168128"),
    ("PART", ",B1,B2,B3,,H1,?,?,,,,,,,,"),
    ("TEXTURE", "1D,2D,3D,CUBE,ARRAY_1D,ARRAY_2D,?,ARRAY_CUBE"),
    ("TEXTURE_GATHER", "?,2D,?,CUBE,?,ARRAY_2D,?,ARRAY_CUBE"),
    ("TEXTURE_LOAD", "1D,2D,3D,?,ARRAY_1D,ARRAY_2D"),
    ("TEXTURE_GRADIENT", "1D,2D,?,?,ARRAY_1D,ARRAY_2D"),
    ("SURFACE", "1D,1D_BUFFER,1D_ARRAY,2D,2D_ARRAY,3D"),
    ("BAR", "SYNC,ARV,RED.POPC,?,?,?,?,?,?,?,RED.AND,?,?,?,?,?,?,?,RED.OR"),
    ("MINMAX", "U32,,U16x2,S16x2"),
    (
        "SR",
        "SR_LANEID,SR_CLOCK,SR_VIRTCFG,SR_VIRTID,?,?,?,?,?,?,?,?,?,?,?,SR_ORDERING_TICKET,SR_PRIM_TYPE,SR_INVOCATION_ID,\
        SR_Y_DIRECTION,SR_THREAD_KILL,SM_SHADER_TYPE,SR_DIRECTCBEWRITEADDRESSLOW,SR_DIRECTCBEWRITEADDRESSHIGH,\
        SR_DIRECTCBEWRITEENABLED,SR_SW_SCRATCH,SR_MACHINE_ID_1,SR_MACHINE_ID_2,SR_MACHINE_ID_3,SR_AFFINITY,SR_INVOCATION_INFO,\
        SR_WSCALEFACTOR_XY,SR_WSCALEFACTOR_Z,SR_TID,SR_TID.X,SR_TID.Y,SR_TID.Z,?,SR_CTAID.X,SR_CTAID.Y,SR_CTAID.Z,SR_NTID,\
        SR_CirQueueIncrMinusOne,SR_NLATC,?,SR_SM_SPA_VERSION,SR_MULTIPASSSHADERINFO,SR_LWINHI,SR_SWINHI,SR_SWINLO,SR_SWINSZ,\
        SR_SMEMSZ,SR_SMEMBANKS,SR_LWINLO,SR_LWINSZ,SR_LMEMLOSZ,SR_LMEMHIOFF,SR_EQMASK,SR_LTMASK,SR_LEMASK,SR_GTMASK,SR_GEMASK,\
        SR_REGALLOC,SR_BARRIERALLOC,?,SR_GLOBALERRORSTATUS,SR_CGAERRORSTATUS,SR_WARPERRORSTATUS,SR_VIRTUALSMID,\
        SR_VIRTUALENGINEID,?,?,?,?,?,?,?,?,?,?,?,SR_CLOCKLO,SR_CLOCKHI,SR_GLOBALTIMERLO,SR_GLOBALTIMERHI,SR_ESR_PC,\
        SR_ESR_PC_HI,?,?,?,?,?,?,?,?,?,?,SR_HWTASKID,SR_CIRCULARQUEUEENTRYINDEX,SR_CIRCULARQUEUEENTRYADDRESSLOW,\
        SR_CIRCULARQUEUEENTRYADDRESSHIGH,SR_PM0,SR_PM_HI0,SR_PM1,SR_PM_HI1,SR_PM2,SR_PM_HI2,SR_PM3,SR_PM_HI3,SR_PM4,SR_PM_HI4,\
        SR_PM5,SR_PM_HI5,SR_PM6,SR_PM_HI6,SR_PM7,SR_PM_HI7,SR_SNAP_PM0,SR_SNAP_PM_HI0,SR_SNAP_PM1,SR_SNAP_PM_HI1,SR_SNAP_PM2,\
        SR_SNAP_PM_HI2,SR_SNAP_PM3,SR_SNAP_PM_HI3,SR_SNAP_PM4,SR_SNAP_PM_HI4,SR_SNAP_PM5,SR_SNAP_PM_HI5,SR_SNAP_PM6,\
        SR_SNAP_PM_HI6,SR_SNAP_PM7,SR_SNAP_PM_HI7,SR_VARIABLE_RATE,SR_TTU_TICKET_INFO,SR_WARPGROUP_INFO,SR_WARPGROUPID,\
        SR_CgaCtaId,SR_GpcLocalCgaId,?,SR_CTARegPoolSz,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,\
        ?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,\
        ?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,SRZ",
    ),
];

#[rustfmt::skip]
const ROWS: &[Row] = &[
    // Integer.
    row_of(ALL, 0x010, B, "IADD3", "X@74", "d p81? p84? =a =b =c q87?74 q77?74"),
    row_of(ALL, 0x024, B | C, "IMAD", "U32!@73 X@74", "d a b =c q87?74"),
    row_of(ALL, 0x025, B | CC | CU, "IMAD", "WIDE U32!@73 X@74", "d p81? a b =c q87?74"),
    row_of(ALL, 0x027, B | C, "IMAD", "HI U32!@73 X@74", "d p81? a b =c q87?74"),
    row_of(ALL, 0x012, B, "LOP3", "LUT PAND@80", "p81? d a b:u c i72+8 q87"),
    row_of(TO_75, 0x00c, B, "ISETP", "@76+3:$COMPARE U32!@73 @74+2:$BOOL EX@72", "p81 p84 a b q87 q68?"),
    row_of(FROM_80, 0x00c, B, "ISETP", "@76+3:$COMPARE U32!@73 @74+2:$BOOL EX@72", "p81 p84 a b q87 q68?72"),
    row_of(ALL, 0x019, B | C, "SHF", "@76+1:L,R W@75 @73+2:S64,U64,S32,U32 HI@80", "d a b:u c:u"),
    row_of(ALL, 0x016, B | C, "PRMT", "@72+3:,F4E,B4E,RC8,ECL,ECR,RC16", "d a b:u c:u"),
    row_of(ALL, 0x011, B, "LEA", "HI@80 X@74 @80+1|73+1:,,?,SX32", "d p81? =a =b:u R64?80&!73 i75+5 q87?74"),
    row_of(ALL, 0x013, B, "IABS", "", "d b"),
    row_of(ALL, 0x017, B, "IMNMX", "U32!@73", "d a b q87"),
    row_of(ALL, 0x01a, B, "SGXT", "W@75 U32!@73", "d a b:u"),
    row_of(ALL, 0x01b, B, "BMSK", "@75+1:,W", "d a b:u"),
    row_of(ONLY_70, 0x026, B, "IDP", "@76+2:4A,2A.LO,?,2A.HI @73+1|76+1:U8,S8,U16,S16 @74+1:U8,S8", "d a b c"),
    row_of(FROM_75, 0x026, B, "IDP", "@76+2:4A,2A.LO,?,2A.HI @73+1|76+1:U8,S8,U16,S16 @74+1:U8,S8", "d a b -c"),
    row_of(ALL, 0x109, B, "POPC", "", "d ~b:u"),
    row_of(ALL, 0x100, B, "FLO", "U32!@73 SH@74", "d p81? ~b:u"),
    row_of(ALL, 0x101, B, "BREV", "", "d b:u"),
    row_of(ALL, 0x002, B, "MOV", "", "d b:u i72+4?=15"),
    row_of(ALL, 0x007, B, "SEL", "", "d a b:u q87"),
    row_of(TO_89, 0x003, B, "P2R", "@76+2:,B1,B2,B3", "d 'PR a b"),
    row_of(ONLY_90, 0x003, B, "P2R", "@76+2:,B1,B2,B3", "d 'PR a b:u"),
    row_of(ALL, 0x004, R | BC | BU, "R2P", "", "'PR a.@76+2:,B1,B2,B3 b:u"),
    row_of(ALL, 0x004, BI, "R2P", "", "'PR a.@76+2:,B1,B2,B3 i32+32?=255"),
    row_of(ALL, 0x005, BI, "CS2R", "32!@80", "d n72+8:$SR"),
    row_of(ALL, 0x119, BI, "S2R", "", "d n72+8:$SR"),
    row_of(FROM_75, 0x1c3, BI, "S2UR", "", "U:d n72+8:$SR"),
    row_of(FROM_75, 0x1c2, R, "R2UR", "OR@84", "p81?!84& p81?84 U16 R24"),
    row_of(ONLY_90, 0x0ca, R, "R2UR", "OR@84", "p81?!84& p81?84 U16 R24"),
    row_of(ALL, 0x014, B | C, "VABSDIFF", "U32!@73", "d p81? a b c:u"),
    row_of(ALL, 0x015, B, "VABSDIFF4", "@73+1:U8, ACC@75", "d p81? a b c"),
    row_of(Sm75..=Sm80, 0x039, B, "I2IP", "@76+3:U8,S8,U16,S16 S32 SAT @72+2:", "d a b c"),
    row_of(Sm86..=Sm89, 0x039, B, "I2IP", "@76+3:U8,S8,U16,S16 S32 @74+2:SAT,,SATRELU @72+2:", "d a b c"),
    row_of(ONLY_90, 0x039, B, "I2IP", "@76+3:U8,S8,U16,S16 S32 @74+2:,SAT,SATRELU @72+2:", "d a b c"),
    row_of(ALL, 0x038, B, "I2I", "@76+2:U8,S8,U16,S16 S32 SAT", "d b"),
    row_of(ONLY_90, 0x036, B, "VIADD", "16x2@73", "d a -b:u"),
    row_of(ONLY_90, 0x048, B, "VIMNMX", "@72+2:$MINMAX RELU@76 @81+3:?,?,?,?,?,?,?,", "d a b q87"),
    row_of(ONLY_90, 0x00f, B, "VIMNMX3", "@72+2:$MINMAX RELU@76", "d a b c q87"),
    row_of(ONLY_90, 0x046, B | C, "VIADDMNMX", "@72+2:$MINMAX RELU@76", "d a -b:u c:u q87"),
    // Uniform.
    row_of(FROM_75, 0x090, UBC, "UIADD3", "X@74", "U:d p81? p84? =a =b =c q87?74 q77?74"),
    row_of(FROM_75, 0x0a4, UBC, "UIMAD", "U32!@73 X@74", "U:d a b =c q87?74"),
    row_of(FROM_75, 0x0a5, UBC, "UIMAD", "WIDE U32!@73 X@74", "U:d p81? a b =c q87?74"),
    row_of(FROM_75, 0x0a7, UBC, "UIMAD", "HI U32!@73 X@74", "U:d p81? a b =c q87?74"),
    row_of(FROM_75, 0x092, UB, "ULOP3", "LUT PAND@80", "U:p81? d a b:u c i72+8 q87"),
    row_of(FROM_75, 0x08c, UB, "UISETP", "@76+3:$COMPARE U32!@73 @74+2:$BOOL EX@72", "U:p81 p84 a b q87 q68?72"),
    row_of(FROM_75, 0x099, UBC, "USHF", "@76+1:L,R W@75 @73+2:S64,U64,S32,U32 HI@80", "U:d a b:u c:u"),
    row_of(FROM_75, 0x091, UB, "ULEA", "HI@80 X@74 @80+1|73+1:,,?,SX32", "U:d p81? =a =b:u R64?80&!73 i75+5 q87?74"),
    row_of(FROM_75, 0x096, UBC, "UPRMT", "@72+1:", "U:d a b:u c:u"),
    row_of(FROM_75, 0x087, UB, "USEL", "", "U:d a b:u q87"),
    row_of(FROM_75, 0x082, BI | BU, "UMOV", "", "U:d b:u"),
    row_of(FROM_75, 0x0bd, UB, "UFLO", "U32!@73 SH@74", "U:d p81? ~b:u"),
    row_of(FROM_75, 0x0be, UB, "UBREV", "", "U:d b:u"),
    row_of(FROM_75, 0x0bf, UB, "UPOPC", "", "U:d ~b:u"),
    row_of(FROM_75, 0x09a, UB, "USGXT", "W@75 U32!@73", "U:d a b:u"),
    row_of(FROM_75, 0x09b, UB, "UBMSK", "@75+1:,W", "U:d a b:u"),
    row_of(FROM_75, 0x083, BI91, "UP2UR", "@76+2:,B1,B2,B3", "U:d 'UPR a i32+32"),
    row_of(FROM_75, 0x084, BI91, "UR2UP", "", "U:'UPR a.@76+2:,B1,B2,B3 i32+32?=255"),
    row_of(FROM_75, 0x09f, R91, "UPLOP3", "LUT", "U:p81 p84 a.SIGN b.SIGN c.SIGN i72+8 i16+8"),
    row_of(FROM_75, 0x09c, BI | BI91, "UPLOP3", "LUT", "U:p81 p84 q87 q77 q68 L i16+8"),
    row_of(FROM_75, 0x086, BI, "VOTEU", "@72+2:ALL,ANY,EQ", "U16? P81 q87"),
    row_of(FROM_75, 0x0b9, BC, "ULDC", "@73+3:U8,S8,U16,S16,,64", "U:d C"),
    row_of(FROM_75, 0x0bb, BC91, "ULDC", "@73+3:U8,S8,U16,S16,,64", "U:d k"),
    // Conversions.
    row_of(ALL, 0x105, B, "F2I", "FTZ@80 @72+1|75+2:U8,S8,U16,S16,U32, @84+2:?,F16, @86+1: @78+2:$INTEGRAL NTZ@77", "d -|b:f.@60+2|84+2:,,,,,H1,?,?,,,,"),
    row_of(ALL, 0x111, BI, "F2I", "@72+1|75+2|84+2:?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,U8.F64,S8.F64,U16.F64,S16.F64,U32.F64,F64,U64.F64,S64.F64 @86+1: @78+2:$INTEGRAL", "d -|b:d"),
    row_of(ALL, 0x111, R | BC | BU, "F2I", "FTZ@80 @72+1|75+2|84+2:$F2I_64 @86+1: @78+2:$INTEGRAL NTZ@77", "d -|b:f"),
    row_of(ALL, 0x106, B, "I2F", "@75+2:?,F16, @74+1|84+2:U8,S8,U16,S16,U32, @78+2:$ROUND @77+1:", "d b:u.@60+2|84+2:$PART"),
    row_of(ALL, 0x112, B, "I2F", "@75+2|74+1|84+2:$I2F_64 @78+2:$ROUND @77+1:", "d b.@60+2|84+2:$PART"),
    row_of(ALL, 0x104, B, "F2F", "FTZ@80 @75+2|84+2:?,?,?,?,?,?,F32.F16,?,?,F16.F32 @86+1: @77+1: @78+2:$ROUND", "d -|b:f.@60+2|84+2:,,,,,H1,?,?,,,,,,,,"),
    row_of(ALL, 0x110, R | BC | BU, "F2F", "FTZ@80 @75+2|84+2:?,?,?,?,?,?,?,F64.F16,?,?,?,F64.F32,?,F16.F64,F32.F64 @86+1: @77+1: @78+2:$ROUND", "d -|b:f.@60+2|84+2:,,,,,H1,?,?,,,,,,,,"),
    row_of(ALL, 0x110, BI, "F2F", "FTZ@80 @75+2|84+2:?,?,?,?,?,?,?,?,?,?,?,?,?,F16.F64,F32.F64 @86+1: @77+1: @78+2:$ROUND", "d -|b:d"),
    row_of(ALL, 0x107, B, "FRND", "FTZ@80 @75+2|84+2:?,?,?,?,?,F16,?,?,?,?, @86+1: @77+1: @78+2:$INTEGRAL", "d -|b:f.@60+2|84+2:,,,,,H1,?,?,,,,,,,,"),
    row_of(ALL, 0x113, R | BC | BU, "FRND", "FTZ@80 @75+2|84+2:?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,F64 @86+1: @77+1: @78+2:$INTEGRAL", "d -|b:f"),
    row_of(ALL, 0x113, BI, "FRND", "FTZ@80 @75+2|84+2:?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,F64 @86+1: @77+1: @78+2:$INTEGRAL", "d -|b:d"),
    row_of(Sm75..=Sm86, 0x03e, B, "F2FP", "SATFINITE@77 RELU@75 BF16@76 @86+1: @78+1:PACK_AB,MERGE_C @79+3:,?,?,RZ", "d a?!78 b:f c?78"),
    row_of(FROM_89, 0x03e, B, "F2FP", "SATFINITE@77 RELU@75 @73+2: @89+2: @76+1|87+1|86+1:F16,BF16,E5M2,E4M3 F32 @78+1:PACK_AB,MERGE_C @79+3:,?,?,RZ", "d a?!78 b:f c?78"),
    row_of(FROM_86, 0x043, B, "F2IP", "@76+2:U8,S8 F32 @78+2:,?,?,TRUNC NTZ@74 RELU@75", "d a b:f c.@72+1:,H1"),
    row_of(FROM_86, 0x045, B, "I2FP", "@75+3:?,?,F32 @74+1|84+2:?,?,?,?,U32,S32 @78+2:,?,?,RZ", "d b:u"),
    // Half precision.
    row_of(TO_75, 0x035, B | C, "HFMA2", "MMA @78+1: @76+1|80+1:,FMZ,FTZ SAT@77", "d -|a:k -|b:k -|c:k"),
    row_of(Sm80..=Sm89, 0x035, B | C, "HFMA2", "MMA @78+1: @76+1|80+1:,FMZ,FTZ @77+1|79+1:,SAT,RELU @86+1:", "d -|a:k -|b:k -|c:k q87?79&"),
    row_of(ONLY_90, 0x035, B | C, "HFMA2", "MMA @78+1: @85+1:,BF16_V2 @76+1|80+1:,FMZ,FTZ @77+1|79+1:,SAT,RELU @86+1:", "d -|a:k -|b:k -|c:k q87?79&"),
    row_of(TO_75, 0x031, B | C, "HFMA2", "F32@78 @76+1|80+1:,FMZ,FTZ SAT@77", "d -|a:h -|b:h -|c:h"),
    row_of(FROM_80, 0x031, B | C, "HFMA2", "@85+1|78+1:,BF16_V2,F32 @76+1|80+1:,FMZ,FTZ @77+1|79+1:,SAT,RELU @86+1:", "d -|a:h -|b:h -|c:h q87?79&"),
    row_of(TO_89, 0x030, R | C, "HADD2", "F32@78 FTZ@80 SAT@77", "d -|a:h -|e:h"),
    row_of(ONLY_90, 0x030, R | C, "HADD2", "@85+1|78+1:,BF16_V2,F32 FTZ@80 SAT@77", "d -|a:h -|e:h"),
    row_of(TO_89, 0x032, B, "HMUL2", "F32@78 @76+1|80+1:,FMZ,FTZ SAT@77", "d -|a:h -|b:h"),
    row_of(ONLY_90, 0x032, B, "HMUL2", "BF16_V2@85 @78+1: @76+1|80+1:,FMZ,FTZ SAT@77", "d -|a:h -|b:h"),
    row_of(TO_89, 0x034, R | C, "HSETP2", "@76+4:$COMPARE_FLOAT H_AND@71 FTZ@80 @69+2:$BOOL", "p81 p84 -|a:h -|e:h q87"),
    row_of(ONLY_90, 0x034, R | C, "HSETP2", "@64+2:,?,BF16_V2 @76+4:$COMPARE_FLOAT H_AND@71 FTZ@80 @69+2:$BOOL", "p81 p84 -|a:h -|e:h q87"),
    row_of(TO_89, 0x033, R | C, "HSET2", "BF@71 @76+4:$COMPARE_FLOAT FTZ@80 @69+2:$BOOL", "d -|a:h -|e:h q87"),
    row_of(ONLY_90, 0x033, R | C, "HSET2", "@64+2:,?,BF16_V2 BF@71 @76+4:$COMPARE_FLOAT FTZ@80 @69+2:$BOOL", "d -|a:h -|e:h q87"),
    row_of(ONLY_80, 0x040, B, "HMNMX2", "BF16_V2@85 F32@78 FTZ@80 NAN@81 @82+1:", "d -|a:h -|b:h q87"),
    row_of(Sm86..=Sm89, 0x040, B, "HMNMX2", "BF16_V2@85 F32@78 FTZ@80 NAN@81 XORSIGN@82", "d -|a:h -|b:h q87"),
    row_of(ONLY_90, 0x040, B, "HMNMX2", "BF16_V2@85 @78+1: FTZ@80 NAN@81 @65+1: XORSIGN@82", "d -|a:h -|b:h q87"),
    // Between lanes.
    row_of(ALL, 0x006, BI, "VOTE", "@72+2:ALL,ANY,EQ", "d? p81 q87"),
    row_of(ALL, 0x189, 1 << 1, "SHFL", "@58+2:IDX,UP,DOWN,BFLY", "p81 d R24 R32 R64"),
    row_of(ALL, 0x189, 1 << 2, "SHFL", "@58+2:IDX,UP,DOWN,BFLY", "p81 d R24 R32 i40+13"),
    row_of(ALL, 0x189, 1 << 4, "SHFL", "@58+2:IDX,UP,DOWN,BFLY", "p81 d R24 i53+5 R64"),
    row_of(ALL, 0x189, 1 << 7, "SHFL", "@58+2:IDX,UP,DOWN,BFLY", "p81 d R24 i53+5 i40+13"),
    row_of(FROM_80, 0x1c4, R, "REDUX", "@78+3:,OR,XOR,SUM,MIN,MAX S32@73", "U16 R24"),
    row_of(ALL, 0x1a1, R, "MATCH", "@79+1:ALL,ANY U64@73", "p81?!79 d R24"),
    row_of(ONLY_90, 0x02f, BI, "ELECT", "IGNOREKILL@85", "p81 U16 q87"),
    // Tensor cores.
    row_of(TO_75, 0x036, R, "HMMA", "@75+1:884 @76+1:F16,F32 @78+1:F16,F32 @79+2:STEP0,STEP1,STEP2,STEP3 SATFINITE@77", "d -R24.@73+1:ROW,COL -R32.@74+1:ROW,COL R64"),
    row_of(ONLY_75, 0x03c, R, "HMMA", "@73+1: @75+1|78+1:1688,16816,1684 @76+1:F16,F32 @82+2: SATFINITE@77", "d -R24 -R32 R64"),
    row_of(ONLY_80, 0x03c, R, "HMMA", "SP@73 @50+1|73+1:,, @75+1|78+1|73+1:1688,16816,1684,?,1688,16816,?,16832 @76+1:F16,F32 @82+2:,BF16,TF32", "d -R24 -R32 R64 G40?73 i48+2?73"),
    row_of(FROM_86, 0x03c, R, "HMMA", "SP@73 @50+1|73+1:,, @75+1|78+1|73+1:1688,16816,1684,?,1688,16816,?,16832 @76+1:F16,F32 @82+2:,BF16,TF32", "d -R24 -R32 R64 x87u? G40?73 i48+2?73"),
    row_of(ONLY_75, 0x037, R, "IMMA", "@75+1:8816 @85+2: @76+2|83+1:U8,S8 @78+2|84+1:U8,S8 SAT@82", "d R24.@73+1:ROW R32.@74+1:?,COL R64"),
    row_of(ONLY_80, 0x037, R, "IMMA", "SP@72 @50+1|72+1:,, @75+1|85+2|72+1:$IMMA_SHAPE @76+2|83+1:U8,S8,?,?,U4,S4 @78+2|84+1:U8,S8,?,?,U4,S4 SAT@82", "d R24.@73+1:ROW R32.@74+1:?,COL R64 G40?72 i48+2?72"),
    row_of(Sm86..=Sm89, 0x037, R, "IMMA", "SP@72 @50+1|72+1:,, @75+1|85+2|72+1:$IMMA_SHAPE @76+2|83+1:U8,S8,?,?,U4,S4 @78+2|84+1:U8,S8,?,?,U4,S4 SAT@82", "d R24.@73+1:ROW R32.@74+1:?,COL R64 x87u? G40?72 i48+2?72"),
    row_of(ONLY_90, 0x037, R, "IMMA", "SP@72 @50+1|72+1:,, @75+1|85+2|72+1:8816,?,?,?,16816,16832,?,?,?,?,8832,?,?,16832,16864 @76+2|83+1:U8,S8 @78+2|84+1:U8,S8 SAT@82", "d R24.@73+1:ROW R32.@74+1:?,COL R64 x87u? G40?72 i48+2?72"),
    row_of(ONLY_80, 0x03f, R, "DMMA", "@76+1:884 @78+2:$ROUND", "d -|R24 -|R32 -|R64"),
    row_of(Sm86..=Sm89, 0x03f, R, "DMMA", "@76+1:884 @78+2:$ROUND", "d -|R24 -|R32 -|R64 x87u?"),
    row_of(ONLY_90, 0x03f, R, "DMMA", "@76+2:8x8x4,16x8x4,16x8x8,16x8x16 @78+2:$ROUND", "d -|R24 -|R32 -|R64 x87u?"),
    row_of(FROM_75, 0x03a, R, "MOVM", "@75+3:16 @78+2:MT88,M832,M864", "d R24"),
    // Atomics.
    row_of(TO_75, 0x18e, BI | BI91, "RED", "E@72 @87+3:$RED @84+3:$EVICT @73+3:$ATOM_TYPE @79+2:?,,STRONG @77+2:$SCOPE PRIVATE@76", "m40+24s90u64 R32"),
    row_of(Sm80..=Sm89, 0x18e, BI, "RED", "E@72 @87+3:$RED @84+3:$EVICT @73+4:$ATOM_TYPE @77+4:$STORE", "m40+24 R32"),
    row_of(Sm80..=Sm89, 0x18e, BI91, "RED", "E@72 @87+3:$RED @84+3:$EVICT @73+4:$ATOM_TYPE @77+4:$STORE", "m40+24s90u64d71 R32"),
    row_of(ONLY_90, 0x18e, BI, "REDG", "E@72 @87+3:$RED @84+3:$EVICT @73+3:,S32,64,S64 @77+4:$STORE", "m40+24 R32"),
    row_of(ONLY_90, 0x18e, BI91, "REDG", "E@72 @87+3:$RED @84+3:$EVICT @73+3:,S32,64,S64 @77+4:$STORE", "m40+24s90u64d71 R32"),
    row_of(ONLY_90, 0x1a6, BI91, "REDG", "E@72 @88+2:ADD,MIN,MAX @84+3:$EVICT @73+4|87+1:$ATOM_FLOAT @77+4:$STORE", "m40+24s90u64d71 R32"),
    row_of(TO_75, 0x1a8, R | BI91, "ATOMG", "E@72 @87+4:$ATOM_GLOBAL @84+3:$EVICT @73+3:$ATOM_TYPE @79+2:?,,STRONG @77+2:$SCOPE PRIVATE@76", "p81 d m40+24s70u64 R32"),
    row_of(Sm80..=Sm89, 0x1a8, BI91, "ATOMG", "E@72 @87+4:$ATOM_GLOBAL @84+3:$EVICT @73+4:$ATOM_TYPE @77+4:$STORE", "p81 d m40+24s70u64d71 R32"),
    row_of(ONLY_90, 0x1a8, BI91, "ATOMG", "E@72 @87+4:$ATOM_GLOBAL @84+3:$EVICT @73+3:,S32,64,S64,128 @77+4:$STORE", "p81 d m40+24s70u64d71 R32"),
    row_of(ONLY_90, 0x1a3, BI91, "ATOMG", "E@72 @88+2:ADD,MIN,MAX @84+3:$EVICT @73+4|87+1:$ATOM_FLOAT @77+4:$STORE", "p81 d m40+24s70u64d71 R32"),
    row_of(TO_75, 0x18a, R|BI | BI91, "ATOM", "E@72 @87+4:$ATOM @84+3:$EVICT @73+3:$ATOM_TYPE @79+2:?,,STRONG @77+2:$SCOPE PRIVATE@76", "p81 d m40+24s70u64 R32"),
    row_of(Sm80..=Sm89, 0x18a, BI91, "ATOM", "E@72 @87+4:$ATOM @84+3:$EVICT @73+4:$ATOM_TYPE @77+4:$STORE", "p81 d m40+24s70u64d71 R32"),
    row_of(ONLY_90, 0x18a, BI91, "ATOM", "E@72 @87+4:$ATOM @84+3:$EVICT @73+3:,S32,64,S64,128 @77+4:$STORE", "p81 d m40+24s70u64d71 R32"),
    row_of(ONLY_90, 0x1a2, BI91, "ATOM", "E@72 @88+2:ADD,MIN,MAX @84+3:$EVICT @73+4|87+1:$ATOM_FLOAT @77+4:$STORE", "p81 d m40+24s70u64d71 R32"),
    row_of(TO_75, 0x1a9, R | BI91, "ATOMG", "E@72 CAS @84+3:$EVICT @73+3:,S32,64 @79+2:?,,STRONG @77+2:$SCOPE PRIVATE@76", "p81 d m40+24 R32 R64"),
    row_of(Sm80..=Sm89, 0x1a9, R, "ATOMG", "E@72 CAS @84+3:$EVICT @73+4:,S32,64 @77+4:$STORE", "p81 d m40+24 R32 R64"),
    row_of(ONLY_90, 0x1a9, R, "ATOMG", "E@72 CAS @84+3:$EVICT @73+4:,S32,64,?,128 @77+4:$STORE", "p81 d m40+24 R32 R64"),
    row_of(TO_75, 0x18b, R|BI | BI91, "ATOM", "E@72 @87+2:CAS,CAST,CAS,CAST.SPIN @84+3:$EVICT @73+3:,S32,64 @79+2:?,,STRONG @77+2:$SCOPE PRIVATE@76", "p81 d m40+24 R32 R64"),
    row_of(Sm80..=Sm89, 0x18b, R, "ATOM", "E@72 @87+2:CAS,CAST,CAS,CAST.SPIN @84+3:$EVICT @73+4:,S32,64 @77+4:$STORE", "p81 d m40+24 R32 R64"),
    row_of(ONLY_90, 0x18b, R, "ATOM", "E@72 @87+2:CAS,CAST,CAS,CAST.SPIN @84+3:$EVICT @73+4:,S32,64,?,128 @77+4:$STORE", "p81 d m40+24 R32 R64"),
    row_of(TO_89, 0x18c, R, "ATOMS", "@87+4:$ATOM @73+2:,S32,64", "d m40+24x78 R32"),
    row_of(ONLY_90, 0x18c, R, "ATOMS", "@87+4:$ATOM @73+3:,S32,64,?,128", "d m40+24x78 R32"),
    row_of(Sm75..=Sm89, 0x18c, BI91, "ATOMS", "@87+4:$ATOM @73+2:,S32,64", "d m40+24x78u64 R32"),
    row_of(ONLY_90, 0x18c, BI91, "ATOMS", "@87+4:$ATOM @73+3:,S32,64,?,128", "d m40+24x78u64 R32"),
    row_of(Sm75..=Sm89, 0x18c, CU, "ATOMS", "@87+4:?,?,?,?,?,?,?,?,?,ARRIVE,POPC.INC @73+2:32,?,64", "d m40+24x78u64"),
    row_of(ONLY_90, 0x18c, CU, "ATOMS", "@87+4:?,?,?,?,?,?,?,?,?,?,ARRIVE,POPC.INC @73+2:32,?,64", "d m40+24x78u64"),
    row_of(TO_89, 0x18d, R, "ATOMS", "@87+2:CAS,CAST,CAS,CAST.SPIN @73+2:,S32,64", "d m40+24x78 R32 R64"),
    row_of(ONLY_90, 0x18d, R, "ATOMS", "@87+2:CAS,CAST,CAS,CAST.SPIN @73+3:,S32,64,?,128", "d m40+24x78 R32 R64"),
    // Barriers and fences.
    row_of(ALL, 0x11d, BC, "BAR", "@77+3|74+2:$BAR DEFER_BLOCKING@80", "i54+4 i42+12?!77& i42+12?77 q87?78"),
    row_of(ALL, 0x11d, CI, "BAR", "@77+3|74+2:$BAR DEFER_BLOCKING@80", "R32 i42+12?!77& i42+12?77 q87?78"),
    row_of(ALL, 0x11d, R, "BAR", "@77+3|74+2:$BAR DEFER_BLOCKING@80", "R32 R32 q87?78"),
    row_of(ALL, 0x11d, BI, "BAR", "@77+3|74+2:$BAR DEFER_BLOCKING@80", "i54+4 R32 q87?78"),
    row_of(ALL, 0x11c, R, "B2R", "@78+2:,RESULT,WARP", "d i54+4?!78&!79 p81?78&"),
    row_of(TO_75, 0x192, BI, "MEMBAR", "@79+2:SC,ALL, @76+3:CTA,SM,GPU,SYS,?,VC MMIO@72", ""),
    row_of(FROM_80, 0x192, BI, "MEMBAR", "@79+2:SC,ALL,,MMIO @76+3:CTA,SM,GPU,SYS,?,VC @73+1:", ""),
    row_of(ALL, 0x11a, BI, "DEPBAR", "LE@47", "n44+3:SB0,SB1,SB2,SB3,SB4,SB5?47 i38+6?47 y32?"),
    row_of(FROM_80, 0x1af, BI, "LDGDEPBAR", "", ""),
    row_of(Sm80..=Sm89, 0x1b0, BI91, "ARRIVES", "@72+1:LDGSTSBAR @73+3:?,?,?,?,?,64", "m40+24u64"),
    row_of(ONLY_90, 0x1b0, BI91, "ARRIVES", "@72+1:LDGSTSBAR @73+3:?,?,?,?,?,64 @70+2:,ARVCNT,TRANSCNT", "m40+24u64"),
    row_of(ALL, 0x1ab, BI, "ERRBAR", "", ""),
    row_of(ONLY_90, 0x1ab, CI, "CGAERRBAR", "", ""),
    row_of(ONLY_90, 0x1c7, BI91, "UCGABAR_ARV", "@72+1:", "U:"),
    row_of(ONLY_90, 0x1c7, 1 << 14, "UCGABAR_WAIT", "", "U:"),
    row_of(ONLY_90, 0x1c6, R, "FENCE", "VIEW ASYNC @72+1:S,G", ""),
    row_of(TO_89, 0x148, BI, "WARPSYNC", "", "q87? i32+32"),
    row_of(ONLY_90, 0x148, BI, "WARPSYNC", "@85+2:,?,COLLECTIVE ALL", "q87? t?86"),
    row_of(TO_75, 0x148, R, "WARPSYNC", "", "q87? R32"),
    row_of(Sm80..=Sm89, 0x148, R, "WARPSYNC", "EXCLUSIVE@86", "q87? R32"),
    row_of(ALL, 0x146, BI, "YIELD", "", "q87?"),
    row_of(ALL, 0x15d, R, "NANOSLEEP", "@83+2:,?,SYNCS RAND@86 WARP@85", "q87? R32"),
    row_of(ALL, 0x15d, BI, "NANOSLEEP", "@83+2:,?,SYNCS RAND@86 WARP@85", "q87? i32+32"),
    row_of(ALL, 0x155, R, "BMOV", "32 CLEAR@84", "d B24+6"),
    row_of(ALL, 0x156, R, "BMOV", "32 PQUAD@84", "B24+6 R32"),
    row_of(ALL, 0x15c, BI, "BPT", "@84+3:?,?,PAUSE,TRAP,INT,DRAIN,PAUSE_QUIET", "i34+3?"),
    row_of(TO_89, 0x14e, R, "LEPC", "", "d"),
    row_of(ONLY_90, 0x14e, BI, "LEPC", "", "d T24+58"),
    row_of(ALL, 0x01c, BI, "PLOP3", "LUT", "p81 p84 q87 q77 q68u67 L i16+8"),
    row_of(ALL, 0x01f, B | C, "PLOP3", "LUT", "p81 p84 a.SIGN b.SIGN c.SIGN i72+8 i16+8"),
    // Single precision.
    row_of(ALL, 0x021, R | C, "FADD", "FTZ@80 @78+2:$ROUND SAT@77", "d -|a -|e:f"),
    row_of(ALL, 0x023, B | C, "FFMA", "@76+1|80+1:,FMZ,FTZ @78+2:$ROUND SAT@77", "d -|a -|b:f -|c:f"),
    row_of(ALL, 0x020, B, "FMUL", "@76+1|80+1:,FMZ,FTZ @84+3:?,D8,D4,D2,,M2,M4,M8 @78+2:$ROUND SAT@77", "d -|a -|b:f"),
    row_of(ALL, 0x00b, B, "FSETP", "@76+4:$COMPARE_FLOAT FTZ@80 @74+2:$BOOL", "p81 p84 -|a -|b:f q87"),
    row_of(ALL, 0x00a, B, "FSET", "BF @76+4:$COMPARE_FLOAT FTZ@80 @74+2:$BOOL", "d -|a -|b:f q87"),
    row_of(ALL, 0x008, B, "FSEL", "FTZ@80", "d -|a -|b:f q87"),
    row_of(TO_75, 0x009, B, "FMNMX", "FTZ@80", "d -|a -|b:f q87"),
    row_of(ONLY_80, 0x009, B, "FMNMX", "FTZ@80 NAN@81 @82+1:", "d -|a -|b:f q87"),
    row_of(Sm86..=Sm89, 0x009, B, "FMNMX", "FTZ@80 NAN@81 XORSIGN@82", "d -|a -|b:f q87"),
    row_of(ONLY_90, 0x009, B, "FMNMX", "FTZ@80 NAN@81 @65+1: XORSIGN@82", "d -|a -|b:f q87"),
    row_of(ALL, 0x102, B, "FCHK", "", "p81 -|a -|b:f"),
    row_of(ONLY_70, 0x108, B, "MUFU", "@74+4:COS,SIN,EX2,LG2,RCP,RSQ,RCP64H,RSQ64H,SQRT", "d -|b:f?!75 -|b:f?75&!76 -|b:d?75&76&!77"),
    row_of(Sm75..=Sm89, 0x108, B, "MUFU", "@74+4:COS,SIN,EX2,LG2,RCP,RSQ,RCP64H,RSQ64H,SQRT,TANH F16@73", "d -|b:f?!75 -|b:f?75&!76 -|b:d?75&76&!77"),
    row_of(ONLY_90, 0x108, B, "MUFU", "@74+4:COS,SIN,EX2,LG2,RCP,RSQ,RCP64H,RSQ64H,SQRT,TANH @72+2:,F16,BF16_V2", "d -|b:f?!75 -|b:f?75&!76 -|b:d?75&76&!77"),
    // Double precision.
    row_of(ALL, 0x029, R | C, "DADD", "@78+2:$ROUND", "d -|a -|c:d"),
    row_of(ALL, 0x028, B, "DMUL", "@78+2:$ROUND", "d -|a -|b:d"),
    row_of(ALL, 0x02b, B | C, "DFMA", "@78+2:$ROUND", "d -|a -|b:d -|c:d"),
    row_of(ALL, 0x02a, R | C, "DSETP", "@76+4:MIN,LT,EQ,LE,GT,NE,GE,NUM,NAN,LTU,EQU,LEU,GTU,NEU,GEU,MAX @74+2:$BOOL", "p81 p84 -|a -|e:d q87"),
    // Memory.
    row_of(ONLY_70, 0x181, R | BI91, "LDG", "E@72 @84+3:$EVICT @73+3:$SIZE_70 @79+2:CONSTANT,,STRONG,MMIO @77+2:$SCOPE PRIVATE@76 ZD@87", "p81?!87& p81?87 d m40+24s90u32"),
    row_of(ONLY_75, 0x181, R | BI91, "LDG", "E@72 @84+3:$EVICT @68+2:$FETCH @73+3:$SIZE_70 @79+2:CONSTANT,,STRONG,MMIO @77+2:$SCOPE PRIVATE@76 ZD@87", "p81?!87& p81?87 d m40+24s90u32 x64?"),
    row_of(FROM_80, 0x181, BI91, "LDG", "E@72 @84+3:$EVICT @68+2:$FETCH @73+3:$SIZE @77+4:$LOAD", "p81? d m40+24s90u32d76 x64?"),
    row_of(ONLY_75, 0x180, BI91, "LD", "E@72 @84+3:$EVICT @68+2:$FETCH @73+3:$SIZE_70 @79+2:CONSTANT,,STRONG,MMIO @77+2:$SCOPE PRIVATE@76 ZD@87", "p81?87 d m40+24s90u32 x64?"),
    row_of(ONLY_70, 0x180, BI, "LD", "E@72 @84+3:$EVICT @73+3:$SIZE_70 @79+2:CONSTANT,,STRONG,MMIO @77+2:$SCOPE PRIVATE@76 ZD@87", "p81?87 d m32+32"),
    row_of(ONLY_75, 0x180, BI, "LD", "E@72 @84+3:$EVICT @68+2:$FETCH @73+3:$SIZE_70 @79+2:CONSTANT,,STRONG,MMIO @77+2:$SCOPE PRIVATE@76 ZD@87", "p81?87 d m32+32 x64?"),
    row_of(FROM_80, 0x180, BI, "LD", "E@72 @84+3:$EVICT @68+2:$FETCH @73+3:$SIZE @77+4:$LOAD", "d m32+32 x64?"),
    row_of(FROM_80, 0x180, BI91, "LD", "E@72 @84+3:$EVICT @68+2:$FETCH @73+3:$SIZE @77+4:$LOAD", "d m40+24s90u32d76 x64?"),
    row_of(TO_75, 0x185, R, "ST", "E@72 @84+3:$EVICT @73+3:$SIZE_70 @79+2:?,,STRONG,MMIO @77+2:$SCOPE PRIVATE@76", "m32+32 R64"),
    row_of(ONLY_75, 0x185, BI91, "ST", "E@72 @84+3:$EVICT @73+3:$SIZE_70 @79+2:?,,STRONG,MMIO @77+2:$SCOPE PRIVATE@76", "m40+24s90u64 R32"),
    row_of(FROM_80, 0x185, R, "ST", "E@72 @84+3:$EVICT @73+3:$SIZE @77+4:$STORE", "m32+32 R64"),
    row_of(FROM_80, 0x185, BI91, "ST", "E@72 @84+3:$EVICT @73+3:$SIZE @77+4:$STORE", "m40+24s90u64d76 R32"),
    row_of(TO_75, 0x186, R | BI91, "STG", "E@72 @84+3:$EVICT @73+3:$SIZE_70 @79+2:?,,STRONG,MMIO @77+2:$SCOPE PRIVATE@76", "m40+24s90u64 R32"),
    row_of(FROM_80, 0x186, BI91, "STG", "E@72 @84+3:$EVICT @73+3:$SIZE @77+4:$STORE", "m40+24s90u64d76 R32"),
    row_of(TO_75, 0x184, BI | BI91, "LDS", "@76+1:,U @73+3:$SIZE ZD@87", "p81?87 d m40+24x78u32"),
    row_of(FROM_80, 0x184, BI | BI91, "LDS", "@73+3:$SIZE", "d m40+24x78u32"),
    row_of(ALL, 0x188, R | BI91, "STS", "@73+3:$SIZE", "m40+24x78u64 R32"),
    row_of(ALL, 0x183, BI | BI91, "LDL", "@84+3:$EVICT @73+3:$SIZE", "d m40+24u32"),
    row_of(ALL, 0x187, R | BI91, "STL", "@84+3:$EVICT @73+3:$SIZE", "m40+24u64 R32"),
    row_of(ALL, 0x182, BC, "LDC", "@73+3:U8,S8,U16,S16,,64 @78+2:,IL,IS", "d k"),
    row_of(FROM_80, 0x1ae, CU, "LDGSTS", "E @80+1: BYPASS!@81 @84+3:$EVICT @70+3:?,,?,LTC64B,?,LTC128B,?,LTC256B @73+3:?,?,?,?,,64,128 @77+3: ZFILL@82", "m44+20r16 m32+12s0u64d76 q87?"),
    row_of(FROM_75, 0x03b, BI | BI91, "LDSM", "16 @78+2:M88,MT88,M816,M832 @72+2:,2,4 @75+3:", "d m40+24u32"),
    row_of(TO_75, 0x18f, BI, "CCTL", "E@72 @78+3:,U,C,I @87+4:PF1,PF2,WB,IV,IVALL,RS,IVALLP", "m32+32?!89 m32+32?89&87"),
    row_of(FROM_80, 0x18f, BI, "CCTL", "E@72 @76+1: @78+3:,U,C,I @87+4:PF1,PF2,WB,IV,IVALL,RS,IVALLP,?,?,?,PML2,DML2,RML2", "m32+32?!89 m32+32?89&87"),
    row_of(TO_89, 0x1aa, R, "QSPC", "E@72 @73+2:G,L,S", "p81 d m40+24"),
    row_of(Sm75..=Sm89, 0x1aa, BI91, "QSPC", "E@72 @73+2:G,L,S", "p81 d m40+24s90u32"),
    row_of(ONLY_90, 0x1aa, R, "QSPC", "E@72 @73+2:G,L,S,D", "p81 d m40+24"),
    row_of(ONLY_90, 0x1aa, BI91, "QSPC", "E@72 @73+2:G,L,S,D", "p81 d m40+24s90u32"),
    // Asynchronous.
    row_of(ONLY_90, 0x1a7, CI91, "SYNCS", "@70+2:?,PHASECHK TRANS64 @72+1:,TRYWAIT", "p81 m40+24u64 R32"),
    row_of(ONLY_90, 0x1a7, BI91, "SYNCS", "@70+2:ARRIVE TRANS64 @73+2:,TMASK,RED OPTOUT@75 @84+3:,A1T0,A0T1,A0TR,A0TX,ART0", "d m40+24u64 R32"),
    row_of(ONLY_90, 0x1b2, CI91, "SYNCS", "@72+2:?,EXCH 64", "U:U16 m40+24w24 U32"),
    row_of(ONLY_90, 0x1b1, BI91, "SYNCS", "@73+1:CCTL @72+1:IV,WB", "m40+24u64"),
    row_of(ONLY_90, 0x1b1, BI, "SYNCS", "@73+1:CCTL @72+1:IVALL,WBALL", ""),
    row_of(ONLY_90, 0x1ba, R91, "UBLKCP", "@73+1:G,S @74+1:G,S @75+1:,MULTICAST @81+2:$FETCH SEQUENCED@83 @76+5:", "U:m0+0w32 m0+0w24 U64"),
    row_of(ONLY_90, 0x1bb, R91, "UBLKRED", "@73+1:G,S @74+1:?,S @87+3:$RED @81+4:,S32,U64,S64,F16.RN,F32.RN,F32.FTZ.RN,F64.RN,BF16.RN @76+5:", "U:m0+0w32 m0+0w24 U64"),
    row_of(ONLY_90, 0x1bc, R91, "UBLKPF", "L2", "U:m0+0w24 U64"),
    row_of(ONLY_90, 0x1b7, BI, "UTMACMDFLUSH", "", "U:"),
    row_of(ONLY_90, 0x11b, BI, "ENDCOLLECTIVE", "", "q87?"),
    row_of(ONLY_90, 0x148, R, "WARPSYNC", "@85+2:,EXCLUSIVE,COLLECTIVE", "q87? R24 t?86"),
    // Textures and surfaces.
    row_of(ALL, 0x160, BC, "TEX", "SCR@60 B@59 @79+2:,F16.RN,F16.RZ @87+3:,LZ,LB,LL,LC,LB.LC,LC.FDV AOFFI@76 DC@78 @84+3:$EVICT NDV@77 NODEP@90", "p81? G64 G16 G24 G32 i54+5 i40+14 n61+3:$TEXTURE i72+4?=15"),
    row_of(ALL, 0x161, R, "TEX", "SCR@60 @59+1:?,B @79+2:,F16.RN,F16.RZ @87+3:,LZ,LB,LL,LC,LB.LC,LC.FDV AOFFI@76 DC@78 @84+3:$EVICT NDV@77 NODEP@90", "p81? G64 G16 G24 G32 n61+3:$TEXTURE i72+4?=15"),
    row_of(ONLY_90, 0x160, CU, "TEX", "SCR@60 @79+2:,F16.RN,F16.RZ @87+3:,LZ,LB,LL,LC,LB.LC,LC.FDV AOFFI@76 DC@78 @84+3:$EVICT NDV@77 NODEP@90", "p81? G64 G16 G24 G32 U40 i46+8 n61+3:$TEXTURE i72+4?=15"),
    row_of(ALL, 0x163, BC, "TLD4", "SCR@60 @87+2:R,G,B,A B@59 @79+2:,F16.RN,F16.RZ AOFFI@76 @77+1:,PTP DC@78 @84+3:$EVICT NODEP@90", "p81? G64 G16 G24 G32 i54+5 i40+14 n61+3:$TEXTURE_GATHER i72+4?=15"),
    row_of(ALL, 0x164, R, "TLD4", "SCR@60 @87+2:R,G,B,A @59+1:?,B @79+2:,F16.RN,F16.RZ AOFFI@76 @77+1:,PTP DC@78 @84+3:$EVICT NODEP@90", "p81? G64 G16 G24 G32 n61+3:$TEXTURE_GATHER i72+4?=15"),
    row_of(ONLY_90, 0x163, CU, "TLD4", "SCR@60 @87+2:R,G,B,A @79+2:,F16.RN,F16.RZ AOFFI@76 @77+1:,PTP DC@78 @84+3:$EVICT NODEP@90", "p81? G64 G16 G24 G32? U40 i46+8 n61+3:$TEXTURE_GATHER i72+4?=15"),
    row_of(ALL, 0x166, BC, "TLD", "SCR@60 @59+1: @79+2:,F16.RN,F16.RZ @87+3:?,LZ,?,LL AOFFI@76 @84+3:$EVICT MS@78 CL@77 NODEP@90", "p81? G64 G16 G24 G32? i54+5 i40+14 n61+3:$TEXTURE_LOAD i72+4?=15"),
    row_of(ALL, 0x167, R, "TLD", "SCR@60 @59+1:?,B @79+2:,F16.RN,F16.RZ @87+3:?,LZ,?,LL AOFFI@76 @84+3:$EVICT MS@78 CL@77 NODEP@90", "p81? G64 G16 G24 G32 n61+3:$TEXTURE_LOAD i72+4?=15"),
    row_of(ONLY_90, 0x166, CU, "TLD", "SCR@60 @79+2:,F16.RN,F16.RZ @87+3:?,LZ,?,LL AOFFI@76 @84+3:$EVICT MS@78 CL@77 NODEP@90", "p81? G64 G16 G24 G32? U40 i46+8 n61+3:$TEXTURE_LOAD i72+4?=15"),
    row_of(ALL, 0x16c, BC, "TXD", "B@59 @79+2:,F16.RN,F16.RZ LC@87 AOFFI@76 @84+3:$EVICT NODEP@90", "p81? G64 G16 G24 G32 i54+5 i40+14 n61+3:$TEXTURE_GRADIENT i72+4?=15"),
    row_of(ALL, 0x16d, R, "TXD", "@59+1:?,B @79+2:,F16.RN,F16.RZ LC@87 AOFFI@76 @84+3:$EVICT NODEP@90", "p81? G64 G16 G24 G32 n61+3:$TEXTURE_GRADIENT i72+4?=15"),
    row_of(ONLY_90, 0x16c, CU, "TXD", "@79+2:,F16.RN,F16.RZ LC@87 AOFFI@76 @84+3:$EVICT NODEP@90", "p81? G64 G16 G24 G32 U40 i46+8 n61+3:$TEXTURE_GRADIENT i72+4?=15"),
    row_of(TO_75, 0x199, BC, "SULD", "D BA@72 @61+3:$SURFACE @84+3:$EVICT @73+3:$SIZE @79+2:?,,STRONG,MMIO @77+2:$SCOPE PRIVATE@76 @59+2:IGN,,TRAP", "p81? d m0+0 i54+5 i40+14"),
    row_of(FROM_80, 0x199, BC, "SULD", "D BA@72 @61+3:$SURFACE @84+3:$EVICT @73+3:$SIZE @77+4:$LOAD @59+2:IGN,,TRAP", "p81? d m0+0 i54+5 i40+14"),
    row_of(ONLY_90, 0x199, CU, "SULD", "D BA@72 @61+3:$SURFACE @84+3:$EVICT @73+3:$SIZE @77+4:$LOAD @59+2:IGN,,TRAP", "p81? d m0+0 U40 i46+8"),
    row_of(TO_75, 0x19d, BC, "SUST", "D BA@72 @61+3:$SURFACE @84+3:$EVICT @73+3:$SIZE @79+2:?,,STRONG,MMIO @77+2:$SCOPE PRIVATE@76 @59+2:IGN,,TRAP", "m0+0 R32 i54+5 i40+14"),
    row_of(FROM_80, 0x19d, BC, "SUST", "D BA@72 @61+3:$SURFACE @84+3:$EVICT @73+3:$SIZE @77+4:$STORE @59+2:IGN,,TRAP", "m0+0 R32 i54+5 i40+14"),
    row_of(ONLY_90, 0x19d, CU, "SUST", "D BA@72 @61+3:$SURFACE @84+3:$EVICT @73+3:$SIZE @77+4:$STORE @59+2:IGN,,TRAP", "m0+0 R32 U40 i46+8"),
    row_of(TO_75, 0x19a, BI, "SULD", "D BA@72 @61+3:$SURFACE @84+3:$EVICT @73+3:$SIZE @79+2:?,,STRONG,MMIO @77+2:$SCOPE PRIVATE@76 @59+2:IGN,,TRAP", "p81? d m0+0 G64"),
    row_of(Sm80..=Sm89, 0x19a, BI, "SULD", "D BA@72 @61+3:$SURFACE @84+3:$EVICT @73+3:$SIZE @77+4:$LOAD @59+2:IGN,,TRAP", "p81? d m0+0 G64"),
    row_of(TO_75, 0x19e, BI, "SUST", "D BA@72 @61+3:$SURFACE @84+3:$EVICT @73+3:$SIZE @79+2:?,,STRONG,MMIO @77+2:$SCOPE PRIVATE@76 @59+2:IGN,,TRAP", "m0+0 R32 G64"),
    row_of(Sm80..=Sm89, 0x19e, BI, "SUST", "D BA@72 @61+3:$SURFACE @84+3:$EVICT @73+3:$SIZE @77+4:$STORE @59+2:IGN,,TRAP", "m0+0 R32 G64"),
    row_of(TO_75, 0x19f, CI, "SURED", "D BA@72 @61+3:$SURFACE @87+3:$RED @84+3:?, @73+3:,S32,U64,?,?,S64 @79+2:?,,STRONG,MMIO @77+2:$SCOPE PRIVATE@76 @59+2:IGN,,TRAP", "m0+0 R32 i54+5 i40+14"),
    row_of(TO_75, 0x1a0, R, "SURED", "D BA@72 @61+3:$SURFACE @87+3:$RED @84+3:?, @73+3:,S32,U64,?,?,S64 @79+2:?,,STRONG,MMIO @77+2:$SCOPE PRIVATE@76 @59+2:IGN,,TRAP", "m0+0 R32 G64"),
    row_of(FROM_80, 0x19f, CI, "SURED", "D BA@72 @61+3:$SURFACE @87+3:$RED @84+3:?, @73+3:,S32,U64,?,?,S64 @77+4:$STORE @59+2:IGN,,TRAP", "m0+0 R32 i54+5 i40+14"),
    row_of(Sm80..=Sm89, 0x1a0, R, "SURED", "D BA@72 @61+3:$SURFACE @87+3:$RED @84+3:?, @73+3:,S32,U64,?,?,S64 @77+4:$STORE @59+2:IGN,,TRAP", "m0+0 R32 G64"),
    row_of(ONLY_90, 0x19f, CU, "SURED", "D BA@72 @61+3:$SURFACE @87+3:$RED @84+3:?, @73+3:,S32,U64,?,?,S64 @77+4:$STORE @59+2:IGN,,TRAP", "m0+0 R32 U40 i46+8"),
    row_of(ALL, 0x16f, BC, "TXQ", "@59+1:", "G64 G16 G24 n62+2:TEX_HEADER_DIMENSION i54+5 i40+14 i72+4?=15"),
    row_of(ALL, 0x170, R, "TXQ", "@59+1:?,B", "G64 G16 G24 n62+2:TEX_HEADER_DIMENSION i72+4?=15"),
    row_of(ONLY_90, 0x16f, CU, "TXQ", "@59+1:", "G64 G16 G24 n62+2:TEX_HEADER_DIMENSION U40 i46+8 i72+4?=15"),
    // Control.
    row_of(ALL, 0x118, BI, "NOP", "", ""),
    row_of(ALL, 0x14d, BI, "EXIT", "@84+2:,KEEPREFCOUNT,PREEMPTED NO_ATEXIT@86", "q87?"),
    row_of(TO_89, 0x147, BI, "BRA", "@85+2:,INC,DEC @32+2:,U,DIV,CONV", "q87? t"),
    row_of(ONLY_90, 0x147, BI, "BRA", "@85+2:,INC,DEC @32+2|84+1:,U,DIV,CONV,,U.ANY", "q87? t"),
    row_of(FROM_80, 0x147, BI91, "BRA", "@85+2:,INC,DEC @32+2:?,?,DIV,CONV", "q87? U24~30 t"),
    row_of(ALL, 0x149, BI, "BRX", "@85+2:,INC,DEC", "q87? G24 j"),
    row_of(FROM_80, 0x158, BI91, "BRXU", "@85+2:,INC,DEC", "q87? U24 j"),
    row_of(ALL, 0x145, BI, "BSSY", "@32+2:", "q87? B16+4 T32+32"),
    row_of(ALL, 0x141, BI, "BSYNC", "", "q87? B16+4"),
    row_of(ALL, 0x142, BI, "BREAK", "", "q87? B16+4"),
    row_of(ALL, 0x144, BI, "CALL", "REL NOINC@86", "q87? t"),
    row_of(ALL, 0x144, R, "CALL", "REL NOINC@86", "q87? R24 t"),
    row_of(ALL, 0x143, BI, "CALL", "ABS NOINC@86 @81+1:", "q87? j"),
    row_of(ALL, 0x143, R, "CALL", "ABS NOINC@86", "q87? R24 j?"),
    row_of(ALL, 0x150, BI, "RET", "@85+1:REL,ABS NODEC@86", "q87? G24 t?!85 j?85"),
];
