//! Banks that are bound to no request: in each cycle, the first for which a command can issue.
//!
//! What a bank could do is found anew from its list, as it depends on which requests have come and on which way the bus
//! is turned.

use super::{Channel, Command, Done, NEVER};

/// What a bank could do, and from when on.
#[derive(Clone, Copy)]
struct Choice {
    row: Option<(Command, u64)>,
    /// The oldest read and the oldest write for the open row: their places in the list.
    columns: [Option<(u16, u64)>; 2],
}

impl Choice {
    fn from(&self) -> u64 {
        let row = self.row.map_or(NEVER, |(_, from)| from);
        self.columns.iter().flatten().fold(row, |first, (_, from)| first.min(*from))
    }

    /// The place of the oldest that can be read or written now.
    fn column(&self, now: u64) -> Option<u16> {
        self.columns.iter().flatten().filter(|(_, from)| *from <= now).map(|(place, _)| *place).min()
    }
}

impl Channel {
    /// All that happens in a cycle, after the requests that arrive in it.
    // Apart from the other schedulers' code, which is the one that must be fast.
    #[cold]
    #[inline(never)]
    pub(super) fn step_unbound(&mut self, now: u64, out: &mut Vec<Done>) {
        self.refreshing |= now >= self.refresh_due;
        let first = self.issue_unbound([true, true], now, out);
        if self.dual
            && let Some(column) = first
        {
            self.issue_unbound([column, !column], now, out);
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

    /// One command, of a row or of a column as is allowed: whether it was a column's.
    fn issue_unbound(&mut self, [rows, columns]: [bool; 2], now: u64, out: &mut Vec<Done>) -> Option<bool> {
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
                    self.turn_lists(bank);
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

    fn serve(&mut self, bank: usize, place: u16, now: u64, out: &mut Vec<Done>) {
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
