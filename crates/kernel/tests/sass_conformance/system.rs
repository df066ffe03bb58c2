//! Special registers, constants, barriers of the CTA, copies to shared memory, and what changes nothing that a program sees.

use super::encode::{self, Arg};
use super::harness::{ARCHITECTURES, CASES, Kernel, RZ, Stopped, framed, special};
use crate::conformance::cases::Rng;
use warploom_kernel::sass::machine::{Architecture, Instruction, Row, names, rows};

const HINTS: [&str; 9] =
    ["NOP", "MEMBAR", "ERRBAR", "CGAERRBAR", "CCTL", "DEPBAR", "LDGDEPBAR", "YIELD", "NANOSLEEP"];

pub fn covers(row: &Row) -> bool {
    HINTS.contains(&row.stem)
        || matches!(
            row.stem,
            "S2R" | "CS2R" | "S2UR" | "LDC" | "BAR" | "B2R" | "QSPC" | "LDGSTS" | "LEPC" | "ULDC"
        )
}

fn of(stem: &'static str) -> impl Iterator<Item = (&'static Row, Architecture, u8)> {
    let rows = rows().iter().filter(move |row| row.stem == stem);
    rows.flat_map(|row| {
        let on = ARCHITECTURES.into_iter().filter(|sm| row.architectures.contains(sm));
        on.flat_map(move |sm| encode::forms(row, sm).map(move |form| (row, sm, form)))
    })
}

fn encoded((row, sm, form): (&Row, Architecture, u8), names: &[&str], given: &[(&str, Arg)]) -> u128 {
    encode::encode(row, sm, form, names, given)
        .unwrap_or_else(|| panic!("{sm:?} {} form {form} {names:?} {given:?}", row.stem))
}

/// What a special register holds; nothing if it is one of those that are refused, and no value where any will do.
fn held(name: &str, cta: u32, thread: u32) -> Option<Option<u32>> {
    let lane = thread % 32;
    let below = (1u64 << lane) - 1;
    let bit = 1u64 << lane;
    Some(Some(match name {
        "SR_LANEID" => lane,
        "SR_TID.X" => thread,
        "SR_CTAID.X" => cta,
        "SR_TID.Y" | "SR_TID.Z" | "SR_CTAID.Y" | "SR_CTAID.Z" | "SRZ" => 0,
        // No launch takes so long.
        "SR_CLOCKHI" | "SR_GLOBALTIMERHI" => 0,
        // 256 for each warp of the CTA.
        "SR_VIRTCFG" => (CASES / 2 / 32) as u32 * 256,
        "SR_EQMASK" => bit as u32,
        "SR_LTMASK" => below as u32,
        "SR_LEMASK" => (below | bit) as u32,
        "SR_GTMASK" => !(below | bit) as u32,
        "SR_GEMASK" => !below as u32,
        "SR_CLOCKLO" | "SR_GLOBALTIMERLO" | "SR_VIRTUALSMID" | "SR_SWINHI" | "SR_VIRTID" | "SR_CgaCtaId"
        | "SR_LMEMHIOFF" => return Some(None),
        _ => return None,
    }))
}

pub fn special_registers() {
    let all = names("SR").split(',').filter(|name| *name != "?");
    for name in all {
        for at in ["S2R", "CS2R", "S2UR"].into_iter().flat_map(of) {
            let (row, sm, _) = at;
            for short in if row.stem == "CS2R" { vec![true, false] } else { vec![true] } {
                let wanted: &[&str] = if row.stem == "CS2R" && short { &["32"] } else { &[] };
                let destination = if row.stem == "S2UR" { Arg::U(4) } else { Arg::R(8) };
                let mut kernel = Kernel::new(sm);
                kernel.begin().op("MOV", &[("d", Arg::R(9)), ("b", Arg::Imm(7))]);
                kernel.word(encoded(at, wanted, &[("d", destination), ("n", special(name))]));
                if row.stem == "S2UR" {
                    kernel.op("MOV", &[("d", Arg::R(8)), ("b", Arg::U(4))]);
                }
                kernel.store(8, 0).store(9, 1).exit();
                let mut data = vec![0; 2 * CASES];
                let threads = CASES as u32 / 2;
                match (kernel.run(&mut data, 2, threads), held(name, 0, 0)) {
                    (Err(Stopped::Refused(_)), None) => continue,
                    (Ok(()), Some(_)) => {}
                    (stopped, _) => panic!("{sm:?} {} {name}: {stopped:?}", row.stem),
                }
                for (case, &value) in data[..CASES].iter().enumerate() {
                    let (cta, thread) = (case as u32 / threads, case as u32 % threads);
                    // A uniform register has the first lane's value.
                    let thread = if row.stem == "S2UR" { thread & !31 } else { thread };
                    if let Some(Some(wanted)) = held(name, cta, thread) {
                        assert_eq!(value, wanted, "{sm:?} {} {name} case {case}", row.stem);
                    }
                    let above = data[CASES + case];
                    assert!(
                        if short { above == 7 } else { above == 0 },
                        "{sm:?} {} {name}: {above}",
                        row.stem
                    );
                }
            }
        }
    }
}

