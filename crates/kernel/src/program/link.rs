//! Linking of a syntax tree into programs: the functions of each kernel and the memory layout.

use super::resolve::{FunctionResolver, Scope};
use super::variables::{self, Symbol};
use super::{Function, FunctionId, Instr, Module, Param, Program, Variable, VariableId};
use crate::cfg::Flow;
use crate::ptx::ast::{self, Init, Item, Operand, Space, Statement};
use crate::ptx::{Error, ErrorKind, Span};
use std::collections::{BTreeMap, BTreeSet};

/// Maximum shared memory per CTA: 227 KiB on current GPUs, rounded up.
const MOST_SHARED: u64 = 256 << 10;

/// Resolves a whole file.
pub(super) fn module(tree: &ast::Module, source: &str) -> Result<Module, Error> {
    let mut tables = Tables::new(tree, source)?;
    tables.fill_variables(tree)?;
    let mut programs = Vec::new();
    for function in tree.items.iter().filter_map(as_function) {
        if function.is_kernel && function.body.is_some() {
            programs.push(Linker::new(&tables).program(function)?);
        }
    }
    Ok(Module { programs, variables: tables.variables, files: tables.files })
}

fn as_function(item: &Item) -> Option<&ast::Function> {
    match item {
        Item::Function(f) => Some(f),
        _ => None,
    }
}

/// Symbol tables of a module.
pub(super) struct Tables<'a> {
    pub source: &'a str,
    line_starts: Vec<u32>,
    functions: BTreeMap<&'a str, &'a ast::Function>,
    aliases: BTreeMap<&'a str, &'a str>,
    pub variable_ids: BTreeMap<&'a str, VariableId>,
    pub shared: BTreeMap<&'a str, &'a ast::Variable>,
    /// Functions whose address some instruction or variable has: an indirect call may reach them.
    pub pointed_to: BTreeSet<&'a str>,
    variables: Vec<Variable>,
    files: BTreeMap<u64, String>,
}

