//! Matrix instructions: `wmma`, `mma`, `ldmatrix`, `stmatrix` and `movmatrix`.
//!
//! All 32 lanes of a warp take part; a 64-lane wavefront is two halves that compute independently.
//!
//! # Arithmetic
//!
//! The manual leaves the order and the precision of the additions open. This is the order here, for each element of D:
//!
//! * `.f16`, `.bf16`, `.tf32`: the element of C plus the products in ascending k, in double precision. Products are exact. The result
//!   is rounded once, to nearest even. Of a `.tf32` element, the upper 19 bits count. Subnormals are kept; every NaN is canonical.
//! * `.f64`: fused multiply-adds in ascending k, each rounded as the suffix says.
//! * Integers: exact. The result wraps in 32 bits, or with `.satfinite` is the nearest 32-bit integer.
//!
//! # Memory
//!
//! `wmma.load` and `wmma.store` access each element once. Each lane accesses an equal, contiguous share of the matrix in memory order,
//! at its own address and stride, which must be aligned to its size, or to 16 bytes if it is larger. (The manual asks for rows and
//! columns aligned to a whole fragment, the CUDA guide for strides of 16 bytes.)

use super::access::{AccessMode, LaneFault};
use super::alu::Results;
use super::alu::exact::{self, Round};
use super::alu::scalar::{Brain, Half, NAN32, Small, result64};
use super::decode::{Constant, DecodedInstr, MemoryOp, SourceOperand};
use super::fault::FaultKind;
use super::perform::{AccessedMemory, Env};
use super::warp::Warp;
use crate::program::Pc;
use crate::ptx::isa::{Mod, Opcode, TypeKind};
use crate::ptx::matrix::{self, Fragment, LANES, Matrix, Shape};

/// Bytes of the largest matrix that `wmma` loads.
const MATRIX_BYTES: usize = 1024;
/// Elements of the largest factor, and of the largest result of the four blocks of `mma.m8n8k4`.
const FACTOR: usize = 16 * 256;
const RESULT: usize = 256;
/// Registers of the largest fragment.
const REGISTERS: usize = 8;

/// A matrix instruction.
pub(super) enum TensorOp {
    /// `wmma.load`.
    Load(MatrixAccess),
    /// `wmma.store`.
    Store(MatrixAccess),
    /// `mma` and `wmma.mma`.
    Multiply(Box<Multiply>),
    /// `ldmatrix`.
    LoadRows(RowAccess),
    /// `stmatrix`.
    StoreRows(RowAccess),
    /// `movmatrix`.
    Transpose,
}

/// Memory access of `wmma.load` or `wmma.store`.
pub(super) struct MatrixAccess {
    /// Address; `width` bytes in `count` pieces per lane.
    memory: MemoryOp,
    /// Bits of an element.
    bits: u32,
    /// Bytes of a row or column, whichever is contiguous.
    line: u32,
    /// Bytes that move between a register and the matrix at once.
    granule: usize,
    /// Offset of each granule in the matrix without gaps, by register, granule and lane.
    offsets: Vec<u16>,
    registers: usize,
}

/// Memory access of `ldmatrix` or `stmatrix`.
#[derive(Clone, Copy)]
pub(super) struct RowAccess {
    memory: MemoryOp,
    matrices: usize,
    transposed: bool,
}

/// A multiplication.
pub(super) struct Multiply {
    shape: Shape,
    blocks: usize,
    a: Operand,
    b: Operand,
    c: Operand,
    d: Operand,
    round: Round,
    saturates: bool,
    /// Product of two bits.
    bits: Option<Mod>,
}

/// A matrix in registers.
struct Operand {
    ty: Mod,
    registers: usize,
    per_register: usize,
    /// Index of each element in row-major order, block after block, by register, element and lane.
    indices: Vec<u16>,
}

