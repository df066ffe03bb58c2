//! Products of matrices that the 32 lanes of a warp hold in registers.
//!
//! The manual leaves the order and the precision of the additions open. This is the order here, for each element of D:
//!
//! * `.f16`, `.bf16`, `.tf32`: the element of C plus the products in ascending k, in double precision. Products are exact. The result
//!   is rounded once, to nearest even. Of a `.tf32` element, the upper 19 bits count. Subnormals are kept; every NaN is canonical.
//! * `.f64`: fused multiply-adds in ascending k, each rounded as the suffix says.
//! * Integers: exact. The result wraps in 32 bits, or with `.satfinite` is the nearest 32-bit integer.

use super::lanes::dispatch::{Fused, Task, fastest};
use super::lanes::exact::{self, Round};
use super::lanes::scalar::{Brain, Half, NAN32, Small, result64};

/// Lanes that hold a matrix.
const LANES: usize = 32;
/// Elements of the largest factor, and of the largest result of the four blocks of `mma.m8n8k4`.
const FACTOR: usize = 16 * 256;
const RESULT: usize = 256;

/// Type of the elements of a matrix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Element {
    Half,
    Brain,
    Tf32,
    Single,
    Double,
    /// A two's-complement integer of this many bits.
    Signed(u32),
    /// An unsigned integer of this many bits.
    Unsigned(u32),
}

impl Element {
    fn bits(self) -> u32 {
        match self {
            Element::Half | Element::Brain => 16,
            Element::Tf32 | Element::Single => 32,
            Element::Double => 64,
            Element::Signed(bits) | Element::Unsigned(bits) => bits,
        }
    }
}

/// Product of two single bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BitProduct {
    And,
    Xor,
}

/// A product of matrices in registers: D = A · B + C.
pub(crate) struct Product {
    /// Rows of A, columns of B, and columns of A.
    pub shape: (usize, usize, usize),
    pub blocks: usize,
    pub a: Operand,
    pub b: Operand,
    pub c: Operand,
    pub d: Operand,
    pub round: Round,
    pub saturates: bool,
    /// Product of two single bits.
    pub bits: Option<BitProduct>,
}

/// A matrix in registers.
pub(crate) struct Operand {
    pub element: Element,
    pub registers: usize,
    pub per_register: usize,
    /// Index of each element in row-major order, block after block, by register, element and lane.
    pub indices: Vec<u16>,
}

