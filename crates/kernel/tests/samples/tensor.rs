//! Products of matrices: `nvcuda::wmma` and `mma.sync` in inline assembly.
//!
//! The elements are small integers, so that every sum is exact in every type and order.

use super::gpu::Gpu;
use super::support::{Random, args, same};

/// Warps, two in each CTA.
const UNITS: usize = 4;
const GRID: [u32; 3] = [UNITS as u32 / 2, 1, 1];
const BLOCK: [u32; 3] = [64, 1, 1];

/// A small integer as binary16.
fn half(value: i64) -> u16 {
    if value == 0 {
        return 0;
    }
    let sign = if value < 0 { 0x8000 } else { 0 };
    let top = 63 - value.unsigned_abs().leading_zeros();
    assert!(top <= 10, "{value} has at most eleven bits");
    sign | ((top + 15) as u16) << 10 | ((value.unsigned_abs() << (10 - top)) & 0x3ff) as u16
}

/// A small integer as bfloat16.
fn brain(value: i64) -> u16 {
    ((value as f32).to_bits() >> 16) as u16
}

fn halves(values: &[i32]) -> Vec<u16> {
    values.iter().map(|&v| half(v.into())).collect()
}

/// Sum of products over k of unit `u`.
fn dot(k: usize, a: impl Fn(usize) -> i32, b: impl Fn(usize) -> i32) -> i64 {
    (0..k).map(|k| i64::from(a(k)) * i64::from(b(k))).sum()
}

pub fn wmma70(gpu: &mut Gpu) {
    let mut random = Random::new(81);
    let (a, b) = (random.ints(UNITS * 512, -4, 4), random.ints(UNITS * 512, -4, 4));
    let c = random.ints(UNITS * 256, -20, 20);
    let (pa, pb) = (gpu.upload(&halves(&a)), gpu.upload(&halves(&b)));
    let (pc, ph) = (gpu.upload(&c.iter().map(|&v| v as f32).collect::<Vec<_>>()), gpu.upload(&halves(&c)));

    let d = gpu.zeros::<f32>(UNITS * 256);
    gpu.launch("wmma_loop", GRID, BLOCK, 0, args![pa, pb, pc, d]);
    let want: Vec<f32> = (0..UNITS * 256)
        .map(|i| {
            let (u, row, column) = (i / 256, i / 16 % 16, i % 16);
            let sum = dot(32, |k| a[u * 512 + row * 32 + k], |k| b[u * 512 + column * 32 + k]);
            (2 * sum + i64::from(c[i])) as f32
        })
        .collect();
    same("wmma_loop", &gpu.download::<f32>(d), &want);

    let d = gpu.zeros::<u16>(UNITS * 256);
    gpu.launch("wmma_tall", GRID, BLOCK, 0, args![pa, pb, ph, d]);
    let want: Vec<u16> = (0..UNITS * 256)
        .map(|i| {
            let (u, column, row) = (i / 256, i / 32 % 8, i % 32);
            let sum = dot(16, |k| a[u * 512 + k * 32 + row], |k| b[u * 128 + k * 8 + column]);
            half(2 * sum + i64::from(c[u * 256 + row * 8 + column]))
        })
        .collect();
    same("wmma_tall", &gpu.download::<u16>(d), &want);

    let d = gpu.zeros::<f32>(UNITS * 256);
    gpu.launch("wmma_wide", GRID, BLOCK, 0, args![pa, pb, ph, d]);
    let want: Vec<f32> = (0..UNITS * 256)
        .map(|i| {
            let (u, row, column) = (i / 256, i / 32 % 8, i % 32);
            let sum = dot(16, |k| a[u * 128 + row * 16 + k], |k| b[u * 512 + k * 32 + column]);
            (sum + i64::from(c[u * 256 + column * 8 + row])) as f32
        })
        .collect();
    same("wmma_wide", &gpu.download::<f32>(d), &want);
}

