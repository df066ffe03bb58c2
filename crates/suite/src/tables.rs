//! The papers' tables of benchmarks, compared with the suite's launches.

use crate::{Application, KernelFacts, Paper, Size};

/// A line of a paper's table.
#[derive(Debug)]
pub struct BenchmarkRow {
    pub paper: Paper,
    /// Name in the suite: a kernel (`lud/internal`) if the paper counts by kernel, otherwise an application.
    pub work: &'static str,
    /// Name in the paper.
    pub label: &'static str,
    /// CTAs: of the kernel's largest launch, or of all launches of the application.
    pub ctas: u64,
    /// Threads per CTA, where given.
    pub threads: Option<u32>,
    pub launches: Option<u64>,
    /// Reason why the suite differs, if it does.
    pub differs: Option<&'static str>,
}

impl BenchmarkRow {
    /// The suite's numbers: CTAs, threads per CTA and launches; the last two only if the table has them.
    pub fn measured(&self, facts: &[KernelFacts]) -> (u64, Option<u32>, Option<u64>) {
        let size = Size::Paper(self.paper);
        let own: Vec<&KernelFacts> = facts.iter().filter(|f| f.size == size && self.covers(f)).collect();
        let ctas = |f: &KernelFacts| if self.is_kernel() { f.largest_ctas() } else { f.ctas };
        (
            own.iter().map(|f| ctas(f)).sum(),
            self.threads.and_then(|_| own.first().map(|f| f.threads())),
            self.launches.map(|_| own.iter().map(|f| f.launches).sum()),
        )
    }

    /// Whether the suite's numbers equal the table's.
    pub fn agrees(&self, facts: &[KernelFacts]) -> bool {
        self.measured(facts) == (self.ctas, self.threads, self.launches)
    }

    fn is_kernel(&self) -> bool {
        self.work.contains('/')
    }

    fn covers(&self, fact: &KernelFacts) -> bool {
        if self.is_kernel() { fact.work() == self.work } else { fact.application == self.work }
    }
}

const fn kernel_row(
    paper: Paper,
    work: &'static str,
    label: &'static str,
    ctas: u64,
    threads: Option<u32>,
) -> BenchmarkRow {
    BenchmarkRow { paper, work, label, ctas, threads, launches: None, differs: None }
}

const fn application_row(
    paper: Paper,
    work: &'static str,
    label: &'static str,
    ctas: u64,
    launches: u64,
) -> BenchmarkRow {
    BenchmarkRow { paper, work, label, ctas, threads: None, launches: Some(launches), differs: None }
}

impl BenchmarkRow {
    const fn differs_because(self, why: &'static str) -> BenchmarkRow {
        BenchmarkRow { differs: Some(why), ..self }
    }
}

