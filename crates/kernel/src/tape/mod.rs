//! Tapes: the dynamic instruction streams of a launch, as input of the timing model.
//!
//! A tape holds for each warp the executed instructions, the active lanes of each, and the addresses of memory accesses.
//! Functional execution happens once. Every machine and every policy then simulates the same tape.
//! A tape comes from the executor ([`record`], [`produce`]), from a tape file, or from an Accel-Sim trace.
//!
//! The representation is compact. An [`InstructionRun`] covers consecutive instructions with the same active lanes.
//! Most warp accesses are affine: [`Addresses::Affine`] stores the first active lane's address and the stride between lanes.
//!
//! ```
//! use warploom_kernel::code::Code;
//! use warploom_kernel::execute::{Arg, Launch, Memory};
//! use warploom_kernel::ptx::Module;
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
pub use record::{record, record_finding_races};
pub use source::{CtaLookup, MapErr, Source};
pub use warp::{Addresses, Cursor, InstructionRun, Step, Steps, WarpTape};

use crate::code::{Code, Instruction};
use crate::execute::{self, CtaId, Memory, WarpShape};
use crate::image::{Entry, Isa};
use crate::program::Space;
use std::ops::Range;
use std::sync::Arc;
use warp::{AccessEntry, Span};

/// Kernel launch parameters that the timing model needs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Launch {
    pub kernel: String,
    /// Static code. Launches of the same kernel may share it.
    pub code: Arc<Code>,
    /// CTAs in x, y, z.
    pub grid: [u32; 3],
    /// Threads per CTA in x, y, z.
    pub block: [u32; 3],
    /// Bytes of shared memory per CTA.
    pub shared: u32,
    /// 32-bit registers per thread; VGPRs of GCN code.
    pub registers: u32,
    /// SGPRs per wave of GCN code; 0 for other code.
    pub scalar_registers: u32,
    /// Lanes per warp: 32, or 64 for a GCN wavefront.
    pub width: u32,
    /// Generic address ranges of shared, local and parameter memory.
    pub windows: GenericWindows,
    /// Host-to-device copies since the previous launch.
    pub copies: Vec<HostCopy>,
    /// Number of the launch in the work that it was taken from, if launches before it were left out. Otherwise it is the launch's
    /// position in its source.
    pub number: Option<u64>,
}

impl Launch {
    /// The tape launch for an execution of a kernel in `memory`; `code` is the kernel's [`Code`].
    ///
    /// Takes the list of host copies from `memory`.
    ///
    /// # Panics
    /// If the mode is [`Mode::Threads`](execute::Mode::Threads): a tape consists of warps.
    pub fn new<'a>(
        entry: impl Into<Entry<'a>>,
        code: Arc<Code>,
        launch: &execute::Launch,
        memory: &mut Memory,
    ) -> Launch {
        let entry = entry.into();
        let WarpShape { registers, scalar_registers, lanes: width } = entry.warp_shape(launch);
        Launch {
            kernel: entry.name().to_owned(),
            code,
            grid: launch.grid,
            block: launch.block,
            shared: entry.shared_bytes(launch) as u32,
            registers,
            scalar_registers,
            width,
            windows: GenericWindows::executor(),
            copies: memory.take_copies(),
            number: None,
        }
    }

    /// A launch for tests: a one-dimensional grid of CTAs with `warps` warps of 32 lanes, 8 registers and no shared memory.
    pub fn synthetic(kernel: &str, code: Arc<Code>, ctas: u32, warps: u32) -> Launch {
        Launch {
            kernel: kernel.to_owned(),
            code,
            grid: [ctas, 1, 1],
            block: [32 * warps, 1, 1],
            shared: 0,
            registers: 8,
            scalar_registers: 0,
            width: 32,
            windows: GenericWindows::default(),
            copies: Vec::new(),
            number: None,
        }
    }

    /// Instruction set of the code. A trace of SASS without control fields counts as PTX: machines treat both alike.
    pub fn isa(&self) -> Isa {
        match self.code.instructions.first() {
            _ if self.scalar_registers > 0 => Isa::Gcn,
            Some(Instruction { control: Some(_), .. }) => Isa::Sass,
            _ => Isa::Ptx,
        }
    }

    /// Number of CTAs in the grid.
    pub fn ctas(&self) -> u64 {
        self.grid.iter().fold(1, |n, &d| n.saturating_mul(u64::from(d)))
    }

    /// Number of warps per CTA.
    pub fn warps(&self) -> u32 {
        let threads = self.block.iter().fold(1_u64, |n, &d| n.saturating_mul(u64::from(d)));
        u32::try_from(threads.div_ceil(u64::from(self.width.max(1)))).unwrap_or(u32::MAX)
    }
}

