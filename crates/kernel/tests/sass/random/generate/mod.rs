//! Random PTX kernels whose effect on memory the manual defines to the bit: whatever executes them leaves the same.
//!
//! Every thread writes its own cells of `out`, and changes shared ones only by atomics that commute. Lanes communicate only with lanes of
//! which the kernel knows that they are there, and threads of a CTA only across barriers. A NaN's payload is never seen: results become
//! the canonical one before anything but floating-point arithmetic reads them.

mod arithmetic;
mod barrier;
mod catalogue;
mod control;
mod memory;
mod random;
mod warp;

pub use catalogue::Catalogue;
pub use random::Random;

use std::fmt::Write as _;
use warploom_kernel::ptx::isa::Mod;

/// Bytes of `out` of each thread.
pub const STRIDE: u32 = 2048;
/// Bytes of the inputs: six regions of [`REGION`], of 32-bit and 64-bit integers, f32, f64, f16 and bf16.
pub const INPUTS: u32 = 6 * REGION;
pub const REGION: u32 = 1024;
/// Cells of 8 bytes that all threads change.
pub const CELLS: u32 = 32;
/// Bytes of the parameter that is a structure.
pub const BLOB: u32 = 64;

/// What a register holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Pred,
    I16,
    I32,
    I64,
    F32,
    F64,
    F16,
    Bf16,
    F16x2,
    Bf16x2,
}

impl Kind {
    pub const ALL: [Kind; 10] = {
        use Kind::*;
        [Pred, I16, I32, I64, F32, F64, F16, Bf16, F16x2, Bf16x2]
    };

    /// The kind of a type's registers.
    pub fn of(ty: Mod) -> Kind {
        match ty {
            Mod::F32 => Kind::F32,
            Mod::F64 => Kind::F64,
            Mod::F16 => Kind::F16,
            Mod::Bf16 => Kind::Bf16,
            Mod::F16x2 => Kind::F16x2,
            Mod::Bf16x2 => Kind::Bf16x2,
            ty => Kind::of_bits(ty.bits()),
        }
    }

    pub fn of_bits(bits: u32) -> Kind {
        match bits {
            1 => Kind::Pred,
            64 => Kind::I64,
            32 => Kind::I32,
            _ => Kind::I16,
        }
    }

    pub fn bits(self) -> u32 {
        match self {
            Kind::Pred => 1,
            Kind::I16 | Kind::F16 | Kind::Bf16 => 16,
            Kind::I64 | Kind::F64 => 64,
            _ => 32,
        }
    }

    pub fn is_float(self) -> bool {
        !matches!(self, Kind::Pred | Kind::I16 | Kind::I32 | Kind::I64)
    }

    /// The name of its registers, and their number.
    fn pool(self) -> (&'static str, usize) {
        match self {
            Kind::Pred => ("%p", 5),
            Kind::I16 => ("%h", 3),
            Kind::I32 => ("%r", 7),
            Kind::I64 => ("%d", 4),
            Kind::F32 => ("%f", 4),
            Kind::F64 => ("%g", 3),
            Kind::F16 => ("%e", 2),
            Kind::Bf16 => ("%b", 2),
            Kind::F16x2 => ("%x", 2),
            Kind::Bf16x2 => ("%y", 2),
        }
    }

    /// Where the inputs of this kind begin.
    fn region(self) -> u32 {
        REGION
            * match self {
                Kind::Pred | Kind::I16 | Kind::I32 => 0,
                Kind::I64 => 1,
                Kind::F32 => 2,
                Kind::F64 => 3,
                Kind::F16 | Kind::F16x2 => 4,
                Kind::Bf16 | Kind::Bf16x2 => 5,
            }
    }
}

/// Threads of a CTA and CTAs of a kernel, as its name has them.
pub fn shape(kernel: &str) -> Option<(u32, u32)> {
    let (_, shape) = kernel.split_once('_')?;
    let (threads, ctas) = shape.split_once('x')?;
    Some((threads.parse().ok()?, ctas.parse().ok()?))
}

