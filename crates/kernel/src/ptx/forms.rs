//! Instruction table: every instruction form that Warploom supports, in the notation of the PTX manual.
//!
//! The parser accepts exactly these forms, the book prints them, and the conformance test covers every combination.
//! The notation of a row:
//!
//! | written | means |
//! |---|---|
//! | `.x` | this suffix |
//! | `.(x\|y)` | one of these |
//! | `.$name` | one of a named set (see [`SETS`]) |
//! | `[.x]` | optional |
//! | `~` before any of them | a hint: it has no effect on the value computed |
//! | `d`, `a`, `b`, `c`, `e` | destination and sources of the last type named |
//! | `a:u32` | a source of that type; `:0` the first type suffix, `:1` the second, `:w` twice the width |
//! | `p`, `q` | predicate destinations; `?p` a predicate source, `!p` one that may be negated |
//! | `d\|p` | a pair of destinations, the second optional |
//! | `[a]` | an address; `v` a register or vector, by the `.v2`/`.v4` suffix |
//! | `i` | an immediate integer; `L` a label; `T` a branch-target list |
//! | `, x?` | an optional operand |

use super::isa::{Mod, Opcode};
use std::sync::LazyLock;

/// A family of forms, for documentation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the title says it")]
pub enum Group {
    Integer,
    Carry,
    Float,
    Half,
    Compare,
    Logic,
    Move,
    Convert,
    Memory,
    Atomic,
    Warp,
    Control,
    Barrier,
}

impl Group {
    /// Heading of the group in the book.
    pub const fn title(self) -> &'static str {
        match self {
            Group::Integer => "Integer arithmetic",
            Group::Carry => "Extended-precision integer arithmetic",
            Group::Float => "Single and double precision",
            Group::Half => "Half precision and bfloat16",
            Group::Compare => "Comparison and selection",
            Group::Logic => "Logic and shift",
            Group::Move => "Data movement between registers",
            Group::Convert => "Conversion",
            Group::Memory => "Loads, stores and addresses",
            Group::Atomic => "Atomics and reductions",
            Group::Warp => "Communication within a warp",
            Group::Control => "Control flow",
            Group::Barrier => "Barriers and fences",
        }
    }
}

/// Named sets of suffixes used in the table.
pub const SETS: &[(&str, &str)] = &[
    ("rnd", "rn|rz|rm|rp"),
    ("irnd", "rni|rzi|rmi|rpi"),
    ("int", "u16|u32|u64|s16|s32|s64"),
    ("int8", "u8|u16|u32|u64|s8|s16|s32|s64"),
    ("bits", "b16|b32|b64"),
    ("any", "b16|b32|b64|u16|u32|u64|s16|s32|s64|f32|f64"),
    ("mem", "b8|b16|b32|b64|u8|u16|u32|u64|s8|s16|s32|s64|f32|f64"),
    ("ucmp", "eq|ne|lt|le|gt|ge|lo|ls|hi|hs"),
    ("scmp", "eq|ne|lt|le|gt|ge"),
    ("fcmp", "eq|ne|lt|le|gt|ge|equ|neu|ltu|leu|gtu|geu|num|nan"),
    ("bool", "and|or|xor"),
    ("space", "const|global|local|param|shared|shared::cta|param::entry|param::func"),
    ("stspace", "global|local|param|shared|shared::cta|param::func"),
    ("atspace", "global|shared|shared::cta"),
    ("scope", "cta|cluster|gpu|sys"),
    ("sem", "relaxed|acquire|release|acq_rel"),
    ("ldcop", "ca|cg|cs|lu|cv"),
    ("stcop", "wb|cg|cs|wt"),
    ("evict", "L1::evict_normal|L1::evict_unchanged|L1::evict_first|L1::evict_last|L1::no_allocate"),
    ("fetch", "L2::64B|L2::128B|L2::256B"),
    ("vec", "v2|v4"),
];

