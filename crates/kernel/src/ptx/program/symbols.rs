//! Symbols of the linked units: the definition that each name of a unit stands for.

use super::link_error::{LinkError, LinkErrorKind};
use super::variables::{self, Symbol};
use crate::program::{Variable, VariableId};
use crate::ptx::ast::{self, Init, Item, Linkage, Operand, Space, Statement};
use crate::ptx::error::{Error, ErrorKind, Span};
use std::collections::{BTreeMap, BTreeSet};

/// What becomes of `.extern` variables that no unit defines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Externals {
    /// They are errors.
    Refused,
    /// A variable whose size is declared is allocated: a single file may be a part of a program.
    Allocated,
}

/// A PTX file that is linked with others, and the meaning of the names in it.
pub(super) struct Unit<'a> {
    pub index: usize,
    pub source: &'a str,
    line_starts: Vec<u32>,
    tree: &'a ast::Module,
    /// Index in [`Tables::functions`] by name, with aliases resolved.
    functions: BTreeMap<&'a str, usize>,
    pub variable_ids: BTreeMap<&'a str, VariableId>,
    /// Variables in shared memory, and the units that define them.
    pub shared: BTreeMap<&'a str, (usize, &'a ast::Variable)>,
    /// Number in the module of each `.file` of the unit.
    files: BTreeMap<u64, u64>,
}

/// A function and the unit that defines it or, if no unit defines it, declares it.
#[derive(Clone, Copy)]
pub(super) struct UnitFunction<'a> {
    pub unit: usize,
    pub tree: &'a ast::Function,
}

/// A variable and the unit that defines it.
#[derive(Clone, Copy)]
struct UnitVariable<'a> {
    unit: usize,
    tree: &'a ast::Variable,
    size: u64,
}

/// Symbols of all units.
pub(super) struct Tables<'a> {
    pub units: Vec<Unit<'a>>,
    /// All functions, by name and unit. The address of a function follows from its index.
    pub functions: Vec<UnitFunction<'a>>,
    /// Indices of the functions whose address some instruction or variable has: an indirect call may reach them.
    pub pointed_to: BTreeSet<usize>,
    pub variables: Vec<Variable>,
    pub files: BTreeMap<u64, String>,
}

/// Declarations of one unit, before the units are linked. A definition replaces a declaration.
#[derive(Default)]
struct Declarations<'a> {
    functions: BTreeMap<&'a str, &'a ast::Function>,
    aliases: BTreeMap<&'a str, &'a str>,
    /// Variables in global and constant memory, with their size.
    variables: BTreeMap<&'a str, (&'a ast::Variable, u64)>,
    shared: BTreeMap<&'a str, &'a ast::Variable>,
}

/// Rank of a definition that other units see: of several, that of the highest rank counts.
fn rank(linkage: Option<Linkage>) -> Option<u32> {
    match linkage {
        Some(Linkage::Visible) => Some(2),
        Some(Linkage::Weak) => Some(1),
        Some(Linkage::Common) => Some(0),
        Some(Linkage::Extern) | None => None,
    }
}

impl<'a> Unit<'a> {
    fn new(index: usize, tree: &'a ast::Module, source: &'a str) -> Unit<'a> {
        let starts = source.bytes().enumerate().filter(|&(_, b)| b == b'\n').map(|(i, _)| i as u32 + 1);
        Unit {
            index,
            source,
            line_starts: std::iter::once(0).chain(starts).collect(),
            tree,
            functions: BTreeMap::new(),
            variable_ids: BTreeMap::new(),
            shared: BTreeMap::new(),
            files: BTreeMap::new(),
        }
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

    /// Number in the module of a file of the unit.
    pub fn file(&self, number: u64) -> u64 {
        self.files.get(&number).copied().unwrap_or(number)
    }

    /// Index in [`Tables::functions`] of the function called `name`, with aliases resolved.
    pub fn function(&self, name: &str) -> Option<usize> {
        self.functions.get(name).copied()
    }

