//! A SASS kernel as analyses and timing models see it.

use super::execute::waited_groups;
use super::opcode::{Opcode, Results};
use super::operand::{self, Registers};
use super::program::Program;
use crate::class::Class;
use crate::code::{AccessKind, Code, Effect, Instruction, Source};
use crate::program::{Pc, Space};
use crate::sass::machine::{self, Value};

/// Converts a kernel.
pub fn code(program: &Program) -> Code {
    let numbers: Vec<u64> = program.files.keys().copied().collect();
    let source = |(file, line): (u64, u64)| {
        let file = numbers.binary_search(&file).ok()? as u32;
        Some(Source { file, line: u32::try_from(line).ok()? })
    };
    let mut instructions: Vec<Instruction> = Vec::with_capacity(program.code.len());
    for instr in &program.code {
        let text = instr.machine.to_string();
        let rest = text
            .strip_prefix('@')
            .and_then(|text| text.split_once(' '))
            .map_or(text.as_str(), |(_, rest)| rest);
        let (name, operands) = rest.split_once(' ').unwrap_or((rest, ""));
        let opcode = Opcode::new(name);
        let (class, results) = opcode.known().unwrap_or((Class::Integer, Results::Usual));
        let mut registers = Registers::of(opcode, class, results, operands).unwrap_or_default();
        let guard = instr.machine.guard.map(|(register, _)| register.to_string());
        if let Some(guard) = guard.as_deref().and_then(|guard| operand::guard(guard).ok()) {
            registers.reads.extend(guard);
        }
        instructions.push(Instruction {
            address: instr.address,
            reads: registers.reads,
            writes: registers.writes,
            guarded: instr.machine.guard.is_some(),
            uniform: instr.machine.stem.starts_with('U') || instr.machine.stem == "S2UR",
            effect: effect(program, &instr.machine),
            source: instr.source.and_then(|place| source((place.file, place.line))),
            call_site: instr.source.and_then(|place| place.caller).and_then(source),
            text: Some(text.as_str().into()),
            control: Some(instr.machine.control),
            ..Instruction::new(name, class)
        });
    }
    leaders(program, &mut instructions);
    Code {
        instructions,
        functions: program.functions.iter().map(|function| function.entry.index()).collect(),
        files: program.files.values().cloned().collect(),
    }
}

/// Marks the first instruction of each basic block.
fn leaders(program: &Program, instructions: &mut [Instruction]) {
    let mut starts: Vec<Pc> = program.functions.iter().map(|function| function.entry).collect();
    for (at, instr) in program.code.iter().enumerate() {
        if Opcode::new(instr.machine.stem).ends_block() {
            starts.push(Pc(at as u32 + 1));
        }
        let base = instr.address & !0xffff_ffff;
        for operand in &instr.machine.operands {
            if let Value::Target(target) = operand.value {
                starts.extend(program.pc(base.wrapping_add_signed(target)));
            }
        }
    }
    for start in starts {
        if let Some(instruction) = instructions.get_mut(start.index()) {
            instruction.leader = true;
        }
    }
}

fn effect(program: &Program, instruction: &machine::Instruction) -> Effect {
    let has = |modifier: &str| instruction.has(modifier);
    let bytes = match () {
        () if has("128") => 16,
        () if has("64") || has("S64") || has("U64") || has("F64.RN") => 8,
        () if has("U16") || has("S16") => 2,
        () if has("U8") || has("S8") => 1,
        () => 4,
    };
    let value = |name: &str| instruction.operand(name).map(|operand| operand.value);
    let memory = |space, kind| Effect::Memory { space, kind, bytes };
    // Loads that must see what other CTAs wrote do not find it in the L1.
    let load = match instruction.is_strong() && (instruction.says("GPU") || instruction.says("SYS")) {
        true => AccessKind::LoadBypass,
        false => AccessKind::Load,
    };
    match instruction.stem {
        "LDG" => memory(Space::Global, load),
        "LD" => memory(Space::Generic, load),
        "LDS" => memory(Space::Shared, AccessKind::Load),
        "LDSM" => Effect::Memory { space: Space::Shared, kind: AccessKind::Load, bytes: 16 },
        "LDL" => memory(Space::Local, AccessKind::Load),
        "STG" => memory(Space::Global, AccessKind::Store),
        "ST" => memory(Space::Generic, AccessKind::Store),
        "STS" => memory(Space::Shared, AccessKind::Store),
        "STL" => memory(Space::Local, AccessKind::Store),
        "ATOMG" => memory(Space::Global, AccessKind::Atomic),
        "ATOM" => memory(Space::Generic, AccessKind::Atomic),
        "ATOMS" => memory(Space::Shared, AccessKind::Atomic),
        "RED" => memory(Space::Generic, AccessKind::Reduce),
        "REDG" => memory(Space::Global, AccessKind::Reduce),
        "LDGSTS" => {
            memory(Space::Global, if has("BYPASS") { AccessKind::CopyBypass } else { AccessKind::Copy })
        }
        "LDGDEPBAR" => Effect::CloseCopies,
        "DEPBAR" => match waited_groups(program, instruction) {
            Some(groups) => Effect::AwaitCopies { groups: Some(groups.min(255) as u8) },
            None => Effect::None,
        },
        "SYNCS" if has("PHASECHK") => {
            Effect::Memory { space: Space::Shared, kind: AccessKind::TestMbarrier, bytes: 8 }
        }
        "SYNCS" | "ARRIVES" => Effect::Memory { space: Space::Shared, kind: AccessKind::Atomic, bytes: 8 },
        "TEX" | "TLD" | "TLD4" | "TXD" | "SULD" => memory(Space::Texture, AccessKind::Load),
        "SUST" => memory(Space::Texture, AccessKind::Store),
        "SURED" => memory(Space::Texture, AccessKind::Reduce),
        "MEMBAR" => Effect::Fence,
        "BAR" => {
            let number = |name: &str| match value(name) {
                Some(Value::Unsigned(value)) => Some(value as u32),
                _ => None,
            };
            let threads = number("i42").filter(|&count| count != 0);
            Effect::Barrier { id: number("i54").unwrap_or(0) as u8, threads, waits: !has("ARV") }
        }
        _ => Effect::None,
    }
}
