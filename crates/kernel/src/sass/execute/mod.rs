//! Execution of SASS kernels, CTA by CTA in grid order.

mod alu;
mod asynchronous;
mod bulk;
mod collective;
mod decode;
mod groups;
mod memory;
mod race;
mod tensor;
mod texture;
mod warp;

use super::program::{Program, runtime_function};
use crate::code::{AccessKind, Code};
use crate::execute::barrier::{Arrival, BARRIERS, BarrierReduction, Barriers};
use crate::execute::lanes::full;
use crate::execute::launch::{KernelLimits, coordinates, grid_workspace};
use crate::execute::memory::access::{LaneFault, MemorySpaces, window};
use crate::execute::memory::shared::SharedMemory;
use crate::execute::runtime::{MOST_ARGUMENTS, RuntimeCall, RuntimeFunction};
use crate::execute::turns::{self, CtaExecutor, Turn};
use crate::execute::{
    Access, Counts, CtaId, Executable, ExecutedInstruction, Fault, FaultKind, FaultLocation, Globals,
    LOCAL_WINDOW, LaneMask, Launch, LaunchError, Listener, Memory, RunError, SHARED_WINDOW, SyncEvent,
    WarpId, WarpShape,
};
use crate::program::{Pc, Space};
pub(super) use asynchronous::waited_groups;
use asynchronous::{FailedTest, Place};
use decode::{Action, Banks, CtaBarrier, MaskFrom, Reduction, Special, Step, Target, Threads};
use groups::{Group, Waits};
use memory::Addresses;
use warp::{LANES, RZ, Scratch, State, Warp};

/// Instructions that a warp executes before the next one runs: finite, so that a warp can wait for another one.
const TURN: u32 = 1 << 14;
/// Instructions that lanes execute before other lanes of the warp run, which may have what they wait for.
const SHARE: u32 = 1 << 12;
/// Rounds of all warps without a barrier or an end after which the CTA waits for others.
const POLLING_ROUNDS: u32 = 8;
/// Rounds in which all warps only test mbarriers, and none changes, after which they wait for ever.
const VAIN_ROUNDS: u32 = 1 << 10;
/// Local memory of a thread whose calls have no known depth.
const UNKNOWN_DEPTH: u32 = 32 << 10;

/// Offsets in bank 0.
mod bank0 {
    pub const BLOCK: u32 = 0x0;
    pub const GRID: u32 = 0xc;
    pub const SHARED_WINDOW: u32 = 0x18;
    pub const LOCAL_WINDOW: u32 = 0x20;
    pub const STACK: u32 = 0x28;
    /// Bytes of dynamic shared memory.
    pub const DYNAMIC: u32 = 0x2c;
    pub const SMS: u32 = 0x10c;

    /// Since sm_90, of a cluster: CTAs in each dimension, their reciprocals, clusters of the grid, and CTAs.
    pub const CLUSTER: u32 = 0x144;
    pub const CLUSTER_RECIPROCALS: u32 = 0x150;
    pub const CLUSTERS: u32 = 0x15c;
    pub const CLUSTER_CTAS: u32 = 0x188;

    /// The address of the constant variables.
    pub const fn constants(architecture: u32) -> u32 {
        if architecture >= 90 { 0xd0 } else { 0x50 }
    }

    /// The address of the memory with which CTAs of a cooperative launch synchronise: its upper half, then its lower one.
    pub const fn workspace(architecture: u32) -> u32 {
        if architecture >= 90 { 0x44 } else { 0x8c }
    }
}

/// Executes all CTAs of a launch in grid order. The [module](super) has an example.
pub fn run<L: Listener>(
    program: &Program,
    globals: &Globals,
    launch: &Launch,
    memory: &mut Memory,
    listener: &mut L,
) -> Result<Counts, RunError> {
    check(program, launch)?;
    let local = local_bytes(program);
    let mut bank0 = parameters(program, launch, local);
    let workspace = grid_workspace(launch, memory)?;
    for (nth, half) in [workspace >> 32, workspace].into_iter().enumerate() {
        let at = bank0::workspace(program.architecture) + 4 * nth as u32;
        decode::put(&mut bank0, at, &(half as u32).to_le_bytes());
    }
    if let Some(&(offset, _, variable)) = program.constants.first() {
        let address = globals.address(variable).wrapping_sub(offset.into());
        decode::put(&mut bank0, bank0::constants(program.architecture), &address.to_le_bytes());
    }
    for &(offset, variable) in &program.handles {
        // Machine code works with the lower halves of handles.
        let held = memory.read(globals.address(variable), 4);
        let held = held.unwrap_or_else(|_| panic!("a module's variable is allocated"));
        decode::put(&mut bank0, offset, held);
    }
    let banks = decode::banks(program, bank0, globals, memory);
    let steps = decode::decode(program, &banks, globals);
    let mut runner = Runner { program, launch, steps: &steps, banks: &banks, local, ended: Vec::new() };
    let done = turns::run(&mut runner, launch.ctas(), launch.resident, memory, listener);
    if workspace != 0 && memory.free(workspace).is_err() {
        panic!("the grid workspace was freed by another");
    }
    Ok(done?)
}

/// Bytes of local memory of a thread.
fn local_bytes(program: &Program) -> u32 {
    let known = program.stack.next_multiple_of(16);
    let calls =
        program.functions.len() > 1 && program.code.iter().any(|i| matches!(i.machine.stem, "CALL" | "RET"));
    let saves = program.code.iter().any(|i| i.machine.stem == "STL");
    if calls && saves { known.saturating_add(UNKNOWN_DEPTH) } else { known }
}

