//! The simulated GPU as the conformance tests see it: PTX text in, bytes out.

use warploom_kernel::program::Module;

/// Whether PTX can be executed; without it the tests only write their modules and have them read.
pub const PRESENT: bool = false;

pub struct Gpu;

impl Gpu {
    /// Loads a module.
    pub fn new(ptx: &str) -> Gpu {
        if let Err(error) = Module::read(ptx) {
            panic!("{error}");
        }
        Gpu
    }

    /// Copies `bytes` into a new allocation, aligned to 256 bytes, and says where.
    pub fn upload(&mut self, _bytes: &[u8]) -> u64 {
        0
    }

    /// Runs `kernel`. `args` are the words of its parameter block: every parameter of these tests is
    /// a `.u64`, or an array of bytes whose alignment its place in the list satisfies.
    pub fn launch(&mut self, _kernel: &str, _grid: [u32; 3], _block: [u32; 3], _args: &[u64]) {}

    /// Copies bytes back.
    pub fn download(&self, _address: u64, len: usize) -> Vec<u8> {
        vec![0; len]
    }
}
