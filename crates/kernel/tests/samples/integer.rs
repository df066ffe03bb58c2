//! Integer arithmetic, logic, bits and comparisons.

use super::gpu::Gpu;
use super::support::{Random, args, rows, same};

const N: usize = 300;

pub fn int32(gpu: &mut Gpu) {
    let mut random = Random::new(1);
    let mut a: Vec<i32> = random.words(N).into_iter().map(|v| v as i32).collect();
    let mut b: Vec<i32> = random.words(N).into_iter().map(|v| (v as i32) >> (v & 24)).collect();
    a[..4].copy_from_slice(&[i32::MAX, i32::MIN, 0, -1]);
    b[..4].copy_from_slice(&[i32::MAX, 3, i32::MIN, -1]);
    // Division by zero and the quotient that overflows have no defined result.
    for (x, y) in a.iter().zip(&mut b) {
        if *y == 0 || (*x == i32::MIN && *y == -1) {
            *y = 1;
        }
    }
    let (pa, pb) = (gpu.upload(&a), gpu.upload(&b));
    let out = gpu.zeros::<i32>(24 * N);
    gpu.over("int32_signed", N, 128, args![pa, pb, out, N as i32]);
    let low24 = |v: i32| i64::from(v << 8 >> 8);
    let wide = |i: usize| (i64::from(a[i]), i64::from(b[i]));
    rows(
        "int32_signed",
        &gpu.download::<i32>(out),
        N,
        &[
            ("add", &|i| a[i].wrapping_add(b[i])),
            ("sub", &|i| a[i].wrapping_sub(b[i])),
            ("mul", &|i| a[i].wrapping_mul(b[i])),
            ("div", &|i| a[i] / b[i]),
            ("rem", &|i| a[i] % b[i]),
            ("mulhi", &|i| ((wide(i).0 * wide(i).1) >> 32) as i32),
            ("mul24", &|i| (low24(a[i]) * low24(b[i])) as i32),
            ("min", &|i| a[i].min(b[i])),
            ("max", &|i| a[i].max(b[i])),
            ("abs", &|i| a[i].wrapping_abs()),
            ("neg", &|i| a[i].wrapping_neg()),
            ("mad", &|i| a[i].wrapping_mul(b[i]).wrapping_add(i as i32)),
            ("shr", &|i| a[i] >> (b[i] & 31)),
            ("hadd", &|i| ((wide(i).0 + wide(i).1) >> 1) as i32),
            ("rhadd", &|i| ((wide(i).0 + wide(i).1 + 1) >> 1) as i32),
            ("sad", &|i| a[i].abs_diff(b[i]).wrapping_add(7) as i32),
            ("div 10", &|i| a[i] / 10),
            ("rem 1000", &|i| a[i] % 1000),
            ("mul24.lo", &|i| (low24(a[i]) * low24(b[i])) as i32),
            // Bits 16 to 47 of the product.
            ("mul24.hi", &|i| ((low24(a[i]) * low24(b[i])) >> 16) as i32),
            ("mad24.lo", &|i| ((low24(a[i]) * low24(b[i])) as i32).wrapping_add(i as i32)),
            ("add.sat", &|i| a[i].saturating_add(b[i])),
            ("sub.sat", &|i| a[i].saturating_sub(b[i])),
            ("mad.hi", &|i| (((wide(i).0 * wide(i).1) >> 32) as i32).wrapping_add(i as i32)),
        ],
    );
    let (a, b): (Vec<u32>, Vec<u32>) =
        (a.iter().map(|&v| v as u32).collect(), b.iter().map(|&v| v as u32).collect());
    let out = gpu.zeros::<u32>(17 * N);
    gpu.over("int32_unsigned", N, 128, args![pa, pb, out, N as i32]);
    let wide = |i: usize| (u64::from(a[i]), u64::from(b[i]));
    let low24 = |v: u32| u64::from(v & 0xFF_FFFF);
    rows(
        "int32_unsigned",
        &gpu.download::<u32>(out),
        N,
        &[
            ("div", &|i| a[i] / b[i]),
            ("rem", &|i| a[i] % b[i]),
            ("mulhi", &|i| ((wide(i).0 * wide(i).1) >> 32) as u32),
            ("mul24", &|i| (low24(a[i]) * low24(b[i])) as u32),
            ("min", &|i| a[i].min(b[i])),
            ("max", &|i| a[i].max(b[i])),
            ("and", &|i| a[i] & b[i]),
            ("or", &|i| a[i] | b[i]),
            ("xor", &|i| a[i] ^ b[i]),
            ("not", &|i| !a[i]),
            ("shl", &|i| a[i] << (b[i] & 31)),
            ("shr", &|i| a[i] >> (b[i] & 31)),
            ("sad", &|i| a[i].abs_diff(b[i]).wrapping_add(7)),
            ("hadd", &|i| ((wide(i).0 + wide(i).1) >> 1) as u32),
            ("rhadd", &|i| ((wide(i).0 + wide(i).1 + 1) >> 1) as u32),
            ("div 7", &|i| a[i] / 7),
            ("logical not", &|i| u32::from(a[i] == 0)),
        ],
    );
}

