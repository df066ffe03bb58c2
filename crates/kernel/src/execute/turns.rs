//! CTAs of a launch in turns.
//!
//! CTAs run one after the other, in grid order. A CTA whose warps all wait for memory to change (a grid-wide barrier, a flag
//! of a later CTA) is suspended, and the next one runs, until the launch has as many open CTAs as the machine holds.
//! Then suspended CTAs run in turn.

use super::fault::Fault;
use super::{Counts, Listener, Memory};
use crate::execute::CtaId;
use std::collections::VecDeque;

/// Turns in a row without progress of any CTA after which the launch counts as deadlocked. Large, because a loop may wait
/// for a number of turns or of clock cycles.
const IDLE_TURNS: u64 = 1 << 20;

/// End of a CTA's turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Turn {
    /// All its warps have finished.
    Done(Counts),
    /// Its warps wait for memory to change; `moved` if one did more than poll in this turn.
    Waiting { moved: bool },
}

/// An executor of CTAs.
pub(crate) trait CtaExecutor<L: Listener> {
    /// A CTA that was started and has not ended.
    type Open;

    /// Opens a CTA at its first instruction.
    fn open(&mut self, cta: CtaId) -> Self::Open;
    /// Runs a CTA until its end or until all its warps wait.
    fn turn(&mut self, open: &mut Self::Open, memory: &mut Memory, listener: &mut L) -> Result<Turn, Fault>;
    /// Takes back an ended CTA, so that its memory can be used again.
    fn close(&mut self, open: Self::Open);
    /// The fault of a CTA that waits in vain, with `open` CTAs at a time.
    fn deadlock(&self, waiting: &Self::Open, open: usize) -> Fault;
}

/// Runs all CTAs, at most `resident` at a time.
pub(crate) fn run<L: Listener, E: CtaExecutor<L>>(
    executor: &mut E,
    ctas: u64,
    resident: u64,
    memory: &mut Memory,
    listener: &mut L,
) -> Result<Counts, Fault> {
    let mut total = Counts::default();
    let (mut next, mut idle) = (0, 0);
    let mut waiting: VecDeque<(CtaId, E::Open)> = VecDeque::new();
    // Whether a CTA was suspended since the last one was opened: only then is there a reason to open one beside others.
    let mut suspended = false;
    loop {
        let opens = next < ctas && (waiting.is_empty() || suspended && (waiting.len() as u64) < resident);
        let (id, mut cta) = if opens {
            suspended = false;
            next += 1;
            idle = 0;
            if L::ENABLED {
                listener.cta_started(CtaId(next - 1));
            }
            (CtaId(next - 1), executor.open(CtaId(next - 1)))
        } else {
            let Some((id, cta)) = waiting.pop_front() else { return Ok(total) };
            if L::ENABLED {
                listener.cta_resumed(id);
            }
            (id, cta)
        };
        match executor.turn(&mut cta, memory, listener)? {
            Turn::Done(counts) => {
                executor.close(cta);
                total.add(counts);
                idle = 0;
                if let Some(progress) = &memory.progress {
                    progress.cta_ended();
                }
                if L::ENABLED && !listener.cta_ended() {
                    return Ok(total);
                }
            }
            Turn::Waiting { moved } => {
                suspended = true;
                idle = if moved { 0 } else { idle + 1 };
                if idle > IDLE_TURNS {
                    return Err(executor.deadlock(&cta, waiting.len() + 1));
                }
                waiting.push_back((id, cta));
            }
        }
    }
}
