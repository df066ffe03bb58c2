//! A DRAM channel: banks, request queues and a command scheduler.
//!
//! Each bank serves one request at a time, which decides the bank's next command: precharge, activate, read or write. A
//! bank sleeps until its own timing allows the command, and then joins one of four sets of ready banks, by command.
//! Constraints that banks share (buses, bank groups) are checked once per set. As in GPGPU-Sim, the first ready bank
//! from a rotating mark on issues, column commands before row commands.

mod commands;
mod first_ready;
mod timers;

use super::counters::Counters;
use super::delays::CommandDelays;
use super::description::{Description, DescriptionError, RowPolicy, Scheduler, TakeUps, WriteQueue};
use super::queue::{QueuedRequest, RequestLists};
use super::{Bank, DramCycle, Row};
use crate::ids::NEVER;
use std::collections::VecDeque;
use timers::BankTimers;

/// The sender's number of a request.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct RequestId(pub u32);

/// A read or write of bytes in one row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Request {
    /// Returned with the completion.
    pub id: RequestId,
    /// The first cycle in which a command can issue for it.
    pub arrival: DramCycle,
    /// Whether it is a write.
    pub write: bool,
    pub bank: Bank,
    pub row: Row,
    pub bytes: u32,
}

/// The completion of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Completion {
    pub id: RequestId,
    /// The cycle after the last beat of its data on the bus.
    pub at: DramCycle,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Command {
    Read,
    Write,
    Activate,
    Precharge,
    Refresh,
}

#[derive(Clone, Copy, Debug)]
struct BankState {
    /// The first cycles in which the bank's own timing allows these commands.
    activate: u64,
    precharge: u64,
    read: u64,
    write: u64,
    /// The cycle in which it wakes up.
    wake: u64,
    next_command: Command,
    group: u8,
    open: Option<Row>,
    /// The row whose hits are counted: the open row, or the row being opened.
    row: Option<Row>,
    /// The request that the bank serves, if it is busy.
    request: QueuedRequest,
    /// Whether the request needed an activate.
    missed: bool,
    /// Column commands since the row was opened.
    columns: u32,
}

/// A DRAM channel.
#[derive(Clone, Debug)]
pub struct Channel {
    delays: CommandDelays,
    dual: bool,
    closes: bool,
    /// Whether all banks share one list (FCFS).
    in_order: bool,
    /// Whether requests for a bank's row go first (FR-FCFS).
    row_first: bool,
    take_up_one: bool,
    /// Whether banks are not bound to a request, see [`first_ready`].
    first_ready: bool,
    row_hits: u32,
    write_queue: Option<WriteQueue>,
    banks: Box<[BankState]>,
    /// Banks that serve a request.
    busy: u64,
    /// Banks with queued requests: reads, and writes if they have their own queue.
    waiting: [u64; 2],
    /// Banks whose own timing allows their next command, by [`Command`].
    ready: [u64; 4],
    sleeping: u64,
    timers: BankTimers,
    /// The first cycles in which the channel allows these commands.
    column: [u64; 2],
    activate: u64,
    activates: [u64; 4],
    groups: Box<[Group]>,
    /// Whether, when the channel allows a column command, no group but that of the last one can disallow it.
    one_group_waits: bool,
    /// Banks of the group of the last column command, and the first cycle in which it can have another.
    last_group: u64,
    last_column: u64,
    /// The latest cycle of a group's precharge: after it, no group has to be looked at.
    last_precharge: u64,
    /// The bank at which the rotation starts. The number of banks is a power of two.
    mark: u32,
    /// Requests that have not arrived yet, and the arrival of the first.
    inbox: VecDeque<Request>,
    arrival: u64,
    /// The arrival of the last request that was pushed into the inbox.
    last_pushed: u64,
    lists: RequestLists,
    /// Number of queued requests, and of free entries, by queue.
    queued: [u32; 2],
    room: [u32; 2],
    /// Number of requests that have not arrived yet, by queue.
    coming: [u32; 2],
    reads_at_banks: u32,
    draining: bool,
    refresh_due: u64,
    refreshing: bool,
    /// All cycles before this one are simulated.
    now: u64,
    /// No command can issue before this cycle.
    next: u64,
    counters: Counters,
    #[cfg(test)]
    pub(super) log: Vec<(u64, Command, u8, Row)>,
}

#[derive(Clone, Copy, Debug)]
struct Group {
    banks: u64,
    column: u64,
    precharge: u64,
}

