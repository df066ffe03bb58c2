//! Functions of the driver by name, as programs that load it themselves ask for them.

use crate::entry::driver_guarded;
use crate::error::{Code, Error};
use crate::host::HostPtr;
use libc::c_int;

// Every name of `driver.txt` with its function. The declarations state no arguments: the functions are never called by them.
#[allow(clashing_extern_declarations, reason = "the functions are declared for their addresses only")]
mod table {
    include!(concat!(env!("OUT_DIR"), "/addresses.rs"));

    /// Address of a function by its exact name.
    pub fn exact(name: &str) -> Option<u64> {
        ADDRESSES.iter().find(|(known, _)| *known == name).map(|(_, function)| *function as usize as u64)
    }
}

/// Functions whose arguments changed: name, suffix of the function that the name stands for, and the version of CUDA since when.
/// Of all other functions, every program gets the newest.
const CHANGED: &[(&str, &str, c_int)] = &[
    ("cuCtxCreate", "_v4", 13000),
    ("cuCtxCreate", "_v2", 3020),
    ("cuGetProcAddress", "_v2", 12000),
    ("cuGetProcAddress", "", 11030),
    ("cuMemAdvise", "_v2", 13000),
    ("cuMemAdvise", "", 8000),
    ("cuMemPrefetchAsync", "_v2", 13000),
    ("cuMemPrefetchAsync", "", 8000),
];
/// Functions whose `_v2` is another function with other arguments: a program asks for it by that name.
const DISTINCT: &[&str] = &["cuCtxGetDevice", "cuCtxSynchronize", "cuLaunchHostFunc"];

/// What was found, as the last argument of `cuGetProcAddress` states it.
pub(in crate::api) const FOUND: u32 = 0;
/// As [`FOUND`]: there is no such function.
pub(in crate::api) const NOT_FOUND: u32 = 1;

/// Address of the function that a name stands for in a version of CUDA.
pub(in crate::api) fn address(name: &str, version: c_int) -> Option<u64> {
    let mut changed = CHANGED.iter().filter(|(known, ..)| *known == name).peekable();
    if changed.peek().is_some() {
        let (_, suffix, _) = changed.find(|(.., since)| version >= *since)?;
        return table::exact(&format!("{name}{suffix}"));
    }
    let newest = if DISTINCT.contains(&name) { None } else { table::exact(&format!("{name}_v2")) };
    newest.or_else(|| table::exact(name))
}

fn get(symbol: HostPtr, function: HostPtr, version: c_int, status: HostPtr) -> Result<(), Error> {
    let name = symbol.read_text()?;
    let found = address(&name, version);
    function.write_u64(found.unwrap_or(0))?;
    if !status.is_null() {
        status.write_u32(if found.is_some() { FOUND } else { NOT_FOUND })?;
    }
    // Programs ask for functions in order to learn whether they exist: that is not worth a message.
    found.map_or(Err(Code::SymbolNotFound.into()), |_| Ok(()))
}

#[unsafe(export_name = "warploom_cuGetProcAddress")]
pub extern "C" fn get_address(symbol: HostPtr, function: HostPtr, version: c_int, _flags: u64) -> c_int {
    driver_guarded("cuGetProcAddress", || get(symbol, function, version, HostPtr::NULL))
}

/// Address of a function, and whether there is one.
#[unsafe(export_name = "warploom_cuGetProcAddress_v2")]
pub extern "C" fn get_address_and_status(
    symbol: HostPtr,
    function: HostPtr,
    version: c_int,
    _flags: u64,
    status: HostPtr,
) -> c_int {
    driver_guarded("cuGetProcAddress", || get(symbol, function, version, status))
}

/// Undocumented tables of functions, which only NVIDIA's own libraries use.
#[unsafe(export_name = "warploom_cuGetExportTable")]
pub extern "C" fn get_export_table(_table: HostPtr, _id: HostPtr) -> c_int {
    driver_guarded("cuGetExportTable", || {
        let why = "NVIDIA's CUDA runtime is linked into the program: link it again with `-cudart shared`, or set LD_LIBRARY_PATH";
        Err(Error::new(Code::NotSupported, why))
    })
}
