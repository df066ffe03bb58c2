//! The tape of one warp: runs of instructions and addresses of memory accesses.

use super::Warp;
use crate::code::Code;
use crate::execute::LaneMask;
use crate::program::Pc;
use std::ops::Range;

/// Consecutive instructions executed with the same active lanes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct InstructionRun {
    /// The first instruction.
    pub first: Pc,
    /// Number of instructions.
    pub count: u32,
    /// Active lanes whose guard is true. Empty if the guard is false in every lane.
    pub lanes: LaneMask,
}

/// Addresses of a memory access, one per active lane.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Addresses<'a> {
    /// Addresses with a constant stride between lanes.
    Affine {
        /// Address of the first active lane.
        base: u64,
        /// Bytes from one lane to the next, whether active or not.
        stride: i32,
    },
    /// One address per active lane, in lane order.
    Listed(&'a [u64]),
}

impl Addresses<'_> {
    /// Iterates over the address of each active lane, in lane order.
    pub fn of(self, lanes: LaneMask) -> impl Iterator<Item = u64> {
        let first = lanes.0.trailing_zeros() as usize;
        lanes.lanes().enumerate().map(move |(nth, lane)| match self {
            Addresses::Affine { base, stride } => {
                base.wrapping_add_signed(i64::from(stride) * (lane - first) as i64)
            }
            Addresses::Listed(addresses) => addresses[nth],
        })
    }
}

/// A memory access in stored form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct AccessEntry {
    base: u64,
    stride: i32,
    /// Index of the first listed address, or [`AFFINE`].
    list: u32,
}

const AFFINE: u32 = u32::MAX;

impl AccessEntry {
    pub(super) fn shifted(self, by: u32) -> AccessEntry {
        match self.list {
            AFFINE => self,
            list => AccessEntry { list: list + by, ..self },
        }
    }

    pub(super) fn addresses(self, listed: &[u64], lanes: u32) -> Addresses<'_> {
        match self.list {
            AFFINE => Addresses::Affine { base: self.base, stride: self.stride },
            list => Addresses::Listed(&listed[list as usize..][..lanes as usize]),
        }
    }
}

/// Index ranges of one warp in the arrays of its CTA.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Span {
    pub(super) runs: (u32, u32),
    pub(super) accesses: (u32, u32),
}

impl Span {
    pub(super) fn runs(self) -> Range<usize> {
        self.runs.0 as usize..self.runs.1 as usize
    }

    pub(super) fn accesses(self) -> Range<usize> {
        self.accesses.0 as usize..self.accesses.1 as usize
    }
}

/// Builder of a warp's tape.
///
/// ```
/// use warploom_kernel::execute::{CtaId, LaneMask};
/// use warploom_kernel::program::Pc;
/// use warploom_kernel::tape::{Cta, WarpTape};
/// let mut warp = WarpTape::default();
/// warp.step(Pc(0), LaneMask(0xff));
/// warp.step(Pc(1), LaneMask(0xff));
/// warp.affine(0x1000, 4);
/// let mut cta = Cta::new(CtaId(0));
/// cta.push(&warp);
/// assert_eq!(cta.warp(0).instructions(), 2);
/// assert_eq!(cta.warp(0).runs().len(), 1);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WarpTape {
    runs: Vec<InstructionRun>,
    accesses: Vec<AccessEntry>,
    listed: Vec<u64>,
}

impl WarpTape {
    /// Whether nothing was recorded.
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Removes all content and keeps the allocated memory.
    pub fn clear(&mut self) {
        self.runs.clear();
        self.accesses.clear();
        self.listed.clear();
    }

    /// Appends an executed instruction.
    #[inline]
    pub fn step(&mut self, pc: Pc, lanes: LaneMask) {
        if let Some(run) = self.runs.last_mut()
            && run.first.0.wrapping_add(run.count) == pc.0
            && run.lanes == lanes
            && run.count < u32::MAX
        {
            run.count += 1;
        } else {
            self.runs.push(InstructionRun { first: pc, count: 1, lanes });
        }
    }

    /// Appends a run of instructions.
    pub fn run(&mut self, run: InstructionRun) {
        self.runs.push(run);
    }

    /// Appends the memory access of the last instruction; `addresses` has one entry per lane. At least one lane is active.
    #[inline]
    pub fn access(&mut self, lanes: LaneMask, addresses: &[u64]) {
        match stride(lanes, addresses) {
            Some(stride) => self.affine(addresses[lanes.0.trailing_zeros() as usize], stride),
            None => self.list(lanes.lanes().map(|lane| addresses[lane])),
        }
    }

