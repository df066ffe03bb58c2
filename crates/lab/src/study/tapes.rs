//! The tapes of a study: made once per work, size and seed, kept in a spool, shared by all runs and chunks.

use super::error::StudyError;
use super::matrix::Run;
use crate::run::WorkLabel;
use crate::work::{self, WorkError, WorkKind, tape};
use crate::work_tape::WorkTape;
use std::path::Path;
use warploom_gpu::interrupt::Interrupt;
use warploom_tape::file::TapeFile;
use warploom_tape::spool::Spool;

/// The tape of one work at a time: runs of a chunk are ordered by work.
pub struct Tapes<'a> {
    spool: &'a Spool,
    interrupt: Option<Interrupt>,
    open: Option<(String, WorkTape)>,
}

impl<'a> Tapes<'a> {
    /// Tapes in a spool. The flag ends the making of one.
    pub fn new(spool: &'a Spool, interrupt: Option<Interrupt>) -> Tapes<'a> {
        Tapes { spool, interrupt, open: None }
    }

    /// The tape of a run's work.
    ///
    /// # Errors
    /// If the work cannot be executed, or its files have changed since the plan was made.
    pub fn of(&mut self, run: &Run<'_>) -> Result<&WorkTape, StudyError> {
        let key = run.tape_key()?;
        if self.open.as_ref().is_none_or(|(open, _)| *open != key) {
            // The one before it is closed first.
            self.open = None;
            let label =
                WorkLabel { work: run.work.label(), size: run.group.size.clone(), seed: run.group.seed };
            let file = self.file(&key, run)?;
            // Runs whose CTA policy requests CTAs by number read at a position of every core.
            let file = file.with_batch_cache(run.machine.cores() as usize);
            self.open = Some((key, WorkTape::from_file(label, file)));
        }
        let (_, tape) = self.open.as_ref().expect("it was opened above");
        Ok(tape)
    }

    fn file(&self, key: &str, run: &Run<'_>) -> Result<TapeFile, StudyError> {
        let failed =
            |error: WorkError| StudyError::Work { work: run.work.name.clone(), error: Box::new(error) };
        let options = run.work.options_for(run.group.size.as_deref(), run.group.seed, run.machine)?;
        if run.kind == WorkKind::Tape && options.select.is_all() {
            let file = tape::open_file(&run.work.path).map_err(failed)?;
            let is_same = format!("{:032x}", file.totals().digest) == run.work.content;
            return if is_same { Ok(file) } else { Err(changed(run)) };
        }
        let made = self.spool.file(key, |writer| {
            if run.work.current_content(run.kind).map_err(MakeError::Study)? != run.work.content {
                return Err(MakeError::Study(changed(run)));
            }
            let path: &Path = &run.work.path;
            let taped = match run.kind {
                WorkKind::Trace if options.select.is_all() => {
                    work::import(path, &options.trace, writer, &self.interrupt).map(|_| ())
                }
                _ => work::open(path, &options, &self.interrupt)
                    .and_then(|work| writer.copy(&mut work::Watched::new(work.tapes, &self.interrupt))),
            };
            taped.map_err(MakeError::Work)
        });
        made.map_err(|error| match error {
            MakeError::Work(WorkError::Interrupted) => StudyError::Interrupted,
            MakeError::Work(error) => failed(error),
            MakeError::Study(error) => error,
        })
    }
}

fn changed(run: &Run<'_>) -> StudyError {
    StudyError::Changed { work: run.work.name.clone() }
}

/// Why a tape was not made.
enum MakeError {
    Work(WorkError),
    Study(StudyError),
}

impl From<warploom_tape::file::Error> for MakeError {
    fn from(error: warploom_tape::file::Error) -> MakeError {
        MakeError::Work(error.into())
    }
}
