//! Products of matrices, by the fragments and the exact sums that PTX's `mma` is tested with, and moves of matrices.

use super::encode::{self, Arg};
use super::harness::{ARCHITECTURES, CASES, Kernel, RZ, Stopped};
use crate::conformance::cases::Rng;
use crate::conformance::tensor::fragments;
use std::collections::BTreeSet;
use warploom_kernel::ptx::isa::Mod;
use warploom_kernel::sass::machine::{Architecture, Row, rows};

const A: u8 = 8;
const B: u8 = 24;
const C: u8 = 40;
const D: u8 = 56;
/// Registers of a fragment, at most, and the columns of the fragments.
const MOST: usize = 8;
const COLUMNS: usize = 4 * MOST;

/// Steps of Volta's products are refused.
pub fn covers(row: &Row) -> bool {
    matches!(row.stem, "IMMA" | "DMMA" | "LDSM" | "MOVM") || row.stem == "HMMA" && row.base != 0x36
}

/// PTX's `mma` with the same shape and types; none if PTX has none.
fn product(stem: &str, names: &[&str]) -> Option<Vec<Mod>> {
    let has = |name: &str| names.contains(&name);
    if has("SP") || has("SATFINITE") {
        return None;
    }
    let shape = |list: &[(&str, Mod)]| list.iter().find(|(name, _)| has(name)).map(|(_, shape)| *shape);
    let mut mods = vec![Mod::Sync, Mod::Aligned];
    match stem {
        "HMMA" => {
            let result = if has("F32") { Mod::F32 } else { Mod::F16 };
            let factor = match (has("BF16"), has("TF32")) {
                (true, _) => Mod::Bf16,
                (_, true) => Mod::Tf32,
                _ => Mod::F16,
            };
            let shape = shape(&[("16816", Mod::M16n8k16), ("1688", Mod::M16n8k8), ("1684", Mod::M16n8k4)])?;
            let is_known = match shape {
                Mod::M16n8k16 => factor != Mod::Tf32,
                Mod::M16n8k8 => true,
                _ => factor == Mod::Tf32,
            };
            if !is_known || factor != Mod::F16 && result == Mod::F16 {
                return None;
            }
            mods.extend([shape, Mod::Row, Mod::Col, result, factor, factor, result]);
        }
        "IMMA" => {
            let types = [("U8", Mod::U8), ("S8", Mod::S8), ("U4", Mod::U4), ("S4", Mod::S4)];
            let of = |name: &&str| types.iter().find(|(own, _)| own == name).map(|(_, ty)| *ty);
            let both: Vec<Mod> = names.iter().filter_map(of).collect();
            let [a, b] = both[..] else { return None };
            let shape = match (shape_name(names)?, a.bits()) {
                ("8816", 8) => Mod::M8n8k16,
                ("16816", 8) => Mod::M16n8k16,
                ("16832", 8 | 4) => Mod::M16n8k32,
                ("8832", 4) => Mod::M8n8k32,
                ("16864", 4) => Mod::M16n8k64,
                _ => return None,
            };
            if a.bits() != b.bits() {
                return None;
            }
            mods.extend([shape, Mod::Row, Mod::Col]);
            if has("SAT") {
                mods.push(Mod::Satfinite);
            }
            mods.extend([Mod::S32, a, b, Mod::S32]);
        }
        _ => {
            if !has("884") && !has("8x8x4") {
                return None;
            }
            let roundings = [("RZ", Mod::Rz), ("RM", Mod::Rm), ("RP", Mod::Rp)];
            let round = roundings.iter().find(|(name, _)| has(name)).map_or(Mod::Rn, |(_, round)| *round);
            mods.extend([Mod::M8n8k4, Mod::Row, Mod::Col, round, Mod::F64, Mod::F64, Mod::F64, Mod::F64]);
        }
    }
    Some(mods)
}

fn shape_name<'a>(names: &[&'a str]) -> Option<&'a str> {
    names.iter().copied().find(|name| name.len() >= 4 && name.bytes().all(|b| b.is_ascii_digit()))
}

/// A kernel that loads the fragments' registers, with the address of a lane's word of the first column in R2.
fn loaded(sm: Architecture, registers: &[u8]) -> Kernel {
    let mut kernel = Kernel::new(sm);
    kernel.begin();
    for (fragment, &first) in registers.iter().enumerate() {
        for nth in 0..MOST {
            kernel.load(first + nth as u8, fragment * MOST + nth);
        }
    }
    kernel
}

