//! Every form has an operation; helpers for the tests of the families.

use super::*;
use crate::execute::lanes::{Results, Sources};
use crate::ptx::forms::{Group, OperandRole, OperandType, forms, forms_of};
use crate::ptx::program::Selection;

/// Runs one operation with the same sources in every lane.
pub fn run<const W: usize>(opcode: Opcode, mods: &[Mod], sources: &[u64], p: [u64; 5]) -> Results<W> {
    let at = |i: usize| sources.get(i).copied().unwrap_or(0);
    let s: [[u32; W]; 5] = std::array::from_fn(|i| [at(i) as u32; W]);
    let l: [[u64; W]; 5] = std::array::from_fn(|i| [at(i); W]);
    let x = Sources { s: s.each_ref(), l: l.each_ref(), p };
    let mut r = Results { s: [0; W], l: [0; W], p: [0; 2] };
    let op = select::<W>(opcode, mods).unwrap_or_else(|| panic!("{opcode} {mods:?}"));
    op(&x, &mut r);
    r
}

/// Runs one operation in one lane; returns its value, of whatever class, and its second predicate.
pub fn one(opcode: Opcode, mods: &[Mod], sources: &[u64], carry: u64) -> (u64, u64) {
    let form = forms_of(opcode).find(|f| f.admits(mods)).expect("a form");
    let last = Suffixes(mods).last().expect("a type");
    let bits = match form.operands[0].role {
        OperandRole::Dst(ty) | OperandRole::DstPair(ty) => match ty {
            OperandType::Last => last.bits(),
            OperandType::Nth(n) => Suffixes(mods).ty(n).expect("a type").bits(),
            OperandType::Wide => 2 * last.bits(),
            OperandType::Fixed(t) => t.bits(),
        },
        _ => panic!("{opcode} has no destination"),
    };
    let r = run::<1>(opcode, mods, sources, [0, 0, 0, 0, carry]);
    let value = match bits {
        1 => r.p[0],
        64 => r.l[0],
        _ => r.s[0].into(),
    };
    (value, r.p[1])
}

#[test]
fn every_form_has_an_operation() {
    let mut missing = Vec::new();
    for form in forms() {
        for mods in form.combinations() {
            let wide = mods.contains(&Mod::B128);
            let there = match form.group {
                Group::Atomic => wide || select_atomic(&mods).is_some(),
                Group::Move => wide || all_widths(form.opcode, &mods),
                Group::Memory
                | Group::Warp
                | Group::Control
                | Group::Barrier
                | Group::Tensor
                | Group::Texture
                | Group::Asynchronous => true,
                _ => all_widths(form.opcode, &mods),
            };
            if !there {
                missing.push(format!("{} {mods:?}", form.syntax));
            }
        }
    }
    assert!(missing.is_empty(), "{} missing, as {:?}", missing.len(), &missing[..missing.len().min(20)]);
}

fn all_widths(opcode: Opcode, mods: &[Mod]) -> bool {
    select::<1>(opcode, mods).is_some()
        && select::<32>(opcode, mods).is_some()
        && select::<64>(opcode, mods).is_some()
}

#[test]
fn no_operation_panics_at_the_edges() {
    let edges =
        [0, 1, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 0x7f80_0000, 1 << 63, u64::MAX, 0x7ff0_0000_0000_0001];
    for form in forms() {
        if matches!(
            form.group,
            Group::Memory
                | Group::Warp
                | Group::Control
                | Group::Barrier
                | Group::Tensor
                | Group::Texture
                | Group::Asynchronous
        ) {
            continue;
        }
        for mods in form.combinations().iter().filter(|mods| !mods.contains(&Mod::B128)) {
            // The fourth source of a video instruction is never a value of the program.
            let control = video::control_of(form.opcode, mods, &Selection::default());
            for a in edges {
                for b in edges {
                    if form.group == Group::Atomic {
                        select_atomic(mods).expect("an atomic")(a, b, a);
                    } else {
                        run::<1>(form.opcode, mods, &[a, b, b, control.unwrap_or(a), a], [a; 5]);
                    }
                }
            }
        }
    }
}
