//! Walks the rows of matrix instructions: every element of every result against exact arithmetic.
//!
//! `mma` is tested with fragments that this file packs by the formulas of the PTX manual, one per shape. `wmma` is tested as programs
//! use it: three loads, a multiplication and a store, one of which is the combination under test.

use super::cases::{Rng, float_value, format_of, integer_value};
use super::driver::{HEADER, name, report};
use super::exact::{self, F16, F32, F64, Format, Mode as Rounding, Real, decode, round};
use super::gpu::Gpu;
use std::fmt::Write;
use warploom_kernel::execute::Mode;
use warploom_kernel::ptx::forms::{Form, Group, forms};
use warploom_kernel::ptx::isa::{Mod, Opcode, TypeKind};

const BLOCK: u32 = 128;
/// Elements compared per combination, at least.
const ELEMENTS: usize = 1024;
/// Bytes of memory for a matrix of a warp.
const REGION: usize = 4096;
/// Kernels per module.
const BATCH: usize = 32;

/// Rows this file walks.
pub fn covers(form: &Form) -> bool {
    form.group == Group::Tensor
}

/// Sizes in the name of a shape: `m16n8k16`.
fn shape_of(mods: &[Mod]) -> (usize, usize, usize) {
    let sizes = mods.iter().find_map(|m| {
        let (m, rest) = m.text().strip_prefix('m')?.split_once('n')?;
        let (n, k) = rest.split_once('k')?;
        Some((m.parse().ok()?, n.parse().ok()?, k.parse().ok()?))
    });
    sizes.expect("a shape")
}

/// A matrix of numbers, as bits of its type.
#[derive(Clone)]
struct Numbers {
    ty: Mod,
    rows: usize,
    columns: usize,
    bits: Vec<u64>,
}

impl Numbers {
    fn at(&self, row: usize, column: usize) -> u64 {
        self.bits[row * self.columns + column]
    }

    /// Random numbers. Special values are rare enough that a sum of products is not always NaN.
    fn new(rng: &mut Rng, ty: Mod, (rows, columns): (usize, usize), kind: usize) -> Numbers {
        let mut number = || match (format_of(ty), ty.kind()) {
            (Some(f), _) => float(rng, ty, f, kind),
            (None, _) if ty == Mod::S32 => match kind {
                0 => u64::from(rng.pick(&[0x7fff_ffff_u32, 0x7fff_fff0, 0x8000_0000, 0x8000_0010])),
                _ => integer_value(rng, 32) & 0xffff_ffff,
            },
            (None, _) => {
                let limits = [1u64 << (ty.bits() - 1), (1 << (ty.bits() - 1)) - 1, (1 << ty.bits()) - 1];
                let edge = kind == 0 && ty.bits() > 1;
                (if edge { rng.pick(&limits) } else { rng.bits() }) & ((1 << ty.bits()) - 1)
            }
        };
        let bits = (0..rows * columns).map(|_| number()).collect();
        Numbers { ty, rows, columns, bits }
    }
}

fn float(rng: &mut Rng, ty: Mod, f: Format, kind: usize) -> u64 {
    let low = if ty == Mod::Tf32 { rng.bits() & 0x1fff } else { 0 };
    let ordinary = |rng: &mut Rng, range: u64| {
        let bias = (1u64 << (f.exponent - 1)) - 1;
        let biased = bias - range / 2 + rng.below(range);
        let fraction = rng.bits() & ((1 << f.fraction) - 1);
        (rng.below(2) << (f.bits() - 1)) | (biased << f.fraction | fraction) << f.pad
    };
    low | match kind {
        // A few special values per matrix.
        0 if rng.below(24) == 0 => float_value(rng, f),
        // Products that overflow, or that vanish beside the others.
        1 => ordinary(rng, (1 << f.exponent) - 4),
        // Subnormal numbers and zeros.
        2 => match rng.below(4) {
            0 => rng.below(2) << (f.bits() - 1),
            1 => (rng.bits() & ((1 << f.fraction) - 1)) << f.pad,
            2 => float_value(rng, f) & !f.infinity(false) | 1 << f.pad,
            _ => ordinary(rng, 6),
        },
        // Small integers, whose sums cancel.
        3 => round(&exact::integer(rng.below(9) as i128 - 4), f, Rounding::NearestEven),
        _ => ordinary(rng, 6),
    }
}

/// D = A × B + C in the order that the executor documents.
struct Reference<'a> {
    mods: &'a [Mod],
    d: Mod,
}

