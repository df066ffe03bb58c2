//! How much of what was possible a policy reached: a bound that no schedule can beat, beside the best of many policies.

mod bound;
mod fetch;
mod footprint;
mod loads;
mod search;
mod walk;

pub use bound::{Bound, BoundError, Limit, bounds};
pub use search::{Failed, Oracle, Part, Work, search};