/// The table.
#[rustfmt::skip]
pub const ROWS: &[(Group, &str)] = {
    use Group::*;
    &[
        (Integer, "add.($int|u16x2|s16x2) d, a, b"),
        (Integer, "add.sat.s32 d, a, b"),
        (Integer, "sub.$int d, a, b"),
        (Integer, "sub.sat.s32 d, a, b"),
        (Integer, "mul.(hi|lo).$int d, a, b"),
        (Integer, "mul.wide.(u16|u32|s16|s32) d:w, a, b"),
        (Integer, "mad.(hi|lo).$int d, a, b, c"),
        (Integer, "mad.hi.sat.s32 d, a, b, c"),
        (Integer, "mad.wide.(u16|u32|s16|s32) d:w, a, b, c:w"),
        (Integer, "mul24.(hi|lo).(u32|s32) d, a, b"),
        (Integer, "mad24.(hi|lo).(u32|s32) d, a, b, c"),
        (Integer, "mad24.hi.sat.s32 d, a, b, c"),
        (Integer, "sad.$int d, a, b, c"),
        (Integer, "div.$int d, a, b"),
        (Integer, "rem.$int d, a, b"),
        (Integer, "abs.(s16|s32|s64) d, a"),
        (Integer, "neg.(s16|s32|s64) d, a"),
        (Integer, "min.($int|u16x2|s16x2) d, a, b"),
        (Integer, "min.relu.(s32|s16x2) d, a, b"),
        (Integer, "max.($int|u16x2|s16x2) d, a, b"),
        (Integer, "max.relu.(s32|s16x2) d, a, b"),
        (Integer, "popc.(b32|b64) d:u32, a"),
        (Integer, "clz.(b32|b64) d:u32, a"),
        (Integer, "bfind[.shiftamt].(u32|u64|s32|s64) d:u32, a"),
        (Integer, "fns.b32 d, a, b, c:s32"),
        (Integer, "brev.(b32|b64) d, a"),
        (Integer, "bfe.(u32|u64|s32|s64) d, a, b:u32, c:u32"),
        (Integer, "bfi.(b32|b64) d, a, b, c:u32, e:u32"),
        (Integer, "szext.(clamp|wrap).(u32|s32) d, a, b:u32"),
        (Integer, "bmsk.(clamp|wrap).b32 d, a, b"),
        (Integer, "dp4a.(u32|s32).(u32|s32) d:b32, a:b32, b:b32, c:b32"),
        (Integer, "dp2a.(lo|hi).(u32|s32).(u32|s32) d:b32, a:b32, b:b32, c:b32"),

        (Carry, "add.cc.(u32|s32|u64|s64) d, a, b"),
        (Carry, "addc[.cc].(u32|s32|u64|s64) d, a, b"),
        (Carry, "sub.cc.(u32|s32|u64|s64) d, a, b"),
        (Carry, "subc[.cc].(u32|s32|u64|s64) d, a, b"),
        (Carry, "mad.(hi|lo).cc.(u32|s32|u64|s64) d, a, b, c"),
        (Carry, "madc.(hi|lo)[.cc].(u32|s32|u64|s64) d, a, b, c"),

        (Float, "testp.(finite|infinite|number|notanumber|normal|subnormal).(f32|f64) p, a"),
        (Float, "copysign.(f32|f64) d, a, b"),
        (Float, "add[.$rnd][.ftz][.sat].f32 d, a, b"),
        (Float, "add[.$rnd].f64 d, a, b"),
        (Float, "sub[.$rnd][.ftz][.sat].f32 d, a, b"),
        (Float, "sub[.$rnd].f64 d, a, b"),
        (Float, "mul[.$rnd][.ftz][.sat].f32 d, a, b"),
        (Float, "mul[.$rnd].f64 d, a, b"),
        (Float, "fma.$rnd[.ftz][.sat].f32 d, a, b, c"),
        (Float, "fma.$rnd.f64 d, a, b, c"),
        (Float, "mad.$rnd[.ftz][.sat].f32 d, a, b, c"),
        (Float, "mad.$rnd.f64 d, a, b, c"),
        (Float, "div.(approx|full)[.ftz].f32 d, a, b"),
        (Float, "div.$rnd[.ftz].f32 d, a, b"),
        (Float, "div.$rnd.f64 d, a, b"),
        (Float, "abs[.ftz].f32 d, a"),
        (Float, "abs.f64 d, a"),
        (Float, "neg[.ftz].f32 d, a"),
        (Float, "neg.f64 d, a"),
        (Float, "min[.ftz][.NaN][.xorsign.abs].f32 d, a, b"),
        (Float, "min.f64 d, a, b"),
        (Float, "max[.ftz][.NaN][.xorsign.abs].f32 d, a, b"),
        (Float, "max.f64 d, a, b"),
        (Float, "rcp.approx[.ftz].f32 d, a"),
        (Float, "rcp.$rnd[.ftz].f32 d, a"),
        (Float, "rcp.$rnd.f64 d, a"),
        (Float, "rcp.approx.ftz.f64 d, a"),
        (Float, "sqrt.approx[.ftz].f32 d, a"),
        (Float, "sqrt.$rnd[.ftz].f32 d, a"),
        (Float, "sqrt.$rnd.f64 d, a"),
        (Float, "rsqrt.approx[.ftz].f32 d, a"),
        (Float, "rsqrt.approx[.ftz].f64 d, a"),
        (Float, "sin.approx[.ftz].f32 d, a"),
        (Float, "cos.approx[.ftz].f32 d, a"),
        (Float, "lg2.approx[.ftz].f32 d, a"),
        (Float, "ex2.approx[.ftz].f32 d, a"),
        (Float, "tanh.approx.f32 d, a"),

        (Half, "add[.rn][.ftz][.sat].(f16|f16x2) d, a, b"),
        (Half, "add[.rn].(bf16|bf16x2) d, a, b"),
        (Half, "sub[.rn][.ftz][.sat].(f16|f16x2) d, a, b"),
        (Half, "sub[.rn].(bf16|bf16x2) d, a, b"),
        (Half, "mul[.rn][.ftz][.sat].(f16|f16x2) d, a, b"),
        (Half, "mul[.rn].(bf16|bf16x2) d, a, b"),
        (Half, "fma.rn[.ftz][.(sat|relu)].(f16|f16x2) d, a, b, c"),
        (Half, "fma.rn[.relu].(bf16|bf16x2) d, a, b, c"),
        (Half, "neg[.ftz].(f16|f16x2) d, a"),
        (Half, "neg.(bf16|bf16x2) d, a"),
        (Half, "abs[.ftz].(f16|f16x2) d, a"),
        (Half, "abs.(bf16|bf16x2) d, a"),
        (Half, "min[.ftz][.NaN][.xorsign.abs].(f16|f16x2) d, a, b"),
        (Half, "min[.NaN][.xorsign.abs].(bf16|bf16x2) d, a, b"),
        (Half, "max[.ftz][.NaN][.xorsign.abs].(f16|f16x2) d, a, b"),
        (Half, "max[.NaN][.xorsign.abs].(bf16|bf16x2) d, a, b"),
        (Half, "tanh.approx.(f16|f16x2|bf16|bf16x2) d, a"),
        (Half, "ex2.approx.(f16|f16x2) d, a"),
        (Half, "ex2.approx.ftz.(bf16|bf16x2) d, a"),

        (Compare, "set.(eq|ne).(u32|s32|f32).$bits d:0, a, b"),
        (Compare, "set.$ucmp.(u32|s32|f32).(u16|u32|u64) d:0, a, b"),
        (Compare, "set.$scmp.(u32|s32|f32).(s16|s32|s64) d:0, a, b"),
        (Compare, "set.$fcmp[.ftz].(u32|s32|f32).f32 d:0, a, b"),
        (Compare, "set.$fcmp.(u32|s32|f32).f64 d:0, a, b"),
        (Compare, "set.$fcmp[.ftz].(f16|u16|s16|u32|s32).f16 d:0, a, b"),
        (Compare, "set.$fcmp[.ftz].(f16x2|u32|s32).f16x2 d:0, a, b"),
        (Compare, "set.$fcmp.(bf16|u16|s16|u32|s32).bf16 d:0, a, b"),
        (Compare, "set.$fcmp.(bf16x2|u32|s32).bf16x2 d:0, a, b"),
        (Compare, "set.(eq|ne).$bool.(u32|s32|f32).$bits d:0, a, b, !c"),
        (Compare, "set.$ucmp.$bool.(u32|s32|f32).(u16|u32|u64) d:0, a, b, !c"),
        (Compare, "set.$scmp.$bool.(u32|s32|f32).(s16|s32|s64) d:0, a, b, !c"),
        (Compare, "set.$fcmp.$bool[.ftz].(u32|s32|f32).f32 d:0, a, b, !c"),
        (Compare, "set.$fcmp.$bool.(u32|s32|f32).f64 d:0, a, b, !c"),
        (Compare, "setp.(eq|ne).$bits p|q, a, b"),
        (Compare, "setp.$ucmp.(u16|u32|u64) p|q, a, b"),
        (Compare, "setp.$scmp.(s16|s32|s64) p|q, a, b"),
        (Compare, "setp.$fcmp[.ftz].(f32|f16) p|q, a, b"),
        (Compare, "setp.$fcmp.(f64|bf16) p|q, a, b"),
        (Compare, "setp.$fcmp[.ftz].f16x2 p|q, a, b"),
        (Compare, "setp.$fcmp.bf16x2 p|q, a, b"),
        (Compare, "setp.(eq|ne).$bool.$bits p|q, a, b, !c"),
        (Compare, "setp.$ucmp.$bool.(u16|u32|u64) p|q, a, b, !c"),
        (Compare, "setp.$scmp.$bool.(s16|s32|s64) p|q, a, b, !c"),
        (Compare, "setp.$fcmp.$bool[.ftz].(f32|f16) p|q, a, b, !c"),
        (Compare, "setp.$fcmp.$bool.(f64|bf16) p|q, a, b, !c"),
        (Compare, "setp.$fcmp.$bool[.ftz].f16x2 p|q, a, b, !c"),
        (Compare, "setp.$fcmp.$bool.bf16x2 p|q, a, b, !c"),
        (Compare, "selp.$any d, a, b, ?c"),
        (Compare, "slct.$any.s32 d:0, a:0, b:0, c"),
        (Compare, "slct[.ftz].$any.f32 d:0, a:0, b:0, c"),

        (Logic, "and.(pred|$bits) d, a, b"),
        (Logic, "or.(pred|$bits) d, a, b"),
        (Logic, "xor.(pred|$bits) d, a, b"),
        (Logic, "not.(pred|$bits) d, a"),
        (Logic, "cnot.$bits d, a"),
        (Logic, "lop3.b32 d, a, b, c, i"),
        (Logic, "lop3.(or|and).b32 d|p, a, b, c, i, !q"),
        (Logic, "shf.(l|r).(clamp|wrap).b32 d, a, b, c:u32"),
        (Logic, "shl.$bits d, a, b:u32"),
        (Logic, "shr.($bits|$int) d, a, b:u32"),

        (Move, "mov.(pred|b128|$any) d, a"),
        (Move, "prmt.b32[.(f4e|b4e|rc8|ecl|ecr|rc16)] d, a, b, c"),

        (Convert, "cvt[.sat].$int8.$int8 d:0, a:1"),
        (Convert, "cvt.$irnd[.ftz][.sat].$int8.f32 d:0, a:1"),
        (Convert, "cvt.$irnd[.sat].$int8.(f16|bf16|f64) d:0, a:1"),
        (Convert, "cvt.$rnd[.sat].(f16|bf16|f32|f64).$int8 d:0, a:1"),
        (Convert, "cvt.$rnd[.sat].(f16|bf16).f64 d:0, a:1"),
        (Convert, "cvt.$rnd[.ftz][.sat].f32.f64 d:0, a:1"),
        (Convert, "cvt.$rnd[.ftz][.sat].f16.f32 d:0, a:1"),
        (Convert, "cvt.(rn|rz).relu.f16.f32 d:0, a:1"),
        (Convert, "cvt.$rnd.bf16.f32 d:0, a:1"),
        (Convert, "cvt.(rn|rz).relu.bf16.f32 d:0, a:1"),
        (Convert, "cvt.(rn|rz)[.relu].tf32.f32 d:0, a:1"),
        (Convert, "cvt.rna[.satfinite].tf32.f32 d:0, a:1"),
        (Convert, "cvt.(rn|rz)[.relu][.satfinite].(f16x2|bf16x2).f32 d:0, a:1, b:1"),
        (Convert, "cvt[.ftz][.sat].f32.(f16|f32) d:0, a:1"),
        (Convert, "cvt[.ftz][.sat].f64.f32 d:0, a:1"),
        (Convert, "cvt[.sat].f64.f16 d:0, a:1"),
        (Convert, "cvt[.sat].(f32|f64).bf16 d:0, a:1"),
        (Convert, "cvt.$rnd[.sat].(f16|bf16).(f16|bf16) d:0, a:1"),
        (Convert, "cvt[.sat].(f16.f16|bf16.bf16|f64.f64) d:0, a:1"),
        (Convert, "cvt.$irnd[.ftz][.sat].f32.f32 d:0, a:1"),
        (Convert, "cvt.$irnd[.sat].(f16.f16|bf16.bf16|f64.f64) d:0, a:1"),
        (Convert, "cvt.pack.sat.(u16|s16).s32 d:b32, a, b"),
        (Convert, "cvt.pack.sat.(u2|s2|u4|s4|u8|s8).s32.b32 d:b32, a:s32, b:s32, c"),

        (Memory, "ld[.weak][.$space][~.$ldcop][~.$evict][~.$fetch][.$vec].$mem v, [a]"),
        (Memory, "ld[.weak][.$space][~.$ldcop][~.$evict][~.$fetch].b128 v, [a]"),
        (Memory, "ld.~volatile[.$space][~.$fetch][.$vec].$mem v, [a]"),
        (Memory, "ld.~(relaxed|acquire).~$scope[.$space][~.$evict][~.$fetch][.$vec].$mem v, [a]"),
        (Memory, "ld.global[~.(ca|cg|cs)].~nc[~.$evict][~.$fetch][.$vec].$mem v, [a]"),
        (Memory, "ldu[.global][.$vec].$mem v, [a]"),
        (Memory, "st[.weak][.$stspace][~.$stcop][~.$evict][.$vec].$mem [a], v"),
        (Memory, "st[.weak][.$stspace][~.$stcop][~.$evict].b128 [a], v"),
        (Memory, "st.~volatile[.$stspace][.$vec].$mem [a], v"),
        (Memory, "st.~(relaxed|release).~$scope[.$stspace][~.$evict][.$vec].$mem [a], v"),
        (Memory, "prefetch[.(global|local)].(L1|L2) [a]"),
        (Memory, "prefetch.global.(L2::evict_last|L2::evict_normal) [a]"),
        (Memory, "prefetchu.L1 [a]"),
        (Memory, "isspacep.(const|global|local|shared|shared::cta|param) p, a:u64"),
        (Memory, "cvta.(const|global|local|shared|shared::cta|param).u64 d, a"),
        (Memory, "cvta.to.(const|global|local|shared|shared::cta|param).u64 d, a"),

        (Atomic, "atom[~.$sem][~.$scope][.$atspace][~.$scope].(and|or|xor).(b32|b64) d, [a], b"),
        (Atomic, "atom[~.$sem][~.$scope][.$atspace][~.$scope].exch.(b32|b64|b128) d, [a], b"),
        (Atomic, "atom[~.$sem][~.$scope][.$atspace][~.$scope].cas.(b16|b32|b64|b128) d, [a], b, c"),
        (Atomic, "atom[~.$sem][~.$scope][.$atspace][~.$scope].add.(u32|s32|u64|f32|f64) d, [a], b"),
        (Atomic, "atom[~.$sem][~.$scope][.$atspace][~.$scope].add.noftz.(f16|f16x2|bf16|bf16x2) d, [a], b"),
        (Atomic, "atom[~.$sem][~.$scope][.$atspace][~.$scope].(inc|dec).u32 d, [a], b"),
        (Atomic, "atom[~.$sem][~.$scope][.$atspace][~.$scope].(min|max).(u32|s32|u64|s64) d, [a], b"),
        (Atomic, "red[~.(relaxed|release)][~.$scope][.$atspace][~.$scope].(and|or|xor).(b32|b64) [a], b"),
        (Atomic, "red[~.(relaxed|release)][~.$scope][.$atspace][~.$scope].add.(u32|s32|u64|f32|f64) [a], b"),
        (Atomic, "red[~.(relaxed|release)][~.$scope][.$atspace][~.$scope].add.noftz.(f16|f16x2|bf16|bf16x2) [a], b"),
        (Atomic, "red[~.(relaxed|release)][~.$scope][.$atspace][~.$scope].(inc|dec).u32 [a], b"),
        (Atomic, "red[~.(relaxed|release)][~.$scope][.$atspace][~.$scope].(min|max).(u32|s32|u64|s64) [a], b"),

        (Warp, "shfl.sync.(up|down|bfly|idx).b32 d|p, a, b, c, e"),
        (Warp, "shfl.(up|down|bfly|idx).b32 d|p, a, b, c"),
        (Warp, "vote.sync.(all|any|uni).pred p, !a, b:b32"),
        (Warp, "vote.sync.ballot.b32 d, !a, b"),
        (Warp, "vote.(all|any|uni).pred p, !a"),
        (Warp, "vote.ballot.b32 d, !a"),
        (Warp, "match.any.sync.(b32|b64) d:b32, a, b:b32"),
        (Warp, "match.all.sync.(b32|b64) d:b32|p, a, b:b32"),
        (Warp, "redux.sync.(add|min|max).(u32|s32) d, a, b:b32"),
        (Warp, "redux.sync.(and|or|xor).b32 d, a, b"),
        (Warp, "activemask.b32 d"),
        (Warp, "elect.sync d:b32|p, a:b32"),

        (Control, "bra[~.uni] L"),
        (Control, "brx.idx[~.uni] a:u32, T"),
        (Control, "call[~.uni] F"),
        (Control, "ret[~.uni]"),
        (Control, "exit"),
        (Control, "trap"),
        (Control, "brkpt"),
        (Control, "nanosleep.u32 a"),
        (Control, "pmevent i"),
        (Control, "griddepcontrol.(launch_dependents|wait)"),

        (Barrier, "bar[.cta].sync a:u32, b:u32?"),
        (Barrier, "bar[.cta].arrive a:u32, b:u32"),
        (Barrier, "bar[.cta].red.popc.u32 d, a:u32, !b"),
        (Barrier, "bar[.cta].red.popc.u32 d, a:u32, b:u32, !c"),
        (Barrier, "bar[.cta].red.(and|or).pred p, a:u32, !b"),
        (Barrier, "bar[.cta].red.(and|or).pred p, a:u32, b:u32, !c"),
        (Barrier, "bar.warp.sync a:b32"),
        (Barrier, "barrier[.cta].sync[.aligned] a:u32, b:u32?"),
        (Barrier, "barrier[.cta].arrive[.aligned] a:u32, b:u32"),
        (Barrier, "barrier[.cta].red.popc[.aligned].u32 d, a:u32, !b"),
        (Barrier, "barrier[.cta].red.popc[.aligned].u32 d, a:u32, b:u32, !c"),
        (Barrier, "barrier[.cta].red.(and|or)[.aligned].pred p, a:u32, !b"),
        (Barrier, "barrier[.cta].red.(and|or)[.aligned].pred p, a:u32, b:u32, !c"),
        (Barrier, "membar.(cta|gl|sys)"),
        (Barrier, "fence[.(sc|acq_rel|acquire|release)].(cta|cluster|gpu|sys)"),
    ]
};

