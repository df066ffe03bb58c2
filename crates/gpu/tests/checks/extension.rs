//! The extension API of policies: launch hook, instructions in events, and memory-side resources in the view.

use super::common::*;
use std::sync::{Arc, Mutex};
use warploom_gpu::machine::Machine;
use warploom_gpu::policy::{SmView, WarpEvent, WarpPolicy};
use warploom_gpu::probe::{Issue, Probe, Probes};
use warploom_gpu::simulation::{Options, Simulation};
use warploom_gpu::{Class, LaneMask, Launch, Pc, SLOTS, SchedulerId, Slot};
use warploom_kernel::code::AccessKind;
use warploom_kernel::program::Space;

/// A load of one line, a load of 8 lines, an arithmetic instruction that needs both, and a store of 32 lines.
fn streaming() -> Kernel {
    let code = vec![load(1, 0), load(2, 0), alu(Class::Float, &[3], &[1, 2]), store(3, 0), exit()];
    let warp = |base: u64| {
        let at = |n: u64| At::Affine(base + n * 0x1_0000, 128);
        let line = At::Affine(base, 4);
        Warp::default().access(0, line).access_by(LaneMask(0xff), 1, at(1)).step(2).access(3, at(2)).step(4)
    };
    kernel(code, (0..4).map(|cta| (0..8).map(|w| warp(0x100_0000 * (cta * 8 + w + 1))).collect()).collect())
}

/// What the checks saw.
#[derive(Default)]
struct Seen {
    launches: Vec<String>,
    max_lsu: u32,
    lsu_full: u64,
    max_mshrs: u32,
    max_loads: u32,
}

/// Loose round robin that compares the view with the events it observed.
struct Checks {
    seen: Arc<Mutex<Seen>>,
    loads: [u32; SLOTS],
}

impl WarpPolicy for Checks {
    fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
        let mut seen = self.seen.lock().expect("no other thread panicked");
        for slot in view.slots(scheduler).iter() {
            assert_eq!(view.outstanding_loads(slot), self.loads[slot.index()], "{slot:?} in {}", view.now());
            assert_eq!(view.long_pending(scheduler).contains(slot), self.loads[slot.index()] > 0);
            seen.max_loads = seen.max_loads.max(self.loads[slot.index()]);
        }
        let (lsu, mshrs) = (view.lsu_queue(scheduler), view.l1_mshrs());
        assert!(lsu.used <= lsu.capacity && mshrs.used <= mshrs.capacity, "{lsu:?} {mshrs:?}");
        let is_memory = |slot| view.next(slot).is_some_and(|next| next.is_memory);
        assert!(
            !lsu.is_full() || !view.issuable(scheduler).iter().any(is_memory),
            "a full queue takes no more"
        );
        seen.max_lsu = seen.max_lsu.max(lsu.used);
        seen.lsu_full += u64::from(lsu.is_full());
        seen.max_mshrs = seen.max_mshrs.max(mshrs.used);
        drop(seen);
        Lrr.pick(scheduler, view)
    }

    fn launch_begins(&mut self, launch: &Launch, view: &SmView<'_>) {
        assert_eq!(view.ctas().count(), 0, "no CTA is resident");
        let scheduler = SchedulerId(0);
        assert_eq!((view.lsu_queue(scheduler).used, view.l1_mshrs().used), (0, 0), "nothing is in flight");
        self.seen.lock().expect("no other thread panicked").launches.push(launch.kernel.clone());
    }

    fn observe(&mut self, event: WarpEvent, view: &SmView<'_>) {
        match event {
            WarpEvent::Issued { slot, pc, lanes, .. } if pc.0 < 2 => {
                assert_eq!(view.opcode(pc), "LD");
                assert_eq!(lanes, if pc == Pc(0) { ALL } else { LaneMask(0xff) });
                self.loads[slot.index()] += 1;
            }
            WarpEvent::MemoryCompleted { slot, pc, .. } => {
                assert!(pc.0 < 2, "{pc:?} is a load");
                self.loads[slot.index()] -= 1;
            }
            WarpEvent::StoreCompleted { pc, .. } => assert_eq!(pc, Pc(3)),
            WarpEvent::L1Hit { pc, .. } | WarpEvent::L1Miss { pc, .. } => {
                assert!(pc.0 < 2, "{pc:?} is a load")
            }
            _ => {}
        }
    }

    fn wants_cache_events(&self) -> bool {
        true
    }
}

