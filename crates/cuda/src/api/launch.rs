//! Launches, attributes of kernels, occupancy.

use super::registration::Dim3;
use crate::entry::api;
use crate::error::{Code, Error};
use crate::host::HostPtr;
use crate::runtime::{KernelHandle, KernelLaunch, LaunchShape, Operation, Runtime};
use libc::c_int;
use warploom_kernel::execute;

/// Bytes of CUDA 13's `cudaFuncAttributes`.
const ATTRIBUTE_BYTES: usize = 144;
/// Bytes of a `cudaLaunchAttribute`.
const LAUNCH_ATTRIBUTE: usize = 72;
/// Number of the launch attribute for a cooperative launch.
const COOPERATIVE: u32 = 2;
/// Number of the launch attribute for clusters.
const CLUSTER: u32 = 4;
/// Most attributes of a launch.
const MOST_ATTRIBUTES: u32 = 64;

/// Reads the arguments of a launch: an array of pointers to them, as many as the kernel has parameters.
pub(super) fn arguments(
    runtime: &mut Runtime,
    kernel: KernelHandle,
    list: HostPtr,
) -> Result<Vec<Vec<u8>>, Error> {
    let ready = runtime.ready(kernel)?;
    let parameters = (0..).zip(ready.program.entry().parameters());
    parameters.map(|(i, param)| list.offset(8 * i)?.read_pointer()?.read(param.size as usize)).collect()
}

pub(super) fn launch(
    runtime: &mut Runtime,
    function: HostPtr,
    shape: LaunchShape,
    arguments: HostPtr,
    cooperative: bool,
) -> Result<(), Error> {
    let kernel = runtime.modules.handle(function)?;
    let arguments = self::arguments(runtime, kernel, arguments)?;
    let launch = KernelLaunch { kernel, shape, cooperative, arguments };
    runtime.submit(shape.stream, Operation::Launch(launch)).map(|_| ())
}

/// Whether the attributes of a launch make it cooperative.
pub(super) fn cooperative(attributes: HostPtr, count: u32) -> Result<bool, Error> {
    if count > MOST_ATTRIBUTES {
        return Err(Error::new(Code::InvalidValue, format!("a launch has no {count} attributes")));
    }
    let mut cooperative = false;
    for i in 0..count as usize {
        let at = attributes.offset(LAUNCH_ATTRIBUTE * i)?;
        let value = at.offset(8)?;
        match at.read_u32()? {
            COOPERATIVE => cooperative = value.read_u32()? != 0,
            CLUSTER => {
                let size = [value.read_u32()?, value.offset(4)?.read_u32()?, value.offset(8)?.read_u32()?];
                if size.iter().any(|&n| n > 1) {
                    let [x, y, z] = size;
                    let why = format!("clusters of {x}x{y}x{z} CTAs are not modelled");
                    return Err(Error::new(Code::NotSupported, why));
                }
            }
            _ => {}
        }
    }
    Ok(cooperative)
}

/// Numbers of a kernel that programs ask for.
pub(super) struct FunctionAttributes {
    /// Bytes of static shared memory.
    pub shared: u32,
    /// Bytes of local memory per thread.
    pub local: u64,
    /// Most threads per CTA.
    pub threads: u32,
    /// Registers per thread.
    pub registers: u32,
    /// Version of the PTX: 75 for compute_75.
    pub version: u32,
    /// Most bytes of dynamic shared memory per CTA.
    pub dynamic: u32,
}

pub(super) fn attributes(runtime: &mut Runtime, function: HostPtr) -> Result<FunctionAttributes, Error> {
    let kernel = runtime.modules.handle(function)?;
    let newest = runtime.modules.newest_architecture();
    let ready = runtime.ready(kernel)?;
    let (major, minor) = runtime.device.capability(newest);
    let dynamic = runtime.dynamic_shared(kernel)?;
    let program = &ready.program;
    Ok(FunctionAttributes {
        shared: program.shared(),
        local: program.local().into(),
        threads: program.threads(),
        registers: program.registers(),
        version: 10 * major + minor,
        dynamic,
    })
}

