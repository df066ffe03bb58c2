//! Memory spaces, vectors, cache operators, parameters and atomics.

use super::gpu::{Gpu, Scalar};
use super::support::{Random, args, rows, same};

const N: usize = 300;

pub fn shared_static(gpu: &mut Gpu) {
    let n = 3 * 128;
    let a = Random::new(41).ints(n, -1000, 1000);
    let (pa, out, halves) = (gpu.upload(&a), gpu.zeros::<i32>(n), gpu.zeros::<f32>(n));
    gpu.over("shared_static", n, 128, args![pa, out, halves]);
    let want: Vec<i32> =
        (0..n).map(|i| a[(i & !127) + 127 - (i & 127)] + i32::from((3 * ((i & 127) ^ 1)) as u8)).collect();
    same("shared_static, out", &gpu.download::<i32>(out), &want);
    let want: Vec<f32> = (0..n).map(|i| 0.5 * (127 - (i & 127)) as f32).collect();
    same("shared_static, halves", &gpu.download::<f32>(halves), &want);
}

pub fn shared_dynamic(gpu: &mut Gpu) {
    let (block, grid) = (96, 4);
    let mut random = Random::new(42);
    let (a, b) = (random.doubles(N, -5.0, 5.0), random.ints(N, 0, 1000));
    let (pa, pb, out) = (gpu.upload(&a), gpu.upload(&b), gpu.zeros::<f64>(N));
    let launch = args![pa, pb, out, N as i32];
    gpu.launch("shared_dynamic", [grid, 1, 1], [block, 1, 1], block * 12, launch);
    let block = block as usize;
    let value = |first: usize, t: usize| a.get(first + t).copied().unwrap_or(0.0);
    let want: Vec<f64> = (0..N)
        .map(|i| {
            let (first, t) = (i / block * block, i % block);
            value(first, b[i] as usize % block) + value(first, (t + 1) % block)
        })
        .collect();
    same("shared_dynamic", &gpu.download::<f64>(out), &want);
}

pub fn constants(gpu: &mut Gpu) {
    let n = 64;
    let (out, floats) = (gpu.zeros::<i32>(n), gpu.zeros::<f32>(n));
    gpu.launch("constants_read", [1, 1, 1], [n as u32, 1, 1], 0, args![out, floats]);
    let table = [0.5f32, 1.5, -2.0, 3.25, 4.0, -5.5, 6.0, 7.75];
    let inner = [(-3, 1.25f32), (4, -2.5)];
    let primes = [2, 3, 5, 7, 11, 13, 17, 19];
    let bytes = [250, 1, 2, 3, 4];
    let wide = [-1i64, 0x1234_5678_9ABC_DEF0];
    let want: Vec<f32> = (0..n).map(|t| table[t & 7] * [1.0, 2.0, 3.0][t % 3] + inner[t & 1].1).collect();
    same("constants_read, floats", &gpu.download::<f32>(floats), &want);
    let want: Vec<i32> = (0..n)
        .map(|t| {
            let v = 7 * inner[t & 1].0 + i32::from(b'x') + bytes[t % 5] + (wide[t & 1] >> 32) as i32;
            let into = [primes[3], primes[6]][t & 1];
            v + primes[t & 7] * 1000 + into * 100_000 + i32::from(b"warp"[t & 3])
        })
        .collect();
    same("constants_read, ints", &gpu.download::<i32>(out), &want);

    gpu.launch("constants_write", [1, 1, 1], [32, 1, 1], 0, args![5]);
    gpu.launch("constants_after", [1, 1, 1], [n as u32, 1, 1], 0, args![out]);
    let want: Vec<i32> = (0..n).map(|t| 32 * 5 + 5 + (t as i32 & 15) + primes[1 + t % 7]).collect();
    same("constants_after", &gpu.download::<i32>(out), &want);
}

pub fn local_array(gpu: &mut Gpu) {
    let n = 70;
    let a = Random::new(43).ints(16 * n, -1_000_000, 1_000_000);
    let (pa, out) = (gpu.upload(&a), gpu.zeros::<i32>(16 * n));
    gpu.over("local_array", n, 64, args![pa, out, n as i32]);
    let mut want = Vec::new();
    for (i, values) in a.chunks(16).enumerate() {
        let mut sorted = values.to_vec();
        sorted.sort();
        want.extend((0..16).map(|k| sorted[(k * 5 + i) & 15]));
    }
    same("local_array", &gpu.download::<i32>(out), &want);
}

