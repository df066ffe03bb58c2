//! The phase-aware paper's Fig. 5 on a simulated SM, as section III-B describes it, and the cases of section IV-A.

use std::convert::Infallible;
use std::sync::{Arc, Mutex};
use warploom_gpu::fixture::Fixture;
use warploom_gpu::machine::{self, Machine};
use warploom_gpu::policy::{NextInstruction, SmView, WarpEvent, WarpPolicy};
use warploom_gpu::simulation::Simulation;
use warploom_gpu::{SchedulerId, Slot, WarpSet};
use warploom_kernel::class::Class;
use warploom_kernel::code::{AccessKind, Code, Effect, Instruction, Register, RegisterFile};
use warploom_kernel::execute::{CtaId, LaneMask};
use warploom_kernel::program::{Pc, Space};
use warploom_kernel::tape::{BackgroundSource, Cta, Launch, WarpTape, produce};
use warploom_policy::{Choice, WARP_POLICIES};

const GROUPS: usize = 4;
/// A CTA is a fetch group: six warps of each of two schedulers.
const WARPS: usize = 12;
/// Phases of Fig. 5 (a) and (b).
const SHORT: usize = 1;
const LONG_OF_A: usize = 2;
const LONG_OF_B: usize = 1;
/// Instructions of each phase.
const A: &[usize] = &[26, 6, 36];
const B: &[usize] = &[26, 60];

fn register(index: u32) -> Register {
    Register { file: RegisterFile::General, index }
}

/// Code with phases of these numbers of instructions. Each phase but the last ends with a load, and the next starts with a use of
/// its result, so a group's latency starts where its computation ends, as in the figure.
fn code(phases: &[usize]) -> Code {
    let loaded = |phase: usize| register(32 + phase as u32);
    let mut instructions = Vec::new();
    for (phase, &length) in phases.iter().enumerate() {
        for at in 0..length - 1 {
            let from = if at == 0 && phase > 0 { loaded(phase - 1) } else { register(1) };
            instructions.push(Instruction {
                writes: vec![register(8 + at as u32 % 8)],
                reads: vec![from],
                ..Instruction::new("FADD", Class::Float)
            });
        }
        let load = Instruction {
            writes: vec![loaded(phase)],
            reads: vec![register(2)],
            effect: Effect::Memory { space: Space::Global, kind: AccessKind::Load, bytes: 4 },
            ..Instruction::new("LDG", Class::Global)
        };
        let last = phase + 1 == phases.len();
        instructions.push(if last { Instruction::new("EXIT", Class::Control) } else { load });
    }
    Code { instructions, ..Code::default() }
}

fn tapes(phases: &[usize]) -> BackgroundSource<Infallible> {
    let code = Arc::new(code(phases));
    produce(64, move |sink| {
        let launch = Launch {
            registers: 20,
            ..Launch::synthetic("fig5", Arc::clone(&code), GROUPS as u32, WARPS as u32)
        };
        let _ = sink.launch(launch);
        for id in 0..GROUPS as u64 {
            let mut cta = Cta::new(CtaId(id));
            for warp in 0..WARPS as u64 {
                let mut tape = WarpTape::default();
                let mut at = 0x1000_0000 + (id * WARPS as u64 + warp) * 128;
                for (pc, instruction) in (0..).zip(&code.instructions) {
                    tape.step(Pc(pc), LaneMask(0xffff_ffff));
                    if instruction.accesses() {
                        tape.affine(at, 4);
                        at += 0x10_0000;
                    }
                }
                cta.push(&tape);
            }
            if sink.cta(cta).is_err() {
                break;
            }
        }
        Ok(())
    })
}

/// The time of a fetch group in a phase.
#[derive(Clone, Copy, Debug)]
struct PhaseTime {
    /// Cycles of the first and the last issue, by any warp.
    first: u64,
    last: u64,
    /// Cycle in which all its loads were complete.
    back: u64,
}

impl Default for PhaseTime {
    fn default() -> PhaseTime {
        PhaseTime { first: u64::MAX, last: 0, back: 0 }
    }
}

#[derive(Clone, Debug)]
struct Observation {
    cycles: u64,
    /// By phase and group.
    stays: Vec<[PhaseTime; GROUPS]>,
    /// Cycles with an issue.
    issues: Vec<u64>,
    /// Cycles in which loads were issued (1) and completed (-1).
    loads: Vec<(u64, i64)>,
}

impl Observation {
    /// Groups and phases, numbered from 1 as in the figure, in the order of their first issue.
    fn order(&self) -> Vec<(usize, usize)> {
        let all = |(phase, groups): (usize, &[PhaseTime; GROUPS])| -> Vec<_> {
            let begun = |(group, stay): (usize, &PhaseTime)| (stay.first, group + 1, phase + 1);
            groups.iter().enumerate().map(begun).collect()
        };
        let mut order: Vec<_> = self.stays.iter().enumerate().flat_map(all).collect();
        order.sort_unstable();
        order.into_iter().map(|(_, group, phase)| (group, phase)).collect()
    }

