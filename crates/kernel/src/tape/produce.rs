//! Tape production on a background thread.

use super::{Cta, Launch, Source};
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;

enum Message<E> {
    Launch(Arc<Launch>),
    Cta(Cta),
    Failed(E),
}

/// Error of a [`TapeSink`] whose consumer was dropped: the producer can stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the consumer of the tape was dropped")]
pub struct Disconnected;

/// Sending side of a [`BackgroundSource`].
pub struct TapeSink<E> {
    sender: SyncSender<Message<E>>,
}

impl<E> TapeSink<E> {
    /// Sends a launch.
    pub fn launch(&self, launch: Launch) -> Result<(), Disconnected> {
        self.sender.send(Message::Launch(Arc::new(launch))).map_err(|_| Disconnected)
    }

    /// Sends the next CTA of the launch. Blocks while the channel is full.
    pub fn cta(&self, cta: Cta) -> Result<(), Disconnected> {
        self.sender.send(Message::Cta(cta)).map_err(|_| Disconnected)
    }
}

/// Runs `make` on a background thread and returns the tapes that it sends.
///
/// The thread runs at most `ahead` CTAs ahead of the consumer, which bounds the memory in use.
/// Dropping the returned source stops the thread: its next send fails with [`Disconnected`].
///
/// ```
/// use std::sync::Arc;
/// use warploom_kernel::code::Code;
/// use warploom_kernel::execute::CtaId;
/// use warploom_kernel::tape::{Cta, Launch, Source, GenericWindows, produce};
/// let launch = Launch {
///     kernel: "k".to_owned(), code: Arc::new(Code::default()), grid: [1000, 1, 1], block: [32, 1, 1], shared: 0,
///     registers: 8, scalar_registers: 0, width: 32, windows: GenericWindows::default(), copies: Vec::new(), number: None,
/// };
/// let mut tapes = produce::<std::io::Error>(4, move |sink| {
///     sink.launch(launch).and_then(|()| (0..1000).try_for_each(|id| sink.cta(Cta::new(CtaId(id))))).ok();
///     Ok(())
/// });
/// assert_eq!(tapes.launch()?.unwrap().kernel, "k");
/// assert_eq!(tapes.cta()?.unwrap().id(), CtaId(0));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn produce<E: Send + 'static>(
    ahead: usize,
    make: impl FnOnce(&TapeSink<E>) -> Result<(), E> + Send + 'static,
) -> BackgroundSource<E> {
    let (sender, receiver) = sync_channel(ahead);
    let thread = std::thread::spawn(move || {
        let sink = TapeSink { sender };
        if let Err(error) = make(&sink) {
            // The send fails if the consumer was dropped. It then does not need the error.
            let _ = sink.sender.send(Message::Failed(error));
        }
    });
    BackgroundSource { receiver: Some(receiver), thread: Some(thread), waiting: VecDeque::new() }
}

/// A [`Source`] of tapes from a background thread, returned by [`produce`].
pub struct BackgroundSource<E> {
    /// `None` after the last message.
    receiver: Option<Receiver<Message<E>>>,
    thread: Option<JoinHandle<()>>,
    /// A launch received while waiting for a CTA of the previous one.
    waiting: VecDeque<Arc<Launch>>,
}

impl<E> BackgroundSource<E> {
    fn receive(&mut self) -> Option<Message<E>> {
        let message = self.receiver.as_ref()?.recv().ok();
        if message.is_none() {
            self.join();
        }
        message
    }

    /// Joins the thread and propagates its panic.
    fn join(&mut self) {
        self.receiver = None;
        if let Some(Err(panic)) = self.thread.take().map(JoinHandle::join) {
            std::panic::resume_unwind(panic);
        }
    }
}

impl<E> Drop for BackgroundSource<E> {
    fn drop(&mut self) {
        self.receiver = None;
        if let Some(thread) = self.thread.take() {
            // A panic in `drop` could abort the process.
            let _ = thread.join();
        }
    }
}

impl<E> Source for BackgroundSource<E> {
    type Error = E;

    fn launch(&mut self) -> Result<Option<Arc<Launch>>, E> {
        if let Some(launch) = self.waiting.pop_front() {
            return Ok(Some(launch));
        }
        loop {
            match self.receive() {
                Some(Message::Launch(launch)) => return Ok(Some(launch)),
                Some(Message::Cta(_)) => {}
                Some(Message::Failed(error)) => return Err(error),
                None => return Ok(None),
            }
        }
    }

