//! Every policy in a run: its picks, compared with its rule.

use std::convert::Infallible;
use std::sync::{Arc, Mutex};
use warploom_gpu::machine::Machine;
use warploom_gpu::policy::{SmView, WarpEvent, WarpPolicy};
use warploom_gpu::simulation::{LaunchRecord, Simulation};
use warploom_gpu::{SchedulerId, Slot, WarpSet};
use warploom_kernel::class::Class;
use warploom_kernel::code::{AccessKind, Code, Effect, Instruction, Register, RegisterFile};
use warploom_kernel::execute::{CtaId, LaneMask};
use warploom_kernel::program::{Pc, Space};
use warploom_kernel::tape::{BackgroundSource, Cta, Launch, WarpTape, produce};
use warploom_policy::{Choice, WARP_POLICIES};

fn register(index: u32) -> Register {
    Register { file: RegisterFile::General, index }
}

/// Code that loads, computes with the result, waits at a barrier, computes and stores.
fn code() -> Code {
    let memory = |opcode: &str, kind| Instruction {
        effect: Effect::Memory { space: Space::Global, kind, bytes: 4 },
        ..Instruction::new(opcode, Class::Global)
    };
    let add = |to, from: &[u32]| Instruction {
        writes: vec![register(to)],
        reads: from.iter().map(|&from| register(from)).collect(),
        ..Instruction::new("FADD", Class::Float)
    };
    let barrier = Effect::Barrier { id: 0, threads: None, waits: true };
    let instructions = vec![
        Instruction {
            writes: vec![register(10)],
            reads: vec![register(2)],
            ..memory("LDG", AccessKind::Load)
        },
        add(11, &[3, 4]),
        add(12, &[3, 4]),
        add(13, &[10, 11]),
        add(14, &[13, 12]),
        Instruction { effect: barrier, ..Instruction::new("BAR", Class::Barrier) },
        add(15, &[14, 13]),
        add(16, &[3, 4]),
        Instruction { reads: vec![register(2), register(15)], ..memory("STG", AccessKind::Store) },
        Instruction::new("EXIT", Class::Control),
    ];
    Code { instructions, ..Code::default() }
}

const CTAS: u64 = 24;
const WARPS: u64 = 4;

fn tapes() -> BackgroundSource<Infallible> {
    produce(64, move |sink| {
        let launch =
            Launch { registers: 20, ..Launch::synthetic("k", Arc::new(code()), CTAS as u32, WARPS as u32) };
        let full = LaneMask(0xffff_ffff);
        let _ = sink.launch(launch);
        for id in 0..CTAS {
            let mut cta = Cta::new(CtaId(id));
            for warp in 0..WARPS {
                let mut tape = WarpTape::default();
                for turn in 0..8 {
                    let at = 0x1000_0000 + ((turn * CTAS + id) * WARPS + warp) * 128;
                    tape.step(Pc(0), full);
                    tape.affine(at, 4);
                    (1..8).for_each(|pc| tape.step(Pc(pc), full));
                    tape.step(Pc(8), full);
                    tape.affine(at + 0x1000_0000, 4);
                }
                tape.step(Pc(9), full);
                cta.push(&tape);
            }
            if sink.cta(cta).is_err() {
                break;
            }
        }
        Ok(())
    })
}

/// A pick and the state of the SM at that time.
#[derive(Clone, Debug)]
struct Pick {
    issuable: WarpSet,
    eligible: WarpSet,
    last: Option<Slot>,
    ages: Vec<u64>,
    picked: Option<Slot>,
}

/// A policy whose picks are recorded.
struct Recorder {
    inner: Box<dyn WarpPolicy>,
    picks: Arc<Mutex<Vec<Pick>>>,
}

impl WarpPolicy for Recorder {
    fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
        let picked = self.inner.pick(scheduler, view);
        let pick = Pick {
            issuable: view.issuable(scheduler),
            eligible: self.inner.eligible(scheduler, view),
            last: view.last_issued(scheduler),
            ages: (0..48).map(|slot| view.age(Slot(slot))).collect(),
            picked,
        };
        self.picks.lock().unwrap().push(pick);
        picked
    }

    fn launch_begins(&mut self, launch: &Launch, view: &SmView<'_>) {
        self.inner.launch_begins(launch, view);
    }

    fn observe(&mut self, event: WarpEvent, view: &SmView<'_>) {
        self.inner.observe(event, view);
    }

    fn eligible(&self, scheduler: SchedulerId, view: &SmView<'_>) -> WarpSet {
        self.inner.eligible(scheduler, view)
    }

    fn wants_cache_events(&self) -> bool {
        self.inner.wants_cache_events()
    }
}

