//! Bodies: statements, instructions, operands.

use super::Parser;
use crate::names::did_you_mean;
use crate::ptx::ast::{
    self, AddressBase, Guard, Inlined, Instruction, Loc, Name, Operand, Selector, Statement,
};
use crate::ptx::error::{Error, ErrorKind, Span};
use crate::ptx::forms::{ANY_ORDER, Form, OperandRole, OperandSlot, Parts, forms_of};
use crate::ptx::isa::{Mod, Opcode, Special};
use crate::ptx::lex::Token;

/// PTX instructions that are not supported, and the feature that they belong to.
const UNSUPPORTED: &[(&str, &str)] = &[
    ("wgmma", "tensor-core instructions are not modelled"),
    ("tcgen05", "tensor-core instructions are not modelled"),
    ("tensormap", "the tensor memory accelerator is not modelled"),
    ("multimem", "multi-GPU memory is not modelled"),
    ("clusterlaunchcontrol", "thread-block clusters are not modelled"),
    ("createpolicy", "cache policies are not modelled"),
    ("discard", "cache control is not modelled"),
    ("applypriority", "cache control is not modelled"),
    ("alloca", "dynamic stack allocation is not modelled"),
    ("stacksave", "dynamic stack allocation is not modelled"),
    ("stackrestore", "dynamic stack allocation is not modelled"),
    ("setmaxnreg", "register reallocation is not modelled"),
];

/// Starts of instructions that are not supported although their opcode is, and the feature that they belong to.
const UNSUPPORTED_FORMS: &[(&str, &str)] = &[
    ("cp.async.bulk.tensor", "the tensor memory accelerator is not modelled"),
    ("cp.async.bulk.prefetch.tensor", "the tensor memory accelerator is not modelled"),
    ("cp.reduce.async.bulk.tensor", "the tensor memory accelerator is not modelled"),
    ("fence.proxy.tensormap", "the tensor memory accelerator is not modelled"),
    ("st.async", "asynchronous stores are not modelled"),
    ("st.bulk", "asynchronous stores are not modelled"),
    ("red.async", "asynchronous stores are not modelled"),
];

