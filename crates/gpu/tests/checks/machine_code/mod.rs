//! Machine code on sub-cores: each mechanism at its edge, and probes that others ran on an A100.

mod laws;
mod mechanisms;
mod probes;

use super::common::{ALL, At, Kernel, Picks, Tape, Warp, kernel};
use std::sync::Arc;
use warploom_gpu::machine::{Machine, named};
use warploom_gpu::policy::{SmView, WarpPolicy};
use warploom_gpu::probe::{Issue, Probe, Probes};
use warploom_gpu::simulation::Simulation;
use warploom_gpu::{Cycle, Launch, Pc, Slot};
use warploom_kernel::code::{AccessKind, Control, Effect, Instruction};
use warploom_kernel::program::Space;
use warploom_kernel::sass;

/// The A100 with one SM.
pub fn a100() -> Machine {
    let mut machine = named("a100").expect("it is built in").machine();
    machine.sm_mut().count = 1;
    machine
}

/// The same with instructions and constants at hand.
pub fn at_hand() -> Machine {
    let mut machine = a100();
    let code = machine.sm_mut().machine_code.as_mut().expect("it runs machine code");
    (code.instructions, code.constants) = (None, None);
    machine
}

/// Instructions of a text with one to a line: control fields as assemblers write them, then nvdisasm's text.
pub fn code(text: &str) -> Vec<Instruction> {
    let lines: Vec<(Control, &str)> = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .map(|line| {
            let (control, text) = line.split_once(' ').expect("control fields, then an instruction");
            (Control::parse(control).expect("control fields"), text.trim())
        })
        .collect();
    let numbered = |(at, (_, text)): (usize, &(Control, &str))| format!("/*{:04x}*/ {text} ;\n", 16 * at);
    let listing: String = lines.iter().enumerate().map(numbered).collect();
    let parsed = sass::parse(&format!("Function : k\n{listing}")).expect("it is SASS").swap_remove(0);
    assert!(parsed.unknown.is_empty(), "{:?}", parsed.unknown);
    let instructions = parsed.code.instructions.into_iter().zip(lines);
    let complete = |(instruction, (control, text)): (Instruction, (Control, &str))| {
        let memory = |space, kind| Effect::Memory { space, kind, bytes: 4 };
        let stem = text.split(['.', ' ']).next().unwrap_or_default();
        let effect = match stem {
            "LDS" => memory(Space::Shared, AccessKind::Load),
            "STS" => memory(Space::Shared, AccessKind::Store),
            "LDG" => memory(Space::Global, AccessKind::Load),
            "STG" => memory(Space::Global, AccessKind::Store),
            "BAR" => Effect::Barrier { id: 0, threads: None, waits: true },
            _ => instruction.effect,
        };
        Instruction { control: Some(control), text: Some(text.into()), effect, ..instruction }
    };
    instructions.map(complete).collect()
}

/// A CTA of warps that execute the code from its start to its end. Accesses are of the first bytes of memory.
pub fn straight(code: Vec<Instruction>, warps: usize) -> Kernel {
    let step = |warp: Warp, (pc, instruction): (u32, &Instruction)| match instruction.effect {
        Effect::Memory { .. } => warp.access_by(ALL, pc, At::Affine(0x1000, 4)),
        _ => warp.step(pc),
    };
    let warp = (0..).zip(&code).fold(Warp::default(), step);
    kernel(code, vec![vec![warp; warps]])
}

/// What a warp did: the cycle in which each of its instructions issued, and that of each result that is known at once.
#[derive(Clone, Debug, Default)]
pub struct Ran {
    pub issued: Vec<u64>,
    pub results: Vec<(Pc, u64)>,
}

#[derive(Default)]
struct Watch(Vec<Ran>);

impl Probe for Watch {
    fn launch(&mut self, _launch: &Arc<Launch>, _ctas: u32, _start: Cycle) {
        self.0 = vec![Ran::default(); 64];
    }

    fn issue(&mut self, issue: Issue, view: &SmView<'_>) {
        self.0[issue.slot.index()].issued.push(view.now().0);
    }

    fn done(&mut self, slot: Slot, pc: Pc, at: Cycle) {
        self.0[slot.index()].results.push((pc, at.0));
    }
}

/// What each warp of a launch does under the hardware's policy, greedy then the youngest.
pub fn run(machine: &Machine, kernel: &Kernel) -> Vec<Ran> {
    run_last(machine, vec![kernel.clone()])
}

/// What each warp of the last of some launches does.
pub fn run_last(machine: &Machine, kernels: Vec<Kernel>) -> Vec<Ran> {
    let last = kernels.last().map_or(0, |kernel| kernel.ctas[0].len());
    let policy = |_| -> Box<dyn WarpPolicy> {
        Box::new(Picks(|scheduler, view: &SmView<'_>| {
            let issuable = view.issuable(scheduler);
            let last = view.last_issued(scheduler).filter(|&slot| issuable.contains(slot));
            last.or_else(|| view.youngest(issuable))
        }))
    };
    let mut probes = Probes::new(|_| Some(Watch::default()));
    let mut tape = Tape::new(kernels);
    Simulation::new(machine, policy).probes(&mut probes).run(&mut tape).expect("it runs");
    let (_, Watch(mut warps)) = probes.into_inner().swap_remove(0);
    warps.truncate(last);
    warps
}

/// Cycles between the two reads of the clock of a warp, which are made behind the operand stage.
pub fn window(code: &[Instruction], warp: &Ran) -> u64 {
    let is_clock = |pc: &Pc| code[pc.index()].opcode.starts_with("CS2R");
    let clocks: Vec<u64> = warp.results.iter().filter(|(pc, _)| is_clock(pc)).map(|&(_, at)| at).collect();
    clocks[1] - clocks[0]
}
