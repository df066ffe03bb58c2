//! What a launch file can say that is not possible, where it says it, and the remedy.

use super::element::{ElementType, NumberError};
use super::launch_file::Place;
use super::npy;
use std::io;
use std::path::{Path, PathBuf};
use warploom_kernel::execute::{LaunchError, MemoryError};
use warploom_kernel::program::Param;
use warploom_kernel::ptx::isa::Mod;
use warploom_kernel::ptx::nearest;

/// Something impossible, and where it is asked for.
#[derive(Debug, thiserror::Error)]
#[error("{kind}")]
pub struct Mistake {
    pub place: Place,
    pub kind: Box<MistakeKind>,
}

/// Something impossible.
#[derive(Debug, thiserror::Error)]
pub enum MistakeKind {
    #[error("the launch file launches nothing")]
    NoLaunch,
    #[error("there is no {what} `{name}`")]
    Unknown { what: &'static str, name: String, known: Vec<String> },
    #[error("a {0} has one to three sizes")]
    Dimensions(&'static str),
    #[error("the buffer has no type")]
    NoType,
    #[error("the buffer has no shape")]
    NoShape,
    #[error("`{0}` and `{1}` both say what the buffer holds")]
    TwoContents(&'static str, &'static str),
    #[error("`zeros = false` says nothing of what the buffer holds")]
    NotZeros,
    #[error("it would take more than the {} GiB the simulated device has", limit >> 30)]
    TooLarge { limit: u64 },
    #[error(transparent)]
    Number(#[from] NumberError),
    #[error("random whole numbers need an end")]
    NoHigh,
    #[error("there is no number between low {low} and high {high}")]
    EmptyRange { low: String, high: String },
    #[error("`{}` cannot be read: {error}", path.display())]
    Io { path: PathBuf, error: io::Error },
    #[error("`{}` cannot be written: {error}", path.display())]
    Unwritable { path: PathBuf, error: io::Error },
    #[error("`{}` cannot be written: there is no directory `{}`", path.display(), parent.display())]
    NoDirectory { path: PathBuf, parent: PathBuf },
    #[error("`{}` cannot be used: an .npz file is an archive of arrays, and one array is due", path.display())]
    Npz { path: PathBuf, help: &'static str },
    #[error("there is no element {from}: the buffer has {count}, counted from 0")]
    From { from: u64, count: u64 },
    #[error("`{}` cannot be used: {error}", path.display())]
    Npy { path: PathBuf, error: npy::Error },
    #[error("`{}` holds {found} elements, and {stated} is stated", path.display())]
    FileType { path: PathBuf, stated: ElementType, found: &'static str },
    #[error("`{}` has {} bytes of elements, and {wanted} are due", path.display(), too_many(*found, *wanted))]
    /// What is beyond the bytes due is not read, and so not counted.
    FileLength { path: PathBuf, found: u64, wanted: u64 },
    #[error("{found} elements are given, and the buffer has {wanted}")]
    Count { found: u64, wanted: u64 },
    #[error("`{}` has shape {found:?}, and {stated:?} is stated", path.display())]
    FileShape { path: PathBuf, stated: Vec<u64>, found: Vec<u64> },
    #[error("variable `{name}` of the PTX has {has} bytes, and the buffer {wanted}")]
    SymbolSize { name: String, has: u64, wanted: u64 },
    #[error("a tolerance is a number from 0 up")]
    Tolerance,
    #[error(transparent)]
    Memory(#[from] MemoryError),
    #[error(transparent)]
    Launch(Box<LaunchMistake>),
}

/// A launch its kernel cannot have.
#[derive(Debug, thiserror::Error)]
pub enum LaunchMistake {
    #[error("{error}")]
    Refused { error: LaunchError, kernel: String, params: Vec<Param> },
    /// The bits would be taken for another number.
    #[error("argument {index} of kernel `{kernel}` is declared .{ty}, and {given} is given")]
    Kind { index: usize, kernel: String, ty: &'static str, given: ElementType, suggestion: &'static str },
}

impl MistakeKind {
    /// The same, with its place.
    pub fn at(self, place: &Place) -> Mistake {
        Mistake { place: place.clone(), kind: Box::new(self) }
    }

    /// A name nothing has.
    pub fn unknown<'a>(what: &'static str, name: &str, known: impl Iterator<Item = &'a str>) -> MistakeKind {
        let known = known.map(str::to_owned).collect();
        MistakeKind::Unknown { what, name: name.to_owned(), known }
    }

    /// A file that cannot be read.
    pub fn io(path: &Path, error: io::Error) -> MistakeKind {
        MistakeKind::Io { path: path.to_owned(), error }
    }

    /// What to do.
    pub fn help(&self) -> Option<String> {
        let fixed = match self {
            MistakeKind::NoLaunch => "add a [[launch]] with kernel, grid, block and args",
            MistakeKind::Unknown { what, name, known } => return Some(known_names(what, name, known)),
            MistakeKind::Dimensions(_) => "write 4, [4], [4, 2] or [4, 2, 1]; sizes left out are 1",
            MistakeKind::NoType => {
                "add type = \"f32\" (or u8, u16, u32, u64, i8, i16, i32, i64, f16, bf16, f64); only an .npy file brings its own"
            }
            MistakeKind::NoShape => {
                "add shape = 1024, or a list for more dimensions; only `values` and `file` bring their own"
            }
            MistakeKind::TwoContents(..) => "keep one of zeros, value, values, iota, random, file",
            MistakeKind::NotZeros => "leave it out, and say value, values, iota, random or file",
            MistakeKind::NoHigh => "add high: whole numbers from low up to, not including, high",
            MistakeKind::EmptyRange { .. } => "numbers are taken from low up to, not including, high",
            MistakeKind::NoDirectory { .. } => "make it first; paths are relative to the launch file",
            MistakeKind::Npz { help, .. } => help,
            MistakeKind::Io { .. } | MistakeKind::Unwritable { .. } => {
                "paths are relative to the launch file"
            }
            MistakeKind::Npy { error, .. } => error.help()?,
            MistakeKind::FileType { found: "two-byte", .. } => "elements `V2` are read as bf16",
            MistakeKind::FileType { .. } => "leave `type` out to take the file's, or convert the file",
            MistakeKind::FileShape { .. } => "leave `shape` out to take the file's",
            MistakeKind::Launch(mistake) => return mistake.help(),
            _ => return None,
        };
        Some(fixed.to_owned())
    }
}

impl LaunchMistake {
    fn help(&self) -> Option<String> {
        match self {
            LaunchMistake::Kind { suggestion, .. } => {
                Some(format!("write {suggestion}, or {{ bytes = [...] }} if the bits are meant"))
            }
            LaunchMistake::Refused { error, kernel, params } => signature(error, kernel, params),
        }
    }
}

impl From<LaunchMistake> for MistakeKind {
    fn from(mistake: LaunchMistake) -> MistakeKind {
        MistakeKind::Launch(Box::new(mistake))
    }
}

/// A number of bytes of which no more than one beyond the wanted were read.
fn too_many(found: u64, wanted: u64) -> String {
    if found > wanted { "too many".to_owned() } else { found.to_string() }
}

fn known_names(what: &str, name: &str, known: &[String]) -> String {
    let listed = match known.len() {
        0 => format!("there are no {what}s"),
        // A file of thousands of kernels is not a help text.
        n if n > 20 => format!("there are {n} {what}s, the first: {}", known[..20].join(", ")),
        _ => format!("{what}s: {}", known.join(", ")),
    };
    match nearest(name, known.iter().map(String::as_str)) {
        Some(near) => format!("did you mean `{near}`? {listed}"),
        None => listed,
    }
}

/// A kernel's parameters, as its arguments have to be.
fn signature(error: &LaunchError, kernel: &str, params: &[Param]) -> Option<String> {
    if !matches!(error, LaunchError::Count { .. } | LaunchError::Size { .. }) {
        return None;
    }
    let width = params.iter().map(|p| p.name.len()).max().unwrap_or(0);
    let lines = params.iter().enumerate().map(|(i, p)| {
        let (name, ty, size) = (&p.name, p.ty.text(), p.size);
        let example = example(p).map_or(String::new(), |e| format!("   {e}"));
        format!("\n  {i:>2}  {name:<width$}  .{ty:<3}  {size:>2} bytes{example}")
    });
    Some(format!("the parameters of `{kernel}`, and arguments that fit:{}", lines.collect::<String>()))
}

/// An argument that fits a parameter.
fn example(param: &Param) -> Option<&'static str> {
    Some(match (param.ty, param.size) {
        (Mod::F32, 4) => "{ f32 = 1.0 }",
        (Mod::F64, 8) => "{ f64 = 1.0 }",
        (Mod::U64 | Mod::B64, 8) => "{ buffer = \"x\" } or { u64 = 1 }",
        (Mod::S64, 8) => "{ i64 = 1 }",
        (Mod::U32 | Mod::B32, 4) => "{ u32 = 1 } or { i32 = 1 }",
        (Mod::S32, 4) => "{ i32 = 1 }",
        (Mod::U16 | Mod::B16 | Mod::S16, 2) => "{ u16 = 1 } or { f16 = 1.0 }",
        (Mod::U8 | Mod::B8 | Mod::S8, 1) => "{ u8 = 1 }",
        (Mod::B8, _) => "{ struct = [{ f32 = 1.0 }, ...] }",
        _ => return None,
    })
}