    /// Cycles in a range without an issue: exposed latency.
    fn exposed(&self, from: u64, to: u64) -> u64 {
        let mut issues: Vec<u64> = self.issues.iter().copied().filter(|at| (from..to).contains(at)).collect();
        issues.dedup();
        to - from - issues.len() as u64
    }

    /// Loads issued up to a cycle.
    fn issued_loads(&self, at: u64) -> i64 {
        self.loads.iter().filter(|(when, change)| *when <= at && *change > 0).count() as i64
    }

    /// Loads in flight in a cycle.
    fn in_flight(&self, at: u64) -> i64 {
        self.loads.iter().take_while(|(when, _)| *when <= at).map(|(_, change)| change).sum()
    }
}

/// A policy whose run is recorded.
struct Recorder {
    inner: Box<dyn WarpPolicy>,
    observation: Arc<Mutex<Observation>>,
    /// By slot, the phase of the next instruction and whether it is a load.
    next: [(usize, bool); 64],
}

impl WarpPolicy for Recorder {
    fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
        self.inner.pick(scheduler, view)
    }

    fn observe(&mut self, event: WarpEvent, view: &SmView<'_>) {
        let now = view.now().0;
        let mut observation = self.observation.lock().unwrap();
        let group = |slot| view.cta_number(view.cta(slot)) as usize;
        match event {
            WarpEvent::Launched(slot) => self.next[slot.index()] = (0, false),
            WarpEvent::Issued { slot, .. } => {
                let (phase, load) = self.next[slot.index()];
                observation.issues.push(now);
                if load {
                    observation.loads.push((now, 1));
                }
                let stay = &mut observation.stays[phase][group(slot)];
                stay.first = stay.first.min(now);
                stay.last = now;
                if let Some(next) = view.next(slot) {
                    self.next[slot.index()] = (next.phase as usize, next.is_memory);
                }
            }
            WarpEvent::MemoryCompleted { slot, .. } => {
                observation.loads.push((now, -1));
                observation.stays[self.next[slot.index()].0 - 1][group(slot)].back = now;
            }
            _ => {}
        }
        drop(observation);
        self.inner.observe(event, view);
    }

    fn eligible(&self, scheduler: SchedulerId, view: &SmView<'_>) -> WarpSet {
        self.inner.eligible(scheduler, view)
    }
}

/// The paper's GPU, one SM of it.
fn machine() -> Machine {
    let mut machine = machine::named("m2090").unwrap().machine();
    machine.sm_mut().count = 1;
    // The figure has no fetch stalls.
    machine.sm_mut().fetch.cache = None;
    machine
}

fn observe_run(order: &str, phases: &[usize]) -> Observation {
    let machine = machine();
    let choice = Choice::parse(&format!("two-level:scope=scheduler,order={order}"), WARP_POLICIES).unwrap();
    let stays = vec![[PhaseTime::default(); GROUPS]; phases.len()];
    let observation =
        Arc::new(Mutex::new(Observation { cycles: 0, stays, issues: Vec::new(), loads: Vec::new() }));
    let make = |_| {
        let inner = choice.make(machine.sm());
        Box::new(Recorder { inner, observation: Arc::clone(&observation), next: [(0, false); 64] })
            as Box<dyn WarpPolicy>
    };
    let records = Simulation::new(&machine, make).run(&mut tapes(phases)).unwrap();
    let mut observation = observation.lock().unwrap().clone();
    observation.cycles = records[0].cycles;
    observation
}

fn is_nearer(one: u64, to: u64, than: u64) -> bool {
    one.abs_diff(to) < one.abs_diff(than)
}

/// The premise of both parts of the figure: the medium phases of FGs 2 and 3 together hide the latency of FG 1, and that of FG 2
/// alone does not.
fn check_premise(observation: &Observation) {
    let [one, two, three, _] = observation.stays[0];
    assert!(one.last < two.last && two.last < three.last);
    assert!(two.last < one.back && one.back <= three.last, "{:?}", observation.stays[0]);
    assert_eq!(observation.exposed(two.first, three.last), 0, "there is work all the time");
    assert_eq!(observation.order()[..3], [(1, 1), (2, 1), (3, 1)]);
}

