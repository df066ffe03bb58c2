//! Execution of asynchronous copies and of instructions on mbarriers.

use super::alu;
use super::decode::{Constant, DecodedInstr, Decoder, MemoryOp, Operation, SourceOperand, mode};
use super::perform::{AccessedMemory, Env};
use super::warp::Warp;
use crate::execute::copies::{GroupKind, PendingCopy};
use crate::execute::lanes::AtomicOp;
use crate::execute::memory::access::{
    AccessMode, CheckedAccess, LaneFault, LaneMemory, checked_slice, resolve,
};
use crate::execute::{
    CopyRange, FaultKind, LaneMask, MbarrierProblem, SHARED_WINDOW, StartedCopy, SyncEvent, WarpId,
};
use crate::program::{Pc, Space};
use crate::ptx::isa::{Mod, Opcode};
use crate::ptx::program::{BULK_LINE, Instr, Src};

/// Alignment of the addresses and sizes of bulk copies, in bytes.
const BULK_ALIGN: u32 = 16;

/// An asynchronous copy, or an instruction on groups of copies or on an mbarrier.
///
/// A memory operation is the one that a listener sees. Other addresses are pairs of sources, base and offset.
#[derive(Clone, Copy, Debug)]
pub(super) enum AsyncOp {
    /// `cp.async`: from global memory to shared memory.
    Copy(MemoryOp),
    /// Closes a group of copies.
    Commit(GroupKind),
    /// Waits for all but some groups, or for all copies.
    Wait(GroupKind, Option<u64>),
    /// `cp.async.mbarrier.arrive`; true if it adds its own arrival to the phase.
    CopyArrive(MemoryOp, bool),
    /// Bulk copy from global memory to shared memory.
    BulkLoad(MemoryOp),
    /// Bulk copy within shared memory.
    BulkShared(MemoryOp),
    /// Bulk copy or reduction from shared memory to global memory; a reduction has an operation and bytes per element.
    BulkStore(MemoryOp, Option<(AtomicOp, u32)>),
    /// Bulk prefetch of global memory.
    BulkPrefetch(MemoryOp),
    Mbarrier(MemoryOp, MbarrierOp),
    /// `mbarrier.pending_count`.
    PendingCount,
    /// `mapa`: the address of a shared variable in a CTA of the cluster; true for 64-bit addresses.
    Mapa(bool),
}

/// Operation on an mbarrier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MbarrierOp {
    Init,
    Invalidate,
    ExpectTransactions,
    CompleteTransactions,
    /// An arrival: whether it expects bytes, leaves the barrier for good, must not complete the phase.
    Arrive {
        expects: bool,
        drops: bool,
        no_complete: bool,
    },
    /// A test whether a phase has completed, by state or by parity.
    Test {
        parity: bool,
    },
}

/// A test of an mbarrier that failed in all lanes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct FailedTest {
    pub pc: Pc,
    /// The first lane, and the address of its mbarrier in shared memory.
    pub lane: usize,
    pub address: u64,
}

impl<const W: usize> Decoder<'_, W> {
    pub(super) fn asynchronous(&mut self, i: &Instr) -> Operation<W> {
        let bulk = |memory: MemoryOp| MemoryOp { align: BULK_ALIGN, ..memory };
        let kind = if i.has(Mod::Bulk) { GroupKind::Bulk } else { GroupKind::Copies };
        let left = match i.src.first() {
            Some(&Src::Imm(groups)) => Some(groups),
            _ => None,
        };
        Operation::Asynchronous(match i.opcode {
            Opcode::Mapa => AsyncOp::Mapa(i.ty() == Some(Mod::U64)),
            Opcode::Mbarrier if i.has(Mod::PendingCount) => AsyncOp::PendingCount,
            Opcode::Mbarrier => AsyncOp::Mbarrier(self.memory(i), mbarrier_op(i)),
            _ if i.has(Mod::CommitGroup) => AsyncOp::Commit(kind),
            _ if i.has(Mod::WaitGroup) => AsyncOp::Wait(kind, left),
            _ if i.has(Mod::WaitAll) => AsyncOp::Wait(kind, None),
            _ if i.has(Mod::Mbarrier) => AsyncOp::CopyArrive(self.memory(i), !i.has(Mod::Noinc)),
            _ if i.has(Mod::Prefetch) => AsyncOp::BulkPrefetch(bulk(self.memory(i))),
            _ if i.has(Mod::BulkGroup) => {
                let width = i.ty().map_or(4, Mod::bytes);
                let reduce = alu::select_atomic(&i.mods).filter(|_| i.has(Mod::Reduce));
                AsyncOp::BulkStore(bulk(self.memory(i)), reduce.map(|op| (op, width)))
            }
            _ if i.has(Mod::Bulk) && i.has(Mod::Global) => AsyncOp::BulkLoad(bulk(self.memory(i))),
            _ if i.has(Mod::Bulk) => AsyncOp::BulkShared(bulk(self.memory(i))),
            _ => AsyncOp::Copy(self.memory(i)),
        })
    }
}

