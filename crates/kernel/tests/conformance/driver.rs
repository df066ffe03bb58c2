//! Walks the table's value-computing rows: each combination becomes a kernel, each thread a case.

use super::cases::{self, Rng};
use super::gpu::Gpu;
use super::reference::{Outcome, reference};
use std::fmt::Write;
use warploom_kernel::execute::Mode;
use warploom_kernel::ptx::forms::{Form, Group, OperandRole, OperandType, forms};
use warploom_kernel::ptx::isa::{Mod, Opcode, TypeKind};

pub const HEADER: &str = ".version 8.6\n.target sm_90\n.address_size 64\n";
/// Kernels per module: enough to spare parsing's overhead, few enough to keep memory small.
pub const BATCH: usize = 48;
const BLOCK: u32 = 128;

/// Rows this driver walks.
pub fn covers(form: &Form) -> bool {
    use Group::*;
    matches!(form.group, Integer | Carry | Float | Half | Compare | Logic | Move | Convert)
}

/// The instruction's name with its suffixes.
pub fn name(opcode: Opcode, mods: &[Mod]) -> String {
    mods.iter().fold(opcode.to_string(), |text, m| format!("{text}.{m}"))
}

/// The type of an operand, given the suffixes.
pub fn operand_type(ty: OperandType, mods: &[Mod]) -> Mod {
    let types: Vec<Mod> = mods.iter().copied().filter(|m| m.is_type()).collect();
    let last = types.last().copied();
    match ty {
        OperandType::Last => last.expect("a type suffix"),
        OperandType::Nth(n) => types[n],
        OperandType::Fixed(m) => m,
        OperandType::Wide => match last.expect("a type suffix") {
            Mod::U16 => Mod::U32,
            Mod::S16 => Mod::S32,
            Mod::U32 => Mod::U64,
            Mod::S32 => Mod::S64,
            other => panic!("{other} is not widened"),
        },
    }
}

/// The letter of registers of so many bits.
pub fn register_letter(bits: u32) -> char {
    match bits {
        1 => 'p',
        16 => 'h',
        32 => 'r',
        64 => 'l',
        128 => 'q',
        _ => panic!("no registers of {bits} bits"),
    }
}

/// A place where a value comes in.
#[derive(Clone, Copy, Debug)]
struct Source {
    ty: Mod,
    /// Register width; 1 for a predicate, 0 for a literal.
    bits: u32,
    literal: Option<u64>,
    negated: bool,
}

/// One combination, with what varies beside the suffixes.
pub struct Job {
    form: &'static Form,
    mods: Vec<Mod>,
    sources: Vec<Source>,
    result: (Mod, u32),
    second: bool,
    /// Whether the first result is thrown away.
    sink: bool,
    carry_in: bool,
    threads: u32,
    seed: String,
}

fn is_subtraction(opcode: Opcode) -> bool {
    matches!(opcode, Opcode::Sub | Opcode::Subc)
}

/// Widths of registers a value of type `ty` may stand in: wider ones for conversions of integers only.
fn widths(opcode: Opcode, ty: Mod) -> Vec<u32> {
    let integer = matches!(ty.kind(), Some(TypeKind::Signed | TypeKind::Unsigned)) && !cases::is_packed(ty);
    let all = [16, 32, 64].into_iter().filter(|&w| w >= ty.bits());
    match ty.kind() {
        Some(TypeKind::Pred) => vec![1],
        _ if integer && opcode == Opcode::Cvt => all.collect(),
        _ => all.take(1).collect(),
    }
}

