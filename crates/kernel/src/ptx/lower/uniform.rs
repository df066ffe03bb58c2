//! Uniformity analysis: instructions that compute the same value in all lanes of a warp.
//!
//! A value varies if its operands depend on the lane, or if divergent control flow decides which write a read sees.
//! A value written on a divergent path is uniform on that path. After reconvergence, a read may see different values.

use super::body::{Bits, Body, Liveness};
use crate::program::Space;
use crate::ptx::isa::{Mod, Opcode, Special};
use crate::ptx::program::{Detail, Instr, Reg, Src};
use petgraph::algo::dominators::simple_fast;
use petgraph::graph::{DiGraph, NodeIndex};

pub(super) fn run(body: &mut Body) {
    let varying = varying(body);
    for at in 0..body.blocks.len() {
        let marks: Vec<bool> = body.blocks[at].code.iter().map(|i| is_uniform(body, i, &varying)).collect();
        for (instr, mark) in body.blocks[at].code.iter_mut().zip(marks) {
            instr.uniform = mark;
        }
    }
}

/// Registers whose value depends on the lane.
fn varying(body: &Body) -> Bits {
    // A read before the write may see the value of an earlier loop iteration, which may differ between lanes.
    let mut several: Vec<bool> = body.writes().iter().map(|&writes| writes > 1).collect();
    Liveness::new(body).enter.iter().take(1).flat_map(Bits::iter).for_each(|key| several[key] = true);
    let homes = homes(body);
    let meets = meeting_points(body);
    let mut varying = Bits::new(body.keys());
    super::body::in_registers(&body.params).for_each(|reg| {
        varying.insert(body.key(reg));
    });
    let mut changed = true;
    while changed {
        changed = false;
        for instr in body.instrs() {
            if varies(body, instr, &varying) {
                for reg in instr.reads_and_writes().1 {
                    changed |= varying.insert(body.key(reg));
                }
            }
        }
        for (at, block) in body.blocks.iter().enumerate() {
            let Some(last) = block.code.last() else { continue };
            let branches = matches!(last.detail, Detail::Branch(_) | Detail::Table(_));
            if !branches || !last.reads_and_writes().0.iter().any(|&reg| varying.contains(body.key(reg))) {
                continue;
            }
            let region = region(body, at, meets[at]);
            for inside in region.iter() {
                for reg in body.blocks[inside].code.iter().flat_map(|i| i.reads_and_writes().1) {
                    let key = body.key(reg);
                    let leaves = homes[key].iter().any(|&home| !region.contains(home));
                    if several[key] || leaves {
                        changed |= varying.insert(key);
                    }
                }
            }
        }
    }
    varying
}

/// Whether an instruction's results depend on the lane.
fn varies(body: &Body, instr: &Instr, varying: &Bits) -> bool {
    use Opcode::*;
    let of_register = |reg: Reg| varying.contains(body.key(reg));
    // A frame address is equal in all lanes, but refers to separate memory.
    let of_lane = |src: &Src| match *src {
        Src::Special(special) => is_of_lane(special),
        Src::Reg(reg) | Src::Not(reg) => of_register(reg),
        Src::Frame(_) => true,
        _ => false,
    };
    match instr.opcode {
        Atom | Call | Shfl | Match | Elect | Mbarrier | Wmma | Mma | Ldmatrix | Movmatrix => return true,
        // The carry flag is not tracked as a register.
        Addc | Subc | Madc => return true,
        // Uniform over the participating lanes, which depend on the guard and the mask.
        Vote | Redux | Activemask => {
            let mask = instr.src.last().filter(|_| instr.has(Mod::Sync));
            return instr.guard.is_some_and(|g| of_register(g.reg)) || mask.is_some_and(of_lane);
        }
        _ => {}
    }
    if let Detail::Access(space, address) = &instr.detail
        && (matches!(space, Space::Local) || of_lane(&address.base) || instr.has(Mod::Volatile))
    {
        return true;
    }
    instr.src.iter().any(of_lane)
        || instr.reads_and_writes().0.iter().any(|&reg| varying.contains(body.key(reg)))
}

fn is_of_lane(special: Special) -> bool {
    use Special::*;
    matches!(
        special,
        TidX | TidY | TidZ | Laneid | LanemaskEq | LanemaskLe | LanemaskLt | LanemaskGe | LanemaskGt
    )
}

fn is_uniform(body: &Body, instr: &Instr, varying: &Bits) -> bool {
    let (reads, writes) = instr.reads_and_writes();
    let of_lane = |reg: &Reg| varying.contains(body.key(*reg));
    match instr.detail {
        Detail::Branch(_) | Detail::Table(_) => !reads.iter().any(of_lane),
        _ => !writes.is_empty() && !writes.iter().any(of_lane) && !varies(body, instr, varying),
    }
}

/// For each register, the blocks that read it.
fn homes(body: &Body) -> Vec<Vec<usize>> {
    let mut homes = vec![Vec::new(); body.keys()];
    for (at, block) in body.blocks.iter().enumerate() {
        for reg in block.code.iter().flat_map(|i| i.reads_and_writes().0) {
            let home: &mut Vec<usize> = &mut homes[body.key(reg)];
            if home.last() != Some(&at) {
                home.push(at);
            }
        }
    }
    homes
}

/// Reconvergence block of each block.
fn meeting_points(body: &Body) -> Vec<Option<usize>> {
    let count = body.blocks.len();
    let mut graph = DiGraph::<(), ()>::new();
    let nodes: Vec<NodeIndex> = (0..=count).map(|_| graph.add_node(())).collect();
    for (at, block) in body.blocks.iter().enumerate() {
        let successors = block.successors(at + 1);
        // The end of the function is an extra block, the successor of every terminator.
        let last = block.code.last();
        if last.is_some_and(|i| matches!(i.opcode, Opcode::Ret | Opcode::Exit | Opcode::Trap)) {
            graph.update_edge(nodes[count], nodes[at], ());
        }
        for to in successors {
            graph.update_edge(nodes[to.min(count)], nodes[at], ());
        }
    }
    let dominators = simple_fast(&graph, nodes[count]);
    let meet = |at: usize| dominators.immediate_dominator(nodes[at]).map(NodeIndex::index);
    (0..count).map(|at| meet(at).filter(|&b| b != count)).collect()
}

/// Blocks between a branch and its reconvergence point.
fn region(body: &Body, from: usize, meet: Option<usize>) -> Bits {
    let count = body.blocks.len();
    let mut region = Bits::new(count);
    let mut open = body.blocks[from].successors(from + 1);
    while let Some(at) = open.pop() {
        if at < count && Some(at) != meet && region.insert(at) {
            open.extend(body.blocks[at].successors(at + 1));
        }
    }
    region
}