impl Operand {
    fn new(fragment: Fragment) -> Operand {
        let per_register = fragment.per_register();
        let mut indices = Vec::with_capacity(fragment.registers * per_register as usize * LANES);
        for register in 0..fragment.registers {
            for (element, lane) in (0..per_register).flat_map(|e| (0..LANES).map(move |l| (e, l))) {
                let (block, row, column) = fragment.position(register, element, lane);
                indices.push(((block * fragment.rows + row) * fragment.columns + column) as u16);
            }
        }
        let (ty, registers, per_register) = (fragment.ty, fragment.registers, per_register as usize);
        Operand { ty, registers, per_register, indices }
    }

    /// Calls `act` with the index and the bits of every element. `read` returns a register of all lanes.
    fn each(&self, read: impl Fn(usize) -> [u64; LANES], mut act: impl FnMut(usize, u64)) {
        let (bits, mut indices) = (self.ty.bits(), self.indices.chunks_exact(LANES));
        let cut = u64::MAX >> (64 - bits);
        for register in 0..self.registers {
            let values = read(register);
            for (element, indices) in indices.by_ref().take(self.per_register).enumerate() {
                for (value, &index) in values.iter().zip(indices) {
                    act(usize::from(index), value >> (element as u32 * bits) & cut);
                }
            }
        }
    }
}

/// Decodes a matrix instruction; `memory` decodes its address.
pub(super) fn decode(opcode: Opcode, mods: &[Mod], memory: impl FnOnce() -> MemoryOp) -> Option<TensorOp> {
    let has = |m: Mod| mods.contains(&m);
    let fragment = |matrix: Option<Matrix>| matrix::fragment(opcode, mods, matrix);
    Some(match opcode {
        Opcode::Movmatrix => TensorOp::Transpose,
        Opcode::Ldmatrix | Opcode::Stmatrix => {
            let (matrices, transposed) = (fragment(None)?.registers, has(Mod::Trans));
            let rows = RowAccess { memory: memory(), matrices, transposed };
            if opcode == Opcode::Ldmatrix { TensorOp::LoadRows(rows) } else { TensorOp::StoreRows(rows) }
        }
        Opcode::Wmma if has(Mod::Load) => {
            TensorOp::Load(MatrixAccess::new(fragment(None)?, has(Mod::Row), memory()))
        }
        Opcode::Wmma if has(Mod::Store) => {
            TensorOp::Store(MatrixAccess::new(fragment(None)?, has(Mod::Row), memory()))
        }
        Opcode::Wmma | Opcode::Mma => {
            let operand = |matrix| fragment(Some(matrix)).map(Operand::new);
            let round = match () {
                () if has(Mod::Rz) => Round::Zero,
                () if has(Mod::Rm) => Round::Down,
                () if has(Mod::Rp) => Round::Up,
                () => Round::Nearest,
            };
            TensorOp::Multiply(Box::new(Multiply {
                shape: matrix::shape(mods)?,
                blocks: fragment(Some(Matrix::D))?.blocks as usize,
                a: operand(Matrix::A)?,
                b: operand(Matrix::B)?,
                c: operand(Matrix::C)?,
                d: operand(Matrix::D)?,
                round,
                saturates: has(Mod::Satfinite),
                bits: [Mod::Xor, Mod::And].into_iter().find(|&m| has(m)),
            }))
        }
        _ => return None,
    })
}

impl MatrixAccess {
    fn new(fragment: Fragment, row_major: bool, memory: MemoryOp) -> MatrixAccess {
        let bits = fragment.ty.bits();
        // The elements of a register are along k: contiguous in a row of A and in a column of B.
        let whole = match fragment.matrix {
            Matrix::A => row_major,
            Matrix::B => !row_major,
            Matrix::C | Matrix::D => false,
        };
        let register = fragment.register().bytes();
        let granule = if whole { register } else { bits / 8 };
        let elements = if row_major { fragment.columns } else { fragment.rows };
        let mut offsets = Vec::new();
        for register_index in 0..fragment.registers {
            for (part, lane) in (0..register / granule).flat_map(|p| (0..LANES).map(move |l| (p, l))) {
                let (_, row, column) = fragment.position(register_index, part * granule * 8 / bits, lane);
                let (line, at) = if row_major { (row, column) } else { (column, row) };
                offsets.push(((line * elements + at) * bits / 8) as u16);
            }
        }
        let (line, granule) = (elements * bits / 8, granule as usize);
        MatrixAccess { memory, bits, line, granule, offsets, registers: fragment.registers }
    }

