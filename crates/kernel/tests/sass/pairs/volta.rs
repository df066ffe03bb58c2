//! Products of Volta's tensor cores, in steps of two registers of the result.

use super::{Case, Random, compare, launch};

#[test]
fn products_of_all_layouts_and_types() {
    for layouts in ["row_row", "row_col", "col_row", "col_col"] {
        for types in ["f32_f32", "f16_f16", "f32_f16"] {
            compare("volta", &format!("k_{layouts}_{types}"), &[70], &|gpu| {
                let mut random = Random::new(30);
                // Pairs of small numbers; as a single, a number of about the same size.
                let halves = [0x3c00, 0x4000, 0xbc00, 0x4200, 0xc400, 0x3800, 0x4500];
                let mut half = || halves[random.next() as usize % halves.len()];
                let words: Vec<u32> = (0..32 * 12).map(|_| half() | half() << 16).collect();
                let (input, out) = (gpu.upload(&words), gpu.zeros(1024));
                Case { launch: launch(1, 32, &[input, out]), results: vec![("out", out, 1024)] }
            });
        }
    }
}
