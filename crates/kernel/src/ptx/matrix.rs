//! Matrix instructions: the shapes, element types and register fragments of `wmma`, `mma`, `ldmatrix` and `stmatrix`.
//!
//! A matrix is spread over the registers of the 32 lanes of a warp. [`fragment`] answers how many registers of which width
//! a lane holds, [`Fragment::position`] which element each of them contains. The layouts of `mma` are those of the PTX manual.
//! The manual leaves the layouts of `wmma` open: here they are those of `mma`, tile after tile, as on GPUs since Turing.
//!
//! * A and B consist of tiles of 8 rows (columns of B) by 4 registers along k; lane `l` holds row `l / 4` and register `l % 4`.
//!   Tiles of A are ordered: two tiles of 8 rows, then along k, then the next 16 rows. Tiles of B: along k, then the next 8 columns.
//! * C and D consist of tiles of 16 (or 8) rows by 8 columns, in row-major order; lane `l` holds columns `2 (l % 4)` and the next
//!   of row `l / 4`, then of the row 8 below.
//! * `wmma` has eight registers for A and B of `.f16` in every shape: the elements repeat as often as needed.

use super::isa::{Mod, Opcode};

/// Lanes that hold a matrix together.
pub const LANES: usize = 32;

/// Sizes of a matrix multiplication: A is m × k, B is k × n, C and D are m × n.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Rows of A, C and D.
    pub m: u32,
    /// Columns of B, C and D.
    pub n: u32,
    /// Columns of A and rows of B.
    pub k: u32,
}

/// A matrix of D = A × B + C.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Matrix {
    /// The left factor.
    A,
    /// The right factor.
    B,
    /// The addend.
    C,
    /// The result.
    D,
}

/// Assignment of elements to lanes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Layout {
    /// Tiles of 8 rows or columns, as described at the top.
    Tiles,
    /// `mma.m8n8k4` of `.f16`: lanes 4q to 4q + 3 and 16 + 4q to 19 + 4q multiply the q-th of four pairs of matrices.
    /// True if the elements of a lane are along k.
    QuadPairs(bool),
    /// Rows of 8 elements of 16 bits: `ldmatrix`, `stmatrix`.
    Rows,
}

/// The part of a matrix in the registers of each lane.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fragment {
    pub matrix: Matrix,
    /// Element type.
    pub ty: Mod,
    pub rows: u32,
    pub columns: u32,
    /// Matrices that the warp holds side by side: four for `mma.m8n8k4` of `.f16`, otherwise one.
    pub blocks: u32,
    /// Registers per lane.
    pub registers: usize,
    layout: Layout,
}

impl Fragment {
    /// Type of the registers: 64 bits for `.f64`, otherwise 32.
    pub const fn register(&self) -> Mod {
        if self.ty.bits() == 64 { Mod::B64 } else { Mod::B32 }
    }

    /// Elements in a register.
    pub const fn per_register(&self) -> u32 {
        self.register().bits() / self.ty.bits()
    }

    /// Bytes of the matrix in memory, without gaps.
    pub const fn bytes(&self) -> u32 {
        self.rows * self.columns * self.ty.bits() / 8
    }

    /// Registers with different elements: fewer than all of them if elements repeat.
    fn distinct(&self) -> usize {
        (self.rows * self.columns * self.blocks / self.per_register()) as usize / LANES
    }

    /// Block, row and column of the `element`-th element of a register of a lane.
    pub fn position(&self, register: usize, element: u32, lane: usize) -> (u32, u32, u32) {
        let (per, lane) = (self.per_register(), lane as u32);
        let register = (register % self.distinct().max(1)) as u32;
        let index = register * per + element;
        match self.layout {
            Layout::Tiles | Layout::Rows => {
                let (row, column) = self.in_tiles(register, element, lane);
                (0, row, column)
            }
            Layout::QuadPairs(along_k) => {
                let (high, low) = (lane / 16 * 4, lane % 4);
                let (row, column) = match self.matrix {
                    Matrix::A if along_k => (high + low, index),
                    Matrix::A => (high + index, low),
                    Matrix::B if along_k => (index, high + low),
                    Matrix::B => (low, high + index),
                    // A lane has a row of halves, or four pairs of neighbours in two rows of singles.
                    Matrix::C | Matrix::D if per == 2 => (high + low, index),
                    Matrix::C | Matrix::D => {
                        (high + (lane & 1) + (index & 2), (index & 4) + (lane & 2) + (index & 1))
                    }
                };
                (lane % 16 / 4, row, column)
            }
        }
    }

