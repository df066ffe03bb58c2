//! Decoder from columns to CTAs. All input is checked.

use super::BATCH;
use super::columns::{Columns, LISTED, WIDE};
use super::program::Program;
use std::ops::Range;
use warploom_kernel::execute::{CtaId, LaneMask};
use warploom_kernel::program::Pc;
use warploom_kernel::tape::{Cta, InstructionRun, Launch, WarpTape};

/// Instruction runs that one or more rows share.
struct Path {
    /// Range in [`Decoder::runs`].
    runs: Range<usize>,
    /// Range in [`Decoder::steps`].
    steps: Range<usize>,
    instructions: u64,
    /// Last CTA (counted from 1) that uses the path, and its first warp that does.
    taken: (usize, usize),
}

/// A memory access on a path.
#[derive(Clone, Copy)]
struct Step {
    /// Index among the memory instructions of the program.
    memory: u32,
    /// Number of active lanes.
    lanes: u32,
}

/// Decoder of the CTAs of a batch.
#[derive(Default)]
pub(super) struct Decoder {
    /// The next row.
    row: usize,
    /// Number of CTAs so far, and of their warp instructions.
    ctas: usize,
    instructions: u64,
    runs: Vec<InstructionRun>,
    steps: Vec<Step>,
    paths: Vec<Path>,
    /// Path of each row that stores runs.
    path_of: Vec<u32>,
    /// First active address of the last access of each memory instruction.
    last: Vec<u64>,
    warp: WarpTape,
}

/// No path.
const NONE: u32 = u32::MAX;

/// Launch and program of a batch.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    /// Number of the launch.
    pub index: usize,
    pub launch: &'a Launch,
    pub program: &'a Program,
}

fn range(ends: &[u32], row: usize) -> Range<usize> {
    ends[row] as usize..ends[row + 1] as usize
}

impl Decoder {
    /// Starts a batch and checks its list lengths.
    pub fn begin(&mut self, columns: &Columns, program: &Program) -> Result<(), String> {
        (self.row, self.ctas, self.instructions) = (0, 0, 0);
        self.runs.clear();
        self.steps.clear();
        self.paths.clear();
        self.path_of.clear();
        self.last.clear();
        self.last.resize(program.memory_instructions(), 0);
        let lists = [
            (&columns.run_ends, columns.first.len()),
            (&columns.access_ends, columns.base.len()),
            (&columns.offset_ends, columns.offset.len()),
            (&columns.wide_ends, columns.wide.len()),
        ];
        let whole = |(ends, all): (&Vec<u32>, usize)| {
            let last = ends.last().map(|&last| last as usize);
            ends.first() == Some(&0) && last == Some(all) && ends.is_sorted()
        };
        match lists.into_iter().all(whole) {
            true => Ok(()),
            false => Err("inconsistent list lengths".to_owned()),
        }
    }

    /// Decodes the next CTA of the batch.
    pub fn next(&mut self, columns: &Columns, context: Context<'_>) -> Result<Option<Cta>, String> {
        let Some(&id) = columns.cta.get(self.row) else { return Ok(None) };
        if self.instructions >= BATCH {
            return Err(format!("row {}: the batch is longer than allowed", self.row));
        }
        self.ctas += 1;
        let mut cta = Cta::new(CtaId(id));
        while columns.cta.get(self.row) == Some(&id) {
            self.warp(&mut cta, columns, context).map_err(|what| format!("row {}: {what}", self.row))?;
            self.row += 1;
        }
        Ok(Some(cta))
    }

    /// Decodes the warp of the current row.
    fn warp(&mut self, cta: &mut Cta, columns: &Columns, context: Context<'_>) -> Result<(), String> {
        let row = self.row;
        if columns.launch[row] as usize != context.index {
            return Err("the row belongs to another launch".to_owned());
        }
        let index = cta.warps();
        if columns.warp[row] as usize != index || index >= context.launch.warps() as usize {
            return Err("wrong number of warps".to_owned());
        }
        let like = columns.like[row] as usize;
        let (own, accesses) = (range(&columns.run_ends, row), range(&columns.access_ends, row));
        self.path_of.push(NONE);
        if like == row {
            self.path_of[row] = self.path(columns, own, accesses.len(), context)?;
        } else if like > row || !own.is_empty() {
            return Err("`like` does not name an earlier row".to_owned());
        }
        let path = self.paths.get_mut(self.path_of[like] as usize);
        let path = path.ok_or("`like` names a row without runs")?;
        self.instructions = self.instructions.saturating_add(path.instructions);
        self.warp.clear();
        let lists = Lists {
            base: &columns.base[accesses.clone()],
            stride: &columns.stride[accesses],
            offset: &columns.offset[range(&columns.offset_ends, row)],
            wide: &columns.wide[range(&columns.wide_ends, row)],
        };
        lists.read(&self.steps[path.steps.clone()], &mut self.last, &mut self.warp)?;
        if path.taken.0 == self.ctas {
            cta.push_sharing_runs(path.taken.1, &self.warp);
        } else {
            path.taken = (self.ctas, index);
            self.runs[path.runs.clone()].iter().for_each(|&run| self.warp.run(run));
            cta.push(&self.warp);
        }
        Ok(())
    }

