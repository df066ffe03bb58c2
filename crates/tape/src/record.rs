//! Execution of a launch into a tape file.

use crate::file::{self, Writer};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::sync_channel;
use std::thread;
use warploom_kernel::execute::race::RaceDetector;
use warploom_kernel::execute::{self, Counts, Globals, Memory, RunError};
use warploom_kernel::image::Entry;
use warploom_kernel::tape::{Cta, Launch, record, record_finding_races};

/// CTAs between the thread that executes and the one that writes.
const AHEAD: usize = 64;

/// A launch to execute into a tape.
#[derive(Clone, Copy, Debug)]
pub struct Execution<'a> {
    pub entry: Entry<'a>,
    /// Addresses of its variables.
    pub globals: &'a Globals,
    pub launch: &'a execute::Launch,
    /// The launch as the tape has it.
    pub taped: &'a Launch,
}

/// Executes a launch and writes its tape in another thread. The tape of a launch that fails is not kept.
///
/// The first result is the execution's, which goes on if the tape cannot be written; the second is the tape's.
pub fn to_file(
    execution: Execution<'_>,
    memory: &mut Memory,
    path: &Path,
    detector: Option<&mut RaceDetector<'_>>,
) -> (Result<Counts, RunError>, Result<(), file::Error>) {
    let Execution { entry, globals, launch, taped } = execution;
    let (send, receive) = sync_channel::<Cta>(AHEAD);
    let code = Arc::clone(&taped.code);
    thread::scope(|scope| {
        let writer = scope.spawn(move || -> Result<Writer, file::Error> {
            let mut writer = Writer::create(path)?;
            let accesses = |pc: u32| code.instructions.get(pc as usize).is_some_and(|i| i.accesses());
            for cta in receive {
                writer.cta(&cta, accesses)?;
            }
            Ok(writer)
        });
        // A writer that has given up takes no more; the kernel goes on without it.
        let keep = |cta| {
            let _ = send.send(cta);
            true
        };
        let done = match detector {
            Some(detector) => record_finding_races(entry, globals, launch, memory, keep, detector),
            None => record(entry, globals, launch, memory, keep),
        };
        drop(send);
        let writer = writer.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        let finish = |mut writer: Writer| {
            writer.end_launch(taped, None)?;
            writer.finish().map(drop)
        };
        let written = if done.is_ok() { writer.and_then(finish) } else { Ok(()) };
        (done, written)
    })
}
