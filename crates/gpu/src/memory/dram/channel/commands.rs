//! Command selection and issue.

use super::{Channel, Command, Completion, NEVER, RequestId};
use crate::memory::dram::{DramCycle, Row};

impl Channel {
    /// Determines a bank's next command, and when the bank's own timing allows it.
    pub(super) fn plan_command(&mut self, bank: usize, now: u64) {
        let set = 1 << bank;
        self.sleeping &= !set;
        self.ready.iter_mut().for_each(|banks| *banks &= !set);
        let state = &mut self.banks[bank];
        let busy = self.busy & set != 0;
        let (wants, from) = match state.open {
            Some(_) if self.refreshing => (Command::Precharge, state.precharge),
            None if self.refreshing => return,
            Some(row) if busy && row == state.request.row => match state.request.write {
                false => (Command::Read, state.read),
                true => (Command::Write, state.write),
            },
            Some(_) if busy => (Command::Precharge, state.precharge),
            None if busy => (Command::Activate, state.activate),
            Some(_) if self.closes && !(self.lists.has_hit(2 * bank) || self.lists.has_hit(2 * bank + 1)) => {
                (Command::Precharge, state.precharge)
            }
            _ => return,
        };
        state.next_command = wants;
        if from <= now {
            self.ready[wants as usize] |= set;
        } else {
            state.wake = from;
            self.sleeping |= set;
            self.timers.set(bank, from, now);
        }
    }

    /// Wakes banks whose timing now allows their command. Their command may have changed while they slept.
    pub(super) fn wake(&mut self, now: u64) {
        let mut rest = self.timers.take(now) & self.sleeping;
        while rest != 0 {
            let bank = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let state = &self.banks[bank];
            if state.wake <= now {
                self.sleeping &= !(1 << bank);
                self.ready[state.next_command as usize] |= 1 << bank;
            } else {
                self.timers.set(bank, state.wake, now);
            }
        }
    }

    /// Issues a read or write if possible.
    pub(super) fn issue_column(&mut self, now: u64, out: &mut Vec<Completion>) -> bool {
        let allowed = |kind: usize| if now >= self.column[kind] { self.ready[kind] } else { 0 };
        let mut banks = allowed(0) | allowed(1);
        if banks == 0 {
            return false;
        }
        if now < self.last_column {
            if self.one_group_waits {
                banks &= !self.last_group;
            } else {
                for group in &self.groups {
                    banks &= if now >= group.column { u64::MAX } else { !group.banks };
                }
            }
            if banks == 0 {
                return false;
            }
        }
        let bank = first_from(banks, self.mark);
        let write = self.banks[bank].request.write;
        self.column(bank, write, now);
        let state = &mut self.banks[bank];
        state.request.bursts -= 1;
        if state.request.bursts == 0 {
            let (id, missed) = (state.request.id, state.missed);
            self.complete(id, write, missed, now, out);
            self.reads_at_banks -= u32::from(!write);
            self.busy &= !(1 << bank);
            self.ready[usize::from(write)] &= !(1 << bank);
            if self.closes {
                self.plan_command(bank, now);
            }
        }
        true
    }

    /// Issues a read or write to a bank.
    #[inline(always)]
    pub(super) fn column(&mut self, bank: usize, write: bool, now: u64) {
        let delays = &self.delays;
        let state = &mut self.banks[bank];
        let group = &mut self.groups[state.group as usize];
        group.column = now + delays.column_group;
        (self.last_group, self.last_column) = (group.banks, group.column);
        if write {
            self.column = [now + delays.write_to_read.max(delays.column), now + delays.column];
            state.precharge = state.precharge.max(now + delays.write_to_precharge);
        } else {
            self.column = [now + delays.column, now + delays.read_to_write.max(delays.column)];
            state.precharge = state.precharge.max(now + delays.read_to_precharge);
            group.precharge = now + delays.read_to_precharge_group;
            self.last_precharge = group.precharge;
        }
        self.counters.busy += delays.burst;
        self.note(now, if write { Command::Write } else { Command::Read }, bank);
    }

    /// Reports a request whose last command has issued.
    #[inline(always)]
    pub(super) fn complete(
        &mut self,
        id: RequestId,
        write: bool,
        missed: bool,
        now: u64,
        out: &mut Vec<Completion>,
    ) {
        let at = now + if write { self.delays.write_done } else { self.delays.read_done };
        out.push(Completion { id, at: DramCycle(at) });
        self.counters.reads += u64::from(!write);
        self.counters.writes += u64::from(write);
        self.counters.row_hits += u64::from(!missed);
        self.counters.row_misses += u64::from(missed);
    }

