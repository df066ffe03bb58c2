//! What ran, as a number: the same for the same launches and CTAs, wherever they come from.

use std::sync::Arc;
use warploom_kernel::code::Code;
use warploom_kernel::execute::CtaId;
use warploom_kernel::tape::{Addresses, Cta, CtaLookup, CtaSet, Launch, Source, Warp};
use xxhash_rust::xxh3::{Xxh3, xxh3_128};

/// A source whose launches and CTAs are digested as they are taken.
///
/// What is digested is in the order of the tape, whatever the order it is taken in: the order is part of what work is, and the
/// same work has the same digest wherever its CTAs are placed. So CTAs that are taken by number are only remembered, and
/// read again in their order at the end of the launch. To digest each by itself and add up would forget the order.
pub struct Identified<'a, S> {
    source: &'a mut S,
    hash: Xxh3,
    code: Option<Known>,
    bytes: Vec<u8>,
    /// CTAs of the launch that were taken by number.
    numbered: CtaSet,
    /// How many of them are not digested.
    left: u64,
}

/// The code of the launch.
struct Known {
    code: Arc<Code>,
    digest: u128,
    /// For each instruction, how many before it access memory; and how many in all.
    before: Vec<u32>,
}

impl Known {
    fn new(code: Arc<Code>) -> Known {
        // What is debug-printed of code is all of it.
        let digest = xxh3_128(format!("{code:?}").as_bytes());
        let mut count = 0;
        let mut before = vec![0];
        for instruction in &code.instructions {
            count += u32::from(instruction.accesses());
            before.push(count);
        }
        Known { code, digest, before }
    }
}

impl<'a, S: Source> Identified<'a, S> {
    pub fn new(source: &'a mut S) -> Identified<'a, S> {
        Identified {
            source,
            hash: Xxh3::new(),
            code: None,
            bytes: Vec::new(),
            numbered: CtaSet::default(),
            left: 0,
        }
    }

    /// The digest of all that was taken. No more can be taken of the launch.
    pub fn digest(&mut self) -> Result<u128, S::Error> {
        self.catch_up()?;
        Ok(self.hash.digest128())
    }

    /// Digests what was taken by number, in order.
    fn catch_up(&mut self) -> Result<(), S::Error> {
        while self.left > 0
            && let Some(cta) = self.source.cta()?
        {
            if self.numbered.contains(cta.id()) {
                self.left -= 1;
                self.taken(&cta);
            }
        }
        (self.numbered, self.left) = (CtaSet::default(), 0);
        Ok(())
    }

    fn launched(&mut self, launch: &Launch) {
        if self.code.as_ref().is_none_or(|known| !Arc::ptr_eq(&known.code, &launch.code)) {
            self.code = Some(Known::new(Arc::clone(&launch.code)));
        }
        let Launch { kernel, code: _, grid, block, shared, registers, width, windows, copies } = launch;
        let text =
            format!("{kernel:?} {grid:?} {block:?} {shared} {registers} {width} {windows:?} {copies:?}");
        self.hash.update(text.as_bytes());
        let digest = self.code.as_ref().map_or(0, |known| known.digest);
        self.hash.update(&digest.to_le_bytes());
    }

    fn taken(&mut self, cta: &Cta) {
        self.bytes.clear();
        put(&mut self.bytes, cta.id().0);
        put(&mut self.bytes, cta.warps() as u64);
        let before = self.code.as_ref().map_or(&[][..], |known| &known.before);
        for warp in 0..cta.warps() {
            describe(&cta.warp(warp), before, &mut self.bytes);
        }
        self.hash.update(&self.bytes);
    }
}

fn put(bytes: &mut Vec<u8>, word: u64) {
    bytes.extend_from_slice(&word.to_le_bytes());
}

/// A warp's runs, each with the accesses of its instructions.
fn describe(warp: &Warp<'_>, before: &[u32], bytes: &mut Vec<u8>) {
    put(bytes, warp.runs().len() as u64);
    let mut access = 0;
    for run in warp.runs() {
        put(bytes, u64::from(run.first.0) << 32 | u64::from(run.count));
        put(bytes, run.lanes.0);
        if run.lanes.0 == 0 {
            continue;
        }
        let at = |pc: u32| before.get(pc as usize).copied().unwrap_or(0);
        for _ in at(run.first.0)..at(run.first.0 + run.count) {
            match warp.addresses(access, run.lanes.count()) {
                Addresses::Affine { base, stride } => {
                    put(bytes, base);
                    put(bytes, stride as u64);
                }
                Addresses::Listed(addresses) => addresses.iter().for_each(|&address| put(bytes, address)),
            }
            access += 1;
        }
    }
}

impl<S: Source> Source for Identified<'_, S> {
    type Error = S::Error;

