//! Physical registers: values that are never live together share one. What does not fit goes to local memory.

use super::Options;
use super::body::{Block, Body, Liveness, in_registers, registers};
use crate::program::{Address, Detail, Instr, Reg, RegClass, Space, Src, ValueLocation};
use crate::ptx::isa::{Mod, Opcode};

/// Registers that hold no value of the program: the stack pointer, which the calling convention keeps even
/// where there is no stack.
const RESERVED: u32 = 1;

pub(super) fn run(body: &mut Body, options: &Options) {
    // What was made to load and store a spilled value is not spilled again, so that there is an end to it.
    let mut spilled: Vec<Reg> = Vec::new();
    loop {
        let ranges = Ranges::new(body);
        let assigned = ranges.assign();
        if assigned.registers > options.registers
            && let Some(victim) = ranges.victim(body, &spilled)
        {
            spill(body, victim, &mut spilled);
            continue;
        }
        // Frames lie one after another.
        body.frame = body.frame.next_multiple_of(16);
        rename(body, &assigned);
        return;
    }
}

/// Where values are live: by register, stretches of places in the code, ascending. An instruction reads at an
/// even place and writes at the odd one after it, so that a result can take the register of an operand.
struct Ranges {
    stretches: Vec<Vec<(u32, u32)>>,
    class: Vec<Option<RegClass>>,
    reads: Vec<u32>,
    preds: usize,
}

struct Assigned {
    /// Of each register that is used: its number, in units of its own size for predicates and 32 bits for others.
    number: Vec<Option<u32>>,
    registers: u32,
    predicates: u32,
}

impl Ranges {
    fn new(body: &Body) -> Ranges {
        let liveness = Liveness::new(body);
        let keys = body.keys();
        let mut ranges = Ranges {
            stretches: vec![Vec::new(); keys],
            class: vec![None; keys],
            reads: vec![0; keys],
            preds: body.counts[0] as usize,
        };
        let mut end = 2 * body.instrs().count() as u32;
        for (at, block) in body.blocks.iter().enumerate().rev() {
            let start = end - 2 * block.code.len() as u32;
            let mut live = liveness.leave[at].clone();
            // Where each live value is last needed.
            let mut until: Vec<u32> = vec![end; keys];
            for (n, instr) in block.code.iter().enumerate().rev() {
                let place = start + 2 * n as u32;
                let (reads, writes) = instr.reads_and_writes();
                for reg in &writes {
                    let key = body.key(*reg);
                    ranges.class[key] = Some(reg.class);
                    if !live.contains(key) {
                        // Nobody reads it, but it is written somewhere.
                        ranges.stretches[key].push((place + 1, place + 2));
                    } else if liveness.overwrites(instr, key) {
                        ranges.stretches[key].push((place + 1, until[key]));
                    }
                }
                let after = live.clone();
                liveness.step_back(body, instr, &mut live);
                for reg in &reads {
                    let key = body.key(*reg);
                    ranges.class[key] = Some(reg.class);
                    ranges.reads[key] += 1;
                }
                // What is needed here, and was not needed after or was made anew.
                let made = |key: usize| {
                    liveness.overwrites(instr, key) && writes.iter().any(|&reg| body.key(reg) == key)
                };
                for key in live.iter().filter(|&key| !after.contains(key) || made(key)) {
                    until[key] = place + 1;
                }
            }
            for key in live.iter() {
                ranges.stretches[key].push((start, until[key]));
            }
            end = start;
        }
        // Arguments arrive before the first instruction.
        for reg in in_registers(&body.params) {
            ranges.class[body.key(reg)] = Some(reg.class);
            ranges.stretches[body.key(reg)].push((0, 1));
        }
        for stretches in &mut ranges.stretches {
            stretches.sort_unstable();
        }
        ranges
    }