/// Generic address ranges that map to shared, local and parameter memory. All other generic addresses are global.
///
/// Addresses on a tape are generic if the instruction uses generic addressing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GenericWindows {
    pub shared: Range<u64>,
    pub local: Range<u64>,
    pub param: Range<u64>,
}

impl GenericWindows {
    /// The ranges that the executor uses.
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

    /// Memory space of an access and its address in that space. Only generic addresses change.
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

/// Tape of a CTA: the dynamic instruction streams of its warps.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cta {
    id: CtaId,
    warps: Vec<Span>,
    runs: Vec<InstructionRun>,
    accesses: Vec<AccessEntry>,
    listed: Vec<u64>,
}

impl Cta {
    /// An empty tape of CTA `id`.
    pub fn new(id: CtaId) -> Cta {
        Cta { id, ..Cta::default() }
    }

    /// Number of the CTA in the grid.
    pub fn id(&self) -> CtaId {
        self.id
    }

    /// The same instruction streams under another CTA number.
    pub fn at(self, id: CtaId) -> Cta {
        Cta { id, ..self }
    }

    /// Number of warps.
    pub fn warps(&self) -> usize {
        self.warps.len()
    }

    /// Appends the tape of the next warp.
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

    /// Appends the next warp with the instruction runs of the warp `earlier` and the accesses of `warp`.
    ///
    /// # Panics
    /// If warp `earlier` does not exist.
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

    /// The tape of one warp.
    ///
    /// # Panics
    /// If the warp does not exist.
    pub fn warp(&self, warp: usize) -> Warp<'_> {
        let span = self.warps[warp];
        Warp {
            runs: &self.runs[span.runs()],
            accesses: &self.accesses[span.accesses()],
            listed: &self.listed,
        }
    }

    /// First earlier warp that shares the instruction runs of `warp`.
    pub fn same_runs_as(&self, warp: usize) -> Option<usize> {
        let runs = self.warps[warp].runs;
        self.warps[..warp].iter().position(|span| span.runs == runs)
    }

    /// Warp instructions of all warps.
    pub fn instructions(&self) -> u64 {
        (0..self.warps()).map(|w| self.warp(w).instructions()).sum()
    }

    /// Approximate memory size in bytes.
    pub fn bytes(&self) -> usize {
        size_of::<Cta>()
            + self.warps.capacity() * size_of::<Span>()
            + self.runs.capacity() * size_of::<InstructionRun>()
            + self.accesses.capacity() * size_of::<AccessEntry>()
            + self.listed.capacity() * size_of::<u64>()
    }
}

/// Tape of one warp.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Warp<'a> {
    runs: &'a [InstructionRun],
    accesses: &'a [AccessEntry],
    listed: &'a [u64],
}

impl<'a> Warp<'a> {
    /// Runs of consecutive instructions, in execution order.
    pub fn runs(&self) -> &'a [InstructionRun] {
        self.runs
    }

    /// Number of executed warp instructions.
    pub fn instructions(&self) -> u64 {
        self.runs.iter().map(|run| u64::from(run.count)).sum()
    }

    /// Number of executed thread instructions: each instruction counts once per active lane.
    pub fn thread_instructions(&self) -> u64 {
        self.runs.iter().map(|run| u64::from(run.count) * u64::from(run.lanes.count())).sum()
    }

    /// Number of memory accesses.
    pub fn accesses(&self) -> usize {
        self.accesses.len()
    }

    /// Addresses of memory access number `access` (from 0), in which `lanes` lanes are active.
    ///
    /// # Panics
    /// If the access does not exist.
    pub fn addresses(&self, access: usize, lanes: u32) -> Addresses<'a> {
        self.accesses[access].addresses(self.listed, lanes)
    }

    /// Iterates over the executed instructions in order. `code` must be the code of the launch.
    pub fn steps(&self, code: &'a Code) -> Steps<'a> {
        Steps::new(*self, code)
    }
}
