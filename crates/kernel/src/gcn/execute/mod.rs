//! Execution of GCN kernels, work-group by work-group in grid order.

mod decode;
mod memory;
mod wave;

use super::program::{ArgumentKind, Descriptor, Program, Sgpr, UserRegister};
use super::table::Format;
use super::{LANES, Module};
use crate::code::Code;
use crate::execute::launch::{KernelLimits, coordinates};
use crate::execute::memory::access::{LaneFault, MemorySpaces};
use crate::execute::memory::shared::SharedMemory;
use crate::execute::{
    Access, Checks, Counts, CtaId, Executable, ExecutedInstruction, Fault, FaultKind, FaultLocation, Globals,
    LOCAL_WINDOW, LaneMask, Launch, LaunchError, Listener, Memory, PARAM_WINDOW, RunError, SHARED_WINDOW,
    WarpId, WarpShape,
};
use crate::program::Pc;
use decode::{Action, CODE_BASE, Condition};
use wave::{Scratch, State, Wave};

/// Instructions that a wave executes before the next wave runs: finite, so that a wave can wait for another one.
const TURN: u32 = 1 << 16;

/// Registers at the start of a kernel, if they are not those of the [descriptor](Descriptor): for recorded launches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InitialState {
    /// SGPRs from s0 on.
    pub scalars: Vec<u32>,
    /// First of the SGPRs that have the work-group's number in x, y and z.
    pub group_ids: u8,
}

/// Executes all work-groups of a launch in grid order. The [module](super) has an example.
pub fn run<L: Listener>(
    program: &Program,
    globals: &Globals,
    launch: &Launch,
    memory: &mut Memory,
    listener: &mut L,
) -> Result<Counts, RunError> {
    let arguments = arguments(program, launch)?;
    execute(program, globals, launch, (&arguments, None), memory, listener)
}

/// Executes all work-groups of a recorded launch, whose initial registers are given.
pub fn run_from<L: Listener>(
    program: &Program,
    globals: &Globals,
    launch: &Launch,
    state: &InitialState,
    memory: &mut Memory,
    listener: &mut L,
) -> Result<Counts, RunError> {
    check_shape(program, launch)?;
    execute(program, globals, launch, (&[], Some(state)), memory, listener)
}

fn execute<L: Listener>(
    program: &Program,
    globals: &Globals,
    launch: &Launch,
    (arguments, state): (&[u8], Option<&InitialState>),
    memory: &mut Memory,
    listener: &mut L,
) -> Result<Counts, RunError> {
    let actions = decode::decode(program, globals);
    let items = launch.block.iter().product::<u32>();
    let local = program.shared_bytes(launch) as usize;
    let d = &program.descriptor;
    let waves = items.div_ceil(LANES as u32);
    let mut runner = Runner {
        program,
        actions: &actions,
        launch,
        arguments,
        state,
        waves: (0..waves).map(|_| Wave::new(d.vgprs, d.scratch)).collect(),
        local: SharedMemory::new(local),
        scratch: Scratch::new(),
        counts: Counts::default(),
    };
    for cta in 0..launch.ctas() {
        runner.group(CtaId(cta), memory, listener)?;
        if L::ENABLED && !listener.cta_ended() {
            break;
        }
    }
    Ok(runner.counts)
}

impl Executable for Program {
    fn name(&self) -> &str {
        &self.name
    }

    fn code(&self) -> Code {
        super::code(self)
    }

    fn registers(&self) -> u32 {
        self.descriptor.vgprs
    }

    fn warp_shape(&self, _: &Launch) -> WarpShape {
        let Descriptor { vgprs: registers, sgprs, .. } = self.descriptor;
        WarpShape { registers, scalar_registers: sgprs.max(1), lanes: LANES as u32 }
    }

    fn shared_bytes(&self, launch: &Launch) -> u64 {
        // Dynamic local memory follows the static variables.
        self.descriptor.local.saturating_add(launch.shared).into()
    }

    fn check(&self, launch: &Launch) -> Result<(), LaunchError> {
        arguments(self, launch).map(|_| ())
    }

