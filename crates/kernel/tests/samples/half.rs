//! Half precision and bfloat16, bit for bit.

use rustc_apfloat::ieee::{BFloat, Half, Single};
use rustc_apfloat::{Float, FloatConvert, Round};

use super::gpu::Gpu;
use super::support::{Random, args, rows, same};

const N: usize = 300;
const NEAREST: Round = Round::NearestTiesToEven;

fn soft(value: f32) -> Single {
    Single::from_bits(value.to_bits().into())
}

fn to_half(value: f32, round: Round) -> u16 {
    let half: Half = soft(value).convert_r(round, &mut false).value;
    half.to_bits() as u16
}

fn to_bfloat(value: f32, round: Round) -> u16 {
    let bfloat: BFloat = soft(value).convert_r(round, &mut false).value;
    bfloat.to_bits() as u16
}

fn of_half(bits: u16) -> f32 {
    let single: Single = Half::from_bits(bits.into()).convert(&mut false).value;
    f32::from_bits(single.to_bits() as u32)
}

fn of_bfloat(bits: u16) -> f32 {
    f32::from_bits(u32::from(bits) << 16)
}

/// Sixteenths other than zero: their products and sums are exact in single precision, so
/// that a result rounded by way of it is the same.
fn sixteenths(random: &mut Random, n: usize) -> Vec<f32> {
    let sign = |v: i32| if v & 1 == 0 { v } else { -v };
    random.ints(n, 2, 127).into_iter().map(|v| sign(v) as f32 / 16.0).collect()
}

fn halves(values: &[f32]) -> Vec<u16> {
    values.iter().map(|&v| to_half(v, NEAREST)).collect()
}

pub fn half(gpu: &mut Gpu) {
    let mut random = Random::new(31);
    let (a, mut b) = (sixteenths(&mut random, 2 * N), sixteenths(&mut random, 2 * N));
    let c = sixteenths(&mut random, 2 * N);
    for i in (0..2 * N).step_by(5) {
        b[i] = a[i];
    }
    b[6] = a[6];
    b[7] = a[7];
    let (pa, pb, pc) = (gpu.upload(&halves(&a)), gpu.upload(&halves(&b)), gpu.upload(&halves(&c)));
    let out = gpu.zeros::<u16>(12 * N);
    gpu.over("half_scalar", N, 128, args![pa, pb, pc, out, N as i32]);
    let nearest = |v: f32| to_half(v, NEAREST);
    rows(
        "half_scalar",
        &gpu.download::<u16>(out),
        N,
        &[
            ("add", &|i| nearest(a[i] + b[i])),
            ("sub", &|i| nearest(a[i] - b[i])),
            ("mul", &|i| nearest(a[i] * b[i])),
            ("fma", &|i| nearest(a[i] * b[i] + c[i])),
            ("neg", &|i| nearest(-a[i])),
            ("abs", &|i| nearest(a[i].abs())),
            ("lt", &|i| u16::from(a[i] < b[i])),
            ("ge", &|i| u16::from(a[i] >= b[i])),
            ("ne", &|i| u16::from(a[i] != b[i])),
            ("to s16 rz", &|i| a[i] as i16 as u16),
            ("to s32 rn", &|i| b[i].round_ties_even() as i32 as u16),
            ("add sat", &|i| nearest((a[i] + b[i]).clamp(0.0, 1.0))),
        ],
    );

    let (out, equal) = (gpu.zeros::<u16>(10 * N), gpu.zeros::<u32>(N));
    gpu.over("half_pair", N, 128, args![pa, pb, out, equal, N as i32]);
    rows(
        "half_pair",
        &gpu.download::<u16>(out),
        2 * N,
        &[
            ("add2", &|i| nearest(a[i] + b[i])),
            ("mul2", &|i| nearest(a[i] * b[i])),
            ("fma2", &|i| nearest(a[i] * b[i] + 0.5)),
            ("swap", &|i| nearest(a[i ^ 1])),
            ("mix", &|i| nearest(if i & 1 == 0 { b[i] } else { a[i] })),
        ],
    );
    let want: Vec<u32> =
        (0..N).map(|i| u32::from(a[2 * i] == b[2 * i] && a[2 * i + 1] == b[2 * i + 1])).collect();
    same("half_pair, equal", &gpu.download::<u32>(equal), &want);

    let mut a = random.floats(N, -2000.0, 2000.0);
    a[..6].copy_from_slice(&[1e6, -1e6, 1e-6, -3e-8, 65519.0, 65520.0]);
    let b = random.ints(N, -60000, 60000);
    let (pa, pb) = (gpu.upload(&a), gpu.upload(&b));
    let (out, back) = (gpu.zeros::<u16>(6 * N), gpu.zeros::<f32>(N));
    gpu.over("half_convert", N, 128, args![pa, pb, out, back, N as i32]);
    rows(
        "half_convert",
        &gpu.download::<u16>(out),
        N,
        &[
            ("rn", &|i| nearest(a[i])),
            ("rz", &|i| to_half(a[i], Round::TowardZero)),
            ("ru", &|i| to_half(a[i], Round::TowardPositive)),
            ("rd", &|i| to_half(a[i], Round::TowardNegative)),
            ("s32 rn", &|i| nearest(b[i] as f32)),
            ("u16 rz", &|i| to_half(f32::from(b[i] as u16), Round::TowardZero)),
        ],
    );
    let want: Vec<f32> = a.iter().map(|&v| of_half(nearest(v))).collect();
    same("half_convert, back", &gpu.download::<f32>(back), &want);
}