impl Reference<'_> {
    fn has(&self, m: Mod) -> bool {
        self.mods.contains(&m)
    }

    fn multiply(&self, a: &Numbers, b: &Numbers, c: &Numbers) -> Numbers {
        let mut bits = Vec::new();
        for row in 0..c.rows {
            for column in 0..c.columns {
                let pairs = (0..a.columns).map(|k| (a.at(row, k), b.at(k, column)));
                bits.push(match format_of(a.ty) {
                    None => self.integer((a.ty, b.ty), pairs, c.at(row, column)),
                    Some(F64) => self.double(pairs, c.at(row, column)),
                    Some(f) => self.float(f, pairs, (c.ty, c.at(row, column))),
                });
            }
        }
        Numbers { ty: self.d, rows: c.rows, columns: c.columns, bits }
    }

    /// Sum in double precision, rounded to nearest after each addition, and once to the type of D.
    fn float(&self, f: Format, pairs: impl Iterator<Item = (u64, u64)>, (ty, c): (Mod, u64)) -> u64 {
        let mut sum = decode(c, if ty == Mod::F16 { F16 } else { F32 });
        for (a, b) in pairs {
            let exactly = exact::fma(&decode(a, f), &decode(b, f), &sum, Rounding::NearestEven);
            sum = decode(round(&exactly, F64, Rounding::NearestEven), F64);
        }
        round(&sum, if self.d == Mod::F16 { F16 } else { F32 }, Rounding::NearestEven)
    }

    fn double(&self, pairs: impl Iterator<Item = (u64, u64)>, c: u64) -> u64 {
        let mode = match () {
            () if self.has(Mod::Rz) => Rounding::Zero,
            () if self.has(Mod::Rm) => Rounding::Down,
            () if self.has(Mod::Rp) => Rounding::Up,
            () => Rounding::NearestEven,
        };
        let mut sum = decode(c, F64);
        for (a, b) in pairs {
            let exactly = exact::fma(&decode(a, F64), &decode(b, F64), &sum, mode);
            sum = decode(round(&exactly, F64, mode), F64);
        }
        round(&sum, F64, mode)
    }

    fn integer(&self, (a_ty, b_ty): (Mod, Mod), pairs: impl Iterator<Item = (u64, u64)>, c: u64) -> u64 {
        let value = |ty: Mod, bits: u64| match ty.kind() {
            Some(TypeKind::Signed) if bits >> (ty.bits() - 1) == 1 => bits as i128 - (1 << ty.bits()),
            _ => bits as i128,
        };
        let mut sum = value(Mod::S32, c);
        for (a, b) in pairs {
            sum += match (self.has(Mod::Xor), self.has(Mod::And)) {
                (true, _) => (a ^ b) as i128,
                (_, true) => (a & b) as i128,
                _ => value(a_ty, a) * value(b_ty, b),
            };
        }
        if self.has(Mod::Satfinite) {
            sum = sum.clamp(i32::MIN.into(), i32::MAX.into());
        }
        u64::from(sum as u32)
    }
}

// Fragments of `mma`, by the formulas of the PTX manual.

/// Which of four matrices, row and column of the i-th element of A.
fn a_element(mods: &[Mod], ty: Mod, lane: usize, i: usize) -> (usize, usize, usize) {
    let (group, thread) = (lane >> 2, lane % 4);
    let row_major = mods.iter().find(|m| matches!(m, Mod::Row | Mod::Col)) == Some(&Mod::Row);
    let eight = |below: bool| if below { group } else { group + 8 };
    let (row, column) = match (shape_of(mods), ty.bits()) {
        ((8, 8, 4), 16) => {
            let half = if lane < 16 { 0 } else { 4 };
            let (row, column) = if row_major { (lane % 4 + half, i) } else { (i % 4 + half, lane % 4) };
            return (lane % 16 / 4, row, column);
        }
        ((8, 8, 4), 64) => (group, thread),
        ((16, 8, 4), _) => (eight(i == 0), thread),
        ((16, 8, 8), 16) => (eight(i < 2), thread * 2 + (i & 1)),
        ((16, 8, 8), _) => (eight(i == 0 || i == 2), if i < 2 { thread } else { thread + 4 }),
        ((16, 8, 16), 16) => {
            (eight(i < 2 || (4..6).contains(&i)), thread * 2 + (i & 1) + if i >= 4 { 8 } else { 0 })
        }
        ((16, 8, 16), 64) => (
            eight(i.is_multiple_of(2)),
            if i.is_multiple_of(2) { i * 2 + thread } else { i * 2 - 2 + thread },
        ),
        ((8, 8, 16), 8) => (group, thread * 4 + i),
        ((16, 8, 16), 8) => (eight(i < 4), thread * 4 + (i & 3)),
        ((16, 8, 32), 8) => {
            (eight(i < 4 || (8..12).contains(&i)), thread * 4 + (i & 3) + if i >= 8 { 16 } else { 0 })
        }
        ((8, 8, 32), 4) => (group, thread * 8 + i),
        ((16, 8, 32), 4) => (eight(i < 8), thread * 8 + (i & 7)),
        ((16, 8, 64), 4) => {
            (eight(i < 8 || (16..24).contains(&i)), thread * 8 + (i & 7) + if i >= 16 { 32 } else { 0 })
        }
        ((8, 8, 128), 1) => (group, thread * 32 + i),
        ((16, 8, 128), 1) => (eight(i < 32), thread * 32 + (i & 31)),
        ((16, 8, 256), 1) => {
            let below = i < 32 || (64..96).contains(&i);
            (eight(below), if i < 64 { thread * 32 + (i & 31) } else { thread * 32 + (i & 31) + 128 })
        }
        other => panic!("no layout of A for {other:?}"),
    };
    (0, row, column)
}