/// `LDC` and `ULDC` of each size, with an index where the row has one.
pub fn constants() {
    for at in ["LDC", "ULDC"].into_iter().flat_map(of) {
        let (row, sm, form) = at;
        let uniform = row.stem == "ULDC";
        let mut rng = Rng::named(&format!("{} {sm:?} {form}", row.stem));
        for (name, bytes) in [("U8", 1), ("S8", 1), ("U16", 2), ("S16", 2), ("", 4), ("64", 8)] {
            for mode in if uniform { vec![""] } else { vec!["", "IL", "IS"] } {
                let literals: Vec<u8> = (0..4096).map(|_| rng.bits() as u8).collect();
                let offset = 8 * rng.below(64) as u16;
                let has_index = row.operands.contains('k');
                let constant = if has_index { Arg::Indexed(2, offset, 8) } else { Arg::Const(2, offset) };
                let letter = if has_index { "k" } else { "C" };
                let destination = if uniform { Arg::U(16) } else { Arg::R(16) };
                let wanted: Vec<&str> = [name, mode].into_iter().filter(|name| !name.is_empty()).collect();
                let mut kernel = framed(sm, encoded(at, &wanted, &[("d", destination), (letter, constant)]));
                kernel.literals.clone_from(&literals);
                let mut data = vec![0; super::harness::columns::ALL * CASES];
                data[..CASES].iter_mut().for_each(|index| *index = rng.below(440) as u32 * 8);
                let before = data.clone();
                match kernel.run(&mut data, 1, CASES as u32) {
                    Err(Stopped::Refused(_)) if !mode.is_empty() => continue,
                    Err(stopped) => panic!("{sm:?} {} {name}: {stopped:?}", row.stem),
                    Ok(()) => assert!(mode.is_empty(), "{mode} is executed, but not documented"),
                }
                for case in 0..CASES {
                    let index = if has_index { before[if uniform { case & !31 } else { case }] } else { 0 };
                    let from = usize::from(offset) + index as usize;
                    let value = literals[from..from + bytes]
                        .iter()
                        .rev()
                        .fold(0u64, |all, &byte| all << 8 | u64::from(byte));
                    let is_negative = name.starts_with('S') && value >> (8 * bytes - 1) == 1;
                    let value = if is_negative { value | u64::MAX << (8 * bytes) } else { value };
                    let column = if uniform { super::harness::columns::UNIFORMS + 8 } else { 8 };
                    assert_eq!(
                        data[column * CASES + case],
                        value as u32,
                        "{sm:?} {} {name} case {case}",
                        row.stem
                    );
                    let high = if bytes == 8 { (value >> 32) as u32 } else { 0 };
                    assert_eq!(
                        data[(column + 1) * CASES + case],
                        high,
                        "{sm:?} {} {name} case {case}",
                        row.stem
                    );
                }
            }
        }
    }
}

/// What orders, waits or prefetches leaves registers, predicates and memory as they are.
pub fn hints() {
    for at in HINTS.into_iter().flat_map(of) {
        let (row, sm, form) = at;
        let fields = encode::modifiers(row);
        let mut rng = Rng::named(&format!("{} {sm:?} {form}", row.stem));
        for forced in encode::forced(&fields, 4) {
            let names =
                (0..100).find_map(|_| encode::draw_names(&fields, forced, &mut rng)).expect("modifiers");
            let given: [&[(&str, Arg)]; 4] =
                [&[("m", Arg::At(2, None, 0))], &[("R32", Arg::R(8))], &[("i32", Arg::N(20))], &[]];
            let word =
                given.iter().find_map(|given| encode::encode(row, sm, form, &names, given)).expect("a word");
            let mut data: Vec<u32> =
                (0..super::harness::columns::ALL * CASES).map(|_| rng.bits() as u32 & 0x7f).collect();
            let before = data.clone();
            let text = Instruction::decode(word, 0, sm).map_or_else(|e| e.to_string(), |i| i.to_string());
            if let Err(stopped) = framed(sm, word).run(&mut data, 1, CASES as u32) {
                panic!("{sm:?} {text}: {stopped:?}");
            }
            let loaded = super::harness::columns::INPUTS * CASES;
            assert!(data[..loaded] == before[..loaded], "{sm:?} {text} changes something");
        }
    }
}

