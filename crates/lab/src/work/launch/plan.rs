//! A launch plan: device memory initialised, arguments laid out, expected results read.
//!
//! All errors of a launch file are found here, before the first instruction executes.

use super::buffer::{self, DEVICE_BYTES, Elements, count};
use super::check::Tolerance;
use super::element::ElementType;
use super::error::{KernelMismatch, LaunchFileError, LaunchFileErrorKind};
use super::file::{Arg, Check, Equals, KeyPath, LaunchFile, OneOrMany};
use super::texture::{self, DeviceArray};
use crate::work::symbol::{self, SymbolError};
use std::collections::BTreeMap;
use std::path::Path;
use warploom_kernel::execute::{self, Globals, Launch, Limits, Memory, Mode};
use warploom_kernel::image::{Entry, Image};
use warploom_kernel::program::VariableId;
use warploom_kernel::ptx::isa::TypeKind;
use warploom_kernel::ptx::program::Param;

/// A buffer on the device.
#[derive(Debug)]
pub struct DeviceBuffer {
    pub ty: ElementType,
    /// The sizes of the dimensions.
    pub shape: Vec<u64>,
    /// Number of elements.
    pub count: u64,
    pub(super) address: u64,
}

/// The expected elements of a check.
#[derive(Debug)]
pub enum Expected {
    /// Another buffer, after the launches.
    Buffer(String),
    /// Elements known before the launches.
    Elements(Elements),
}

/// A launch file checked against its module, ready to execute.
pub struct Plan<'a> {
    /// Device memory, with the buffers' initial contents.
    pub memory: Memory,
    /// Addresses of the module's variables.
    pub globals: Globals,
    pub buffers: BTreeMap<&'a str, DeviceBuffer>,
    pub(super) arrays: BTreeMap<&'a str, DeviceArray>,
    /// Handles of texture objects, by name.
    pub(super) textures: BTreeMap<&'a str, u64>,
    /// Handles of surface objects, by name.
    pub(super) surfaces: BTreeMap<&'a str, u64>,
    /// Launches, in order.
    pub launches: Vec<(Entry<'a>, Launch)>,
    /// The expected elements of each `[[check]]`.
    pub expected: Vec<Expected>,
}

/// Checks a launch file against `module` and prepares its launches; paths are relative to `base`.
pub(super) fn plan<'a>(
    file: &'a LaunchFile,
    image: &'a Image,
    base: &Path,
    mode: Mode,
    limits: Limits,
) -> Result<Plan<'a>, LaunchFileError> {
    let mut memory = Memory::with_limit(DEVICE_BYTES);
    let globals =
        image.load(&mut memory).map_err(|e| LaunchFileErrorKind::Memory(e).at(&KeyPath::default()))?;
    let buffers = BTreeMap::new();
    let mut plan = Plan {
        memory,
        globals,
        buffers,
        arrays: BTreeMap::new(),
        textures: BTreeMap::new(),
        surfaces: BTreeMap::new(),
        launches: Vec::new(),
        expected: Vec::new(),
    };
    for name in file.buffers.keys() {
        plan.place(file, name, image, base)?;
    }
    texture::place(&mut plan, file)?;
    if file.launch.is_empty() {
        return Err(LaunchFileErrorKind::NoLaunch.at(&KeyPath::default()));
    }
    for (i, launch) in file.launch.iter().enumerate() {
        plan.launch(launch, &KeyPath::of("launch").index(i), image, mode, limits)?;
    }
    for (i, show) in file.show.iter().enumerate() {
        let path = KeyPath::of("show").index(i);
        let count = plan.buffer(&show.buffer, &path.key("buffer"))?.count;
        if show.from > 0 && show.from >= count {
            return Err(LaunchFileErrorKind::From { from: show.from, count }.at(&path.key("from")));
        }
    }
    for (i, check) in file.check.iter().enumerate() {
        let expected = plan.expect(check, &KeyPath::of("check").index(i), base)?;
        plan.expected.push(expected);
    }
    for (i, save) in file.save.iter().enumerate() {
        let path = KeyPath::of("save").index(i);
        plan.buffer(&save.buffer, &path.key("buffer"))?;
        buffer::can_save(&base.join(&save.file)).map_err(|k| k.at(&path.key("file")))?;
    }
    Ok(plan)
}

impl<'a> Plan<'a> {
    /// The current bytes of a buffer.
    pub fn bytes(&self, buffer: &DeviceBuffer) -> &[u8] {
        let len = buffer.count * buffer.ty.size() as u64;
        self.memory.read(buffer.address, len).expect("a placed buffer lies within one allocation")
    }

    /// Copies arrays back to their buffers, after the last launch.
    pub fn copy_back(&mut self) {
        texture::copy_back(self);
    }

    /// The buffer of this name.
    pub(super) fn buffer(&self, name: &str, path: &KeyPath) -> Result<&DeviceBuffer, LaunchFileError> {
        let unknown = || LaunchFileErrorKind::unknown("buffer", name, self.buffers.keys().copied()).at(path);
        self.buffers.get(name).ok_or_else(unknown)
    }

