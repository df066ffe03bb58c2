//! Streams and events, which are the runtime's.

use super::context::current;
use crate::entry::driver;
use crate::host::HostPtr;

driver! {
    /// Makes a stream wait for an event, which is in the past or, if it was never recorded, is not waited for.
    fn cuStreamWaitEvent(stream: u64, event: u64, _flags: u32) |runtime| {
        runtime.streams.event(event)?;
        runtime.streams.stream(stream).map(|_| ())
    }

    /// The context of a stream: the current one, because streams belong to the device here.
    fn cuStreamGetCtx(stream: u64, context: HostPtr) |runtime| {
        runtime.streams.stream(stream)?;
        let found = current(runtime).unwrap_or_else(|| runtime.driver.primary());
        context.write_u64(found)
    }
}
