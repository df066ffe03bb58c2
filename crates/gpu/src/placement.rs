//! CTA dispatch policies: which CTA goes to which SM.
//!
//! Every SM has CTA slots for resident CTAs and a queue of the same length. The dispatcher learns of completed CTAs only at the
//! end of a window, so a queued CTA takes over a slot in the cycle after the slot becomes free. The simulator enforces
//! legality: a policy places each CTA once, on an SM with capacity, or the run ends with a [`PlacementError`].

use crate::ids::{Cycle, SmId};
use warploom_kernel::execute::CtaId;
use warploom_kernel::tape::{CtaSet, Launch};

/// A CTA dispatch policy, which decides the SM of every CTA. A run has one.
///
/// ```
/// use warploom_gpu::SmId;
/// use warploom_gpu::fixture::Grid;
/// use warploom_gpu::placement::{CtaPolicy, GridView, Placement};
///
/// /// Places every CTA on the SM with the fewest CTAs.
/// struct LeastLoaded;
///
/// impl CtaPolicy for LeastLoaded {
///     fn place(&mut self, view: &GridView<'_>) -> Option<Placement> {
///         let free = view.sms().filter(|&sm| view.free_cta_slots(sm) > 0);
///         free.min_by_key(|&sm| view.assigned_ctas(sm)).map(Placement::next)
///     }
/// }
///
/// // Two SMs with two CTA slots each, and a grid of six CTAs.
/// let mut grid = Grid::new(LeastLoaded, 2, 2);
/// grid.launch(6);
/// assert_eq!(grid.place(), [(0, 0..1), (1, 1..2), (0, 2..3), (1, 3..4)]);
/// grid.end(SmId(1));
/// assert_eq!(grid.place(), [(1, 4..5)]);
/// ```
pub trait CtaPolicy: Send {
    /// Called once when a kernel launch begins, before its first CTA is placed. Policies reset their per-launch state here.
    fn launch_begins(&mut self, _view: &GridView<'_>) {}

    /// Returns the next placement, or `None` to place no CTA for now.
    ///
    /// The dispatcher calls it at the start of a launch and at the end of every window, until it returns `None` or no CTA
    /// is undispatched. A launch with undispatched CTAs and none in flight deadlocks if it returns `None`.
    fn place(&mut self, view: &GridView<'_>) -> Option<Placement>;
}

/// One or more CTAs assigned to an SM.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Placement {
    /// The CTAs to place.
    pub ctas: CtaSelector,
    /// Number of CTAs: at least 1, at most [`GridView::ctas_per_sm`]. They start together, once the SM has free slots for all
    /// of them. If fewer are undispatched, those are placed.
    pub count: u32,
    pub sm: SmId,
    /// True if the CTAs stay in this SM's queue. Once no CTA is undispatched, the dispatcher moves other queued CTAs to SMs with
    /// free slots.
    pub pinned: bool,
}

/// The CTAs of a placement: the next of the tape, or by CTA id.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CtaSelector {
    /// The next CTAs in tape order. Every source of work supports this, including kernels executed during the run.
    Next,
    /// The CTA with this id and those with the ids after it. Only tape files have random access by id. Ids that are missing
    /// from the tape are skipped.
    From(CtaId),
}

impl Placement {
    /// A placement of the tape's next CTA on an SM.
    pub fn next(sm: SmId) -> Placement {
        Placement { ctas: CtaSelector::Next, count: 1, sm, pinned: false }
    }

    /// A placement of the CTA with an id on an SM. It requires a source with random access, see [`CtaSelector::From`].
    pub fn by_id(cta: CtaId, sm: SmId) -> Placement {
        Placement { ctas: CtaSelector::From(cta), ..Placement::next(sm) }
    }

    /// The same placement with this number of CTAs, which start together.
    #[must_use]
    pub fn with_count(self, count: u32) -> Placement {
        Placement { count, ..self }
    }

    /// The same placement, pinned to its SM.
    #[must_use]
    pub fn pinned(self) -> Placement {
        Placement { pinned: true, ..self }
    }
}

/// The state of a launch and of the SMs' CTA slots that a CTA policy sees, as of the end of a window.
#[derive(Clone, Copy, Debug)]
pub struct GridView<'a> {
    pub(crate) now: u64,
    pub(crate) launch: &'a Launch,
    /// By SM, the number of resident and queued CTAs.
    pub(crate) assigned: &'a [u32],
    pub(crate) ctas_per_sm: u32,
    pub(crate) dispatched: &'a CtaSet,
}

impl<'a> GridView<'a> {
    /// The first cycle in which a CTA that is placed now can start. The machine's `cta_interval` may delay it further.
    pub fn now(&self) -> Cycle {
        Cycle(self.now)
    }

