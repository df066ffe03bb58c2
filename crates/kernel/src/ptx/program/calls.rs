//! Arguments, results and callees of calls.

use super::operands::immediate;
use super::resolve::{FunctionResolver, Scope};
use super::variables;
use super::{Call, Callee, Reg, ValueLocation};
use crate::execute::runtime::RuntimeFunction;
use crate::ptx::ast::{self, Name, Operand};
use crate::ptx::error::{Error, ErrorKind};

impl<'a> FunctionResolver<'_, 'a> {
    // Calls.

    /// Locations of the declared parameters or results of a function.
    pub(super) fn locations(&mut self, declared: &'a [ast::Variable]) -> Result<Vec<ValueLocation>, Error> {
        declared.iter().map(|v| self.location(&v.name, 0)).collect()
    }

    pub(super) fn location(&mut self, name: &Name, offset: i64) -> Result<ValueLocation, Error> {
        if offset == 0 {
            if let Some(reg) = self.register(&name.text) {
                return Ok(ValueLocation::Register(reg));
            }
            if let Some(Scope::Frame(offset, size)) = self.lookup(&name.text) {
                return Ok(ValueLocation::Frame { offset: offset as u32, size: size as u32 });
            }
        }
        Err(self.undeclared("parameter", name))
    }

    /// A call, and the register that holds the address of its callee if it is indirect.
    pub(super) fn call(
        &mut self,
        i: &'a ast::Instruction,
        operand: &'a Operand,
    ) -> Result<(Call, Option<Reg>), Error> {
        let Operand::Call { results, callee, arguments, prototype } = operand else {
            panic!("a call's operand is its callee")
        };
        if let Some(reg) = self.register(&callee.text) {
            let call = self.indirect_call(i, (results, callee, arguments), prototype.as_ref())?;
            if reg.bits != 64 {
                let (name, has) = (callee.text.clone(), u32::from(reg.bits));
                let kind = ErrorKind::Width { name, has, instruction: i.mnemonic(), needs: "64".to_owned() };
                return self.fail(kind, callee.span);
            }
            return Ok((call, Some(reg)));
        }
        let Some(index) = self.unit.function(&callee.text) else {
            return Err(self.undeclared("function", callee));
        };
        let function = self.linker.tables.functions[index].tree;
        let id = match RuntimeFunction::named(&callee.text) {
            _ if function.body.is_some() && !function.is_kernel => {
                Callee::Function(self.linker.function_id(index))
            }
            _ if function.is_kernel => {
                let kind = ErrorKind::Unsupported {
                    what: callee.text.clone(),
                    why: "it is a kernel; only functions can be called",
                };
                return self.fail(kind, callee.span);
            }
            Some((runtime, returns, params))
                if self.sizes(&function.returns)? == returns && self.sizes(&function.params)? == params =>
            {
                Callee::Runtime(runtime)
            }
            _ => Callee::Missing,
        };
        let arguments = self.passed(i, arguments, &function.params, true)?;
        let results = self.passed(i, results, &function.returns, false)?;
        let call = Call { callee: id, name: callee.text.clone(), targets: Vec::new(), arguments, results };
        Ok((call, None))
    }

    /// A call through the register `callee`: its targets are the functions of the module with the layout of the prototype
    /// whose address something has.
    fn indirect_call(
        &mut self,
        i: &'a ast::Instruction,
        (results, callee, arguments): (&'a [Operand], &'a Name, &'a [Operand]),
        prototype: Option<&'a Name>,
    ) -> Result<Call, Error> {
        let Some(prototype) = prototype else {
            let kind = ErrorKind::Operands {
                instruction: i.mnemonic(),
                wanted: "a prototype after the arguments of an indirect call".to_owned(),
                found: "none".to_owned(),
            };
            return self.fail(kind, callee.span);
        };
        let tables = self.linker.tables;
        let (returns, params, functions): (&[ast::Variable], &[ast::Variable], Vec<usize>) = match self
            .lookup(&prototype.text)
        {
            Some(Scope::Prototype(p)) => (&p.returns, &p.params, tables.pointed_to.iter().copied().collect()),
            Some(Scope::CallTargets(names)) => {
                let mut functions = Vec::new();
                for name in names {
                    let found = self.unit.function(&name.text);
                    match found.filter(|&f| !tables.functions[f].tree.is_kernel) {
                        Some(function) => functions.push(function),
                        None => return Err(self.undeclared("function", name)),
                    }
                }
                let first = *functions.first().unwrap_or_else(|| panic!("the parser wants a target"));
                let first = tables.functions[first].tree;
                (&first.returns, &first.params, functions)
            }
            _ => return Err(self.undeclared("prototype", prototype)),
        };
        let shape = (self.sizes(returns)?, self.sizes(params)?);
        let mut targets = Vec::new();
        for index in functions {
            let function = tables.functions[index].tree;
            if function.body.is_none() {
                continue;
            }
            if (self.sizes(&function.returns)?, self.sizes(&function.params)?) != shape {
                continue;
            }
            targets.push((tables.code_address(index), self.linker.function_id(index)));
        }
        targets.sort_unstable();
        let arguments = self.passed(i, arguments, params, true)?;
        let results = self.passed(i, results, returns, false)?;
        Ok(Call { callee: Callee::Indirect, name: prototype.text.clone(), targets, arguments, results })
    }

    /// Bytes of each variable.
    fn sizes(&self, variables: &[ast::Variable]) -> Result<Vec<u64>, Error> {
        variables.iter().map(|v| Ok(variables::layout(v, self.unit.source)?.1)).collect()
    }

    fn passed(
        &mut self,
        i: &ast::Instruction,
        given: &[Operand],
        formal: &[ast::Variable],
        constants: bool,
    ) -> Result<Vec<ValueLocation>, Error> {
        if given.len() != formal.len() {
            let kind = ErrorKind::Operands {
                instruction: i.mnemonic(),
                wanted: format!("{} value{}", formal.len(), if formal.len() == 1 { "" } else { "s" }),
                found: given.len().to_string(),
            };
            return self.fail(kind, i.span);
        }
        let mut all = Vec::new();
        for (operand, v) in given.iter().zip(formal) {
            let size = variables::layout(v, self.unit.source)?.1;
            let place = match operand {
                Operand::Name(name, offset) => self.location(name, *offset)?,
                Operand::Int { .. } | Operand::F32(..) | Operand::F64(..) if constants => {
                    ValueLocation::Immediate(immediate(operand, v.ty), size as u32)
                }
                _ => {
                    let kind = ErrorKind::Operands {
                        instruction: i.mnemonic(),
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
                let what =
                    format!("`{}` takes {size} bytes, but the call passes {}", v.name.text, place.size());
                return self.fail(ErrorKind::Malformed(what), operand.span());
            }
            all.push(place);
        }
        Ok(all)
    }
}
