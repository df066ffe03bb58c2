//! The papers' tables of benchmarks, compared with the suite's launches.

use crate::{Fact, Paper, Size};

/// A line of a paper's table.
#[derive(Debug)]
pub struct Row {
    /// The table.
    pub paper: Paper,
    /// Name in the suite: a kernel (`lud/internal`) if the paper counts by kernel, otherwise an application.
    pub work: &'static str,
    /// Name in the paper.
    pub label: &'static str,
    /// CTAs: of the kernel's largest launch, or of all launches of the application.
    pub ctas: u64,
    /// Threads per CTA, where given.
    pub threads: Option<u32>,
    /// Launches, where given.
    pub launches: Option<u64>,
    /// Reason why the suite differs, if it does.
    pub differs: Option<&'static str>,
}

impl Row {
    /// The suite's numbers: CTAs, threads per CTA and launches; the last two only if the table has them.
    pub fn ours(&self, facts: &[Fact]) -> (u64, Option<u32>, Option<u64>) {
        let size = Size::Paper(self.paper);
        let own: Vec<&Fact> = facts.iter().filter(|f| f.size == size && self.covers(f)).collect();
        let ctas = |f: &Fact| if self.is_kernel() { f.largest_ctas() } else { f.ctas };
        (
            own.iter().map(|f| ctas(f)).sum(),
            self.threads.and_then(|_| own.first().map(|f| f.threads())),
            self.launches.map(|_| own.iter().map(|f| f.launches).sum()),
        )
    }

    /// Whether the suite's numbers equal the table's.
    pub fn agrees(&self, facts: &[Fact]) -> bool {
        self.ours(facts) == (self.ctas, self.threads, self.launches)
    }

    fn is_kernel(&self) -> bool {
        self.work.contains('/')
    }

    fn covers(&self, fact: &Fact) -> bool {
        if self.is_kernel() { fact.work() == self.work } else { fact.application == self.work }
    }
}

const fn kernel(
    paper: Paper,
    work: &'static str,
    label: &'static str,
    ctas: u64,
    threads: Option<u32>,
) -> Row {
    Row { paper, work, label, ctas, threads, launches: None, differs: None }
}

const fn whole(paper: Paper, work: &'static str, label: &'static str, ctas: u64, launches: u64) -> Row {
    Row { paper, work, label, ctas, threads: None, launches: Some(launches), differs: None }
}

impl Row {
    const fn but(self, why: &'static str) -> Row {
        Row { differs: Some(why), ..self }
    }
}

