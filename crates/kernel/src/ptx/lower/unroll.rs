//! Loop unrolling: a counted loop runs four iterations at a time, then two, then the rest one by one, as ptxas does.
//!
//! The pass takes loops of one basic block that end with `r = r + step` and a comparison of `r`:
//!
//! * up to a limit: `r < limit`, where the limit does not change in the loop;
//! * down to zero: `r ≠ 0`;
//! * from a constant to another: `r ≠ limit`. If four or two divides the number of iterations, only the unrolled loop remains.
//!
//! Loops that PTX marks with `.pragma "nounroll"` stay. Compilers mark the loops that they left over from their own unrolling.
//! An unrolled copy runs only if all its iterations would run. Each copy has its own registers, so that the scheduler can overlap
//! them. Constant steps of addresses become offsets.

use super::Options;
use super::body::{Block, Body, Liveness, has_effect, negated};
use crate::program::{Pc, Space};
use crate::ptx::isa::{Mod, Opcode};
use crate::ptx::program::{Detail, Guard, Instr, Reg, RegClass, Src};
use std::collections::{BTreeMap, BTreeSet};

/// Iterations of the unrolled loop, and of the part for what remains.
const COPIES: [usize; 2] = [4, 2];
/// Maximum number of instructions in a loop to unroll.
const MOST: usize = 32;
/// Maximum number of instructions in an unrolled loop with a constant number of iterations.
const MOST_CONSTANT: usize = 160;

pub(super) fn run(body: &mut Body, options: &Options) {
    if !options.unroll {
        return;
    }
    let mut at = 0;
    while at < body.blocks.len() {
        if let Some(counted) = counted(body, at) {
            at = unroll(body, at, &counted);
        }
        at += 1;
    }
}

/// A loop of one block with a counter.
struct Counted {
    counter: Reg,
    step: i32,
    /// The comparison that continues the loop.
    test: Instr,
    bound: Bound,
    /// Guard of the branch back.
    guard: Guard,
    /// The block without comparison and branch.
    code: Vec<Instr>,
    /// Registers that only change by a constant, once per iteration.
    steps: BTreeMap<Reg, i64>,
    /// Registers live after the block.
    leave: BTreeSet<Reg>,
}

/// What ends a loop.
enum Bound {
    /// The counter is zero.
    Zero,
    /// The counter is not below the limit.
    Limit(Src),
    /// The loop has a constant, even number of iterations.
    Constant(u64),
}

