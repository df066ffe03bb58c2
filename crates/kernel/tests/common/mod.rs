//! What tests on executed PTX share: a prelude, launches, results.

pub mod example;

use warploom_kernel::execute::{Arg, Counts, Globals, Launch, Listener, Memory, Mode, RunError};
use warploom_kernel::ptx::Module;
use warploom_kernel::ptx::run;

pub const MODES: [Mode; 3] = [Mode::Warps32, Mode::Warps64, Mode::Threads];

/// The three lines every file starts with.
pub const HEADER: &str = ".version 8.0\n.target sm_80\n.address_size 64\n";

/// A file of one kernel `k(out)` with registers to use, after whatever is at module scope.
///
/// `%tid` holds the thread's number in its CTA, and the value in `%out` at the kernel's `END` is
/// stored in the thread's cell of `out`, one of 32 bits per thread of the grid. The header is line 1
/// to 3, `module` starts at line 4.
pub fn kernel(module: &str, body: &str) -> String {
    format!(
        "{HEADER}{module}
.visible .entry k(.param .u64 out)
{{
	.reg .pred %p<10>;
	.reg .b32 %r<30>;
	.reg .b64 %d<10>;
	.reg .b32 %tid, %out;
	.reg .b64 %cell;
	{{
		.reg .b32 %s<4>;
		mov.u32 %s0, %ntid.x;
		mov.u32 %s1, %ntid.y;
		mov.u32 %s2, %tid.z;
		mov.u32 %s3, %tid.y;
		mad.lo.u32 %tid, %s2, %s1, %s3;
		mov.u32 %s3, %tid.x;
		mad.lo.u32 %tid, %tid, %s0, %s3;
		mov.u32 %s2, %ntid.z;
		mul.lo.u32 %s0, %s0, %s1;
		mul.lo.u32 %s0, %s0, %s2;
		mov.u32 %s1, %ctaid.x;
		mad.lo.u32 %s0, %s0, %s1, %tid;
		ld.param.u64 %cell, [out];
		mad.wide.u32 %cell, %s0, 4, %cell;
	}}
{body}
END:
	st.global.u32 [%cell], %out;
	ret;
}}
"
    )
}

/// A module with its memory.
pub struct Gpu {
    pub module: Module,
    pub globals: Globals,
    pub memory: Memory,
}

impl Gpu {
    pub fn new(ptx: &str) -> Gpu {
        let module = Module::parse(ptx).unwrap_or_else(|e| panic!("{e}\n{:?}\n{}", e.help, numbered(ptx)));
        let mut memory = Memory::new();
        let globals = memory.load(&module).unwrap_or_else(|e| panic!("{e}"));
        Gpu { module, globals, memory }
    }

    /// Runs the file's first kernel.
    pub fn run(&mut self, launch: &Launch) -> Result<Counts, RunError> {
        self.listen(launch, &mut ())
    }

    /// Runs the file's first kernel while somebody listens.
    pub fn listen(&mut self, launch: &Launch, listener: &mut impl Listener) -> Result<Counts, RunError> {
        run(&self.module.programs[0], &self.globals, launch, &mut self.memory, listener)
    }

    /// Words of memory.
    pub fn words(&self, address: u64, many: u64) -> Vec<u32> {
        let bytes = self.memory.read(address, 4 * many).unwrap_or_else(|e| panic!("{e}"));
        bytes.chunks_exact(4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect()
    }
}

/// What `k(out)` of a file leaves in `out`, a word per thread of the grid.
pub fn results(ptx: &str, mode: Mode, grid: u32, block: [u32; 3]) -> Result<Vec<u32>, RunError> {
    let mut gpu = Gpu::new(ptx);
    let threads = u64::from(grid) * block.map(u64::from).iter().product::<u64>();
    let out = gpu.memory.allocate("out", 4 * threads).unwrap_or_else(|e| panic!("{e}"));
    let mut launch = Launch::new([grid, 1, 1], block).arg(Arg::u64(out));
    launch.mode = mode;
    gpu.run(&launch)?;
    Ok(gpu.words(out, threads))
}

/// The text with its lines numbered.
pub fn numbered(text: &str) -> String {
    text.lines().enumerate().map(|(i, line)| format!("{:4} {line}\n", i + 1)).collect()
}
