//! Launches with more CTAs than were recorded.

use std::num::NonZero;
use std::sync::Arc;
use warploom_kernel::execute::CtaId;
use warploom_kernel::tape::{Cta, Launch, Source};

/// A source that repeats the recorded CTAs of each launch up to a given number. This is correct only for kernels whose CTAs
/// are equal. All recorded CTAs are kept in memory.
pub struct RepeatedCtas<S> {
    source: S,
    ctas: NonZero<u32>,
    given: u64,
    kept: Vec<Cta>,
    more: bool,
}

impl<S: Source> RepeatedCtas<S> {
    /// The launches of `source` with `ctas` CTAs each.
    pub fn new(source: S, ctas: NonZero<u32>) -> RepeatedCtas<S> {
        RepeatedCtas { source, ctas, given: 0, kept: Vec::new(), more: false }
    }
}

impl<S: Source> Source for RepeatedCtas<S> {
    type Error = S::Error;

    fn launch(&mut self) -> Result<Option<Arc<Launch>>, S::Error> {
        (self.given, self.more) = (0, true);
        self.kept.clear();
        let launch = self.source.launch()?;
        Ok(launch.map(|launch| Arc::new(Launch { grid: [self.ctas.get(), 1, 1], ..(*launch).clone() })))
    }

    fn cta(&mut self) -> Result<Option<Cta>, S::Error> {
        if self.given >= u64::from(self.ctas.get()) {
            return Ok(None);
        }
        if self.more {
            match self.source.cta()? {
                Some(cta) => self.kept.push(cta),
                None => self.more = false,
            }
        }
        let count = self.kept.len();
        let Some(cta) = (count > 0).then(|| &self.kept[self.given as usize % count]) else { return Ok(None) };
        let cta = cta.clone().at(CtaId(self.given));
        self.given += 1;
        Ok(Some(cta))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;
    use warploom_kernel::code::Code;
    use warploom_kernel::execute::LaneMask;
    use warploom_kernel::program::Pc;
    use warploom_kernel::tape::WarpTape;

    /// Launches of three CTAs; the first warp of CTA n starts at instruction n.
    struct Three {
        launches: u32,
        next: u32,
    }

    impl Source for Three {
        type Error = Infallible;

        fn launch(&mut self) -> Result<Option<Arc<Launch>>, Infallible> {
            self.next = 0;
            self.launches = match self.launches.checked_sub(1) {
                Some(left) => left,
                None => return Ok(None),
            };
            Ok(Some(Arc::new(Launch {
                kernel: "k".to_owned(),
                code: Arc::new(Code::default()),
                grid: [3, 1, 1],
                block: [32, 1, 1],
                shared: 0,
                registers: 8,
                scalar_registers: 0,
                width: 32,
                windows: Default::default(),
                copies: Vec::new(),
                number: None,
            })))
        }

        fn cta(&mut self) -> Result<Option<Cta>, Infallible> {
            let mut warp = WarpTape::default();
            warp.step(Pc(self.next), LaneMask(1));
            let mut cta = Cta::new(CtaId(u64::from(self.next)));
            cta.push(&warp);
            self.next += 1;
            Ok((self.next <= 3).then_some(cta))
        }
    }

    /// The CTAs of each launch: their numbers and first instructions.
    fn all(ctas: u32) -> Vec<(u64, Vec<(u64, u32)>)> {
        let mut source = RepeatedCtas::new(Three { launches: 2, next: 0 }, NonZero::new(ctas).expect("some"));
        let mut launches = Vec::new();
        while let Ok(Some(launch)) = source.launch() {
            let mut found = Vec::new();
            while let Ok(Some(cta)) = source.cta() {
                found.push((cta.id().0, cta.warp(0).runs()[0].first.0));
            }
            launches.push((launch.ctas(), found));
        }
        launches
    }

    #[test]
    fn ctas_come_again_in_their_order() {
        let seven = (7, vec![(0, 0), (1, 1), (2, 2), (3, 0), (4, 1), (5, 2), (6, 0)]);
        assert_eq!(all(7), [seven.clone(), seven]);
    }

    #[test]
    fn fewer_are_the_first() {
        assert_eq!(all(2), [(2, vec![(0, 0), (1, 1)]), (2, vec![(0, 0), (1, 1)])]);
    }
}