/// The same of B.
fn b_element(mods: &[Mod], ty: Mod, lane: usize, i: usize) -> (usize, usize, usize) {
    let (group, thread) = (lane >> 2, lane % 4);
    let column_major = mods.iter().rfind(|m| matches!(m, Mod::Row | Mod::Col)) == Some(&Mod::Col);
    let row = match (shape_of(mods), ty.bits()) {
        ((8, 8, 4), 16) => {
            let half = if lane < 16 { 0 } else { 4 };
            let (row, column) = if column_major { (i, lane % 4 + half) } else { (lane % 4, i + half) };
            return (lane % 16 / 4, row, column);
        }
        ((8, 8, 4), 64) | ((16, 8, 4), _) => thread,
        ((16, 8, 8), 16) => thread * 2 + i,
        ((16, 8, 8), _) => {
            if i == 0 {
                thread
            } else {
                thread + 4
            }
        }
        ((16, 8, 16), 16) => thread * 2 + (i & 1) + if i >= 2 { 8 } else { 0 },
        ((16, 8, 16), 64) => thread + i * 4,
        ((8 | 16, 8, 16), 8) => thread * 4 + i,
        ((16, 8, 32), 8) => thread * 4 + (i & 3) + if i >= 4 { 16 } else { 0 },
        ((8 | 16, 8, 32), 4) => thread * 8 + i,
        ((16, 8, 64), 4) => thread * 8 + (i & 7) + if i >= 8 { 32 } else { 0 },
        ((8 | 16, 8, 128), 1) => thread * 32 + i,
        ((16, 8, 256), 1) => thread * 32 + (i & 31) + if i >= 32 { 128 } else { 0 },
        other => panic!("no layout of B for {other:?}"),
    };
    (0, row, group)
}

/// The same of C and D.
fn c_element(mods: &[Mod], ty: Mod, lane: usize, i: usize) -> (usize, usize, usize) {
    let (group, thread) = (lane >> 2, lane % 4);
    match shape_of(mods) {
        (8, 8, 4) if ty == Mod::F16 => (lane % 16 / 4, if lane < 16 { lane % 4 } else { lane % 4 + 4 }, i),
        (8, 8, 4) if ty == Mod::F32 => {
            let x = (lane & 0b1) + (i & 0b10);
            (lane % 16 / 4, if lane < 16 { x } else { x + 4 }, (i & 0b100) + (lane & 0b10) + (i & 0b1))
        }
        (8, 8, _) => (0, group, thread * 2 + (i & 1)),
        _ => (0, if i < 2 { group } else { group + 8 }, thread * 2 + (i & 1)),
    }
}

type Layout = fn(&[Mod], Mod, usize, usize) -> (usize, usize, usize);

/// Bytes of a register of an element type, elements in it, and registers of a lane.
fn registers(ty: Mod, elements: usize) -> (usize, usize, usize) {
    let width = if ty.bits() == 64 { 8 } else { 4 };
    let per = 8 * width / ty.bits() as usize;
    (width, per, elements / 32 / per)
}

/// Registers of a warp, one after the other for each lane.
fn pack(mods: &[Mod], matrices: &[Numbers], layout: Layout) -> Vec<u8> {
    let ty = matrices[0].ty;
    let (width, per, count) = registers(ty, matrices.iter().map(|m| m.bits.len()).sum());
    let mut bytes = Vec::new();
    for lane in 0..32 {
        for register in 0..count {
            let value = (0..per).fold(0, |value, n| {
                let (which, row, column) = layout(mods, ty, lane, register * per + n);
                value | matrices[which].at(row, column) << (n as u32 * ty.bits())
            });
            bytes.extend_from_slice(&value.to_le_bytes()[..width]);
        }
    }
    bytes
}

/// Registers of a warp for `mma` of a matrix each: random A, B and C, and the D that they give.
pub fn fragments(mods: &[Mod], rng: &mut Rng, kind: usize) -> [Vec<u8>; 4] {
    let job = Mma { mods: mods.to_vec() };
    let [a, b, c, (d, ..)] = job.matrices();
    let [a, b, c] = [a, b, c].map(|(ty, rows, columns)| Numbers::new(rng, ty, (rows, columns), kind % 5));
    let result = Reference { mods, d }.multiply(&a, &b, &c);
    let pack = |numbers: Numbers, layout: Layout| pack(mods, &[numbers], layout);
    [pack(a, a_element), pack(b, b_element), pack(c, c_element), pack(result, c_element)]
}

/// Name of a register file: `%r` or `%d`.
fn letter(width: usize) -> char {
    if width == 8 { 'd' } else { 'r' }
}

fn braces(letter: char, first: usize, count: usize) -> String {
    let all: Vec<String> = (first..first + count).map(|n| format!("%{letter}{n}")).collect();
    format!("{{{}}}", all.join(", "))
}

/// Types of A, B, C and D.
fn types_of(mods: &[Mod]) -> [Mod; 4] {
    let types: Vec<Mod> = mods.iter().copied().filter(|m| m.is_type()).collect();
    match types[..] {
        [d, a, b, c] => [a, b, c, d],
        [d, c] => [Mod::F16, Mod::F16, c, d],
        _ => panic!("types of {mods:?}"),
    }
}

