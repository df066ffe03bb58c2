//! Problem sizes, and the papers that they come from.

use std::fmt;

/// A paper's table of benchmarks, with the grids it gives.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Paper {
    /// Phase-aware warp scheduling, Table II.
    PhaseAware,
    /// PRO, Table II.
    Pro,
    /// Latency hiding by MOTRR, Table 2 (which gives no grids).
    Motrr,
    /// The GCN thesis, Table 4.2: sizes that saturate the GPU.
    Thesis,
    /// The GCN thesis, Table 4.3: sizes that do not.
    ThesisUnsaturated,
}

impl Paper {
    /// Every table.
    pub const ALL: [Paper; 5] =
        [Paper::PhaseAware, Paper::Pro, Paper::Motrr, Paper::Thesis, Paper::ThesisUnsaturated];

    /// Its name, as typed after `paper:`.
    pub const fn name(self) -> &'static str {
        match self {
            Paper::PhaseAware => "phase-aware",
            Paper::Pro => "pro",
            Paper::Motrr => "motrr",
            Paper::Thesis => "thesis",
            Paper::ThesisUnsaturated => "thesis-unsaturated",
        }
    }

    /// Its title.
    pub const fn title(self) -> &'static str {
        match self {
            Paper::PhaseAware => {
                "Phase Aware Warp Scheduling: Mitigating Effects of Phase Behavior in GPGPU Applications"
            }
            Paper::Pro => "PRO: Progress Aware GPU Warp Scheduling Algorithm",
            Paper::Motrr => "Latency Hiding based Warp Scheduling Policy for High Performance GPUs",
            Paper::Thesis | Paper::ThesisUnsaturated => "Impact of Thread Scheduling on Modern GPUs",
        }
    }

    /// Its authors, venue and year.
    pub const fn published(self) -> &'static str {
        match self {
            Paper::PhaseAware => "M. Awatramani, X. Zhu, J. Zambreno and D. Rover, PACT 2015",
            Paper::Pro => "J. Anantpur and R. Govindarajan, IPDPS 2015",
            Paper::Motrr => {
                "G. B. Kim, J. M. Kim and C. H. Kim, Journal of The Korea Society of Computer and Information 24(4), 2019"
            }
            Paper::Thesis | Paper::ThesisUnsaturated => "O. Addoh, University of Mississippi, 2014",
        }
    }

    /// Citation of the table.
    pub const fn table(self) -> &'static str {
        match self {
            Paper::PhaseAware => "phase-aware, Table II",
            Paper::Pro => "PRO, Table II",
            Paper::Motrr => "MOTRR, Table 2",
            Paper::Thesis => "thesis, Table 4.2",
            Paper::ThesisUnsaturated => "thesis, Table 4.3",
        }
    }
}

/// Problem size of an application.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Size {
    /// For checks: at most 10⁵ warp instructions per kernel.
    Tiny,
    /// For experiments: half a million to three million warp instructions per kernel, where the paper's
    /// grid allows at least four full waves of CTAs on a Fermi of 16 SMs.
    Small,
    /// A paper's grid.
    Paper(Paper),
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Size::Tiny => f.write_str("tiny"),
            Size::Small => f.write_str("small"),
            Size::Paper(paper) => write!(f, "paper:{}", paper.name()),
        }
    }
}
