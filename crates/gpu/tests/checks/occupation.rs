//! The occupation probe: resident and issuable warps, cycle by cycle.

use super::common::*;
use std::collections::BTreeSet;
use warploom_gpu::SmId;
use warploom_gpu::policy::WarpEvent;
use warploom_gpu::probe::{Occupation, OccupationProbe, Probes};
use warploom_gpu::simulation::{LaunchRecord, Options, Simulation};
use warploom_kernel::class::Class;

fn occupied(
    machine: &warploom_gpu::machine::Machine,
    kernels: &[Kernel],
) -> (Vec<LaunchRecord>, Vec<Occupation>) {
    let mut tape = Tape::new(kernels.iter().cloned());
    let mut probes = Probes::new(|_| Some(OccupationProbe::default()));
    let records = Simulation::new(machine, |_| Box::new(Lrr)).probes(&mut probes).run(&mut tape);
    let occupations = probes.into_inner().into_iter().map(|(_, probe)| probe.occupation().to_vec()).collect();
    (records.expect("it runs"), occupations)
}

/// Resident and issuable warps of each cycle.
fn unrolled(spans: &Occupation) -> Vec<(u32, u32)> {
    let of = |span: &warploom_gpu::probe::Span| vec![(span.resident, span.issuable); span.cycles as usize];
    spans.iter().flat_map(of).collect()
}

/// Instructions of each warp of [`small`].
const STEPS: u32 = 4;

fn small() -> Kernel {
    let code = vec![load(1, 0), alu(Class::Float, &[2], &[1]), alu(Class::Float, &[3], &[2]), exit()];
    let warp = |base: u64| Warp::default().access(0, At::Affine(base, 4)).steps([1, 2, 3]);
    kernel(code, (0..3).map(|cta| vec![warp(4096 * cta), warp(4096 * cta + 128)]).collect())
}

#[test]
fn a_warp_alone_is_issuable_when_it_issues_and_resident_until_its_last() {
    let machine = bare(gtx480());
    let code = vec![alu(Class::Float, &[1], &[0]), alu(Class::Float, &[2], &[1]), exit()];
    let one = kernel(code, vec![vec![Warp::default().steps(0..3)]]);
    let issued = issues(&machine, &one).swap_remove(0);
    let (_, mut seen) = occupied(&machine, std::slice::from_ref(&one));
    assert_eq!(seen.len(), 1);
    let spans = seen.swap_remove(0);
    let pairs = spans
        .windows(2)
        .all(|pair| (pair[0].resident, pair[0].issuable) != (pair[1].resident, pair[1].issuable));
    assert!(pairs, "neighbours differ: {spans:?}");
    let cycles = unrolled(&spans);
    let could: Vec<u64> = (0..cycles.len() as u64).filter(|&at| cycles[at as usize].1 > 0).collect();
    assert_eq!((issued.len(), could), (3, issued.clone()));
    let last = issued[2] as usize;
    assert_eq!((cycles[last - 1], cycles[last]), ((1, 0), (0, 1)), "it leaves as it issues");
    assert!(cycles[last + 1..].iter().all(|&cycle| cycle == (0, 0)));
}

#[test]
fn every_cycle_is_recorded_and_warps_are_resident_from_launch_to_their_last_instruction() {
    let mut machine = bare(gtx480());
    machine.sm_mut().count = 2;
    let kernels = [small(), small()];
    let (records, events) = watch(&machine, &kernels, Options::default());
    let (probed, seen) = occupied(&machine, &kernels);
    assert_eq!(format!("{records:?}"), format!("{probed:?}"));
    let covered: Vec<u64> = seen.iter().map(|spans| spans.iter().map(|span| span.cycles).sum()).collect();
    assert_eq!(covered[0], covered[1], "SMs are simulated to the same cycle");
    assert!(covered[0] >= records.iter().map(|record| record.cycles).sum());
    for (sm, spans) in seen.iter().enumerate() {
        let (mut launched, mut left, mut issued) = (Vec::new(), Vec::new(), BTreeSet::new());
        let mut steps = [0; 64];
        for &(_, cycle, event) in events.iter().filter(|(at, ..)| *at == SmId(sm as u32)) {
            match event {
                WarpEvent::Launched(_) => launched.push(cycle),
                WarpEvent::Issued { slot, .. } => {
                    issued.insert(cycle);
                    steps[slot.index()] += 1;
                    if steps[slot.index()] % STEPS == 0 {
                        left.push(cycle);
                    }
                }
                _ => {}
            }
        }
        for (at, (resident, issuable)) in unrolled(spans).into_iter().enumerate() {
            let by = |cycles: &[u64]| cycles.iter().filter(|&&cycle| cycle <= at as u64).count();
            assert_eq!(resident as usize, by(&launched) - by(&left), "SM {sm}, cycle {at}");
            assert_eq!(issuable > 0, issued.contains(&(at as u64)), "SM {sm}, cycle {at}");
        }
    }
}
