//! The gap between policies and the best possible schedule.
//!
//! [`bounds`] computes a lower bound of a launch's cycles that no schedule can beat. [`search`] runs many policies and reports how
//! much of the gap between the baseline and the bound each closes.

mod bound;
mod fetch;
mod footprint;
mod loads;
mod search;
mod seeds;
mod walk;

pub use bound::{Bound, BoundError, Limit, bounds};
pub use search::{Oracle, OracleError, OracleRow, WorkOracle, search};
pub use seeds::OracleSeeds;
