//! Single and double precision: exactly where IEEE 754 defines the result, within a
//! tolerance where the hardware or a library approximates.

use rustc_apfloat::ieee::{Double, Single};
use rustc_apfloat::{Float, Round};

use super::gpu::Gpu;
use super::support::{Random, args, close, compare, same};

const N: usize = 300;

/// In the order of the samples' rows.
const ROUNDINGS: [Round; 4] =
    [Round::NearestTiesToEven, Round::TowardZero, Round::TowardPositive, Round::TowardNegative];

/// One step from the nearest, if the rounding wants the other neighbour. `error` is the
/// sign of the nearest's square less the argument.
fn sqrt_step(round: Round, error: std::cmp::Ordering) -> i32 {
    match (round, error) {
        (Round::TowardPositive, std::cmp::Ordering::Less) => 1,
        (Round::TowardZero | Round::TowardNegative, std::cmp::Ordering::Greater) => -1,
        _ => 0,
    }
}

fn sqrt32(x: f32, round: Round) -> f32 {
    let nearest = x.sqrt();
    let square = f64::from(nearest) * f64::from(nearest);
    match sqrt_step(round, square.total_cmp(&f64::from(x))) {
        1 => nearest.next_up(),
        -1 => nearest.next_down(),
        _ => nearest,
    }
}

fn sqrt64(x: f64, round: Round) -> f64 {
    let nearest = x.sqrt();
    // Scaled, lest the error be too small for a double.
    let scale = if x < 1e-100 { 100f64.exp2() } else { 1.0 };
    let error = (nearest * scale).mul_add(nearest * scale, -(x * scale * scale));
    match sqrt_step(round, error.partial_cmp(&0.0).expect("not NaN")) {
        1 => nearest.next_up(),
        -1 => nearest.next_down(),
        _ => nearest,
    }
}

/// A float of any sign and mantissa, its exponent from `-exponent` to `exponent`.
fn spread(random: &mut Random, exponent: i32) -> f64 {
    let sign = if random.u32() & 1 == 0 { 1.0 } else { -1.0 };
    sign * random.real(1.0, 2.0) * f64::from(random.int(-exponent, exponent)).exp2()
}

macro_rules! ieee {
    ($name:ident, $float:ty, $soft:ty, $sqrt:ident) => {
        /// The seven operations of a rounding, in the order of the sample.
        fn $name(x: $float, y: $float, z: $float, round: Round) -> [$float; 7] {
            let soft = |v: $float| <$soft>::from_bits(v.to_bits().into());
            let hard = |v: $soft| <$float>::from_bits(v.to_bits() as _);
            let (a, b, c, one) = (soft(x), soft(y), soft(z), soft(1.0));
            [
                hard(a.add_r(b, round).value),
                hard(a.sub_r(b, round).value),
                hard(a.mul_r(b, round).value),
                hard(a.mul_add_r(b, c, round).value),
                hard(a.div_r(b, round).value),
                hard(one.div_r(b, round).value),
                $sqrt(x.abs(), round),
            ]
        }
    };
}

ieee!(single, f32, Single, sqrt32);
ieee!(double, f64, Double, sqrt64);

const NAMES: [&str; 7] = ["add", "sub", "mul", "fma", "div", "rcp", "sqrt"];