/// A module of kernels for an architecture and later ones.
pub fn module(catalogue: &Catalogue, level: u32, seed: u64, kernels: usize) -> String {
    let mut random = Random::new(seed);
    let mut text = format!(".version 8.3\n.target sm_{level}\n.address_size 64\n");
    let words: Vec<String> = (0..64).map(|_| random.u32().to_string()).collect();
    let _ = writeln!(text, ".const .align 16 .b32 table[64] = {{{}}};", words.join(", "));
    for number in 0..kernels {
        text += &Writer::kernel(catalogue, level, number, Random::new(random.u64()));
    }
    text
}

/// Writes a kernel or a function.
struct Writer<'a> {
    catalogue: &'a Catalogue,
    random: Random,
    level: u32,
    /// What makes names unique in the module.
    prefix: String,
    text: String,
    /// Registers of one assignment each.
    temporaries: usize,
    labels: usize,
    /// The next free byte of the thread's cells.
    slot: u32,
    /// Results in a hundred that are stored at once.
    traced: usize,
    /// The register with the lanes that are here; none if it is not known.
    mask: Option<String>,
    /// Whether these are all lanes of the warp.
    full: bool,
    depth: usize,
    /// Statements that may still be written.
    budget: usize,
    threads: u32,
    /// The functions that may be called.
    functions: Vec<String>,
    is_kernel: bool,
    /// What the atomics of each cell do: those of global memory, and those of shared memory.
    cells: [Vec<&'static str>; 2],
}

