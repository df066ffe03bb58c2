//! The phases of kernels: the analysis, and its forms as text, JSON and figure.

mod analysis;
mod explain;
mod json;
mod listing;
mod source;
mod strip;

pub use analysis::{Analysis, table};
pub use explain::explain;
pub use json::kernel as to_json;
pub use listing::{Listing, ListingLine, SourceLine};
pub use source::{Lowering, listings, pass};
pub use strip::svg;

use warploom_gpu::machine::named;
use warploom_kernel::phase::Reading;
use warploom_kernel::ptx::lower::{Options, TARGETS};
use warploom_lab::diagnosis::Diagnosis;

/// The target of the lowering, if none is asked for.
pub const DEFAULT_TARGET: &str = "fermi";

/// The options of a target of the lowering.
pub fn target(name: &str) -> Option<Options> {
    TARGETS.iter().find(|(target, _)| *target == name).map(|(_, options)| *options)
}

/// The phases of kernels, in cycles of an m2090.
pub fn analyses(listings: Vec<Listing>, reading: Reading) -> Vec<Analysis> {
    let machine = named("m2090").expect("it is built in").machine();
    listings.into_iter().map(|listing| Analysis::new(listing, reading, &machine)).collect()
}

/// The only one of these kernels.
///
/// # Errors
/// If there are several: the error says `why` one is needed.
pub fn only<'a>(all: &'a [Analysis], why: &str) -> Result<&'a Analysis, Diagnosis> {
    if let [one] = all {
        return Ok(one);
    }
    let names: Vec<&str> = all.iter().map(|a| a.listing.name.as_str()).collect();
    let help = format!("choose one with --kernel: {}", names.join(", "));
    Err(Diagnosis::mistake(format!("{why}, but {} are selected", all.len()), Some(help)))
}
