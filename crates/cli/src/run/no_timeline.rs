//! The options of a timeline in a build that cannot write one.

use crate::command::Failure;
use std::path::{Path, PathBuf};
use warploom_gpu::machine::Machine;
use warploom_gpu::probe::ProbeSet;

/// Options of a timeline.
#[derive(Debug, clap::Args)]
pub struct TimelineOptions {
    /// Not in this build: it needs the feature `timeline`
    #[arg(long, value_name = "FILE")]
    timeline: Option<PathBuf>,
}

impl TimelineOptions {
    /// An error if a timeline is requested.
    pub fn open(&self, _: &Machine, _: &[&Path]) -> Result<Option<PendingTimeline>, Failure> {
        if self.timeline.is_none() {
            return Ok(None);
        }
        let help = "build `warploom` with its feature `timeline`, which is a default feature";
        Err(Failure::mistake("this build cannot write timelines".to_owned(), Some(help.to_owned())))
    }
}

/// A timeline, which this build cannot record.
pub enum PendingTimeline {}

impl PendingTimeline {
    /// The probes of the timeline.
    pub fn probes(&mut self) -> &mut dyn ProbeSet {
        match *self {}
    }

    /// Writes the timeline.
    pub fn write(self) -> Result<String, Failure> {
        match self {}
    }
}
