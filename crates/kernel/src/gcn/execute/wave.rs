//! Registers of a wave, and the instructions that only compute.

use super::super::LANES;
use super::super::program::{Modifiers, Part, Sgpr, Unused};
use super::super::table::Type;
use super::decode::{Exchange, Lane, ScalarSource, VectorAction, VectorFrom};
use crate::execute::LaneMask;
use crate::execute::lanes::{Results, Sources};

/// All lanes.
pub(super) const ALL: u64 = u64::MAX;

/// State of a wave.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum State {
    Running,
    AtBarrier,
    Ended,
}

pub(super) struct Wave {
    pub vgprs: Vec<[u32; LANES]>,
    /// By the number of the operand: SGPRs, VCC, M0, EXEC.
    pub sgprs: [u32; 128],
    pub scc: bool,
    /// Bits of the MODE register.
    pub mode: u32,
    pub pc: u32,
    pub state: State,
    pub executed: u64,
    /// Scratch of each lane.
    pub scratch: Vec<Vec<u8>>,
}

/// Operands and results of a vector instruction.
pub(super) struct Scratch {
    short: [[u32; LANES]; 4],
    long: [[u64; LANES]; 4],
    results: Results<LANES>,
}

impl Scratch {
    pub fn new() -> Scratch {
        Scratch {
            short: [[0; LANES]; 4],
            long: [[0; LANES]; 4],
            results: Results { s: [0; LANES], l: [0; LANES], p: [0; 2] },
        }
    }
}

static NO_SHORT: [u32; LANES] = [0; LANES];
static NO_LONG: [u64; LANES] = [0; LANES];

/// Bits of MODE that say what happens to denormals of single precision.
const DENORMALS: u32 = 3 << 4;
/// Bits of MODE that say what happens to denormals of double and half precision: they are kept.
const WIDE_DENORMALS: u32 = 3 << 6;

impl Wave {
    pub fn new(vgprs: u32, scratch: u32) -> Wave {
        Wave {
            vgprs: vec![[0; LANES]; vgprs.max(3) as usize],
            sgprs: [0; 128],
            scc: false,
            mode: 0,
            pc: 0,
            state: State::Running,
            executed: 0,
            scratch: vec![vec![0; scratch as usize]; if scratch > 0 { LANES } else { 0 }],
        }
    }

    /// Whether denormals of single precision are flushed.
    #[inline]
    fn flushes(&self) -> bool {
        self.mode & DENORMALS == 0
    }

    pub fn set_flush(&mut self, flush: bool) {
        self.mode = WIDE_DENORMALS | if flush { 0 } else { DENORMALS };
    }

    #[inline]
    pub fn exec(&self) -> u64 {
        self.pair(Sgpr::EXEC.0)
    }

    #[inline]
    pub fn pair(&self, register: u8) -> u64 {
        let at = usize::from(register & 127);
        u64::from(self.sgprs[at]) | u64::from(self.sgprs[(at + 1) & 127]) << 32
    }

    #[inline]
    pub fn set_pair(&mut self, register: u8, value: u64) {
        let at = usize::from(register & 127);
        self.sgprs[at] = value as u32;
        self.sgprs[(at + 1) & 127] = (value >> 32) as u32;
    }

    #[inline]
    pub fn scalar(&self, source: ScalarSource, wide: bool) -> u64 {
        match source {
            ScalarSource::Register(register) if wide => self.pair(register),
            ScalarSource::Register(register) => self.sgprs[usize::from(register & 127)].into(),
            ScalarSource::Constant(bits) => bits,
            ScalarSource::Scc => self.scc.into(),
        }
    }

    pub fn set_scalar(&mut self, (register, wide): (u8, bool), value: u64) {
        if wide {
            self.set_pair(register, value);
        } else {
            self.sgprs[usize::from(register & 127)] = value as u32;
        }
    }

