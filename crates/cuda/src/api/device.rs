//! The device: its number, properties, limits and errors.

use crate::entry::{Locked, api, guarded, last_error};
use crate::error::{self, Code, Error};
use crate::host::HostPtr;
use crate::runtime::Runtime;
use libc::{c_char, c_int};

/// CUDA's version, as the runtime and the driver state it: 13.4.
pub(super) const VERSION: c_int = 13040;

/// The device's place on the bus.
const BUS_ID: &str = "0000:01:00.0";

/// Checks that a device exists: there is one.
pub(super) fn check(device: c_int) -> Result<(), Error> {
    match device {
        0 => Ok(()),
        _ => {
            Err(Error::new(Code::InvalidDevice, format!("there is no device {device}: Warploom has one, 0")))
        }
    }
}

/// The last error of this thread, which is cleared.
#[unsafe(export_name = "warploom_cudaGetLastError")]
pub extern "C" fn get_last_error() -> c_int {
    last_error(true)
}

#[unsafe(export_name = "warploom_cudaPeekAtLastError")]
pub extern "C" fn peek_at_last_error() -> c_int {
    last_error(false)
}

#[unsafe(export_name = "warploom_cudaGetErrorName")]
pub extern "C" fn get_error_name(code: c_int) -> *const c_char {
    error::name(code).as_ptr()
}

#[unsafe(export_name = "warploom_cudaGetErrorString")]
pub extern "C" fn get_error_string(code: c_int) -> *const c_char {
    error::description(code).as_ptr()
}

#[unsafe(export_name = "warploom_cudaDeviceReset")]
pub extern "C" fn device_reset() -> c_int {
    guarded("cudaDeviceReset", || {
        Locked::new().reset();
        Ok(())
    })
}

pub(super) fn attribute(
    runtime: &Runtime,
    value: HostPtr,
    attribute: c_int,
    device: c_int,
) -> Result<(), Error> {
    check(device)?;
    let newest = runtime.modules.newest_architecture();
    let unknown = || Error::new(Code::InvalidValue, format!("there is no attribute {attribute}"));
    value.write_int(runtime.device.attribute(attribute, newest).ok_or_else(unknown)?)
}

/// Limits that a program can set, by CUDA's number.
pub(super) fn limit(runtime: &mut Runtime, limit: c_int) -> Result<&mut u64, Error> {
    match limit {
        0 => Ok(&mut runtime.limits.stack),
        1..=6 => Ok(&mut runtime.other_limits[limit as usize]),
        _ => Err(Error::new(Code::InvalidValue, format!("there is no limit {limit}"))),
    }
}

/// Number of the limit of the device heap.
const HEAP: c_int = 2;