/// One position in the modifier list of a form.
#[derive(Clone, Debug)]
pub struct Slot {
    /// Alternatives: sequences of modifiers, usually of one.
    pub choices: Vec<Vec<Mod>>,
    /// Whether the position may be empty.
    pub optional: bool,
    /// Whether the modifier is a hint without effect on the result.
    pub hint: bool,
}

/// Type of an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OperandType {
    /// The last type suffix.
    Last,
    /// The n-th type suffix.
    Nth(usize),
    /// Integer of twice the width of the last type suffix.
    Wide,
    /// A fixed type.
    Fixed(Mod),
}

/// Role of an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OperandRole {
    /// A destination register.
    Dst(OperandType),
    /// A destination register and, after `|`, a destination predicate. Either may be `_`; the second is optional.
    DstPair(OperandType),
    /// A register or vector of registers, by the vector modifier; destinations if `bool` is true.
    Vector(bool),
    /// A source: register, special register, immediate or symbol.
    Src(OperandType),
    /// A source predicate; may be negated if `bool` is true.
    SrcPred(bool),
    /// `[base+offset]`.
    Address,
    /// An integer literal.
    Immediate,
    /// A label.
    Label,
    /// The name of a `.branchtargets` list.
    Targets,
    /// A call's results, callee and arguments.
    Callee,
}