pub fn int64(gpu: &mut Gpu) {
    let mut random = Random::new(2);
    let mut a: Vec<i64> = (0..N).map(|_| random.u64() as i64).collect();
    let mut b: Vec<i64> = (0..N).map(|i| (random.u64() as i64) >> (i % 63)).collect();
    a[..4].copy_from_slice(&[i64::MAX, i64::MIN, 0, -1]);
    b[..4].copy_from_slice(&[i64::MAX, 3, i64::MIN, -1]);
    for y in &mut b {
        if *y == 0 {
            *y = 5;
        }
    }
    let (pa, pb) = (gpu.upload(&a), gpu.upload(&b));
    let out = gpu.zeros::<i64>(15 * N);
    gpu.over("int64_signed", N, 128, args![pa, pb, out, N as i32]);
    let short = |i: usize| (i64::from(a[i] as i32), i64::from(b[i] as i32));
    rows(
        "int64_signed",
        &gpu.download::<i64>(out),
        N,
        &[
            ("add", &|i| a[i].wrapping_add(b[i])),
            ("sub", &|i| a[i].wrapping_sub(b[i])),
            ("mul", &|i| a[i].wrapping_mul(b[i])),
            ("div", &|i| a[i].wrapping_div(b[i])),
            ("rem", &|i| a[i].wrapping_rem(b[i])),
            ("mulhi", &|i| ((i128::from(a[i]) * i128::from(b[i])) >> 64) as i64),
            ("min", &|i| a[i].min(b[i])),
            ("max", &|i| a[i].max(b[i])),
            ("abs", &|i| a[i].wrapping_abs()),
            ("neg", &|i| a[i].wrapping_neg()),
            ("shr", &|i| a[i] >> (b[i] & 63)),
            ("mul.wide", &|i| short(i).0 * short(i).1),
            ("mad.wide", &|i| (short(i).0 * short(i).1).wrapping_add(a[i])),
            ("mad", &|i| a[i].wrapping_mul(b[i]).wrapping_add(i as i64)),
            ("div 1000", &|i| a[i] / 1000),
        ],
    );
    let (a, b): (Vec<u64>, Vec<u64>) =
        (a.iter().map(|&v| v as u64).collect(), b.iter().map(|&v| v as u64).collect());
    let out = gpu.zeros::<u64>(13 * N);
    gpu.over("int64_unsigned", N, 128, args![pa, pb, out, N as i32]);
    rows(
        "int64_unsigned",
        &gpu.download::<u64>(out),
        N,
        &[
            ("div", &|i| a[i] / b[i]),
            ("rem", &|i| a[i] % b[i]),
            ("mulhi", &|i| ((u128::from(a[i]) * u128::from(b[i])) >> 64) as u64),
            ("min", &|i| a[i].min(b[i])),
            ("max", &|i| a[i].max(b[i])),
            ("and", &|i| a[i] & b[i]),
            ("or", &|i| a[i] | b[i]),
            ("xor", &|i| a[i] ^ b[i]),
            ("not", &|i| !a[i]),
            ("shl", &|i| a[i] << (b[i] & 63)),
            ("shr", &|i| a[i] >> (b[i] & 63)),
            ("mul.wide", &|i| u64::from(a[i] as u32) * u64::from(b[i] as u32)),
            ("div 7", &|i| a[i] / 7),
        ],
    );
}