impl Parser<'_> {
    /// `{ … }`.
    pub(super) fn block(&mut self) -> Result<Vec<Statement>, Error> {
        self.expect('{')?;
        self.deeper(|p| {
            let mut all = Vec::new();
            while !p.eat('}') {
                if p.peek() == Token::Dot && !matches!(p.text(), ".loc" | ".pragma") {
                    all.extend(p.variables(None)?.into_iter().map(Statement::Variable));
                } else if !p.eat(';') {
                    all.push(p.statement()?);
                }
            }
            Ok(all)
        })
    }

    fn statement(&mut self) -> Result<Statement, Error> {
        match self.peek() {
            Token::Punct('{') => Ok(Statement::Block(self.block()?)),
            Token::Dot => match self.text() {
                ".loc" => self.loc(),
                _ => Ok(Statement::Pragma(self.pragma()?)),
            },
            Token::Word if self.peek_at(1) == Token::Punct(':') => {
                let name = self.name("a label")?;
                self.advance();
                let statement = if self.eat_dot(".branchtargets") {
                    Statement::Targets(name, self.list(|p| p.name("a label"))?)
                } else if self.eat_dot(".calltargets") {
                    Statement::CallTargets(name, self.list(|p| p.name("a function"))?)
                } else if self.eat_dot(".callprototype") {
                    Statement::Prototype(name, self.prototype()?)
                } else {
                    return Ok(Statement::Label(name));
                };
                self.expect(';')?;
                Ok(statement)
            }
            Token::Word | Token::Punct('@') => Ok(Statement::Instruction(self.instruction()?)),
            Token::End => self.wanted("`}`"),
            _ => self.wanted("an instruction, a label or a declaration"),
        }
    }

    fn loc(&mut self) -> Result<Statement, Error> {
        self.advance();
        let file = self.int("the file's number")?;
        let line = self.int("a line")?;
        let column = self.int("a column")?;
        let mut inlined = None;
        if self.eat(',') {
            let start = self.span();
            if !self.is_word("function_name") {
                return self.wanted("`function_name`");
            }
            self.advance();
            self.name("a label")?;
            self.offset()?;
            self.expect(',')?;
            if !self.is_word("inlined_at") {
                return self.wanted("`inlined_at`");
            }
            self.advance();
            let at = [self.int("the file's number")?, self.int("a line")?, self.int("a column")?];
            let text = self.source[start.to(self.last_span()).range()].to_owned();
            inlined = Some(Inlined { text, at });
        }
        Ok(Statement::Loc(Loc { file, line, column, inlined }))
    }

    fn instruction(&mut self) -> Result<Instruction, Error> {
        let start = self.span();
        let mut guard = None;
        if self.eat('@') {
            let negated = self.eat('!');
            guard = Some(Guard { name: self.name("a predicate")?, negated });
        }
        let head_start = self.span();
        let word = self.name("an instruction")?;
        let mut mods = Vec::new();
        let mut unknown = None;
        while self.peek() == Token::Dot {
            match Mod::from_text(&self.text()[1..]) {
                Some(m) => mods.push(m),
                None => unknown = unknown.or(Some(self.span())),
            }
            self.advance();
        }
        let head_span = head_start.to(self.last_span());
        let opcode = self.opcode(&word)?;
        if let Some(span) = unknown {
            if opcode == Opcode::Mma && self.source[span.range()].starts_with(".sp") {
                let (what, why) = ("mma.sp".to_owned(), "sparse matrices are not modelled");
                return self.fail(ErrorKind::Unsupported { what, why }, head_span);
            }
            return Err(self.no_form(opcode, span, head_span));
        }
        let mut matching: Vec<&Form> = forms_of(opcode).filter(|f| f.admits(&mods)).collect();
        if matching.is_empty()
            && ANY_ORDER.contains(&opcode)
            && let Some(arranged) = forms_of(opcode).find_map(|f| f.arrange(&mods))
        {
            mods = arranged;
            matching = forms_of(opcode).filter(|f| f.admits(&mods)).collect();
        }
        if matching.is_empty() {
            return Err(self.no_form(opcode, head_span, head_span));
        }
        let operands = self.operands(opcode)?;
        let span = start.to(self.last_span());
        self.expect(';')?;
        let instruction = Instruction { guard, opcode, mods, operands, span };
        self.check_operands(&instruction, &matching)?;
        Ok(instruction)
    }

    fn opcode(&self, word: &Name) -> Result<Opcode, Error> {
        if let Some(opcode) = Opcode::from_text(&word.text) {
            return Ok(opcode);
        }
        let listed = || UNSUPPORTED.iter().find(|(name, _)| *name == word.text).map(|&(_, why)| why);
        if let Some(why) = listed() {
            return self.fail(ErrorKind::Unsupported { what: word.text.clone(), why }, word.span);
        }
        let error = Error::new(ErrorKind::Instruction(word.text.clone()), word.span, self.source);
        Err(match did_you_mean(&word.text, Opcode::ALL.iter().map(|o| o.text())) {
            Some(help) => error.help(help),
            None => error,
        })
    }

    /// The error for modifiers that match no form; `span` is the offending part.
    fn no_form(&self, opcode: Opcode, span: Span, head: Span) -> Error {
        let written = self.source[head.range()].split_whitespace().collect::<String>();
        let start = |&&(start, _): &&(&str, &str)| {
            written.strip_prefix(start).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', ':']))
        };
        let listed = UNSUPPORTED_FORMS.iter().find(start).map(|&(_, why)| why);
        let clustered =
            written.contains(".multicast::cluster").then_some("thread-block clusters are not modelled");
        if let Some(why) = listed.or(clustered) {
            return Error::new(ErrorKind::Unsupported { what: written, why }, head, self.source);
        }
        let rows: Vec<String> = forms_of(opcode)
            .map(|f| f.syntax.split(' ').next().unwrap_or_default().replace('~', ""))
            .collect();
        let mut rows_seen = rows.clone();
        rows_seen.dedup();
        Error::new(ErrorKind::Form(written), span, self.source)
            .help(format!("supported forms: {}", rows_seen.join("  ")))
    }

    fn operands(&mut self, opcode: Opcode) -> Result<Vec<Operand>, Error> {
        // The caller reports a missing `;`.
        if self.is(';') || self.is('}') || self.peek() == Token::End {
            return Ok(Vec::new());
        }
        if opcode == Opcode::Call {
            return Ok(vec![self.callee()?]);
        }
        self.list(Self::operand)
    }

    /// `(results), callee, (arguments), prototype`, the parentheses optional.
    fn callee(&mut self) -> Result<Operand, Error> {
        let mut results = Vec::new();
        if self.is('(') {
            results = self.arguments()?;
            self.expect(',')?;
        }
        let callee = self.name("a function")?;
        let (mut arguments, mut prototype) = (Vec::new(), None);
        if self.eat(',') {
            if self.is('(') {
                arguments = self.arguments()?;
                if self.eat(',') {
                    prototype = Some(self.name("a prototype")?);
                }
            } else {
                prototype = Some(self.name("arguments in parentheses or a prototype")?);
            }
        }
        Ok(Operand::Call { results, callee, arguments, prototype })
    }

    fn arguments(&mut self) -> Result<Vec<Operand>, Error> {
        self.expect('(')?;
        if self.eat(')') {
            return Ok(Vec::new());
        }
        let all = self.list(Self::operand)?;
        self.expect(')')?;
        Ok(all)
    }

    fn operand(&mut self) -> Result<Operand, Error> {
        let first = self.single()?;
        if !self.eat('|') {
            return Ok(first);
        }
        if let Operand::Vector(_, span) = first {
            let kind = ErrorKind::Unsupported {
                what: "{…}|p".to_owned(),
                why: "the residency predicate of a texture fetch is not modelled",
            };
            return self.fail(kind, span.to(self.span()));
        }
        let second = self.single()?;
        Ok(Operand::Pair(Box::new(first), Box::new(second)))
    }

    fn single(&mut self) -> Result<Operand, Error> {
        let start = self.span();
        match self.peek() {
            Token::Punct('!') => {
                self.advance();
                Ok(Operand::Not(self.name("a predicate")?))
            }
            Token::Punct('[') => self.address(),
            Token::Punct('{') => {
                self.advance();
                let all = self.list(Self::lone)?;
                self.expect('}')?;
                Ok(Operand::Vector(all, start.to(self.last_span())))
            }
            _ => self.lone(),
        }
    }

    /// An operand without brackets, braces or `!`.
    fn lone(&mut self) -> Result<Operand, Error> {
        let span = self.span();
        let negative = self.eat('-');
        let operand = match self.peek() {
            Token::Int(value) => Operand::Int { value, negative, span: span.to(self.span()) },
            Token::F32(bits) => Operand::F32(if negative { bits ^ 1 << 31 } else { bits }, span),
            Token::F64(bits) => Operand::F64(if negative { bits ^ 1 << 63 } else { bits }, span),
            Token::Word if negative => {
                let mut name = self.name("an operand")?;
                let selector = self.selector();
                name.span = span.to(self.last_span());
                return Ok(Operand::Part { name, selector, negative });
            }
            Token::Word if self.text() == "_" => Operand::Sink(span),
            Token::Word => return self.named(),
            _ => return self.wanted("an operand"),
        };
        self.advance();
        Ok(operand)
    }

    /// A register, special register or symbol.
    fn named(&mut self) -> Result<Operand, Error> {
        let mut name = self.name("an operand")?;
        if let Some(selector) = self.selector() {
            name.span = name.span.to(self.last_span());
            return Ok(Operand::Part { name, selector: Some(selector), negative: false });
        }
        if self.peek() == Token::Dot && matches!(self.text(), ".x" | ".y" | ".z" | ".w") {
            name.text.push_str(self.text());
            name.span = name.span.to(self.span());
            self.advance();
        }
        if let Some(special) = Special::from_text(&name.text) {
            return Ok(Operand::Special(special, name.span));
        }
        if name.text.contains('.') {
            return self.fail(
                ErrorKind::Unsupported {
                    what: name.text,
                    why: "vector registers are not supported; use `{a, b}`",
                },
                name.span,
            );
        }
        let offset = self.offset()?;
        Ok(Operand::Name(name, offset))
    }

    /// `.b0`, `.h10`, … after a register, if there is one.
    fn selector(&mut self) -> Option<Selector> {
        let found = (self.peek() == Token::Dot).then(|| Selector::from_text(self.text()))??;
        self.advance();
        Some(found)
    }

    fn address(&mut self) -> Result<Operand, Error> {
        let start = self.span();
        self.expect('[')?;
        let (base, offset) = match self.peek() {
            Token::Int(value) => {
                self.advance();
                (AddressBase::Absolute, value as i64)
            }
            _ => (AddressBase::Name(self.name("a register or variable")?), self.offset()?),
        };
        if let (AddressBase::Name(object), 0, true) = (&base, offset, self.is(',')) {
            let object = object.clone();
            self.advance();
            let coordinates = Box::new(self.single()?);
            if self.is(',') {
                let kind = ErrorKind::Unsupported {
                    what: "[texture, sampler, coordinates]".to_owned(),
                    why: "a separate sampler is not modelled; a texture object has its own",
                };
                return self.fail(kind, start.to(self.span()));
            }
            self.expect(']')?;
            return Ok(Operand::Texture { object, coordinates, span: start.to(self.last_span()) });
        }
        self.expect(']')?;
        Ok(Operand::Address { base, offset, span: start.to(self.last_span()) })
    }

    /// Checks that the operands match one of the forms.
    fn check_operands(&self, instruction: &Instruction, rows: &[&Form]) -> Result<(), Error> {
        if rows.iter().any(|row| fits(&row.operands, &instruction.operands)) {
            return Ok(());
        }
        let wanted = rows
            .iter()
            .map(|row| row.syntax.split_once(' ').map_or("nothing".to_owned(), |(_, all)| format!("`{all}`")))
            .collect::<Vec<_>>()
            .join(" or ");
        let found = match instruction.operands.as_slice() {
            [] => "nothing".to_owned(),
            [first, ..] => {
                let last = instruction.operands.last().unwrap_or(first);
                format!("`{}`", &self.source[first.span().start as usize..last.span().end as usize])
            }
        };
        let instruction_text = ast::mnemonic(instruction.opcode, &instruction.mods);
        self.fail(ErrorKind::Operands { instruction: instruction_text, wanted, found }, instruction.span)
    }
}

