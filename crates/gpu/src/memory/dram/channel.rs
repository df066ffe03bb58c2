//! A channel: requests in, commands on the bus, data out.
//!
//! Each bank is at one request at a time, which says what the bank wants next: to be precharged, activated, read or
//! written. A bank sleeps until its own timing allows that, and is then in one of four sets of banks, by what it wants.
//! What banks share (the buses, the groups) is checked for a set at once. As in GPGPU-Sim, among banks that could issue
//! the first from a rotating mark on is chosen, column commands before row commands.

mod alarms;
mod commands;
mod unbound;

use super::counters::Counters;
use super::describe::{Description, DescriptionFault, RowPolicy, Scheduler, TakeUps, WriteQueue};
use super::queue::{Lists, Waiting};
use super::rules::Rules;
use super::{Bank, DramCycle, Row};
use crate::ids::NEVER;
use alarms::Alarms;
use std::collections::VecDeque;

/// What its sender knows a request by.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct RequestId(pub u32);

/// Bytes of one row to be read or written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Request {
    /// Comes back when it is done.
    pub id: RequestId,
    /// The first cycle in which a command can issue for it.
    pub arrival: DramCycle,
    /// Whether it is a write.
    pub write: bool,
    /// The bank, of those the channel has.
    pub bank: Bank,
    /// The row.
    pub row: Row,
    /// How many bytes.
    pub bytes: u32,
}

/// A request that is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Done {
    /// The request's.
    pub id: RequestId,
    /// The cycle after the one in which its last beat was on the bus.
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
    /// The first cycles in which the bank itself allows these.
    activate: u64,
    precharge: u64,
    read: u64,
    write: u64,
    /// When it stops sleeping.
    wake: u64,
    wants: Command,
    group: u8,
    open: Option<Row>,
    /// The row its hits are counted for: what is open, or will be.
    row: Option<Row>,
    /// What it is at, if it is busy.
    request: Waiting,
    /// The request needed an activate.
    missed: bool,
    /// Column commands since the row was opened.
    columns: u32,
}