    /// Executes a vector ALU instruction.
    #[inline]
    pub fn vector(&mut self, action: &VectorAction, scratch: &mut Scratch) {
        let Scratch { short, long, results } = scratch;
        let mut masks = [0; 5];
        for (at, source) in action.sources.iter().enumerate() {
            match (source.class, source.from) {
                (Lane::Mask, VectorFrom::Scalar(from)) => masks[at] = self.scalar(from, true),
                (Lane::Short, VectorFrom::Vector(_)) if !source.marked => {}
                (Lane::Short, from) => {
                    let lanes = &mut short[at];
                    match from {
                        VectorFrom::Vector(register) => *lanes = self.vgprs[usize::from(register)],
                        VectorFrom::Scalar(from) => *lanes = [self.scalar(from, false) as u32; LANES],
                    }
                    if source.marked {
                        let (sign, marks) = (source.sign as u32, source.marks);
                        for lane in lanes.iter_mut() {
                            *lane = selected(*lane, marks.part, marks.sext);
                            *lane &= if marks.abs { !sign } else { u32::MAX };
                            *lane ^= if marks.neg { sign } else { 0 };
                        }
                    }
                }
                (_, from) => {
                    let lanes = &mut long[at];
                    match from {
                        VectorFrom::Vector(register) => {
                            let low = &self.vgprs[usize::from(register)];
                            let high = &self.vgprs[usize::from(register) + 1];
                            for lane in 0..LANES {
                                lanes[lane] = u64::from(low[lane]) | u64::from(high[lane]) << 32;
                            }
                        }
                        VectorFrom::Scalar(from) => *lanes = [self.scalar(from, true); LANES],
                    }
                    if source.marked {
                        let (sign, marks) = (source.sign, source.marks);
                        for lane in lanes.iter_mut() {
                            *lane &= if marks.abs { !sign } else { u64::MAX };
                            *lane ^= if marks.neg { sign } else { 0 };
                        }
                    }
                }
            }
        }
        let mut sources = Sources { s: [&NO_SHORT; 5], l: [&NO_LONG; 5], p: masks };
        for (at, source) in action.sources.iter().enumerate() {
            match (source.class, source.from) {
                (Lane::Short, VectorFrom::Vector(register)) if !source.marked => {
                    sources.s[at] = &self.vgprs[usize::from(register)];
                }
                (Lane::Short, _) => sources.s[at] = &short[at],
                (Lane::Long, _) => sources.l[at] = &long[at],
                (Lane::Mask, _) => {}
            }
        }
        action.ops[usize::from(self.flushes())](&sources, results);
        let exec = self.exec();
        if let Some((register, class)) = action.dst {
            if let Some((modifiers, ty)) = action.finish {
                let old = &self.vgprs[usize::from(register)];
                finish(results, modifiers, ty, self.mode & DENORMALS == 0, old);
            }
            match class {
                Lane::Long => {
                    let low = results.l.map(|value| value as u32);
                    let high = results.l.map(|value| (value >> 32) as u32);
                    self.set_vector(register, &low, exec);
                    self.set_vector(register + 1, &high, exec);
                }
                _ => self.set_vector(register, &results.s, exec),
            }
        }
        if let Some(register) = action.mask_dst {
            self.set_pair(register, results.p[0] & exec);
        }
        if action.to_exec {
            self.set_pair(Sgpr::EXEC.0, results.p[0] & exec);
        }
    }

    /// Writes the lanes of `mask`.
    #[inline]
    pub fn set_vector(&mut self, register: u16, values: &[u32; LANES], mask: u64) {
        let register = &mut self.vgprs[usize::from(register)];
        if mask == ALL {
            *register = *values;
            return;
        }
        for lane in LaneMask(mask).lanes() {
            register[lane] = values[lane];
        }
    }

    /// The value of a source in the first active lane, or in lane 0 if none is active.
    pub fn first_lane(&self, source: VectorFrom) -> u32 {
        let lane = self.exec().trailing_zeros() as usize % LANES;
        match source {
            VectorFrom::Vector(register) => self.vgprs[usize::from(register)][lane],
            VectorFrom::Scalar(source) => self.scalar(source, false) as u32,
        }
    }

