//! A GCN kernel as analyses and timing models see it.

use super::program::{Instr, Operand, Program, Sgpr};
use super::table::{Format, Implicit, Role, Type};
use crate::class::Class;
use crate::code::{AccessKind, Code, Effect, Instruction, Register, RegisterFile, Source};
use crate::program::Space;

/// Converts a kernel.
///
/// ```
/// use warploom_kernel::class::Class;
/// use warploom_kernel::gcn::{self, Module};
/// let module = Module::listing("k", "s_add_u32 s0, s0, 1\n v_add_f32 v0, s0, v1\n s_endpgm")?;
/// let code = gcn::code(&module.programs[0]);
/// assert_eq!(code.instructions[0].class, Class::Scalar);
/// assert_eq!(code.instructions[1].reads.len(), 4); // s0, v1 and both halves of EXEC
/// # Ok::<(), warploom_kernel::gcn::Error>(())
/// ```
pub fn code(program: &Program) -> Code {
    let numbers: Vec<u64> = program.files.keys().copied().collect();
    let mut instructions: Vec<Instruction> = Vec::with_capacity(program.code.len());
    for instr in &program.code {
        let (reads, writes) = registers(instr);
        instructions.push(Instruction {
            address: instr.address,
            reads,
            writes,
            // A lane that EXEC excludes keeps its old value.
            guarded: instr.form.format.is_vector_alu() || instr.form.format.is_vector_memory(),
            uniform: matches!(
                instr.form.format,
                Format::Sop1 | Format::Sop2 | Format::Sopk | Format::Sopc | Format::Sopp | Format::Smem
            ),
            effect: effect(program, instr),
            source: instr.source.and_then(|place| {
                let file = numbers.binary_search(&place.file).ok()? as u32;
                Some(Source { file, line: u32::try_from(place.line).ok()? })
            }),
            ..Instruction::new(instr.mnemonic(), class(program, instr))
        });
    }
    if let Some(first) = instructions.first_mut() {
        first.leader = true;
    }
    for (at, instr) in program.code.iter().enumerate() {
        for operand in &*instr.operands {
            if let Operand::Target(target) = operand {
                instructions[*target as usize].leader = true;
                if at + 1 < instructions.len() {
                    instructions[at + 1].leader = true;
                }
            }
        }
    }
    Code { instructions, functions: vec![0], files: program.files.values().cloned().collect() }
}

fn class(program: &Program, instr: &Instr) -> Class {
    let name = instr.mnemonic();
    match instr.form.format {
        Format::Sop1 | Format::Sop2 | Format::Sopk | Format::Sopc => match name {
            "s_setpc_b64" | "s_swappc_b64" => Class::Control,
            _ => Class::Scalar,
        },
        Format::Sopp => match name {
            "s_barrier" => Class::Barrier,
            "s_waitcnt" => Class::Wait,
            "s_nop" | "s_sleep" | "s_setprio" | "s_icache_inv" => Class::Scalar,
            _ => Class::Control,
        },
        Format::Smem => Class::Constant,
        Format::Ds => Class::Shared,
        Format::Mubuf | Format::Mtbuf | Format::Flat => match effect(program, instr) {
            Effect::Memory { space: Space::Local, .. } => Class::Local,
            Effect::Memory { kind: AccessKind::Atomic | AccessKind::Reduce, .. } => Class::Atomic,
            _ => Class::Global,
        },
        Format::Vop1 | Format::Vop2 | Format::Vopc | Format::Vop3 => vector_class(instr),
    }
}

fn vector_class(instr: &Instr) -> Class {
    let name = instr.mnemonic();
    let types = || instr.form.operands.iter().map(|o| o.ty);
    let special = ["v_exp", "v_log", "v_rcp", "v_rsq", "v_sqrt", "v_sin", "v_cos"];
    if name.contains("lane_b32") {
        Class::Collective
    } else if name.starts_with("v_cvt_") {
        Class::Conversion
    } else if types().any(|ty| ty == Type::F64) {
        Class::Double
    } else if special.iter().any(|s| name.starts_with(s)) {
        Class::Special
    } else if types().any(|ty| matches!(ty, Type::F32 | Type::F16)) {
        Class::Float
    } else {
        Class::Integer
    }
}

