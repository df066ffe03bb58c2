//! Operations of nodes, from CUDA's structures.

use crate::api::launch::arguments;
use crate::api::memory::{direction, linear, part_of_variable};
use crate::api::texture::copy_of;
use crate::error::{Code, Error};
use crate::host::HostPtr;
use crate::runtime::texture::{int, long};
use crate::runtime::{Fill, HostCall, KernelLaunch, LaunchShape, Operation, Runtime};
use libc::c_int;

/// Where the parameters are in a `cudaGraphNodeParams`.
pub(super) const PARAMETERS: usize = 16;

/// The launch that a `cudaKernelNodeParams` describes.
pub(super) fn kernel_of(runtime: &mut Runtime, parameters: HostPtr) -> Result<Operation, Error> {
    let bytes: [u8; 56] = parameters.read_array()?;
    let kernel = runtime.modules.handle(HostPtr(long(&bytes, 0) as usize))?;
    let three = |at: usize| [int(&bytes, at), int(&bytes, at + 4), int(&bytes, at + 8)];
    let shape = LaunchShape { grid: three(8), block: three(20), shared: int(&bytes, 32) as usize, stream: 0 };
    let (list, extra) = (long(&bytes, 40), long(&bytes, 48));
    if list == 0 && extra != 0 {
        let why = "arguments in one buffer (`extra`) are not read: pass `kernelParams`";
        return Err(Error::new(Code::NotSupported, why));
    }
    let arguments = arguments(runtime, kernel, HostPtr(list as usize))?;
    Ok(Operation::Launch(KernelLaunch { kernel, shape, cooperative: false, arguments }))
}

/// The fill that a `cudaMemsetParams` describes.
pub(super) fn fill_of(parameters: HostPtr) -> Result<Operation, Error> {
    let bytes: [u8; 40] = parameters.read_array()?;
    let size = |at: usize| long(&bytes, at) as usize;
    let unit = int(&bytes, 20) as usize;
    let width = size(24).checked_mul(unit).ok_or(Code::InvalidValue)?;
    let (at, pitch, rows) = (HostPtr(size(0)), size(8), size(32));
    let extent = [width, rows, 1];
    Ok(Operation::Fill(Fill { at, pitch, rows, extent, value: int(&bytes, 16), width: unit }))
}

/// The call that a `cudaHostNodeParams` describes.
pub(super) fn call_of(parameters: HostPtr) -> Result<Operation, Error> {
    let (function, data) = (parameters.read_pointer()?, parameters.offset(8)?.read_pointer()?);
    Ok(Operation::Call(HostCall { function, data, stream: None }))
}

pub(super) fn boxed(runtime: &Runtime, parameters: HostPtr) -> Result<Operation, Error> {
    copy_of(runtime, parameters).map(Operation::Copy)
}

pub(super) fn straight(to: HostPtr, from: HostPtr, bytes: usize, kind: c_int) -> Result<Operation, Error> {
    direction(kind)?;
    Ok(linear(to, from, bytes))
}

pub(super) fn to_symbol(
    runtime: &mut Runtime,
    symbol: HostPtr,
    from: HostPtr,
    bytes: usize,
    offset: usize,
    kind: c_int,
) -> Result<Operation, Error> {
    let to = part_of_variable(runtime, symbol, offset, bytes)?;
    straight(to, from, bytes, kind)
}

pub(super) fn from_symbol(
    runtime: &mut Runtime,
    to: HostPtr,
    symbol: HostPtr,
    bytes: usize,
    offset: usize,
    kind: c_int,
) -> Result<Operation, Error> {
    let from = part_of_variable(runtime, symbol, offset, bytes)?;
    straight(to, from, bytes, kind)
}

/// Memory that a `cudaMemAllocNodeParams` asks for; the address is written to it.
pub(super) fn allocation_of(runtime: &mut Runtime, parameters: HostPtr) -> Result<Operation, Error> {
    let bytes = parameters.offset(104)?.read_u64()?;
    let (address, operation) = runtime.reserve_for_node(bytes)?;
    parameters.offset(112)?.write_u64(address)?;
    Ok(operation)
}

/// The operation that a `cudaGraphNodeParams` describes; none for a graph.
pub(super) fn operation_of(runtime: &mut Runtime, parameters: HostPtr) -> Result<Option<Operation>, Error> {
    let at = parameters.offset(PARAMETERS)?;
    let operation = match parameters.read_u32()? {
        0 => kernel_of(runtime, at)?,
        1 => boxed(runtime, at.offset(16)?)?,
        2 => fill_of(at)?,
        3 => call_of(at)?,
        4 => return Ok(None),
        5 => Operation::Nothing,
        6 => Operation::Wait(event_of(runtime, at.read_u64()?)?),
        7 => Operation::Record(event_of(runtime, at.read_u64()?)?),
        10 => allocation_of(runtime, at)?,
        11 => Operation::Free(at.read_u64()?),
        13 => return Err(Error::new(Code::NotSupported, "conditional nodes are not modelled")),
        kind => return Err(Error::new(Code::NotSupported, format!("nodes of kind {kind} are not modelled"))),
    };
    Ok(Some(operation))
}

pub(super) fn event_of(runtime: &Runtime, event: u64) -> Result<u64, Error> {
    runtime.streams.event(event).map(|_| event)
}