    fn is_generic_access(&self, pc: Pc) -> bool {
        // Flat and scalar accesses have no space of their own.
        matches!(self.code[pc.index()].form.format, Format::Flat | Format::Smem)
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

impl Module {
    /// The variable called `name` with at least `bytes` bytes.
    pub fn variable(&self, name: &str, bytes: u64) -> Option<crate::program::VariableId> {
        let found = self.variables.iter().position(|v| v.name == name && v.size >= bytes)?;
        Some(crate::program::VariableId(found as u32))
    }
}

fn check_shape(program: &Program, launch: &Launch) -> Result<(), LaunchError> {
    launch.check_limits(&KernelLimits {
        name: &program.name,
        threads: Some((program.descriptor.most_items.into(), false)),
        shared: (program.shared_bytes(launch), program.target.local_limit()),
        stack: program.descriptor.scratch,
        cooperates: false,
    })
}

/// Checks the launch against the kernel and returns the kernel arguments, hidden ones included.
fn arguments(program: &Program, launch: &Launch) -> Result<Vec<u8>, LaunchError> {
    check_shape(program, launch)?;
    launch.check_arguments(&program.name, program.explicit_arguments().map(|a| (a.name.as_str(), a.size)))?;
    let mut given = launch.args.iter();
    let mut block = vec![0; program.descriptor.arguments as usize];
    for argument in &program.arguments {
        let dimensions = 1 + launch.grid.iter().rposition(|&n| n > 1).unwrap_or(0) as u32;
        let value: Vec<u8> = match argument.kind {
            ArgumentKind::Explicit => {
                let Some(arg) = given.next() else { break };
                arg.0.clone()
            }
            ArgumentKind::GroupCount(axis) => launch.grid[axis].to_le_bytes().to_vec(),
            ArgumentKind::GroupSize(axis) => launch.block[axis].to_le_bytes().to_vec(),
            ArgumentKind::Dimensions => dimensions.to_le_bytes().to_vec(),
            ArgumentKind::LocalBase => ((SHARED_WINDOW >> 32) as u32).to_le_bytes().to_vec(),
            ArgumentKind::ScratchBase => ((LOCAL_WINDOW >> 32) as u32).to_le_bytes().to_vec(),
            ArgumentKind::DynamicLocal => launch.shared.to_le_bytes().to_vec(),
            ArgumentKind::Zero => Vec::new(),
        };
        let (start, size) = (argument.offset as usize, argument.size as usize);
        if block.len() < start + size {
            block.resize(start + size, 0);
        }
        let many = value.len().min(size);
        block[start..start + many].copy_from_slice(&value[..many]);
    }
    // The arguments are aligned to 16 bytes, so the compiler may load up to the next multiple.
    block.resize(block.len().next_multiple_of(16), 0);
    Ok(block)
}

struct Runner<'a> {
    program: &'a Program,
    actions: &'a [Action],
    launch: &'a Launch,
    arguments: &'a [u8],
    state: Option<&'a InitialState>,
    waves: Vec<Wave>,
    local: SharedMemory,
    scratch: Scratch,
    counts: Counts,
}

impl Runner<'_> {
    fn group<L: Listener>(
        &mut self,
        cta: CtaId,
        memory: &mut Memory,
        listener: &mut L,
    ) -> Result<(), RunError> {
        let group = coordinates(cta.0, self.launch.grid);
        if L::ENABLED {
            listener.cta_started(cta);
        }
        self.local.reset();
        for wave in 0..self.waves.len() {
            self.start(wave, group);
        }
        loop {
            let mut ran = false;
            for wave in 0..self.waves.len() {
                if self.waves[wave].state == State::Running {
                    ran = true;
                    self.turn(wave, group, memory, listener)?;
                }
            }
            if !ran {
                break;
            }
            // A wave that has ended counts as arrived.
            if self.waves.iter().all(|w| w.state != State::Running) {
                for wave in self.waves.iter_mut().filter(|w| w.state == State::AtBarrier) {
                    wave.state = State::Running;
                }
            }
        }
        self.counts.ctas += 1;
        if let Some(progress) = &memory.progress {
            progress.cta_ended();
        }
        Ok(())
    }

