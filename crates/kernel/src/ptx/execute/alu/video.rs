//! Video instructions: arithmetic on bytes and halves of words, with saturation and a second operation.
//!
//! What an instruction does depends on its suffixes and on the parts its operands select. All of it is packed into one number that the
//! decoder appends to the sources: a lane operation is a plain function and can hold nothing else.
//!
//! The manual leaves one case open: a `.min` or `.max` after a result that is not saturated and does not fit into 32 bits. Here the
//! result wraps to the type of the destination first.
//!
//! Current GPUs have no such instruction but `vabsdiff4.add`; `ptxas` expands the others. Its code for sm_75, interpreted on 132,000
//! cases, does what the manual says for the expanded SIMD forms, for `vmad` on signed words, and for the other scalar forms without
//! saturation, `.min` and `.max`. Elsewhere it differs for some operands, and the manual is followed: `vmad` on unsigned words, `.sat`
//! of a merged part or of `vshl`, and the unsigned third operand of `vset`.

use crate::execute::lanes::LaneOp;
use crate::ptx::ast::Selector;
use crate::ptx::isa::{Mod, Opcode, TypeKind};
use crate::ptx::program::{Detail, Instr, Selection};

/// Position of the control word among the sources, after three operands.
pub const CONTROL: usize = 3;

/// An instruction without its opcode and the values of its operands.
#[derive(Clone, Copy, Default)]
struct Control {
    /// Whether the destination and the first two sources are signed.
    signed: [bool; 3],
    saturate: bool,
    /// Second operation: 0 for none, 1 `.add`, 2 `.min`, 3 `.max`.
    second: u8,
    /// Comparison of `vset`: bit 0 if it holds for less, bit 1 for equal, bit 2 for greater.
    compare: u8,
    /// Whether `vshl` and `vshr` take the shift distance modulo 32.
    wrap: bool,
    /// Whether `vmad` negates its product, negates its addend, adds one.
    negative: [bool; 2],
    plus_one: bool,
    /// Distance by which `vmad` shifts its result right.
    scale: u8,
    /// Width of the parts of the destination and the first two sources, in bits.
    widths: [u8; 3],
    /// Numbers of the parts of the first two sources, the least significant first.
    parts: [[u8; 4]; 2],
    /// A bit for each part of the destination that is computed.
    mask: u8,
}

impl Control {
    fn of(opcode: Opcode, mods: &[Mod], selection: &Selection) -> Control {
        let has = |m: Mod| mods.contains(&m);
        let count = lanes_of(opcode);
        let mut types = mods.iter().filter(|m| m.is_type()).map(|m| m.kind() == Some(TypeKind::Signed));
        // Comparisons name no type of their result: it is unsigned.
        let compares = matches!(opcode, Opcode::Vset | Opcode::Vset2 | Opcode::Vset4);
        let result = if compares { false } else { types.next().unwrap_or(false) };
        let signed = [result, types.next().unwrap_or(false), types.next().unwrap_or(false)];
        let second = [Mod::Add, Mod::Min, Mod::Max].iter().position(|&m| has(m)).map_or(0, |at| at as u8 + 1);
        let compare = mods.iter().find_map(|m| {
            Some(match m {
                Mod::Lt => 0b001,
                Mod::Eq => 0b010,
                Mod::Le => 0b011,
                Mod::Gt => 0b100,
                Mod::Ne => 0b101,
                Mod::Ge => 0b110,
                _ => return None,
            })
        });
        let scale = match (has(Mod::Shr7), has(Mod::Shr15)) {
            (true, _) => 7,
            (_, true) => 15,
            _ => 0,
        };
        let width = |part: Option<Selector>| part.map_or(32 / count, |part| part.bits) as u8;
        let parts = |at: usize| {
            let mut parts = [0, 1, 2, 3].map(|part| part + at as u8 * count as u8);
            match selection.src[at] {
                Some(selector) => parts[..selector.parts().len()].copy_from_slice(selector.parts()),
                None if count == 1 => parts = [0; 4],
                None => {}
            }
            parts
        };
        let mask = selection.dst.map_or(0b1111, |s| s.parts().iter().fold(0, |mask, part| mask | 1 << part));
        Control {
            signed,
            saturate: has(Mod::Sat),
            second,
            compare: compare.unwrap_or(0),
            wrap: has(Mod::Wrap),
            negative: [selection.negative[0] != selection.negative[1], selection.negative[2]],
            plus_one: has(Mod::Po),
            scale,
            widths: [width(selection.dst), width(selection.src[0]), width(selection.src[1])],
            parts: [parts(0), parts(1)],
            mask,
        }
    }

    fn pack(&self) -> u64 {
        let (mut word, mut at) = (0, 0);
        self.fields(&mut |value, bits| {
            word |= u64::from(value) << at;
            at += bits;
            value
        });
        word
    }

