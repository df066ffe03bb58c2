//! Streams and events. Everything is executed at once and in order, so that a stream is never behind.

use crate::error::{Code, Error};
use crate::handles::Handles;

/// Handles of the default streams: none, the legacy one, and that of a thread.
const DEFAULT_STREAMS: [u64; 3] = [0, 1, 2];

/// A stream.
#[derive(Debug, Default)]
pub struct Stream {
    /// Flags with which it was made.
    pub flags: u32,
    /// Priority with which it was made.
    pub priority: i32,
    /// The graph into which the stream is being captured.
    pub capture: Option<Capture>,
}

/// The part of a stream in a capture. Operations become nodes instead of being executed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Capture {
    /// Number of the capture, which streams share that wait for each other.
    pub id: u64,
    /// The stream that began the capture and must end it.
    pub origin: u64,
    pub graph: u64,
    /// Nodes that the next node depends on.
    pub reached: Vec<u64>,
}

/// An event.
#[derive(Debug, Default)]
pub struct Event {
    /// Flags with which it was made.
    pub flags: u32,
    /// When it was recorded, in nanoseconds; none before.
    pub time: Option<f64>,
    /// What a stream that was being captured had reached when the event was recorded in it.
    pub captured: Option<Capture>,
}

/// Streams and events by handle.
#[derive(Debug)]
pub struct Streams {
    streams: Handles<Stream>,
    events: Handles<Event>,
    captures: u64,
    /// Whether an event was ever recorded: then elapsed times may be asked for.
    pub timed: bool,
}

impl Streams {
    /// The default streams only.
    pub fn new() -> Streams {
        Streams {
            streams: Handles::new("a stream", 2),
            events: Handles::new("an event", 3),
            captures: 0,
            timed: false,
        }
    }

    /// Makes a stream.
    pub fn create(&mut self, flags: u32, priority: i32) -> u64 {
        self.streams.insert(Stream { flags, priority, capture: None })
    }

    pub fn destroy(&mut self, stream: u64) -> Result<(), Error> {
        self.streams.remove(stream).map(|_| ())
    }

    /// A stream; none for a default stream.
    pub fn stream(&mut self, stream: u64) -> Result<Option<&mut Stream>, Error> {
        if DEFAULT_STREAMS.contains(&stream) {
            return Ok(None);
        }
        self.streams.get_mut(stream).map(Some)
    }

    /// Whether a stream is being captured into a graph.
    pub fn captured(&mut self, stream: u64) -> Result<bool, Error> {
        Ok(self.stream(stream)?.is_some_and(|stream| stream.capture.is_some()))
    }

    /// Starts to capture a stream into a graph, after nodes of it.
    ///
    /// # Errors
    /// If it does not exist, is a default stream or is being captured already.
    pub fn begin_capture(&mut self, handle: u64, graph: u64, reached: Vec<u64>) -> Result<(), Error> {
        self.captures += 1;
        let id = self.captures;
        match self.stream(handle)? {
            Some(stream @ Stream { capture: None, .. }) => {
                stream.capture = Some(Capture { id, origin: handle, graph, reached });
                Ok(())
            }
            Some(_) => Err(Error::new(Code::IllegalState, "the stream is being captured already")),
            None => Err(Error::new(Code::StreamCaptureUnsupported, "the default stream cannot be captured")),
        }
    }

    /// Ends the capture that a stream began, for all streams in it, and returns the graph.
    ///
    /// # Errors
    /// If it does not exist, is not being captured or did not begin the capture.
    pub fn end_capture(&mut self, handle: u64) -> Result<u64, Error> {
        let Capture { id, origin, graph, .. } = *self.capture(handle)?;
        if origin != handle {
            let why = "the capture is ended in the stream in which it began";
            return Err(Error::new(Code::StreamCaptureUnmatched, why));
        }
        let all: Vec<u64> = self.streams.iter().map(|(handle, _)| handle).collect();
        for handle in all {
            let stream = self.streams.get_mut(handle)?;
            stream.capture.take_if(|capture| capture.id == id);
        }
        Ok(graph)
    }

    /// The capture of a stream.
    ///
    /// # Errors
    /// If it does not exist or is not being captured.
    pub fn capture(&mut self, stream: u64) -> Result<&mut Capture, Error> {
        let capture = self.stream(stream)?.and_then(|stream| stream.capture.as_mut());
        capture.ok_or_else(|| Error::new(Code::IllegalState, "the stream is not being captured"))
    }

    /// Records an event in a stream that is being captured.
    ///
    /// # Errors
    /// If one does not exist, or the stream is not being captured.
    pub fn record_captured(&mut self, event: u64, stream: u64) -> Result<(), Error> {
        let capture = self.capture(stream)?.clone();
        self.events.get_mut(event)?.captured = Some(capture);
        Ok(())
    }

    /// Makes a stream wait for an event. A stream that waits for a stream that is being captured joins the capture.
    ///
    /// # Errors
    /// If one does not exist, or the two are being captured separately.
    pub fn wait(&mut self, handle: u64, event: u64) -> Result<(), Error> {
        let captured = self.events.get(event)?.captured.clone();
        // An event of a capture that has ended is in the past.
        let captured = captured.filter(|event| {
            self.streams.iter().any(|(_, s)| s.capture.as_ref().is_some_and(|c| c.id == event.id))
        });
        let (Some(event), Some(stream)) = (captured, self.stream(handle)?) else { return Ok(()) };
        match &mut stream.capture {
            None => stream.capture = Some(event),
            Some(capture) if capture.id == event.id => {
                capture.reached.extend(event.reached);
                capture.reached.sort_unstable();
                capture.reached.dedup();
            }
            Some(_) => {
                let why = "the stream and the event are being captured into different graphs";
                return Err(Error::new(Code::StreamCaptureMerge, why));
            }
        }
        Ok(())
    }

    /// Makes an event.
    pub fn create_event(&mut self, flags: u32) -> u64 {
        self.events.insert(Event { flags, time: None, captured: None })
    }

    pub fn destroy_event(&mut self, event: u64) -> Result<(), Error> {
        self.events.remove(event).map(|_| ())
    }

    pub fn event(&self, event: u64) -> Result<&Event, Error> {
        self.events.get(event)
    }

    pub fn record(&mut self, event: u64, now: f64) -> Result<(), Error> {
        let event = self.events.get_mut(event)?;
        (event.time, event.captured) = (Some(now), None);
        self.timed = true;
        Ok(())
    }

    /// Milliseconds between two events.
    ///
    /// # Errors
    /// If one does not exist or was not recorded.
    pub fn elapsed(&self, start: u64, end: u64) -> Result<f32, Error> {
        let time = |event: u64| self.event(event)?.time.ok_or(Error::from(Code::InvalidResourceHandle));
        Ok(((time(end)? - time(start)?) / 1e6) as f32)
    }
}

impl Default for Streams {
    fn default() -> Streams {
        Streams::new()
    }
}
