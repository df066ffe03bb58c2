//! Inputs: edge values of each type, values near what the instruction treats specially, random bits.
//! Everything follows from a seed, so a failing case fails again.

use super::exact::{self, BF16, F16, F32, F64, Format, Mode, TF32, decode, round};
use warploom_kernel::ptx::isa::{Mod, Opcode, TypeKind};

/// SplitMix64: small, and good enough to scatter test inputs.
pub struct Rng(u64);

impl Rng {
    pub fn new(seed: u64) -> Rng {
        Rng(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d_4c95_7f2d)
    }

    /// A generator for the thing named `name`.
    pub fn named(name: &str) -> Rng {
        Rng::new(
            name.bytes().fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3)),
        )
    }

    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub fn below(&mut self, n: u64) -> u64 {
        self.bits() % n
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }
}

/// The format of a floating-point type; of each half, if it is packed.
pub fn format_of(ty: Mod) -> Option<Format> {
    Some(match ty {
        Mod::F16 | Mod::F16x2 => F16,
        Mod::Bf16 | Mod::Bf16x2 => BF16,
        Mod::Tf32 => TF32,
        Mod::F32 => F32,
        Mod::F64 => F64,
        _ => return None,
    })
}

/// Whether a type is two 16-bit values in a word.
pub fn is_packed(ty: Mod) -> bool {
    matches!(ty, Mod::F16x2 | Mod::Bf16x2 | Mod::U16x2 | Mod::S16x2)
}

fn mask(bits: u32) -> u64 {
    if bits >= 64 { u64::MAX } else { (1 << bits) - 1 }
}

/// The values of an integer of `bits` bits at which things go wrong.
fn integer_edges(bits: u32) -> Vec<u64> {
    let top = 1u64 << (bits - 1);
    let mut edges = vec![0, 1, 2, 3, !0, !1, !2, top, top + 1, top - 1, top - 2, top | top >> 1];
    for width in [7, 8, 15, 16, 23, 24, 25, 31, 32, 52, 53, 54, 63] {
        if width < bits {
            let p = 1u64 << width;
            edges.extend([p, p - 1, p + 1, p.wrapping_neg(), p.wrapping_neg().wrapping_sub(1)]);
        }
    }
    edges
}

/// An integer of `bits` bits.
pub fn integer_value(rng: &mut Rng, bits: u32) -> u64 {
    match rng.below(8) {
        0 | 1 => {
            let edges = integer_edges(bits);
            rng.pick(&edges)
        }
        2 => rng.below(70),
        3 => (rng.below(70)).wrapping_neg(),
        // A tie, or next to one, for whatever significand it is rounded to.
        4 => {
            let low = rng.below(u64::from(bits)) as u32;
            let tie = (rng.bits() << low << 1) | 1 << low;
            tie.wrapping_add(rng.pick(&[0, 0, 1, u64::MAX])) & mask(bits) >> rng.below(u64::from(bits) - 1)
        }
        5 => (rng.bits() & mask(bits)) >> rng.below(u64::from(bits)),
        6 => ((rng.bits() & mask(bits)) >> rng.below(u64::from(bits))).wrapping_neg(),
        _ => rng.bits(),
    }
}

/// The floating-point values at which things go wrong.
pub fn float_edges(f: Format) -> Vec<u64> {
    let unit = 1u64 << f.pad;
    let least_normal = 1u64 << (f.fraction + f.pad);
    let infinity = f.infinity(false);
    let one = f.one();
    let positive = [
        0,
        unit,
        2 * unit,
        least_normal - unit,
        least_normal,
        least_normal + unit,
        least_normal >> 1,
        one,
        one - unit,
        one + unit,
        one + least_normal,
        one + least_normal / 2,
        one - least_normal,
        f.largest(false),
        f.largest(false) - unit,
        f.largest(false) & !(least_normal - 1),
        infinity,
        infinity + unit,
        infinity | least_normal >> 1,
        infinity | (least_normal - unit),
        infinity | (0x55_5555 & (least_normal - 1)) | unit,
    ];
    positive.iter().flat_map(|&p| [p, p | f.sign_bit()]).collect()
}

/// A floating-point number: an edge, or one of a chosen kind of exponent and fraction.
pub fn float_value(rng: &mut Rng, f: Format) -> u64 {
    if rng.below(5) == 0 {
        let edges = float_edges(f);
        return rng.pick(&edges);
    }
    let ones = (1u64 << f.exponent) - 1;
    let bias = ones >> 1;
    let biased = match rng.below(8) {
        0 => rng.below(ones + 1),
        1 => 0,
        2 => ones - 1 - rng.below(3),
        3 => 1 + rng.below(3),
        // Where a fraction's bits end at the binary point, and around the widths of integers.
        4 => bias + rng.below(u64::from(f.fraction) + 3),
        5 => bias + 60 + rng.below(6),
        _ => bias - 4 + rng.below(9),
    };
    let biased = biased.min(ones);
    let full = (1u64 << f.fraction) - 1;
    let fraction = match rng.below(6) {
        0 => 0,
        1 => full,
        // A tie or next to one when a number of low bits is dropped.
        2 | 3 => {
            let low = rng.below(u64::from(f.fraction));
            let tie = (rng.bits() << low << 1) | 1 << low;
            tie.wrapping_add(rng.pick(&[0, 0, 1, u64::MAX])) & full
        }
        _ => rng.bits() & full,
    };
    let sign = if rng.below(2) == 0 { 0 } else { f.sign_bit() };
    sign | (biased << f.fraction | fraction) << f.pad
}