    fn unpack(mut word: u64) -> Control {
        Control::default().fields(&mut |_, bits| {
            let value = word as u8 & ((1 << bits) - 1);
            word >>= bits;
            value
        })
    }

    /// Passes each field and its width in bits through `visit`: the one place that knows the layout.
    fn fields(&self, visit: &mut impl FnMut(u8, u32) -> u8) -> Control {
        let mut flag = |value: bool| visit(u8::from(value), 1) != 0;
        let signed = self.signed.map(&mut flag);
        let negative = self.negative.map(&mut flag);
        let (saturate, wrap, plus_one) = (flag(self.saturate), flag(self.wrap), flag(self.plus_one));
        Control {
            signed,
            saturate,
            wrap,
            negative,
            plus_one,
            second: visit(self.second, 2),
            compare: visit(self.compare, 3),
            scale: visit(self.scale, 4),
            widths: self.widths.map(|width| visit(width, 6)),
            parts: self.parts.map(|parts| parts.map(|part| visit(part, 3))),
            mask: visit(self.mask, 4),
        }
    }

    fn holds<T: Ord>(&self, a: &T, b: &T) -> bool {
        self.compare >> (a.cmp(b) as i8 + 1) & 1 == 1
    }
}

/// Parts on which an instruction works side by side.
fn lanes_of(opcode: Opcode) -> u32 {
    use Opcode::*;
    match opcode {
        Vadd2 | Vsub2 | Vavrg2 | Vabsdiff2 | Vmin2 | Vmax2 | Vset2 => 2,
        Vadd4 | Vsub4 | Vavrg4 | Vabsdiff4 | Vmin4 | Vmax4 | Vset4 => 4,
        _ => 1,
    }
}

/// The control word of a video instruction, `None` of any other.
pub fn control(i: &Instr) -> Option<u64> {
    let selection = match &i.detail {
        Detail::Selection(selection) => *selection,
        _ => Selection::default(),
    };
    control_of(i.opcode, &i.mods, &selection)
}

/// The control word of an opcode, its suffixes and the parts of registers that it selects.
pub fn control_of(opcode: Opcode, mods: &[Mod], selection: &Selection) -> Option<u64> {
    select::<1>(opcode)?;
    Some(Control::of(opcode, mods, selection).pack())
}

/// The part numbered `part` of `word`, extended by its sign or with zeros.
#[inline]
fn extract(word: u64, part: u8, width: u8, signed: bool) -> i64 {
    let up = 64 - u32::from(width);
    let raised = word >> (u32::from(part) * u32::from(width)) << up;
    if signed { raised as i64 >> up } else { (raised >> up) as i64 }
}

#[inline]
fn clamp(value: i128, signed: bool, width: u8) -> i128 {
    let values = 1i128 << width;
    if signed { value.clamp(-values / 2, values / 2 - 1) } else { value.clamp(0, values - 1) }
}

/// A word as a number.
#[inline]
fn number(word: u32, signed: bool) -> i128 {
    if signed { i128::from(word as i32) } else { i128::from(word) }
}

/// A scalar instruction, whose first operation is `primary`.
#[inline]
fn scalar(x: &Control, [a, b, c]: [u32; 3], primary: impl Fn(&Control, i128, i128) -> i128) -> u32 {
    let part = |at: usize, word: u32| {
        i128::from(extract(u64::from(word), x.parts[at][0], x.widths[at + 1], x.signed[at + 1]))
    };
    let mut result = primary(x, part(0, a), part(1, b));
    let (signed, width) = (x.signed[0], x.widths[0]);
    if x.saturate {
        result = clamp(result, signed, width);
    }
    let (kept, addend) = (number(result as u32, signed), number(c, signed));
    match x.second {
        1 => return kept.wrapping_add(addend) as u32,
        2 => return kept.min(addend) as u32,
        3 => return kept.max(addend) as u32,
        _ if width == 32 => return result as u32,
        _ => {}
    }
    let shift = x.mask.trailing_zeros() * u32::from(width);
    let replaced = ((1u32 << width) - 1) << shift;
    (result as u32) << shift & replaced | c & !replaced
}

/// `vmad`: the product, negated or not, plus the addend, negated or not, shifted right.
///
/// A negated addend is complemented in 32 bits and then extended by its sign, as the manual has it.
#[inline]
fn multiply_add(x: &Control, [a, b, c]: [u32; 3]) -> u32 {
    let part = |at: usize, word: u32| {
        i128::from(extract(u64::from(word), x.parts[at][0], x.widths[at + 1], x.signed[at + 1]))
    };
    let [minus_product, minus_addend] = x.negative;
    let signed = x.signed[1] || x.signed[2] || minus_product || minus_addend;
    let product = part(0, a) * part(1, b);
    let product = if minus_product { -product } else { product };
    let addend = if minus_addend { number(!c, signed) + 1 } else { number(c, signed) };
    let sum = (product + addend + i128::from(x.plus_one)) >> x.scale;
    (if x.saturate { clamp(sum, signed, 32) } else { sum }) as u32
}

