//! Laws of machine code, for any code with any control fields.

use super::{a100, code, run, straight};
use crate::checks::common::{Kernel, kernel, try_all};
use proptest::prelude::*;
use warploom_gpu::machine::Dependences;
use warploom_gpu::simulation::{LaunchRecord, Options};
use warploom_kernel::code::{Control, Instruction};

/// An instruction with its fields. A counter belongs only to what has a result later.
fn line() -> impl Strategy<Value = String> {
    let register = 2..12u8;
    let fixed =
        (register.clone(), register.clone(), register.clone(), 0..4usize).prop_map(|(d, a, b, kind)| {
            let reuse = if kind == 0 { ".reuse" } else { "" };
            let text = ["FFMA", "IADD3", "IMAD", "LOP3.LUT"][kind];
            let last = if kind == 3 { ", RZ, 0xc0, !PT" } else { ", R3" };
            (format!("{text} R{d}, R{a}{reuse}, R{b}{last}"), false)
        });
    let later = (register.clone(), register, 0..4usize).prop_map(|(d, a, kind)| {
        let text = ["MUFU.RCP R?, R!", "LDS R?, [R!]", "LDG.E R?, [R!.64]", "STS [R!], R?"][kind];
        (text.replace('?', &d.to_string()).replace('!', &a.to_string()), true)
    });
    let other = prop_oneof![
        Just(("NOP".to_owned(), false)),
        Just(("BAR.SYNC.DEFER_BLOCKING 0x0".to_owned(), false)),
        (0..6u8, 0..3u8).prop_map(|(counter, most)| (format!("DEPBAR.LE SB{counter}, {most:#x}"), false)),
        Just(("IADD3 R4, R5, c[0x0][0x160], RZ".to_owned(), false)),
    ];
    let counter = || prop::option::of(0..6u8);
    let instruction = prop_oneof![4 => fixed, 3 => later, 1 => other];
    (instruction, 0..16u8, any::<bool>(), 0..64u8, counter(), counter()).prop_map(
        |((text, later), stall, yields, wait, write, read)| {
            let write = write.filter(|_| later);
            let read = read.filter(|_| later);
            // A pause is long: few are enough.
            let stall = if yields && stall == 0 { 1 } else { stall };
            let control = Control { stall, yields, write, read, wait: wait & wait >> 1, reuse: 0 };
            format!("{control} {text}")
        },
    )
}

fn code_and_kernel(lines: &[String], warps: usize) -> (Vec<Instruction>, Kernel) {
    let code = code(&format!("{}\nB------:R-:W-:-:S05 EXIT", lines.join("\n")));
    (code.clone(), straight(code, warps))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    /// No instruction issues before the end of the stall in front of it, or before the result of a unit that it waits for.
    #[test]
    fn no_instruction_issues_before_its_waits(lines in prop::collection::vec(line(), 1..40), warps in 1..9usize) {
        let (code, kernel) = code_and_kernel(&lines, warps);
        for warp in run(&a100(), &kernel) {
            prop_assert_eq!(warp.issued.len(), code.len());
            for at in 1..code.len() {
                let before = code[at - 1].control.expect("it has fields");
                let stall = match (before.stall, before.yields) {
                    (stall, false) if stall > 11 => 1,
                    (stall, yields) => u64::from(stall).max(1 + u64::from(yields)),
                };
                prop_assert!(warp.issued[at] >= warp.issued[at - 1] + stall, "{at}: {:?}", warp.issued);
                let wait = code[at].control.expect("it has fields").wait;
                for earlier in 0..at {
                    let of = code[earlier].control.expect("it has fields");
                    let waited = |counter: Option<u8>| counter.is_some_and(|counter| wait >> counter & 1 == 1);
                    if waited(of.write) {
                        let result = warp.results.iter().find(|(pc, _)| pc.index() == earlier);
                        let at_least = result.map_or(0, |&(_, cycle)| cycle);
                        prop_assert!(warp.issued[at] >= at_least, "{at} waits for {earlier}: {:?}", warp);
                    }
                }
            }
        }
    }

    /// Every scheduler-cycle has a cause, and the record does not depend on the number of threads.
    #[test]
    fn accounts_are_whole_and_records_the_same_for_any_threads(
        lines in prop::collection::vec(line(), 1..30),
        warps in 1..9usize,
        obeys in any::<bool>(),
    ) {
        let (code, one) = code_and_kernel(&lines, warps);
        let kernel = kernel(code, vec![one.ctas[0].clone(); 6]);
        let mut machine = a100();
        let sm = machine.sm_mut();
        sm.count = 2;
        sm.dependences = if obeys { Dependences::ControlBits } else { Dependences::Scoreboard };
        let schedulers = u64::from(sm.schedulers);
        let records = [1, 2].map(|threads| {
            let options = Options::default().with_by_instruction(true).with_threads(threads);
            try_all(&machine, std::slice::from_ref(&kernel), options).expect("it runs").swap_remove(0)
        });
        let text = |record: &LaunchRecord| {
            format!("{} {:?} {:?}", record.cycles, record.counters, record.by_instruction)
        };
        prop_assert_eq!(text(&records[0]), text(&records[1]));
        let record = &records[0];
        let stalls: u64 = record.counters.stalls.iter().sum();
        prop_assert_eq!(stalls, record.cycles * 2 * schedulers);
        prop_assert_eq!(record.counters.warp_instructions, 6 * warps as u64 * lines.len() as u64 + 6 * warps as u64);
    }
}