impl Job {
    /// The combination numbered `index` of a form; `index` decides what the suffixes leave open.
    pub fn new(form: &'static Form, mods: &[Mod], index: usize, table: Option<u64>) -> Job {
        let opcode = form.opcode;
        let choose = |ty: Mod, salt: usize| {
            let widths = widths(opcode, ty);
            // Beside a bf16, no register may be wider than its type.
            let exact = mods.contains(&Mod::Bf16);
            widths[if exact { 0 } else { (index + salt) % widths.len() }]
        };
        let register = |ty: Mod| Source { ty, bits: choose(ty, index / 3), literal: None, negated: false };
        let (mut sources, mut result, mut second, mut sink) = (Vec::new(), None, false, false);
        // cvt.pack names the types it converts between, not its registers' types.
        let packs = mods.contains(&Mod::Pack);
        for operand in &form.operands {
            match operand.role {
                OperandRole::Dst(ty) | OperandRole::DstPair(ty) => {
                    let ty = operand_type(ty, mods);
                    let width = if packs { ty.bits() } else { choose(ty, 0) };
                    result = Some((ty, width));
                    // The second predicate of a comparison may be left out; that of lop3 may not.
                    let pair = matches!(operand.role, OperandRole::DstPair(_));
                    // Scalar halves compare into one.
                    let one = opcode == Opcode::Setp && matches!(mods.last(), Some(Mod::F16 | Mod::Bf16));
                    second = pair && !one && (index % 4 != 3 || opcode == Opcode::Lop3);
                    sink = second && index % 16 == 9;
                }
                OperandRole::Src(ty) if packs => {
                    sources.push(Source { bits: 32, ..register(operand_type(ty, mods)) });
                }
                OperandRole::Src(ty) => sources.push(register(operand_type(ty, mods))),
                OperandRole::SrcPred(negatable) => {
                    sources.push(Source { negated: negatable && index % 2 == 1, ..register(Mod::Pred) });
                }
                OperandRole::Immediate => {
                    let literal = Some(table.expect("a row with a table has one"));
                    sources.push(Source { ty: Mod::B32, bits: 0, literal, negated: false });
                }
                other => panic!("{other:?} in {}", form.syntax),
            }
        }
        let carry_in = matches!(opcode, Opcode::Addc | Opcode::Subc | Opcode::Madc);
        Job {
            form,
            mods: mods.to_vec(),
            sources,
            result: result.expect("every row walked here has a result"),
            second: second || mods.contains(&Mod::Cc),
            sink,
            carry_in,
            threads: 1024,
            seed: format!("{} {index}", name(opcode, mods)),
        }
    }

    /// The same with one source a literal, or `None` where PTX has no literal of its type.
    pub fn with_literal(mut self) -> Option<Job> {
        let literal_type = |s: &Source| match s.ty.kind() {
            Some(TypeKind::Float) => matches!(s.ty, Mod::F32 | Mod::F64),
            Some(TypeKind::Pred) => false,
            _ => s.bits >= 16 && s.bits == s.ty.bits() && !cases::is_packed(s.ty),
        };
        let at = self.sources.iter().rposition(literal_type)?;
        if matches!(self.form.opcode, Opcode::Cvt | Opcode::Testp) {
            return None;
        }
        self.seed += " literal";
        let (mut rng, types) = (Rng::named(&self.seed), self.source_types());
        let mask = if self.sources[at].bits == 64 { u64::MAX } else { (1 << self.sources[at].bits) - 1 };
        let value = cases::sources(&mut rng, self.form.opcode, &self.mods, &types, usize::MAX)[at] & mask;
        // A field's place or length as a literal must be one that some field could have.
        let field = matches!(self.form.opcode, Opcode::Bfe | Opcode::Bfi);
        self.sources[at].literal = Some(if field { value & 0xff } else { value });
        Some(self)
    }

    fn source_types(&self) -> Vec<Mod> {
        self.sources.iter().map(|s| s.ty).collect()
    }

    fn register(&self, index: usize) -> String {
        format!("%{}{}", register_letter(self.sources[index].bits), index + 4)
    }

    fn operand(&self, index: usize) -> String {
        let source = &self.sources[index];
        match (source.literal, source.ty) {
            (None, _) if source.negated => format!("!{}", self.register(index)),
            (None, _) => self.register(index),
            (Some(value), Mod::F32) => format!("0f{value:08x}"),
            (Some(value), Mod::F64) => format!("0d{value:016x}"),
            (Some(value), Mod::S16) => (value as i16).to_string(),
            (Some(value), Mod::S32) => (value as i32).to_string(),
            (Some(value), _) => format!("{value:#x}"),
        }
    }

    /// The instruction under test, as PTX.
    pub fn text(&self) -> String {
        let (mut operands, mut next) = (Vec::new(), 0);
        let result =
            if self.sink { "_".to_string() } else { format!("%{}12", register_letter(self.result.1)) };
        for operand in &self.form.operands {
            operands.push(match operand.role {
                OperandRole::Dst(_) => result.clone(),
                OperandRole::DstPair(_) if self.second => format!("{result}|%p13"),
                OperandRole::DstPair(_) => result.clone(),
                _ => {
                    next += 1;
                    self.operand(next - 1)
                }
            });
        }
        format!("{} {};", name(self.form.opcode, &self.mods), operands.join(", "))
    }

