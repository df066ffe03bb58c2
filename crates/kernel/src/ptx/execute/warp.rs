//! State of the lanes that execute together: registers, call frames and stack memory.

use super::decode::{Constant, DecodedInstr, Dst, SourceOperand};
use crate::execute::LaneMask;
use crate::execute::lanes::{CARRY, Results, Sources, full};
use crate::execute::launch::coordinates;
use crate::execute::poll::Polls;
use crate::program::{FunctionId, Pc};
use crate::ptx::isa::Special;
use crate::ptx::program::{Function, RegClass, ValueLocation};

/// Start of the registers and stack memory of an open call.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Frame {
    pub function: FunctionId,
    pub shorts: usize,
    pub longs: usize,
    pub preds: usize,
    pub local: u64,
    /// The call instruction, and the lanes that made it.
    pub call: Pc,
    pub lanes: u64,
}

/// Launch dimensions and CTA coordinates, for special registers.
#[derive(Clone, Copy, Debug)]
pub(super) struct CtaContext {
    pub grid: [u32; 3],
    pub block: [u32; 3],
    pub cta: [u32; 3],
    pub dynamic_shared: u32,
    pub total_shared: u32,
    /// Bytes of shared memory that the system reserves: [`RESERVED_SHARED`] if the kernel asks for its address, else 0.
    pub reserved_shared: u32,
    /// Lanes per warp, also in the one-thread-at-a-time mode.
    pub width: u32,
    /// Address of the memory with which the CTAs of a cooperative launch synchronise; 0 in other launches.
    pub grid_workspace: u64,
}

/// Bytes of shared memory that the system reserves per CTA, as on GPUs since compute capability 8.0.
///
/// A GPU puts them first. Here they follow the CTA's own shared memory, and only kernels that ask for their address have them,
/// so that addresses do not depend on them and accesses past the end are found.
pub(super) const RESERVED_SHARED: u32 = 1024;

impl CtaContext {
    /// Offset of the reserved shared memory.
    pub fn reserved_start(&self) -> u32 {
        self.total_shared.next_multiple_of(128)
    }

    /// Bytes of shared memory with the reserved part.
    pub fn shared_memory(&self) -> usize {
        match self.reserved_shared {
            0 => self.total_shared as usize,
            reserved => (self.reserved_start() + reserved) as usize,
        }
    }
}

/// Source values that are computed per lane before an operation reads them.
pub(super) struct Scratch<const W: usize> {
    s: [[u32; W]; 5],
    l: [[u64; W]; 5],
}

impl<const W: usize> Scratch<W> {
    pub fn new() -> Scratch<W> {
        Scratch { s: [[0; W]; 5], l: [[0; W]; 5] }
    }
}

/// `W` lanes: a warp in SIMT execution, a single thread in the one-thread-at-a-time mode.
pub(super) struct Warp<const W: usize> {
    /// Number of the first thread in its CTA.
    pub first: u32,
    pub context: CtaContext,
    pub shorts: Vec<[u32; W]>,
    pub longs: Vec<[u64; W]>,
    pub preds: Vec<u64>,
    pub carry: u64,
    pub frames: Vec<Frame>,
    /// The topmost frame.
    current: Frame,
    /// Stack memory of each lane.
    pub local: Vec<Vec<u8>>,
    /// Bytes of stack in use by the open frames.
    pub stack_top: u64,
    /// Copy of the parameters that a load reads: `slice` returns mutable bytes.
    pub param_copy: Vec<u8>,
    /// Executed instructions. Also the value of `%clock`.
    pub executed: u64,
    polls: Polls,
}