fn entry(kernel: &str, parameters: usize) -> String {
    let list: Vec<String> = (0..parameters).map(|i| format!(".param .u64 p{i}")).collect();
    format!(
        ".visible .entry {kernel}({})\n{{\n.reg .b32 %r<100>;\n.reg .b64 %d<100>;\n.reg .b64 %l<16>;\n\
         mov.u32 %r90, %ctaid.x;\nmov.u32 %r91, %tid.x;\nmad.lo.s32 %r90, %r90, {BLOCK}, %r91;\n\
         shr.u32 %r91, %r91, 5;\nshr.u32 %r92, %r90, 5;\nmov.u32 %r93, %laneid;\n",
        list.join(", ")
    )
}

/// Address of element `index` of `bytes` bytes of a parameter's array in `%l0`.
fn address(parameter: usize, index: &str, bytes: usize) -> String {
    format!(
        "ld.param.u64 %l0, [p{parameter}];\nmul.wide.u32 %l1, {index}, {bytes};\nadd.s64 %l0, %l0, %l1;\n"
    )
}

/// Copies the warp's region between global memory at `%l0` and shared memory at `%r94`.
fn copy(to_shared: bool) -> String {
    let mut text = "mul.lo.u32 %r95, %r93, 128;\nadd.u32 %r96, %r94, %r95;\ncvt.u64.u32 %l2, %r95;\nadd.s64 %l2, %l0, %l2;\n".to_owned();
    for at in (0..128).step_by(16) {
        let (global, shared) = (format!("[%l2+{at}]"), format!("[%r96+{at}]"));
        let vector = "{%r80, %r81, %r82, %r83}";
        text += &match to_shared {
            true => format!("ld.global.v4.b32 {vector}, {global};\nst.shared.v4.b32 {shared}, {vector};\n"),
            false => format!("ld.shared.v4.b32 {vector}, {shared};\nst.global.v4.b32 {global}, {vector};\n"),
        };
    }
    text + "bar.warp.sync -1;\n"
}

const SHARED: &str = "mov.u32 %r94, sh;\nmad.lo.u32 %r94, %r91, 4096, %r94;\n";

/// Runs a kernel over all warps with one array per parameter and returns the last array.
fn run(gpu: &mut Gpu, kernel: &str, warps: usize, arrays: &[Vec<u8>]) -> Result<Vec<u8>, String> {
    let args: Vec<u64> = arrays.iter().map(|bytes| gpu.upload(bytes)).collect();
    gpu.launch(kernel, [warps as u32 * 32 / BLOCK, 1, 1], [BLOCK, 1, 1], &args)?;
    let last = arrays.len() - 1;
    Ok(gpu.download(args[last], arrays[last].len()))
}

fn warps_for(elements: usize) -> usize {
    ELEMENTS.div_ceil(elements).next_multiple_of(BLOCK as usize / 32)
}

fn compare(text: &str, warp: usize, (got, want): (&Numbers, &Numbers)) -> Result<(), String> {
    match (0..want.bits.len()).find(|&n| got.bits[n] != want.bits[n]) {
        None => Ok(()),
        Some(n) => Err(format!(
            "{text} warp {warp}, row {}, column {}: expected {:#x}, got {:#x}",
            n / want.columns,
            n % want.columns,
            want.bits[n],
            got.bits[n]
        )),
    }
}

/// One combination.
trait Job {
    fn kernel(&self, kernel: &str) -> String;
    fn check(&self, gpu: &mut Gpu, kernel: &str) -> Result<(), String>;
}

/// `mma`.
struct Mma {
    mods: Vec<Mod>,
}

impl Mma {
    fn blocks(&self) -> usize {
        let [a, ..] = types_of(&self.mods);
        if shape_of(&self.mods) == (8, 8, 4) && a == Mod::F16 { 4 } else { 1 }
    }

    /// Types and elements of A, B, C and D.
    fn matrices(&self) -> [(Mod, usize, usize); 4] {
        let ((m, n, k), [a, b, c, d]) = (shape_of(&self.mods), types_of(&self.mods));
        [(a, m, k), (b, k, n), (c, m, n), (d, m, n)]
    }

    fn text(&self) -> String {
        let operand = |n: usize| {
            let (ty, rows, columns) = self.matrices()[n];
            let (width, _, count) = registers(ty, rows * columns * self.blocks());
            braces(letter(width), 10 * n, count)
        };
        format!(
            "{} {}, {}, {}, {};",
            name(Opcode::Mma, &self.mods),
            operand(3),
            operand(0),
            operand(1),
            operand(2)
        )
    }
}

impl Job for Mma {
    fn kernel(&self, kernel: &str) -> String {
        let mut text = entry(kernel, 4);
        for (n, (ty, rows, columns)) in self.matrices().into_iter().enumerate() {
            let (width, _, count) = registers(ty, rows * columns * self.blocks());
            let access = |text: &mut String, store: bool| {
                *text += &address(n, "%r90", width * count);
                for register in 0..count {
                    let (at, bits, name) =
                        (width * register, 8 * width, format!("%{}{}", letter(width), 10 * n + register));
                    *text += &match store {
                        true => format!("st.global.b{bits} [%l0+{at}], {name};\n"),
                        false => format!("ld.global.b{bits} {name}, [%l0+{at}];\n"),
                    };
                }
            };
            if n == 3 {
                text += &self.text();
                text += "\n";
            }
            access(&mut text, n == 3);
        }
        text + "ret;\n}\n"
    }