fn mbarrier_op(i: &Instr) -> MbarrierOp {
    let operations = [Mod::Init, Mod::Inval, Mod::Arrive, Mod::ArriveDrop, Mod::TestWait, Mod::TryWait];
    match i.mods.first() {
        Some(Mod::ExpectTx) => MbarrierOp::ExpectTransactions,
        Some(Mod::CompleteTx) => MbarrierOp::CompleteTransactions,
        _ => match mode(i, &operations) {
            Mod::Init => MbarrierOp::Init,
            Mod::Inval => MbarrierOp::Invalidate,
            Mod::TestWait | Mod::TryWait => MbarrierOp::Test { parity: i.has(Mod::Parity) },
            arrives => MbarrierOp::Arrive {
                expects: i.has(Mod::ExpectTx),
                drops: arrives == Mod::ArriveDrop,
                no_complete: i.has(Mod::NoComplete),
            },
        },
    }
}

/// Values of a lane's sources, read one at a time: these instructions have more sources than [`alu::Sources`] holds.
struct LaneSources<'a, const W: usize> {
    warp: &'a Warp<W>,
    step: &'a DecodedInstr<W>,
    constants: &'a [Constant<W>],
    lane: usize,
}

impl<const W: usize> LaneSources<'_, W> {
    fn value(&self, n: usize) -> u64 {
        self.warp.source(self.step.src[n], self.lane, self.constants)
    }

    /// The address in sources `n` (base) and `n` + 1 (offset).
    fn address(&self, n: usize) -> u64 {
        let (base, offset) = (self.value(n), self.value(n + 1));
        match self.step.src[n] {
            // A 32-bit address wraps in 32 bits.
            SourceOperand::Short(_) => u64::from((base as u32).wrapping_add(offset as u32)),
            _ => base.wrapping_add(offset),
        }
    }
}