    /// Gives every register the lowest number free wherever it is live, in the order in which they begin.
    fn assign(&self) -> Assigned {
        let mut order: Vec<usize> = (0..self.stretches.len()).filter(|&k| self.class[k].is_some()).collect();
        order.sort_by_key(|&key| (self.stretches[key].first().copied(), key));
        let mut assigned = Assigned { number: vec![None; self.stretches.len()], registers: 0, predicates: 0 };
        // By number, what is taken; predicates have a file of their own.
        let mut taken: [Vec<Vec<(u32, u32)>>; 2] = [Vec::new(), Vec::new()];
        for key in order {
            let (file, size) = match self.class[key] {
                Some(RegClass::Pred) => (1, 1),
                Some(RegClass::Short) | None => (0, 1),
                Some(RegClass::Long) => (0, 2),
                Some(RegClass::Quad) => (0, 4),
            };
            let file = &mut taken[file];
            let own = &self.stretches[key];
            let free = |file: &[Vec<(u32, u32)>], n: usize| {
                (n..n + size).all(|n| file.get(n).is_none_or(|taken| !overlap(taken, own)))
            };
            let number = (0..).step_by(size).find(|&n| free(file, n)).unwrap_or(0);
            if file.len() < number + size {
                file.resize(number + size, Vec::new());
            }
            for place in &mut file[number..number + size] {
                place.extend_from_slice(own);
                place.sort_unstable();
            }
            assigned.number[key] = Some(number as u32);
        }
        assigned.registers = taken[0].len() as u32 + RESERVED;
        assigned.predicates = taken[1].len() as u32;
        assigned
    }

    /// The value best kept in memory: live long, read seldom, where most are live.
    fn victim(&self, body: &Body, spilled: &[Reg]) -> Option<Reg> {
        let places = 2 * body.instrs().count();
        let mut load = vec![0_u32; places + 1];
        let size = |key: usize| match self.class[key] {
            Some(RegClass::Short) => 1,
            Some(RegClass::Long) => 2,
            _ => 0,
        };
        for (key, stretches) in self.stretches.iter().enumerate() {
            for &(from, to) in stretches {
                load[from as usize..to as usize].iter_mut().for_each(|l| *l += size(key));
            }
        }
        let fullest = load.iter().enumerate().max_by_key(|&(at, &l)| (l, std::cmp::Reverse(at)))?.0 as u32;
        let fixed: Vec<Reg> = in_registers(&body.params).chain(in_registers(&body.returns)).collect();
        let candidates = (self.preds..self.stretches.len()).filter(|&key| {
            size(key) > 0 && self.stretches[key].iter().any(|&(from, to)| (from..to).contains(&fullest))
        });
        let length =
            |key: usize| self.stretches[key].iter().map(|&(from, to)| u64::from(to - from)).sum::<u64>();
        let mut named: Vec<Option<Reg>> = vec![None; self.stretches.len()];
        for instr in body.instrs() {
            let (reads, writes) = instr.reads_and_writes();
            reads.into_iter().chain(writes).for_each(|reg| named[body.key(reg)] = Some(reg));
        }
        let possible = candidates.filter_map(|key| {
            let reg = named[key].filter(|reg| !fixed.contains(reg) && !spilled.contains(reg))?;
            Some((length(key) * u64::from(size(key)) / u64::from(self.reads[key] + 1), key, reg))
        });
        possible.max_by_key(|&(worth, key, _)| (worth, key)).map(|(_, _, reg)| reg)
    }
}

fn overlap(a: &[(u32, u32)], b: &[(u32, u32)]) -> bool {
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        if a[i].0 < b[j].1 && b[j].0 < a[i].1 {
            return true;
        }
        if a[i].1 < b[j].1 { i += 1 } else { j += 1 }
    }
    false
}

/// Keeps a value in local memory: stored where it is written, loaded where it is read.
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
                uniform: false,
            };
            // A guarded write may leave what was there.
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

/// Puts the numbers in.
fn rename(body: &mut Body, assigned: &Assigned) {
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
