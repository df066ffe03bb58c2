//! The interface through which a simulator, a tape writer or an exporter takes tapes.

use super::{Cta, Launch};
use crate::execute::CtaId;
use std::sync::Arc;

/// A stream of launches, each followed by the tapes of its CTAs.
///
/// Implementations read a tape file, import a trace, or execute kernels on a background thread
/// ([`produce`](super::produce())). The consumer takes a launch, then its CTAs, then the next launch:
///
/// ```
/// use std::convert::Infallible;
/// use std::sync::Arc;
/// use warploom_kernel::code::Code;
/// use warploom_kernel::execute::CtaId;
/// use warploom_kernel::tape::{Cta, Launch, Source, produce};
///
/// fn count_ctas<S: Source>(source: &mut S) -> Result<u64, S::Error> {
///     let mut ctas = 0;
///     while source.launch()?.is_some() {
///         while source.cta()?.is_some() {
///             ctas += 1;
///         }
///     }
///     Ok(ctas)
/// }
///
/// let launch = Launch::synthetic("k", Arc::new(Code::default()), 3, 1);
/// let mut source = produce::<Infallible>(4, move |sink| {
///     let _ = sink.launch(launch).and_then(|()| (0..3).try_for_each(|id| sink.cta(Cta::new(CtaId(id)))));
///     Ok(())
/// });
/// assert_eq!(count_ctas(&mut source), Ok(3));
/// ```
pub trait Source {
    /// The error that ends the stream.
    type Error;

    /// Returns the next launch, or `None` at the end. CTAs of the previous launch that were not taken are skipped.
    fn launch(&mut self) -> Result<Option<Arc<Launch>>, Self::Error>;

    /// Returns the next CTA of the current launch in tape order, or `None` after the last.
    fn cta(&mut self) -> Result<Option<Cta>, Self::Error>;

    /// Looks up a CTA of the current launch by its number.
    ///
    /// The lookup does not move the position of [`cta`](Source::cta): a CTA can be looked up before or after `cta` returns it.
    /// The default implementation returns [`CtaLookup::ForwardOnly`].
    fn cta_at(&mut self, _id: CtaId) -> Result<CtaLookup, Self::Error> {
        Ok(CtaLookup::ForwardOnly)
    }

    /// Converts every error of this source with `f`.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use warploom_kernel::code::Code;
    /// use warploom_kernel::tape::{Launch, Source, produce};
    ///
    /// let launch = Launch::synthetic("k", Arc::new(Code::default()), 1, 1);
    /// let mut source = produce::<u32>(4, move |sink| {
    ///     let _ = sink.launch(launch);
    ///     Err(7)
    /// })
    /// .map_err(|code| format!("error {code}"));
    /// assert_eq!(source.launch()?.unwrap().kernel, "k");
    /// assert_eq!(source.cta(), Err("error 7".to_owned()));
    /// # Ok::<(), String>(())
    /// ```
    fn map_err<E, F>(self, f: F) -> MapErr<Self, F>
    where
        Self: Sized,
        F: FnMut(Self::Error) -> E,
    {
        MapErr { source: self, f }
    }
}

/// The result of [`Source::cta_at`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CtaLookup {
    Cta(Cta),
    /// The launch has no CTA of this number on the tape. A tape may hold a part of the grid.
    Missing,
    /// The source returns CTAs in tape order only. A tape file offers access by number.
    ForwardOnly,
}

macro_rules! forward {
    ($to:ty) => {
        impl<S: Source + ?Sized> Source for $to {
            type Error = S::Error;

            fn launch(&mut self) -> Result<Option<Arc<Launch>>, S::Error> {
                (**self).launch()
            }

            fn cta(&mut self) -> Result<Option<Cta>, S::Error> {
                (**self).cta()
            }

            fn cta_at(&mut self, id: CtaId) -> Result<CtaLookup, S::Error> {
                (**self).cta_at(id)
            }
        }
    };
}

forward!(Box<S>);
forward!(&mut S);

/// A source with converted errors, made by [`Source::map_err`].
#[derive(Clone, Debug)]
pub struct MapErr<S, F> {
    source: S,
    f: F,
}

impl<S: Source, E, F: FnMut(S::Error) -> E> Source for MapErr<S, F> {
    type Error = E;

    fn launch(&mut self) -> Result<Option<Arc<Launch>>, E> {
        self.source.launch().map_err(&mut self.f)
    }

    fn cta(&mut self) -> Result<Option<Cta>, E> {
        self.source.cta().map_err(&mut self.f)
    }

    fn cta_at(&mut self, id: CtaId) -> Result<CtaLookup, E> {
        self.source.cta_at(id).map_err(&mut self.f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::Code;

    /// One launch of two CTAs with access by number. With `fails`, every call returns an error.
    struct Numbered {
        launched: bool,
        next: u64,
        fails: bool,
    }

    impl Source for Numbered {
        type Error = u32;

        fn launch(&mut self) -> Result<Option<Arc<Launch>>, u32> {
            if self.fails {
                return Err(1);
            }
            let first = !std::mem::replace(&mut self.launched, true);
            Ok(first.then(|| Arc::new(Launch::synthetic("k", Arc::new(Code::default()), 2, 1))))
        }

        fn cta(&mut self) -> Result<Option<Cta>, u32> {
            if self.fails {
                return Err(2);
            }
            self.next += 1;
            Ok((self.next <= 2).then(|| Cta::new(CtaId(self.next - 1))))
        }

        fn cta_at(&mut self, id: CtaId) -> Result<CtaLookup, u32> {
            if self.fails {
                return Err(3);
            }
            Ok(if id.0 < 2 { CtaLookup::Cta(Cta::new(id)) } else { CtaLookup::Missing })
        }
    }

    fn mapped(fails: bool) -> impl Source<Error = String> {
        Numbered { launched: false, next: 0, fails }.map_err(|code| format!("error {code}"))
    }

    #[test]
    fn map_err_passes_launches_ctas_and_lookups_through() {
        let mut source = mapped(false);
        assert_eq!(source.launch().unwrap().unwrap().kernel, "k");
        assert_eq!(source.cta_at(CtaId(1)), Ok(CtaLookup::Cta(Cta::new(CtaId(1)))));
        assert_eq!(source.cta_at(CtaId(2)), Ok(CtaLookup::Missing));
        let ids: Vec<_> = std::iter::from_fn(|| source.cta().unwrap()).map(|cta| cta.id().0).collect();
        assert_eq!(ids, [0, 1]);
        assert_eq!(source.launch(), Ok(None));
    }

    #[test]
    fn map_err_converts_the_error_of_each_method() {
        let mut source = mapped(true);
        assert_eq!(source.launch(), Err("error 1".to_owned()));
        assert_eq!(source.cta(), Err("error 2".to_owned()));
        assert_eq!(source.cta_at(CtaId(0)), Err("error 3".to_owned()));
    }
}
