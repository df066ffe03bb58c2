//! Modules, libraries and links: device code that the program brings itself.

use crate::entry::driver;
use crate::error::{Code, Error};
use crate::host::HostPtr;
use crate::runtime::{
    CodeChoice, DeviceCode, KernelHandle, LibraryHandle, Link, Runtime, file_image, image, linked_image,
};
use libc::c_int;

/// Most options of a load or link.
const MOST_OPTIONS: u32 = 256;
/// Numbers of the options for the compiler's log: buffer and bytes, of information and of errors.
const LOG_OPTIONS: [(u32, u32); 2] = [(3, 4), (5, 6)];
/// Kinds of input of a link.
const PTX: c_int = 1;
const FAT_BINARY: c_int = 2;

/// Buffers of the program for the compiler's messages.
pub(in crate::api) struct Logs {
    errors: Option<(HostPtr, usize)>,
}

impl Logs {
    /// Finds the buffers among the options, and makes their texts empty.
    pub(in crate::api) fn of(count: u32, options: HostPtr, values: HostPtr) -> Result<Logs, Error> {
        if count > MOST_OPTIONS {
            return Err(Error::new(Code::InvalidValue, format!("{count} options")));
        }
        let mut found = Vec::new();
        for i in 0..count as usize {
            found.push((options.offset(4 * i)?.read_u32()?, values.offset(8 * i)?.read_u64()?));
        }
        let value = |option: u32| found.iter().find(|(number, _)| *number == option).map(|(_, value)| *value);
        let mut buffers = LOG_OPTIONS.map(|(buffer, bytes)| {
            // The number of bytes is an unsigned int in the place of a pointer.
            let bytes = value(bytes).unwrap_or(0) as u32 as usize;
            value(buffer).filter(|&at| at != 0 && bytes > 0).map(|at| (HostPtr(at as usize), bytes))
        });
        for (at, _) in buffers.iter().flatten() {
            at.write(&[0])?;
        }
        Ok(Logs { errors: buffers[1].take() })
    }

    /// Writes why a load failed.
    pub(in crate::api) fn note<T>(&self, result: Result<T, Error>) -> Result<T, Error> {
        if let (Err(Error { why: Some(why), .. }), Some((at, room))) = (&result, self.errors) {
            let mut text = why.clone().into_bytes();
            text.truncate(room - 1);
            text.push(0);
            at.write(&text)?;
        }
        result
    }
}

/// Loads code and writes the handle.
pub(in crate::api) fn load(runtime: &mut Runtime, handle: HostPtr, code: DeviceCode) -> Result<(), Error> {
    handle.write_u64(0)?;
    let library = runtime.modules.load_library(code, &mut runtime.memory, &mut runtime.recorder)?;
    handle.write_u64(library)
}

/// The code of a file.
pub(in crate::api) fn file(name: HostPtr, choice: CodeChoice) -> Result<DeviceCode, Error> {
    let name = name.read_text()?;
    let bytes = std::fs::read(&name);
    let bytes =
        bytes.map_err(|error| Error::new(Code::FileNotFound, format!("`{name}` cannot be read: {error}")))?;
    file_image(&bytes, choice)
}

/// The handles of all kernels of a library.
pub(in crate::api) fn kernels(
    runtime: &mut Runtime,
    library: LibraryHandle,
) -> Result<Vec<KernelHandle>, Error> {
    let Runtime { modules, memory, recorder, .. } = runtime;
    let id = modules.library(library)?;
    let symbols = modules.symbols(id, memory, recorder)?;
    symbols.into_iter().map(|symbol| modules.kernel_of(id, symbol)).collect()
}

/// Writes address and bytes of a variable, where they are wanted.
pub(in crate::api) fn write_variable(
    (address, size): (u64, u64),
    pointer: HostPtr,
    bytes: HostPtr,
) -> Result<(), Error> {
    if !pointer.is_null() {
        pointer.write_u64(address)?;
    }
    if bytes.is_null() { Ok(()) } else { bytes.write_u64(size) }
}

/// A variable that a library does not have is a name that is not found, not a wrong symbol of the program.
pub(in crate::api) fn by_name(error: Error) -> Error {
    match error.code {
        Code::InvalidSymbol => Error { code: Code::SymbolNotFound, ..error },
        _ => error,
    }
}

