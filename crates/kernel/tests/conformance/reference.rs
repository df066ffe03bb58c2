//! What each value-computing instruction must deliver, from the PTX manual and exact arithmetic.

use super::cases::format_of;
use super::exact::{Format, Real, decode};
use super::{compare, convert, floating, integer};
use warploom_kernel::ptx::isa::{Mod, Opcode, TypeKind};

/// What a result may be.
#[derive(Clone, Debug, PartialEq)]
pub enum Expect {
    /// These bits.
    Bits(u64),
    /// One of these two: the manual leaves it open.
    Either(u64, u64),
    /// Any NaN of this format.
    NaN(Format),
    /// A number of this format within these bounds; bits under `clear` are zero.
    Within { format: Format, low: f64, high: f64, clear: u64 },
    /// Two halves of a word, lower first.
    Halves(Box<[Expect; 2]>),
    /// Anything: the manual says it is undefined.
    Anything,
}

impl Expect {
    /// Whether `got`, of which the lower `bits` count, is right.
    pub fn admits(&self, got: u64, bits: u32) -> bool {
        let mask = if bits >= 64 { u64::MAX } else { (1 << bits) - 1 };
        let got = got & mask;
        match self {
            Expect::Bits(want) => got == want & mask,
            Expect::Either(a, b) => got == a & mask || got == b & mask,
            Expect::NaN(format) => format.is_nan(got),
            Expect::Within { format, low, high, clear } => match decode(got, *format) {
                Real::NaN => false,
                number => {
                    let x = number.to_f64();
                    got & clear == 0 && *low <= x && x <= *high
                }
            },
            Expect::Halves(parts) => parts[0].admits(got, 16) && parts[1].admits(got >> 16, 16),
            Expect::Anything => true,
        }
    }
}

/// What an instruction delivers: its result, and a second one (predicate or carry) if it has two.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    pub first: Expect,
    pub second: Option<u64>,
}

impl From<Expect> for Outcome {
    fn from(first: Expect) -> Outcome {
        Outcome { first, second: None }
    }
}

impl From<u64> for Outcome {
    fn from(bits: u64) -> Outcome {
        Expect::Bits(bits).into()
    }
}

/// An instruction with its inputs, taken apart for the reference.
pub struct Instruction<'a> {
    pub opcode: Opcode,
    pub mods: &'a [Mod],
    /// Type suffixes, in order.
    pub types: Vec<Mod>,
    pub sources: &'a [u64],
}

impl Instruction<'_> {
    pub fn has(&self, m: Mod) -> bool {
        self.mods.contains(&m)
    }

    /// The last type suffix.
    pub fn ty(&self) -> Mod {
        *self.types.last().expect("every instruction with a reference has a type")
    }

    /// Source `i` as an integer of type `ty`.
    pub fn integer(&self, i: usize, ty: Mod) -> i128 {
        as_integer(self.sources[i], ty)
    }

    /// Source `i` as an unsigned word.
    pub fn word(&self, i: usize) -> u32 {
        self.sources[i] as u32
    }
}

/// The low bits of `raw` as an integer of type `ty`.
pub fn as_integer(raw: u64, ty: Mod) -> i128 {
    let modulus = 1i128 << ty.bits();
    let unsigned = i128::from(raw).rem_euclid(modulus);
    if ty.kind() == Some(TypeKind::Signed) && unsigned >= modulus / 2 { unsigned - modulus } else { unsigned }
}

/// `value` modulo the width of `ty`, extended by its sign as a wider register holds it.
pub fn wrap(value: i128, ty: Mod) -> u64 {
    as_integer((value.rem_euclid(1 << 64)) as u64, ty).rem_euclid(1 << 64) as u64
}

/// Least and greatest value of an integer type.
pub fn limits(ty: Mod) -> (i128, i128) {
    match ty.kind() {
        Some(TypeKind::Signed) => (-(1 << (ty.bits() - 1)), (1 << (ty.bits() - 1)) - 1),
        _ => (0, (1 << ty.bits()) - 1),
    }
}

/// Splits a packed instruction into its halves, each judged by `scalar` on the halves' sources.
pub fn by_halves(sources: &[u64], scalar: impl Fn(&[u64]) -> Expect) -> Expect {
    let half = |shift: u32| scalar(&sources.iter().map(|s| s >> shift & 0xffff).collect::<Vec<_>>());
    match [half(0), half(16)] {
        [Expect::Bits(low), Expect::Bits(high)] => Expect::Bits(low & 0xffff | (high & 0xffff) << 16),
        halves => Expect::Halves(Box::new(halves)),
    }
}

/// What `opcode` with `mods` makes of `sources`. Predicates are 0 or 1; a carry in stands last.
pub fn reference(opcode: Opcode, mods: &[Mod], sources: &[u64]) -> Outcome {
    use Opcode as O;
    let types: Vec<Mod> = mods.iter().copied().filter(|m| m.is_type()).collect();
    let i = Instruction { opcode, mods, types, sources };
    let float = format_of(i.ty()).is_some();
    match opcode {
        O::Set | O::Setp | O::Selp | O::Slct => compare::compare(&i),
        O::And | O::Or | O::Xor | O::Not | O::Cnot | O::Lop3 | O::Shf | O::Shl | O::Shr => compare::logic(&i),
        O::Mov | O::Prmt => compare::movement(&i),
        O::Cvt => convert::convert(&i),
        O::Atom | O::Red => integer::atomic(&i),
        _ if mods.contains(&Mod::Cc) || matches!(opcode, O::Addc | O::Subc | O::Madc) => integer::carry(&i),
        _ if float => floating::floating(&i).into(),
        _ => integer::integer(&i).into(),
    }
}
