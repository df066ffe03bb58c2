//! Placement: who decides which CTA goes to which SM.
//!
//! An SM has *places* for CTAs, and a door with room for as many again: a policy hears of SMs only at the end of a window, and what
//! waits at the door takes a place in the cycle after it became free. Legality is the machine's here too: a CTA is placed
//! once, where there is room, or the run ends with a [`Misplacement`].

use crate::ids::{Cycle, SmId};
use warploom_kernel::execute::CtaId;
use warploom_kernel::tape::{CtaSet, Launch};

/// Decides which CTA goes to which SM. One object per run.
///
/// ```
/// use warploom_gpu::SmId;
/// use warploom_gpu::placement::{CtaPolicy, GridView, Placement};
///
/// /// All on the first SM.
/// struct First;
///
/// impl CtaPolicy for First {
///     fn place(&mut self, view: &GridView<'_>) -> Option<Placement> {
///         (view.room(SmId(0)) > 0).then_some(Placement::next(SmId(0)))
///     }
/// }
/// ```
pub trait CtaPolicy: Send {
    /// What is to be placed next, and where; `None` while nothing should be. It is asked at the start of a launch and at the end
    /// of every window, again and again until it says `None` or nothing is left to be placed. If it says `None` while
    /// nothing is under way, the launch is stuck.
    fn place(&mut self, view: &GridView<'_>) -> Option<Placement>;
}

/// CTAs on their way to an SM.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placement {
    /// Which CTAs.
    pub ctas: CtaSelector,
    /// How many, at most: there may be fewer left. They begin together: the first waits at the door until there are places for
    /// all. At least 1, and at most as many as an SM has places.
    pub count: u32,
    /// Where.
    pub sm: SmId,
    /// Whether they stay there whatever happens. Others are given to an SM that has nothing left to do, once all are placed.
    pub bound: bool,
}

/// CTAs, in the order of the tape or by their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CtaSelector {
    /// The next ones of the tape. Any work can be placed so while it is being executed.
    Next,
    /// The one of this number in the grid, and those of the numbers after it. Only work that is on a tape file can be had by
    /// number. A number that the tape does not have is passed over.
    From(CtaId),
}

impl Placement {
    /// The tape's next CTA to this SM, as long as no other has nothing left to do.
    pub fn next(sm: SmId) -> Placement {
        Placement { ctas: CtaSelector::Next, count: 1, sm, bound: false }
    }
}

/// What a policy sees of the launch and the SMs. It is as of the end of a window.
#[derive(Clone, Copy, Debug)]
pub struct GridView<'a> {
    pub(crate) now: u64,
    pub(crate) launch: &'a Launch,
    /// By SM, the CTAs it holds.
    pub(crate) held: &'a [u32],
    pub(crate) places: u32,
    pub(crate) placed: &'a CtaSet,
}

impl<'a> GridView<'a> {
    /// The first cycle in which what is placed now can begin.
    pub fn now(&self) -> Cycle {
        Cycle(self.now)
    }

