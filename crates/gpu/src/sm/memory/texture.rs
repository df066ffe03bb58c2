//! The texture unit.

use crate::ids::NEVER;
use crate::machine::TextureUnit;
use crate::memory::cache::{Access, Texture};
use std::collections::VecDeque;

/// The texture unit: fetches on their way to the cache, in order.
pub(super) struct TexturePipe {
    pub latency: u64,
    pub interval: u64,
    /// Cycle in which the next fetch can start.
    pub free_at: u64,
    /// Lookups and the cycle from which each can be made.
    pub lookups: VecDeque<(u64, Access)>,
    /// The texture cache; `None` if lookups are made in the L1.
    pub cache: Option<Texture>,
}

impl TexturePipe {
    pub fn new(unit: &TextureUnit) -> TexturePipe {
        let cache = unit.cache.as_ref().map(|cache| Texture::new(&cache.description()));
        TexturePipe {
            latency: unit.latency.into(),
            interval: unit.interval.into(),
            free_at: 0,
            lookups: VecDeque::new(),
            cache: cache.map(|cache| cache.expect("the machine was checked")),
        }
    }

    /// Takes a lookup and returns the cycle in which it can be made; `None` if the pipeline is full: it holds a lookup per cycle.
    pub fn push(&mut self, now: u64, access: &Access, first: bool) -> Option<u64> {
        if self.lookups.len() as u64 >= self.latency.max(MOST_LOOKUPS) {
            return None;
        }
        let due = match (first, self.lookups.back()) {
            (false, Some(&(due, _))) => due,
            (false, None) => now,
            (true, _) => {
                let start = self.free_at.max(now);
                self.free_at = start + self.interval;
                start + self.latency
            }
        };
        self.lookups.push_back((due, *access));
        Some(due)
    }

    pub fn begin_launch(&mut self) {
        self.free_at = 0;
        if let Some(cache) = &mut self.cache {
            cache.invalidate();
        }
    }

    pub fn is_idle(&self) -> bool {
        self.lookups.is_empty() && self.cache.as_ref().is_none_or(Texture::is_idle)
    }

    /// Next cycle, from `soon` on, in which the unit can make progress without a reply.
    pub fn next_time(&self, soon: u64, can_send: bool) -> u64 {
        let active = |cache: &Texture| cache.is_ready() || cache.has_request() && can_send;
        if self.cache.as_ref().is_some_and(active) {
            return soon;
        }
        self.lookups.front().map_or(NEVER, |&(due, _)| due.max(soon))
    }
}

/// Lookups that the texture unit holds at least: those of a warp whose lanes all differ.
pub(super) const MOST_LOOKUPS: u64 = 32;
