//! Register allocation: values with disjoint live ranges share a physical register; the rest is spilled to local memory.

use super::Options;
use super::body::{Block, Body, Liveness, in_registers, registers};
use crate::program::Space;
use crate::ptx::isa::{Mod, Opcode};
use crate::ptx::program::{Address, Detail, Instr, Reg, RegClass, Src, ValueLocation};
use std::cmp::Reverse;
use std::collections::BTreeSet;

pub(super) fn run(body: &mut Body, options: &Options) {
    // Registers of spill code are not spilled again, so that the loop terminates.
    let mut spilled: Vec<Reg> = Vec::new();
    loop {
        let ranges = LiveRanges::new(body);
        let assigned = ranges.assign(options.reserved);
        let excess = assigned.registers.saturating_sub(options.registers);
        if excess > 0 {
            let room = options.registers.saturating_sub(options.reserved);
            let victims = ranges.victims(body, &spilled, room);
            victims.iter().for_each(|victim| spill(body, *victim, &mut spilled));
            if !victims.is_empty() {
                continue;
            }
        }
        // Frames are consecutive on the stack.
        body.frame = body.frame.next_multiple_of(16);
        rename(body, &assigned);
        return;
    }
}

/// Live ranges by register: ascending ranges of code positions. An instruction reads at an even position and writes at
/// the next odd one, so that a result can reuse the register of an operand.
struct LiveRanges {
    intervals: Vec<Vec<(u32, u32)>>,
    class: Vec<Option<RegClass>>,
    reads: Vec<u32>,
    preds: usize,
}

struct Assignment {
    /// Physical number of each register: a predicate number, or the first 32-bit register.
    number: Vec<Option<u32>>,
    registers: u32,
    predicates: u32,
}

impl LiveRanges {
    fn new(body: &Body) -> LiveRanges {
        let liveness = Liveness::new(body);
        let keys = body.keys();
        let mut ranges = LiveRanges {
            intervals: vec![Vec::new(); keys],
            class: vec![None; keys],
            reads: vec![0; keys],
            preds: body.counts[0] as usize,
        };
        let mut end = 2 * body.instrs().count() as u32;
        for (at, block) in body.blocks.iter().enumerate().rev() {
            let start = end - 2 * block.code.len() as u32;
            let mut live = liveness.leave[at].clone();
            // Last use of each live value.
            let mut until: Vec<u32> = vec![end; keys];
            for (n, instr) in block.code.iter().enumerate().rev() {
                let place = start + 2 * n as u32;
                let (reads, writes) = instr.reads_and_writes();
                for reg in &writes {
                    let key = body.key(*reg);
                    ranges.class[key] = Some(reg.class);
                    if !live.contains(key) {
                        // The value is never read, but the write needs a register.
                        ranges.intervals[key].push((place + 1, place + 2));
                    } else if liveness.overwrites(instr, key) {
                        ranges.intervals[key].push((place + 1, until[key]));
                    }
                }
                let after = live.clone();
                liveness.step_back(body, instr, &mut live);
                for reg in &reads {
                    let key = body.key(*reg);
                    ranges.class[key] = Some(reg.class);
                    ranges.reads[key] += 1;
                }
                // Values that are live here and not live after, or overwritten.
                let made = |key: usize| {
                    liveness.overwrites(instr, key) && writes.iter().any(|&reg| body.key(reg) == key)
                };
                for key in live.iter().filter(|&key| !after.contains(key) || made(key)) {
                    until[key] = place + 1;
                }
            }
            for key in live.iter() {
                ranges.intervals[key].push((start, until[key]));
            }
            end = start;
        }
        // Arguments are live before the first instruction.
        for reg in in_registers(&body.params) {
            ranges.class[body.key(reg)] = Some(reg.class);
            ranges.intervals[body.key(reg)].push((0, 1));
        }
        for intervals in &mut ranges.intervals {
            intervals.sort_unstable();
        }
        ranges
    }

