//! Folders of captured programs.

use super::Work;
use super::error::WorkError;
use super::tape::open_file;
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use warploom_kernel::execute::CtaId;
use warploom_kernel::tape::{Cta, CtaLookup, Launch, Source};
use warploom_tape::capture::Capture;
use warploom_tape::file::{Reader, TapeFile};

/// Opens the recorded launches of a captured program, in order.
pub(super) fn open(path: &Path) -> Result<Work, WorkError> {
    let capture = Capture::read(path)?;
    let tapes: VecDeque<PathBuf> = capture.tapes().collect();
    if tapes.is_empty() {
        return Err(WorkError::NothingRecorded { path: path.to_owned(), launches: capture.launches.len() });
    }
    let recorded = capture.launches.iter().filter(|launch| launch.tape.is_some());
    let ctas = recorded.map(|launch| launch.grid.iter().map(|&n| u64::from(n)).product::<u64>()).sum();
    Ok(Work::of_file(path, ctas, Box::new(CaptureSource { tapes, current: None })))
}

/// The tapes of a folder, one after the other.
struct CaptureSource {
    tapes: VecDeque<PathBuf>,
    current: Option<Reader<Arc<TapeFile>>>,
}

impl Source for CaptureSource {
    type Error = WorkError;

    fn launch(&mut self) -> Result<Option<Arc<Launch>>, WorkError> {
        loop {
            if let Some(current) = &mut self.current
                && let Some(launch) = current.launch()?
            {
                return Ok(Some(launch));
            }
            let Some(next) = self.tapes.pop_front() else { return Ok(None) };
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
