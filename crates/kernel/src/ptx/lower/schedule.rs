//! Instruction scheduling within basic blocks: loads move up and uses move down under a register-pressure limit.
//!
//! A list scheduler picks the ready instruction with the longest critical path. Above the register limit, it picks the one that
//! frees the most registers.

use super::Options;
use super::body::{Bits, Body, Liveness, has_effect, reads_clock};
use crate::class::Class;
use crate::program::Space;
use crate::ptx::isa::{Mod, Opcode};
use crate::ptx::program::{Address, Detail, Instr, RegClass, Src};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Number of attempts per block before the schedule with the fewest registers is used.
const TRIES: usize = 12;

pub(super) fn run(body: &mut Body, options: &Options) {
    let liveness = Liveness::new(body);
    for at in 0..body.blocks.len() {
        let order = order(body, at, &liveness, options);
        let mut code: Vec<Option<Instr>> =
            std::mem::take(&mut body.blocks[at].code).into_iter().map(Some).collect();
        body.blocks[at].code = order.iter().filter_map(|&n| code[n].take()).collect();
    }
}

/// Dependence graph of a block.
struct Graph {
    /// Successors of each instruction, with the minimum distance in cycles.
    after: Vec<Vec<(usize, u64)>>,
    /// Number of predecessors of each instruction.
    before: Vec<u32>,
    /// Length of the critical path from each instruction to the end of the block, in cycles.
    height: Vec<u64>,
}

/// The schedule that hides the most latency within the register limit, or within the minimum that the block needs.
fn order(body: &Body, at: usize, liveness: &Liveness, options: &Options) -> Vec<usize> {
    let code = &body.blocks[at].code;
    let graph = graph(body, code, options);
    let fresh = Pressure::new(body, at, liveness);
    let measured = |order: Vec<usize>| (fresh.clone().peak(&order), order);
    let written = measured((0..code.len()).collect());
    let frugal = measured(listed(code, &graph, fresh.clone(), 0));
    let least = if frugal.0 < written.0 { frugal } else { written };
    let most = least.0.max(i64::from(options.comfort));
    // An instruction may need several registers, so that the limit takes effect too late. Each attempt lowers the limit.
    let mut best: Option<(i64, Vec<usize>)> = None;
    for comfort in (1..=most).rev().step_by(2).take(TRIES) {
        let found = measured(listed(code, &graph, fresh.clone(), comfort));
        if best.as_ref().is_none_or(|(peak, _)| found.0 < *peak) {
            best = Some(found);
        }
        if best.as_ref().is_some_and(|(peak, _)| *peak <= most) {
            break;
        }
    }
    // Slightly too many registers are better than no hidden latency.
    best.filter(|(peak, _)| *peak <= most + most / 8).unwrap_or(least).1
}

/// Schedules one instruction per cycle, as if the warp ran alone.
fn listed(code: &[Instr], graph: &Graph, mut pressure: Pressure, comfort: i64) -> Vec<usize> {
    let mut before = graph.before.clone();
    let mut ready: Vec<usize> = (0..code.len()).filter(|&n| before[n] == 0).collect();
    // Cycle in which the inputs of each instruction are ready.
    let mut since = vec![0_u64; code.len()];
    let mut now = 0;
    let mut order = Vec::with_capacity(code.len());
    while !ready.is_empty() {
        let tight = pressure.now >= comfort;
        let best = ready.iter().enumerate().max_by_key(|&(_, &n)| {
            let relief = if tight { -pressure.change(n) } else { 0 };
            let wait = since[n].saturating_sub(now);
            // Ties: the earlier one in PTX order.
            (relief, Reverse(wait), graph.height[n], Reverse(n))
        });
        let Some((place, _)) = best else { break };
        let chosen = ready.swap_remove(place);
        pressure.issue(chosen);
        order.push(chosen);
        now = now.max(since[chosen]) + 1;
        for &(next, cycles) in &graph.after[chosen] {
            since[next] = since[next].max(now - 1 + cycles);
            before[next] -= 1;
            if before[next] == 0 {
                ready.push(next);
            }
        }
    }
    order
}