pub fn float32(gpu: &mut Gpu) {
    let mut random = Random::new(11);
    let mut values = || (0..N).map(|_| spread(&mut random, 12) as f32).collect::<Vec<f32>>();
    let (mut a, mut b, c) = (values(), values(), values());
    // A subnormal sum, an exact one, an overflow, a subnormal quotient.
    a[..4].copy_from_slice(&[1.5e-38, 3.0, 3e38, 1e-30]);
    b[..4].copy_from_slice(&[-1.3e-38, 0.25, 3e38, 1e10]);
    let (pa, pb, pc) = (gpu.upload(&a), gpu.upload(&b), gpu.upload(&c));
    let out = gpu.zeros::<f32>(35 * N);
    gpu.over("float32", N, 128, args![pa, pb, pc, out, N as i32]);
    let got = gpu.download::<f32>(out);
    let mut rows = got.chunks(N);
    let mut row = || rows.next().expect("35 rows");
    for round in ROUNDINGS {
        for (k, name) in NAMES.iter().enumerate() {
            let want: Vec<f32> = (0..N).map(|i| single(a[i], b[i], c[i], round)[k]).collect();
            same(&format!("{name} {round:?}"), row(), &want);
        }
    }
    let want = |f: &dyn Fn(usize) -> f32| (0..N).map(f).collect::<Vec<f32>>();
    same("abs", row(), &want(&|i| a[i].abs()));
    same("neg", row(), &want(&|i| -a[i]));
    same("min", row(), &want(&|i| a[i].min(b[i])));
    same("max", row(), &want(&|i| a[i].max(b[i])));
    same("saturate", row(), &want(&|i| b[i].clamp(0.0, 1.0)));
    same("/", row(), &want(&|i| a[i] / b[i]));
    // clang's library asks for the approximation here, whatever it is told.
    close("sqrtf", row(), &want(&|i| a[i].abs().sqrt()), 1e-6, 0.0);
}

pub fn float64(gpu: &mut Gpu) {
    let mut random = Random::new(12);
    let mut values = || (0..N).map(|_| spread(&mut random, 40)).collect::<Vec<f64>>();
    let (mut a, mut b, c) = (values(), values(), values());
    a[..3].copy_from_slice(&[3e-308, 3.0, 1e308]);
    b[..3].copy_from_slice(&[-2.5e-308, 0.25, 1e308]);
    let (pa, pb, pc) = (gpu.upload(&a), gpu.upload(&b), gpu.upload(&c));
    let out = gpu.zeros::<f64>(34 * N);
    gpu.over("float64", N, 128, args![pa, pb, pc, out, N as i32]);
    let got = gpu.download::<f64>(out);
    let mut rows = got.chunks(N);
    let mut row = || rows.next().expect("34 rows");
    for round in ROUNDINGS {
        for (k, name) in NAMES.iter().enumerate() {
            let want: Vec<f64> = (0..N).map(|i| double(a[i], b[i], c[i], round)[k]).collect();
            same(&format!("{name} {round:?}"), row(), &want);
        }
    }
    let want = |f: &dyn Fn(usize) -> f64| (0..N).map(f).collect::<Vec<f64>>();
    same("abs", row(), &want(&|i| a[i].abs()));
    same("neg", row(), &want(&|i| -a[i]));
    same("min", row(), &want(&|i| a[i].min(b[i])));
    same("max", row(), &want(&|i| a[i].max(b[i])));
    same("/", row(), &want(&|i| a[i] / b[i]));
    same("sqrt", row(), &want(&|i| a[i].abs().sqrt()));
}

/// The lesser as PTX has it: a number rather than NaN, and -0 below +0.
fn least(x: f32, y: f32) -> f32 {
    match (x.is_nan(), y.is_nan()) {
        (true, _) => y,
        (_, true) => x,
        _ if x.total_cmp(&y).is_lt() => x,
        _ => y,
    }
}

