//! The order of issue of warps that run the same program, for tests.

use warploom_gpu::fixture::Fixture;
use warploom_gpu::policy::{NextInstruction, WarpPolicy};
use warploom_gpu::{SchedulerId, Slot};

/// The warp and the instruction issued in each cycle, where all warps run the same program. `M` accesses memory and takes
/// `latency` cycles; `C` computes; `U` uses the results of all `M` before it. Resources are infinite, as Fig. 3 assumes.
pub(crate) fn sequence<P: WarpPolicy>(policy: P, program: &str, warps: u32, latency: u64) -> String {
    let mut sm = Fixture::new(policy, 48, 1);
    let instruction = |at: usize| {
        let memory = program.as_bytes().get(at).map(|&letter| letter == b'M')?;
        Some(if memory { NextInstruction::memory() } else { NextInstruction::compute() })
    };
    let mut pcs = vec![0; warps as usize];
    let mut results: Vec<(u64, Slot)> = Vec::new();
    sm.launch_with(0, warps, instruction(0).expect("a program has instructions"));
    let mut issued = Vec::new();
    let mut now = 0;
    while pcs.iter().any(|&at| at < program.len()) {
        sm.set_cycle(now);
        let (completed, rest) = results.into_iter().partition(|&(at, _)| at <= now);
        results = rest;
        let completed: Vec<(u64, Slot)> = completed;
        completed.into_iter().for_each(|(_, slot)| sm.complete(slot));
        match sm.pick(SchedulerId(0)) {
            None => issued.push("--".to_owned()),
            Some(slot) => {
                let at = &mut pcs[slot.index()];
                let letter = program.as_bytes()[*at] as char;
                *at += 1;
                if letter == 'M' {
                    sm.add_outstanding_load(slot);
                    results.push((now + latency, slot));
                }
                let (at, waits) = (*at, results.iter().any(|&(_, of)| of == slot));
                sm.issue(slot, instruction(at));
                if waits && program.as_bytes().get(at) == Some(&b'U') {
                    sm.block(slot);
                }
                issued.push(format!("{}{letter}", slot.0));
            }
        }
        now += 1;
    }
    issued.join(" ")
}
