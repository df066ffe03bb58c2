//! Streams and events, which are the runtime's.

use super::context::current;
use crate::api::stream::{create, create_event, not_captured, record};
use crate::entry::driver;
use crate::host::HostPtr;
use libc::c_int;

driver! {
    /// Makes a stream.
    fn cuStreamCreate(stream: HostPtr, flags: u32) |runtime| { create(runtime, stream, flags, 0) }

    /// Makes a stream with a priority, which has no effect: work is done in the order of submission.
    fn cuStreamCreateWithPriority(stream: HostPtr, flags: u32, priority: c_int) |runtime| {
        create(runtime, stream, flags, priority)
    }

    /// Destroys a stream.
    fn cuStreamDestroy_v2(stream: u64) |runtime| { runtime.streams.destroy(stream) }

    /// Waits for a stream.
    fn cuStreamSynchronize(stream: u64) |runtime| { not_captured(runtime, stream) }

    /// Whether a stream has done its work: it has.
    fn cuStreamQuery(stream: u64) |runtime| { not_captured(runtime, stream) }

    /// Makes a stream wait for an event, which is in the past or, if it was never recorded, is not waited for.
    fn cuStreamWaitEvent(stream: u64, event: u64, _flags: u32) |runtime| {
        runtime.streams.event(event)?;
        runtime.streams.stream(stream).map(|_| ())
    }

    /// The flags of a stream.
    fn cuStreamGetFlags(stream: u64, flags: HostPtr) |runtime| {
        flags.write_u32(runtime.streams.stream(stream)?.map_or(0, |stream| stream.flags))
    }

    /// The priority of a stream.
    fn cuStreamGetPriority(stream: u64, priority: HostPtr) |runtime| {
        priority.write_int(runtime.streams.stream(stream)?.map_or(0, |stream| stream.priority))
    }

    /// A number of a stream.
    fn cuStreamGetId(stream: u64, id: HostPtr) |runtime| {
        runtime.streams.stream(stream)?;
        id.write_u64(stream)
    }

    /// The device of a stream.
    fn cuStreamGetDevice(stream: u64, device: HostPtr) |runtime| {
        runtime.streams.stream(stream)?;
        device.write_int(0)
    }

    /// The context of a stream: the current one, because streams belong to the device here.
    fn cuStreamGetCtx(stream: u64, context: HostPtr) |runtime| {
        runtime.streams.stream(stream)?;
        let found = current(runtime).unwrap_or_else(|| runtime.driver.primary());
        context.write_u64(found)
    }

    /// Gives a stream memory of its own, which changes nothing here.
    fn cuStreamAttachMemAsync(stream: u64, _address: u64, _bytes: usize, _flags: u32) |runtime| {
        runtime.streams.stream(stream).map(|_| ())
    }

    /// Makes an event.
    fn cuEventCreate(event: HostPtr, flags: u32) |runtime| { create_event(runtime, event, flags) }

    /// Destroys an event.
    fn cuEventDestroy_v2(event: u64) |runtime| { runtime.streams.destroy_event(event) }

    /// Records an event.
    fn cuEventRecord(event: u64, stream: u64) |runtime| { record(runtime, event, stream, 0) }

    /// Records an event with flags, which matter to graphs only.
    fn cuEventRecordWithFlags(event: u64, stream: u64, flags: u32) |runtime| { record(runtime, event, stream, flags) }

    /// Waits for an event.
    fn cuEventSynchronize(event: u64) |runtime| { runtime.streams.event(event).map(|_| ()) }

    /// Whether an event is in the past: it is.
    fn cuEventQuery(event: u64) |runtime| { runtime.streams.event(event).map(|_| ()) }

    /// Milliseconds between two events: of the simulated machine, if there is one.
    fn cuEventElapsedTime(milliseconds: HostPtr, start: u64, end: u64) |runtime| {
        milliseconds.write(&runtime.streams.elapsed(start, end)?.to_le_bytes())
    }
}