pub fn float_compare(gpu: &mut Gpu) {
    let special =
        [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 0.0, -0.0, 1e-40, -1e-40, 1.0, -2.5, f32::MIN_POSITIVE];
    let n = special.len() * special.len();
    let a: Vec<f32> = (0..n).map(|i| special[i / special.len()]).collect();
    let b: Vec<f32> = (0..n).map(|i| special[i % special.len()]).collect();
    let (pa, pb) = (gpu.upload(&a), gpu.upload(&b));
    let (masks, values) = (gpu.zeros::<u32>(n), gpu.zeros::<f32>(6 * n));
    gpu.over("float_compare", n, 64, args![pa, pb, masks, values, n as i32]);
    let want: Vec<u32> = (0..n)
        .map(|i| {
            let (x, y) = (a[i], b[i]);
            let unordered = x.is_nan() || y.is_nan();
            let equal = x == y || unordered;
            let bits = [
                x < y,
                x <= y,
                x > y,
                x >= y,
                x == y,
                x != y,
                x >= y || unordered,
                x < y || unordered,
                unordered,
                x.is_infinite(),
                y.is_finite(),
                x.is_sign_negative(),
                x.is_finite(),
                x.is_infinite(),
                !x.is_nan(),
                x.is_nan(),
                // Zeros count as normal.
                x.is_normal() || x == 0.0,
                x.is_subnormal(),
                x > y || unordered,
                !unordered ^ (y < 0.0),
                // One, or two and one more.
                true,
                !equal,
            ];
            bits.iter().enumerate().fold(0, |all, (at, &bit)| all | u32::from(bit) << at)
        })
        .collect();
    compare("float_compare, masks", &gpu.download::<u32>(masks), &want, |got, want| {
        // The sign of NaN is not asked for.
        got == want || (got ^ want == 1 << 11 && want >> 15 & 1 == 1)
    });
    let mut want: Vec<f32> = (0..n).map(|i| a[i].copysign(b[i])).collect();
    want.extend((0..n).map(|i| if a[i] >= 0.0 { 1.5 } else { 2.5 }));
    want.extend((0..n).map(|i| if i >= 5 { 1.5 } else { 2.5 }));
    want.extend((0..n).map(|i| if a[i] <= b[i] { 1.0 } else { 0.0 }));
    want.extend((0..n).map(|i| least(a[i], b[i])));
    want.extend((0..n).map(|i| -least(-a[i], -b[i])));
    compare("float_compare, values", &gpu.download::<f32>(values), &want, |got, want| {
        got.to_bits() == want.to_bits() || (got.is_nan() && want.is_nan())
    });

    let a: Vec<f64> = a.into_iter().map(f64::from).collect();
    let b: Vec<f64> = b.into_iter().map(f64::from).collect();
    let (pa, pb) = (gpu.upload(&a), gpu.upload(&b));
    let (masks, values) = (gpu.zeros::<u32>(n), gpu.zeros::<f64>(n));
    gpu.over("double_compare", n, 64, args![pa, pb, masks, values, n as i32]);
    let want: Vec<u32> = (0..n)
        .map(|i| {
            let (x, y) = (a[i], b[i]);
            let below = x <= y || x.is_nan() || y.is_nan();
            let bits = [x < y, x <= y, x == y, below, x.is_nan(), y.is_infinite()];
            bits.iter().enumerate().fold(0, |all, (at, &bit)| all | u32::from(bit) << at)
        })
        .collect();
    same("double_compare, masks", &gpu.download::<u32>(masks), &want);
    let want: Vec<f64> = (0..n).map(|i| a[i].copysign(b[i])).collect();
    compare("double_compare, values", &gpu.download::<f64>(values), &want, |got, want| {
        got.to_bits() == want.to_bits() || (got.is_nan() && want.is_nan())
    });
}

/// A row's name and the function computed in double precision.
type Function<'a> = (&'a str, &'a dyn Fn(usize) -> f64);