/// Barriers that reduce predicates, and one at which some warps only arrive.
pub fn barriers() {
    for at in of("BAR") {
        let (row, sm, form) = at;
        for (name, deferred) in ["SYNC", "RED.POPC", "RED.AND", "RED.OR"]
            .into_iter()
            .flat_map(|name| [(name, false), (name, true)])
        {
            let wanted: Vec<&str> = [name].into_iter().chain(deferred.then_some("DEFER_BLOCKING")).collect();
            for all in [Some(true), Some(false), None] {
                let asked = ("q87", Arg::P(2));
                let given: [&[(&str, Arg)]; 4] = [
                    &[("i54", Arg::N(3)), ("R32", Arg::R(9)), asked],
                    &[("i54", Arg::N(3)), asked],
                    &[("R32", Arg::R(8)), asked],
                    &[("R32", Arg::R(8)), ("R32", Arg::R(8)), asked],
                ];
                let without: Vec<Vec<(&str, Arg)>> = given
                    .iter()
                    .map(|given| given.iter().copied().filter(|(name, _)| *name != "q87").collect())
                    .collect();
                let choices = given.iter().map(|given| given.to_vec()).chain(without);
                let word =
                    choices.into_iter().find_map(|given| encode::encode(row, sm, form, &wanted, &given));
                let mut kernel = Kernel::new(sm);
                kernel.begin().load(4, 0).set_predicates(4);
                kernel.op("MOV", &[("d", Arg::R(8)), ("b", Arg::Imm(3))]);
                kernel.op("MOV", &[("d", Arg::R(9)), ("b", Arg::Imm(CASES as u32))]);
                kernel.word(word.unwrap_or_else(|| panic!("{sm:?} BAR {wanted:?} form {form}")));
                kernel.op("B2R RESULT", &[("d", Arg::R(10)), ("p81", Arg::P(0))]);
                kernel.get_predicates(11).store(10, 1).store(11, 2).exit();
                let mut rng = Rng::new(form.into());
                let mut data: Vec<u32> = (0..3 * CASES).map(|_| rng.bits() as u32 & 0x7e).collect();
                if let Some(all) = all {
                    data.iter_mut().for_each(|word| *word = *word & !4 | u32::from(all) << 2);
                }
                let before = data.clone();
                match kernel.run(&mut data, 1, CASES as u32) {
                    // Number and count in one register are not documented.
                    Err(Stopped::Refused(_)) if form == 1 => continue,
                    Err(stopped) => panic!("{sm:?} BAR {wanted:?} form {form}: {stopped:?}"),
                    Ok(()) => {}
                }
                let count = before[..CASES].iter().filter(|word| **word >> 2 & 1 == 1).count() as u32;
                for case in 0..CASES {
                    let (value, predicate) = (data[CASES + case], data[2 * CASES + case] & 1);
                    match name {
                        "RED.POPC" => assert_eq!(value, count),
                        "RED.AND" => assert_eq!(predicate, u32::from(count == CASES as u32)),
                        "RED.OR" => assert_eq!(predicate, u32::from(count > 0)),
                        _ => {}
                    }
                }
            }
        }
    }
    for sm in ARCHITECTURES {
        let mut kernel = Kernel::new(sm);
        kernel.begin().load(4, 0).set_predicates(4);
        // One warp arrives, the others wait for it.
        let given = [("i54", Arg::N(1)), ("i42", Arg::N(CASES as u64))];
        kernel.guarded(Arg::P(0), "BAR ARV", &given).guarded(Arg::Not(0), "BAR SYNC", &given).exit();
        let mut data = vec![0; CASES];
        data[..32].fill(1);
        kernel.must_run(&mut data, 1, CASES as u32);
    }
}

/// Which window a generic address is in.
pub fn spaces() {
    for at in of("QSPC") {
        let (_, sm, form) = at;
        for (name, own) in [("G", 0), ("S", 0x1c), ("L", 0x24)] {
            for (window, high) in [(0, Arg::R(RZ)), (0x1c, Arg::Const(0, 0x1c)), (0x24, Arg::Const(0, 0x24))]
            {
                let mut kernel = Kernel::new(sm);
                kernel.begin().op("MOV", &[("d", Arg::R(8)), ("b", Arg::R(0))]);
                kernel.op("MOV", &[("d", Arg::R(9)), ("b", high)]);
                kernel.op("PLOP3 LUT", &[("p81", Arg::P(3)), ("L", Arg::N(0))]);
                let base = if form == 1 { Arg::At(8, None, 0) } else { Arg::At(8, Some(63), 0) };
                kernel.word(encoded(at, &["E", name], &[("p81", Arg::P(3)), ("m", base)]));
                kernel.get_predicates(10).store(10, 0).exit();
                let mut data = vec![0; CASES];
                kernel.must_run(&mut data, 1, CASES as u32);
                let wanted = u32::from(own == window);
                assert!(data.iter().all(|word| word >> 3 & 1 == wanted), "{sm:?} {name} {window:#x}");
            }
        }
    }
}