pub(super) fn set_attribute(
    runtime: &mut Runtime,
    function: HostPtr,
    attribute: c_int,
    value: c_int,
) -> Result<(), Error> {
    let kernel = runtime.modules.handle(function)?;
    match attribute {
        8 => {
            let most = runtime.device.most_shared();
            let value = u32::try_from(value).ok().filter(|&bytes| bytes <= most).ok_or_else(|| {
                Error::new(
                    Code::InvalidValue,
                    format!("a CTA has at most {most} bytes of shared memory, not {value}"),
                )
            })?;
            runtime.modules.kernel_mut(kernel)?.dynamic_shared = Some(value);
            Ok(())
        }
        9..=15 => Ok(()),
        _ => Err(Error::new(Code::InvalidValue, format!("there is no attribute {attribute}"))),
    }
}

/// Bytes of dynamic shared memory per CTA with which an SM holds `ctas` CTAs.
pub(super) fn available_shared(runtime: &mut Runtime, function: HostPtr, ctas: c_int) -> Result<u32, Error> {
    let kernel = runtime.modules.handle(function)?;
    let fixed = runtime.ready(kernel)?.program.shared();
    let ctas = u32::try_from(ctas).ok().filter(|&ctas| ctas > 0).ok_or(Code::InvalidValue)?;
    let each = runtime.device.machine.sm.as_ref().map_or(0, |sm| sm.shared) / ctas;
    Ok(each.min(runtime.device.most_shared()).saturating_sub(fixed))
}

/// CTAs of a kernel that an SM holds.
pub(super) fn occupancy(
    runtime: &mut Runtime,
    function: HostPtr,
    threads: c_int,
    shared: usize,
) -> Result<u32, Error> {
    let kernel = runtime.modules.handle(function)?;
    let ready = runtime.ready(kernel)?;
    let threads = u32::try_from(threads).ok().filter(|&threads| threads > 0).ok_or(Code::InvalidValue)?;
    let shared = u32::try_from(shared).map_err(|_| Error::from(Code::InvalidValue))?;
    if threads > 1024 {
        return Ok(0);
    }
    let launch = execute::Launch { shared, ..execute::Launch::new([1; 3], [threads, 1, 1]) };
    Ok(runtime.ctas_per_sm(&ready, &launch))
}