impl<'a> Tables<'a> {
    fn new(tree: &'a ast::Module, source: &'a str) -> Result<Tables<'a>, Error> {
        let starts = source.bytes().enumerate().filter(|&(_, b)| b == b'\n').map(|(i, _)| i as u32 + 1);
        let mut tables = Tables {
            source,
            line_starts: std::iter::once(0).chain(starts).collect(),
            functions: BTreeMap::new(),
            aliases: BTreeMap::new(),
            variable_ids: BTreeMap::new(),
            shared: BTreeMap::new(),
            pointed_to: BTreeSet::new(),
            variables: Vec::new(),
            files: BTreeMap::new(),
        };
        for item in &tree.items {
            match item {
                Item::Function(f) => tables.add_function(f)?,
                Item::Variable(v) => tables.add_variable(v)?,
                Item::File { index, name, .. } => {
                    tables.files.insert(*index, name.clone());
                }
                Item::Alias(a, b) => {
                    tables.aliases.insert(&a.text, &b.text);
                }
                Item::Section(_) | Item::Pragma(_) => {}
            }
        }
        for item in &tree.items {
            match item {
                Item::Function(f) => tables.find_pointers(f.body.as_deref().unwrap_or_default()),
                Item::Variable(v) => v.init.iter().for_each(|init| tables.find_initial_pointers(init)),
                _ => {}
            }
        }
        Ok(tables)
    }

    /// Notes the functions whose address an instruction of `body` takes.
    fn find_pointers(&mut self, body: &'a [Statement]) {
        for statement in body {
            match statement {
                Statement::Block(inner) => self.find_pointers(inner),
                Statement::Instruction(i) => {
                    for operand in &i.operands {
                        if let Operand::Name(name, _) = operand {
                            self.point_to(&name.text);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn find_initial_pointers(&mut self, init: &'a Init) {
        match init {
            Init::List(all) => all.iter().for_each(|one| self.find_initial_pointers(one)),
            Init::Symbol { name, .. } => self.point_to(&name.text),
            _ => {}
        }
    }

    fn point_to(&mut self, name: &'a str) {
        if let Some(function) = self.function(name).filter(|f| !f.is_kernel && f.body.is_some()) {
            self.pointed_to.insert(&function.name.text);
        }
    }

    /// Address of the function called `name`, with aliases resolved.
    pub fn code_address(&self, name: &str) -> Option<u64> {
        let function = self.function(name)?;
        let index = self.functions.keys().position(|known| *known == function.name.text)?;
        Some(super::code_address(index))
    }

    fn add_function(&mut self, f: &'a ast::Function) -> Result<(), Error> {
        let known = self.functions.get(f.name.text.as_str());
        if known.is_some_and(|k| k.body.is_some() && f.body.is_some()) {
            return Err(self.redeclared(&f.name));
        }
        if f.body.is_some() || known.is_none() {
            self.functions.insert(&f.name.text, f);
        }
        Ok(())
    }

    fn add_variable(&mut self, v: &'a ast::Variable) -> Result<(), Error> {
        let name = v.name.text.as_str();
        let extern_ = v.linkage == Some(ast::Linkage::Extern);
        match v.space {
            Space::Shared => {
                let defined = self.shared.get(name).is_some_and(|k| k.linkage != Some(ast::Linkage::Extern));
                if defined && !extern_ {
                    return Err(self.redeclared(&v.name));
                }
                if !defined {
                    self.shared.insert(name, v);
                }
            }
            Space::Global | Space::Const => {
                let (align, size) = variables::layout(v, self.source)?;
                if let Some(id) = self.variable_ids.get(name) {
                    let old = &mut self.variables[id.index()];
                    if old.size != 0 && !extern_ {
                        return Err(self.redeclared(&v.name));
                    }
                    old.size = old.size.max(size);
                    return Ok(());
                }
                if extern_ && size == 0 {
                    let what = format!("`{name}` is defined in another file; files are not linked");
                    return Err(self.error(ErrorKind::Limit(what), v.name.span));
                }
                self.variable_ids.insert(name, VariableId(self.variables.len() as u32));
                let constant = v.space == Space::Const;
                let name = name.to_owned();
                self.variables.push(Variable { name, constant, align, size, bytes: vec![], cells: vec![] });
            }
            Space::Reg | Space::Local | Space::Param => {
                let what = format!("`{}` cannot be declared outside a function", v.space.directive());
                return Err(self.error(ErrorKind::Malformed(what), v.name.span));
            }
        }
        Ok(())
    }

    fn fill_variables(&mut self, tree: &ast::Module) -> Result<(), Error> {
        let mut room = variables::MOST_INITIAL;
        for item in &tree.items {
            let Item::Variable(v) = item else { continue };
            if v.init.is_none() {
                continue;
            }
            let Some(&id) = self.variable_ids.get(v.name.text.as_str()) else {
                let what = format!("`{}` is in shared memory, which cannot be initialised", v.name.text);
                return Err(self.error(ErrorKind::Malformed(what), v.name.span));
            };
            let find = |name: &str| match self.variable_ids.get(name) {
                Some(&id) => Some(Symbol::Variable(id)),
                None => self.code_address(name).map(Symbol::Function),
            };
            let (bytes, cells) = variables::initial(v, self.source, &find, room)?;
            room -= bytes.len() as u64;
            let variable = &mut self.variables[id.index()];
            (variable.bytes, variable.cells) = (bytes, cells);
        }
        Ok(())
    }

    pub fn error(&self, kind: ErrorKind, span: Span) -> Error {
        Error::new(kind, span, self.source)
    }

    pub fn redeclared(&self, name: &ast::Name) -> Error {
        self.error(ErrorKind::Redeclared(name.text.clone()), name.span)
    }

    /// Line of a span, from 1.
    pub fn line(&self, span: Span) -> u32 {
        self.line_starts.partition_point(|&s| s <= span.start) as u32
    }

    /// The function called `name`, with aliases resolved.
    pub fn function(&self, name: &str) -> Option<&'a ast::Function> {
        let name = self.aliases.get(name).copied().unwrap_or(name);
        self.functions.get(name).copied()
    }
}

/// Builder of the program of one kernel.
pub(super) struct Linker<'a> {
    pub tables: &'a Tables<'a>,
    /// Functions of the program, in order of discovery.
    needed: Vec<&'a ast::Function>,
    ids: BTreeMap<&'a str, FunctionId>,
    /// Shared variables by function (none for module scope) and name.
    shared: BTreeMap<(Option<&'a str>, &'a str), u64>,
    shared_top: u64,
    shared_align: u64,
}

impl<'a> Linker<'a> {
    fn new(tables: &'a Tables<'a>) -> Linker<'a> {
        Linker {
            tables,
            needed: Vec::new(),
            ids: BTreeMap::new(),
            shared: BTreeMap::new(),
            shared_top: 0,
            shared_align: 16,
        }
    }

    fn program(mut self, kernel: &'a ast::Function) -> Result<Program, Error> {
        self.function_id(kernel);
        let mut code: Vec<Instr> = Vec::new();
        let mut functions: Vec<Function> = Vec::new();
        let mut params = Vec::new();
        while functions.len() < self.needed.len() {
            let tree = self.needed[functions.len()];
            let mut resolver = FunctionResolver::new(&mut self, tree, code.len());
            let function = resolver.resolve()?;
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
            dynamic_shared: dynamic as u32,
            threads: threads(kernel),
            flow,
            variable_sizes: self.tables.variables.iter().map(|v| v.size).collect(),
            registers: None,
            files: self.tables.files.clone(),
        })
    }

    /// Adds a function with a body to the program, if it is new, and returns its id.
    pub fn function_id(&mut self, function: &'a ast::Function) -> FunctionId {
        let next = FunctionId(self.needed.len() as u32);
        *self.ids.entry(&function.name.text).or_insert_with(|| {
            self.needed.push(function);
            next
        })
    }

    /// Offset of a shared variable, from its declaration and its function.
    pub fn shared_offset(
        &mut self,
        owner: Option<&'a str>,
        v: &'a ast::Variable,
    ) -> Result<Scope<'a>, Error> {
        let (align, size) = variables::layout(v, self.tables.source)?;
        self.shared_align = self.shared_align.max(align);
        if size == 0 {
            return Ok(Scope::Dynamic);
        }
        let key = (owner, v.name.text.as_str());
        if let Some(&offset) = self.shared.get(&key) {
            return Ok(Scope::Shared(offset));
        }
        let offset = self.shared_top.next_multiple_of(align);
        if offset + size > MOST_SHARED {
            let what = format!(
                "shared variables take {} bytes; a CTA has at most {MOST_SHARED}",
                offset.saturating_add(size)
            );
            return Err(self.tables.error(ErrorKind::Limit(what), v.name.span));
        }
        self.shared_top = offset + size;
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
pub(super) fn params(tables: &Tables<'_>, declared: &[ast::Variable]) -> Result<Vec<Param>, Error> {
    let mut top = 0u64;
    let mut all = Vec::new();
    for v in declared {
        let (align, size) = variables::layout(v, tables.source)?;
        let offset = top.next_multiple_of(align);
        top = offset + size;
        if top > 32764 {
            let what = "a kernel's parameters take at most 32764 bytes".to_owned();
            return Err(tables.error(ErrorKind::Limit(what), v.name.span));
        }
        let name = v.name.text.clone();
        all.push(Param { name, ty: v.ty, offset: offset as u32, size: size as u32 });
    }
    Ok(all)
}
