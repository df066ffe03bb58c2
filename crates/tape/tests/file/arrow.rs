//! Arrow's own reader reads the same.

use super::make;
use arrow_array::cast::AsArray;
use arrow_array::types::{Int16Type, Int32Type, Int64Type, UInt32Type, UInt64Type};
use arrow_array::{Array, ListArray};
use arrow_ipc::reader::FileReader;
use std::io::Cursor;
use warploom_kernel::code::Code;
use warploom_kernel::execute::LaneMask;
use warploom_kernel::tape::Addresses;

fn item(list: &ListArray, row: usize) -> arrow_array::ArrayRef {
    list.value(row)
}

/// All that is in the columns, decoded as the documentation says.
#[test]
fn arrow_reads_it() {
    for seed in 0..100 {
        let parts = make::tape(seed);
        let (bytes, _) = make::write(&parts).unwrap();
        let reader = FileReader::try_new(Cursor::new(bytes), None).unwrap();
        let metadata = reader.schema().metadata().clone();
        let programs: serde_json::Value = serde_json::from_str(&metadata["warploom.programs"]).unwrap();
        let launches: serde_json::Value = serde_json::from_str(&metadata["warploom.launches"]).unwrap();
        let mut expected = parts.iter().enumerate().flat_map(|(launch, part)| {
            part.written.iter().flat_map(move |cta| (0..cta.warps()).map(move |warp| (launch, cta, warp)))
        });
        for batch in reader {
            let batch = batch.unwrap();
            let column = |name: &str| batch.column_by_name(name).unwrap().clone();
            let (launch, like) = (column("launch"), column("like"));
            let (launch, like) = (launch.as_primitive::<UInt32Type>(), like.as_primitive::<UInt32Type>());
            let (cta, warp) = (column("cta"), column("warp"));
            let (cta, warp) = (cta.as_primitive::<UInt64Type>(), warp.as_primitive::<UInt32Type>());
            let (runs, accesses) = (column("runs"), column("accesses"));
            let (runs, accesses) = (runs.as_list::<i32>(), accesses.as_list::<i32>());
            let (offsets, wide) = (column("offsets"), column("wide"));
            let (offsets, wide) = (offsets.as_list::<i32>(), wide.as_list::<i32>());
            let mut last = std::collections::BTreeMap::new();
            for row in 0..batch.num_rows() {
                let (at, from, index) = expected.next().unwrap();
                assert_eq!(launch.value(row) as usize, at);
                assert_eq!((cta.value(row), warp.value(row) as usize), (from.id().0, index));
                let program = launches[at]["program"].as_u64().unwrap() as usize;
                let instructions = &programs[program]["instructions"];
                let part = &parts[at];
                check_program(instructions, &part.launch.code, part.numbers.as_deref());
                let runs = item(runs, like.value(row) as usize);
                let runs = runs.as_struct();
                let field = |name: &str| runs.column_by_name(name).unwrap().clone();
                let (first, count, lanes) = (field("first"), field("count"), field("lanes"));
                let (first, count) = (first.as_primitive::<UInt32Type>(), count.as_primitive::<UInt32Type>());
                let lanes = lanes.as_primitive::<UInt64Type>();
                let accesses = item(accesses, row);
                let accesses = accesses.as_struct();
                let (base, stride) =
                    (accesses.column_by_name("base").unwrap(), accesses.column_by_name("stride").unwrap());
                let (base, stride) = (base.as_primitive::<Int64Type>(), stride.as_primitive::<Int32Type>());
                let (offsets, wide) = (item(offsets, row), item(wide, row));
                let mut offsets = offsets.as_primitive::<Int16Type>().values().iter();
                let mut wide = wide.as_primitive::<Int64Type>().values().iter();
                let mut access = 0;
                let tape = from.warp(index);
                assert_eq!(runs.len(), tape.runs().len());
                for (run, is) in tape.runs().iter().enumerate() {
                    assert_eq!((first.value(run), count.value(run)), (is.first.0, is.count));
                    let lanes = LaneMask(lanes.value(run));
                    assert_eq!(lanes, is.lanes);
                    for number in first.value(run)..first.value(run) + count.value(run) {
                        if lanes.0 == 0 || !make::accesses(part, number) {
                            continue;
                        }
                        let last = last.entry(number).or_insert(0_u64);
                        *last = last.wrapping_add_signed(base.value(access));
                        let mut found = vec![*last];
                        let affine = Addresses::Affine { base: *last, stride: stride.value(access) };
                        if stride.value(access) == i32::MIN {
                            for _ in 1..lanes.count() {
                                let offset = *offsets.next().unwrap();
                                let difference = match offset {
                                    i16::MIN => *wide.next().unwrap(),
                                    _ => offset.into(),
                                };
                                found.push(found.last().unwrap().wrapping_add_signed(difference));
                            }
                        } else {
                            found = affine.of(lanes).collect();
                        }
                        let addresses = tape.addresses(access, lanes.count());
                        assert_eq!(found, addresses.of(lanes).collect::<Vec<_>>());
                        access += 1;
                    }
                }
                assert_eq!((access, offsets.next(), wide.next()), (tape.accesses(), None, None));
            }
        }
        assert!(expected.next().is_none());
    }
}

fn check_program(instructions: &serde_json::Value, code: &Code, numbers: Option<&[u32]>) {
    for (at, instruction) in code.instructions.iter().enumerate() {
        let number = numbers.map_or(at as u32, |numbers| numbers[at]);
        assert_eq!(instructions["number"][at], number);
        assert_eq!(instructions["opcode"][at], instruction.opcode);
        assert_eq!(instructions["class"][at], instruction.class.name());
    }
}