impl<const W: usize> Warp<W> {
    pub fn new(first: u32, context: CtaContext, kernel: &Function, lanes: u64) -> Warp<W> {
        let mut warp = Warp {
            first,
            context,
            shorts: Vec::new(),
            longs: Vec::new(),
            preds: Vec::new(),
            carry: 0,
            frames: Vec::new(),
            current: Frame::default(),
            local: vec![Vec::new(); W],
            stack_top: 0,
            param_copy: Vec::new(),
            executed: 0,
            polls: Polls::default(),
        };
        warp.enter(FunctionId(0), kernel, Pc(0), lanes);
        warp
    }

    /// Resets the warp for another CTA of the same program and keeps its allocated memory.
    pub fn reset(&mut self, context: CtaContext, kernel: &Function, lanes: u64) {
        self.context = context;
        self.shorts.clear();
        self.longs.clear();
        self.preds.clear();
        self.frames.clear();
        self.local.iter_mut().for_each(Vec::clear);
        (self.carry, self.executed, self.stack_top) = (0, 0, 0);
        self.polls.clear();
        self.enter(FunctionId(0), kernel, Pc(0), lanes);
    }

    /// Opens a frame for `function`. Registers start as zero, so that results are deterministic.
    pub fn enter(&mut self, id: FunctionId, function: &Function, call: Pc, lanes: u64) {
        let local = self.stack_top;
        let (shorts, longs, preds) = (self.shorts.len(), self.longs.len(), self.preds.len());
        self.shorts.resize(shorts + function.shorts as usize, [0; W]);
        self.longs.resize(longs + function.longs as usize, [0; W]);
        self.preds.resize(preds + function.preds as usize, 0);
        self.stack_top = local + u64::from(function.frame);
        if function.frame > 0 {
            for (lane, memory) in self.local.iter_mut().enumerate() {
                if lanes >> lane & 1 == 1 {
                    memory.resize(self.stack_top as usize, 0);
                }
            }
        }
        self.current = Frame { function: id, shorts, longs, preds, local, call, lanes };
        self.frames.push(self.current);
    }

    /// Closes the topmost frame.
    pub fn leave(&mut self) -> Frame {
        let Some(frame) = self.frames.pop() else { panic!("a frame is open while a warp runs") };
        self.current = self.frames.last().copied().unwrap_or_default();
        self.shorts.truncate(frame.shorts);
        self.longs.truncate(frame.longs);
        self.preds.truncate(frame.preds);
        self.stack_top = frame.local;
        for memory in &mut self.local {
            memory.truncate(frame.local as usize);
        }
        frame
    }

    /// Whether a poll returned the same as at its last execution, and the warp wrote nothing since: the warp waits for
    /// another one.
    pub fn polls_again(&mut self, pc: Pc, dst: &[Dst], mask: u64) -> bool {
        let frame = self.frame();
        let (shorts, longs) = (&self.shorts, &self.longs);
        let values = dst.iter().flat_map(|dst| {
            let value = move |lane: usize| match *dst {
                Dst::Short(index, _) => Some(shorts[frame.shorts + index as usize][lane].into()),
                Dst::Long(index) | Dst::Widened(index, _) => Some(longs[frame.longs + index as usize][lane]),
                Dst::Pred(_) | Dst::Sink => None,
            };
            LaneMask(mask).lanes().filter_map(value)
        });
        self.polls.again(pc, LaneMask(mask), values)
    }

    /// Notes that the warp wrote memory that others see: what it polls may change by its own doing.
    #[inline]
    pub fn wrote(&mut self) {
        self.polls.clear();
    }

    #[inline(always)]
    pub fn frame(&self) -> Frame {
        self.current
    }

    /// Number of threads in the warp.
    pub fn threads(&self) -> u32 {
        let all = self.context.block.iter().product::<u32>();
        (all - self.first).min(W as u32)
    }

    /// Thread coordinates of a lane.
    pub fn thread(&self, lane: usize) -> [u32; 3] {
        coordinates(u64::from(self.first) + lane as u64, self.context.block)
    }