    /// Issues an activate, precharge or refresh if possible.
    pub(super) fn issue_row(&mut self, now: u64) {
        let [.., activates, mut precharges] = self.ready;
        if precharges != 0 && now < self.last_precharge {
            for group in &self.groups {
                precharges &= if now >= group.precharge { u64::MAX } else { !group.banks };
            }
        }
        let banks = precharges | if now >= self.activate { activates } else { 0 };
        if banks == 0 {
            if self.refreshing {
                self.refresh(now);
            }
            return;
        }
        let bank = first_from(banks, self.mark);
        self.mark = (bank as u32 + 1) & (self.banks.len() as u32 - 1);
        let state = &self.banks[bank];
        if state.next_command == Command::Activate {
            self.open(bank, state.request.row, now);
        } else {
            self.close(bank, now);
        }
        self.plan_command(bank, now);
    }

    /// Issues an activate.
    #[inline(always)]
    pub(super) fn open(&mut self, bank: usize, row: Row, now: u64) {
        let delays = &self.delays;
        let state = &mut self.banks[bank];
        state.open = Some(row);
        state.missed = true;
        state.activate = now + delays.row_cycle;
        state.precharge = now + delays.activate_to_precharge;
        state.read = now + delays.activate_to_read;
        state.write = now + delays.activate_to_write;
        self.activates.rotate_left(1);
        self.activates[3] = now + delays.four_activates;
        self.activate = (now + delays.activate_to_activate).max(self.activates[0]);
        self.counters.activates += 1;
        self.note(now, Command::Activate, bank);
    }

    /// Issues a precharge.
    #[inline(always)]
    pub(super) fn close(&mut self, bank: usize, now: u64) {
        self.note(now, Command::Precharge, bank);
        let state = &mut self.banks[bank];
        state.open = None;
        state.activate = state.activate.max(now + self.delays.precharge_to_activate);
        self.counters.precharges += 1;
        if self.busy >> bank & 1 == 0 {
            state.row = None;
            self.recount_hits(bank);
        }
    }

    /// The first cycle in which a due refresh can issue, once all rows are closed: it obeys the timing of an activate
    /// of every bank.
    pub(super) fn refresh_at(&self) -> u64 {
        if self.banks.iter().any(|bank| bank.open.is_some()) {
            return NEVER;
        }
        self.banks.iter().map(|bank| bank.activate).max().unwrap_or(0)
    }

    pub(super) fn refresh(&mut self, now: u64) {
        let Some((interval, length)) = self.delays.refresh.filter(|_| now >= self.refresh_at()) else {
            return;
        };
        self.refreshing = false;
        self.refresh_due += interval;
        self.counters.refreshes += 1;
        self.note(now, Command::Refresh, 0);
        for bank in 0..self.banks.len() {
            self.banks[bank].activate = now + length;
            if !self.first_ready {
                self.plan_command(bank, now);
            }
        }
    }

    /// The first cycle after `now` in which a command can issue, unless a request arrives.
    pub(super) fn next_after(&self, now: u64) -> u64 {
        if self.claimable() != 0 {
            return now + 1;
        }
        let mut next = self.timers.next(now);
        for kind in [0, 1] {
            if self.ready[kind] == 0 {
                continue;
            }
            if self.last_column <= self.column[kind] || self.one_group_waits {
                let others = self.ready[kind] & !self.last_group != 0;
                let group = if others { 0 } else { self.last_column };
                next = next.min(self.column[kind].max(group));
            } else {
                for group in self.groups.iter().filter(|group| group.banks & self.ready[kind] != 0) {
                    next = next.min(self.column[kind].max(group.column));
                }
            }
        }
        let [.., activates, precharges] = self.ready;
        if activates != 0 {
            next = next.min(self.activate);
        }
        if precharges != 0 {
            if self.last_precharge <= now {
                return now + 1;
            }
            for group in self.groups.iter().filter(|group| group.banks & precharges != 0) {
                next = next.min(group.precharge);
            }
        }
        next = next.min(self.next_arrival());
        next = next.min(if self.refreshing { self.refresh_at() } else { self.refresh_due });
        next.max(now + 1)
    }

    #[cfg(test)]
    fn note(&mut self, now: u64, command: Command, bank: usize) {
        let state = &self.banks[bank];
        self.log.push((now, command, bank as u8, state.open.unwrap_or_default()));
    }

    #[cfg(not(test))]
    fn note(&mut self, _: u64, _: Command, _: usize) {}
}

/// The first bank of a non-empty set, counted from a mark and wrapping around.
#[inline]
pub(super) fn first_from(banks: u64, mark: u32) -> usize {
    let above = banks & (u64::MAX << mark);
    (if above != 0 { above } else { banks }).trailing_zeros() as usize
}