impl<const W: usize> Warp<W> {
    /// Executes an asynchronous operation for the lanes of `mask`. One arm per operation.
    pub(super) fn asynchronous(
        &mut self,
        env: &mut Env<'_, W>,
        step: &DecodedInstr<W>,
        op: AsyncOp,
        pc: Pc,
        mask: u64,
    ) -> Result<AccessedMemory, LaneFault> {
        let at = |lane: usize| move |kind: Box<FaultKind>| LaneFault { lane, kind };
        let shared = |warp: &Warp<W>, lane: usize| warp.first + lane as u32;
        env.lines.clear();
        env.line_mbarrier = None;
        self.wrote();
        match op {
            AsyncOp::Commit(kind) => {
                for lane in LaneMask(mask).lanes() {
                    env.spaces.shared.commit(kind, shared(self, lane));
                }
                Ok(None)
            }
            AsyncOp::Wait(kind, left) => {
                for lane in LaneMask(mask).lanes() {
                    env.spaces.shared.wait(kind, shared(self, lane), left);
                }
                Ok(None)
            }
            AsyncOp::PendingCount => {
                let pending = self.gather(step, &env.decoded.constants, &mut env.scratch).l[0];
                env.results.s = pending.map(|state| state as u32 & crate::execute::mbarrier::MOST);
                self.write(&step.dst, &env.results, mask);
                Ok(None)
            }
            AsyncOp::Mapa(wide) => {
                let x = self.gather(step, &env.decoded.constants, &mut env.scratch);
                if let Some(lane) = LaneMask(mask).lanes().find(|&lane| x.s[1][lane] != 0) {
                    let (rank, instruction) = (x.s[1][lane], env.program.code[pc.index()].mnemonic());
                    return Err(LaneFault::new(lane, FaultKind::ClusterRank { instruction, rank }));
                }
                match wide {
                    true => env.results.l = *x.l[0],
                    false => env.results.s = *x.s[0],
                }
                self.write(&step.dst, &env.results, mask);
                Ok(None)
            }
            AsyncOp::Mbarrier(memory, kind) => self.mbarrier(env, step, (memory, kind), pc, mask),
            AsyncOp::CopyArrive(memory, increments) => {
                self.locate(env, &memory, pc, mask)?;
                for lane in LaneMask(mask).lanes() {
                    let address = env.addresses[lane];
                    let before = env.spaces.shared.phase(address);
                    let arrived =
                        env.spaces.shared.arrive_after_copies(address, shared(self, lane), increments);
                    arrived.map_err(|p| misuse(env, pc, address, p)).map_err(at(lane))?;
                    self.note_arrival(env, address, before, true);
                }
                Ok(Some((Space::Shared, memory.bytes())))
            }
            AsyncOp::Copy(memory) => {
                env.addresses = self.addresses(&memory, &env.decoded.constants);
                for lane in LaneMask(mask).lanes() {
                    let read = self.copy_lane(env, step, &memory, pc, lane).map_err(at(lane))?;
                    if !read {
                        env.unread |= 1 << lane;
                    }
                }
                Ok(Some((Space::Global, memory.bytes())))
            }
            AsyncOp::BulkLoad(memory) | AsyncOp::BulkShared(memory) | AsyncOp::BulkPrefetch(memory) => {
                env.addresses = self.addresses(&memory, &env.decoded.constants);
                for lane in LaneMask(mask).lanes() {
                    self.bulk_lane(env, step, op, pc, lane).map_err(at(lane))?;
                }
                Ok(Some((memory.space, BULK_LINE)))
            }
            AsyncOp::BulkStore(memory, reduce) => {
                env.addresses = self.addresses(&memory, &env.decoded.constants);
                for lane in LaneMask(mask).lanes() {
                    self.bulk_store_lane(env, step, reduce, pc, lane).map_err(at(lane))?;
                }
                Ok(Some((Space::Global, BULK_LINE)))
            }
        }
    }

    /// Puts the addresses of mbarriers, as offsets in shared memory, into [`Env::addresses`], and checks them.
    fn locate(
        &mut self,
        env: &mut Env<'_, W>,
        memory: &MemoryOp,
        pc: Pc,
        mask: u64,
    ) -> Result<(), LaneFault> {
        env.addresses = self.addresses(memory, &env.decoded.constants);
        let space = resolve(memory.space, &mut env.addresses, mask);
        for lane in LaneMask(mask).lanes() {
            let address = env.addresses[lane];
            if space != Space::Shared {
                let kind = misuse(env, pc, address, MbarrierProblem::NotShared);
                return Err(LaneFault { lane, kind });
            }
            self.shared_range(env, pc, (lane, address), (8, 8)).map_err(|kind| LaneFault { lane, kind })?;
        }
        Ok(())
    }