    fn in_tiles(&self, register: u32, element: u32, lane: u32) -> (u32, u32) {
        let (group, thread, per) = (lane / 4, lane % 4, self.per_register());
        let along = thread * per + element;
        match self.matrix {
            Matrix::A if self.rows == 8 => (group, register * 4 * per + along),
            Matrix::A => {
                let pair = 2 * (self.columns / (4 * per)).max(1);
                let (sixteen, within) = (register / pair, register % pair);
                (16 * sixteen + 8 * (within % 2) + group, within / 2 * 4 * per + along)
            }
            Matrix::B => {
                let tiles = (self.rows / (4 * per)).max(1);
                (register % tiles * 4 * per + along, register / tiles * 8 + group)
            }
            Matrix::C | Matrix::D => {
                let each = if self.rows == 8 { 2 } else { 4 };
                let index = register * per + element;
                let (tile, within, wide) = (index / each, index % each, self.columns / 8);
                let row = tile / wide * 16 + within / 2 * 8 + group;
                (row, tile % wide * 8 + 2 * thread + within % 2)
            }
        }
    }
}

/// Sizes that the modifiers name.
pub fn shape(mods: &[Mod]) -> Option<Shape> {
    mods.iter().find_map(|m| {
        let (m, n, k) = match m {
            Mod::M16n16k16 => (16, 16, 16),
            Mod::M32n8k16 => (32, 8, 16),
            Mod::M8n32k16 => (8, 32, 16),
            Mod::M16n16k8 => (16, 16, 8),
            Mod::M8n8k4 => (8, 8, 4),
            Mod::M8n8k16 => (8, 8, 16),
            Mod::M8n8k32 => (8, 8, 32),
            Mod::M8n8k128 => (8, 8, 128),
            Mod::M16n8k4 => (16, 8, 4),
            Mod::M16n8k8 => (16, 8, 8),
            Mod::M16n8k16 => (16, 8, 16),
            Mod::M16n8k32 => (16, 8, 32),
            Mod::M16n8k64 => (16, 8, 64),
            Mod::M16n8k128 => (16, 8, 128),
            Mod::M16n8k256 => (16, 8, 256),
            _ => return None,
        };
        Some(Shape { m, n, k })
    })
}

/// The fragment of a matrix of an instruction. Without `matrix`, the matrix that the modifiers name.
///
/// ```
/// use warploom_kernel::ptx::isa::{Mod, Opcode};
/// use warploom_kernel::ptx::matrix::{Matrix, fragment};
/// use Mod::*;
/// let mods = [Sync, Aligned, M16n8k16, Row, Col, F32, F16, F16, F32];
/// let a = fragment(Opcode::Mma, &mods, Some(Matrix::A)).unwrap();
/// assert_eq!((a.registers, a.register()), (4, B32));
/// assert_eq!(a.position(1, 0, 5), (0, 1 + 8, 2)); // a2 of lane 5
/// ```
pub fn fragment(opcode: Opcode, mods: &[Mod], matrix: Option<Matrix>) -> Option<Fragment> {
    let types: Vec<Mod> = mods.iter().copied().filter(|m| m.is_type()).collect();
    if matches!(opcode, Opcode::Ldmatrix | Opcode::Stmatrix) {
        let registers = mods.iter().find_map(|m| match m {
            Mod::X1 => Some(1),
            Mod::X2 => Some(2),
            Mod::X4 => Some(4),
            _ => None,
        })?;
        let (matrix, ty, layout) = (Matrix::A, Mod::B16, Layout::Rows);
        return Some(Fragment { matrix, ty, rows: 8, columns: 8, blocks: 1, registers, layout });
    }
    let named = || {
        mods.iter().find_map(|m| match m {
            Mod::A => Some(Matrix::A),
            Mod::B => Some(Matrix::B),
            Mod::C => Some(Matrix::C),
            Mod::D => Some(Matrix::D),
            _ => None,
        })
    };
    let matrix = matrix.or_else(named)?;
    let ty = match (&types[..], matrix) {
        (&[one], _) => one,
        // `wmma.mma` of halves names the types of D and C.
        (&[_, _], Matrix::A | Matrix::B) => Mod::F16,
        (&[d, _], Matrix::D) => d,
        (&[_, c], Matrix::C) => c,
        (&[d, a, b, c], matrix) => match matrix {
            Matrix::A => a,
            Matrix::B => b,
            Matrix::C => c,
            Matrix::D => d,
        },
        _ => return None,
    };
    let Shape { m, n, k } = shape(mods)?;
    let (rows, columns) = match matrix {
        Matrix::A => (m, k),
        Matrix::B => (k, n),
        Matrix::C | Matrix::D => (m, n),
    };
    let factor = matches!(matrix, Matrix::A | Matrix::B);
    let mut fragment = Fragment { matrix, ty, rows, columns, blocks: 1, registers: 0, layout: Layout::Tiles };
    if opcode == Opcode::Mma && mods.contains(&Mod::M8n8k4) && !types.contains(&Mod::F64) {
        let mut orders = mods.iter().filter(|m| matches!(m, Mod::Row | Mod::Col));
        let along_k = match matrix {
            Matrix::A => orders.next() == Some(&Mod::Row),
            _ => orders.nth(1) == Some(&Mod::Col),
        };
        (fragment.blocks, fragment.layout) = (4, Layout::QuadPairs(along_k));
    }
    let repeats = opcode == Opcode::Wmma && factor && ty == Mod::F16;
    fragment.registers = if repeats { 8 } else { fragment.distinct() };
    Some(fragment)
}