fn check(program: &Program, launch: &Launch) -> Result<(), LaunchError> {
    launch.check_limits(&KernelLimits {
        name: &program.name,
        threads: program.threads,
        shared: (program.shared_bytes(launch), shared_limit(program.architecture)),
        stack: program.stack,
        cooperates: true,
    })?;
    let parameters = program.parameters.iter().map(|p| ("", p.size));
    launch.check_arguments(&program.name, parameters)
}

/// Bytes of shared memory that a CTA can have.
fn shared_limit(architecture: u32) -> u32 {
    match architecture {
        70..75 => 96 << 10,
        75..80 => 64 << 10,
        80 | 87 => 163 << 10,
        81..90 => 99 << 10,
        _ => 227 << 10,
    }
}

/// Bank 0 of a launch that was checked.
fn parameters(program: &Program, launch: &Launch, local: u32) -> Vec<u8> {
    let mut bank = Vec::new();
    for axis in 0..3 {
        decode::put(&mut bank, bank0::BLOCK + 4 * axis, &launch.block[axis as usize].to_le_bytes());
        decode::put(&mut bank, bank0::GRID + 4 * axis, &launch.grid[axis as usize].to_le_bytes());
    }
    if program.architecture >= 90 {
        // Every CTA is a cluster.
        for axis in 0..3 {
            decode::put(&mut bank, bank0::CLUSTER + 4 * axis, &1u32.to_le_bytes());
            decode::put(&mut bank, bank0::CLUSTER_RECIPROCALS + 4 * axis, &1f32.to_le_bytes());
            decode::put(&mut bank, bank0::CLUSTERS + 4 * axis, &launch.grid[axis as usize].to_le_bytes());
        }
        decode::put(&mut bank, bank0::CLUSTER_CTAS, &1u32.to_le_bytes());
    }
    decode::put(&mut bank, bank0::SHARED_WINDOW, &SHARED_WINDOW.to_le_bytes());
    decode::put(&mut bank, bank0::LOCAL_WINDOW, &LOCAL_WINDOW.to_le_bytes());
    decode::put(&mut bank, bank0::STACK, &local.to_le_bytes());
    decode::put(&mut bank, bank0::DYNAMIC, &launch.shared.to_le_bytes());
    decode::put(&mut bank, bank0::SMS, &1u32.to_le_bytes());
    for (parameter, argument) in program.parameters.iter().zip(&launch.args) {
        decode::put(&mut bank, program.parameter_space.0 + parameter.offset, &argument.0);
    }
    bank
}

impl Executable for Program {
    fn name(&self) -> &str {
        &self.name
    }

    fn code(&self) -> Code {
        super::code(self)
    }

    fn registers(&self) -> u32 {
        self.registers
    }

    fn warp_shape(&self, _: &Launch) -> WarpShape {
        WarpShape { registers: self.registers, scalar_registers: 0, lanes: LANES as u32 }
    }

    fn shared_bytes(&self, launch: &Launch) -> u64 {
        // Dynamic shared memory follows the static variables.
        u64::from(self.shared) + u64::from(launch.shared)
    }

    fn check(&self, launch: &Launch) -> Result<(), LaunchError> {
        check(self, launch)
    }

    fn is_generic_access(&self, pc: Pc) -> bool {
        matches!(self.code[pc.index()].machine.stem, "LD" | "ST" | "ATOM" | "RED")
    }

    fn run<L: Listener>(
        &self,
        globals: &Globals,
        launch: &Launch,
        memory: &mut Memory,
        listener: &mut L,
    ) -> Result<Counts, RunError> {
        run(self, globals, launch, memory, listener)
    }
}

/// Executor of the CTAs of a launch, with reused buffers.
struct Runner<'a> {
    program: &'a Program,
    launch: &'a Launch,
    steps: &'a [Step],
    banks: &'a Banks,
    local: u32,
    ended: Vec<Open>,
}

/// A CTA in execution.
struct Open {
    warps: Vec<Warp>,
    shared: SharedMemory,
    barriers: Barriers,
    cta: [u32; 3],
    counts: Counts,
    scratch: Scratch<LANES>,
    uniform: Scratch<1>,
    targets: Vec<(u32, u64)>,
    /// Rounds in a row in which its warps only tested mbarriers.
    vain: u32,
}

impl<L: Listener> CtaExecutor<L> for Runner<'_> {
    type Open = Open;

    fn open(&mut self, cta: CtaId) -> Open {
        let threads = self.launch.block.iter().product::<u32>();
        let mut open = self.ended.pop().unwrap_or_else(|| Open {
            warps: (0..threads).step_by(LANES).map(|first| Warp::new(first, self.local as usize)).collect(),
            shared: SharedMemory::new(0),
            barriers: Barriers::default(),
            cta: [0; 3],
            counts: Counts::default(),
            scratch: Scratch::new(),
            uniform: Scratch::new(),
            targets: Vec::new(),
            vain: 0,
        });
        let bytes = self.program.shared_bytes(self.launch) as usize;
        if open.shared.data.len() == bytes {
            open.shared.reset();
        } else {
            open.shared = SharedMemory::new(bytes);
        }
        open.barriers = Barriers::default();
        open.vain = 0;
        open.cta = coordinates(cta.0, self.launch.grid);
        open.counts = Counts { ctas: 1, ..Counts::default() };
        for warp in &mut open.warps {
            let first = warp.first;
            warp.start(full((threads - first).min(LANES as u32) as usize), self.program.architecture);
            warp.events = L::ORDERED.then(Vec::new);
        }
        open
    }

    fn turn(&mut self, open: &mut Open, memory: &mut Memory, listener: &mut L) -> Result<Turn, Fault> {
        let mut shared = std::mem::replace(&mut open.shared, SharedMemory::new(0));
        let checks = self.launch.checks;
        let mut spaces = MemorySpaces { memory, shared: &mut shared, params: &[], checks, tolerated: false };
        let result = self.rounds(open, &mut spaces, listener);
        open.shared = shared;
        result
    }

    fn close(&mut self, open: Open) {
        self.ended.push(open);
    }

    fn deadlock(&self, waiting: &Open, open: usize) -> Fault {
        let at = waiting.warps.iter().position(|warp| warp.state == State::Ready).unwrap_or(0);
        let (pc, lane) = place(&waiting.warps[at]);
        self.fault(waiting, at, pc, LaneFault::new(lane, FaultKind::WaitsForever { open }))
    }
}