    fn check(&self, gpu: &mut Gpu, kernel: &str) -> Result<(), String> {
        let mut rng = Rng::named(&self.text());
        let [a, b, c, (d_ty, m, n)] = self.matrices();
        let warps = warps_for(m * n * self.blocks());
        let (mut arrays, mut wanted) = ([(); 4].map(|()| Vec::new()), Vec::new());
        for warp in 0..warps {
            let mut make = |(ty, rows, columns): (Mod, usize, usize)| -> Vec<Numbers> {
                (0..self.blocks())
                    .map(|block| Numbers::new(&mut rng, ty, (rows, columns), (warp + block) % 5))
                    .collect()
            };
            let sources = [make(a), make(b), make(c)];
            for (array, (matrices, layout)) in
                arrays.iter_mut().zip(sources.iter().zip([a_element as Layout, b_element, c_element]))
            {
                array.extend(pack(&self.mods, matrices, layout));
            }
            let reference = Reference { mods: &self.mods, d: d_ty };
            let results: Vec<Numbers> = (0..self.blocks())
                .map(|n| reference.multiply(&sources[0][n], &sources[1][n], &sources[2][n]))
                .collect();
            wanted.push(results);
        }
        let packed: Vec<Vec<u8>> = wanted.iter().map(|w| pack(&self.mods, w, c_element)).collect();
        arrays[3] = vec![0xaa; packed.iter().map(Vec::len).sum()];
        let got = run(gpu, kernel, warps, &arrays)?;
        for (warp, (got, want)) in got.chunks(packed[0].len()).zip(&packed).enumerate() {
            if let Some(at) = (0..want.len()).find(|&n| got[n] != want[n]) {
                let (width, _, count) = registers(d_ty, m * n * self.blocks());
                let (lane, register) = (at / (width * count), at / width % count);
                let word = |bytes: &[u8]| {
                    bytes[at / width * width..][..width]
                        .iter()
                        .rev()
                        .fold(0u64, |w, &b| w << 8 | u64::from(b))
                };
                return Err(format!(
                    "{} warp {warp}, lane {lane}, register {register}: expected {:#x}, got {:#x}",
                    self.text(),
                    word(want),
                    word(got)
                ));
            }
        }
        Ok(())
    }
}

/// Where `wmma` finds a matrix.
#[derive(Clone, Copy)]
struct Place {
    mods: [Mod; 2],
    space: Option<Mod>,
    /// Generic addresses of shared memory.
    generic_shared: bool,
    /// Elements from row to row or column to column; `None` if the instruction does not say.
    stride: Option<usize>,
}

impl Place {
    fn row_major(&self) -> bool {
        self.mods[0] == Mod::Row
    }

    fn shared(&self) -> bool {
        self.generic_shared || matches!(self.space, Some(Mod::Shared | Mod::SharedCta))
    }

    /// Offset in bits of an element.
    fn offset(&self, matrix: &Numbers, row: usize, column: usize) -> usize {
        let (line, at, natural) =
            if self.row_major() { (row, column, matrix.columns) } else { (column, row, matrix.rows) };
        (line * self.stride.unwrap_or(natural) + at) * matrix.ty.bits() as usize
    }

    fn put(&self, matrix: &Numbers, region: &mut [u8]) {
        for row in 0..matrix.rows {
            for column in 0..matrix.columns {
                let (at, bits) = (self.offset(matrix, row, column), matrix.ty.bits() as usize);
                let value = matrix.at(row, column);
                if bits >= 8 {
                    region[at / 8..][..bits / 8].copy_from_slice(&value.to_le_bytes()[..bits / 8]);
                } else {
                    let cut = (1u8 << bits) - 1;
                    let byte = &mut region[at / 8];
                    *byte = *byte & !(cut << (at % 8)) | (value as u8) << (at % 8);
                }
            }
        }
    }
}

/// `wmma.load`, `wmma.mma` and `wmma.store`.
struct Wmma {
    /// Instruction under test, for messages and seeds.
    under_test: String,
    multiply: Vec<Mod>,
    places: [Place; 4],
    index: usize,
}