/// An operand position of a form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OperandSlot {
    /// Role of the operand.
    pub role: OperandRole,
    /// Whether the operand is optional.
    pub optional: bool,
}

/// A parsed row of the table.
#[derive(Clone, Debug)]
pub struct Form {
    /// Group in the book.
    pub group: Group,
    /// The row as written.
    pub syntax: &'static str,
    /// The opcode.
    pub opcode: Opcode,
    /// Modifier positions.
    pub slots: Vec<Slot>,
    /// Operand positions.
    pub operands: Vec<OperandSlot>,
}

/// All forms, parsed once.
pub fn forms() -> &'static [Form] {
    static FORMS: LazyLock<Vec<Form>> =
        LazyLock::new(|| ROWS.iter().map(|&(group, row)| Form::read(group, row)).collect());
    &FORMS
}

/// The forms of one opcode.
pub fn forms_of(opcode: Opcode) -> impl Iterator<Item = &'static Form> {
    static STARTS: LazyLock<Vec<Vec<usize>>> = LazyLock::new(|| {
        let mut starts = vec![Vec::new(); Opcode::ALL.len()];
        for (i, form) in forms().iter().enumerate() {
            starts[form.opcode as usize].push(i);
        }
        starts
    });
    STARTS[opcode as usize].iter().map(|&i| &forms()[i])
}

