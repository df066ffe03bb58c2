//! Laws of every run, on small random kernels: each scheduler-cycle is accounted for once, host threads and probes make no
//! difference, and the window makes a small one.

use super::common::*;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use std::sync::Arc;
use warploom_gpu::counters::{Cause, StallDetail};
use warploom_gpu::machine::Machine;
use warploom_gpu::memory::cache::{Misses, MshrDescription};
use warploom_gpu::policy::{SmView, WarpEvent, WarpPolicy};
use warploom_gpu::probe::{Probe, Probes};
use warploom_gpu::simulation::{EndReason, LaunchRecord, Options, Simulation};
use warploom_gpu::{Launch, Pc, SchedulerId, Slot, WarpSet};
use warploom_kernel::class::Class;
use warploom_kernel::code::{AccessKind, Code, Effect, Instruction};
use warploom_kernel::execute::LaneMask;
use warploom_kernel::program::Space;

/// An instruction of a kernel made at random.
#[derive(Clone, Debug)]
struct Op {
    instruction: Instruction,
    /// Where it goes if it is an access: a place, and how lanes spread from there.
    place: u64,
    spread: u8,
    lanes: u64,
    /// Warps that skip it: those whose number has a bit in common with this. Nobody skips a barrier.
    skipped: u64,
}

/// A kernel made at random.
#[derive(Clone, Debug)]
struct Random {
    ops: Vec<Op>,
    /// How often the ops are done, one after the other.
    rounds: u32,
    ctas: u32,
    warps: u64,
    /// Warps whose number has a bit in common with this do one round only.
    leave: u64,
    shared: u32,
    registers: u32,
}

fn instruction() -> impl Strategy<Value = Instruction> {
    let register = || 0..20_u32;
    let compute = {
        use Class::*;
        [Integer, Float, Double, Tensor, Special, Conversion, Texture, Collective, Control]
    };
    let computes =
        (prop::sample::select(compute.to_vec()), register(), prop::collection::vec(register(), 0..4))
            .prop_map(|(class, to, from)| alu(class, &[to], &from));
    let spaces = vec![
        Space::Global,
        Space::Global,
        Space::Shared,
        Space::Local,
        Space::Const,
        Space::Generic,
        Space::Texture,
    ];
    let ways = vec![
        AccessKind::Load,
        AccessKind::Load,
        AccessKind::Load,
        AccessKind::Store,
        AccessKind::Store,
        AccessKind::Atomic,
        AccessKind::Reduce,
        AccessKind::Prefetch,
    ];
    let bytes = prop::sample::select(vec![1, 2, 4, 4, 4, 8, 16]);
    let accesses =
        (prop::sample::select(spaces), prop::sample::select(ways), bytes, register(), register(), register())
            .prop_map(|(space, kind, bytes, to, from, what)| {
                let kind = if space == Space::Const { AccessKind::Load } else { kind };
                // Only global and shared memory have atomics.
                let kind =
                    if space == Space::Local && kind != AccessKind::Load { AccessKind::Store } else { kind };
                match kind {
                    AccessKind::Load | AccessKind::Atomic => access(space, kind, bytes, &[to], &[from]),
                    _ => access(space, kind, bytes, &[], &[from, what]),
                }
            });
    prop_oneof![
        8 => computes,
        8 => accesses,
        1 => Just(barrier(0, None, true)),
        1 => Just(barrier(5, None, true)),
        1 => Just(fence()),
    ]
}

fn op() -> impl Strategy<Value = Op> {
    let lanes =
        prop::sample::select(vec![0xffff_ffff_u64, 0xffff_ffff, 0xffff, 0x5555_5555, 1, 0x8000_0001, 0]);
    (instruction(), 0..64_u64, 0..6_u8, lanes, 0..4_u64).prop_map(
        |(instruction, place, spread, lanes, skipped)| {
            let is_barrier = instruction.class == Class::Barrier;
            let (lanes, skipped) = if is_barrier { (ALL.0, 0) } else { (lanes, skipped) };
            Op { instruction, place, spread, lanes, skipped }
        },
    )
}

fn random() -> impl Strategy<Value = Random> {
    let size = (prop::collection::vec(op(), 1..24), 1..4_u32, 1..24_u32, 1..9_u64);
    (size, 0..8_u64, prop::sample::select(vec![0_u32, 0, 1024, 20_000]), 1..64_u32).prop_map(
        |((ops, rounds, ctas, warps), leave, shared, registers)| Random {
            ops,
            rounds,
            ctas,
            warps,
            leave,
            shared,
            registers,
        },
    )
}

