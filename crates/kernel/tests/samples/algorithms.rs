//! Whole small programs.

use super::gpu::Gpu;
use super::support::{Random, args, close, same};

const N: usize = 300;

pub fn vecadd(gpu: &mut Gpu) {
    let mut random = Random::new(71);
    let (a, b) = (random.floats(N, -9.0, 9.0), random.floats(N, -9.0, 9.0));
    let (pa, pb, out) = (gpu.upload(&a), gpu.upload(&b), gpu.zeros::<f32>(N));
    gpu.over("vecadd", N, 128, args![pa, pb, out, N as i32]);
    let want: Vec<f32> = (0..N).map(|i| a[i] + b[i]).collect();
    same("vecadd", &gpu.download::<f32>(out), &want);
}

pub fn saxpy(gpu: &mut Gpu) {
    let mut random = Random::new(72);
    let (x, y) = (random.whole_floats(N, -99, 99), random.whole_floats(N, -99, 99));
    let (px, py) = (gpu.upload(&x), gpu.upload(&y));
    gpu.launch("saxpy", [2, 1, 1], [64, 1, 1], 0, args![2.5f32, px, py, N as i32]);
    let want: Vec<f32> = (0..N).map(|i| 2.5 * x[i] + y[i]).collect();
    same("saxpy", &gpu.download::<f32>(py), &want);

    let double = |v: &[f32]| v.iter().copied().map(f64::from).collect::<Vec<f64>>();
    let (px, py) = (gpu.upload(&double(&x)), gpu.upload(&double(&y)));
    gpu.launch("daxpy", [2, 1, 1], [64, 1, 1], 0, args![2.5f64, px, py, N as i32]);
    same("daxpy", &gpu.download::<f64>(py), &double(&want));
}

pub fn reduction(gpu: &mut Gpu) {
    let n = 1300;
    let a = Random::new(73).ints(n, -1_000_000, 1_000_000);
    let (pa, out) = (gpu.upload(&a), gpu.zeros::<i32>(3));
    gpu.launch("reduction", [3, 1, 1], [256, 1, 1], 0, args![pa, out, n as i32]);
    let want: Vec<i32> = a.chunks(512).map(|part| part.iter().sum()).collect();
    same("reduction", &gpu.download::<i32>(out), &want);
}

pub fn scan(gpu: &mut Gpu) {
    let n = 3 * 256;
    let a = Random::new(74).ints(n, -1000, 1000);
    let (pa, out) = (gpu.upload(&a), gpu.zeros::<i32>(n));
    gpu.over("scan_inclusive", n, 128, args![pa, out]);
    let sums = |part: &[i32]| -> Vec<i32> { (1..=part.len()).map(|k| part[..k].iter().sum()).collect() };
    let want: Vec<i32> = a.chunks(128).flat_map(sums).collect();
    same("scan_inclusive", &gpu.download::<i32>(out), &want);

    gpu.launch("scan_exclusive", [3, 1, 1], [128, 1, 1], 0, args![pa, out]);
    let sums = |part: &[i32]| -> Vec<i32> { (0..part.len()).map(|k| part[..k].iter().sum()).collect() };
    let want: Vec<i32> = a.chunks(256).flat_map(sums).collect();
    same("scan_exclusive", &gpu.download::<i32>(out), &want);
}

pub fn transpose(gpu: &mut Gpu) {
    let (rows, columns) = (37, 53);
    let a = Random::new(75).floats(rows * columns, -1.0, 1.0);
    let (pa, out) = (gpu.upload(&a), gpu.zeros::<f32>(rows * columns));
    gpu.launch("transpose", [4, 3, 1], [16, 4, 1], 0, args![pa, out, rows as i32, columns as i32]);
    let want: Vec<f32> = (0..rows * columns).map(|k| a[k % rows * columns + k / rows]).collect();
    same("transpose", &gpu.download::<f32>(out), &want);
}

