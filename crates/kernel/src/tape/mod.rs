//! Tapes: what the warps of a launch did, for whoever times it.
//!
//! Functional execution happens once and leaves, for each warp, the instructions it executed, the lanes active at each,
//! and the addresses they accessed. Every machine and every policy then sees the same work, wherever it comes from: the
//! executor ([`record`], [`produce`]), a file, or another simulator's trace.
//!
//! Control flow takes a warp along stretches of consecutive instructions, so that is what is kept: a [`InstructionRun`] says where a
//! stretch starts, how long it is, and which lanes take part. Most accesses of a warp are affine, so that is how their
//! addresses are kept: where the first active lane's lies, and how far the lanes' are apart.
//!
//! ```
//! use warploom_kernel::code::Code;
//! use warploom_kernel::execute::{Arg, Launch, Memory};
//! use warploom_kernel::program::Module;
//! use warploom_kernel::tape::{self, Addresses};
//!
//! let module = Module::parse(".version 8.0 .target sm_75 .address_size 64
//!     .visible .entry k(.param .u64 x) { .reg .b32 %r<2>; .reg .b64 %d<3>;
//!         ld.param.u64 %d0, [x];
//!         mov.u32 %r0, %tid.x;
//!         mul.wide.u32 %d1, %r0, 4;
//!         add.u64 %d2, %d0, %d1;
//!         st.global.u32 [%d2], %r0;
//!         ret; }")?;
//! let (program, mut memory) = (&module.programs[0], Memory::new());
//! let globals = memory.load(&module)?;
//! let x = memory.allocate("x", 4 * 64)?;
//! let launch = Launch::new([1, 1, 1], [64, 1, 1]).arg(Arg::u64(x));
//! let mut ctas = Vec::new();
//! tape::record(program, &globals, &launch, &mut memory, |cta| {
//!     ctas.push(cta);
//!     true
//! })?;
//! let code = Code::of(program);
//! let steps: Vec<_> = ctas[0].warp(1).steps(&code).collect();
//! assert_eq!(steps.len(), 6);
//! assert_eq!(steps[4].access, Some(Addresses::Affine { base: x + 4 * 32, stride: 4 }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cta_set;
mod produce;
mod record;
mod source;
mod warp;

pub use crate::execute::HostCopy;
pub use cta_set::CtaSet;
pub use produce::{BackgroundSource, Disconnected, TapeSink, produce};
pub use record::record;
pub use source::{CtaLookup, MapErr, Source};
pub use warp::{Addresses, Cursor, InstructionRun, Step, Steps, WarpTape};

use crate::code::Code;
use crate::execute::{self, CtaId, Memory, Mode};
use crate::program::{Program, Space};
use std::ops::Range;
use std::sync::Arc;
use warp::{AccessEntry, Span};

/// A launch, as far as time is concerned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Launch {
    /// The kernel's name.
    pub kernel: String,
    /// Its code; launches of the same kernel may share it.
    pub code: Arc<Code>,
    /// CTAs in x, y, z.
    pub grid: [u32; 3],
    /// Threads per CTA in x, y, z.
    pub block: [u32; 3],
    /// Bytes of shared memory per CTA.
    pub shared: u32,
    /// Registers of 32 bits per thread.
    pub registers: u32,
    /// Lanes of a warp: 32, or 64 on a GCN machine.
    pub width: u32,
    /// Where generic addresses lead.
    pub windows: GenericWindows,
    /// What the host copied to the device since the launch before.
    pub copies: Vec<HostCopy>,
}

impl Launch {
    /// A launch of a program, whose code is `code`, about to run in `memory`.
    ///
    /// # Panics
    /// If threads are to be executed alone: a tape is of warps.
    pub fn new(program: &Program, code: Arc<Code>, launch: &execute::Launch, memory: &mut Memory) -> Launch {
        Launch {
            kernel: program.name.clone(),
            code,
            grid: launch.grid,
            block: launch.block,
            shared: launch.shared_bytes(program) as u32,
            registers: program.registers.unwrap_or_else(|| virtual_registers(program)),
            width: match launch.mode {
                Mode::Warps32 => 32,
                Mode::Warps64 => 64,
                Mode::Threads => panic!("threads executed alone leave no tape"),
            },
            windows: GenericWindows::executor(),
            copies: memory.take_copies(),
        }
    }

    /// A launch made by hand: CTAs in a row, each of so many warps of 32 lanes, with few registers and nothing else.
    pub fn synthetic(kernel: &str, code: Arc<Code>, ctas: u32, warps: u32) -> Launch {
        Launch {
            kernel: kernel.to_owned(),
            code,
            grid: [ctas, 1, 1],
            block: [32 * warps, 1, 1],
            shared: 0,
            registers: 8,
            width: 32,
            windows: GenericWindows::default(),
            copies: Vec::new(),
        }
    }

    /// How many CTAs.
    pub fn ctas(&self) -> u64 {
        self.grid.iter().fold(1, |n, &d| n.saturating_mul(u64::from(d)))
    }

    /// How many warps a CTA has.
    pub fn warps(&self) -> u32 {
        let threads = self.block.iter().fold(1_u64, |n, &d| n.saturating_mul(u64::from(d)));
        u32::try_from(threads.div_ceil(u64::from(self.width.max(1)))).unwrap_or(u32::MAX)
    }
}

/// What code that was not lowered would take at most: its registers have no places yet.
fn virtual_registers(program: &Program) -> u32 {
    program.functions.iter().map(|f| f.shorts + 2 * f.longs).max().unwrap_or(0).min(255)
}

