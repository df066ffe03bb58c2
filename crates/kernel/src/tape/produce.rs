//! Tapes made on a thread of their own, a little ahead of who uses them.

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

/// Nobody listens any more: whoever makes tapes may stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("nobody wants the rest of the tape")]
pub struct Disconnected;

/// Where tapes go that are being made.
pub struct TapeSink<E> {
    sender: SyncSender<Message<E>>,
}

impl<E> TapeSink<E> {
    /// A launch begins.
    pub fn launch(&self, launch: Launch) -> Result<(), Disconnected> {
        self.sender.send(Message::Launch(Arc::new(launch))).map_err(|_| Disconnected)
    }

    /// The launch's next CTA. Waits while too many are ahead.
    pub fn cta(&self, cta: Cta) -> Result<(), Disconnected> {
        self.sender.send(Message::Cta(cta)).map_err(|_| Disconnected)
    }
}

/// Makes tapes on a thread of their own, at most `ahead` CTAs before they are asked for: so much is in memory, however long
/// the tape is.
///
/// ```
/// use std::sync::Arc;
/// use warploom_kernel::code::Code;
/// use warploom_kernel::execute::CtaId;
/// use warploom_kernel::tape::{Cta, Launch, Source, GenericWindows, produce};
/// let launch = Launch {
///     kernel: "k".to_owned(), code: Arc::new(Code::default()), grid: [1000, 1, 1], block: [32, 1, 1], shared: 0,
///     registers: 8, width: 32, windows: GenericWindows::default(), copies: Vec::new(),
/// };
/// let mut tapes = produce::<std::io::Error>(4, move |sink| {
///     sink.launch(launch).and_then(|()| (0..1000).try_for_each(|id| sink.cta(Cta::new(CtaId(id))))).ok();
///     Ok(())
/// });
/// assert_eq!(tapes.launch()?.unwrap().kernel, "k");
/// assert_eq!(tapes.cta()?.unwrap().id(), CtaId(0));
/// // Whoever wants no more drops it: the thread ends.
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
            // If nobody listens, nobody wants to know.
            let _ = sink.sender.send(Message::Failed(error));
        }
    });
    BackgroundSource { receiver: Some(receiver), thread: Some(thread), waiting: VecDeque::new() }
}

/// Tapes as they are made.
pub struct BackgroundSource<E> {
    /// Disconnected when all has been received.
    receiver: Option<Receiver<Message<E>>>,
    thread: Option<JoinHandle<()>>,
    /// A launch met while looking for a CTA of the one before.
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

    /// Waits for the thread; its panic is ours.
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
            // A panic there is not worth another here.
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
