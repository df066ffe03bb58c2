//! Launches of a program in this process, which brings PTX and arrays itself: Python's, through Triton.
//!
//! ```
//! use warploom_kernel::execute::Checks;
//! use warploom_lab::device::{Argument, Array, Device, LaunchRequest};
//! use warploom_lab::work::CodeTarget;
//!
//! let mut device = Device::new(CodeTarget::default(), Checks::Strict);
//! let kernel = device.load(r"
//!     .version 8.0 .target sm_80 .address_size 64
//!     .visible .entry clear(.param .u64 x) {
//!         .reg .b64 %d<2>;
//!         ld.param.u64 %d0, [x];
//!         st.global.u32 [%d0+4], 0;
//!         ret;
//!     }", "clear")?;
//! let x = Array { name: "x".to_owned(), host: 0x5600_0000, bytes: vec![1; 8] };
//! let request = LaunchRequest {
//!     arguments: vec![Argument::Pointer { array: 0, offset: 0 }],
//!     arrays: vec![x],
//!     ..LaunchRequest::new([1, 1, 1], [1, 1, 1])
//! };
//! let launched = device.launch(kernel, &request, None)?;
//! assert_eq!(launched.bytes(0), [1, 1, 1, 1, 0, 0, 0, 0]);
//! # Ok::<(), warploom_lab::diagnosis::Diagnosis>(())
//! ```

use crate::diagnosis::Diagnosis;
use crate::work::CodeTarget;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use warploom_kernel::code::Code;
use warploom_kernel::execute::race::{RaceDetector, Races};
use warploom_kernel::execute::{
    Arg, Checks, Counts, Executable as _, Fault, GLOBAL_BASE, Launch, Limits, Memory, RunError, Warnings,
};
use warploom_kernel::image::Entry;
use warploom_kernel::ptx::{Module, Program};
use warploom_kernel::tape::Launch as TapeLaunch;
use warploom_tape::record::{Execution, to_file};

/// Where arrays begin: far behind the variables of modules.
const ARRAYS: u64 = GLOBAL_BASE + (1 << 36);
/// Alignment of arrays, as of `cudaMalloc`.
const ALIGN: u64 = 256;
/// The alignment of pointers that compilers use: an array that lacks it on the host lacks it here. More would make addresses, and with
/// them cycles, depend on where the host has its arrays.
const USED_ALIGN: u64 = 16;

/// Number of a loaded kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeviceKernel(pub usize);

#[derive(Debug)]
struct Loaded {
    module: Module,
    program: Program,
    code: Arc<Code>,
}

/// Kernels, and the addresses of arrays.
///
/// Memory lives for one launch: arrays are copied in before it and out after it, so that the host may free them at any time. An array
/// that comes back has the address that it had, and the host copies it once as far as the L2 is concerned.
#[derive(Debug)]
pub struct Device {
    target: CodeTarget,
    checks: Checks,
    limits: Limits,
    kernels: Vec<Loaded>,
    /// Addresses of arrays by their address and bytes on the host.
    addresses: BTreeMap<(u64, u64), u64>,
    next: u64,
    /// Addresses of the arrays that the host has copied.
    copied: BTreeSet<u64>,
}

/// An array of the host.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Array {
    /// Its name in messages.
    pub name: String,
    /// Its address on the host.
    pub host: u64,
    pub bytes: Vec<u8>,
}

/// An argument of a kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Argument {
    /// A value as the kernel's parameter has it.
    Value(Vec<u8>),
    /// A pointer into an array of the launch.
    Pointer { array: usize, offset: u64 },
}

/// A launch.
#[derive(Clone, Debug)]
pub struct LaunchRequest {
    /// CTAs in x, y, z.
    pub grid: [u32; 3],
    /// Threads per CTA in x, y, z.
    pub block: [u32; 3],
    /// Bytes of dynamic shared memory per CTA.
    pub shared: u32,
    /// Arguments in order. A kernel that has more gets zeros for the others.
    pub arguments: Vec<Argument>,
    pub arrays: Vec<Array>,
    /// Whether to find data races.
    pub race: bool,
}

impl LaunchRequest {
    /// A launch without arguments.
    pub fn new(grid: [u32; 3], block: [u32; 3]) -> LaunchRequest {
        LaunchRequest { grid, block, shared: 0, arguments: Vec::new(), arrays: Vec::new(), race: false }
    }
}

/// What a launch left.
#[derive(Debug)]
pub struct Launched {
    memory: Memory,
    /// Address and bytes of each array.
    places: Vec<(u64, u64)>,
    pub counts: Counts,
    /// What the kernel printed.
    pub output: Vec<u8>,
    /// Bad accesses that a GPU lets pass.
    pub warnings: Warnings,
    /// Data races, if they were looked for.
    pub races: Races,
    /// The fault that ended the launch early.
    pub fault: Option<Fault>,
}

