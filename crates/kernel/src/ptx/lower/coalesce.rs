//! Copy coalescing: source and destination of a copy share a register if their live ranges allow it.

use super::body::{Bits, Body, Liveness, registers};
use crate::ptx::isa::{Mod, Opcode};
use crate::ptx::program::{Instr, Reg, Src};

pub(super) fn run(body: &mut Body) {
    loop {
        let merged = once(body);
        for block in &mut body.blocks {
            block.code.retain(|instr| !matches!(moved(instr), Some((to, from)) if to == from));
        }
        if !merged {
            return;
        }
    }
}

/// Merges copies with the current liveness. Returns true if anything changed.
fn once(body: &mut Body) -> bool {
    let liveness = Liveness::new(body);
    let conflicts = conflicts(body, &liveness);
    // New name of each register. A register merges at most once per round, because its conflicts change.
    let mut now: Vec<Option<Reg>> = vec![None; body.keys()];
    let mut taken = vec![false; body.keys()];
    let fixed: Vec<Reg> =
        super::body::in_registers(&body.params).chain(super::body::in_registers(&body.returns)).collect();
    let mut merged = false;
    for instr in body.instrs() {
        if instr.guard.is_some() {
            continue;
        }
        if let Some((to, from)) = moved(instr)
            && to != from
            && let (a, b) = (body.key(to), body.key(from))
            && !taken[a]
            && !taken[b]
            && !conflicts[a].contains(b)
            && !fixed.contains(&from)
            && !fixed.contains(&to)
        {
            now[b] = Some(to);
            (taken[a], taken[b], merged) = (true, true, true);
        }
    }
    for block in 0..body.blocks.len() {
        let mut code = std::mem::take(&mut body.blocks[block].code);
        for instr in &mut code {
            registers(instr, |reg| {
                if let Some(to) = now[body.key(*reg)] {
                    *reg = to;
                }
            });
        }
        body.blocks[block].code = code;
    }
    merged
}

/// Interference: registers that hold different values at the same time.
fn conflicts(body: &Body, liveness: &Liveness) -> Vec<Bits> {
    let mut all = vec![Bits::new(body.keys()); body.keys()];
    let add = |all: &mut Vec<Bits>, a: usize, b: usize| {
        if a != b {
            all[a].insert(b);
            all[b].insert(a);
        }
    };
    for (at, block) in body.blocks.iter().enumerate() {
        let mut live = liveness.leave[at].clone();
        for instr in block.code.iter().rev() {
            // A copy does not make its source and destination interfere.
            let source = moved(instr).filter(|_| instr.guard.is_none()).map(|(_, from)| body.key(from));
            let writes: Vec<usize> = instr.reads_and_writes().1.iter().map(|&reg| body.key(reg)).collect();
            for &written in &writes {
                for other in live.iter().filter(|&k| Some(k) != source) {
                    add(&mut all, written, other);
                }
                writes.iter().for_each(|&other| add(&mut all, written, other));
            }
            liveness.step_back(body, instr, &mut live);
        }
    }
    // Arguments and registers read before their first write are live at the start of the function.
    let first: Vec<usize> = liveness.enter[0].iter().collect();
    for &a in &first {
        first.iter().for_each(|&b| add(&mut all, a, b));
    }
    all
}

/// Destination and source of a copy between registers of the same class and width.
fn moved(instr: &Instr) -> Option<(Reg, Reg)> {
    match (instr.opcode, &*instr.dst, &*instr.src) {
        (Opcode::Mov, &[Some(to)], &[Src::Reg(from)])
            if to.class == from.class && to.bits == from.bits && instr.ty() != Some(Mod::B128) =>
        {
            Some((to, from))
        }
        _ => None,
    }
}
