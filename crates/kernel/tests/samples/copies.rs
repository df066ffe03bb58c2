//! Asynchronous copies, mbarriers and clusters of one CTA.

use super::gpu::Gpu;
use super::support::{Random, args, same};

pub fn cpasync(gpu: &mut Gpu) {
    let (rows, tiles) = (3, 5);
    let a = Random::new(71).whole_floats(rows * tiles * 512, -100, 100);
    let (pa, out) = (gpu.upload(&a), gpu.zeros::<f32>(rows * 128));
    gpu.launch("cpasync", [rows as u32, 1, 1], [128, 1, 1], 0, args![pa, out, tiles as i32]);
    let want: Vec<f32> = (0..rows * 128)
        .map(|i| {
            let (row, t) = (i / 128, i % 128);
            let at = |k: usize, j: usize| a[((row * tiles + k) * 128 + (t ^ 1)) * 4 + j];
            (0..tiles).map(|k| at(k, 0) + 2.0 * at(k, 1) + 3.0 * at(k, 2) + 4.0 * at(k, 3)).sum()
        })
        .collect();
    same("cpasync", &gpu.download::<f32>(out), &want);

    let n = 256;
    let mut random = Random::new(72);
    let (words, sizes) = (random.words(8 * n), random.ints(n, 0, 16));
    let (pw, ps, out) = (gpu.upload(&words), gpu.upload(&sizes), gpu.zeros::<u32>(8 * n));
    gpu.launch("partial", [2, 1, 1], [128, 1, 1], 0, args![pw, ps, out, n as i32]);
    let want: Vec<u32> = (0..8 * n)
        .map(|at| {
            let (i, k) = (at / 8, at % 8);
            let mut bytes = words[at].to_le_bytes();
            for (j, byte) in bytes.iter_mut().enumerate() {
                let missing = match k {
                    0..4 => 4 * k + j >= sizes[i] as usize,
                    4 => false,
                    5 => true,
                    _ => sizes[i] < 8,
                };
                *byte = if missing { 0 } else { *byte };
            }
            u32::from_le_bytes(bytes)
        })
        .collect();
    same("partial", &gpu.download::<u32>(out), &want);

    let a = random.ints(3 * n, 0, 1_000_000);
    let (pa, out) = (gpu.upload(&a), gpu.zeros::<i32>(n));
    gpu.launch("groups", [n as u32 / 64, 1, 1], [64, 1, 1], 0, args![pa, out, n as i32]);
    let mirrored = |i: usize| i / 64 * 64 + 63 - i % 64;
    let want: Vec<i32> = (0..n).map(|i| a[i] + 10 * a[n + i] + 100 * a[2 * n + mirrored(i)]).collect();
    same("groups", &gpu.download::<i32>(out), &want);
}

pub fn pipeline80(gpu: &mut Gpu) {
    let (ctas, tiles) = (2, 5);
    let a = Random::new(73).ints(ctas * tiles * 64, -1000, 1000);
    let (pa, out) = (gpu.upload(&a), gpu.zeros::<i32>(ctas * 64));
    gpu.launch("pipeline80", [ctas as u32, 1, 1], [64, 1, 1], 0, args![pa, out, tiles as i32]);
    let want: Vec<i32> = (0..ctas * 64)
        .map(|i| {
            let at = |k: usize, t: usize| a[(i / 64 * tiles + k) * 64 + t];
            (0..tiles).map(|k| at(k, i % 64) * (k as i32 + 1) + at(k, (i + 17) % 64)).sum()
        })
        .collect();
    same("pipeline80", &gpu.download::<i32>(out), &want);

    let a = Random::new(74).ints(256, -1000, 1000);
    let (pa, out) = (gpu.upload(&a), gpu.zeros::<i32>(256));
    gpu.launch("barrier80", [2, 1, 1], [128, 1, 1], 0, args![pa, out]);
    let want: Vec<i32> = (0..256).map(|i| a[i / 128 * 128 + 127 - i % 128] + (i % 128) as i32).collect();
    same("barrier80", &gpu.download::<i32>(out), &want);
}

pub fn mbarrier80(gpu: &mut Gpu) {
    let (ctas, rounds) = (2, 5);
    let a = Random::new(75).ints(ctas * 96, -1000, 1000);
    let (pa, out) = (gpu.upload(&a), gpu.zeros::<i32>(ctas * 96));
    gpu.launch("mbarrier80", [ctas as u32, 1, 1], [96, 1, 1], 0, args![pa, out, rounds]);
    let mut want = a;
    for _ in 0..rounds {
        let next = |i: usize| 3 * want[i] + want[i / 96 * 96 + (i + 1) % 96];
        want = (0..want.len()).map(next).collect();
    }
    same("mbarrier80", &gpu.download::<i32>(out), &want);

    let tiles = 4;
    let a = Random::new(76).ints(ctas * tiles * 32, -1000, 1000);
    let (pa, out) = (gpu.upload(&a), gpu.zeros::<i32>(ctas * 32));
    gpu.launch("roles", [ctas as u32, 1, 1], [64, 1, 1], 0, args![pa, out, tiles as i32]);
    let want: Vec<i32> = (0..ctas * 32)
        .map(|i| (0..tiles).fold(0, |sum, k| sum * 5 + a[(i / 32 * tiles + k) * 32 + 31 - i % 32]))
        .collect();
    same("roles", &gpu.download::<i32>(out), &want);

    let out = gpu.zeros::<i32>(64);
    gpu.launch("leave", [2, 1, 1], [64, 1, 1], 0, args![out]);
    same("leave", &gpu.download::<i32>(out), &[64 * 10000 + 64 + 3200; 64]);
}

pub fn mbarrier_asm(gpu: &mut Gpu) {
    let a = Random::new(77).ints(128, -100, 100);
    let (pa, out) = (gpu.upload(&a), gpu.zeros::<i32>(128));
    gpu.launch("mbarrier_asm", [2, 1, 1], [64, 1, 1], 0, args![pa, out]);
    let got = gpu.download::<i32>(out);
    for (i, &got) in got.iter().enumerate() {
        let value = a[i / 64 * 64 + 63 - i % 64];
        // The first of the two warps to arrive finds all 64 arrivals missing, the other 32.
        let first = i % 64 == 0 && [32, 64].contains(&((got - value) / 1000));
        assert!(got == value || first, "[{i}] is {got}, not {value}");
    }
}

pub fn bulk90(gpu: &mut Gpu) {
    let (ctas, tiles) = (3, 5);
    let a = Random::new(78).ints(ctas * tiles * 256, -1000, 1000);
    let (pa, out) = (gpu.upload(&a), gpu.zeros::<i32>((ctas + 1) * 256));
    gpu.launch("bulk90", [ctas as u32, 1, 1], [256, 1, 1], 0, args![pa, out, tiles as i32]);
    let mut want: Vec<i32> = (0..ctas * 256)
        .map(|i| (0..tiles).fold(0, |sum, k| sum * 3 + a[(i / 256 * tiles + k) * 256 + 255 - i % 256]))
        .collect();
    want.extend((0..256).map(|t| (0..ctas).map(|row| want[row * 256 + t]).sum::<i32>()).collect::<Vec<_>>());
    same("bulk90", &gpu.download::<i32>(out), &want);

    let out = gpu.zeros::<u32>(2 * 64 * 8);
    gpu.launch("cluster", [2, 1, 1], [64, 1, 1], 0, args![out]);
    let want: Vec<u32> = (0..128).flat_map(|i| [0, 1, i / 64, 2, 0, 1, 0, 77]).collect();
    same("cluster", &gpu.download::<u32>(out), &want);
}
