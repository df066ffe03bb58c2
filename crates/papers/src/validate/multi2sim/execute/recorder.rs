//! Recording of the tapes that the importer makes of a trace.

use super::error::ExecutionReason as Reason;
use warploom_kernel::code::Code;
use warploom_kernel::execute::{CtaId, ExecutedInstruction, HostCopy, LaneMask, Listener};
use warploom_kernel::gcn::LANES;
use warploom_kernel::program::Space;
use warploom_kernel::tape::{Cta, WarpTape};
use warploom_tape::multi2sim::{PAGE, Pages, RecordedLaunch};

/// Bytes of the tape of a launch at most.
const MAX_BYTES: usize = 1 << 30;

/// A launch, and the pages of its run.
#[derive(Clone, Copy)]
pub(super) struct LaunchPlace<'a> {
    pub number: usize,
    pub recorded: &'a RecordedLaunch,
    pub pages: &'a Pages,
}

/// A listener that records the tapes of a launch's work-groups.
pub(super) struct TapeRecorder<'a> {
    launch: LaunchPlace<'a>,
    code: &'a Code,
    cta: CtaId,
    /// Tapes of the current work-group, whose wavefronts take turns.
    waves: Vec<WarpTape>,
    ctas: Vec<Cta>,
    /// Bytes of `ctas`.
    bytes: usize,
    instructions: u64,
    /// The first failure; nothing is recorded after it.
    failed: Option<Reason>,
}

impl<'a> TapeRecorder<'a> {
    pub fn new(launch: LaunchPlace<'a>, code: &'a Code) -> TapeRecorder<'a> {
        let waves = vec![WarpTape::default(); launch.recorded.waves() as usize];
        TapeRecorder {
            launch,
            code,
            cta: CtaId(0),
            waves,
            ctas: Vec::new(),
            bytes: 0,
            instructions: 0,
            failed: None,
        }
    }

    /// The work-groups of the launch.
    pub fn finish(self) -> Result<Vec<Cta>, Reason> {
        match self.failed {
            None => Ok(self.ctas),
            Some(reason) => Err(reason),
        }
    }

    /// Physical addresses of an access to global memory.
    fn translate(&self, lanes: LaneMask, addresses: &[u64]) -> Result<[u64; LANES], Reason> {
        let mut translated = [0; LANES];
        for lane in lanes.lanes() {
            let address = addresses[lane];
            translated[lane] = self.launch.pages.physical(address).ok_or_else(|| {
                let LaunchPlace { number: launch, recorded, .. } = self.launch;
                Reason::NoPage { launch, kernel: recorded.kernel.clone(), address }
            })?;
        }
        Ok(translated)
    }

    fn check_size(&mut self) {
        let waves = self.waves.iter().map(WarpTape::bytes).sum::<usize>();
        if self.bytes + waves > MAX_BYTES {
            let (launch, most) = (self.launch.number, MAX_BYTES >> 20);
            self.failed.get_or_insert(Reason::Large { launch, most });
        }
    }
}

impl Listener for TapeRecorder<'_> {
    fn cta_started(&mut self, cta: CtaId) {
        self.cta = cta;
    }

    fn instruction_executed(&mut self, event: ExecutedInstruction<'_>) {
        let wave = event.warp.0;
        let (Some(instruction), None) = (self.code.instructions.get(event.pc.index()), &self.failed) else {
            return;
        };
        let access = event.access.filter(|_| instruction.accesses());
        let lanes = match access {
            Some(_) => event.active,
            // A trace has the lanes of memory accesses only.
            None => all_lanes(self.launch.recorded, wave),
        };
        let addresses = match access.filter(|_| lanes.0 != 0) {
            None => None,
            Some(access) if access.space == Space::Shared => Some(Ok(padded(access.addresses))),
            Some(access) => Some(self.translate(lanes, access.addresses)),
        };
        let tape = &mut self.waves[wave as usize];
        tape.step(event.pc, lanes);
        match addresses {
            None => {}
            Some(Ok(addresses)) => tape.access(lanes, &addresses),
            Some(Err(reason)) => self.failed = Some(reason),
        }
        self.instructions += 1;
        if self.instructions.is_multiple_of(4096) {
            self.check_size();
        }
    }

    fn cta_ended(&mut self) -> bool {
        let mut cta = Cta::new(self.cta);
        for wave in &mut self.waves {
            cta.push(wave);
            wave.clear();
        }
        self.bytes += cta.bytes();
        self.ctas.push(cta);
        self.check_size();
        self.failed.is_none()
    }
}

/// Lanes of a wavefront that have a work-item.
fn all_lanes(launch: &RecordedLaunch, wave: u32) -> LaneMask {
    match launch.items().saturating_sub(LANES as u32 * wave) {
        items @ 0..64 => LaneMask((1 << items) - 1),
        _ => LaneMask(u64::MAX),
    }
}

fn padded(addresses: &[u64]) -> [u64; LANES] {
    let mut all = [0; LANES];
    let known = addresses.len().min(LANES);
    all[..known].copy_from_slice(&addresses[..known]);
    all
}

/// Physical ranges of a host copy: the pages that the run touches, adjacent ones joined.
pub(super) fn physical_copies(pages: &Pages, copy: HostCopy) -> Vec<HostCopy> {
    let end = copy.address.saturating_add(copy.bytes);
    let mut copies: Vec<HostCopy> = Vec::new();
    let mut start = copy.address;
    while start < end {
        let next = (start & !(PAGE - 1)).saturating_add(PAGE).min(end);
        let bytes = next - start;
        match (pages.physical(start), copies.last_mut()) {
            (None, _) => {}
            (Some(address), Some(last)) if last.address + last.bytes == address => last.bytes += bytes,
            (Some(address), _) => copies.push(HostCopy { address, bytes }),
        }
        start = next;
    }
    copies
}
