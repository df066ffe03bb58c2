//! MSHRs: the fetches in flight and the accesses that wait for them.

use super::Waiter;
use super::hash_index::HashIndex;

const NONE: u32 = u32::MAX;

#[derive(Clone, Copy)]
struct Entry {
    /// The number of the line or sector being fetched.
    key: u64,
    /// The first waiter, which most entries have alone, and the list of the others.
    waiter: Waiter,
    others: u32,
    last: u32,
    /// Number of waiters.
    count: u32,
    /// The next entry in the list of ready entries, or of free ones.
    next: u32,
    set: u32,
    /// The line reserved for the data when the fetch began.
    line: u32,
    /// Sectors that have arrived.
    arrived: u8,
    ready: bool,
}

#[derive(Clone, Copy)]
struct Node {
    waiter: Waiter,
    next: u32,
}

/// A table of MSHRs, each with a list of waiters. An entry stays in use until its last waiter is popped, even after its
/// data have arrived.
pub(super) struct Mshrs {
    entries: Vec<Entry>,
    limit: u32,
    merges: u32,
    used: u32,
    hash_index: HashIndex,
    /// Waiters of all entries. The vector grows to the largest number of simultaneous waiters.
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
            hash_index: HashIndex::new(entries as usize),
            nodes: Vec::new(),
            free_entry: NONE,
            free_node: NONE,
            first_ready: NONE,
            last_ready: NONE,
        }
    }

    #[inline]
    pub fn find(&self, key: u64) -> Option<u32> {
        self.hash_index.find(key, |id| self.entries[id as usize].key)
    }

    pub fn used(&self) -> u32 {
        self.used
    }

    /// Whether every entry is in use.
    #[inline]
    pub fn full(&self) -> bool {
        self.used >= self.limit
    }

    /// Whether the entry holds the maximum number of accesses.
    #[inline]
    pub fn merged_out(&self, id: u32) -> bool {
        self.entries[id as usize].count >= self.merges
    }

    /// Whether the data have arrived.
    #[inline]
    pub fn is_ready(&self, id: u32) -> bool {
        self.entries[id as usize].ready
    }

    /// Number of entries.
    pub fn limit(&self) -> u32 {
        self.limit
    }

    pub fn set(&self, id: u32) -> u32 {
        self.entries[id as usize].set
    }

    /// The number of the line or sector that an entry fetches.
    #[inline]
    pub fn key(&self, id: u32) -> u64 {
        self.entries[id as usize].key
    }

    /// The line that was reserved for the data when the fetch began.
    #[inline]
    pub fn line(&self, id: u32) -> u32 {
        self.entries[id as usize].line
    }

    /// Allocates an entry for a line of this set, with its first waiter.
    #[inline]
    pub fn open(&mut self, key: u64, set: u32, line: u32, waiter: Waiter) -> u32 {
        let entry = Entry {
            key,
            waiter,
            others: NONE,
            last: NONE,
            count: 1,
            next: NONE,
            set,
            line,
            arrived: 0,
            ready: false,
        };
        let id = self.free_entry;
        self.used += 1;
        if let Some(free) = self.entries.get_mut(id as usize) {
            self.free_entry = free.next;
            *free = entry;
            self.hash_index.insert(key, id);
            return id;
        }
        self.entries.push(entry);
        let id = self.entries.len() as u32 - 1;
        self.hash_index.insert(key, id);
        id
    }

    /// Adds a waiter to an entry.
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
        if entry.others == NONE {
            entry.others = at;
        } else {
            self.nodes[entry.last as usize].next = at;
        }
        entry.last = at;
        entry.count += 1;
    }

    /// Records the arrival of sectors. Returns true once `all` have arrived; the waiters are then ready.
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

    /// Whether a waiter is ready.
    #[inline]
    pub fn any_ready(&self) -> bool {
        self.first_ready != NONE
    }

    /// Pops a ready waiter: entries in order of arrival, their waiters in order of access. Also returns whether that
    /// freed the entry.
    #[inline]
    pub fn pop(&mut self) -> Option<(Waiter, bool)> {
        let id = self.first_ready;
        let entry = self.entries.get_mut(id as usize)?;
        let waiter = entry.waiter;
        entry.count -= 1;
        if entry.count > 0 {
            let at = entry.others;
            let node = &mut self.nodes[at as usize];
            (entry.waiter, entry.others) = (node.waiter, node.next);
            node.next = self.free_node;
            self.free_node = at;
            return Some((waiter, false));
        }
        let key = entry.key;
        self.first_ready = entry.next;
        entry.next = self.free_entry;
        self.free_entry = id;
        self.used -= 1;
        self.hash_index.remove(key, id);
        Some((waiter, true))
    }
}
