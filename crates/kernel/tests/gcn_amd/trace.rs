//! Traces: what each wavefront executed, and the comparison with an execution.

use super::launch::hex;
use std::collections::BTreeMap;
use warploom_kernel::class::Class;
use warploom_kernel::code::{AccessKind, Code, Effect};
use warploom_kernel::execute::{CtaId, ExecutedInstruction, LaneMask, Listener};

/// An executed instruction of a wavefront.
#[derive(Debug)]
pub struct TraceLine<'a> {
    /// Byte offset in the listing.
    offset: u64,
    kind: char,
    access: &'a str,
}

/// The wavefronts of a trace by launch, work-group and number in the launch.
pub type Waves<'a> = BTreeMap<(u32, u64, u32), Vec<TraceLine<'a>>>;

/// Reads a trace.
pub fn waves(text: &str) -> Waves<'_> {
    let mut waves = Waves::new();
    let mut wave = None;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        if let Some(rest) = line.strip_prefix("wf ") {
            let numbers: Vec<u64> = rest.split(' ').filter_map(|n| n.parse().ok()).collect();
            let [launch, group, number] = numbers[..] else { panic!("no wavefront: {line}") };
            wave = Some(waves.entry((launch as u32, group, number as u32)).or_default());
            continue;
        }
        let mut words = line.splitn(4, ' ');
        let mut next = || words.next().unwrap_or("");
        let (offset, _cycles, kind, access) = (next(), next(), next(), next());
        let line = TraceLine {
            offset: hex(offset),
            kind: kind.chars().next().unwrap_or(' '),
            // Accesses of inactive lanes repeat older ones: the reference's timing model, not the program.
            access: access.split(" | ").next().unwrap_or(""),
        };
        let Some(wave) = &mut wave else { panic!("an instruction before the first wavefront: {line:?}") };
        wave.push(line);
    }
    waves
}

/// An access as a trace writes it, with all addresses.
#[derive(Debug, PartialEq, Eq, Default)]
struct TraceAccess {
    /// `r`, `w` or `a`; absent for scalar loads.
    way: Option<char>,
    mask: u64,
    bytes: u32,
    addresses: Vec<u64>,
}

fn access(kind: char, text: &str) -> TraceAccess {
    let words: Vec<&str> = text.split(' ').collect();
    let decimal = |word: &str| word.parse::<i64>().unwrap_or_else(|_| panic!("`{word}` is no number"));
    if kind == 'M' {
        let (address, bytes) = (hex(words[0]), decimal(words[1]) as u32);
        return TraceAccess { way: None, mask: 1, bytes, addresses: vec![address] };
    }
    let (way, mask) = (words[0].chars().next(), hex(words[1]));
    if mask == 0 {
        return TraceAccess { way, ..TraceAccess::default() };
    }
    let bytes = decimal(words[2]) as u32;
    let rest = match kind {
        'L' => {
            assert_eq!(words[3], "1", "an instruction with several accesses per lane");
            &words[4..]
        }
        _ => &words[3..],
    };
    let mut addresses = vec![hex(rest[0])];
    for run in &rest[1..] {
        let (step, times) = run.split_once('*').unwrap_or_else(|| panic!("`{run}` is no run of addresses"));
        for _ in 0..decimal(times) {
            let last = *addresses.last().unwrap_or(&0);
            addresses.push(last.wrapping_add_signed(decimal(step)));
        }
    }
    TraceAccess { way, mask, bytes, addresses }
}

/// Letter of a trace for an instruction's class.
fn kind(mnemonic: &str, class: Class) -> char {
    match class {
        Class::Scalar => 'S',
        Class::Constant => 'M',
        Class::Wait => 'W',
        Class::Barrier => 'Y',
        Class::Control if mnemonic == "s_endpgm" => 'E',
        Class::Control => 'B',
        Class::Global | Class::Atomic | Class::Local => 'G',
        Class::Shared => 'L',
        _ => 'V',
    }
}

/// Counts of a comparison.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Compared {
    pub launches: u64,
    pub waves: u64,
    pub instructions: u64,
    /// Addresses of active lanes, and of scalar loads.
    pub addresses: u64,
    /// Wavefronts that differ from the trace.
    pub unequal: u64,
}

