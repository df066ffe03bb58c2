//! Libraries that the program loads itself, and functions of the driver by name.

use super::device::VERSION;
use super::driver::address::{FOUND, NOT_FOUND, address};
use super::driver::module::{Logs, count, enumerate, file, kernel, load, managed, unload, variable};
use crate::entry::api;
use crate::error::{Code, Error};
use crate::host::HostPtr;
use crate::runtime::image;
use libc::c_int;

fn entry_point(symbol: HostPtr, function: HostPtr, version: c_int, status: HostPtr) -> Result<(), Error> {
    let name = symbol.read_text()?;
    let found = address(&name, version);
    function.write_u64(found.unwrap_or(0))?;
    match (found, status) {
        (None, HostPtr::NULL) => {
            Err(Error::new(Code::SymbolNotFound, format!("the driver has no function `{name}`")))
        }
        (_, HostPtr::NULL) => Ok(()),
        // The program sees in the status whether there is a function: that there is none is not an error.
        (found, status) => status.write_u32(if found.is_some() { FOUND } else { NOT_FOUND }),
    }
}

api! {
    /// Loads a library from PTX or a fat binary.
    fn cudaLibraryLoadData(
        library: HostPtr, data: HostPtr, options: HostPtr, values: HostPtr, number: u32,
        _library_options: HostPtr, _library_values: HostPtr, _library_count: u32,
    ) |runtime| {
        let logs = Logs::of(number, options, values)?;
        logs.note(image(data).and_then(|units| load(runtime, library, units)))
    }

    /// Loads a library from a file of PTX or a fat binary.
    fn cudaLibraryLoadFromFile(
        library: HostPtr, name: HostPtr, options: HostPtr, values: HostPtr, number: u32,
        _library_options: HostPtr, _library_values: HostPtr, _library_count: u32,
    ) |runtime| {
        let logs = Logs::of(number, options, values)?;
        logs.note(file(name).and_then(|units| load(runtime, library, units)))
    }

    /// Unloads a library.
    fn cudaLibraryUnload(library: u64) |runtime| { unload(runtime, library) }

    /// A kernel of a library.
    fn cudaLibraryGetKernel(handle: HostPtr, library: u64, name: HostPtr) |runtime| { kernel(runtime, handle, library, name) }

    /// Number of kernels of a library.
    fn cudaLibraryGetKernelCount(number: HostPtr, library: u64) |runtime| { count(runtime, number, library) }

    /// Kernels of a library.
    fn cudaLibraryEnumerateKernels(list: HostPtr, room: u32, library: u64) |runtime| { enumerate(runtime, list, room, library) }

    /// A variable of a library.
    fn cudaLibraryGetGlobal(pointer: HostPtr, bytes: HostPtr, library: u64, name: HostPtr) |runtime| {
        variable(runtime, pointer, bytes, library, name)
    }

    /// A managed variable of a library.
    fn cudaLibraryGetManaged(pointer: HostPtr, bytes: HostPtr, library: u64, name: HostPtr) |runtime| {
        managed(runtime, pointer, bytes, library, name)
    }

    /// Address of a function of the driver, of the runtime's version.
    fn cudaGetDriverEntryPoint(symbol: HostPtr, function: HostPtr, _flags: u64, status: HostPtr) |runtime| {
        entry_point(symbol, function, VERSION, status)
    }

    /// Address of a function of the driver, of a version of CUDA.
    fn cudaGetDriverEntryPointByVersion(symbol: HostPtr, function: HostPtr, version: u32, _flags: u64, status: HostPtr) |runtime| {
        entry_point(symbol, function, version as c_int, status)
    }

    /// Undocumented tables of functions, which only NVIDIA's own libraries use.
    fn cudaGetExportTable(_table: HostPtr, _id: HostPtr) |runtime| {
        Err(Error::new(Code::NotSupported, "the tables that this function returns are not documented: only NVIDIA's libraries use them"))
    }
}