    fn mbarrier(
        &mut self,
        env: &mut Env<'_, W>,
        step: &DecodedInstr<W>,
        (memory, op): (MemoryOp, MbarrierOp),
        pc: Pc,
        mask: u64,
    ) -> Result<AccessedMemory, LaneFault> {
        self.locate(env, &memory, pc, mask)?;
        let (mut states, mut passed) = ([0; W], 0);
        for lane in LaneMask(mask).lanes() {
            let address = env.addresses[lane];
            let x = LaneSources { warp: self, step, constants: &env.decoded.constants, lane };
            let operand = if step.src.is_empty() { 1 } else { x.value(0) };
            let shared = &mut *env.spaces.shared;
            let before = shared.phase(address);
            let done = match op {
                MbarrierOp::Init => shared.init_mbarrier(address, operand as u32),
                MbarrierOp::Invalidate => shared.invalidate_mbarrier(address),
                MbarrierOp::ExpectTransactions => {
                    shared.change_mbarrier(address, |m| m.expect(operand as u32).map(|()| false))
                }
                MbarrierOp::CompleteTransactions => {
                    shared.change_mbarrier(address, |m| m.transfer(operand as u32))
                }
                MbarrierOp::Arrive { expects, drops, no_complete } => {
                    let (bytes, count) = if expects { (operand as u32, 1) } else { (0, operand as u32) };
                    shared.change_mbarrier(address, |m| {
                        states[lane] = m.word();
                        match m.arrive_expecting(count, bytes, drops)? {
                            true if no_complete => Err(MbarrierProblem::Completes),
                            completes => Ok(completes),
                        }
                    })
                }
                MbarrierOp::Test { parity } => shared.mbarrier(address).map(|m| {
                    let done = if parity { m.passed_parity(operand as u32) } else { m.passed(operand) };
                    passed |= u64::from(done) << lane;
                }),
            };
            done.map_err(|p| LaneFault { lane, kind: misuse(env, pc, address, p) })?;
            match op {
                MbarrierOp::Arrive { .. } | MbarrierOp::CompleteTransactions => {
                    self.note_arrival(env, address, before, false);
                }
                MbarrierOp::Test { .. } if passed >> lane & 1 == 1 => {
                    let warp = self.number();
                    env.note(|| SyncEvent::MbarrierPassed { warp, address });
                }
                _ => {}
            }
        }
        if matches!(op, MbarrierOp::Test { .. }) && mask != 0 && passed == 0 {
            let lane = mask.trailing_zeros() as usize;
            env.yields = true;
            env.failed_test = Some(FailedTest { pc, lane, address: env.addresses[lane] });
        }
        if passed != 0 {
            env.spaces.shared.note_progress();
        }
        (env.results.l, env.results.p) = (states, [passed; 2]);
        self.write(&step.dst, &env.results, mask);
        Ok(Some((Space::Shared, memory.bytes())))
    }

    /// `cp.async` of one lane. Returns false if it reads no global memory.
    fn copy_lane(
        &mut self,
        env: &mut Env<'_, W>,
        step: &DecodedInstr<W>,
        memory: &MemoryOp,
        pc: Pc,
        lane: usize,
    ) -> Result<bool, Box<FaultKind>> {
        let bytes = memory.bytes();
        let x = LaneSources { warp: self, step, constants: &env.decoded.constants, lane };
        let to = x.address(0);
        let limited = !env.program.code[pc.index()].has(Mod::L2CacheHint) || step.src.len() > 4;
        let size = match step.src.get(3).filter(|_| limited) {
            None => bytes,
            Some(SourceOperand::Pred { .. }) => bytes * u32::from(x.value(3) == 0),
            Some(_) => x.value(3) as u32,
        };
        if size > bytes {
            let instruction = env.program.code[pc.index()].mnemonic();
            let problem = format!("its source has {size} bytes, but it copies {bytes}");
            return Err(Box::new(FaultKind::CopySize { instruction, problem }));
        }
        let mut data = [0; 16];
        if size != 0 {
            let access = CheckedAccess {
                bytes: size,
                align: bytes,
                space: Space::Global,
                address: env.addresses[lane],
                mode: AccessMode::Read,
            };
            let source = self.checked(env, pc, lane, access)?;
            data[..size as usize].copy_from_slice(source);
        }
        let range = self.shared_range(env, pc, (lane, to), (bytes, bytes))?;
        let copy = self.pending(env, pc, lane, range);
        place(env, (pc, lane), &copy, &data[..bytes as usize])?;
        env.spaces.shared.track_by_group(self.first + lane as u32, copy);
        let (warp, address) = (self.number(), env.addresses[lane]);
        env.note(|| {
            let read = CopyRange { space: Space::Global, address, bytes: size };
            let written = CopyRange { space: Space::Shared, address: to, bytes };
            let read = (size != 0).then_some(read);
            SyncEvent::CopyStarted(StartedCopy { warp, lane, read, written, data: Some(data) })
        });
        Ok(size != 0)
    }