pub fn cache(gpu: &mut Gpu) {
    let mut random = Random::new(44);
    let (a, c) = (random.ints(N, -1000, 1000), random.ints(N, -1000, 1000));
    let b = random.whole_floats(4 * N, -50, 50);
    let (pa, pb, pc, out) = (gpu.upload(&a), gpu.upload(&b), gpu.upload(&c), gpu.zeros::<i32>(5 * N));
    gpu.over("cache", N, 128, args![pa, pb, pc, out, N as i32]);
    let sum = |i: usize| a[i] + 18 * c[i] + b[4 * i..4 * i + 4].iter().sum::<f32>() as i32 + a[0];
    rows(
        "cache",
        &gpu.download::<i32>(out),
        N,
        &[
            ("st.cg", &sum),
            ("st.cs", &|i| sum(i) + 1),
            ("st.wb", &|i| sum(i) + 2),
            ("st.wt", &|i| sum(i) + 3),
            ("st.volatile", &|i| sum(i) + 4),
        ],
    );
}

pub fn vectors(gpu: &mut Gpu) {
    let mut random = Random::new(45);
    let (f4, f2) = (random.whole_floats(4 * N, -99, 99), random.whole_floats(2 * N, -99, 99));
    let c4: Vec<u8> = random.words(4 * N).into_iter().map(|v| v as u8).collect();
    let d2 = random.doubles(2 * N, -9.0, 9.0);
    let s2: Vec<i16> = random.words(2 * N).into_iter().map(|v| v as i16).collect();
    let l2: Vec<i64> = (0..2 * N).map(|_| random.u64() as i64).collect();
    let inputs = (gpu.upload(&f4), gpu.upload(&f2), gpu.upload(&c4));
    let more = (gpu.upload(&d2), gpu.upload(&s2), gpu.upload(&l2));
    let (of4, of2, oc4) = (gpu.zeros::<f32>(4 * N), gpu.zeros::<f32>(2 * N), gpu.zeros::<u8>(4 * N));
    let (od2, os2, ol2) = (gpu.zeros::<f64>(2 * N), gpu.zeros::<i16>(2 * N), gpu.zeros::<i64>(2 * N));
    let launch =
        args![inputs.0, inputs.1, inputs.2, more.0, more.1, more.2, of4, of2, oc4, od2, os2, ol2, N as i32];
    gpu.over("vectors", N, 128, launch);
    fn each<T: Scalar, const K: usize>(values: &[T], f: impl Fn([T; K]) -> [T; K]) -> Vec<T> {
        values.as_chunks::<K>().0.iter().flat_map(|&v| f(v)).collect()
    }
    same("float4", &gpu.download::<f32>(of4), &each(&f4, |[x, y, z, w]| [w, z, y, x + 1.0]));
    same("float2", &gpu.download::<f32>(of2), &each(&f2, |[x, y]| [y * 2.0, x]));
    let bytes = each(&c4, |[x, y, z, w]| [y, x, !w, z.wrapping_add(1)]);
    same("uchar4", &gpu.download::<u8>(oc4), &bytes);
    same("double2", &gpu.download::<f64>(od2), &each(&d2, |[x, y]| [y, x - 1.0]));
    same("short2", &gpu.download::<i16>(os2), &each(&s2, |[x, y]| [y, x.wrapping_neg()]));
    same("longlong2", &gpu.download::<i64>(ol2), &each(&l2, |[x, y]| [y, x.wrapping_add(1)]));
}

