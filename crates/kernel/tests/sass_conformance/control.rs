//! Branches, calls and the convergence of lanes, in small programs whose results say which lanes went where.

use super::encode::{self, Arg};
use super::harness::{ARCHITECTURES, CASES, Kernel, RZ, Stopped};
use crate::conformance::cases::Rng;
use warploom_kernel::execute::{FaultKind, RunError};
use warploom_kernel::sass::machine::{Architecture, Row, rows};

const STEMS: [&str; 13] = [
    "EXIT", "BRA", "BRX", "BRXU", "BSSY", "BSYNC", "BREAK", "CALL", "RET", "WARPSYNC", "BMOV", "BPT", "LEPC",
];

pub fn covers(row: &Row) -> bool {
    STEMS.contains(&row.stem) && row.stem != "LEPC"
}

const ALL: u32 = u32::MAX;

/// Operands by their places.
type Operands<'a> = &'a [(&'a str, Arg)];

/// A kernel with predicates in P0 to P6, 0 in R8, and the data to run it on.
fn kernel(sm: Architecture) -> Kernel {
    let mut kernel = Kernel::new(sm);
    kernel.begin().load(4, 0).set_predicates(4);
    kernel.op("MOV", &[("d", Arg::R(8)), ("b", Arg::R(RZ))]);
    kernel
}

fn set(kernel: &mut Kernel, value: u32) {
    kernel.op("MOV", &[("d", Arg::R(8)), ("b", Arg::Imm(value))]);
}

/// The lanes that execute this together.
fn together(kernel: &mut Kernel) {
    kernel.op("VOTE ALL", &[("d", Arg::R(8)), ("q87", Arg::P(7))]);
}

/// Runs it: the predicates of each case, and what R8 is at the end.
fn run(kernel: &mut Kernel) -> Vec<(u32, u32)> {
    kernel.store(8, 1).exit();
    let mut rng = Rng::new(kernel.code.len() as u64);
    let mut data: Vec<u32> = (0..2 * CASES).map(|_| rng.bits() as u32 & 0x7f).collect();
    kernel.must_run(&mut data, 1, CASES as u32);
    (0..CASES).map(|case| (data[case], data[CASES + case])).collect()
}

/// The lanes of a case's warp of which something holds.
fn lanes(results: &[(u32, u32)], case: usize, of: impl Fn(u32) -> bool) -> u32 {
    let first = case & !31;
    (0..32).filter(|lane| of(results[first + lane].0)).fold(0, |all, lane| all | 1 << lane)
}

fn holds(predicates: u32, index: u32) -> bool {
    predicates >> index & 1 == 1
}

/// Instructions of a stem with these modifiers, in each form that takes the operands.
fn words(sm: Architecture, stem: &str, names: &[&str], given: &[(&str, Arg)]) -> Vec<u128> {
    let of_stem = rows().iter().filter(|row| row.stem == stem && row.architectures.contains(&sm));
    let found: Vec<u128> = of_stem
        .flat_map(|row| {
            encode::forms(row, sm)
                .filter_map(|form| encode::encode(row, sm, form, names, given))
                .collect::<Vec<_>>()
        })
        .collect();
    assert!(!found.is_empty(), "{sm:?} {stem} {names:?} {given:?}");
    found
}

fn guarded(word: u128, guard: u128) -> u128 {
    word & !(0xf << 12) | guard << 12
}

/// A guard and a condition beside it decide together, for branches and exits.
pub fn branches() {
    for sm in ARCHITECTURES {
        for counts in [&[][..], &["INC"], &["DEC"]] {
            for word in words(sm, "BRA", counts, &[("q87", Arg::Not(1)), ("t", Arg::To(16))]) {
                let mut k = kernel(sm);
                k.word(guarded(word, 0));
                set(&mut k, 1);
                for (predicates, value) in run(&mut k) {
                    let taken = holds(predicates, 0) && !holds(predicates, 1);
                    assert_eq!(value, u32::from(!taken), "{sm:?} {counts:?}");
                }
            }
        }
        for names in [&[][..], &["KEEPREFCOUNT"], &["PREEMPTED"], &["NO_ATEXIT"]] {
            for word in words(sm, "EXIT", names, &[("q87", Arg::P(1))]) {
                let mut k = kernel(sm);
                set(&mut k, 0x155);
                k.word(guarded(word, 8));
                for (predicates, value) in run(&mut k) {
                    let ends = !holds(predicates, 0) && holds(predicates, 1);
                    assert_eq!(value == 0x155, !ends, "{sm:?} {names:?}");
                }
            }
        }
    }
}

/// Branches on whether the lanes of a mask are here: all of them, and after a branch that splits them half.
pub fn branches_on_convergence() {
    for sm in ARCHITECTURES {
        for (name, is_taken_together) in [("DIV", false), ("CONV", true)] {
            for splits in [false, true] {
                let mut choices = vec![vec![("t", Arg::To(16))]];
                if sm >= Architecture::Sm80 {
                    choices.push(vec![("U24", Arg::U(4)), ("t", Arg::To(16))]);
                }
                for given in choices {
                    let mut k = kernel(sm);
                    k.op(
                        "LOP3 LUT",
                        &[
                            ("d", Arg::R(9)),
                            ("a", Arg::R(0)),
                            ("b", Arg::Imm(16)),
                            ("c", Arg::R(RZ)),
                            ("i72", Arg::N(0xc0)),
                            ("q87", Arg::Not(7)),
                            ("p81", Arg::P(3)),
                        ],
                    );
                    if given.len() > 1 {
                        k.op("MOV", &[("d", Arg::R(9)), ("b", Arg::Imm(ALL))]);
                        k.op("R2UR", &[("U16", Arg::U(4)), ("R24", Arg::R(9))]);
                    }
                    k.op("BSSY", &[("B16", Arg::N(1)), ("T", Arg::To(48))]);
                    if splits {
                        // The upper lanes wait elsewhere.
                        k.word(guarded(encode::word(sm, "BRA", &[("t", Arg::To(32))]), 3));
                    }
                    k.word(words(sm, "BRA", &[name], &given)[0]);
                    set(&mut k, 1);
                    k.op("BSYNC", &[("B16", Arg::N(1))]);
                    for (case, (_, value)) in run(&mut k).into_iter().enumerate() {
                        let is_here = !splits || case & 16 == 0;
                        let taken = is_here && is_taken_together != splits;
                        // Lanes that went elsewhere skip the assignment.
                        assert_eq!(
                            value,
                            u32::from(is_here && !taken),
                            "{sm:?} {name} {splits} {given:?} case {case}"
                        );
                    }
                }
            }
        }
    }
}

/// Lanes that a branch split meet again, but for those that broke out.
pub fn convergence() {
    for sm in ARCHITECTURES {
        for breaks in [false, true] {
            let mut k = kernel(sm);
            k.op("BSSY", &[("B16", Arg::N(2)), ("T", Arg::To(if breaks { 80 } else { 64 }))]);
            if breaks {
                k.guarded(Arg::P(1), "BREAK", &[("B16", Arg::N(2)), ("q87", Arg::P(7))]);
            }
            k.word(guarded(encode::word(sm, "BRA", &[("t", Arg::To(32))]), 0));
            set(&mut k, 1);
            k.op("NOP", &[]).op("NOP", &[]);
            // What broke out does not wait.
            if breaks {
                k.word(guarded(encode::word(sm, "BRA", &[("t", Arg::To(32))]), 1));
            }
            k.op("BSYNC", &[("B16", Arg::N(2))]);
            together(&mut k);
            let results = run(&mut k);
            for (case, &(predicates, value)) in results.iter().enumerate() {
                if !(breaks && holds(predicates, 1)) {
                    let wanted = lanes(&results, case, |p| !(breaks && holds(p, 1)));
                    assert_eq!(value, wanted, "{sm:?} {breaks} case {case}");
                }
            }
        }
        saved_barrier(sm);
    }
}

/// A barrier is a mask that is read, cleared and written.
fn saved_barrier(sm: Architecture) {
    for clears in [false, true] {
        let mut k = kernel(sm);
        k.op("BSSY", &[("B16", Arg::N(3)), ("T", Arg::To(96))]);
        k.op(if clears { "BMOV 32 CLEAR" } else { "BMOV 32" }, &[("d", Arg::R(9)), ("B24", Arg::N(3))]);
        k.op("BMOV 32", &[("B24", Arg::N(3)), ("R32", Arg::R(9))]);
        k.word(guarded(encode::word(sm, "BRA", &[("t", Arg::To(16))]), 0));
        k.op("NOP", &[]).op("NOP", &[]);
        k.op("BSYNC", &[("B16", Arg::N(3))]);
        together(&mut k);
        // Both: who is here, and what the mask was.
        k.op(
            "LOP3 LUT",
            &[
                ("d", Arg::R(8)),
                ("a", Arg::R(8)),
                ("b", Arg::R(9)),
                ("c", Arg::R(RZ)),
                ("i72", Arg::N(0xc0)),
                ("q87", Arg::Not(7)),
            ],
        );
        assert!(run(&mut k).iter().all(|(_, value)| *value == ALL), "{sm:?} {clears}");
    }
}

/// `WARPSYNC` joins the lanes that it names.
pub fn warp_barriers() {
    for row in rows().iter().filter(|row| row.stem == "WARPSYNC") {
        for sm in ARCHITECTURES.into_iter().filter(|sm| row.architectures.contains(sm)) {
            for form in encode::forms(row, sm) {
                for names in [&[][..], &["ALL"], &["EXCLUSIVE"]] {
                    let choices: [&[(&str, Arg)]; 4] =
                        [&[("i32", Arg::N(ALL.into()))], &[("R32", Arg::R(9))], &[("R24", Arg::R(9))], &[]];
                    let needs_mask = !names.contains(&"ALL");
                    let found = choices.iter().filter(|given| needs_mask != given.is_empty());
                    let Some(word) =
                        found.into_iter().find_map(|given| encode::encode(row, sm, form, names, given))
                    else {
                        continue;
                    };
                    let mut k = kernel(sm);
                    k.op("MOV", &[("d", Arg::R(9)), ("b", Arg::Imm(ALL))]);
                    k.word(guarded(encode::word(sm, "BRA", &[("t", Arg::To(16))]), 0));
                    k.op("NOP", &[]).word(word);
                    together(&mut k);
                    assert!(run(&mut k).iter().all(|(_, value)| *value == ALL), "{sm:?} {names:?}");
                }
            }
        }
    }
}

/// Calls and returns, relative and absolute, by an immediate and by a register, and branches by a register.
pub fn calls() {
    for sm in ARCHITECTURES {
        let length = kernel(sm).code.len() as i64;
        // Behind the call: the end, and then the function.
        let has_uniform = sm > Architecture::Sm70;
        let before = if has_uniform { 4 } else { 2 };
        let (call, back) = ((length + before) * 16, (length + before + 1) * 16);
        let function = back + 16 * 3;
        let next = call + 16;
        let relative = [("t", Arg::To(function - next))];
        let by_register = [("R24", Arg::R(12)), ("t", Arg::To(-next))];
        let absolute = [("j", Arg::To(function))];
        let through = [("R24", Arg::R(12))];
        let general = [("G24", Arg::R(12)), ("j", Arg::To(-next))];
        let mut kinds: Vec<(&str, &[&str], Operands<'_>)> = vec![
            ("CALL", &["REL", "NOINC"], &relative),
            ("CALL", &["REL", "NOINC"], &by_register),
            ("CALL", &["ABS", "NOINC"], &absolute),
            ("CALL", &["ABS", "NOINC"], &through),
            ("BRX", &[], &general),
        ];
        let by_uniform = [("U24", Arg::U(12)), ("j", Arg::To(-next))];
        if sm >= Architecture::Sm80 {
            kinds.push(("BRXU", &[], &by_uniform));
        }
        for (stem, names, given) in kinds {
            for returns in ["REL", "ABS"] {
                for word in words(sm, stem, names, given) {
                    let mut k = kernel(sm);
                    k.op("MOV", &[("d", Arg::R(12)), ("b", Arg::Imm(function as u32))]);
                    k.op("MOV", &[("d", Arg::R(13)), ("b", Arg::R(RZ))]);
                    if has_uniform {
                        k.op("R2UR", &[("U16", Arg::U(12)), ("R24", Arg::R(12))]);
                        k.op("R2UR", &[("U16", Arg::U(13)), ("R24", Arg::R(13))]);
                    }
                    // Half of the lanes call.
                    k.word(guarded(word, 0));
                    assert_eq!(k.code.len() as i64 * 16, back);
                    k.store(8, 1).exit().op("NOP", &[]);
                    set(&mut k, 5);
                    k.op("MOV", &[("d", Arg::R(12)), ("b", Arg::Imm(back as u32))]);
                    let target = (k.code.len() as i64 + 1) * 16;
                    match returns {
                        "REL" => k.op("RET REL NODEC", &[("G24", Arg::R(12)), ("t", Arg::To(-target))]),
                        _ => k.op("RET ABS NODEC", &[("G24", Arg::R(12)), ("j", Arg::To(0))]),
                    };
                    for (predicates, value) in run(&mut k) {
                        assert_eq!(
                            value,
                            if holds(predicates, 0) { 5 } else { 0 },
                            "{sm:?} {stem} {names:?} {returns}"
                        );
                    }
                }
            }
        }
    }
}

/// A trap ends the launch.
pub fn traps() {
    for sm in ARCHITECTURES {
        let mut k = kernel(sm);
        k.guarded(Arg::P(0), "BPT TRAP", &[]).exit();
        k.run(&mut vec![0; CASES], 1, CASES as u32).expect("no lane traps");
        let stopped = k.run(&mut vec![1; CASES], 1, CASES as u32);
        let is_trap = matches!(&stopped, Err(Stopped::Other(RunError::Fault(fault))) if matches!(fault.kind, FaultKind::Trap));
        assert!(is_trap, "{sm:?}: {stopped:?}");
    }
}
