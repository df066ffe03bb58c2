//! Warp instructions per second of SMs with a fixed-latency memory.

use std::sync::Arc;
use std::time::Instant;
use warploom_gpu::machine::Machine;
use warploom_gpu::policy::{SmView, WarpPolicy};
use warploom_gpu::simulation::Simulation;
use warploom_gpu::{SchedulerId, Slot};
use warploom_kernel::class::Class;
use warploom_kernel::code::{AccessKind, Code, Effect, Instruction, Register, RegisterFile};
use warploom_kernel::execute::{CtaId, LaneMask};
use warploom_kernel::program::{Pc, Space};
use warploom_kernel::tape::{BackgroundSource, Cta, GenericWindows, Launch, WarpTape, produce};

struct Lrr;

impl WarpPolicy for Lrr {
    fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
        let last = view.last_issued(scheduler).unwrap_or(Slot(63));
        view.issuable(scheduler).next_after(last)
    }
}

fn register(index: u32) -> Register {
    Register { file: RegisterFile::General, index }
}

fn code() -> Code {
    let mut instructions = Vec::new();
    instructions.push(Instruction {
        writes: vec![register(10)],
        reads: vec![register(2)],
        effect: Effect::Memory { space: Space::Global, kind: AccessKind::Load, bytes: 4 },
        ..Instruction::new("LDG", Class::Global)
    });
    for turn in 0..8 {
        let to = register(12 + turn % 4);
        instructions.push(Instruction {
            writes: vec![to],
            reads: vec![to, register(4), register(5)],
            ..Instruction::new("FFMA", Class::Float)
        });
    }
    instructions.push(Instruction {
        writes: vec![register(3)],
        reads: vec![register(3)],
        ..Instruction::new("IADD3", Class::Integer)
    });
    instructions.push(Instruction { reads: vec![register(3)], ..Instruction::new("ISETP", Class::Integer) });
    instructions.push(Instruction::new("BRA", Class::Control));
    instructions.push(Instruction {
        reads: vec![register(2), register(12)],
        effect: Effect::Memory { space: Space::Global, kind: AccessKind::Store, bytes: 4 },
        ..Instruction::new("STG", Class::Global)
    });
    instructions.push(Instruction::new("EXIT", Class::Control));
    Code { instructions, ..Code::default() }
}

fn tapes(ctas: u64) -> BackgroundSource<std::convert::Infallible> {
    produce(64, move |sink| {
        let launch = Launch {
            kernel: "ffma".to_owned(),
            code: Arc::new(code()),
            grid: [ctas as u32, 1, 1],
            block: [256, 1, 1],
            shared: 0,
            registers: 20,
            scalar_registers: 0,
            width: 32,
            windows: GenericWindows::default(),
            copies: Vec::new(),
            number: None,
        };
        let full = LaneMask(0xffff_ffff);
        let _ = sink.launch(launch);
        for id in 0..ctas {
            let mut cta = Cta::new(CtaId(id));
            for warp in 0..8 {
                let mut tape = WarpTape::default();
                tape.step(Pc(0), full);
                tape.affine(0x1000_0000 + (id * 8 + warp) * 128, 4);
                for _ in 0..64 {
                    (1..12).for_each(|pc| tape.step(Pc(pc), full));
                }
                tape.step(Pc(12), full);
                tape.affine(0x2000_0000 + (id * 8 + warp) * 128, 4);
                tape.step(Pc(13), full);
                cta.push(&tape);
            }
            if sink.cta(cta).is_err() {
                break;
            }
        }
        Ok(())
    })
}

fn main() {
    let machine = Machine::read(include_str!("../machines/gtx480.toml")).expect("a machine");
    let mut source = tapes(320);
    let start = Instant::now();
    let records = Simulation::new(&machine, |_| Box::new(Lrr)).run(&mut source).expect("it runs");
    let seconds = start.elapsed().as_secs_f64();
    let record = &records[0];
    println!(
        "{} cycles, {} warp instructions, {:.3} s, {:.1} million per second",
        record.cycles,
        record.counters.warp_instructions,
        seconds,
        record.counters.warp_instructions as f64 / seconds / 1e6
    );
    println!("{:?}", record.counters);
}
