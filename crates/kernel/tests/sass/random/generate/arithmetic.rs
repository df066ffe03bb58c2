//! Instructions of the catalogue, and sequences of them.

use super::catalogue::Family;
use super::{Kind, Writer};
use warploom_kernel::ptx::ast::mnemonic;
use warploom_kernel::ptx::forms::{Group, OperandRole, OperandType, Parts};
use warploom_kernel::ptx::isa::{Mod, Opcode};

/// Results within a sequence of floating-point instructions, with NaNs of any payload.
type Chain = Vec<(Kind, String)>;

impl Writer<'_> {
    /// One instruction, sometimes for some lanes only.
    pub(super) fn instruction(&mut self) {
        let catalogue = self.catalogue;
        let (family, mods) = catalogue.any(&mut self.random);
        self.write(family, mods, None);
    }

    /// Instructions of floating-point numbers that use each other's results as they are.
    pub(super) fn chain(&mut self) {
        let catalogue = self.catalogue;
        let mut chain = Chain::new();
        for _ in 0..2 + self.random.below(4) {
            let (family, mods) = catalogue.float(&mut self.random);
            self.write(family, mods, Some(&mut chain));
        }
        for (kind, register) in chain {
            self.result(kind, &register);
            let own = self.register(kind);
            let ty = if kind == Kind::Pred { "pred".to_owned() } else { format!("b{}", kind.bits()) };
            self.line(&format!("mov.{ty} {own}, {register}"));
        }
    }

    /// An instruction of the catalogue, with what makes its operands valid, and its results.
    pub(super) fn write(&mut self, family: &Family, mods: &[Mod], mut chain: Option<&mut Chain>) {
        let opcode = family.form.opcode;
        let guard = match chain {
            None if keeps_guard(opcode) && self.random.once_in(5) => {
                let p = self.register(Kind::Pred);
                let not = self.random.one(&["", "!"]);
                format!("@{not}{p} ")
            }
            _ => String::new(),
        };
        // Registers of conversions may be wider than the integer, but for some.
        let narrow =
            opcode != Opcode::Cvt || [Mod::Bf16, Mod::Tf32, Mod::Pack].iter().any(|m| mods.contains(m));
        let (mut operands, mut results, mut has_literal) = (Vec::new(), Vec::new(), false);
        for slot in &family.form.operands {
            if slot.optional && self.random.once_in(2) {
                break;
            }
            operands.push(match slot.role {
                OperandRole::Dst(ty) => {
                    self.destination(narrow, kind(ty, mods), &mut results, chain.is_some())
                }
                OperandRole::DstPair(ty) => {
                    let first = self.destination(narrow, kind(ty, mods), &mut results, chain.is_some());
                    let second = self.register(Kind::Pred);
                    // Comparisons of one half have one result, those of two have two, and `lop3` with a predicate.
                    let pairs =
                        opcode == Opcode::Lop3 || mods.iter().any(|m| matches!(m, Mod::F16x2 | Mod::Bf16x2));
                    let single = mods.iter().any(|m| matches!(m, Mod::F16 | Mod::Bf16));
                    let second = if first == second {
                        if first == "%p0" { "%p1" } else { "%p0" }.to_owned()
                    } else {
                        second
                    };
                    if single || self.random.once_in(2) && !pairs {
                        first
                    } else {
                        results.push((Kind::Pred, second.clone()));
                        format!("{first}|{second}")
                    }
                }
                OperandRole::Src(ty) => {
                    let kind = kind(ty, mods);
                    let is_divisor = operands.len() == 2
                        && matches!(opcode, Opcode::Div | Opcode::Rem)
                        && !kind.is_float();
                    let of_chain = family.is_float.then_some(chain.as_deref()).flatten();
                    // Literals out of range are refused, and those of pairs and of video instructions.
                    let limited =
                        matches!(opcode, Opcode::Bfe | Opcode::Bfi) && matches!(ty, OperandType::Fixed(_));
                    has_literal |= limited
                        || matches!(opcode, Opcode::Shl | Opcode::Shr) && mods.iter().any(|m| m.bits() == 16)
                        // By a large literal, ptxas selects the wrong one.
                        || opcode == Opcode::Slct
                        || family.form.group == Group::Video
                        || mods.iter().any(|m| matches!(m, Mod::U16x2 | Mod::S16x2));
                    match () {
                        () if is_divisor => self.divisor(kind),
                        () if limited => self.byte(),
                        // ptxas takes a length in constant memory from another bank.
                        () if opcode == Opcode::Szext && operands.len() == 2 => self.byte(),
                        // Bits are counted from a place in the word.
                        () if opcode == Opcode::Fns && operands.len() >= 2 => {
                            self.place_of_bit(operands.len() == 3)
                        }
                        () => self.source(kind, of_chain, (opcode, narrow), &mut has_literal),
                    }
                }
                OperandRole::PartDst(_, parts) => {
                    let register = self.register(Kind::I32);
                    results.push((Kind::I32, register.clone()));
                    let selector = self.selector(parts).0;
                    let all = parts != Parts::One && self.random.once_in(2);
                    format!("{register}{}", if all { "" } else { selector })
                }
                OperandRole::PartSrc(_, parts, negatable) => {
                    // At most one is negated.
                    let minus = negatable
                        && !operands.iter().any(|o: &String| o.starts_with('-'))
                        && self.random.once_in(4);
                    let selector = self.selector(parts).1;
                    let register = self.register(Kind::I32);
                    let selector = if self.random.once_in(2) { "" } else { selector };
                    format!("{}{register}{selector}", if minus { "-" } else { "" })
                }
                OperandRole::SrcPred(negatable) => {
                    let p = self.register(Kind::Pred);
                    // In a loop, ptxas forgets what a predicate becomes that is set by its own negation.
                    let is_own = operands.first().is_some_and(|d: &String| d.split('|').any(|d| d == p));
                    format!("{}{p}", if negatable && !is_own { self.random.one(&["", "!"]) } else { "" })
                }
                OperandRole::Immediate => self.random.below(256).to_string(),
                role => panic!("{role:?} of an instruction that computes"),
            });
        }
        self.line(&format!("{guard}{} {}", mnemonic(opcode, mods), operands.join(", ")));
        for (kind, register) in results {
            match &mut chain {
                Some(chain) => chain.push((kind, register)),
                None => self.result(kind, &register),
            }
        }
    }

    fn destination(&mut self, narrow: bool, kind: Kind, results: &mut Chain, is_new: bool) -> String {
        let kind = self.wider(narrow, kind);
        let register = if is_new { self.temporary(kind.bits()) } else { self.register(kind) };
        results.push((kind, register.clone()));
        register
    }

    fn wider(&mut self, narrow: bool, kind: Kind) -> Kind {
        match kind {
            _ if narrow => kind,
            Kind::I16 if self.random.once_in(2) => Kind::I32,
            Kind::I16 | Kind::I32 if self.random.once_in(6) => Kind::I64,
            _ => kind,
        }
    }

    fn source(
        &mut self,
        kind: Kind,
        chain: Option<&Chain>,
        (opcode, narrow): (Opcode, bool),
        has_literal: &mut bool,
    ) -> String {
        if let Some(chain) = chain {
            let same: Vec<&String> = chain.iter().filter(|(k, _)| *k == kind).map(|(_, r)| r).collect();
            if !same.is_empty() && !self.random.once_in(3) {
                return same[self.random.below(same.len())].clone();
            }
        }
        let kind = self.wider(narrow, kind);
        if self.random.once_in(8)
            && !*has_literal
            && matches!(kind, Kind::I32 | Kind::I64 | Kind::F32 | Kind::F64)
            && opcode != Opcode::Cvt
        {
            *has_literal = true;
            return self.literal(kind);
        }
        match kind {
            // Any bits.
            Kind::F32 | Kind::F64 | Kind::F16 | Kind::Bf16 | Kind::F16x2 | Kind::Bf16x2
                // The magnitude of a number that is all ones is 1 for ptxas.
                if opcode != Opcode::Abs && self.random.once_in(16) =>
            {
                self.register(Kind::of_bits(kind.bits()))
            }
            kind => self.register(kind),
        }
    }

    pub(super) fn literal(&mut self, kind: Kind) -> String {
        const F32: [u32; 8] =
            [0, 0x8000_0000, 0x3f80_0000, 0xbf80_0000, 0x7f80_0000, 0x0000_0001, 0x7f7f_ffff, 0x4b80_0001];
        match kind {
            Kind::F32 => format!(
                "0f{:08X}",
                if self.random.once_in(2) {
                    F32[self.random.below(8)]
                } else {
                    self.random.u32() & 0xbfff_ffff
                }
            ),
            Kind::F64 => {
                let bits = match self.random.below(3) {
                    0 => f64::from(f32::from_bits(F32[self.random.below(8)])).to_bits(),
                    1 => self.random.u64() >> 32 << 32 & 0xbfff_ffff_ffff_ffff,
                    _ => self.random.u64() & 0xbfff_ffff_ffff_ffff,
                };
                format!("0d{bits:016X}")
            }
            _ => match self.random.below(6) {
                0 => self.random.below(70).to_string(),
                1 => format!("-{}", 1 + self.random.below(70)),
                2 => (1u64 << self.random.below(kind.bits() as usize - 1)).to_string(),
                3 => ((1u64 << (kind.bits() - 1)) - 1).to_string(),
                4 if kind == Kind::I64 => (self.random.u64() >> 1).to_string(),
                _ => (self.random.u32() >> 1).to_string(),
            },
        }
    }

    /// A divisor that is neither zero nor minus one: what these give is the machine's.
    fn divisor(&mut self, kind: Kind) -> String {
        let bits = kind.bits();
        let (register, divisor) = (self.register(kind), self.temporary(bits));
        let shift = self.random.below(bits as usize - 1);
        self.line(&format!("shr.s{bits} {divisor}, {register}, {shift}"));
        self.line(&format!("or.b{bits} {divisor}, {divisor}, 1"));
        let (p, other) = (self.temporary(1), self.temporary(bits));
        self.line(&format!("setp.eq.s{bits} {p}, {divisor}, -1"));
        self.line(&format!("selp.b{bits} {other}, 3, {divisor}, {p}"));
        other
    }

    /// A position or a length, of which the manual reads 8 bits: ptxas's code for 64 bits reads all.
    fn byte(&mut self) -> String {
        let (source, byte) = (self.register(Kind::I32), self.temporary(32));
        let most = self.random.one(&["255", "63", "31"]);
        self.line(&format!("and.b32 {byte}, {source}, {most}"));
        byte
    }

    /// The place of a bit, or a number of bits to the left or the right.
    fn place_of_bit(&mut self, is_signed: bool) -> String {
        let (source, bit) = (self.register(Kind::I32), self.temporary(32));
        match is_signed {
            true => self.line(&format!("shr.s32 {bit}, {source}, 26")),
            false => self.line(&format!("and.b32 {bit}, {source}, 31")),
        }
        bit
    }

    fn selector(&mut self, parts: Parts) -> (&'static str, &'static str) {
        let all: &[(&str, &str)] = match parts {
            Parts::Whole => &[("", "")],
            Parts::One => &[
                (".b0", ".b0"),
                (".b1", ".b1"),
                (".b2", ".b3"),
                (".b3", ".b2"),
                (".h0", ".h0"),
                (".h1", ".h1"),
            ],
            Parts::Halves => &[(".h0", ".h01"), (".h1", ".h32"), (".h10", ".h13"), (".h10", ".h10")],
            Parts::Bytes => {
                &[(".b3", ".b7654"), (".b310", ".b0123"), (".b3210", ".b7070"), (".b21", ".b3210")]
            }
        };
        all[self.random.below(all.len())]
    }

    /// Additions, subtractions and products of numbers of several registers.
    pub(super) fn carries(&mut self) {
        let kind = if self.random.once_in(3) { Kind::I64 } else { Kind::I32 };
        let ty = format!("{}{}", self.random.one(&["u", "s"]), kind.bits());
        let operation = self.random.one(&["add", "sub", "mad"]);
        let many = 1 + self.random.below(3);
        let mut results = Vec::new();
        for at in 0..=many {
            let mut has_literal = false;
            let sources: Vec<String> = (0..if operation == "mad" { 3 } else { 2 })
                .map(|_| self.source(kind, None, (Opcode::Addc, true), &mut has_literal))
                .collect();
            let name = match (operation, at) {
                ("mad", 0) => self.random.one(&["mad.lo.cc", "mad.hi.cc"]).to_owned(),
                (_, 0) => format!("{operation}.cc"),
                ("mad", _) => format!("madc.{}", self.random.one(&["lo", "hi"])),
                _ => format!("{operation}c"),
            };
            let cc = if at > 0 && at < many { ".cc" } else { "" };
            let d = self.temporary(kind.bits());
            self.line(&format!("{name}{cc}.{ty} {d}, {}", sources.join(", ")));
            results.push(d);
        }
        for d in results {
            self.result(kind, &d);
            let own = self.register(kind);
            self.line(&format!("mov.b{} {own}, {d}", kind.bits()));
        }
    }
}

/// The kind of an operand.
fn kind(ty: OperandType, mods: &[Mod]) -> Kind {
    let types: Vec<Mod> = mods.iter().copied().filter(|m| m.is_type()).collect();
    let last = types.last().copied().unwrap_or(Mod::B32);
    match ty {
        OperandType::Fixed(m) => Kind::of(m),
        OperandType::Nth(n) => Kind::of(types.get(n).copied().unwrap_or(last)),
        OperandType::Last => Kind::of(last),
        OperandType::Wide => Kind::of_bits(2 * last.bits()),
    }
}

/// Whether ptxas has an instruction for this one. It ignores the guards of those of which it makes several: `@%p set`, `@%p testp`.
fn keeps_guard(opcode: Opcode) -> bool {
    use Opcode::*;
    matches!(
        opcode,
        Add | Sub | Mul | Mad | Fma | And | Or | Xor | Not | Shl | Shr | Mov | Selp | Prmt | Popc
    )
}
