//! A lowering that is wrong is noticed by the applications' checks: a lowered program with one instruction
//! damaged computes something else, or faults. And what physical registers promise holds in every program.

use std::collections::{BTreeMap, BTreeSet};
use warploom_kernel::execute::{Limits, Mode};
use warploom_kernel::program::Pc;
use warploom_kernel::ptx::isa::Opcode;
use warploom_kernel::ptx::lower::{Options, lower, lower_until};
use warploom_kernel::ptx::program::{Detail, Instr, Reg, RegClass, Src, ValueLocation};
use warploom_kernel::ptx::{Module, Program};
use warploom_suite::{APPLICATIONS, Application, BufferCheck, Size, application, applications};

/// What a wrong pass may do to a program at an instruction; says whether that changed anything.
type Damage = fn(&mut Program, usize) -> bool;

/// Damages, and how many of a hundred single ones must be noticed: a floor below what was measured, not a goal.
///
/// Not all can be. A dropped guard shows nothing where the value is only read under the same guard, which is so
/// for most that the lowering makes (8 of 17 were noticed). A removed barrier shows nothing where the order in which
/// the executor runs a CTA's warps happens to be the one the barrier is there for (7 of 15): that is a limit of
/// checking by execution.
const DAMAGES: &[(&str, Damage, usize)] = &[
    ("operands of a difference exchanged", difference, 90),
    ("a guard dropped", guard, 40),
    ("a guard turned round", opposite, 80),
    ("another register read", register, 70),
    ("a load over a store", load, 5),
    ("a barrier removed", barrier, 30),
    ("an address off by four", offset, 80),
];

fn difference(program: &mut Program, at: usize) -> bool {
    let instr = &mut program.code[at];
    // The guarded differences are corrections in expanded divisions, which few operands need.
    if instr.opcode != Opcode::Sub || instr.src[0] == instr.src[1] || instr.guard.is_some() {
        return false;
    }
    instr.src.swap(0, 1);
    true
}

fn guard(program: &mut Program, at: usize) -> bool {
    let instr = &mut program.code[at];
    !matches!(instr.opcode, Opcode::Bra) && instr.guard.take().is_some()
}

fn opposite(program: &mut Program, at: usize) -> bool {
    let guard = &mut program.code[at].guard;
    guard.as_mut().map(|guard| guard.negated = !guard.negated).is_some()
}

/// The first register read becomes the one before it, as if two values had been given one register.
fn register(program: &mut Program, at: usize) -> bool {
    let mut found = program.code[at].src.iter_mut().filter_map(|src| match src {
        Src::Reg(reg) if reg.class == RegClass::Short && reg.index > 0 => Some(reg),
        _ => None,
    });
    found.next().map(|reg| reg.index -= 1).is_some()
}

fn load(program: &mut Program, at: usize) -> bool {
    let is = |at: usize, opcode| {
        program.code.get(at).is_some_and(|i: &Instr| i.opcode == opcode && i.guard.is_none())
    };
    // Over whatever is in between, as far as the load's address is there.
    let next = (at + 1..program.code.len())
        .find(|&n| is(n, Opcode::Ld) || program.flow.leaders.contains(&Pc(n as u32)));
    let Some(next) = next.filter(|&n| is(at, Opcode::St) && is(n, Opcode::Ld)) else { return false };
    let Detail::Access(space, address) = &program.code[next].detail else { return false };
    let Detail::Access(stored, _) = &program.code[at].detail else { return false };
    let writes = |instr: &Instr| instr.dst.iter().flatten().any(|&reg| address.base == Src::Reg(reg));
    if space != stored || program.code[at..next].iter().any(writes) {
        return false;
    }
    program.code[at..=next].rotate_right(1);
    true
}

fn barrier(program: &mut Program, at: usize) -> bool {
    let is_barrier = program.code[at].opcode == Opcode::Bar;
    if is_barrier {
        // Something that does nothing, so that no branch has to be moved.
        let instr = &mut program.code[at];
        (instr.opcode, instr.mods, instr.src, instr.dst) =
            (Opcode::Membar, [warploom_kernel::ptx::isa::Mod::Cta].into(), Box::default(), Box::default());
    }
    is_barrier
}

fn offset(program: &mut Program, at: usize) -> bool {
    match &mut program.code[at].detail {
        Detail::Access(_, address) => {
            address.offset += 4;
            true
        }
        _ => false,
    }
}

/// Whether the application's check or a fault tells that something is wrong.
fn noticed(application: &'static Application, module: Module) -> bool {
    let mut work = application.prepare_code(module, Size::Tiny, 1).expect("the module is the application's");
    while let Some(mut ready) = work.next_launch().expect("there is such a kernel") {
        ready.launch.mode = Mode::Warps32;
        ready.launch.limits = Limits { instructions: 300_000, ..Limits::default() };
        if ready.program.run(ready.globals, &ready.launch, ready.memory, &mut ()).is_err() {
            return true;
        }
    }
    !work.check().expect("it can be checked").iter().all(BufferCheck::passed)
}

