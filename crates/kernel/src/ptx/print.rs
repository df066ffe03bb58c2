//! Printer of syntax trees. Parsing the output gives the same tree.

use super::ast::*;
use std::fmt::{self, Display, Formatter, Write as _};

impl Display for Module {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, ".version {}.{}", self.version.0, self.version.1)?;
        writeln!(f, ".target {}", self.target.join(", "))?;
        writeln!(f, ".address_size 64\n")?;
        self.items.iter().try_for_each(|item| write!(f, "{item}"))
    }
}

impl Display for Item {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Item::Variable(v) => writeln!(f, "{v};"),
            Item::Function(function) => write!(f, "{function}"),
            Item::File { index, name, rest } => {
                write!(f, ".file {index} \"{name}\"")?;
                rest.iter().try_for_each(|n| write!(f, ", {n}"))?;
                writeln!(f)
            }
            Item::Section(text) => writeln!(f, "{text}"),
            Item::Pragma(all) => writeln!(f, "{}", pragma(all)),
            Item::Alias(a, b) => writeln!(f, ".alias {}, {};", a.text, b.text),
        }
    }
}

fn pragma(all: &[String]) -> String {
    format!(".pragma \"{}\";", all.join("\", \""))
}

impl Display for Linkage {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Linkage::Visible => ".visible",
            Linkage::Extern => ".extern",
            Linkage::Weak => ".weak",
            Linkage::Common => ".common",
        })
    }
}

impl Display for Variable {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some(linkage) = self.linkage {
            write!(f, "{linkage} ")?;
        }
        f.write_str(self.space.directive())?;
        if let Some(attribute) = &self.attribute {
            write!(f, " .attribute({attribute})")?;
        }
        if let Some(align) = self.align {
            write!(f, " .align {align}")?;
        }
        if let Some(vector) = self.vector {
            write!(f, " .{vector}")?;
        }
        write!(f, " .{}", self.ty)?;
        if let Some((space, align)) = self.pointer {
            f.write_str(" .ptr")?;
            if let Some(space) = space {
                write!(f, " {}", space.directive())?;
            }
            if let Some(align) = align {
                write!(f, " .align {align}")?;
            }
        }
        write!(f, " {}", self.name.text)?;
        if let Some(count) = self.count {
            write!(f, "<{count}>")?;
        }
        for dim in &self.dims {
            match dim {
                Some(n) => write!(f, "[{n}]")?,
                None => f.write_str("[]")?,
            }
        }
        match &self.init {
            Some(init) => write!(f, " = {init}"),
            None => Ok(()),
        }
    }
}

impl Display for Init {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Init::List(all) => {
                f.write_char('{')?;
                separated(f, all)?;
                f.write_char('}')
            }
            Init::Int { value, negative } => write!(f, "{}{value}", if *negative { "-" } else { "" }),
            Init::F32(bits) => write!(f, "0f{bits:08X}"),
            Init::F64(bits) => write!(f, "0d{bits:016X}"),
            Init::Symbol { name, offset, generic, mask } => {
                if let Some(mask) = mask {
                    write!(f, "0x{mask:X}(")?;
                }
                match generic {
                    true => write!(f, "generic({})", name.text)?,
                    false => f.write_str(&name.text)?,
                }
                write_offset(f, *offset)?;
                if mask.is_some() { f.write_char(')') } else { Ok(()) }
            }
        }
    }
}

fn separated(f: &mut Formatter<'_>, all: &[impl Display]) -> fmt::Result {
    for (i, one) in all.iter().enumerate() {
        write!(f, "{}{one}", if i == 0 { "" } else { ", " })?;
    }
    Ok(())
}

fn write_offset(f: &mut Formatter<'_>, offset: i64) -> fmt::Result {
    match offset {
        0 => Ok(()),
        n if n < 0 => write!(f, "-{}", n.unsigned_abs()),
        n => write!(f, "+{n}"),
    }
}

impl Display for Function {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some(linkage) = self.linkage {
            write!(f, "{linkage} ")?;
        }
        f.write_str(if self.is_kernel { ".entry " } else { ".func " })?;
        if !self.returns.is_empty() {
            f.write_char('(')?;
            separated(f, &self.returns)?;
            f.write_str(") ")?;
        }
        write!(f, "{}(", self.name.text)?;
        for (i, param) in self.params.iter().enumerate() {
            write!(f, "{}\t{param}", if i == 0 { "\n" } else { ",\n" })?;
        }
        f.write_str(if self.params.is_empty() { ")" } else { "\n)" })?;
        if self.noreturn {
            f.write_str("\n.noreturn")?;
        }
        for (directive, numbers) in &self.tuning {
            write!(f, "\n{directive}{}", if numbers.is_empty() { "" } else { " " })?;
            separated(f, numbers)?;
        }
        match &self.body {
            None => writeln!(f, ";"),
            Some(body) => {
                f.write_str("\n{\n")?;
                statements(f, body, 1)?;
                f.write_str("}\n")
            }
        }
    }
}

