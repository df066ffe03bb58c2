//! Barriers of the CTA, and what threads tell each other across them.

use super::memory::SHARED_CELLS;
use super::{Kind, Writer};

impl Writer<'_> {
    pub(super) fn barrier(&mut self) {
        match self.random.below(5) {
            0 | 1 => self.exchange(),
            2 => self.vote_of_all(),
            3 => self.hand_over(),
            _ => self.read_cell(),
        }
    }

    /// `bar.sync`, as it may be written.
    fn synchronise(&mut self, id: usize) {
        let threads = self.threads.next_multiple_of(32);
        match self.random.below(4) {
            0 => self.line(&format!("bar.sync {id}, {threads}")),
            1 => self.line(&format!("barrier.sync {id}")),
            _ => self.line(&format!("bar.sync {id}")),
        }
    }

    /// The address of another thread's place in shared memory, which is free between barriers.
    fn place_of(&mut self, thread: &str) -> String {
        let place = self.temporary(32);
        let room = self.room();
        self.line(&format!("mov.u32 {place}, {room}"));
        self.line(&format!("mad.lo.u32 {place}, {thread}, 48, {place}"));
        self.line(&format!("add.u32 {place}, {place}, {}", SHARED_CELLS * 8 + 40));
        place
    }

    fn other_thread(&mut self) -> String {
        let other = self.temporary(32);
        let (factor, offset) = (1 + self.random.below(9), self.random.below(100));
        self.line(&format!("mad.lo.u32 {other}, %me, {factor}, {offset}"));
        self.line(&format!("rem.u32 {other}, {other}, {}", self.threads));
        other
    }

    fn exchange(&mut self) {
        let (own, value, d) = (self.place_of("%me"), self.register(Kind::I64), self.temporary(64));
        let id = self.random.below(3);
        self.line(&format!("st.shared.b64 [{own}], {value}"));
        self.synchronise(id);
        let other = self.other_thread();
        let place = self.place_of(&other);
        self.line(&format!("ld.shared.b64 {d}, [{place}]"));
        self.synchronise(id);
        self.result(Kind::I64, &d);
        let register = self.register(Kind::I64);
        self.line(&format!("mov.b64 {register}, {d}"));
    }

    fn vote_of_all(&mut self) {
        let (id, q) = (self.random.below(16), self.register(Kind::Pred));
        let not = self.random.one(&["", "!"]);
        let threads = match self.random.once_in(2) {
            true => format!(", {}", self.threads.next_multiple_of(32)),
            false => String::new(),
        };
        if self.random.once_in(2) {
            let d = self.temporary(32);
            self.line(&format!("bar.red.popc.u32 {d}, {id}{threads}, {not}{q}"));
            return self.take(&d);
        }
        let (p, how) = (self.temporary(1), self.random.one(&["and", "or"]));
        self.line(&format!("bar.red.{how}.pred {p}, {id}{threads}, {not}{q}"));
        self.take_predicate(&p);
    }

    /// The first warp arrives, the others wait for it and read what it stored.
    fn hand_over(&mut self) {
        if self.threads <= 32 {
            return self.exchange();
        }
        let id = 1 + self.random.below(15);
        let (own, value, d, p) =
            (self.place_of("%me"), self.register(Kind::I64), self.temporary(64), self.temporary(1));
        let (others, over) = (self.label(), self.label());
        let threads = self.threads.next_multiple_of(32);
        self.line(&format!("mov.b64 {d}, {value}"));
        self.line(&format!("setp.ge.u32 {p}, %me, 32"));
        self.line(&format!("@{p} bra {others}"));
        self.line(&format!("st.shared.b64 [{own}], {value}"));
        self.line(&format!("bar.arrive {id}, {threads}"));
        self.line(&format!("bra {over}"));
        self.place(&others);
        self.line(&format!("bar.sync {id}, {threads}"));
        let place = self.place_of("%lane");
        self.line(&format!("ld.shared.b64 {d}, [{place}]"));
        self.place(&over);
        self.line("bar.sync 0");
        self.result(Kind::I64, &d);
    }

    /// What all threads made of a cell of shared memory until now.
    fn read_cell(&mut self) {
        let (cell, d) = (self.random.below(SHARED_CELLS as usize), self.temporary(64));
        let room = self.room();
        self.synchronise(0);
        self.line(&format!("ld.shared.b64 {d}, [{room}+{}]", 8 * cell));
        self.synchronise(0);
        self.result(Kind::I64, &d);
        let register = self.register(Kind::I64);
        self.line(&format!("mov.b64 {register}, {d}"));
    }
}