/// Whether operands match the operand positions of a form.
pub(crate) fn fits(slots: &[OperandSlot], operands: &[Operand]) -> bool {
    let least = slots.iter().filter(|s| !s.optional).count();
    if operands.len() < least || operands.len() > slots.len() {
        return false;
    }
    slots.iter().zip(operands).all(|(slot, operand)| shape_fits(slot.role, operand))
}

fn shape_fits(role: OperandRole, operand: &Operand) -> bool {
    use Operand as O;
    let value = matches!(operand, O::Name(..) | O::Special(..) | O::Int { .. } | O::F32(..) | O::F64(..));
    match role {
        OperandRole::Dst(_) => matches!(operand, O::Name(_, 0) | O::Sink(_) | O::Vector(..)),
        OperandRole::DstPair(_) => match operand {
            O::Pair(a, b) => {
                matches!(**a, O::Name(_, 0) | O::Sink(_)) && matches!(**b, O::Name(_, 0) | O::Sink(_))
            }
            _ => matches!(operand, O::Name(_, 0) | O::Sink(_)),
        },
        OperandRole::Vector(_) => value || matches!(operand, O::Vector(..)),
        OperandRole::Fragment(..) => matches!(operand, O::Vector(..)),
        OperandRole::Src(_) => value || matches!(operand, O::Vector(..)),
        OperandRole::PartDst(_, parts) => match operand {
            O::Part { selector, negative: false, .. } => selector.is_some_and(|s| s.is_destination(parts)),
            _ => parts != Parts::One && matches!(operand, O::Name(_, 0) | O::Sink(_)),
        },
        OperandRole::PartSrc(_, parts, negatable) => match operand {
            O::Part { selector, negative, .. } => {
                (negatable || !negative) && selector.is_none_or(|s| s.is_source(parts))
            }
            _ => value,
        },
        OperandRole::SrcPred(true) => matches!(operand, O::Name(_, 0) | O::Not(_) | O::Int { .. }),
        OperandRole::SrcPred(false) => matches!(operand, O::Name(_, 0) | O::Int { .. }),
        OperandRole::Address | OperandRole::AccessIn(_) | OperandRole::AddressIn(_) => {
            matches!(operand, O::Address { .. })
        }
        OperandRole::SizeOrPred => matches!(operand, O::Name(_, 0) | O::Int { .. }),
        OperandRole::Coordinates => matches!(operand, O::Texture { .. }),
        OperandRole::Object => {
            matches!(operand, O::Address { base: AddressBase::Name(_), offset: 0, .. })
        }
        OperandRole::Gradient => value || matches!(operand, O::Vector(..)),
        OperandRole::Immediate => matches!(operand, O::Int { .. }),
        OperandRole::Label | OperandRole::Targets => matches!(operand, O::Name(_, 0)),
        OperandRole::Callee => matches!(operand, O::Call { .. }),
    }
}