impl Form {
    /// Parses a row. A malformed row is a bug in the table.
    fn read(group: Group, row: &'static str) -> Form {
        let (head, tail) = row.split_once(' ').unwrap_or((row, ""));
        let name_end = head.find(['.', '[']).unwrap_or(head.len());
        let opcode = Opcode::from_text(&head[..name_end]).unwrap_or_else(|| panic!("opcode of row `{row}`"));
        let operands = split_top(tail, ',').iter().map(|o| OperandSlot::read(o, row)).collect();
        Form { group, syntax: row, opcode, slots: read_slots(&head[name_end..], row), operands }
    }

    /// Whether the form accepts this sequence of modifiers.
    pub fn admits(&self, mods: &[Mod]) -> bool {
        fn rest(slots: &[Slot], mods: &[Mod]) -> bool {
            let Some((slot, later)) = slots.split_first() else { return mods.is_empty() };
            slot.choices.iter().any(|run| mods.starts_with(run) && rest(later, &mods[run.len()..]))
                || (slot.optional && rest(later, mods))
        }
        rest(&self.slots, mods)
    }

    /// Minimum and maximum number of operands.
    pub fn arity(&self) -> (usize, usize) {
        (self.operands.iter().filter(|o| !o.optional).count(), self.operands.len())
    }