pub fn wmma_int(gpu: &mut Gpu) {
    let mut random = Random::new(82);
    let bytes = |random: &mut Random| -> Vec<u8> { (0..UNITS * 512).map(|_| random.u32() as u8).collect() };
    let (a, b) = (bytes(&mut random), bytes(&mut random));
    let mut c = random.ints(UNITS * 256, -100_000, 100_000);
    for (i, v) in c.iter_mut().enumerate().step_by(7) {
        *v = if i % 2 == 0 { i32::MAX - 9 } else { i32::MIN + 9 };
    }
    let (pa, pb, pc) = (gpu.upload(&a), gpu.upload(&b), gpu.upload(&c));
    let d = gpu.zeros::<i32>(4 * UNITS * 256);
    gpu.launch("wmma_int", GRID, BLOCK, 0, args![pa, pb, pc, d]);
    let signed = |v: u8| i32::from(v as i8);
    let unsigned = i32::from;
    let mut want = Vec::new();
    for kind in 0..4 {
        for i in 0..UNITS * 256 {
            let (u, at) = (i / 256, i % 256);
            let (a, b) = (&a[u * 512..], &b[u * 512..]);
            let sum = match kind {
                0 => dot(16, |k| signed(a[at / 16 * 16 + k]), |k| signed(b[at % 16 * 16 + k])),
                1 => dot(16, |k| unsigned(a[k * 16 + at / 16]), |k| unsigned(b[k * 16 + at % 16])),
                2 => dot(16, |k| signed(a[at / 8 * 16 + k]), |k| signed(b[k * 8 + at % 8])),
                _ => dot(16, |k| unsigned(a[k * 8 + at / 32]), |k| unsigned(b[at % 32 * 16 + k])),
            };
            let sum = sum + i64::from(c[i]);
            let sum = if kind < 2 { sum as i32 } else { sum.clamp(i32::MIN.into(), i32::MAX.into()) as i32 };
            want.push(sum ^ 1);
        }
    }
    same("wmma_int", &gpu.download::<i32>(d), &want);
}

pub fn wmma80(gpu: &mut Gpu) {
    let mut random = Random::new(83);
    let (a, b) = (random.ints(UNITS * 256, -9, 9), random.ints(UNITS * 256, -9, 9));
    let c = random.ints(UNITS * 256, -50, 50);
    let floats = |v: &[i32]| v.iter().map(|&v| v as f32).collect::<Vec<_>>();
    let brains = |v: &[i32]| v.iter().map(|&v| brain(v.into())).collect::<Vec<_>>();

    let (pa, pb, pc) = (gpu.upload(&brains(&a)), gpu.upload(&brains(&b)), gpu.upload(&floats(&c)));
    let d = gpu.zeros::<f32>(UNITS * 256);
    gpu.launch("wmma_bf16", GRID, BLOCK, 0, args![pa, pb, pc, d]);
    let want: Vec<f32> = (0..UNITS * 256)
        .map(|i| {
            let (u, row, column) = (i / 256 * 256, i / 16 % 16, i % 16);
            let sum = dot(16, |k| a[u + k * 16 + row], |k| b[u + column * 16 + k]);
            (sum + i64::from(c[u + column * 16 + row])) as f32
        })
        .collect();
    same("wmma_bf16", &gpu.download::<f32>(d), &want);

    // A little more than an integer: rounding to tf32 takes it away again.
    let above = |v: &[i32]| v.iter().map(|&v| v as f32 * (1.0 + 1.0 / 8192.0)).collect::<Vec<_>>();
    let (pa, pb) = (gpu.upload(&above(&a)), gpu.upload(&above(&b)));
    let d = gpu.zeros::<f32>(UNITS * 256);
    gpu.launch("wmma_tf32", GRID, BLOCK, 0, args![pa, pb, d]);
    let want: Vec<f32> = (0..UNITS * 256)
        .map(|i| {
            let (u, row, column) = (i / 256 * 128, i / 16 % 16, i % 16);
            (dot(8, |k| a[u + row * 8 + k], |k| b[u + k * 16 + column]) + 1) as f32
        })
        .collect();
    same("wmma_tf32", &gpu.download::<f32>(d), &want);

    let doubles = |v: &[i32]| v.iter().map(|&v| f64::from(v)).collect::<Vec<_>>();
    let (pa, pb, pc) = (gpu.upload(&doubles(&a)), gpu.upload(&doubles(&b)), gpu.upload(&doubles(&c)));
    let d = gpu.zeros::<f64>(UNITS * 64);
    gpu.launch("wmma_f64", GRID, BLOCK, 0, args![pa, pb, pc, d]);
    let want: Vec<f64> = (0..UNITS * 64)
        .map(|i| {
            let (u, row, column) = (i / 64, i / 8 % 8, i % 8);
            let sum = dot(16, |k| a[u * 128 + row * 16 + k], |k| b[u * 128 + column * 16 + k]);
            0.0 - (sum + i64::from(c[i])) as f64
        })
        .collect();
    let got: Vec<f64> = gpu.download::<f64>(d).into_iter().map(|v| v + 0.0).collect();
    same("wmma_f64", &got, &want);
}