/// Each combination of modifiers of the products, on each architecture that has it.
pub fn walk_products() {
    let (mut wrong, mut count, mut refused) = (Vec::new(), 0, 0);
    for row in rows().iter().filter(|row| covers(row) && row.stem.ends_with("MMA")) {
        let fields = encode::modifiers(row);
        let mut rng = Rng::named(&format!("{} {:x} {:?}", row.stem, row.base, row.architectures));
        let forced = encode::forced(&fields, 40);
        let combinations: BTreeSet<Vec<&str>> = forced
            .into_iter()
            .filter_map(|forced| (0..50).find_map(|_| encode::draw_names(&fields, forced, &mut rng)))
            .collect();
        let mut of_row = 0;
        for names in combinations {
            for sm in ARCHITECTURES.into_iter().filter(|sm| row.architectures.contains(sm)) {
                let form = encode::forms(row, sm).next().expect("a form");
                let given = [("d", Arg::R(D)), ("R24", Arg::R(A)), ("R32", Arg::R(B)), ("R64", Arg::R(C))];
                let Some(word) = encode::encode(row, sm, form, &names, &given) else { continue };
                count += 1;
                match run(sm, word, product(row.stem, &encode::names_in(row, word)), &mut rng) {
                    Ok(true) => of_row += 1,
                    Ok(false) => refused += 1,
                    Err(message) => wrong.push(format!("{sm:?} {} {names:?}: {message}", row.stem)),
                }
            }
        }
        if of_row == 0 {
            wrong.push(format!("no product of {} {:?} is executed", row.stem, row.architectures));
        }
    }
    println!("{count} products, {refused} refused");
    assert!(wrong.is_empty(), "{} of {count}\n{}", wrong.len(), wrong.join("\n"));
}

/// Runs a product for enough warps to have 1,024 elements.
fn run(sm: Architecture, word: u128, mods: Option<Vec<Mod>>, rng: &mut Rng) -> Result<bool, String> {
    let mut kernel = loaded(sm, &[A, B, C, D]);
    kernel.word(word);
    for nth in 0..MOST {
        kernel.store(D + nth as u8, 3 * MOST + nth);
    }
    kernel.exit();
    let mut data = vec![0xaaaa_aaaau32; COLUMNS * CASES];
    let mut wanted = data.clone();
    let mut warps = 1;
    if let Some(mods) = &mods {
        let is_small =
            mods.contains(&Mod::M8n8k4) || mods.contains(&Mod::M8n8k16) || mods.contains(&Mod::M8n8k32);
        warps = if is_small { 16 } else { 8 };
        for warp in 0..warps {
            for (fragment, bytes) in fragments(mods, rng, warp).iter().enumerate() {
                let of_lane = bytes.len() / 32 / 4;
                for (at, word) in bytes.chunks_exact(4).enumerate() {
                    let (lane, nth) = (at / of_lane, at % of_lane);
                    let place = (fragment * MOST + nth) * CASES + warp * 32 + lane;
                    let value = u32::from_le_bytes([word[0], word[1], word[2], word[3]]);
                    wanted[place] = value;
                    if fragment < 3 {
                        data[place] = value;
                    }
                }
            }
        }
    }
    match (kernel.run(&mut data, 1, 32 * warps as u32), &mods) {
        (Err(Stopped::Refused(_)), None) => Ok(false),
        (Err(stopped), _) => Err(format!("{stopped:?}")),
        (Ok(()), None) => Err("executed, but PTX has none".to_owned()),
        (Ok(()), Some(_)) => match (0..data.len()).find(|&at| data[at] != wanted[at]) {
            None => Ok(true),
            Some(at) => {
                let (column, lane) = (at / CASES, at % CASES);
                Err(format!("register {column} of lane {lane}: {:#x} and not {:#x}", data[at], wanted[at]))
            }
        },
    }
}

/// `ldmatrix`: lanes 8n to 8n + 7 have the addresses of the rows of the n-th matrix of 8 × 8 halves.
pub fn load_matrices() {
    for row in rows().iter().filter(|row| row.stem == "LDSM") {
        for sm in ARCHITECTURES.into_iter().filter(|sm| row.architectures.contains(sm)) {
            for (form, kind, count) in encode::forms(row, sm).flat_map(|form| {
                ["M88", "MT88", "M816", "M832"]
                    .into_iter()
                    .flat_map(move |kind| [1, 2, 4].map(|count| (form, kind, count)))
            }) {
                let names = [&["16", kind][..], [&[][..], &["2"], &["4"]][count / 2]].concat();
                let uniform = (form > 7).then_some(4);
                let given = [("d", Arg::R(16)), ("m", Arg::At(8, uniform, 64))];
                let word = encode::encode(row, sm, form, &names, &given).expect("a load of matrices");
                load_matrix(sm, word, (kind, count), uniform.is_some());
            }
        }
    }
}

