//! Folders of captured programs.

use super::Work;
use super::error::WorkError;
use super::select::LaunchOutline;
use super::tape::open_file;
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use warploom_kernel::execute::CtaId;
use warploom_kernel::tape::{Cta, CtaLookup, Launch, Source};
use warploom_tape::capture::{Capture, LaunchEntry};
use warploom_tape::file::{Reader, TapeFile};

/// Opens the recorded launches of a captured program, in order.
pub(super) fn open(path: &Path) -> Result<Work, WorkError> {
    let capture = Capture::read(path)?;
    let recorded = || capture.launches.iter().filter(|launch| launch.tape.is_some());
    let tapes: VecDeque<(u64, PathBuf)> =
        recorded().map(|launch| launch.number).zip(capture.tapes()).collect();
    if tapes.is_empty() {
        return Err(WorkError::NothingRecorded { path: path.to_owned(), launches: capture.launches.len() });
    }
    let outline = |launch: &LaunchEntry| LaunchOutline {
        kernel: launch.symbol.clone(),
        alias: None,
        number: launch.number,
        ctas: launch.grid.iter().fold(1, |ctas: u64, &n| ctas.saturating_mul(n.into())),
    };
    let launches = recorded().map(outline).collect();
    Ok(Work::of_file(
        path,
        launches,
        Box::new(CaptureSource { tapes, current: None, number: 0, position: 0 }),
    ))
}

/// The tapes of a folder, one after the other. A launch has its number in the program, which may have launches that were not recorded.
struct CaptureSource {
    tapes: VecDeque<(u64, PathBuf)>,
    current: Option<Reader<Arc<TapeFile>>>,
    /// Number of the current tape's launch.
    number: u64,
    /// Launches passed on.
    position: u64,
}

impl Source for CaptureSource {
    type Error = WorkError;

    fn launch(&mut self) -> Result<Option<Arc<Launch>>, WorkError> {
        loop {
            if let Some(current) = &mut self.current
                && let Some(mut launch) = current.launch()?
            {
                let number = Some(self.number).filter(|&number| number != self.position);
                self.position += 1;
                if launch.number != number {
                    Arc::make_mut(&mut launch).number = number;
                }
                return Ok(Some(launch));
            }
            let Some((number, next)) = self.tapes.pop_front() else { return Ok(None) };
            self.number = number;
            self.current = Some(Reader::new(Arc::new(open_file(&next)?)));
        }
    }

    fn cta(&mut self) -> Result<Option<Cta>, WorkError> {
        Ok(self.current.as_mut().map(Source::cta).transpose()?.flatten())
    }

    fn cta_at(&mut self, id: CtaId) -> Result<CtaLookup, WorkError> {
        match &mut self.current {
            Some(current) => Ok(current.cta_at(id)?),
            None => Ok(CtaLookup::Missing),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::work::{self, LaunchSelection, WorkOptions};
    use warploom_kernel::class::Class;
    use warploom_kernel::code::{Code, Instruction};
    use warploom_kernel::execute::LaneMask;
    use warploom_kernel::program::Pc;
    use warploom_kernel::tape::{HostCopy, WarpTape};
    use warploom_tape::capture::{Folder, ProgramEntry};
    use warploom_tape::file::Writer;

    /// The numbers, kernels and copied addresses of a folder's launches.
    fn read(folder: &Path, options: &WorkOptions) -> Result<Vec<(u64, String, Vec<u64>)>, WorkError> {
        let mut tapes = work::open(folder, options, &())?.tapes;
        let mut all = Vec::new();
        while let Some(launch) = tapes.launch()? {
            let copies = launch.copies.iter().map(|copy| copy.address).collect();
            all.push((launch.number.unwrap_or(all.len() as u64), launch.kernel.clone(), copies));
            assert!(tapes.cta()?.is_some() && tapes.cta()?.is_none());
        }
        Ok(all)
    }

    #[test]
    fn launches_have_their_numbers_in_the_program_and_are_selected_by_them() {
        let directory = tempfile::tempdir().unwrap();
        let folder = Folder::create(directory.path(), &ProgramEntry::default()).unwrap();
        let code = Arc::new(Code {
            instructions: vec![Instruction::new("EXIT", Class::Control)],
            ..Code::default()
        });
        // Launch 1 was not recorded.
        for (number, symbol) in [(0, "_Z4gemmPf"), (1, "_Z4gemmPf"), (2, "_Z4scanPi"), (3, "_Z4gemmPf")] {
            let tape = (number != 1).then(|| format!("{number}.tape"));
            if let Some(tape) = &tape {
                let copies = vec![HostCopy { address: 16 * number, bytes: 4 }];
                let launch = Launch { copies, ..Launch::synthetic(symbol, Arc::clone(&code), 1, 1) };
                let mut warp = WarpTape::default();
                warp.step(Pc(0), LaneMask(1));
                let mut cta = Cta::new(CtaId(0));
                cta.push(&warp);
                let mut writer = Writer::create(directory.path().join(tape)).unwrap();
                writer.cta(&cta, |_| false).unwrap();
                writer.end_launch(&launch, None).unwrap();
                writer.finish().unwrap();
            }
            let entry = LaunchEntry {
                number,
                symbol: symbol.to_owned(),
                tape,
                grid: [1; 3],
                ..LaunchEntry::default()
            };
            folder.append(&entry).unwrap();
        }
        let entry = |number: u64, kernel: &str, copies: &[u64]| (number, kernel.to_owned(), copies.to_vec());
        let all = read(directory.path(), &WorkOptions::default()).unwrap();
        let [gemm, scan] = ["_Z4gemmPf", "_Z4scanPi"];
        assert_eq!(all, [entry(0, gemm, &[0]), entry(2, scan, &[32]), entry(3, gemm, &[48])]);
        let select = LaunchSelection::new(Some("gemm"), vec!["1..".parse().unwrap()]);
        let options = WorkOptions { select, ..WorkOptions::default() };
        assert_eq!(read(directory.path(), &options).unwrap(), [entry(3, gemm, &[0, 32, 48])]);
        let select = LaunchSelection::new(None, vec!["1".parse().unwrap()]);
        let error = read(directory.path(), &WorkOptions { select, ..WorkOptions::default() }).unwrap_err();
        assert!(matches!(error, WorkError::NoSuchLaunch { numbers: Some((0, 3)), .. }), "{error}");
    }
}