impl Launched {
    /// The content of an array after the launch.
    ///
    /// # Panics
    /// If the launch had no such array.
    pub fn bytes(&self, array: usize) -> &[u8] {
        let (address, bytes) = self.places[array];
        self.memory.read(address, bytes).unwrap_or_else(|error| panic!("array {array} was placed: {error}"))
    }
}

impl Device {
    /// A device whose code is lowered for a target.
    pub fn new(target: CodeTarget, checks: Checks) -> Device {
        let (limits, kernels, addresses) = (Limits::default(), Vec::new(), BTreeMap::new());
        Device { target, checks, limits, kernels, addresses, next: ARRAYS, copied: BTreeSet::new() }
    }

    /// Limits of the launches that follow.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// Makes the host copy all arrays again, as at the start of a program. They keep their addresses.
    pub fn begin(&mut self) {
        self.copied.clear();
    }

    /// Loads a kernel of a text of PTX.
    ///
    /// # Errors
    /// If the PTX is not accepted, or has no such kernel.
    pub fn load(&mut self, ptx: &str, kernel: &str) -> Result<DeviceKernel, Diagnosis> {
        let module = Module::parse(ptx).map_err(|error| Diagnosis::ptx(&error, kernel, ptx))?;
        let module = self.target.of(module);
        let Some(program) = module.kernel(kernel) else {
            return Err(Diagnosis::mistake(format!("the PTX has no kernel `{kernel}`"), None));
        };
        let (program, code) = (program.clone(), Arc::new(Code::of(program)));
        self.kernels.push(Loaded { module, program, code });
        Ok(DeviceKernel(self.kernels.len() - 1))
    }

    /// Registers per thread of a kernel.
    ///
    /// # Panics
    /// If the kernel is another device's.
    pub fn registers(&self, kernel: DeviceKernel) -> u32 {
        let Loaded { program, code, .. } = &self.kernels[kernel.0];
        // A tape's launch takes the list of copies; registers need none of them.
        let mut scratch = Memory::with_limit(0);
        TapeLaunch::new(program, Arc::clone(code), &Launch::new([1; 3], [1; 3]), &mut scratch).registers
    }

    /// Executes a launch, into a tape if there is a path for one. A launch with a fault leaves no tape.
    ///
    /// # Errors
    /// If the launch does not fit the kernel, memory is full, or the tape cannot be written.
    ///
    /// # Panics
    /// If the kernel is another device's, or an argument points into an array that the request does not have.
    pub fn launch(
        &mut self,
        kernel: DeviceKernel,
        request: &LaunchRequest,
        tape: Option<&Path>,
    ) -> Result<Launched, Diagnosis> {
        let refused = |error: &dyn std::fmt::Display| Diagnosis::mistake(error.to_string(), None);
        let mut memory = Memory::new();
        let globals = memory.load(&self.kernels[kernel.0].module).map_err(|error| refused(&error))?;
        let mut places = Vec::new();
        for array in &request.arrays {
            let place = self.place(array, &mut memory).map_err(|error| refused(&error))?;
            places.push((place, array.bytes.len() as u64));
        }
        let Loaded { program, code, .. } = &self.kernels[kernel.0];
        let value = |argument: &Argument| match argument {
            Argument::Value(bytes) => Arg(bytes.clone()),
            Argument::Pointer { array, offset } => Arg::u64(places[*array].0 + offset),
        };
        let given = request.arguments.iter().map(value);
        let missing = program.params.iter().skip(request.arguments.len());
        let args = given.chain(missing.map(|parameter| Arg(vec![0; parameter.size as usize]))).collect();
        let launch = Launch {
            shared: request.shared,
            args,
            limits: self.limits,
            checks: self.checks,
            ..Launch::new(request.grid, request.block)
        };
        program.check(&launch).map_err(|error| refused(&error))?;
        let mut detector = request.race.then(|| RaceDetector::new(program, &launch));
        let (done, written) = match tape {
            Some(path) => {
                let taped = TapeLaunch::new(program, Arc::clone(code), &launch, &mut memory);
                let execution =
                    Execution { entry: program.into(), globals: &globals, launch: &launch, taped: &taped };
                to_file(execution, &mut memory, path, detector.as_mut())
            }
            None => {
                let entry = Entry::from(program);
                let done = match &mut detector {
                    Some(detector) => entry.execute_finding_races(&globals, &launch, &mut memory, detector),
                    None => entry.execute(&globals, &launch, &mut memory),
                };
                (done, Ok(()))
            }
        };
        written.map_err(|error| refused(&error))?;
        let races = detector.map_or(Races::default(), |detector| detector.races(&memory));
        let (output, warnings) = (memory.take_output(), memory.take_warnings());
        let (counts, fault) = match done {
            Ok(counts) => (counts, None),
            Err(RunError::Launch(error)) => return Err(refused(&error)),
            Err(RunError::Fault(fault)) => (Counts::default(), Some(fault)),
        };
        Ok(Launched { memory, places, counts, output, warnings, races, fault })
    }

