//! Launches, attributes of kernels, occupancy.

use crate::api::call::perform;
use crate::api::launch::{arguments, attributes, cooperative, occupancy, set_attribute};
use crate::entry::{Locked, driver, driver_guarded};
use crate::error::{Code, Error};
use crate::host::HostPtr;
use crate::runtime::{HostCall, KernelHandle, KernelLaunch, LaunchShape, Operation, Runtime};
use libc::c_int;

/// Words of the list that passes all arguments in one buffer.
const END: u64 = 0;
const BUFFER: u64 = 1;
const BUFFER_BYTES: u64 = 2;
/// Most words of that list.
const MOST_WORDS: usize = 16;
/// Threads of a warp.
const WARP: u32 = 32;
/// Most threads of a CTA.
const MOST_THREADS: u32 = 1024;

/// Reads arguments that lie in one buffer, at the offsets of the kernel's parameters.
fn buffered(runtime: &mut Runtime, kernel: KernelHandle, list: HostPtr) -> Result<Vec<Vec<u8>>, Error> {
    let (mut buffer, mut length) = (HostPtr::NULL, 0);
    for i in (0..MOST_WORDS).step_by(2) {
        let word = list.offset(8 * i)?;
        let value = || word.offset(8)?.read_pointer();
        match word.read_u64()? {
            END => break,
            BUFFER => buffer = value()?,
            BUFFER_BYTES => length = value()?.read_u64()?,
            other => {
                return Err(Error::new(
                    Code::InvalidValue,
                    format!("{other:#x} is not a word of a list of arguments"),
                ));
            }
        }
    }
    let ready = runtime.ready(kernel)?;
    let parameters = ready.program.entry().parameters();
    let read = |(offset, size): (u32, u32)| {
        if u64::from(offset) + u64::from(size) > length {
            let why = format!("the buffer of {length} bytes ends before the argument at byte {offset}");
            return Err(Error::new(Code::InvalidValue, why));
        }
        buffer.offset(offset as usize)?.read(size as usize)
    };
    parameters.iter().map(|param| read((param.offset, param.size))).collect()
}

fn launch(
    runtime: &mut Runtime,
    function: HostPtr,
    shape: LaunchShape,
    (list, extra): (HostPtr, HostPtr),
    cooperative: bool,
) -> Result<(), Error> {
    let kernel = runtime.modules.handle(function)?;
    let arguments = match (list.is_null(), extra.is_null()) {
        (false, false) => {
            return Err(Error::new(Code::InvalidValue, "arguments are passed in two ways at once"));
        }
        (true, false) => buffered(runtime, kernel, extra)?,
        _ => arguments(runtime, kernel, list)?,
    };
    let launch = KernelLaunch { kernel, shape, cooperative, arguments };
    runtime.submit(shape.stream, Operation::Launch(launch)).map(|_| ())
}

fn attribute(runtime: &mut Runtime, value: HostPtr, number: c_int, function: HostPtr) -> Result<(), Error> {
    let found = attributes(runtime, function)?;
    let answer = match number {
        0 => found.threads,
        1 => found.shared,
        3 => u32::try_from(found.local).unwrap_or(u32::MAX),
        4 => found.registers,
        5 | 6 => found.version,
        8 => found.dynamic,
        9 => u32::MAX, // the carveout: the default
        2 | 7 | 10..=15 => 0,
        _ => return Err(Error::new(Code::InvalidValue, format!("there is no attribute {number}"))),
    };
    value.write_u32(answer)
}

/// The number of threads per CTA with which an SM holds most threads, and the CTAs that fill the device. `shared` gives the bytes
/// of dynamic shared memory for a number of threads.
fn best_block(function: HostPtr, shared: impl Fn(u32) -> usize, limit: c_int) -> Result<(u32, u32), Error> {
    let most = {
        let mut locked = Locked::new();
        let runtime = locked.get();
        let most = attributes(runtime, function)?.threads.min(MOST_THREADS);
        if limit > 0 { most.min(limit as u32) } else { most }
    };
    let (mut best, mut grid) = (0, 0);
    let mut threads = most;
    while threads > 0 {
        let bytes = shared(threads);
        let mut locked = Locked::new();
        let runtime = locked.get();
        let ctas = occupancy(runtime, function, threads as c_int, bytes)?;
        if ctas * threads > best * grid / runtime.device.machine.cores().max(1) {
            (best, grid) = (threads, ctas * runtime.device.machine.cores());
        }
        threads = threads.saturating_sub(1) / WARP * WARP;
    }
    Ok((grid, best))
}

fn potential_block(
    grid: HostPtr,
    block: HostPtr,
    function: HostPtr,
    callback: HostPtr,
    shared: usize,
    limit: c_int,
) -> Result<(), Error> {
    let (ctas, threads) = best_block(
        function,
        |threads| match callback {
            HostPtr::NULL => shared,
            HostPtr(address) => {
                // SAFETY: the program passed the address as one of a function of this type, which is what the argument is for.
                // That it is one cannot be checked; a program that passes another address calls it itself.
                let call: extern "C" fn(c_int) -> usize = unsafe { std::mem::transmute(address) };
                call(threads as c_int)
            }
        },
        limit,
    )?;
    grid.write_u32(ctas)?;
    block.write_u32(threads)
}

