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
    fn cudaStreamCreate(stream: HostPtr) |runtime| { create(runtime, stream, 0, 0) }

    fn cudaStreamCreateWithFlags(stream: HostPtr, flags: u32) = cuStreamCreate |runtime| { create(runtime, stream, flags, 0) }

    /// Makes a stream with a priority, which has no effect: work is done in the order of submission.
    fn cudaStreamCreateWithPriority(stream: HostPtr, flags: u32, priority: c_int) = cuStreamCreateWithPriority |runtime| {
        create(runtime, stream, flags, priority)
    }

    fn cudaStreamDestroy(stream: u64) = cuStreamDestroy_v2 |runtime| { runtime.streams.destroy(stream) }

    fn cudaStreamSynchronize(stream: u64) = cuStreamSynchronize |runtime| { not_captured(runtime, stream) }

    /// Whether a stream has done its work: it has.
    fn cudaStreamQuery(stream: u64) = cuStreamQuery |runtime| { not_captured(runtime, stream) }

    /// Makes a stream wait for an event, which is in the past or, if it was never recorded, is not waited for.
    fn cudaStreamWaitEvent(stream: u64, event: u64, flags: u32) |runtime| {
        runtime.streams.event(event)?;
        if runtime.streams.captured(stream)? && flags & EXTERNAL != 0 {
            return runtime.submit(stream, Operation::Wait(event)).map(|_| ());
        }
        runtime.streams.wait(stream, event)
    }

    fn cudaStreamGetFlags(stream: u64, flags: HostPtr) = cuStreamGetFlags |runtime| {
        flags.write_u32(runtime.streams.stream(stream)?.map_or(0, |stream| stream.flags))
    }

    fn cudaStreamGetPriority(stream: u64, priority: HostPtr) = cuStreamGetPriority |runtime| {
        priority.write_int(runtime.streams.stream(stream)?.map_or(0, |stream| stream.priority))
    }

    fn cudaStreamGetId(stream: u64, id: HostPtr) = cuStreamGetId |runtime| {
        runtime.streams.stream(stream)?;
        id.write_u64(stream)
    }

    fn cudaStreamGetDevice(stream: u64, device: HostPtr) = cuStreamGetDevice |runtime| {
        runtime.streams.stream(stream)?;
        device.write_int(0)
    }

    /// Gives a stream memory of its own, which changes nothing here.
    fn cudaStreamAttachMemAsync(stream: u64, _address: u64, _bytes: usize, _flags: u32) = cuStreamAttachMemAsync |runtime| {
        runtime.streams.stream(stream).map(|_| ())
    }

    fn cudaEventCreate(event: HostPtr) |runtime| {
        create_event(runtime, event, 0)
    }

    fn cudaEventCreateWithFlags(event: HostPtr, flags: u32) = cuEventCreate |runtime| {
        create_event(runtime, event, flags)
    }

    fn cudaEventDestroy(event: u64) = cuEventDestroy_v2 |runtime| { runtime.streams.destroy_event(event) }

    fn cudaEventRecord(event: u64, stream: u64) = cuEventRecord |runtime| { record(runtime, event, stream, 0) }

    /// Records an event with flags, which matter to graphs only.
    fn cudaEventRecordWithFlags(event: u64, stream: u64, flags: u32) = cuEventRecordWithFlags |runtime| { record(runtime, event, stream, flags) }

    fn cudaEventSynchronize(event: u64) = cuEventSynchronize |runtime| { runtime.streams.event(event).map(|_| ()) }

    /// Whether an event is in the past: it is.
    fn cudaEventQuery(event: u64) = cuEventQuery |runtime| { runtime.streams.event(event).map(|_| ()) }

    /// Milliseconds between two events: of the simulated machine, if there is one.
    fn cudaEventElapsedTime(milliseconds: HostPtr, start: u64, end: u64) = cuEventElapsedTime |runtime| {
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
