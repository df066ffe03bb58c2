//! Registers of a warp, and the instructions that only compute.

use super::decode::AccessAction;
use super::groups::Groups;
use crate::code::AccessKind;
use crate::execute::lanes::{LaneOp, Results, Sources};
use crate::execute::poll::Polls;
use crate::execute::{LaneMask, SyncEvent, WarpId};
use crate::program::{Pc, Space};

/// Lanes of a warp.
pub(super) const LANES: usize = 32;
/// Number of the register that is always 0.
pub(super) const RZ: u8 = 255;
/// Number of the predicate that is always true.
pub(super) const PT: u8 = 7;

/// Registers of `W` lanes each: those of a warp, or with one lane the uniform ones.
pub(super) struct File<const W: usize> {
    /// The last is always 0.
    pub rows: Vec<[u32; W]>,
    /// A bit per lane; the last is always true.
    pub predicates: [u64; 8],
}

/// What a source of an operation is, by its place in [`Sources`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    Short,
    /// 64 bits in two registers.
    Long,
    Predicate,
}

/// Where a source comes from.
#[derive(Clone, Copy, Debug)]
pub(super) enum From {
    /// A register of the same file.
    Row(u8),
    /// A uniform register, for all lanes.
    Uniform(u8),
    /// The same bits for all lanes.
    Value(u64),
    Predicate(PredicateSource),
}

/// A predicate that is read.
#[derive(Clone, Copy, Debug)]
pub(super) struct PredicateSource {
    pub index: u8,
    pub uniform: bool,
    pub negated: bool,
}

/// A part of a register with two halves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    Whole,
    /// The lower half, twice.
    Low,
    /// The upper half, twice.
    High,
    /// What is above this bit.
    Above(u32),
}

/// A source of an operation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source {
    pub class: Class,
    pub from: From,
    pub part: Part,
    /// Bits that are cleared: the signs of a magnitude.
    pub clear: u64,
    /// Bits that are inverted, after that.
    pub invert: u64,
}

impl Source {
    pub const fn new(class: Class, from: From) -> Source {
        Source { class, from, part: Part::Whole, clear: 0, invert: 0 }
    }

    fn is_plain(&self) -> bool {
        self.part == Part::Whole && self.clear == 0 && self.invert == 0
    }
}

/// How the result of a comparison is combined with a predicate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Combine {
    And,
    Or,
    Xor,
}

/// An instruction that computes registers and predicates from registers and predicates.
#[derive(Clone, Debug)]
pub(super) struct Compute<const W: usize> {
    pub op: LaneOp<W>,
    pub sources: Vec<Source>,
    pub destination: Option<(u8, Class)>,
    /// Numbers of the predicates that are written; [`PT`] is none.
    pub predicates: [u8; 2],
    /// The predicates are `raw ∘ q` and `!raw ∘ q`.
    pub combine: Option<(Combine, PredicateSource)>,
    /// The result is this where the predicate holds, and 0 elsewhere.
    pub select: Option<u32>,
}

/// Room for operands and results.
pub(super) struct Scratch<const W: usize> {
    short: [[u32; W]; 5],
    long: [[u64; W]; 5],
    pub results: Results<W>,
}

impl<const W: usize> Scratch<W> {
    pub fn new() -> Scratch<W> {
        let results = Results { s: [0; W], l: [0; W], p: [0; 2] };
        Scratch { short: [[0; W]; 5], long: [[0; W]; 5], results }
    }
}

impl<const W: usize> File<W> {
    pub fn new(rows: usize) -> File<W> {
        let mut predicates = [0; 8];
        predicates[usize::from(PT)] = u64::MAX;
        File { rows: vec![[0; W]; rows], predicates }
    }

    pub fn reset(&mut self) {
        self.rows.iter_mut().for_each(|row| row.fill(0));
        self.predicates[..usize::from(PT)].fill(0);
    }

    fn zero(&self) -> usize {
        self.rows.len() - 1
    }

    /// The row of a register's upper half; that of the zero register is itself.
    #[inline]
    fn next(&self, row: u8) -> usize {
        (usize::from(row) + 1).min(self.zero())
    }

    /// The value of a lane of a register pair.
    #[inline]
    pub fn pair(&self, row: u8, lane: usize) -> u64 {
        u64::from(self.rows[usize::from(row)][lane]) | u64::from(self.rows[self.next(row)][lane]) << 32
    }

    /// Writes the lanes of `mask`.
    #[inline]
    pub fn set(&mut self, row: usize, values: &[u32; W], mask: u64) {
        if row >= self.zero() {
            return;
        }
        let row = &mut self.rows[row];
        if mask == u64::MAX >> (64 - W) {
            *row = *values;
            return;
        }
        for lane in LaneMask(mask).lanes() {
            row[lane] = values[lane];
        }
    }

