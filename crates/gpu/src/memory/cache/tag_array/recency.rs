//! The replacement lists of a set: its lines in order of time.

use super::{Line, Link, List, TagArray};

impl TagArray {
    /// The time and index of the oldest evictable line of a list; among equals, the one in the lowest way.
    #[inline]
    pub(super) fn oldest(&self, set: u32, list: List) -> Option<(u64, u32)> {
        if self.sets[set as usize].free[list as usize] == 0 {
            return None;
        }
        let mut at = self.links[self.ring(set, list) as usize].after;
        while self.lines[at as usize].reserved != 0 {
            at = self.links[at as usize].after;
        }
        let time = self.lines[at as usize].time;
        let (mut best, mut next) = (at, self.links[at as usize].after);
        while let Some(line) = self.lines.get(next as usize).filter(|line| line.time == time) {
            if line.reserved == 0 {
                best = best.min(next);
            }
            next = self.links[next as usize].after;
        }
        Some((time, best))
    }

    /// The head link of a list.
    #[inline]
    pub(super) fn ring(&self, set: u32, list: List) -> u32 {
        self.lines.len() as u32 + 2 * set + list as u32
    }

    /// Changes a valid line, and updates the lists and the counts.
    #[inline]
    pub(super) fn change(&mut self, at: u32, now: u64, change: impl FnOnce(&mut Line)) {
        let line = &mut self.lines[at as usize];
        let old = *line;
        change(line);
        if !self.fifo {
            line.time = now;
        }
        let new = *line;
        let set = u32::from(new.set);
        let from = old.list().expect("a changed line held something");
        let free = &mut self.sets[set as usize].free;
        free[from as usize] -= u32::from(old.reserved == 0);
        self.modified -= u32::from(from == List::Modified);
        let Some(to) = new.list() else {
            self.unlink(at);
            self.set_vacant(at, set, true);
            self.hash_index.remove(new.tag, at);
            return;
        };
        free[to as usize] += u32::from(new.reserved == 0);
        self.modified += u32::from(to == List::Modified);
        if from != to || new.time != old.time {
            self.unlink(at);
            // Insert behind the lines that are not newer: nearly always at the end.
            let ring = self.ring(set, to);
            let (mut before, mut after) = (self.links[ring as usize].before, ring);
            while self.lines.get(before as usize).is_some_and(|line| line.time > new.time) {
                (before, after) = (self.links[before as usize].before, before);
            }
            self.link(at, before, after);
        }
    }

    #[inline]
    pub(super) fn unlink(&mut self, at: u32) {
        let Link { before, after } = self.links[at as usize];
        self.links[before as usize].after = after;
        self.links[after as usize].before = before;
    }

    #[inline]
    pub(super) fn link(&mut self, at: u32, before: u32, after: u32) {
        self.links[at as usize] = Link { before, after };
        self.links[before as usize].after = at;
        self.links[after as usize].before = at;
    }
}
