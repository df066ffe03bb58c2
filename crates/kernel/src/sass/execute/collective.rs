//! Shuffles, votes, matches and reductions of the lanes that execute them together.

use super::decode::{condition, register};
use super::warp::{LANES, PT, PredicateSource, Warp};
use crate::execute::LaneMask;
use crate::sass::machine::{Instruction, Value};

#[derive(Clone, Copy, Debug)]
pub(super) enum From {
    Register(u8),
    Value(u32),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Way {
    Index,
    Up,
    Down,
    Butterfly,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Answer {
    All,
    Any,
    Equal,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reduce {
    Sum,
    And,
    Or,
    Xor,
    Min(bool),
    Max(bool),
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Collective {
    Shuffle { way: Way, destination: u8, predicate: u8, data: u8, lane: From, clamp: From },
    Vote { answer: Answer, destination: Option<u8>, uniform: bool, predicate: u8, of: PredicateSource },
    Match { all: bool, long: bool, destination: u8, predicate: u8, data: u8 },
    Reduce { how: Reduce, destination: u8, data: u8 },
}

pub(super) fn decode(machine: &Instruction) -> Option<Collective> {
    let has = |modifier: &str| machine.has(modifier);
    let register = |name: &str| register(machine, name);
    let predicate = register("p81").or_else(|| register("P81")).unwrap_or(PT);
    let from = |names: [&str; 2]| match machine.operand(names[0]).map(|operand| operand.value) {
        Some(Value::Register(register)) => Some(From::Register(register.index)),
        _ => match machine.operand(names[1])?.value {
            Value::Unsigned(value) => Some(From::Value(value as u32)),
            _ => None,
        },
    };
    Some(match machine.stem {
        "SHFL" => Collective::Shuffle {
            way: match () {
                () if has("IDX") => Way::Index,
                () if has("UP") => Way::Up,
                () if has("DOWN") => Way::Down,
                () => Way::Butterfly,
            },
            destination: register("d")?,
            predicate,
            data: register("R24")?,
            lane: from(["R32", "i53"])?,
            clamp: from(["R64", "i40"])?,
        },
        "VOTE" | "VOTEU" => Collective::Vote {
            answer: match () {
                () if has("ALL") => Answer::All,
                () if has("ANY") => Answer::Any,
                () => Answer::Equal,
            },
            destination: register("d").or_else(|| register("U16")),
            uniform: machine.stem == "VOTEU",
            predicate,
            of: condition(machine, "q87")?,
        },
        "MATCH" => Collective::Match {
            all: has("ALL"),
            long: has("U64"),
            destination: register("d")?,
            predicate,
            data: register("R24")?,
        },
        _ => Collective::Reduce {
            how: match () {
                () if has("OR") => Reduce::Or,
                () if has("XOR") => Reduce::Xor,
                () if has("SUM") => Reduce::Sum,
                () if has("MIN") => Reduce::Min(has("S32")),
                () if has("MAX") => Reduce::Max(has("S32")),
                () => Reduce::And,
            },
            destination: register("U16")?,
            data: register("R24")?,
        },
    })
}

impl Warp {
    fn value(&self, from: From, lane: usize) -> u32 {
        match from {
            From::Register(row) => self.file.rows[usize::from(row)][lane],
            From::Value(value) => value,
        }
    }

    pub fn collective(&mut self, what: Collective, mask: u64) {
        match what {
            Collective::Shuffle { way, destination, predicate, data, lane: by, clamp } => {
                let data = self.file.rows[usize::from(data)];
                let (mut found, mut good) = ([0; LANES], 0);
                for lane in LaneMask(mask).lanes() {
                    let own = lane as u32;
                    let (by, clamp) = (self.value(by, lane) & 31, self.value(clamp, lane));
                    let (limit, segment) = (clamp & 31, clamp >> 8 & 31);
                    let last = own & segment | limit & !segment;
                    let (from, inside) = match way {
                        Way::Up => (own.wrapping_sub(by), own as i32 - by as i32 >= last as i32),
                        Way::Down => (own + by, own + by <= last),
                        Way::Butterfly => (own ^ by, own ^ by <= last),
                        Way::Index => {
                            let from = own & segment | by & !segment;
                            (from, from <= last)
                        }
                    };
                    found[lane] = data[if inside { from as usize & 31 } else { lane }];
                    good |= u64::from(inside) << lane;
                }
                self.file.set(usize::from(destination), &found, mask);
                self.file.set_predicate(predicate, good, mask);
            }
            Collective::Vote { answer, destination, uniform, predicate, of } => {
                let yes = self.holds(of) & mask;
                let holds = match answer {
                    Answer::All => yes == mask,
                    Answer::Any => yes != 0,
                    Answer::Equal => yes == 0 || yes == mask,
                };
                let all = if holds { u64::MAX } else { 0 };
                match uniform {
                    true => {
                        if let Some(row) = destination {
                            self.uniform.set(usize::from(row), &[yes as u32], 1);
                        }
                        self.uniform.set_predicate(predicate, all, 1);
                    }
                    false => {
                        if let Some(row) = destination {
                            self.file.set(usize::from(row), &[yes as u32; LANES], mask);
                        }
                        self.file.set_predicate(predicate, all, mask);
                    }
                }
            }
            Collective::Match { all, long, destination, predicate, data } => {
                let value = |lane: usize| match long {
                    true => self.file.pair(data, lane),
                    false => self.file.rows[usize::from(data)][lane].into(),
                };
                let (mut found, mut equal) = ([0; LANES], 0);
                for lane in LaneMask(mask).lanes() {
                    let own = value(lane);
                    let same =
                        LaneMask(mask).lanes().filter(|&l| value(l) == own).fold(0u64, |m, l| m | 1 << l);
                    let is_all = same == mask;
                    found[lane] = if !all || is_all { same as u32 } else { 0 };
                    equal |= u64::from(is_all) << lane;
                }
                self.file.set(usize::from(destination), &found, mask);
                self.file.set_predicate(predicate, equal, mask);
            }
            Collective::Reduce { how, destination, data } => {
                let data = &self.file.rows[usize::from(data)];
                let total = LaneMask(mask).lanes().map(|lane| data[lane]).reduce(|a, b| match how {
                    Reduce::Sum => a.wrapping_add(b),
                    Reduce::And => a & b,
                    Reduce::Or => a | b,
                    Reduce::Xor => a ^ b,
                    Reduce::Min(true) => (a as i32).min(b as i32) as u32,
                    Reduce::Max(true) => (a as i32).max(b as i32) as u32,
                    Reduce::Min(false) => a.min(b),
                    Reduce::Max(false) => a.max(b),
                });
                if let Some(total) = total {
                    self.uniform.set(usize::from(destination), &[total], 1);
                }
            }
        }
    }
}