    /// Share of the matrix of each lane in bytes.
    fn share(&self) -> usize {
        self.memory.bytes() as usize
    }

    /// Offsets of the lanes, by register and granule in it.
    fn granules(&self) -> impl Iterator<Item = (usize, usize, &[u16])> {
        let parts = self.offsets.len() / LANES / self.registers;
        self.offsets.chunks_exact(LANES).enumerate().map(move |(n, lanes)| (n / parts, n % parts, lanes))
    }
}

/// Rows or columns of an 8 × 8 matrix of 16-bit elements, two of which are in the register of each lane.
fn pair(lane: usize, transposed: bool) -> [(usize, usize); 2] {
    let (row, column) = (lane / 4, lane % 4 * 2);
    match transposed {
        false => [(row, column), (row, column + 1)],
        true => [(column, row), (column + 1, row)],
    }
}

/// First lanes of the halves that execute an instruction. Each must be complete.
fn halves<const W: usize>(mask: u64, instruction: &dyn Fn() -> String) -> Result<Vec<usize>, LaneFault> {
    if W == 1 {
        return Err(LaneFault::new(0, FaultKind::NeedsWarp(instruction())));
    }
    let mut all = Vec::with_capacity(2);
    for first in (0..W).step_by(LANES) {
        let here = mask >> first & 0xffff_ffff;
        if here != 0 && here != 0xffff_ffff {
            let (named, missing) = (0xffff_ffff, !here & 0xffff_ffff);
            let lane = first + here.trailing_zeros() as usize;
            let kind = FaultKind::WarpDivergence { instruction: instruction(), named, missing };
            return Err(LaneFault::new(lane, kind));
        }
        if here != 0 {
            all.push(first);
        }
    }
    Ok(all)
}

impl<const W: usize> Warp<W> {
    /// Executes a matrix instruction for the lanes of `mask`.
    pub fn tensor(
        &mut self,
        env: &mut Env<'_, W>,
        step: &DecodedInstr<W>,
        op: &TensorOp,
        pc: Pc,
        mask: u64,
    ) -> Result<AccessedMemory, LaneFault> {
        let program = env.program;
        let halves = halves::<W>(mask, &|| program.code[pc.index()].mnemonic())?;
        if halves.is_empty() {
            return Ok(None);
        }
        match op {
            TensorOp::Load(matrix) | TensorOp::Store(matrix) => {
                let store = matches!(op, TensorOp::Store(_));
                self.matrix_access(env, step, matrix, store, pc, (mask, &halves)).map(Some)
            }
            TensorOp::LoadRows(rows) | TensorOp::StoreRows(rows) => {
                let store = matches!(op, TensorOp::StoreRows(_));
                self.row_access(env, step, *rows, store, pc, (mask, &halves)).map(Some)
            }
            TensorOp::Multiply(multiply) => {
                let mut out = [[0; W]; REGISTERS];
                for first in halves {
                    let read = |n: usize| self.lanes_of(step.src[n], &env.decoded.constants, first);
                    multiply.run(read, |register, lane, value| out[register][first + lane] |= value);
                }
                self.write_registers(step, &out, mask, &mut env.results);
                Ok(None)
            }
            TensorOp::Transpose => {
                let mut out = [[0; W]; REGISTERS];
                for first in halves {
                    let values = self.lanes_of(step.src[0], &env.decoded.constants, first);
                    for lane in 0..LANES {
                        for (n, (row, column)) in pair(lane, true).into_iter().enumerate() {
                            let half = values[4 * row + column / 2] >> (16 * (column % 2)) & 0xffff;
                            out[0][first + lane] |= half << (16 * n);
                        }
                    }
                }
                self.write_registers(step, &out, mask, &mut env.results);
                Ok(None)
            }
        }
    }

    fn write_registers(
        &mut self,
        step: &DecodedInstr<W>,
        values: &[[u64; W]; REGISTERS],
        mask: u64,
        results: &mut Results<W>,
    ) {
        for (dst, values) in step.dst.iter().zip(values) {
            (results.l, results.s) = (*values, values.map(|v| v as u32));
            self.write(std::slice::from_ref(dst), results, mask);
        }
    }