fn recorded(policy: &str) -> (LaunchRecord, Vec<Pick>) {
    let mut machine = Machine::read(include_str!("../../gpu/machines/gtx480.toml")).unwrap();
    machine.sm_mut().count = 1;
    let choice = Choice::parse(policy, WARP_POLICIES).unwrap();
    let picks = Arc::new(Mutex::new(Vec::new()));
    let make = |_| {
        let inner = choice.make(machine.sm());
        Box::new(Recorder { inner, picks: Arc::clone(&picks) }) as Box<dyn WarpPolicy>
    };
    let mut records = Simulation::new(&machine, make).run(&mut tapes()).unwrap();
    let picks = picks.lock().unwrap().clone();
    (records.remove(0), picks)
}

fn by_age(pick: &Pick, youngest: bool) -> Option<Slot> {
    let age = |slot: &Slot| pick.ages[slot.index()];
    let mut slots: Vec<Slot> = pick.issuable.iter().collect();
    slots.sort_by_key(age);
    if youngest { slots.last().copied() } else { slots.first().copied() }
}

fn greedy(pick: &Pick) -> Option<Slot> {
    pick.last.filter(|&last| pick.issuable.contains(last))
}

/// Every pick follows the policy's rule, and the run has cycles in which the rules differ.
#[test]
fn every_policy_picks_by_its_rule() {
    type Rule = fn(&Pick) -> Option<Slot>;
    let rules: [(&str, Rule); 4] = [
        ("lrr", |pick| {
            // In slot order, from the slot after the last one around to the last one itself.
            let from = pick.last.map_or(0, |last| last.0 + 1);
            (from..48).chain(0..from).map(Slot).find(|&slot| pick.issuable.contains(slot))
        }),
        ("gto", |pick| greedy(pick).or_else(|| by_age(pick, false))),
        ("oldest", |pick| by_age(pick, false)),
        ("gty", |pick| greedy(pick).or_else(|| by_age(pick, true))),
    ];
    for (name, rule) in rules {
        let (record, picks) = recorded(name);
        assert_eq!(record.counters.warp_instructions, CTAS * WARPS * (8 * 9 + 1), "{name}");
        assert_eq!(picks.len() as u64, record.counters.warp_instructions, "{name} never declines");
        let choices = picks.iter().filter(|pick| pick.issuable.len() > 1).count();
        assert!(choices > 1000, "{name} had {choices} choices");
        for pick in &picks {
            assert_eq!(pick.picked, rule(pick), "{name}: {pick:?}");
        }
        // Each pair of rules differs in some cycle.
        for (other, rule) in rules.iter().filter(|(other, _)| *other != name) {
            assert!(picks.iter().any(|pick| pick.picked != rule(pick)), "{name} is as {other}");
        }
    }
}

#[test]
fn two_level_policies_issue_from_active_warps_only() {
    for ready in [1, 2, 6, 24] {
        let (record, picks) = recorded(&format!("tl-gpgpusim:ready={ready}"));
        assert_eq!(record.counters.warp_instructions, CTAS * WARPS * (8 * 9 + 1));
        let mut declined = 0;
        for pick in &picks {
            match pick.picked {
                Some(picked) => assert!((pick.issuable & pick.eligible).contains(picked), "{pick:?}"),
                None => {
                    assert!((pick.issuable & pick.eligible).is_empty(), "{pick:?}");
                    declined += 1;
                }
            }
            assert!((pick.issuable & pick.eligible).len() <= ready, "{pick:?}");
        }
        assert_eq!(declined > 0, ready < 24, "{ready}: with all active, none can be missed");
    }
}

#[test]
fn issue_slots_are_fully_accounted_under_every_policy() {
    for policy in WARP_POLICIES {
        let (record, _) = recorded(policy.name);
        assert_eq!(record.counters.scheduler_cycles(), record.cycles * 2, "{}", policy.name);
        assert_eq!(record.ctas, CTAS, "{}", policy.name);
    }
}