    /// All combinations of modifiers that differ in meaning, plus each hint once.
    ///
    /// Hints vary one at a time. Their product would have hundreds of thousands of combinations.
    pub fn combinations(&self) -> Vec<Vec<Mod>> {
        let mut all = self.product(None);
        for (i, slot) in self.slots.iter().enumerate().filter(|(_, s)| s.hint) {
            for run in 0..slot.choices.len() {
                all.push(self.product(Some((i, run))).swap_remove(0));
            }
        }
        all.dedup();
        all
    }

    fn product(&self, hint: Option<(usize, usize)>) -> Vec<Vec<Mod>> {
        let mut done: Vec<Vec<Mod>> = vec![Vec::new()];
        for (i, slot) in self.slots.iter().enumerate() {
            let mut runs: Vec<&[Mod]> = Vec::new();
            match hint {
                Some((at, run)) if at == i => runs.push(&slot.choices[run]),
                _ => {
                    if slot.optional {
                        runs.push(&[]);
                    }
                    if !slot.hint || !slot.optional {
                        let most = if slot.hint { 1 } else { slot.choices.len() };
                        runs.extend(slot.choices[..most].iter().map(Vec::as_slice));
                    }
                }
            }
            done = done
                .iter()
                .flat_map(|head| runs.iter().map(move |run| [head.as_slice(), run].concat()))
                .collect();
        }
        done
    }
}