    /// Exchange of values between lanes. An inactive source lane gives 0.
    pub fn exchange(&mut self, how: Exchange, (dst, address, data): (u16, u16, u16), offset: u32) {
        let exec = self.exec();
        let values = |register: u16| self.vgprs[usize::from(register)];
        let active = |lane: usize| exec >> lane & 1 == 1;
        let mut result = [0; LANES];
        match how {
            Exchange::Swizzle => {
                let from = values(address);
                for (lane, result) in result.iter_mut().enumerate() {
                    let source = swizzled(lane, offset);
                    *result = if active(source) { from[source] } else { 0 };
                }
            }
            Exchange::Permute => {
                let (to, from) = (values(address), values(data));
                for lane in LaneMask(exec).lanes() {
                    result[(to[lane].wrapping_add(offset) as usize / 4) % LANES] = from[lane];
                }
            }
            Exchange::BackwardPermute => {
                let (which, from) = (values(address), values(data));
                for (lane, result) in result.iter_mut().enumerate() {
                    let source = (which[lane].wrapping_add(offset) as usize / 4) % LANES;
                    *result = if active(source) { from[source] } else { 0 };
                }
            }
        }
        self.set_vector(dst, &result, exec);
    }
}

/// The lane that `ds_swizzle_b32` reads.
fn swizzled(lane: usize, offset: u32) -> usize {
    let offset = offset as usize;
    if offset >> 15 & 1 == 1 {
        return lane & !3 | offset >> (2 * (lane & 3)) & 3;
    }
    let (and, or, xor) = (offset & 31, offset >> 5 & 31, offset >> 10 & 31);
    lane & 32 | (((lane & 31) & and) | or) ^ xor
}

/// The part of a word that SDWA selects.
#[inline]
fn selected(word: u32, part: Part, sext: bool) -> u32 {
    let (value, bits) = match part {
        Part::Dword => return word,
        Part::Byte(byte) => (word >> (8 * byte) & 0xff, 8),
        Part::Word(half) => (word >> (16 * half) & 0xffff, 16),
    };
    if sext { ((value << (32 - bits)) as i32 >> (32 - bits)) as u32 } else { value }
}

/// A number kept in [0, 1].
fn clamped(bits: u64, one: u64, infinity: u64) -> u64 {
    if bits > infinity { 0 } else { bits.min(one) }
}

/// Scales, clamps and places a result as its modifiers say.
fn finish(results: &mut Results<LANES>, modifiers: Modifiers, ty: Type, flush: bool, old: &[u32; LANES]) {
    // A scale is ignored where denormals are kept, as in double precision; it makes -0 a +0.
    if modifiers.omod != 0 && ty == Type::F32 && flush {
        let scale = f64::powi(2.0, modifiers.omod.into());
        for value in &mut results.s {
            let x = (f64::from(f32::from_bits(*value)) * scale) as f32;
            *value = if x.abs() < f32::MIN_POSITIVE { 0 } else { x.to_bits() };
        }
    }
    // Negative numbers and NaN become 0. Positive numbers are ordered as their bits are.
    if modifiers.clamp {
        match ty {
            Type::F64 => results.l.iter_mut().for_each(|v| *v = clamped(*v, 0x3ff0 << 48, 0x7ff0 << 48)),
            Type::F32 | Type::F16 => {
                let (one, infinity) =
                    if ty == Type::F32 { (0x3f80_0000, 0x7f80_0000) } else { (0x3c00, 0x7c00) };
                results.s.iter_mut().for_each(|v| *v = clamped((*v).into(), one, infinity) as u32);
            }
            _ => {}
        }
    }
    let (shift, bits) = match modifiers.part {
        Part::Dword => return,
        Part::Byte(byte) => (8 * u32::from(byte), 8),
        Part::Word(half) => (16 * u32::from(half), 16),
    };
    let mask = ((1u32 << bits) - 1) << shift;
    for (value, old) in results.s.iter_mut().zip(old) {
        let placed = *value << shift & mask;
        *value = match modifiers.unused {
            Unused::Pad => placed,
            Unused::Preserve => placed | old & !mask,
            Unused::Sext => {
                let up = 32 - shift - bits;
                ((placed << up) as i32 >> up) as u32
            }
        };
    }
}
