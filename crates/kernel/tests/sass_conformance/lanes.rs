//! Exchanges between the lanes of a warp, of which a predicate leaves some out, against a model of 32 lanes.

use super::encode::{self, Arg};
use super::harness::{ARCHITECTURES, CASES, GENERAL, Stopped, UNIFORM, UNIFORM_PREDICATES, columns, framed};
use crate::conformance::cases::{Rng, integer_value};
use warploom_kernel::sass::machine::{Architecture, Instruction, Row, rows};

const STEMS: [&str; 6] = ["VOTE", "VOTEU", "SHFL", "REDUX", "MATCH", "R2UR"];

/// Registers under test, and predicates: what is asked, the guard, what is answered.
const DATA: u8 = 8;
const LANE: u8 = 10;
const CLAMP: u8 = 12;
const RESULT: u8 = 16;
const ASKED: u8 = 2;
const GUARD: u8 = 6;
const ANSWER: u8 = 3;

pub fn covers(row: &Row) -> bool {
    STEMS.contains(&row.stem)
}

/// Values of a warp, as its lanes have them.
struct Warp<'a> {
    names: &'a [&'static str],
    active: u32,
    data: [u64; 32],
    by: [u32; 32],
    clamp: [u32; 32],
    asked: u32,
}

/// What an instruction delivers.
#[derive(Default)]
struct Delivered {
    /// By lane; none where it may be anything.
    general: Option<[Option<u32>; 32]>,
    predicate: Option<u32>,
    uniform: Option<u32>,
    uniform_predicate: Option<bool>,
}

impl Warp<'_> {
    fn has(&self, name: &str) -> bool {
        self.names.contains(&name)
    }

    fn lanes(&self) -> impl Iterator<Item = usize> {
        let active = self.active;
        (0..32).filter(move |lane| active >> lane & 1 == 1)
    }

    /// PTX's `shfl`.
    fn shuffle(&self) -> Delivered {
        let (mut found, mut inside) = ([None; 32], 0);
        for lane in self.lanes() {
            let own = lane as i64;
            let (by, limit, segment) = (
                i64::from(self.by[lane] & 31),
                i64::from(self.clamp[lane] & 31),
                i64::from(self.clamp[lane] >> 8 & 31),
            );
            let last = own & segment | limit & !segment;
            let first = own & segment;
            let (from, good) = match () {
                () if self.has("UP") => (own - by, own - by >= last),
                () if self.has("DOWN") => (own + by, own + by <= last),
                () if self.has("BFLY") => (own ^ by, own ^ by <= last),
                () => (first | by & !segment, first | by & !segment <= last),
            };
            let from = if good { from as usize } else { lane };
            inside |= u32::from(good) << lane;
            // The value of a lane that does not take part is not defined.
            found[lane] = (self.active >> from & 1 == 1).then(|| self.data[from] as u32);
        }
        Delivered { general: Some(found), predicate: Some(inside), ..Delivered::default() }
    }

    fn vote(&self) -> (u32, bool) {
        let yes = self.asked & self.active;
        let holds = match () {
            () if self.has("ALL") => yes == self.active,
            () if self.has("ANY") => yes != 0,
            () => yes == 0 || yes == self.active,
        };
        (yes, holds)
    }

    fn reduce(&self) -> u32 {
        let values: Vec<u32> = self.lanes().map(|lane| self.data[lane] as u32).collect();
        let signed = || values.iter().map(|&value| value as i32);
        let is_signed = self.has("S32");
        match () {
            () if self.has("OR") => values.iter().fold(0, |all, value| all | value),
            () if self.has("XOR") => values.iter().fold(0, |all, value| all ^ value),
            () if self.has("SUM") => values.iter().map(|&value| u64::from(value)).sum::<u64>() as u32,
            () if self.has("MIN") && is_signed => signed().min().unwrap_or_default() as u32,
            () if self.has("MAX") && is_signed => signed().max().unwrap_or_default() as u32,
            () if self.has("MIN") => values.iter().copied().min().unwrap_or_default(),
            () if self.has("MAX") => values.iter().copied().max().unwrap_or_default(),
            () => values.iter().fold(u32::MAX, |all, value| all & value),
        }
    }

    fn matching(&self) -> Delivered {
        let value =
            |lane: usize| if self.has("U64") { self.data[lane] } else { self.data[lane] & 0xffff_ffff };
        let equal = |lane: usize| {
            self.lanes()
                .filter(|&other| value(other) == value(lane))
                .fold(0u32, |all, other| all | 1 << other)
        };
        let mut found = [None; 32];
        let mut all_equal = 0;
        for lane in self.lanes() {
            let is_all = equal(lane) == self.active;
            all_equal |= u32::from(is_all) << lane;
            found[lane] = Some(if self.has("ANY") || is_all { equal(lane) } else { 0 });
        }
        let predicate = self.has("ALL").then_some(all_equal);
        Delivered { general: Some(found), predicate, ..Delivered::default() }
    }

    fn deliver(&self, stem: &str) -> Delivered {
        let (yes, holds) = self.vote();
        match stem {
            "SHFL" => self.shuffle(),
            "VOTE" => Delivered {
                general: Some([Some(yes); 32]),
                predicate: Some(if holds { u32::MAX } else { 0 }),
                ..Delivered::default()
            },
            "VOTEU" => {
                Delivered { uniform: Some(yes), uniform_predicate: Some(holds), ..Delivered::default() }
            }
            "REDUX" => Delivered { uniform: Some(self.reduce()), ..Delivered::default() },
            "MATCH" => self.matching(),
            // The lowest lane's value.
            _ => Delivered {
                uniform: self.lanes().next().map(|lane| self.data[lane] as u32),
                ..Delivered::default()
            },
        }
    }
}