fn graph(body: &Body, code: &[Instr], options: &Options) -> Graph {
    let latency: Vec<u64> = code.iter().map(|i| options.latencies.of(Class::of(i)).into()).collect();
    let mut after: Vec<Vec<(usize, u64)>> = vec![Vec::new(); code.len()];
    let mut edge = |from: usize, to: usize, cycles: u64| {
        if from == to {
            return;
        }
        match after[from].iter_mut().find(|(known, _)| *known == to) {
            Some((_, least)) => *least = cycles.max(*least),
            None => after[from].push((to, cycles)),
        }
    };
    // Last writer and subsequent readers of each register. The carry flag is an extra register.
    let mut writer: BTreeMap<usize, usize> = BTreeMap::new();
    let mut readers: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let carry = body.keys();
    for (n, instr) in code.iter().enumerate() {
        let (reads, writes) = instr.reads_and_writes();
        let mut reads: Vec<usize> = reads.iter().map(|&reg| body.key(reg)).collect();
        let mut writes: Vec<usize> = writes.iter().map(|&reg| body.key(reg)).collect();
        if matches!(instr.opcode, Opcode::Addc | Opcode::Subc | Opcode::Madc) {
            reads.push(carry);
        }
        // A callee leaves in the flag what it likes.
        if instr.has(Mod::Cc) || instr.opcode == Opcode::Call {
            writes.push(carry);
        }
        for key in &reads {
            if let Some(&from) = writer.get(key) {
                edge(from, n, latency[from]);
            }
        }
        for &key in &writes {
            if let Some(&from) = writer.get(&key) {
                edge(from, n, latency[from]);
            }
            readers.remove(&key).into_iter().flatten().for_each(|reader| edge(reader, n, latency[reader]));
            writer.insert(key, n);
        }
        for key in reads {
            readers.entry(key).or_default().push(n);
        }
        for earlier in 0..n {
            if ordered(&code[earlier], instr) {
                edge(earlier, n, latency[earlier]);
            }
        }
    }
    // The terminator stays last.
    if let Some(last) = code.len().checked_sub(1)
        && ends(&code[last])
    {
        (0..last).for_each(|n| edge(n, last, 1));
    }
    let mut before = vec![0; code.len()];
    after.iter().flatten().for_each(|&(to, _)| before[to] += 1);
    let mut height = vec![0_u64; code.len()];
    for n in (0..code.len()).rev() {
        let behind = after[n].iter().map(|&(to, cycles)| height[to] + cycles).max().unwrap_or(0);
        height[n] = behind.max(latency[n]);
    }
    Graph { after, before, height }
}

fn ends(instr: &Instr) -> bool {
    matches!(instr.opcode, Opcode::Bra | Opcode::Brx | Opcode::Ret | Opcode::Exit | Opcode::Trap)
}

/// Whether two instructions must keep their order because of memory or synchronisation.
fn ordered(first: &Instr, second: &Instr) -> bool {
    let fixed = |i: &Instr| {
        let memory = matches!(i.detail, Detail::Access(..));
        ends(i) || reads_clock(i) || (has_effect(i) && !memory && !i.has(Mod::Cc))
    };
    match (memory(first), memory(second)) {
        (Some(a), Some(b)) => (a.writes || b.writes) && may_meet(&a, &b),
        // Barriers and collectives are ordered with memory accesses and with each other. Loads of read-only memory may move freely.
        (Some(a), None) => fixed(second) && (!a.constant || ends(second)),
        (None, Some(b)) => fixed(first) && !b.constant,
        (None, None) => fixed(first) && fixed(second),
    }
}

struct Touch {
    space: Space,
    writes: bool,
    /// Whether the memory is read-only during the kernel.
    constant: bool,
    address: Address,
    bytes: i64,
    ordered: bool,
}

fn memory(instr: &Instr) -> Option<Touch> {
    let Detail::Access(space, address) = instr.detail else { return None };
    let count = if instr.has(Mod::V4) { 4 } else { 1 + i64::from(instr.has(Mod::V2)) };
    let stores = instr.opcode == Opcode::St || writes_matrix(instr);
    let ordered = has_effect(instr) && !stores;
    // The lanes of a matrix access read what other lanes address, and a stride leads anywhere.
    let matrix = matches!(instr.opcode, Opcode::Wmma | Opcode::Ldmatrix | Opcode::Stmatrix);
    Some(Touch {
        space,
        writes: ordered || stores,
        // A texture does not see stores of its own kernel.
        constant: instr.has(Mod::Nc)
            || matches!(space, Space::Param | Space::Const)
            || matches!(instr.opcode, Opcode::Tex | Opcode::Tld4),
        address,
        bytes: if matrix { i64::MAX } else { count * i64::from(instr.ty().map_or(8, Mod::bytes)) },
        ordered,
    })
}

