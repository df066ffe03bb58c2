//! Name resolution of one function: registers, addresses and labels.

use super::inlining::CallSites;
use super::link::{self, Linker};
use super::operands::{Resolved, check_copy};
use super::symbols::Unit;
use super::variables;
use super::{Detail, Function, Guard, Instr, Param, Reg, RegClass};
use crate::names::nearest;
use crate::program::{Pc, SourceLine};
use crate::ptx::ast::{self, Name, Statement};
use crate::ptx::error::{Error, ErrorKind, Span};
use crate::ptx::forms::forms_of;
use crate::ptx::isa::{Mod, Opcode};
use crate::ptx::parse::fits;
use std::collections::BTreeMap;

/// Maximum bytes of a stack frame per thread (the local-memory limit of CUDA).
const MOST_FRAME: u64 = 512 << 10;

/// Meaning of a name in scope.
#[derive(Clone, Copy, Debug)]
pub(super) enum Scope<'a> {
    /// Registers `name0` to `name(count-1)`, or one register if there is no count.
    Registers {
        range: usize,
        class: RegClass,
        bits: u8,
        count: Option<u64>,
    },
    /// A variable in the frame: offset and size.
    Frame(u64, u64),
    Param(u64),
    /// The declaration of a shared variable that has no address yet.
    SharedDeclared(&'a ast::Variable),
    Shared(u64),
    /// Dynamic shared memory.
    Dynamic,
    Label(usize),
    /// A branch-target list.
    Targets(&'a [Name]),
    /// The prototype of indirect calls.
    Prototype(&'a ast::Prototype),
    /// The functions that indirect calls may reach.
    CallTargets(&'a [Name]),
}

/// Resolver of a function body.
pub(super) struct FunctionResolver<'l, 'a> {
    pub(super) linker: &'l mut Linker<'a>,
    pub(super) unit: &'a Unit<'a>,
    pub(super) tree: &'a ast::Function,
    /// Index of the first instruction of the function in the program.
    base: usize,
    /// Instructions resolved so far. Branch targets are label numbers until all labels are bound.
    pub code: Vec<Instr>,
    /// Scopes, innermost block last.
    pub(super) scopes: Vec<BTreeMap<&'a str, Scope<'a>>>,
    /// Register declarations so far.
    ranges: usize,
    /// Registers in use, by declaration and number.
    registers: BTreeMap<(usize, u64), Reg>,
    /// Number of registers in use: short, long, predicates.
    counts: [u32; 3],
    /// Instruction index of each label.
    labels: Vec<Option<Pc>>,
    /// Positions of `.pragma "nounroll"`.
    nounroll: Vec<Pc>,
    /// Bytes of the stack frame so far.
    frame: u64,
    source: Option<SourceLine>,
    call_site: Option<SourceLine>,
    call_sites: CallSites,
    params: Vec<Param>,
}

impl<'l, 'a> FunctionResolver<'l, 'a> {
    pub fn new(
        linker: &'l mut Linker<'a>,
        (unit, tree): (&'a Unit<'a>, &'a ast::Function),
        base: usize,
    ) -> Self {
        FunctionResolver {
            linker,
            unit,
            tree,
            base,
            code: Vec::new(),
            scopes: vec![BTreeMap::new()],
            ranges: 0,
            registers: BTreeMap::new(),
            counts: [0; 3],
            labels: Vec::new(),
            nounroll: Vec::new(),
            frame: 0,
            source: None,
            call_site: None,
            call_sites: CallSites::default(),
            params: Vec::new(),
        }
    }

    pub fn kernel_params(&mut self) -> Vec<Param> {
        std::mem::take(&mut self.params)
    }

    pub fn resolve(&mut self) -> Result<Function, Error> {
        let tree = self.tree;
        if tree.is_kernel {
            self.params = link::params(self.unit, &tree.params)?;
            for (v, offset) in
                tree.params.iter().zip(self.params.iter().map(|p| p.offset).collect::<Vec<_>>())
            {
                self.bind(&v.name, Scope::Param(u64::from(offset)))?;
            }
        } else {
            for v in tree.params.iter().chain(&tree.returns) {
                self.declare(v)?;
            }
        }
        let params = if tree.is_kernel { Vec::new() } else { self.locations(&tree.params)? };
        let returns = self.locations(&tree.returns)?;
        let body = tree.body.as_deref().unwrap_or_default();
        self.block(body)?;
        let line = self.code.last().map_or(1, |i| i.line);
        if !self.code.last().is_some_and(Instr::never_falls_through)
            || self.labels.contains(&Some(self.next()))
        {
            self.push(None, Opcode::Ret, &[], line);
        }
        self.place_labels();
        Ok(Function {
            name: tree.name.text.clone(),
            unit: self.unit.index,
            entry: Pc(self.base as u32),
            end: self.next(),
            shorts: self.counts[0],
            longs: self.counts[1],
            preds: self.counts[2],
            frame: self.frame.next_multiple_of(16) as u32,
            params,
            returns,
            nounroll: std::mem::take(&mut self.nounroll),
        })
    }

    fn next(&self) -> Pc {
        Pc((self.base + self.code.len()) as u32)
    }

    fn push(&mut self, guard: Option<Guard>, opcode: Opcode, mods: &[Mod], line: u32) -> &mut Instr {
        let index = self.code.len();
        self.code.push(Instr {
            guard,
            opcode,
            mods: mods.into(),
            dst: Box::default(),
            src: Box::default(),
            detail: Detail::None,
            line,
            source: self.source,
            call_site: self.call_site,
            uniform: false,
        });
        &mut self.code[index]
    }

    pub(super) fn fail<T>(&self, kind: ErrorKind, span: Span) -> Result<T, Error> {
        Err(self.unit.error(kind, span))
    }

    // Names.

    fn bind(&mut self, name: &'a Name, scope: Scope<'a>) -> Result<(), Error> {
        let level = self.scopes.len() - 1;
        if self.scopes[level].insert(&name.text, scope).is_some() {
            return Err(self.unit.redeclared(name));
        }
        Ok(())
    }

    fn declare(&mut self, v: &'a ast::Variable) -> Result<(), Error> {
        let scope = match v.space {
            ast::Space::Reg => {
                if v.vector.is_some() || !v.dims.is_empty() {
                    let what = ErrorKind::Unsupported {
                        what: v.name.text.clone(),
                        why: "vector registers are not supported; use scalar registers and `{a, b}`",
                    };
                    return self.fail(what, v.name.span);
                }
                self.ranges += 1;
                let class = match v.ty.bits() {
                    1 => RegClass::Pred,
                    64 => RegClass::Long,
                    128 => RegClass::Quad,
                    _ => RegClass::Short,
                };
                Scope::Registers { range: self.ranges, class, bits: v.ty.bits() as u8, count: v.count }
            }
            ast::Space::Local | ast::Space::Param => {
                let (align, size) = variables::layout(v, self.unit.source)?;
                let offset = self.frame.next_multiple_of(align);
                if offset + size > MOST_FRAME {
                    let what = format!("a thread's frame would take more than {} KiB", MOST_FRAME >> 10);
                    return self.fail(ErrorKind::Limit(what), v.name.span);
                }
                self.frame = offset + size;
                Scope::Frame(offset, size)
            }
            ast::Space::Shared => Scope::SharedDeclared(v),
            ast::Space::Global | ast::Space::Const => {
                let what = format!("`{}` must be declared outside functions", v.name.text);
                return self.fail(ErrorKind::Malformed(what), v.name.span);
            }
        };
        self.bind(&v.name, scope)
    }

    pub(super) fn lookup(&self, name: &str) -> Option<Scope<'a>> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name).copied())
    }

    /// The register called `name`, if it is one.
    pub(super) fn register(&mut self, name: &str) -> Option<Reg> {
        for level in (0..self.scopes.len()).rev() {
            if let Some(&scope) = self.scopes[level].get(name) {
                let Scope::Registers { range, class, bits, count: None } = scope else { return None };
                return Some(self.number(range, 0, class, bits));
            }
            let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
            // `%r12` can be the third register of `%r1<…>` or the thirteenth of `%r<…>`.
            for split in stem.len()..name.len() {
                let Some(&Scope::Registers { range, class, bits, count: Some(count) }) =
                    self.scopes[level].get(&name[..split])
                else {
                    continue;
                };
                let digits = &name[split..];
                let plain = digits.len() == 1 || !digits.starts_with('0');
                match digits.parse::<u64>() {
                    Ok(n) if n < count && plain => return Some(self.number(range, n, class, bits)),
                    _ => {}
                }
            }
        }
        None
    }

    /// Registers are numbered at first use: unused registers take no space.
    fn number(&mut self, range: usize, n: u64, class: RegClass, bits: u8) -> Reg {
        let counts = &mut self.counts;
        *self.registers.entry((range, n)).or_insert_with(|| {
            let (file, wide) = match class {
                RegClass::Short => (0, 1),
                RegClass::Long => (1, 1),
                RegClass::Quad => (1, 2),
                RegClass::Pred => (2, 1),
            };
            let index = counts[file];
            counts[file] += wide;
            Reg { class, bits, index }
        })
    }

    pub(super) fn known_register(&mut self, name: &Name) -> Result<Reg, Error> {
        match self.register(&name.text) {
            Some(reg) => Ok(reg),
            None => Err(self.undeclared("register", name)),
        }
    }

    pub(super) fn undeclared(&self, what: &'static str, name: &Name) -> Error {
        let kind = ErrorKind::Undeclared { what, name: name.text.clone() };
        let error = self.unit.error(kind, name.span);
        // `%r8` where `%r<8>` is declared.
        let stem = name.text.trim_end_matches(|c: char| c.is_ascii_digit());
        if let Some(Scope::Registers { count: Some(count), .. }) = self.lookup(stem) {
            return error.help(match count {
                0 => format!("`{stem}<0>` declares no register"),
                _ => format!("`{stem}<{count}>` declares `{stem}0` to `{stem}{}`", count - 1),
            });
        }
        let known = self.scopes.iter().flat_map(|s| s.keys().copied());
        match nearest(&name.text, known) {
            Some(near) if near != name.text => error.help(format!("did you mean `{near}`?")),
            _ if what == "register" => {
                error.help("registers are declared with `.reg`, as in `.reg .b32 %r<8>;`")
            }
            _ => error,
        }
    }

    // Statements.

    fn block(&mut self, body: &'a [Statement]) -> Result<(), Error> {
        // Labels and branch tables are visible in their whole block.
        for statement in body {
            match statement {
                Statement::Label(name) => {
                    let label = self.labels.len();
                    self.labels.push(None);
                    self.bind(name, Scope::Label(label))?;
                }
                Statement::Targets(name, labels) => self.bind(name, Scope::Targets(labels))?,
                Statement::Prototype(name, prototype) => self.bind(name, Scope::Prototype(prototype))?,
                Statement::CallTargets(name, functions) => self.bind(name, Scope::CallTargets(functions))?,
                _ => {}
            }
        }
        for statement in body {
            match statement {
                Statement::Label(name) => {
                    if let Some(Scope::Label(label)) = self.lookup(&name.text) {
                        self.labels[label] = Some(self.next());
                    }
                }
                Statement::Instruction(i) => self.instruction(i)?,
                Statement::Variable(v) => self.declare(v)?,
                Statement::Block(inner) => {
                    self.scopes.push(BTreeMap::new());
                    self.block(inner)?;
                    self.scopes.pop();
                }
                Statement::Loc(loc) => {
                    let (unit, files) = (self.unit, &self.linker.tables.files);
                    let name = |number| files.get(&unit.file(number)).map(String::as_str);
                    let caller = self.call_sites.caller(loc, name);
                    let caller = caller.map(|(file, line)| (unit.file(file), line));
                    self.source = Some(SourceLine { file: unit.file(loc.file), line: loc.line, caller });
                    let outermost = self.call_sites.outermost(loc);
                    let line = |(file, line)| SourceLine { file: unit.file(file), line, caller: None };
                    self.call_site = outermost.map(line);
                }
                Statement::Pragma(all) if all.iter().any(|text| text == "nounroll") => {
                    self.nounroll.push(self.next());
                }
                Statement::Pragma(_)
                | Statement::Targets(..)
                | Statement::Prototype(..)
                | Statement::CallTargets(..) => {}
            }
        }
        Ok(())
    }

    /// Replaces label numbers by instruction indices.
    fn place_labels(&mut self) {
        let labels = &self.labels;
        let place = |label: &mut Pc| {
            // All label statements of the function are resolved by now.
            *label = labels[label.index()].unwrap_or_else(|| panic!("label {label} was never placed"));
        };
        for instr in &mut self.code {
            match &mut instr.detail {
                Detail::Branch(target) => place(target),
                Detail::Table(targets) => targets.iter_mut().for_each(place),
                _ => {}
            }
        }
    }

    pub(super) fn label(&self, name: &Name) -> Result<Pc, Error> {
        match self.lookup(&name.text) {
            Some(Scope::Label(label)) => Ok(Pc(label as u32)),
            _ => Err(self.undeclared("label", name)),
        }
    }

    fn instruction(&mut self, i: &'a ast::Instruction) -> Result<(), Error> {
        let guard = match &i.guard {
            Some(g) => {
                let reg = self.known_register(&g.name)?;
                self.check_pred(reg, &g.name, i)?;
                Some(Guard { reg, negated: g.negated })
            }
            None => None,
        };
        // The parser accepted the instruction: a form of the table matches.
        let row = forms_of(i.opcode)
            .find(|f| f.admits(&i.mods) && fits(&f.operands, &i.operands))
            .unwrap_or_else(|| panic!("no row for `{i}`"));
        let (mut dst, mut src, mut detail) = (Vec::new(), Vec::new(), Detail::None);
        for (slot, operand) in row.operands.iter().zip(&i.operands) {
            let mut one = Resolved { dst: &mut dst, src: &mut src, detail: &mut detail };
            self.operand(i, row, slot.role, operand, &mut one)?;
        }
        if let Err(why) = check_copy(i, &src) {
            return self.fail(ErrorKind::Malformed(why.to_owned()), i.span);
        }
        let line = self.unit.line(i.span);
        let instr = self.push(guard, i.opcode, &i.mods, line);
        (instr.dst, instr.src, instr.detail) = (dst.into(), src.into(), detail);
        Ok(())
    }
}
