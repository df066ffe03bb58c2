//! CTAs whose warps access other addresses.

use warploom_kernel::code::{AccessKind, Code, Effect};
use warploom_kernel::execute::LaneMask;
use warploom_kernel::program::Space;
use warploom_kernel::tape::{Addresses, Cta, GenericWindows, WarpTape};

/// A memory access on a tape.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Access<'a> {
    pub(crate) space: Space,
    pub(crate) kind: AccessKind,
    /// Bytes of each lane.
    pub(crate) bytes: u32,
    pub(crate) lanes: LaneMask,
    pub(crate) addresses: Addresses<'a>,
}

impl Access<'_> {
    /// Appends the access with every address changed by `change`.
    pub(crate) fn put_changed(self, tape: &mut WarpTape, change: impl Fn(u64) -> u64) {
        match self.addresses {
            // All lanes of an affine access are in the same space.
            Addresses::Affine { base, stride } => tape.affine(change(base), stride),
            Addresses::Listed(list) => tape.list(list.iter().map(|&address| change(address))),
        }
    }

    /// The space of an address. An asynchronous copy to shared memory may have the address of its mbarrier last, which is one of
    /// shared memory.
    pub(crate) fn space_of(&self, windows: &GenericWindows, address: u64) -> Space {
        match self.space {
            Space::Global | Space::Generic => windows.resolve(Space::Generic, address).0,
            other => other,
        }
    }
}

/// A CTA with the same instructions, whose accesses `put` appends to the tape of their warp: one for each that it is called with.
pub(crate) fn with_accesses(cta: &Cta, code: &Code, mut put: impl FnMut(Access<'_>, &mut WarpTape)) -> Cta {
    let mut result = Cta::new(cta.id());
    for number in 0..cta.warps() {
        let (warp, mut tape) = (cta.warp(number), WarpTape::default());
        warp.runs().iter().for_each(|&run| tape.run(run));
        for step in warp.steps(code) {
            let effect = code.instructions[step.pc.index()].effect;
            if let (Some(addresses), Effect::Memory { space, kind, bytes }) = (step.access, effect) {
                put(Access { space, kind, bytes, lanes: step.lanes, addresses }, &mut tape);
            }
        }
        match cta.same_runs_as(number) {
            Some(earlier) => result.push_sharing_runs(earlier, &tape),
            None => result.push(&tape),
        }
    }
    result
}

/// A CTA whose accesses to global memory are moved by a distance.
pub(crate) fn moved(cta: &Cta, code: &Code, windows: &GenericWindows, distance: u64) -> Cta {
    with_accesses(cta, code, |access, tape| {
        let is_moved =
            |address: u64| matches!(access.space_of(windows, address), Space::Global | Space::Texture);
        let change = |address: u64| if is_moved(address) { address.wrapping_add(distance) } else { address };
        access.put_changed(tape, change);
    })
}