#[test]
fn damage_is_noticed() {
    let few = ["scan", "reduction", "backprop", "hotspot", "bitonic"];
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for name in few {
        let application = application(name).unwrap_or_else(|| panic!("there is no {name}"));
        let module = Module::parse(application.ptx).expect("it can be read").lower(&Options::default());
        assert!(!noticed(application, module.clone()), "{name}: nothing is damaged yet");
        for (which, program) in module.programs.iter().enumerate() {
            for (what, damage, _) in DAMAGES {
                // A few of each kind, all over the kernel.
                let sites: Vec<usize> =
                    (0..program.code.len()).filter(|&at| damage(&mut program.clone(), at)).collect();
                for &at in sites.iter().step_by(sites.len().div_ceil(4).max(1)) {
                    let mut damaged = module.clone();
                    damage(&mut damaged.programs[which], at);
                    let (seen, all) = counts.entry(what).or_default();
                    *seen += usize::from(noticed(application, damaged));
                    *all += 1;
                }
            }
        }
    }
    println!("{counts:#?}");
    for (what, _, least) in DAMAGES {
        let (seen, all) = counts.get(what).copied().unwrap_or_default();
        assert!(seen > 0 && 100 * seen >= least * all, "{what}: {seen} of {all} noticed");
    }
}

/// What is not noticed even everywhere: two loads that bring the same at this size, a barrier that is needed,
/// but not by the executor (sobol's first warp writes what the second reads, and happens to run first), barriers that only
/// keep warps together (radixsort's threads have bins of their own), and the only difference of kmeans, which is squared.
const UNSEEN: &[&str] = &[
    "a load over a store, bfs",
    "a load over a store, stencil",
    "a barrier removed, sobol",
    "a barrier removed, radixsort",
    "operands of a difference exchanged, kmeans",
];

/// A pass that is wrong is wrong everywhere.
#[test]
fn a_wrong_pass_is_noticed() {
    let mut unseen = Vec::new();
    for (what, damage, _) in DAMAGES {
        let mut seen = 0;
        for application in APPLICATIONS {
            let mut module =
                Module::parse(application.ptx).expect("it can be read").lower(&Options::default());
            let mut sites = 0;
            for program in &mut module.programs {
                for at in 0..program.code.len() {
                    sites += usize::from(damage(program, at));
                }
            }
            if sites > 0 {
                let now = noticed(application, module);
                seen += usize::from(now);
                if !now {
                    unseen.push(format!("{what}, {}", application.name));
                }
            }
        }
        assert!(seen > 0, "{what}: no application notices");
    }
    unseen.retain(|name| !UNSEEN.contains(&name.as_str()));
    assert!(unseen.is_empty(), "not noticed:\n{}", unseen.join("\n"));
}

/// A register's cells: 32 bits of the machine's file each, or a predicate.
type Cell = (bool, u32);

fn cells(reg: Reg) -> impl Iterator<Item = Cell> {
    let (is_predicate, first, many) = match reg.class {
        RegClass::Pred => (true, reg.index, 1),
        RegClass::Short => (false, reg.index, 1),
        RegClass::Long => (false, 2 * reg.index, 2),
        RegClass::Quad => (false, 2 * reg.index, 4),
    };
    (first..first + many).map(move |cell| (is_predicate, cell))
}

/// What a cell may hold: a value of the program before allocation, and the guard under which it was written there.
type Held = (Reg, Option<(Reg, bool)>);
type State = BTreeMap<Cell, BTreeSet<Held>>;

/// The registers an instruction reads and writes, in an order that allocation keeps.
fn uses(instr: &Instr, returns: &[ValueLocation]) -> (Vec<Reg>, Vec<Reg>) {
    let of_source = |src: &Src| match *src {
        Src::Reg(reg) | Src::Not(reg) => Some(reg),
        _ => None,
    };
    let of_place = |place: &ValueLocation| match *place {
        ValueLocation::Register(reg) => Some(reg),
        _ => None,
    };
    let mut reads: Vec<Reg> = instr.src.iter().filter_map(of_source).collect();
    let mut writes: Vec<Reg> = instr.dst.iter().copied().flatten().collect();
    match &instr.detail {
        Detail::Access(_, address) => reads.extend(of_source(&address.base)),
        Detail::Call(call) => {
            reads.extend(call.arguments.iter().filter_map(of_place));
            writes.extend(call.results.iter().filter_map(of_place));
        }
        _ => {}
    }
    if instr.opcode == Opcode::Ret {
        reads.extend(returns.iter().filter_map(of_place));
    }
    reads.extend(instr.guard.map(|guard| guard.reg));
    (reads, writes)
}

