//! Branch simplification: jump threading, removal of empty and unreachable blocks, block merging.

use super::body::{Body, negated};
use crate::program::Pc;
use crate::ptx::isa::Opcode;
use crate::ptx::program::Detail;

pub(super) fn run(body: &mut Body) {
    const STEPS: [fn(&mut Body) -> bool; 7] = [thread, invert, fall_through, empty, leave, unreachable, join];
    while STEPS.iter().fold(false, |changed, step| changed | step(body)) {}
}

/// Threads a branch through a block that only contains a branch.
fn thread(body: &mut Body) -> bool {
    let onward: Vec<Option<Pc>> = body
        .blocks
        .iter()
        .map(|block| match &block.code[..] {
            [only] if only.guard.is_none() && only.opcode == Opcode::Bra => match only.detail {
                Detail::Branch(target) => Some(target),
                _ => None,
            },
            _ => None,
        })
        .collect();
    let mut changed = false;
    for instr in body.instrs_mut() {
        let mut follow = |target: &mut Pc| {
            if let Some(further) = onward[target.index()]
                && further != *target
                // An endless loop of branches stays endless.
                && onward[further.index()].is_none()
            {
                *target = further;
                changed = true;
            }
        };
        match &mut instr.detail {
            Detail::Branch(target) => follow(target),
            Detail::Table(targets) => targets.iter_mut().for_each(follow),
            _ => {}
        }
    }
    changed
}

/// `@p bra A; bra B; A:` becomes `@!p bra B; A:`.
fn invert(body: &mut Body) -> bool {
    let predecessors = body.predecessors();
    let mut changed = false;
    for at in 0..body.blocks.len().saturating_sub(2) {
        let onward = match &body.blocks[at + 1].code[..] {
            [only] if only.guard.is_none() => match only.detail {
                Detail::Branch(target) if target.index() != at + 2 => target,
                _ => continue,
            },
            _ => continue,
        };
        let Some(last) = body.blocks[at].code.last_mut() else { continue };
        if let (Some(guard), Detail::Branch(target)) = (last.guard, &mut last.detail)
            && target.index() == at + 2
            && predecessors[at + 1] == [at]
        {
            last.guard = Some(negated(guard));
            *target = onward;
            body.blocks[at + 1].code.clear();
            changed = true;
        }
    }
    changed
}

/// Removes branches to the next block.
fn fall_through(body: &mut Body) -> bool {
    let mut changed = false;
    for (at, block) in body.blocks.iter_mut().enumerate() {
        let to_next = |target: Pc| target.index() == at + 1;
        if matches!(block.code.last().map(|i| &i.detail), Some(Detail::Branch(target)) if to_next(*target)) {
            block.code.pop();
            changed = true;
        }
    }
    changed
}

/// Removes empty blocks and redirects branches to the next block.
fn empty(body: &mut Body) -> bool {
    let keep: Vec<bool> = body.blocks.iter().map(|block| !block.code.is_empty()).collect();
    if !keep.contains(&false) {
        return false;
    }
    // The last block ends the function: a block follows every empty one.
    let next = |target: &mut Pc| {
        while !keep[target.index()] {
            target.0 += 1;
        }
    };
    for instr in body.instrs_mut() {
        match &mut instr.detail {
            Detail::Branch(target) => next(target),
            Detail::Table(targets) => targets.iter_mut().for_each(next),
            _ => {}
        }
    }
    body.retain_blocks(&keep);
    true
}

/// Replaces a branch to a block that only ends the kernel by that end.
fn leave(body: &mut Body) -> bool {
    let ends: Vec<bool> = body
        .blocks
        .iter()
        .map(|block| {
            matches!(&block.code[..], [only] if only.guard.is_none() && matches!(only.opcode, Opcode::Ret | Opcode::Exit))
        })
        .collect();
    let returns = body.returns.is_empty() && body.is_kernel;
    let mut changed = false;
    for instr in body.instrs_mut().filter(|_| returns) {
        if let Detail::Branch(target) = instr.detail
            && ends[target.index()]
        {
            instr.opcode = Opcode::Ret;
            instr.mods = Box::default();
            instr.detail = Detail::None;
            changed = true;
        }
    }
    changed
}

/// Removes unreachable blocks.
fn unreachable(body: &mut Body) -> bool {
    let mut reached = vec![false; body.blocks.len()];
    let mut open = vec![0];
    while let Some(at) = open.pop() {
        if at < reached.len() && !reached[at] {
            reached[at] = true;
            open.extend(body.blocks[at].successors(at + 1));
        }
    }
    let changed = reached.contains(&false);
    if changed {
        // Unreachable blocks may target each other.
        for (at, block) in body.blocks.iter_mut().enumerate() {
            if !reached[at] {
                block.code.clear();
            }
        }
        body.retain_blocks(&reached);
    }
    changed
}

/// Merges a block with its only predecessor.
fn join(body: &mut Body) -> bool {
    let predecessors = body.predecessors();
    let mut keep = vec![true; body.blocks.len()];
    // Backwards, so that a chain of blocks merges into its first.
    for at in (0..body.blocks.len().saturating_sub(1)).rev() {
        let plain = !body.blocks[at].code.last().is_some_and(|i| {
            matches!(i.opcode, Opcode::Bra | Opcode::Brx | Opcode::Ret | Opcode::Exit | Opcode::Trap)
        });
        if plain && predecessors[at + 1] == [at] {
            let mut next = std::mem::take(&mut body.blocks[at + 1].code);
            body.blocks[at].code.append(&mut next);
            keep[at + 1] = false;
        }
    }
    let changed = keep.contains(&false);
    if changed {
        body.retain_blocks(&keep);
    }
    changed
}
