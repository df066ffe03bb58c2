//! Kernels of random instructions, drawn from the instruction table.

use super::Choices;
use std::fmt::Write as _;
use warploom_kernel::ptx::ast::mnemonic;
use warploom_kernel::ptx::forms::{Form, OperandRole, OperandType, Parts, forms};
use warploom_kernel::ptx::isa::{Mod, Opcode, Special};
use warploom_kernel::ptx::matrix::fragment;

/// What the instructions may name. Registers are few, so that results are used.
const PRELUDE: &str = "\
.version 8.5
.target sm_90
.address_size 64
.global .align 16 .b8 data[256] = {1, 2, 3, 4, 5, 6, 7, 8};
.const .align 16 .b8 table[64] = {9, 8, 7, 6};
.shared .align 16 .b8 room[512];
.global .texref picture;
.global .surfref canvas;
.func (.param .b32 out) helper(.param .b32 in)
{
	.reg .b32 %r<2>;
	ld.param.b32 %r0, [in];
	add.u32 %r0, %r0, 3;
	st.param.b32 [out], %r0;
	ret;
}
.visible .entry generated(.param .u64 a, .param .u32 n)
{
	.reg .pred %p<4>;
	.reg .b8 %c<2>;
	.reg .b16 %h<4>;
	.reg .b32 %r<6>;
	.reg .b64 %d<6>;
	.reg .b128 %q<2>;
	.local .align 16 .b8 stack[64];
	.param .b32 in;
	.param .b32 out;
	ld.param.u64 %d5, [a];
	mov.u32 %r5, %tid.x;
	mov.u32 %r4, 0;
	cvt.u64.u32 %d4, %r5;
	shl.b64 %d4, %d4, 4;
	add.u64 %d4, %d4, %d5;
";

/// A kernel of random instructions.
pub fn kernel(choices: &mut impl Choices) -> String {
    let mut text = PRELUDE.to_owned();
    let many = 1 + choices.below(24);
    for i in 0..many {
        if choices.once_in(4) {
            let _ = writeln!(text, "L{i}:");
        }
        let line = instruction(many, choices);
        let _ = writeln!(text, "\t{line};");
    }
    // Labels that no line happened to get.
    for i in 0..=many {
        if !text.contains(&format!("\nL{i}:")) {
            let _ = writeln!(text, "L{i}:");
        }
    }
    text + "T: .branchtargets L0, L1, L1;\n\tret;\n}\n"
}

fn instruction(labels: usize, choices: &mut impl Choices) -> String {
    let form = choices.one(forms());
    let mods = mods(form, choices);
    let mut text = String::new();
    if choices.once_in(3) {
        let _ = write!(text, "@{}%p{} ", choices.one(&["", "!"]), choices.below(4));
    }
    text.push_str(&mnemonic(form.opcode, &mods));
    for (i, slot) in form.operands.iter().enumerate() {
        if slot.optional && choices.once_in(2) {
            break;
        }
        let operand = operand(form.opcode, slot.role, &mods, labels, choices);
        let _ = write!(text, "{}{operand}", if i == 0 { " " } else { ", " });
    }
    text
}

fn mods(form: &Form, choices: &mut impl Choices) -> Vec<Mod> {
    let mut mods = Vec::new();
    for slot in &form.slots {
        if !slot.optional || choices.once_in(2) {
            mods.extend(choices.one(&slot.choices).iter());
        }
    }
    mods
}

fn operand(
    opcode: Opcode,
    role: OperandRole,
    mods: &[Mod],
    labels: usize,
    choices: &mut impl Choices,
) -> String {
    match role {
        OperandRole::Dst(ty) => destination(bits(ty, mods), choices),
        OperandRole::DstPair(ty) => {
            let first = destination(bits(ty, mods), choices);
            if choices.once_in(2) { first } else { format!("{first}|{}", destination(1, choices)) }
        }
        OperandRole::Vector(_) => {
            let many = if mods.contains(&Mod::V4) {
                4
            } else if mods.contains(&Mod::V2) {
                2
            } else {
                1
            };
            let bits = bits(OperandType::Last, mods);
            let all: Vec<String> = (0..many).map(|_| register(bits, choices)).collect();
            if many == 1 { all.concat() } else { format!("{{{}}}", all.join(", ")) }
        }
        OperandRole::Fragment(matrix, _) => {
            let fragment = fragment(opcode, mods, matrix).expect("a row of the table has its fragments");
            let bits = fragment.register().bits();
            let all: Vec<String> = (0..fragment.registers).map(|_| register(bits, choices)).collect();
            format!("{{{}}}", all.join(", "))
        }
        OperandRole::Src(ty) => source(bits(ty, mods), choices),
        OperandRole::PartDst(ty, parts) => {
            let selector = *choices.one(selectors(parts));
            // A byte or half must be named, a mask need not be.
            let all = parts != Parts::One && choices.once_in(2);
            format!("{}{}", register(bits(ty, mods), choices), if all { "" } else { selector.0 })
        }
        OperandRole::PartSrc(ty, parts, negatable) => {
            let minus = if negatable { *choices.one(&["", "", "", "-"]) } else { "" };
            let selector = choices.one(selectors(parts)).1;
            let register = register(bits(ty, mods), choices);
            format!("{minus}{register}{}", if choices.once_in(2) { "" } else { selector })
        }
        OperandRole::SrcPred(negatable) => {
            let not = if negatable { *choices.one(&["", "!"]) } else { "" };
            format!("{not}%p{}", choices.below(4))
        }
        OperandRole::Address => address(mods, choices),
        OperandRole::AccessIn(space) | OperandRole::AddressIn(space) => address(&[space], choices),
        OperandRole::SizeOrPred => match choices.below(3) {
            0 => format!("%p{}", choices.below(4)),
            1 => format!("%r{}", choices.below(4)),
            _ => choices.below(17).to_string(),
        },
        OperandRole::Coordinates => {
            let coordinates = coordinates(mods, choices);
            format!("[{}, {coordinates}]", object(choices))
        }
        OperandRole::Object => format!("[{}]", object(choices)),
        OperandRole::Gradient => coordinates(mods, choices),
        // The size of an asynchronous copy is one of three.
        OperandRole::Immediate if mods.iter().any(|m| matches!(m, Mod::Ca | Mod::Cg)) => {
            (*choices.one(&[4, 8, 16, 16, 16])).to_string()
        }
        OperandRole::Immediate => choices.below(32).to_string(),
        OperandRole::Label => format!("L{}", choices.below(labels + 1)),
        OperandRole::Targets => "T".to_owned(),
        OperandRole::Callee => "(out), helper, (in)".to_owned(),
    }
}

/// Selectors of destinations and of sources.
fn selectors(parts: Parts) -> &'static [(&'static str, &'static str)] {
    match parts {
        Parts::Whole => &[("", "")],
        Parts::One => &[(".b0", ".b0"), (".b3", ".b2"), (".h0", ".h0"), (".h1", ".h1")],
        Parts::Halves => &[(".h0", ".h01"), (".h1", ".h32"), (".h10", ".h13")],
        Parts::Bytes => &[(".b3", ".b7654"), (".b310", ".b0123"), (".b3210", ".b7070")],
    }
}