    /// Copies an array into memory and returns its address.
    fn place(
        &mut self,
        array: &Array,
        memory: &mut Memory,
    ) -> Result<u64, warploom_kernel::execute::MemoryError> {
        let bytes = array.bytes.len() as u64;
        let known = self.addresses.get(&(array.host, bytes));
        let address = known.copied().unwrap_or_else(|| {
            let address = self.next.next_multiple_of(ALIGN) + array.host % USED_ALIGN;
            // At least a gap between arrays, so that small overruns are detected.
            self.next = address + bytes + ALIGN;
            self.addresses.insert((array.host, bytes), address);
            address
        });
        memory.allocate_at(&array.name, address, bytes)?;
        if self.copied.insert(address) {
            memory.write(address, &array.bytes)?;
        } else {
            memory.bytes_mut(address, bytes)?.copy_from_slice(&array.bytes);
        }
        Ok(address)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADD: &str = r"
        .version 8.0 .target sm_80 .address_size 64
        .visible .entry add(.param .u64 x, .param .u32 by, .param .u64 unused) {
            .reg .b64 %d<3>; .reg .b32 %r<4>;
            ld.param.u64 %d0, [x];
            ld.param.u32 %r0, [by];
            mov.u32 %r1, %ctaid.x;
            mul.wide.u32 %d1, %r1, 4;
            add.u64 %d2, %d0, %d1;
            ld.global.u32 %r2, [%d2];
            add.u32 %r3, %r2, %r0;
            st.global.u32 [%d2], %r3;
            ret;
        }";

    fn request(ctas: u32) -> LaunchRequest {
        LaunchRequest {
            arguments: vec![Argument::Pointer { array: 0, offset: 4 }, Argument::Value(vec![7, 0, 0, 0])],
            arrays: vec![Array { name: "x".to_owned(), host: 0x1014, bytes: vec![0; 12] }],
            ..LaunchRequest::new([ctas, 1, 1], [1, 1, 1])
        }
    }

    fn device() -> (Device, DeviceKernel) {
        let mut device = Device::new(CodeTarget::default(), Checks::Strict);
        let kernel = device.load(ADD, "add").unwrap();
        (device, kernel)
    }

    #[test]
    fn a_launch_changes_its_arrays_and_missing_arguments_are_zero() {
        let (mut device, kernel) = device();
        let launched = device.launch(kernel, &request(2), None).unwrap();
        assert_eq!(launched.bytes(0), [0, 0, 0, 0, 7, 0, 0, 0, 7, 0, 0, 0]);
        assert!(launched.fault.is_none() && launched.counts.warp_instructions > 0);
        assert!(device.registers(kernel) > 0);
    }

    #[test]
    fn an_access_out_of_bounds_names_the_array() {
        let (mut device, kernel) = device();
        let launched = device.launch(kernel, &request(3), None).unwrap();
        let fault = Diagnosis::from(&launched.fault.unwrap());
        assert!(fault.is_fault && fault.message.contains("`x`"), "{}", fault.message);
        assert_eq!(launched.memory.read(launched.places[0].0, 12).unwrap()[8], 7, "what it did before stays");
    }

    #[test]
    fn arrays_keep_their_addresses_and_the_alignment_of_the_host() {
        let (mut device, kernel) = device();
        let mut place = || device.launch(kernel, &request(1), None).unwrap().places[0].0;
        let first = place();
        assert_eq!(first % ALIGN, 4);
        assert_eq!(place(), first);
    }

    #[test]
    fn a_launch_leaves_a_tape_and_only_the_first_has_a_copy_of_the_host() {
        let directory = tempfile::tempdir().unwrap();
        let (mut device, kernel) = device();
        let copies = |device: &mut Device, name: &str| {
            let path = directory.path().join(name);
            device.launch(kernel, &request(2), Some(&path)).unwrap();
            let mut work = crate::work::open(&path, &crate::work::WorkOptions::default(), &()).unwrap();
            work.tapes.launch().unwrap().unwrap().copies.len()
        };
        assert_eq!((copies(&mut device, "a.tape"), copies(&mut device, "b.tape")), (1, 0));
        device.begin();
        assert_eq!(copies(&mut device, "c.tape"), 1);
    }

    #[test]
    fn races_are_found() {
        let (mut device, kernel) = device();
        let mut twice = LaunchRequest { race: true, ..request(1) };
        assert_eq!(device.launch(kernel, &twice, None).unwrap().races.distinct.len(), 0);
        twice.block = [64, 1, 1];
        assert!(!device.launch(kernel, &twice, None).unwrap().races.distinct.is_empty());
    }
}
