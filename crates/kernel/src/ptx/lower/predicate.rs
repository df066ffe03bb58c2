//! If-conversion: short branches become guards, as in vendor compilers.
//!
//! A division that the `expand` pass will replace by many instructions keeps its branch.

use super::Options;
use super::body::{Block, Body, negated};
use super::expand;
use crate::ptx::isa::Opcode;
use crate::ptx::program::{Detail, Guard, Instr};

/// Maximum number of instructions to guard instead of branching over them.
const MOST: usize = 8;

pub(super) fn run(body: &mut Body, options: &Options) {
    while (0..body.blocks.len()).any(|at| triangle(body, at, options) || diamond(body, at, options)) {
        super::branch::run(body);
    }
}

/// `@p bra J; …; J:` becomes `@!p …`.
fn triangle(body: &mut Body, at: usize, options: &Options) -> bool {
    let Some((guard, target)) = branch(body, at) else { return false };
    let predecessors = body.predecessors();
    let inner = at + 1;
    if target != at + 2 || inner >= body.blocks.len() || predecessors[inner] != [at] {
        return false;
    }
    if !straight(&body.blocks[inner], inner + 1) || !suits(&body.blocks[inner].code, guard, options) {
        return false;
    }
    let code = std::mem::take(&mut body.blocks[inner].code);
    body.blocks[at].code.pop();
    body.blocks[at].code.extend(guarded(code, negated(guard)));
    true
}

/// `@p bra T; F…; bra J; T: …; J:` becomes `@!p F…; @p T…`.
fn diamond(body: &mut Body, at: usize, options: &Options) -> bool {
    let Some((guard, target)) = branch(body, at) else { return false };
    let predecessors = body.predecessors();
    let (no, yes, after) = (at + 1, at + 2, at + 3);
    if target != yes || after >= body.blocks.len() || predecessors[no] != [at] || predecessors[yes] != [at] {
        return false;
    }
    let jumps = matches!(body.blocks[no].code.last(),
        Some(i) if i.guard.is_none() && matches!(i.detail, Detail::Branch(to) if to.index() == after));
    let Some((_, without)) = body.blocks[no].code.split_last() else { return false };
    let fits = without.len() + body.blocks[yes].code.len() <= MOST;
    if !jumps || !fits || !straight(&body.blocks[yes], after) {
        return false;
    }
    if !suits(without, guard, options) || !suits(&body.blocks[yes].code, guard, options) {
        return false;
    }
    let mut no_code = std::mem::take(&mut body.blocks[no].code);
    no_code.pop();
    let yes_code = std::mem::take(&mut body.blocks[yes].code);
    body.blocks[at].code.pop();
    body.blocks[at].code.extend(guarded(no_code, negated(guard)));
    body.blocks[at].code.extend(guarded(yes_code, guard));
    true
}

/// The guard and target of the conditional branch a block ends with.
fn branch(body: &Body, at: usize) -> Option<(Guard, usize)> {
    let last = body.blocks[at].code.last()?;
    match (last.guard, &last.detail) {
        (Some(guard), Detail::Branch(target)) => Some((guard, target.index())),
        _ => None,
    }
}

/// Whether `next` is the only successor of a block.
fn straight(block: &Block, next: usize) -> bool {
    !block.code.is_empty()
        && block.successors(next) == [next]
        && !matches!(block.code.last(), Some(i) if i.opcode == Opcode::Bra)
}

/// Whether all instructions of a block can be guarded.
fn suits(code: &[Instr], guard: Guard, options: &Options) -> bool {
    use Opcode::*;
    code.len() <= MOST
        && code.iter().all(|i| {
            let plain = !matches!(
                i.opcode,
                Bra | Brx
                    | Call
                    | Ret
                    | Exit
                    | Trap
                    | Bar
                    | Barrier
                    | Shfl
                    | Vote
                    | Match
                    | Redux
                    | Elect
                    | Activemask
                    | Wmma
                    | Mma
                    | Ldmatrix
                    | Stmatrix
                    | Movmatrix
            );
            let single = !expand::expands(i, options);
            plain && single && i.guard.is_none() && !i.reads_and_writes().1.contains(&guard.reg)
        })
}

fn guarded(code: Vec<Instr>, guard: Guard) -> impl Iterator<Item = Instr> {
    code.into_iter().map(move |mut instr| {
        instr.guard = Some(guard);
        instr
    })
}