/// The loop of a block, if it can be unrolled.
fn counted(body: &Body, at: usize) -> Option<Counted> {
    let code = &body.blocks[at].code;
    let (last, rest) = code.split_last()?;
    let guard = last.guard?;
    let loops = matches!(last.detail, Detail::Branch(to) if to.index() == at);
    if !loops || body.blocks[at].nounroll {
        return None;
    }
    // Lanes that leave the loop at different times no longer iterate together, which collectives would notice.
    let plain = |i: &Instr| {
        matches!(i.detail, Detail::None | Detail::Access(..) | Detail::Selection(_))
            && !(has_effect(i) && i.detail == Detail::None)
    };
    let whole = |i: &Instr| i.dst.iter().flatten().all(|reg| reg.class != RegClass::Quad);
    if !rest.iter().all(|i| plain(i) && whole(i)) {
        return None;
    }
    let steps = steps(rest);
    let written = |reg: Reg| rest.iter().filter(|i| i.reads_and_writes().1.contains(&reg)).count();
    let position = rest.iter().position(|i| i.dst.contains(&Some(guard.reg)))?;
    let test = &rest[position];
    let others = rest.iter().any(|i| i.reads_and_writes().0.contains(&guard.reg));
    let (&[Src::Reg(counter), other], [Some(_), None], None) = (&*test.src, &*test.dst, test.guard) else {
        return None;
    };
    if written(guard.reg) != 1 || others || test.opcode != Opcode::Setp || counter.bits != 32 {
        return None;
    }
    let liveness = Liveness::new(body);
    if liveness.leave[at].contains(body.key(guard.reg)) {
        return None;
    }
    let step = i32::try_from(*steps.get(&counter)?).ok()?;
    // The comparison must see the counter after its step.
    rest[..position].iter().find(|i| i.dst.contains(&Some(counter)))?;
    let constant = match other {
        Src::Reg(reg) => written(reg) == 0,
        Src::Imm(_) | Src::ConstBank(_) => true,
        _ => false,
    };
    let bound = match (&*test.mods, guard.negated, other) {
        ([Mod::Ne, Mod::S32 | Mod::U32], false, Src::Imm(limit))
        | ([Mod::Eq, Mod::S32 | Mod::U32], true, Src::Imm(limit))
            if let Some(iterations) = iterations(body, at, counter, step, limit as u32) =>
        {
            Bound::Constant(iterations)
        }
        ([Mod::Ne, Mod::S32 | Mod::U32], false, Src::Imm(0))
        | ([Mod::Eq, Mod::S32 | Mod::U32], true, Src::Imm(0))
            if (-0x1000_0000..=-1).contains(&step) =>
        {
            Bound::Zero
        }
        ([Mod::Lt, Mod::S32 | Mod::U32], false, _) | ([Mod::Ge, Mod::S32 | Mod::U32], true, _)
            if constant && (1..=0x1000_0000).contains(&step) =>
        {
            Bound::Limit(other)
        }
        _ => return None,
    };
    if code.len() > MOST && !matches!(bound, Bound::Constant(_)) {
        return None;
    }
    let mut leave = BTreeSet::new();
    for reg in rest.iter().flat_map(|i| i.reads_and_writes().1) {
        if liveness.leave[at].contains(body.key(reg)) {
            leave.insert(reg);
        }
    }
    let test = test.clone();
    let code = rest[..position].iter().chain(&rest[position + 1..]).cloned().collect();
    Some(Counted { counter, step, test, bound, guard, code, steps, leave })
}

/// The number of iterations, if it is even and the only other block that leads to the loop sets the counter to a constant.
fn iterations(body: &Body, at: usize, counter: Reg, step: i32, limit: u32) -> Option<u64> {
    if step == 0 {
        return None;
    }
    let before: Vec<usize> = body.predecessors()[at].iter().copied().filter(|&b| b != at).collect();
    let [before] = before[..] else { return None };
    let set = body.blocks[before].code.iter().rfind(|i| i.dst.contains(&Some(counter)))?;
    let (Opcode::Mov, None, &[Src::Imm(start)]) = (set.opcode, set.guard, &*set.src) else { return None };
    let distance = (i64::from(limit as i32) - i64::from(start as i32)) / i64::from(step);
    let exact = (start as u32).wrapping_add((step as u32).wrapping_mul(distance as u32)) == limit;
    u64::try_from(distance).ok().filter(|&n| n > 0 && n.is_multiple_of(2) && exact)
}

/// Registers whose only write is an unguarded addition of a constant to themselves.
fn steps(code: &[Instr]) -> BTreeMap<Reg, i64> {
    let mut writes: BTreeMap<Reg, u32> = BTreeMap::new();
    for reg in code.iter().flat_map(|i| i.reads_and_writes().1) {
        *writes.entry(reg).or_default() += 1;
    }
    let step = |instr: &Instr| match (instr.opcode, instr.guard, &*instr.mods, &*instr.dst, &*instr.src) {
        (
            Opcode::Add,
            None,
            [ty @ (Mod::S32 | Mod::U32 | Mod::S64 | Mod::U64)],
            &[Some(to)],
            &[Src::Reg(from), Src::Imm(by)],
        ) if to == from && writes[&to] == 1 && u32::from(to.bits) == ty.bits() => {
            Some((to, if to.bits == 64 { by as i64 } else { i64::from(by as i32) }))
        }
        _ => None,
    };
    code.iter().filter_map(step).collect()
}

