//! Every CTA policy in a run: each CTA runs once, on the SM of the policy's rule.

use proptest::prelude::*;
use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use warploom_gpu::SmId;
use warploom_gpu::machine::Machine;
use warploom_gpu::policy::{SmView, WarpEvent};
use warploom_gpu::probe::{Probe, Probes};
use warploom_gpu::simulation::{EndReason, LaunchRecord, Options, RunError, Simulation};
use warploom_kernel::class::Class;
use warploom_kernel::code::{Code, Instruction, Register, RegisterFile};
use warploom_kernel::execute::{CtaId, LaneMask};
use warploom_kernel::program::Pc;
use warploom_kernel::tape::{Cta, CtaLookup, Launch, Source, WarpTape};
use warploom_policy::{CTA_POLICIES, Choice, CtaKind, WARP_POLICIES};

/// Launches whose CTAs have one warp with a given number of additions, available in any order.
struct Tape {
    launches: VecDeque<Vec<u32>>,
    lengths: Vec<u32>,
    next: u64,
    /// Whether CTAs can be read by number.
    numbered: bool,
}

impl Tape {
    fn new(launches: &[Vec<u32>], numbered: bool) -> Tape {
        Tape { launches: launches.iter().cloned().collect(), lengths: Vec::new(), next: 0, numbered }
    }

    fn at(&self, id: CtaId) -> Option<Cta> {
        let mut warp = WarpTape::default();
        (0..*self.lengths.get(id.0 as usize)?).for_each(|_| warp.step(Pc(0), LaneMask(1)));
        warp.step(Pc(1), LaneMask(1));
        let mut cta = Cta::new(id);
        cta.push(&warp);
        Some(cta)
    }
}

impl Source for Tape {
    type Error = Infallible;

    fn launch(&mut self) -> Result<Option<Arc<Launch>>, Infallible> {
        let Some(lengths) = self.launches.pop_front() else { return Ok(None) };
        let register = Register { file: RegisterFile::General, index: 5 };
        let add = Instruction {
            writes: vec![register],
            reads: vec![register],
            ..Instruction::new("FADD", Class::Float)
        };
        let instructions = vec![add, Instruction::new("EXIT", Class::Control)];
        let launch = Launch::synthetic(
            "k",
            Arc::new(Code { instructions, ..Code::default() }),
            lengths.len() as u32,
            1,
        );
        (self.lengths, self.next) = (lengths, 0);
        Ok(Some(Arc::new(launch)))
    }

    fn cta(&mut self) -> Result<Option<Cta>, Infallible> {
        self.next += 1;
        Ok(self.at(CtaId(self.next - 1)))
    }

    fn cta_at(&mut self, id: CtaId) -> Result<CtaLookup, Infallible> {
        let found = || self.at(id).map_or(CtaLookup::Missing, CtaLookup::Cta);
        Ok(if self.numbered { found() } else { CtaLookup::ForwardOnly })
    }
}

/// The SM, cycle and number of each started CTA.
type CtaStarts = Vec<(u32, u64, u64)>;

struct StartProbe(SmId, CtaStarts);

impl Probe for StartProbe {
    fn observe(&mut self, event: WarpEvent, view: &SmView<'_>) {
        if let WarpEvent::CtaLaunched(cta) = event {
            self.1.push((self.0.0, view.now().0, view.cta_number(cta)));
        }
    }
}

fn machine(sms: u32, places: u32) -> Machine {
    let mut machine = Machine::read(include_str!("../../gpu/machines/gtx480.toml")).unwrap();
    (machine.sm_mut().count, machine.sm_mut().ctas, machine.launch_latency) = (sms, places, 0);
    machine
}

type RunOutcome = Result<(Vec<LaunchRecord>, CtaStarts), RunError<Infallible>>;

fn run_placed_by(policy: &Choice<CtaKind>, mut tape: Tape, machine: &Machine, threads: usize) -> RunOutcome {
    let warps = Choice::parse("lrr", WARP_POLICIES).unwrap();
    let mut probes = Probes::new(|sm| Some(StartProbe(sm, CtaStarts::new())));
    let make = |_| warps.make(machine.sm());
    let options = Options::default().with_threads(threads).with_by_instruction(true);
    let records = Simulation::new(machine, make)
        .cta_policy(&mut *policy.make(machine))
        .probes(&mut probes)
        .options(options)
        .run(&mut tape)?;
    let probes = probes.into_inner().into_iter();
    let mut starts: CtaStarts = probes.flat_map(|(_, StartProbe(_, starts))| starts).collect();
    starts.sort_unstable();
    Ok((records, starts))
}

fn policy(name: &str) -> Choice<CtaKind> {
    Choice::parse(name, CTA_POLICIES).unwrap()
}