pub fn narrow(gpu: &mut Gpu) {
    let mut random = Random::new(3);
    let a: Vec<i8> = (0..N).map(|_| random.u32() as i8).collect();
    let b: Vec<u8> = (0..N).map(|_| random.u32() as u8).collect();
    let (pa, pb) = (gpu.upload(&a), gpu.upload(&b));
    let (ps, pu) = (gpu.zeros::<i8>(N), gpu.zeros::<u8>(N));
    gpu.over("narrow_bytes", N, 128, args![pa, pb, ps, pu, N as i32]);
    let signed: Vec<i8> = (0..N).map(|i| a[i].wrapping_mul(3).wrapping_sub(b[i] as i8)).collect();
    let unsigned: Vec<u8> = (0..N).map(|i| (b[i] >> 1).wrapping_add((a[i] >> 2) as u8)).collect();
    same("narrow_bytes, signed", &gpu.download::<i8>(ps), &signed);
    same("narrow_bytes, unsigned", &gpu.download::<u8>(pu), &unsigned);

    let a: Vec<i16> = (0..N).map(|_| random.u32() as i16).collect();
    let b: Vec<u16> = (0..N).map(|_| random.u32() as u16).collect();
    let (pa, pb) = (gpu.upload(&a), gpu.upload(&b));
    let (ps, pu, pw) = (gpu.zeros::<i16>(N), gpu.zeros::<u16>(N), gpu.zeros::<i32>(N));
    gpu.over("narrow_shorts", N, 128, args![pa, pb, ps, pu, pw, N as i32]);
    let signed = |x: i16| {
        let high = ((i32::from(x) * i32::from(x)) >> 16) as i16;
        x.wrapping_mul(5).wrapping_add(high).wrapping_add((x / 7).abs())
    };
    let unsigned = |x: i16, y: u16| {
        let sum = y.wrapping_mul(y).wrapping_add(x as u16);
        sum ^ y.min(x as u16) ^ (y << 3) ^ (y >> 5)
    };
    let wide = |x: i16, y: u16| i32::from(x) * i32::from(y) + i32::from(x < y as i16);
    let want: Vec<i16> = a.iter().map(|&x| signed(x)).collect();
    same("narrow_shorts, signed", &gpu.download::<i16>(ps), &want);
    let want: Vec<u16> = (0..N).map(|i| unsigned(a[i], b[i])).collect();
    same("narrow_shorts, unsigned", &gpu.download::<u16>(pu), &want);
    let want: Vec<i32> = (0..N).map(|i| wide(a[i], b[i])).collect();
    same("narrow_shorts, wide", &gpu.download::<i32>(pw), &want);
}

/// `length` bits of `value` from `position` on; above them, and above the value's own
/// `bits`, copies of the highest one taken if `signed`.
fn extract(value: u64, bits: u32, position: u32, length: u32, signed: bool) -> u64 {
    if length == 0 {
        return 0;
    }
    let bit = |at: u32| value >> at & 1;
    let sign = if signed { bit((position + length - 1).min(bits - 1)) } else { 0 };
    let taken = |at: u32| at < length && position + at < bits;
    (0..bits).fold(0, |all, at| all | (if taken(at) { bit(position + at) } else { sign }) << at)
}

/// `base` with `length` of its bits from `position` on replaced by those of `value`.
fn insert(value: u64, base: u64, bits: u32, position: u32, length: u32) -> u64 {
    (0..length).filter(|at| position + at < bits).fold(base, |all, at| {
        let place = position + at;
        all & !(1 << place) | (value >> at & 1) << place
    })
}

/// The place of the highest one, or all ones.
fn highest(value: u64) -> u32 {
    value.checked_ilog2().unwrap_or(u32::MAX)
}

