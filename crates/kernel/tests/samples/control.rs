//! Control flow: calls, branches, loops, barriers.

use super::gpu::Gpu;
use super::support::{Random, args, same};

const N: usize = 300;

pub fn calls(gpu: &mut Gpu) {
    let a = Random::new(51).ints(N, -1_000_000, 1_000_000);
    let (pa, out, floats) = (gpu.upload(&a), gpu.zeros::<i64>(N), gpu.zeros::<f32>(4 * N));
    gpu.over("calls", N, 128, args![pa, out, floats, N as i32]);
    let want: Vec<i64> = (0..N)
        .map(|i| {
            let x = a[i];
            let mut sum = i64::from(x + i32::from((x >> 3) as i16) + i32::from(x as u8));
            let (p, q) = (i64::from(x) << 8, x - 1);
            sum += (p * i as i64 + i64::from(q)) ^ i64::from((p as i32).wrapping_sub(i as i32));
            let k = (x as u32 % 6) as i32;
            sum += i64::from(x + k * k);
            if x & 1 != 0 {
                sum += i64::from(x as u32) << 20;
            }
            sum + i as i64 + 2
        })
        .collect();
    same("calls", &gpu.download::<i64>(out), &want);
    // Turned twice by one place, and three quarters added.
    let want: Vec<f32> = (0..N).flat_map(|i| [3.0, i as f32, 1.0, 2.0].map(|v| v + 0.75)).collect();
    same("calls, floats", &gpu.download::<f32>(floats), &want);
}

fn fibonacci(n: usize) -> i32 {
    if n < 2 { n as i32 } else { fibonacci(n - 1) + fibonacci(n - 2) }
}

fn ackermann(m: usize, n: usize) -> i32 {
    match (m, n) {
        (0, n) => n as i32 + 1,
        (m, 0) => ackermann(m - 1, 1),
        (m, n) => ackermann(m - 1, ackermann(m, n - 1) as usize),
    }
}

pub fn recursion(gpu: &mut Gpu) {
    let n = 70;
    let mut random = Random::new(53);
    let a: Vec<u32> = (0..n).map(|i| random.u32() >> (i % 30)).collect();
    let (pa, out) = (gpu.upload(&a), gpu.zeros::<i32>(n));
    gpu.over("recursion", n, 64, args![pa, out, n as i32]);
    let want: Vec<i32> = (0..n)
        .map(|i| {
            let text = if a[i] == 0 { String::new() } else { a[i].to_string() };
            let weighted: i32 = text.bytes().zip(1..).map(|(digit, k)| k * i32::from(digit - b'0')).sum();
            fibonacci(i % 9) * 1_000_000 + ackermann(i % 3, i % 4) * 10_000 + weighted
        })
        .collect();
    same("recursion", &gpu.download::<i32>(out), &want);
}

pub fn switches(gpu: &mut Gpu) {
    let mut a = Random::new(54).ints(N, -2, 18);
    a[7] = 100;
    a[8] = i32::MIN + 5;
    let (pa, out) = (gpu.upload(&a), gpu.zeros::<i32>(2 * N));
    gpu.over("switches", N, 128, args![pa, out, N as i32]);
    let mut marks = Vec::new();
    let mut want = Vec::new();
    for (i, &x) in (0i32..).zip(&a) {
        let r = match x {
            0 => i * 3,
            1 => i ^ 0x55,
            2 => i.count_ones() as i32,
            3 => i * i,
            4 => 1000 - i + (i << 2),
            5 => i << 2,
            6 | 7 => i % 13,
            8 => i.leading_zeros() as i32,
            9 => -i,
            10 => i & 0xF0,
            11 => (i | 0x0F) ^ 77,
            12 => 77,
            13 => i / 3,
            14 => i.reverse_bits(),
            15 => 15,
            _ => -1,
        };
        let more = match x.wrapping_mul(x) {
            4 => 10,
            81 => 20,
            144 => 30,
            10_000 => 40,
            _ => 0,
        };
        want.push(r.wrapping_add(more));
        marks.push(match x {
            0 => 1,
            2 | 4 | 7 | 9 | 11 | 15 => x,
            6 => 7,
            _ => 0,
        });
    }
    want.extend(marks);
    same("switches", &gpu.download::<i32>(out), &want);
}