/// Rows of floats against functions, within tolerances.
fn functions<T: Copy + Into<f64>>(
    out: &[T],
    n: usize,
    relative: f64,
    absolute: f64,
    expected: &[Function<'_>],
) {
    assert_eq!(out.len(), n * expected.len());
    for (row, (name, function)) in out.chunks(n).zip(expected) {
        let got: Vec<f64> = row.iter().map(|&v| v.into()).collect();
        let want: Vec<f64> = (0..n).map(function).collect();
        close(name, &got, &want, relative, absolute);
    }
}

pub fn approx(gpu: &mut Gpu) {
    let mut random = Random::new(13);
    let (a, b) = (random.floats(N, -3.0, 3.0), random.floats(N, 0.1, 100.0));
    let (pa, pb) = (gpu.upload(&a), gpu.upload(&b));
    let out = gpu.zeros::<f32>(15 * N);
    gpu.over("approx", N, 128, args![pa, pb, out, N as i32]);
    let (x, y) = (|i: usize| f64::from(a[i]), |i: usize| f64::from(b[i]));
    // The hardware's errors are below 2^-20 or so.
    functions(
        &gpu.download::<f32>(out),
        N,
        2e-5,
        2e-6,
        &[
            ("__sinf", &|i| x(i).sin()),
            ("__cosf", &|i| x(i).cos()),
            ("exp2f", &|i| x(i).exp2()),
            ("ex2.approx.ftz", &|i| x(i).exp2()),
            ("__expf", &|i| x(i).exp()),
            ("__log2f", &|i| y(i).log2()),
            ("__logf", &|i| y(i).ln()),
            ("__log10f", &|i| y(i).log10()),
            ("__powf", &|i| y(i).powf(x(i))),
            ("__fdividef", &|i| x(i) / y(i)),
            ("div.full", &|i| x(i) / y(i)),
            ("rcp.approx", &|i| 1.0 / y(i)),
            ("rsqrtf", &|i| 1.0 / y(i).sqrt()),
            ("sqrt.approx", &|i| y(i).sqrt()),
            ("__frsqrt_rn", &|i| 1.0 / y(i).sqrt()),
        ],
    );
    let a = random.doubles(N, 0.1, 100.0);
    let pa = gpu.upload(&a);
    let out = gpu.zeros::<f64>(3 * N);
    gpu.over("approx_double", N, 128, args![pa, out, N as i32]);
    let got = gpu.download::<f64>(out);
    let root = |i: usize| 1.0 / a[i].sqrt();
    let gross: [Function<'_>; 2] = [("rcp.approx.ftz.f64", &|i| 1.0 / a[i]), ("rsqrt.approx.f64", &root)];
    functions(&got[..2 * N], N, 1e-5, 0.0, &gross);
    functions(&got[2 * N..], N, 1e-12, 0.0, &[("rsqrt", &root)]);
}

pub fn tanh75(gpu: &mut Gpu) {
    let mut random = Random::new(14);
    let a = random.floats(N, -3.0, 3.0);
    let pa = gpu.upload(&a);
    let out = gpu.zeros::<f32>(3 * N);
    gpu.over("tanh75", N, 128, args![pa, out, N as i32]);
    let x = |i: usize| f64::from(a[i]);
    let got = gpu.download::<f32>(out);
    functions(&got[..N], N, 1e-3, 1e-6, &[("tanh.approx.f32", &|i| x(i).tanh())]);
    // The argument is rounded to eleven bits, the result too.
    let half: [Function<'_>; 2] =
        [("tanh.approx.f16", &|i| x(i).tanh()), ("ex2.approx.f16", &|i| x(i).exp2())];
    functions(&got[N..], N, 5e-3, 1e-6, &half);
}

pub fn libm32(gpu: &mut Gpu) {
    let mut random = Random::new(15);
    let mut a = random.floats(N, -10.0, 10.0);
    for x in a.iter_mut().step_by(4) {
        // The reduction of these angles takes the long way.
        *x *= 123_456.0;
    }
    let (b, c) = (random.floats(N, 0.01, 50.0), random.floats(N, -1.0, 1.0));
    let (pa, pb, pc) = (gpu.upload(&a), gpu.upload(&b), gpu.upload(&c));
    let out = gpu.zeros::<f32>(17 * N);
    gpu.over("libm32", N, 128, args![pa, pb, pc, out, N as i32]);
    let (x, y, z) = (|i: usize| f64::from(a[i]), |i: usize| f64::from(b[i]), |i: usize| f64::from(c[i]));
    let got = gpu.download::<f32>(out);
    functions(
        &got[..14 * N],
        N,
        2e-6,
        1e-6,
        &[
            ("sinf", &|i| x(i).sin()),
            ("cosf", &|i| x(i).cos()),
            ("tanf", &|i| z(i).tan()),
            ("asinf", &|i| z(i).asin()),
            ("acosf", &|i| z(i).acos()),
            ("atan2f", &|i| x(i).atan2(y(i))),
            ("expf", &|i| z(i).exp()),
            ("logf", &|i| y(i).ln()),
            ("log1pf", &|i| y(i).ln_1p()),
            ("powf", &|i| y(i).powf(z(i))),
            ("cbrtf", &|i| x(i).cbrt()),
            ("hypotf", &|i| y(i).hypot(z(i))),
            ("tanhf", &|i| z(i).tanh()),
            ("sinhf", &|i| z(i).sinh()),
        ],
    );
    functions(
        &got[14 * N..],
        N,
        0.0,
        0.0,
        &[
            ("fmodf", &|i| f64::from(a[i] % b[i])),
            ("roundf", &|i| f64::from(a[i].round())),
            ("ldexpf", &|i| f64::from(c[i] * 8.0)),
        ],
    );
}

pub fn libm64(gpu: &mut Gpu) {
    let mut random = Random::new(16);
    let mut a = random.doubles(N, -10.0, 10.0);
    for x in a.iter_mut().step_by(4) {
        *x *= 1e10;
    }
    let (b, c) = (random.doubles(N, 0.01, 50.0), random.doubles(N, -1.0, 1.0));
    let (pa, pb, pc) = (gpu.upload(&a), gpu.upload(&b), gpu.upload(&c));
    let out = gpu.zeros::<f64>(10 * N);
    gpu.over("libm64", N, 128, args![pa, pb, pc, out, N as i32]);
    let got = gpu.download::<f64>(out);
    functions(
        &got[..8 * N],
        N,
        1e-14,
        1e-15,
        &[
            ("sin", &|i| a[i].sin()),
            ("cos", &|i| a[i].cos()),
            ("atan2", &|i| a[i].atan2(b[i])),
            ("exp", &|i| c[i].exp()),
            ("log", &|i| b[i].ln()),
            ("pow", &|i| b[i].powf(c[i])),
            ("cbrt", &|i| a[i].cbrt()),
            ("tanh", &|i| c[i].tanh()),
        ],
    );
    functions(&got[8 * N..], N, 0.0, 0.0, &[("fmod", &|i| a[i] % b[i]), ("round", &|i| a[i].round())]);
}

pub fn fastmath(gpu: &mut Gpu) {
    let mut random = Random::new(17);
    let (a, b) = (random.floats(N, -3.0, 3.0), random.floats(N, 0.1, 10.0));
    let (pa, pb) = (gpu.upload(&a), gpu.upload(&b));
    let out = gpu.zeros::<f32>(4 * N);
    gpu.over("fastmath", N, 128, args![pa, pb, out, N as i32]);
    let (x, y) = (|i: usize| f64::from(a[i]), |i: usize| f64::from(b[i]));
    functions(
        &gpu.download::<f32>(out),
        N,
        2e-5,
        1e-5,
        &[
            ("x / y + sqrt(y)", &|i| x(i) / y(i) + y(i).sqrt()),
            ("sin(x) exp(-y)", &|i| x(i).sin() * (-y(i)).exp()),
            ("2 max(x, 0.5) - |y|", &|i| 2.0 * x(i).max(0.5) - y(i).abs()),
            ("flushed", &|_| 0.0),
        ],
    );
    let flushed = gpu.download::<f32>(out).split_off(3 * N);
    assert!(flushed.iter().all(|&v| v == 0.0), "subnormal products are flushed to zero");
}