impl Compared {
    pub fn add(&mut self, other: Compared) {
        self.launches += other.launches;
        self.waves += other.waves;
        self.instructions += other.instructions;
        self.addresses += other.addresses;
        self.unequal += other.unequal;
    }
}

/// A listener that compares a launch with its trace, or only counts if there is none.
pub struct Comparison<'a, 'b> {
    code: &'b Code,
    launch: u32,
    waves_per_group: u32,
    trace: Option<&'b Waves<'a>>,
    group: u64,
    /// Next line of each wavefront of the work-group, and whether it was equal so far.
    cursors: Vec<(usize, bool)>,
    pub compared: Compared,
    pub differences: Vec<String>,
}

impl<'a, 'b> Comparison<'a, 'b> {
    pub fn new(code: &'b Code, launch: u32, items: u32, trace: Option<&'b Waves<'a>>) -> Comparison<'a, 'b> {
        Comparison {
            code,
            launch,
            waves_per_group: items.div_ceil(64),
            trace,
            group: 0,
            cursors: Vec::new(),
            compared: Compared { launches: 1, ..Compared::default() },
            differences: Vec::new(),
        }
    }

    fn wave(&self, warp: u32) -> (u32, u64, u32) {
        (self.launch, self.group, self.group as u32 * self.waves_per_group + warp)
    }

    fn line(&self, event: &ExecutedInstruction<'_>) -> (u64, char, TraceAccess) {
        let instruction = &self.code.instructions[event.pc.0 as usize];
        let kind = kind(&instruction.opcode, instruction.class);
        let way = match instruction.effect {
            _ if kind == 'M' => None,
            Effect::Memory { kind: AccessKind::Load, .. } => Some('r'),
            Effect::Memory { kind: AccessKind::Store, .. } => Some('w'),
            Effect::Memory { .. } => Some('a'),
            _ => None,
        };
        let access = match event.access {
            Some(_) if event.active.0 == 0 => TraceAccess { way, ..TraceAccess::default() },
            Some(access) => TraceAccess {
                way,
                mask: event.active.0,
                bytes: access.bytes,
                addresses: lanes(event.active, access.addresses),
            },
            None => TraceAccess::default(),
        };
        (instruction.address, kind, access)
    }

    fn differ(&mut self, text: String) {
        if self.differences.len() < 10 {
            self.differences.push(text);
        }
    }
}

fn lanes(mask: LaneMask, addresses: &[u64]) -> Vec<u64> {
    mask.lanes().map(|lane| addresses[lane]).collect()
}

impl Listener for Comparison<'_, '_> {
    fn cta_started(&mut self, cta: CtaId) {
        self.group = cta.0;
        self.cursors = vec![(0, true); self.waves_per_group as usize];
    }

    fn instruction_executed(&mut self, event: ExecutedInstruction<'_>) {
        let (offset, kind, ours) = self.line(&event);
        self.compared.instructions += 1;
        self.compared.addresses += ours.addresses.len() as u64;
        let Some(trace) = self.trace else { return };
        let warp = event.warp.0;
        let (next, equal) = &mut self.cursors[warp as usize];
        let at = *next;
        *next += 1;
        if !*equal {
            return;
        }
        let key = self.wave(warp);
        let line = trace.get(&key).and_then(|wave| wave.get(at));
        let theirs = line.map(|line| {
            let access = match line.kind {
                'M' | 'G' | 'L' => access(line.kind, line.access),
                _ => TraceAccess::default(),
            };
            (line.offset, line.kind, access)
        });
        if theirs.as_ref() != Some(&(offset, kind, ours)) {
            self.cursors[warp as usize].1 = false;
            let (_, _, ours) = self.line(&event);
            self.differ(format!(
                "wavefront {key:?}, instruction {at}: executed {offset:x} {kind} {ours:x?}, traced {theirs:x?}"
            ));
        }
    }

    fn cta_ended(&mut self) -> bool {
        self.compared.waves += self.cursors.len() as u64;
        let Some(trace) = self.trace else { return true };
        for warp in 0..self.cursors.len() {
            let (executed, equal) = self.cursors[warp];
            let key = self.wave(warp as u32);
            let traced = trace.get(&key).map_or(0, Vec::len);
            if equal && executed < traced {
                self.differ(format!("wavefront {key:?} executed {executed} of {traced} traced instructions"));
            }
            self.compared.unequal += u64::from(!equal || executed != traced);
        }
        true
    }
}