/// The place of the n-th one from `base` on, upwards or downwards, or all ones.
fn nth_one(mask: u32, base: u32, offset: i32) -> u32 {
    let one = |at: &u32| mask >> at & 1 == 1;
    let nth = offset.unsigned_abs().saturating_sub(1) as usize;
    match offset {
        0 => Some(base).filter(one),
        1.. => (base..32).filter(one).nth(nth),
        _ => (0..=base).rev().filter(one).nth(nth),
    }
    .unwrap_or(u32::MAX)
}

/// Four bytes out of eight, each chosen by a nibble whose highest bit asks for its sign.
fn permute(a: u32, b: u32, selector: u32) -> u32 {
    let bytes = u64::from(b) << 32 | u64::from(a);
    (0..4).fold(0, |all, at| {
        let nibble = selector >> (4 * at) & 15;
        let byte = (bytes >> (8 * (nibble & 7))) as u8;
        let byte = if nibble & 8 == 0 { byte } else { ((byte as i8) >> 7) as u8 };
        all | u32::from(byte) << (8 * at)
    })
}

/// Each bit of the result looked up with the three bits of the operands.
fn lookup(a: u32, b: u32, c: u32, table: u32) -> u32 {
    (0..32).fold(0, |all, at| {
        let index = (a >> at & 1) << 2 | (b >> at & 1) << 1 | (c >> at & 1);
        all | (table >> index & 1) << at
    })
}

pub fn bits(gpu: &mut Gpu) {
    let mut random = Random::new(4);
    let mut a = random.words(N);
    let b = random.words(N);
    a[..3].copy_from_slice(&[0, u32::MAX, 1]);
    let (pa, pb) = (gpu.upload(&a), gpu.upload(&b));
    let out = gpu.zeros::<u32>(22 * N);
    gpu.over("bits32", N, 128, args![pa, pb, out, N as i32]);
    let z = |i: usize| a[i].wrapping_mul(0x9E37_79B9);
    let (position, length) = (|i: usize| b[i] & 31, |i: usize| b[i] >> 8 & 31);
    let field = |i: usize, signed| extract(u64::from(a[i]), 32, position(i), length(i), signed) as u32;
    let shifted = |i: usize| u64::from(a[i] >> position(i));
    let double = |i: usize| u64::from(b[i]) << 32 | u64::from(a[i]);
    rows(
        "bits32",
        &gpu.download::<u32>(out),
        N,
        &[
            ("popc", &|i| a[i].count_ones()),
            ("clz", &|i| (a[i] >> position(i)).leading_zeros()),
            ("brev", &|i| a[i].reverse_bits()),
            ("ffs", &|i| match a[i] << position(i) {
                0 => 0,
                v => v.trailing_zeros() + 1,
            }),
            ("bfe.u32", &|i| field(i, false)),
            ("bfe.s32", &|i| field(i, true)),
            ("bfi", &|i| insert(u64::from(a[i]), u64::from(z(i)), 32, position(i), length(i)) as u32),
            ("bfind.u32", &|i| highest(shifted(i))),
            ("bfind.s32", &|i| {
                let v = a[i] as i32 >> position(i);
                highest(u64::from(if v < 0 { !v } else { v } as u32))
            }),
            ("bfind.shiftamt", &|i| match highest(shifted(i)) {
                u32::MAX => u32::MAX,
                place => 31 - place,
            }),
            ("fns", &|i| nth_one(a[i], position(i), length(i) as i32 - 16)),
            ("byte_perm", &|i| permute(a[i], b[i], z(i) & 0x7777)),
            ("prmt.f4e", &|i| (double(i) >> (8 * (z(i) & 3))) as u32),
            ("prmt", &|i| permute(a[i], b[i], z(i) & 0xFFFF)),
            ("funnel left, wrapped", &|i| ((double(i) << (z(i) & 31)) >> 32) as u32),
            ("funnel right, wrapped", &|i| (double(i) >> (z(i) & 31)) as u32),
            ("funnel left, clamped", &|i| ((double(i) << (z(i) & 63).min(32)) >> 32) as u32),
            ("funnel right, clamped", &|i| (double(i) >> (z(i) & 63).min(32)) as u32),
            ("lop3 majority", &|i| lookup(a[i], b[i], z(i), 0xE8)),
            ("lop3", &|i| lookup(a[i], b[i], z(i), 0x2D)),
            ("cnot", &|i| u32::from(a[i] & 1 == 0)),
            ("rotate", &|i| a[i].rotate_left(7)),
        ],
    );

    let mut a: Vec<u64> = (0..N).map(|_| random.u64()).collect();
    a[..3].copy_from_slice(&[0, u64::MAX, 1]);
    let pa = gpu.upload(&a);
    let out = gpu.zeros::<u64>(8 * N);
    gpu.over("bits64", N, 128, args![pa, out, N as i32]);
    let (position, length) = (|i: usize| (a[i] & 63) as u32, |i: usize| (a[i] >> 8 & 63) as u32);
    rows(
        "bits64",
        &gpu.download::<u64>(out),
        N,
        &[
            ("popc", &|i| u64::from(a[i].count_ones())),
            ("clz", &|i| u64::from((a[i] >> position(i)).leading_zeros())),
            ("brev", &|i| a[i].reverse_bits()),
            ("ffs", &|i| match a[i] << position(i) {
                0 => 0,
                v => u64::from(v.trailing_zeros()) + 1,
            }),
            ("bfe.u64", &|i| extract(a[i], 64, position(i), length(i), false)),
            ("bfe.s64", &|i| extract(a[i], 64, position(i), length(i), true)),
            ("bfi", &|i| insert(!a[i], a[i], 64, position(i), length(i))),
            ("bfind.u64", &|i| u64::from(highest(a[i] >> position(i)))),
        ],
    );
}

