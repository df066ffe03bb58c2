//! Vector clocks.
//!
//! A clock holds, for each warp of a launch, how much of its execution happened before a point. Most kernels have no
//! synchronisation between CTAs, so that a clock has one number per agent of its own CTA, and a sparse part for other CTAs.
//! The sparse part is shared between clocks until one of them changes: thousands of CTAs can count on one atomic.

use std::sync::Arc;

/// Component of a clock within a CTA: a warp, or the asynchronous copies of a warp.
pub(super) type Slot = usize;

/// Times of all agents of one CTA.
type Times = Arc<[u32]>;

/// CTAs whose times are in one chunk.
const CHUNK: u64 = 64;

/// A vector clock of a point in the execution of a CTA.
#[derive(Clone, Debug, Default)]
pub(super) struct Clock {
    /// Times of the agents of the own CTA, by slot.
    pub own: Vec<u32>,
    /// Times of agents of other CTAs.
    pub others: Others,
}

impl Clock {
    /// The clock before anything happened, of a CTA with this many slots.
    pub fn new(slots: usize) -> Clock {
        Clock { own: vec![0; slots], others: Others::default() }
    }

    /// Makes everything that happened before `other`, a clock of the same CTA, happen before this one, too.
    pub fn join(&mut self, other: &Clock) {
        raise(&mut self.own, &other.own);
        self.others.join(&other.others);
    }
}

/// Raises each time to that of `to`.
pub(super) fn raise(times: &mut [u32], to: &[u32]) {
    times.iter_mut().zip(to).for_each(|(time, &to)| *time = (*time).max(to));
}

/// Times of the agents of CTAs, by number of the CTA.
#[derive(Clone, Debug, Default)]
pub(super) struct Others(Option<Arc<Chunks>>);

/// Chunks in the order of their numbers.
type Chunks = Vec<(u64, Arc<Chunk>)>;

/// Times of [`CHUNK`] neighbouring CTAs.
#[derive(Clone, Debug)]
struct Chunk([Option<Times>; CHUNK as usize]);

impl Others {
    /// Times of a CTA, if anything of it is known.
    pub fn of(&self, cta: u64) -> Option<&[u32]> {
        let chunks = self.0.as_deref()?;
        let at = chunks.binary_search_by_key(&(cta / CHUNK), |(number, _)| *number).ok()?;
        chunks[at].1.0[(cta % CHUNK) as usize].as_deref()
    }

    /// Adds times of a CTA.
    pub fn add(&mut self, cta: u64, times: &[u32]) {
        if self.of(cta).is_some_and(|known| covers(known, times)) {
            return;
        }
        let mut chunk = Chunk([const { None }; CHUNK as usize]);
        chunk.0[(cta % CHUNK) as usize] = Some(times.into());
        self.join(&Others(Some(Arc::new(vec![(cta / CHUNK, Arc::new(chunk))]))));
    }

    /// Adds all that `other` knows.
    pub fn join(&mut self, other: &Others) {
        let Some(theirs) = &other.0 else { return };
        let Some(mine) = &mut self.0 else {
            self.0 = Some(Arc::clone(theirs));
            return;
        };
        if Arc::ptr_eq(mine, theirs) {
            return;
        }
        for (number, chunk) in theirs.iter() {
            match mine.binary_search_by_key(number, |(number, _)| *number) {
                Err(at) => Arc::make_mut(mine).insert(at, (*number, Arc::clone(chunk))),
                Ok(at) if Arc::ptr_eq(&mine[at].1, chunk) => {}
                Ok(at) => {
                    let news = chunk.newer_than(&mine[at].1);
                    if news != 0 {
                        Arc::make_mut(&mut Arc::make_mut(mine)[at].1).join(chunk, news);
                    }
                }
            }
        }
    }
}

impl Chunk {
    /// CTAs, as bits, of which this chunk knows more than `other`.
    fn newer_than(&self, other: &Chunk) -> u64 {
        let newer = |at: usize| match (&self.0[at], &other.0[at]) {
            (None, _) => false,
            (Some(_), None) => true,
            (Some(this), Some(other)) => !Arc::ptr_eq(this, other) && !covers(other, this),
        };
        (0..CHUNK as usize).filter(|&at| newer(at)).fold(0, |bits, at| bits | 1 << at)
    }

    /// Joins the CTAs of `which`.
    fn join(&mut self, other: &Chunk, which: u64) {
        for at in (0..CHUNK as usize).filter(|at| which >> at & 1 == 1) {
            let (Some(theirs), mine) = (&other.0[at], &mut self.0[at]) else { continue };
            match mine {
                Some(known) if !covers(theirs, known) => {
                    *known = known.iter().zip(theirs.iter()).map(|(&a, &b)| a.max(b)).collect();
                }
                _ => *mine = Some(Arc::clone(theirs)),
            }
        }
    }
}

/// Whether no time of `less` is later than that of `more`.
fn covers(more: &[u32], less: &[u32]) -> bool {
    more.iter().zip(less).all(|(more, less)| more >= less)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joined_clocks_know_the_later_time_of_every_cta() {
        let (mut a, mut b) = (Others::default(), Others::default());
        a.add(3, &[1, 5]);
        a.add(700, &[2, 2]);
        b.add(3, &[4, 2]);
        b.add(64, &[9, 9]);
        let before = a.clone();
        a.join(&b);
        let times = |clock: &Others, cta| clock.of(cta).map(<[u32]>::to_vec);
        assert_eq!(times(&a, 3), Some(vec![4, 5]));
        assert_eq!(times(&a, 64), Some(vec![9, 9]));
        assert_eq!(times(&a, 700), Some(vec![2, 2]));
        assert_eq!((times(&before, 3), times(&before, 64)), (Some(vec![1, 5]), None));
        assert_eq!((times(&b, 3), times(&b, 700)), (Some(vec![4, 2]), None));
    }

    #[test]
    fn a_join_that_adds_nothing_copies_nothing() {
        let mut a = Others::default();
        a.add(3, &[4, 5]);
        let copy = a.clone();
        let mut less = Others::default();
        less.add(3, &[4, 1]);
        a.join(&less);
        let (Some(a), Some(copy)) = (&a.0, &copy.0) else { panic!("both know CTA 3") };
        assert!(Arc::ptr_eq(a, copy));
    }
}
