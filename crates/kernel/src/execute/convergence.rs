//! Divergence and reconvergence of the lanes of a warp: the stack of immediate post-dominator reconvergence.
//!
//! A divergent branch sets the top entry to the reconvergence point (the immediate post-dominator) and pushes one entry per
//! target. An entry that reaches its reconvergence point is popped. A call pushes a base entry; the callee's entries stay above it.

use crate::program::Pc;

/// Reconvergence point of an entry that never reconverges.
const NOWHERE: Pc = Pc(u32::MAX);

/// Lanes that execute together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StackEntry {
    pub pc: Pc,
    /// Reconvergence point: the entry is popped here.
    reconvergence: Pc,
    pub mask: u64,
    /// The first entry of a call.
    base: bool,
    /// Waits at a barrier while sibling entries run first.
    pub held: bool,
}

impl StackEntry {
    fn new(pc: Pc, reconvergence: Pc, mask: u64) -> StackEntry {
        StackEntry { pc, reconvergence, mask, base: false, held: false }
    }
}

/// Reconvergence stack of a warp.
#[derive(Clone, Debug, Default)]
pub(crate) struct ReconvergenceStack {
    entries: Vec<StackEntry>,
    /// Lanes that have not exited.
    live: u64,
}

impl ReconvergenceStack {
    /// Sets the warp to the first instruction of the kernel.
    pub fn start(&mut self, lanes: u64) {
        self.entries.clear();
        self.call(Pc(0), lanes);
        self.live = lanes;
    }

    /// Lanes that have not exited.
    #[inline]
    pub fn live(&self) -> u64 {
        self.live
    }

    /// The entry that runs next, unless it is [finished](Self::next).
    pub fn last(&self) -> Option<StackEntry> {
        self.entries.last().copied()
    }

    #[inline]
    pub fn top(&mut self) -> &mut StackEntry {
        self.entries.last_mut().unwrap_or_else(|| panic!("a running warp has an entry"))
    }

    /// Pops empty and reconverged entries and returns the entry to execute; `None` at the end. Calls `leave` with the live lanes
    /// at the end of a call.
    #[inline]
    pub fn next(&mut self, mut leave: impl FnMut(u64)) -> Option<StackEntry> {
        loop {
            let top = *self.entries.last()?;
            if top.mask != 0 && top.pc != top.reconvergence {
                return Some(top);
            }
            self.entries.pop();
            if top.base {
                leave(self.live);
            }
        }
    }

    /// Enters a function at `entry`, or the kernel.
    pub fn call(&mut self, entry: Pc, mask: u64) {
        self.entries.push(StackEntry { base: true, ..StackEntry::new(entry, NOWHERE, mask) });
    }

    /// Removes lanes that exit the kernel.
    pub fn exit(&mut self, lanes: u64) {
        self.live &= !lanes;
        self.entries.iter_mut().for_each(|e| e.mask &= !lanes);
    }

    /// Removes lanes that return from the current function.
    pub fn ret(&mut self, lanes: u64) {
        for entry in self.entries.iter_mut().rev() {
            entry.mask &= !lanes;
            if entry.base {
                break;
            }
        }
    }

    /// Runs lanes first whose next instruction `ends` the kernel. Returns true if there are such lanes.
    ///
    /// Lanes of `if (i >= n) return;` wait for reconvergence just before their exit. Barriers do not wait for exited lanes.
    pub fn run_exiting_lanes_first(&mut self, ends: impl Fn(Pc) -> bool) -> bool {
        let mut above = 0;
        let standing = self.entries.iter().rev().find_map(|e| {
            let lanes = e.mask & !above;
            above |= e.mask;
            (lanes != 0 && ends(e.pc)).then_some((e.pc, lanes))
        });
        let Some((pc, lanes)) = standing else { return false };
        self.entries.iter_mut().for_each(|e| e.mask &= !lanes);
        self.entries.push(StackEntry::new(pc, NOWHERE, lanes));
        true
    }

    /// Runs a sibling of the top entry first, which is at a barrier: the sibling may exit or reach the barrier.
    /// Returns true if there is one.
    pub fn run_sibling_first(&mut self) -> bool {
        let top = *self.top();
        let siblings =
            self.entries.iter().rev().take_while(|e| !e.base && e.reconvergence == top.reconvergence);
        let fresh =
            |e: &StackEntry| e.pc != e.reconvergence && e.mask != 0 && e.mask & top.mask == 0 && !e.held;
        let Some(depth) = siblings.map(fresh).position(|f| f) else { return false };
        self.top().held = true;
        let sibling = self.entries.remove(self.entries.len() - 1 - depth);
        self.entries.push(sibling);
        true
    }

    /// Lets other lanes of the warp run next, if there are some that could: the lanes that gave up their turn may wait for them.
    ///
    /// An entry can run if no entry above it has one of its lanes. The lowest such entry is next, so that all have their turn.
    /// Entries of a call stay where they are: their registers are on a stack, too.
    pub fn rotate(&mut self) {
        let start = self.entries.iter().rposition(|e| e.base).map_or(0, |base| base + 1);
        let mut above = 0;
        let mut next = None;
        for (at, entry) in self.entries.iter().enumerate().skip(start).rev() {
            if entry.mask != 0 && entry.mask & above == 0 && entry.pc != entry.reconvergence {
                next = Some(at);
            }
            above |= entry.mask;
        }
        if let Some(at) = next {
            self.entries[at..].rotate_left(1);
        }
    }

    /// Splits the lanes of the top entry into groups with different targets.
    pub fn branch(&mut self, groups: &[(Pc, u64)], reconvergence: Option<Pc>) {
        if let [(target, _)] = groups {
            self.top().pc = *target;
            return;
        }
        let reconvergence = reconvergence.unwrap_or(NOWHERE);
        let top = self.top();
        // An entry with the same reconvergence point is already on the stack: without this check,
        // every loop iteration would push another one.
        if top.reconvergence == reconvergence && !top.base {
            self.entries.pop();
        } else {
            top.pc = reconvergence;
        }
        for &(pc, mask) in groups.iter().filter(|(pc, _)| *pc != reconvergence) {
            self.entries.push(StackEntry::new(pc, reconvergence, mask));
        }
    }

    #[cfg(test)]
    pub fn capacity(&self) -> usize {
        self.entries.capacity()
    }
}