/// Replaces the loop at a block. Returns the block that holds the original loop.
fn unroll(body: &mut Body, at: usize, counted: &Counted) -> usize {
    if let Bound::Constant(iterations) = counted.bound {
        let Some(copies) = COPIES.into_iter().find(|&copies| {
            iterations.is_multiple_of(copies as u64) && copies * counted.code.len() <= MOST_CONSTANT
        }) else {
            return at;
        };
        let mut code = repeated(body, counted, copies);
        code.push(counted.test.clone());
        body.blocks[at].code = with_branch(code, counted, counted.guard, at);
        return at;
    }
    // Check, check for four, four, check for two, two, check for the rest; then the original loop.
    const INSERTED: usize = 6;
    let original = at + INSERTED;
    for (number, block) in body.blocks.iter_mut().enumerate() {
        for instr in &mut block.code {
            let moved = |target: &mut Pc| {
                // The entry of the loop is now the first check.
                if target.index() > at || (number == at && target.index() == at) {
                    target.0 += INSERTED as u32;
                }
            };
            match &mut instr.detail {
                Detail::Branch(target) => moved(target),
                Detail::Table(targets) => targets.iter_mut().for_each(moved),
                _ => {}
            }
        }
    }
    let mut blocks: Vec<Vec<Instr>> = Vec::new();
    let (first, more) = at_least(body, counted, 1);
    blocks.push(with_branch(first, counted, negated(more), original));
    for (part, copies) in COPIES.into_iter().enumerate() {
        let (check, enough) = at_least(body, counted, copies);
        let own = at + blocks.len() + 1;
        blocks.push(with_branch(check, counted, negated(enough), own + 1));
        let mut code = repeated(body, counted, copies);
        if part == 0 {
            let (check, again) = at_least(body, counted, copies);
            code.extend(check);
            code = with_branch(code, counted, again, own);
        }
        blocks.push(code);
    }
    let rest = body.fresh(RegClass::Pred, 1);
    let test = Instr { dst: [Some(rest), None].into(), ..counted.test.clone() };
    let done = Guard { reg: rest, negated: !counted.guard.negated };
    blocks.push(with_branch(vec![test], counted, done, original + 1));
    body.blocks.splice(at..at, blocks.into_iter().map(|code| Block { code, nounroll: true }));
    original
}

/// Instructions that test whether at least this many iterations remain, and their result.
fn at_least(body: &mut Body, counted: &Counted, iterations: usize) -> (Vec<Instr>, Guard) {
    let more = body.fresh(RegClass::Pred, 1);
    let counter = Src::Reg(counted.counter);
    let distance = Src::Imm((iterations as u64 - 1) * u64::from(counted.step.unsigned_abs()));
    let instr = |opcode, mods: &[Mod], dst: Reg, src: &[Src]| Instr {
        opcode,
        mods: mods.into(),
        // A comparison can have a second result.
        dst: if opcode == Opcode::Setp { [Some(dst), None].into() } else { [Some(dst)].into() },
        src: src.into(),
        ..counted.test.clone()
    };
    let ty = counted.test.ty().unwrap_or(Mod::S32);
    let guard = Guard { reg: more, negated: false };
    let Bound::Limit(limit) = counted.bound else {
        return (vec![instr(Opcode::Setp, &[Mod::Gt, Mod::S32], more, &[counter, distance])], guard);
    };
    let mut code = vec![instr(Opcode::Setp, &[Mod::Lt, ty], more, &[counter, limit])];
    if iterations > 1 {
        // Below the limit, the unsigned difference does not overflow.
        let difference = body.fresh(RegClass::Short, 32);
        let both = body.fresh(RegClass::Pred, 1);
        code.push(instr(Opcode::Sub, &[Mod::U32], difference, &[limit, counter]));
        let operands = [Src::Reg(difference), distance, Src::Reg(more)];
        code.push(instr(Opcode::Setp, &[Mod::Gt, Mod::And, Mod::U32], both, &operands));
        return (code, Guard { reg: both, negated: false });
    }
    (code, guard)
}