/// Splits at `at` outside parentheses and brackets.
fn split_top(text: &str, at: char) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (i, c) in text.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            c if c == at && depth == 0 => {
                parts.push(text[start..i].trim());
                start = i + 1;
            }
            _ => {}
        }
    }
    parts.push(text[start..].trim());
    parts.retain(|p| !p.is_empty());
    parts
}

fn read_slots(mut text: &str, row: &str) -> Vec<Slot> {
    let mut slots = Vec::new();
    while !text.is_empty() {
        let (body, optional, after) = match text.strip_prefix('[') {
            Some(inner) => {
                let end = inner.find(']').unwrap_or_else(|| panic!("`[` of row `{row}`"));
                (&inner[..end], true, &inner[end + 1..])
            }
            None => {
                let end = if text.starts_with(".(") || text.starts_with(".~(") {
                    text.find(')').map(|i| i + 1)
                } else {
                    text[1..].find(['.', '[']).map(|i| i + 1)
                };
                let end = end.unwrap_or(text.len());
                (&text[..end], false, &text[end..])
            }
        };
        let hint = body.contains('~');
        let body = body.replace('~', "");
        let body = body.strip_prefix('.').unwrap_or_else(|| panic!("suffix of row `{row}`"));
        let body = body.strip_prefix('(').and_then(|b| b.strip_suffix(')')).unwrap_or(body);
        let choices = body.split('|').flat_map(|alternative| expand(alternative, row)).collect();
        slots.push(Slot { choices, optional, hint });
        text = after;
    }
    slots
}

