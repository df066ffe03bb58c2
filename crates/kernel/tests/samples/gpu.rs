//! The GPU of the checks: memory to fill and read, and kernels to launch.

use warploom_kernel::execute::race::RaceDetector;
use warploom_kernel::execute::{self, Globals, Launch, Memory, Mode};
use warploom_kernel::image::{Entry, Image};
use warploom_kernel::ptx::lower::Options;
use warploom_kernel::{ptx, sass};

/// A value as it lies in device memory.
pub trait Scalar: Copy {
    const SIZE: usize;
    fn put(self, bytes: &mut Vec<u8>);
    fn get(bytes: &[u8]) -> Self;
}

macro_rules! scalars {
    ($($type:ty)+) => {$(
        impl Scalar for $type {
            const SIZE: usize = size_of::<$type>();
            fn put(self, bytes: &mut Vec<u8>) {
                bytes.extend(self.to_le_bytes());
            }
            fn get(bytes: &[u8]) -> Self {
                Self::from_le_bytes(bytes.try_into().expect("as many bytes as the scalar has"))
            }
        }
    )+};
}

scalars!(i8 u8 i16 u16 i32 u32 i64 u64 f32 f64);

/// An allocation on the device.
#[derive(Clone, Copy, Debug)]
pub struct Ptr {
    address: u64,
    len: u64,
}

impl Ptr {
    /// The device address, for pointers inside structs.
    pub fn address(self) -> u64 {
        self.address
    }
}

/// A kernel's argument.
#[derive(Clone, Debug)]
pub enum Arg {
    Ptr(Ptr),
    U32(u32),
    I32(i32),
    U64(u64),
    F32(f32),
    F64(f64),
    /// A struct by value, or a scalar of 8 or 16 bits, as it lies in memory.
    Bytes(Vec<u8>),
}

impl Arg {
    /// The argument as it lies in parameter memory, without padding before or after.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        match self {
            Arg::Ptr(ptr) => ptr.address.put(&mut bytes),
            Arg::U32(value) => value.put(&mut bytes),
            Arg::I32(value) => value.put(&mut bytes),
            Arg::U64(value) => value.put(&mut bytes),
            Arg::F32(value) => value.put(&mut bytes),
            Arg::F64(value) => value.put(&mut bytes),
            Arg::Bytes(value) => bytes.extend(value),
        }
        bytes
    }
}

/// One module, loaded: its module-scope variables keep their values from one launch
/// to the next.
pub struct Gpu {
    module: Image,
    globals: Globals,
    memory: Memory,
    mode: Mode,
}

impl Gpu {
    pub fn new(ptx: &str, mode: Mode, lowered: Option<&Options>) -> Gpu {
        let mut module = ptx::Module::parse(ptx).unwrap_or_else(|e| panic!("{e}"));
        if let Some(options) = lowered {
            module = module.lower(options);
        }
        Gpu::of(module.into(), mode)
    }

    /// The same of machine code.
    pub fn cubin(cubin: &[u8]) -> Gpu {
        let module = sass::Module::parse(cubin).unwrap_or_else(|e| panic!("{e}"));
        Gpu::of(module.into(), Mode::Warps32)
    }

    fn of(module: Image, mode: Mode) -> Gpu {
        let mut memory = Memory::new();
        let globals = module.load(&mut memory).unwrap_or_else(|e| panic!("{e}"));
        Gpu { module, globals, memory, mode }
    }

    /// Allocates, and copies `data` there.
    pub fn upload<T: Scalar>(&mut self, data: &[T]) -> Ptr {
        let mut bytes = Vec::with_capacity(data.len() * T::SIZE);
        for &value in data {
            value.put(&mut bytes);
        }
        let address = self.memory.allocate("a buffer", bytes.len() as u64).unwrap_or_else(|e| panic!("{e}"));
        self.memory.write(address, &bytes).unwrap_or_else(|e| panic!("{e}"));
        Ptr { address, len: bytes.len() as u64 }
    }

    /// Lanes that execute together.
    pub fn lanes(&self) -> usize {
        match self.mode {
            Mode::Warps32 => 32,
            Mode::Warps64 => 64,
            Mode::Threads => 1,
        }
    }

    /// What the kernels have printed.
    pub fn output(&mut self) -> String {
        String::from_utf8(self.memory.take_output()).unwrap_or_else(|e| panic!("{e}"))
    }

    /// Runs a kernel whose CTAs synchronise with each other.
    pub fn cooperative(&mut self, kernel: &str, grid: [u32; 3], block: [u32; 3], args: &[Arg]) {
        let launch = Launch { cooperative: true, ..Launch::new(grid, block) };
        self.run(kernel, launch, args);
    }

    /// Runs a kernel to its end; panics with the executor's message if it cannot.
    pub fn launch(
        &mut self,
        kernel: &str,
        grid: [u32; 3],
        block: [u32; 3],
        dynamic_shared: u32,
        args: &[Arg],
    ) {
        self.run(kernel, Launch { shared: dynamic_shared, ..Launch::new(grid, block) }, args);
    }

    fn run(&mut self, kernel: &str, mut launch: Launch, args: &[Arg]) {
        let program = self.module.kernel(kernel).unwrap_or_else(|| panic!("there is no kernel {kernel}"));
        launch.mode = self.mode;
        launch.args = args.iter().map(|a| execute::Arg(a.bytes())).collect();
        let Entry::Ptx(program) = program else {
            program.execute(&self.globals, &launch, &mut self.memory).unwrap_or_else(|e| panic!("{e}"));
            return;
        };
        // No sample has a data race. A thread alone reports nothing to listeners.
        let mut detector = RaceDetector::new(program, &launch);
        ptx::run(program, &self.globals, &launch, &mut self.memory, &mut detector)
            .unwrap_or_else(|e| panic!("{e}"));
        let races = detector.races(&self.memory).distinct;
        assert!(races.is_empty(), "{}", races.iter().map(|race| format!("{race}\n")).collect::<String>());
    }

    /// The device's memory, for objects in it.
    pub fn memory(&mut self) -> &mut Memory {
        &mut self.memory
    }

    /// The whole allocation.
    pub fn download<T: Scalar>(&self, ptr: Ptr) -> Vec<T> {
        let bytes = self.memory.read(ptr.address, ptr.len).unwrap_or_else(|e| panic!("{e}"));
        bytes.chunks_exact(T::SIZE).map(T::get).collect()
    }
}