pub fn bits75(gpu: &mut Gpu) {
    let mut random = Random::new(5);
    let (a, b) = (random.words(N), random.words(N));
    let (pa, pb) = (gpu.upload(&a), gpu.upload(&b));
    let out = gpu.zeros::<u32>(4 * N);
    gpu.over("bits75", N, 128, args![pa, pb, out, N as i32]);
    let (y, z) = (|i: usize| b[i] & 63, |i: usize| b[i] >> 8 & 63);
    // Both ends clamped to 32: what is shifted out is gone.
    let mask = |position: u32, width: u32| ((((1u64 << width) - 1) << position) & 0xFFFF_FFFF) as u32;
    rows(
        "bits75",
        &gpu.download::<u32>(out),
        N,
        &[
            ("bmsk.clamp", &|i| mask(y(i).min(32), z(i).min(32))),
            ("bmsk.wrap", &|i| mask(y(i) & 31, z(i) & 31)),
            ("szext.clamp.s32", &|i| match y(i) {
                0 => 0,
                width @ 1..32 => ((a[i] << (32 - width)) as i32 >> (32 - width)) as u32,
                _ => a[i],
            }),
            ("szext.wrap.u32", &|i| a[i] & mask(0, y(i) & 31)),
        ],
    );
}

pub fn carry(gpu: &mut Gpu) {
    let mut random = Random::new(6);
    let mut wide = || (0..2 * N).map(|_| random.u64()).collect::<Vec<u64>>();
    let (a, mut b) = (wide(), wide());
    b[0] = u64::MAX;
    b[1] = u64::MAX;
    let (pa, pb) = (gpu.upload(&a), gpu.upload(&b));
    let out = gpu.zeros::<u64>(10 * N);
    gpu.over("carry128", N, 128, args![pa, pb, out, N as i32]);
    let join = |v: &[u64], i: usize| u128::from(v[2 * i + 1]) << 64 | u128::from(v[2 * i]);
    let (x, y) = (|i: usize| join(&a, i), |i: usize| join(&b, i));
    let got = gpu.download::<u64>(out);
    let got: Vec<u128> = (0..5 * N).map(|i| join(&got, i)).collect();
    let mut want: Vec<u128> = (0..N).map(|i| x(i).wrapping_add(y(i))).collect();
    want.extend((0..N).map(|i| x(i).wrapping_sub(y(i))));
    want.extend((0..N).map(|i| x(i).wrapping_mul(y(i))));
    want.extend((0..N).map(|i| x(i) << (b[2 * i] & 127)));
    want.extend((0..N).map(|i| x(i) >> (b[2 * i] & 127)));
    super::support::compare("carry128", &got, &want, |got, want| got == want);

    let mut a = random.words(3 * N);
    let mut b = random.words(3 * N);
    a[..3].fill(u32::MAX);
    b[..6].fill(u32::MAX);
    let (pa, pb) = (gpu.upload(&a), gpu.upload(&b));
    let out = gpu.zeros::<u32>(10 * N);
    gpu.over("carry_asm", N, 128, args![pa, pb, out, N as i32]);
    let join = |w: [u32; 3]| u128::from(w[2]) << 64 | u128::from(w[1]) << 32 | u128::from(w[0]);
    let mut want = Vec::new();
    for (x, y) in a.as_chunks::<3>().0.iter().zip(b.as_chunks::<3>().0) {
        let sum = join(*x) + join(*y);
        let difference = join(*x).wrapping_sub(join(*y));
        let product = join([x[0], x[1], 0]) * u128::from(y[0]) + join([x[2], y[1], y[2]]);
        want.extend((0..3).map(|k| (sum >> (32 * k)) as u32));
        want.extend((0..3).map(|k| (difference >> (32 * k)) as u32));
        want.extend((0..4).map(|k| (product >> (32 * k)) as u32));
    }
    same("carry_asm", &gpu.download::<u32>(out), &want);
}

