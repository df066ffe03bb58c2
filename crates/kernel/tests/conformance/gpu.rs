//! The simulated GPU as the conformance tests see it: PTX text in, bytes out.

/// Whether PTX can be executed; without it the tests only write their modules.
pub const PRESENT: bool = false;

pub struct Gpu;

impl Gpu {
    /// Loads a module.
    pub fn new(_ptx: &str) -> Gpu {
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
