//! Libraries and modules that the program loads itself, and functions of the driver by name.

use super::device::VERSION;
use super::driver::address::{FOUND, NOT_FOUND, address};
use super::driver::module::{Logs, by_name, file, kernels, load, write_variable};
use crate::entry::api;
use crate::error::{Code, Error};
use crate::host::HostPtr;
use crate::runtime::{Runtime, image};
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
    fn cudaLibraryLoadData(
        library: HostPtr, data: HostPtr, options: HostPtr, values: HostPtr, number: u32,
        _library_options: HostPtr, _library_values: HostPtr, _library_count: u32,
    ) = cuLibraryLoadData |runtime| {
        let logs = Logs::of(number, options, values)?;
        logs.note(image(data, runtime.modules.choice()).and_then(|code| load(runtime, library, code)))
    }

    fn cudaLibraryLoadFromFile(
        library: HostPtr, name: HostPtr, options: HostPtr, values: HostPtr, number: u32,
        _library_options: HostPtr, _library_values: HostPtr, _library_count: u32,
    ) = cuLibraryLoadFromFile |runtime| {
        let logs = Logs::of(number, options, values)?;
        logs.note(file(name, runtime.modules.choice()).and_then(|code| load(runtime, library, code)))
    }

    fn cudaLibraryUnload(library: u64) = cuLibraryUnload = cuModuleUnload |runtime| { runtime.modules.unload_library(library, &mut runtime.memory) }

    fn cudaLibraryGetKernel(handle: HostPtr, library: u64, name: HostPtr) = cuLibraryGetKernel = cuModuleGetFunction |runtime| {
        let Runtime { modules, memory, recorder, .. } = runtime;
        handle.write_u64(modules.kernel_of_library(library, name.read_text()?, memory, recorder)?)
    }

    fn cudaLibraryGetKernelCount(number: HostPtr, library: u64) = cuLibraryGetKernelCount = cuModuleGetFunctionCount |runtime| {
        let kernels = kernels(runtime, library)?;
        number.write_u32(kernels.len() as u32)
    }

    fn cudaLibraryEnumerateKernels(list: HostPtr, room: u32, library: u64) = cuLibraryEnumerateKernels = cuModuleEnumerateFunctions |runtime| {
        let kernels = kernels(runtime, library)?;
        let shown = kernels.iter().take(room as usize);
        list.write(&shown.flat_map(|handle| handle.to_le_bytes()).collect::<Vec<_>>())
    }

    fn cudaLibraryGetGlobal(pointer: HostPtr, bytes: HostPtr, library: u64, name: HostPtr) = cuLibraryGetGlobal = cuModuleGetGlobal_v2 |runtime| {
        let Runtime { modules, memory, recorder, .. } = runtime;
        let id = modules.library(library)?;
        let found = modules.variable_of(id, &name.read_text()?, memory, recorder);
        write_variable(found.map_err(by_name)?, pointer, bytes)
    }

    fn cudaLibraryGetManaged(pointer: HostPtr, bytes: HostPtr, library: u64, name: HostPtr) = cuLibraryGetManaged |runtime| {
        let Runtime { modules, memory, recorder, .. } = runtime;
        let found = modules.managed_of_library(library, &name.read_text()?, memory, recorder);
        write_variable(found.map_err(by_name)?, pointer, bytes)
    }

    fn cudaGetDriverEntryPoint(symbol: HostPtr, function: HostPtr, _flags: u64, status: HostPtr) |runtime| {
        entry_point(symbol, function, VERSION, status)
    }

    fn cudaGetDriverEntryPointByVersion(symbol: HostPtr, function: HostPtr, version: u32, _flags: u64, status: HostPtr) |runtime| {
        entry_point(symbol, function, version as c_int, status)
    }

    /// Undocumented tables of functions, which only NVIDIA's own libraries use.
    fn cudaGetExportTable(_table: HostPtr, _id: HostPtr) |runtime| {
        Err(Error::new(Code::NotSupported, "the tables that this function returns are not documented: only NVIDIA's libraries use them"))
    }
}
