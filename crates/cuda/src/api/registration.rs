//! What a program's start-up code calls: nvcc generates these calls.

use crate::entry::{Locked, api, guarded};
use crate::error::Error;
use crate::host::HostPtr;
use crate::runtime::{FatBinaryId, LaunchShape};
use libc::{c_char, c_int};

/// Handles of fat binaries are never null.
const FIRST: usize = 0x5000;

fn id(handle: HostPtr) -> FatBinaryId {
    FatBinaryId(handle.0.wrapping_sub(FIRST) / 16)
}

/// Three numbers, as CUDA's `dim3` passes them by value.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dim3 {
    /// In x, y, z.
    pub size: [u32; 3],
}

/// Registers a fat binary, which is read when it is first used.
#[unsafe(export_name = "warploom___cudaRegisterFatBinary")]
pub extern "C" fn register_fat_binary(wrapper: HostPtr) -> HostPtr {
    let mut handle = HostPtr::NULL;
    guarded("__cudaRegisterFatBinary", || {
        handle = HostPtr(FIRST + 16 * Locked::new().get().modules.register(wrapper).0);
        Ok(())
    });
    handle
}

#[unsafe(export_name = "warploom___cudaRegisterFatBinaryEnd")]
pub extern "C" fn register_fat_binary_end(_: HostPtr) {}

/// Ends the use of a fat binary, when the program exits. Its launches are written already.
#[unsafe(export_name = "warploom___cudaUnregisterFatBinary")]
pub extern "C" fn unregister_fat_binary(_: HostPtr) {}

#[unsafe(export_name = "warploom___cudaRegisterFunction")]
pub extern "C" fn register_function(binary: HostPtr, function: HostPtr, _: HostPtr, name: HostPtr) {
    guarded("__cudaRegisterFunction", || {
        let symbol = name.read_text()?;
        Locked::new().get().modules.register_kernel(id(binary), function, symbol)
    });
}

#[unsafe(export_name = "warploom___cudaRegisterVar")]
pub extern "C" fn register_variable(binary: HostPtr, address: HostPtr, _: HostPtr, name: HostPtr) {
    guarded("__cudaRegisterVar", || {
        let symbol = name.read_text()?;
        Locked::new().get().modules.register_variable(id(binary), address, symbol, None)
    });
}

#[unsafe(export_name = "warploom___cudaRegisterManagedVar")]
pub extern "C" fn register_managed_variable(binary: HostPtr, pointer: HostPtr, _: HostPtr, name: HostPtr) {
    guarded("__cudaRegisterManagedVar", || {
        let symbol = name.read_text()?;
        Locked::new().get().modules.register_variable(id(binary), pointer, symbol, Some(pointer))
    });
}

/// Loads a fat binary now, so that its managed variables have their memory.
#[unsafe(export_name = "warploom___cudaInitModule")]
pub extern "C" fn init_module(binary: HostPtr) -> c_char {
    let failed = guarded("__cudaInitModule", || {
        let mut locked = Locked::new();
        let runtime = locked.get();
        runtime.modules.load(id(binary), &mut runtime.memory, &mut runtime.recorder).map(|_| ())
    });
    c_char::from(failed == 0)
}

/// Keeps the grid and block of `<<<…>>>` for the launch that follows.
#[unsafe(export_name = "warploom___cudaPushCallConfiguration")]
pub extern "C" fn push_call_configuration(grid: Dim3, block: Dim3, shared: usize, stream: u64) -> c_int {
    guarded("__cudaPushCallConfiguration", || {
        let shape = LaunchShape { grid: grid.size, block: block.size, shared, stream };
        Locked::new().get().configurations.push((thread(), shape));
        Ok(())
    })
}

/// A number of the calling thread.
fn thread() -> usize {
    // SAFETY: the function has no conditions.
    unsafe { libc::pthread_self() as usize }
}

api! {
    fn __cudaPopCallConfiguration(grid: HostPtr, block: HostPtr, shared: HostPtr, stream: HostPtr) |runtime| {
        let own = runtime.configurations.iter().rposition(|(owner, _)| *owner == thread());
        let missing = || Error::from(crate::error::Code::InvalidConfiguration);
        let (_, shape) = runtime.configurations.remove(own.ok_or_else(missing)?);
        let bytes = |size: [u32; 3]| size.map(u32::to_le_bytes).concat();
        grid.write(&bytes(shape.grid))?;
        block.write(&bytes(shape.block))?;
        shared.write_u64(shape.shared as u64)?;
        stream.write_u64(shape.stream)
    }

    fn __cudaGetKernel(handle: HostPtr, function: HostPtr) |runtime| {
        handle.write_u64(runtime.modules.handle(function)?)
    }
}