    pub fn set_long(&mut self, row: u8, values: &[u64; W], mask: u64) {
        self.set(usize::from(row), &values.map(|value| value as u32), mask);
        if usize::from(row) < self.zero() {
            self.set(usize::from(row) + 1, &values.map(|value| (value >> 32) as u32), mask);
        }
    }

    /// Writes the lanes of `mask` of a predicate.
    #[inline]
    pub fn set_predicate(&mut self, index: u8, values: u64, mask: u64) {
        if index != PT {
            let predicate = &mut self.predicates[usize::from(index)];
            *predicate = *predicate & !mask | values & mask;
        }
    }

    /// Copies a register with predicates at a bit of it.
    pub fn read_predicates(&mut self, (destination, source, bits, at): (u8, u8, u32, u32), mask: u64) {
        let source = self.rows[usize::from(source)];
        let values = std::array::from_fn(|lane| {
            let held = (0..7).fold(0, |all, p| all | ((self.predicates[p] >> lane & 1) as u32) << p);
            source[lane] & !(bits << at) | (held & bits) << at
        });
        self.set(usize::from(destination), &values, mask);
    }

    /// Sets predicates to the bits of a register from one on.
    pub fn write_predicates(&mut self, (source, bits, at): (u8, u32, u32), mask: u64) {
        let source = self.rows[usize::from(source)];
        for p in (0..7u8).filter(|p| bits >> p & 1 == 1) {
            let shift = at + u32::from(p);
            let held = (0..W).fold(0, |all, lane| all | u64::from(source[lane] >> shift & 1) << lane);
            self.set_predicate(p, held, mask);
        }
    }

    /// Computes for the lanes of `mask`. `uniform` are the uniform registers.
    #[inline]
    pub fn compute(
        &mut self,
        action: &Compute<W>,
        uniform: Option<&File<1>>,
        mask: u64,
        scratch: &mut Scratch<W>,
    ) {
        let read = |q: PredicateSource| {
            let held = match uniform.filter(|_| q.uniform) {
                Some(file) => {
                    if file.predicates[usize::from(q.index)] & 1 == 1 {
                        u64::MAX
                    } else {
                        0
                    }
                }
                None => self.predicates[usize::from(q.index)],
            };
            if q.negated { !held } else { held }
        };
        let mut p = [0; 5];
        for (at, source) in action.sources.iter().enumerate() {
            if let From::Predicate(q) = source.from {
                p[at] = read(q);
                continue;
            }
            if matches!((source.class, source.from, source.is_plain()), (Class::Short, From::Row(_), true)) {
                continue;
            }
            match source.class {
                Class::Short => {
                    let room = &mut scratch.short[at];
                    match source.from {
                        From::Row(row) => *room = self.rows[usize::from(row)],
                        From::Uniform(row) => {
                            *room = [uniform.map_or(0, |file| file.rows[usize::from(row)][0]); W]
                        }
                        From::Value(value) => *room = [value as u32; W],
                        From::Predicate(_) => {}
                    }
                    match source.part {
                        Part::Whole => {}
                        Part::Low => room.iter_mut().for_each(|v| *v = *v & 0xffff | *v << 16),
                        Part::Above(bit) => room.iter_mut().for_each(|v| *v >>= bit),
                        Part::High => room.iter_mut().for_each(|v| *v = *v >> 16 | *v & 0xffff_0000),
                    }
                    let (clear, invert) = (!source.clear as u32, source.invert as u32);
                    room.iter_mut().for_each(|v| *v = *v & clear ^ invert);
                }
                _ => {
                    let room = &mut scratch.long[at];
                    match source.from {
                        From::Row(row) => {
                            let (low, high) = (&self.rows[usize::from(row)], &self.rows[self.next(row)]);
                            for lane in 0..W {
                                room[lane] = u64::from(low[lane]) | u64::from(high[lane]) << 32;
                            }
                        }
                        From::Uniform(row) => *room = [uniform.map_or(0, |file| file.pair(row, 0)); W],
                        From::Value(value) => *room = [value; W],
                        From::Predicate(_) => {}
                    }
                    room.iter_mut().for_each(|v| *v = *v & !source.clear ^ source.invert);
                }
            }
        }
        let Scratch { short, long, results } = scratch;
        let mut sources = Sources { s: short.each_ref(), l: long.each_ref(), p };
        for (at, source) in action.sources.iter().enumerate() {
            if let (Class::Short, From::Row(row), true) = (source.class, source.from, source.is_plain()) {
                sources.s[at] = &self.rows[usize::from(row)];
            }
        }
        (action.op)(&sources, results);
        if let Some((combine, q)) = action.combine {
            let (raw, q) = (results.p[0], read(q));
            results.p = [raw, !raw].map(|raw| match combine {
                Combine::And => raw & q,
                Combine::Or => raw | q,
                Combine::Xor => raw ^ q,
            });
        }
        if let Some(value) = action.select {
            results.s = std::array::from_fn(|lane| if results.p[0] >> lane & 1 == 1 { value } else { 0 });
        }
        match action.destination {
            Some((row, Class::Short)) => self.set(usize::from(row), &results.s, mask),
            Some((row, _)) => self.set_long(row, &results.l, mask),
            None => {}
        }
        for (&index, &values) in action.predicates.iter().zip(&results.p) {
            self.set_predicate(index, values, mask);
        }
    }
}