impl Operand {
    /// Calls `act` with the index and the bits of every element. `read` returns a register of all lanes.
    fn each(&self, read: impl Fn(usize) -> [u64; LANES], mut act: impl FnMut(usize, u64)) {
        let (bits, mut indices) = (self.element.bits(), self.indices.chunks_exact(LANES));
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

impl Product {
    /// Multiplies. `read` returns the n-th source in all lanes; `write` receives register, lane and value, to be combined by `or`.
    pub fn run(&self, read: impl Fn(usize) -> [u64; LANES], write: impl FnMut(usize, usize, u64)) {
        match self.a.element {
            Element::Double => self.doubles(read, write),
            Element::Signed(_) | Element::Unsigned(_) => self.integers(read, write),
            _ => self.floats(read, write),
        }
    }

    /// Reads A, B and C and converts their elements with `factor` and `addend`.
    fn sources<T, C>(
        &self,
        read: &impl Fn(usize) -> [u64; LANES],
        (a, b, c): (&mut [T], &mut [T], &mut [C]),
        factor: impl Fn(Element, u64) -> T,
        addend: impl Fn(u64) -> C,
    ) {
        self.a.each(read, |at, bits| a[at] = factor(self.a.element, bits));
        let before = self.a.registers;
        self.b.each(|n| read(before + n), |at, bits| b[at] = factor(self.b.element, bits));
        let before = before + self.b.registers;
        self.c.each(|n| read(before + n), |at, bits| c[at] = addend(bits));
    }

    /// Adds the products of A and B to `sums`, in ascending k for each element.
    fn multiply<T: Copy, C: Copy>(&self, a: &[T], b: &[T], sums: &mut [C], add: impl Fn(C, T, T) -> C) {
        fastest(Multiply { shape: self.shape, blocks: self.blocks, a, b, sums, add });
    }

    /// Writes D, whose elements `bits` encodes.
    fn result<T: Copy>(&self, d: &[T], bits: impl Fn(T) -> u64, mut write: impl FnMut(usize, usize, u64)) {
        for (at, indices) in self.d.indices.chunks_exact(LANES).enumerate() {
            let (register, element) = (at / self.d.per_register, at % self.d.per_register);
            for (lane, &index) in indices.iter().enumerate() {
                write(
                    register,
                    lane,
                    bits(d[usize::from(index)]) << (element as u32 * self.d.element.bits()),
                );
            }
        }
    }

    fn floats(&self, read: impl Fn(usize) -> [u64; LANES], write: impl FnMut(usize, usize, u64)) {
        let (mut a, mut b, mut c) = ([0.0; FACTOR / 8], [0.0; FACTOR / 8], [0.0; RESULT]);
        let factor = |element: Element, bits: u64| match element {
            Element::Half => f64::from(Half::widen(bits as u16)),
            Element::Brain => f64::from(Brain::widen(bits as u16)),
            _ => f64::from(f32::from_bits(bits as u32 & 0xffff_e000)),
        };
        let half = self.c.element == Element::Half;
        let addend = |bits: u64| match half {
            true => f64::from(Half::widen(bits as u16)),
            false => f64::from(f32::from_bits(bits as u32)),
        };
        self.sources(&read, (&mut a, &mut b, &mut c), factor, addend);
        self.multiply(&a, &b, &mut c, |sum, a, b| sum + a * b);
        match self.d.element {
            Element::Half => self.result(&c, |x| u64::from(Half::narrow(x)), write),
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
        self.multiply(&a, &b, &mut c, |sum, a, b| fma(a, b, sum));
        self.result(&c, |bits| bits, write);
    }

    /// Elements of factors have at most 8 bits, so that the products of an element of D add up within 32 bits. Vector units multiply
    /// 16-bit numbers several times as fast as 64-bit ones.
    fn integers(&self, read: impl Fn(usize) -> [u64; LANES], write: impl FnMut(usize, usize, u64)) {
        let (mut a, mut b, mut c) = ([0_i16; FACTOR], [0; FACTOR / 2], [0_i32; RESULT]);
        let factor = |element: Element, value: u64| match element {
            Element::Signed(bits) => ((value << (64 - bits)) as i64 >> (64 - bits)) as i16,
            _ => value as i16,
        };
        self.sources(&read, (&mut a, &mut b, &mut c), factor, |bits| bits as u32 as i32);
        let mut sums = [0; RESULT];
        match self.bits {
            Some(BitProduct::Xor) => self.multiply(&a, &b, &mut sums, |sum, a, b| sum + i32::from(a ^ b)),
            Some(BitProduct::And) => self.multiply(&a, &b, &mut sums, |sum, a, b| sum + i32::from(a & b)),
            None => self.multiply(&a, &b, &mut sums, |sum, a, b| sum + i32::from(a) * i32::from(b)),
        }
        for (sum, c) in sums.iter_mut().zip(c) {
            *sum = if self.saturates { c.saturating_add(*sum) } else { c.wrapping_add(*sum) };
        }
        self.result(&sums, |sum| u64::from(sum as u32), write);
    }
}

/// The multiply-adds of a product, for [`fastest`].
struct Multiply<'a, T, C, A> {
    shape: (usize, usize, usize),
    blocks: usize,
    a: &'a [T],
    b: &'a [T],
    sums: &'a mut [C],
    add: A,
}

impl<T: Copy, C: Copy, A: Fn(C, T, T) -> C> Task for Multiply<'_, T, C, A> {
    type Output = ();

    #[inline(always)]
    fn run<F: Fused>(self) {
        let (m, n, k) = self.shape;
        let rows = self.a.chunks_exact(k).zip(self.sums.chunks_exact_mut(n)).take(self.blocks * m);
        for (at, (a, sums)) in rows.enumerate() {
            for (a, b) in a.iter().zip(self.b[at / m * k * n..].chunks_exact(n)) {
                for (sum, b) in sums.iter_mut().zip(b) {
                    *sum = (self.add)(*sum, *a, *b);
                }
            }
        }
    }
}