/// Every line of the tables that give grids; MOTRR's gives none.
pub const TABLES: &[Row] = &[
    kernel(PHASE_AWARE, "backprop/layerforward", "BP-K1", 65535, Some(256)),
    kernel(PHASE_AWARE, "backprop/adjust_weights", "BP-K2", 65535, Some(256)),
    kernel(PHASE_AWARE, "btree/find_range_k", "B+T-K1", 65535, Some(256)),
    kernel(PHASE_AWARE, "btree/find_k", "B+T-K2", 65355, Some(256)),
    kernel(PHASE_AWARE, "heartwall/track", "Heart", 56, Some(256)),
    kernel(PHASE_AWARE, "kmeans/assign", "KM", 841, Some(256)),
    kernel(PHASE_AWARE, "lud/internal", "LUD", 16129, Some(256)),
    kernel(PHASE_AWARE, "srad/srad1", "SRAD", 16384, Some(256)),
    kernel(PHASE_AWARE, "cfd/compute_flux", "CFD", 1817, Some(192)),
    kernel(PHASE_AWARE, "dwt/haar", "DWT", 4096, Some(512)),
    kernel(PHASE_AWARE, "dxtc/compress", "DXTC", 4096, Some(256)),
    kernel(PHASE_AWARE, "fwt/batch1", "FWT", 4096, Some(512)),
    kernel(PHASE_AWARE, "histogram/256", "HIST", 256, Some(192)),
    kernel(PHASE_AWARE, "montecarlo/one_block", "MCO", 2048, Some(256)),
    kernel(PRO, "aes/encrypt", "aesEncrypt128", 257, None),
    kernel(PRO, "bfs/visit", "kernel", 256, None),
    kernel(PRO, "cp/energy", "cenergy", 256, None),
    kernel(PRO, "lps/laplace3d", "GPU_laplace3d", 100, None),
    kernel(PRO, "nn/layer1", "executeFirstLayer", 168, None),
    kernel(PRO, "nn/layer2", "executeSecondLayer", 1400, None),
    kernel(PRO, "nn/layer3", "executeThirdLayer", 2800, None),
    kernel(PRO, "nn/layer4", "executeFourthLayer", 280, None),
    kernel(PRO, "ray/render", "render", 512, None),
    kernel(PRO, "sto/sha1", "sha1_overlap", 384, None),
    kernel(PRO, "backprop/layerforward", "bpnn_layerforward", 4096, None),
    kernel(PRO, "backprop/adjust_weights", "bpnn_adjust_weights_cuda", 4096, None),
    kernel(PRO, "btree/find_range_k", "findRageK", 6000, None),
    kernel(PRO, "btree/find_k", "findK", 10000, None),
    kernel(PRO, "hotspot/calculate_temp", "calculate_temp", 1849, None),
    kernel(PRO, "pathfinder/dynproc", "dynproc_kernel", 463, None),
    kernel(PRO, "convsep/rows", "convolutionRowsKernel", 18432, None),
    kernel(PRO, "convsep/columns", "convolutionColumnsKernel", 9216, None),
    kernel(PRO, "histogram/64", "histogram64Kernel", 4370, None),
    kernel(PRO, "histogram/merge64", "mergeHistogram64Kernel", 64, None),
    kernel(PRO, "histogram/256", "histogram256Kernel", 240, None),
    kernel(PRO, "histogram/merge256", "mergeHistogram256Kernel", 256, None),
    kernel(PRO, "montecarlo/inverse_cnd", "inverseCNDKernel", 128, None),
    kernel(PRO, "montecarlo/one_block", "MonteCarloOneBlockPerOption", 256, None),
    kernel(PRO, "scalarprod/scalarprod", "scalarProdGPU", 128, None),
    whole(SATURATED, "matmul", "MatrixMultiplication", 256, 1),
    whole(SATURATED, "bitonic", "BitonicSort", 67584, 66),
    whole(SATURATED, "fwt", "FastWalshTransform", 9216, 18),
    whole(SATURATED, "floyd_warshall", "FloydWarshall", 65536, 256),
    whole(SATURATED, "radixsort", "RadixSort", 256, 8),
    whole(SATURATED, "backprop", "BackProp", 8192, 2),
    whole(SATURATED, "transpose", "MatrixTranspose", 4096, 1),
    whole(SATURATED, "blackscholes", "BlackScholes", 1024, 1),
    whole(SATURATED, "binomial", "BinomialOption", 1024, 1),
    whole(SATURATED, "scan", "ScanLargeArrays", 4113, 5),
    whole(SATURATED, "reduction", "Reduction", 512, 1),
    whole(SATURATED, "hotspot", "Hotspot", 1849, 1),
    whole(UNSATURATED, "matmul", "MatrixMultiplication", 64, 1),
    whole(UNSATURATED, "bitonic", "BitonicSort", 80, 10),
    whole(UNSATURATED, "fwt", "FastWalshTransform", 96, 8)
        .but("the table's 96 work-groups of 256 are log2(4096) = 12 launches of 8, not 8 launches"),
    whole(UNSATURATED, "floyd_warshall", "FloydWarshall", 64, 8),
    whole(UNSATURATED, "radixsort", "RadixSort", 64, 8),
    whole(UNSATURATED, "backprop", "BackProp", 64, 2),
    whole(UNSATURATED, "transpose", "MatrixTranspose", 64, 1),
    whole(UNSATURATED, "binomial", "BinomialOption", 64, 1),
    whole(UNSATURATED, "scan", "ScanLargeArrays", 65, 3),
    whole(UNSATURATED, "reduction", "Reduction", 64, 1),
    whole(UNSATURATED, "hotspot", "Hotspot", 121, 1),
];

const PHASE_AWARE: Paper = Paper::PhaseAware;
const PRO: Paper = Paper::Pro;
const SATURATED: Paper = Paper::Thesis;
const UNSATURATED: Paper = Paper::ThesisUnsaturated;
