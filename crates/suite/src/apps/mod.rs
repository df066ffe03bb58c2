//! The list of applications: each is a module of its own and one line here, in the order in which the papers
//! bring them.

use crate::Application;

/// Declares the modules and lists them.
macro_rules! applications {
    ($($name:ident)*) => {
        $(mod $name;)*

        /// Every application.
        pub const APPLICATIONS: &[&Application] = &[$(&$name::APPLICATION),*];
    };
}

applications! {
    backprop
    matmul
    bitonic
    floyd_warshall
    radixsort
    transpose
    hotspot
    pathfinder
    lps
    stencil
    atax
    mvt
    bicg
    reduction
    aes
    bfs
    cp
    nn
    ray
    montecarlo
    sobol
    blackscholes
    binomial
    scalarprod
    convsep
    sto
    backprop heartwall kmeans lud srad cfd
    btree
    dwt
    dxtc
    fwt
    histogram
    scan
}
