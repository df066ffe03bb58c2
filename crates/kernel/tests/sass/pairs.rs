//! Kernels as PTX and as the machine code that ptxas 12.9 makes of it: both must leave the same bytes in memory.
//!
//! `pairs/` has `NAME.ptx` and, for each architecture that it is for, `NAME.sm_NN.cubin`, of `ptxas -arch=sm_NN NAME.ptx`.
//!
//! Textures and surfaces for sm_90 are of ptxas 13.4: around accesses by handles that differ between lanes, 12.9 emits loops in which
//! lanes that have their result overwrite it.

mod mbarriers;
mod textures;
mod volta;
mod waits;

use std::path::PathBuf;
use warploom_kernel::execute::{Arg, Globals, Launch, Memory};
use warploom_kernel::image::Image;
use warploom_kernel::{ptx, sass};

fn place(file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/sass/pairs").join(file)
}

fn bytes(file: &str) -> Vec<u8> {
    std::fs::read(place(file)).unwrap_or_else(|e| panic!("{file}: {e}"))
}

/// What a kernel is launched with, and the allocations to compare.
pub struct Case {
    pub launch: Launch,
    pub results: Vec<(&'static str, u64, u64)>,
}

/// A module in memory.
pub struct Gpu<'a> {
    pub memory: Memory,
    module: &'a Image,
    globals: Globals,
}

impl Gpu<'_> {
    /// Allocates, and copies words there.
    pub fn upload(&mut self, words: &[u32]) -> u64 {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let address = self.memory.allocate("input", bytes.len() as u64).unwrap();
        self.memory.write(address, &bytes).unwrap();
        address
    }

    /// An allocation of zeros.
    pub fn zeros(&mut self, bytes: u64) -> u64 {
        self.upload(&vec![0; bytes as usize / 4])
    }

    /// Writes to a variable of the module.
    pub fn set(&mut self, variable: &str, value: u64) {
        let variable = self.module.variable(variable).unwrap();
        self.memory.write(self.globals.address(variable), &value.to_le_bytes()).unwrap();
    }
}

/// The results of a kernel.
fn run(module: &Image, kernel: &str, prepare: &dyn Fn(&mut Gpu<'_>) -> Case) -> Result<Vec<Vec<u8>>, String> {
    let mut memory = Memory::new();
    let globals = module.load(&mut memory).unwrap();
    let mut gpu = Gpu { memory, module, globals };
    let Case { launch, results } = prepare(&mut gpu);
    let program = module.kernel(kernel).unwrap();
    program.execute(&gpu.globals, &launch, &mut gpu.memory).map_err(|error| error.to_string())?;
    Ok(results.iter().map(|&(_, address, size)| gpu.memory.read(address, size).unwrap().to_vec()).collect())
}

/// Compares the results of a kernel of a pair. `prepare` fills the memory of each.
pub fn compare(name: &str, kernel: &str, architectures: &[u32], prepare: &dyn Fn(&mut Gpu<'_>) -> Case) {
    let text = String::from_utf8(bytes(&format!("{name}.ptx"))).unwrap();
    let module = Image::from(ptx::Module::parse(&text).unwrap());
    let expected = run(&module, kernel, prepare).unwrap_or_else(|error| panic!("{name}, PTX: {error}"));
    assert!(expected.iter().flatten().any(|&byte| byte != 0), "{name}: {kernel} computes nothing");
    for architecture in architectures {
        let cubin = bytes(&format!("{name}.sm_{architecture}.cubin"));
        let module = Image::from(sass::Module::parse(&cubin).unwrap_or_else(|e| panic!("{name}: {e}")));
        let found = run(&module, kernel, prepare)
            .unwrap_or_else(|error| panic!("{name}, {kernel}, sm_{architecture}: {error}"));
        for (n, (found, expected)) in found.iter().zip(&expected).enumerate() {
            let wrong = (0..found.len()).step_by(4).find(|&at| found[at..at + 4] != expected[at..at + 4]);
            if let Some(at) = wrong {
                let word = |bytes: &[u8]| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
                panic!(
                    "{name}, {kernel}, sm_{architecture}: byte {at} of result {n} is {:#x}, PTX has {:#x}",
                    word(found),
                    word(expected)
                );
            }
        }
    }
}

/// The results of a kernel's machine code.
pub fn machine_code(
    name: &str,
    kernel: &str,
    architecture: u32,
    prepare: &dyn Fn(&mut Gpu<'_>) -> Case,
) -> Vec<Vec<u8>> {
    let cubin = bytes(&format!("{name}.sm_{architecture}.cubin"));
    let module = Image::from(sass::Module::parse(&cubin).unwrap_or_else(|e| panic!("{name}: {e}")));
    run(&module, kernel, prepare).unwrap_or_else(|error| panic!("{name}, {kernel}: {error}"))
}

/// The faults of a kernel that must fail: of PTX, and of the machine code of each architecture.
pub fn fault(
    name: &str,
    kernel: &str,
    architectures: &[u32],
    prepare: &dyn Fn(&mut Gpu<'_>) -> Case,
) -> Vec<String> {
    let text = String::from_utf8(bytes(&format!("{name}.ptx"))).unwrap();
    let mut modules = vec![Image::from(ptx::Module::parse(&text).unwrap())];
    for architecture in architectures {
        let cubin = bytes(&format!("{name}.sm_{architecture}.cubin"));
        modules.push(Image::from(sass::Module::parse(&cubin).unwrap()));
    }
    modules.iter().map(|module| run(module, kernel, prepare).expect_err("a fault")).collect()
}

/// A launch of CTAs in one dimension.
pub fn launch(ctas: u32, threads: u32, args: &[u64]) -> Launch {
    let launch = Launch::new([ctas, 1, 1], [threads, 1, 1]);
    args.iter().fold(launch, |launch, &arg| launch.arg(Arg::u64(arg)))
}

/// Numbers from a seed.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn next(&mut self) -> u32 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32) as u32
    }
}
