//! The simulated GPU as the conformance tests see it: PTX text in, bytes out.

use warploom_kernel::execute::race::RaceDetector;
use warploom_kernel::execute::{Arg, Globals, Launch, Memory, Mode};
use warploom_kernel::ptx::Module;
use warploom_kernel::ptx::lower;
use warploom_kernel::ptx::run;
use warploom_kernel::tape;

/// A way to execute a kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    Plain,
    /// With data races looked for. One is an error.
    Races,
    /// Lowered, on a tape. An instruction without its lanes on the tape is an error.
    LoweredTape,
}

impl Way {
    pub const ALL: [Way; 3] = [Way::Plain, Way::Races, Way::LoweredTape];
}

pub struct Gpu {
    module: Module,
    globals: Globals,
    memory: Memory,
    mode: Mode,
}

impl Gpu {
    /// Loads a module.
    pub fn new(ptx: &str, mode: Mode) -> Gpu {
        let module = Module::parse(ptx).unwrap_or_else(|error| panic!("{error}"));
        let mut memory = Memory::new();
        let globals = memory.load(&module).unwrap_or_else(|error| panic!("{error}"));
        Gpu { module, globals, memory, mode }
    }

    /// Copies `bytes` into a new allocation and says where.
    pub fn upload(&mut self, bytes: &[u8]) -> u64 {
        let address = self.memory.allocate("a buffer", bytes.len() as u64).expect("room for a buffer");
        self.memory.write(address, bytes).expect("room for its bytes");
        address
    }

    /// Replaces the bytes of an allocation.
    pub fn overwrite(&mut self, address: u64, bytes: &[u8]) {
        self.memory.write(address, bytes).expect("a buffer uploaded before");
    }

    /// Runs `kernel`; what stopped it, if anything did. `args` are the words of its parameters, one
    /// after the other: every parameter of these tests is a multiple of eight bytes.
    pub fn launch(
        &mut self,
        kernel: &str,
        grid: [u32; 3],
        block: [u32; 3],
        args: &[u64],
    ) -> Result<(), String> {
        self.launch_in(Way::Plain, kernel, grid, block, args)
    }

    /// As [`Gpu::launch`], in one of several ways.
    pub fn launch_in(
        &mut self,
        way: Way,
        kernel: &str,
        grid: [u32; 3],
        block: [u32; 3],
        args: &[u64],
    ) -> Result<(), String> {
        let program = self.module.kernel(kernel).ok_or(format!("there is no kernel {kernel}"))?;
        let mut words = args.iter();
        let mut launch = Launch::new(grid, block);
        launch.mode = self.mode;
        for param in &program.params {
            let taken = words.by_ref().take(param.size as usize / 8);
            launch.args.push(Arg(taken.flat_map(|w| w.to_le_bytes()).collect()));
        }
        let (globals, memory) = (&self.globals, &mut self.memory);
        let failed = |error: warploom_kernel::execute::RunError| error.to_string();
        match way {
            Way::Plain => run(program, globals, &launch, memory, &mut ()).map(drop).map_err(failed),
            Way::Races => {
                let mut races = RaceDetector::new(program, &launch);
                run(program, globals, &launch, memory, &mut races).map_err(failed)?;
                match races.races(memory).is_empty() {
                    true => Ok(()),
                    false => Err("a data race is reported".to_owned()),
                }
            }
            Way::LoweredTape => {
                let lowered = lower::lower(program, &lower::Options::fermi());
                let mut recorded = 0;
                let counts = tape::record(&lowered, globals, &launch, memory, |cta| {
                    let runs = (0..cta.warps()).flat_map(|warp| cta.warp(warp).runs());
                    recorded +=
                        runs.map(|run| u64::from(run.count) * run.lanes.lanes().count() as u64).sum::<u64>();
                    true
                });
                let executed = counts.map_err(failed)?.thread_instructions;
                match recorded == executed {
                    true => Ok(()),
                    false => Err(format!("{executed} thread instructions, but {recorded} on the tape")),
                }
            }
        }
    }

    /// The device's memory, for objects in it.
    pub fn memory(&mut self) -> &mut Memory {
        &mut self.memory
    }

    /// Copies bytes back.
    pub fn download(&self, address: u64, len: usize) -> Vec<u8> {
        self.memory.read(address, len as u64).expect("a buffer uploaded before").to_vec()
    }
}
