//! Listing of resolved instructions.
//!
//! The text resembles PTX, but has no labels, variable names or declarations.
//! Physical registers appear as in SASS: `R4`, `R4:R5` for a 64-bit pair, `P0`.

use super::{
    Address, Call, Callee, ConstBankOperand, Detail, Instr, Program, Reg, RegClass, Src, ValueLocation,
};
use crate::execute::texture::Geometry;
use crate::program::{Pc, Space};
use crate::ptx::ast::Selector;
use crate::ptx::isa::{Mod, Opcode, TypeKind};
use crate::ptx::matrix::{self, Matrix};
use std::fmt::Write as _;

/// Formats an instruction as one line of text.
///
/// ```
/// use warploom_kernel::ptx::{Module, program::instruction_text};
/// let module = Module::parse(".version 8.0 .target sm_75 .address_size 64
///     .visible .entry k(.param .u64 out) { .reg .b64 %d<1>; .reg .f32 %f<1>; .reg .pred %p<1>;
///         ld.param.u64 %d0, [out];
///         @!%p0 bra END;
///         st.global.f32 [%d0+16], 0f3F800000;
///     END: ret; }")?;
/// let program = &module.programs[0];
/// let lines: Vec<String> = program.code.iter().map(|instr| instruction_text(program, instr)).collect();
/// assert_eq!(lines, ["ld.param.u64 %d0, [out]", "@!%p0 bra -> 3", "st.global.f32 [%d0+16], 1.0", "ret"]);
/// # Ok::<(), warploom_kernel::ptx::Error>(())
/// ```
pub fn instruction_text(program: &Program, instr: &Instr) -> String {
    let mut text = String::new();
    if let Some(guard) = instr.guard {
        let not = if guard.negated { "!" } else { "" };
        let _ = write!(text, "@{not}{} ", register(program, guard.reg));
    }
    text.push_str(&instr.mnemonic());
    let operands = operands(program, instr);
    if !operands.is_empty() {
        let _ = write!(text, " {}", operands.join(", "));
    }
    match &instr.detail {
        Detail::Branch(target) => {
            let _ = write!(text, " -> {target}");
        }
        Detail::Table(targets) => {
            let all: Vec<String> = targets.iter().map(Pc::to_string).collect();
            let _ = write!(text, " -> {{{}}}", all.join(", "));
        }
        Detail::None | Detail::Access(..) | Detail::Call(_) | Detail::Selection(_) => {}
    }
    text
}

/// Destinations, address and sources, in the order PTX has them.
fn operands(program: &Program, instr: &Instr) -> Vec<String> {
    let written = |reg: &Option<Reg>| reg.map_or("_".to_owned(), |reg| register(program, reg));
    let mut destinations: Vec<String> = instr.dst.iter().map(written).collect();
    let mut sources: Vec<String> = instr.src.iter().map(|&src| source(program, instr, src)).collect();
    if let Some(groups) = fragments(instr) {
        return matrix_operands(program, instr, &groups, &destinations, &sources);
    }
    if let Detail::Selection(selection) = &instr.detail {
        let parts = |part: Option<Selector>| part.map_or(String::new(), |part| part.to_string());
        destinations.iter_mut().for_each(|text| text.push_str(&parts(selection.dst)));
        for (at, text) in sources.iter_mut().enumerate() {
            text.push_str(&parts(selection.src.get(at).copied().flatten()));
            if selection.negative[at] {
                text.insert(0, '-');
            }
        }
    }
    let vector = instr.has(Mod::V2) || instr.has(Mod::V4);
    let packs = instr.opcode == Opcode::Mov;
    let mut all = Vec::new();
    match instr.dst.as_ref() {
        [] => {}
        [_, _, ..] if vector || packs => all.push(braced(&destinations)),
        // A second, predicate destination. Omitted if it is `_`.
        [_, None] => all.push(destinations[0].clone()),
        _ => all.push(destinations.join("|")),
    }
    match &instr.detail {
        Detail::Access(Space::Texture, address) => {
            let object = self::address(program, Space::Texture, address);
            let coordinates: Vec<String> = sources.drain(..coordinates(instr)).collect();
            all.push(format!("{}, {}]", object.trim_end_matches(']'), braced(&coordinates)));
        }
        Detail::Access(space, address) => all.push(self::address(program, *space, address)),
        Detail::Call(call) => {
            all.extend(self::call(program, call, sources.first().cloned()));
            return all;
        }
        Detail::None | Detail::Branch(_) | Detail::Table(_) | Detail::Selection(_) => {}
    }
    let stored = matches!(instr.opcode, Opcode::St | Opcode::Sust) && vector;
    if sources.len() > 1 && (stored || packs) {
        all.push(braced(&sources));
    } else {
        all.extend(sources);
    }
    all
}

