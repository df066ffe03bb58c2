//! Control flow: basic blocks and reconvergence points of divergent branches.

use super::{Detail, Function, Instr};
use crate::program::Pc;
use crate::ptx::isa::Opcode;
use petgraph::algo::dominators::simple_fast;
use petgraph::graph::{DiGraph, NodeIndex};
use std::collections::BTreeMap;

/// Basic blocks and reconvergence points of a program.
#[derive(Debug, Clone, Default)]
pub struct Flow {
    /// First instruction of each basic block, ascending.
    pub leaders: Vec<Pc>,
    /// Reconvergence point of each branch: the first instruction of its immediate post-dominator.
    /// `None` means the end of the function.
    reconverge: BTreeMap<Pc, Option<Pc>>,
}

impl Flow {
    /// Reconvergence point of the branch at `pc`; `None` if its lanes reconverge at the end of the function.
    pub fn reconvergence(&self, pc: Pc) -> Option<Pc> {
        self.reconverge.get(&pc).copied().flatten()
    }

    /// Analyses every function of a program.
    pub fn new(code: &[Instr], functions: &[Function]) -> Flow {
        let mut flow = Flow::default();
        for function in functions {
            flow.function(code, function);
        }
        flow
    }

    fn function(&mut self, code: &[Instr], function: &Function) {
        let leaders = leaders(code, function);
        // Edges are reversed: dominators from the exit node are post-dominators.
        let mut graph = DiGraph::<(), ()>::with_capacity(leaders.len() + 1, leaders.len() * 2);
        let blocks: Vec<NodeIndex> = leaders.iter().map(|_| graph.add_node(())).collect();
        let exit = graph.add_node(());
        let block_of = |pc: Pc| blocks[leaders.partition_point(|&l| l <= pc) - 1];
        for (i, _) in leaders.iter().enumerate() {
            let last = Pc(leaders.get(i + 1).copied().unwrap_or(function.end).0 - 1);
            for next in successors(code, last) {
                let to = match next {
                    Some(pc) if pc < function.end => block_of(pc),
                    _ => exit,
                };
                graph.update_edge(to, blocks[i], ());
            }
        }
        let post = simple_fast(&graph, exit);
        for (i, _) in leaders.iter().enumerate() {
            let last = Pc(leaders.get(i + 1).copied().unwrap_or(function.end).0 - 1);
            if matches!(code[last.index()].detail, Detail::Branch(_) | Detail::Table(_)) {
                let meet = post.immediate_dominator(blocks[i]).filter(|&b| b != exit);
                self.reconverge.insert(last, meet.map(|b| leaders[b.index()]));
            }
        }
        self.leaders.extend(leaders);
    }
}

/// First instruction of each basic block of a function, ascending.
fn leaders(code: &[Instr], function: &Function) -> Vec<Pc> {
    let mut all = vec![function.entry];
    for pc in (function.entry.0..function.end.0).map(Pc) {
        let instr = &code[pc.index()];
        match &instr.detail {
            Detail::Branch(target) => all.push(*target),
            Detail::Table(targets) => all.extend(targets.iter()),
            _ if ends_block(instr) => {}
            _ => continue,
        }
        if pc.0 + 1 < function.end.0 {
            all.push(Pc(pc.0 + 1));
        }
    }
    all.sort();
    all.dedup();
    all
}

fn ends_block(instr: &Instr) -> bool {
    matches!(instr.opcode, Opcode::Bra | Opcode::Brx | Opcode::Ret | Opcode::Exit | Opcode::Trap)
}

/// Successors of the instruction at `pc`; `None` stands for the end of the function.
fn successors(code: &[Instr], pc: Pc) -> Vec<Option<Pc>> {
    let instr = &code[pc.index()];
    let mut next: Vec<Option<Pc>> = match &instr.detail {
        Detail::Branch(target) => vec![Some(*target)],
        Detail::Table(targets) => targets.iter().copied().map(Some).collect(),
        _ if ends_block(instr) => vec![None],
        _ => Vec::new(),
    };
    if !instr.never_falls_through() {
        next.push(Some(Pc(pc.0 + 1)));
    }
    next
}
