//! Images of device code: fat binaries and their wrappers in the program's memory, files, and PTX as text.

use crate::error::{Code, Error};
use crate::host::HostPtr;
use warploom_fatbin::container;

/// First word of the wrapper of a fat binary.
const WRAPPER: u32 = 0x4662_43b1;
/// Version of a wrapper with a list of units, which must be linked.
const LINKED: u32 = 2;
/// First word of an ELF file.
const ELF: u32 = 0x464c_457f;
/// Most bytes of PTX as text.
const MOST_PTX: usize = 256 << 20;
/// Line between the units of a linked image.
const UNIT_END: &str = "\n// warploom: end of unit\n";
/// Most units of a list.
const MOST_UNITS: usize = 1 << 16;

/// The fat binaries that a wrapper refers to.
fn containers(wrapper: HostPtr) -> Result<Vec<HostPtr>, Error> {
    let magic = wrapper.read_u32()?;
    if magic != WRAPPER {
        return Err(Error::new(
            Code::NoKernelImageForDevice,
            format!("{wrapper} is not a fat binary: it starts with {magic:#x}"),
        ));
    }
    let version = wrapper.offset(4)?.read_u32()?;
    let data = wrapper.offset(8)?.read_pointer()?;
    if version != LINKED {
        return Ok(vec![data]);
    }
    let list = wrapper.offset(16)?.read_pointer()?;
    let mut all = Vec::new();
    while all.len() < MOST_UNITS {
        let unit = list.offset(8 * all.len())?.read_pointer()?;
        if unit.is_null() {
            break;
        }
        all.push(unit);
    }
    Ok(all)
}

fn container_bytes(at: HostPtr) -> Result<Vec<u8>, Error> {
    let unreadable =
        |error: container::Error| Error::new(Code::NoKernelImageForDevice, format!("a fat binary: {error}"));
    let header: [u8; container::HEADER] = at.read_array()?;
    let length = container::length(&header).map_err(unreadable)?;
    at.read(length)
}

/// The PTX of an image in the program's memory: the wrapper of a fat binary, a fat binary, or PTX as text.
///
/// # Errors
/// If it is none of these, or has no PTX.
pub fn image(at: HostPtr) -> Result<Vec<String>, Error> {
    match at.read_u32()? {
        WRAPPER => units(at),
        container::MAGIC => units_of(&container_bytes(at)?),
        ELF => Err(machine_code()),
        _ => text_units(&at.read_long_text(MOST_PTX)?),
    }
}

/// The PTX of the contents of a file: a fat binary, or PTX as text.
///
/// # Errors
/// If they are neither, or have no PTX.
pub fn file_image(bytes: &[u8]) -> Result<Vec<String>, Error> {
    let magic = bytes.first_chunk::<4>().map_or(0, |word| u32::from_le_bytes(*word));
    match magic {
        container::MAGIC => units_of(bytes),
        ELF => Err(machine_code()),
        _ => {
            let end = bytes.iter().position(|&b| b == 0).unwrap_or(bytes.len());
            text_units(&String::from_utf8_lossy(&bytes[..end]))
        }
    }
}

/// An image of linked units that [`image`] reads.
pub fn linked_image(units: &[String]) -> Vec<u8> {
    let mut image = units.join(UNIT_END).into_bytes();
    image.push(0);
    image
}

fn text_units(text: &str) -> Result<Vec<String>, Error> {
    if !text.contains(".version") {
        return Err(Error::new(Code::InvalidKernelImage, "the image is neither PTX nor a fat binary"));
    }
    Ok(text.split(UNIT_END).map(str::to_owned).collect())
}

fn machine_code() -> Error {
    let why = "the image is machine code of a GPU, not PTX: compile it with `-ptx`, or with `-fatbin -arch=compute_75`";
    Error::new(Code::InvalidKernelImage, why)
}

fn units_of(container: &[u8]) -> Result<Vec<String>, Error> {
    let ptx = container::newest_ptx(container);
    let ptx = ptx.map_err(|error| Error::new(Code::InvalidKernelImage, format!("a fat binary: {error}")))?;
    let none =
        "the fat binary has no PTX, only machine code: compile it with `-arch=compute_75`, for example";
    ptx.map(|ptx| vec![ptx]).ok_or_else(|| Error::new(Code::NoKernelImageForDevice, none))
}

/// The PTX of all units of a wrapper.
pub(super) fn units(wrapper: HostPtr) -> Result<Vec<String>, Error> {
    let mut units = Vec::new();
    for at in containers(wrapper)? {
        let bytes = container_bytes(at)?;
        let ptx = container::newest_ptx(&bytes);
        let ptx =
            ptx.map_err(|error| Error::new(Code::NoKernelImageForDevice, format!("a fat binary: {error}")))?;
        units.extend(ptx);
    }
    if units.is_empty() {
        let why =
            "the program has no PTX, only machine code: compile it with `-arch=compute_75`, for example";
        return Err(Error::new(Code::NoKernelImageForDevice, why));
    }
    Ok(units)
}

/// Architectures of the PTX of all units of a wrapper.
pub(super) fn architectures(wrapper: HostPtr) -> Result<Vec<u32>, Error> {
    let mut all = Vec::new();
    for at in containers(wrapper)? {
        let bytes = container_bytes(at)?;
        let entries = container::read(&bytes).unwrap_or_default();
        all.extend(entries.iter().filter(|e| e.kind == container::Kind::Ptx).map(|e| e.architecture));
    }
    Ok(all)
}
