//! Collectives of the lanes that are there, and of parts of them.

use super::{Kind, Writer};

impl Writer<'_> {
    pub(super) fn collective(&mut self) {
        let Some(lanes) = self.mask.clone() else { return };
        // All lanes of a warp may be named by a literal.
        let whole = if self.full && self.random.once_in(3) { "0xffffffff".to_owned() } else { lanes.clone() };
        let mask = if self.random.once_in(4) { self.part(&lanes) } else { whole };
        match self.random.below(12) {
            0..=3 => self.shuffle(&mask),
            4..=6 => self.vote(&mask),
            7 | 8 => self.matching(&mask),
            9 | 10 if self.level >= 80 => self.reduction(&mask),
            9 | 10 => self.vote(&mask),
            _ => self.line(&format!("bar.warp.sync {mask}")),
        }
    }

    /// A register with the lanes that a lane communicates with: each has itself among them, and all of a part have the same.
    fn part(&mut self, lanes: &str) -> String {
        let part = self.temporary(32);
        match self.random.below(3) {
            0 => {
                // Neighbours.
                let width = 1 << (1 + self.random.below(4));
                let first = self.temporary(32);
                self.line(&format!("and.b32 {first}, %lane, {}", 32 - width));
                self.line(&format!("shl.b32 {part}, {}, {first}", (1u64 << width) - 1));
                self.line(&format!("and.b32 {part}, {part}, {lanes}"));
            }
            1 => {
                // Those with an equal value.
                let value = self.few();
                self.line(&format!("match.any.sync.b32 {part}, {value}, {lanes}"));
            }
            _ => {
                // Those for which a predicate is the same.
                let (p, others) = (self.register(Kind::Pred), self.temporary(32));
                self.line(&format!("vote.sync.ballot.b32 {part}, {p}, {lanes}"));
                self.line(&format!("xor.b32 {others}, {part}, {lanes}"));
                self.line(&format!("selp.b32 {part}, {part}, {others}, {p}"));
            }
        }
        part
    }

    /// A register with one of few values.
    fn few(&mut self) -> String {
        let (value, register) = (self.temporary(32), self.register(Kind::I32));
        let bits = self.random.one(&["1", "3", "5", "257"]);
        self.line(&format!("and.b32 {value}, {register}, {bits}"));
        value
    }

    fn shuffle(&mut self, mask: &str) {
        let way = self.random.one(&["up", "down", "bfly", "idx"]);
        let segment = 1u32 << (1 + self.random.below(5));
        let (data, d, p) = (self.register(Kind::I32), self.temporary(32), self.temporary(1));
        let limit = if way == "up" { 0 } else { 31 };
        let clamp = (32 - segment) << 8 | limit;
        let by =
            if self.random.once_in(2) { self.random.below(40).to_string() } else { self.register(Kind::I32) };
        // The lane that is read, or the lane itself where it is outside of the segment.
        let (step, first, from, last) =
            (self.temporary(32), self.temporary(32), self.temporary(32), self.temporary(32));
        self.line(&format!("shfl.sync.{way}.b32 {d}|{p}, {data}, {by}, {clamp}, {mask}"));
        self.line(&format!("and.b32 {step}, {by}, 31"));
        self.line(&format!("and.b32 {first}, %lane, {}", 32 - segment));
        self.line(&format!("add.u32 {last}, {first}, {}", segment - 1));
        match way {
            "up" => self.line(&format!("sub.s32 {from}, %lane, {step}")),
            "down" => self.line(&format!("add.s32 {from}, %lane, {step}")),
            "bfly" => self.line(&format!("xor.b32 {from}, %lane, {step}")),
            _ => {
                self.line(&format!("and.b32 {from}, {step}, {}", segment - 1));
                self.line(&format!("or.b32 {from}, {from}, {first}"));
            }
        }
        let (inside, there) = (self.temporary(1), self.temporary(1));
        match way {
            "up" => self.line(&format!("setp.ge.s32 {inside}, {from}, {first}")),
            _ => self.line(&format!("setp.le.s32 {inside}, {from}, {last}")),
        }
        // What a lane outside of the mask has is not defined.
        self.line(&format!("selp.b32 {from}, {from}, %lane, {inside}"));
        self.line(&format!("shr.u32 {from}, {mask}, {from}"));
        self.line(&format!("and.b32 {from}, {from}, 1"));
        self.line(&format!("setp.ne.u32 {there}, {from}, 0"));
        self.line(&format!("selp.b32 {d}, {d}, {segment}, {there}"));
        self.take(&d);
        self.take_predicate(&p);
    }

    fn vote(&mut self, mask: &str) {
        let q = self.register(Kind::Pred);
        let not = self.random.one(&["", "!"]);
        if self.random.once_in(2) {
            let d = self.temporary(32);
            self.line(&format!("vote.sync.ballot.b32 {d}, {not}{q}, {mask}"));
            return self.take(&d);
        }
        let (p, how) = (self.temporary(1), self.random.one(&["all", "any", "uni"]));
        self.line(&format!("vote.sync.{how}.pred {p}, {not}{q}, {mask}"));
        self.take_predicate(&p);
    }

    fn matching(&mut self, mask: &str) {
        let (d, mut value) = (self.temporary(32), self.few());
        let long = self.random.once_in(2);
        if long {
            let (both, upper) = (self.temporary(64), self.few());
            self.line(&format!("mov.b64 {both}, {{{value}, {upper}}}"));
            value = both;
        }
        let bits = if long { 64 } else { 32 };
        if self.random.once_in(2) {
            self.line(&format!("match.any.sync.b{bits} {d}, {value}, {mask}"));
            return self.take(&d);
        }
        let p = self.temporary(1);
        self.line(&format!("match.all.sync.b{bits} {d}|{p}, {value}, {mask}"));
        self.take(&d);
        self.take_predicate(&p);
    }

    fn reduction(&mut self, mask: &str) {
        let how = self.random.one(&[
            "add.u32", "add.s32", "min.u32", "min.s32", "max.u32", "max.s32", "and.b32", "or.b32", "xor.b32",
        ]);
        let (d, source) = (self.temporary(32), self.register(Kind::I32));
        self.line(&format!("redux.sync.{how} {d}, {source}, {mask}"));
        self.take(&d);
    }

    /// A result goes to a register that others read.
    pub(super) fn take(&mut self, d: &str) {
        self.result(Kind::I32, d);
        let own = self.register(Kind::I32);
        self.line(&format!("mov.b32 {own}, {d}"));
    }

    pub(super) fn take_predicate(&mut self, p: &str) {
        self.result(Kind::Pred, p);
        let own = self.register(Kind::Pred);
        self.line(&format!("mov.pred {own}, {p}"));
    }
}
