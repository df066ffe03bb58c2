//! Table II of the phase-aware paper: phases of its kernels and of the suite's.

use crate::{Error, KernelFacts, Paper, Size, application};
use warploom_kernel::code::Code;
use warploom_kernel::latency::gpgpusim;
use warploom_kernel::phase::{Phases, Rules};
use warploom_kernel::ptx::Module;
use warploom_kernel::ptx::lower::Options;

/// One kernel of the paper's table.
#[derive(Debug)]
pub struct PhaseRow {
    /// The kernel in the suite.
    pub work: &'static str,
    /// The kernel's name in the paper.
    pub label: &'static str,
    /// CTAs per SM in the paper.
    pub ctas_per_sm: u32,
    /// Number of phases in the paper.
    pub phases: usize,
    /// Longest phase in the paper, in cycles.
    pub longest: u32,
    /// Shortest phase in the paper, in cycles.
    pub shortest: u32,
    /// Why the suite's phases differ.
    pub why: &'static str,
}

const fn row(
    (work, label): (&'static str, &'static str),
    (ctas_per_sm, phases, longest, shortest): (u32, usize, u32, u32),
    why: &'static str,
) -> PhaseRow {
    PhaseRow { work, label, ctas_per_sm, phases, longest, shortest, why }
}

/// Every kernel of the table.
pub const TABLE_TWO: &[PhaseRow] = &[
    row(
        ("backprop/layerforward", "BP - K1"),
        (6, 5, 206, 26),
        "only the input and the weights are long loads, so that there are 3 phases; the loop over the levels of the tree is not \
         unrolled",
    ),
    row(
        ("backprop/adjust_weights", "BP - K2"),
        (5, 5, 99, 14),
        "same count; phases are shorter because the lowering folds addresses into one instruction",
    ),
    row(
        ("btree/find_range_k", "B+T - K1"),
        (5, 16, 40, 5),
        "one more; the shortest phases are a comparison and a branch",
    ),
    row(("btree/find_k", "B+T - K2"), (6, 11, 32, 3), "same count"),
    row(
        ("heartwall/track", "Heart"),
        (4, 45, 212, 41),
        "one phase per stage that loads; the original also cuts out the template in its first frame, which the host does here",
    ),
    row(("kmeans/assign", "KM"), (6, 2, 48, 14), "same count"),
    row(("lud/internal", "LUD"), (6, 3, 150, 7), "same count"),
    row(
        ("srad/srad1", "SRAD"),
        (6, 4, 218, 31),
        "same count; the two phases in the middle are short, as in the paper, and shorter because the lowering computes their \
         addresses in the first phase",
    ),
    row(("cfd/compute_flux", "CFD"), (3, 9, 985, 86), "one more"),
    row(("dwt/haar", "DWT"), (3, 2, 144, 44), "same count; the second phase has all levels of the transform"),
    row(("dxtc/compress", "DXTC"), (4, 3, 1159, 24), "same count"),
    row(("fwt/batch1", "FWT"), (3, 2, 174, 45), "same count"),
    row(
        ("histogram/256", "HIST"),
        (6, 2, 44, 24),
        "same count; the paper's 192 threads per CTA are this kernel's",
    ),
    row(("montecarlo/one_block", "MCO"), (5, 2, 284, 38), "same count"),
];

/// The other kernel that the paper may mean by HIST.
pub const HIST_MERGE: PhaseRow = row(
    ("histogram/merge256", "HIST (merge)"),
    (6, 2, 44, 24),
    "same count; the paper's 256 CTAs and 6 CTAs per SM are this kernel's, which has 256 threads per CTA",
);

/// The suite's figures for a row: kernels lowered for a GT200, with the latencies of GPGPU-Sim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MeasuredPhases {
    pub ctas_per_sm: u32,
    pub phases: usize,
    /// Longest phase, in cycles.
    pub longest: u32,
    /// Shortest phase, in cycles.
    pub shortest: u32,
    /// Number of phases if every basic block started one.
    pub with_blocks: usize,
}

impl PhaseRow {
    /// The suite's figures for this row.
    pub fn measured(&self, facts: &[KernelFacts]) -> Result<MeasuredPhases, Error> {
        let (name, _) = self.work.split_once('/').unwrap_or((self.work, ""));
        let application = application(name).unwrap_or_else(|| panic!("there is no `{name}`"));
        let module = Module::parse(application.ptx)?.lower(&Options::gt200());
        let entry = self.work.replace('/', "_");
        let program = module.kernel(&entry).unwrap_or_else(|| panic!("there is no `{entry}`"));
        let code = Code::of(program);
        let phases = |blocks| Phases::new(&code, Rules { blocks, ..Rules::default() });
        let timing = phases(false).timing(&code, gpgpusim);
        let lengths = timing.lengths();
        let at_the_papers_size =
            |f: &&KernelFacts| f.work() == self.work && f.size == Size::Paper(Paper::PhaseAware);
        // The shape of the launches is that of any code; the registers are this code's.
        let of_this_code =
            |fact: &KernelFacts| KernelFacts { registers: program.registers.unwrap_or(0), ..fact.clone() };
        let fact = facts.iter().find(at_the_papers_size).map(of_this_code);
        Ok(MeasuredPhases {
            ctas_per_sm: fact.map_or(0, |fact| fact.ctas_per_sm()),
            phases: lengths.len(),
            longest: lengths.iter().copied().max().unwrap_or(0),
            shortest: lengths.iter().copied().min().unwrap_or(0),
            with_blocks: phases(true).list().len(),
        })
    }

    /// Whether a number of phases is the paper's, by one or by 20 %.
    pub fn has_phases(&self, ours: &MeasuredPhases) -> bool {
        let difference = ours.phases.abs_diff(self.phases);
        difference <= 1 || 5 * difference <= self.phases
    }

    /// Whether the longest and the shortest phase are the paper's, by a factor of 1.5.
    pub fn has_lengths(&self, ours: &MeasuredPhases) -> bool {
        let near = |ours: u32, paper: u32| 2 * ours.max(paper) <= 3 * ours.min(paper);
        near(ours.longest, self.longest) && near(ours.shortest, self.shortest)
    }
}
