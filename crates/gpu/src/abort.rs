//! Aborts of a launch: the causes that the engine and the CTA dispatcher report to the run.

use crate::core::gpu_core::Illegal;
use crate::ids::{Cycle, SmId};
use crate::placement::PlacementError;
use warploom_kernel::execute::CtaId;

/// A tape that could not be read. Its error is kept where the tape was opened, so that the engine is compiled once for all tapes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TapeFailed;

/// Why a launch was aborted.
pub(crate) enum LaunchAbort {
    Tape(TapeFailed),
    IllegalPick {
        sm: SmId,
        cycle: Cycle,
        pick: Illegal,
    },
    IllegalPlacement {
        cycle: Cycle,
        error: PlacementError,
    },
    /// The CTA policy placed a CTA by id, and the source has no random access.
    ForwardOnly {
        cta: CtaId,
    },
    /// No event is pending, or the policy declines every pick.
    Deadlock {
        cycle: Cycle,
        declined: bool,
        /// Number of undispatched CTAs, if none is in flight; else 0.
        undispatched: u64,
    },
}

impl From<TapeFailed> for LaunchAbort {
    fn from(failed: TapeFailed) -> LaunchAbort {
        LaunchAbort::Tape(failed)
    }
}