    /// Values of a source in the lanes of a half.
    fn lanes_of(&self, source: SourceOperand, constants: &[Constant<W>], first: usize) -> [u64; LANES] {
        let frame = self.frame();
        let (mut s, mut l) = ([0; W], [0; W]);
        match source {
            SourceOperand::Short(index) => s = self.shorts[frame.shorts + index as usize],
            SourceOperand::Long(index) => l = self.longs[frame.longs + index as usize],
            SourceOperand::Const(index) => l = constants[index as usize].l,
            other => self.compute(other, &frame, &mut s, &mut l),
        }
        let long = !matches!(source, SourceOperand::Short(_) | SourceOperand::LongLow(_));
        std::array::from_fn(|lane| if long { l[first + lane] } else { u64::from(s[first + lane]) })
    }

    fn matrix_access(
        &mut self,
        env: &mut Env<'_, W>,
        step: &DecodedInstr<W>,
        matrix: &MatrixAccess,
        store: bool,
        pc: Pc,
        (mask, halves): (u64, &[usize]),
    ) -> Result<(crate::program::Space, u32), LaneFault> {
        let i = &env.program.code[pc.index()];
        let op = MemoryOp { count: 1, align: matrix.memory.width, ..matrix.memory };
        env.addresses = self.addresses(&op, &env.decoded.constants);
        let space = Self::resolve(op.space, &mut env.addresses, mask);
        // The stride follows the registers that are stored.
        let stride = step.src.get(if store { matrix.registers } else { 0 });
        let (share, line) = (matrix.share(), matrix.line as usize);
        for &first in halves {
            let strides = stride.map(|&s| self.lanes_of(s, &env.decoded.constants, first));
            for lane in 0..LANES {
                let (number, at) = (lane * share / line, lane * share % line);
                let stride = strides.map_or(u64::from(matrix.line), |all| {
                    u64::from(all[lane] as u32) * u64::from(matrix.bits) / 8
                });
                let address = &mut env.addresses[first + lane];
                *address = address.wrapping_add(number as u64 * stride).wrapping_add(at as u64);
            }
        }
        let mut out = [[0; W]; REGISTERS];
        for &first in halves {
            let mut bytes = [0; MATRIX_BYTES];
            if store {
                let mut values = [0; LANES];
                for (register, part, offsets) in matrix.granules() {
                    if part == 0 {
                        values = self.lanes_of(step.src[register], &env.decoded.constants, first);
                    }
                    for (value, &offset) in values.iter().zip(offsets) {
                        let value = (value >> (8 * matrix.granule * part)).to_le_bytes();
                        bytes[usize::from(offset)..][..matrix.granule]
                            .copy_from_slice(&value[..matrix.granule]);
                    }
                }
            }
            let piece = op.width as usize;
            for (n, part) in bytes[..share * LANES].chunks_exact_mut(piece).enumerate() {
                let (lane, at) = (n * piece / share, n * piece % share);
                let address = env.addresses[first + lane].wrapping_add(at as u64);
                let mode = if store { AccessMode::Write } else { AccessMode::Read };
                let memory = self.slice(&mut env.spaces, i, &op, space, (first + lane, address), mode)?;
                match store {
                    true => memory.copy_from_slice(part),
                    false => part.copy_from_slice(memory),
                }
            }
            if !store {
                for (register, part, offsets) in matrix.granules() {
                    for (lane, &offset) in offsets.iter().enumerate() {
                        let mut value = [0; 8];
                        value[..matrix.granule]
                            .copy_from_slice(&bytes[usize::from(offset)..][..matrix.granule]);
                        out[register][first + lane] |=
                            u64::from_le_bytes(value) << (8 * matrix.granule * part);
                    }
                }
            }
        }
        if !store {
            self.write_registers(step, &out, mask, &mut env.results);
        }
        Ok((space, matrix.memory.bytes()))
    }

