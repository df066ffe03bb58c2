//! Probes of an A100: cycles between two reads of the clock, as others measured them and as the model has them.
//!
//! Measurements: Strelizia-zerotwo/A100-modern-gpu-reproduction, an A100 SXM4. The kernels are written here after what its log says of
//! them. Of each, the least of 101 samples counts: the model has no noise.

use super::{a100, code, run, run_last, straight, window};

/// A probe: name, measured cycles, warps, and its instructions.
struct Probe {
    name: String,
    measured: u64,
    warps: usize,
    text: String,
}

const CLOCK: &str = "B------:R-:W-:-:S01 CS2R.32 R11, SR_CLOCKLO";
const NOP: &str = "B------:R-:W-:-:S01 NOP";
const EXIT: &str = "B------:R-:W-:-:S05 EXIT";

fn fixed(stall: u8, text: &str) -> String {
    format!("B------:R-:W-:-:S{stall:02} {text}")
}

fn yields(stall: u8, text: &str) -> String {
    format!("B------:R-:W-:Y:S{stall:02} {text}")
}

/// A probe of two instructions between NOPs.
fn pair(name: impl Into<String>, measured: u64, first: &str, second: &str) -> Probe {
    let text = [CLOCK, NOP, first, second, NOP, CLOCK, EXIT].join("\n");
    Probe { name: name.into(), measured, warps: 1, text }
}

/// A probe of instructions behind the clock and one NOP.
fn behind_nop(name: &str, measured: u64, [first, second, third]: [&str; 3]) -> Probe {
    let text = [CLOCK, NOP, first, second, third, CLOCK, EXIT].join(
        "
",
    );
    Probe { name: name.into(), measured, warps: 1, text }
}