    /// A bulk copy into shared memory, or a bulk prefetch, of one lane.
    fn bulk_lane(
        &mut self,
        env: &mut Env<'_, W>,
        step: &DecodedInstr<W>,
        op: AsyncOp,
        pc: Pc,
        lane: usize,
    ) -> Result<(), Box<FaultKind>> {
        let x = LaneSources { warp: self, step, constants: &env.decoded.constants, lane };
        let first = env.addresses[lane];
        if let AsyncOp::BulkPrefetch(_) = op {
            let bytes = x.value(0) as u32;
            // Nothing checks the address of a prefetch: a listener sees its first megabyte at most.
            let seen = bytes.min(1 << 20);
            return bulk_size(env, pc, bytes).map(|()| push_lines(&mut env.lines, first, seen));
        }
        let (second, bytes, mbarrier) = (x.address(0), x.value(2) as u32, x.address(3));
        bulk_size(env, pc, bytes)?;
        self.shared_range(env, pc, (lane, mbarrier), (8, 8))?;
        env.spaces.shared.mbarrier(mbarrier).map_err(|p| misuse(env, pc, mbarrier, p))?;
        let global = matches!(op, AsyncOp::BulkLoad(_));
        let (from, to) = if global { (first, second) } else { (second, first) };
        let space = if global { Space::Global } else { Space::Shared };
        let data = self.bulk_read(env, pc, lane, (space, from), bytes)?;
        let range = self.shared_range(env, pc, (lane, to), (bytes, BULK_ALIGN))?;
        let copy = self.pending(env, pc, lane, range);
        place(env, (pc, lane), &copy, &data)?;
        let shared = &mut *env.spaces.shared;
        shared.track_by_mbarrier(mbarrier, self.first + lane as u32, copy);
        let before = shared.phase(mbarrier);
        let done = shared.change_mbarrier(mbarrier, |m| m.transfer(bytes));
        done.map_err(|p| misuse(env, pc, mbarrier, p))?;
        let warp = self.number();
        env.note(|| {
            let read = Some(CopyRange { space, address: from, bytes });
            let written = CopyRange { space: Space::Shared, address: to, bytes };
            SyncEvent::CopyStarted(StartedCopy { warp, lane, read, written, data: None })
        });
        self.note_arrival(env, mbarrier, before, true);
        push_lines(&mut env.lines, first, bytes);
        env.line_mbarrier = global.then(|| SHARED_WINDOW.wrapping_add(mbarrier));
        Ok(())
    }

    /// A bulk copy or reduction from shared memory to global memory of one lane.
    fn bulk_store_lane(
        &mut self,
        env: &mut Env<'_, W>,
        step: &DecodedInstr<W>,
        reduce: Option<(AtomicOp, u32)>,
        pc: Pc,
        lane: usize,
    ) -> Result<(), Box<FaultKind>> {
        let x = LaneSources { warp: self, step, constants: &env.decoded.constants, lane };
        let (to, from, bytes) = (env.addresses[lane], x.address(0), x.value(2) as u32);
        bulk_size(env, pc, bytes)?;
        let data = self.bulk_read(env, pc, lane, (Space::Shared, from), bytes)?;
        let range = self.shared_range(env, pc, (lane, from), (bytes, BULK_ALIGN))?;
        let access = CheckedAccess {
            bytes,
            align: BULK_ALIGN,
            space: Space::Global,
            address: to,
            mode: if reduce.is_some() { AccessMode::Update } else { AccessMode::Write },
        };
        let target = self.checked(env, pc, lane, access)?;
        match reduce {
            None => target.copy_from_slice(&data),
            Some((update, width)) => {
                let width = width as usize;
                for (old, new) in target.chunks_exact_mut(width).zip(data.chunks_exact(width)) {
                    let value = update(little_endian(old), little_endian(new), 0);
                    old.copy_from_slice(&value.to_le_bytes()[..width]);
                }
            }
        }
        let copy = self.pending(env, pc, lane, range);
        env.spaces.shared.start_reading(self.first + lane as u32, copy);
        let warp = self.number();
        env.note(|| {
            let read = Some(CopyRange { space: Space::Shared, address: from, bytes });
            let written = CopyRange { space: Space::Global, address: to, bytes };
            SyncEvent::CopyStarted(StartedCopy { warp, lane, read, written, data: None })
        });
        push_lines(&mut env.lines, to, bytes);
        Ok(())
    }

    /// The bytes that a bulk copy reads.
    fn bulk_read(
        &mut self,
        env: &mut Env<'_, W>,
        pc: Pc,
        lane: usize,
        (space, address): (Space, u64),
        bytes: u32,
    ) -> Result<Vec<u8>, Box<FaultKind>> {
        if space == Space::Global {
            let mode = AccessMode::Read;
            let access = CheckedAccess { bytes, align: BULK_ALIGN, space, address, mode };
            return self.checked(env, pc, lane, access).map(|slice| slice.to_vec());
        }
        let range = self.shared_range(env, pc, (lane, address), (bytes, BULK_ALIGN))?;
        let program = env.program;
        let instruction = || program.code[pc.index()].mnemonic();
        if let Some(conflict) = env.spaces.shared.conflict(range.clone(), false) {
            env.spaces.tolerate(lane, |_| conflict.fault(instruction(), bytes, false))?;
        } else if !env.spaces.shared.was_written(range.clone()) {
            env.spaces.tolerate(lane, |_| {
                Box::new(FaultKind::Uninitialised { instruction: instruction(), address, bytes })
            })?;
        }
        Ok(env.spaces.shared.data[range].to_vec())
    }

