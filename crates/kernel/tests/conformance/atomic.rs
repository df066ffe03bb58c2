//! Atomics and reductions: a cell for each thread, then all threads on one cell.

use super::cases::{self, Rng, format_of};
use super::driver::{BATCH, HEADER, name, operand_type, register_letter, report, words};
use super::gpu::Gpu;
use super::reference::{Expect, reference};
use std::fmt::Write;
use warploom_kernel::execute::Mode;
use warploom_kernel::ptx::forms::{Form, Group, OperandType, forms};
use warploom_kernel::ptx::isa::{Mod, Opcode};

const BLOCK: u32 = 128;
const THREADS: u32 = 1024;
/// Bytes between cells, whatever their width.
const STRIDE: usize = 16;

/// Rows this module walks.
pub fn covers(form: &Form) -> bool {
    form.group == Group::Atomic
}

struct Job {
    opcode: Opcode,
    mods: Vec<Mod>,
    ty: Mod,
    shared: bool,
    generic: bool,
    /// The second operand as a literal, in the kernel where all threads meet.
    literal: Option<u64>,
}

impl Job {
    fn new(form: &Form, mods: &[Mod], index: usize) -> Job {
        let ty = operand_type(OperandType::Last, mods);
        let shared = mods.iter().any(|m| matches!(m, Mod::Shared | Mod::SharedCta | Mod::SharedCluster));
        let generic = !shared && !mods.contains(&Mod::Global);
        let literal = (index % 3 == 2).then(|| Rng::named(&name(form.opcode, mods)).below(1000));
        Job {
            opcode: form.opcode,
            mods: mods.to_vec(),
            ty,
            shared: shared || generic && index % 2 == 1,
            generic,
            literal,
        }
    }

    fn returns(&self) -> bool {
        self.opcode == Opcode::Atom
    }

    /// Whether the order of the threads does not matter.
    fn commutes(&self) -> bool {
        use Mod::*;
        let operation = self.mods.iter().any(|m| matches!(m, And | Or | Xor | Add | Min | Max | Inc | Dec));
        operation && format_of(self.ty).is_none()
    }

    fn text(&self, meet: bool) -> String {
        let letter = register_letter(self.ty.bits());
        let mut operands = vec!["[%l2]".to_string()];
        if self.returns() {
            operands.insert(0, format!("%{letter}10"));
        }
        operands.push(match self.literal {
            Some(value) if meet => value.to_string(),
            _ => format!("%{letter}11"),
        });
        if self.mods.contains(&Mod::Cas) {
            operands.push(format!("%{letter}12"));
        }
        format!("{} {};", name(self.opcode, &self.mods), operands.join(", "))
    }

    fn load(&self, register: u32, from: &str, space: &str) -> String {
        match self.ty.bits() {
            128 => {
                format!("ld.{space}.v2.b64 {{%l8, %l9}}, [{from}];\nmov.b128 %q{register}, {{%l8, %l9}};\n")
            }
            bits => format!("ld.{space}.b{bits} %{}{register}, [{from}];\n", register_letter(bits)),
        }
    }

    fn store(&self, register: u32, to: &str, space: &str) -> String {
        match self.ty.bits() {
            128 => format!("mov.b128 {{%l8, %l9}}, %q{register};\nst.{space}.v2.b64 [{to}], {{%l8, %l9}};\n"),
            bits => format!("st.{space}.b{bits} [{to}], %{}{register};\n", register_letter(bits)),
        }
    }

    /// Thread by thread on its own cell; or, to `meet`, all of the grid (or the CTA) on one.
    fn kernel(&self, kernel: &str, meet: bool) -> String {
        let mut text = format!(
            ".visible .entry {kernel}(.param .u64 cells, .param .u64 pb, .param .u64 pc, .param .u64 old)\n{{\n\
             .reg .pred %p<4>;\n.reg .b16 %h<16>;\n.reg .b32 %r<16>;\n.reg .b64 %l<16>;\n.reg .b128 %q<16>;\n\
             mov.u32 %r3, %ctaid.x;\nmov.u32 %r1, %ntid.x;\nmov.u32 %r2, %tid.x;\n\
             mad.lo.s32 %r0, %r3, %r1, %r2;\nmul.wide.u32 %l1, %r0, {STRIDE};\nld.param.u64 %l3, [cells];\n"
        );
        for (parameter, register) in [("pb", 4), ("pc", 5), ("old", 6)] {
            writeln!(
                text,
                "ld.param.u64 %l{register}, [{parameter}];\nadd.s64 %l{register}, %l{register}, %l1;"
            )
            .unwrap();
        }
        text += &self.load(11, "%l4", "global");
        text += &self.load(12, "%l5", "global");
        match (meet, self.shared) {
            (true, false) => {}
            (true, true) => {
                writeln!(text, "mul.wide.u32 %l7, %r3, {STRIDE};\nadd.s64 %l3, %l3, %l7;").unwrap()
            }
            (false, _) => text += "add.s64 %l3, %l3, %l1;\n",
        }
        text += "setp.ne.u32 %p0, %r2, 0;\n";
        if self.shared {
            text += "mov.u64 %l2, sh;\n";
            if meet {
                text += "@%p0 bra FILLED;\n";
            } else {
                writeln!(text, "mul.wide.u32 %l7, %r2, {STRIDE};\nadd.s64 %l2, %l2, %l7;").unwrap();
            }
            text += &self.load(13, "%l3", "global");
            text += &self.store(13, "%l2", "shared");
            if meet {
                text += "FILLED:\nbar.sync 0;\n";
            }
        } else {
            text += "mov.u64 %l2, %l3;\n";
        }
        text += "mov.u64 %l7, %l2;\n";
        if self.generic {
            writeln!(text, "cvta.{}.u64 %l2, %l2;", if self.shared { "shared" } else { "global" }).unwrap();
        }
        writeln!(text, "{}", self.text(meet)).unwrap();
        if self.returns() {
            text += &self.store(10, "%l6", "global");
        }
        if self.shared {
            if meet {
                text += "bar.sync 0;\n@%p0 bra DONE;\n";
            }
            text += &self.load(13, "%l7", "shared");
            text += &self.store(13, "%l3", "global");
            if meet {
                text += "DONE:\n";
            }
        }
        text + "ret;\n}\n"
    }