fn probes() -> Vec<Probe> {
    let mut all = Vec::new();
    let [add, mad, sum] = ["FADD R8, R9, R10", "FFMA R12, R8, R8, R8", "IADD3 R12, R8, R8, R8"];
    let one = |text: &str| fixed(1, text);
    let other = one("FFMA R12, R9, R9, R9");
    // 01_control_bits.
    for (name, measured, first, second) in [
        ("A_BASE", 5, NOP.to_owned(), NOP.to_owned()),
        ("B_FADD", 5, one(add), NOP.to_owned()),
        ("C_INDEP", 6, one(add), other.clone()),
        ("D_DEP_S01", 6, one(add), one(mad)),
        ("E_DEP_S04", 8, fixed(4, add), one(mad)),
        ("F_FFMA_ONLY", 5, NOP.to_owned(), other.clone()),
        ("G_TWO_FADD", 6, one(add), one("FADD R12, R9, R9")),
        ("H_FADD_IADD", 5, one(add), one(sum)),
        ("I_FADD_MOV", 5, one(add), one("MOV R12, R9")),
    ] {
        all.push(pair(name, measured, &first, &second));
    }
    for (stall, measured) in (1..=8).zip([6, 6, 7, 8, 9, 10, 11, 12]) {
        all.push(pair(format!("stall_S{stall:02}"), measured, &fixed(stall, add), &one(mad)));
    }
    for (stall, short, long) in [(11, 15, 15), (12, 6, 16), (13, 6, 17), (14, 6, 18), (15, 6, 19)] {
        all.push(pair(format!("long_DASH_S{stall}"), short, &fixed(stall, add), &one(mad)));
        all.push(pair(format!("long_Y_S{stall}"), long, &yields(stall, add), &one(mad)));
    }
    for (name, measured, between) in [
        ("nop_DASH_S01", 2, one("NOP")),
        ("nop_Y_S00", 55, yields(0, "NOP")),
        ("errbar_DASH_S01", 3, one("ERRBAR")),
        ("errbar_Y_S00", 55, yields(0, "ERRBAR")),
    ] {
        let text = [CLOCK, &between, CLOCK, EXIT].join("\n");
        all.push(Probe { name: name.into(), measured, warps: 1, text });
    }
    // 02_register_file.
    let even = one("FFMA R9, R4, R6, R8");
    for (name, measured, second) in [
        ("bank_OO_R5_R7", 6, "FFMA R12, R10, R5, R7"),
        ("bank_EO_R6_R7", 6, "FFMA R12, R10, R6, R7"),
        ("bank_EE_R6_R8", 7, "FFMA R12, R10, R6, R8"),
    ] {
        all.push(pair(name, measured, &even, &one(second)));
        let integer = one("IADD3 R9, R4, R6, R8");
        let measured = if measured == 6 && name.contains("OO") { 5 } else { measured };
        all.push(pair(name.replace("bank", "iadd"), measured, &integer, &one(second)));
    }
    all.push(pair("K_SECOND_ONLY", 5, NOP, &one("FFMA R12, R4, R5, R7")));
    let kept = one("IADD3 R9, R10.reuse, R5, R7").replace(":S01 ", ":S01:a ");
    let plain = one("IADD3 R9, R10, R5, R7");
    let product = one("FFMA R12, R10, R6, R8");
    all.push(pair("reuse_NO_REUSE", 7, &plain, &product));
    all.push(pair("reuse_SAME_SLOT_HIT", 6, &kept, &product));
    all.push(pair("reuse_DIFFERENT_SLOT", 7, &kept, &one("FFMA R12, R6, R10, R8")));
    let last = one("IADD3 R9, R10, R6, R8");
    let again = one("FFMA R12, R10.reuse, R6, R8");
    let (odd, same) = (one("FFMA R12, R5, R6, R8"), one("FFMA R12, R4, R6, R8"));
    all.push(behind_nop("rfc_CONSUME", 9, [&kept, &product, &last]));
    all.push(behind_nop("rfc_RETAIN", 8, [&kept, &again, &last]));
    all.push(behind_nop("rfc_OTHER_BANK", 8, [&kept, &odd, &last]));
    all.push(behind_nop("rfc_SAME_BANK", 10, [&kept, &same, &last]));
    all.push(pair("rfc_OTHER_BANK_2INST", 6, &kept, &odd));
    all.push(pair("rfc_SAME_BANK_2INST", 7, &kept, &same));
    // 03_issue_scheduler.
    for (name, measured, first) in [
        ("yield_DASH_S01", 5, one("NOP")),
        ("yield_DASH_S02", 6, fixed(2, "NOP")),
        ("yield_Y_S01", 6, yields(1, "NOP")),
        ("yield_Y_S02", 6, yields(2, "NOP")),
    ] {
        all.push(pair(name, measured, &first, NOP));
    }
    // 04_dependence_counters, and waits for them: the load hits the L2.
    let load = |stall: u8| format!("B------:R-:W2:-:S{stall:02} LDG.E R2, [R2.64]");
    let start = "B------:R-:W-:Y:S03 CS2R.32 R11, SR_CLOCKLO";
    let end = "B------:R-:W-:-:S02 CS2R.32 R13, SR_CLOCKLO";
    let (waits, goes) =
        ("B--2---:R-:W-:-:S01 IADD3 R9, R2, 0x1, RZ", "B------:R-:W-:-:S01 IADD3 R9, R2, 0x1, RZ");
    let wrong = "B---3--:R-:W-:-:S01 IADD3 R9, R2, 0x1, RZ";
    let mut counters = |name: String, measured, lines: [&str; 3]| {
        let text = [&[start], &lines[..], &[end, EXIT]].concat().join("\n");
        all.push(Probe { name, measured, warps: 1, text });
    };
    counters("dep_CORRECT".into(), 225, [&load(4), NOP, waits]);
    counters("dep_NO_WAIT".into(), 10, [&load(4), NOP, goes]);
    counters("dep_WRONG_SB3".into(), 10, [&load(4), NOP, wrong]);
    counters("dep_VIS_S01".into(), 6, [&load(1), waits, NOP]);
    counters("dep_VIS_S02".into(), 212, [&load(2), waits, NOP]);
    counters("dep_VIS_Y_S01".into(), 212, [&load(1).replace(":-:S", ":Y:S"), waits, NOP]);
    for (stall, measured) in (1..=5).zip([10, 213, 214, 216, 215]) {
        let wait = fixed(stall, "DEPBAR.LE SB2, 0x0");
        counters(format!("depbar_S{stall:02}"), measured, [&load(4), &wait, goes]);
    }
    // 05_memory_pipeline: loads of shared memory behind a barrier, of one sub-core and of four.
    let alone = [27, 27, 27, 27, 27, 27, 30, 31, 32, 33, 34];
    let together = [33, 33, 33, 33, 33, 33, 36, 39, 42, 45, 48];
    for (warps, results) in [(1, alone), (4, together)] {
        for (loads, measured) in results.into_iter().enumerate() {
            let slots = (0..10).map(|at| match at < loads {
                true => format!("B------:R1:W2:-:S01 LDS R{}, [R11.X4]", 20 + at),
                false => NOP.to_owned(),
            });
            let clock = fixed(2, "CS2R.32 R13, SR_CLOCKLO");
            let lines: Vec<String> = [fixed(6, "BAR.SYNC.DEFER_BLOCKING 0x0"), clock.clone()]
                .into_iter()
                .chain(slots)
                .chain([clock, EXIT.to_owned()])
                .collect();
            all.push(Probe {
                name: format!("queue_{warps}_N{loads:02}"),
                measured,
                warps,
                text: lines.join("\n"),
            });
        }
    }
    all
}