impl Wmma {
    fn new(form: &Form, mods: &[Mod], index: usize) -> Wmma {
        use Mod::*;
        let orders: Vec<Mod> = mods.iter().copied().filter(|m| matches!(m, Row | Col)).collect();
        let shape =
            *mods.iter().find(|m| m.text().starts_with('m') && m.text().contains('k')).expect("a shape");
        let space = mods.iter().copied().find(|m| matches!(m, Global | Shared | SharedCta));
        let is_mma = mods.contains(&Mma);
        let ty = *mods.iter().rfind(|m| m.is_type()).expect("a type");
        // A multiplication that uses what is loaded or stored.
        let fixed = |order: Mod, other: Mod| {
            if matches!(shape, M8n8k32 | M8n8k128) { [Row, Col] } else { [order, other] }
        };
        let multiply = if is_mma {
            mods.to_vec()
        } else {
            let types = match (shape, ty) {
                (M16n16k8, _) => vec![F32, Tf32, Tf32, F32],
                (M8n8k4, _) => vec![F64; 4],
                (M8n8k32, U4) => vec![S32, U4, U4, S32],
                (M8n8k32, _) => vec![S32, S4, S4, S32],
                (M8n8k128, _) => vec![S32, B1, B1, S32],
                (_, Bf16) => vec![F32, Bf16, Bf16, F32],
                (_, U8) => vec![S32, U8, U8, S32],
                (_, S8 | S32) => vec![S32, S8, S8, S32],
                (_, F16) if !mods.contains(&A) && !mods.contains(&B) => vec![F16, F16],
                _ => vec![F32, F32],
            };
            let mut all = if shape == M8n8k128 { vec![Mma, Xor, Popc] } else { vec![Mma] };
            all.extend([Sync, Aligned]);
            let order = orders[0];
            all.extend(if mods.contains(&B) { fixed(Col, order) } else { fixed(order, Col) });
            all.push(shape);
            all.extend(types);
            all
        };
        let factors: Vec<Mod> = multiply.iter().copied().filter(|m| matches!(m, Row | Col)).collect();
        let natural = |matrix: usize, order: Mod| {
            let (m, n, k) = shape_of(mods);
            let (rows, columns) = [(m, k), (k, n), (m, n), (m, n)][matrix];
            if order == Row { columns } else { rows }
        };
        let types = types_of(&multiply);
        let places = std::array::from_fn(|n| {
            let order = match n {
                0 | 1 => factors[n],
                _ if is_mma || mods.contains(&A) || mods.contains(&B) => [Row, Col][(index + n) % 2],
                _ => orders[0],
            };
            let own = !is_mma && mods.contains(&[A, B, C, D][n]);
            let spaces = [None, Some(Global), Some(Shared)];
            let space = if own { space } else { spaces[(index / 2 + n) % 3] };
            let generic_shared = own && space.is_none() && index % 2 == 1;
            // Rows and columns stay aligned to 16 bytes.
            let unit = 128 / types[n].bits() as usize;
            let stride = (natural(n, order) + unit * [0, 1, 2][(index + n) % 3]).next_multiple_of(unit);
            let silent = own && index % 5 == 4;
            Place { mods: [order, shape], space, generic_shared, stride: (!silent).then_some(stride) }
        });
        Wmma { under_test: format!("{} {index}", name(form.opcode, mods)), multiply, places, index }
    }

    fn matrices(&self) -> [(Mod, usize, usize); 4] {
        let ((m, n, k), [a, b, c, d]) = (shape_of(&self.multiply), types_of(&self.multiply));
        [(a, m, k), (b, k, n), (c, m, n), (d, m, n)]
    }

    fn fragment(&self, matrix: usize) -> String {
        let (ty, rows, columns) = self.matrices()[matrix];
        let (width, _, count) = registers(ty, rows * columns);
        // Eight registers, whatever the shape.
        let count = if matrix < 2 && ty == Mod::F16 { 8 } else { count };
        braces(letter(width), 10 * matrix, count)
    }

    /// The load or store of a matrix. Its region starts at `%l0`, and is copied to `%r94` if it is in shared memory.
    fn access(&self, matrix: usize) -> String {
        let place = &self.places[matrix];
        let mut text = address(matrix, "%r92", REGION);
        let mut base = "%l0".to_owned();
        if place.shared() {
            text += SHARED;
            text += &copy(true);
            base = if place.generic_shared { "%l3".to_owned() } else { "%r94".to_owned() };
            text += "cvt.u64.u32 %l3, %r94;\ncvta.shared.u64 %l3, %l3;\n";
        }
        let verb =
            if matrix == 3 { [Mod::Store, Mod::D] } else { [Mod::Load, [Mod::A, Mod::B, Mod::C][matrix]] };
        let mut mods = verb.to_vec();
        mods.extend([Mod::Sync, Mod::Aligned]);
        mods.extend(place.mods);
        mods.extend(place.space);
        mods.push(self.matrices()[matrix].0);
        let stride = match place.stride {
            None => String::new(),
            Some(stride) if self.index.is_multiple_of(2) => format!(", {stride}"),
            Some(stride) => {
                let _ = writeln!(text, "mov.u32 %r97, {stride};");
                ", %r97".to_owned()
            }
        };
        let (fragment, head) = (self.fragment(matrix), name(Opcode::Wmma, &mods));
        let _ = match matrix {
            3 => writeln!(text, "{head} [{base}], {fragment}{stride};"),
            _ => writeln!(text, "{head} {fragment}, [{base}]{stride};"),
        };
        if matrix == 3 && place.shared() {
            text += "bar.warp.sync -1;\n";
            text += &copy(false);
        }
        text + "bar.warp.sync -1;\n"
    }
}

