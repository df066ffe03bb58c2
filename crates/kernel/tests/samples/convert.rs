//! Conversions.

use rustc_apfloat::ieee::{Double, Single};
use rustc_apfloat::{Float, FloatConvert, Round};

use super::gpu::Gpu;
use super::support::{Random, args, rows};

const N: usize = 300;

/// To single precision, in any rounding.
fn to_single(value: f64, round: Round) -> f32 {
    let soft: Single = Double::from_bits(value.to_bits().into()).convert_r(round, &mut false).value;
    f32::from_bits(soft.to_bits() as u32)
}

/// An integer as single precision, in any rounding.
fn int_to_single(value: i128, round: Round) -> f32 {
    f32::from_bits(Single::from_i128_r(value, round).value.to_bits() as u32)
}

/// An integer as double precision, in any rounding.
fn int_to_double(value: i128, round: Round) -> f64 {
    f64::from_bits(Double::from_i128_r(value, round).value.to_bits() as u64)
}

/// Halves, numbers about zero, and numbers beyond each integer type.
fn numbers(random: &mut Random) -> Vec<f64> {
    (0..N)
        .map(|i| match i % 5 {
            0 => f64::from(random.int(-40, 40)) / 2.0,
            1 => random.real(-2.0, 2.0),
            2 => random.real(-1e5, 1e5),
            3 => random.real(-5e9, 5e9),
            _ => random.real(-3e19, 3e19),
        })
        .collect()
}

pub fn cvt(gpu: &mut Gpu) {
    let mut random = Random::new(21);
    from_float(gpu, &mut random);
    from_double(gpu, &mut random);
    from_int(gpu, &mut random);
    int_int(gpu, &mut random);
}

fn from_float(gpu: &mut Gpu, random: &mut Random) {
    let a: Vec<f32> = numbers(random).into_iter().map(|v| v as f32).collect();
    let pa = gpu.upload(&a);
    let (s32, u32, s64) = (gpu.zeros::<i32>(5 * N), gpu.zeros::<u32>(3 * N), gpu.zeros::<i64>(2 * N));
    let (u64, f32) = (gpu.zeros::<u64>(2 * N), gpu.zeros::<f32>(4 * N));
    gpu.over("cvt_from_float", N, 128, args![pa, s32, u32, s64, u64, f32, N as i32]);
    // `as` cuts off and stays within the type's range, as PTX does.
    rows(
        "float to s32",
        &gpu.download::<i32>(s32),
        N,
        &[
            ("rn", &|i| a[i].round_ties_even() as i32),
            ("rz", &|i| a[i] as i32),
            ("ru", &|i| a[i].ceil() as i32),
            ("rd", &|i| a[i].floor() as i32),
            ("s16 rz", &|i| i32::from(a[i] as i16)),
        ],
    );
    rows(
        "float to u32",
        &gpu.download::<u32>(u32),
        N,
        &[
            ("rn", &|i| a[i].round_ties_even() as u32),
            ("rz", &|i| a[i] as u32),
            ("u8 rn", &|i| u32::from(a[i].round_ties_even() as u8)),
        ],
    );
    rows(
        "float to s64",
        &gpu.download::<i64>(s64),
        N,
        &[("rn", &|i| a[i].round_ties_even() as i64), ("rd", &|i| a[i].floor() as i64)],
    );
    rows(
        "float to u64",
        &gpu.download::<u64>(u64),
        N,
        &[("rz", &|i| a[i] as u64), ("ru", &|i| a[i].ceil() as u64)],
    );
    rows(
        "float to integral float",
        &gpu.download::<f32>(f32),
        N,
        &[
            ("floor", &|i| a[i].floor()),
            ("ceil", &|i| a[i].ceil()),
            ("trunc", &|i| a[i].trunc()),
            ("rint", &|i| a[i].round_ties_even()),
        ],
    );
}