/// Fig. 5 (a): medium, short, long. GTO is better, and the phase-aware order behaves like GTO.
#[test]
fn a_short_phase_in_the_middle() {
    let [rr, gto, phase] = ["rr", "gto", "phase"].map(|order| observe_run(order, A));
    [&rr, &gto, &phase].into_iter().for_each(check_premise);
    // Marker 1: RR selects FG 4. Then all groups execute the short phase, and only then the long one.
    assert_eq!(rr.order()[3..9], [(4, 1), (1, 2), (2, 2), (3, 2), (4, 2), (1, 3)]);
    // "Computation from three short length phases is not enough", at one issue per cycle for six warps.
    let [.., four] = rr.stays[0];
    assert!(3 * 6 * A[SHORT] as u64 * 2 < four.back - four.last, "twice as long would not do");
    // Marker 3: some of the latency is exposed.
    let exposed = rr.exposed(four.last, rr.stays[LONG_OF_A][0].first);
    assert!(exposed > 100, "{exposed}");
    // Marker 2: GTO selects FG 1, and so does the phase-aware order, since its next phase is short.
    for observation in [&gto, &phase] {
        assert_eq!(observation.order()[3..5], [(1, 2), (4, 1)]);
        // Marker 4: FG 1 reaches the long phase earlier, which hides the latency of the others.
        let long = observation.stays[LONG_OF_A][0];
        assert!(long.first + 100 < rr.stays[LONG_OF_A][0].first);
        assert!(observation.in_flight(long.first) > 0);
        assert!(observation.exposed(long.first, long.last) < 20);
        let (exposed, of_rr) = (observation.exposed(0, observation.cycles), rr.exposed(0, rr.cycles));
        assert!(exposed + 100 <= of_rr, "{exposed} {of_rr}, cycles {} {}", observation.cycles, rr.cycles);
    }
    assert!(gto.cycles * 100 < rr.cycles * 95, "{} {}", gto.cycles, rr.cycles);
    assert!(is_nearer(phase.cycles, gto.cycles, rr.cycles), "{} {} {}", rr.cycles, gto.cycles, phase.cycles);
}

/// With only four groups, GTO has a loss that the text does not discuss: FG 4 is last, and no other group hides its latency. In (a)
/// FG 4 completes its short phase while FG 2 is blocked, if FG 1's long phase is no longer than a medium and a short one. With a
/// longer phase it does not, and GTO loses its gain. The phase-aware order prefers FG 4's short phase and keeps the gain.
#[test]
fn under_gto_no_group_hides_the_latency_of_the_last() {
    let longer = &[A[0], A[1], 60];
    let [rr, gto, phase] = ["rr", "gto", "phase"].map(|order| observe_run(order, longer));
    [&rr, &gto, &phase].into_iter().for_each(check_premise);
    let fourth = |observation: &Observation| observation.stays[SHORT][3].first;
    let third = |observation: &Observation| observation.stays[LONG_OF_A][2].first;
    assert!(fourth(&gto) > third(&gto) && fourth(&phase) < third(&phase));
    assert!(gto.exposed(gto.stays[SHORT][3].last, gto.cycles) > 100);
    assert!(rr.cycles < gto.cycles && phase.cycles * 100 < rr.cycles * 97);
}

/// Fig. 5 (b): medium, long. RR is better, and the phase-aware order behaves like RR.
#[test]
fn a_long_phase_after_a_medium_one() {
    let [rr, gto, phase] = ["rr", "gto", "phase"].map(|order| observe_run(order, B));
    [&rr, &gto, &phase].into_iter().for_each(check_premise);
    // Marker 5: GTO switches back to FG 1, and FG 4 starts after all others.
    assert_eq!(gto.order()[3..], [(1, 2), (2, 2), (3, 2), (4, 1), (4, 2)]);
    // Marker 6: RR selects FG 4, and so does the phase-aware order, since a medium phase is shorter than a long one.
    for observation in [&rr, &phase] {
        assert_eq!(observation.order()[3..], [(4, 1), (1, 2), (2, 2), (3, 2), (4, 2)]);
    }
    // While FG 1 is in its long phase, all of GTO's loads complete and no more are issued until FG 4 starts. RR has issued the loads
    // of all groups.
    let after = |observation: &Observation| {
        let end = observation.stays[LONG_OF_B][0].last;
        (observation.issued_loads(end), observation.in_flight(end))
    };
    let all = (GROUPS * WARPS) as i64;
    assert_eq!((after(&gto), after(&rr).0, after(&phase).0), ((all - WARPS as i64, 0), all, all));
    // "Around the time when the GTO scheduler begins fetch group 4, the RR scheduler has already executed a significant portion of
    // it": all of its medium phase, whose loads are complete.
    assert!(rr.stays[0][3].back < gto.stays[0][3].first);
    // GTO's loss is the latency of FG 4.
    let [.., four] = gto.stays[0];
    assert!(gto.exposed(four.last, gto.stays[LONG_OF_B][3].first) > 200);
    assert!(rr.cycles * 100 < gto.cycles * 95, "{} {}", rr.cycles, gto.cycles);
    assert!(is_nearer(phase.cycles, rr.cycles, gto.cycles), "{} {} {}", rr.cycles, gto.cycles, phase.cycles);
}

