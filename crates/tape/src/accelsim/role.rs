//! What an opcode of a trace does: the roles that opcode maps give.

use warploom_kernel::class::Class;
use warploom_kernel::code::{AccessKind, Effect};
use warploom_kernel::program::Space;

/// What an opcode does, as far as a trace needs to know.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Role {
    /// Integers, logic, predicates, moves.
    Integer,
    /// The same, once for all lanes.
    UniformInteger,
    /// Single and half precision.
    Float,
    /// Double precision.
    Double,
    /// Products of matrices.
    Tensor,
    /// Roots, reciprocals, transcendental functions.
    Special,
    /// From one type to another.
    Conversion,
    /// Exchange between lanes.
    Collective,
    /// Asks about an address without going there.
    Query,
    /// Loads from constant memory.
    Constant,
    /// The same, once for all lanes.
    UniformConstant,
    /// Loads from global memory.
    GlobalLoad,
    /// Stores to global memory.
    GlobalStore,
    /// Atomic operations in global memory that return the old value.
    GlobalAtomic,
    /// Atomic operations in global memory that return nothing.
    GlobalReduce,
    /// Loads whose address decides on the memory.
    GenericLoad,
    /// Stores whose address decides on the memory.
    GenericStore,
    /// Atomic operations whose address decides on the memory and that return the old value.
    GenericAtomic,
    /// Atomic operations whose address decides on the memory and that return nothing.
    GenericReduce,
    /// Loads from a thread's own memory.
    LocalLoad,
    /// Stores to a thread's own memory.
    LocalStore,
    /// Loads from shared memory.
    SharedLoad,
    /// Stores to shared memory.
    SharedStore,
    /// Atomic operations in shared memory.
    SharedAtomic,
    /// Operations on a barrier kept in shared memory.
    SharedSync,
    /// Copies from global to shared memory that registers have no part in. The tracer writes two lines for each
    /// execution, one with the addresses in shared memory and one with those in global memory: they are taken for
    /// two instructions, a store and a load.
    AsyncCopy,
    /// Copies by the tensor memory accelerator. The addresses are not those of lanes, so none are kept.
    BulkCopy,
    /// Tells which asynchronous copies belong together.
    CopyGroup,
    /// Loads through the texture units. Their addresses are coordinates, so none are kept.
    Texture,
    /// Loads and stores of surfaces, likewise.
    Surface,
    /// Atomic operations on surfaces, likewise.
    SurfaceAtomic,
    /// Tells a cache what to do with a line. With a modifier `PF…`, to fetch it.
    CacheControl,
    /// Tells the cache of local memory.
    LocalCacheControl,
    /// Arrives at a barrier of the CTA.
    Barrier,
    /// Waits until the warp's accesses are done.
    Fence,
    /// Other waits, for the warp's own results or lanes.
    Wait,
    /// Where the warp may go elsewhere than on: a basic block ends.
    Branch,
    /// Other control, and what does nothing.
    Control,
}

/// What is made of the addresses that a trace gives with an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Addresses {
    /// There may be none.
    Never,
    /// They mean nothing to the machine's memory.
    Ignored,
    /// They are kept, if there are any.
    Optional,
    /// They are kept, and must be there.
    Required,
}

impl Role {
    /// Every role.
    pub const ALL: [Role; 38] = {
        use Role::*;
        [
            Integer,
            UniformInteger,
            Float,
            Double,
            Tensor,
            Special,
            Conversion,
            Collective,
            Query,
            Constant,
            UniformConstant,
            GlobalLoad,
            GlobalStore,
            GlobalAtomic,
            GlobalReduce,
            GenericLoad,
            GenericStore,
            GenericAtomic,
            GenericReduce,
            LocalLoad,
            LocalStore,
            SharedLoad,
            SharedStore,
            SharedAtomic,
            SharedSync,
            AsyncCopy,
            BulkCopy,
            CopyGroup,
            Texture,
            Surface,
            SurfaceAtomic,
            CacheControl,
            LocalCacheControl,
            Barrier,
            Fence,
            Wait,
            Branch,
            Control,
        ]
    };