    /// Adds a path with at most `room` accesses. The limit matters because a few runs can claim any number.
    fn path(
        &mut self,
        columns: &Columns,
        own: Range<usize>,
        room: usize,
        Context { launch, program, .. }: Context<'_>,
    ) -> Result<u32, String> {
        let (runs, steps) = (self.runs.len(), self.steps.len());
        let mut instructions = 0;
        let outside = u64::MAX.checked_shl(launch.width).unwrap_or(0);
        let (first, count) = (&columns.first[own.clone()], &columns.count[own.clone()]);
        for ((&first, &count), &lanes) in first.iter().zip(count).zip(&columns.lanes[own]) {
            let Some(place) = program.index_of(first, count).filter(|_| count > 0 && lanes & outside == 0)
            else {
                return Err(format!("invalid run of {count} instructions from {first}, lanes {lanes:x}"));
            };
            let lanes = LaneMask(lanes);
            self.runs.push(InstructionRun { first: Pc(place), count, lanes });
            instructions += u64::from(count);
            if lanes.0 != 0 {
                let (lanes, memories) = (lanes.count(), program.memory_range(place, count));
                if memories.len() > room - (self.steps.len() - steps) {
                    return Err("too few accesses for the instructions".to_owned());
                }
                self.steps.extend(memories.map(|memory| Step { memory, lanes }));
            }
        }
        self.paths.push(Path {
            runs: runs..self.runs.len(),
            steps: steps..self.steps.len(),
            instructions,
            taken: (0, 0),
        });
        Ok(self.paths.len() as u32 - 1)
    }
}

/// Access lists of a row.
struct Lists<'a> {
    base: &'a [i64],
    stride: &'a [i32],
    offset: &'a [i16],
    wide: &'a [i64],
}

