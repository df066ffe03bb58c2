//! A launch file given meaning: memory filled, arguments laid out, expectations read.
//!
//! Everything a launch file can get wrong is found here, before the first instruction is executed.

use super::buffer::{self, DEVICE_BYTES, Elements, count};
use super::check::Tolerance;
use super::element::ElementType;
use super::launch_file::{Arg, Check, Equals, LaunchFile, OneOrMany, Place};
use super::mistake::{LaunchMistake, Mistake, MistakeKind};
use std::collections::BTreeMap;
use std::path::Path;
use warploom_kernel::execute::{self, Globals, Launch, Limits, Memory, Mode};
use warploom_kernel::program::{Module, Param, Program, VariableId};
use warploom_kernel::ptx::isa::TypeKind;

/// A buffer on the device.
#[derive(Debug)]
pub struct Placed {
    pub ty: ElementType,
    pub shape: Vec<u64>,
    /// Elements.
    pub count: u64,
    address: u64,
}

/// What a buffer is compared with.
#[derive(Debug)]
pub enum Expected {
    /// Another buffer, as it is after the launches.
    Buffer(String),
    Elements(Elements),
}

/// Everything needed to run.
pub struct Plan<'a> {
    pub memory: Memory,
    pub globals: Globals,
    pub buffers: BTreeMap<&'a str, Placed>,
    pub launches: Vec<(&'a Program, Launch)>,
    /// One for each `[[check]]`.
    pub expected: Vec<Expected>,
}

/// Gives a launch file its meaning for `module`; its paths start at `base`.
pub fn plan<'a>(
    file: &'a LaunchFile,
    module: &'a Module,
    base: &Path,
    mode: Mode,
    limits: Limits,
) -> Result<Plan<'a>, Mistake> {
    let mut memory = Memory::with_limit(DEVICE_BYTES);
    let globals = memory.load(module).map_err(|e| MistakeKind::Memory(e).at(&Place::default()))?;
    let buffers = BTreeMap::new();
    let mut plan = Plan { memory, globals, buffers, launches: Vec::new(), expected: Vec::new() };
    for name in file.buffers.keys() {
        plan.place(file, name, module, base)?;
    }
    if file.launch.is_empty() {
        return Err(MistakeKind::NoLaunch.at(&Place::default()));
    }
    for (i, launch) in file.launch.iter().enumerate() {
        plan.launch(launch, &Place::of("launch").index(i), module, mode, limits)?;
    }
    for (i, show) in file.show.iter().enumerate() {
        let place = Place::of("show").index(i);
        let count = plan.buffer(&show.buffer, &place.key("buffer"))?.count;
        if show.from > 0 && show.from >= count {
            return Err(MistakeKind::From { from: show.from, count }.at(&place.key("from")));
        }
    }
    for (i, check) in file.check.iter().enumerate() {
        let expected = plan.expect(check, &Place::of("check").index(i), base)?;
        plan.expected.push(expected);
    }
    for (i, save) in file.save.iter().enumerate() {
        let place = Place::of("save").index(i);
        plan.buffer(&save.buffer, &place.key("buffer"))?;
        buffer::can_save(&base.join(&save.file)).map_err(|k| k.at(&place.key("file")))?;
    }
    Ok(plan)
}

impl<'a> Plan<'a> {
    /// The bytes a buffer holds now.
    pub fn bytes(&self, buffer: &Placed) -> &[u8] {
        let len = buffer.count * buffer.ty.size() as u64;
        self.memory.read(buffer.address, len).expect("a placed buffer lies within one allocation")
    }

    /// The buffer of this name.
    fn buffer(&self, name: &str, place: &Place) -> Result<&Placed, Mistake> {
        let unknown = || MistakeKind::unknown("buffer", name, self.buffers.keys().copied()).at(place);
        self.buffers.get(name).ok_or_else(unknown)
    }

