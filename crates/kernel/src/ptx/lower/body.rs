//! Intermediate form of the passes: one function as a list of basic blocks.

use crate::program::Pc;
use crate::ptx::isa::{Mod, Opcode};
use crate::ptx::program::{Detail, Function, Guard, Instr, Program, Reg, RegClass, Src, ValueLocation};

/// A function as basic blocks. A [`Pc`] in a branch is a block number here.
pub(super) struct Body {
    pub blocks: Vec<Block>,
    /// Number of registers in use: predicates, short, long.
    pub counts: [u32; 3],
    /// Bytes of the stack frame per thread.
    pub frame: u32,
    pub is_kernel: bool,
    /// Locations of arguments and results.
    pub params: Vec<ValueLocation>,
    pub returns: Vec<ValueLocation>,
    /// Number of physical 32-bit registers, after allocation.
    pub registers: Option<u32>,
    name: String,
    unit: usize,
}

/// A basic block. Control continues with the next block unless the last instruction never falls through.
#[derive(Clone, Default)]
pub(super) struct Block {
    pub code: Vec<Instr>,
    /// Whether the block starts a loop that is not to be unrolled.
    pub nounroll: bool,
}

impl Block {
    /// Successor blocks; `next` is the number of the following block.
    pub fn successors(&self, next: usize) -> Vec<usize> {
        let mut all = Vec::new();
        match self.code.last().map(|i| &i.detail) {
            Some(Detail::Branch(target)) => all.push(target.index()),
            Some(Detail::Table(targets)) => all.extend(targets.iter().map(|t| t.index())),
            _ => {}
        }
        if !self.code.last().is_some_and(Instr::never_falls_through) {
            all.push(next);
        }
        all
    }
}

/// Calls `act` with every register of an instruction.
pub(super) fn registers(instr: &mut Instr, mut act: impl FnMut(&mut Reg)) {
    let source = |src: &mut Src, act: &mut dyn FnMut(&mut Reg)| match src {
        Src::Reg(reg) | Src::Not(reg) => act(reg),
        _ => {}
    };
    instr.src.iter_mut().for_each(|src| source(src, &mut act));
    if let Detail::Access(_, address) = &mut instr.detail {
        source(&mut address.base, &mut act);
    }
    if let Some(guard) = &mut instr.guard {
        act(&mut guard.reg);
    }
    if let Detail::Call(call) = &mut instr.detail {
        for place in call.arguments.iter_mut().chain(&mut call.results) {
            if let ValueLocation::Register(reg) = place {
                act(reg);
            }
        }
    }
    instr.dst.iter_mut().flatten().for_each(act);
}

/// The locations that are registers.
pub(super) fn in_registers(places: &[ValueLocation]) -> impl Iterator<Item = Reg> {
    places.iter().filter_map(|place| place.register())
}

/// Whether an instruction has effects other than register writes.
pub(super) fn has_effect(instr: &Instr) -> bool {
    use Opcode::*;
    match instr.opcode {
        Ld | Ldu => instr.has(Mod::Volatile) || instr.has(Mod::Acquire) || instr.has(Mod::Relaxed),
        St | Atom | Red | Prefetch | Prefetchu | Bar | Barrier | Membar | Fence | Bra | Brx | Call | Ret
        | Exit | Trap | Brkpt | Nanosleep | Pmevent | Griddepcontrol | Shfl | Vote | Match | Redux
        | Elect | Sust | Sured | Cp | Mbarrier => true,
        Stmatrix => true,
        Wmma => instr.has(Mod::Store),
        _ => instr.has(Mod::Cc) || reads_clock(instr),
    }
}

/// Whether the instruction reads a clock: two reads are never equal.
pub(super) fn reads_clock(instr: &Instr) -> bool {
    instr
        .src
        .iter()
        .any(|src| matches!(src, Src::Special(s) if s.text().contains("clock") || s.text().contains("timer")))
}

impl Body {
    /// Splits a function into basic blocks.
    pub fn new(program: &Program, function: &Function, is_kernel: bool) -> Body {
        let within = |pc: &&Pc| (function.entry..function.end).contains(pc);
        let leaders: Vec<Pc> = program.flow.leaders.iter().filter(within).copied().collect();
        let block_of = |pc: Pc| Pc(leaders.partition_point(|&l| l <= pc) as u32 - 1);
        let mut blocks = Vec::with_capacity(leaders.len());
        for (at, leader) in leaders.iter().enumerate() {
            let end = leaders.get(at + 1).copied().unwrap_or(function.end);
            let mut code = program.code[leader.index()..end.index()].to_vec();
            for instr in &mut code {
                // If an instruction names a destination twice, the last value remains.
                for at in 0..instr.dst.len() {
                    if instr.dst[at + 1..].contains(&instr.dst[at]) {
                        instr.dst[at] = None;
                    }
                }
                match &mut instr.detail {
                    Detail::Branch(target) => *target = block_of(*target),
                    Detail::Table(targets) => targets.iter_mut().for_each(|t| *t = block_of(*t)),
                    _ => {}
                }
            }
            blocks.push(Block { code, nounroll: function.nounroll.contains(leader) });
        }
        Body {
            blocks,
            counts: [function.preds, function.shorts, function.longs],
            frame: function.frame,
            is_kernel,
            params: function.params.clone(),
            returns: function.returns.clone(),
            registers: None,
            name: function.name.clone(),
            unit: function.unit,
        }
    }