/// Code that ends with a branch.
fn with_branch(mut code: Vec<Instr>, counted: &Counted, guard: Guard, to: usize) -> Vec<Instr> {
    code.push(Instr {
        guard: Some(guard),
        opcode: Opcode::Bra,
        mods: Box::default(),
        dst: Box::default(),
        src: Box::default(),
        detail: Detail::Branch(Pc(to as u32)),
        ..counted.test.clone()
    });
    code
}

/// Copies of the loop's code, one after the other.
fn repeated(body: &mut Body, counted: &Counted, copies: usize) -> Vec<Instr> {
    let guarded: BTreeSet<Reg> =
        counted.code.iter().filter(|i| i.guard.is_some()).flat_map(|i| i.reads_and_writes().1).collect();
    let mut out = Vec::new();
    // Current name of each register.
    let mut names: BTreeMap<Reg, Reg> = BTreeMap::new();
    // Steps so far of each register in `steps`, and registers that hold its value.
    let mut taken: BTreeMap<Reg, i64> = BTreeMap::new();
    let mut values: BTreeMap<(Reg, i64), Reg> = BTreeMap::new();
    for copy in 0..copies {
        for instr in &counted.code {
            if let Some(&Some(to)) = instr.dst.first()
                && counted.steps.contains_key(&to)
            {
                *taken.entry(to).or_default() += 1;
                continue;
            }
            let mut instr = instr.clone();
            if let Detail::Access(space, address) = &mut instr.detail
                && let Src::Reg(base) = address.base
                && let Some(by) = counted.steps.get(&base)
                && (base.bits == 64 || *space == Space::Shared)
            {
                address.offset += by * taken.get(&base).copied().unwrap_or(0);
            } else if let Detail::Access(_, address) = &mut instr.detail {
                address.base = renamed(body, counted, address.base, &names, &taken, &mut values, &mut out);
            }
            for src in &mut instr.src {
                *src = renamed(body, counted, *src, &names, &taken, &mut values, &mut out);
            }
            if let Some(guard) = &mut instr.guard {
                guard.reg = names.get(&guard.reg).copied().unwrap_or(guard.reg);
            }
            for reg in instr.dst.iter_mut().flatten().filter(|reg| !guarded.contains(reg)) {
                let last = copy + 1 == copies && counted.leave.contains(reg);
                let name = if last { *reg } else { body.fresh(reg.class, reg.bits) };
                names.insert(*reg, name);
                *reg = name;
            }
            out.push(instr);
        }
    }
    for (&reg, &by) in &counted.steps {
        out.push(sum(counted, reg, reg, by.wrapping_mul(copies as i64)));
    }
    out
}

/// The operand in a copy of the code.
fn renamed(
    body: &mut Body,
    counted: &Counted,
    src: Src,
    names: &BTreeMap<Reg, Reg>,
    taken: &BTreeMap<Reg, i64>,
    values: &mut BTreeMap<(Reg, i64), Reg>,
    out: &mut Vec<Instr>,
) -> Src {
    let name = |reg: Reg| names.get(&reg).copied().unwrap_or(reg);
    match src {
        Src::Reg(reg) if counted.steps.contains_key(&reg) => {
            let many = taken.get(&reg).copied().unwrap_or(0);
            if many == 0 {
                return src;
            }
            let value = *values.entry((reg, many)).or_insert_with(|| {
                let value = body.fresh(reg.class, reg.bits);
                out.push(sum(counted, value, reg, counted.steps[&reg].wrapping_mul(many)));
                value
            });
            Src::Reg(value)
        }
        Src::Reg(reg) => Src::Reg(name(reg)),
        Src::Not(reg) => Src::Not(name(reg)),
        other => other,
    }
}

/// `to = from + by`.
fn sum(counted: &Counted, to: Reg, from: Reg, by: i64) -> Instr {
    let (ty, by) = if to.bits == 64 { (Mod::S64, by as u64) } else { (Mod::S32, u64::from(by as u32)) };
    Instr {
        opcode: Opcode::Add,
        mods: [ty].into(),
        dst: [Some(to)].into(),
        src: [Src::Reg(from), Src::Imm(by)].into(),
        ..counted.test.clone()
    }
}
