//! Launches of kernels that Python brings: Triton's.

use crate::arguments::SimulationArguments;
use crate::error::Problem;
use crate::simulate::interruptible;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;
use std::fs;
use std::path::PathBuf;
use warploom_kernel::execute::Checks;
use warploom_lab::device::{self, Array, DeviceKernel, LaunchRequest, Launched};
use warploom_lab::diagnosis::Diagnosis;
use warploom_lab::work::CodeTarget;
use warploom_tape::capture::{Folder, LaunchEntry, ProgramEntry};

/// An array of a launch: name, address on the host, and content.
type ArrayArgument = (String, u64, PyBackedBytes);

/// An argument of a kernel: its bytes, or the number of an array and an offset in it.
#[derive(FromPyObject)]
pub enum Argument {
    // First: a list of bytes could be made of it, too.
    Pointer((usize, u64)),
    Value(Vec<u8>),
}

/// A launch: kernel, CTAs in x, y and z, threads per CTA, bytes of shared memory per CTA.
type Shape = (usize, [u32; 3], u32, u32);

/// What a launch left.
#[pyclass(get_all)]
pub struct Left {
    /// The content of each array that it changed.
    arrays: Vec<Option<Py<PyBytes>>>,
    /// What the kernel printed.
    output: Py<PyBytes>,
    /// Bad accesses that a GPU lets pass.
    warnings: Vec<String>,
    races: Vec<String>,
    /// The fault that ended it.
    fault: Option<Py<PyAny>>,
}

/// What programs ask a GPU.
#[pyclass(get_all)]
pub struct Properties {
    name: String,
    capability: u32,
    sms: u32,
    registers: u32,
    most_shared: u32,
    clock_mhz: f64,
    memory_clock_mhz: f64,
}

/// A GPU that executes kernels: code, addresses of arrays, and the folder of recorded launches.
#[pyclass]
pub struct Device {
    device: device::Device,
    target: &'static str,
    machine: String,
    /// Names of the kernels.
    names: Vec<String>,
    /// Folders of recordings, each with its number of launches. Launches go to the last: a benchmark may run in a recording.
    recordings: Vec<(Folder, u64)>,
    #[pyo3(get)]
    properties: Py<Properties>,
}

#[pymethods]
impl Device {
    /// The GPU that a machine describes.
    #[new]
    fn new(py: Python<'_>, options: SimulationArguments, checks: &str) -> PyResult<Device> {
        let machine = options.machine().map_err(|problem| problem.into_exception(py))?;
        let Some(sm) = &machine.sm else {
            let message = format!("{} has CUs, and Triton's code is for SMs", machine.name);
            return Err(Problem::general(message, None).into_exception(py));
        };
        let checks = match checks {
            "warn" => Checks::Warn,
            "off" => Checks::Off,
            _ => Checks::Strict,
        };
        let properties = Properties {
            name: machine.name.clone(),
            capability: machine.compute_capability(),
            sms: machine.cores(),
            registers: sm.registers,
            most_shared: machine.most_shared_per_cta(),
            clock_mhz: machine.clock.sm,
            memory_clock_mhz: machine.clock.dram,
        };
        let target = CodeTarget::for_machine(&machine);
        Ok(Device {
            device: device::Device::new(target, checks),
            target: target.name(),
            machine: machine.name.clone(),
            names: Vec::new(),
            recordings: Vec::new(),
            properties: Py::new(py, properties)?,
        })
    }

    /// Loads a kernel and returns its number and its registers per thread.
    fn load(&mut self, py: Python<'_>, ptx: &str, kernel: &str) -> PyResult<(usize, u32)> {
        let device = &mut self.device;
        let loaded = py.detach(|| device.load(ptx, kernel)).map_err(|error| raised(py, error))?;
        self.names.push(kernel.to_owned());
        Ok((loaded.0, self.device.registers(loaded)))
    }