    fn cta(&mut self) -> Result<Option<Cta>, E> {
        if !self.waiting.is_empty() {
            return Ok(None);
        }
        match self.receive() {
            Some(Message::Cta(cta)) => Ok(Some(cta)),
            Some(Message::Launch(launch)) => {
                self.waiting.push_back(launch);
                Ok(None)
            }
            Some(Message::Failed(error)) => Err(error),
            None => Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::Code;
    use crate::execute::CtaId;
    use crate::tape::CtaLookup;
    use std::sync::atomic::{AtomicU64, Ordering};

    fn launch(kernel: &str) -> Launch {
        Launch::synthetic(kernel, Arc::new(Code::default()), 2, 1)
    }

    /// Two launches of two CTAs, and then perhaps a failure.
    fn two(fails: bool) -> BackgroundSource<&'static str> {
        produce(1, move |sink| {
            for kernel in ["a", "b"] {
                sink.launch(launch(kernel)).unwrap();
                (0..2).try_for_each(|id| sink.cta(Cta::new(CtaId(id)))).unwrap();
            }
            if fails { Err("it broke") } else { Ok(()) }
        })
    }

    fn kernel(source: &mut BackgroundSource<&'static str>) -> Option<String> {
        source.launch().unwrap().map(|l| l.kernel.clone())
    }

    #[test]
    fn launches_and_their_ctas_come_in_order() {
        let mut tapes = two(false);
        for name in ["a", "b"] {
            assert_eq!(kernel(&mut tapes).as_deref(), Some(name));
            let ids: Vec<_> = std::iter::from_fn(|| tapes.cta().unwrap()).map(|c| c.id().0).collect();
            assert_eq!(ids, [0, 1]);
            assert_eq!(tapes.cta().unwrap(), None, "asked again at its end");
        }
        assert_eq!(kernel(&mut tapes), None);
        assert_eq!(kernel(&mut tapes), None);
    }

    #[test]
    fn what_is_not_asked_for_is_passed_over() {
        let mut tapes = two(false);
        assert_eq!(kernel(&mut tapes).as_deref(), Some("a"));
        assert_eq!(kernel(&mut tapes).as_deref(), Some("b"));
        assert_eq!(kernel(&mut tapes), None);
    }

    #[test]
    fn what_is_being_made_only_goes_forward() {
        let mut tapes = two(false);
        assert_eq!(kernel(&mut tapes).as_deref(), Some("a"));
        assert_eq!(tapes.cta_at(CtaId(1)), Ok(CtaLookup::ForwardOnly));
        assert_eq!(tapes.cta().unwrap().map(|cta| cta.id()), Some(CtaId(0)), "and nothing is lost by asking");
    }

    #[test]
    fn a_failure_comes_in_its_turn() {
        let mut tapes = two(true);
        (0..2).for_each(|_| assert!(kernel(&mut tapes).is_some()));
        assert!(tapes.cta().unwrap().is_some() && tapes.cta().unwrap().is_some());
        assert_eq!(tapes.cta(), Err("it broke"));
    }

    #[test]
    fn so_many_are_ahead_and_no_more_and_who_leaves_stops_it() {
        let made = Arc::new(AtomicU64::new(0));
        let counter = Arc::clone(&made);
        let mut tapes = produce::<()>(3, move |sink| {
            let _ = sink.launch(launch("k"));
            for id in 0.. {
                counter.fetch_add(1, Ordering::SeqCst);
                if sink.cta(Cta::new(CtaId(id))).is_err() {
                    return Ok(());
                }
            }
            Ok(())
        });
        assert!(tapes.launch().unwrap().is_some());
        assert_eq!(tapes.cta().unwrap().unwrap().id(), CtaId(0));
        // One taken, three in the channel, one in the hand of the thread.
        assert!(made.load(Ordering::SeqCst) <= 5);
        drop(tapes);
        assert!(made.load(Ordering::SeqCst) <= 6);
    }

    #[test]
    #[should_panic(expected = "our own bug")]
    fn a_panic_there_is_a_panic_here() {
        let mut tapes = produce::<()>(1, |_| panic!("our own bug"));
        let _ = tapes.launch();
    }
}