/// A built-in policy in a fixture.
struct BuiltIn(Box<dyn WarpPolicy>);

impl WarpPolicy for BuiltIn {
    fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
        self.0.pick(scheduler, view)
    }

    fn observe(&mut self, event: WarpEvent, view: &SmView<'_>) {
        self.0.observe(event, view);
    }
}

fn fixture(policy: &str) -> Fixture<BuiltIn> {
    let choice = Choice::parse(policy, WARP_POLICIES).unwrap();
    let mut sm = machine().sm().clone();
    (sm.warps, sm.schedulers) = (8, 1);
    Fixture::new(BuiltIn(choice.make(&sm)), 8, 1)
}

/// The next pick when these warps are at the start of phases of this number and length. Slot 0 has completed a phase; the loads of
/// the others completed in this order.
fn next_pick(policy: &str, warps: &[(u8, u32, u32)]) -> Option<Slot> {
    let mut sm = fixture(policy);
    sm.launch(0, 1 + warps.len() as u32);
    let first = SchedulerId(0);
    assert_eq!(sm.turn(first), Some(Slot(0)));
    for &(slot, phase, length) in warps {
        sm.next(Slot(slot), NextInstruction::compute().in_phase(phase, length, length));
        sm.block(Slot(slot));
    }
    warps.iter().for_each(|&(slot, ..)| sm.complete(Slot(slot)));
    // Slot 0 blocks on memory, too.
    sm.issue(Slot(0), Some(NextInstruction::compute().in_phase(9, 1, 1)));
    sm.block(Slot(0));
    sm.pick(first)
}

/// IV-A. `P_j` is the shorter phase. In case 1, RR picks a warp in `P_i`; in case 2, GTO does, because it is older. `P_j` is better,
/// before or after `P_i` in the program, and the phase-aware policies pick it, with one level or two.
#[test]
fn phase_aware_policies_pick_the_shorter_phase_in_all_cases() {
    let (i, j) = (40, 10);
    let cases = [
        // (order of the other policy, slots in order of completion with the number and length of their phase, slots in P_i and P_j)
        ("1a", "rr", [(1, 3, i), (2, 4, j)], 1, 2),
        ("1b", "rr", [(1, 4, i), (2, 3, j)], 1, 2),
        ("2a", "gto", [(2, 3, j), (1, 4, i)], 1, 2),
        ("2b", "gto", [(2, 4, j), (1, 3, i)], 1, 2),
    ];
    for (case, other, warps, in_i, in_j) in cases {
        let two = |order: &str| next_pick(&format!("two-level:ready=1,order={order}"), &warps);
        let single = if other == "rr" { "lrr" } else { "oldest" };
        assert_eq!((two(other), next_pick(single, &warps)), (Some(Slot(in_i)), Some(Slot(in_i))), "{case}");
        assert_eq!(
            (two("phase"), next_pick("phase", &warps)),
            (Some(Slot(in_j)), Some(Slot(in_j))),
            "{case}"
        );
    }
}

/// IV-B2: the single level compares the distances of the next instructions, not lengths; "for warps that are at the same distance,
/// the oldest warp is chosen first".
#[test]
fn phase_picks_the_least_distance_and_of_equals_the_oldest() {
    let mut sm = fixture("phase");
    let first = SchedulerId(0);
    sm.launch(0, 4);
    let next = NextInstruction::compute();
    for (slot, phase, distance, length) in [(0, 0, 20, 20), (1, 1, 7, 90), (2, 2, 9, 9), (3, 1, 7, 90)] {
        sm.next(Slot(slot), next.in_phase(phase, distance, length));
    }
    assert_eq!(sm.pick(first), Some(Slot(1)), "near its end, though of the longest phase");
    sm.stall(Slot(1), true);
    assert_eq!(sm.pick(first), Some(Slot(3)));
    sm.stall(Slot(3), true);
    assert_eq!(sm.pick(first), Some(Slot(2)));
    // A new CTA in slots 4 to 7 is younger than the warps at the same distance.
    sm.launch(1, 4);
    (4..8).for_each(|slot| sm.next(Slot(slot), next.in_phase(2, 9, 9)));
    assert_eq!(sm.pick(first), Some(Slot(2)));
    sm.stall(Slot(2), true);
    assert_eq!(sm.pick(first), Some(Slot(4)));
    // Age counts, not the slot: the first CTA finishes, and a third takes its slots.
    (0..4).for_each(|slot| {
        sm.stall(Slot(slot), false);
        sm.finish(Slot(slot));
    });
    sm.launch(2, 4);
    (0..4).for_each(|slot| sm.next(Slot(slot), next.in_phase(2, 9, 9)));
    assert_eq!(sm.pick(first), Some(Slot(4)));
}
