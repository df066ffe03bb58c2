//! Information that a trace cannot hold and that changes Accel-Sim's cycles.

use super::registers;
use warploom_kernel::code::{Code, Effect, Instruction, RegisterFile};

/// Numbers of a kernel's instructions that lose information which changes Accel-Sim's cycles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TraceLosses {
    pub instructions: u64,
    /// Instructions that read a predicate, a uniform register or a carry flag: they do not wait for it.
    pub predicates: u64,
    /// Instructions with more registers than a trace lists: they do not wait for the others.
    pub registers: u64,
    /// Barriers with a number or a thread count: Accel-Sim waits for all threads of the CTA.
    pub barriers: u64,
}

impl TraceLosses {
    /// The losses of a kernel's code.
    pub fn of(code: &Code) -> TraceLosses {
        let count = |lost: fn(&Instruction) -> bool| {
            code.instructions.iter().filter(|instruction| lost(instruction)).count() as u64
        };
        TraceLosses {
            instructions: code.instructions.len() as u64,
            predicates: count(|instruction| {
                use RegisterFile::{Carry, Predicate, Uniform, UniformPredicate, Virtual};
                let absent = [Carry, Predicate, Uniform, UniformPredicate, Virtual];
                instruction.reads.iter().any(|register| absent.contains(&register.file))
            }),
            registers: count(|instruction| registers::of(instruction).is_ok_and(|listed| !listed.complete)),
            barriers: count(
                |instruction| matches!(instruction.effect, Effect::Barrier { id, threads, .. } if id != 0 || threads.is_some()),
            ),
        }
    }

    /// Adds the losses of another kernel.
    pub fn add(&mut self, other: &TraceLosses) {
        let TraceLosses { instructions, predicates, registers, barriers } = *other;
        self.instructions += instructions;
        self.predicates += predicates;
        self.registers += registers;
        self.barriers += barriers;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use warploom_kernel::class::Class;
    use warploom_kernel::code::Register;

    #[test]
    fn losses_are_counted_by_instruction() {
        let registers = |names: &str| names.split(' ').filter_map(Register::named).collect::<Vec<_>>();
        let plain =
            |reads: &str| Instruction { reads: registers(reads), ..Instruction::new("x", Class::Integer) };
        let with = |effect| Instruction { effect, ..Instruction::new("x", Class::Barrier) };
        let barrier = |id, threads| with(Effect::Barrier { id, threads, waits: true });
        let instructions = vec![
            plain("R1 R3"),
            plain("R1 P0"),
            plain("UR4"),
            plain("R1 R3 R5 R7 R9"),
            barrier(0, None),
            barrier(1, None),
            barrier(0, Some(64)),
        ];
        let losses = TraceLosses::of(&Code { instructions, ..Code::default() });
        let expected = TraceLosses { instructions: 7, predicates: 2, registers: 1, barriers: 2 };
        assert_eq!(losses, expected);
        let mut twice = losses;
        twice.add(&losses);
        assert_eq!((twice.instructions, twice.barriers), (14, 4));
    }
}