    /// Its name in an opcode map.
    pub const fn name(self) -> &'static str {
        match self {
            Role::Integer => "integer",
            Role::UniformInteger => "uniform-integer",
            Role::Float => "float",
            Role::Double => "double",
            Role::Tensor => "tensor",
            Role::Special => "special",
            Role::Conversion => "conversion",
            Role::Collective => "collective",
            Role::Query => "query",
            Role::Constant => "constant",
            Role::UniformConstant => "uniform-constant",
            Role::GlobalLoad => "global-load",
            Role::GlobalStore => "global-store",
            Role::GlobalAtomic => "global-atomic",
            Role::GlobalReduce => "global-reduce",
            Role::GenericLoad => "generic-load",
            Role::GenericStore => "generic-store",
            Role::GenericAtomic => "generic-atomic",
            Role::GenericReduce => "generic-reduce",
            Role::LocalLoad => "local-load",
            Role::LocalStore => "local-store",
            Role::SharedLoad => "shared-load",
            Role::SharedStore => "shared-store",
            Role::SharedAtomic => "shared-atomic",
            Role::SharedSync => "shared-sync",
            Role::AsyncCopy => "async-copy",
            Role::BulkCopy => "bulk-copy",
            Role::CopyGroup => "copy-group",
            Role::Texture => "texture",
            Role::Surface => "surface",
            Role::SurfaceAtomic => "surface-atomic",
            Role::CacheControl => "cache-control",
            Role::LocalCacheControl => "local-cache-control",
            Role::Barrier => "barrier",
            Role::Fence => "fence",
            Role::Wait => "wait",
            Role::Branch => "branch",
            Role::Control => "control",
        }
    }

    /// The role with this name.
    pub fn named(name: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.name() == name)
    }

    /// The kind of work it is.
    pub const fn class(self) -> Class {
        match self {
            Role::Integer | Role::UniformInteger | Role::Query => Class::Integer,
            Role::Float => Class::Float,
            Role::Double => Class::Double,
            Role::Tensor => Class::Tensor,
            Role::Special => Class::Special,
            Role::Conversion => Class::Conversion,
            Role::Collective => Class::Collective,
            Role::Constant | Role::UniformConstant => Class::Constant,
            Role::GlobalLoad | Role::GlobalStore | Role::GenericLoad | Role::GenericStore => Class::Global,
            Role::GlobalAtomic | Role::GlobalReduce | Role::GenericAtomic | Role::GenericReduce => {
                Class::Atomic
            }
            Role::LocalLoad | Role::LocalStore | Role::LocalCacheControl => Class::Local,
            Role::SharedLoad | Role::SharedStore | Role::SharedAtomic | Role::SharedSync => Class::Shared,
            Role::AsyncCopy | Role::BulkCopy | Role::CopyGroup | Role::Surface | Role::CacheControl => {
                Class::Global
            }
            Role::Texture => Class::Texture,
            Role::SurfaceAtomic => Class::Atomic,
            Role::Barrier | Role::Fence | Role::Wait => Class::Barrier,
            Role::Branch | Role::Control => Class::Control,
        }
    }

    /// The memory it accesses, and which way, if it has addresses that are kept.
    pub const fn access(self) -> Option<(Space, AccessKind)> {
        Some(match self {
            Role::Constant | Role::UniformConstant => (Space::Const, AccessKind::Load),
            Role::GlobalLoad | Role::AsyncCopy => (Space::Global, AccessKind::Load),
            Role::GlobalStore => (Space::Global, AccessKind::Store),
            Role::GlobalAtomic => (Space::Global, AccessKind::Atomic),
            Role::GlobalReduce => (Space::Global, AccessKind::Reduce),
            Role::GenericLoad => (Space::Generic, AccessKind::Load),
            Role::GenericStore => (Space::Generic, AccessKind::Store),
            Role::GenericAtomic => (Space::Generic, AccessKind::Atomic),
            Role::GenericReduce => (Space::Generic, AccessKind::Reduce),
            Role::LocalLoad => (Space::Local, AccessKind::Load),
            Role::LocalStore => (Space::Local, AccessKind::Store),
            Role::SharedLoad => (Space::Shared, AccessKind::Load),
            Role::SharedStore => (Space::Shared, AccessKind::Store),
            Role::SharedAtomic | Role::SharedSync => (Space::Shared, AccessKind::Atomic),
            Role::CacheControl => (Space::Generic, AccessKind::Prefetch),
            _ => return None,
        })
    }

    /// Whether a basic block ends after it.
    pub const fn ends_block(self) -> bool {
        matches!(self, Role::Branch)
    }

    /// Whether it is done once for all lanes.
    pub const fn uniform(self) -> bool {
        matches!(self, Role::UniformInteger | Role::UniformConstant)
    }

    /// What is made of addresses given with it. `opcode` is the whole opcode.
    pub(super) fn addresses(self, opcode: &str) -> Addresses {
        match self {
            Role::Constant | Role::UniformConstant | Role::SharedSync => Addresses::Optional,
            Role::CacheControl if prefetches(opcode) => Addresses::Optional,
            Role::Query | Role::BulkCopy | Role::CopyGroup | Role::Texture => Addresses::Ignored,
            Role::Surface | Role::SurfaceAtomic => Addresses::Ignored,
            Role::CacheControl | Role::LocalCacheControl => Addresses::Ignored,
            _ if self.access().is_some() => Addresses::Required,
            _ => Addresses::Never,
        }
    }

    /// What an instruction does beyond its registers, whose addresses are kept (`bytes` per lane) or not.
    pub(super) fn effect(self, bytes: Option<u32>, opcode: &str, immediates: [i64; 2]) -> Effect {
        match (self, self.access(), bytes) {
            (_, Some((space, kind)), Some(bytes)) => Effect::Memory { space, kind, bytes },
            (Role::Barrier, ..) => barrier(opcode, immediates),
            (Role::Fence, ..) => Effect::Fence,
            _ => Effect::None,
        }
    }
}

