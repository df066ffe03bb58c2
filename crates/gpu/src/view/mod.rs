//! State of an SM that warp policies and probes can observe, and its transitions.
//!
//! The SM (`sm/`) and the test fixture (`fixture/`) both change this state through the methods of [`SmState`], so a policy sees
//! the same state after the same event in a simulation and in a unit test. [`SmView`] is the read-only access to it.

mod next_instruction;
mod resources;
mod sm_view;
mod state;
mod warp;

pub use next_instruction::NextInstruction;
pub use resources::ResourceUse;
pub(crate) use resources::Resources;
pub use sm_view::SmView;
pub(crate) use state::SmState;
pub(crate) use warp::{LongChange, Readiness, TapeCursor};