    /// A value of the cell's type, in 16 bytes.
    fn value(&self, rng: &mut Rng) -> [u64; 2] {
        if self.ty == Mod::B128 { [rng.bits(), rng.bits()] } else { [cases::value(rng, self.ty), rng.bits()] }
    }

    fn run(&self, gpu: &mut Gpu, kernel: &str, meet: bool) -> Option<String> {
        let mut rng = Rng::named(&self.text(meet));
        let n = THREADS as usize;
        let mut column = || -> Vec<[u64; 2]> { (0..n).map(|_| self.value(&mut rng)).collect() };
        let (cells, mut b, c) = (column(), column(), column());
        let counts = self.mods.iter().any(|m| matches!(m, Mod::Inc | Mod::Dec));
        for at in 0..n {
            match self.literal {
                Some(value) if meet => b[at] = [value, 0],
                // Threads that count round together must agree where to wrap.
                _ if meet && counts => b[at] = b[0],
                // A comparison that never succeeds would test half of it.
                _ if self.mods.contains(&Mod::Cas) && at % 2 == 0 => b[at] = cells[at],
                _ => {}
            }
        }
        let bytes = |column: &[[u64; 2]]| -> Vec<u8> {
            column.iter().flatten().flat_map(|w| w.to_le_bytes()).collect()
        };
        let address = gpu.upload(&bytes(&cells));
        let old = gpu.upload(&vec![0; STRIDE * n]);
        let args = [address, gpu.upload(&bytes(&b)), gpu.upload(&bytes(&c)), old];
        if let Err(fault) = gpu.launch(kernel, [THREADS / BLOCK, 1, 1], [BLOCK, 1, 1], &args) {
            return Some(format!("{}  {fault}", self.text(meet)));
        }
        let (new, old) = (gpu.download(address, STRIDE * n), gpu.download(old, STRIDE * n));
        if meet {
            return self.judge_meeting(&cells, &b, &new);
        }
        let bits = self.ty.bits();
        let width = self.ty.bytes() as usize;
        for at in 0..n {
            let (got, was) = (&new[STRIDE * at..][..width], &old[STRIDE * at..][..width]);
            let before = &bytes(&cells[at..=at])[..width];
            let right = if bits == 128 {
                let swap = self.mods.contains(&Mod::Exch) || cells[at] == b[at];
                let want = if !swap {
                    cells[at]
                } else if self.mods.contains(&Mod::Exch) {
                    b[at]
                } else {
                    c[at]
                };
                (bytes(&[want]) == got, Expect::Anything)
            } else {
                let want = reference(self.opcode, &self.mods, &[cells[at][0], b[at][0], c[at][0]]).first;
                (want.admits(words(got, width)[0], bits), want)
            };
            if !right.0 || self.returns() && was != before {
                return Some(format!(
                    "{} thread {at}: cell {:x?}, operands {:x?} {:x?}: expected {:x?}, got {got:02x?}, returned {was:02x?}",
                    self.text(false),
                    cells[at],
                    b[at],
                    c[at],
                    right.1
                ));
            }
        }
        None
    }

    /// The cell must hold what all threads together make of it, in any order.
    fn judge_meeting(&self, cells: &[[u64; 2]], b: &[[u64; 2]], new: &[u8]) -> Option<String> {
        let groups: Vec<&[[u64; 2]]> = if self.shared { b.chunks(BLOCK as usize).collect() } else { vec![b] };
        for (at, group) in groups.iter().enumerate() {
            let mut value = cells[at][0];
            for operand in *group {
                match reference(self.opcode, &self.mods, &[value, operand[0]]).first {
                    Expect::Bits(next) => value = next,
                    other => panic!("integers are exact, not {other:?}"),
                }
            }
            let got = words(&new[STRIDE * at..][..self.ty.bytes() as usize], self.ty.bytes() as usize)[0];
            if !Expect::Bits(value).admits(got, self.ty.bits()) {
                return Some(format!(
                    "{} by all threads: cell {:#x}: expected {value:#x}, got {got:#x}",
                    self.text(true),
                    cells[at][0]
                ));
            }
        }
        None
    }
}

/// Runs every combination.
pub fn walk(mode: Mode) {
    let mut jobs = Vec::new();
    for form in forms().iter().filter(|f| covers(f)) {
        for (index, mods) in form.combinations().iter().enumerate() {
            jobs.push(Job::new(form, mods, index));
        }
    }
    let mut failures = Vec::new();
    for batch in jobs.chunks(BATCH) {
        let mut module = format!("{HEADER}.shared .align 16 .b8 sh[{}];\n", STRIDE * BLOCK as usize);
        for (index, job) in batch.iter().enumerate() {
            module += &job.kernel(&format!("k{index}"), false);
            if job.commutes() {
                module += &job.kernel(&format!("m{index}"), true);
            }
        }
        let mut gpu = Gpu::new(&module, mode);
        for (index, job) in batch.iter().enumerate() {
            failures.extend(job.run(&mut gpu, &format!("k{index}"), false));
            if job.commutes() {
                failures.extend(job.run(&mut gpu, &format!("m{index}"), true));
            }
        }
    }
    report(&failures);
}