fn statements(f: &mut Formatter<'_>, all: &[Statement], depth: usize) -> fmt::Result {
    let indent = "\t".repeat(depth);
    for statement in all {
        match statement {
            Statement::Label(name) => writeln!(f, "{}:", name.text)?,
            Statement::Instruction(i) => writeln!(f, "{indent}{i};")?,
            Statement::Variable(v) => writeln!(f, "{indent}{v};")?,
            Statement::Block(inner) => {
                writeln!(f, "{indent}{{")?;
                statements(f, inner, depth + 1)?;
                writeln!(f, "{indent}}}")?;
            }
            Statement::Loc(loc) => {
                write!(f, "{indent}.loc {} {} {}", loc.file, loc.line, loc.column)?;
                match &loc.inlined {
                    Some(inlined) => writeln!(f, ", {}", inlined.text)?,
                    None => writeln!(f)?,
                }
            }
            Statement::Pragma(text) => writeln!(f, "{indent}{}", pragma(text))?,
            Statement::Targets(name, labels) => {
                let labels: Vec<&str> = labels.iter().map(|l| l.text.as_str()).collect();
                writeln!(f, "{}: .branchtargets {};", name.text, labels.join(", "))?;
            }
            Statement::CallTargets(name, functions) => {
                let functions: Vec<&str> = functions.iter().map(|l| l.text.as_str()).collect();
                writeln!(f, "{}: .calltargets {};", name.text, functions.join(", "))?;
            }
            Statement::Prototype(name, Prototype { returns, params, noreturn }) => {
                write!(f, "{}: .callprototype (", name.text)?;
                separated(f, returns)?;
                f.write_str(") _ (")?;
                separated(f, params)?;
                writeln!(f, "){};", if *noreturn { " .noreturn" } else { "" })?;
            }
        }
    }
    Ok(())
}

impl Display for Instruction {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some(guard) = &self.guard {
            write!(f, "@{}{} ", if guard.negated { "!" } else { "" }, guard.name.text)?;
        }
        f.write_str(&self.mnemonic())?;
        if !self.operands.is_empty() {
            f.write_char(' ')?;
        }
        separated(f, &self.operands)
    }
}

impl Display for Selector {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(if self.bits == 8 { ".b" } else { ".h" })?;
        self.parts().iter().rev().try_for_each(|part| write!(f, "{part}"))
    }
}

impl Display for Operand {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Operand::Name(name, offset) => {
                f.write_str(&name.text)?;
                write_offset(f, *offset)
            }
            Operand::Not(name) => write!(f, "!{}", name.text),
            Operand::Special(special, _) => write!(f, "{special}"),
            Operand::Int { value, negative, .. } => write!(f, "{}{value}", if *negative { "-" } else { "" }),
            Operand::F32(bits, _) => write!(f, "0f{bits:08X}"),
            Operand::F64(bits, _) => write!(f, "0d{bits:016X}"),
            Operand::Vector(all, _) => {
                f.write_char('{')?;
                separated(f, all)?;
                f.write_char('}')
            }
            Operand::Address { base, offset, .. } => match base {
                AddressBase::Name(name) => {
                    write!(f, "[{}", name.text)?;
                    write_offset(f, *offset)?;
                    f.write_char(']')
                }
                AddressBase::Absolute => write!(f, "[{}]", *offset as u64),
            },
            Operand::Texture { object, coordinates, .. } => write!(f, "[{}, {coordinates}]", object.text),
            Operand::Pair(a, b) => write!(f, "{a}|{b}"),
            Operand::Part { name, selector, negative } => {
                f.write_str(if *negative { "-" } else { "" })?;
                f.write_str(&name.text)?;
                selector.iter().try_for_each(|s| write!(f, "{s}"))
            }
            Operand::Sink(_) => f.write_char('_'),
            Operand::Call { results, callee, arguments, prototype } => {
                if !results.is_empty() {
                    f.write_char('(')?;
                    separated(f, results)?;
                    f.write_str("), ")?;
                }
                f.write_str(&callee.text)?;
                if !arguments.is_empty() {
                    f.write_str(", (")?;
                    separated(f, arguments)?;
                    f.write_char(')')?;
                }
                match prototype {
                    Some(prototype) => write!(f, ", {}", prototype.text),
                    None => Ok(()),
                }
            }
        }
    }
}