/// Where a warp is.
fn place(warp: &Warp) -> (u32, usize) {
    warp.groups.all().last().map_or((0, 0), |group| (group.pc, group.mask.trailing_zeros() as usize & 31))
}

impl Runner<'_> {
    /// Runs the warps in turn until all have ended or the CTA waits for others.
    fn rounds<L: Listener>(
        &self,
        open: &mut Open,
        spaces: &mut MemorySpaces<'_>,
        listener: &mut L,
    ) -> Result<Turn, Fault> {
        let (mut rounds, mut moved) = (0, false);
        loop {
            let (mut ran, mut waits) = (false, true);
            let changes = spaces.shared.changes();
            let before = open.counts.warp_instructions;
            for at in 0..open.warps.len() {
                if open.warps[at].state == State::Ready {
                    ran = true;
                    moved |= !self.warp_turn(open, at, spaces, listener)?;
                    waits &= open.warps[at].state == State::Ready;
                }
            }
            if let Some(progress) = &spaces.memory.progress {
                progress.executed(open.counts.warp_instructions - before);
            }
            if open.warps.iter().all(|warp| warp.state == State::Ended) {
                return Ok(Turn::Done(open.counts));
            }
            if !ran {
                let at = open.warps.iter().position(|warp| warp.state == State::AtBarrier).unwrap_or(0);
                let (pc, lane) = place(&open.warps[at]);
                let kind = FaultKind::BarrierDeadlock { waiting: open.barriers.describe() };
                return Err(self.fault(open, at, pc.saturating_sub(1), LaneFault::new(lane, kind)));
            }
            let tests = |warp: &Warp| warp.state != State::Ready || warp.failed_test.is_some();
            let stands = waits && changes == spaces.shared.changes() && open.warps.iter().all(tests);
            open.vain = if stands { open.vain + 1 } else { 0 };
            if open.vain == VAIN_ROUNDS {
                return Err(self.mbarrier_deadlock(open, spaces.shared));
            }
            rounds = if waits { rounds + 1 } else { 0 };
            if rounds == POLLING_ROUNDS {
                return Ok(Turn::Waiting { moved });
            }
        }
    }

    /// Executes a warp until it ends, waits or its turn is over. Returns whether all it did was to ask for something once more.
    fn warp_turn<L: Listener>(
        &self,
        open: &mut Open,
        at: usize,
        spaces: &mut MemorySpaces<'_>,
        listener: &mut L,
    ) -> Result<bool, Fault> {
        let id = WarpId(at as u32);
        let budget = self.launch.limits.instructions;
        let mut share = SHARE;
        let earlier_test = open.warps[at].failed_test.take();
        for _ in 0..TURN {
            let warp = &mut open.warps[at];
            let Some(group) = warp.groups.current() else {
                let done = self.nothing_runs(open, at);
                report_order(&mut open.warps[at], None, listener);
                return done.map(|()| false);
            };
            let pc = group.pc;
            let Some(step) = self.steps.get(pc as usize) else {
                let kind =
                    FaultKind::JumpOutside { instruction: "the end of the code".to_owned(), address: 0 };
                return Err(self.fault(open, at, pc.saturating_sub(1), LaneFault::new(0, kind)));
            };
            let mask = match step.guard {
                None => group.mask,
                Some(guard) => group.mask & warp.holds(guard),
            };
            warp.executed += 1;
            open.counts.warp_instructions += 1;
            open.counts.thread_instructions += u64::from(mask.count_ones());
            let mut event: Option<(Addresses, u32)> = None;
            let mut next = Some(pc + 1);
            match &step.action {
                Action::Compute(compute) => {
                    warp.file.compute(compute, Some(&warp.uniform), mask, &mut open.scratch);
                }
                Action::Access(access) => {
                    let addresses = warp.addresses(&access.address, access.space, mask);
                    let instruction = || self.program.code[pc as usize].machine.to_string();
                    if let Err(fault) = warp.access(access, &addresses, mask, spaces, &instruction) {
                        return Err(self.fault(open, at, pc, fault));
                    }
                    warp.poll(access, Pc(pc), mask);
                    event = Some((addresses, access.shape.bytes));
                }
                other => match self.rare(open, at, (pc, group.mask, mask), other, spaces) {
                    Ok(Next { access, pc }) => {
                        event = access;
                        next = pc;
                    }
                    Err(fault) => return Err(self.fault(open, at, pc, fault)),
                },
            }
            if spaces.tolerated {
                self.record_tolerated(open, at, pc, spaces);
            }
            if L::ORDERED {
                report_order(&mut open.warps[at], Some(Pc(pc)), listener);
                if let Action::Access(access) = &step.action
                    && access.kind == AccessKind::Store
                {
                    listener.values_stored(&open.warps[at].stored(access));
                }
            }
            if L::ENABLED {
                // Others have addresses that are not read.
                let active = match &step.action {
                    Action::LoadMatrix { count, .. } => mask & full(8 * usize::from(*count)),
                    _ => mask,
                };
                let access = event.as_ref().map(|(addresses, bytes)| Access {
                    space: addresses.space,
                    bytes: *bytes,
                    addresses: &addresses.all,
                });
                listener.instruction_executed(ExecutedInstruction {
                    warp: id,
                    pc: Pc(pc),
                    active: LaneMask(active),
                    access,
                });
            }
            let warp = &mut open.warps[at];
            if let Some(next) = next {
                warp.groups.go(next);
            }
            if warp.state != State::Ready {
                break;
            }
            if std::mem::take(&mut warp.yields) {
                warp.groups.rotate();
                // Who sleeps between two tests still waits.
                warp.failed_test = warp.failed_test.or(earlier_test);
                return Ok(true);
            }
            share -= 1;
            if share == 0 {
                share = SHARE;
                warp.groups.rotate();
            }
            if warp.executed > budget {
                return Err(self.fault(open, at, pc, LaneFault::new(0, FaultKind::Budget { budget })));
            }
        }
        Ok(false)
    }

    #[cold]
    fn mbarrier_deadlock(&self, open: &Open, shared: &SharedMemory) -> Fault {
        let mut failed = open.warps.iter().enumerate().filter_map(|(at, warp)| Some((at, warp.failed_test?)));
        let Some((at, FailedTest { pc, lane, address })) = failed.next() else {
            panic!("a warp waits at an mbarrier")
        };
        let waiting = shared.describe_mbarrier(address);
        self.fault(open, at, pc, LaneFault::new(lane, FaultKind::MbarrierDeadlock { waiting }))
    }

    /// A warp of which no lane can run has ended, or is at a barrier, or its lanes wait for each other.
    fn nothing_runs(&self, open: &mut Open, at: usize) -> Result<(), Fault> {
        let warp = &mut open.warps[at];
        if warp.groups.live() == 0 {
            end(open, at);
            return Ok(());
        }
        let (pc, lane) = place(warp);
        let waits: Vec<String> = warp.groups.all().iter().map(|group| self.waiting(warp, group)).collect();
        let waiting = format!("lanes of the warp wait for each other: {}", waits.join(", "));
        let kind = FaultKind::BarrierDeadlock { waiting };
        Err(self.fault(open, at, pc.saturating_sub(1), LaneFault::new(lane, kind)))
    }

    /// What a group waits for, in words.
    fn waiting(&self, warp: &Warp, group: &Group) -> String {
        let address = self.program.code.get(group.pc as usize).map_or(0, |instr| instr.address);
        let wanted = match group.waits {
            Waits::Convergence(barrier) => {
                warp.barriers[usize::from(barrier)][group.mask.trailing_zeros() as usize & 31].into()
            }
            Waits::Lanes { mask, .. } | Waits::Collective(mask) => mask,
            Waits::No | Waits::Barrier => group.mask,
        };
        format!("{:#x} before {address:#x} for {:#x}", group.mask, wanted & warp.groups.live())
    }

    /// Executes what is not in the inner loop.
    fn rare(
        &self,
        open: &mut Open,
        at: usize,
        (pc, group, mask): (u32, u64, u64),
        action: &Action,
        spaces: &mut MemorySpaces<'_>,
    ) -> Result<Next, LaneFault> {
        let program = self.program;
        let instruction = || program.code[pc as usize].machine.to_string();
        let lane = mask.trailing_zeros() as usize & 31;
        let on = Ok(Next { access: None, pc: Some(pc + 1) });
        // Control has already been moved.
        let moved = Ok(Next { access: None, pc: None });
        let warp = &mut open.warps[at];
        match action {
            Action::Uniform(compute) => {
                // A uniform instruction executes if a lane does.
                warp.uniform.compute(compute, None, u64::from(mask != 0), &mut open.uniform);
            }
            Action::Nothing => {}
            Action::Exit { condition } => {
                let mask = mask & condition.map_or(u64::MAX, |q| warp.holds(q));
                if mask == 0 {
                    return on;
                }
                let rest = warp.groups.exit(mask);
                if rest {
                    warp.groups.go(pc + 1);
                }
                let Warp { groups, barriers, .. } = warp;
                groups.release(barriers);
                if warp.groups.live() == 0 {
                    end(open, at);
                }
                return moved;
            }
            Action::Trap => {
                if mask != 0 {
                    return Err(LaneFault::new(lane, FaultKind::Trap));
                }
            }
            Action::Branch { condition, target } => {
                let taken = mask & condition.map_or(u64::MAX, |q| warp.holds(q));
                if let Target::Register { register, offset, long } = *target {
                    return self.indirect(open, at, (pc, group, taken), (register, offset, long), spaces);
                }
                let target = match *target {
                    Target::Uniform { register, offset } => {
                        let address = warp.uniform.pair(register, 0).wrapping_add_signed(offset);
                        let outside = || FaultKind::JumpOutside { instruction: instruction(), address };
                        self.program.pc(address).ok_or_else(|| LaneFault::new(lane, outside()))?.0
                    }
                    Target::Pc(target) => target,
                    Target::Register { .. } => return on,
                };
                open.counts.branches(taken, group);
                if taken == group {
                    return Ok(Next { access: None, pc: Some(target) });
                }
                if taken != 0 {
                    open.targets.clear();
                    open.targets.extend([(pc + 1, group & !taken), (target, taken)]);
                    open.warps[at].groups.split(&mut open.targets);
                    return moved;
                }
            }
            Action::BranchAny { condition, target } => {
                if mask & condition.map_or(u64::MAX, |q| warp.holds(q)) != 0 {
                    return Ok(Next { access: None, pc: Some(*target) });
                }
            }
            Action::BranchIf { converged, mask: wanted, target } => {
                let wanted = mask_of(warp, *wanted, lane) & warp.groups.live();
                // A guard is part of what is compared: code for masks that may differ between lanes has one that holds for those that
                // have the first lane's mask, and all must go if these are not all.
                let goes = match converged {
                    true => wanted & !mask == 0 && mask != 0,
                    false => wanted & !mask != 0,
                };
                if goes {
                    return Ok(Next { access: None, pc: Some(*target) });
                }
            }
            Action::SetBarrier { barrier } => {
                for lane in LaneMask(mask).lanes() {
                    warp.barriers[usize::from(*barrier)][lane] = mask as u32;
                }
            }
            Action::Meet { barrier, condition } => {
                let mask = mask & condition.map_or(u64::MAX, |q| warp.holds(q));
                if mask == 0 {
                    return on;
                }
                let (barrier, live) = (*barrier, warp.groups.live());
                // Lanes that joined others while they waited for their turn may be at another depth of a recursion.
                let wanted =
                    |warp: &Warp, lane: usize| u64::from(warp.barriers[usize::from(barrier)][lane]) & live;
                let waits = |_| Waits::Convergence(barrier);
                return meet(warp, &mut open.targets, (pc, group, mask), wanted, waits);
            }
            Action::Leave { barrier, condition } => {
                let mask = mask & condition.map_or(u64::MAX, |q| warp.holds(q));
                let set = &mut warp.barriers[usize::from(*barrier)];
                for lane in LaneMask(mask).lanes() {
                    // The lanes of its set no longer wait for it.
                    for other in LaneMask(set[lane].into()).lanes() {
                        set[other] &= !(1 << lane);
                    }
                    set[lane] = 0;
                }
                warp.groups.go(pc + 1);
                let Warp { groups, barriers, .. } = warp;
                groups.release(barriers);
                return moved;
            }
            Action::ReadBarrier { barrier, destination, clear } => {
                let set = &mut warp.barriers[usize::from(*barrier)];
                let values = *set;
                if *clear {
                    LaneMask(mask).lanes().for_each(|lane| set[lane] = 0);
                }
                warp.file.set(usize::from(*destination), &values, mask);
            }
            Action::WriteBarrier { barrier, source, clear } => {
                let values = warp.file.rows[usize::from(*source)];
                for lane in LaneMask(mask).lanes() {
                    warp.barriers[usize::from(*barrier)][lane] = if *clear { 0 } else { values[lane] };
                }
            }
            Action::MeetLanes { mask: wanted, exclusive } => {
                if mask == 0 {
                    return on;
                }
                let (from, exclusive) = (*wanted, *exclusive);
                let waits = |mask| Waits::Lanes { mask, exclusive };
                let wanted = |warp: &Warp, lane| mask_of(warp, from, lane);
                return meet(warp, &mut open.targets, (pc, group, mask), wanted, waits);
            }
            Action::MeetCollective { mask: wanted, target } => {
                if mask == 0 {
                    return on;
                }
                LaneMask(mask).lanes().for_each(|lane| warp.targets[lane] = *target);
                let from = MaskFrom::Register(*wanted);
                let wanted = |warp: &Warp, lane| mask_of(warp, from, lane);
                return meet(warp, &mut open.targets, (pc, group, mask), wanted, Waits::Collective);
            }
            Action::EndCollective => {
                open.targets.clear();
                for lane in LaneMask(group).lanes() {
                    let to = warp.targets[lane];
                    match open.targets.iter_mut().find(|(pc, _)| *pc == to) {
                        Some((_, mask)) => *mask |= 1 << lane,
                        None => open.targets.push((to, 1 << lane)),
                    }
                }
                warp.groups.split(&mut open.targets);
                return moved;
            }
            Action::Elect { predicate, destination, among } => {
                let among = mask & among.map_or(u64::MAX, |q| warp.holds(q));
                let leader = among & among.wrapping_neg();
                warp.file.set_predicate(*predicate, leader, mask);
                if let Some(row) = destination.filter(|_| leader != 0) {
                    warp.uniform.set(usize::from(row), &[leader.trailing_zeros()], 1);
                }
            }
            Action::Yield { warps: true } => warp.yields = mask != 0,
            Action::Yield { warps: false } => {
                warp.groups.go(pc + 1);
                warp.groups.rotate();
                return moved;
            }
            Action::Barrier(barrier) => {
                if mask == 0 {
                    return on;
                }
                return arrive(open, at, (pc, group, mask), barrier, &instruction);
            }
            Action::Reduced { destination, predicate } => {
                let (count, holds) = warp.reduced;
                warp.file.set(usize::from(*destination), &[count; LANES], mask);
                warp.file.set_predicate(*predicate, if holds { u64::MAX } else { 0 }, mask);
            }
            Action::Special { destination, uniform, which, long } => {
                let values = self.special(warp, open.cta, *which);
                match uniform {
                    true => {
                        warp.uniform.set(usize::from(*destination), &[values[lane]], u64::from(mask != 0))
                    }
                    false => {
                        warp.file.set(usize::from(*destination), &values, mask);
                        if *long && *destination != RZ {
                            warp.file.set(usize::from(*destination) + 1, &[0; LANES], mask);
                        }
                    }
                }
            }
            Action::ReadPredicates { destination, source, mask: bits, byte, uniform } => {
                let what = (*destination, *source, *bits, 8 * byte);
                match uniform {
                    true => warp.uniform.read_predicates(what, u64::from(mask != 0)),
                    false => warp.file.read_predicates(what, mask),
                }
            }
            Action::WritePredicates { source, mask: bits, byte, uniform } => match uniform {
                true => warp.uniform.write_predicates((*source, *bits, 8 * byte), u64::from(mask != 0)),
                false => warp.file.write_predicates((*source, *bits, 8 * byte), mask),
            },
            Action::ToUniform { destination, source, differs, adds } => {
                let values = &warp.file.rows[usize::from(*source)];
                let value = values[lane];
                let before = if *adds { warp.file.predicates[usize::from(*differs)] } else { 0 };
                let others =
                    (0..LANES).fold(before, |all, lane| all | u64::from(values[lane] != value) << lane);
                warp.file.set_predicate(*differs, others, mask);
                warp.uniform.set(usize::from(*destination), &[value], u64::from(mask != 0));
            }
            Action::Constant { destination, index, bank, offset, shape, uniform } => match uniform {
                true => {
                    if mask != 0 {
                        let index = index.map_or(0, |row| warp.uniform.rows[usize::from(row)][0]);
                        let value = self.banks.read(*bank, offset + i64::from(index), shape.bytes as usize);
                        let value = if shape.signed && shape.bytes < 4 {
                            let up = 64 - 8 * shape.bytes;
                            ((value << up) as i64 >> up) as u64
                        } else {
                            value
                        };
                        match shape.bytes {
                            8 => warp.uniform.set_long(*destination, &[value], 1),
                            _ => warp.uniform.set(usize::from(*destination), &[value as u32], 1),
                        }
                    }
                }
                false => warp.constant(self.banks, (*bank, *offset, *shape), (*destination, *index), mask),
            },
            Action::Collective(collective) => {
                // Uniform results are left alone, too, where no lane asks for them.
                if mask != 0 {
                    warp.collective(*collective, mask);
                }
            }
            Action::Product(product) => warp.multiply(product, mask),
            Action::LoadMatrix { destination, address, count, transposed } => {
                if mask != 0 {
                    let addresses = warp.addresses(address, Space::Shared, mask);
                    let what = (*destination, *count, *transposed);
                    warp.load_matrix(what, &addresses, mask, spaces, &instruction)?;
                    return Ok(Next { access: Some((addresses, 16)), pc: Some(pc + 1) });
                }
            }
            Action::Transpose { destination, source } => warp.transpose(*destination, *source, mask),
            Action::Texture(texture) => {
                let access = warp.texture(texture, mask, spaces, &instruction)?;
                return Ok(Next { access, pc: Some(pc + 1) });
            }
            Action::Asynchronous(action) => {
                let line = program.code[pc as usize].line;
                let place = Place { pc: Pc(pc), line, instruction: &instruction, block: self.launch.block };
                let access = warp.asynchronous(action, mask, spaces, &place)?;
                // Who waits in vain lets other warps run.
                warp.yields = warp.failed_test.is_some();
                return Ok(Next { access, pc: Some(pc + 1) });
            }
            Action::IsSpace { predicate, address, space } => {
                // As they are: those of generic accesses would be taken out of their window.
                let addresses = warp.addresses(address, Space::Global, mask);
                let held = LaneMask(mask).lanes().fold(0, |all, lane| {
                    let (found, _) = window(addresses.all[lane]);
                    all | u64::from(found == *space) << lane
                });
                warp.file.set_predicate(*predicate, held, mask);
            }
            Action::ReadPc { destination, target } => {
                let address = target.unwrap_or(program.code[pc as usize].address);
                warp.file.set_long(*destination, &[address; LANES], mask);
            }
            // Where no lane executes it, nothing is amiss.
            Action::Refused if mask == 0 => {}
            Action::Refused => {
                let instruction = instruction();
                return Err(LaneFault::new(lane, FaultKind::NotExecuted { instruction }));
            }
            Action::Compute(_) | Action::Access(_) => {}
        }
        on
    }

    /// Goes to addresses in registers, or calls a function of the runtime.
    fn indirect(
        &self,
        open: &mut Open,
        at: usize,
        (pc, group, taken): (u32, u64, u64),
        (register, offset, long): (u8, i64, bool),
        spaces: &mut MemorySpaces<'_>,
    ) -> Result<Next, LaneFault> {
        open.targets.clear();
        if taken != group {
            open.targets.push((pc + 1, group & !taken));
        }
        for lane in LaneMask(taken).lanes() {
            let warp = &mut open.warps[at];
            let value = match long {
                true => warp.file.pair(register, lane),
                false => u64::from(warp.file.rows[usize::from(register)][lane]),
            };
            let address = value.wrapping_add_signed(offset);
            let to = match (self.program.pc(address), runtime_function(address)) {
                (Some(to), _) => to.0,
                (None, Some(function)) => {
                    call(warp, function, lane, spaces)?;
                    pc + 1
                }
                (None, None) => {
                    let instruction = self.program.code[pc as usize].machine.to_string();
                    return Err(LaneFault::new(lane, FaultKind::JumpOutside { instruction, address }));
                }
            };
            match open.targets.iter_mut().find(|(pc, _)| *pc == to) {
                Some((_, mask)) => *mask |= 1 << lane,
                None => open.targets.push((to, 1 << lane)),
            }
        }
        open.counts.divergent_branches += u64::from(open.targets.len() > 1);
        open.warps[at].groups.split(&mut open.targets);
        Ok(Next { access: None, pc: None })
    }

    fn special(&self, warp: &Warp, cta: [u32; 3], which: Special) -> [u32; LANES] {
        let thread = |lane: usize| coordinates((warp.first as usize + lane) as u64, self.launch.block);
        std::array::from_fn(|lane| {
            let bit = 1u32 << lane;
            match which {
                Special::Lane => lane as u32,
                Special::Tid(axis) => thread(lane)[axis],
                Special::Ctaid(axis) => cta[axis],
                Special::EqualMask => bit,
                Special::LessMask => bit - 1,
                Special::LessEqualMask => bit | (bit - 1),
                Special::GreaterMask => !(bit | (bit - 1)),
                Special::GreaterEqualMask => !(bit - 1),
                Special::Clock | Special::GlobalTimer => warp.executed as u32,
                Special::SmId | Special::Zero => 0,
                Special::SharedWindow => (SHARED_WINDOW >> 32) as u32,
                Special::Warp => warp.first / LANES as u32 * 256,
                Special::Warps => self.launch.block.iter().product::<u32>().div_ceil(LANES as u32) * 256,
            }
        })
    }

    #[cold]
    fn fault(&self, open: &Open, at: usize, pc: u32, found: LaneFault) -> Fault {
        let thread = u64::from(open.warps[at].first) + found.lane as u64;
        Fault { kind: *found.kind, location: Box::new(self.location(open.cta, thread, pc)) }
    }

    /// Records the errors of an instruction that were let pass.
    #[cold]
    fn record_tolerated(&self, open: &Open, at: usize, pc: u32, spaces: &mut MemorySpaces<'_>) {
        spaces.tolerated = false;
        let memory = &mut *spaces.memory;
        memory.settle_write();
        for pending in memory.warnings.take_pending() {
            let thread = u64::from(open.warps[at].first) + pending.lane as u64;
            let location = || self.location(open.cta, thread, pc);
            memory.warnings.record((&self.program.name, Pc(pc)), pending, location);
        }
    }

    fn location(&self, cta: [u32; 3], thread: u64, pc: u32) -> FaultLocation {
        location(self.program, Pc(pc), cta, coordinates(thread, self.launch.block))
    }
}