/// The model's cycles, of the first warp, when the L2 has what it loads: at the second launch.
fn simulated(probe: &Probe) -> u64 {
    let code = code(&probe.text);
    let warps = run_last(&a100(), vec![straight(code.clone(), probe.warps); 2]);
    window(&code, &warps[0])
}

#[test]
fn most_probes_take_the_cycles_that_an_a100_takes() {
    let probes = probes();
    let rows: Vec<(String, u64, u64)> =
        probes.iter().map(|probe| (probe.name.clone(), probe.measured, simulated(probe))).collect();
    let near = rows.iter().filter(|(_, measured, ours)| measured.abs_diff(*ours) <= 1).count();
    let table: String =
        rows.iter().map(|(name, measured, ours)| format!("{name:<24}{measured:>6}{ours:>6}\n")).collect();
    println!("{table}{near} of {} within a cycle", rows.len());
    assert!(near * 100 >= 80 * rows.len(), "{table}{near} of {} within a cycle", rows.len());
}

/// 13 warps read the clock at the start and three instructions later. Sub-core 0 has 4 of them.
#[test]
fn warps_start_as_they_do_on_an_a100() {
    let text = "
        B------:R-:W-:-:S02 IMAD.MOV.U32 R1, RZ, RZ, c[0x0][0x28]
        B------:R-:W0:-:S04 S2R R8, SR_TID.X
        B------:R-:W1:-:S02 S2R R0, SR_VIRTID
        B------:R-:W-:-:S01 CS2R.32 R10, SR_CLOCKLO
        B------:R-:W-:-:S01 NOP
        B------:R-:W-:-:S01 NOP
        B------:R-:W-:-:S01 CS2R.32 R15, SR_CLOCKLO
        B0-----:R-:W-:Y:S13 LOP3.LUT P0, RZ, R8, 0x1f, RZ, 0xc0, !PT
        B------:R-:W-:-:S05 EXIT";
    let code = code(text);
    let warps = run(&a100(), &straight(code.clone(), 13));
    let first = |warp: &super::Ran| warp.results.iter().find(|(pc, _)| pc.0 == 3).map_or(0, |&(_, at)| at);
    let start = first(&warps[12]);
    let starts = |of: [usize; 4]| of.map(|warp| first(&warps[warp]) - start);
    assert!(warps.iter().all(|warp| window(&code, warp) == 3));
    // As measured: the sub-cores start two cycles apart, each with its youngest warp.
    assert_eq!(starts([12, 9, 10, 11]), [0, 2, 4, 6]);
    // Measured: 0, 7, 12, 17. Here each warp behind the first issues two instructions more before it reads the clock.
    assert_eq!(starts([12, 8, 4, 0]), [0, 7, 14, 26]);
}