fn effect(program: &Program, instr: &Instr) -> Effect {
    if instr.mnemonic() == "s_barrier" {
        return Effect::Barrier { id: 0, threads: None, waits: true };
    }
    if let Some(Operand::Counts(counts)) = instr.operands.first() {
        return Effect::Wait { vector: counts.vector, local: counts.local, export: counts.export };
    }
    let Some(shape) = instr.access() else { return Effect::None };
    let space = match instr.form.format {
        Format::Smem => Space::Const,
        Format::Ds => Space::Shared,
        Format::Flat => Space::Generic,
        _ if is_scratch(program, instr) => Space::Local,
        _ => Space::Global,
    };
    Effect::Memory { space, kind: shape.kind, bytes: shape.bytes() }
}

/// Whether a buffer access goes through the scratch resource that the kernel starts with.
fn is_scratch(program: &Program, instr: &Instr) -> bool {
    let resource = instr.operand(Role::ScalarSrc, 0).map(|(operand, _)| operand);
    program.descriptor.scratch > 0 && !instr.modifiers.addr64 && resource == Some(Operand::Scalar(Sgpr(0)))
}

/// Registers that an instruction reads and writes.
fn registers(instr: &Instr) -> (Vec<Register>, Vec<Register>) {
    let (mut reads, mut writes) = (Vec::new(), Vec::new());
    let both = instr.modifiers.addr64 || instr.modifiers.offen && instr.modifiers.idxen;
    for (wanted, operand) in instr.form.operands.iter().zip(&*instr.operands) {
        let many = match wanted.role {
            Role::BufferAddress => 1 + u32::from(both),
            _ => wanted.ty.registers(),
        };
        let named: Vec<Register> = match *operand {
            Operand::Vector(first) => (0..many)
                .map(|n| Register { file: RegisterFile::Vector, index: u32::from(first) + n })
                .collect(),
            Operand::Scalar(Sgpr::SCC) => vec![SCC],
            Operand::Scalar(Sgpr(first)) => (0..many).map(|n| scalar(u32::from(first) + n)).collect(),
            _ => continue,
        };
        if wanted.role.is_destination() {
            if wanted.also_read {
                reads.extend_from_slice(&named);
            }
            writes.extend_from_slice(&named);
        } else {
            // A buffer atomic returns the old value where its operand was.
            let returned = wanted.role == Role::VectorOnly
                && instr.form.format == Format::Mubuf
                && instr.modifiers.glc
                && instr.mnemonic().contains("atomic");
            if returned {
                writes.extend_from_slice(&named);
            }
            reads.extend_from_slice(&named);
        }
    }
    for (list, registers) in [(&instr.form.reads, &mut reads), (&instr.form.writes, &mut writes)] {
        for implicit in list {
            registers.extend(match implicit {
                Implicit::Scc => vec![SCC],
                Implicit::Vcc => vec![scalar(106), scalar(107)],
                Implicit::Exec => vec![scalar(126), scalar(127)],
                Implicit::M0 => vec![scalar(124)],
            });
        }
    }
    // Every vector instruction reads EXEC.
    let vector = instr.form.format.is_vector_alu()
        || instr.form.format.is_vector_memory()
        || instr.form.format == Format::Ds;
    if vector {
        reads.extend([scalar(126), scalar(127)]);
    }
    for list in [&mut reads, &mut writes] {
        let mut seen = Vec::new();
        list.retain(|r| {
            !seen.contains(r) && {
                seen.push(*r);
                true
            }
        });
    }
    (reads, writes)
}

const SCC: Register = Register { file: RegisterFile::Scc, index: 0 };

/// The register of a scalar operand's number.
fn scalar(number: u32) -> Register {
    let (file, index) = match number {
        106 | 107 => (RegisterFile::Vcc, number - 106),
        126 | 127 => (RegisterFile::Exec, number - 126),
        124 => (RegisterFile::M, 0),
        _ => (RegisterFile::Scalar, number),
    };
    Register { file, index }
}
