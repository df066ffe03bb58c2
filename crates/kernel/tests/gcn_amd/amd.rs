//! Facts about AMD's kernels and their runs, so that the book needs no listings.
//!
//! Where the folder with the listings exists, the tests compare these numbers with it.

use super::mix::Mix;
use super::trace::Compared;

/// A kernel that AMD's compiler made for Tahiti.
pub struct Kernel {
    /// Name of the listing: benchmark and kernel.
    pub listing: &'static str,
    /// Its static instructions.
    pub mix: Mix,
    /// Application and kernel of the suite that compute the same.
    pub suite: Option<(&'static str, &'static str)>,
}

const fn kernel(listing: &'static str, mix: Mix, suite: Option<(&'static str, &'static str)>) -> Kernel {
    Kernel { listing, mix, suite }
}

/// The kernels of the folder, which come from AMD's APP SDK 2.5.
pub const KERNELS: [Kernel; 15] = [
    kernel(
        "BinomialOption.binomial_options",
        [20, 8, 14, 6, 3, 575, 32, 2],
        Some(("binomial", "binomial_price")),
    ),
    kernel("BitonicSort.bitonicSort", [5, 6, 5, 1, 0, 24, 0, 4], Some(("bitonic", "bitonic_stage"))),
    kernel(
        "BlackScholes.blackScholes",
        [3, 9, 9, 1, 0, 1080, 0, 11],
        Some(("blackscholes", "blackscholes_price")),
    ),
    kernel("FastWalshTransform.fastWalshTransform", [2, 4, 4, 1, 0, 35, 0, 4], Some(("fwt", "fwt_step"))),
    kernel(
        "FloydWarshall.floydWarshallPass",
        [8, 7, 8, 2, 0, 14, 0, 9],
        Some(("floyd_warshall", "floyd_warshall_pass")),
    ),
    kernel(
        "MatrixMultiplication.mmmKernel",
        [19, 10, 9, 4, 0, 165, 0, 12],
        Some(("matmul", "matmul_multiply")),
    ),
    kernel("MatrixMultiplication.mmmKernel_local", [47, 11, 28, 6, 1, 248, 32, 12], None),
    kernel("MatrixMultiplication.mmmKernel_local2", [23, 13, 32, 6, 1, 303, 64, 12], None),
    kernel(
        "MatrixTranspose.matrixTranspose",
        [7, 11, 7, 1, 1, 22, 2, 2],
        Some(("transpose", "transpose_transpose")),
    ),
    kernel(
        "RadixSort.histogram",
        [6, 9, 752, 1, 2, 2062, 1024, 512],
        Some(("radixsort", "radixsort_histogram")),
    ),
    kernel(
        "RadixSort.permute",
        [6, 11, 1121, 1, 257, 2572, 768, 768],
        Some(("radixsort", "radixsort_permute")),
    ),
    kernel("Reduction.reduce", [16, 8, 9, 5, 2, 28, 20, 2], Some(("reduction", "reduction_sum"))),
    kernel("ScanLargeArrays.ScanLargeArrays", [24, 11, 16, 8, 5, 47, 14, 5], Some(("scan", "scan_block"))),
    kernel("ScanLargeArrays.blockAddition", [7, 7, 6, 2, 1, 11, 2, 3], Some(("scan", "scan_add"))),
    kernel("ScanLargeArrays.prefixSum", [22, 4, 12, 9, 3, 37, 13, 4], Some(("scan", "scan_block"))),
];

/// Kernels whose code by clang must have at least [`LEAST_RATIO`] of the instructions that AMD's has.
pub const SHORT: [&str; 5] =
    ["bitonicSort", "fastWalshTransform", "floydWarshallPass", "matrixTranspose", "mmmKernel"];

/// Least instructions of clang's code of a kernel of [`SHORT`], relative to AMD's.
pub const LEAST_RATIO: f64 = 0.70;

/// A run of a program of the SDK, and what executing it counts.
pub struct Run {
    pub name: &'static str,
    /// Kernels that it launches.
    pub kernels: &'static str,
    /// Whether the folder has its trace.
    pub traced: bool,
    pub compared: Compared,
}

const fn run(name: &'static str, kernels: &'static str, traced: bool, counts: [u64; 4]) -> Run {
    let [launches, waves, instructions, addresses] = counts;
    Run { name, kernels, traced, compared: Compared { launches, waves, instructions, addresses, unequal: 0 } }
}

/// The runs of the folder.
pub const RUNS: [Run; 17] = [
    run("FW-8", "floydWarshallPass", true, [8, 64, 2762, 2900]),
    run("FW-16", "floydWarshallPass", true, [16, 256, 11148, 20577]),
    run("BSo-16", "bitonicSort", true, [10, 80, 3600, 800]),
    run("BSo-64", "bitonicSort", true, [21, 672, 30240, 6720]),
    run("FWT-512", "fastWalshTransform", true, [9, 36, 1800, 9360]),
    run("MT-64", "matrixTranspose", true, [1, 64, 3392, 17088]),
    run("MT-128", "matrixTranspose", true, [1, 256, 13568, 68352]),
    run("MM-64", "mmmKernel", true, [1, 4, 8000, 33832]),
    run("MM-128", "mmmKernel", true, [1, 16, 62720, 266400]),
    run("RD-8192", "reduce", true, [1, 32, 5712, 34992]),
    run("Scan-1024", "ScanLargeArrays, prefixSum, blockAddition", true, [3, 25, 3688, 17105]),
    run("RS-8192", "histogram, permute", true, [8, 8, 39488, 786512]),
    run("BO-4", "binomial_options", true, [1, 16, 124032, 1559716]),
    run("FWT-4096", "fastWalshTransform", false, [12, 384, 19200, 99840]),
    run("MM-128b16", "mmmKernel", false, [1, 16, 62720, 266400]),
    run("RD-131072", "reduce", false, [1, 512, 91392, 559872]),
    run("Scan-8192", "ScanLargeArrays, prefixSum, blockAddition", false, [3, 193, 28587, 136861]),
];