fn add(runtime: &mut Runtime, link: u64, code: DeviceCode) -> Result<(), Error> {
    let DeviceCode::Ptx(units) = code else { return Err(not_linked(0)) };
    let link: &mut Link = runtime.driver.links.get_mut(link)?;
    if link.image.is_some() {
        return Err(Error::new(Code::InvalidValue, "the link is complete"));
    }
    link.units.extend(units);
    Ok(())
}

fn not_linked(kind: c_int) -> Error {
    let name = match kind {
        0 => "machine code of a GPU",
        3 => "an object file",
        4 => "an archive of object files",
        5 => "NVVM's intermediate code",
        _ => return Error::new(Code::InvalidValue, format!("{kind} is not a kind of input")),
    };
    Error::new(
        Code::InvalidKernelImage,
        format!("{name} cannot be linked: Warploom links PTX and fat binaries with PTX"),
    )
}

/// A unit in memory of the program, of `bytes` bytes, with or without a zero at its end.
fn unit(kind: c_int, data: HostPtr, bytes: usize) -> Result<DeviceCode, Error> {
    match kind {
        PTX | FAT_BINARY => file_image(&data.read(bytes)?, CodeChoice::PTX),
        _ => Err(not_linked(kind)),
    }
}

driver! {
    fn cuModuleLoad(module: HostPtr, name: HostPtr) |runtime| {
        let code = file(name, runtime.modules.choice())?;
        load(runtime, module, code)
    }

    fn cuModuleLoadData(module: HostPtr, data: HostPtr) |runtime| {
        let code = image(data, runtime.modules.choice())?;
        load(runtime, module, code)
    }

    /// Loads PTX, a cubin or a fat binary; of the options, the buffers for messages have an effect.
    fn cuModuleLoadDataEx(module: HostPtr, data: HostPtr, count: u32, options: HostPtr, values: HostPtr) |runtime| {
        let logs = Logs::of(count, options, values)?;
        logs.note(image(data, runtime.modules.choice()).and_then(|code| load(runtime, module, code)))
    }

    fn cuModuleLoadFatBinary(module: HostPtr, data: HostPtr) |runtime| {
        let code = image(data, runtime.modules.choice())?;
        load(runtime, module, code)
    }

    /// When modules are loaded: at once.
    fn cuModuleGetLoadingMode(mode: HostPtr) |runtime| { mode.write_int(1) }

    /// The module of a library: both have one handle.
    fn cuLibraryGetModule(module: HostPtr, library: u64) |runtime| {
        runtime.modules.library(library)?;
        module.write_u64(library)
    }

    fn cuLinkCreate_v2(count: u32, options: HostPtr, values: HostPtr, link: HostPtr) |runtime| {
        Logs::of(count, options, values)?;
        link.write_u64(0)?;
        link.write_u64(runtime.driver.links.insert(Link::default()))
    }

    fn cuLinkAddData_v2(
        link: u64, kind: c_int, data: HostPtr, bytes: usize, _name: HostPtr, count: u32, options: HostPtr, values: HostPtr,
    ) |runtime| {
        runtime.driver.links.get(link)?;
        let logs = Logs::of(count, options, values)?;
        logs.note(unit(kind, data, bytes).and_then(|code| add(runtime, link, code)))
    }

    fn cuLinkAddFile_v2(link: u64, kind: c_int, name: HostPtr, count: u32, options: HostPtr, values: HostPtr) |runtime| {
        runtime.driver.links.get(link)?;
        let logs = Logs::of(count, options, values)?;
        logs.note(match kind {
            PTX | FAT_BINARY => file(name, CodeChoice::PTX).and_then(|code| add(runtime, link, code)),
            _ => Err(not_linked(kind)),
        })
    }

    /// Ends a link. The image is the PTX of all units, which cuModuleLoadData reads.
    fn cuLinkComplete(link: u64, image: HostPtr, bytes: HostPtr) |runtime| {
        let link = runtime.driver.links.get_mut(link)?;
        if link.units.is_empty() {
            return Err(Error::new(Code::InvalidValue, "nothing was added to the link"));
        }
        let Link { units, image: linked } = link;
        let linked = linked.get_or_insert_with(|| linked_image(units).into_boxed_slice());
        image.write_u64(linked.as_ptr() as u64)?;
        if bytes.is_null() { Ok(()) } else { bytes.write_u64(linked.len() as u64) }
    }

    fn cuLinkDestroy(link: u64) |runtime| { runtime.driver.links.remove(link).map(|_| ()) }
}