pub fn dot(gpu: &mut Gpu) {
    let mut random = Random::new(7);
    let (a, b) = (random.words(N), random.words(N));
    let (pa, pb) = (gpu.upload(&a), gpu.upload(&b));
    let out = gpu.zeros::<i32>(6 * N);
    gpu.over("dot", N, 128, args![pa, pb, out, N as i32]);
    let byte = |v: u32, at: u32, signed: bool| {
        let byte = (v >> (8 * at)) as u8;
        if signed { i64::from(byte as i8) } else { i64::from(byte) }
    };
    let short = |v: u32, at: u32, signed: bool| {
        let short = (v >> (16 * at)) as u16;
        if signed { i64::from(short as i16) } else { i64::from(short) }
    };
    let four = |i: usize, sa: bool, sb: bool, c: i64| {
        (c + (0..4).map(|k| byte(a[i], k, sa) * byte(b[i], k, sb)).sum::<i64>()) as i32
    };
    let two = |i: usize, sa: bool, sb: bool, from: u32| {
        (9 + (0..2).map(|k| short(a[i], k, sa) * byte(b[i], from + k, sb)).sum::<i64>()) as i32
    };
    rows(
        "dot",
        &gpu.download::<i32>(out),
        N,
        &[
            ("dp4a.s32.s32", &|i| four(i, true, true, 100)),
            ("dp4a.u32.u32", &|i| four(i, false, false, 100)),
            ("dp4a.u32.s32", &|i| four(i, false, true, -5)),
            ("dp2a.lo.s32.s32", &|i| two(i, true, true, 0)),
            ("dp2a.hi.u32.u32", &|i| two(i, false, false, 2)),
            ("dp2a.hi.s32.u32", &|i| two(i, true, false, 2)),
        ],
    );
}