    fn place(
        &mut self,
        file: &'a LaunchFile,
        name: &'a str,
        image: &Image,
        base: &Path,
    ) -> Result<(), LaunchFileError> {
        let path = KeyPath::of("buffers").key(name);
        let buffer = &file.buffers[name];
        let (ty, shape, elements) = Elements::of_buffer(buffer, &path, base)?;
        let count = count(ty, &shape).map_err(|k| k.at(&path))?;
        let bytes = count * ty.size() as u64;
        let address = match &buffer.symbol {
            None => {
                self.memory.allocate(name, bytes).map_err(|e| LaunchFileErrorKind::Memory(e).at(&path))?
            }
            Some(symbol) => {
                let known = image.variables().iter().map(|v| v.name.as_str());
                let symbol = find_symbol("variable", symbol, known, &path.key("symbol"))?;
                let variable = (0..).zip(image.variables()).find(|(_, v)| v.name == symbol);
                let (id, variable) = variable.expect("the symbol is that of a variable");
                if bytes > variable.size {
                    let (name, has) = (symbol.to_owned(), variable.size);
                    return Err(LaunchFileErrorKind::SymbolSize { name, has, wanted: bytes }.at(&path));
                }
                self.globals.address(VariableId(id))
            }
        };
        // A symbol may have an initial value that zeros replace.
        let elements = elements.filter(|e| buffer.symbol.is_some() || !e.are_zero());
        if let Some(elements) = elements {
            let mut to = address;
            let written = elements.pieces(|piece| {
                self.memory.write(to, piece)?;
                to += piece.len() as u64;
                Ok(())
            });
            written.map_err(|e| LaunchFileErrorKind::Memory(e).at(&path))?;
        }
        self.buffers.insert(name, DeviceBuffer { ty, shape, count, address });
        Ok(())
    }

    fn launch(
        &mut self,
        spec: &super::file::LaunchEntry,
        path: &KeyPath,
        image: &'a Image,
        mode: Mode,
        limits: Limits,
    ) -> Result<(), LaunchFileError> {
        let symbols = image.kernels();
        let symbol = find_symbol("kernel", &spec.kernel, symbols.into_iter(), &path.key("kernel"))?;
        let entry = image.kernel(symbol).expect("the symbol is that of a program");
        let params = entry.parameters();
        let grid = sizes("grid", &spec.grid, path)?;
        let block = sizes("block", &spec.block, path)?;
        let (shared, cooperative) = (spec.shared, spec.cooperative);
        let mut launch = Launch { shared, mode, limits, cooperative, ..Launch::new(grid, block) };
        for (i, arg) in spec.args.iter().enumerate() {
            let at = path.key("args").index(i);
            if let (Some(param), Arg::Scalar(ty, _)) = (params.get(i), arg) {
                check_type(entry.name(), i, param, *ty).map_err(|k| k.at(&at))?;
            }
            let (bytes, _) = self.layout(arg, &at)?;
            launch.args.push(execute::Arg(bytes));
        }
        if let Err(error) = entry.check(&launch) {
            let at = key_of(&error, path);
            let kernel = entry.name().to_owned();
            return Err(LaunchFileErrorKind::from(KernelMismatch::Refused { error, kernel, params }).at(&at));
        }
        self.launches.push((entry, launch));
        Ok(())
    }

    /// The bytes of an argument and its alignment, as in C.
    fn layout(&self, arg: &Arg, path: &KeyPath) -> Result<(Vec<u8>, usize), LaunchFileError> {
        match arg {
            Arg::Buffer(name) => {
                let buffer = self.buffer(name, path)?;
                Ok((buffer.address.to_le_bytes().to_vec(), 8))
            }
            Arg::Texture(name) => {
                let known = self.textures.keys().copied();
                let handle = self.textures.get(name.as_str());
                let unknown = || LaunchFileErrorKind::unknown("texture", name, known).at(path);
                Ok((handle.ok_or_else(unknown)?.to_le_bytes().to_vec(), 8))
            }
            Arg::Surface(name) => {
                let known = self.surfaces.keys().copied();
                let handle = self.surfaces.get(name.as_str());
                let unknown = || LaunchFileErrorKind::unknown("surface", name, known).at(path);
                Ok((handle.ok_or_else(unknown)?.to_le_bytes().to_vec(), 8))
            }
            Arg::Scalar(ty, value) => {
                ty.admits(*value).map_err(|e| LaunchFileErrorKind::Number(e).at(path))?;
                Ok((ty.encode(*value)[..ty.size()].to_vec(), ty.size()))
            }
            Arg::Bytes(bytes) => Ok((bytes.clone(), 1)),
            Arg::Struct(fields) => {
                let (mut bytes, mut align) = (Vec::<u8>::new(), 1);
                for (i, field) in fields.iter().enumerate() {
                    let (field, to) = self.layout(field, &path.key("struct").index(i))?;
                    bytes.resize(bytes.len().next_multiple_of(to), 0);
                    bytes.extend(field);
                    align = align.max(to);
                }
                bytes.resize(bytes.len().next_multiple_of(align), 0);
                Ok((bytes, align))
            }
        }
    }

