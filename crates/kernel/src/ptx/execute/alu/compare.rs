//! Comparison and selection.

use super::Suffixes;
use crate::execute::lanes::dispatch::{Fused, Task, fastest};
use crate::execute::lanes::scalar::{Brain, Half, Small, flush, operand};
use crate::execute::lanes::{LaneOp, Results, Sources, lanes};
use crate::ptx::isa::{Mod, Opcode, TypeKind};
use std::marker::PhantomData;

/// How an operand of a comparison is read.
trait Operand {
    type Value: PartialOrd;
    fn read<const W: usize>(x: &Sources<'_, W>, source: usize, lane: usize) -> Self::Value;
}

macro_rules! integers {
    ($($class:ident $t:ident),*) => {$(
        impl Operand for $t {
            type Value = $t;
            #[inline(always)]
            fn read<const W: usize>(x: &Sources<'_, W>, source: usize, lane: usize) -> $t {
                x.$class[source][lane] as $t
            }
        }
    )*};
}
integers!(s u16, s u32, l u64, s i16, s i32, l i64);

struct Single<const FTZ: bool>;
impl<const FTZ: bool> Operand for Single<FTZ> {
    type Value = f32;
    #[inline(always)]
    fn read<const W: usize>(x: &Sources<'_, W>, source: usize, lane: usize) -> f32 {
        operand::<FTZ>(x.s[source][lane])
    }
}

struct Double;
impl Operand for Double {
    type Value = f64;
    #[inline(always)]
    fn read<const W: usize>(x: &Sources<'_, W>, source: usize, lane: usize) -> f64 {
        f64::from_bits(x.l[source][lane])
    }
}

/// A 16-bit float: the lower half of a word, or the upper.
struct Word<H, const FTZ: bool, const UPPER: bool>(PhantomData<H>);
impl<H: Small, const FTZ: bool, const UPPER: bool> Operand for Word<H, FTZ, UPPER> {
    type Value = f32;
    #[inline(always)]
    fn read<const W: usize>(x: &Sources<'_, W>, source: usize, lane: usize) -> f32 {
        let word = x.s[source][lane];
        let bits = if UPPER { (word >> 16) as u16 } else { word as u16 };
        H::widen(if FTZ && bits & H::INFINITY == 0 { bits & 0x8000 } else { bits })
    }
}

/// A relation that no NaN satisfies; what PTX offers besides are the negations of these.
trait Relation {
    fn holds<T: PartialOrd>(a: T, b: T) -> bool;
}

macro_rules! relations {
    ($($name:ident = |$a:ident, $b:ident| $e:expr;)*) => {$(
        struct $name;
        impl Relation for $name {
            #[inline(always)]
            fn holds<T: PartialOrd>($a: T, $b: T) -> bool { $e }
        }
    )*};
}
relations! {
    Equal = |a, b| a == b;
    Unequal = |a, b| (a < b) | (a > b);
    Less = |a, b| a < b;
    LessEqual = |a, b| a <= b;
    Greater = |a, b| a > b;
    GreaterEqual = |a, b| a >= b;
    Ordered = |a, b| (a <= b) | (a >= b);
}

/// The relation a suffix names, and whether its negation is meant.
fn relation(m: Suffixes<'_>) -> Option<(Base, bool)> {
    let float = matches!(m.last(), Some(t) if t.kind() == Some(TypeKind::Float));
    let name = m.0.first()?;
    Some(match name {
        Mod::Eq => (Base::Equal, false),
        Mod::Ne if !float => (Base::Equal, true),
        Mod::Ne => (Base::Unequal, false),
        Mod::Lt | Mod::Lo => (Base::Less, false),
        Mod::Le | Mod::Ls => (Base::LessEqual, false),
        Mod::Gt | Mod::Hi => (Base::Greater, false),
        Mod::Ge | Mod::Hs => (Base::GreaterEqual, false),
        Mod::Equ => (Base::Unequal, true),
        Mod::Neu => (Base::Equal, true),
        Mod::Ltu => (Base::GreaterEqual, true),
        Mod::Leu => (Base::Greater, true),
        Mod::Gtu => (Base::LessEqual, true),
        Mod::Geu => (Base::Less, true),
        Mod::Num => (Base::Ordered, false),
        Mod::Nan => (Base::Ordered, true),
        _ => return None,
    })
}

/// The names of the relations.
#[derive(Clone, Copy)]
enum Base {
    Equal,
    Unequal,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Ordered,
}

/// The bits of `W` lanes.
const fn all<const W: usize>() -> u64 {
    u64::MAX >> (64 - W)
}

/// A bit per lane of half a wide warp, so that masks are made and read without shifts by lane.
const BITS: [u32; 32] = {
    let mut bits = [0; 32];
    let mut i = 0;
    while i < 32 {
        bits[i] = 1 << i;
        i += 1;
    }
    bits
};

/// The lanes in which the first two sources are related. Not inlined: it is shared by all that use it.
#[inline(never)]
fn related<const W: usize, O: Operand, R: Relation>(x: &Sources<'_, W>) -> u64 {
    struct Related<'a, 'b, const W: usize, O, R>(&'a Sources<'b, W>, &'a mut [u32; W], PhantomData<(O, R)>);
    impl<const W: usize, O: Operand, R: Relation> Task for Related<'_, '_, W, O, R> {
        type Output = ();
        #[inline(always)]
        fn run<F: Fused>(self) {
            for i in 0..W {
                let holds = R::holds(O::read(self.0, 0, i), O::read(self.0, 1, i));
                self.1[i] = if holds { u32::MAX } else { 0 };
            }
        }
    }
    let mut truth = [0; W];
    fastest(Related::<W, O, R>(x, &mut truth, PhantomData));
    gathered(&truth)
}

/// A bit per word of all ones or zeros.
///
/// Not inlined: from the comparisons themselves the compiler would make a chain of choices, one lane
/// after the other, where it makes vectors of this.
#[inline(never)]
fn gathered<const W: usize>(truth: &[u32; W]) -> u64 {
    let mut mask = 0;
    for from in (0..W).step_by(32) {
        let mut word = 0;
        for i in 0..W.min(32) {
            word |= truth[from + i] & BITS[i];
        }
        mask |= u64::from(word) << from;
    }
    mask
}

/// What a comparison is combined with: the third source.
trait Combine {
    fn combine(t: u64, c: u64) -> u64;
}
struct Alone;
struct And;
struct Or;
struct Xor;
impl Combine for Alone {
    #[inline(always)]
    fn combine(t: u64, _: u64) -> u64 {
        t
    }
}
impl Combine for And {
    #[inline(always)]
    fn combine(t: u64, c: u64) -> u64 {
        t & c
    }
}
impl Combine for Or {
    #[inline(always)]
    fn combine(t: u64, c: u64) -> u64 {
        t | c
    }
}
impl Combine for Xor {
    #[inline(always)]
    fn combine(t: u64, c: u64) -> u64 {
        t ^ c
    }
}

/// Where the truth of a comparison goes.
trait Sink {
    /// Puts `holds`, combined with the third source.
    fn put<const W: usize, C: Combine>(holds: u64, x: &Sources<'_, W>, r: &mut Results<W>);
    /// Puts the truth of the lower and of the upper halves.
    fn put_pair<const W: usize, C: Combine>(lower: u64, upper: u64, x: &Sources<'_, W>, r: &mut Results<W>);
}

/// To predicates: of a single comparison itself and its negation, of a pair both.
struct Predicates;
impl Sink for Predicates {
    #[inline(always)]
    fn put<const W: usize, C: Combine>(holds: u64, x: &Sources<'_, W>, r: &mut Results<W>) {
        Self::put_pair::<W, C>(holds, holds ^ all::<W>(), x, r);
    }
    #[inline(always)]
    fn put_pair<const W: usize, C: Combine>(lower: u64, upper: u64, x: &Sources<'_, W>, r: &mut Results<W>) {
        r.p = [C::combine(lower, x.p[2]), C::combine(upper, x.p[2])];
    }
}

/// To a register: this pattern where true, zero where not.
struct Pattern<const TRUE: u32>;
impl<const TRUE: u32> Sink for Pattern<TRUE> {
    #[inline(always)]
    fn put<const W: usize, C: Combine>(holds: u64, x: &Sources<'_, W>, r: &mut Results<W>) {
        spread(C::combine(holds, x.p[2]), TRUE, &mut r.s);
    }
    #[inline(always)]
    fn put_pair<const W: usize, C: Combine>(lower: u64, upper: u64, x: &Sources<'_, W>, r: &mut Results<W>) {
        let mut high = [0; W];
        spread(C::combine(lower, x.p[2]), TRUE, &mut r.s);
        spread(C::combine(upper, x.p[2]), TRUE << 16, &mut high);
        for i in 0..W {
            r.s[i] |= high[i];
        }
    }
}

/// `truth` in the lanes of `mask`, zero in the others.
#[inline(never)]
fn spread<const W: usize>(mask: u64, truth: u32, out: &mut [u32; W]) {
    for from in (0..W).step_by(32) {
        let word = (mask >> from) as u32;
        for i in 0..W.min(32) {
            out[from + i] = if word & BITS[i] != 0 { truth } else { 0 };
        }
    }
}

fn single<const W: usize, O: Operand, S: Sink, R: Relation, C: Combine, const NOT: bool>(
    x: &Sources<'_, W>,
    r: &mut Results<W>,
) {
    let flip = if NOT { all::<W>() } else { 0 };
    S::put::<W, C>(related::<W, O, R>(x) ^ flip, x, r);
}

fn pair<const W: usize, H: Small, const FTZ: bool, S: Sink, R: Relation, C: Combine, const NOT: bool>(
    x: &Sources<'_, W>,
    r: &mut Results<W>,
) {
    let flip = if NOT { all::<W>() } else { 0 };
    let lower = related::<W, Word<H, FTZ, false>, R>(x) ^ flip;
    let upper = related::<W, Word<H, FTZ, true>, R>(x) ^ flip;
    S::put_pair::<W, C>(lower, upper, x, r);
}

/// A generic function, waiting for its relation and combination.
trait Instance<const W: usize> {
    fn get<R: Relation, C: Combine, const NOT: bool>() -> LaneOp<W>;
}
struct OfSingle<O, S>(PhantomData<(O, S)>);
impl<const W: usize, O: Operand, S: Sink> Instance<W> for OfSingle<O, S> {
    fn get<R: Relation, C: Combine, const NOT: bool>() -> LaneOp<W> {
        single::<W, O, S, R, C, NOT>
    }
}
struct OfPair<H, S, const FTZ: bool>(PhantomData<(H, S)>);
impl<const W: usize, H: Small, S: Sink, const FTZ: bool> Instance<W> for OfPair<H, S, FTZ> {
    fn get<R: Relation, C: Combine, const NOT: bool>() -> LaneOp<W> {
        pair::<W, H, FTZ, S, R, C, NOT>
    }
}

/// Which combinations an instruction offers: what is not offered need not be compiled.
trait Offer {
    fn instance<const W: usize, I: Instance<W>, R: Relation, const NOT: bool>(m: Suffixes<'_>) -> LaneOp<W>;
}

/// The comparison alone, or combined with a predicate.
struct Combined;
impl Offer for Combined {
    fn instance<const W: usize, I: Instance<W>, R: Relation, const NOT: bool>(m: Suffixes<'_>) -> LaneOp<W> {
        if m.has(Mod::And) {
            I::get::<R, And, NOT>()
        } else if m.has(Mod::Or) {
            I::get::<R, Or, NOT>()
        } else if m.has(Mod::Xor) {
            I::get::<R, Xor, NOT>()
        } else {
            I::get::<R, Alone, NOT>()
        }
    }
}

/// The comparison alone.
struct Uncombined;
impl Offer for Uncombined {
    fn instance<const W: usize, I: Instance<W>, R: Relation, const NOT: bool>(_: Suffixes<'_>) -> LaneOp<W> {
        I::get::<R, Alone, NOT>()
    }
}

/// Order of integers.
fn order<const W: usize, I: Instance<W>, F: Offer>(m: Suffixes<'_>) -> Option<LaneOp<W>> {
    Some(match relation(m)? {
        (Base::Less, _) => F::instance::<W, I, Less, false>(m),
        (Base::LessEqual, _) => F::instance::<W, I, LessEqual, false>(m),
        (Base::Greater, _) => F::instance::<W, I, Greater, false>(m),
        (Base::GreaterEqual, _) => F::instance::<W, I, GreaterEqual, false>(m),
        _ => return None,
    })
}

/// Equality of integers, signed or not.
fn equality<const W: usize, I: Instance<W>, F: Offer>(m: Suffixes<'_>) -> Option<LaneOp<W>> {
    Some(match relation(m)? {
        (Base::Equal, false) => F::instance::<W, I, Equal, false>(m),
        (Base::Equal, true) => F::instance::<W, I, Equal, true>(m),
        _ => return None,
    })
}

/// Any relation of floating-point numbers.
fn float<const W: usize, I: Instance<W>, F: Offer>(m: Suffixes<'_>) -> Option<LaneOp<W>> {
    Some(match relation(m)? {
        (Base::Unequal, false) => F::instance::<W, I, Unequal, false>(m),
        (Base::Unequal, true) => F::instance::<W, I, Unequal, true>(m),
        (Base::Less, true) => F::instance::<W, I, Less, true>(m),
        (Base::LessEqual, true) => F::instance::<W, I, LessEqual, true>(m),
        (Base::Greater, true) => F::instance::<W, I, Greater, true>(m),
        (Base::GreaterEqual, true) => F::instance::<W, I, GreaterEqual, true>(m),
        (Base::Ordered, false) => F::instance::<W, I, Ordered, false>(m),
        (Base::Ordered, true) => F::instance::<W, I, Ordered, true>(m),
        (Base::Equal, _) => return equality::<W, I, F>(m),
        (_, false) => return order::<W, I, F>(m),
    })
}

/// The comparison of the type named last, its truth going to `S`.
fn to_sink<const W: usize, S: Sink>(m: Suffixes<'_>) -> Option<LaneOp<W>> {
    type C = Combined;
    let equal = matches!(relation(m)?.0, Base::Equal);
    match (m.last()?, m.has(Mod::Ftz)) {
        (Mod::F32, false) => float::<W, OfSingle<Single<false>, S>, C>(m),
        (Mod::F32, true) => float::<W, OfSingle<Single<true>, S>, C>(m),
        (Mod::F64, _) => float::<W, OfSingle<Double, S>, C>(m),
        (t, _) if equal => match t.bits() {
            16 => equality::<W, OfSingle<u16, S>, C>(m),
            32 => equality::<W, OfSingle<u32, S>, C>(m),
            64 => equality::<W, OfSingle<u64, S>, C>(m),
            _ => None,
        },
        (Mod::U16, _) => order::<W, OfSingle<u16, S>, C>(m),
        (Mod::U32, _) => order::<W, OfSingle<u32, S>, C>(m),
        (Mod::U64, _) => order::<W, OfSingle<u64, S>, C>(m),
        (Mod::S16, _) => order::<W, OfSingle<i16, S>, C>(m),
        (Mod::S32, _) => order::<W, OfSingle<i32, S>, C>(m),
        (Mod::S64, _) => order::<W, OfSingle<i64, S>, C>(m),
        _ => None,
    }
}

/// The comparison of 16-bit floats.
fn small_to_sink<const W: usize, S: Sink, F: Offer>(m: Suffixes<'_>) -> Option<LaneOp<W>> {
    match (m.last()?, m.has(Mod::Ftz)) {
        (Mod::F16, false) => float::<W, OfSingle<Word<Half, false, false>, S>, F>(m),
        (Mod::F16, true) => float::<W, OfSingle<Word<Half, true, false>, S>, F>(m),
        (Mod::Bf16, _) => float::<W, OfSingle<Word<Brain, false, false>, S>, F>(m),
        _ => None,
    }
}

/// The comparison of pairs of 16-bit floats.
fn pair_to_sink<const W: usize, S: Sink, F: Offer>(m: Suffixes<'_>) -> Option<LaneOp<W>> {
    match (m.last()?, m.has(Mod::Ftz)) {
        (Mod::F16x2, false) => float::<W, OfPair<Half, S, false>, F>(m),
        (Mod::F16x2, true) => float::<W, OfPair<Half, S, true>, F>(m),
        (Mod::Bf16x2, _) => float::<W, OfPair<Brain, S, false>, F>(m),
        _ => None,
    }
}

/// `setp`, by what it compares.
fn setp<const W: usize>(m: Suffixes<'_>) -> Option<LaneOp<W>> {
    match m.last()? {
        Mod::F16 | Mod::Bf16 => small_to_sink::<W, Predicates, Combined>(m),
        Mod::F16x2 | Mod::Bf16x2 => pair_to_sink::<W, Predicates, Combined>(m),
        _ => to_sink::<W, Predicates>(m),
    }
}

/// `set`, by what it compares and what it returns: all ones, or 1.0.
fn set<const W: usize>(m: Suffixes<'_>) -> Option<LaneOp<W>> {
    type U = Uncombined;
    match (m.last()?, m.ty(0)?) {
        (Mod::F16, Mod::F16) => {
            if m.has(Mod::Ftz) {
                float::<W, OfSingle<Word<Half, true, false>, Pattern<0x3c00>>, U>(m)
            } else {
                float::<W, OfSingle<Word<Half, false, false>, Pattern<0x3c00>>, U>(m)
            }
        }
        (Mod::Bf16, Mod::Bf16) => float::<W, OfSingle<Word<Brain, false, false>, Pattern<0x3f80>>, U>(m),
        (Mod::F16 | Mod::Bf16, Mod::U16) => small_to_sink::<W, Pattern<0xffff>, U>(m),
        (Mod::F16 | Mod::Bf16, _) => small_to_sink::<W, Pattern<{ u32::MAX }>, U>(m),
        (Mod::F16x2, Mod::F16x2) => {
            if m.has(Mod::Ftz) {
                float::<W, OfPair<Half, Pattern<0x3c00>, true>, U>(m)
            } else {
                float::<W, OfPair<Half, Pattern<0x3c00>, false>, U>(m)
            }
        }
        (Mod::Bf16x2, Mod::Bf16x2) => float::<W, OfPair<Brain, Pattern<0x3f80>, false>, U>(m),
        (Mod::F16x2 | Mod::Bf16x2, _) => pair_to_sink::<W, Pattern<0xffff>, U>(m),
        (_, Mod::F32) => to_sink::<W, Pattern<0x3f80_0000>>(m),
        _ => to_sink::<W, Pattern<{ u32::MAX }>>(m),
    }
}

/// The operation of an instruction of this family.
pub fn select<const W: usize>(opcode: Opcode, m: Suffixes<'_>) -> Option<LaneOp<W>> {
    match opcode {
        Opcode::Setp => setp(m),
        Opcode::Set => set(m),
        Opcode::Selp => selp(m),
        Opcode::Slct => slct(m),
        _ => None,
    }
}

/// Selection by a predicate. A narrow value keeps the extension it came with.
fn selp<const W: usize>(m: Suffixes<'_>) -> Option<LaneOp<W>> {
    macro_rules! by_mask {
        ($class:ident, |$truth:ident| $wide:expr, |$v:ident| $e:expr) => {{
            let op: LaneOp<W> = |x, r| {
                let mut truth = [0; W];
                spread(x.p[2], u32::MAX, &mut truth);
                let [a, b, ..] = x.$class;
                for i in 0..W {
                    let $truth = truth[i];
                    let $v = b[i] ^ ((a[i] ^ b[i]) & $wide);
                    r.$class[i] = $e;
                }
            };
            op
        }};
    }
    Some(match (m.last()?, m.last()?.bits()) {
        (Mod::S16, _) => by_mask!(s, |t| t, |v| v as i16 as u32),
        (_, 16) => by_mask!(s, |t| t, |v| v & 0xffff),
        (_, 32) => by_mask!(s, |t| t, |v| v),
        (_, 64) => by_mask!(l, |t| i64::from(t as i32) as u64, |v| v),
        _ => return None,
    })
}

/// Selection by a sign: a NaN selects the second, and what is flushed to zero selects the first.
fn slct<const W: usize>(m: Suffixes<'_>) -> Option<LaneOp<W>> {
    macro_rules! by_sign {
        (|$c:ident| $e:expr) => {
            match (m.ty(0)?, m.ty(0)?.bits()) {
                (Mod::S16, _) => lanes!(s(s a, s b, s $c) => (if $e { a } else { b }) as i16 as u32),
                (_, 16) => lanes!(s(s a, s b, s $c) => (if $e { a } else { b }) & 0xffff),
                (_, 32) => lanes!(s(s a, s b, s $c) => if $e { a } else { b }),
                (_, 64) => lanes!(l(l a, l b, s $c) => if $e { a } else { b }),
                _ => return None,
            }
        };
    }
    Some(match (m.last()?, m.has(Mod::Ftz)) {
        (Mod::S32, _) => by_sign!(|c| c as i32 >= 0),
        (Mod::F32, false) => by_sign!(|c| f32::from_bits(c) >= 0.0),
        (Mod::F32, true) => by_sign!(|c| f32::from_bits(flush::<true>(c)) >= 0.0),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{one, run};
    use super::*;
    use crate::ptx::execute::alu::select;

    fn bits(x: f32) -> u64 {
        x.to_bits().into()
    }

    #[test]
    fn unordered_relations_hold_for_nan() {
        let nan = bits(f32::NAN);
        for (name, truth) in [
            (Mod::Eq, 0),
            (Mod::Ne, 0),
            (Mod::Lt, 0),
            (Mod::Ge, 0),
            (Mod::Num, 0),
            (Mod::Equ, 1),
            (Mod::Neu, 1),
            (Mod::Ltu, 1),
            (Mod::Geu, 1),
            (Mod::Nan, 1),
        ] {
            assert_eq!(
                one(Opcode::Setp, &[name, Mod::F32], &[nan, bits(1.0)], 0),
                (truth, truth ^ 1),
                "{name}"
            );
        }
    }

    #[test]
    fn names_of_unsigned_relations() {
        for (name, truth) in [(Mod::Lo, 1), (Mod::Ls, 1), (Mod::Hi, 0), (Mod::Hs, 0), (Mod::Ne, 1)] {
            assert_eq!(one(Opcode::Setp, &[name, Mod::U32], &[1, 0xffff_ffff], 0).0, truth, "{name}");
        }
        assert_eq!(one(Opcode::Setp, &[Mod::Lt, Mod::S32], &[1, 0xffff_ffff], 0).0, 0);
        assert_eq!(one(Opcode::Setp, &[Mod::Eq, Mod::B16], &[0x1_0005, 5], 0).0, 1);
    }

    #[test]
    fn both_predicates_are_combined() {
        let r = run::<1>(Opcode::Setp, &[Mod::Lt, Mod::And, Mod::S32], &[1, 2], [0, 0, 1, 0, 0]);
        assert_eq!(r.p, [1, 0]);
        let r = run::<1>(Opcode::Setp, &[Mod::Gt, Mod::Or, Mod::S32], &[1, 2], [0, 0, 0, 0, 0]);
        assert_eq!(r.p, [0, 1]);
        let r = run::<1>(Opcode::Setp, &[Mod::Gt, Mod::Xor, Mod::F16x2], &[0x3c00_0000, 0], [0, 0, 1, 0, 0]);
        assert_eq!(r.p, [1, 0]);
    }

    #[test]
    fn lanes_have_their_own_bit() {
        let op = select::<32>(Opcode::Setp, &[Mod::Lt, Mod::U32]).expect("setp");
        let (a, b): ([u32; 32], _) = (std::array::from_fn(|i| i as u32), [7; 32]);
        let x = Sources { s: [&a, &b, &b, &b, &b], l: [&[0; 32]; 5], p: [0; 5] };
        let mut r = Results { s: [0; 32], l: [0; 32], p: [0; 2] };
        op(&x, &mut r);
        assert_eq!(r.p, [0x7f, 0xffff_ff80]);
    }

    #[test]
    fn truth_has_the_type_of_the_destination() {
        let set = |mods: &[Mod]| one(Opcode::Set, mods, &[0x3c00, 0], 0).0;
        assert_eq!(set(&[Mod::Gt, Mod::U32, Mod::F16]), 0xffff_ffff);
        assert_eq!(set(&[Mod::Gt, Mod::U16, Mod::F16]), 0xffff);
        assert_eq!(set(&[Mod::Gt, Mod::F16, Mod::F16]), 0x3c00);
        assert_eq!(set(&[Mod::Ge, Mod::U32, Mod::F16x2]), 0xffff_ffff);
        assert_eq!(set(&[Mod::Gt, Mod::U32, Mod::F16x2]), 0xffff);
        assert_eq!(set(&[Mod::Ge, Mod::Bf16x2, Mod::Bf16x2]), 0x3f80_3f80);
        assert_eq!(set(&[Mod::Ne, Mod::F32, Mod::B16]), 0x3f80_0000);
    }

    #[test]
    fn slct_by_the_sign_of_a_flushed_zero() {
        let tiny = 0x8000_0001;
        assert_eq!(one(Opcode::Slct, &[Mod::B32, Mod::F32], &[1, 2, tiny], 0).0, 2);
        assert_eq!(one(Opcode::Slct, &[Mod::Ftz, Mod::B32, Mod::F32], &[1, 2, tiny], 0).0, 1);
        assert_eq!(one(Opcode::Slct, &[Mod::B64, Mod::F32], &[1, 2, bits(f32::NAN)], 0).0, 2);
        assert_eq!(one(Opcode::Slct, &[Mod::B64, Mod::S32], &[1, 2, 0], 0).0, 1);
    }
}
