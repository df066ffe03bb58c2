//! Walks what computes no values by itself: exchanges between lanes, branches, the program counter, MODE and hints.

use super::harness::{CASES, Kernel, LANES, TARGETS, WAVES};
use crate::conformance::cases::Rng;
use warploom_kernel::execute::{Arg, FaultKind, Launch, Memory, RunError};
use warploom_kernel::gcn::table::{Form, Format, Target};
use warploom_kernel::gcn::{self, Module};

/// Rows that this walker covers: by mnemonic, because each has a meaning of its own.
pub fn covers(form: &Form) -> bool {
    let name = form.mnemonic.as_str();
    match form.format {
        Format::Sopp => WALKED.contains(&name),
        _ => WALKED.contains(&name) || HINTS.contains(&name),
    }
}

const WALKED: &[&str] = &[
    "v_readlane_b32",
    "v_writelane_b32",
    "v_readfirstlane_b32",
    "ds_swizzle_b32",
    "ds_permute_b32",
    "ds_bpermute_b32",
    "s_getpc_b64",
    "s_setpc_b64",
    "s_swappc_b64",
    "s_getreg_b32",
    "s_setreg_b32",
    "s_setreg_imm32_b32",
    "s_branch",
    "s_cbranch_scc0",
    "s_cbranch_scc1",
    "s_cbranch_vccz",
    "s_cbranch_vccnz",
    "s_cbranch_execz",
    "s_cbranch_execnz",
    "s_endpgm",
    "s_barrier",
    "s_trap",
    "s_nop",
    "s_sleep",
    "s_setprio",
    "s_icache_inv",
    "s_waitcnt",
];

const HINTS: &[&str] = &["v_nop", "s_dcache_inv", "buffer_wbinvl1", "buffer_wbinvl1_vol"];

/// A kernel in which every wave takes 64 cases of 8 dwords in s[48:55]; `body` leaves results in s[60:63], which go to
/// four columns.
fn cases_of_waves(target: Target, data: &[u32], before: &str, body: &str) -> Vec<u32> {
    let mut k = Kernel::new(target);
    k.prologue();
    k.load_column(2, 8);
    k.load_column(3, 9);
    k.lines(before);
    k.lines(
        "s_lshl_b32 s40, s3, 8
        s_mov_b32 s41, 0
        loop:
        s_load_dwordx8 s[48:55], s[4:5], s40
        s_waitcnt lgkmcnt(0)",
    );
    k.lines(body);
    k.line("s_mov_b64 exec, -1");
    for nth in 0..4 {
        k.line(format!("v_writelane_b32 v{}, s{}, s41", 10 + nth, 60 + nth));
    }
    k.lines(
        "s_add_u32 s40, s40, 32
        s_add_u32 s41, s41, 1
        s_cmp_lt_u32 s41, 64
        s_cbranch_scc1 loop",
    );
    for nth in 0..4 {
        k.store_column(10 + nth, 10 + nth as usize);
    }
    k.store_column(3, 14);
    k.run(data, CASES)
}

fn random_data(seed: &str) -> Vec<u32> {
    let mut rng = Rng::named(seed);
    (0..15 * CASES).map(|_| rng.bits() as u32).collect()
}

/// Lanes are read and written whatever EXEC is.
pub fn lane_accesses() {
    for target in TARGETS {
        let mut data = random_data("lanes");
        // Every fourth mask is empty, so that the first lane is read.
        for case in (0..CASES).step_by(4) {
            data[8 * case + 2] = 0;
            data[8 * case + 3] = 0;
        }
        let after = cases_of_waves(
            target,
            &data,
            "",
            "s_mov_b64 exec, s[50:51]
            v_readlane_b32 s60, v2, s48
            v_readlane_b32 s61, v2, 17
            v_readfirstlane_b32 s62, v2
            v_writelane_b32 v3, s49, s52
            v_writelane_b32 v3, 9, 5
            v_readfirstlane_b32 s63, s49",
        );
        for wave in 0..WAVES {
            let values = &data[8 * CASES + wave * LANES..][..LANES];
            let mut written = data[9 * CASES + wave * LANES..][..LANES].to_vec();
            for lane in 0..LANES {
                let case = &data[8 * (wave * LANES + lane)..][..8];
                let exec = u64::from(case[2]) | u64::from(case[3]) << 32;
                let first = (0..LANES).find(|&n| exec >> n & 1 == 1).unwrap_or(0);
                let got = [0, 1, 2, 3].map(|n| after[(10 + n) * CASES + wave * LANES + lane]);
                assert_eq!(
                    got,
                    [values[case[0] as usize % 64], values[17], values[first], case[1]],
                    "{target}"
                );
                written[case[4] as usize % 64] = case[1];
                written[5] = 9;
            }
            assert_eq!(&after[14 * CASES + wave * LANES..][..LANES], written, "{target}");
        }
    }
}

