//! Start, errors, and the device.

use crate::api::device::{attribute, check};
use crate::entry::{driver, driver_guarded};
use crate::error::{Code, Error, description, driver_name};
use crate::host::HostPtr;
use libc::c_int;

/// Writes the address of a text that lives for ever, or a null pointer and an error.
fn text(to: HostPtr, text: Option<&'static std::ffi::CStr>) -> Result<(), Error> {
    to.write_u64(text.map_or(0, |text| text.as_ptr() as u64))?;
    text.map_or(Err(Code::InvalidValue.into()), |_| Ok(()))
}

#[unsafe(export_name = "warploom_cuGetErrorName")]
pub extern "C" fn get_error_name(code: c_int, name: HostPtr) -> c_int {
    driver_guarded("cuGetErrorName", || text(name, driver_name(code)))
}

#[unsafe(export_name = "warploom_cuGetErrorString")]
pub extern "C" fn get_error_string(code: c_int, string: HostPtr) -> c_int {
    driver_guarded("cuGetErrorString", || text(string, driver_name(code).map(|_| description(code))))
}

/// Starts the driver: there is nothing to start.
#[unsafe(export_name = "warploom_cuInit")]
pub extern "C" fn init(flags: u32) -> c_int {
    driver_guarded("cuInit", || match flags {
        0 => Ok(()),
        _ => Err(Error::new(Code::InvalidValue, format!("{flags:#x} are not flags of cuInit"))),
    })
}

driver! {
    fn cuDeviceGet(device: HostPtr, number: c_int) |runtime| {
        check(number)?;
        device.write_int(number)
    }

    /// Name of a device, cut off if it is longer than `length`.
    fn cuDeviceGetName(name: HostPtr, length: c_int, device: c_int) |runtime| {
        check(device)?;
        let room = usize::try_from(length).ok().filter(|&n| n > 0).ok_or(Code::InvalidValue)?;
        let mut bytes = runtime.device.name().into_bytes();
        bytes.truncate(room - 1);
        bytes.push(0);
        name.write(&bytes)
    }

    /// The first 14 properties of a device, as one structure.
    fn cuDeviceGetProperties(properties: HostPtr, device: c_int) |runtime| {
        check(device)?;
        for number in 1..=14 {
            attribute(runtime, properties.offset(4 * (number as usize - 1))?, number, device)?;
        }
        Ok(())
    }

    fn cuDeviceComputeCapability(major: HostPtr, minor: HostPtr, device: c_int) |runtime| {
        check(device)?;
        let (first, second) = runtime.device.capability(runtime.modules.newest_architecture());
        major.write_u32(first)?;
        minor.write_u32(second)
    }

    fn cuDeviceTotalMem_v2(bytes: HostPtr, device: c_int) |runtime| {
        check(device)?;
        bytes.write_u64(runtime.memory.free_and_total().1)
    }

    /// 16 bytes that identify a device.
    fn cuDeviceGetUuid_v2(id: HostPtr, device: c_int) |runtime| {
        check(device)?;
        id.write(b"warploom-device0")
    }

    /// A property of a pair of devices: there is no pair.
    fn cuDeviceGetP2PAttribute(value: HostPtr, _attribute: c_int, device: c_int, peer: c_int) |runtime| {
        check(device)?;
        check(peer)?;
        value.write_int(0)
    }
}
