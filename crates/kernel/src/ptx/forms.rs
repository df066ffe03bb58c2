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
//! | `[t, c]` | a texture or surface and the coordinates in it; `[t]` one without coordinates; `g` a gradient, as long as `c` |
//! | `[a:global]` | the address of the access, in that space |
//! | `[b:shared]` | a further address, in that space |
//! | `z` | a size in bytes, or a predicate |
//! | `i` | an immediate integer; `L` a label; `T` a branch-target list |
//! | `A`, `B`, `C`, `D` | the registers of a matrix, in braces (see [`super::matrix`]); `X` those of the matrix that the suffixes name |
//! | `, x?` | an optional operand |
//! | `a.part` | a source of which a byte or half may be selected: `a.b0` to `a.b3`, `a.h0`, `a.h1` |
//! | `d.part` | a destination of which only the selected byte or half is computed |
//! | `a.halves`, `a.bytes` | a source of which halves (`a.h10`) or bytes (`a.b3210`) may be selected, also of its neighbour |
//! | `d.halves`, `d.bytes` | a destination with a mask of the halves or bytes that are computed (`d.h1`, `d.b310`) |
//! | `-a` | a source that may be negated |

use super::isa::{Mod, Opcode};
use super::matrix::Matrix;
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
    Tensor,
    Video,
    Texture,
    Asynchronous,
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
            Group::Tensor => "Matrices",
            Group::Video => "Video",
            Group::Texture => "Textures and surfaces",
            Group::Asynchronous => "Asynchronous copies, mbarriers and clusters",
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
    ("space", "const|global|local|param|shared|shared::cta|shared::cluster|param::entry|param::func"),
    ("stspace", "global|local|param|shared|shared::cta|shared::cluster|param::func"),
    ("atspace", "global|shared|shared::cta|shared::cluster"),
    ("scope", "cta|cluster|gpu|sys"),
    ("sem", "relaxed|acquire|release|acq_rel"),
    ("ldcop", "ca|cg|cs|lu|cv"),
    ("stcop", "wb|cg|cs|wt"),
    ("evict", "L1::evict_normal|L1::evict_unchanged|L1::evict_first|L1::evict_last|L1::no_allocate"),
    ("fetch", "L2::64B|L2::128B|L2::256B"),
    ("vec", "v2|v4"),
    ("wmma", "m16n16k16|m32n8k16|m8n32k16"),
    ("order", "row|col"),
    ("word", "u32|s32"),
    ("geom", "1d|2d|3d|a1d|a2d"),
    ("texel", "f32|s32|u32"),
    ("sucop", "ca|cg|cs|cv"),
    ("sumode", "trap|clamp|zero"),
    ("ownshared", "shared|shared::cta"),
    ("anyshared", "shared|shared::cta|shared::cluster"),
    ("near", "cta|cluster"),
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
        (Memory, "isspacep.(const|global|local|shared|shared::cta|shared::cluster|param) p, a:u64"),
        (Memory, "cvta.(const|global|local|shared|shared::cta|shared::cluster|param).u64 d, a"),
        (Memory, "cvta.to.(const|global|local|shared|shared::cta|shared::cluster|param).u64 d, a"),

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

        (Tensor, "wmma.load.(a|b).sync.aligned.$order.$wmma[.$atspace].(f16|bf16|s8|u8) X, [a], b:u32?"),
        (Tensor, "wmma.load.c.sync.aligned.$order.$wmma[.$atspace].(f16|f32|s32) X, [a], b:u32?"),
        (Tensor, "wmma.load.(a|b).sync.aligned.$order.m16n16k8[.$atspace].tf32 X, [a], b:u32?"),
        (Tensor, "wmma.load.c.sync.aligned.$order.m16n16k8[.$atspace].f32 X, [a], b:u32?"),
        (Tensor, "wmma.load.(a|b|c).sync.aligned.$order.m8n8k4[.$atspace].f64 X, [a], b:u32?"),
        (Tensor, "wmma.load.(a.sync.aligned.row|b.sync.aligned.col).m8n8k32[.$atspace].(s4|u4) X, [a], b:u32?"),
        (Tensor, "wmma.load.(a.sync.aligned.row|b.sync.aligned.col).m8n8k128[.$atspace].b1 X, [a], b:u32?"),
        (Tensor, "wmma.load.c.sync.aligned.$order.(m8n8k32|m8n8k128)[.$atspace].s32 X, [a], b:u32?"),
        (Tensor, "wmma.store.d.sync.aligned.$order.$wmma[.$atspace].(f16|f32|s32) [a], X, b:u32?"),
        (Tensor, "wmma.store.d.sync.aligned.$order.m16n16k8[.$atspace].f32 [a], X, b:u32?"),
        (Tensor, "wmma.store.d.sync.aligned.$order.m8n8k4[.$atspace].f64 [a], X, b:u32?"),
        (Tensor, "wmma.store.d.sync.aligned.$order.(m8n8k32|m8n8k128)[.$atspace].s32 [a], X, b:u32?"),
        (Tensor, "wmma.mma.sync.aligned.$order.$order.$wmma.(f16|f32).(f16|f32) D, A, B, C"),
        (Tensor, "wmma.mma.sync.aligned.$order.$order.$wmma.f32.bf16.bf16.f32 D, A, B, C"),
        (Tensor, "wmma.mma.sync.aligned.$order.$order.m16n16k8.f32.tf32.tf32.f32 D, A, B, C"),
        (Tensor, "wmma.mma.sync.aligned.$order.$order.m8n8k4[.$rnd].f64.f64.f64.f64 D, A, B, C"),
        (Tensor, "wmma.mma.sync.aligned.$order.$order.m8n8k4.f64.f64.f64.f64.$rnd D, A, B, C"),
        (Tensor, "wmma.mma.sync.aligned.$order.$order.$wmma.s32.(s8.s8|u8.u8).s32[.satfinite] D, A, B, C"),
        (Tensor, "wmma.mma.sync.aligned.row.col.m8n8k32.s32.(s4.s4|u4.u4).s32[.satfinite] D, A, B, C"),
        (Tensor, "wmma.mma.(xor|and).popc.sync.aligned.row.col.m8n8k128.s32.b1.b1.s32 D, A, B, C"),
        (Tensor, "mma.sync.aligned.m8n8k4.$order.$order.(f16.f16.f16.f16|f32.f16.f16.f16|f32.f16.f16.f32) D, A, B, C"),
        (Tensor, "mma.sync.aligned.(m16n8k8|m16n8k16).row.col.(f16.f16.f16.f16|f32.f16.f16.f32|f32.bf16.bf16.f32) D, A, B, C"),
        (Tensor, "mma.sync.aligned.(m16n8k4|m16n8k8).row.col.f32.tf32.tf32.f32 D, A, B, C"),
        (Tensor, "mma.sync.aligned.(m8n8k4|m16n8k4|m16n8k8|m16n8k16).row.col.f64.f64.f64.f64[.$rnd] D, A, B, C"),
        (Tensor, "mma.sync.aligned.(m8n8k16|m16n8k16|m16n8k32).row.col[.satfinite].s32.(s8|u8).(s8|u8).s32 D, A, B, C"),
        (Tensor, "mma.sync.aligned.(m8n8k16|m16n8k16|m16n8k32).row.col.s32.(s8|u8).(s8|u8).s32.satfinite D, A, B, C"),
        (Tensor, "mma.sync.aligned.(m8n8k32|m16n8k32|m16n8k64).row.col[.satfinite].s32.(s4|u4).(s4|u4).s32 D, A, B, C"),
        (Tensor, "mma.sync.aligned.(m8n8k128|m16n8k128|m16n8k256).row.col.s32.b1.b1.s32.(xor|and).popc D, A, B, C"),
        (Tensor, "ldmatrix.sync.aligned.m8n8.(x1|x2|x4)[.trans][.(shared|shared::cta)].b16 X, [a]"),
        (Tensor, "ldmatrix.sync.aligned.(x1|x2|x4)[.trans].m8n8[.(shared|shared::cta)].b16 X, [a]"),
        (Tensor, "stmatrix.sync.aligned.m8n8.(x1|x2|x4)[.trans][.(shared|shared::cta)].b16 [a], X"),
        (Tensor, "stmatrix.sync.aligned.(x1|x2|x4)[.trans].m8n8[.(shared|shared::cta)].b16 [a], X"),
        (Tensor, "movmatrix.sync.aligned.m8n8.trans.b16 d:b32, a:b32"),

        (Video, "vadd.$word.$word.$word[.sat] d:0, a.part:1, b.part:2"),
        (Video, "vadd.$word.$word.$word[.sat].(add|min|max) d:0, a.part:1, b.part:2, c:0"),
        (Video, "vadd.$word.$word.$word[.sat] d.part:0, a.part:1, b.part:2, c:0"),
        (Video, "vsub.$word.$word.$word[.sat] d:0, a.part:1, b.part:2"),
        (Video, "vsub.$word.$word.$word[.sat].(add|min|max) d:0, a.part:1, b.part:2, c:0"),
        (Video, "vsub.$word.$word.$word[.sat] d.part:0, a.part:1, b.part:2, c:0"),
        (Video, "vabsdiff.$word.$word.$word[.sat] d:0, a.part:1, b.part:2"),
        (Video, "vabsdiff.$word.$word.$word[.sat].(add|min|max) d:0, a.part:1, b.part:2, c:0"),
        (Video, "vabsdiff.$word.$word.$word[.sat] d.part:0, a.part:1, b.part:2, c:0"),
        (Video, "vmin.$word.$word.$word[.sat] d:0, a.part:1, b.part:2"),
        (Video, "vmin.$word.$word.$word[.sat].(add|min|max) d:0, a.part:1, b.part:2, c:0"),
        (Video, "vmin.$word.$word.$word[.sat] d.part:0, a.part:1, b.part:2, c:0"),
        (Video, "vmax.$word.$word.$word[.sat] d:0, a.part:1, b.part:2"),
        (Video, "vmax.$word.$word.$word[.sat].(add|min|max) d:0, a.part:1, b.part:2, c:0"),
        (Video, "vmax.$word.$word.$word[.sat] d.part:0, a.part:1, b.part:2, c:0"),
        (Video, "vshl.$word.$word.u32[.sat].(clamp|wrap) d:0, a.part:1, b.part:2"),
        (Video, "vshl.$word.$word.u32[.sat].(clamp|wrap).(add|min|max) d:0, a.part:1, b.part:2, c:0"),
        (Video, "vshl.$word.$word.u32[.sat].(clamp|wrap) d.part:0, a.part:1, b.part:2, c:0"),
        (Video, "vshr.$word.$word.u32[.sat].(clamp|wrap) d:0, a.part:1, b.part:2"),
        (Video, "vshr.$word.$word.u32[.sat].(clamp|wrap).(add|min|max) d:0, a.part:1, b.part:2, c:0"),
        (Video, "vshr.$word.$word.u32[.sat].(clamp|wrap) d.part:0, a.part:1, b.part:2, c:0"),
        (Video, "vmad.$word.$word.$word[.sat][.(shr7|shr15)] d:0, -a.part:1, -b.part:2, -c:0"),
        (Video, "vmad.$word.$word.$word.po[.sat][.(shr7|shr15)] d:0, a.part:1, b.part:2, c:0"),
        (Video, "vset.$word.$word.$scmp d:u32, a.part:0, b.part:1"),
        (Video, "vset.$word.$word.$scmp.(add|min|max) d:u32, a.part:0, b.part:1, c:u32"),
        (Video, "vset.$word.$word.$scmp d.part:u32, a.part:0, b.part:1, c:u32"),
        (Video, "vadd2.$word.$word.$word[.(sat|add)] d.halves:0, a.halves:1, b.halves:2, c:0"),
        (Video, "vsub2.$word.$word.$word[.(sat|add)] d.halves:0, a.halves:1, b.halves:2, c:0"),
        (Video, "vavrg2.$word.$word.$word[.(sat|add)] d.halves:0, a.halves:1, b.halves:2, c:0"),
        (Video, "vabsdiff2.$word.$word.$word[.(sat|add)] d.halves:0, a.halves:1, b.halves:2, c:0"),
        (Video, "vmin2.$word.$word.$word[.(sat|add)] d.halves:0, a.halves:1, b.halves:2, c:0"),
        (Video, "vmax2.$word.$word.$word[.(sat|add)] d.halves:0, a.halves:1, b.halves:2, c:0"),
        (Video, "vset2.$word.$word.$scmp[.add] d.halves:u32, a.halves:0, b.halves:1, c:u32"),
        (Video, "vadd4.$word.$word.$word[.(sat|add)] d.bytes:0, a.bytes:1, b.bytes:2, c:0"),
        (Video, "vsub4.$word.$word.$word[.(sat|add)] d.bytes:0, a.bytes:1, b.bytes:2, c:0"),
        (Video, "vavrg4.$word.$word.$word[.(sat|add)] d.bytes:0, a.bytes:1, b.bytes:2, c:0"),
        (Video, "vabsdiff4.$word.$word.$word[.(sat|add)] d.bytes:0, a.bytes:1, b.bytes:2, c:0"),
        (Video, "vmin4.$word.$word.$word[.(sat|add)] d.bytes:0, a.bytes:1, b.bytes:2, c:0"),
        (Video, "vmax4.$word.$word.$word[.(sat|add)] d.bytes:0, a.bytes:1, b.bytes:2, c:0"),
        (Video, "vset4.$word.$word.$scmp[.add] d.bytes:u32, a.bytes:0, b.bytes:1, c:u32"),

        (Texture, "tex[.base].$geom.v4.$texel.(f32|s32) v, [t, c]"),
        (Texture, "tex[.base].(cube|acube).v4.$texel.f32 v, [t, c]"),
        (Texture, "tex.level.$geom.v4.$texel.(f32|s32) v, [t, c], a"),
        (Texture, "tex.level.(cube|acube).v4.$texel.f32 v, [t, c], a"),
        (Texture, "tex.grad.($geom|cube|acube).v4.$texel.f32 v, [t, c], g, g"),
        (Texture, "tld4.(r|g|b|a).(2d|a2d|cube|acube).v4.$texel.f32 v, [t, c]"),
        (Texture, "txq.(width|height|depth|channel_data_type|channel_order|normalized_coords|array_size|num_mipmap_levels|num_samples).b32 d, [t]"),
        (Texture, "txq.(force_unnormalized_coords|filter_mode|addr_mode_0|addr_mode_1|addr_mode_2).b32 d, [t]"),
        (Texture, "txq.level.(width|height|depth).b32 d, [t], a"),
        (Texture, "suld.b.$geom[~.$sucop][.$vec].(b8|b16|b32)[.$sumode] v, [t, c]"),
        (Texture, "suld.b.$geom[~.$sucop][.v2].b64[.$sumode] v, [t, c]"),
        (Texture, "sust.b.$geom[~.$stcop][.$vec].(b8|b16|b32)[.$sumode] [t, c], v"),
        (Texture, "sust.b.$geom[~.$stcop][.v2].b64[.$sumode] [t, c], v"),
        (Texture, "sured.b.add.(1d|2d|3d).(u32|s32|u64)[.$sumode] [t, c], a"),
        (Texture, "sured.b.(min|max).(1d|2d|3d).(u32|s32|u64|s64)[.$sumode] [t, c], a"),
        (Texture, "sured.b.(and|or).(1d|2d|3d).b32[.$sumode] [t, c], a"),
        (Texture, "suq.(width|height|depth|channel_data_type|channel_order|array_size|memory_layout).b32 d, [t]"),
        (Texture, "istypep.(texref|samplerref|surfref) p, a:u64"),

        (Asynchronous, "cp.async.(ca|cg).$ownshared.global[~.$fetch] [b:shared], [a:global], i, z?"),
        (Asynchronous, "cp.async.(ca|cg).$ownshared.global.~L2::cache_hint[~.$fetch] [b:shared], [a:global], i, c:b64"),
        (Asynchronous, "cp.async.(ca|cg).$ownshared.global.~L2::cache_hint[~.$fetch] [b:shared], [a:global], i, z, c:b64"),
        (Asynchronous, "cp.async.commit_group"),
        (Asynchronous, "cp.async.wait_group i"),
        (Asynchronous, "cp.async.wait_all"),
        (Asynchronous, "cp.async.mbarrier.arrive[.noinc][.$ownshared].b64 [a]"),
        (Asynchronous, "cp.async.bulk.(shared::cluster|shared::cta).global.mbarrier::complete_tx::bytes [b:shared], [a:global], b:u32, [c:shared]"),
        (Asynchronous, "cp.async.bulk.(shared::cluster|shared::cta).global.mbarrier::complete_tx::bytes.~L2::cache_hint [b:shared], [a:global], b:u32, [c:shared], c:b64"),
        (Asynchronous, "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [a:shared], [b:shared], b:u32, [c:shared]"),
        (Asynchronous, "cp.async.bulk.global.shared::cta.bulk_group [a:global], [b:shared], b:u32"),
        (Asynchronous, "cp.async.bulk.global.shared::cta.bulk_group.~L2::cache_hint [a:global], [b:shared], b:u32, c:b64"),
        (Asynchronous, "cp.async.bulk.commit_group"),
        (Asynchronous, "cp.async.bulk.wait_group[.read] i"),
        (Asynchronous, "cp.async.bulk.prefetch.L2.global [a:global], b:u32"),
        (Asynchronous, "cp.async.bulk.prefetch.L2.global.~L2::cache_hint [a:global], b:u32, c:b64"),
        (Asynchronous, "cp.reduce.async.bulk.global.shared::cta.bulk_group.(and.b32|and.b64|or.b32|or.b64|xor.b32|xor.b64|inc.u32|dec.u32|min.u32|min.s32|min.u64|min.s64|max.u32|max.s32|max.u64|max.s64|add.u32|add.s32|add.u64|add.f32|add.f64|add.noftz.f16|add.noftz.bf16) [a:global], [b:shared], b:u32"),
        (Asynchronous, "mbarrier.init[.$ownshared].b64 [a], b:u32"),
        (Asynchronous, "mbarrier.inval[.$ownshared].b64 [a]"),
        (Asynchronous, "mbarrier.(expect_tx|complete_tx)[~.relaxed][~.$near][.$anyshared].b64 [a], b:u32"),
        (Asynchronous, "mbarrier.(arrive|arrive_drop)[~.(release|relaxed)][~.$near][.$anyshared].b64 d, [a], b:u32?"),
        (Asynchronous, "mbarrier.(arrive|arrive_drop).expect_tx[~.(release|relaxed)][~.$near][.$anyshared].b64 d, [a], b:u32"),
        (Asynchronous, "mbarrier.(arrive|arrive_drop).noComplete[~.release][~.cta][.$ownshared].b64 d, [a], b:u32"),
        (Asynchronous, "mbarrier.test_wait[~.(acquire|relaxed)][~.$near][.$ownshared].b64 p, [a], b"),
        (Asynchronous, "mbarrier.test_wait.parity[~.(acquire|relaxed)][~.$near][.$ownshared].b64 p, [a], b:u32"),
        (Asynchronous, "mbarrier.try_wait[~.(acquire|relaxed)][~.$near][.$ownshared].b64 p, [a], b, c:u32?"),
        (Asynchronous, "mbarrier.try_wait.parity[~.(acquire|relaxed)][~.$near][.$ownshared].b64 p, [a], b:u32, c:u32?"),
        (Asynchronous, "mbarrier.pending_count.b64 d:u32, a"),
        (Asynchronous, "fence.mbarrier_init.release.cluster"),
        (Asynchronous, "fence.proxy.(alias|async|async.global|async.shared::cta|async.shared::cluster)"),
        (Asynchronous, "fence.proxy.async::generic.(acquire.sync_restrict::shared::cluster|release.sync_restrict::shared::cta).cluster"),
        (Asynchronous, "fence.(acquire.sync_restrict::shared::cluster|release.sync_restrict::shared::cta).cluster"),
        (Asynchronous, "mapa[.shared::cluster].(u32|u64) d, a, b:u32"),
        (Asynchronous, "getctarank[.shared::cluster].(u32|u64) d:u32, a"),
        (Asynchronous, "barrier.cluster.arrive[~.(release|relaxed)][.aligned]"),
        (Asynchronous, "barrier.cluster.wait[~.acquire][.aligned]"),
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