impl Channel {
    /// An idle channel with all rows closed.
    pub fn new(description: &Description) -> Result<Channel, DescriptionError> {
        description.check()?;
        let delays = CommandDelays::of(description);
        let banks = description.banks as usize;
        let request = QueuedRequest { id: RequestId(0), row: Row(0), bursts: 0, bank: 0, write: false };
        let bank = |i| BankState {
            activate: 0,
            precharge: 0,
            read: 0,
            write: 0,
            wake: 0,
            next_command: Command::Activate,
            group: description.group(i),
            open: None,
            row: None,
            request,
            missed: false,
            columns: 0,
        };
        let group = |g| Group {
            banks: (0..description.banks)
                .filter(|i| description.group(*i) == g)
                .fold(0, |set, i| set | 1 << i),
            column: 0,
            precharge: 0,
        };
        let room = [description.queue, description.write_queue.as_ref().map_or(0, |q| q.size)];
        let refresh_due = delays.refresh.map_or(NEVER, |(interval, _)| interval);
        Ok(Channel {
            dual: description.dual_command,
            closes: description.row_policy == RowPolicy::Closed,
            in_order: description.scheduler == Scheduler::Fcfs,
            row_first: matches!(description.scheduler, Scheduler::FrFcfs | Scheduler::FirstReady),
            take_up_one: description.take_ups == TakeUps::One,
            first_ready: description.scheduler == Scheduler::FirstReady,
            row_hits: description.row_hits.unwrap_or(u32::MAX),
            write_queue: description.write_queue.clone(),
            banks: (0..description.banks).map(bank).collect(),
            busy: 0,
            waiting: [0; 2],
            ready: [0; 4],
            sleeping: 0,
            timers: BankTimers::new(),
            column: [0; 2],
            activate: 0,
            activates: [0; 4],
            groups: (0..description.bank_groups as u8).map(group).collect(),
            one_group_waits: delays.column_group <= 2 * delays.column,
            last_group: 0,
            last_column: 0,
            last_precharge: 0,
            mark: 0,
            inbox: VecDeque::with_capacity((room[0] + room[1]) as usize),
            arrival: NEVER,
            last_pushed: 0,
            lists: RequestLists::new(2 * banks, (room[0] + room[1]) as usize),
            queued: [0; 2],
            room,
            coming: [0; 2],
            reads_at_banks: 0,
            draining: false,
            refresh_due,
            refreshing: false,
            now: 0,
            next: refresh_due,
            counters: Counters::default(),
            delays,
            #[cfg(test)]
            log: Vec::new(),
        })
    }

    /// Free queue entries for reads or writes, less the requests that have not arrived yet.
    #[inline]
    pub fn free_entries(&self, write: bool) -> u32 {
        let queue = self.queue_of(write);
        self.room[queue].saturating_sub(self.coming[queue])
    }

    /// Number of pushed requests that have not arrived yet, or arrived at a full queue.
    #[inline]
    pub fn not_arrived(&self) -> usize {
        self.inbox.len()
    }

    /// Number of queued requests, reads and writes.
    pub fn backlog(&self) -> u32 {
        self.queued[0] + self.queued[1]
    }

    /// Adds a request. If its queue is full when it arrives, the request waits, and all behind it.
    ///
    /// # Panics
    /// If the arrival lies in the past or before that of an earlier request.
    #[inline]
    pub fn push(&mut self, request: Request) {
        let arrival = request.arrival.0;
        assert!(arrival >= self.now, "a request arrives in cycle {arrival}, but {} is now", self.now);
        assert!(request.bank.index() < self.banks.len(), "there is no bank {}", request.bank.0);
        let queue = self.queue_of(request.write);
        self.counters.bytes += u64::from(request.bytes);
        if arrival == self.now && self.arrival == NEVER && self.room[queue] > 0 {
            self.enqueue(request, arrival);
            if self.claimable() != 0 {
                self.next = self.next.min(arrival);
            }
        } else {
            assert!(self.inbox.is_empty() || self.last_pushed <= arrival, "pushed out of order");
            self.last_pushed = arrival;
            self.inbox.push_back(request);
            self.coming[queue] += 1;
            self.arrival = self.arrival.min(arrival);
            self.next = self.next.min(arrival);
        }
    }

    /// Cycle of the next event, or `None` if the channel is idle. Requests whose commands have all issued do not count:
    /// their completion is already reported.
    #[inline]
    pub fn next_event(&self) -> Option<DramCycle> {
        let idle = self.busy == 0 && self.queued == [0; 2] && self.arrival == NEVER;
        (!idle).then_some(DramCycle(self.next))
    }

    /// Simulates all cycles before `until`. A request is reported when its last command issues, with its completion
    /// cycle, which may lie later. Reports come in order of completion.
    #[inline]
    pub fn advance(&mut self, until: DramCycle, out: &mut Vec<Completion>) {
        while self.next < until.0 {
            self.step(self.next, out);
        }
        self.now = self.now.max(until.0);
    }