    fn declarations(&self) -> Result<Declarations<'a>, Error> {
        let mut all = Declarations::default();
        for item in &self.tree.items {
            match item {
                Item::Function(f) => self.declare_function(&mut all, f)?,
                Item::Variable(v) => self.declare_variable(&mut all, v)?,
                Item::Alias(a, b) => {
                    all.aliases.insert(&a.text, &b.text);
                }
                Item::File { .. } | Item::Section(_) | Item::Pragma(_) => {}
            }
        }
        Ok(all)
    }

    fn declare_function(&self, all: &mut Declarations<'a>, f: &'a ast::Function) -> Result<(), Error> {
        let known = all.functions.get(f.name.text.as_str());
        if known.is_some_and(|k| k.body.is_some() && f.body.is_some()) {
            return Err(self.redeclared(&f.name));
        }
        if f.body.is_some() || known.is_none() {
            all.functions.insert(&f.name.text, f);
        }
        Ok(())
    }

    fn declare_variable(&self, all: &mut Declarations<'a>, v: &'a ast::Variable) -> Result<(), Error> {
        let name = v.name.text.as_str();
        let defines = |v: &ast::Variable| v.linkage != Some(Linkage::Extern);
        match v.space {
            Space::Shared => {
                let defined = all.shared.get(name).is_some_and(|k| defines(k));
                if defined && defines(v) {
                    return Err(self.redeclared(&v.name));
                }
                if !defined {
                    all.shared.insert(name, v);
                }
            }
            Space::Global | Space::Const => {
                let (_, size) = variables::layout(v, self.source)?;
                match all.variables.get(name) {
                    Some((known, _)) if defines(known) && defines(v) => {
                        return Err(self.redeclared(&v.name));
                    }
                    Some((known, old)) if defines(known) || !defines(v) && *old >= size => {}
                    _ => {
                        all.variables.insert(name, (v, size));
                    }
                }
            }
            Space::Reg | Space::Local | Space::Param => {
                let what = format!("`{}` cannot be declared outside a function", v.space.directive());
                return Err(self.error(ErrorKind::Malformed(what), v.name.span));
            }
        }
        Ok(())
    }
}