/// The generic addresses that lead to memory other than global. An address in a tape is generic where the
/// instruction's is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GenericWindows {
    /// Those of shared memory.
    pub shared: Range<u64>,
    /// Those of local memory.
    pub local: Range<u64>,
    /// Those of the kernel's parameters.
    pub param: Range<u64>,
}

impl GenericWindows {
    /// Those of the executor.
    fn executor() -> GenericWindows {
        let window = |space| {
            let base = execute::window_of(space);
            base..base + execute::WINDOW
        };
        GenericWindows {
            shared: window(Space::Shared),
            local: window(Space::Local),
            param: window(Space::Param),
        }
    }

    /// The memory that an address leads to, and the address there. An address of other than generic memory leads there.
    pub fn resolve(&self, space: Space, address: u64) -> (Space, u64) {
        if space != Space::Generic {
            return (space, address);
        }
        let windows =
            [(Space::Shared, &self.shared), (Space::Local, &self.local), (Space::Param, &self.param)];
        let found = windows.into_iter().find(|(_, window)| window.contains(&address));
        found.map_or((Space::Global, address), |(space, window)| (space, address - window.start))
    }
}

/// What the warps of a CTA did.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cta {
    id: CtaId,
    warps: Vec<Span>,
    runs: Vec<InstructionRun>,
    accesses: Vec<AccessEntry>,
    listed: Vec<u64>,
}

impl Cta {
    /// A CTA without warps.
    pub fn new(id: CtaId) -> Cta {
        Cta { id, ..Cta::default() }
    }

    /// Its place in the grid.
    pub fn id(&self) -> CtaId {
        self.id
    }

    /// The same at another place of the grid: its warps do what they did.
    pub fn at(self, id: CtaId) -> Cta {
        Cta { id, ..self }
    }

    /// How many warps it has.
    pub fn warps(&self) -> usize {
        self.warps.len()
    }

    /// Adds its next warp.
    pub fn push(&mut self, warp: &WarpTape) {
        let same = self.warps.iter().position(|span| self.runs[span.runs()] == *warp.runs());
        match same {
            Some(same) => self.push_sharing_runs(same, warp),
            None => {
                let start = self.runs.len() as u32;
                self.runs.extend_from_slice(warp.runs());
                self.push_accesses((start, self.runs.len() as u32), warp);
            }
        }
    }

    /// Adds its next warp, which executed what an earlier one did: the runs are those, the accesses are `warp`'s.
    ///
    /// # Panics
    /// If there is no such warp yet.
    pub fn push_sharing_runs(&mut self, earlier: usize, warp: &WarpTape) {
        let Span { runs, .. } = self.warps[earlier];
        self.push_accesses(runs, warp);
    }

    fn push_accesses(&mut self, runs: (u32, u32), warp: &WarpTape) {
        let (start, shift) = (self.accesses.len() as u32, self.listed.len() as u32);
        self.accesses.extend(warp.accesses().iter().map(|entry| entry.shifted(shift)));
        self.listed.extend_from_slice(warp.listed());
        self.warps.push(Span { runs, accesses: (start, self.accesses.len() as u32) });
    }

    /// One of its warps.
    ///
    /// # Panics
    /// If it has no such warp.
    pub fn warp(&self, warp: usize) -> Warp<'_> {
        let span = self.warps[warp];
        Warp {
            runs: &self.runs[span.runs()],
            accesses: &self.accesses[span.accesses()],
            listed: &self.listed,
        }
    }

    /// An earlier warp that executed the same instructions with the same lanes.
    pub fn same_runs_as(&self, warp: usize) -> Option<usize> {
        let runs = self.warps[warp].runs;
        self.warps[..warp].iter().position(|span| span.runs == runs)
    }

    /// Instructions of all its warps.
    pub fn instructions(&self) -> u64 {
        (0..self.warps()).map(|w| self.warp(w).instructions()).sum()
    }

    /// What it takes in memory, about.
    pub fn bytes(&self) -> usize {
        size_of::<Cta>()
            + self.warps.capacity() * size_of::<Span>()
            + self.runs.capacity() * size_of::<InstructionRun>()
            + self.accesses.capacity() * size_of::<AccessEntry>()
            + self.listed.capacity() * size_of::<u64>()
    }
}

/// What a warp did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Warp<'a> {
    runs: &'a [InstructionRun],
    accesses: &'a [AccessEntry],
    listed: &'a [u64],
}

impl<'a> Warp<'a> {
    /// The stretches it executed.
    pub fn runs(&self) -> &'a [InstructionRun] {
        self.runs
    }

    /// Instructions it executed.
    pub fn instructions(&self) -> u64 {
        self.runs.iter().map(|run| u64::from(run.count)).sum()
    }

    /// Instructions, counted once per active lane.
    pub fn thread_instructions(&self) -> u64 {
        self.runs.iter().map(|run| u64::from(run.count) * u64::from(run.lanes.count())).sum()
    }

    /// How many accesses to memory it made.
    pub fn accesses(&self) -> usize {
        self.accesses.len()
    }

    /// The addresses of an access, the first being 0, that `lanes` lanes took part in.
    ///
    /// # Panics
    /// If there is no such access.
    pub fn addresses(&self, access: usize, lanes: u32) -> Addresses<'a> {
        self.accesses[access].addresses(self.listed, lanes)
    }

    /// The instructions it executed, in order. `code` must be that of the launch.
    pub fn steps(&self, code: &'a Code) -> Steps<'a> {
        Steps::new(*self, code)
    }
}