/// Location of an instruction, or of the last one for a program counter behind it.
fn location(program: &Program, pc: Pc, cta: [u32; 3], thread: [u32; 3]) -> FaultLocation {
    let instr = &program.code[pc.index().min(program.code.len() - 1)];
    let source = instr.source.map(|s| {
        let file = program.files.get(&s.file).cloned().unwrap_or_else(|| format!("file {}", s.file));
        (file, s.line)
    });
    let function = program.function(pc);
    FaultLocation {
        kernel: program.name.clone(),
        function: (function.entry != Pc(0)).then(|| function.name.clone()),
        language: "SASS",
        line: instr.line,
        address: Some(instr.address & u64::from(u32::MAX)),
        source,
        cta,
        thread,
        wave: None,
    }
}

/// What follows an instruction: its access with the bytes of a lane, and the next program counter if control has not moved already.
struct Next {
    access: Option<(Addresses, u32)>,
    pc: Option<u32>,
}

/// The lanes that an instruction names.
fn mask_of(warp: &Warp, from: MaskFrom, lane: usize) -> u64 {
    match from {
        MaskFrom::Value(mask) => mask.into(),
        MaskFrom::Register(row) => warp.file.rows[usize::from(row)][lane].into(),
        MaskFrom::Uniform { register, inverted } => {
            let mask = warp.uniform.rows[usize::from(register)][0];
            u64::from(if inverted { !mask } else { mask })
        }
        MaskFrom::All => u64::MAX,
    }
}