impl Random {
    fn kernel(&self) -> Kernel {
        let mut code: Vec<Instruction> = self.ops.iter().map(|op| op.instruction.clone()).collect();
        code.push(exit());
        let cta = |cta: u64| (0..self.warps).map(|warp| self.warp(cta, warp)).collect();
        let kernel = kernel(code, (0..u64::from(self.ctas)).map(cta).collect());
        kernel.with(|launch| (launch.shared, launch.registers) = (self.shared, self.registers))
    }

    fn warp(&self, cta: u64, number: u64) -> Warp {
        let rounds = if number & self.leave == 0 { self.rounds } else { 1 };
        let mut warp = Warp::default();
        for round in 0..rounds {
            for (pc, op) in (0..).zip(&self.ops).filter(|(_, op)| op.skipped & number == 0) {
                let lanes = LaneMask(op.lanes);
                if !op.instruction.accesses() || op.lanes == 0 {
                    warp = warp.by(lanes, pc);
                    continue;
                }
                let who = (cta * self.warps + number) * u64::from(op.spread % 2) + u64::from(round);
                // Far apart, or near each other, or in each other's way.
                let base = op.place * 0x1_2340 + who * 128;
                let at = match op.spread {
                    0 | 1 => At::Affine(base, 4),
                    2 => At::Affine(base, 0),
                    3 => At::Affine(base, 128),
                    4 => At::Affine(base, -36),
                    _ => At::List(lanes.lanes().map(|lane| base + lane as u64 * 7919 % 4096).collect()),
                };
                warp = warp.access_by(lanes, pc, at);
            }
        }
        warp.step(self.ops.len() as u32)
    }
}

/// Considers the older half of its warps only.
struct Half;

impl WarpPolicy for Half {
    fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
        (view.issuable(scheduler) & self.eligible(scheduler, view)).first()
    }

    fn eligible(&self, scheduler: SchedulerId, view: &SmView<'_>) -> WarpSet {
        // A warp that waits at a barrier makes way.
        let resident = view.resident(scheduler) - view.at_barrier(scheduler);
        let mut slots: Vec<Slot> = resident.iter().collect();
        slots.sort_by_key(|&slot| view.age(slot));
        slots.truncate(slots.len().div_ceil(2));
        slots.into_iter().collect()
    }
}

fn policy(number: u8) -> Box<dyn WarpPolicy> {
    match number {
        0 => Box::new(Lrr),
        1 => Box::new(Gto),
        _ => Box::new(Half),
    }
}

/// Asks to be told what happens in the L1, and does nothing with it.
struct Asks(Box<dyn WarpPolicy>);

impl WarpPolicy for Asks {
    fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
        self.0.pick(scheduler, view)
    }

    fn eligible(&self, scheduler: SchedulerId, view: &SmView<'_>) -> WarpSet {
        self.0.eligible(scheduler, view)
    }

    fn wants_cache_events(&self) -> bool {
        true
    }
}

/// Compares every completion with the issues before it.
struct Completions {
    policy: Box<dyn WarpPolicy>,
    code: Arc<Code>,
    /// By slot, the memory instructions that issued and have not completed.
    in_flight: Vec<Vec<Pc>>,
}

impl Completions {
    fn instruction(&self, pc: Pc) -> &Instruction {
        &self.code.instructions[pc.index()]
    }

    fn is_load(&self, pc: Pc) -> bool {
        let Effect::Memory { kind, .. } = self.instruction(pc).effect else { return false };
        matches!(kind, AccessKind::Load | AccessKind::Atomic)
    }

    fn complete(&mut self, slot: Slot, pc: Pc) {
        let in_flight = &mut self.in_flight[slot.index()];
        let found = in_flight.iter().position(|&other| other == pc);
        in_flight.remove(found.unwrap_or_else(|| panic!("{pc:?} of {slot:?} was in flight")));
    }
}