    fn expect(&self, check: &Check, path: &KeyPath, base: &Path) -> Result<Expected, LaunchFileError> {
        let buffer = self.buffer(&check.buffer, &path.key("buffer"))?;
        for (key, value) in [("abs", check.abs), ("rel", check.rel)] {
            if value.is_nan() || value < 0.0 {
                return Err(LaunchFileErrorKind::Tolerance.at(&path.key(key)));
            }
        }
        let (ty, shape) = (buffer.ty, buffer.shape.clone());
        let path = path.key("equals");
        let (found, expected) = match &check.equals {
            Equals::Buffer(name) => {
                let other = self.buffer(name, &path.key("buffer"))?;
                (other.count, Expected::Buffer(name.clone()))
            }
            Equals::Values(values) => {
                let elements = Elements::of_values(ty, shape, values, &path.key("values"))?;
                (buffer.count, Expected::Elements(elements))
            }
            Equals::Value(value) => {
                let elements = Elements::of_value(ty, shape, *value).map_err(|k| k.at(&path))?;
                (buffer.count, Expected::Elements(elements))
            }
            Equals::Iota(iota) => {
                let elements = Elements::of_iota(ty, shape, *iota).map_err(|k| k.at(&path))?;
                (buffer.count, Expected::Elements(elements))
            }
            Equals::File(file) => {
                let at = path.key("file");
                // An .npy file has its own type, so that an f32 can be compared with an f64.
                let elements = Elements::of_file(&base.join(file), None, Some(ty), None);
                let elements = elements.map_err(|k| k.at(&at))?;
                let found = count(elements.ty, &elements.shape).map_err(|k| k.at(&at))?;
                (found, Expected::Elements(elements))
            }
        };
        if found != buffer.count {
            return Err(LaunchFileErrorKind::Count { found, wanted: buffer.count }.at(&path));
        }
        Ok(expected)
    }
}

impl Check {
    /// The difference that the check accepts.
    pub fn tolerance(&self) -> Tolerance {
        Tolerance { abs: self.abs, rel: self.rel, nan: self.nan }
    }
}

fn sizes(what: &'static str, given: &OneOrMany<u32>, path: &KeyPath) -> Result<[u32; 3], LaunchFileError> {
    match given.0[..] {
        [x] => Ok([x, 1, 1]),
        [x, y] => Ok([x, y, 1]),
        [x, y, z] => Ok([x, y, z]),
        _ => Err(LaunchFileErrorKind::Dimensions(what).at(&path.key(what))),
    }
}

/// Rejects an integer for a floating-point parameter and vice versa: the size fits, the bits do not.
fn check_type(
    kernel: &str,
    index: usize,
    param: &Param,
    given: ElementType,
) -> Result<(), LaunchFileErrorKind> {
    let float = match param.ty.kind() {
        Some(TypeKind::Float) => true,
        Some(TypeKind::Unsigned | TypeKind::Signed) => false,
        _ => return Ok(()),
    };
    // nvcc declares a half as .b16, older versions as .u16: 16 bits may be of any type.
    if float == given.is_float() || param.size as usize != given.size() || given.size() == 2 {
        return Ok(());
    }
    let suggestion = match (float, param.size) {
        (true, 4) => "{ f32 = ... }",
        (true, _) => "{ f64 = ... }",
        (false, 4) => "{ u32 = ... } or { i32 = ... }",
        (false, _) => "{ u64 = ... } or { i64 = ... }",
    };
    let (kernel, ty) = (kernel.to_owned(), param.ty.text());
    Err(KernelMismatch::ArgumentType { index, kernel, ty, given, suggestion }.into())
}

/// The symbol that a name in the launch file stands for.
fn find_symbol<'a>(
    what: &'static str,
    name: &str,
    symbols: impl Iterator<Item = &'a str> + Clone,
    path: &KeyPath,
) -> Result<&'a str, LaunchFileError> {
    symbol::find(name, symbols.clone()).map_err(|error| {
        let kind = match error {
            SymbolError::Unknown => LaunchFileErrorKind::unknown(what, name, symbols),
            SymbolError::Ambiguous(symbols) => {
                LaunchFileErrorKind::Ambiguous { what, name: name.to_owned(), symbols }
            }
        };
        kind.at(path)
    })
}

/// The key of a launch that an error is about.
fn key_of(error: &execute::LaunchError, path: &KeyPath) -> KeyPath {
    use execute::LaunchError::*;
    match error {
        Shape { what, .. } => path.key(what),
        Threads { .. } => path.key("block"),
        Count { .. } => path.key("args"),
        Size { index, .. } => path.key("args").index(*index),
        Shared { .. } => path.key("shared"),
        Stack { .. } | DeviceLaunch { .. } | Memory(_) => path.key("kernel"),
        Cooperative { .. } => path.key("cooperative"),
    }
}