#[unsafe(export_name = "warploom_cuOccupancyMaxPotentialBlockSize")]
pub extern "C" fn occupancy_block(
    grid: HostPtr,
    block: HostPtr,
    function: HostPtr,
    callback: HostPtr,
    shared: usize,
    limit: c_int,
) -> c_int {
    driver_guarded("cuOccupancyMaxPotentialBlockSize", || {
        potential_block(grid, block, function, callback, shared, limit)
    })
}

/// Calls a function of the program when the stream gets there: now.
#[unsafe(export_name = "warploom_cuLaunchHostFunc")]
pub extern "C" fn launch_host_function(stream: u64, function: HostPtr, data: HostPtr) -> c_int {
    let call = HostCall { function, data, stream: None };
    driver_guarded("cuLaunchHostFunc", || perform(stream, vec![Operation::Call(call)]))
}

/// Calls a callback of the program when the stream gets there: now.
#[unsafe(export_name = "warploom_cuStreamAddCallback")]
pub extern "C" fn stream_add_callback(stream: u64, function: HostPtr, data: HostPtr, _flags: u32) -> c_int {
    let call = HostCall { function, data, stream: Some(stream) };
    driver_guarded("cuStreamAddCallback", || perform(stream, vec![Operation::Call(call)]))
}

driver! {
    fn cuLaunchKernel(
        function: HostPtr, grid_x: u32, grid_y: u32, grid_z: u32, block_x: u32, block_y: u32, block_z: u32,
        shared: u32, stream: u64, list: HostPtr, extra: HostPtr,
    ) |runtime| {
        let (grid, block) = ([grid_x, grid_y, grid_z], [block_x, block_y, block_z]);
        launch(runtime, function, LaunchShape { grid, block, shared: shared as usize, stream }, (list, extra), false)
    }

    /// Launches a kernel whose CTAs all run at once.
    fn cuLaunchCooperativeKernel(
        function: HostPtr, grid_x: u32, grid_y: u32, grid_z: u32, block_x: u32, block_y: u32, block_z: u32,
        shared: u32, stream: u64, list: HostPtr,
    ) |runtime| {
        let (grid, block) = ([grid_x, grid_y, grid_z], [block_x, block_y, block_z]);
        launch(runtime, function, LaunchShape { grid, block, shared: shared as usize, stream }, (list, HostPtr::NULL), true)
    }

    fn cuLaunchKernelEx(config: HostPtr, function: HostPtr, list: HostPtr, extra: HostPtr) |runtime| {
        let numbers = config.read_array::<28>()?;
        let number = |at: usize| u32::from_le_bytes([numbers[at], numbers[at + 1], numbers[at + 2], numbers[at + 3]]);
        let (grid, block) = ([number(0), number(4), number(8)], [number(12), number(16), number(20)]);
        let shared = number(24) as usize;
        let stream = config.offset(32)?.read_u64()?;
        let attributes = config.offset(40)?.read_pointer()?;
        let cooperative = cooperative(attributes, config.offset(48)?.read_u32()?)?;
        launch(runtime, function, LaunchShape { grid, block, shared, stream }, (list, extra), cooperative)
    }

    fn cuFuncGetAttribute(value: HostPtr, number: c_int, function: HostPtr) |runtime| { attribute(runtime, value, number, function) }

    fn cuFuncGetModule(module: HostPtr, function: HostPtr) = cuKernelGetLibrary |runtime| {
        let kernel = runtime.modules.handle(function)?;
        module.write_u64(runtime.modules.library_of(kernel)?)
    }

    /// Whether a kernel is loaded: it is.
    fn cuFuncIsLoaded(state: HostPtr, function: HostPtr) |runtime| {
        runtime.modules.handle(function)?;
        state.write_int(1)
    }

    /// Loads a kernel, which is loaded already.
    fn cuFuncLoad(function: HostPtr) |runtime| { runtime.modules.handle(function).map(|_| ()) }

    fn cuKernelGetAttribute(value: HostPtr, number: c_int, kernel: HostPtr, device: c_int) |runtime| {
        crate::api::device::check(device)?;
        attribute(runtime, value, number, kernel)
    }

    /// Sets an attribute of a kernel on a device: the most dynamic shared memory matters.
    fn cuKernelSetAttribute(number: c_int, value: c_int, kernel: HostPtr, device: c_int) |runtime| {
        crate::api::device::check(device)?;
        set_attribute(runtime, kernel, number, value)
    }

    /// Asks for a division of L1 and shared memory for a kernel: the machine decides.
    fn cuKernelSetCacheConfig(kernel: HostPtr, _config: c_int, device: c_int) |runtime| {
        crate::api::device::check(device)?;
        runtime.modules.handle(kernel).map(|_| ())
    }
}
