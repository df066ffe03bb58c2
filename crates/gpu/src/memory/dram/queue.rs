//! Requests that wait, by bank and in order of arrival.

use super::{Row, channel::RequestId};

/// A request as the channel sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Waiting {
    pub id: RequestId,
    pub row: Row,
    /// Column commands it takes.
    pub bursts: u32,
    pub bank: u8,
    pub write: bool,
}

/// Lists of waiting requests in one arena: nothing is allocated after it is built.
#[derive(Clone, Debug)]
pub(super) struct Lists {
    arena: Box<[Node]>,
    lists: Box<[List]>,
    /// The first unused node.
    free: u16,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    request: Waiting,
    next: u16,
}

#[derive(Clone, Copy, Debug)]
struct List {
    head: u16,
    tail: u16,
    /// How many of the list are for the row its bank is at: looked for only if there are any.
    hits: u16,
}

const NONE: u16 = u16::MAX;

impl List {
    /// Takes out the node behind another.
    #[inline(always)]
    fn unlink(&mut self, arena: &mut [Node], free: &mut u16, before: u16, node: u16) -> Waiting {
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

impl Lists {
    pub fn new(lists: usize, nodes: usize) -> Lists {
        assert!(nodes < NONE as usize, "descriptions with more are refused");
        let request = Waiting { id: RequestId(0), row: Row(0), bursts: 0, bank: 0, write: false };
        let next = |i: usize| if i + 1 == nodes { NONE } else { i as u16 + 1 };
        Lists {
            arena: (0..nodes).map(|i| Node { request, next: next(i) }).collect(),
            lists: vec![List { head: NONE, tail: NONE, hits: 0 }; lists].into(),
            free: 0,
        }
    }

    /// Adds a request at a list's end. `row` is the one its bank is at.
    pub fn push(&mut self, list: usize, request: Waiting, row: Option<Row>) {
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

    /// A list's oldest.
    pub fn first(&self, list: usize) -> Option<&Waiting> {
        let head = self.lists[list].head;
        (head != NONE).then(|| &self.arena[head as usize].request)
    }

    pub fn is_empty(&self, list: usize) -> bool {
        self.lists[list].head == NONE
    }

    /// Whether any of a list is for the row its bank is at.
    pub fn has_hit(&self, list: usize) -> bool {
        self.lists[list].hits != 0
    }

    /// Takes out the oldest for `row`, the one its bank is at, or else the oldest. The list is not empty.
    #[inline]
    pub fn take(&mut self, list: usize, row: Option<Row>) -> Waiting {
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

    /// The places, counted from the oldest of the list, of the oldest read and the oldest write for the row its bank is at.
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

    /// One burst for the request at a place, which is for the row its bank is at; whether that was its last, and it is out.
    pub fn serve(&mut self, list: usize, place: u16) -> (Waiting, bool) {
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

    /// A list's bank goes to another row.
    pub fn turn_to(&mut self, list: usize, row: Option<Row>) {
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

    fn request(id: u32, row: u32) -> Waiting {
        Waiting { id: RequestId(id), row: Row(row), bursts: 1, bank: 0, write: false }
    }

    #[test]
    fn hits_go_first_and_the_rest_in_order() {
        let mut lists = Lists::new(2, 4);
        let at = Some(Row(5));
        for (id, row) in [(0, 9), (1, 5), (2, 9), (3, 5)] {
            lists.push(1, request(id, row), at);
        }
        assert!(lists.is_empty(0) && lists.has_hit(1));
        assert_eq!(lists.take(1, at).id, RequestId(1));
        assert_eq!(lists.take(1, at).id, RequestId(3), "the last of the list");
        lists.push(1, request(4, 7), at);
        assert_eq!(lists.take(1, at).id, RequestId(0));
        lists.turn_to(1, Some(Row(7)));
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
        let mut lists = Lists::new(1, 1);
        lists.push(0, request(0, 0), None);
        lists.push(0, request(1, 0), None);
    }
}