impl WarpPolicy for Completions {
    fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
        self.policy.pick(scheduler, view)
    }

    fn launch_begins(&mut self, launch: &Launch, _: &SmView<'_>) {
        assert!(self.in_flight.iter().all(Vec::is_empty), "everything of the previous launch completed");
        self.code = Arc::clone(&launch.code);
    }

    fn observe(&mut self, event: WarpEvent, _: &SmView<'_>) {
        match event {
            WarpEvent::Issued { slot, pc, .. } => {
                let issued = self.instruction(pc);
                let needs = |&load: &Pc| {
                    let written = &self.instruction(load).writes;
                    written.iter().any(|register| issued.reads.contains(register))
                };
                assert!(!self.in_flight[slot.index()].iter().any(needs), "{pc:?} reads a completed result");
                if issued.accesses() {
                    self.in_flight[slot.index()].push(pc);
                }
            }
            WarpEvent::MemoryCompleted { slot, pc, .. } => {
                assert!(self.is_load(pc), "{pc:?}");
                self.complete(slot, pc);
            }
            WarpEvent::StoreCompleted { slot, pc, .. } => {
                assert!(!self.is_load(pc), "{pc:?}");
                self.complete(slot, pc);
            }
            WarpEvent::Finished(slot) => {
                assert_eq!(self.in_flight[slot.index()], [], "everything of {slot:?} completed");
            }
            _ => {}
        }
    }

    fn eligible(&self, scheduler: SchedulerId, view: &SmView<'_>) -> WarpSet {
        self.policy.eligible(scheduler, view)
    }
}

/// Looks at everything.
#[derive(Default)]
struct Nosy(u64);

impl Probe for Nosy {
    fn cycle(&mut self, view: &SmView<'_>) {
        for scheduler in (0..view.schedulers() as u8).map(SchedulerId) {
            for slot in view.resident(scheduler).iter() {
                self.0 += view.progress(slot) + view.next(slot).map_or(0, |next| u64::from(next.distance));
            }
            assert!((view.blocked_on_long(scheduler) - view.resident(scheduler)).is_empty());
        }
    }

    fn pass(&mut self, _: &SmView<'_>, cycles: u64) {
        self.0 += cycles;
    }

    fn observe(&mut self, _: WarpEvent, view: &SmView<'_>) {
        self.0 += view.now().0;
    }
}

/// All there is in records, comparable.
fn bytes(records: &[LaunchRecord]) -> String {
    let of = |r: &LaunchRecord| {
        let LaunchRecord { launch, cycles, ctas, end_reason, counters, by_instruction, occupancy, .. } = r;
        let kernel = &launch.kernel;
        format!("{kernel} {cycles} {ctas} {end_reason:?} {counters:?} {by_instruction:?} {occupancy:?}\n")
    };
    records.iter().map(of).collect()
}

fn records(
    machine: &Machine,
    kernels: &[Kernel],
    which: u8,
    probed: bool,
    options: Options,
) -> Vec<LaunchRecord> {
    let mut probes = Probes::new(|_| Some(Nosy::default()));
    let mut simulation = Simulation::new(machine, |_| policy(which)).options(options);
    if probed {
        simulation = simulation.probes(&mut probes);
    }
    let ran = simulation.run(&mut Tape::new(kernels.iter().cloned()));
    ran.unwrap_or_else(|error| panic!("it ends: {error}"))
}

/// The same under a policy that asks what happens in the L1.
fn asked(machine: &Machine, kernels: &[Kernel], which: u8, options: Options) -> Vec<LaunchRecord> {
    let make = |_| Box::new(Asks(policy(which))) as Box<dyn WarpPolicy>;
    let ran = Simulation::new(machine, make).options(options).run(&mut Tape::new(kernels.iter().cloned()));
    ran.unwrap_or_else(|error| panic!("it ends: {error}"))
}

fn small(mut machine: Machine) -> Machine {
    machine.sm_mut().count = 4;
    // One of the two machines has a launch latency.
    machine.launch_latency = if machine.sm().subcores { 20 } else { 0 };
    machine
}