impl Lists<'_> {
    /// Appends the accesses of `steps` to the tape of a warp.
    fn read(mut self, steps: &[Step], last: &mut [u64], warp: &mut WarpTape) -> Result<(), &'static str> {
        if self.base.len() != steps.len() {
            return Err("the number of accesses does not match the instructions");
        }
        for ((step, &base), &stride) in steps.iter().zip(self.base).zip(self.stride) {
            let last = &mut last[step.memory as usize];
            *last = last.wrapping_add_signed(base);
            if stride != LISTED {
                warp.affine(*last, stride);
                continue;
            }
            let split = self.offset.split_at_checked(step.lanes as usize - 1);
            let (offsets, rest) = split.ok_or("too few offsets")?;
            self.offset = rest;
            let mut address = *last;
            let mut add = |difference: i64| {
                address = address.wrapping_add_signed(difference);
                address
            };
            let first = std::iter::once(*last);
            // Fast path without wide offsets: twice as fast.
            if !offsets.contains(&WIDE) {
                warp.list(first.chain(offsets.iter().map(|&offset| add(offset.into()))));
                continue;
            }
            let count = offsets.iter().filter(|&&offset| offset == WIDE).count();
            let (wide, rest) = self.wide.split_at_checked(count).ok_or("too few wide offsets")?;
            self.wide = rest;
            let mut wide = wide.iter().copied();
            let difference = |&offset: &i16| match offset {
                WIDE => wide.next().unwrap_or(0),
                _ => offset.into(),
            };
            warp.list(first.chain(offsets.iter().map(difference).map(add)));
        }
        if !self.offset.is_empty() || !self.wide.is_empty() {
            return Err("too many offsets");
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::encode::Encoder;
    use super::super::program::{Program, ProgramMetadata};
    use super::*;
    use proptest::prelude::*;
    use std::sync::Arc;
    use warploom_kernel::class::Class;
    use warploom_kernel::code::{AccessKind, Code, Effect, Instruction};
    use warploom_kernel::program::Space;
    use warploom_kernel::tape::GenericWindows;

    const NUMBERS: [u32; 6] = [0, 1, 2, 7, 8, 9];

    fn launch() -> Launch {
        let load = Effect::Memory { space: Space::Global, kind: AccessKind::Load, bytes: 4 };
        let instruction = |at: usize| Instruction {
            effect: if at % 2 == 1 { load } else { Effect::None },
            ..Instruction::new("x", Class::Integer)
        };
        Launch {
            kernel: "k".to_owned(),
            code: Arc::new(Code { instructions: (0..6).map(instruction).collect(), ..Code::default() }),
            grid: [9, 1, 1],
            block: [128, 1, 1],
            shared: 0,
            registers: 8,
            scalar_registers: 0,
            width: 32,
            windows: GenericWindows::default(),
            copies: Vec::new(),
            number: None,
        }
    }

    fn columns() -> Columns {
        let mut encoder = Encoder::default();
        encoder.clear();
        for id in 0..3 {
            let mut cta = Cta::new(CtaId(id));
            for index in 0..4 {
                let mut warp = WarpTape::default();
                for turn in 0..3 {
                    warp.run(InstructionRun { first: Pc(0), count: 3, lanes: LaneMask(0xff) });
                    warp.affine(turn * 128, 4);
                    warp.run(InstructionRun {
                        first: Pc(7),
                        count: 1 + index as u32 % 2,
                        lanes: LaneMask(0x17),
                    });
                    warp.list([turn, 1 << 40, 7 * id, index]);
                }
                cta.push(&warp);
            }
            encoder.cta(0, &cta, |number| [1, 7, 9].contains(&number)).unwrap();
        }
        encoder.columns
    }

    fn decode(columns: &Columns) -> Result<Vec<Cta>, String> {
        let launch = launch();
        let program = Program::of(ProgramMetadata::of(&launch.code, &NUMBERS))?;
        let context = Context { index: 0, launch: &launch, program: &program };
        let mut decoder = Decoder::default();
        decoder.begin(columns, &program)?;
        std::iter::from_fn(|| decoder.next(columns, context).transpose()).collect()
    }

    #[test]
    fn what_is_wrong_is_said() {
        type Change = fn(&mut Columns);
        let changes: [(Change, &str); 18] = [
            (|c| c.launch[3] = 1, "row 3: the row belongs to another launch"),
            (|c| c.warp[5] = 2, "row 5: wrong number of warps"),
            (|c| c.cta[4..8].fill(0), "row 4: wrong number of warps"),
            (|c| c.like[2] = 3, "row 2: `like` does not name an earlier row"),
            (|c| c.like[1] = 0, "row 1: `like` does not name an earlier row"),
            (|c| c.like[3] = 2, "row 3: `like` names a row without runs"),
            (|c| c.like[4] = 4, "row 4: the number of accesses does not match the instructions"),
            (|c| c.run_ends[12] -= 1, "inconsistent list lengths"),
            (|c| c.access_ends[0] = 1, "inconsistent list lengths"),
            (|c| c.access_ends[5] = 1, "inconsistent list lengths"),
            (|c| c.access_ends[1] -= 1, "row 0: too few accesses for the instructions"),
            (|c| c.count[0] = 0, "row 0: invalid run of 0 instructions from 0, lanes ff"),
            (|c| c.count[0] = 4, "row 0: invalid run of 4 instructions from 0, lanes ff"),
            (|c| c.first[1] = u32::MAX, "row 0: invalid run of 1 instructions from 4294967295, lanes 17"),
            (|c| c.lanes[0] |= 1 << 32, "row 0: invalid run of 3 instructions from 0, lanes 1000000ff"),
            (|c| c.stride[0] = LISTED, "row 0: too few offsets"),
            (|c| c.stride[1] = 4, "row 0: too many offsets"),
            (|c| c.offset[2] = WIDE, "row 0: too few wide offsets"),
        ];
        assert_eq!(decode(&columns()).unwrap().len(), 3);
        for (change, expected) in changes {
            let mut columns = columns();
            change(&mut columns);
            assert_eq!(decode(&columns).unwrap_err(), expected);
        }
    }

    /// Without this limit, a few rows could stand for any number of instructions.
    #[test]
    fn a_batch_ends_when_it_is_full() {
        let mut encoder = Encoder::default();
        encoder.clear();
        let mut cta = Cta::new(CtaId(0));
        let mut warp = WarpTape::default();
        (0..BATCH).for_each(|_| warp.run(InstructionRun { first: Pc(0), count: 1, lanes: LaneMask(1) }));
        cta.push(&warp);
        encoder.cta(0, &cta, |_| false).unwrap();
        assert!(decode(&encoder.columns).is_ok());
        let mut cta = Cta::new(CtaId(1));
        cta.push(&warp);
        encoder.cta(0, &cta, |_| false).unwrap();
        assert_eq!(decode(&encoder.columns).unwrap_err(), "row 1: the batch is longer than allowed");
    }

    proptest! {
        /// No column content causes a panic.
        #[test]
        fn nothing_is_believed(
            changes in prop::collection::vec((0..16_usize, any::<usize>(), prop_oneof![0..20_u64, any::<u64>()]), 1..6),
        ) {
            let mut columns = columns();
            for (array, at, value) in changes {
                let arrays = columns.bytes_mut();
                let bytes = &mut *arrays[array];
                if !bytes.is_empty() {
                    // Values have 2, 4 or 8 bytes.
                    let at = at % (bytes.len() / 2) * 2;
                    let length = bytes.len().min(at + 4) - at;
                    bytes[at..at + length].copy_from_slice(&value.to_le_bytes()[..length]);
                }
            }
            let _ = decode(&columns);
        }
    }
}
