//! What is known of AMD's kernels without their listings.

/// A kernel that AMD's compiler made for Tahiti.
pub struct Kernel {
    /// Name of the listing: benchmark and kernel.
    pub listing: &'static str,
}

pub const KERNELS: [Kernel; 15] = [
    Kernel { listing: "BinomialOption.binomial_options" },
    Kernel { listing: "BitonicSort.bitonicSort" },
    Kernel { listing: "BlackScholes.blackScholes" },
    Kernel { listing: "FastWalshTransform.fastWalshTransform" },
    Kernel { listing: "FloydWarshall.floydWarshallPass" },
    Kernel { listing: "MatrixMultiplication.mmmKernel" },
    Kernel { listing: "MatrixMultiplication.mmmKernel_local" },
    Kernel { listing: "MatrixMultiplication.mmmKernel_local2" },
    Kernel { listing: "MatrixTranspose.matrixTranspose" },
    Kernel { listing: "RadixSort.histogram" },
    Kernel { listing: "RadixSort.permute" },
    Kernel { listing: "Reduction.reduce" },
    Kernel { listing: "ScanLargeArrays.ScanLargeArrays" },
    Kernel { listing: "ScanLargeArrays.blockAddition" },
    Kernel { listing: "ScanLargeArrays.prefixSum" },
];

/// The runs: those with a trace first.
pub const RUNS: [&str; 17] = [
    "FW-8", "FW-16", "BSo-16", "BSo-64", "FWT-512", "MT-64", "MT-128", "MM-64", "MM-128", "RD-8192",
    "Scan-1024", "RS-8192", "BO-4", "FWT-4096", "MM-128b16", "RD-131072", "Scan-8192",
];