    /// Puts the registers of a wave in their state at the start.
    fn start(&mut self, index: usize, group: [u32; 3]) {
        let (program, launch, state) = (self.program, self.launch, self.state);
        let d = &program.descriptor;
        let wave = &mut self.waves[index];
        wave.vgprs.iter_mut().for_each(|v| v.fill(0));
        wave.scratch.iter_mut().for_each(|s| s.fill(0));
        (wave.sgprs, wave.scc, wave.pc, wave.executed) = ([0; 128], false, 0, 0);
        wave.state = State::Running;
        wave.set_flush(d.flush);
        let items = launch.block.iter().product::<u32>();
        let first = (index * LANES) as u32;
        let mut exec = 0;
        for lane in 0..LANES as u32 {
            let item = first + lane;
            if item >= items {
                break;
            }
            exec |= 1 << lane;
            for (axis, id) in coordinates(item.into(), launch.block).into_iter().enumerate() {
                if axis as u32 <= d.item_ids || state.is_some() {
                    wave.vgprs[axis][lane as usize] = id;
                }
            }
        }
        wave.set_pair(Sgpr::EXEC.0, exec);
        if let Some(state) = state {
            wave.sgprs[..state.scalars.len().min(104)]
                .copy_from_slice(&state.scalars[..state.scalars.len().min(104)]);
            for (axis, id) in group.into_iter().enumerate() {
                wave.sgprs[(usize::from(state.group_ids) + axis) & 127] = id;
            }
            return;
        }
        let mut next = 0u8;
        for user in &d.user {
            match user {
                UserRegister::ScratchBuffer => {
                    wave.set_pair(next, LOCAL_WINDOW);
                    wave.sgprs[usize::from(next) + 2] = u32::MAX;
                    wave.sgprs[usize::from(next) + 3] = memory::ADD_LANE;
                }
                UserRegister::Arguments => wave.set_pair(next, PARAM_WINDOW),
                UserRegister::ScratchSize => wave.sgprs[usize::from(next)] = d.scratch,
                UserRegister::DispatchPacket
                | UserRegister::Queue
                | UserRegister::DispatchId
                | UserRegister::FlatScratch => {}
            }
            next += user.registers() as u8;
        }
        next = d.user_count as u8;
        for (axis, id) in group.into_iter().enumerate() {
            if d.group_ids[axis] {
                wave.sgprs[usize::from(next)] = id;
                next += 1;
            }
        }
    }

