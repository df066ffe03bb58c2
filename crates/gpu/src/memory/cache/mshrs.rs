//! What is under way to a cache, and who waits for it.

use super::Waiter;
use super::finder::Finder;

const NONE: u32 = u32::MAX;

#[derive(Clone, Copy)]
struct Entry {
    /// The number of the line or sector under way.
    key: u64,
    /// The first to wait and the last.
    first: u32,
    last: u32,
    /// How many wait.
    count: u32,
    /// The next entry: of those ready, or of those free.
    next: u32,
    set: u32,
    /// The sectors that came.
    arrived: u8,
    ready: bool,
}

#[derive(Clone, Copy)]
struct Node {
    waiter: Waiter,
    next: u32,
}

/// A table of fetches under way, each with a list of waiters. An entry lives until its last waiter was taken: data that
/// came but were not handed on still hold it.
pub(super) struct Mshrs {
    entries: Vec<Entry>,
    limit: u32,
    merges: u32,
    used: u32,
    finder: Finder,
    /// Waiters of all entries; grows to the most that ever waited at once.
    nodes: Vec<Node>,
    free_entry: u32,
    free_node: u32,
    first_ready: u32,
    last_ready: u32,
}

impl Mshrs {
    pub fn new(entries: u32, merges: u32) -> Mshrs {
        Mshrs {
            entries: Vec::with_capacity(entries as usize),
            limit: entries,
            merges,
            used: 0,
            finder: Finder::new(entries as usize),
            nodes: Vec::new(),
            free_entry: NONE,
            free_node: NONE,
            first_ready: NONE,
            last_ready: NONE,
        }
    }

    #[inline]
    pub fn find(&self, key: u64) -> Option<u32> {
        self.finder.find(key, |id| self.entries[id as usize].key)
    }

    pub fn used(&self) -> u32 {
        self.used
    }

    /// Whether no fetch can be added.
    #[inline]
    pub fn full(&self) -> bool {
        self.used >= self.limit
    }

    /// Whether nobody else can wait for this one.
    #[inline]
    pub fn merged_out(&self, id: u32) -> bool {
        self.entries[id as usize].count >= self.merges
    }

    /// Whether the data came, and only waiters are left.
    #[inline]
    pub fn is_ready(&self, id: u32) -> bool {
        self.entries[id as usize].ready
    }

    /// How many there are.
    pub fn limit(&self) -> u32 {
        self.limit
    }

    pub fn set(&self, id: u32) -> u32 {
        self.entries[id as usize].set
    }

    /// Adds a fetch, for a line of this set.
    #[inline]
    pub fn open(&mut self, key: u64, set: u32) -> u32 {
        let entry =
            Entry { key, first: NONE, last: NONE, count: 0, next: NONE, set, arrived: 0, ready: false };
        let id = if self.free_entry == NONE {
            self.entries.push(entry);
            self.entries.len() as u32 - 1
        } else {
            let id = self.free_entry;
            self.free_entry = self.entries[id as usize].next;
            self.entries[id as usize] = entry;
            id
        };
        self.used += 1;
        self.finder.insert(key, id);
        id
    }

    /// Adds a waiter.
    #[inline]
    pub fn join(&mut self, id: u32, waiter: Waiter) {
        let node = Node { waiter, next: NONE };
        let at = if self.free_node == NONE {
            self.nodes.push(node);
            self.nodes.len() as u32 - 1
        } else {
            let at = self.free_node;
            self.free_node = self.nodes[at as usize].next;
            self.nodes[at as usize] = node;
            at
        };
        let entry = &mut self.entries[id as usize];
        if entry.first == NONE {
            entry.first = at;
        } else {
            self.nodes[entry.last as usize].next = at;
        }
        entry.last = at;
        entry.count += 1;
    }

    /// Sectors came: says whether `all` now did. Then the waiters can be taken.
    #[inline]
    pub fn arrive(&mut self, id: u32, sectors: u8, all: u8) -> bool {
        let entry = &mut self.entries[id as usize];
        debug_assert!(!entry.ready, "what was fetched came twice");
        entry.arrived |= sectors;
        if entry.arrived & all != all {
            return false;
        }
        entry.ready = true;
        if self.first_ready == NONE {
            self.first_ready = id;
        } else {
            self.entries[self.last_ready as usize].next = id;
        }
        self.last_ready = id;
        true
    }

    /// Whether a waiter can be taken.
    #[inline]
    pub fn any_ready(&self) -> bool {
        self.first_ready != NONE
    }

    /// Takes a waiter: of what came first, the one that asked first. Says whether that freed an entry.
    #[inline]
    pub fn pop(&mut self) -> Option<(Waiter, bool)> {
        let id = self.first_ready;
        let entry = self.entries.get_mut(id as usize)?;
        let at = entry.first;
        let Node { waiter, next } = self.nodes[at as usize];
        self.nodes[at as usize].next = self.free_node;
        self.free_node = at;
        entry.first = next;
        entry.count -= 1;
        if next != NONE {
            return Some((waiter, false));
        }
        let key = entry.key;
        self.first_ready = entry.next;
        entry.next = self.free_entry;
        self.free_entry = id;
        self.used -= 1;
        self.finder.remove(key, id);
        Some((waiter, true))
    }
}