/// Lets lanes wait for those that their masks name, which may differ between lanes.
fn meet(
    warp: &mut Warp,
    targets: &mut Vec<(u32, u64)>,
    (pc, group, mask): (u32, u64, u64),
    wanted: impl Fn(&Warp, usize) -> u64,
    waits: impl Fn(u64) -> Waits,
) -> Result<Next, LaneFault> {
    targets.clear();
    targets.extend(Some((pc + 1, group & !mask)).filter(|&(_, others)| others != 0));
    warp.groups.split(targets);
    let mut rest = mask;
    while rest != 0 {
        let all = wanted(warp, rest.trailing_zeros() as usize);
        let same = |lane: &usize| wanted(warp, *lane) == all;
        let own = LaneMask(rest).lanes().filter(same).fold(0, |all, lane| all | 1 << lane);
        warp.groups.push(pc + 1, own);
        warp.groups.wait(waits(all));
        rest &= !own;
    }
    let Warp { groups, barriers, .. } = warp;
    groups.release(barriers);
    Ok(Next { access: None, pc: None })
}

/// Handles the arrival of lanes at a barrier of the CTA.
fn arrive(
    open: &mut Open,
    at: usize,
    (pc, group, mask): (u32, u64, u64),
    barrier: &CtaBarrier,
    instruction: &dyn Fn() -> String,
) -> Result<Next, LaneFault> {
    let warp = &mut open.warps[at];
    let lane = mask.trailing_zeros() as usize & 31;
    let id = match barrier.id {
        Ok(id) => id.into(),
        Err(row) => warp.file.rows[usize::from(row)][lane],
    };
    if id as usize >= BARRIERS {
        return Err(LaneFault::new(lane, FaultKind::BadBarrier { instruction: instruction(), id }));
    }
    let count = match barrier.threads {
        Threads::All => None,
        Threads::Count(count) => Some(count),
        Threads::Register(row) => Some(warp.file.rows[usize::from(row)][lane]),
    };
    let live = warp.groups.live();
    warp.groups.go(pc + 1);
    if barrier.waits {
        let others =
            warp.groups.all().iter().filter(|g| g.waits == Waits::Barrier).fold(0, |all, g| all | g.mask);
        if (others | mask) & live != live {
            // Lanes of the warp arrive one group after the other.
            if warp.groups.all().iter().any(|g| g.waits == Waits::No && g.mask & group == 0) {
                warp.groups.wait(Waits::Barrier);
                let Warp { groups, barriers, .. } = warp;
                groups.release(barriers);
                return Ok(Next { access: None, pc: None });
            }
            let (here, elsewhere) = (mask, live & !mask);
            return Err(LaneFault::new(
                lane,
                FaultKind::BarrierDivergence { instruction: instruction(), here, elsewhere },
            ));
        }
        warp.groups.wait(Waits::Barrier);
        warp.state = State::AtBarrier;
    }
    let (reduce, holds) = match barrier.reduce {
        Some((reduction, q)) => (Some(reduction), warp.holds(q) & mask),
        None => (None, 0),
    };
    warp.reduces = reduce;
    let threads = if live == mask { live } else { live | mask };
    open.barriers.arrive(
        id as usize,
        Arrival {
            waiter: at,
            threads: threads.count_ones().next_multiple_of(LANES as u32),
            expected: count.map(|count| count.next_multiple_of(LANES as u32)),
            waits: barrier.waits,
            lanes: mask.count_ones(),
            holds: holds.count_ones(),
        },
    );
    let warp = &mut open.warps[at];
    let number = warp.number();
    warp.counted = count.is_some();
    warp.note(|| SyncEvent::BarrierArrived { warp: number, barrier: id as usize });
    release(open, at, id as usize);
    Ok(Next { access: None, pc: None })
}

