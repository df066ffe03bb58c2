//! What holds for any code, tried on random code.

use super::{code, register};
use proptest::prelude::*;
use proptest::sample::select;
use std::collections::BTreeMap;
use warploom_kernel::class::Class;
use warploom_kernel::code::{Code, Instruction, Register};
use warploom_kernel::latency::Latencies;
use warploom_kernel::phase::{Phase, PhaseId, PhaseStart, Phases, Rules};

/// Few registers, so that results are read and overwritten often.
fn items() -> impl Strategy<Value = Code> {
    let numbers = |most| prop::collection::vec(0..6u32, 0..most);
    let class = prop_oneof![
        3 => select(&Class::ALL),
        2 => Just(Class::Global),
        1 => Just(Class::Shared),
        1 => Just(Class::Barrier),
        3 => Just(Class::Integer),
    ];
    let one = (numbers(4), numbers(3), any::<bool>(), class, prop::bool::weighted(0.1));
    let item = one.prop_map(|(reads, writes, guarded, class, leader)| Instruction {
        reads: reads.into_iter().map(register).collect(),
        writes: writes.into_iter().map(register).collect(),
        guarded,
        leader,
        ..Instruction::new("", class)
    });
    prop::collection::vec(item, 0..60).prop_map(|items| Code { instructions: items, ..Code::default() })
}

/// A program: straight pieces, some under a branch forwards or back.
fn programs() -> impl Strategy<Value = Code> {
    let number = 0..4u32;
    let line = (0..11u32, number.clone(), number.clone(), number, any::<bool>());
    let line = line.prop_map(|(kind, d, a, b, guarded)| {
        let text = match kind {
            0 => format!("ld.global.u32 %r{d}, [%d{a}];"),
            1 => format!("ld.global.v2.u32 {{%r{d}, %r{}}}, [%d{a}+8];", (d + 1) % 4),
            2 => format!("ld.shared.u32 %r{d}, [%r{a}];"),
            3 => format!("st.global.u32 [%d{a}], %r{b};"),
            4 => format!("atom.global.add.u32 %r{d}, [%d{a}], %r{b};"),
            5 => format!("ld.local.u64 %d{d}, [%d{a}];"),
            6 => format!("mad.wide.u32 %d{d}, %r{a}, 4, %d{b};"),
            7 => format!("setp.lt.u32 %p{d}, %r{a}, %r{b};"),
            8 => format!("sin.approx.f32 %f{d}, %f{a};"),
            9 => return "bar.sync 0;".to_owned(),
            _ => format!("add.u32 %r{d}, %r{a}, %r{b};"),
        };
        if guarded { format!("@%p{b} {text}") } else { text }
    });
    let piece = (prop::collection::vec(line, 0..8), 0..8usize, 0..4u32);
    prop::collection::vec(piece, 1..8).prop_map(|pieces| {
        let mut body = String::new();
        for (at, (lines, target, guard)) in pieces.iter().enumerate() {
            let to = target % pieces.len();
            body += &format!("L{at}: {}\n@%p{guard} bra L{to};\n", lines.join("\n"));
        }
        code(&(body + "ret;"))
    })
}

fn any_code() -> impl Strategy<Value = Code> {
    prop_oneof![items(), programs()]
}

fn any_rules() -> impl Strategy<Value = Rules> {
    (any::<bool>(), any::<bool>(), any::<bool>()).prop_map(|(blocks, shared_long, barrier_phase)| Rules {
        blocks,
        shared_long,
        barrier_phase,
    })
}

fn is_long(item: &Instruction, rules: Rules) -> bool {
    let shared = rules.shared_long && item.class == Class::Shared;
    shared || matches!(item.class, Class::Global | Class::Local | Class::Atomic | Class::Texture)
}

/// For the instruction `at`, the long-latency results of its own phase that it reads: written earlier in the
/// phase, and since then by nothing that surely wrote them anew.
fn waits_in(code: &Code, phase: &Phase, at: usize, rules: Rules) -> Vec<(Register, usize)> {
    let mut written = BTreeMap::new();
    for earlier in phase.code.start..at {
        let item = &code.instructions[earlier];
        for &register in &item.writes {
            if is_long(item, rules) {
                written.insert(register, earlier);
            } else if !item.guarded {
                written.remove(&register);
            }
        }
    }
    let reads = &code.instructions[at].reads;
    reads.iter().filter_map(|r| written.get(r).map(|&producer| (*r, producer))).collect()
}

fn count(code: &Code, rules: Rules) -> usize {
    Phases::new(code, rules).list().len()
}