pub fn bf16(gpu: &mut Gpu) {
    let mut random = Random::new(32);
    let nearest = |v: f32| to_bfloat(v, NEAREST);
    let mut bits =
        || -> Vec<u16> { random.floats(2 * N, 0.5, 20.0).into_iter().map(|v| nearest(10.3 - v)).collect() };
    let (bits_a, bits_b) = (bits(), bits());
    let c = random.floats(N, -1e5, 1e5);
    let (pa, pb, pc) = (gpu.upload(&bits_a), gpu.upload(&bits_b), gpu.upload(&c));
    let (out, back) = (gpu.zeros::<u16>(8 * N), gpu.zeros::<f32>(N));
    gpu.over("bf16", N, 128, args![pa, pb, pc, out, back, N as i32]);
    let a: Vec<f32> = bits_a.iter().map(|&v| of_bfloat(v)).collect();
    let b: Vec<f32> = bits_b.iter().map(|&v| of_bfloat(v)).collect();
    rows(
        "bf16",
        &gpu.download::<u16>(out),
        N,
        &[
            ("add", &|i| nearest(a[i] + b[i])),
            ("sub", &|i| nearest(a[i] - b[i])),
            ("mul", &|i| nearest(a[i] * b[i])),
            ("neg", &|i| bits_a[i] ^ 0x8000),
            ("abs", &|i| bits_a[i] & 0x7FFF),
            ("lt", &|i| u16::from(a[i] < b[i])),
            ("of float rn", &|i| nearest(c[i])),
            ("of float rz", &|i| to_bfloat(c[i], Round::TowardZero)),
        ],
    );
    same("bf16, back", &gpu.download::<f32>(back), &b[..N]);

    let out = gpu.zeros::<u16>(6 * N);
    gpu.over("bf16_pair", N, 128, args![pa, pb, out, N as i32]);
    rows(
        "bf16_pair",
        &gpu.download::<u16>(out),
        2 * N,
        &[
            ("add2", &|i| nearest(a[i] + b[i])),
            ("mul2", &|i| nearest(a[i] * b[i])),
            ("mix", &|i| if i & 1 == 0 { bits_a[i] } else { bits_b[i] }),
        ],
    );
}

pub fn half80(gpu: &mut Gpu) {
    let mut random = Random::new(33);
    let (a, b) = (sixteenths(&mut random, N), sixteenths(&mut random, N));
    let (c, d) = (random.floats(N, -1000.0, 1000.0), random.floats(N, -1000.0, 1000.0));
    let (pa, pb) = (gpu.upload(&halves(&a)), gpu.upload(&halves(&b)));
    let (pc, pd) = (gpu.upload(&c), gpu.upload(&d));
    let (out, pairs) = (gpu.zeros::<u16>(3 * N), gpu.zeros::<u32>(4 * N));
    gpu.over("half80", N, 128, args![pa, pb, pc, pd, out, pairs, N as i32]);
    let nearest = |v: f32| to_half(v, NEAREST);
    rows(
        "half80",
        &gpu.download::<u16>(out),
        N,
        &[
            ("min", &|i| nearest(a[i].min(b[i]))),
            ("max", &|i| nearest(a[i].max(b[i]))),
            ("fma relu", &|i| nearest((a[i] * b[i] + a[i]).max(0.0))),
        ],
    );
    // The first operand goes to the upper half.
    let pair = |high: u16, low: u16| u32::from(high) << 16 | u32::from(low);
    let relu = |v: f32| nearest(v.max(0.0));
    let squared = |bits: u16| {
        let v = of_bfloat(bits);
        to_bfloat(v * v + v, NEAREST)
    };
    rows(
        "half80, pairs",
        &gpu.download::<u32>(pairs),
        N,
        &[
            ("bf16x2 rn", &|i| pair(to_bfloat(c[i], NEAREST), to_bfloat(d[i], NEAREST))),
            ("f16x2 rz", &|i| pair(to_half(c[i], Round::TowardZero), to_half(d[i], Round::TowardZero))),
            ("f16x2 rn relu", &|i| pair(relu(c[i]), relu(d[i]))),
            ("fma bf16x2", &|i| pair(squared(0x3F80), squared(0x3FC0 + i as u16))),
        ],
    );
}