/// An instruction with its immediates.
struct Drawn {
    word: u128,
    names: Vec<&'static str>,
    lane: Option<u32>,
    clamp: Option<u32>,
    negated: bool,
    guard: Option<bool>,
}

fn draw(row: &Row, sm: Architecture, form: u8, names: Vec<&'static str>, rng: &mut Rng) -> Option<Drawn> {
    let (lane, clamp) = (rng.below(32), rng.pick(&[0x1f, 0, 0x1c03, 0x181f, 0x1e01, 0x100f, 0x7]));
    let negated = rng.below(2) == 0;
    let asked = if negated { Arg::Not(ASKED) } else { Arg::P(ASKED) };
    let data = ("R24", Arg::R(DATA));
    let general = [("d", Arg::R(RESULT)), ("p81", Arg::P(ANSWER))];
    let uniform = [("U16", Arg::U(RESULT))];
    let (by_register, by_value) = (("R32", Arg::R(LANE)), ("i53", Arg::N(lane)));
    let (to_register, to_value) = (("R64", Arg::R(CLAMP)), ("i40", Arg::N(clamp)));
    let choices: Vec<Vec<(&str, Arg)>> = vec![
        [&general[..], &[data, by_register, to_register]].concat(),
        [&general[..], &[data, by_register, to_value]].concat(),
        [&general[..], &[data, by_value, to_register]].concat(),
        [&general[..], &[data, by_value, to_value]].concat(),
        [&general[..], &[("q87", asked)]].concat(),
        [&uniform[..], &[("P81", Arg::Up(ANSWER)), ("q87", asked)]].concat(),
        [&general[..], &[data]].concat(),
        [&general[..1], &[data]].concat(),
        [&uniform[..], &[data]].concat(),
    ];
    let (word, given) =
        choices.iter().find_map(|given| Some((encode::encode(row, sm, form, &names, given)?, given)))?;
    let has = |name: &str| given.iter().any(|(own, _)| *own == name);
    let guard = (rng.below(3) != 0).then(|| rng.below(2) == 0);
    let guard_bits = guard.map_or(7, |negated| u128::from(GUARD) | u128::from(negated) << 3);
    Some(Drawn {
        word: word & !(0xf << 12) | guard_bits << 12,
        names,
        lane: has("i53").then_some(lane as u32),
        clamp: has("i40").then_some(clamp as u32),
        negated,
        guard,
    })
}

fn inputs(rng: &mut Rng) -> Vec<u32> {
    let mut data: Vec<u32> = (0..columns::ALL * CASES).map(|_| rng.bits() as u32).collect();
    for case in 0..CASES {
        let mut set =
            |register: u8, value: u64| data[usize::from(register - GENERAL.0) * CASES + case] = value as u32;
        // Few values, so that some match, and in one warp of four all of them.
        let few = if case / 32 % 4 == 0 { 7 } else { rng.pick(&[7, 7, 9, 1 << 31]) };
        set(DATA, if case / 32 % 2 == 0 { few } else { integer_value(rng, 32) });
        set(DATA + 1, rng.below(2) * u64::from(case / 32 % 8 != 0));
        set(LANE, if rng.below(4) == 0 { rng.bits() } else { rng.below(32) });
        set(CLAMP, rng.pick(&[0x1f, 0, 0x1c03, 0x181f, 0x1e01, 0x100f, 0xffff_ffff, 0x7]));
        data[columns::PREDICATES * CASES + case] = match case / 32 % 5 {
            0 => 0x7f,
            1 => (rng.bits() as u32 & 0x7f) | 1 << ASKED,
            _ => rng.bits() as u32 & 0x7f,
        };
    }
    data
}