/// Reports what a warp's last instruction did to the order of accesses.
fn report_order<L: Listener>(warp: &mut Warp, pc: Option<Pc>, listener: &mut L) {
    for event in warp.events.iter_mut().flat_map(|events| events.drain(..)) {
        listener.synchronised(pc, &event);
    }
}

/// Ends a warp, for which barriers then no longer wait.
fn end(open: &mut Open, at: usize) {
    let warp = &mut open.warps[at];
    warp.state = State::Ended;
    let number = warp.number();
    warp.note(|| SyncEvent::WarpFinished { warp: number });
    for id in 0..BARRIERS {
        release(open, at, id);
    }
}

/// Releases the warps that wait at a barrier if it is complete; `at` is the warp that may have completed it.
fn release(open: &mut Open, at: usize, id: usize) {
    let alive = open.warps.iter().filter(|warp| warp.state != State::Ended).count();
    let Some((waiting, reduced)) = open.barriers.complete(id, alive) else { return };
    if open.warps[at].events.is_some() {
        let all = !waiting.iter().any(|&waiter| open.warps[waiter].counted);
        let warps = waiting.iter().map(|&waiter| open.warps[waiter].number()).collect();
        open.warps[at].note(|| SyncEvent::BarrierReleased { barrier: id, warps, all });
    }
    let BarrierReduction { count, all, any } = reduced;
    for at in waiting {
        let warp = &mut open.warps[at];
        warp.state = State::Ready;
        warp.groups.pass_barrier();
        match warp.reduces.take() {
            Some(Reduction::And) => warp.reduced = (u32::from(all), all),
            Some(Reduction::Or) => warp.reduced = (u32::from(any), any),
            Some(Reduction::Count) => warp.reduced = (count, any),
            None => {}
        }
    }
}