pub fn spaces(gpu: &mut Gpu) {
    let threads = 40;
    let a = [3, 14, 15, 92];
    let (pa, out) = (gpu.upload(&a), gpu.zeros::<i32>(4 * threads));
    gpu.launch("spaces", [1, 1, 1], [threads as u32, 1, 1], 0, args![pa, out]);
    let sum: i32 = a.iter().sum();
    let mut want = Vec::new();
    for t in 0..threads as i32 {
        // Global, shared, local, constant.
        want.push([sum, 2 * sum, 16 * t + 6, 100][t as usize % 4]);
        want.push([1, 2, 4, 8][t as usize % 4]);
        want.push(2 * a[2]);
        want.push(4 * t + 3 + if t % 2 == 0 { 100 } else { 0 });
    }
    want[0] += 2 * a[3] + 100;
    same("spaces", &gpu.download::<i32>(out), &want);
}

pub fn fences(gpu: &mut Gpu) {
    let (grid, block) = (6, 64);
    let a = Random::new(46).ints(grid * block, -1000, 1000);
    let (pa, partial) = (gpu.upload(&a), gpu.zeros::<i32>(grid));
    let (ticket, total) = (gpu.zeros::<u32>(1), gpu.zeros::<i32>(1));
    gpu.over("fences", grid * block, block as u32, args![pa, partial, ticket, total]);
    let want: Vec<i32> = a.chunks(block).map(|part| part.iter().sum()).collect();
    same("fences, partial", &gpu.download::<i32>(partial), &want);
    same("fences, total", &gpu.download::<i32>(total), &[a.iter().sum()]);
    same("fences, ticket", &gpu.download::<u32>(ticket), &[0]);
}

pub fn fences70(gpu: &mut Gpu) {
    let a = Random::new(91).ints(64, 0, 999);
    let (pa, data) = (gpu.upload(&a), gpu.zeros::<i32>(1));
    let (flag, out) = (gpu.zeros::<i32>(2), gpu.zeros::<i32>(64));
    gpu.launch("fences70", [1, 1, 1], [64, 1, 1], 0, args![pa, data, flag, out]);
    let want: Vec<i32> = (0..64).map(|t| a[63 - t] + 1000 + a[63] * 10000 + 1).collect();
    same("fences70", &gpu.download::<i32>(out), &want);
    same("fences70, flag", &gpu.download::<i32>(flag), &[1, 64]);
}

pub fn printing(gpu: &mut Gpu) {
    let a = Random::new(92).ints(64, -100, 100);
    let (pa, out) = (gpu.upload(&a), gpu.zeros::<i32>(64));
    gpu.launch("printing", [1, 1, 1], [64, 1, 1], 0, args![pa, out, 100]);
    let want: Vec<i32> = a.iter().map(|v| 100 - v).collect();
    same("printing", &gpu.download::<i32>(out), &want);
}

pub fn reds(gpu: &mut Gpu) {
    let n = 256;
    let a = Random::new(93).ints(n, -1000, 1000);
    let (pa, s) = (gpu.upload(&a), gpu.upload(&[0, i32::MIN, i32::MAX, 0, 0, 0]));
    let (f, w) = (gpu.zeros::<f32>(1), gpu.zeros::<u64>(1));
    gpu.over("reds", n, 64, args![pa, s, f, w]);
    let sum: i32 = a.iter().sum();
    let bits = a.iter().fold(0, |all, v| all | 1i32 << (v & 31));
    let (low, high) = (*a.iter().min().unwrap(), *a.iter().max().unwrap());
    let want = [sum, high, low, n as i32 % 100, bits, 64];
    same("reds", &gpu.download::<i32>(s), &want);
    same("reds, float", &gpu.download::<f32>(f), &[sum as f32]);
    let want = a.iter().fold(0, |all, &v| all ^ i64::from(v) as u64);
    same("reds, wide", &gpu.download::<u64>(w), &[want]);
}

/// Scalars one after the other, as the fields of a struct lie.
fn bytes<T: Scalar>(values: &[T]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for &value in values {
        value.put(&mut bytes);
    }
    bytes
}