    /// Counters since creation or the last [`Channel::take_counters`].
    pub fn counters(&self) -> &Counters {
        &self.counters
    }

    /// Counters since the last call.
    pub fn take_counters(&mut self) -> Counters {
        std::mem::take(&mut self.counters)
    }

    #[inline]
    fn queue_of(&self, write: bool) -> usize {
        usize::from(write && self.write_queue.is_some())
    }

    #[inline]
    fn list_of(&self, bank: usize, queue: usize) -> usize {
        if self.in_order { 0 } else { 2 * bank + queue }
    }

    /// Appends a request to the list of its bank.
    fn enqueue(&mut self, request: Request, now: u64) {
        let (bank, queue) = (request.bank.index(), self.queue_of(request.write));
        let bursts = request.bytes.div_ceil(self.delays.atom).max(1);
        let Request { id, row, write, .. } = request;
        let waiting = QueuedRequest { id, row, bursts, bank: request.bank.0, write };
        self.lists.push(self.list_of(bank, queue), waiting, self.banks[bank].row.filter(|_| self.row_first));
        self.waiting[queue] |= 1 << bank;
        self.queued[queue] += 1;
        self.room[queue] -= 1;
        self.drain();
        if self.closes && !self.first_ready && self.busy >> bank & 1 == 0 {
            // The new request may need the open row.
            self.plan_command(bank, now);
        }
    }

    /// Arrival of the next request, unless its queue is full.
    #[inline]
    fn next_arrival(&self) -> u64 {
        // Without a queue of their own, writes wait for the same room as reads, and the request need not be looked at.
        let queue = match &self.write_queue {
            None => 0,
            Some(_) => self.inbox.front().map_or(0, |first| self.queue_of(first.write)),
        };
        if self.room[queue] > 0 { self.arrival } else { NEVER }
    }

    /// Starts and stops draining the write queue at its high and low marks.
    fn drain(&mut self) {
        if let &Some(WriteQueue { high, low, .. }) = &self.write_queue {
            self.draining = self.queued[1] >= if self.draining { low } else { high };
        }
    }

    /// Banks that can start a queued request.
    #[inline]
    fn claimable(&self) -> u64 {
        if self.in_order {
            return self.lists.first(0).map_or(0, |first| 1 << first.bank & !self.busy);
        }
        self.waiting[self.served()] & !self.busy
    }

    #[inline]
    fn served(&self) -> usize {
        usize::from(
            self.draining || self.write_queue.is_some() && self.waiting[0] == 0 && self.reads_at_banks == 0,
        )
    }

    /// Simulates one cycle.
    pub(super) fn step(&mut self, now: u64, out: &mut Vec<Completion>) {
        while self.next_arrival() <= now {
            let request = self.inbox.pop_front().expect("it is this one that arrives");
            self.coming[self.queue_of(request.write)] -= 1;
            self.arrival = self.inbox.front().map_or(NEVER, |next| next.arrival.0);
            self.enqueue(request, now);
        }
        if self.first_ready {
            return self.step_first_ready(now, out);
        }
        loop {
            let banks = self.claimable();
            if banks == 0 {
                break;
            }
            self.take_up(commands::first_from(banks, self.mark), now);
            if self.take_up_one {
                break;
            }
        }
        if now >= self.refresh_due && !self.refreshing {
            self.refreshing = true;
            (0..self.banks.len()).for_each(|bank| self.plan_command(bank, now));
        }
        if self.timers.expires(now) {
            self.wake(now);
        }
        let issued = self.issue_column(now, out);
        if !issued || self.dual {
            self.issue_row(now);
        }
        self.now = now + 1;
        self.next = self.next_after(now);
    }

    /// Starts the next queued request of a bank.
    fn take_up(&mut self, bank: usize, now: u64) {
        let queue = self.served();
        let list = self.list_of(bank, queue);
        let row = self.banks[bank].row;
        let request = self.lists.take(list, row);
        self.queued[queue] -= 1;
        self.room[queue] += 1;
        self.drain();
        if self.lists.is_empty(list) {
            self.waiting[queue] &= !(1 << bank);
        }
        self.reads_at_banks += u32::from(!request.write);
        self.busy |= 1 << bank;
        self.mark = (self.mark + 1) & (self.banks.len() as u32 - 1);
        let state = &mut self.banks[bank];
        (state.request, state.missed) = (request, false);
        if row != Some(request.row) {
            state.row = Some(request.row);
            self.recount_hits(bank);
        }
        self.plan_command(bank, now);
    }

    fn recount_hits(&mut self, bank: usize) {
        if self.row_first {
            let row = self.banks[bank].row;
            self.lists.recount_hits(2 * bank, row);
            if self.write_queue.is_some() {
                self.lists.recount_hits(2 * bank + 1, row);
            }
        }
    }
}
