//! The first-ready scheduler: banks are not bound to a request, and the first bank that can issue a command does so.
//!
//! Each bank's candidate commands are recomputed from its list in every cycle, because they depend on new arrivals and
//! on the bus direction.

use super::{Channel, Command, Completion, NEVER};

/// The candidate commands of a bank, each with the first cycle in which it can issue.
#[derive(Clone, Copy)]
struct Choice {
    row: Option<(Command, u64)>,
    /// List positions of the oldest read and the oldest write for the open row.
    columns: [Option<(u16, u64)>; 2],
}

impl Choice {
    fn from(&self) -> u64 {
        let row = self.row.map_or(NEVER, |(_, from)| from);
        self.columns.iter().flatten().fold(row, |first, (_, from)| first.min(*from))
    }

    /// List position of the oldest request whose read or write can issue now.
    fn column(&self, now: u64) -> Option<u16> {
        self.columns.iter().flatten().filter(|(_, from)| *from <= now).map(|(place, _)| *place).min()
    }
}

impl Channel {
    /// Simulates one cycle, after the arrivals.
    // Kept out of line: the other schedulers' path is the one that must be fast.
    #[cold]
    #[inline(never)]
    pub(super) fn step_first_ready(&mut self, now: u64, out: &mut Vec<Completion>) {
        self.refreshing |= now >= self.refresh_due;
        let first = self.issue_first_ready([true, true], now, out);
        if self.dual
            && let Some(column) = first
        {
            self.issue_first_ready([column, !column], now, out);
        }
        if first.is_none() && self.refreshing {
            self.refresh(now);
        }
        self.now = now + 1;
        let mut next =
            self.next_arrival().min(if self.refreshing { self.refresh_at() } else { self.refresh_due });
        for bank in 0..self.banks.len() {
            next = next.min(self.choice(bank).from());
        }
        self.next = next.max(now + 1);
    }

    /// Issues one command, a row or column command as allowed. Returns whether it was a column command.
    fn issue_first_ready(
        &mut self,
        [rows, columns]: [bool; 2],
        now: u64,
        out: &mut Vec<Completion>,
    ) -> Option<bool> {
        for i in 0..self.banks.len() as u32 {
            let bank = ((self.mark + i) & (self.banks.len() as u32 - 1)) as usize;
            let choice = self.choice(bank);
            let row = choice.row.filter(|(_, from)| rows && *from <= now);
            let column = choice.column(now).filter(|_| columns && row.is_none());
            match (row, column) {
                (Some((Command::Activate, _)), _) => {
                    let oldest = self.lists.first(2 * bank).expect("an activate is for a request").row;
                    self.open(bank, oldest, now);
                    self.banks[bank].row = Some(oldest);
                    self.banks[bank].columns = 0;
                    self.recount_hits(bank);
                }
                (Some(_), _) => self.close(bank, now),
                (None, Some(place)) => self.serve(bank, place, now, out),
                (None, None) => continue,
            }
            self.mark = (bank as u32 + 1) & (self.banks.len() as u32 - 1);
            return Some(row.is_none());
        }
        None
    }

    fn serve(&mut self, bank: usize, place: u16, now: u64, out: &mut Vec<Completion>) {
        let (request, last) = self.lists.serve(2 * bank, place);
        self.column(bank, request.write, now);
        self.banks[bank].columns += 1;
        if last {
            let missed = std::mem::take(&mut self.banks[bank].missed);
            self.complete(request.id, request.write, missed, now, out);
            self.queued[0] -= 1;
            self.room[0] += 1;
            if self.lists.is_empty(2 * bank) {
                self.waiting[0] &= !(1 << bank);
            }
        }
    }

    fn choice(&self, bank: usize) -> Choice {
        let state = &self.banks[bank];
        let list = 2 * bank;
        let group = &self.groups[state.group as usize];
        let close = Some((Command::Precharge, state.precharge.max(group.precharge)));
        let mut choice = Choice { row: None, columns: [None; 2] };
        let Some(row) = state.open else {
            if !self.refreshing && !self.lists.is_empty(list) {
                choice.row = Some((Command::Activate, state.activate.max(self.activate)));
            }
            return choice;
        };
        if self.refreshing {
            choice.row = close;
            return choice;
        }
        let hits = self.lists.has_hit(list);
        choice.row = match self.lists.first(list) {
            Some(oldest) if oldest.row != row && (!hits || state.columns >= self.row_hits) => close,
            None if self.closes => close,
            _ => None,
        };
        if hits {
            let places = self.lists.oldest_hits(list, row);
            for (kind, own) in [state.read, state.write].into_iter().enumerate() {
                let from = own.max(self.column[kind]).max(group.column);
                choice.columns[kind] = places[kind].map(|place| (place, from));
            }
        }
        choice
    }
}
