//! Lanes of a warp among themselves, and what a thread can ask about its place.

use super::gpu::Gpu;
use super::support::{Random, args, rows, same};

const N: usize = 256;

/// The lanes of `i`'s warp for which `is` holds.
fn mask(i: usize, is: impl Fn(usize) -> bool) -> u32 {
    let first = i & !31;
    (0..32).filter(|lane| is(first + lane)).fold(0, |all, lane| all | 1 << lane)
}

/// The threads of `i`'s warp.
fn warp(i: usize) -> std::ops::Range<usize> {
    let first = i & !31;
    first..first + 32
}

pub fn shuffle(gpu: &mut Gpu) {
    let a = Random::new(61).ints(N, 0, 1_000_000);
    let (pa, out) = (gpu.upload(&a), gpu.zeros::<i32>(11 * N));
    let (wide, floats) = (gpu.zeros::<i64>(N), gpu.zeros::<f32>(N));
    gpu.over("shuffle", N, 64, args![pa, out, wide, floats, N as i32]);
    // Within segments of `width` lanes; beyond the segment, one's own.
    let up = |i: usize, by: usize, width: usize| if i % width >= by { a[i - by] } else { a[i] };
    let down = |i: usize, by: usize, width: usize| {
        if i % width + by < width { a[i + by] } else { a[i] }
    };
    let at = |i: usize, lane: i32, width: usize| a[(i & !(width - 1)) + (lane as usize & (width - 1))];
    rows(
        "shuffle",
        &gpu.download::<i32>(out),
        N,
        &[
            ("up 1", &|i| up(i, 1, 32)),
            ("down 3", &|i| down(i, 3, 32)),
            ("xor 5", &|i| a[i ^ 5]),
            ("index", &|i| at(i, a[i], 32)),
            ("up 2 of 8", &|i| up(i, 2, 8)),
            ("down 2 of 16", &|i| down(i, 2, 16)),
            ("xor 3 of 4", &|i| a[i ^ 3]),
            ("index of 8", &|i| at(i, a[i], 8)),
            ("sum", &|i| warp(i).map(|j| a[j]).sum()),
            ("up 4 with predicate", &|i| {
                if i % 32 >= 4 { a[i - 4] } else { -1 }
            }),
            ("half of the warp", &|i| {
                if i % 32 < 16 { a[i ^ 1] } else { a[i] }
            }),
        ],
    );
    let want: Vec<i64> = (0..N).map(|i| i64::from(down(i, 1, 32)) * 0x1_0000_0001).collect();
    same("shuffle, wide", &gpu.download::<i64>(wide), &want);
    let want: Vec<f32> = (0..N).map(|i| 0.25 * a[i ^ 31] as f32).collect();
    same("shuffle, floats", &gpu.download::<f32>(floats), &want);
}

pub fn vote(gpu: &mut Gpu) {
    let mut a = Random::new(62).ints(N, 0, 60);
    // A warp of one mind, one with a negative, one with a seventeen.
    a[..32].fill(20);
    a[40] = -4;
    a[70] = 17;
    let (pa, out) = (gpu.upload(&a), gpu.zeros::<u32>(7 * N));
    gpu.over("vote", N, 64, args![pa, out, N as i32]);
    let mut got = gpu.download::<u32>(out);
    // Which lanes that took the branch run together is the machine's choice.
    for i in 0..N {
        let taken = mask(i, |j| a[j] & 2 != 0);
        let seen = &mut got[4 * N + i];
        if a[i] & 2 == 0 {
            assert_eq!(*seen, 0, "active mask of thread {i}, which did not ask");
        } else {
            assert!(*seen & !taken == 0 && *seen >> (i & 31) & 1 == 1, "active mask {seen:#x} of thread {i}");
        }
        *seen = 0;
    }
    let chosen = |i: usize| mask(i, |j| a[j] % 3 == 0);
    let below = |i: usize| (1u32 << (i & 31)) - 1;
    rows(
        "vote",
        &got,
        N,
        &[
            ("ballot", &|i| mask(i, |j| a[j] & 1 != 0)),
            ("any", &|i| u32::from(warp(i).any(|j| a[j] == 17))),
            ("all", &|i| u32::from(warp(i).all(|j| a[j] >= 0))),
            ("uni", &|i| u32::from(matches!(mask(i, |j| a[j] < 50), 0 | u32::MAX))),
            ("active mask", &|_| 0),
            ("ballot of some", &|i| match a[i] % 3 {
                0 => mask(i, |j| a[j] % 3 == 0 && a[j] & 4 != 0),
                _ => chosen(i).count_ones(),
            }),
            ("lane masks", &|i| (chosen(i) & below(i)).count_ones() + u32::from(i & 31 == 0)),
        ],
    );
}