/// Exchanges through the local data share's crossbar.
pub fn exchanges() {
    let swizzles: Vec<u32> = (0..40)
        .map(|n| match n {
            0 => 0x8000 | 0b00_01_10_11,
            1 => 0x8000 | 0b10_10_10_10,
            2..=20 => Rng::new(n).bits() as u32 & 0x7fff,
            _ => 0x8000 | Rng::new(n).bits() as u32 & 0xff,
        })
        .collect();
    for target in TARGETS {
        let volcanic = target == Target::VolcanicIslands;
        let mut jobs: Vec<(&str, u32)> = swizzles.iter().map(|&offset| ("ds_swizzle_b32", offset)).collect();
        if volcanic {
            jobs.extend([0, 4, 252, 1000].map(|offset| ("ds_permute_b32", offset)));
            jobs.extend([0, 4, 252, 1000].map(|offset| ("ds_bpermute_b32", offset)));
        }
        for (name, offset) in jobs {
            let mut k = Kernel::new(target);
            k.prologue();
            for column in 0..3 {
                k.load_column(2 + column as u32, column);
            }
            k.load_uniform(28, 3);
            k.line("s_mov_b64 exec, s[28:29]");
            let sources = if name == "ds_swizzle_b32" { "v3" } else { "v2, v3" };
            k.line(format!("{name} v4, {sources} offset:{offset}"));
            k.line("s_waitcnt lgkmcnt(0)");
            k.line("s_mov_b64 exec, -1");
            k.store_column(4, 4);
            let mut data = random_data(&format!("{name} {offset}"));
            data[3 * CASES..3 * CASES + 4].fill(u32::MAX);
            let after = k.run(&data, CASES);
            for wave in 0..WAVES {
                let of = |column: usize, lane: usize| data[column * CASES + wave * LANES + lane];
                let at = 3 * CASES + 2 * wave;
                let exec = u64::from(data[at]) | u64::from(data[at + 1]) << 32;
                let active = |lane: usize| exec >> lane & 1 == 1;
                let other = |lane: usize| of(0, lane).wrapping_add(offset) as usize / 4 % LANES;
                for lane in 0..LANES {
                    let bits = |from: u32| (offset >> from & 31) as usize;
                    let source = match name {
                        "ds_swizzle_b32" if offset & 0x8000 != 0 => {
                            Some(lane / 4 * 4 + (offset as usize >> (2 * (lane % 4)) & 3))
                        }
                        "ds_swizzle_b32" => {
                            Some(lane / 32 * 32 + (((lane % 32) & bits(0) | bits(5)) ^ bits(10)))
                        }
                        "ds_bpermute_b32" => Some(other(lane)),
                        // The highest lane that sends here wins.
                        _ => (0..LANES).rev().find(|&n| active(n) && other(n) == lane),
                    };
                    let value = source.filter(|&n| active(n)).map_or(0, |n| of(1, n));
                    let want = if active(lane) { value } else { of(2, lane) };
                    let got = after[4 * CASES + wave * LANES + lane];
                    assert_eq!(
                        got, want,
                        "`{name}` offset {offset:#x} on {target}, wave {wave}, lane {lane}"
                    );
                }
            }
        }
    }
}

/// Conditional branches, with conditions that are zero half of the time.
pub fn branches() {
    for target in TARGETS {
        let mut data = random_data("branches");
        let mut rng = Rng::named("zeros");
        for case in 0..CASES {
            for word in 0..5 {
                let zero = rng.below(2) == 0;
                data[8 * case + word] &= if zero { 0 } else { u32::MAX };
            }
        }
        let after = cases_of_waves(
            target,
            &data,
            "",
            "s_mov_b32 s60, 0
            s_mov_b32 s61, 0
            s_mov_b32 s62, 0
            s_mov_b32 s63, 0
            s_cmp_lg_u32 s48, 0
            s_cbranch_scc0 a
            s_mov_b32 s60, 1
            a:
            s_cbranch_scc1 b
            s_add_u32 s60, s60, 2
            b:
            s_mov_b64 vcc, s[49:50]
            s_cbranch_vccz c
            s_mov_b32 s61, 1
            c:
            s_cbranch_vccnz d
            s_add_u32 s61, s61, 2
            d:
            s_mov_b64 exec, s[51:52]
            s_cbranch_execz e
            s_mov_b32 s62, 1
            e:
            s_cbranch_execnz f
            s_add_u32 s62, s62, 2
            f:
            s_branch g
            s_mov_b32 s63, 1
            g:",
        );
        for case in 0..CASES {
            let inputs = &data[8 * case..][..8];
            let taken = |zero: bool| if zero { 2 } else { 1 };
            let want = [
                taken(inputs[0] == 0),
                taken(inputs[1] == 0 && inputs[2] == 0),
                taken(inputs[3] == 0 && inputs[4] == 0),
                0,
            ];
            assert_eq!([0, 1, 2, 3].map(|n| after[(10 + n) * CASES + case]), want, "{target} {inputs:x?}");
        }
    }
}