/// A texture or surface: mostly one that exists.
fn object(choices: &mut impl Choices) -> &'static str {
    ["picture", "picture", "canvas", "canvas", "%d5"][choices.below(5)]
}

/// Coordinates of the geometry that the modifiers name.
fn coordinates(mods: &[Mod], choices: &mut impl Choices) -> String {
    let many = mods.iter().find_map(|m| match m {
        Mod::D1 => Some(1),
        Mod::D2 | Mod::A1d => Some(2),
        Mod::D3 | Mod::A2d | Mod::Cube | Mod::Acube => Some(4),
        _ => None,
    });
    let all: Vec<String> = (0..many.unwrap_or(1)).map(|_| source(32, choices)).collect();
    format!("{{{}}}", all.join(", "))
}

fn bits(ty: OperandType, mods: &[Mod]) -> u32 {
    let types: Vec<u32> = mods.iter().filter(|m| m.is_type()).map(|m| m.bits()).collect();
    match ty {
        OperandType::Fixed(m) => m.bits(),
        OperandType::Nth(n) => types.get(n).copied().unwrap_or(32),
        OperandType::Last => types.last().copied().unwrap_or(32),
        OperandType::Wide => 2 * types.last().copied().unwrap_or(32),
    }
}

fn register(bits: u32, choices: &mut impl Choices) -> String {
    let (file, many) = match bits {
        1 => ("%p", 4),
        2..=8 => ("%c", 2),
        16 => ("%h", 4),
        64 => ("%d", 4),
        128 => ("%q", 2),
        _ => ("%r", 6),
    };
    format!("{file}{}", choices.below(many))
}

fn destination(bits: u32, choices: &mut impl Choices) -> String {
    if choices.once_in(12) { "_".to_owned() } else { register(bits, choices) }
}

fn source(bits: u32, choices: &mut impl Choices) -> String {
    match choices.below(8) {
        0 => choices
            .one(&["0", "1", "-1", "31", "32", "4294967295", "0f3F800000", "0dBFF0000000000000"])
            .to_string(),
        1 if bits >= 32 => choices.one(Special::ALL).to_string(),
        2 if bits == 64 => choices.one(&["data", "room", "stack+8", "table+4"]).to_string(),
        _ => register(bits, choices),
    }
}

fn address(mods: &[Mod], choices: &mut impl Choices) -> String {
    let named = mods.iter().find_map(|m| match m {
        Mod::Shared | Mod::SharedCta | Mod::SharedCluster => Some("room"),
        Mod::Local => Some("stack"),
        Mod::Const => Some("table"),
        Mod::Param | Mod::ParamEntry | Mod::ParamFunc => Some("a"),
        _ => None,
    });
    let offset = choices.one(&["", "+16", "+32", "-16", "+4", "+1000000", "+9223372036854775807"]);
    match choices.below(6) {
        0 => format!("[{}]", choices.below(64)),
        1 => format!("[%r{}{offset}]", choices.below(6)),
        2 => format!("[data{offset}]"),
        _ => format!("[{}{offset}]", named.unwrap_or("%d4")),
    }
}
