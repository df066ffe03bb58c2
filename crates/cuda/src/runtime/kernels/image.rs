//! Images of device code: fat binaries and their wrappers in the program's memory, files, cubins, and PTX as text.

use crate::error::{Code, Error};
use crate::host::HostPtr;
use warploom_fatbin::container::{self, Kind};
use warploom_kernel::sass::machine::Architecture;

/// First word of the wrapper of a fat binary.
const WRAPPER: u32 = 0x4662_43b1;
/// Version of a wrapper with a list of units, which must be linked.
const LINKED: u32 = 2;
/// First word of an ELF file.
const ELF: u32 = 0x464c_457f;
/// Most bytes of PTX as text.
const MOST_PTX: usize = 256 << 20;
/// Most bytes of a cubin.
const MOST_CUBIN: usize = 256 << 20;
/// Line between the units of a linked image.
const UNIT_END: &str = "\n// warploom: end of unit\n";
/// Most units of a list.
const MOST_UNITS: usize = 1 << 16;

/// Device code, before it is parsed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DeviceCode {
    /// PTX, unit by unit.
    Ptx(Vec<String>),
    /// A cubin.
    MachineCode(Vec<u8>),
}

/// Which of a program's code is executed, if it has several.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Prefer {
    /// PTX, and nothing else.
    OnlyPtx,
    /// Machine code, and nothing else.
    OnlyMachineCode,
    /// PTX, or else machine code.
    Ptx,
    /// Machine code, or else PTX.
    MachineCode,
}

/// Which code is executed, and on what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CodeChoice {
    pub prefer: Prefer,
    /// Compute capability of the machine, if one was chosen; otherwise any machine code will do.
    pub capability: Option<u32>,
}

impl CodeChoice {
    /// PTX only.
    pub const PTX: CodeChoice = CodeChoice { prefer: Prefer::OnlyPtx, capability: None };

    /// Whether the machine executes machine code of an architecture, as GPUs do: of its generation, and not newer.
    fn runs(self, architecture: u32) -> bool {
        let fits = |capability: u32| architecture / 10 == capability / 10 && architecture <= capability;
        Architecture::numbered(architecture).is_some() && self.capability.is_none_or(fits)
    }

    /// The code of fat binaries: machine code of `linked`, PTX of `units`.
    fn choose(self, linked: &[u8], units: &[Vec<u8>]) -> Result<DeviceCode, Error> {
        let unreadable = |error: container::Error| {
            Error::new(Code::NoKernelImageForDevice, format!("a fat binary: {error}"))
        };
        let machine_code = || {
            let entries = container::read(linked).map_err(unreadable)?;
            let of_this = entries.iter().filter(|e| e.kind == Kind::Cubin && self.runs(e.architecture));
            let newest = of_this.max_by_key(|entry| entry.architecture);
            newest.map(|entry| entry.bytes().map(DeviceCode::MachineCode).map_err(unreadable)).transpose()
        };
        let ptx = || {
            let texts = units.iter().filter_map(|unit| container::newest_ptx(unit).transpose());
            let texts = texts.collect::<Result<Vec<_>, _>>().map_err(unreadable)?;
            Ok::<_, Error>((!texts.is_empty()).then_some(DeviceCode::Ptx(texts)))
        };
        let found = match self.prefer {
            Prefer::OnlyPtx => ptx()?,
            Prefer::OnlyMachineCode => machine_code()?,
            Prefer::Ptx => ptx()?.map_or_else(machine_code, |found| Ok(Some(found)))?,
            Prefer::MachineCode => machine_code()?.map_or_else(ptx, |found| Ok(Some(found)))?,
        };
        found.ok_or_else(|| self.missing(linked))
    }

    /// The error for a fat binary without code that is executed.
    fn missing(self, linked: &[u8]) -> Error {
        let entries = container::read(linked).unwrap_or_default();
        let mut has: Vec<u32> =
            entries.iter().filter(|e| e.kind == Kind::Cubin).map(|e| e.architecture).collect();
        has.sort_unstable();
        has.dedup();
        let listed: Vec<String> = has.iter().map(|architecture| format!("sm_{architecture}")).collect();
        let has = match listed.is_empty() {
            true => "no machine code".to_owned(),
            false => format!("machine code for {}", listed.join(", ")),
        };
        let why = match (self.prefer, self.capability) {
            (Prefer::OnlyPtx, _) => {
                format!("the program has no PTX, but {has}: compile it with `-arch=compute_75`, for example")
            }
            (Prefer::OnlyMachineCode, Some(capability)) => format!(
                "the program has {has}, and none that a GPU of sm_{capability} executes: compile it with `-arch=sm_{capability}`"
            ),
            (_, Some(capability)) => format!(
                "the program has no PTX, but {has}, and none that a GPU of sm_{capability} executes: \
                 compile it with `-arch=sm_{capability}`, or choose another machine"
            ),
            _ => format!(
                "the program has {has}, and Warploom executes that of sm_70 to sm_90: compile it with `-arch=sm_80`, for example"
            ),
        };
        Error::new(Code::NoKernelImageForDevice, why)
    }