    fn place(
        &mut self,
        file: &'a LaunchFile,
        name: &'a str,
        module: &Module,
        base: &Path,
    ) -> Result<(), Mistake> {
        let place = Place::of("buffers").key(name);
        let buffer = &file.buffers[name];
        let (ty, shape, elements) = Elements::of_buffer(buffer, &place, base)?;
        let count = count(ty, &shape).map_err(|k| k.at(&place))?;
        let bytes = count * ty.size() as u64;
        let address = match &buffer.symbol {
            None => self.memory.allocate(name, bytes).map_err(|e| MistakeKind::Memory(e).at(&place))?,
            Some(symbol) => {
                let variable = (0..).zip(&module.variables).find(|(_, v)| v.name == *symbol);
                let Some((id, variable)) = variable else {
                    let known = module.variables.iter().map(|v| v.name.as_str());
                    return Err(MistakeKind::unknown("variable", symbol, known).at(&place.key("symbol")));
                };
                if bytes > variable.size {
                    let (name, has) = (symbol.clone(), variable.size);
                    return Err(MistakeKind::SymbolSize { name, has, wanted: bytes }.at(&place));
                }
                self.globals.address(VariableId(id))
            }
        };
        // A symbol may hold something already, which zeros are to replace.
        let elements = elements.filter(|e| buffer.symbol.is_some() || !e.are_zero());
        if let Some(elements) = elements {
            let mut to = address;
            let written = elements.pieces(|piece| {
                self.memory.write(to, piece)?;
                to += piece.len() as u64;
                Ok(())
            });
            written.map_err(|e| MistakeKind::Memory(e).at(&place))?;
        }
        self.buffers.insert(name, Placed { ty, shape, count, address });
        Ok(())
    }

    fn launch(
        &mut self,
        spec: &super::launch_file::Launch,
        place: &Place,
        module: &'a Module,
        mode: Mode,
        limits: Limits,
    ) -> Result<(), Mistake> {
        let Some(program) = module.kernel(&spec.kernel) else {
            let known = module.programs.iter().map(|p| p.name.as_str());
            return Err(MistakeKind::unknown("kernel", &spec.kernel, known).at(&place.key("kernel")));
        };
        let grid = sizes("grid", &spec.grid, place)?;
        let block = sizes("block", &spec.block, place)?;
        let mut launch = Launch { shared: spec.shared, mode, limits, ..Launch::new(grid, block) };
        for (i, arg) in spec.args.iter().enumerate() {
            let at = place.key("args").index(i);
            if let (Some(param), Arg::Scalar(ty, _)) = (program.params.get(i), arg) {
                same_kind(&program.name, i, param, *ty).map_err(|k| k.at(&at))?;
            }
            let (bytes, _) = self.layout(arg, &at)?;
            launch.args.push(execute::Arg(bytes));
        }
        if let Err(error) = launch.check(program) {
            let at = blame(&error, place);
            let (kernel, params) = (program.name.clone(), program.params.clone());
            return Err(MistakeKind::from(LaunchMistake::Refused { error, kernel, params }).at(&at));
        }
        self.launches.push((program, launch));
        Ok(())
    }

    /// The bytes of an argument and its alignment, as C lays them out.
    fn layout(&self, arg: &Arg, place: &Place) -> Result<(Vec<u8>, usize), Mistake> {
        match arg {
            Arg::Buffer(name) => {
                let buffer = self.buffer(name, place)?;
                Ok((buffer.address.to_le_bytes().to_vec(), 8))
            }
            Arg::Scalar(ty, value) => {
                ty.admits(*value).map_err(|e| MistakeKind::Number(e).at(place))?;
                Ok((ty.encode(*value)[..ty.size()].to_vec(), ty.size()))
            }
            Arg::Bytes(bytes) => Ok((bytes.clone(), 1)),
            Arg::Struct(fields) => {
                let (mut bytes, mut align) = (Vec::<u8>::new(), 1);
                for (i, field) in fields.iter().enumerate() {
                    let (field, to) = self.layout(field, &place.key("struct").index(i))?;
                    bytes.resize(bytes.len().next_multiple_of(to), 0);
                    bytes.extend(field);
                    align = align.max(to);
                }
                bytes.resize(bytes.len().next_multiple_of(align), 0);
                Ok((bytes, align))
            }
        }
    }

