//! Request queues of a channel: one list per bank, in order of arrival.

use super::{Row, channel::RequestId};

/// A queued request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct QueuedRequest {
    pub id: RequestId,
    pub row: Row,
    /// Remaining column commands.
    pub bursts: u32,
    pub bank: u8,
    pub write: bool,
}

/// Lists of queued requests in one arena. Nothing is allocated after construction.
#[derive(Clone, Debug)]
pub(super) struct RequestLists {
    arena: Box<[Node]>,
    lists: Box<[List]>,
    /// The first free node.
    free: u16,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    request: QueuedRequest,
    next: u16,
}

#[derive(Clone, Copy, Debug)]
struct List {
    head: u16,
    tail: u16,
    /// Number of requests in the list for the bank's current row, so that a search starts only if there are any.
    hits: u16,
}

const NONE: u16 = u16::MAX;

impl List {
    /// Removes the node behind another.
    #[inline(always)]
    fn unlink(&mut self, arena: &mut [Node], free: &mut u16, before: u16, node: u16) -> QueuedRequest {
        let Node { request, next } = arena[node as usize];
        match before {
            NONE => self.head = next,
            before => arena[before as usize].next = next,
        }
        if next == NONE {
            self.tail = before;
        }
        arena[node as usize].next = *free;
        *free = node;
        request
    }
}

impl RequestLists {
    pub fn new(lists: usize, nodes: usize) -> RequestLists {
        assert!(nodes < NONE as usize, "descriptions with more are refused");
        let request = QueuedRequest { id: RequestId(0), row: Row(0), bursts: 0, bank: 0, write: false };
        let next = |i: usize| if i + 1 == nodes { NONE } else { i as u16 + 1 };
        RequestLists {
            arena: (0..nodes).map(|i| Node { request, next: next(i) }).collect(),
            lists: vec![List { head: NONE, tail: NONE, hits: 0 }; lists].into(),
            free: 0,
        }
    }

    /// Appends a request to a list. `row` is the current row of its bank.
    pub fn push(&mut self, list: usize, request: QueuedRequest, row: Option<Row>) {
        let node = self.free;
        assert!(node != NONE, "pushed without room");
        self.free = self.arena[node as usize].next;
        self.arena[node as usize] = Node { request, next: NONE };
        let list = &mut self.lists[list];
        match list.tail {
            NONE => list.head = node,
            tail => self.arena[tail as usize].next = node,
        }
        list.tail = node;
        list.hits += u16::from(row == Some(request.row));
    }

    /// The oldest request of a list.
    pub fn first(&self, list: usize) -> Option<&QueuedRequest> {
        let head = self.lists[list].head;
        (head != NONE).then(|| &self.arena[head as usize].request)
    }

    pub fn is_empty(&self, list: usize) -> bool {
        self.lists[list].head == NONE
    }

    /// Whether a list has a request for the current row of its bank.
    pub fn has_hit(&self, list: usize) -> bool {
        self.lists[list].hits != 0
    }

    /// Removes the oldest request for `row`, the current row of the bank, or else the oldest. The list must not be
    /// empty.
    #[inline]
    pub fn take(&mut self, list: usize, row: Option<Row>) -> QueuedRequest {
        let list = &mut self.lists[list];
        let (mut before, mut node) = (NONE, list.head);
        if list.hits != 0 {
            while row != Some(self.arena[node as usize].request.row) {
                (before, node) = (node, self.arena[node as usize].next);
            }
            list.hits -= 1;
        }
        list.unlink(&mut self.arena, &mut self.free, before, node)
    }

    /// List positions of the oldest read and the oldest write for the bank's current row.
    pub fn oldest_hits(&self, list: usize, row: Row) -> [Option<u16>; 2] {
        let List { head: mut node, hits: mut left, .. } = self.lists[list];
        let mut places = [None; 2];
        let mut place = 0;
        while left > 0 && places.contains(&None) {
            let Node { request, next } = self.arena[node as usize];
            if request.row == row {
                places[usize::from(request.write)].get_or_insert(place);
                left -= 1;
            }
            (node, place) = (next, place + 1);
        }
        places
    }

    /// Serves one burst of the request at a list position, which hits the bank's current row. Also returns whether that
    /// was its last burst, which removes the request.
    pub fn serve(&mut self, list: usize, place: u16) -> (QueuedRequest, bool) {
        let list = &mut self.lists[list];
        let (mut before, mut node) = (NONE, list.head);
        for _ in 0..place {
            (before, node) = (node, self.arena[node as usize].next);
        }
        let request = &mut self.arena[node as usize].request;
        request.bursts -= 1;
        let (request, last) = (*request, request.bursts == 0);
        if last {
            list.hits -= 1;
            list.unlink(&mut self.arena, &mut self.free, before, node);
        }
        (request, last)
    }

    /// Recounts the hits of a list for another row.
    pub fn recount_hits(&mut self, list: usize, row: Option<Row>) {
        let mut node = self.lists[list].head;
        let mut hits = 0;
        while node != NONE {
            let Node { request, next } = self.arena[node as usize];
            hits += u16::from(row == Some(request.row));
            node = next;
        }
        self.lists[list].hits = hits;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(id: u32, row: u32) -> QueuedRequest {
        QueuedRequest { id: RequestId(id), row: Row(row), bursts: 1, bank: 0, write: false }
    }

    #[test]
    fn hits_go_first_and_the_rest_in_order() {
        let mut lists = RequestLists::new(2, 4);
        let at = Some(Row(5));
        for (id, row) in [(0, 9), (1, 5), (2, 9), (3, 5)] {
            lists.push(1, request(id, row), at);
        }
        assert!(lists.is_empty(0) && lists.has_hit(1));
        assert_eq!(lists.take(1, at).id, RequestId(1));
        assert_eq!(lists.take(1, at).id, RequestId(3), "the last of the list");
        lists.push(1, request(4, 7), at);
        assert_eq!(lists.take(1, at).id, RequestId(0));
        lists.recount_hits(1, Some(Row(7)));
        assert_eq!(lists.take(1, Some(Row(7))).id, RequestId(4));
        assert_eq!(lists.take(1, Some(Row(7))).id, RequestId(2));
        assert!(lists.is_empty(1) && !lists.has_hit(1));
        // Every node is free again.
        (0..4).for_each(|id| lists.push(0, request(id, 0), None));
        assert_eq!(lists.first(0).unwrap().id, RequestId(0));
    }

    #[test]
    #[should_panic(expected = "pushed without room")]
    fn no_more_than_there_is_room_for() {
        let mut lists = RequestLists::new(1, 1);
        lists.push(0, request(0, 0), None);
        lists.push(0, request(1, 0), None);
    }
}