fn checked(machine: &Machine) -> Seen {
    let seen = Arc::new(Mutex::new(Seen::default()));
    let policy = |_| Box::new(Checks { seen: Arc::clone(&seen), loads: [0; SLOTS] }) as Box<dyn WarpPolicy>;
    let mut tape = Tape::new([streaming(), streaming()]);
    Simulation::new(machine, policy).run(&mut tape).expect("it runs");
    std::mem::take(&mut *seen.lock().expect("no thread panicked"))
}

#[test]
fn outstanding_loads_lsu_queue_and_mshrs_agree_with_events() {
    let [gtx480, v100] = both();
    for machine in [bare(gtx480.clone()), bare(v100), bare(without_collectors(gtx480))] {
        let seen = checked(&machine);
        assert_eq!(seen.launches.len(), 2, "the hook is called once per launch");
        assert_eq!(seen.max_loads, 2, "a warp has both its loads in flight");
        assert!(seen.max_lsu > 0 && seen.lsu_full > 0, "the load-store queue fills up");
        assert!(seen.max_mshrs > 0, "MSHRs are in use");
    }
}

/// A load of any memory completes in the cycle in which the instruction that needs its result can issue, also without active lanes.
#[test]
fn a_load_completes_when_its_result_can_be_read() {
    let spaces = [Space::Global, Space::Local, Space::Shared, Space::Const, Space::Generic];
    for machine in both().map(bare) {
        for space in spaces {
            for (kind, lanes) in [AccessKind::Load, AccessKind::Atomic]
                .into_iter()
                .flat_map(|kind| [(kind, LaneMask(0)), (kind, LaneMask(1)), (kind, ALL)])
            {
                if kind == AccessKind::Atomic && !matches!(space, Space::Global | Space::Shared) {
                    continue;
                }
                let code = vec![access(space, kind, 4, &[1], &[0]), alu(Class::Float, &[2], &[1]), exit()];
                let warp = Warp::default();
                let warp = match lanes.0 {
                    0 => warp.by(lanes, 0),
                    _ => warp.access_by(lanes, 0, At::Affine(0x100, 4)),
                };
                let kernel = kernel(code, vec![vec![warp.steps([1, 2])]]);
                let (_, events) = watch(&machine, &[kernel], Options::default());
                let cycles = |wanted: fn(&WarpEvent) -> bool| -> Vec<u64> {
                    events.iter().filter(|(_, _, event)| wanted(event)).map(|&(_, cycle, _)| cycle).collect()
                };
                let completed = cycles(|event| matches!(event, WarpEvent::MemoryCompleted { pc: Pc(0), .. }));
                let used = cycles(|event| matches!(event, WarpEvent::Issued { pc: Pc(1), .. }));
                assert_eq!(completed, used, "{} {space:?} {kind:?} {lanes:?}", machine.name);
            }
        }
    }
}

#[derive(Default)]
struct Issues {
    issued: Vec<(Slot, Pc, LaneMask)>,
    events: Vec<(Slot, Pc, LaneMask)>,
}

impl Probe for Issues {
    fn issue(&mut self, issue: Issue, view: &SmView<'_>) {
        let next = view.next(issue.slot).expect("an instruction is about to issue");
        assert_eq!((next.pc, next.lanes, next.class), (issue.pc, issue.lanes, issue.class));
        self.issued.push((issue.slot, issue.pc, issue.lanes));
    }

    fn observe(&mut self, event: WarpEvent, _view: &SmView<'_>) {
        if let WarpEvent::Issued { slot, pc, lanes, .. } = event {
            self.events.push((slot, pc, lanes));
        }
    }
}

#[test]
fn probes_come_back_in_sm_order_with_every_issue() {
    let mut machine = bare(gtx480());
    machine.sm_mut().count = 3;
    for threads in [1, 2] {
        let mut probes = Probes::new(|_| Some(Issues::default()));
        let options = Options::default().with_threads(threads);
        let mut tape = Tape::new([streaming()]);
        let records =
            Simulation::new(&machine, |_| Box::new(Lrr)).probes(&mut probes).options(options).run(&mut tape);
        let issues = records.expect("it runs")[0].counters.warp_instructions;
        let probes = probes.into_inner();
        assert_eq!(probes.iter().map(|(sm, _)| sm.0).collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(probes.iter().map(|(_, probe)| probe.issued.len() as u64).sum::<u64>(), issues);
        assert!(probes.iter().all(|(_, probe)| probe.issued == probe.events));
    }
}