    /// Executes a wave until it ends, reaches a barrier or its turn is over.
    ///
    /// One long loop: a call per instruction would cost time.
    fn turn<L: Listener>(
        &mut self,
        index: usize,
        group: [u32; 3],
        memory: &mut Memory,
        listener: &mut L,
    ) -> Result<(), RunError> {
        let wave = &mut self.waves[index];
        let mut spaces = MemorySpaces {
            memory,
            shared: &mut self.local,
            params: self.arguments,
            checks: Checks::Strict,
            tolerated: false,
        };
        let program = self.program;
        let id = WarpId(index as u32);
        let (mut executed, mut threads) = (0u64, 0u64);
        let mut fault = None;
        let budget = self.launch.limits.instructions;
        let turn = u64::from(TURN).min(budget.saturating_sub(wave.executed).saturating_add(1));
        for _ in 0..turn {
            let pc = wave.pc;
            let mut next = pc + 1;
            let exec = wave.exec();
            executed += 1;
            let mut event = None;
            match &self.actions[pc as usize] {
                Action::Vector(action) => wave.vector(action, &mut self.scratch),
                Action::Scalar { op, sources: [(a, a_wide), (b, b_wide)], dst, scc } => {
                    let (value, flag) = op(wave.scalar(*a, *a_wide), wave.scalar(*b, *b_wide), wave.scc);
                    if let Some(dst) = dst {
                        wave.set_scalar(*dst, value);
                    }
                    if *scc {
                        wave.scc = flag;
                    }
                }
                Action::Memory(action) => {
                    let at = wave.addresses(action);
                    let instruction = || program.code[pc as usize].text.to_string();
                    if let Err(found) = wave.access(action, &at, &mut spaces, &instruction) {
                        fault = Some((pc, found));
                        break;
                    }
                    event = Some(at);
                }
                Action::SaveExec { op, source, dst } => {
                    let (value, flag) = op(wave.scalar(*source, true), exec, wave.scc);
                    wave.set_pair(*dst, exec);
                    wave.set_pair(Sgpr::EXEC.0, value);
                    wave.scc = flag;
                    self.counts.divergent_branches += u64::from(value != 0 && value != exec);
                }
                Action::Branch { condition, target } => {
                    let taken = match condition {
                        Condition::Always => true,
                        Condition::Scc(wanted) => wave.scc == *wanted,
                        Condition::VccZero(wanted) => (wave.pair(Sgpr::VCC.0) == 0) == *wanted,
                        Condition::ExecZero(wanted) => (exec == 0) == *wanted,
                    };
                    if taken {
                        next = *target;
                    }
                }
                Action::ReadFirstLane { dst, source } => {
                    let value = wave.first_lane(*source);
                    wave.set_scalar((*dst, false), value.into());
                }
                Action::ReadLane { dst, source, lane } => {
                    let lane = wave.scalar(*lane, false) as usize % LANES;
                    let value = wave.vgprs[usize::from(*source)][lane];
                    wave.set_scalar((*dst, false), value.into());
                }
                Action::WriteLane { dst, source, lane } => {
                    let lane = wave.scalar(*lane, false) as usize % LANES;
                    wave.vgprs[usize::from(*dst)][lane] = wave.scalar(*source, false) as u32;
                }
                Action::Exchange { how, dst, address, data, offset } => {
                    wave.exchange(*how, (*dst, *address, *data), *offset);
                }
                Action::GetPc { dst } => {
                    let instr = &program.code[pc as usize];
                    wave.set_pair(*dst, CODE_BASE + instr.address + u64::from(instr.size));
                }
                Action::SetPc { source, dst } => {
                    let to = wave.pair(*source).wrapping_sub(CODE_BASE);
                    let instr = &program.code[pc as usize];
                    if let Some(dst) = dst {
                        wave.set_pair(*dst, CODE_BASE + instr.address + u64::from(instr.size));
                    }
                    match program.code.binary_search_by_key(&to, |i| i.address) {
                        Ok(at) => next = at as u32,
                        Err(_) => {
                            let instruction = instr.text.to_string();
                            let kind = FaultKind::JumpOutside { instruction, address: to };
                            fault = Some((pc, LaneFault::new(0, kind)));
                            break;
                        }
                    }
                }
                Action::SetMode { offset, bits, value } => {
                    let mask = (u32::MAX >> (32 - bits)) << offset;
                    let value = (wave.scalar(*value, false) as u32) << offset;
                    wave.mode = wave.mode & !mask | value & mask;
                }
                Action::GetMode { offset, bits, dst } => {
                    let value = wave.mode >> offset & (u32::MAX >> (32 - bits));
                    wave.set_scalar((*dst, false), value.into());
                }
                Action::Trap => {
                    fault = Some((pc, LaneFault::new(0, FaultKind::Trap)));
                    break;
                }
                Action::Nothing => {}
                Action::Barrier => wave.state = State::AtBarrier,
                Action::End => wave.state = State::Ended,
            }
            // A scalar access counts as one thread's.
            let active = LaneMask(event.as_ref().map_or(exec, |at| at.mask));
            threads += u64::from(active.count());
            if L::ENABLED {
                let access = event.as_ref().map(|at| Access {
                    space: at.space,
                    bytes: match &self.actions[pc as usize] {
                        Action::Memory(action) => action.shape.bytes(),
                        _ => 0,
                    },
                    addresses: &at.addresses,
                });
                listener.instruction_executed(ExecutedInstruction { warp: id, pc: Pc(pc), active, access });
            }
            wave.pc = next;
            if wave.state != State::Running {
                break;
            }
        }
        wave.executed += executed;
        self.counts.warp_instructions += executed;
        if let Some(progress) = &spaces.memory.progress {
            progress.executed(executed);
        }
        self.counts.thread_instructions += threads;
        if fault.is_none() && wave.executed > budget {
            fault = Some((wave.pc, LaneFault::new(0, FaultKind::Budget { budget })));
        }
        match fault {
            None => Ok(()),
            Some((pc, found)) => Err(self.fault(pc, index, group, found).into()),
        }
    }

    fn fault(&self, pc: u32, wave: usize, group: [u32; 3], found: LaneFault) -> Fault {
        let instr = &self.program.code[pc as usize];
        let source = instr.source.map(|s| {
            let file = self.program.files.get(&s.file).cloned().unwrap_or_else(|| format!("file {}", s.file));
            (file, s.line)
        });
        let item = (wave * LANES + found.lane) as u64;
        Fault {
            kind: *found.kind,
            location: Box::new(FaultLocation {
                kernel: self.program.name.clone(),
                function: None,
                language: "GCN",
                address: None,
                line: instr.line,
                source,
                cta: group,
                thread: coordinates(item, self.launch.block),
                wave: Some((wave as u32, found.lane as u32)),
            }),
        }
    }
}