impl<'a> Writer<'a> {
    fn new(catalogue: &'a Catalogue, level: u32, prefix: String, random: Random) -> Writer<'a> {
        Writer {
            catalogue,
            random,
            level,
            prefix,
            text: String::new(),
            temporaries: 0,
            labels: 0,
            slot: 0,
            traced: 0,
            mask: None,
            full: false,
            depth: 0,
            budget: 0,
            threads: 0,
            functions: Vec::new(),
            is_kernel: false,
            cells: [Vec::new(), Vec::new()],
        }
    }

    fn line(&mut self, text: &str) {
        self.text.push('\t');
        self.text.push_str(text);
        self.text.push_str(";\n");
    }

    fn label(&mut self) -> String {
        self.labels += 1;
        format!("L{}_{}", self.prefix, self.labels)
    }

    fn place(&mut self, label: &str) {
        self.text.push_str(label);
        self.text.push_str(":\n");
    }

    /// A register that nothing else writes.
    fn temporary(&mut self, bits: u32) -> String {
        self.temporaries += 1;
        let name = match bits {
            1 => "%tp",
            8 | 16 => "%th",
            64 => "%td",
            _ => "%tr",
        };
        format!("{name}{}", self.temporaries)
    }

    /// One of the registers that statements read and write.
    fn register(&mut self, kind: Kind) -> String {
        let (name, many) = kind.pool();
        format!("{name}{}", self.random.below(many))
    }

    fn declarations(&self) -> String {
        let mut text = String::from("\t.reg .b64 %in, %out, %cells;\n\t.reg .b32 %me, %gid, %lane, %m0;\n");
        for kind in Kind::ALL {
            let (name, many) = kind.pool();
            let ty = if kind == Kind::Pred { "pred".to_owned() } else { format!("b{}", kind.bits()) };
            let _ = writeln!(text, "\t.reg .{ty} {name}<{many}>;");
        }
        let most = self.temporaries + 1;
        for (ty, name) in [("pred", "%tp"), ("b16", "%th"), ("b32", "%tr"), ("b64", "%td")] {
            let _ = writeln!(text, "\t.reg .{ty} {name}<{most}>;");
        }
        text
    }

    /// Loads an input of a kind, which depends on the thread.
    fn input(&mut self, kind: Kind, register: &str) {
        let (factor, offset) = (self.random.below(64) * 2 + 1, self.random.below(512));
        let (index, address) = (self.temporary(32), self.temporary(64));
        let bytes = (kind.bits() / 8).max(1);
        self.line(&format!("mad.lo.u32 {index}, %gid, {factor}, {offset}"));
        self.line(&format!("and.b32 {index}, {index}, {}", REGION / bytes - 1));
        self.line(&format!("mad.wide.u32 {address}, {index}, {bytes}, %in"));
        self.line(&format!("ld.global.b{} {register}, [{address}+{}]", 8 * bytes, kind.region()));
    }

    /// Gives every register of the pools a value.
    fn inputs(&mut self) {
        let index = self.temporary(32);
        let (factor, offset) = (self.random.below(64) * 2 + 1, self.random.below(512));
        self.line(&format!("mad.lo.u32 {index}, %gid, {factor}, {offset}"));
        for kind in Kind::ALL {
            let ((name, many), bytes) = (kind.pool(), (kind.bits() / 8).max(1));
            if kind == Kind::Pred {
                for n in 0..many {
                    let bits = self.temporary(32);
                    let (mask, factor) = (1 + self.random.below(14), 2 * self.random.below(16) + 1);
                    self.line(&format!("mad.lo.u32 {bits}, %lane, {factor}, {n}"));
                    self.line(&format!("and.b32 {bits}, {bits}, {mask}"));
                    self.line(&format!("setp.ne.u32 {name}{n}, {bits}, 0"));
                }
                continue;
            }
            // The lower half of the region by the thread, and a distance for each register.
            let (own, address) = (self.temporary(32), self.temporary(64));
            self.line(&format!("and.b32 {own}, {index}, {}", REGION / 2 / bytes - 1));
            self.line(&format!("mad.wide.u32 {address}, {own}, {bytes}, %in"));
            for n in 0..many {
                let at = kind.region() + self.random.below((REGION / 2 / bytes) as usize) as u32 * bytes;
                self.line(&format!("ld.global.b{} {name}{n}, [{address}+{at}]", 8 * bytes));
            }
        }
    }

    /// Makes a NaN the canonical one.
    fn canonical(&mut self, kind: Kind, register: &str) {
        let (infinity, nan) = match kind {
            Kind::F16 => (0x7c00u64, 0x7fffu64),
            Kind::Bf16 => (0x7f80, 0x7fff),
            Kind::F32 => (0x7f80_0000, 0x7fff_ffff),
            Kind::F64 => (0x7ff0 << 48, 0x7fff << 48),
            Kind::F16x2 | Kind::Bf16x2 => {
                let half = if kind == Kind::F16x2 { Kind::F16 } else { Kind::Bf16 };
                let (low, high) = (self.temporary(16), self.temporary(16));
                self.line(&format!("mov.b32 {{{low}, {high}}}, {register}"));
                self.canonical(half, &low);
                self.canonical(half, &high);
                return self.line(&format!("mov.b32 {register}, {{{low}, {high}}}"));
            }
            _ => return,
        };
        let bits = kind.bits();
        let (magnitude, p) = (self.temporary(bits), self.temporary(1));
        let all = u64::MAX >> (65 - bits);
        self.line(&format!("and.b{bits} {magnitude}, {register}, {all}"));
        self.line(&format!("setp.gt.u{bits} {p}, {magnitude}, {infinity}"));
        self.line(&format!("selp.b{bits} {register}, {nan}, {register}, {p}"));
    }

    /// Stores a result in the next cell, if there is room.
    fn store(&mut self, kind: Kind, register: &str) {
        let bytes = (kind.bits() / 8).max(4);
        self.slot = self.slot.next_multiple_of(bytes);
        if self.slot + bytes > STRIDE {
            return;
        }
        let at = self.slot;
        self.slot += bytes;
        let space = if self.random.once_in(4) { "" } else { ".global" };
        match kind {
            Kind::Pred => {
                let word = self.temporary(32);
                self.line(&format!("selp.u32 {word}, 1, 2, {register}"));
                self.line(&format!("st{space}.b32 [%out+{at}], {word}"));
            }
            _ => self.line(&format!("st{space}.b{} [%out+{at}], {register}", kind.bits())),
        }
    }

    /// A result is complete: its payload becomes canonical, and sometimes it is stored.
    fn result(&mut self, kind: Kind, register: &str) {
        self.canonical(kind, register);
        if self.random.below(100) < self.traced {
            self.store(kind, register);
        }
    }

    /// Stores all registers of the pools.
    fn finish(&mut self) {
        let room: u32 = Kind::ALL.iter().map(|kind| kind.pool().1 as u32 * 8).sum();
        self.slot = self.slot.min(STRIDE - room);
        for kind in Kind::ALL {
            let (name, many) = kind.pool();
            for n in 0..many {
                self.store(kind, &format!("{name}{n}"));
            }
        }
    }

    fn kernel(catalogue: &Catalogue, level: u32, number: usize, random: Random) -> String {
        let mut w = Writer::new(catalogue, level, number.to_string(), random);
        w.threads = [32, 64, 64, 64, 96, 128, 40, 72][w.random.below(8)];
        let ctas = 1 + w.random.below(2);
        w.traced = [10, 40, 100][w.random.below(3)];
        let many = w.random.below(3);
        let functions: String = (0..many).map(|n| w.function(n)).collect();
        w.is_kernel = true;
        w.full = w.threads.is_multiple_of(32);
        w.mask = Some("%m0".to_owned());
        w.budget = 6 + w.random.below(24);
        w.choose_cells();
        w.prologue();
        w.inputs();
        w.body();
        w.finish();
        w.line("ret");
        let threads = w.threads;
        format!(
            "{functions}.visible .entry k{number}_{threads}x{ctas}(.param .u64 in, .param .u64 out, .param .u64 cells, \
             .param .align 16 .b8 blob[{BLOB}])\n.reqntid {threads}, 1, 1\n{{\n\
             \t.shared .align 16 .b8 room{number}[{}];\n\t.local .align 16 .b8 stack[64];\n{}{}}}\n",
            memory::SHARED_CELLS * 8 + threads * 48,
            w.declarations(),
            w.text
        )
    }

    /// Where the thread is and what it has.
    fn prologue(&mut self) {
        let (a, b) = (self.temporary(32), self.temporary(64));
        for (space, name) in [("in", "%in"), ("out", "%out"), ("cells", "%cells")] {
            self.line(&format!("ld.param.u64 {name}, [{space}]"));
            self.line(&format!("cvta.to.global.u64 {name}, {name}"));
        }
        self.line("mov.u32 %me, %tid.x");
        self.line("and.b32 %lane, %me, 31");
        self.line(&format!("mov.u32 {a}, %ctaid.x"));
        self.line(&format!("mad.lo.u32 %gid, {a}, {}, %me", self.threads));
        self.line(&format!("mul.wide.u32 {b}, %gid, {STRIDE}"));
        self.line(&format!("add.u64 %out, %out, {b}"));
        let rest = self.threads % 32;
        let p = self.temporary(1);
        self.line(&format!("setp.ge.u32 {p}, %me, {}", self.threads - rest));
        self.line(&format!("selp.b32 %m0, {}, -1, {p}", (1u64 << rest) - 1));
        self.prepare_memory();
    }

    /// Statements until the budget is used up.
    fn body(&mut self) {
        while self.budget > 0 {
            self.statement();
        }
    }

    fn statement(&mut self) {
        self.budget = self.budget.saturating_sub(1);
        match self.random.below(20) {
            0..=6 => self.instruction(),
            7 | 8 => self.chain(),
            9 => self.carries(),
            10..=12 => self.memory(),
            13 | 14 if self.mask.is_some() => self.collective(),
            15 | 16 if self.depth < 3 => self.control(),
            17 if !self.functions.is_empty() => self.call(),
            18 if self.is_kernel && self.depth == 0 => self.barrier(),
            19 => {
                let kind = Kind::ALL[1 + self.random.below(9)];
                let register = self.register(kind);
                self.input(kind, &register);
            }
            _ => self.instruction(),
        }
    }
}

/// A module with every instruction of the catalogue, which an assembler may be asked about.
pub fn probe(catalogue: &Catalogue, level: u32) -> String {
    let mut w = Writer::new(catalogue, level, "0".to_owned(), Random::new(1));
    for (family, mods) in catalogue.all() {
        w.write(family, mods, None);
    }
    format!(
        ".version 8.3\n.target sm_{level}\n.address_size 64\n.visible .entry k()\n{{\n{}{}}}\n",
        w.declarations(),
        w.text
    )
}
