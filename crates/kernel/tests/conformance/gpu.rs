//! The simulated GPU as the conformance tests see it: PTX text in, bytes out.

use warploom_kernel::execute::{Arg, Globals, Launch, Memory, Mode, run};
use warploom_kernel::program::Module;

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

    /// Runs `kernel`; what stopped it, if anything did. `args` are the words of its parameters, one
    /// after the other: every parameter of these tests is a multiple of eight bytes.
    pub fn launch(
        &mut self,
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
        run(program, &self.globals, &launch, &mut self.memory, &mut ()).map_err(|error| error.to_string())?;
        Ok(())
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
