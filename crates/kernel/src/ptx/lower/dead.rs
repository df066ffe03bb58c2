//! Dead-code elimination. Atomics whose result nobody reads become reductions.

use super::body::{Bits, Body, Liveness, has_effect, in_registers};
use crate::ptx::forms::forms_of;
use crate::ptx::isa::Opcode;
use crate::ptx::program::Instr;

pub(super) fn run(body: &mut Body) {
    remove(body);
    reduce(body);
}

fn remove(body: &mut Body) {
    // Repeats, because a removed instruction may hold the last read of a value from another block.
    loop {
        let needed = needed(body);
        let liveness = Liveness::new(body);
        let mut removed = false;
        for at in 0..body.blocks.len() {
            let mut live = liveness.leave[at].clone();
            let mut keep = vec![true; body.blocks[at].code.len()];
            for (n, instr) in body.blocks[at].code.iter().enumerate().rev() {
                let wanted = |key: usize| live.contains(key) && needed.contains(key);
                let read = instr.reads_and_writes().1.iter().any(|&reg| wanted(body.key(reg)));
                keep[n] = read || has_effect(instr);
                if keep[n] {
                    liveness.step_back(body, instr, &mut live);
                }
            }
            removed |= keep.contains(&false);
            let mut n = 0;
            body.blocks[at].code.retain(|_| {
                n += 1;
                keep[n - 1]
            });
        }
        if !removed {
            return;
        }
    }
}

/// Makes reductions of atomics whose result nobody reads, as compilers do: they need no register, and no reply that the warp waits for.
fn reduce(body: &mut Body) {
    let liveness = Liveness::new(body);
    for at in 0..body.blocks.len() {
        let mut live = liveness.leave[at].clone();
        let mut unread = Vec::new();
        for (n, instr) in body.blocks[at].code.iter().enumerate().rev() {
            let is_read = instr.reads_and_writes().1.iter().any(|&reg| live.contains(body.key(reg)));
            let has_form = || forms_of(Opcode::Red).any(|form| form.admits(&instr.mods));
            if instr.opcode == Opcode::Atom && !is_read && has_form() {
                unread.push(n);
            }
            liveness.step_back(body, instr, &mut live);
        }
        for n in unread {
            let instr = &mut body.blocks[at].code[n];
            (instr.opcode, instr.dst) = (Opcode::Red, Box::default());
        }
    }
}

/// Registers that contribute to an effect. A loop-carried sum reads itself; that alone does not make it live.
fn needed(body: &Body) -> Bits {
    let mut needed = Bits::new(body.keys());
    in_registers(&body.returns).for_each(|reg| {
        needed.insert(body.key(reg));
    });
    let code: Vec<&Instr> = body.instrs().collect();
    let mut changed = true;
    while changed {
        changed = false;
        for instr in code.iter().rev() {
            let (reads, writes) = instr.reads_and_writes();
            if has_effect(instr) || writes.iter().any(|&reg| needed.contains(body.key(reg))) {
                reads.iter().for_each(|&reg| changed |= needed.insert(body.key(reg)));
            }
        }
    }
    needed
}