    fn cubin(self, cubin: Vec<u8>) -> Result<DeviceCode, Error> {
        match self.prefer {
            Prefer::OnlyPtx => {
                let why = "the image is machine code of a GPU, not PTX: compile it with `-ptx`, or with `-fatbin -arch=compute_75`";
                Err(Error::new(Code::InvalidKernelImage, why))
            }
            _ => Ok(DeviceCode::MachineCode(cubin)),
        }
    }
}

/// The fat binaries that a wrapper refers to: the one that is linked, and the units.
fn containers(wrapper: HostPtr) -> Result<(HostPtr, Vec<HostPtr>), Error> {
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
        return Ok((data, vec![data]));
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
    Ok((data, all))
}

fn container_bytes(at: HostPtr) -> Result<Vec<u8>, Error> {
    let unreadable =
        |error: container::Error| Error::new(Code::NoKernelImageForDevice, format!("a fat binary: {error}"));
    let header: [u8; container::HEADER] = at.read_array()?;
    let length = container::length(&header).map_err(unreadable)?;
    at.read(length)
}

/// The code of an image in the program's memory: the wrapper of a fat binary, a fat binary, a cubin, or PTX as text.
///
/// # Errors
/// If it is none of these, or has no code of the choice.
pub fn image(at: HostPtr, choice: CodeChoice) -> Result<DeviceCode, Error> {
    match at.read_u32()? {
        WRAPPER => wrapped(at, choice),
        container::MAGIC => file_image(&container_bytes(at)?, choice),
        ELF => choice.cubin(at.read(elf_length(at)?)?),
        _ => text_units(&at.read_long_text(MOST_PTX)?),
    }
}

/// The code of the contents of a file: a fat binary, a cubin, or PTX as text.
///
/// # Errors
/// If they are none of these, or have no code of the choice.
pub fn file_image(bytes: &[u8], choice: CodeChoice) -> Result<DeviceCode, Error> {
    let magic = bytes.first_chunk::<4>().map_or(0, |word| u32::from_le_bytes(*word));
    match magic {
        container::MAGIC => choice.choose(bytes, &[bytes.to_vec()]),
        ELF => choice.cubin(bytes.to_vec()),
        _ => {
            let end = bytes.iter().position(|&b| b == 0).unwrap_or(bytes.len());
            text_units(&String::from_utf8_lossy(&bytes[..end]))
        }
    }
}

/// Bytes of an ELF file in memory: up to the end of its table of sections or of segments, whichever is last.
fn elf_length(at: HostPtr) -> Result<usize, Error> {
    let header = at.read_array::<64>()?;
    let long = |at: usize| u64::from_le_bytes(std::array::from_fn(|n| header[at + n]));
    let short = |at: usize| u64::from(u16::from_le_bytes([header[at], header[at + 1]]));
    let segments = long(32).saturating_add(short(54) * short(56));
    let sections = long(40).saturating_add(short(58) * short(60));
    let length = usize::try_from(segments.max(sections)).unwrap_or(usize::MAX);
    match length <= MOST_CUBIN {
        true => Ok(length),
        false => Err(Error::new(Code::InvalidKernelImage, format!("a cubin of {length} bytes"))),
    }
}

/// An image of linked units that [`image`] reads.
pub fn linked_image(units: &[String]) -> Vec<u8> {
    let mut image = units.join(UNIT_END).into_bytes();
    image.push(0);
    image
}

fn text_units(text: &str) -> Result<DeviceCode, Error> {
    if !text.contains(".version") {
        return Err(Error::new(
            Code::InvalidKernelImage,
            "the image is neither PTX nor a cubin nor a fat binary",
        ));
    }
    Ok(DeviceCode::Ptx(text.split(UNIT_END).map(str::to_owned).collect()))
}

/// The code that a wrapper refers to.
pub(super) fn wrapped(wrapper: HostPtr, choice: CodeChoice) -> Result<DeviceCode, Error> {
    let (linked, units) = containers(wrapper)?;
    let linked = if linked.is_null() { Vec::new() } else { container_bytes(linked)? };
    let units = units.into_iter().map(container_bytes).collect::<Result<Vec<_>, _>>()?;
    choice.choose(&linked, &units)
}

