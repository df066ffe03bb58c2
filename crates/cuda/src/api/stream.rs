//! Streams and events. All work is done when it is submitted, so that nothing is ever waited for.

use crate::entry::api;
use crate::error::{Code, Error};
use crate::host::HostPtr;
use crate::runtime::{Operation, Runtime};
use libc::c_int;

/// Most flags of a stream: `cudaStreamNonBlocking`.
const STREAM_FLAGS: u32 = 1;
/// Most flags of an event: blocking synchronisation, no timing, between processes.
const EVENT_FLAGS: u32 = 7;

/// Flag of records and waits: in a capture, they are nodes of their own.
const EXTERNAL: u32 = 1;

pub(super) fn record(runtime: &mut Runtime, event: u64, stream: u64, flags: u32) -> Result<(), Error> {
    runtime.streams.event(event)?;
    if runtime.streams.captured(stream)? && flags & EXTERNAL == 0 {
        return runtime.streams.record_captured(event, stream);
    }
    runtime.submit(stream, Operation::Record(event)).map(|_| ())
}

pub(super) fn create(
    runtime: &mut Runtime,
    stream: HostPtr,
    flags: u32,
    priority: c_int,
) -> Result<(), Error> {
    if flags > STREAM_FLAGS {
        return Err(Error::new(Code::InvalidValue, format!("{flags:#x} are not flags of a stream")));
    }
    stream.write_u64(0)?;
    stream.write_u64(runtime.streams.create(flags, priority.clamp(-5, 0)))
}

pub(super) fn create_event(runtime: &mut Runtime, event: HostPtr, flags: u32) -> Result<(), Error> {
    if flags > EVENT_FLAGS {
        return Err(Error::new(Code::InvalidValue, format!("{flags:#x} are not flags of an event")));
    }
    event.write_u64(0)?;
    event.write_u64(runtime.streams.create_event(flags))
}

api! {
    /// Makes a stream.
    fn cudaStreamCreate(stream: HostPtr) |runtime| { create(runtime, stream, 0, 0) }

    /// Makes a stream with flags.
    fn cudaStreamCreateWithFlags(stream: HostPtr, flags: u32) |runtime| { create(runtime, stream, flags, 0) }

    /// Makes a stream with a priority, which has no effect: work is done in the order of submission.
    fn cudaStreamCreateWithPriority(stream: HostPtr, flags: u32, priority: c_int) |runtime| {
        create(runtime, stream, flags, priority)
    }

    /// Destroys a stream.
    fn cudaStreamDestroy(stream: u64) |runtime| { runtime.streams.destroy(stream) }

    /// Waits for a stream.
    fn cudaStreamSynchronize(stream: u64) |runtime| { not_captured(runtime, stream) }

    /// Whether a stream has done its work: it has.
    fn cudaStreamQuery(stream: u64) |runtime| { not_captured(runtime, stream) }

    /// Makes a stream wait for an event, which is in the past or, if it was never recorded, is not waited for.
    fn cudaStreamWaitEvent(stream: u64, event: u64, flags: u32) |runtime| {
        runtime.streams.event(event)?;
        if runtime.streams.captured(stream)? && flags & EXTERNAL != 0 {
            return runtime.submit(stream, Operation::Wait(event)).map(|_| ());
        }
        runtime.streams.wait(stream, event)
    }

    /// The flags of a stream.
    fn cudaStreamGetFlags(stream: u64, flags: HostPtr) |runtime| {
        flags.write_u32(runtime.streams.stream(stream)?.map_or(0, |stream| stream.flags))
    }

    /// The priority of a stream.
    fn cudaStreamGetPriority(stream: u64, priority: HostPtr) |runtime| {
        priority.write_int(runtime.streams.stream(stream)?.map_or(0, |stream| stream.priority))
    }

    /// A number of a stream.
    fn cudaStreamGetId(stream: u64, id: HostPtr) |runtime| {
        runtime.streams.stream(stream)?;
        id.write_u64(stream)
    }

    /// The device of a stream.
    fn cudaStreamGetDevice(stream: u64, device: HostPtr) |runtime| {
        runtime.streams.stream(stream)?;
        device.write_int(0)
    }

    /// Gives a stream memory of its own, which changes nothing here.
    fn cudaStreamAttachMemAsync(stream: u64, _address: u64, _bytes: usize, _flags: u32) |runtime| {
        runtime.streams.stream(stream).map(|_| ())
    }

    /// Makes an event.
    fn cudaEventCreate(event: HostPtr) |runtime| {
        create_event(runtime, event, 0)
    }

    /// Makes an event with flags.
    fn cudaEventCreateWithFlags(event: HostPtr, flags: u32) |runtime| {
        create_event(runtime, event, flags)
    }

    /// Destroys an event.
    fn cudaEventDestroy(event: u64) |runtime| { runtime.streams.destroy_event(event) }

    /// Records an event.
    fn cudaEventRecord(event: u64, stream: u64) |runtime| { record(runtime, event, stream, 0) }

    /// Records an event with flags, which matter to graphs only.
    fn cudaEventRecordWithFlags(event: u64, stream: u64, flags: u32) |runtime| { record(runtime, event, stream, flags) }

    /// Waits for an event.
    fn cudaEventSynchronize(event: u64) |runtime| { runtime.streams.event(event).map(|_| ()) }

    /// Whether an event is in the past: it is.
    fn cudaEventQuery(event: u64) |runtime| { runtime.streams.event(event).map(|_| ()) }

    /// Milliseconds between two events: of the simulated machine, if there is one.
    fn cudaEventElapsedTime(milliseconds: HostPtr, start: u64, end: u64) |runtime| {
        milliseconds.write(&runtime.streams.elapsed(start, end)?.to_le_bytes())
    }
}

/// Waiting for a stream that is being captured would be waiting for ever.
pub(super) fn not_captured(runtime: &mut Runtime, stream: u64) -> Result<(), Error> {
    match runtime.streams.captured(stream)? {
        true => Err(Error::new(Code::StreamCaptureUnsupported, "the stream is being captured")),
        false => Ok(()),
    }
}