pub fn params(gpu: &mut Gpu) {
    let threads = 64;
    let out = gpu.zeros::<f32>(threads);
    // A character, a hole, a short.
    let small = |c: i8, s: i16| [bytes(&[c, 0]), bytes(&[s])].concat();
    let v = [10, 20, 30, 40, 50];
    let large = [
        bytes(&[-8.5f64]),
        bytes(&v),
        small(3, 300),
        small(-4, -400),
        bytes(&[0u32]),
        bytes(&[out.address()]),
    ]
    .concat();
    let launch = args![
        bytes(&[-5i8]),
        bytes(&[60000u16]),
        vec![1],
        -123i64 as u64,
        0.5f32,
        2.25f64,
        small(7, -70),
        large,
        bytes(&[1.0f32, 2.0, 3.0]),
        3,
    ];
    gpu.launch("params", [1, 1, 1], [threads as u32, 1, 1], 0, launch);
    let want: Vec<f32> = (0..threads)
        .map(|t| {
            let scalars = (-5 + 60000) as f32 - 123.0 + 0.5 + 2.25 + (7 * 2 - 70) as f32;
            let picked = -8.5 + v[(t + 3) % 5] as f32 + [300.0 - 3.0, -400.0 + 4.0][t & 1];
            scalars + picked + (1.0 + 2.0 * 2.0 + 4.0 * 3.0)
        })
        .collect();
    same("params", &gpu.download::<f32>(out), &want);
}

/// What counting down from zero, from `limit` on again, leaves after `n` times.
fn counted_down(n: u32, limit: u32) -> u32 {
    (limit + 1 - n % (limit + 1)) % (limit + 1)
}

pub fn atomics_global(gpu: &mut Gpu) {
    let n = 256;
    let a = Random::new(47).ints(n, -1000, 1000);
    let unsigned: Vec<u32> = a.iter().map(|&v| v as u32).collect();
    let (low, high) = (*a.iter().min().unwrap(), *a.iter().max().unwrap());
    let sum: i32 = a.iter().sum();
    let pa = gpu.upload(&a);
    let s = gpu.upload(&[0, 0, i32::MAX, i32::MIN, 1, -7, 0]);
    let u = gpu.upload(&[u32::MAX, 0, 0, 0, 0, u32::MAX, 0, 1]);
    let tickets = gpu.zeros::<i32>(n);
    gpu.over("atomics32", n, 64, args![pa, s, u, tickets]);
    let got = gpu.download::<i32>(s);
    assert!((0..n as i32).contains(&got[5]), "compare-and-swap: one thread wins, not {}", got[5]);
    same("atomics32, signed", &got, &[sum, -sum, low, high, a[5], got[5], n as i32]);
    let bits = unsigned.iter().fold(0, |all, v| all | 1u32 << (v & 31));
    let want = [
        !bits,
        bits,
        unsigned.iter().fold(0, |all, v| all ^ v),
        n as u32 % 10,
        counted_down(n as u32, 11),
        *unsigned.iter().min().unwrap(),
        *unsigned.iter().max().unwrap(),
        unsigned.iter().fold(1u32, |all, v| all.wrapping_mul(v | 1)),
    ];
    same("atomics32, unsigned", &gpu.download::<u32>(u), &want);
    same("atomics32, tickets", &gpu.download::<i32>(tickets), &vec![1; n]);

    let wide: Vec<i64> = a.iter().map(|&v| i64::from(v) << 20).collect();
    let unsigned: Vec<u64> = wide.iter().map(|&v| v as u64).collect();
    let u = gpu.upload(&[0, u64::MAX, 0, 0, u64::MAX, 0, 77, 0, u64::MAX]);
    let s = gpu.upload(&[i64::MAX, i64::MIN]);
    gpu.over("atomics64", n, 64, args![pa, u, s]);
    let got = gpu.download::<u64>(u);
    assert!(got[8] < n as u64, "compare-and-swap: one thread wins, not {}", got[8]);
    let bits = a.iter().fold(0, |all, v| all | 1u64 << (v & 63));
    let want = [
        unsigned.iter().fold(0, |all: u64, &v| all.wrapping_add(v)),
        !bits,
        bits,
        unsigned.iter().fold(0, |all, v| all ^ v),
        *unsigned.iter().min().unwrap(),
        *unsigned.iter().max().unwrap(),
        unsigned[3],
        77,
        got[8],
    ];
    same("atomics64, unsigned", &got, &want);
    let want = [i64::from(low) << 20, i64::from(high) << 20];
    same("atomics64, signed", &gpu.download::<i64>(s), &want);

    let floats: Vec<f32> = a.iter().map(|&v| (v & 255) as f32).collect();
    let (f, old) = (gpu.zeros::<f32>(4), gpu.zeros::<f32>(n));
    gpu.over("atomics_float", n, 64, args![pa, f, old]);
    let most = floats.iter().copied().fold(0.0, f32::max);
    let want = [floats.iter().sum(), n as f32, floats[7], most];
    same("atomics_float", &gpu.download::<f32>(f), &want);
    let mut got = gpu.download::<f32>(old);
    got.sort_by(f32::total_cmp);
    let want: Vec<f32> = (0..n).map(|i| i as f32).collect();
    same("atomics_float, old values sorted", &got, &want);
}

