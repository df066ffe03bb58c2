//! Module-scope variables: their size and initial bytes.

use crate::program::{AddressCell, VariableId};
use crate::ptx::ast::{self, Init};
use crate::ptx::error::{Error, ErrorKind};
use crate::ptx::isa::Mod;

/// Maximum bytes of a variable. Current CUDA devices have less.
const MOST_BYTES: u64 = 1 << 34;

/// Maximum bytes of all initial values of a module, including gaps: they are held in memory.
pub(super) const MOST_INITIAL: u64 = 256 << 20;

/// What a name in an initial value stands for.
pub(super) enum Symbol {
    Variable(VariableId),
    /// A function, by its address.
    Function(u64),
}

/// Alignment and size in bytes of a declared variable; the size of `x[]` is 0.
pub(super) fn layout(v: &ast::Variable, source: &str) -> Result<(u64, u64), Error> {
    let element = u64::from(v.ty.bytes()) * lanes(v);
    let mut size = element;
    for (i, dim) in v.dims.iter().enumerate() {
        let implied = if i == 0 { implied_len(v) } else { 0 };
        size = size
            .checked_mul(dim.unwrap_or(implied))
            .filter(|&s| s <= MOST_BYTES)
            .ok_or_else(|| too_large(v, source))?;
    }
    Ok((v.align.unwrap_or(element).max(1), size))
}

/// Values in an element.
fn lanes(v: &ast::Variable) -> u64 {
    match v.vector {
        Some(Mod::V2) => 2,
        Some(_) => 4,
        None => 1,
    }
}

fn too_large(v: &ast::Variable, source: &str) -> Error {
    let what = format!("`{}` would take more than {} GiB", v.name.text, MOST_BYTES >> 30);
    Error::new(ErrorKind::Limit(what), v.name.span, source)
}

/// Elements of `x[] = {…}`.
fn implied_len(v: &ast::Variable) -> u64 {
    match &v.init {
        Some(Init::List(all)) => all.len() as u64,
        _ => 0,
    }
}

/// Initial bytes of `v`, at most `room`. `find` resolves the names in them.
pub(super) fn initial(
    v: &ast::Variable,
    source: &str,
    find: &dyn Fn(&str) -> Option<Symbol>,
    room: u64,
) -> Result<(Vec<u8>, Vec<AddressCell>), Error> {
    let mut filler = Filler { v, source, find, room, bytes: Vec::new(), cells: Vec::new() };
    if let Some(init) = &v.init {
        let size = layout(v, source)?.1;
        filler.fill(init, 0, 0, size)?;
        if filler.bytes.len() as u64 > size {
            let what = format!("`{}` has more initial values than elements", v.name.text);
            return Err(Error::new(ErrorKind::Limit(what), v.name.span, source));
        }
    }
    Ok((filler.bytes, filler.cells))
}

struct Filler<'a> {
    v: &'a ast::Variable,
    source: &'a str,
    find: &'a dyn Fn(&str) -> Option<Symbol>,
    room: u64,
    bytes: Vec<u8>,
    cells: Vec<AddressCell>,
}

impl Filler<'_> {
    /// Writes `init` at offset `at`, as `size` bytes of dimension `dim`, and returns the end offset.
    fn fill(&mut self, init: &Init, at: u64, dim: usize, size: u64) -> Result<u64, Error> {
        let width = self.v.ty.bytes();
        let fail = |kind| Err(Error::new(kind, self.v.name.span, self.source));
        let bits = match init {
            Init::List(all) => {
                let inner = match self.v.dims.get(dim) {
                    Some(_) => {
                        let element = u64::from(width) * lanes(self.v);
                        self.v.dims[dim + 1..].iter().fold(element, |s, d| s * d.unwrap_or(1))
                    }
                    None => u64::from(width),
                };
                let mut next = at;
                for one in all {
                    if next >= at + size {
                        let what = format!("`{}` has more initial values than elements", self.v.name.text);
                        return fail(ErrorKind::Limit(what));
                    }
                    let end = self.fill(one, next, dim + 1, inner)?;
                    next = if matches!(one, Init::List(_)) { next + inner } else { end };
                }
                return Ok(next);
            }
            Init::Int { value, negative: false } => *value,
            Init::Int { value, negative: true } => value.wrapping_neg(),
            Init::F32(bits) if width == 8 => f64::from(f32::from_bits(*bits)).to_bits(),
            Init::F32(bits) => u64::from(*bits),
            Init::F64(bits) if width == 4 => u64::from((f64::from_bits(*bits) as f32).to_bits()),
            Init::F64(bits) => *bits,
            Init::Symbol { name, offset, mask, .. } => {
                let byte = mask.map(|m| m.trailing_zeros() / 8);
                match (self.find)(&name.text) {
                    Some(Symbol::Variable(variable)) => {
                        self.cells.push(AddressCell { at, width, variable, offset: *offset, byte });
                        0
                    }
                    Some(Symbol::Function(address)) => {
                        address.wrapping_add_signed(*offset) >> (8 * byte.unwrap_or(0).min(7))
                    }
                    None => {
                        let kind = ErrorKind::Undeclared { what: "variable", name: name.text.clone() };
                        return Err(Error::new(kind, name.span, self.source));
                    }
                }
            }
        };
        if at + u64::from(width) > self.room {
            let what = format!("initial values of a module may span at most {} MiB", MOST_INITIAL >> 20);
            return fail(ErrorKind::Limit(what));
        }
        let start = at as usize;
        let end = start + width as usize;
        if self.bytes.len() < end {
            self.bytes.resize(end, 0);
        }
        self.bytes[start..end].copy_from_slice(&u128::from(bits).to_le_bytes()[..width as usize]);
        Ok(end as u64)
    }
}