/// Numbers of source registers of each matrix of an instruction; `None` if it has no matrices in braces.
fn fragments(instr: &Instr) -> Option<Vec<usize>> {
    let registers = |matrix| matrix::fragment(instr.opcode, &instr.mods, matrix).map(|f| f.registers);
    match instr.opcode {
        Opcode::Ldmatrix => Some(Vec::new()),
        Opcode::Wmma if instr.has(Mod::Load) => Some(Vec::new()),
        Opcode::Wmma if instr.has(Mod::Store) => Some(vec![registers(None)?]),
        Opcode::Stmatrix => Some(vec![registers(None)?]),
        Opcode::Wmma | Opcode::Mma => {
            [Matrix::A, Matrix::B, Matrix::C].into_iter().map(|m| registers(Some(m))).collect()
        }
        _ => None,
    }
}

/// Destination, address, matrices and stride of a matrix instruction.
fn matrix_operands(
    program: &Program,
    instr: &Instr,
    groups: &[usize],
    destinations: &[String],
    mut sources: &[String],
) -> Vec<String> {
    let mut all = Vec::new();
    if !destinations.is_empty() {
        all.push(braced(destinations));
    }
    if let Detail::Access(space, address) = &instr.detail {
        all.push(self::address(program, *space, address));
    }
    for &registers in groups {
        let (group, rest) = sources.split_at(registers.min(sources.len()));
        all.push(braced(group));
        sources = rest;
    }
    // A stride is a count, whatever the type of the elements.
    let strides = &instr.src[instr.src.len() - sources.len()..];
    all.extend(strides.iter().map(|&src| base(program, src)));
    all
}

/// How many of the sources are coordinates in a texture or surface; the rest is a level, a gradient or values to store.
fn coordinates(instr: &Instr) -> usize {
    let after = match instr.opcode {
        Opcode::Sust => instr.access().map_or(0, |(_, (_, count))| count as usize),
        Opcode::Sured => 1,
        Opcode::Tex if instr.has(Mod::Level) => 1,
        // Two gradients of equal length follow the coordinates.
        Opcode::Tex if instr.has(Mod::Grad) => match instr.mods.iter().find_map(|m| m.geometry()) {
            Some(Geometry::D1) => instr.src.len() - 1,
            Some(Geometry::D2 | Geometry::A1) => instr.src.len() - 2,
            _ => instr.src.len() - if instr.src.len().is_multiple_of(2) { 4 } else { 3 },
        },
        _ => 0,
    };
    instr.src.len() - after
}

fn braced(all: &[String]) -> String {
    format!("{{{}}}", all.join(", "))
}

/// Name of a register: physical in lowered code, otherwise virtual.
fn register(program: &Program, reg: Reg) -> String {
    let index = reg.index;
    match (program.registers.is_some(), reg.class) {
        (true, RegClass::Pred) => format!("P{index}"),
        (true, RegClass::Short) => format!("R{index}"),
        (true, RegClass::Long) => format!("R{}:R{}", 2 * index, 2 * index + 1),
        (true, RegClass::Quad) => format!("R{}:R{}", 2 * index, 2 * index + 3),
        (false, _) => format!("{reg:?}"),
    }
}

fn source(program: &Program, instr: &Instr, src: Src) -> String {
    match src {
        Src::Imm(value) => number(instr, value),
        other => base(program, other),
    }
}

/// A source operand as a base address.
fn base(program: &Program, src: Src) -> String {
    match src {
        Src::Reg(reg) => register(program, reg),
        Src::Not(reg) => format!("!{}", register(program, reg)),
        Src::Imm(value) => value.to_string(),
        Src::Special(special) => special.to_string(),
        Src::Variable(id, offset) => plus(format!("var{id}"), offset),
        Src::Frame(offset) => plus("frame".to_owned(), offset),
        Src::Dynamic(offset) => plus("dynamic".to_owned(), offset),
        Src::ConstBank(ConstBankOperand { variable: None, offset, .. }) => {
            format!("c[{}]", parameter(program, offset.into()))
        }
        Src::ConstBank(ConstBankOperand { variable: Some(id), offset, .. }) => {
            format!("c[{}]", plus(format!("var{id}"), offset.into()))
        }
    }
}

