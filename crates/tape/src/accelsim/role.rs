//! Roles of opcodes in opcode maps.

use warploom_kernel::class::Class;
use warploom_kernel::code::{AccessKind, Effect};
use warploom_kernel::program::Space;

/// Role of an opcode: its class and its effect on memory and control flow.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Role {
    /// Integer arithmetic, logic, predicates and moves.
    Integer,
    /// The same on the uniform datapath.
    UniformInteger,
    /// Single- and half-precision arithmetic.
    Float,
    /// Double-precision arithmetic.
    Double,
    /// Matrix multiply-accumulate.
    Tensor,
    /// Square roots, reciprocals and transcendental functions.
    Special,
    /// Type conversions.
    Conversion,
    /// Warp-level communication.
    Collective,
    /// Queries of address properties, without a memory access.
    Query,
    /// Loads from constant memory.
    Constant,
    /// The same on the uniform datapath.
    UniformConstant,
    /// Loads from global memory.
    GlobalLoad,
    /// Stores to global memory.
    GlobalStore,
    /// Global-memory atomics that return the old value.
    GlobalAtomic,
    /// Global-memory reductions.
    GlobalReduce,
    /// Generic loads.
    GenericLoad,
    /// Generic stores.
    GenericStore,
    /// Generic atomics that return the old value.
    GenericAtomic,
    /// Generic reductions.
    GenericReduce,
    /// Loads from local memory.
    LocalLoad,
    /// Stores to local memory.
    LocalStore,
    /// Loads from shared memory.
    SharedLoad,
    /// Stores to shared memory.
    SharedStore,
    /// Shared-memory atomics.
    SharedAtomic,
    /// Operations on barriers in shared memory (mbarrier).
    SharedSync,
    /// Asynchronous copies from global to shared memory. The tracer writes two lines for each execution, one with
    /// shared-memory and one with global-memory addresses. They become two instructions, a store and a load.
    AsyncCopy,
    /// Copies by the tensor memory accelerator. They have no addresses per lane, so that none are recorded.
    BulkCopy,
    /// Commits a group of asynchronous copies.
    CopyGroup,
    /// Texture loads. Their addresses are coordinates, so that none are recorded.
    Texture,
    /// Surface loads and stores. No addresses are recorded.
    Surface,
    /// Surface atomics. No addresses are recorded.
    SurfaceAtomic,
    /// Cache control. A modifier `PF…` makes it a prefetch.
    CacheControl,
    /// Cache control for local memory.
    LocalCacheControl,
    /// CTA barriers.
    Barrier,
    /// Memory fences.
    Fence,
    /// Waits for results of the warp, or for its other lanes.
    Wait,
    /// Branches, calls, returns and exits: the end of a basic block.
    Branch,
    /// Other control instructions, and no-ops.
    Control,
}

/// Treatment of the addresses in a trace line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Addresses {
    /// Addresses are not allowed.
    Never,
    /// Addresses are ignored.
    Ignored,
    /// Addresses are recorded if present.
    Optional,
    /// Addresses are required and recorded.
    Required,
}

impl Role {
    /// All roles.
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

    /// Name in opcode maps.
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

    /// Finds a role by its name.
    pub fn named(name: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.name() == name)
    }

    /// Instruction class.
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

    /// Memory space and kind of its access, if its addresses are recorded.
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

    /// Whether the instruction ends a basic block.
    pub const fn ends_block(self) -> bool {
        matches!(self, Role::Branch)
    }

    /// Whether the instruction runs on the uniform datapath.
    pub const fn uniform(self) -> bool {
        matches!(self, Role::UniformInteger | Role::UniformConstant)
    }

    /// Treatment of addresses for the complete opcode `opcode`.
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

    /// Side effect of an instruction; `bytes` per lane if its addresses are recorded.
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

/// Barrier number and thread count from the immediate operands of a trace. Up to version 5, only the last immediate is known.
/// A value below 16 is the barrier number; a value from 32 on is the thread count. Defaults: barrier 0, all threads.
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