pub fn matching(gpu: &mut Gpu) {
    let mut a = Random::new(63).ints(N, 0, 8);
    a[40] = 5000;
    a[64..96].fill(7);
    let (pa, out) = (gpu.upload(&a), gpu.zeros::<u32>(6 * N));
    gpu.over("matching", N, 64, args![pa, out, N as i32]);
    let any = |i: usize| mask(i, |j| a[j] == a[i]);
    let all = |i: usize, of: &dyn Fn(i32) -> i32| warp(i).all(|j| of(a[j]) == of(a[i]));
    let (same_thousand, same_value) = (|i| all(i, &|v| v / 1000), |i| all(i, &|v| v));
    rows(
        "matching",
        &gpu.download::<u32>(out),
        N,
        &[
            ("any", &any),
            ("any, 64 bits", &any),
            ("all", &|i| if same_thousand(i) { u32::MAX } else { 0 }),
            ("all, predicate", &|i| u32::from(same_thousand(i))),
            ("all, 64 bits", &|i| {
                if same_value(i) { u32::MAX } else { 0 }
            }),
            ("all, 64 bits, predicate", &|i| u32::from(same_value(i))),
        ],
    );
}

pub fn redux(gpu: &mut Gpu) {
    let a: Vec<i32> = Random::new(64).words(N).into_iter().map(|v| v as i32).collect();
    let (pa, out) = (gpu.upload(&a), gpu.zeros::<i32>(9 * N));
    gpu.over("redux", N, 64, args![pa, out, N as i32]);
    let fold = |i: usize, f: fn(i32, i32) -> i32| warp(i).map(|j| a[j]).reduce(f).unwrap();
    rows(
        "redux",
        &gpu.download::<i32>(out),
        N,
        &[
            ("add", &|i| fold(i, i32::wrapping_add)),
            ("min.s32", &|i| fold(i, i32::min)),
            ("max.s32", &|i| fold(i, i32::max)),
            ("min.u32", &|i| fold(i, |x, y| (x as u32).min(y as u32) as i32)),
            ("max.u32", &|i| fold(i, |x, y| (x as u32).max(y as u32) as i32)),
            ("and", &|i| fold(i, |x, y| x & y)),
            ("or", &|i| fold(i, |x, y| x | y)),
            ("xor", &|i| fold(i, |x, y| x ^ y)),
            ("of some", &|i| 1 - (a[i] & 1)),
        ],
    );
}

pub fn special(gpu: &mut Gpu) {
    let (grid, block) = ([3, 2, 2], [8, 4, 3]);
    let size = |v: [u32; 3]| v.iter().product::<u32>();
    let n = (size(grid) * size(block)) as usize;
    let (out, clocks) = (gpu.zeros::<u32>(16 * n), gpu.zeros::<u64>(n));
    gpu.launch("special", grid, block, 256, args![out, clocks]);
    let place = |i: u32, v: [u32; 3]| [i % v[0], i / v[0] % v[1], i / v[0] / v[1]];
    let packed = |v: [u32; 3]| v[0] | v[1] << 8 | v[2] << 16;
    let mut want = Vec::new();
    for i in 0..n as u32 {
        let thread = i % size(block);
        let lane = thread % 32;
        want.extend(place(thread, block));
        want.extend(place(i / size(block), grid));
        want.extend([packed(block), packed(grid), lane, thread / 32]);
        want.extend([u32::MAX >> (31 - lane), u32::MAX << lane, u32::MAX << lane << 1]);
        want.extend([256, 7, 32]);
    }
    same("special", &gpu.download::<u32>(out), &want);
    for (i, value) in gpu.download::<u64>(clocks).into_iter().enumerate() {
        assert!(value & 1 == 1, "the clock of thread {i} runs backwards");
    }
}
