//! Errors of launch files: what is wrong, at which key, and how to fix it.

use super::element::{ElementType, NumberError};
use super::file::KeyPath;
use super::npy::NpyError;
use crate::work::symbol;
use std::io;
use std::path::{Path, PathBuf};
use warploom_kernel::execute::{LaunchError, MemoryError, TextureError};
use warploom_kernel::names::nearest;
use warploom_kernel::ptx::isa::Mod;
use warploom_kernel::ptx::program::Param;

/// An error in a launch file, with the key it is about.
#[derive(Debug, thiserror::Error)]
#[error("{kind}")]
pub struct LaunchFileError {
    pub key: KeyPath,
    /// What is wrong.
    pub kind: Box<LaunchFileErrorKind>,
}

/// What is wrong with a launch file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LaunchFileErrorKind {
    #[error("the launch file has no [[launch]]")]
    NoLaunch,
    #[error("there is no {what} `{name}`")]
    Unknown { what: &'static str, name: String, known: Vec<String> },
    #[error("`{name}` is the name of {} {what}s", symbols.len())]
    Ambiguous { what: &'static str, name: String, symbols: Vec<String> },
    #[error("`{0}` must have one to three sizes")]
    Dimensions(&'static str),
    #[error("the buffer has no type")]
    NoType,
    #[error("the buffer has no shape")]
    NoShape,
    #[error("`{0}` and `{1}` both set the contents of the buffer")]
    TwoContents(&'static str, &'static str),
    #[error("`zeros = false` does not set the contents of the buffer")]
    NotZeros,
    #[error("the buffer exceeds the simulated device's {} GiB of memory", limit >> 30)]
    TooLarge { limit: u64 },
    #[error(transparent)]
    Number(#[from] NumberError),
    #[error("random integers need an upper bound")]
    NoHigh,
    #[error("the range from low {low} to high {high} is empty")]
    EmptyRange { low: String, high: String },
    #[error("`{}` cannot be read: {error}", path.display())]
    Io { path: PathBuf, error: io::Error },
    #[error("`{}` cannot be written: {error}", path.display())]
    Unwritable { path: PathBuf, error: io::Error },
    #[error("`{}` cannot be written: there is no directory `{}`", path.display(), parent.display())]
    NoDirectory { path: PathBuf, parent: PathBuf },
    #[error("`{}` cannot be used: an .npz file is an archive, and a single array is expected", path.display())]
    Npz { path: PathBuf, help: &'static str },
    #[error("element {from} does not exist: the buffer has {count} elements, counted from 0")]
    From { from: u64, count: u64 },
    #[error("`{}` cannot be used: {error}", path.display())]
    Npy { path: PathBuf, error: NpyError },
    #[error("`{}` holds {found} elements, but the launch file says {stated}", path.display())]
    FileType { path: PathBuf, stated: ElementType, found: &'static str },
    /// Bytes beyond the expected ones are not read, and so not counted.
    #[error("`{}` has {} bytes of elements, expected {wanted}", path.display(), too_many(*found, *wanted))]
    FileLength { path: PathBuf, found: u64, wanted: u64 },
    #[error("{found} elements are given, but the buffer has {wanted}")]
    Count { found: u64, wanted: u64 },
    #[error("`{}` has shape {found:?}, but the launch file says {stated:?}", path.display())]
    FileShape { path: PathBuf, stated: Vec<u64>, found: Vec<u64> },
    #[error("variable `{name}` of the code has {has} bytes, but the buffer needs {wanted}")]
    SymbolSize { name: String, has: u64, wanted: u64 },
    #[error("a tolerance must be zero or positive")]
    Tolerance,
    #[error(transparent)]
    Memory(#[from] MemoryError),
    #[error("a texel cannot have channels of type {0}")]
    TexelType(ElementType),
    #[error("a texel has {channels} channels, but the buffer has shape {shape:?}")]
    Channels { shape: Vec<u64>, channels: u32 },
    #[error("a buffer of shape {shape:?} does not have this geometry")]
    Geometry { shape: Vec<u64> },
    #[error("a texture reads an array or a buffer")]
    TextureSource,
    #[error("a border has up to four channels")]
    Border,
    #[error(transparent)]
    Texture(#[from] TextureError),
    #[error(transparent)]
    Launch(Box<KernelMismatch>),
}

/// A launch that does not match its kernel.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum KernelMismatch {
    #[error("{error}")]
    Refused { error: LaunchError, kernel: String, params: Vec<Param> },
    /// The kernel would read the bits as another number.
    #[error("argument {index} of kernel `{kernel}` is declared .{ty}, but {given} is given")]
    ArgumentType {
        index: usize,
        kernel: String,
        ty: &'static str,
        given: ElementType,
        suggestion: &'static str,
    },
}

impl LaunchFileErrorKind {
    /// The error with its key.
    pub fn at(self, key: &KeyPath) -> LaunchFileError {
        LaunchFileError { key: key.clone(), kind: Box::new(self) }
    }

    /// A name that does not exist.
    pub(super) fn unknown<'a>(
        what: &'static str,
        name: &str,
        known: impl Iterator<Item = &'a str>,
    ) -> LaunchFileErrorKind {
        let known = known.map(str::to_owned).collect();
        LaunchFileErrorKind::Unknown { what, name: name.to_owned(), known }
    }

    /// A file that cannot be read.
    pub(super) fn io(path: &Path, error: io::Error) -> LaunchFileErrorKind {
        LaunchFileErrorKind::Io { path: path.to_owned(), error }
    }

    /// How to fix it.
    pub fn help(&self) -> Option<String> {
        let fixed = match self {
            LaunchFileErrorKind::NoLaunch => "add a [[launch]] with kernel, grid, block and args",
            LaunchFileErrorKind::Unknown { what, name, known } => {
                return Some(known_names(what, name, known));
            }
            LaunchFileErrorKind::Ambiguous { symbols, .. } => {
                return Some(format!("write the symbol of one:{}", symbol::choices(symbols)));
            }
            LaunchFileErrorKind::Dimensions(_) => "write 4, [4], [4, 2] or [4, 2, 1]; omitted sizes are 1",
            LaunchFileErrorKind::NoType => {
                "add type = \"f32\" (or u8, u16, u32, u64, i8, i16, i32, i64, f16, bf16, f64); only an .npy file has a type of its own"
            }
            LaunchFileErrorKind::NoShape => {
                "add shape = 1024, or a list for more dimensions; only `values` and `file` have a shape of their own"
            }
            LaunchFileErrorKind::TwoContents(..) => "keep one of zeros, value, values, iota, random, file",
            LaunchFileErrorKind::NotZeros => "remove it, and add value, values, iota, random or file",
            LaunchFileErrorKind::NoHigh => {
                "add `high`: integers range from `low` (inclusive) to `high` (exclusive)"
            }
            LaunchFileErrorKind::EmptyRange { .. } => {
                "numbers range from `low` (inclusive) to `high` (exclusive)"
            }
            LaunchFileErrorKind::NoDirectory { .. } => {
                "create it first; paths are relative to the launch file"
            }
            LaunchFileErrorKind::Npz { help, .. } => help,
            LaunchFileErrorKind::Io { .. } | LaunchFileErrorKind::Unwritable { .. } => {
                "paths are relative to the launch file"
            }
            LaunchFileErrorKind::Npy { error, .. } => error.help()?,
            LaunchFileErrorKind::FileType { found: "two-byte", .. } => "elements `V2` are read as bf16",
            LaunchFileErrorKind::FileType { .. } => "remove `type` to use the file's, or convert the file",
            LaunchFileErrorKind::FileShape { .. } => "remove `shape` to use the file's",
            LaunchFileErrorKind::TexelType(_) => "use u8, u16, u32, i8, i16, i32, f16 or f32",
            LaunchFileErrorKind::Channels { .. } => "the last dimension of the buffer is the channel",
            LaunchFileErrorKind::Geometry { .. } => {
                "dimensions are [width], [height, width] or [depth, height, width]; layers and the six faces of a cubemap \
                 come before the height, and channels after the width"
            }
            LaunchFileErrorKind::TextureSource => "add array = \"NAME\" or buffer = \"NAME\", not both",
            LaunchFileErrorKind::Launch(mismatch) => return mismatch.help(),
            _ => return None,
        };
        Some(fixed.to_owned())
    }
}

impl KernelMismatch {
    fn help(&self) -> Option<String> {
        match self {
            KernelMismatch::ArgumentType { suggestion, .. } => {
                Some(format!("write {suggestion}, or {{ bytes = [...] }} to pass these bits"))
            }
            KernelMismatch::Refused { error, kernel, params } => signature(error, kernel, params),
        }
    }
}

impl From<KernelMismatch> for LaunchFileErrorKind {
    fn from(mismatch: KernelMismatch) -> LaunchFileErrorKind {
        LaunchFileErrorKind::Launch(Box::new(mismatch))
    }
}

/// A number of bytes; at most one beyond the wanted ones was read.
fn too_many(found: u64, wanted: u64) -> String {
    if found > wanted { "too many".to_owned() } else { found.to_string() }
}

fn known_names(what: &str, name: &str, known: &[String]) -> String {
    let listed = match known.len() {
        0 => format!("there are no {what}s"),
        // A module may have thousands of kernels.
        n if n > 20 => format!("there are {n} {what}s, the first: {}", known[..20].join(", ")),
        _ => format!("{what}s: {}", known.join(", ")),
    };
    let names: Vec<String> = known.iter().map(|symbol| symbol::base_name(symbol)).collect();
    match nearest(name, known.iter().chain(&names).map(String::as_str)) {
        Some(near) => format!("did you mean `{near}`? {listed}"),
        None => listed,
    }
}

/// A kernel's parameters, with an argument that fits each.
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
    Some(format!("parameters of `{kernel}`, with arguments that fit:{}", lines.collect::<String>()))
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