pub fn atomics70(gpu: &mut Gpu) {
    let (n, block) = (256, 64);
    let a = Random::new(48).ints(n, -1000, 1000);
    let sum: i32 = a.iter().sum();
    let (pa, d, s, u) = (gpu.upload(&a), gpu.zeros::<f64>(3), gpu.zeros::<i32>(21), gpu.zeros::<u64>(6));
    gpu.over("atomics70", n, block as u32, args![pa, d, s, u]);
    same("atomics70, doubles", &gpu.download::<f64>(d), &[0.5 * f64::from(sum), n as f64, 0.0]);
    let mut want = vec![0; 21];
    want[0] = sum;
    for (k, part) in a.chunks(block).enumerate() {
        want[1 + k] = part.iter().sum();
    }
    want[20] = *a.iter().max().unwrap();
    same("atomics70, scopes", &gpu.download::<i32>(s), &want);
    let bits = |part: &[i32]| part.iter().fold(0, |all, v| all | 1u64 << (v & 63));
    let mut want = vec![0, i64::from(sum) as u64];
    want.extend(a.chunks(block).map(bits));
    same("atomics70, wide", &gpu.download::<u64>(u), &want);
}

pub fn atomics_shared(gpu: &mut Gpu) {
    let (grid, block) = (3, 96);
    let a = Random::new(49).ints(grid * block, 0, 1000);
    let pa = gpu.upload(&a);
    let (out, wide, floats) =
        (gpu.zeros::<i32>(12 * grid), gpu.zeros::<u64>(3 * grid), gpu.zeros::<f32>(grid));
    gpu.over("atomics_shared", grid * block, block as u32, args![pa, out, wide, floats]);
    let (mut want, mut want_wide, mut want_float) = (Vec::new(), Vec::new(), Vec::new());
    for part in a.chunks(block) {
        let sum: i32 = part.iter().sum();
        let most = *part.iter().max().unwrap();
        let least = part.iter().min().unwrap() - 500;
        let bits = part.iter().fold(0, |all, v| all | 1i32 << (v & 31));
        want.extend([sum, least.min(0), most, -(block as i32), 42, block as i32]);
        want.extend([!bits, bits, part.iter().fold(0, |all, v| all ^ v), block as i32 % 7]);
        want.extend([counted_down(block as u32, 5) as i32, sum * 3]);
        want_wide.extend([(sum as u64) << 30, (most as u64) << 33, u64::MAX]);
        want_float.push(sum as f32);
    }
    same("atomics_shared", &gpu.download::<i32>(out), &want);
    same("atomics_shared, wide", &gpu.download::<u64>(wide), &want_wide);
    same("atomics_shared, float", &gpu.download::<f32>(floats), &want_float);
}

/// A small whole number in half precision.
fn small_half(value: i32) -> u16 {
    if value == 0 {
        return 0;
    }
    let exponent = value.unsigned_abs().ilog2();
    let mantissa = (value.unsigned_abs() << (10 - exponent)) & 0x3FF;
    let sign = if value < 0 { 0x8000 } else { 0 };
    (sign | (exponent + 15) << 10 | mantissa) as u16
}

pub fn atomics_half(gpu: &mut Gpu) {
    let n = 128;
    let a = Random::new(50).ints(n, 0, 1000);
    let (pa, h, h2) = (gpu.upload(&a), gpu.zeros::<u16>(4), gpu.zeros::<u16>(4));
    gpu.over("atomics_half", n, 64, args![pa, h, h2]);
    let sum = |step: usize, from: usize| a.iter().skip(from).step_by(step).map(|v| v & 3).sum::<i32>();
    let want: Vec<u16> = (0..4).map(|k| small_half(sum(4, k))).collect();
    same("atomics_half", &gpu.download::<u16>(h), &want);
    let want = [small_half(sum(2, 0)), small_half(-64), small_half(sum(2, 1)), small_half(-64)];
    same("atomics_half, pairs", &gpu.download::<u16>(h2), &want);
}

