//! Asynchronous copies: the waits for their groups and mbarriers end in the cycle in which a load's result could be read.

use super::common::*;
use warploom_gpu::machine::Machine;
use warploom_kernel::class::Class;
use warploom_kernel::code::{AccessKind, Effect, Instruction};
use warploom_kernel::program::Space;

/// Generic address of an mbarrier in shared memory.
const MBARRIER: u64 = 0x7e00_0000_0040;

fn copy(kind: AccessKind) -> Instruction {
    access(Space::Global, kind, 4, &[], &[1])
}

fn barrier_class(effect: Effect) -> Instruction {
    Instruction { effect, ..Instruction::new("DEPBAR", Class::Barrier) }
}

/// Cycle in which the last instruction of a warp alone issues.
fn last(machine: &Machine, code: Vec<Instruction>, warp: Warp) -> u64 {
    *alone(machine, code, warp).last().expect("an issue")
}

/// The warp's first instructions bring lines to the L1, if `hits`; each waits for the one before.
fn warmed(hits: bool, lines: &[u64]) -> Warp {
    let lines: &[u64] = if hits { lines } else { &[] };
    lines.iter().fold(Warp::default(), |warp, &line| warp.access_by(ONE, 0, At::Affine(line, 0)))
}

#[test]
fn a_wait_for_groups_ends_with_the_oldest_groups_that_it_waits_for() {
    let lines = [0x1000, 0x2000, 0x3000];
    for machine in both().map(bare) {
        for (hits, left) in [false, true].into_iter().flat_map(|hits| (0..4).map(move |left| (hits, left))) {
            // Three copies in three groups, a wait for all but `left`, and an instruction.
            let mut code = vec![load(1, 1), copy(AccessKind::Copy), barrier_class(Effect::CloseCopies)];
            code.push(barrier_class(Effect::AwaitCopies { groups: Some(left) }));
            code.push(alu(Class::Integer, &[9], &[8]));
            let mut warp = warmed(hits, &lines);
            for line in lines {
                warp = warp.access_by(ONE, 1, At::Affine(line, 0)).step(2);
            }
            let copied = last(&machine, code, warp.step(3).step(4));
            // Three loads in their place, and an instruction that reads the first 3 - `left`.
            let awaited: Vec<u32> = (2..5 - u32::from(left.min(3))).collect();
            let mut code = vec![load(1, 1)];
            code.extend((2..5).map(|to| load(to, 1)));
            code.extend([barrier_class(Effect::None), alu(Class::Integer, &[9], &awaited)]);
            let mut warp = warmed(hits, &lines);
            for (at, line) in (1..).zip(lines) {
                warp = warp.access_by(ONE, at, At::Affine(line, 0)).step(4);
            }
            let loaded = last(&machine, code, warp.step(4).step(5));
            assert_eq!(copied, loaded, "{}, hits: {hits}, {left} left", machine.name);
        }
    }
}

#[test]
fn a_wait_for_all_copies_includes_the_open_group() {
    let machine = bare(v100());
    let wait = |groups| {
        let code = vec![
            copy(AccessKind::Copy),
            barrier_class(Effect::AwaitCopies { groups }),
            alu(Class::Integer, &[9], &[8]),
        ];
        last(&machine, code, Warp::default().access_by(ONE, 0, At::Affine(0x1000, 0)).step(1).step(2))
    };
    let loaded = {
        let code = vec![load(2, 1), barrier_class(Effect::None), alu(Class::Integer, &[9], &[2])];
        last(&machine, code, Warp::default().access_by(ONE, 0, At::Affine(0x1000, 0)).step(1).step(2))
    };
    assert_eq!(wait(None), loaded);
    assert!(wait(Some(0)) < loaded, "no group is closed");
}

#[test]
fn a_copy_past_the_l1_does_not_hit_in_it() {
    for machine in both().map(bare) {
        // Each copy is waited for; the second finds the line where the first left it.
        let times = |kind| {
            let code = vec![copy(kind), barrier_class(Effect::AwaitCopies { groups: None })];
            let once = |warp: Warp| warp.access_by(ONE, 0, At::Affine(0x1000, 0)).step(1);
            let issued = alone(&machine, code, once(once(once(Warp::default()))));
            [issued[2] - issued[0], issued[4] - issued[2]]
        };
        let ([_, cached], [_, bypassed]) = (times(AccessKind::Copy), times(AccessKind::CopyBypass));
        assert!(cached < bypassed, "{}: {cached} and {bypassed}", machine.name);
    }
}

#[test]
fn a_test_of_an_mbarrier_waits_for_its_own_copies() {
    for machine in both().map(bare) {
        let test = |address: u64| {
            let mut test = access(Space::Shared, AccessKind::TestMbarrier, 8, &[7], &[]);
            test.opcode = "SYNCS".to_owned();
            let code = vec![copy(AccessKind::CopyBypass), test, alu(Class::Integer, &[9], &[8])];
            let lanes = warploom_kernel::execute::LaneMask(3);
            let warp = Warp::default().access_by(lanes, 0, At::List(vec![0x1000, MBARRIER])).access_by(
                ONE,
                1,
                At::Affine(address, 0),
            );
            let kernel = kernel(code, vec![vec![warp.step(2)]])
                .with(|launch| launch.windows.shared = 0x7e00_0000_0000..0x7f00_0000_0000);
            *issues(&machine, &kernel)[0].last().expect("an issue")
        };
        // The same with a group, and a load of shared memory in the place of the test.
        let code = vec![
            copy(AccessKind::CopyBypass),
            access(Space::Shared, AccessKind::Load, 8, &[7], &[]),
            barrier_class(Effect::AwaitCopies { groups: None }),
            alu(Class::Integer, &[9], &[8]),
        ];
        let warp =
            Warp::default().access_by(ONE, 0, At::Affine(0x1000, 0)).access_by(ONE, 1, At::Affine(0x40, 0));
        let awaited = last(&machine, code, warp.step(2).step(3));
        assert_eq!(test(0x40), awaited, "{}", machine.name);
        assert!(test(0x48) < awaited, "another mbarrier, {}", machine.name);
    }
}

#[test]
fn an_mbarrier_waits_for_the_copies_of_the_warps_that_arrive() {
    let machine = bare(v100());
    let run = |arrives: bool| {
        let mut arrive = access(Space::Shared, AccessKind::CopyArrive, 8, &[], &[]);
        if !arrives {
            arrive = access(Space::Shared, AccessKind::Store, 8, &[], &[]);
        }
        let code = vec![
            copy(AccessKind::Copy),
            arrive,
            access(Space::Shared, AccessKind::TestMbarrier, 8, &[7], &[]),
            alu(Class::Integer, &[9], &[8]),
        ];
        let warp = Warp::default()
            .access_by(ONE, 0, At::Affine(0x1000, 0))
            .access_by(ONE, 1, At::Affine(0x40, 0))
            .access_by(ONE, 2, At::Affine(0x40, 0));
        last(&machine, code, warp.step(3))
    };
    assert!(run(true) > run(false) + u64::from(machine.l2.latency), "{} and {}", run(true), run(false));
}