api! {
    fn __cudaLaunchKernel(kernel: HostPtr, grid: Dim3, block: Dim3, arguments: HostPtr, shared: usize, stream: u64) |runtime| {
        launch(runtime, kernel, LaunchShape { grid: grid.size, block: block.size, shared, stream }, arguments, false)
    }

    fn cudaLaunchKernel(function: HostPtr, grid: Dim3, block: Dim3, arguments: HostPtr, shared: usize, stream: u64) |runtime| {
        launch(runtime, function, LaunchShape { grid: grid.size, block: block.size, shared, stream }, arguments, false)
    }

    /// Launches a kernel whose CTAs all run at once.
    fn cudaLaunchCooperativeKernel(function: HostPtr, grid: Dim3, block: Dim3, arguments: HostPtr, shared: usize, stream: u64) |runtime| {
        launch(runtime, function, LaunchShape { grid: grid.size, block: block.size, shared, stream }, arguments, true)
    }

    fn cudaLaunchKernelExC(config: HostPtr, function: HostPtr, arguments: HostPtr) |runtime| {
        let numbers = config.read_array::<24>()?;
        let number = |at: usize| u32::from_le_bytes([numbers[at], numbers[at + 1], numbers[at + 2], numbers[at + 3]]);
        let (grid, block) = ([number(0), number(4), number(8)], [number(12), number(16), number(20)]);
        let shared = config.offset(24)?.read_u64()? as usize;
        let stream = config.offset(32)?.read_u64()?;
        let attributes = config.offset(40)?.read_pointer()?;
        let count = config.offset(48)?.read_u32()?;
        let cooperative = cooperative(attributes, count)?;
        launch(runtime, function, LaunchShape { grid, block, shared, stream }, arguments, cooperative)
    }

    fn cudaFuncGetAttributes(attributes: HostPtr, function: HostPtr) |runtime| {
        let found = self::attributes(runtime, function)?;
        let mut bytes = [0; ATTRIBUTE_BYTES];
        let mut long = |at: usize, value: u64| bytes[at..at + 8].copy_from_slice(&value.to_le_bytes());
        long(0, found.shared.into()); // sharedSizeBytes
        long(16, found.local); // localSizeBytes
        let ints = [found.threads, found.registers, found.version, found.version, 0, found.dynamic];
        for (i, value) in ints.iter().enumerate() {
            bytes[24 + 4 * i..28 + 4 * i].copy_from_slice(&value.to_le_bytes());
        }
        attributes.write(&bytes)
    }

    fn cudaFuncGetName(name: HostPtr, function: HostPtr) = cuFuncGetName |runtime| {
        let kernel = runtime.modules.handle(function)?;
        name.write_u64(runtime.modules.name(kernel)?)
    }

    fn cudaFuncGetParamInfo(function: HostPtr, index: usize, offset: HostPtr, bytes: HostPtr) = cuFuncGetParamInfo |runtime| {
        let kernel = runtime.modules.handle(function)?;
        let ready = runtime.ready(kernel)?;
        let wrong = || Error::new(Code::InvalidValue, format!("the kernel has no parameter {index}"));
        let parameters = ready.program.entry().parameters();
        let param = parameters.get(index).ok_or_else(wrong)?;
        offset.write_u64(param.offset.into())?;
        if bytes.is_null() { Ok(()) } else { bytes.write_u64(param.size.into()) }
    }

    fn cudaFuncGetParamCount(function: HostPtr, count: HostPtr) = cuFuncGetParamCount |runtime| {
        let kernel = runtime.modules.handle(function)?;
        let ready = runtime.ready(kernel)?;
        count.write_u64(ready.program.entry().parameters().len() as u64)
    }

    /// Sets an attribute of a kernel: the most dynamic shared memory matters.
    fn cudaFuncSetAttribute(function: HostPtr, attribute: c_int, value: c_int) = cuFuncSetAttribute |runtime| {
        set_attribute(runtime, function, attribute, value)
    }

    /// Asks for a division of L1 and shared memory for a kernel: the machine decides.
    fn cudaFuncSetCacheConfig(function: HostPtr, _config: c_int) = cuFuncSetCacheConfig |runtime| {
        runtime.modules.handle(function).map(|_| ())
    }

    /// Asks for a width of the banks of shared memory for a kernel: the machine decides.
    fn cudaFuncSetSharedMemConfig(function: HostPtr, _config: c_int) = cuFuncSetSharedMemConfig |runtime| {
        runtime.modules.handle(function).map(|_| ())
    }

    fn cudaGetFuncBySymbol(handle: HostPtr, function: HostPtr) |runtime| {
        handle.write_u64(runtime.modules.handle(function)?)
    }

    fn cudaGetKernel(handle: HostPtr, function: HostPtr) = cuKernelGetFunction |runtime| {
        handle.write_u64(runtime.modules.handle(function)?)
    }

    fn cudaOccupancyMaxActiveBlocksPerMultiprocessor(count: HostPtr, function: HostPtr, threads: c_int, shared: usize) = cuOccupancyMaxActiveBlocksPerMultiprocessor |runtime| {
        let ctas = occupancy(runtime, function, threads, shared)?;
        count.write_u32(ctas)
    }

    fn cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(count: HostPtr, function: HostPtr, threads: c_int, shared: usize, _flags: u32) = cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags |runtime| {
        let ctas = occupancy(runtime, function, threads, shared)?;
        count.write_u32(ctas)
    }

    fn cudaOccupancyAvailableDynamicSMemPerBlock(bytes: HostPtr, function: HostPtr, ctas: c_int, _threads: c_int) = cuOccupancyAvailableDynamicSMemPerBlock |runtime| {
        let available = available_shared(runtime, function, ctas)?;
        bytes.write_u64(available.into())
    }
}