/// Every scheduler-cycle is one of the causes, and all but those without a warp are some instruction's.
fn accounted(machine: &Machine, record: &LaunchRecord, kernel: &Kernel) {
    let schedulers = u64::from(machine.sm().count * machine.sm().schedulers);
    let counters = &record.counters;
    assert_eq!(counters.scheduler_cycles(), record.cycles * schedulers);
    assert_eq!(counters.of(Cause::Issued), counters.warp_instructions);
    assert_eq!(counters.of(Cause::Launch), u64::from(machine.launch_latency) * schedulers);
    for cause in Cause::ALL {
        let by_instruction: u64 = record.by_instruction.iter().map(|counts| counts.of(cause)).sum();
        let expected = if matches!(cause, Cause::Idle | Cause::Launch) { 0 } else { counters.of(cause) };
        assert_eq!(by_instruction, expected, "{cause:?}");
    }
    for cause in [Cause::Idle, Cause::ScoreboardMemory, Cause::Pipeline] {
        let details = || StallDetail::all().filter(|detail| detail.cause() == cause);
        let sum: u64 = details().map(|detail| counters.details.of(detail)).sum();
        assert_eq!(sum, counters.of(cause), "details of {cause:?}");
        for counts in &record.by_instruction {
            let sum: u64 = details().map(|detail| counts.details.of(detail)).sum();
            assert_eq!(sum, counts.of(cause), "details of an instruction's {cause:?}");
        }
    }
    let threads: u64 = record.by_instruction.iter().map(|counts| counts.threads).sum();
    assert_eq!(threads, counters.thread_instructions);
    let runs = || kernel.ctas.iter().flatten().flat_map(|warp| warp.0.runs());
    assert_eq!(counters.warp_instructions, runs().map(|run| u64::from(run.count)).sum::<u64>());
    let threads = runs().map(|run| u64::from(run.count) * u64::from(run.lanes.count()));
    assert_eq!(counters.thread_instructions, threads.sum::<u64>());
    assert_eq!((record.end_reason, record.ctas), (EndReason::Complete, kernel.ctas.len() as u64));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_kernel_ends_and_every_cycle_is_accounted_for(random in random(), second in random(), which in 0..3_u8) {
        let kernels = [random.kernel(), second.kernel()];
        for machine in both().map(small) {
            let options = Options::default().with_by_instruction(true);
            let one = records(&machine, &kernels, which, false, options);
            for (record, kernel) in one.iter().zip(&kernels) {
                accounted(&machine, record, kernel);
            }
            let expected = bytes(&one);
            let probed = records(&machine, &kernels, which, true, options);
            prop_assert_eq!(bytes(&probed), &expected[..], "a probe");
            let asked = asked(&machine, &kernels, which, options);
            prop_assert_eq!(bytes(&asked), &expected[..], "what happens in the L1 is told");
            for threads in [2, 3] {
                let many = records(&machine, &kernels, which, false, options.with_threads(threads));
                prop_assert_eq!(bytes(&many), &expected[..], "{} threads", threads);
            }
        }
    }

    /// Every load and atomic that issues, whatever its memory and its lanes, has one `MemoryCompleted`, not later than its result is
    /// read; every store, reduction and prefetch has one `StoreCompleted`.
    #[test]
    fn every_memory_instruction_completes_once(random in random(), second in random(), which in 0..3_u8) {
        let kernels = [random.kernel(), second.kernel()];
        for machine in both().map(small) {
            let make = |_| {
                let (policy, code) = (policy(which), Arc::default());
                Box::new(Completions { policy, code, in_flight: vec![Vec::new(); 64] }) as Box<dyn WarpPolicy>
            };
            let options = Options::default().with_by_instruction(true);
            let ran = Simulation::new(&machine, make).options(options).run(&mut Tape::new(kernels.iter().cloned()));
            let ran = ran.unwrap_or_else(|error| panic!("it ends: {error}"));
            prop_assert_eq!(bytes(&ran), bytes(&records(&machine, &kernels, which, false, options)));
        }
    }

    /// Whatever there is little of, nothing waits for ever for it.
    #[test]
    fn any_kernel_ends_on_any_machine(random in random(), change in change(), which in 0..3_u8) {
        let kernels = [random.kernel()];
        for machine in both().map(small) {
            let machine = change.of(machine);
            if machine.check().is_err() {
                continue;
            }
            let options = Options::default().with_by_instruction(true);
            let one = records(&machine, &kernels, which, false, options);
            accounted(&machine, &one[0], &kernels[0]);
            let two = records(&machine, &kernels, which, true, options.with_threads(2));
            prop_assert_eq!(bytes(&two), bytes(&one));
            prop_assert_eq!(bytes(&asked(&machine, &kernels, which, options)), bytes(&one));
        }
    }
}

/// How a machine is made another.
#[derive(Clone, Debug)]
struct Change {
    mshrs: (u32, u32, u32),
    l2_mshrs: (u32, u32, u32),
    queues: (u32, u32, u32),
    network: (u32, u32, u32),
    latencies: (u32, u32, u32),
    /// What there is: L1, caches of constants and instructions, sub-cores, an L2 with sectors.
    has: [bool; 6],
    fetch: (u32, u32),
    operands: (u32, u32),
}