    /// The launch.
    pub fn launch(&self) -> &'a Launch {
        self.launch
    }

    /// How many CTAs the launch has.
    pub fn ctas(&self) -> u64 {
        self.launch.ctas()
    }

    /// How many of them were placed. None were as long as the launch has just begun: that is when to forget the one before.
    pub fn placed(&self) -> u64 {
        self.placed.len()
    }

    /// How many of them were not. Of a tape that does not have all of the grid, there may be fewer.
    pub fn left(&self) -> u64 {
        self.ctas().saturating_sub(self.placed())
    }

    /// The first CTA of this number or a higher one that was not placed.
    pub fn next_left(&self, from: CtaId) -> Option<CtaId> {
        Some(self.placed.next_missing(from)).filter(|id| id.0 < self.ctas())
    }

    /// The SMs.
    pub fn sms(&self) -> impl Iterator<Item = SmId> + use<> {
        (0..self.held.len() as u32).map(SmId)
    }

    /// How many SMs there are.
    pub fn sm_count(&self) -> u32 {
        self.held.len() as u32
    }

    /// How many CTAs of the launch run on an SM at once.
    pub fn places(&self) -> u32 {
        self.places
    }

    /// CTAs that an SM has: on it, and at its door. An SM that does not exist has none.
    pub fn held(&self, sm: SmId) -> u32 {
        self.held.get(sm.0 as usize).copied().unwrap_or(0)
    }

    /// Places of an SM that are free, and that nothing at its door will take.
    pub fn free(&self, sm: SmId) -> u32 {
        self.upto(sm, self.places)
    }

    /// How many CTAs may be placed on an SM: its free places, and the room at its door, which is as large.
    pub fn room(&self, sm: SmId) -> u32 {
        self.upto(sm, 2 * self.places)
    }

    fn upto(&self, sm: SmId, most: u32) -> u32 {
        self.held.get(sm.0 as usize).map_or(0, |held| most.saturating_sub(*held))
    }

    /// Why a placement cannot be.
    pub(crate) fn wrong(&self, placement: Placement) -> Option<Misplacement> {
        let Placement { ctas, count, sm, .. } = placement;
        let (room, places) = (self.room(sm), self.places);
        if sm.0 >= self.sm_count() {
            return Some(Misplacement::NoSm { sm: sm.0, sms: self.sm_count() });
        }
        if !(1..=places).contains(&count) {
            return Some(Misplacement::Count { count, places });
        }
        if count > room {
            return Some(Misplacement::NoRoom { sm: sm.0, count, room });
        }
        let CtaSelector::From(CtaId(first)) = ctas else { return None };
        let ctas = self.ctas();
        let end = first.saturating_add(u64::from(count));
        if end > ctas {
            return Some(Misplacement::NoCta { cta: first.max(ctas), ctas });
        }
        let twice = (first..end).find(|&cta| self.placed.contains(CtaId(cta)));
        twice.map(|cta| Misplacement::Twice { cta, sm: sm.0 })
    }
}

/// What a policy did that no machine could.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Misplacement {
    /// There is no such SM.
    #[error("placed a CTA on SM {sm}, where there are {sms} SMs")]
    NoSm {
        /// The SM.
        sm: u32,
        /// How many there are.
        sms: u32,
    },
    /// There is no such CTA.
    #[error("placed CTA {cta} of a launch that has {ctas}")]
    NoCta {
        /// The CTA.
        cta: u64,
        /// How many there are.
        ctas: u64,
    },
    /// The CTA was placed before.
    #[error("placed CTA {cta} a second time, on SM {sm}")]
    Twice {
        /// The CTA.
        cta: u64,
        /// Where it was to go now.
        sm: u32,
    },
    /// Too many for what an SM has left.
    #[error("placed {count} on SM {sm}, which has room for {room}")]
    NoRoom {
        /// The SM.
        sm: u32,
        /// How many.
        count: u32,
        /// For how many there is room.
        room: u32,
    },
    /// None, or so many that they can never begin together.
    #[error("placed {count} CTAs to begin together: an SM has places for 1 to {places}")]
    Count {
        /// How many.
        count: u32,
        /// Places of an SM.
        places: u32,
    },
}

/// Round robin: the tape's next CTA goes to the next SM in turn that has room. What is done unless something else is said.
#[derive(Clone, Debug, Default)]
pub struct RoundRobin {
    /// Whose turn it is.
    turn: u32,
}

impl CtaPolicy for RoundRobin {
    fn place(&mut self, view: &GridView<'_>) -> Option<Placement> {
        if view.placed() == 0 {
            self.turn = 0;
        }
        let sms = view.sm_count();
        let sm = (self.turn..sms).chain(0..self.turn).map(SmId).find(|&sm| view.room(sm) > 0)?;
        self.turn = (sm.0 + 1) % sms;
        Some(Placement::next(sm))
    }
}