pub fn matmul(gpu: &mut Gpu) {
    let n = 40;
    let mut random = Random::new(76);
    let (a, b) = (random.whole_floats(n * n, -9, 9), random.whole_floats(n * n, -9, 9));
    let (pa, pb, out) = (gpu.upload(&a), gpu.upload(&b), gpu.zeros::<f32>(n * n));
    gpu.launch("matmul", [3, 3, 1], [16, 16, 1], 0, args![pa, pb, out, n as i32]);
    // Sums of whole numbers: the order cannot matter, but adding to +0 makes no -0.
    let dot = |i: usize| (0..n).map(|k| a[i / n * n + k] * b[k * n + i % n]).fold(0.0, |sum, v| sum + v);
    let want: Vec<f32> = (0..n * n).map(dot).collect();
    same("matmul", &gpu.download::<f32>(out), &want);
}

pub fn histogram(gpu: &mut Gpu) {
    let n = 1000;
    let mut random = Random::new(77);
    let data: Vec<u8> = (0..4 * n).map(|_| random.u32() as u8 & random.u32() as u8).collect();
    let (pd, bins) = (gpu.upload(&data), gpu.zeros::<u32>(256));
    gpu.launch("histogram", [3, 1, 1], [64, 1, 1], 0, args![pd, bins, n]);
    let mut want = vec![0; 256];
    for byte in data {
        want[usize::from(byte)] += 1;
    }
    same("histogram", &gpu.download::<u32>(bins), &want);
}

pub fn stencil(gpu: &mut Gpu) {
    let mut random = Random::new(78);
    let a = random.ints(N, -1000, 1000);
    let (pa, out) = (gpu.upload(&a), gpu.zeros::<i32>(N));
    gpu.over("stencil1", N, 64, args![pa, out, N as i32]);
    let near = |i: usize| i.saturating_sub(3)..(i + 4).min(N);
    let want: Vec<i32> = (0..N).map(|i| near(i).map(|j| (4 - i.abs_diff(j) as i32) * a[j]).sum()).collect();
    same("stencil1", &gpu.download::<i32>(out), &want);

    let (width, height) = (37, 21);
    let a = random.whole_floats(width * height, 1, 99);
    let (pa, out) = (gpu.upload(&a), gpu.zeros::<f32>(width * height));
    gpu.launch("stencil5", [3, 3, 1], [16, 8, 1], 0, args![pa, out, width as i32, height as i32]);
    let mut want = Vec::new();
    for y in 0..height {
        for x in 0..width {
            let mut v = -4.0 * a[y * width + x];
            let around = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
            for (x, y) in around {
                if x < width && y < height {
                    v += a[y * width + x];
                }
            }
            want.push(v);
        }
    }
    // A sum of zero may have either sign, for its terms may be fused.
    close("stencil5", &gpu.download::<f32>(out), &want, 0.0, 0.0);
}

pub fn mandelbrot(gpu: &mut Gpu) {
    let (width, height, x0, y0, step) = (60, 40, -2.25f32, -1.25f32, 0.0625f32);
    let out = gpu.zeros::<u8>(width * height);
    let launch = args![out, width as i32, height as i32, x0, y0, step];
    gpu.launch("mandelbrot", [4, 5, 1], [16, 8, 1], 0, launch);
    let escape = |px: usize, py: usize| {
        let (cx, cy) = (x0 + step * px as f32, y0 + step * py as f32);
        let (mut x, mut y, mut count) = (0.0f32, 0.0f32, 0);
        while x * x + y * y < 4.0 && count < 100 {
            (x, y) = (x * x - y * y + cx, 2.0 * x * y + cy);
            count += 1;
        }
        count
    };
    let want: Vec<u8> = (0..width * height).map(|k| escape(k % width, k / width)).collect();
    same("mandelbrot", &gpu.download::<u8>(out), &want);
}

pub fn bitonic(gpu: &mut Gpu) {
    let n = 2 * 256;
    let data = Random::new(79).words(n);
    let pd = gpu.upload(&data);
    gpu.over("bitonic", n, 256, args![pd]);
    let mut want = data;
    want.chunks_mut(256).for_each(<[u32]>::sort);
    same("bitonic", &gpu.download::<u32>(pd), &want);
}