fn plus(name: String, offset: i64) -> String {
    if offset == 0 { name } else { format!("{name}{offset:+}") }
}

fn address(program: &Program, space: Space, address: &Address) -> String {
    let place = match (space, address.base) {
        (Space::Param, Src::Imm(at)) => parameter(program, at.wrapping_add_signed(address.offset)),
        (_, Src::Imm(at)) => at.wrapping_add_signed(address.offset).to_string(),
        (_, src) => plus(base(program, src), address.offset),
    };
    format!("[{place}]")
}

/// An offset in the parameter block, as parameter name and offset.
fn parameter(program: &Program, at: u64) -> String {
    let within =
        |offset: u32, size: u32| (u64::from(offset)..u64::from(offset) + u64::from(size)).contains(&at);
    match program.params.iter().find(|p| within(p.offset, p.size)) {
        Some(param) => plus(param.name.clone(), (at - u64::from(param.offset)) as i64),
        None => at.to_string(),
    }
}

fn call(program: &Program, call: &Call, address: Option<String>) -> Vec<String> {
    let place = |place: &ValueLocation| match *place {
        ValueLocation::Frame { offset, .. } => plus("frame".to_owned(), i64::from(offset)),
        ValueLocation::Register(reg) => register(program, reg),
        ValueLocation::Immediate(value, _) => value.to_string(),
    };
    let list = |places: &[ValueLocation]| {
        let all: Vec<String> = places.iter().map(place).collect();
        (!all.is_empty()).then(|| format!("({})", all.join(", ")))
    };
    // An indirect call names its prototype last; its callee is a source of the instruction.
    let (callee, prototype) = match call.callee {
        Callee::Indirect => (address, Some(call.name.clone())),
        _ => (Some(call.name.clone()), None),
    };
    [list(&call.results), callee, list(&call.arguments), prototype].into_iter().flatten().collect()
}

/// A constant in the type of the instruction. Floats have the fewest digits that round-trip.
fn number(instr: &Instr, value: u64) -> String {
    let (kind, bits) = match instr.ty() {
        // The first type of `slct` is that of the values, the second that of the condition.
        Some(_) if instr.opcode == Opcode::Slct => (TypeKind::Bits, 32),
        Some(ty) => (ty.kind().unwrap_or(TypeKind::Bits), ty.bits()),
        None => (TypeKind::Bits, 32),
    };
    // An operand of twice the width of the type, as in `mad.wide`.
    let bits = if bits < 64 && value >> bits != 0 { 64 } else { bits };
    let hexadecimal = || format!("{value:#x}");
    match kind {
        TypeKind::Float if bits == 32 => {
            let float = f32::from_bits(value as u32);
            if float.is_nan() { format!("0f{value:08X}") } else { format!("{float:?}") }
        }
        TypeKind::Float if bits == 64 => {
            let float = f64::from_bits(value);
            if float.is_nan() { format!("0d{value:016X}") } else { format!("{float:?}") }
        }
        TypeKind::Float => hexadecimal(),
        TypeKind::Signed if (1..=64).contains(&bits) => {
            let unused = 64 - bits;
            (((value << unused) as i64) >> unused).to_string()
        }
        _ if value > 9 && is_logic(instr.opcode) || value >> 31 != 0 => hexadecimal(),
        _ => value.to_string(),
    }
}