/// An instruction on `N` parts, whose first operation is `primary`.
#[inline]
fn simd<const N: usize>(
    x: &Control,
    [a, b, c]: [u32; 3],
    primary: impl Fn(&Control, i64, i64) -> i64,
) -> u32 {
    let width = (32 / N) as u8;
    let both = u64::from(a) | u64::from(b) << 32;
    let (mut sum, mut merged) = (c, c);
    for part in (0..N).filter(|part| x.mask >> part & 1 == 1) {
        let source = |at: usize| extract(both, x.parts[at][part], width, x.signed[at + 1]);
        let mut result = primary(x, source(0), source(1));
        if x.saturate {
            result = clamp(i128::from(result), x.signed[0], width) as i64;
        }
        let shift = part as u32 * u32::from(width);
        let replaced = ((1u32 << width) - 1) << shift;
        sum = sum.wrapping_add(result as u32);
        merged = merged & !replaced | (result as u32) << shift & replaced;
    }
    if x.second == 1 { sum } else { merged }
}

/// Rounds half away from zero, upward for a positive sum.
#[inline]
fn average(a: i64, b: i64) -> i64 {
    let sum = a + b;
    (sum + i64::from(sum >= 0)) >> 1
}

/// Distance of a shift.
#[inline]
fn distance(x: &Control, b: i128) -> u32 {
    if x.wrap { b as u32 & 31 } else { (b as u32).min(32) }
}

/// Lifts an operation on a control word and three words to lanes.
macro_rules! video {
    (|$x:ident, $words:ident| $e:expr) => {{
        let op: LaneOp<W> = |sources, results| {
            // The control word is a constant: equal in all lanes.
            let control = Control::unpack(sources.l[CONTROL][0]);
            let $x = &control;
            for i in 0..W {
                let $words = [sources.s[0][i], sources.s[1][i], sources.s[2][i]];
                results.s[i] = $e;
            }
        };
        op
    }};
}

/// The lane operation of a video instruction.
pub fn select<const W: usize>(opcode: Opcode) -> Option<LaneOp<W>> {
    use Opcode::*;
    Some(match opcode {
        Vadd => video!(|x, words| scalar(x, words, |_, a, b| a + b)),
        Vsub => video!(|x, words| scalar(x, words, |_, a, b| a - b)),
        Vabsdiff => video!(|x, words| scalar(x, words, |_, a, b| (a - b).abs())),
        Vmin => video!(|x, words| scalar(x, words, |_, a, b| a.min(b))),
        Vmax => video!(|x, words| scalar(x, words, |_, a, b| a.max(b))),
        Vshl => video!(|x, words| scalar(x, words, |x, a, b| a << distance(x, b))),
        Vshr => video!(|x, words| scalar(x, words, |x, a, b| a >> distance(x, b))),
        Vset => video!(|x, words| scalar(x, words, |x, a, b| i128::from(x.holds(&a, &b)))),
        Vmad => video!(|x, words| multiply_add(x, words)),
        Vadd2 => video!(|x, words| simd::<2>(x, words, |_, a, b| a + b)),
        Vsub2 => video!(|x, words| simd::<2>(x, words, |_, a, b| a - b)),
        Vavrg2 => video!(|x, words| simd::<2>(x, words, |_, a, b| average(a, b))),
        Vabsdiff2 => video!(|x, words| simd::<2>(x, words, |_, a, b| (a - b).abs())),
        Vmin2 => video!(|x, words| simd::<2>(x, words, |_, a, b| a.min(b))),
        Vmax2 => video!(|x, words| simd::<2>(x, words, |_, a, b| a.max(b))),
        Vset2 => video!(|x, words| simd::<2>(x, words, |x, a, b| i64::from(x.holds(&a, &b)))),
        Vadd4 => video!(|x, words| simd::<4>(x, words, |_, a, b| a + b)),
        Vsub4 => video!(|x, words| simd::<4>(x, words, |_, a, b| a - b)),
        Vavrg4 => video!(|x, words| simd::<4>(x, words, |_, a, b| average(a, b))),
        Vabsdiff4 => video!(|x, words| simd::<4>(x, words, |_, a, b| (a - b).abs())),
        Vmin4 => video!(|x, words| simd::<4>(x, words, |_, a, b| a.min(b))),
        Vmax4 => video!(|x, words| simd::<4>(x, words, |_, a, b| a.max(b))),
        Vset4 => video!(|x, words| simd::<4>(x, words, |x, a, b| i64::from(x.holds(&a, &b)))),
        _ => return None,
    })
}
