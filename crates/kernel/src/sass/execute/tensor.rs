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
    /// Of Volta's products, which two registers of the result it computes.
    step: Option<usize>,
}

impl fmt::Debug for ProductAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} of {:?}", self.destination, self.sources)
    }
}

pub(super) fn decode(machine: &Instruction) -> Option<ProductAction> {
    let has = |modifier: &str| machine.has(modifier);
    // Volta's products are `mma.m8n8k4`: each step computes two of the result's registers.
    let is_step = machine.stem == "HMMA" && has("884");
    let step = ["STEP0", "STEP1", "STEP2", "STEP3"].into_iter().position(has).filter(|_| is_step);
    let is_marked = machine.operands.iter().any(|operand| operand.sign.is_some() || operand.absolute);
    let is_refused = machine.operand("x87").is_some() || has("SATFINITE") || has("SP");
    // Sparse matrices are told by their operands, too.
    if is_step && step.is_none() || is_marked || is_refused {
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
    let [rows, columns] =
        ["R24", "R32"].map(|name| match machine.operand(name).map(|operand| operand.suffix) {
            Some("ROW") => Mod::Row,
            _ => Mod::Col,
        });
    let (rows, columns) = if is_step { (rows, columns) } else { (Mod::Row, Mod::Col) };
    let mut mods = vec![Mod::Sync, Mod::Aligned, shape, rows, columns];
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
    let product = product(Opcode::Mma, &mods)?;
    // Results in half precision have two steps.
    if step.is_some_and(|step| 2 * step >= product.d.registers || product.c.registers > product.d.registers) {
        return None;
    }
    Some(ProductAction {
        product: product.into(),
        destination: register("d")?,
        sources: [register("R24")?, register("R32")?, register("R64")?],
        wide: machine.stem == "DMMA",
        step,
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
            // A step has only the registers of C that it needs; half as many have the columns of two steps.
            let skipped = match action.step.filter(|_| n >= a + b) {
                Some(step) if product.c.registers == product.d.registers => 2 * step,
                Some(step) => step / 2 * 2,
                None => 0,
            };
            let is_needed = n < a + b || action.step.is_none() || (skipped..skipped + 2).contains(&at);
            if first == RZ || !is_needed {
                return [0; LANES];
            }
            let at = at - skipped;
            let row = usize::from(first) + at * width;
            std::array::from_fn(|lane| {
                let low = u64::from(file.rows[row][lane]);
                if action.wide { low | u64::from(file.rows[row + 1][lane]) << 32 } else { low }
            })
        };
        let mut result = [[0u64; LANES]; 8];
        product.run(read, |register, lane, value| result[register][lane] |= value);
        let (from, count) = action.step.map_or((0, product.d.registers), |step| (2 * step, 2));
        for (register, values) in result.iter().skip(from).take(count).enumerate() {
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