pub fn mma75(gpu: &mut Gpu) {
    let mut random = Random::new(84);
    let (a, b) = (random.ints(UNITS * 128, -9, 9), random.ints(UNITS * 64, -9, 9));
    let c = random.whole_floats(UNITS * 128, -50, 50);
    let (pa, pb, pc) = (gpu.upload(&halves(&a)), gpu.upload(&halves(&b)), gpu.upload(&c));
    let d = gpu.zeros::<f32>(UNITS * 128);
    gpu.launch("mma_half", GRID, BLOCK, 0, args![pa, pb, pc, d]);
    let want: Vec<f32> = (0..UNITS * 128)
        .map(|i| {
            let (u, row, column) = (i / 128, i / 8 % 16, i % 8);
            dot(8, |k| a[u * 128 + row * 8 + k], |k| b[u * 64 + k * 8 + column]) as f32 + c[i]
        })
        .collect();
    same("mma_half", &gpu.download::<f32>(d), &want);

    let bytes = |random: &mut Random| -> Vec<u8> { (0..UNITS * 128).map(|_| random.u32() as u8).collect() };
    let (a, b) = (bytes(&mut random), bytes(&mut random));
    let (pa, pb, d) = (gpu.upload(&a), gpu.upload(&b), gpu.zeros::<i32>(UNITS * 64));
    gpu.launch("mma_byte", GRID, BLOCK, 0, args![pa, pb, d]);
    let want: Vec<i32> = (0..UNITS * 64)
        .map(|i| {
            // Lane l holds four bytes of row or column l / 4, and two results of row l / 4.
            let (u, row, column) = (i / 64 * 128, i / 8 % 8, i % 8);
            dot(16, |k| i32::from(a[u + row * 16 + k] as i8), |k| i32::from(b[u + column * 16 + k])) as i32
        })
        .collect();
    same("mma_byte", &gpu.download::<i32>(d), &want);

    let words = random.words(UNITS * 32);
    let (pa, d) = (gpu.upload(&words), gpu.zeros::<u32>(UNITS * 32));
    gpu.launch("mma_move", GRID, BLOCK, 0, args![pa, d]);
    let element = |u: usize, row: usize, column: usize| {
        words[u * 32 + row * 4 + column / 2] >> (16 * (column % 2)) & 0xffff
    };
    let want: Vec<u32> = (0..UNITS * 32)
        .map(|i| {
            let (u, row, column) = (i / 32, i / 4 % 8, i % 4 * 2);
            element(u, column, row) | element(u, column + 1, row) << 16
        })
        .collect();
    same("mma_move", &gpu.download::<u32>(d), &want);
}

pub fn mma80(gpu: &mut Gpu) {
    let mut random = Random::new(85);
    let (a, b) = (random.ints(UNITS * 1024, -9, 9), random.ints(UNITS * 512, -9, 9));
    let (pa, pb) = (gpu.upload(&halves(&a)), gpu.upload(&halves(&b)));
    let d = gpu.zeros::<f32>(UNITS * 128);
    gpu.launch("mma_tile", GRID, BLOCK, 0, args![pa, pb, d]);
    let want: Vec<f32> = (0..UNITS * 128)
        .map(|i| {
            let (u, row, column) = (i / 128, i / 8 % 16, i % 8);
            dot(64, |k| a[u * 1024 + row * 64 + k], |k| b[u * 512 + column * 64 + k]) as f32 + 0.0
        })
        .collect();
    same("mma_tile", &gpu.download::<f32>(d), &want);
    types(gpu, &mut random);

    let lanes = UNITS * 32;
    let (a, b) = (random.ints(lanes, -9, 9), random.ints(lanes, -9, 9));
    let c = random.doubles(2 * lanes, -3.0, 3.0);
    let doubles = |v: &[i32]| v.iter().map(|&v| f64::from(v)).collect::<Vec<_>>();
    let (pa, pb, pc) = (gpu.upload(&doubles(&a)), gpu.upload(&doubles(&b)), gpu.upload(&c));
    let d = gpu.zeros::<f64>(2 * lanes);
    gpu.launch("mma_double", GRID, BLOCK, 0, args![pa, pb, pc, d]);
    let want: Vec<f64> = (0..2 * lanes)
        .map(|i| {
            let (u, row, column) = (i / 64 * 32, i / 8 % 8, i % 8);
            (0..4).fold(c[i], |sum, k| {
                f64::from(a[u + row * 4 + k]).mul_add(f64::from(b[u + column * 4 + k]), sum)
            })
        })
        .collect();
    same("mma_double", &gpu.download::<f64>(d), &want);
}

