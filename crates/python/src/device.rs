//! Launches of kernels that Python brings: Triton's.

use crate::arguments::SimulationArguments;
use crate::error::Problem;
use crate::simulate::interruptible;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};
use warploom_kernel::execute::{Checks, Limits, RunError};
use warploom_lab::device::{self, Array, DeviceKernel, LaunchRequest, Launched};
use warploom_lab::diagnosis::Diagnosis;
use warploom_lab::work::CodeTarget;
use warploom_tape::atomic_file;
use warploom_tape::capture::{Folder, LaunchEntry, ProgramEntry, SETTINGS, Selection, Settings};
use warploom_tape::findings::{Findings, KnownRaces, KnownWarnings};

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
    /// Names and PTX of the kernels.
    kernels: Vec<(String, String)>,
    /// Recordings. Launches go to the last: a benchmark may run in a recording.
    recordings: Vec<Recording>,
    #[pyo3(get)]
    properties: Py<Properties>,
}

/// A folder that launches are recorded in.
struct Recording {
    folder: Folder,
    /// Number of launches, and those of each kernel.
    launches: u64,
    by_kernel: BTreeMap<String, u64>,
    selection: Selection,
    races: KnownRaces,
    warnings: KnownWarnings,
}

impl Recording {
    fn new(folder: Folder, selection: Selection) -> Recording {
        let (races, warnings) = (KnownRaces::default(), KnownWarnings::default());
        Recording { folder, launches: 0, by_kernel: BTreeMap::new(), selection, races, warnings }
    }

    /// Name of the next launch's tape, if the launch is selected.
    fn tape(&self, kernel: &str) -> Option<String> {
        let earlier = self.by_kernel.get(kernel).copied().unwrap_or(0);
        let selected = self.selection.takes(self.launches, &[kernel], earlier);
        selected.then(|| format!("{:04}-{}.tape", self.launches, &kernel[..kernel.len().min(80)]))
    }

    /// Adds a launch to the list, and the kernel's PTX to the folder.
    fn list(
        &mut self,
        (number, name, ptx): (usize, &str, &str),
        registers: u32,
        request: &LaunchRequest,
        launched: &Launched,
        tape: Option<String>,
    ) -> io::Result<()> {
        let module = format!("module-{number}.ptx");
        let path = self.folder.path().join(&module);
        if !path.exists() {
            atomic_file::write(&path, ptx.as_bytes())?;
        }
        let findings = Findings {
            warnings: self.warnings.new_ones(name, launched.warnings.clone()),
            omitted: launched.warnings.omitted,
            races: self.races.new_ones(name, launched.races.clone()),
        };
        let fault = launched.fault.clone().map(RunError::Fault);
        self.folder.append(&LaunchEntry {
            number: self.launches,
            kernel: name.to_owned(),
            name: name.to_owned(),
            symbol: name.to_owned(),
            ptx: module,
            grid: request.grid,
            block: request.block,
            dynamic_shared: request.shared,
            registers,
            warp_instructions: launched.counts.warp_instructions,
            thread_instructions: launched.counts.thread_instructions,
            tape: tape.filter(|_| launched.fault.is_none()),
            bad_accesses: launched.warnings.accesses(),
            races: request.race.then_some(findings.races.len() as u64),
            fault: fault.as_ref().map(ToString::to_string),
            findings: findings.entries(fault.as_ref()),
            ..LaunchEntry::default()
        })?;
        self.launches += 1;
        *self.by_kernel.entry(name.to_owned()).or_default() += 1;
        Ok(())
    }
}

/// What `warploom capture` and `warploom check` ask of the programs that they start.
#[pyclass(get_all)]
pub struct CaptureSettings {
    /// The description of the machine, as TOML.
    machine: Option<String>,
    /// What becomes of bad accesses: `strict`, `warn` or `off`.
    checks: String,
    /// Whether to find data races.
    race: bool,
}

/// The settings of this process, if it was started by `warploom capture` or `warploom check`.
#[pyfunction]
pub fn capture_settings(py: Python<'_>) -> PyResult<Option<CaptureSettings>> {
    if std::env::var_os(SETTINGS).is_none() {
        return Ok(None);
    }
    let Settings { machine, checks, race, .. } = settings(py)?;
    Ok(Some(CaptureSettings { machine, checks: checks.unwrap_or_else(|| "warn".to_owned()), race }))
}