pub fn formats(gpu: &mut Gpu) {
    let (ctas, threads) = (3, 40);
    let mut random = Random::new(94);
    let f: Vec<f64> = (0..ctas * threads).map(|_| random.real(-1e4, 1e4)).collect();
    let i: Vec<i64> = (0..ctas * threads).map(|_| random.u64() as i64).collect();
    let (pf, pi) = (gpu.upload(&f), gpu.upload(&i));
    gpu.launch("formats", [ctas as u32, 1, 1], [threads as u32, 1, 1], 0, args![pf, pi]);
    let line = |t: usize| {
        let word = if t % 2 == 1 { "odd" } else { "even" };
        let letter = char::from(b'a' + (t % 26) as u8);
        format!("{t}: {:8.3}|{}|{:#x}|{word}|{letter}|{:<4}|%\n", f[t], i[t], i[t], t % threads)
    };
    let third = |t: usize| format!("third {t:05}\n");
    // A warp prints a line for all lanes before it goes on; a thread alone does not wait for others.
    let width = gpu.lanes();
    let mut want = String::new();
    for first in (0..ctas).flat_map(|c| (0..threads).step_by(width).map(move |t| (c, t))) {
        let lanes: Vec<usize> =
            (first.1..threads.min(first.1 + width)).map(|t| first.0 * threads + t).collect();
        lanes.iter().for_each(|&t| want += &line(t));
        lanes.iter().filter(|&&t| t % 3 == 0).for_each(|&t| want += &third(t));
    }
    assert_eq!(gpu.output(), want);
}

pub fn heap(gpu: &mut Gpu) {
    let n = 100;
    let sizes = Random::new(95).ints(n, 1, 60);
    let (blocks, ps, out) = (gpu.zeros::<u64>(n), gpu.upload(&sizes), gpu.zeros::<i32>(n));
    gpu.launch("heap_fill", [1, 1, 1], [n as u32, 1, 1], 0, args![blocks, ps]);
    gpu.launch("heap", [1, 1, 1], [n as u32, 1, 1], 0, args![blocks, ps, out]);
    let want: Vec<i32> = (0..n as i32).zip(&sizes).map(|(t, &s)| (0..s).map(|k| t + k).sum()).collect();
    same("heap", &gpu.download::<i32>(out), &want);
    // All blocks were freed: the default heap of 8 MiB holds eight of 1 MiB, and the ninth is NULL.
    gpu.launch("heap_exhaust", [1, 1, 1], [1, 1, 1], 0, args![out]);
    assert_eq!(gpu.download::<i32>(out)[0], 8);
}

pub fn orders(gpu: &mut Gpu) {
    let a = Random::new(96).words(64);
    let mut start = vec![0u32; 8 + 64];
    (start[3], start[4]) = (u32::MAX, u32::MAX);
    let (pa, sums, out) = (gpu.upload(&a), gpu.upload(&start), gpu.zeros::<u32>(128));
    gpu.launch("orders", [1, 1, 1], [64, 1, 1], 0, args![pa, sums, out]);
    let found = gpu.download::<u32>(sums);
    let sum = a.iter().fold(0, |s: u32, x| s.wrapping_add(*x));
    let (or, and) = (a.iter().fold(0, |s, x| s | x), a.iter().fold(u32::MAX, |s, x| s & x));
    same("orders", &found[..5], &[sum, or, *a.iter().max().unwrap(), and, *a.iter().min().unwrap()]);
    let ballot = |warp: usize| (0..32).fold(0, |all, lane| all | (a[32 * warp + lane] & 1) << lane);
    let want: Vec<u32> = (0..64).flat_map(|t| [a[t].wrapping_add(1), ballot(t / 32)]).collect();
    same("orders, results", &gpu.download::<u32>(out), &want);
}