fn change() -> impl Strategy<Value = Change> {
    let mshrs = || (1..6_u32, 1..4_u32, 2..6_u32);
    let machine = (mshrs(), mshrs(), (1..4_u32, 1..4_u32, 1..4_u32), (1..40_u32, 8..80_u32, 1..6_u32));
    (
        machine,
        (1..50_u32, 0..50_u32, 0..150_u32),
        any::<[bool; 6]>(),
        (1..5_u32, 1..4_u32),
        (1..9_u32, 1..3_u32),
    )
        .prop_map(|((mshrs, l2_mshrs, queues, network), latencies, has, fetch, operands)| Change {
            mshrs,
            l2_mshrs,
            queues,
            network,
            latencies,
            has,
            fetch,
            operands,
        })
}

impl Change {
    fn of(&self, mut machine: Machine) -> Machine {
        let misses = |(entries, merges, queue)| Misses::Mshrs(MshrDescription { entries, merges, queue });
        let [l1, constants, instructions, subcores, sectored, collectors] = self.has;
        machine.sm_mut().subcores = subcores;
        machine.l2.cache.sectored = sectored;
        machine.l2.cache.misses = misses(self.l2_mshrs);
        let (l2_queue, dram_queue, unit_queue) = self.queues;
        (machine.l2.queue, machine.dram.channel.queue) = (l2_queue, dram_queue);
        machine.sm_mut().load_store.queue = unit_queue;
        machine.sm_mut().units.values_mut().for_each(|unit| unit.queue = unit_queue);
        (machine.network.latency, machine.network.flit, machine.network.buffer) = self.network;
        let (l1_latency, l2_latency, dram_latency) = self.latencies;
        (machine.l2.latency, machine.l2.dram_latency) = (l2_latency, dram_latency);
        (machine.sm_mut().fetch.warps, machine.sm_mut().fetch.instructions) = self.fetch;
        if let Some(described) = &mut machine.sm_mut().operands {
            (described.banks, described.reads) = self.operands;
        }
        let caches = gtx480().sm().clone();
        machine.sm_mut().constants = caches.constants.filter(|_| constants);
        machine.sm_mut().fetch.cache = caches.fetch.cache.filter(|_| instructions);
        machine.sm_mut().l1 = machine.sm_mut().l1.take().filter(|_| l1);
        if let Some(l1) = &mut machine.sm_mut().l1 {
            l1.latency = l1_latency;
            l1.cache.misses = misses(self.mshrs);
        }
        if collectors { machine } else { without_collectors(machine) }
    }
}

/// Cycles with windows of 1 and of the greatest length, over some kernels.
fn with_windows(machine: &Machine, kernels: u32) -> Vec<(u64, u64)> {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let kernel = |_| {
        let random = random().new_tree(&mut runner).expect("a kernel").current();
        let kernels = [random.kernel()];
        let cycles = |window| {
            let options = Options::default().with_window(window);
            records(machine, &kernels, 0, false, options)[0].cycles
        };
        (cycles(Some(1)), cycles(None))
    };
    (0..kernels).map(kernel).collect()
}

#[test]
fn the_window_makes_little_difference() {
    let machines = both().map(small);
    let in_order = machines.clone().map(|mut machine| {
        machine.network.in_order = true;
        machine
    });
    for machine in machines.into_iter().chain(in_order) {
        let cycles = with_windows(&machine, 60);
        let apart = |&(exact, long): &(u64, u64)| (long as f64 / exact as f64 - 1.0).abs();
        let mean = cycles.iter().map(apart).sum::<f64>() / cycles.len() as f64;
        let most = cycles.iter().map(apart).fold(0.0, f64::max);
        let (exact, long) = cycles.iter().fold((0, 0), |sum, &(e, l)| (sum.0 + e, sum.1 + l));
        println!("{}: mean {mean:.4}, most {most:.4}, all {exact} and {long}", machine.name);
        // CTAs are dealt at windows' ends: of kernels of a few thousand cycles some feel it.
        assert!(mean < 0.01, "{}: mean {mean:.4}", machine.name);
        // Where packets hold each other up, a CTA on another SM can change much more.
        assert!(most < 0.1 || machine.network.in_order, "{}: most {most:.4}", machine.name);
    }
}
