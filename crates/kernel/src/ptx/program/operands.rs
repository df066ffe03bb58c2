//! Operands: registers, numbers, addresses and call arguments, checked against the instruction table.

use super::resolve::{FunctionResolver, Scope};
use super::{Address, Detail, Reg, RegClass, Selection, Src};
use crate::execute::texture::Geometry;
use crate::program::{Pc, Space};
use crate::ptx::ast::{self, AddressBase, Name, Operand};
use crate::ptx::error::{Error, ErrorKind, Span};
use crate::ptx::forms::{Form, OperandRole, OperandType};
use crate::ptx::isa::{Mod, Opcode};
use crate::ptx::matrix;

impl<'a> FunctionResolver<'_, 'a> {
    /// Resolves an operand. One arm per role.
    pub(super) fn operand(
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
            OperandRole::Fragment(matrix, written) => {
                let fragment = matrix::fragment(i.opcode, &i.mods, matrix)
                    .unwrap_or_else(|| panic!("row `{}` has no fragment", row.syntax));
                for element in self.registers_of(i, operand, fragment.registers)? {
                    match written {
                        true => out.dst.push(self.destination(i, fragment.register(), element)?),
                        false => out.src.push(self.source(i, fragment.register(), element)?),
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
            OperandRole::PartDst(ty, _) => {
                let ty = operand_type(ty, i);
                if let Operand::Part { name, selector, .. } = operand {
                    let reg = self.known_register(name)?;
                    self.check_width(reg, name, ty, i)?;
                    out.dst.push(Some(reg));
                    out.selection().dst = *selector;
                } else {
                    out.dst.push(self.destination(i, ty, operand)?);
                }
            }
            OperandRole::PartSrc(ty, ..) => {
                let ty = operand_type(ty, i);
                if let Operand::Part { name, selector, negative } = operand {
                    let reg = self.known_register(name)?;
                    self.check_width(reg, name, ty, i)?;
                    let at = out.src.len();
                    out.src.push(Src::Reg(reg));
                    let selection = out.selection();
                    selection.negative[at] = *negative;
                    if let Some(parts) = selection.src.get_mut(at) {
                        *parts = *selector;
                    }
                    let [a, b, c] = selection.negative;
                    if c && a != b {
                        let why = format!("`{}` negates its product and its addend", i.mnemonic());
                        return self.fail(ErrorKind::Malformed(why), i.span);
                    }
                } else {
                    out.src.push(self.source(i, ty, operand)?);
                }
            }
            OperandRole::SrcPred(_) => out.src.push(self.predicate(i, operand)?),
            OperandRole::Immediate => out.src.push(Src::Imm(immediate(operand, Mod::B32))),
            OperandRole::Address => *out.detail = self.address(i, row, operand, None)?,
            OperandRole::AccessIn(space) => *out.detail = self.address(i, row, operand, Some(space))?,
            OperandRole::AddressIn(space) => {
                if let Detail::Access(_, Address { base, offset }) =
                    self.address(i, row, operand, Some(space))?
                {
                    out.src.extend([base, Src::Imm(offset as u64)]);
                }
            }
            OperandRole::SizeOrPred => {
                let predicate = match operand {
                    Operand::Name(name, _) => {
                        self.register(&name.text).is_some_and(|reg| reg.class == RegClass::Pred)
                    }
                    _ => false,
                };
                out.src.push(match predicate {
                    true => self.predicate(i, operand)?,
                    false => self.source(i, Mod::U32, operand)?,
                });
            }
            OperandRole::Coordinates => {
                if let Operand::Texture { object, coordinates, .. } = operand {
                    let base = self.texture_object(i, object)?;
                    *out.detail = Detail::Access(Space::Texture, Address { base, offset: 0 });
                    self.coordinates(i, coordinates, true, out.src)?;
                }
            }
            OperandRole::Object => {
                if let Operand::Address { base: AddressBase::Name(object), .. } = operand {
                    out.src.push(self.texture_object(i, object)?);
                }
            }
            OperandRole::Gradient => self.coordinates(i, operand, false, out.src)?,
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
            OperandRole::Callee => {
                let (call, address) = self.call(i, operand)?;
                out.src.extend(address.map(Src::Reg));
                *out.detail = Detail::Call(Box::new(call));
            }
        }
        Ok(())
    }

    /// The registers of `{a, b}` or of a scalar; the vector modifier gives their number.
    fn vector(&self, i: &ast::Instruction, operand: &'a Operand) -> Result<&'a [Operand], Error> {
        let wanted = if i.mods.contains(&Mod::V4) {
            4
        } else if i.mods.contains(&Mod::V2) {
            2
        } else {
            1
        };
        self.registers_of(i, operand, wanted)
    }

    /// The registers of `{a, b}` or of a scalar, of which there must be `wanted`.
    fn registers_of(
        &self,
        i: &ast::Instruction,
        operand: &'a Operand,
        wanted: usize,
    ) -> Result<&'a [Operand], Error> {
        let all = match operand {
            Operand::Vector(all, _) => all.as_slice(),
            one => std::slice::from_ref(one),
        };
        if all.len() != wanted {
            let kind = ErrorKind::Operands {
                instruction: i.mnemonic(),
                wanted: format!("{wanted} register{}", if wanted == 1 { "" } else { "s" }),
                found: all.len().to_string(),
            };
            return self.fail(kind, operand.span());
        }
        Ok(all)
    }

    /// The elements of a value packed or unpacked by `mov`, each with its type.
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
                instruction: i.mnemonic(),
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
                    instruction: i.mnemonic(),
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
                if ty.kind() == Some(crate::ptx::isa::TypeKind::Float) || ty.bits() < 32 {
                    return Err(self.undeclared("register", name));
                }
                Ok(self.symbol(name, *offset)?.0)
            }
            Operand::Special(special, _) if (ty == Mod::Pred) == (special.bits() == 1) => {
                Ok(Src::Special(*special))
            }
            Operand::Int { .. } | Operand::F32(..) | Operand::F64(..) => Ok(Src::Imm(immediate(operand, ty))),
            _ => {
                let kind = ErrorKind::Operands {
                    instruction: i.mnemonic(),
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

    pub(super) fn check_pred(&self, reg: Reg, name: &Name, i: &ast::Instruction) -> Result<(), Error> {
        self.check_width(reg, name, Mod::Pred, i)
    }

    fn check_width(&self, reg: Reg, name: &Name, ty: Mod, i: &ast::Instruction) -> Result<(), Error> {
        let (has, needs) = (u32::from(reg.bits), ty.bits());
        // Loads, stores and conversions accept registers wider than their type.
        let relaxed = matches!(
            i.opcode,
            Opcode::Ld | Opcode::Ldu | Opcode::St | Opcode::Cvt | Opcode::Suld | Opcode::Sust
        );
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
        self.fail(
            ErrorKind::Width { name: name.text.clone(), has, instruction: i.mnemonic(), needs },
            name.span,
        )
    }

    /// Address and memory space of a variable.
    fn symbol(&mut self, name: &Name, offset: i64) -> Result<(Src, Space), Error> {
        let mut unit = self.unit.index;
        let scope = self.lookup(&name.text).or_else(|| {
            let (defining, v) = *self.unit.shared.get(name.text.as_str())?;
            unit = defining;
            Some(Scope::SharedDeclared(v))
        });
        let Some(scope) = scope else {
            let Some(&id) = self.unit.variable_ids.get(name.text.as_str()) else {
                let tables = self.linker.tables;
                if let Some(function) = self.unit.function(&name.text) {
                    if tables.functions[function].tree.is_kernel {
                        // Only a launch by the device needs a kernel's address. Other kernels of the module can run.
                        self.linker.launched.get_or_insert_with(|| name.text.clone());
                    }
                    let address = tables.code_address(function);
                    return Ok((Src::Imm(address.wrapping_add_signed(offset)), Space::Global));
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
                self.linker.shared_offset((unit, owner), v)?
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

    /// The address of an operand, in the space of the suffix `space` or else of the instruction's suffixes.
    fn address(
        &mut self,
        i: &ast::Instruction,
        row: &Form,
        operand: &Operand,
        space: Option<Mod>,
    ) -> Result<Detail, Error> {
        let Operand::Address { base, offset, .. } = operand else {
            panic!("row `{}` asks for an address", row.syntax)
        };
        let named = space.iter().chain(&i.mods).find_map(|m| {
            Some(match m {
                Mod::Const => Space::Const,
                Mod::Global => Space::Global,
                Mod::Local => Space::Local,
                Mod::Shared | Mod::SharedCta | Mod::SharedCluster => Space::Shared,
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
                    instruction: i.mnemonic(),
                    needs: "32 or 64".to_owned(),
                };
                return self.fail(kind, name.span);
            }
            return Ok(Detail::Access(named, Address { base: Src::Reg(reg), offset: *offset }));
        }
        let (base, lives) = self.symbol(name, *offset)?;
        // The space of the variable applies if the instruction names no space. It also applies to `.param`,
        // which covers kernel parameters and call arguments.
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

    // Textures.

    /// A texture or surface object in a register, or a `.texref` or `.surfref` variable, which holds an object.
    fn texture_object(&mut self, i: &ast::Instruction, name: &Name) -> Result<Src, Error> {
        match self.register(&name.text) {
            Some(reg) => {
                self.check_width(reg, name, Mod::B64, i)?;
                Ok(Src::Reg(reg))
            }
            None => Ok(self.symbol(name, 0)?.0),
        }
    }

    /// Coordinates in a texture or surface, or a gradient of them.
    fn coordinates(
        &mut self,
        i: &ast::Instruction,
        operand: &Operand,
        layered: bool,
        src: &mut Vec<Src>,
    ) -> Result<(), Error> {
        let all = match operand {
            Operand::Vector(all, _) => all.as_slice(),
            one => std::slice::from_ref(one),
        };
        let geometry = i.mods.iter().find_map(|m| m.geometry());
        let (least, most, layer) = match geometry.unwrap_or(Geometry::D1) {
            Geometry::D1 => (1, 1, false),
            Geometry::D2 => (2, 2, false),
            Geometry::A1 => (if layered { 2 } else { 1 }, 2, true),
            // The fourth number is ignored.
            Geometry::D3 | Geometry::Cube => (3, 4, false),
            Geometry::A2 => (if layered { 3 } else { 2 }, 4, true),
            Geometry::ACube => (if layered { 4 } else { 3 }, 4, true),
        };
        if !(least..=most).contains(&all.len()) {
            let kind = ErrorKind::Operands {
                instruction: i.mnemonic(),
                wanted: format!("{most} coordinate{}", if most == 1 { "" } else { "s" }),
                found: all.len().to_string(),
            };
            return self.fail(kind, operand.span());
        }
        let ty = match i.opcode {
            Opcode::Tex | Opcode::Tld4 => operand_type(OperandType::Last, i),
            _ => Mod::S32,
        };
        for (n, element) in all.iter().enumerate() {
            let ty = if n == 0 && layer && layered { Mod::U32 } else { ty };
            src.push(self.texture_coordinate(i, ty, element)?);
        }
        Ok(())
    }

    fn texture_coordinate(&mut self, i: &ast::Instruction, ty: Mod, operand: &Operand) -> Result<Src, Error> {
        match operand {
            Operand::Name(name, 0) => {
                let reg = self.known_register(name)?;
                match (reg.class, reg.bits) {
                    (RegClass::Short, 32) => Ok(Src::Reg(reg)),
                    _ => {
                        let (name, has) = (name.text.clone(), u32::from(reg.bits));
                        let kind =
                            ErrorKind::Width { name, has, instruction: i.mnemonic(), needs: "32".to_owned() };
                        self.fail(kind, operand.span())
                    }
                }
            }
            _ => self.source(i, ty, operand),
        }
    }
}

/// Whether the constant operands of an asynchronous copy are within their limits; if not, the reason.
pub(super) fn check_copy(i: &ast::Instruction, src: &[Src]) -> Result<(), &'static str> {
    let copies = i.opcode == Opcode::Cp && i.mods.iter().any(|m| matches!(m, Mod::Ca | Mod::Cg));
    match src.get(2) {
        Some(Src::Imm(16)) => Ok(()),
        Some(Src::Imm(4 | 8)) if !i.mods.contains(&Mod::Cg) => Ok(()),
        _ if !copies => Ok(()),
        _ if i.mods.contains(&Mod::Cg) => Err("`cp.async.cg` copies 16 bytes"),
        _ => Err("`cp.async.ca` copies 4, 8 or 16 bytes"),
    }
}

/// Resolved operands of an instruction.
pub(super) struct Resolved<'o> {
    pub dst: &'o mut Vec<Option<Reg>>,
    pub src: &'o mut Vec<Src>,
    pub detail: &'o mut Detail,
}

impl Resolved<'_> {
    /// The parts selected so far.
    fn selection(&mut self) -> &mut Selection {
        if !matches!(self.detail, Detail::Selection(_)) {
            *self.detail = Detail::Selection(Selection::default());
        }
        match self.detail {
            Detail::Selection(selection) => selection,
            _ => unreachable!("it was made one"),
        }
    }
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
pub(super) fn immediate(operand: &Operand, ty: Mod) -> u64 {
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
