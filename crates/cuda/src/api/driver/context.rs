//! Contexts. All of them share the one device's memory and modules; what a thread has is its stack of current contexts.

use crate::api::device::check;
use crate::entry::{Locked, driver, driver_guarded, uses_runtime};
use crate::error::{Code, Error};
use crate::host::HostPtr;
use crate::runtime::Runtime;
use libc::c_int;
use std::cell::RefCell;

/// Version of the driver's interface that contexts state.
const API_VERSION: u32 = 3020;
/// Most contexts that a thread can push.
const MOST_PUSHED: usize = 1 << 16;

thread_local! {
    /// Contexts that this thread has pushed; the last is current.
    static CURRENT: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
}

fn push(context: u64) -> Result<(), Error> {
    CURRENT.with_borrow_mut(|stack| {
        if stack.len() >= MOST_PUSHED {
            return Err(Error::new(Code::InvalidContext, "too many contexts are pushed"));
        }
        stack.push(context);
        Ok(())
    })
}

/// The current context of this thread; the runtime makes the primary one current.
pub(super) fn current(runtime: &mut Runtime) -> Option<u64> {
    let top = CURRENT.with_borrow(|stack| stack.last().copied());
    top.or_else(|| uses_runtime().then(|| runtime.driver.primary()))
}

fn require(runtime: &mut Runtime) -> Result<u64, Error> {
    current(runtime).ok_or_else(|| Error::new(Code::InvalidContext, "no context is current in this thread"))
}

/// A context that the program names, or the current one for a null pointer.
fn named(runtime: &mut Runtime, context: u64) -> Result<u64, Error> {
    match context {
        0 => require(runtime),
        _ => runtime.driver.context(context).map(|_| context),
    }
}

fn create(runtime: &mut Runtime, context: HostPtr, flags: u32, device: c_int) -> Result<(), Error> {
    check(device)?;
    context.write_u64(0)?;
    let made = runtime.driver.create_context(flags);
    push(made)?;
    context.write_u64(made)
}

/// Destroys a context. A failure of a kernel ends with it: memory and streams are lost then.
#[unsafe(export_name = "warploom_cuCtxDestroy_v2")]
pub extern "C" fn context_destroy(context: u64) -> c_int {
    driver_guarded("cuCtxDestroy", || {
        let mut locked = Locked::new();
        let runtime = locked.get();
        runtime.driver.destroy_context(context)?;
        if runtime.failed().is_some() {
            runtime.reset();
        }
        CURRENT.with_borrow_mut(|stack| stack.pop_if(|top| *top == context));
        Ok(())
    })
}

#[unsafe(export_name = "warploom_cuDevicePrimaryCtxReset_v2")]
pub extern "C" fn primary_context_reset(device: c_int) -> c_int {
    driver_guarded("cuDevicePrimaryCtxReset", || {
        check(device)?;
        Locked::new().reset();
        Ok(())
    })
}

driver! {
    /// Makes a context, which becomes current.
    fn cuCtxCreate_v2(context: HostPtr, flags: u32, device: c_int) |runtime| { create(runtime, context, flags, device) }

    /// Makes a context, which becomes current. Its part of the SMs is all of them.
    fn cuCtxCreate_v3(context: HostPtr, _parts: HostPtr, _count: c_int, flags: u32, device: c_int) |runtime| {
        create(runtime, context, flags, device)
    }

    /// Makes a context, which becomes current. Its part of the SMs is all of them.
    fn cuCtxCreate_v4(context: HostPtr, _parameters: HostPtr, flags: u32, device: c_int) |runtime| {
        create(runtime, context, flags, device)
    }

    fn cuCtxPushCurrent_v2(context: u64) |runtime| {
        runtime.driver.context(context)?;
        push(context)
    }

    fn cuCtxPopCurrent_v2(context: HostPtr) |runtime| {
        let top = CURRENT.with_borrow_mut(Vec::pop);
        let top = top.ok_or_else(|| Error::new(Code::InvalidContext, "no context is current in this thread"))?;
        if context.is_null() { Ok(()) } else { context.write_u64(top) }
    }

    fn cuCtxSetCurrent(context: u64) |runtime| {
        if context == 0 {
            CURRENT.with_borrow_mut(Vec::pop);
            return Ok(());
        }
        runtime.driver.context(context)?;
        CURRENT.with_borrow_mut(Vec::pop);
        push(context)
    }

    /// The current context; a null pointer if there is none.
    fn cuCtxGetCurrent(context: HostPtr) |runtime| {
        let found = current(runtime).unwrap_or(0);
        context.write_u64(found)
    }

    fn cuCtxGetDevice(device: HostPtr) |runtime| {
        require(runtime)?;
        device.write_int(0)
    }

    fn cuCtxGetDevice_v2(device: HostPtr, context: u64) |runtime| {
        named(runtime, context)?;
        device.write_int(0)
    }

    fn cuCtxGetFlags(flags: HostPtr) |runtime| {
        let context = require(runtime)?;
        flags.write_u32(runtime.driver.context(context)?.flags)
    }

    /// Sets flags of the current context, which say how the host waits.
    fn cuCtxSetFlags(flags: u32) |runtime| {
        let context = require(runtime)?;
        runtime.driver.set_flags(context, flags)
    }

    fn cuCtxGetId(context: u64, id: HostPtr) |runtime| {
        let context = named(runtime, context)?;
        id.write_u64(context)
    }

    fn cuCtxSynchronize() |runtime| { require(runtime).map(|_| ()) }

    fn cuCtxSynchronize_v2(context: u64) |runtime| { named(runtime, context).map(|_| ()) }

    fn cuCtxGetApiVersion(context: u64, version: HostPtr) |runtime| {
        named(runtime, context)?;
        version.write_u32(API_VERSION)
    }

    /// Lets the current context access another's memory: all contexts share the device's.
    fn cuCtxEnablePeerAccess(context: u64, _flags: u32) |runtime| {
        runtime.driver.context(context)?;
        Err(Error::new(Code::PeerAccessUnsupported, "there is only one device"))
    }

    fn cuCtxDisablePeerAccess(context: u64) |runtime| { runtime.driver.context(context).map(|_| ()) }

    fn cuDevicePrimaryCtxRetain(context: HostPtr, device: c_int) |runtime| {
        check(device)?;
        context.write_u64(runtime.driver.primary())?;
        runtime.driver.retained = runtime.driver.retained.saturating_add(1);
        Ok(())
    }

    /// Releases the context that the runtime uses. Its memory stays: the runtime may use it still.
    fn cuDevicePrimaryCtxRelease_v2(device: c_int) |runtime| {
        check(device)?;
        match runtime.driver.retained.checked_sub(1) {
            Some(left) => runtime.driver.retained = left,
            None => return Err(Error::new(Code::InvalidContext, "the primary context is not retained")),
        }
        Ok(())
    }

    fn cuDevicePrimaryCtxSetFlags_v2(device: c_int, flags: u32) |runtime| {
        check(device)?;
        runtime.driver.primary_flags = flags;
        Ok(())
    }

    /// Flags of the context that the runtime uses, and whether it is in use.
    fn cuDevicePrimaryCtxGetState(device: c_int, flags: HostPtr, active: HostPtr) |runtime| {
        check(device)?;
        flags.write_u32(runtime.driver.primary_flags)?;
        active.write_int(c_int::from(runtime.driver.retained > 0 || uses_runtime()))
    }
}
