//! A run on either side: a request a cycle at most, and what came of them.

use crate::parts::{Part, Rule};
use crate::streams::{Load, Mix, Stream};
use dramsim3::MemorySystem;
use std::collections::HashMap;
use warploom_gpu::memory::dram::{Channel, Completion, DramCycle, Request, RequestId};

#[derive(Clone, Copy, Debug)]
pub struct Case {
    pub part: Part,
    pub stream: Stream,
    pub mix: Mix,
    pub load: Load,
    pub rule: Rule,
    pub requests: u64,
}

#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// Of reads, in cycles from when they are taken to their last beat.
    pub latency: f64,
    /// Of the bus's peak.
    pub bandwidth: f64,
    /// Of all column commands, those to a row that was open before.
    pub row_hits: f64,
}

/// What both sides do the same: which request comes when, and what is counted.
struct Feed {
    case: Case,
    arrivals: Vec<u64>,
    next: u64,
    in_flight: usize,
    latency: (u64, u64),
    /// The cycle in which a tenth of the requests was taken, and that in which all were.
    taken: [u64; 2],
}

impl Feed {
    fn new(case: Case) -> Feed {
        let arrivals = case.load.arrivals(case.requests);
        Feed { case, arrivals, next: 0, in_flight: 0, latency: (0, 0), taken: [0; 2] }
    }

    fn peek(&self, cycle: u64) -> Option<(u64, bool)> {
        let room = match self.case.load {
            Load::Full { in_flight } => self.in_flight < in_flight,
            Load::Every { .. } => true,
        };
        let due = *self.arrivals.get(self.next as usize)? <= cycle;
        (due && room).then(|| (self.case.stream.block(self.next), self.case.mix.write(self.next)))
    }

    fn took(&mut self, cycle: u64, write: bool) {
        self.next += 1;
        // DRAMsim3 does not say when a write is done.
        self.in_flight += usize::from(!write);
        if self.next == self.case.requests / 10 {
            self.taken[0] = cycle;
        }
        self.taken[1] = cycle;
    }

    fn read_done(&mut self, cycles: u64) {
        self.in_flight -= 1;
        self.latency = (self.latency.0 + cycles, self.latency.1 + 1);
    }

    fn outcome(&self, activates: u64) -> Outcome {
        let description = self.case.part.description(self.case.rule);
        let requests = self.case.requests as f64;
        let bytes = 0.9 * requests * f64::from(description.atom());
        Outcome {
            latency: self.latency.0 as f64 / self.latency.1 as f64,
            bandwidth: bytes / (self.taken[1] - self.taken[0]) as f64 / f64::from(description.peak()),
            row_hits: 1. - activates as f64 / requests,
        }
    }
}

pub fn ours(case: Case) -> Outcome {
    let description = case.part.description(case.rule);
    let map = case.part.map();
    let mut channel = Channel::new(&description).expect("it can be built");
    let mut feed = Feed::new(case);
    let (mut done, mut taken) = (Vec::new(), vec![0; case.requests as usize]);
    let mut ended = Vec::new();
    let mut cycle = 0;
    while feed.next < case.requests || channel.next_event().is_some() || !ended.is_empty() {
        if let Some((block, write)) = feed.peek(cycle)
            && channel.free_entries(write) > 0
        {
            let place = map.decode(block * u64::from(description.atom()));
            taken[feed.next as usize] = cycle;
            channel.push(Request {
                id: RequestId(feed.next as u32),
                // A cycle on the way to its bank, as in DRAMsim3.
                arrival: DramCycle(cycle + 1),
                write,
                bank: place.bank,
                row: place.row,
                bytes: description.atom(),
            });
            feed.took(cycle, write);
        }
        // What is done in this cycle makes room for the next.
        channel.advance(DramCycle(cycle + 1), &mut done);
        ended.append(&mut done);
        ended.retain(|one: &Completion| {
            let id = u64::from(one.id.0);
            if one.at.0 <= cycle && !case.mix.write(id) {
                feed.read_done(one.at.0 - taken[id as usize]);
            }
            one.at.0 > cycle
        });
        cycle += 1;
    }
    feed.outcome(channel.counters().activates)
}

pub fn theirs(case: Case) -> Outcome {
    // Counters are printed once an epoch.
    let epoch = 1 << 16;
    let directory = tempfile::tempdir().expect("a directory for DRAMsim3's output");
    let config = directory.path().join("part.ini");
    std::fs::write(&config, case.part.ini(case.rule, epoch)).expect("its description");
    let mut system = MemorySystem::new(&config, directory.path()).expect("a path without NUL");
    let mut feed = Feed::new(case);
    let mut taken = HashMap::new();
    let atom = u64::from(case.part.description(case.rule).atom());
    let mut cycle = 0;
    // Two epochs more: the last writes are not known to be done.
    let mut end = None;
    while end != Some(cycle) {
        if let Some((block, write)) = feed.peek(cycle)
            && system.can_add(block * atom, write)
        {
            assert!(system.add(block * atom, write));
            if !write {
                taken.insert(block * atom, cycle);
            }
            feed.took(cycle, write);
        }
        system.tick(|address, write| {
            if !write {
                feed.read_done(cycle - taken.remove(&address).expect("it was asked for"));
            }
        });
        cycle += 1;
        if end.is_none() && feed.next == case.requests {
            end = Some((cycle / epoch + 2) * epoch);
        }
    }
    assert!(taken.is_empty(), "all reads are done");
    drop(system);
    let text = std::fs::read_to_string(directory.path().join("dramsim3epoch.json")).expect("its counters");
    let count = |key: &str| text.split(&format!("\"{key}\":")).skip(1).map(leading_number).sum::<u64>();
    assert_eq!(count("num_read_cmds") + count("num_write_cmds"), case.requests, "none were merged");
    feed.outcome(count("num_act_cmds"))
}

fn leading_number(text: &str) -> u64 {
    let digits = text.trim_start();
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    digits[..end].parse().expect("a counter")
}