/// A floating-point number at or beside an integer or half of one, and near integer types' limits.
fn float_near_integer(rng: &mut Rng, f: Format) -> u64 {
    let bits = rng.pick(&[1u32, 2, 7, 8, 9, 15, 16, 17, 24, 31, 32, 33, 53, 63, 64, 65]);
    let whole = match rng.below(3) {
        0 => i128::from(rng.bits() >> 1) & ((1 << bits.min(63)) - 1),
        1 => 1i128 << bits,
        _ => (1i128 << bits) - 1,
    };
    let quarters = exact::integer(whole * 4 + rng.pick(&[-2i128, -1, 0, 0, 1, 2, 3]));
    let quarter = decode(F64.one() - (2 << 52), F64);
    let mut value = exact::mul(&quarters, &quarter);
    if rng.below(2) == 0 {
        value = value.negated();
    }
    round(&value, f, Mode::NearestEven)
}

/// A value of type `ty`, with whatever it likes in the bits above.
pub fn value(rng: &mut Rng, ty: Mod) -> u64 {
    if is_packed(ty) {
        let part = |rng: &mut Rng| match format_of(ty) {
            Some(f) => float_value(rng, f),
            None => integer_value(rng, 16) & 0xffff,
        };
        return part(rng) | part(rng) << 16;
    }
    let bits = match (ty.kind(), format_of(ty)) {
        (Some(TypeKind::Pred), _) => return rng.below(2),
        (_, Some(f)) => float_value(rng, f),
        _ => integer_value(rng, ty.bits()),
    };
    let above = mask(ty.bits());
    bits & above | rng.bits() & !above
}

/// How far to shift, where to start, how many bits: all that lies around the widths.
fn amount(rng: &mut Rng) -> u64 {
    match rng.below(4) {
        0 => rng.pick(&[
            0,
            1,
            15,
            16,
            17,
            31,
            32,
            33,
            63,
            64,
            65,
            255,
            256,
            257,
            288,
            0x8000_0000,
            0xffff_ffff,
        ]),
        1 => rng.below(70),
        2 => rng.below(32),
        _ => rng.bits() & 0xffff_ffff,
    }
}

/// Makes later float sources stand close to the first, so that sums cancel and comparisons tie.
fn relate(rng: &mut Rng, sources: &mut [u64], types: &[Mod]) {
    let Some(f) = format_of(types[0]) else {
        if sources.len() > 1 && types[0] == types[1] && rng.below(4) == 0 {
            sources[1] = sources[0].wrapping_add(rng.pick(&[0, 0, 1, u64::MAX]));
        }
        return;
    };
    if is_packed(types[0]) || sources.len() < 2 || types[1] != types[0] {
        return;
    }
    match rng.below(4) {
        0 => {
            sources[1] =
                sources[0].wrapping_add(rng.pick(&[0, 0, 1, u64::MAX])) ^ rng.pick(&[0, f.sign_bit()])
        }
        1 => {
            // The same or a neighbouring exponent, other fraction, other sign as often as not.
            let step = 1u64 << (f.fraction + f.pad);
            let near = sources[0].wrapping_add(step.wrapping_mul(rng.below(5).wrapping_sub(2)));
            sources[1] = near ^ rng.bits() & (step - 1) ^ rng.pick(&[0, f.sign_bit()]);
        }
        _ => {}
    }
    if sources.len() > 2 && types[2] == types[0] && rng.below(3) == 0 {
        // The addend nearly undoes the product.
        let product = exact::mul(&decode(sources[0], f), &decode(sources[1], f)).negated();
        sources[2] = round(&product, f, Mode::NearestEven).wrapping_add(rng.pick(&[0, 0, 1, u64::MAX]));
    }
}

/// The sources of case `index` of an instruction whose sources have `types`.
pub fn sources(rng: &mut Rng, opcode: Opcode, mods: &[Mod], types: &[Mod], index: usize) -> Vec<u64> {
    let mut sources: Vec<u64> = types.iter().map(|&ty| value(rng, ty)).collect();
    // The first cases walk the edges of the first two sources against each other.
    let edges = match (format_of(types[0]), types[0].kind()) {
        _ if is_packed(types[0]) => Vec::new(),
        (Some(f), _) => float_edges(f),
        (None, Some(TypeKind::Pred)) => vec![0, 1],
        _ => integer_edges(types[0].bits()),
    };
    if !edges.is_empty() && index < 640 && (types.len() > 1 || index < edges.len()) {
        sources[0] = edges[index % edges.len()];
        if types.len() > 1 && types[1] == types[0] {
            // A step of 5 after each round: within 640 cases most pairs of edges meet.
            sources[1] = edges[(index + index / edges.len() * 5) % edges.len()];
        }
    } else {
        relate(rng, &mut sources, types);
    }
    match opcode {
        Opcode::Shl | Opcode::Shr | Opcode::Szext => sources[1] = amount(rng),
        Opcode::Shf => sources[2] = amount(rng),
        Opcode::Bmsk => sources = vec![amount(rng), amount(rng)],
        Opcode::Bfe => (sources[1], sources[2]) = (amount(rng), amount(rng)),
        Opcode::Bfi => (sources[2], sources[3]) = (amount(rng), amount(rng)),
        // The manual defines fns for a base within the word only.
        Opcode::Fns => {
            sources[0] = rng.bits() & rng.bits();
            sources[1] = rng.below(32);
            sources[2] = rng.below(40).wrapping_sub(20);
        }
        Opcode::Cvt if index.is_multiple_of(3) && mods.last().and_then(|&m| format_of(m)).is_some() => {
            for (source, &ty) in sources.iter_mut().zip(types) {
                *source = float_near_integer(rng, format_of(ty).unwrap_or(F64));
            }
        }
        _ => {}
    }
    for (source, _) in sources.iter_mut().zip(types).filter(|(_, ty)| **ty == Mod::Pred) {
        *source &= 1;
    }
    sources
}
