//! Roles of opcodes in opcode maps.

use warploom_kernel::class::Class;
use warploom_kernel::code::{AccessKind, Effect};
use warploom_kernel::program::Space;

/// Declares the roles with their names in opcode maps.
macro_rules! roles {
    ($($(#[$meta:meta])* $role:ident = $name:literal,)*) => {
        /// Role of an opcode: its class and its effect on memory and control flow.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Role {
            $($(#[$meta])* $role,)*
        }

        impl Role {
            pub const ALL: [Role; [$($name),*].len()] = [$(Role::$role),*];

            /// Name in opcode maps.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Role::$role => $name,)*
                }
            }
        }
    };
}

roles! {
    /// Integer arithmetic, logic, predicates and moves.
    Integer = "integer",
    /// The same on the uniform datapath.
    UniformInteger = "uniform-integer",
    /// Single- and half-precision arithmetic.
    Float = "float",
    /// Double-precision arithmetic.
    Double = "double",
    /// Matrix multiply-accumulate.
    Tensor = "tensor",
    /// Square roots, reciprocals and transcendental functions.
    Special = "special",
    /// Type conversions.
    Conversion = "conversion",
    /// Warp-level communication.
    Collective = "collective",
    /// Queries of address properties, without a memory access.
    Query = "query",
    /// Loads from constant memory.
    Constant = "constant",
    /// The same on the uniform datapath.
    UniformConstant = "uniform-constant",
    /// Loads from global memory.
    GlobalLoad = "global-load",
    /// Stores to global memory.
    GlobalStore = "global-store",
    /// Global-memory atomics that return the old value.
    GlobalAtomic = "global-atomic",
    /// Global-memory reductions.
    GlobalReduce = "global-reduce",
    GenericLoad = "generic-load",
    GenericStore = "generic-store",
    /// Generic atomics that return the old value.
    GenericAtomic = "generic-atomic",
    /// Generic reductions.
    GenericReduce = "generic-reduce",
    /// Loads from local memory.
    LocalLoad = "local-load",
    /// Stores to local memory.
    LocalStore = "local-store",
    /// Loads from shared memory.
    SharedLoad = "shared-load",
    /// Stores to shared memory.
    SharedStore = "shared-store",
    /// Shared-memory atomics.
    SharedAtomic = "shared-atomic",
    /// Operations on barriers in shared memory (mbarrier).
    SharedSync = "shared-sync",
    /// Asynchronous copies from global to shared memory. The tracer writes two lines for each execution, one with
    /// shared-memory and one with global-memory addresses. They become two instructions, a store and a load.
    AsyncCopy = "async-copy",
    /// Copies by the tensor memory accelerator. They have no addresses per lane, so that none are recorded.
    BulkCopy = "bulk-copy",
    /// Commits a group of asynchronous copies.
    CopyGroup = "copy-group",
    /// Texture loads. Their addresses are coordinates, so that none are recorded.
    Texture = "texture",
    /// Surface loads and stores. No addresses are recorded.
    Surface = "surface",
    /// Surface atomics. No addresses are recorded.
    SurfaceAtomic = "surface-atomic",
    /// Cache control. A modifier `PF…` makes it a prefetch.
    CacheControl = "cache-control",
    /// Cache control for local memory.
    LocalCacheControl = "local-cache-control",
    /// CTA barriers.
    Barrier = "barrier",
    /// Memory fences.
    Fence = "fence",
    /// Waits for results of the warp, or for its other lanes.
    Wait = "wait",
    /// Branches, calls, returns and exits: the end of a basic block.
    Branch = "branch",
    /// Other control instructions, and no-ops.
    Control = "control",
}

/// Treatment of the addresses in a trace line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Addresses {
    /// Addresses are not allowed.
    Never,
    Ignored,
    /// Addresses are recorded if present.
    Optional,
    /// Addresses are required and recorded.
    Required,
}

impl Role {
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
    pub(super) fn effect(
        self,
        bytes: Option<u32>,
        opcode: &str,
        immediates: [i64; 2],
        writes: bool,
    ) -> Effect {
        match (self, self.access(), bytes) {
            (Role::GlobalLoad | Role::GenericLoad, Some((space, _)), Some(bytes)) if bypasses(opcode) => {
                Effect::Memory { space, kind: AccessKind::LoadBypass, bytes }
            }
            // Shared memory has one opcode for both.
            (Role::SharedAtomic, Some((space, _)), Some(bytes)) if !writes => {
                Effect::Memory { space, kind: AccessKind::Reduce, bytes }
            }
            (_, Some((space, kind)), Some(bytes)) => Effect::Memory { space, kind, bytes },
            (Role::Barrier, ..) => barrier(opcode, immediates),
            (Role::Fence, ..) => Effect::Fence,
            _ => Effect::None,
        }
    }
}

/// Whether a load goes past the L1, as Accel-Sim has it: it is coherent in the whole GPU.
fn bypasses(opcode: &str) -> bool {
    let has = |name: &str| opcode.split('.').any(|modifier| modifier == name);
    has("STRONG") && has("GPU")
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
        let of = |opcode, immediates| Role::Barrier.effect(None, opcode, immediates, false);
        let all = |id, waits| Effect::Barrier { id, threads: None, waits };
        assert_eq!(of("BAR.SYNC", [0, 0]), all(0, true));
        assert_eq!(of("BAR.ARV", [3, 0]), all(3, false));
        assert_eq!(of("BAR.SYNC", [1, 64]), Effect::Barrier { id: 1, threads: Some(64), waits: true });
        assert_eq!(of("BAR.SYNC.DEFER_BLOCKING", [-1, i64::MAX]), all(0, true));
    }
}