/// Calls a function of CUDA's device runtime for a lane. Arguments begin in R4, those of 64 bits in even registers.
fn call(
    warp: &mut Warp,
    function: RuntimeFunction,
    lane: usize,
    spaces: &mut MemorySpaces<'_>,
) -> Result<(), LaneFault> {
    let (_, results, parameters) = RuntimeFunction::named(name(function)).unwrap_or((function, &[], &[]));
    let mut arguments = [0; MOST_ARGUMENTS];
    let mut row = 4usize;
    for (argument, &size) in arguments.iter_mut().zip(parameters) {
        row = row.next_multiple_of(size as usize / 4);
        *argument = match size {
            8 => warp.file.pair(row as u8, lane),
            _ => warp.file.rows[row][lane].into(),
        };
        row += size as usize / 4;
    }
    let mut call = RuntimeCall { spaces, lane, local: &mut warp.local[lane] };
    let result = call.call(function, arguments).map_err(|kind| LaneFault { lane, kind })?;
    for nth in 0..results.first().map_or(0, |&size| size as usize / 4) {
        warp.file.rows[4 + nth][lane] = (result >> (32 * nth)) as u32;
    }
    Ok(())
}

fn name(function: RuntimeFunction) -> &'static str {
    match function {
        RuntimeFunction::AssertFail => "__assertfail",
        RuntimeFunction::Printf => "vprintf",
        RuntimeFunction::Malloc => "malloc",
        RuntimeFunction::Free => "free",
    }
}
