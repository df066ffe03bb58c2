//! A recorded run without its trace: launches, pages and code.

use super::error::{Error, Reason};
use super::files;
use super::launch_file::{LaunchFile, RecordedLaunch};
use super::listing::KernelCode;
use super::pages::Pages;
use super::words::Words;
use crate::accelsim::{LineReader, find_compressed};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use warploom_kernel::tape::{GenericWindows, Launch};

/// Maximum number of lines of a launch file.
const MAX_LINES: u64 = 1 << 20;

/// Lanes of a wavefront.
const WIDTH: u32 = 64;

/// A recorded run: its launches, its pages and the code of its kernels.
#[derive(Clone, Debug)]
pub struct RecordedRun {
    launch_file: PathBuf,
    launches: Vec<RecordedLaunch>,
    pages: Pages,
    kernels: BTreeMap<String, KernelCode>,
}

impl RecordedRun {
    /// Reads the launch file and the listings of the run whose trace is at `trace`. The trace itself is not read.
    pub fn open(trace: impl AsRef<Path>) -> Result<RecordedRun, Error> {
        let trace = trace.as_ref();
        let expected = files::launch_file(trace);
        let Some(launch_file) = find_compressed(&expected) else {
            return Err(Reason::NoLaunchFile { expected }.at(trace, 0));
        };
        let LaunchFile { launches, pages, .. } = read(&launch_file)?;
        let directory = files::listings(trace);
        let mut kernels = BTreeMap::new();
        for RecordedLaunch { kernel, line, .. } in &launches {
            if !kernels.contains_key(kernel) {
                let code = KernelCode::open(&directory, kernel, (&launch_file, *line))?;
                kernels.insert(kernel.clone(), code);
            }
        }
        Ok(RecordedRun { launch_file, launches, pages, kernels })
    }

    /// Path of the launch file.
    pub fn launch_file(&self) -> &Path {
        &self.launch_file
    }

    /// The launches, in order.
    pub fn launches(&self) -> &[RecordedLaunch] {
        &self.launches
    }

    /// The pages of all launches.
    pub fn pages(&self) -> &Pages {
        &self.pages
    }

    /// Work-groups of all launches.
    pub fn groups(&self) -> u64 {
        self.launches.iter().fold(0, |sum, launch| sum.saturating_add(launch.groups()))
    }

    /// The code of a launch's kernel.
    pub(super) fn code(&self, launch: &RecordedLaunch) -> &KernelCode {
        &self.kernels[&launch.kernel]
    }

    /// A launch as tapes have it, with physical addresses.
    pub(super) fn tape_launch(&self, launch: &RecordedLaunch) -> Launch {
        Launch {
            kernel: launch.kernel.clone(),
            code: self.code(launch).code.clone(),
            grid: launch.grid,
            block: launch.block,
            shared: launch.counted_lds(),
            registers: launch.vgprs,
            // 0 would mean that the code is not GCN.
            scalar_registers: launch.sgprs.max(1),
            width: WIDTH,
            windows: GenericWindows::default(),
            copies: launch.copies.iter().flat_map(|&copy| self.pages.physical_copies(copy)).collect(),
            number: None,
        }
    }
}

fn read(path: &Path) -> Result<LaunchFile, Error> {
    let (mut lines, mut file) = (LineReader::open(path)?, LaunchFile::default());
    let mut number = 0;
    while let Some(line) = lines.next()? {
        number += 1;
        if number > MAX_LINES {
            return Err(Reason::LongFile { most: MAX_LINES }.at(path, number));
        }
        let words = Words::of_line(line).map_err(|reason| reason.at(path, number))?;
        if !words.rest().is_empty() && !words.rest().starts_with('#') {
            file.take(words, number).map_err(|reason| reason.at(path, number))?;
        }
    }
    match file.launches[..] {
        [] => Err(Reason::NoLaunches.at(path, 0)),
        _ => Ok(file),
    }
}