/// Goes through a program with what each cell may hold, along every path. Each read must find the value that
/// the same instruction reads in `before`, the program without physical registers. Says what is wrong.
fn misplaced(before: &Program, after: &Program) -> Vec<String> {
    assert_eq!(before.code.len(), after.code.len(), "{}: nothing was spilled", after.name);
    let mut wrong = BTreeSet::new();
    for (old, new) in before.functions.iter().zip(&after.functions) {
        let mut start = State::new();
        for (was, is) in old.params.iter().zip(&new.params) {
            if let (ValueLocation::Register(was), ValueLocation::Register(is)) = (was, is) {
                cells(*is).for_each(|cell| {
                    start.entry(cell).or_default().insert((*was, None));
                });
            }
        }
        let mut enter: BTreeMap<Pc, State> = BTreeMap::from([(new.entry, start)]);
        let mut open = vec![new.entry];
        while let Some(leader) = open.pop() {
            let mut state = enter[&leader].clone();
            let mut pc = leader;
            loop {
                let (was, is) = (&before.code[pc.index()], &after.code[pc.index()]);
                let guard = is.guard.map(|g| (g.reg, g.negated));
                let ((read, written), (from, to)) = (uses(was, &old.returns), uses(is, &new.returns));
                for (&value, &place) in read.iter().zip(&from) {
                    for cell in cells(place) {
                        let held = state.get(&cell).into_iter().flatten();
                        // What was written under the same guard hides what was there before.
                        let hides = guard.is_some() && held.clone().any(|h| h.1 == guard);
                        if held.filter(|h| !hides || h.1 == guard).any(|h| h.0 != value) {
                            wrong
                                .insert(format!("{} at {pc}: {place:?} does not hold {value:?}", after.name));
                        }
                    }
                }
                for (&value, &place) in written.iter().zip(&to) {
                    for cell in cells(place) {
                        let held = state.entry(cell).or_default();
                        held.retain(|h| guard.is_some() && h.1 != guard);
                        held.insert((value, guard));
                        assert!(
                            cell.0 || after.registers.is_some_and(|n| cell.1 < n),
                            "{cell:?} is beyond the last"
                        );
                    }
                    // A guard that changes tells nothing of what was written under it.
                    for held in state.values_mut().filter(|_| place.class == RegClass::Pred) {
                        let forget = |h: &Held| (h.0, h.1.filter(|g| g.0 != place));
                        *held = held.iter().map(forget).collect();
                    }
                }
                let next = Pc(pc.0 + 1);
                let mut ways: Vec<Pc> = match &is.detail {
                    Detail::Branch(target) => vec![*target],
                    Detail::Table(targets) => targets.to_vec(),
                    _ => Vec::new(),
                };
                let ends = is.never_falls_through() || next >= new.end || after.flow.leaders.contains(&next);
                if ends && !is.never_falls_through() && next < new.end {
                    ways.push(next);
                }
                for way in ways {
                    let is_new = !enter.contains_key(&way);
                    let known = enter.entry(way).or_default();
                    let mut changed = is_new;
                    for (cell, held) in &state {
                        let there = known.entry(*cell).or_default();
                        held.iter().for_each(|h| changed |= there.insert(*h));
                    }
                    if changed && !open.contains(&way) {
                        open.push(way);
                    }
                }
                if ends {
                    break;
                }
                pc = next;
            }
        }
    }
    wrong.into_iter().collect()
}

#[test]
fn every_read_finds_its_value_in_the_registers() {
    let options = Options { registers: 255, ..Options::default() };
    for application in applications() {
        let module = Module::parse(application.ptx).expect("it can be read");
        for program in &module.programs {
            let before = lower_until(program, &options, "schedule").expect("there is such a pass");
            let wrong = misplaced(&before, &lower(program, &options));
            assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        }
    }
}

#[test]
fn a_register_given_away_too_early_is_noticed() {
    let options = Options { registers: 255, ..Options::default() };
    let module = Module::parse(application("hotspot").expect("it is there").ptx).expect("it can be read");
    let before = lower_until(&module.programs[0], &options, "schedule").expect("there is such a pass");
    let after = lower(&module.programs[0], &options);
    let (mut seen, mut all) = (0, 0);
    for at in 0..after.code.len() {
        let mut damaged = after.clone();
        if let [Some(reg)] = &mut *damaged.code[at].dst
            && reg.class != RegClass::Pred
            && reg.index > 0
        {
            reg.index -= 1;
            all += 1;
            seen += usize::from(!misplaced(&before, &damaged).is_empty());
        }
    }
    // Some registers hold nothing that anybody reads again.
    assert!(10 * seen > 6 * all, "{seen} of {all} noticed");
}
