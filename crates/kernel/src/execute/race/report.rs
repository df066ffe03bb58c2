//! Races that were found: collected while a launch runs, and described at its end.

use super::role::OrderedProgram;
use super::shadow::Stamp;
use crate::execute::launch::coordinates;
use crate::execute::{FaultLocation, Memory};
use crate::names::variable_name;
use crate::program::{Pc, Space};
use std::collections::BTreeMap;
use std::fmt;

/// Grid, block and lanes per warp of a launch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Geometry {
    pub grid: [u32; 3],
    pub block: [u32; 3],
    pub lanes: usize,
}

impl Geometry {
    /// Warps of a CTA.
    pub fn warps(&self) -> usize {
        (self.block.iter().product::<u32>() as usize).div_ceil(self.lanes)
    }

    fn cta(&self, number: u64) -> [u32; 3] {
        coordinates(number, self.grid)
    }

    fn thread(&self, warp: usize, lane: usize) -> [u32; 3] {
        coordinates((warp * self.lanes + lane) as u64, self.block)
    }
}

/// Bytes that two accesses have in common.
#[derive(Clone, Copy, Debug)]
pub(super) struct RacyAddress {
    pub space: Space,
    pub address: u64,
    pub bytes: u32,
}

/// Races by the two instructions, the earlier one in the program first, and the kinds of their accesses.
#[derive(Debug, Default)]
pub(super) struct FoundRaces {
    all: BTreeMap<[(u32, RaceKind); 2], FoundRace>,
}

#[derive(Debug)]
struct FoundRace {
    /// Number of other pairs of instructions found before.
    number: usize,
    /// The first two accesses, in order of execution.
    accesses: [Stamp; 2],
    at: RacyAddress,
    count: u64,
}

impl FoundRaces {
    #[cold]
    pub fn add(&mut self, first: Stamp, second: Stamp, at: RacyAddress) {
        let mut key = [first, second].map(|stamp| (stamp.pc, RaceKind::of(stamp)));
        key.sort_unstable();
        let number = self.all.len();
        let found = FoundRace { number, accesses: [first, second], at, count: 0 };
        self.all.entry(key).or_insert(found).count += 1;
    }

    /// Describes the races, in order of their first occurrence. Pairs of instructions of the same two source lines are one.
    pub fn report(&self, program: &dyn OrderedProgram, geometry: &Geometry, memory: &Memory) -> Races {
        let mut all: Vec<&FoundRace> = self.all.values().collect();
        all.sort_unstable_by_key(|found| found.number);
        let mut races = Races::default();
        let mut known: BTreeMap<_, Option<usize>> = BTreeMap::new();
        for found in all {
            let [first, second] = found.accesses.map(|stamp| access(stamp, program, geometry));
            let mut key = [first.key(), second.key()];
            key.sort_unstable();
            match known.get(&key) {
                Some(&Some(at)) => races.distinct[at].count += found.count,
                Some(None) => {}
                None if races.distinct.len() == Races::MOST => {
                    known.insert(key, None);
                    races.omitted += 1;
                }
                None => {
                    known.insert(key, Some(races.distinct.len()));
                    let RacyAddress { space, address, bytes } = found.at;
                    let variable = variable(program, memory, found.at);
                    let [a, b] = found.accesses;
                    // Other accesses of one warp are ordered.
                    let in_one_store = a.same_agent(b) && !a.kind().is_copy();
                    let count = found.count;
                    races.distinct.push(Race {
                        space,
                        address,
                        bytes,
                        variable,
                        first,
                        second,
                        in_one_store,
                        count,
                    });
                }
            }
        }
        races
    }
}

fn access(stamp: Stamp, program: &dyn OrderedProgram, geometry: &Geometry) -> RaceAccess {
    let warps = geometry.warps();
    let thread = geometry.thread(stamp.slot() % warps, stamp.lane());
    let location = program.location(Pc(stamp.pc), geometry.cta(stamp.cta()), thread);
    let strong = stamp.kind().is_strong();
    RaceAccess {
        kind: RaceKind::of(stamp),
        copy: stamp.kind().is_copy(),
        strong,
        location: Box::new(location),
    }
}

/// The variable or allocation that contains the address.
fn variable(program: &dyn OrderedProgram, memory: &Memory, at: RacyAddress) -> Option<RaceVariable> {
    let RacyAddress { space, address, .. } = at;
    if space != Space::Shared {
        let (name, offset) = memory.name_at(address)?;
        return Some(RaceVariable { name: name.to_owned(), offset });
    }
    let (variables, dynamic) = program.shared_memory();
    let holds = |start: u32, size: u32| address.wrapping_sub(start.into()) < size.into();
    if let Some(found) = variables.iter().find(|v| holds(v.offset, v.size)) {
        let (name, offset) = (variable_name(&found.name), address - u64::from(found.offset));
        return Some(RaceVariable { name: name.to_owned(), offset });
    }
    let offset = address.checked_sub(dynamic.into())?;
    Some(RaceVariable { name: "dynamic shared memory".to_owned(), offset })
}

/// What an access does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum RaceKind {
    Read,
    Write,
    /// It reads and writes at once.
    Atomic,
}

impl RaceKind {
    fn of(stamp: Stamp) -> RaceKind {
        match stamp.kind() {
            kind if kind.is_atomic() => RaceKind::Atomic,
            kind if kind.writes() => RaceKind::Write,
            _ => RaceKind::Read,
        }
    }

