//! Linking of syntax trees into programs: the functions of each kernel and the memory layout.

use super::Flow;
use super::link_error::LinkError;
use super::resolve::{FunctionResolver, Scope};
use super::symbols::{Externals, Tables, Unit};
use super::variables;
use super::{Function, Instr, Module, Param, Program};
use crate::program::{FunctionId, SharedVariable};
use crate::ptx::ast;
use crate::ptx::error::{Error, ErrorKind};
use crate::ptx::parse::parse;
use std::collections::BTreeMap;

/// Maximum shared memory per CTA: 227 KiB on current GPUs, rounded up.
const MOST_SHARED: u64 = 256 << 10;

/// Parses and links PTX files.
pub(super) fn link(sources: &[&str], externals: Externals) -> Result<Module, LinkError> {
    let mut trees = Vec::new();
    for (unit, source) in sources.iter().enumerate() {
        trees.push(parse(source).map_err(LinkError::ptx(unit))?);
    }
    let tables = Tables::new(&trees, sources, externals)?;
    let mut programs = Vec::new();
    for (unit, tree) in trees.iter().enumerate() {
        for item in &tree.items {
            let ast::Item::Function(kernel) = item else { continue };
            let Some(index) = tables.units[unit].function(&kernel.name.text) else { continue };
            // Another unit may define the kernel, too: only one definition counts.
            let defines = std::ptr::eq(tables.functions[index].tree, kernel);
            if kernel.is_kernel && kernel.body.is_some() && defines {
                programs.push(Linker::new(&tables).program(index)?);
            }
        }
    }
    Ok(Module { programs, variables: tables.variables, files: tables.files })
}

/// Builder of the program of one kernel.
pub(super) struct Linker<'a> {
    pub tables: &'a Tables<'a>,
    /// Functions of the program, in order of discovery, as indices in [`Tables::functions`].
    needed: Vec<usize>,
    ids: BTreeMap<usize, FunctionId>,
    /// Offsets of shared variables by unit, function (none for module scope) and name.
    shared: BTreeMap<(usize, Option<&'a str>, &'a str), u64>,
    /// Unit of the declaration that has an error, if it is not that of the function.
    blamed: Option<usize>,
    shared_top: u64,
    shared_align: u64,
    shared_variables: Vec<SharedVariable>,
    /// The first kernel whose address the program takes.
    pub launched: Option<String>,
}

impl<'a> Linker<'a> {
    fn new(tables: &'a Tables<'a>) -> Linker<'a> {
        Linker {
            tables,
            needed: Vec::new(),
            ids: BTreeMap::new(),
            shared: BTreeMap::new(),
            blamed: None,
            shared_top: 0,
            shared_align: 16,
            shared_variables: Vec::new(),
            launched: None,
        }
    }

    fn program(mut self, index: usize) -> Result<Program, LinkError> {
        let tables = self.tables;
        let kernel = tables.functions[index].tree;
        self.function_id(index);
        let mut code: Vec<Instr> = Vec::new();
        let mut functions: Vec<Function> = Vec::new();
        let mut params = Vec::new();
        while functions.len() < self.needed.len() {
            let needed = tables.functions[self.needed[functions.len()]];
            let unit = &tables.units[needed.unit];
            let mut resolver = FunctionResolver::new(&mut self, (unit, needed.tree), code.len());
            let function = match resolver.resolve() {
                Ok(function) => function,
                Err(error) => return Err(LinkError::ptx(self.blamed.unwrap_or(needed.unit))(error)),
            };
            if functions.is_empty() {
                params = resolver.kernel_params();
            }
            code.append(&mut resolver.code);
            functions.push(function);
        }
        let dynamic = self.shared_top.next_multiple_of(self.shared_align);
        let flow = Flow::new(&code, &functions);
        Ok(Program {
            name: kernel.name.text.clone(),
            code,
            functions,
            params,
            shared: self.shared_top as u32,
            shared_variables: self.shared_variables,
            dynamic_shared: dynamic as u32,
            threads: threads(kernel),
            flow,
            variable_sizes: self.tables.variables.iter().map(|v| v.size).collect(),
            registers: None,
            launched_kernel: self.launched,
            files: self.tables.files.clone(),
        })
    }

    /// Adds a function with a body to the program, if it is new, and returns its id.
    pub fn function_id(&mut self, function: usize) -> FunctionId {
        let next = FunctionId(self.needed.len() as u32);
        *self.ids.entry(function).or_insert_with(|| {
            self.needed.push(function);
            next
        })
    }

    /// Offset of a shared variable, from its declaration, and the unit and function of that.
    pub fn shared_offset(
        &mut self,
        (unit, owner): (usize, Option<&'a str>),
        v: &'a ast::Variable,
    ) -> Result<Scope<'a>, Error> {
        self.blamed = Some(unit);
        let declaring = &self.tables.units[unit];
        let (align, size) = variables::layout(v, declaring.source)?;
        self.shared_align = self.shared_align.max(align);
        if size == 0 {
            self.blamed = None;
            return Ok(Scope::Dynamic);
        }
        let key = (unit, owner, v.name.text.as_str());
        if let Some(&offset) = self.shared.get(&key) {
            self.blamed = None;
            return Ok(Scope::Shared(offset));
        }
        let offset = self.shared_top.next_multiple_of(align);
        if offset + size > MOST_SHARED {
            let what = format!(
                "shared variables take {} bytes; a CTA has at most {MOST_SHARED}",
                offset.saturating_add(size)
            );
            return Err(declaring.error(ErrorKind::Limit(what), v.name.span));
        }
        self.blamed = None;
        self.shared_top = offset + size;
        let (name, offset, size) = (v.name.text.clone(), offset as u32, size as u32);
        self.shared_variables.push(SharedVariable { name, offset, size });
        let offset = u64::from(offset);
        self.shared.insert(key, offset);
        Ok(Scope::Shared(offset))
    }
}

/// Threads per CTA from `.reqntid` (exact) or `.maxntid` (maximum).
fn threads(kernel: &ast::Function) -> Option<(u64, bool)> {
    let product = |numbers: &[u64]| numbers.iter().fold(1u64, |a, &b| a.saturating_mul(b));
    let find = |name: &str| kernel.tuning.iter().find(|(d, _)| d == name).map(|(_, n)| product(n));
    find(".reqntid").map(|n| (n, true)).or_else(|| find(".maxntid").map(|n| (n, false)))
}

/// Lays out a kernel's parameters.
pub(super) fn params(unit: &Unit<'_>, declared: &[ast::Variable]) -> Result<Vec<Param>, Error> {
    let mut top = 0u64;
    let mut all = Vec::new();
    for v in declared {
        let (align, size) = variables::layout(v, unit.source)?;
        let offset = top.next_multiple_of(align);
        top = offset + size;
        if top > 32764 {
            let what = "a kernel's parameters take at most 32764 bytes".to_owned();
            return Err(unit.error(ErrorKind::Limit(what), v.name.span));
        }
        let name = v.name.text.clone();
        all.push(Param { name, ty: v.ty, offset: offset as u32, size: size as u32 });
    }
    Ok(all)
}