fn settings(py: Python<'_>) -> PyResult<Settings> {
    Settings::of_environment().map_err(|error| {
        let message = format!("{SETTINGS} names settings of a capture that cannot be used: {error}");
        Problem::general(message, None).into_exception(py)
    })
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
            kernels: Vec::new(),
            recordings: Vec::new(),
            properties: Py::new(py, properties)?,
        })
    }

    /// Loads a kernel and returns its number and its registers per thread.
    fn load(&mut self, py: Python<'_>, ptx: &str, kernel: &str) -> PyResult<(usize, u32)> {
        let device = &mut self.device;
        let loaded = py.detach(|| device.load(ptx, kernel)).map_err(|error| raised(py, error))?;
        self.kernels.push((kernel.to_owned(), ptx.to_owned()));
        Ok((loaded.0, self.device.registers(loaded)))
    }

    /// Records the launches that follow in a folder, as `warploom capture` does.
    fn begin_recording(&mut self, py: Python<'_>, folder: PathBuf) -> PyResult<()> {
        let program = self.program(vec!["triton".to_owned()]);
        let created = fs::create_dir_all(&folder).and_then(|()| Folder::create(&folder, &program));
        let created = created.map_err(|error| unrecorded(py, &folder, &error))?;
        self.recordings.push(Recording::new(created, Selection::default()));
        self.device.begin();
        Ok(())
    }

    /// Records the launches that follow where the settings of this process say, for as long as it runs.
    fn begin_capture(&mut self, py: Python<'_>, program: Vec<String>) -> PyResult<()> {
        let Settings { folder, budget, select, .. } = settings(py)?;
        if let Some(instructions) = budget {
            self.device.set_limits(Limits { instructions, ..Limits::default() });
        }
        if let Some(folder) = folder {
            let claimed = Folder::claim(&folder, &self.program(program));
            let claimed = claimed.map_err(|error| unrecorded(py, &folder, &error))?;
            self.recordings.insert(0, Recording::new(claimed, select));
        }
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
        let (name, ptx) = &self.kernels[kernel];
        let recording = self.recordings.last();
        let tape = recording.and_then(|recording| Some((recording.folder.path(), recording.tape(name)?)));
        let tape = tape.map(|(folder, file)| (folder.join(&file), file));
        let device = &mut self.device;
        let loaded = DeviceKernel(kernel);
        let launched = interruptible(py, |_| {
            let path = tape.as_ref().map(|(path, _)| path.as_path());
            device.launch(loaded, &request, path).map_err(Problem::work)
        })?;
        if let Some(recording) = self.recordings.last_mut() {
            let registers = self.device.registers(loaded);
            let tape = tape.map(|(_, file)| file);
            recording.list((kernel, name, ptx), registers, &request, &launched, tape).map_err(|error| {
                let message = format!("the launch is not on the list: {error}");
                Problem::general(message, None).into_exception(py)
            })?;
        }
        let changed = |(number, before): (usize, &Array)| {
            let after = launched.bytes(number);
            (after != before.bytes).then(|| PyBytes::new(py, after).unbind())
        };
        Ok(Left {
            arrays: request.arrays.iter().enumerate().map(changed).collect(),
            output: PyBytes::new(py, &launched.output).unbind(),
            warnings: launched.warnings.distinct.iter().map(ToString::to_string).collect(),
            races: launched.races.distinct.iter().map(|race| race.readable().to_string()).collect(),
            fault: launched.fault.map(|fault| raised(py, Diagnosis::from(&fault)).into_value(py).into_any()),
        })
    }
}

impl Device {
    /// The head of a list of launches.
    fn program(&self, program: Vec<String>) -> ProgramEntry {
        let (target, machine) = (self.target.to_owned(), Some(self.machine.clone()));
        ProgramEntry { program, target, machine, ..ProgramEntry::default() }
    }
}

fn unrecorded(py: Python<'_>, folder: &Path, error: &io::Error) -> PyErr {
    let message = format!("launches cannot be recorded in `{}`: {error}", folder.display());
    Problem::general(message, Some("choose a folder without other recorded launches")).into_exception(py)
}

fn raised(py: Python<'_>, error: Diagnosis) -> PyErr {
    Problem::work(error).into_exception(py)
}