fn load_matrix(sm: Architecture, word: u128, (kind, count): (&str, usize), has_uniform: bool) {
    let mut kernel = loaded(sm, &[8, 16]);
    kernel.shared = 8192;
    kernel.op("IMAD", &[("d", Arg::R(1)), ("a", Arg::R(0)), ("b", Arg::Imm(4)), ("c", Arg::R(RZ))]);
    kernel.op("STS", &[("m", Arg::At(1, None, 0)), ("R32", Arg::R(9))]);
    kernel.op("BAR SYNC DEFER_BLOCKING", &[("i54", Arg::N(0))]);
    if has_uniform {
        kernel.op("MOV", &[("d", Arg::R(1)), ("b", Arg::Imm(32))]);
        kernel.op("R2UR", &[("U16", Arg::U(4)), ("R24", Arg::R(1))]);
    }
    kernel.word(word);
    (0..4).for_each(|nth| {
        kernel.store(16 + nth, MOST + usize::from(nth));
    });
    kernel.exit();
    let mut rng = Rng::new(u64::from(word as u32) ^ count as u64);
    let mut data: Vec<u32> = (0..2 * MOST * CASES).map(|_| rng.bits() as u32).collect();
    let base = if has_uniform { 96 } else { 64 };
    // Rows of 16 bytes of the 4 KiB that column 1 fills.
    let rows: Vec<u32> = (0..CASES).map(|_| 96 + 16 * rng.below(240) as u32).collect();
    data[..CASES].iter_mut().zip(&rows).for_each(|(word, row)| *word = row - base);
    let before = data.clone();
    match kernel.run(&mut data, 1, CASES as u32) {
        Err(Stopped::Refused(_)) if kind == "M816" || kind == "M832" => return,
        Err(stopped) => panic!("{sm:?} {kind} {count}: {stopped:?}"),
        Ok(()) => assert!(kind.ends_with("88"), "{kind} is executed, but not documented"),
    }
    let half = |byte: usize| before[CASES + byte / 4] >> (8 * (byte % 4)) & 0xffff;
    for case in 0..CASES {
        for nth in 0..4 {
            let (first, lane) = (case & !31, case % 32);
            let element = |row: usize, column: usize| half(rows[first + 8 * nth + row] as usize + 2 * column);
            let pair = |n: usize| match kind {
                "MT88" => element(lane % 4 * 2 + n, lane / 4),
                _ => element(lane / 4, lane % 4 * 2 + n),
            };
            let at = (MOST + nth) * CASES + case;
            let wanted = if nth < count { pair(0) | pair(1) << 16 } else { before[at] };
            assert_eq!(data[at], wanted, "{sm:?} {kind} {count}: matrix {nth} of lane {case}");
        }
    }
}

/// `movmatrix`: a transposition of 8 × 8 halves.
pub fn transpose() {
    for row in rows().iter().filter(|row| row.stem == "MOVM") {
        for sm in ARCHITECTURES.into_iter().filter(|sm| row.architectures.contains(sm)) {
            for kind in ["MT88", "M832", "M864"] {
                let given = [("d", Arg::R(16)), ("R24", Arg::R(8))];
                let form = encode::forms(row, sm).next().expect("a form");
                let mut kernel = loaded(sm, &[8]);
                kernel.word(encode::encode(row, sm, form, &["16", kind], &given).expect("a move"));
                kernel.store(16, 1).exit();
                let mut rng = Rng::new(17);
                let mut data: Vec<u32> = (0..MOST * CASES).map(|_| rng.bits() as u32).collect();
                let before = data.clone();
                match kernel.run(&mut data, 1, CASES as u32) {
                    Err(Stopped::Refused(_)) if kind != "MT88" => continue,
                    Err(stopped) => panic!("{sm:?} {kind}: {stopped:?}"),
                    Ok(()) => assert_eq!(kind, "MT88", "executed, but not documented"),
                }
                for case in 0..CASES {
                    let (first, lane) = (case & !31, case % 32);
                    let element = |row: usize, column: usize| {
                        before[first + row * 4 + column / 2] >> (16 * (column % 2)) & 0xffff
                    };
                    let wanted = element(lane % 4 * 2, lane / 4) | element(lane % 4 * 2 + 1, lane / 4) << 16;
                    assert_eq!(data[CASES + case], wanted, "{sm:?} lane {case}");
                }
            }
        }
    }
}