    fn expect(&self, check: &Check, place: &Place, base: &Path) -> Result<Expected, Mistake> {
        let buffer = self.buffer(&check.buffer, &place.key("buffer"))?;
        for (key, value) in [("abs", check.abs), ("rel", check.rel)] {
            if value.is_nan() || value < 0.0 {
                return Err(MistakeKind::Tolerance.at(&place.key(key)));
            }
        }
        let (ty, shape) = (buffer.ty, buffer.shape.clone());
        let place = place.key("equals");
        let (found, expected) = match &check.equals {
            Equals::Buffer(name) => {
                let other = self.buffer(name, &place.key("buffer"))?;
                (other.count, Expected::Buffer(name.clone()))
            }
            Equals::Values(values) => {
                let elements = Elements::of_values(ty, shape, values, &place.key("values"))?;
                (buffer.count, Expected::Elements(elements))
            }
            Equals::Value(value) => {
                let elements = Elements::of_value(ty, shape, *value).map_err(|k| k.at(&place))?;
                (buffer.count, Expected::Elements(elements))
            }
            Equals::Iota(iota) => {
                let elements = Elements::of_iota(ty, shape, *iota).map_err(|k| k.at(&place))?;
                (buffer.count, Expected::Elements(elements))
            }
            Equals::File(file) => {
                let at = place.key("file");
                // An .npy file says its own type, so that a double can be expected of a float.
                let elements = Elements::of_file(&base.join(file), None, Some(ty), None);
                let elements = elements.map_err(|k| k.at(&at))?;
                let found = count(elements.ty, &elements.shape).map_err(|k| k.at(&at))?;
                (found, Expected::Elements(elements))
            }
        };
        if found != buffer.count {
            return Err(MistakeKind::Count { found, wanted: buffer.count }.at(&place));
        }
        Ok(expected)
    }
}

impl Check {
    /// How near is near enough.
    pub fn tolerance(&self) -> Tolerance {
        Tolerance { abs: self.abs, rel: self.rel, nan: self.nan }
    }
}

fn sizes(what: &'static str, given: &OneOrMany<u32>, place: &Place) -> Result<[u32; 3], Mistake> {
    match given.0[..] {
        [x] => Ok([x, 1, 1]),
        [x, y] => Ok([x, y, 1]),
        [x, y, z] => Ok([x, y, z]),
        _ => Err(MistakeKind::Dimensions(what).at(&place.key(what))),
    }
}

/// A whole number where a float is due has the right size and the wrong bits: that is told, not run.
fn same_kind(kernel: &str, index: usize, param: &Param, given: ElementType) -> Result<(), MistakeKind> {
    let float = match param.ty.kind() {
        Some(TypeKind::Float) => true,
        Some(TypeKind::Unsigned | TypeKind::Signed) => false,
        _ => return Ok(()),
    };
    // nvcc declares a half as .b16 and an older one as .u16, so 16 bits may be anything.
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
    Err(LaunchMistake::Kind { index, kernel, ty, given, suggestion }.into())
}

/// The key of a launch an error is about.
fn blame(error: &execute::LaunchError, place: &Place) -> Place {
    use execute::LaunchError::*;
    match error {
        Shape { what, .. } => place.key(what),
        Threads { .. } => place.key("block"),
        Count { .. } => place.key("args"),
        Size { index, .. } => place.key("args").index(*index),
        Shared(_) => place.key("shared"),
        Stack { .. } => place.key("kernel"),
    }
}