    /// Assigns each register the lowest number that is free over its live range, in order of the range starts.
    fn assign(&self, reserved: u32) -> Assignment {
        let mut order: Vec<usize> = (0..self.intervals.len()).filter(|&k| self.class[k].is_some()).collect();
        order.sort_by_key(|&key| (self.intervals[key].first().copied(), key));
        let mut assigned =
            Assignment { number: vec![None; self.intervals.len()], registers: 0, predicates: 0 };
        // Occupied ranges by physical number. Predicates have their own file.
        let mut taken: [Vec<Vec<(u32, u32)>>; 2] = [Vec::new(), Vec::new()];
        for key in order {
            let (file, size) = match self.class[key] {
                Some(RegClass::Pred) => (1, 1),
                Some(RegClass::Short) | None => (0, 1),
                Some(RegClass::Long) => (0, 2),
                Some(RegClass::Quad) => (0, 4),
            };
            let file = &mut taken[file];
            let own = &self.intervals[key];
            let free = |file: &[Vec<(u32, u32)>], n: usize| {
                (n..n + size).all(|n| file.get(n).is_none_or(|taken| !overlap(taken, own)))
            };
            let number = (0..).step_by(size).find(|&n| free(file, n)).unwrap_or(0);
            if file.len() < number + size {
                file.resize(number + size, Vec::new());
            }
            for place in &mut file[number..number + size] {
                let in_order = place.last().is_none_or(|last| own.first().is_none_or(|own| last <= own));
                place.extend_from_slice(own);
                if !in_order {
                    place.sort_unstable();
                }
            }
            assigned.number[key] = Some(number as u32);
        }
        assigned.registers = taken[0].len() as u32 + reserved;
        assigned.predicates = taken[1].len() as u32;
        assigned
    }

    /// The values to spill, so that no more than `room` registers are live anywhere: where most are, the value with a long live range
    /// and few reads, and so on. One value at least: registers can be too many without, because those of wide values are aligned.
    ///
    /// Spill code needs registers of its own, which this does not count: the next round does. A round that chose one value would take
    /// minutes for large kernels, because each looks at the whole body.
    fn victims(&self, body: &Body, spilled: &[Reg], room: u32) -> Vec<Reg> {
        let places = 2 * body.instrs().count();
        let mut load = vec![0_u32; places + 1];
        let size = |key: usize| match self.class[key] {
            Some(RegClass::Short) => 1,
            Some(RegClass::Long) => 2,
            _ => 0,
        };
        for (key, intervals) in self.intervals.iter().enumerate() {
            for &(from, to) in intervals {
                load[from as usize..to as usize].iter_mut().for_each(|l| *l += size(key));
            }
        }
        let fixed = in_registers(&body.params).chain(in_registers(&body.returns));
        let kept: BTreeSet<Reg> = fixed.chain(spilled.iter().copied()).collect();
        let mut named: Vec<Option<Reg>> = vec![None; self.intervals.len()];
        for instr in body.instrs() {
            let (reads, writes) = instr.reads_and_writes();
            reads.into_iter().chain(writes).for_each(|reg| named[body.key(reg)] = Some(reg));
        }
        let worth = |key: usize| {
            let length: u64 = self.intervals[key].iter().map(|&(from, to)| u64::from(to - from)).sum();
            length * u64::from(size(key)) / u64::from(self.reads[key] + 1)
        };
        let mut candidates: Vec<(u64, usize, Reg)> = (self.preds..self.intervals.len())
            .filter(|&key| size(key) > 0)
            .filter_map(|key| Some((worth(key), key, named[key].filter(|reg| !kept.contains(reg))?)))
            .collect();
        let mut victims = Vec::new();
        loop {
            let most = load.iter().enumerate().max_by_key(|&(at, &l)| (l, Reverse(at)));
            let (fullest, load_there) = most.map_or((0, 0), |(at, &l)| (at as u32, l));
            if load_there <= room && !victims.is_empty() {
                return victims;
            }
            let lives_there =
                |key: usize| self.intervals[key].iter().any(|&(from, to)| (from..to).contains(&fullest));
            let live = candidates.iter().enumerate().filter(|(_, (_, key, _))| lives_there(*key));
            let Some((at, _)) = live.max_by_key(|(_, (worth, key, _))| (*worth, *key)) else {
                return victims;
            };
            let (_, key, reg) = candidates.swap_remove(at);
            for &(from, to) in &self.intervals[key] {
                load[from as usize..to as usize].iter_mut().for_each(|l| *l -= size(key));
            }
            victims.push(reg);
        }
    }
}

