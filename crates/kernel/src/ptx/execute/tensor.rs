//! Matrix instructions: `wmma`, `mma`, `ldmatrix`, `stmatrix` and `movmatrix`.
//!
//! All 32 lanes of a warp take part; a 64-lane wavefront is two halves that compute independently.
//!
//! [`products`](crate::execute::products) has the arithmetic.
//!
//! # Memory
//!
//! `wmma.load` and `wmma.store` access each element once. Each lane accesses an equal, contiguous share of the matrix in memory order,
//! at its own address and stride, which must be aligned to its size, or to 16 bytes if it is larger. (The manual asks for rows and
//! columns aligned to a whole fragment, the CUDA guide for strides of 16 bytes.)

use super::decode::{Constant, DecodedInstr, MemoryOp, SourceOperand};
use super::perform::{AccessedMemory, Env};
use super::warp::Warp;
use crate::execute::FaultKind;
use crate::execute::lanes::Results;
use crate::execute::lanes::exact::Round;
use crate::execute::memory::access::{AccessMode, LaneFault, resolve};
use crate::execute::products::{BitProduct, Element, Operand, Product};
use crate::program::{Pc, Space};
use crate::ptx::isa::{Mod, Opcode, TypeKind};
use crate::ptx::matrix::{self, Fragment, LANES, Matrix};

/// Bytes of the largest matrix that `wmma` loads.
const MATRIX_BYTES: usize = 1024;
/// Registers of the largest fragment.
const REGISTERS: usize = 8;

/// A matrix instruction.
pub(super) enum TensorOp {
    /// `wmma.load`.
    Load(MatrixAccess),
    /// `wmma.store`.
    Store(MatrixAccess),
    /// `mma` and `wmma.mma`.
    Multiply(Box<Product>),
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

/// Elements and layout of a matrix in registers.
fn operand(fragment: Fragment) -> Operand {
    let per_register = fragment.per_register();
    let mut indices = Vec::with_capacity(fragment.registers * per_register as usize * LANES);
    for register in 0..fragment.registers {
        for (element, lane) in (0..per_register).flat_map(|e| (0..LANES).map(move |l| (e, l))) {
            let (block, row, column) = fragment.position(register, element, lane);
            indices.push(((block * fragment.rows + row) * fragment.columns + column) as u16);
        }
    }
    let bits = fragment.ty.bits();
    let element = match fragment.ty {
        Mod::F16 => Element::Half,
        Mod::Bf16 => Element::Brain,
        Mod::Tf32 => Element::Tf32,
        Mod::F32 => Element::Single,
        Mod::F64 => Element::Double,
        ty if ty.kind() == Some(TypeKind::Signed) => Element::Signed(bits),
        _ => Element::Unsigned(bits),
    };
    Operand { element, registers: fragment.registers, per_register: per_register as usize, indices }
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
        Opcode::Wmma | Opcode::Mma => TensorOp::Multiply(Box::new(product(opcode, mods)?)),
        _ => return None,
    })
}

/// The product of matrices of `mma` or `wmma.mma`.
pub(crate) fn product(opcode: Opcode, mods: &[Mod]) -> Option<Product> {
    let has = |m: Mod| mods.contains(&m);
    let operand = |matrix| matrix::fragment(opcode, mods, Some(matrix)).map(operand);
    let shape = matrix::shape(mods)?;
    let round = match () {
        () if has(Mod::Rz) => Round::Zero,
        () if has(Mod::Rm) => Round::Down,
        () if has(Mod::Rp) => Round::Up,
        () => Round::Nearest,
    };
    Some(Product {
        shape: (shape.m as usize, shape.n as usize, shape.k as usize),
        blocks: matrix::fragment(opcode, mods, Some(Matrix::D))?.blocks as usize,
        a: operand(Matrix::A)?,
        b: operand(Matrix::B)?,
        c: operand(Matrix::C)?,
        d: operand(Matrix::D)?,
        round,
        saturates: has(Mod::Satfinite),
        bits: match () {
            () if has(Mod::Xor) => Some(BitProduct::Xor),
            () if has(Mod::And) => Some(BitProduct::And),
            () => None,
        },
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
    ) -> Result<(Space, u32), LaneFault> {
        let i = &env.program.code[pc.index()];
        let op = MemoryOp { count: 1, align: matrix.memory.width, ..matrix.memory };
        env.addresses = self.addresses(&op, &env.decoded.constants);
        let space = resolve(op.space, &mut env.addresses, mask);
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
    ) -> Result<(Space, u32), LaneFault> {
        let i = &env.program.code[pc.index()];
        let op = rows.memory;
        env.addresses = self.addresses(&op, &env.decoded.constants);
        // The other lanes give no address: they repeat those of the lanes that do.
        let given = 8 * rows.matrices;
        for lane in 0..W {
            env.addresses[lane] = env.addresses[lane / LANES * LANES + lane % given];
        }
        let space = resolve(op.space, &mut env.addresses, mask);
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