    fn launch(&mut self) -> Result<Option<Arc<Launch>>, S::Error> {
        self.catch_up()?;
        let launch = self.source.launch()?;
        if let Some(launch) = &launch {
            self.launched(launch);
        }
        Ok(launch)
    }

    fn cta(&mut self) -> Result<Option<Cta>, S::Error> {
        let cta = self.source.cta()?;
        if let Some(cta) = &cta {
            self.left -= u64::from(self.numbered.contains(cta.id()));
            self.taken(cta);
        }
        Ok(cta)
    }

    fn cta_at(&mut self, id: CtaId) -> Result<CtaLookup, S::Error> {
        let found = self.source.cta_at(id)?;
        if matches!(found, CtaLookup::Cta(_)) {
            self.left += u64::from(self.numbered.insert(id));
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;
    use warploom_kernel::execute::LaneMask;
    use warploom_kernel::program::Pc;
    use warploom_kernel::tape::WarpTape;

    /// Launches of CTAs with these numbers, each of which executes so many instructions as its number says.
    struct Given {
        launches: Vec<Vec<u64>>,
        ctas: Vec<u64>,
        next: usize,
    }

    fn cta(id: u64) -> Cta {
        let mut warp = WarpTape::default();
        (0..=id).for_each(|_| warp.step(Pc(0), LaneMask(1)));
        let mut cta = Cta::new(CtaId(id));
        cta.push(&warp);
        cta
    }

    impl Source for Given {
        type Error = Infallible;

        fn launch(&mut self) -> Result<Option<Arc<Launch>>, Infallible> {
            let Some(ctas) = self.launches.pop() else { return Ok(None) };
            let launch = Launch::synthetic("k", Arc::new(Code::default()), 9, 1);
            (self.ctas, self.next) = (ctas, 0);
            Ok(Some(Arc::new(launch)))
        }

        fn cta(&mut self) -> Result<Option<Cta>, Infallible> {
            self.next += 1;
            Ok(self.ctas.get(self.next - 1).map(|&id| cta(id)))
        }

        fn cta_at(&mut self, id: CtaId) -> Result<CtaLookup, Infallible> {
            Ok(if self.ctas.contains(&id.0) { CtaLookup::Cta(cta(id.0)) } else { CtaLookup::Missing })
        }
    }

    /// The digest of two launches of these CTAs, taken by these numbers first and then in their order.
    fn digest(ctas: &[u64], numbers: &[u64], turns: usize) -> u128 {
        let mut given = Given { launches: vec![ctas.to_vec(); 2], ctas: Vec::new(), next: 0 };
        let mut source = Identified::new(&mut given);
        while source.launch().unwrap().is_some() {
            for &number in numbers {
                source.cta_at(CtaId(number)).unwrap();
            }
            (0..turns).for_each(|_| assert!(source.cta().unwrap().is_some()));
        }
        source.digest().unwrap()
    }

    #[test]
    fn the_same_work_has_the_same_digest_in_whatever_order_it_is_taken() {
        let all = digest(&[0, 1, 2, 3], &[], 4);
        assert_eq!(digest(&[0, 1, 2, 3], &[3, 1, 0, 2], 0), all);
        assert_eq!(
            digest(&[0, 1, 2, 3], &[2, 7], 4),
            all,
            "one of them by number, and one that is not there"
        );
        // What was not taken has no part in it; what was, has; and so has its order on the tape.
        assert_eq!(digest(&[0, 1, 2, 3], &[2, 0], 0), digest(&[0, 2], &[], 2));
        assert_ne!(digest(&[0, 1, 2, 3], &[2, 0], 0), all);
        assert_ne!(digest(&[0, 1, 3, 2], &[3, 1, 0, 2], 0), all);
    }
}