pub fn nbody(gpu: &mut Gpu) {
    let n = 100;
    let mut random = Random::new(80);
    let bodies: Vec<f32> =
        (0..4 * n).map(|k| random.real(if k % 4 == 3 { 0.5 } else { -1.0 }, 1.0) as f32).collect();
    let before = random.floats(4 * n, -1.0, 1.0);
    let (pb, pv) = (gpu.upload(&bodies), gpu.upload(&before));
    gpu.over("nbody", n, 64, args![pb, pv, 0.01f32, n as i32]);
    let at = |body: usize, axis: usize| f64::from(bodies[4 * body + axis]);
    let mut want = before.clone();
    for i in 0..n {
        let mut acceleration = [0.0; 3];
        for j in 0..n {
            let d: [f64; 3] = std::array::from_fn(|axis| at(j, axis) - at(i, axis));
            let square = d.iter().map(|v| v * v).sum::<f64>() + f64::from(0.01f32);
            let factor = at(j, 3) / (square * square.sqrt());
            for (sum, v) in acceleration.iter_mut().zip(d) {
                *sum += v * factor;
            }
        }
        for (axis, v) in acceleration.into_iter().enumerate() {
            want[4 * i + axis] = (f64::from(before[4 * i + axis]) + 0.01 * v) as f32;
        }
    }
    close("nbody", &gpu.download::<f32>(pv), &want, 1e-4, 1e-4);
}

/// The sample's rounds on one message.
fn digest(message: &[u32]) -> [u32; 8] {
    let mut w: [u32; 16] = message.try_into().expect("sixteen words");
    let mut s: [u32; 8] = std::array::from_fn(|k| 0x6A09_E667u32.wrapping_mul(k as u32 + 1));
    for k in 0..64 {
        if k >= 16 {
            let (a, b) = (w[(k + 1) & 15], w[(k + 14) & 15]);
            let low = a.rotate_right(7) ^ a.rotate_right(18) ^ (a >> 3);
            let high = b.rotate_right(17) ^ b.rotate_right(19) ^ (b >> 10);
            w[k & 15] = w[k & 15].wrapping_add(low).wrapping_add(w[(k + 9) & 15]).wrapping_add(high);
        }
        let [a, b, c, d, e, f, g, h] = s;
        let t1 = h
            .wrapping_add(e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25))
            .wrapping_add((e & f) ^ (!e & g))
            .wrapping_add(0x428A_2F98u32.wrapping_mul(2 * k as u32 + 1))
            .wrapping_add(w[k & 15]);
        let t2 = (a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22))
            .wrapping_add((a & b) ^ (a & c) ^ (b & c));
        s = [t1.wrapping_add(t2), a, b, c, d.wrapping_add(t1), e, f, g];
    }
    s
}

pub fn hash(gpu: &mut Gpu) {
    let n = 70;
    let mut random = Random::new(81);
    let message = random.words(16 * n);
    let (pm, out) = (gpu.upload(&message), gpu.zeros::<u32>(8 * n));
    gpu.over("hash", n, 64, args![pm, out, n as i32]);
    let want: Vec<u32> = message.chunks(16).flat_map(digest).collect();
    same("hash", &gpu.download::<u32>(out), &want);

    let text: Vec<u8> = (0..2000).map(|_| random.u32() as u8).collect();
    let mut starts = random.ints(n + 1, 0, text.len() as i32);
    starts.sort();
    let (pt, ps, out) = (gpu.upload(&text), gpu.upload(&starts), gpu.zeros::<u64>(n));
    gpu.over("hash_bytes", n, 64, args![pt, ps, out, n as i32]);
    let fold = |bytes: &[u8]| {
        let step = |h: u64, &byte: &u8| (h ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3);
        bytes.iter().fold(0xCBF2_9CE4_8422_2325, step)
    };
    let want: Vec<u64> = (0..n).map(|i| fold(&text[starts[i] as usize..starts[i + 1] as usize])).collect();
    same("hash_bytes", &gpu.download::<u64>(out), &want);
}

pub fn collatz(gpu: &mut Gpu) {
    let out = gpu.zeros::<i32>(N);
    gpu.over("collatz", N, 128, args![out, N as i32]);
    let steps = |mut x: u64| {
        let mut steps = 0;
        while x != 1 {
            x = if x % 2 == 1 { 3 * x + 1 } else { x / 2 };
            steps += 1;
        }
        steps
    };
    let want: Vec<i32> = (1..=N as u64).map(steps).collect();
    same("collatz", &gpu.download::<i32>(out), &want);
}