proptest! {
    #[test]
    fn phases_partition_the_code_in_order(code in any_code(), rules in any_rules()) {
        let phases = Phases::new(&code, rules);
        let mut next = 0;
        for (number, phase) in phases.list().iter().enumerate() {
            prop_assert_eq!(phase.code.start, next);
            prop_assert!(!phase.code.is_empty());
            for at in phase.code.clone() {
                prop_assert_eq!(phases.of(at), PhaseId(number as u32));
            }
            next = phase.code.end;
        }
        prop_assert_eq!(next, code.instructions.len());
    }

    #[test]
    fn nothing_waits_in_its_own_phase(code in any_code(), rules in any_rules()) {
        for phase in Phases::new(&code, rules).list() {
            for at in phase.code.clone() {
                prop_assert_eq!(waits_in(&code, phase, at, rules), []);
            }
        }
    }

    #[test]
    fn a_phase_starts_for_the_reason_told(code in any_code(), rules in any_rules()) {
        let phases = Phases::new(&code, rules);
        let mut previous: Option<&Phase> = None;
        for phase in phases.list() {
            let first = &code.instructions[phase.code.start];
            match (phase.start, previous) {
                (PhaseStart::Entry, None) => {}
                (PhaseStart::Block, Some(_)) => prop_assert!(rules.blocks && first.leader),
                (PhaseStart::Barrier, Some(previous)) => {
                    let last = &code.instructions[previous.code.end - 1];
                    prop_assert!(rules.barrier_phase && last.class == Class::Barrier);
                }
                (PhaseStart::LongLatencyUse { register, producer }, Some(previous)) => {
                    prop_assert!(previous.code.contains(&producer));
                    prop_assert!(is_long(&code.instructions[producer], rules));
                    prop_assert!(code.instructions[producer].writes.contains(&register));
                    prop_assert!(first.reads.contains(&register));
                    // Had the phase before gone on, its instruction would have waited for just that.
                    let waits = waits_in(&code, previous, phase.code.start, rules);
                    prop_assert!(waits.contains(&(register, producer)));
                }
                (why, _) => prop_assert!(false, "{why:?}"),
            }
            previous = Some(phase);
        }
    }

    #[test]
    fn every_block_and_what_follows_a_barrier_start_phases(code in any_code(), rules in any_rules()) {
        let phases = Phases::new(&code, rules);
        let starts = |at| phases.list().iter().any(|p| p.code.start == at);
        for (at, item) in code.instructions.iter().enumerate() {
            prop_assert!(!(rules.blocks && item.leader) || starts(at));
            let barrier = item.class == Class::Barrier && at + 1 < code.instructions.len();
            prop_assert!(!(rules.barrier_phase && barrier) || starts(at + 1));
        }
    }

    #[test]
    fn distances_fall_by_each_instructions_latency(
        code in any_code(), rules in any_rules(), cycles in prop::collection::vec(1..500u32, Class::ALL.len()),
    ) {
        let each = |all: Latencies, (class, &cycles): (&Class, &u32)| all.with(*class, cycles);
        let latencies = Class::ALL.iter().zip(&cycles).fold(Latencies::uniform(1), each);
        let phases = Phases::new(&code, rules);
        let timed = phases.timing(&code, |item| latencies.of(item.class));
        prop_assert_eq!(timed.lengths().len(), phases.list().len());
        for (number, phase) in phases.list().iter().enumerate() {
            prop_assert_eq!(timed.length(PhaseId(number as u32)), timed.distance(phase.code.start));
            for at in phase.code.clone() {
                let rest = if at + 1 < phase.code.end { timed.distance(at + 1) } else { 0 };
                prop_assert_eq!(timed.distance(at), rest + latencies.of(code.instructions[at].class));
            }
        }
        let total: u32 = code.instructions.iter().map(|item| latencies.of(item.class)).sum();
        prop_assert_eq!(timed.lengths().iter().sum::<u32>(), total);
    }

    /// A stretch in which nothing waits is one wherever it is cut, so to go on as long as possible makes the
    /// fewest phases; a rule that cuts elsewhere as well, or makes more registers waited for, cannot make fewer.
    #[test]
    fn no_rule_makes_fewer_phases(code in any_code(), rules in any_rules()) {
        let without = [
            Rules { blocks: false, ..rules },
            Rules { shared_long: false, ..rules },
            Rules { barrier_phase: false, ..rules },
        ];
        for fewer in without {
            prop_assert!(count(&code, fewer) <= count(&code, rules), "{fewer:?}");
        }
    }

    /// And so no other cut of the code into stretches without waits has fewer, block rule aside.
    #[test]
    fn no_valid_partition_is_smaller(code in any_code(), cuts in prop::collection::vec(any::<bool>(), 60)) {
        let rules = Rules { blocks: false, shared_long: false, barrier_phase: false };
        // The cuts, and those that they leave necessary.
        let mut cut = code.clone();
        for (item, cuts) in cut.instructions.iter_mut().zip(cuts) {
            item.leader = cuts;
        }
        let at_cuts = Rules { blocks: true, ..rules };
        prop_assert!(count(&code, rules) <= count(&cut, at_cuts));
    }
}