/// Architectures of the code of all units of a wrapper that may be executed: of PTX, or else of machine code.
pub(super) fn architectures(wrapper: HostPtr, choice: CodeChoice) -> Result<Vec<u32>, Error> {
    let (linked, units) = containers(wrapper)?;
    let (mut ptx, mut machine_code) = (Vec::new(), Vec::new());
    for at in units.into_iter().chain([linked]).filter(|at| !at.is_null()) {
        let bytes = container_bytes(at)?;
        for entry in container::read(&bytes).unwrap_or_default() {
            match entry.kind {
                Kind::Ptx => ptx.push(entry.architecture),
                Kind::Cubin if choice.runs(entry.architecture) => machine_code.push(entry.architecture),
                _ => {}
            }
        }
    }
    let none = ptx.is_empty() || choice.prefer == Prefer::OnlyMachineCode;
    Ok(if none && choice.prefer != Prefer::OnlyPtx { machine_code } else { ptx })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PTX: &[u8] = b".version 8.0\n.target sm_75\n";

    fn fat(entries: &[(Kind, u32)]) -> Vec<u8> {
        let content = |kind| if kind == Kind::Ptx { PTX } else { b"code" };
        let entries: Vec<_> = entries.iter().map(|&(kind, number)| (kind, number, content(kind))).collect();
        container::write(&entries)
    }

    fn choose(
        prefer: Prefer,
        capability: Option<u32>,
        entries: &[(Kind, u32)],
    ) -> Result<&'static str, String> {
        match file_image(&fat(entries), CodeChoice { prefer, capability }) {
            Ok(DeviceCode::Ptx(_)) => Ok("ptx"),
            Ok(DeviceCode::MachineCode(_)) => Ok("machine code"),
            Err(error) => Err(error.why.unwrap_or_default()),
        }
    }

    #[test]
    fn machine_code_is_executed_if_it_fits_the_machine() {
        use Kind::{Cubin, Ptx};
        let both = [(Cubin, 80), (Cubin, 86), (Ptx, 86)];
        for (prefer, capability, expected) in [
            (Prefer::MachineCode, Some(80), "machine code"),
            (Prefer::MachineCode, Some(89), "machine code"),
            (Prefer::MachineCode, Some(70), "ptx"),
            (Prefer::MachineCode, Some(90), "ptx"),
            (Prefer::Ptx, None, "ptx"),
            (Prefer::OnlyMachineCode, Some(86), "machine code"),
            (Prefer::OnlyPtx, Some(86), "ptx"),
        ] {
            assert_eq!(choose(prefer, capability, &both), Ok(expected), "{prefer:?} {capability:?}");
        }
        assert_eq!(choose(Prefer::Ptx, None, &[(Cubin, 90)]), Ok("machine code"));
        assert_eq!(choose(Prefer::Ptx, None, &[(Cubin, 75), (Cubin, 120)]), Ok("machine code"));
    }

    #[test]
    fn code_that_is_missing_is_named() {
        let only = [(Kind::Cubin, 90), (Kind::Cubin, 75)];
        let why = |prefer, capability| choose(prefer, capability, &only).unwrap_err();
        assert_eq!(
            why(Prefer::OnlyMachineCode, Some(80)),
            "the program has machine code for sm_75, sm_90, and none that a GPU of sm_80 executes: compile it with `-arch=sm_80`"
        );
        assert_eq!(
            why(Prefer::OnlyPtx, None),
            "the program has no PTX, but machine code for sm_75, sm_90: compile it with `-arch=compute_75`, for example"
        );
        assert!(why(Prefer::MachineCode, Some(80)).ends_with("or choose another machine"));
        let new = choose(Prefer::Ptx, None, &[(Kind::Cubin, 120)]).unwrap_err();
        assert!(new.contains("Warploom executes that of sm_70 to sm_90"), "{new}");
    }

    #[test]
    fn a_cubin_in_memory_ends_where_its_tables_end() {
        let mut header = [0; 64];
        header[..4].copy_from_slice(b"\x7fELF");
        // Sections at 200, three of 64 bytes; segments at 64, one of 56 bytes.
        header[40] = 200;
        (header[58], header[60]) = (64, 3);
        (header[32], header[54], header[56]) = (64, 56, 1);
        assert_eq!(elf_length(HostPtr(header.as_ptr() as usize)), Ok(200 + 3 * 64));
    }
}