    fn row_access(
        &mut self,
        env: &mut Env<'_, W>,
        step: &DecodedInstr<W>,
        rows: RowAccess,
        store: bool,
        pc: Pc,
        (mask, halves): (u64, &[usize]),
    ) -> Result<(crate::program::Space, u32), LaneFault> {
        let i = &env.program.code[pc.index()];
        let op = rows.memory;
        env.addresses = self.addresses(&op, &env.decoded.constants);
        // The other lanes give no address: they repeat those of the lanes that do.
        let given = 8 * rows.matrices;
        for lane in 0..W {
            env.addresses[lane] = env.addresses[lane / LANES * LANES + lane % given];
        }
        let space = Self::resolve(op.space, &mut env.addresses, mask);
        let mut out = [[0; W]; REGISTERS];
        for &first in halves {
            for n in 0..rows.matrices {
                let mut matrix = [[0_u16; 8]; 8];
                if store {
                    let values = self.lanes_of(step.src[n], &env.decoded.constants, first);
                    for (lane, value) in values.iter().enumerate() {
                        for (half, (row, column)) in pair(lane, rows.transposed).into_iter().enumerate() {
                            matrix[row][column] = (value >> (16 * half)) as u16;
                        }
                    }
                }
                for (row, elements) in matrix.iter_mut().enumerate() {
                    let lane = first + 8 * n + row;
                    let mode = if store { AccessMode::Write } else { AccessMode::Read };
                    let memory =
                        self.slice(&mut env.spaces, i, &op, space, (lane, env.addresses[lane]), mode)?;
                    for (element, bytes) in elements.iter_mut().zip(memory.chunks_exact_mut(2)) {
                        match store {
                            true => bytes.copy_from_slice(&element.to_le_bytes()),
                            false => *element = u16::from_le_bytes([bytes[0], bytes[1]]),
                        }
                    }
                }
                if !store {
                    for lane in 0..LANES {
                        for (half, (row, column)) in pair(lane, rows.transposed).into_iter().enumerate() {
                            out[n][first + lane] |= u64::from(matrix[row][column]) << (16 * half);
                        }
                    }
                }
            }
        }
        if !store {
            self.write_registers(step, &out, mask, &mut env.results);
        }
        Ok((space, op.bytes()))
    }
}

impl Multiply {
    /// Multiplies. `read` returns the n-th source in all lanes; `write` receives register, lane and value, to be combined by `or`.
    fn run(&self, read: impl Fn(usize) -> [u64; LANES], write: impl FnMut(usize, usize, u64)) {
        match self.a.ty {
            Mod::F64 => self.doubles(read, write),
            ty if ty.kind() == Some(TypeKind::Float) => self.floats(read, write),
            _ => self.integers(read, write),
        }
    }

    /// Reads A, B and C and converts their elements with `factor` and `addend`.
    fn sources<T>(
        &self,
        read: &impl Fn(usize) -> [u64; LANES],
        (a, b, c): (&mut [T], &mut [T], &mut [T]),
        factor: impl Fn(Mod, u64) -> T,
        addend: impl Fn(u64) -> T,
    ) {
        self.a.each(read, |at, bits| a[at] = factor(self.a.ty, bits));
        let before = self.a.registers;
        self.b.each(|n| read(before + n), |at, bits| b[at] = factor(self.b.ty, bits));
        let before = before + self.b.registers;
        self.c.each(|n| read(before + n), |at, bits| c[at] = addend(bits));
    }

    /// Calls `row` with each row of A, the matrix B and the row of C of the same block.
    fn rows<T>(&self, a: &[T], b: &[T], c: &mut [T], mut row: impl FnMut(&[T], &[T], &mut [T])) {
        let Shape { m, n, k } = self.shape;
        let (m, n, k) = (m as usize, n as usize, k as usize);
        for (at, (a, c)) in a.chunks_exact(k).zip(c.chunks_exact_mut(n)).take(self.blocks * m).enumerate() {
            row(a, &b[at / m * k * n..][..k * n], c);
        }
    }

