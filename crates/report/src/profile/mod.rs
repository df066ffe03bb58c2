//! The profile of a work: a page for each of its kernels.

pub mod html;
pub mod nsight;
mod source;
mod text;

pub use source::Sources;
pub use text::{TextOptions, text};

use serde::Serialize;
use warploom_lab::profile::{BoundBy, Change, KernelProfile};

/// All that is known of a kernel.
#[derive(Serialize)]
pub struct KernelPage {
    #[serde(flatten)]
    pub profile: KernelProfile,
    /// The same kernel on other machines and under other policies, and the lower bound.
    #[serde(flatten)]
    pub variants: Variants,
    /// The word for what limited the kernel in the baseline.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub was_bound_by: Option<String>,
    /// What moved since the baseline.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changes: Option<Vec<Change>>,
}

/// A kernel on another machine, under another policy, or without its limit.
#[derive(Clone, Serialize)]
pub struct Variant {
    pub name: String,
    pub cycles: u64,
    pub microseconds: f64,
    /// Time of the profiled run divided by the time of this one.
    pub speedup: f64,
    /// What limits it there.
    pub bound_by: BoundBy,
}

/// The variants of a kernel.
#[derive(Clone, Default, Serialize)]
pub struct Variants {
    pub machines: Vec<Variant>,
    pub policies: Vec<Variant>,
    /// The launched grid, and one twice as large, whose second half accesses other data. Speedups are per CTA.
    pub grids: Vec<Variant>,
    /// The kernel without its limit: the most that the remedy can gain. None if that cannot be simulated.
    pub gain: Option<Variant>,
    /// Cycles that no policy can go below on the machine, over all launches; none if it cannot be computed.
    pub lower_bound: Option<LowerBound>,
}

impl Variant {
    /// The gain of a remedy in a sentence, if this is the kernel without its limit.
    fn gain(&self) -> String {
        format!(
            "{:.2} times as fast {}, simulated; then bound by {}",
            self.speedup,
            self.name,
            self.bound_by.name()
        )
    }
}

impl KernelPage {
    /// How the limit changed since the baseline.
    fn limit_change(&self) -> Option<String> {
        let (was, is) = (self.was_bound_by.as_deref()?, self.profile.verdict.bound_by.name());
        Some(if was == is { format!("{is}, as before") } else { format!("{was} before, {is} now") })
    }
}

/// A lower bound on the cycles of a kernel.
#[derive(Clone, Serialize)]
pub struct LowerBound {
    pub cycles: u64,
    /// The limit that sets it in the launch with the greatest.
    pub limit: String,
}