    /// The kernel launch.
    pub fn launch(&self) -> &'a Launch {
        self.launch
    }

    /// Number of CTAs in the grid.
    pub fn ctas(&self) -> u64 {
        self.launch.ctas()
    }

    /// Number of CTAs dispatched to SMs so far.
    pub fn dispatched(&self) -> u64 {
        self.dispatched.len()
    }

    /// Number of CTAs not yet dispatched. A tape that lacks CTAs of the grid may have fewer.
    pub fn undispatched(&self) -> u64 {
        self.ctas().saturating_sub(self.dispatched())
    }

    /// The undispatched CTA with the lowest id that is not below `from`.
    pub fn next_undispatched(&self, from: CtaId) -> Option<CtaId> {
        Some(self.dispatched.next_missing(from)).filter(|id| id.0 < self.ctas())
    }

    /// The SMs of the machine.
    pub fn sms(&self) -> impl Iterator<Item = SmId> + use<> {
        (0..self.assigned.len() as u32).map(SmId)
    }

    /// Number of SMs.
    pub fn sm_count(&self) -> u32 {
        self.assigned.len() as u32
    }

    /// CTA slots per SM: the launch's occupancy limit.
    pub fn ctas_per_sm(&self) -> u32 {
        self.ctas_per_sm
    }

    /// Number of CTAs assigned to an SM: resident and queued. It is 0 for an SM that does not exist.
    pub fn assigned_ctas(&self, sm: SmId) -> u32 {
        self.assigned.get(sm.0 as usize).copied().unwrap_or(0)
    }

    /// Number of the SM's CTA slots that are free and that no queued CTA will take.
    pub fn free_cta_slots(&self, sm: SmId) -> u32 {
        self.below(sm, self.ctas_per_sm)
    }

    /// Number of CTAs that can be placed on an SM now: its free CTA slots and the free entries of its queue, which is as long.
    pub fn free_capacity(&self, sm: SmId) -> u32 {
        self.below(sm, 2 * self.ctas_per_sm)
    }

    fn below(&self, sm: SmId, limit: u32) -> u32 {
        self.assigned.get(sm.0 as usize).map_or(0, |assigned| limit.saturating_sub(*assigned))
    }

    /// Checks that a placement is legal.
    pub(crate) fn check(&self, placement: Placement) -> Result<(), PlacementError> {
        let Placement { ctas, count, sm, .. } = placement;
        let (free, ctas_per_sm) = (self.free_capacity(sm), self.ctas_per_sm);
        if sm.0 >= self.sm_count() {
            return Err(PlacementError::UnknownSm { sm, sms: self.sm_count() });
        }
        if !(1..=ctas_per_sm).contains(&count) {
            return Err(PlacementError::InvalidCount { count, ctas_per_sm });
        }
        if count > free {
            return Err(PlacementError::SmFull { sm, count, free });
        }
        let CtaSelector::From(CtaId(first)) = ctas else { return Ok(()) };
        let ctas = self.ctas();
        let end = first.saturating_add(u64::from(count));
        if end > ctas {
            return Err(PlacementError::UnknownCta { cta: CtaId(first.max(ctas)), ctas });
        }
        let repeated = (first..end).map(CtaId).find(|&cta| self.dispatched.contains(cta));
        repeated.map_or(Ok(()), |cta| Err(PlacementError::AlreadyPlaced { cta, sm }))
    }
}

/// A placement that no machine can carry out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlacementError {
    /// The machine has no such SM.
    #[error("placed a CTA on SM {}, but the machine has {sms} SMs", .sm.0)]
    UnknownSm { sm: SmId, sms: u32 },
    /// The grid has no such CTA.
    #[error("placed CTA {}, but the grid has {ctas} CTAs", .cta.0)]
    UnknownCta { cta: CtaId, ctas: u64 },
    /// The CTA was already placed.
    #[error("placed CTA {} a second time, on SM {}", .cta.0, .sm.0)]
    AlreadyPlaced { cta: CtaId, sm: SmId },
    /// The SM's slots and queue have too few free entries.
    #[error("placed {count} CTAs on SM {}, which has room for {free}", .sm.0)]
    SmFull { sm: SmId, count: u32, free: u32 },
    /// The number of CTAs is 0, or too large for them to start together.
    #[error("placed {count} CTAs together, but a placement has 1 to {ctas_per_sm} on this machine")]
    InvalidCount { count: u32, ctas_per_sm: u32 },
}

/// Round-robin CTA dispatch: the tape's next CTA goes to the next SM in turn that has capacity. Turns continue from launch to
/// launch. It is the default policy.
#[derive(Clone, Debug, Default)]
pub struct RoundRobin {
    /// The SM considered first.
    turn: u32,
}

impl CtaPolicy for RoundRobin {
    fn place(&mut self, view: &GridView<'_>) -> Option<Placement> {
        let sms = view.sm_count();
        let sm = (self.turn..sms).chain(0..self.turn).map(SmId).find(|&sm| view.free_capacity(sm) > 0)?;
        self.turn = (sm.0 + 1) % sms;
        Some(Placement::next(sm))
    }
}