fn writes_matrix(instr: &Instr) -> bool {
    instr.opcode == Opcode::Stmatrix || instr.opcode == Opcode::Wmma && instr.has(Mod::Store)
}

/// Whether two accesses may alias.
fn may_meet(a: &Touch, b: &Touch) -> bool {
    if a.ordered || b.ordered {
        return true;
    }
    let generic = a.space == Space::Generic || b.space == Space::Generic;
    if a.constant || b.constant || a.space != b.space && !generic {
        return false;
    }
    // With single writes, equal base registers hold equal values: only the offsets differ.
    let same_base = a.address.base == b.address.base && !matches!(a.address.base, Src::Special(_));
    let (from, to) = (a.address.offset, b.address.offset);
    !(same_base
        && a.space == b.space
        && (from.saturating_add(a.bytes) <= to || to.saturating_add(b.bytes) <= from))
}

/// Register pressure during scheduling.
#[derive(Clone)]
struct Pressure {
    pub now: i64,
    live: Bits,
    /// Registers live after the block.
    leave: Bits,
    /// Remaining reads of each register.
    reads: Vec<u32>,
    size: Vec<i64>,
    uses: Vec<(Vec<usize>, Vec<usize>)>,
}

impl Pressure {
    fn new(body: &Body, at: usize, liveness: &Liveness) -> Pressure {
        let mut size = vec![0; body.keys()];
        let mut reads = vec![0; body.keys()];
        let mut all = Vec::new();
        for instr in body.instrs() {
            let (read, written) = instr.reads_and_writes();
            for reg in read.iter().chain(&written) {
                size[body.key(*reg)] = match reg.class {
                    RegClass::Pred => 0,
                    RegClass::Short => 1,
                    RegClass::Long => 2,
                    RegClass::Quad => 4,
                };
            }
        }
        for instr in &body.blocks[at].code {
            let (read, written) = instr.reads_and_writes();
            let mut keys: Vec<usize> = read.iter().map(|&reg| body.key(reg)).collect();
            keys.sort_unstable();
            keys.dedup();
            keys.iter().for_each(|&key| reads[key] += 1);
            all.push((keys, written.iter().map(|&reg| body.key(reg)).collect()));
        }
        let live = liveness.enter[at].clone();
        let now = live.iter().map(|key| size[key]).sum();
        Pressure { now, live, leave: liveness.leave[at].clone(), reads, size, uses: all }
    }

    /// Maximum register pressure of a schedule.
    fn peak(mut self, order: &[usize]) -> i64 {
        order.iter().fold(self.now, |peak, &n| {
            self.issue(n);
            peak.max(self.now)
        })
    }

    /// Change of the register pressure by an instruction.
    fn change(&self, n: usize) -> i64 {
        let (reads, writes) = &self.uses[n];
        let dies = |key: usize| {
            self.reads[key] == 1
                && !self.leave.contains(key)
                && self.live.contains(key)
                && !writes.contains(&key)
        };
        let freed: i64 = reads.iter().filter(|&&key| dies(key)).map(|&key| self.size[key]).sum();
        let taken: i64 = writes
            .iter()
            .filter(|&&key| !self.live.contains(key) && (self.reads[key] > 0 || self.leave.contains(key)))
            .map(|&key| self.size[key])
            .sum();
        taken - freed
    }

    fn issue(&mut self, n: usize) {
        self.now += self.change(n);
        let (reads, writes) = self.uses[n].clone();
        for key in reads {
            self.reads[key] -= 1;
            if self.reads[key] == 0 && !self.leave.contains(key) {
                self.live.remove(key);
            }
        }
        for key in writes {
            if self.reads[key] > 0 || self.leave.contains(key) {
                self.live.insert(key);
            }
        }
    }
}
