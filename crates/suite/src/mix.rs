//! Instruction mix: warp instructions by class.

use warploom_kernel::class::Class;
use warploom_kernel::execute::{ExecutedInstruction, Listener};
use warploom_kernel::image::Entry;
use warploom_kernel::program::Space;
use warploom_kernel::ptx::program::{Detail, Instr};

/// The share of memory instructions from which a kernel counts as memory-intensive. The thesis (4.4.3 iv)
/// says only "a significant amount"; this threshold classifies the kernels as the thesis does.
pub const MEMORY_INTENSIVE: f64 = 0.05;

/// Warp instructions by class.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct InstructionMix([u64; Class::ALL.len()]);

impl InstructionMix {
    /// Warp instructions of a class.
    pub fn of(&self, class: Class) -> u64 {
        self.0[class as usize]
    }

    /// Adds to a class.
    pub fn add(&mut self, class: Class, count: u64) {
        self.0[class as usize] += count;
    }

    /// Warp instructions of all classes.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Share of a class, from 0 to 1.
    pub fn share(&self, class: Class) -> f64 {
        self.of(class) as f64 / self.total().max(1) as f64
    }

    /// Share of global, local and atomic instructions, from 0 to 1.
    pub fn memory_share(&self) -> f64 {
        Class::ALL.into_iter().filter(|c| c.is_memory()).map(|c| self.share(c)).sum()
    }

    /// Whether the kernel is memory-intensive, as the thesis defines it.
    pub fn is_memory_intensive(&self) -> bool {
        self.memory_share() >= MEMORY_INTENSIVE
    }
}

impl std::iter::Sum for InstructionMix {
    fn sum<I: Iterator<Item = InstructionMix>>(mixes: I) -> InstructionMix {
        mixes.fold(InstructionMix::default(), |mut sum, mix| {
            Class::ALL.into_iter().for_each(|class| sum.add(class, mix.of(class)));
            sum
        })
    }
}

/// Listener that counts the instruction mix of a program during execution.
pub struct MixListener<'a> {
    entry: Entry<'a>,
    /// Class of each instruction; `None` for generic accesses, whose class follows from the address.
    classes: Vec<Option<Class>>,
    mix: InstructionMix,
}

impl MixListener<'_> {
    /// A listener for launches of a kernel.
    pub fn new<'a>(entry: impl Into<Entry<'a>>) -> MixListener<'a> {
        let entry = entry.into();
        let generic = |detail: &Detail| matches!(detail, Detail::Access(Space::Generic, _));
        let class = |instr: &Instr| (!generic(&instr.detail)).then(|| Class::of(instr));
        let classes = match entry {
            Entry::Ptx(program) => program.code.iter().map(class).collect(),
            entry => entry.code().instructions.iter().map(|i| Some(i.class)).collect(),
        };
        MixListener { entry, classes, mix: InstructionMix::default() }
    }

    /// The counted mix.
    pub fn mix(&self) -> InstructionMix {
        self.mix
    }
}

impl Listener for MixListener<'_> {
    fn instruction_executed(&mut self, event: ExecutedInstruction<'_>) {
        let class = match (self.classes[event.pc.index()], self.entry) {
            (Some(class), _) => class,
            (None, Entry::Ptx(program)) => {
                let instr = &program.code[event.pc.index()];
                event.access.map_or(Class::of(instr), |access| Class::of_access(instr, access.space))
            }
            (None, Entry::Gcn(_) | Entry::Sass(_)) => Class::Global,
        };
        self.mix.add(class, 1);
    }
}