    /// Appends an affine access of the last instruction: see [`Addresses::Affine`].
    #[inline]
    pub fn affine(&mut self, base: u64, stride: i32) {
        self.accesses.push(AccessEntry { base, stride, list: AFFINE });
    }

    /// Appends an access of the last instruction, with one address per active lane.
    pub fn list(&mut self, addresses: impl IntoIterator<Item = u64>) {
        self.accesses.push(AccessEntry { base: 0, stride: 0, list: self.listed.len() as u32 });
        self.listed.extend(addresses);
    }

    /// Runs appended so far.
    pub fn runs(&self) -> &[InstructionRun] {
        &self.runs
    }

    /// Approximate memory size in bytes.
    pub fn bytes(&self) -> usize {
        self.runs.capacity() * size_of::<InstructionRun>()
            + self.accesses.capacity() * size_of::<AccessEntry>()
            + self.listed.capacity() * size_of::<u64>()
    }

    pub(super) fn accesses(&self) -> &[AccessEntry] {
        &self.accesses
    }

    pub(super) fn listed(&self) -> &[u64] {
        &self.listed
    }
}

/// Stride between the addresses of neighbouring lanes, if it is constant.
#[inline]
fn stride(lanes: LaneMask, addresses: &[u64]) -> Option<i32> {
    // Fast path for a full warp, without a branch per lane: it dominates the cost of recording.
    if lanes.0.wrapping_add(1) == 1_u64.checked_shl(addresses.len() as u32).unwrap_or(0)
        && addresses.len() > 1
    {
        let stride = addresses[1].wrapping_sub(addresses[0]);
        let mut differ = 0;
        let mut expected = addresses[0];
        for &address in addresses {
            differ |= address ^ expected;
            expected = expected.wrapping_add(stride);
        }
        return if differ == 0 { i32::try_from(stride as i64).ok() } else { None };
    }
    let mut active = lanes.lanes();
    let first = active.next()?;
    let Some(second) = active.next() else { return Some(0) };
    let apart = addresses[second].wrapping_sub(addresses[first]) as i64;
    let steps = (second - first) as i64;
    let stride = i32::try_from(apart / steps).ok().filter(|_| apart % steps == 0)?;
    let expected =
        |lane: usize| addresses[first].wrapping_add_signed(i64::from(stride) * (lane - first) as i64);
    active.all(|lane| addresses[lane] == expected(lane)).then_some(stride)
}

/// Read position on the tape of a warp.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cursor {
    run: u32,
    /// Instructions already read from the current run.
    done: u32,
    /// Accesses already read.
    access: u32,
}

/// One executed warp instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step<'a> {
    /// The instruction.
    pub pc: Pc,
    /// Active lanes whose guard is true.
    pub lanes: LaneMask,
    /// Addresses of its memory access; `None` if no lane accessed memory.
    pub access: Option<Addresses<'a>>,
}

impl<'a> Warp<'a> {
    /// Returns the instruction at `cursor` and advances the cursor; `None` at the end.
    #[inline]
    pub fn next(&self, cursor: &mut Cursor, code: &Code) -> Option<Step<'a>> {
        let run = self.runs.get(cursor.run as usize)?;
        let pc = Pc(run.first.0 + cursor.done);
        cursor.done += 1;
        if cursor.done == run.count {
            (cursor.run, cursor.done) = (cursor.run + 1, 0);
        }
        let mut access = None;
        if run.lanes.0 != 0 && code.instructions[pc.index()].accesses() {
            access = Some(self.addresses(cursor.access as usize, run.lanes.count()));
            cursor.access += 1;
        }
        Some(Step { pc, lanes: run.lanes, access })
    }
}

/// Iterator over the executed instructions of a warp.
#[derive(Clone, Debug)]
pub struct Steps<'a> {
    warp: Warp<'a>,
    code: &'a Code,
    cursor: Cursor,
}

impl<'a> Steps<'a> {
    pub(super) fn new(warp: Warp<'a>, code: &'a Code) -> Steps<'a> {
        Steps { warp, code, cursor: Cursor::default() }
    }
}

impl<'a> Iterator for Steps<'a> {
    type Item = Step<'a>;

