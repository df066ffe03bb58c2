//! Products of matrices: those of PTX's `mma`, whose layouts the registers have.

use super::decode::register;
use super::warp::{LANES, RZ, Warp};
use crate::execute::products::Product;
use crate::ptx::execute::tensor::product;
use crate::ptx::isa::{Mod, Opcode};
use crate::sass::machine::Instruction;
use std::fmt;

/// A product with its registers.
#[derive(Clone)]
pub(super) struct ProductAction {
    product: std::sync::Arc<Product>,
    destination: u8,
    /// First registers of A, B and C.
    sources: [u8; 3],
    /// 32-bit registers of each of their fragments' registers.
    wide: bool,
}

impl fmt::Debug for ProductAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} of {:?}", self.destination, self.sources)
    }
}

pub(super) fn decode(machine: &Instruction) -> Option<ProductAction> {
    let has = |modifier: &str| machine.has(modifier);
    // How the steps of Volta's products divide a matrix is not documented.
    let is_step = machine.stem == "HMMA" && has("884");
    let is_marked = machine.operands.iter().any(|operand| operand.sign.is_some() || operand.absolute);
    // Sparse matrices are told by their operands, too.
    if is_step || is_marked || machine.operand("x87").is_some() || has("SATFINITE") || has("SP") {
        return None;
    }
    let shapes = [
        ("16816", Mod::M16n8k16),
        ("1688", Mod::M16n8k8),
        ("1684", Mod::M16n8k4),
        ("16832", Mod::M16n8k32),
        ("8816", Mod::M8n8k16),
        ("8832", Mod::M8n8k32),
        ("16864", Mod::M16n8k64),
        ("884", Mod::M8n8k4),
        ("8x8x4", Mod::M8n8k4),
    ];
    let shape = shapes.into_iter().find(|(name, _)| has(name))?.1;
    let mut mods = vec![Mod::Sync, Mod::Aligned, shape, Mod::Row, Mod::Col];
    match machine.stem {
        "HMMA" => {
            let mut types = machine.modifiers.iter().filter_map(|name| match *name {
                "F16" => Some(Mod::F16),
                "F32" => Some(Mod::F32),
                _ => None,
            });
            let result = types.next()?;
            let addend = types.next().unwrap_or(result);
            let factor = match () {
                () if has("TF32") => Mod::Tf32,
                () if has("BF16") => Mod::Bf16,
                () => Mod::F16,
            };
            // PTX has no other shapes and sums of these types.
            let is_known = match factor {
                Mod::F16 => shape != Mod::M16n8k4,
                Mod::Bf16 => shape != Mod::M16n8k4 && result == Mod::F32,
                _ => shape != Mod::M16n8k16 && result == Mod::F32,
            };
            if !is_known {
                return None;
            }
            mods.extend([result, factor, factor, addend]);
        }
        "DMMA" => {
            let round = match () {
                () if has("RZ") => Mod::Rz,
                () if has("RM") => Mod::Rm,
                () if has("RP") => Mod::Rp,
                () => Mod::Rn,
            };
            mods.extend([round, Mod::F64, Mod::F64, Mod::F64, Mod::F64]);
        }
        _ => {
            let mut types = machine.modifiers.iter().filter_map(|name| match *name {
                "S8" => Some(Mod::S8),
                "U8" => Some(Mod::U8),
                "S4" => Some(Mod::S4),
                "U4" => Some(Mod::U4),
                _ => None,
            });
            let (a, b) = (types.next()?, types.next()?);
            // Both factors are as wide, and shapes are of one width but for one.
            let is_known = match shape {
                Mod::M8n8k16 | Mod::M16n8k16 => (a.bits(), b.bits()) == (8, 8),
                Mod::M16n8k32 => a.bits() == b.bits(),
                _ => (a.bits(), b.bits()) == (4, 4),
            };
            if !is_known {
                return None;
            }
            mods.extend([Mod::S32, a, b, Mod::S32]);
            if has("SAT") {
                mods.push(Mod::Satfinite);
            }
        }
    }
    let register = |name: &str| register(machine, name);
    Some(ProductAction {
        product: product(Opcode::Mma, &mods)?.into(),
        destination: register("d")?,
        sources: [register("R24")?, register("R32")?, register("R64")?],
        wide: machine.stem == "DMMA",
    })
}

impl Warp {
    pub fn multiply(&mut self, action: &ProductAction, mask: u64) {
        let product = &action.product;
        let (a, b) = (product.a.registers, product.b.registers);
        let width = 1 + usize::from(action.wide);
        let file = &self.file;
        let read = |n: usize| {
            let (first, at) = match n {
                n if n < a => (action.sources[0], n),
                n if n < a + b => (action.sources[1], n - a),
                n => (action.sources[2], n - a - b),
            };
            if first == RZ {
                return [0; LANES];
            }
            let row = usize::from(first) + at * width;
            std::array::from_fn(|lane| {
                let low = u64::from(file.rows[row][lane]);
                if action.wide { low | u64::from(file.rows[row + 1][lane]) << 32 } else { low }
            })
        };
        let mut result = [[0u64; LANES]; 8];
        product.run(read, |register, lane, value| result[register][lane] |= value);
        for (register, values) in result.iter().enumerate().take(product.d.registers) {
            let row = usize::from(action.destination) + register * width;
            self.file.set(row, &values.map(|value| value as u32), mask);
            if action.wide {
                self.file.set(row + 1, &values.map(|value| (value >> 32) as u32), mask);
            }
        }
    }

    /// Transposes a matrix of 8 × 8 elements of 16 bits.
    pub fn transpose(&mut self, destination: u8, source: u8, mask: u64) {
        let source = self.file.rows[usize::from(source)];
        let element =
            |row: usize, column: usize| source[row * 4 + column / 2] >> (16 * (column % 2)) & 0xffff;
        let found = std::array::from_fn(|lane| {
            let (row, column) = (lane / 4, lane % 4 * 2);
            element(column, row) | element(column + 1, row) << 16
        });
        self.file.set(usize::from(destination), &found, mask);
    }
}