fn from_double(gpu: &mut Gpu, random: &mut Random) {
    let mut a = numbers(random);
    a[..4].copy_from_slice(&[1e300, -1e300, 1e-40, 1e-300]);
    let pa = gpu.upload(&a);
    let (s32, u64) = (gpu.zeros::<i32>(2 * N), gpu.zeros::<u64>(2 * N));
    let (f32, f64) = (gpu.zeros::<f32>(4 * N), gpu.zeros::<f64>(5 * N));
    gpu.over("cvt_from_double", N, 128, args![pa, s32, u64, f32, f64, N as i32]);
    rows(
        "double to s32",
        &gpu.download::<i32>(s32),
        N,
        &[("rn", &|i| a[i].round_ties_even() as i32), ("rd", &|i| a[i].floor() as i32)],
    );
    rows(
        "double to u64",
        &gpu.download::<u64>(u64),
        N,
        &[("rz", &|i| a[i] as u64), ("ru", &|i| a[i].ceil() as u64)],
    );
    rows(
        "double to float",
        &gpu.download::<f32>(f32),
        N,
        &[
            ("rn", &|i| a[i] as f32),
            ("rz", &|i| to_single(a[i], Round::TowardZero)),
            ("ru", &|i| to_single(a[i], Round::TowardPositive)),
            ("rd", &|i| to_single(a[i], Round::TowardNegative)),
        ],
    );
    rows(
        "double to double",
        &gpu.download::<f64>(f64),
        N,
        &[
            ("floor", &|i| a[i].floor()),
            ("ceil", &|i| a[i].ceil()),
            ("trunc", &|i| a[i].trunc()),
            ("rint", &|i| a[i].round_ties_even()),
            ("through float", &|i| f64::from(a[i] as f32)),
        ],
    );
}

fn from_int(gpu: &mut Gpu, random: &mut Random) {
    let a: Vec<i32> = (0..N).map(|i| (random.u32() as i32) >> (i % 31)).collect();
    let b: Vec<i64> = (0..N).map(|i| (random.u64() as i64) >> (i % 63)).collect();
    let (pa, pb) = (gpu.upload(&a), gpu.upload(&b));
    let (f32, f64) = (gpu.zeros::<f32>(6 * N), gpu.zeros::<f64>(6 * N));
    gpu.over("cvt_from_int", N, 128, args![pa, pb, f32, f64, N as i32]);
    let signed = |i: usize| (i128::from(a[i]), i128::from(b[i]));
    let unsigned = |i: usize| (i128::from(a[i] as u32), i128::from(b[i] as u64));
    rows(
        "int to float",
        &gpu.download::<f32>(f32),
        N,
        &[
            ("s32 rn", &|i| a[i] as f32),
            ("s32 rz", &|i| int_to_single(signed(i).0, Round::TowardZero)),
            ("u32 ru", &|i| int_to_single(unsigned(i).0, Round::TowardPositive)),
            ("u32 rd", &|i| int_to_single(unsigned(i).0, Round::TowardNegative)),
            ("s64 rn", &|i| b[i] as f32),
            ("u64 rz", &|i| int_to_single(unsigned(i).1, Round::TowardZero)),
        ],
    );
    rows(
        "int to double",
        &gpu.download::<f64>(f64),
        N,
        &[
            ("s32", &|i| f64::from(a[i])),
            ("s64 rn", &|i| b[i] as f64),
            ("u64 ru", &|i| int_to_double(unsigned(i).1, Round::TowardPositive)),
            ("s64 rd", &|i| int_to_double(signed(i).1, Round::TowardNegative)),
            ("u32", &|i| f64::from(a[i] as u32)),
            ("s8", &|i| f64::from(a[i] as i8)),
        ],
    );
}

fn int_int(gpu: &mut Gpu, random: &mut Random) {
    let a: Vec<i64> = (0..N).map(|i| (random.u64() as i64) >> (i % 63)).collect();
    let pa = gpu.upload(&a);
    let (s32, s64) = (gpu.zeros::<i32>(9 * N), gpu.zeros::<i64>(4 * N));
    gpu.over("cvt_int_int", N, 128, args![pa, s32, s64, N as i32]);
    rows(
        "s64 to narrower",
        &gpu.download::<i32>(s32),
        N,
        &[
            ("s32", &|i| a[i] as i32),
            ("s8", &|i| i32::from(a[i] as i8)),
            ("u8", &|i| i32::from(a[i] as u8)),
            ("s16", &|i| i32::from(a[i] as i16)),
            ("u16", &|i| i32::from(a[i] as u16)),
            ("s32 sat", &|i| a[i].clamp(i32::MIN.into(), i32::MAX.into()) as i32),
            ("s8 sat", &|i| (a[i] as i32).clamp(-128, 127)),
            ("u16 sat", &|i| a[i].clamp(0, 65535) as i32),
            ("u32 sat", &|i| a[i].clamp(0, u32::MAX.into()) as u32 as i32),
        ],
    );
    rows(
        "s64 to s64",
        &gpu.download::<i64>(s64),
        N,
        &[
            ("through s32", &|i| i64::from(a[i] as i32)),
            ("through u32", &|i| i64::from(a[i] as u32)),
            ("through float", &|i| i64::from(a[i] as i32 & 0x7F7F_FFFF)),
            ("through double", &|i| a[i] & 0x7FEF_FFFF_FFFF_FFFF),
        ],
    );
}