    fn next(&mut self) -> Option<Step<'a>> {
        self.warp.next(&mut self.cursor, self.code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::class::Class;
    use crate::code::{AccessKind, Effect, Instruction};
    use crate::execute::CtaId;
    use crate::program::Space;
    use crate::tape::Cta;
    use proptest::prelude::*;

    /// Odd instructions access memory.
    fn code(len: u32) -> Code {
        let instruction = |at: u32| Instruction {
            effect: match at % 2 {
                0 => Effect::None,
                _ => Effect::Memory { space: Space::Global, kind: AccessKind::Load, bytes: 4 },
            },
            ..Instruction::new("x", Class::Integer)
        };
        Code { instructions: (0..len).map(instruction).collect(), ..Code::default() }
    }

    type Executed = (u32, u64, Vec<u64>);

    /// A warp's steps as they were given and as they are read back.
    fn there_and_back(steps: &[Executed]) -> (Vec<Executed>, Cta) {
        let mut warp = WarpTape::default();
        for (pc, lanes, addresses) in steps {
            warp.step(Pc(*pc), LaneMask(*lanes));
            if pc % 2 == 1 && *lanes != 0 {
                warp.access(LaneMask(*lanes), addresses);
            }
        }
        let mut cta = Cta::new(CtaId(0));
        cta.push(&WarpTape::default());
        cta.push(&warp);
        cta.push(&warp);
        let code = code(8);
        let mut read = Vec::new();
        for step in cta.warp(2).steps(&code) {
            let mut all = vec![0; 32];
            if let Some(access) = step.access {
                step.lanes.lanes().zip(access.of(step.lanes)).for_each(|(lane, a)| all[lane] = a);
            }
            read.push((step.pc.0, step.lanes.0, all));
        }
        (read, cta)
    }

    #[test]
    fn strides_at_their_edges() {
        let row = |f: &dyn Fn(u64) -> u64| (0..32).map(f).collect::<Vec<u64>>();
        let full = LaneMask(0xffff_ffff);
        assert_eq!(stride(full, &row(&|l| 100 + 4 * l)), Some(4));
        assert_eq!(stride(full, &row(&|l| 1000 - 4 * l)), Some(-4));
        assert_eq!(stride(full, &row(&|_| 7)), Some(0));
        assert_eq!(stride(full, &row(&|l| 4 * l + u64::from(l == 31))), None);
        assert_eq!(stride(full, &row(&|l| l << 31)), None, "more than an i32");
        assert_eq!(stride(full, &row(&|l| 0_u64.wrapping_sub(l << 31))), Some(i32::MIN));
        assert_eq!(stride(LaneMask(1 << 9), &row(&|l| l * l)), Some(0));
        assert_eq!(stride(LaneMask(0b1001), &row(&|l| l * 3)), Some(3), "with lanes between");
        assert_eq!(stride(LaneMask(0b1001), &row(&|l| l * l + 5)), Some(3));
        assert_eq!(stride(LaneMask(0b1001), &row(&|l| u64::from(l == 3))), None, "a third of a byte");
        assert_eq!(stride(LaneMask(0b11001), &row(&|l| l * l)), None);
    }

    #[test]
    fn runs_end_where_the_path_or_the_lanes_change() {
        let all = vec![0; 32];
        let steps = [(0, 3, all.clone()), (2, 3, all.clone()), (3, 3, all.clone()), (4, 1, all.clone())];
        let (read, cta) = there_and_back(&steps);
        assert_eq!(read, steps);
        let firsts: Vec<_> = cta.warp(1).runs().iter().map(|r| (r.first.0, r.count)).collect();
        assert_eq!(firsts, [(0, 1), (2, 2), (4, 1)]);
        assert_eq!((cta.same_runs_as(0), cta.same_runs_as(1), cta.same_runs_as(2)), (None, None, Some(1)));
        assert_eq!((cta.warp(2).instructions(), cta.warp(2).thread_instructions()), (4, 7));
    }

    proptest! {
        #[test]
        fn what_is_recorded_is_read(
            raw in prop::collection::vec((0..8u32, any::<u32>(), 0..3u32, any::<u64>(), any::<u32>()), 0..50),
        ) {
            let steps: Vec<Executed> = raw
                .into_iter()
                .map(|(pc, lanes, kind, base, seed)| {
                    let address = |lane: u64| match kind {
                        0 => base.wrapping_add(u64::from(seed % 64) * lane),
                        1 => base.wrapping_sub(u64::from(seed) * lane),
                        _ => base ^ (u64::from(seed).wrapping_mul(lane * lane) << 7),
                    };
                    let active = |lane: u64| pc % 2 == 1 && lanes >> lane & 1 == 1;
                    let addresses = (0..32).map(|lane| if active(lane) { address(lane) } else { 0 }).collect();
                    (pc, u64::from(lanes), addresses)
                })
                .collect();
            let (read, _) = there_and_back(&steps);
            prop_assert_eq!(read, steps);
        }
    }
}