    /// Appends the function to a program's code.
    pub fn place(mut self, code: &mut Vec<Instr>) -> Function {
        let entry = Pc(code.len() as u32);
        let mut starts = Vec::with_capacity(self.blocks.len());
        let mut next = entry.0;
        for block in &self.blocks {
            starts.push(Pc(next));
            next += block.code.len() as u32;
        }
        for block in &mut self.blocks {
            for instr in &mut block.code {
                match &mut instr.detail {
                    Detail::Branch(target) => *target = starts[target.index()],
                    Detail::Table(targets) => targets.iter_mut().for_each(|t| *t = starts[t.index()]),
                    _ => {}
                }
            }
            code.append(&mut block.code);
        }
        Function {
            name: self.name,
            unit: self.unit,
            entry,
            end: Pc(next),
            preds: self.counts[0],
            shorts: self.counts[1],
            longs: self.counts[2],
            frame: self.frame,
            params: self.params,
            returns: self.returns,
            nounroll: Vec::new(),
        }
    }

    /// Number of register keys.
    pub fn keys(&self) -> usize {
        self.counts.iter().sum::<u32>() as usize
    }

    /// Key of a register: a dense index, unique over all classes.
    pub fn key(&self, reg: Reg) -> usize {
        let [preds, shorts, _] = self.counts;
        (reg.index
            + match reg.class {
                RegClass::Pred => 0,
                RegClass::Short => preds,
                RegClass::Long | RegClass::Quad => preds + shorts,
            }) as usize
    }

    /// Creates a new register. Invalidates keys.
    pub fn fresh(&mut self, class: RegClass, bits: u8) -> Reg {
        let (file, wide) = match class {
            RegClass::Pred => (0, 1),
            RegClass::Short => (1, 1),
            RegClass::Long => (2, 1),
            RegClass::Quad => (2, 2),
        };
        let index = self.counts[file];
        self.counts[file] += wide;
        Reg { class, bits, index }
    }

    /// All instructions, in order.
    pub fn instrs(&self) -> impl Iterator<Item = &Instr> {
        self.blocks.iter().flat_map(|block| &block.code)
    }

    /// All instructions, in order, mutable.
    pub fn instrs_mut(&mut self) -> impl Iterator<Item = &mut Instr> {
        self.blocks.iter_mut().flat_map(|block| &mut block.code)
    }

    /// Predecessors of each block.
    pub fn predecessors(&self) -> Vec<Vec<usize>> {
        let mut all = vec![Vec::new(); self.blocks.len()];
        for (at, block) in self.blocks.iter().enumerate() {
            for to in block.successors(at + 1) {
                if to < all.len() && !all[to].contains(&at) {
                    all[to].push(at);
                }
            }
        }
        all
    }

    /// Number of writes per key. An argument counts as one write.
    pub fn writes(&self) -> Vec<u32> {
        let mut writes = vec![0; self.keys()];
        in_registers(&self.params).for_each(|reg| writes[self.key(reg)] += 1);
        for instr in self.instrs() {
            instr.reads_and_writes().1.iter().for_each(|&reg| writes[self.key(reg)] += 1);
        }
        writes
    }

    /// For each key, whether all reads see the same value: there is one write, and it dominates every read.
    /// In a loop, a read before the write would see the value of the previous iteration.
    pub fn steady(&self) -> Vec<bool> {
        let early = self.blocks.first().map(|_| Liveness::new(self).enter.swap_remove(0));
        let mut steady: Vec<bool> = self.writes().iter().map(|&writes| writes == 1).collect();
        let given: Vec<usize> = in_registers(&self.params).map(|reg| self.key(reg)).collect();
        for key in early.iter().flat_map(Bits::iter).filter(|key| !given.contains(key)) {
            steady[key] = false;
        }
        steady
    }

    /// For each key, its only writer, if that is unguarded and dominates every read.
    pub fn only_writes(&self) -> Vec<Option<&Instr>> {
        let steady = self.steady();
        let mut only = vec![None; self.keys()];
        for instr in self.instrs().filter(|i| i.guard.is_none()) {
            for reg in instr.reads_and_writes().1 {
                let key = self.key(reg);
                only[key] = steady[key].then_some(instr);
            }
        }
        only
    }

    /// Removes blocks. Control falls through to the next remaining block. No branch may target a removed block.
    pub fn retain_blocks(&mut self, keep: &[bool]) {
        let mut number = 0;
        let numbers: Vec<u32> = keep
            .iter()
            .map(|&keep| {
                number += u32::from(keep);
                number.saturating_sub(1)
            })
            .collect();
        let mut at = 0;
        self.blocks.retain(|_| {
            at += 1;
            keep[at - 1]
        });
        for instr in self.instrs_mut() {
            match &mut instr.detail {
                Detail::Branch(target) => *target = Pc(numbers[target.index()]),
                Detail::Table(targets) => targets.iter_mut().for_each(|t| *t = Pc(numbers[t.index()])),
                _ => {}
            }
        }
    }
}