api! {
    /// Number of devices: one.
    fn cudaGetDeviceCount(count: HostPtr) = cuDeviceGetCount |runtime| { count.write_int(1) }

    /// The current device: the only one.
    fn cudaGetDevice(device: HostPtr) |runtime| { device.write_int(0) }

    fn cudaSetDevice(device: c_int) |runtime| { check(device) }

    fn cudaInitDevice(device: c_int, _device_flags: u32, _flags: u32) |runtime| { check(device) }

    fn cudaSetValidDevices(devices: HostPtr, count: c_int) |runtime| {
        match count {
            0 => Ok(()),
            1 => check(devices.read_u32()? as c_int),
            _ => Err(Code::InvalidValue.into()),
        }
    }

    /// The device that fits best: the only one.
    fn cudaChooseDevice(device: HostPtr, _properties: HostPtr) |runtime| { device.write_int(0) }

    fn cudaGetDeviceFlags(flags: HostPtr) |runtime| { flags.write_u32(8) }

    /// Sets flags of the device, which say how the host waits.
    fn cudaSetDeviceFlags(_flags: u32) |runtime| { Ok(()) }

    fn cudaGetDeviceProperties(properties: HostPtr, device: c_int) |runtime| {
        check(device)?;
        let newest = runtime.modules.newest_architecture();
        properties.write(&runtime.device.properties(newest))
    }

    fn cudaDeviceGetAttribute(value: HostPtr, attribute: c_int, device: c_int) = cuDeviceGetAttribute |runtime| {
        self::attribute(runtime, value, attribute, device)
    }

    fn cudaDeviceSynchronize() |runtime| { Ok(()) }

    fn cudaDriverGetVersion(version: HostPtr) = cuDriverGetVersion |runtime| { version.write_int(VERSION) }

    fn cudaRuntimeGetVersion(version: HostPtr) |runtime| { version.write_int(VERSION) }

    fn cudaDeviceGetLimit(value: HostPtr, limit: c_int) = cuCtxGetLimit |runtime| {
        value.write_u64(*self::limit(runtime, limit)?)
    }

    /// Sets a limit of kernels: the stack and the heap matter.
    fn cudaDeviceSetLimit(limit: c_int, value: usize) = cuCtxSetLimit |runtime| {
        *self::limit(runtime, limit)? = value as u64;
        if limit == HEAP {
            runtime.memory.kernel.set_heap_limit(value as u64);
        }
        Ok(())
    }

    fn cudaMemGetInfo(free: HostPtr, total: HostPtr) = cuMemGetInfo_v2 |runtime| {
        let (left, all) = runtime.memory.free_and_total();
        free.write_u64(left)?;
        total.write_u64(all)
    }

    /// How L1 and shared memory are divided: the machine decides.
    fn cudaDeviceGetCacheConfig(config: HostPtr) = cuCtxGetCacheConfig |runtime| { config.write_int(0) }

    /// Asks for a division of L1 and shared memory: the machine decides.
    fn cudaDeviceSetCacheConfig(_config: c_int) = cuCtxSetCacheConfig |runtime| { Ok(()) }

    /// Width of the banks of shared memory: 4 bytes.
    fn cudaDeviceGetSharedMemConfig(config: HostPtr) = cuCtxGetSharedMemConfig |runtime| { config.write_int(1) }

    /// Asks for a width of the banks of shared memory: the machine decides.
    fn cudaDeviceSetSharedMemConfig(_config: c_int) = cuCtxSetSharedMemConfig |runtime| { Ok(()) }

    fn cudaDeviceGetStreamPriorityRange(least: HostPtr, greatest: HostPtr) = cuCtxGetStreamPriorityRange |runtime| {
        if !least.is_null() {
            least.write_int(0)?;
        }
        if greatest.is_null() { Ok(()) } else { greatest.write_int(-5) }
    }

    /// Whether a device can access another's memory: there is no other.
    fn cudaDeviceCanAccessPeer(can: HostPtr, device: c_int, peer: c_int) = cuDeviceCanAccessPeer |runtime| {
        check(device)?;
        check(peer)?;
        can.write_int(0)
    }

    /// Lets a device access another's memory: there is no other.
    fn cudaDeviceEnablePeerAccess(peer: c_int, _flags: u32) |runtime| {
        check(peer)?;
        Err(Error::new(Code::PeerAccessUnsupported, "there is only one device"))
    }

    fn cudaDeviceDisablePeerAccess(peer: c_int) |runtime| { check(peer) }

    fn cudaDeviceGetPCIBusId(text: HostPtr, length: c_int, device: c_int) = cuDeviceGetPCIBusId |runtime| {
        check(device)?;
        let length = usize::try_from(length).map_err(|_| Error::from(Code::InvalidValue))?;
        if length <= BUS_ID.len() {
            return Err(Code::InvalidValue.into());
        }
        text.write(format!("{BUS_ID}\0").as_bytes())
    }

    fn cudaDeviceGetByPCIBusId(device: HostPtr, text: HostPtr) = cuDeviceGetByPCIBusId |runtime| {
        if text.read_text()? == BUS_ID { device.write_int(0) } else { Err(Code::InvalidDevice.into()) }
    }

    /// Starts a profiler: there is none.
    fn cudaProfilerStart() = cuProfilerStart |runtime| { Ok(()) }

    /// Stops a profiler: there is none.
    fn cudaProfilerStop() = cuProfilerStop |runtime| { Ok(()) }
}
