//! What a captured program leaves in its folder.

use super::kernels::{DeviceCode, ReadyKernel};
use super::progress::ProgressLines;
use super::repeat::Repeats;
use super::timing;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use warploom_gpu::machine::Machine;
use warploom_kernel::execute::race::RaceDetector;
use warploom_kernel::execute::{self, Counts, Memory, RunError};
use warploom_kernel::names::{base_name, full_name};
use warploom_kernel::sass;
use warploom_kernel::tape::Launch as TapeLaunch;
use warploom_tape::atomic_file;
use warploom_tape::capture::{Folder, LaunchEntry, ProgramEntry, Selection, Settings};
use warploom_tape::findings::{Findings, KnownRaces, KnownWarnings};
use warploom_tape::record::{Execution, to_file};

/// Executes launches, and records those that are selected.
#[derive(Debug)]
pub struct Recorder {
    directory: Option<PathBuf>,
    program: ProgramEntry,
    folder: Option<Folder>,
    selection: Selection,
    launches: u64,
    /// Launches of each kernel.
    by_kernel: BTreeMap<String, u64>,
    modules: usize,
    repeats: Repeats,
    /// Races found so far, if they are looked for.
    races: Option<KnownRaces>,
    /// Kernels in which races cannot be found, as was said.
    unordered: BTreeSet<String>,
    /// Lines with bad accesses so far.
    warnings: KnownWarnings,
    /// Lines about long launches, if they are wanted.
    progress: Option<ProgressLines>,
}

/// What a launch left.
#[derive(Debug)]
pub struct Recorded {
    /// The error that ended the launch, if there was one.
    pub done: Result<(), RunError>,
    /// Simulated cycles.
    pub cycles: Option<u64>,
    /// Errors that did not end it.
    pub findings: Findings,
}

impl Recorder {
    /// A recorder for a program.
    pub fn new(settings: &Settings, target: &str, machine: Option<String>) -> Recorder {
        let program = std::env::args_os().map(|argument| argument.to_string_lossy().into_owned()).collect();
        Recorder {
            directory: settings.folder.clone(),
            program: ProgramEntry { program, target: target.to_owned(), machine, ..ProgramEntry::default() },
            folder: None,
            selection: settings.select.clone(),
            launches: 0,
            by_kernel: BTreeMap::new(),
            modules: 0,
            repeats: Repeats::default(),
            races: settings.race.then(KnownRaces::default),
            unordered: BTreeSet::new(),
            warnings: KnownWarnings::default(),
            progress: settings.progress.then(ProgressLines::default),
        }
    }

    /// The folder of this process: the directory itself, or a folder in it if another process of the program has that.
    fn folder(&mut self) -> Option<&Folder> {
        if self.folder.is_none() {
            let directory = self.directory.clone()?;
            match Folder::claim(&directory, &self.program) {
                Ok(folder) => self.folder = Some(folder),
                Err(error) => {
                    eprintln!(
                        "warploom: nothing is recorded: `{}` cannot be written: {error}",
                        directory.display()
                    );
                    self.directory = None;
                }
            }
        }
        self.folder.as_ref()
    }

    /// Writes the code of a module and returns the name of its file.
    pub fn module(&mut self, code: &DeviceCode) -> String {
        let number = self.modules;
        self.modules += 1;
        if let (DeviceCode::MachineCode(cubin), None) = (code, &self.folder)
            && let Ok(architecture) = sass::Module::architecture_of(cubin)
        {
            self.program.target = format!("sm_{architecture}");
        }
        let end = if matches!(code, DeviceCode::Ptx(_)) { "ptx" } else { "cubin" };
        let name = format!("module-{number}.{end}");
        let Some(folder) = self.folder() else { return name };
        let write = |name: &str, bytes: &[u8]| atomic_file::write(&folder.path().join(name), bytes);
        let written = match code {
            DeviceCode::MachineCode(cubin) => write(&name, cubin),
            DeviceCode::Ptx(units) => match &units[..] {
                [one] => write(&name, one.as_bytes()),
                all => (0..).zip(all).try_for_each(|(unit, text)| {
                    write(&format!("module-{number}-{unit}.ptx"), text.as_bytes())
                }),
            },
        };
        if let Err(error) = written {
            eprintln!("warploom: the code is not written: {error}");
        }
        name
    }