/// What all columns are afterwards; none where anything may be.
fn expected(stem: &str, drawn: &Drawn, sm: Architecture, before: &[u32]) -> Vec<Option<u32>> {
    let mut after: Vec<Option<u32>> = before.iter().copied().map(Some).collect();
    let at = |column: usize, case: usize| before[column * CASES + case];
    let register = |register: u8, case: usize| at(usize::from(register - GENERAL.0), case);
    for first in (0..CASES).step_by(32) {
        let predicate = |index: u8| {
            (0..32).fold(0, |all, lane| all | (at(columns::PREDICATES, first + lane) >> index & 1) << lane)
        };
        let warp = Warp {
            names: &drawn.names,
            active: drawn
                .guard
                .map_or(u32::MAX, |negated| if negated { !predicate(GUARD) } else { predicate(GUARD) }),
            data: std::array::from_fn(|lane| {
                u64::from(register(DATA, first + lane)) | u64::from(register(DATA + 1, first + lane)) << 32
            }),
            by: std::array::from_fn(|lane| drawn.lane.unwrap_or(register(LANE, first + lane))),
            clamp: std::array::from_fn(|lane| drawn.clamp.unwrap_or(register(CLAMP, first + lane))),
            asked: if drawn.negated { !predicate(ASKED) } else { predicate(ASKED) },
        };
        let delivered = if warp.active == 0 { Delivered::default() } else { warp.deliver(stem) };
        for lane in 0..32 {
            let case = first + lane;
            let mut set = |column: usize, value: Option<u32>| after[column * CASES + case] = value;
            let is_active = warp.active >> lane & 1 == 1;
            if let Some(found) = delivered.general.filter(|_| is_active) {
                set(usize::from(RESULT - GENERAL.0), found[lane]);
            }
            let held = at(columns::PREDICATES, case);
            if let Some(answer) = delivered.predicate.filter(|_| is_active) {
                set(columns::PREDICATES, Some(held & !(1 << ANSWER) | (answer >> lane & 1) << ANSWER));
            }
            for nth in 0..UNIFORM.1 {
                let own = UNIFORM.0 + nth as u8;
                let leader = if nth < 8 { at(nth, first) } else { 0 };
                set(
                    columns::UNIFORMS + nth,
                    Some(delivered.uniform.filter(|_| own == RESULT).unwrap_or(leader)),
                );
            }
            let any = (first..first + 32).fold(0, |all, case| all | at(columns::PREDICATES, case));
            let mut uniform = any & ((1 << UNIFORM_PREDICATES) - 1);
            if let Some(answer) = delivered.uniform_predicate {
                uniform = uniform & !(1 << ANSWER) | u32::from(answer) << ANSWER;
            }
            // The column has general predicates above the uniform ones.
            set(columns::UNIFORM_PREDICATES, Some(uniform | held & 0x70));
            if sm == Architecture::Sm70 {
                (columns::UNIFORMS..columns::ALL).for_each(|column| set(column, None));
            }
        }
    }
    after
}

pub fn walk() {
    let (mut wrong, mut count) = (Vec::new(), 0);
    for row in rows().iter().filter(|row| covers(row)) {
        let fields = encode::modifiers(row);
        let mut rng =
            Rng::named(&format!("{} {:x} {:x} {:?}", row.stem, row.base, row.forms, row.architectures));
        for sm in ARCHITECTURES.into_iter().filter(|sm| row.architectures.contains(sm)) {
            for form in encode::forms(row, sm) {
                for forced in encode::forced(&fields, 6) {
                    let names = (0..100)
                        .find_map(|_| encode::draw_names(&fields, forced, &mut rng))
                        .expect("modifiers");
                    let is_open = row.stem == "R2UR" && names.contains(&"OR");
                    let Some(drawn) = draw(row, sm, form, names, &mut rng) else {
                        assert!(is_open, "{sm:?} {} form {form} cannot be encoded", row.stem);
                        continue;
                    };
                    count += 1;
                    let before = inputs(&mut rng);
                    let mut after = before.clone();
                    let text = || {
                        Instruction::decode(drawn.word, 0, sm)
                            .map_or_else(|e| e.to_string(), |i| format!("{sm:?} {i}"))
                    };
                    match framed(sm, drawn.word).run(&mut after, 1, CASES as u32) {
                        Err(Stopped::Refused(_)) if is_open => continue,
                        Err(stopped) => wrong.push(format!("{} {stopped:?}", text())),
                        Ok(()) => {
                            let expected = expected(row.stem, &drawn, sm, &before);
                            let differs = (0..after.len())
                                .find(|&at| expected[at].is_some_and(|value| value != after[at]));
                            wrong.extend(differs.map(|at| {
                                let (column, case) = (at / CASES, at % CASES);
                                format!(
                                    "{}: column {column} of case {case}: {:#x} and not {:x?}",
                                    text(),
                                    after[at],
                                    expected[at]
                                )
                            }));
                        }
                    }
                }
            }
        }
    }
    println!("{count} draws");
    assert!(wrong.is_empty(), "{} of {count}\n{}", wrong.len(), wrong.join("\n"));
}