    /// Writes D, whose elements `bits` encodes.
    fn result<T: Copy>(&self, d: &[T], bits: impl Fn(T) -> u64, mut write: impl FnMut(usize, usize, u64)) {
        for (at, indices) in self.d.indices.chunks_exact(LANES).enumerate() {
            let (register, element) = (at / self.d.per_register, at % self.d.per_register);
            for (lane, &index) in indices.iter().enumerate() {
                write(register, lane, bits(d[usize::from(index)]) << (element as u32 * self.d.ty.bits()));
            }
        }
    }

    fn floats(&self, read: impl Fn(usize) -> [u64; LANES], write: impl FnMut(usize, usize, u64)) {
        let (mut a, mut b, mut c) = ([0.0; FACTOR / 8], [0.0; FACTOR / 8], [0.0; RESULT]);
        let factor = |ty: Mod, bits: u64| match ty {
            Mod::F16 => f64::from(Half::widen(bits as u16)),
            Mod::Bf16 => f64::from(Brain::widen(bits as u16)),
            _ => f64::from(f32::from_bits(bits as u32 & 0xffff_e000)),
        };
        let half = self.c.ty == Mod::F16;
        let addend = |bits: u64| match half {
            true => f64::from(Half::widen(bits as u16)),
            false => f64::from(f32::from_bits(bits as u32)),
        };
        self.sources(&read, (&mut a, &mut b, &mut c), factor, addend);
        self.rows(&a, &b, &mut c, |a, b, c| {
            for (a, b) in a.iter().zip(b.chunks_exact(c.len())) {
                for (sum, b) in c.iter_mut().zip(b) {
                    *sum += a * b;
                }
            }
        });
        match self.d.ty {
            Mod::F16 => self.result(&c, |x| u64::from(Half::narrow(x)), write),
            _ => {
                let single = |x: f64| if x.is_nan() { NAN32 } else { (x as f32).to_bits() };
                self.result(&c, |x| u64::from(single(x)), write);
            }
        }
    }

    fn doubles(&self, read: impl Fn(usize) -> [u64; LANES], write: impl FnMut(usize, usize, u64)) {
        let (mut a, mut b, mut c) = ([0; RESULT], [0; RESULT], [0; RESULT]);
        self.sources(&read, (&mut a, &mut b, &mut c), |_, bits| bits, |bits| bits);
        let round = self.round;
        let fma = |a: u64, b: u64, c: u64| match round {
            Round::Nearest => result64(f64::from_bits(a).mul_add(f64::from_bits(b), f64::from_bits(c))),
            _ => exact::fma(exact::F64, a, b, c, round),
        };
        self.rows(&a, &b, &mut c, |a, b, c| {
            for (a, b) in a.iter().zip(b.chunks_exact(c.len())) {
                for (sum, b) in c.iter_mut().zip(b) {
                    *sum = fma(*a, *b, *sum);
                }
            }
        });
        self.result(&c, |bits| bits, write);
    }

    fn integers(&self, read: impl Fn(usize) -> [u64; LANES], write: impl FnMut(usize, usize, u64)) {
        let (mut a, mut b, mut c) = ([0_i64; FACTOR], [0; FACTOR / 2], [0; RESULT]);
        let factor = |ty: Mod, bits: u64| {
            let unused = 64 - ty.bits();
            match ty.kind() {
                Some(TypeKind::Signed) => (bits << unused) as i64 >> unused,
                _ => bits as i64,
            }
        };
        self.sources(&read, (&mut a, &mut b, &mut c), factor, |bits| i64::from(bits as u32 as i32));
        let product = |a: i64, b: i64| match self.bits {
            Some(Mod::Xor) => a ^ b,
            Some(_) => a & b,
            None => a * b,
        };
        self.rows(&a, &b, &mut c, |a, b, c| {
            for (a, b) in a.iter().zip(b.chunks_exact(c.len())) {
                for (sum, b) in c.iter_mut().zip(b) {
                    *sum += product(*a, *b);
                }
            }
        });
        let bounds = (i64::from(i32::MIN), i64::from(i32::MAX));
        let wrapped = |sum: i64| match self.saturates {
            true => sum.clamp(bounds.0, bounds.1),
            false => sum,
        };
        self.result(&c, |sum| u64::from(wrapped(sum) as u32), write);
    }
}
