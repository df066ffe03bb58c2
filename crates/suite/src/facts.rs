//! Measurements of every kernel at every size, with seed 1: `facts.txt`.
//!
//! Measuring a paper's size takes minutes, so the numbers are stored. A test measures `tiny` and `small` again; rows of
//! papers' sizes have a digest of the code that was measured.

use crate::{Application, InstructionMix, Paper, Size, application, applications};
use std::fmt::Write as _;
use warploom_kernel::class::Class;
use warploom_kernel::image::Entry;
use warploom_kernel::ptx::program::instruction_text;

const TEXT: &str = include_str!("../facts.txt");

/// Measurements of a kernel at a size.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KernelFacts {
    pub application: String,
    pub kernel: String,
    pub size: Size,
    pub launches: u64,
    /// CTAs in all launches.
    pub ctas: u64,
    /// CTAs of the largest launch in x, y, z.
    pub grid: [u32; 3],
    /// Threads per CTA of that launch in x, y, z.
    pub block: [u32; 3],
    /// Bytes of shared memory per CTA.
    pub shared: u64,
    /// Registers per thread.
    pub registers: u32,
    /// Warp instructions of all launches.
    pub warp_instructions: u64,
    /// Thread instructions of all launches.
    pub thread_instructions: u64,
    /// Digest of the code that was measured.
    pub code: u64,
    /// Warp instructions by class.
    pub mix: InstructionMix,
}

impl KernelFacts {
    /// `application/kernel`.
    pub fn work(&self) -> String {
        format!("{}/{}", self.application, self.kernel)
    }

    /// CTAs of the largest launch.
    pub fn largest_ctas(&self) -> u64 {
        self.grid.map(u64::from).iter().product()
    }

    /// Threads per CTA.
    pub fn threads(&self) -> u32 {
        self.block.iter().product()
    }

    /// CTAs that an SM of a Fermi holds: at most 8, with 1536 threads, 32768 registers and 48 KiB of shared memory.
    ///
    /// A thread's registers are rounded up to a multiple of 4, as GPGPU-Sim does and as the machine `m2090` describes. This crate
    /// cannot use `gpu::occupancy`; a test of `lab` requires that both agree.
    pub fn ctas_per_sm(&self) -> u32 {
        let threads = self.threads().next_multiple_of(32);
        let registers = self.registers.next_multiple_of(4);
        let by_shared = 49152_u64.checked_div(self.shared).map_or(8, |ctas| ctas.min(8) as u32);
        let by_registers = 32768_u32.checked_div(registers * threads).unwrap_or(8);
        (1536 / threads).min(by_shared).min(by_registers).clamp(1, 8)
    }

    /// Waves of CTAs of the largest launch on a Fermi of 16 SMs.
    pub fn waves(&self) -> f64 {
        self.largest_ctas() as f64 / f64::from(16 * self.ctas_per_sm())
    }
}

/// Facts of every kernel at every size, in the order of applications, kernels and sizes.
pub fn facts() -> Vec<KernelFacts> {
    // The text is ours: what cannot be read there is our mistake.
    TEXT.lines().filter(|line| !line.starts_with('#')).map(read).collect()
}

fn read(line: &str) -> KernelFacts {
    let fail = || -> ! { panic!("facts.txt has no facts in the line `{line}`") };
    let mut words = line.split_whitespace();
    let mut word = || words.next().unwrap_or_else(|| fail());
    let number = |word: &str| word.parse::<u64>().unwrap_or_else(|_| fail());
    let shape = |word: &str| {
        let mut extents = word.split('x').map(|n| n.parse().unwrap_or_else(|_| fail()));
        [(); 3].map(|()| extents.next().unwrap_or_else(|| fail()))
    };
    let (application, kernel) = word().split_once('/').unwrap_or_else(|| fail());
    let mut fact = KernelFacts {
        application: application.to_owned(),
        kernel: kernel.to_owned(),
        size: Size::from_text(word()).unwrap_or_else(|| fail()),
        launches: number(word()),
        ctas: number(word()),
        grid: shape(word()),
        block: shape(word()),
        shared: number(word()),
        registers: number(word()) as u32,
        warp_instructions: number(word()),
        thread_instructions: number(word()),
        code: u64::from_str_radix(word(), 16).unwrap_or_else(|_| fail()),
        mix: InstructionMix::default(),
    };
    for class in Class::SM {
        fact.mix.add(class, number(word()));
    }
    fact
}

/// The text that holds these facts, sorted and aligned.
pub fn write(facts: &[KernelFacts]) -> String {
    let place = |f: &KernelFacts| {
        let kernel = |a: &Application| a.kernels.iter().position(|k| k.name == f.kernel);
        let at = applications().position(|a| a.name == f.application);
        (at, application(&f.application).and_then(kernel), f.size)
    };
    let mut sorted: Vec<&KernelFacts> = facts.iter().collect();
    sorted.sort_by_key(|f| place(f));
    let titles =
        "kernel size launches ctas grid block shared registers warp_instructions thread_instructions code";
    let titles = titles.split(' ').chain(Class::SM.map(Class::name));
    let mut rows: Vec<Vec<String>> = vec![titles.map(str::to_owned).collect()];
    rows[0][0].insert_str(0, "# ");
    for f in sorted {
        let shape = |s: [u32; 3]| s.map(|n| n.to_string()).join("x");
        let mut row = vec![f.work(), f.size.to_string(), f.launches.to_string(), f.ctas.to_string()];
        row.extend([shape(f.grid), shape(f.block), f.shared.to_string(), f.registers.to_string()]);
        row.extend([f.warp_instructions.to_string(), f.thread_instructions.to_string()]);
        row.push(format!("{:016x}", f.code));
        row.extend(Class::SM.map(|class| f.mix.of(class).to_string()));
        rows.push(row);
    }
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
    let mut text = String::new();
    for row in &rows {
        let cells = row.iter().zip(&widths);
        let line: Vec<String> = cells.map(|(cell, &width)| format!("{cell:<width$}")).collect();
        let _ = writeln!(text, "{}", line.join("  ").trim_end());
    }
    text
}

/// FNV-1a hash of a program's text, which detects changes.
pub fn digest(entry: Entry<'_>) -> u64 {
    let text: String = match entry {
        Entry::Ptx(program) => program.code.iter().map(|instr| instruction_text(program, instr)).collect(),
        Entry::Gcn(program) => program.code.iter().map(|instr| &*instr.text).collect(),
        Entry::Sass(program) => program.code.iter().map(|instr| instr.machine.to_string()).collect(),
    };
    let bytes = text.into_bytes().into_iter();
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

impl Size {
    /// Parses a full size name: `paper:pro`.
    pub fn from_text(text: &str) -> Option<Size> {
        let papers = Paper::ALL.into_iter().map(Size::Paper);
        [Size::Tiny, Size::Small].into_iter().chain(papers).find(|size| size.to_string() == text)
    }
}