/// Which parts of a 32-bit register an operand of a video instruction selects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Parts {
    /// All of it.
    Whole,
    /// One byte or half.
    One,
    /// Two halves.
    Halves,
    /// Four bytes.
    Bytes,
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
    /// The registers of a matrix, in braces; the matrix that the modifiers name if there is none here. Destinations if `bool` is true.
    Fragment(Option<Matrix>, bool),
    /// A source: register, special register, immediate or symbol.
    Src(OperandType),
    /// A destination register of which parts are computed: one that must be named, or a mask that may be.
    PartDst(OperandType, Parts),
    /// A source of which parts may be selected, and which may be negated if `bool` is true.
    PartSrc(OperandType, Parts, bool),
    /// A source predicate; may be negated if `bool` is true.
    SrcPred(bool),
    /// `[base+offset]`.
    Address,
    /// `[object, coordinates]`.
    Coordinates,
    /// `[object]`.
    Object,
    /// A gradient: as many numbers as the coordinates have.
    Gradient,
    /// The address of the access, in the space of this suffix.
    AccessIn(Mod),
    /// A further address, in the space of this suffix: a source for the base and one for the offset.
    AddressIn(Mod),
    /// A size in bytes, or a predicate.
    SizeOrPred,
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

/// Opcodes whose modifiers may stand in any order, as ptxas has it. Compilers and headers use several orders: both
/// `atom.acquire.gpu.add.u32` and `atom.add.acquire.gpu.u32`.
pub const ANY_ORDER: &[Opcode] = {
    use Opcode::*;
    &[Atom, Red, Ld, Ldu, St, Fence, Vote, Match, Shfl, Redux]
};

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

    /// The modifiers in the order of the form, if they are the form's in some order. Types keep their order: the first
    /// is that of the result where there are two.
    pub fn arrange(&self, mods: &[Mod]) -> Option<Vec<Mod>> {
        fn rest(slots: &[Slot], left: &[Mod]) -> Option<Vec<Mod>> {
            let Some((slot, later)) = slots.split_first() else { return left.is_empty().then(Vec::new) };
            for run in &slot.choices {
                let taken = run.iter().try_fold(left.to_vec(), |mut left, m| {
                    let at = left.iter().position(|l| l == m)?;
                    if m.is_type() && left[..at].iter().any(|l| l.is_type()) {
                        return None;
                    }
                    left.remove(at);
                    Some(left)
                });
                if let Some(tail) = taken.and_then(|left| rest(later, &left)) {
                    return Some([run.as_slice(), &tail].concat());
                }
            }
            if slot.optional { rest(later, left) } else { None }
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
        let address =
            text.strip_prefix('[').and_then(|t| t.strip_suffix(']')).and_then(|t| t.split_once(':'));
        if let Some((name, space)) = address {
            let space = word(space, row);
            let role = if name == "a" { OperandRole::AccessIn(space) } else { OperandRole::AddressIn(space) };
            return OperandSlot { role, optional };
        }
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
        let (name, negatable) = match name.strip_prefix('-') {
            Some(n) => (n, true),
            None => (name, false),
        };
        let (name, parts) = match name.split_once('.') {
            None => (name, Parts::Whole),
            Some((n, "part")) => (n, Parts::One),
            Some((n, "halves")) => (n, Parts::Halves),
            Some((n, "bytes")) => (n, Parts::Bytes),
            Some(_) => panic!("parts of operand `{name}` of row `{row}`"),
        };
        let pred = OperandType::Fixed(Mod::Pred);
        let role = match name {
            "d" if parts != Parts::Whole => OperandRole::PartDst(ty, parts),
            "a" | "b" | "c" if negatable || parts != Parts::Whole => {
                OperandRole::PartSrc(ty, parts, negatable)
            }
            "p" if second.is_some() => OperandRole::DstPair(pred),
            "p" => OperandRole::Dst(pred),
            "d" if second.is_some() => OperandRole::DstPair(ty),
            "d" => OperandRole::Dst(ty),
            "a" | "b" | "c" | "e" => OperandRole::Src(ty),
            "v" => {
                OperandRole::Vector(["ld", "tex.", "tex[", "tld4", "suld"].iter().any(|s| row.starts_with(s)))
            }
            "[t, c]" => OperandRole::Coordinates,
            "[t]" => OperandRole::Object,
            "g" => OperandRole::Gradient,
            "[a]" => OperandRole::Address,
            "A" => OperandRole::Fragment(Some(Matrix::A), false),
            "B" => OperandRole::Fragment(Some(Matrix::B), false),
            "C" => OperandRole::Fragment(Some(Matrix::C), false),
            "D" => OperandRole::Fragment(Some(Matrix::D), true),
            "X" => OperandRole::Fragment(None, row.starts_with("wmma.load") || row.starts_with("ld")),
            "i" => OperandRole::Immediate,
            "z" => OperandRole::SizeOrPred,
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
    fn modifiers_of_memory_and_warp_instructions_have_any_order() {
        // A deterministic shuffle: the law holds for every order.
        let mut state = 1u64;
        let mut below = |n: usize| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) as usize % n
        };
        for form in forms().iter().filter(|f| ANY_ORDER.contains(&f.opcode)) {
            for mods in form.combinations() {
                let mut shuffled = mods.clone();
                for at in (1..shuffled.len()).rev() {
                    shuffled.swap(at, below(at + 1));
                }
                // Types stay in order.
                let mut types = mods.iter().copied().filter(|m| m.is_type());
                for m in shuffled.iter_mut().filter(|m| m.is_type()) {
                    *m = types.next().unwrap();
                }
                let found = forms_of(form.opcode).find_map(|f| f.arrange(&shuffled));
                let found = found.unwrap_or_else(|| panic!("{} {shuffled:?}", form.syntax));
                let sorted = |mods: &[Mod]| {
                    let mut all = mods.to_vec();
                    all.sort_unstable();
                    all
                };
                assert_eq!(sorted(&found), sorted(&mods), "{}", form.syntax);
                assert!(forms_of(form.opcode).any(|f| f.admits(&found)), "{} {found:?}", form.syntax);
            }
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
