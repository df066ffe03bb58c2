//! Host time per warp instruction and memory, as runs get longer: a measurement, not a test.
//!
//! `cargo bench -p warploom --bench flat [-- [--machine NAME] [--best-of N] INSTRUCTIONS…]`, by default 10⁶, 10⁷ and 10⁸ on `gtx480`; 1e9 is
//! accepted. All CTAs execute the same code on separate memory, and are generated on demand. Each length is measured in a process of
//! its own, to measure its memory; the shortest of three times counts. Both should be flat: the time within 15 %.

mod support;

use std::convert::Infallible;
use std::fs;
use std::process::Command;
use std::sync::Arc;
use support::Timer;
use warploom_gpu::machine::named;
use warploom_gpu::simulation::Simulation;
use warploom_kernel::class::Class;
use warploom_kernel::code::{AccessKind, Code, Effect, Instruction, Register, RegisterFile};
use warploom_kernel::execute::{CtaId, LaneMask};
use warploom_kernel::program::{Pc, Space};
use warploom_kernel::tape::{Cta, GenericWindows, InstructionRun, Launch, Source, WarpTape};
use warploom_policy::{Choice, WARP_POLICIES};
use warploom_report::Table;

const WARPS: u64 = 8;
const TURNS: u64 = 32;
/// Instructions of a loop iteration, of which the first is a load.
const BODY: u32 = 12;
const FULL: LaneMask = LaneMask(0xffff_ffff);
/// The instructions of an iteration, a store and the exit.
const PER_WARP: u64 = TURNS * BODY as u64 + 2;

/// The same CTA repeatedly, on separate memory.
struct Stream {
    launch: Option<Arc<Launch>>,
    next: u64,
    ctas: u64,
    warp: WarpTape,
}

impl Stream {
    fn new(instructions: u64) -> Stream {
        let ctas = instructions.div_ceil(WARPS * PER_WARP);
        let launch = Launch {
            kernel: "stream".to_owned(),
            code: Arc::new(code()),
            grid: [u32::try_from(ctas).expect("a grid is that large at most"), 1, 1],
            block: [32 * WARPS as u32, 1, 1],
            shared: 0,
            registers: 20,
            scalar_registers: 0,
            width: 32,
            windows: GenericWindows::default(),
            copies: Vec::new(),
            number: None,
        };
        Stream { launch: Some(Arc::new(launch)), next: 0, ctas, warp: WarpTape::default() }
    }
}

impl Source for Stream {
    type Error = Infallible;

    fn launch(&mut self) -> Result<Option<Arc<Launch>>, Infallible> {
        Ok(self.launch.take())
    }

    fn cta(&mut self) -> Result<Option<Cta>, Infallible> {
        if self.next == self.ctas {
            return Ok(None);
        }
        let mut cta = Cta::new(CtaId(self.next));
        for warp in 0..WARPS {
            let place = (self.next * WARPS + warp) * TURNS;
            self.warp.clear();
            for turn in 0..TURNS {
                self.warp.run(InstructionRun { first: Pc(0), count: BODY, lanes: FULL });
                // Every other load hits the line of the load before.
                self.warp.affine(0x1_0000_0000 + (place + turn) / 2 * 128, 4);
            }
            self.warp.run(InstructionRun { first: Pc(BODY), count: 2, lanes: FULL });
            self.warp.affine(0x1000_0000_0000 + place * 4, 4);
            cta.push(&self.warp);
        }
        self.next += 1;
        Ok(Some(cta))
    }
}

fn code() -> Code {
    let register = |index| Register { file: RegisterFile::General, index };
    let global = |kind| Effect::Memory { space: Space::Global, kind, bytes: 4 };
    let mut instructions = vec![Instruction {
        writes: vec![register(10)],
        reads: vec![register(2)],
        effect: global(AccessKind::Load),
        ..Instruction::new("LDG", Class::Global)
    }];
    for turn in 0..8 {
        let to = register(12 + turn % 4);
        // The last instruction uses the loaded value.
        let other = register(if turn == 7 { 10 } else { 4 });
        instructions.push(Instruction {
            writes: vec![to],
            reads: vec![to, other, register(5)],
            ..Instruction::new("FFMA", Class::Float)
        });
    }
    instructions.push(Instruction {
        writes: vec![register(2)],
        reads: vec![register(2)],
        ..Instruction::new("IADD3", Class::Integer)
    });
    instructions.push(Instruction { reads: vec![register(2)], ..Instruction::new("ISETP", Class::Integer) });
    instructions.push(Instruction::new("BRA", Class::Control));
    assert_eq!(instructions.len(), BODY as usize);
    instructions.push(Instruction {
        reads: vec![register(2), register(12)],
        effect: global(AccessKind::Store),
        ..Instruction::new("STG", Class::Global)
    });
    instructions.push(Instruction::new("EXIT", Class::Control));
    Code { instructions, ..Code::default() }
}

