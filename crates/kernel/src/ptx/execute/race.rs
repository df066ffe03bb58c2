//! The part of each PTX instruction in the order of accesses, for the race detector.

use super::fault_location;
use crate::execute::FaultLocation;
use crate::execute::race::{AccessRole, Kind, OrderedProgram, Release, Role, Scope};
use crate::program::{Pc, SharedVariable, Space};
use crate::ptx::isa::{Mod, Opcode};
use crate::ptx::program::{Detail, Instr, Program, Src};

impl OrderedProgram for Program {
    fn roles(&self) -> Vec<Role> {
        self.code.iter().map(role).collect()
    }

    fn location(&self, pc: Pc, cta: [u32; 3], thread: [u32; 3]) -> FaultLocation {
        let mut location = fault_location(self, pc, cta, thread);
        // A line of `atomicAdd` says less than the line that calls it.
        if let Some((file, line)) = self.code[pc.index()].source.and_then(|s| s.caller) {
            location.source = self.files.get(&file).map(|name| (name.clone(), line));
        }
        location
    }

    fn shared_memory(&self) -> (&[SharedVariable], u32) {
        (&self.shared_variables, self.dynamic_shared)
    }
}

fn role(i: &Instr) -> Role {
    let bulk = i.has(Mod::Bulk);
    match i.opcode {
        Opcode::Membar | Opcode::Fence if i.has(Mod::Proxy) => Role::None,
        Opcode::Membar | Opcode::Fence => Role::Fence(scope(i)),
        Opcode::Cp if i.has(Mod::CommitGroup) => Role::Commit(bulk),
        Opcode::Cp if i.has(Mod::WaitGroup) => Role::Wait { copies: !bulk, bulk, left: groups(i) },
        Opcode::Cp if i.has(Mod::WaitAll) => Role::Wait { copies: !bulk, bulk, left: None },
        // An arrival of copies changes the mbarrier.
        Opcode::Cp if i.has(Mod::Mbarrier) => mbarrier(Kind::ATOMIC.in_cta()),
        Opcode::Mbarrier if i.has(Mod::PendingCount) => Role::None,
        Opcode::Mbarrier if i.has(Mod::Init) || i.has(Mod::Inval) => mbarrier(Kind::WRITE),
        Opcode::Mbarrier => mbarrier(Kind::ATOMIC.in_cta()),
        Opcode::Cp if !i.has(Mod::Prefetch) => Role::Copy { bulk, reduces: i.has(Mod::Reduce) },
        _ => access(i).map_or(Role::None, Role::Access),
    }
}

fn groups(i: &Instr) -> Option<u64> {
    match i.src.first() {
        Some(&Src::Imm(groups)) => Some(groups),
        _ => None,
    }
}

fn scope(i: &Instr) -> Scope {
    // A cluster is one CTA here.
    if i.has(Mod::Cta) || i.has(Mod::Cluster) { Scope::Cta } else { Scope::Gpu }
}

/// An access to an mbarrier. Its memory order is that of the arrival or test, which the executor reports.
fn mbarrier(kind: Kind) -> Role {
    Role::Access(AccessRole { kind, acquires: false, releases: None, width: 0 })
}

fn access(i: &Instr) -> Option<AccessRole> {
    let (space, (width, _)) = i.access()?;
    if !matches!(space, Space::Global | Space::Shared | Space::Generic) {
        return None;
    }
    let Detail::Access(..) = i.detail else { return None };
    let strong = [Mod::Volatile, Mod::Relaxed, Mod::Acquire, Mod::Release, Mod::Cv, Mod::Wt];
    let strong = strong.iter().any(|m| i.has(*m));
    let scoped = |kind: Kind| if scope(i) == Scope::Cta { kind.in_cta() } else { kind };
    let ordered = |kind: Kind| if strong { scoped(kind.strong()) } else { kind };
    let releases = match i.has(Mod::Release) || i.has(Mod::AcqRel) {
        true => Release::Everything(scope(i)),
        false => Release::Published,
    };
    Some(match i.opcode {
        Opcode::Ld | Opcode::Ldu => {
            AccessRole { kind: ordered(Kind::READ), acquires: strong, releases: None, width: 0 }
        }
        Opcode::St => AccessRole {
            kind: ordered(Kind::WRITE).valued(),
            acquires: false,
            releases: strong.then_some(releases),
            width,
        },
        Opcode::Atom | Opcode::Red => AccessRole {
            kind: scoped(if i.has(Mod::Cas) { Kind::ATOMIC.compare_and_swap() } else { Kind::ATOMIC }),
            acquires: i.opcode == Opcode::Atom,
            releases: Some(releases),
            width: 0,
        },
        Opcode::Wmma | Opcode::Ldmatrix | Opcode::Stmatrix => {
            let stores = i.opcode == Opcode::Stmatrix || i.has(Mod::Store);
            let kind = if stores { Kind::WRITE } else { Kind::READ };
            AccessRole { kind, acquires: false, releases: None, width: 0 }
        }
        _ => return None,
    })
}
