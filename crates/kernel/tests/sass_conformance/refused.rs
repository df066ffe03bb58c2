//! Rows that are not executed: a launch that reaches one ends and names it.

use super::encode;
use super::harness::{ARCHITECTURES, CASES, Stopped, columns, framed, number};
use super::{lanes, walk};
use crate::conformance::cases::Rng;
use crate::sass::words;
use warploom_kernel::sass::machine::{Instruction, Row, rows};

const STEMS: [&str; 16] = [
    "TEX",
    "TLD",
    "TLD4",
    "TXD",
    "SULD",
    "SUST",
    "SYNCS",
    "ARRIVES",
    "UBLKCP",
    "UBLKRED",
    "UTMACMDFLUSH",
    "FENCE",
    "UCGABAR_ARV",
    "UCGABAR_WAIT",
    "ELECT",
    "ENDCOLLECTIVE",
];

pub fn covers(row: &Row) -> bool {
    // How steps of Volta's products divide a matrix is not documented.
    STEMS.contains(&row.stem) || row.stem == "HMMA" && row.base == 0x36
}

pub fn walk() {
    for row in rows().iter().filter(|row| covers(row)) {
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