/// Row and column of the `n`-th of four results of a lane.
fn result(lane: usize, n: usize) -> (usize, usize) {
    (lane / 4 + n / 2 * 8, lane % 4 * 2 + n % 2)
}

fn types(gpu: &mut Gpu, random: &mut Random) {
    let lanes = UNITS * 32;
    // Pairs of small bfloat16; as bytes they are something else.
    let pairs = |random: &mut Random, n: usize| -> Vec<u32> {
        (0..n)
            .map(|_| {
                u32::from(brain(random.int(-9, 9).into())) | u32::from(brain(random.int(-9, 9).into())) << 16
            })
            .collect()
    };
    let (a, b) = (pairs(random, 4 * lanes), pairs(random, 2 * lanes));
    let (fa, fb) = (random.whole_floats(4 * lanes, -9, 9), random.whole_floats(2 * lanes, -9, 9));
    let (pa, pb, pfa, pfb) = (gpu.upload(&a), gpu.upload(&b), gpu.upload(&fa), gpu.upload(&fb));
    let (d, e) = (gpu.zeros::<f32>(8 * lanes), gpu.zeros::<i32>(4 * lanes));
    gpu.launch("mma_types", GRID, BLOCK, 0, args![pa, pb, pfa, pfb, d, e]);
    // Register and place in it of an element of A (row, k) or B (k, column), with `per` elements to a word.
    let in_a = |u: usize, row: usize, k: usize, per: usize| {
        let lane = row % 8 * 4 + k / per % 4;
        (4 * (u * 32 + lane) + row / 8 + 2 * (k / (4 * per)), k % per)
    };
    let in_b = |u: usize, k: usize, column: usize, per: usize| {
        let lane = column * 4 + k / per % 4;
        (2 * (u * 32 + lane) + k / (4 * per), k % per)
    };
    let brain = |(word, half): (u32, usize)| f32::from_bits(word >> (16 * half) << 16) as i32;
    let byte = |(word, at): (u32, usize)| i32::from((word >> (8 * at)) as i8);
    let (mut floats, mut ints) = (Vec::new(), Vec::new());
    for lane in 0..lanes {
        let u = lane / 32;
        let place = |n| result(lane % 32, n);
        let word = |words: &[u32], (at, part): (usize, usize)| (words[at], part);
        floats.extend((0..4).map(|n| {
            let (row, column) = place(n);
            dot(16, |k| brain(word(&a, in_a(u, row, k, 2))), |k| brain(word(&b, in_b(u, k, column, 2))))
                as f32
        }));
        floats.extend((0..4).map(|n| {
            let (row, column) = place(n);
            let sum = dot(8, |k| fa[in_a(u, row, k, 1).0] as i32, |k| fb[in_b(u, k, column, 1).0] as i32);
            (sum + 1) as f32
        }));
        ints.extend((0..4).map(|n| {
            let (row, column) = place(n);
            let sum =
                dot(32, |k| byte(word(&a, in_a(u, row, k, 4))), |k| byte(word(&b, in_b(u, k, column, 4))));
            sum as i32 + 5
        }));
    }
    same("mma_types", &gpu.download::<f32>(d), &floats);
    same("mma_types, bytes", &gpu.download::<i32>(e), &ints);
}