/// Every line of the tables that give grids; MOTRR's gives none.
pub const BENCHMARK_TABLES: &[BenchmarkRow] = &[
    kernel_row(PHASE_AWARE, "backprop/layerforward", "BP-K1", 65535, Some(256)),
    kernel_row(PHASE_AWARE, "backprop/adjust_weights", "BP-K2", 65535, Some(256)),
    kernel_row(PHASE_AWARE, "btree/find_range_k", "B+T-K1", 65535, Some(256)),
    kernel_row(PHASE_AWARE, "btree/find_k", "B+T-K2", 65355, Some(256)),
    kernel_row(PHASE_AWARE, "heartwall/track", "Heart", 56, Some(256)),
    kernel_row(PHASE_AWARE, "kmeans/assign", "KM", 841, Some(256)),
    kernel_row(PHASE_AWARE, "lud/internal", "LUD", 16129, Some(256)),
    kernel_row(PHASE_AWARE, "srad/srad1", "SRAD", 16384, Some(256)),
    kernel_row(PHASE_AWARE, "cfd/compute_flux", "CFD", 1817, Some(192)),
    kernel_row(PHASE_AWARE, "dwt/haar", "DWT", 4096, Some(512)),
    kernel_row(PHASE_AWARE, "dxtc/compress", "DXTC", 4096, Some(256)),
    kernel_row(PHASE_AWARE, "fwt/batch1", "FWT", 4096, Some(512)),
    kernel_row(PHASE_AWARE, "histogram/256", "HIST", 256, Some(192)),
    kernel_row(PHASE_AWARE, "montecarlo/one_block", "MCO", 2048, Some(256)),
    kernel_row(PRO, "aes/encrypt", "aesEncrypt128", 257, None),
    kernel_row(PRO, "bfs/visit", "kernel", 256, None),
    kernel_row(PRO, "cp/energy", "cenergy", 256, None),
    kernel_row(PRO, "lps/laplace3d", "GPU_laplace3d", 100, None),
    kernel_row(PRO, "nn/layer1", "executeFirstLayer", 168, None),
    kernel_row(PRO, "nn/layer2", "executeSecondLayer", 1400, None),
    kernel_row(PRO, "nn/layer3", "executeThirdLayer", 2800, None),
    kernel_row(PRO, "nn/layer4", "executeFourthLayer", 280, None),
    kernel_row(PRO, "ray/render", "render", 512, None),
    kernel_row(PRO, "sto/sha1", "sha1_overlap", 384, None),
    kernel_row(PRO, "backprop/layerforward", "bpnn_layerforward", 4096, None),
    kernel_row(PRO, "backprop/adjust_weights", "bpnn_adjust_weights_cuda", 4096, None),
    kernel_row(PRO, "btree/find_range_k", "findRageK", 6000, None),
    kernel_row(PRO, "btree/find_k", "findK", 10000, None),
    kernel_row(PRO, "hotspot/calculate_temp", "calculate_temp", 1849, None),
    kernel_row(PRO, "pathfinder/dynproc", "dynproc_kernel", 463, None),
    kernel_row(PRO, "convsep/rows", "convolutionRowsKernel", 18432, None),
    kernel_row(PRO, "convsep/columns", "convolutionColumnsKernel", 9216, None),
    kernel_row(PRO, "histogram/64", "histogram64Kernel", 4370, None),
    kernel_row(PRO, "histogram/merge64", "mergeHistogram64Kernel", 64, None),
    kernel_row(PRO, "histogram/256", "histogram256Kernel", 240, None),
    kernel_row(PRO, "histogram/merge256", "mergeHistogram256Kernel", 256, None),
    kernel_row(PRO, "montecarlo/inverse_cnd", "inverseCNDKernel", 128, None),
    kernel_row(PRO, "montecarlo/one_block", "MonteCarloOneBlockPerOption", 256, None),
    kernel_row(PRO, "scalarprod/scalarprod", "scalarProdGPU", 128, None),
    application_row(SATURATED, "matmul", "MatrixMultiplication", 256, 1),
    application_row(SATURATED, "bitonic", "BitonicSort", 67584, 66),
    application_row(SATURATED, "fwt", "FastWalshTransform", 9216, 18),
    application_row(SATURATED, "floyd_warshall", "FloydWarshall", 65536, 256),
    application_row(SATURATED, "radixsort", "RadixSort", 256, 8),
    application_row(SATURATED, "backprop", "BackProp", 8192, 2),
    application_row(SATURATED, "transpose", "MatrixTranspose", 4096, 1),
    application_row(SATURATED, "blackscholes", "BlackScholes", 1024, 1),
    application_row(SATURATED, "binomial", "BinomialOption", 1024, 1),
    application_row(SATURATED, "scan", "ScanLargeArrays", 4113, 5),
    application_row(SATURATED, "reduction", "Reduction", 512, 1),
    application_row(SATURATED, "hotspot", "Hotspot", 1849, 1),
    application_row(UNSATURATED, "matmul", "MatrixMultiplication", 64, 1),
    application_row(UNSATURATED, "bitonic", "BitonicSort", 80, 10),
    application_row(UNSATURATED, "fwt", "FastWalshTransform", 96, 8).differs_because(
        "the table's 96 work-groups of 256 are log2(4096) = 12 launches of 8, not 8 launches",
    ),
    application_row(UNSATURATED, "floyd_warshall", "FloydWarshall", 64, 8),
    application_row(UNSATURATED, "radixsort", "RadixSort", 64, 8),
    application_row(UNSATURATED, "backprop", "BackProp", 64, 2),
    application_row(UNSATURATED, "transpose", "MatrixTranspose", 64, 1),
    application_row(UNSATURATED, "binomial", "BinomialOption", 64, 1),
    application_row(UNSATURATED, "scan", "ScanLargeArrays", 65, 3),
    application_row(UNSATURATED, "reduction", "Reduction", 64, 1),
    application_row(UNSATURATED, "hotspot", "Hotspot", 121, 1),
];

const PHASE_AWARE: Paper = Paper::PhaseAware;
const PRO: Paper = Paper::Pro;
const SATURATED: Paper = Paper::Thesis;
const UNSATURATED: Paper = Paper::ThesisUnsaturated;

impl Application {
    /// Its lines in the papers' tables.
    pub fn rows(&self) -> impl Iterator<Item = &'static BenchmarkRow> {
        BENCHMARK_TABLES.iter().filter(|row| row.work.split('/').next() == Some(self.name))
    }
}