/// Bit set of small numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Bits(Vec<u64>);

impl Bits {
    pub fn new(size: usize) -> Bits {
        Bits(vec![0; size.div_ceil(64)])
    }

    pub fn contains(&self, at: usize) -> bool {
        self.0[at / 64] >> (at % 64) & 1 == 1
    }

    /// Inserts a number. Returns true if it is new.
    pub fn insert(&mut self, at: usize) -> bool {
        let new = !self.contains(at);
        self.0[at / 64] |= 1 << (at % 64);
        new
    }

    pub fn remove(&mut self, at: usize) {
        self.0[at / 64] &= !(1 << (at % 64));
    }

    /// Adds all numbers of another set. Returns true if the set changed.
    pub fn union(&mut self, other: &Bits) -> bool {
        let mut new = false;
        for (own, other) in self.0.iter_mut().zip(&other.0) {
            new |= other & !*own != 0;
            *own |= other;
        }
        new
    }

    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(word, &bits)| {
            let mut rest = bits;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some(word * 64 + bit)
            })
        })
    }
}

/// Liveness of registers per block.
pub(super) struct Liveness {
    /// Registers live at the start of each block.
    pub enter: Vec<Bits>,
    /// Registers live at the end of each block.
    pub leave: Vec<Bits>,
    /// Registers that are read and written under the same guard only: a guarded write kills the old value.
    private: Bits,
}

impl Liveness {
    pub fn new(body: &Body) -> Liveness {
        let mut guards = private(body);
        loop {
            let mut private = Bits::new(body.keys());
            for (key, _) in guards.iter().enumerate().filter(|(_, guard)| guard.is_some()) {
                private.insert(key);
            }
            let liveness = Liveness::with(body, private);
            let Some(early) = liveness.enter.first() else { return liveness };
            // In a loop, the guard may change between the write and a read in the next iteration.
            let mut wrong = false;
            for (key, guard) in guards.iter_mut().enumerate() {
                if guard.is_some_and(|g| early.contains(key) || early.contains(body.key(g.reg))) {
                    (*guard, wrong) = (None, true);
                }
            }
            if !wrong {
                return liveness;
            }
        }
    }

    fn with(body: &Body, private: Bits) -> Liveness {
        let (count, keys) = (body.blocks.len(), body.keys());
        let none = vec![Bits::new(keys); count];
        let mut liveness = Liveness { enter: none.clone(), leave: none, private };
        // Fixed point, backwards: liveness propagates from the end.
        let mut changed = true;
        while changed {
            changed = false;
            for at in (0..count).rev() {
                let mut live = liveness.leave[at].clone();
                for to in body.blocks[at].successors(at + 1) {
                    if to < count {
                        live.union(&liveness.enter[to]);
                    }
                }
                liveness.leave[at].union(&live);
                for instr in body.blocks[at].code.iter().rev() {
                    liveness.step_back(body, instr, &mut live);
                }
                changed |= liveness.enter[at].union(&live);
            }
        }
        liveness
    }

    /// Whether the write of an instruction kills the old value. A guarded write may keep it.
    pub fn overwrites(&self, instr: &Instr, key: usize) -> bool {
        instr.guard.is_none() || self.private.contains(key)
    }

    /// Updates the live set from after an instruction to before it.
    pub fn step_back(&self, body: &Body, instr: &Instr, live: &mut Bits) {
        let (reads, writes) = instr.reads_and_writes();
        for reg in writes {
            let key = body.key(reg);
            if self.overwrites(instr, key) {
                live.remove(key);
            }
        }
        reads.iter().for_each(|&reg| {
            live.insert(body.key(reg));
        });
        if matches!(instr.opcode, Opcode::Ret) {
            in_registers(&body.returns).for_each(|reg| {
                live.insert(body.key(reg));
            });
        }
    }
}

/// For each key, the guard common to all its reads and writes, if there is one.
fn private(body: &Body) -> Vec<Option<Guard>> {
    let (keys, writes) = (body.keys(), body.writes());
    // The common guard so far; `Err` if there is none.
    let mut guards: Vec<Result<Option<Guard>, ()>> = vec![Ok(None); keys];
    in_registers(&body.params)
        .chain(in_registers(&body.returns))
        .for_each(|reg| guards[body.key(reg)] = Err(()));
    for instr in body.instrs() {
        let (reads, written) = instr.reads_and_writes();
        for reg in reads.into_iter().chain(written) {
            let common = &mut guards[body.key(reg)];
            *common = match (*common, instr.guard) {
                (Ok(None), Some(guard)) if writes[body.key(guard.reg)] == 1 => Ok(Some(guard)),
                (Ok(Some(common)), Some(guard)) if common == guard => Ok(Some(common)),
                _ => Err(()),
            };
        }
    }
    guards.into_iter().map(|guard| guard.unwrap_or(None)).collect()
}

/// The negated guard.
pub(super) fn negated(guard: Guard) -> Guard {
    Guard { negated: !guard.negated, ..guard }
}