/// A DRAM channel.
#[derive(Clone, Debug)]
pub struct Channel {
    rules: Rules,
    dual: bool,
    closes: bool,
    /// One list for all banks.
    in_order: bool,
    /// Requests for the row a bank is at go first.
    row_first: bool,
    take_up_one: bool,
    /// Banks are at no request: see [`unbound`].
    unbound: bool,
    row_hits: u32,
    write_queue: Option<WriteQueue>,
    banks: Box<[BankState]>,
    /// Banks with a request.
    busy: u64,
    /// Banks for which requests wait: reads, and writes if these have a queue of their own.
    waiting: [u64; 2],
    /// Banks whose own timing allows what they want: by [`Command`].
    ready: [u64; 4],
    sleeping: u64,
    alarms: Alarms,
    /// The first cycles in which the channel allows these.
    column: [u64; 2],
    activate: u64,
    activates: [u64; 4],
    groups: Box<[Group]>,
    /// Where the rotation starts. Banks are 2ⁿ.
    mark: u32,
    /// Requests yet to arrive, and when the first does.
    inbox: VecDeque<Request>,
    arrival: u64,
    lists: Lists,
    /// How many have arrived and wait, and how many more can.
    queued: [u32; 2],
    room: [u32; 2],
    /// How many are yet to arrive.
    coming: [u32; 2],
    reads_at_banks: u32,
    draining: bool,
    refresh_due: u64,
    refreshing: bool,
    /// All cycles before this one are over.
    now: u64,
    /// No command can issue before.
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
    /// A channel at rest, all rows closed.
    pub fn new(description: &Description) -> Result<Channel, DescriptionFault> {
        description.check()?;
        let rules = Rules::of(description);
        let banks = description.banks as usize;
        let request = Waiting { id: RequestId(0), row: Row(0), bursts: 0, bank: 0, write: false };
        let bank = |i| BankState {
            activate: 0,
            precharge: 0,
            read: 0,
            write: 0,
            wake: 0,
            wants: Command::Activate,
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
        let refresh_due = rules.refresh.map_or(NEVER, |(interval, _)| interval);
        Ok(Channel {
            dual: description.dual_command,
            closes: description.row_policy == RowPolicy::Closed,
            in_order: description.scheduler == Scheduler::Fcfs,
            row_first: matches!(description.scheduler, Scheduler::FrFcfs | Scheduler::FirstReady),
            take_up_one: description.take_ups == TakeUps::One,
            unbound: description.scheduler == Scheduler::FirstReady,
            row_hits: description.row_hits.unwrap_or(u32::MAX),
            write_queue: description.write_queue.clone(),
            banks: (0..description.banks).map(bank).collect(),
            busy: 0,
            waiting: [0; 2],
            ready: [0; 4],
            sleeping: 0,
            alarms: Alarms::new(),
            column: [0; 2],
            activate: 0,
            activates: [0; 4],
            groups: (0..description.bank_groups as u8).map(group).collect(),
            mark: 0,
            inbox: VecDeque::with_capacity((room[0] + room[1]) as usize),
            arrival: NEVER,
            lists: Lists::new(2 * banks, (room[0] + room[1]) as usize),
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
            rules,
            #[cfg(test)]
            log: Vec::new(),
        })
    }

    /// How many more reads, or writes, there is room for besides those that are yet to arrive.
    #[inline]
    pub fn room(&self, write: bool) -> u32 {
        let queue = self.queue_of(write);
        self.room[queue].saturating_sub(self.coming[queue])
    }

    /// How many requests were pushed and have not arrived, or found no room.
    #[inline]
    pub fn coming(&self) -> usize {
        self.inbox.len()
    }

    /// Takes a request. If there is no room for it when it arrives, it waits, and those after it. It must not arrive in a cycle
    /// that is over, nor before one that was pushed earlier: which would be the caller's bug.
    #[inline]
    pub fn push(&mut self, request: Request) {
        let arrival = request.arrival.0;
        assert!(arrival >= self.now, "a request arrives in cycle {arrival}, but {} is now", self.now);
        assert!(request.bank.index() < self.banks.len(), "there is no bank {}", request.bank.0);
        let queue = self.queue_of(request.write);
        self.counters.bytes += u64::from(request.bytes);
        if arrival == self.now && self.arrival == NEVER && self.room[queue] > 0 {
            self.take_in(request, arrival);
            if self.takeable() != 0 {
                self.next = self.next.min(arrival);
            }
        } else {
            assert!(
                self.inbox.back().is_none_or(|last| last.arrival <= request.arrival),
                "pushed out of order"
            );
            self.inbox.push_back(request);
            self.coming[queue] += 1;
            self.arrival = self.arrival.min(arrival);
            self.next = self.next.min(arrival);
        }
    }

    /// The next cycle in which anything can happen, if requests are under way. Those whose commands all have issued are not:
    /// it is known when they are done.
    #[inline]
    pub fn next_event(&self) -> Option<DramCycle> {
        let idle = self.busy == 0 && self.queued == [0; 2] && self.arrival == NEVER;
        (!idle).then_some(DramCycle(self.next))
    }

    /// Lets all cycles before `until` happen. A request is handed out when its last command issues, with the cycle, perhaps
    /// a later one, in which it is done; earlier ones are done earlier.
    #[inline]
    pub fn advance(&mut self, until: DramCycle, out: &mut Vec<Done>) {
        while self.next < until.0 {
            self.step(self.next, out);
        }
        self.now = self.now.max(until.0);
    }

    /// What happened so far.
    pub fn counters(&self) -> &Counters {
        &self.counters
    }

    /// What happened since the last time this was asked.
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

    /// A request joins the list of its bank.
    fn take_in(&mut self, request: Request, now: u64) {
        let (bank, queue) = (request.bank.index(), self.queue_of(request.write));
        let bursts = request.bytes.div_ceil(self.rules.atom).max(1);
        let Request { id, row, write, .. } = request;
        let waiting = Waiting { id, row, bursts, bank: request.bank.0, write };
        self.lists.push(self.list_of(bank, queue), waiting, self.banks[bank].row.filter(|_| self.row_first));
        self.waiting[queue] |= 1 << bank;
        self.queued[queue] += 1;
        self.room[queue] -= 1;
        self.drain();
        if self.closes && !self.unbound && self.busy >> bank & 1 == 0 {
            // The row may be wanted after all.
            self.aim(bank, now);
        }
    }

    /// When the next request joins a list, unless there is no room for it.
    #[inline]
    fn next_arrival(&self) -> u64 {
        match self.inbox.front() {
            Some(first) if self.room[self.queue_of(first.write)] > 0 => self.arrival,
            _ => NEVER,
        }
    }

    /// Writes go before reads from one mark to another.
    fn drain(&mut self) {
        if let Some(WriteQueue { high, low, .. }) = self.write_queue {
            self.draining = self.queued[1] >= if self.draining { low } else { high };
        }
    }

    /// Which queue banks take requests from, and the banks that can take one.
    #[inline]
    fn takeable(&self) -> u64 {
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

    /// All that happens in a cycle.
    pub(super) fn step(&mut self, now: u64, out: &mut Vec<Done>) {
        while self.next_arrival() <= now {
            let request = self.inbox.pop_front().expect("it is this one that arrives");
            self.coming[self.queue_of(request.write)] -= 1;
            self.arrival = self.inbox.front().map_or(NEVER, |next| next.arrival.0);
            self.take_in(request, now);
        }
        if self.unbound {
            return self.step_unbound(now, out);
        }
        loop {
            let banks = self.takeable();
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
            (0..self.banks.len()).for_each(|bank| self.aim(bank, now));
        }
        if self.alarms.ring(now) {
            self.wake(now);
        }
        let issued = self.issue_column(now, out);
        if !issued || self.dual {
            self.issue_row(now);
        }
        self.now = now + 1;
        self.next = self.next_after(now);
    }

    /// A bank takes up a request that waits for it.
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
            self.turn_lists(bank);
        }
        self.aim(bank, now);
    }

    fn turn_lists(&mut self, bank: usize) {
        if self.row_first {
            let row = self.banks[bank].row;
            self.lists.turn_to(2 * bank, row);
            if self.write_queue.is_some() {
                self.lists.turn_to(2 * bank + 1, row);
            }
        }
    }
}
