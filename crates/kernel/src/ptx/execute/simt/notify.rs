//! Reports of executed instructions to a listener.

use crate::execute::lanes::full;
use crate::execute::{Access, ExecutedInstruction, LaneMask, Listener, WarpId};
use crate::program::Pc;
use crate::ptx::execute::decode::{DecodedInstr, MemoryOp};
use crate::ptx::execute::perform::{AccessedMemory, Env};
use crate::ptx::execute::warp::Warp;

/// Reports an executed instruction.
pub(super) fn notify<L: Listener, const W: usize>(
    listener: &mut L,
    env: &mut Env<'_, W>,
    w: usize,
    pc: Pc,
    mask: u64,
    accessed: AccessedMemory,
) {
    let warp = WarpId(w as u32);
    if !env.lines.is_empty() {
        let mbarrier = env.line_mbarrier.take();
        for lines in env.lines.chunks(W - usize::from(mbarrier.is_some())) {
            env.addresses[..lines.len()].copy_from_slice(lines);
            let mut lanes = lines.len();
            if let Some(mbarrier) = mbarrier {
                env.addresses[lanes] = mbarrier;
                lanes += 1;
            }
            let access = accessed.map(|(space, bytes)| Access { space, bytes, addresses: &env.addresses });
            let active = LaneMask(full(lanes));
            listener.instruction_executed(ExecutedInstruction { warp, pc, active, access });
        }
        env.lines.clear();
        return;
    }
    let mask = mask & !std::mem::take(&mut env.unread);
    let access = accessed.map(|(space, bytes)| Access { space, bytes, addresses: &env.addresses });
    listener.instruction_executed(ExecutedInstruction { warp, pc, active: LaneMask(mask), access });
}

/// Reports the effects of an instruction on the order of accesses.
pub(super) fn notify_order<L: Listener, const W: usize>(
    listener: &mut L,
    env: &mut Env<'_, W>,
    pc: Option<Pc>,
) {
    for event in env.events.iter_mut().flat_map(|events| events.drain(..)) {
        listener.synchronised(pc, &event);
    }
}

/// Reports the values that a store has written. Its sources are still in their registers.
pub(super) fn notify_values<L: Listener, const W: usize>(
    listener: &mut L,
    env: &mut Env<'_, W>,
    warp: &Warp<W>,
    step: &DecodedInstr<W>,
    op: &MemoryOp,
) {
    let x = warp.gather(step, &env.decoded.constants, &mut env.scratch);
    let mut values = [[0; W]; 4];
    let elements = op.count as usize;
    for (element, all) in values.iter_mut().enumerate().take(elements) {
        *all = if op.width == 8 { *x.l[element] } else { x.s[element].map(u64::from) };
    }
    listener.values_stored(values[..elements].as_flattened());
}