impl Job for Wmma {
    fn kernel(&self, kernel: &str) -> String {
        let mut text = entry(kernel, 4);
        for matrix in 0..3 {
            text += &self.access(matrix);
        }
        let operands: Vec<String> = [3, 0, 1, 2].map(|n| self.fragment(n)).to_vec();
        let _ = writeln!(text, "{} {};", name(Opcode::Wmma, &self.multiply), operands.join(", "));
        text + &self.access(3) + "ret;\n}\n"
    }

    fn check(&self, gpu: &mut Gpu, kernel: &str) -> Result<(), String> {
        let mut rng = Rng::named(&self.under_test);
        let [a, b, c, (d_ty, m, n)] = self.matrices();
        let warps = warps_for(m * n);
        let mut arrays = [(); 4].map(|()| Vec::new());
        let (mut wanted, mut numbers) = (Vec::new(), Vec::new());
        for warp in 0..warps {
            let mut make = |(ty, rows, columns)| Numbers::new(&mut rng, ty, (rows, columns), warp % 5);
            let sources = [make(a), make(b), make(c)];
            for (n, source) in sources.iter().enumerate() {
                let mut region = vec![0x55; REGION];
                self.places[n].put(source, &mut region);
                arrays[n].extend(region);
            }
            let reference = Reference { mods: &self.multiply, d: d_ty };
            let result = reference.multiply(&sources[0], &sources[1], &sources[2]);
            let mut region = vec![0xaa; REGION];
            self.places[3].put(&result, &mut region);
            wanted.push(region);
            numbers.push(result);
        }
        arrays[3] = vec![0xaa; REGION * warps];
        let got =
            run(gpu, kernel, warps, &arrays).map_err(|fault| format!("{}: {fault}", self.under_test))?;
        for (warp, (region, want)) in got.chunks(REGION).zip(&wanted).enumerate() {
            if region == want {
                continue;
            }
            let mut bits = Vec::new();
            for row in 0..m {
                for column in 0..n {
                    let at = self.places[3].offset(&numbers[warp], row, column) / 8;
                    let word = &region[at..][..d_ty.bytes() as usize];
                    bits.push(word.iter().rev().fold(0, |w, &b| w << 8 | u64::from(b)));
                }
            }
            let found = Numbers { bits, ..numbers[warp].clone() };
            compare(&self.under_test, warp, (&found, &numbers[warp]))?;
            return Err(format!("{} warp {warp} writes beside the matrix", self.under_test));
        }
        Ok(())
    }
}

/// `ldmatrix`, `stmatrix` and `movmatrix`.
struct Rows {
    opcode: Opcode,
    mods: Vec<Mod>,
    index: usize,
}

impl Rows {
    fn has(&self, m: Mod) -> bool {
        self.mods.contains(&m)
    }

    fn count(&self) -> usize {
        [(Mod::X4, 4), (Mod::X2, 2)].into_iter().find(|(m, _)| self.has(*m)).map_or(1, |(_, n)| n)
    }

    fn text(&self) -> String {
        let (head, generic) =
            (name(self.opcode, &self.mods), !self.has(Mod::Shared) && !self.has(Mod::SharedCta));
        let address = if generic { "[%l3+16]" } else { "[%r98+16]" };
        match self.opcode {
            Opcode::Movmatrix => format!("{head} %r10, %r0;"),
            Opcode::Ldmatrix => format!("{head} {}, {address};", braces('r', 10, self.count())),
            _ => format!("{head} {address}, {};", braces('r', 0, self.count())),
        }
    }

    /// The element of an 8 × 8 matrix in half `half` of the register of a lane, by the manual: lane T holds elements 2 (T % 4) and the
    /// next of row T / 4; transposed, of column T / 4.
    fn element(transposed: bool, lane: usize, half: usize) -> (usize, usize) {
        let (row, column) = (lane / 4, 2 * (lane % 4) + half);
        if transposed { (column, row) } else { (row, column) }
    }
}

impl Job for Rows {
    /// Parameters: the region, offsets of rows by thread, registers by thread.
    fn kernel(&self, kernel: &str) -> String {
        let mut text = entry(kernel, 3) + &address(1, "%r90", 4) + "ld.global.u32 %r98, [%l0];\n";
        text += &address(2, "%r90", 16);
        text += "ld.global.v4.b32 {%r0, %r1, %r2, %r3}, [%l0];\nmov.u32 %r10, 0;\nmov.u32 %r11, 0;\nmov.u32 %r12, 0;\nmov.u32 %r13, 0;\n";
        text += &address(0, "%r92", REGION);
        text += SHARED;
        text += &copy(true);
        text += "add.u32 %r98, %r98, %r94;\ncvt.u64.u32 %l3, %r98;\ncvta.shared.u64 %l3, %l3;\n";
        text += &self.text();
        text += "\nbar.warp.sync -1;\n";
        text += &copy(false);
        text += &address(2, "%r90", 16);
        text + "st.global.v4.b32 [%l0], {%r10, %r11, %r12, %r13};\nret;\n}\n"
    }