    fn checked<'a>(
        &'a mut self,
        env: &'a mut Env<'_, W>,
        pc: Pc,
        lane: usize,
        access: CheckedAccess,
    ) -> Result<&'a mut [u8], Box<FaultKind>> {
        let own = LaneMemory { lane, local: &mut self.local[lane], param_copy: &mut self.param_copy };
        let program = env.program;
        checked_slice(&mut env.spaces, own, access, &|| program.code[pc.index()].mnemonic())
    }

    /// The bytes of an aligned access of one lane to shared memory.
    fn shared_range(
        &mut self,
        env: &mut Env<'_, W>,
        pc: Pc,
        (lane, address): (usize, u64),
        (bytes, align): (u32, u32),
    ) -> Result<std::ops::Range<usize>, Box<FaultKind>> {
        let end = address.checked_add(bytes.into());
        let inside = end.is_some_and(|end| end <= env.spaces.shared.data.len() as u64);
        if !inside || address & u64::from(align - 1) != 0 {
            let (space, mode) = (Space::Shared, AccessMode::Write);
            // The check fails and says why.
            self.checked(env, pc, lane, CheckedAccess { bytes, align, space, address, mode })?;
        }
        Ok(address as usize..address as usize + bytes as usize)
    }

    /// Notes an arrival at an mbarrier whose phase was `before`.
    fn note_arrival(&self, env: &mut Env<'_, W>, address: u64, before: Option<u64>, copies: bool) {
        let (warp, completes) = (self.number(), env.spaces.shared.phase(address) != before);
        env.note(|| SyncEvent::MbarrierArrived { warp, address, copies, completes });
    }

    /// Number of the warp in its CTA.
    fn number(&self) -> WarpId {
        WarpId(self.first / W as u32)
    }

    fn pending(&self, env: &Env<'_, W>, pc: Pc, lane: usize, range: std::ops::Range<usize>) -> PendingCopy {
        PendingCopy { range, line: env.program.code[pc.index()].line, thread: self.thread(lane) }
    }
}

#[cold]
fn misuse<const W: usize>(
    env: &Env<'_, W>,
    pc: Pc,
    address: u64,
    problem: MbarrierProblem,
) -> Box<FaultKind> {
    let instruction = env.program.code[pc.index()].mnemonic();
    Box::new(FaultKind::Mbarrier { instruction, address, problem })
}

fn place<const W: usize>(
    env: &mut Env<'_, W>,
    (pc, lane): (Pc, usize),
    copy: &PendingCopy,
    data: &[u8],
) -> Result<(), Box<FaultKind>> {
    if let Some(conflict) = env.spaces.shared.copy_conflict(copy, data) {
        let instruction = || env.program.code[pc.index()].mnemonic();
        env.spaces.tolerate(lane, |_| conflict.fault(instruction(), data.len() as u32, true))?;
    }
    env.spaces.shared.place(copy, data);
    Ok(())
}

fn bulk_size<const W: usize>(env: &Env<'_, W>, pc: Pc, bytes: u32) -> Result<(), Box<FaultKind>> {
    if bytes.is_multiple_of(BULK_ALIGN) {
        return Ok(());
    }
    let instruction = env.program.code[pc.index()].mnemonic();
    let problem = format!("its size is {bytes} bytes, not a multiple of {BULK_ALIGN}");
    Err(Box::new(FaultKind::CopySize { instruction, problem }))
}

/// Appends the lines of `bytes` bytes at `address`.
fn push_lines(lines: &mut Vec<u64>, address: u64, bytes: u32) {
    let line = u64::from(BULK_LINE);
    let end = address.saturating_add(bytes.into());
    lines.extend((address / line * line..end).step_by(BULK_LINE as usize));
}

fn little_endian(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte))
}