/// A call through `s_swappc_b64`, a return through `s_setpc_b64`.
pub fn program_counter() {
    for target in TARGETS {
        let after = cases_of_waves(
            target,
            &random_data("pc"),
            "",
            "s_mov_b32 s60, 0
            s_mov_b32 s61, 0
            s_getpc_b64 s[70:71]
            s_add_u32 s72, s70, 20
            s_addc_u32 s73, s71, 0
            s_swappc_b64 s[74:75], s[72:73]
            s_add_u32 s61, s61, 1
            s_branch done
            s_add_u32 s60, s60, 7
            s_setpc_b64 s[74:75]
            done:
            s_sub_u32 s62, s74, s70
            s_sub_u32 s63, s75, s71",
        );
        for case in 0..CASES {
            let got = [0, 1, 2, 3].map(|n| after[(10 + n) * CASES + case]);
            assert_eq!(got, [7, 1, 12, 0], "{target}");
        }
    }
}

/// MODE: fields are read and written, and decide about denormals.
pub fn mode_register() {
    for target in TARGETS {
        for flush in [false, true] {
            let mut k = Kernel::new(target);
            k.flush = flush;
            k.prologue();
            k.lines(
                "v_mov_b32 v2, 0x00400000
                s_getreg_b32 s20, hwreg(HW_REG_MODE, 4, 4)
                v_mul_f32 v3, 1.0, v2
                s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 2), 0x0
                v_mul_f32 v4, 1.0, v2
                s_getreg_b32 s21, hwreg(HW_REG_MODE, 4, 4)
                s_mov_b32 s30, 0xff3
                s_setreg_b32 hwreg(HW_REG_MODE, 4, 2), s30
                v_mul_f32 v5, 1.0, v2
                s_getreg_b32 s22, hwreg(HW_REG_MODE)
                v_mov_b32 v6, s20
                v_mov_b32 v7, s21
                v_mov_b32 v8, s22",
            );
            (0..6).for_each(|n| k.store_column(3 + n, n as usize));
            let after = k.run(&vec![0; 6 * CASES], CASES);
            let kept = 0x0040_0000;
            let (at_start, field) = if flush { (0, 0xc) } else { (kept, 0xf) };
            for case in 0..CASES {
                let got = [0, 1, 2, 3, 4, 5].map(|n| after[n * CASES + case]);
                assert_eq!(got, [at_start, 0, kept, field, 0xc, 0xf0], "{target}");
            }
        }
    }
}

/// A barrier lets every wave read what all others wrote.
pub fn barriers() {
    for target in TARGETS {
        let mut k = Kernel::new(target);
        k.local = 4096;
        k.prologue();
        k.lines(
            "s_mov_b32 m0, -1
            ds_write_b32 v62, v0
            s_waitcnt lgkmcnt(0)
            s_barrier
            v_xor_b32 v2, 0xfc0, v62
            ds_read_b32 v3, v2
            s_waitcnt lgkmcnt(0)",
        );
        k.store_column(3, 0);
        let after = k.run(&vec![0; CASES], CASES);
        for (item, &got) in after.iter().enumerate() {
            assert_eq!(got, item as u32 ^ 0x3f0, "{target}");
        }
    }
}

/// Hints and waits change nothing, the end ends, and a trap is reported.
pub fn hints_and_ends() {
    for target in TARGETS {
        let mut k = Kernel::new(target);
        k.prologue();
        k.lines(
            "v_nop
            s_nop 0
            s_sleep 1
            s_setprio 3
            s_icache_inv
            s_dcache_inv
            buffer_wbinvl1
            s_waitcnt 0
            s_waitcnt vmcnt(0) & expcnt(0) & lgkmcnt(0)",
        );
        if target == Target::VolcanicIslands {
            k.line("buffer_wbinvl1_vol");
        }
        k.store_column(0, 0);
        k.line("s_endpgm");
        k.store_column(62, 0);
        let after = k.run(&vec![0; CASES], CASES);
        assert!(after.iter().enumerate().all(|(item, &got)| got == item as u32), "{target}");
        let mut k = Kernel::new(target);
        k.line("s_trap 2");
        let module = Module::parse(&k.text()).expect("the kernel is read");
        let launch = Launch::new([1, 1, 1], [64, 1, 1]).arg(Arg::u64(0));
        let mut memory = Memory::new();
        let globals = memory.load_variables(&[]).expect("no variables");
        let error = gcn::run(&module.programs[0], &globals, &launch, &mut memory, &mut ());
        assert!(matches!(error, Err(RunError::Fault(fault)) if fault.kind == FaultKind::Trap), "{target}");
    }
}