    fn check(&self, gpu: &mut Gpu, kernel: &str) -> Result<(), String> {
        let mut rng = Rng::named(&format!("{} {}", self.text(), self.index));
        let (warps, count) = (warps_for(64 * self.count()), self.count());
        let region: Vec<u8> = (0..warps * REGION).map(|_| rng.bits() as u8).collect();
        let registers: Vec<u32> = (0..warps * 128).map(|_| rng.bits() as u32).collect();
        // Each row has 16 bytes of its own. Lanes that give no address have one that nobody could read.
        let mut offsets = Vec::new();
        for _ in 0..warps {
            let mut slots: Vec<u32> = (0..255).collect();
            for lane in 0..32 {
                let slot = slots.swap_remove(rng.below(slots.len() as u64) as usize);
                offsets.push(if lane < 8 * count { 16 * slot } else { 0xdead_beef });
            }
        }
        let (mut want_region, mut want) = (region.clone(), vec![0u32; warps * 128]);
        for warp in 0..warps {
            for (n, lane, half) in
                (0..count).flat_map(|n| (0..32).flat_map(move |l| (0..2).map(move |h| (n, l, h))))
            {
                let held = registers[128 * warp + 4 * lane + n] >> (16 * half);
                let to = &mut want[128 * warp + 4 * lane + n];
                if self.opcode == Opcode::Movmatrix {
                    let (row, column) = Self::element(true, lane, half);
                    let from = registers[128 * warp + 4 * (4 * row + column / 2)];
                    *to |= (from >> (16 * (column % 2)) & 0xffff) << (16 * half);
                    continue;
                }
                let (row, column) = Self::element(self.has(Mod::Trans), lane, half);
                let at = warp * REGION + offsets[32 * warp + 8 * n + row] as usize + 16 + 2 * column;
                if self.opcode == Opcode::Ldmatrix {
                    *to |= u32::from(u16::from_le_bytes([region[at], region[at + 1]])) << (16 * half);
                } else {
                    want_region[at..at + 2].copy_from_slice(&(held as u16).to_le_bytes());
                }
            }
        }
        let bytes = |words: &[u32]| words.iter().flat_map(|w| w.to_le_bytes()).collect::<Vec<u8>>();
        let args = [gpu.upload(&region), gpu.upload(&bytes(&offsets)), gpu.upload(&bytes(&registers))];
        let grid = [warps as u32 * 32 / BLOCK, 1, 1];
        gpu.launch(kernel, grid, [BLOCK, 1, 1], &args).map_err(|fault| format!("{} {fault}", self.text()))?;
        let got = gpu.download(args[2], 512 * warps);
        let wrong = got.iter().zip(bytes(&want)).position(|(g, w)| *g != w);
        if let Some(at) = wrong {
            let (warp, lane, register) = (at / 512, at / 16 % 32, at / 4 % 4);
            return Err(format!("{} warp {warp}, lane {lane}, register {register} is wrong", self.text()));
        }
        if gpu.download(args[0], region.len()) != want_region {
            return Err(format!("{} stores wrong", self.text()));
        }
        Ok(())
    }
}

/// Runs a share of the combinations.
pub fn walk(share: usize, of: usize, mode: Mode) {
    let mut jobs: Vec<Box<dyn Job>> = Vec::new();
    let mut number = 0;
    for form in forms().iter().filter(|f| covers(f)) {
        for (index, mods) in form.combinations().iter().enumerate() {
            number += 1;
            if number % of != share {
                continue;
            }
            jobs.push(match form.opcode {
                Opcode::Mma => Box::new(Mma { mods: mods.clone() }),
                Opcode::Wmma => Box::new(Wmma::new(form, mods, index)),
                opcode => Box::new(Rows { opcode, mods: mods.clone(), index }),
            });
        }
    }
    assert!(!jobs.is_empty(), "the table has such rows");
    let mut failures = Vec::new();
    for batch in jobs.chunks(BATCH) {
        let mut module = format!("{HEADER}.shared .align 128 .b8 sh[{}];\n", REGION * BLOCK as usize / 32);
        for (index, job) in batch.iter().enumerate() {
            module += &job.kernel(&format!("k{index}"));
        }
        let mut gpu = Gpu::new(&module, mode);
        for (index, job) in batch.iter().enumerate() {
            failures.extend(job.check(&mut gpu, &format!("k{index}")).err());
        }
    }
    report(&failures);
}

/// Special values reach the results: a test of the inputs above.
#[test]
fn inputs_of_matrices_have_special_results() {
    let (mut rng, mods) = (Rng::named("special"), [Mod::F16, Mod::F16]);
    let (mut nan, mut infinite, mut subnormal, mut finite) = (0, 0, 0, 0);
    for kind in (0..5).cycle().take(40) {
        let mut make = || Numbers::new(&mut rng, Mod::F16, (16, 16), kind);
        let (a, b, c) = (make(), make(), make());
        for bits in (Reference { mods: &mods, d: Mod::F16 }).multiply(&a, &b, &c).bits {
            match decode(bits, F16) {
                Real::NaN => nan += 1,
                Real::Infinity { .. } => infinite += 1,
                _ if F16.is_subnormal(bits) => subnormal += 1,
                _ => finite += 1,
            }
        }
    }
    assert!(
        nan > 100 && infinite > 100 && subnormal > 10 && finite > 2000,
        "{nan} {infinite} {subnormal} {finite}"
    );
}