/// What a warp is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum State {
    Ready,
    /// All its lanes wait at a barrier of the CTA.
    AtBarrier,
    Ended,
}

/// A warp in execution.
pub(super) struct Warp {
    pub file: File<LANES>,
    pub uniform: File<1>,
    pub groups: Groups,
    /// Lanes that each lane will meet, by convergence barrier.
    pub barriers: [[u32; LANES]; 16],
    /// Where each lane goes after a collective.
    pub targets: [u32; LANES],
    pub state: State,
    /// Number of its first thread.
    pub first: u32,
    /// Whether the barrier at which it waits counts threads.
    pub counted: bool,
    /// The reduction of the barrier at which it waits.
    pub reduces: Option<super::decode::Reduction>,
    /// Result of the last reducing barrier.
    pub reduced: (u32, bool),
    /// Local memory of each lane.
    pub local: Vec<Vec<u8>>,
    /// Room for a copy of parameters.
    pub param_copy: Vec<u8>,
    pub executed: u64,
    /// Whether its turn is over.
    pub yields: bool,
    /// The test of an mbarrier that failed in this turn.
    pub failed_test: Option<super::asynchronous::FailedTest>,
    /// What its last instruction did to the order of accesses, if a listener asks.
    pub events: Option<Vec<SyncEvent>>,
    pub polls: Polls,
}

impl Warp {
    pub fn new(first: u32, local: usize) -> Warp {
        Warp {
            file: File::new(256),
            uniform: File::new(64),
            groups: Groups::default(),
            barriers: [[0; LANES]; 16],
            targets: [0; LANES],
            state: State::Ready,
            first,
            counted: false,
            reduces: None,
            reduced: (0, false),
            local: vec![vec![0; local]; LANES],
            param_copy: Vec::new(),
            executed: 0,
            yields: false,
            failed_test: None,
            events: None,
            polls: Polls::default(),
        }
    }

    /// Looks whether an access found what it found before: then its lanes wait for another warp.
    pub fn poll(&mut self, access: &AccessAction, pc: Pc, mask: u64) {
        if access.polls && mask != 0 {
            let rows = usize::from(access.destination.unwrap_or(RZ));
            let rows = &self.file.rows[rows..(rows + access.shape.bytes.div_ceil(4) as usize).min(256)];
            let values = rows.iter().flat_map(|row| LaneMask(mask).lanes().map(|lane| row[lane].into()));
            self.yields |= self.polls.again(pc, LaneMask(mask), values);
        } else if matches!(access.kind, AccessKind::Store | AccessKind::Reduce)
            && access.space != Space::Local
        {
            self.polls.clear();
        }
    }

    /// Its number in the CTA.
    pub fn number(&self) -> WarpId {
        WarpId(self.first / LANES as u32)
    }

    /// Notes an effect on the order of accesses.
    #[inline]
    pub fn note(&mut self, event: impl FnOnce() -> SyncEvent) {
        if let Some(events) = &mut self.events {
            events.push(event());
        }
    }

    /// Goes to the first instruction with these lanes.
    pub fn start(&mut self, lanes: u64, architecture: u32) {
        self.file.reset();
        self.uniform.reset();
        self.groups.start(lanes, architecture);
        self.barriers = [[0; LANES]; 16];
        self.state = State::Ready;
        (self.reduces, self.reduced) = (None, (0, false));
        self.local.iter_mut().for_each(|local| local.fill(0));
        self.executed = 0;
        (self.yields, self.failed_test) = (false, None);
        self.polls.clear();
    }

    /// The lanes where a predicate holds.
    #[inline]
    pub fn holds(&self, q: PredicateSource) -> u64 {
        let held = match q.uniform {
            true => 0u64.wrapping_sub(self.uniform.predicates[usize::from(q.index)] & 1),
            false => self.file.predicates[usize::from(q.index)],
        };
        (if q.negated { !held } else { held }) & 0xffff_ffff
    }
}
