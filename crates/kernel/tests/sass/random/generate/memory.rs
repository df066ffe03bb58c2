//! Loads, stores and atomics.

use super::{BLOB, CELLS, Kind, REGION, Writer};

/// Cells in shared memory that all threads of a CTA change.
pub(super) const SHARED_CELLS: u32 = 16;

/// What atomics of a cell do.
const UPDATES: [&str; 21] = [
    "add.u32", "add.s32", "add.u64", "add.f32", "add.f64", "min.u32", "min.s32", "min.u64", "min.s64",
    "max.u32", "max.s32", "max.u64", "max.s64", "and.b32", "or.b32", "xor.b32", "and.b64", "or.b64",
    "xor.b64", "inc.u32", "dec.u32",
];

impl Writer<'_> {
    pub(super) fn choose_cells(&mut self) {
        for (at, count) in [CELLS, SHARED_CELLS].into_iter().enumerate() {
            let mut updates: Vec<&'static str> = UPDATES.to_vec();
            updates.push("add.noftz.f16x2");
            if self.level >= 90 {
                updates.push("add.noftz.bf16x2");
            }
            self.cells[at] = (0..count).map(|_| self.random.one(&updates)).collect();
        }
    }

    /// Fills the thread's part of shared memory and its local memory, and the cells of the CTA.
    pub(super) fn prepare_memory(&mut self) {
        let (own, p) = (self.own_room(), self.temporary(1));
        let words: Vec<String> = (0..4).map(|_| self.temporary(32)).collect();
        for word in &words {
            let factor = self.random.u32() >> 1;
            self.line(&format!("mul.lo.u32 {word}, %gid, {factor}"));
        }
        let vector = format!("{{{}}}", words.join(", "));
        for at in (0..48).step_by(16) {
            self.line(&format!("st.shared.v4.b32 [{own}+{at}], {vector}"));
        }
        for at in (0..64).step_by(16) {
            self.line(&format!("st.local.v4.b32 [stack+{at}], {vector}"));
        }
        let (cell, zero) = (self.temporary(32), self.temporary(64));
        let room = self.room();
        self.line(&format!("mov.u64 {zero}, 0"));
        self.line(&format!("setp.lt.u32 {p}, %me, {SHARED_CELLS}"));
        self.line(&format!("mov.u32 {cell}, {room}"));
        self.line(&format!("mad.lo.u32 {cell}, %me, 8, {cell}"));
        self.line(&format!("@{p} st.shared.b64 [{cell}], {zero}"));
        self.line("bar.sync 0");
    }

    pub(super) fn room(&self) -> String {
        format!("room{}", self.prefix)
    }

    /// The address of the 48 bytes of shared memory that only the thread uses.
    fn own_room(&mut self) -> String {
        let own = self.temporary(32);
        let room = self.room();
        self.line(&format!("mov.u32 {own}, {room}"));
        self.line(&format!("mad.lo.u32 {own}, %me, 48, {own}"));
        self.line(&format!("add.u32 {own}, {own}, {}", SHARED_CELLS * 8));
        own
    }

    pub(super) fn memory(&mut self) {
        if !self.is_kernel {
            return self.load_global();
        }
        match self.random.below(12) {
            0..=2 => self.load_global(),
            3 => self.load_table(),
            4 => self.load_parameter(),
            5 | 6 => self.exchange_with_itself(true),
            7 | 8 => self.exchange_with_itself(false),
            9 => self.own_atomic(),
            _ => self.atomic(),
        }
    }

    /// A type in memory, the bytes of a vector of it, and the registers of that vector.
    fn element(&mut self) -> (String, u32, Vec<(Kind, String)>) {
        let types: [(&str, u32, &[Kind]); 14] = [
            ("u8", 1, &[Kind::I16, Kind::I32, Kind::I64]),
            ("s8", 1, &[Kind::I16, Kind::I32, Kind::I64]),
            ("b8", 1, &[Kind::I16, Kind::I32]),
            ("u16", 2, &[Kind::I16, Kind::I32, Kind::I64]),
            ("s16", 2, &[Kind::I16, Kind::I32, Kind::I64]),
            ("b16", 2, &[Kind::I16]),
            ("u32", 4, &[Kind::I32, Kind::I64]),
            ("s32", 4, &[Kind::I32, Kind::I64]),
            ("b32", 4, &[Kind::I32]),
            ("b64", 8, &[Kind::I64]),
            ("u64", 8, &[Kind::I64]),
            ("s64", 8, &[Kind::I64]),
            ("f32", 4, &[Kind::F32]),
            ("f64", 8, &[Kind::F64]),
        ];
        let (ty, bytes, kinds) = types[self.random.below(14)];
        let many = match self.random.below(4) {
            0 => 2,
            1 if bytes <= 4 => 4,
            _ => 1,
        };
        // Elements that are extended with their sign are signed for ptxas in all that follows.
        let many = if ty == "s8" || ty == "s16" { 1 } else { many };
        let kind = kinds[self.random.below(kinds.len())];
        let registers = (0..many).map(|_| (kind, self.temporary(kind.bits()))).collect();
        let vector = if many == 1 { String::new() } else { format!(".v{many}") };
        (format!("{vector}.{ty}"), bytes * many, registers)
    }

    fn named(registers: &[(Kind, String)]) -> String {
        let names: Vec<&str> = registers.iter().map(|(_, name)| name.as_str()).collect();
        if names.len() == 1 { names.concat() } else { format!("{{{}}}", names.join(", ")) }
    }

    fn take_all(&mut self, registers: Vec<(Kind, String)>) {
        for (kind, register) in registers {
            self.result(kind, &register);
            let own = self.register(kind);
            self.line(&format!("mov.b{} {own}, {register}", kind.bits()));
        }
    }

    fn load_global(&mut self) {
        let (ty, bytes, registers) = self.element();
        let (index, address, from) = (self.temporary(32), self.temporary(64), self.register(Kind::I32));
        let offset = self.random.below(5) as u32 * REGION;
        self.line(&format!("and.b32 {index}, {from}, {}", REGION / bytes - 1));
        self.line(&format!("mad.wide.u32 {address}, {index}, {bytes}, %in"));
        let how = self.random.one(&[
            "",
            ".global",
            ".global",
            ".global.nc",
            ".volatile.global",
            ".relaxed.gpu.global",
            ".global.ca",
        ]);
        self.line(&format!("ld{how}{ty} {}, [{address}+{offset}]", Self::named(&registers)));
        self.take_all(registers);
    }

    fn load_table(&mut self) {
        let (ty, bytes, registers) = self.element();
        let names = Self::named(&registers);
        let offset = self.random.below(256 / bytes as usize) as u32 * bytes;
        if self.random.once_in(3) {
            self.line(&format!("ld.const{ty} {names}, [table+{offset}]"));
            return self.take_all(registers);
        }
        let (index, address, from) = (self.temporary(64), self.temporary(64), self.register(Kind::I64));
        self.line(&format!("and.b64 {index}, {from}, {}", 256 / bytes - 1));
        self.line(&format!("mul.lo.u64 {index}, {index}, {bytes}"));
        self.line(&format!("mov.u64 {address}, table"));
        let generic = self.random.once_in(3);
        if generic {
            self.line(&format!("cvta.const.u64 {address}, {address}"));
        }
        self.line(&format!("add.u64 {address}, {address}, {index}"));
        let space = if generic { "" } else { ".const" };
        self.line(&format!("ld{space}{ty} {names}, [{address}]"));
        self.take_all(registers);
    }

    fn load_parameter(&mut self) {
        let (ty, bytes, registers) = self.element();
        let offset = self.random.below((BLOB / bytes) as usize) as u32 * bytes;
        self.line(&format!("ld.param{ty} {}, [blob+{offset}]", Self::named(&registers)));
        self.take_all(registers);
    }

    /// Stores to the thread's own shared or local memory and loads from it, with other widths and addresses.
    fn exchange_with_itself(&mut self, local: bool) {
        let generic = self.random.once_in(4);
        let (base, size) = (self.temporary(64), if local { 64 } else { 32 });
        if local {
            self.line(&format!("mov.u64 {base}, stack"));
        } else {
            let own = self.own_room();
            self.line(&format!("cvt.u64.u32 {base}, {own}"));
        }
        let space = if local { "local" } else { "shared" };
        if generic {
            self.line(&format!("cvta.{space}.u64 {base}, {base}"));
        }
        let named = if generic { String::new() } else { format!(".{space}") };
        let fixed = self.random.once_in(3);
        let address = |w: &mut Self, bytes: u32| {
            if fixed {
                return format!("{base}+{}", w.random.below((size / bytes) as usize) as u32 * bytes);
            }
            let (index, address, from) = (w.temporary(64), w.temporary(64), w.register(Kind::I32));
            w.line(&format!("cvt.u64.u32 {index}, {from}"));
            w.line(&format!("and.b64 {index}, {index}, {}", size / bytes - 1));
            w.line(&format!("mad.lo.u64 {address}, {index}, {bytes}, {base}"));
            address
        };
        for _ in 0..1 + self.random.below(3) {
            let (ty, bytes, registers) = self.element();
            let at = address(self, bytes);
            let sources: Vec<(Kind, String)> =
                registers.iter().map(|(kind, _)| (*kind, self.register(*kind))).collect();
            self.line(&format!("st{named}{ty} [{at}], {}", Self::named(&sources)));
        }
        let (ty, bytes, registers) = self.element();
        let at = address(self, bytes);
        self.line(&format!("ld{named}{ty} {}, [{at}]", Self::named(&registers)));
        if self.random.once_in(4) {
            let p = self.temporary(1);
            let asked = self.random.one(&["global", "shared", "local"]);
            if generic {
                self.line(&format!("isspacep.{asked} {p}, {base}"));
                self.take_predicate(&p);
            }
        }
        self.take_all(registers);
    }

    /// An atomic of a cell of the thread, which has what it returns.
    fn own_atomic(&mut self) {
        let shared = self.random.once_in(2);
        let (update, bits) = match self.random.below(5) {
            0 => ("exch.b32", 32),
            1 => ("exch.b64", 64),
            2 => ("cas.b32", 32),
            3 => ("cas.b64", 64),
            _ => {
                let update = self.random.one(&UPDATES);
                (update, if update.ends_with("64") { 64 } else { 32 })
            }
        };
        let kind = match () {
            () if update.ends_with("f32") => Kind::F32,
            () if update.ends_with("f64") => Kind::F64,
            () => Kind::of_bits(bits),
        };
        let address = self.temporary(64);
        if shared {
            let own = self.own_room();
            self.line(&format!("cvt.u64.u32 {address}, {own}"));
            self.line(&format!("add.u64 {address}, {address}, 32"));
        } else {
            self.slot = self.slot.next_multiple_of(8).min(super::STRIDE - 8);
            let at = self.slot;
            self.slot += 8;
            self.line(&format!("add.u64 {address}, %out, {at}"));
        }
        let space = if shared { ".shared" } else { self.random.one(&["", ".global"]) };
        let d = self.temporary(bits);
        let mut sources = vec![self.register(kind)];
        if update.starts_with("cas") {
            if self.random.once_in(2) {
                // What is there.
                self.line(&format!("ld{space}.b{bits} {d}, [{address}]"));
                sources.insert(0, d.clone());
            } else {
                sources.insert(0, self.register(kind));
            }
        }
        if kind.is_float() {
            // Sums of shared memory are loops of their own, which keep payloads.
            sources = vec![self.small(kind, "%lane")];
            let zero = self.temporary(bits);
            self.line(&format!("mov.b{bits} {zero}, 0"));
            self.line(&format!("st{space}.b{bits} [{address}], {zero}"));
        }
        let order = self.random.one(&["", ".relaxed.gpu", ".acq_rel.cta"]);
        self.line(&format!("atom{order}{space}.{update} {d}, [{address}], {}", sources.join(", ")));
        self.take_all(vec![(kind, d)]);
    }

    /// A register with a small whole number of a floating-point kind, of which all sums are exact.
    fn small(&mut self, kind: Kind, from: &str) -> String {
        let (word, d) = (self.temporary(32), self.temporary(kind.bits()));
        self.line(&format!("and.b32 {word}, {from}, 3"));
        match kind {
            Kind::F32 | Kind::F64 => self.line(&format!("cvt.rn.f{}.u32 {d}, {word}", kind.bits())),
            _ => {
                let (half, ty) = (self.temporary(16), if kind == Kind::F16x2 { "f16" } else { "bf16" });
                self.line(&format!("cvt.rn.{ty}.u32 {half}, {word}"));
                self.line(&format!("mov.b32 {d}, {{{half}, {half}}}"));
            }
        }
        d
    }

    /// An atomic of a cell that all threads change in the same way.
    fn atomic(&mut self) {
        let shared = self.random.once_in(2);
        let set = usize::from(shared);
        let cell = self.random.below(self.cells[set].len());
        let update = self.cells[set][cell];
        let bits = if update.ends_with("64") { 64 } else { 32 };
        let from = self.register(Kind::I32);
        let source = match update {
            "inc.u32" | "dec.u32" => (13 + 7 * cell).to_string(),
            _ if update.ends_with("bf16x2") => self.small(Kind::Bf16x2, &from),
            _ if update.ends_with("f16x2") => self.small(Kind::F16x2, &from),
            _ if update.ends_with("f32") => self.small(Kind::F32, &from),
            _ if update.ends_with("f64") => self.small(Kind::F64, &from),
            _ if update == "add.u32" && self.random.once_in(3) => "1".to_owned(),
            _ => self.register(Kind::of_bits(bits)),
        };
        let address = if shared {
            let room = self.room();
            format!("{room}+{}", 8 * cell)
        } else {
            format!("%cells+{}", 8 * cell)
        };
        let space = if shared { ".shared" } else { self.random.one(&["", ".global", ".global"]) };
        if self.random.once_in(2) {
            let order = self.random.one(&["", ".relaxed.gpu", ".release.cta"]);
            return self.line(&format!("red{order}{space}.{update} [{address}], {source}"));
        }
        let d = self.temporary(bits);
        self.line(&format!("atom{space}.{update} {d}, [{address}], {source}"));
    }
}
