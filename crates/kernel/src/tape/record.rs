//! Recording of tapes during execution.

use super::{Cta, WarpTape};
use crate::execute::race::RaceDetector;
use crate::execute::{
    Counts, CtaId, ExecutedInstruction, Globals, Launch, Listener, Memory, RunError, window_of,
};
use crate::image::Entry;
use std::collections::BTreeMap;

/// Executes a launch and passes the tape of each CTA to `keep`, in CTA order.
///
/// Execution stops after a CTA for which `keep` returns false. The [module](super) has an example.
pub fn record<'a>(
    entry: impl Into<Entry<'a>>,
    globals: &Globals,
    launch: &Launch,
    memory: &mut Memory,
    mut keep: impl FnMut(Cta) -> bool,
) -> Result<Counts, RunError> {
    run(entry.into(), globals, launch, memory, &mut keep, None)
}

/// As [`record`], and finds data races.
pub fn record_finding_races<'a>(
    entry: impl Into<Entry<'a>>,
    globals: &Globals,
    launch: &Launch,
    memory: &mut Memory,
    mut keep: impl FnMut(Cta) -> bool,
    detector: &mut RaceDetector<'_>,
) -> Result<Counts, RunError> {
    run(entry.into(), globals, launch, memory, &mut keep, Some(detector))
}

/// One type of `keep`, so that the executors are compiled once for all callers.
fn run(
    entry: Entry<'_>,
    globals: &Globals,
    launch: &Launch,
    memory: &mut Memory,
    keep: &mut dyn FnMut(Cta) -> bool,
    detector: Option<&mut RaceDetector<'_>>,
) -> Result<Counts, RunError> {
    let mut recorder = Recorder::new(entry, keep);
    match detector {
        Some(detector) => entry.run(globals, launch, memory, &mut (&mut recorder, detector)),
        None => entry.run(globals, launch, memory, &mut recorder),
    }
}

struct Recorder<'a, 'k> {
    entry: Entry<'a>,
    cta: CtaId,
    /// One tape per warp of the current CTA: the executor interleaves the warps of a CTA.
    warps: Vec<WarpTape>,
    /// Warps of the other open CTAs: those that wait for each other run in turns.
    open: BTreeMap<CtaId, Vec<WarpTape>>,
    /// CTAs that have ended while an earlier one is open.
    ended: BTreeMap<CtaId, Cta>,
    keep: &'k mut dyn FnMut(Cta) -> bool,
}

impl<'a, 'k> Recorder<'a, 'k> {
    fn new(entry: Entry<'a>, keep: &'k mut dyn FnMut(Cta) -> bool) -> Recorder<'a, 'k> {
        let (open, ended) = (BTreeMap::new(), BTreeMap::new());
        Recorder { entry, cta: CtaId(0), warps: Vec::new(), open, ended, keep }
    }

    /// Sets the warps of the current CTA aside and goes on with those of another.
    fn switch(&mut self, cta: CtaId) {
        let warps = self.open.remove(&cta).unwrap_or_default();
        let before = std::mem::replace(&mut self.warps, warps);
        if before.iter().any(|warp| !warp.is_empty()) {
            self.open.insert(self.cta, before);
        } else if self.warps.is_empty() {
            // Their memory is used again.
            self.warps = before;
        }
        self.cta = cta;
    }
}

impl Listener for Recorder<'_, '_> {
    fn cta_started(&mut self, cta: CtaId) {
        self.switch(cta);
    }

    fn cta_resumed(&mut self, cta: CtaId) {
        self.switch(cta);
    }

    #[inline]
    fn instruction_executed(&mut self, event: ExecutedInstruction<'_>) {
        let warp = event.warp.0 as usize;
        if warp >= self.warps.len() {
            self.warps.resize_with(warp + 1, WarpTape::default);
        }
        let warp = &mut self.warps[warp];
        warp.step(event.pc, event.active);
        let Some(access) = event.access.filter(|_| event.active.0 != 0) else { return };
        if window_of(access.space) != 0 && self.entry.is_generic_access(event.pc) {
            // The executor reports the resolved address; a tape holds the generic one.
            let base = window_of(access.space);
            let addresses: Vec<u64> = access.addresses.iter().map(|a| a.wrapping_add(base)).collect();
            return warp.access(event.active, &addresses);
        }
        warp.access(event.active, access.addresses);
    }

    fn cta_ended(&mut self) -> bool {
        let mut cta = Cta::new(self.cta);
        for warp in &mut self.warps {
            cta.push(warp);
            warp.clear();
        }
        if self.open.is_empty() && self.ended.is_empty() {
            return (self.keep)(cta);
        }
        // Tapes leave in CTA order: a CTA waits here for earlier ones that are open.
        self.ended.insert(self.cta, cta);
        let first_open = self.open.keys().next().copied();
        while let Some(next) = self.ended.first_entry()
            && first_open.is_none_or(|open| *next.key() < open)
        {
            if !(self.keep)(next.remove()) {
                return false;
            }
        }
        true
    }
}
