//! Divergence: branches, loops, tables of targets, calls.

use super::{Kind, Writer};

impl Writer<'_> {
    /// Statements within the budget.
    fn block(&mut self, most: usize) {
        self.depth += 1;
        for _ in 0..1 + self.random.below(most) {
            if self.budget > 0 {
                self.statement();
            }
        }
        self.depth -= 1;
    }

    pub(super) fn control(&mut self) {
        // Whether the lanes of each side are known, so that there are collectives in it.
        let mask = match self.random.once_in(2) {
            true => self.mask.clone(),
            false => None,
        };
        let (outer, full) = (self.mask.clone(), std::mem::replace(&mut self.full, false));
        self.mask = mask;
        match self.random.below(6) {
            0..=2 => self.branch(),
            3 | 4 => self.repeat(),
            _ => self.table(),
        }
        (self.mask, self.full) = (outer, full);
    }

    /// A register with the lanes that remain of those that are here.
    fn narrowed(&mut self, p: &str) -> Option<String> {
        let lanes = self.mask.clone()?;
        let rest = self.temporary(32);
        self.line(&format!("vote.sync.ballot.b32 {rest}, {p}, {lanes}"));
        Some(rest)
    }

    /// A condition of a lane: one of the predicates, or a new one.
    fn condition(&mut self) -> String {
        let p = self.temporary(1);
        match self.random.below(4) {
            0 => {
                let own = self.register(Kind::Pred);
                self.line(&format!("mov.pred {p}, {own}"));
            }
            1 => {
                // The same for all threads of a CTA.
                let word = self.temporary(32);
                self.line(&format!("mov.u32 {word}, %ctaid.x"));
                self.line(&format!("setp.eq.u32 {p}, {word}, 0"));
            }
            2 => {
                let bound = self.random.below(40);
                self.line(&format!("setp.lt.u32 {p}, %lane, {bound}"));
            }
            _ => {
                let (a, b) = (self.register(Kind::I32), self.register(Kind::I32));
                let relation = self.random.one(&["lt.s32", "ge.u32", "ne.s32", "gt.s32"]);
                self.line(&format!("setp.{relation} {p}, {a}, {b}"));
            }
        }
        p
    }

    fn branch(&mut self) {
        let (p, otherwise, over) = (self.condition(), self.label(), self.label());
        let (yes, outer) = (self.narrowed(&p), self.mask.clone());
        let has_else = self.random.once_in(2);
        let no = yes.clone().zip(outer.clone()).map(|(yes, outer)| {
            let no = self.temporary(32);
            self.line(&format!("xor.b32 {no}, {yes}, {outer}"));
            no
        });
        self.line(&format!("@!{p} bra {otherwise}"));
        self.mask = yes;
        self.block(4);
        if has_else {
            self.line(&format!("bra {over}"));
        }
        self.place(&otherwise);
        if has_else {
            self.mask = no;
            self.block(4);
            self.place(&over);
        }
        self.mask = outer;
    }

    fn repeat(&mut self) {
        let (head, out) = (self.label(), self.label());
        let (count, source, p) = (self.temporary(32), self.register(Kind::I32), self.temporary(1));
        let outer = self.mask.clone();
        let here = outer.as_ref().map(|outer| {
            let here = self.temporary(32);
            self.line(&format!("mov.b32 {here}, {outer}"));
            here
        });
        let most = self.random.one(&["1", "3", "7", "5"]);
        self.line(&format!("and.b32 {count}, {source}, {most}"));
        if self.random.once_in(3) {
            self.line(".pragma \"nounroll\"");
        }
        self.place(&head);
        self.line(&format!("setp.ne.u32 {p}, {count}, 0"));
        if let Some(here) = &here {
            self.line(&format!("vote.sync.ballot.b32 {here}, {p}, {here}"));
        }
        self.line(&format!("@!{p} bra {out}"));
        self.mask.clone_from(&here);
        self.line(&format!("sub.u32 {count}, {count}, 1"));
        self.block(4);
        if self.random.once_in(3) {
            // Some lanes leave early, or begin the next round early.
            let q = self.condition();
            let leaves = self.random.once_in(2);
            if let (Some(here), true) = (&here, leaves) {
                let gone = self.temporary(32);
                self.line(&format!("vote.sync.ballot.b32 {gone}, {q}, {here}"));
                self.line(&format!("xor.b32 {here}, {here}, {gone}"));
            }
            if leaves || here.is_none() {
                let target = if leaves { &out } else { &head };
                self.line(&format!("@{q} bra {target}"));
            }
            self.block(2);
        }
        self.line(&format!("bra {head}"));
        self.place(&out);
        self.mask = outer;
    }

    fn table(&mut self) {
        let arms = 2 + self.random.below(4);
        let (table, over) = (self.label(), self.label());
        let labels: Vec<String> = (0..arms).map(|_| self.label()).collect();
        let (index, source) = (self.temporary(32), self.register(Kind::I32));
        self.line(&format!("rem.u32 {index}, {source}, {arms}"));
        let outer = self.mask.clone();
        let own = outer.as_ref().map(|outer| {
            let own = self.temporary(32);
            self.line(&format!("match.any.sync.b32 {own}, {index}, {outer}"));
            own
        });
        self.text.push_str(&format!("{table}: .branchtargets {};\n", labels.join(", ")));
        self.line(&format!("brx.idx {index}, {table}"));
        for (at, label) in labels.iter().enumerate() {
            self.place(label);
            self.mask.clone_from(&own);
            self.block(2);
            // Sometimes an arm falls into the next: its lanes are not known there.
            if own.is_some() || at + 1 == arms || !self.random.once_in(3) {
                self.line(&format!("bra {over}"));
            }
        }
        self.place(&over);
        self.mask = outer;
    }

    /// A call, by name or by an address that differs between lanes.
    pub(super) fn call(&mut self) {
        let name = self.random.one(&self.functions.iter().map(String::as_str).collect::<Vec<_>>()).to_owned();
        let (a, b) = (self.register(Kind::I32), self.register(Kind::I64));
        let lanes = self.mask.clone();
        let indirect = self.random.once_in(3);
        // The lanes of an indirect call are those of one callee.
        let mask = if indirect { "0".to_owned() } else { lanes.unwrap_or("0".to_owned()) };
        let target = indirect.then(|| {
            let (one, other, target) = (self.temporary(64), self.temporary(64), self.temporary(64));
            let last = self.functions.last().cloned().unwrap_or_default();
            let p = self.condition();
            self.line(&format!("mov.u64 {one}, {name}"));
            self.line(&format!("mov.u64 {other}, {last}"));
            self.line(&format!("selp.b64 {target}, {one}, {other}, {p}"));
            target
        });
        let (d, e) = (self.temporary(32), self.temporary(64));
        let prototype = self.label();
        self.text.push_str("\t{\n\t.param .b32 pa;\n\t.param .b64 pb;\n\t.param .b64 pin;\n\t.param .b64 pout;\n\t.param .b32 pmask;\n\t.param .b32 pgid;\n\t.param .align 8 .b8 result[16];\n");
        for (parameter, value, ty) in [
            ("pa", a.as_str(), "b32"),
            ("pb", &b, "b64"),
            ("pin", "%in", "b64"),
            ("pout", "%out", "b64"),
            ("pmask", &mask, "b32"),
            ("pgid", "%gid", "b32"),
        ] {
            self.line(&format!("st.param.{ty} [{parameter}], {value}"));
        }
        let arguments = "(pa, pb, pin, pout, pmask, pgid)";
        match target {
            Some(target) => {
                self.text.push_str(&format!(
                    "{prototype}: .callprototype (.param .align 8 .b8 _[16]) _ {FUNCTION_PARAMETERS};\n"
                ));
                self.line(&format!("call (result), {target}, {arguments}, {prototype}"));
            }
            None => self.line(&format!("call (result), {name}, {arguments}")),
        }
        self.line(&format!("ld.param.b32 {d}, [result]"));
        self.line(&format!("ld.param.b64 {e}, [result+8]"));
        self.text.push_str("\t}\n");
        self.take(&d);
        self.result(Kind::I64, &e);
        let own = self.register(Kind::I64);
        self.line(&format!("mov.b64 {own}, {e}"));
    }

    /// Writes a function, which calls no other.
    pub(super) fn function(&mut self, number: usize) -> String {
        let name = format!("f{}_{number}", self.prefix);
        let seed = self.random.u64();
        let mut w = Writer::new(
            self.catalogue,
            self.level,
            format!("{}_{number}", self.prefix),
            super::Random::new(seed),
        );
        // What it stores is the thread's: the next call writes it anew.
        (w.threads, w.traced, w.slot) = (self.threads, self.traced, self.slot);
        w.budget = 3 + w.random.below(10);
        w.depth = 1;
        for (register, parameter, ty) in
            [("%in", "pin", "b64"), ("%out", "pout", "b64"), ("%m0", "pmask", "b32"), ("%gid", "pgid", "b32")]
        {
            w.line(&format!("ld.param.{ty} {register}, [{parameter}]"));
        }
        w.line("mov.u32 %me, %tid.x");
        w.line("mov.u32 %lane, %laneid");
        w.inputs();
        let (a, b) = (w.register(Kind::I32), w.register(Kind::I64));
        w.line(&format!("ld.param.b32 {a}, [pa]"));
        w.line(&format!("ld.param.b64 {b}, [pb]"));
        w.body();
        let (a, b) = (w.register(Kind::I32), w.register(Kind::I64));
        w.line(&format!("st.param.b32 [result], {a}"));
        w.line(&format!("st.param.b64 [result+8], {b}"));
        w.line("ret");
        self.slot = w.slot.min(super::STRIDE / 2);
        let text = format!(
            ".func (.param .align 8 .b8 result[16]) {name}{FUNCTION_DECLARED}\n{{\n{}{}}}\n",
            w.declarations(),
            w.text
        );
        self.functions.push(name);
        text
    }
}

const FUNCTION_DECLARED: &str = "(.param .b32 pa, .param .b64 pb, .param .b64 pin, .param .b64 pout, .param .b32 pmask, .param .b32 pgid)";
const FUNCTION_PARAMETERS: &str =
    "(.param .b32 _, .param .b64 _, .param .b64 _, .param .b64 _, .param .b32 _, .param .b32 _)";