    /// Everything that comes from memory: the sources in registers, then the carry.
    fn loaded(&self) -> Vec<(usize, Source)> {
        let mut loaded: Vec<_> =
            self.sources.iter().copied().enumerate().filter(|(_, s)| s.literal.is_none()).collect();
        if self.carry_in {
            let carry = Source { ty: Mod::B32, bits: 32, literal: None, negated: false };
            loaded.push((self.sources.len(), carry));
        }
        loaded
    }

    fn kernel(&self, name: &str) -> String {
        let loaded = self.loaded();
        let mut text = String::new();
        let parameters: Vec<String> = (0..loaded.len() + 2).map(|i| format!(".param .u64 p{i}")).collect();
        let address = |text: &mut String, parameter: usize, bytes: u32| {
            writeln!(text, "ld.param.u64 %l0, [p{parameter}];").unwrap();
            writeln!(text, "mul.wide.u32 %l1, %r0, {bytes};").unwrap();
            writeln!(text, "add.s64 %l0, %l0, %l1;").unwrap();
        };
        writeln!(text, ".visible .entry {name}({})\n{{", parameters.join(", ")).unwrap();
        text += ".reg .pred %p<16>;\n.reg .b16 %h<16>;\n.reg .b32 %r<16>;\n.reg .b64 %l<16>;\n";
        text += "mov.u32 %r0, %ctaid.x;\nmov.u32 %r1, %ntid.x;\nmov.u32 %r2, %tid.x;\n";
        text += "mad.lo.s32 %r0, %r0, %r1, %r2;\nmov.u32 %r1, 0;\n";
        for (parameter, (index, source)) in loaded.iter().enumerate() {
            let bits = source.bits.max(16);
            if source.bits == 1 {
                address(&mut text, parameter, 4);
                writeln!(text, "ld.global.u32 %r2, [%l0];\nsetp.ne.u32 %p{}, %r2, 0;", index + 4).unwrap();
            } else {
                address(&mut text, parameter, bits / 8);
                let letter = register_letter(bits);
                writeln!(text, "ld.global.b{bits} %{letter}{}, [%l0];", index + 4).unwrap();
            }
        }
        if self.carry_in {
            let carry = self.sources.len() + 4;
            if is_subtraction(self.form.opcode) {
                writeln!(text, "sub.cc.u32 %r2, %r1, %r{carry};").unwrap();
            } else {
                writeln!(text, "add.cc.u32 %r2, %r{carry}, 0xffffffff;").unwrap();
            }
        }
        writeln!(text, "{}", self.text()).unwrap();
        if self.mods.contains(&Mod::Cc) {
            // Each kind of carry is observed by its own kind, so that only chains are assumed.
            if is_subtraction(self.form.opcode) {
                text += "subc.u32 %r2, %r1, %r1;\nneg.s32 %r2, %r2;\n";
            } else {
                text += "addc.u32 %r2, %r1, %r1;\n";
            }
        } else if self.second {
            text += "selp.u32 %r2, 1, 0, %p13;\n";
        }
        if self.result.1 == 1 && !self.sink {
            text += "selp.u32 %r12, 1, 0, %p12;\n";
        }
        if !self.sink {
            let stored = self.stored_bits();
            address(&mut text, loaded.len(), stored / 8);
            writeln!(text, "st.global.b{stored} [%l0], %{}12;", register_letter(stored)).unwrap();
        }
        if self.second {
            address(&mut text, loaded.len() + 1, 4);
            text += "st.global.u32 [%l0], %r2;\n";
        }
        text += "ret;\n}\n";
        text
    }

    fn stored_bits(&self) -> u32 {
        if self.result.1 == 1 { 32 } else { self.result.1 }
    }

    /// Each case's sources as the reference reads them.
    fn cases(&self) -> Vec<Vec<u64>> {
        let types = self.source_types();
        let mut rng = Rng::named(&self.seed);
        let one = |index| {
            let mut values = cases::sources(&mut rng, self.form.opcode, &self.mods, &types, index);
            for (value, source) in values.iter_mut().zip(&self.sources) {
                *value = source.literal.unwrap_or(*value);
            }
            if self.carry_in {
                values.push(rng.below(2));
            }
            values
        };
        (0..self.threads as usize).map(one).collect()
    }

