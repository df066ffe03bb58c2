//! The selected launches of a source.

use std::collections::VecDeque;
use std::sync::Arc;
use warploom_kernel::execute::CtaId;
use warploom_kernel::tape::{Cta, CtaLookup, HostCopy, Launch, Source};

/// The selected launches of a source. Their numbers are those in the source.
///
/// Launches that are left out are taken from the source, and their CTAs dropped. The host copies before such a launch belong to the
/// next launch that is selected: its kernel may read the data. The source is not read beyond the last selected launch.
pub struct SelectedSource<S> {
    source: S,
    /// Numbers of the launches still to come, ascending.
    numbers: VecDeque<u64>,
    /// Launches taken from the source.
    taken: u64,
    /// Launches passed on.
    passed: u64,
}

impl<S: Source> SelectedSource<S> {
    /// The launches of these numbers, which ascend.
    pub fn new(source: S, numbers: impl IntoIterator<Item = u64>) -> SelectedSource<S> {
        SelectedSource { source, numbers: numbers.into_iter().collect(), taken: 0, passed: 0 }
    }
}

impl<S: Source> Source for SelectedSource<S> {
    type Error = S::Error;

    fn launch(&mut self) -> Result<Option<Arc<Launch>>, S::Error> {
        let Some(wanted) = self.numbers.pop_front() else { return Ok(None) };
        let mut earlier: Vec<HostCopy> = Vec::new();
        while let Some(mut launch) = self.source.launch()? {
            let number = launch.number.unwrap_or(self.taken);
            self.taken += 1;
            if number != wanted {
                earlier.extend_from_slice(&launch.copies);
                continue;
            }
            // A number that is the position is not stored: the launch is then equal to the one without a selection.
            let number = Some(number).filter(|&number| number != self.passed);
            self.passed += 1;
            if !earlier.is_empty() || launch.number != number {
                let launch = Arc::make_mut(&mut launch);
                earlier.append(&mut launch.copies);
                launch.copies = earlier;
                launch.number = number;
            }
            return Ok(Some(launch));
        }
        Ok(None)
    }

    fn cta(&mut self) -> Result<Option<Cta>, S::Error> {
        self.source.cta()
    }

    fn cta_at(&mut self, id: CtaId) -> Result<CtaLookup, S::Error> {
        self.source.cta_at(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;
    use warploom_kernel::code::Code;
    use warploom_kernel::tape::produce;
    use warploom_tape::digest::DigestingSource;

    /// Launches `k0`, `k1`, … of two CTAs each; before launch n, the host copies 10 + n bytes to address n.
    fn work(launches: u64) -> impl Source<Error = Infallible> {
        produce(4, move |sink| {
            for n in 0..launches {
                let copies = vec![HostCopy { address: n, bytes: 10 + n }];
                let code = Arc::new(Code::default());
                let launch = Launch { copies, ..Launch::synthetic(&format!("k{n}"), code, 2, 1) };
                let ctas = (0..2).map(|id| Cta::new(CtaId(id)));
                if sink
                    .launch(launch)
                    .and_then(|()| ctas.into_iter().try_for_each(|cta| sink.cta(cta)))
                    .is_err()
                {
                    break;
                }
            }
            Ok(())
        })
    }

    /// The kernel, number, copied addresses and CTAs of each launch.
    fn read(mut source: impl Source<Error = Infallible>) -> Vec<(String, Option<u64>, Vec<u64>, usize)> {
        let mut all = Vec::new();
        while let Ok(Some(launch)) = source.launch() {
            let copies = launch.copies.iter().map(|copy| copy.address).collect();
            let ctas = std::iter::from_fn(|| source.cta().unwrap()).count();
            all.push((launch.kernel.clone(), launch.number, copies, ctas));
        }
        all
    }

    #[test]
    fn numbers_are_kept_and_copies_of_skipped_launches_belong_to_the_next() {
        let found = read(SelectedSource::new(work(6), [0, 3, 4]));
        assert_eq!(
            found,
            [
                ("k0".to_owned(), None, vec![0], 2),
                ("k3".to_owned(), Some(3), vec![1, 2, 3], 2),
                ("k4".to_owned(), Some(4), vec![4], 2),
            ]
        );
    }

    #[test]
    fn a_selection_of_a_selection_keeps_the_numbers_of_the_work() {
        let first = SelectedSource::new(work(9), [2, 5, 7]);
        let found = read(SelectedSource::new(first, [5, 7]));
        let numbers: Vec<_> = found.iter().map(|(kernel, number, ..)| (kernel.as_str(), *number)).collect();
        assert_eq!(numbers, [("k5", Some(5)), ("k7", Some(7))]);
        assert_eq!(found[0].2, [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn a_selection_of_all_launches_is_the_work_itself_and_every_other_has_its_own_digest() {
        let digest = |numbers: &[u64]| {
            // All launches are alike but for their numbers.
            let mut same = SelectedSource::new(
                produce::<Infallible>(4, |sink| {
                    let launch = Launch::synthetic("k", Arc::new(Code::default()), 1, 1);
                    let _ = (0..3).try_for_each(|_| sink.launch(launch.clone()));
                    Ok(())
                }),
                numbers.iter().copied(),
            );
            let mut source = DigestingSource::new(&mut same);
            while let Ok(Some(_)) = source.launch() {}
            source.digest().unwrap()
        };
        let all = digest(&[0, 1, 2]);
        assert_eq!(read(SelectedSource::new(work(3), 0..3)), read(work(3)));
        let others = [digest(&[0]), digest(&[1]), digest(&[2]), digest(&[0, 1]), digest(&[1, 2])];
        for (at, other) in others.iter().enumerate() {
            assert!(*other != all && !others[..at].contains(other), "selection {at}");
        }
    }
}