    /// Lanes of `mask` whose guard is true.
    #[inline]
    pub fn guarded(&self, step: &DecodedInstr<W>, mask: u64) -> u64 {
        match step.guard {
            None => mask,
            Some((index, negated)) => {
                let p = self.preds[self.frame().preds + index as usize];
                mask & if negated { !p } else { p }
            }
        }
    }

    /// Gathers references to the sources of `step`.
    #[inline]
    pub fn gather<'a>(
        &'a self,
        step: &DecodedInstr<W>,
        constants: &'a [Constant<W>],
        scratch: &'a mut Scratch<W>,
    ) -> Sources<'a, W> {
        let frame = self.frame();
        if step.computed {
            for (i, arg) in step.src.iter().enumerate() {
                self.compute(*arg, &frame, &mut scratch.s[i], &mut scratch.l[i]);
            }
        }
        let scratch = &*scratch;
        let mut all = Sources { s: scratch.s.each_ref(), l: scratch.l.each_ref(), p: [0; 5] };
        for (i, arg) in step.src.iter().enumerate() {
            match *arg {
                SourceOperand::Short(index) => all.s[i] = &self.shorts[frame.shorts + index as usize],
                SourceOperand::Long(index) => all.l[i] = &self.longs[frame.longs + index as usize],
                SourceOperand::Pred { index, negated } => {
                    let p = self.preds[frame.preds + index as usize];
                    all.p[i] = if negated { !p } else { p };
                }
                SourceOperand::Const(index) => {
                    let c = &constants[index as usize];
                    (all.s[i], all.l[i], all.p[i]) = (&c.s, &c.l, c.p);
                }
                SourceOperand::LongLow(_) | SourceOperand::Special(_) | SourceOperand::Frame(_) => {}
            }
        }
        if step.src.len() <= CARRY {
            all.p[CARRY] = self.carry;
        }
        all
    }

    /// Values of a source, for operations with more sources than [`Warp::gather`] has room for.
    pub fn sources(&self, arg: SourceOperand, constants: &[Constant<W>], values: &mut [u64; W]) {
        *values = std::array::from_fn(|lane| self.source(arg, lane, constants));
    }

    pub fn compute(&self, arg: SourceOperand, frame: &Frame, s: &mut [u32; W], l: &mut [u64; W]) {
        match arg {
            SourceOperand::LongLow(index) => *s = self.longs[frame.longs + index as usize].map(|v| v as u32),
            SourceOperand::Frame(offset) => {
                let address = frame.local.wrapping_add_signed(offset);
                (*s, *l) = ([address as u32; W], [address; W]);
            }
            SourceOperand::Special(special) => {
                for lane in 0..W {
                    l[lane] = self.special(special, lane);
                    s[lane] = l[lane] as u32;
                }
            }
            _ => {}
        }
    }

    fn special(&self, special: Special, lane: usize) -> u64 {
        use Special as S;
        let p = &self.context;
        let [tx, ty, tz] = self.thread(lane);
        let t = self.first + lane as u32;
        let laneid = t % p.width;
        let below = (1u64 << laneid) - 1;
        let threads = p.block.iter().product::<u32>();
        u64::from(match special {
            S::TidX => tx,
            S::TidY => ty,
            S::TidZ => tz,
            S::NtidX => p.block[0],
            S::NtidY => p.block[1],
            S::NtidZ => p.block[2],
            S::CtaidX => p.cta[0],
            S::CtaidY => p.cta[1],
            S::CtaidZ => p.cta[2],
            S::NctaidX => p.grid[0],
            S::NctaidY => p.grid[1],
            S::NctaidZ => p.grid[2],
            S::Laneid => laneid,
            S::Warpid => t / p.width,
            S::Nwarpid => threads.div_ceil(p.width),
            S::LanemaskEq => (1u64 << laneid) as u32,
            S::LanemaskLt => below as u32,
            S::LanemaskLe => (below | 1 << laneid) as u32,
            S::LanemaskGt => !(below | 1 << laneid) as u32,
            S::LanemaskGe => !below as u32,
            S::Clock | S::GlobaltimerLo => self.executed as u32,
            S::ClockHi | S::GlobaltimerHi => (self.executed >> 32) as u32,
            S::Clock64 | S::Globaltimer => return self.executed,
            S::DynamicSmemSize => p.dynamic_shared,
            S::TotalSmemSize => p.total_shared,
            S::WarpSz => p.width,
            S::Nsmid => 1,
            S::Envreg1 => (p.grid_workspace >> 32) as u32,
            S::Envreg2 => p.grid_workspace as u32,
            S::Smid | S::Gridid | S::Envreg0 => 0,
            // A CTA that is not launched in a cluster is a cluster of one CTA.
            S::ClusteridX => p.cta[0],
            S::ClusteridY => p.cta[1],
            S::ClusteridZ => p.cta[2],
            S::NclusteridX => p.grid[0],
            S::NclusteridY => p.grid[1],
            S::NclusteridZ => p.grid[2],
            S::ClusterNctaidX | S::ClusterNctaidY | S::ClusterNctaidZ | S::ClusterNctarank => 1,
            S::ClusterCtaidX | S::ClusterCtaidY | S::ClusterCtaidZ | S::ClusterCtarank => 0,
            S::IsExplicitCluster => 0,
            S::AggrSmemSize => p.total_shared + p.reserved_shared,
            S::ReservedSmemOffsetBegin | S::ReservedSmemOffset0 => p.reserved_start(),
            S::ReservedSmemOffset1 => p.reserved_start() + RESERVED_SHARED / 2,
            S::ReservedSmemOffsetEnd => p.reserved_start() + p.reserved_shared,
            S::ReservedSmemOffsetCap => p.reserved_shared,
        })
    }

    /// Value of one lane's source.
    pub fn source(&self, arg: SourceOperand, lane: usize, constants: &[Constant<W>]) -> u64 {
        let frame = self.frame();
        match arg {
            SourceOperand::Short(index) => self.shorts[frame.shorts + index as usize][lane].into(),
            SourceOperand::Long(index) => self.longs[frame.longs + index as usize][lane],
            SourceOperand::LongLow(index) => self.longs[frame.longs + index as usize][lane] & 0xffff_ffff,
            SourceOperand::Pred { index, negated } => {
                (self.preds[frame.preds + index as usize] >> lane & 1) ^ u64::from(negated)
            }
            SourceOperand::Const(index) => constants[index as usize].l[lane],
            SourceOperand::Special(special) => self.special(special, lane),
            SourceOperand::Frame(offset) => frame.local.wrapping_add_signed(offset),
        }
    }

    /// Writes the results of `step` for the lanes of `mask`.
    #[inline]
    pub fn write(&mut self, dst: &[Dst], results: &Results<W>, mask: u64) {
        for (i, dst) in dst.iter().enumerate() {
            self.write_one(*dst, i, results, mask);
        }
    }

    /// Writes the `i`-th result. Not inlined: LLVM would hoist loads of all `results` out of the loop.
    #[inline(never)]
    fn write_one(&mut self, dst: Dst, i: usize, results: &Results<W>, mask: u64) {
        let frame = self.frame();
        match dst {
            Dst::Short(index, u32::MAX) => {
                merge(&mut self.shorts[frame.shorts + index as usize], &results.s, mask);
            }
            Dst::Short(index, cut) => {
                merge(&mut self.shorts[frame.shorts + index as usize], &results.s.map(|v| v & cut), mask);
            }
            Dst::Long(index) => merge(&mut self.longs[frame.longs + index as usize], &results.l, mask),
            Dst::Widened(index, signed) => {
                let wide = results.s.map(|v| if signed { v as i32 as u64 } else { u64::from(v) });
                merge(&mut self.longs[frame.longs + index as usize], &wide, mask);
            }
            Dst::Pred(index) => {
                let p = &mut self.preds[frame.preds + index as usize];
                *p = *p & !mask | results.p[i.min(1)] & mask;
            }
            Dst::Sink => {}
        }
    }

    /// Bytes of one lane's value at `location` in `frame`.
    pub fn read_location(&self, frame: &Frame, location: ValueLocation, lane: usize) -> [u8; 16] {
        let mut bytes = [0; 16];
        match location {
            ValueLocation::Register(reg) => {
                let value = match reg.class {
                    RegClass::Short => u64::from(self.shorts[frame.shorts + reg.index as usize][lane]),
                    RegClass::Long | RegClass::Quad => self.longs[frame.longs + reg.index as usize][lane],
                    RegClass::Pred => self.preds[frame.preds + reg.index as usize] >> lane & 1,
                };
                bytes[..8].copy_from_slice(&value.to_le_bytes());
                if reg.class == RegClass::Quad {
                    let high = self.longs[frame.longs + reg.index as usize + 1][lane];
                    bytes[8..].copy_from_slice(&high.to_le_bytes());
                }
            }
            ValueLocation::Immediate(value, _) => bytes[..8].copy_from_slice(&value.to_le_bytes()),
            ValueLocation::Frame { .. } => panic!("`copy_location` handles values in the frame"),
        }
        bytes
    }

    pub fn write_location(&mut self, frame: &Frame, location: ValueLocation, lane: usize, bytes: &[u8]) {
        let mut padded = [0; 16];
        padded[..bytes.len().min(16)].copy_from_slice(&bytes[..bytes.len().min(16)]);
        let value = u128::from_le_bytes(padded);
        match location {
            ValueLocation::Register(reg) => match reg.class {
                RegClass::Short => {
                    let cut = u32::MAX >> (32 - u32::from(reg.bits));
                    self.shorts[frame.shorts + reg.index as usize][lane] = value as u32 & cut;
                }
                RegClass::Long | RegClass::Quad => {
                    self.longs[frame.longs + reg.index as usize][lane] = value as u64;
                    if reg.class == RegClass::Quad {
                        self.longs[frame.longs + reg.index as usize + 1][lane] = (value >> 64) as u64;
                    }
                }
                RegClass::Pred => {
                    let p = &mut self.preds[frame.preds + reg.index as usize];
                    *p = *p & !(1 << lane) | u64::from(value & 1 == 1) << lane;
                }
            },
            ValueLocation::Frame { offset, .. } => {
                let start = frame.local as usize + offset as usize;
                self.local[lane][start..start + bytes.len()].copy_from_slice(bytes);
            }
            ValueLocation::Immediate(..) => panic!("a constant cannot be a result"),
        }
    }

    /// Copies a value between frames for the lanes of `mask`: an argument or a result.
    pub fn copy_location(&mut self, from: (&Frame, ValueLocation), to: (&Frame, ValueLocation), mask: u64) {
        let size = from.1.size() as usize;
        for lane in (0..W).filter(|lane| mask >> lane & 1 == 1) {
            match from.1 {
                ValueLocation::Frame { offset, .. } => {
                    let start = from.0.local as usize + offset as usize;
                    let bytes = self.local[lane][start..start + size].to_vec();
                    self.write_location(to.0, to.1, lane, &bytes);
                }
                location => {
                    let bytes = self.read_location(from.0, location, lane);
                    self.write_location(to.0, to.1, lane, &bytes[..size.min(16)]);
                }
            }
        }
    }
}

/// Copies the lanes of `mask`.
#[inline]
pub(super) fn merge<T: Copy, const W: usize>(to: &mut [T; W], from: &[T; W], mask: u64) {
    if mask == full(W) {
        *to = *from;
        return;
    }
    for lane in 0..W {
        if mask >> lane & 1 == 1 {
            to[lane] = from[lane];
        }
    }
}
