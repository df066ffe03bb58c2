//! What a program's file says about its device code and its CUDA runtime.

use crate::container::{self, Kind};
use object::read::elf::{ElfFile64, FileHeader as _};
use object::{Endianness, Object as _, ObjectSection as _, elf};
use std::path::{Path, PathBuf};
use std::{fs, io};

/// Sections that hold fat binaries: those of a program, and those of units compiled with `-rdc=true`.
const SECTIONS: [&str; 2] = [".nv_fatbin", "__nv_relfatbin"];

/// Why a file is not a program that can be inspected.
#[derive(Debug, thiserror::Error)]
pub enum InspectError {
    #[error("`{}` cannot be read: {error}", path.display())]
    Read { path: PathBuf, error: io::Error },
    #[error("`{}` is not a 64-bit Linux program", path.display())]
    NotElf { path: PathBuf },
}

/// The CUDA runtime that a program uses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Runtime {
    /// The shared library of this name: `libcudart.so.13`.
    Shared(String),
    /// Linked into the program.
    Static,
    /// None: it may call the driver, or load other libraries that use one.
    None,
}

/// What a program's file says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// Its CUDA runtime.
    pub runtime: Runtime,
    /// Whether it needs `libcuda.so.1`.
    pub driver: bool,
    /// Entries of its fat binaries: kind and architecture.
    pub images: Vec<(Kind, u32)>,
    /// Libraries that it needs, by name.
    pub needs: Vec<String>,
}

impl Program {
    /// Inspects a file.
    ///
    /// # Errors
    /// [`InspectError`].
    pub fn inspect(path: &Path) -> Result<Program, InspectError> {
        let bytes = fs::read(path).map_err(|error| InspectError::Read { path: path.to_owned(), error })?;
        Program::of(&bytes).ok_or_else(|| InspectError::NotElf { path: path.to_owned() })
    }

    /// Inspects the bytes of a file; none if they are not a 64-bit ELF file.
    pub fn of(bytes: &[u8]) -> Option<Program> {
        let file = ElfFile64::<Endianness>::parse(bytes).ok()?;
        let needs = needs(bytes).unwrap_or_default();
        let mut images = Vec::new();
        for name in SECTIONS {
            let Some(data) = file.section_by_name(name).and_then(|s| s.data().ok()) else { continue };
            collect(data, &mut images);
        }
        let shared = needs.iter().find(|name| name.starts_with("libcudart.so"));
        let runtime = match shared {
            Some(name) => Runtime::Shared(name.clone()),
            // The wrapper of a fat binary is there in every program that registers one, and then something must register it.
            None if !images.is_empty() || file.section_by_name(".nvFatBinSegment").is_some() => {
                Runtime::Static
            }
            None => Runtime::None,
        };
        let driver = needs.iter().any(|name| name.starts_with("libcuda.so"));
        Some(Program { runtime, driver, images, needs })
    }

    /// Whether there is PTX in it.
    pub fn has_ptx(&self) -> bool {
        self.images.iter().any(|(kind, _)| *kind == Kind::Ptx)
    }

    /// Whether there is machine code of sm_70 to sm_90.
    pub fn has_machine_code(&self) -> bool {
        self.images
            .iter()
            .any(|(kind, architecture)| *kind == Kind::Cubin && (70..=90).contains(architecture))
    }
}

/// The kinds of all entries of the containers in a section. They follow each other, aligned to 8 bytes.
fn collect(mut data: &[u8], images: &mut Vec<(Kind, u32)>) {
    while let Ok(length) = container::length(data) {
        if let Ok(entries) = container::read(data) {
            images.extend(entries.iter().map(|e| (e.kind, e.architecture)));
        }
        match data.get(length.next_multiple_of(8)..) {
            Some(rest) => data = rest,
            None => return,
        }
    }
}

/// Names of the libraries that an ELF file needs.
fn needs(bytes: &[u8]) -> Option<Vec<String>> {
    let header = elf::FileHeader64::<Endianness>::parse(bytes).ok()?;
    let endian = header.endian().ok()?;
    let sections = header.sections(endian, bytes).ok()?;
    let (dynamic, link) = sections.dynamic(endian, bytes).ok()??;
    let strings = sections.strings(endian, bytes, link).ok()?;
    let mut names = Vec::new();
    for entry in dynamic {
        if entry.d_tag.get(endian) == elf::DT_NEEDED {
            let offset = u32::try_from(entry.d_val.get(endian)).ok()?;
            names.push(String::from_utf8_lossy(strings.get(offset).ok()?).into_owned());
        }
    }
    Some(names)
}
