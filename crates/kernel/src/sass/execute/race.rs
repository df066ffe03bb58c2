//! The part of each machine instruction in the order of accesses, for the race detector.
//!
//! Compilers translate acquires and releases to fences beside strong accesses, which have their meaning here. Shared memory has no
//! strong accesses: whether the source said `volatile` is not in machine code.

use super::asynchronous::{AsyncAction, decode as asynchronous, waited};
use super::decode::shape;
use super::{location, warp::RZ};
use crate::execute::FaultLocation;
use crate::execute::race::{AccessRole, Kind, OrderedProgram, Release, Role, Scope};
use crate::program::{Pc, SharedVariable};
use crate::sass::machine::{Instruction, Value};
use crate::sass::program::Program;

impl Program {
    /// Whether races can be found: not with mbarriers of sm_80, which are words that kernels read as any others.
    pub(crate) fn is_ordered(&self) -> bool {
        let is_word = |machine: &Instruction| match machine.stem {
            "ATOMS" => machine.has("ARRIVE"),
            "ARRIVES" => self.architecture < 90,
            _ => false,
        };
        !self.code.iter().any(|instr| is_word(&instr.machine))
    }
}

impl OrderedProgram for Program {
    fn roles(&self) -> Vec<Role> {
        self.code.iter().map(|instr| role(self, &instr.machine)).collect()
    }

    fn location(&self, pc: Pc, cta: [u32; 3], thread: [u32; 3]) -> FaultLocation {
        let mut found = location(self, pc, cta, thread);
        // A line of `atomicAdd` says less than the line that calls it.
        if let Some((file, line)) = self.code[pc.index()].source.and_then(|source| source.caller) {
            found.source = self.files.get(&file).map(|name| (name.clone(), line));
        }
        found
    }

    fn shared_memory(&self) -> (&[SharedVariable], u32) {
        (&[], self.shared)
    }
}

fn role(program: &Program, machine: &Instruction) -> Role {
    let access =
        |kind, acquires, releases, width| Role::Access(AccessRole { kind, acquires, releases, width });
    let has = |word: &str| machine.says(word);
    let scope = match has("CTA") || has("SM") {
        true => Scope::Cta,
        false => Scope::Gpu,
    };
    let is_shared = matches!(machine.stem, "ATOMS" | "LDS" | "STS");
    let scoped = |kind: Kind| if is_shared || scope == Scope::Cta { kind.in_cta() } else { kind };
    let strong = machine.is_strong();
    let ordered = |kind: Kind| if strong { scoped(kind.strong()) } else { kind };
    match machine.stem {
        "MEMBAR" => Role::Fence(scope),
        "LDG" | "LD" | "LDS" => access(ordered(Kind::READ), strong, None, 0),
        "LDSM" => access(Kind::READ, false, None, 0),
        "STG" | "ST" | "STS" => {
            let releases = strong.then_some(Release::Published);
            access(ordered(Kind::WRITE).valued(), false, releases, shape(machine).bytes.min(8))
        }
        "ATOMG" | "ATOM" | "ATOMS" | "RED" => {
            let swaps = has("CAS") || has("CAST");
            let kind = if swaps { Kind::ATOMIC.compare_and_swap() } else { Kind::ATOMIC };
            let result = machine.operand("d").map(|operand| operand.value);
            let is_read = matches!(result, Some(Value::Register(register)) if register.index != RZ);
            access(scoped(kind), is_read, Some(Release::Published), 0)
        }
        "LDGSTS" => Role::Copy { bulk: false, reduces: false },
        "UBLKCP" => Role::Copy { bulk: true, reduces: false },
        "UBLKRED" => Role::Copy { bulk: true, reduces: true },
        "LDGDEPBAR" => Role::Commit(false),
        "UTMACMDFLUSH" => Role::Commit(true),
        "DEPBAR" => waited(program, machine).map_or(Role::None, |(left, copies, bulk)| Role::Wait {
            copies,
            bulk,
            left: Some(left),
        }),
        // The order of arrivals and tests is what the executor reports.
        "SYNCS" | "ARRIVES" => match asynchronous(program, machine) {
            Some(AsyncAction::Init { .. } | AsyncAction::Invalidate { .. }) => {
                access(Kind::WRITE, false, None, 0)
            }
            Some(_) => access(Kind::ATOMIC.in_cta(), false, None, 0),
            None => Role::None,
        },
        _ => Role::None,
    }
}
