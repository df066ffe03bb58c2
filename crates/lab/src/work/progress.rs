//! Reports of how far long work has come.

use super::Tapes;
use super::error::WorkError;
use super::symbol;
use std::ops::ControlFlow;
use std::sync::Arc;
use warploom_gpu::interrupt::Interrupt;
use warploom_kernel::execute::CtaId;
use warploom_kernel::tape::{Cta, CtaLookup, Launch, Source};
use warploom_tape::accelsim::ImportProgress;

/// A part of opening work that may take long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Stage {
    /// A trace is imported; progress counts bytes.
    Import,
    /// Work is executed onto a tape; progress counts CTAs.
    Spool,
}

/// A receiver of progress. Every method does nothing by default; `()` ignores all reports.
pub trait Progress: Sync {
    /// A stage of `total` bytes or CTAs starts.
    fn stage(&self, _stage: Stage, _total: u64) {}

    /// The CTAs that follow belong to a launch of this kernel.
    fn kernel(&self, _name: &str) {}

    /// This many bytes or CTAs are done.
    fn reached(&self, _done: u64) {}

    /// True to stop: the work then ends with [`WorkError::Interrupted`].
    fn is_interrupted(&self) -> bool {
        false
    }
}

impl Progress for () {}

impl Progress for Option<Interrupt> {
    fn is_interrupted(&self) -> bool {
        self.is_some_and(Interrupt::is_raised)
    }
}

/// Tapes that report each CTA to a [`Progress`], and end when it is interrupted.
pub struct Watched<'a> {
    tapes: Tapes,
    progress: &'a dyn Progress,
    ctas: u64,
    /// CTAs of this launch are looked up by number. The same CTAs may then be read in order too; that is not counted.
    by_number: bool,
}

impl<'a> Watched<'a> {
    /// Tapes that report to `progress`.
    pub fn new(tapes: Tapes, progress: &'a dyn Progress) -> Watched<'a> {
        Watched { tapes, progress, ctas: 0, by_number: false }
    }

    fn check(&self) -> Result<(), WorkError> {
        if self.progress.is_interrupted() { Err(WorkError::Interrupted) } else { Ok(()) }
    }

    fn count(&mut self) {
        self.ctas += 1;
        self.progress.reached(self.ctas);
    }
}

impl Source for Watched<'_> {
    type Error = WorkError;

    fn launch(&mut self) -> Result<Option<Arc<Launch>>, WorkError> {
        self.check()?;
        let launch = self.tapes.launch()?;
        self.by_number = false;
        if let Some(launch) = &launch {
            self.progress.kernel(&symbol::short_name(&launch.kernel));
        }
        Ok(launch)
    }

    fn cta(&mut self) -> Result<Option<Cta>, WorkError> {
        self.check()?;
        let cta = self.tapes.cta()?;
        if cta.is_some() && !self.by_number {
            self.count();
        }
        Ok(cta)
    }

    fn cta_at(&mut self, id: CtaId) -> Result<CtaLookup, WorkError> {
        self.check()?;
        let found = self.tapes.cta_at(id)?;
        self.by_number = true;
        if matches!(found, CtaLookup::Cta(_)) {
            self.count();
        }
        Ok(found)
    }
}

/// Reports the progress of an import.
pub(super) fn reports_to(progress: &dyn Progress) -> impl FnMut(&ImportProgress) -> ControlFlow<()> {
    // The total is known with the first CTA.
    let mut started = false;
    move |done| {
        if !started {
            started = true;
            progress.stage(Stage::Import, done.total_bytes);
        }
        progress.reached(done.bytes);
        if progress.is_interrupted() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
