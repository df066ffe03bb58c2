//! Preparation and execution of an application.

use super::{Application, Kernel};
use crate::Size;
use crate::check::{BufferCheck, Tolerance};
use crate::element::{self, Element};
use crate::random::Random;
use std::collections::{BTreeMap, VecDeque};
use std::marker::PhantomData;
use std::sync::Arc;
use warploom_kernel::code::Code;
use warploom_kernel::execute::{Arg, Counts, Globals, Launch, Memory, MemoryError, Mode, RunError};
use warploom_kernel::image::{Entry, Image};
use warploom_kernel::program::VariableId;
use warploom_kernel::tape::{self, BackgroundSource, produce};
use warploom_kernel::{gcn, ptx, sass};

/// Random streams of the seed: one for inputs, one for addresses, so that inputs do not depend on addresses.
const INPUTS: u64 = 1;
const SHIFTS: u64 = 2;
/// Buffers are moved by up to this many of the allocator's units (256 bytes): far enough to change cache
/// sets, DRAM banks and partitions.
const SHIFT: u32 = 4096;

/// Error of preparing or running an application.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The PTX cannot be read.
    #[error(transparent)]
    Ptx(#[from] ptx::Error),
    /// The GCN assembly cannot be read.
    #[error(transparent)]
    Gcn(#[from] gcn::Error),
    /// The cubin cannot be read.
    #[error(transparent)]
    Cubin(#[from] sass::CubinError),
    #[error("`{application}` has no GCN code: {why}")]
    NoGcn { application: &'static str, why: &'static str },
    /// Memory cannot be allocated.
    #[error(transparent)]
    Memory(#[from] MemoryError),
    #[error("the code of `{application}` has no kernel `{entry}`")]
    NoKernel { application: &'static str, entry: String },
    #[error("the code of `{application}` has no variable `{variable}` of at least {bytes} bytes")]
    NoVariable { application: &'static str, variable: &'static str, bytes: usize },
    /// A kernel faulted, or its launch is invalid.
    #[error(transparent)]
    Run(#[from] RunError),
}

/// Device memory holding `len` numbers.
pub struct Buffer<T> {
    name: &'static str,
    address: u64,
    len: usize,
    holds: PhantomData<fn() -> T>,
}

impl<T> Clone for Buffer<T> {
    fn clone(&self) -> Buffer<T> {
        *self
    }
}

impl<T> Copy for Buffer<T> {}

impl<T: Element> Buffer<T> {
    /// Copies its contents from the device.
    pub fn read(&self, memory: &Memory) -> Result<Vec<T>, Error> {
        Ok(element::values(memory.read(self.address, (self.len * T::BYTES) as u64)?))
    }

    /// Where it begins.
    pub fn address(&self) -> u64 {
        self.address
    }

    /// Copies `values` to its beginning.
    pub fn write(&self, memory: &mut Memory, values: &[T]) -> Result<(), Error> {
        Ok(memory.write(self.address, &element::bytes(values))?)
    }
}

impl<T> From<Buffer<T>> for Arg {
    fn from(buffer: Buffer<T>) -> Arg {
        Arg::u64(buffer.address)
    }
}

/// Extents in x, y and z; omitted extents are 1.
pub struct Dim3([u32; 3]);

impl From<u32> for Dim3 {
    fn from(x: u32) -> Dim3 {
        Dim3([x, 1, 1])
    }
}

impl From<[u32; 2]> for Dim3 {
    fn from([x, y]: [u32; 2]) -> Dim3 {
        Dim3([x, y, 1])
    }
}

impl From<[u32; 3]> for Dim3 {
    fn from(xyz: [u32; 3]) -> Dim3 {
        Dim3(xyz)
    }
}

/// The arguments of a launch: buffers and numbers.
macro_rules! args {
    ($($arg:expr),* $(,)?) => { vec![$(warploom_kernel::execute::Arg::from($arg)),*] };
}
pub(crate) use args;

type HostStep = Box<dyn FnOnce(&mut Memory) -> Result<(), Error> + Send>;
type Expectation = Box<dyn FnOnce(&Memory) -> Result<BufferCheck, Error> + Send>;

type LateArgument = Box<dyn FnOnce(&Memory) -> Result<Arg, Error> + Send>;

enum Step {
    Launch {
        kernel: &'static Kernel,
        launch: Launch,
    },
    Host(HostStep),
    /// Sets an argument of the next launch.
    Argument {
        index: usize,
        value: LateArgument,
    },
}

/// An application prepared at a size and a seed: filled buffers, launches in order, expected results.
pub struct Workload {
    application: &'static Application,
    size: Size,
    seed: u64,
    image: Image,
    globals: Globals,
    memory: Memory,
    shifts: Random,
    steps: VecDeque<Step>,
    expectations: Vec<Expectation>,
}

/// The next launch, with its code and memory.
pub struct PreparedLaunch<'a> {
    pub kernel: &'static Kernel,
    /// The kernel's code.
    pub program: Entry<'a>,
    /// Addresses of the module's variables.
    pub globals: &'a Globals,
    pub launch: Launch,
    /// Device memory.
    pub memory: &'a mut Memory,
}

impl Workload {
    pub(crate) fn new(
        application: &'static Application,
        image: Image,
        size: Size,
        seed: u64,
    ) -> Result<Workload, Error> {
        let mut memory = Memory::new();
        let mut shifts = Random::new(seed, SHIFTS);
        memory.skip(u64::from(shifts.below(SHIFT)) * 256);
        let globals = image.load(&mut memory)?;
        let (steps, expectations) = (VecDeque::new(), Vec::new());
        Ok(Workload { application, size, seed, image, globals, memory, shifts, steps, expectations })
    }

    /// The application.
    pub fn application(&self) -> &'static Application {
        self.application
    }

    /// Its size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The seed of its inputs and addresses.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Random numbers for inputs. Every call returns the same stream.
    pub fn random(&self) -> Random {
        Random::new(self.seed, INPUTS)
    }

    /// Device memory holding `values`.
    pub fn buffer<T: Element>(&mut self, name: &'static str, values: &[T]) -> Result<Buffer<T>, Error> {
        let buffer = self.zeros(name, values.len())?;
        buffer.write(&mut self.memory, values)?;
        Ok(buffer)
    }

    /// Copies `values` to the beginning of a buffer, before the first launch: for values that depend on the buffer's address.
    pub fn fill<T: Element>(&mut self, buffer: Buffer<T>, values: &[T]) -> Result<(), Error> {
        buffer.write(&mut self.memory, values)
    }

    /// Device memory holding `len` zeros.
    pub fn zeros<T: Element>(&mut self, name: &'static str, len: usize) -> Result<Buffer<T>, Error> {
        self.memory.skip(u64::from(self.shifts.below(SHIFT)) * 256);
        let address = self.memory.allocate(name, (len * T::BYTES) as u64)?;
        Ok(Buffer { name, address, len, holds: PhantomData })
    }

    /// Copies `values` to a variable of the module, as `cudaMemcpyToSymbol` does.
    pub fn symbol<T: Element>(&mut self, variable: &'static str, values: &[T]) -> Result<(), Error> {
        let bytes = element::bytes(values);
        let found =
            self.image.variables().iter().position(|v| v.name == variable && v.size >= bytes.len() as u64);
        let missing = Error::NoVariable { application: self.application.name, variable, bytes: bytes.len() };
        let id = VariableId(found.ok_or(missing)? as u32);
        Ok(self.memory.write(self.globals.address(id), &bytes)?)
    }

    /// Adds a launch. Dynamic shared memory can be set on the result.
    pub fn launch(
        &mut self,
        kernel: &str,
        grid: impl Into<Dim3>,
        block: impl Into<Dim3>,
        args: Vec<Arg>,
    ) -> &mut Launch {
        let named = self.application.kernels.iter().find(|k| k.name == kernel);
        let kernel = named.unwrap_or_else(|| panic!("`{kernel}` is not declared"));
        let mut launch = Launch::new(grid.into().0, block.into().0);
        launch.args = args;
        self.steps.push_back(Step::Launch { kernel, launch });
        match self.steps.back_mut() {
            Some(Step::Launch { launch, .. }) => launch,
            _ => unreachable!("it was just put there"),
        }
    }

    /// Adds a host step between launches.
    pub fn host(&mut self, step: impl FnOnce(&mut Memory) -> Result<(), Error> + Send + 'static) {
        self.steps.push_back(Step::Host(Box::new(step)));
    }

    /// Sets argument `index` of the next launch to a value that the host computes from earlier launches' results.
    /// The launch has a placeholder there.
    pub fn argument(
        &mut self,
        index: usize,
        value: impl FnOnce(&Memory) -> Result<Arg, Error> + Send + 'static,
    ) {
        self.steps.push_back(Step::Argument { index, value: Box::new(value) });
    }

    /// Expects a buffer to end with the values that `reference` computes. The reference is computed only for a check,
    /// because at a paper's size it can take longer than the kernels.
    pub fn expect<T: Element>(
        &mut self,
        buffer: Buffer<T>,
        tolerance: Tolerance,
        reference: impl FnOnce() -> Vec<T> + Send + 'static,
    ) {
        self.expectations.push(Box::new(move |memory| {
            Ok(BufferCheck::of(buffer.name, tolerance, &buffer.read(memory)?, &reference()))
        }));
    }

    /// Remaining launches: kernel, grid and block.
    pub fn launches(&self) -> impl Iterator<Item = (&'static Kernel, &Launch)> {
        self.steps.iter().filter_map(|step| match step {
            Step::Launch { kernel, launch } => Some((*kernel, launch)),
            Step::Host(_) | Step::Argument { .. } => None,
        })
    }

    /// The code of a kernel.
    pub fn program(&self, kernel: &Kernel) -> Result<Entry<'_>, Error> {
        program(self.application, &self.image, kernel)
    }

    /// The next launch, after the host steps before it. The caller must execute it, because later launches read its
    /// results.
    pub fn next_launch(&mut self) -> Result<Option<PreparedLaunch<'_>>, Error> {
        let mut late_arguments = Vec::new();
        while let Some(step) = self.steps.pop_front() {
            match step {
                Step::Host(act) => act(&mut self.memory)?,
                Step::Argument { index, value } => late_arguments.push((index, value(&self.memory)?)),
                Step::Launch { kernel, mut launch } => {
                    for (index, value) in late_arguments {
                        launch.args[index] = value;
                    }
                    let program = program(self.application, &self.image, kernel)?;
                    let (globals, memory) = (&self.globals, &mut self.memory);
                    return Ok(Some(PreparedLaunch { kernel, program, globals, launch, memory }));
                }
            }
        }
        Ok(None)
    }

    /// Executes the remaining launches, and calls `ended` after each.
    pub fn run(
        &mut self,
        mode: Mode,
        mut ended: impl FnMut(&'static Kernel, &Launch, Counts),
    ) -> Result<(), Error> {
        while let Some(prepared) = self.next_launch()? {
            let launch = Launch { mode, ..prepared.launch };
            let counts = prepared.program.execute(prepared.globals, &launch, prepared.memory)?;
            ended(prepared.kernel, &launch, counts);
        }
        Ok(())
    }

    /// Tapes of the remaining launches, recorded on a separate thread at most `ahead` CTAs in advance.
    ///
    /// ```
    /// use warploom_kernel::execute::Mode;
    /// use warploom_kernel::tape::Source;
    /// use warploom_suite::{Size, application};
    /// let mut tapes = application("lud").unwrap().prepare(Size::Tiny, 1)?.tapes(Mode::Warps32, 16);
    /// while let Some(launch) = tapes.launch()? {
    ///     while let Some(cta) = tapes.cta()? {
    ///         assert_eq!(cta.warps(), launch.warps() as usize);
    ///     }
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn tapes(self, mode: Mode, ahead: usize) -> BackgroundSource<Error> {
        self.recorded(mode, ahead, None)
    }

    /// Tapes of one kernel's launches. The other kernels are executed too, because kernels use each other's results, but
    /// not recorded.
    ///
    /// ```
    /// use warploom_kernel::execute::Mode;
    /// use warploom_kernel::tape::Source;
    /// use warploom_suite::{Size, application};
    /// let lud = application("lud").unwrap();
    /// let mut tapes = lud.prepare(Size::Tiny, 1)?.tapes_of(&lud.kernels[1], Mode::Warps32, 16);
    /// while let Some(launch) = tapes.launch()? {
    ///     assert_eq!(launch.kernel, "lud_perimeter");
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn tapes_of(self, kernel: &Kernel, mode: Mode, ahead: usize) -> BackgroundSource<Error> {
        self.recorded(mode, ahead, Some(kernel.name))
    }

    fn recorded(mut self, mode: Mode, ahead: usize, only: Option<&'static str>) -> BackgroundSource<Error> {
        produce(ahead, move |sink| {
            let mut codes: BTreeMap<&str, Arc<Code>> = BTreeMap::new();
            // What follows the last launch that is wanted need not run.
            while self.launches().any(|(kernel, _)| only.is_none_or(|name| name == kernel.name)) {
                let Some(prepared) = self.next_launch()? else { break };
                let launch = Launch { mode, ..prepared.launch };
                if only.is_some_and(|name| name != prepared.kernel.name) {
                    prepared.program.execute(prepared.globals, &launch, prepared.memory)?;
                    continue;
                }
                let made = || Arc::new(prepared.program.code());
                let code = Arc::clone(codes.entry(prepared.kernel.name).or_insert_with(made));
                if sink.launch(tape::Launch::new(prepared.program, code, &launch, prepared.memory)).is_err() {
                    break;
                }
                let keep = |cta| sink.cta(cta).is_ok();
                tape::record(prepared.program, prepared.globals, &launch, prepared.memory, keep)?;
            }
            Ok(())
        })
    }

    /// Compares the results with the host's, after the last launch.
    pub fn check(&mut self) -> Result<Vec<BufferCheck>, Error> {
        self.expectations.drain(..).map(|expectation| expectation(&self.memory)).collect()
    }
}

fn program<'a>(application: &Application, image: &'a Image, kernel: &Kernel) -> Result<Entry<'a>, Error> {
    let entry = application.entry(kernel.name);
    image.kernel(&entry).ok_or(Error::NoKernel { application: application.name, entry })
}