pub fn video(gpu: &mut Gpu) {
    let mut random = Random::new(21);
    let (mut a, mut b) = (random.words(N), random.words(N));
    a[..4].copy_from_slice(&[0x7fff_ffff, 0x8000_0000, 0xff80_7f00, 0x8000_7fff]);
    b[..4].copy_from_slice(&[0x0000_0001, 0xffff_ffff, 0x007f_80ff, 0x8000_0001]);
    let (pa, pb) = (gpu.upload(&a), gpu.upload(&b));
    let out = gpu.zeros::<u32>(27 * N);
    gpu.over("video", N, 128, args![pa, pb, out, N as i32]);
    let half = |v: u32, at: usize| (v >> (16 * at)) as u16;
    let byte = |v: u32, at: usize| (v >> (8 * at)) as u8;
    let signed = |v: u32, at: usize| i64::from(half(v, at) as i16);
    let halves = |of: [i64; 2]| (of[0] as u16 as u32) | (of[1] as u32) << 16;
    let bytes = |of: [u8; 4]| u32::from_le_bytes(of);
    let each =
        |i: usize, f: &dyn Fn(u8, u8) -> u8| bytes([0, 1, 2, 3].map(|k| f(byte(a[i], k), byte(b[i], k))));
    let pair = |i: usize, f: &dyn Fn(i16, i16) -> i16| {
        halves([0, 1].map(|k| i64::from(f(half(a[i], k) as i16, half(b[i], k) as i16))))
    };
    // An average rounded up, as both the instruction and the intrinsic have it.
    let average = |x: u8, y: u8| (u16::from(x) + u16::from(y)).div_ceil(2) as u8;
    let sum_of_differences =
        |i: usize| (0..4).map(|k| u32::from(byte(a[i], k).abs_diff(byte(b[i], k)))).sum::<u32>();
    let big = |v: u32| i64::from(v as i32);
    let saturated = |v: i64| v.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as u32;
    rows(
        "video",
        &gpu.download::<u32>(out),
        N,
        &[
            ("vadd.sat", &|i| (a[i] as i32).saturating_add(b[i] as i32) as u32),
            ("vadd of parts", &|i| (i64::from(byte(a[i], 3)) + signed(b[i], 0)) as u32),
            ("vsub.sat.add", &|i| (signed(a[i], 1) - signed(b[i], 0) + i as i64) as u32),
            ("vabsdiff.max", &|i| {
                let difference = (byte(a[i], 1) as i8).abs_diff(byte(b[i], 2) as i8);
                u32::from(difference).max(i as u32)
            }),
            ("vmin into a half", &|i| {
                halves([i64::from(half(i as u32, 0)), signed(a[i], 0).min(signed(b[i], 1))])
            }),
            ("vmax into a byte", &|i| {
                u32::from(byte(a[i], 0).max(byte(b[i], 3))) << 16 | i as u32 & 0xff00_ffff
            }),
            ("vshl.wrap", &|i| a[i] << (b[i] & 31)),
            ("vshr.clamp.min", &|i| {
                let shifted = (a[i] as i32) >> u32::from(byte(b[i], 1)).min(31);
                shifted.min(i as i32) as u32
            }),
            ("vmad of a negated half", &|i| (i as i64 - signed(a[i], 0) * signed(b[i], 1)) as u32),
            ("vmad.po.shr7", &|i| (u32::from(byte(a[i], 2)) * u32::from(byte(b[i], 1)) + i as u32 + 1) >> 7),
            ("vmad.sat.shr15", &|i| saturated((big(a[i]) * big(b[i]) + i as i64) >> 15)),
            ("vset.add", &|i| u32::from(signed(a[i], 1) < i64::from(byte(b[i], 0))) + i as u32),
            ("vadd2.sat", &|i| pair(i, &i16::saturating_add)),
            ("vsub2.add", &|i| {
                let parts = (0..2).map(|k| i64::from(half(a[i], k)) - i64::from(half(b[i], k)));
                (parts.sum::<i64>() + i as i64) as u32
            }),
            ("vavrg2 into a half", &|i| {
                let sum = signed(a[i], 0) + signed(b[i], 0);
                halves([
                    i64::from(half(i as u32, 0)),
                    if sum < 0 { sum.div_euclid(2) } else { (sum + 1) / 2 },
                ])
            }),
            ("vset2", &|i| pair(i, &|x, y| i16::from(x >= y))),
            ("vadd4.sat", &|i| each(i, &u8::saturating_add)),
            ("vavrg4 into two bytes", &|i| {
                // Both sources in reverse.
                let from = |k: usize| average(byte(a[i], 3 - k), byte(b[i], 3 - k));
                bytes([from(0), byte(i as u32, 1), from(2), byte(i as u32, 3)])
            }),
            ("vabsdiff4.add", &|i| sum_of_differences(i) + i as u32),
            ("vmax4 of odd and even bytes", &|i| {
                let (x, y) = (a[i].to_le_bytes(), b[i].to_le_bytes());
                let [odd, even] = [[x[1], x[3], y[1], y[3]], [x[0], x[2], y[0], y[2]]];
                let most = |k: usize| (odd[k] as i8).max(even[k] as i8) as u8;
                bytes([most(0), most(1), byte(i as u32, 2), most(3)])
            }),
            ("vset4.add", &|i| {
                (0..4).map(|k| u32::from(byte(a[i], k) > byte(b[i], k))).sum::<u32>() + i as u32
            }),
            ("__vabsdiffu4", &|i| each(i, &u8::abs_diff)),
            ("__vsadu4", &|i| sum_of_differences(i)),
            ("__vaddss2", &|i| pair(i, &i16::saturating_add)),
            ("__vavgu4", &|i| each(i, &average)),
            ("__vmins4", &|i| each(i, &|x, y| (x as i8).min(y as i8) as u8)),
            ("__vcmpgtu2", &|i| pair(i, &|x, y| -i16::from(x as u16 > y as u16))),
        ],
    );
    let (left, right) = (random.words(N + 2), random.words(N + 18));
    let (pl, pr, out) = (gpu.upload(&left), gpu.upload(&right), gpu.zeros::<u32>(N));
    gpu.over("block_match", N, 128, args![pl, pr, out, N as i32]);
    let difference = |x: u32, y: u32| {
        x.to_le_bytes().iter().zip(y.to_le_bytes()).map(|(&x, y)| u32::from(x.abs_diff(y))).sum::<u32>()
    };
    let best = |i: usize| {
        let cost = |d: usize| (0..2).map(|w| difference(left[i + w], right[i + w + d])).sum::<u32>();
        let (cost, at) = (0..16).map(|d| (cost(d), d as u32)).min().expect("sixteen places");
        at << 16 | cost
    };
    same("block_match", &gpu.download::<u32>(out), &(0..N).map(best).collect::<Vec<u32>>());
}

