//! The lists of applications: the papers', in the order in which the papers bring them, and our own.
//!
//! An application is a module of its own, declared here, and a line in a list.

use crate::Application;

/// Declares the application of a module: its name, which is that of its files in `kernels/`, its kernels and its papers. The module
/// has a function `build`.
macro_rules! application {
    ($name:literal, $kernels:expr, $papers:expr) => {
        pub const APPLICATION: crate::Application = crate::Application {
            name: $name,
            source: include_str!(concat!("../../kernels/", $name, ".cu")),
            ptx: include_str!(concat!("../../kernels/", $name, ".ptx")),
            gcn: Ok(include_str!(concat!("../../kernels/", $name, ".s"))),
            cubins: crate::apps::cubins!($name),
            kernels: $kernels,
            papers: $papers,
            build,
        };
    };
}

/// The cubins of an application.
macro_rules! cubins {
    ($name:literal) => {
        [
            (70, include_bytes!(concat!("../../kernels/sm_70/", $name, ".cubin"))),
            (80, include_bytes!(concat!("../../kernels/sm_80/", $name, ".cubin"))),
            (90, include_bytes!(concat!("../../kernels/sm_90/", $name, ".cubin"))),
        ]
    };
}
use cubins;

mod aes;
mod atax;
mod backprop;
mod bfs;
mod bicg;
mod binomial;
mod bitonic;
mod blackscholes;
mod btree;
mod cfd;
mod convsep;
mod cp;
mod dwt;
mod dxtc;
mod floyd_warshall;
mod fwt;
mod heartwall;
mod histogram;
mod hotspot;
mod kmeans;
mod lps;
mod lud;
mod matmul;
pub mod micro;
mod montecarlo;
mod mvt;
mod nn;
mod pathfinder;
mod radixsort;
mod ray;
mod reduction;
mod scalarprod;
mod scan;
mod sobol;
mod srad;
mod stencil;
mod sto;
mod transpose;

/// Every application of the papers.
pub const APPLICATIONS: &[&Application] = &[
    &backprop::APPLICATION,
    &btree::APPLICATION,
    &heartwall::APPLICATION,
    &kmeans::APPLICATION,
    &lud::APPLICATION,
    &srad::APPLICATION,
    &cfd::APPLICATION,
    &dwt::APPLICATION,
    &dxtc::APPLICATION,
    &fwt::APPLICATION,
    &histogram::APPLICATION,
    &montecarlo::APPLICATION,
    &aes::APPLICATION,
    &bfs::APPLICATION,
    &cp::APPLICATION,
    &lps::APPLICATION,
    &nn::APPLICATION,
    &ray::APPLICATION,
    &sto::APPLICATION,
    &hotspot::APPLICATION,
    &pathfinder::APPLICATION,
    &convsep::APPLICATION,
    &scalarprod::APPLICATION,
    &stencil::APPLICATION,
    &atax::APPLICATION,
    &mvt::APPLICATION,
    &bicg::APPLICATION,
    &sobol::APPLICATION,
    &matmul::APPLICATION,
    &bitonic::APPLICATION,
    &floyd_warshall::APPLICATION,
    &radixsort::APPLICATION,
    &transpose::APPLICATION,
    &blackscholes::APPLICATION,
    &binomial::APPLICATION,
    &scan::APPLICATION,
    &reduction::APPLICATION,
];

/// Microbenchmarks of our own: no paper evaluates on them, so they have no paper's size.
pub const MICROBENCHMARKS: &[&Application] = &[&micro::APPLICATION];

/// Reason why the matrix products of Polybench are out of range at `small`.
const SQUARE_MATRIX_NOTE: &str =
    "a thread per row or column of a square matrix: with the paper's 16 CTAs it would exceed three million";

/// The application called `name`.
pub fn application(name: &str) -> Option<&'static Application> {
    applications().find(|a| a.name == name)
}

/// Every application: the papers', then our own.
pub fn applications() -> impl Iterator<Item = &'static Application> {
    APPLICATIONS.iter().chain(MICROBENCHMARKS).copied()
}