fn expand(alternative: &str, row: &str) -> Vec<Vec<Mod>> {
    if let Some(set) = alternative.strip_prefix('$') {
        let (_, members) =
            SETS.iter().find(|(name, _)| *name == set).unwrap_or_else(|| panic!("set of row `{row}`"));
        return members.split('|').map(|m| vec![word(m, row)]).collect();
    }
    vec![alternative.split('.').map(|m| word(m, row)).collect()]
}

fn word(text: &str, row: &str) -> Mod {
    Mod::from_text(text).unwrap_or_else(|| panic!("suffix `{text}` of row `{row}`"))
}

impl OperandSlot {
    fn read(text: &str, row: &str) -> OperandSlot {
        let (text, optional) = match text.strip_suffix('?') {
            Some(t) => (t, true),
            None => (text, false),
        };
        let (name, second) = match text.split_once('|') {
            Some((n, s)) => (n, Some(s)),
            None => (text, None),
        };
        let (name, ty) = match name.split_once(':') {
            None => (name, OperandType::Last),
            Some((n, "w")) => (n, OperandType::Wide),
            Some((n, t)) => match t.parse() {
                Ok(nth) => (n, OperandType::Nth(nth)),
                Err(_) => (n, OperandType::Fixed(word(t, row))),
            },
        };
        let pred = OperandType::Fixed(Mod::Pred);
        let role = match name {
            "p" if second.is_some() => OperandRole::DstPair(pred),
            "p" => OperandRole::Dst(pred),
            "d" if second.is_some() => OperandRole::DstPair(ty),
            "d" => OperandRole::Dst(ty),
            "a" | "b" | "c" | "e" => OperandRole::Src(ty),
            "v" => OperandRole::Vector(row.starts_with("ld")),
            "[a]" => OperandRole::Address,
            "i" => OperandRole::Immediate,
            "L" => OperandRole::Label,
            "T" => OperandRole::Targets,
            "F" => OperandRole::Callee,
            _ if name.starts_with('!') => OperandRole::SrcPred(true),
            _ if name.starts_with('?') => OperandRole::SrcPred(false),
            _ => panic!("operand `{name}` of row `{row}`"),
        };
        OperandSlot { role, optional }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_can_be_read_and_admits_what_it_lists() {
        for form in forms() {
            for mods in form.combinations() {
                assert!(form.admits(&mods), "{} {mods:?}", form.syntax);
            }
        }
    }

    #[test]
    fn every_opcode_has_a_row() {
        for &opcode in Opcode::ALL {
            assert!(forms_of(opcode).next().is_some(), "{opcode}");
        }
    }

    #[test]
    fn a_row_admits_nothing_else() {
        use Mod::*;
        let add = |mods: &[Mod]| forms_of(Opcode::Add).any(|f| f.admits(mods));
        assert!(add(&[Rz, Ftz, Sat, F32]) && add(&[U64]) && add(&[Sat, S32]) && add(&[Cc, S64]));
        assert!(!add(&[Sat, U32]) && !add(&[Ftz, Rz, F32]) && !add(&[]) && !add(&[F32, F32]));
    }
}