    /// Its name: `read`, `write` or `atomic`.
    pub fn name(self) -> &'static str {
        match self {
            RaceKind::Read => "read",
            RaceKind::Write => "write",
            RaceKind::Atomic => "atomic",
        }
    }
}

/// One of the two accesses of a race.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RaceAccess {
    /// What it does.
    pub kind: RaceKind,
    /// Whether an asynchronous copy makes the access.
    pub copy: bool,
    /// Whether it is atomic, volatile or has a memory order.
    pub strong: bool,
    /// Instruction, CTA and thread.
    pub location: Box<FaultLocation>,
}

impl RaceAccess {
    fn key(&self) -> (Option<(String, u64)>, u32, RaceKind) {
        let line = if self.location.source.is_some() { 0 } else { self.location.line };
        (self.location.source.clone(), line, self.kind)
    }

    /// The access in a few words: `write by CTA (0,0,0), thread (32,0,0)`.
    pub fn who(&self) -> String {
        let ([a, b, c], [x, y, z]) = (self.location.cta, self.location.thread);
        let copy = if self.copy { " of an asynchronous copy" } else { "" };
        format!("{}{copy} by CTA ({a},{b},{c}), thread ({x},{y},{z})", self.kind.name())
    }

    /// Its source line, or else its line in the PTX.
    pub fn place(&self) -> String {
        match &self.location.source {
            Some((file, line)) => format!("{file}:{line}"),
            None => self.location.in_code(),
        }
    }
}

/// A variable or allocation, and an offset in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RaceVariable {
    pub name: String,
    /// Bytes from its start to the address.
    pub offset: u64,
}

/// Two accesses that race, as an example for all of their source lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Race {
    /// [`Space::Shared`] or [`Space::Global`].
    pub space: Space,
    /// First byte that both accesses have in common.
    pub address: u64,
    /// Number of bytes in common, within a word of four bytes.
    pub bytes: u32,
    /// The variable or allocation that contains the address, if it is known.
    pub variable: Option<RaceVariable>,
    /// The access that was executed first.
    pub first: RaceAccess,
    pub second: RaceAccess,
    /// Whether both accesses are lanes of one store, which write different values.
    pub in_one_store: bool,
    /// Accesses to words with a race of these two lines and kinds.
    pub count: u64,
}

impl Race {
    /// The same race with the C++ names of kernel and functions, for a message. Records have the symbols.
    pub fn readable(&self) -> Race {
        let mut readable = self.clone();
        for access in [&mut readable.first, &mut readable.second] {
            *access.location = access.location.readable();
        }
        readable
    }

    /// The memory: space, variable and address.
    pub fn memory(&self) -> String {
        let (space, address) = (self.space, self.address);
        match &self.variable {
            Some(RaceVariable { name, offset }) => {
                format!("{space} memory, `{name}` + {offset} ({address:#x})")
            }
            None => format!("{space} memory, address {address:#x}"),
        }
    }

    /// What the program should do instead.
    pub fn remedy(&self) -> &'static str {
        let (a, b) = (&self.first, &self.second);
        match () {
            () if self.in_one_store => {
                "lanes of one store write different values: let one lane write, or use an atomic"
            }
            () if a.location.cta != b.location.cta && a.strong && b.strong => {
                "their scope is the CTA, and they are of different CTAs: use the scope of the GPU"
            }
            () if a.location.cta != b.location.cta && (a.strong || b.strong) => {
                "threads of different CTAs, and only one of the accesses is atomic or volatile: make both atomic"
            }
            () if a.location.cta != b.location.cta => {
                "threads of different CTAs: use an atomic, a fence and a flag, or separate launches"
            }
            () if (a.copy || b.copy) => {
                "the copy may still be in flight: wait for it, then let the CTA synchronise (`__syncthreads()`)"
            }
            () if a.strong || b.strong => {
                "only one of the accesses is atomic or volatile: make both atomic, or add `__syncthreads()` between them, also from one iteration to the next"
            }
            () if a.place() == b.place() => {
                "no barrier orders these accesses: use an atomic if the threads update one word, or add `__syncthreads()` between reading and writing, also from one iteration to the next"
            }
            () => {
                "no barrier orders these accesses: add `__syncthreads()` between them, also from one iteration to the next"
            }
        }
    }
}

impl fmt::Display for Race {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kernel = &self.first.location.kernel;
        write!(f, "data race in kernel `{kernel}`: {}", self.memory())?;
        for access in [&self.first, &self.second] {
            write!(f, "\n  {}: {}", access.place(), access.who())?;
        }
        match self.count - 1 {
            0 => {}
            1 => write!(f, "\n  and 1 more access of these lines")?,
            more => write!(f, "\n  and {more} more accesses of these lines")?,
        }
        write!(f, "\n  {}", self.remedy())
    }
}

/// Data races of a launch.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Races {
    /// One for each two source lines and kinds of access, in order of their first occurrence; at most [`Races::MOST`].
    pub distinct: Vec<Race>,
    /// Further pairs of lines.
    pub omitted: u64,
}

impl Races {
    /// Maximum number of pairs of lines.
    pub const MOST: usize = 20;

    /// Whether there is no race.
    pub fn is_empty(&self) -> bool {
        self.distinct.is_empty()
    }
}