fn prefetches(opcode: &str) -> bool {
    opcode.split('.').skip(1).any(|modifier| modifier.starts_with("PF"))
}

/// A trace gives the immediate operands at most, and up to version 5 only the last. One below 16 is the barrier's number;
/// one from 32 on, the threads it waits for. What is not given is taken to be 0, and all.
fn barrier(opcode: &str, immediates: [i64; 2]) -> Effect {
    let waits = !opcode.split('.').any(|modifier| modifier == "ARV");
    let id = immediates.into_iter().find(|i| (1..16).contains(i)).unwrap_or(0) as u8;
    let threads = immediates.into_iter().find(|i| (32..=1024).contains(i)).map(|i| i as u32);
    Effect::Barrier { id, threads, waits }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        assert!(Role::ALL.iter().all(|&role| Role::named(role.name()) == Some(role)));
        assert_eq!(Role::named("loads"), None);
    }

    #[test]
    fn addresses_are_kept_where_there_is_memory_to_access() {
        for role in Role::ALL {
            let kept = matches!(role.addresses("X.PF2"), Addresses::Optional | Addresses::Required);
            assert_eq!(kept, role.access().is_some(), "{role:?}");
        }
        assert_eq!(Role::CacheControl.addresses("CCTL.IVALL"), Addresses::Ignored);
    }

    #[test]
    fn barriers() {
        let of = |opcode, immediates| Role::Barrier.effect(None, opcode, immediates);
        let all = |id, waits| Effect::Barrier { id, threads: None, waits };
        assert_eq!(of("BAR.SYNC", [0, 0]), all(0, true));
        assert_eq!(of("BAR.ARV", [3, 0]), all(3, false));
        assert_eq!(of("BAR.SYNC", [1, 64]), Effect::Barrier { id: 1, threads: Some(64), waits: true });
        assert_eq!(of("BAR.SYNC.DEFER_BLOCKING", [-1, i64::MAX]), all(0, true));
    }
}
