//! The state of the one device.

mod allocations;
mod compute;
mod copy;
mod device;
mod driver;
mod findings;
mod graph;
mod kernels;
mod memory;
mod operation;
pub mod pool;
mod progress;
mod record;
mod repeat;
mod stream;
pub mod texture;
mod timing;

pub use copy::{Copy3d, Fill, Place};
pub use device::{Attribute, Device, PITCH};
pub use driver::{Driver, Link};
pub use graph::{Graphs, NodeWork};
pub use kernels::{
    CodeChoice, DeviceCode, FatBinaryId, KernelHandle, LibraryHandle, Modules, Prefer, file_image, image,
    linked_image,
};
pub use memory::{DeviceMemory, MemoryKind};
pub use operation::{HostCall, KernelLaunch, Operation};
pub use pool::{Pool, Pools};
pub use record::Recorder;
pub use stream::{Capture, Event, Stream, Streams};
pub use texture::Textures;

use crate::error::Code;
use std::time::Instant;
use warploom_gpu::machine::{Machine, named};
use warploom_kernel::execute::{Checks, Limits};
use warploom_kernel::ptx::lower::{Options, TARGETS};
use warploom_tape::capture::Settings;

/// The machine whose properties a program sees if none is chosen.
const DEFAULT_MACHINE: &str = "v100";

/// The device and everything that belongs to it.
pub struct Runtime {
    /// Device memory, and host memory that kernels can access.
    pub memory: DeviceMemory,
    /// The program's kernels and variables.
    pub modules: Modules,
    /// Streams and events.
    pub streams: Streams,
    pub graphs: Graphs,
    pub pools: Pools,
    /// Arrays, textures and surfaces.
    pub textures: Textures,
    /// Properties of the device.
    pub device: Device,
    /// Contexts and links of the driver.
    pub driver: Driver,
    /// What is written to the folder.
    pub recorder: Recorder,
    pub limits: Limits,
    /// Limits that have no effect, by their number.
    pub other_limits: [u64; 7],
    /// What becomes of bad accesses.
    pub checks: Checks,
    /// How code is lowered; none for PTX as written.
    pub lowering: Option<Options>,
    /// Grids and blocks of `<<<…>>>`, which the launch that follows takes.
    pub configurations: Vec<(usize, LaunchShape)>,
    /// The machine that launches are timed on, if one is chosen.
    machine: Option<Machine>,
    /// Simulated nanoseconds since the start.
    simulated: f64,
    started: Instant,
    /// The error that ended a kernel: the device is lost with it.
    failed: Option<Code>,
}

/// Grid, block, dynamic shared memory and stream of a launch.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LaunchShape {
    /// CTAs in x, y, z.
    pub grid: [u32; 3],
    /// Threads per CTA in x, y, z.
    pub block: [u32; 3],
    /// Bytes of dynamic shared memory.
    pub shared: usize,
    pub stream: u64,
}

impl Runtime {
    /// A device as the environment's settings describe it. Settings that cannot be used are reported and end the program: it would
    /// otherwise run to its end and leave nothing.
    pub fn new() -> Runtime {
        let settings =
            Settings::of_environment().unwrap_or_else(|error| give_up(&format!("its settings: {error}")));
        Runtime::with(settings)
    }

    /// A device with these settings.
    pub fn with(settings: Settings) -> Runtime {
        let machine = settings.machine.as_deref().map(|text| {
            Machine::read(text).unwrap_or_else(|error| give_up(&format!("the machine: {error}")))
        });
        let checks = match settings.checks.as_deref() {
            None | Some("warn") => Checks::Warn,
            Some("strict") => Checks::Strict,
            Some("off") => Checks::Off,
            Some(other) => give_up(&format!("checks are strict, warn or off, not `{other}`")),
        };
        // Without a machine, tapes are for the papers' GPU.
        let own = machine.as_ref().map_or("fermi", Machine::code_target);
        let target = settings.target.clone().unwrap_or_else(|| own.to_owned());
        let lowering = match TARGETS.iter().find(|(name, _)| *name == target) {
            Some((_, options)) => Some(*options),
            None if target == "ptx" => None,
            None => give_up(&format!("there is no target `{target}`")),
        };
        let prefer = match settings.code.as_deref() {
            Some("ptx") => Prefer::OnlyPtx,
            Some("sass") => Prefer::OnlyMachineCode,
            Some(other) => give_up(&format!("code is ptx or sass, not `{other}`")),
            // What PTX is lowered for is of it alone.
            None if settings.target.is_some() => Prefer::OnlyPtx,
            // Machine code does not say what the source declared volatile.
            None if settings.race => Prefer::Ptx,
            None if machine.is_some() => Prefer::MachineCode,
            None => Prefer::Ptx,
        };
        let choice = CodeChoice { prefer, capability: machine.as_ref().map(Machine::compute_capability) };
        let described = machine.clone().or_else(|| named(DEFAULT_MACHINE).map(|built_in| built_in.machine()));
        let Some(described) = described else { panic!("{DEFAULT_MACHINE} is built in") };
        let device = Device::new(described);
        let name = machine.as_ref().map(|machine| machine.name.clone());
        Runtime {
            memory: DeviceMemory::new(device.memory_bytes()),
            modules: Modules::new(choice),
            streams: Streams::new(),
            graphs: Graphs::new(),
            pools: Pools::new(),
            textures: Textures::new(),
            device,
            driver: Driver::new(),
            recorder: Recorder::new(&settings, &target, name),
            limits: match settings.budget {
                Some(instructions) => Limits { instructions, ..Limits::default() },
                None => Limits::default(),
            },
            other_limits: [0, 1 << 20, 8 << 20, 2, 2048, 64, 0],
            checks,
            lowering,
            configurations: Vec::new(),
            machine,
            simulated: 0.0,
            started: Instant::now(),
            failed: None,
        }
    }

    /// The error of a kernel that failed.
    pub fn failed(&self) -> Option<Code> {
        self.failed
    }

    /// Nanoseconds since the start: of the simulated device if there is a machine, or else of the host's clock.
    pub fn now(&self) -> f64 {
        match self.machine {
            Some(_) => self.simulated,
            None => self.started.elapsed().as_nanos() as f64,
        }
    }

    /// Frees all memory and forgets the failure. Kernels stay registered, and what was recorded stays.
    pub fn reset(&mut self) {
        self.memory = DeviceMemory::new(self.device.memory_bytes());
        self.modules.unload();
        self.streams = Streams::new();
        self.graphs = Graphs::new();
        self.pools = Pools::new();
        self.textures = Textures::new();
        self.failed = None;
    }
}

impl Default for Runtime {
    fn default() -> Runtime {
        Runtime::new()
    }
}

fn give_up(why: &str) -> ! {
    eprintln!("warploom: the program cannot be captured: {why}");
    std::process::exit(2)
}