/// The CTAs of an SM in the order of their start.
fn ctas_of(starts: &CtaStarts, sm: u32) -> Vec<u64> {
    starts.iter().filter(|&&(there, ..)| there == sm).map(|&(.., cta)| cta).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_cta_runs_once_at_any_number_of_threads(
        first in prop::collection::vec(1..80_u32, 1..70),
        second in prop::collection::vec(1..80_u32, 1..20),
        sms in 1..6_u32,
        places in 1..8_u32,
    ) {
        let (launches, machine) = ([first, second], machine(sms, places));
        for declared in CTA_POLICIES {
            let policy = policy(declared.name);
            let (records, starts) = run_placed_by(&policy, Tape::new(&launches, true), &machine, 1).unwrap();
            let mut ctas: Vec<u64> = starts.iter().map(|&(.., cta)| cta).collect();
            ctas.sort_unstable();
            let mut expected: Vec<u64> = launches.iter().flat_map(|lengths| 0..lengths.len() as u64).collect();
            expected.sort_unstable();
            prop_assert_eq!(ctas, expected, "{}", policy);
            for (record, lengths) in records.iter().zip(&launches) {
                prop_assert_eq!((record.ctas, record.end_reason), (lengths.len() as u64, EndReason::Complete));
                let instructions: u64 = lengths.iter().map(|&length| u64::from(length) + 1).sum();
                prop_assert_eq!(record.counters.warp_instructions, instructions);
            }
            let (two, same) = run_placed_by(&policy, Tape::new(&launches, true), &machine, 2).unwrap();
            prop_assert_eq!(same, starts);
            for (two, one) in two.iter().zip(&records) {
                prop_assert_eq!((two.cycles, &two.counters), (one.cycles, &one.counters), "{}", policy);
            }
        }
    }
}

#[test]
fn policies_that_select_by_number_declare_it() {
    for declared in CTA_POLICIES {
        let forward =
            run_placed_by(&policy(declared.name), Tape::new(&[vec![5; 40]], false), &machine(3, 2), 1);
        match forward {
            Ok(_) => assert!(!declared.properties.by_number, "{}", declared.name),
            Err(RunError::ForwardOnly { .. }) => assert!(declared.properties.by_number, "{}", declared.name),
            Err(other) => panic!("{}: {other}", declared.name),
        }
    }
}

#[test]
fn rr_is_the_default() {
    let machine = machine(3, 2);
    let lengths = [(0..50).map(|n| n * 7 % 40 + 1).collect()];
    let (said, _) = run_placed_by(&policy("rr"), Tape::new(&lengths, false), &machine, 1).unwrap();
    let warps = Choice::parse("lrr", WARP_POLICIES).unwrap();
    let options = Options::default().with_by_instruction(true);
    let plain = Simulation::new(&machine, |_| warps.make(machine.sm()))
        .options(options)
        .run(&mut Tape::new(&lengths, false));
    let plain = plain.unwrap();
    assert_eq!((said[0].cycles, &said[0].counters), (plain[0].cycles, &plain[0].counters));
}

#[test]
fn block_keeps_its_parts_even_if_an_sm_is_idle() {
    // The first half is slow: its SM is the last one busy.
    let lengths: Vec<u32> = [vec![400; 10], vec![5; 10]].concat();
    let (_, starts) =
        run_placed_by(&policy("block"), Tape::new(&[lengths], true), &machine(2, 2), 1).unwrap();
    assert_eq!(ctas_of(&starts, 0), (0..10).collect::<Vec<_>>());
    assert_eq!(ctas_of(&starts, 1), (10..20).collect::<Vec<_>>());
    let last = |sm| starts.iter().filter(|b| b.0 == sm).map(|b| b.1).max().unwrap();
    assert!(last(1) < last(0) / 4, "the second did not wait for the first: {starts:?}");
}

#[test]
fn fill_leaves_the_last_sms_idle_and_uses_the_first_free_cta_slot() {
    let machine = machine(4, 3);
    let (_, starts) = run_placed_by(&policy("fill"), Tape::new(&[vec![50; 5]], false), &machine, 1).unwrap();
    assert_eq!([0, 1, 2, 3].map(|sm| ctas_of(&starts, sm)), [vec![0, 1, 2], vec![3, 4], vec![], vec![]]);
    // All SMs are full; CTA 3, on the second SM, finishes first.
    let lengths = [400, 400, 400, 5, 400, 400, 300, 300, 300, 300, 300, 300, 9, 9];
    let (_, starts) =
        run_placed_by(&policy("fill"), Tape::new(&[lengths.to_vec()], false), &machine, 1).unwrap();
    assert_eq!(ctas_of(&starts, 1)[3], 12);
}

#[test]
fn bcs_starts_two_ctas_at_once() {
    // Odd CTAs take longer: a CTA slot stays empty until two are free.
    let lengths: Vec<u32> = (0..21).map(|n| if n % 2 == 0 { 20 } else { 200 }).collect();
    let (_, starts) = run_placed_by(&policy("bcs"), Tape::new(&[lengths], false), &machine(2, 2), 1).unwrap();
    for sm in 0..2 {
        let own: Vec<_> = starts.iter().filter(|b| b.0 == sm).collect();
        for pair in own.chunks(2).filter(|pair| pair.len() == 2) {
            let ((_, first, even), (_, second, odd)) = (*pair[0], *pair[1]);
            assert_eq!((even % 2, odd, second), (0, even + 1, first + 1), "{starts:?}");
        }
    }
    assert_eq!(ctas_of(&starts, 0).len() + ctas_of(&starts, 1).len(), 21);
}