/// Bytes that each lane accesses in a piece, and pieces, of the memory access of a matrix instruction.
///
/// `ldmatrix` and `stmatrix` access a row of 16 bytes for each lane that gives an address. The accesses of `wmma.load` and
/// `wmma.store` cover the matrix once: each lane has an equal, contiguous share of it, in memory order. Which elements a lane
/// holds afterwards is another matter, as in hardware, where lanes exchange what they load.
pub fn access(opcode: Opcode, mods: &[Mod]) -> Option<(u32, u32)> {
    match opcode {
        Opcode::Ldmatrix | Opcode::Stmatrix => Some((16, 1)),
        Opcode::Wmma => {
            let share = fragment(opcode, mods, None)?.bytes() / LANES as u32;
            let piece = share.min(16);
            Some((piece, share / piece))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ptx::forms::{Group, OperandRole, forms};
    use std::collections::BTreeMap;

    /// Each element of a matrix is in as many registers as every other: the lanes hold a partition, or several whole copies.
    #[test]
    fn fragments_are_partitions() {
        let mut seen = 0;
        for form in forms().iter().filter(|f| f.group == Group::Tensor) {
            for (mods, role) in
                form.combinations().iter().flat_map(|m| form.operands.iter().map(move |o| (m, o.role)))
            {
                let OperandRole::Fragment(matrix, _) = role else { continue };
                let fragment =
                    fragment(form.opcode, mods, matrix).expect("a row of the table has its fragments");
                if fragment.layout == Layout::Rows {
                    continue;
                }
                let mut count: BTreeMap<(u32, u32, u32), usize> = BTreeMap::new();
                for register in 0..fragment.registers {
                    for (element, lane) in
                        (0..fragment.per_register()).flat_map(|e| (0..LANES).map(move |l| (e, l)))
                    {
                        *count.entry(fragment.position(register, element, lane)).or_default() += 1;
                    }
                }
                let elements = fragment.rows * fragment.columns * fragment.blocks;
                let inside = |&(block, row, column): &(u32, u32, u32)| {
                    block < fragment.blocks && row < fragment.rows && column < fragment.columns
                };
                assert!(count.keys().all(inside), "{} {mods:?} {matrix:?}", form.syntax);
                assert_eq!(count.len() as u32, elements, "{} {mods:?} {matrix:?}", form.syntax);
                let copies = fragment.registers / fragment.distinct();
                assert!(count.values().all(|&n| n == copies), "{} {mods:?} {matrix:?}", form.syntax);
                seen += 1;
            }
        }
        assert!(seen > 300, "{seen}");
    }
}