pub fn int_compare(gpu: &mut Gpu) {
    let mut random = Random::new(8);
    let mut a = random.ints(N, -5, 5);
    let mut b = random.ints(N, -5, 5);
    a[..3].copy_from_slice(&[i32::MIN, i32::MAX, 0x1_0003]);
    b[..3].copy_from_slice(&[i32::MAX, i32::MIN, 3]);
    let c: Vec<i64> = (0..N).map(|_| i64::from(random.int(-3, 3)) << 32).collect();
    let d: Vec<i64> = (0..N).map(|_| i64::from(random.int(-3, 3)) << 32).collect();
    let (pa, pb, pc, pd) = (gpu.upload(&a), gpu.upload(&b), gpu.upload(&c), gpu.upload(&d));
    let (masks, values) = (gpu.zeros::<u32>(N), gpu.zeros::<i64>(2 * N));
    gpu.over("int_compare", N, 128, args![pa, pb, pc, pd, masks, values, N as i32]);
    let want: Vec<u32> = (0..N)
        .map(|i| {
            let (x, y, v, w) = (a[i], b[i], c[i], d[i]);
            let (ux, uy, uv, uw) = (x as u32, y as u32, v as u64, w as u64);
            let (sx, sy) = (x as i16, y as i16);
            let bits = [
                x < y,
                x <= y,
                x > y,
                x >= y,
                x == y,
                x != y,
                ux < uy,
                ux <= uy,
                ux > uy,
                ux >= uy,
                v < w,
                v >= w,
                v == w,
                uv < uw,
                uv > uw,
                sx < sy,
                sx == sy,
                sx as u16 > sy as u16,
                x < y && v < w,
                x < y || v < w,
                (x < y) != (v < w),
                x < y && ux <= uy,
            ];
            bits.iter().enumerate().fold(0, |all, (at, &bit)| all | u32::from(bit) << at)
        })
        .collect();
    same("int_compare, masks", &gpu.download::<u32>(masks), &want);
    let mut want: Vec<i64> = (0..N).map(|i| if a[i] < b[i] { c[i] } else { d[i] }).collect();
    want.extend((0..N).map(|i| i64::from(if c[i] < d[i] { a[i] } else { b[i] })));
    same("int_compare, values", &gpu.download::<i64>(values), &want);
}