/// Whether constants are bit patterns rather than numbers.
fn is_logic(opcode: Opcode) -> bool {
    matches!(opcode, Opcode::And | Opcode::Or | Opcode::Xor | Opcode::Not | Opcode::Lop3 | Opcode::Prmt)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ptx::program::Module;

    const TEXT: &str = ".version 8.0 .target sm_75 .address_size 64
        .global .u32 g[4];
        .func (.param .b32 out) f(.param .b32 in) { .reg .b32 %r<1>;
            ld.param.b32 %r0, [in]; st.param.b32 [out], %r0; ret; }
        .visible .entry k(.param .u64 a, .param .align 8 .b8 b[16]) {
            .reg .b32 %r<9>; .reg .f32 %f<9>; .reg .f64 %g<2>; .reg .b64 %d<5>; .reg .pred %p<3>;
            .shared .b32 s[8];
            ld.param.u64 %d0, [b+8];
            ld.global.v2.f32 {%f0, %f1}, [%d0+-8];
            st.shared.v2.f32 [s+4], {%f0, %f1};
            mov.b64 {%r0, %r1}, %d0;
            mov.b64 %d1, {%r0, %r1};
            mov.u64 %d2, g+4;
            setp.lt.f32 %p0, %f0, 0fBF000000;
            setp.ge.and.s32 %p0|%p1, %r0, -3, !%p2;
            and.b32 %r2, %r1, 255;
            add.s32 %r2, %r1, -4;
            add.u32 %r2, %r1, 4294967295;
            fma.rn.f64 %g0, %g1, 0d3FB999999999999A, %g0;
            shfl.sync.idx.b32 %r0|%p0, %r1, 0, 31, -1;
            atom.global.add.u32 _, [%d0], 1;
            mov.u32 %r3, %tid.x;
            call (%r4), f, (%r3);
            add.f32 %f0, %f1, 0f7FC00000;
            brx.idx %r0, TABLE;
            TABLE: .branchtargets ONE, TWO;
            ONE: @%p0 bra TWO;
            TWO: ret;
        }";

    /// Registers are numbered per file, in order of first use.
    const EXPECTED: &str = "ld.param.u64 %d0, [b+8]
ld.global.v2.f32 {%r0, %r1}, [%d0-8]
st.shared.v2.f32 [4], {%r0, %r1}
mov.b64 {%r2, %r3}, %d0
mov.b64 %d1, {%r2, %r3}
mov.u64 %d2, var0+4
setp.lt.f32 %p0, %r0, -0.5
setp.ge.and.s32 %p0|%p1, %r2, -3, !%p2
and.b32 %r4, %r3, 0xff
add.s32 %r4, %r3, -4
add.u32 %r4, %r3, 0xffffffff
fma.rn.f64 %d3, %d4, 0.1, %d3
shfl.sync.idx.b32 %r2|%p0, %r3, 0, 31, 0xffffffff
atom.global.add.u32 _, [%d0], 1
mov.u32 %r5, %tid.x
call (%r6), f, (%r5)
add.f32 %r0, %r1, 0f7FC00000
brx.idx %r2 -> {18, 19}
@%p0 bra -> 19
ret";

    #[test]
    fn one_of_each() {
        let module = Module::parse(TEXT).unwrap();
        let program = &module.programs[0];
        let end = program.functions[0].end.index();
        let lines: Vec<String> =
            program.code[..end].iter().map(|instr| instruction_text(program, instr)).collect();
        assert_eq!(lines.join("\n"), EXPECTED);
    }

    #[test]
    fn registers_of_the_machine() {
        let module = Module::parse(TEXT).unwrap();
        let program = Program { registers: Some(20), ..module.programs[0].clone() };
        let line = |at: usize| instruction_text(&program, &program.code[at]);
        assert_eq!(line(1), "ld.global.v2.f32 {R0, R1}, [R0:R1-8]");
        assert_eq!(line(11), "fma.rn.f64 R6:R7, R8:R9, 0.1, R6:R7");
        assert_eq!(line(18), "@P0 bra -> 19");
    }

    #[test]
    fn parts_of_registers_are_listed_as_in_ptx() {
        let lines = [
            "vadd.s32.u32.s32.sat %r0.b2, %r1.h0, %r2, %r3",
            "vmad.s32.s32.u32.shr7 %r0, -%r1.b3, %r2.h1, %r3",
            "vmad.u32.u32.u32 %r0, %r1, %r2, -%r3",
            "vabsdiff4.u32.u32.u32.add %r0.b310, %r1.b7654, %r2.b0123, %r3",
            "vset2.s32.u32.le %r0, %r1, %r2, %r3",
        ];
        let source = format!(
            ".version 8.0 .target sm_75 .address_size 64 .entry k() {{ .reg .b32 %r<4>; {}; ret; }}",
            lines.join("; ")
        );
        let module = Module::parse(&source).unwrap();
        let program = &module.programs[0];
        let listed: Vec<String> = program.code.iter().map(|i| instruction_text(program, i)).collect();
        assert_eq!(listed[..lines.len()], lines);
    }
}