    /// Executes a launch; records it if it is selected, and simulates it if a machine is given. The launch is on the list even if it
    /// ends with a fault.
    pub fn launch(
        &mut self,
        kernel: &ReadyKernel,
        launch: &execute::Launch,
        memory: &mut Memory,
        (bytes_to_device, bytes_to_host): (u64, u64),
        machine: Option<&Machine>,
    ) -> Recorded {
        let entry = kernel.program.entry();
        let symbol = entry.name();
        let (name, base) = (full_name(symbol), base_name(symbol));
        let number = self.launches;
        self.launches += 1;
        let tape = self.tape(number, [symbol, &name, &base]);
        let taped = TapeLaunch::new(entry, Arc::clone(&kernel.code), launch, memory);
        let registers = taped.registers;
        let (before, same) = self.repeats.look_up(kernel, launch, memory);
        // A launch after a copy has another tape: the data may be in the L2.
        let same = same.filter(|last| {
            taped.copies.is_empty()
                && tape.is_some() == last.tape.is_some()
                && machine.is_some() == last.cycles.is_some()
        });
        let same = same.cloned();
        let ordered = entry.ordered().filter(|_| self.races.is_some());
        if self.races.is_some() && ordered.is_none() && self.unordered.insert(symbol.to_owned()) {
            eprintln!(
                "warploom: data races of `{base}` are not looked for: mbarriers of sm_80 are words like others in machine code\n\
                 \x20         `--code ptx` looks for them"
            );
        }
        let mut detector = ordered.map(|program| RaceDetector::new(program, launch));
        let (done, cycles) = match &same {
            Some(last) => (Ok(last.counts), last.cycles),
            None => {
                let path = tape.as_ref().map(|(path, _)| path.as_path());
                let lines = self.progress.as_mut();
                memory.count_progress(lines.map(|lines| lines.begin(number, &base, launch.ctas())));
                execute_launch(kernel, launch, &taped, memory, (number, path), machine, detector.as_mut())
            }
        };
        self.progress.iter().for_each(ProgressLines::end);
        let counts = done.as_ref().copied().unwrap_or_default();
        let tape = match &same {
            Some(last) => last.tape.clone(),
            None => tape.filter(|(path, _)| done.is_ok() && path.exists()).map(|(_, file)| file),
        };
        let found = detector.map(|detector| detector.races(memory));
        let races = self.races.as_mut().zip(found).map(|(known, found)| known.new_ones(symbol, found));
        let warnings = memory.take_warnings();
        if same.is_none() && done.is_ok() && warnings.is_empty() && !memory.has_output() {
            self.repeats.executed(before, (counts, cycles, tape.clone()), memory);
        }
        let (bad_accesses, omitted) = (warnings.accesses(), warnings.omitted);
        let warnings = self.warnings.new_ones(symbol, warnings);
        let looked = races.is_some();
        let findings = Findings { warnings, omitted, races: races.unwrap_or_default() };
        self.list(&LaunchEntry {
            number,
            kernel: base,
            name,
            symbol: symbol.to_owned(),
            ptx: kernel.file.clone(),
            grid: launch.grid,
            block: launch.block,
            dynamic_shared: launch.shared,
            registers,
            bytes_to_device,
            bytes_to_host,
            warp_instructions: counts.warp_instructions,
            thread_instructions: counts.thread_instructions,
            cycles,
            tape,
            bad_accesses,
            races: looked.then_some(findings.races.len() as u64),
            fault: done.as_ref().err().map(ToString::to_string),
            findings: findings.entries(done.as_ref().err()),
        });
        Recorded { done: done.map(|_| ()), cycles, findings }
    }

    /// Counts a launch of the kernel with these names, symbol first. Returns path and name of its tape if it is selected.
    fn tape(&mut self, number: u64, names: [&str; 3]) -> Option<(PathBuf, String)> {
        let [symbol, _, base] = names;
        let launches = self.by_kernel.entry(symbol.to_owned()).or_default();
        *launches += 1;
        let earlier = *launches - 1;
        let selected = self.selection.takes(number, &names, earlier);
        // The list is there even if nothing is selected.
        let folder = self.folder()?.path().to_owned();
        let file = format!("{number:04}-{}.tape", file_name(base));
        selected.then(|| (folder.join(&file), file))
    }

    /// Appends a launch to the list.
    fn list(&mut self, entry: &LaunchEntry) {
        if let Some(folder) = self.folder()
            && let Err(error) = folder.append(entry)
        {
            eprintln!("warploom: the launch is not listed: {error}");
        }
    }
}

/// Executes a launch and simulates it if a machine is given. Its tape is written to the path, or to a temporary file if it is only
/// simulated. The second result is the simulated cycles.
fn execute_launch(
    kernel: &ReadyKernel,
    launch: &execute::Launch,
    taped: &TapeLaunch,
    memory: &mut Memory,
    (number, tape): (u64, Option<&Path>),
    machine: Option<&Machine>,
    detector: Option<&mut RaceDetector<'_>>,
) -> (Result<Counts, RunError>, Option<u64>) {
    let temporary = machine.map(|_| timing::Temporary::new(number));
    let Some(path) = tape.or(temporary.as_ref().map(|temporary| temporary.path())) else {
        let entry = kernel.program.entry();
        let done = match detector {
            Some(detector) => entry.execute_finding_races(&kernel.globals, launch, memory, detector),
            None => entry.execute(&kernel.globals, launch, memory),
        };
        return (done, None);
    };
    let execution = Execution { entry: kernel.program.entry(), globals: &kernel.globals, launch, taped };
    let (done, written) = to_file(execution, memory, path, detector);
    if let Err(error) = written {
        eprintln!("warploom: the tape is not written: {error}");
    }
    let cycles = machine.filter(|_| done.is_ok()).and_then(|machine| timing::simulate(machine, path));
    (done, cycles)
}

/// A name that any file system takes.
fn file_name(kernel: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' };
    kernel.chars().take(80).map(plain).collect()
}
