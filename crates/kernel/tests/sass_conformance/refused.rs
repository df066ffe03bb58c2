//! Rows that are not executed: a launch that reaches one ends and names it.

use super::encode;
use super::harness::{ARCHITECTURES, CASES, Stopped, columns, framed, number};
use super::{lanes, walk};
use crate::conformance::cases::Rng;
use crate::sass::words;
use std::collections::BTreeSet;
use warploom_kernel::sass::Module;
use warploom_kernel::sass::machine::{Instruction, Row, rows};

const REFUSED: [&str; 2] = ["UCGABAR_ARV", "UCGABAR_WAIT"];

/// Executed, and compared with PTX by the tests `sass::pairs`: what they compute depends on memory that a walk does not have.
const IN_PAIRS: [&str; 18] = [
    "TEX",
    "TLD",
    "TLD4",
    "TXD",
    "TXQ",
    "SULD",
    "SUST",
    "SURED",
    "SYNCS",
    "ARRIVES",
    "UBLKCP",
    "UBLKRED",
    "UBLKPF",
    "UTMACMDFLUSH",
    "FENCE",
    "ELECT",
    "ENDCOLLECTIVE",
    "HMMA",
];

fn is_refused(row: &Row) -> bool {
    REFUSED.contains(&row.stem)
}

pub fn covers(row: &Row) -> bool {
    is_refused(row) || IN_PAIRS.contains(&row.stem) && (row.stem != "HMMA" || row.base == 0x36)
}

/// The rows that the tests of pairs are trusted with are in their cubins.
pub fn pairs() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sass/pairs");
    let mut found = BTreeSet::new();
    for entry in std::fs::read_dir(folder).expect("the pairs are there") {
        let path = entry.expect("the pairs are there").path();
        if path.extension().is_some_and(|extension| extension == "cubin") {
            let module = Module::parse(&std::fs::read(&path).expect("it can be read"));
            let programs = module.unwrap_or_else(|error| panic!("{}: {error}", path.display())).programs;
            found.extend(programs.iter().flat_map(|p| &p.code).map(|instr| instr.machine.stem));
        }
    }
    let missing: Vec<_> = IN_PAIRS.iter().filter(|stem| !found.contains(*stem)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

pub fn walk() {
    for row in rows().iter().filter(|row| is_refused(row)) {
        let fields = encode::modifiers(row);
        let (items, uniform) = encode::operands(row);
        let mut rng = Rng::named(row.stem);
        for sm in ARCHITECTURES.into_iter().filter(|sm| row.architectures.contains(sm)) {
            for form in encode::forms(row, sm) {
                let (word, decoded) = (0..1000)
                    .find_map(|_| {
                        let mut bits =
                            encode::draw_fields(&fields, encode::opcode(row, form), None, &mut rng)?;
                        bits.put(12, 4, 7)?;
                        items.iter().for_each(|item| encode::put_default(&mut bits, item, uniform));
                        Some((bits.value, Instruction::decode(bits.value, 0, sm).ok()?))
                    })
                    .unwrap_or_else(|| panic!("{sm:?} {} form {form} has no word", row.stem));
                assert_eq!(decoded.stem, row.stem);
                let mut data = vec![0; columns::ALL * CASES];
                match framed(sm, word).run(&mut data, 1, 32) {
                    Err(Stopped::Refused(named)) => assert!(named.contains(row.stem), "{named}"),
                    other => panic!("{sm:?} {decoded}: {other:?}"),
                }
            }
        }
    }
}

/// What compilers emit is not refused, but for what the module's documentation lists: a reason not to execute a modifier that no
/// document explains ends where compiled code has it.
pub fn compiled_code() {
    let mut count = 0;
    for sm in ARCHITECTURES {
        for (address, word, text) in words(number(sm)) {
            let Ok(decoded) = Instruction::decode(word, address, sm) else { panic!("{text}") };
            let is_listed = decoded.stem.starts_with("HSET") && decoded.has("BF16_V2") || decoded.has("16x2");
            let mut of_stem = rows().iter().filter(|row| row.stem == decoded.stem);
            if is_listed || !of_stem.any(|row| walk::covers(row) || lanes::covers(row)) {
                continue;
            }
            count += 1;
            let mut data = vec![0; columns::ALL * CASES];
            // Its registers may be those of the frame, whose stores then end the launch.
            if let Err(Stopped::Refused(named)) = framed(sm, word).run(&mut data, 1, 32) {
                panic!("{sm:?} {text} is refused: {named}");
            }
        }
    }
    assert!(count > 2000, "{count} words");
}
