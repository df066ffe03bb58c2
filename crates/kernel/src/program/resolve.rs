//! One function: names to registers and addresses, labels to places.

use super::link::{self, Linker};
use super::variables;
use super::{
    Address, Call, Callee, Detail, Function, Guard, Instr, Param, Pc, Place, Reg, RegClass, SourceLine,
    Space, Src,
};
use crate::ptx::ast::{self, AddressBase, Name, Operand, Statement};
use crate::ptx::forms::{Form, OperandRole, OperandType, forms_of};
use crate::ptx::isa::{Mod, Opcode};
use crate::ptx::{Error, ErrorKind, Span, fits, nearest};
use std::collections::BTreeMap;

/// Most bytes of stack a thread can have in one frame (CUDA's limit for local memory).
const MOST_FRAME: u64 = 512 << 10;

/// What a name means where it is used.
#[derive(Clone, Copy, Debug)]
pub(super) enum Scope<'a> {
    /// Registers `name0` to `name(count-1)`, or one register if there is no count.
    Registers { range: usize, class: RegClass, bits: u8, count: Option<u64> },
    /// A variable in the frame: offset and size.
    Frame(u64, u64),
    /// A kernel parameter.
    Param(u64),
    /// A shared variable's declaration, not yet placed.
    SharedDeclared(&'a ast::Variable),
    /// A shared variable.
    Shared(u64),
    /// Dynamic shared memory.
    Dynamic,
    /// A label.
    Label(usize),
    /// A branch-target list.
    Targets(&'a [Name]),
}

pub(super) struct FunctionResolver<'l, 'a> {
    linker: &'l mut Linker<'a>,
    tree: &'a ast::Function,
    base: usize,
    pub code: Vec<Instr>,
    scopes: Vec<BTreeMap<&'a str, Scope<'a>>>,
    ranges: usize,
    registers: BTreeMap<(usize, u64), Reg>,
    counts: [u32; 3],
    labels: Vec<Option<Pc>>,
    /// Instructions whose [`Detail`] names labels by number until all are placed.
    frame: u64,
    source: Option<SourceLine>,
    params: Vec<Param>,
}

impl<'l, 'a> FunctionResolver<'l, 'a> {
    pub fn new(linker: &'l mut Linker<'a>, tree: &'a ast::Function, base: usize) -> Self {
        FunctionResolver {
            linker,
            tree,
            base,
            code: Vec::new(),
            scopes: vec![BTreeMap::new()],
            ranges: 0,
            registers: BTreeMap::new(),
            counts: [0; 3],
            labels: Vec::new(),
            frame: 0,
            source: None,
            params: Vec::new(),
        }
    }

    pub fn kernel_params(&mut self) -> Vec<Param> {
        std::mem::take(&mut self.params)
    }

    pub fn resolve(&mut self) -> Result<Function, Error> {
        let tree = self.tree;
        if tree.is_kernel {
            self.params = link::params(self.linker.tables, &tree.params)?;
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
        let params = if tree.is_kernel { Vec::new() } else { self.places(&tree.params)? };
        let returns = self.places(&tree.returns)?;
        let body = tree.body.as_deref().unwrap_or_default();
        self.block(body)?;
        let line = self.code.last().map_or(1, |i| i.line);
        if !self.code.last().is_some_and(Instr::ends_path) || self.labels.contains(&Some(self.next())) {
            self.push(None, Opcode::Ret, &[], line);
        }
        self.place_labels()?;
        Ok(Function {
            name: tree.name.text.clone(),
            entry: Pc(self.base as u32),
            end: self.next(),
            shorts: self.counts[0],
            longs: self.counts[1],
            preds: self.counts[2],
            frame: self.frame.next_multiple_of(16) as u32,
            params,
            returns,
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
        });
        &mut self.code[index]
    }

    fn fail<T>(&self, kind: ErrorKind, span: Span) -> Result<T, Error> {
        Err(self.linker.tables.error(kind, span))
    }

    // Names.

    fn bind(&mut self, name: &'a Name, scope: Scope<'a>) -> Result<(), Error> {
        let level = self.scopes.len() - 1;
        if self.scopes[level].insert(&name.text, scope).is_some() {
            return Err(self.linker.tables.redeclared(name));
        }
        Ok(())
    }

    fn declare(&mut self, v: &'a ast::Variable) -> Result<(), Error> {
        let scope = match v.space {
            ast::Space::Reg => {
                if v.vector.is_some() || !v.dims.is_empty() {
                    let what = ErrorKind::Unsupported {
                        what: v.name.text.clone(),
                        why: "vector registers are not modelled; use scalar registers and `{a, b}`",
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
                let (align, size) = variables::layout(v, self.linker.tables.source)?;
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

    fn lookup(&self, name: &str) -> Option<Scope<'a>> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name).copied())
    }

    /// The register called `name`, if it is one.
    fn register(&mut self, name: &str) -> Option<Reg> {
        for level in (0..self.scopes.len()).rev() {
            if let Some(&scope) = self.scopes[level].get(name) {
                let Scope::Registers { range, class, bits, count: None } = scope else { return None };
                return Some(self.number(range, 0, class, bits));
            }
            let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
            // `%r12` may be the third of `%r1<…>` as well as the thirteenth of `%r<…>`.
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

    /// Registers are numbered as they are first used, so that a file holds no register nobody uses.
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

    fn known_register(&mut self, name: &Name) -> Result<Reg, Error> {
        match self.register(&name.text) {
            Some(reg) => Ok(reg),
            None => Err(self.undeclared("register", name)),
        }
    }

    fn undeclared(&self, what: &'static str, name: &Name) -> Error {
        let kind = ErrorKind::Undeclared { what, name: name.text.clone() };
        let error = self.linker.tables.error(kind, name.span);
        // `%r8` where `%r<8>` is declared.
        let stem = name.text.trim_end_matches(|c: char| c.is_ascii_digit());
        if let Some(Scope::Registers { count: Some(count), .. }) = self.lookup(stem) {
            return error.help(match count {
                0 => format!("`{stem}<0>` declares none"),
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
        // Labels and branch tables are known throughout their block.
        for statement in body {
            match statement {
                Statement::Label(name) => {
                    let label = self.labels.len();
                    self.labels.push(None);
                    self.bind(name, Scope::Label(label))?;
                }
                Statement::Targets(name, labels) => self.bind(name, Scope::Targets(labels))?,
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
                Statement::Loc(loc) => self.source = Some(SourceLine { file: loc.file, line: loc.line }),
                Statement::Pragma(_) | Statement::Targets(..) => {}
            }
        }
        Ok(())
    }

    /// Replaces label numbers by places.
    fn place_labels(&mut self) -> Result<(), Error> {
        let labels = &self.labels;
        let place = |label: &mut Pc| {
            // A label is bound only where its statement stands, so its place is known by now.
            *label = labels[label.index()].unwrap_or_else(|| panic!("label {label} was never placed"));
        };
        for instr in &mut self.code {
            match &mut instr.detail {
                Detail::Branch(target) => place(target),
                Detail::Table(targets) => targets.iter_mut().for_each(place),
                _ => {}
            }
        }
        Ok(())
    }

    fn label(&self, name: &Name) -> Result<Pc, Error> {
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
        // The parser accepted the instruction, so a row fits.
        let row = forms_of(i.opcode)
            .find(|f| f.admits(&i.mods) && fits(&f.operands, &i.operands))
            .unwrap_or_else(|| panic!("no row for `{i}`"));
        let (mut dst, mut src, mut detail) = (Vec::new(), Vec::new(), Detail::None);
        for (slot, operand) in row.operands.iter().zip(&i.operands) {
            let mut one = Resolved { dst: &mut dst, src: &mut src, detail: &mut detail };
            self.operand(i, row, slot.role, operand, &mut one)?;
        }
        let line = self.linker.tables.line(i.span);
        let instr = self.push(guard, i.opcode, &i.mods, line);
        (instr.dst, instr.src, instr.detail) = (dst.into(), src.into(), detail);
        Ok(())
    }

    fn operand(
        &mut self,
        i: &'a ast::Instruction,
        row: &Form,
        role: OperandRole,
        operand: &'a Operand,
        out: &mut Resolved<'_>,
    ) -> Result<(), Error> {
        match role {
            OperandRole::Dst(ty) => {
                let ty = operand_type(ty, i);
                match operand {
                    Operand::Vector(all, span) => {
                        for (element, part) in self.elements(i, ty, all, *span)? {
                            out.dst.push(self.destination(i, part, element)?);
                        }
                    }
                    _ => out.dst.push(self.destination(i, ty, operand)?),
                }
            }
            OperandRole::DstPair(ty) => {
                let ty = operand_type(ty, i);
                if let Operand::Pair(first, second) = operand {
                    out.dst.push(self.destination(i, ty, first)?);
                    out.dst.push(self.destination(i, Mod::Pred, second)?);
                } else {
                    out.dst.push(self.destination(i, ty, operand)?);
                    out.dst.push(None);
                }
            }
            OperandRole::Vector(written) => {
                let ty = operand_type(OperandType::Last, i);
                for element in self.vector(i, operand)? {
                    match written {
                        true => out.dst.push(self.destination(i, ty, element)?),
                        false => out.src.push(self.source(i, ty, element)?),
                    }
                }
            }
            OperandRole::Src(ty) => {
                let ty = operand_type(ty, i);
                match operand {
                    Operand::Vector(all, span) => {
                        for (element, part) in self.elements(i, ty, all, *span)? {
                            out.src.push(self.source(i, part, element)?);
                        }
                    }
                    _ => out.src.push(self.source(i, ty, operand)?),
                }
            }
            OperandRole::SrcPred(_) => out.src.push(self.predicate(i, operand)?),
            OperandRole::Immediate => out.src.push(Src::Imm(immediate(operand, Mod::B32))),
            OperandRole::Address => *out.detail = self.address(i, row, operand)?,
            OperandRole::Label => {
                if let Operand::Name(name, _) = operand {
                    *out.detail = Detail::Branch(self.label(name)?);
                }
            }
            OperandRole::Targets => {
                if let Operand::Name(name, _) = operand {
                    let Some(Scope::Targets(labels)) = self.lookup(&name.text) else {
                        return Err(self.undeclared("branch-target list", name));
                    };
                    let all: Result<Vec<Pc>, Error> = labels.iter().map(|l| self.label(l)).collect();
                    *out.detail = Detail::Table(all?.into());
                }
            }
            OperandRole::Callee => *out.detail = self.call(i, operand)?,
        }
        Ok(())
    }

    // Operands.

    /// The registers of `{a, b}` or of a scalar, as many as the vector suffix says.
    fn vector(&self, i: &ast::Instruction, operand: &'a Operand) -> Result<&'a [Operand], Error> {
        let wanted = if i.mods.contains(&Mod::V4) {
            4
        } else if i.mods.contains(&Mod::V2) {
            2
        } else {
            1
        };
        let all = match operand {
            Operand::Vector(all, _) => all.as_slice(),
            one => std::slice::from_ref(one),
        };
        if all.len() != wanted {
            let kind = ErrorKind::Operands {
                instruction: i.head(),
                wanted: format!("{wanted} registers"),
                found: all.len().to_string(),
            };
            return self.fail(kind, operand.span());
        }
        Ok(all)
    }

    /// The parts of a value packed or unpacked by `mov`, each with its type.
    fn elements(
        &self,
        i: &ast::Instruction,
        ty: Mod,
        all: &'a [Operand],
        span: Span,
    ) -> Result<Vec<(&'a Operand, Mod)>, Error> {
        let part = match ty.bits() / all.len().max(1) as u32 {
            8 => Mod::B8,
            16 => Mod::B16,
            32 => Mod::B32,
            64 => Mod::B64,
            _ => Mod::Pred,
        };
        let fits = i.opcode == Opcode::Mov
            && matches!(all.len(), 2 | 4)
            && part != Mod::Pred
            && part.bits() * all.len() as u32 == ty.bits();
        if !fits {
            let kind = ErrorKind::Operands {
                instruction: i.head(),
                wanted: "a register".to_owned(),
                found: format!("a vector of {}", all.len()),
            };
            return self.fail(kind, span);
        }
        Ok(all.iter().map(|o| (o, part)).collect())
    }

    fn destination(
        &mut self,
        i: &ast::Instruction,
        ty: Mod,
        operand: &Operand,
    ) -> Result<Option<Reg>, Error> {
        match operand {
            Operand::Name(name, 0) => {
                let reg = self.known_register(name)?;
                self.check_width(reg, name, ty, i)?;
                Ok(Some(reg))
            }
            Operand::Sink(_) => Ok(None),
            _ => {
                let kind = ErrorKind::Operands {
                    instruction: i.head(),
                    wanted: "a register".to_owned(),
                    found: format!("`{operand}`"),
                };
                self.fail(kind, operand.span())
            }
        }
    }

    fn source(&mut self, i: &ast::Instruction, ty: Mod, operand: &Operand) -> Result<Src, Error> {
        match operand {
            Operand::Name(name, offset) => {
                if *offset == 0
                    && let Some(reg) = self.register(&name.text)
                {
                    self.check_width(reg, name, ty, i)?;
                    return Ok(Src::Reg(reg));
                }
                if ty.kind() == Some(crate::ptx::isa::Kind::Float) || ty.bits() < 32 {
                    return Err(self.undeclared("register", name));
                }
                Ok(self.symbol(name, *offset)?.0)
            }
            Operand::Special(special, _) if ty != Mod::Pred => Ok(Src::Special(*special)),
            Operand::Int { .. } | Operand::F32(..) | Operand::F64(..) => Ok(Src::Imm(immediate(operand, ty))),
            _ => {
                let kind = ErrorKind::Operands {
                    instruction: i.head(),
                    wanted: "a register or a number".to_owned(),
                    found: format!("`{operand}`"),
                };
                self.fail(kind, operand.span())
            }
        }
    }

    fn predicate(&mut self, i: &ast::Instruction, operand: &Operand) -> Result<Src, Error> {
        let (name, negated) = match operand {
            Operand::Name(name, _) => (name, false),
            Operand::Not(name) => (name, true),
            _ => return Ok(Src::Imm(u64::from(immediate(operand, Mod::B32) != 0))),
        };
        let reg = self.known_register(name)?;
        self.check_pred(reg, name, i)?;
        Ok(if negated { Src::Not(reg) } else { Src::Reg(reg) })
    }

    fn check_pred(&self, reg: Reg, name: &Name, i: &ast::Instruction) -> Result<(), Error> {
        self.check_width(reg, name, Mod::Pred, i)
    }

    fn check_width(&self, reg: Reg, name: &Name, ty: Mod, i: &ast::Instruction) -> Result<(), Error> {
        let (has, needs) = (u32::from(reg.bits), ty.bits());
        // Loads, stores and conversions may use a wider register than their type.
        let relaxed = matches!(i.opcode, Opcode::Ld | Opcode::Ldu | Opcode::St | Opcode::Cvt);
        let pred = reg.class == RegClass::Pred;
        let good = if pred || ty == Mod::Pred {
            pred && ty == Mod::Pred
        } else if relaxed {
            has >= needs && (has <= 64 || needs == 128)
        } else {
            has == needs
        };
        if good {
            return Ok(());
        }
        let needs = match ty {
            Mod::Pred => "a predicate".to_owned(),
            _ if relaxed => format!("{needs} or more"),
            _ => needs.to_string(),
        };
        self.fail(ErrorKind::Width { name: name.text.clone(), has, instruction: i.head(), needs }, name.span)
    }

    /// The address of a variable, and the memory it is in.
    fn symbol(&mut self, name: &Name, offset: i64) -> Result<(Src, Space), Error> {
        let scope = self
            .lookup(&name.text)
            .or_else(|| self.linker.tables.shared.get(name.text.as_str()).map(|v| Scope::SharedDeclared(v)));
        let Some(scope) = scope else {
            let Some(&id) = self.linker.tables.variable_ids.get(name.text.as_str()) else {
                if self.linker.tables.function(&name.text).is_some() {
                    let kind = ErrorKind::Unsupported {
                        what: name.text.clone(),
                        why: "it is a function, and calls through pointers are not modelled",
                    };
                    return self.fail(kind, name.span);
                }
                let what = if name.text.starts_with('%') { "register" } else { "variable" };
                return Err(self.undeclared(what, name));
            };
            return Ok((Src::Variable(id, offset), Space::Global));
        };
        let placed = match scope {
            Scope::SharedDeclared(v) => {
                let here = self.scopes.iter().any(|s| s.contains_key(name.text.as_str()));
                let owner = here.then_some(self.tree.name.text.as_str());
                self.linker.shared_offset(owner, v)?
            }
            other => other,
        };
        let at = |base: u64| base.wrapping_add_signed(offset);
        match placed {
            Scope::Frame(base, _) => Ok((Src::Frame(at(base) as i64), Space::Local)),
            Scope::Param(base) => Ok((Src::Imm(at(base)), Space::Param)),
            Scope::Shared(base) => Ok((Src::Imm(at(base)), Space::Shared)),
            Scope::Dynamic => Ok((Src::Dynamic(offset), Space::Shared)),
            _ => Err(self.undeclared("variable", name)),
        }
    }

    fn address(&mut self, i: &ast::Instruction, row: &Form, operand: &Operand) -> Result<Detail, Error> {
        let Operand::Address { base, offset, .. } = operand else {
            panic!("row `{}` asks for an address", row.syntax)
        };
        let named = i.mods.iter().find_map(|m| {
            Some(match m {
                Mod::Const => Space::Const,
                Mod::Global => Space::Global,
                Mod::Local => Space::Local,
                Mod::Shared | Mod::SharedCta => Space::Shared,
                Mod::Param if self.tree.is_kernel => Space::Param,
                Mod::Param | Mod::ParamFunc => Space::Local,
                Mod::ParamEntry => Space::Param,
                _ => return None,
            })
        });
        let default = if i.opcode == Opcode::Ldu { Space::Global } else { Space::Generic };
        let named = named.unwrap_or(default);
        let name = match base {
            AddressBase::Absolute => {
                return Ok(Detail::Access(named, Address { base: Src::Imm(0), offset: *offset }));
            }
            AddressBase::Name(name) => name,
        };
        if let Some(reg) = self.register(&name.text) {
            if !matches!(reg.bits, 32 | 64) {
                let kind = ErrorKind::Width {
                    name: name.text.clone(),
                    has: u32::from(reg.bits),
                    instruction: i.head(),
                    needs: "32 or 64".to_owned(),
                };
                return self.fail(kind, name.span);
            }
            return Ok(Detail::Access(named, Address { base: Src::Reg(reg), offset: *offset }));
        }
        let (base, lives) = self.symbol(name, *offset)?;
        // A variable's own space decides where the instruction names none, and for `.param`, which
        // covers both a kernel's parameters and the variables that pass arguments.
        let space = match (named, lives) {
            (Space::Generic, _) | (Space::Param | Space::Local, Space::Param | Space::Local) => lives,
            (Space::Global | Space::Const, Space::Global) => named,
            (named, lives) if named == lives => named,
            (named, lives) => {
                let what = format!("`{}` is in {lives} memory, not in {named} memory", name.text);
                return self.fail(ErrorKind::Malformed(what), name.span);
            }
        };
        Ok(Detail::Access(space, Address { base, offset: 0 }))
    }

    // Calls.

    /// Where a function's declared parameters or results are kept.
    fn places(&mut self, declared: &'a [ast::Variable]) -> Result<Vec<Place>, Error> {
        declared.iter().map(|v| self.place(&v.name, 0)).collect()
    }

    fn place(&mut self, name: &Name, offset: i64) -> Result<Place, Error> {
        if offset == 0 {
            if let Some(reg) = self.register(&name.text) {
                return Ok(Place::Register(reg));
            }
            if let Some(Scope::Frame(offset, size)) = self.lookup(&name.text) {
                return Ok(Place::Frame { offset: offset as u32, size: size as u32 });
            }
        }
        Err(self.undeclared("parameter", name))
    }

    fn call(&mut self, i: &'a ast::Instruction, operand: &'a Operand) -> Result<Detail, Error> {
        let Operand::Call { results, callee, arguments } = operand else {
            panic!("a call's operand is its callee")
        };
        if self.register(&callee.text).is_some() {
            let kind = ErrorKind::Unsupported {
                what: "call".to_owned(),
                why: "calls through pointers are not modelled",
            };
            return self.fail(kind, callee.span);
        }
        let Some(function) = self.linker.tables.function(&callee.text) else {
            return Err(self.undeclared("function", callee));
        };
        let id = match callee.text.as_str() {
            _ if function.body.is_some() && !function.is_kernel => {
                Callee::Function(self.linker.function_id(function))
            }
            "__assertfail" => Callee::AssertFail,
            _ => {
                let why = match function.is_kernel {
                    true => "it is a kernel, and only functions can be called",
                    false => "it has no body here, and the device runtime's functions are not modelled",
                };
                let kind = ErrorKind::Unsupported { what: callee.text.clone(), why };
                return self.fail(kind, callee.span);
            }
        };
        let arguments = self.passed(i, arguments, &function.params, true)?;
        let results = self.passed(i, results, &function.returns, false)?;
        Ok(Detail::Call(Box::new(Call { callee: id, arguments, results })))
    }

    fn passed(
        &mut self,
        i: &ast::Instruction,
        given: &[Operand],
        formal: &[ast::Variable],
        constants: bool,
    ) -> Result<Vec<Place>, Error> {
        if given.len() != formal.len() {
            let kind = ErrorKind::Operands {
                instruction: i.head(),
                wanted: format!("{} value{}", formal.len(), if formal.len() == 1 { "" } else { "s" }),
                found: given.len().to_string(),
            };
            return self.fail(kind, i.span);
        }
        let mut all = Vec::new();
        for (operand, v) in given.iter().zip(formal) {
            let size = variables::layout(v, self.linker.tables.source)?.1;
            let place = match operand {
                Operand::Name(name, offset) => self.place(name, *offset)?,
                Operand::Int { .. } | Operand::F32(..) | Operand::F64(..) if constants => {
                    Place::Immediate(immediate(operand, v.ty), size as u32)
                }
                _ => {
                    let kind = ErrorKind::Operands {
                        instruction: i.head(),
                        wanted: format!(
                            "a register or variable{}",
                            if constants { " or number" } else { "" }
                        ),
                        found: format!("`{operand}`"),
                    };
                    return self.fail(kind, operand.span());
                }
            };
            if u64::from(place.size()) != size {
                let what = format!("`{}` takes {size} bytes, and {} are passed", v.name.text, place.size());
                return self.fail(ErrorKind::Malformed(what), operand.span());
            }
            all.push(place);
        }
        Ok(all)
    }
}

struct Resolved<'o> {
    dst: &'o mut Vec<Option<Reg>>,
    src: &'o mut Vec<Src>,
    detail: &'o mut Detail,
}

fn operand_type(ty: OperandType, i: &ast::Instruction) -> Mod {
    let mut types = i.mods.iter().copied().filter(|m| m.is_type());
    match ty {
        OperandType::Fixed(m) => m,
        OperandType::Nth(n) => types.nth(n).unwrap_or(Mod::B32),
        OperandType::Last => types.next_back().unwrap_or(Mod::B32),
        OperandType::Wide => match types.next_back() {
            Some(Mod::U16) => Mod::U32,
            Some(Mod::S16) => Mod::S32,
            Some(Mod::U32) => Mod::U64,
            _ => Mod::S64,
        },
    }
}

/// The bits of a literal as an operand of type `ty`.
fn immediate(operand: &Operand, ty: Mod) -> u64 {
    match operand {
        Operand::Int { value, negative, .. } => {
            let value = if *negative { value.wrapping_neg() } else { *value };
            match ty.bits() {
                64 | 128 => value,
                1 => u64::from(value != 0),
                bits => value & ((1 << bits) - 1),
            }
        }
        Operand::F32(bits, _) if ty.bits() == 64 => f64::from(f32::from_bits(*bits)).to_bits(),
        Operand::F32(bits, _) => u64::from(*bits),
        Operand::F64(bits, _) if ty.bits() == 32 => u64::from((f64::from_bits(*bits) as f32).to_bits()),
        Operand::F64(bits, _) => *bits,
        _ => 0,
    }
}