/// `cp.async`: where the predicate does not hold, zeros are written.
pub fn copies() {
    for at in of("LDGSTS") {
        let (_, sm, _) = at;
        for (name, words) in [("", 1), ("64", 2), ("128", 4)] {
            for (bypass, asks, fills) in [(false, false, false), (true, true, false), (true, true, true)] {
                let mut wanted: Vec<&str> = vec!["E"];
                wanted.extend(bypass.then_some("BYPASS"));
                wanted.extend(fills.then_some("ZFILL"));
                wanted.extend((!name.is_empty()).then_some(name));
                let mut kernel = Kernel::new(sm);
                kernel.shared = 20 << 10;
                kernel.begin().load(4, 0).set_predicates(4);
                // The source: 16 bytes of a thread behind 4 columns.
                let parameter = super::harness::parameters(sm);
                kernel.op("MOV", &[("d", Arg::R(6)), ("b", Arg::Const(0, parameter))]);
                kernel.op("MOV", &[("d", Arg::R(7)), ("b", Arg::Const(0, parameter + 4))]);
                kernel.op(
                    "IMAD WIDE U32",
                    &[("d", Arg::R(6)), ("a", Arg::R(0)), ("b", Arg::Imm(16)), ("c", Arg::R(6))],
                );
                kernel.op(
                    "IMAD",
                    &[("d", Arg::R(8)), ("a", Arg::R(0)), ("b", Arg::Imm(16)), ("c", Arg::R(RZ))],
                );
                for nth in 0..4 {
                    kernel.op("STS", &[("m", Arg::At(8, None, 64 + 4 * nth)), ("R32", Arg::R(RZ))]);
                }
                let mut given = vec![("m44", Arg::At(8, None, 64)), ("m32", Arg::At(6, None, 0))];
                kernel.op("MOV", &[("d", Arg::R(10)), ("b", Arg::Imm(16 * CASES as u32))]);
                kernel.op(
                    "IMAD WIDE U32",
                    &[("d", Arg::R(6)), ("a", Arg::R(10)), ("b", Arg::Imm(1)), ("c", Arg::R(6))],
                );
                if asks {
                    given.push(("q87", Arg::P(1)));
                }
                kernel.word(encoded(at, &wanted, &given));
                kernel.op("LDGDEPBAR", &[]).op("DEPBAR LE", &[]);
                for nth in 0..4 {
                    kernel
                        .op("LDS", &[("d", Arg::R(9)), ("m", Arg::At(8, None, 64 + 4 * nth))])
                        .store(9, 8 + nth as usize);
                }
                kernel.exit();
                let mut rng = Rng::new(words as u64);
                let mut data: Vec<u32> = (0..12 * CASES).map(|_| rng.bits() as u32).collect();
                let before = data.clone();
                kernel.must_run(&mut data, 1, CASES as u32);
                for case in 0..CASES {
                    let reads = !asks || before[case] >> 1 & 1 == 1;
                    for nth in 0..4 {
                        let source = if reads { before[4 * CASES + 4 * case + nth] } else { 0 };
                        let wanted = if nth < words { source } else { 0 };
                        assert_eq!(
                            data[(8 + nth) * CASES + case],
                            wanted,
                            "{sm:?} {name} {asks} {fills} case {case} word {nth}"
                        );
                    }
                }
            }
        }
    }
}

/// The address of the instruction, or on sm_90 one relative to the next.
pub fn program_counter() {
    for at in of("LEPC") {
        let (row, sm, _) = at;
        let mut kernel = Kernel::new(sm);
        kernel.begin();
        let own = kernel.code.len() as u32 * 16;
        let given = [("d", Arg::R(8)), ("T", Arg::To(0x40))];
        let has_target = row.operands.contains('T');
        kernel.word(encoded(at, &[], if has_target { &given } else { &given[..1] }));
        kernel.store(8, 0).store(9, 1).exit();
        let mut data = vec![9; 2 * CASES];
        kernel.must_run(&mut data, 1, CASES as u32);
        let wanted = if has_target { own + 16 + 0x40 } else { own };
        assert!(
            data[..CASES].iter().all(|&value| value == wanted),
            "{sm:?}: {:#x} and not {wanted:#x}",
            data[0]
        );
        assert!(data[CASES..].iter().all(|&value| value == 0));
    }
}