/// Peak memory of this process in kilobytes, if the host reports it.
fn memory() -> Option<u64> {
    let text = fs::read_to_string("/proc/self/status").ok()?;
    text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?.split_whitespace().next()?.parse().ok()
}

/// Measures one length, and prints instructions, cycles, nanoseconds and kilobytes.
fn measure(machine: &str, instructions: u64) {
    let machine = named(machine).expect("a machine of that name").machine();
    let policy = Choice::parse("lrr", WARP_POLICIES).expect("a policy");
    let timer = Timer::start();
    let made = |_| policy.make(machine.sm());
    let records = Simulation::new(&machine, made).run(&mut Stream::new(instructions));
    let record = &records.expect("it runs")[0];
    let (took, memory) = (timer.elapsed().as_nanos(), memory().unwrap_or(0));
    println!("{} {} {took} {memory}", record.counters.warp_instructions, record.cycles);
}

/// The measurement of a length.
#[derive(Clone, Copy)]
struct Measured {
    instructions: u64,
    cycles: u64,
    nanoseconds: u64,
    kilobytes: u64,
}

impl Measured {
    fn min_by_time(self, other: Measured) -> Measured {
        if other.nanoseconds < self.nanoseconds { other } else { self }
    }
}

/// Measures a length in a process of its own.
fn alone(machine: &str, length: u64) -> Measured {
    let own = std::env::current_exe().expect("this program");
    let output = Command::new(own).args(["--machine", machine, "--alone", &length.to_string()]).output();
    let output = output.expect("it can be run again");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let said = String::from_utf8_lossy(&output.stdout);
    let numbers: Vec<u64> = said.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let [instructions, cycles, nanoseconds, kilobytes] = numbers[..] else { panic!("it said {said}") };
    Measured { instructions, cycles, nanoseconds, kilobytes }
}

fn main() {
    let (mut machine, mut times, mut lengths) = ("gtx480".to_owned(), 3, Vec::new());
    // `cargo bench` adds `--bench`.
    let mut args = std::env::args().skip(1).filter(|arg| arg != "--bench");
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--machine" => machine = args.next().expect("--machine NAME"),
            "--best-of" => times = args.next().and_then(|n| n.parse().ok()).expect("--best-of N"),
            "--alone" => {
                let length = args.next().and_then(|n| n.parse().ok()).expect("--alone INSTRUCTIONS");
                return measure(&machine, length);
            }
            length => lengths.push(length.parse::<f64>().expect("a number of instructions") as u64),
        }
    }
    if lengths.is_empty() {
        lengths = vec![1_000_000, 10_000_000, 100_000_000];
    }
    let mut table = Table::new(&[
        &machine,
        ">cycles",
        ">seconds",
        ">M/s",
        ">ns each",
        ">beside the first",
        ">MB at most",
    ]);
    // Interleaved, so that other load on the host affects all lengths.
    let mut runs: Vec<_> = lengths.iter().map(|&length| alone(&machine, length)).collect();
    for _ in 1..times {
        for (best, &length) in runs.iter_mut().zip(&lengths) {
            *best = alone(&machine, length).min_by_time(*best);
        }
    }
    let mut first = None;
    for Measured { instructions, cycles, nanoseconds, kilobytes } in runs {
        let each = nanoseconds as f64 / instructions as f64;
        let first = *first.get_or_insert(each);
        table.row([
            instructions.to_string(),
            cycles.to_string(),
            format!("{:.2}", nanoseconds as f64 / 1e9),
            format!("{:.2}", 1e3 / each),
            format!("{each:.1}"),
            format!("{:+.1} %", 100.0 * (each / first - 1.0)),
            format!("{:.1}", kilobytes as f64 / 1024.0),
        ]);
    }
    println!("{table}");
}
