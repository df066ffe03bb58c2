//! Calls of the program's functions by a stream.

use crate::entry::{Locked, guarded};
use crate::error::{Code, Error};
use crate::host::HostPtr;
use crate::runtime::{HostCall, Operation, Runtime};
use libc::c_int;

/// Submits operations to a stream, one after the other. The runtime is not held while a function of the program runs: it may call the
/// runtime itself.
pub(super) fn submit(function: &str, stream: u64, operations: Vec<Operation>) -> c_int {
    guarded(function, || perform(stream, operations))
}

/// Submits operations to a stream as [`submit`] does.
pub(super) fn perform(stream: u64, operations: Vec<Operation>) -> Result<(), Error> {
    for operation in operations {
        let call = {
            let mut locked = Locked::new();
            let runtime = locked.get();
            if let Some(code) = runtime.failed() {
                return Err(code.into());
            }
            runtime.submit(stream, operation)?
        };
        call.map_or(Ok(()), make)?;
    }
    Ok(())
}

/// Calls `body` with the runtime, and then the functions of the program that it returns without holding the runtime.
pub(super) fn with_calls(
    function: &str,
    body: impl FnOnce(&mut Runtime) -> Result<Vec<HostCall>, Error>,
) -> c_int {
    guarded(function, || {
        let calls = {
            let mut locked = Locked::new();
            let runtime = locked.get();
            match runtime.failed() {
                Some(code) => return Err(code.into()),
                None => body(runtime)?,
            }
        };
        calls.into_iter().try_for_each(make)
    })
}

/// Calls a function of the program.
pub(super) fn make(HostCall { function, data, stream }: HostCall) -> Result<(), Error> {
    if function.is_null() {
        return Err(Error::new(Code::InvalidValue, "there is no function to call"));
    }
    match stream {
        None => {
            // SAFETY: the program passed the address as one of a function of this type, which is what the function is for. That it
            // is one cannot be checked; a program that passes another address calls it itself, as with NVIDIA's runtime.
            let call: extern "C" fn(usize) = unsafe { std::mem::transmute(function.0) };
            call(data.0);
        }
        Some(stream) => {
            // SAFETY: as above, for a callback of a stream.
            let call: extern "C" fn(u64, c_int, usize) = unsafe { std::mem::transmute(function.0) };
            call(stream, 0, data.0);
        }
    }
    Ok(())
}

/// Calls a function of the program when the stream gets there: now.
#[unsafe(export_name = "warploom_cudaLaunchHostFunc")]
pub extern "C" fn launch_host_function(stream: u64, function: HostPtr, data: HostPtr) -> c_int {
    let call = HostCall { function, data, stream: None };
    submit("cudaLaunchHostFunc", stream, vec![Operation::Call(call)])
}

/// Calls a callback of the program when the stream gets there: now.
#[unsafe(export_name = "warploom_cudaStreamAddCallback")]
pub extern "C" fn stream_add_callback(stream: u64, function: HostPtr, data: HostPtr, _flags: u32) -> c_int {
    let call = HostCall { function, data, stream: Some(stream) };
    submit("cudaStreamAddCallback", stream, vec![Operation::Call(call)])
}