    /// Runs the kernel over its cases; the first case that is wrong, and how many are.
    fn run(&self, gpu: &mut Gpu, kernel: &str) -> Option<String> {
        let cases = self.cases();
        let mut args: Vec<u64> = Vec::new();
        for (index, source) in self.loaded() {
            let bytes = if source.bits == 1 { 4 } else { source.bits as usize / 8 };
            let column: Vec<u8> =
                cases.iter().flat_map(|case| case[index].to_le_bytes().into_iter().take(bytes)).collect();
            args.push(gpu.upload(&column));
        }
        let width = self.stored_bits() as usize / 8;
        let results = gpu.upload(&vec![0xaa; width * cases.len()]);
        let seconds = gpu.upload(&vec![0xaa; 4 * cases.len()]);
        args.extend([results, seconds]);
        let (grid, block) = ([self.threads.div_ceil(BLOCK), 1, 1], [BLOCK.min(self.threads), 1, 1]);
        if let Err(fault) = gpu.launch(kernel, grid, block, &args) {
            return Some(format!("{}  {fault}", self.text()));
        }
        let results = words(&gpu.download(results, width * cases.len()), width);
        let seconds = words(&gpu.download(seconds, 4 * cases.len()), 4);
        let mut wrong = (0, None);
        for (at, case) in cases.iter().enumerate() {
            // A negated predicate is read as its complement.
            let effective: Vec<u64> = case
                .iter()
                .enumerate()
                .map(|(k, v)| if self.sources.get(k).is_some_and(|s| s.negated) { 1 - v } else { *v })
                .collect();
            let Outcome { first, second } = reference(self.form.opcode, &self.mods, &effective);
            let right = (self.sink || first.admits(results[at], self.result.1.max(16)))
                && (!self.second || second.is_some_and(|s| s == seconds[at]));
            if !right {
                wrong.0 += 1;
                wrong.1.get_or_insert_with(|| {
                    let inputs = case.iter().map(|v| format!("{v:#x}")).collect::<Vec<_>>().join(", ");
                    let second = if self.second {
                        format!("; second: expected {second:x?}, got {:#x}", seconds[at])
                    } else {
                        String::new()
                    };
                    format!("inputs [{inputs}]: expected {first:x?}, got {:#x}{second}", results[at])
                });
            }
        }
        wrong.1.map(|case| format!("{}  {} of {} wrong: {case}", self.text(), wrong.0, cases.len()))
    }
}

/// Little-endian words of `width` bytes.
pub fn words(bytes: &[u8], width: usize) -> Vec<u64> {
    let word = |chunk: &[u8]| chunk.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
    bytes.chunks(width).map(word).collect()
}

/// Every combination of the rows `wanted`, with variants; `of` equal shares, of which this is `share`.
fn jobs(wanted: impl Fn(&Form) -> bool, share: usize, of: usize) -> Vec<Job> {
    let mut jobs = Vec::new();
    for form in forms().iter().filter(|f| covers(f) && wanted(f)) {
        let has_table = form.operands.iter().any(|o| o.role == OperandRole::Immediate);
        let mut literal = None;
        for (index, mods) in form.combinations().iter().enumerate() {
            if mods.contains(&Mod::B128) {
                // Registers of 128 bits are moved by their own test.
                continue;
            }
            if has_table {
                for table in 0..256 {
                    let mut job = Job::new(form, mods, table as usize, Some(table));
                    job.threads = 64;
                    jobs.push(job);
                }
                continue;
            }
            jobs.push(Job::new(form, mods, index, None));
            literal = literal.or_else(|| Job::new(form, mods, index, None).with_literal());
        }
        jobs.extend(literal);
    }
    jobs.into_iter().enumerate().filter(|(i, _)| i % of == share).map(|(_, job)| job).collect()
}

/// Fails naming every instruction that went wrong (the first hundred).
pub fn report(failures: &[String]) {
    let shown = failures.iter().take(100).map(String::as_str).collect::<Vec<_>>().join("\n");
    assert!(failures.is_empty(), "{} instructions disagree with the reference:\n{shown}", failures.len());
}

/// Runs a share of the combinations of the rows `wanted`.
pub fn walk(wanted: impl Fn(&Form) -> bool, share: usize, of: usize, mode: Mode) {
    let mut failures = Vec::new();
    let jobs = jobs(wanted, share, of);
    assert!(!jobs.is_empty(), "the table has such rows");
    for batch in jobs.chunks(BATCH) {
        let mut module = HEADER.to_string();
        for (index, job) in batch.iter().enumerate() {
            module += &job.kernel(&format!("k{index}"));
        }
        let mut gpu = Gpu::new(&module, mode);
        failures.extend(
            batch.iter().enumerate().filter_map(|(index, job)| job.run(&mut gpu, &format!("k{index}"))),
        );
    }
    report(&failures);
}