impl<'a> Tables<'a> {
    pub fn new(
        trees: &'a [ast::Module],
        sources: &[&'a str],
        externals: Externals,
    ) -> Result<Self, LinkError> {
        let units =
            trees.iter().zip(sources).enumerate().map(|(n, (tree, source))| Unit::new(n, tree, source));
        let units: Vec<Unit<'a>> = units.collect();
        let mut declarations = Vec::new();
        for unit in &units {
            declarations.push(unit.declarations().map_err(LinkError::ptx(unit.index))?);
        }
        let mut tables = Tables {
            units,
            functions: Vec::new(),
            pointed_to: BTreeSet::new(),
            variables: Vec::new(),
            files: BTreeMap::new(),
        };
        let functions = exported_functions(&declarations)?;
        let variables = exported_variables(&declarations)?;
        for (name, function) in &functions {
            if let Some(other) = variables.get(name).map(|v| v.unit).filter(|&unit| unit != function.unit) {
                let (name, unit) = ((*name).to_owned(), function.unit.max(other));
                let kind = LinkErrorKind::DefinedTwice { name, other: function.unit.min(other) };
                return Err(LinkError { unit, kind });
            }
        }
        tables.link_functions(&declarations, &functions)?;
        tables.link_variables(&declarations, &variables, externals)?;
        tables.link_shared(&declarations)?;
        tables.number_files();
        for unit in 0..tables.units.len() {
            tables.find_pointers(unit);
        }
        tables.fill_variables(&variables)?;
        Ok(tables)
    }

    /// Address of a function.
    pub fn code_address(&self, function: usize) -> u64 {
        super::code_address(function)
    }

    /// Lists all functions and binds the names of each unit to them.
    fn link_functions(
        &mut self,
        declarations: &[Declarations<'a>],
        exported: &BTreeMap<&'a str, UnitFunction<'a>>,
    ) -> Result<(), LinkError> {
        // Without a definition, the first declaration that other units may define stands for the function.
        let mut undefined: BTreeMap<&str, UnitFunction<'a>> = BTreeMap::new();
        let mut bound = Vec::new();
        for (unit, all) in declarations.iter().enumerate() {
            for (&name, &tree) in &all.functions {
                let own = UnitFunction { unit, tree };
                let found = match exported.get(name) {
                    _ if tree.body.is_some() && rank(tree.linkage).is_none() => own,
                    Some(&definition) => definition,
                    None => *undefined.entry(name).or_insert(own),
                };
                if found.unit != unit && tree.body.is_none() {
                    self.check_signature(own, found)?;
                }
                bound.push((unit, name, found));
            }
        }
        let key = |f: &UnitFunction<'a>| (f.tree.name.text.as_str(), f.unit);
        let listed: BTreeMap<_, _> = bound.iter().map(|(.., function)| (key(function), *function)).collect();
        self.functions = listed.values().copied().collect();
        let indices: BTreeMap<_, usize> = listed.keys().enumerate().map(|(n, key)| (*key, n)).collect();
        for (unit, name, function) in &bound {
            self.units[*unit].functions.insert(name, indices[&key(function)]);
        }
        for (unit, all) in declarations.iter().enumerate() {
            let functions = &mut self.units[unit].functions;
            let targets: Vec<_> = all.aliases.iter().map(|(a, b)| (*a, functions.get(b).copied())).collect();
            for (alias, target) in targets {
                match target {
                    Some(target) => functions.insert(alias, target),
                    None => functions.remove(alias),
                };
            }
        }
        Ok(())
    }

    /// Checks that a declaration has parameters and results of the sizes of the definition.
    fn check_signature(&self, declared: UnitFunction<'a>, found: UnitFunction<'a>) -> Result<(), LinkError> {
        let sizes = |f: UnitFunction<'a>| {
            let unit = &self.units[f.unit];
            let bytes = |all: &[ast::Variable]| -> Result<Vec<u64>, Error> {
                all.iter().map(|v| Ok(variables::layout(v, unit.source)?.1)).collect()
            };
            let both = bytes(&f.tree.params).and_then(|params| Ok((params, bytes(&f.tree.returns)?)));
            both.map_err(LinkError::ptx(f.unit))
        };
        let (here, there) = (sizes(declared)?, sizes(found)?);
        if here == there {
            return Ok(());
        }
        let text = |(params, returns): (Vec<u64>, Vec<u64>)| {
            format!("parameters of {params:?} and results of {returns:?} bytes")
        };
        let name = declared.tree.name.text.clone();
        let kind =
            LinkErrorKind::SizesDiffer { name, here: text(here), there: text(there), other: found.unit };
        Err(LinkError { unit: declared.unit, kind })
    }

    /// Lists the variables in global and constant memory and binds the names of each unit to them.
    fn link_variables(
        &mut self,
        declarations: &[Declarations<'a>],
        exported: &BTreeMap<&'a str, UnitVariable<'a>>,
        externals: Externals,
    ) -> Result<(), LinkError> {
        let mut shared_ids = BTreeMap::new();
        for (unit, all) in declarations.iter().enumerate() {
            for item in &self.units[unit].tree.items {
                let Item::Variable(v) = item else { continue };
                let name = v.name.text.as_str();
                // In order of the first appearance in the unit.
                let Some(&(tree, size)) = all.variables.get(name) else { continue };
                if self.units[unit].variable_ids.contains_key(name) {
                    continue;
                }
                let own = UnitVariable { unit, tree, size };
                let found = match exported.get(name) {
                    _ if tree.linkage.is_none() => own,
                    Some(&definition) => definition,
                    None if externals == Externals::Refused => {
                        let kind = LinkErrorKind::Undefined { name: name.to_owned() };
                        return Err(LinkError { unit, kind });
                    }
                    None if size == 0 => {
                        let what = format!("`{name}` is defined in another file; link the files");
                        let error = self.units[unit].error(ErrorKind::Limit(what), tree.name.span);
                        return Err(LinkError::ptx(unit)(error));
                    }
                    None => own,
                };
                check_variable(own, found)?;
                let id = match shared_ids.get(name) {
                    Some(&id) if tree.linkage.is_some() => id,
                    _ => self.add_variable(found)?,
                };
                if tree.linkage.is_some() {
                    shared_ids.insert(name, id);
                }
                self.units[unit].variable_ids.insert(name, id);
            }
        }
        Ok(())
    }

    fn add_variable(&mut self, v: UnitVariable<'a>) -> Result<VariableId, LinkError> {
        let UnitVariable { unit, tree, size } = v;
        let (align, _) = variables::layout(tree, self.units[unit].source).map_err(LinkError::ptx(unit))?;
        let (name, constant) = (tree.name.text.clone(), tree.space == Space::Const);
        self.variables.push(Variable { name, unit, constant, align, size, bytes: vec![], cells: vec![] });
        Ok(VariableId(self.variables.len() as u32 - 1))
    }

    /// Binds the names of variables in shared memory. Each kernel lays out those that it uses.
    fn link_shared(&mut self, declarations: &[Declarations<'a>]) -> Result<(), LinkError> {
        let mut exported: BTreeMap<&str, (usize, &ast::Variable)> = BTreeMap::new();
        for (unit, all) in declarations.iter().enumerate() {
            for (&name, &v) in all.shared.iter().filter(|(_, v)| rank(v.linkage).is_some()) {
                match exported.get(name) {
                    Some((other, old))
                        if rank(old.linkage) == rank(v.linkage) && rank(v.linkage) == Some(2) =>
                    {
                        let kind = LinkErrorKind::DefinedTwice { name: name.to_owned(), other: *other };
                        return Err(LinkError { unit, kind });
                    }
                    Some((_, old)) if rank(old.linkage) >= rank(v.linkage) => {}
                    _ => {
                        exported.insert(name, (unit, v));
                    }
                }
            }
        }
        for (unit, all) in declarations.iter().enumerate() {
            for (&name, &v) in &all.shared {
                let found = match exported.get(name) {
                    Some(&definition) if v.linkage.is_some() => definition,
                    _ => (unit, v),
                };
                if found.0 != unit {
                    let size = |(unit, tree): (usize, &ast::Variable)| {
                        let size = variables::layout(tree, self.units[unit].source).map(|(_, size)| size);
                        size.map_err(LinkError::ptx(unit))
                    };
                    let (here, there) = (size((unit, v))?, size(found)?);
                    if here != 0 && here != there {
                        return Err(sizes_differ((unit, name, here), (found.0, there)));
                    }
                }
                self.units[unit].shared.insert(name, found);
            }
        }
        Ok(())
    }

    /// Numbers the files of all units. A file keeps the number of its unit if that is free.
    fn number_files(&mut self) {
        for unit in &mut self.units {
            for item in &unit.tree.items {
                let Item::File { index, name, .. } = item else { continue };
                let same = self.files.iter().find(|(_, known)| *known == name).map(|(&number, _)| number);
                let own = unit.index == 0 || !self.files.contains_key(index);
                let number = match same {
                    _ if own => *index,
                    Some(number) => number,
                    None => self.files.last_key_value().map_or(*index, |(last, _)| last.saturating_add(1)),
                };
                self.files.insert(number, name.clone());
                unit.files.insert(*index, number);
            }
        }
    }

    /// Notes the functions whose address an instruction or variable of a unit has.
    fn find_pointers(&mut self, unit: usize) {
        let mut names = Vec::new();
        for item in &self.units[unit].tree.items {
            match item {
                Item::Function(f) => body_names(f.body.as_deref().unwrap_or_default(), &mut names),
                Item::Variable(v) => v.init.iter().for_each(|init| initial_names(init, &mut names)),
                _ => {}
            }
        }
        for name in names {
            let Some(index) = self.units[unit].function(name) else { continue };
            let function = self.functions[index].tree;
            if !function.is_kernel && function.body.is_some() {
                self.pointed_to.insert(index);
            }
        }
    }

    fn fill_variables(&mut self, exported: &BTreeMap<&'a str, UnitVariable<'a>>) -> Result<(), LinkError> {
        let mut room = variables::MOST_INITIAL;
        for unit in &self.units {
            for item in &unit.tree.items {
                let Item::Variable(v) = item else { continue };
                let name = v.name.text.as_str();
                let replaced =
                    v.linkage.is_some() && exported.get(name).is_some_and(|e| e.unit != unit.index);
                if v.init.is_none() || replaced {
                    continue;
                }
                let Some(&id) = unit.variable_ids.get(name) else {
                    let what = format!("`{name}` is in shared memory, which cannot be initialised");
                    let error = unit.error(ErrorKind::Malformed(what), v.name.span);
                    return Err(LinkError::ptx(unit.index)(error));
                };
                let find = |name: &str| match unit.variable_ids.get(name) {
                    Some(&id) => Some(Symbol::Variable(id)),
                    None => unit.function(name).map(|f| Symbol::Function(self.code_address(f))),
                };
                let initial = variables::initial(v, unit.source, &find, room);
                let (bytes, cells) = initial.map_err(LinkError::ptx(unit.index))?;
                room -= bytes.len() as u64;
                let variable = &mut self.variables[id.index()];
                (variable.bytes, variable.cells) = (bytes, cells);
            }
        }
        Ok(())
    }
}

/// Definitions of functions that other units see.
fn exported_functions<'a>(
    declarations: &[Declarations<'a>],
) -> Result<BTreeMap<&'a str, UnitFunction<'a>>, LinkError> {
    let mut exported: BTreeMap<&str, (Option<u32>, UnitFunction<'a>)> = BTreeMap::new();
    for (unit, all) in declarations.iter().enumerate() {
        for (&name, &declared) in &all.functions {
            let target = all.aliases.get(name).and_then(|target| all.functions.get(target));
            let tree = *target.unwrap_or(&declared);
            let rank = rank(declared.linkage);
            if rank.is_none() || tree.body.is_none() {
                continue;
            }
            let new = (rank, UnitFunction { unit, tree });
            match exported.get(name) {
                Some((old, function)) if *old == rank && rank == Some(2) => {
                    let kind = LinkErrorKind::DefinedTwice { name: name.to_owned(), other: function.unit };
                    return Err(LinkError { unit, kind });
                }
                Some((old, _)) if *old >= rank => {}
                _ => {
                    exported.insert(name, new);
                }
            }
        }
    }
    Ok(exported.into_iter().map(|(name, (_, function))| (name, function)).collect())
}

/// Definitions of variables in global and constant memory that other units see.
fn exported_variables<'a>(
    declarations: &[Declarations<'a>],
) -> Result<BTreeMap<&'a str, UnitVariable<'a>>, LinkError> {
    let mut exported: BTreeMap<&str, UnitVariable<'a>> = BTreeMap::new();
    for (unit, all) in declarations.iter().enumerate() {
        for (&name, &(tree, size)) in &all.variables {
            let Some(new) = rank(tree.linkage) else { continue };
            match exported.get(name).map(|old| (rank(old.tree.linkage), old)) {
                Some((Some(2), old)) if new == 2 => {
                    let kind = LinkErrorKind::DefinedTwice { name: name.to_owned(), other: old.unit };
                    return Err(LinkError { unit, kind });
                }
                // Of several `.common` definitions, the largest counts.
                Some((Some(0), old)) if new == 0 && old.size >= size => {}
                Some((old, _)) if new != 0 && old >= Some(new) || old > Some(new) => {}
                _ => {
                    exported.insert(name, UnitVariable { unit, tree, size });
                }
            }
        }
    }
    Ok(exported)
}

/// Checks a declaration of a variable against the definition.
fn check_variable(declared: UnitVariable<'_>, found: UnitVariable<'_>) -> Result<(), LinkError> {
    if declared.unit == found.unit {
        return Ok(());
    }
    let (unit, name) = (declared.unit, declared.tree.name.text.as_str());
    if declared.tree.space != found.tree.space {
        let kind = LinkErrorKind::SpacesDiffer { name: name.to_owned(), other: found.unit };
        return Err(LinkError { unit, kind });
    }
    let fits = match declared.tree.linkage {
        // `.extern .global x[]` leaves the size open.
        Some(Linkage::Extern) => declared.size == 0 || declared.size == found.size,
        Some(Linkage::Common) => declared.size <= found.size,
        _ => declared.size == found.size,
    };
    match fits {
        true => Ok(()),
        false => Err(sizes_differ((unit, name, declared.size), (found.unit, found.size))),
    }
}

fn sizes_differ((unit, name, here): (usize, &str, u64), (other, there): (usize, u64)) -> LinkError {
    let (here, there) = (format!("{here} bytes"), format!("{there} bytes"));
    LinkError { unit, kind: LinkErrorKind::SizesDiffer { name: name.to_owned(), here, there, other } }
}

/// Collects the names that are operands of instructions.
fn body_names<'a>(body: &'a [Statement], names: &mut Vec<&'a str>) {
    for statement in body {
        match statement {
            Statement::Block(inner) => body_names(inner, names),
            Statement::Instruction(i) => {
                for operand in &i.operands {
                    if let Operand::Name(name, _) = operand {
                        names.push(&name.text);
                    }
                }
            }
            _ => {}
        }
    }
}

/// Collects the names in an initial value.
fn initial_names<'a>(init: &'a Init, names: &mut Vec<&'a str>) {
    match init {
        Init::List(all) => all.iter().for_each(|one| initial_names(one, names)),
        Init::Symbol { name, .. } => names.push(&name.text),
        _ => {}
    }
}