/// What one thread of the sample leaves: the sum, the steps, the last number.
fn looped(mut x: u32) -> [u32; 3] {
    let mut sum = 0u32;
    for k in 0..x & 63 {
        if (k ^ x) % 7 == 3 {
            continue;
        }
        if sum > 200_000 {
            break;
        }
        for j in (k..20).step_by(1 + (x & 3) as usize) {
            sum += j * k;
            if sum & 0xFF == 0x80 {
                break;
            }
        }
        if sum % 1009 == 5 {
            return [sum | 0x8000_0000, 0, 0];
        }
    }
    let mut steps = 0;
    loop {
        x = x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        steps += 1;
        if x >> 28 <= 2 || steps >= 100 {
            break;
        }
    }
    [sum, steps, if steps % 3 == 0 { 0 } else { x }]
}

pub fn loops(gpu: &mut Gpu) {
    let a = Random::new(55).words(N);
    let (pa, out) = (gpu.upload(&a), gpu.zeros::<u32>(3 * N));
    gpu.over("loops", N, 128, args![pa, out, N as i32]);
    let want: Vec<u32> = (0..3).flat_map(|row| a.iter().map(move |&x| looped(x)[row])).collect();
    same("loops", &gpu.download::<u32>(out), &want);
}

/// What one thread of `nested` leaves; `own` and `other` are what it finds.
fn branched(x: i32, y: i32, own: i32, other: i32) -> i32 {
    if x > 0 {
        if y > 0 {
            let r = x % 100;
            if (x ^ y) & 1 != 0 {
                r + own
            } else if x > y {
                r - other
            } else {
                r * 3
            }
        } else if y < -50 || (x > 50 && own > 2) {
            y / 3
        } else {
            0
        }
    } else if x == 0 || y == 0 {
        12345
    } else if x > y {
        x - y
    } else {
        other * 5
    }
}

/// What one thread of `jumps` leaves: the number, and the steps last logged.
fn jumped(mut x: i32) -> (i32, i32) {
    let (mut steps, mut log) = (0, 0);
    let mut skip = x & 1 != 0;
    loop {
        if !skip {
            x = x * 3 + 1;
            steps += 1;
            if steps > 40 {
                return (x, log);
            }
            log = steps;
        }
        skip = false;
        x >>= 1;
        if x % 5 == 0 {
            break;
        }
        steps += 1;
        if steps >= 30 {
            break;
        }
    }
    x += 1000;
    (if steps & 4 != 0 { x } else { -x }, log)
}

pub fn nested(gpu: &mut Gpu) {
    let mut random = Random::new(56);
    let (a, b) = (random.ints(N, -100, 100), random.ints(N, -100, 100));
    let before = random.ints(2 * N, -10, 10);
    let (pa, pb, out) = (gpu.upload(&a), gpu.upload(&b), gpu.upload(&before));
    gpu.over("nested", N, 128, args![pa, pb, out, N as i32]);
    let mut want: Vec<i32> = (0..N).map(|i| branched(a[i], b[i], before[i], before[N + i])).collect();
    want.extend(&before[N..]);
    same("nested", &gpu.download::<i32>(out), &want);

    let a = random.ints(N, 0, 1000);
    let (pa, out) = (gpu.upload(&a), gpu.zeros::<i32>(2 * N));
    gpu.over("jumps", N, 128, args![pa, out, N as i32]);
    let mut want: Vec<i32> = a.iter().map(|&x| jumped(x).0).collect();
    want.extend(a.iter().map(|&x| jumped(x).1));
    same("jumps", &gpu.download::<i32>(out), &want);
}

pub fn barriers(gpu: &mut Gpu) {
    let (grid, block, rounds) = (3, 96, 6);
    let a = Random::new(57).ints(grid * block, 0, 100);
    let (pa, out) = (gpu.upload(&a), gpu.zeros::<i32>(grid * block));
    gpu.over("barriers", grid * block, block as u32, args![pa, out, rounds as i32]);
    let mut want = Vec::new();
    for part in a.chunks(block) {
        let mut x = part.to_vec();
        let mut sum = 0;
        for r in 0..rounds {
            x = (0..block).map(|t| x[(t + r + 1) % block] + 1).collect();
            sum += x.iter().filter(|&v| v & 1 == 1).count() as i32;
            sum += if x.iter().all(|&v| v > 3) { 1000 } else { 0 };
            sum += if x.iter().any(|&v| v % 41 == 3) { 100_000 } else { 0 };
        }
        want.extend(x.iter().map(|v| sum + v));
    }
    same("barriers", &gpu.download::<i32>(out), &want);
}