/// Whether two lists of disjoint ascending ranges overlap. Of the first, only ranges that end after the start of the second
/// are looked at: they are few, because registers are assigned in order of their starts.
fn overlap(a: &[(u32, u32)], b: &[(u32, u32)]) -> bool {
    let start = b.first().map_or(0, |b| b.0);
    let (mut i, mut j) = (a.partition_point(|a| a.1 <= start), 0);
    while i < a.len() && j < b.len() {
        if a[i].0 < b[j].1 && b[j].0 < a[i].1 {
            return true;
        }
        if a[i].1 < b[j].1 { i += 1 } else { j += 1 }
    }
    false
}

/// Spills a value to local memory: a store after each write, a load before each read.
fn spill(body: &mut Body, victim: Reg, spilled: &mut Vec<Reg>) {
    let bytes = u32::from(victim.bits.max(32)) / 8;
    let at = body.frame.next_multiple_of(bytes);
    body.frame = at + bytes;
    let ty = if victim.class == RegClass::Long { Mod::B64 } else { Mod::B32 };
    for block in 0..body.blocks.len() {
        let code = std::mem::take(&mut body.blocks[block].code);
        let mut out = Block::default();
        for mut instr in code {
            let (reads, writes) = instr.reads_and_writes();
            let (read, written) = (reads.contains(&victim), writes.contains(&victim));
            if !read && !written {
                out.code.push(instr);
                continue;
            }
            let reg = body.fresh(victim.class, victim.bits);
            spilled.push(reg);
            let access = |opcode| Instr {
                guard: None,
                opcode,
                mods: [Mod::Local, ty].into(),
                dst: Box::default(),
                src: Box::default(),
                detail: Detail::Access(Space::Local, Address { base: Src::Frame(i64::from(at)), offset: 0 }),
                line: instr.line,
                source: instr.source,
                call_site: instr.call_site,
                uniform: false,
            };
            // A guarded write may keep the old value, which must be loaded first.
            if read || instr.guard.is_some() {
                out.code.push(Instr { dst: [Some(reg)].into(), ..access(Opcode::Ld) });
            }
            let store = Instr { src: [Src::Reg(reg)].into(), ..access(Opcode::St) };
            registers(&mut instr, |r| {
                if *r == victim {
                    *r = reg;
                }
            });
            out.code.push(instr);
            if written {
                out.code.push(store);
            }
        }
        body.blocks[block] = out;
    }
}

/// Replaces virtual by physical registers.
fn rename(body: &mut Body, assigned: &Assignment) {
    let renamed = |body: &Body, reg: Reg| {
        let number = assigned.number[body.key(reg)].unwrap_or(0);
        let index = match reg.class {
            RegClass::Pred | RegClass::Short => number,
            RegClass::Long | RegClass::Quad => number / 2,
        };
        Reg { index, ..reg }
    };
    for block in 0..body.blocks.len() {
        let mut code = std::mem::take(&mut body.blocks[block].code);
        for instr in &mut code {
            registers(instr, |reg| *reg = renamed(body, *reg));
        }
        body.blocks[block].code = code;
    }
    let place = |body: &Body, places: &[ValueLocation]| -> Vec<ValueLocation> {
        let one = |place: &ValueLocation| match *place {
            ValueLocation::Register(reg) => ValueLocation::Register(renamed(body, reg)),
            other => other,
        };
        places.iter().map(one).collect()
    };
    (body.params, body.returns) = (place(body, &body.params), place(body, &body.returns));
    let registers = assigned.registers;
    body.counts = [assigned.predicates, registers, registers.div_ceil(2) + 1];
    body.registers = Some(registers);
}