    /// Records the launches that follow in a folder, as `warploom capture` does.
    fn begin_recording(&mut self, py: Python<'_>, folder: PathBuf) -> PyResult<()> {
        let program = ProgramEntry {
            program: vec!["triton".to_owned()],
            target: self.target.to_owned(),
            machine: Some(self.machine.clone()),
            ..ProgramEntry::default()
        };
        let created = fs::create_dir_all(&folder).and_then(|()| Folder::create(&folder, &program));
        let created = created.map_err(|error| {
            let message = format!("launches cannot be recorded in `{}`: {error}", folder.display());
            Problem::general(message, Some("choose a folder without other recorded launches"))
                .into_exception(py)
        })?;
        self.recordings.push((created, 0));
        self.device.begin();
        Ok(())
    }

    /// Ends the last recording, and goes on with the one before.
    fn end_recording(&mut self) {
        self.recordings.pop();
    }

    /// Executes a launch, and records it if a folder was given.
    fn launch(
        &mut self,
        py: Python<'_>,
        shape: Shape,
        arguments: Vec<Argument>,
        arrays: Vec<ArrayArgument>,
        race: bool,
    ) -> PyResult<Left> {
        let (kernel, grid, threads, shared) = shape;
        let argument = |argument: Argument| match argument {
            Argument::Value(bytes) => device::Argument::Value(bytes),
            Argument::Pointer((array, offset)) => device::Argument::Pointer { array, offset },
        };
        let array = |(name, host, bytes): ArrayArgument| Array { name, host, bytes: bytes.to_vec() };
        let request = LaunchRequest {
            shared,
            arguments: arguments.into_iter().map(argument).collect(),
            arrays: arrays.into_iter().map(array).collect(),
            race,
            ..LaunchRequest::new(grid, [threads, 1, 1])
        };
        let name = &self.names[kernel];
        let tape = self.recordings.last().map(|(folder, number)| {
            let file = format!("{number:04}-{}.tape", &name[..name.len().min(80)]);
            (folder.path().join(&file), file)
        });
        let device = &mut self.device;
        let launched = interruptible(py, |_| {
            let path = tape.as_ref().map(|(path, _)| path.as_path());
            device.launch(DeviceKernel(kernel), &request, path).map_err(Problem::work)
        })?;
        if let (Some((folder, number)), Some((_, tape))) = (self.recordings.last_mut(), tape) {
            let entry = entry(*number, name, &request, &launched, tape);
            folder.append(&entry).map_err(|error| {
                let message = format!("the launch is not on the list: {error}");
                Problem::general(message, None).into_exception(py)
            })?;
            *number += 1;
        }
        let changed = |(number, before): (usize, &Array)| {
            let after = launched.bytes(number);
            (after != before.bytes).then(|| PyBytes::new(py, after).unbind())
        };
        Ok(Left {
            arrays: request.arrays.iter().enumerate().map(changed).collect(),
            output: PyBytes::new(py, &launched.output).unbind(),
            warnings: launched.warnings.distinct.iter().map(ToString::to_string).collect(),
            races: launched.races.iter().map(|race| race.readable().to_string()).collect(),
            fault: launched.fault.map(|fault| raised(py, fault).into_value(py).into_any()),
        })
    }
}

/// The launch on the list of a folder.
fn entry(number: u64, name: &str, request: &LaunchRequest, launched: &Launched, tape: String) -> LaunchEntry {
    LaunchEntry {
        number,
        kernel: name.to_owned(),
        name: name.to_owned(),
        symbol: name.to_owned(),
        grid: request.grid,
        block: request.block,
        dynamic_shared: request.shared,
        warp_instructions: launched.counts.warp_instructions,
        thread_instructions: launched.counts.thread_instructions,
        tape: launched.fault.is_none().then_some(tape),
        fault: launched.fault.as_ref().map(ToString::to_string),
        ..LaunchEntry::default()
    }
}

fn raised(py: Python<'_>, error: Diagnosis) -> PyErr {
    Problem::work(error).into_exception(py)
}