pub fn named_barriers(gpu: &mut Gpu) {
    let rounds = 5;
    let a = Random::new(58).ints(64 * rounds, -100, 100);
    let (pa, out) = (gpu.upload(&a), gpu.zeros::<i32>(65));
    gpu.launch("named_barriers", [1, 1, 1], [128, 1, 1], 0, args![pa, out, rounds as i32]);
    let sum = |t: usize| (0..rounds).map(|r| a[r * 64 + 63 - t] * (r as i32 + 1)).sum();
    let mut want: Vec<i32> = (0..64).map(sum).collect();
    want.push(64);
    same("named_barriers", &gpu.download::<i32>(out), &want);
}

pub fn debug(gpu: &mut Gpu) {
    let n = 70;
    let points = Random::new(59).ints(2 * n, -50, 50);
    let (pp, out) = (gpu.upload(&points), gpu.zeros::<i32>(n));
    gpu.over("debug", n, 64, args![pp, out, n as i32]);
    let distance = |i: usize, j: usize| {
        (points[2 * i] - points[2 * j]).abs() + (points[2 * i + 1] - points[2 * j + 1]).abs()
    };
    let nearest = |i: usize| (0..n).filter(|&j| j != i).min_by_key(|&j| distance(i, j)).unwrap();
    let want: Vec<i32> = (0..n).map(|i| nearest(i) as i32).collect();
    same("debug", &gpu.download::<i32>(out), &want);
}

pub fn calls_indirect(gpu: &mut Gpu) {
    let n = 200;
    let a = Random::new(71).ints(n, 0, 1000);
    let (pa, out) = (gpu.upload(&a), gpu.zeros::<i32>(n));
    gpu.over("calls_indirect", n, 64, args![pa, out, n as i32]);
    let want: Vec<i32> = a.iter().map(|&x| [2 * x, x * x, -x][x as usize % 3] + 1).collect();
    same("calls_indirect", &gpu.download::<i32>(out), &want);
}

pub fn virtuals(gpu: &mut Gpu) {
    let n = 150;
    let a = Random::new(72).ints(n, 1, 1000);
    let (pa, out) = (gpu.upload(&a), gpu.zeros::<i32>(n));
    gpu.over("virtuals", n, 64, args![pa, out, n as i32]);
    let shape = |&x: &i32| if x % 3 == 0 { x * 6 / 2 * 10 + 3 } else { x * x * 10 + 4 };
    let want: Vec<i32> = a.iter().map(shape).collect();
    same("virtuals", &gpu.download::<i32>(out), &want);
}

pub fn grid_sync(gpu: &mut Gpu) {
    let (ctas, threads) = (7, 96);
    let a = Random::new(73).ints(ctas * threads, -1000, 1000);
    let (pa, sums, out) = (gpu.upload(&a), gpu.zeros::<i32>(ctas), gpu.zeros::<i32>(ctas));
    gpu.cooperative("grid_sync", [ctas as u32, 1, 1], [threads as u32, 1, 1], args![pa, sums, out]);
    let total: i32 = a.iter().sum();
    let want: Vec<i32> = (0..ctas as i32).map(|b| total + b).collect();
    same("grid_sync", &gpu.download::<i32>(out), &want);
    let want: Vec<i32> = want.into_iter().rev().collect();
    same("grid_sync, second", &gpu.download::<i32>(sums), &want);
}

pub fn flags(gpu: &mut Gpu) {
    let ctas = 9;
    let (flag, out) = (gpu.zeros::<i32>(ctas), gpu.zeros::<i32>(ctas));
    gpu.launch("flags", [ctas as u32, 1, 1], [64, 1, 1], 0, args![flag, out]);
    let want: Vec<i32> = (0..ctas as i32).rev().collect();
    same("flags", &gpu.download::<i32>(out), &want);
}
